/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "fake_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 16

/* A pair as the CPU engine below sees it: whatever memory its pictures are in, they can be read. */
typedef struct inner {
    lk_job job;
    int taken;
    double due; /* not finished before */
} inner;

struct lk_engine {
    fake_backend *backend;
    fake_device *device;
    lk_setup setup;
    lk_engine *cpu;
    int index;
    int in_flight;
    inner pair[MOST];
};

fake_backend fake_cuda, fake_opencl;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void sleep_until(double due) {
    double left = due - now();
    if (left > 0) {
        struct timespec t = {(time_t)(left / 1e3), (long)(left * 1e6) % 1000000000};
        nanosleep(&t, NULL);
    }
}

static fake_backend fresh(lk_backend backend) {
    fake_backend b = {.backend = backend,
        .devices = FAKE_DEVICES,
        .lost_from = FAKE_NEVER,
        .lost_only = FAKE_NEVER,
        .refused_from = FAKE_NEVER};
    for (int i = 0; i < FAKE_DEVICES; i++) {
        b.device[i] = (fake_device){.most = 4};
    }
    return b;
}

void fake_reset(void) {
    fake_cuda = fresh(LK_BACKEND_CUDA);
    fake_opencl = fresh(LK_BACKEND_OPENCL);
}

void fake_let_work(const fake_device *device) {
    for (int i = 0; i < MOST; i++) {
        inner *p = &device->engine->pair[i];
        if (p->taken) {
            lk_backend_cpu.finish(device->engine->cpu, &p->job, LK_WAIT);
        }
    }
}

static lk_status count(const fake_backend *b, int *devices, lk_error *error) {
    *devices = b->absent ? 0 : b->devices;
    return b->absent ? lk_fail(error, LK_ERROR_UNAVAILABLE, "%s", b->absent) : LK_OK;
}

static lk_status describe(const fake_backend *b, int index, lk_device_info *info, lk_error *error) {
    const fake_device *d = &b->device[index];
    if (d->described != LK_OK) {
        return lk_fail(error, d->described, "made-up device %d does not answer", index);
    }
    *info =
        (lk_device_info){.backend = b->backend, .index = index, .memory = 1000, .is_gpu = 1, .usable = !d->unusable};
    snprintf(info->name, sizeof info->name, "made-up device %d", index);
    snprintf(info->driver, sizeof info->driver, "made-up driver");
    snprintf(info->reason, sizeof info->reason, "%s", d->unusable ? d->unusable : "");
    return LK_OK;
}

static lk_status create(
    fake_backend *b, lk_context *context, lk_setup *setup, int index, lk_engine **out, lk_error *error) {
    int devices;
    lk_status status = count(b, &devices, error);
    if (status != LK_OK) {
        return status;
    }
    if (index < 0 || index >= devices) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "there is no made-up device %d", index);
    }
    fake_device *d = &b->device[index];
    if (d->opens != LK_OK) {
        return lk_fail(error, d->opens, "made-up device %d does not open", index);
    }
    lk_scorer_params *p = &setup->params;
    p->in_flight = p->in_flight == 0 || p->in_flight > d->most ? d->most : p->in_flight;
    lk_engine *e = calloc(1, sizeof *e);
    if (!e) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    *e = (lk_engine){.backend = b, .device = d, .setup = *setup, .index = index};
    e->setup.params.threads = 1;
    e->setup.params.max_memory = 0; /* a limit is on device memory, of which it takes none */
    status = lk_backend_cpu.create(context, &e->setup, 0, &e->cpu, error);
    if (status != LK_OK) {
        free(e);
        return status;
    }
    d->opened++;
    d->engine = e;
    *out = e;
    return LK_OK;
}

static lk_status submit(lk_engine *e, lk_job *job) {
    if (e->in_flight == e->setup.params.in_flight || job->done) {
        e->device->misused++;
        return lk_fail(&job->error, LK_ERROR_INTERNAL, "there is no room for pair %d", (int)job->index);
    }
    if (job->index >= e->backend->refused_from) {
        return lk_fail(&job->error, LK_ERROR_DEVICE, FAKE_LOST);
    }
    if (e->device->full > 0) {
        e->device->full--;
        return LK_FULL;
    }
    inner *p = e->pair;
    while (p->taken) {
        p++;
    }
    *p = (inner){.job = *job, .taken = 1, .due = now() + e->device->milliseconds};
    p->job.reference.memory = p->job.distorted.memory = LK_MEMORY_HOST;
    job->slot = p;
    e->in_flight++;
    e->device->taken++;
    return lk_backend_cpu.submit(e->cpu, &p->job);
}

/* A lost device leaves behind what no score may come from. */
static void lose(lk_job *job) {
    for (int i = 0; i < 2; i++) {
        memset(job->sums[i], 0x55, sizeof job->sums[i]);
    }
    job->status = lk_fail(&job->error, LK_ERROR_DEVICE, FAKE_LOST);
}

static lk_status finish(lk_engine *e, lk_job *job, lk_wait wait) {
    inner *p = job->slot;
    if (job->done) {
        e->device->misused++;
    }
    if (wait) {
        sleep_until(p->due);
    } else if (e->device->held || now() < p->due) {
        return LK_PENDING;
    }
    lk_status status = lk_backend_cpu.finish(e->cpu, &p->job, wait);
    if (status != LK_OK) {
        return status;
    }
    if (job->index >= e->backend->lost_from || job->index == e->backend->lost_only) {
        lose(job);
    } else {
        job->status = p->job.status;
        memcpy(job->sums, p->job.sums, sizeof job->sums);
    }
    job->done = 1;
    p->taken = 0;
    e->in_flight--;
    return LK_OK;
}

static void cancel(lk_engine *e) {
    __atomic_fetch_add(&e->backend->cancelled, 1, __ATOMIC_RELAXED);
    lk_backend_cpu.cancel(e->cpu);
}

static void destroy(lk_engine *e) {
    lk_backend_cpu.destroy(e->cpu);
    e->device->closed++;
    free(e);
}

static void info(const lk_engine *e, lk_scorer_info *to) {
    snprintf(to->device, sizeof to->device, "made-up device %d", e->index);
    to->memory = 1000;
}

static lk_status allocate(lk_engine *e, size_t size, void **memory, lk_error *error) {
    if (e->device->out_of_memory != LK_OK) {
        return lk_fail(error, e->device->out_of_memory, "made-up device %d has no memory left", e->index);
    }
    e->device->allocated++;
    return lk_backend_cpu.allocate(e->cpu, size, memory, error);
}

static void release(lk_engine *e, void *memory) {
    e->device->released++;
    lk_backend_cpu.release(e->cpu, memory);
}

#define FAKE(name, id)                                                                                                 \
    static const char *name##_supports(const lk_setup *setup) {                                                        \
        (void)setup;                                                                                                   \
        return fake_##name.unsupported;                                                                                \
    }                                                                                                                  \
    static lk_status name##_count(int *devices, lk_error *error) {                                                     \
        return count(&fake_##name, devices, error);                                                                    \
    }                                                                                                                  \
    static lk_status name##_describe(int index, lk_device_info *to, lk_error *error) {                                 \
        return describe(&fake_##name, index, to, error);                                                               \
    }                                                                                                                  \
    static lk_status name##_create(                                                                                    \
        lk_context *context, lk_setup *setup, int index, lk_engine **out, lk_error *error) {                           \
        return create(&fake_##name, context, setup, index, out, error);                                                \
    }                                                                                                                  \
    const lk_backend_table lk_backend_##name = {                                                                       \
        .backend = id,                                                                                                 \
        .supports = name##_supports,                                                                                   \
        .count = name##_count,                                                                                         \
        .describe = name##_describe,                                                                                   \
        .create = name##_create,                                                                                       \
        .submit = submit,                                                                                              \
        .finish = finish,                                                                                              \
        .cancel = cancel,                                                                                              \
        .destroy = destroy,                                                                                            \
        .info = info,                                                                                                  \
        .allocate = allocate,                                                                                          \
        .release = release,                                                                                            \
    };

FAKE(cuda, LK_BACKEND_CUDA)
FAKE(opencl, LK_BACKEND_OPENCL)
