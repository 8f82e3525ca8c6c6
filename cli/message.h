/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What the program says on standard error, and how it ends. */

#ifndef LIKEN_CLI_MESSAGE_H
#define LIKEN_CLI_MESSAGE_H

#include <liken/liken.h>

/* Exit statuses. An interrupted run ends by the signal instead: 128 plus its number, as a shell sees it. */
enum {
    EXIT_FINE = 0,
    EXIT_BELOW = 1,   /* the mean is below --fail-under */
    EXIT_INPUT = 2,   /* usage, inputs, outputs, a device that is not there */
    EXIT_INTERNAL = 3 /* the machine gave out, or the program has a fault */
};

#if defined(__GNUC__)
#define MESSAGE_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define MESSAGE_FORMAT(text, first)
#endif

/* One line each, with control characters made visible, so that a file name cannot break it. The first two return
 * EXIT_INPUT and EXIT_INTERNAL, for `return message_error(...)`. Threads: safe. */
int message_error(const char *format, ...) MESSAGE_FORMAT(1, 2);
int message_internal(const char *format, ...) MESSAGE_FORMAT(1, 2);
void message_warning(const char *format, ...) MESSAGE_FORMAT(1, 2);
void message_note(const char *format, ...) MESSAGE_FORMAT(1, 2);

/* An error that the library reports: text is the sentence that goes with status. Returns the exit status. */
int message_status(lk_status status, const char *text);

/* While on, every message first clears the terminal's line, where the progress is. */
void message_over_progress(int on);

#endif
