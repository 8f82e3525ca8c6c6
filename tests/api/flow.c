/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Pairs on their way: order, tags, how many are in flight, cancelling, giving up, threads. */

#include "support/check.h"
#include "support/score.h"

#include <pthread.h>

#define WIDTH  160
#define HEIGHT 120
#define PAIRS  9

/* Pairs of different quality, so that results cannot be mistaken for each other, and their scores one by one. */
static test_picture reference[PAIRS], distorted[PAIRS];
static double alone[PAIRS];

static lk_scorer_params params_of(int threads, int in_flight) {
    lk_scorer_params params = score_params(&reference[0], &distorted[0]);
    params.threads = threads;
    params.in_flight = in_flight;
    return params;
}

static lk_scorer *make(lk_context *context, int threads, int in_flight) {
    lk_scorer_params params = params_of(threads, in_flight);
    lk_scorer *scorer;
    REQUIRE(lk_scorer_create(context, &params, &scorer) == LK_OK, "%s", lk_context_error(context));
    return scorer;
}

static lk_status submit(lk_scorer *scorer, int pair) {
    return lk_scorer_submit(scorer, &reference[pair].picture, &distorted[pair].picture, &alone[pair]);
}

static void make_pairs(void) {
    for (int i = 0; i < PAIRS; i++) {
        reference[i] = picture_make(WIDTH, HEIGHT, lk_format_yuv(420, 8), 0, 0);
        distorted[i] = picture_make(WIDTH, HEIGHT, lk_format_yuv(420, 8), 0, 0);
        picture_fill(&reference[i], i, 1, 0.05);
        picture_fill(&distorted[i], i, 2, 0.05 + 0.02 * i);
        lk_scorer_params params = params_of(1, 1);
        alone[i] = score_pair(&params, &reference[i], &distorted[i]).ssimulacra2;
        for (int j = 0; j < i; j++) {
            CHECK(alone[i] != alone[j], "pairs %d and %d cannot be told apart", i, j);
        }
    }
}

static void free_pairs(void) {
    for (int i = 0; i < PAIRS; i++) {
        picture_free(&reference[i]);
        picture_free(&distorted[i]);
    }
}

/* Keep as many pairs in flight as the scorer takes, many times over; results come in order, each with its own. */
static void check_order(lk_context *context, int threads, int in_flight) {
    lk_scorer *scorer = make(context, threads, in_flight);
    lk_scorer_info info;
    lk_scorer_get_info(scorer, &info);
    CHECK(info.threads == threads && info.backend == LK_BACKEND_CPU && info.device[0], "%d threads, want %d, on %s",
        info.threads, threads, info.device);
    CHECK(info.in_flight == (in_flight ? in_flight : info.in_flight) && info.in_flight > 0, "%d in flight, want %d",
        info.in_flight, in_flight);
    CHECK(info.memory > 0 && info.reference.matrix == LK_MATRIX_BT709 && info.distorted.range == LK_RANGE_LIMITED,
        "%zu bytes, matrix %s", info.memory, lk_matrix_string(info.reference.matrix));
    const int total = 3 * PAIRS;
    int submitted = 0, collected = 0, full = 0;
    double mean = 0;
    while (collected < total) {
        lk_status status = submitted < total ? submit(scorer, submitted % PAIRS) : LK_FULL;
        if (status == LK_OK) {
            submitted++;
            CHECK(
                submitted - collected <= info.in_flight, "%d in flight, not %d", submitted - collected, info.in_flight);
            continue;
        }
        CHECK(status == LK_FULL, "%s", lk_scorer_error(scorer));
        CHECK(submitted - collected == info.in_flight || submitted == total, "full with %d", submitted - collected);
        full++;
        lk_result result;
        REQUIRE(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_OK, "%s", lk_scorer_error(scorer));
        int pair = collected % PAIRS;
        CHECK(result.index == (uint64_t)collected && result.tag == &alone[pair] && result.status == LK_OK,
            "result %d is of pair %llu", collected, (unsigned long long)result.index);
        CHECK(score_bits(result.ssimulacra2) == score_bits(alone[pair]), "%d threads, pair %d: %a, alone %a", threads,
            pair, result.ssimulacra2, alone[pair]);
        CHECK(result.scales == 6 && result.norm_count == 108, "%d scales, %d norms", result.scales, result.norm_count);
        mean += result.ssimulacra2 / total;
        collected++;
    }
    static double first_mean;
    first_mean = first_mean == 0 ? mean : first_mean;
    CHECK(score_bits(mean) == score_bits(first_mean), "%d threads: mean %a, want %a", threads, mean, first_mean);
    CHECK(full > 0, "never full");
    lk_result result;
    CHECK(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_EMPTY, "not empty at the end");
    CHECK(lk_scorer_collect(scorer, &result, LK_NO_WAIT) == LK_EMPTY, "not empty at the end");
    lk_scorer_destroy(&scorer);
}

/* One thread, several pairs: the last ones cannot be finished at once. */
static void check_pending(lk_context *context) {
    lk_scorer *scorer = make(context, 1, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        REQUIRE(submit(scorer, i) == LK_OK, "%s", lk_scorer_error(scorer));
    }
    int pending = 0, collected = 0;
    while (collected < PAIRS && check_failures == 0) {
        lk_result result = {.index = 99};
        lk_status status = lk_scorer_collect(scorer, &result, LK_NO_WAIT);
        if (status == LK_OK) {
            CHECK(result.index == (uint64_t)collected, "%llu", (unsigned long long)result.index);
            collected++;
        } else if (pending++ == 0) {
            CHECK(status == LK_PENDING && result.index == 99, "0x%x", (unsigned)status);
        }
    }
    CHECK(pending > 0, "never pending");
    lk_scorer_destroy(&scorer);
}

/* Cancel from a thread of its own while another waits for results. */
static void *cancel(void *scorer) {
    lk_scorer_cancel(scorer);
    return NULL;
}

static void check_cancel(lk_context *context) {
    lk_scorer *scorer = make(context, 2, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        REQUIRE(submit(scorer, i) == LK_OK, "%s", lk_scorer_error(scorer));
    }
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, cancel, scorer) == 0, "no thread");
    int cancelled = 0;
    for (int i = 0; i < PAIRS; i++) {
        lk_result result;
        REQUIRE(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_OK, "%s", lk_scorer_error(scorer));
        CHECK(result.index == (uint64_t)i && result.tag == &alone[i], "result %d", i);
        if (result.status == LK_OK) {
            CHECK(score_bits(result.ssimulacra2) == score_bits(alone[i]), "pair %d: %a", i, result.ssimulacra2);
        } else {
            CHECK(result.status == LK_CANCELLED && isnan(result.ssimulacra2), "pair %d: 0x%x, %a", i,
                (unsigned)result.status, result.ssimulacra2);
            cancelled++;
        }
    }
    pthread_join(thread, NULL);
    CHECK(submit(scorer, 0) == LK_CANCELLED, "a cancelled scorer takes pairs");
    lk_result result;
    CHECK(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_EMPTY, "not empty");
    printf("cancelled %d of %d\n", cancelled, PAIRS);
    lk_scorer_destroy(&scorer);
}

/* Cancelled before anything could finish: no pair may have a score. */
static void check_cancel_all(lk_context *context) {
    lk_scorer *scorer = make(context, 1, PAIRS);
    REQUIRE(submit(scorer, 0) == LK_OK && submit(scorer, 1) == LK_OK && submit(scorer, 2) == LK_OK, "not taken");
    lk_scorer_cancel(scorer);
    lk_scorer_cancel(scorer);
    int cancelled = 0;
    for (int i = 0; i < 3; i++) {
        lk_result result;
        REQUIRE(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_OK, "%s", lk_scorer_error(scorer));
        cancelled += result.status == LK_CANCELLED;
    }
    CHECK(cancelled >= 2, "only %d of 3 cancelled", cancelled);
    lk_scorer_destroy(&scorer);
}

/* Pictures are the caller's again once the scorer is gone, whatever was in flight. */
static void check_destroy(lk_context *context) {
    for (int i = 0; i < 10; i++) {
        lk_scorer *scorer = make(context, 1 + i % 3, PAIRS);
        test_picture own = picture_make(WIDTH, HEIGHT, lk_format_yuv(420, 8), 0, 0);
        for (int j = 0; j < i; j++) {
            REQUIRE(lk_scorer_submit(scorer, &own.picture, &distorted[j].picture, NULL) == LK_OK, "%s",
                lk_scorer_error(scorer));
        }
        lk_scorer_destroy(&scorer);
        CHECK(!scorer, "destroyed, but not NULL");
        picture_free(&own);
    }
}

static void *score_all(void *context) {
    uintptr_t wrong = 0;
    lk_scorer_params params = params_of(2, 0);
    lk_scorer *scorer;
    if (lk_scorer_create(context, &params, &scorer) != LK_OK) {
        return (void *)1;
    }
    for (int i = 0; i < PAIRS; i++) {
        lk_result result;
        wrong += submit(scorer, i) != LK_OK || lk_scorer_collect(scorer, &result, LK_WAIT) != LK_OK ||
                 score_bits(result.ssimulacra2) != score_bits(alone[i]);
    }
    lk_scorer_destroy(&scorer);
    return (void *)wrong;
}

/* Different handles from several threads at once, also with the same pictures: a context each. */
static void check_two_at_once(void) {
    pthread_t thread[2];
    lk_context *context[2];
    for (int i = 0; i < 2; i++) {
        REQUIRE(lk_context_create(&context[i]) == LK_OK, "no context");
        REQUIRE(pthread_create(&thread[i], NULL, score_all, context[i]) == 0, "no thread");
    }
    for (int i = 0; i < 2; i++) {
        void *wrong;
        pthread_join(thread[i], &wrong);
        CHECK(!wrong, "%d wrong scores", (int)(uintptr_t)wrong);
        lk_context_destroy(&context[i]);
    }
}

static void count_lines(void *opaque, lk_log_level level, const char *line) {
    (void)level;
    *(int *)opaque += strchr(line, '\n') ? 1000 : 1;
}

/* Whatever the library logs comes one line a call; and a scorer can be had with a log or without. */
static void check_log(void) {
    lk_context *context;
    int lines = 0;
    REQUIRE(lk_context_create(&context) == LK_OK, "no context");
    lk_context_set_log(context, count_lines, &lines);
    lk_scorer_params params = params_of(1, 1);
    params.backend = LK_BACKEND_AUTO;
    lk_scorer *scorer;
    REQUIRE(lk_scorer_create(context, &params, &scorer) == LK_OK, "%s", lk_context_error(context));
    lk_scorer_info info;
    lk_scorer_get_info(scorer, &info);
    CHECK(info.backend != LK_BACKEND_AUTO, "auto is not a backend");
    CHECK(lines < 1000, "a line with a line break");
    lk_scorer_destroy(&scorer);
    lk_context_destroy(&context);
}

int main(void) {
    static const int threads[] = {1, 2, 7};
    lk_context *context;
    REQUIRE(lk_context_create(&context) == LK_OK, "no context");
    make_pairs();
    for (int i = 0; i < 3; i++) {
        check_order(context, threads[i], 0);
        check_order(context, threads[i], 1);
        check_order(context, threads[i], 5);
    }
    check_pending(context);
    check_cancel(context);
    check_cancel_all(context);
    check_destroy(context);
    check_two_at_once();
    check_log();
    lk_context_destroy(&context);
    free_pairs();
    return check_end();
}
