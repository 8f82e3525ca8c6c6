/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "demuxer.h"
#include "image.h"

#include <string.h>
#include <unistd.h>

static const uint8_t png_signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

media_source *source_open(const char *path, const media_options *options, media_failure *failure) {
    if (path[0] == '\0') {
        failure_set(failure, "the name of an input is empty");
        return NULL;
    }
    /* A file that is really called so comes first. */
    if (source_is_pattern(path) && access(path, F_OK) != 0) {
        return source_open_sequence(path, options, failure);
    }
    media_input *input = input_open(path, failure);
    return input ? source_open_input(input, options, failure) : NULL;
}

/* Not JPEG-LS, which begins alike and is FFmpeg's. */
static int is_jpeg(const uint8_t *head, size_t size) {
    enum { JPEG_LS = 0xF7 };
    return size >= 4 && memcmp(head, "\xFF\xD8\xFF", 3) == 0 && head[3] != JPEG_LS;
}

media_source *source_open_input(media_input *input, const media_options *options, media_failure *failure) {
    uint8_t head[sizeof png_signature];
    size_t size = input_peek(input, head, sizeof head);
    if (size == 0) {
        failure_set(failure, "%s: is empty", input_name(input));
        input_close(input);
        return NULL;
    }
    if (options->raw_width == 0 && size == sizeof head && memcmp(head, png_signature, sizeof head) == 0) {
        return image_open(input, options, failure, image_decode_png, "png");
    }
    if (options->raw_width == 0 && is_jpeg(head, size) && !demuxer_is_jpeg_stream(input)) {
        return image_open(input, options, failure, image_decode_jpeg, "jpeg");
    }
    return source_open_ffmpeg(input, options, failure);
}

void source_close(media_source *source) {
    if (source) {
        source->close(source);
    }
}

int source_size_allowed(
    const char *name, int64_t width, int64_t height, const media_options *options, media_failure *failure) {
    int64_t most = options->max_pixels > 0 ? options->max_pixels : MEDIA_MAX_PIXELS;
    if (width < 1 || height < 1 || width > MEDIA_MAX_SIDE || height > MEDIA_MAX_SIDE || width * height > most) {
        failure_set(failure,
            "%s: a picture of %lld x %lld is not opened; the limits are %d a side and %lld pixels in all", name,
            (long long)width, (long long)height, MEDIA_MAX_SIDE, (long long)most);
        return 0;
    }
    return 1;
}
