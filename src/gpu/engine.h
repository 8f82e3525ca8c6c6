/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The GPU engine: which kernels a pair needs, its buffers, and batches of pairs on their way, over the table of a
 * programming interface (device.h). */

#ifndef LIKEN_GPU_ENGINE_H
#define LIKEN_GPU_ENGINE_H

#include "backend.h"
#include "gpu/device.h"

/* Make an engine on a device of the interface. taps: kernels that keep what is between the stages, for tests: one pair
 * at a time, and lk_gpu_read_tap() works. */
lk_status lk_gpu_engine_create(lk_context *context, const lk_gpu_table *table, lk_setup *setup, int device, int taps,
    lk_engine **engine, lk_error *error);

/* Read a plane of the last pair back, tight: count floats. what: 0 XYB (plane: picture * 3 + channel), 1 blurred
 * (plane: channel * 5 + quantity: m1, m2, a*b, then (a-b)^2 or a*a, b*b), 2 linear RGB (scales above 0; picture * 3 +
 * channel). */
lk_status lk_gpu_read_tap(lk_engine *engine, int what, int scale, int plane, float *to, lk_error *error);

/* NULL, or why no GPU engine takes such pictures. */
const char *lk_gpu_supports(const lk_setup *setup);

extern const lk_backend_table lk_backend_cuda;
extern const lk_backend_table lk_backend_opencl;

#endif
