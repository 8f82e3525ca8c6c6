/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What a context is inside, and how errors and log lines are formed. */

#ifndef LIKEN_CONTEXT_H
#define LIKEN_CONTEXT_H

#include <liken/liken.h>

/* One sentence about what went wrong. */
typedef struct lk_error {
    char text[512];
} lk_error;

/* Write the sentence and return status, so that a failing function can end with return lk_fail(...). */
lk_status lk_fail(lk_error *error, lk_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));

void lk_log(lk_context *context, lk_log_level level, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* NULL: nothing is kept from run to run. */
const char *lk_context_cache_directory(const lk_context *context);

lk_error *lk_context_error_buffer(lk_context *context);

#endif
