/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Still images: what their decoders have in common. A decoder makes the whole picture when its file is opened, so that
 * a damaged or cut file never becomes one; the source that hands it out is the same for all. */

#ifndef LIKEN_MEDIA_IMAGE_H
#define LIKEN_MEDIA_IMAGE_H

#include "source.h"

/* What a decoder found. */
typedef struct image_found {
    media_frame *frame;
    const char *ignored; /* for media_info */
    int orientation;     /* for media_info */
} image_found;

/* Decode all of the input. Returns 1 with *result filled, else 0 with the reason and nothing to release. */
typedef int image_decoder(
    media_input *input, const media_options *options, media_failure *failure, image_found *result);

/* A source of this one picture. container: what the kind of file is called. The input is closed with the source, and
 * here on failure. */
media_source *image_open(media_input *input, const media_options *options, media_failure *failure,
    image_decoder *decode, const char *container);

/* FFmpeg's name of a format that packed samples have, so that a report speaks of pixel formats in one way. */
const char *image_format_name(const lk_format *format);

/* Read the rest of an input into memory, which the caller frees; NULL on failure, with the reason. */
uint8_t *image_read_file(media_input *input, media_failure *failure, size_t *size);

/* The orientation, 1 (upright) to 8, that the Exif data of an image give; 0: they say nothing. data: from the byte
 * order mark on. */
int image_exif_orientation(const uint8_t *data, size_t size);

image_decoder image_decode_png, image_decode_jpeg;

#endif
