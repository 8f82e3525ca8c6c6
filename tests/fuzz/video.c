/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Uncompressed video: y4m, and headerless frames of a size and format that the first bytes choose. */

#include "reading.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const formats[] = {"yuv420p", "yuv422p10le", "yuv444p16le", "nv12", "p010le", "gray", "gray16le",
        "rgb24", "rgb48le", "gbrp", "gbrp12le", "yuv420p9le", "yuv420p10be", "bgra", "pal8", "nonsense"};
    media_options options = {.max_pixels = 1 << 16, .threads = 1};
    static const char y4m[] = "YUV4MPEG2";
    if (size >= sizeof y4m - 1 && memcmp(data, y4m, sizeof y4m - 1) == 0) {
        read_all(data, size, &options, source_open_ffmpeg);
    } else if (size > 3) {
        options.raw_width = 1 + data[0];
        options.raw_height = 1 + data[1];
        options.raw_format = formats[data[2] % 16];
        read_all(data + 3, size - 3, &options, source_open_ffmpeg);
    }
    return 0;
}
