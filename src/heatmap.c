/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "heatmap.h"

#include "arith/ssimulacra2.h"
#include "cpu/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct work {
    const lk_setup *setup;
    const lk_reference_stages *stages;
    void *memory;
    float *pixels[6]; /* of both pictures: linear RGB, turned into XYB in place */
    float *half[6];   /* linear RGB of the scale after this one */
    float *blurred[5];
    float *product;
    float *scratch;
    float *row_buffer;
    float *heat[LK_MAX_SCALES]; /* a plane a scale */
    double weighted;            /* the weighted sum of norms so far */
} work;

static float *take(float **free_floats, size_t count) {
    float *taken = *free_floats;
    *free_floats += count;
    return taken;
}

static int work_init(work *w, const lk_setup *setup, float *map) {
    const lk_plan *plan = &setup->plan;
    size_t count[LK_MAX_SCALES] = {0};
    size_t coarse = 0; /* pixels of all scales but the first */
    for (int scale = 0; scale < plan->scales; scale++) {
        count[scale] = (size_t)plan->width[scale] * (size_t)plan->height[scale];
        coarse += scale > 0 ? count[scale] : 0;
    }
    size_t row_buffer = lk_reference_row_buffer(plan->width[0]);
    *w = (work){.setup = setup, .stages = lk_reference_best()};
    w->memory = malloc((row_buffer + 13 * count[0] + 6 * count[1] + coarse) * sizeof(float));
    float *left = w->memory;
    if (!left) {
        return -1;
    }
    w->row_buffer = take(&left, row_buffer); /* first, since it holds doubles too */
    for (int i = 0; i < 6; i++) {
        w->pixels[i] = take(&left, count[0]);
        w->half[i] = take(&left, count[1]);
    }
    for (int i = 0; i < 5; i++) {
        w->blurred[i] = take(&left, count[0]);
    }
    w->product = take(&left, count[0]);
    w->scratch = take(&left, count[0]);
    w->heat[0] = map;
    for (int scale = 1; scale < plan->scales; scale++) {
        w->heat[scale] = take(&left, count[scale]);
    }
    return 0;
}

/* Blur both pictures and, for the ssim map, the products that the profile wants. */
static void blur_all(const work *w, int channel, int scale, int with_ssim) {
    const float *a = w->pixels[channel], *b = w->pixels[channel + 3];
    int width = w->setup->plan.width[scale], height = w->setup->plan.height[scale];
    size_t count = (size_t)width * (size_t)height;
    int exact = w->setup->params.profile == LK_PROFILE_EXACT;
    int blurs = !with_ssim ? 2 : exact ? 4 : 5;
    for (int i = 0; i < blurs; i++) {
        for (size_t k = 0; k < count && i >= 2; k++) {
            float e = a[k] - b[k];
            w->product[k] = i == 2 ? a[k] * b[k] : exact ? e * e : i == 3 ? a[k] * a[k] : b[k] * b[k];
        }
        const float *in = i == 0 ? a : i == 1 ? b : w->product;
        w->stages->blur(w->setup->params.profile, in, width, height, w->blurred[i], w->scratch, w->row_buffer);
    }
}

/* Leave the ssim map in product and the edge term, which is both other maps by its sign, in scratch. */
static void terms(const work *w, int channel, int scale, int with_ssim) {
    const float *a = w->pixels[channel], *b = w->pixels[channel + 3];
    size_t count = (size_t)w->setup->plan.width[scale] * (size_t)w->setup->plan.height[scale];
    int exact = w->setup->params.profile == LK_PROFILE_EXACT;
    float *const *m = w->blurred;
    for (size_t i = 0; i < count && with_ssim; i++) {
        w->product[i] = exact ? lk_ssim_exact(m[0][i], m[1][i], m[2][i], m[3][i])
                              : (float)lk_ssim_libjxl_map(lk_ssim_libjxl(m[0][i], m[1][i], m[3][i], m[4][i], m[2][i]));
    }
    for (size_t i = 0; i < count; i++) {
        w->scratch[i] =
            exact ? lk_edge_exact(a[i], b[i], m[0][i], m[1][i]) : (float)lk_edge_libjxl(a[i], b[i], m[0][i], m[1][i]);
    }
}

/* Add a map's share to the heat of its scale: each norm, times its weight, is the mean of what its pixels add. The
 * 4-norm N is the mean of d^4 / N^3. sign: the map is what of sign * d is above 0. */
static void add_map(work *w, int scale, const float *d, float sign, double weight1, double weight4) {
    size_t count = (size_t)w->setup->plan.width[scale] * (size_t)w->setup->plan.height[scale];
    float *heat = w->heat[scale];
    double sum1 = 0, sum4 = 0;
    for (size_t i = 0; i < count; i++) {
        double x = sign * d[i] > 0 ? sign * d[i] : 0;
        sum1 += x;
        sum4 += (x * x) * (x * x);
    }
    double norm1 = sum1 / (double)count;
    double norm4 = sqrt(sqrt(sum4 / (double)count));
    double share4 = norm4 > 0 ? weight4 / (norm4 * norm4 * norm4) : 0;
    for (size_t i = 0; i < count; i++) {
        double x = sign * d[i] > 0 ? sign * d[i] : 0;
        heat[i] += (float)(weight1 * x + share4 * ((x * x) * (x * x)));
    }
    w->weighted += weight1 * norm1 + weight4 * norm4;
}

static void add_channel(work *w, int channel, int scale) {
    const lk_plan *plan = &w->setup->plan;
    int maps = plan->maps[scale][channel];
    if (!maps) {
        return;
    }
    blur_all(w, channel, scale, maps & LK_MAP_SSIM);
    terms(w, channel, scale, maps & LK_MAP_SSIM);
    for (int map = 0; map < 3; map++) {
        double weight1 = lk_norm_weight(lk_sum_index(plan, channel, scale, 0, map));
        double weight4 = lk_norm_weight(lk_sum_index(plan, channel, scale, 1, map));
        if (maps & 1 << map && (weight1 > 0 || weight4 > 0)) {
            int is_ssim = 1 << map == LK_MAP_SSIM;
            float sign = 1 << map == LK_MAP_DETAIL ? -1.0f : 1.0f;
            add_map(w, scale, is_ssim ? w->product : w->scratch, sign, weight1, weight4);
        }
    }
}

/* Spread a value over the four places around it at twice the resolution; what would fall outside goes to the edge. */
static const float spread[4] = {0.125f, 0.375f, 0.375f, 0.125f};

static int spread_to(int i, int k, int size) {
    int at = 2 * i - 1 + k;
    return at < 0 ? 0 : at < size ? at : size - 1;
}

/* Add the heat of a scale to that of the one before it, keeping its mean. */
static void fold(const work *w, int scale) {
    const lk_plan *plan = &w->setup->plan;
    int width = plan->width[scale], height = plan->height[scale];
    int to_width = plan->width[scale - 1], to_height = plan->height[scale - 1];
    float times = (float)((double)to_width * to_height / ((double)width * height));
    float *row = w->row_buffer;
    for (int y = 0; y < height; y++) {
        const float *from = w->heat[scale] + (size_t)y * (size_t)width;
        memset(row, 0, (size_t)to_width * sizeof *row);
        for (int x = 0; x < width; x++) {
            for (int k = 0; k < 4; k++) {
                row[spread_to(x, k, to_width)] += times * spread[k] * from[x];
            }
        }
        for (int k = 0; k < 4; k++) {
            float *to = w->heat[scale - 1] + (size_t)spread_to(y, k, to_height) * (size_t)to_width;
            for (int x = 0; x < to_width; x++) {
                to[x] += spread[k] * row[x];
            }
        }
    }
}

/* One background. Returns the score that the map belongs to. */
static double heat_over(work *w, const lk_picture *reference, const lk_picture *distorted, float background) {
    const lk_plan *plan = &w->setup->plan;
    w->weighted = 0;
    w->stages->to_linear(reference, &w->setup->reference, background, w->pixels);
    w->stages->to_linear(distorted, &w->setup->distorted, background, w->pixels + 3);
    for (int scale = 0; scale < plan->scales; scale++) {
        size_t count = (size_t)plan->width[scale] * (size_t)plan->height[scale];
        int more = scale + 1 < plan->scales;
        for (int i = 0; i < 6 && more; i++) {
            w->stages->halve(w->pixels[i], plan->width[scale], plan->height[scale], w->half[i]);
        }
        w->stages->to_xyb((const float *const *)w->pixels, w->pixels, count);
        w->stages->to_xyb((const float *const *)w->pixels + 3, w->pixels + 3, count);
        memset(w->heat[scale], 0, count * sizeof(float));
        for (int channel = 0; channel < 3; channel++) {
            add_channel(w, channel, scale);
        }
        for (int i = 0; i < 6 && more; i++) {
            memcpy(w->pixels[i], w->half[i],
                (size_t)plan->width[scale + 1] * (size_t)plan->height[scale + 1] * sizeof(float));
        }
    }
    for (int scale = plan->scales - 1; scale > 0; scale--) {
        fold(w, scale);
    }
    double score = lk_score_of(w->weighted);
    float points = w->weighted > 0 ? (float)((100 - score) / w->weighted) : 0;
    size_t count = (size_t)plan->width[0] * (size_t)plan->height[0];
    for (size_t i = 0; i < count; i++) {
        w->heat[0][i] *= points;
    }
    return score;
}

lk_status lk_heatmap(
    const lk_setup *setup, const lk_picture *reference, const lk_picture *distorted, float *map, lk_error *error) {
    work w;
    if (work_init(&w, setup, map)) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory for a heatmap");
    }
    double score = heat_over(&w, reference, distorted, setup->background[0]);
    /* With two, the map is that of the lower score. */
    if (setup->passes > 1 && heat_over(&w, reference, distorted, setup->background[1]) > score) {
        heat_over(&w, reference, distorted, setup->background[0]);
    }
    free(w.memory);
    return LK_OK;
}
