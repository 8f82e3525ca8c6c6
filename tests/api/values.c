/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What the public functions say without a picture: versions, names, defaults, formats, colours. */

#include "support/check.h"
#include "support/picture.h"

static void check_version(void) {
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", LK_VERSION_MAJOR, LK_VERSION_MINOR, LK_VERSION_PATCH);
    CHECK(strcmp(lk_version_string(), version) == 0, "%s, the header says %s", lk_version_string(), version);
}

static void check_status(void) {
    static const struct {
        lk_status status;
        lk_fault fault;
    } cases[] = {
        {LK_OK, LK_FAULT_NONE},
        {LK_FULL, LK_FAULT_NONE},
        {LK_PENDING, LK_FAULT_NONE},
        {LK_EMPTY, LK_FAULT_NONE},
        {LK_CANCELLED, LK_FAULT_NONE},
        {LK_ERROR_ARGUMENT, LK_FAULT_CALLER},
        {LK_ERROR_VERSION, LK_FAULT_CALLER},
        {LK_ERROR_SIZE, LK_FAULT_CALLER},
        {LK_ERROR_FORMAT, LK_FAULT_CALLER},
        {LK_ERROR_MEMORY, LK_FAULT_MACHINE},
        {LK_ERROR_SYSTEM, LK_FAULT_MACHINE},
        {LK_ERROR_UNAVAILABLE, LK_FAULT_DEVICE},
        {LK_ERROR_DEVICE_MEMORY, LK_FAULT_DEVICE},
        {LK_ERROR_DEVICE, LK_FAULT_DEVICE},
        {LK_ERROR_INTERNAL, LK_FAULT_LIBRARY},
    };
    const size_t count = sizeof cases / sizeof *cases;
    for (size_t i = 0; i < count; i++) {
        const char *text = lk_status_string(cases[i].status);
        CHECK(lk_status_fault(cases[i].status) == cases[i].fault, "status 0x%x", (unsigned)cases[i].status);
        CHECK(strcmp(text, "unknown status") != 0, "status 0x%x has no name", (unsigned)cases[i].status);
        for (size_t j = 0; j < i; j++) {
            CHECK(strcmp(text, lk_status_string(cases[j].status)) != 0, "two statuses are called \"%s\"", text);
        }
    }
    CHECK(strcmp(lk_status_string((lk_status)0x999), "unknown status") == 0, "%s", lk_status_string((lk_status)0x999));
}

/* A word of an enumeration, which takes values that it does not have as well. */
#define CHECK_WORD(function, type, value, word)                                                                        \
    CHECK(strcmp(function((type)(value)), word) == 0, "%s(%d) is \"%s\"", #function, (int)(value),                     \
        function((type)(value)))

static void check_words(void) {
    CHECK_WORD(lk_matrix_string, lk_matrix, LK_MATRIX_RGB, "rgb");
    CHECK_WORD(lk_matrix_string, lk_matrix, LK_MATRIX_BT709, "bt709");
    CHECK_WORD(lk_matrix_string, lk_matrix, LK_MATRIX_UNSPECIFIED, "unspecified");
    CHECK_WORD(lk_matrix_string, lk_matrix, LK_MATRIX_BT470BG, "bt470bg");
    CHECK_WORD(lk_matrix_string, lk_matrix, LK_MATRIX_BT601, "bt601");
    CHECK_WORD(lk_matrix_string, lk_matrix, LK_MATRIX_BT2020_NCL, "bt2020nc");
    CHECK_WORD(lk_matrix_string, lk_matrix, 77, "unsupported");
    CHECK_WORD(lk_range_string, lk_range, LK_RANGE_LIMITED, "limited");
    CHECK_WORD(lk_range_string, lk_range, LK_RANGE_FULL, "full");
    CHECK_WORD(lk_range_string, lk_range, -1, "unsupported");
    CHECK_WORD(lk_transfer_string, lk_transfer, LK_TRANSFER_SRGB, "srgb");
    CHECK_WORD(lk_transfer_string, lk_transfer, LK_TRANSFER_PQ, "pq");
    CHECK_WORD(lk_transfer_string, lk_transfer, LK_TRANSFER_HLG, "hlg");
    CHECK_WORD(lk_transfer_string, lk_transfer, LK_TRANSFER_BT1886, "bt1886");
    CHECK_WORD(lk_transfer_string, lk_transfer, 4, "unsupported");
    CHECK_WORD(lk_primaries_string, lk_primaries, LK_PRIMARIES_BT2020, "bt2020");
    CHECK_WORD(lk_primaries_string, lk_primaries, LK_PRIMARIES_P3, "p3");
    CHECK_WORD(lk_primaries_string, lk_primaries, 3, "unsupported");
    CHECK_WORD(lk_chroma_location_string, lk_chroma_location, LK_CHROMA_LEFT, "left");
    CHECK_WORD(lk_chroma_location_string, lk_chroma_location, LK_CHROMA_BOTTOM, "bottom");
    CHECK_WORD(lk_chroma_location_string, lk_chroma_location, 7, "unsupported");
    CHECK_WORD(lk_backend_string, lk_backend, LK_BACKEND_AUTO, "auto");
    CHECK_WORD(lk_backend_string, lk_backend, LK_BACKEND_CPU, "cpu");
    CHECK_WORD(lk_backend_string, lk_backend, LK_BACKEND_CUDA, "cuda");
    CHECK_WORD(lk_backend_string, lk_backend, LK_BACKEND_OPENCL, "opencl");
    CHECK_WORD(lk_profile_string, lk_profile, LK_PROFILE_LIBJXL, "libjxl");
    CHECK_WORD(lk_profile_string, lk_profile, LK_PROFILE_EXACT, "exact");
    CHECK_WORD(lk_profile_string, lk_profile, 2, "unsupported");
    CHECK_WORD(lk_upsampling_string, lk_upsampling, LK_UPSAMPLING_BILINEAR, "bilinear");
    CHECK_WORD(lk_upsampling_string, lk_upsampling, LK_UPSAMPLING_NEAREST, "nearest");
}

static int unspecified(const lk_color *c) {
    return c->matrix == LK_MATRIX_UNSPECIFIED && c->range == LK_RANGE_UNSPECIFIED &&
           c->transfer == LK_TRANSFER_UNSPECIFIED && c->primaries == LK_PRIMARIES_UNSPECIFIED &&
           c->chroma_location == LK_CHROMA_UNSPECIFIED;
}

static void check_defaults(void) {
    lk_scorer_params p;
    memset(&p, 0xA5, sizeof p);
    CHECK(lk_scorer_params_default(&p, LK_API_VERSION) == LK_OK, "refused");
    CHECK(p.version == LK_API_VERSION && p.width == 0 && p.height == 0, "%u %d %d", p.version, p.width, p.height);
    CHECK(p.reference.model == LK_MODEL_YUV && p.reference.layout == LK_LAYOUT_PLANAR && p.reference.depth == 8 &&
              p.reference.chroma_w == 1 && p.reference.chroma_h == 1 && p.reference.alpha == 0,
        "the reference's format");
    CHECK(memcmp(&p.reference, &p.distorted, sizeof p.reference) == 0, "the distorted picture's format");
    CHECK(unspecified(&p.reference_color) && unspecified(&p.distorted_color), "the colours");
    CHECK(p.metrics == LK_METRIC_SSIMULACRA2 && p.profile == LK_PROFILE_LIBJXL &&
              p.upsampling == LK_UPSAMPLING_BILINEAR && p.all_norms == 0,
        "the metric");
    CHECK(p.backend == LK_BACKEND_AUTO && p.device == 0 && p.threads == 0 && p.in_flight == 0 && p.max_memory == 0 &&
              !p.native_context,
        "the backend");
    CHECK(lk_scorer_params_default(&p, 0) == LK_ERROR_VERSION, "version 0");
    CHECK(lk_scorer_params_default(&p, LK_API_VERSION + 1) == LK_ERROR_VERSION, "a newer version");
    CHECK(lk_scorer_params_default(NULL, LK_API_VERSION) == LK_ERROR_ARGUMENT, "NULL");

    lk_picture picture;
    memset(&picture, 0xA5, sizeof picture);
    CHECK(lk_picture_default(&picture, LK_API_VERSION) == LK_OK, "refused");
    CHECK(picture.version == LK_API_VERSION && picture.width == 0 && picture.memory == LK_MEMORY_HOST &&
              picture.ready_kind == LK_READY_NOW && !picture.ready && unspecified(&picture.color),
        "the picture");
    for (int i = 0; i < 4; i++) {
        CHECK(!picture.plane[i] && picture.stride[i] == 0 && picture.offset[i] == 0, "plane %d", i);
    }
    CHECK(lk_picture_default(&picture, 0) == LK_ERROR_VERSION, "version 0");
    CHECK(lk_picture_default(&picture, LK_API_VERSION + 1) == LK_ERROR_VERSION, "a newer version");
    CHECK(lk_picture_default(NULL, LK_API_VERSION) == LK_ERROR_ARGUMENT, "NULL");
}

static lk_format with(lk_format f, int high_bits, int chroma_w, int chroma_h, int alpha) {
    f.high_bits = high_bits;
    f.chroma_w = chroma_w;
    f.chroma_h = chroma_h;
    f.alpha = alpha;
    return f;
}

static void check_formats(void) {
    const struct {
        lk_format format;
        const char *name;
        int planes;
        size_t row_bytes[4]; /* of a 9x5 picture */
        int rows[4];
    } cases[] = {
        {lk_format_yuv(420, 8), "yuv420", 3, {9, 5, 5, 0}, {5, 3, 3, 0}},
        {lk_format_yuv(422, 8), "yuv422", 3, {9, 5, 5, 0}, {5, 5, 5, 0}},
        {lk_format_yuv(444, 16), "yuv444p16", 3, {18, 18, 18, 0}, {5, 5, 5, 0}},
        {lk_format_yuv(420, 10), "yuv420p10", 3, {18, 10, 10, 0}, {5, 3, 3, 0}},
        {format_semiplanar(8), "nv420", 2, {9, 10, 0, 0}, {5, 3, 0, 0}},
        {format_semiplanar(10), "nv420p10high", 2, {18, 20, 0, 0}, {5, 3, 0, 0}},
        {format_rgb(LK_LAYOUT_PLANAR, 8, 0), "rgb", 3, {9, 9, 9, 0}, {5, 5, 5, 0}},
        {format_rgb(LK_LAYOUT_PLANAR, 12, 1), "rgbap12", 4, {18, 18, 18, 18}, {5, 5, 5, 5}},
        {format_rgb(LK_LAYOUT_PACKED, 8, 0), "rgbpacked", 1, {27, 0, 0, 0}, {5, 0, 0, 0}},
        {format_rgb(LK_LAYOUT_PACKED, 16, 1), "rgbapackedp16", 1, {72, 0, 0, 0}, {5, 0, 0, 0}},
        {format_gray(LK_LAYOUT_PLANAR, 8, 0), "gray", 1, {9, 0, 0, 0}, {5, 0, 0, 0}},
        {format_gray(LK_LAYOUT_PLANAR, 8, 1), "graya", 2, {9, 9, 0, 0}, {5, 5, 0, 0}},
        {format_gray(LK_LAYOUT_PACKED, 16, 1), "grayapackedp16", 1, {36, 0, 0, 0}, {5, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const lk_format *f = &cases[i].format;
        char name[32];
        CHECK(lk_format_check(f) == LK_OK, "%s", cases[i].name);
        CHECK(lk_format_name(f, name, sizeof name) == name && strcmp(name, cases[i].name) == 0, "%s, want %s", name,
            cases[i].name);
        CHECK(lk_format_planes(f) == cases[i].planes, "%s: %d planes", name, lk_format_planes(f));
        for (int plane = -1; plane <= 4; plane++) {
            int exists = plane >= 0 && plane < 4;
            CHECK(lk_format_row_bytes(f, plane, 9) == (exists ? cases[i].row_bytes[plane] : 0),
                "%s, plane %d: %zu bytes", name, plane, lk_format_row_bytes(f, plane, 9));
            CHECK(lk_format_rows(f, plane, 5) == (exists ? cases[i].rows[plane] : 0), "%s, plane %d: %d rows", name,
                plane, lk_format_rows(f, plane, 5));
        }
    }
    char shorter[4];
    CHECK(strcmp(lk_format_name(&cases[0].format, shorter, sizeof shorter), "yuv") == 0, "%s", shorter);
    CHECK(lk_format_row_bytes(&cases[0].format, 0, -1) == 0 && lk_format_rows(&cases[0].format, 0, -1) == 0, "below 0");
    CHECK(lk_format_row_bytes(&cases[9].format, 0, INT32_MAX) == (size_t)INT32_MAX * 8, "wide rows");
    CHECK(lk_format_rows(&cases[0].format, 1, INT32_MAX) == 1 << 30, "many rows");
}

static void check_unsupported_formats(void) {
    lk_format yuv = lk_format_yuv(420, 8), rgb = format_rgb(LK_LAYOUT_PLANAR, 8, 0);
    lk_format odd_layout = rgb, odd_model = rgb, packed_yuv = yuv;
    odd_layout.layout = LK_LAYOUT_SEMIPLANAR;
    odd_model.model = (lk_model)3;
    packed_yuv.layout = LK_LAYOUT_PACKED;
    const lk_format cases[] = {
        lk_format_yuv(411, 8),
        lk_format_yuv(420, 7),
        lk_format_yuv(420, 17),
        lk_format_yuv(420, 0),
        with(yuv, 1, 1, 1, 0),
        with(yuv, 0, 0, 1, 0),
        with(yuv, 0, 2, 0, 0),
        with(yuv, 0, 1, 1, 1),
        with(yuv, 0, -1, -1, 0),
        with(rgb, 0, 1, 0, 0),
        with(rgb, 0, 0, 0, 2),
        with(rgb, 2, 0, 0, 0),
        odd_layout,
        odd_model,
        packed_yuv,
    };
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        char name[32];
        lk_color color = lk_color_default();
        CHECK(lk_format_check(&cases[i]) == LK_ERROR_FORMAT, "case %d", i);
        CHECK(strcmp(lk_format_name(&cases[i], name, sizeof name), "unsupported") == 0, "case %d: %s", i, name);
        CHECK(lk_format_planes(&cases[i]) == 0, "case %d: %d planes", i, lk_format_planes(&cases[i]));
        CHECK(lk_format_row_bytes(&cases[i], 0, 8) == 0 && lk_format_rows(&cases[i], 0, 8) == 0, "case %d", i);
        CHECK(lk_color_resolve(&cases[i], &color) == LK_ERROR_FORMAT, "case %d", i);
    }
    CHECK(lk_format_check(NULL) != LK_OK, "NULL");
}

static lk_color of(int matrix, int range, int transfer, int primaries, int location) {
    return (lk_color){(lk_matrix)matrix, (lk_range)range, (lk_transfer)transfer, (lk_primaries)primaries,
        (lk_chroma_location)location};
}

typedef struct color_case {
    lk_format format;
    lk_color given, want; /* want.matrix -1: refused */
} color_case;

static void check_colors(void) {
    const lk_format yuv = lk_format_yuv(420, 10), rgb = format_rgb(LK_LAYOUT_PACKED, 8, 0);
    const lk_format gray = format_gray(LK_LAYOUT_PLANAR, 8, 0);
    enum { U = 2, LIMITED = LK_RANGE_LIMITED, FULL = LK_RANGE_FULL }; /* 2: unspecified in H.273 */
    const lk_color refused = of(-1, FULL, LK_TRANSFER_SRGB, LK_PRIMARIES_BT709, LK_CHROMA_LEFT);
    const color_case cases[] = {
        {yuv, of(U, 0, U, U, 0), of(LK_MATRIX_BT709, LIMITED, LK_TRANSFER_SRGB, LK_PRIMARIES_BT709, LK_CHROMA_LEFT)},
        {rgb, of(U, 0, U, U, 0), of(LK_MATRIX_RGB, FULL, LK_TRANSFER_SRGB, LK_PRIMARIES_BT709, LK_CHROMA_LEFT)},
        {gray, of(U, 0, U, U, 0), of(LK_MATRIX_RGB, FULL, LK_TRANSFER_SRGB, LK_PRIMARIES_BT709, LK_CHROMA_LEFT)},
        {yuv, of(U, 0, LK_TRANSFER_PQ, U, 0),
            of(LK_MATRIX_BT2020_NCL, LIMITED, LK_TRANSFER_PQ, LK_PRIMARIES_BT2020, LK_CHROMA_LEFT)},
        {yuv, of(U, 0, LK_TRANSFER_HLG, U, LK_CHROMA_TOP_LEFT),
            of(LK_MATRIX_BT2020_NCL, LIMITED, LK_TRANSFER_HLG, LK_PRIMARIES_BT2020, LK_CHROMA_TOP_LEFT)},
        {rgb, of(LK_MATRIX_BT709, LIMITED, LK_TRANSFER_PQ, LK_PRIMARIES_BT709, 0),
            of(LK_MATRIX_RGB, LIMITED, LK_TRANSFER_PQ, LK_PRIMARIES_BT709, LK_CHROMA_LEFT)},
        {yuv, of(LK_MATRIX_BT601, FULL, LK_TRANSFER_BT601, LK_PRIMARIES_P3, LK_CHROMA_BOTTOM),
            of(LK_MATRIX_BT601, FULL, LK_TRANSFER_BT601, LK_PRIMARIES_P3, LK_CHROMA_BOTTOM)},
        {yuv, of(LK_MATRIX_RGB, 0, U, U, 0), refused},
        {yuv, of(8, 0, U, U, 0), refused},
        {yuv, of(U, 3, U, U, 0), refused},
        {yuv, of(U, 0, 4, U, 0), refused},
        {yuv, of(U, 0, LK_TRANSFER_PQ, LK_PRIMARIES_P3, 0), refused},
        {yuv, of(U, 0, U, U, 7), refused},
    };
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        lk_color color = cases[i].given;
        const lk_color *want = &cases[i].want;
        lk_status status = lk_color_resolve(&cases[i].format, &color);
        if ((int)want->matrix == -1) {
            CHECK(status == LK_ERROR_FORMAT, "case %d: %s", i, lk_status_string(status));
            continue;
        }
        CHECK(status == LK_OK, "case %d: %s", i, lk_status_string(status));
        CHECK(color.matrix == want->matrix && color.range == want->range && color.transfer == want->transfer &&
                  color.primaries == want->primaries && color.chroma_location == want->chroma_location,
            "case %d: %s %s %s %s %s", i, lk_matrix_string(color.matrix), lk_range_string(color.range),
            lk_transfer_string(color.transfer), lk_primaries_string(color.primaries),
            lk_chroma_location_string(color.chroma_location));
        lk_color again = color;
        CHECK(lk_color_resolve(&cases[i].format, &again) == LK_OK && memcmp(&again, &color, sizeof again) == 0,
            "case %d: resolving again changes it", i);
    }
    lk_color color = lk_color_default();
    CHECK(unspecified(&color), "the default");
    CHECK(lk_color_resolve(NULL, &color) == LK_ERROR_ARGUMENT, "no format");
    CHECK(lk_color_resolve(&yuv, NULL) == LK_ERROR_ARGUMENT, "no colour");
}

int main(void) {
    check_version();
    check_status();
    check_words();
    check_defaults();
    check_formats();
    check_unsupported_formats();
    check_colors();
    return check_end();
}
