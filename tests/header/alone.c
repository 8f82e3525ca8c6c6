/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The public header as the first and only one of a program: in C11, and, as alone.cpp, in C++. */

#include <liken/liken.h>

static int failed(void) {
    lk_context *context;
    lk_scorer *scorer;
    lk_scorer_params params;
    lk_format format = lk_format_yuv(420, 10);
    if (lk_context_create(&context) != LK_OK || lk_scorer_params_default(&params, LK_API_VERSION) != LK_OK) {
        return 1;
    }
    params.width = 16;
    params.height = 16;
    params.reference = format;
    params.backend = LK_BACKEND_CPU;
    lk_status status = lk_scorer_create(context, &params, &scorer);
    lk_scorer_destroy(&scorer);
    lk_context_destroy(&context);
    return status != LK_OK;
}

int main(void) {
    return failed();
}
