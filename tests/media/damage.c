/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Damaged files of many kinds must neither crash the readers nor upset the sanitizers: bytes changed, removed, doubled.
 * usage: damage [rounds [seed [file]]]; a failure prints what is needed to see it again. */

#include "media_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_ROUNDS = 40, MOST_FRAMES = 10000 };

#define SOURCE "ffmpeg -v error -y -threads 1 -f lavfi -i testsrc2=size=64x48:rate=25 -frames:v "

static const struct {
    const char *arguments;
    const char *file;
} recipes[] = {
    {"1", "rgb.png"},
    {"1 -pix_fmt pal8", "palette.png"},
    {"1", "a.jpg"},
    {"1", "a.bmp"},
    {"1", "a.tiff"},
    {"4", "a.gif"},
    {"1 -c:v libwebp", "a.webp"},
    {"4", "a.y4m"},
    {"4 -c:v mpeg4 -bf 1", "a.mp4"},
    {"4 -c:v mpeg4 -movflags +frag_keyframe+empty_moov", "fragmented.mp4"},
    {"4 -c:v ffv1", "a.mkv"},
    {"4 -c:v mpeg4 -live 1", "live.mkv"},
    {"4 -c:v mjpeg", "a.avi"},
    {"4 -c:v mpeg2video", "a.ts"},
    {"4 -c:v mpeg2video", "a.mxf"},
    {"4 -c:v libtheora", "a.ogv"},
    {"4 -c:v libx264", "x264.mp4"},
    {"4 -c:v libx265 -x265-params log-level=none", "x265.mkv"},
    {"4 -c:v libvpx-vp9 -cpu-used 8", "a.ivf"},
    {"4 -c:v libaom-av1 -cpu-used 8 -usage realtime", "a.obu"},
    {"4 -c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le", "prores.mov"},
};

/* One change at a random place, mostly in the first kilobyte, where the headers are. */
static size_t spoil(uint8_t *data, size_t size, uint64_t *seed) {
    size_t range = random_next(seed) % 2 && size > 1024 ? 1024 : size;
    size_t at = random_next(seed) % range;
    size_t length = 1 + random_next(seed) % 16;
    switch (random_next(seed) % 6) {
    case 0: data[at] = (uint8_t)random_next(seed); return size;
    case 1: data[at] = random_next(seed) % 2 ? 0 : 0xFF; return size;
    case 2: return at > 0 ? at : 1; /* cut */
    case 3:                         /* remove some bytes */
        if (at + length < size) {
            memmove(data + at, data + at + length, size - at - length);
            return size - length;
        }
        return size;
    case 4: /* double some bytes; there is room behind */
        memmove(data + at + length, data + at, size - at);
        return size + length;
    default: data[at] ^= (uint8_t)(1 << random_next(seed) % 8); return size;
    }
}

static void check_file(const char *file, int rounds, uint64_t first_seed) {
    size_t size;
    char error[1024];
    uint8_t *whole = file_read(file_path(file), &size);
    uint8_t *data = malloc(size + 256);
    int failed = 0;
    for (int i = 0; i < rounds; i++) {
        uint64_t seed = first_seed + (uint64_t)i;
        memcpy(data, whole, size);
        size_t spoiled = size;
        for (uint32_t changes = 1 + random_next(&seed) % 4; changes > 0; changes--) {
            spoiled = spoil(data, spoiled, &seed);
        }
        /* A copy of the exact size, so that a sanitizer sees every read beyond it. */
        uint8_t *exact = malloc(spoiled);
        memcpy(exact, data, spoiled);
        const media_options options = {.threads = 1 + i % 2, .max_pixels = 1 << 20};
        printf("%s seed %llu\n", file, (unsigned long long)(first_seed + (uint64_t)i));
        fflush(stdout);
        int64_t count = read_memory(file, exact, spoiled, &options, error, sizeof error, NULL);
        CHECK(count < MOST_FRAMES, "%s, seed %llu: %lld frames", file, (unsigned long long)(first_seed + (uint64_t)i),
            (long long)count);
        failed += error[0] != '\0';
        free(exact);
    }
    CHECK(failed > 0 || rounds < DEFAULT_ROUNDS, "%s: none of %d changes was noticed", file, rounds);
    free(data);
    free(whole);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : DEFAULT_ROUNDS;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (system("ffmpeg -version >/dev/null 2>&1") != 0) {
        printf("skipped: no ffmpeg program\n");
        return SKIPPED;
    }
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        if (argc > 3 && strcmp(argv[3], recipes[i].file) != 0) {
            continue;
        }
        if (run(SOURCE "%s %s 2>/dev/null", recipes[i].arguments, recipes[i].file) == 0) {
            check_file(recipes[i].file, rounds, seed);
        }
    }
    return check_result();
}
