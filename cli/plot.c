/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "plot.h"

#include "text.h"

#include <math.h>
#include <string.h>

/* Characters; each has 2 by 4 dots. */
enum { COLUMNS = 70, ROWS = 8, DOTS_X = 2 * COLUMNS, DOTS_Y = 4 * ROWS };

typedef unsigned char canvas[ROWS][COLUMNS];

static void dot(canvas c, int x, int y) {
    static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    c[y / 4][x / 2] |= bits[y % 4][x % 2];
}

static int row_of(double score, double low, double high) {
    return (int)lround((high - score) / (high - low) * (DOTS_Y - 1));
}

/* A column of dots stands for the frames of its share of the time, from their lowest score to their highest, and goes
 * on from where the one before it ended. */
static void draw(canvas c, const distorted_result *d, int which, double low, double high) {
    int previous = -1;
    for (int x = 0; x < DOTS_X; x++) {
        size_t first = (size_t)x * d->count / DOTS_X;
        size_t end = (size_t)(x + 1) * d->count / DOTS_X;
        int last = row_of(d->frames[end > first ? end - 1 : first].score[which], low, high);
        int top = previous >= 0 && previous < last ? previous : last;
        int bottom = previous > last ? previous : last;
        for (size_t i = first; i < end; i++) {
            int row = row_of(d->frames[i].score[which], low, high);
            top = row < top ? row : top;
            bottom = row > bottom ? row : bottom;
        }
        for (int y = top; y <= bottom; y++) {
            dot(c, x, y);
        }
        previous = last;
    }
}

void plot_print(FILE *stream, const distorted_result *d, int which) {
    double low = d->pooled[which].value[STAT_MINIMUM];
    double high = d->pooled[which].value[STAT_MAXIMUM];
    if (high - low < 1) { /* no mountains out of rounding */
        double middle = (low + high) / 2;
        low = middle - 0.5;
        high = middle + 0.5;
    }
    canvas c;
    memset(c, 0, sizeof c);
    draw(c, d, which, low, high);
    for (int y = 0; y < ROWS; y++) {
        if (y == 0 || y == ROWS - 1) {
            fprintf(stream, "%8.2f ", y == 0 ? high : low);
        } else {
            fprintf(stream, "%9s", "");
        }
        for (int x = 0; x < COLUMNS; x++) { /* U+2800 and on, in UTF-8 */
            fprintf(stream, "\xe2%c%c", 0xa0 + c[y][x] / 64, 0x80 + c[y][x] % 64);
        }
        fputc('\n', stream);
    }
    char from[TEXT_TIME_SIZE];
    char to[TEXT_TIME_SIZE];
    const frame_score *last = &d->frames[d->count - 1];
    if (isfinite(d->frames[0].time) && isfinite(last->time)) {
        text_time(d->frames[0].time, from);
        text_time(last->time, to);
    } else {
        snprintf(from, sizeof from, "frame %lld", (long long)d->frames[0].frame);
        snprintf(to, sizeof to, "frame %lld", (long long)last->frame);
    }
    fprintf(stream, "%9s%-*s%*s\n", "", COLUMNS / 2, from, COLUMNS - COLUMNS / 2, to);
}
