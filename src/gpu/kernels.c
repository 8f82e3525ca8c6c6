/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "gpu/device.h"

const char *const lk_kernel_names[LK_KERNELS] = {
    [LK_KERNEL_EXACT_420_PRUNED] = "lk_exact_420_pruned",
    [LK_KERNEL_EXACT_420] = "lk_exact_420",
    [LK_KERNEL_EXACT_ANY_PRUNED] = "lk_exact_any_pruned",
    [LK_KERNEL_EXACT_ANY] = "lk_exact_any",
    [LK_KERNEL_EXACT_PLANES] = "lk_exact_planes",
    [LK_KERNEL_EXACT_PLANES_SIGNED] = "lk_exact_planes_signed",
    [LK_KERNEL_LIBJXL_XYB_420] = "lk_libjxl_xyb_420",
    [LK_KERNEL_LIBJXL_XYB_ANY] = "lk_libjxl_xyb_any",
    [LK_KERNEL_LIBJXL_XYB_PLANES] = "lk_libjxl_xyb_planes",
    [LK_KERNEL_LIBJXL_XYB_PLANES_SIGNED] = "lk_libjxl_xyb_planes_signed",
    [LK_KERNEL_LIBJXL_ROWS] = "lk_libjxl_rows",
    [LK_KERNEL_LIBJXL_COLUMNS] = "lk_libjxl_columns",
    [LK_KERNEL_FINISH] = "lk_finish",
    [LK_KERNEL_PROBE] = "lk_probe",
};
