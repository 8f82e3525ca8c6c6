/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The thin table over a GPU's programming interface: memory, copies, queues, events and launches. CUDA and OpenCL fill
 * it; engine.c knows nothing else of them.
 *
 * A device handle is used from one thread at a time. Nothing here waits, but the functions that say so. */

#ifndef LIKEN_GPU_DEVICE_H
#define LIKEN_GPU_DEVICE_H

#include "context.h"

/* The kernels: LK_KERNEL_EXACT_420_8 is lk_exact_420_8 of kernels/. */
#define LK_KERNEL_LIST(X)                                                                                              \
    X(EXACT_420_8_PRUNED, exact_420_8_pruned)                                                                          \
    X(EXACT_420_8, exact_420_8)                                                                                        \
    X(EXACT_420_16_PRUNED, exact_420_16_pruned)                                                                        \
    X(EXACT_420_16, exact_420_16)                                                                                      \
    X(EXACT_ANY_PRUNED, exact_any_pruned)                                                                              \
    X(EXACT_ANY, exact_any)                                                                                            \
    X(EXACT_PLANES, exact_planes)                                                                                      \
    X(EXACT_PLANES_SIGNED, exact_planes_signed)                                                                        \
    X(LIBJXL_XYB_420_8, libjxl_xyb_420_8)                                                                              \
    X(LIBJXL_XYB_420_16, libjxl_xyb_420_16)                                                                            \
    X(LIBJXL_XYB_ANY, libjxl_xyb_any)                                                                                  \
    X(LIBJXL_XYB_PLANES, libjxl_xyb_planes)                                                                            \
    X(LIBJXL_XYB_PLANES_SIGNED, libjxl_xyb_planes_signed)                                                              \
    X(LIBJXL_ROWS, libjxl_rows)                                                                                        \
    X(LIBJXL_COLUMNS, libjxl_columns)                                                                                  \
    X(FINISH, finish)                                                                                                  \
    X(PROBE, probe)

typedef enum lk_kernel {
#define LK_KERNEL_ID(id, name) LK_KERNEL_##id,
    LK_KERNEL_LIST(LK_KERNEL_ID)
#undef LK_KERNEL_ID
        LK_KERNELS
} lk_kernel;

/* Their names, by lk_kernel. */
extern const char *const lk_kernel_names[LK_KERNELS];

/* What tests and benchmarks ask of an engine besides scores; any of them allows a single pair at a time. */
#define LK_GPU_TAPS    1 /* kernels that also store what is between the stages: lk_gpu_read_tap() */
#define LK_GPU_TIMING  2 /* time each launch on the device: lk_gpu_read_timing() */
#define LK_GPU_NO_FP64 4 /* OpenCL: do without double precision, as on a device that has none */

/* Handles are the interface's own: CUdeviceptr or cl_mem, CUstream or cl_command_queue, CUevent or cl_event. */
typedef struct lk_gpu lk_gpu;
typedef struct lk_gpu_buffer {
    void *handle;
    size_t size;
} lk_gpu_buffer;
typedef struct lk_gpu_queue lk_gpu_queue; /* work on one queue runs in order; queues run side by side */
typedef struct lk_gpu_event lk_gpu_event; /* a place in a queue */

/* One kernel argument: a buffer's handle, or size bytes at data. */
typedef struct lk_gpu_argument {
    const void *data;
    size_t size; /* 0: data points to an lk_gpu_buffer (or its handle alone, which comes first) */
} lk_gpu_argument;

typedef struct lk_gpu_device_info {
    char name[96];   /* "NVIDIA H200" */
    char driver[96]; /* "CUDA 13.0, driver 580.95" or "OpenCL 3.0 CUDA, driver ..." */
    size_t memory;   /* bytes */
    int is_gpu;      /* 0: a CPU's OpenCL */
    int has_fp64;
    int tile_width;         /* of the exact kernels as they are built for the device: LK_TILE_WIDTH or less */
    const char *unsuitable; /* NULL, or why liken does not use the device */
} lk_gpu_device_info;

typedef struct lk_gpu_table {
    lk_backend backend;

    /* Load the interface and count its devices. LK_ERROR_UNAVAILABLE with a reason where there is none. */
    lk_status (*count)(int *count, lk_error *error);
    lk_status (*describe)(int index, lk_gpu_device_info *info, lk_error *error);

    /* Open a device: its context (native_context or the device's own), and the kernels. extras: bits of LK_GPU_*
    , for tests. */
    lk_status (*open)(lk_context *context, int index, void *native_context, int extras, lk_gpu **gpu, lk_error *error);
    void (*close)(lk_gpu *gpu);

    lk_status (*allocate)(lk_gpu *gpu, size_t size, lk_gpu_buffer *buffer, lk_error *error);
    void (*release)(lk_gpu *gpu, lk_gpu_buffer *buffer);
    /* Host memory that copies run from at full speed. For OpenCL the handle is kept inside the table. */
    lk_status (*allocate_pinned)(lk_gpu *gpu, size_t size, void **memory, lk_error *error);
    void (*release_pinned)(lk_gpu *gpu, void *memory);
    /* 1 if the whole range is pinned memory, of this table or (CUDA) of the caller's. */
    int (*is_pinned)(lk_gpu *gpu, const void *memory, size_t size);

    lk_status (*queue_create)(lk_gpu *gpu, lk_gpu_queue **queue, lk_error *error);
    void (*queue_destroy)(lk_gpu *gpu, lk_gpu_queue *queue);
    lk_status (*upload)(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_buffer *to, size_t offset, const void *from,
        size_t size, lk_error *error);
    lk_status (*download)(lk_gpu *gpu, lk_gpu_queue *queue, void *to, const lk_gpu_buffer *from, size_t offset,
        size_t size, lk_error *error);
    lk_status (*launch)(lk_gpu *gpu, lk_gpu_queue *queue, lk_kernel kernel, const int groups[3], int threads,
        const lk_gpu_argument *arguments, int count, lk_error *error);
    /* Push queued work to the device without waiting (OpenCL needs it; CUDA does not). */
    lk_status (*flush)(lk_gpu *gpu, lk_gpu_queue *queue, lk_error *error);

    lk_status (*event_create)(lk_gpu *gpu, int timing, lk_gpu_event **event, lk_error *error);
    void (*event_destroy)(lk_gpu *gpu, lk_gpu_event *event);
    lk_status (*event_record)(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_event *event, lk_error *error);
    /* Work put into queue from now on waits, on the device, for the event. */
    lk_status (*event_wait)(lk_gpu *gpu, lk_gpu_queue *queue, lk_gpu_event *event, lk_error *error);
    /* The same for what a caller names with a picture: ready_kind and ready as in lk_picture. */
    lk_status (*foreign_wait)(lk_gpu *gpu, lk_gpu_queue *queue, lk_ready ready_kind, void *ready, lk_error *error);
    /* LK_OK: passed; LK_PENDING: not yet. wait: block until it is passed. LK_ERROR_DEVICE when the device failed. */
    lk_status (*event_finish)(lk_gpu *gpu, lk_gpu_event *event, lk_wait wait, lk_error *error);
    /* Device milliseconds between two events that were created with timing and have passed. */
    lk_status (*event_elapsed)(lk_gpu *gpu, lk_gpu_event *from, lk_gpu_event *to, double *ms, lk_error *error);

    void (*info)(const lk_gpu *gpu, lk_gpu_device_info *info);
    /* The CUcontext or cl_context. */
    void *(*native_context)(const lk_gpu *gpu);
} lk_gpu_table;

extern const lk_gpu_table lk_gpu_cuda;
extern const lk_gpu_table lk_gpu_opencl;

#endif
