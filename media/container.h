/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What a file promises about its own size. Demuxers take the end of a file that was cut for a regular end: here the
 * headers of the commonest containers are read once more, to see whether all of it is there. */

#ifndef LIKEN_MEDIA_CONTAINER_H
#define LIKEN_MEDIA_CONTAINER_H

#include "input.h"

/* How many bytes the file must have at least, by its own headers: Matroska, MP4 and MOV, AVI and WebP, MXF, Ogg, IVF,
 * AV1 units, MPEG transport streams, GIF, Sun raster. 0: it does not say, or is no such file, or cannot be read back
 * and forth. Moves the input's position. */
int64_t container_promised_size(media_input *input);

/* Whether an image file that is in memory goes on to its end marker: JPEG and QOI. 1 for other kinds. */
int container_image_is_whole(const uint8_t *data, size_t size);

/* Where the first JPEG in memory ends, if it is of a stream of pictures: not so if it says itself that others belong to
 * it (previews, gain maps), which count for nothing then. 0: it has no end here, or is no such JPEG. */
size_t container_jpeg_end(const uint8_t *data, size_t size);

#endif
