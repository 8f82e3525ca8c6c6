/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "demuxer.h"

#include "container.h"
#include "source.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavutil/avstring.h>
#include <string.h>

int demuxer_has_sample_table(const media_demuxer *d) {
    return av_match_name("mov", d->context->iformat->name) && d->stream->nb_frames > 0;
}

int64_t demuxer_frames(const media_demuxer *d) {
    if (d->image) {
        return 1;
    }
    if (d->frame_size > 0) {
        return input_size(d->input) >= 0 ? input_size(d->input) / d->frame_size : -1;
    }
    if (d->plain) {
        return d->stream->duration > 0 ? d->stream->duration : -1;
    }
    if (!demuxer_has_sample_table(d)) {
        return d->stream->nb_frames > 0 ? d->stream->nb_frames : -1;
    }
    /* An edit list leaves frames out: they are marked in the table, or not in it. */
    int64_t shown = 0;
    for (int i = 0; i < avformat_index_get_entries_count(d->stream); i++) {
        shown += !(avformat_index_get_entry(d->stream, i)->flags & AVINDEX_DISCARD_FRAME);
    }
    return shown > 0 ? shown : -1;
}

double demuxer_rate(const media_demuxer *d) {
    /* Plain files count frames, not seconds. */
    AVRational rate = d->plain ? av_inv_q(d->stream->time_base) : av_guess_frame_rate(d->context, d->stream, NULL);
    return rate.num > 0 && rate.den > 0 ? av_q2d(rate) : 0;
}

double demuxer_duration(const media_demuxer *d) {
    if (d->image) {
        return 0;
    }
    if (d->stream->duration > 0) {
        return (double)d->stream->duration * av_q2d(d->stream->time_base);
    }
    return d->context->duration > 0 ? (double)d->context->duration / AV_TIME_BASE : 0;
}

static media_status damaged(media_demuxer *d, const char *what) {
    failure_set(d->failure, "%s: is damaged or truncated: after packet %lld %s; get a sound copy of the file",
        input_name(d->input), (long long)d->packets, what);
    return MEDIA_ERROR;
}

/* Where the first picture of an image file ends, as far as FFmpeg can tell; 0: it cannot. */
static size_t first_picture_end(const media_demuxer *d, const AVPacket *packet) {
    enum AVCodecID codec = d->stream->codecpar->codec_id;
    if (codec == AV_CODEC_ID_MJPEG) {
        return container_jpeg_end(packet->data, (size_t)packet->size);
    }
    AVCodecParserContext *parser = av_parser_init(codec);
    AVCodecContext *context = avcodec_alloc_context3(NULL);
    uint8_t *data = NULL;
    int size = 0;
    int end = 0;
    if (parser && context) {
        end = av_parser_parse2(
            parser, context, &data, &size, packet->data, packet->size, AV_NOPTS_VALUE, AV_NOPTS_VALUE, 0);
    }
    avcodec_free_context(&context);
    if (parser) {
        av_parser_close(parser);
    }
    return size > 0 && end > 0 ? (size_t)end : 0;
}

/* Whether another picture, one that begins with the same mark, follows the first. */
static int holds_more(const media_demuxer *d, const AVPacket *packet) {
    enum { MARK = 2 };
    size_t size = (size_t)packet->size;
    size_t end = first_picture_end(d, packet);
    return end > 0 && end < size && size - end > MARK && memcmp(packet->data + end, packet->data, MARK) == 0;
}

/* The whole file as one packet. */
static media_status read_image(media_demuxer *d, AVPacket *packet) {
    enum { BLOCK = 1 << 20 };
    const char *name = input_name(d->input);
    if (d->packets > 0) {
        return MEDIA_END;
    }
    int got = 0;
    while (packet->size < MEDIA_MAX_IMAGE_BYTES && (got = av_append_packet(d->io, packet, BLOCK)) > 0) {
    }
    if (got > 0 || packet->size >= MEDIA_MAX_IMAGE_BYTES) {
        failure_set(d->failure, "%s: an image file of more than %d bytes is not opened", name, MEDIA_MAX_IMAGE_BYTES);
        return MEDIA_ERROR;
    }
    if (got < 0 && got != AVERROR_EOF) {
        failure_set(d->failure, "%s: cannot be read: %s", name, av_err2str(got));
        return MEDIA_ERROR;
    }
    if (!container_image_is_whole(packet->data, (size_t)packet->size)) {
        failure_set(d->failure, "%s: is truncated: its end marker is missing", name);
        return MEDIA_ERROR;
    }
    if (holds_more(d, packet)) {
        failure_set(d->failure,
            "%s: holds more than one picture: another follows the first; give them as y4m or as single files", name);
        return MEDIA_ERROR;
    }
    packet->flags = AV_PKT_FLAG_KEY;
    d->packets = 1;
    return MEDIA_FRAME;
}

static media_status end(media_demuxer *d, int error) {
    char line[sizeof d->log->line];
    int errors = media_log_get(d->log, line, sizeof line);
    int64_t left = avio_tell(d->io) - d->consumed;
    if (d->io->error < 0 && d->io->error != AVERROR_EOF) {
        failure_set(d->failure, "%s: cannot be read: %s", input_name(d->input), av_err2str(d->io->error));
        return MEDIA_ERROR;
    }
    if (d->plain && left > 0) {
        failure_set(d->failure, "%s: is truncated: it ends within frame %lld, of which it has %lld bytes",
            input_name(d->input), (long long)d->packets, (long long)left);
        return MEDIA_ERROR;
    }
    if (error != AVERROR_EOF || errors > 0) {
        return damaged(d, line[0] ? line : av_err2str(error));
    }
    return MEDIA_END;
}

/* Broadcast streams may begin anywhere: what comes before the first key frame cannot be decoded, and is not damage. */
static int is_lead_in(const media_demuxer *d, const AVPacket *packet) {
    return d->packets == 0 && d->context->iformat->flags & AVFMT_TS_DISCONT && !(packet->flags & AV_PKT_FLAG_KEY);
}

media_status demuxer_read(media_demuxer *d, AVPacket *packet) {
    if (d->image) {
        return read_image(d, packet);
    }
    for (;;) {
        int error = av_read_frame(d->context, packet);
        if (error < 0) {
            return end(d, error);
        }
        if (packet->stream_index == d->stream->index && !is_lead_in(d, packet)) {
            break;
        }
        av_packet_unref(packet);
    }
    if (packet->flags & AV_PKT_FLAG_CORRUPT) {
        return d->plain ? end(d, AVERROR_EOF) : damaged(d, "the data are incomplete");
    }
    if (d->jpegs && !container_image_is_whole(packet->data, (size_t)packet->size)) {
        return damaged(d, "a picture has no end");
    }
    d->consumed = avio_tell(d->io);
    d->packets++;
    return MEDIA_FRAME;
}
