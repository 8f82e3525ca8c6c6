/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct image_source {
    media_source source;
    media_frame *frame;
} image_source;

static media_status image_next(media_source *source, media_frame **frame) {
    image_source *image = (image_source *)source;
    *frame = image->frame;
    image->frame = NULL;
    return *frame ? MEDIA_FRAME : MEDIA_END;
}

static void image_close(media_source *source) {
    image_source *image = (image_source *)source;
    media_frame_release(image->frame);
    input_close(source->input);
    free(image);
}

const char *image_format_name(const lk_format *format) {
    static const char *const names[2][2][2] = {
        {{"gray", "gray16"}, {"ya8", "ya16"}},
        {{"rgb24", "rgb48"}, {"rgba", "rgba64"}},
    };
    return names[format->model == LK_MODEL_RGB][format->alpha][format->depth == 16];
}

media_source *image_open(media_input *input, const media_options *options, media_failure *failure,
    image_decoder *decode, const char *container) {
    image_source *source = calloc(1, sizeof *source);
    image_found found = {0};
    if (!source) {
        failure_set_memory(failure, input_name(input));
        input_close(input);
        return NULL;
    }
    source->source = (media_source){.failure = failure, .input = input, .next = image_next, .close = image_close};
    failure->text[0] = '\0';
    if (!decode(input, options, failure, &found)) {
        image_close(&source->source);
        return NULL;
    }
    const lk_picture *picture = &found.frame->picture;
    source->frame = found.frame;
    source->source.info = (media_info){
        .width = picture->width,
        .height = picture->height,
        .format = picture->format,
        .color = picture->color,
        .still = 1,
        .frames = 1,
        .container = container,
        .codec = container,
        .pixel_format = image_format_name(&picture->format),
        .ignored = found.ignored,
        .orientation = found.orientation,
    };
    return &source->source;
}

uint8_t *image_read_file(media_input *input, media_failure *failure, size_t *size) {
    enum { BLOCK = 1 << 16 };
    uint8_t *data = NULL;
    size_t room = 0;
    *size = 0;
    for (;;) {
        if (*size == room) {
            room = room ? 2 * room : BLOCK;
            uint8_t *larger = room <= MEDIA_MAX_IMAGE_BYTES ? realloc(data, room) : NULL;
            if (!larger && room > MEDIA_MAX_IMAGE_BYTES) {
                failure_set(failure, "%s: an image file of more than %d bytes is not opened", input_name(input),
                    MEDIA_MAX_IMAGE_BYTES);
            } else if (!larger) {
                failure_set_memory(failure, input_name(input));
            }
            if (!larger) {
                break;
            }
            data = larger;
        }
        ptrdiff_t got = input_read(input, data + *size, room - *size);
        if (got < 0) {
            failure_set(failure, "%s: cannot be read: %s", input_name(input), strerror(errno));
            break;
        }
        *size += (size_t)got;
        if (*size < room) {
            return data;
        }
    }
    free(data);
    return NULL;
}

static unsigned number(const uint8_t *at, int bytes, int big_endian) {
    unsigned value = 0;
    for (int i = 0; i < bytes; i++) {
        value = value << 8 | at[big_endian ? i : bytes - 1 - i];
    }
    return value;
}

/* CIPA DC-008: a TIFF file whose first directory has the orientation among its entries. */
int image_exif_orientation(const uint8_t *data, size_t size) {
    enum { HEAD = 8, ENTRY = 12, ORIENTATION = 0x0112, SHORT = 3, MOST = 8 };
    if (size < HEAD || (memcmp(data, "II*", 4) != 0 && memcmp(data, "MM\0*", 4) != 0)) {
        return 0;
    }
    int big = data[0] == 'M';
    size_t at = number(data + 4, 4, big);
    if (at > size - 2) {
        return 0;
    }
    unsigned entries = number(data + at, 2, big);
    at += 2;
    for (unsigned i = 0; i < entries && size - at >= ENTRY; i++, at += ENTRY) {
        if (number(data + at, 2, big) == ORIENTATION && number(data + at + 2, 2, big) == SHORT) {
            unsigned value = number(data + at + 8, 2, big);
            return value >= 1 && value <= MOST ? (int)value : 0;
        }
    }
    return 0;
}
