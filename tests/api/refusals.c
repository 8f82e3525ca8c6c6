/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Everything that the library refuses: the status, and that the sentence says what is wrong. Nothing refused may be
 * read: the planes lie on pages that cannot be. */

#include "support/check.h"
#include "support/picture.h"

#include <sys/mman.h>

static lk_context *context;

/* Words that a sentence must hold; NULL ends them. */
static void check_words(const char *what, const char *sentence, const char *const *words) {
    for (const char *word; (word = *words++) != NULL;) {
        CHECK(check_contains(sentence, word), "%s: \"%s\" lacks \"%s\"", what, sentence, word);
    }
}

/* --------------------------------------------------------------------------------------------------- parameters --- */

static lk_scorer_params good_params(void) {
    lk_scorer_params p;
    lk_scorer_params_default(&p, LK_API_VERSION);
    p.width = 64;
    p.height = 48;
    p.backend = LK_BACKEND_CPU;
    p.threads = 1;
    return p;
}

static void check_create(const char *what, const lk_scorer_params *p, lk_status want, const char *const *words) {
    lk_scorer *scorer = (lk_scorer *)context; /* must become NULL */
    lk_status status = lk_scorer_create(context, p, &scorer);
    CHECK(status == want, "%s: 0x%x, want 0x%x: %s", what, (unsigned)status, (unsigned)want, lk_context_error(context));
    CHECK(!scorer, "%s: there is a scorer", what);
    check_words(what, lk_context_error(context), words);
}

/* REFUSED(what is changed in good parameters p, status, words of the sentence...) */
#define REFUSED(change, status, ...)                                                                                   \
    do {                                                                                                               \
        lk_scorer_params p = good_params();                                                                            \
        change;                                                                                                        \
        check_create(#change, &p, status, (const char *const[]){__VA_ARGS__, NULL});                                   \
    } while (0)

static void check_params(void) {
    REFUSED(p.version = 0, LK_ERROR_VERSION, "version 0", "lk_scorer_params_default");
    REFUSED(p.version = LK_API_VERSION + 1, LK_ERROR_VERSION, "version 2", "version 1");
    REFUSED(p.width = 7, LK_ERROR_SIZE, "7x48", "too small", "8");
    REFUSED(p.height = 7, LK_ERROR_SIZE, "64x7", "too small");
    REFUSED(p.height = -48, LK_ERROR_SIZE, "64x-48", "too small");
    REFUSED(p.width = 65536, LK_ERROR_SIZE, "65536x48", "too large", "65535");
    REFUSED(p.width = p.height = 40000, LK_ERROR_SIZE, "40000x40000", "too large");
    REFUSED(p.metrics = 0, LK_ERROR_ARGUMENT, "metrics", "0x0");
    REFUSED(p.metrics = 0x10, LK_ERROR_ARGUMENT, "metrics", "0x10");
    REFUSED(p.profile = (lk_profile)2, LK_ERROR_ARGUMENT, "profile 2");
    REFUSED(p.upsampling = (lk_upsampling)9, LK_ERROR_ARGUMENT, "upsampling 9");
    REFUSED(p.backend = (lk_backend)4, LK_ERROR_ARGUMENT, "backend 4");
    REFUSED(p.device = -2, LK_ERROR_ARGUMENT, "device -2");
    REFUSED(p.threads = -1, LK_ERROR_ARGUMENT, "threads -1");
    REFUSED(p.in_flight = -1, LK_ERROR_ARGUMENT, "in_flight -1");
    REFUSED(p.in_flight = 1025, LK_ERROR_ARGUMENT, "in_flight 1025");
    REFUSED(p.reference.depth = 17, LK_ERROR_FORMAT, "reference", "pixel format");
    REFUSED(p.distorted.alpha = 1, LK_ERROR_FORMAT, "distorted", "pixel format");
    REFUSED(p.reference_color.matrix = LK_MATRIX_RGB, LK_ERROR_FORMAT, "reference", "matrix rgb (0)");
    REFUSED(p.distorted_color.transfer = (lk_transfer)5, LK_ERROR_FORMAT, "distorted", "transfer unsupported (5)");
    REFUSED(p.device = 1, LK_ERROR_UNAVAILABLE, "no CPU device 1");
    REFUSED(p.max_memory = 1000, LK_ERROR_MEMORY, "64x48", "limit");
}

/* ----------------------------------------------------------------------------------------------------- pictures --- */

static void check_submit(const char *what, lk_scorer *scorer, const lk_picture *good, const lk_picture *bad,
    lk_status want, const char *const *words) {
    for (int distorted = 0; distorted < 2; distorted++) {
        lk_status status = lk_scorer_submit(scorer, distorted ? good : bad, distorted ? bad : good, NULL);
        const char *sentence = lk_scorer_error(scorer);
        CHECK(status == want, "%s: 0x%x, want 0x%x: %s", what, (unsigned)status, (unsigned)want, sentence);
        check_words(what, sentence, (const char *const[]){distorted ? "distorted" : "reference", NULL});
        check_words(what, sentence, words);
        lk_result result;
        CHECK(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_EMPTY, "%s: something is in flight", what);
    }
}

/* WRONG(what is changed in the picture p that the scorer would take, status, words of the sentence...) */
#define WRONG(change, status, ...)                                                                                     \
    do {                                                                                                               \
        lk_picture p = good;                                                                                           \
        change;                                                                                                        \
        check_submit(#change, scorer, &good, &p, status, (const char *const[]){__VA_ARGS__, NULL});                    \
    } while (0)

/* Pictures on a device are refused by a scorer on the CPU, whichever of the pair it is. */
static void check_device_memory(lk_scorer *scorer, const lk_picture *good) {
    for (int i = 0; i < 4; i++) {
        lk_picture there = *good;
        there.memory = i % 2 ? LK_MEMORY_CUDA : LK_MEMORY_OPENCL;
        lk_status status = lk_scorer_submit(scorer, i / 2 ? good : &there, i / 2 ? &there : good, NULL);
        const char *sentence = lk_scorer_error(scorer);
        CHECK(status == LK_ERROR_ARGUMENT, "case %d: 0x%x, %s", i, (unsigned)status, sentence);
        check_words("a picture on a device", sentence, (const char *const[]){"device memory", "CPU", NULL});
    }
}

static void check_pictures(void) {
    char *guarded = mmap(NULL, 1 << 16, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(guarded != MAP_FAILED, "no guarded pages");
    lk_scorer *scorer;
    lk_scorer_params params = good_params();
    params.reference = params.distorted = lk_format_yuv(420, 10);
    REQUIRE(lk_scorer_create(context, &params, &scorer) == LK_OK, "%s", lk_context_error(context));
    lk_picture good;
    lk_picture_default(&good, LK_API_VERSION);
    good.width = 64;
    good.height = 48;
    good.format = lk_format_yuv(420, 10);
    for (int i = 0; i < 3; i++) {
        good.plane[i] = guarded;
        good.stride[i] = i ? 64 : 128;
    }
    WRONG(p.version = 0, LK_ERROR_VERSION, "version 0", "lk_picture_default");
    WRONG(p.version = LK_API_VERSION + 1, LK_ERROR_VERSION, "version 2", "version 1");
    WRONG(p.width = 66, LK_ERROR_SIZE, "66x48", "64x48");
    WRONG(p.height = 46, LK_ERROR_SIZE, "64x46", "64x48");
    WRONG(p.format.depth = 12, LK_ERROR_FORMAT, "yuv420p12", "yuv420p10");
    WRONG(p.format.depth = 99, LK_ERROR_FORMAT, "unsupported", "yuv420p10");
    WRONG(p.format.high_bits = 1, LK_ERROR_FORMAT, "yuv420p10high", "yuv420p10");
    WRONG(p.format = lk_format_yuv(422, 10), LK_ERROR_FORMAT, "yuv422p10", "yuv420p10");
    WRONG(p.format.layout = LK_LAYOUT_SEMIPLANAR, LK_ERROR_FORMAT, "nv420p10", "yuv420p10");
    WRONG(p.color.matrix = LK_MATRIX_BT601, LK_ERROR_FORMAT, "colour description");
    WRONG(p.color.range = LK_RANGE_FULL, LK_ERROR_FORMAT, "colour description");
    WRONG(p.color.transfer = LK_TRANSFER_PQ, LK_ERROR_FORMAT, "colour description");
    WRONG(p.color.primaries = LK_PRIMARIES_BT2020, LK_ERROR_FORMAT, "colour description");
    WRONG(p.color.chroma_location = LK_CHROMA_CENTER, LK_ERROR_FORMAT, "colour description");
    WRONG(p.memory = (lk_memory)3, LK_ERROR_ARGUMENT, "memory 3");
    WRONG(p.plane[2] = NULL, LK_ERROR_ARGUMENT, "plane 2", "NULL");
    WRONG(p.stride[1] = 62, LK_ERROR_ARGUMENT, "plane 1", "62 bytes");
    WRONG(p.stride[0] = -126, LK_ERROR_ARGUMENT, "plane 0", "-126 bytes");
    WRONG(p.stride[0] = 0, LK_ERROR_ARGUMENT, "plane 0", "0 bytes");
    WRONG(p.stride[0] = 129, LK_ERROR_ARGUMENT, "plane 0", "aligned");
    WRONG(p.stride[0] = PTRDIFF_MIN, LK_ERROR_ARGUMENT, "plane 0", "stride");
    WRONG(p.plane[1] = guarded + 1, LK_ERROR_ARGUMENT, "plane 1", "aligned");
    check_device_memory(scorer, &good);
    lk_scorer_destroy(&scorer);
    munmap(guarded, 1 << 16);
}

/* ------------------------------------------------------------------------------------------------ NULL and more --- */

static void check_nothing(void) {
    lk_scorer *scorer = NULL;
    lk_scorer_params params = good_params();
    lk_picture picture;
    lk_result result;
    lk_picture_default(&picture, LK_API_VERSION);
    CHECK(lk_context_create(NULL) == LK_ERROR_ARGUMENT, "no place for a context");
    CHECK(lk_scorer_create(NULL, &params, &scorer) == LK_ERROR_ARGUMENT && !scorer, "no context");
    CHECK(lk_scorer_create(context, NULL, &scorer) == LK_ERROR_ARGUMENT && !scorer, "no parameters");
    CHECK(check_contains(lk_context_error(context), "NULL"), "%s", lk_context_error(context));
    CHECK(lk_scorer_create(context, &params, NULL) == LK_ERROR_ARGUMENT, "no place for a scorer");
    CHECK(lk_scorer_submit(NULL, &picture, &picture, NULL) == LK_ERROR_ARGUMENT, "no scorer");
    CHECK(lk_scorer_collect(NULL, &result, LK_WAIT) == LK_ERROR_ARGUMENT, "no scorer");
    CHECK(lk_scorer_error(NULL) && lk_context_error(NULL), "no handle, but a sentence");
    lk_scorer_cancel(NULL);
    lk_scorer_destroy(NULL);
    lk_scorer_destroy(&scorer);
    lk_context_destroy(NULL);
    lk_context *none = NULL;
    lk_context_destroy(&none);
    lk_context_set_log(NULL, NULL, NULL);

    REQUIRE(lk_scorer_create(context, &params, &scorer) == LK_OK, "%s", lk_context_error(context));
    CHECK(strcmp(lk_scorer_error(scorer), "") == 0, "\"%s\" before anything failed", lk_scorer_error(scorer));
    CHECK(lk_scorer_submit(scorer, NULL, &picture, NULL) == LK_ERROR_ARGUMENT, "no reference");
    CHECK(check_contains(lk_scorer_error(scorer), "NULL"), "%s", lk_scorer_error(scorer));
    CHECK(lk_scorer_submit(scorer, &picture, NULL, NULL) == LK_ERROR_ARGUMENT, "no distorted picture");
    CHECK(lk_scorer_collect(scorer, NULL, LK_WAIT) == LK_ERROR_ARGUMENT, "no result");
    CHECK(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_EMPTY, "nothing in flight");
    lk_scorer_destroy(&scorer);
    CHECK(!scorer, "destroyed, but not NULL");
}

int main(void) {
    REQUIRE(lk_context_create(&context) == LK_OK, "no context");
    CHECK(strcmp(lk_context_error(context), "") == 0, "\"%s\" before anything failed", lk_context_error(context));
    check_nothing();
    check_params();
    check_pictures();
    lk_context_destroy(&context);
    CHECK(!context, "destroyed, but not NULL");
    return check_end();
}
