/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The tables of backends that the build left out: they find no device and say why. */

#include "gpu/device.h"

#define STUB(table, backend_id, backend_name, why)                                                                     \
    static lk_status table##_absent(lk_error *error) {                                                                 \
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "this build of liken has no " backend_name " backend (" why ")");  \
    }                                                                                                                  \
    static lk_status table##_count(int *count, lk_error *error) {                                                      \
        *count = 0;                                                                                                    \
        return table##_absent(error);                                                                                  \
    }                                                                                                                  \
    static lk_status table##_describe(int index, lk_gpu_device_info *info, lk_error *error) {                          \
        (void)index;                                                                                                   \
        (void)info;                                                                                                    \
        return table##_absent(error);                                                                                  \
    }                                                                                                                  \
    static lk_status table##_open(                                                                                     \
        lk_context *context, int index, void *native_context, int extras, lk_gpu **gpu, lk_error *error) {             \
        (void)context;                                                                                                 \
        (void)index;                                                                                                   \
        (void)native_context;                                                                                          \
        (void)extras;                                                                                                  \
        *gpu = NULL;                                                                                                   \
        return table##_absent(error);                                                                                  \
    }                                                                                                                  \
    const lk_gpu_table table = {                                                                                       \
        .backend = backend_id,                                                                                         \
        .count = table##_count,                                                                                        \
        .describe = table##_describe,                                                                                  \
        .open = table##_open,                                                                                          \
    };

#ifdef LK_NO_CUDA
STUB(lk_gpu_cuda, LK_BACKEND_CUDA, "CUDA", LK_NO_CUDA)
#endif

#ifdef LK_NO_OPENCL
STUB(lk_gpu_opencl, LK_BACKEND_OPENCL, "OpenCL", LK_NO_OPENCL)
#endif
