/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The two inputs as one sequence of pairs. */

#ifndef LIKEN_CLI_INPUTS_H
#define LIKEN_CLI_INPUTS_H

#include "media.h"
#include "result.h"

typedef struct inputs {
    const options *options;
    media_reader *reader[SIDES];
    int64_t position; /* frames taken or passed over in each input, those skipped at the start aside */
    int64_t pairs;    /* handed out */
} inputs;

/* Open both, see that they can be compared and settle their colours; fills the inputs of r. Returns an exit status,
 * after a message if it is not EXIT_FINE. */
int inputs_open(inputs *inputs, const options *o, run_result *r);

/* How many pairs there will be; -1: not known. */
int64_t inputs_total(const inputs *inputs);

typedef enum inputs_status {
    INPUTS_PAIR,
    INPUTS_END,        /* both ended together, or where options say so */
    INPUTS_FAILED,     /* a message was printed */
    INPUTS_INTERRUPTED /* by a signal */
} inputs_status;

/* The next pair to score; the caller releases its frames. */
inputs_status inputs_next(inputs *inputs, media_frame *frame[SIDES]);

/* Make inputs_next() return soon, wherever it waits. inputs: struct inputs; from any thread, before inputs_close(). */
void inputs_cancel(void *inputs);

void inputs_close(inputs *inputs);

#endif
