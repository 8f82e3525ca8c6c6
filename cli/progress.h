/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The progress line: on standard error, only at a terminal, gone when the run ends. */

#ifndef LIKEN_CLI_PROGRESS_H
#define LIKEN_CLI_PROGRESS_H

#include <stdint.h>

typedef struct progress {
    int shown;      /* 0: not at a terminal, or not wanted */
    int64_t total;  /* pairs; -1: not known */
    int64_t before; /* of them, those that were scored before the start */
    double started;
    double drawn;
} progress;

void progress_start(progress *p, int wanted, int64_t total);

/* Draw it, unless that was done a moment ago. */
void progress_update(progress *p, int64_t done, double mean);

void progress_end(progress *p);

#endif
