/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#ifndef LIKEN_CLI_JSON_H
#define LIKEN_CLI_JSON_H

#include "result.h"

#include <jansson.h>

/* What a run without --norms writes before its frames. NULL: out of memory. */
json_t *json_header(const run_result *r);

#endif
