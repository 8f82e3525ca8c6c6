/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "cpu/levels.h"

#include <sched.h>
#include <stddef.h>

extern const lk_cpu_steps lk_cpu_steps_v2[2], lk_cpu_steps_v3[2], lk_cpu_steps_v4[2], lk_cpu_steps_neon[2];

/* Best first. */
static const struct {
    lk_cpu_level level;
    const lk_cpu_steps *steps;
} levels[] = {
#if defined(__x86_64__)
    {LK_CPU_X86_64_V4, lk_cpu_steps_v4},
    {LK_CPU_X86_64_V3, lk_cpu_steps_v3},
    {LK_CPU_X86_64_V2, lk_cpu_steps_v2},
#elif defined(__aarch64__)
    {LK_CPU_NEON, lk_cpu_steps_neon},
#endif
    {LK_CPU_REFERENCE, NULL},
};

const lk_cpu_steps *lk_cpu_steps_of(lk_cpu_level level, lk_profile profile) {
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        if (levels[i].level == level && levels[i].steps) {
            return &levels[i].steps[profile];
        }
    }
    return NULL;
}

int lk_cpu_has_level(lk_cpu_level level) {
    switch (level) {
#if defined(__x86_64__)
    case LK_CPU_X86_64_V2:
        return __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    case LK_CPU_X86_64_V3:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    case LK_CPU_X86_64_V4:
        return lk_cpu_has_level(LK_CPU_X86_64_V3) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#elif defined(__aarch64__)
    case LK_CPU_NEON: return 1;
#endif
    case LK_CPU_REFERENCE: return 1;
    default: return 0;
    }
}

lk_cpu_level lk_cpu_best_level(void) {
    size_t i = 0;
    while (!lk_cpu_has_level(levels[i].level)) {
        i++; /* the last one is the reference, which every machine has */
    }
    return levels[i].level;
}

extern const lk_reference_stages lk_reference_baseline;
#ifdef __x86_64__
extern const lk_reference_stages lk_reference_v3;
#endif

const lk_reference_stages *lk_reference_best(void) {
#ifdef __x86_64__
    if (lk_cpu_has_level(LK_CPU_X86_64_V3)) {
        return &lk_reference_v3;
    }
#endif
    return &lk_reference_baseline;
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
