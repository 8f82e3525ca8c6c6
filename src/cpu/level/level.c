/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The steps of the CPU engine for one instruction set: compiled once per level, LK_LEVEL in its names. */

#include "cpu/level/color.h"
#include "cpu/level/exact.h"
#include "cpu/level/input.h"
#include "cpu/level/libjxl.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)

extern const lk_cpu_steps PASTE(lk_cpu_steps_, LK_LEVEL)[2];
const lk_cpu_steps PASTE(lk_cpu_steps_, LK_LEVEL)[2] = {
    [LK_PROFILE_LIBJXL] = {input, halve, xyb, libjxl_rows, libjxl_columns},
    [LK_PROFILE_EXACT] = {input, halve, xyb, exact_rows, exact_columns},
};
