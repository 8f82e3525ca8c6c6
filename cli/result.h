/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* A run and what it found: filled by the scoring loop, read by the table and by every output. A writer that needs more
 * than is here is a reason to put it here. */

#ifndef LIKEN_CLI_RESULT_H
#define LIKEN_CLI_RESULT_H

#include "color.h"
#include "metrics.h"
#include "options.h"
#include "stats.h"

struct scene_finder;

/* One of the files that are compared. Strings are the command line's and the reader's, and live as long as the run. */
typedef struct input_result {
    const char *path; /* as given; "-": standard input */
    int skipped;      /* frames left out at the start */
    media_info media;
    color_used color; /* with every field resolved, and where each came from */
    int64_t bytes;    /* size of the file; -1: not known (a pipe, numbered images) */
} input_result;

/* Frames of the reference from one cut to the next. */
typedef struct scene_result {
    size_t first;               /* of distorted_result.frames */
    size_t count;               /* 1 or more */
    statistics pooled[METRICS]; /* as in distorted_result */
} scene_result;

/* One distorted file, compared with the reference. */
typedef struct distorted_result {
    input_result input;
    lk_scorer_info started; /* on what scoring began, which outputs record at their start ... */
    lk_scorer_info scorer;  /* ... and ended */
    int fell_back;          /* 1: the two differ, since the device failed */
    int tell_reason;        /* 1: why it was this backend is worth a word to people */
    frame_score *frames;    /* what was scored, in frame order; owned */
    size_t count;
    size_t capacity;
    statistics pooled[METRICS]; /* in the order of metrics[]; valid where result_has() says so */
    scene_result *scenes;       /* in order, all frames between them; owned */
    size_t scene_count;         /* 0 for a pair of stills, otherwise 1 or more */
} distorted_result;

/* A PNG in memory, owned. */
typedef struct png_data {
    char *data;
    size_t size;
} png_data;

/* A frame that outputs show. */
typedef struct shown_frame {
    int64_t frame;
    double score;
    png_data png[SIDES + 1]; /* reference, distorted, heatmap */
} shown_frame;

/* How many there are at most, whatever the length of a video. */
enum { SHOWN_MAX = 5 };

typedef struct run_result {
    const options *options; /* metrics, profile, upsampling, every, shortest, ... */
    input_result reference;
    distorted_result *distorted; /* owned */
    int distorted_count;         /* 1 or more */
    shown_frame shown[SHOWN_MAX];
    int shown_count; /* known at the end */
    double seconds;  /* that scoring took; known at the end */
    int complete;    /* 0: interrupted; what was found covers the frames up to there. Known, like the statistics, scenes
                        and backends of the end, when the run is over */
} run_result;

/* One scored pair, as outputs that go frame by frame record it. */
typedef struct scored_frame {
    int distorted; /* which one */
    const frame_score *score;
    const lk_result *result; /* for the norms */
} scored_frame;

/* Whether metrics[i] was asked for. */
static inline int result_has(const run_result *r, int i) {
    return (r->options->metrics & metrics[i].bit) != 0;
}

/* Whether it is a pair of images, which have a score rather than statistics. */
int result_is_still(const run_result *r);

/* The file of a side; distorted: which one, for DISTORTED. */
const input_result *result_input(const run_result *r, int side, int distorted);

/* Make room for count distorted files. Returns 0, or -1 when out of memory. */
int result_create(run_result *r, const options *o, int count);

/* Add a frame's scores to a distorted file. Returns 0, or -1 when out of memory. */
int result_add(distorted_result *d, const frame_score *score);

/* Divide the frames of every distorted file at the cuts that were found. Returns 0, or -1 when out of memory. */
int result_split(run_result *r, const struct scene_finder *finder);

/* Work out the statistics of every distorted file that has frames. Returns 0, or -1 when out of memory. */
int result_pool(run_result *r);

void result_free(run_result *r);

#endif
