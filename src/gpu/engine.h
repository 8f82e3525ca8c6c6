/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The GPU engine: which kernels a pair needs, its buffers, and batches of pairs on their way, over the table of a
 * programming interface (device.h). */

#ifndef LIKEN_GPU_ENGINE_H
#define LIKEN_GPU_ENGINE_H

#include "backend.h"
#include "gpu/device.h"

/* Make an engine on a device of the interface. extras: bits of LK_GPU_*. */
lk_status lk_gpu_engine_create(lk_context *context, const lk_gpu_table *table, lk_setup *setup, int device, int extras,
    lk_engine **engine, lk_error *error);

/* Device milliseconds of the last pair's launches, by kernel and scale. */
typedef struct lk_gpu_timing {
    double ms[LK_KERNELS][LK_MAX_SCALES];
} lk_gpu_timing;
void lk_gpu_read_timing(const lk_engine *engine, lk_gpu_timing *timing);

/* Read a plane of the last pair back, tight: count floats. what: 0 XYB (plane: picture * 3 + channel), 1 blurred
 * (plane: channel * 5 + quantity: m1, m2, a*b, then (a-b)^2 or a*a, b*b), 2 linear RGB (scales above 0; picture * 3 +
 * channel). */
lk_status lk_gpu_read_tap(lk_engine *engine, int what, int scale, int plane, float *to, lk_error *error);

/* NULL, or why no GPU engine takes such pictures. */
const char *lk_gpu_supports(const lk_setup *setup);

#endif
