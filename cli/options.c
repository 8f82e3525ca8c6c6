/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "options.h"

#include "message.h"
#include "metrics.h"
#include "option_table.h"
#include "text.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const side_names[SIDES] = {"reference", "distorted"};

/* What getopt returns for row i: above every character. */
enum { ROW = 256, ROWS_MAX = 64 };

static void usage(void) {
    fputs("Try 'liken --help'.\n", stderr);
}

static int bad_value(const option_row *row, const char *value, const char *why) {
    message_error("--%s: '%s' %s", row->name, value, why);
    return -1;
}

/* "ref:VALUE" or "dist:VALUE" is for one input, "VALUE" for both. */
static const char *split_side(const char *value, int *first, int *last) {
    static const char *const prefixes[SIDES] = {"ref:", "dist:"};
    *first = 0;
    *last = SIDES - 1;
    for (int side = 0; side < SIDES; side++) {
        if (strncmp(value, prefixes[side], strlen(prefixes[side])) == 0) {
            *first = *last = side;
            return value + strlen(prefixes[side]);
        }
    }
    return value;
}

static int apply(options *o, const option_row *row, const char *value) {
    char why[WHY_SIZE];
    if (!row->sided) {
        return row->set(row, value, (char *)o + row->offset, why) ? bad_value(row, value, why) : 0;
    }
    int first;
    int last;
    const char *rest = split_side(value, &first, &last);
    for (int side = first; side <= last; side++) {
        if (row->set(row, rest, (char *)&o->input[side] + row->offset, why)) {
            return bad_value(row, value, why);
        }
    }
    return 0;
}

/* getopt does not tell an unknown option from an ambiguous one, nor which it was. */
static void bad_option(char **argv, int returned) {
    char word[200];
    if (optopt > 0 && optopt < ROW) {
        snprintf(word, sizeof word, "-%c", optopt);
    } else {
        snprintf(word, sizeof word, "%s", argv[optind - 1]);
        if (optopt == 0 || returned == ':') {
            word[strcspn(word, "=")] = 0;
        }
    }
    if (returned == ':') {
        message_error("option %s needs a value", word);
    } else if (optopt >= ROW) {
        message_error("option --%s takes no value", option_table[optopt - ROW].name);
    } else {
        int matches = 0;
        for (int i = 0; i < option_count; i++) {
            const char *name = option_table[i].name;
            matches += name && word[0] == '-' && word[1] == '-' && strncmp(name, word + 2, strlen(word + 2)) == 0;
        }
        message_error("%s option %s", matches > 1 ? "ambiguous" : "unknown", word);
    }
}

static const option_row *find_row(int returned) {
    for (int i = 0; i < option_count; i++) {
        if (returned == ROW + i || (option_table[i].letter && returned == option_table[i].letter)) {
            return &option_table[i];
        }
    }
    return NULL;
}

static void set_defaults(options *o) {
    *o = (options){.every = 1, .metrics = metrics[0].bit};
    for (int i = 0; i < STATS; i++) {
        o->fail_under[i] = NAN;
    }
    for (int side = 0; side < SIDES; side++) {
        o->input[side].color = lk_color_default();
    }
}

/* What getopt_long() wants to know. */
static void describe(struct option *longs, char *letters) {
    *letters++ = ':'; /* no messages of its own */
    for (int i = 0; i < option_count; i++) {
        const option_row *row = &option_table[i];
        if (row->name) {
            *longs++ = (struct option){row->name, row->argument ? required_argument : no_argument, NULL, ROW + i};
        }
        if (row->letter) {
            *letters++ = row->letter;
            if (row->argument) {
                *letters++ = ':';
            }
        }
    }
    *letters = 0;
    *longs = (struct option){0};
}

static int take_inputs(int count, char **paths, options *o) {
    char *named[SIDES];
    if (o->input[REFERENCE].path || o->input[DISTORTED].path) {
        for (int side = 0; side < SIDES; side++) {
            named[side] = (char *)(uintptr_t)o->input[side].path;
            if (!named[side]) {
                message_error("--%s is missing: --reference and --distorted go together", side_names[side]);
                return -1;
            }
        }
        if (count > 0) {
            message_error("'%s' is one input too many: --reference and --distorted name both", paths[0]);
            return -1;
        }
        paths = named;
    } else if (count != SIDES) {
        message_error(count == 0   ? "no inputs: two are needed, REFERENCE and DISTORTED"
                      : count == 1 ? "one input is missing: two are needed, REFERENCE and DISTORTED"
                                   : "too many inputs: two are needed, REFERENCE and DISTORTED");
        return -1;
    }
    for (int side = 0; side < SIDES; side++) {
        o->input[side].path = paths[side];
        if (!*paths[side]) {
            message_error("the name of the %s file is empty", side_names[side]);
            return -1;
        }
    }
    if (strcmp(paths[REFERENCE], "-") == 0 && strcmp(paths[DISTORTED], "-") == 0) {
        message_error("only one input can be standard input");
        return -1;
    }
    return 0;
}

/* -w, -h, -p and -b of vmaf: headerless video, of one size and format. */
static int take_raw(options *o) {
    if (!o->width && !o->height && !o->pixel_format && !o->bit_depth) {
        return 0;
    }
    if (!o->width || !o->height || !o->pixel_format || !o->bit_depth) {
        message_error("headerless video needs all of --width, --height, --pixel_format and --bitdepth (or --raw)");
        return -1;
    }
    char base[20] = "gray";
    char depth[16] = "";
    if (o->pixel_format != 400) {
        snprintf(base, sizeof base, "yuv%dp", o->pixel_format);
    }
    if (o->bit_depth > 8) {
        snprintf(depth, sizeof depth, "%dle", o->bit_depth);
    }
    snprintf(o->raw_name, sizeof o->raw_name, "%s%s", base, depth);
    for (int side = 0; side < SIDES; side++) {
        media_options *media = &o->input[side].media;
        if (media->raw_format) {
            message_error("--raw and --width, --height, --pixel_format, --bitdepth exclude each other");
            return -1;
        }
        media->raw_width = o->width;
        media->raw_height = o->height;
        media->raw_format = o->raw_name;
    }
    return 0;
}

options_action options_parse(int argc, char **argv, options *o) {
    struct option longs[ROWS_MAX];
    char letters[2 * ROWS_MAX];
    describe(longs, letters);
    set_defaults(o);
    opterr = 0;
    int returned;
    while ((returned = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const option_row *row = find_row(returned);
        if (!row) {
            bad_option(argv, returned);
            usage();
            return ACTION_FAIL;
        }
        if (row->action) {
            return row->action;
        }
        if (apply(o, row, optarg)) {
            usage();
            return ACTION_FAIL;
        }
    }
    if (take_inputs(argc - optind, argv + optind, o) || take_raw(o)) {
        usage();
        return ACTION_FAIL;
    }
    if (o->resume && o->norms) {
        message_error("--resume and --norms exclude each other");
        usage();
        return ACTION_FAIL;
    }
    if (o->resume && (o->heatmap || o->report[0])) {
        message_error("--resume excludes --report and --heatmap, which show frames that it passes over");
        usage();
        return ACTION_FAIL;
    }
    return ACTION_SCORE;
}

/* The column where descriptions begin. */
enum { HELP_COLUMN = 30 };

static void help_row(FILE *stream, const option_row *row) {
    char letter[8] = "   ";
    char left[80];
    if (row->letter) {
        snprintf(letter, sizeof letter, "-%c,", row->letter);
    }
    int length = snprintf(left, sizeof left, "  %s --%s%s%s", letter, row->name, row->argument ? "=" : "",
        row->argument ? row->argument : "");
    fputs(left, stream);
    if (length + 1 >= HELP_COLUMN) {
        fputc('\n', stream);
        length = 0;
    }
    fprintf(stream, "%*s", HELP_COLUMN - length, "");

    char list[200] = "";
    char help[600];
    if (row->words) {
        word_list(row->words, list, sizeof list);
    }
    snprintf(help, sizeof help, "%s%s%s%s%s%s", row->help, row->words ? ": " : "", list,
        row->preset ? " (default: " : "", row->preset ? row->preset : "", row->preset ? ")" : "");
    text_wrap(stream, HELP_COLUMN, help);
}

void options_help(FILE *stream) {
    fputs("Usage: liken [OPTION]... REFERENCE DISTORTED\n"
          "Tell how alike two videos or images look.\n\n"
          "REFERENCE and DISTORTED are files that FFmpeg or libpng reads, or patterns of\n"
          "numbered images (frame%04d.png); one of them may be -, a YUV4MPEG2 stream on\n"
          "standard input.\n",
        stream);
    for (int i = 0; i < option_count; i++) {
        const option_row *row = &option_table[i];
        if (row->name) {
            help_row(stream, row);
        } else {
            fprintf(stream, "\n%s:\n", row->help);
        }
    }
    fputs("\nSIDE is ref or dist; without it a value is for both inputs.\n"
          "\nExit status: 0 fine, 1 below --fail-under, 2 usage, input or output,\n"
          "3 internal. An interrupted run ends by its signal, results marked incomplete.\n",
        stream);
}
