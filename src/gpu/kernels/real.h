/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The numbers in which the libjxl profile sums up: double precision or, on a device that has none, pairs. */

#ifndef LK_GPU_REAL_H
#define LK_GPU_REAL_H

#include "arith/pair.h"
#include "arith/ssimulacra2.h"

#if LK_HAS_FP64

typedef double lk_real;

#define lk_real_zero()              0.0
#define lk_real_ssim(q)             lk_ssim_libjxl_map(q)
#define lk_real_edge(a, b, m1, m2)  lk_edge_libjxl(a, b, m1, m2)
#define lk_real_is_positive(d)      ((d) > 0.0)
#define lk_real_negative(d)         (-(d))
#define lk_real_add(a, b)           ((a) + (b))
#define lk_real_column_add(o, f, d) lk_column_add_double(o, f, d)
#define lk_real_term(v)             lk_sum_term_double(v)

#else

typedef lk_pair lk_real;

#define lk_real_zero()              lk_pair_of(0.0f, 0.0f)
#define lk_real_ssim(q)             lk_ssim_libjxl_map_pair(q)
#define lk_real_edge(a, b, m1, m2)  lk_edge_libjxl_pair(a, b, m1, m2)
#define lk_real_is_positive(d)      ((d).hi > 0.0f)
#define lk_real_negative(d)         lk_pair_negative(d)
#define lk_real_add(a, b)           lk_pair_add(a, b)
#define lk_real_column_add(o, f, d) lk_column_add_pair(o, f, d)
#define lk_real_term(v)             lk_sum_term_pair(v)

#endif

#endif
