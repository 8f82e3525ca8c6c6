/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What a run has to tell: written by the scoring loop, read by the table and by every output. */

#ifndef LIKEN_CLI_REPORT_H
#define LIKEN_CLI_REPORT_H

#include "color.h"
#include "metrics.h"
#include "options.h"
#include "stats.h"

typedef struct input_report {
    const char *path;
    const media_info *media; /* the reader's */
    color_used color;
} input_report;

typedef struct report {
    const options *options;
    input_report input[SIDES];
    lk_scorer_info started; /* on what the run began, which outputs record at their start ... */
    lk_scorer_info scorer;  /* ... and ended; like all that follows, known at the end */
    int fell_back;          /* the two differ: the device failed */
    int tell_reason;        /* why it was this backend is worth a word */
    int complete;           /* 0: interrupted; what follows covers the frames up to there */
    statistics pooled[METRICS];
} report;

/* One scored pair, as outputs record it. */
typedef struct scored_frame {
    int64_t frame; /* number and time in the reference */
    double time;   /* NaN: not known */
    const lk_result *result;
} scored_frame;

/* Whether metrics[i] was asked for. */
static inline int report_has(const report *r, int i) {
    return (r->options->metrics & metrics[i].bit) != 0;
}

#endif
