/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The libjxl profile's kernels. Its blur is recursive: a row can only be walked from left to right and a column from
 * the top down, so the stages are kernels of their own, with planes in device memory between them:
 *   lk_libjxl_xyb_*    samples or linear RGB to XYB planes, and the halved RGB
 *   lk_libjxl_rows     rows of the products, blurred
 *   lk_libjxl_columns  columns blurred on the fly, terms and sums
 * docs/numerics.md has the formulas; arith/ computes them. */

#ifndef LK_GPU_LIBJXL_H
#define LK_GPU_LIBJXL_H

#include "arith/blur.h"
#include "arith/halve.h"
#include "arith/ssimulacra2.h"
#include "arith/xyb.h"
#include "gpu/kernels/fold.h"
#include "gpu/kernels/quad.h"

/* -------------------------------------------------------------------------------------------------- XYB planes --- */

#define LK_QUAD_THREADS 128

/* Write what a quad gives: XYB of the four pixels, RGB of the halved one. */
LK_FN void lk_store_quad(const lk_quad *quad, int picture, int x, int y, lk_quad_edges edges, int with_sign,
    LK_GLOBAL float *planes, LK_GLOBAL float *next, const lk_scale *scale, const lk_libjxl_planes *p) {
    const lk_u64 at = (lk_u64)y * (lk_u64)p->stride + (lk_u64)x;
    LK_GLOBAL float *to[3];
#pragma unroll
    for (int c = 0; c < 3; c++) {
        to[c] = planes + (lk_u64)(picture ? p->distorted[c] : p->reference[c]) * p->plane + at;
    }
#pragma unroll
    for (int i = 0; i < 4; i++) {
        lk_xyb v = with_sign ? lk_rgb_to_xyb(quad->at[i]) : lk_light_to_xyb(quad->at[i]);
        if ((edges.right || !(i & 1)) && (edges.below || !(i & 2))) {
            const int offset = (i & 1) + (i >> 1) * p->stride;
            to[0][offset] = v.x;
            to[1][offset] = v.y;
            to[2][offset] = v.b;
        }
    }
    if (scale->next_width > 0) {
        const lk_u64 plane = (lk_u64)scale->next_stride * (lk_u64)scale->next_height;
        LK_GLOBAL float *half_pixel =
            next + (picture ? 3 * plane : 0) + (lk_u64)(y >> 1) * (lk_u64)scale->next_stride + (lk_u64)(x >> 1);
        half_pixel[0] = lk_halve(quad->at[0].r, quad->at[1].r, quad->at[2].r, quad->at[3].r);
        half_pixel[plane] = lk_halve(quad->at[0].g, quad->at[1].g, quad->at[2].g, quad->at[3].g);
        half_pixel[2 * plane] = lk_halve(quad->at[0].b, quad->at[1].b, quad->at[2].b, quad->at[3].b);
    }
}

/* Launch of the three kinds: LK_QUAD_THREADS threads, a quad each; grid: quads of a row, rows of quads, pair and
 * picture (the picture is the low bit). */
#define LK_QUAD_PLACE                                                                                                  \
    const int picture = LK_GROUP_Z & 1, pair = LK_GROUP_Z >> 1;                                                        \
    const int x = 2 * (LK_GROUP_X * LK_QUAD_THREADS + LK_THREAD), y = 2 * LK_GROUP_Y;                                  \
    if (x >= scale.width) {                                                                                            \
        return;                                                                                                        \
    }                                                                                                                  \
    planes += (lk_u64)pair * p.pair;                                                                                   \
    next += (lk_u64)pair * scale.rgb_pair + scale.next_rgb;                                                            \
    lk_quad_edges edges;                                                                                               \
    edges.right = x + 1 < scale.width;                                                                                 \
    edges.below = y + 1 < scale.height;                                                                                \
    lk_quad quad

#define LK_LIBJXL_XYB_SAMPLES(name, load, with_sign)                                                                   \
    LK_KERNEL(LK_QUAD_THREADS)                                                                                         \
    name(const LK_GLOBAL lk_u8 *r0, const LK_GLOBAL lk_u8 *r1, const LK_GLOBAL lk_u8 *r2, const LK_GLOBAL lk_u8 *d0,   \
        const LK_GLOBAL lk_u8 *d1, const LK_GLOBAL lk_u8 *d2, lk_plane_offsets offsets, lk_plane_strides strides,      \
        lk_input reference, lk_input distorted, LK_GLOBAL float *next, LK_GLOBAL float *planes, lk_scale scale,        \
        lk_libjxl_planes p) {                                                                                          \
        LK_QUAD_PLACE;                                                                                                 \
        lk_planes from;                                                                                                \
        from.plane[0] = picture ? d0 + offsets.at[pair][3] : r0 + offsets.at[pair][0];                                 \
        from.plane[1] = picture ? d1 + offsets.at[pair][4] : r1 + offsets.at[pair][1];                                 \
        from.plane[2] = picture ? d2 + offsets.at[pair][5] : r2 + offsets.at[pair][2];                                 \
        from.stride[0] = picture ? strides.of[3] : strides.of[0];                                                      \
        from.stride[1] = picture ? strides.of[4] : strides.of[1];                                                      \
        from.stride[2] = picture ? strides.of[5] : strides.of[2];                                                      \
        if (picture) {                                                                                                 \
            load(&from, &distorted, x, y, edges, &quad);                                                               \
        } else {                                                                                                       \
            load(&from, &reference, x, y, edges, &quad);                                                               \
        }                                                                                                              \
        lk_store_quad(&quad, picture, x, y, edges, with_sign, planes, next, &scale, &p);                               \
    }

LK_LIBJXL_XYB_SAMPLES(lk_libjxl_xyb_420, lk_quad_420, 0)
LK_LIBJXL_XYB_SAMPLES(lk_libjxl_xyb_any, lk_quad_any, 1)

#define LK_LIBJXL_XYB_PLANES(name, with_sign)                                                                          \
    LK_KERNEL(LK_QUAD_THREADS)                                                                                         \
    name(const LK_GLOBAL float *rgb, LK_GLOBAL float *next, LK_GLOBAL float *planes, lk_scale scale,                   \
        lk_libjxl_planes p) {                                                                                          \
        LK_QUAD_PLACE;                                                                                                 \
        rgb += (lk_u64)pair * scale.rgb_pair + scale.rgb;                                                              \
        lk_quad_planes(rgb + (picture ? 3 * (lk_u64)scale.stride * (lk_u64)scale.height : 0), scale.stride,            \
            scale.height, x, y, edges, &quad);                                                                         \
        lk_store_quad(&quad, picture, x, y, edges, with_sign, planes, next, &scale, &p);                               \
    }

LK_LIBJXL_XYB_PLANES(lk_libjxl_xyb_planes, 0)
LK_LIBJXL_XYB_PLANES(lk_libjxl_xyb_planes_signed, 1)

/* -------------------------------------------------------------------------------------------------------- rows --- */

/* A group walks LK_WALK_ROWS rows of one channel; a thread one row of one quantity: m1, m2, a*b, a*a, b*b. The rows are
 * staged through local memory LK_WALK_COLUMNS at a time, so that global memory is read and written along rows. */
#define LK_WALK_ROWS    32
#define LK_WALK_COLUMNS 32
#define LK_WALK_THREADS (LK_WALK_ROWS * 5)
#define LK_WALK_BEFORE  8 /* columns staged before and after: the recursion looks 6 back and 4 ahead */
#define LK_WALK_AFTER   4
#define LK_STAGED       (LK_WALK_BEFORE + LK_WALK_COLUMNS + LK_WALK_AFTER)
#define LK_STAGE_STRIDE 45 /* odd: a column of 32 rows falls on 32 banks */
#define LK_OUT_STRIDE   33

/* The value whose blur is wanted. */
LK_FN float lk_product(int quantity, float a, float b) {
    float left = quantity == 1 || quantity == 4 ? b : a;
    float right = quantity == 2 || quantity == 4 ? b : a;
    return quantity < 2 ? left : left * right;
}

/* Launch: LK_WALK_THREADS threads; grid: groups of LK_WALK_ROWS rows, channels from p.first_channel on, pairs. */
LK_KERNEL(LK_WALK_THREADS)
lk_libjxl_rows(LK_GLOBAL float *planes, lk_scale scale, lk_libjxl_planes p) {
    LK_ARRAY(float, a_stage, LK_WALK_ROWS *LK_STAGE_STRIDE);
    LK_ARRAY(float, b_stage, LK_WALK_ROWS *LK_STAGE_STRIDE);
    LK_ARRAY(float, out, 5 * LK_WALK_ROWS * LK_OUT_STRIDE);
    const int thread = LK_THREAD;
    const int lane = thread % LK_WALK_ROWS;
    const int quantity = thread / LK_WALK_ROWS;
    const int channel = p.first_channel + LK_GROUP_Y;
    const int first_row = LK_GROUP_X * LK_WALK_ROWS;
    planes += (lk_u64)LK_GROUP_Z * p.pair;
    const LK_GLOBAL float *a = planes;
    const LK_GLOBAL float *b = planes;
    LK_GLOBAL float *to = planes;
    int quantities = 0;
#pragma unroll
    for (int c = 0; c < 3; c++) {
        if (c == channel) {
            a += (lk_u64)p.reference[c] * p.plane;
            b += (lk_u64)p.distorted[c] * p.plane;
            quantities = p.quantities[c];
#pragma unroll
            for (int q = 0; q < 5; q++) {
                if (q == quantity) {
                    to += (lk_u64)p.blurred[c][q] * p.plane;
                }
            }
        }
    }
    const int walks = quantity < quantities;
    lk_recursion state = lk_recursion_start();
    const LK_LOCAL float *a_row = a_stage + lane * LK_STAGE_STRIDE;
    const LK_LOCAL float *b_row = b_stage + lane * LK_STAGE_STRIDE;

    for (int x = 0; x < scale.width; x += LK_WALK_COLUMNS) {
        /* Each warp stages whole rows. */
        for (int i = thread; i < LK_WALK_ROWS * LK_STAGED; i += LK_WALK_THREADS) {
            const int row = i / LK_STAGED, column = i % LK_STAGED;
            const int px = x - LK_WALK_BEFORE + column, py = first_row + row;
            const int valid = px >= 0 && px < scale.width && py < scale.height;
            const lk_u64 at = (lk_u64)py * (lk_u64)p.stride + (lk_u64)px;
            a_stage[row * LK_STAGE_STRIDE + column] = valid ? a[at] : 0.0f;
            b_stage[row * LK_STAGE_STRIDE + column] = valid ? b[at] : 0.0f;
        }
        LK_BARRIER();
        if (walks) {
            LK_LOCAL float *result = out + (quantity * LK_WALK_ROWS + lane) * LK_OUT_STRIDE;
            if (x == 0) {
                for (int n = -LK_RECURSION_RADIUS + 1; n < 0; n++) {
                    const int ahead = LK_WALK_BEFORE + n + LK_RECURSION_RADIUS - 1;
                    lk_recursion_right(&state, lk_product(quantity, a_row[ahead], b_row[ahead]));
                }
            }
#pragma unroll 2
            for (int n = 0; n < LK_WALK_COLUMNS; n += 4) {
                float sum[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const int behind = LK_WALK_BEFORE + n + i - LK_RECURSION_RADIUS - 1;
                    const int ahead = LK_WALK_BEFORE + n + i + LK_RECURSION_RADIUS - 1;
                    sum[i] = lk_product(quantity, a_row[behind], b_row[behind]) +
                             lk_product(quantity, a_row[ahead], b_row[ahead]);
                }
                if (x + n >= LK_RECURSION_HEAD && x + n < scale.width - LK_RECURSION_TAIL) {
                    lk_recursion_right4(&state, sum, sum);
                } else {
#pragma unroll
                    for (int i = 0; i < 4; i++) {
                        sum[i] = lk_recursion_right(&state, sum[i]);
                    }
                }
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    result[n + i] = sum[i];
                }
            }
        }
        LK_BARRIER();
        /* A warp of quantity q writes its rows, a row at a time. */
        if (walks && x + lane < scale.width) {
            for (int row = 0; row < LK_WALK_ROWS && first_row + row < scale.height; row++) {
                to[(lk_u64)(first_row + row) * (lk_u64)p.stride + (lk_u64)(x + lane)] =
                    out[(quantity * LK_WALK_ROWS + row) * LK_OUT_STRIDE + lane];
            }
        }
        /* The barrier after the next staging keeps the next walk from overwriting out. */
    }
}

/* ----------------------------------------------------------------------------------------------------- columns --- */

/* A group has LK_BLOCK_WIDTH columns of one channel; a thread walks down one column. */
#define LK_COLUMN_THREADS LK_BLOCK_WIDTH

#if LK_HAS_FP64

/* Fold the columns of a block by halves, and add the result to limbs. */
LK_FN void lk_fold_columns_double(const LK_LOCAL double *columns, LK_LOCAL lk_u64 *limbs) {
    double v[LK_BLOCK_WIDTH / 2];
#pragma unroll
    for (int i = 0; i < LK_BLOCK_WIDTH / 2; i++) {
        v[i] = columns[i] + columns[i + LK_BLOCK_WIDTH / 2];
    }
#pragma unroll
    for (int half_width = LK_BLOCK_WIDTH / 4; half_width > 0; half_width /= 2) {
#pragma unroll
        for (int i = 0; i < LK_BLOCK_WIDTH / 4; i++) {
            if (i < half_width) {
                v[i] = v[i] + v[i + half_width];
            }
        }
    }
    lk_sum_add(limbs, lk_sum_term_double(v[0]));
}

/* Launch: LK_COLUMN_THREADS threads; grid: blocks of columns, channels from p.first_channel on, pairs. Leaves a tile's
 * sums for each block of columns, over its whole height. */
LK_KERNEL(LK_COLUMN_THREADS)
lk_libjxl_columns(const LK_GLOBAL float *planes, LK_GLOBAL lk_u64 *tile_sums, lk_scale scale, lk_libjxl_planes p
#ifdef LK_TAPS
    ,
    LK_GLOBAL float *tap_xyb, LK_GLOBAL float *tap_blurred
#endif
) {
    LK_ARRAY(double, columns, 6 * (LK_BLOCK_WIDTH + 1));
    LK_ARRAY(lk_u64, limbs, 6 * LK_SUM_LIMBS);
    const int thread = LK_THREAD;
    const int x = LK_GROUP_X * LK_BLOCK_WIDTH + thread;
    const int inside = x < scale.width;
    const int channel = p.first_channel + LK_GROUP_Y;
    planes += (lk_u64)LK_GROUP_Z * p.pair + (lk_u64)(inside ? x : 0);
    const LK_GLOBAL float *a = planes, *b = planes;
    const LK_GLOBAL float *blurred[5];
    int ssim = 0;
#pragma unroll
    for (int q = 0; q < 5; q++) {
        blurred[q] = planes;
    }
#pragma unroll
    for (int c = 0; c < 3; c++) {
        if (c == channel) {
            a += (lk_u64)p.reference[c] * p.plane;
            b += (lk_u64)p.distorted[c] * p.plane;
            ssim = p.quantities[c] == 5;
#pragma unroll
            for (int q = 0; q < 5; q++) {
                blurred[q] += (lk_u64)p.blurred[c][q] * p.plane;
            }
        }
    }
    for (int i = thread; i < 6 * LK_SUM_LIMBS; i += LK_COLUMN_THREADS) {
        limbs[i] = 0;
    }
    lk_recursion state[5];
#pragma unroll
    for (int q = 0; q < 5; q++) {
        state[q] = lk_recursion_start();
    }
    const int quantities = ssim ? 5 : 2;
    for (int n = -LK_RECURSION_RADIUS + 1; n < 0; n++) {
        const int below = n + LK_RECURSION_RADIUS - 1;
#pragma unroll
        for (int q = 0; q < 5; q++) {
            if (q < quantities) {
                lk_recursion_down(
                    &state[q], below < scale.height ? blurred[q][(lk_u64)below * (lk_u64)p.stride] : 0.0f);
            }
        }
    }
    for (int y = 0; y < scale.height; y += LK_BLOCK_HEIGHT) {
        double sum[6] = {0, 0, 0, 0, 0, 0};
#pragma unroll 4
        for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
            const int n = y + i;
            if (n < scale.height) {
                const int above = n - LK_RECURSION_RADIUS - 1, below = n + LK_RECURSION_RADIUS - 1;
                float v[5];
#pragma unroll
                for (int q = 0; q < 5; q++) {
                    if (q < quantities) {
                        float up = above >= 0 ? blurred[q][(lk_u64)above * (lk_u64)p.stride] : 0.0f;
                        float down = below < scale.height ? blurred[q][(lk_u64)below * (lk_u64)p.stride] : 0.0f;
                        v[q] = lk_recursion_down(&state[q], up + down);
                    }
                }
                float pa = a[(lk_u64)n * (lk_u64)p.stride], pb = b[(lk_u64)n * (lk_u64)p.stride];
#ifdef LK_TAPS
                if (inside) {
                    lk_u64 tap_plane = (lk_u64)scale.width * (lk_u64)scale.height;
                    lk_u64 at = (lk_u64)n * (lk_u64)scale.width + (lk_u64)x;
                    for (int q = 0; q < quantities; q++) {
                        tap_blurred[(lk_u64)(channel * 5 + q) * tap_plane + at] = v[q];
                    }
                    tap_xyb[(lk_u64)channel * tap_plane + at] = pa;
                    tap_xyb[(lk_u64)(channel + 3) * tap_plane + at] = pb;
                }
#endif
                if (ssim) {
                    lk_column_add_double(
                        &sum[0], &sum[1], lk_ssim_libjxl_map(lk_ssim_libjxl(v[0], v[1], v[3], v[4], v[2])));
                }
                double edge = lk_edge_libjxl(pa, pb, v[0], v[1]);
                lk_column_add_double(&sum[2], &sum[3], edge > 0.0 ? edge : 0.0);
                lk_column_add_double(&sum[4], &sum[5], edge < 0.0 ? -edge : 0.0);
            }
        }
#pragma unroll
        for (int i = 0; i < 6; i++) {
            columns[i * (LK_BLOCK_WIDTH + 1) + thread] = inside ? sum[i] : 0.0;
        }
        LK_BARRIER();
        if (thread < 6) {
            lk_fold_columns_double(columns + thread * (LK_BLOCK_WIDTH + 1), limbs + thread * LK_SUM_LIMBS);
        }
        LK_BARRIER();
    }
    tile_sums += (lk_u64)LK_GROUP_Z * scale.sums_pair + scale.sums +
                 (lk_u64)LK_GROUP_X * (LK_TILE_SUMS * LK_SUM_LIMBS) + (lk_u64)(channel * 6 * LK_SUM_LIMBS);
    for (int i = thread; i < 6 * LK_SUM_LIMBS; i += LK_COLUMN_THREADS) {
        const int k = i / LK_SUM_LIMBS, limb = i % LK_SUM_LIMBS;
        tile_sums[((k & 1) * 3 + k / 2) * LK_SUM_LIMBS + limb] = limbs[i];
    }
}

#endif

#endif
