/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* A source decoded ahead: one thread calls its next(), a bounded queue keeps what came until it is asked for. */

#include "frame.h"
#include "source.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_QUEUE = 4 };

struct media_reader {
    media_source *source;
    media_failure failure; /* written by the thread, read once finished is set */
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    media_frame **queue;
    int capacity;
    int first;
    int count;
    bool stop;            /* the reader was cancelled or is being closed */
    bool finished;        /* the thread has put its last frame into the queue ... */
    media_status outcome; /* ... and this is why */
};

/* Wait for room. false: nobody will take the frame. */
static bool put(media_reader *reader, media_frame *frame) {
    pthread_mutex_lock(&reader->lock);
    while (reader->count == reader->capacity && !reader->stop) {
        pthread_cond_wait(&reader->changed, &reader->lock);
    }
    bool taken = !reader->stop;
    if (taken) {
        reader->queue[(reader->first + reader->count++) % reader->capacity] = frame;
        pthread_cond_broadcast(&reader->changed);
    }
    pthread_mutex_unlock(&reader->lock);
    return taken;
}

static void *decode_ahead(void *argument) {
    media_reader *reader = argument;
    media_status status;
    bool going = true;
    do {
        media_frame *frame = NULL;
        status = reader->source->next(reader->source, &frame);
        if (status == MEDIA_FRAME && !put(reader, frame)) {
            media_frame_release(frame);
            going = false;
        }
    } while (status == MEDIA_FRAME && going);
    pthread_mutex_lock(&reader->lock);
    reader->outcome = status;
    reader->finished = true;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

static bool start(media_reader *reader, const char *path, const media_options *options) {
    reader->capacity = options->queue > 0 ? options->queue : DEFAULT_QUEUE;
    reader->queue = calloc((size_t)reader->capacity, sizeof(media_frame *));
    if (!reader->queue) {
        failure_set_memory(&reader->failure, path);
        return false;
    }
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->changed, NULL);
    if (pthread_create(&reader->thread, NULL, decode_ahead, reader) != 0) {
        pthread_cond_destroy(&reader->changed);
        pthread_mutex_destroy(&reader->lock);
        failure_set(&reader->failure, "%s: the system refuses a thread to decode it in; close other programs", path);
        return false;
    }
    return true;
}

media_reader *media_open(const char *path, const media_options *options, char *error, size_t error_size) {
    static const media_options nothing_known;
    media_reader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        snprintf(error, error_size, "%s: out of memory", path);
        return NULL;
    }
    options = options ? options : &nothing_known;
    reader->source = source_open(path, options, &reader->failure);
    if (!reader->source || !start(reader, path, options)) {
        snprintf(error, error_size, "%s", reader->failure.text);
        source_close(reader->source);
        free(reader->queue);
        free(reader);
        return NULL;
    }
    return reader;
}

const media_info *media_reader_info(const media_reader *reader) {
    return &reader->source->info;
}

media_status media_read(media_reader *reader, media_frame **frame) {
    *frame = NULL;
    pthread_mutex_lock(&reader->lock);
    while (reader->count == 0 && !reader->finished && !reader->stop) {
        pthread_cond_wait(&reader->changed, &reader->lock);
    }
    media_status status = reader->stop ? MEDIA_CANCELLED : reader->outcome;
    if (reader->count > 0 && !reader->stop) {
        status = MEDIA_FRAME;
        *frame = reader->queue[reader->first];
        reader->first = (reader->first + 1) % reader->capacity;
        reader->count--;
        pthread_cond_broadcast(&reader->changed);
    }
    pthread_mutex_unlock(&reader->lock);
    return status;
}

media_status media_skip(media_reader *reader, int64_t count) {
    media_status status = MEDIA_FRAME;
    for (int64_t i = 0; i < count && status == MEDIA_FRAME; i++) {
        media_frame *frame;
        status = media_read(reader, &frame);
        media_frame_release(frame);
    }
    return status;
}

const char *media_reader_error(const media_reader *cr) {
    media_reader *reader = (media_reader *)cr;
    pthread_mutex_lock(&reader->lock);
    bool failed = reader->finished && reader->outcome == MEDIA_ERROR;
    pthread_mutex_unlock(&reader->lock);
    return failed ? reader->failure.text : "";
}

void media_cancel(media_reader *reader) {
    pthread_mutex_lock(&reader->lock);
    reader->stop = true;
    pthread_cond_broadcast(&reader->changed);
    pthread_mutex_unlock(&reader->lock);
    if (reader->source->input) {
        input_cancel(reader->source->input);
    }
}

void media_close(media_reader **handle) {
    media_reader *reader = *handle;
    if (!reader) {
        return;
    }
    *handle = NULL;
    media_cancel(reader);
    pthread_join(reader->thread, NULL);
    for (int i = 0; i < reader->count; i++) {
        media_frame_release(reader->queue[(reader->first + i) % reader->capacity]);
    }
    source_close(reader->source);
    pthread_cond_destroy(&reader->changed);
    pthread_mutex_destroy(&reader->lock);
    free(reader->queue);
    free(reader);
}
