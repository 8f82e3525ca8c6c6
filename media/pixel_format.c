/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "pixel_format.h"

#include <libavcodec/avcodec.h>
#include <libavutil/pixdesc.h>
#include <string.h>

static int bytes(const lk_format *format) {
    return format->depth > 8 ? 2 : 1;
}

static int channels(const lk_format *format) {
    return (format->model == LK_MODEL_GRAY ? 1 : 3) + format->alpha;
}

/* FFmpeg's names differ by byte order: the other order than this machine's cannot be used in place. */
static int native_order(const AVPixFmtDescriptor *from) {
    const uint16_t one = 1;
    int big_endian = *(const uint8_t *)&one == 0;
    return from->comp[0].shift + from->comp[0].depth <= 8 || ((from->flags & AV_PIX_FMT_FLAG_BE) != 0) == big_endian;
}

/* Whether FFmpeg's samples lie as this layout of the library says; if so, map gets the layout and its planes. */
static int lies_as(const AVPixFmtDescriptor *from, lk_layout layout, pixel_map *map) {
    lk_format format = map->format;
    format.layout = layout;
    format.high_bits = format.depth > 8 && from->comp[0].shift == 16 - format.depth && from->comp[0].shift > 0;
    if (lk_format_check(&format) != LK_OK || !native_order(from)) {
        return 0;
    }
    int size = bytes(&format);
    int plane[4] = {0};
    for (int c = 0; c < channels(&format); c++) {
        const AVComponentDescriptor *component = &from->comp[c];
        int together = layout == LK_LAYOUT_PACKED ? channels(&format) : layout == LK_LAYOUT_SEMIPLANAR && c > 0 ? 2 : 1;
        int place = layout == LK_LAYOUT_PACKED ? c : layout == LK_LAYOUT_SEMIPLANAR && c == 2 ? 1 : 0;
        int ours = layout == LK_LAYOUT_PACKED ? 0 : layout == LK_LAYOUT_SEMIPLANAR && c == 2 ? 1 : c;
        int shift = format.high_bits ? 16 - format.depth : 0;
        if (component->step != together * size || component->offset != place * size || component->shift != shift ||
            (place > 0 && component->plane != plane[ours])) {
            return 0;
        }
        plane[ours] = component->plane;
    }
    map->format = format;
    memcpy(map->plane, plane, sizeof plane);
    return 1;
}

/* The depth that all colour samples have; 0 if they differ, or are no integers of 8 to 16 bits. One bit of grey is
 * stretched to eight: black and white stay what they are. */
static int common_depth(const AVPixFmtDescriptor *from) {
    int depth = from->comp[0].depth;
    for (int c = 1; c < from->nb_components; c++) {
        if (from->comp[c].depth != depth) {
            return 0;
        }
    }
    if (depth == 1 && from->nb_components == 1) {
        return 8;
    }
    return depth >= 8 && depth <= 16 ? depth : 0;
}

int pixel_map_find(enum AVPixelFormat from, pixel_map *map) {
    const uint64_t other = AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(from);
    if (!descriptor || descriptor->flags & other || from == AV_PIX_FMT_XYZ12LE || from == AV_PIX_FMT_XYZ12BE) {
        return 0;
    }
    int alpha = (descriptor->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
    int palette = (descriptor->flags & AV_PIX_FMT_FLAG_PAL) != 0;
    int gray = descriptor->nb_components - alpha == 1 && !palette;
    int rgb = palette || (descriptor->flags & AV_PIX_FMT_FLAG_RGB) != 0;
    int yuv = !gray && !rgb;
    *map = (pixel_map){.from = from, .must_be_opaque = yuv && alpha};
    map->format = (lk_format){
        .model = gray  ? LK_MODEL_GRAY
                 : rgb ? LK_MODEL_RGB
                       : LK_MODEL_YUV,
        .layout = LK_LAYOUT_PLANAR,
        .depth = common_depth(descriptor),
        .chroma_w = yuv ? descriptor->log2_chroma_w : 0,
        .chroma_h = yuv ? descriptor->log2_chroma_h : 0,
        .alpha = palette || (alpha && !yuv),
    };
    int in_place = !palette && !(descriptor->flags & AV_PIX_FMT_FLAG_BITSTREAM);
    map->direct =
        in_place && (lies_as(descriptor, LK_LAYOUT_PLANAR, map) || lies_as(descriptor, LK_LAYOUT_SEMIPLANAR, map) ||
                        lies_as(descriptor, LK_LAYOUT_PACKED, map));
    return lk_format_check(&map->format) == LK_OK;
}

const char *pixel_format_suggestion(enum AVPixelFormat from) {
    static const enum AVPixelFormat list[] = {
        AV_PIX_FMT_YUV420P,
        AV_PIX_FMT_YUV422P,
        AV_PIX_FMT_YUV444P,
        AV_PIX_FMT_YUV420P10,
        AV_PIX_FMT_YUV422P10,
        AV_PIX_FMT_YUV444P10,
        AV_PIX_FMT_YUV444P16,
        AV_PIX_FMT_GBRP,
        AV_PIX_FMT_GBRP16,
        AV_PIX_FMT_GBRAP,
        AV_PIX_FMT_GBRAP16,
        AV_PIX_FMT_GRAY8,
        AV_PIX_FMT_GRAY16,
        AV_PIX_FMT_NONE,
    };
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(from);
    int alpha = descriptor && descriptor->flags & AV_PIX_FMT_FLAG_ALPHA;
    enum AVPixelFormat best = avcodec_find_best_pix_fmt_of_list(list, from, alpha, NULL);
    return best == AV_PIX_FMT_NONE ? "gbrp16" : av_get_pix_fmt_name(best);
}

/* What the frame says, else what the container says. The numbers are those of H.273 in all three. */
#define FIRST_KNOWN(frame_value, container_value, unspecified)                                                         \
    ((frame_value) != (unspecified) ? (int)(frame_value) : (int)(container_value))

lk_color pixel_color(const pixel_map *map, const AVFrame *f, const AVCodecParameters *container) {
    lk_color color = {
        .matrix = (lk_matrix)FIRST_KNOWN(f->colorspace, container->color_space, AVCOL_SPC_UNSPECIFIED),
        .range = (lk_range)FIRST_KNOWN(f->color_range, container->color_range, AVCOL_RANGE_UNSPECIFIED),
        .transfer = (lk_transfer)FIRST_KNOWN(f->color_trc, container->color_trc, AVCOL_TRC_UNSPECIFIED),
        .primaries = (lk_primaries)FIRST_KNOWN(f->color_primaries, container->color_primaries, AVCOL_PRI_UNSPECIFIED),
        .chroma_location =
            (lk_chroma_location)FIRST_KNOWN(f->chroma_location, container->chroma_location, AVCHROMA_LOC_UNSPECIFIED),
    };
    switch (map->from) {
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVJ444P: color.range = LK_RANGE_FULL; break;
    default: break;
    }
    /* Samples that are RGB or grey already went through no matrix, whatever a file's tag says. */
    if (map->format.model != LK_MODEL_YUV && color.matrix != LK_MATRIX_RGB) {
        color.matrix = LK_MATRIX_UNSPECIFIED;
    }
    if (map->format.chroma_w == 0) {
        color.chroma_location = LK_CHROMA_UNSPECIFIED;
    }
    return color;
}
