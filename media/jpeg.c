/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* JPEG through libjpeg-turbo, with its defaults (exact integer DCT, smooth chroma), to RGB or grey of 8 bits: a JPEG
 * then scores what the reference tool gives for it. Other decoders round and interpolate differently. */

#include "container.h"
#include "frame.h"
#include "image.h"

#include <setjmp.h>
#include <stdio.h> /* before jpeglib.h, which needs it */
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

/* libjpeg leaves a decoding by longjmp(), so that everything that must outlive the jump is in here. */
typedef struct jpeg_decoding {
    struct jpeg_error_mgr error; /* first: libjpeg's pointer is ours */
    struct jpeg_decompress_struct jpeg;
    jmp_buf escape;
    const char *name;
    media_failure *failure;
    media_frame *frame;
} jpeg_decoding;

static void on_error(j_common_ptr jpeg) {
    jpeg_decoding *decoding = (jpeg_decoding *)jpeg->err;
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    if (jpeg->err->msg_code == JERR_OUT_OF_MEMORY) {
        failure_set_memory(decoding->failure, decoding->name);
    } else if (decoding->failure->text[0] == '\0') {
        failure_set(decoding->failure, "%s: damaged JPEG: %s; get a sound copy of the file", decoding->name, message);
    }
    longjmp(decoding->escape, 1);
}

/* A warning means that a part of the picture was made up. */
static void on_message(j_common_ptr jpeg, int level) {
    if (level < 0 && jpeg->err->msg_code != JWRN_JFIF_MAJOR) {
        on_error(jpeg);
    }
}

/* What markers say about colours and about which side is up. */
static void read_markers(const jpeg_decoding *decoding, image_found *result) {
    static const char exif[] = "Exif\0"; /* and one more 0 */
    static const char icc[] = "ICC_PROFILE";
    for (jpeg_saved_marker_ptr m = decoding->jpeg.marker_list; m; m = m->next) {
        if (m->marker == JPEG_APP0 + 1 && m->data_length > sizeof exif && memcmp(m->data, exif, sizeof exif) == 0 &&
            result->orientation == 0) {
            result->orientation = image_exif_orientation(m->data + sizeof exif, m->data_length - sizeof exif);
        } else if (m->marker == JPEG_APP0 + 2 && m->data_length > sizeof icc && memcmp(m->data, icc, sizeof icc) == 0 &&
                   !memmem(m->data, m->data_length, "sRGB", 4) && !memmem(m->data, m->data_length, "s\0R\0G\0B", 7)) {
            result->ignored = "its colour profile (ICC)";
        }
    }
}

static int decode(
    jpeg_decoding *decoding, const uint8_t *data, size_t size, const media_options *options, image_found *result) {
    enum { EXIF = JPEG_APP0 + 1, ICC = JPEG_APP0 + 2, WHOLE = 0xFFFF };
    struct jpeg_decompress_struct *jpeg = &decoding->jpeg;
    jpeg->err = jpeg_std_error(&decoding->error);
    decoding->error.error_exit = on_error;
    decoding->error.emit_message = on_message;
    if (setjmp(decoding->escape)) {
        return 0;
    }
    jpeg_create_decompress(jpeg);
    jpeg_save_markers(jpeg, EXIF, WHOLE);
    jpeg_save_markers(jpeg, ICC, WHOLE);
    jpeg_mem_src(jpeg, data, (unsigned long)size);
    jpeg_read_header(jpeg, TRUE);
    int gray = jpeg->num_components == 1;
    if (!gray && jpeg->num_components != 3) {
        failure_set(decoding->failure, "%s: a JPEG of %d colour components (CMYK) is not supported; convert it to RGB",
            decoding->name, jpeg->num_components);
        return 0;
    }
    if (!source_size_allowed(decoding->name, jpeg->image_width, jpeg->image_height, options, decoding->failure)) {
        return 0;
    }
    read_markers(decoding, result);
    lk_format format = {.model = gray ? LK_MODEL_GRAY : LK_MODEL_RGB, .depth = 8};
    format.layout = gray ? LK_LAYOUT_PLANAR : LK_LAYOUT_PACKED;
    decoding->frame = frame_create((int)jpeg->image_width, (int)jpeg->image_height, format, lk_color_default());
    if (!decoding->frame || !frame_allocate(decoding->frame)) {
        failure_set_memory(decoding->failure, decoding->name);
        return 0;
    }
    jpeg->out_color_space = gray ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = frame_row(decoding->frame, 0, (int)jpeg->output_scanline);
        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
    return 1;
}

int image_decode_jpeg(media_input *input, const media_options *options, media_failure *failure, image_found *result) {
    size_t size;
    uint8_t *data = image_read_file(input, failure, &size);
    if (!data) {
        return 0;
    }
    jpeg_decoding *decoding = calloc(1, sizeof *decoding);
    size_t end = container_jpeg_end(data, size);
    int done = 0;
    if (!decoding) {
        failure_set_memory(failure, input_name(input));
    } else if (!container_image_is_whole(data, size)) {
        failure_set(failure, "%s: is truncated: its end marker is missing", input_name(input));
    } else if (end > 0 && size - end > 2 && memcmp(data + end, "\xFF\xD8", 2) == 0) {
        failure_set(failure,
            "%s: holds more than one picture: another follows the first; give them as y4m or as single files",
            input_name(input));
    } else {
        decoding->name = input_name(input);
        decoding->failure = failure;
        done = decode(decoding, data, size, options, result);
        jpeg_destroy_decompress(&decoding->jpeg);
        if (!done) {
            media_frame_release(decoding->frame);
            decoding->frame = NULL;
        }
        result->frame = decoding->frame;
    }
    free(decoding);
    free(data);
    return done;
}
