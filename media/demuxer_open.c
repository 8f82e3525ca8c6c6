/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "container.h"
#include "demuxer.h"
#include "source.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavutil/avstring.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <string.h>

enum { IO_BUFFER = 1 << 16, DEFAULT_RAW_RATE = 25 };

/* ---- Bytes for FFmpeg. ---- */

static int io_read(void *opaque, uint8_t *buffer, int size) {
    ptrdiff_t got = input_read_some(opaque, buffer, (size_t)size);
    return got > 0 ? (int)got : got == 0 ? AVERROR_EOF : AVERROR(errno);
}

static int64_t io_seek(void *opaque, int64_t offset, int whence) {
    media_input *input = opaque;
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return input_size(input);
    case SEEK_SET: return input_seek(input, offset);
    case SEEK_CUR: return input_seek(input, input_tell(input) + offset);
    case SEEK_END: return input_seek(input, input_size(input) + offset);
    default: return AVERROR(EINVAL);
    }
}

/* A file may name others (playlists, references); none of them is opened. */
static int refuse_to_open(
    AVFormatContext *context, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)context, (void)io, (void)url, (void)flags, (void)options;
    return AVERROR(EPERM);
}

static int prepare(media_demuxer *d) {
    uint8_t *buffer = av_malloc(IO_BUFFER);
    int seekable = input_size(d->input) >= 0;
    av_max_alloc(MEDIA_MAX_ALLOCATION);
    d->io =
        buffer ? avio_alloc_context(buffer, IO_BUFFER, 0, d->input, io_read, NULL, seekable ? io_seek : NULL) : NULL;
    if (!d->io) {
        av_free(buffer);
    }
    d->context = avformat_alloc_context();
    if (!d->io || !d->context) {
        failure_set_memory(d->failure, input_name(d->input));
        return 0;
    }
    d->context->pb = d->io;
    d->context->flags |= AVFMT_FLAG_CUSTOM_IO;
    d->context->io_open = refuse_to_open;
    d->context->error_recognition = AV_EF_CRCCHECK;
    media_log_attach_demuxer(d->log, d->context);
    return 1;
}

/* ---- Which demuxer. ---- */

static int raw_options(media_demuxer *d, const media_options *options, AVDictionary **dictionary) {
    const char *name = input_name(d->input);
    enum AVPixelFormat format = av_get_pix_fmt(options->raw_format ? options->raw_format : "");
    if (format == AV_PIX_FMT_NONE) {
        failure_set(d->failure,
            "%s: there is no pixel format \"%s\"; `ffmpeg -pix_fmts` lists them, for example yuv420p or yuv420p10le",
            name, options->raw_format ? options->raw_format : "");
        return 0;
    }
    static const char y4m[] = "YUV4MPEG2 ";
    char head[sizeof y4m - 1];
    if (input_peek(d->input, head, sizeof head) == sizeof head && memcmp(head, y4m, sizeof head) == 0) {
        failure_set(d->failure,
            "%s: is not headerless but YUV4MPEG2, which says its size and pixel format itself: give no --raw for it",
            name);
        return 0;
    }
    if (!source_size_allowed(name, options->raw_width, options->raw_height, options, d->failure)) {
        return 0;
    }
    int64_t frame = av_image_get_buffer_size(format, options->raw_width, options->raw_height, 1);
    int64_t size = input_size(d->input);
    if (frame <= 0) {
        failure_set(d->failure, "%s: there is no raw video in the pixel format %s", name, options->raw_format);
        return 0;
    }
    if (size >= 0 && size % frame != 0) {
        failure_set(d->failure,
            "%s: %lld bytes are not a whole number of %d x %d %s frames of %lld bytes: after %lld frames %lld bytes are "
            "left over; the size or the pixel format is wrong, or the file is truncated",
            name, (long long)size, options->raw_width, options->raw_height, options->raw_format, (long long)frame,
            (long long)(size / frame), (long long)(size % frame));
        return 0;
    }
    d->frame_size = frame;
    double rate = options->raw_rate > 0 ? options->raw_rate : DEFAULT_RAW_RATE;
    AVRational exact = av_d2q(rate, 1001000);
    char text[64];
    snprintf(text, sizeof text, "%d/%d", exact.num, exact.den);
    av_dict_set(dictionary, "framerate", text, 0);
    snprintf(text, sizeof text, "%dx%d", options->raw_width, options->raw_height);
    av_dict_set(dictionary, "video_size", text, 0);
    av_dict_set(dictionary, "pixel_format", options->raw_format, 0);
    return 1;
}

/* Formats that are no video themselves: lists of other files, scripts, text as a terminal shows it. */
static const char not_media[] = "hls,dash,concat,imf,sdp,rtsp,applehttp,avisynth,vapoursynth,lavfi,tty";

static int ends_with(const char *text, const char *end) {
    size_t length = strlen(text);
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

int demuxer_is_jpeg_stream(media_input *input) {
    enum { FIRST_LOOK = 1 << 20 };
    int64_t position = input_tell(input);
    int found = 0;
    size_t end = 0;
    /* Twice as much each time, until the first picture ends. */
    for (size_t size = FIRST_LOOK; input_size(input) > 0 && end == 0 && size <= MEDIA_MAX_IMAGE_BYTES; size *= 2) {
        uint8_t *data = av_malloc(size);
        ptrdiff_t count = data && input_seek(input, 0) == 0 ? input_read(input, data, size) : 0;
        size_t got = count > 0 ? (size_t)count : 0;
        end = container_jpeg_end(data, got);
        uint8_t next[3] = {0};
        if (end > 0 && input_seek(input, (int64_t)end) >= 0 && input_read(input, next, sizeof next) == sizeof next) {
            found = memcmp(next, "\xFF\xD8\xFF", sizeof next) == 0;
        }
        av_free(data);
        if (got < size) {
            break;
        }
    }
    input_seek(input, position);
    return found;
}

/* By its content and, where that does not decide, by the ending of its name. */
static const AVInputFormat *recognise(media_demuxer *d) {
    const char *name = input_name(d->input);
    const AVInputFormat *format = NULL;
    if (av_probe_input_buffer2(d->io, &format, name, d->context, 0, 0) < 0 || !format) {
        failure_set(d->failure, "%s: is no picture or video that FFmpeg recognises", name);
        return NULL;
    }
    if (strcmp(format->name, "image2") == 0) {
        /* The name says that it is an image. Which kind, the content says better, where it has a mark at all. */
        const AVInputFormat *by_content = NULL;
        if (av_probe_input_buffer2(d->io, &by_content, "", d->context, 0, 0) >= 0 && by_content) {
            format = by_content;
        } else {
            format = av_find_input_format("image2pipe");
            d->context->video_codec_id =
                av_guess_codec(av_guess_format("image2", NULL, NULL), NULL, name, NULL, AVMEDIA_TYPE_VIDEO);
        }
    }
    if (format && strcmp(format->name, "jpeg_pipe") == 0 && demuxer_is_jpeg_stream(d->input)) {
        format = av_find_input_format("mjpeg");
    }
    if (format && av_match_name(format->name, not_media)) {
        failure_set(
            d->failure, "%s: is a playlist, a script or text (%s), not a picture or video itself", name, format->name);
        return NULL;
    }
    if (format && strcmp(format->name, "rawvideo") == 0) {
        failure_set(d->failure,
            "%s: looks like headerless raw video; give its size and pixel format with --raw WxH:FORMAT", name);
        return NULL;
    }
    return format;
}

/* ---- What it holds. ---- */

static void explain(media_demuxer *d, const char *what, int error) {
    char line[sizeof d->log->line];
    media_log_get(d->log, line, sizeof line);
    failure_set(d->failure, "%s: %s: %s", input_name(d->input), what, line[0] ? line : av_err2str(error));
}

/* Decode a little of each stream, to learn what the header does not say. */
static int examine_streams(media_demuxer *d, const media_options *options) {
    unsigned count = d->context->nb_streams;
    AVDictionary **limits = av_calloc(count + 1, sizeof *limits);
    for (unsigned i = 0; limits && i < count; i++) {
        av_dict_set_int(&limits[i], "max_pixels", options->max_pixels > 0 ? options->max_pixels : MEDIA_MAX_PIXELS, 0);
    }
    int error = limits ? avformat_find_stream_info(d->context, limits) : AVERROR(ENOMEM);
    for (unsigned i = 0; limits && i < count; i++) {
        av_dict_free(&limits[i]);
    }
    av_free(limits);
    if (error < 0) {
        explain(d, "its streams cannot be read", error);
    }
    return error >= 0;
}

static int choose_stream(media_demuxer *d) {
    const char *name = input_name(d->input);
    const int not_video = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS;
    int index = av_find_best_stream(d->context, AVMEDIA_TYPE_VIDEO, -1, -1, &d->codec, 0);
    if (index == AVERROR_DECODER_NOT_FOUND) {
        index = av_find_best_stream(d->context, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
        enum AVCodecID codec = index >= 0 ? d->context->streams[index]->codecpar->codec_id : AV_CODEC_ID_NONE;
        failure_set(d->failure, "%s: this build of FFmpeg has no decoder for its video (%s)", name,
            codec == AV_CODEC_ID_NONE ? "unknown codec" : avcodec_get_name(codec));
        return 0;
    }
    if (index < 0 || d->context->streams[index]->disposition & not_video) {
        failure_set(d->failure, "%s: has no video stream (%s)", name, d->context->iformat->name);
        return 0;
    }
    for (unsigned i = 0; i < d->context->nb_streams; i++) {
        d->context->streams[i]->discard = (int)i == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
    }
    d->stream = d->context->streams[index];
    return 1;
}

/* By the header, which may not say; the first picture is asked again. */
static int is_small(media_demuxer *d, const media_options *options) {
    const AVCodecParameters *parameters = d->stream->codecpar;
    int unknown = parameters->width == 0 && parameters->height == 0;
    return unknown ||
           source_size_allowed(input_name(d->input), parameters->width, parameters->height, options, d->failure);
}

static int is_whole(media_demuxer *d, int64_t promised) {
    int64_t size = input_size(d->input);
    if (size >= 0 && promised > size) {
        failure_set(d->failure,
            "%s: is truncated: it has %lld bytes, and by its own headers at least %lld belong to it",
            input_name(d->input), (long long)size, (long long)promised);
        return 0;
    }
    return 1;
}

/* MP4 and MOV list every frame's place in the file. */
static int64_t promised_by_index(const media_demuxer *d) {
    int64_t promised = 0;
    int entries = demuxer_has_sample_table(d) ? avformat_index_get_entries_count(d->stream) : 0;
    for (int i = 0; i < entries; i++) {
        const AVIndexEntry *entry = avformat_index_get_entry(d->stream, i);
        promised = FFMAX(promised, entry->pos + entry->size);
    }
    return promised;
}

int demuxer_open(media_demuxer *d, const media_options *options) {
    int raw = options->raw_width > 0;
    if (!raw) {
        if (!is_whole(d, container_promised_size(d->input))) {
            return 0;
        }
        input_seek(d->input, 0);
    }
    AVDictionary *dictionary = NULL;
    const AVInputFormat *format = NULL;
    if (!prepare(d)) {
        return 0;
    }
    if (!raw) {
        format = recognise(d);
    } else if (raw_options(d, options, &dictionary)) {
        format = av_find_input_format("rawvideo");
    }
    if (!format) {
        av_dict_free(&dictionary);
        return 0;
    }
    d->image = ends_with(format->name, "_pipe") || strcmp(format->name, "image2pipe") == 0;
    d->jpegs = strcmp(format->name, "mjpeg") == 0;
    d->plain = raw || strcmp(format->name, "yuv4mpegpipe") == 0;
    if (input_size(d->input) < 0 && !d->image && !d->plain) {
        failure_set(d->failure,
            "%s: %s can be read from a file only, since nothing shows in a pipe whether it is whole; "
            "pipe y4m: ffmpeg -i FILE -strict -1 -f yuv4mpegpipe -",
            input_name(d->input), format->name);
        av_dict_free(&dictionary);
        return 0;
    }
    av_dict_set(&dictionary, "protocol_whitelist", "none", 0);
    int error = avformat_open_input(&d->context, input_name(d->input), format, &dictionary);
    av_dict_free(&dictionary);
    if (error < 0) {
        explain(d, "cannot be opened", error);
        return 0;
    }
    d->consumed = avio_tell(d->io);
    int known = d->image || d->plain;
    return (known || examine_streams(d, options)) && choose_stream(d) && is_small(d, options) &&
           is_whole(d, promised_by_index(d));
}

void demuxer_close(media_demuxer *d) {
    avformat_close_input(&d->context);
    if (d->io) {
        av_freep(&d->io->buffer);
        avio_context_free(&d->io);
    }
}
