/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "context.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lk_context {
    lk_log_callback log;
    void *log_opaque;
    pthread_mutex_t log_lock; /* lines come from several threads, one call at a time */
    char *cache_directory;    /* NULL: nothing is kept */
    lk_error error;
};

lk_status lk_context_create(lk_context **context) {
    if (!context) {
        return LK_ERROR_ARGUMENT;
    }
    *context = calloc(1, sizeof **context);
    if (!*context) {
        return LK_ERROR_MEMORY;
    }
    pthread_mutex_init(&(*context)->log_lock, NULL);
    return LK_OK;
}

void lk_context_destroy(lk_context **context) {
    if (context && *context) {
        pthread_mutex_destroy(&(*context)->log_lock);
        free((*context)->cache_directory);
        free(*context);
        *context = NULL;
    }
}

void lk_context_set_log(lk_context *context, lk_log_callback callback, void *opaque) {
    if (context) {
        context->log = callback;
        context->log_opaque = opaque;
    }
}

lk_status lk_context_set_cache_directory(lk_context *context, const char *directory) {
    if (!context) {
        return LK_ERROR_ARGUMENT;
    }
    char *copy = NULL;
    if (directory && directory[0]) {
        copy = strdup(directory);
        if (!copy) {
            return lk_fail(&context->error, LK_ERROR_MEMORY, "out of memory");
        }
    }
    free(context->cache_directory);
    context->cache_directory = copy;
    return LK_OK;
}

const char *lk_context_cache_directory(const lk_context *context) {
    return context->cache_directory;
}

const char *lk_context_error(const lk_context *context) {
    return context ? context->error.text : "no context";
}

lk_error *lk_context_error_buffer(lk_context *context) {
    return &context->error;
}

lk_status lk_fail(lk_error *error, lk_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

void lk_log(lk_context *context, lk_log_level level, const char *format, ...) {
    if (!context->log) {
        return;
    }
    char line[sizeof(lk_error)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&context->log_lock);
    context->log(context->log_opaque, level, line);
    pthread_mutex_unlock(&context->log_lock);
}
