/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* liken: how alike two pictures look.
 *
 * A program makes a context, asks it for a scorer (one picture size, one pair of formats), submits pairs of pictures
 * and collects their scores, in the order in which they were submitted and several pairs at a time:
 *
 *     lk_context *ctx;
 *     lk_scorer *scorer;
 *     lk_scorer_params params;
 *     lk_result result;
 *     lk_context_create(&ctx);
 *     lk_scorer_params_default(&params, LK_API_VERSION);
 *     params.width = 1920;
 *     params.height = 1080;
 *     lk_scorer_create(ctx, &params, &scorer);
 *     lk_scorer_submit(scorer, &reference, &distorted, NULL);
 *     lk_scorer_collect(scorer, &result, LK_WAIT);
 *     printf("%.8f\n", result.ssimulacra2);
 *
 * Conventions, unless a comment says otherwise:
 * - A function that can fail returns an lk_status; LK_OK is 0. The sentence that says what went wrong, and where, is
 *   lk_scorer_error() of the scorer in hand, or lk_context_error() while there is none.
 * - A handle may be used from one thread at a time; different handles from any threads at once.
 * - The library prints nothing, never exits, reads no environment variable and keeps no global state.
 * - Structures that may grow carry the version that they were filled for; always start from their *_default(). */

#ifndef LIKEN_LIKEN_H
#define LIKEN_LIKEN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(LK_STATIC) || defined(_WIN32)
#define LK_API
#else
#define LK_API __attribute__((visibility("default")))
#endif

#define LK_VERSION_MAJOR 0
#define LK_VERSION_MINOR 1
#define LK_VERSION_PATCH 0

/* The version of the structures below. A library takes structures of its own version and of every older one; a newer
 * one is refused with LK_ERROR_VERSION. */
#define LK_API_VERSION 1

/* "0.1.0". A constant string. */
LK_API const char *lk_version_string(void);

/* ---------------------------------------------------------------------------------------------------- status --- */

/* What a call came to. The hundreds digit (in hexadecimal, 0x100) tells whose fault an error is: lk_status_fault(). */
typedef enum lk_status {
    LK_OK = 0,

    /* Not errors: how things stand. */
    LK_FULL = 1,      /* submit: as many pairs are in flight as the scorer takes; collect one, then submit again */
    LK_PENDING = 2,   /* collect without waiting: the oldest pair is not finished */
    LK_EMPTY = 3,     /* collect: no pair is in flight */
    LK_CANCELLED = 4, /* the scorer was cancelled; the pair has no score */

    /* The caller's. */
    LK_ERROR_ARGUMENT = 0x101, /* a null pointer, a value out of its range, planes that overlap their stride */
    LK_ERROR_VERSION = 0x102,  /* a structure from a newer header than the library */
    LK_ERROR_SIZE = 0x103,     /* a picture too small or too large for the metric, or not of the scorer's size */
    LK_ERROR_FORMAT = 0x104,   /* a pixel format or colour description that is not supported, or not the scorer's */

    /* The machine's. */
    LK_ERROR_MEMORY = 0x201, /* out of host memory */
    LK_ERROR_SYSTEM = 0x202, /* the system refused a thread or another resource */

    /* The device's. */
    LK_ERROR_UNAVAILABLE = 0x301,   /* the backend or device asked for is not here, or cannot take these pictures */
    LK_ERROR_DEVICE_MEMORY = 0x302, /* out of device memory */
    LK_ERROR_DEVICE = 0x303,        /* the device failed or was lost; pairs in flight have no score */

    /* Ours. */
    LK_ERROR_INTERNAL = 0x401 /* please report it, with the message */
} lk_status;

typedef enum lk_fault {
    LK_FAULT_NONE = 0,
    LK_FAULT_CALLER = 1,
    LK_FAULT_MACHINE = 2,
    LK_FAULT_DEVICE = 3,
    LK_FAULT_LIBRARY = 4
} lk_fault;

/* Whose fault a status is. */
LK_API lk_fault lk_status_fault(lk_status status);

/* A short English name of a status, such as "out of memory". A constant string; never NULL. */
LK_API const char *lk_status_string(lk_status status);

/* --------------------------------------------------------------------------------------------------- context --- */

typedef enum lk_log_level { LK_LOG_DEBUG = 0, LK_LOG_INFO = 1, LK_LOG_WARNING = 2 } lk_log_level;

/* Receives one line, without a newline, that is valid during the call. May be called from the library's own threads,
 * one call at a time for a context. */
typedef void (*lk_log_callback)(void *opaque, lk_log_level level, const char *line);

/* What scorers are made from: a log and the devices of this machine. */
typedef struct lk_context lk_context;

/* Make a context. Threads: safe. */
LK_API lk_status lk_context_create(lk_context **context);

/* Release a context and set *context to NULL; NULL is let be. Its scorers must have been released before. */
LK_API void lk_context_destroy(lk_context **context);

/* Send log lines to callback; NULL (the default) drops them. Call it before the first scorer is made. */
LK_API void lk_context_set_log(lk_context *context, lk_log_callback callback, void *opaque);

/* Keep compiled OpenCL kernels in this directory, from which later scorers, also of other processes, start in a
 * fraction of the time. It is made where it is missing, may be shared and may be emptied at any time. NULL or "" (the
 * default): nothing is kept. Call it before the first scorer is made. */
LK_API lk_status lk_context_set_cache_directory(lk_context *context, const char *directory);

/* What the last failing call on this context was about: one sentence, "" when nothing failed. Valid until the next
 * call on the context. */
LK_API const char *lk_context_error(const lk_context *context);

/* --------------------------------------------------------------------------------------------------- pictures --- */

/* What the samples are. */
typedef enum lk_model {
    LK_MODEL_YUV = 0, /* luma and two chroma channels (also ICtCp, YCgCo, ...: the matrix says) */
    LK_MODEL_RGB = 1, /* R, G, B in this order */
    LK_MODEL_GRAY = 2 /* one channel; scored as R = G = B */
} lk_model;

/* How channels lie in memory. */
typedef enum lk_layout {
    LK_LAYOUT_PLANAR = 0,     /* a plane a channel; alpha, where there is one, is the last plane */
    LK_LAYOUT_SEMIPLANAR = 1, /* YUV only: plane 0 is luma, plane 1 is Cb and Cr in turn (NV12, P010) */
    LK_LAYOUT_PACKED = 2      /* RGB, or grey with alpha: one plane, the channels in turn, alpha last */
} lk_layout;

/* A pixel format. Samples are unsigned integers: one byte for a depth of 8, two bytes in the machine's byte order
 * for 9 to 16. */
typedef struct lk_format {
    lk_model model;
    lk_layout layout;
    int depth;     /* significant bits of a sample, 8 to 16 */
    int high_bits; /* 0: the significant bits are the low ones; 1: the high ones of 16 (P010, P016) */
    int chroma_w;  /* log2 of luma columns a chroma column: 1 for 4:2:0 and 4:2:2, 0 otherwise */
    int chroma_h;  /* log2 of luma rows a chroma row: 1 for 4:2:0, 0 otherwise */
    int alpha;     /* 1: an alpha channel follows (RGB and grey only), not premultiplied, full range */
} lk_format;

/* Planar 4:2:0, 4:2:2, 4:4:4 ("yuv420p10" is lk_format_yuv(420, 10)). sampling is 420, 422 or 444; anything else gives
 * a format that every function refuses. */
LK_API lk_format lk_format_yuv(int sampling, int depth);

/* A short name such as "yuv420p10" or "rgb24", for messages; "unsupported" when lk_format_check() fails.
 * Writes at most size bytes, the terminating 0 included, and returns buffer. */
LK_API const char *lk_format_name(const lk_format *format, char *buffer, size_t size);

/* LK_OK if the library can score pictures of this format, LK_ERROR_FORMAT otherwise. Threads: safe. */
LK_API lk_status lk_format_check(const lk_format *format);

/* How many planes the format has: 1 to 4. */
LK_API int lk_format_planes(const lk_format *format);

/* Bytes that one row of a plane holds, padding aside, and its rows, for pictures of width x height; 0 for a plane that
 * the format does not have. Chroma sizes round up. */
LK_API size_t lk_format_row_bytes(const lk_format *format, int plane, int width);
LK_API int lk_format_rows(const lk_format *format, int plane, int height);

/* Colour descriptions. The numbers of matrix, transfer and primaries are the code points of ITU-T H.273, so values from
 * a stream can be stored as they come; UNSPECIFIED takes the default that is written beside it. */
typedef enum lk_matrix {
    LK_MATRIX_RGB = 0, /* the only one of RGB and grey pictures, for which any other is replaced by it */
    LK_MATRIX_BT709 = 1,
    LK_MATRIX_UNSPECIFIED = 2, /* RGB for RGB and grey; BT2020_NCL where the transfer is PQ or HLG; else BT709 */
    LK_MATRIX_BT470BG = 5,     /* BT.601, 625 lines */
    LK_MATRIX_BT601 = 6,       /* BT.601, 525 lines (SMPTE 170M): the same coefficients */
    LK_MATRIX_BT2020_NCL = 9
} lk_matrix;

typedef enum lk_range {
    LK_RANGE_UNSPECIFIED = 0, /* limited for YUV, full for RGB and grey */
    LK_RANGE_LIMITED = 1,     /* 16 to 235 (luma) and 16 to 240 (chroma), scaled to the depth */
    LK_RANGE_FULL = 2
} lk_range;

typedef enum lk_transfer {
    LK_TRANSFER_BT709 = 1,       /* decoded with the sRGB curve, as are BT601 and BT2020: docs/numerics.md says why */
    LK_TRANSFER_UNSPECIFIED = 2, /* SRGB */
    LK_TRANSFER_BT601 = 6,
    LK_TRANSFER_LINEAR = 8,
    LK_TRANSFER_SRGB = 13,
    LK_TRANSFER_BT2020_10 = 14,
    LK_TRANSFER_BT2020_12 = 15,
    LK_TRANSFER_PQ = 16,
    LK_TRANSFER_HLG = 18,
    LK_TRANSFER_BT1886 = 256 /* pure power 2.4 (no code point in H.273) */
} lk_transfer;

/* They matter for PQ and HLG, which take BT709 and BT2020; pictures of standard dynamic range are scored as they stand,
 * whatever their primaries. */
typedef enum lk_primaries {
    LK_PRIMARIES_BT709 = 1,
    LK_PRIMARIES_UNSPECIFIED = 2, /* BT2020 where the transfer is PQ or HLG; else BT709 */
    LK_PRIMARIES_BT470BG = 5,
    LK_PRIMARIES_BT601 = 6,
    LK_PRIMARIES_SMPTE240M = 7,
    LK_PRIMARIES_BT2020 = 9,
    LK_PRIMARIES_P3 = 12 /* with the white of D65 */
} lk_primaries;

/* Where chroma samples lie between luma samples; matters for 4:2:0 and 4:2:2. H.273's chroma_sample_loc_type plus 1. */
typedef enum lk_chroma_location {
    LK_CHROMA_UNSPECIFIED = 0, /* LEFT */
    LK_CHROMA_LEFT = 1,
    LK_CHROMA_CENTER = 2,
    LK_CHROMA_TOP_LEFT = 3,
    LK_CHROMA_TOP = 4,
    LK_CHROMA_BOTTOM_LEFT = 5,
    LK_CHROMA_BOTTOM = 6
} lk_chroma_location;

typedef struct lk_color {
    lk_matrix matrix;
    lk_range range;
    lk_transfer transfer;
    lk_primaries primaries;
    lk_chroma_location chroma_location;
} lk_color;

/* Everything unspecified. */
LK_API lk_color lk_color_default(void);

/* Replace everything unspecified by the defaults above: what a scorer will use, and what a report should record.
 * LK_ERROR_FORMAT if the description is not supported for the format. Threads: safe. */
LK_API lk_status lk_color_resolve(const lk_format *format, lk_color *color);

/* The word for a value, as the program's options spell it ("bt709", "limited", "pq", "left"); "unsupported" for a value
 * that the library does not know. Constant strings. */
LK_API const char *lk_matrix_string(lk_matrix value);
LK_API const char *lk_range_string(lk_range value);
LK_API const char *lk_transfer_string(lk_transfer value);
LK_API const char *lk_primaries_string(lk_primaries value);
LK_API const char *lk_chroma_location_string(lk_chroma_location value);

/* Where the planes of a picture are. */
typedef enum lk_memory {
    LK_MEMORY_HOST = 0,
    LK_MEMORY_CUDA = 1,  /* planes are CUdeviceptr values */
    LK_MEMORY_OPENCL = 2 /* planes are cl_mem handles; offset[] says where in them a plane starts */
} lk_memory;

/* What a device must wait for before it reads a picture in its memory. */
typedef enum lk_ready {
    LK_READY_NOW = 0,   /* nothing: the planes are complete */
    LK_READY_EVENT = 1, /* a CUevent that was recorded, or a cl_event */
    LK_READY_STREAM = 2 /* CUDA only: the work that a CUstream holds at the time of submit */
} lk_ready;

/* One picture. The caller owns the planes, and leaves them alone until lk_scorer_collect() has returned the result of
 * the pair. Start from lk_picture_default(). */
typedef struct lk_picture {
    uint32_t version; /* set by lk_picture_default() */
    int width;        /* luma samples, 8 or more */
    int height;
    lk_format format;
    lk_color color;       /* a field that is not unspecified must be what the scorer was made for */
    const void *plane[4]; /* the first sample of each plane; entries that the format does not use are ignored */
    ptrdiff_t stride[4];  /* bytes from a row to the next; host pictures may have negative ones */
    lk_memory memory;
    size_t offset[4]; /* LK_MEMORY_OPENCL: bytes from the start of the buffer to the first sample */
    lk_ready ready_kind;
    void *ready; /* LK_READY_EVENT, LK_READY_STREAM: the CUevent, cl_event or CUstream, alive until collect */
} lk_picture;

/* An empty 8-bit 4:2:0 picture in host memory, filled for the given version (pass LK_API_VERSION). */
LK_API lk_status lk_picture_default(lk_picture *picture, uint32_t version);

/* ---------------------------------------------------------------------------------------------------- scorers --- */

/* Metrics, as bits. */
typedef enum lk_metric {
    LK_METRIC_SSIMULACRA2 = 1 /* 100: identical; about 90: hard to tell apart; 70: high, 50: medium, 30: low quality */
} lk_metric;

/* Which numbers SSIMULACRA 2 has: docs/numerics.md. */
typedef enum lk_profile {
    LK_PROFILE_LIBJXL = 0, /* the digits that the reference tool prints on x86-64 with AVX2 */
    LK_PROFILE_EXACT = 1   /* the metric as its formulas define it; the same bits on every device */
} lk_profile;

/* How chroma is brought to luma's size. */
typedef enum lk_upsampling {
    LK_UPSAMPLING_BILINEAR = 0, /* by the chroma location */
    LK_UPSAMPLING_NEAREST = 1   /* the sample at (x >> 1, y >> 1) */
} lk_upsampling;

typedef enum lk_backend {
    LK_BACKEND_AUTO = 0, /* the fastest that can take the pictures: CUDA, OpenCL on a GPU, the CPU. Pairs that a device
                            fails on are scored again on the CPU if their pictures are in host memory */
    LK_BACKEND_CPU = 1,
    LK_BACKEND_CUDA = 2,
    LK_BACKEND_OPENCL = 3
} lk_backend;

/* The instruction sets that the CPU engine is compiled for. Its results are the same bits at every level. */
typedef enum lk_cpu_level {
    LK_CPU_BEST = 0, /* the best that was compiled and that the processor has */
    LK_CPU_REFERENCE =
        1, /* plain loops over whole pictures, which define the bits: slow, a thread and much memory a pair */
    LK_CPU_X86_64_V2 = 2, /* SSE4.2 */
    LK_CPU_X86_64_V3 = 3, /* AVX2 and FMA */
    LK_CPU_X86_64_V4 = 4, /* AVX-512 */
    LK_CPU_NEON = 5       /* arm64 */
} lk_cpu_level;

/* "best", "reference", "x86-64-v2", "x86-64-v3", "x86-64-v4", "neon". A constant string. */
LK_API const char *lk_cpu_level_string(lk_cpu_level level);

/* "auto", "cpu", "cuda", "opencl". A constant string. */
LK_API const char *lk_backend_string(lk_backend backend);

/* "libjxl", "exact". A constant string. */
LK_API const char *lk_profile_string(lk_profile profile);

/* "bilinear", "nearest". A constant string. */
LK_API const char *lk_upsampling_string(lk_upsampling upsampling);

/* One device of this machine. */
typedef struct lk_device_info {
    lk_backend backend;
    int index; /* what lk_scorer_params.device calls it */
    char name[96];
    char driver[96];  /* "" for the CPU */
    size_t memory;    /* bytes of its own; 0 for the CPU */
    int is_gpu;       /* 0: a processor, perhaps one that plays an OpenCL device; LK_BACKEND_AUTO passes over those */
    int usable;       /* 1: a scorer can be made on it */
    char reason[256]; /* why not, otherwise */
} lk_device_info;

/* List the devices of every backend, in the order in which LK_BACKEND_AUTO tries them. Fills at most capacity entries
 * of devices (which may be NULL if capacity is 0) and sets *count to how many there are. A backend without a device, or
 * left out of this build, has one entry that is not usable and says why. Opens the interfaces, but no device. */
LK_API lk_status lk_context_devices(lk_context *context, lk_device_info *devices, int capacity, int *count);

#define LK_DEVICE_ALL (-1)
#define LK_MAX_SCALES 6
#define LK_NORMS      108

/* What a scorer is made for. Start from lk_scorer_params_default(). */
typedef struct lk_scorer_params {
    uint32_t version; /* set by lk_scorer_params_default() */
    int width;        /* of every picture, 8 or more; no default */
    int height;
    lk_format reference;      /* default: 8-bit planar 4:2:0 */
    lk_format distorted;      /* may differ from the reference's */
    lk_color reference_color; /* default: unspecified */
    lk_color distorted_color;
    uint32_t metrics;         /* bits of lk_metric; default: LK_METRIC_SSIMULACRA2 */
    lk_profile profile;       /* default: LK_PROFILE_LIBJXL */
    lk_upsampling upsampling; /* default: LK_UPSAMPLING_BILINEAR */
    int all_norms;            /* 1: lk_result.norms holds all 108; 0 (default): those with a weight above 0 */
    lk_backend backend;       /* default: LK_BACKEND_AUTO. One asked for by name is never replaced by another */
    int device;               /* index among the backend's devices; LK_DEVICE_ALL spreads pairs over them. Default: 0 */
    int threads;              /* CPU threads; 0 (default): one a processor that this process may use */
    lk_cpu_level cpu_level;   /* CPU: default: LK_CPU_BEST. One that is not compiled, or that the processor lacks, is
                                 refused */
    int in_flight;            /* pairs submitted and not yet collected, at most; 0 (default): the backend chooses */
    size_t max_memory;        /* bytes that the scorer may take, device memory on GPUs; 0 (default): no limit */
    void *native_context;     /* the CUcontext or cl_context of pictures in device memory; NULL (default): the device's
                                 primary CUDA context, an OpenCL context of the scorer's own */
} lk_scorer_params;

/* The defaults above, for the given version (pass LK_API_VERSION). LK_ERROR_VERSION if the library is older. */
LK_API lk_status lk_scorer_params_default(lk_scorer_params *params, uint32_t version);

/* One pair's scores. */
typedef struct lk_result {
    uint64_t index;     /* 0 for the first pair submitted, then 1, ... */
    void *tag;          /* what submit was given */
    lk_status status;   /* LK_OK: the fields below are valid */
    double ssimulacra2; /* at most 100; can be far below 0 */
    int scales;         /* 1 to 6: how many scales the size gives */
    int norm_count;     /* 18 a scale */
    /* In the metric's order: channel X, Y, B; existing scale; 1-norm, 4-norm; ssim, artifact, detail. NaN where it was
     * not computed because its weight is 0. For a pair with alpha, those of the lower score. */
    double norms[LK_NORMS];
} lk_result;

/* What a scorer turned out to be. */
typedef struct lk_scorer_info {
    lk_backend backend; /* never LK_BACKEND_AUTO */
    char device[128];   /* a name, such as "2 threads, x86-64-v3" or "NVIDIA H200" */
    char reason[256];   /* why this backend was chosen; "" if it was asked for by name */
    lk_color reference; /* what unspecified fields were resolved to */
    lk_color distorted;
    int threads; /* CPU threads that score; 0 on a device */
    int in_flight;
    size_t memory; /* bytes that the scorer holds for its work, device memory on GPUs */
} lk_scorer_info;

typedef struct lk_scorer lk_scorer;

/* Make a scorer. On failure *scorer is NULL and lk_context_error() says why. The context must outlive it. */
LK_API lk_status lk_scorer_create(lk_context *context, const lk_scorer_params *params, lk_scorer **scorer);

/* Stop the work of a scorer, wait for its threads, release it and set *scorer to NULL; NULL is let be. Pairs in flight
 * have no result; their pictures are the caller's again afterwards. */
LK_API void lk_scorer_destroy(lk_scorer **scorer);

LK_API void lk_scorer_get_info(const lk_scorer *scorer, lk_scorer_info *info);

/* Hand a pair over; returns at once. tag comes back in the result. LK_FULL: nothing was taken; collect first.
 * A picture that differs from what the scorer was made for is refused before any of its samples is read. */
LK_API lk_status lk_scorer_submit(
    lk_scorer *scorer, const lk_picture *reference, const lk_picture *distorted, void *tag);

/* Memory for pictures that the scorer's device reads at full speed, without a copy inside submit (page-locked memory on
 * GPUs, plain memory on the CPU). Aligned to 256 bytes. Release it before the scorer. */
LK_API lk_status lk_scorer_allocate(lk_scorer *scorer, size_t size, void **memory);

/* NULL is let be. No pair in flight may still use the memory. */
LK_API void lk_scorer_release(lk_scorer *scorer, void *memory);

typedef enum lk_wait { LK_NO_WAIT = 0, LK_WAIT = 1 } lk_wait;

/* Take the result of the oldest pair in flight. LK_OK: *result is filled, and result->status tells whether the pair has
 * a score. LK_PENDING: not finished, and LK_NO_WAIT was given. LK_EMPTY: nothing is in flight. */
LK_API lk_status lk_scorer_collect(lk_scorer *scorer, lk_result *result, lk_wait wait);

/* Give up the pairs in flight: those not begun come back with LK_CANCELLED, and submit refuses new ones with it.
 * Threads: may be called from any thread while another uses the scorer. Not from a signal handler. */
LK_API void lk_scorer_cancel(lk_scorer *scorer);

/* Where a pair loses its points: all maps and scales of SSIMULACRA 2, folded to full size by their weights.
 * map: float[height][width], filled with values of 0 or more whose mean is 100 minus the pair's score (to about 1e-6 of
 * it). The pictures are as for lk_scorer_submit(), in host memory. Computed on the CPU by the calling thread, whatever
 * the backend, with about 70 bytes of memory a pixel; pairs in flight are not touched. docs/heatmap.md defines it. */
LK_API lk_status lk_scorer_heatmap(
    lk_scorer *scorer, const lk_picture *reference, const lk_picture *distorted, float *map);

/* What the metric sees of a picture, for a screen: rgb: uint8_t[height][width][3], sRGB. PQ and HLG are mapped to its
 * range; alpha is laid over a middle grey. distorted: 0 for a picture as the reference's, 1 for one as the distorted.
 * The picture is as for lk_scorer_submit(), in host memory. The last bits may differ between machines. */
LK_API lk_status lk_scorer_preview(lk_scorer *scorer, int distorted, const lk_picture *picture, uint8_t *rgb);

/* What the last failing call on this scorer was about: one sentence, "" when nothing failed. Valid until the next call
 * on the scorer. */
LK_API const char *lk_scorer_error(const lk_scorer *scorer);

#ifdef __cplusplus
}
#endif

#endif
