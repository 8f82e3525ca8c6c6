/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The CPU engine gives the reference's bits, at every instruction set level that this machine has and for any number of
 * threads at one pair.
 *
 *     levels [--4k] LEVEL...: these must have been compiled, and must have run if the processor has them. Prints a
 * digest of each pair's norms. --4k: just one pair of that size. */

#include "cpu/levels.h"

#include "support/check.h"
#include "support/score.h"

static lk_cpu_level levels[8];
static int level_count;

static uint64_t digest(const void *data, size_t size) {
    const uint8_t *bytes = data;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    }
    return hash;
}

/* A kind of pair. */
typedef struct kind {
    int width, height;
    lk_format reference, distorted;
    lk_transfer transfer;
    lk_primaries primaries;
    lk_upsampling upsampling;
    lk_profile profile;
    int all_norms;
} kind;

static lk_result score(
    const kind *k, lk_cpu_level level, int threads, const test_picture *reference, const test_picture *distorted) {
    lk_scorer_params params = score_params(reference, distorted);
    params.profile = k->profile;
    params.upsampling = k->upsampling;
    params.all_norms = k->all_norms;
    params.reference_color.transfer = params.distorted_color.transfer = k->transfer;
    params.reference_color.primaries = params.distorted_color.primaries = k->primaries;
    params.cpu_level = level;
    params.threads = threads;
    params.in_flight = 1;
    return score_pair(&params, reference, distorted);
}

static void same(const lk_result *want, const lk_result *got, const char *what, lk_cpu_level level, int threads) {
    for (int i = 0; i < want->norm_count; i++) {
        if (!CHECK(score_bits(got->norms[i]) == score_bits(want->norms[i]),
                "%s: norm %d is %a on %s with %d threads, %a of the reference", what, i, got->norms[i],
                lk_cpu_level_string(level), threads, want->norms[i])) {
            return;
        }
    }
    CHECK(score_bits(got->ssimulacra2) == score_bits(want->ssimulacra2), "%s: the scores differ", what);
}

/* threads: up to so many on one pair. */
static void check_kind(const kind *k, int threads) {
    test_picture reference = picture_make(k->width, k->height, k->reference, 6, 0);
    test_picture distorted = picture_make(k->width, k->height, k->distorted, 0, 1);
    picture_fill(&reference, 1, 1, 0.1);
    picture_fill(&distorted, 1, 2, 0.3);
    char what[128], names[2][32];
    snprintf(what, sizeof what, "%dx%d %s %s %s%s %s", k->width, k->height,
        lk_format_name(&k->reference, names[0], sizeof names[0]),
        lk_format_name(&k->distorted, names[1], sizeof names[1]), lk_transfer_string(k->transfer),
        k->all_norms ? " all" : "", lk_profile_string(k->profile));
    lk_result want = score(k, LK_CPU_REFERENCE, 1, &reference, &distorted);
    for (int i = 0; i < level_count; i++) {
        for (int t = 1; t <= threads; t += t < 3 ? 1 : 2) {
            lk_result got = score(k, levels[i], t, &reference, &distorted);
            same(&want, &got, what, levels[i], t);
        }
    }
    printf("%-60s %016llx\n", what, (unsigned long long)digest(want.norms, sizeof want.norms));
    picture_free(&reference);
    picture_free(&distorted);
}

static void find_levels(int wanted, char **names) {
    for (int level = LK_CPU_X86_64_V2; level <= LK_CPU_NEON; level++) {
        int compiled = lk_cpu_steps_of((lk_cpu_level)level, LK_PROFILE_EXACT) != NULL;
        int runs = compiled && lk_cpu_has_level((lk_cpu_level)level);
        const char *name = lk_cpu_level_string((lk_cpu_level)level);
        printf("%s: %s\n", name, runs ? "runs" : compiled ? "this processor does not have it" : "not for this machine");
        if (runs) {
            levels[level_count++] = (lk_cpu_level)level;
        }
        for (int w = 0; w < wanted; w++) {
            CHECK(strcmp(names[w], name) != 0 || compiled, "level %s was not compiled", name);
        }
    }
    CHECK(level_count > 0 && lk_cpu_best_level() == levels[level_count - 1],
        "the best level is not the one that is used");
}

/* A scorer says what it runs on. */
static void check_names(void) {
    for (int i = 0; i < level_count; i++) {
        lk_context *context;
        lk_scorer *scorer;
        lk_scorer_params params;
        lk_scorer_info info;
        lk_scorer_params_default(&params, LK_API_VERSION);
        params.width = params.height = 64;
        params.backend = LK_BACKEND_CPU;
        params.cpu_level = levels[i];
        REQUIRE(lk_context_create(&context) == LK_OK, "no context");
        REQUIRE(lk_scorer_create(context, &params, &scorer) == LK_OK, "%s", lk_context_error(context));
        lk_scorer_get_info(scorer, &info);
        CHECK(strstr(info.device, lk_cpu_level_string(levels[i])), "'%s' is not the level asked for", info.device);
        lk_scorer_destroy(&scorer);
        lk_context_destroy(&context);
    }
}

/* Kind i of a list in which sizes, formats, colours and profiles meet. */
static kind kind_of(int i, int width, int height) {
    static const lk_transfer transfers[] = {
        LK_TRANSFER_SRGB, LK_TRANSFER_BT1886, LK_TRANSFER_PQ, LK_TRANSFER_HLG, LK_TRANSFER_LINEAR};
    const lk_format formats[] = {lk_format_yuv(420, 8), format_semiplanar(8), lk_format_yuv(422, 12),
        format_semiplanar(10), lk_format_yuv(444, 10), lk_format_yuv(420, 16), format_rgb(LK_LAYOUT_PACKED, 8, 0),
        format_rgb(LK_LAYOUT_PACKED, 16, 1), format_rgb(LK_LAYOUT_PLANAR, 10, 0), format_gray(LK_LAYOUT_PLANAR, 8, 0),
        format_gray(LK_LAYOUT_PACKED, 8, 1)};
    enum { FORMATS = sizeof formats / sizeof *formats };
    kind k = {
        .width = width,
        .height = height,
        .reference = formats[i % FORMATS],
        .distorted = formats[(i + i / FORMATS) % FORMATS],
        .transfer = transfers[i % 5],
        .primaries = i % 3 ? LK_PRIMARIES_UNSPECIFIED : LK_PRIMARIES_BT709,
        .upsampling = (lk_upsampling)(i / 2 % 2),
        .profile = (lk_profile)(i % 2),
        .all_norms = i / 4 % 2,
    };
    return k;
}

static void check_kinds(void) {
    static const int sizes[][3] = {
        {1000, 8, 3}, {8, 1000, 3}, {999, 41, 5}, {2003, 77, 7}, {129, 131, 2}, {250, 515, 2}};
    int i = 0;
    for (int width = 8; width <= 70; width++) {
        for (int profile = 0; profile < 2; profile++, i++) {
            kind k = kind_of(i, width, 8 + width * 7 % 61);
            check_kind(&k, 1);
        }
    }
    for (int s = 0; s < 6; s++) {
        for (int n = 0; n < 4; n++, i++) {
            kind k = kind_of(i, sizes[s][0], sizes[s][1]);
            check_kind(&k, sizes[s][2]);
        }
    }
}

int main(int argc, char **argv) {
    int large = argc > 1 && strcmp(argv[1], "--4k") == 0;
    find_levels(argc - 1 - large, argv + 1 + large);
    if (large) {
        for (int profile = 0; profile < 2; profile++) {
            kind k = kind_of(0, 3840, 2160);
            k.profile = (lk_profile)profile;
            check_kind(&k, 2);
        }
    } else {
        check_names();
        check_kinds();
    }
    return check_end();
}
