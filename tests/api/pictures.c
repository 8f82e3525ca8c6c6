/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The same content gives the same bits however it lies in memory; and what must change a score does. */

#include "support/check.h"
#include "support/score.h"

/* Odd, so that chroma planes round up. */
#define WIDTH  67
#define HEIGHT 45

static const lk_profile profiles[] = {LK_PROFILE_LIBJXL, LK_PROFILE_EXACT};

/* The same channels in another format of the same model and size; values are multiplied by scale. */
static test_picture converted(const test_picture *from, lk_format format, int scale, int padding, int flipped) {
    test_picture to = picture_make(WIDTH, HEIGHT, format, padding, flipped);
    to.picture.color = from->picture.color;
    for (int c = 0; c < picture_channels(&format); c++) {
        int channel = from->picture.format.model == LK_MODEL_GRAY && format.model == LK_MODEL_RGB ? 0 : c;
        for (int y = 0; y < picture_channel_height(&to, c); y++) {
            for (int x = 0; x < picture_channel_width(&to, c); x++) {
                picture_set(&to, c, x, y, scale * picture_get(from, channel, x, y));
            }
        }
    }
    return to;
}

static test_picture filled(lk_format format, int noise) {
    test_picture p = picture_make(WIDTH, HEIGHT, format, 0, 0);
    picture_fill(&p, 3, noise, 0.02 + 0.1 * noise);
    return p;
}

/* A pair in one format against the same pair in others. */
static void check_same(const char *what, lk_format format, const lk_format *others, int count, int scale) {
    test_picture a = filled(format, 0), b = filled(format, 1);
    for (int i = 0; i < 2; i++) {
        double want = score_simply(profiles[i], &a, &b).ssimulacra2;
        CHECK(want < 99, "%s: %f: the pictures are the same", what, want);
        for (int j = 0; j < 4 * count; j++) {
            int padding = j & 1 ? 26 : 0, flipped = j >> 1 & 1;
            const lk_format *other = &others[j / 4];
            test_picture c = converted(&a, *other, scale, padding, flipped),
                         d = converted(&b, *other, scale, 4, !flipped);
            char name[32];
            lk_format_name(other, name, sizeof name);
            double both = score_simply(profiles[i], &c, &d).ssimulacra2;
            double mixed = score_simply(profiles[i], &a, &d).ssimulacra2;
            CHECK(score_bits(both) == score_bits(want), "%s, %s, padding %d, flipped %d: %a, want %a", what, name,
                padding, flipped, both, want);
            CHECK(score_bits(mixed) == score_bits(want), "%s, reference as it was, %s: %a, want %a", what, name, mixed,
                want);
            picture_free(&c);
            picture_free(&d);
        }
    }
    picture_free(&a);
    picture_free(&b);
}

static lk_format high_bits(lk_format format) {
    format.high_bits = 1;
    return format;
}

static void check_layouts(void) {
    const lk_layout PLANAR = LK_LAYOUT_PLANAR, PACKED = LK_LAYOUT_PACKED;
    lk_format nv10 = format_semiplanar(10), nv10_low = nv10, nv444 = lk_format_yuv(444, 8);
    nv10_low.high_bits = 0;
    nv444.layout = LK_LAYOUT_SEMIPLANAR;

    const lk_format nv12[] = {lk_format_yuv(420, 8), format_semiplanar(8)};
    check_same("8-bit 4:2:0", lk_format_yuv(420, 8), nv12, 2, 1);
    const lk_format p010[] = {nv10, nv10_low, high_bits(lk_format_yuv(420, 10))};
    check_same("10-bit 4:2:0", lk_format_yuv(420, 10), p010, 3, 1);
    check_same("4:4:4", lk_format_yuv(444, 8), &nv444, 1, 1);
    const lk_format rgb8[] = {format_rgb(PACKED, 8, 0)};
    check_same("8-bit RGB", format_rgb(PLANAR, 8, 0), rgb8, 1, 1);
    const lk_format rgb16[] = {format_rgb(PACKED, 16, 0)};
    check_same("16-bit RGB", format_rgb(PLANAR, 16, 0), rgb16, 1, 1);
    const lk_format rgb12[] = {format_rgb(PACKED, 12, 0), high_bits(format_rgb(PLANAR, 12, 0))};
    check_same("12-bit RGB", format_rgb(PLANAR, 12, 0), rgb12, 2, 1);
    const lk_format rgba[] = {format_rgb(PACKED, 8, 1)};
    check_same("RGB with alpha", format_rgb(PLANAR, 8, 1), rgba, 1, 1);
    const lk_format graya[] = {format_gray(PACKED, 16, 1)};
    check_same("grey with alpha", format_gray(PLANAR, 16, 1), graya, 1, 1);

    /* Grey is RGB of equal channels. */
    const lk_format as_rgb[] = {format_rgb(PLANAR, 8, 0), format_rgb(PACKED, 8, 0)};
    check_same("grey as RGB", format_gray(PLANAR, 8, 0), as_rgb, 2, 1);
    /* 255 * 257 = 65535: the same encoded values up to rounding of v / 255, here exactly. */
    const lk_format as_limited[] = {lk_format_yuv(420, 10), format_semiplanar(10)};
    check_same("8 bits as 10 bits, limited range", lk_format_yuv(420, 8), as_limited, 2, 4);
    const lk_format as_16[] = {lk_format_yuv(422, 16)};
    check_same("8 bits as 16 bits, limited range", lk_format_yuv(422, 8), as_16, 1, 256);
}

/* Full range: 8-bit values times 257 are the same colours in 16 bits, up to the rounding of v / 255. */
static void check_full_range(void) {
    test_picture a = filled(format_rgb(LK_LAYOUT_PACKED, 8, 0), 0), b = filled(format_rgb(LK_LAYOUT_PACKED, 8, 0), 1);
    lk_format deep = format_rgb(LK_LAYOUT_PACKED, 16, 0);
    test_picture c = converted(&a, deep, 257, 0, 0), d = converted(&b, deep, 257, 0, 0);
    double want = score_simply(LK_PROFILE_EXACT, &a, &b).ssimulacra2;
    double got = score_simply(LK_PROFILE_EXACT, &c, &d).ssimulacra2;
    double mixed = score_simply(LK_PROFILE_EXACT, &a, &c).ssimulacra2;
    CHECK(fabs(got - want) < 1e-4, "%a, want %a", got, want);
    CHECK(mixed > 99.9, "8 bits against the same in 16: %f", mixed);
    picture_free(&a);
    picture_free(&b);
    picture_free(&c);
    picture_free(&d);
}

/* The picture over a background, 16 bits deep, as a picture without alpha. */
static test_picture flattened(const test_picture *p, double background) {
    test_picture flat = picture_make(WIDTH, HEIGHT, format_rgb(LK_LAYOUT_PLANAR, 16, 0), 0, 0);
    for (int i = 0; i < 3 * WIDTH * HEIGHT; i++) {
        int x = i % WIDTH, y = i / WIDTH % HEIGHT, c = i / WIDTH / HEIGHT;
        double alpha = picture_get(p, 3, x, y) / 65535.0;
        double e = alpha * picture_get(p, c, x, y) / 65535.0 + (1 - alpha) * background;
        picture_set(&flat, c, x, y, (int)lrint(e * 65535));
    }
    return flat;
}

/* A reference with alpha: the lower score over 0.1 and over 0.9; alpha in the distorted picture alone: over 0.5. */
static void check_alpha(void) {
    const lk_format with = format_rgb(LK_LAYOUT_PACKED, 16, 1);
    test_picture a = filled(with, 0), b = filled(with, 1);
    for (int side = 0; side < 2; side++) { /* which background gives the lower score depends on the colours */
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH, y = i / WIDTH, through = x > WIDTH / 2;
            picture_set(&a, 3, x, y, through ? 9000 : 65535);
            picture_set(&b, 3, x, y, through ? 22000 : 65535);
            for (int c = 0; through && c < 3; c++) {
                picture_set(&a, c, x, y, side ? 2000 : 60000);
                picture_set(&b, c, x, y, side ? 2000 : 60000);
            }
        }
        test_picture dark[2] = {flattened(&a, 0.1), flattened(&b, 0.1)};
        test_picture bright[2] = {flattened(&a, 0.9), flattened(&b, 0.9)};
        test_picture middle = flattened(&b, 0.5);
        double over_dark = score_simply(LK_PROFILE_EXACT, &dark[0], &dark[1]).ssimulacra2;
        double over_bright = score_simply(LK_PROFILE_EXACT, &bright[0], &bright[1]).ssimulacra2;
        double got = score_simply(LK_PROFILE_EXACT, &a, &b).ssimulacra2;
        CHECK(
            fabs(over_dark - over_bright) > 1, "the backgrounds cannot be told apart: %f, %f", over_dark, over_bright);
        CHECK((over_dark < over_bright) == (side == 0), "not the case that is meant: %f, %f", over_dark, over_bright);
        CHECK(fabs(got - fmin(over_dark, over_bright)) < 0.02, "%f, over dark %f, over bright %f", got, over_dark,
            over_bright);
        lk_result norms = score_simply(LK_PROFILE_EXACT, &a, &b);
        lk_result lower = side ? score_simply(LK_PROFILE_EXACT, &bright[0], &bright[1])
                               : score_simply(LK_PROFILE_EXACT, &dark[0], &dark[1]);
        CHECK(fabs(norms.norms[3] - lower.norms[3]) < 1e-3 * fabs(lower.norms[3]) || isnan(lower.norms[3]),
            "norms are not those of the lower score");
        double opaque = score_simply(LK_PROFILE_EXACT, &dark[0], &b).ssimulacra2;
        double over_middle = score_simply(LK_PROFILE_EXACT, &dark[0], &middle).ssimulacra2;
        CHECK(fabs(opaque - over_middle) < 0.02, "%f, over the middle %f", opaque, over_middle);
        for (int i = 0; i < 2; i++) {
            picture_free(&dark[i]);
            picture_free(&bright[i]);
        }
        picture_free(&middle);
    }
    picture_free(&a);
    picture_free(&b);
}

/* All norms change nothing but the norms; those that a score needs are there either way. */
static void check_norms(void) {
    test_picture a = filled(lk_format_yuv(420, 8), 0), b = filled(lk_format_yuv(420, 8), 1);
    for (int i = 0; i < 2; i++) {
        lk_scorer_params params = score_params(&a, &b);
        params.profile = profiles[i];
        lk_result some = score_pair(&params, &a, &b);
        params.all_norms = 1;
        lk_result all = score_pair(&params, &a, &b);
        CHECK(score_bits(some.ssimulacra2) == score_bits(all.ssimulacra2), "%a, with all norms %a", some.ssimulacra2,
            all.ssimulacra2);
        CHECK(some.norm_count == 18 * some.scales && all.norm_count == some.norm_count, "%d", all.norm_count);
        int missing = 0;
        for (int k = 0; k < LK_NORMS; k++) {
            missing += isnan(some.norms[k]) && k < some.norm_count;
            CHECK(isnan(all.norms[k]) == (k >= all.norm_count), "norm %d is %a", k, all.norms[k]);
            CHECK(isnan(some.norms[k]) || score_bits(some.norms[k]) == score_bits(all.norms[k]), "norm %d: %a, %a", k,
                some.norms[k], all.norms[k]);
        }
        CHECK(missing > 0, "norms without weight were computed");
    }
    picture_free(&a);
    picture_free(&b);
}

/* Each field of a colour description that should matter does: the score of a pair of which one side is read otherwise.
 */
static void check_colors_matter(void) {
    test_picture a = filled(lk_format_yuv(420, 8), 0);
    const lk_color other[] = {
        {.matrix = LK_MATRIX_BT601, .transfer = LK_TRANSFER_UNSPECIFIED, .primaries = LK_PRIMARIES_UNSPECIFIED},
        {.matrix = LK_MATRIX_BT2020_NCL, .transfer = LK_TRANSFER_UNSPECIFIED, .primaries = LK_PRIMARIES_UNSPECIFIED},
        {LK_MATRIX_UNSPECIFIED, LK_RANGE_FULL, LK_TRANSFER_UNSPECIFIED, LK_PRIMARIES_UNSPECIFIED,
            LK_CHROMA_UNSPECIFIED},
        {LK_MATRIX_BT709, 0, LK_TRANSFER_BT1886, LK_PRIMARIES_UNSPECIFIED, 0},
        {LK_MATRIX_BT709, 0, LK_TRANSFER_LINEAR, LK_PRIMARIES_UNSPECIFIED, 0},
        {LK_MATRIX_BT709, 0, LK_TRANSFER_PQ, LK_PRIMARIES_BT709, 0},
        {LK_MATRIX_BT709, 0, LK_TRANSFER_HLG, LK_PRIMARIES_BT709, 0},
        {LK_MATRIX_BT709, 0, LK_TRANSFER_UNSPECIFIED, LK_PRIMARIES_UNSPECIFIED, LK_CHROMA_CENTER},
        {LK_MATRIX_BT709, 0, LK_TRANSFER_UNSPECIFIED, LK_PRIMARIES_UNSPECIFIED, LK_CHROMA_TOP_LEFT},
        {LK_MATRIX_BT709, 0, LK_TRANSFER_UNSPECIFIED, LK_PRIMARIES_UNSPECIFIED, LK_CHROMA_BOTTOM},
    };
    const lk_color same[] = {
        {LK_MATRIX_BT709, LK_RANGE_LIMITED, LK_TRANSFER_SRGB, LK_PRIMARIES_BT709, LK_CHROMA_LEFT},
        {LK_MATRIX_BT709, LK_RANGE_LIMITED, LK_TRANSFER_BT709, LK_PRIMARIES_BT2020, LK_CHROMA_LEFT},
        {LK_MATRIX_BT709, LK_RANGE_LIMITED, LK_TRANSFER_BT601, LK_PRIMARIES_P3, LK_CHROMA_LEFT},
        {LK_MATRIX_BT709, LK_RANGE_LIMITED, LK_TRANSFER_BT2020_10, LK_PRIMARIES_BT709, LK_CHROMA_LEFT},
    };
    for (int i = 0; i < (int)(sizeof other / sizeof *other); i++) {
        lk_scorer_params params = score_params(&a, &a);
        params.distorted_color = other[i];
        double got = score_pair(&params, &a, &a).ssimulacra2;
        CHECK(got < 100, "colour %d makes no difference", i);
    }
    for (int i = 0; i < (int)(sizeof same / sizeof *same); i++) {
        lk_scorer_params params = score_params(&a, &a);
        params.distorted_color = same[i];
        double got = score_pair(&params, &a, &a).ssimulacra2;
        CHECK(got == 100, "colour %d: %f", i, got);
    }
    picture_free(&a);
}

static void check_upsampling_matters(void) {
    test_picture a = filled(lk_format_yuv(420, 8), 0), b = filled(lk_format_yuv(420, 8), 1);
    lk_scorer_params params = score_params(&a, &b);
    double bilinear = score_pair(&params, &a, &b).ssimulacra2;
    params.upsampling = LK_UPSAMPLING_NEAREST;
    double nearest = score_pair(&params, &a, &b).ssimulacra2;
    CHECK(bilinear != nearest, "%a twice", bilinear);
    picture_free(&a);
    picture_free(&b);
}

int main(void) {
    check_layouts();
    check_full_range();
    check_alpha();
    check_norms();
    check_colors_matter();
    check_upsampling_matters();
    return check_end();
}
