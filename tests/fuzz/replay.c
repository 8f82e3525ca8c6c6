/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Runs a fuzz target over files, and over all files of folders, without a fuzzer. */

#include "target.h"

#include <dirent.h>
#include <string.h>

static int replayed;

static void replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0 || ftell(file) < 0) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(size ? size : 1); /* no larger than what the target may read */
    if (!data || fread(data, 1, size, file) != size) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    replayed++;
}

static void replay(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) {
        replay_file(path);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.') {
            char inside[1024];
            snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
            replay(inside);
        }
    }
    closedir(folder);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        replay(argv[i]);
    }
    printf("%d files\n", replayed);
    return replayed == 0;
}
