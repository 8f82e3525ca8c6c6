/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The cache of compiled kernels: what was written comes back, and whatever is wrong with a file reads as nothing.
 *
 *     cache FOLDER     a folder to make and to empty */

#include "gpu/cache.h"
#include "support/check.h"

#include <dirent.h>
#include <unistd.h>

#define KEY  0x0123456789ABCDEFu
#define NAME "0123456789abcdef.bin"
#define SIZE 5000

static char path[4096];

static void *read_back(const char *folder, uint64_t key) {
    size_t size = 0;
    void *data = lk_cache_read(folder, key, &size);
    CHECK(!data || size == SIZE, "%zu bytes", size);
    return data;
}

/* Change the byte at an offset of the file, or cut the file off there. */
static void damage(long offset, int cut) {
    if (cut) {
        REQUIRE(truncate(path, offset) == 0, "truncate %s", path);
        return;
    }
    FILE *file = fopen(path, "r+b");
    REQUIRE(file, "%s", path);
    fseek(file, offset, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, offset, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
}

static int count_files(const char *folder) {
    int count = 0;
    DIR *directory = opendir(folder);
    REQUIRE(directory, "%s", folder);
    for (struct dirent *entry; (entry = readdir(directory));) {
        count += entry->d_name[0] != '.';
    }
    closedir(directory);
    return count;
}

int main(int argc, char **argv) {
    REQUIRE(argc == 2, "usage: cache FOLDER");
    char folder[2048];
    unsigned char data[SIZE];
    uint64_t seed = 7;
    snprintf(folder, sizeof folder, "%s/deep/er", argv[1]);
    snprintf(path, sizeof path, "%s/" NAME, folder);
    unlink(path);
    for (int i = 0; i < SIZE; i++) {
        data[i] = (unsigned char)check_random(&seed);
    }

    CHECK(lk_cache_hash(LK_CACHE_SEED, "foobar", 6) == 0x85944171F73967E8u, "not FNV-1a");
    CHECK(!read_back(folder, KEY), "something is read where nothing was written");
    CHECK(!lk_cache_write(folder, KEY, data, 0), "nothing was written as a file");
    CHECK(lk_cache_write(folder, KEY, data, SIZE), "%s cannot be written", path);
    void *back = read_back(folder, KEY);
    CHECK(back && memcmp(back, data, SIZE) == 0, "other data came back");
    free(back);
    CHECK(!read_back(folder, KEY + 1), "another key reads the same");

    const long offsets[] = {0, 8, 16, 24, 32, 32 + SIZE / 2, 32 + SIZE - 1};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        for (int cut = 0; cut < 2; cut++) {
            CHECK(lk_cache_write(folder, KEY, data, SIZE), "%s cannot be replaced", path);
            damage(offsets[i], cut);
            back = read_back(folder, KEY);
            CHECK(!back, "%s at %ld was not seen", cut ? "a cut" : "a changed bit", offsets[i]);
            free(back);
        }
    }
    CHECK(lk_cache_write(folder, KEY, data, SIZE), "%s cannot be replaced", path);
    back = read_back(folder, KEY);
    CHECK(back && count_files(folder) == 1, "%d files were left", count_files(folder));
    free(back);

    CHECK(!lk_cache_write("/dev/null/liken", KEY, data, SIZE), "a folder inside a file");
    CHECK(!read_back("/dev/null/liken", KEY), "a folder inside a file");
    return check_end();
}
