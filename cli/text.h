/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Text for people: 80 columns, nothing that upsets a terminal. */

#ifndef LIKEN_CLI_TEXT_H
#define LIKEN_CLI_TEXT_H

#include <stddef.h>
#include <stdio.h>

enum { TEXT_COLUMNS = 80 };

/* Copy text with its control characters written as \n, \t or \x1b; what does not fit is cut. Returns buffer. */
const char *text_printable(const char *text, char *buffer, size_t size);

/* Print text, which starts in the given column, and a newline; break between words and indent what follows. */
void text_wrap(FILE *stream, int column, const char *text);

enum { TEXT_TIME_SIZE = 40 };

/* Seconds as "0:00:04.680"; "" for NaN. Returns buffer, of TEXT_TIME_SIZE bytes. */
const char *text_time(double seconds, char *buffer);

/* Flush standard output and see whether all of it arrived. Returns an exit status, after a message if it did not. */
int text_flush_stdout(void);

#endif
