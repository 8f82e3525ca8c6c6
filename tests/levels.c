/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Every instruction set level that this machine can run gives the same bits, stage by stage and score by score.
 *
 *     levels LEVEL...: these must have been compiled, and have run if the processor has them. */

#include "cpu/levels.h"

#include "check.h"
#include "support/check.h"
#include "support/score.h"

#define MAX_LEVELS 8

static int levels_run;
static const lk_reference_stages *levels[MAX_LEVELS];

static uint64_t digest(const void *data, size_t size) {
    const uint8_t *bytes = data;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    }
    return hash;
}

/* Compare one level's output with the first level's. */
static void same(
    const char *stage, const char *level, const float *first, const float *got, int count, const char *what) {
    for (int i = 0; i < count; i++) {
        if (!CHECK(memcmp(&first[i], &got[i], sizeof *got) == 0, "%s, %s: value %d is %a on %s, %a on %s", stage, what,
                i, (double)got[i], level, (double)first[i], levels[0]->level)) {
            return;
        }
    }
}

/* One pair's setup, and room for what each stage writes on two levels. */
typedef struct bench {
    lk_setup setup;
    test_picture reference, distorted;
    float *plane[2][8];
    float *row_buffer;
    char what[64];
} bench;

static bench bench_make(int width, int height, lk_format format, lk_color color, lk_profile profile) {
    bench b = {
        .reference = picture_make(width, height, format, 6, 0), .distorted = picture_make(width, height, format, 0, 1)};
    picture_fill(&b.reference, 1, 1, 0.1);
    picture_fill(&b.distorted, 1, 2, 0.3);
    lk_scorer_params params = score_params(&b.reference, &b.distorted);
    params.reference_color = params.distorted_color = color;
    params.profile = profile;
    params.all_norms = 1;
    lk_error error;
    REQUIRE(lk_setup_init(&b.setup, &params, &error) == LK_OK, "%s", error.text);
    for (int i = 0; i < 16; i++) {
        b.plane[i / 8][i % 8] = calloc((size_t)(width * height), sizeof(float));
        REQUIRE(b.plane[i / 8][i % 8], "out of memory");
    }
    b.row_buffer = calloc(lk_reference_row_buffer(width), sizeof(float));
    REQUIRE(b.row_buffer, "out of memory");
    char name[32];
    snprintf(b.what, sizeof b.what, "%dx%d %s %s", width, height, lk_format_name(&format, name, sizeof name),
        lk_transfer_string(color.transfer));
    return b;
}

static void bench_free(bench *b) {
    picture_free(&b->reference);
    picture_free(&b->distorted);
    for (int i = 0; i < 16; i++) {
        free(b->plane[i / 8][i % 8]);
    }
    free(b->row_buffer);
}

/* Run a stage on level l into plane set l > 0, and compare it with set 0. */
static void compare_stages(bench *b) {
    int width = b->setup.params.width, height = b->setup.params.height, count = width * height;
    lk_profile profile = b->setup.params.profile;
    for (int l = 0; l < levels_run; l++) {
        const lk_reference_stages *s = levels[l];
        float **p = b->plane[l > 0], **first = b->plane[0];
        s->to_linear(&b->reference.picture, &b->setup.reference, 0.1f, p);
        s->to_xyb((const float *const *)p, p + 3, (size_t)count);
        s->halve(p[0], width, height, p[6]);
        s->blur(profile, p[3], width, height, p[7], p[2], b->row_buffer);
        for (int c = 0; l > 0 && c < 3; c++) {
            same("to_xyb", s->level, first[3 + c], p[3 + c], count, b->what);
        }
        if (l > 0) {
            same("to_linear", s->level, first[0], p[0], count, b->what);
            same("halve", s->level, first[6], p[6], (width + 1) / 2 * ((height + 1) / 2), b->what);
            same("blur", s->level, first[7], p[7], count, b->what);
        }
    }
}

static void compare_scores(bench *b) {
    lk_sums sums[MAX_LEVELS];
    void *workspace = malloc(lk_reference_workspace(b->setup.params.width, b->setup.params.height));
    REQUIRE(workspace, "out of memory");
    const int cancelled = 0;
    for (int l = 0; l < levels_run; l++) {
        memset(sums[l], 0, sizeof sums[l]);
        levels[l]->score(&b->setup, &b->reference.picture, &b->distorted.picture, b->setup.background[0], workspace,
            &cancelled, sums[l]);
        for (int k = 0; k < LK_NORMS; k++) {
            CHECK(score_bits(sums[l][k]) == score_bits(sums[0][k]), "%s: sum %d is %a on %s, %a on %s", b->what, k,
                sums[l][k], levels[l]->level, sums[0][k], levels[0]->level);
        }
    }
    printf("%-36s %-6s %016llx\n", b->what, b->setup.params.profile == LK_PROFILE_EXACT ? "exact" : "libjxl",
        (unsigned long long)digest(sums[0], sizeof sums[0]));
    free(workspace);
}

static void find_levels(int wanted, char **names) {
    for (int i = 0; lk_reference_levels[i]; i++) {
        const lk_reference_stages *s = lk_reference_levels[i];
        int runs = lk_cpu_has_level(s->level);
        printf("%s: %s\n", s->level, runs ? "runs" : "this processor does not have it");
        if (runs && levels_run < MAX_LEVELS) {
            levels[levels_run++] = s;
        }
    }
    for (int w = 0; w < wanted; w++) {
        int found = 0;
        for (int i = 0; lk_reference_levels[i]; i++) {
            found |= strcmp(lk_reference_levels[i]->level, names[w]) == 0;
        }
        CHECK(found, "level %s was not compiled", names[w]);
    }
    CHECK(levels_run > 0 && lk_reference_best() == levels[0], "the best level is not the one that is used");
    CHECK(strcmp(levels[levels_run - 1]->level, "baseline") == 0, "every machine has the baseline");
}

int main(int argc, char **argv) {
    static const lk_transfer transfers[] = {LK_TRANSFER_SRGB, LK_TRANSFER_BT1886, LK_TRANSFER_PQ, LK_TRANSFER_HLG};
    static const int sizes[][2] = {{8, 8}, {9, 17}, {31, 40}, {67, 129}, {250, 131}};
    find_levels(argc - 1, argv + 1);
    for (int i = 0; i < 5 * 4 * 2; i++) {
        const int *size = sizes[i % 5];
        lk_color color = lk_color_default();
        color.transfer = transfers[i / 5 % 4];
        lk_format formats[] = {lk_format_yuv(420, 8), format_semiplanar(10), format_rgb(LK_LAYOUT_PACKED, 16, 1),
            lk_format_yuv(422, 12), format_gray(LK_LAYOUT_PLANAR, 8, 0)};
        bench b = bench_make(size[0], size[1], formats[(i + i / 5) % 5], color, (lk_profile)(i / 20));
        compare_stages(&b);
        compare_scores(&b);
        bench_free(&b);
    }
    return check_end();
}
