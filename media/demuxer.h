/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* A file's one video stream, as packets, through libavformat. */

#ifndef LIKEN_MEDIA_DEMUXER_H
#define LIKEN_MEDIA_DEMUXER_H

#include "input.h"
#include "log.h"
#include "media.h"

#include <libavformat/avformat.h>

typedef struct media_demuxer {
    media_input *input; /* the owner's, as are the next two */
    media_failure *failure;
    media_log *log;
    AVIOContext *io;
    AVFormatContext *context;
    AVStream *stream;
    const AVCodec *codec;
    int image;          /* a single picture: the whole file is one packet */
    int jpegs;          /* JPEG after JPEG and nothing else: each must have its end */
    int plain;          /* headerless raw or y4m: frames and nothing else, so that every byte must belong to one */
    int64_t frame_size; /* of headerless raw video, in bytes */
    int64_t packets;    /* given so far */
    int64_t consumed;   /* plain: where the last packet ended */
} media_demuxer;

/* Open what input holds. 0 on failure, with the reason; close it then as well. input, failure and log must be set. */
int demuxer_open(media_demuxer *demuxer, const media_options *options);

/* Whether a second JPEG follows the first, so that this is raw Motion JPEG. Only of a file, to which it can return. */
int demuxer_is_jpeg_stream(media_input *input);

/* MEDIA_FRAME: packet is the next one. MEDIA_END: the stream is complete, as far as the container can tell.
 * MEDIA_ERROR: the file is damaged or cut, with the reason. */
media_status demuxer_read(media_demuxer *demuxer, AVPacket *packet);

/* Whether the container lists the place of every frame (MP4, MOV): then FFmpeg's index holds that list. */
int demuxer_has_sample_table(const media_demuxer *demuxer);

/* How many frames the container says there are; -1: not known. */
int64_t demuxer_frames(const media_demuxer *demuxer);

/* Frames a second; 0: not known. */
double demuxer_rate(const media_demuxer *demuxer);

/* Seconds that the container says the video lasts; 0: not known. */
double demuxer_duration(const media_demuxer *demuxer);

void demuxer_close(media_demuxer *demuxer);

#endif
