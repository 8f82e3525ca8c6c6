/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Samples taken along each side of a cell. */
enum { STEPS = 8 };

/* How far apart the frames on both sides of a cut are at least, as a share of white ... */
static const float cut_distance = 0.02F;

/* ... and in relation to the motion within either side. */
static const float cut_ratio = 2;

/* Frames from one cut to the next at least: of a strobe light, the first flash may be one. */
enum { SCENE_MIN = 6 };

/* The samples that stand for brightness: luma, or green. */
typedef struct luma {
    const unsigned char *first;
    ptrdiff_t row;
    ptrdiff_t column;
    int wide; /* two bytes a sample */
    int shift;
    float scale;
} luma;

static luma find_luma(const lk_picture *p) {
    const lk_format *f = &p->format;
    int rgb = f->model == LK_MODEL_RGB;
    int packed = f->layout == LK_LAYOUT_PACKED;
    int bytes = f->depth > 8 ? 2 : 1;
    int plane = rgb && !packed ? 1 : 0;
    int channels = packed ? (rgb ? 3 : 1) + f->alpha : 1;
    return (luma){
        .first = (const unsigned char *)p->plane[plane] + (rgb && packed ? bytes : 0),
        .row = p->stride[plane],
        .column = (ptrdiff_t)channels * bytes,
        .wide = bytes == 2,
        .shift = f->high_bits ? 16 - f->depth : 0,
        .scale = 1 / (float)((1 << f->depth) - 1),
    };
}

static float sample(const luma *l, int x, int y) {
    const unsigned char *at = l->first + y * l->row + x * l->column;
    if (!l->wide) {
        return (float)*at * l->scale;
    }
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return (float)(value >> l->shift) * l->scale;
}

/* Evenly spread over the picture; a small one has some samples several times. */
static void shrink(const lk_picture *p, scene_thumb *thumb) {
    luma l = find_luma(p);
    *thumb = (scene_thumb){0};
    for (int j = 0; j < SCENE_ROWS * STEPS; j++) {
        int y = (int)((int64_t)p->height * (2 * j + 1) / (2 * SCENE_ROWS * STEPS));
        for (int i = 0; i < SCENE_COLUMNS * STEPS; i++) {
            int x = (int)((int64_t)p->width * (2 * i + 1) / (2 * SCENE_COLUMNS * STEPS));
            thumb->cell[j / STEPS * SCENE_COLUMNS + i / STEPS] += sample(&l, x, y) / (STEPS * STEPS);
        }
    }
}

static float distance(const scene_finder *finder, size_t a, size_t b) {
    const scene_thumb *x = &finder->recent[a % 4];
    const scene_thumb *y = &finder->recent[b % 4];
    float sum = 0;
    for (int i = 0; i < SCENE_CELLS; i++) {
        sum += fabsf(x->cell[i] - y->cell[i]);
    }
    return sum / SCENE_CELLS;
}

/* Whether frame k begins a scene: it and the next one are both unlike the two before it, so that a single flash on
 * either side is none. Needs frames k - 2 to k + 1. */
static int is_cut(const scene_finder *finder, size_t k) {
    float across = fminf(fminf(distance(finder, k - 1, k), distance(finder, k - 1, k + 1)),
        fminf(distance(finder, k - 2, k), distance(finder, k - 2, k + 1)));
    float within = fmaxf(distance(finder, k - 2, k - 1), distance(finder, k, k + 1));
    return across > cut_distance && across > cut_ratio * within;
}

static int add_cut(scene_finder *finder, size_t frame) {
    if (finder->count == finder->capacity) {
        size_t capacity = finder->capacity ? 2 * finder->capacity : 64;
        size_t *cuts = realloc(finder->cuts, capacity * sizeof *cuts);
        if (!cuts) {
            return -1;
        }
        finder->cuts = cuts;
        finder->capacity = capacity;
    }
    finder->cuts[finder->count++] = frame;
    return 0;
}

int scene_add(scene_finder *finder, const lk_picture *picture) {
    size_t k = finder->seen++;
    size_t last = finder->count ? finder->cuts[finder->count - 1] : 0;
    shrink(picture, &finder->recent[k % 4]);
    if (k >= SCENE_MIN + 1 && k - 1 - last >= SCENE_MIN && is_cut(finder, k - 1)) {
        return add_cut(finder, k - 1);
    }
    return 0;
}

void scene_free(scene_finder *finder) {
    free(finder->cuts);
    *finder = (scene_finder){0};
}
