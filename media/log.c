/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "log.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/log.h>
#include <stdio.h>
#include <string.h>

/* FFmpeg has one callback for the whole process. Both kinds of context have a field for their user, which decoder
 * threads inherit: it leads from a line to the input that it is about. Other lines are dropped. */
static media_log *find_log(void *context) {
    const AVClass *const *class = context;
    if (!context || !*class) {
        return NULL;
    }
    if (strcmp((*class)->class_name, "AVFormatContext") == 0) {
        return ((AVFormatContext *)context)->opaque;
    }
    if (strcmp((*class)->class_name, "AVCodecContext") == 0) {
        return ((AVCodecContext *)context)->opaque;
    }
    return NULL;
}

static void on_line(void *context, int level, const char *format, va_list arguments) {
    media_log *log = (level & 0xFF) <= AV_LOG_ERROR ? find_log(context) : NULL;
    if (!log) {
        return;
    }
    char line[sizeof log->line];
    vsnprintf(line, sizeof line, format, arguments);
    line[strcspn(line, "\r\n")] = '\0';
    pthread_mutex_lock(&log->lock);
    if (!log->harmless || strcmp(line, log->harmless) != 0) {
        if (log->errors++ == 0) {
            memcpy(log->line, line, sizeof line);
        }
    }
    pthread_mutex_unlock(&log->lock);
}

static void install(void) {
    av_log_set_callback(on_line);
}

void media_log_init(media_log *log) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    pthread_mutex_init(&log->lock, NULL);
    log->errors = 0;
    log->line[0] = '\0';
    log->harmless = NULL;
}

void media_log_destroy(media_log *log) {
    pthread_mutex_destroy(&log->lock);
}

void media_log_attach_demuxer(media_log *log, AVFormatContext *context) {
    context->opaque = log;
}

void media_log_attach_decoder(media_log *log, AVCodecContext *context) {
    context->opaque = log;
}

void media_log_clear(media_log *log) {
    pthread_mutex_lock(&log->lock);
    log->errors = 0;
    log->line[0] = '\0';
    pthread_mutex_unlock(&log->lock);
}

void media_log_ignore(media_log *log, const char *line) {
    pthread_mutex_lock(&log->lock);
    log->harmless = line;
    pthread_mutex_unlock(&log->lock);
}

int media_log_get(media_log *log, char *line, int size) {
    pthread_mutex_lock(&log->lock);
    int errors = log->errors;
    snprintf(line, (size_t)size, "%s", log->line);
    pthread_mutex_unlock(&log->lock);
    return errors;
}
