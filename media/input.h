/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The bytes of a file, of standard input or of a block of memory. Every reader takes its bytes from here, so that a
 * name is never anything but the name of a local file: not an address, not another protocol. */

#ifndef LIKEN_MEDIA_INPUT_H
#define LIKEN_MEDIA_INPUT_H

#include "failure.h"

#include <stddef.h>
#include <stdint.h>

typedef struct media_input media_input;

/* Open a file ("-": standard input). NULL on failure, with the reason. */
media_input *input_open(const char *path, media_failure *failure);

/* Read from memory, which the caller keeps until input_close(). name is for messages. NULL when out of memory. */
media_input *input_memory(const char *name, const void *data, size_t size, media_failure *failure);

/* What to call it in messages. */
const char *input_name(const media_input *input);

/* How many bytes there are; -1: not known, as for a pipe. */
int64_t input_size(const media_input *input);

/* Read up to size bytes; fewer only at the end. -1 on failure, with errno; ECANCELED after input_cancel(). */
ptrdiff_t input_read(media_input *input, void *buffer, size_t size);

/* The same, but content with what a pipe has just now: at least one byte, 0 only at the end. */
ptrdiff_t input_read_some(media_input *input, void *buffer, size_t size);

/* Where the next read begins, counted from the start. -1 where that is not possible, as for a pipe. */
int64_t input_seek(media_input *input, int64_t position);
int64_t input_tell(const media_input *input);

/* Copy the first bytes, without changing what a read gives; a pipe must not have been read from before. Returns how
 * many there were: fewer than size only for a short input, at most INPUT_PEEK. */
enum { INPUT_PEEK = 64 };
size_t input_peek(media_input *input, void *buffer, size_t size);

/* Make reads fail from now on, also one that waits on a pipe. Threads: safe. */
void input_cancel(media_input *input);

/* NULL is let be. Standard input itself stays open. */
void input_close(media_input *input);

#endif
