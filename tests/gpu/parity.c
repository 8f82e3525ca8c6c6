/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Every stage and every score of the GPU backends against the CPU reference, bit for bit.
 *
 *     parity [--backend cuda|opencl] [--device N] [--quick|--full|--several|--count]
 *
 * Without --backend: all that have a device. One that is named and missing is a failure. --full adds large pictures;
 * --quick is a few cases, of which a small one is scored, for tools that slow everything down. --several spreads pairs
 * over all devices, of which there must be two or more. --count prints how many there are instead. */

#include "check.h"
#include "cpu/levels.h"
#include "gpu/engine.h"
#include "support/check.h"
#include "support/score.h"

typedef struct parity_case {
    int width, height;
    lk_format reference, distorted;
    lk_color color;
    lk_upsampling upsampling;
    int all_norms;
    double strength;
} parity_case;

static const char *describe(const parity_case *c, lk_profile profile) {
    static char text[200];
    char reference[32], distorted[32];
    snprintf(text, sizeof text, "%dx%d %s %s, %s range, %s transfer, chroma %s %s%s, %s", c->width, c->height,
        lk_format_name(&c->reference, reference, sizeof reference),
        lk_format_name(&c->distorted, distorted, sizeof distorted), lk_range_string(c->color.range),
        lk_transfer_string(c->color.transfer), lk_chroma_location_string(c->color.chroma_location),
        lk_upsampling_string(c->upsampling), c->all_norms ? ", all norms" : "", lk_profile_string(profile));
    return text;
}

typedef struct pair {
    test_picture reference, distorted;
} pair;

static pair make_pair(const parity_case *c, int seed) {
    pair p = {picture_make(c->width, c->height, c->reference, 0, 0),
        picture_make(c->width, c->height, c->distorted, seed % 3 == 1 ? 10 : 0, seed % 3 == 2)};
    picture_fill(&p.reference, seed, 1, 0.02);
    picture_fill(&p.distorted, seed, 2, 0.02 + c->strength);
    return p;
}

static void free_pair(pair *p) {
    picture_free(&p->reference);
    picture_free(&p->distorted);
}

static lk_scorer_params params_of(const parity_case *c, lk_profile profile, lk_backend backend, int device) {
    lk_scorer_params params;
    lk_scorer_params_default(&params, LK_API_VERSION);
    params.width = c->width;
    params.height = c->height;
    params.reference = c->reference;
    params.distorted = c->distorted;
    params.reference_color = params.distorted_color = c->color;
    params.upsampling = c->upsampling;
    params.all_norms = c->all_norms;
    params.profile = profile;
    params.backend = backend;
    params.device = device;
    return params;
}

/* ---------------------------------------------------------------------------------------------------- stages --- */

typedef struct stage_totals {
    unsigned long planes, samples, different;
    double worst_score;
} stage_totals;

static void compare_plane(stage_totals *totals, const char *what, const parity_case *c, lk_profile profile, int scale,
    int plane, const float *want, const float *got, size_t count, int width) {
    totals->planes++;
    totals->samples += count;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(&want[i], &got[i], sizeof(float)) != 0) {
            totals->different++;
            CHECK(0, "%s: scale %d, %s plane %d differs first at (%zu, %zu): %a instead of %a", describe(c, profile),
                scale, what, plane, i % (size_t)width, i / (size_t)width, (double)got[i], (double)want[i]);
            return;
        }
    }
    check_done++;
}

static float *floats(size_t count) {
    float *memory = malloc(count * sizeof *memory);
    REQUIRE(memory, "out of memory");
    return memory;
}

/* Walk the reference's stages beside what the device kept of them. */
static void check_stages(stage_totals *totals, const lk_gpu_table *table, int device, lk_context *context,
    const parity_case *c, lk_profile profile, int extras) {
    const lk_reference_stages *cpu = lk_reference_best();
    lk_scorer_params params = params_of(c, profile, table->backend, device);
    lk_setup setup;
    lk_error error = {{0}};
    REQUIRE(lk_setup_init(&setup, &params, &error) == LK_OK, "%s", error.text);
    lk_engine *engine;
    lk_status status = lk_gpu_engine_create(context, table, &setup, device, LK_GPU_TAPS | extras, &engine, &error);
    REQUIRE(status == LK_OK, "%s: %s", describe(c, profile), error.text);
    const lk_backend_table *backend = table->backend == LK_BACKEND_CUDA ? &lk_backend_cuda : &lk_backend_opencl;
    pair p = make_pair(c, 3);
    lk_job job = {.reference = p.reference.picture, .distorted = p.distorted.picture};
    REQUIRE(backend->submit(engine, &job) == LK_OK, "%s", job.error.text);
    REQUIRE(backend->finish(engine, &job, LK_WAIT) == LK_OK && job.status == LK_OK, "%s", job.error.text);

    lk_sums want = {0};
    size_t size = (size_t)c->width * (size_t)c->height;
    float *rgb[6], *xyb[6], *got = floats(size), *scratch = floats(size), *blurred[5], *products = floats(size);
    float *row_buffer = floats(lk_reference_row_buffer(c->width));
    for (int i = 0; i < 6; i++) {
        rgb[i] = floats(size);
        xyb[i] = floats(size);
    }
    for (int i = 0; i < 5; i++) {
        blurred[i] = floats(size);
    }
    /* What the device kept is of the last pass. */
    const int last = setup.passes - 1;
    cpu->to_linear(&job.reference, &setup.reference, setup.background[last], rgb);
    cpu->to_linear(&job.distorted, &setup.distorted, setup.background[last], rgb + 3);
    for (int s = 0; s < setup.plan.scales; s++) {
        int width = setup.plan.width[s], height = setup.plan.height[s];
        size_t count = (size_t)width * (size_t)height;
        for (int i = 0; i < 6 && s > 0; i++) {
            cpu->halve(rgb[i], setup.plan.width[s - 1], setup.plan.height[s - 1], scratch);
            memcpy(rgb[i], scratch, count * sizeof(float));
            REQUIRE(lk_gpu_read_tap(engine, 2, s, i, got, &error) == LK_OK, "%s", error.text);
            compare_plane(totals, "linear RGB", c, profile, s, i, rgb[i], got, count, width);
        }
        cpu->to_xyb((const float *const *)rgb, xyb, count);
        cpu->to_xyb((const float *const *)rgb + 3, xyb + 3, count);
        for (int channel = 0; channel < 3; channel++) {
            int maps = setup.plan.maps[s][channel];
            int quantities = !maps ? 0 : !(maps & 1) ? 2 : profile == LK_PROFILE_EXACT ? 4 : 5;
            if (!maps) {
                continue;
            }
            for (int i = channel; i < 6; i += 3) {
                REQUIRE(lk_gpu_read_tap(engine, 0, s, i, got, &error) == LK_OK, "%s", error.text);
                compare_plane(totals, "XYB", c, profile, s, i, xyb[i], got, count, width);
            }
            const float *a = xyb[channel], *b = xyb[channel + 3];
            for (int q = 0; q < quantities; q++) {
                const float *in = q == 0 ? a : q == 1 ? b : products;
                for (size_t i = 0; i < count && q >= 2; i++) {
                    float e = a[i] - b[i];
                    products[i] = q == 2                        ? a[i] * b[i]
                                  : profile == LK_PROFILE_EXACT ? e * e
                                                                : (q == 3 ? a[i] * a[i] : b[i] * b[i]);
                }
                cpu->blur(profile, in, width, height, blurred[q], scratch, row_buffer);
                REQUIRE(lk_gpu_read_tap(engine, 1, s, channel * 5 + q, got, &error) == LK_OK, "%s", error.text);
                compare_plane(totals, "blurred", c, profile, s, channel * 5 + q, blurred[q], got, count, width);
            }
            double sums[3][2];
            cpu->sum_terms(profile, maps, a, b, (const float *const *)blurred, width, height, sums, row_buffer);
            for (int i = 0; i < 6; i++) {
                double device_sum = job.sums[last][lk_sum_index(&setup.plan, channel, s, i % 2, i / 2)];
                want[lk_sum_index(&setup.plan, channel, s, i % 2, i / 2)] = sums[i / 2][i % 2];
                if (maps & (1 << (i / 2)) && !(extras & LK_GPU_NO_FP64)) {
                    CHECK(memcmp(&device_sum, &sums[i / 2][i % 2], sizeof device_sum) == 0,
                        "%s: scale %d, channel %d, map %d, norm %d: sum %a instead of %a", describe(c, profile), s,
                        channel, i / 2, i % 2 ? 4 : 1, device_sum, sums[i / 2][i % 2]);
                }
            }
        }
    }
    /* Pairs of single precision come close. */
    lk_result cpu_result, device_result;
    lk_pool(&setup.plan, want, &cpu_result);
    lk_pool(&setup.plan, job.sums[last], &device_result);
    double difference = fabs(device_result.ssimulacra2 - cpu_result.ssimulacra2);
    totals->worst_score = difference > totals->worst_score ? difference : totals->worst_score;
    CHECK(difference <= 1e-9, "%s: score %.12f instead of %.12f", describe(c, profile), device_result.ssimulacra2,
        cpu_result.ssimulacra2);

    backend->destroy(engine);
    free_pair(&p);
    for (int i = 0; i < 6; i++) {
        free(rgb[i]);
        free(xyb[i]);
    }
    for (int i = 0; i < 5; i++) {
        free(blurred[i]);
    }
    free(got);
    free(scratch);
    free(products);
    free(row_buffer);
}

/* ---------------------------------------------------------------------------------------------------- scores --- */

#define PAIRS 9

/* Numbers of pairs in flight, up to a 0. */
static const int all_in_flight[] = {1, 2, 8, 8, 0};
static const int quick_in_flight[] = {2, 8, 0};

/* All pairs through one scorer, with up to in_flight of them at once. */
static void score_all(const lk_scorer_params *params, lk_context *context, pair *pairs, lk_result *results) {
    lk_scorer *scorer;
    REQUIRE(lk_scorer_create(context, params, &scorer) == LK_OK, "%s", lk_context_error(context));
    int submitted = 0, collected = 0;
    while (collected < PAIRS) {
        lk_status status = LK_FULL;
        if (submitted < PAIRS) {
            status = lk_scorer_submit(
                scorer, &pairs[submitted].reference.picture, &pairs[submitted].distorted.picture, &pairs[submitted]);
            REQUIRE(status == LK_OK || status == LK_FULL, "%s", lk_scorer_error(scorer));
            submitted += status == LK_OK;
        }
        if (status == LK_FULL) {
            REQUIRE(lk_scorer_collect(scorer, &results[collected], LK_WAIT) == LK_OK, "%s", lk_scorer_error(scorer));
            CHECK(results[collected].status == LK_OK, "%s", lk_scorer_error(scorer));
            CHECK(results[collected].tag == &pairs[collected], "results are out of order");
            collected++;
        }
    }
    lk_scorer_destroy(&scorer);
}

static void check_scores(double *worst_difference, lk_backend backend, int device, lk_context *context,
    const parity_case *c, lk_profile profile, const int *in_flight) {
    pair pairs[PAIRS];
    lk_result want[PAIRS], got[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        pairs[i] = make_pair(c, i);
    }
    lk_scorer_params params = params_of(c, profile, LK_BACKEND_CPU, 0);
    score_all(&params, context, pairs, want);
    for (; *in_flight; in_flight++) {
        params = params_of(c, profile, backend, device);
        params.in_flight = *in_flight;
        score_all(&params, context, pairs, got);
        for (int i = 0; i < PAIRS; i++) {
            double difference = fabs(got[i].ssimulacra2 - want[i].ssimulacra2);
            *worst_difference = difference > *worst_difference ? difference : *worst_difference;
            CHECK(memcmp(&got[i].ssimulacra2, &want[i].ssimulacra2, sizeof(double)) == 0,
                "%s, pair %d, %d in flight: %.12f instead of %.12f", describe(c, profile), i, *in_flight,
                got[i].ssimulacra2, want[i].ssimulacra2);
            for (int n = 0; n < want[i].norm_count; n++) {
                CHECK(isnan(want[i].norms[n]) || memcmp(&want[i].norms[n], &got[i].norms[n], sizeof(double)) == 0,
                    "%s, pair %d, %d in flight: norm %d is %a instead of %a", describe(c, profile), i, *in_flight, n,
                    got[i].norms[n], want[i].norms[n]);
            }
        }
    }
    for (int i = 0; i < PAIRS; i++) {
        free_pair(&pairs[i]);
    }
}

/* ----------------------------------------------------------------------------------------------------- cases --- */

static lk_color color(lk_range range, lk_transfer transfer, lk_chroma_location location) {
    lk_color c = lk_color_default();
    c.range = range;
    c.transfer = transfer;
    c.chroma_location = location;
    return c;
}

#define MAX_CASES 160
static parity_case cases[MAX_CASES];
static int case_count;

static parity_case *add(int width, int height, lk_format format) {
    REQUIRE(case_count < MAX_CASES, "too many cases");
    cases[case_count] = (parity_case){
        .width = width,
        .height = height,
        .reference = format,
        .distorted = format,
        .color = lk_color_default(),
        .strength = 0.05,
    };
    return &cases[case_count++];
}

static void add_quick_cases(void) {
    add(65, 63, lk_format_yuv(420, 8));
    add(70, 41, lk_format_yuv(422, 10));
    add(40, 66, lk_format_yuv(420, 10))->color = color(LK_RANGE_LIMITED, LK_TRANSFER_PQ, LK_CHROMA_TOP_LEFT);
    add(260, 258, lk_format_yuv(420, 8));
    add(66, 18, lk_format_yuv(420, 8)); /* the last is scored too: small, but more than a tile */
}

static void add_cases(int full) {
    static const int sizes[][2] = {
        {8, 8}, {9, 9}, {15, 17}, {31, 33}, {64, 64}, {65, 63}, {70, 129}, {130, 67}, {257, 131}, {8, 300}, {1000, 8}};
    static const int small[][2] = {{97, 75}, {134, 70}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        add(sizes[i][0], sizes[i][1], lk_format_yuv(420, 8));
    }
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        int width = small[i][0], height = small[i][1];
        for (int location = LK_CHROMA_LEFT; location <= LK_CHROMA_BOTTOM; location++) {
            add(width, height, lk_format_yuv(420, 8))->color =
                color(LK_RANGE_LIMITED, LK_TRANSFER_BT709, (lk_chroma_location)location);
        }
        add(width, height, lk_format_yuv(420, 8))->upsampling = LK_UPSAMPLING_NEAREST;
        add(width, height, lk_format_yuv(422, 8));
        add(width, height, lk_format_yuv(444, 8));
        add(width, height, lk_format_yuv(420, 10));
        add(width, height, lk_format_yuv(422, 12));
        add(width, height, lk_format_yuv(444, 16));
        add(width, height, lk_format_yuv(420, 16))->color.range = LK_RANGE_FULL;
        add(width, height, format_semiplanar(8));
        add(width, height, format_semiplanar(10));
        add(width, height, format_rgb(LK_LAYOUT_PACKED, 8, 0));
        add(width, height, format_rgb(LK_LAYOUT_PACKED, 16, 0));
        add(width, height, format_rgb(LK_LAYOUT_PLANAR, 10, 0));
        add(width, height, format_gray(LK_LAYOUT_PLANAR, 8, 0));
        add(width, height, format_gray(LK_LAYOUT_PLANAR, 12, 0));
        add(width, height, lk_format_yuv(420, 8))->all_norms = 1;
        add(width, height, lk_format_yuv(420, 8))->strength = 0.0005;
        add(width, height, lk_format_yuv(420, 8))->distorted = lk_format_yuv(444, 10);
    }
    static const lk_transfer transfers[] = {LK_TRANSFER_LINEAR, LK_TRANSFER_BT1886, LK_TRANSFER_PQ, LK_TRANSFER_HLG};
    for (size_t i = 0; i < sizeof transfers / sizeof transfers[0]; i++) {
        add(121, 90, lk_format_yuv(420, 10))->color = color(LK_RANGE_LIMITED, transfers[i], LK_CHROMA_TOP_LEFT);
        add(88, 65, format_rgb(LK_LAYOUT_PLANAR, 12, 0))->color =
            color(LK_RANGE_FULL, transfers[i], LK_CHROMA_UNSPECIFIED);
    }
    add(97, 75, format_rgb(LK_LAYOUT_PACKED, 8, 1));
    add(97, 75, format_rgb(LK_LAYOUT_PACKED, 16, 0))->distorted.alpha = 1;
    add(97, 75, format_gray(LK_LAYOUT_PACKED, 8, 1));
    /* With six scales the first kernel leaves out what has no weight. */
    add(576, 324, lk_format_yuv(420, 8));
    add(480, 270, lk_format_yuv(422, 10));
    add(300, 260, lk_format_yuv(420, 10))->all_norms = 1;
    if (full) {
        add(1919, 1081, lk_format_yuv(420, 10));
        add(3840, 2160, lk_format_yuv(420, 8));
    }
}

/* The libjxl profile as on a device without double precision. */
static void check_without_fp64(const lk_gpu_table *table, int device, lk_context *context) {
    stage_totals totals = {0};
    for (int i = 0; i < case_count; i += 3) {
        check_stages(&totals, table, device, context, &cases[i], LK_PROFILE_LIBJXL, LK_GPU_NO_FP64);
    }
    printf(
        "%s libjxl without double precision: %lu planes of %lu samples, %lu planes differ; scores differ by up to %g\n",
        lk_backend_string(table->backend), totals.planes, totals.samples, totals.different, totals.worst_score);
    fflush(stdout);
}

/* Pairs spread over all devices. */
static void check_several(const lk_gpu_table *table, int count, lk_context *context) {
    double worst_difference = 0;
    for (int i = 0; i < case_count; i++) {
        for (int profile = LK_PROFILE_LIBJXL; profile <= LK_PROFILE_EXACT; profile++) {
            check_scores(&worst_difference, table->backend, LK_DEVICE_ALL, context, &cases[i], (lk_profile)profile,
                all_in_flight);
        }
    }
    printf("%s: %d cases in both profiles over %d devices, worst difference %g\n", lk_backend_string(table->backend),
        case_count, count, worst_difference);
}

static void check_backend(const lk_gpu_table *table, int device, int quick, lk_context *context) {
    for (int profile = LK_PROFILE_LIBJXL; profile <= LK_PROFILE_EXACT; profile++) {
        stage_totals totals = {0};
        double worst_difference = 0;
        int scored = 0;
        for (int i = 0; i < case_count; i++) {
            check_stages(&totals, table, device, context, &cases[i], (lk_profile)profile, 0);
            if (quick ? i == case_count - 1 : i % 5 == 0 || cases[i].width >= 300) {
                check_scores(&worst_difference, table->backend, device, context, &cases[i], (lk_profile)profile,
                    quick ? quick_in_flight : all_in_flight);
                scored++;
            }
        }
        printf("%s %s: %d cases; %lu planes of %lu samples, %lu planes differ; %d scored with up to 8 in flight, worst "
               "difference %g\n",
            lk_backend_string(table->backend), lk_profile_string((lk_profile)profile), case_count, totals.planes,
            totals.samples, totals.different, scored, worst_difference);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    const char *only = NULL;
    int device = 0, full = 0, quick = 0, several = 0, count_only = 0, ran = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--backend") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--device") == 0 && i + 1 < argc) {
            device = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--full") == 0) {
            full = 1;
        } else if (strcmp(argv[i], "--quick") == 0) {
            quick = 1;
        } else if (strcmp(argv[i], "--several") == 0) {
            several = 1;
        } else if (strcmp(argv[i], "--count") == 0) {
            count_only = 1;
        } else {
            fprintf(stderr, "usage: parity [--backend cuda|opencl] [--device N] [--quick|--full|--several|--count]\n");
            return 2;
        }
    }
    if (quick || several) {
        add_quick_cases();
    } else {
        add_cases(full);
    }
    const lk_gpu_table *tables[] = {&lk_gpu_cuda, &lk_gpu_opencl};
    lk_context *context;
    REQUIRE(lk_context_create(&context) == LK_OK, "no context");
    for (size_t i = 0; i < 2; i++) {
        const char *name = lk_backend_string(tables[i]->backend);
        lk_error error;
        int count = 0;
        if (only && strcmp(only, name) != 0) {
            continue;
        }
        lk_status found = tables[i]->count(&count, &error);
        if (count_only) {
            printf("%d\n", found == LK_OK ? count : 0);
            ran++;
            continue;
        }
        if (found != LK_OK || count == 0) {
            printf("%s: no device: %s\n", name, error.text);
            CHECK(!only, "%s was asked for and is missing", name);
            continue;
        }
        if (several) {
            if (count > 1) {
                check_several(tables[i], count, context);
                ran++;
            }
            continue;
        }
        check_backend(tables[i], device, quick, context);
        if (tables[i]->backend == LK_BACKEND_OPENCL) {
            check_without_fp64(tables[i], device, context);
        }
        ran++;
    }
    lk_context_destroy(&context);
    if (count_only) {
        return 0;
    }
    return ran == 0 && !only ? CHECK_SKIPPED : check_end();
}
