/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "result.h"

#include "scene.h"

#include <stdlib.h>

int result_is_still(const run_result *r) {
    for (int i = 0; i < r->distorted_count; i++) {
        if (!r->distorted[i].input.media.still || r->distorted[i].count != 1) {
            return 0;
        }
    }
    return r->reference.media.still;
}

const input_result *result_input(const run_result *r, int side, int distorted) {
    return side == REFERENCE ? &r->reference : &r->distorted[distorted].input;
}

int result_create(run_result *r, const options *o, int count) {
    *r = (run_result){.options = o, .distorted_count = count};
    r->distorted = calloc((size_t)count, sizeof *r->distorted);
    return r->distorted ? 0 : -1;
}

int result_add(distorted_result *d, const frame_score *score) {
    if (d->count == d->capacity) {
        size_t capacity = d->capacity ? 2 * d->capacity : 1024;
        frame_score *frames = realloc(d->frames, capacity * sizeof *frames);
        if (!frames) {
            return -1;
        }
        d->frames = frames;
        d->capacity = capacity;
    }
    d->frames[d->count++] = *score;
    return 0;
}

int result_split(run_result *r, const scene_finder *finder) {
    for (int i = 0; i < r->distorted_count; i++) {
        distorted_result *d = &r->distorted[i];
        d->scenes = calloc(finder->count + 1, sizeof *d->scenes);
        if (!d->scenes) {
            return -1;
        }
        /* The finder may have seen frames that have no scores, after an interruption. */
        for (size_t k = 0; k <= finder->count; k++) {
            size_t first = k > 0 ? finder->cuts[k - 1] : 0;
            size_t end = k < finder->count && finder->cuts[k] < d->count ? finder->cuts[k] : d->count;
            if (first < end) {
                d->scenes[d->scene_count++] = (scene_result){.first = first, .count = end - first};
            }
        }
    }
    return 0;
}

static int pool(const run_result *r, const frame_score *frames, size_t count, statistics *pooled) {
    for (int i = 0; i < METRICS; i++) {
        if (result_has(r, i) && statistics_pool(frames, count, i, &pooled[i])) {
            return -1;
        }
    }
    return 0;
}

int result_pool(run_result *r) {
    for (int i = 0; i < r->distorted_count; i++) {
        distorted_result *d = &r->distorted[i];
        if (d->count > 0 && pool(r, d->frames, d->count, d->pooled)) {
            return -1;
        }
        for (size_t k = 0; k < d->scene_count; k++) {
            if (pool(r, d->frames + d->scenes[k].first, d->scenes[k].count, d->scenes[k].pooled)) {
                return -1;
            }
        }
    }
    return 0;
}

void result_free(run_result *r) {
    for (int i = 0; i < r->shown_count; i++) {
        for (int k = 0; k < SIDES + 1; k++) {
            free(r->shown[i].png[k].data);
        }
    }
    for (int i = 0; i < r->distorted_count && r->distorted; i++) {
        free(r->distorted[i].frames);
        free(r->distorted[i].scenes);
    }
    free(r->distorted);
    *r = (run_result){0};
}
