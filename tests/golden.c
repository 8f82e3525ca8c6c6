/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Scores against figures from outside: image pairs with the reference tool's digits and a float64 evaluation, and raw
 * video with a float64 evaluation. Any backend; what another than the CPU gives is also compared with the CPU.
 *
 *     golden [--backend NAME] [--profile NAME] images FOLDER TABLE
 *     golden [--backend NAME] video FOLDER
 *
 * FOLDER of images holds what unpack_png.py makes of the table's pictures; FOLDER of video holds video.tsv. */

#include "support/check.h"
#include "support/score.h"

/* How far a device may be from the CPU in the libjxl profile. */
#define DEVICE_TOLERANCE 1e-9
#define VIDEO_TOLERANCE  1e-4

typedef struct options {
    lk_backend backend;
    int libjxl, exact; /* profiles to be checked */
} options;

typedef struct expected {
    const char *name;
    const char *digits; /* as the reference tool prints it; NULL: not this profile */
    double value;
    double tolerance;
} expected;

static double score_on(lk_backend backend, lk_scorer_params params, const test_picture *a, const test_picture *b) {
    params.backend = backend;
    return score_pair(&params, a, b).ssimulacra2;
}

/* One score against its figure and against the CPU's; a line of the table. */
static void check_score(const options *o, const expected *e, const lk_scorer_params *params, const test_picture *a,
    const test_picture *b, worst *worst_exact) {
    double got = score_on(o->backend, *params, a, b);
    double cpu = o->backend == LK_BACKEND_CPU ? got : score_on(LK_BACKEND_CPU, *params, a, b);
    double difference = got - e->value;
    char digits[64];
    snprintf(digits, sizeof digits, "%.8f", got);
    printf("%-22s %-6s %15.8f %15s %11.2e\n", e->name, e->digits ? "libjxl" : "exact", e->value, digits, difference);
    if (e->digits) {
        CHECK(strcmp(digits, e->digits) == 0, "%s: want %s, got %s (%a)", e->name, e->digits, digits, got);
        CHECK(fabs(got - cpu) <= DEVICE_TOLERANCE, "%s: got %a, the CPU %a", e->name, got, cpu);
    } else {
        CHECK(fabs(difference) <= e->tolerance, "%s: want %.8f within %g, got %s (%a)", e->name, e->value, e->tolerance,
            digits, got);
        CHECK(score_bits(got) == score_bits(cpu), "%s: got %a, the CPU %a", e->name, got, cpu);
        worst_add(worst_exact, fabs(difference) / (e->tolerance > 0 ? e->tolerance : 1), "%s", e->name);
    }
}

static FILE *open_table(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("%s: cannot be opened\n", path);
        exit(1);
    }
    return file;
}

static test_picture read_image(const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.pnm", folder, name);
    return picture_read_pnm(path);
}

static int check_images(const options *o, const char *folder, const char *table) {
    FILE *file = open_table(table);
    worst worst_exact = {0};
    int rows = 0;
    for (char line[1024]; fgets(line, sizeof line, file);) {
        char name[64], reference[64], distorted[64], digits[64];
        double exact, tolerance;
        if (line[0] == '#') {
            continue;
        }
        REQUIRE(
            sscanf(line, "%63s %63s %63s %63s %lf %lf", name, reference, distorted, digits, &exact, &tolerance) == 6,
            "%s: %s", table, line);
        test_picture a = read_image(folder, reference), b = read_image(folder, distorted);
        lk_scorer_params params = score_params(&a, &b);
        if (o->libjxl) {
            expected e = {.name = name, .digits = digits, .value = strtod(digits, NULL)};
            params.profile = LK_PROFILE_LIBJXL;
            check_score(o, &e, &params, &a, &b, &worst_exact);
        }
        if (o->exact) {
            expected e = {.name = name, .value = exact, .tolerance = tolerance};
            params.profile = LK_PROFILE_EXACT;
            check_score(o, &e, &params, &a, &b, &worst_exact);
        }
        picture_free(&a);
        picture_free(&b);
        rows++;
    }
    fclose(file);
    CHECK(rows == 46, "%d pairs in %s", rows, table);
    printf(
        "%d pairs; exact: worst difference %.2f of the tolerance (%s)\n", rows, worst_exact.error, worst_exact.where);
    return check_end();
}

static int check_video(const options *o, const char *folder) {
    char path[1024];
    snprintf(path, sizeof path, "%s/video.tsv", folder);
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("skipped: no video vectors at %s (set LIKEN_VECTORS to their folder)\n", folder);
        return CHECK_SKIPPED;
    }
    worst worst_exact = {0};
    int rows = 0;
    for (char line[1024]; fgets(line, sizeof line, file);) {
        char reference[256], distorted[256], name[64];
        int width, height, depth, frame;
        double figures[2];
        if (line[0] == '#') {
            continue;
        }
        REQUIRE(sscanf(line, "%255s %255s %d %d %d %d %lf %lf", reference, distorted, &width, &height, &depth, &frame,
                    &figures[LK_UPSAMPLING_NEAREST], &figures[LK_UPSAMPLING_BILINEAR]) == 8,
            "%s: %s", path, line);
        char file_name[1024];
        snprintf(file_name, sizeof file_name, "%s/%s", folder, reference);
        test_picture a = picture_read_yuv420(file_name, width, height, depth, frame);
        snprintf(file_name, sizeof file_name, "%s/%s", folder, distorted);
        test_picture b = picture_read_yuv420(file_name, width, height, depth, frame);
        for (int upsampling = 0; upsampling < 2; upsampling++) {
            int nearest = upsampling == LK_UPSAMPLING_NEAREST;
            snprintf(name, sizeof name, "%dx%d/%d %s", width, height, frame, nearest ? "near" : "bilin");
            expected e = {.name = name, .value = figures[upsampling], .tolerance = VIDEO_TOLERANCE};
            lk_scorer_params params = score_params(&a, &b);
            params.profile = LK_PROFILE_EXACT;
            params.upsampling = (lk_upsampling)upsampling;
            check_score(o, &e, &params, &a, &b, &worst_exact);
        }
        picture_free(&a);
        picture_free(&b);
        rows++;
    }
    fclose(file);
    CHECK(rows > 0, "no rows in %s", path);
    printf("%d frames; worst difference %.2f of the tolerance (%s)\n", rows, worst_exact.error, worst_exact.where);
    return check_end();
}

static int backend_of(const char *name, lk_backend *backend) {
    for (*backend = LK_BACKEND_CPU; *backend <= LK_BACKEND_OPENCL; (*backend)++) {
        if (strcmp(lk_backend_string(*backend), name) == 0) {
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    options o = {.backend = LK_BACKEND_CPU, .libjxl = 1, .exact = 1};
    int good = 1, i = 1;
    for (; good && i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--backend") == 0) {
            good = backend_of(argv[i + 1], &o.backend);
        } else if (strcmp(argv[i], "--profile") == 0) {
            o.libjxl = strcmp(argv[i + 1], "libjxl") == 0;
            o.exact = strcmp(argv[i + 1], "exact") == 0;
            good = o.libjxl || o.exact;
        } else {
            good = 0;
        }
    }
    if (good && argc - i == 3 && strcmp(argv[i], "images") == 0) {
        return check_images(&o, argv[i + 1], argv[i + 2]);
    }
    if (good && argc - i == 2 && strcmp(argv[i], "video") == 0) {
        const char *elsewhere = getenv("LIKEN_VECTORS");
        return check_video(&o, elsewhere ? elsewhere : argv[i + 1]);
    }
    printf("usage: golden [--backend cpu|cuda|opencl] [--profile libjxl|exact] images FOLDER TABLE\n"
           "       golden [--backend cpu|cuda|opencl] video FOLDER\n");
    return 2;
}
