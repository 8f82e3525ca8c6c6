/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Rows turned into columns and back. With vector extensions, since compilers move a matrix one number at a time. */

#ifndef LIKEN_CPU_LEVEL_TURN_H
#define LIKEN_CPU_LEVEL_TURN_H

#include "cpu/level/vector.h"
#include "cpu/stream.h"

#define TURN 8 /* = LK_BATCH: a matrix of 8x8 at a time */

typedef float float8 __attribute__((vector_size(TURN * sizeof(float))));

/* Eight numbers in memory; macros, since such a vector cannot be handed to a function where the machine has none. */
typedef float lk_eight __attribute__((vector_size(TURN * sizeof(float)), aligned(sizeof(float)), may_alias));
#define LOAD8(from)      (*(const lk_eight *)(const void *)(from))
#define STORE8(to, from) (*(lk_eight *)(void *)(to) = (from))

/* v[i][j] to v[j][i]. */
LK_INLINE void turn(float8 v[TURN]) {
    float8 a[TURN], b[TURN];
    for (int i = 0; i < TURN; i += 2) {
        a[i] = __builtin_shufflevector(v[i], v[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        a[i + 1] = __builtin_shufflevector(v[i], v[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < TURN; i += 4) {
        for (int k = 0; k < 2; k++) {
            b[i + 2 * k] = __builtin_shufflevector(a[i + k], a[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            b[i + 2 * k + 1] = __builtin_shufflevector(a[i + k], a[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
    for (int i = 0; i < TURN / 2; i++) {
        v[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        v[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

#endif
