/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "message.h"

#include "text.h"

#include <stdarg.h>
#include <stdio.h>

static const char *before = "";

void message_over_progress(int on) {
    before = on ? "\r\033[K" : "";
}

static void say(const char *kind, const char *format, va_list arguments) {
    char line[4096];
    char printable[2 * sizeof line];
    vsnprintf(line, sizeof line, format, arguments);
    /* One call: lines of several threads do not mix. */
    fprintf(stderr, "%sliken: %s%s\n", before, kind, text_printable(line, printable, sizeof printable));
}

#define SAY(kind, format)                                                                                              \
    do {                                                                                                               \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        say(kind, format, arguments);                                                                                  \
        va_end(arguments);                                                                                             \
    } while (0)

int message_error(const char *format, ...) {
    SAY("", format);
    return EXIT_INPUT;
}

int message_internal(const char *format, ...) {
    SAY("", format);
    return EXIT_INTERNAL;
}

void message_warning(const char *format, ...) {
    SAY("warning: ", format);
}

void message_note(const char *format, ...) {
    SAY("", format);
}

int message_status(lk_status status, const char *text) {
    const char *sentence = text && *text ? text : lk_status_string(status);
    lk_fault fault = lk_status_fault(status);
    if (fault == LK_FAULT_CALLER || fault == LK_FAULT_DEVICE) {
        return message_error("%s", sentence);
    }
    return message_internal("%s", sentence);
}
