/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What is no picture, and what a file must not make the program do. Also the reader itself: its queue, its thread. */

#include "media_test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 32, HEIGHT = 16, FRAMES = 9, FRAME_SIZE = WIDTH * HEIGHT * 3 / 2, HEADER_SIZE = 128 };

/* A y4m file of frames that are filled with their number. */
static size_t make_y4m(uint8_t *data, const char *parameters) {
    size_t size =
        (size_t)snprintf((char *)data, HEADER_SIZE, "YUV4MPEG2 W%d H%d F25:1 %s\n", WIDTH, HEIGHT, parameters);
    for (int i = 0; i < FRAMES; i++) {
        memcpy(data + size, "FRAME\n", 6);
        memset(data + size + 6, 16 + i, FRAME_SIZE);
        size += 6 + FRAME_SIZE;
    }
    return size;
}

static void refuse(const char *path, const char *word) {
    char error[512];
    int64_t count = read_all(path, NULL, error, sizeof error, NULL);
    CHECK(count == -1, "%s opens", path);
    CHECK(strstr(error, word), "%s: \"%s\" is not in \"%s\"", path, word, error);
    CHECK(strncmp(error, path, strlen(path)) == 0 || path[0] == '\0', "\"%s\" does not begin with %s", error, path);
}

static void refuse_text(const char *name, const char *text, const char *word) {
    file_write(file_path(name), text, strlen(text));
    refuse(file_path(name), word);
}

static void check_refusals(void) {
    static const char zeros[100000];
    char playlist[512];
    refuse("", "empty");
    refuse(file_path("missing.mkv"), "no such file");
    refuse(file_path("missing%03d.png"), "no file");
    refuse("http://localhost/a.mp4", "no such file");
    refuse("concat:a.ts|b.ts", "no such file");
    refuse("file:/etc/hostname", "no such file");
    refuse("/dev/null", "is empty");
    mkdir(file_path("folder"), 0700);
    refuse(file_path("folder"), "is a directory");
    refuse_text("empty.png", "", "is empty");
    refuse_text("words.txt", "Not a picture at all.\n", "no picture");
    refuse_text("words.mp4", "Not a picture at all.\n", "cannot be opened");
    refuse_text("short.png", "\x89PNG\r\n\x1A\n", "truncated");
    refuse_text("header.y4m", "YUV4MPEG2 W32 H16 F25:1\n", "holds no frames");
    refuse_text("bad.y4m", "YUV4MPEG2 W32 H16 F25:1 C999\nFRAME\n", "cannot be opened");
    refuse_text("large.y4m", "YUV4MPEG2 W1000000 H2 F25:1\nFRAME\n", "1000000");
    file_write(file_path("zeros.bin"), zeros, sizeof zeros);
    refuse(file_path("zeros.bin"), "no picture");
    file_write(file_path("raw.yuv"), zeros, sizeof zeros);
    refuse(file_path("raw.yuv"), "--raw");

    /* Lists that name another file, which exists. */
    static uint8_t data[HEADER_SIZE + FRAMES * (FRAME_SIZE + 6)];
    size_t size = make_y4m(data, "C420");
    file_write(file_path("good.y4m"), data, size);
    snprintf(playlist, sizeof playlist, "ffconcat version 1.0\nfile good.y4m\n");
    refuse_text("list.ffconcat", playlist, "playlist");
    snprintf(playlist, sizeof playlist, "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://%s\n#EXT-X-ENDLIST\n",
        file_path("good.y4m"));
    refuse_text("list.m3u8", playlist, "playlist");
    refuse_text("list.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n",
        "playlist");
    if (geteuid() != 0) {
        chmod(file_path("good.y4m"), 0);
        refuse(file_path("good.y4m"), "permission");
        chmod(file_path("good.y4m"), 0600);
    }
}

/* Every byte of a y4m file belongs to a frame. */
static void check_y4m(void) {
    static uint8_t data[HEADER_SIZE + FRAMES * (FRAME_SIZE + 6)];
    char error[512];
    size_t size = make_y4m(data, "C420mpeg2 XCOLORRANGE=FULL");
    CHECK(read_memory("y4m", data, size, NULL, error, sizeof error, NULL) == FRAMES && !error[0], "y4m: %s", error);
    size_t header = size - FRAMES * (FRAME_SIZE + 6);
    for (size_t cut = 1; cut < size; cut += cut % 97 + 1) {
        int64_t count = read_memory("y4m", data, cut, NULL, error, sizeof error, NULL);
        int whole = cut > header && (cut - header) % (FRAME_SIZE + 6) == 0;
        CHECK((error[0] == '\0') == whole && count < FRAMES, "y4m cut after %zu of %zu bytes: %lld frames, \"%s\"", cut,
            size, (long long)count, error);
    }
    /* A frame's header that is none. */
    data[header + 3 * (FRAME_SIZE + 6)] = 'X';
    CHECK(
        read_memory("y4m", data, size, NULL, error, sizeof error, NULL) == 3 && error[0], "y4m, bad frame: %s", error);
}

static void check_y4m_color(void) {
    static const struct {
        const char *parameters;
        lk_range range;
        lk_chroma_location location;
    } cases[] = {
        {"C420mpeg2 XCOLORRANGE=FULL", LK_RANGE_FULL, LK_CHROMA_LEFT},
        {"C420jpeg", LK_RANGE_UNSPECIFIED, LK_CHROMA_CENTER},
        {"C420paldv XCOLORRANGE=LIMITED", LK_RANGE_LIMITED, LK_CHROMA_TOP_LEFT},
        {"C420", LK_RANGE_UNSPECIFIED, LK_CHROMA_CENTER},
    };
    static uint8_t data[HEADER_SIZE + FRAMES * (FRAME_SIZE + 6)];
    const media_options options = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        media_failure failure = {""};
        size_t size = make_y4m(data, cases[i].parameters);
        media_source *source = source_open_input(input_memory("y4m", data, size, &failure), &options, &failure);
        CHECK(source, "%s: %s", cases[i].parameters, failure.text);
        if (source) {
            const media_info *info = &source->info;
            CHECK(info->color.range == cases[i].range && info->color.chroma_location == cases[i].location,
                "%s: range %d, chroma location %d", cases[i].parameters, (int)info->color.range,
                (int)info->color.chroma_location);
            CHECK(info->frames == FRAMES && info->rate == 25, "%s: %lld frames, %g a second", cases[i].parameters,
                (long long)info->frames, info->rate);
        }
        source_close(source);
    }
}

static void check_standard_input(void) {
    char error[512];
    uint64_t file = 0;
    read_all(file_path("good.y4m"), NULL, error, sizeof error, &file);
    for (int cut = 0; cut < 2; cut++) {
        uint64_t piped = 0;
        int64_t count = read_piped(file_path("good.y4m"), cut ? 3000 : 1 << 20, error, sizeof error, &piped);
        if (cut) {
            CHECK(count == 3 && strstr(error, "standard input"), "cut pipe: %lld frames, \"%s\"", (long long)count,
                error);
        } else {
            CHECK(count == FRAMES && !error[0], "pipe: %lld frames, \"%s\"", (long long)count, error);
            CHECK(piped == file, "pipe: %016llx, not %016llx", (unsigned long long)piped, (unsigned long long)file);
        }
    }
}

static void check_sequence(void) {
    static const char ppm[] = "P6 8 8 255\n";
    char error[512];
    uint8_t image[sizeof ppm - 1 + 192];
    memcpy(image, ppm, sizeof ppm - 1);
    for (int i = 7; i < 13; i++) {
        char name[32];
        memset(image + sizeof ppm - 1, i, 192);
        snprintf(name, sizeof name, "still_%03d.ppm", i);
        file_write(file_path(name), image, sizeof image);
    }
    const media_options options = {.raw_rate = 10};
    media_reader *reader = media_open(file_path("still_%03d.ppm"), &options, error, sizeof error);
    CHECK(reader, "sequence: %s", error);
    if (reader) {
        const media_info *info = media_reader_info(reader);
        CHECK(info->frames == 6 && !info->still && info->rate == 10, "sequence of %lld", (long long)info->frames);
        media_frame *frame = NULL;
        CHECK(media_skip(reader, 5) == MEDIA_FRAME && media_read(reader, &frame) == MEDIA_FRAME, "skip: %s",
            media_reader_error(reader));
        CHECK(
            frame && sample(&frame->picture, 1, 3, 3) == 12 && frame->index == 5 && frame->time == 0.5, "last picture");
        media_frame_release(frame);
        CHECK(media_skip(reader, 1) == MEDIA_END, "beyond the end");
        media_close(&reader);
    }
    image[3] = '7'; /* 7 x 8: another size, and data left over */
    file_write(file_path("still_013.ppm"), image, sizeof image);
    CHECK(read_all(file_path("still_%03d.ppm"), NULL, error, sizeof error, NULL) == 6 && strstr(error, "13"),
        "other size: %s", error);
    unlink(file_path("still_009.ppm"));
    refuse(file_path("still_%03d.ppm"), "number 9 is missing");
    /* A file that is called like a pattern. */
    image[3] = '8';
    file_write(file_path("odd%03d.ppm"), image, sizeof image);
    CHECK(read_all(file_path("odd%03d.ppm"), NULL, error, sizeof error, NULL) == 1, "literal name: %s", error);
}

/* Frames outlive the reader, and can be released from another thread meanwhile. */
static void *release_all(void *argument) {
    media_frame **frames = argument;
    for (int i = 0; i < FRAMES; i++) {
        media_frame_release(frames[i]);
    }
    return NULL;
}

static void check_lifetime(void) {
    char error[512];
    media_frame *frames[FRAMES] = {0};
    const media_options options = {.queue = 2};
    media_reader *reader = media_open(file_path("good.y4m"), &options, error, sizeof error);
    for (int i = 0; reader && i < FRAMES; i++) {
        CHECK(media_read(reader, &frames[i]) == MEDIA_FRAME, "frame %d: %s", i, media_reader_error(reader));
    }
    media_close(&reader);
    CHECK(!reader, "media_close() leaves a handle");
    for (int i = 0; i < FRAMES && frames[i]; i++) {
        CHECK(sample(&frames[i]->picture, 2, WIDTH / 2 - 1, HEIGHT / 2 - 1) == 16 + i, "frame %d after the close", i);
    }
    pthread_t thread;
    pthread_create(&thread, NULL, release_all, frames);
    pthread_join(thread, NULL);
    media_frame_release(NULL);
    media_close(&reader);

    /* Closed with the queue full, and before anything was read. */
    reader = media_open(file_path("good.y4m"), &options, error, sizeof error);
    usleep(20000);
    media_close(&reader);
}

static void *cancel_soon(void *reader) {
    usleep(50000); /* until the reader's thread and the caller's wait for a frame more */
    media_cancel(reader);
    return NULL;
}

/* A pipe that says no more must keep nobody waiting. */
static void check_silent_pipe(void) {
    static uint8_t data[HEADER_SIZE + FRAMES * (FRAME_SIZE + 6)];
    char error[512];
    int ends[2];
    int kept = dup(STDIN_FILENO);
    size_t size = make_y4m(data, "C420");
    if (pipe(ends) != 0 || write(ends[1], data, size) != (ssize_t)size) {
        CHECK(0, "no pipe");
        return;
    }
    dup2(ends[0], STDIN_FILENO);
    alarm(15);
    media_reader *reader = media_open("-", NULL, error, sizeof error);
    CHECK(reader, "silent pipe: %s", error);
    CHECK(reader && media_skip(reader, FRAMES) == MEDIA_FRAME, "silent pipe: no frames");
    pthread_t thread;
    media_frame *frame = NULL;
    if (reader && pthread_create(&thread, NULL, cancel_soon, reader) == 0) {
        CHECK(media_read(reader, &frame) == MEDIA_CANCELLED && !frame, "silent pipe: not cancelled");
        CHECK(media_skip(reader, 1) == MEDIA_CANCELLED, "silent pipe: cancelled once only");
        pthread_join(thread, NULL);
    }
    media_close(&reader);
    alarm(0);
    dup2(kept, STDIN_FILENO);
    close(kept);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    check_refusals();
    check_y4m();
    check_y4m_color();
    check_standard_input();
    check_sequence();
    check_lifetime();
    check_silent_pipe();
    return check_result();
}
