/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Samples to encoded R'G'B' against ITU-T H.273 in double precision: matrices, ranges, depths, chroma positions, and
 * whole pictures of every layout. */

#include "arith/yuv.h"

#include "cpu/levels.h"
#include "metric/input.h"
#include "support/check.h"
#include "support/picture.h"

/* Linear light is the encoded value itself with this transfer, so that the conversion alone is seen. */
static lk_color color_of(lk_matrix matrix, lk_range range, lk_chroma_location location) {
    return (lk_color){matrix, range, LK_TRANSFER_LINEAR, LK_PRIMARIES_BT709, location};
}

static double clamp(double e) {
    return e < 0 ? 0 : e > 1 ? 1 : e;
}

static double code(int depth, double of_8_bits) {
    return of_8_bits * (1 << (depth - 8));
}

/* H.273, equations of MatrixCoefficients 1, 5, 6 and 9, solved for R'G'B'. y, cb, cr: sample values, chroma
 * interpolated. */
static void true_rgb(const lk_color *color, int depth, double y, double cb, double cr, double rgb[3]) {
    double kr = 0.2126, kb = 0.0722, most = (1 << depth) - 1;
    int full = color->range == LK_RANGE_FULL;
    if (color->matrix == LK_MATRIX_BT470BG || color->matrix == LK_MATRIX_BT601) {
        kr = 0.299, kb = 0.114;
    } else if (color->matrix == LK_MATRIX_BT2020_NCL) {
        kr = 0.2627, kb = 0.0593;
    }
    double luma = full ? y / most : (y - code(depth, 16)) / code(depth, 219);
    double pb = (cb - code(depth, 128)) / (full ? most : code(depth, 224));
    double pr = (cr - code(depth, 128)) / (full ? most : code(depth, 224));
    double r = luma + 2 * (1 - kr) * pr, b = luma + 2 * (1 - kb) * pb;
    rgb[0] = clamp(r);
    rgb[1] = clamp((luma - kr * r - kb * b) / (1 - kr - kb));
    rgb[2] = clamp(b);
}

static void check_matrices(void) {
    static const lk_matrix matrices[] = {LK_MATRIX_BT709, LK_MATRIX_BT470BG, LK_MATRIX_BT601, LK_MATRIX_BT2020_NCL};
    worst w = {0};
    uint64_t state = 1;
    for (int i = 0; i < 4 * 2 * 9; i++) {
        int depth = 8 + i / 8;
        lk_color color = color_of(matrices[i % 4], i / 4 % 2 ? LK_RANGE_FULL : LK_RANGE_LIMITED, LK_CHROMA_LEFT);
        lk_format format = lk_format_yuv(444, depth);
        lk_input in;
        lk_input_init(&in, 8, 8, &format, &color, LK_UPSAMPLING_BILINEAR);
        for (int j = 0; j < 20000; j++) {
            int v[3];
            for (int c = 0; c < 3; c++) {
                uint64_t u = check_random(&state) >> 16;
                v[c] = u % 16 == 0 ? 0 : u % 16 == 1 ? (1 << depth) - 1 : (int)(u >> 8) & ((1 << depth) - 1);
            }
            double want[3];
            lk_rgb e = lk_yuv_to_rgb(v[0], 16 * v[1], 16 * v[2], &in);
            true_rgb(&color, depth, v[0], v[1], v[2], want);
            double error = fmax(fabs((double)e.r - want[0]), fabs((double)e.g - want[1]));
            worst_add(&w, fmax(error, fabs((double)e.b - want[2])), "%s, %s, %d bits: %d %d %d",
                lk_matrix_string(color.matrix), lk_range_string(color.range), depth, v[0], v[1], v[2]);
        }
    }
    worst_end(&w, "Y'CbCr to R'G'B', absolute", 2e-7);
}

/* Where a chroma sample lies, in luma samples from the first of its two: left to right, top to bottom. */
static double chroma_x(lk_chroma_location location) {
    return location == LK_CHROMA_CENTER || location == LK_CHROMA_TOP || location == LK_CHROMA_BOTTOM ? 0.5 : 0;
}

static double chroma_y(lk_chroma_location location) {
    switch (location) {
    case LK_CHROMA_TOP_LEFT:
    case LK_CHROMA_TOP: return 0;
    case LK_CHROMA_BOTTOM_LEFT:
    case LK_CHROMA_BOTTOM: return 1;
    default: return 0.5;
    }
}

/* Between which samples of an axis a luma position falls. */
static double between(double at, int size, int *first, int *second) {
    double whole = floor(at);
    *first = (int)fmin(fmax(whole, 0), size - 1);
    *second = (int)fmin(fmax(whole + 1, 0), size - 1);
    return at - whole;
}

/* The chroma value at a luma sample, by the picture's format and location. */
static double true_chroma(const test_picture *p, int channel, int x, int y, lk_chroma_location location, int nearest) {
    const lk_format *f = &p->picture.format;
    int x0, x1, y0, y1;
    if (nearest) {
        return picture_get(p, channel, x >> f->chroma_w, y >> f->chroma_h);
    }
    double u = between(f->chroma_w ? (x - chroma_x(location)) / 2 : x, picture_channel_width(p, channel), &x0, &x1);
    double v = between(f->chroma_h ? (y - chroma_y(location)) / 2 : y, picture_channel_height(p, channel), &y0, &y1);
    double upper = (1 - u) * picture_get(p, channel, x0, y0) + u * picture_get(p, channel, x1, y0);
    double lower = (1 - u) * picture_get(p, channel, x0, y1) + u * picture_get(p, channel, x1, y1);
    return (1 - v) * upper + v * lower;
}

/* Positions and weights along one axis, planes of one sample included. */
static void check_taps(void) {
    for (int location = LK_CHROMA_LEFT; location <= LK_CHROMA_BOTTOM; location++) {
        lk_color color = color_of(LK_MATRIX_BT709, LK_RANGE_LIMITED, (lk_chroma_location)location);
        lk_format format = lk_format_yuv(420, 8);
        lk_input in;
        lk_input_init(&in, 8, 8, &format, &color, LK_UPSAMPLING_BILINEAR);
        for (int size = 1; size <= 19; size++) {
            for (int i = 0; i < size; i++) {
                int axis = (size + i) % 2, chroma = (size + 1) / 2, first, second;
                double offset = axis ? chroma_y((lk_chroma_location)location) : chroma_x((lk_chroma_location)location);
                double part = between((i - offset) / 2, chroma, &first, &second);
                lk_taps t = lk_chroma_taps(i, 1, 0, axis ? in.phase_y : in.phase_x, chroma);
                CHECK(t.first == first && t.second == second && t.weight == 4 * part,
                    "%s, %s, %d of %d: %d %d %d/4, want %d %d %g",
                    lk_chroma_location_string((lk_chroma_location)location), axis ? "y" : "x", i, size, t.first,
                    t.second, t.weight, first, second, part);
                t = lk_chroma_taps(i, 1, 1, 0, chroma);
                CHECK(t.first == i / 2 && t.second == i / 2 && t.weight == 0, "nearest, %d of %d", i, size);
                t = lk_chroma_taps(i, 0, 0, 1, size);
                CHECK(t.first == i && t.second == i && t.weight == 0, "not subsampled, %d of %d", i, size);
            }
        }
    }
}

static void true_pixel(const test_picture *p, const lk_color *color, lk_upsampling upsampling, double background, int x,
    int y, double e[3]) {
    const lk_format *f = &p->picture.format;
    int nearest = upsampling == LK_UPSAMPLING_NEAREST, gray = f->model == LK_MODEL_GRAY;
    double most = (1 << f->depth) - 1;
    if (f->model == LK_MODEL_YUV) {
        true_rgb(color, f->depth, picture_get(p, 0, x, y), true_chroma(p, 1, x, y, color->chroma_location, nearest),
            true_chroma(p, 2, x, y, color->chroma_location, nearest), e);
        return;
    }
    for (int c = 0; c < 3; c++) {
        double v = picture_get(p, gray ? 0 : c, x, y);
        e[c] = color->range == LK_RANGE_FULL ? v / most : clamp((v - code(f->depth, 16)) / code(f->depth, 219));
        if (f->alpha) {
            double alpha = picture_get(p, gray ? 1 : 3, x, y) / most;
            e[c] = alpha * e[c] + (1 - alpha) * background;
        }
    }
}

/* A whole picture through the CPU reference. */
static void check_picture(
    worst *w, int width, int height, lk_format format, lk_color color, lk_upsampling upsampling, uint64_t *state) {
    int padding = (int)(check_random(state) % 5) * 2, flipped = (int)(check_random(state) >> 20 & 1);
    test_picture p = picture_make(width, height, format, padding, flipped);
    for (int c = 0; c < picture_channels(&format); c++) {
        for (int y = 0; y < picture_channel_height(&p, c); y++) {
            for (int x = 0; x < picture_channel_width(&p, c); x++) {
                picture_set(&p, c, x, y, (int)(check_random(state) >> 20) & ((1 << format.depth) - 1));
            }
        }
    }
    const float background = 0.1f;
    lk_input in;
    lk_input_init(&in, width, height, &format, &color, upsampling);
    float *planes = malloc(3 * (size_t)(width * height) * sizeof *planes);
    REQUIRE(planes, "out of memory");
    float *const rgb[3] = {planes, planes + width * height, planes + 2 * width * height};
    lk_reference_best()->to_linear(&p.picture, &in, background, rgb);
    char name[32];
    lk_format_name(&format, name, sizeof name);
    for (int i = 0; i < width * height; i++) {
        double want[3];
        true_pixel(&p, &color, upsampling, (double)background, i % width, i / width, want);
        for (int c = 0; c < 3; c++) {
            worst_add(w, fabs((double)rgb[c][i] - want[c]), "%s %dx%d %s %s %s, pixel %d %d channel %d: %a, want %a",
                name, width, height, lk_range_string(color.range), lk_chroma_location_string(color.chroma_location),
                upsampling ? "nearest" : "bilinear", i % width, i / width, c, (double)rgb[c][i], want[c]);
        }
    }
    free(planes);
    picture_free(&p);
}

static void check_pictures(void) {
    static const int sizes[][2] = {{8, 8}, {9, 11}, {1, 7}, {6, 1}, {1, 1}, {2, 3}};
    worst yuv = {0}, rgb = {0};
    uint64_t state = 7;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int width = sizes[s][0], height = sizes[s][1];
        for (int depth = 8; depth <= 16; depth++) {
            for (int i = 0; i < 3 * 6 * 2 * 2; i++) { /* sampling, location, upsampling, layout */
                static const int samplings[] = {420, 422, 444};
                lk_format format = lk_format_yuv(samplings[i % 3], depth);
                format.layout = i / 36 ? LK_LAYOUT_SEMIPLANAR : LK_LAYOUT_PLANAR;
                format.high_bits = i / 36 && depth > 8;
                lk_range range = i % 5 ? LK_RANGE_LIMITED : LK_RANGE_FULL;
                lk_color color = color_of(LK_MATRIX_BT709, range, (lk_chroma_location)(LK_CHROMA_LEFT + i / 3 % 6));
                check_picture(&yuv, width, height, format, color, (lk_upsampling)(i / 18 % 2), &state);
            }
            for (int i = 0; i < 2 * 2 * 2 * 2; i++) { /* model, layout, alpha, range */
                lk_layout layout = i / 2 % 2 ? LK_LAYOUT_PACKED : LK_LAYOUT_PLANAR;
                lk_format format = i % 2 ? format_gray(layout, depth, i / 4 % 2) : format_rgb(layout, depth, i / 4 % 2);
                lk_color color = color_of(LK_MATRIX_RGB, i / 8 ? LK_RANGE_LIMITED : LK_RANGE_FULL, LK_CHROMA_LEFT);
                check_picture(&rgb, width, height, format, color, LK_UPSAMPLING_BILINEAR, &state);
            }
        }
    }
    worst_end(&yuv, "pictures of YUV, absolute", 2e-7);
    worst_end(&rgb, "pictures of RGB and grey, absolute", 2e-7);
}

int main(void) {
    check_matrices();
    check_taps();
    check_pictures();
    return check_end();
}
