/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "inputs.h"

#include "message.h"
#include "signals.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The smallest side that the metrics take. */
enum { SIDE_MIN = 8 };

/* From so many frames on, a difference in what the files promise is worth a word before they are read. */
enum { LONG_RUN = 1000 };

static const char *name(const inputs *in, int side) {
    const char *path = in->options->input[side].path;
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static const media_info *info(const inputs *in, int side) {
    return media_reader_info(in->reader[side]);
}

static int check_sizes(const inputs *in) {
    const media_info *a = info(in, REFERENCE);
    const media_info *b = info(in, DISTORTED);
    const char *problem = NULL;
    if (a->width != b->width || a->height != b->height) {
        problem = "scale one of them to the other's size first";
    } else if (a->width < SIDE_MIN || a->height < SIDE_MIN) {
        problem = "both sides must be 8 or more";
    }
    if (problem) {
        return message_error("%s is %dx%d and %s is %dx%d: %s", name(in, REFERENCE), a->width, a->height,
            name(in, DISTORTED), b->width, b->height, problem);
    }
    return EXIT_FINE;
}

static input_result *input(run_result *r, int side) {
    return side == REFERENCE ? &r->reference : &r->distorted[0].input;
}

/* -1: not a file. */
static int64_t file_bytes(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 && S_ISREG(file.st_mode) ? (int64_t)file.st_size : -1;
}

/* Samples are compared as they are stored, however a viewer turns them. */
static void warn_of_orientation(const inputs *in) {
    int a = info(in, REFERENCE)->orientation;
    int b = info(in, DISTORTED)->orientation;
    if ((a ? a : 1) != (b ? b : 1)) {
        message_warning("%s and %s differ in Exif orientation (%d, %d), which is not applied: turn them alike first",
            name(in, REFERENCE), name(in, DISTORTED), a ? a : 1, b ? b : 1);
    }
}

static int settle_colors(const inputs *in, run_result *r) {
    for (int side = 0; side < SIDES; side++) {
        const media_info *media = info(in, side);
        if (media->ignored && !in->options->quiet) {
            message_warning("%s: %s is not used: it is scored as sRGB", name(in, side), media->ignored);
        }
        color_used *used = &input(r, side)->color;
        if (color_use(&media->format, &media->color, &in->options->input[side].color, used) == LK_OK) {
            continue;
        }
        char text[300];
        size_t length = 0;
        text[0] = 0;
        for (int i = 0; i < COLOR_FIELDS && length < sizeof text; i++) {
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s %s", i ? ", " : "",
                color_fields[i].label, color_fields[i].words(color_get(&used->color, i)));
        }
        return message_error("%s: its colour description is not supported (%s); if it is wrong, --matrix, --range, "
                             "--transfer, --primaries and --chroma-location replace it",
            name(in, side), text);
    }
    char differences[300];
    color_differences(&info(in, REFERENCE)->format, &r->reference.color, &info(in, DISTORTED)->format,
        &r->distorted[0].input.color, differences, sizeof differences);
    if (differences[0]) {
        message_warning(
            "reference and distorted differ in colour description, which may lower the score: %s", differences);
    }
    return EXIT_FINE;
}

/* Frames that the container promises after those skipped; -1: not known. */
static int64_t promised(const inputs *in, int side) {
    int64_t frames = info(in, side)->frames;
    int64_t skip = in->options->input[side].skip;
    return frames < 0 ? -1 : frames > skip ? frames - skip : 0;
}

static int nothing_left(const inputs *in, int side) {
    int skip = in->options->input[side].skip;
    if (!skip) {
        return message_error("%s has no frames", name(in, side));
    }
    return message_error("%s has no more than the %d frames that --skip-%s leaves out", name(in, side), skip,
        side == REFERENCE ? "ref" : "dist");
}

static int skip_start(const inputs *in) {
    for (int side = 0; side < SIDES; side++) {
        int skip = in->options->input[side].skip;
        media_status status = skip ? media_skip(in->reader[side], skip) : MEDIA_FRAME;
        if (status == MEDIA_ERROR) {
            return message_error("%s", media_reader_error(in->reader[side]));
        }
        if (status == MEDIA_END) {
            return nothing_left(in, side);
        }
    }
    return EXIT_FINE;
}

int inputs_open(inputs *in, const options *o, run_result *r) {
    *in = (inputs){.options = o};
    for (int side = 0; side < SIDES; side++) {
        char error[1024];
        in->reader[side] = media_open(o->input[side].path, &o->input[side].media, error, sizeof error);
        if (!in->reader[side]) {
            if (strcmp(o->input[side].path, "-") == 0) {
                signals_caught_soon(); /* which ends the program, this early */
            }
            return message_error("%s", error);
        }
        *input(r, side) = (input_result){
            .path = o->input[side].path,
            .skipped = o->input[side].skip,
            .media = *info(in, side),
            .bytes = file_bytes(o->input[side].path),
        };
    }
    int status = check_sizes(in);
    if (status == EXIT_FINE) {
        warn_of_orientation(in);
        status = settle_colors(in, r);
    }
    int64_t a = promised(in, REFERENCE);
    int64_t b = promised(in, DISTORTED);
    if (status == EXIT_FINE && a >= LONG_RUN && b >= LONG_RUN && a != b && !o->shortest && !o->frames) {
        message_warning("the files promise different frame counts, %" PRId64 " and %" PRId64
                        "; unless they err, this run will fail (see --shortest)",
            a, b);
    }
    return status == EXIT_FINE ? skip_start(in) : status;
}

/* The same, guessed from the duration if need be: good enough for a progress line. */
static int64_t expected(const inputs *in, int side) {
    const media_info *media = info(in, side);
    double left = media->duration * media->rate - in->options->input[side].skip;
    int64_t frames = promised(in, side);
    return frames < 0 && left > 0 && left < 1e15 ? llround(left) : frames;
}

int64_t inputs_total(const inputs *in) {
    int64_t a = expected(in, REFERENCE);
    int64_t b = expected(in, DISTORTED);
    int64_t total = a < 0 || (b >= 0 && b < a) ? b : a;
    if (total > 0) {
        total = (total - 1) / in->options->every + 1;
    }
    int64_t limit = in->options->frames;
    return limit && total >= 0 && limit < total ? limit : total;
}

/* How many frames an input that is at `position` has in all, to tell it in a message: what the container promises or,
 * if that is less than was seen, what is found by decoding to the end, but not endlessly. -1: it has more. */
static int64_t count_to_end(const inputs *in, int side, int64_t position) {
    if (promised(in, side) >= position) {
        return promised(in, side);
    }
    for (int64_t end = 2 * position + 1000;; position++) {
        media_status status = position < end ? media_skip(in->reader[side], 1) : MEDIA_ERROR;
        if (signals_caught() || status == MEDIA_ERROR) {
            return -1;
        }
        if (status == MEDIA_END) {
            return position;
        }
    }
}

/* One input ended at in->position and the other did not. */
static inputs_status counts_differ(const inputs *in, const int *ended) {
    int longer = ended[REFERENCE] ? DISTORTED : REFERENCE;
    int64_t count[SIDES] = {in->position, in->position};
    count[longer] = count_to_end(in, longer, in->position + 1);
    if (signals_caught()) {
        return INPUTS_INTERRUPTED;
    }
    if (count[longer] < 0) {
        message_error(
            "%s ends after %" PRId64 " frames, but %s goes on", name(in, !longer), in->position, name(in, longer));
        return INPUTS_FAILED;
    }
    int skipped = in->options->input[REFERENCE].skip || in->options->input[DISTORTED].skip;
    message_error("frame counts differ%s: %s has %" PRId64 " and %s has %" PRId64
                  "; --shortest stops where the shorter one ends",
        skipped ? " after those skipped" : "", name(in, REFERENCE), count[REFERENCE], name(in, DISTORTED),
        count[DISTORTED]);
    return INPUTS_FAILED;
}

/* Whether a signal came; before one input's end is reported as a failure, it gets the time to arrive. */
static int interrupted(const inputs *in, const media_status *status) {
    int together = status[REFERENCE] == status[DISTORTED] && status[REFERENCE] != MEDIA_ERROR;
    for (int side = 0; side < SIDES && !together; side++) {
        if (status[side] != MEDIA_FRAME && strcmp(in->options->input[side].path, "-") == 0) {
            return signals_caught_soon();
        }
    }
    return signals_caught();
}

/* Take, or pass over, one frame of each input. */
static inputs_status step(inputs *in, int take, media_frame *frame[SIDES]) {
    media_status status[SIDES];
    int ended[SIDES];
    for (int side = 0; side < SIDES; side++) {
        frame[side] = NULL;
    }
    for (int side = 0; side < SIDES; side++) {
        status[side] = take ? media_read(in->reader[side], &frame[side]) : media_skip(in->reader[side], 1);
        ended[side] = status[side] == MEDIA_END;
    }
    inputs_status result = INPUTS_PAIR;
    if (interrupted(in, status)) {
        result = INPUTS_INTERRUPTED;
    } else if (status[REFERENCE] == MEDIA_ERROR || status[DISTORTED] == MEDIA_ERROR) {
        message_error("%s", media_reader_error(in->reader[status[REFERENCE] == MEDIA_ERROR ? REFERENCE : DISTORTED]));
        result = INPUTS_FAILED;
    } else if (in->position == 0 && (ended[REFERENCE] || ended[DISTORTED])) {
        nothing_left(in, ended[REFERENCE] ? REFERENCE : DISTORTED);
        result = INPUTS_FAILED;
    } else if (ended[REFERENCE] && ended[DISTORTED]) {
        result = INPUTS_END;
    } else if (ended[REFERENCE] || ended[DISTORTED]) {
        result = in->options->shortest ? INPUTS_END : counts_differ(in, ended);
    }
    if (result != INPUTS_PAIR) {
        for (int side = 0; side < SIDES; side++) {
            media_frame_release(frame[side]);
            frame[side] = NULL;
        }
    }
    return result;
}

inputs_status inputs_next(inputs *in, media_frame *frame[SIDES]) {
    if (signals_caught()) {
        return INPUTS_INTERRUPTED;
    }
    if (in->options->frames && in->pairs == in->options->frames) {
        return INPUTS_END;
    }
    for (;;) {
        int take = in->position % in->options->every == 0;
        inputs_status status = step(in, take, frame);
        if (status != INPUTS_PAIR) {
            return status;
        }
        in->position++;
        if (take) {
            in->pairs++;
            return status;
        }
    }
}

void inputs_cancel(void *opaque) {
    const inputs *in = opaque;
    for (int side = 0; side < SIDES; side++) {
        media_cancel(in->reader[side]);
    }
}

void inputs_close(inputs *in) {
    for (int side = 0; side < SIDES; side++) {
        media_close(&in->reader[side]);
    }
}
