/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The command line. */

#ifndef LIKEN_CLI_OPTIONS_H
#define LIKEN_CLI_OPTIONS_H

#include "media.h"
#include "stats.h"

#include <liken/liken.h>
#include <stdio.h>

/* The two inputs, as indices. */
enum { REFERENCE, DISTORTED, SIDES };

/* "reference", "distorted". */
extern const char *const side_names[SIDES];

typedef struct input_options {
    const char *path; /* "-": standard input */
    media_options media;
    lk_color color; /* unspecified where no option says anything */
    int skip;       /* frames at the start */
} input_options;

enum { OUTPUTS_MAX = 16 };

typedef struct output_list {
    const char *name[OUTPUTS_MAX]; /* [KIND:]FILE */
    int count;
} output_list;

typedef struct options {
    input_options input[SIDES];
    output_list outputs;
    char report[4096];   /* its entry among the outputs; "": none */
    const char *heatmap; /* folder; NULL: none */
    uint32_t metrics;
    lk_profile profile;
    lk_upsampling upsampling;
    lk_cpu_level cpu_level;
    int norms;
    lk_backend backend;
    int device;
    int threads;
    int depth;
    size_t max_memory;
    int frames; /* pairs to score at most; 0: all */
    int every;
    int shortest;
    double fail_under[STATS]; /* NaN: not asked for */
    int plot;
    const char *resume; /* JSON lines to go on from; NULL: none */
    int quiet;
    int verbose;
    int no_progress;
    /* As calls written for vmaf say it. */
    int width; /* 0: not said, as for those that follow */
    int height;
    int pixel_format;  /* 420, 422, 444, 400 */
    int bit_depth;     /* 8 to 16 */
    char raw_name[40]; /* what the latter two are called by FFmpeg */
    int as_xml;        /* files of outputs that do not say their KIND */
    int as_json;
    int as_csv;
    int no_prediction; /* there is no model whose prediction could be left out */
} options;

typedef enum options_action {
    ACTION_SCORE,
    ACTION_HELP,
    ACTION_DEVICES,
    ACTION_VERSION,
    ACTION_FAIL /* a message was printed */
} options_action;

/* Read the command line. The strings that *o points to are parts of argv. */
options_action options_parse(int argc, char **argv, options *o);

/* What --help prints. */
void options_help(FILE *stream);

#endif
