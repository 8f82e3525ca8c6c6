/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* SSIMULACRA 2 around the pixels: scales, which maps are needed, norms and the score. */

#ifndef LIKEN_METRIC_SSIMULACRA2_H
#define LIKEN_METRIC_SSIMULACRA2_H

#include <liken/liken.h>

#define LK_MIN_SIDE 8

/* Pairs in flight, at most. */
#define LK_MAX_IN_FLIGHT 1024

/* Sums of a pair, one a norm: of d for a 1-norm, of d^4 for a 4-norm; see lk_sum_index(). */
typedef double lk_sums[LK_NORMS];

/* What a picture size and a wish for norms come to. */
typedef struct lk_plan {
    int scales; /* 1 to LK_MAX_SCALES; 0: a side is below LK_MIN_SIDE */
    int width[LK_MAX_SCALES];
    int height[LK_MAX_SCALES];
    unsigned char maps[LK_MAX_SCALES][3]; /* by scale and channel (X, Y, B): bits of LK_MAP_* to be computed */
} lk_plan;

void lk_plan_init(lk_plan *plan, int width, int height, int all_norms);

/* The place of a norm in lk_sums and lk_result.norms. fourth: 0 for the 1-norm, 1 for the 4-norm; map: 0 ssim,
 * 1 artifact, 2 detail. */
int lk_sum_index(const lk_plan *plan, int channel, int scale, int fourth, int map);

/* The weight of the norm at a place. */
double lk_norm_weight(int k);

/* The score of a weighted sum of norms. */
double lk_score_of(double weighted);

/* Fill a result's score, scales and norms from the sums. Norms of maps that the plan leaves out become NaN. */
void lk_pool(const lk_plan *plan, const lk_sums sums, lk_result *result);

#endif
