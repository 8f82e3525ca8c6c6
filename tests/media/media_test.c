/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "media_test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;
static char folder[64];

void check_failed(const char *file, int line, const char *condition, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: %s: ", file, line, condition);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    failures++;
}

int check_result(void) {
    if (folder[0]) {
        run("rm -rf '%s'", folder);
    }
    printf("%d checks failed\n", failures);
    return failures > 0;
}

static const char *test_folder(void) {
    if (!folder[0]) {
        snprintf(folder, sizeof folder, "/tmp/liken-media-XXXXXX");
        if (!mkdtemp(folder)) {
            perror(folder);
            exit(1);
        }
    }
    return folder;
}

const char *file_path(const char *name) {
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder(), name);
    return path;
}

void file_write(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

uint8_t *file_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        exit(1);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(*size + 1);
    if (!data || fread(data, 1, *size, file) != *size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return data;
}

int run(const char *format, ...) {
    char command[2048];
    int length = snprintf(command, sizeof command, "cd '%s' && ", test_folder());
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command + length, sizeof command - (size_t)length, format, arguments);
    va_end(arguments);
    return system(command);
}

int channel_count(const lk_format *format) {
    return (format->model == LK_MODEL_GRAY ? 1 : 3) + format->alpha;
}

static int is_chroma(const lk_format *format, int channel) {
    return format->model == LK_MODEL_YUV && channel > 0;
}

int channel_width(const lk_picture *picture, int channel) {
    int shift = is_chroma(&picture->format, channel) ? picture->format.chroma_w : 0;
    return (picture->width + (1 << shift) - 1) >> shift;
}

int channel_height(const lk_picture *picture, int channel) {
    int shift = is_chroma(&picture->format, channel) ? picture->format.chroma_h : 0;
    return (picture->height + (1 << shift) - 1) >> shift;
}

int sample(const lk_picture *picture, int channel, int x, int y) {
    const lk_format *format = &picture->format;
    int plane = channel;
    int index = x;
    if (format->layout == LK_LAYOUT_PACKED) {
        plane = 0;
        index = x * channel_count(format) + channel;
    } else if (format->layout == LK_LAYOUT_SEMIPLANAR && channel > 0) {
        plane = 1;
        index = x * 2 + channel - 1;
    }
    const uint8_t *row = (const uint8_t *)picture->plane[plane] + y * picture->stride[plane];
    if (format->depth == 8) {
        return row[index];
    }
    uint16_t value;
    memcpy(&value, row + 2 * index, sizeof value);
    return format->high_bits ? value >> (16 - format->depth) : value;
}

uint64_t picture_hash(const lk_picture *picture) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (int c = 0; c < channel_count(&picture->format); c++) {
        for (int y = 0; y < channel_height(picture, c); y++) {
            for (int x = 0; x < channel_width(picture, c); x++) {
                hash = (hash ^ (uint64_t)sample(picture, c, x, y)) * 0x100000001B3u;
            }
        }
    }
    return hash;
}

static void add_hash(uint64_t *hash, const media_frame *frame) {
    if (hash) {
        *hash = *hash * 31 + picture_hash(&frame->picture);
    }
}

int64_t read_all(const char *path, const media_options *options, char *error, size_t size, uint64_t *hash) {
    error[0] = '\0';
    media_reader *reader = media_open(path, options, error, size);
    if (!reader) {
        CHECK(error[0] != '\0' && !strchr(error, '\n'), "%s fails without one clear line", path);
        return -1;
    }
    int64_t count = 0;
    media_frame *frame;
    media_status status;
    while ((status = media_read(reader, &frame)) == MEDIA_FRAME) {
        CHECK(frame->index == count, "%s: index %lld of frame %lld", path, (long long)frame->index, (long long)count);
        add_hash(hash, frame);
        count++;
        media_frame_release(frame);
    }
    snprintf(error, size, "%s", media_reader_error(reader));
    CHECK((status == MEDIA_ERROR) == (error[0] != '\0'), "%s: status %d, error \"%s\"", path, (int)status, error);
    CHECK(media_read(reader, &frame) == status && !frame, "%s: another status after the end", path);
    media_close(&reader);
    return count;
}

int64_t read_piped(const char *path, size_t bytes, char *error, size_t size, uint64_t *hash) {
    char command[512];
    int kept = dup(STDIN_FILENO);
    snprintf(command, sizeof command, "head -c %zu '%s'", bytes, path);
    FILE *head = popen(command, "r");
    if (!head || kept < 0) {
        perror(command);
        exit(1);
    }
    dup2(fileno(head), STDIN_FILENO);
    int64_t count = read_all("-", NULL, error, size, hash);
    dup2(kept, STDIN_FILENO);
    close(kept);
    pclose(head);
    return count;
}

int64_t read_memory(const char *name, const void *data, size_t data_size, const media_options *options, char *error,
    size_t size, uint64_t *hash) {
    static const media_options nothing_known;
    media_failure failure = {""};
    media_source *source = NULL;
    media_input *input = input_memory(name, data, data_size, &failure);
    if (input) {
        source = source_open_input(input, options ? options : &nothing_known, &failure);
    }
    int64_t count = source ? 0 : -1;
    media_status status = source ? MEDIA_FRAME : MEDIA_ERROR;
    while (status == MEDIA_FRAME) {
        media_frame *frame = NULL;
        status = source->next(source, &frame);
        if (status == MEDIA_FRAME) {
            add_hash(hash, frame);
            count++;
            media_frame_release(frame);
        }
    }
    source_close(source);
    snprintf(error, size, "%s", status == MEDIA_ERROR ? failure.text : "");
    CHECK((status == MEDIA_ERROR) == (error[0] != '\0'), "%s fails without a sentence", name);
    return count;
}

uint32_t random_next(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}
