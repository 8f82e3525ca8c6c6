/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* PNG files, whatever is in them: pictures, or a sentence that names the file. Each is read as it is, and with the
 * checksums of its chunks made right, which no chance would do. */

#include "image.h"
#include "reading.h"

#include <string.h>

static uint32_t checksum(const uint8_t *data, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        }
    }
    return ~crc;
}

static void repair(uint8_t *data, size_t size) {
    for (size_t at = 8; at + 12 <= size;) {
        size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16 | (size_t)data[at + 2] << 8 | data[at + 3];
        if (length > size - at - 12) {
            return;
        }
        uint32_t crc = checksum(data + at + 4, length + 4);
        for (int i = 0; i < 4; i++) {
            data[at + 8 + length + (size_t)i] = (uint8_t)(crc >> (24 - 8 * i));
        }
        at += 12 + length;
    }
}

static media_source *open_png(media_input *input, const media_options *options, media_failure *failure) {
    return image_open(input, options, failure, image_decode_png, "png");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const media_options options = {.max_pixels = 1 << 18};
    read_all(data, size, &options, open_png);
    uint8_t *repaired = malloc(size ? size : 1);
    MUST(repaired);
    memcpy(repaired, data, size);
    repair(repaired, size);
    read_all(repaired, size, &options, open_png);
    free(repaired);
    return 0;
}
