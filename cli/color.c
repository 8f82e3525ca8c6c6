/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "color.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MATRIX, RANGE, TRANSFER, PRIMARIES, CHROMA_LOCATION };

#define FIELD(name) offsetof(lk_color, name)

const color_field color_fields[COLOR_FIELDS] = {
    [MATRIX] = {"matrix", "matrix", FIELD(matrix), LK_MATRIX_UNSPECIFIED, word_matrix},
    [RANGE] = {"range", "range", FIELD(range), LK_RANGE_UNSPECIFIED, word_range},
    [TRANSFER] = {"transfer", "transfer", FIELD(transfer), LK_TRANSFER_UNSPECIFIED, word_transfer},
    [PRIMARIES] = {"primaries", "primaries", FIELD(primaries), LK_PRIMARIES_UNSPECIFIED, word_primaries},
    [CHROMA_LOCATION] = {"chroma_location", "chroma location", FIELD(chroma_location), LK_CHROMA_UNSPECIFIED,
        word_chroma_location},
};

const char *color_origin_word(color_origin origin) {
    return origin == FROM_FILE ? "file" : origin == FROM_OPTION ? "option" : "default";
}

/* The fields are enumerations, which have the size of an int on every ABI that the library is built for. */
int color_get(const lk_color *color, int field) {
    int value;
    memcpy(&value, (const char *)color + color_fields[field].offset, sizeof value);
    return value;
}

static void set(lk_color *color, int field, int value) {
    memcpy((char *)color + color_fields[field].offset, &value, sizeof value);
}

int color_applies(const color_used *used, int field) {
    return field != CHROMA_LOCATION || used->chroma_sited;
}

lk_status color_use(const lk_format *format, const lk_color *file, const lk_color *option, color_used *used) {
    used->color = *file;
    used->chroma_sited = format->chroma_w || format->chroma_h;
    for (int i = 0; i < COLOR_FIELDS; i++) {
        int unspecified = color_fields[i].unspecified;
        int yuv = format->model == LK_MODEL_YUV;
        if (i == MATRIX && !yuv) {
            used->origin[i] = FROM_FILE; /* the pixel format says it, and no option can change it */
        } else if (color_get(option, i) != unspecified) {
            set(&used->color, i, color_get(option, i));
            used->origin[i] = FROM_OPTION;
        } else {
            used->origin[i] = color_get(file, i) != unspecified ? FROM_FILE : FROM_DEFAULT;
        }
    }
    return lk_color_resolve(format, &used->color);
}

/* Transfers that the library decodes with the sRGB curve: a difference among them changes nothing. */
static int srgb_curve(int transfer) {
    switch (transfer) {
    case LK_TRANSFER_BT709:
    case LK_TRANSFER_BT601:
    case LK_TRANSFER_SRGB:
    case LK_TRANSFER_BT2020_10:
    case LK_TRANSFER_BT2020_12: return 1;
    default: return 0;
    }
}

/* Matrices with the same coefficients under two names. */
static int bt601_matrix(int matrix) {
    return matrix == LK_MATRIX_BT601 || matrix == LK_MATRIX_BT470BG;
}

static int field_differs(int field, int a, int b) {
    switch (field) {
    case MATRIX: return a != b && !(bt601_matrix(a) && bt601_matrix(b));
    case TRANSFER: return a != b && !(srgb_curve(a) && srgb_curve(b));
    default: return a != b;
    }
}

/* Primaries are converted only where light is absolute. */
static int primaries_matter(const color_used *used) {
    return used->color.transfer == LK_TRANSFER_PQ || used->color.transfer == LK_TRANSFER_HLG;
}

static int comparable(int field, int same_kind, const color_used *a, const color_used *b) {
    switch (field) {
    case MATRIX:
    case RANGE: return same_kind;
    case PRIMARIES: return primaries_matter(a) || primaries_matter(b);
    default: return color_applies(a, field) && color_applies(b, field);
    }
}

const char *color_differences(const lk_format *a_format, const color_used *a, const lk_format *b_format,
    const color_used *b, char *buffer, size_t size) {
    int same_kind = (a_format->model == LK_MODEL_YUV) == (b_format->model == LK_MODEL_YUV);
    size_t length = 0;
    buffer[0] = 0;
    for (int i = 0; i < COLOR_FIELDS && length < size; i++) {
        int x = color_get(&a->color, i);
        int y = color_get(&b->color, i);
        if (comparable(i, same_kind, a, b) && field_differs(i, x, y)) {
            length += (size_t)snprintf(buffer + length, size - length, "%s%s (%s, %s)", length ? ", " : "",
                color_fields[i].label, color_fields[i].words(x), color_fields[i].words(y));
        }
    }
    return buffer;
}
