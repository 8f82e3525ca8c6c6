/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "words.h"

#include <liken/liken.h>
#include <stdio.h>
#include <string.h>

/* Above every value of the library's enumerations. */
enum { VALUES = 512 };

const char *word_matrix(int value) {
    return lk_matrix_string((lk_matrix)value);
}

const char *word_range(int value) {
    return lk_range_string((lk_range)value);
}

const char *word_transfer(int value) {
    return lk_transfer_string((lk_transfer)value);
}

const char *word_primaries(int value) {
    return lk_primaries_string((lk_primaries)value);
}

const char *word_chroma_location(int value) {
    return lk_chroma_location_string((lk_chroma_location)value);
}

const char *word_backend(int value) {
    return lk_backend_string((lk_backend)value);
}

const char *word_profile(int value) {
    return lk_profile_string((lk_profile)value);
}

const char *word_upsampling(int value) {
    return lk_upsampling_string((lk_upsampling)value);
}

const char *word_cpu_level(int value) {
    return lk_cpu_level_string((lk_cpu_level)value);
}

static int selectable(const char *word) {
    return strcmp(word, "unsupported") != 0 && strcmp(word, "unspecified") != 0;
}

int word_value(word_function *words, const char *word) {
    for (int value = 0; value < VALUES; value++) {
        if (selectable(words(value)) && strcmp(words(value), word) == 0) {
            return value;
        }
    }
    return -1;
}

const char *word_list(word_function *words, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = 0;
    for (int value = 0; value < VALUES && used < size; value++) {
        if (selectable(words(value))) {
            used += (size_t)snprintf(buffer + used, size - used, "%s%s", used ? ", " : "", words(value));
        }
    }
    return buffer;
}
