/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Samples to linear RGB, a row of a chunk at a time. */

#ifndef LIKEN_CPU_LEVEL_INPUT_H
#define LIKEN_CPU_LEVEL_INPUT_H

#include "cpu/level/vector.h"
#include "cpu/stream.h"

#include <limits.h>

/* Samples of chroma at chunk / 2 - 1 and on that a chunk of subsampled chroma is made from. */
#define CHROMA_HALO 1
#define CHROMA_ROW  (LK_CHUNK / 2 + 2 * CHROMA_HALO)

/* from and step in bytes, as constants, so that the loop can be vectors. */
LK_INLINE void convert_samples(
    const lk_u8 *restrict from, int count, int step, int bytes, int shift, int *restrict out) {
    for (int x = 0; x < count; x++) {
        out[x] = lk_sample(from, x, step, bytes, shift);
    }
}

/* Samples first to first + count - 1 of row y of a channel; beyond the row's ends (size samples), the last one there.
 */
static void read_samples(
    const lk_picture *picture, const lk_input *in, int c, int y, int first, int count, int size, int *restrict out) {
    const lk_channel *channel = &in->channel[c];
    int step = channel->step, bytes = in->bytes, shift = in->shift;
    int from = first < 0 ? 0 : first;
    int to = first + count < size ? first + count : size;
    const lk_u8 *row = (const lk_u8 *)picture->plane[channel->plane] + (ptrdiff_t)y * picture->stride[channel->plane] +
                       channel->offset + (ptrdiff_t)from * step;
    int *inside = out + (from - first);
    int length = to - from;
    if (bytes == 1 && step == 1) {
        convert_samples(row, length, 1, 1, 0, inside);
    } else if (bytes == 2 && step == 2) {
        convert_samples(row, length, 2, 2, shift, inside);
    } else if (bytes == 1 && step == 2) {
        convert_samples(row, length, 2, 1, 0, inside);
    } else if (bytes == 2 && step == 4) {
        convert_samples(row, length, 4, 2, shift, inside);
    } else {
        convert_samples(row, length, step, bytes, shift, inside);
    }
    for (int x = 0; x < from - first; x++) {
        out[x] = *inside;
    }
    for (int x = to - first; x < count; x++) {
        out[x] = inside[length - 1];
    }
}

/* 16 times the chroma of channel c along a chunk: lk_chroma_mix() by columns, then by rows. */
static void read_chroma(const lk_picture *picture, const lk_input *in, int c, int y, int first, int *restrict out) {
    int upper[LK_CHUNK + 2], lower[LK_CHUNK + 2];
    lk_taps v = lk_chroma_taps(y, in->chroma_h, in->nearest, in->phase_y, in->chroma_height);
    int start = in->chroma_w ? first / 2 - CHROMA_HALO : first;
    int count = in->chroma_w ? CHROMA_ROW : LK_CHUNK;
    read_samples(picture, in, c, v.first, start, count, in->chroma_width, upper);
    if (v.weight > 0) {
        read_samples(picture, in, c, v.second, start, count, in->chroma_width, lower);
        for (int x = 0; x < count; x++) {
            upper[x] = lk_chroma_between(upper[x], lower[x], v.weight);
        }
    } else {
        for (int x = 0; x < count; x++) {
            upper[x] = lk_chroma_between(upper[x], upper[x], 0);
        }
    }
    if (!in->chroma_w) {
        for (int x = 0; x < LK_CHUNK; x++) {
            out[x] = lk_chroma_between(upper[x], upper[x], 0);
        }
        return;
    }
    /* The taps of the columns 2 and 3, which repeat for every pair of columns; column 2 has the chroma sample 1. */
    lk_taps even = lk_chroma_taps(2, 1, in->nearest, in->phase_x, INT_MAX);
    lk_taps odd = lk_chroma_taps(3, 1, in->nearest, in->phase_x, INT_MAX);
    const int *restrict e = upper + even.first - 1 + CHROMA_HALO;
    const int *restrict o = upper + odd.first - 1 + CHROMA_HALO;
    for (int x = 0; x < LK_CHUNK / 2; x++) {
        out[2 * x] = lk_chroma_between(e[x], e[x + 1], even.weight);
        out[2 * x + 1] = lk_chroma_between(o[x], o[x + 1], odd.weight);
    }
}

LK_INLINE void yuv_to_linear(const int *restrict luma, const int *restrict cb, const int *restrict cr,
    const lk_input *in, int curve, int to_bt709, float *restrict r, float *restrict g, float *restrict b) {
    lk_input constants = *in;
    LK_COLUMNS(x) {
        lk_rgb e = lk_to_linear(lk_yuv_to_rgb(luma[x], cb[x], cr[x], &constants), curve, to_bt709);
        r[x] = e.r;
        g[x] = e.g;
        b[x] = e.b;
    }
}

LK_INLINE void rgb_to_linear(int (*restrict samples)[LK_CHUNK], const lk_input *in, float background, int curve,
    int to_bt709, float *restrict r, float *restrict g, float *restrict b) {
    lk_input constants = *in;
    LK_COLUMNS(x) {
        lk_rgb e;
        e.r = lk_rgb_sample(samples[0][x], &constants);
        e.g = lk_rgb_sample(samples[1][x], &constants);
        e.b = lk_rgb_sample(samples[2][x], &constants);
        if (constants.alpha) {
            float alpha = lk_alpha_sample(samples[3][x], &constants);
            e.r = lk_blend(e.r, alpha, background);
            e.g = lk_blend(e.g, alpha, background);
            e.b = lk_blend(e.b, alpha, background);
        }
        e = lk_to_linear(e, curve, to_bt709);
        r[x] = e.r;
        g[x] = e.g;
        b[x] = e.b;
    }
}

/* A loop of its own for each curve. */
#define FOR_CURVE(in, convert, ...)                                                                                    \
    switch ((in)->curve) {                                                                                             \
    case LK_CURVE_SRGB: convert(__VA_ARGS__, LK_CURVE_SRGB, 0, out[0], out[1], out[2]); break;                         \
    case LK_CURVE_LINEAR: convert(__VA_ARGS__, LK_CURVE_LINEAR, 0, out[0], out[1], out[2]); break;                     \
    case LK_CURVE_BT1886: convert(__VA_ARGS__, LK_CURVE_BT1886, 0, out[0], out[1], out[2]); break;                     \
    case LK_CURVE_PQ: convert(__VA_ARGS__, LK_CURVE_PQ, (in)->to_bt709, out[0], out[1], out[2]); break;                \
    default: convert(__VA_ARGS__, LK_CURVE_HLG, (in)->to_bt709, out[0], out[1], out[2]); break;                        \
    }

static void input(
    const lk_picture *picture, const lk_input *in, float background, int y, int chunk, float *const out[3]) {
    int samples[4][LK_CHUNK];
    int first = LK_CHUNK * chunk;
    int channels = in->yuv ? 1 : 3 + in->alpha;
    for (int c = 0; c < channels; c++) {
        read_samples(picture, in, c, y, first, LK_CHUNK, in->width, samples[c]);
    }
    if (in->yuv) {
        read_chroma(picture, in, 1, y, first, samples[1]);
        read_chroma(picture, in, 2, y, first, samples[2]);
        FOR_CURVE(in, yuv_to_linear, samples[0], samples[1], samples[2], in)
    } else {
        FOR_CURVE(in, rgb_to_linear, samples, in, background)
    }
}

#endif
