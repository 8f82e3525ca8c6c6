/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Everything but PNG and JPEG, through FFmpeg's libraries. A picture is handed out only when nothing suggests that it,
 * or one before it, was decoded from incomplete or damaged data: FFmpeg conceals damage by default, a score must not.
 */

#include "demuxer.h"
#include "frame.h"
#include "log.h"
#include "pixel_format.h"
#include "source.h"

#include <libavcodec/avcodec.h>
#include <libavutil/pixdesc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An H.264 stream may begin at any of its recovery points. Its first pictures then tell the decoder to let go of ones
 * from before the beginning, and FFmpeg complains that it never had them; that is no damage. 16 is the most reference
 * pictures that a stream can have. */
static const char old_reference[] = "mmco: unref short failure";
enum { MOST_REFERENCES = 16 };

typedef struct ffmpeg_source {
    media_source source;
    media_log log;
    media_demuxer demuxer;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *decoded;
    pixel_map map;
    media_frame *first; /* decoded when the file was opened, since only pictures tell all about a stream */
    int64_t frames;     /* decoded so far */
    double start;       /* of the first frame, in the file's seconds */
    double time;        /* of the last frame, from the first */
    char container[32];
} ffmpeg_source;

static const char *name_of(const ffmpeg_source *ff) {
    return input_name(ff->source.input);
}

static media_status damaged(ffmpeg_source *ff, const char *what) {
    failure_set(ff->source.failure,
        "%s: frame %lld cannot be decoded (%s); the file is damaged, or this build of FFmpeg cannot read it",
        name_of(ff), (long long)ff->frames, what);
    return MEDIA_ERROR;
}

static media_status out_of_memory(ffmpeg_source *ff) {
    failure_set_memory(ff->source.failure, name_of(ff));
    return MEDIA_ERROR;
}

/* What the decoder returned, in FFmpeg's own words if it found any. */
static media_status decoder_failed(ffmpeg_source *ff, int error) {
    char line[sizeof ff->log.line];
    media_log_get(&ff->log, line, sizeof line);
    return error == AVERROR(ENOMEM) ? out_of_memory(ff) : damaged(ff, line[0] ? line : av_err2str(error));
}

/* Give the decoder its next packet, or tell it that there are no more. */
static media_status feed(ffmpeg_source *ff) {
    media_status status = demuxer_read(&ff->demuxer, ff->packet);
    if (status == MEDIA_ERROR) {
        return status;
    }
    int error = avcodec_send_packet(ff->decoder, status == MEDIA_END ? NULL : ff->packet);
    av_packet_unref(ff->packet);
    return error < 0 ? decoder_failed(ff, error) : MEDIA_FRAME;
}

static media_status check_damage(ffmpeg_source *ff) {
    char line[sizeof ff->log.line];
    if (media_log_get(&ff->log, line, sizeof line) > 0) {
        return damaged(ff, line);
    }
    if (ff->decoded->flags & AV_FRAME_FLAG_CORRUPT || ff->decoded->decode_error_flags) {
        return damaged(ff, "parts of it are missing or wrong");
    }
    return MEDIA_FRAME;
}

/* Decode until there is a picture in ff->decoded. */
static media_status decode(ffmpeg_source *ff) {
    for (;;) {
        int error = avcodec_receive_frame(ff->decoder, ff->decoded);
        if (error == 0) {
            return check_damage(ff);
        }
        if (error == AVERROR_EOF) {
            char line[sizeof ff->log.line];
            return media_log_get(&ff->log, line, sizeof line) > 0 ? damaged(ff, line) : MEDIA_END;
        }
        if (error != AVERROR(EAGAIN)) {
            return decoder_failed(ff, error);
        }
        media_status status = feed(ff);
        if (status != MEDIA_FRAME) {
            return status;
        }
    }
}

/* By the timestamp or, where a frame has none, one frame later than the one before it. */
static double frame_time(const ffmpeg_source *ff, int64_t timestamp) {
    if (timestamp != AV_NOPTS_VALUE) {
        return (double)timestamp * av_q2d(ff->demuxer.stream->time_base) - ff->start;
    }
    double rate = demuxer_rate(&ff->demuxer);
    return ff->frames == 0 ? 0 : rate > 0 ? ff->time + 1 / rate : NAN;
}

/* Every picture must be like the first. */
static media_status check_geometry(ffmpeg_source *ff) {
    const media_info *info = &ff->source.info;
    const AVFrame *f = ff->decoded;
    if (f->width == info->width && f->height == info->height && f->format == (int)ff->map.from) {
        return MEDIA_FRAME;
    }
    failure_set(ff->source.failure,
        "%s: changes from %d x %d %s to %d x %d %s at frame %lld; cut it there, and score the parts one by one",
        name_of(ff), info->width, info->height, av_get_pix_fmt_name(ff->map.from), f->width, f->height,
        av_get_pix_fmt_name(f->format), (long long)ff->frames);
    return MEDIA_ERROR;
}

static media_status hand_out(ffmpeg_source *ff, media_frame **frame) {
    ff->time = frame_time(ff, ff->decoded->best_effort_timestamp);
    switch (pixel_map_frame(&ff->map, ff->decoded, ff->source.info.color, frame)) {
    case PIXEL_OK: break;
    case PIXEL_MEMORY: return out_of_memory(ff);
    case PIXEL_TRANSPARENT:
        failure_set(ff->source.failure,
            "%s: frame %lld is partly transparent (%s), and transparency is supported for RGB and grey only; convert it, "
            "with ffmpeg -pix_fmt %s for example",
            name_of(ff), (long long)ff->frames, av_get_pix_fmt_name(ff->map.from),
            pixel_format_suggestion(ff->map.from));
        return MEDIA_ERROR;
    }
    av_frame_unref(ff->decoded);
    (*frame)->time = ff->demuxer.image ? NAN : ff->time;
    (*frame)->index = ff->frames++;
    if (ff->frames == MOST_REFERENCES) {
        media_log_ignore(&ff->log, NULL);
    }
    return MEDIA_FRAME;
}

static media_status ffmpeg_next(media_source *source, media_frame **frame) {
    ffmpeg_source *ff = (ffmpeg_source *)source;
    if (ff->first) {
        *frame = ff->first;
        ff->first = NULL;
        return MEDIA_FRAME;
    }
    media_status status = decode(ff);
    if (status == MEDIA_FRAME) {
        status = check_geometry(ff);
    }
    return status == MEDIA_FRAME ? hand_out(ff, frame) : status;
}

static void ffmpeg_close(media_source *source) {
    ffmpeg_source *ff = (ffmpeg_source *)source;
    media_frame_release(ff->first);
    avcodec_free_context(&ff->decoder);
    av_frame_free(&ff->decoded);
    av_packet_free(&ff->packet);
    demuxer_close(&ff->demuxer);
    media_log_destroy(&ff->log);
    input_close(source->input);
    free(ff);
}

/* ---- Opening. ---- */

/* Where FFV1 data are damaged, FFmpeg's decoder may leave parts of a picture as they were in memory, without a word.
 * Cleared memory makes the outcome the same in every run. */
static int get_cleared_buffer(AVCodecContext *decoder, AVFrame *frame, int flags) {
    int error = avcodec_default_get_buffer2(decoder, frame, flags);
    for (int i = 0; error >= 0 && i < AV_NUM_DATA_POINTERS && frame->buf[i]; i++) {
        memset(frame->buf[i]->data, 0, (size_t)frame->buf[i]->size);
    }
    return error;
}

static int open_decoder(ffmpeg_source *ff, const media_options *options) {
    const AVCodecParameters *parameters = ff->demuxer.stream->codecpar;
    ff->packet = av_packet_alloc();
    ff->decoded = av_frame_alloc();
    ff->decoder = avcodec_alloc_context3(ff->demuxer.codec);
    if (!ff->packet || !ff->decoded || !ff->decoder ||
        avcodec_parameters_to_context(ff->decoder, parameters) == AVERROR(ENOMEM)) {
        out_of_memory(ff);
        return 0;
    }
    ff->decoder->pkt_timebase = ff->demuxer.stream->time_base;
    ff->decoder->thread_count = ff->demuxer.image ? 1 : options->threads;
    ff->decoder->thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE;
    /* Decoders leave a line for damage that they see, which check_damage() finds. The exception is HEVC's, which may
     * drop what it cannot parse; EXPLODE makes an error of that. Others return it for metadata as well, or trip over
     * it. */
    ff->decoder->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER |
                                   (parameters->codec_id == AV_CODEC_ID_HEVC ? AV_EF_EXPLODE : 0);
    if (parameters->codec_id == AV_CODEC_ID_FFV1) { /* only there, since it takes time */
        ff->decoder->get_buffer2 = get_cleared_buffer;
    }
    ff->decoder->max_pixels = options->max_pixels > 0 ? options->max_pixels : MEDIA_MAX_PIXELS;
    media_log_attach_decoder(&ff->log, ff->decoder);
    media_log_clear(&ff->log);
    media_log_ignore(&ff->log, parameters->codec_id == AV_CODEC_ID_H264 ? old_reference : NULL);
    int error = avcodec_open2(ff->decoder, ff->demuxer.codec, NULL);
    if (error < 0) {
        failure_set(ff->source.failure, "%s: its %s decoder cannot be started: %s", name_of(ff),
            ff->demuxer.codec->name, av_err2str(error));
    }
    return error >= 0;
}

/* Decode the first picture, and let it say what the stream is. */
static int open_first(ffmpeg_source *ff, const media_options *options) {
    media_status status = decode(ff);
    if (status == MEDIA_END) {
        failure_set(ff->source.failure,
            ff->demuxer.plain ? "%s: holds no frames" : "%s: has no picture that can be decoded (%s)", name_of(ff),
            ff->demuxer.codec->name);
    }
    if (status != MEDIA_FRAME ||
        !source_size_allowed(name_of(ff), ff->decoded->width, ff->decoded->height, options, ff->source.failure)) {
        return 0;
    }
    if (!pixel_map_find(ff->decoded->format, &ff->map)) {
        const char *format = av_get_pix_fmt_name(ff->decoded->format);
        failure_set(ff->source.failure,
            "%s: the pixel format %s is not supported (YUV 4:2:0, 4:2:2 and 4:4:4, RGB and grey of 8 to 16 bits are); "
            "convert it, with ffmpeg -pix_fmt %s for example",
            name_of(ff), format ? format : "unknown", pixel_format_suggestion(ff->decoded->format));
        return 0;
    }
    ff->source.info.color = pixel_color(&ff->map, ff->decoded, ff->demuxer.stream->codecpar);
    ff->source.info.width = ff->decoded->width;
    ff->source.info.height = ff->decoded->height;
    if (ff->decoded->best_effort_timestamp != AV_NOPTS_VALUE) {
        ff->start = (double)ff->decoded->best_effort_timestamp * av_q2d(ff->demuxer.stream->time_base);
    }
    return hand_out(ff, &ff->first) == MEDIA_FRAME;
}

static void describe(ffmpeg_source *ff) {
    media_info *info = &ff->source.info;
    const AVInputFormat *container = ff->demuxer.context->iformat;
    info->format = ff->map.format;
    info->frames = demuxer_frames(&ff->demuxer);
    info->still = ff->demuxer.image || info->frames == 1;
    info->duration = demuxer_duration(&ff->demuxer);
    info->rate = info->still ? 0 : demuxer_rate(&ff->demuxer);
    info->codec = avcodec_get_name(ff->demuxer.stream->codecpar->codec_id);
    info->pixel_format = av_get_pix_fmt_name(ff->map.from);
    /* "jpeg_pipe" is FFmpeg's name for a JPEG file. */
    size_t length = ff->demuxer.image ? strcspn(container->name, "_") : strlen(container->name);
    snprintf(ff->container, sizeof ff->container, "%.*s", (int)length, container->name);
    info->container = ff->container;
}

media_source *source_open_ffmpeg(media_input *input, const media_options *options, media_failure *failure) {
    ffmpeg_source *ff = calloc(1, sizeof *ff);
    if (!ff) {
        failure_set_memory(failure, input_name(input));
        input_close(input);
        return NULL;
    }
    ff->source = (media_source){.failure = failure, .input = input, .next = ffmpeg_next, .close = ffmpeg_close};
    ff->demuxer = (media_demuxer){.input = input, .failure = failure, .log = &ff->log};
    media_log_init(&ff->log);
    if (!demuxer_open(&ff->demuxer, options) || !open_decoder(ff, options) || !open_first(ff, options)) {
        ffmpeg_close(&ff->source);
        return NULL;
    }
    describe(ff);
    return &ff->source;
}
