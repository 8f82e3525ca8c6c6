/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The machine-readable kinds of output: docs/output.md describes what they hold. */

#ifndef LIKEN_CLI_WRITER_H
#define LIKEN_CLI_WRITER_H

#include "result.h"

#include <stdio.h>

/* Each function returns 0, or -1 when out of memory; whether everything arrived is for the owner of the stream to see.
 */
typedef struct writer {
    const char *kind; /* a file's ending without the dot, and the KIND of -o KIND:FILE */
    int (*begin)(FILE *stream, const run_result *r, const lk_result *first);
    int (*frame)(FILE *stream, const run_result *r, const scored_frame *frame, int first);
    int (*end)(FILE *stream, const run_result *r);
} writer;

extern const writer json_writer;
extern const writer jsonl_writer;
extern const writer csv_writer;
extern const writer html_writer;
extern const writer vmaf_xml_writer;
extern const writer vmaf_json_writer;
extern const writer vmaf_csv_writer;

#endif
