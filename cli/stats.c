/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const stat_name stat_names[STATS] = {
    [STAT_MEAN] = {"mean", "mean"},
    [STAT_HARMONIC_MEAN] = {"harmonic_mean", "harmonic mean"},
    [STAT_STANDARD_DEVIATION] = {"standard_deviation", "standard deviation"},
    [STAT_MEDIAN] = {"median", "median"},
    [STAT_PERCENTILE_5] = {"percentile_5", "5th percentile"},
    [STAT_PERCENTILE_1] = {"percentile_1", "1st percentile"},
    [STAT_MINIMUM] = {"min", "minimum"},
    [STAT_MAXIMUM] = {"max", "maximum"},
};

int series_add(score_series *series, int64_t frame, double time, double score) {
    if (series->count == series->capacity) {
        size_t capacity = series->capacity ? 2 * series->capacity : 1024;
        double *value = realloc(series->value, capacity * sizeof *value);
        if (!value) {
            return -1;
        }
        series->value = value;
        series->capacity = capacity;
    }
    if (series->count == 0 || score < series->worst) {
        series->worst = score;
        series->worst_frame = frame;
        series->worst_time = time;
    }
    series->value[series->count++] = score;
    series->sum += score;
    return 0;
}

void series_free(score_series *series) {
    free(series->value);
    *series = (score_series){0};
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Linear between the two closest ranks: rank (n - 1) * percent / 100, counted from 0. */
static double percentile(const double *sorted, size_t n, double percent) {
    double rank = (double)(n - 1) * percent / 100;
    size_t below = (size_t)rank;
    if (below + 1 >= n) {
        return sorted[n - 1];
    }
    return sorted[below] + (rank - (double)below) * (sorted[below + 1] - sorted[below]);
}

int statistics_pool(const score_series *series, statistics *pooled) {
    size_t n = series->count;
    double *sorted = malloc(n * sizeof *sorted);
    if (!sorted) {
        return -1;
    }
    double mean = series->sum / (double)n;
    double squares = 0;
    double inverses = 0;
    for (size_t i = 0; i < n; i++) {
        double difference = series->value[i] - mean;
        squares += difference * difference;
        inverses += 1 / series->value[i];
    }
    memcpy(sorted, series->value, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, ascending);

    *pooled = (statistics){
        .frames = n,
        .value =
            {
                [STAT_MEAN] = mean,
                [STAT_HARMONIC_MEAN] = sorted[0] > 0 ? (double)n / inverses : NAN,
                [STAT_STANDARD_DEVIATION] = sqrt(squares / (double)n),
                [STAT_MEDIAN] = percentile(sorted, n, 50),
                [STAT_PERCENTILE_5] = percentile(sorted, n, 5),
                [STAT_PERCENTILE_1] = percentile(sorted, n, 1),
                [STAT_MINIMUM] = sorted[0],
                [STAT_MAXIMUM] = sorted[n - 1],
            },
        .worst_frame = series->worst_frame,
        .worst_time = series->worst_time,
    };
    free(sorted);
    return 0;
}
