/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "heatmap.h"

#include "cpu/levels.h"

#include <math.h>
#include <stdlib.h>

/* Light that pictures of high dynamic range show as a screen's white: 203 cd/m2 (ITU-R BT.2408) is mapped to about
 * half, and 1000 cd/m2 to all of it. */
#define DIFFUSE_WHITE 203.0f
#define BRIGHTEST     1000.0f

static float tone_map(float light) {
    float x = light * LK_SDR_WHITE / DIFFUSE_WHITE;
    float white = BRIGHTEST / DIFFUSE_WHITE;
    return x > 0 ? x * (1 + x / (white * white)) / (1 + x) : 0;
}

/* Linear light to 8 bits of sRGB. */
static uint8_t to_srgb(float light) {
    float e = light <= 0.0031308f ? 12.92f * light : 1.055f * powf(light, 1 / 2.4f) - 0.055f;
    return (uint8_t)(e < 0 ? 0 : e > 1 ? 255 : 255 * e + 0.5f);
}

lk_status lk_preview(const lk_setup *setup, int distorted, const lk_picture *picture, uint8_t *rgb, lk_error *error) {
    const lk_input *input = distorted ? &setup->distorted : &setup->reference;
    size_t count = (size_t)input->width * (size_t)input->height;
    float *planes = malloc(3 * count * sizeof *planes);
    if (!planes) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory for a preview");
    }
    float *const linear[3] = {planes, planes + count, planes + 2 * count};
    int hdr = input->curve == LK_CURVE_PQ || input->curve == LK_CURVE_HLG;
    lk_reference_best()->to_linear(picture, input, 0.5f, linear);
    for (size_t i = 0; i < 3 * count; i++) {
        float light = linear[i % 3][i / 3];
        rgb[i] = to_srgb(hdr ? tone_map(light) : light);
    }
    free(planes);
    return LK_OK;
}
