/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The CPU engine: a pair streams through all of its scales in batches of rows, so that what is at work stays in cache.
 *
 * A scale is cut into batches of LK_BATCH rows and chunks of LK_CHUNK columns. Batch k holds rows 8 k - 4 to 8 k + 3;
 * with it, rows 8 k - 8 to 8 k - 1 can be blurred, which are the rows of one block of the sums (arith/sum.h). Rows and
 * columns outside the picture are zero. A batch goes from left to right; each step takes one more chunk:
 *
 *     input    samples to linear RGB                                     (scale 0)
 *     halve    linear RGB to the rows of the next scale
 *     xyb      linear RGB to XYB
 *     rows     XYB of the chunk before that one, blurred along rows     (the blur looks ahead)
 *     columns  that chunk blurred down, the terms, and their sums
 *
 * Threads share a pair by batches: each takes the next batch in an order in which every batch comes after those that it
 * needs, and keeps far enough behind them. Every value is computed by the same operations whoever does it, and the sums
 * do not depend on their order, so the split never shows. */

#ifndef LIKEN_CPU_STREAM_H
#define LIKEN_CPU_STREAM_H

#include "arith/blur.h"
#include "arith/sum.h"
#include "backend.h"

#define LK_CHUNK (2 * LK_BLOCK_WIDTH)
#define LK_BATCH LK_BLOCK_HEIGHT

/* Columns of its neighbours that a chunk of XYB repeats on each side: what the blurs look ahead. */
#define LK_MARGIN LK_BLUR_REACH

/* Quantities that are blurred in a channel, at most: m1, m2, a*b, and what the profile's ssim map wants. */
#define LK_MAX_BLURS 5

/* Linear RGB: reference R, G, B, distorted R, G, B. Row y of the scale is at y % LK_LIGHT_ROWS. */
#define LK_LIGHT_ROWS (2 * LK_BATCH)
typedef struct lk_light {
    float plane[6][LK_LIGHT_ROWS][LK_CHUNK];
} lk_light;

/* XYB of a batch: reference X, Y, B, distorted X, Y, B. */
typedef struct lk_xyb_chunk {
    float plane[6][LK_BATCH][LK_MARGIN + LK_CHUNK + LK_MARGIN];
} lk_xyb_chunk;

/* One quantity of a batch. */
typedef struct lk_rows {
    float row[LK_BATCH][LK_CHUNK];
} lk_rows;

/* The state of a recursion down each column: last 1, 3, 5, before 1, 3, 5. */
typedef struct lk_column_state {
    float value[6][LK_CHUNK];
} lk_column_state;

/* Sums of a channel by map and norm. */
typedef lk_u64 lk_channel_limbs[3][2][LK_SUM_LIMBS];

typedef struct lk_stream_scale {
    int width, height;
    int chunks, batches;
    int blurs[3];      /* quantities that are blurred in each channel: 0, 2, or 2 and those of the ssim map */
    int first_blur[3]; /* the place of a channel's first among them all */
    int all_blurs;
    const unsigned char *maps;         /* of the plan, by channel */
    size_t light, xyb, blurred, state; /* where in the workspace, in bytes */
    int first_progress;                /* place of batch 0 in lk_run.progress */
} lk_stream_scale;

typedef struct lk_task {
    int scale, batch;
} lk_task;

/* How pairs of one kind are cut up; made once. */
typedef struct lk_stream {
    const lk_setup *setup;
    const struct lk_cpu_steps *steps;
    lk_stream_scale scale[LK_MAX_SCALES];
    int history; /* batches of blurred rows that are kept, this one included */
    lk_task *tasks;
    int task_count;
    size_t workspace; /* bytes */
} lk_stream;

/* A pair of pictures over one background, on its way. */
typedef struct lk_run {
    const lk_stream *stream;
    const lk_picture *reference, *distorted;
    float background;
    unsigned char *workspace;
    const int *cancelled; /* may be set from any thread */
    int next_task;        /* taken by whoever comes next */
    int *progress;        /* steps done, by batch */
    lk_u64 limbs[LK_MAX_SCALES][3][3][2][LK_SUM_LIMBS];
} lk_run;

/* Lanes of the libjxl profile's blur along rows: the rows of a batch, of each quantity, side by side. */
#define LK_LANES        (LK_MAX_BLURS * LK_BATCH)
#define LK_TURNED_WIDTH (2 * LK_CHUNK)

typedef struct lk_turned {
    float column[LK_TURNED_WIDTH][LK_LANES]; /* column x of the picture is at x % LK_TURNED_WIDTH */
    float state[6][LK_LANES];                /* of the recursions along rows, as lk_column_state */
} lk_turned;

/* What a thread has at work. */
typedef struct lk_scratch {
    lk_light light; /* of scale 0 */
    lk_turned turned[3];
    float blurred_turned[LK_CHUNK][LK_LANES];
    lk_rows blurred[LK_MAX_BLURS];
    double column[6][LK_CHUNK]; /* sums down the columns; the exact profile's are float */
    lk_channel_limbs limbs[3];
    double stage_ms[5]; /* time in input, halve, xyb, rows, columns; kept only where clock is set */
    int clock;
} lk_scratch;

/* What columns() works on: the blurred rows of a channel in this batch and those before it, and XYB. */
typedef struct lk_column_job {
    const lk_rows
        *blurred[3]; /* of this batch, the one before, and the one before that; NULL: rows above the picture */
    const float *a[LK_BATCH], *b[LK_BATCH]; /* XYB of the rows that come out, reference and distorted */
    lk_column_state *state;                 /* one a quantity */
    int first;                              /* 1: the rows that come out lie above the picture, and are dropped */
    int rows, columns;                      /* of the block that are in the picture */
    int maps;
} lk_column_job;

/* The steps, compiled for one instruction set. */
typedef struct lk_cpu_steps {
    /* One row of one picture: columns LK_CHUNK * chunk and on. out: R, G, B. */
    void (*input)(
        const lk_picture *picture, const lk_input *input, float background, int y, int chunk, float *const out[3]);

    /* Rows first to first + LK_BATCH - 1 that are in the picture. columns: of the chunk that are in the picture. half:
     * which half of the next scale's chunk. */
    void (*halve)(lk_light *light, int first, int height, int columns, lk_light *next, int half);

    /* left: the chunk before, or NULL. Fills the margins between the two. to_bt709: light may be negative. */
    void (*xyb)(
        const lk_light *light, int first, int height, int columns, int to_bt709, lk_xyb_chunk *left, lk_xyb_chunk *out);

    /* One channel's rows; chunk by chunk from the left. */
    void (*rows)(const lk_stream_scale *scale, int channel, int chunk, const lk_xyb_chunk *in, lk_scratch *scratch,
        lk_rows *out);

    void (*columns)(const lk_column_job *job, lk_scratch *scratch, lk_channel_limbs limbs);
} lk_cpu_steps;

/* steps: of the profile. Release with lk_stream_free(). */
lk_status lk_stream_init(lk_stream *stream, const lk_setup *setup, const lk_cpu_steps *steps, lk_error *error);
void lk_stream_free(lk_stream *stream);

/* Threads that one pair keeps busy. */
int lk_stream_useful_threads(const lk_stream *stream);

/* Bytes of pictures and workspace that are read and written for a pair. */
double lk_stream_bytes(const lk_stream *stream);

/* Begin a pair. run->stream, reference, distorted, background, workspace (lk_stream.workspace bytes, zero at first),
 * cancelled are set. */
void lk_run_begin(lk_run *run);

/* Take part in it, until no batch is left to be taken. Any number of threads, each with a scratch of its own. */
void lk_run_work(lk_run *run, lk_scratch *scratch);

/* 1 while there are batches to be taken. */
int lk_run_has_work(const lk_run *run);

/* The sums, once all threads have come back. */
void lk_run_end(lk_run *run, lk_sums sums);

#endif
