/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What the files of the OpenCL backend share: the interface, which is opened at run time, its errors, its devices and
 * programs. */

#ifndef LIKEN_GPU_OPENCL_H
#define LIKEN_GPU_OPENCL_H

#include "gpu/device.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

/* Functions of OpenCL 1.2, without their prefix. */
#define LK_CL_FUNCTIONS(X)                                                                                             \
    X(BuildProgram)                                                                                                    \
    X(CreateBuffer)                                                                                                    \
    X(CreateCommandQueue)                                                                                              \
    X(CreateContext)                                                                                                   \
    X(CreateKernel)                                                                                                    \
    X(CreateProgramWithBinary)                                                                                         \
    X(CreateProgramWithSource)                                                                                         \
    X(EnqueueBarrierWithWaitList)                                                                                      \
    X(EnqueueFillBuffer)                                                                                               \
    X(EnqueueMapBuffer)                                                                                                \
    X(EnqueueMarkerWithWaitList)                                                                                       \
    X(EnqueueNDRangeKernel)                                                                                            \
    X(EnqueueReadBuffer)                                                                                               \
    X(EnqueueUnmapMemObject)                                                                                           \
    X(EnqueueWriteBuffer)                                                                                              \
    X(Finish)                                                                                                          \
    X(Flush)                                                                                                           \
    X(GetContextInfo)                                                                                                  \
    X(GetDeviceIDs)                                                                                                    \
    X(GetDeviceInfo)                                                                                                   \
    X(GetEventInfo)                                                                                                    \
    X(GetEventProfilingInfo)                                                                                           \
    X(GetPlatformIDs)                                                                                                  \
    X(GetPlatformInfo)                                                                                                 \
    X(GetProgramBuildInfo)                                                                                             \
    X(GetProgramInfo)                                                                                                  \
    X(ReleaseCommandQueue)                                                                                             \
    X(ReleaseContext)                                                                                                  \
    X(ReleaseEvent)                                                                                                    \
    X(ReleaseKernel)                                                                                                   \
    X(ReleaseMemObject)                                                                                                \
    X(ReleaseProgram)                                                                                                  \
    X(RetainCommandQueue)                                                                                              \
    X(RetainContext)                                                                                                   \
    X(SetKernelArg)                                                                                                    \
    X(WaitForEvents)

typedef struct lk_cl_functions {
#define LK_CL_DECLARE(name) __typeof__(cl##name) *name;
    LK_CL_FUNCTIONS(LK_CL_DECLARE)
#undef LK_CL_DECLARE
} lk_cl_functions;

/* Loaded once for the process by lk_cl_load(), never unloaded, read-only afterwards. */
extern lk_cl_functions lk_cl;

/* Threads: safe. LK_ERROR_UNAVAILABLE, with a reason, where there is no OpenCL. */
lk_status lk_cl_load(lk_error *error);

/* LK_OK, or a sentence about the call that failed. */
lk_status lk_cl_check(cl_int code, const char *call, lk_error *error);
lk_status lk_cl_status(cl_int code);
/* "CL_OUT_OF_RESOURCES", or "an unknown error". */
const char *lk_cl_error_name(cl_int code);

/* The devices of all platforms: GPUs first, else in the order in which OpenCL lists them. */
lk_status lk_cl_device_count(int *count, lk_error *error);
lk_status lk_cl_device_find(int index, cl_device_id *device, lk_error *error);
void lk_cl_device_describe(cl_device_id device, lk_gpu_device_info *info);

/* The device's word that it divides with correct rounding. */
int lk_cl_device_divides_exactly(cl_device_id device);

/* A property that is a number, or 0. */
cl_ulong lk_cl_device_number(cl_device_id device, cl_device_info name);
/* A property that is text, "" if there is none. */
void lk_cl_device_text(cl_device_id device, cl_device_info name, char *text, size_t size);

/* The kernels, built for a device with compiler options, or from the context's cache. */
lk_status lk_cl_program_create(
    lk_context *context, cl_context cl, cl_device_id device, const char *options, cl_program *program, lk_error *error);

#endif
