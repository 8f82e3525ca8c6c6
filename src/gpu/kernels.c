/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "gpu/device.h"

const char *const lk_kernel_names[LK_KERNELS] = {
#define LK_KERNEL_NAME(id, name) "lk_" #name,
    LK_KERNEL_LIST(LK_KERNEL_NAME)
#undef LK_KERNEL_NAME
};
