/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "cpu/levels.h"

#include <sched.h>
#include <string.h>

int lk_cpu_has_level(const char *level) {
#if defined(__x86_64__)
    if (strcmp(level, "x86-64-v3") == 0) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    }
#endif
    return strcmp(level, "baseline") == 0;
}

const lk_reference_stages *lk_reference_best(void) {
    int i = 0;
    while (!lk_cpu_has_level(lk_reference_levels[i]->level)) {
        i++; /* the last one is the baseline, which every machine has */
    }
    return lk_reference_levels[i];
}

int lk_cpu_count(void) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) != 0) {
        return 1;
    }
    int count = CPU_COUNT(&set);
    return count > 0 ? count : 1;
}

extern const lk_reference_stages lk_reference_baseline;
#ifdef LK_HAVE_V3
extern const lk_reference_stages lk_reference_v3;
#endif

const lk_reference_stages *const lk_reference_levels[] = {
#ifdef LK_HAVE_V3
    &lk_reference_v3,
#endif
    &lk_reference_baseline,
    NULL,
};
