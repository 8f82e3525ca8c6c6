/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* PNG through libpng: 8 and 16 bits, RGB, grey and palette, with and without alpha. The whole image is decoded when it
 * is opened: a damaged or cut file never becomes a picture. gAMA, cHRM and iCCP are not read; samples count as sRGB. */

#include "frame.h"
#include "source.h"

#include <png.h>
#include <stdlib.h>

typedef struct png_source {
    media_source source;
    media_frame *frame;
} png_source;

/* One decoding. libpng leaves it by longjmp(), so that everything that must outlive the jump is in here. */
typedef struct png_decoding {
    png_structp png;
    png_infop info;
    media_input *input;
    const media_options *options;
    media_failure *failure;
    media_frame *frame;
} png_decoding;

static void on_error(png_structp png, png_const_charp message) {
    png_decoding *decoding = png_get_error_ptr(png);
    if (decoding->failure->text[0] == '\0') {
        failure_set(decoding->failure, "%s: damaged PNG: %s; get a sound copy of the file", input_name(decoding->input),
            message);
    }
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void on_read(png_structp png, png_bytep buffer, size_t size) {
    png_decoding *decoding = png_get_io_ptr(png);
    ptrdiff_t got = input_read(decoding->input, buffer, size);
    if (got < 0) {
        png_error(png, "it cannot be read");
    }
    if ((size_t)got < size) {
        failure_set(decoding->failure, "%s: truncated PNG: the file ends after %lld bytes, before the picture does",
            input_name(decoding->input), (long long)input_tell(decoding->input));
        png_error(png, "truncated");
    }
}

/* Samples of 8 or 16 bits, RGB or grey, alpha last: what LK_LAYOUT_PACKED holds. */
static lk_format expand(png_structp png, png_infop info) {
    int color = png_get_color_type(png, info);
    int depth = png_get_bit_depth(png, info);
    int transparency = png_get_valid(png, info, PNG_INFO_tRNS) != 0;
    const uint16_t one = 1;
    if (color & PNG_COLOR_MASK_PALETTE) {
        png_set_palette_to_rgb(png);
        depth = 8;
    }
    if (depth < 8) {
        png_set_expand_gray_1_2_4_to_8(png);
    }
    if (transparency) {
        png_set_tRNS_to_alpha(png);
    }
    if (depth == 16 && *(const uint8_t *)&one == 1) {
        png_set_swap(png); /* to the machine's byte order */
    }
    lk_format format = {.depth = depth == 16 ? 16 : 8, .alpha = transparency || (color & PNG_COLOR_MASK_ALPHA) != 0};
    format.model = color & PNG_COLOR_MASK_COLOR ? LK_MODEL_RGB : LK_MODEL_GRAY;
    format.layout = format.model == LK_MODEL_GRAY && !format.alpha ? LK_LAYOUT_PLANAR : LK_LAYOUT_PACKED;
    return format;
}

static void read_rows(png_decoding *decoding) {
    png_structp png = decoding->png;
    lk_picture *picture = &decoding->frame->picture;
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, decoding->info);
    if (png_get_rowbytes(png, decoding->info) != lk_format_row_bytes(&picture->format, 0, picture->width)) {
        png_error(png, "rows of an unexpected size");
    }
    for (int pass = 0; pass < passes; pass++) {
        for (int y = 0; y < picture->height; y++) {
            png_read_row(png, frame_row(decoding->frame, 0, y), NULL);
        }
    }
    png_read_end(png, NULL);
}

/* Returns 1 with decoding->frame filled, else 0 with the reason. */
static int decode(png_decoding *decoding) {
    png_structp png = decoding->png;
    const char *name = input_name(decoding->input);
    if (setjmp(png_jmpbuf(png))) {
        return 0;
    }
    png_set_read_fn(png, decoding, on_read);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_benign_errors(png, 0);
#ifdef PNG_HANDLE_AS_UNKNOWN_SUPPORTED
    /* Pass over every chunk that the picture does not need: a bad colour profile, say, is no damage here. */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
#endif
    /* source_size_allowed() has clearer words than libpng. */
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_read_info(png, decoding->info);
    png_uint_32 width = png_get_image_width(png, decoding->info);
    png_uint_32 height = png_get_image_height(png, decoding->info);
    if (!source_size_allowed(name, width, height, decoding->options, decoding->failure)) {
        return 0;
    }
    lk_format format = expand(png, decoding->info);
    decoding->frame = frame_create((int)width, (int)height, format, lk_color_default());
    if (!decoding->frame || !frame_allocate(decoding->frame)) {
        failure_set_memory(decoding->failure, name);
        return 0;
    }
    read_rows(decoding);
    return 1;
}

static media_frame *read_png(media_input *input, const media_options *options, media_failure *failure) {
    png_decoding decoding = {.input = input, .options = options, .failure = failure};
    failure->text[0] = '\0';
    decoding.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoding, on_error, on_warning);
    decoding.info = decoding.png ? png_create_info_struct(decoding.png) : NULL;
    if (!decoding.info) {
        failure_set_memory(failure, input_name(input));
    } else if (!decode(&decoding)) {
        media_frame_release(decoding.frame);
        decoding.frame = NULL;
    }
    png_destroy_read_struct(&decoding.png, &decoding.info, NULL);
    return decoding.frame;
}

static media_status png_next(media_source *source, media_frame **frame) {
    png_source *png = (png_source *)source;
    *frame = png->frame;
    png->frame = NULL;
    return *frame ? MEDIA_FRAME : MEDIA_END;
}

static void png_close(media_source *source) {
    png_source *png = (png_source *)source;
    media_frame_release(png->frame);
    input_close(source->input);
    free(png);
}

/* FFmpeg's names, so that a report speaks of pixel formats in one way. */
static const char *pixel_format_name(const lk_format *format) {
    static const char *const names[2][2][2] = {
        {{"gray", "gray16"}, {"ya8", "ya16"}},
        {{"rgb24", "rgb48"}, {"rgba", "rgba64"}},
    };
    return names[format->model == LK_MODEL_RGB][format->alpha][format->depth == 16];
}

media_source *source_open_png(media_input *input, const media_options *options, media_failure *failure) {
    png_source *png = calloc(1, sizeof *png);
    if (!png) {
        failure_set_memory(failure, input_name(input));
        input_close(input);
        return NULL;
    }
    png->source = (media_source){.failure = failure, .input = input, .next = png_next, .close = png_close};
    png->frame = read_png(input, options, failure);
    if (!png->frame) {
        png_close(&png->source);
        return NULL;
    }
    const lk_picture *picture = &png->frame->picture;
    png->source.info = (media_info){
        .width = picture->width,
        .height = picture->height,
        .format = picture->format,
        .color = picture->color,
        .still = 1,
        .frames = 1,
        .container = "png",
        .codec = "png",
        .pixel_format = pixel_format_name(&picture->format),
    };
    return &png->source;
}
