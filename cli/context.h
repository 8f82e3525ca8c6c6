/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The library's context as the program wants it: its log on standard error, compiled kernels in the user's cache. */

#ifndef LIKEN_CLI_CONTEXT_H
#define LIKEN_CLI_CONTEXT_H

#include "options.h"

/* o must outlive the context. Returns an exit status, after a message if it is not EXIT_FINE. */
int context_open(const options *o, lk_context **context);

#endif
