/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Colour descriptions: what an option says goes before what the file says, and that before the defaults. */

#ifndef LIKEN_CLI_COLOR_H
#define LIKEN_CLI_COLOR_H

#include "words.h"

#include <liken/liken.h>

typedef enum color_origin { FROM_FILE, FROM_OPTION, FROM_DEFAULT } color_origin;

enum { COLOR_FIELDS = 5 };

/* One field of lk_color. */
typedef struct color_field {
    const char *key;   /* in outputs, and what the option is called ("chroma_location") */
    const char *label; /* for people */
    size_t offset;     /* of an enumeration in lk_color */
    int unspecified;
    word_function *words;
} color_field;

extern const color_field color_fields[COLOR_FIELDS];

/* A colour description and where each of its fields came from. */
typedef struct color_used {
    lk_color color;
    color_origin origin[COLOR_FIELDS];
    int chroma_sited; /* 0: the format has chroma at full size or none */
} color_used;

/* Whether a field means anything for the input: chroma_location does not where chroma is at full size. */
int color_applies(const color_used *used, int field);

const char *color_origin_word(color_origin origin);

int color_get(const lk_color *color, int field);

/* Resolve the description of an input of the given format. LK_ERROR_FORMAT: not supported. */
lk_status color_use(const lk_format *format, const lk_color *file, const lk_color *option, color_used *used);

/* List the fields in which two inputs differ in a way that may change the score, as "matrix (bt709, bt601), ...".
 * Matrix and range of YUV and of RGB are not comparable. Returns buffer, "" if there is none. */
const char *color_differences(const lk_format *a_format, const color_used *a, const lk_format *b_format,
    const color_used *b, char *buffer, size_t size);

#endif
