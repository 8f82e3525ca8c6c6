/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "run.h"

#include "context.h"
#include "devices.h"
#include "inputs.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "resume.h"
#include "scene.h"
#include "shown.h"
#include "signals.h"
#include "table.h"
#include "text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

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
    run_result result;
    scene_finder scenes;
    size_t resumed; /* the first pairs, whose scores are known from an earlier run */
    size_t passed;  /* of them, those that were met in the inputs */
    double sum;     /* of the first metric's scores, for the running mean */
    outputs outputs;
    keeper keeper; /* of the worst frames, where they are to be shown */
    progress progress;
} state;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void release(pair *p) {
    for (int side = 0; side < SIDES; side++) {
        media_frame_release(p->frame[side]);
        p->frame[side] = NULL;
    }
}

static int create_scorer(state *s) {
    const options *o = s->options;
    const input_result *reference = &s->result.reference;
    distorted_result *d = &s->result.distorted[0];
    lk_scorer_params p;
    lk_status status = lk_scorer_params_default(&p, LK_API_VERSION);
    if (status != LK_OK) {
        return message_status(status, NULL);
    }
    int outcome = context_open(o, &s->context);
    if (outcome != EXIT_FINE) {
        return outcome;
    }
    p.width = reference->media.width;
    p.height = reference->media.height;
    p.reference = reference->media.format;
    p.distorted = d->input.media.format;
    p.reference_color = reference->color.color;
    p.distorted_color = d->input.color.color;
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
    lk_scorer_get_info(s->scorer, &d->started);
    s->capacity = d->started.in_flight;
    s->flight = calloc((size_t)s->capacity, sizeof *s->flight);
    return s->flight ? EXIT_FINE : message_internal("out of memory");
}

/* Record the scores of a pair. */
static int record(state *s, pair *p, const lk_result *result) {
    const media_frame *reference = p->frame[REFERENCE];
    frame_score score = {.frame = reference->index, .time = reference->time};
    for (int i = 0; i < METRICS; i++) {
        score.score[i] = result_has(&s->result, i) ? metrics[i].score(result) : NAN;
        if (result_has(&s->result, i) && !isfinite(score.score[i])) {
            return message_internal(
                "frame %" PRId64 ": %s is not a finite number; please report this", score.frame, metrics[i].title);
        }
    }
    distorted_result *d = &s->result.distorted[0];
    if (result_add(d, &score)) {
        return message_internal("out of memory");
    }
    if ((s->options->heatmap || s->options->report[0]) && keeper_offer(&s->keeper, p->frame, &score)) {
        *p = (pair){{NULL}};
    }
    s->sum += score.score[0];
    progress_update(&s->progress, (int64_t)d->count, s->sum / (double)d->count);
    return outputs_frame(&s->outputs, &s->result, &(scored_frame){.score = &score, .result = result});
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
        picture[side].color = result_input(&s->result, side, 0)->color.color;
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

/* Pass over a pair that has its score. */
static int pass(state *s, pair *p) {
    int64_t frame = p->frame[REFERENCE]->index;
    if (frame != s->result.distorted[0].frames[s->passed].frame) {
        return message_error("--resume: %s: frame %" PRId64 " is missing", s->options->resume, frame);
    }
    s->passed++;
    release(p);
    return EXIT_FINE;
}

/* Begin with the scores of an earlier run. */
static int resume(state *s) {
    distorted_result *d = &s->result.distorted[0];
    int outcome = resume_load(s->options->resume, &s->result);
    for (size_t i = 0; i < d->count && outcome == EXIT_FINE; i++) {
        s->sum += d->frames[i].score[0];
        outcome = outputs_frame(&s->outputs, &s->result, &(scored_frame){.score = &d->frames[i]});
    }
    s->resumed = d->count;
    return outcome;
}

/* Score all pairs, or those until a signal came. */
static int score_all(state *s) {
    int cancelled = 0;
    int taken = 1;
    int outcome = EXIT_FINE;
    inputs_status status;
    pair p;
    while ((status = inputs_next(&s->inputs, p.frame)) == INPUTS_PAIR) {
        if (!s->result.reference.media.still && scene_add(&s->scenes, &p.frame[REFERENCE]->picture)) {
            release(&p);
            return message_internal("out of memory");
        }
        outcome = s->passed < s->resumed ? pass(s, &p) : submit(s, &p);
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
    if (outcome == EXIT_FINE && !s->interrupted && s->passed < s->resumed) {
        return message_error("--resume: %s: has more frames than this run scores, %zu", s->options->resume, s->passed);
    }
    return outcome;
}

/* Where it was scored in the end, and whether that needs a word. */
static void settle_backend(state *s) {
    distorted_result *d = &s->result.distorted[0];
    lk_scorer_get_info(s->scorer, &d->scorer);
    d->fell_back = d->scorer.backend != d->started.backend;
    /* Most machines have no GPU, and their owners know. */
    d->tell_reason =
        d->scorer.reason[0] && (s->options->verbose || d->fell_back || devices_before(s->context, d->scorer.backend));
}

/* The worst frames as pictures: heatmaps for a folder, and all three for the report. */
static int show_worst(state *s) {
    int outcome = EXIT_FINE;
    for (int i = 0; i < s->keeper.count && outcome == EXIT_FINE; i++) {
        const kept_pair *kept = &s->keeper.pair[i];
        lk_picture picture[SIDES];
        shown_frame *shown = &s->result.shown[s->result.shown_count++];
        *shown = (shown_frame){.frame = kept->score.frame, .score = kept->score.score[0]};
        for (int side = 0; side < SIDES; side++) {
            picture[side] = kept->frame[side]->picture;
            picture[side].color = result_input(&s->result, side, 0)->color.color;
        }
        outcome = shown_heatmap(s->scorer, &picture[REFERENCE], &picture[DISTORTED], &shown->png[SIDES]);
        if (outcome == EXIT_FINE && s->options->heatmap) {
            outcome = shown_write(s->options->heatmap, shown->frame, &shown->png[SIDES]);
        }
        for (int side = 0; side < SIDES && outcome == EXIT_FINE && s->options->report[0]; side++) {
            outcome = shown_picture(s->scorer, side, &picture[side], &shown->png[side]);
        }
    }
    return outcome;
}

/* Pool, write and print what was scored. */
static int tell(state *s) {
    const options *o = s->options;
    settle_backend(s);
    if ((s->scenes.seen && result_split(&s->result, &s->scenes)) || result_pool(&s->result)) {
        return message_internal("out of memory");
    }
    int outcome = show_worst(s);
    if (outcome != EXIT_FINE) {
        return outcome;
    }
    int to_stdout = outputs_use_stdout(&s->outputs);
    outcome = outputs_commit(&s->outputs, &s->result);
    if (outcome != EXIT_FINE) {
        return outcome;
    }
    if (!to_stdout && !o->quiet) {
        table_print(stdout, &s->result);
    } else if (!to_stdout && s->result.complete) {
        table_print_quiet(stdout, &s->result); /* a bare number cannot say that it is incomplete */
    }
    return text_flush_stdout();
}

/* Whether every statistic that has a threshold reaches it; one that is not defined does not. */
static int judge(const state *s) {
    const options *o = s->options;
    int outcome = EXIT_FINE;
    for (int i = 0; i < STATS; i++) {
        double value = s->result.distorted[0].pooled[0].value[i];
        if (isnan(o->fail_under[i]) || value >= o->fail_under[i]) {
            continue;
        }
        outcome = EXIT_BELOW;
        if (o->quiet) {
            continue;
        }
        if (isnan(value)) {
            message_note("the %s is not defined, as not every score is above 0", stat_names[i].label);
        } else {
            message_note("the %s, %.8f, is below %g", stat_names[i].label, value, o->fail_under[i]);
        }
    }
    return outcome;
}

static int run_all(state *s) {
    const options *o = s->options;
    int outcome = outputs_open(&s->outputs, o);
    if (outcome == EXIT_FINE) {
        outcome = inputs_open(&s->inputs, o, &s->result);
    }
    if (outcome == EXIT_FINE) {
        outcome = create_scorer(s);
    }
    if (outcome == EXIT_FINE && o->resume) {
        outcome = resume(s);
    }
    if (outcome == EXIT_FINE) {
        signals_watched(inputs_cancel, &s->inputs);
        progress_start(&s->progress, !o->quiet && !o->no_progress, inputs_total(&s->inputs));
        s->progress.before = (int64_t)s->resumed;
        double rate = s->result.reference.media.rate;
        s->keeper.apart = rate > 1 ? (int64_t)(rate + 0.5) : 1;
        double started = now();
        outcome = score_all(s);
        s->result.seconds = now() - started;
        progress_end(&s->progress);
    }
    if (outcome != EXIT_FINE) {
        return outcome;
    }
    s->result.complete = !s->interrupted;
    size_t scored = s->result.distorted[0].count;
    if (s->interrupted) {
        message_error("interrupted after %zu pairs%s", scored, scored ? ": the results are incomplete" : "");
    }
    if (scored > 0) {
        outcome = tell(s);
    }
    return outcome == EXIT_FINE && !s->interrupted ? judge(s) : outcome;
}

int run(const options *o) {
    state s = {.options = o};
    if (signals_start()) {
        return message_internal("the system refused a thread");
    }
    if (result_create(&s.result, o, 1)) {
        return message_internal("out of memory");
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
    keeper_free(&s.keeper);
    inputs_close(&s.inputs);
    lk_context_destroy(&s.context);
    outputs_discard(&s.outputs);
    result_free(&s.result);
    scene_free(&s.scenes);
    if (s.interrupted && outcome == EXIT_FINE) {
        signals_raise();
    }
    return outcome;
}
