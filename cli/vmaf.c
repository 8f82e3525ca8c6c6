/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* libvmaf's XML, JSON and CSV: its elements, names and order, so that what reads its files reads ours. They tell the
 * speed of the run before the frames, and so are written at the end. */

#include "writer.h"

#include <inttypes.h>
#include <math.h>

/* What libvmaf pools, in its order and under its names. */
static const struct {
    const char *name;
    int stat;
} pools[] = {{"min", STAT_MINIMUM}, {"max", STAT_MAXIMUM}, {"mean", STAT_MEAN}, {"harmonic_mean", STAT_HARMONIC_MEAN}};
enum { POOLS = sizeof pools / sizeof pools[0] };

static int nothing_yet(FILE *stream, const run_result *r, const lk_result *first) {
    (void)stream, (void)r, (void)first;
    return 0;
}

static int no_frame_yet(FILE *stream, const run_result *r, const scored_frame *frame, int first) {
    (void)stream, (void)r, (void)frame, (void)first;
    return 0;
}

static double speed(const run_result *r) {
    return r->seconds > 0 ? (double)r->distorted[0].count / r->seconds : 0;
}

static int xml_end(FILE *stream, const run_result *r) {
    const distorted_result *d = &r->distorted[0];
    fprintf(stream, "<VMAF version=\"liken %s\"%s>\n", lk_version_string(), r->complete ? "" : " complete=\"false\"");
    fprintf(stream, "  <params qualityWidth=\"%d\" qualityHeight=\"%d\" />\n", r->reference.media.width,
        r->reference.media.height);
    fprintf(stream, "  <fyi fps=\"%.2f\" />\n  <frames>\n", speed(r));
    for (const frame_score *f = d->frames; f < d->frames + d->count; f++) {
        fprintf(stream, "    <frame frameNum=\"%" PRId64 "\" ", f->frame);
        for (int i = 0; i < METRICS; i++) {
            if (result_has(r, i)) {
                fprintf(stream, "%s=\"%.6f\" ", metrics[i].name, f->score[i]);
            }
        }
        fputs("/>\n", stream);
    }
    fputs("  </frames>\n  <pooled_metrics>\n", stream);
    for (int i = 0; i < METRICS; i++) {
        if (!result_has(r, i)) {
            continue;
        }
        fprintf(stream, "    <metric name=\"%s\" ", metrics[i].name);
        for (int k = 0; k < POOLS; k++) {
            double value = d->pooled[i].value[pools[k].stat];
            if (isfinite(value)) {
                fprintf(stream, "%s=\"%.6f\" ", pools[k].name, value);
            }
        }
        fputs("/>\n", stream);
    }
    fputs("  </pooled_metrics>\n  <aggregate_metrics />\n</VMAF>\n", stream);
    return 0;
}

static int json_end(FILE *stream, const run_result *r) {
    const distorted_result *d = &r->distorted[0];
    fprintf(stream, "{\n  \"version\": \"liken %s\",\n%s  \"fps\": %.2f,\n  \"frames\": [", lk_version_string(),
        r->complete ? "" : "  \"complete\": false,\n", speed(r));
    for (size_t n = 0; n < d->count; n++) {
        const char *comma = "";
        fprintf(stream, "%s\n    {\n      \"frameNum\": %" PRId64 ",\n      \"metrics\": {", n ? "," : "",
            d->frames[n].frame);
        for (int i = 0; i < METRICS; i++) {
            if (result_has(r, i)) {
                fprintf(stream, "%s\n        \"%s\": %.6f", comma, metrics[i].name, d->frames[n].score[i]);
                comma = ",";
            }
        }
        fputs("\n      }\n    }", stream);
    }
    fputs("\n  ],\n  \"pooled_metrics\": {", stream);
    const char *comma = "";
    for (int i = 0; i < METRICS; i++) {
        if (!result_has(r, i)) {
            continue;
        }
        fprintf(stream, "%s\n    \"%s\": {", comma, metrics[i].name);
        comma = ",";
        for (int k = 0; k < POOLS; k++) {
            double value = d->pooled[i].value[pools[k].stat];
            fprintf(stream, "%s\n      \"%s\": ", k ? "," : "", pools[k].name);
            fprintf(stream, isfinite(value) ? "%.6f" : "null", value);
        }
        fputs("\n    }", stream);
    }
    fputs("\n  },\n  \"aggregate_metrics\": {\n  }\n}\n", stream);
    return 0;
}

static int csv_end(FILE *stream, const run_result *r) {
    const distorted_result *d = &r->distorted[0];
    fputs("Frame,", stream);
    for (int i = 0; i < METRICS; i++) {
        if (result_has(r, i)) {
            fprintf(stream, "%s,", metrics[i].name);
        }
    }
    fputc('\n', stream);
    for (const frame_score *f = d->frames; f < d->frames + d->count; f++) {
        fprintf(stream, "%" PRId64 ",", f->frame);
        for (int i = 0; i < METRICS; i++) {
            if (result_has(r, i)) {
                fprintf(stream, "%.6f,", f->score[i]);
            }
        }
        fputc('\n', stream);
    }
    if (!r->complete) {
        fputs("# incomplete: interrupted\n", stream);
    }
    return 0;
}

const writer vmaf_xml_writer = {"xml", nothing_yet, no_frame_yet, xml_end};
const writer vmaf_json_writer = {"vmaf-json", nothing_yet, no_frame_yet, json_end};
const writer vmaf_csv_writer = {"vmaf-csv", nothing_yet, no_frame_yet, csv_end};
