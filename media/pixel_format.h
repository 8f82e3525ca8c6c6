/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* FFmpeg's pixel formats and colour descriptions in the library's terms. Nothing here changes a sample's value: a
 * format is taken as it lies in memory, or its samples are copied to where the library looks for them, or it is
 * refused. */

#ifndef LIKEN_MEDIA_PIXEL_FORMAT_H
#define LIKEN_MEDIA_PIXEL_FORMAT_H

#include "media.h"

#include <libavutil/frame.h>
#include <libavutil/pixfmt.h>

/* How pictures of one of FFmpeg's formats become pictures of the library. */
typedef struct pixel_map {
    enum AVPixelFormat from;
    lk_format format;
    int direct;   /* 1: the planes are used where they lie; 0: the samples are copied */
    int plane[4]; /* direct: which of FFmpeg's planes each of ours is */
    /* YUV with alpha: the library has no such format. Dropping an alpha channel that is opaque throughout changes
     * nothing, so those frames are taken and all others refused (see pixel_map_frame). */
    int must_be_opaque;
} pixel_map;

/* 0 if the library has nothing that holds the same samples. */
int pixel_map_find(enum AVPixelFormat from, pixel_map *map);

/* The supported format that loses least, to suggest in a message. */
const char *pixel_format_suggestion(enum AVPixelFormat from);

typedef enum pixel_status { PIXEL_OK, PIXEL_MEMORY, PIXEL_TRANSPARENT } pixel_status;

/* Make a frame of the library out of one of FFmpeg's, which is taken over if the planes are used where they lie.
 * PIXEL_TRANSPARENT: see must_be_opaque. */
pixel_status pixel_map_frame(const pixel_map *map, AVFrame *decoded, lk_color color, media_frame **frame);

/* The colour description of a decoded frame; what it leaves open is taken from the container. */
struct AVCodecParameters;
lk_color pixel_color(const pixel_map *map, const AVFrame *decoded, const struct AVCodecParameters *container);

#endif
