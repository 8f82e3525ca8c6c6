/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What --version prints. */

#ifndef LIKEN_CLI_VERSION_H
#define LIKEN_CLI_VERSION_H

#include <stdio.h>

void version_print(FILE *stream);

#endif
