/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* PNG through libpng: 8 and 16 bits, RGB, grey and palette, with and without alpha. The whole image is decoded when it
 * is opened: a damaged or cut file never becomes a picture. Samples count as sRGB: gAMA, cHRM, iCCP
 * and cICP change nothing, but media_info.ignored names what says otherwise. */

#include "frame.h"
#include "image.h"

#include <png.h>
#include <string.h>

/* One decoding. libpng leaves it by longjmp(), so that everything that must outlive the jump is in here. */
typedef struct png_decoding {
    png_structp png;
    png_infop info;
    media_input *input;
    const media_options *options;
    media_failure *failure;
    media_frame *frame;
    const char *ignored; /* for media_info */
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

static int is_chunk(const png_unknown_chunk *chunk, const char *name) {
    return memcmp(chunk->name, name, 4) == 0;
}

static uint32_t big_endian(const uint8_t *data) {
    return (uint32_t)data[0] << 24 | (uint32_t)data[1] << 16 | (uint32_t)data[2] << 8 | data[3];
}

/* Whether a profile's name, which comes first in iCCP, says that it is sRGB itself, as most are. */
static int is_srgb_profile(const png_unknown_chunk *chunk) {
    enum { LONGEST = 79 };
    char name[LONGEST + 1] = "";
    memcpy(name, chunk->data, chunk->size < LONGEST ? chunk->size : LONGEST);
    return strstr(name, "sRGB") != NULL;
}

static int is_srgb_gamma(const png_unknown_chunk *chunk) {
    uint32_t gamma = chunk->size == 4 ? big_endian(chunk->data) : 0; /* of 100000 */
    return gamma >= 45000 && gamma <= 46000;                         /* 1 / 2.2, more or less rounded */
}

/* What the chunks before the picture say: its colours and, in an animation, how many pictures there are. */
static void read_chunks(png_decoding *decoding) {
    static const uint8_t srgb_code_points[] = {1, 13, 0, 1};
    enum { NOTHING, GAMMA, PROFILE, SRGB, CODE_POINTS } found = NOTHING; /* each outdoes those before it */
    png_unknown_chunkp chunks = NULL;
    int count = png_get_unknown_chunks(decoding->png, decoding->info, &chunks);
    for (int i = 0; i < count; i++) {
        const png_unknown_chunk *chunk = &chunks[i];
        if (is_chunk(chunk, "acTL") && chunk->size >= 4 && big_endian(chunk->data) > 1) {
            failure_set(decoding->failure,
                "%s: holds more than one picture: it is an animation of %lu; extract them, with ffmpeg for example",
                input_name(decoding->input), (unsigned long)big_endian(chunk->data));
            png_error(decoding->png, "animation");
        } else if (is_chunk(chunk, "cICP")) {
            int srgb =
                chunk->size == sizeof srgb_code_points && memcmp(chunk->data, srgb_code_points, chunk->size) == 0;
            decoding->ignored = srgb ? NULL : "its colour description (cICP)";
            found = CODE_POINTS;
        } else if (is_chunk(chunk, "sRGB") && found < SRGB) {
            decoding->ignored = NULL;
            found = SRGB;
        } else if (is_chunk(chunk, "iCCP") && found < PROFILE) {
            decoding->ignored = is_srgb_profile(chunk) ? NULL : "its colour profile (iCCP)";
            found = PROFILE;
        } else if (is_chunk(chunk, "gAMA") && found < GAMMA) {
            decoding->ignored = is_srgb_gamma(chunk) ? NULL : "its gamma (gAMA)";
            found = GAMMA;
        }
    }
}

/* Other data behind the picture do not matter. */
static void refuse_second(png_decoding *decoding) {
    uint8_t head[8];
    ptrdiff_t got = input_read(decoding->input, head, sizeof head);
    if (got == sizeof head && png_sig_cmp(head, 0, sizeof head) == 0) {
        failure_set(decoding->failure,
            "%s: holds more than one picture: another PNG follows the first; "
            "give them as y4m or as single files",
            input_name(decoding->input));
        png_error(decoding->png, "a second picture");
    }
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
    /* But for these, whose bytes read_chunks() looks at. */
    static const png_byte kept[] = "acTL\0cICP\0gAMA\0iCCP\0sRGB";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, kept, sizeof kept / 5);
#endif
    /* source_size_allowed() has clearer words than libpng. */
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_read_info(png, decoding->info);
    png_uint_32 width = png_get_image_width(png, decoding->info);
    png_uint_32 height = png_get_image_height(png, decoding->info);
    if (!source_size_allowed(name, width, height, decoding->options, decoding->failure)) {
        return 0;
    }
    read_chunks(decoding);
    lk_format format = expand(png, decoding->info);
    decoding->frame = frame_create((int)width, (int)height, format, lk_color_default());
    if (!decoding->frame || !frame_allocate(decoding->frame)) {
        failure_set_memory(decoding->failure, name);
        return 0;
    }
    read_rows(decoding);
    refuse_second(decoding);
    return 1;
}

int image_decode_png(media_input *input, const media_options *options, media_failure *failure, image_found *result) {
    png_decoding decoding = {.input = input, .options = options, .failure = failure};
    int done = 0;
    decoding.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &decoding, on_error, on_warning);
    decoding.info = decoding.png ? png_create_info_struct(decoding.png) : NULL;
    if (!decoding.info) {
        failure_set_memory(failure, input_name(input));
    } else {
        done = decode(&decoding);
    }
    png_destroy_read_struct(&decoding.png, &decoding.info, NULL);
    if (!done) {
        media_frame_release(decoding.frame);
        return 0;
    }
    *result = (image_found){.frame = decoding.frame, .ignored = decoding.ignored};
    return 1;
}
