/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Image sequences: a pattern such as frame%04d.png stands for the files of a directory that it can name, in the order
 * of their numbers. A number left out is an error, since a sequence with a hole would be scored against the wrong
 * frames. */

#include "frame.h"
#include "source.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <libavformat/avformat.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_SIZE = 4096 };

typedef struct sequence_source {
    media_source source;
    media_options options;
    char *pattern;
    int first; /* numbers of the first and the last file, and of the one to read next */
    int last;
    int next;
    media_frame *ready; /* the first picture, read when the sequence was opened */
} sequence_source;

int source_is_pattern(const char *path) {
    return av_filename_number_test(path);
}

/* The number that makes the pattern this name; -1 if none does. */
static int match(const char *pattern, const char *name) {
    char made[NAME_SIZE];
    for (const char *digit = name; *digit; digit++) {
        if (!isdigit((unsigned char)*digit)) {
            continue;
        }
        errno = 0;
        long number = strtol(digit, NULL, 10);
        if (errno == 0 && number <= INT_MAX && av_get_frame_filename(made, sizeof made, pattern, (int)number) >= 0 &&
            strcmp(made, name) == 0) {
            return (int)number;
        }
    }
    return -1;
}

/* Find the first and the last number. Returns how many files there are; -1: the directory cannot be read. */
static int64_t scan(const char *directory, const char *pattern, int *first, int *last) {
    DIR *listing = opendir(directory);
    if (!listing) {
        return -1;
    }
    int64_t count = 0;
    for (struct dirent *entry = readdir(listing); entry; entry = readdir(listing)) {
        int number = match(pattern, entry->d_name);
        if (number < 0) {
            continue;
        }
        *first = count == 0 || number < *first ? number : *first;
        *last = count == 0 || number > *last ? number : *last;
        count++;
    }
    closedir(listing);
    return count;
}

static int find_files(sequence_source *sequence, media_failure *failure) {
    const char *pattern = sequence->pattern;
    const char *slash = strrchr(pattern, '/');
    const char *name = slash ? slash + 1 : pattern;
    char *directory = slash ? strndup(pattern, (size_t)(slash - pattern) + 1) : strdup(".");
    if (!directory) {
        failure_set_memory(failure, pattern);
        return 0;
    }
    int64_t count = scan(directory, name, &sequence->first, &sequence->last);
    if (count < 0) {
        failure_set(failure, "%s: the directory %s cannot be read: %s", pattern, directory, strerror(errno));
    } else if (count == 0) {
        failure_set(failure, "%s: no file is named so, as a whole or with a number for the pattern", pattern);
    }
    free(directory);
    if (count <= 0) {
        return 0;
    }
    int64_t span = (int64_t)sequence->last - sequence->first + 1;
    for (int64_t i = 0; count < span && i < span; i++) {
        char path[NAME_SIZE];
        int number = sequence->first + (int)i;
        if (av_get_frame_filename(path, sizeof path, pattern, number) < 0 || access(path, F_OK) != 0) {
            failure_set(failure, "%s: number %d is missing; there are %lld files, numbered %d to %d", pattern, number,
                (long long)count, sequence->first, sequence->last);
            return 0;
        }
    }
    return 1;
}

/* Read one image. info gets what it is. */
static media_status read_image(sequence_source *sequence, int number, media_info *info, media_frame **frame) {
    char path[NAME_SIZE];
    media_failure *failure = sequence->source.failure;
    if (av_get_frame_filename(path, sizeof path, sequence->pattern, number) < 0) {
        failure_set(failure, "%s: the name is too long", sequence->pattern);
        return MEDIA_ERROR;
    }
    media_input *input = input_open(path, failure);
    media_source *image = input ? source_open_input(input, &sequence->options, failure) : NULL;
    if (!image) {
        return MEDIA_ERROR;
    }
    *info = image->info;
    media_status status = MEDIA_ERROR;
    if (info->still) {
        status = image->next(image, frame);
    } else {
        failure_set(failure, "%s: is video; a pattern stands for single images", path);
    }
    if (status == MEDIA_FRAME) {
        double rate = sequence->options.raw_rate;
        (*frame)->index = number - sequence->first;
        (*frame)->time = rate > 0 ? (double)(*frame)->index / rate : NAN;
    }
    source_close(image);
    return status;
}

static int same_format(const lk_format *a, const lk_format *b) {
    return a->model == b->model && a->layout == b->layout && a->depth == b->depth && a->high_bits == b->high_bits &&
           a->chroma_w == b->chroma_w && a->chroma_h == b->chroma_h && a->alpha == b->alpha;
}

static media_status sequence_next(media_source *source, media_frame **frame) {
    sequence_source *sequence = (sequence_source *)source;
    const media_info *first = &source->info;
    if (sequence->ready) {
        *frame = sequence->ready;
        sequence->ready = NULL;
        return MEDIA_FRAME;
    }
    if (sequence->next > sequence->last) {
        return MEDIA_END;
    }
    media_info info;
    media_status status = read_image(sequence, sequence->next, &info, frame);
    if (status != MEDIA_FRAME) {
        return status;
    }
    if (info.width != first->width || info.height != first->height || !same_format(&info.format, &first->format)) {
        failure_set(source->failure,
            "%s: number %d is %d x %d %s, and those before it are %d x %d %s; make them alike, or score them one by one",
            sequence->pattern, sequence->next, info.width, info.height, info.pixel_format, first->width, first->height,
            first->pixel_format);
        media_frame_release(*frame);
        *frame = NULL;
        return MEDIA_ERROR;
    }
    sequence->next++;
    return MEDIA_FRAME;
}

static void sequence_close(media_source *source) {
    sequence_source *sequence = (sequence_source *)source;
    media_frame_release(sequence->ready);
    free(sequence->pattern);
    free(sequence);
}

media_source *source_open_sequence(const char *pattern, const media_options *options, media_failure *failure) {
    sequence_source *sequence = calloc(1, sizeof *sequence);
    if (!sequence) {
        failure_set_memory(failure, pattern);
        return NULL;
    }
    sequence->source = (media_source){.failure = failure, .next = sequence_next, .close = sequence_close};
    sequence->options = *options;
    sequence->options.raw_width = 0;
    sequence->pattern = strdup(pattern);
    media_info *info = &sequence->source.info;
    if (!sequence->pattern || !find_files(sequence, failure) ||
        read_image(sequence, sequence->first, info, &sequence->ready) != MEDIA_FRAME) {
        sequence_close(&sequence->source);
        return NULL;
    }
    sequence->next = sequence->first < INT_MAX ? sequence->first + 1 : INT_MAX;
    info->still = 0;
    info->frames = (int64_t)sequence->last - sequence->first + 1;
    info->rate = options->raw_rate;
    info->duration = info->rate > 0 ? (double)info->frames / info->rate : 0;
    info->container = "images";
    return &sequence->source;
}
