/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Scorers: which backend a pair goes to, and results in the order of submission. */

#include "check.h"
#include "heatmap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Backends in the order in which LK_BACKEND_AUTO tries them. */
static const lk_backend_table *const backends[] = {&lk_backend_cuda, &lk_backend_opencl, &lk_backend_cpu};
#define BACKENDS (int)(sizeof(backends) / sizeof(backends[0]))

#define MAX_DEVICES 64

/* An engine and what it was made for. */
typedef struct worker {
    const lk_backend_table *backend;
    lk_engine *engine;
    lk_setup setup;
} worker;

struct lk_scorer {
    lk_context *context;
    lk_setup setup;
    worker *workers; /* one a device, all of one backend; pairs go to them in turn */
    int worker_count;
    worker *fallback; /* the CPU, once a device has failed under LK_BACKEND_AUTO; cancel reads it from any thread */
    char reason[256]; /* why this backend */
    int in_flight;
    lk_job *jobs; /* ring of in_flight */
    uint64_t submitted, collected;
    int cancelled; /* set from any thread */
    lk_error error;
};

lk_status lk_scorer_params_default(lk_scorer_params *params, uint32_t version) {
    if (!params) {
        return LK_ERROR_ARGUMENT;
    }
    if (version == 0 || version > LK_API_VERSION) {
        return LK_ERROR_VERSION;
    }
    *params = (lk_scorer_params){
        .version = version,
        .reference = lk_format_yuv(420, 8),
        .distorted = lk_format_yuv(420, 8),
        .reference_color = lk_color_default(),
        .distorted_color = lk_color_default(),
        .metrics = LK_METRIC_SSIMULACRA2,
    };
    return LK_OK;
}

lk_status lk_picture_default(lk_picture *picture, uint32_t version) {
    if (!picture) {
        return LK_ERROR_ARGUMENT;
    }
    if (version == 0 || version > LK_API_VERSION) {
        return LK_ERROR_VERSION;
    }
    *picture = (lk_picture){
        .version = version,
        .format = lk_format_yuv(420, 8),
        .color = lk_color_default(),
    };
    return LK_OK;
}

static lk_status start_worker(
    lk_scorer *scorer, worker *w, const lk_backend_table *backend, int device, int in_flight, lk_error *error) {
    w->setup = scorer->setup;
    w->setup.params.in_flight = in_flight;
    lk_status status = backend->create(scorer->context, &w->setup, device, &w->engine, error);
    w->backend = status == LK_OK ? backend : NULL;
    return status;
}

/* Every device of the backend that will have it. */
static lk_status start_all_devices(lk_scorer *scorer, const lk_backend_table *backend, lk_error *error) {
    int count = 0;
    lk_status status = backend->count(&count, error);
    if (status != LK_OK) {
        return status;
    }
    count = count > MAX_DEVICES ? MAX_DEVICES : count;
    int in_flight = count > 0 ? (scorer->setup.params.in_flight + count - 1) / count : 0;
    status = lk_fail(error, LK_ERROR_UNAVAILABLE, "there is no %s device", lk_backend_string(backend->backend));
    for (int i = 0; i < count; i++) {
        lk_status one = start_worker(scorer, &scorer->workers[scorer->worker_count], backend, i, in_flight, error);
        if (one == LK_OK) {
            scorer->worker_count++;
        } else {
            status = one;
            lk_log(scorer->context, LK_LOG_INFO, "not on %s device %d: %s", lk_backend_string(backend->backend), i,
                error->text);
        }
    }
    return scorer->worker_count > 0 ? LK_OK : status;
}

/* Try one backend. */
static lk_status start_backend(lk_scorer *scorer, const lk_backend_table *backend, lk_error *error) {
    const char *unsupported = backend->supports(&scorer->setup);
    if (unsupported) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "%s", unsupported);
    }
    const lk_scorer_params *p = &scorer->setup.params;
    if (p->device == LK_DEVICE_ALL) {
        return start_all_devices(scorer, backend, error);
    }
    lk_status status = start_worker(scorer, &scorer->workers[0], backend, p->device, p->in_flight, error);
    scorer->worker_count = status == LK_OK;
    return status;
}

static lk_status choose_backend(lk_scorer *scorer, lk_error *error) {
    lk_backend wanted = scorer->setup.params.backend;
    for (int i = 0; i < BACKENDS; i++) {
        if (wanted != LK_BACKEND_AUTO && backends[i]->backend != wanted) {
            continue;
        }
        lk_status status = start_backend(scorer, backends[i], error);
        if (status == LK_OK || wanted != LK_BACKEND_AUTO || i == BACKENDS - 1) {
            return status;
        }
        lk_log(scorer->context, LK_LOG_INFO, "not on %s: %s", lk_backend_string(backends[i]->backend), error->text);
        /* The reasons of all that were passed over, as far as they fit. */
        size_t used = strlen(scorer->reason);
        snprintf(scorer->reason + used, sizeof scorer->reason - used, "%s%s: %s", used ? "; " : "",
            lk_backend_string(backends[i]->backend), error->text);
    }
    return lk_fail(error, LK_ERROR_ARGUMENT, "unknown backend %d", (int)wanted);
}

/* Pairs go to the workers in turn, so the one that takes the fewest decides. */
static int total_in_flight(const lk_scorer *scorer) {
    int fewest = scorer->workers[0].setup.params.in_flight;
    for (int i = 1; i < scorer->worker_count; i++) {
        int takes = scorer->workers[i].setup.params.in_flight;
        fewest = takes < fewest ? takes : fewest;
    }
    int total = fewest * scorer->worker_count;
    int wanted = scorer->setup.params.in_flight;
    return wanted > 0 && wanted < total ? wanted : total;
}

lk_status lk_scorer_create(lk_context *context, const lk_scorer_params *params, lk_scorer **out) {
    if (out) {
        *out = NULL;
    }
    if (!context) {
        return LK_ERROR_ARGUMENT;
    }
    lk_error *error = lk_context_error_buffer(context);
    if (!params || !out) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "lk_scorer_create: params or scorer is NULL");
    }
    if (params->version == 0 || params->version > LK_API_VERSION) {
        return lk_fail(error, LK_ERROR_VERSION,
            "parameters of version %u, but this library is of version %d: fill them with lk_scorer_params_default()",
            (unsigned)params->version, LK_API_VERSION);
    }
    lk_scorer *scorer = calloc(1, sizeof *scorer);
    if (!scorer) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    scorer->context = context;
    scorer->workers = calloc(MAX_DEVICES, sizeof *scorer->workers);
    lk_status status = scorer->workers ? lk_setup_init(&scorer->setup, params, error)
                                       : lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    if (status == LK_OK) {
        status = choose_backend(scorer, error);
    }
    if (status == LK_OK) {
        scorer->in_flight = total_in_flight(scorer);
        scorer->jobs = calloc((size_t)scorer->in_flight, sizeof *scorer->jobs);
        if (!scorer->jobs) {
            status = lk_fail(error, LK_ERROR_MEMORY, "out of memory");
        }
    }
    if (status != LK_OK) {
        lk_scorer_destroy(&scorer);
        return status;
    }
    error->text[0] = 0; /* backends that were passed over left their reasons */
    *out = scorer;
    return LK_OK;
}

void lk_scorer_destroy(lk_scorer **scorer) {
    if (!scorer || !*scorer) {
        return;
    }
    lk_scorer *s = *scorer;
    for (int i = 0; i < s->worker_count; i++) {
        s->workers[i].backend->destroy(s->workers[i].engine);
    }
    if (s->fallback) {
        s->fallback->backend->destroy(s->fallback->engine);
    }
    free(s->fallback);
    free(s->workers);
    free(s->jobs);
    free(s);
    *scorer = NULL;
}

void lk_scorer_get_info(const lk_scorer *scorer, lk_scorer_info *info) {
    const worker *w = scorer->fallback ? scorer->fallback : &scorer->workers[0];
    *info = (lk_scorer_info){
        .backend = w->backend->backend,
        .reference = scorer->setup.params.reference_color,
        .distorted = scorer->setup.params.distorted_color,
        .in_flight = scorer->in_flight,
    };
    memcpy(info->reason, scorer->reason, sizeof info->reason);
    w->backend->info(w->engine, info);
    if (w != scorer->fallback && scorer->worker_count > 1) {
        char name[sizeof info->device];
        memcpy(name, info->device, sizeof name);
        snprintf(info->device, sizeof info->device, "%d x %.100s", scorer->worker_count, name);
        info->memory *= (size_t)scorer->worker_count;
    }
}

lk_status lk_context_devices(lk_context *context, lk_device_info *devices, int capacity, int *count) {
    if (!context || !count || capacity < 0 || (!devices && capacity > 0)) {
        return LK_ERROR_ARGUMENT;
    }
    *count = 0;
    for (int i = 0; i < BACKENDS; i++) {
        lk_error error = {{0}};
        int here = 0;
        lk_status status = backends[i]->count(&here, &error);
        if (status == LK_OK && here == 0) {
            lk_fail(&error, LK_ERROR_UNAVAILABLE, "there is no %s device", lk_backend_string(backends[i]->backend));
        }
        int entries = here > 0 ? here : 1;
        for (int k = 0; k < entries; k++, (*count)++) {
            lk_device_info info = {.backend = backends[i]->backend, .index = k};
            if (here == 0 || backends[i]->describe(k, &info, &error) != LK_OK) {
                snprintf(info.reason, sizeof info.reason, "%.255s", error.text);
            }
            if (*count < capacity) {
                devices[*count] = info;
            }
        }
    }
    return LK_OK;
}

lk_status lk_scorer_allocate(lk_scorer *scorer, size_t size, void **memory) {
    if (!scorer || !memory) {
        return LK_ERROR_ARGUMENT;
    }
    *memory = NULL;
    worker *w = &scorer->workers[0];
    return w->backend->allocate(w->engine, size, memory, &scorer->error);
}

void lk_scorer_release(lk_scorer *scorer, void *memory) {
    if (scorer && memory) {
        scorer->workers[0].backend->release(scorer->workers[0].engine, memory);
    }
}

static lk_job *job_at(lk_scorer *scorer, uint64_t index) {
    return &scorer->jobs[index % (uint64_t)scorer->in_flight];
}

static lk_status give_to(worker *w, lk_job *job) {
    job->backend = w->backend;
    job->engine = w->engine;
    job->done = 0;
    return w->backend->submit(w->engine, job);
}

/* May the pair, which a device failed on, be scored again on the CPU? */
static int can_fall_back(const lk_scorer *scorer, const lk_job *job) {
    return scorer->setup.params.backend == LK_BACKEND_AUTO && job->backend != &lk_backend_cpu &&
           lk_status_fault(job->status) == LK_FAULT_DEVICE && job->reference.memory == LK_MEMORY_HOST &&
           job->distorted.memory == LK_MEMORY_HOST;
}

/* Give the job to the CPU, and all later ones. */
static lk_status fall_back(lk_scorer *scorer, lk_job *job) {
    if (!scorer->fallback) {
        const char *failed = lk_backend_string(job->backend->backend);
        worker *w = calloc(1, sizeof *w);
        if (!w) {
            return LK_ERROR_MEMORY;
        }
        lk_error error;
        lk_status status = start_worker(scorer, w, &lk_backend_cpu, 0, scorer->in_flight, &error);
        if (status != LK_OK) {
            free(w);
            lk_log(
                scorer->context, LK_LOG_WARNING, "%s failed, and so did the CPU in its place: %s", failed, error.text);
            return status;
        }
        lk_log(scorer->context, LK_LOG_WARNING, "%s failed, going on on the CPU: %s", failed, job->error.text);
        size_t used = strlen(scorer->reason);
        snprintf(scorer->reason + used, sizeof scorer->reason - used, "%s%s failed: %s", used ? "; " : "", failed,
            job->error.text);
        __atomic_store_n(&scorer->fallback, w, __ATOMIC_SEQ_CST);
        if (__atomic_load_n(&scorer->cancelled, __ATOMIC_SEQ_CST)) {
            w->backend->cancel(w->engine); /* the call that cancelled came before this engine */
        }
    }
    return give_to(scorer->fallback, job);
}

lk_status lk_scorer_submit(lk_scorer *scorer, const lk_picture *reference, const lk_picture *distorted, void *tag) {
    if (!scorer) {
        return LK_ERROR_ARGUMENT;
    }
    if (!reference || !distorted) {
        return lk_fail(&scorer->error, LK_ERROR_ARGUMENT, "lk_scorer_submit: a picture is NULL");
    }
    if (__atomic_load_n(&scorer->cancelled, __ATOMIC_RELAXED)) {
        return lk_fail(&scorer->error, LK_CANCELLED, "the scorer was cancelled");
    }
    if (scorer->submitted - scorer->collected == (uint64_t)scorer->in_flight) {
        return LK_FULL;
    }
    lk_status status = lk_picture_check(&scorer->setup, reference, 0, &scorer->error);
    if (status == LK_OK) {
        status = lk_picture_check(&scorer->setup, distorted, 1, &scorer->error);
    }
    if (status != LK_OK) {
        return status;
    }
    lk_job *job = job_at(scorer, scorer->submitted);
    *job = (lk_job){.reference = *reference, .distorted = *distorted, .index = scorer->submitted, .tag = tag};
    worker *turn = &scorer->workers[scorer->submitted % (uint64_t)scorer->worker_count];
    status = give_to(scorer->fallback ? scorer->fallback : turn, job);
    if (status != LK_OK) {
        job->status = status;
        if (!can_fall_back(scorer, job) || fall_back(scorer, job) != LK_OK) {
            scorer->error = job->error;
            return status;
        }
    }
    scorer->submitted++;
    return LK_OK;
}

/* The score over each background; the lower one counts. */
static void pool_passes(const lk_setup *setup, lk_job *job, lk_result *result) {
    lk_pool(&setup->plan, job->sums[0], result);
    if (setup->passes > 1) {
        lk_result other = *result;
        lk_pool(&setup->plan, job->sums[1], &other);
        if (other.ssimulacra2 < result->ssimulacra2) {
            *result = other;
        }
    }
}

lk_status lk_scorer_collect(lk_scorer *scorer, lk_result *result, lk_wait wait) {
    if (!scorer) {
        return LK_ERROR_ARGUMENT;
    }
    if (!result) {
        return lk_fail(&scorer->error, LK_ERROR_ARGUMENT, "lk_scorer_collect: result is NULL");
    }
    if (scorer->submitted == scorer->collected) {
        return LK_EMPTY;
    }
    lk_job *job = job_at(scorer, scorer->collected);
    lk_status status = job->backend->finish(job->engine, job, wait);
    if (status == LK_OK && can_fall_back(scorer, job) && fall_back(scorer, job) == LK_OK) {
        status = job->backend->finish(job->engine, job, wait);
    }
    if (status != LK_OK) {
        return status;
    }
    scorer->collected++;
    *result = (lk_result){.index = job->index, .tag = job->tag, .status = job->status, .ssimulacra2 = NAN};
    if (job->status == LK_OK) {
        pool_passes(&scorer->setup, job, result);
    } else if (job->status == LK_CANCELLED) {
        lk_fail(&scorer->error, LK_CANCELLED, "pair %llu was cancelled", (unsigned long long)job->index);
    } else {
        scorer->error = job->error;
    }
    return LK_OK;
}

/* Whether the scorer takes the picture, and the CPU can read it. */
static lk_status check_host_picture(lk_scorer *scorer, const lk_picture *picture, int distorted) {
    lk_status status = lk_picture_check(&scorer->setup, picture, distorted, &scorer->error);
    if (status == LK_OK && picture->memory != LK_MEMORY_HOST) {
        status = lk_fail(&scorer->error, LK_ERROR_ARGUMENT, "the %s picture is in device memory, not in the host's",
            distorted ? "distorted" : "reference");
    }
    return status;
}

lk_status lk_scorer_heatmap(lk_scorer *scorer, const lk_picture *reference, const lk_picture *distorted, float *map) {
    if (!scorer) {
        return LK_ERROR_ARGUMENT;
    }
    if (!reference || !distorted || !map) {
        return lk_fail(&scorer->error, LK_ERROR_ARGUMENT, "lk_scorer_heatmap: a picture or the map is NULL");
    }
    lk_status status = check_host_picture(scorer, reference, 0);
    if (status == LK_OK) {
        status = check_host_picture(scorer, distorted, 1);
    }
    return status == LK_OK ? lk_heatmap(&scorer->setup, reference, distorted, map, &scorer->error) : status;
}

lk_status lk_scorer_preview(lk_scorer *scorer, int distorted, const lk_picture *picture, uint8_t *rgb) {
    if (!scorer) {
        return LK_ERROR_ARGUMENT;
    }
    if (!picture || !rgb) {
        return lk_fail(&scorer->error, LK_ERROR_ARGUMENT, "lk_scorer_preview: the picture or rgb is NULL");
    }
    lk_status status = check_host_picture(scorer, picture, distorted);
    return status == LK_OK ? lk_preview(&scorer->setup, distorted, picture, rgb, &scorer->error) : status;
}

void lk_scorer_cancel(lk_scorer *scorer) {
    if (!scorer) {
        return;
    }
    __atomic_store_n(&scorer->cancelled, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < scorer->worker_count; i++) {
        scorer->workers[i].backend->cancel(scorer->workers[i].engine);
    }
    worker *fallback = __atomic_load_n(&scorer->fallback, __ATOMIC_SEQ_CST);
    if (fallback) {
        fallback->backend->cancel(fallback->engine);
    }
}

const char *lk_scorer_error(const lk_scorer *scorer) {
    return scorer ? scorer->error.text : "no scorer";
}
