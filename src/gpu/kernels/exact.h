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

#define LK_FROM_420    0
#define LK_FROM_ANY    1
#define LK_FROM_PLANES 2

/* Channels are 0 X, 1 Y, 2 B. Pruned: role 0 has Y, role 1 has X and B. */
#define LK_ROLE_CHANNEL(role) (LK_PRUNED ? 1 - (role) : (role))
#define LK_FIRST_QUANTITY(c)  (LK_PRUNED ? ((c) == 1 ? 0 : 4 + (c)) : 4 * (c))
#define LK_HAS_SSIM(c)        (!LK_PRUNED || (c) == 1)
/* The place of a step's sum among a tile's LK_TILE_SUMS. */
#define LK_TILE_SUM(k)                                                                                                 \
    (LK_PRUNED ? ((k) < 4 ? (1 * 2 + ((k)&1)) * 3 + ((k) < 2 ? 0 : 2) : (((k) < 6 ? 0 : 2) * 2 + ((k)&1)) * 3 + 1)     \
               : ((k) / 6 * 2 + ((k)&1)) * 3 + (k) % 6 / 2)
#define LK_TO_XYB(v) (LK_SIGNED ? lk_rgb_to_xyb(v) : lk_light_to_xyb(v))

#define LK_NAME   lk_exact_420_pruned
#define LK_SOURCE LK_FROM_420
#define LK_SIGNED 0
#define LK_PRUNED 1
#include "gpu/kernels/exact_variant.h"

#define LK_NAME   lk_exact_420
#define LK_SOURCE LK_FROM_420
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
