/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Linear RGB to positive XYB, SSIMULACRA 2's perceptual space. docs/numerics.md, "Linear RGB to positive XYB". */

#ifndef LK_ARITH_XYB_H
#define LK_ARITH_XYB_H

#include "transfer.h"

#define LK_XYB_BIAS 0.0037930732552754493f
/* The cube root of the bias. */
#define LK_XYB_BIAS_ROOT 0.155954197f

typedef struct lk_xyb {
    float x, y, b;
} lk_xyb;

/* The cube root of v >= 0, less that of the bias: Newton on the inverse root from a guess by the exponent. */
LK_FN float lk_cube_root(float v) {
    const float third = 0.333333343f;
    const float four_thirds = 1.33333337f;
    lk_u32 guess = 0x54800000u - (lk_float_bits(v) >> 23) * 0x002AAAAAu;
    float r = v == 0.0f ? 0.0f : lk_bits_float(guess);
    float t = third * v;
    float r2 = r * r;
    r = lk_fma(-t, r2 * r2, four_thirds * r);
    r2 = r * r;
    r = lk_fma(-t, r2 * r2, four_thirds * r);
    r2 = r * r;
    r = lk_fma(-t, r2 * r2, four_thirds * r);
    r2 = r * r;
    r = lk_fma(third, lk_fma(-v, r2 * r2, r), r);
    r2 = r * r;
    return lk_fma(r2, v, -LK_XYB_BIAS_ROOT);
}

LK_FN lk_xyb lk_rgb_to_xyb(lk_rgb v) {
    float l = lk_fma(0.3f, v.r, lk_fma(0.622f, v.g, lk_fma(0.078f, v.b, LK_XYB_BIAS)));
    float m = lk_fma(0.23f, v.r, lk_fma(0.692f, v.g, lk_fma(0.078f, v.b, LK_XYB_BIAS)));
    float s = lk_fma(0.243422687f, v.r, lk_fma(0.204767451f, v.g, lk_fma(0.551809847f, v.b, LK_XYB_BIAS)));
    l = lk_cube_root(lk_positive(l));
    m = lk_cube_root(lk_positive(m));
    s = lk_cube_root(lk_positive(s));
    lk_xyb o;
    o.x = 0.5f * (l - m);
    o.y = 0.5f * (l + m);
    o.b = (s - o.y) + 0.55f;
    o.x = o.x * 14.0f + 0.42f;
    o.y = o.y + 0.01f;
    return o;
}

#endif
