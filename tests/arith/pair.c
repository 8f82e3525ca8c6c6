/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Pairs of single-precision numbers against double precision: each operation to 2^-44, the metric's maps to what the
 * libjxl profile's own rounding in double allows, and sums through the limbs. */

#include "arith/pair.h"

#include "arith/ssimulacra2.h"
#include "support/check.h"

/* Numbers that look random, the same in every run. */
static uint32_t state = 12345;

static float between(float low, float high) {
    state = state * 1664525u + 1013904223u;
    return low + (high - low) * ((float)(state >> 8) / 16777216.0f);
}

static lk_pair any_pair(float low, float high) {
    float hi = between(low, high);
    return lk_pair_normal(hi, hi * between(-2.9e-8f, 2.9e-8f));
}

static double value(lk_pair p) {
    return (double)p.hi + (double)p.lo;
}

static double relative(double got, double want) {
    return want == 0 ? fabs(got) : fabs(got / want - 1);
}

static void check_operations(void) {
    worst sum = {0}, add = {0}, square = {0}, quotient = {0};
    for (int i = 0; i < 1000000; i++) {
        float x = between(-2, 2), y = between(-2, 2);
        worst_add(&sum, fabs(value(lk_pair_sum(x, y)) - ((double)x + (double)y)), "%a + %a", (double)x, (double)y);
        lk_pair a = any_pair(0.001f, 3), b = any_pair(1, 9);
        worst_add(&add, relative(value(lk_pair_add(a, b)), value(a) + value(b)), "%a + %a", value(a), value(b));
        worst_add(&square, relative(value(lk_pair_square(a)), value(a) * value(a)), "%a squared", value(a));
        worst_add(&quotient, relative(value(lk_pair_divide(a, b)), value(a) / value(b)), "%a / %a", value(a), value(b));
    }
    worst_end(&sum, "sum of two floats (absolute)", 0);
    worst_end(&add, "sum of pairs (relative)", 0x1p-44);
    worst_end(&square, "square (relative)", 0x1p-44);
    worst_end(&quotient, "quotient (relative)", 0x1p-44);
}

static void check_maps(void) {
    worst ssim = {0}, edge = {0};
    for (int i = 0; i < 1000000; i++) {
        float q = between(-0.2f, 1.0001f);
        worst_add(&ssim, fabs(value(lk_ssim_libjxl_map_pair(q)) - lk_ssim_libjxl_map(q)), "q %a", (double)q);
        float m1 = between(0, 1.2f), m2 = m1 + between(-0.1f, 0.1f), a = between(0, 1.2f), b = a + between(-0.1f, 0.1f);
        double want = lk_edge_libjxl(a, b, m1, m2), got = value(lk_edge_libjxl_pair(a, b, m1, m2));
        worst_add(&edge, fabs(got - want), "%a %a %a %a", (double)a, (double)b, (double)m1, (double)m2);
    }
    worst_end(&ssim, "ssim map (absolute)", 0);
    worst_end(&edge, "edge map (absolute)", 4e-14);
}

static double limbs_value(lk_u64 limbs[LK_SUM_LIMBS]) {
    lk_u64 bits = lk_sum_double_bits(limbs, LK_SUM_LOWEST_DOUBLE);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static void check_terms(void) {
    worst one = {0}, many = {0};
    lk_u64 all[LK_SUM_LIMBS] = {0};
    double total = 0;
    for (int i = 0; i < 100000; i++) {
        lk_pair p = any_pair(1e-9f, 40);
        if (i % 7 == 0) {
            p = lk_pair_of(ldexpf(1, i % 40 - 20), -ldexpf(1.75f, i % 40 - 46)); /* a power of 2, less a little */
        }
        lk_u64 limbs[LK_SUM_LIMBS] = {0};
        lk_sum_add(limbs, lk_sum_term_pair(p));
        lk_sum_add(all, lk_sum_term_pair(p));
        total += value(p);
        worst_add(&one, relative(limbs_value(limbs), value(p)), "%a + %a", (double)p.hi, (double)p.lo);
    }
    worst_add(&many, relative(limbs_value(all), total), "100000 terms");
    worst_end(&one, "a term through the limbs (relative)", 0x1p-52);
    worst_end(&many, "a sum through the limbs (relative)", 1e-13);
    lk_u64 none[LK_SUM_LIMBS] = {0};
    lk_sum_add(none, lk_sum_term_pair(lk_pair_of(0, 0)));
    CHECK(limbs_value(none) == 0, "0 became %a", limbs_value(none));
    lk_u64 huge[LK_SUM_LIMBS + 1] = {0};
    lk_sum_add(huge, lk_sum_term_pair(lk_pair_of(3e38f, -1e30f)));
    CHECK(huge[LK_SUM_LIMBS] == 0, "a huge number left its limbs");
}

int main(void) {
    check_operations();
    check_maps();
    check_terms();
    return check_end();
}
