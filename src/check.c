/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "check.h"

#include <stdlib.h>
#include <string.h>

/* The first sentence that applies, or LK_OK. */
static lk_status check_params(const lk_scorer_params *p, lk_error *error) {
    if (p->width < LK_MIN_SIDE || p->height < LK_MIN_SIDE) {
        return lk_fail(error, LK_ERROR_SIZE, "pictures of %dx%d are too small: SSIMULACRA 2 needs sides of %d or more",
            p->width, p->height, LK_MIN_SIDE);
    }
    if (p->width > LK_MAX_SIDE || p->height > LK_MAX_SIDE || p->width > LK_MAX_PIXELS / p->height) {
        return lk_fail(error, LK_ERROR_SIZE,
            "pictures of %dx%d are too large: sides up to %d and %d pixels are supported", p->width, p->height,
            LK_MAX_SIDE, LK_MAX_PIXELS);
    }
    if (p->metrics != LK_METRIC_SSIMULACRA2) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "unknown set of metrics 0x%x", (unsigned)p->metrics);
    }
    if (p->profile != LK_PROFILE_LIBJXL && p->profile != LK_PROFILE_EXACT) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "unknown profile %d", (int)p->profile);
    }
    if (p->cpu_level < LK_CPU_BEST || p->cpu_level > LK_CPU_NEON) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "unknown CPU level %d", (int)p->cpu_level);
    }
    if (p->upsampling != LK_UPSAMPLING_BILINEAR && p->upsampling != LK_UPSAMPLING_NEAREST) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "unknown chroma upsampling %d", (int)p->upsampling);
    }
    if (p->backend < LK_BACKEND_AUTO || p->backend > LK_BACKEND_OPENCL) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "unknown backend %d", (int)p->backend);
    }
    if (p->device < LK_DEVICE_ALL || p->threads < 0 || p->in_flight < 0 || p->in_flight > LK_MAX_IN_FLIGHT) {
        return lk_fail(error, LK_ERROR_ARGUMENT,
            "a number is out of its range: device %d (%d or more), threads %d (0 or more), in_flight %d (0 to %d)",
            p->device, LK_DEVICE_ALL, p->threads, p->in_flight, LK_MAX_IN_FLIGHT);
    }
    return LK_OK;
}

static lk_status check_source(const char *which, const lk_format *format, lk_color *color, lk_error *error) {
    if (lk_format_check(format) != LK_OK) {
        return lk_fail(error, LK_ERROR_FORMAT,
            "the %s pixel format is not supported: YUV 4:2:0, 4:2:2 or 4:4:4, RGB or grey of 8 to 16 bits are", which);
    }
    lk_color given = *color;
    if (lk_color_resolve(format, color) != LK_OK) {
        return lk_fail(error, LK_ERROR_FORMAT,
            "the %s colour description is not supported: matrix %s (%d), range %s, transfer %s (%d), primaries %s (%d), "
            "chroma location %s",
            which, lk_matrix_string(given.matrix), (int)given.matrix, lk_range_string(given.range),
            lk_transfer_string(given.transfer), (int)given.transfer, lk_primaries_string(given.primaries),
            (int)given.primaries, lk_chroma_location_string(given.chroma_location));
    }
    return LK_OK;
}

lk_status lk_setup_init(lk_setup *setup, const lk_scorer_params *params, lk_error *error) {
    lk_status status = check_params(params, error);
    if (status != LK_OK) {
        return status;
    }
    *setup = (lk_setup){.params = *params};
    lk_scorer_params *p = &setup->params;
    status = check_source("reference's", &p->reference, &p->reference_color, error);
    if (status == LK_OK) {
        status = check_source("distorted picture's", &p->distorted, &p->distorted_color, error);
    }
    if (status != LK_OK) {
        return status;
    }
    lk_plan_init(&setup->plan, p->width, p->height, p->all_norms);
    lk_input_init(&setup->reference, p->width, p->height, &p->reference, &p->reference_color, p->upsampling);
    lk_input_init(&setup->distorted, p->width, p->height, &p->distorted, &p->distorted_color, p->upsampling);
    if (p->reference.alpha) {
        setup->passes = 2;
        setup->background[0] = 0.1f;
        setup->background[1] = 0.9f;
    } else {
        setup->passes = 1;
        setup->background[0] = 0.5f;
    }
    return LK_OK;
}

static int same_format(const lk_format *a, const lk_format *b) {
    return a->model == b->model && a->layout == b->layout && a->depth == b->depth && a->high_bits == b->high_bits &&
           a->chroma_w == b->chroma_w && a->chroma_h == b->chroma_h && a->alpha == b->alpha;
}

/* Does a description say nothing against the one that is used? */
static int agrees(const lk_color *said, const lk_color *used) {
    return (said->matrix == LK_MATRIX_UNSPECIFIED || said->matrix == used->matrix) &&
           (said->range == LK_RANGE_UNSPECIFIED || said->range == used->range) &&
           (said->transfer == LK_TRANSFER_UNSPECIFIED || said->transfer == used->transfer) &&
           (said->primaries == LK_PRIMARIES_UNSPECIFIED || said->primaries == used->primaries) &&
           (said->chroma_location == LK_CHROMA_UNSPECIFIED || said->chroma_location == used->chroma_location);
}

static lk_status check_planes(const lk_picture *picture, const char *which, lk_error *error) {
    size_t alignment = picture->format.depth > 8 ? 2 : 1;
    for (int i = 0; i < lk_format_planes(&picture->format); i++) {
        ptrdiff_t stride = picture->stride[i];
        size_t apart = stride < 0 ? 0 - (size_t)stride : (size_t)stride;
        size_t rows = (size_t)lk_format_rows(&picture->format, i, picture->height);
        if (!picture->plane[i]) {
            return lk_fail(error, LK_ERROR_ARGUMENT, "plane %d of the %s picture is NULL", i, which);
        }
        if (apart < lk_format_row_bytes(&picture->format, i, picture->width)) {
            return lk_fail(error, LK_ERROR_ARGUMENT,
                "the stride of plane %d of the %s picture is %td bytes, less than a row", i, which, stride);
        }
        if (apart > PTRDIFF_MAX / rows) {
            return lk_fail(error, LK_ERROR_ARGUMENT,
                "the stride of plane %d of the %s picture is %td bytes, more than any memory holds", i, which, stride);
        }
        if (picture->memory != LK_MEMORY_HOST && stride < 0) {
            return lk_fail(error, LK_ERROR_ARGUMENT,
                "the stride of plane %d of the %s picture is negative, which only host "
                "pictures may have",
                i, which);
        }
        size_t start = picture->memory == LK_MEMORY_OPENCL ? picture->offset[i] : (size_t)(uintptr_t)picture->plane[i];
        if (apart % alignment != 0 || start % alignment != 0) {
            return lk_fail(error, LK_ERROR_ARGUMENT,
                "plane %d of the %s picture is not aligned to its samples of 2 bytes", i, which);
        }
    }
    return LK_OK;
}

lk_status lk_picture_check(const lk_setup *setup, const lk_picture *picture, int distorted, lk_error *error) {
    const char *which = distorted ? "distorted" : "reference";
    const lk_scorer_params *p = &setup->params;
    const lk_format *format = distorted ? &p->distorted : &p->reference;
    if (picture->version == 0 || picture->version > LK_API_VERSION) {
        return lk_fail(error, LK_ERROR_VERSION,
            "the %s picture is of version %u, this library of version %d: fill it with lk_picture_default()", which,
            (unsigned)picture->version, LK_API_VERSION);
    }
    if (picture->width != p->width || picture->height != p->height) {
        return lk_fail(error, LK_ERROR_SIZE, "the %s picture is %dx%d, the scorer is for %dx%d", which, picture->width,
            picture->height, p->width, p->height);
    }
    if (!same_format(&picture->format, format)) {
        char have[32], want[32];
        return lk_fail(error, LK_ERROR_FORMAT, "the %s picture is %s, the scorer is for %s", which,
            lk_format_name(&picture->format, have, sizeof have), lk_format_name(format, want, sizeof want));
    }
    if (!agrees(&picture->color, distorted ? &p->distorted_color : &p->reference_color)) {
        return lk_fail(error, LK_ERROR_FORMAT,
            "the colour description of the %s picture is not the one that the scorer is for", which);
    }
    if (picture->memory < LK_MEMORY_HOST || picture->memory > LK_MEMORY_OPENCL) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "the %s picture is in unknown memory %d", which, (int)picture->memory);
    }
    return check_planes(picture, which, error);
}
