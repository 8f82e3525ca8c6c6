/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Code for several instruction sets, and which of it this processor can run. */

#ifndef LIKEN_CPU_LEVELS_H
#define LIKEN_CPU_LEVELS_H

#include "cpu/reference.h"
#include "cpu/stream.h"

/* The steps of the engine compiled for a level; NULL if it was not compiled. LK_CPU_REFERENCE has none. */
const lk_cpu_steps *lk_cpu_steps_of(lk_cpu_level level, lk_profile profile);

/* 1 if this processor can run code compiled for the level. */
int lk_cpu_has_level(lk_cpu_level level);

/* The best level that was compiled and that this processor can run; LK_CPU_REFERENCE if there is none. */
lk_cpu_level lk_cpu_best_level(void);

/* The best reference stages that this processor can run. */
const lk_reference_stages *lk_reference_best(void);

/* Processors that this process may use. */
int lk_cpu_count(void);

#endif
