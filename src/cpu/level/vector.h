/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What the loops of this folder are written with. They are plain loops over the columns of a chunk, of a length that is
 * known, around the functions of arith/, so that the compiler makes vectors of them. */

#ifndef LIKEN_CPU_LEVEL_VECTOR_H
#define LIKEN_CPU_LEVEL_VECTOR_H

#define LK_INLINE static inline __attribute__((always_inline))

/* In front of a loop: its turns are independent. */
#ifdef __clang__
#define LK_INDEPENDENT _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#else
#define LK_INDEPENDENT _Pragma("GCC ivdep")
#endif

#define LK_COLUMNS(x) LK_INDEPENDENT for (int x = 0; x < LK_CHUNK; x++)

#endif
