/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Powers and exponentials in plain single precision, for transfer functions: the same bits on every processor, which no
 * library's pow() promises. Polynomials fitted for this file (least squares on Chebyshev nodes, relative error below
 * 3e-9); the results are within 6 units in the last place, 3 for exponents up to 2.4. */

#ifndef LK_ARITH_POWER_H
#define LK_ARITH_POWER_H

#include "target.h"

/* 2^(whole + part): whole a small integer, part any value of moderate size. Results below about 2^-125.5 become 0. */
LK_FN float lk_exp2_split(float whole, float part) {
    /* Adding and subtracting 1.5 * 2^23 rounds to an integer. */
    const float rounder = 12582912.0f;
    float n = (part + rounder) - rounder;
    float f = part - n;
    float p = 1.53707048e-4f;
    p = lk_fma(p, f, 1.33998483e-3f);
    p = lk_fma(p, f, 9.61837325e-3f);
    p = lk_fma(p, f, 5.55032904e-2f);
    p = lk_fma(p, f, 0.240226485f);
    p = lk_fma(p, f, 0.693147206f);
    p = lk_fma(p, f, 1.0f);
    n = n + whole;
    if (!(n > -126.0f)) {
        return 0.0f;
    }
    if (n > 127.0f) {
        n = 127.0f;
    }
    return p * lk_bits_float((lk_u32)((int)n + 127) << 23);
}

/* e^x. */
LK_FN float lk_exp(float x) {
    /* log2(e) in two parts: the first has few enough bits that its product with a small integer is exact. */
    float high = x * 1.44269502f;
    float low = lk_fma(x, 1.44269502f, -high);
    low = lk_fma(x, 1.92596303e-8f, low);
    const float rounder = 12582912.0f;
    float n = (high + rounder) - rounder;
    return lk_exp2_split(n, (high - n) + low);
}

/* x^y for a normal x >= 0 (smaller ones count as 0) and y > 0. */
LK_FN float lk_power(float x, float y) {
    if (!(x >= 1.17549435e-38f)) {
        return 0.0f;
    }
    /* x = m * 2^k with m in [sqrt(1/2), sqrt(2)); log2(m) = s * P(s^2), s = (m - 1) / (m + 1). */
    lk_u32 bits = lk_float_bits(x) - 0x3F3504F3u;
    float k = (float)((int)bits >> 23);
    float m = lk_bits_float((bits & 0x007FFFFFu) + 0x3F3504F3u);
    float s = lk_div(m - 1.0f, m + 1.0f);
    float z = s * s;
    float p = 0.43173302f;
    p = lk_fma(p, z, 0.57671451f);
    p = lk_fma(p, z, 0.961798846f);
    p = lk_fma(p, z, 2.88539008f);
    float log2_m = s * p;
    /* y * (k + log2(m)), the integer part taken off before rounding can hurt. */
    const float rounder = 12582912.0f;
    float yk = y * k;
    float yk_low = lk_fma(y, k, -yk);
    float n = (yk + rounder) - rounder;
    return lk_exp2_split(n, lk_fma(y, log2_m, (yk - n) + yk_low));
}

#endif
