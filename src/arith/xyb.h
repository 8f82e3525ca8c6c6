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

/* The cube root of v > 0, less that of the bias: Newton on the inverse root from a guess by the exponent. */
LK_FN float lk_cube_root(float v) {
    const float third = 0.333333343f;
    const float four_thirds = 1.33333337f;
    float r = lk_bits_float(0x54800000u - (lk_float_bits(v) >> 23) * 0x002AAAAAu);
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

/* The same for any v; negative ones count as 0. */
LK_FN float lk_cube_root_signed(float v) {
    return v > 0.0f ? lk_cube_root(v) : -LK_XYB_BIAS_ROOT;
}

/* The responses of the three kinds of cones. */
typedef struct lk_lms {
    float l, m, s;
} lk_lms;

LK_FN lk_lms lk_rgb_to_lms(lk_rgb v) {
    lk_lms o;
    o.l = lk_fma(0.3f, v.r, lk_fma(0.622f, v.g, lk_fma(0.078f, v.b, LK_XYB_BIAS)));
    o.m = lk_fma(0.23f, v.r, lk_fma(0.692f, v.g, lk_fma(0.078f, v.b, LK_XYB_BIAS)));
    o.s = lk_fma(0.243422687f, v.r, lk_fma(0.204767451f, v.g, lk_fma(0.551809847f, v.b, LK_XYB_BIAS)));
    return o;
}

LK_FN lk_xyb lk_roots_to_xyb(lk_lms root) {
    lk_xyb o;
    o.x = 0.5f * (root.l - root.m);
    o.y = 0.5f * (root.l + root.m);
    o.b = (root.s - o.y) + 0.55f;
    o.x = o.x * 14.0f + 0.42f;
    o.y = o.y + 0.01f;
    return o;
}

/* Light that may be negative (HDR brought to BT.709 primaries). */
LK_FN lk_xyb lk_rgb_to_xyb(lk_rgb v) {
    lk_lms t = lk_rgb_to_lms(v);
    t.l = lk_cube_root_signed(t.l);
    t.m = lk_cube_root_signed(t.m);
    t.s = lk_cube_root_signed(t.s);
    return lk_roots_to_xyb(t);
}

/* The same for r, g, b >= 0, where the bias keeps the responses above 0. */
LK_FN lk_xyb lk_light_to_xyb(lk_rgb v) {
    lk_lms t = lk_rgb_to_lms(v);
    t.l = lk_cube_root(t.l);
    t.m = lk_cube_root(t.m);
    t.s = lk_cube_root(t.s);
    return lk_roots_to_xyb(t);
}

#endif
