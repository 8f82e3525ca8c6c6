/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "gpu/layout.h"

#include "arith/ssimulacra2.h"
#include "arith/sum.h"

#include <string.h>

#define ALIGNMENT 256 /* bytes: what every device likes its planes to start at */

static size_t round_up(size_t value, size_t to) {
    return (value + to - 1) / to * to;
}

static void lay_out_samples(lk_gpu_layout *l, const lk_setup *setup) {
    const lk_format *formats[2] = {&setup->params.reference, &setup->params.distorted};
    for (int picture = 0; picture < 2; picture++) {
        l->picture_at[picture] = l->samples;
        for (int i = 0; i < lk_format_planes(formats[picture]) && i < 3; i++) {
            int plane = picture * 3 + i;
            l->plane_at[plane] = l->samples;
            l->plane_rows[plane] = lk_format_rows(formats[picture], i, setup->params.height);
            l->row_bytes[plane] = lk_format_row_bytes(formats[picture], i, setup->params.width);
            l->samples += round_up((size_t)l->plane_rows[plane] * (l->row_bytes[plane] + LK_STRIDE_SLACK), ALIGNMENT);
        }
        l->picture_bytes[picture] = l->samples - l->picture_at[picture];
    }
}

/* Small frames share a launch, so that it fills the device and its overhead counts little. */
static int choose_batch(const lk_setup *setup, int in_flight) {
    /* Pixels that keep a large device busy in every launch. The libjxl profile walks rows and columns one after the
     * other, so it needs more of them side by side. */
    const int enough = setup->params.profile == LK_PROFILE_LIBJXL ? 1 << 25 : 1 << 24;
    int pixels = setup->params.width * setup->params.height;
    int batch = pixels >= enough || setup->passes > 1 ? 1 : enough / pixels;
    batch = batch > LK_MAX_BATCH ? LK_MAX_BATCH : batch;
    if (in_flight > 0 && batch > (in_flight + 1) / 2) {
        batch = (in_flight + 1) / 2; /* two batches, so that one is filled while the other is at work */
    }
    return batch > 1 ? batch : 1;
}

/* Tall tiles waste little on the rows above and below them; but there must be enough of them. */
static int choose_tile_rows(int width, int height, int tile_width, int batch, int alone) {
    const int enough = alone ? 1000 : 250;
    int rows = alone ? 64 : 128;
    while (rows > 16) {
        int tiles = ((width + tile_width - 1) / tile_width) * ((height + rows - 1) / rows) * batch;
        if (tiles >= enough) {
            break;
        }
        rows /= 2;
    }
    return rows;
}

static int needs_signed(const lk_setup *setup) {
    return setup->reference.to_bt709 || setup->distorted.to_bt709;
}

static int is_plain_420(const lk_input *in) {
    return in->yuv && in->chroma_w && in->chroma_h && !in->nearest && in->curve == LK_CURVE_SRGB && !in->to_bt709;
}

/* The kernels read both pictures with one description where they can. */
static int is_fast(const lk_setup *setup) {
    return is_plain_420(&setup->reference) && memcmp(&setup->reference, &setup->distorted, sizeof(lk_input)) == 0;
}

static int is_pruned(const lk_plan *plan) {
    return (plan->maps[0][0] & ~LK_MAP_ARTIFACT) == 0 && (plan->maps[0][1] & LK_MAP_ARTIFACT) == 0 &&
           (plan->maps[0][2] & ~LK_MAP_ARTIFACT) == 0;
}

static void choose_kernels(lk_gpu_layout *l, const lk_setup *setup) {
    int fast = is_fast(setup), wide = setup->reference.bytes == 2, with_sign = needs_signed(setup);
    if (setup->params.profile == LK_PROFILE_EXACT) {
        static const lk_kernel plain_420[2][2] = {
            {LK_KERNEL_EXACT_420_8, LK_KERNEL_EXACT_420_16},
            {LK_KERNEL_EXACT_420_8_PRUNED, LK_KERNEL_EXACT_420_16_PRUNED},
        };
        l->pruned = is_pruned(&setup->plan);
        l->first = fast ? plain_420[l->pruned][wide] : l->pruned ? LK_KERNEL_EXACT_ANY_PRUNED : LK_KERNEL_EXACT_ANY;
        l->later = with_sign ? LK_KERNEL_EXACT_PLANES_SIGNED : LK_KERNEL_EXACT_PLANES;
    } else {
        l->first = !fast ? LK_KERNEL_LIBJXL_XYB_ANY : wide ? LK_KERNEL_LIBJXL_XYB_420_16 : LK_KERNEL_LIBJXL_XYB_420_8;
        l->later = with_sign ? LK_KERNEL_LIBJXL_XYB_PLANES_SIGNED : LK_KERNEL_LIBJXL_XYB_PLANES;
    }
}

static void lay_out_scales(lk_gpu_layout *l, const lk_setup *setup, int in_flight, int tile_width) {
    const lk_plan *plan = &setup->plan;
    size_t at = 0;
    for (int s = 0; s < plan->scales; s++) {
        lk_scale *scale = &l->scale[s];
        scale->width = plan->width[s];
        scale->height = plan->height[s];
        scale->stride = (int)round_up((size_t)scale->width, 4);
        scale->rgb = at;
        at += s > 0 ? 6 * (size_t)scale->stride * (size_t)scale->height : 0;
        scale->tile_rows = choose_tile_rows(scale->width, scale->height, tile_width, l->batch, in_flight == 1);
        l->tiles_x[s] = (scale->width + tile_width - 1) / tile_width;
        l->tiles_y[s] = (scale->height + scale->tile_rows - 1) / scale->tile_rows;
        int tiles = l->tiles_x[s] * l->tiles_y[s];
        if (setup->params.profile == LK_PROFILE_LIBJXL) {
            tiles = (scale->width + LK_BLOCK_WIDTH - 1) / LK_BLOCK_WIDTH; /* whole columns */
        }
        scale->sums = l->tile_sums;
        l->finish.tiles[s] = tiles;
        l->finish.sums[s] = l->tile_sums;
        l->tile_sums += (size_t)tiles * LK_TILE_SUMS * LK_SUM_LIMBS;
    }
    l->rgb = at;
    for (int s = 0; s < plan->scales; s++) {
        lk_scale *scale = &l->scale[s];
        if (s + 1 < plan->scales) {
            scale->next_width = l->scale[s + 1].width;
            scale->next_height = l->scale[s + 1].height;
            scale->next_stride = l->scale[s + 1].stride;
            scale->next_rgb = l->scale[s + 1].rgb;
        }
        scale->rgb_pair = l->rgb;
        scale->sums_pair = l->tile_sums;
    }
    l->finish.scales = plan->scales;
    l->finish.sums_pair = l->tile_sums;
    l->finish.lowest = setup->params.profile == LK_PROFILE_EXACT ? LK_SUM_LOWEST_FLOAT : LK_SUM_LOWEST_DOUBLE;
}

/* Place the blurred rows of the libjxl profile's channels. Together they take up to 15 planes besides the 6 of XYB. A
 * large picture saves memory by taking channels in turn, X, B, Y: a channel that is done leaves its planes to the next
 * ones, and Y, which needs five, finds four of X and B and one of the two that those used. */
static void lay_out_planes(lk_gpu_layout *l, const lk_setup *setup, int s, int in_turn) {
    static const int order[3] = {0, 2, 1};
    lk_libjxl_planes p = {.stride = l->scale[s].stride};
    p.plane = (lk_u64)p.stride * (lk_u64)l->scale[s].height;
    int planes = 6;
    for (int c = 0; c < 3; c++) {
        int maps = setup->plan.maps[s][c];
        p.reference[c] = c;
        p.distorted[c] = 3 + c;
        p.quantities[c] = !maps ? 0 : maps & LK_MAP_SSIM ? 5 : 2;
    }
    if (!in_turn) {
        for (int c = 0; c < 3; c++) {
            for (int q = 0; q < p.quantities[c]; q++) {
                p.blurred[c][q] = planes++;
            }
        }
        l->phases[s] = 1;
        l->phase[s][0] = (lk_libjxl_phase){.channels = 3, .planes = p};
    } else {
        int free_planes[8], count = 0; /* a stack */
        for (int i = 0; i < 3; i++) {
            int c = order[i];
            for (int q = 0; q < p.quantities[c]; q++) {
                p.blurred[c][q] = count > 0 ? free_planes[--count] : planes++;
            }
            lk_libjxl_phase *phase = &l->phase[s][i];
            *phase = (lk_libjxl_phase){.channels = 1, .planes = p};
            phase->planes.first_channel = c;
            count = 0;
            for (int plane = 0; plane < planes; plane++) {
                int keeps = 0;
                for (int later = i + 1; later < 3; later++) {
                    keeps |= plane == p.reference[order[later]] || plane == p.distorted[order[later]];
                }
                if (!keeps && count < 8) {
                    free_planes[count++] = plane;
                }
            }
        }
        l->phases[s] = 3;
    }
    size_t needs = (size_t)planes * p.plane;
    l->planes = needs > l->planes ? needs : l->planes;
}

void lk_gpu_layout_init(lk_gpu_layout *l, const lk_setup *setup, int in_flight, int tile_width) {
    const size_t large = (size_t)64 << 20; /* bytes: above it a plane of a pair is worth saving */
    *l = (lk_gpu_layout){0};
    l->batch = choose_batch(setup, in_flight);
    lay_out_samples(l, setup);
    lay_out_scales(l, setup, in_flight, tile_width);
    choose_kernels(l, setup);
    if (setup->params.profile == LK_PROFILE_LIBJXL) {
        for (int s = 0; s < setup->plan.scales; s++) {
            size_t plane = (size_t)l->scale[s].stride * (size_t)l->scale[s].height * sizeof(float);
            lay_out_planes(l, setup, s, 15 * plane > large * 4);
        }
        for (int s = 0; s < setup->plan.scales; s++) {
            for (int i = 0; i < l->phases[s]; i++) {
                l->phase[s][i].planes.pair = l->planes;
            }
        }
    }
}

size_t lk_gpu_layout_bytes(const lk_gpu_layout *l) {
    return l->samples + (l->rgb + l->planes) * sizeof(float) + (l->tile_sums + LK_NORMS) * sizeof(lk_u64);
}
