/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* All kernels as CUDA (and HIP) compile them. */

#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#endif
#include "gpu/kernels/all.h"
