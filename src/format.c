/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include <liken/liken.h>
#include <stdio.h>

lk_format lk_format_yuv(int sampling, int depth) {
    int known = sampling == 420 || sampling == 422 || sampling == 444;
    return (lk_format){
        .model = LK_MODEL_YUV,
        .layout = LK_LAYOUT_PLANAR,
        .depth = known ? depth : 0,
        .chroma_w = sampling != 444,
        .chroma_h = sampling == 420,
    };
}

lk_status lk_format_check(const lk_format *f) {
    if (!f) {
        return LK_ERROR_ARGUMENT;
    }
    int yuv = f->model == LK_MODEL_YUV;
    int rgb = f->model == LK_MODEL_RGB;
    int gray = f->model == LK_MODEL_GRAY;
    int layout = f->layout == LK_LAYOUT_PLANAR || (f->layout == LK_LAYOUT_SEMIPLANAR && yuv) ||
                 (f->layout == LK_LAYOUT_PACKED && !yuv);
    int subsampling = yuv ? (f->chroma_w == 0 || f->chroma_w == 1) && (f->chroma_h == 0 || f->chroma_h == f->chroma_w)
                          : f->chroma_w == 0 && f->chroma_h == 0;
    int alpha = f->alpha == 0 || (f->alpha == 1 && !yuv);
    int depth = f->depth >= 8 && f->depth <= 16 && (f->high_bits == 0 || (f->high_bits == 1 && f->depth > 8));
    return (yuv || rgb || gray) && layout && subsampling && alpha && depth ? LK_OK : LK_ERROR_FORMAT;
}

const char *lk_format_name(const lk_format *f, char *buffer, size_t size) {
    if (lk_format_check(f) != LK_OK) {
        snprintf(buffer, size, "unsupported");
        return buffer;
    }
    char depth[16] = "";
    if (f->depth > 8) {
        snprintf(depth, sizeof depth, "p%d%s", f->depth, f->high_bits ? "high" : "");
    }
    const char *alpha = f->alpha ? "a" : "";
    if (f->model == LK_MODEL_YUV) {
        const char *sampling = f->chroma_h ? "420" : f->chroma_w ? "422" : "444";
        if (f->layout == LK_LAYOUT_SEMIPLANAR) {
            snprintf(buffer, size, "nv%s%s", sampling, depth);
        } else {
            snprintf(buffer, size, "yuv%s%s", sampling, depth);
        }
    } else {
        const char *model = f->model == LK_MODEL_RGB ? "rgb" : "gray";
        snprintf(buffer, size, "%s%s%s%s", model, alpha, f->layout == LK_LAYOUT_PLANAR ? "" : "packed", depth);
    }
    return buffer;
}

int lk_format_planes(const lk_format *f) {
    if (lk_format_check(f) != LK_OK) {
        return 0;
    }
    switch (f->layout) {
    case LK_LAYOUT_PACKED: return 1;
    case LK_LAYOUT_SEMIPLANAR: return 2;
    default: return (f->model == LK_MODEL_GRAY ? 1 : 3) + f->alpha;
    }
}

size_t lk_format_row_bytes(const lk_format *f, int plane, int width) {
    if (plane < 0 || plane >= lk_format_planes(f) || width < 0) {
        return 0;
    }
    size_t bytes = f->depth > 8 ? 2 : 1;
    size_t samples = (size_t)width;
    if (f->layout == LK_LAYOUT_PACKED) {
        samples *= (size_t)((f->model == LK_MODEL_GRAY ? 1 : 3) + f->alpha);
    } else if (plane > 0 && f->model == LK_MODEL_YUV) {
        samples = (samples + (size_t)f->chroma_w) >> f->chroma_w;
        samples *= f->layout == LK_LAYOUT_SEMIPLANAR ? 2 : 1;
    }
    return samples * bytes;
}

int lk_format_rows(const lk_format *f, int plane, int height) {
    if (plane < 0 || plane >= lk_format_planes(f) || height < 0) {
        return 0;
    }
    int chroma = plane > 0 && f->model == LK_MODEL_YUV;
    return chroma ? (height >> f->chroma_h) + (height & f->chroma_h) : height;
}
