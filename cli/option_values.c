/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "option_values.h"

#include "metrics.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A decimal integer within low..high, up to end (the next character is left to the caller). */
static int parse_integer(const char *text, char **end, long long low, long long high, long long *value) {
    if (*text < '0' || *text > '9') {
        return -1;
    }
    errno = 0;
    *value = strtoll(text, end, 10);
    return errno || *value < low || *value > high ? -1 : 0;
}

/* A finite decimal number; strtod() also takes hexadecimal, "inf" and leading space, which are mistakes here. */
static int parse_number(const char *text, char **end, double *value) {
    if (!*text || strspn(text, "+-.0123456789eE/") != strlen(text)) {
        return -1;
    }
    *value = strtod(text, end);
    return *end == text || !isfinite(*value) ? -1 : 0;
}

int set_flag(const option_row *row, const char *value, void *target, char *why) {
    (void)row, (void)value, (void)why;
    *(int *)target = 1;
    return 0;
}

int set_integer(const option_row *row, const char *value, void *target, char *why) {
    char *end;
    long long number;
    if (parse_integer(value, &end, row->low, row->high, &number) || *end) {
        snprintf(why, WHY_SIZE, "must be a whole number from %d to %d", row->low, row->high);
        return -1;
    }
    *(int *)target = (int)number;
    return 0;
}

int set_threshold(const option_row *row, const char *value, void *target, char *why) {
    (void)row;
    double *thresholds = target;
    int stat = STAT_MEAN;
    size_t length = strcspn(value, "=");
    if (value[length]) {
        for (stat = 0; stat < STATS; stat++) {
            const char *const names[] = {stat_names[stat].word, stat_names[stat].key};
            int named = 0;
            for (int i = 0; i < 2; i++) {
                named |= strlen(names[i]) == length && memcmp(names[i], value, length) == 0;
            }
            if (named && stat != STAT_STANDARD_DEVIATION) {
                break;
            }
        }
        value += length + 1;
    }
    char *end;
    if (stat == STATS || parse_number(value, &end, &thresholds[stat]) || *end) {
        snprintf(why, WHY_SIZE,
            "must be a number, or one for a statistic: mean=N, harmonic=N, median=N, p75=N, p25=N, p10=N, p5=N, p1=N, "
            "min=N, max=N");
        return -1;
    }
    return 0;
}

int set_text(const option_row *row, const char *value, void *target, char *why) {
    (void)row, (void)why;
    *(const char **)target = value;
    return 0;
}

int set_backend(const option_row *row, const char *value, void *target, char *why) {
    options *o = target;
    if (*value >= '0' && *value <= '9') {
        return set_integer(row, value, &o->bit_depth, why);
    }
    int backend;
    if (set_word(row, value, &backend, why)) {
        return -1;
    }
    o->backend = (lk_backend)backend;
    return 0;
}

int set_feature(const option_row *row, const char *value, void *target, char *why) {
    static const char prefix[] = "name=";
    return set_metrics(row, strncmp(value, prefix, strlen(prefix)) == 0 ? value + strlen(prefix) : value, target, why);
}

int set_sampling(const option_row *row, const char *value, void *target, char *why) {
    static const char *const names[] = {"420", "422", "444", "400"};
    (void)row;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(value, names[i]) == 0) {
            *(int *)target = (int)strtol(value, NULL, 10);
            return 0;
        }
    }
    snprintf(why, WHY_SIZE, "must be 420, 422, 444 or 400");
    return -1;
}

int set_rate(const option_row *row, const char *value, void *target, char *why) {
    (void)row;
    char *end;
    double rate;
    double divisor = 1;
    int failed = parse_number(value, &end, &rate);
    if (!failed && *end == '/') {
        failed = parse_number(end + 1, &end, &divisor);
    }
    rate /= divisor;
    if (failed || *end || !isfinite(rate) || rate <= 0) {
        snprintf(why, WHY_SIZE, "must be a number above 0, such as 25 or 24000/1001");
        return -1;
    }
    *(double *)target = rate;
    return 0;
}

int set_size(const option_row *row, const char *value, void *target, char *why) {
    (void)row;
    static const char units[] = "KMGT";
    char *end;
    long long number;
    int failed = parse_integer(value, &end, 1, INT64_MAX, &number);
    int shift = 0;
    if (!failed && *end) {
        const char *unit = strchr(units, *end >= 'a' ? *end - 'a' + 'A' : *end);
        failed = !unit || end[1];
        shift = failed ? 0 : 10 * (int)(unit - units + 1);
    }
    if (failed || (unsigned long long)number > SIZE_MAX >> shift) {
        snprintf(why, WHY_SIZE, "must be a size in bytes, such as 536870912, 512M or 1G");
        return -1;
    }
    *(size_t *)target = (size_t)number << shift;
    return 0;
}

int set_word(const option_row *row, const char *value, void *target, char *why) {
    int word = word_value(row->words, value);
    if (word < 0) {
        char list[WHY_SIZE - 20];
        snprintf(why, WHY_SIZE, "must be one of %s", word_list(row->words, list, sizeof list));
        return -1;
    }
    *(int *)target = word;
    return 0;
}

int set_device(const option_row *row, const char *value, void *target, char *why) {
    if (strcmp(value, "all") == 0) {
        *(int *)target = LK_DEVICE_ALL;
        return 0;
    }
    if (set_integer(row, value, target, why)) {
        snprintf(why, WHY_SIZE, "must be \"all\" or a number from %d to %d", row->low, row->high);
        return -1;
    }
    return 0;
}

int set_metrics(const option_row *row, const char *value, void *target, char *why) {
    (void)row;
    uint32_t bits = 0;
    for (const char *word = value;; word++) {
        size_t length = strcspn(word, ",");
        uint32_t bit = 0;
        for (int i = 0; i < METRICS; i++) {
            if (strlen(metrics[i].name) == length && memcmp(metrics[i].name, word, length) == 0) {
                bit = metrics[i].bit;
            }
        }
        if (!bit) {
            size_t used = (size_t)snprintf(why, WHY_SIZE, "must name metrics, separated by commas: ");
            for (int i = 0; i < METRICS; i++) {
                used += (size_t)snprintf(why + used, WHY_SIZE - used, "%s%s", i ? ", " : "", metrics[i].name);
            }
            return -1;
        }
        bits |= bit;
        word += length;
        if (!*word) {
            break;
        }
    }
    *(uint32_t *)target = bits;
    return 0;
}

int set_raw(const option_row *row, const char *value, void *target, char *why) {
    media_options *media = target;
    char *end;
    long long width;
    long long height;
    if (parse_integer(value, &end, 1, row->high, &width) || (*end != 'x' && *end != 'X') ||
        parse_integer(end + 1, &end, 1, row->high, &height) || *end != ':' || !end[1]) {
        snprintf(why, WHY_SIZE, "must be WIDTHxHEIGHT:FORMAT, such as 1920x1080:yuv420p10le");
        return -1;
    }
    media->raw_width = (int)width;
    media->raw_height = (int)height;
    media->raw_format = end + 1;
    return 0;
}

int set_report(const option_row *row, const char *value, void *target, char *why) {
    options *o = target;
    if (o->report[0]) {
        snprintf(why, WHY_SIZE, "is a second report: one can be given");
        return -1;
    }
    if (snprintf(o->report, sizeof o->report, "html:%s", value) >= (int)sizeof o->report) {
        snprintf(why, WHY_SIZE, "is too long");
        return -1;
    }
    return set_output(row, o->report, &o->outputs, why);
}

int set_output(const option_row *row, const char *value, void *target, char *why) {
    (void)row;
    output_list *list = target;
    if (list->count == OUTPUTS_MAX) {
        snprintf(why, WHY_SIZE, "is one too many: at most %d can be given", OUTPUTS_MAX);
        return -1;
    }
    list->name[list->count++] = value;
    return 0;
}
