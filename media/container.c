/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "container.h"

#include <stdbool.h>
#include <string.h>

enum {
    HEAD = 288,             /* bytes of an element that are looked at: enough for an Ogg page's table */
    MOST_ELEMENTS = 1 << 22 /* a file of nothing but tiny elements must not take hours */
};

static uint64_t big_endian(const uint8_t *bytes, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static uint32_t little_endian32(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* ---- Elements. Each function gets the first bytes of one (zeros beyond the end of the file) and returns the size of
 * all of it; 0 ends the walk. ---- */

typedef struct container_element {
    bool needed; /* out: the video may be in it, so that all of it must be there */
    int follows; /* out: at least so many bytes must come after it */
    bool inside; /* kept from one to the next: within GIF data, or a Matroska segment of open size */
} container_element;

typedef uint64_t element_size(const uint8_t *head, container_element *element);

/* ISO/IEC 14496-12. What follows the last box of these kinds may be anything. */
static uint64_t box_size(const uint8_t *head, container_element *element) {
    static const char *const kinds[] = {"mdat", "moov", "moof", "meta"};
    uint64_t size = big_endian(head, 4);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        element->needed = element->needed || memcmp(head + 4, kinds[i], 4) == 0;
    }
    if (size == 1) {
        size = big_endian(head + 8, 8);
        return size >= 16 ? size : 0;
    }
    return size >= 8 ? size : 0; /* 0: to the end of the file */
}

/* AVI files larger than a gigabyte are several chunks in a row. Some writers count the eight bytes of the chunk's own
 * header as well; what an AVI file lacks then is the end of its index. */
static uint64_t riff_size(const uint8_t *head, container_element *element) {
    uint64_t size = little_endian32(head + 4);
    element->needed = memcmp(head, "RIFF", 4) == 0 && size >= 8;
    if (!element->needed) {
        return 0;
    }
    return memcmp(head + 8, "AVI", 3) == 0 ? size : size + 8;
}

/* The length of an EBML number by its first byte; 0: none is that long. */
static int ebml_length(uint8_t first) {
    int length = 1;
    while (length <= 8 && !(first & (0x80 >> (length - 1)))) {
        length++;
    }
    return length <= 8 ? length : 0;
}

/* Matroska: a header and a segment, which holds everything. Live recordings leave the sizes of the segment and of its
 * clusters open: then the walk goes on inside them. */
static uint64_t ebml_size(const uint8_t *head, container_element *element) {
    static const uint8_t segment[] = {0x18, 0x53, 0x80, 0x67};
    int id = ebml_length(head[0]);
    int length = ebml_length(head[id]);
    uint64_t open = (UINT64_C(1) << (7 * length)) - 1;
    uint64_t content = big_endian(head + id, length) & open;
    if (id < 1 || id > 4 || length < 1) {
        return 0;
    }
    element->needed = element->inside || memcmp(head, segment, sizeof segment) == 0;
    element->inside = element->inside || content == open;
    return (uint64_t)(id + length) + (content == open ? 0 : content);
}

/* MXF (SMPTE ST 336): a key of 16 bytes, a length, a value. */
static uint64_t klv_size(const uint8_t *head, container_element *element) {
    static const uint8_t prefix[] = {0x06, 0x0E, 0x2B, 0x34};
    enum { KEY = 16, LONG = 0x80 };
    int more = head[KEY] & LONG ? head[KEY] - LONG : 0;
    element->needed = memcmp(head, prefix, sizeof prefix) == 0 && more <= 8;
    if (!element->needed) {
        return 0;
    }
    return KEY + 1 + (uint64_t)more + (more > 0 ? big_endian(head + KEY + 1, more) : head[KEY]);
}

/* Ogg (RFC 3533): pages with a table of the lengths of their segments. The last one says that it is. */
static uint64_t ogg_size(const uint8_t *head, container_element *element) {
    enum { FLAGS = 5, LAST_PAGE = 4, SEGMENTS = 26, TABLE = 27 };
    element->needed = memcmp(head, "OggS", 4) == 0;
    if (!element->needed) {
        return 0;
    }
    uint64_t size = TABLE + (uint64_t)head[SEGMENTS];
    for (int i = 0; i < head[SEGMENTS]; i++) {
        size += head[TABLE + i];
    }
    element->follows = head[FLAGS] & LAST_PAGE ? 0 : TABLE;
    return size;
}

/* AV1, chapter 5: units that begin with their size. */
static uint64_t obu_size(const uint8_t *head, container_element *element) {
    enum { FORBIDDEN = 0x81, EXTENSION = 0x04, HAS_SIZE = 0x02 };
    int at = head[0] & EXTENSION ? 2 : 1;
    uint64_t size = 0;
    if (head[0] & FORBIDDEN || !(head[0] & HAS_SIZE)) {
        return 0;
    }
    element->needed = true;
    for (int i = 0; i < 8; i++) {
        size |= (uint64_t)(head[at] & 0x7F) << (7 * i);
        if (!(head[at++] & 0x80)) {
            break;
        }
    }
    return (uint64_t)at + size;
}

/* IVF: a header and frames, each with its length and its time. */
static uint64_t ivf_size(const uint8_t *head, container_element *element) {
    enum { HEADER = 6, FRAME_HEADER = 12 };
    element->needed = true;
    if (!element->inside) {
        element->inside = true;
        return (uint64_t)(head[HEADER] | head[HEADER + 1] << 8);
    }
    return FRAME_HEADER + (uint64_t)little_endian32(head);
}

/* GIF: blocks, some of them followed by data in parts of up to 255 bytes, and at the very end one byte. */
static uint64_t gif_size(const uint8_t *head, container_element *element) {
    enum { EXTENSION = 0x21, IMAGE = 0x2C };
    element->needed = true;
    element->follows = 1;
    if (element->inside) {
        element->inside = head[0] != 0;
        return 1 + (uint64_t)head[0];
    }
    uint64_t size = 0;
    uint8_t flags = 0;
    if (memcmp(head, "GIF8", 4) == 0) {
        size = 13;
        flags = head[10];
    } else if (head[0] == EXTENSION) {
        size = 2;
        element->inside = true;
    } else if (head[0] == IMAGE) {
        size = 11;
        flags = head[9];
        element->inside = true;
    }
    return size + (flags & 0x80 ? UINT64_C(3) << ((flags & 7) + 1) : 0); /* a colour table */
}

/* Sun raster: a header, a palette and a picture, with their sizes. */
static uint64_t ras_size(const uint8_t *head, container_element *element) {
    enum { HEADER = 32, PICTURE = 16, PALETTE = 28 };
    element->needed = memcmp(head, "\x59\xA6\x6A\x95", 4) == 0;
    return element->needed ? HEADER + big_endian(head + PICTURE, 4) + big_endian(head + PALETTE, 4) : 0;
}

static int64_t walk(media_input *input, element_size *size_of) {
    container_element element = {0};
    int64_t position = 0;
    int64_t promised = 0;
    for (int i = 0; i < MOST_ELEMENTS && position < input_size(input); i++) {
        uint8_t head[HEAD] = {0};
        if (input_seek(input, position) < 0 || input_read(input, head, sizeof head) <= 0) {
            break;
        }
        element.needed = false;
        element.follows = 0;
        uint64_t size = size_of(head, &element);
        if (size == 0) {
            break;
        }
        position = size < (uint64_t)(INT64_MAX - HEAD - position) ? position + (int64_t)size : INT64_MAX - HEAD;
        if (element.needed) {
            promised = position + element.follows;
        }
    }
    return promised;
}

/* MPEG transport streams are packets of one size, bare or with four bytes before or sixteen after. */
static int64_t promised_by_packets(media_input *input) {
    static const struct { int size, sync; } kinds[] = {{188, 0}, {192, 4}, {204, 0}};
    enum { SYNC = 0x47, PACKETS = 4 };
    uint8_t head[204 * PACKETS];
    if (input_seek(input, 0) < 0 || input_read(input, head, sizeof head) != (ptrdiff_t)sizeof head) {
        return 0;
    }
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        int found = 0;
        while (found < PACKETS && head[found * kinds[k].size + kinds[k].sync] == SYNC) {
            found++;
        }
        if (found == PACKETS) {
            return (input_size(input) + kinds[k].size - 1) / kinds[k].size * kinds[k].size;
        }
    }
    return 0;
}

int64_t container_promised_size(media_input *input) {
    static const struct {
        const char *mark; /* how such a file begins */
        int at, length;
        element_size *size;
    } kinds[] = {
        {"\x1A\x45\xDF\xA3", 0, 4, ebml_size},
        {"ftyp", 4, 4, box_size},
        {"moov", 4, 4, box_size},
        {"mdat", 4, 4, box_size},
        {"wide", 4, 4, box_size},
        {"free", 4, 4, box_size},
        {"RIFF", 0, 4, riff_size},
        {"\x06\x0E\x2B\x34", 0, 4, klv_size},
        {"OggS", 0, 4, ogg_size},
        {"\x12\x00\x0A", 0, 3, obu_size},
        {"DKIF", 0, 4, ivf_size},
        {"GIF8", 0, 4, gif_size},
        {"\x59\xA6\x6A\x95", 0, 4, ras_size},
    };
    uint8_t head[16];
    if (input_size(input) < (int64_t)sizeof head || input_peek(input, head, sizeof head) < sizeof head) {
        return 0;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (memcmp(head + kinds[i].at, kinds[i].mark, (size_t)kinds[i].length) == 0) {
            return walk(input, kinds[i].size);
        }
    }
    return promised_by_packets(input);
}

/* Where it ends, behind its end marker; 0: it has none. Also JPEG-LS. Decoders make up what is missing. parts: whether
 * it lists other pictures in the file as parts of itself (the Multi-Picture Format). */
static size_t jpeg_end(const uint8_t *data, size_t size, bool *parts) {
    enum { FIRST_MARKER = 0xC0, RST0 = 0xD0, SOI = 0xD8, EOI = 0xD9, APP2 = 0xE2 };
    *parts = false;
    size_t at = 0;
    while (at + 1 < size) {
        if (data[at] != 0xFF || data[at + 1] < FIRST_MARKER || data[at + 1] == 0xFF) {
            at++; /* entropy-coded data, or fill bytes before a marker */
            continue;
        }
        uint8_t marker = data[at + 1];
        at += 2;
        if (marker == EOI) {
            return at;
        }
        if (marker == APP2 && size - at >= 6 && memcmp(data + at + 2, "MPF", 4) == 0) {
            *parts = true;
        }
        if ((marker < RST0 || marker > SOI) && at + 1 < size) {
            at += (size_t)big_endian(data + at, 2); /* a segment; embedded previews are passed over with it */
        }
    }
    return 0;
}

size_t container_jpeg_end(const uint8_t *data, size_t size) {
    bool parts = false;
    size_t end = size >= 2 && memcmp(data, "\xFF\xD8", 2) == 0 ? jpeg_end(data, size, &parts) : 0;
    return parts ? 0 : end;
}

int container_image_is_whole(const uint8_t *data, size_t size) {
    static const uint8_t qoi_end[] = {0, 0, 0, 0, 0, 0, 0, 1};
    if (size >= 2 && memcmp(data, "\xFF\xD8", 2) == 0) {
        bool parts;
        return jpeg_end(data, size, &parts) > 0;
    }
    if (size >= sizeof qoi_end && memcmp(data, "qoif", 4) == 0) {
        return memcmp(data + size - sizeof qoi_end, qoi_end, sizeof qoi_end) == 0;
    }
    return 1;
}
