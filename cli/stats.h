/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Statistics over the scores of frames, defined here once for every output; docs/output.md has the definitions. */

#ifndef LIKEN_CLI_STATS_H
#define LIKEN_CLI_STATS_H

#include "metrics.h"

#include <stddef.h>
#include <stdint.h>

/* The scores of one frame. */
typedef struct frame_score {
    int64_t frame;         /* its number in the reference, from 0 */
    double time;           /* seconds from the reference's first frame; NaN: not known */
    double score[METRICS]; /* in the order of metrics[]; NaN for those that were not asked for */
} frame_score;

/* From the whole to the extremes: the order in which outputs list them. */
typedef enum stat_id {
    STAT_MEAN,
    STAT_HARMONIC_MEAN,
    STAT_STANDARD_DEVIATION,
    STAT_MEDIAN,
    STAT_PERCENTILE_75,
    STAT_PERCENTILE_25,
    STAT_PERCENTILE_10,
    STAT_PERCENTILE_5,
    STAT_PERCENTILE_1,
    STAT_MINIMUM,
    STAT_MAXIMUM,
    STATS
} stat_id;

typedef struct stat_name {
    const char *key;   /* in outputs: "percentile_5" */
    const char *word;  /* short, in options: "p5" */
    const char *label; /* for people: "5th percentile" */
} stat_name;

extern const stat_name stat_names[STATS];

/* How many of the worst frames are told. */
enum { WORST_FRAMES = 5 };

typedef struct worst_frame {
    int64_t frame;
    double time; /* NaN: not known */
    double score;
} worst_frame;

typedef struct statistics {
    size_t frames;
    double value[STATS];             /* NaN: not defined, as is the harmonic mean unless every score is above 0 */
    int worst_count;                 /* WORST_FRAMES, or all frames if there are fewer */
    worst_frame worst[WORST_FRAMES]; /* the lowest score first; the earlier frame first where scores are equal */
} statistics;

/* Pool metrics[which] over count frames, at least one, in frame order. Returns 0, or -1 when out of memory. */
int statistics_pool(const frame_score *frames, size_t count, int which, statistics *pooled);

#endif
