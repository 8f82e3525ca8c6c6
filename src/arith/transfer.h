/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Encoded R'G'B' to linear light, and to BT.709 primaries. docs/numerics.md, "Input to linear RGB". */

#ifndef LK_ARITH_TRANSFER_H
#define LK_ARITH_TRANSFER_H

#include "power.h"

/* Curves that the arithmetic knows; the many names of a colour description are mapped to them on the host. */
#define LK_CURVE_SRGB   0
#define LK_CURVE_LINEAR 1
#define LK_CURVE_BT1886 2
#define LK_CURVE_PQ     3
#define LK_CURVE_HLG    4

/* White of standard dynamic range in cd/m2: HDR light is expressed in multiples of it. */
#define LK_SDR_WHITE 255.0f

typedef struct lk_rgb {
    float r, g, b;
} lk_rgb;

/* sRGB (IEC 61966-2-1), as a rational polynomial above the linear toe. e in [0, 1]. */
LK_FN float lk_srgb_to_linear(float e) {
    float p = 8.210152774e-01f;
    p = lk_fma(p, e, 7.961564959e-01f);
    p = lk_fma(p, e, 1.624820318e-01f);
    p = lk_fma(p, e, 1.043637593e-02f);
    p = lk_fma(p, e, 2.200248328e-04f);
    float q = 6.521209011e-03f;
    q = lk_fma(q, e, -5.512498495e-02f);
    q = lk_fma(q, e, 4.987528350e-01f);
    q = lk_fma(q, e, 1.076976492e+00f);
    q = lk_fma(q, e, 2.631846970e-01f);
    float curve = lk_div(p, q);
    float toe = e * 0.0773993808f;
    return lk_abs(e) <= 0.04045f ? toe : curve;
}

/* Pure power 2.4 (ITU-R BT.1886 with a black level of 0). e in [0, 1]. */
LK_FN float lk_bt1886_to_linear(float e) {
    return lk_power(e, 2.4f);
}

/* PQ (SMPTE ST 2084) to light in multiples of SDR white: 10000 cd/m2 at e = 1. e in [0, 1]. */
LK_FN float lk_pq_to_linear(float e) {
    float v = lk_power(e, 0.0126833133f);                                       /* 1/m2 = 32/2523 */
    float num = lk_positive(v - 0.8359375f);                                    /* c1 = 107/128 */
    float den = lk_fma(-18.6875f, v, 18.8515625f);                              /* c2 = 2413/128, c3 = 2392/128 */
    return lk_power(lk_div(num, den), 6.27739477f) * (10000.0f / LK_SDR_WHITE); /* 1/m1 = 8192/1305 */
}

/* HLG (ITU-R BT.2100) signal to scene light. e in [0, 1]. */
LK_FN float lk_hlg_to_scene(float e) {
    float low = (e * e) * 0.333333343f;
    float high = (lk_exp(lk_div(e - 0.55991073f, 0.17883277f)) + 0.28466892f) * 0.0833333358f;
    return e <= 0.5f ? low : high;
}

/* HLG to light in multiples of SDR white on a display of 1000 cd/m2: OOTF with gamma 1.2 on BT.2020 luminance. */
LK_FN lk_rgb lk_hlg_to_linear(lk_rgb e) {
    lk_rgb s;
    s.r = lk_hlg_to_scene(e.r);
    s.g = lk_hlg_to_scene(e.g);
    s.b = lk_hlg_to_scene(e.b);
    float y = lk_fma(0.2627f, s.r, lk_fma(0.678f, s.g, 0.0593f * s.b));
    float gain = lk_power(y, 0.2f) * (1000.0f / LK_SDR_WHITE);
    s.r = s.r * gain;
    s.g = s.g * gain;
    s.b = s.b * gain;
    return s;
}

/* BT.2020 to BT.709 primaries (ITU-R BT.2087), for HDR; negative light is kept. */
LK_FN lk_rgb lk_bt2020_to_bt709(lk_rgb v) {
    lk_rgb o;
    o.r = lk_fma(1.66049099f, v.r, lk_fma(-0.587641120f, v.g, -0.0728498623f * v.b));
    o.g = lk_fma(-0.124550477f, v.r, lk_fma(1.13289988f, v.g, -0.00834942237f * v.b));
    o.b = lk_fma(-0.0181507636f, v.r, lk_fma(-0.100578897f, v.g, 1.11872971f * v.b));
    return o;
}

/* Any curve. to_bt709: the primaries are BT.2020. */
LK_FN lk_rgb lk_to_linear(lk_rgb e, int curve, int to_bt709) {
    if (curve == LK_CURVE_SRGB) {
        e.r = lk_srgb_to_linear(e.r);
        e.g = lk_srgb_to_linear(e.g);
        e.b = lk_srgb_to_linear(e.b);
    } else if (curve == LK_CURVE_BT1886) {
        e.r = lk_bt1886_to_linear(e.r);
        e.g = lk_bt1886_to_linear(e.g);
        e.b = lk_bt1886_to_linear(e.b);
    } else if (curve == LK_CURVE_PQ) {
        e.r = lk_pq_to_linear(e.r);
        e.g = lk_pq_to_linear(e.g);
        e.b = lk_pq_to_linear(e.b);
    } else if (curve == LK_CURVE_HLG) {
        e = lk_hlg_to_linear(e);
    }
    return to_bt709 ? lk_bt2020_to_bt709(e) : e;
}

#endif
