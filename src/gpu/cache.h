/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Files that spare work which was done before: compiled kernels. A cache may lose anything at any time; nothing here
 * reports an error. Threads and processes: any at once, on one directory. */

#ifndef LIKEN_GPU_CACHE_H
#define LIKEN_GPU_CACHE_H

#include <stddef.h>
#include <stdint.h>

#define LK_CACHE_SEED 0xCBF29CE484222325u

/* Take data into a hash that began as LK_CACHE_SEED (FNV-1a). */
uint64_t lk_cache_hash(uint64_t hash, const void *data, size_t size);

/* What was written under key, to be freed by the caller; NULL if it is not there or is damaged. */
void *lk_cache_read(const char *directory, uint64_t key, size_t *size);

/* 1: written. Makes the directory where it is missing. */
int lk_cache_write(const char *directory, uint64_t key, const void *data, size_t size);

#endif
