/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "support/picture.h"

#include "support/check.h"

static _Noreturn void give_up(const char *path, const char *why) {
    printf("%s: %s\n", path, why);
    exit(1);
}

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) {
        give_up("test picture", "out of memory");
    }
    return memory;
}

test_picture picture_make(int width, int height, lk_format format, int padding, int flipped) {
    test_picture p;
    lk_picture_default(&p.picture, LK_API_VERSION);
    p.picture.width = width;
    p.picture.height = height;
    p.picture.format = format;
    size_t start[4], size = 0;
    int planes = lk_format_planes(&format);
    for (int i = 0; i < planes; i++) {
        size_t stride = lk_format_row_bytes(&format, i, width) + (size_t)padding;
        size_t rows = (size_t)lk_format_rows(&format, i, height);
        start[i] = size + (flipped ? (rows - 1) * stride : 0);
        p.picture.stride[i] = flipped ? -(ptrdiff_t)stride : (ptrdiff_t)stride;
        size += rows * stride;
    }
    p.memory = allocate(size);
    for (int i = 0; i < planes; i++) {
        p.picture.plane[i] = (char *)p.memory + start[i];
    }
    return p;
}

void picture_free(test_picture *picture) {
    free(picture->memory);
    picture->memory = NULL;
}

/* ----------------------------------------------------------------------------------------------------- samples --- */

int picture_channels(const lk_format *format) {
    return (format->model == LK_MODEL_GRAY ? 1 : 3) + format->alpha;
}

static int is_chroma(const test_picture *p, int channel) {
    return p->picture.format.model == LK_MODEL_YUV && channel > 0;
}

int picture_channel_width(const test_picture *p, int channel) {
    int half = is_chroma(p, channel) && p->picture.format.chroma_w;
    return half ? (p->picture.width + 1) / 2 : p->picture.width;
}

int picture_channel_height(const test_picture *p, int channel) {
    int half = is_chroma(p, channel) && p->picture.format.chroma_h;
    return half ? (p->picture.height + 1) / 2 : p->picture.height;
}

static uint8_t *sample_at(const test_picture *p, int channel, int x, int y) {
    const lk_format *format = &p->picture.format;
    int plane = channel, place = x;
    if (format->layout == LK_LAYOUT_SEMIPLANAR && channel > 0) {
        plane = 1;
        place = 2 * x + channel - 1;
    } else if (format->layout == LK_LAYOUT_PACKED) {
        plane = 0;
        place = picture_channels(format) * x + channel;
    }
    uint8_t *first = (uint8_t *)p->memory + ((const uint8_t *)p->picture.plane[plane] - (const uint8_t *)p->memory);
    return first + y * p->picture.stride[plane] + place * (format->depth > 8 ? 2 : 1);
}

static int shift_of(const lk_format *format) {
    return format->high_bits ? 16 - format->depth : 0;
}

int picture_get(const test_picture *p, int channel, int x, int y) {
    const uint8_t *at = sample_at(p, channel, x, y);
    uint16_t wide;
    memcpy(&wide, at, p->picture.format.depth > 8 ? 2 : 0);
    return p->picture.format.depth > 8 ? wide >> shift_of(&p->picture.format) : *at;
}

void picture_set(test_picture *p, int channel, int x, int y, int value) {
    uint8_t *at = sample_at(p, channel, x, y);
    if (p->picture.format.depth > 8) {
        uint16_t wide = (uint16_t)(value << shift_of(&p->picture.format));
        memcpy(at, &wide, sizeof wide);
    } else {
        *at = (uint8_t)value;
    }
}

/* A hump in each unit of t, from additions and multiplications only: every machine must see the same samples. */
static double hump(double t) {
    t -= floor(t);
    return 4 * t * (1 - t);
}

void picture_fill(test_picture *p, int shape, int noise, double strength) {
    uint64_t state = 0x9E3779B97F4A7C15u * (uint64_t)(noise + 1);
    double most = (double)((1 << p->picture.format.depth) - 1);
    for (int c = 0; c < picture_channels(&p->picture.format); c++) {
        int width = picture_channel_width(p, c), height = picture_channel_height(p, c);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double u = (double)x / width, v = (double)y / height;
                double e =
                    0.1 + 0.4 * hump(1.5 * u + 0.3 * shape + 0.2 * c) + 0.4 * hump((1 + c) * v + 0.5 * shape * u);
                e += strength * (check_uniform(&state) - 0.5);
                e = e < 0 ? 0 : e > 1 ? 1 : e;
                picture_set(p, c, x, y, (int)lrint(e * most));
            }
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- formats --- */

lk_format format_rgb(lk_layout layout, int depth, int alpha) {
    return (lk_format){.model = LK_MODEL_RGB, .layout = layout, .depth = depth, .alpha = alpha};
}

lk_format format_gray(lk_layout layout, int depth, int alpha) {
    return (lk_format){.model = LK_MODEL_GRAY, .layout = layout, .depth = depth, .alpha = alpha};
}

lk_format format_semiplanar(int depth) {
    lk_format format = lk_format_yuv(420, depth);
    format.layout = LK_LAYOUT_SEMIPLANAR;
    format.high_bits = depth > 8;
    return format;
}

/* ------------------------------------------------------------------------------------------------------- files --- */

static FILE *open_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        give_up(path, "cannot be opened");
    }
    return file;
}

static void read_fully(FILE *file, const char *path, void *to, size_t size) {
    if (fread(to, 1, size, file) != size) {
        give_up(path, "too short");
    }
}

test_picture picture_read_pnm(const char *path) {
    FILE *file = open_file(path);
    int kind, width, height, channels, most, header = 0;
    if (fscanf(file, "P%d", &kind) != 1) {
        kind = 0;
    }
    if (kind == 7) {
        header = fscanf(
            file, " WIDTH %d HEIGHT %d DEPTH %d MAXVAL %d TUPLTYPE %*s ENDHDR", &width, &height, &channels, &most);
    } else if (kind == 5 || kind == 6) {
        channels = kind == 5 ? 1 : 3;
        header = 1 + fscanf(file, " %d %d %d", &width, &height, &most);
    }
    if (header != 4 || fgetc(file) != '\n' || channels < 1 || channels > 4 || (most != 255 && most != 65535)) {
        give_up(path, "not a Netpbm picture that the tests read");
    }
    int alpha = channels == 2 || channels == 4, depth = most == 255 ? 8 : 16;
    test_picture p = picture_make(width, height,
        channels > 2 ? format_rgb(LK_LAYOUT_PACKED, depth, alpha) : format_gray(LK_LAYOUT_PACKED, depth, alpha), 0, 0);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            for (int c = 0; c < channels; c++) {
                uint8_t bytes[2] = {0, 0};
                read_fully(file, path, bytes + (depth == 8), depth == 8 ? 1 : 2);
                picture_set(&p, c, x, y, bytes[0] << 8 | bytes[1]);
            }
        }
    }
    fclose(file);
    return p;
}

test_picture picture_read_yuv420(const char *path, int width, int height, int depth, int frame) {
    test_picture p = picture_make(width, height, lk_format_yuv(420, depth), 0, 0);
    const lk_format *format = &p.picture.format;
    size_t size = 0;
    for (int i = 0; i < 3; i++) {
        size += lk_format_row_bytes(format, i, width) * (size_t)lk_format_rows(format, i, height);
    }
    FILE *file = open_file(path);
    if (fseek(file, (long)size * frame, SEEK_SET) != 0) {
        give_up(path, "cannot be positioned");
    }
    read_fully(file, path, p.memory, size); /* little-endian, as are the machines that the tests know */
    fclose(file);
    return p;
}
