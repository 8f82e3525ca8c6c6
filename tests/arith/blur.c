/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The blur's constants derived again from the definition of the filter, and its steps against double precision. */

#include "arith/blur.h"

#include "support/check.h"

#define SIGMA  1.5
#define RADIUS 5 /* N of the paper */

static const double pi = 3.14159265358979323846;

/* omega_k for k = 1, 3, 5. */
static double omega(int i) {
    return (2 * i + 1) * (pi / (2.0 * RADIUS));
}

/* Weights of the three cosines (Charalampidis 2016). The filter h(i) = sum of beta_k cos(omega_k i) must have the sum 1
 * and the variance sigma^2; of all weights that give both, those nearest to the cosine coefficients of the Gaussian
 * itself. */
static void derive_weights(double beta[3]) {
    double gaussian[3], one[3] = {0}, square[3] = {0};
    for (int k = 0; k < 3; k++) {
        gaussian[k] = exp(-0.5 * SIGMA * SIGMA * omega(k) * omega(k)) / RADIUS;
        for (int i = -RADIUS; i <= RADIUS; i++) {
            one[k] += cos(omega(k) * i);
            square[k] += i * i * cos(omega(k) * i);
        }
    }
    /* beta = gaussian + p one + q square, p and q from the two conditions. */
    double oo = 0, os = 0, ss = 0, missing_sum = 1, missing_variance = SIGMA * SIGMA;
    for (int k = 0; k < 3; k++) {
        oo += one[k] * one[k];
        os += one[k] * square[k];
        ss += square[k] * square[k];
        missing_sum -= gaussian[k] * one[k];
        missing_variance -= gaussian[k] * square[k];
    }
    double determinant = oo * ss - os * os;
    double p = (missing_sum * ss - missing_variance * os) / determinant;
    double q = (missing_variance * oo - missing_sum * os) / determinant;
    for (int k = 0; k < 3; k++) {
        beta[k] = gaussian[k] + p * one[k] + q * square[k];
    }
}

static double tap(const double beta[3], int i) {
    return beta[0] * cos(omega(0) * i) + beta[1] * cos(omega(1) * i) + beta[2] * cos(omega(2) * i);
}

/* A constant in the source against its value in double: the nearest float, or its neighbour where the derivation's own
 * rounding decides; a cosine of a right angle is 0 up to double's rounding. */
static void check_constant(worst *w, const char *name, float got, double want) {
    double error = fabs(want) < 1e-15 ? fabs((double)got) / 1e-15 : check_ulps(got, want);
    worst_add(w, error, "%s: %a, want %a", name, (double)got, want);
}

static void check_taps(const double beta[3]) {
    const float taps[] = {LK_BLUR_TAP0, LK_BLUR_TAP1, LK_BLUR_TAP2, LK_BLUR_TAP3, LK_BLUR_TAP4};
    worst w = {0};
    double sum = 0;
    for (int i = 0; i <= LK_BLUR_REACH; i++) {
        check_constant(&w, "tap", taps[i], tap(beta, i));
        sum += (i ? 2 : 1) * (double)taps[i];
    }
    worst_end(&w, "taps, ulp", 0.51);
    CHECK(fabs(sum - 1) < 1e-8, "the taps' sum is %.12f", sum);
    CHECK(fabs(tap(beta, LK_BLUR_REACH + 1)) < 1e-15, "h(5) is %g", tap(beta, LK_BLUR_REACH + 1));
}

/* The coefficients that lk_recursion_right4() applies, read from what it does with a single 1. */
static void check_coefficients(int k, double n, double d) {
    const double in[4] = {n, -d * n, d * d * n - n, -d * d * d * n + 2 * d * n};
    const double last[4] = {-d, d * d - 1, -d * d * d + 2 * d, d * d * d * d - 3 * d * d + 1};
    const double before[4] = {-1, d, -d * d + 1, d * d * d - 2 * d};
    const float zeros[4] = {0};
    float out[4];
    worst w = {0};
    for (int which = 0; which < 2; which++) {
        lk_recursion r = lk_recursion_start();
        float *const state[2][3] = {{&r.last1, &r.last3, &r.last5}, {&r.before1, &r.before3, &r.before5}};
        *state[which][k] = 1;
        lk_recursion_right4(&r, zeros, out);
        for (int j = 0; j < 4; j++) {
            check_constant(&w, which ? "before" : "last", out[j], which ? before[j] : last[j]);
        }
    }
    for (int j = 0; j < 4; j++) {
        /* A 1 that enters 3 - j steps before the end leaves in[j] as the last output of each oscillator. */
        float sum[4] = {0};
        sum[3 - j] = 1;
        lk_recursion r = lk_recursion_start();
        lk_recursion_right4(&r, sum, out);
        const float end[3] = {r.last1, r.last3, r.last5};
        check_constant(&w, "in", end[k], in[j]);
    }
    char what[64];
    snprintf(what, sizeof what, "coefficients of oscillator %d, ulp", 2 * k + 1);
    worst_end(&w, what, 0.51);
}

static void check_recursion_constants(const double beta[3]) {
    const float n[3] = {LK_RECURSION_N1, LK_RECURSION_N3, LK_RECURSION_N5};
    const float d[3] = {LK_RECURSION_D1, LK_RECURSION_D3, LK_RECURSION_D5};
    worst w = {0};
    for (int k = 0; k < 3; k++) {
        double n_k = -beta[k] * cos(omega(k) * (RADIUS + 1)), d_k = -2 * cos(omega(k));
        check_constant(&w, "n", n[k], n_k);
        check_constant(&w, "d", d[k], d_k);
        check_coefficients(k, n_k, d_k);
    }
    worst_end(&w, "n and d, ulp", 0.51);
    CHECK(LK_RECURSION_RADIUS == RADIUS, "%d", LK_RECURSION_RADIUS);
}

/* The recursion in double: y = n s - d y1 - y2 for each oscillator. */
typedef struct oscillators {
    double n[3], d[3], last[3], before[3];
} oscillators;

static double step(oscillators *o, double sum) {
    double out = 0;
    for (int k = 0; k < 3; k++) {
        double y = o->n[k] * sum - o->d[k] * o->last[k] - o->before[k];
        o->before[k] = o->last[k];
        o->last[k] = y;
        out += y;
    }
    return out;
}

/* Steps one at a time and by fours, from the same state, over random rows. */
static void check_steps(const double beta[3]) {
    worst down = {0}, right = {0}, four = {0};
    uint64_t state = 1;
    for (int row = 0; row < 1000; row++) {
        oscillators o = {0};
        for (int k = 0; k < 3; k++) {
            o.n[k] = -beta[k] * cos(omega(k) * (RADIUS + 1));
            o.d[k] = -2 * cos(omega(k));
        }
        lk_recursion by_one = lk_recursion_start(), by_four = by_one, by_column = by_one;
        for (int at = 0; at < 64; at += 4) {
            float sum[4], out[4];
            for (int j = 0; j < 4; j++) {
                sum[j] = (float)(2 * check_uniform(&state));
            }
            lk_recursion_right4(&by_four, sum, out);
            for (int j = 0; j < 4; j++) {
                double want = step(&o, (double)sum[j]);
                worst_add(&right, fabs((double)lk_recursion_right(&by_one, sum[j]) - want), "row %d, %d", row, at + j);
                worst_add(&down, fabs((double)lk_recursion_down(&by_column, sum[j]) - want), "row %d, %d", row, at + j);
                worst_add(&four, fabs((double)out[j] - want), "row %d, %d", row, at + j);
            }
        }
    }
    worst_end(&right, "lk_recursion_right, 64 steps, absolute", 1e-5);
    worst_end(&down, "lk_recursion_down, 64 steps, absolute", 1e-5);
    worst_end(&four, "lk_recursion_right4, 64 steps, absolute", 1e-5);
}

static void check_exact(const double beta[3]) {
    worst w = {0};
    uint64_t state = 1;
    for (int i = 0; i < 100000; i++) {
        float x[9];
        double want = 0;
        for (int j = 0; j < 9; j++) {
            x[j] = (float)(4 * check_uniform(&state) - 1);
            want += tap(beta, j - 4) * (double)x[j];
        }
        float got = lk_blur_exact(x[4], x[3] + x[5], x[2] + x[6], x[1] + x[7], x[0] + x[8]);
        worst_add(&w, fabs((double)got - want), "case %d: %a, want %a", i, (double)got, want);
    }
    worst_end(&w, "lk_blur_exact of [-1, 3], absolute", 4.5e-7);
}

int main(void) {
    double beta[3];
    derive_weights(beta);
    const double stated[3] = {0.17893914164149133, 0.072726144736190199, 0.012955819110517089};
    for (int k = 0; k < 3; k++) {
        CHECK(
            fabs(beta[k] - stated[k]) < 1e-14, "beta %d is %.17g, docs/numerics.md says %.17g", k, beta[k], stated[k]);
    }
    check_taps(beta);
    check_recursion_constants(beta);
    check_steps(beta);
    check_exact(beta);
    return check_end();
}
