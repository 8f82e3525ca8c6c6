/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* FFmpeg's log. It never reaches the terminal: what the demuxer and the decoder of an input say is kept with that
 * input, where an error explains a failure, or shows damage that FFmpeg itself would pass over. */

#ifndef LIKEN_MEDIA_LOG_H
#define LIKEN_MEDIA_LOG_H

#include <pthread.h>

struct AVFormatContext;
struct AVCodecContext;

typedef struct media_log {
    pthread_mutex_t lock; /* decoder threads write */
    int errors;           /* lines of level "error" since media_log_clear() */
    char line[256];       /* the first of them: what follows is often its consequence */
    const char *harmless; /* a line that does not count; NULL: there is none */
} media_log;

void media_log_init(media_log *log);
void media_log_destroy(media_log *log);

/* Where a context's lines go, and those of the decoder threads it starts. */
void media_log_attach_demuxer(media_log *log, struct AVFormatContext *context);
void media_log_attach_decoder(media_log *log, struct AVCodecContext *context);

void media_log_clear(media_log *log);

/* From now on, let this line pass (NULL: none). A constant string. */
void media_log_ignore(media_log *log, const char *line);

/* How many lines there were; the first is copied to line, "" if there was none. */
int media_log_get(media_log *log, char *line, int size);

#endif
