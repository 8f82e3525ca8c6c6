/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The exact profile's kernels: helpers, and the variants of exact_variant.h. */

#ifndef LK_GPU_EXACT_H
#define LK_GPU_EXACT_H

#include "arith/blur.h"
#include "arith/halve.h"
#include "arith/ssimulacra2.h"
#include "arith/xyb.h"
#include "gpu/kernels/fold.h"
#include "gpu/kernels/quad.h"

#define LK_XYB_WIDTH  (LK_TILE_WIDTH + 2 * LK_BLUR_REACH)
#define LK_XYB_STRIDE LK_XYB_WIDTH

/* Blurred rows of four columns of one channel: m1 and m2, and with ssim also those of a*b and (a-b)^2.
 * a, b: twelve pixels each from four columns before. to: the quantities, LK_QUANTITY_STRIDE apart. */
#define LK_QUANTITY_STRIDE (LK_BLOCK_HEIGHT * LK_TILE_WIDTH / 4)

LK_FN lk_f4 lk_blur_four(const float *x) {
    lk_f4 o;
    o.x = lk_blur_exact(x[4], x[3] + x[5], x[2] + x[6], x[1] + x[7], x[0] + x[8]);
    o.y = lk_blur_exact(x[5], x[4] + x[6], x[3] + x[7], x[2] + x[8], x[1] + x[9]);
    o.z = lk_blur_exact(x[6], x[5] + x[7], x[4] + x[8], x[3] + x[9], x[2] + x[10]);
    o.w = lk_blur_exact(x[7], x[6] + x[8], x[5] + x[9], x[4] + x[10], x[3] + x[11]);
    return o;
}

LK_FN void lk_blur_four_pairs(
    const LK_LOCAL lk_f4 *a_words, const LK_LOCAL lk_f4 *b_words, LK_LOCAL lk_f4 *to, int ssim) {
    float a[12], b[12];
#pragma unroll
    for (int i = 0; i < 3; i++) {
        lk_f4 word = a_words[i];
        a[4 * i] = word.x;
        a[4 * i + 1] = word.y;
        a[4 * i + 2] = word.z;
        a[4 * i + 3] = word.w;
        word = b_words[i];
        b[4 * i] = word.x;
        b[4 * i + 1] = word.y;
        b[4 * i + 2] = word.z;
        b[4 * i + 3] = word.w;
    }
    to[0] = lk_blur_four(a);
    to[LK_QUANTITY_STRIDE] = lk_blur_four(b);
    if (ssim) {
#pragma unroll
        for (int i = 0; i < 12; i++) {
            float e = a[i] - b[i];
            a[i] = a[i] * b[i];
            b[i] = e * e;
        }
        to[2 * LK_QUANTITY_STRIDE] = lk_blur_four(a);
        to[3 * LK_QUANTITY_STRIDE] = lk_blur_four(b);
    }
}

LK_FN void lk_store_pair(LK_LOCAL float *to, float left, float right) {
    lk_f2 pair;
    pair.x = left;
    pair.y = right;
    *(LK_LOCAL lk_f2 *)to = pair;
}

#define LK_FROM_420_8  0
#define LK_FROM_420_16 1
#define LK_FROM_ANY    2
#define LK_FROM_PLANES 3

/* Channels are 0 X, 1 Y, 2 B. Pruned: role 0 has Y, role 1 has X and B. */
#define LK_ROLE_CHANNEL(role) (LK_PRUNED ? 1 - (role) : (role))
#define LK_FIRST_QUANTITY(c)  (LK_PRUNED ? ((c) == 1 ? 0 : 4 + (c)) : 4 * (c))
#define LK_HAS_SSIM(c)        (!LK_PRUNED || (c) == 1)
/* The place of a step's sum among a tile's LK_TILE_SUMS. */
#define LK_TILE_SUM(k)                                                                                                 \
    (LK_PRUNED ? ((k) < 4 ? (1 * 2 + ((k)&1)) * 3 + ((k) < 2 ? 0 : 2) : (((k) < 6 ? 0 : 2) * 2 + ((k)&1)) * 3 + 1)     \
               : ((k) / 6 * 2 + ((k)&1)) * 3 + (k) % 6 / 2)
#define LK_TO_XYB(v) (LK_SIGNED ? lk_rgb_to_xyb(v) : lk_light_to_xyb(v))

/* The body of step (3) in terms of the kernel's variables. Row i of the step enters the column's rings, and the row
 * that lies LK_BLUR_REACH above it comes out blurred. */
#define LK_BLUR_DOWN(i, blurred)                                                                                       \
    _Pragma("unroll") for (int q_ = 0; q_ < 4; q_++) {                                                                 \
        float entering_ = rows[((role * 4 + q_) * LK_BLOCK_HEIGHT + (i)) * LK_TILE_WIDTH + column];                    \
        (blurred)[q_] = lk_blur_exact(ring[q_][4], ring[q_][3] + ring[q_][5], ring[q_][2] + ring[q_][6],               \
            ring[q_][1] + ring[q_][7], ring[q_][0] + entering_);                                                       \
        _Pragma("unroll") for (int k_ = 0; k_ + 1 < LK_BLOCK_HEIGHT; k_++) {                                           \
            ring[q_][k_] = ring[q_][k_ + 1];                                                                           \
        }                                                                                                              \
        ring[q_][LK_BLOCK_HEIGHT - 1] = entering_;                                                                     \
    }

/* Both pictures' pixels of that row: rows y - 4 to y - 1 were kept in registers, place by place of pixels[], the others
 * have just been converted. */
#define LK_PIXEL(i, place, channel, a, b)                                                                              \
    do {                                                                                                               \
        const LK_LOCAL float *pixel_ =                                                                                 \
            xyb + LK_BLUR_REACH + column +                                                                             \
            ((channel)*LK_BLOCK_HEIGHT + ((i) < LK_BLUR_REACH ? (i) + LK_BLUR_REACH : (i)-LK_BLUR_REACH)) *            \
                LK_XYB_STRIDE;                                                                                         \
        const float a_ = pixel_[0], b_ = pixel_[3 * LK_BLOCK_HEIGHT * LK_XYB_STRIDE];                                  \
        a = (i) < LK_BLUR_REACH ? pixels[place][(i)&3] : a_;                                                           \
        b = (i) < LK_BLUR_REACH ? pixels[(place) + 1][(i)&3] : b_;                                                     \
        if ((i) < LK_BLUR_REACH) {                                                                                     \
            pixels[place][(i)&3] = a_;                                                                                 \
            pixels[(place) + 1][(i)&3] = b_;                                                                           \
        }                                                                                                              \
    } while (0)

/* For tests: what is between the stages. plane: of the blurred quantities. */
#ifdef LK_TAPS
#define LK_TAP(channel, plane, first, second, a, b)                                                                    \
    if (inside) {                                                                                                      \
        const lk_u64 size_ = (lk_u64)scale.width * (lk_u64)scale.height;                                               \
        const lk_u64 at_ = (lk_u64)out_y * (lk_u64)scale.width + (lk_u64)(tile_x + column);                            \
        tap_blurred[(lk_u64)(plane)*size_ + at_] = first;                                                              \
        tap_blurred[(lk_u64)((plane) + 1) * size_ + at_] = second;                                                     \
        tap_xyb[(lk_u64)(channel)*size_ + at_] = a;                                                                    \
        tap_xyb[(lk_u64)((channel) + 3) * size_ + at_] = b;                                                            \
    }
#else
#define LK_TAP(channel, plane, first, second, a, b)
#endif

#define LK_NAME   lk_exact_420_8_pruned
#define LK_SOURCE LK_FROM_420_8
#define LK_SIGNED 0
#define LK_PRUNED 1
#include "gpu/kernels/exact_variant.h"

#define LK_NAME   lk_exact_420_8
#define LK_SOURCE LK_FROM_420_8
#define LK_SIGNED 0
#define LK_PRUNED 0
#include "gpu/kernels/exact_variant.h"

#define LK_NAME   lk_exact_420_16_pruned
#define LK_SOURCE LK_FROM_420_16
#define LK_SIGNED 0
#define LK_PRUNED 1
#include "gpu/kernels/exact_variant.h"

#define LK_NAME   lk_exact_420_16
#define LK_SOURCE LK_FROM_420_16
#define LK_SIGNED 0
#define LK_PRUNED 0
#include "gpu/kernels/exact_variant.h"

#define LK_NAME   lk_exact_any_pruned
#define LK_SOURCE LK_FROM_ANY
#define LK_SIGNED 1
#define LK_PRUNED 1
#include "gpu/kernels/exact_variant.h"

#define LK_NAME   lk_exact_any
#define LK_SOURCE LK_FROM_ANY
#define LK_SIGNED 1
#define LK_PRUNED 0
#include "gpu/kernels/exact_variant.h"

#define LK_NAME   lk_exact_planes
#define LK_SOURCE LK_FROM_PLANES
#define LK_SIGNED 0
#define LK_PRUNED 0
#include "gpu/kernels/exact_variant.h"

#define LK_NAME   lk_exact_planes_signed
#define LK_SOURCE LK_FROM_PLANES
#define LK_SIGNED 1
#define LK_PRUNED 0
#include "gpu/kernels/exact_variant.h"

#endif
