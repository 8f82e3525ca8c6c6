/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Reads a few pictures of an input in memory, and each of their samples. */

#ifndef TESTS_FUZZ_READING_H
#define TESTS_FUZZ_READING_H

#include "source.h"
#include "target.h"

/* Opens an input as one kind of file; such as source_open_ffmpeg(). */
typedef media_source *reading_open(media_input *input, const media_options *options, media_failure *failure);

void read_all(const uint8_t *data, size_t size, const media_options *options, reading_open *open);

#endif
