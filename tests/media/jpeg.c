/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* JPEG: a picture that was compressed and decoded elsewhere, and scored by the reference tool, comes out with the same
 * samples; every cut is noticed; the orientation is found.
 *
 *     jpeg FOLDER     scene_a.png, and scene_a_jpeg92.png and scene_a_jpeg25.png, which were made from it */

#include "media_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

static media_frame *read_frame(const char *path) {
    char error[512] = "";
    media_frame *frame = NULL;
    media_reader *reader = media_open(path, NULL, error, sizeof error);
    CHECK(reader && media_read(reader, &frame) == MEDIA_FRAME, "%s: %s", path, error);
    media_close(&reader);
    return frame;
}

/* With the library's defaults, 4:2:0. exif: an APP1 segment; NULL: none. */
static void compress(const char *path, const lk_picture *p, int quality, const char *exif, unsigned size) {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    FILE *file = fopen(path, "wb");
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, file);
    jpeg.image_width = (JDIMENSION)p->width;
    jpeg.image_height = (JDIMENSION)p->height;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, quality, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    if (exif) {
        jpeg_write_marker(&jpeg, JPEG_APP0 + 1, (const JOCTET *)exif, size);
    }
    for (int y = 0; y < p->height; y++) {
        JSAMPROW row = (JSAMPROW)p->plane[0] + y * p->stride[0];
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    fclose(file);
}

static void check_samples(const char *folder, const lk_picture *source, int quality) {
    char name[512];
    snprintf(name, sizeof name, "%s/scene_a_jpeg%d.png", folder, quality);
    compress(file_path("a.jpg"), source, quality, NULL, 0);
    media_frame *want = read_frame(name);
    media_frame *got = read_frame(file_path("a.jpg"));
    if (want && got) {
        CHECK(picture_hash(&want->picture) == picture_hash(&got->picture), "quality %d: other samples", quality);
    }
    media_frame_release(want);
    media_frame_release(got);
}

static void check_damage(void) {
    size_t size;
    char error[512];
    uint8_t *data = file_read(file_path("a.jpg"), &size);
    for (size_t cut = 3; cut < size; cut += 1 + size / 97) {
        int64_t count = read_memory("cut", data, cut, NULL, error, sizeof error, NULL);
        CHECK(count == -1, "cut after %zu of %zu bytes gives a picture", cut, size);
    }
    const media_options small = {.max_pixels = 100};
    CHECK(read_memory("large", data, size, &small, error, sizeof error, NULL) == -1 && strstr(error, "limits"), "%s",
        error);
    free(data);
}

static void check_orientation(const lk_picture *source) {
    static const char little[] = "Exif\0\0II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0\0\0\0";
    static const char big[] = "Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\3\0\0\0\0\0\0";
    static const char cut[] = "Exif\0\0II*\0\xF0\xFF\xFF\xFF";
    static const struct {
        const char *exif;
        unsigned size;
        int orientation;
    } cases[] = {{little, sizeof little, 6}, {big, sizeof big, 3}, {cut, sizeof cut, 0}, {NULL, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char error[512] = "";
        compress(file_path("turned.jpg"), source, 90, cases[i].exif, cases[i].size);
        media_reader *reader = media_open(file_path("turned.jpg"), NULL, error, sizeof error);
        CHECK(reader && media_reader_info(reader)->orientation == cases[i].orientation, "case %zu: %s", i, error);
        media_close(&reader);
    }
}

int main(int argc, char **argv) {
    char name[512];
    if (argc != 2) {
        return 2;
    }
    snprintf(name, sizeof name, "%s/scene_a.png", argv[1]);
    media_frame *source = read_frame(name);
    if (source) {
        check_samples(argv[1], &source->picture, 92);
        check_samples(argv[1], &source->picture, 25);
        check_damage();
        check_orientation(&source->picture);
    }
    media_frame_release(source);
    return check_result();
}
