/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* x^y in double precision from additions, multiplications and divisions only: the last digits of a C library's pow()
 * differ between machines, and the score must not. */

#ifndef LIKEN_METRIC_POWER_H
#define LIKEN_METRIC_POWER_H

/* x > 0 and normal, the result within the normal range. The relative error grows with the logarithm of the result:
 * below 1e-14 for results between 2^-64 and 2^64, and below 3e-13 everywhere. */
double lk_power_double(double x, double y);

#endif
