/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The metrics that the program knows: what their options, columns, keys and headings are called. */

#ifndef LIKEN_CLI_METRICS_H
#define LIKEN_CLI_METRICS_H

#include <liken/liken.h>

enum { METRICS = 1 };

typedef struct metric {
    uint32_t bit; /* of lk_metric */
    const char *name;
    const char *title;
    double (*score)(const lk_result *result);
} metric;

extern const metric metrics[METRICS];

/* What a score means, in words. */
const char *metric_words(const metric *m, double score);

/* "x_scale0_norm1_ssim": what the k-th entry of lk_result.norms is, where there are so many scales. Returns buffer, of
 * NORM_NAME_SIZE bytes. */
enum { NORM_NAME_SIZE = 40 };
const char *norm_name(int k, int scales, char *buffer);

#endif
