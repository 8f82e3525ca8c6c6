/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Scores against figures from outside: image pairs with the reference tool's digits and a float64 evaluation, and raw
 * video with a float64 evaluation. Any backend; what another than the CPU gives is also compared with the CPU.
 *
 *     golden [--backend NAME [--if-present]] [--profile NAME] images FOLDER TABLE
 *     golden [--backend NAME [--if-present]] video FOLDER
 *
 * A backend that has no device here is a failure, or with --if-present a reason to be skipped.
 * FOLDER of images holds what unpack_png.py makes of the table's pictures; FOLDER of video holds video.tsv. */

#include "support/check.h"
#include "support/score.h"

/* How far a device may be from the CPU in the libjxl profile. */
#define DEVICE_TOLERANCE 1e-9
#define VIDEO_TOLERANCE  1e-4

typedef struct options {
    lk_backend backend;
    int if_present;
    int libjxl, exact; /* profiles to be checked */
} options;

typedef struct expected {
    const char *name;
    const char *digits; /* as the reference tool prints it; NULL: not this profile */
    double value;
    double tolerance;
} expected;

/* One score against its figure and against the CPU's; a line of the table. */
static void check_score(const options *o, const expected *e, lk_scorer_params params, const test_picture *a,
    const test_picture *b, worst *worst_exact) {
    lk_result result;
    char why[512], digits[64];
    double cpu = score_pair(&params, a, b).ssimulacra2;
    params.backend = o->backend;
    lk_status status = score_try(&params, a, b, &result, why);
    if (!CHECK(status == LK_OK, "%s: %s", e->name, why)) {
        return;
    }
    double got = result.ssimulacra2, difference = got - e->value;
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
            check_score(o, &e, params, &a, &b, &worst_exact);
        }
        if (o->exact) {
            expected e = {.name = name, .value = exact, .tolerance = tolerance};
            params.profile = LK_PROFILE_EXACT;
            check_score(o, &e, params, &a, &b, &worst_exact);
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
            check_score(o, &e, params, &a, &b, &worst_exact);
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

/* Whether the backend has a device that can be used; if not, says why. */
static int is_present(lk_backend backend) {
    lk_context *context;
    lk_device_info devices[64];
    int count, present = 0;
    REQUIRE(lk_context_create(&context) == LK_OK && lk_context_devices(context, devices, 64, &count) == LK_OK,
        "no list of devices");
    for (int i = 0; i < count && i < 64; i++) {
        if (devices[i].backend == backend) {
            present |= devices[i].usable;
            printf("%s %d: %s %s\n", lk_backend_string(backend), devices[i].index, devices[i].name, devices[i].reason);
        }
    }
    lk_context_destroy(&context);
    return present;
}

/* Fills o from the options and returns how many arguments they are; -1: not understood. */
static int parse(int argc, char **argv, options *o) {
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--if-present") == 0) {
            o->if_present = 1;
        } else if (strcmp(argv[i], "--backend") == 0 && backend_of(value, &o->backend)) {
            i++;
        } else if (strcmp(argv[i], "--profile") == 0) {
            o->libjxl = strcmp(value, "libjxl") == 0;
            o->exact = strcmp(value, "exact") == 0;
            i++;
        } else {
            return -1;
        }
    }
    return o->libjxl || o->exact ? i : -1;
}

int main(int argc, char **argv) {
    options o = {.backend = LK_BACKEND_CPU, .libjxl = 1, .exact = 1};
    int first = parse(argc, argv, &o);
    int images = first > 0 && argc - first == 3 && strcmp(argv[first], "images") == 0;
    int video = first > 0 && argc - first == 2 && strcmp(argv[first], "video") == 0;
    if (!images && !video) {
        printf("usage: golden [--backend cpu|cuda|opencl [--if-present]] [--profile libjxl|exact] images FOLDER TABLE\n"
               "       golden [--backend cpu|cuda|opencl [--if-present]] video FOLDER\n");
        return 2;
    }
    if (o.if_present && !is_present(o.backend)) {
        printf("skipped: the %s backend cannot be used here\n", lk_backend_string(o.backend));
        return CHECK_SKIPPED;
    }
    if (images) {
        return check_images(&o, argv[first + 1], argv[first + 2]);
    }
    const char *elsewhere = getenv("LIKEN_VECTORS");
    return check_video(&o, elsewhere ? elsewhere : argv[first + 1]);
}
