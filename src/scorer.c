/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Scorers: which backend a pair goes to, and results in the order of submission. */

#include "check.h"

#include <math.h>
#include <stdlib.h>

/* Backends in the order in which LK_BACKEND_AUTO tries them. */
static const lk_backend_table *const backends[] = {&lk_backend_cpu};
#define BACKENDS (int)(sizeof(backends) / sizeof(backends[0]))

struct lk_scorer {
    lk_context *context;
    lk_setup setup;
    const lk_backend_table *backend;
    lk_engine *engine;
    char reason[256]; /* why this backend */
    lk_job *jobs;     /* ring of setup.params.in_flight */
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

/* Try one backend. */
static lk_status try_backend(lk_scorer *scorer, const lk_backend_table *backend, lk_error *error) {
    const char *unsupported = backend->supports(&scorer->setup);
    if (unsupported) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "%s", unsupported);
    }
    lk_status status =
        backend->create(scorer->context, &scorer->setup, scorer->setup.params.device, &scorer->engine, error);
    if (status == LK_OK) {
        scorer->backend = backend;
    }
    return status;
}

static lk_status choose_backend(lk_scorer *scorer, lk_error *error) {
    lk_backend wanted = scorer->setup.params.backend;
    for (int i = 0; i < BACKENDS; i++) {
        if (wanted != LK_BACKEND_AUTO && backends[i]->backend != wanted) {
            continue;
        }
        lk_status status = try_backend(scorer, backends[i], error);
        if (status == LK_OK || wanted != LK_BACKEND_AUTO || i == BACKENDS - 1) {
            return status;
        }
        lk_log(scorer->context, LK_LOG_INFO, "not on %s: %s", lk_backend_string(backends[i]->backend), error->text);
    }
    return lk_fail(error, LK_ERROR_UNAVAILABLE, "this build of liken has no %s backend", lk_backend_string(wanted));
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
    lk_status status = lk_setup_init(&scorer->setup, params, error);
    if (status == LK_OK) {
        status = choose_backend(scorer, error);
    }
    if (status == LK_OK) {
        scorer->jobs = calloc((size_t)scorer->setup.params.in_flight, sizeof *scorer->jobs);
        if (!scorer->jobs) {
            status = lk_fail(error, LK_ERROR_MEMORY, "out of memory");
        }
    }
    if (status != LK_OK) {
        lk_scorer_destroy(&scorer);
        return status;
    }
    *out = scorer;
    return LK_OK;
}

void lk_scorer_destroy(lk_scorer **scorer) {
    if (!scorer || !*scorer) {
        return;
    }
    lk_scorer *s = *scorer;
    if (s->engine) {
        s->backend->destroy(s->engine);
    }
    free(s->jobs);
    free(s);
    *scorer = NULL;
}

void lk_scorer_get_info(const lk_scorer *scorer, lk_scorer_info *info) {
    *info = (lk_scorer_info){
        .backend = scorer->backend->backend,
        .reference = scorer->setup.params.reference_color,
        .distorted = scorer->setup.params.distorted_color,
        .in_flight = scorer->setup.params.in_flight,
    };
    scorer->backend->info(scorer->engine, info);
}

static lk_job *job_at(lk_scorer *scorer, uint64_t index) {
    return &scorer->jobs[index % (uint64_t)scorer->setup.params.in_flight];
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
    if (scorer->submitted - scorer->collected == (uint64_t)scorer->setup.params.in_flight) {
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
    status = scorer->backend->submit(scorer->engine, job);
    if (status == LK_OK) {
        scorer->submitted++;
    } else {
        scorer->error = job->error;
    }
    return status;
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
    lk_status status = scorer->backend->finish(scorer->engine, job, wait);
    if (status != LK_OK) {
        return status;
    }
    scorer->collected++;
    *result = (lk_result){.index = job->index, .tag = job->tag, .status = job->status, .ssimulacra2 = NAN};
    if (job->status == LK_OK) {
        pool_passes(&scorer->setup, job, result);
    } else {
        scorer->error = job->error;
    }
    return LK_OK;
}

void lk_scorer_cancel(lk_scorer *scorer) {
    if (scorer) {
        __atomic_store_n(&scorer->cancelled, 1, __ATOMIC_RELAXED);
        scorer->backend->cancel(scorer->engine);
    }
}

const char *lk_scorer_error(const lk_scorer *scorer) {
    return scorer ? scorer->error.text : "no scorer";
}
