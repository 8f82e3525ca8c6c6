/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The options as data: parsing, --help and error messages are all driven by this table. */

#ifndef LIKEN_CLI_OPTION_TABLE_H
#define LIKEN_CLI_OPTION_TABLE_H

#include "options.h"
#include "words.h"

#include <stddef.h>

typedef struct option_row option_row;

/* Store a value at target. Returns 0, or -1 after saying what is wrong in why (WHY_SIZE bytes). */
enum { WHY_SIZE = 200 };
typedef int option_setter(const option_row *row, const char *value, void *target, char *why);

struct option_row {
    const char *name;     /* long option; NULL: a heading, which is in help */
    char letter;          /* 0: none */
    const char *argument; /* what --help calls the value; NULL: takes none */
    const char *help;
    option_setter *set; /* NULL: an action, below */
    size_t offset;      /* of the target: in struct options, or in each input_options if sided */
    int sided;          /* the value may be ref:VALUE or dist:VALUE */
    int low;            /* set_integer: the range */
    int high;
    word_function *words; /* set_word: the list, which --help adds */
    const char *preset;   /* what --help calls the default; NULL: says nothing of it */
    options_action action;
};

extern const option_row option_table[];
extern const int option_count;

#endif
