/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* SSIMULACRA 2 around the pixels: which scales a size gives, which maps they need, and from sums to a score.
 *
 *     metric FOLDER: holds weights.txt, the 108 weights; what needs them is left out where it is missing. */

#include "metric/ssimulacra2.h"

#include "arith/ssimulacra2.h"
#include "support/check.h"

static void check_scales(void) {
    static const struct {
        int width, height, scales, last_width, last_height;
    } cases[] = {
        {7, 100, 0, 0, 0},
        {100, 7, 0, 0, 0},
        {8, 8, 2, 4, 4},
        {9, 9, 2, 5, 5},
        {15, 15, 3, 4, 4},
        {16, 16, 3, 4, 4},
        {8, 100, 2, 4, 50},
        {1000, 8, 2, 500, 4},
        {17, 33, 3, 5, 9},
        {31, 31, 4, 4, 4},
        {64, 64, 5, 4, 4},
        {112, 112, 5, 7, 7},
        {113, 113, 6, 4, 4},
        {225, 224, 6, 8, 7},
        {255, 257, 6, 8, 9},
        {1920, 1080, 6, 60, 34},
        {3840, 2160, 6, 120, 68},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lk_plan plan;
        lk_plan_init(&plan, cases[i].width, cases[i].height, 0);
        CHECK(plan.scales == cases[i].scales, "%dx%d: %d scales, want %d", cases[i].width, cases[i].height, plan.scales,
            cases[i].scales);
        if (plan.scales > 0) {
            int width = plan.width[plan.scales - 1], height = plan.height[plan.scales - 1];
            CHECK(width == cases[i].last_width && height == cases[i].last_height,
                "%dx%d: the last scale is %dx%d, want %dx%d", cases[i].width, cases[i].height, width, height,
                cases[i].last_width, cases[i].last_height);
        }
    }
}

/* The table of docs/numerics.md for six scales: channel, scale. */
static void check_maps(void) {
    enum { S = LK_MAP_SSIM, A = LK_MAP_ARTIFACT, D = LK_MAP_DETAIL };
    static const unsigned char want[3][6] = {
        {A, S | A | D, S | A, S | A, S | A | D, S},
        {S | D, S | A | D, S | A | D, S | A | D, S | A, 0},
        {A, S | A, S | A, S | A, S | A | D, S | D},
    };
    lk_plan needed, all;
    lk_plan_init(&needed, 1920, 1080, 0);
    lk_plan_init(&all, 1920, 1080, 1);
    for (int channel = 0; channel < 3; channel++) {
        for (int scale = 0; scale < 6; scale++) {
            CHECK(needed.maps[scale][channel] == want[channel][scale], "channel %d, scale %d: maps %d, want %d",
                channel, scale, needed.maps[scale][channel], want[channel][scale]);
            CHECK(all.maps[scale][channel] == LK_MAP_ALL, "channel %d, scale %d: maps %d", channel, scale,
                all.maps[scale][channel]);
        }
    }
}

static int read_weights(const char *path, double weights[LK_NORMS]) {
    FILE *file = fopen(path, "r");
    int count = 0;
    if (!file) {
        return 0;
    }
    for (char line[256]; fgets(line, sizeof line, file);) {
        if (line[0] != '#' && count < LK_NORMS) {
            weights[count++] = strtod(line, NULL);
        }
    }
    fclose(file);
    return count == LK_NORMS;
}

static double true_score(double s) {
    s *= 0.9562382616834844;
    s = 2.326765642916932 * s - 0.020884521182843837 * s * s + 6.248496625763138e-05 * s * s * s;
    return s > 0 ? 100 - 10 * pow(s, 0.6276336467831387) : 100;
}

/* A picture with one norm above 0 at a time, for each number of scales: the k-th norm takes the k-th weight, means and
 * roots are those of its scale, and a map is needed if and only if one of its weights is above 0. */
static void check_pooling(const double weights[LK_NORMS]) {
    worst w = {0};
    for (int scales = 2; scales <= 6; scales++) {
        lk_plan plan, all;
        lk_plan_init(&plan, 8 << (scales - 2), 8 << (scales - 2), 0);
        lk_plan_init(&all, 8 << (scales - 2), 8 << (scales - 2), 1);
        REQUIRE(plan.scales == scales, "%d scales, want %d", plan.scales, scales);
        for (int k = 0; k < scales * 18; k++) {
            int map = k % 3, fourth = k / 3 % 2, scale = k / 6 % scales, channel = k / 6 / scales;
            CHECK(lk_sum_index(&plan, channel, scale, fourth, map) == k, "channel %d, scale %d, norm %d, map %d",
                channel, scale, fourth ? 4 : 1, map);
            int partner = lk_sum_index(&plan, channel, scale, !fourth, map);
            int needed = weights[k] > 0 || weights[partner] > 0;
            CHECK(needed == (plan.maps[scale][channel] >> map & 1), "%d scales, norm %d: needed %d", scales, k, needed);

            double pixels = (double)plan.width[scale] * plan.height[scale], norm = 0.25 + 0.01 * k;
            lk_sums sums = {0};
            sums[k] = pixels * (fourth ? norm * norm * norm * norm : norm);
            lk_result result;
            lk_pool(&all, sums, &result);
            double want = true_score(weights[k] * norm);
            worst_add(&w, fabs(result.ssimulacra2 - want), "%d scales, norm %d: %a, want %a", scales, k,
                result.ssimulacra2, want);
            CHECK(fabs(result.norms[k] - norm) < 1e-15, "norm %d is %a, want %a", k, result.norms[k], norm);
            CHECK(result.scales == scales && result.norm_count == scales * 18, "%d, %d", result.scales,
                result.norm_count);
            lk_pool(&plan, sums, &result);
            CHECK(needed ? !isnan(result.norms[k]) : isnan(result.norms[k]), "norm %d is %a, needed %d", k,
                result.norms[k], needed);
            int beyond = scales < 6 ? scales * 18 : k;
            CHECK(scales == 6 || isnan(result.norms[beyond]), "norm %d is %a", beyond, result.norms[beyond]);
        }
    }
    worst_end(&w, "the score of one norm, absolute", 1e-12);
}

static void check_ends(void) {
    lk_plan plan;
    lk_result result;
    lk_sums sums = {0};
    lk_plan_init(&plan, 640, 480, 0);
    lk_pool(&plan, sums, &result);
    CHECK(result.ssimulacra2 == 100, "all norms 0: %a", result.ssimulacra2);
    for (int k = 0; k < LK_NORMS; k++) {
        sums[k] = 640.0 * 480;
    }
    lk_pool(&plan, sums, &result);
    CHECK(result.ssimulacra2 < -1000, "large norms: %a", result.ssimulacra2);
}

int main(int argc, char **argv) {
    double weights[LK_NORMS];
    check_scales();
    check_maps();
    check_ends();
    const char *folder = getenv("LIKEN_VECTORS");
    char path[1024];
    snprintf(path, sizeof path, "%s/weights.txt", folder ? folder : argc > 1 ? argv[1] : ".");
    if (read_weights(path, weights)) {
        check_pooling(weights);
    } else {
        printf("left out: the weights, of which there is no list at %s\n", path);
    }
    return check_end();
}
