/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The exact profile, a scale in one kernel. Included once for each variant, which defines
 *   LK_NAME     the kernel's name
 *   LK_SOURCE   LK_FROM_420_8, LK_FROM_420_16, LK_FROM_ANY (scale 0, from samples) or LK_FROM_PLANES (later scales,
 * from linear RGB) LK_SIGNED   1 if linear light can be negative (HDR in BT.709 primaries) LK_PRUNED   1: only the maps
 * that scale 0 of a picture with six scales needs (X, B: artifact; Y: ssim, detail), 2 roles; 0: all maps of all
 * channels, 3 roles
 *
 * Launch: groups of LK_TILE_WIDTH * roles threads; grid: tile columns, tile rows, pairs. A group walks down its tile in
 * steps of LK_BLOCK_HEIGHT rows. A step: (1) all threads convert the next 8 rows, with a margin of 4 columns, to XYB in
 * local memory, and write the halved RGB; (2) all threads blur them along the rows, 4 columns at a time, into local
 * memory; (3) thread x of each role blurs its column downwards in registers, forms the terms of the 8 rows that end 4
 * rows above, and adds them up; (4) one thread a block and sum folds the columns and adds the result to its limbs.
 * docs/numerics.md has the formulas; arith/ computes them. */

#if LK_PRUNED
#define LK_ROLES      2
#define LK_QUANTITIES 8 /* X: m1, m2; B: m1, m2; Y: m1, m2, a*b, (a-b)^2 */
#define LK_STEP_SUMS  8
#else
#define LK_ROLES      3
#define LK_QUANTITIES 12
#define LK_STEP_SUMS  18
#endif
#define LK_THREADS (LK_TILE_WIDTH * LK_ROLES)

LK_KERNEL(LK_THREADS)
LK_NAME(
#if LK_SOURCE == LK_FROM_PLANES
    const LK_GLOBAL float *rgb,
#else
    const LK_GLOBAL lk_u8 *r0, const LK_GLOBAL lk_u8 *r1, const LK_GLOBAL lk_u8 *r2, const LK_GLOBAL lk_u8 *d0,
    const LK_GLOBAL lk_u8 *d1, const LK_GLOBAL lk_u8 *d2, const LK_GLOBAL lk_u64 *offsets, lk_plane_strides strides,
    lk_input reference, lk_input distorted,
#endif
    LK_GLOBAL float *next, LK_GLOBAL lk_u64 *tile_sums, lk_scale scale
#ifdef LK_TAPS
    ,
    LK_GLOBAL float *tap_xyb, LK_GLOBAL float *tap_blurred
#endif
) {
    LK_ARRAY(lk_f4, xyb_words, 6 * LK_BLOCK_HEIGHT * LK_XYB_STRIDE / 4);
    LK_ARRAY(lk_f4, rows_words, LK_QUANTITIES * LK_BLOCK_HEIGHT * LK_TILE_WIDTH / 4);
    LK_ARRAY(float, columns, LK_STEP_SUMS *LK_COLUMN_STRIDE);
    LK_ARRAY(lk_u64, limbs, LK_TILE_BLOCKS * LK_STEP_SUMS * LK_SUM_LIMBS);
    LK_LOCAL float *xyb = (LK_LOCAL float *)xyb_words;
    LK_LOCAL float *rows = (LK_LOCAL float *)rows_words;

    const int thread = LK_THREAD;
    const int column = thread % LK_TILE_WIDTH;
    const int role = thread / LK_TILE_WIDTH;
    const int pair = LK_GROUP_Z;
    const int tile_x = LK_GROUP_X * LK_TILE_WIDTH;
    const int tile_y = LK_GROUP_Y * scale.tile_rows;
    const int tile_end = tile_y + scale.tile_rows < scale.height ? tile_y + scale.tile_rows : scale.height;
    const int inside = tile_x + column < scale.width;

#if LK_SOURCE == LK_FROM_PLANES
    rgb += (lk_u64)pair * scale.rgb_pair + scale.rgb;
#else
    lk_planes planes[2];
    planes[0].plane[0] = r0 + offsets[pair * LK_PAIR_PLANES + 0];
    planes[0].plane[1] = r1 + offsets[pair * LK_PAIR_PLANES + 1];
    planes[0].plane[2] = r2 + offsets[pair * LK_PAIR_PLANES + 2];
    planes[1].plane[0] = d0 + offsets[pair * LK_PAIR_PLANES + 3];
    planes[1].plane[1] = d1 + offsets[pair * LK_PAIR_PLANES + 4];
    planes[1].plane[2] = d2 + offsets[pair * LK_PAIR_PLANES + 5];
    for (int i = 0; i < 3; i++) {
        planes[0].stride[i] = strides.of[i];
        planes[1].stride[i] = strides.of[i + 3];
    }
    planes[0].cr =
        (reference.channel[2].plane == 2 ? planes[0].plane[2] : planes[0].plane[1]) + reference.channel[2].offset;
    planes[1].cr =
        (distorted.channel[2].plane == 2 ? planes[1].plane[2] : planes[1].plane[1]) + distorted.channel[2].offset;
#endif
    next += (lk_u64)pair * scale.rgb_pair + scale.next_rgb;

    for (int i = thread; i < LK_TILE_BLOCKS * LK_STEP_SUMS * LK_SUM_LIMBS; i += LK_THREADS) {
        limbs[i] = 0;
    }

    /* Blurred rows y - 8 to y - 1 of up to four quantities in this thread's column, and the pixels of rows y - 4 to
     * y - 1 of up to two channels. */
    float ring[4][LK_BLOCK_HEIGHT];
    float pixels[4][4];
#pragma unroll
    for (int q = 0; q < 4; q++) {
#pragma unroll
        for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
            ring[q][i] = 0.0f;
        }
#pragma unroll
        for (int i = 0; i < 4; i++) {
            pixels[q][i] = 0.0f;
        }
    }

    /* y: the first of the rows that enter in a step; the rows that leave it begin LK_BLUR_REACH above. */
    for (int y = tile_y - LK_BLUR_REACH; y < tile_end + LK_BLUR_REACH; y += LK_BLOCK_HEIGHT) {
        const int warm = y < tile_y; /* the first step only fills the rings */

        /* (4) of the step before: it may share the time of the conversion below. */
        if (thread < LK_TILE_BLOCKS * LK_STEP_SUMS && y > tile_y + LK_BLUR_REACH) {
            lk_fold_columns(
                columns + thread / LK_TILE_BLOCKS * LK_COLUMN_STRIDE + thread % LK_TILE_BLOCKS * LK_BLOCK_WIDTH,
                limbs + thread * LK_SUM_LIMBS);
        }

        /* (1) */
        for (int unit = thread; unit < 2 * LK_BLOCK_HEIGHT / 2 * LK_XYB_WIDTH / 2; unit += LK_THREADS) {
            const int picture = unit >= LK_BLOCK_HEIGHT / 2 * LK_XYB_WIDTH / 2;
            const int in_picture = picture ? unit - LK_BLOCK_HEIGHT / 2 * LK_XYB_WIDTH / 2 : unit;
            const int quad_y = in_picture / (LK_XYB_WIDTH / 2);
            const int quad_x = in_picture - quad_y * (LK_XYB_WIDTH / 2);
            const int px = tile_x - LK_BLUR_REACH + 2 * quad_x;
            const int py = y + 2 * quad_y;
            LK_LOCAL float *to = xyb + (picture * 3 * LK_BLOCK_HEIGHT + 2 * quad_y) * LK_XYB_STRIDE + 2 * quad_x;
            if (px < 0 || px >= scale.width || py < 0 || py >= scale.height) {
#pragma unroll
                for (int c = 0; c < 3; c++) {
                    lk_store_pair(to + c * LK_BLOCK_HEIGHT * LK_XYB_STRIDE, 0.0f, 0.0f);
                    lk_store_pair(to + c * LK_BLOCK_HEIGHT * LK_XYB_STRIDE + LK_XYB_STRIDE, 0.0f, 0.0f);
                }
                continue;
            }
            lk_quad_edges edges;
            edges.right = px + 1 < scale.width;
            edges.below = py + 1 < scale.height;
            lk_quad quad;
#if LK_SOURCE == LK_FROM_PLANES
            lk_quad_planes(rgb + (picture ? 3 * (lk_u64)scale.stride * (lk_u64)scale.height : 0), scale.stride,
                scale.height, px, py, edges, &quad);
#else
            lk_planes from = planes[0];
            if (picture) {
                from = planes[1];
            }
#if LK_SOURCE == LK_FROM_420_8
            lk_quad_420_8(&from, &reference, px, py, edges, &quad); /* both pictures have one description */
#elif LK_SOURCE == LK_FROM_420_16
            lk_quad_420_16(&from, &reference, px, py, edges, &quad);
#else
            lk_quad_any(&from, picture ? &distorted : &reference, px, py, edges, &quad);
#endif
#endif
            /* Each quad of the picture lies inside one tile, and enters it once. */
            if (scale.next_width > 0 && px >= tile_x && px < tile_x + LK_TILE_WIDTH && py >= tile_y && py < tile_end) {
                lk_u64 plane = (lk_u64)scale.next_stride * (lk_u64)scale.next_height;
                LK_GLOBAL float *half_pixel =
                    next + (picture ? 3 * plane : 0) + (lk_u64)(py >> 1) * (lk_u64)scale.next_stride + (px >> 1);
                half_pixel[0] = lk_halve(quad.at[0].r, quad.at[1].r, quad.at[2].r, quad.at[3].r);
                half_pixel[plane] = lk_halve(quad.at[0].g, quad.at[1].g, quad.at[2].g, quad.at[3].g);
                half_pixel[2 * plane] = lk_halve(quad.at[0].b, quad.at[1].b, quad.at[2].b, quad.at[3].b);
            }
#pragma unroll
            for (int i = 0; i < 2; i++) {
                lk_xyb left = LK_TO_XYB(quad.at[2 * i]);
                lk_xyb right = LK_TO_XYB(quad.at[2 * i + 1]);
                const int outside = i && !edges.below;
                const int no_right = outside || !edges.right;
                lk_store_pair(to + i * LK_XYB_STRIDE, outside ? 0.0f : left.x, no_right ? 0.0f : right.x);
                lk_store_pair(
                    to + (LK_BLOCK_HEIGHT + i) * LK_XYB_STRIDE, outside ? 0.0f : left.y, no_right ? 0.0f : right.y);
                lk_store_pair(
                    to + (2 * LK_BLOCK_HEIGHT + i) * LK_XYB_STRIDE, outside ? 0.0f : left.b, no_right ? 0.0f : right.b);
            }
        }
        LK_BARRIER();

        /* (2) Work items: channel, row, four columns. */
        for (int unit = thread; unit < 3 * LK_BLOCK_HEIGHT * LK_TILE_WIDTH / 4; unit += LK_THREADS) {
            const int c = unit / (LK_BLOCK_HEIGHT * LK_TILE_WIDTH / 4);
            const int row = unit / (LK_TILE_WIDTH / 4) % LK_BLOCK_HEIGHT;
            const int group = unit % (LK_TILE_WIDTH / 4);
            const LK_LOCAL lk_f4 *a = xyb_words + (c * LK_BLOCK_HEIGHT + row) * (LK_XYB_STRIDE / 4) + group;
            const LK_LOCAL lk_f4 *b = a + 3 * LK_BLOCK_HEIGHT * (LK_XYB_STRIDE / 4);
            LK_LOCAL lk_f4 *to =
                rows_words + (LK_FIRST_QUANTITY(c) * LK_BLOCK_HEIGHT + row) * (LK_TILE_WIDTH / 4) + group;
            lk_blur_four_pairs(a, b, to, LK_HAS_SSIM(c));
        }
        LK_BARRIER();

        /* (3) */
        float sum[6] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
#if LK_PRUNED
        if (role == 1) {
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                float blurred[4], a, b, a2, b2;
                LK_BLUR_DOWN(i, blurred);
                LK_PIXEL(i, 0, 0, a, b);
                LK_PIXEL(i, 2, 2, a2, b2);
                const int out_y = y - LK_BLUR_REACH + i;
                if (out_y >= tile_y && out_y < tile_end) {
                    lk_column_add(&sum[0], &sum[1], lk_positive(lk_edge_exact(a, b, blurred[0], blurred[1])));
                    lk_column_add(&sum[2], &sum[3], lk_positive(lk_edge_exact(a2, b2, blurred[2], blurred[3])));
                    LK_TAP(0, 0, blurred[0], blurred[1], a, b);
                    LK_TAP(2, 10, blurred[2], blurred[3], a2, b2);
                }
            }
        } else
#endif
        {
#pragma unroll
            for (int i = 0; i < LK_BLOCK_HEIGHT; i++) {
                float blurred[4], a, b;
                LK_BLUR_DOWN(i, blurred);
                LK_PIXEL(i, 0, LK_ROLE_CHANNEL(role), a, b);
                const int out_y = y - LK_BLUR_REACH + i;
                if (out_y >= tile_y && out_y < tile_end) {
                    const float edge = lk_edge_exact(a, b, blurred[0], blurred[1]);
                    lk_column_add(&sum[0], &sum[1], lk_ssim_exact(blurred[0], blurred[1], blurred[2], blurred[3]));
#if LK_PRUNED
                    lk_column_add(&sum[2], &sum[3], lk_positive(-edge));
#else
                    lk_column_add(&sum[2], &sum[3], lk_positive(edge));
                    lk_column_add(&sum[4], &sum[5], lk_positive(-edge));
#endif
                    LK_TAP(LK_ROLE_CHANNEL(role), LK_ROLE_CHANNEL(role) * 5, blurred[0], blurred[1], a, b);
                    LK_TAP(LK_ROLE_CHANNEL(role), LK_ROLE_CHANNEL(role) * 5 + 2, blurred[2], blurred[3], a, b);
                }
            }
        }
        if (!warm) {
#pragma unroll
            for (int i = 0; i < LK_STEP_SUMS / LK_ROLES; i++) {
                columns[(role * (LK_STEP_SUMS / LK_ROLES) + i) * LK_COLUMN_STRIDE + column] = inside ? sum[i] : 0.0f;
            }
        }
        LK_BARRIER();
    }

    /* (4) of the last step, then the tile's sums. */
    if (thread < LK_TILE_BLOCKS * LK_STEP_SUMS) {
        lk_fold_columns(columns + thread / LK_TILE_BLOCKS * LK_COLUMN_STRIDE + thread % LK_TILE_BLOCKS * LK_BLOCK_WIDTH,
            limbs + thread * LK_SUM_LIMBS);
    }
    LK_BARRIER();
    tile_sums += (lk_u64)pair * scale.sums_pair + scale.sums +
                 (lk_u64)(LK_GROUP_Y * LK_GROUPS_X + LK_GROUP_X) * (LK_TILE_SUMS * LK_SUM_LIMBS);
    for (int i = thread; i < LK_STEP_SUMS * LK_SUM_LIMBS; i += LK_THREADS) {
        const int sum_index = i / LK_SUM_LIMBS;
        const int limb = i % LK_SUM_LIMBS;
        lk_u64 total = 0;
        for (int block = 0; block < LK_TILE_BLOCKS; block++) {
            total += limbs[(sum_index * LK_TILE_BLOCKS + block) * LK_SUM_LIMBS + limb];
        }
        tile_sums[LK_TILE_SUM(sum_index) * LK_SUM_LIMBS + limb] = total;
    }
}

#undef LK_ROLES
#undef LK_QUANTITIES
#undef LK_STEP_SUMS
#undef LK_THREADS
#undef LK_NAME
#undef LK_SOURCE
#undef LK_SIGNED
#undef LK_PRUNED
