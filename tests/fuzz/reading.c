/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "reading.h"

#include <string.h>

/* Frames are alike; a few of them are enough. */
#define MAX_FRAMES 4

static volatile unsigned seen;

/* Touch every sample that the picture says it has. */
static void read_picture(const lk_picture *p, const media_info *info) {
    MUST(p->width == info->width && p->height == info->height &&
         memcmp(&p->format, &info->format, sizeof p->format) == 0);
    MUST(lk_format_check(&p->format) == LK_OK && p->memory == LK_MEMORY_HOST);
    unsigned sum = 0;
    for (int i = 0; i < lk_format_planes(&p->format); i++) {
        size_t row = lk_format_row_bytes(&p->format, i, p->width);
        MUST(p->plane[i]);
        for (int y = 0; y < lk_format_rows(&p->format, i, p->height); y++) {
            const uint8_t *at = (const uint8_t *)p->plane[i] + y * p->stride[i];
            for (size_t x = 0; x < row; x++) {
                sum += at[x];
            }
        }
    }
    seen += sum;
}

void read_all(const uint8_t *data, size_t size, const media_options *options, reading_open *open) {
    media_failure failure = {{0}};
    media_input *input = input_memory("bytes", data, size, &failure);
    MUST(input);
    media_source *source = open(input, options, &failure);
    if (!source) {
        MUST(strstr(failure.text, "bytes"));
        return;
    }
    media_status status = MEDIA_FRAME;
    for (int i = 0; i < MAX_FRAMES && status == MEDIA_FRAME; i++) {
        media_frame *frame = NULL;
        status = source->next(source, &frame);
        if (status == MEDIA_FRAME) {
            read_picture(&frame->picture, &source->info);
            media_frame_release(frame);
        } else if (status == MEDIA_ERROR) {
            MUST(strstr(failure.text, "bytes"));
        }
    }
    source_close(source);
}
