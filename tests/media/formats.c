/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Pixel formats: raw video whose bytes are laid out here, by a table that owes nothing to FFmpeg's, must come out with
 * the same samples in the same channels. Formats that cannot must be refused with a helpful sentence. */

#include "media_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 14, HEIGHT = 6, FRAMES = 2, MOST = 1 << 16 };

typedef enum arrangement { PLANAR, SEMIPLANAR, PACKED, WORDS, YUYV, BITS } arrangement;

typedef struct layout {
    const char *name;
    lk_model model;
    arrangement arrangement;
    const char *order; /* PLANAR, PACKED, YUYV: which channel comes when, 'x' for padding; WORDS: from the high bits */
    int depth;
    int shift; /* within 16 bits */
    int big_endian;
    int chroma_w, chroma_h;
    int alpha;  /* the library keeps it */
    int direct; /* the planes must not be copied: strides may show FFmpeg's alignment only */
} layout;

static const layout layouts[] = {
    {"yuv420p", LK_MODEL_YUV, PLANAR, "012", 8, 0, 0, 1, 1, 0, 1},
    {"yuv422p", LK_MODEL_YUV, PLANAR, "012", 8, 0, 0, 1, 0, 0, 1},
    {"yuv444p", LK_MODEL_YUV, PLANAR, "012", 8, 0, 0, 0, 0, 0, 1},
    {"yuvj420p", LK_MODEL_YUV, PLANAR, "012", 8, 0, 0, 1, 1, 0, 1},
    {"yuv420p9le", LK_MODEL_YUV, PLANAR, "012", 9, 0, 0, 1, 1, 0, 1},
    {"yuv420p10le", LK_MODEL_YUV, PLANAR, "012", 10, 0, 0, 1, 1, 0, 1},
    {"yuv422p12le", LK_MODEL_YUV, PLANAR, "012", 12, 0, 0, 1, 0, 0, 1},
    {"yuv444p14le", LK_MODEL_YUV, PLANAR, "012", 14, 0, 0, 0, 0, 0, 1},
    {"yuv444p16le", LK_MODEL_YUV, PLANAR, "012", 16, 0, 0, 0, 0, 0, 1},
    {"yuv420p10be", LK_MODEL_YUV, PLANAR, "012", 10, 0, 1, 1, 1, 0, 0},
    {"yuv422p16be", LK_MODEL_YUV, PLANAR, "012", 16, 0, 1, 1, 0, 0, 0},
    {"nv12", LK_MODEL_YUV, SEMIPLANAR, "12", 8, 0, 0, 1, 1, 0, 1},
    {"nv21", LK_MODEL_YUV, SEMIPLANAR, "21", 8, 0, 0, 1, 1, 0, 0},
    {"nv16", LK_MODEL_YUV, SEMIPLANAR, "12", 8, 0, 0, 1, 0, 0, 1},
    {"nv24", LK_MODEL_YUV, SEMIPLANAR, "12", 8, 0, 0, 0, 0, 0, 1},
    {"nv42", LK_MODEL_YUV, SEMIPLANAR, "21", 8, 0, 0, 0, 0, 0, 0},
    {"nv20le", LK_MODEL_YUV, SEMIPLANAR, "12", 10, 0, 0, 1, 0, 0, 1},
    {"p010le", LK_MODEL_YUV, SEMIPLANAR, "12", 10, 6, 0, 1, 1, 0, 1},
    {"p010be", LK_MODEL_YUV, SEMIPLANAR, "12", 10, 6, 1, 1, 1, 0, 0},
    {"p016le", LK_MODEL_YUV, SEMIPLANAR, "12", 16, 0, 0, 1, 1, 0, 1},
    {"p210le", LK_MODEL_YUV, SEMIPLANAR, "12", 10, 6, 0, 1, 0, 0, 1},
    {"p416le", LK_MODEL_YUV, SEMIPLANAR, "12", 16, 0, 0, 0, 0, 0, 1},
    {"yuyv422", LK_MODEL_YUV, YUYV, "0102", 8, 0, 0, 1, 0, 0, 0},
    {"uyvy422", LK_MODEL_YUV, YUYV, "1020", 8, 0, 0, 1, 0, 0, 0},
    {"yvyu422", LK_MODEL_YUV, YUYV, "0201", 8, 0, 0, 1, 0, 0, 0},
    {"y210le", LK_MODEL_YUV, YUYV, "0102", 10, 6, 0, 1, 0, 0, 0},
    {"gray", LK_MODEL_GRAY, PLANAR, "0", 8, 0, 0, 0, 0, 0, 1},
    {"gray10le", LK_MODEL_GRAY, PLANAR, "0", 10, 0, 0, 0, 0, 0, 1},
    {"gray12le", LK_MODEL_GRAY, PLANAR, "0", 12, 0, 0, 0, 0, 0, 1},
    {"gray16le", LK_MODEL_GRAY, PLANAR, "0", 16, 0, 0, 0, 0, 0, 1},
    {"gray16be", LK_MODEL_GRAY, PLANAR, "0", 16, 0, 1, 0, 0, 0, 0},
    {"ya8", LK_MODEL_GRAY, PACKED, "01", 8, 0, 0, 0, 0, 1, 1},
    {"ya16be", LK_MODEL_GRAY, PACKED, "01", 16, 0, 1, 0, 0, 1, 0},
    {"monow", LK_MODEL_GRAY, BITS, "1", 8, 0, 0, 0, 0, 0, 0},
    {"monob", LK_MODEL_GRAY, BITS, "0", 8, 0, 0, 0, 0, 0, 0},
    {"rgb24", LK_MODEL_RGB, PACKED, "012", 8, 0, 0, 0, 0, 0, 1},
    {"bgr24", LK_MODEL_RGB, PACKED, "210", 8, 0, 0, 0, 0, 0, 0},
    {"rgba", LK_MODEL_RGB, PACKED, "0123", 8, 0, 0, 0, 0, 1, 1},
    {"bgra", LK_MODEL_RGB, PACKED, "2103", 8, 0, 0, 0, 0, 1, 0},
    {"argb", LK_MODEL_RGB, PACKED, "3012", 8, 0, 0, 0, 0, 1, 0},
    {"rgb0", LK_MODEL_RGB, PACKED, "012x", 8, 0, 0, 0, 0, 0, 0},
    {"0bgr", LK_MODEL_RGB, PACKED, "x210", 8, 0, 0, 0, 0, 0, 0},
    {"rgb48le", LK_MODEL_RGB, PACKED, "012", 16, 0, 0, 0, 0, 0, 1},
    {"rgb48be", LK_MODEL_RGB, PACKED, "012", 16, 0, 1, 0, 0, 0, 0},
    {"bgra64le", LK_MODEL_RGB, PACKED, "2103", 16, 0, 0, 0, 0, 1, 0},
    {"rgba64le", LK_MODEL_RGB, PACKED, "0123", 16, 0, 0, 0, 0, 1, 1},
    {"x2rgb10le", LK_MODEL_RGB, WORDS, "012", 10, 0, 0, 0, 0, 0, 0},
    {"gbrp", LK_MODEL_RGB, PLANAR, "120", 8, 0, 0, 0, 0, 0, 1},
    {"gbrp10le", LK_MODEL_RGB, PLANAR, "120", 10, 0, 0, 0, 0, 0, 1},
    {"gbrp16le", LK_MODEL_RGB, PLANAR, "120", 16, 0, 0, 0, 0, 0, 1},
    {"gbrp12be", LK_MODEL_RGB, PLANAR, "120", 12, 0, 1, 0, 0, 0, 0},
    {"gbrap", LK_MODEL_RGB, PLANAR, "1203", 8, 0, 0, 0, 0, 1, 1},
    {"gbrap16le", LK_MODEL_RGB, PLANAR, "1203", 16, 0, 0, 0, 0, 1, 1},
    {"yuva420p", LK_MODEL_YUV, PLANAR, "0123", 8, 0, 0, 1, 1, 0, 1},
    {"yuva444p10le", LK_MODEL_YUV, PLANAR, "0123", 10, 0, 0, 0, 0, 0, 1},
};

/* One bit of a monochrome picture is black or white: the value that it comes out with. */
static int value_of(const layout *l, int frame, int channel, int x, int y) {
    uint64_t seed = (uint64_t)(((frame * 5 + channel) * 1000 + y) * 1000 + x);
    random_next(&seed);
    uint32_t random = random_next(&seed);
    int most = (1 << l->depth) - 1;
    if (l->arrangement == BITS) {
        return random & 1 ? most : 0;
    }
    if (channel == 3 && l->model == LK_MODEL_YUV) {
        return most;
    }
    return (int)random & most;
}

static int columns(const layout *l, int channel) {
    int chroma = l->model == LK_MODEL_YUV && (channel == 1 || channel == 2);
    return chroma ? (WIDTH + l->chroma_w) >> l->chroma_w : WIDTH;
}

static int rows(const layout *l, int channel) {
    int chroma = l->model == LK_MODEL_YUV && (channel == 1 || channel == 2);
    return chroma ? (HEIGHT + l->chroma_h) >> l->chroma_h : HEIGHT;
}

static uint8_t *put(uint8_t *to, const layout *l, int value) {
    int stored = value << l->shift;
    if (l->depth == 8) {
        *to++ = (uint8_t)stored;
    } else {
        to[l->big_endian] = (uint8_t)stored;
        to[!l->big_endian] = (uint8_t)(stored >> 8);
        to += 2;
    }
    return to;
}

static uint8_t *put_channel(uint8_t *to, const layout *l, int frame, int channel) {
    for (int y = 0; y < rows(l, channel); y++) {
        for (int x = 0; x < columns(l, channel); x++) {
            to = put(to, l, value_of(l, frame, channel, x, y));
        }
    }
    return to;
}

/* Several channels in turn, as the order says. */
static uint8_t *put_interleaved(uint8_t *to, const layout *l, int frame, int first_channel) {
    for (int y = 0; y < rows(l, first_channel); y++) {
        for (int x = 0; x < columns(l, first_channel); x++) {
            for (const char *c = l->order; *c; c++) {
                to = put(to, l, *c == 'x' ? 0x55 : value_of(l, frame, *c - '0', x, y));
            }
        }
    }
    return to;
}

static uint8_t *put_words(uint8_t *to, const layout *l, int frame) {
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t word = 3;
            for (const char *c = l->order; *c; c++) {
                word = word << l->depth | (uint32_t)value_of(l, frame, *c - '0', x, y);
            }
            for (int i = 0; i < 4; i++) {
                *to++ = (uint8_t)(word >> (8 * i));
            }
        }
    }
    return to;
}

static uint8_t *put_yuyv(uint8_t *to, const layout *l, int frame) {
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x += 2) {
            int luma = 0;
            for (const char *c = l->order; *c; c++) {
                to = *c == '0' ? put(to, l, value_of(l, frame, 0, x + luma++, y))
                               : put(to, l, value_of(l, frame, *c - '0', x / 2, y));
            }
        }
    }
    return to;
}

/* Eight columns a byte, the first one in the high bit. order says which bit is black. */
static uint8_t *put_bits(uint8_t *to, const layout *l, int frame) {
    int black = l->order[0] - '0';
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int bit = value_of(l, frame, 0, x, y) ? !black : black;
            to[x / 8] = (uint8_t)((x % 8 ? to[x / 8] : 0) | bit << (7 - x % 8));
        }
        to += (WIDTH + 7) / 8;
    }
    return to;
}

static uint8_t *put_frame(uint8_t *to, const layout *l, int frame) {
    switch (l->arrangement) {
    case PLANAR:
        for (const char *c = l->order; *c; c++) {
            to = put_channel(to, l, frame, *c - '0');
        }
        return to;
    case SEMIPLANAR: return put_interleaved(put_channel(to, l, frame, 0), l, frame, 1);
    case PACKED: return put_interleaved(to, l, frame, 0);
    case WORDS: return put_words(to, l, frame);
    case YUYV: return put_yuyv(to, l, frame);
    case BITS: return put_bits(to, l, frame);
    }
    return to;
}

static void check_frame(const layout *l, int number, const media_frame *frame) {
    const lk_picture *p = &frame->picture;
    const lk_format *f = &p->format;
    CHECK(p->width == WIDTH && p->height == HEIGHT, "%s: %d x %d", l->name, p->width, p->height);
    CHECK(f->model == l->model && f->depth == l->depth && f->chroma_w == l->chroma_w && f->chroma_h == l->chroma_h &&
              f->alpha == l->alpha && lk_format_check(f) == LK_OK,
        "%s: model %d, depth %d, chroma %d %d, alpha %d", l->name, (int)f->model, f->depth, f->chroma_w, f->chroma_h,
        f->alpha);
    if (f->model != l->model) {
        return;
    }
    for (int c = 0; c < channel_count(f); c++) {
        for (int y = 0; y < rows(l, c); y++) {
            for (int x = 0; x < columns(l, c); x++) {
                int got = sample(p, c, x, y);
                int expected = value_of(l, number, c, x, y);
                CHECK(got == expected, "%s, frame %d: channel %d at %d, %d: %d, not %d", l->name, number, c, x, y, got,
                    expected);
            }
        }
    }
    int apart = f->layout == LK_LAYOUT_PLANAR && l->arrangement != PLANAR;
    CHECK(!(l->direct && apart), "%s: copied into planes without need", l->name);
}

static void check_layout(const layout *l, uint8_t *data) {
    media_failure failure = {""};
    const media_options options = {.raw_width = WIDTH, .raw_height = HEIGHT, .raw_format = l->name, .raw_rate = 50};
    uint8_t *end = data;
    for (int i = 0; i < FRAMES; i++) {
        end = put_frame(end, l, i);
    }
    size_t size = (size_t)(end - data);
    media_source *source = source_open_input(input_memory("raw", data, size, &failure), &options, &failure);
    CHECK(source, "%s: %s", l->name, failure.text);
    if (!source) {
        return;
    }
    CHECK(source->info.frames == FRAMES && source->info.rate == 50 && !source->info.still, "%s: %lld frames", l->name,
        (long long)source->info.frames);
    int is_full = source->info.color.range == LK_RANGE_FULL;
    CHECK(is_full == (strncmp(l->name, "yuvj", 4) == 0), "%s: range %d", l->name, (int)source->info.color.range);
    for (int i = 0; i < FRAMES; i++) {
        media_frame *frame = NULL;
        media_status status = source->next(source, &frame);
        CHECK(status == MEDIA_FRAME, "%s, frame %d: %s", l->name, i, failure.text);
        if (status == MEDIA_FRAME) {
            CHECK(frame->index == i && frame->time == i / 50.0, "%s: time %g of frame %d", l->name, frame->time, i);
            check_frame(l, i, frame);
        }
        media_frame_release(frame);
    }
    media_frame *frame = NULL;
    CHECK(source->next(source, &frame) == MEDIA_END, "%s: no end", l->name);
    source_close(source);
    char error[512];
    CHECK(read_memory("raw", data, size - 1, &options, error, sizeof error, NULL) == -1 && strstr(error, "left over"),
        "%s, a byte short: %s", l->name, error);
}

/* Alpha of YUV may be dropped only where it says nothing. */
static void check_transparent(uint8_t *data) {
    char error[512];
    const media_options options = {.raw_width = WIDTH, .raw_height = HEIGHT, .raw_format = "yuva420p"};
    size_t size = WIDTH * HEIGHT * 5 / 2;
    memset(data, 0xFF, 2 * size);
    data[2 * size - 1] = 0xFE;
    CHECK(read_memory("raw", data, 2 * size, &options, error, sizeof error, NULL) == 1 && strstr(error, "transparent"),
        "transparent yuva420p: %s", error);
}

static void check_refused(uint8_t *data) {
    static const char *const names[] = {"yuv410p", "yuv411p", "yuv440p", "rgb565le", "rgb4", "xyz12le", "bayer_rggb8",
        "gbrpf32le", "grayf32le", "vaapi", "uyyvyy411", "bgr8"};
    char error[512];
    memset(data, 0, MOST);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const media_options options = {.raw_width = 16, .raw_height = 16, .raw_format = names[i]};
        /* A whole number of frames of each of them. */
        int64_t count = read_memory("raw", data, 16 * 16 * 36, &options, error, sizeof error, NULL);
        CHECK(count == -1 && strstr(error, names[i]), "%s: %lld frames, \"%s\"", names[i], (long long)count, error);
    }
    const media_options unknown = {.raw_width = 16, .raw_height = 16, .raw_format = "yuv421p"};
    CHECK(read_memory("raw", data, 512, &unknown, error, sizeof error, NULL) == -1 && strstr(error, "yuv421p"),
        "unknown format: %s", error);
    const media_options large = {.raw_width = 65536, .raw_height = 16, .raw_format = "gray"};
    CHECK(read_memory("raw", data, 512, &large, error, sizeof error, NULL) == -1 && strstr(error, "65535"),
        "large size: %s", error);
}

int main(void) {
    uint8_t *data = malloc(MOST);
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        check_layout(&layouts[i], data);
    }
    check_transparent(data);
    check_refused(data);
    free(data);
    return check_result();
}
