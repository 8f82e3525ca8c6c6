/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Heatmaps: their mean is what the score is below 100, and they are warm where the damage is. Previews: the colours
 * that went in. */

#include "support/check.h"
#include "support/score.h"

static lk_context *context;

static lk_scorer *make(const lk_scorer_params *params) {
    lk_scorer *scorer;
    REQUIRE(lk_scorer_create(context, params, &scorer) == LK_OK, "%s", lk_context_error(context));
    return scorer;
}

static float *heatmap(const lk_scorer_params *params, const test_picture *a, const test_picture *b) {
    lk_scorer *scorer = make(params);
    float *map = malloc((size_t)params->width * (size_t)params->height * sizeof *map);
    REQUIRE(map && lk_scorer_heatmap(scorer, &a->picture, &b->picture, map) == LK_OK, "%s", lk_scorer_error(scorer));
    lk_scorer_destroy(&scorer);
    return map;
}

/* Sum of the values of a rectangle; *least: the smallest of them. */
static double sum_of(const float *map, int stride, int left, int top, int right, int bottom, float *least) {
    double sum = 0;
    *least = INFINITY;
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
            float value = map[(size_t)y * (size_t)stride + (size_t)x];
            sum += value;
            *least = fminf(*least, value);
        }
    }
    return sum;
}

static void check_mean(lk_profile profile, int width, int height, lk_format format, double strength, worst *w) {
    test_picture a = picture_make(width, height, format, 0, 0);
    test_picture b = picture_make(width, height, format, 6, 1);
    picture_fill(&a, 1, 1, 0.05);
    picture_fill(&b, 1, 2, strength);
    lk_scorer_params params = score_params(&a, &b);
    params.profile = profile;
    double below = 100 - score_pair(&params, &a, &b).ssimulacra2;
    float *map = heatmap(&params, &a, &b);
    float least;
    double mean = sum_of(map, width, 0, 0, width, height, &least) / width / height;
    CHECK(least >= 0, "%dx%d: %g", width, height, least);
    CHECK(below > 1, "%dx%d: a score of %g tests nothing", width, height, 100 - below);
    worst_add(
        w, fabs(mean - below) / below, "%s %dx%d, score %g", lk_profile_string(profile), width, height, 100 - below);
    free(map);
    picture_free(&a);
    picture_free(&b);
}

static void check_means(void) {
    static const int sizes[][2] = {{8, 8}, {9, 8}, {15, 33}, {64, 48}, {127, 65}, {320, 180}, {333, 257}};
    for (int profile = LK_PROFILE_LIBJXL; profile <= LK_PROFILE_EXACT; profile++) {
        worst w = {0};
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            int width = sizes[i][0], height = sizes[i][1];
            check_mean(profile, width, height, lk_format_yuv(420, 8), 0.1, &w);
            check_mean(profile, width, height, lk_format_yuv(444, 10), 0.3, &w);
            check_mean(profile, width, height, format_rgb(LK_LAYOUT_PACKED, 8, 1), 0.2, &w); /* two backgrounds */
        }
        worst_end(&w, lk_profile_string(profile), 1e-6);
    }
}

/* Damage in one quarter. */
static void check_place(lk_profile profile) {
    enum { SIDE = 256 };
    test_picture a = picture_make(SIDE, SIDE, format_rgb(LK_LAYOUT_PLANAR, 8, 0), 0, 0);
    test_picture b = picture_make(SIDE, SIDE, format_rgb(LK_LAYOUT_PLANAR, 8, 0), 0, 0);
    picture_fill(&a, 3, 1, 0.05);
    picture_fill(&b, 3, 1, 0.05);
    lk_scorer_params params = score_params(&a, &b);
    params.profile = profile;
    float least;
    float *map = heatmap(&params, &a, &b);
    CHECK(sum_of(map, SIDE, 0, 0, SIDE, SIDE, &least) == 0, "equal pictures are not cold");
    free(map);

    for (int y = 160; y < 224; y++) {
        for (int x = 32; x < 96; x++) {
            int value = picture_get(&b, 1, x, y);
            picture_set(&b, 1, x, y, (x + y) % 2 ? value / 2 : (value + 255) / 2);
        }
    }
    map = heatmap(&params, &a, &b);
    double all = sum_of(map, SIDE, 0, 0, SIDE, SIDE, &least);
    double quarter = sum_of(map, SIDE, 0, SIDE / 2, SIDE / 2, SIDE, &least);
    double opposite = sum_of(map, SIDE, SIDE / 2, 0, SIDE, SIDE / 2, &least);
    CHECK(quarter > 0.9 * all, "%s: %g of %g where the damage is", lk_profile_string(profile), quarter, all);
    CHECK(opposite < 0.001 * all, "%s: %g of %g opposite", lk_profile_string(profile), opposite, all);
    free(map);
    picture_free(&a);
    picture_free(&b);
}

static void check_refusals(void) {
    test_picture a = picture_make(64, 48, lk_format_yuv(420, 8), 0, 0);
    test_picture b = picture_make(64, 40, lk_format_yuv(420, 8), 0, 0);
    float map[64 * 48];
    uint8_t rgb[3 * 64 * 48];
    lk_scorer_params params = score_params(&a, &a);
    lk_scorer *scorer = make(&params);
    CHECK(lk_scorer_heatmap(NULL, &a.picture, &a.picture, map) == LK_ERROR_ARGUMENT, "no scorer");
    CHECK(lk_scorer_heatmap(scorer, &a.picture, NULL, map) == LK_ERROR_ARGUMENT, "no picture");
    CHECK(lk_scorer_heatmap(scorer, &a.picture, &a.picture, NULL) == LK_ERROR_ARGUMENT, "no map");
    CHECK(lk_scorer_heatmap(scorer, &a.picture, &b.picture, map) == LK_ERROR_SIZE, "another size");
    CHECK(check_contains(lk_scorer_error(scorer), "64x40"), "%s", lk_scorer_error(scorer));
    CHECK(lk_scorer_preview(NULL, 0, &a.picture, rgb) == LK_ERROR_ARGUMENT, "no scorer");
    CHECK(lk_scorer_preview(scorer, 0, &a.picture, NULL) == LK_ERROR_ARGUMENT, "no place");
    CHECK(lk_scorer_preview(scorer, 1, &b.picture, rgb) == LK_ERROR_SIZE, "another size");
    lk_picture device = a.picture;
    device.memory = LK_MEMORY_CUDA;
    CHECK(lk_scorer_heatmap(scorer, &a.picture, &device, map) == LK_ERROR_ARGUMENT, "a device's memory");
    CHECK(check_contains(lk_scorer_error(scorer), "device memory"), "%s", lk_scorer_error(scorer));
    lk_scorer_destroy(&scorer);
    picture_free(&a);
    picture_free(&b);
}

static void check_preview(void) {
    test_picture a = picture_make(16, 16, format_rgb(LK_LAYOUT_PLANAR, 8, 0), 0, 0);
    test_picture b = picture_make(16, 16, lk_format_yuv(420, 8), 0, 0);
    for (int i = 0; i < 256; i++) {
        for (int channel = 0; channel < 3; channel++) {
            picture_set(&a, channel, i % 16, i / 16, channel == 1 ? 255 - i : i);
        }
        picture_set(&b, 0, i % 16, i / 16, 81); /* full red in BT.601 */
        picture_set(&b, 1, i % 16 / 2, i / 32, 90);
        picture_set(&b, 2, i % 16 / 2, i / 32, 240);
    }
    lk_scorer_params params = score_params(&a, &b);
    params.distorted_color.matrix = LK_MATRIX_BT601;
    lk_scorer *scorer = make(&params);
    uint8_t rgb[256][3];
    CHECK(lk_scorer_preview(scorer, 0, &a.picture, rgb[0]) == LK_OK, "%s", lk_scorer_error(scorer));
    for (int i = 0; i < 256; i++) {
        CHECK(rgb[i][0] == i && rgb[i][1] == 255 - i && rgb[i][2] == i, "%d became %d, %d, %d", i, rgb[i][0], rgb[i][1],
            rgb[i][2]);
    }
    CHECK(lk_scorer_preview(scorer, 1, &b.picture, rgb[0]) == LK_OK, "%s", lk_scorer_error(scorer));
    CHECK(rgb[99][0] >= 253 && rgb[99][1] <= 2 && rgb[99][2] <= 2, "red became %d, %d, %d", rgb[99][0], rgb[99][1],
        rgb[99][2]);
    lk_scorer_destroy(&scorer);
    picture_free(&a);
    picture_free(&b);
}

int main(void) {
    REQUIRE(lk_context_create(&context) == LK_OK, "no context");
    check_means();
    check_place(LK_PROFILE_LIBJXL);
    check_place(LK_PROFILE_EXACT);
    check_preview();
    check_refusals();
    lk_context_destroy(&context);
    return check_end();
}
