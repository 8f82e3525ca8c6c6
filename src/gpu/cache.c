/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "gpu/cache.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file is this, then size bytes, in the machine's byte order: a cache is not carried elsewhere. */
typedef struct header {
    char magic[8];
    uint64_t key, size, hash;
} header;

static const char magic[8] = "likenc1\n";

/* No program is larger. */
#define MAX_SIZE (256u << 20)

uint64_t lk_cache_hash(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    }
    return hash;
}

/* 0 if the path would be too long. */
static int file_path(char path[PATH_MAX], const char *directory, uint64_t key, const char *suffix) {
    int length = snprintf(path, PATH_MAX, "%s/%016llx%s", directory, (unsigned long long)key, suffix);
    return length > 0 && length < PATH_MAX;
}

void *lk_cache_read(const char *directory, uint64_t key, size_t *size) {
    char path[PATH_MAX];
    FILE *file = file_path(path, directory, key, ".bin") ? fopen(path, "rbe") : NULL;
    if (!file) {
        return NULL;
    }
    header head;
    void *data = NULL;
    if (fread(&head, sizeof head, 1, file) == 1 && memcmp(head.magic, magic, sizeof magic) == 0 && head.key == key &&
        head.size > 0 && head.size <= MAX_SIZE) {
        data = malloc((size_t)head.size);
    }
    if (data && (fread(data, (size_t)head.size, 1, file) != 1 ||
                    lk_cache_hash(LK_CACHE_SEED, data, (size_t)head.size) != head.hash)) {
        free(data);
        data = NULL;
    }
    fclose(file);
    if (data) {
        *size = (size_t)head.size;
    }
    return data;
}

/* The directory and what leads to it. */
static void make_directories(const char *directory) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s", directory) >= (int)sizeof path) {
        return;
    }
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    (void)mkdir(path, 0700);
}

static int write_all(FILE *file, uint64_t key, const void *data, size_t size) {
    header head = {.key = key, .size = size, .hash = lk_cache_hash(LK_CACHE_SEED, data, size)};
    memcpy(head.magic, magic, sizeof magic);
    return fwrite(&head, sizeof head, 1, file) == 1 && fwrite(data, size, 1, file) == 1;
}

int lk_cache_write(const char *directory, uint64_t key, const void *data, size_t size) {
    /* Readers see the whole file or none: it gets its name when it is complete. */
    char path[PATH_MAX], unfinished[PATH_MAX];
    if (size == 0 || size > MAX_SIZE || !file_path(path, directory, key, ".bin") ||
        !file_path(unfinished, directory, key, ".XXXXXX")) {
        return 0;
    }
    make_directories(directory);
    int descriptor = mkstemp(unfinished);
    if (descriptor < 0) {
        return 0;
    }
    FILE *file = fdopen(descriptor, "wb");
    int good = file && write_all(file, key, data, size);
    good = (file ? fclose(file) : close(descriptor)) == 0 && good;
    good = good && rename(unfinished, path) == 0;
    if (!good) {
        unlink(unfinished);
    }
    return good;
}
