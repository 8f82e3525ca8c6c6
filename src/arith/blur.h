/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The Gaussian-like blur of both profiles (sigma 1.5): truncated cosines, zero outside the picture.
 * Charalampidis 2016, "Recursive implementation of the Gaussian filter using truncated cosine functions";
 * docs/numerics.md, "Blur". */

#ifndef LK_ARITH_BLUR_H
#define LK_ARITH_BLUR_H

#include "target.h"

/* How far the finite filter reaches to each side, and its taps by distance. */
#define LK_BLUR_REACH 4
#define LK_BLUR_TAP0  0.264621109f
#define LK_BLUR_TAP1  0.212928593f
#define LK_BLUR_TAP2  0.10933537f
#define LK_BLUR_TAP3  0.0360111147f
#define LK_BLUR_TAP4  0.00941436738f

/* The exact profile's blur along one axis: x0 in the middle, pairN the sum of the two samples at distance N. */
LK_FN float lk_blur_exact(float x0, float pair1, float pair2, float pair3, float pair4) {
    float s = LK_BLUR_TAP0 * x0;
    s = lk_fma(LK_BLUR_TAP1, pair1, s);
    s = lk_fma(LK_BLUR_TAP2, pair2, s);
    s = lk_fma(LK_BLUR_TAP3, pair3, s);
    return lk_fma(LK_BLUR_TAP4, pair4, s);
}

/* The recursive filter of the libjxl profile. Its inputs enter as sums of the two samples LK_RECURSION_RADIUS before
 * and after the middle: for output n, x[n - RADIUS - 1] + x[n + RADIUS - 1], the recursion starting at n = -RADIUS + 1.
 * Three oscillators (k = 1, 3, 5) run side by side; the output is o1 + (o3 + o5). */
#define LK_RECURSION_RADIUS 5

#define LK_RECURSION_N1 0.0552952364f
#define LK_RECURSION_N3 -0.0588366874f
#define LK_RECURSION_N5 0.0129558193f
#define LK_RECURSION_D1 -1.90211308f
#define LK_RECURSION_D3 -1.17557049f
#define LK_RECURSION_D5 -1.22464685e-16f

/* The last two outputs of the three oscillators. */
typedef struct lk_recursion {
    float last1, last3, last5;
    float before1, before3, before5;
} lk_recursion;

LK_FN lk_recursion lk_recursion_start(void) {
    lk_recursion r;
    r.last1 = r.last3 = r.last5 = 0.0f;
    r.before1 = r.before3 = r.before5 = 0.0f;
    return r;
}

/* Take the oscillators' next outputs; returns the filter's. */
LK_FN float lk_recursion_advance(lk_recursion *r, float y1, float y3, float y5) {
    r->before1 = r->last1;
    r->before3 = r->last3;
    r->before5 = r->last5;
    r->last1 = y1;
    r->last3 = y3;
    r->last5 = y5;
    return y1 + (y3 + y5);
}

/* One step of a vertical pass. */
LK_FN float lk_recursion_down(lk_recursion *r, float sum) {
    float y1 = lk_fma(LK_RECURSION_N1, sum, lk_fma(-LK_RECURSION_D1, r->last1, -r->before1));
    float y3 = lk_fma(LK_RECURSION_N3, sum, lk_fma(-LK_RECURSION_D3, r->last3, -r->before3));
    float y5 = lk_fma(LK_RECURSION_N5, sum, lk_fma(-LK_RECURSION_D5, r->last5, -r->before5));
    return lk_recursion_advance(r, y1, y3, y5);
}

/* One step of a horizontal pass. It differs from the vertical one in its roundings, as in the reference. */
LK_FN float lk_recursion_right(lk_recursion *r, float sum) {
    float y1 = lk_fma(-LK_RECURSION_D1, r->last1, lk_fma(-1.0f, r->before1, sum * LK_RECURSION_N1));
    float y3 = lk_fma(-LK_RECURSION_D3, r->last3, lk_fma(-1.0f, r->before3, sum * LK_RECURSION_N3));
    float y5 = lk_fma(-LK_RECURSION_D5, r->last5, lk_fma(-1.0f, r->before5, sum * LK_RECURSION_N5));
    return lk_recursion_advance(r, y1, y3, y5);
}

/* Four outputs of one oscillator at once, from the state before them: inJ, prevJ and beforeJ are the coefficients of
 * the J-th output, derived from n and d (tests/arith.c derives them again in double). */
#define LK_RECURSION_FOUR(                                                                                             \
    v, s, last, before, in0, in1, in2, in3, prev0, prev1, prev2, prev3, before0, before1, before2, before3)            \
    do {                                                                                                               \
        float v0 = (s)[0] * (in0);                                                                                     \
        float v1 = lk_fma(in0, (s)[1], (s)[0] * (in1));                                                                \
        float v2 = lk_fma(in0, (s)[2], lk_fma(in1, (s)[1], (s)[0] * (in2)));                                           \
        float v3 = lk_fma(in0, (s)[3], lk_fma(in1, (s)[2], lk_fma(in2, (s)[1], (s)[0] * (in3))));                      \
        (v)[0] = lk_fma(prev0, last, lk_fma(before0, before, v0));                                                     \
        (v)[1] = lk_fma(prev1, last, lk_fma(before1, before, v1));                                                     \
        (v)[2] = lk_fma(prev2, last, lk_fma(before2, before, v2));                                                     \
        (v)[3] = lk_fma(prev3, last, lk_fma(before3, before, v3));                                                     \
        before = (v)[2];                                                                                               \
        last = (v)[3];                                                                                                 \
    } while (0)

/* Four steps of a horizontal pass. sum, out: float[4]; they may be the same. */
LK_FN void lk_recursion_right4(lk_recursion *r, const float *sum, float *out) {
    float o1[4], o3[4], o5[4];
    LK_RECURSION_FOUR(o1, sum, r->last1, r->before1, 0.0552952364f, 0.10517779f, 0.144764811f, 0.17018123f, 1.90211308f,
        2.61803389f, 3.07768345f, 3.23606801f, -1.0f, -1.90211308f, -2.61803389f, -3.07768345f);
    LK_RECURSION_FOUR(o3, sum, r->last3, r->before3, -0.0588366874f, -0.0691666752f, -0.0224736147f, 0.042747356f,
        1.17557049f, 0.381966025f, -0.726542532f, -1.23606801f, -1.0f, -1.17557049f, -0.381966025f, 0.726542532f);
    LK_RECURSION_FOUR(o5, sum, r->last5, r->before5, 0.0129558193f, 1.58663023e-18f, -0.0129558193f, -3.17326046e-18f,
        1.22464685e-16f, -1.0f, -2.44929371e-16f, 1.0f, -1.0f, -1.22464685e-16f, 1.0f, 2.44929371e-16f);
    out[0] = o1[0] + (o3[0] + o5[0]);
    out[1] = o1[1] + (o3[1] + o5[1]);
    out[2] = o1[2] + (o3[2] + o5[2]);
    out[3] = o1[3] + (o3[3] + o5[3]);
}

/* How a horizontal pass goes along a row of width w: one at a time for n < LK_RECURSION_HEAD, in fours while
 * n < w - LK_RECURSION_TAIL, then one at a time. */
#define LK_RECURSION_HEAD 8
#define LK_RECURSION_TAIL (LK_RECURSION_RADIUS + 2)

#endif
