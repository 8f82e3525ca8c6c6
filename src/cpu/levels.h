/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Which instruction sets this processor has. */

#ifndef LIKEN_CPU_LEVELS_H
#define LIKEN_CPU_LEVELS_H

#include "cpu/reference.h"

/* 1 if the machine can run code compiled for the level. */
int lk_cpu_has_level(const char *level);

/* The best reference stages that this machine can run. */
const lk_reference_stages *lk_reference_best(void);

/* Processors that this process may use. */
int lk_cpu_count(void);

#endif
