/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "writer.h"

#include <inttypes.h>
#include <math.h>

static int csv_begin(FILE *stream, const run_result *r, const lk_result *first) {
    fputs("frame,time", stream);
    for (int i = 0; i < METRICS; i++) {
        if (result_has(r, i)) {
            fprintf(stream, ",%s", metrics[i].name);
        }
    }
    if (r->options->norms) {
        for (int k = 0; k < first->norm_count; k++) {
            char name[NORM_NAME_SIZE];
            fprintf(stream, ",%s", norm_name(k, first->scales, name));
        }
    }
    fputc('\n', stream);
    return 0;
}

/* A field is empty where there is no number. The program never sets a locale, so the point is a point. */
static void number(FILE *stream, const char *format, double value) {
    fputc(',', stream);
    if (isfinite(value)) {
        fprintf(stream, format, value);
    }
}

static int csv_frame(FILE *stream, const run_result *r, const scored_frame *frame, int first) {
    (void)first;
    fprintf(stream, "%" PRId64, frame->score->frame);
    number(stream, "%.6f", frame->score->time);
    for (int i = 0; i < METRICS; i++) {
        if (result_has(r, i)) {
            number(stream, "%.8f", frame->score->score[i]);
        }
    }
    if (r->options->norms) {
        for (int k = 0; k < frame->result->norm_count; k++) {
            number(stream, "%.17g", frame->result->norms[k]);
        }
    }
    fputc('\n', stream);
    return 0;
}

static int csv_end(FILE *stream, const run_result *r) {
    /* Not a row of numbers, so that no reader takes an interrupted run for a whole one. */
    if (!r->complete) {
        fputs("# incomplete: interrupted\n", stream);
    }
    return 0;
}

const writer csv_writer = {"csv", csv_begin, csv_frame, csv_end};
