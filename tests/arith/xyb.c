/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Linear RGB to positive XYB against the definition in double precision. */

#include "arith/xyb.h"

#include "support/check.h"

static const double bias = 0.0037930732552754493;

static void check_cube_root(void) {
    worst w = {0};
    for (uint32_t bits = 0x10000000; bits <= 0x42480000; bits += 1013) { /* 2^-95, below which r^4 overflows, to 50 */
        float v = lk_bits_float(bits);
        double root = cbrt((double)v), want = root - cbrt(bias), got = (double)lk_cube_root(v);
        worst_add(&w, fabs(got - want) / fmax(root, 1), "v = %a: %a, want %a", (double)v, got, want);
    }
    worst_end(&w, "lk_cube_root, against the root or 1", 4e-7);
    CHECK(lk_cube_root_signed(0.0f) == -LK_XYB_BIAS_ROOT, "%a", (double)lk_cube_root_signed(0.0f));
    CHECK(lk_cube_root_signed(-0.1f) == -LK_XYB_BIAS_ROOT, "%a", (double)lk_cube_root_signed(-0.1f));
    CHECK(lk_cube_root_signed(0.1f) == lk_cube_root(0.1f), "%a", (double)lk_cube_root_signed(0.1f));
    CHECK(LK_XYB_BIAS_ROOT == (float)cbrt(bias), "%a, want %a", (double)LK_XYB_BIAS_ROOT, (double)(float)cbrt(bias));
}

static void check_xyb(void) {
    const double m[3][3] = {{0.30, 1 - 0.078 - 0.30, 0.078}, {0.23, 1 - 0.078 - 0.23, 0.078},
        {0.24342268924547819, 0.20476744424496821, 1 - 0.24342268924547819 - 0.20476744424496821}};
    worst sdr = {0}, hdr = {0};
    uint64_t state = 1;
    for (int i = 0; i < 400000; i++) {
        double v[3], root[3];
        int bright = i % 2; /* BT.2020 at up to 10000 cd/m2 in BT.709 primaries, so below 0 as well */
        for (int c = 0; c < 3; c++) {
            double u = check_uniform(&state);
            v[c] = (double)(float)(bright ? 45 * u - 5 : i % 3 ? u : u * u * u * u);
        }
        for (int k = 0; k < 3; k++) {
            double light = m[k][0] * v[0] + m[k][1] * v[1] + m[k][2] * v[2] + bias;
            root[k] = cbrt(fmax(light, 0)) - cbrt(bias);
        }
        double x = (root[0] - root[1]) / 2, y = (root[0] + root[1]) / 2;
        lk_xyb got = lk_rgb_to_xyb((lk_rgb){(float)v[0], (float)v[1], (float)v[2]});
        if (!bright) {
            lk_xyb other = lk_light_to_xyb((lk_rgb){(float)v[0], (float)v[1], (float)v[2]});
            CHECK(other.x == got.x && other.y == got.y && other.b == got.b, "r g b = %a %a %a", v[0], v[1], v[2]);
        }
        double error = fmax(fmax(fabs((double)got.x - (x * 14 + 0.42)), fabs((double)got.y - (y + 0.01))),
            fabs((double)got.b - (root[2] - y + 0.55)));
        worst_add(bright ? &hdr : &sdr, error, "r g b = %a %a %a", v[0], v[1], v[2]);
    }
    worst_end(&sdr, "lk_rgb_to_xyb, [0, 1], absolute", 4e-6);
    worst_end(
        &hdr, "lk_rgb_to_xyb, [-5, 40], absolute", 1e-4); /* cube roots near 0 of differences between large lights */
}

/* What the metric relies on: all three are above 0 for pictures of standard range. */
static void check_positive(void) {
    for (int i = 0; i < 8; i++) {
        lk_xyb v = lk_rgb_to_xyb((lk_rgb){i & 1, i >> 1 & 1, i >> 2});
        CHECK(v.x > 0 && v.y > 0 && v.b > 0, "corner %d: %a %a %a", i, (double)v.x, (double)v.y, (double)v.b);
    }
}

int main(void) {
    check_cube_root();
    check_xyb();
    check_positive();
    return check_end();
}
