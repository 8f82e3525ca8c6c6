/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "metrics.h"

#include <stdio.h>

static double ssimulacra2(const lk_result *result) {
    return result->ssimulacra2;
}

const metric metrics[METRICS] = {
    {LK_METRIC_SSIMULACRA2, "ssimulacra2", "SSIMULACRA 2", ssimulacra2},
};

const char *metric_words(const metric *m, double score) {
    static const struct {
        double from;
        const char *words;
    } ssimulacra2_scale[] = {
        {100, "no difference: the pictures are the same to the metric"},
        {90, "visually lossless: hard to tell from the reference, even side by side"},
        {70, "high quality: differences are there, but few viewers notice them"},
        {50, "medium quality: differences are visible, rarely disturbing"},
        {30, "low quality: differences are obvious at first sight"},
    };
    (void)m; /* the only scale so far */
    for (size_t i = 0; i < sizeof ssimulacra2_scale / sizeof ssimulacra2_scale[0]; i++) {
        if (score >= ssimulacra2_scale[i].from) {
            return ssimulacra2_scale[i].words;
        }
    }
    return "very low quality: badly distorted, or not the same picture";
}

const char *norm_name(int k, int scales, char *buffer) {
    static const char *const maps[] = {"ssim", "artifact", "detail"};
    static const int norms[] = {1, 4};
    snprintf(buffer, NORM_NAME_SIZE, "%c_scale%d_norm%d_%s", "xyb"[k / 6 / scales], k / 6 % scales, norms[k / 3 % 2],
        maps[k % 3]);
    return buffer;
}
