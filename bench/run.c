/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "bench.h"
#include "check.h"
#include "gpu/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Pairs that a run goes through in turn: more than a large cache holds, within reason. */
static int distinct_pairs(int width, int height) {
    int pairs = 200000000 / (width * height * 3);
    return pairs < 4 ? 4 : pairs > 32 ? 32 : pairs;
}

/* Smooth shapes with noise, so that no stage is all zeros or all the same. 4:2:0, 8 bits, both pictures in a row. */
static void fill(unsigned char *to, int width, int height, int seed) {
    unsigned state = (unsigned)seed * 2654435761u + 1;
    size_t luma = (size_t)width * (size_t)height;
    size_t chroma = (size_t)((width + 1) / 2) * (size_t)((height + 1) / 2);
    for (int picture = 0; picture < 2; picture++) {
        for (size_t i = 0; i < luma + 2 * chroma; i++) {
            size_t x = i % (size_t)width, y = i / (size_t)width;
            state = state * 1664525u + 1013904223u;
            int shape = (int)((x * (5 + (size_t)seed % 7) + y * 3) >> 4 & 127) + 60;
            *to++ = (unsigned char)(shape + (int)(state >> (picture ? 28 : 30)));
        }
    }
}

static size_t picture_bytes(int width, int height) {
    return (size_t)width * (size_t)height + 2 * (size_t)((width + 1) / 2) * (size_t)((height + 1) / 2);
}

/* A picture whose planes lie one after the other, from an address or a buffer and an offset. */
static lk_picture picture_at(int width, int height, const void *base, size_t offset, lk_memory memory) {
    lk_picture p;
    size_t at = offset;
    lk_picture_default(&p, LK_API_VERSION);
    p.width = width;
    p.height = height;
    p.memory = memory;
    for (int i = 0; i < 3; i++) {
        p.stride[i] = (ptrdiff_t)lk_format_row_bytes(&p.format, i, width);
        p.plane[i] = memory == LK_MEMORY_OPENCL ? base : (const unsigned char *)base + at;
        p.offset[i] = at;
        at += (size_t)p.stride[i] * (size_t)lk_format_rows(&p.format, i, height);
    }
    return p;
}

/* The pairs of a benchmark and where they are. */
typedef struct material {
    int count;
    size_t pair_bytes;
    unsigned char *host;
    void *pinned;
    const lk_gpu_table *table; /* for pictures in device memory */
    lk_gpu *gpu;
    lk_gpu_buffer buffer;
} material;

static lk_picture material_picture(const material *m, const bench_row *row, int pair, int distorted) {
    size_t offset = (size_t)(pair % m->count) * m->pair_bytes + (distorted ? m->pair_bytes / 2 : 0);
    if (row->source == BENCH_FROM_DEVICE) {
        lk_memory memory = row->backend == LK_BACKEND_CUDA ? LK_MEMORY_CUDA : LK_MEMORY_OPENCL;
        return picture_at(row->width, row->height, m->buffer.handle, offset, memory);
    }
    return picture_at(row->width, row->height, m->pinned ? m->pinned : m->host, offset, LK_MEMORY_HOST);
}

static int fail(const bench_row *row, const char *message) {
    fprintf(stderr, "bench: %s, %s, %dx%d: %s\n", lk_backend_string(row->backend), lk_profile_string(row->profile),
        row->width, row->height, message);
    return -1;
}

static int material_make(material *m, const bench_row *row) {
    m->count = distinct_pairs(row->width, row->height);
    m->pair_bytes = 2 * picture_bytes(row->width, row->height);
    m->host = malloc((size_t)m->count * m->pair_bytes);
    if (!m->host) {
        return fail(row, "out of memory");
    }
    for (int i = 0; i < m->count; i++) {
        fill(m->host + (size_t)i * m->pair_bytes, row->width, row->height, i);
    }
    return 0;
}

/* Copy the pairs into device memory of the context that the scorer will use. */
static int material_to_device(material *m, const bench_row *row, lk_context *context, int device) {
    lk_error error = {{0}};
    lk_gpu_queue *queue = NULL;
    lk_gpu_event *event = NULL;
    m->table = row->backend == LK_BACKEND_CUDA ? &lk_gpu_cuda : &lk_gpu_opencl;
    size_t bytes = (size_t)m->count * m->pair_bytes;
    int good = m->table->open(context, device, NULL, 0, &m->gpu, &error) == LK_OK &&
               m->table->allocate(m->gpu, bytes, &m->buffer, &error) == LK_OK &&
               m->table->queue_create(m->gpu, &queue, &error) == LK_OK &&
               m->table->event_create(m->gpu, 0, &event, &error) == LK_OK &&
               m->table->upload(m->gpu, queue, &m->buffer, 0, m->host, bytes, &error) == LK_OK &&
               m->table->event_record(m->gpu, queue, event, &error) == LK_OK &&
               m->table->event_finish(m->gpu, event, LK_WAIT, &error) == LK_OK;
    if (event) {
        m->table->event_destroy(m->gpu, event);
    }
    if (queue) {
        m->table->queue_destroy(m->gpu, queue);
    }
    return good ? 0 : fail(row, error.text);
}

static void material_free(material *m) {
    if (m->gpu) {
        m->table->release(m->gpu, &m->buffer);
        m->table->close(m->gpu);
    }
    free(m->host);
}

/* Score count pairs, as many in flight as the scorer takes. Milliseconds, or a negative number after a message. */
static double run_pairs(lk_scorer *scorer, const material *m, const bench_row *row, int count) {
    int submitted = 0, collected = 0;
    double start = now_ms();
    while (collected < count) {
        lk_status status = LK_FULL;
        if (submitted < count) {
            lk_picture reference = material_picture(m, row, submitted, 0);
            lk_picture distorted = material_picture(m, row, submitted, 1);
            status = lk_scorer_submit(scorer, &reference, &distorted, NULL);
            submitted += status == LK_OK;
        }
        if (status == LK_FULL) {
            lk_result result;
            status = lk_scorer_collect(scorer, &result, LK_WAIT);
            if (status == LK_OK && result.status != LK_OK) {
                status = result.status;
            }
            collected++;
        }
        if (status != LK_OK) {
            fail(row, lk_scorer_error(scorer));
            return -1;
        }
    }
    return now_ms() - start;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int measure(const bench_options *o, bench_row *row, lk_scorer *scorer, const material *m) {
    double ms[100];
    int runs = o->runs < 100 ? o->runs : 100;
    /* A first run warms up and tells how many pairs take about a third of a second. */
    int count = m->count;
    double first = run_pairs(scorer, m, row, count);
    if (first < 0) {
        return -1;
    }
    count = (int)(300.0 / (first / count));
    count = count < 4 ? 4 : count > 20000 ? 20000 : count;
    for (int i = 0; i < runs; i++) {
        double total = run_pairs(scorer, m, row, count);
        if (total < 0) {
            return -1;
        }
        ms[i] = total / count;
    }
    qsort(ms, (size_t)runs, sizeof *ms, compare);
    row->ms = ms[runs / 2];
    row->ms_fastest = ms[0];
    row->ms_slowest = ms[runs - 1];
    return 0;
}

int bench_run(const bench_options *o, bench_row *row) {
    lk_context *context = NULL;
    lk_scorer *scorer = NULL;
    lk_scorer_params params;
    material m = {0};
    int status = material_make(&m, row);
    if (status == 0 && lk_context_create(&context) != LK_OK) {
        status = fail(row, "no context");
    }
    if (status == 0 && row->source == BENCH_FROM_DEVICE) {
        status = material_to_device(&m, row, context, o->device);
    }
    if (status == 0) {
        lk_scorer_params_default(&params, LK_API_VERSION);
        params.width = row->width;
        params.height = row->height;
        params.profile = row->profile;
        params.backend = row->backend;
        params.device = row->backend == LK_BACKEND_CPU ? 0 : o->device;
        params.threads = row->threads;
        params.in_flight = row->in_flight;
        params.native_context = m.gpu ? m.table->native_context(m.gpu) : NULL;
        if (lk_scorer_create(context, &params, &scorer) != LK_OK) {
            status = fail(row, lk_context_error(context));
        }
    }
    if (status == 0 && row->source == BENCH_FROM_PINNED) {
        size_t bytes = (size_t)m.count * m.pair_bytes;
        if (lk_scorer_allocate(scorer, bytes, &m.pinned) != LK_OK) {
            status = fail(row, lk_scorer_error(scorer));
        } else {
            memcpy(m.pinned, m.host, bytes);
        }
    }
    if (status == 0) {
        lk_scorer_info info;
        lk_scorer_get_info(scorer, &info);
        row->in_flight = info.in_flight;
        row->memory = (double)info.memory / 1e6 / (info.threads > 0 ? info.threads : info.in_flight);
        memcpy(row->device, info.device, sizeof row->device);
        status = measure(o, row, scorer, &m);
    }
    lk_scorer_release(scorer, m.pinned);
    lk_scorer_destroy(&scorer);
    material_free(&m);
    lk_context_destroy(&context);
    return status;
}

void bench_stages(const bench_options *o, lk_backend backend, lk_profile profile, int width, int height) {
    bench_row row = {
        .backend = backend, .profile = profile, .width = width, .height = height, .source = BENCH_FROM_HOST};
    const lk_gpu_table *table = backend == LK_BACKEND_CUDA ? &lk_gpu_cuda : &lk_gpu_opencl;
    const lk_backend_table *b = backend == LK_BACKEND_CUDA ? &lk_backend_cuda : &lk_backend_opencl;
    lk_gpu_timing timing, total = {{{0}}};
    lk_scorer_params params;
    lk_setup setup;
    lk_context *context;
    lk_engine *engine;
    lk_error error = {{0}};
    material m = {0};
    enum { REPEATS = 20 };

    lk_scorer_params_default(&params, LK_API_VERSION);
    params.width = width;
    params.height = height;
    params.profile = profile;
    params.backend = backend;
    if (lk_context_create(&context) != LK_OK || lk_setup_init(&setup, &params, &error) != LK_OK) {
        return;
    }
    if (lk_gpu_engine_create(context, table, &setup, o->device, LK_GPU_TIMING, &engine, &error) != LK_OK) {
        fail(&row, error.text);
    } else if (material_make(&m, &row) == 0) {
        for (int i = 0; i < REPEATS; i++) {
            lk_job job = {.reference = material_picture(&m, &row, i, 0), .distorted = material_picture(&m, &row, i, 1)};
            if (b->submit(engine, &job) != LK_OK || b->finish(engine, &job, LK_WAIT) != LK_OK || job.status != LK_OK) {
                fail(&row, job.error.text);
                break;
            }
            lk_gpu_read_timing(engine, &timing);
            for (int k = 0; k < LK_KERNELS && i >= REPEATS / 2; k++) {
                for (int s = 0; s < LK_MAX_SCALES; s++) {
                    total.ms[k][s] += timing.ms[k][s] / (REPEATS - REPEATS / 2);
                }
            }
        }
        double sum = 0;
        for (int k = 0; k < LK_KERNELS; k++) {
            double kernel = 0;
            for (int s = 0; s < LK_MAX_SCALES; s++) {
                kernel += total.ms[k][s];
            }
            sum += kernel;
            if (kernel > 0) {
                printf("    %-28s", lk_kernel_names[k]);
                for (int s = 0; s < LK_MAX_SCALES; s++) {
                    printf(" %8.4f", total.ms[k][s]);
                }
                printf("  %8.4f ms\n", kernel);
            }
        }
        printf("    %-28s %54s  %8.4f ms\n", "device time, one pair", "", sum);
        b->destroy(engine);
    }
    free(m.host);
    lk_context_destroy(&context);
}
