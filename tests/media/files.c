/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Files as the ffmpeg program writes them: healthy ones give every frame without a complaint, cut ones an error. */

#include "media_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 12, RATE = 25 };

/* Twelve frames that do not resemble each other much. */
#define SOURCE "ffmpeg -v error -y -threads 1 -f lavfi -i testsrc2=size=96x64:rate=25 -frames:v 12 "

typedef struct recipe {
    const char *arguments;
    const char *file;
    const char *codec;
    int must;   /* every build of FFmpeg can write it */
    int unsafe; /* FFmpeg and the container give no sign of a cut: NUT, and HEVC streams without a container */
} recipe;

static const recipe recipes[] = {
    {"-c:v ffv1", "ffv1.mkv", "ffv1", 1, 0},
    {"-c:v ffv1 -level 3 -slicecrc 1 -pix_fmt yuv422p10le", "ffv1_10.mkv", "ffv1", 1, 0},
    {"-c:v ffv1", "ffv1.nut", "ffv1", 1, 1},
    {"-c:v mpeg2video -bf 2", "mpeg2.ts", "mpeg2video", 1, 0},
    {"-c:v mpeg2video -bf 2", "mpeg2.mpg", "mpeg2video", 1, 0},
    {"-c:v mpeg2video -bf 2", "mpeg2.m2v", "mpeg2video", 1, 0},
    {"-c:v mpeg2video", "mpeg2.mxf", "mpeg2video", 1, 0},
    {"-c:v mpeg1video", "mpeg1.mpg", "mpeg1video", 1, 0},
    {"-c:v mpeg4 -bf 2", "mpeg4.mp4", "mpeg4", 1, 0},
    {"-c:v mpeg4 -bf 2", "mpeg4.avi", "mpeg4", 1, 0},
    {"-c:v prores_ks", "prores.mov", "prores", 1, 0},
    {"-c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le", "prores4444.mov", "prores", 1, 0},
    {"-c:v mjpeg", "mjpeg.mov", "mjpeg", 1, 0},
    {"-c:v huffyuv", "huffyuv.avi", "huffyuv", 1, 0},
    {"-c:v v210", "v210.mov", "v210", 1, 0},
    {"-c:v rawvideo -pix_fmt bgr24", "bgr24.avi", "rawvideo", 1, 0},
    {"-c:v flv", "flv.flv", "flv1", 1, 0},
    {"-c:v wmv2", "wmv2.wmv", "wmv2", 1, 0},
    {"-c:v gif", "animated.gif", "gif", 1, 0},
    {"-pix_fmt yuv444p", "plain.y4m", "rawvideo", 1, 0},
    {"-c:v libx264 -bf 3", "x264.mp4", "h264", 0, 0},
    {"-c:v libx264 -bf 3 -movflags +faststart", "x264_fast.mp4", "h264", 0, 0},
    {"-c:v libx264 -g 4 -movflags +frag_keyframe+empty_moov", "x264_fragmented.mp4", "h264", 0, 0},
    {"-c:v libx264 -x264-params open-gop=1:keyint=5:bframes=2", "x264_open.mkv", "h264", 0, 0},
    {"-c:v libx264 -x264-params open-gop=1:keyint=5:bframes=2", "x264_open.ts", "h264", 0, 0},
    {"-c:v libx264 -pix_fmt yuv420p10le", "x264_10.mkv", "h264", 0, 0},
    {"-c:v libx264 -live 1", "x264_live.mkv", "h264", 0, 0},
    {"-c:v libx264", "x264.h264", "h264", 0, 0},
    {"-c:v libx265 -x265-params log-level=none", "x265.mkv", "hevc", 0, 0},
    {"-c:v libx265 -x265-params log-level=none", "x265.mp4", "hevc", 0, 0},
    {"-c:v libx265 -x265-params log-level=none", "x265.hevc", "hevc", 0, 1},
    {"-c:v libvpx", "vp8.webm", "vp8", 0, 0},
    {"-c:v libvpx-vp9 -cpu-used 8", "vp9.webm", "vp9", 0, 0},
    {"-c:v libvpx-vp9 -cpu-used 8", "vp9.ivf", "vp9", 0, 0},
    {"-c:v libaom-av1 -cpu-used 8 -usage realtime", "av1.mkv", "av1", 0, 0},
    {"-c:v libaom-av1 -cpu-used 8 -usage realtime", "av1.obu", "av1", 0, 0},
    {"-c:v libtheora", "theora.ogv", "theora", 0, 0},
};

static void check_healthy(const recipe *r) {
    char error[512] = "";
    media_reader *reader = media_open(file_path(r->file), NULL, error, sizeof error);
    CHECK(reader, "%s", error);
    if (!reader) {
        return;
    }
    const media_info *info = media_reader_info(reader);
    CHECK(strcmp(info->codec, r->codec) == 0, "%s: codec %s", r->file, info->codec);
    CHECK(info->width == 96 && info->height == 64 && !info->still, "%s: %d x %d, still %d", r->file, info->width,
        info->height, info->still);
    CHECK(info->frames == FRAMES || info->frames == -1, "%s: says %lld frames", r->file, (long long)info->frames);
    CHECK(info->rate == RATE, "%s: rate %g", r->file, info->rate);
    media_frame *frame;
    int count = 0;
    double before = -1;
    while (media_read(reader, &frame) == MEDIA_FRAME) {
        CHECK(count > 0 || frame->time == 0, "%s: begins at %g", r->file, frame->time);
        CHECK(frame->time > before, "%s: time %g of frame %d, after %g", r->file, frame->time, count, before);
        before = frame->time;
        count++;
        media_frame_release(frame);
    }
    CHECK(count == FRAMES && media_reader_error(reader)[0] == '\0', "%s: %d frames, \"%s\"", r->file, count,
        media_reader_error(reader));
    media_close(&reader);
}

/* The container or the codec must notice. Cuts lie where data are: the last bytes may be an index nobody needs. */
static void check_cut(const recipe *r) {
    size_t size;
    char error[512];
    uint8_t *data = file_read(file_path(r->file), &size);
    const char *path = file_path("cut");
    for (int percent = 25; percent <= 90; percent += 13) {
        file_write(path, data, size * (size_t)percent / 100);
        int64_t count = read_all(path, NULL, error, sizeof error, NULL);
        CHECK(
            error[0] && count < FRAMES, "%s cut to %d%%: %lld frames and no error", r->file, percent, (long long)count);
        CHECK(strstr(error, path), "%s cut to %d%%: the file is not named: %s", r->file, percent, error);
    }
    free(data);
}

/* Whole files with some bytes overwritten. Not every codec can tell in every place; each can in many. */
static void check_damaged(void) {
    static const char *const files[] = {"mpeg2.m2v", "mpeg4.avi", "ffv1_10.mkv", "x264.mp4", "x264.h264"};
    enum { PLACES = 8 };
    char error[512];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (run("test -s %s", files[i]) != 0) {
            continue;
        }
        size_t size;
        uint8_t *data = file_read(file_path(files[i]), &size);
        uint8_t kept[40];
        int noticed = 0;
        for (int place = 1; place < PLACES; place++) {
            uint8_t *at = data + size / PLACES * (size_t)place;
            memcpy(kept, at, sizeof kept);
            memset(at, 0xA5, sizeof kept);
            int64_t count = read_memory(files[i], data, size, NULL, error, sizeof error, NULL);
            memcpy(at, kept, sizeof kept);
            noticed += error[0] != '\0';
            CHECK(!error[0] || (count < FRAMES && strstr(error, files[i])), "%s damaged: %lld frames, \"%s\"", files[i],
                (long long)count, error);
        }
        CHECK(noticed >= PLACES / 2, "%s: %d of %d damages noticed", files[i], noticed, PLACES - 1);
        free(data);
    }
}

/* Only what shows in a pipe whether it is whole is read from one. */
static void check_pipe(void) {
    char error[512];
    size_t all = 1 << 24;
    CHECK(read_piped(file_path("plain.y4m"), all, error, sizeof error, NULL) == FRAMES && !error[0], "y4m: %s", error);
    CHECK(read_piped(file_path("ffv1.mkv"), all, error, sizeof error, NULL) == -1 && strstr(error, "y4m"), "mkv: %s",
        error);
}

/* What lossless copies of one source must have in common. */
static void check_lossless(void) {
    static const char *const files[] = {"plain.y4m", "lossless.mkv", "lossless.nut"};
    uint64_t hash[3] = {0};
    char error[512];
    run("ffmpeg -v error -y -i plain.y4m -c:v ffv1 -g 1 lossless.mkv && ffmpeg -v error -y -i plain.y4m -c:v rawvideo "
        "lossless.nut");
    for (int i = 0; i < 3; i++) {
        const media_options options = {.threads = 1 + i * 3, .queue = 1 + i};
        int64_t count = read_all(file_path(files[i]), &options, error, sizeof error, &hash[i]);
        CHECK(count == FRAMES && hash[i] == hash[0], "%s: %lld frames, hash %016llx, not %016llx, \"%s\"", files[i],
            (long long)count, (unsigned long long)hash[i], (unsigned long long)hash[0], error);
    }
}

static void check_color(const char *file, const char *arguments, lk_color expected) {
    char error[512];
    if (run(SOURCE "%s %s 2>/dev/null", arguments, file) != 0) {
        printf("skipped: this ffmpeg cannot write %s\n", file);
        return;
    }
    media_reader *reader = media_open(file_path(file), NULL, error, sizeof error);
    CHECK(reader, "%s", error);
    if (reader) {
        const lk_color *c = &media_reader_info(reader)->color;
        CHECK(c->matrix == expected.matrix && c->range == expected.range && c->transfer == expected.transfer &&
                  c->primaries == expected.primaries && c->chroma_location == expected.chroma_location,
            "%s: matrix %d, range %d, transfer %d, primaries %d, chroma location %d", file, (int)c->matrix,
            (int)c->range, (int)c->transfer, (int)c->primaries, (int)c->chroma_location);
        media_close(&reader);
    }
}

static void check_colors(void) {
    const lk_color none = lk_color_default();
    lk_color c = {LK_MATRIX_BT2020_NCL, LK_RANGE_LIMITED, LK_TRANSFER_PQ, LK_PRIMARIES_BT2020, LK_CHROMA_UNSPECIFIED};
    check_color("pq.mkv",
        "-pix_fmt yuv420p10le -c:v ffv1 -colorspace bt2020nc -color_trc smpte2084 -color_primaries bt2020 -color_range tv",
        c);
    c.chroma_location = LK_CHROMA_TOP_LEFT;
    check_color("pq.mp4",
        "-pix_fmt yuv420p10le -c:v libx264 -colorspace bt2020nc -color_trc smpte2084 -color_primaries bt2020 -color_range "
        "tv -chroma_sample_location topleft",
        c);
    c = none;
    c.chroma_location = LK_CHROMA_CENTER;
    c.range = LK_RANGE_FULL;
    c.matrix = LK_MATRIX_BT470BG;
    check_color("full.mov", "-pix_fmt yuvj420p -c:v mjpeg", c);
    c = none;
    c.matrix = LK_MATRIX_RGB;
    c.range = LK_RANGE_FULL;
    check_color("rgb.mkv", "-pix_fmt gbrp10le -c:v ffv1", c);
    check_color("bgr24.mov", "-pix_fmt rgb24 -c:v qtrle", none);
}

/* Streams that begin in mid-flight: no damage, though the decoder misses pictures from before. */
static void check_open_start(void) {
    char error[512];
    if (run(SOURCE
            "-frames:v 50 -c:v libx264 -x264-params open-gop=1:keyint=12:bframes=3 open.mkv 2>/dev/null && ffmpeg -v "
            "error -y -ss 1 -i open.mkv -c copy start.mkv") == 0) {
        int64_t count = read_all(file_path("start.mkv"), NULL, error, sizeof error, NULL);
        CHECK(count >= 25 && count < 50 && !error[0], "open start: %lld frames, \"%s\"", (long long)count, error);
    }
    /* An edit list that hides the frames before the cut. */
    if (run("ffmpeg -v error -y -ss 0.2 -i x264.mp4 -c copy edited.mp4 2>/dev/null") == 0) {
        media_reader *reader = media_open(file_path("edited.mp4"), NULL, error, sizeof error);
        CHECK(reader, "%s", error);
        int64_t promised = reader ? media_reader_info(reader)->frames : 0;
        media_close(&reader);
        int64_t count = read_all(file_path("edited.mp4"), NULL, error, sizeof error, NULL);
        CHECK(count == 7 && promised == count && !error[0], "edit list: %lld of %lld frames, \"%s\"", (long long)count,
            (long long)promised, error);
    }
}

static void check_change(void) {
    char error[512];
    run(SOURCE "-c:v mpeg2video a.m2v && ffmpeg -v error -y -f lavfi -i testsrc2=size=64x96:rate=25 -frames:v 3 -c:v "
               "mpeg2video b.m2v && cat a.m2v b.m2v > changed.m2v");
    int64_t count = read_all(file_path("changed.m2v"), NULL, error, sizeof error, NULL);
    CHECK(count >= FRAMES - 1 && count <= FRAMES && strstr(error, "96 x 64") && strstr(error, "64 x 96") &&
              strstr(error, "at frame"),
        "change of size: %lld frames, \"%s\"", (long long)count, error);
}

/* A palette through FFmpeg, against the same picture without one. */
static void check_palette(void) {
    char error[512];
    run(SOURCE "-frames:v 1 -pix_fmt pal8 palette.bmp && ffmpeg -v error -y -i palette.bmp -pix_fmt rgba palette.png");
    uint64_t bmp = 0;
    uint64_t png = 0;
    read_all(file_path("palette.bmp"), NULL, error, sizeof error, &bmp);
    read_all(file_path("palette.png"), NULL, error, sizeof error, &png);
    CHECK(bmp == png && bmp != 0, "palette: %016llx, not %016llx", (unsigned long long)bmp, (unsigned long long)png);
}

static void check_images(void) {
    static const char *const files[] = {"one.jpg", "one.bmp", "one.ppm", "one.tiff", "one.tga", "one.qoi", "one.webp"};
    char error[512];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (run(SOURCE "-frames:v 1 %s 2>/dev/null", files[i]) != 0) {
            printf("skipped: this ffmpeg cannot write %s\n", files[i]);
            continue;
        }
        media_reader *reader = media_open(file_path(files[i]), NULL, error, sizeof error);
        CHECK(reader && media_reader_info(reader)->still, "%s: %s", files[i], error);
        media_close(&reader);
        CHECK(read_all(file_path(files[i]), NULL, error, sizeof error, NULL) == 1 && !error[0], "%s: %s", files[i],
            error);
        size_t size;
        uint8_t *data = file_read(file_path(files[i]), &size);
        for (int percent = 10; percent < 100; percent += 10) {
            int64_t count = read_memory(files[i], data, size * (size_t)percent / 100, NULL, error, sizeof error, NULL);
            CHECK(count == -1, "%s cut to %d%% gives a picture", files[i], percent);
        }
        free(data);
    }
}

/* Images one behind the other: raw Motion JPEG is video, everything else is refused. */
static void check_several_images(void) {
    static const char *const files[] = {"one.jpg", "one.bmp", "one.ppm"};
    char error[512];
    run(SOURCE "-c:v mjpeg -f mjpeg raw.mjpeg");
    CHECK(read_all(file_path("raw.mjpeg"), NULL, error, sizeof error, NULL) == FRAMES && !error[0], "mjpeg: %s", error);
    run("head -c -40 raw.mjpeg > cut.mjpeg");
    CHECK(read_all(file_path("cut.mjpeg"), NULL, error, sizeof error, NULL) < FRAMES && error[0], "a cut mjpeg");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        run("cat %s %s > several", files[i], files[i]);
        int64_t count = read_piped(file_path("several"), 1 << 24, error, sizeof error, NULL);
        CHECK(count == -1 && error[0], "two of %s in a pipe give %lld pictures", files[i], (long long)count);
        count = read_all(file_path("several"), NULL, error, sizeof error, NULL);
        CHECK(i == 0 ? count == 2 : count == -1 && strstr(error, "more than one picture"), "two of %s: %lld, \"%s\"",
            files[i], (long long)count, error);
    }
}

/* What FFV1 without checksums makes of damage may be wrong, but not differently each time. */
static void check_repeatable(void) {
    char error[512];
    run(SOURCE "-c:v ffv1 -level 3 -slicecrc 0 nocrc.mkv");
    size_t size;
    uint8_t *data = file_read(file_path("nocrc.mkv"), &size);
    for (size_t at = size / 5; at < size; at += size / 5) {
        data[at] ^= 0x55;
    }
    uint64_t first = 0;
    for (int i = 0; i < 6; i++) {
        const media_options options = {.threads = 1 + i % 3};
        uint64_t hash = 0;
        read_memory("nocrc.mkv", data, size, &options, error, sizeof error, &hash);
        first = i == 0 ? hash : first;
        CHECK(hash == first, "damaged FFV1: another picture in run %d", i);
    }
    free(data);
}

int main(void) {
    if (system("ffmpeg -version >/dev/null 2>&1") != 0) {
        printf("skipped: no ffmpeg program\n");
        return SKIPPED;
    }
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        const recipe *r = &recipes[i];
        int status = run(SOURCE "%s %s 2>/dev/null", r->arguments, r->file);
        CHECK(status == 0 || !r->must, "ffmpeg cannot write %s", r->file);
        if (status != 0) {
            printf("skipped: this ffmpeg cannot write %s\n", r->file);
            continue;
        }
        check_healthy(r);
        if (!r->unsafe) {
            check_cut(r);
        }
    }
    check_damaged();
    check_pipe();
    check_lossless();
    check_colors();
    check_open_start();
    check_change();
    check_palette();
    check_images();
    check_several_images();
    check_repeatable();
    return check_result();
}
