/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Frames that are worth a look: kept while a video is scored, and shown as PNG with their heatmaps. */

#ifndef LIKEN_CLI_SHOWN_H
#define LIKEN_CLI_SHOWN_H

#include "result.h"

typedef struct kept_pair {
    media_frame *frame[SIDES];
    frame_score score;
} kept_pair;

typedef struct keeper {
    kept_pair pair[SHOWN_MAX];
    int count;
    int64_t apart; /* frames from one to the next, at least */
} keeper;

/* Offer a scored pair; frames come in order. The worst are kept, among them the worst of all. Returns 1 if it was
 * taken, in which case the keeper releases its frames. */
int keeper_offer(keeper *k, media_frame *const frame[SIDES], const frame_score *score);

void keeper_free(keeper *k);

/* Compute a pair's heatmap as PNG. The functions return an exit status, after a message if it is not EXIT_FINE. */
int shown_heatmap(lk_scorer *scorer, const lk_picture *reference, const lk_picture *distorted, png_data *png);

/* One picture of a pair as PNG. side: REFERENCE or DISTORTED. */
int shown_picture(lk_scorer *scorer, int side, const lk_picture *picture, png_data *png);

/* Write a heatmap as FOLDER/heatmap-FRAME.png, whole or not at all; the folder is made where it is missing. */
int shown_write(const char *folder, int64_t frame, const png_data *png);

#endif
