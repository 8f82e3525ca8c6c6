/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Text of an option to its value: the setters that the table of options names. */

#ifndef LIKEN_CLI_OPTION_VALUES_H
#define LIKEN_CLI_OPTION_VALUES_H

#include "option_table.h"

option_setter set_flag;      /* int: 1 */
option_setter set_integer;   /* int, within the row's range */
option_setter set_threshold; /* double[STATS]: [STAT=]N */
option_setter set_rate;      /* double, above 0: 25, 23.976, 24000/1001 */
option_setter set_size;      /* size_t, bytes: 512M, 1G */
option_setter set_word;      /* an enumeration, by the row's words */
option_setter set_device;    /* int: an index, or "all" */
option_setter set_metrics;   /* uint32_t: names, separated by commas */
option_setter set_text;      /* const char * */
option_setter set_report;    /* options: one more output, of the kind html */
option_setter set_output;    /* output_list: one more name */
option_setter set_backend;   /* options: its backend, or its bit depth if the word is a number */
option_setter set_feature;   /* uint32_t: a metric's name, as vmaf takes it */
option_setter set_sampling;  /* int: 420, 422, 444 or 400 */
option_setter set_raw;       /* media_options: WxH:FORMAT */

#endif
