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

LK_FN void lk_store_two(LK_GLOBAL float *to, float left, float right) {
    lk_f2 pair;
    pair.x = left;
    pair.y = right;
    *(LK_GLOBAL lk_f2 *)to = pair;
}

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
    for (int row = 0; row < 2; row++) {
        if (row == 0 || edges.below) {
            lk_xyb left = with_sign ? lk_rgb_to_xyb(quad->at[2 * row]) : lk_light_to_xyb(quad->at[2 * row]);
            lk_xyb right = with_sign ? lk_rgb_to_xyb(quad->at[2 * row + 1]) : lk_light_to_xyb(quad->at[2 * row + 1]);
            /* Rows are padded to an even number: the right one may fall into the padding. */
            lk_store_two(to[0] + row * p->stride, left.x, right.x);
            lk_store_two(to[1] + row * p->stride, left.y, right.y);
            lk_store_two(to[2] + row * p->stride, left.b, right.b);
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
 * staged through local memory LK_WALK_COLUMNS at a time, so that global memory is read and written along rows; while
 * one piece is walked, the next one is on its way into registers. */
#define LK_WALK_ROWS    32
#define LK_WALK_COLUMNS 32
#define LK_WALK_WARPS   5
#define LK_WALK_THREADS (LK_WALK_ROWS * LK_WALK_WARPS)
#define LK_WALK_AHEAD   (LK_RECURSION_RADIUS - 1) /* columns that the recursion looks ahead; it looks 6 back */
#define LK_STAGED       64                        /* columns that are kept, in turn; a power of 2 */
#define LK_STAGE_STRIDE (LK_STAGED + 1)           /* odd: a column of 32 rows falls on 32 banks */
#define LK_OUT_STRIDE   (LK_WALK_COLUMNS + 1)
#define LK_WALK_LOADS   ((2 * LK_WALK_ROWS + LK_WALK_WARPS - 1) / LK_WALK_WARPS)

/* The value whose blur is wanted. */
LK_FN float lk_product(int quantity, float a, float b) {
    float left = quantity == 1 || quantity == 4 ? b : a;
    float right = quantity == 2 || quantity == 4 ? b : a;
    return quantity < 2 ? left : left * right;
}

/* Fetch what a thread stages of columns x to x + 31: each warp takes whole rows, of a, then of b. */
LK_FN void lk_walk_fetch(const LK_GLOBAL float *a, const LK_GLOBAL float *b, int x, int first_row, int warp,
    const lk_scale *scale, int stride, float *fetched) {
#pragma unroll
    for (int i = 0; i < LK_WALK_LOADS; i++) {
        const int line = i * LK_WALK_WARPS + warp;
        const int y = first_row + (line & (LK_WALK_ROWS - 1));
        fetched[i] = 0.0f;
        if (line < 2 * LK_WALK_ROWS && x < scale->width && y < scale->height) {
            fetched[i] = (line < LK_WALK_ROWS ? a : b)[(lk_u64)y * (lk_u64)stride + (lk_u64)x];
        }
    }
}

/* Launch: LK_WALK_THREADS threads; grid: groups of LK_WALK_ROWS rows, channels from p.first_channel on, pairs. */
LK_KERNEL(LK_WALK_THREADS)
lk_libjxl_rows(LK_GLOBAL float *planes, lk_scale scale, lk_libjxl_planes p) {
    LK_ARRAY(float, stage, 2 * LK_WALK_ROWS * LK_STAGE_STRIDE);
    LK_ARRAY(float, out, LK_WALK_WARPS *LK_WALK_ROWS *LK_OUT_STRIDE);
    const int lane = LK_THREAD % LK_WALK_ROWS;
    const int quantity = LK_THREAD / LK_WALK_ROWS;
    const int channel = p.first_channel + LK_GROUP_Y;
    const int first_row = LK_GROUP_X * LK_WALK_ROWS;
    planes += (lk_u64)LK_GROUP_Z * p.pair;
    const LK_GLOBAL float *a = planes;
    const LK_GLOBAL float *b = planes;
    LK_GLOBAL float *to = planes + (lk_u64)lane;
    int quantities = 0;
    /* An index that is known only at run time would move the parameters to memory. */
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
    if (quantities == 0) {
        return;
    }
    const int walks = quantity < quantities;
    const LK_LOCAL float *a_row = stage + lane * LK_STAGE_STRIDE;
    const LK_LOCAL float *b_row = a_row + LK_WALK_ROWS * LK_STAGE_STRIDE;
    LK_LOCAL float *result = out + (quantity * LK_WALK_ROWS + lane) * LK_OUT_STRIDE;
    lk_recursion state = lk_recursion_start();
    float fetched[LK_WALK_LOADS];

    /* Columns -28 to 3: zeros before the picture, and the first ones that the recursion meets. */
    lk_walk_fetch(a, b, lane, first_row, quantity, &scale, p.stride, fetched);
#pragma unroll
    for (int i = 0; i < LK_WALK_LOADS; i++) {
        const int line = i * LK_WALK_WARPS + quantity;
        if (line < 2 * LK_WALK_ROWS) {
            stage[line * LK_STAGE_STRIDE + ((lane + LK_WALK_COLUMNS + LK_WALK_AHEAD) & (LK_STAGED - 1))] = 0.0f;
        }
    }
    LK_BARRIER();
#pragma unroll
    for (int i = 0; i < LK_WALK_LOADS; i++) {
        const int line = i * LK_WALK_WARPS + quantity;
        if (line < 2 * LK_WALK_ROWS && lane < LK_WALK_AHEAD) {
            stage[line * LK_STAGE_STRIDE + lane] = fetched[i];
        }
    }
    lk_walk_fetch(a, b, lane + LK_WALK_AHEAD, first_row, quantity, &scale, p.stride, fetched);
    LK_BARRIER();
    if (walks) {
        for (int n = -LK_RECURSION_RADIUS + 1; n < 0; n++) {
            const int ahead = n + LK_WALK_AHEAD;
            lk_recursion_right(&state, lk_product(quantity, a_row[ahead], b_row[ahead]));
        }
    }

    for (int x = 0; x < scale.width; x += LK_WALK_COLUMNS) {
        /* Columns x + 4 to x + 35 join those from x - 28 on. */
#pragma unroll
        for (int i = 0; i < LK_WALK_LOADS; i++) {
            const int line = i * LK_WALK_WARPS + quantity;
            if (line < 2 * LK_WALK_ROWS) {
                stage[line * LK_STAGE_STRIDE + ((x + lane + LK_WALK_AHEAD) & (LK_STAGED - 1))] = fetched[i];
            }
        }
        LK_BARRIER();
        lk_walk_fetch(a, b, x + LK_WALK_COLUMNS + lane + LK_WALK_AHEAD, first_row, quantity, &scale, p.stride, fetched);
        if (walks) {
#pragma unroll 2
            for (int n = 0; n < LK_WALK_COLUMNS; n += 4) {
                float sum[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const int behind = (x + n + i - LK_RECURSION_RADIUS - 1) & (LK_STAGED - 1);
                    const int ahead = (x + n + i + LK_WALK_AHEAD) & (LK_STAGED - 1);
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
        /* Each warp writes what it walked, a row at a time. The barrier after the next staging keeps the next walk from
         * overwriting it. */
        if (walks && x + lane < scale.width) {
            const int rows = scale.height - first_row < LK_WALK_ROWS ? scale.height - first_row : LK_WALK_ROWS;
            LK_GLOBAL float *row = to + (lk_u64)first_row * (lk_u64)p.stride + (lk_u64)x;
            for (int i = 0; i < rows; i++) {
                row[(lk_u64)i * (lk_u64)p.stride] = out[(quantity * LK_WALK_ROWS + i) * LK_OUT_STRIDE + lane];
            }
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- columns --- */

/* A group has LK_BLOCK_WIDTH columns of one channel over the whole height, LK_BLOCK_HEIGHT rows at a time. Its warps
 * work side by side on successive blocks of rows: LK_WALK_WARPS of them walk, one a quantity, a thread a column; one
 * forms the ssim map of the block before and one the edge maps, and both add their columns; their first lanes fold the
 * columns of the block before that. A barrier a block hands everything on. */
#define LK_COLUMN_WARPS   (LK_WALK_WARPS + 2)
#define LK_COLUMN_THREADS (LK_BLOCK_WIDTH * LK_COLUMN_WARPS)
#define LK_COLUMN_SSIM    LK_WALK_WARPS
#define LK_COLUMN_EDGE    (LK_WALK_WARPS + 1)
#define LK_FOLD_STRIDE    (LK_BLOCK_WIDTH + 1)

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

/* The next LK_BLOCK_HEIGHT rows of a column, from row y on; zeros outside. */
LK_FN void lk_column_fetch(const LK_GLOBAL float *column, int y, int height, int stride, float *rows) {
#pragma unroll
    for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
        rows[i] = y + i < height ? column[(lk_u64)(y + i) * (lk_u64)stride] : 0.0f;
    }
}

/* Launch: LK_COLUMN_THREADS threads; grid: blocks of columns, channels from p.first_channel on, pairs. Leaves a tile's
 * sums for each block of columns. */
LK_KERNEL(LK_COLUMN_THREADS)
lk_libjxl_columns(const LK_GLOBAL float *planes, LK_GLOBAL lk_u64 *tile_sums, lk_scale scale, lk_libjxl_planes p
#ifdef LK_TAPS
    ,
    LK_GLOBAL float *tap_xyb, LK_GLOBAL float *tap_blurred
#endif
) {
    LK_ARRAY(float, blurred, 2 * LK_WALK_WARPS * LK_BLOCK_HEIGHT * LK_BLOCK_WIDTH);
    LK_ARRAY(double, columns, 2 * 6 * LK_FOLD_STRIDE);
    LK_ARRAY(lk_u64, limbs, 6 * LK_SUM_LIMBS);
    const int lane = LK_THREAD % LK_BLOCK_WIDTH;
    const int warp = LK_THREAD / LK_BLOCK_WIDTH;
    const int x = LK_GROUP_X * LK_BLOCK_WIDTH + lane;
    const int inside = x < scale.width;
    const int channel = p.first_channel + LK_GROUP_Y;
    planes += (lk_u64)LK_GROUP_Z * p.pair + (lk_u64)(inside ? x : 0);
    const LK_GLOBAL float *a = planes, *b = planes, *walked = planes;
    int quantities = 0;
#pragma unroll
    for (int c = 0; c < 3; c++) {
        if (c == channel) {
            a += (lk_u64)p.reference[c] * p.plane;
            b += (lk_u64)p.distorted[c] * p.plane;
            quantities = p.quantities[c];
#pragma unroll
            for (int q = 0; q < 5; q++) {
                if (q == warp) {
                    walked += (lk_u64)p.blurred[c][q] * p.plane;
                }
            }
        }
    }
    const int walks = warp < quantities;
    const int ssim = warp == LK_COLUMN_SSIM && quantities == 5;
    const int edge = warp == LK_COLUMN_EDGE && quantities > 0;
    for (int i = LK_THREAD; i < 6 * LK_SUM_LIMBS; i += LK_COLUMN_THREADS) {
        limbs[i] = 0;
    }
    for (int i = LK_THREAD; i < 2 * 6 * LK_FOLD_STRIDE; i += LK_COLUMN_THREADS) {
        columns[i] = 0.0;
    }

    /* A walker's rows: ten that the recursion has met, from y - 6 on, then those on their way. */
    float met[2 * LK_RECURSION_RADIUS], coming[LK_BLOCK_HEIGHT];
    /* The edge warp's pixels of the block that it comes to next. */
    float a_coming[LK_BLOCK_HEIGHT], b_coming[LK_BLOCK_HEIGHT];
    lk_recursion state = lk_recursion_start();
#pragma unroll
    for (int i = 0; i < 2 * LK_RECURSION_RADIUS; i++) {
        met[i] = 0.0f;
    }
#pragma unroll
    for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
        coming[i] = a_coming[i] = b_coming[i] = 0.0f;
    }
    if (walks) {
#pragma unroll
        for (int n = -LK_RECURSION_RADIUS + 1; n < 0; n++) {
            const int below = n + LK_WALK_AHEAD;
            const float entering = below < scale.height ? walked[(lk_u64)below * (lk_u64)p.stride] : 0.0f;
            lk_recursion_down(&state, entering);
            met[LK_RECURSION_RADIUS + 1 + below] = entering;
        }
        lk_column_fetch(walked, LK_WALK_AHEAD, scale.height, p.stride, coming);
    }
    if (edge) {
        lk_column_fetch(a, 0, scale.height, p.stride, a_coming);
        lk_column_fetch(b, 0, scale.height, p.stride, b_coming);
    }
    LK_BARRIER();

    /* y: the block that is walked; the maps are a block behind, the folding two. */
    for (int y = 0; y < scale.height + 2 * LK_BLOCK_HEIGHT; y += LK_BLOCK_HEIGHT) {
        const int turn = (y / LK_BLOCK_HEIGHT) & 1;
        if (walks && y < scale.height) {
            LK_LOCAL float *to = blurred + (turn * LK_WALK_WARPS + warp) * LK_BLOCK_HEIGHT * LK_BLOCK_WIDTH + lane;
            float entering[LK_BLOCK_HEIGHT];
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                entering[i] = coming[i];
            }
            lk_column_fetch(walked, y + LK_BLOCK_HEIGHT + LK_WALK_AHEAD, scale.height, p.stride, coming);
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                to[i * LK_BLOCK_WIDTH] = lk_recursion_down(&state, met[i] + entering[i]);
            }
#pragma unroll
            for (int i = 0; i < 2 * LK_RECURSION_RADIUS; i++) {
                met[i] = i + LK_BLOCK_HEIGHT < 2 * LK_RECURSION_RADIUS
                             ? met[(i + LK_BLOCK_HEIGHT) % (2 * LK_RECURSION_RADIUS)]
                             : entering[(i + LK_BLOCK_HEIGHT) % (2 * LK_RECURSION_RADIUS)];
            }
        }
        const int map_y = y - LK_BLOCK_HEIGHT;
        const LK_LOCAL float *v = blurred + (turn ^ 1) * LK_WALK_WARPS * LK_BLOCK_HEIGHT * LK_BLOCK_WIDTH + lane;
        LK_LOCAL double *sums = columns + (turn ^ 1) * 6 * LK_FOLD_STRIDE + lane;
        if (ssim && map_y >= 0 && map_y < scale.height) {
            double one = 0.0, four = 0.0;
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                const LK_LOCAL float *at = v + i * LK_BLOCK_WIDTH;
                double d = lk_ssim_libjxl_map(lk_ssim_libjxl(at[0], at[1 * LK_BLOCK_HEIGHT * LK_BLOCK_WIDTH],
                    at[3 * LK_BLOCK_HEIGHT * LK_BLOCK_WIDTH], at[4 * LK_BLOCK_HEIGHT * LK_BLOCK_WIDTH],
                    at[2 * LK_BLOCK_HEIGHT * LK_BLOCK_WIDTH]));
                lk_column_add_double(&one, &four, map_y + i < scale.height ? d : 0.0);
            }
            sums[0] = inside ? one : 0.0;
            sums[LK_FOLD_STRIDE] = inside ? four : 0.0;
        }
        if (edge && map_y >= 0 && map_y < scale.height) {
            double artifact_one = 0.0, artifact_four = 0.0, detail_one = 0.0, detail_four = 0.0;
            float pa[LK_BLOCK_HEIGHT], pb[LK_BLOCK_HEIGHT];
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                pa[i] = a_coming[i];
                pb[i] = b_coming[i];
            }
            lk_column_fetch(a, map_y + LK_BLOCK_HEIGHT, scale.height, p.stride, a_coming);
            lk_column_fetch(b, map_y + LK_BLOCK_HEIGHT, scale.height, p.stride, b_coming);
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                const float m1 = v[i * LK_BLOCK_WIDTH], m2 = v[(LK_BLOCK_HEIGHT + i) * LK_BLOCK_WIDTH];
                const double d = map_y + i < scale.height ? lk_edge_libjxl(pa[i], pb[i], m1, m2) : 0.0;
                /* One of the two maps is 0 here, and adding 0 changes nothing. */
                const double square = d * d, fourth = square * square;
                artifact_one += d > 0.0 ? d : 0.0;
                artifact_four += d > 0.0 ? fourth : 0.0;
                detail_one += d < 0.0 ? -d : 0.0;
                detail_four += d < 0.0 ? fourth : 0.0;
#ifdef LK_TAPS
                if (inside && map_y + i < scale.height) {
                    lk_u64 tap_plane = (lk_u64)scale.width * (lk_u64)scale.height;
                    lk_u64 at = (lk_u64)(map_y + i) * (lk_u64)scale.width + (lk_u64)x;
                    for (int q = 0; q < quantities; q++) {
                        tap_blurred[(lk_u64)(channel * 5 + q) * tap_plane + at] =
                            v[(q * LK_BLOCK_HEIGHT + i) * LK_BLOCK_WIDTH];
                    }
                    tap_xyb[(lk_u64)channel * tap_plane + at] = pa[i];
                    tap_xyb[(lk_u64)(channel + 3) * tap_plane + at] = pb[i];
                }
#endif
            }
            sums[2 * LK_FOLD_STRIDE] = inside ? artifact_one : 0.0;
            sums[3 * LK_FOLD_STRIDE] = inside ? artifact_four : 0.0;
            sums[4 * LK_FOLD_STRIDE] = inside ? detail_one : 0.0;
            sums[5 * LK_FOLD_STRIDE] = inside ? detail_four : 0.0;
        }
        const int fold_y = y - 2 * LK_BLOCK_HEIGHT;
        const int k = warp == LK_COLUMN_SSIM ? lane : 2 + lane; /* the ssim warp folds two sums, the edge warp four */
        if (((ssim && lane < 2) || (edge && lane < 4)) && fold_y >= 0 && fold_y < scale.height) {
            lk_fold_columns_double(columns + (turn * 6 + k) * LK_FOLD_STRIDE, limbs + k * LK_SUM_LIMBS);
        }
        LK_BARRIER();
    }
    tile_sums += (lk_u64)LK_GROUP_Z * scale.sums_pair + scale.sums +
                 (lk_u64)LK_GROUP_X * (LK_TILE_SUMS * LK_SUM_LIMBS) + (lk_u64)(channel * 6 * LK_SUM_LIMBS);
    for (int i = LK_THREAD; i < 6 * LK_SUM_LIMBS; i += LK_COLUMN_THREADS) {
        const int sum = i / LK_SUM_LIMBS, limb = i % LK_SUM_LIMBS;
        tile_sums[((sum & 1) * 3 + sum / 2) * LK_SUM_LIMBS + limb] = limbs[i];
    }
}

#endif

#endif
