/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Pooled statistics of a run, defined here once for every output; docs/output.md has the definitions. */

#ifndef LIKEN_CLI_STATS_H
#define LIKEN_CLI_STATS_H

#include <stddef.h>
#include <stdint.h>

/* The scores of one metric, in frame order, and the lowest of them. All zeros: none yet. */
typedef struct score_series {
    double *value;
    size_t count;
    size_t capacity;
    double sum; /* in frame order, so that it does not depend on how many threads score */
    int64_t worst_frame;
    double worst_time; /* NaN: not known */
    double worst;
} score_series;

/* Add the score of a frame. Returns 0, or -1 when out of memory. */
int series_add(score_series *series, int64_t frame, double time, double score);
void series_free(score_series *series);

enum {
    STAT_MEAN,
    STAT_HARMONIC_MEAN,
    STAT_STANDARD_DEVIATION,
    STAT_MEDIAN,
    STAT_PERCENTILE_5,
    STAT_PERCENTILE_1,
    STAT_MINIMUM,
    STAT_MAXIMUM,
    STATS
};

typedef struct stat_name {
    const char *key;   /* in outputs */
    const char *label; /* for people */
} stat_name;

extern const stat_name stat_names[STATS];

typedef struct statistics {
    size_t frames;
    double value[STATS]; /* NaN: not defined, as is the harmonic mean unless every score is above 0 */
    int64_t worst_frame;
    double worst_time;
} statistics;

/* Pool a series of at least one score. Returns 0, or -1 when out of memory. */
int statistics_pool(const score_series *series, statistics *pooled);

#endif
