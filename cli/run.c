/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "run.h"

#include "context.h"
#include "devices.h"
#include "inputs.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "signals.h"
#include "table.h"
#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

typedef struct pair {
    media_frame *frame[SIDES];
} pair;

typedef struct state {
    const options *options;
    inputs inputs;
    lk_context *context;
    lk_scorer *scorer;
    pair *flight; /* pairs that the scorer has, oldest first from `oldest`, in a ring */
    int capacity;
    int oldest;
    int flying;
    int interrupted; /* by a signal: pairs have no score */
    report report;
    score_series series[METRICS];
    outputs outputs;
    progress progress;
} state;

static void release(pair *p) {
    for (int side = 0; side < SIDES; side++) {
        media_frame_release(p->frame[side]);
        p->frame[side] = NULL;
    }
}

static int create_scorer(state *s) {
    const options *o = s->options;
    const media_info *reference = s->report.input[REFERENCE].media;
    const media_info *distorted = s->report.input[DISTORTED].media;
    lk_scorer_params p;
    lk_status status = lk_scorer_params_default(&p, LK_API_VERSION);
    if (status != LK_OK) {
        return message_status(status, NULL);
    }
    int outcome = context_open(o, &s->context);
    if (outcome != EXIT_FINE) {
        return outcome;
    }
    p.width = reference->width;
    p.height = reference->height;
    p.reference = reference->format;
    p.distorted = distorted->format;
    p.reference_color = s->report.input[REFERENCE].color.color;
    p.distorted_color = s->report.input[DISTORTED].color.color;
    p.metrics = o->metrics;
    p.profile = o->profile;
    p.upsampling = o->upsampling;
    p.cpu_level = o->cpu_level;
    p.all_norms = o->norms;
    p.backend = o->backend;
    p.device = o->device;
    p.threads = o->threads;
    p.in_flight = o->depth;
    p.max_memory = o->max_memory;
    status = lk_scorer_create(s->context, &p, &s->scorer);
    if (status == LK_ERROR_MEMORY && o->max_memory) {
        return message_error("%s", lk_context_error(s->context)); /* the user's limit, not the machine's */
    }
    if (status == LK_ERROR_UNAVAILABLE && o->backend == LK_BACKEND_AUTO) {
        return message_error(
            "no backend has a device %d that can score this; --list-devices tells what there is", o->device);
    }
    if (status != LK_OK) {
        return message_status(status, lk_context_error(s->context));
    }
    lk_scorer_get_info(s->scorer, &s->report.started);
    s->capacity = s->report.started.in_flight;
    s->flight = calloc((size_t)s->capacity, sizeof *s->flight);
    return s->flight ? EXIT_FINE : message_internal("out of memory");
}

/* Record the scores of a pair. */
static int record(state *s, const pair *p, const lk_result *result) {
    const media_frame *reference = p->frame[REFERENCE];
    scored_frame frame = {.frame = reference->index, .time = reference->time, .result = result};
    for (int i = 0; i < METRICS; i++) {
        if (!report_has(&s->report, i)) {
            continue;
        }
        double score = metrics[i].score(result);
        if (!isfinite(score)) {
            return message_internal(
                "frame %" PRId64 ": %s is not a finite number; please report this", frame.frame, metrics[i].title);
        }
        if (series_add(&s->series[i], frame.frame, frame.time, score)) {
            return message_internal("out of memory");
        }
    }
    progress_update(&s->progress, (int64_t)s->series[0].count, s->series[0].sum / (double)s->series[0].count);
    return outputs_frame(&s->outputs, &s->report, &frame);
}

/* Take the oldest result, if wait says so or if it is there. *taken: whether there was one. */
static int collect(state *s, lk_wait wait, int *taken) {
    lk_result result;
    lk_status status = lk_scorer_collect(s->scorer, &result, wait);
    *taken = status == LK_OK;
    if (status == LK_PENDING || status == LK_EMPTY) {
        return EXIT_FINE;
    }
    if (status != LK_OK) {
        return message_status(status, lk_scorer_error(s->scorer));
    }
    pair *p = &s->flight[s->oldest];
    int outcome = EXIT_FINE;
    if (result.status == LK_CANCELLED) {
        s->interrupted = 1; /* only a signal cancels */
    } else if (result.status != LK_OK) {
        outcome = message_status(result.status, lk_scorer_error(s->scorer));
    } else if (!s->interrupted) { /* what is recorded has no gap */
        outcome = record(s, p, &result);
    }
    release(p);
    s->oldest = (s->oldest + 1) % s->capacity;
    s->flying--;
    return outcome;
}

static int submit(state *s, const pair *p) {
    lk_picture picture[SIDES];
    for (int side = 0; side < SIDES; side++) {
        picture[side] = p->frame[side]->picture;
        picture[side].color = s->report.input[side].color.color;
    }
    for (;;) {
        lk_status status = LK_FULL;
        if (s->flying < s->capacity) {
            status = lk_scorer_submit(s->scorer, &picture[REFERENCE], &picture[DISTORTED], NULL);
        }
        if (status == LK_OK) {
            s->flight[(s->oldest + s->flying++) % s->capacity] = *p;
            return EXIT_FINE;
        }
        int taken = 0;
        int outcome =
            status == LK_FULL ? collect(s, LK_WAIT, &taken) : message_status(status, lk_scorer_error(s->scorer));
        if (outcome != EXIT_FINE) {
            return outcome;
        }
    }
}

/* Score all pairs, or those until a signal came. */
static int score_all(state *s) {
    int cancelled = 0;
    int taken = 1;
    int outcome = EXIT_FINE;
    inputs_status status;
    pair p;
    while ((status = inputs_next(&s->inputs, p.frame)) == INPUTS_PAIR) {
        outcome = submit(s, &p);
        if (outcome != EXIT_FINE) {
            release(&p);
            return outcome;
        }
        /* Results as early as they are there: frames go back to the decoder, and the progress is true. */
        do {
            outcome = collect(s, LK_NO_WAIT, &taken);
        } while (outcome == EXIT_FINE && taken);
        if (outcome != EXIT_FINE) {
            return outcome;
        }
    }
    if (status == INPUTS_FAILED) {
        return EXIT_INPUT;
    }
    while (s->flying > 0 && outcome == EXIT_FINE) {
        if (signals_caught() && !cancelled) {
            cancelled = 1;
            lk_scorer_cancel(s->scorer);
        }
        outcome = collect(s, LK_WAIT, &taken);
    }
    s->interrupted |= status == INPUTS_INTERRUPTED;
    return outcome;
}

/* Where it was scored in the end, and whether that needs a word. */
static void settle_backend(state *s) {
    report *r = &s->report;
    lk_scorer_get_info(s->scorer, &r->scorer);
    r->fell_back = r->scorer.backend != r->started.backend;
    /* Most machines have no GPU, and their owners know. */
    r->tell_reason =
        r->scorer.reason[0] && (s->options->verbose || r->fell_back || devices_before(s->context, r->scorer.backend));
}

/* Pool, write and print what was scored. */
static int tell(state *s) {
    const options *o = s->options;
    settle_backend(s);
    for (int i = 0; i < METRICS; i++) {
        if (report_has(&s->report, i) && statistics_pool(&s->series[i], &s->report.pooled[i])) {
            return message_internal("out of memory");
        }
    }
    int to_stdout = outputs_use_stdout(&s->outputs);
    int outcome = outputs_commit(&s->outputs, &s->report);
    if (outcome != EXIT_FINE) {
        return outcome;
    }
    if (!to_stdout && !o->quiet) {
        table_print(stdout, &s->report);
    } else if (!to_stdout && s->report.complete) {
        table_print_quiet(stdout, &s->report); /* a bare number cannot say that it is incomplete */
    }
    return text_flush_stdout();
}

static int judge(const state *s) {
    double mean = s->report.pooled[0].value[STAT_MEAN];
    if (isnan(s->options->fail_under) || mean >= s->options->fail_under) {
        return EXIT_FINE;
    }
    if (!s->options->quiet) {
        message_note("the mean, %.8f, is below %g", mean, s->options->fail_under);
    }
    return EXIT_BELOW;
}

static int run_all(state *s) {
    const options *o = s->options;
    int outcome = outputs_open(&s->outputs, o);
    if (outcome == EXIT_FINE) {
        outcome = inputs_open(&s->inputs, o, &s->report);
    }
    if (outcome == EXIT_FINE) {
        outcome = create_scorer(s);
    }
    if (outcome == EXIT_FINE) {
        signals_watched(inputs_cancel, &s->inputs);
        progress_start(&s->progress, !o->quiet && !o->no_progress, inputs_total(&s->inputs));
        outcome = score_all(s);
        progress_end(&s->progress);
    }
    if (outcome != EXIT_FINE) {
        return outcome;
    }
    s->report.complete = !s->interrupted;
    size_t scored = s->series[0].count;
    if (s->interrupted) {
        message_error("interrupted after %zu pairs%s", scored, scored ? ": the results are incomplete" : "");
    }
    if (scored > 0) {
        outcome = tell(s);
    }
    return outcome == EXIT_FINE && !s->interrupted ? judge(s) : outcome;
}

int run(const options *o) {
    state s = {.options = o, .report = {.options = o}};
    if (signals_start()) {
        return message_internal("the system refused a thread");
    }
    int outcome = run_all(&s);
    signals_forget_wake();
    /* The scorer first: it reads the frames in flight. */
    lk_scorer_destroy(&s.scorer);
    while (s.flying > 0) {
        release(&s.flight[s.oldest]);
        s.oldest = (s.oldest + 1) % s.capacity;
        s.flying--;
    }
    free(s.flight);
    inputs_close(&s.inputs);
    lk_context_destroy(&s.context);
    outputs_discard(&s.outputs);
    for (int i = 0; i < METRICS; i++) {
        series_free(&s.series[i]);
    }
    if (s.interrupted && outcome == EXIT_FINE) {
        signals_raise();
    }
    return outcome;
}
