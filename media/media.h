/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Files to pictures: opens anything that libpng or FFmpeg reads and hands out lk_picture by lk_picture, decoded ahead
 * by threads of its own into a bounded queue. Internal to the program; not part of libliken. */

#ifndef LIKEN_MEDIA_H
#define LIKEN_MEDIA_H

#include <liken/liken.h>

/* What the caller knows about an input beforehand. All zeros: find out. */
typedef struct media_options {
    int raw_width; /* above 0: headerless raw video of this size ... */
    int raw_height;
    const char *raw_format; /* ... in this FFmpeg pixel format, such as "yuv420p10le" */
    double raw_rate;        /* frames a second of raw video, for timestamps; 0: 25 */
    int queue;              /* decoded frames to hold ready; 0: 4 */
    int threads;            /* decoder threads; 0: FFmpeg chooses */
    int64_t max_pixels;     /* refuse larger pictures; 0: 2^28 (16384 x 16384) */
} media_options;

/* What was found. Fixed for the life of a reader. */
typedef struct media_info {
    int width;
    int height;
    lk_format format;
    lk_color color;           /* as the file says; unspecified where it does not */
    int still;                /* 1: a single image rather than video */
    int64_t frames;           /* how many, where the container says; -1: not known */
    double duration;          /* seconds, where the container says, for a progress bar; 0: not known */
    double rate;              /* frames a second; 0: not known or a still image */
    const char *container;    /* "png", "matroska,webm", "rawvideo", ... */
    const char *codec;        /* "h264", ... */
    const char *pixel_format; /* FFmpeg's name of what the decoder gives, or libpng's equivalent: "rgb24", ... */
    const char *ignored; /* of a PNG, what it says about its colours beyond sRGB, which is not used, to follow "FILE:
                          * ": "its colour profile (iCCP)", ...; NULL: nothing */
    int orientation; /* by its Exif data: 1 upright, 2 to 8 turned or mirrored when shown, which samples are not; 0: not
                        known */
} media_info;

typedef struct media_reader media_reader;

/* One decoded frame; its picture stays valid until media_frame_release(). */
typedef struct media_frame {
    lk_picture picture;
    int64_t index; /* 0 for the first frame of the file */
    double time;   /* seconds from the first frame, by the timestamps or else the frame rate; NaN without either */
} media_frame;

/* Open path: a file that libpng or FFmpeg reads, a pattern of an image sequence such as frame%04d.png, or "-" for y4m
 * on standard input (also raw video and single images: what shows whether it is whole without going back). NULL on
 * failure, with a sentence in error (which names the file and says what to do) of at most error_size bytes. */
media_reader *media_open(const char *path, const media_options *options, char *error, size_t error_size);

const media_info *media_reader_info(const media_reader *reader);

typedef enum media_status { MEDIA_FRAME = 0, MEDIA_END = 1, MEDIA_ERROR = 2, MEDIA_CANCELLED = 3 } media_status;

/* Take the next frame, waiting for the decoder. MEDIA_ERROR: damaged, truncated or unreadable; media_reader_error()
 * says what and where. After an error or the end, every further call returns the same. A change of size or format in
 * mid-stream is an error that names the frame. Frames that decode with errors are never handed out as good ones. */
media_status media_read(media_reader *reader, media_frame **frame);

/* Skip count frames without handing them out; like media_read() otherwise. */
media_status media_skip(media_reader *reader, int64_t count);

const char *media_reader_error(const media_reader *reader);

/* Make media_read() and media_skip() return MEDIA_CANCELLED from now on, also one that waits for a pipe that says
 * nothing. Threads: safe, while another reads; not from a signal handler. The reader must not be closed meanwhile. */
void media_cancel(media_reader *reader);

/* Give a frame back. NULL is let be. Threads: safe, also while another thread is in media_read(). */
void media_frame_release(media_frame *frame);

/* Stop the decoder's threads and close the file. Frames handed out stay valid until they are released. */
void media_close(media_reader **reader);

#endif
