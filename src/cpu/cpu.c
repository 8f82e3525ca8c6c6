/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The CPU backend: a pool of threads and a few workspaces, in each of which a pair is scored. A thread that is free
 * begins the next pair if there is one, else it helps with a pair that is on its way. Pairs are begun in the order of
 * submission; the result does not depend on who has worked on them. */

#include "backend.h"
#include "cpu/levels.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_THREADS 1024

/* A workspace and the pair in it. */
typedef struct slot {
    unsigned char *workspace;
    lk_job *job; /* NULL: free */
    int pass;
    int workers; /* threads that are at it */
    lk_run run;
} slot;

typedef struct worker {
    struct lk_engine *engine;
    pthread_t thread;
    lk_scratch *scratch;
} worker;

struct lk_engine {
    const lk_setup *setup;
    lk_cpu_level level;
    lk_stream stream;   /* unless the level is LK_CPU_REFERENCE */
    int threads_a_pair; /* at most */
    size_t slot_bytes;
    size_t thread_bytes;
    int cancelled; /* read without the lock inside a score */
    pthread_mutex_t lock;
    pthread_cond_t work;     /* there is something to begin or to help with, or stopping */
    pthread_cond_t finished; /* a job is done */
    lk_job **queue;          /* ring of in_flight entries: submitted, not yet begun */
    unsigned head, count;
    int stopping;
    slot *slots;
    int slot_count;
    worker *workers;
    int worker_count;
};

static int is_cancelled(const lk_engine *engine) {
    return __atomic_load_n(&engine->cancelled, __ATOMIC_RELAXED);
}

/* ---------------------------------------------------------------------------------------- threads, under the lock ---
 */

static int streams(const lk_engine *engine) {
    return engine->level != LK_CPU_REFERENCE;
}

static void begin_pass(lk_engine *engine, slot *s) {
    s->run.background = engine->setup->background[s->pass];
    if (streams(engine)) {
        lk_run_begin(&s->run);
    }
    if (engine->threads_a_pair > 1) {
        pthread_cond_broadcast(&engine->work);
    }
}

/* The oldest pair of the queue, in a free slot; NULL if there is no pair or no slot. */
static slot *begin_job(lk_engine *engine) {
    for (int i = 0; i < engine->slot_count && engine->count > 0; i++) {
        slot *s = &engine->slots[i];
        if (!s->job) {
            s->job = engine->queue[engine->head];
            s->pass = 0;
            s->run.reference = &s->job->reference;
            s->run.distorted = &s->job->distorted;
            engine->head = (engine->head + 1) % (unsigned)engine->setup->params.in_flight;
            engine->count--;
            begin_pass(engine, s);
            return s;
        }
    }
    return NULL;
}

/* A pair on its way that one more thread can help with, best the one with the fewest threads; or NULL. */
static slot *join_job(lk_engine *engine) {
    slot *best = NULL;
    for (int i = 0; i < engine->slot_count && engine->threads_a_pair > 1; i++) {
        slot *s = &engine->slots[i];
        if (s->job && s->workers < engine->threads_a_pair && lk_run_has_work(&s->run) &&
            (!best || s->workers < best->workers)) {
            best = s;
        }
    }
    return best;
}

/* The last thread has left: the next background, or the pair is done. */
static void end_pass(lk_engine *engine, slot *s) {
    lk_job *job = s->job;
    if (streams(engine) && !is_cancelled(engine)) {
        lk_run_end(&s->run, job->sums[s->pass]);
    }
    s->pass++;
    if (s->pass < engine->setup->passes && !is_cancelled(engine)) {
        begin_pass(engine, s);
        return;
    }
    s->job = NULL;
    job->status = is_cancelled(engine) ? LK_CANCELLED : LK_OK;
    job->done = 1;
    pthread_cond_broadcast(&engine->finished);
}

static void *work(void *opaque) {
    const worker *self = opaque;
    lk_engine *engine = self->engine;
    pthread_mutex_lock(&engine->lock);
    for (;;) {
        slot *s = begin_job(engine);
        if (!s) {
            s = join_job(engine);
        }
        if (!s && engine->stopping) {
            break;
        }
        if (!s) {
            pthread_cond_wait(&engine->work, &engine->lock);
            continue;
        }
        s->workers++;
        do {
            int pass = s->pass;
            pthread_mutex_unlock(&engine->lock);
            if (streams(engine)) {
                lk_run_work(&s->run, self->scratch);
            } else {
                lk_reference_best()->score(engine->setup, s->run.reference, s->run.distorted, s->run.background,
                    s->workspace, &engine->cancelled, s->job->sums[pass]);
            }
            pthread_mutex_lock(&engine->lock);
            if (s->workers == 1) {
                end_pass(engine, s);
            }
        } while (s->workers == 1 && s->job);
        s->workers--;
    }
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------- creation --- */

static void cpu_cancel(lk_engine *engine) {
    __atomic_store_n(&engine->cancelled, 1, __ATOMIC_RELAXED);
}

static void cpu_destroy(lk_engine *engine) {
    if (!engine) {
        return;
    }
    cpu_cancel(engine);
    pthread_mutex_lock(&engine->lock);
    engine->stopping = 1;
    pthread_cond_broadcast(&engine->work);
    pthread_mutex_unlock(&engine->lock);
    for (int i = 0; i < engine->worker_count; i++) {
        pthread_join(engine->workers[i].thread, NULL);
        free(engine->workers[i].scratch);
    }
    for (int i = 0; i < engine->slot_count; i++) {
        free(engine->slots[i].workspace);
    }
    pthread_cond_destroy(&engine->finished);
    pthread_cond_destroy(&engine->work);
    pthread_mutex_destroy(&engine->lock);
    lk_stream_free(&engine->stream);
    free(engine->workers);
    free(engine->slots);
    free(engine->queue);
    free(engine);
}

static const char *cpu_supports(const lk_setup *setup) {
    (void)setup;
    return NULL;
}

static lk_status cpu_count(int *count, lk_error *error) {
    (void)error;
    *count = 1;
    return LK_OK;
}

static lk_status cpu_describe(int index, lk_device_info *info, lk_error *error) {
    (void)error;
    *info = (lk_device_info){.backend = LK_BACKEND_CPU, .index = index, .usable = 1};
    snprintf(
        info->name, sizeof info->name, "%d processors, %s", lk_cpu_count(), lk_cpu_level_string(lk_cpu_best_level()));
    return LK_OK;
}

static lk_status choose_level(lk_cpu_level wanted, lk_cpu_level *level, lk_error *error) {
    *level = wanted == LK_CPU_BEST ? lk_cpu_best_level() : wanted;
    if (*level != LK_CPU_REFERENCE && !lk_cpu_steps_of(*level, LK_PROFILE_EXACT)) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "the CPU level %s is not in this build; its best is %s",
            lk_cpu_level_string(*level), lk_cpu_level_string(lk_cpu_best_level()));
    }
    if (!lk_cpu_has_level(*level)) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "this processor has no %s; its best is %s",
            lk_cpu_level_string(*level), lk_cpu_level_string(lk_cpu_best_level()));
    }
    return LK_OK;
}

/* As many threads as are asked for, and a slot for each of them, if that fits into max_memory or the machine's memory;
 * fewer slots otherwise, then fewer threads. */
static lk_status choose_counts(const lk_engine *engine, int *threads, int *slots, lk_error *error) {
    const lk_scorer_params *p = &engine->setup->params;
    size_t limit = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    if (p->max_memory > 0 && p->max_memory < limit) {
        limit = p->max_memory;
    }
    *threads = p->threads > 0 ? p->threads : lk_cpu_count();
    *threads = *threads > MAX_THREADS ? MAX_THREADS : *threads;
    if (limit < engine->slot_bytes + engine->thread_bytes) {
        return lk_fail(error, LK_ERROR_MEMORY, "a pair of %dx%d takes %.3f MB to be scored, but the limit is %.3f MB",
            p->width, p->height, (double)(engine->slot_bytes + engine->thread_bytes) / 1e6, (double)limit / 1e6);
    }
    size_t room = limit - engine->slot_bytes;
    if (engine->thread_bytes > 0 && (size_t)*threads > room / engine->thread_bytes) {
        *threads = (int)(room / engine->thread_bytes);
    }
    *slots = p->in_flight > 0 && p->in_flight < *threads ? p->in_flight : *threads;
    room = limit - (size_t)*threads * engine->thread_bytes;
    if ((size_t)*slots > room / engine->slot_bytes) {
        *slots = (int)(room / engine->slot_bytes);
    }
    return LK_OK;
}

static lk_status no_memory(const lk_engine *engine, lk_error *error) {
    return lk_fail(error, LK_ERROR_MEMORY, "out of memory: a pair of %dx%d needs %zu MB, a thread %zu MB",
        engine->setup->params.width, engine->setup->params.height, engine->slot_bytes / 1000000 + 1,
        engine->thread_bytes / 1000000 + 1);
}

/* size bytes of zeros for vectors to lie in; NULL if there are none. */
static void *aligned_zeros(size_t size) {
    void *memory;
    if (posix_memalign(&memory, 64, size) != 0) {
        return NULL;
    }
    return memset(memory, 0, size);
}

static lk_status make_slots(lk_engine *engine, int slots, lk_error *error) {
    while (engine->slot_count < slots) {
        slot *s = &engine->slots[engine->slot_count];
        s->workspace = aligned_zeros(engine->slot_bytes);
        if (!s->workspace) {
            return no_memory(engine, error);
        }
        s->run = (lk_run){.stream = &engine->stream, .workspace = s->workspace, .cancelled = &engine->cancelled};
        engine->slot_count++;
    }
    return LK_OK;
}

static lk_status start_threads(lk_engine *engine, int threads, lk_error *error) {
    while (engine->worker_count < threads) {
        worker *w = &engine->workers[engine->worker_count];
        w->engine = engine;
        w->scratch = engine->thread_bytes > 0 ? aligned_zeros(engine->thread_bytes) : NULL;
        if (engine->thread_bytes > 0 && !w->scratch) {
            return no_memory(engine, error);
        }
        int failed = pthread_create(&w->thread, NULL, work, w);
        if (failed) {
            free(w->scratch);
            return lk_fail(error, LK_ERROR_SYSTEM, "cannot start thread %d of %d: %s", engine->worker_count + 1,
                threads, strerror(failed));
        }
        engine->worker_count++;
    }
    return LK_OK;
}

/* What the level decides. */
static lk_status prepare(lk_engine *engine, lk_error *error) {
    const lk_scorer_params *p = &engine->setup->params;
    lk_status status = choose_level(p->cpu_level, &engine->level, error);
    if (status != LK_OK) {
        return status;
    }
    if (!streams(engine)) {
        engine->slot_bytes = lk_reference_workspace(p->width, p->height);
        engine->threads_a_pair = 1;
        return LK_OK;
    }
    status = lk_stream_init(&engine->stream, engine->setup, lk_cpu_steps_of(engine->level, p->profile), error);
    engine->slot_bytes = engine->stream.workspace;
    engine->thread_bytes = sizeof(lk_scratch);
    engine->threads_a_pair = status == LK_OK ? lk_stream_useful_threads(&engine->stream) : 1;
    return status;
}

static lk_status start(lk_engine *engine, lk_setup *setup, lk_error *error) {
    int threads = 0, slots = 0;
    lk_status status = prepare(engine, error);
    if (status == LK_OK) {
        status = choose_counts(engine, &threads, &slots, error);
    }
    if (status != LK_OK) {
        return status;
    }
    if (setup->params.in_flight == 0) {
        setup->params.in_flight = 2 * threads; /* a pair waits for each thread, however uneven the times */
    }
    engine->queue = calloc((size_t)setup->params.in_flight, sizeof *engine->queue);
    engine->slots = calloc((size_t)slots, sizeof *engine->slots);
    engine->workers = calloc((size_t)threads, sizeof *engine->workers);
    if (!engine->queue || !engine->slots || !engine->workers) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    status = make_slots(engine, slots, error);
    return status == LK_OK ? start_threads(engine, threads, error) : status;
}

static lk_status cpu_create(lk_context *context, lk_setup *setup, int device, lk_engine **out, lk_error *error) {
    (void)context;
    if (device != 0 && device != LK_DEVICE_ALL) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "there is no CPU device %d, only 0", device);
    }
    lk_engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    engine->setup = setup;
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->work, NULL);
    pthread_cond_init(&engine->finished, NULL);
    lk_status status = start(engine, setup, error);
    if (status != LK_OK) {
        cpu_destroy(engine);
        return status;
    }
    *out = engine;
    return LK_OK;
}

static lk_status cpu_submit(lk_engine *engine, lk_job *job) {
    if (job->reference.memory != LK_MEMORY_HOST || job->distorted.memory != LK_MEMORY_HOST) {
        return lk_fail(&job->error, LK_ERROR_ARGUMENT, "a picture is in device memory, but the scorer runs on the CPU");
    }
    pthread_mutex_lock(&engine->lock);
    engine->queue[(engine->head + engine->count) % (unsigned)engine->setup->params.in_flight] = job;
    engine->count++;
    pthread_cond_signal(&engine->work);
    pthread_mutex_unlock(&engine->lock);
    return LK_OK;
}

static lk_status cpu_finish(lk_engine *engine, lk_job *job, lk_wait wait) {
    pthread_mutex_lock(&engine->lock);
    while (!job->done && wait) {
        pthread_cond_wait(&engine->finished, &engine->lock);
    }
    lk_status status = job->done ? LK_OK : LK_PENDING;
    pthread_mutex_unlock(&engine->lock);
    return status;
}

static void cpu_info(const lk_engine *engine, lk_scorer_info *info) {
    int threads = engine->worker_count;
    snprintf(info->device, sizeof info->device, "%d thread%s, %s", threads, threads == 1 ? "" : "s",
        lk_cpu_level_string(engine->level));
    info->threads = threads;
    info->memory = (size_t)engine->slot_count * engine->slot_bytes + (size_t)threads * engine->thread_bytes;
}

static lk_status cpu_allocate(lk_engine *engine, size_t size, void **memory, lk_error *error) {
    (void)engine;
    if (posix_memalign(memory, 256, size > 0 ? size : 1) != 0) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory: %zu bytes for pictures", size);
    }
    return LK_OK;
}

static void cpu_release(lk_engine *engine, void *memory) {
    (void)engine;
    free(memory);
}

const lk_backend_table lk_backend_cpu = {
    .backend = LK_BACKEND_CPU,
    .supports = cpu_supports,
    .count = cpu_count,
    .describe = cpu_describe,
    .create = cpu_create,
    .submit = cpu_submit,
    .finish = cpu_finish,
    .cancel = cpu_cancel,
    .destroy = cpu_destroy,
    .info = cpu_info,
    .allocate = cpu_allocate,
    .release = cpu_release,
};
