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
#include "arith/xyb.h"
#include "gpu/kernels/fold.h"
#include "gpu/kernels/quad.h"
#include "gpu/kernels/real.h"

/* -------------------------------------------------------------------------------------------------- XYB planes --- */

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
        const LK_GLOBAL lk_u8 *d1, const LK_GLOBAL lk_u8 *d2, const LK_GLOBAL lk_u64 *offsets,                         \
        lk_plane_strides strides, lk_input reference, lk_input distorted, LK_GLOBAL float *next,                       \
        LK_GLOBAL float *planes, lk_scale scale, lk_libjxl_planes p) {                                                 \
        LK_QUAD_PLACE;                                                                                                 \
        const LK_GLOBAL lk_u64 *offset = offsets + pair * LK_PAIR_PLANES + (picture ? LK_PAIR_PLANES / 2 : 0);         \
        lk_planes from;                                                                                                \
        from.plane[0] = (picture ? d0 : r0) + offset[0];                                                               \
        from.plane[1] = (picture ? d1 : r1) + offset[1];                                                               \
        from.plane[2] = (picture ? d2 : r2) + offset[2];                                                               \
        from.stride[0] = picture ? strides.of[3] : strides.of[0];                                                      \
        from.stride[1] = picture ? strides.of[4] : strides.of[1];                                                      \
        from.stride[2] = picture ? strides.of[5] : strides.of[2];                                                      \
        const lk_channel cr = picture ? distorted.channel[2] : reference.channel[2];                                   \
        from.cr = (cr.plane == 2 ? from.plane[2] : from.plane[1]) + cr.offset;                                         \
        if (picture) {                                                                                                 \
            load(&from, &distorted, x, y, edges, &quad);                                                               \
        } else {                                                                                                       \
            load(&from, &reference, x, y, edges, &quad);                                                               \
        }                                                                                                              \
        lk_store_quad(&quad, picture, x, y, edges, with_sign, planes, next, &scale, &p);                               \
    }

LK_LIBJXL_XYB_SAMPLES(lk_libjxl_xyb_420_8, lk_quad_420_8, 0)
LK_LIBJXL_XYB_SAMPLES(lk_libjxl_xyb_420_16, lk_quad_420_16, 0)
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
#define LK_WALK_COLUMNS 32
#define LK_WALK_AHEAD   (LK_RECURSION_RADIUS - 1) /* samples that the recursion looks ahead ... */
#define LK_WALK_SPAN    (2 * LK_RECURSION_RADIUS) /* ... and how far apart the two are that enter a step */
#define LK_LINE_STRIDE  (LK_WALK_COLUMNS + 1)     /* odd: a column of 32 rows falls on 32 banks */
#define LK_WALK_LOADS   ((2 * LK_WALK_ROWS + LK_WALK_WARPS - 1) / LK_WALK_WARPS)

/* Where the lines begin that a thread stages: each warp takes whole rows, of a, then of b, a lane a column. Rows below
 * the picture repeat the last one; nothing is made of them. */
LK_FN void lk_walk_lines(
    const lk_scale *scale, int stride, lk_u32 a, lk_u32 b, int first_row, int warp, int lane, lk_u32 *line_at) {
#pragma unroll
    for (int i = 0; i < LK_WALK_LOADS; i++) {
        const int line = i * LK_WALK_WARPS + warp;
        int y = first_row + (line & (LK_WALK_ROWS - 1));
        y = y < scale->height ? y : scale->height - 1;
        line_at[i] = (line < LK_WALK_ROWS ? a : b) + (lk_u32)y * (lk_u32)stride + (lk_u32)lane;
    }
}

/* Fetch what a thread stages of columns x to x + 31; columns beyond the picture are 0. */
LK_FN void lk_walk_fetch(
    const LK_GLOBAL float *planes, const lk_u32 *line_at, int x, int lane, int width, float *fetched) {
    const LK_GLOBAL float *at = planes + x;
    const int valid = x + lane < width;
#pragma unroll
    for (int i = 0; i < LK_WALK_LOADS; i++) {
        fetched[i] = valid ? at[line_at[i]] : 0.0f;
    }
}

LK_FN void lk_walk_stage(LK_LOCAL float *lines, int warp, int lane, const float *fetched) {
#pragma unroll
    for (int i = 0; i < LK_WALK_LOADS; i++) {
        const int line = i * LK_WALK_WARPS + warp;
        if (line < 2 * LK_WALK_ROWS) {
            lines[line * LK_LINE_STRIDE + lane] = fetched[i];
        }
    }
}

/* Launch: LK_WALK_THREADS threads; grid: groups of LK_WALK_ROWS rows, channels from p.first_channel on, pairs. */
LK_KERNEL_OF_FEW(LK_WALK_THREADS)
lk_libjxl_rows(LK_GLOBAL float *planes, lk_scale scale, lk_libjxl_planes p) {
    LK_ARRAY(float, lines, 3 * LK_WALK_ROWS * LK_LINE_STRIDE); /* a, b, ones */
    LK_ARRAY(float, out, LK_WALK_WARPS *LK_WALK_ROWS *LK_LINE_STRIDE);
    const int lane = LK_THREAD % LK_WALK_ROWS;
    const int quantity = LK_THREAD / LK_WALK_ROWS;
    const int channel = p.first_channel + LK_GROUP_Y;
    const int first_row = LK_GROUP_X * LK_WALK_ROWS;
    planes += (lk_u64)LK_GROUP_Z * p.pair;
    lk_u32 a = 0, b = 0, to = 0; /* planes are told apart by 32 bits: lk_gpu_supports() sees to it */
    int quantities = 0;
    /* An index that is known only at run time would move the parameters to memory. */
#pragma unroll
    for (int c = 0; c < 3; c++) {
        if (c == channel) {
            a = (lk_u32)p.reference[c] * (lk_u32)p.plane;
            b = (lk_u32)p.distorted[c] * (lk_u32)p.plane;
            quantities = p.quantities[c];
#pragma unroll
            for (int q = 0; q < 5; q++) {
                if (q == quantity) {
                    to = (lk_u32)p.blurred[c][q] * (lk_u32)p.plane;
                }
            }
        }
    }
    if (quantities == 0) {
        return;
    }
    const int walks = quantity < quantities;
    const int rows = scale.height - first_row < LK_WALK_ROWS ? scale.height - first_row : LK_WALK_ROWS;
    to += (lk_u32)first_row * (lk_u32)p.stride + (lk_u32)lane;

    /* Every quantity is a product of two rows: of a or b by ones (which changes no bit), a or b. */
    const int left_line = quantity == 1 || quantity == 4 ? 1 : 0;
    const int right_line = quantity < 2 ? 2 : quantity == 3 ? 0 : 1;
    const LK_LOCAL float *left = lines + (left_line * LK_WALK_ROWS + lane) * LK_LINE_STRIDE;
    const LK_LOCAL float *right = lines + (right_line * LK_WALK_ROWS + lane) * LK_LINE_STRIDE;
    LK_LOCAL float *result = out + (quantity * LK_WALK_ROWS + lane) * LK_LINE_STRIDE;
    for (int i = LK_THREAD; i < LK_WALK_ROWS * LK_LINE_STRIDE; i += LK_WALK_THREADS) {
        lines[2 * LK_WALK_ROWS * LK_LINE_STRIDE + i] = 1.0f;
    }

    /* The recursion begins with the first LK_WALK_AHEAD columns, before it gives any. */
    float fetched[LK_WALK_LOADS];
    float met[LK_WALK_SPAN]; /* samples that have entered as the later one, and will enter as the earlier one */
    lk_recursion state = lk_recursion_start();
    lk_u32 line_at[LK_WALK_LOADS];
    lk_walk_lines(&scale, p.stride, a, b, first_row, quantity, lane, line_at);
    lk_walk_fetch(planes, line_at, 0, lane, scale.width, fetched);
    lk_walk_stage(lines, quantity, lane, fetched);
    lk_walk_fetch(planes, line_at, LK_WALK_AHEAD, lane, scale.width, fetched);
    LK_BARRIER();
#pragma unroll
    for (int i = 0; i < LK_WALK_SPAN; i++) {
        met[i] = 0.0f;
    }
#pragma unroll
    for (int i = 0; i < LK_WALK_AHEAD; i++) {
        met[LK_WALK_SPAN - LK_WALK_AHEAD + i] = left[i] * right[i];
        lk_recursion_right(&state, met[LK_WALK_SPAN - LK_WALK_AHEAD + i]);
    }
    LK_BARRIER();

    for (int x = 0; x < scale.width; x += LK_WALK_COLUMNS) {
        /* Staged: columns x + 4 to x + 35, the later ones of the steps x to x + 31. */
        lk_walk_stage(lines, quantity, lane, fetched);
        LK_BARRIER();
        lk_walk_fetch(planes, line_at, x + LK_WALK_COLUMNS + LK_WALK_AHEAD, lane, scale.width, fetched);
        if (walks) {
#pragma unroll
            for (int n = 0; n < LK_WALK_COLUMNS; n += 4) {
                float sum[4];
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const float entering = left[n + i] * right[n + i];
                    sum[i] = met[(n + i) % LK_WALK_SPAN] + entering;
                    met[(n + i) % LK_WALK_SPAN] = entering;
                }
                if (x + n >= LK_RECURSION_HEAD && x + n < scale.width - LK_RECURSION_TAIL) {
                    lk_recursion_right4(&state, sum, sum);
                } else {
                    /* Not unrolled: it runs at the two ends of a row alone. */
                    for (int i = 0; i < 4; i++) {
                        const float one = lk_recursion_right(&state, sum[0]);
                        sum[0] = sum[1];
                        sum[1] = sum[2];
                        sum[2] = sum[3];
                        sum[3] = one;
                    }
                }
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    result[n + i] = sum[i];
                }
            }
            /* The ring goes on at its beginning. */
            float turned[LK_WALK_SPAN];
#pragma unroll
            for (int i = 0; i < LK_WALK_SPAN; i++) {
                turned[i] = met[(i + LK_WALK_COLUMNS) % LK_WALK_SPAN];
            }
#pragma unroll
            for (int i = 0; i < LK_WALK_SPAN; i++) {
                met[i] = turned[i];
            }
        }
        LK_BARRIER();
        /* Each warp writes what it walked, a row at a time. The barrier after the next staging keeps the next walk from
         * overwriting it. */
        if (walks && x + lane < scale.width) {
            const LK_LOCAL float *from = out + quantity * LK_WALK_ROWS * LK_LINE_STRIDE + lane;
            LK_GLOBAL float *row = planes + to + x;
            if (rows == LK_WALK_ROWS) {
#pragma unroll
                for (int i = 0; i < LK_WALK_ROWS; i++) {
                    row[i * p.stride] = from[i * LK_LINE_STRIDE];
                }
            } else {
                for (int i = 0; i < rows; i++) {
                    row[i * p.stride] = from[i * LK_LINE_STRIDE];
                }
            }
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- columns --- */

/* A group has LK_BLOCK_WIDTH columns of one channel over the whole height, LK_BLOCK_HEIGHT rows at a time. Its warps
 * work side by side on successive blocks of rows: the first ones walk, one a quantity, a thread a column; each of the
 * eight forms the maps of one row of the block before; two of the last three add up the columns of the block before
 * that, and the first lanes of the last one fold those of the one before. A barrier a block hands everything on. */
#define LK_COLUMN_SSIM   LK_WALK_WARPS       /* the warp that adds up the ssim map, */
#define LK_COLUMN_EDGE   (LK_WALK_WARPS + 1) /* the one for the two edge maps */
#define LK_COLUMN_FOLD   (LK_WALK_WARPS + 2) /* and the one that folds */
#define LK_COLUMN_STAGES 4                   /* walk, map, add, fold */
#define LK_FOLD_STRIDE   (LK_BLOCK_WIDTH + 1)
#define LK_BLOCK_PIXELS  (LK_BLOCK_WIDTH * LK_BLOCK_HEIGHT)

/* Fold the columns of a block by halves, and add the result to limbs. */
LK_FN void lk_fold_columns_real(const LK_LOCAL lk_real *columns, LK_LOCAL lk_u64 *limbs) {
    lk_real v[LK_BLOCK_WIDTH / 2];
#pragma unroll
    for (int i = 0; i < LK_BLOCK_WIDTH / 2; i++) {
        v[i] = lk_real_add(columns[i], columns[i + LK_BLOCK_WIDTH / 2]);
    }
#pragma unroll
    for (int half_width = LK_BLOCK_WIDTH / 4; half_width > 0; half_width /= 2) {
#pragma unroll
        for (int i = 0; i < LK_BLOCK_WIDTH / 4; i++) {
            if (i < half_width) {
                v[i] = lk_real_add(v[i], v[i + half_width]);
            }
        }
    }
    lk_sum_add(limbs, lk_real_term(v[0]));
}

/* The next LK_BLOCK_HEIGHT rows of a column, whose first is row y; zeros outside. */
LK_FN void lk_column_fetch(const LK_GLOBAL float *at, int y, int height, int stride, float *rows) {
    if (y + LK_BLOCK_HEIGHT <= height) {
#pragma unroll
        for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
            rows[i] = at[i * stride];
        }
    } else {
#pragma unroll
        for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
            rows[i] = y + i < height ? at[i * stride] : 0.0f;
        }
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
    LK_ARRAY(lk_real, maps, 2 * 2 * LK_BLOCK_PIXELS); /* [turn][edge, ssim][row][column] */
    LK_ARRAY(lk_real, columns, 2 * 6 * LK_FOLD_STRIDE);
    LK_ARRAY(lk_u64, limbs, 6 * LK_SUM_LIMBS);
    LK_ARRAY(float, blurred, 2 * LK_WALK_WARPS * LK_BLOCK_PIXELS); /* [turn][quantity][row][column] */
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
    const int ssim = quantities == 5;
    for (int i = LK_THREAD; i < 6 * LK_SUM_LIMBS; i += LK_COLUMN_THREADS) {
        limbs[i] = 0;
    }
    for (int i = LK_THREAD; i < 2 * 6 * LK_FOLD_STRIDE; i += LK_COLUMN_THREADS) {
        columns[i] = lk_real_zero();
    }

    /* A walker's rows: those that will enter a second time, and those on their way. */
    float met[LK_WALK_SPAN], coming[LK_BLOCK_HEIGHT];
    lk_recursion state = lk_recursion_start();
#pragma unroll
    for (int i = 0; i < LK_WALK_SPAN; i++) {
        met[i] = 0.0f;
    }
#pragma unroll
    for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
        coming[i] = 0.0f;
    }
    if (walks) {
#pragma unroll
        for (int i = 0; i < LK_WALK_AHEAD; i++) {
            const float entering = i < scale.height ? walked[(lk_u64)i * (lk_u64)p.stride] : 0.0f;
            lk_recursion_down(&state, entering);
            met[LK_WALK_SPAN - LK_WALK_AHEAD + i] = entering;
        }
        walked += LK_WALK_AHEAD * p.stride;
        lk_column_fetch(walked, LK_WALK_AHEAD, scale.height, p.stride, coming);
    }
    /* The pixel of the row whose maps this warp comes to next. */
    a += warp * p.stride;
    b += warp * p.stride;
    float a_coming = 0.0f, b_coming = 0.0f;
    const int block_stride = LK_BLOCK_HEIGHT * p.stride;

    for (int y = 0; y < scale.height + (LK_COLUMN_STAGES - 1) * LK_BLOCK_HEIGHT; y += LK_BLOCK_HEIGHT) {
        const int turn = (y / LK_BLOCK_HEIGHT) & 1;

        /* Walk the block at y. */
        if (walks && y < scale.height) {
            LK_LOCAL float *to = blurred + (turn * LK_WALK_WARPS + warp) * LK_BLOCK_PIXELS + lane;
            float entering[LK_BLOCK_HEIGHT];
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                entering[i] = coming[i];
            }
            walked += block_stride;
            lk_column_fetch(walked, y + LK_BLOCK_HEIGHT + LK_WALK_AHEAD, scale.height, p.stride, coming);
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                to[i * LK_BLOCK_WIDTH] = lk_recursion_down(&state, met[i] + entering[i]);
            }
#pragma unroll
            for (int i = 0; i < LK_WALK_SPAN; i++) {
                met[i] = i + LK_BLOCK_HEIGHT < LK_WALK_SPAN ? met[(i + LK_BLOCK_HEIGHT) % LK_WALK_SPAN]
                                                            : entering[(i + LK_BLOCK_HEIGHT) % LK_WALK_SPAN];
            }
        }

        /* The maps of one row of the block before. */
        const int map_y = y - LK_BLOCK_HEIGHT;
        if (map_y >= 0 && map_y < scale.height) {
            const LK_LOCAL float *v =
                blurred + (turn ^ 1) * LK_WALK_WARPS * LK_BLOCK_PIXELS + warp * LK_BLOCK_WIDTH + lane;
            LK_LOCAL lk_real *to = maps + (turn ^ 1) * 2 * LK_BLOCK_PIXELS + warp * LK_BLOCK_WIDTH + lane;
            const int valid = inside && map_y + warp < scale.height;
            const lk_real d = lk_real_edge(a_coming, b_coming, v[0], v[LK_BLOCK_PIXELS]);
            to[0] = valid ? d : lk_real_zero();
            if (ssim) {
                const float q = lk_ssim_libjxl(
                    v[0], v[LK_BLOCK_PIXELS], v[3 * LK_BLOCK_PIXELS], v[4 * LK_BLOCK_PIXELS], v[2 * LK_BLOCK_PIXELS]);
                to[LK_BLOCK_PIXELS] = valid ? lk_real_ssim(q) : lk_real_zero();
            }
#ifdef LK_TAPS
            if (valid) {
                const lk_u64 tap_plane = (lk_u64)scale.width * (lk_u64)scale.height;
                const lk_u64 tap = (lk_u64)(map_y + warp) * (lk_u64)scale.width + (lk_u64)x;
                for (int q = 0; q < quantities; q++) {
                    tap_blurred[(lk_u64)(channel * 5 + q) * tap_plane + tap] = v[q * LK_BLOCK_PIXELS];
                }
                tap_xyb[(lk_u64)channel * tap_plane + tap] = a_coming;
                tap_xyb[(lk_u64)(channel + 3) * tap_plane + tap] = b_coming;
            }
#endif
        }
        if (y + warp < scale.height) {
            a_coming = *a;
            b_coming = *b;
            a += block_stride;
            b += block_stride;
        }

        /* Add up the columns of the block before that. */
        const int add_y = y - 2 * LK_BLOCK_HEIGHT;
        if (add_y >= 0 && add_y < scale.height) {
            const LK_LOCAL lk_real *map = maps + turn * 2 * LK_BLOCK_PIXELS + lane;
            LK_LOCAL lk_real *to = columns + turn * 6 * LK_FOLD_STRIDE + lane;
            if (warp == LK_COLUMN_SSIM && ssim) {
                lk_real one = lk_real_zero(), four = lk_real_zero();
#pragma unroll
                for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                    lk_real_column_add(&one, &four, map[LK_BLOCK_PIXELS + i * LK_BLOCK_WIDTH]);
                }
                to[0] = one;
                to[LK_FOLD_STRIDE] = four;
            }
            if (warp == LK_COLUMN_EDGE) {
                lk_real artifact_one = lk_real_zero(), artifact_four = lk_real_zero();
                lk_real detail_one = lk_real_zero(), detail_four = lk_real_zero();
#pragma unroll
                for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                    /* One of the two maps is 0 here, and adding 0 would change nothing. */
                    const lk_real d = map[i * LK_BLOCK_WIDTH];
                    if (lk_real_is_positive(d)) {
                        lk_real_column_add(&artifact_one, &artifact_four, d);
                    } else {
                        lk_real_column_add(&detail_one, &detail_four, lk_real_negative(d));
                    }
                }
                to[2 * LK_FOLD_STRIDE] = artifact_one;
                to[3 * LK_FOLD_STRIDE] = artifact_four;
                to[4 * LK_FOLD_STRIDE] = detail_one;
                to[5 * LK_FOLD_STRIDE] = detail_four;
            }
        }

        /* Fold the columns of the block before that. */
        const int fold_y = y - 3 * LK_BLOCK_HEIGHT;
        if (warp == LK_COLUMN_FOLD && lane < 6 && fold_y >= 0 && fold_y < scale.height) {
            lk_fold_columns_real(columns + ((turn ^ 1) * 6 + lane) * LK_FOLD_STRIDE, limbs + lane * LK_SUM_LIMBS);
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
