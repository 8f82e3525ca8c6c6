/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Where a video cuts from one scene to the next, seen in a few thousand luma samples of each frame. */

#ifndef LIKEN_CLI_SCENE_H
#define LIKEN_CLI_SCENE_H

#include <liken/liken.h>

enum { SCENE_COLUMNS = 16, SCENE_ROWS = 8, SCENE_CELLS = SCENE_COLUMNS * SCENE_ROWS };

/* A frame as the detector sees it: the mean of luma in each cell of a grid, black to white as 0 to 1. */
typedef struct scene_thumb {
    float cell[SCENE_CELLS];
} scene_thumb;

/* All zeros: no frames yet. */
typedef struct scene_finder {
    scene_thumb recent[4]; /* of frames seen - 4 to seen - 1, each at its number modulo 4 */
    size_t seen;
    size_t *cuts; /* the first frames of scenes, from the second scene on; owned */
    size_t count;
    size_t capacity;
} scene_finder;

/* Look at the next frame, in host memory. Returns 0, or -1 when out of memory. */
int scene_add(scene_finder *finder, const lk_picture *picture);

void scene_free(scene_finder *finder);

#endif
