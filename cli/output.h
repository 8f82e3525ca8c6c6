/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The files of -o: each appears under its name only when it is whole, and none does if one of them cannot. */

#ifndef LIKEN_CLI_OUTPUT_H
#define LIKEN_CLI_OUTPUT_H

#include "result.h"

typedef struct output {
    const struct writer *writer;
    const char *name; /* as given, for messages; "-": standard output */
    char *target;     /* what is replaced when all is well; NULL: written into at the end (a device, a pipe, stdout) */
    char *temporary;  /* beside the target; NULL as above, or when it is gone */
    FILE *stream;     /* the temporary */
} output;

typedef struct outputs {
    output item[OUTPUTS_MAX];
    int count;
    int begun;
} outputs;

/* All functions return an exit status, after a message if it is not EXIT_FINE. */

/* Check every output and create its temporary file; nothing is left behind on failure. */
int outputs_open(outputs *all, const options *o);

/* Write a frame; the first one brings the header. r holds all but the pooled statistics. */
int outputs_frame(outputs *all, const run_result *r, const scored_frame *frame);

/* Write the statistics and put every file in its place. */
int outputs_commit(outputs *all, const run_result *r);

/* Remove what is not in its place yet; *all may be all zeros. */
void outputs_discard(outputs *all);

/* Whether one of them is standard output. */
int outputs_use_stdout(const outputs *all);

#endif
