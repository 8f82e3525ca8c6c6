/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* PNG: every kind of sample against values worked out here; every cut and every flipped bit must be noticed. */

#include "media_test.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 13, HEIGHT = 11, MOST = 1 << 16 };

typedef struct kind {
    const char *name;
    int color_type;
    int depth;
    int transparency; /* 1: a tRNS chunk */
    const char *pixel_format;
} kind;

typedef struct memory {
    uint8_t data[MOST];
    size_t size;
} memory;

static void on_write(png_structp png, png_bytep data, size_t size) {
    memory *m = png_get_io_ptr(png);
    if (m->size + size > MOST) {
        png_error(png, "too large");
    }
    memcpy(m->data + m->size, data, size);
    m->size += size;
}

static void on_flush(png_structp png) {
    (void)png;
}

static const int key = 1; /* the transparent grey; the transparent RGB is key, key, key */

static int file_channels(const kind *k) {
    int color = k->color_type;
    if (color & PNG_COLOR_MASK_PALETTE) {
        return 1;
    }
    return (color & PNG_COLOR_MASK_COLOR ? 3 : 1) + (color & PNG_COLOR_MASK_ALPHA ? 1 : 0);
}

/* What is written: small values often, so that the transparent one occurs. */
static int written(const kind *k, int channel, int x, int y) {
    uint64_t seed = (uint64_t)(y * WIDTH + x);
    random_next(&seed);
    if (x % 3 == 0) {
        return key;
    }
    seed += (uint64_t)channel * 77;
    return (int)(random_next(&seed) & ((1u << k->depth) - 1));
}

static int palette_value(int index, int channel) {
    return (index * 37 + channel * 101 + 5) & 0xFF;
}

/* What must come out. */
static int expected(const kind *k, int channel, int x, int y) {
    int palette = (k->color_type & PNG_COLOR_MASK_PALETTE) != 0;
    int colors = k->color_type & PNG_COLOR_MASK_COLOR ? 3 : 1;
    int most = (1 << (k->depth == 16 ? 16 : 8)) - 1;
    if (palette) {
        int index = written(k, 0, x, y);
        return channel < 3 ? palette_value(index, channel) : index < 2 ? 10 + index : most;
    }
    if (channel < file_channels(k)) {
        return k->depth < 8 ? written(k, channel, x, y) * 255 / ((1 << k->depth) - 1) : written(k, channel, x, y);
    }
    int is_key = 1;
    for (int c = 0; c < colors; c++) {
        is_key = is_key && written(k, c, x, y) == key;
    }
    return is_key ? 0 : most;
}

static void write_png(const kind *k, int interlaced, memory *m) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_color colors[256];
    png_byte alpha[2] = {10, 11};
    png_color_16 transparent = {.gray = 1, .red = 1, .green = 1, .blue = 1};
    static uint8_t rows[HEIGHT][WIDTH * 8];
    png_bytep pointers[HEIGHT];
    m->size = 0;
    if (setjmp(png_jmpbuf(png))) {
        CHECK(0, "libpng cannot write %s", k->name);
        png_destroy_write_struct(&png, &info);
        return;
    }
    png_set_write_fn(png, m, on_write, on_flush);
    png_set_IHDR(png, info, WIDTH, HEIGHT, k->depth, k->color_type,
        interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (k->color_type & PNG_COLOR_MASK_PALETTE) {
        for (int i = 0; i < 1 << k->depth; i++) {
            colors[i] = (png_color){
                (png_byte)palette_value(i, 0), (png_byte)palette_value(i, 1), (png_byte)palette_value(i, 2)};
        }
        png_set_PLTE(png, info, colors, 1 << k->depth);
    }
    if (k->transparency) {
        png_set_tRNS(png, info, alpha, k->color_type & PNG_COLOR_MASK_PALETTE ? 2 : 0, &transparent);
    }
    png_set_gAMA(png, info, 1.0); /* must be passed over */
    png_write_info(png, info);
    png_set_packing(png); /* a byte a sample below 8 bits */
    int bytes = k->depth == 16 ? 2 : 1;
    for (int y = 0; y < HEIGHT; y++) {
        uint8_t *to = pointers[y] = rows[y];
        for (int x = 0; x < WIDTH; x++) {
            for (int c = 0; c < file_channels(k); c++) {
                int value = written(k, c, x, y);
                if (bytes == 2) {
                    *to++ = (uint8_t)(value >> 8);
                }
                *to++ = (uint8_t)value;
            }
        }
    }
    png_write_image(png, pointers);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
}

static void check_samples(const kind *k, int interlaced, const memory *m) {
    media_failure failure = {""};
    const media_options options = {0};
    media_source *source = source_open_input(input_memory(k->name, m->data, m->size, &failure), &options, &failure);
    CHECK(source, "%s, interlaced %d: %s", k->name, interlaced, failure.text);
    if (!source) {
        return;
    }
    media_frame *frame = NULL;
    CHECK(source->next(source, &frame) == MEDIA_FRAME, "%s: %s", k->name, failure.text);
    const lk_picture *p = &frame->picture;
    int wide = k->depth == 16;
    CHECK(p->width == WIDTH && p->height == HEIGHT && p->format.depth == (wide ? 16 : 8), "%s: %d x %d, depth %d",
        k->name, p->width, p->height, p->format.depth);
    CHECK(strcmp(source->info.pixel_format, k->pixel_format) == 0, "%s: %s", k->name, source->info.pixel_format);
    CHECK(source->info.ignored && strstr(source->info.ignored, "gAMA"), "%s: its gamma is not mentioned", k->name);
    CHECK(lk_format_check(&p->format) == LK_OK && source->info.still, "%s: format", k->name);
    int alpha = k->transparency || k->color_type & PNG_COLOR_MASK_ALPHA;
    CHECK(p->format.alpha == (alpha != 0), "%s: alpha %d", k->name, p->format.alpha);
    for (int c = 0; c < channel_count(&p->format); c++) {
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int got = sample(p, c, x, y);
                CHECK(got == expected(k, c, x, y), "%s, interlaced %d: channel %d at %d, %d: %d, not %d", k->name,
                    interlaced, c, x, y, got, expected(k, c, x, y));
            }
        }
    }
    media_frame_release(frame);
    CHECK(source->next(source, &frame) == MEDIA_END, "%s: more than one picture", k->name);
    source_close(source);
}

/* Nothing that is not the whole, unchanged file may give a picture. What follows the file does not matter. */
static void check_damage(const kind *k, memory *m) {
    char error[512];
    for (size_t cut = 1; cut < m->size; cut++) {
        int64_t count = read_memory("cut", m->data, cut, NULL, error, sizeof error, NULL);
        CHECK(count == -1, "%s cut after %zu of %zu bytes gives a picture", k->name, cut, m->size);
    }
    for (size_t bit = 0; bit < m->size * 8; bit++) {
        m->data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        int64_t count = read_memory("flipped", m->data, m->size, NULL, error, sizeof error, NULL);
        CHECK(count == -1, "%s with bit %zu flipped gives a picture", k->name, bit);
        m->data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    memset(m->data + m->size, 0x5A, 100);
    CHECK(read_memory("garbage behind", m->data, m->size + 100, NULL, error, sizeof error, NULL) == 1, "%s: %s",
        k->name, error);
    memcpy(m->data + m->size, m->data, m->size);
    CHECK(read_memory("doubled", m->data, m->size * 2, NULL, error, sizeof error, NULL) == -1 &&
              strstr(error, "more than one picture"),
        "%s doubled: %s", k->name, error);
}

/* The picture with one more chunk, in place of its gamma. */
static void check_chunk(const memory *m, const char *name, const char *data, size_t size, const char *ignored) {
    enum { HEAD = 33, GAMMA = 16 };
    static memory with;
    char error[512] = "";
    with.size = 0;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_set_write_fn(png, &with, on_write, on_flush);
    png_write_chunk(png, (png_const_bytep)name, (png_const_bytep)data, size);
    png_destroy_write_struct(&png, NULL);
    memmove(with.data + HEAD, with.data, with.size);
    memcpy(with.data, m->data, HEAD);
    memcpy(with.data + HEAD + with.size, m->data + HEAD + GAMMA, m->size - HEAD - GAMMA);
    file_write(file_path("chunk.png"), with.data, m->size + with.size - GAMMA);
    media_reader *reader = media_open(file_path("chunk.png"), NULL, error, sizeof error);
    const char *got = reader ? media_reader_info(reader)->ignored : error;
    CHECK(ignored ? got && strstr(got, ignored) : !got, "%s: %s", name, got ? got : "nothing");
    media_close(&reader);
}

static void check_chunks(const memory *m) {
    check_chunk(m, "gAMA", "\0\0\xB1\x8F", 4, NULL);
    check_chunk(m, "gAMA", "\0\1\x86\xA0", 4, "gAMA");
    check_chunk(m, "iCCP", "Display P3\0\0x", 13, "iCCP");
    check_chunk(m, "iCCP", "sRGB IEC61966-2.1\0\0x", 20, NULL);
    check_chunk(m, "cICP", "\x09\x10\0\1", 4, "cICP");
    check_chunk(m, "cICP", "\1\x0D\0\1", 4, NULL);
    check_chunk(m, "acTL", "\0\0\0\3\0\0\0\0", 8, "more than one picture");
    check_chunk(m, "acTL", "\0\0\0\1\0\0\0\0", 8, NULL);
}

static void check_limits(memory *m) {
    char error[512];
    const media_options small = {.max_pixels = WIDTH * HEIGHT - 1};
    CHECK(read_memory("large", m->data, m->size, &small, error, sizeof error, NULL) == -1 && strstr(error, "13 x 11"),
        "max_pixels: %s", error);
    /* 0x7FFFFFFF columns, with a right checksum. */
    uint8_t head[33];
    memcpy(head, m->data, sizeof head);
    memcpy(head + 16, "\x7F\xFF\xFF\xFF", 4);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    static memory huge;
    huge.size = 0;
    png_set_write_fn(png, &huge, on_write, on_flush);
    png_write_chunk(png, (png_const_bytep) "IHDR", head + 16, 13);
    png_destroy_write_struct(&png, NULL);
    memmove(huge.data + 8, huge.data, huge.size);
    memcpy(huge.data, m->data, 8);
    memcpy(huge.data + 33, m->data + 33, m->size - 33);
    CHECK(read_memory("huge", huge.data, m->size, NULL, error, sizeof error, NULL) == -1 && strstr(error, "65535"),
        "huge: %s", error);
}

int main(void) {
    static const kind kinds[] = {
        {"grey 1", PNG_COLOR_TYPE_GRAY, 1, 0, "gray"},
        {"grey 2", PNG_COLOR_TYPE_GRAY, 2, 0, "gray"},
        {"grey 4", PNG_COLOR_TYPE_GRAY, 4, 0, "gray"},
        {"grey 8", PNG_COLOR_TYPE_GRAY, 8, 0, "gray"},
        {"grey 16", PNG_COLOR_TYPE_GRAY, 16, 0, "gray16"},
        {"grey 2 with a transparent value", PNG_COLOR_TYPE_GRAY, 2, 1, "ya8"},
        {"grey 8 with a transparent value", PNG_COLOR_TYPE_GRAY, 8, 1, "ya8"},
        {"grey 16 with a transparent value", PNG_COLOR_TYPE_GRAY, 16, 1, "ya16"},
        {"grey 8 with alpha", PNG_COLOR_TYPE_GRAY_ALPHA, 8, 0, "ya8"},
        {"grey 16 with alpha", PNG_COLOR_TYPE_GRAY_ALPHA, 16, 0, "ya16"},
        {"palette 1", PNG_COLOR_TYPE_PALETTE, 1, 0, "rgb24"},
        {"palette 2", PNG_COLOR_TYPE_PALETTE, 2, 0, "rgb24"},
        {"palette 4", PNG_COLOR_TYPE_PALETTE, 4, 0, "rgb24"},
        {"palette 8", PNG_COLOR_TYPE_PALETTE, 8, 0, "rgb24"},
        {"palette 4 with alpha", PNG_COLOR_TYPE_PALETTE, 4, 1, "rgba"},
        {"palette 8 with alpha", PNG_COLOR_TYPE_PALETTE, 8, 1, "rgba"},
        {"rgb 8", PNG_COLOR_TYPE_RGB, 8, 0, "rgb24"},
        {"rgb 16", PNG_COLOR_TYPE_RGB, 16, 0, "rgb48"},
        {"rgb 8 with a transparent colour", PNG_COLOR_TYPE_RGB, 8, 1, "rgba"},
        {"rgb 16 with a transparent colour", PNG_COLOR_TYPE_RGB, 16, 1, "rgba64"},
        {"rgba 8", PNG_COLOR_TYPE_RGBA, 8, 0, "rgba"},
        {"rgba 16", PNG_COLOR_TYPE_RGBA, 16, 0, "rgba64"},
    };
    static memory m;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (int interlaced = 0; interlaced < 2; interlaced++) {
            write_png(&kinds[i], interlaced, &m);
            check_samples(&kinds[i], interlaced, &m);
        }
        if (i % 7 == 6) {
            check_damage(&kinds[i], &m);
        }
    }
    check_chunks(&m);
    check_limits(&m);
    return check_result();
}
