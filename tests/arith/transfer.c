/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Transfer functions and HDR primaries against their standards, in double precision. */

#include "arith/transfer.h"

#include "support/check.h"

#define STEPS 65535

/* IEC 61966-2-1. */
static double srgb(double e) {
    return e <= 0.04045 ? e / 12.92 : pow((e + 0.055) / 1.055, 2.4);
}

/* SMPTE ST 2084, in cd/m2. */
static double pq(double e) {
    const double m1 = 2610.0 / 16384, m2 = 2523.0 / 4096 * 128;
    const double c1 = 3424.0 / 4096, c2 = 2413.0 / 4096 * 32, c3 = 2392.0 / 4096 * 32;
    double v = pow(e, 1 / m2);
    return 10000 * pow(fmax(v - c1, 0) / (c2 - c3 * v), 1 / m1);
}

/* ITU-R BT.2100: the inverse OETF, scene light in [0, 1]. */
static double hlg(double e) {
    const double a = 0.17883277, b = 1 - 4 * a, c = 0.5 - a * log(4 * a);
    return e <= 0.5 ? e * e / 3 : (exp((e - c) / a) + b) / 12;
}

/* Relative error, but no smaller than against a thousandth of SDR white, where pictures end being visible. */
static double visible(double got, double want) {
    return fabs(got - want) / fmax(fabs(want), 1e-3);
}

static void check_curves(void) {
    worst w_srgb = {0}, w_srgb_light = {0}, w_bt1886 = {0}, w_pq = {0}, w_hlg = {0};
    for (int i = 0; i <= STEPS; i++) {
        float e = (float)i / STEPS;
        double x = (double)e;
        worst_add(&w_srgb, visible((double)lk_srgb_to_linear(e), srgb(x)), "e = %a", x);
        worst_add(&w_srgb_light, fabs((double)lk_srgb_to_linear(e) - srgb(x)), "e = %a", x);
        worst_add(&w_bt1886, visible((double)lk_bt1886_to_linear(e), pow(x, 2.4)), "e = %a", x);
        worst_add(&w_pq, visible((double)lk_pq_to_linear(e), pq(x) / 255), "e = %a", x);
        worst_add(&w_hlg, visible((double)lk_hlg_to_scene(e), hlg(x)), "e = %a", x);
    }
    worst_end(&w_srgb, "sRGB, relative", 8e-6); /* where the rational polynomial takes over from the toe */
    worst_end(&w_srgb_light, "sRGB, absolute", 5e-7);
    worst_end(&w_bt1886, "BT.1886, relative", 4e-7);
    worst_end(&w_pq, "PQ, relative", 2.5e-5);
    worst_end(&w_hlg, "HLG to scene light, relative", 4e-7);
    CHECK(lk_srgb_to_linear(0.0f) == 0.0f, "%a", (double)lk_srgb_to_linear(0.0f));
    CHECK(lk_pq_to_linear(0.0f) == 0.0f, "%a", (double)lk_pq_to_linear(0.0f));
    CHECK(lk_hlg_to_scene(0.0f) == 0.0f, "%a", (double)lk_hlg_to_scene(0.0f));
}

/* Every curve rises: no step of 16-bit samples may come out darker than the one below. */
static void check_rising(void) {
    for (int i = 1; i <= STEPS; i++) {
        float low = (float)(i - 1) / STEPS, high = (float)i / STEPS;
        CHECK(lk_srgb_to_linear(low) <= lk_srgb_to_linear(high), "e = %a", (double)high);
        CHECK(lk_bt1886_to_linear(low) <= lk_bt1886_to_linear(high), "e = %a", (double)high);
    }
}

/* ITU-R BT.2100: the OOTF of a 1000 cd/m2 display, system gamma 1.2. */
static void check_hlg_display(void) {
    worst w = {0};
    uint64_t state = 1;
    for (int i = 0; i < 100000; i++) {
        double e[3], s[3], scale = i % 4 == 0 ? 0.1 : 1;
        for (int c = 0; c < 3; c++) {
            e[c] = (double)(float)(scale * check_uniform(&state));
            s[c] = hlg(e[c]);
        }
        lk_rgb got = lk_hlg_to_linear((lk_rgb){(float)e[0], (float)e[1], (float)e[2]});
        double gain = 1000 * pow(0.2627 * s[0] + 0.6780 * s[1] + 0.0593 * s[2], 1.2 - 1) / 255;
        worst_add(&w, visible((double)got.r, s[0] * gain), "%a %a %a", e[0], e[1], e[2]);
        worst_add(&w, visible((double)got.g, s[1] * gain), "%a %a %a", e[0], e[1], e[2]);
        worst_add(&w, visible((double)got.b, s[2] * gain), "%a %a %a", e[0], e[1], e[2]);
    }
    worst_end(&w, "HLG to display light, relative", 5e-7);
    lk_rgb black = lk_hlg_to_linear((lk_rgb){0, 0, 0});
    CHECK(black.r == 0 && black.g == 0 && black.b == 0, "%a %a %a", (double)black.r, (double)black.g, (double)black.b);
}

typedef double matrix[3][3];

static void invert(matrix a, matrix out) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            int r = (j + 1) % 3, s = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            out[i][j] = a[r][c] * a[s][d] - a[r][d] * a[s][c];
        }
    }
    double determinant = a[0][0] * out[0][0] + a[0][1] * out[1][0] + a[0][2] * out[2][0];
    for (int i = 0; i < 9; i++) {
        out[i / 3][i % 3] /= determinant;
    }
}

/* RGB to XYZ from the chromaticities of the primaries and D65. */
static void to_xyz(const double xy[3][2], matrix out) {
    const double white[3] = {0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290};
    matrix inverse;
    for (int c = 0; c < 3; c++) {
        out[0][c] = xy[c][0];
        out[1][c] = xy[c][1];
        out[2][c] = 1 - xy[c][0] - xy[c][1];
    }
    invert(out, inverse);
    for (int c = 0; c < 3; c++) {
        double strength = inverse[c][0] * white[0] + inverse[c][1] * white[1] + inverse[c][2] * white[2];
        for (int i = 0; i < 3; i++) {
            out[i][c] *= strength;
        }
    }
}

static void check_primaries(void) {
    static const double bt709[3][2] = {{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}};
    static const double bt2020[3][2] = {{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}};
    matrix from, to, back;
    to_xyz(bt2020, from);
    to_xyz(bt709, to);
    invert(to, back);
    worst w = {0};
    for (int c = 0; c < 3; c++) {
        lk_rgb got = lk_bt2020_to_bt709((lk_rgb){c == 0, c == 1, c == 2});
        const double column[3] = {(double)got.r, (double)got.g, (double)got.b};
        for (int i = 0; i < 3; i++) {
            double want = back[i][0] * from[0][c] + back[i][1] * from[1][c] + back[i][2] * from[2][c];
            worst_add(&w, fabs(column[i] - want), "row %d, column %d: %a, want %a", i, c, column[i], want);
        }
    }
    worst_end(&w, "BT.2020 to BT.709, absolute", 6e-8);
    CHECK(lk_bt2020_to_bt709((lk_rgb){0, 1, 0}).r < 0, "negative light must be kept");
}

static int same(lk_rgb a, lk_rgb b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

static void check_dispatch(void) {
    const lk_rgb e = {0.25f, 0.5f, 0.75f};
    CHECK(same(lk_to_linear(e, LK_CURVE_LINEAR, 0), e), "linear");
    CHECK(same(lk_to_linear(e, LK_CURVE_SRGB, 0),
              (lk_rgb){lk_srgb_to_linear(e.r), lk_srgb_to_linear(e.g), lk_srgb_to_linear(e.b)}),
        "sRGB");
    CHECK(same(lk_to_linear(e, LK_CURVE_BT1886, 0),
              (lk_rgb){lk_bt1886_to_linear(e.r), lk_bt1886_to_linear(e.g), lk_bt1886_to_linear(e.b)}),
        "BT.1886");
    lk_rgb light = {lk_pq_to_linear(e.r), lk_pq_to_linear(e.g), lk_pq_to_linear(e.b)};
    CHECK(same(lk_to_linear(e, LK_CURVE_PQ, 0), light), "PQ");
    CHECK(same(lk_to_linear(e, LK_CURVE_PQ, 1), lk_bt2020_to_bt709(light)), "PQ, BT.2020");
    CHECK(same(lk_to_linear(e, LK_CURVE_HLG, 0), lk_hlg_to_linear(e)), "HLG");
    CHECK(same(lk_to_linear(e, LK_CURVE_HLG, 1), lk_bt2020_to_bt709(lk_hlg_to_linear(e))), "HLG, BT.2020");
}

int main(void) {
    check_curves();
    check_rising();
    check_hlg_display();
    check_primaries();
    check_dispatch();
    return check_end();
}
