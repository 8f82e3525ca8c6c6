/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What CUDA C (and HIP) and OpenCL C call differently around a kernel, and the parameters that host and kernels share.
 */

#ifndef LK_GPU_KERNEL_H
#define LK_GPU_KERNEL_H

#include "arith/sum.h"
#include "arith/yuv.h"

/* Width of a tile of the exact profile's kernels; a multiple of LK_BLOCK_WIDTH. Local memory grows with it. */
#ifndef LK_TILE_WIDTH
#define LK_TILE_WIDTH 64
#endif

/* Pairs that one launch takes, at most: the third dimension of its grid. */
#define LK_MAX_BATCH 64

/* Groups of the libjxl profile's kernels (libjxl.h): a quad a thread; rows of one channel, a warp a quantity; columns
 * of one channel, a warp a row of a block. */
#define LK_QUAD_THREADS   128
#define LK_WALK_ROWS      32
#define LK_WALK_WARPS     5
#define LK_WALK_THREADS   (LK_WALK_ROWS * LK_WALK_WARPS)
#define LK_COLUMN_WARPS   LK_BLOCK_HEIGHT
#define LK_COLUMN_THREADS (LK_BLOCK_WIDTH * LK_COLUMN_WARPS)

/* Threads of a group of lk_finish. */
#define LK_FINISH_THREADS 252 /* a multiple of LK_SUM_LIMBS */

/* Launch of lk_probe, and what each group counts: wrong quotients, fused multiply-adds, denormals. */
#define LK_PROBE_GROUPS  64
#define LK_PROBE_THREADS 256
#define LK_PROBE_COUNTS  3

/* Planes of a pair: reference 0 to 2, distorted 0 to 2. Where each starts, in bytes from the pointer that the kernel is
 * given for the plane, is in a table: offsets[pair][plane]. */
#define LK_PAIR_PLANES 6

/* Rows of the planes as the kernels find them; may differ from pair to pair only in the offsets. */
typedef struct lk_plane_strides {
    int of[LK_PAIR_PLANES];
} lk_plane_strides;

/* One scale of one launch. Offsets and strides in elements of their type. */
typedef struct lk_scale {
    int width, height;
    int stride;                               /* of this scale's RGB planes */
    int tile_rows;                            /* rows of a tile, a multiple of LK_BLOCK_HEIGHT */
    int next_width, next_height, next_stride; /* of the scale that is written; 0: the last one */
    lk_u64 rgb, next_rgb;                     /* where in a pair's RGB memory this scale and the next one start */
    lk_u64 rgb_pair;                          /* from one pair's RGB memory to the next pair's */
    lk_u64 sums, sums_pair;                   /* where this scale's tile sums start; from one pair's to the next's */
} lk_scale;

/* The planes of the libjxl profile in a pair's plane memory, in units of plane floats; quantities are m1, m2, a*b, a*a,
 * b*b. */
typedef struct lk_libjxl_planes {
    int stride; /* of every plane, in floats */
    int first_channel;
    int reference[3], distorted[3]; /* XYB, by channel */
    int blurred[3][5];              /* quantities blurred along rows */
    int quantities[3];              /* how many: 0, 2 (no ssim map) or 5 */
    int unused;                     /* keeps the next member at a multiple of 8 on every compiler */
    lk_u64 plane, pair;             /* floats of a plane; from one pair's planes to the next's */
} lk_libjxl_planes;

/* Where lk_finish finds the tile sums of each scale, and where they go. */
typedef struct lk_finish_params {
    int scales;
    int lowest; /* LK_SUM_LOWEST_* */
    int tiles[6];
    lk_u64 sums[6];
    lk_u64 sums_pair;
} lk_finish_params;

/* A pair's sums, at most. */
#define LK_SUMS_PAIR 108

/* A tile leaves LK_SUM_LIMBS limbs for each of 18 sums: [channel][fourth][map][limb]. */
#define LK_TILE_SUMS 18

#if defined(__OPENCL_C_VERSION__)

#define LK_KERNEL(threads)          __kernel __attribute__((reqd_work_group_size(threads, 1, 1))) void
#define LK_KERNEL_OF_FEW(threads)   LK_KERNEL(threads)
#define LK_ARRAY(type, name, count) __local type name[count]
#define LK_BARRIER()                barrier(CLK_LOCAL_MEM_FENCE)
#define LK_THREAD                   ((int)get_local_id(0))
#define LK_GROUP_X                  ((int)get_group_id(0))
#define LK_GROUP_Y                  ((int)get_group_id(1))
#define LK_GROUP_Z                  ((int)get_group_id(2))
#define LK_GROUPS_X                 ((int)get_num_groups(0))

#elif defined(__CUDACC__) || defined(__HIPCC__)

/* Registers are limited to what lets 24 warps share a multiprocessor; 16 for kernels that never have more. */
#define LK_KERNEL(threads)          extern "C" __global__ void __launch_bounds__(threads, 768 / (threads))
#define LK_KERNEL_OF_FEW(threads)   extern "C" __global__ void __launch_bounds__(threads, 512 / (threads))
#define LK_ARRAY(type, name, count) __shared__ type name[count]
#define LK_BARRIER()                __syncthreads()
#define LK_THREAD                   ((int)threadIdx.x)
#define LK_GROUP_X                  ((int)blockIdx.x)
#define LK_GROUP_Y                  ((int)blockIdx.y)
#define LK_GROUP_Z                  ((int)blockIdx.z)
#define LK_GROUPS_X                 ((int)gridDim.x)

#endif

#if defined(__OPENCL_C_VERSION__) || defined(__CUDACC__) || defined(__HIPCC__)
typedef float4 lk_f4;
typedef float2 lk_f2;
#endif

#endif
