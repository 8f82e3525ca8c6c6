/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Checks of what the caller hands over, each with a sentence that says what is wrong. */

#ifndef LIKEN_CHECK_H
#define LIKEN_CHECK_H

#include "backend.h"

/* The largest side, and number of pixels, that every backend's arithmetic can address. */
#define LK_MAX_SIDE   65535
#define LK_MAX_PIXELS (1 << 29)

/* Check parameters and fill setup from them (all but what an engine chooses). */
lk_status lk_setup_init(lk_setup *setup, const lk_scorer_params *params, lk_error *error);

/* A picture against what the setup was made for. which: "reference" or "distorted". Reads no sample. */
lk_status lk_picture_check(const lk_setup *setup, const lk_picture *picture, int distorted, lk_error *error);

#endif
