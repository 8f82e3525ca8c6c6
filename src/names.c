/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The words for enumerated values, as options and reports spell them. */

#include <liken/liken.h>
#include <stddef.h>

typedef struct name {
    int value;
    const char *word;
} name;

static const char *find(const name *names, size_t count, int value) {
    for (size_t i = 0; i < count; i++) {
        if (names[i].value == value) {
            return names[i].word;
        }
    }
    return "unsupported";
}

#define FIND(names, value) find(names, sizeof(names) / sizeof(names)[0], (int)(value))

const char *lk_matrix_string(lk_matrix value) {
    static const name names[] = {
        {LK_MATRIX_RGB, "rgb"},
        {LK_MATRIX_BT709, "bt709"},
        {LK_MATRIX_UNSPECIFIED, "unspecified"},
        {LK_MATRIX_BT470BG, "bt470bg"},
        {LK_MATRIX_BT601, "bt601"},
        {LK_MATRIX_BT2020_NCL, "bt2020nc"},
    };
    return FIND(names, value);
}

const char *lk_range_string(lk_range value) {
    static const name names[] = {
        {LK_RANGE_UNSPECIFIED, "unspecified"},
        {LK_RANGE_LIMITED, "limited"},
        {LK_RANGE_FULL, "full"},
    };
    return FIND(names, value);
}

const char *lk_transfer_string(lk_transfer value) {
    static const name names[] = {
        {LK_TRANSFER_BT709, "bt709"},
        {LK_TRANSFER_UNSPECIFIED, "unspecified"},
        {LK_TRANSFER_BT601, "bt601"},
        {LK_TRANSFER_LINEAR, "linear"},
        {LK_TRANSFER_SRGB, "srgb"},
        {LK_TRANSFER_BT2020_10, "bt2020-10"},
        {LK_TRANSFER_BT2020_12, "bt2020-12"},
        {LK_TRANSFER_PQ, "pq"},
        {LK_TRANSFER_HLG, "hlg"},
        {LK_TRANSFER_BT1886, "bt1886"},
    };
    return FIND(names, value);
}

const char *lk_primaries_string(lk_primaries value) {
    static const name names[] = {
        {LK_PRIMARIES_BT709, "bt709"},
        {LK_PRIMARIES_UNSPECIFIED, "unspecified"},
        {LK_PRIMARIES_BT470BG, "bt470bg"},
        {LK_PRIMARIES_BT601, "bt601"},
        {LK_PRIMARIES_SMPTE240M, "smpte240m"},
        {LK_PRIMARIES_BT2020, "bt2020"},
        {LK_PRIMARIES_P3, "p3"},
    };
    return FIND(names, value);
}

const char *lk_chroma_location_string(lk_chroma_location value) {
    static const name names[] = {
        {LK_CHROMA_UNSPECIFIED, "unspecified"},
        {LK_CHROMA_LEFT, "left"},
        {LK_CHROMA_CENTER, "center"},
        {LK_CHROMA_TOP_LEFT, "topleft"},
        {LK_CHROMA_TOP, "top"},
        {LK_CHROMA_BOTTOM_LEFT, "bottomleft"},
        {LK_CHROMA_BOTTOM, "bottom"},
    };
    return FIND(names, value);
}

const char *lk_backend_string(lk_backend value) {
    static const name names[] = {
        {LK_BACKEND_AUTO, "auto"},
        {LK_BACKEND_CPU, "cpu"},
        {LK_BACKEND_CUDA, "cuda"},
        {LK_BACKEND_OPENCL, "opencl"},
    };
    return FIND(names, value);
}

const char *lk_profile_string(lk_profile value) {
    static const name names[] = {
        {LK_PROFILE_LIBJXL, "libjxl"},
        {LK_PROFILE_EXACT, "exact"},
    };
    return FIND(names, value);
}

const char *lk_upsampling_string(lk_upsampling value) {
    static const name names[] = {
        {LK_UPSAMPLING_BILINEAR, "bilinear"},
        {LK_UPSAMPLING_NEAREST, "nearest"},
    };
    return FIND(names, value);
}

const char *lk_cpu_level_string(lk_cpu_level value) {
    static const name names[] = {
        {LK_CPU_BEST, "best"},
        {LK_CPU_REFERENCE, "reference"},
        {LK_CPU_X86_64_V2, "x86-64-v2"},
        {LK_CPU_X86_64_V3, "x86-64-v3"},
        {LK_CPU_X86_64_V4, "x86-64-v4"},
        {LK_CPU_NEON, "neon"},
    };
    return FIND(names, value);
}
