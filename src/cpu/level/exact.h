/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The exact profile: nine taps along rows, nine down, the terms and their sums. */

#ifndef LIKEN_CPU_LEVEL_EXACT_H
#define LIKEN_CPU_LEVEL_EXACT_H

#include "arith/ssimulacra2.h"
#include "cpu/level/fold.h"

/* x: with LK_MARGIN columns on each side. */
LK_INLINE void exact_blur_row(const float *restrict x, float *restrict out) {
    LK_COLUMNS(i) {
        const float *c = x + i + LK_MARGIN;
        out[i] = lk_blur_exact(c[0], c[-1] + c[1], c[-2] + c[2], c[-3] + c[3], c[-4] + c[4]);
    }
}

static void exact_rows(
    const lk_stream_scale *scale, int channel, int chunk, const lk_xyb_chunk *in, lk_scratch *scratch, lk_rows *out) {
    (void)chunk;
    (void)scratch;
    enum { LINE = LK_CHUNK + 2 * LK_MARGIN };
    for (int j = 0; j < LK_BATCH; j++) {
        const float *restrict a = in->plane[channel][j], *restrict b = in->plane[channel + 3][j];
        exact_blur_row(a, out[0].row[j]);
        exact_blur_row(b, out[1].row[j]);
        if (scale->blurs[channel] > 2) {
            float product[LINE], square[LINE];
            LK_INDEPENDENT
            for (int x = 0; x < LINE; x++) {
                float e = a[x] - b[x];
                product[x] = a[x] * b[x];
                square[x] = e * e;
            }
            exact_blur_row(product, out[2].row[j]);
            exact_blur_row(square, out[3].row[j]);
        }
    }
}

/* The nine rows around an output row of a quantity. */
typedef struct exact_taps {
    const float *row[2 * LK_BLUR_REACH + 1];
} exact_taps;

LK_INLINE float exact_blur_down(const exact_taps *t, int x) {
    return lk_blur_exact(t->row[4][x], t->row[3][x] + t->row[5][x], t->row[2][x] + t->row[6][x],
        t->row[1][x] + t->row[7][x], t->row[0][x] + t->row[8][x]);
}

LK_INLINE exact_taps exact_taps_of(const lk_column_job *job, int quantity, int j) {
    exact_taps t;
    for (int i = 0; i <= 2 * LK_BLUR_REACH; i++) {
        int row = j + i;
        t.row[i] = row < LK_BATCH ? job->blurred[1][quantity].row[row] : job->blurred[0][quantity].row[row - LK_BATCH];
    }
    return t;
}

/* A row of terms, added to the columns' sums. */
LK_INLINE void exact_terms(const lk_column_job *job, int j, int maps, float (*restrict column)[LK_CHUNK]) {
    exact_taps t1 = exact_taps_of(job, 0, j), t2 = exact_taps_of(job, 1, j), t12 = t1, tee = t1;
    if (maps & LK_MAP_SSIM) {
        t12 = exact_taps_of(job, 2, j);
        tee = exact_taps_of(job, 3, j);
    }
    const float *restrict a = job->a[j], *restrict b = job->b[j];
    LK_COLUMNS(x) {
        float m1 = exact_blur_down(&t1, x), m2 = exact_blur_down(&t2, x);
        if (maps & LK_MAP_SSIM) {
            float d = lk_ssim_exact(m1, m2, exact_blur_down(&t12, x), exact_blur_down(&tee, x));
            lk_column_add(&column[0][x], &column[1][x], d);
        }
        if (maps & (LK_MAP_ARTIFACT | LK_MAP_DETAIL)) {
            float edge = lk_edge_exact(a[x], b[x], m1, m2);
            if (maps & LK_MAP_ARTIFACT) {
                lk_column_add(&column[2][x], &column[3][x], lk_positive(edge));
            }
            if (maps & LK_MAP_DETAIL) {
                lk_column_add(&column[4][x], &column[5][x], lk_positive(-edge));
            }
        }
    }
}

DEFINE_FOLD(exact_fold, float, lk_sum_term_float)

#define EXACT_COLUMNS(maps)                                                                                            \
    static void exact_columns_##maps(const lk_column_job *job, float(*column)[LK_CHUNK]) {                             \
        for (int j = 0; j < job->rows; j++) {                                                                          \
            exact_terms(job, j, maps, column);                                                                         \
        }                                                                                                              \
    }
EXACT_COLUMNS(1)
EXACT_COLUMNS(2)
EXACT_COLUMNS(3)
EXACT_COLUMNS(4)
EXACT_COLUMNS(5)
EXACT_COLUMNS(6)
EXACT_COLUMNS(7)

static void exact_columns(const lk_column_job *job, lk_scratch *scratch, lk_channel_limbs limbs) {
    static void (*const with_maps[])(const lk_column_job *, float(*)[LK_CHUNK]) = {NULL, exact_columns_1,
        exact_columns_2, exact_columns_3, exact_columns_4, exact_columns_5, exact_columns_6, exact_columns_7};
    if (job->first) {
        return;
    }
    float(*column)[LK_CHUNK] = (float(*)[LK_CHUNK])(void *)scratch->column;
    memset(column, 0, 6 * sizeof *column);
    with_maps[job->maps](job, column);
    for (int i = 0; i < 6; i++) {
        if (job->maps & (1 << (i / 2))) {
            exact_fold(column[i], job->columns, limbs[i / 2][i % 2]);
        }
    }
}

#endif
