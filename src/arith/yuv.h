/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Samples of any pixel format to encoded R'G'B'. docs/numerics.md, "Input to linear RGB". */

#ifndef LK_ARITH_YUV_H
#define LK_ARITH_YUV_H

#include "transfer.h"

/* Where a channel's samples lie: sample (x, y) is at plane + offset + y * stride + x * step, in bytes. */
typedef struct lk_channel {
    int plane;
    int offset;
    int step;
} lk_channel;

/* All that the conversion of one picture depends on; prepared on the host (metric/input.c). Only 4-byte members, so
 * that it can be passed to a kernel of any kind by value. */
typedef struct lk_input {
    int width, height;
    int chroma_width, chroma_height; /* of YUV's chroma planes */
    int yuv;                         /* 1: YUV, 0: RGB or grey (whose three channels are one) */
    int bytes;                       /* a sample: 1 or 2 */
    int shift;                       /* right shift that brings a sample to its depth */
    int chroma_w, chroma_h;          /* log2 of the subsampling */
    int nearest;                     /* chroma upsampling: 1 nearest, 0 bilinear */
    int phase_x, phase_y; /* where a chroma sample lies: 0 at the first of its two luma samples, 1 between, 2 at
                             the second */
    int curve;            /* LK_CURVE_* */
    int to_bt709;
    int alpha;                                        /* 1: channel[3] holds it */
    float black;                                      /* the sample value of black */
    float gray;                                       /* YUV: 16 times the sample value of no colour */
    float scale;                                      /* 1 / (white - black): of luma, or of R, G and B */
    float alpha_scale;                                /* 1 / (2^depth - 1) */
    float background;                                 /* the encoded value that a picture with alpha is laid over */
    float r_from_cr, g_from_cr, g_from_cb, b_from_cb; /* apply to 16 times the chroma sample */
    lk_channel channel[4];
} lk_input;

LK_FN float lk_clamp01(float x) {
    x = lk_positive(x);
    return x < 1.0f ? x : 1.0f;
}

/* One sample. row: the channel's row. */
LK_FN int lk_sample(const LK_GLOBAL lk_u8 *row, int x, int step, int bytes, int shift) {
    const LK_GLOBAL lk_u8 *at = row + (long)x * step;
    return bytes == 1 ? (int)at[0] : (int)(*(const LK_GLOBAL lk_u16 *)at >> shift);
}

/* The two chroma positions of luma position i along one axis and, in quarters, the weight of the second. */
typedef struct lk_taps {
    int first, second, weight;
} lk_taps;

/* size: chroma samples along the axis; phase: lk_input.phase_x or phase_y. Edges replicate. */
LK_FN lk_taps lk_chroma_taps(int i, int subsampled, int nearest, int phase, int size) {
    lk_taps t;
    if (!subsampled || nearest) {
        t.first = subsampled ? i >> 1 : i;
        t.second = t.first;
        t.weight = 0;
        return t;
    }
    /* In quarters of a chroma step, the luma sample lies at 2 i - phase. */
    int at = 2 * i - phase;
    t.first = at >> 2;
    t.weight = at & 3;
    t.second = t.first + 1;
    t.first = t.first < 0 ? 0 : t.first;
    t.second = t.second < size ? t.second : size - 1;
    return t;
}

/* 4 times a value between two, exactly. weight: the second one's, in quarters. */
LK_FN int lk_chroma_between(int first, int second, int weight) {
    return (4 - weight) * first + weight * second;
}

/* 16 times the interpolated chroma sample, exactly. a, b: upper row; c, d: lower row. */
LK_FN int lk_chroma_mix(int a, int b, int c, int d, int wx, int wy) {
    return lk_chroma_between(lk_chroma_between(a, b, wx), lk_chroma_between(c, d, wx), wy);
}

/* Y'CbCr to R'G'B'. y: luma sample; cb16, cr16: 16 times the chroma samples. Coefficients: ITU-T H.273. */
LK_FN lk_rgb lk_yuv_to_rgb(int y, int cb16, int cr16, const lk_input *in) {
    float luma = ((float)y - in->black) * in->scale;
    float cb = (float)cb16 - in->gray;
    float cr = (float)cr16 - in->gray;
    lk_rgb e;
    e.r = lk_clamp01(lk_fma(cr, in->r_from_cr, luma));
    e.g = lk_clamp01(lk_fma(cb, in->g_from_cb, lk_fma(cr, in->g_from_cr, luma)));
    e.b = lk_clamp01(lk_fma(cb, in->b_from_cb, luma));
    return e;
}

/* A sample of R, G, B or grey to its encoded value. */
LK_FN float lk_rgb_sample(int v, const lk_input *in) {
    return lk_clamp01(((float)v - in->black) * in->scale);
}

/* A sample of alpha, always of full range, to [0, 1]. */
LK_FN float lk_alpha_sample(int v, const lk_input *in) {
    return (float)v * in->alpha_scale;
}

/* An encoded value over a background. */
LK_FN float lk_blend(float e, float alpha, float background) {
    return (alpha * e) + ((1.0f - alpha) * background);
}

#endif
