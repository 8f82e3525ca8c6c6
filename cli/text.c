/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "text.h"

#include "message.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const char *text_printable(const char *text, char *buffer, size_t size) {
    size_t used = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        char piece[8] = {(char)*c};
        if (*c == '\n') {
            strcpy(piece, "\\n");
        } else if (*c == '\t') {
            strcpy(piece, "\\t");
        } else if (*c < 0x20 || *c == 0x7f) {
            snprintf(piece, sizeof piece, "\\x%02x", *c);
        }
        size_t length = strlen(piece);
        if (used + length >= size) {
            break;
        }
        memcpy(buffer + used, piece, length);
        used += length;
    }
    buffer[used] = 0;
    return buffer;
}

void text_wrap(FILE *stream, int column, const char *text) {
    int at = column;
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (at > column && at + 1 + length > TEXT_COLUMNS) {
            fprintf(stream, "\n%*s", column, "");
            at = column;
        } else if (at > column) {
            fputc(' ', stream);
            at++;
        }
        fprintf(stream, "%.*s", length, text);
        at += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', stream);
}

const char *text_time(double seconds, char *buffer) {
    if (!isfinite(seconds)) {
        buffer[0] = 0;
        return buffer;
    }
    long long ms = llround(fabs(seconds) * 1000);
    snprintf(buffer, TEXT_TIME_SIZE, "%s%lld:%02d:%02d.%03d", seconds < 0 ? "-" : "", ms / 3600000,
        (int)(ms / 60000 % 60), (int)(ms / 1000 % 60), (int)(ms % 1000));
    return buffer;
}

int text_flush_stdout(void) {
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return message_error("standard output: %s", errno ? strerror(errno) : "write error");
    }
    return EXIT_FINE;
}
