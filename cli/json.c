/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* JSON and JSON lines: the same objects, framed differently. Frames are written as they come, so that memory does not
 * grow with the length of a video. */

#include "text.h"
#include "words.h"
#include "writer.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char schema[] = "liken/1";

static json_t *real_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

/* JSON is UTF-8 and file names need not be: bytes of names that are not become \xNN. */
static json_t *text(const char *string) {
    json_t *value = json_string(string);
    size_t length = strlen(string);
    char *escaped = value ? NULL : malloc(4 * length + 1);
    if (escaped) {
        char *out = escaped;
        for (const char *c = string; *c; c++) {
            out += sprintf(out, (unsigned char)*c < 0x80 ? "%c" : "\\x%02x", (unsigned char)*c);
        }
        value = json_string(escaped);
    }
    free(escaped);
    return value;
}

/* *failed: whether anything was left out for want of memory. */
static void put(json_t *object, const char *key, json_t *value, int *failed) {
    *failed |= json_object_set_new(object, key, value) != 0;
}

static json_t *input_object(const input_result *input, int *failed) {
    const media_info *media = &input->media;
    json_t *o = json_object();
    json_t *color = json_object();
    put(o, "path", text(input->path), failed);
    put(o, "container", text(media->container), failed);
    put(o, "codec", text(media->codec), failed);
    put(o, "pixel_format", text(media->pixel_format), failed);
    put(o, "width", json_integer(media->width), failed);
    put(o, "height", json_integer(media->height), failed);
    put(o, "still", json_boolean(media->still), failed);
    put(o, "frame_rate", media->rate > 0 ? real_or_null(media->rate) : json_null(), failed);
    put(o, "bytes", input->bytes < 0 ? json_null() : json_integer(input->bytes), failed);
    put(o, "skipped", json_integer(input->skipped), failed);
    for (int i = 0; i < COLOR_FIELDS; i++) {
        json_t *field = json_null();
        if (color_applies(&input->color, i)) {
            field = json_object();
            put(field, "value", text(color_fields[i].words(color_get(&input->color.color, i))), failed);
            put(field, "from", text(color_origin_word(input->color.origin[i])), failed);
        }
        put(color, color_fields[i].key, field, failed);
    }
    put(o, "color", color, failed);
    return o;
}

static void put_backend(json_t *object, const lk_scorer_info *scorer, int *failed) {
    put(object, "backend", text(word_backend((int)scorer->backend)), failed);
    put(object, "backend_reason", scorer->reason[0] ? text(scorer->reason) : json_null(), failed);
    put(object, "device", text(scorer->device), failed);
}

static json_t *header_object(const run_result *r, const lk_result *first, int *failed) {
    json_t *o = json_object();
    put(o, "schema", text(schema), failed);
    put(o, "version", text(lk_version_string()), failed);
    json_t *inputs = json_object();
    for (int side = 0; side < SIDES; side++) {
        put(inputs, side_names[side], input_object(result_input(r, side, 0), failed), failed);
    }
    put(o, "inputs", inputs, failed);
    json_t *names = json_array();
    for (int i = 0; i < METRICS; i++) {
        if (result_has(r, i)) {
            *failed |= json_array_append_new(names, text(metrics[i].name));
        }
    }
    put(o, "metrics", names, failed);
    put(o, "profile", text(word_profile((int)r->options->profile)), failed);
    put(o, "chroma_upsampling", text(word_upsampling((int)r->options->upsampling)), failed);
    put(o, "every", json_integer(r->options->every), failed);
    put(o, "shortest", json_boolean(r->options->shortest), failed);
    put_backend(o, &r->distorted[0].started, failed);
    if (r->options->norms) {
        json_t *norms = json_array();
        for (int k = 0; k < first->norm_count; k++) {
            char name[NORM_NAME_SIZE];
            *failed |= json_array_append_new(norms, text(norm_name(k, first->scales, name)));
        }
        put(o, "norm_names", norms, failed);
    }
    return o;
}

static json_t *frame_object(const run_result *r, const scored_frame *frame, int *failed) {
    json_t *o = json_object();
    put(o, "frame", json_integer(frame->score->frame), failed);
    put(o, "time", real_or_null(frame->score->time), failed);
    for (int i = 0; i < METRICS; i++) {
        if (result_has(r, i)) {
            put(o, metrics[i].name, real_or_null(frame->score->score[i]), failed);
        }
    }
    if (r->options->norms) {
        json_t *norms = json_array();
        for (int k = 0; k < frame->result->norm_count; k++) {
            *failed |= json_array_append_new(norms, real_or_null(frame->result->norms[k]));
        }
        put(o, "norms", norms, failed);
    }
    return o;
}

static json_t *statistics_object(const metric *m, const statistics *s, int *failed) {
    json_t *o = json_object();
    put(o, "frames", json_integer((json_int_t)s->frames), failed);
    for (int k = 0; k < STATS; k++) {
        put(o, stat_names[k].key, real_or_null(s->value[k]), failed);
    }
    put(o, "worst_frame", json_integer(s->worst[0].frame), failed);
    put(o, "worst_time", real_or_null(s->worst[0].time), failed);
    json_t *worst = json_array();
    for (int k = 0; k < s->worst_count; k++) {
        json_t *frame = json_object();
        put(frame, "frame", json_integer(s->worst[k].frame), failed);
        put(frame, "time", real_or_null(s->worst[k].time), failed);
        put(frame, "score", real_or_null(s->worst[k].score), failed);
        *failed |= json_array_append_new(worst, frame);
    }
    put(o, "worst", worst, failed);
    put(o, "words", text(metric_words(m, s->value[STAT_MEAN])), failed);
    return o;
}

static json_t *pooled_object(const run_result *r, const statistics *pooled, int *failed) {
    json_t *o = json_object();
    for (int i = 0; i < METRICS; i++) {
        if (result_has(r, i)) {
            put(o, metrics[i].name, statistics_object(&metrics[i], &pooled[i], failed), failed);
        }
    }
    return o;
}

static json_t *scenes_array(const run_result *r, const distorted_result *d, int *failed) {
    json_t *array = json_array();
    for (size_t i = 0; i < d->scene_count; i++) {
        const scene_result *scene = &d->scenes[i];
        const frame_score *first = &d->frames[scene->first];
        const frame_score *last = first + scene->count - 1;
        json_t *o = json_object();
        put(o, "first_frame", json_integer(first->frame), failed);
        put(o, "last_frame", json_integer(last->frame), failed);
        put(o, "first_time", real_or_null(first->time), failed);
        put(o, "last_time", real_or_null(last->time), failed);
        put(o, "pooled", pooled_object(r, scene->pooled, failed), failed);
        *failed |= json_array_append_new(array, o);
    }
    return array;
}

static json_t *summary_object(const run_result *r, int *failed) {
    const distorted_result *d = &r->distorted[0];
    json_t *o = json_object();
    json_t *fallback = json_null();
    if (d->fell_back) {
        fallback = json_object();
        put_backend(fallback, &d->scorer, failed);
    }
    put(o, "fallback", fallback, failed);
    put(o, "complete", json_boolean(r->complete), failed);
    put(o, "pooled", pooled_object(r, d->pooled, failed), failed);
    put(o, "scenes", scenes_array(r, d, failed), failed);
    return o;
}

/* Write an object and release it. */
static int dump(FILE *stream, json_t *object, int failed) {
    char *dumped = failed ? NULL : json_dumps(object, JSON_COMPACT);
    if (dumped) {
        fputs(dumped, stream);
    }
    json_decref(object);
    free(dumped);
    return dumped ? 0 : -1;
}

/* The same over several lines and without its braces, for a larger object to go on before and after it. */
static int dump_members(FILE *stream, json_t *object, int failed) {
    char *dumped = failed ? NULL : json_dumps(object, JSON_INDENT(2) | JSON_EMBED);
    if (dumped) {
        const char *first = dumped + strspn(dumped, "\n ");
        size_t length = strlen(first);
        while (length > 0 && first[length - 1] == '\n') {
            length--;
        }
        fwrite(first, 1, length, stream);
    }
    json_decref(object);
    free(dumped);
    return dumped ? 0 : -1;
}

/* The members of the header and of the summary, with the array of frames between them. */
static int json_begin(FILE *stream, const run_result *r, const lk_result *first) {
    int failed = 0;
    json_t *header = header_object(r, first, &failed);
    fputs("{\n  ", stream);
    int status = dump_members(stream, header, failed);
    fputs(",\n  \"frames\": [", stream);
    return status;
}

static int json_frame(FILE *stream, const run_result *r, const scored_frame *frame, int first) {
    int failed = 0;
    json_t *object = frame_object(r, frame, &failed);
    fputs(first ? "\n    " : ",\n    ", stream);
    return dump(stream, object, failed);
}

static int json_end(FILE *stream, const run_result *r) {
    int failed = 0;
    json_t *summary = summary_object(r, &failed);
    fputs("\n  ],\n  ", stream);
    int status = dump_members(stream, summary, failed);
    fputs("\n}\n", stream);
    return status;
}

const writer json_writer = {"json", json_begin, json_frame, json_end};

/* A line each: the header, every frame, the summary; "type" tells them apart. */
static int line(FILE *stream, json_t *object, const char *type, int failed) {
    json_t *typed = json_object();
    put(typed, "type", text(type), &failed);
    failed |= json_object_update(typed, object) != 0;
    json_decref(object);
    int status = dump(stream, typed, failed);
    fputc('\n', stream);
    return status;
}

static int jsonl_begin(FILE *stream, const run_result *r, const lk_result *first) {
    int failed = 0;
    json_t *header = header_object(r, first, &failed);
    return line(stream, header, "header", failed);
}

static int jsonl_frame(FILE *stream, const run_result *r, const scored_frame *frame, int first) {
    (void)first;
    int failed = 0;
    json_t *object = frame_object(r, frame, &failed);
    return line(stream, object, "frame", failed);
}

static int jsonl_end(FILE *stream, const run_result *r) {
    int failed = 0;
    json_t *summary = summary_object(r, &failed);
    return line(stream, summary, "summary", failed);
}

const writer jsonl_writer = {"jsonl", jsonl_begin, jsonl_frame, jsonl_end};
