/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The GPU table over the CUDA driver's interface. libcuda is opened at run time, so that the library also runs where
 * there is none; cuda.h only gives the types.
 *
 * A buffer's handle is a CUdeviceptr, an lk_gpu_queue * is a CUstream and an lk_gpu_event * a CUevent: all three are
 * cast, nothing is kept beside them. */

#include "gpu/device.h"
#include "gpu/embedded.h"
#include "gpu/kernels/kernel.h"

#include <cuda.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The oldest architecture that the build makes code for: 10 * major + minor. */
#define LOWEST_ARCHITECTURE 75

#define MAX_ARGUMENTS 32

/* A frame takes less than this, and waking up from a blocked wait takes tens of microseconds: short waits poll. */
#define POLL_NANOSECONDS 200000

_Static_assert(sizeof(CUdeviceptr) == sizeof(void *), "a buffer's handle holds a CUdeviceptr");

/* Our name, the function in cuda.h, and its symbol in libcuda. The symbol is spelt out because cuda.h maps names to the
 * newest version of a function, which an older driver may lack. */
#define FUNCTIONS(X)                                                                                                   \
    X(init, cuInit, "cuInit")                                                                                          \
    X(driver_version, cuDriverGetVersion, "cuDriverGetVersion")                                                        \
    X(error_text, cuGetErrorString, "cuGetErrorString")                                                                \
    X(device_count, cuDeviceGetCount, "cuDeviceGetCount")                                                              \
    X(device_get, cuDeviceGet, "cuDeviceGet")                                                                          \
    X(device_name, cuDeviceGetName, "cuDeviceGetName")                                                                 \
    X(device_memory, cuDeviceTotalMem, "cuDeviceTotalMem_v2")                                                          \
    X(device_attribute, cuDeviceGetAttribute, "cuDeviceGetAttribute")                                                  \
    X(primary_retain, cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain")                                            \
    X(primary_release, cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2")                                      \
    X(context_device, cuCtxGetDevice, "cuCtxGetDevice")                                                                \
    X(context_push, cuCtxPushCurrent, "cuCtxPushCurrent_v2")                                                           \
    X(context_pop, cuCtxPopCurrent, "cuCtxPopCurrent_v2")                                                              \
    X(module_load, cuModuleLoadData, "cuModuleLoadData")                                                               \
    X(module_unload, cuModuleUnload, "cuModuleUnload")                                                                 \
    X(module_function, cuModuleGetFunction, "cuModuleGetFunction")                                                     \
    X(allocate, cuMemAlloc, "cuMemAlloc_v2")                                                                           \
    X(release, cuMemFree, "cuMemFree_v2")                                                                              \
    X(host_allocate, cuMemHostAlloc, "cuMemHostAlloc")                                                                 \
    X(host_release, cuMemFreeHost, "cuMemFreeHost")                                                                    \
    X(pointer_attributes, cuPointerGetAttributes, "cuPointerGetAttributes")                                            \
    X(upload, cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2")                                                               \
    X(download, cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2")                                                             \
    X(stream_create, cuStreamCreate, "cuStreamCreate")                                                                 \
    X(stream_destroy, cuStreamDestroy, "cuStreamDestroy_v2")                                                           \
    X(stream_wait, cuStreamWaitEvent, "cuStreamWaitEvent")                                                             \
    X(event_create, cuEventCreate, "cuEventCreate")                                                                    \
    X(event_destroy, cuEventDestroy, "cuEventDestroy_v2")                                                              \
    X(event_record, cuEventRecord, "cuEventRecord")                                                                    \
    X(event_query, cuEventQuery, "cuEventQuery")                                                                       \
    X(event_synchronize, cuEventSynchronize, "cuEventSynchronize")                                                     \
    X(event_elapsed, cuEventElapsedTime, "cuEventElapsedTime")                                                         \
    X(launch, cuLaunchKernel, "cuLaunchKernel")

/* The driver, loaded once for the process and never unloaded: written under pthread_once, read-only afterwards. */
static struct {
#define DECLARE(name, function, symbol) __typeof__(function) *name;
    FUNCTIONS(DECLARE)
#undef DECLARE
    lk_status status; /* LK_OK: everything above can be called */
    lk_error error;
} cu;

struct lk_gpu {
    CUcontext context;
    CUdevice device;
    int owns_primary; /* the device's primary context was retained */
    CUmodule module;
    CUfunction functions[LK_KERNELS]; /* NULL: not in the module */
    CUevent foreign;                  /* stands for a caller's stream while a queue is told to wait for it */
    lk_gpu_device_info info;
};

/* --------------------------------------------------------------------------------------------------- errors --- */

static lk_status status_of(CUresult result) {
    switch (result) {
    case CUDA_SUCCESS: return LK_OK;
    case CUDA_ERROR_OUT_OF_MEMORY: return LK_ERROR_DEVICE_MEMORY;
    case CUDA_ERROR_NO_DEVICE:
    case CUDA_ERROR_INVALID_DEVICE:
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
    case CUDA_ERROR_DEVICE_NOT_LICENSED:
    case CUDA_ERROR_STUB_LIBRARY:
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
    case CUDA_ERROR_SYSTEM_NOT_READY:
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND: return LK_ERROR_UNAVAILABLE;
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_INVALID_HANDLE:
    case CUDA_ERROR_INVALID_CONTEXT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED: return LK_ERROR_INTERNAL;
    default: return LK_ERROR_DEVICE;
    }
}

static const char *text_of(CUresult result) {
    const char *text = NULL;
    return cu.error_text(result, &text) == CUDA_SUCCESS && text ? text : "unknown error";
}

/* call: the function, for the sentence. */
static lk_status check(CUresult result, const char *call, lk_error *error) {
    if (result == CUDA_SUCCESS) {
        return LK_OK;
    }
    return lk_fail(error, status_of(result), "%s failed: %s (CUDA error %d)", call, text_of(result), (int)result);
}

/* ----------------------------------------------------------------------------------------- driver and devices --- */

static void load(void) {
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        cu.status = lk_fail(&cu.error, LK_ERROR_UNAVAILABLE, "no CUDA driver was found: %s", dlerror());
        return;
    }
    void *found;
#define RESOLVE(name, function, symbol)                                                                                \
    found = dlsym(library, symbol);                                                                                    \
    if (!found) {                                                                                                      \
        cu.status = lk_fail(&cu.error, LK_ERROR_UNAVAILABLE, "the CUDA driver is too old: it has no " symbol);         \
        return;                                                                                                        \
    }                                                                                                                  \
    memcpy(&cu.name, &found, sizeof found);
    FUNCTIONS(RESOLVE)
#undef RESOLVE
    cu.status = check(cu.init(0), "cuInit", &cu.error);
    if (cu.status != LK_OK) {
        cu.status = LK_ERROR_UNAVAILABLE; /* whatever the driver says, nothing works without it */
    }
}

static lk_status driver(lk_error *error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return cu.status == LK_OK ? LK_OK : lk_fail(error, cu.status, "%s", cu.error.text);
}

/* "CUDA 13.0, driver 580.95.05". The release is known to the kernel's driver only, and left out where it cannot be
 * read. */
static void describe_driver(char *text, size_t size) {
    int version = 0;
    cu.driver_version(&version);
    int length = snprintf(text, size, "CUDA %d.%d", version / 1000, version % 1000 / 10);
    FILE *file = fopen("/proc/driver/nvidia/version", "re");
    if (!file) {
        return;
    }
    char line[256] = "", release[32];
    if (fgets(line, sizeof line, file)) {
        for (const char *word = line; word; word = strchr(word, ' ')) {
            word += strspn(word, " ");
            if (sscanf(word, "%31[0-9.]", release) == 1 && strchr(release, '.')) {
                snprintf(text + length, size - (size_t)length, ", driver %s", release);
                break;
            }
        }
    }
    fclose(file);
}

static int attribute(CUdevice device, CUdevice_attribute name) {
    int value = 0;
    cu.device_attribute(&value, name, device);
    return value;
}

static lk_status describe_device(CUdevice device, lk_gpu_device_info *info, lk_error *error) {
    memset(info, 0, sizeof *info);
    lk_status status = check(cu.device_name(info->name, (int)sizeof info->name, device), "cuDeviceGetName", error);
    if (status == LK_OK) {
        status = check(cu.device_memory(&info->memory, device), "cuDeviceTotalMem", error);
    }
    describe_driver(info->driver, sizeof info->driver);
    info->is_gpu = 1;
    info->has_fp64 = 1;
    info->tile_width = LK_TILE_WIDTH;
    if (10 * attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
            attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR) <
        LOWEST_ARCHITECTURE) {
        info->unsuitable = "it is older than compute capability 7.5";
    } else if (attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE) == CU_COMPUTEMODE_PROHIBITED) {
        info->unsuitable = "its compute mode forbids all work";
    }
    return status;
}

static lk_status cuda_count(int *count, lk_error *error) {
    *count = 0;
    lk_status status = driver(error);
    if (status == LK_OK) {
        status = check(cu.device_count(count), "cuDeviceGetCount", error);
    }
    if (status == LK_OK && *count == 0) {
        status = lk_fail(error, LK_ERROR_UNAVAILABLE, "the CUDA driver knows no device");
    }
    return status;
}

static lk_status find_device(int index, CUdevice *device, lk_error *error) {
    int count;
    lk_status status = cuda_count(&count, error);
    if (status != LK_OK) {
        return status;
    }
    if (index < 0 || index >= count) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "there is no CUDA device %d: %d found", index, count);
    }
    return check(cu.device_get(device, index), "cuDeviceGet", error);
}

static lk_status cuda_describe(int index, lk_gpu_device_info *info, lk_error *error) {
    CUdevice device;
    lk_status status = find_device(index, &device, error);
    return status == LK_OK ? describe_device(device, info, error) : status;
}

/* --------------------------------------------------------------------------------------------- open and close --- */

/* Every call below is made inside the device's context, and the caller's own is put back after it. */
static CUresult leave(CUresult result) {
    CUcontext popped;
    cu.context_pop(&popped);
    return result;
}
#define WITHIN(gpu, call) (cu.context_push((gpu)->context) == CUDA_SUCCESS ? leave(call) : CUDA_ERROR_INVALID_CONTEXT)

static void cuda_close(lk_gpu *gpu) {
    if (!gpu) {
        return;
    }
    if (gpu->context && cu.context_push(gpu->context) == CUDA_SUCCESS) {
        if (gpu->foreign) {
            cu.event_destroy(gpu->foreign);
        }
        if (gpu->module) {
            cu.module_unload(gpu->module);
        }
        leave(CUDA_SUCCESS);
    }
    if (gpu->owns_primary) {
        cu.primary_release(gpu->device);
    }
    free(gpu);
}

/* The context of the caller's own, which also says which device it is, or the primary one of the device asked for. */
static lk_status enter_context(lk_gpu *gpu, int index, void *native_context, lk_error *error) {
    lk_status status;
    if (native_context) {
        gpu->context = native_context;
        status = check(WITHIN(gpu, cu.context_device(&gpu->device)), "cuCtxGetDevice", error);
        return status == LK_ERROR_INTERNAL ? LK_ERROR_ARGUMENT : status;
    }
    status = find_device(index, &gpu->device, error);
    if (status == LK_OK) {
        status = check(cu.primary_retain(&gpu->context, gpu->device), "cuDevicePrimaryCtxRetain", error);
        gpu->owns_primary = status == LK_OK;
    }
    return status;
}

static lk_status load_kernels(lk_gpu *gpu, const unsigned char *image, lk_error *error) {
    CUresult result = WITHIN(gpu, cu.module_load(&gpu->module, image));
    if (result != CUDA_SUCCESS) {
        return lk_fail(error, status_of(result), "the CUDA kernels do not load on %s: %s (CUDA error %d)",
            gpu->info.name, text_of(result), (int)result);
    }
    for (int i = 0; i < LK_KERNELS; i++) {
        if (WITHIN(gpu, cu.module_function(&gpu->functions[i], gpu->module, lk_kernel_names[i])) != CUDA_SUCCESS) {
            gpu->functions[i] = NULL;
        }
    }
    return check(WITHIN(gpu, cu.event_create(&gpu->foreign, CU_EVENT_DISABLE_TIMING)), "cuEventCreate", error);
}

static lk_status cuda_open(
    lk_context *context, int index, void *native_context, int extras, lk_gpu **opened, lk_error *error) {
    (void)context;
    *opened = NULL;
    const unsigned char *image = extras & LK_GPU_TAPS ? lk_cuda_kernels_taps : lk_cuda_kernels;
    if (!image) {
        return lk_fail(error, LK_ERROR_INTERNAL, "the CUDA kernels with taps are in test programs only");
    }
    lk_status status = driver(error);
    if (status != LK_OK) {
        return status;
    }
    lk_gpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    status = enter_context(gpu, index, native_context, error);
    if (status == LK_OK) {
        status = describe_device(gpu->device, &gpu->info, error);
    }
    if (status == LK_OK && gpu->info.unsuitable) {
        status = lk_fail(error, LK_ERROR_UNAVAILABLE, "%s cannot be used: %s", gpu->info.name, gpu->info.unsuitable);
    }
    if (status == LK_OK) {
        status = load_kernels(gpu, image, error);
    }
    if (status != LK_OK) {
        cuda_close(gpu);
        return status;
    }
    *opened = gpu;
    return LK_OK;
}

static void cuda_info(const lk_gpu *gpu, lk_gpu_device_info *info) {
    *info = gpu->info;
}

/* ----------------------------------------------------------------------------------------------------- memory --- */

static CUdeviceptr address(const lk_gpu_buffer *buffer) {
    return (CUdeviceptr)(uintptr_t)buffer->handle;
}

static lk_status cuda_allocate(lk_gpu *gpu, size_t size, lk_gpu_buffer *buffer, lk_error *error) {
    CUdeviceptr pointer = 0;
    buffer->handle = NULL;
    buffer->size = 0;
    CUresult result = WITHIN(gpu, cu.allocate(&pointer, size));
    if (result != CUDA_SUCCESS) {
        return lk_fail(error, status_of(result), "cuMemAlloc of %zu bytes on %s failed: %s (CUDA error %d)", size,
            gpu->info.name, text_of(result), (int)result);
    }
    buffer->handle = (void *)(uintptr_t)pointer;
    buffer->size = size;
    return LK_OK;
}

static void cuda_release(lk_gpu *gpu, lk_gpu_buffer *buffer) {
    if (buffer->handle) {
        (void)WITHIN(gpu, cu.release(address(buffer)));
        buffer->handle = NULL;
        buffer->size = 0;
    }
}

static lk_status cuda_allocate_pinned(lk_gpu *gpu, size_t size, void **memory, lk_error *error) {
    *memory = NULL;
    CUresult result = WITHIN(gpu, cu.host_allocate(memory, size, CU_MEMHOSTALLOC_PORTABLE));
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        return lk_fail(error, LK_ERROR_MEMORY, "cuMemHostAlloc of %zu bytes failed: %s", size, text_of(result));
    }
    return check(result, "cuMemHostAlloc", error);
}

static void cuda_release_pinned(lk_gpu *gpu, void *memory) {
    if (memory) {
        (void)WITHIN(gpu, cu.host_release(memory));
    }
}

/* Memory that the driver knows as host memory, ours or a caller's, is pinned; a range is not expected to leave it. (The
 * call for several attributes does not take memory that it does not know for an error.) */
static int cuda_is_pinned(lk_gpu *gpu, const void *memory, size_t size) {
    (void)size;
    CUmemorytype type = (CUmemorytype)0;
    CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    void *values[1] = {&type};
    CUresult result = WITHIN(gpu, cu.pointer_attributes(1, &attribute, values, (CUdeviceptr)(uintptr_t)memory));
    return result == CUDA_SUCCESS && type == CU_MEMORYTYPE_HOST;
}

/* --------------------------------------------------------------------------------------------- queues and work --- */

static CUstream stream(lk_gpu_queue *queue) {
    return (CUstream)(void *)queue;
}

static lk_status cuda_queue_create(lk_gpu *gpu, lk_gpu_queue **queue, lk_error *error) {
    CUstream created = NULL;
    lk_status status = check(WITHIN(gpu, cu.stream_create(&created, CU_STREAM_NON_BLOCKING)), "cuStreamCreate", error);
    *queue = (lk_gpu_queue *)(void *)created;
    return status;
}

static void cuda_queue_destroy(lk_gpu *gpu, lk_gpu_queue *queue) {
    if (queue) {
        (void)WITHIN(gpu, cu.stream_destroy(stream(queue)));
    }
}

static lk_status cuda_upload(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_buffer *to, size_t offset, const void *from,
    size_t size, lk_error *error) {
    return check(WITHIN(gpu, cu.upload(address(to) + offset, from, size, stream(queue))), "cuMemcpyHtoDAsync", error);
}

static lk_status cuda_download(lk_gpu *gpu, lk_gpu_queue *queue, void *to, const lk_gpu_buffer *from, size_t offset,
    size_t size, lk_error *error) {
    return check(WITHIN(gpu, cu.download(to, address(from) + offset, size, stream(queue))), "cuMemcpyDtoHAsync", error);
}

static lk_status cuda_launch(lk_gpu *gpu, lk_gpu_queue *queue, lk_kernel kernel, const int groups[3], int threads,
    const lk_gpu_argument *arguments, int count, lk_error *error) {
    CUfunction function = gpu->functions[kernel];
    if (!function || count > MAX_ARGUMENTS) {
        return lk_fail(error, LK_ERROR_INTERNAL, "the CUDA kernel %s %s", lk_kernel_names[kernel],
            function ? "is given too many arguments" : "is missing");
    }
    /* Both kinds of argument are what CUDA wants: the address of the value, be it a buffer's handle or not. CUDA knows
     * the sizes, and only reads. */
    void *parameters[MAX_ARGUMENTS];
    for (int i = 0; i < count; i++) {
        parameters[i] = (void *)arguments[i].data;
    }
    CUresult result = WITHIN(gpu, cu.launch(function, (unsigned)groups[0], (unsigned)groups[1], (unsigned)groups[2],
                                      (unsigned)threads, 1, 1, 0, stream(queue), parameters, NULL));
    if (result != CUDA_SUCCESS) {
        return lk_fail(error, status_of(result), "the launch of %s failed: %s (CUDA error %d)", lk_kernel_names[kernel],
            text_of(result), (int)result);
    }
    return LK_OK;
}

static lk_status cuda_flush(lk_gpu *gpu, lk_gpu_queue *queue, lk_error *error) {
    (void)gpu;
    (void)queue;
    (void)error;
    return LK_OK;
}

/* ----------------------------------------------------------------------------------------------------- events --- */

static CUevent event_of(lk_gpu_event *event) {
    return (CUevent)(void *)event;
}

static lk_status cuda_event_create(lk_gpu *gpu, int timing, lk_gpu_event **event, lk_error *error) {
    CUevent created = NULL;
    unsigned flags = CU_EVENT_BLOCKING_SYNC | (timing ? 0 : CU_EVENT_DISABLE_TIMING);
    lk_status status = check(WITHIN(gpu, cu.event_create(&created, flags)), "cuEventCreate", error);
    *event = (lk_gpu_event *)(void *)created;
    return status;
}

static void cuda_event_destroy(lk_gpu *gpu, lk_gpu_event *event) {
    if (event) {
        (void)WITHIN(gpu, cu.event_destroy(event_of(event)));
    }
}

static lk_status cuda_event_record(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_event *event, lk_error *error) {
    return check(WITHIN(gpu, cu.event_record(event_of(event), stream(queue))), "cuEventRecord", error);
}

static lk_status cuda_event_wait(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_event *event, lk_error *error) {
    return check(WITHIN(gpu, cu.stream_wait(stream(queue), event_of(event), 0)), "cuStreamWaitEvent", error);
}

static lk_status cuda_foreign_wait(
    lk_gpu *gpu, lk_gpu_queue *queue, lk_ready ready_kind, void *ready, lk_error *error) {
    CUevent event = ready;
    lk_status status = LK_OK;
    if (ready_kind == LK_READY_NOW) {
        return LK_OK;
    }
    if (ready_kind == LK_READY_STREAM) {
        /* A wait is for what the event stands for when it is asked for, so one event serves all streams. */
        event = gpu->foreign;
        status =
            check(WITHIN(gpu, cu.event_record(event, (CUstream)ready)), "cuEventRecord on the picture's stream", error);
    }
    if (status == LK_OK) {
        status = check(
            WITHIN(gpu, cu.stream_wait(stream(queue), event, 0)), "cuStreamWaitEvent on the picture's event", error);
    }
    return status == LK_ERROR_INTERNAL ? LK_ERROR_ARGUMENT : status;
}

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static lk_status cuda_event_finish(lk_gpu *gpu, lk_gpu_event *event, lk_wait wait, lk_error *error) {
    CUresult result = WITHIN(gpu, cu.event_query(event_of(event)));
    if (result == CUDA_ERROR_NOT_READY && wait == LK_WAIT) {
        int64_t end = nanoseconds() + POLL_NANOSECONDS;
        do {
            result = WITHIN(gpu, cu.event_query(event_of(event)));
        } while (result == CUDA_ERROR_NOT_READY && nanoseconds() < end);
        if (result == CUDA_ERROR_NOT_READY) {
            result = WITHIN(gpu, cu.event_synchronize(event_of(event)));
        }
    }
    if (result == CUDA_ERROR_NOT_READY) {
        return LK_PENDING;
    }
    return check(result, "the work on the CUDA device", error);
}

static lk_status cuda_event_elapsed(lk_gpu *gpu, lk_gpu_event *from, lk_gpu_event *to, double *ms, lk_error *error) {
    float elapsed = 0;
    lk_status status =
        check(WITHIN(gpu, cu.event_elapsed(&elapsed, event_of(from), event_of(to))), "cuEventElapsedTime", error);
    *ms = elapsed;
    return status;
}

static void *cuda_native_context(const lk_gpu *gpu) {
    return gpu->context;
}

const lk_gpu_table lk_gpu_cuda = {
    .backend = LK_BACKEND_CUDA,
    .count = cuda_count,
    .describe = cuda_describe,
    .open = cuda_open,
    .close = cuda_close,
    .info = cuda_info,
    .allocate = cuda_allocate,
    .release = cuda_release,
    .allocate_pinned = cuda_allocate_pinned,
    .release_pinned = cuda_release_pinned,
    .is_pinned = cuda_is_pinned,
    .queue_create = cuda_queue_create,
    .queue_destroy = cuda_queue_destroy,
    .upload = cuda_upload,
    .download = cuda_download,
    .launch = cuda_launch,
    .flush = cuda_flush,
    .event_create = cuda_event_create,
    .event_destroy = cuda_event_destroy,
    .event_record = cuda_event_record,
    .event_wait = cuda_event_wait,
    .foreign_wait = cuda_foreign_wait,
    .event_finish = cuda_event_finish,
    .event_elapsed = cuda_event_elapsed,
    .native_context = cuda_native_context,
};
