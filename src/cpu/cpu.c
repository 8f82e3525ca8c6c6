/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The CPU backend: a pool of threads, each of which scores a whole pair in a workspace of its own. Pairs are taken in
 * the order of submission; the result does not depend on which thread takes them. */

#include "backend.h"
#include "cpu/levels.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_THREADS 1024

struct lk_engine {
    const lk_setup *setup;
    const lk_reference_stages *stages;
    pthread_mutex_t lock;
    pthread_cond_t work;     /* a job was queued, or stopping */
    pthread_cond_t finished; /* a job is done */
    lk_job **queue;          /* ring of in_flight entries: begun, not yet taken by a thread */
    unsigned head, count;
    int stopping;
    int cancelled; /* read without the lock inside a score */
    int threads;
    pthread_t *thread;
    void **workspace;
};

static void score_job(const lk_engine *engine, lk_job *job, void *workspace) {
    for (int pass = 0; pass < engine->setup->passes; pass++) {
        engine->stages->score(engine->setup, &job->reference, &job->distorted, engine->setup->background[pass],
            workspace, &engine->cancelled, job->sums[pass]);
    }
}

typedef struct worker {
    lk_engine *engine;
    void *workspace;
} worker;

static void *work(void *opaque) {
    worker self = *(worker *)opaque;
    lk_engine *engine = self.engine;
    free(opaque);
    pthread_mutex_lock(&engine->lock);
    for (;;) {
        while (engine->count == 0 && !engine->stopping) {
            pthread_cond_wait(&engine->work, &engine->lock);
        }
        if (engine->count == 0) {
            break;
        }
        lk_job *job = engine->queue[engine->head];
        engine->head = (engine->head + 1) % (unsigned)engine->setup->params.in_flight;
        engine->count--;
        pthread_mutex_unlock(&engine->lock);

        int cancelled = __atomic_load_n(&engine->cancelled, __ATOMIC_RELAXED);
        if (!cancelled) {
            score_job(engine, job, self.workspace);
            cancelled = __atomic_load_n(&engine->cancelled, __ATOMIC_RELAXED);
        }

        pthread_mutex_lock(&engine->lock);
        job->status = cancelled ? LK_CANCELLED : LK_OK;
        job->done = 1;
        pthread_cond_broadcast(&engine->finished);
    }
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

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
    for (int i = 0; i < engine->threads; i++) {
        pthread_join(engine->thread[i], NULL);
        free(engine->workspace[i]);
    }
    pthread_cond_destroy(&engine->finished);
    pthread_cond_destroy(&engine->work);
    pthread_mutex_destroy(&engine->lock);
    free(engine->workspace);
    free(engine->thread);
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
    snprintf(info->name, sizeof info->name, "%d processors, %s", lk_cpu_count(), lk_reference_best()->level);
    return LK_OK;
}

/* How many threads are asked for, and fit into max_memory, or into the machine's memory. */
static lk_status choose_threads(const lk_setup *setup, size_t workspace, int *threads, lk_error *error) {
    *threads = setup->params.threads > 0 ? setup->params.threads : lk_cpu_count();
    if (*threads > MAX_THREADS) {
        *threads = MAX_THREADS;
    }
    size_t limit = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    if (setup->params.max_memory > 0 && setup->params.max_memory < limit) {
        limit = setup->params.max_memory;
    }
    if ((size_t)*threads > limit / workspace) {
        *threads = (int)(limit / workspace);
    }
    if (*threads == 0) {
        return lk_fail(error, LK_ERROR_MEMORY, "a pair of %dx%d takes %.3f MB to be scored, but the limit is %.3f MB",
            setup->params.width, setup->params.height, (double)workspace / 1e6, (double)limit / 1e6);
    }
    return LK_OK;
}

static lk_status start_threads(lk_engine *engine, int threads, size_t workspace, lk_error *error) {
    while (engine->threads < threads) {
        int i = engine->threads;
        worker *self = malloc(sizeof *self);
        engine->workspace[i] = malloc(workspace);
        if (!self || !engine->workspace[i]) {
            free(self);
            free(engine->workspace[i]);
            return lk_fail(error, LK_ERROR_MEMORY, "out of memory: a thread needs %zu MB for pictures of %dx%d",
                workspace / 1000000 + 1, engine->setup->params.width, engine->setup->params.height);
        }
        *self = (worker){engine, engine->workspace[i]};
        int failed = pthread_create(&engine->thread[i], NULL, work, self);
        if (failed) {
            free(self);
            free(engine->workspace[i]);
            return lk_fail(
                error, LK_ERROR_SYSTEM, "cannot start thread %d of %d: %s", i + 1, threads, strerror(failed));
        }
        engine->threads++;
    }
    return LK_OK;
}

static lk_status cpu_create(lk_context *context, lk_setup *setup, int device, lk_engine **out, lk_error *error) {
    (void)context;
    if (device != 0 && device != LK_DEVICE_ALL) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "there is no CPU device %d, only 0", device);
    }
    size_t workspace = lk_reference_workspace(setup->params.width, setup->params.height);
    int threads;
    lk_status status = choose_threads(setup, workspace, &threads, error);
    if (status != LK_OK) {
        return status;
    }
    if (setup->params.in_flight == 0) {
        setup->params.in_flight = 2 * threads; /* a pair waits for each thread, however uneven the times */
    }
    lk_engine *engine = calloc(1, sizeof *engine);
    if (!engine) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    engine->setup = setup;
    engine->stages = lk_reference_best();
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->work, NULL);
    pthread_cond_init(&engine->finished, NULL);
    engine->queue = calloc((size_t)setup->params.in_flight, sizeof *engine->queue);
    engine->thread = calloc((size_t)threads, sizeof *engine->thread);
    engine->workspace = calloc((size_t)threads, sizeof *engine->workspace);
    if (!engine->queue || !engine->thread || !engine->workspace) {
        status = lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    } else {
        status = start_threads(engine, threads, workspace, error);
    }
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
    snprintf(info->device, sizeof info->device, "%d thread%s, %s", engine->threads, engine->threads == 1 ? "" : "s",
        engine->stages->level);
    info->threads = engine->threads;
    info->memory =
        (size_t)engine->threads * lk_reference_workspace(engine->setup->params.width, engine->setup->params.height);
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
