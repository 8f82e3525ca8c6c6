/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The words for enumerated values: the library's, for options, help and outputs. */

#ifndef LIKEN_CLI_WORDS_H
#define LIKEN_CLI_WORDS_H

#include <stddef.h>

/* The word for a value; "unsupported" for one that is not known. */
typedef const char *word_function(int value);

word_function word_matrix, word_range, word_transfer, word_primaries, word_chroma_location;
word_function word_backend, word_profile, word_upsampling, word_cpu_level;

/* The value of a word, or -1. "unspecified" has none: an option that is not given says so. */
int word_value(word_function *words, const char *word);

/* All words, "a, b, c", cut to size. Returns buffer. */
const char *word_list(word_function *words, char *buffer, size_t size);

#endif
