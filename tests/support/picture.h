/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Pictures for tests: read from files, or made up. Whatever goes wrong ends the program with a message. */

#ifndef TESTS_PICTURE_H
#define TESTS_PICTURE_H

#include <liken/liken.h>

/* A picture and the memory that it lies in. */
typedef struct test_picture {
    lk_picture picture;
    void *memory;
} test_picture;

/* All samples 0. padding: bytes after each row. flipped: rows from the bottom up in memory, with negative strides. */
test_picture picture_make(int width, int height, lk_format format, int padding, int flipped);

/* Any of P5, P6 and P7 (PAM), of 8 or 16 bits: packed RGB or grey. */
test_picture picture_read_pnm(const char *path);

/* One frame of headerless planar 4:2:0 video. */
test_picture picture_read_yuv420(const char *path, int width, int height, int depth, int frame);

void picture_free(test_picture *picture);

/* Sample x of row y of a channel (R, G, B, alpha; Y, Cb, Cr; grey, alpha), whatever the layout. Values are those of the
 * format's depth. */
int picture_get(const test_picture *picture, int channel, int x, int y);
void picture_set(test_picture *picture, int channel, int x, int y, int value);

/* Columns and rows of a channel: smaller for subsampled chroma. */
int picture_channel_width(const test_picture *picture, int channel);
int picture_channel_height(const test_picture *picture, int channel);

/* Channels of a format, alpha included. */
int picture_channels(const lk_format *format);

/* Smooth shapes with noise, the same for the same seed; strength: how much noise, in parts of the full scale. Pictures
 * of one shape seed and different noise seeds look alike. Works for every format. */
void picture_fill(test_picture *picture, int shape, int noise, double strength);

/* Formats by their usual names. */
lk_format format_rgb(lk_layout layout, int depth, int alpha);
lk_format format_gray(lk_layout layout, int depth, int alpha);
lk_format format_semiplanar(int depth);

#endif
