/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Something that gives pictures one after the other, in the thread of the caller. media_open() puts a thread and a
 * queue in front of it; fuzz targets use it as it is, on input_memory(). */

#ifndef LIKEN_MEDIA_SOURCE_H
#define LIKEN_MEDIA_SOURCE_H

#include "failure.h"
#include "input.h"
#include "media.h"

typedef struct media_source media_source;
struct media_source {
    media_info info;
    media_failure *failure; /* where MEDIA_ERROR is explained; the opener's */
    media_input *input;     /* NULL: none that can block */

    /* The next picture. Not called again after MEDIA_END or MEDIA_ERROR. */
    media_status (*next)(media_source *source, media_frame **frame);
    void (*close)(media_source *source);
};

/* Bounds on what is opened, so that a hostile file cannot take all memory. */
enum {
    MEDIA_MAX_SIDE = 65535,
    MEDIA_MAX_PIXELS = 1 << 28,      /* default of media_options.max_pixels */
    MEDIA_MAX_IMAGE_BYTES = 1 << 29, /* the file of a single image, other than PNG */
    MEDIA_MAX_ALLOCATION = 1 << 30   /* one block of memory for FFmpeg: a plane, a packet, an index */
};

/* Open by name. NULL on failure, with the reason; failure must outlive the source. */
media_source *source_open(const char *path, const media_options *options, media_failure *failure);

/* Open what an input holds; the input is closed with the source, and here on failure. */
media_source *source_open_input(media_input *input, const media_options *options, media_failure *failure);

/* NULL is let be. */
void source_close(media_source *source);

/* The kinds of source; see source_open_input(). */
media_source *source_open_ffmpeg(media_input *input, const media_options *options, media_failure *failure);
media_source *source_open_sequence(const char *pattern, const media_options *options, media_failure *failure);

/* Whether a name is a pattern of an image sequence, such as frame%04d.png. */
int source_is_pattern(const char *path);

/* 1 if a picture of this size may be opened, else 0 with the reason. */
int source_size_allowed(
    const char *name, int64_t width, int64_t height, const media_options *options, media_failure *failure);

#endif
