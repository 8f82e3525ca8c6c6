/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Sums that do not depend on the order in which they are formed, so that any split over threads, work-groups and
 * devices gives the same bits.
 *
 * A plane is cut into blocks of LK_BLOCK_WIDTH x LK_BLOCK_HEIGHT pixels. In a block, each column is added from the top
 * down, then the columns by halves: column i and column i + 16, then i + 8, 4, 2, 1 (pixels outside the plane count 0).
 * The block's sum, a floating-point number >= 0, is then added to a wide fixed-point number of 32-bit limbs kept in
 * 64-bit integers, which is exact, so blocks may come in any order. */

#ifndef LK_ARITH_SUM_H
#define LK_ARITH_SUM_H

#include "target.h"

#define LK_BLOCK_WIDTH  32
#define LK_BLOCK_HEIGHT 8

/* Limb i counts 2^(32 i + lowest). Single precision fits entirely; double precision is cut off below 2^-192. A limb may
 * be added to 2^32 times before it overflows. */
#define LK_SUM_LIMBS         9
#define LK_SUM_LOWEST_FLOAT  -149
#define LK_SUM_LOWEST_DOUBLE -192

/* Add a map's value d to a column's sums of d and of d^4. */
LK_FN void lk_column_add(float *one, float *four, float d) {
    float square = d * d;
    *one += d;
    *four = lk_fma(square, square, *four);
}

#if LK_HAS_FP64
LK_FN void lk_column_add_double(double *one, double *four, double d) {
    double square = d * d;
    *one += d;
    *four += square * square;
}
#endif

/* A positive number as significand * 2^position, position >= 0 counted from the lowest bit of limb 0. */
typedef struct lk_sum_term {
    lk_u64 significand; /* at most 53 bits */
    int position;
} lk_sum_term;

LK_FN lk_sum_term lk_sum_term_float(float v) {
    lk_u32 bits = lk_float_bits(v);
    int exponent = (int)((bits >> 23) & 0xFFu);
    lk_sum_term t;
    t.significand = (bits & 0x007FFFFFu) | (exponent ? 0x00800000u : 0u);
    t.position = exponent ? exponent - 1 : 0;
    return t;
}

#if LK_HAS_FP64
LK_FN lk_sum_term lk_sum_term_double(double v) {
    lk_u64 bits = lk_double_bits(v);
    int exponent = (int)((bits >> 52) & 0x7FFu);
    int position = exponent - 1075 - LK_SUM_LOWEST_DOUBLE;
    if (position > 32 * LK_SUM_LIMBS - 53) {
        position = 32 * LK_SUM_LIMBS - 53; /* 2^96 and above, infinity included: the largest that has room */
    }
    lk_sum_term t;
    t.significand = (bits & (((lk_u64)1 << 52) - 1)) | ((lk_u64)1 << 52);
    t.position = position > 0 ? position : 0;
    if (position < 0) {
        t.significand = position > -53 ? t.significand >> -position : 0;
    }
    return t;
}
#endif

/* Add a term to LK_SUM_LIMBS limbs. */
LK_FN void lk_sum_add(LK_LOCAL lk_u64 *limbs, lk_sum_term t) {
    int limb = t.position >> 5;
    int up = t.position & 31;
    lk_u64 low = (t.significand & 0xFFFFFFFFu) << up;
    lk_u64 high = (t.significand >> 32) << up;
    limbs[limb] += low & 0xFFFFFFFFu;
    if (limb + 1 < LK_SUM_LIMBS) {
        limbs[limb + 1] += (low >> 32) + (high & 0xFFFFFFFFu);
    }
    if (limb + 2 < LK_SUM_LIMBS) {
        limbs[limb + 2] += high >> 32;
    }
}

/* The bits of the double that limbs (which it normalises) stand for, rounded towards 0. Only integers, so that it runs
 * where there is no double precision. */
LK_FN lk_u64 lk_sum_double_bits(lk_u64 *limbs, int lowest) {
    int top = -1;
    for (int i = 0; i < LK_SUM_LIMBS; i++) {
        if (i + 1 < LK_SUM_LIMBS) {
            limbs[i + 1] += limbs[i] >> 32;
            limbs[i] &= 0xFFFFFFFFu;
        }
        if (limbs[i]) {
            top = i;
        }
    }
    if (top < 0) {
        return 0;
    }
    /* The 64 bits from the highest set one down; the top limb may use all of its 64. */
    int zeros = lk_leading_zeros(limbs[top]);
    lk_u64 high = limbs[top] << zeros;
    if (zeros > 0 && top > 0) {
        lk_u64 below = (limbs[top - 1] << 32) | (top > 1 ? limbs[top - 2] : 0);
        high |= below >> (64 - zeros);
    }
    int exponent = lowest + 32 * top + 63 - zeros; /* of the highest bit */
    if (exponent < -1022) {
        return 0;
    }
    return ((lk_u64)(exponent + 1023) << 52) | ((high >> 11) & (((lk_u64)1 << 52) - 1));
}

#endif
