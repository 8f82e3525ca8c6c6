/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "stats.h"

#include <math.h>
#include <stdlib.h>

const stat_name stat_names[STATS] = {
    [STAT_MEAN] = {"mean", "mean", "mean"},
    [STAT_HARMONIC_MEAN] = {"harmonic_mean", "harmonic", "harmonic mean"},
    [STAT_STANDARD_DEVIATION] = {"standard_deviation", "stddev", "standard deviation"},
    [STAT_MEDIAN] = {"median", "median", "median"},
    [STAT_PERCENTILE_75] = {"percentile_75", "p75", "75th percentile"},
    [STAT_PERCENTILE_25] = {"percentile_25", "p25", "25th percentile"},
    [STAT_PERCENTILE_10] = {"percentile_10", "p10", "10th percentile"},
    [STAT_PERCENTILE_5] = {"percentile_5", "p5", "5th percentile"},
    [STAT_PERCENTILE_1] = {"percentile_1", "p1", "1st percentile"},
    [STAT_MINIMUM] = {"min", "min", "minimum"},
    [STAT_MAXIMUM] = {"max", "max", "maximum"},
};

typedef struct ranked {
    double score;
    size_t index;
} ranked;

/* By score; the earlier frame first where scores are equal. */
static int ascending(const void *a, const void *b) {
    const ranked *x = a;
    const ranked *y = b;
    int order = (x->score > y->score) - (x->score < y->score);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* Linear between the two closest ranks: rank (n - 1) * percent / 100, counted from 0. */
static double percentile(const ranked *sorted, size_t n, double percent) {
    double rank = (double)(n - 1) * percent / 100;
    size_t below = (size_t)rank;
    if (below + 1 >= n) {
        return sorted[n - 1].score;
    }
    return sorted[below].score + (rank - (double)below) * (sorted[below + 1].score - sorted[below].score);
}

int statistics_pool(const frame_score *frames, size_t count, int which, statistics *pooled) {
    ranked *sorted = malloc(count * sizeof *sorted);
    if (!sorted) {
        return -1;
    }
    /* In frame order, so that sums do not depend on anything else. */
    double n = (double)count;
    double sum = 0;
    double inverses = 0;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = (ranked){frames[i].score[which], i};
        sum += sorted[i].score;
        inverses += 1 / sorted[i].score;
    }
    double mean = sum / n;
    double squares = 0;
    for (size_t i = 0; i < count; i++) {
        double difference = sorted[i].score - mean;
        squares += difference * difference;
    }
    qsort(sorted, count, sizeof *sorted, ascending);

    *pooled = (statistics){
        .frames = count,
        .value =
            {
                [STAT_MEAN] = mean,
                [STAT_HARMONIC_MEAN] = sorted[0].score > 0 ? n / inverses : NAN,
                [STAT_STANDARD_DEVIATION] = sqrt(squares / n),
                [STAT_MEDIAN] = percentile(sorted, count, 50),
                [STAT_PERCENTILE_75] = percentile(sorted, count, 75),
                [STAT_PERCENTILE_25] = percentile(sorted, count, 25),
                [STAT_PERCENTILE_10] = percentile(sorted, count, 10),
                [STAT_PERCENTILE_5] = percentile(sorted, count, 5),
                [STAT_PERCENTILE_1] = percentile(sorted, count, 1),
                [STAT_MINIMUM] = sorted[0].score,
                [STAT_MAXIMUM] = sorted[count - 1].score,
            },
        .worst_count = count < WORST_FRAMES ? (int)count : WORST_FRAMES,
    };
    for (int i = 0; i < pooled->worst_count; i++) {
        const frame_score *frame = &frames[sorted[i].index];
        pooled->worst[i] = (worst_frame){frame->frame, frame->time, sorted[i].score};
    }
    free(sorted);
    return 0;
}
