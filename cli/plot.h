/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Scores over time, drawn with braille characters in 80 columns. */

#ifndef LIKEN_CLI_PLOT_H
#define LIKEN_CLI_PLOT_H

#include "result.h"

#include <stdio.h>

/* Draw metrics[which] of a distorted file that has frames. */
void plot_print(FILE *stream, const distorted_result *d, int which);

#endif
