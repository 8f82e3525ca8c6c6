/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Linear RGB to the next scale, and to XYB. */

#ifndef LIKEN_CPU_LEVEL_COLOR_H
#define LIKEN_CPU_LEVEL_COLOR_H

#include "arith/halve.h"
#include "arith/xyb.h"
#include "cpu/level/vector.h"
#include "cpu/stream.h"

#include <string.h>

static void halve(lk_light *light, int first, int height, int columns, lk_light *next, int half) {
    for (int c = 0; c < 6; c++) {
        for (int y = first < 0 ? 0 : first; y < first + LK_BATCH && y < height; y += 2) {
            float *top = light->plane[c][y % LK_LIGHT_ROWS];
            float *bottom = y + 1 < height ? light->plane[c][(y + 1) % LK_LIGHT_ROWS] : top;
            if (columns % 2) { /* the last column replicates */
                top[columns] = top[columns - 1];
                bottom[columns] = bottom[columns - 1];
            }
            float *restrict out = next->plane[c][y / 2 % LK_LIGHT_ROWS] + half * (LK_CHUNK / 2);
            LK_INDEPENDENT
            for (int x = 0; x < LK_CHUNK / 2; x++) {
                out[x] = lk_halve(top[2 * x], top[2 * x + 1], bottom[2 * x], bottom[2 * x + 1]);
            }
        }
    }
}

LK_INLINE void xyb_row(const float *restrict r, const float *restrict g, const float *restrict b, int to_bt709,
    float *restrict out_x, float *restrict out_y, float *restrict out_b) {
    LK_COLUMNS(i) {
        lk_rgb v = {r[i], g[i], b[i]};
        lk_xyb o = to_bt709 ? lk_rgb_to_xyb(v) : lk_light_to_xyb(v);
        out_x[i] = o.x;
        out_y[i] = o.y;
        out_b[i] = o.b;
    }
}

static void xyb(
    const lk_light *light, int first, int height, int columns, int to_bt709, lk_xyb_chunk *left, lk_xyb_chunk *out) {
    for (int j = 0; j < LK_BATCH; j++) {
        int y = first + j;
        int inside = y >= 0 && y < height;
        for (int p = 0; p < 6 && inside; p += 3) {
            int row = y % LK_LIGHT_ROWS;
            float *x = out->plane[p][j] + LK_MARGIN, *luma = out->plane[p + 1][j] + LK_MARGIN;
            float *b = out->plane[p + 2][j] + LK_MARGIN;
            if (to_bt709) {
                xyb_row(light->plane[p][row], light->plane[p + 1][row], light->plane[p + 2][row], 1, x, luma, b);
            } else {
                xyb_row(light->plane[p][row], light->plane[p + 1][row], light->plane[p + 2][row], 0, x, luma, b);
            }
        }
        for (int p = 0; p < 6; p++) {
            float *row = out->plane[p][j];
            int end = inside ? columns : 0;
            memset(row + LK_MARGIN + end, 0, (size_t)(LK_CHUNK - end + LK_MARGIN) * sizeof *row);
            if (left) {
                float *before = left->plane[p][j];
                memcpy(row, before + LK_CHUNK, LK_MARGIN * sizeof *row);
                memcpy(before + LK_MARGIN + LK_CHUNK, row + LK_MARGIN, LK_MARGIN * sizeof *row);
            } else {
                memset(row, 0, LK_MARGIN * sizeof *row);
            }
        }
    }
}

#endif
