/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Results for people, on a stream of 80 columns. */

#ifndef LIKEN_CLI_TABLE_H
#define LIKEN_CLI_TABLE_H

#include "result.h"

#include <stdio.h>

/* What was assumed, then the scores: a table, or a line a metric for a pair of images. */
void table_print(FILE *stream, const run_result *r);

/* The mean of each metric alone, a line each. */
void table_print_quiet(FILE *stream, const run_result *r);

#endif
