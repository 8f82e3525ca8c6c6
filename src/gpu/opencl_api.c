/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "gpu/opencl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

lk_cl_functions lk_cl;

static lk_status load_status;
static lk_error load_error;

static void load(void) {
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        load_status = lk_fail(&load_error, LK_ERROR_UNAVAILABLE, "no OpenCL loader was found: %s", dlerror());
        return;
    }
    void *found;
#define RESOLVE(name)                                                                                                  \
    found = dlsym(library, "cl" #name);                                                                                \
    if (!found) {                                                                                                      \
        load_status = lk_fail(&load_error, LK_ERROR_UNAVAILABLE, "the OpenCL loader is too old: it has no cl" #name);  \
        return;                                                                                                        \
    }                                                                                                                  \
    memcpy(&lk_cl.name, &found, sizeof found);
    LK_CL_FUNCTIONS(RESOLVE)
#undef RESOLVE
}

lk_status lk_cl_load(lk_error *error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return load_status == LK_OK ? LK_OK : lk_fail(error, load_status, "%s", load_error.text);
}

/* Codes that work on a working device can meet; the others say that liken called it wrongly, or are in no header that
 * every system has. */
#define CODES(X)                                                                                                       \
    X(CL_DEVICE_NOT_FOUND, LK_ERROR_UNAVAILABLE)                                                                       \
    X(CL_DEVICE_NOT_AVAILABLE, LK_ERROR_UNAVAILABLE)                                                                   \
    X(CL_COMPILER_NOT_AVAILABLE, LK_ERROR_UNAVAILABLE)                                                                 \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE, LK_ERROR_DEVICE_MEMORY)                                                        \
    X(CL_OUT_OF_RESOURCES, LK_ERROR_DEVICE)                                                                            \
    X(CL_OUT_OF_HOST_MEMORY, LK_ERROR_MEMORY)                                                                          \
    X(CL_PROFILING_INFO_NOT_AVAILABLE, LK_ERROR_DEVICE)                                                                \
    X(CL_BUILD_PROGRAM_FAILURE, LK_ERROR_UNAVAILABLE)                                                                  \
    X(CL_MAP_FAILURE, LK_ERROR_MEMORY)                                                                                 \
    X(CL_MISALIGNED_SUB_BUFFER_OFFSET, LK_ERROR_INTERNAL)                                                              \
    X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, LK_ERROR_DEVICE)                                                   \
    X(CL_INVALID_VALUE, LK_ERROR_INTERNAL)                                                                             \
    X(CL_INVALID_DEVICE, LK_ERROR_INTERNAL)                                                                            \
    X(CL_INVALID_CONTEXT, LK_ERROR_INTERNAL)                                                                           \
    X(CL_INVALID_QUEUE_PROPERTIES, LK_ERROR_UNAVAILABLE)                                                               \
    X(CL_INVALID_COMMAND_QUEUE, LK_ERROR_INTERNAL)                                                                     \
    X(CL_INVALID_MEM_OBJECT, LK_ERROR_INTERNAL)                                                                        \
    X(CL_INVALID_BINARY, LK_ERROR_UNAVAILABLE)                                                                         \
    X(CL_INVALID_BUILD_OPTIONS, LK_ERROR_UNAVAILABLE)                                                                  \
    X(CL_INVALID_PROGRAM, LK_ERROR_INTERNAL)                                                                           \
    X(CL_INVALID_PROGRAM_EXECUTABLE, LK_ERROR_INTERNAL)                                                                \
    X(CL_INVALID_KERNEL_NAME, LK_ERROR_INTERNAL)                                                                       \
    X(CL_INVALID_KERNEL_DEFINITION, LK_ERROR_INTERNAL)                                                                 \
    X(CL_INVALID_KERNEL, LK_ERROR_INTERNAL)                                                                            \
    X(CL_INVALID_ARG_INDEX, LK_ERROR_INTERNAL)                                                                         \
    X(CL_INVALID_ARG_VALUE, LK_ERROR_INTERNAL)                                                                         \
    X(CL_INVALID_ARG_SIZE, LK_ERROR_INTERNAL)                                                                          \
    X(CL_INVALID_KERNEL_ARGS, LK_ERROR_INTERNAL)                                                                       \
    X(CL_INVALID_WORK_GROUP_SIZE, LK_ERROR_INTERNAL)                                                                   \
    X(CL_INVALID_EVENT_WAIT_LIST, LK_ERROR_INTERNAL)                                                                   \
    X(CL_INVALID_EVENT, LK_ERROR_INTERNAL)                                                                             \
    X(CL_INVALID_OPERATION, LK_ERROR_INTERNAL)                                                                         \
    X(CL_INVALID_BUFFER_SIZE, LK_ERROR_DEVICE_MEMORY)

lk_status lk_cl_status(cl_int code) {
    switch (code) {
    case CL_SUCCESS: return LK_OK;
#define STATUS(name, status)                                                                                           \
    case name: return status;
        CODES(STATUS)
#undef STATUS
    default: return LK_ERROR_DEVICE;
    }
}

const char *lk_cl_error_name(cl_int code) {
    switch (code) {
#define NAME(name, status)                                                                                             \
    case name: return #name;
        CODES(NAME)
#undef NAME
    default: return "an unknown error";
    }
}

lk_status lk_cl_check(cl_int code, const char *call, lk_error *error) {
    if (code == CL_SUCCESS) {
        return LK_OK;
    }
    return lk_fail(
        error, lk_cl_status(code), "%s failed: %s (OpenCL error %d)", call, lk_cl_error_name(code), (int)code);
}
