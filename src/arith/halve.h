/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Halving of linear RGB between scales. docs/numerics.md, "Scales". */

#ifndef LK_ARITH_HALVE_H
#define LK_ARITH_HALVE_H

#include "target.h"

/* The mean of four neighbours: top left, top right, bottom left, bottom right; edges replicate. */
LK_FN float lk_halve(float a, float b, float c, float d) {
    return (((a + b) + c) + d) * 0.25f;
}

#endif
