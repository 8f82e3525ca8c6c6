/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "support/score.h"

#include "support/check.h"

lk_scorer_params score_params(const test_picture *reference, const test_picture *distorted) {
    lk_scorer_params params;
    lk_scorer_params_default(&params, LK_API_VERSION);
    params.width = reference->picture.width;
    params.height = reference->picture.height;
    params.reference = reference->picture.format;
    params.distorted = distorted->picture.format;
    params.reference_color = reference->picture.color;
    params.distorted_color = distorted->picture.color;
    params.backend = LK_BACKEND_CPU;
    params.threads = 1;
    return params;
}

static void must(lk_status status, const char *call, const char *message) {
    if (status != LK_OK) {
        printf("%s: %s: %s\n", call, lk_status_string(status), message);
        exit(1);
    }
}

lk_status score_try(const lk_scorer_params *params, const test_picture *reference, const test_picture *distorted,
    lk_result *result, char why[512]) {
    lk_context *context = NULL;
    lk_scorer *scorer = NULL;
    must(lk_context_create(&context), "lk_context_create", "");
    lk_status status = lk_scorer_create(context, params, &scorer);
    if (status == LK_OK) {
        must(lk_scorer_submit(scorer, &reference->picture, &distorted->picture, NULL), "lk_scorer_submit",
            lk_scorer_error(scorer));
        must(lk_scorer_collect(scorer, result, LK_WAIT), "lk_scorer_collect", lk_scorer_error(scorer));
        must(result->status, "the pair", lk_scorer_error(scorer));
    } else {
        snprintf(why, 512, "%s", lk_context_error(context));
    }
    lk_scorer_destroy(&scorer);
    lk_context_destroy(&context);
    return status;
}

lk_result score_pair(const lk_scorer_params *params, const test_picture *reference, const test_picture *distorted) {
    lk_result result;
    char why[512] = "";
    must(score_try(params, reference, distorted, &result, why), "lk_scorer_create", why);
    return result;
}

lk_result score_simply(lk_profile profile, const test_picture *reference, const test_picture *distorted) {
    lk_scorer_params params = score_params(reference, distorted);
    params.profile = profile;
    return score_pair(&params, reference, distorted);
}

uint64_t score_bits(double score) {
    uint64_t bits;
    memcpy(&bits, &score, sizeof bits);
    return bits;
}
