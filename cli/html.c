/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The report: one page (report.html) with the run's figures in it. */

#include "shown.h"
#include "words.h"
#include "writer.h"

#include <inttypes.h>
#include <string.h>

extern const unsigned char report_page[];
extern const size_t report_page_size;

/* Base64, RFC 4648; bytes may come in pieces. */
typedef struct base64 {
    FILE *stream;
    uint32_t bits;
    int have;
} base64;

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void base64_add(base64 *b, const void *data, size_t size) {
    for (size_t i = 0; i < size; i++) {
        b->bits = b->bits << 8 | ((const uint8_t *)data)[i];
        if (++b->have == 3) {
            for (int shift = 18; shift >= 0; shift -= 6) {
                fputc(digits[b->bits >> shift & 63], b->stream);
            }
            b->bits = 0;
            b->have = 0;
        }
    }
}

static void base64_end(base64 *b) {
    int have = b->have;
    for (int i = have; have > 0 && i < 3; i++) {
        b->bits <<= 8;
    }
    for (int i = 0; have > 0 && i < 4; i++) {
        fputc(i <= have ? digits[b->bits >> (18 - 6 * i) & 63] : '=', b->stream);
    }
}

/* A JSON string that cannot end the script it stands in. Bytes that are not ASCII pass as they are. */
static void put_text(FILE *stream, const char *text) {
    fputc('"', stream);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        fprintf(stream, *c < 32 || strchr("\"\\<>&", *c) ? "\\u%04x" : "%c", *c);
    }
    fputc('"', stream);
}

static void put_row(FILE *stream, const char *a, const char *b, const char *c, int first) {
    const char *cell[] = {a, b, c};
    fputs(first ? "[" : ",[", stream);
    for (int i = 0; i < 3 && cell[i]; i++) {
        fputs(i ? "," : "", stream);
        put_text(stream, cell[i]);
    }
    fputc(']', stream);
}

static void put_settings(FILE *stream, const run_result *r) {
    const input_result *in[SIDES] = {&r->reference, &r->distorted[0].input};
    fputs(",\"settings\":[", stream);
    put_row(stream, "", side_names[REFERENCE], side_names[DISTORTED], 1);
    put_row(stream, "file", in[0]->path, in[1]->path, 0);
    put_row(stream, "format", in[0]->media.pixel_format, in[1]->media.pixel_format, 0);
    for (int i = 0; i < COLOR_FIELDS; i++) {
        char text[SIDES][100];
        for (int side = 0; side < SIDES; side++) {
            const color_used *used = &in[side]->color;
            snprintf(text[side], sizeof text[side], color_applies(used, i) ? "%s (%s)" : "-",
                color_fields[i].words(color_get(&used->color, i)), color_origin_word(used->origin[i]));
        }
        put_row(stream, color_fields[i].label, text[0], text[1], 0);
    }
    put_row(stream, "profile", word_profile((int)r->options->profile), NULL, 0);
    put_row(stream, "chroma", word_upsampling((int)r->options->upsampling), NULL, 0);
    put_row(stream, "device", r->distorted[0].scorer.device, NULL, 0);
    put_row(stream, "liken", lk_version_string(), NULL, 0);
    fputc(']', stream);
}

static void put_data(FILE *stream, const run_result *r) {
    const distorted_result *d = &r->distorted[0];
    base64 b = {.stream = stream};
    fputs("{\"reference\":", stream);
    put_text(stream, r->reference.path);
    fputs(",\"distorted\":", stream);
    put_text(stream, d->input.path);
    fprintf(stream,
        ",\"complete\":%s,\"first\":%" PRId64 ",\"every\":%d,\"rate\":%.9g,\"words\":", r->complete ? "true" : "false",
        d->frames[0].frame, r->options->every, r->reference.media.rate);
    put_text(stream, metric_words(&metrics[0], d->pooled[0].value[STAT_MEAN]));
    fputs(",\"scores\":\"", stream);
    for (size_t i = 0; i < d->count; i++) {
        float score = (float)d->frames[i].score[0];
        base64_add(&b, &score, sizeof score);
    }
    base64_end(&b);
    fputs("\",\"stats\":[", stream);
    for (int i = 0; i < STATS; i++) {
        char text[40];
        double value = d->pooled[0].value[i];
        snprintf(text, sizeof text, value == value ? "%.4f" : "-", value);
        put_row(stream, stat_names[i].label, text, NULL, i == 0);
    }
    fputs("],\"scenes\":[", stream);
    for (size_t i = 0; i < d->scene_count; i++) {
        const scene_result *s = &d->scenes[i];
        fprintf(stream, "%s[%zu,%zu,%.4f,%.4f]", i ? "," : "", s->first, s->count, s->pooled[0].value[STAT_MEAN],
            s->pooled[0].value[STAT_MINIMUM]);
    }
    fputs("],\"shown\":[", stream);
    for (int i = 0; i < r->shown_count; i++) {
        const shown_frame *s = &r->shown[i];
        fprintf(stream, "%s{\"frame\":%" PRId64 ",\"score\":%.4f,\"png\":[", i ? "," : "", s->frame, s->score);
        for (int k = 0; k < 3; k++) {
            base64 picture = {.stream = stream};
            fputs(k ? ",\"" : "\"", stream);
            base64_add(&picture, s->png[k].data, s->png[k].size);
            base64_end(&picture);
            fputc('"', stream);
        }
        fputs("]}", stream);
    }
    fputc(']', stream);
    put_settings(stream, r);
    fputc('}', stream);
}

static int html_begin(FILE *stream, const run_result *r, const lk_result *first) {
    (void)stream, (void)r, (void)first;
    return 0;
}

static int html_frame(FILE *stream, const run_result *r, const scored_frame *frame, int first) {
    (void)stream, (void)r, (void)frame, (void)first;
    return 0;
}

static int html_end(FILE *stream, const run_result *r) {
    static const char mark[] = "@DATA@";
    const unsigned char *place = memmem(report_page, report_page_size, mark, strlen(mark));
    const unsigned char *after = place + strlen(mark);
    fwrite(report_page, 1, (size_t)(place - report_page), stream);
    put_data(stream, r);
    fwrite(after, 1, report_page_size - (size_t)(after - report_page), stream);
    return 0;
}

const writer html_writer = {"html", html_begin, html_frame, html_end};
