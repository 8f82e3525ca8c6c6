/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "cpu/reference.h"

#include "arith/blur.h"
#include "arith/halve.h"
#include "arith/ssimulacra2.h"
#include "arith/sum.h"
#include "arith/xyb.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------------ input --- */

typedef struct channel_row {
    const lk_u8 *row;
    const lk_channel *channel;
    const lk_input *input;
} channel_row;

static channel_row row_of(const lk_picture *picture, const lk_input *in, int c, int y) {
    const lk_channel *channel = &in->channel[c];
    const lk_u8 *plane = picture->plane[channel->plane];
    return (channel_row){plane + y * picture->stride[channel->plane] + channel->offset, channel, in};
}

static int sample(const channel_row *r, int x) {
    return lk_sample(r->row, x, r->channel->step, r->input->bytes, r->input->shift);
}

static void yuv_row_to_linear(const lk_picture *picture, const lk_input *in, int y, float *const out[3]) {
    lk_taps v = lk_chroma_taps(y, in->chroma_h, in->nearest, in->phase_y, in->chroma_height);
    channel_row luma = row_of(picture, in, 0, y);
    channel_row upper[2], lower[2];
    for (int c = 0; c < 2; c++) {
        upper[c] = row_of(picture, in, c + 1, v.first);
        lower[c] = row_of(picture, in, c + 1, v.second);
    }
    for (int x = 0; x < in->width; x++) {
        lk_taps h = lk_chroma_taps(x, in->chroma_w, in->nearest, in->phase_x, in->chroma_width);
        int chroma[2];
        for (int c = 0; c < 2; c++) {
            chroma[c] = lk_chroma_mix(sample(&upper[c], h.first), sample(&upper[c], h.second),
                sample(&lower[c], h.first), sample(&lower[c], h.second), h.weight, v.weight);
        }
        lk_rgb e = lk_yuv_to_rgb(sample(&luma, x), chroma[0], chroma[1], in);
        e = lk_to_linear(e, in->curve, in->to_bt709);
        out[0][x] = e.r;
        out[1][x] = e.g;
        out[2][x] = e.b;
    }
}

static void rgb_row_to_linear(
    const lk_picture *picture, const lk_input *in, int y, float background, float *const out[3]) {
    channel_row row[4];
    for (int c = 0; c < 3 + in->alpha; c++) {
        row[c] = row_of(picture, in, c, y);
    }
    for (int x = 0; x < in->width; x++) {
        lk_rgb e;
        e.r = lk_rgb_sample(sample(&row[0], x), in);
        e.g = lk_rgb_sample(sample(&row[1], x), in);
        e.b = lk_rgb_sample(sample(&row[2], x), in);
        if (in->alpha) {
            float alpha = lk_alpha_sample(sample(&row[3], x), in);
            e.r = lk_blend(e.r, alpha, background);
            e.g = lk_blend(e.g, alpha, background);
            e.b = lk_blend(e.b, alpha, background);
        }
        e = lk_to_linear(e, in->curve, in->to_bt709);
        out[0][x] = e.r;
        out[1][x] = e.g;
        out[2][x] = e.b;
    }
}

static void to_linear(const lk_picture *picture, const lk_input *in, float background, float *const rgb[3]) {
    for (int y = 0; y < in->height; y++) {
        size_t at = (size_t)y * (size_t)in->width;
        float *row[3] = {rgb[0] + at, rgb[1] + at, rgb[2] + at};
        if (in->yuv) {
            yuv_row_to_linear(picture, in, y, row);
        } else {
            rgb_row_to_linear(picture, in, y, background, row);
        }
    }
}

/* ------------------------------------------------------------------------------------------ colour and scales --- */

static void to_xyb(const float *const rgb[3], float *const xyb[3], size_t count) {
    for (size_t i = 0; i < count; i++) {
        lk_xyb o = lk_rgb_to_xyb((lk_rgb){rgb[0][i], rgb[1][i], rgb[2][i]});
        xyb[0][i] = o.x;
        xyb[1][i] = o.y;
        xyb[2][i] = o.b;
    }
}

static void halve(const float *in, int width, int height, float *out) {
    int out_width = (width + 1) / 2;
    int out_height = (height + 1) / 2;
    for (int y = 0; y < out_height; y++) {
        const float *top = in + (size_t)(2 * y) * (size_t)width;
        const float *bottom = 2 * y + 1 < height ? top + width : top;
        for (int x = 0; x < out_width; x++) {
            int left = 2 * x;
            int right = left + 1 < width ? left + 1 : left;
            *out++ = lk_halve(top[left], top[right], bottom[left], bottom[right]);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- blur --- */

/* Zeros that a row gets on each side, so that no filter has to look where it is. */
#define ROW_MARGIN 16

static const float *with_margins(const float *in, int width, float *row_buffer) {
    memset(row_buffer, 0, ROW_MARGIN * sizeof *row_buffer);
    memcpy(row_buffer + ROW_MARGIN, in, (size_t)width * sizeof *row_buffer);
    memset(row_buffer + ROW_MARGIN + width, 0, ROW_MARGIN * sizeof *row_buffer);
    return row_buffer + ROW_MARGIN;
}

static void blur_row_exact(const float *x, int width, float *restrict out) {
    for (int i = 0; i < width; i++) {
        out[i] =
            lk_blur_exact(x[i], x[i - 1] + x[i + 1], x[i - 2] + x[i + 2], x[i - 3] + x[i + 3], x[i - 4] + x[i + 4]);
    }
}

static float recursion_sum(const float *x, int n) {
    return x[n - LK_RECURSION_RADIUS - 1] + x[n + LK_RECURSION_RADIUS - 1];
}

static void blur_row_libjxl(const float *x, int width, float *restrict out) {
    lk_recursion r = lk_recursion_start();
    int n = -LK_RECURSION_RADIUS + 1;
    for (; n < 0; n++) {
        lk_recursion_right(&r, recursion_sum(x, n));
    }
    for (; n < width && n < LK_RECURSION_HEAD; n++) {
        out[n] = lk_recursion_right(&r, recursion_sum(x, n));
    }
    for (; n < width - LK_RECURSION_TAIL; n += 4) {
        float sum[4];
        for (int i = 0; i < 4; i++) {
            sum[i] = recursion_sum(x, n + i);
        }
        lk_recursion_right4(&r, sum, out + n);
    }
    for (; n < width; n++) {
        out[n] = lk_recursion_right(&r, recursion_sum(x, n));
    }
}

/* The row of a plane, or zeros outside it. */
static const float *row_or_zeros(const float *plane, int width, int height, int y, const float *zeros) {
    return y >= 0 && y < height ? plane + (size_t)y * (size_t)width : zeros;
}

static void blur_columns_exact(const float *in, int width, int height, float *restrict out, float *zeros) {
    memset(zeros, 0, (size_t)width * sizeof *zeros);
    for (int y = 0; y < height; y++) {
        const float *r[2 * LK_BLUR_REACH + 1];
        for (int i = -LK_BLUR_REACH; i <= LK_BLUR_REACH; i++) {
            r[i + LK_BLUR_REACH] = row_or_zeros(in, width, height, y + i, zeros);
        }
        for (int x = 0; x < width; x++) {
            out[x] = lk_blur_exact(r[4][x], r[3][x] + r[5][x], r[2][x] + r[6][x], r[1][x] + r[7][x], r[0][x] + r[8][x]);
        }
        out += width;
    }
}

static void blur_columns_libjxl(const float *in, int width, int height, float *restrict out, float *row_buffer) {
    size_t w = (size_t)width;
    float *zeros = row_buffer;
    float *restrict last1 = zeros + w, *restrict last3 = last1 + w, *restrict last5 = last3 + w;
    float *restrict before1 = last5 + w, *restrict before3 = before1 + w, *restrict before5 = before3 + w;
    float *restrict unused = before5 + w;
    memset(row_buffer, 0, 7 * w * sizeof *row_buffer);
    for (int n = -LK_RECURSION_RADIUS + 1; n < height; n++) {
        const float *above = row_or_zeros(in, width, height, n - LK_RECURSION_RADIUS - 1, zeros);
        const float *below = row_or_zeros(in, width, height, n + LK_RECURSION_RADIUS - 1, zeros);
        float *restrict to = n >= 0 ? out + (size_t)n * w : unused;
        for (int x = 0; x < width; x++) {
            lk_recursion r = {last1[x], last3[x], last5[x], before1[x], before3[x], before5[x]};
            to[x] = lk_recursion_down(&r, above[x] + below[x]);
            last1[x] = r.last1;
            last3[x] = r.last3;
            last5[x] = r.last5;
            before1[x] = r.before1;
            before3[x] = r.before3;
            before5[x] = r.before5;
        }
    }
}

static void blur(
    lk_profile profile, const float *in, int width, int height, float *out, float *scratch_plane, float *row_buffer) {
    for (int y = 0; y < height; y++) {
        size_t at = (size_t)y * (size_t)width;
        const float *x = with_margins(in + at, width, row_buffer);
        if (profile == LK_PROFILE_EXACT) {
            blur_row_exact(x, width, scratch_plane + at);
        } else {
            blur_row_libjxl(x, width, scratch_plane + at);
        }
    }
    if (profile == LK_PROFILE_EXACT) {
        blur_columns_exact(scratch_plane, width, height, out, row_buffer);
    } else {
        blur_columns_libjxl(scratch_plane, width, height, out, row_buffer);
    }
}

/* ------------------------------------------------------------------------------------------------ terms, sums --- */

static size_t block_columns(int width) {
    return ((size_t)width + LK_BLOCK_WIDTH - 1) / LK_BLOCK_WIDTH * LK_BLOCK_WIDTH;
}

static double sum_value(lk_u64 limbs[LK_SUM_LIMBS], int lowest) {
    lk_u64 bits = lk_sum_double_bits(limbs, lowest);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The sums of one channel in real numbers of one type: a map of d gives the sum of d and of d^4.
 * terms_row_<suffix> fills a row of each map. */
#define DEFINE_SUMS(suffix, real, lowest, term_of, add)                                                                \
    static void end_blocks_##suffix(real *restrict column, size_t columns, lk_u64 limbs[LK_SUM_LIMBS]) {               \
        for (size_t at = 0; at < columns; at += LK_BLOCK_WIDTH) {                                                      \
            for (int half = LK_BLOCK_WIDTH / 2; half > 0; half /= 2) {                                                 \
                for (int i = 0; i < half; i++) {                                                                       \
                    column[at + (size_t)i] += column[at + (size_t)(i + half)];                                         \
                }                                                                                                      \
            }                                                                                                          \
            lk_sum_add(limbs, term_of(column[at]));                                                                    \
        }                                                                                                              \
        memset(column, 0, columns * sizeof *column);                                                                   \
    }                                                                                                                  \
                                                                                                                       \
    static void sum_terms_##suffix(int maps, const float *a, const float *b, const float *const blurred[5], int width, \
        int height, double sums[3][2], float *row_buffer) {                                                            \
        size_t columns = block_columns(width);                                                                         \
        real *d = (real *)row_buffer; /* three rows, then six rows of column sums */                                   \
        real *column = d + 3 * columns;                                                                                \
        lk_u64 limbs[6][LK_SUM_LIMBS] = {0};                                                                           \
        memset(column, 0, 6 * columns * sizeof *column);                                                               \
        for (int y = 0; y < height; y++) {                                                                             \
            size_t at = (size_t)y * (size_t)width;                                                                     \
            terms_row_##suffix(maps, a + at, b + at, blurred, at, width, d, d + columns, d + 2 * columns);             \
            for (int map = 0; map < 3; map++) {                                                                        \
                real *restrict one = column + (size_t)(2 * map) * columns;                                             \
                real *restrict four = one + columns;                                                                   \
                const real *restrict term = d + (size_t)map * columns;                                                 \
                if (maps & (1 << map)) {                                                                               \
                    for (int x = 0; x < width; x++) {                                                                  \
                        add(&one[x], &four[x], term[x]);                                                               \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
            if (y % LK_BLOCK_HEIGHT == LK_BLOCK_HEIGHT - 1 || y == height - 1) {                                       \
                for (int i = 0; i < 6; i++) {                                                                          \
                    if (maps & (1 << (i / 2))) {                                                                       \
                        end_blocks_##suffix(column + (size_t)i * columns, columns, limbs[i]);                          \
                    }                                                                                                  \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
        for (int i = 0; i < 6; i++) {                                                                                  \
            sums[i / 2][i % 2] = sum_value(limbs[i], lowest);                                                          \
        }                                                                                                              \
    }

/* blurred: m1, m2, then a*b, (a-b)^2. */
static void terms_row_exact(int maps, const float *a, const float *b, const float *const blurred[5], size_t at,
    int width, float *restrict ssim, float *restrict artifact, float *restrict detail) {
    const float *m1 = blurred[0] + at, *m2 = blurred[1] + at;
    if (maps & LK_MAP_SSIM) {
        const float *b12 = blurred[2] + at, *bee = blurred[3] + at;
        for (int x = 0; x < width; x++) {
            ssim[x] = lk_ssim_exact(m1[x], m2[x], b12[x], bee[x]);
        }
    }
    for (int x = 0; x < width; x++) {
        float edge = lk_edge_exact(a[x], b[x], m1[x], m2[x]);
        artifact[x] = lk_positive(edge);
        detail[x] = lk_positive(-edge);
    }
}

/* blurred: m1, m2, then a*b, a*a, b*b. */
static void terms_row_libjxl(int maps, const float *a, const float *b, const float *const blurred[5], size_t at,
    int width, double *restrict ssim, double *restrict artifact, double *restrict detail) {
    const float *m1 = blurred[0] + at, *m2 = blurred[1] + at;
    if (maps & LK_MAP_SSIM) {
        const float *b12 = blurred[2] + at, *b11 = blurred[3] + at, *b22 = blurred[4] + at;
        for (int x = 0; x < width; x++) {
            ssim[x] = lk_ssim_libjxl_map(lk_ssim_libjxl(m1[x], m2[x], b11[x], b22[x], b12[x]));
        }
    }
    for (int x = 0; x < width; x++) {
        double edge = lk_edge_libjxl(a[x], b[x], m1[x], m2[x]);
        artifact[x] = edge > 0 ? edge : 0;
        detail[x] = edge < 0 ? -edge : 0;
    }
}

DEFINE_SUMS(exact, float, LK_SUM_LOWEST_FLOAT, lk_sum_term_float, lk_column_add)
DEFINE_SUMS(libjxl, double, LK_SUM_LOWEST_DOUBLE, lk_sum_term_double, lk_column_add_double)

static void sum_terms(lk_profile profile, int maps, const float *a, const float *b, const float *const blurred[5],
    int width, int height, double sums[3][2], float *row_buffer) {
    if (profile == LK_PROFILE_EXACT) {
        sum_terms_exact(maps, a, b, blurred, width, height, sums, row_buffer);
    } else {
        sum_terms_libjxl(maps, a, b, blurred, width, height, sums, row_buffer);
    }
}

/* ----------------------------------------------------------------------------------------------------- a pair --- */

/* What is blurred besides the two pictures: a*b, and what the profile's ssim map wants. */
static void product(lk_profile profile, int which, const float *restrict a, const float *restrict b, size_t count,
    float *restrict out) {
    for (size_t i = 0; i < count; i++) {
        float e = a[i] - b[i];
        out[i] = which == 2                    ? a[i] * b[i]
                 : profile == LK_PROFILE_EXACT ? e * e
                 : which == 3                  ? a[i] * a[i]
                                               : b[i] * b[i];
    }
}

/* How many planes the workspace holds: RGB and XYB of two pictures, five blurs, a product and the blur's scratch. */
#define WORKSPACE_PLANES (6 + 6 + 5 + 2)

static void score(const lk_setup *setup, const lk_picture *reference, const lk_picture *distorted, float background,
    void *workspace, const int *cancelled, lk_sums sums) {
    const lk_plan *plan = &setup->plan;
    lk_profile profile = setup->params.profile;
    size_t plane = (size_t)plan->width[0] * (size_t)plan->height[0];
    float *row_buffer = workspace; /* first, since it holds doubles too */
    float *planes[WORKSPACE_PLANES];
    for (int i = 0; i < WORKSPACE_PLANES; i++) {
        planes[i] = row_buffer + lk_reference_row_buffer(plan->width[0]) + (size_t)i * plane;
    }
    float **rgb = planes, **xyb = planes + 6, **blurred = planes + 12;
    float *products = planes[17], *scratch = planes[18];

    to_linear(reference, &setup->reference, background, rgb);
    to_linear(distorted, &setup->distorted, background, rgb + 3);
    for (int scale = 0; scale < plan->scales; scale++) {
        int width = plan->width[scale], height = plan->height[scale];
        size_t count = (size_t)width * (size_t)height;
        if (scale > 0) {
            for (int c = 0; c < 6; c++) {
                /* The halved plane is smaller, and xyb is free: halve through it. */
                halve(rgb[c], plan->width[scale - 1], plan->height[scale - 1], xyb[c]);
                memcpy(rgb[c], xyb[c], count * sizeof(float));
            }
        }
        to_xyb((const float *const *)rgb, xyb, count);
        to_xyb((const float *const *)rgb + 3, xyb + 3, count);
        for (int channel = 0; channel < 3; channel++) {
            int maps = plan->maps[scale][channel];
            int blurs = !maps ? 0 : !(maps & LK_MAP_SSIM) ? 2 : profile == LK_PROFILE_EXACT ? 4 : 5;
            const float *a = xyb[channel], *b = xyb[channel + 3];
            for (int i = 0; i < blurs; i++) {
                if (__atomic_load_n(cancelled, __ATOMIC_RELAXED)) {
                    return;
                }
                const float *in = i == 0 ? a : i == 1 ? b : products;
                if (i >= 2) {
                    product(profile, i, a, b, count, products);
                }
                blur(profile, in, width, height, blurred[i], scratch, row_buffer);
            }
            double terms[3][2] = {0};
            if (maps) {
                sum_terms(profile, maps, a, b, (const float *const *)blurred, width, height, terms, row_buffer);
            }
            for (int map = 0; map < 3; map++) {
                for (int fourth = 0; fourth < 2; fourth++) {
                    sums[lk_sum_index(plan, channel, scale, fourth, map)] = terms[map][fourth];
                }
            }
        }
    }
}

#define LK_PASTE_(a, b) a##b
#define LK_PASTE(a, b)  LK_PASTE_(a, b)

extern const lk_reference_stages LK_PASTE(lk_reference_, LK_LEVEL);
const lk_reference_stages LK_PASTE(lk_reference_, LK_LEVEL) = {
    .to_linear = to_linear,
    .to_xyb = to_xyb,
    .halve = halve,
    .blur = blur,
    .sum_terms = sum_terms,
    .score = score,
};

#ifdef LK_LEVEL_BASE
/* Sizes do not depend on the level. */

size_t lk_reference_row_buffer(int width) {
    size_t columns = block_columns(width);
    size_t sums = 9 * columns * sizeof(double) / sizeof(float);
    size_t rows = 8 * (size_t)width + 2 * ROW_MARGIN;
    return sums > rows ? sums : rows;
}

size_t lk_reference_workspace(int width, int height) {
    return (WORKSPACE_PLANES * (size_t)width * (size_t)height + lk_reference_row_buffer(width)) * sizeof(float);
}
#endif
