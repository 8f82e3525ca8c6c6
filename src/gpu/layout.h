/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* How a pair lies in device memory, and the parameters of each launch: everything that follows from the setup alone. */

#ifndef LIKEN_GPU_LAYOUT_H
#define LIKEN_GPU_LAYOUT_H

#include "backend.h"
#include "gpu/device.h"
#include "gpu/kernels/kernel.h"

/* A launch of the libjxl profile's rows and columns: which channels, and where their planes are. */
typedef struct lk_libjxl_phase {
    int channels; /* from planes.first_channel on */
    lk_libjxl_planes planes;
} lk_libjxl_phase;

typedef struct lk_gpu_layout {
    int batch; /* pairs of a launch, at most */

    /* Samples of a pair: where each of the six planes starts, for the largest stride that is kept. */
    size_t plane_at[6];
    int plane_rows[6];
    size_t row_bytes[6];
    size_t picture_at[2], picture_bytes[2];
    size_t samples; /* bytes of a pair */

    lk_scale scale[LK_MAX_SCALES];
    int tiles_x[LK_MAX_SCALES], tiles_y[LK_MAX_SCALES];
    int phases[LK_MAX_SCALES];
    lk_libjxl_phase phase[LK_MAX_SCALES][3];
    lk_finish_params finish;
    size_t rgb, planes, tile_sums; /* of a pair, in elements */

    int pruned;             /* the exact profile's first kernel leaves out what scale 0 does not need */
    lk_kernel first, later; /* of scale 0 and of the others: exact, or libjxl's XYB */
} lk_gpu_layout;

/* Bytes that a plane's stride may exceed its row by, and still be copied in one piece. */
#define LK_STRIDE_SLACK 256

/* tile_width: of the device's kernels. in_flight: pairs that may be on their way; smaller tiles make a single pair
 * faster. */
void lk_gpu_layout_init(lk_gpu_layout *layout, const lk_setup *setup, int in_flight, int tile_width);

/* Device bytes of a pair. */
size_t lk_gpu_layout_bytes(const lk_gpu_layout *layout);

#endif
