/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "context.h"

#include "message.h"

#include <limits.h>
#include <stdlib.h>

static void log_line(void *opaque, lk_log_level level, const char *line) {
    const options *o = opaque;
    if (level < LK_LOG_WARNING && o->verbose) {
        message_note("%s", line);
    } else if (level >= LK_LOG_WARNING && (o->verbose || !o->quiet)) {
        message_warning("%s", line);
    }
}

/* By the XDG Base Directory Specification, which also says that relative paths do not count. Without such a place, and
 * wherever it cannot be written to, kernels are compiled anew each time. */
static void use_cache(lk_context *context) {
    const char *base = getenv("XDG_CACHE_HOME");
    const char *rest = "liken";
    if (!base || *base != '/') {
        base = getenv("HOME");
        rest = ".cache/liken";
    }
    char path[PATH_MAX];
    if (base && *base == '/' && snprintf(path, sizeof path, "%s/%s", base, rest) < (int)sizeof path) {
        lk_context_set_cache_directory(context, path);
    }
}

int context_open(const options *o, lk_context **context) {
    lk_status status = lk_context_create(context);
    if (status != LK_OK) {
        return message_status(status, NULL);
    }
    lk_context_set_log(*context, log_line, (void *)(uintptr_t)o);
    use_cache(*context);
    return EXIT_FINE;
}
