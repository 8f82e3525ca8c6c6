/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "cpu/stream.h"

#include "arith/ssimulacra2.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ----------------------------------------------------------------------------------------------------- layout --- */

static int minimum(int a, int b) {
    return a < b ? a : b;
}

static int row_blurs(int maps, lk_profile profile) {
    return !maps ? 0 : !(maps & LK_MAP_SSIM) ? 2 : profile == LK_PROFILE_EXACT ? 4 : 5;
}

/* Room for size bytes at the workspace's end. */
static size_t take(lk_stream *stream, size_t size) {
    size_t at = stream->workspace;
    stream->workspace += (size + 63) / 64 * 64;
    return at;
}

static void lay_out_scale(lk_stream *stream, int s) {
    const lk_plan *plan = &stream->setup->plan;
    lk_profile profile = stream->setup->params.profile;
    lk_stream_scale *scale = &stream->scale[s];
    scale->width = plan->width[s];
    scale->height = plan->height[s];
    scale->chunks = (scale->width + LK_CHUNK - 1) / LK_CHUNK;
    scale->batches = (scale->height + LK_BATCH - 1) / LK_BATCH + 1;
    scale->maps = plan->maps[s];
    for (int c = 0; c < 3; c++) {
        scale->blurs[c] = row_blurs(scale->maps[c], profile);
        scale->first_blur[c] = scale->all_blurs;
        scale->all_blurs += scale->blurs[c];
    }
    size_t chunks = (size_t)scale->chunks;
    size_t blurs = chunks * (size_t)scale->all_blurs;
    scale->light = take(stream, s > 0 ? chunks * sizeof(lk_light) : 0);
    scale->xyb = take(stream, 2 * chunks * sizeof(lk_xyb_chunk));
    scale->blurred = take(stream, (size_t)stream->history * blurs * sizeof(lk_rows));
    scale->state = take(stream, profile == LK_PROFILE_LIBJXL ? blurs * sizeof(lk_column_state) : 0);
    scale->first_progress = s > 0 ? scale[-1].first_progress + scale[-1].batches : 0;
}

/* The last batch of the scale above (s - 1) that a batch of scale s needs: it makes rows 4 k - 2 to 4 k + 1. */
static int source_batch(const lk_stream *stream, int s, int batch) {
    return minimum(2 * batch + 1, stream->scale[s - 1].batches - 1);
}

/* A batch, and all of the smaller scales that it completes. next: the first batch of each scale not yet in the list. */
static void add_tasks(lk_stream *stream, int s, int batch, int next[LK_MAX_SCALES]) {
    stream->tasks[stream->task_count++] = (lk_task){s, batch};
    next[s]++;
    if (s + 1 < stream->setup->plan.scales) {
        while (next[s + 1] < stream->scale[s + 1].batches && source_batch(stream, s + 1, next[s + 1]) <= batch) {
            add_tasks(stream, s + 1, next[s + 1], next);
        }
    }
}

lk_status lk_stream_init(lk_stream *stream, const lk_setup *setup, const lk_cpu_steps *steps, lk_error *error) {
    *stream = (lk_stream){.setup = setup, .steps = steps};
    /* Rows blurred down end 4 above the newest; the exact blur reaches 4 further up, the recursion 6. */
    stream->history = setup->params.profile == LK_PROFILE_EXACT ? 2 : 3;
    int batches = 0;
    for (int s = 0; s < setup->plan.scales; s++) {
        lay_out_scale(stream, s);
        batches += stream->scale[s].batches;
    }
    take(stream, (size_t)batches * sizeof(int)); /* lk_run.progress, at the end */
    stream->tasks = calloc((size_t)batches, sizeof *stream->tasks);
    if (!stream->tasks) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    int next[LK_MAX_SCALES] = {0};
    while (next[0] < stream->scale[0].batches) {
        add_tasks(stream, 0, next[0], next);
    }
    return LK_OK;
}

void lk_stream_free(lk_stream *stream) {
    free(stream->tasks);
    stream->tasks = NULL;
}

int lk_stream_useful_threads(const lk_stream *stream) {
    /* A batch keeps two chunks behind the one above it; with four, waiting is rare. */
    int threads = stream->scale[0].chunks / 4;
    return threads > 1 ? threads : 1;
}

double lk_stream_bytes(const lk_stream *stream) {
    double bytes = 0;
    for (int s = 0; s < stream->setup->plan.scales; s++) {
        const lk_stream_scale *scale = &stream->scale[s];
        double chunks = (double)scale->chunks * scale->batches;
        double blurs = chunks * scale->all_blurs;
        bytes += (s > 0 ? chunks * sizeof(lk_light) : 0) /* half written, half read */
                 + chunks * 1.5 * sizeof(lk_xyb_chunk)   /* written whole, half of it read later */
                 + blurs * 2 * sizeof(lk_rows)           /* written, and read later */
                 + (stream->history > 2 ? blurs * 2 * sizeof(lk_column_state) : 0);
    }
    return bytes;
}

/* ------------------------------------------------------------------------------------------------------- data --- */

static lk_light *light_at(const lk_run *run, int s, int chunk) {
    return (lk_light *)(void *)(run->workspace + run->stream->scale[s].light) + chunk;
}

static lk_xyb_chunk *xyb_at(const lk_run *run, int s, int batch, int chunk) {
    const lk_stream_scale *scale = &run->stream->scale[s];
    return (lk_xyb_chunk *)(void *)(run->workspace + scale->xyb) + (size_t)(batch & 1) * (size_t)scale->chunks + chunk;
}

/* The first quantity of a channel. */
static lk_rows *blurred_at(const lk_run *run, int s, int batch, int chunk, int channel) {
    const lk_stream_scale *scale = &run->stream->scale[s];
    size_t place = (size_t)(batch % run->stream->history) * (size_t)scale->chunks + (size_t)chunk;
    return (lk_rows *)(void *)(run->workspace + scale->blurred) + place * (size_t)scale->all_blurs +
           scale->first_blur[channel];
}

static lk_column_state *state_at(const lk_run *run, int s, int chunk, int channel) {
    const lk_stream_scale *scale = &run->stream->scale[s];
    return (lk_column_state *)(void *)(run->workspace + scale->state) + (size_t)chunk * (size_t)scale->all_blurs +
           scale->first_blur[channel];
}

/* ------------------------------------------------------------------------------------------------------ steps --- */

enum { STAGE_INPUT, STAGE_HALVE, STAGE_XYB, STAGE_ROWS, STAGE_COLUMNS };

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* The time since *since goes to a stage. */
static void lap(lk_scratch *scratch, int stage, double *since) {
    if (scratch->clock) {
        double now = now_ms();
        scratch->stage_ms[stage] += now - *since;
        *since = now;
    }
}

static void read_input(const lk_run *run, int batch, int chunk, lk_light *light) {
    const lk_setup *setup = run->stream->setup;
    int first = LK_BATCH * batch - LK_BATCH / 2;
    for (int y = first < 0 ? 0 : first; y < first + LK_BATCH && y < setup->plan.height[0]; y++) {
        float *out[6];
        for (int c = 0; c < 6; c++) {
            out[c] = light->plane[c][y % LK_LIGHT_ROWS];
        }
        run->stream->steps->input(run->reference, &setup->reference, run->background, y, chunk, out);
        run->stream->steps->input(run->distorted, &setup->distorted, run->background, y, chunk, out + 3);
    }
}

/* A chunk comes in: light, the next scale's light, XYB. */
static void take_chunk(const lk_run *run, int s, int batch, int chunk, lk_scratch *scratch, double *since) {
    const lk_stream *stream = run->stream;
    const lk_stream_scale *scale = &stream->scale[s];
    int first = LK_BATCH * batch - LK_BATCH / 2;
    int columns = minimum(scale->width - chunk * LK_CHUNK, LK_CHUNK);
    lk_light *light = s > 0 ? light_at(run, s, chunk) : &scratch->light;
    if (s == 0) {
        read_input(run, batch, chunk, light);
        lap(scratch, STAGE_INPUT, since);
    }
    if (s + 1 < stream->setup->plan.scales) {
        stream->steps->halve(light, first, scale->height, columns, light_at(run, s + 1, chunk / 2), chunk % 2);
        lap(scratch, STAGE_HALVE, since);
    }
    int to_bt709 = stream->setup->reference.to_bt709 || stream->setup->distorted.to_bt709;
    stream->steps->xyb(light, first, scale->height, columns, to_bt709,
        chunk > 0 ? xyb_at(run, s, batch, chunk - 1) : NULL, xyb_at(run, s, batch, chunk));
    lap(scratch, STAGE_XYB, since);
}

/* A chunk is blurred down, which gives the rows of one block. */
static void finish_chunk(const lk_run *run, int s, int batch, int chunk, lk_scratch *scratch) {
    const lk_stream_scale *scale = &run->stream->scale[s];
    const lk_xyb_chunk *above = xyb_at(run, s, batch - 1, chunk), *here = xyb_at(run, s, batch, chunk);
    lk_column_job job = {
        .first = batch == 0,
        .rows = minimum(scale->height - LK_BATCH * (batch - 1), LK_BATCH),
        .columns = minimum(scale->width - chunk * LK_CHUNK, LK_CHUNK),
    };
    for (int c = 0; c < 3; c++) {
        if (!scale->maps[c]) {
            continue;
        }
        job.maps = scale->maps[c];
        job.state = state_at(run, s, chunk, c);
        for (int i = 0; i < run->stream->history; i++) {
            job.blurred[i] = batch >= i ? blurred_at(run, s, batch - i, chunk, c) : NULL;
        }
        for (int j = 0; j < LK_BATCH; j++) {
            const lk_xyb_chunk *from = j < LK_BATCH / 2 ? above : here;
            int row = (j + LK_BATCH / 2) % LK_BATCH;
            job.a[j] = from->plane[c][row] + LK_MARGIN;
            job.b[j] = from->plane[c + 3][row] + LK_MARGIN;
        }
        run->stream->steps->columns(&job, scratch, scratch->limbs[c]);
    }
}

/* -------------------------------------------------------------------------------------------------- order, run --- */

static int is_cancelled(const lk_run *run) {
    return __atomic_load_n(run->cancelled, __ATOMIC_RELAXED);
}

static int *progress_of(const lk_run *run, int s, int batch) {
    return &run->progress[run->stream->scale[s].first_progress + batch];
}

/* Until a batch has done so many of its steps, or all of them. */
static void wait_for(const lk_run *run, int s, int batch, int steps) {
    const int *progress = progress_of(run, s, batch);
    steps = minimum(steps, run->stream->scale[s].chunks + 1);
    for (int tries = 0; __atomic_load_n(progress, __ATOMIC_ACQUIRE) < steps && !is_cancelled(run); tries++) {
        if (tries > 1000) {
            sched_yield(); /* more threads than processors: let the other one go on */
        }
    }
}

/* Before step i of a batch. */
static void wait_for_others(const lk_run *run, int s, int batch, int i) {
    if (batch > 0) {
        /* Its blurred rows of this chunk, and out of the way of where this chunk's XYB goes. */
        wait_for(run, s, batch - 1, i + 2);
    }
    if (s > 0) {
        wait_for(run, s - 1, source_batch(run->stream, s, batch), 2 * i + 2);
    }
    if (s + 1 < run->stream->setup->plan.scales) {
        /* Rows up to 4 batch + 1 of the next scale are written, over those LK_LIGHT_ROWS above: who reads them must
         * be through. */
        int last = 4 * batch + 1 - LK_LIGHT_ROWS + LK_BATCH / 2;
        if (last >= 0) {
            wait_for(run, s + 1, last / LK_BATCH, i / 2 + 1);
        }
    }
}

static void add_limbs(lk_run *run, int s, lk_scratch *scratch) {
    for (int c = 0; c < 3; c++) {
        lk_u64 *from = scratch->limbs[c][0][0], *to = run->limbs[s][c][0][0];
        for (size_t i = 0; i < sizeof(lk_channel_limbs) / sizeof *from; i++) {
            if (from[i]) {
                __atomic_fetch_add(&to[i], from[i], __ATOMIC_RELAXED);
            }
        }
    }
}

static void do_task(lk_run *run, lk_task task, lk_scratch *scratch) {
    const lk_stream_scale *scale = &run->stream->scale[task.scale];
    int s = task.scale, batch = task.batch;
    memset(scratch->limbs, 0, sizeof scratch->limbs);
    for (int i = 0; i <= scale->chunks; i++) {
        wait_for_others(run, s, batch, i);
        if (is_cancelled(run)) {
            return;
        }
        double since = scratch->clock ? now_ms() : 0;
        if (i < scale->chunks) {
            take_chunk(run, s, batch, i, scratch, &since);
        }
        if (i > 0) {
            for (int c = 0; c < 3; c++) {
                if (scale->maps[c]) {
                    run->stream->steps->rows(
                        scale, c, i - 1, xyb_at(run, s, batch, i - 1), scratch, blurred_at(run, s, batch, i - 1, c));
                }
            }
            lap(scratch, STAGE_ROWS, &since);
            finish_chunk(run, s, batch, i - 1, scratch);
            lap(scratch, STAGE_COLUMNS, &since);
        }
        __atomic_store_n(progress_of(run, s, batch), i + 1, __ATOMIC_RELEASE);
    }
    add_limbs(run, s, scratch);
}

void lk_run_begin(lk_run *run) {
    const lk_stream *stream = run->stream;
    size_t progress = (size_t)stream->task_count * sizeof *run->progress;
    run->progress = (int *)(void *)(run->workspace + stream->workspace - (progress + 63) / 64 * 64);
    memset(run->progress, 0, progress);
    memset(run->limbs, 0, sizeof run->limbs);
    run->next_task = 0;
}

int lk_run_has_work(const lk_run *run) {
    return __atomic_load_n(&run->next_task, __ATOMIC_RELAXED) < run->stream->task_count && !is_cancelled(run);
}

void lk_run_work(lk_run *run, lk_scratch *scratch) {
    while (!is_cancelled(run)) {
        int task = __atomic_fetch_add(&run->next_task, 1, __ATOMIC_RELAXED);
        if (task >= run->stream->task_count) {
            return;
        }
        do_task(run, run->stream->tasks[task], scratch);
    }
}

void lk_run_end(lk_run *run, lk_sums sums) {
    const lk_setup *setup = run->stream->setup;
    int lowest = setup->params.profile == LK_PROFILE_EXACT ? LK_SUM_LOWEST_FLOAT : LK_SUM_LOWEST_DOUBLE;
    for (int s = 0; s < setup->plan.scales; s++) {
        for (int c = 0; c < 3; c++) {
            for (int map = 0; map < 3; map++) {
                for (int fourth = 0; fourth < 2; fourth++) {
                    lk_u64 bits = lk_sum_double_bits(run->limbs[s][c][map][fourth], lowest);
                    memcpy(&sums[lk_sum_index(&setup->plan, c, s, fourth, map)], &bits, sizeof bits);
                }
            }
        }
    }
}
