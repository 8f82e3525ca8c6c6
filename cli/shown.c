/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "shown.h"

#include "message.h"

#include <errno.h>
#include <inttypes.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void release(kept_pair *pair) {
    for (int side = 0; side < SIDES; side++) {
        media_frame_release(pair->frame[side]);
        pair->frame[side] = NULL;
    }
}

int keeper_offer(keeper *k, media_frame *const frame[SIDES], const frame_score *score) {
    int place = k->count;
    if (k->count > 0 && score->frame - k->pair[k->count - 1].score.frame < k->apart) {
        place = k->count - 1; /* only the latest can be so close: the worse of both stays */
    } else if (k->count == SHOWN_MAX) {
        place = 0;
        for (int i = 1; i < k->count; i++) {
            place = k->pair[i].score.score[0] > k->pair[place].score.score[0] ? i : place;
        }
    }
    if (place < k->count) {
        if (score->score[0] >= k->pair[place].score.score[0]) {
            return 0;
        }
        release(&k->pair[place]);
        k->count--;
        memmove(&k->pair[place], &k->pair[place + 1], (size_t)(k->count - place) * sizeof k->pair[0]);
    }
    kept_pair *added = &k->pair[k->count++];
    *added = (kept_pair){.score = *score};
    memcpy(added->frame, frame, sizeof added->frame);
    return 1;
}

void keeper_free(keeper *k) {
    while (k->count > 0) {
        release(&k->pair[--k->count]);
    }
}

static int encode(const uint8_t *rgb, int width, int height, png_data *png) {
    png_image image = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_RGB};
    image.width = (png_uint_32)width;
    image.height = (png_uint_32)height;
    image.flags = PNG_IMAGE_FLAG_FAST;
    FILE *stream = open_memstream(&png->data, &png->size);
    int written = stream && png_image_write_to_stdio(&image, stream, 0, rgb, 0, NULL);
    if (stream && fclose(stream) != 0) {
        written = 0;
    }
    return written ? EXIT_FINE : message_internal("out of memory for a PNG");
}

/* docs/heatmap.md, "Colours". */
static void color_of(float value, uint8_t rgb[3]) {
    static const float stops[][3] = {{0, 0, 0}, {40, 11, 84}, {101, 21, 110}, {159, 42, 99}, {212, 72, 66},
        {245, 125, 21}, {250, 193, 39}, {255, 255, 230}};
    enum { STEPS = sizeof stops / sizeof stops[0] - 1 };
    float t = value / (value + 50) * STEPS;
    int i = t < STEPS - 1 ? (int)t : STEPS - 1;
    for (int c = 0; c < 3; c++) {
        rgb[c] = (uint8_t)(stops[i][c] + (t - (float)i) * (stops[i + 1][c] - stops[i][c]) + 0.5f);
    }
}

int shown_heatmap(lk_scorer *scorer, const lk_picture *reference, const lk_picture *distorted, png_data *png) {
    size_t count = (size_t)reference->width * (size_t)reference->height;
    float *map = malloc(count * sizeof *map);
    uint8_t *rgb = malloc(count * 3);
    int outcome = map && rgb ? EXIT_FINE : message_internal("out of memory for a heatmap");
    if (outcome == EXIT_FINE) {
        lk_status status = lk_scorer_heatmap(scorer, reference, distorted, map);
        outcome = status == LK_OK ? EXIT_FINE : message_status(status, lk_scorer_error(scorer));
    }
    if (outcome == EXIT_FINE) {
        for (size_t i = 0; i < count; i++) {
            color_of(map[i], rgb + 3 * i);
        }
        outcome = encode(rgb, reference->width, reference->height, png);
    }
    free(map);
    free(rgb);
    return outcome;
}

int shown_picture(lk_scorer *scorer, int side, const lk_picture *picture, png_data *png) {
    uint8_t *rgb = malloc((size_t)picture->width * (size_t)picture->height * 3);
    if (!rgb) {
        return message_internal("out of memory for a picture");
    }
    lk_status status = lk_scorer_preview(scorer, side == DISTORTED, picture, rgb);
    int outcome = status == LK_OK ? encode(rgb, picture->width, picture->height, png)
                                  : message_status(status, lk_scorer_error(scorer));
    free(rgb);
    return outcome;
}

int shown_write(const char *folder, int64_t frame, const png_data *png) {
    char name[4096], temporary[4096 + 8];
    if (snprintf(name, sizeof name, "%s/heatmap-%06" PRId64 ".png", folder, frame) >= (int)sizeof name) {
        return message_error("--heatmap: the name of the folder is too long");
    }
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return message_error("%s: cannot make this folder: %s", folder, strerror(errno));
    }
    snprintf(temporary, sizeof temporary, "%s.tmp", name);
    FILE *stream = fopen(temporary, "wb");
    int written = stream && fwrite(png->data, 1, png->size, stream) == png->size;
    written = stream && fclose(stream) == 0 && written;
    if (!written || rename(temporary, name) != 0) {
        int reason = errno;
        unlink(temporary);
        return message_error("%s: cannot write it: %s", name, strerror(reason));
    }
    return EXIT_FINE;
}
