/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The GPU table over OpenCL 1.2. A buffer's handle is a cl_mem. */

#include "gpu/opencl.h"
#include "gpu/kernels/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lk_gpu_queue {
    cl_command_queue queue;
    int profiling; /* commands have times */
};

struct lk_gpu_event {
    cl_event event;         /* a marker; NULL: never recorded */
    cl_command_queue queue; /* where it was recorded */
    int timing;
    int flushed; /* the queue was told to begin, which whoever waits elsewhere relies on */
};

/* Host memory that belongs to a mapped buffer. */
typedef struct pinned {
    struct pinned *next;
    void *memory;
    size_t size;
    cl_mem buffer;
} pinned;

/* How the kernels divide: with the device's approximate reciprocal, corrected (arith/target.h), which is fastest; with
 * its own division, where that is correctly rounded; with its own division, corrected. */
typedef enum division { DIVISION_NATIVE_RECIPROCAL, DIVISION_EXACT, DIVISION_CORRECTED, DIVISIONS } division;

struct lk_gpu {
    cl_context context;
    cl_device_id device;
    cl_program program;
    cl_kernel kernels[LK_KERNELS]; /* made when first launched */
    lk_gpu_queue service;          /* for allocations and the probe */
    pinned *pinned;
    division division; /* that the kernels are built with */
    lk_gpu_device_info info;
};

/* ----------------------------------------------------------------------------------------------------- memory --- */

/* Drivers put memory aside when a buffer is first used; a first use here tells whether there is any. */
static cl_int touch(lk_gpu *gpu, cl_mem memory) {
    const cl_uchar zero = 0;
    cl_int code =
        lk_cl.EnqueueFillBuffer(gpu->service.queue, memory, &zero, sizeof zero, 0, sizeof zero, 0, NULL, NULL);
    return code == CL_SUCCESS ? lk_cl.Finish(gpu->service.queue) : code;
}

static lk_status opencl_allocate(lk_gpu *gpu, size_t size, lk_gpu_buffer *buffer, lk_error *error) {
    buffer->handle = NULL;
    buffer->size = 0;
    cl_int code;
    cl_mem memory = lk_cl.CreateBuffer(gpu->context, CL_MEM_READ_WRITE, size, NULL, &code);
    if (memory) {
        code = touch(gpu, memory);
    }
    if (code != CL_SUCCESS) {
        if (memory) {
            lk_cl.ReleaseMemObject(memory);
        }
        return lk_fail(error, code == CL_OUT_OF_RESOURCES ? LK_ERROR_DEVICE_MEMORY : lk_cl_status(code),
            "a buffer of %zu bytes on %s could not be made: %s (OpenCL error %d)", size, gpu->info.name,
            lk_cl_error_name(code), (int)code);
    }
    buffer->handle = memory;
    buffer->size = size;
    return LK_OK;
}

static void opencl_release(lk_gpu *gpu, lk_gpu_buffer *buffer) {
    (void)gpu;
    if (buffer->handle) {
        lk_cl.ReleaseMemObject(buffer->handle);
        buffer->handle = NULL;
        buffer->size = 0;
    }
}

static void unmap(lk_gpu *gpu, pinned *entry) {
    lk_cl.EnqueueUnmapMemObject(gpu->service.queue, entry->buffer, entry->memory, 0, NULL, NULL);
    lk_cl.Finish(gpu->service.queue);
    lk_cl.ReleaseMemObject(entry->buffer);
    free(entry);
}

static lk_status opencl_allocate_pinned(lk_gpu *gpu, size_t size, void **memory, lk_error *error) {
    *memory = NULL;
    pinned *entry = calloc(1, sizeof *entry);
    if (!entry) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    cl_int code;
    entry->buffer = lk_cl.CreateBuffer(gpu->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, size, NULL, &code);
    if (entry->buffer) {
        entry->memory = lk_cl.EnqueueMapBuffer(
            gpu->service.queue, entry->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, size, 0, NULL, NULL, &code);
    }
    if (!entry->memory) {
        if (entry->buffer) {
            lk_cl.ReleaseMemObject(entry->buffer);
        }
        free(entry);
        return lk_fail(error, LK_ERROR_MEMORY, "pinned memory of %zu bytes could not be had: %s (OpenCL error %d)",
            size, lk_cl_error_name(code), (int)code);
    }
    entry->size = size;
    entry->next = gpu->pinned;
    gpu->pinned = entry;
    *memory = entry->memory;
    return LK_OK;
}

static void opencl_release_pinned(lk_gpu *gpu, void *memory) {
    for (pinned **link = &gpu->pinned; memory && *link; link = &(*link)->next) {
        if ((*link)->memory == memory) {
            pinned *entry = *link;
            *link = entry->next;
            unmap(gpu, entry);
            return;
        }
    }
}

static int opencl_is_pinned(lk_gpu *gpu, const void *memory, size_t size) {
    for (const pinned *entry = gpu->pinned; entry; entry = entry->next) {
        uintptr_t start = (uintptr_t)entry->memory, at = (uintptr_t)memory;
        if (at >= start && at - start <= entry->size && size <= entry->size - (at - start)) {
            return 1;
        }
    }
    return 0;
}

/* --------------------------------------------------------------------------------------------- queues and work --- */

static lk_status make_queue(lk_gpu *gpu, int profiling, lk_gpu_queue *queue, lk_error *error) {
    cl_int code;
    queue->queue =
        lk_cl.CreateCommandQueue(gpu->context, gpu->device, profiling ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
    queue->profiling = profiling;
    return queue->queue ? LK_OK : lk_cl_check(code, "clCreateCommandQueue", error);
}

static lk_status opencl_queue_create(lk_gpu *gpu, lk_gpu_queue **queue, lk_error *error) {
    *queue = calloc(1, sizeof **queue);
    if (!*queue) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    lk_status status = make_queue(gpu, 0, *queue, error);
    if (status != LK_OK) {
        free(*queue);
        *queue = NULL;
    }
    return status;
}

static void opencl_queue_destroy(lk_gpu *gpu, lk_gpu_queue *queue) {
    (void)gpu;
    if (queue) {
        lk_cl.ReleaseCommandQueue(queue->queue);
        free(queue);
    }
}

static lk_status opencl_upload(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_buffer *to, size_t offset, const void *from,
    size_t size, lk_error *error) {
    (void)gpu;
    return lk_cl_check(lk_cl.EnqueueWriteBuffer(queue->queue, to->handle, CL_FALSE, offset, size, from, 0, NULL, NULL),
        "clEnqueueWriteBuffer", error);
}

static lk_status opencl_download(lk_gpu *gpu, lk_gpu_queue *queue, void *to, const lk_gpu_buffer *from, size_t offset,
    size_t size, lk_error *error) {
    (void)gpu;
    return lk_cl_check(lk_cl.EnqueueReadBuffer(queue->queue, from->handle, CL_FALSE, offset, size, to, 0, NULL, NULL),
        "clEnqueueReadBuffer", error);
}

static cl_int find_kernel(lk_gpu *gpu, lk_kernel kernel) {
    cl_int code = CL_SUCCESS;
    if (!gpu->kernels[kernel]) {
        gpu->kernels[kernel] = lk_cl.CreateKernel(gpu->program, lk_kernel_names[kernel], &code);
    }
    return code;
}

static lk_status opencl_launch(lk_gpu *gpu, lk_gpu_queue *queue, lk_kernel kernel, const int groups[3], int threads,
    const lk_gpu_argument *arguments, int count, lk_error *error) {
    cl_int code = find_kernel(gpu, kernel);
    for (int i = 0; i < count && code == CL_SUCCESS; i++) {
        size_t size = arguments[i].size > 0 ? arguments[i].size : sizeof(cl_mem);
        code = lk_cl.SetKernelArg(gpu->kernels[kernel], (cl_uint)i, size, arguments[i].data);
    }
    if (code == CL_SUCCESS) {
        const size_t local[3] = {(size_t)threads, 1, 1};
        const size_t global[3] = {(size_t)groups[0] * (size_t)threads, (size_t)groups[1], (size_t)groups[2]};
        code = lk_cl.EnqueueNDRangeKernel(queue->queue, gpu->kernels[kernel], 3, NULL, global, local, 0, NULL, NULL);
    }
    if (code != CL_SUCCESS) {
        return lk_fail(error, lk_cl_status(code), "the launch of %s failed: %s (OpenCL error %d)",
            lk_kernel_names[kernel], lk_cl_error_name(code), (int)code);
    }
    return LK_OK;
}

static lk_status opencl_flush(lk_gpu *gpu, lk_gpu_queue *queue, lk_error *error) {
    (void)gpu;
    return lk_cl_check(lk_cl.Flush(queue->queue), "clFlush", error);
}

/* ----------------------------------------------------------------------------------------------------- events --- */

static lk_status opencl_event_create(lk_gpu *gpu, int timing, lk_gpu_event **event, lk_error *error) {
    (void)gpu;
    *event = calloc(1, sizeof **event);
    if (!*event) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    (*event)->timing = timing;
    return LK_OK;
}

static void forget(lk_gpu_event *event) {
    if (event->event) {
        lk_cl.ReleaseEvent(event->event);
        lk_cl.ReleaseCommandQueue(event->queue);
        event->event = NULL;
    }
}

static void opencl_event_destroy(lk_gpu *gpu, lk_gpu_event *event) {
    (void)gpu;
    if (event) {
        forget(event);
        free(event);
    }
}

/* Make queue one whose commands have times, which slows some drivers down and is therefore done only when asked for:
 * another takes its place, and begins when it has ended. */
static lk_status make_profiling(lk_gpu *gpu, lk_gpu_queue *queue, lk_error *error) {
    lk_gpu_queue timed;
    lk_status status = make_queue(gpu, 1, &timed, error);
    if (status != LK_OK) {
        return status;
    }
    cl_event end = NULL;
    cl_int code = lk_cl.EnqueueMarkerWithWaitList(queue->queue, 0, NULL, &end);
    if (code == CL_SUCCESS) {
        code = lk_cl.Flush(queue->queue);
    }
    if (code == CL_SUCCESS) {
        code = lk_cl.EnqueueBarrierWithWaitList(timed.queue, 1, &end, NULL);
    }
    if (end) {
        lk_cl.ReleaseEvent(end);
    }
    lk_cl.ReleaseCommandQueue(code == CL_SUCCESS ? queue->queue : timed.queue);
    if (code == CL_SUCCESS) {
        *queue = timed;
    }
    return lk_cl_check(code, "to time a queue", error);
}

static lk_status opencl_event_record(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_event *event, lk_error *error) {
    if (event->timing && !queue->profiling) {
        lk_status status = make_profiling(gpu, queue, error);
        if (status != LK_OK) {
            return status;
        }
    }
    forget(event);
    cl_int code = lk_cl.EnqueueMarkerWithWaitList(queue->queue, 0, NULL, &event->event);
    if (code != CL_SUCCESS) {
        event->event = NULL;
        return lk_cl_check(code, "clEnqueueMarkerWithWaitList", error);
    }
    lk_cl.RetainCommandQueue(queue->queue);
    event->queue = queue->queue;
    event->flushed = 0;
    return LK_OK;
}

static cl_int flush_event(lk_gpu_event *event) {
    cl_int code = CL_SUCCESS;
    if (!event->flushed) {
        code = lk_cl.Flush(event->queue);
        event->flushed = code == CL_SUCCESS;
    }
    return code;
}

static lk_status opencl_event_wait(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_event *event, lk_error *error) {
    (void)gpu;
    if (!event->event || event->queue == queue->queue) {
        return LK_OK; /* nothing to wait for, or in order anyway */
    }
    cl_int code = flush_event(event);
    if (code == CL_SUCCESS) {
        code = lk_cl.EnqueueBarrierWithWaitList(queue->queue, 1, &event->event, NULL);
    }
    return lk_cl_check(code, "clEnqueueBarrierWithWaitList", error);
}

static lk_status opencl_foreign_wait(
    lk_gpu *gpu, lk_gpu_queue *queue, lk_ready ready_kind, void *ready, lk_error *error) {
    (void)gpu;
    if (ready_kind == LK_READY_NOW) {
        return LK_OK;
    }
    if (ready_kind != LK_READY_EVENT) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "OpenCL knows no streams: name a cl_event to wait for");
    }
    cl_event event = ready;
    cl_command_queue owner = NULL; /* NULL for an event that a program sets */
    cl_int code = lk_cl.GetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof owner, &owner, NULL);
    if (code == CL_SUCCESS && owner) {
        code = lk_cl.Flush(owner);
    }
    if (code == CL_SUCCESS) {
        code = lk_cl.EnqueueBarrierWithWaitList(queue->queue, 1, &event, NULL);
    }
    lk_status status = lk_cl_check(code, "clEnqueueBarrierWithWaitList on the picture's event", error);
    return status == LK_ERROR_INTERNAL ? LK_ERROR_ARGUMENT : status;
}

static lk_status opencl_event_finish(lk_gpu *gpu, lk_gpu_event *event, lk_wait wait, lk_error *error) {
    (void)gpu;
    if (!event->event) {
        return LK_OK;
    }
    cl_int code = flush_event(event);
    if (code == CL_SUCCESS && wait == LK_WAIT) {
        code = lk_cl.WaitForEvents(1, &event->event);
    }
    /* Also after a failed wait: the event knows what was wrong. */
    cl_int state = CL_QUEUED;
    if (code == CL_SUCCESS || code == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        cl_int asked = lk_cl.GetEventInfo(event->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
        code = code == CL_SUCCESS ? asked : code;
        code = state < 0 ? state : code;
    }
    if (code != CL_SUCCESS) {
        return lk_fail(error, LK_ERROR_DEVICE, "the work on the OpenCL device failed: %s (OpenCL error %d)",
            lk_cl_error_name(code), (int)code);
    }
    return state == CL_COMPLETE ? LK_OK : LK_PENDING;
}

static lk_status opencl_event_elapsed(lk_gpu *gpu, lk_gpu_event *from, lk_gpu_event *to, double *ms, lk_error *error) {
    (void)gpu;
    *ms = 0.0;
    if (!from->event || !to->event) {
        return lk_fail(error, LK_ERROR_INTERNAL, "time is asked for between events that were not recorded");
    }
    cl_ulong begin = 0, end = 0; /* nanoseconds */
    cl_int code = lk_cl.GetEventProfilingInfo(from->event, CL_PROFILING_COMMAND_END, sizeof begin, &begin, NULL);
    if (code == CL_SUCCESS) {
        code = lk_cl.GetEventProfilingInfo(to->event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    }
    *ms = ((double)end - (double)begin) * 1e-6;
    return lk_cl_check(code, "clGetEventProfilingInfo", error);
}

/* --------------------------------------------------------------------------------------------- open and close --- */

static void release_program(lk_gpu *gpu) {
    for (int i = 0; i < LK_KERNELS; i++) {
        if (gpu->kernels[i]) {
            lk_cl.ReleaseKernel(gpu->kernels[i]);
            gpu->kernels[i] = NULL;
        }
    }
    if (gpu->program) {
        lk_cl.ReleaseProgram(gpu->program);
        gpu->program = NULL;
    }
}

static void opencl_close(lk_gpu *gpu) {
    if (!gpu) {
        return;
    }
    release_program(gpu);
    while (gpu->pinned) {
        pinned *entry = gpu->pinned;
        gpu->pinned = entry->next;
        unmap(gpu, entry);
    }
    if (gpu->service.queue) {
        lk_cl.ReleaseCommandQueue(gpu->service.queue);
    }
    if (gpu->context) {
        lk_cl.ReleaseContext(gpu->context);
    }
    free(gpu);
}

/* The caller's context and the device in it: the one with that index among all devices or, where the caller's context
 * has a single device, that one. */
static lk_status adopt_context(lk_gpu *gpu, int index, cl_context native, lk_error *error) {
    cl_device_id devices[64];
    size_t size = 0;
    cl_int code = lk_cl.GetContextInfo(native, CL_CONTEXT_DEVICES, sizeof devices, devices, &size);
    if (code == CL_SUCCESS) {
        code = lk_cl.RetainContext(native);
    }
    if (code != CL_SUCCESS) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "the OpenCL context given is not valid: %s", lk_cl_error_name(code));
    }
    gpu->context = native;
    size_t count = size / sizeof *devices;
    cl_device_id wanted = NULL;
    if (count == 1) {
        wanted = devices[0];
    } else {
        lk_status status = lk_cl_device_find(index, &wanted, error);
        if (status != LK_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (devices[i] == wanted) {
            gpu->device = wanted;
            return LK_OK;
        }
    }
    return lk_fail(
        error, LK_ERROR_ARGUMENT, "OpenCL device %d is not one of the %zu of the context given", index, count);
}

static lk_status make_context(lk_gpu *gpu, int index, void *native_context, lk_error *error) {
    lk_status status;
    if (native_context) {
        status = adopt_context(gpu, index, native_context, error);
    } else {
        status = lk_cl_device_find(index, &gpu->device, error);
        if (status == LK_OK) {
            cl_int code;
            gpu->context = lk_cl.CreateContext(NULL, 1, &gpu->device, NULL, NULL, &code);
            status = gpu->context ? LK_OK : lk_cl_check(code, "clCreateContext", error);
        }
    }
    if (status != LK_OK) {
        return status;
    }
    lk_cl_device_describe(gpu->device, &gpu->info);
    if (gpu->info.unsuitable) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "%s cannot be used: %s", gpu->info.name, gpu->info.unsuitable);
    }
    return make_queue(gpu, 0, &gpu->service, error);
}

static lk_status build(lk_gpu *gpu, lk_context *context, int extras, lk_error *error) {
    char options[256], width[32] = "";
    if (gpu->info.tile_width != LK_TILE_WIDTH) {
        snprintf(width, sizeof width, " -DLK_TILE_WIDTH=%d", gpu->info.tile_width);
    }
    static const char *const divisions[DIVISIONS] = {
        "-DLK_NATIVE_RECIPROCAL", "-cl-fp32-correctly-rounded-divide-sqrt", "-DLK_SOFT_DIVIDE"};
    snprintf(options, sizeof options, "-cl-std=CL1.2 %s%s%s%s", divisions[gpu->division], width,
        extras & LK_GPU_TAPS ? " -DLK_TAPS" : "", extras & LK_GPU_NO_FP64 ? " -DLK_NO_FP64" : "");
    release_program(gpu);
    return lk_cl_program_create(context, gpu->context, gpu->device, options, &gpu->program, error);
}

/* What lk_probe found: how many results of each kind were not exact. */
typedef struct findings {
    unsigned quotients, sums, denormals;
} findings;

/* Ask the device itself how exact it is, whatever the driver promises. */
static lk_status probe(lk_gpu *gpu, findings *found, lk_error *error) {
    const int groups[3] = {LK_PROBE_GROUPS, 1, 1};
    cl_uint counts[LK_PROBE_GROUPS][LK_PROBE_COUNTS];
    memset(counts, 0xFF, sizeof counts); /* what a kernel that did not run leaves is as bad as it gets */
    lk_gpu_buffer buffer;
    lk_status status = opencl_allocate(gpu, sizeof counts, &buffer, error);
    if (status == LK_OK) {
        status = opencl_upload(gpu, &gpu->service, &buffer, 0, counts, sizeof counts, error);
    }
    if (status == LK_OK) {
        const lk_gpu_argument argument = {&buffer, 0};
        status = opencl_launch(gpu, &gpu->service, LK_KERNEL_PROBE, groups, LK_PROBE_THREADS, &argument, 1, error);
    }
    if (status == LK_OK) {
        status = opencl_download(gpu, &gpu->service, counts, &buffer, 0, sizeof counts, error);
    }
    cl_int code = lk_cl.Finish(gpu->service.queue); /* in any case: counts is on the stack */
    if (status == LK_OK) {
        status = lk_cl_check(code, "lk_probe", error);
    }
    opencl_release(gpu, &buffer);
    memset(found, 0, sizeof *found);
    for (int i = 0; i < LK_PROBE_GROUPS; i++) {
        found->quotients += counts[i][0];
        found->sums += counts[i][1];
        found->denormals += counts[i][2];
    }
    return status;
}

/* Build the kernels with the fastest division that passes, and hold them to exact results. */
static lk_status build_exact(lk_gpu *gpu, lk_context *context, int extras, lk_error *error) {
    /* A processor's own division is as fast as any other. */
    int first = gpu->info.is_gpu ? DIVISION_NATIVE_RECIPROCAL : DIVISION_EXACT;
    for (int i = first; i < DIVISIONS; i++) {
        gpu->division = (division)i;
        if (gpu->division == DIVISION_EXACT && !lk_cl_device_divides_exactly(gpu->device)) {
            continue;
        }
        findings found;
        lk_status status = build(gpu, context, extras, error);
        if (status == LK_OK) {
            status = probe(gpu, &found, error);
        }
        if (status != LK_OK) {
            return status;
        }
        if (!found.quotients && !found.sums && !found.denormals) {
            return LK_OK;
        }
        lk_log(context, LK_LOG_DEBUG, "OpenCL: %s got %u quotients (division %d), %u fused sums and %u denormals wrong",
            gpu->info.name, found.quotients, i, found.sums, found.denormals);
        if (found.sums || found.denormals) {
            return lk_fail(error, LK_ERROR_UNAVAILABLE, "%s cannot be used: its single-precision %s is not exact",
                gpu->info.name, found.sums ? "fused multiply-add" : "use of denormals");
        }
    }
    return lk_fail(
        error, LK_ERROR_UNAVAILABLE, "%s cannot be used: its single-precision division is not exact", gpu->info.name);
}

static lk_status opencl_open(
    lk_context *context, int index, void *native_context, int extras, lk_gpu **opened, lk_error *error) {
    *opened = NULL;
    lk_status status = lk_cl_load(error);
    if (status != LK_OK) {
        return status;
    }
    lk_gpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    status = make_context(gpu, index, native_context, error);
    if (status == LK_OK) {
        status = build_exact(gpu, context, extras, error);
    }
    if (status != LK_OK) {
        opencl_close(gpu);
        return status;
    }
    *opened = gpu;
    return LK_OK;
}

static lk_status opencl_count(int *count, lk_error *error) {
    return lk_cl_device_count(count, error);
}

static lk_status opencl_describe(int index, lk_gpu_device_info *info, lk_error *error) {
    cl_device_id device;
    lk_status status = lk_cl_device_find(index, &device, error);
    if (status == LK_OK) {
        lk_cl_device_describe(device, info);
    }
    return status;
}

static void opencl_info(const lk_gpu *gpu, lk_gpu_device_info *info) {
    *info = gpu->info;
}

static void *opencl_native_context(const lk_gpu *gpu) {
    return gpu->context;
}

const lk_gpu_table lk_gpu_opencl = {
    .backend = LK_BACKEND_OPENCL,
    .count = opencl_count,
    .describe = opencl_describe,
    .open = opencl_open,
    .close = opencl_close,
    .info = opencl_info,
    .allocate = opencl_allocate,
    .release = opencl_release,
    .allocate_pinned = opencl_allocate_pinned,
    .release_pinned = opencl_release_pinned,
    .is_pinned = opencl_is_pinned,
    .queue_create = opencl_queue_create,
    .queue_destroy = opencl_queue_destroy,
    .upload = opencl_upload,
    .download = opencl_download,
    .launch = opencl_launch,
    .flush = opencl_flush,
    .event_create = opencl_event_create,
    .event_destroy = opencl_event_destroy,
    .event_record = opencl_event_record,
    .event_wait = opencl_event_wait,
    .foreign_wait = opencl_foreign_wait,
    .event_finish = opencl_event_finish,
    .event_elapsed = opencl_event_elapsed,
    .native_context = opencl_native_context,
};
