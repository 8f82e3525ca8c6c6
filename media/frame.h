/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* A picture on its way from a decoder to the caller, with what keeps its planes alive. */

#ifndef LIKEN_MEDIA_FRAME_H
#define LIKEN_MEDIA_FRAME_H

#include "media.h"

struct AVFrame;

/* Make a frame with an empty picture of the given size and format; index 0, no time. NULL when out of memory. */
media_frame *frame_create(int width, int height, lk_format format, lk_color color);

/* Give the frame planes of its own, as its format needs them; the strides are multiples of 64 bytes. Returns the first
 * plane, the others follow; NULL when out of memory. */
uint8_t *frame_allocate(media_frame *frame);

/* Where a row of a plane that frame_allocate() made begins. */
uint8_t *frame_row(const media_frame *frame, int plane, int row);

/* Keep a decoder's frame, which the planes lie in, until the release. Takes the reference over. */
void frame_keep(media_frame *frame, struct AVFrame *decoded);

#endif
