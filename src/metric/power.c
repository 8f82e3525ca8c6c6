/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "metric/power.h"

#include <math.h>

double lk_power_double(double x, double y) {
    static const double ln2_high = 0x1.62e42feep-1; /* few enough bits that a small multiple is exact */
    static const double ln2_low = 0x1.a39ef35793c76p-33;

    /* ln(x) = 2 atanh((m - 1) / (m + 1)) + k ln 2, m in [sqrt(1/2), sqrt(2)). */
    int k;
    double m = frexp(x, &k);
    if (m < 0.70710678118654752) {
        m *= 2;
        k--;
    }
    double s = (m - 1) / (m + 1);
    double z = s * s;
    double series = 0;
    for (int i = 21; i >= 1; i -= 2) {
        series = series * z + 1.0 / i;
    }
    double ln_x = k * ln2_high + (2 * s * series + k * ln2_low);

    double t = y * ln_x;
    double n = floor(t / 0.69314718055994531 + 0.5);
    double r = (t - n * ln2_high) - n * ln2_low;
    double e = 1;
    for (int i = 18; i >= 1; i--) {
        e = 1 + e * r / i;
    }
    return ldexp(e, (int)n);
}
