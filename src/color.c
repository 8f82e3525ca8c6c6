/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include <liken/liken.h>

lk_color lk_color_default(void) {
    return (lk_color){
        .matrix = LK_MATRIX_UNSPECIFIED,
        .range = LK_RANGE_UNSPECIFIED,
        .transfer = LK_TRANSFER_UNSPECIFIED,
        .primaries = LK_PRIMARIES_UNSPECIFIED,
        .chroma_location = LK_CHROMA_UNSPECIFIED,
    };
}

static int is_hdr(lk_transfer transfer) {
    return transfer == LK_TRANSFER_PQ || transfer == LK_TRANSFER_HLG;
}

static int supported(const lk_format *format, const lk_color *c) {
    int yuv = format->model == LK_MODEL_YUV;
    switch (c->matrix) {
    case LK_MATRIX_RGB:
        if (yuv) {
            return 0;
        }
        break;
    case LK_MATRIX_BT709:
    case LK_MATRIX_BT470BG:
    case LK_MATRIX_BT601:
    case LK_MATRIX_BT2020_NCL: break;
    default: return 0;
    }
    if (c->range != LK_RANGE_FULL && c->range != LK_RANGE_LIMITED) {
        return 0;
    }
    switch (c->transfer) {
    case LK_TRANSFER_BT709:
    case LK_TRANSFER_BT601:
    case LK_TRANSFER_LINEAR:
    case LK_TRANSFER_SRGB:
    case LK_TRANSFER_BT2020_10:
    case LK_TRANSFER_BT2020_12:
    case LK_TRANSFER_PQ:
    case LK_TRANSFER_HLG:
    case LK_TRANSFER_BT1886: break;
    default: return 0;
    }
    /* Primaries matter for HDR alone: standard dynamic range is scored as it stands (docs/numerics.md). */
    if (is_hdr(c->transfer) && c->primaries != LK_PRIMARIES_BT709 && c->primaries != LK_PRIMARIES_BT2020) {
        return 0;
    }
    return c->chroma_location >= LK_CHROMA_LEFT && c->chroma_location <= LK_CHROMA_BOTTOM;
}

lk_status lk_color_resolve(const lk_format *format, lk_color *c) {
    if (!format || !c) {
        return LK_ERROR_ARGUMENT;
    }
    if (lk_format_check(format) != LK_OK) {
        return LK_ERROR_FORMAT;
    }
    int yuv = format->model == LK_MODEL_YUV;
    int hdr = is_hdr(c->transfer);
    if (c->matrix == LK_MATRIX_UNSPECIFIED || !yuv) {
        c->matrix = !yuv ? LK_MATRIX_RGB : hdr ? LK_MATRIX_BT2020_NCL : LK_MATRIX_BT709;
    }
    if (c->range == LK_RANGE_UNSPECIFIED) {
        c->range = yuv ? LK_RANGE_LIMITED : LK_RANGE_FULL;
    }
    if (c->transfer == LK_TRANSFER_UNSPECIFIED) {
        c->transfer = LK_TRANSFER_SRGB;
    }
    if (c->primaries == LK_PRIMARIES_UNSPECIFIED) {
        c->primaries = hdr ? LK_PRIMARIES_BT2020 : LK_PRIMARIES_BT709;
    }
    if (c->chroma_location == LK_CHROMA_UNSPECIFIED) {
        c->chroma_location = LK_CHROMA_LEFT;
    }
    return supported(format, c) ? LK_OK : LK_ERROR_FORMAT;
}
