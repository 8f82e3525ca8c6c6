/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The devices of this machine. */

#ifndef LIKEN_CLI_DEVICES_H
#define LIKEN_CLI_DEVICES_H

#include "options.h"

/* What --list-devices prints. Returns an exit status, after a message if it is not EXIT_FINE. */
int devices_print(const options *o, FILE *stream);

/* Whether there is a device of a backend that LK_BACKEND_AUTO tries before the given one. */
int devices_before(lk_context *context, lk_backend backend);

#endif
