/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The libjxl profile: recursions along rows, many rows side by side, and down columns, the terms and their sums. */

#ifndef LIKEN_CPU_LEVEL_LIBJXL_H
#define LIKEN_CPU_LEVEL_LIBJXL_H

#include "arith/ssimulacra2.h"
#include "cpu/level/fold.h"
#include "cpu/level/turn.h"

/* ------------------------------------------------------------------------------------------------- along rows --- */

_Static_assert(LK_RECURSION_RADIUS - 1 <= LK_MARGIN, "a chunk holds all the columns that its outputs need");

/* Rows to lanes: a, b, and for the ssim map a*b, a*a, b*b. A chunk's first LK_MARGIN columns came with the chunk
 * before; its right margin comes now. */
LK_INLINE void turn_in(const lk_xyb_chunk *in, int channel, int chunk, int products, lk_turned *turned) {
    for (int x = chunk > 0 ? LK_MARGIN : -LK_MARGIN; x < LK_CHUNK + LK_MARGIN; x += TURN) {
        float8 a[TURN], b[TURN];
        for (int j = 0; j < LK_BATCH; j++) {
            a[j] = LOAD8(&in->plane[channel][j][LK_MARGIN + x]);
            b[j] = LOAD8(&in->plane[channel + 3][j][LK_MARGIN + x]);
        }
        turn(a);
        turn(b);
        for (int i = 0; i < TURN; i++) {
            float *column = turned->column[(chunk * LK_CHUNK + x + i) & (LK_TURNED_WIDTH - 1)];
            STORE8(column, a[i]);
            STORE8(column + LK_BATCH, b[i]);
            if (products) {
                STORE8(column + 2 * LK_BATCH, a[i] * b[i]);
                STORE8(column + 3 * LK_BATCH, a[i] * a[i]);
                STORE8(column + 4 * LK_BATCH, b[i] * b[i]);
            }
        }
    }
}

LK_INLINE const float *turned_column(const lk_turned *turned, int x) {
    return turned->column[x & (LK_TURNED_WIDTH - 1)]; /* also for x < 0, where the columns are zero */
}

LK_INLINE lk_recursion load_recursion(float (*state)[LK_LANES], int l) {
    lk_recursion r = {state[0][l], state[1][l], state[2][l], state[3][l], state[4][l], state[5][l]};
    return r;
}

LK_INLINE void store_recursion(float (*state)[LK_LANES], int l, const lk_recursion *r) {
    state[0][l] = r->last1;
    state[1][l] = r->last3;
    state[2][l] = r->last5;
    state[3][l] = r->before1;
    state[4][l] = r->before3;
    state[5][l] = r->before5;
}

/* Outputs n and on: one, or four. */
LK_INLINE void right1(lk_turned *turned, int n, int lanes, float *restrict out) {
    const float *restrict before = turned_column(turned, n - LK_RECURSION_RADIUS - 1);
    const float *restrict after = turned_column(turned, n + LK_RECURSION_RADIUS - 1);
    float(*state)[LK_LANES] = turned->state;
    LK_INDEPENDENT
    for (int l = 0; l < lanes; l++) {
        lk_recursion r = load_recursion(state, l);
        out[l] = lk_recursion_right(&r, before[l] + after[l]);
        store_recursion(state, l, &r);
    }
}

LK_INLINE void right4(lk_turned *turned, int n, int lanes, float (*restrict out)[LK_LANES]) {
    const float *before[4], *after[4];
    for (int i = 0; i < 4; i++) {
        before[i] = turned_column(turned, n + i - LK_RECURSION_RADIUS - 1);
        after[i] = turned_column(turned, n + i + LK_RECURSION_RADIUS - 1);
    }
    const float *b0 = before[0], *b1 = before[1], *b2 = before[2], *b3 = before[3];
    const float *a0 = after[0], *a1 = after[1], *a2 = after[2], *a3 = after[3];
    float(*state)[LK_LANES] = turned->state;
    LK_INDEPENDENT
    for (int l = 0; l < lanes; l++) {
        lk_recursion r = load_recursion(state, l);
        float sum[4] = {b0[l] + a0[l], b1[l] + a1[l], b2[l] + a2[l], b3[l] + a3[l]};
        lk_recursion_right4(&r, sum, sum);
        store_recursion(state, l, &r);
        out[0][l] = sum[0];
        out[1][l] = sum[1];
        out[2][l] = sum[2];
        out[3][l] = sum[3];
    }
}

/* The outputs of a chunk that begins at column first. */
LK_INLINE void blur_lanes(lk_turned *turned, int first, int width, int lanes, float (*out)[LK_LANES]) {
    int n = first > 0 ? first : -LK_RECURSION_RADIUS + 1;
    int end = first + LK_CHUNK < width ? first + LK_CHUNK : width;
    for (; n < end && n < LK_RECURSION_HEAD; n++) {
        right1(turned, n, lanes, out[n < 0 ? 0 : n]); /* what comes before column 0 is overwritten */
    }
    for (; n < end && n < width - LK_RECURSION_TAIL; n += 4) {
        right4(turned, n, lanes, out + (n - first));
    }
    for (; n < end; n++) {
        right1(turned, n, lanes, out[n - first]);
    }
}

/* Lanes back to rows. */
LK_INLINE void turn_out(float (*from)[LK_LANES], int blurs, lk_rows *out) {
    for (int q = 0; q < blurs; q++) {
        for (int x = 0; x < LK_CHUNK; x += TURN) {
            float8 v[TURN];
            for (int i = 0; i < TURN; i++) {
                v[i] = LOAD8(&from[x + i][q * LK_BATCH]);
            }
            turn(v);
            for (int j = 0; j < LK_BATCH; j++) {
                STORE8(&out[q].row[j][x], v[j]);
            }
        }
    }
}

LK_INLINE void blur_rows(const lk_stream_scale *scale, int channel, int chunk, const lk_xyb_chunk *in, int blurs,
    lk_scratch *scratch, lk_rows *out) {
    lk_turned *turned = &scratch->turned[channel];
    if (chunk == 0) {
        memset(turned->column[LK_TURNED_WIDTH / 2], 0, sizeof turned->column / 2); /* left of the picture */
        memset(turned->state, 0, sizeof turned->state);
    }
    turn_in(in, channel, chunk, blurs > 2, turned);
    blur_lanes(turned, chunk * LK_CHUNK, scale->width, blurs * LK_BATCH, scratch->blurred_turned);
    turn_out(scratch->blurred_turned, blurs, out);
}

static void libjxl_rows(
    const lk_stream_scale *scale, int channel, int chunk, const lk_xyb_chunk *in, lk_scratch *scratch, lk_rows *out) {
    if (scale->blurs[channel] == 2) {
        blur_rows(scale, channel, chunk, in, 2, scratch, out);
    } else {
        blur_rows(scale, channel, chunk, in, LK_MAX_BLURS, scratch, out);
    }
}

/* ------------------------------------------------------------------------------------------------------- down --- */

/* above[j], below[j]: the rows that enter output row j. */
LK_INLINE void blur_down(const float *const above[LK_BATCH], const float *const below[LK_BATCH],
    lk_column_state *restrict state, lk_rows *restrict out) {
    const float *u0 = above[0], *u1 = above[1], *u2 = above[2], *u3 = above[3];
    const float *u4 = above[4], *u5 = above[5], *u6 = above[6], *u7 = above[7];
    const float *d0 = below[0], *d1 = below[1], *d2 = below[2], *d3 = below[3];
    const float *d4 = below[4], *d5 = below[5], *d6 = below[6], *d7 = below[7];
    float(*s)[LK_CHUNK] = state->value;
    float(*o)[LK_CHUNK] = out->row;
    LK_COLUMNS(x) {
        lk_recursion r = {s[0][x], s[1][x], s[2][x], s[3][x], s[4][x], s[5][x]};
        o[0][x] = lk_recursion_down(&r, u0[x] + d0[x]);
        o[1][x] = lk_recursion_down(&r, u1[x] + d1[x]);
        o[2][x] = lk_recursion_down(&r, u2[x] + d2[x]);
        o[3][x] = lk_recursion_down(&r, u3[x] + d3[x]);
        o[4][x] = lk_recursion_down(&r, u4[x] + d4[x]);
        o[5][x] = lk_recursion_down(&r, u5[x] + d5[x]);
        o[6][x] = lk_recursion_down(&r, u6[x] + d6[x]);
        o[7][x] = lk_recursion_down(&r, u7[x] + d7[x]);
        s[0][x] = r.last1;
        s[1][x] = r.last3;
        s[2][x] = r.last5;
        s[3][x] = r.before1;
        s[4][x] = r.before3;
        s[5][x] = r.before5;
    }
}

static const lk_rows rows_above_picture;

/* The rows that enter an output row are LK_RECURSION_RADIUS + 1 above it and LK_RECURSION_RADIUS - 1 below. */
static void blur_quantity_down(const lk_column_job *job, int q, lk_rows *out) {
    const float *above[LK_BATCH], *below[LK_BATCH];
    for (int j = 0; j < LK_BATCH; j++) {
        /* Output row j is row j - LK_BATCH / 2 of this batch. */
        int row = j - LK_BATCH / 2 - LK_RECURSION_RADIUS - 1 + 2 * LK_BATCH;
        const lk_rows *from = job->blurred[2 - row / LK_BATCH];
        above[j] = from ? from[q].row[row % LK_BATCH] : rows_above_picture.row[0];
        below[j] = job->blurred[0][q].row[j - LK_BATCH / 2 + LK_RECURSION_RADIUS - 1];
    }
    if (job->first) {
        memset(&job->state[q], 0, sizeof job->state[q]);
    }
    blur_down(above, below, &job->state[q], out);
}

LK_INLINE void libjxl_terms(
    const lk_column_job *job, int j, int maps, const lk_rows *blurred, double (*restrict column)[LK_CHUNK]) {
    const float *restrict m1 = blurred[0].row[j], *restrict m2 = blurred[1].row[j];
    if (maps & LK_MAP_SSIM) {
        const float *restrict b12 = blurred[2].row[j], *restrict b11 = blurred[3].row[j],
                              *restrict b22 = blurred[4].row[j];
        LK_COLUMNS(x) {
            double d = lk_ssim_libjxl_map(lk_ssim_libjxl(m1[x], m2[x], b11[x], b22[x], b12[x]));
            lk_column_add_double(&column[0][x], &column[1][x], d);
        }
    }
    if (maps & (LK_MAP_ARTIFACT | LK_MAP_DETAIL)) {
        const float *restrict a = job->a[j], *restrict b = job->b[j];
        LK_COLUMNS(x) {
            double edge = lk_edge_libjxl(a[x], b[x], m1[x], m2[x]);
            if (maps & LK_MAP_ARTIFACT) {
                lk_column_add_double(&column[2][x], &column[3][x], edge > 0 ? edge : 0);
            }
            if (maps & LK_MAP_DETAIL) {
                lk_column_add_double(&column[4][x], &column[5][x], edge < 0 ? -edge : 0);
            }
        }
    }
}

DEFINE_FOLD(libjxl_fold, double, lk_sum_term_double)

#define LIBJXL_COLUMNS(maps)                                                                                           \
    static void libjxl_columns_##maps(const lk_column_job *job, const lk_rows *blurred, double(*column)[LK_CHUNK]) {   \
        for (int j = 0; j < job->rows; j++) {                                                                          \
            libjxl_terms(job, j, maps, blurred, column);                                                               \
        }                                                                                                              \
    }
LIBJXL_COLUMNS(1)
LIBJXL_COLUMNS(2)
LIBJXL_COLUMNS(3)
LIBJXL_COLUMNS(4)
LIBJXL_COLUMNS(5)
LIBJXL_COLUMNS(6)
LIBJXL_COLUMNS(7)

static void libjxl_columns(const lk_column_job *job, lk_scratch *scratch, lk_channel_limbs limbs) {
    static void (*const with_maps[])(const lk_column_job *, const lk_rows *, double(*)[LK_CHUNK]) = {NULL,
        libjxl_columns_1, libjxl_columns_2, libjxl_columns_3, libjxl_columns_4, libjxl_columns_5, libjxl_columns_6,
        libjxl_columns_7};
    int blurs = job->maps & LK_MAP_SSIM ? LK_MAX_BLURS : 2;
    for (int q = 0; q < blurs; q++) {
        blur_quantity_down(job, q, &scratch->blurred[q]);
    }
    if (job->first) {
        return;
    }
    double(*column)[LK_CHUNK] = scratch->column;
    memset(column, 0, 6 * sizeof *column);
    with_maps[job->maps](job, scratch->blurred, column);
    for (int i = 0; i < 6; i++) {
        if (job->maps & (1 << (i / 2))) {
            libjxl_fold(column[i], job->columns, limbs[i / 2][i % 2]);
        }
    }
}

#endif
