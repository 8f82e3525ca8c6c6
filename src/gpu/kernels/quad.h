/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Four neighbouring pixels (two columns of two rows) of a picture to linear RGB: the unit in which the kernels convert,
 * since it shares chroma samples and halves to one pixel of the next scale. */

#ifndef LK_GPU_QUAD_H
#define LK_GPU_QUAD_H

#include "gpu/kernels/kernel.h"

/* [0] top left, [1] top right, [2] bottom left, [3] bottom right. Beyond the right and lower edges the last column and
 * row repeat. */
typedef struct lk_quad {
    lk_rgb at[4];
} lk_quad;

typedef struct lk_quad_edges {
    int right, below; /* 1: the second column or row exists */
} lk_quad_edges;

LK_FN void lk_quad_replicate(lk_quad *quad, lk_quad_edges edges) {
    if (!edges.right) {
        quad->at[1] = quad->at[0];
        quad->at[3] = quad->at[2];
    }
    if (!edges.below) {
        quad->at[2] = quad->at[0];
        quad->at[3] = quad->at[1];
    }
}

/* A picture in device memory. cr: where Cr begins, in its own plane or among Cb. */
typedef struct lk_planes {
    const LK_GLOBAL lk_u8 *plane[3];
    const LK_GLOBAL lk_u8 *cr;
    int stride[3];
} lk_planes;

LK_FN int lk_plane_sample(const lk_planes *p, const lk_input *in, int c, int x, int y) {
    const LK_GLOBAL lk_u8 *plane = p->plane[0];
    int stride = p->stride[0];
    if (in->channel[c].plane == 1) {
        plane = p->plane[1];
        stride = p->stride[1];
    }
    if (in->channel[c].plane == 2) {
        plane = p->plane[2];
        stride = p->stride[2];
    }
    return lk_sample(
        plane + (lk_u64)y * (lk_u64)stride + in->channel[c].offset, x, in->channel[c].step, in->bytes, in->shift);
}

/* One pixel of any format. */
LK_FN lk_rgb lk_pixel_any(const lk_planes *p, const lk_input *in, int x, int y) {
    lk_rgb e;
    if (in->yuv) {
        lk_taps h = lk_chroma_taps(x, in->chroma_w, in->nearest, in->phase_x, in->chroma_width);
        lk_taps v = lk_chroma_taps(y, in->chroma_h, in->nearest, in->phase_y, in->chroma_height);
        int cb = lk_chroma_mix(lk_plane_sample(p, in, 1, h.first, v.first),
            lk_plane_sample(p, in, 1, h.second, v.first), lk_plane_sample(p, in, 1, h.first, v.second),
            lk_plane_sample(p, in, 1, h.second, v.second), h.weight, v.weight);
        int cr = lk_chroma_mix(lk_plane_sample(p, in, 2, h.first, v.first),
            lk_plane_sample(p, in, 2, h.second, v.first), lk_plane_sample(p, in, 2, h.first, v.second),
            lk_plane_sample(p, in, 2, h.second, v.second), h.weight, v.weight);
        e = lk_yuv_to_rgb(lk_plane_sample(p, in, 0, x, y), cb, cr, in);
    } else {
        e.r = lk_rgb_sample(lk_plane_sample(p, in, 0, x, y), in);
        e.g = lk_rgb_sample(lk_plane_sample(p, in, 1, x, y), in);
        e.b = lk_rgb_sample(lk_plane_sample(p, in, 2, x, y), in);
        if (in->alpha) {
            float alpha = lk_alpha_sample(lk_plane_sample(p, in, 3, x, y), in);
            e.r = lk_blend(e.r, alpha, in->background);
            e.g = lk_blend(e.g, alpha, in->background);
            e.b = lk_blend(e.b, alpha, in->background);
        }
    }
    return lk_to_linear(e, in->curve, in->to_bt709);
}

LK_FN void lk_quad_any(const lk_planes *p, const lk_input *in, int x, int y, lk_quad_edges edges, lk_quad *quad) {
    for (int i = 0; i < 4; i++) {
        quad->at[i] = lk_pixel_any(p, in, x + (i & edges.right), y + ((i >> 1) & edges.below));
    }
}

/* 4:2:0 with bilinear chroma and the sRGB curve: nearly all video. The two macros below make the code for samples of
 * one and of two bytes: a test at every sample would cost more than the conversion's arithmetic.
 *
 * LK_CHROMA_ROW mixes three chroma samples around a column for the even and the odd luma column, times 4: the taps of
 * lk_chroma_taps() with their weights. at: of the middle one, in bytes; before, after: bytes to its neighbours, 0 at
 * the edges. */
#define LK_CHROMA_ROW(load, even, odd, plane, at, before, after)                                                       \
    do {                                                                                                               \
        int here_ = load((plane) + (at)), after_ = load((plane) + (at) + (after));                                     \
        even = (4 - in->phase_x) * here_;                                                                              \
        if (in->phase_x) {                                                                                             \
            even += in->phase_x * load((plane) + (at) - (before));                                                     \
        }                                                                                                              \
        odd = (2 + in->phase_x) * here_ + (2 - in->phase_x) * after_;                                                  \
    } while (0)

#define LK_DEFINE_QUAD_420(name, bytes, load)                                                                          \
    LK_FN void name(const lk_planes *p, const lk_input *in, int x, int y, lk_quad_edges edges, lk_quad *quad) {        \
        const int i = x >> 1, j = y >> 1, step = in->channel[1].step;                                                  \
        const int before = i > 0 ? step : 0, after = i + 1 < in->chroma_width ? step : 0;                              \
        const int above = j > 0 ? -1 : 0, below = j + 1 < in->chroma_height ? 1 : 0;                                   \
        int chroma[2][4];                                                                                              \
        _Pragma("unroll") for (int c = 0; c < 2; c++) {                                                                \
            /* Cb and Cr share a plane in semi-planar formats. */                                                      \
            const LK_GLOBAL lk_u8 *plane = c ? p->cr : p->plane[1];                                                    \
            const int stride = p->stride[1];                                                                           \
            const lk_u32 at = (lk_u32)j * (lk_u32)stride + (lk_u32)(i * step);                                         \
            int even[3], odd[3];                                                                                       \
            LK_CHROMA_ROW(load, even[1], odd[1], plane, at, before, after);                                            \
            LK_CHROMA_ROW(load, even[2], odd[2], plane, at + (lk_u32)(below * stride), before, after);                 \
            even[0] = odd[0] = 0;                                                                                      \
            if (in->phase_y) {                                                                                         \
                LK_CHROMA_ROW(load, even[0], odd[0], plane, at + (lk_u32)(above * stride), before, after);             \
            }                                                                                                          \
            chroma[c][0] = in->phase_y * even[0] + (4 - in->phase_y) * even[1];                                        \
            chroma[c][1] = in->phase_y * odd[0] + (4 - in->phase_y) * odd[1];                                          \
            chroma[c][2] = (2 + in->phase_y) * even[1] + (2 - in->phase_y) * even[2];                                  \
            chroma[c][3] = (2 + in->phase_y) * odd[1] + (2 - in->phase_y) * odd[2];                                    \
        }                                                                                                              \
        const lk_u32 top = (lk_u32)y * (lk_u32)p->stride[0] + (lk_u32)(x * bytes);                                     \
        const lk_u32 bottom = top + (lk_u32)(edges.below * p->stride[0]);                                              \
        const lk_u32 right = (lk_u32)(edges.right * bytes);                                                            \
        int luma[4];                                                                                                   \
        luma[0] = load(p->plane[0] + top);                                                                             \
        luma[1] = load(p->plane[0] + top + right);                                                                     \
        luma[2] = load(p->plane[0] + bottom);                                                                          \
        luma[3] = load(p->plane[0] + bottom + right);                                                                  \
        _Pragma("unroll") for (int k = 0; k < 4; k++) {                                                                \
            lk_rgb e = lk_yuv_to_rgb(luma[k], chroma[0][k], chroma[1][k], in);                                         \
            quad->at[k].r = lk_srgb_to_linear(e.r);                                                                    \
            quad->at[k].g = lk_srgb_to_linear(e.g);                                                                    \
            quad->at[k].b = lk_srgb_to_linear(e.b);                                                                    \
        }                                                                                                              \
        lk_quad_replicate(quad, edges);                                                                                \
    }

#define LK_LOAD_8(at)  ((int)*(at))
#define LK_LOAD_16(at) ((int)(*(const LK_GLOBAL lk_u16 *)(at) >> in->shift))

LK_DEFINE_QUAD_420(lk_quad_420_8, 1, LK_LOAD_8)
LK_DEFINE_QUAD_420(lk_quad_420_16, 2, LK_LOAD_16)

/* From linear RGB planes of float[3][height][stride], stride even. */
LK_FN void lk_quad_planes(
    const LK_GLOBAL float *rgb, int stride, int height, int x, int y, lk_quad_edges edges, lk_quad *quad) {
    lk_u64 plane = (lk_u64)stride * (lk_u64)height;
    const LK_GLOBAL float *top = rgb + (lk_u64)y * (lk_u64)stride + x;
    const LK_GLOBAL float *bottom = edges.below ? top + stride : top;
    lk_f2 t[3], b[3];
#pragma unroll
    for (int c = 0; c < 3; c++) {
        t[c] = *(const LK_GLOBAL lk_f2 *)(top + c * plane);
        b[c] = *(const LK_GLOBAL lk_f2 *)(bottom + c * plane);
    }
    quad->at[0].r = t[0].x;
    quad->at[0].g = t[1].x;
    quad->at[0].b = t[2].x;
    quad->at[1].r = t[0].y;
    quad->at[1].g = t[1].y;
    quad->at[1].b = t[2].y;
    quad->at[2].r = b[0].x;
    quad->at[2].g = b[1].x;
    quad->at[2].b = b[2].x;
    quad->at[3].r = b[0].y;
    quad->at[3].g = b[1].y;
    quad->at[3].b = b[2].y;
    lk_quad_replicate(quad, edges);
}

#endif
