/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* All kernels as CUDA (and HIP) compile them. */

#include "gpu/kernels/all.h"
