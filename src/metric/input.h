/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* A pixel format and a colour description to the constants that arith/yuv.h converts with. */

#ifndef LIKEN_METRIC_INPUT_H
#define LIKEN_METRIC_INPUT_H

#include "arith/yuv.h"

#include <liken/liken.h>

/* color must be resolved (lk_color_resolve()). */
void lk_input_init(
    lk_input *input, int width, int height, const lk_format *format, const lk_color *color, lk_upsampling upsampling);

#endif
