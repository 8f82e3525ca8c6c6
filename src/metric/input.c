/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "metric/input.h"

static int curve_of(lk_transfer transfer) {
    switch (transfer) {
    case LK_TRANSFER_LINEAR: return LK_CURVE_LINEAR;
    case LK_TRANSFER_BT1886: return LK_CURVE_BT1886;
    case LK_TRANSFER_PQ: return LK_CURVE_PQ;
    case LK_TRANSFER_HLG: return LK_CURVE_HLG;
    default: return LK_CURVE_SRGB;
    }
}

/* ITU-T H.273: luma weights of red and blue. */
static void luma_weights(lk_matrix matrix, double *red, double *blue) {
    switch (matrix) {
    case LK_MATRIX_BT470BG:
    case LK_MATRIX_BT601:
        *red = 0.299;
        *blue = 0.114;
        break;
    case LK_MATRIX_BT2020_NCL:
        *red = 0.2627;
        *blue = 0.0593;
        break;
    default:
        *red = 0.2126;
        *blue = 0.0722;
        break;
    }
}

static void yuv_init(lk_input *in, const lk_format *format, const lk_color *color, lk_upsampling upsampling) {
    double kr, kb;
    luma_weights(color->matrix, &kr, &kb);
    double kg = 1.0 - kr - kb;
    double unit = (double)(1 << (format->depth - 8)); /* one step of 8 bits */
    double chroma = color->range == LK_RANGE_FULL ? (double)((1 << format->depth) - 1) : 224.0 * unit;

    in->yuv = 1;
    in->chroma_w = format->chroma_w;
    in->chroma_h = format->chroma_h;
    in->chroma_width = (in->width + format->chroma_w) >> format->chroma_w;
    in->chroma_height = (in->height + format->chroma_h) >> format->chroma_h;
    in->nearest = upsampling == LK_UPSAMPLING_NEAREST;
    in->gray = (float)(16.0 * 128.0 * unit);
    in->r_from_cr = (float)(2.0 * (1.0 - kr) / (16.0 * chroma));
    in->b_from_cb = (float)(2.0 * (1.0 - kb) / (16.0 * chroma));
    in->g_from_cr = (float)(-2.0 * (1.0 - kr) * kr / kg / (16.0 * chroma));
    in->g_from_cb = (float)(-2.0 * (1.0 - kb) * kb / kg / (16.0 * chroma));

    lk_chroma_location location = color->chroma_location;
    int between = location == LK_CHROMA_CENTER || location == LK_CHROMA_TOP || location == LK_CHROMA_BOTTOM;
    int top = location == LK_CHROMA_TOP_LEFT || location == LK_CHROMA_TOP;
    int bottom = location == LK_CHROMA_BOTTOM_LEFT || location == LK_CHROMA_BOTTOM;
    in->phase_x = between ? 1 : 0;
    in->phase_y = top ? 0 : bottom ? 2 : 1;
}

/* Channel c of the picture: Y Cb Cr, R G B or three times grey, then alpha. */
static lk_channel channel_of(const lk_format *format, int c, int bytes) {
    int gray = format->model == LK_MODEL_GRAY;
    int place = gray ? c == 3 : c; /* among the channels that are stored */
    switch (format->layout) {
    case LK_LAYOUT_SEMIPLANAR:
        return (lk_channel){.plane = c ? 1 : 0, .offset = c == 2 ? bytes : 0, .step = c ? 2 * bytes : bytes};
    case LK_LAYOUT_PACKED:
        return (lk_channel){
            .plane = 0, .offset = place * bytes, .step = ((gray ? 1 : 3) + (format->alpha ? 1 : 0)) * bytes};
    default: return (lk_channel){.plane = place, .offset = 0, .step = bytes};
    }
}

void lk_input_init(
    lk_input *in, int width, int height, const lk_format *format, const lk_color *color, lk_upsampling upsampling) {
    *in = (lk_input){.width = width, .height = height};
    in->bytes = format->depth > 8 ? 2 : 1;
    in->shift = format->high_bits ? 16 - format->depth : 0;
    in->alpha = format->alpha;
    in->curve = curve_of(color->transfer);
    in->to_bt709 = color->primaries == LK_PRIMARIES_BT2020 && (in->curve == LK_CURVE_PQ || in->curve == LK_CURVE_HLG);
    int step = 1 << (format->depth - 8); /* one step of 8 bits */
    int full = color->range == LK_RANGE_FULL;
    in->black = full ? 0.0f : (float)(16 * step);
    in->scale = (float)(1.0 / (full ? (1 << format->depth) - 1 : 219 * step));
    in->alpha_scale = (float)(1.0 / ((1 << format->depth) - 1));
    for (int c = 0; c < 4; c++) {
        in->channel[c] = channel_of(format, c, in->bytes);
    }
    if (format->model == LK_MODEL_YUV) {
        yuv_init(in, format, color, upsampling);
    }
}
