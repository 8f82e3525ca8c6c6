/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Which OpenCL devices there are, and which of them liken can use. */

#include "gpu/kernels/kernel.h"
#include "gpu/opencl.h"

#include <stdio.h>
#include <string.h>

#define MAX_PLATFORMS 16
#define MAX_DEVICES   64

/* What the kernels need. */
#define MIN_LOCAL_MEMORY 32768
#define MIN_GROUP        256

/* Local memory that tiles of full width take; with less they are half as wide. */
#define WIDE_LOCAL_MEMORY 49152

/* What the loader says where no driver is installed (cl_ext.h). */
#define PLATFORM_NOT_FOUND (-1001)

static int is_gpu(cl_device_id device) {
    return (lk_cl_device_number(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
}

static lk_status list(cl_device_id devices[MAX_DEVICES], int *count, lk_error *error) {
    *count = 0;
    lk_status status = lk_cl_load(error);
    if (status != LK_OK) {
        return status;
    }
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint platform_count = 0;
    cl_int code = lk_cl.GetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count);
    if (code != CL_SUCCESS && code != PLATFORM_NOT_FOUND) {
        return lk_cl_check(code, "clGetPlatformIDs", error);
    }
    cl_device_id others[MAX_DEVICES];
    int other_count = 0;
    for (cl_uint p = 0; p < platform_count && p < MAX_PLATFORMS; p++) {
        cl_device_id found[MAX_DEVICES];
        cl_uint found_count = 0;
        if (lk_cl.GetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, found, &found_count) != CL_SUCCESS) {
            continue; /* a platform without devices */
        }
        for (cl_uint d = 0; d < found_count && *count + other_count < MAX_DEVICES; d++) {
            if (is_gpu(found[d])) {
                devices[(*count)++] = found[d];
            } else {
                others[other_count++] = found[d];
            }
        }
    }
    for (int i = 0; i < other_count; i++) {
        devices[(*count)++] = others[i];
    }
    if (*count == 0) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "OpenCL knows no device: %u platforms are installed",
            (unsigned)platform_count);
    }
    return LK_OK;
}

lk_status lk_cl_device_count(int *count, lk_error *error) {
    cl_device_id devices[MAX_DEVICES];
    return list(devices, count, error);
}

lk_status lk_cl_device_find(int index, cl_device_id *device, lk_error *error) {
    cl_device_id devices[MAX_DEVICES];
    int count;
    lk_status status = list(devices, &count, error);
    if (status != LK_OK) {
        return status;
    }
    if (index < 0 || index >= count) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "there is no OpenCL device %d: %d found", index, count);
    }
    *device = devices[index];
    return LK_OK;
}

cl_ulong lk_cl_device_number(cl_device_id device, cl_device_info name) {
    /* Properties have 4 or 8 bytes, and are little-endian wherever liken uses a device. */
    cl_ulong value = 0;
    return lk_cl.GetDeviceInfo(device, name, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

void lk_cl_device_text(cl_device_id device, cl_device_info name, char *text, size_t size) {
    char whole[1024] = "";
    if (lk_cl.GetDeviceInfo(device, name, sizeof whole, whole, NULL) != CL_SUCCESS) {
        whole[0] = 0;
    }
    const char *begin = whole + strspn(whole, " ");
    int length = (int)strlen(begin);
    while (length > 0 && begin[length - 1] == ' ') {
        length--;
    }
    snprintf(text, size, "%.*s", length, begin);
}

int lk_cl_device_divides_exactly(cl_device_id device) {
    return (lk_cl_device_number(device, CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

static const char *unsuitable(cl_device_id device) {
    char version[64], profile[32];
    int major = 0, minor = 0;
    lk_cl_device_text(device, CL_DEVICE_VERSION, version, sizeof version);
    lk_cl_device_text(device, CL_DEVICE_PROFILE, profile, sizeof profile);
    cl_ulong arithmetic = lk_cl_device_number(device, CL_DEVICE_SINGLE_FP_CONFIG);
    if (!lk_cl_device_number(device, CL_DEVICE_AVAILABLE)) {
        return "it is not available at present";
    }
    if (!lk_cl_device_number(device, CL_DEVICE_COMPILER_AVAILABLE)) {
        return "its driver has no compiler";
    }
    if (sscanf(version, "OpenCL %d.%d", &major, &minor) != 2 || 10 * major + minor < 12) {
        return "it is older than OpenCL 1.2";
    }
    if (strcmp(profile, "FULL_PROFILE") != 0) {
        return "it has OpenCL's embedded profile only, whose arithmetic is not exact"; /* fma() among others */
    }
    if (!lk_cl_device_number(device, CL_DEVICE_ENDIAN_LITTLE)) {
        return "it is big-endian";
    }
    if (!(arithmetic & CL_FP_ROUND_TO_NEAREST)) {
        return "its single-precision arithmetic does not round to nearest";
    }
    if (!(arithmetic & CL_FP_DENORM)) {
        return "its single-precision arithmetic has no denormal numbers";
    }
    if (lk_cl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE) < MIN_LOCAL_MEMORY) {
        return "it has less than 32 KB of local memory";
    }
    if (lk_cl_device_number(device, CL_DEVICE_MAX_WORK_GROUP_SIZE) < MIN_GROUP) {
        return "its work-groups have less than 256 work-items";
    }
    return NULL;
}

void lk_cl_device_describe(cl_device_id device, lk_gpu_device_info *info) {
    memset(info, 0, sizeof *info);
    char version[64], driver[64];
    lk_cl_device_text(device, CL_DEVICE_VERSION, version, sizeof version);
    lk_cl_device_text(device, CL_DRIVER_VERSION, driver, sizeof driver);
    lk_cl_device_text(device, CL_DEVICE_NAME, info->name, sizeof info->name);
    snprintf(info->driver, sizeof info->driver, "%.*s, driver %.*s", 40, version, 40, driver);
    info->memory = (size_t)lk_cl_device_number(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    info->is_gpu = is_gpu(device);
    info->has_fp64 = lk_cl_device_number(device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
    info->tile_width =
        lk_cl_device_number(device, CL_DEVICE_LOCAL_MEM_SIZE) < WIDE_LOCAL_MEMORY ? LK_TILE_WIDTH / 2 : LK_TILE_WIDTH;
    info->unsuitable = unsuitable(device);
}
