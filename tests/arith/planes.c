/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Whole planes through the CPU reference against direct double evaluation: halving, both blurs, sums of the terms. */

#include "arith/ssimulacra2.h"
#include "cpu/levels.h"
#include "support/check.h"

static const int sizes[][2] = {
    {8, 8}, {1, 1}, {2, 9}, {7, 5}, {15, 3}, {16, 17}, {33, 8}, {64, 40}, {100, 31}, {9, 300}};
#define SIZES (int)(sizeof(sizes) / sizeof(sizes[0]))

static float *random_plane(int width, int height, uint64_t *state) {
    float *plane = malloc((size_t)(width * height) * sizeof *plane);
    REQUIRE(plane, "out of memory");
    for (int i = 0; i < width * height; i++) {
        plane[i] = (float)check_uniform(state);
    }
    return plane;
}

static void check_halve(void) {
    worst w = {0};
    uint64_t state = 1;
    for (int s = 0; s < SIZES; s++) {
        int width = sizes[s][0], height = sizes[s][1], half = (width + 1) / 2;
        float *in = random_plane(width, height, &state), *out = random_plane(width, height, &state);
        lk_reference_best()->halve(in, width, height, out);
        for (int i = 0; i < half * ((height + 1) / 2); i++) {
            double want = 0;
            for (int j = 0; j < 4; j++) {
                int x = 2 * (i % half) + j % 2, y = 2 * (i / half) + j / 2;
                want += 0.25 * (double)in[(y < height ? y : height - 1) * width + (x < width ? x : width - 1)];
            }
            worst_add(&w, check_ulps(out[i], want), "%dx%d, %d: %a, want %a", width, height, i, (double)out[i], want);
        }
        free(in);
        free(out);
    }
    worst_end(&w, "halving, ulp", 1.5);
}

/* h(i) as docs/numerics.md defines it; arith_blur derives the weights. */
static double tap(int i) {
    static const double beta[] = {0.17893914164149133, 0.072726144736190199, 0.012955819110517089};
    double h = 0;
    for (int k = 0; k < 3; k++) {
        h += beta[k] * cos((2 * k + 1) * 3.14159265358979323846 / 10 * i);
    }
    return h;
}

static double true_blur(const float *in, int width, int height, int x, int y) {
    double sum = 0;
    for (int j = -4; j <= 4; j++) {
        for (int i = -4; i <= 4; i++) {
            if (x + i >= 0 && x + i < width && y + j >= 0 && y + j < height) {
                sum += tap(i) * tap(j) * (double)in[(y + j) * width + x + i];
            }
        }
    }
    return sum;
}

/* Both profiles blur with the same filter; what the recursive one adds is rounding that does not decay. */
static void check_blur(void) {
    worst w[2] = {{0}};
    uint64_t state = 2;
    for (int s = 0; s < SIZES; s++) {
        int width = sizes[s][0], height = sizes[s][1];
        float *in = random_plane(width, height, &state), *scratch = random_plane(width, height, &state);
        float *out[2] = {random_plane(width, height, &state), random_plane(width, height, &state)};
        float *row_buffer = malloc(lk_reference_row_buffer(width) * sizeof *row_buffer);
        REQUIRE(row_buffer, "out of memory");
        for (int profile = 0; profile < 2; profile++) {
            lk_reference_best()->blur((lk_profile)profile, in, width, height, out[profile], scratch, row_buffer);
        }
        for (int i = 0; i < width * height; i++) {
            double want = true_blur(in, width, height, i % width, i / width);
            for (int profile = 0; profile < 2; profile++) {
                double got = (double)out[profile][i];
                worst_add(&w[profile], fabs(got - want), "%dx%d, %d %d: %a, want %a", width, height, i % width,
                    i / width, got, want);
            }
        }
        free(in);
        free(scratch);
        free(out[0]);
        free(out[1]);
        free(row_buffer);
    }
    worst_end(&w[LK_PROFILE_EXACT], "blur, exact, absolute", 1.3e-7);
    worst_end(&w[LK_PROFILE_LIBJXL], "blur, libjxl, absolute", 4e-6);
}

/* The maps' values of a pixel in double. */
static void true_terms(lk_profile profile, double a, double b, const double blurred[5], double d[3]) {
    double m1 = blurred[0], m2 = blurred[1], b12 = blurred[2], c2 = 0.0009;
    double b11_b22 = profile == LK_PROFILE_EXACT ? blurred[3] + 2 * b12 : blurred[3] + blurred[4];
    double q = (1 - (m1 - m2) * (m1 - m2)) * (2 * (b12 - m1 * m2) + c2) / (b11_b22 - m1 * m1 - m2 * m2 + c2);
    double edge = (1 + fabs(b - m2)) / (1 + fabs(a - m1)) - 1;
    d[0] = fmax(0, 1 - q);
    d[1] = fmax(0, edge);
    d[2] = fmax(0, -edge);
}

/* Blurred planes that belong to some pictures: inside what the Cauchy-Schwarz inequality allows. */
static void fill_blurred(lk_profile profile, int count, float *const blurred[5], uint64_t *state) {
    for (int i = 0; i < count; i++) {
        double m1 = check_uniform(state), m2 = check_uniform(state);
        double v1 = 0.1 * check_uniform(state), v2 = 0.1 * check_uniform(state);
        double v12 = sqrt(v1 * v2) * (2 * check_uniform(state) - 1), b12 = m1 * m2 + v12;
        double b11 = m1 * m1 + v1, b22 = m2 * m2 + v2;
        blurred[0][i] = (float)m1;
        blurred[1][i] = (float)m2;
        blurred[2][i] = (float)b12;
        blurred[3][i] = (float)(profile == LK_PROFILE_EXACT ? b11 + b22 - 2 * b12 : b11);
        blurred[4][i] = (float)b22;
    }
}

static void check_sums(void) {
    worst w[2] = {{0}};
    uint64_t state = 3;
    for (int i = 0; i < 2 * SIZES; i++) {
        lk_profile profile = (lk_profile)(i % 2);
        int width = sizes[i / 2][0], height = sizes[i / 2][1], count = width * height;
        float *a = random_plane(width, height, &state), *b = random_plane(width, height, &state);
        float *row_buffer = malloc(lk_reference_row_buffer(width) * sizeof *row_buffer);
        float *blurred[5];
        for (int k = 0; k < 5; k++) {
            blurred[k] = random_plane(width, height, &state);
        }
        REQUIRE(row_buffer, "out of memory");
        fill_blurred(profile, count, blurred, &state);
        double got[3][2], want[3][2] = {{0}};
        lk_reference_best()->sum_terms(
            profile, LK_MAP_ALL, a, b, (const float *const *)blurred, width, height, got, row_buffer);
        for (int at = 0; at < count; at++) {
            double values[5], d[3];
            for (int k = 0; k < 5; k++) {
                values[k] = (double)blurred[k][at];
            }
            true_terms(profile, (double)a[at], (double)b[at], values, d);
            for (int map = 0; map < 3; map++) {
                want[map][0] += d[map];
                want[map][1] += d[map] * d[map] * d[map] * d[map];
            }
        }
        for (int k = 0; k < 6; k++) {
            double g = got[k / 2][k % 2], t = want[k / 2][k % 2];
            worst_add(&w[profile], fabs(g - t) / fmax(t, 1e-6), "%dx%d, map %d, %d-norm: %a, want %a", width, height,
                k / 2, k % 2 ? 4 : 1, g, t);
        }
        free(a);
        free(b);
        free(row_buffer);
        for (int k = 0; k < 5; k++) {
            free(blurred[k]);
        }
    }
    worst_end(&w[LK_PROFILE_EXACT], "sums, exact, relative", 8e-7);
    worst_end(&w[LK_PROFILE_LIBJXL], "sums, libjxl, relative", 2.5e-6);
}

int main(void) {
    check_halve();
    check_blur();
    check_sums();
    return check_end();
}
