/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#ifndef BENCH_H
#define BENCH_H

#include <liken/liken.h>

/* Where a GPU backend gets its pictures from. */
typedef enum bench_source { BENCH_FROM_DEVICE, BENCH_FROM_PINNED, BENCH_FROM_HOST } bench_source;

typedef struct bench_options {
    int threads;
    int in_flight; /* 0: the backend chooses */
    int device;
    int runs;
    int source; /* a bench_source, or -1 */
    int stages;
    int json;
} bench_options;

typedef struct bench_row {
    lk_backend backend;
    lk_profile profile;
    int width, height, threads, in_flight;
    bench_source source;
    double ms, ms_fastest, ms_slowest; /* wall time a pair: median of the runs, and extremes */
    double memory;                     /* MB that the scorer holds a pair in flight */
    char device[128];
} bench_row;

/* Measure one row. 0, or -1 after a message. */
int bench_run(const bench_options *options, bench_row *row);

/* Print the device time of each kernel, for one pair at a time. */
void bench_stages(const bench_options *options, lk_backend backend, lk_profile profile, int width, int height);

void bench_print_head(void);
void bench_print_row(const bench_row *row);
void bench_print_json(const bench_row *rows, int count);

#endif
