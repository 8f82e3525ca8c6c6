/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* All kernels: the one source that CUDA and OpenCL compile. */

#include "gpu/kernels/exact.h"
#include "gpu/kernels/libjxl.h"
#include "gpu/kernels/probe.h"
