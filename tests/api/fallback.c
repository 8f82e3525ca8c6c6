/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Which backend a scorer takes, what becomes of the pairs of a device that fails, and pairs spread over devices: with
 * devices that are made up (fake_device.h). */

#include "fake_device.h"
#include "support/check.h"
#include "support/score.h"

#include <dirent.h>
#include <pthread.h>
#include <time.h>

#define WIDTH  96
#define HEIGHT 80
#define PAIRS  7

/* Pairs that cannot be mistaken for each other, and their scores one by one. */
static test_picture reference[PAIRS], distorted[PAIRS];
static double alone[PAIRS];

static lk_context *context;

/* What was logged since start(). */
static char lines[4096];
static int line_count[LK_LOG_WARNING + 1];
static lk_scorer *cancel_at_warning;

static void take_line(void *opaque, lk_log_level level, const char *line) {
    (void)opaque;
    line_count[level]++;
    size_t used = strlen(lines);
    snprintf(lines + used, sizeof lines - used, "%s\n", line);
    if (level == LK_LOG_WARNING) {
        lk_scorer_cancel(cancel_at_warning);
    }
}

/* Every check begins with devices that work and an empty log, */
static void start(void) {
    fake_reset();
    lines[0] = 0;
    memset(line_count, 0, sizeof line_count);
    cancel_at_warning = NULL;
}

static int opened(const fake_backend *backend) {
    int sum = 0;
    for (int i = 0; i < FAKE_DEVICES; i++) {
        sum += backend->device[i].opened;
    }
    return sum;
}

static int taken(const fake_backend *backend) {
    int sum = 0;
    for (int i = 0; i < FAKE_DEVICES; i++) {
        sum += backend->device[i].taken;
    }
    return sum;
}

/* and ends with its scorer released, all devices closed and none used against the rules. */
static void end(lk_scorer *scorer, int line) {
    lk_scorer_destroy(&scorer);
    const fake_backend *backends[] = {&fake_cuda, &fake_opencl};
    for (int b = 0; b < 2; b++) {
        for (int i = 0; i < FAKE_DEVICES; i++) {
            const fake_device *d = &backends[b]->device[i];
            CHECK(d->opened == d->closed && d->allocated == d->released, "line %d, device %d: opened %d, closed %d",
                line, i, d->opened, d->closed);
            CHECK(!d->misused, "line %d, device %d: %d calls that break the rules", line, i, d->misused);
        }
    }
}
#define END(scorer) end(scorer, __LINE__)

static lk_scorer_params params_of(lk_backend backend, int device, int in_flight) {
    lk_scorer_params params = score_params(&reference[0], &distorted[0]);
    params.backend = backend;
    params.device = device;
    params.in_flight = in_flight;
    return params;
}

static lk_scorer *make(lk_backend backend, int device, int in_flight) {
    lk_scorer_params params = params_of(backend, device, in_flight);
    lk_scorer *scorer;
    REQUIRE(lk_scorer_create(context, &params, &scorer) == LK_OK, "%s", lk_context_error(context));
    CHECK(!lk_context_error(context)[0], "made, but \"%s\"", lk_context_error(context));
    return scorer;
}

static lk_scorer_info info_of(const lk_scorer *scorer) {
    lk_scorer_info info;
    lk_scorer_get_info(scorer, &info);
    return info;
}

/* Pair number i, and what it is tagged with. */
static lk_status submit(lk_scorer *scorer, int i) {
    return lk_scorer_submit(scorer, &reference[i % PAIRS].picture, &distorted[i % PAIRS].picture, &alone[i % PAIRS]);
}

static void submit_all(lk_scorer *scorer, int first, int count) {
    for (int i = first; i < first + count; i++) {
        REQUIRE(submit(scorer, i) == LK_OK, "pair %d: %s", i, lk_scorer_error(scorer));
    }
}

/* Is this pair i's result, with the score that it has alone or without any? */
static void check_result(const lk_scorer *scorer, const lk_result *result, int i, lk_status want) {
    CHECK(result->index == (uint64_t)i && result->tag == &alone[i % PAIRS], "result %d is of pair %llu", i,
        (unsigned long long)result->index);
    CHECK(result->status == want, "pair %d: 0x%x, want 0x%x", i, (unsigned)result->status, (unsigned)want);
    if (want == LK_OK) {
        CHECK(score_bits(result->ssimulacra2) == score_bits(alone[i % PAIRS]), "pair %d: %a, alone %a", i,
            result->ssimulacra2, alone[i % PAIRS]);
    } else {
        CHECK(isnan(result->ssimulacra2), "pair %d: 0x%x, but %a", i, (unsigned)want, result->ssimulacra2);
        CHECK(lk_scorer_error(scorer)[0], "pair %d: 0x%x, but no sentence", i, (unsigned)want);
    }
}

static void collect(lk_scorer *scorer, int i, lk_status want) {
    lk_result result;
    lk_status status = lk_scorer_collect(scorer, &result, LK_WAIT);
    REQUIRE(status == LK_OK, "pair %d: 0x%x, %s", i, (unsigned)status, lk_scorer_error(scorer));
    check_result(scorer, &result, i, want);
}

static void collect_all(lk_scorer *scorer, int first, int count, lk_status want) {
    for (int i = first; i < first + count; i++) {
        collect(scorer, i, want);
    }
}

static void check_empty(lk_scorer *scorer) {
    lk_result result;
    CHECK(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_EMPTY, "a result too many");
}

/* Keep as many pairs in flight as there may be; all must have their scores, once and in order. */
static void score_all(lk_scorer *scorer, int total) {
    int submitted = 0, collected = 0;
    const int most = info_of(scorer).in_flight;
    while (collected < total) {
        lk_status status = submitted < total ? submit(scorer, submitted) : LK_FULL;
        if (status == LK_OK) {
            submitted++;
            continue;
        }
        REQUIRE(status == LK_FULL, "pair %d: %s", submitted, lk_scorer_error(scorer));
        CHECK(submitted == total || submitted - collected == most, "full with %d of %d", submitted - collected, most);
        collect(scorer, collected++, LK_OK);
    }
    check_empty(scorer);
}

/* ---------------------------------------------------------------------------------------------------- choosing --- */

/* One scorer by LK_BACKEND_AUTO: whose it is, and the reason that it states. */
static void check_auto(lk_backend want, const char *reason, int passed_over) {
    lk_scorer *scorer = make(LK_BACKEND_AUTO, 0, 0);
    lk_scorer_info info = info_of(scorer);
    CHECK(info.backend == want, "%s instead of %s", lk_backend_string(info.backend), lk_backend_string(want));
    CHECK(strcmp(info.reason, reason) == 0, "reason \"%s\", want \"%s\"", info.reason, reason);
    CHECK(line_count[LK_LOG_INFO] == passed_over && line_count[LK_LOG_WARNING] == 0, "logged \"%s\"", lines);
    CHECK(opened(&fake_cuda) == (want == LK_BACKEND_CUDA) && opened(&fake_opencl) == (want == LK_BACKEND_OPENCL),
        "%d CUDA and %d OpenCL devices opened", opened(&fake_cuda), opened(&fake_opencl));
    score_all(scorer, 2 * PAIRS);
    END(scorer);
}

static void check_choice(void) {
    start();
    check_auto(LK_BACKEND_CUDA, "", 0);
    start();
    fake_cuda.unsupported = "no such pictures";
    check_auto(LK_BACKEND_OPENCL, "cuda: no such pictures", 1);
    CHECK(check_contains(lines, "not on cuda: no such pictures\n"), "logged \"%s\"", lines);
    start();
    fake_cuda.absent = "no driver";
    fake_opencl.device[0].opens = LK_ERROR_DEVICE_MEMORY;
    check_auto(LK_BACKEND_CPU, "cuda: no driver; opencl: made-up device 0 does not open", 2);
    CHECK(check_contains(lines, "not on cuda: no driver\nnot on opencl: made-up device 0 does not open\n"),
        "logged \"%s\"", lines);
}

/* Reasons may be longer than there is room for. */
static void check_long_reasons(void) {
    static char much[400];
    memset(much, 'x', sizeof much - 1);
    start();
    fake_cuda.unsupported = fake_opencl.unsupported = much;
    lk_scorer *scorer = make(LK_BACKEND_AUTO, 0, 0);
    lk_scorer_info info = info_of(scorer);
    CHECK(info.backend == LK_BACKEND_CPU && strlen(info.reason) == sizeof info.reason - 1, "\"%s\"", info.reason);
    CHECK(strncmp(info.reason, "cuda: xxx", 9) == 0 && line_count[LK_LOG_INFO] == 2, "\"%s\"", info.reason);
    END(scorer);
}

/* A backend by name that cannot: its status and its reason, and no other in its place. */
static void check_refused(lk_backend backend, int device, lk_status want, const char *why) {
    lk_scorer_params params = params_of(backend, device, 0);
    lk_scorer *scorer = (lk_scorer *)&params;
    lk_status status = lk_scorer_create(context, &params, &scorer);
    CHECK(status == want && !scorer, "0x%x, want 0x%x", (unsigned)status, (unsigned)want);
    CHECK(strcmp(lk_context_error(context), why) == 0, "\"%s\", want \"%s\"", lk_context_error(context), why);
    CHECK(opened(&fake_cuda) + opened(&fake_opencl) == 0, "%d opened", opened(&fake_cuda) + opened(&fake_opencl));
    END(scorer);
}

static void check_by_name(void) {
    start();
    fake_cuda.unsupported = "no such pictures";
    check_refused(LK_BACKEND_CUDA, 0, LK_ERROR_UNAVAILABLE, "no such pictures");
    check_refused(LK_BACKEND_CUDA, LK_DEVICE_ALL, LK_ERROR_UNAVAILABLE, "no such pictures");
    fake_opencl.absent = "no driver";
    check_refused(LK_BACKEND_OPENCL, 0, LK_ERROR_UNAVAILABLE, "no driver");
    start();
    fake_opencl.device[1].opens = LK_ERROR_DEVICE_MEMORY;
    check_refused(LK_BACKEND_OPENCL, 1, LK_ERROR_DEVICE_MEMORY, "made-up device 1 does not open");
    check_refused(LK_BACKEND_OPENCL, 3, LK_ERROR_UNAVAILABLE, "there is no made-up device 3");
    /* One that can is taken without a look at the others. */
    lk_scorer *scorer = make(LK_BACKEND_OPENCL, 2, 0);
    lk_scorer_info info = info_of(scorer);
    CHECK(info.backend == LK_BACKEND_OPENCL && !info.reason[0] && strcmp(info.device, "made-up device 2") == 0,
        "%s, %s, \"%s\"", lk_backend_string(info.backend), info.device, info.reason);
    score_all(scorer, PAIRS);
    CHECK(taken(&fake_opencl) == PAIRS && opened(&fake_cuda) == 0, "%d pairs", taken(&fake_opencl));
    END(scorer);
}

/* ----------------------------------------------------------------------------------------------- falling back --- */

/* The CPU has taken over from CUDA, and everybody knows. */
static void check_on_cpu(const lk_scorer *scorer) {
    lk_scorer_info info = info_of(scorer);
    CHECK(info.backend == LK_BACKEND_CPU && info.threads == 1, "%s, %d threads", lk_backend_string(info.backend),
        info.threads);
    CHECK(strcmp(info.reason, "cuda failed: " FAKE_LOST) == 0, "reason \"%s\"", info.reason);
    CHECK(line_count[LK_LOG_WARNING] == 1 && strcmp(lines, "cuda failed, going on on the CPU: " FAKE_LOST "\n") == 0,
        "logged \"%s\"", lines);
    CHECK(!lk_scorer_error(scorer)[0], "nothing failed, but \"%s\"", lk_scorer_error(scorer));
}

/* Lost on the way: all pairs are scored, those that the device had and could not finish by the CPU; it gets no more. */
static void check_lost(int device, int in_flight) {
    for (int only = 0; only < 2; only++) {
        start();
        *(only ? &fake_cuda.lost_only : &fake_cuda.lost_from) = 5;
        lk_scorer *scorer = make(LK_BACKEND_AUTO, device, in_flight);
        const int most = info_of(scorer).in_flight;
        score_all(scorer, 4 * PAIRS);
        check_on_cpu(scorer);
        CHECK(taken(&fake_cuda) == 5 + most && opened(&fake_opencl) == 0, "%d pairs on the device, %d in flight",
            taken(&fake_cuda), most);
        END(scorer);
    }
}

/* Lost in submit: the pair is taken all the same, and goes to the CPU. */
static void check_lost_in_submit(void) {
    start();
    fake_cuda.refused_from = 2;
    lk_scorer *scorer = make(LK_BACKEND_AUTO, 0, 4);
    submit_all(scorer, 0, 4);
    check_on_cpu(scorer);
    CHECK(submit(scorer, 4) == LK_FULL, "a pair too many");
    collect_all(scorer, 0, 4, LK_OK);
    check_empty(scorer);
    CHECK(taken(&fake_cuda) == 2, "%d pairs on the device", taken(&fake_cuda));
    END(scorer);

    start();
    fake_cuda.refused_from = 2;
    scorer = make(LK_BACKEND_CUDA, 0, 4);
    submit_all(scorer, 0, 2);
    CHECK(submit(scorer, 2) == LK_ERROR_DEVICE && strcmp(lk_scorer_error(scorer), FAKE_LOST) == 0, "\"%s\"",
        lk_scorer_error(scorer));
    collect_all(scorer, 0, 2, LK_OK);
    check_empty(scorer);
    CHECK(line_count[LK_LOG_WARNING] == 0, "logged \"%s\"", lines);
    END(scorer);
}

/* Pair i with one of its pictures in the memory of the device. */
static lk_status submit_on_device(lk_scorer *scorer, int i, int which) {
    lk_picture pair[2] = {reference[i].picture, distorted[i].picture};
    pair[which].memory = LK_MEMORY_CUDA;
    return lk_scorer_submit(scorer, &pair[0], &pair[1], &alone[i]);
}

/* The CPU cannot read device memory: such pairs fail as the device did, and the others still do not. */
static void check_lost_memory(void) {
    start();
    fake_cuda.lost_from = 2;
    lk_scorer *scorer = make(LK_BACKEND_AUTO, 0, 4);
    submit_all(scorer, 0, 1);
    for (int i = 1; i < 4; i++) {
        REQUIRE(submit_on_device(scorer, i, i % 2) == LK_OK, "%s", lk_scorer_error(scorer));
    }
    collect_all(scorer, 0, 2, LK_OK);
    collect(scorer, 2, LK_ERROR_DEVICE);
    CHECK(strcmp(lk_scorer_error(scorer), FAKE_LOST) == 0, "\"%s\"", lk_scorer_error(scorer));
    collect(scorer, 3, LK_ERROR_DEVICE);
    CHECK(info_of(scorer).backend == LK_BACKEND_CUDA && line_count[LK_LOG_WARNING] == 0, "logged \"%s\"", lines);
    submit_all(scorer, 4, 1);
    collect(scorer, 4, LK_OK);
    CHECK(info_of(scorer).backend == LK_BACKEND_CPU && line_count[LK_LOG_WARNING] == 1, "logged \"%s\"", lines);
    CHECK(submit_on_device(scorer, 5, 0) == LK_ERROR_ARGUMENT && check_contains(lk_scorer_error(scorer), "CPU"),
        "\"%s\"", lk_scorer_error(scorer));
    submit_all(scorer, 5, 1);
    collect(scorer, 5, LK_OK);
    check_empty(scorer);
    END(scorer);
}

/* A device by name is not replaced when it is lost either. */
static void check_lost_by_name(void) {
    start();
    fake_cuda.lost_from = 2;
    lk_scorer *scorer = make(LK_BACKEND_CUDA, 0, 4);
    submit_all(scorer, 0, 4);
    collect_all(scorer, 0, 2, LK_OK);
    submit_all(scorer, 4, 2);
    for (int i = 2; i < 6; i++) {
        collect(scorer, i, LK_ERROR_DEVICE);
        CHECK(strcmp(lk_scorer_error(scorer), FAKE_LOST) == 0, "\"%s\"", lk_scorer_error(scorer));
    }
    check_empty(scorer);
    lk_scorer_info info = info_of(scorer);
    CHECK(info.backend == LK_BACKEND_CUDA && !info.reason[0], "%s", lk_backend_string(info.backend));
    CHECK(!lines[0], "logged \"%s\"", lines);
    submit_all(scorer, 6, 3); /* gone with pairs in flight */
    END(scorer);

    /* One pair that fails spoils no other. */
    start();
    fake_cuda.lost_only = 2;
    scorer = make(LK_BACKEND_CUDA, 0, 4);
    submit_all(scorer, 0, 4);
    collect_all(scorer, 0, 2, LK_OK);
    collect(scorer, 2, LK_ERROR_DEVICE);
    submit_all(scorer, 4, 2);
    collect_all(scorer, 3, 3, LK_OK);
    END(scorer);
}

/* Where the CPU cannot take over, the pairs fail as the device did, and nobody is told otherwise. */
static void check_no_way_back(void) {
    start();
    fake_cuda.lost_from = 1;
    lk_scorer_params params = params_of(LK_BACKEND_AUTO, 0, 4);
    params.max_memory = 1;
    lk_scorer *scorer;
    REQUIRE(lk_scorer_create(context, &params, &scorer) == LK_OK, "%s", lk_context_error(context));
    submit_all(scorer, 0, 3);
    collect(scorer, 0, LK_OK);
    for (int i = 1; i < 3; i++) {
        collect(scorer, i, LK_ERROR_DEVICE);
        CHECK(strcmp(lk_scorer_error(scorer), FAKE_LOST) == 0, "\"%s\"", lk_scorer_error(scorer));
    }
    fake_cuda.refused_from = 3;
    CHECK(submit(scorer, 3) == LK_ERROR_DEVICE && strcmp(lk_scorer_error(scorer), FAKE_LOST) == 0, "\"%s\"",
        lk_scorer_error(scorer));
    check_empty(scorer);
    lk_scorer_info info = info_of(scorer);
    CHECK(info.backend == LK_BACKEND_CUDA && !info.reason[0], "%s", lk_backend_string(info.backend));
    CHECK(check_contains(lines, "so did the CPU") && !check_contains(lines, "going on"), "logged \"%s\"", lines);
    END(scorer);
}

/* Without waiting: the call that moves a pair to the CPU does not wait there either, and nothing is lost. */
static void check_pending(void) {
    start();
    fake_cuda.lost_from = 0;
    fake_cuda.device[0].most = PAIRS;
    lk_scorer *scorer = make(LK_BACKEND_AUTO, 0, 0);
    submit_all(scorer, 0, PAIRS);
    fake_let_work(&fake_cuda.device[0]); /* what is pending now is pending on the CPU */
    int pending = 0, written = 0;
    for (int i = 0; i < PAIRS; i++) {
        lk_status status;
        lk_result result = {.index = 99};
        while ((status = lk_scorer_collect(scorer, &result, LK_NO_WAIT)) == LK_PENDING) {
            pending++;
            written += result.index != 99;
        }
        REQUIRE(status == LK_OK, "0x%x", (unsigned)status);
        check_result(scorer, &result, i, LK_OK);
    }
    CHECK(pending > 0 && !written, "%d times pending, %d with a result", pending, written);
    check_on_cpu(scorer);
    END(scorer);
}

/* ------------------------------------------------------------------------------------------------- cancelling --- */

/* Cancelled before or while the CPU takes over: its engine is made after lk_scorer_cancel() looked, and must learn of
 * it all the same. */
static void check_cancel_first(int at_warning) {
    start();
    fake_cuda.lost_from = 0;
    lk_scorer *scorer = make(LK_BACKEND_AUTO, 0, 4);
    submit_all(scorer, 0, 4);
    if (at_warning) {
        cancel_at_warning = scorer;
    } else {
        lk_scorer_cancel(scorer);
    }
    for (int i = 0; i < 4; i++) {
        char want[64];
        snprintf(want, sizeof want, "pair %d was cancelled", i);
        collect(scorer, i, LK_CANCELLED);
        CHECK(strcmp(lk_scorer_error(scorer), want) == 0, "\"%s\"", lk_scorer_error(scorer));
    }
    check_empty(scorer);
    CHECK(fake_cuda.cancelled == 1 && submit(scorer, 4) == LK_CANCELLED, "cancelled %d times", fake_cuda.cancelled);
    END(scorer);
}

/* Cancelled after the CPU took over: how many pairs had no score. */
static int cancel_on_cpu(void) {
    start();
    fake_cuda.lost_from = 0;
    lk_scorer *scorer = make(LK_BACKEND_AUTO, 0, 4);
    submit_all(scorer, 0, 1);
    collect(scorer, 0, LK_OK);
    submit_all(scorer, 1, 4);
    lk_scorer_cancel(scorer);
    int cancelled = 0;
    for (int i = 1; i < 5; i++) {
        lk_result result;
        REQUIRE(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_OK, "%s", lk_scorer_error(scorer));
        check_result(scorer, &result, i, result.status == LK_OK ? LK_OK : LK_CANCELLED);
        cancelled += result.status == LK_CANCELLED;
    }
    check_empty(scorer);
    END(scorer);
    return cancelled;
}

/* A machine that is busy elsewhere may let all pairs through before they are cancelled, but not every time. */
static void check_cancel_later(void) {
    int cancelled = 0;
    for (int round = 0; round < 20 && cancelled == 0; round++) {
        cancelled = cancel_on_cpu();
    }
    CHECK(cancelled > 0, "all scored");
}

static void *cancel(void *scorer) {
    lk_scorer_cancel(scorer);
    return NULL;
}

/* Cancelled from another thread at some time or other: each pair comes back once, with its score or without. */
static void check_cancel_thread(void) {
    for (int round = 0; round < 20; round++) {
        start();
        fake_cuda.lost_from = 1;
        lk_scorer *scorer = make(LK_BACKEND_AUTO, LK_DEVICE_ALL, 0);
        submit_all(scorer, 0, PAIRS);
        pthread_t thread;
        REQUIRE(pthread_create(&thread, NULL, cancel, scorer) == 0, "no thread");
        for (int i = 0; i < PAIRS; i++) {
            lk_result result;
            REQUIRE(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_OK, "%s", lk_scorer_error(scorer));
            check_result(scorer, &result, i, result.status == LK_OK ? LK_OK : LK_CANCELLED);
        }
        pthread_join(thread, NULL);
        check_empty(scorer);
        CHECK(fake_cuda.cancelled == FAKE_DEVICES, "%d devices cancelled", fake_cuda.cancelled);
        END(scorer);
    }
}

/* ---------------------------------------------------------------------------------------------- several devices --- */

/* Devices of different speed: each has its share, and results come in order. */
static void check_all_devices(lk_backend backend) {
    start();
    fake_cuda.device[0].milliseconds = 8;
    fake_cuda.device[2].milliseconds = 3;
    lk_scorer *scorer = make(backend, LK_DEVICE_ALL, 0);
    lk_scorer_info info = info_of(scorer);
    CHECK(info.backend == LK_BACKEND_CUDA && info.in_flight == 12 && info.memory == 3000, "%d in flight, %zu bytes",
        info.in_flight, info.memory);
    CHECK(strcmp(info.device, "3 x made-up device 0") == 0, "on %s", info.device);
    score_all(scorer, 3 * PAIRS);
    for (int i = 0; i < FAKE_DEVICES; i++) {
        CHECK(fake_cuda.device[i].taken == PAIRS, "device %d took %d pairs", i, fake_cuda.device[i].taken);
    }
    CHECK(!lines[0], "logged \"%s\"", lines);
    END(scorer);
}

/* The oldest pair is not overtaken by those that other devices have finished. */
static void check_order(void) {
    start();
    fake_cuda.device[0].held = 1;
    lk_scorer *scorer = make(LK_BACKEND_CUDA, LK_DEVICE_ALL, 6);
    submit_all(scorer, 0, 6);
    fake_let_work(&fake_cuda.device[1]);
    fake_let_work(&fake_cuda.device[2]);
    lk_result result;
    CHECK(lk_scorer_collect(scorer, &result, LK_NO_WAIT) == LK_PENDING, "overtaken");
    fake_let_work(&fake_cuda.device[0]);
    fake_cuda.device[0].held = 0;
    for (int i = 0; i < 6; i++) {
        REQUIRE(lk_scorer_collect(scorer, &result, LK_NO_WAIT) == LK_OK, "%s", lk_scorer_error(scorer));
        check_result(scorer, &result, i, LK_OK);
    }
    check_empty(scorer);
    END(scorer);
}

/* How many pairs are in flight over devices that have room for most[] each, if wanted are asked for. */
static void check_in_flight(const int most[FAKE_DEVICES], int wanted, int want) {
    start();
    for (int i = 0; i < FAKE_DEVICES; i++) {
        fake_cuda.device[i].most = most[i];
    }
    lk_scorer *scorer = make(LK_BACKEND_CUDA, LK_DEVICE_ALL, wanted);
    CHECK(info_of(scorer).in_flight == want, "%d in flight, want %d", info_of(scorer).in_flight, want);
    score_all(scorer, 2 * PAIRS);
    END(scorer);
}

/* Devices that cannot be opened are left out; only without any there is no scorer. */
static void check_left_out(void) {
    start();
    fake_cuda.device[1].opens = LK_ERROR_DEVICE_MEMORY;
    lk_scorer *scorer = make(LK_BACKEND_CUDA, LK_DEVICE_ALL, 0);
    lk_scorer_info info = info_of(scorer);
    CHECK(info.in_flight == 8 && strcmp(info.device, "2 x made-up device 0") == 0, "%d in flight on %s", info.in_flight,
        info.device);
    CHECK(strcmp(lines, "not on cuda device 1: made-up device 1 does not open\n") == 0, "logged \"%s\"", lines);
    score_all(scorer, 2 * PAIRS);
    CHECK(fake_cuda.device[0].taken == PAIRS && fake_cuda.device[2].taken == PAIRS, "%d and %d pairs",
        fake_cuda.device[0].taken, fake_cuda.device[2].taken);
    END(scorer);

    start();
    for (int i = 0; i < FAKE_DEVICES; i++) {
        fake_cuda.device[i].opens = LK_ERROR_DEVICE_MEMORY;
    }
    check_refused(LK_BACKEND_CUDA, LK_DEVICE_ALL, LK_ERROR_DEVICE_MEMORY, "made-up device 2 does not open");
    start();
    fake_cuda.devices = 0;
    check_refused(LK_BACKEND_CUDA, LK_DEVICE_ALL, LK_ERROR_UNAVAILABLE, "there is no cuda device");
    fake_cuda.absent = "no driver";
    check_refused(LK_BACKEND_CUDA, LK_DEVICE_ALL, LK_ERROR_UNAVAILABLE, "no driver");
    scorer = make(LK_BACKEND_AUTO, LK_DEVICE_ALL, 0);
    CHECK(info_of(scorer).backend == LK_BACKEND_OPENCL && opened(&fake_opencl) == 3, "%d", opened(&fake_opencl));
    END(scorer);
}

/* ------------------------------------------------------------------------------------------------------ the rest ---
 */

/* A device that is full although the scorer is not: the caller collects and tries again, and no pair is lost. */
static void check_full(int device) {
    start();
    lk_scorer *scorer = make(LK_BACKEND_CUDA, device, 0);
    submit_all(scorer, 0, 2);
    fake_cuda.device[0].full = fake_cuda.device[2].full = 2;
    CHECK(submit(scorer, 2) == LK_FULL && submit(scorer, 2) == LK_FULL, "not full");
    collect(scorer, 0, LK_OK);
    submit_all(scorer, 2, 1);
    collect_all(scorer, 1, 2, LK_OK);
    check_empty(scorer);
    CHECK(taken(&fake_cuda) == 3 && !lines[0], "%d pairs, \"%s\"", taken(&fake_cuda), lines);
    END(scorer);
    start();
    fake_cuda.device[0].full = 1;
    scorer = make(LK_BACKEND_AUTO, device, 0);
    CHECK(submit(scorer, 0) == LK_FULL && info_of(scorer).backend == LK_BACKEND_CUDA, "not full, or not a device");
    submit_all(scorer, 0, 1);
    collect(scorer, 0, LK_OK);
    END(scorer);
}

static void check_list(void) {
    lk_device_info devices[8];
    int count = 0;
    start();
    fake_cuda.device[1].unusable = "too old";
    fake_cuda.device[2].described = LK_ERROR_DEVICE;
    fake_opencl.absent = "no driver";
    REQUIRE(lk_context_devices(context, devices, 8, &count) == LK_OK && count == 5, "%d devices", count);
    static const lk_backend backends[] = {
        LK_BACKEND_CUDA, LK_BACKEND_CUDA, LK_BACKEND_CUDA, LK_BACKEND_OPENCL, LK_BACKEND_CPU};
    static const char *const reasons[] = {"", "too old", "made-up device 2 does not answer", "no driver", ""};
    for (int i = 0; i < 5; i++) {
        const lk_device_info *d = &devices[i];
        CHECK(d->backend == backends[i] && d->index == (i < 3 ? i : 0), "entry %d: %s %d", i,
            lk_backend_string(d->backend), d->index);
        CHECK(d->usable == !reasons[i][0] && strcmp(d->reason, reasons[i]) == 0, "entry %d: \"%s\"", i, d->reason);
    }
    CHECK(strcmp(devices[1].name, "made-up device 1") == 0 && devices[1].memory == 1000, "\"%s\"", devices[1].name);
    fake_cuda.devices = 0;
    REQUIRE(lk_context_devices(context, devices, 2, &count) == LK_OK && count == 3, "%d devices", count);
    CHECK(!devices[0].usable && strcmp(devices[0].reason, "there is no cuda device") == 0, "\"%s\"", devices[0].reason);
    CHECK(opened(&fake_cuda) + opened(&fake_opencl) == 0, "a list opens devices");
}

/* Memory is the device's, also after the CPU has taken over. */
static void check_memory(void) {
    start();
    fake_cuda.lost_from = 0;
    lk_scorer *scorer = make(LK_BACKEND_AUTO, 0, 0);
    void *memory[2] = {NULL, scorer};
    REQUIRE(lk_scorer_allocate(scorer, 100, &memory[0]) == LK_OK && memory[0], "%s", lk_scorer_error(scorer));
    memset(memory[0], 1, 100);
    submit_all(scorer, 0, 1);
    collect(scorer, 0, LK_OK);
    check_on_cpu(scorer);
    lk_scorer_release(scorer, memory[0]);
    lk_scorer_release(scorer, NULL);
    CHECK(fake_cuda.device[0].allocated == 1 && fake_cuda.device[0].released == 1, "allocated %d, released %d",
        fake_cuda.device[0].allocated, fake_cuda.device[0].released);
    fake_cuda.device[0].out_of_memory = LK_ERROR_DEVICE_MEMORY;
    CHECK(lk_scorer_allocate(scorer, 100, &memory[1]) == LK_ERROR_DEVICE_MEMORY && !memory[1], "memory, but where?");
    CHECK(check_contains(lk_scorer_error(scorer), "no memory left"), "\"%s\"", lk_scorer_error(scorer));
    END(scorer);
}

/* Threads of this process, where the system tells. */
static int count_threads(void) {
    DIR *folder = opendir("/proc/self/task");
    int count = 0;
    while (folder && readdir(folder)) {
        count++;
    }
    if (folder) {
        closedir(folder);
    }
    return count;
}

/* No engine outlives its scorer. A thread that was waited for may be listed for a moment still. */
static void check_threads(int before) {
    for (int i = 0; i < 200 && count_threads() > before; i++) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    CHECK(count_threads() == before, "%d threads too many", count_threads() - before);
}

static void make_pairs(void) {
    for (int i = 0; i < PAIRS; i++) {
        reference[i] = picture_make(WIDTH, HEIGHT, lk_format_yuv(420, 8), 0, 0);
        distorted[i] = picture_make(WIDTH, HEIGHT, lk_format_yuv(420, 8), 0, 0);
        picture_fill(&reference[i], i, 1, 0.05);
        picture_fill(&distorted[i], i, 2, 0.05 + 0.02 * i);
        alone[i] = score_simply(LK_PROFILE_LIBJXL, &reference[i], &distorted[i]).ssimulacra2;
        for (int j = 0; j < i; j++) {
            CHECK(alone[i] != alone[j], "pairs %d and %d cannot be told apart", i, j);
        }
    }
}

static void check_spreading(void) {
    check_all_devices(LK_BACKEND_CUDA);
    check_all_devices(LK_BACKEND_AUTO);
    check_order();
    check_in_flight((const int[]){4, 4, 4}, 5, 5);
    check_in_flight((const int[]){4, 4, 4}, 1, 1);
    check_in_flight((const int[]){4, 4, 4}, 100, 12);
    check_in_flight((const int[]){4, 1, 3}, 0, 3);
    check_in_flight((const int[]){4, 2, 3}, 8, 6);
    check_left_out();
}

static void check_falling_back(void) {
    check_lost(0, 0);
    check_lost(0, 1);
    check_lost(LK_DEVICE_ALL, 0);
    check_lost(LK_DEVICE_ALL, 5);
    check_lost_in_submit();
    check_lost_memory();
    check_lost_by_name();
    check_no_way_back();
    check_pending();
    check_cancel_first(0);
    check_cancel_first(1);
    check_cancel_later();
    check_cancel_thread();
}

int main(void) {
    make_pairs();
    const int threads = count_threads();
    REQUIRE(lk_context_create(&context) == LK_OK, "no context");
    lk_context_set_log(context, take_line, NULL);
    check_choice();
    check_long_reasons();
    check_by_name();
    check_falling_back();
    check_spreading();
    check_full(0);
    check_full(LK_DEVICE_ALL);
    check_list();
    check_memory();
    check_threads(threads);
    lk_context_destroy(&context);
    for (int i = 0; i < PAIRS; i++) {
        picture_free(&reference[i]);
        picture_free(&distorted[i]);
    }
    return check_end();
}
