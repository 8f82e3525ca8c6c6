/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* SSIMULACRA 2's terms of one pixel. docs/numerics.md, "Per-pixel terms". */

#ifndef LK_ARITH_SSIMULACRA2_H
#define LK_ARITH_SSIMULACRA2_H

#include "target.h"

#define LK_SSIM_C2 0.0009f

/* The three maps, as bits. */
#define LK_MAP_SSIM     1
#define LK_MAP_ARTIFACT 2
#define LK_MAP_DETAIL   4
#define LK_MAP_ALL      7

/* exact profile. m1, m2: the blurred reference and distorted; b12: the blurred product; bee: the blurred square of the
 * difference. Algebraically 1 - SSIM, without subtracting nearly equal values. */
LK_FN float lk_ssim_exact(float m1, float m2, float b12, float bee) {
    float dm = m1 - m2;
    float dm2 = dm * dm;
    float ve = bee - dm2;
    float ns = lk_fma(2.0f, lk_fma(-m1, m2, b12), LK_SSIM_C2); /* doubling is exact: one rounding as in 2 x + C2 */
    return lk_positive(lk_div(lk_fma(dm2, ns, ve), ns + ve));
}

/* exact profile. a, b: the pixel itself in reference and distorted. Above 0: artifact (the distorted one has more
 * contrast to its surroundings); below 0: detail lost. */
LK_FN float lk_edge_exact(float a, float b, float m1, float m2) {
    float u = lk_abs(b - m2);
    float v = lk_abs(a - m1);
    return lk_div(u - v, 1.0f + v);
}

/* libjxl profile: q, of which the ssim map is max(0, 1 - q) in double. b11, b22, b12: the blurred products. */
LK_FN float lk_ssim_libjxl(float m1, float m2, float b11, float b22, float b12) {
    float dm = m1 - m2;
    float num_m = 1.0f - dm * dm;
    float num_s = 2.0f * (b12 - m1 * m2) + LK_SSIM_C2;
    float den = ((b11 - m1 * m1) + (b22 - m2 * m2)) + LK_SSIM_C2;
    return lk_div(num_m * num_s, den);
}

#if LK_HAS_FP64

LK_FN double lk_ssim_libjxl_map(float q) {
    double d = 1.0 - (double)q;
    return d > 0.0 ? d : 0.0;
}

/* libjxl profile; the sign as in lk_edge_exact(). */
LK_FN double lk_edge_libjxl(float a, float b, float m1, float m2) {
    double u = (double)lk_abs(b - m2);
    double v = (double)lk_abs(a - m1);
    return lk_div_double(1.0 + u, 1.0 + v) - 1.0;
}

#endif

#endif
