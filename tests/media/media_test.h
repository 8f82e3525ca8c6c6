/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What the tests of the readers share: checks, a folder for files, samples by channel and place. */

#ifndef LIKEN_MEDIA_TEST_H
#define LIKEN_MEDIA_TEST_H

#include "media.h"
#include "source.h"

#include <stddef.h>
#include <stdint.h>

/* Say what went wrong, with its parameters, and go on. */
#define CHECK(condition, ...) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition, __VA_ARGS__))

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
void check_failed(const char *file, int line, const char *condition, const char *format, ...);

/* Print how many checks failed; the exit status of the test. Removes the folder for files. */
int check_result(void);

enum { SKIPPED = 77 };

/* A path in the test's own folder. Valid until the fourth call after this one. */
const char *file_path(const char *name);
void file_write(const char *path, const void *data, size_t size);

/* Read a whole file. The caller frees it. */
uint8_t *file_read(const char *path, size_t *size);

/* Run a shell command in the test's folder. Returns its exit status. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
int run(const char *format, ...);

/* The value of a sample, in the picture's depth. Channels are Y Cb Cr, R G B or grey, then alpha. */
int sample(const lk_picture *picture, int channel, int x, int y);
int channel_count(const lk_format *format);
int channel_width(const lk_picture *picture, int channel);
int channel_height(const lk_picture *picture, int channel);

/* A number of all samples and their places. */
uint64_t picture_hash(const lk_picture *picture);

/* Read a file to its end. error is "" if that went well, else the sentence; the result counts the frames that were
 * handed out before. -1: it could not be opened. hash (may be NULL) sums up all pictures. */
int64_t read_all(const char *path, const media_options *options, char *error, size_t size, uint64_t *hash);

/* The same for the first bytes of a file, through a pipe to standard input. */
int64_t read_piped(const char *path, size_t bytes, char *error, size_t size, uint64_t *hash);

/* The same for a block of memory, without a thread. */
int64_t read_memory(const char *name, const void *data, size_t data_size, const media_options *options, char *error,
    size_t size, uint64_t *hash);

/* A sequence of numbers that depends on its seed only. */
uint32_t random_next(uint64_t *seed);

#endif
