/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Pairs of single-precision numbers whose sum is the value, for what the libjxl profile computes in double precision on
 * processors that have none. Relative errors stay below 2^-44 an operation (as long as nothing underflows), so a score
 * differs from the one in double precision by less than 1e-9. Error-free sum: Knuth 1969; product: by fma; quotient:
 * one correction of the single-precision quotient, as in Dekker 1971. */

#ifndef LK_ARITH_PAIR_H
#define LK_ARITH_PAIR_H

#include "sum.h"

/* hi is the value rounded to single precision. */
typedef struct lk_pair {
    float hi, lo;
} lk_pair;

LK_FN lk_pair lk_pair_of(float hi, float lo) {
    lk_pair p;
    p.hi = hi;
    p.lo = lo;
    return p;
}

/* a + b, exactly. */
LK_FN lk_pair lk_pair_sum(float a, float b) {
    float s = a + b;
    float from_b = s - a;
    return lk_pair_of(s, (a - (s - from_b)) + (b - from_b));
}

/* hi + lo, exactly, for |lo| that is no larger than |hi|. */
LK_FN lk_pair lk_pair_normal(float hi, float lo) {
    float s = hi + lo;
    return lk_pair_of(s, lo - (s - hi));
}

LK_FN lk_pair lk_pair_add(lk_pair a, lk_pair b) {
    lk_pair high = lk_pair_sum(a.hi, b.hi);
    lk_pair low = lk_pair_sum(a.lo, b.lo);
    high = lk_pair_normal(high.hi, high.lo + low.hi);
    return lk_pair_normal(high.hi, high.lo + low.lo);
}

LK_FN lk_pair lk_pair_square(lk_pair a) {
    float p = a.hi * a.hi;
    float e = lk_fma(a.hi, a.hi, -p);
    return lk_pair_normal(p, lk_fma(2.0f * a.hi, a.lo, e));
}

LK_FN lk_pair lk_pair_divide(lk_pair a, lk_pair b) {
    float q = lk_div(a.hi, b.hi);
    /* a - q b: the leading terms cancel exactly. */
    float r = lk_fma(-q, b.hi, a.hi);
    r = lk_fma(-q, b.lo, r + a.lo);
    return lk_pair_normal(q, lk_div(r, b.hi));
}

LK_FN lk_pair lk_pair_negative(lk_pair a) {
    return lk_pair_of(-a.hi, -a.lo);
}

/* max(0, 1 - q): lk_ssim_libjxl_map(). */
LK_FN lk_pair lk_ssim_libjxl_map_pair(float q) {
    lk_pair d = lk_pair_sum(1.0f, -q);
    return d.hi > 0.0f ? d : lk_pair_of(0.0f, 0.0f);
}

/* lk_edge_libjxl(), as (u - v) / (1 + v), which needs no cancellation. */
LK_FN lk_pair lk_edge_libjxl_pair(float a, float b, float m1, float m2) {
    float u = lk_abs(b - m2);
    float v = lk_abs(a - m1);
    return lk_pair_divide(lk_pair_sum(u, -v), lk_pair_sum(1.0f, v));
}

LK_FN void lk_column_add_pair(lk_pair *one, lk_pair *four, lk_pair d) {
    *one = lk_pair_add(*one, d);
    *four = lk_pair_add(*four, lk_pair_square(lk_pair_square(d)));
}

/* A pair >= 0 for the limbs of double precision (LK_SUM_LOWEST_DOUBLE). */
LK_FN lk_sum_term lk_sum_term_pair(lk_pair v) {
    const int extra = 29; /* bits that the significand has below hi's */
    lk_sum_term high = lk_sum_term_float(v.hi);
    lk_sum_term low = lk_sum_term_float(lk_abs(v.lo));
    int down = high.position - low.position - extra;
    lk_u64 rest = down >= 64 ? 0 : down >= 0 ? low.significand >> down : low.significand << -down;
    lk_sum_term t;
    t.significand = (high.significand << extra) + (v.lo < 0.0f ? 0 - rest : rest);
    t.position = high.position + LK_SUM_LOWEST_FLOAT - LK_SUM_LOWEST_DOUBLE - extra;
    if (t.position > 32 * LK_SUM_LIMBS - 53) {
        t.position = 32 * LK_SUM_LIMBS - 53; /* as lk_sum_term_double() */
    }
    return t;
}

#endif
