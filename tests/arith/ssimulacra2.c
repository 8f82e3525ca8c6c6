/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The terms of one pixel against their formulas in double precision. */

#include "arith/ssimulacra2.h"

#include "support/check.h"

static const double c2 = 0.0009;

/* What the blurs of a neighbourhood come to, as floats. */
typedef struct window {
    float a, b, m1, m2, b11, b22, b12, bee;
} window;

/* Nine samples of reference and distorted under random weights. contrast: how far samples lie apart; change: how far
 * the distorted ones are from the reference's. */
static window make_window(uint64_t *state, double contrast, double change) {
    double weight[9], total = 0, level = check_uniform(state);
    double m1 = 0, m2 = 0, b11 = 0, b22 = 0, b12 = 0, bee = 0, a = 0, b = 0;
    for (int i = 0; i < 9; i++) {
        weight[i] = check_uniform(state);
        total += weight[i];
    }
    for (int i = 0; i < 9; i++) {
        double w = weight[i] / total;
        a = level + contrast * (check_uniform(state) - 0.5);
        b = a + change * (check_uniform(state) - 0.5);
        m1 += w * a;
        m2 += w * b;
        b11 += w * a * a;
        b22 += w * b * b;
        b12 += w * a * b;
        bee += w * (a - b) * (a - b);
    }
    return (window){(float)a, (float)b, (float)m1, (float)m2, (float)b11, (float)b22, (float)b12, (float)bee};
}

typedef struct ssim {
    long double q, denominator;
} ssim;

/* SSIM as published: luminance without its denominator, times contrast and structure. */
static ssim true_ssim(double m1, double m2, long double b11_plus_b22, double b12) {
    long double luminance = 1 - ((long double)m1 - m2) * ((long double)m1 - m2);
    long double structure = 2 * (b12 - (long double)m1 * m2) + c2;
    long double denominator = b11_plus_b22 - (long double)m1 * m1 - (long double)m2 * m2 + c2;
    return (ssim){luminance * structure / denominator, denominator};
}

static void check_ssim(void) {
    static const double contrasts[] = {0, 1e-3, 0.1, 1}, changes[] = {0, 1e-4, 1e-2, 1};
    worst absolute = {0}, relative = {0}, libjxl = {0};
    uint64_t state = 1;
    for (int i = 0; i < 160000; i++) {
        window v = make_window(&state, contrasts[i % 4], changes[i / 4 % 4]);
        double m1 = (double)v.m1, m2 = (double)v.m2, b12 = (double)v.b12, bee = (double)v.bee;
        ssim s = true_ssim(m1, m2, (long double)bee + 2 * b12, b12);
        double want = (double)fmaxl(0, 1 - s.q), got = (double)lk_ssim_exact(v.m1, v.m2, v.b12, v.bee);
        double error = fabs(got - want);
        worst_add(&absolute, error, "m1 m2 b12 bee = %a %a %a %a: %a, want %a", m1, m2, b12, bee, got, want);
        if (bee > 0) {
            /* However small the difference of the pictures: nothing larger than its square may cancel. */
            error *= (double)s.denominator / (bee + (m1 - m2) * (m1 - m2));
            worst_add(&relative, error, "m1 m2 b12 bee = %a %a %a %a: %a, want %a", m1, m2, b12, bee, got, want);
        }
        CHECK(got >= 0, "%a", got);

        /* This profile does subtract nearly equal values: its error is that of the difference, over the denominator. */
        s = true_ssim(m1, m2, (double)v.b11 + (double)v.b22, b12);
        got = (double)lk_ssim_libjxl(v.m1, v.m2, v.b11, v.b22, v.b12);
        error = (double)(fabsl(got - s.q) * s.denominator / (1 + fabsl(s.q)));
        worst_add(&libjxl, error, "m1 m2 b11 b22 b12 = %a %a %a %a %a", m1, m2, (double)v.b11, (double)v.b22, b12);
    }
    worst_end(&absolute, "lk_ssim_exact, absolute", 2.5e-7);
    worst_end(&relative, "lk_ssim_exact, against the pictures' difference", 3e-7);
    worst_end(&libjxl, "lk_ssim_libjxl, times its denominator", 1.5e-7);
    CHECK(lk_ssim_exact(0.5f, 0.5f, 0.25f, 0.0f) == 0.0f, "equal pictures");
    CHECK(lk_ssim_libjxl(0.5f, 0.5f, 0.25f, 0.25f, 0.25f) == 1.0f, "equal pictures");
    for (int i = 0; i < 1000; i++) {
        float q = (float)(4 * check_uniform(&state) - 2);
        CHECK(lk_ssim_libjxl_map(q) == fmax(0, 1 - (double)q), "q = %a", (double)q);
    }
}

static void check_edge(void) {
    worst exact = {0}, libjxl = {0};
    uint64_t state = 2;
    for (int i = 0; i < 200000; i++) {
        double scale = i % 2 ? 1 : 1e-3;
        float a = (float)check_uniform(&state), m1 = a + (float)(scale * (check_uniform(&state) - 0.5));
        float b = (float)check_uniform(&state), m2 = b + (float)(scale * (check_uniform(&state) - 0.5));
        /* The differences are the metric's own single precision; what follows is not. */
        double u = (double)fabsf(b - m2), v = (double)fabsf(a - m1);
        double want = (1 + u) / (1 + v) - 1;
        double got = (double)lk_edge_exact(a, b, m1, m2);
        worst_add(&exact, fabs(got - want) / fmax(u, v), "a b m1 m2 = %a %a %a %a: %a, want %a", (double)a, (double)b,
            (double)m1, (double)m2, got, want);
        got = lk_edge_libjxl(a, b, m1, m2);
        worst_add(&libjxl, fabs(got - (double)(((long double)u - (long double)v) / (1 + (long double)v))),
            "a b m1 m2 = %a %a %a %a: %a", (double)a, (double)b, (double)m1, (double)m2, got);
    }
    worst_end(&exact, "lk_edge_exact, relative to the larger edge", 1.6e-7);
    worst_end(&libjxl, "lk_edge_libjxl, absolute", 2.3e-16);
    CHECK(lk_edge_exact(0.2f, 0.3f, 0.2f, 0.2f) > 0, "new contrast is an artifact");
    CHECK(lk_edge_exact(0.3f, 0.2f, 0.2f, 0.2f) < 0, "lost contrast is lost detail");
}

int main(void) {
    check_ssim();
    check_edge();
    return check_end();
}
