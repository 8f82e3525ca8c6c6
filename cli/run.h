/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* One run: open, score, tell. */

#ifndef LIKEN_CLI_RUN_H
#define LIKEN_CLI_RUN_H

#include "options.h"

/* Returns an exit status. After an interruption that left results it does not return: the signal ends the program. */
int run(const options *o);

#endif
