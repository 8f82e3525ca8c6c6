/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* One pair through the public API. */

#ifndef TESTS_SCORE_H
#define TESTS_SCORE_H

#include "support/picture.h"

/* Defaults, on one CPU thread, for the sizes, formats and colours of a pair. */
lk_scorer_params score_params(const test_picture *reference, const test_picture *distorted);

/* Score one pair with a scorer of its own. If there can be none, its status, and why. Any other failure ends the
 * program. */
lk_status score_try(const lk_scorer_params *params, const test_picture *reference, const test_picture *distorted,
    lk_result *result, char why[512]);

/* The same where a failure of any kind ends the program with a message. */
lk_result score_pair(const lk_scorer_params *params, const test_picture *reference, const test_picture *distorted);

/* The same for one pair with score_params() and the given profile. */
lk_result score_simply(lk_profile profile, const test_picture *reference, const test_picture *distorted);

/* The bits of a score, to be compared and printed. */
uint64_t score_bits(double score);

#endif
