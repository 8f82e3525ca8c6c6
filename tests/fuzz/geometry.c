/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Whatever a caller says about scorers and pictures: the library refuses it with a sentence, or scores the pair and
 * reads nothing but the planes that were described, which are allocated to the byte. */

#include "target.h"

#include <liken/liken.h>
#include <math.h>
#include <string.h>

typedef struct bytes {
    const uint8_t *at, *end;
} bytes;

static unsigned next(bytes *b, unsigned limit) {
    return b->at < b->end ? *b->at++ % limit : 0;
}

#define PICK(bytes, values) (values)[next(bytes, sizeof(values) / sizeof *(values))]

static int next_side(bytes *b) {
    static const int odd[] = {-1, 0, 1, 7, 255, 65535, 65536, 0x7FFFFFFF};
    unsigned side = next(b, 80);
    return side < 72 ? (int)side + 1 : odd[side - 72];
}

/* Mostly formats that exist. */
static lk_format next_format(bytes *b) {
    lk_format f = {.model = (lk_model)next(b, 3), .layout = (lk_layout)next(b, 3), .depth = 8 + (int)next(b, 9)};
    if (f.model == LK_MODEL_YUV) {
        f.chroma_w = (int)next(b, 2);
        f.chroma_h = f.chroma_w && next(b, 2);
    } else {
        f.alpha = (int)next(b, 2);
    }
    f.high_bits = f.depth > 8 && next(b, 2);
    int *const field[] = {&f.depth, &f.high_bits, &f.chroma_w, &f.chroma_h, &f.alpha};
    if (next(b, 16) == 15) {
        static const int odd[] = {-1, 1, 2, 7, 17, 0x7FFFFFFF};
        *PICK(b, field) = PICK(b, odd);
    }
    return f;
}

static lk_color next_color(bytes *b) {
    static const int matrices[] = {2, 2, 0, 1, 5, 6, 9, 4, -1},
                     transfers[] = {2, 2, 1, 6, 8, 13, 14, 15, 16, 18, 256, 3};
    static const int primaries[] = {2, 2, 1, 5, 6, 7, 9, 12, 22};
    lk_color color;
    color.matrix = (lk_matrix)PICK(b, matrices);
    color.range = (lk_range)next(b, 4);
    color.transfer = (lk_transfer)PICK(b, transfers);
    color.primaries = (lk_primaries)PICK(b, primaries);
    color.chroma_location = (lk_chroma_location)next(b, 8);
    return color;
}

static lk_scorer_params next_params(bytes *b) {
    lk_scorer_params p;
    MUST(lk_scorer_params_default(&p, LK_API_VERSION) == LK_OK);
    p.width = next_side(b);
    p.height = next_side(b);
    p.reference = next_format(b);
    p.distorted = next(b, 2) ? next_format(b) : p.reference;
    p.reference_color = next_color(b);
    p.distorted_color = next(b, 2) ? next_color(b) : p.reference_color;
    p.profile = (lk_profile)next(b, 3);
    p.upsampling = (lk_upsampling)next(b, 3);
    p.all_norms = (int)next(b, 2);
    p.in_flight = (int)next(b, 4) - 1;
    p.device = (int)next(b, 4) - 2;
    p.version = next(b, 16) == 15 ? next(b, 3) : LK_API_VERSION;
    p.metrics = next(b, 16) == 15 ? next(b, 4) : LK_METRIC_SSIMULACRA2;
    p.backend = LK_BACKEND_CPU;
    p.threads = 1;
    p.max_memory = 64 << 20; /* large pictures are refused for it */
    return p;
}

/* What a plane of a format that exists takes, worked out here once more. 0: there is no such plane. */
static int plane_size(const lk_format *f, int plane, int width, int height, size_t *row, size_t *rows) {
    if (f->depth < 8 || f->depth > 16 || (unsigned)f->alpha > 1 || (unsigned)f->chroma_w > 1 ||
        (unsigned)f->chroma_h > 1 || width < 1 || height < 1 || width > 512 || height > 512) {
        return 0;
    }
    int yuv = f->model == LK_MODEL_YUV, channels = (f->model == LK_MODEL_GRAY ? 1 : 3) + f->alpha;
    int planes = f->layout == LK_LAYOUT_PACKED ? 1 : f->layout == LK_LAYOUT_SEMIPLANAR ? 2 : channels;
    int chroma = yuv && plane > 0;
    size_t columns = (size_t)(chroma && f->chroma_w ? (width + 1) / 2 : width);
    size_t in_turn = f->layout == LK_LAYOUT_PACKED                 ? (size_t)channels
                     : f->layout == LK_LAYOUT_SEMIPLANAR && chroma ? 2
                                                                   : 1;
    *row = columns * in_turn * (f->depth > 8 ? 2 : 1);
    *rows = (size_t)(chroma && f->chroma_h ? (height + 1) / 2 : height);
    return plane < planes;
}

typedef struct pictures {
    lk_picture picture;
    uint8_t *memory[4];
} pictures;

/* A picture as the scorer wants it, but for what the bytes change. */
static pictures next_picture(bytes *b, int width, int height, lk_format format) {
    pictures p = {0};
    MUST(lk_picture_default(&p.picture, LK_API_VERSION) == LK_OK);
    p.picture.width = next(b, 32) == 31 ? next_side(b) : width;
    p.picture.height = next(b, 32) == 31 ? next_side(b) : height;
    p.picture.format = next(b, 32) == 31 ? next_format(b) : format;
    if (next(b, 16) == 15) {
        p.picture.color = next_color(b);
    }
    p.picture.version = next(b, 32) == 31 ? next(b, 3) : LK_API_VERSION;
    p.picture.memory = next(b, 32) == 31 ? (lk_memory)next(b, 4) : LK_MEMORY_HOST;
    for (int i = 0; i < 4; i++) {
        size_t row = 1, rows = 1, size = 1, padding = next(b, 40), start = 0;
        static const ptrdiff_t odd[] = {0, 1, -1, PTRDIFF_MIN, PTRDIFF_MAX, PTRDIFF_MAX / 2, PTRDIFF_MIN + 2};
        unsigned kind = next(b, 64);
        if (plane_size(&p.picture.format, i, p.picture.width, p.picture.height, &row, &rows)) {
            size_t stride = kind == 61 ? row - 1 : row + padding;
            p.picture.stride[i] = kind % 2 ? -(ptrdiff_t)stride : (ptrdiff_t)stride;
            size = (rows - 1) * stride + row;
            start = kind % 2 ? (rows - 1) * stride : 0;
        }
        if (kind == 62) {
            p.picture.stride[i] = PICK(b, odd); /* nothing that exists has rows so far apart, or so near */
        }
        p.memory[i] = malloc(size + (kind == 60)); /* not aligned to two bytes, in that case */
        MUST(p.memory[i]);
        for (size_t k = 0; k < size + (kind == 60); k++) {
            p.memory[i][k] = (uint8_t)(b->at < b->end ? b->at[k % (size_t)(b->end - b->at)] + k / 7 : 31 * k);
        }
        p.picture.plane[i] = kind == 63 ? NULL : p.memory[i] + start + (kind == 60);
    }
    return p;
}

static void score(lk_scorer *scorer, const lk_picture *reference, const lk_picture *distorted) {
    lk_result result;
    lk_status status = lk_scorer_submit(scorer, reference, distorted, NULL);
    if (status != LK_OK) {
        MUST(lk_status_fault(status) == LK_FAULT_CALLER && lk_scorer_error(scorer)[0]);
        MUST(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_EMPTY);
        return;
    }
    MUST(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_OK);
    MUST(result.status == LK_OK && isfinite(result.ssimulacra2) && result.ssimulacra2 <= 100);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes b = {data, data + size};
    lk_context *context;
    lk_scorer *scorer;
    lk_scorer_params params = next_params(&b);
    MUST(lk_context_create(&context) == LK_OK);
    if (lk_scorer_create(context, &params, &scorer) != LK_OK) {
        MUST(!scorer && lk_context_error(context)[0]);
    } else {
        pictures reference = next_picture(&b, params.width, params.height, params.reference);
        pictures distorted = next_picture(&b, params.width, params.height, params.distorted);
        score(scorer, &reference.picture, &distorted.picture);
        lk_scorer_destroy(&scorer);
        for (int i = 0; i < 4; i++) {
            free(reference.memory[i]);
            free(distorted.memory[i]);
        }
    }
    lk_context_destroy(&context);
    return 0;
}
