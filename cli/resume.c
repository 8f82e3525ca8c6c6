/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "resume.h"

#include "json.h"
#include "message.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What must be the same for scores to belong together. */
static const char *const settings[] = {
    "schema", "version", "inputs", "metrics", "profile", "chroma_upsampling", "every"};

static int check_header(const char *path, const json_t *header, const run_result *r) {
    const char *type = json_string_value(json_object_get(header, "type"));
    if (!type || strcmp(type, "header") != 0) {
        return message_error("--resume: %s: does not begin with a header as -o FILE.jsonl writes it", path);
    }
    json_t *ours = json_header(r);
    if (!ours) {
        return message_internal("out of memory");
    }
    int outcome = EXIT_FINE;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0] && outcome == EXIT_FINE; i++) {
        if (!json_equal(json_object_get(header, settings[i]), json_object_get(ours, settings[i]))) {
            outcome = message_error(
                "--resume: %s: its \"%s\" is not that of this run; its scores would not fit", path, settings[i]);
        }
    }
    json_decref(ours);
    return outcome;
}

static int add_frame(const char *path, const json_t *object, run_result *r) {
    distorted_result *d = &r->distorted[0];
    const json_t *number = json_object_get(object, "frame");
    const json_t *time = json_object_get(object, "time");
    frame_score score = {
        .frame = json_integer_value(number), .time = json_is_number(time) ? json_number_value(time) : NAN};
    int good = json_is_integer(number) && (d->count == 0 || score.frame > d->frames[d->count - 1].frame);
    for (int i = 0; i < METRICS; i++) {
        const json_t *value = json_object_get(object, metrics[i].name);
        good &= !result_has(r, i) || json_is_number(value);
        score.score[i] = result_has(r, i) ? json_number_value(value) : NAN;
    }
    if (!good) {
        return message_error(
            "--resume: %s: the frame in line %zu has no number or score, or is out of order", path, d->count + 2);
    }
    return result_add(d, &score) ? message_internal("out of memory") : EXIT_FINE;
}

static int read_lines(const char *path, FILE *stream, run_result *r) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    int outcome = EXIT_FINE;
    int lines = 0;
    for (; outcome == EXIT_FINE && (length = getline(&line, &size, stream)) > 0; lines++) {
        json_t *object = line[length - 1] == '\n' ? json_loadb(line, (size_t)length, 0, NULL) : NULL;
        const char *type = json_string_value(json_object_get(object, "type"));
        if (!object && line[length - 1] != '\n' && lines > 0) {
            break; /* cut off */
        }
        if (lines == 0) {
            outcome = check_header(path, object, r);
        } else if (type && strcmp(type, "frame") == 0) {
            outcome = add_frame(path, object, r);
        } else if (!type || strcmp(type, "summary") != 0) {
            outcome = message_error("--resume: %s: line %d is not one that -o FILE.jsonl writes", path, lines + 1);
        }
        json_decref(object);
    }
    if (outcome == EXIT_FINE && lines == 0) {
        outcome = message_error("--resume: %s: is empty", path);
    }
    free(line);
    return outcome;
}

int resume_load(const char *path, run_result *r) {
    FILE *stream = fopen(path, "r");
    if (!stream) {
        return message_error("--resume: %s: %s", path, strerror(errno));
    }
    int outcome = read_lines(path, stream, r);
    fclose(stream);
    return outcome;
}
