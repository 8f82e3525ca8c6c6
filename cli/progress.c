/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "progress.h"

#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const double interval = 0.1; /* seconds between updates */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(progress *p, int wanted, int64_t total) {
    const char *term = getenv("TERM");
    int terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    *p = (progress){.shown = wanted && terminal, .total = total, .started = now()};
    message_over_progress(p->shown);
}

static int columns(void) {
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void progress_update(progress *p, int64_t done, double mean) {
    double time = now();
    if (!p->shown || time - p->drawn < interval) {
        return;
    }
    p->drawn = time;
    double elapsed = time - p->started;
    double rate = elapsed > 0 ? (double)(done - p->before) / elapsed : 0;
    char count[64];
    char left[48] = "";
    if (p->total >= done) {
        snprintf(count, sizeof count, "%lld/%lld frames %3.0f%%", (long long)done, (long long)p->total,
            p->total ? 100 * (double)done / (double)p->total : 100);
        double seconds = rate > 0 ? (double)(p->total - done) / rate : 0;
        if (seconds < 360000) {
            long s = (long)(seconds + 0.5);
            snprintf(left, sizeof left, "  %ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
        }
    } else {
        snprintf(count, sizeof count, "%lld frames", (long long)done);
    }
    char line[200];
    snprintf(line, sizeof line, "%s  %.*f fps%s  mean %.2f", count, rate < 100 ? 1 : 0, rate, left, mean);
    /* A line that wrapped could not be erased. */
    fprintf(stderr, "\r\033[K%.*s", columns() - 1, line);
    fflush(stderr);
}

void progress_end(progress *p) {
    if (p->shown) {
        fputs("\r\033[K", stderr);
        message_over_progress(0);
        p->shown = 0;
    }
}
