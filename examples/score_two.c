/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* How alike are two pictures?  score_two ORIGINAL.ppm COPY.ppm prints the score, as the reference tool would. */

#include <liken/liken.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void fail(const char *about, const char *why) {
    fprintf(stderr, "score_two: %s: %s\n", about, why);
    exit(1);
}

/* Read an 8-bit PPM file. An lk_picture only points to its samples, which stay ours. */
static lk_picture read_ppm(const char *path) {
    lk_picture picture;
    lk_picture_default(&picture, LK_API_VERSION);
    FILE *file = fopen(path, "rb");
    if (!file || fscanf(file, "P6 %5d %5d 255", &picture.width, &picture.height) != 2 || fgetc(file) == EOF) {
        fail(path, "not an 8-bit PPM file");
    }
    picture.format = (lk_format){.model = LK_MODEL_RGB, .layout = LK_LAYOUT_PACKED, .depth = 8};
    size_t row = lk_format_row_bytes(&picture.format, 0, picture.width), rows = (size_t)picture.height;
    void *samples = malloc(row * rows);
    if (!samples || fread(samples, row, rows, file) != rows || fclose(file)) {
        fail(path, "cut short");
    }
    picture.plane[0] = samples;
    picture.stride[0] = (ptrdiff_t)row;
    return picture;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fail("usage", "score_two ORIGINAL.ppm COPY.ppm");
    }
    lk_picture original = read_ppm(argv[1]), copy = read_ppm(argv[2]);
    lk_context *context = NULL;
    lk_scorer *scorer = NULL;
    lk_scorer_params params;
    lk_result result;
    lk_scorer_params_default(&params, LK_API_VERSION);
    params.width = original.width;
    params.height = original.height;
    params.reference = params.distorted = original.format;
    if (lk_context_create(&context) || lk_scorer_create(context, &params, &scorer)) {
        fail("no scorer", lk_context_error(context));
    }
    if (lk_scorer_submit(scorer, &original, &copy, NULL) || lk_scorer_collect(scorer, &result, LK_WAIT) ||
        result.status) {
        fail("no score", lk_scorer_error(scorer));
    }
    printf("%.8f\n", result.ssimulacra2);
    lk_scorer_destroy(&scorer);
    lk_context_destroy(&context);
    free((void *)original.plane[0]);
    free((void *)copy.plane[0]);
}
