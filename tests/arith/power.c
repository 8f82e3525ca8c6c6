/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Powers and exponentials: accuracy in units in the last place over sweeps, and the ends of the range. */

#include "arith/power.h"

#include "metric/power.h"
#include "support/check.h"

/* The exponents that the transfer functions use, and one between. */
static const float exponents[] = {2.4f, 0.0126833133f, 6.27739477f, 0.2f, 1.2f};

static void check_exp(void) {
    worst curve = {0}, wide = {0};
    for (int i = -200000; i <= 200000; i++) {
        float x = (float)i * 4e-4f; /* -80 to 80 */
        double error = check_ulps(lk_exp(x), exp((double)x));
        worst_add(&wide, error, "exp(%a) = %a", (double)x, (double)lk_exp(x));
    }
    for (int i = 0; i <= 100000; i++) {
        float x = -0.4f + (float)i * 3e-5f; /* what HLG needs, and a margin */
        double error = check_ulps(lk_exp(x), exp((double)x));
        worst_add(&curve, error, "exp(%a) = %a", (double)x, (double)lk_exp(x));
    }
    worst_end(&curve, "lk_exp, -0.4 to 2.6, ulp", 1.3);
    worst_end(&wide, "lk_exp, -80 to 80, ulp", 1.3);
    CHECK(lk_exp(0.0f) == 1.0f, "%a", (double)lk_exp(0.0f));
}

static void check_power(void) {
    for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
        float y = exponents[k];
        worst w = {0};
        for (uint32_t bits = 0x00800000; bits < 0x40000000; bits += 3571) { /* 2^-126 to 2 */
            float x = lk_bits_float(bits);
            double want = pow((double)x, (double)y);
            if (want >= 0x1p-125) {
                worst_add(
                    &w, check_ulps(lk_power(x, y), want), "%a^%a = %a", (double)x, (double)y, (double)lk_power(x, y));
            } else {
                CHECK(lk_power(x, y) <= 0x1.00001p-125f, "%a^%a = %a", (double)x, (double)y, (double)lk_power(x, y));
            }
        }
        char what[64];
        snprintf(what, sizeof what, "lk_power(x, %g), ulp", (double)y);
        worst_end(&w, what, y > 2.4f ? 6.0 : 2.5); /* the exponent multiplies the logarithm's error */
        CHECK(lk_power(1.0f, y) == 1.0f, "1^%a = %a", (double)y, (double)lk_power(1.0f, y));
        CHECK(lk_power(0.0f, y) == 0.0f, "0^%a = %a", (double)y, (double)lk_power(0.0f, y));
        CHECK(lk_power(0x1p-130f, y) == 0.0f, "denormal^%a = %a", (double)y, (double)lk_power(0x1p-130f, y));
    }
}

static void check_exp2_split(void) {
    CHECK(lk_exp2_split(-200.0f, 0.0f) == 0.0f, "%a", (double)lk_exp2_split(-200.0f, 0.0f));
    CHECK(lk_exp2_split(0.0f, -126.4f) == 0.0f, "%a", (double)lk_exp2_split(0.0f, -126.4f));
    CHECK(lk_exp2_split(-125.0f, 0.0f) == 0x1p-125f, "%a", (double)lk_exp2_split(-125.0f, 0.0f));
    CHECK(lk_exp2_split(127.0f, 0.0f) == 0x1p127f, "%a", (double)lk_exp2_split(127.0f, 0.0f));
    CHECK(lk_exp2_split(500.0f, 0.0f) == 0x1p127f, "%a", (double)lk_exp2_split(500.0f, 0.0f));
    CHECK(lk_exp2_split(NAN, 0.0f) == 0.0f, "%a", (double)lk_exp2_split(NAN, 0.0f));
    CHECK(lk_exp2_split(3.0f, 2.0f) == 32.0f, "%a", (double)lk_exp2_split(3.0f, 2.0f));
}

static double relative_error(double x, double y) {
    long double want = powl((long double)x, (long double)y);
    return (double)fabsl((lk_power_double(x, y) - want) / want);
}

static void check_double(void) {
    const double y = 0.6276336467831387; /* the score's */
    worst w = {0}, far = {0};
    uint64_t state = 1;
    for (int i = 0; i < 200000; i++) {
        double part = 1.0 + check_uniform(&state);
        double near_one = ldexp(part, i % 96 - 48), any = ldexp(part, i % 400 - 200), z = 4 * check_uniform(&state);
        worst_add(&w, relative_error(near_one, y), "%a", near_one);
        worst_add(&far, relative_error(any, z), "%a^%a", any, z);
    }
    worst_end(&w, "lk_power_double(2^-48 to 2^48, 0.6276)", 5e-15);
    worst_end(&far, "lk_power_double(2^-200 to 2^200, 0 to 4)", 1.2e-13);
    CHECK(lk_power_double(1.0, y) == 1.0, "%a", lk_power_double(1.0, y));
}

int main(void) {
    check_exp();
    check_power();
    check_exp2_split();
    check_double();
    return check_end();
}
