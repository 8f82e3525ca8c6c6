/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Going on from the JSON lines of a run that did not end. */

#ifndef LIKEN_CLI_RESUME_H
#define LIKEN_CLI_RESUME_H

#include "result.h"

/* Read the scores in the file into r->distorted[0], after checking that they come from the same inputs and settings; a
 * last line that was cut off does not count. All but frames must be known in r. Returns an exit status, after a message
 * if it is not EXIT_FINE. */
int resume_load(const char *path, run_result *r);

#endif
