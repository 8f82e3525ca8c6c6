/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "table.h"

#include "text.h"
#include "words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns of the header: what it is, the reference's, the distorted's. */
enum { LABEL = 16, SIDE = 32 };

static void label(FILE *stream, const char *text) {
    fprintf(stream, "%-*s", LABEL, text);
}

static void two(FILE *stream, const char *name, const char *reference, const char *distorted) {
    label(stream, name);
    fprintf(stream, "%-*s%s\n", SIDE, reference, distorted);
}

static void print_path(FILE *stream, const run_result *r, int side) {
    size_t size = 4 * strlen(result_input(r, side, 0)->path) + 1;
    char *printable = malloc(size);
    label(stream, side_names[side]);
    fprintf(stream, "%s\n", printable ? text_printable(result_input(r, side, 0)->path, printable, size) : "?");
    free(printable);
}

static void print_media(FILE *stream, const run_result *r) {
    char text[SIDES][SIDE];
    for (int side = 0; side < SIDES; side++) {
        const media_info *media = &result_input(r, side, 0)->media;
        snprintf(text[side], SIDE, "%s, %s", media->codec, media->pixel_format);
    }
    two(stream, "format", text[REFERENCE], text[DISTORTED]);
    for (int side = 0; side < SIDES; side++) {
        const media_info *media = &result_input(r, side, 0)->media;
        char rate[24] = "";
        if (media->rate > 0) {
            snprintf(rate, sizeof rate, ", %.6g fps", media->rate);
        }
        snprintf(text[side], SIDE, "%dx%d%s", media->width, media->height, rate);
    }
    two(stream, "size", text[REFERENCE], text[DISTORTED]);
}

static void print_colors(FILE *stream, const run_result *r) {
    for (int i = 0; i < COLOR_FIELDS; i++) {
        char text[SIDES][SIDE];
        for (int side = 0; side < SIDES; side++) {
            const color_used *used = &result_input(r, side, 0)->color;
            if (color_applies(used, i)) {
                snprintf(text[side], SIDE, "%s (%s)", color_fields[i].words(color_get(&used->color, i)),
                    color_origin_word(used->origin[i]));
            } else {
                snprintf(text[side], SIDE, "-");
            }
        }
        two(stream, color_fields[i].label, text[REFERENCE], text[DISTORTED]);
    }
}

static void print_header(FILE *stream, const run_result *r) {
    print_path(stream, r, REFERENCE);
    print_path(stream, r, DISTORTED);
    fputc('\n', stream);
    two(stream, "", side_names[REFERENCE], side_names[DISTORTED]);
    print_media(stream, r);
    print_colors(stream, r);
    label(stream, "profile");
    fprintf(stream, "%s, %s chroma\n", word_profile((int)r->options->profile),
        word_upsampling((int)r->options->upsampling));
    const distorted_result *d = &r->distorted[0];
    char backend[sizeof d->scorer.device + sizeof d->scorer.reason + 40];
    snprintf(backend, sizeof backend, "%s: %s%s%s", word_backend((int)d->scorer.backend), d->scorer.device,
        d->tell_reason ? "; " : "", d->tell_reason ? d->scorer.reason : "");
    label(stream, "backend");
    text_wrap(stream, LABEL, backend);
    fputc('\n', stream);
}

enum { NAME = 22, NUMBER = 12 };

/* Scenes in the table at most: the worst. */
enum { SCENES_SHOWN = 8 };

static void print_scene(FILE *stream, const distorted_result *d, const scene_result *scene, int which) {
    const frame_score *first = &d->frames[scene->first];
    const statistics *s = &scene->pooled[which];
    char frames[48];
    char time[TEXT_TIME_SIZE];
    snprintf(frames, sizeof frames, "%lld-%lld", (long long)first->frame, (long long)first[scene->count - 1].frame);
    fprintf(stream, "  %-20s%-16s%10.4f%12.4f%12.4f\n", frames, text_time(first->time, time), s->value[STAT_MEAN],
        s->value[STAT_PERCENTILE_5], s->value[STAT_MINIMUM]);
}

static void print_scenes(FILE *stream, const distorted_result *d, int which) {
    if (d->scene_count < 2) {
        return;
    }
    fprintf(stream, "%zu scenes, %s\n", d->scene_count,
        d->scene_count > SCENES_SHOWN ? "those with the lowest means" : "the lowest mean first");
    fprintf(stream, "  %-20s%-16s%10s%12s%12s\n", "frames", "from", "mean", "5th perc.", "minimum");
    /* The next worse than the last one shown; of equals the earlier first. */
    const scene_result *last = NULL;
    for (int shown = 0; shown < SCENES_SHOWN; shown++) {
        const scene_result *next = NULL;
        for (const scene_result *scene = d->scenes; scene < d->scenes + d->scene_count; scene++) {
            double mean = scene->pooled[which].value[STAT_MEAN];
            double last_mean = last ? last->pooled[which].value[STAT_MEAN] : -INFINITY;
            int after_last = mean > last_mean || (last && mean == last_mean && scene > last);
            if (after_last && (!next || mean < next->pooled[which].value[STAT_MEAN])) {
                next = scene;
            }
        }
        if (!next) {
            break;
        }
        print_scene(stream, d, next, which);
        last = next;
    }
}

static void print_metric(FILE *stream, const metric *m, const statistics *s, int complete) {
    char time[TEXT_TIME_SIZE];
    fprintf(stream, "%s, %zu %s%s\n", m->title, s->frames, s->frames == 1 ? "frame" : "frames",
        complete ? "" : " (INCOMPLETE: interrupted)");
    for (int i = 0; i < STATS; i++) {
        if (isfinite(s->value[i])) {
            fprintf(stream, "  %-*s%*.4f\n", NAME, stat_names[i].label, NUMBER, s->value[i]);
        }
    }
    for (int i = 0; i < s->worst_count; i++) {
        fprintf(stream, "  %-*s%*.4f  frame %lld", NAME, i ? "" : "worst frames", NUMBER, s->worst[i].score,
            (long long)s->worst[i].frame);
        fprintf(stream, "%s%s\n", isfinite(s->worst[i].time) ? " at " : "", text_time(s->worst[i].time, time));
    }
    fprintf(stream, "The mean says: ");
    text_wrap(stream, 15, metric_words(m, s->value[STAT_MEAN]));
}

static void print_still(FILE *stream, const metric *m, const statistics *s) {
    label(stream, m->title);
    fprintf(stream, "%.8f\n", s->value[STAT_MEAN]);
    label(stream, "");
    text_wrap(stream, LABEL, metric_words(m, s->value[STAT_MEAN]));
}

void table_print(FILE *stream, const run_result *r) {
    const statistics *pooled = r->distorted[0].pooled;
    print_header(stream, r);
    for (int i = 0; i < METRICS; i++) {
        if (!result_has(r, i)) {
            continue;
        }
        if (result_is_still(r)) {
            print_still(stream, &metrics[i], &pooled[i]);
        } else {
            print_metric(stream, &metrics[i], &pooled[i], r->complete);
            print_scenes(stream, &r->distorted[0], i);
        }
    }
}

void table_print_quiet(FILE *stream, const run_result *r) {
    for (int i = 0; i < METRICS; i++) {
        if (result_has(r, i)) {
            fprintf(stream, "%.8f\n", r->distorted[0].pooled[i].value[STAT_MEAN]);
        }
    }
}
