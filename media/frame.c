/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "frame.h"

#include <libavutil/frame.h>
#include <math.h>
#include <stdlib.h>

enum { STRIDE_ALIGNMENT = 64 };

/* media_frame must be first: the caller's pointer is ours. */
typedef struct frame_owner {
    media_frame frame;
    uint8_t *memory;  /* planes of our own, or ... */
    AVFrame *decoded; /* ... the decoder's */
} frame_owner;

media_frame *frame_create(int width, int height, lk_format format, lk_color color) {
    frame_owner *owner = calloc(1, sizeof *owner);
    if (!owner) {
        return NULL;
    }
    lk_picture *picture = &owner->frame.picture;
    lk_picture_default(picture, LK_API_VERSION);
    picture->width = width;
    picture->height = height;
    picture->format = format;
    picture->color = color;
    owner->frame.time = NAN;
    return &owner->frame;
}

uint8_t *frame_allocate(media_frame *frame) {
    frame_owner *owner = (frame_owner *)frame;
    lk_picture *picture = &frame->picture;
    size_t offset[4] = {0};
    size_t total = 0;
    int planes = lk_format_planes(&picture->format);
    for (int p = 0; p < planes; p++) {
        size_t row = lk_format_row_bytes(&picture->format, p, picture->width);
        size_t stride = (row + STRIDE_ALIGNMENT - 1) / STRIDE_ALIGNMENT * STRIDE_ALIGNMENT;
        picture->stride[p] = (ptrdiff_t)stride;
        offset[p] = total;
        total += stride * (size_t)lk_format_rows(&picture->format, p, picture->height);
    }
    owner->memory = aligned_alloc(STRIDE_ALIGNMENT, total);
    for (int p = 0; owner->memory && p < planes; p++) {
        picture->plane[p] = owner->memory + offset[p];
    }
    return owner->memory;
}

uint8_t *frame_row(const media_frame *frame, int plane, int row) {
    const frame_owner *owner = (const frame_owner *)frame;
    ptrdiff_t start = (const uint8_t *)frame->picture.plane[plane] - owner->memory;
    return owner->memory + start + row * frame->picture.stride[plane];
}

void frame_keep(media_frame *frame, AVFrame *decoded) {
    ((frame_owner *)frame)->decoded = decoded;
}

void media_frame_release(media_frame *frame) {
    frame_owner *owner = (frame_owner *)frame;
    if (owner) {
        av_frame_free(&owner->decoded);
        free(owner->memory);
        free(owner);
    }
}
