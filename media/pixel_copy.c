/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Decoded frames to frames of the library: in place where the layout is the same, else sample by sample, exactly. */

#include "frame.h"
#include "pixel_format.h"

#include <libavutil/pixdesc.h>
#include <stdlib.h>

/* Copy one row of the samples of one component, as 16-bit numbers. */
static void read_row(
    const AVFrame *from, const AVPixFmtDescriptor *descriptor, int component, int y, int width, uint16_t *row) {
    const uint8_t *data[4] = {from->data[0], from->data[1], from->data[2], from->data[3]};
    av_read_image_line2(row, data, from->linesize, descriptor, 0, y, component, width, 0, sizeof *row);
}

/* A palette entry is a 32-bit number, ARGB from its high byte to its low one. */
static void look_up(const AVFrame *from, int channel, int width, uint16_t *row) {
    static const int shift[4] = {16, 8, 0, 24};
    const uint32_t *palette = (const uint32_t *)(const void *)from->data[1];
    for (int x = 0; x < width; x++) {
        row[x] = (palette[row[x] & 0xFF] >> shift[channel]) & 0xFF;
    }
}

/* One bit of grey to eight. In MONOWHITE 0 is white. */
static void stretch(enum AVPixelFormat format, int width, uint16_t *row) {
    int white = format == AV_PIX_FMT_MONOWHITE ? 0 : 1;
    for (int x = 0; x < width; x++) {
        row[x] = row[x] == white ? 0xFF : 0;
    }
}

static void store(const uint16_t *row, int width, int depth, uint8_t *to) {
    if (depth > 8) {
        uint16_t *wide = (uint16_t *)(void *)to;
        for (int x = 0; x < width; x++) {
            wide[x] = row[x];
        }
    } else {
        for (int x = 0; x < width; x++) {
            to[x] = (uint8_t)row[x];
        }
    }
}

static void copy_samples(const pixel_map *map, const AVFrame *from, media_frame *frame, uint16_t *row) {
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(map->from);
    int palette = (descriptor->flags & AV_PIX_FMT_FLAG_PAL) != 0;
    const lk_format *format = &map->format;
    int sample = format->depth > 8 ? 2 : 1;
    for (int p = 0; p < lk_format_planes(format); p++) {
        int width = (int)lk_format_row_bytes(format, p, from->width) / sample;
        for (int y = 0; y < lk_format_rows(format, p, from->height); y++) {
            read_row(from, descriptor, palette ? 0 : p, y, width, row);
            if (palette) {
                look_up(from, p, width, row);
            } else if (descriptor->comp[0].depth == 1) {
                stretch(map->from, width, row);
            }
            store(row, width, format->depth, frame_row(frame, p, y));
        }
    }
}

static int is_opaque(const AVFrame *from, uint16_t *row) {
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(from->format);
    int alpha = descriptor->nb_components - 1;
    uint16_t most = (uint16_t)((1u << descriptor->comp[alpha].depth) - 1);
    for (int y = 0; y < from->height; y++) {
        read_row(from, descriptor, alpha, y, from->width, row);
        for (int x = 0; x < from->width; x++) {
            if (row[x] != most) {
                return 0;
            }
        }
    }
    return 1;
}

/* The planes point into the decoded frame, which is kept. */
static int use_in_place(const pixel_map *map, AVFrame *decoded, media_frame *frame) {
    AVFrame *kept = av_frame_alloc();
    if (!kept) {
        return 0;
    }
    av_frame_move_ref(kept, decoded);
    frame_keep(frame, kept);
    for (int p = 0; p < lk_format_planes(&map->format); p++) {
        frame->picture.plane[p] = kept->data[map->plane[p]];
        frame->picture.stride[p] = kept->linesize[map->plane[p]];
    }
    return 1;
}

pixel_status pixel_map_frame(const pixel_map *map, AVFrame *decoded, lk_color color, media_frame **result) {
    pixel_status status = PIXEL_OK;
    uint16_t *row = malloc((size_t)decoded->width * sizeof *row);
    media_frame *frame = frame_create(decoded->width, decoded->height, map->format, color);
    if (!row || !frame) {
        status = PIXEL_MEMORY;
    } else if (map->must_be_opaque && !is_opaque(decoded, row)) {
        status = PIXEL_TRANSPARENT;
    } else if (map->direct) {
        status = use_in_place(map, decoded, frame) ? PIXEL_OK : PIXEL_MEMORY;
    } else if (frame_allocate(frame)) {
        copy_samples(map, decoded, frame, row);
    } else {
        status = PIXEL_MEMORY;
    }
    free(row);
    if (status != PIXEL_OK) {
        media_frame_release(frame);
        frame = NULL;
    }
    *result = frame;
    return status;
}
