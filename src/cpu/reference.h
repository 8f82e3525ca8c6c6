/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The CPU reference: every stage of the metric over whole planes, in plain loops. It defines the bits that the other
 * engines are tested against. Compiled once per instruction set level (LK_LEVEL), so every name carries the level.
 *
 * Planes are float[height][width] without padding. */

#ifndef LIKEN_CPU_REFERENCE_H
#define LIKEN_CPU_REFERENCE_H

#include "backend.h"

typedef struct lk_reference_stages {
    /* A picture to linear RGB in BT.709 primaries. rgb: three planes. */
    void (*to_linear)(const lk_picture *picture, const lk_input *input, float background, float *const rgb[3]);

    /* count pixels of linear RGB to positive XYB. */
    void (*to_xyb)(const float *const rgb[3], float *const xyb[3], size_t count);

    /* One plane to half its size, rounded up. */
    void (*halve)(const float *in, int width, int height, float *out);

    /* in and out must not be the same; row_buffer: lk_reference_row_buffer(width) floats. */
    void (*blur)(lk_profile profile, const float *in, int width, int height, float *out, float *scratch_plane,
        float *row_buffer);

    /* Add up the maps of one channel of one scale. a, b: reference and distorted; blurred: their blurs, then those of
     * the products that lk_reference_products() lists. sums: [map][fourth]. */
    void (*sum_terms)(lk_profile profile, int maps, const float *a, const float *b, const float *const blurred[5],
        int width, int height, double sums[3][2], float *row_buffer);

    /* The sums of a pair over one background. workspace: lk_reference_workspace() bytes. Returns early, with sums that
     * mean nothing, once *cancelled. */
    void (*score)(const lk_setup *setup, const lk_picture *reference, const lk_picture *distorted, float background,
        void *workspace, const int *cancelled, lk_sums sums);
} lk_reference_stages;

size_t lk_reference_row_buffer(int width);
size_t lk_reference_workspace(int width, int height);

#endif
