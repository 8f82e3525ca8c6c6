/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* From column sums to tile sums, and from tile sums to a pair's sums. */

#ifndef LK_GPU_FOLD_H
#define LK_GPU_FOLD_H

#include "arith/sum.h"
#include "gpu/kernels/kernel.h"

#define LK_TILE_BLOCKS   (LK_TILE_WIDTH / LK_BLOCK_WIDTH)
#define LK_COLUMN_STRIDE (LK_TILE_WIDTH + 1) /* odd, so that threads that fold different sums use different banks */

/* Fold the LK_BLOCK_WIDTH columns of a block by halves, and add the result to limbs. */
LK_FN void lk_fold_columns(const LK_LOCAL float *columns, LK_LOCAL lk_u64 *limbs) {
    float v[LK_BLOCK_WIDTH / 2];
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
    lk_sum_add(limbs, lk_sum_term_float(v[0]));
}

/* A pair's sums, as the bits of doubles, in the order of lk_sum_index(). Launch: LK_FINISH_THREADS threads; grid: sums,
 * 1, pairs. Each thread adds one limb of every LK_FINISH_THREADS / LK_SUM_LIMBS-th tile. */
LK_KERNEL(LK_FINISH_THREADS)
lk_finish(const LK_GLOBAL lk_u64 *tile_sums, LK_GLOBAL lk_u64 *sums, lk_finish_params p) {
    LK_ARRAY(lk_u64, partial, LK_FINISH_THREADS);
    const int thread = LK_THREAD;
    const int limb = thread % LK_SUM_LIMBS;
    const int k = LK_GROUP_X;
    const int map = k % 3, fourth = k / 3 % 2, scale = k / 6 % p.scales, channel = k / 6 / p.scales;
    tile_sums += (lk_u64)LK_GROUP_Z * p.sums_pair + (lk_u64)(((channel * 2 + fourth) * 3 + map) * LK_SUM_LIMBS + limb);
    int tiles = 0;
    /* Not p.tiles[scale]: an index that is known only at run time would move the parameters to memory. */
#pragma unroll
    for (int s = 0; s < 6; s++) {
        if (s == scale) {
            tiles = p.tiles[s];
            tile_sums += p.sums[s];
        }
    }
    lk_u64 total = 0;
    for (int tile = thread / LK_SUM_LIMBS; tile < tiles; tile += LK_FINISH_THREADS / LK_SUM_LIMBS) {
        total += tile_sums[(lk_u64)tile * (LK_TILE_SUMS * LK_SUM_LIMBS)];
    }
    partial[thread] = total;
    LK_BARRIER();
    if (thread < LK_SUM_LIMBS) {
        for (int i = thread + LK_SUM_LIMBS; i < LK_FINISH_THREADS; i += LK_SUM_LIMBS) {
            total += partial[i];
        }
        partial[thread] = total;
    }
    LK_BARRIER();
    if (thread == 0) {
        lk_u64 limbs[LK_SUM_LIMBS];
        for (int i = 0; i < LK_SUM_LIMBS; i++) {
            limbs[i] = partial[i];
        }
        sums[(lk_u64)LK_GROUP_Z * LK_SUMS_PAIR + (lk_u64)k] = lk_sum_double_bits(limbs, p.lowest);
    }
}

#endif
