/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

void failure_set(media_failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
}

void failure_set_memory(media_failure *failure, const char *name) {
    failure_set(failure, "%s: out of memory", name);
}
