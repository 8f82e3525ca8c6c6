/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The sums of a chunk's columns to the sums of its blocks; see arith/sum.h. */

#ifndef LIKEN_CPU_LEVEL_FOLD_H
#define LIKEN_CPU_LEVEL_FOLD_H

#include "cpu/level/vector.h"
#include "cpu/stream.h"

/* columns: those in the picture. */
#define DEFINE_FOLD(name, real, term_of)                                                                               \
    static void name(real *restrict column, int columns, lk_u64 limbs[LK_SUM_LIMBS]) {                                 \
        for (int x = columns; x < LK_CHUNK; x++) {                                                                     \
            column[x] = 0;                                                                                             \
        }                                                                                                              \
        for (int at = 0; at < columns; at += LK_BLOCK_WIDTH) {                                                         \
            real *restrict block = column + at;                                                                        \
            for (int half = LK_BLOCK_WIDTH / 2; half > 0; half /= 2) {                                                 \
                LK_INDEPENDENT                                                                                         \
                for (int i = 0; i < half; i++) {                                                                       \
                    block[i] += block[i + half];                                                                       \
                }                                                                                                      \
            }                                                                                                          \
            lk_sum_add(limbs, term_of(block[0]));                                                                      \
        }                                                                                                              \
    }

#endif
