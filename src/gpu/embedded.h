/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The kernels as the build put them into the library (tools/embed.py). */

#ifndef LIKEN_GPU_EMBEDDED_H
#define LIKEN_GPU_EMBEDDED_H

#include <stddef.h>

/* A fat binary: machine code of several architectures, and PTX for the rest. */
extern const unsigned char lk_cuda_kernels[];
extern const size_t lk_cuda_kernels_size;

/* The kernels built with LK_TAPS. Only test programs link them; elsewhere the address is NULL. */
extern const unsigned char lk_cuda_kernels_taps[] __attribute__((weak, visibility("hidden")));

/* OpenCL C, every #include in its place. */
extern const char lk_opencl_source[];
extern const size_t lk_opencl_source_size; /* without the 0 at its end */

#endif
