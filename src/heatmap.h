/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What a pair looks like to people: where it loses its points, and its pictures for a screen. Neither is part of a
 * score. docs/heatmap.md defines them. */

#ifndef LIKEN_HEATMAP_H
#define LIKEN_HEATMAP_H

#include "backend.h"

/* Fill map, float[height][width], whose mean is 100 minus the score. The pictures are in host memory, and checked. */
lk_status lk_heatmap(
    const lk_setup *setup, const lk_picture *reference, const lk_picture *distorted, float *map, lk_error *error);

/* Fill rgb, uint8_t[height][width][3]. The picture is in host memory, and checked. distorted: which one of the setup's
 * two it is. */
lk_status lk_preview(const lk_setup *setup, int distorted, const lk_picture *picture, uint8_t *rgb, lk_error *error);

#endif
