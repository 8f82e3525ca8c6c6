/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Devices: what is listed, what a backend by name or by itself comes to, and memory for pictures. Runs on any machine,
 * whatever devices it has. */

#include "support/check.h"
#include "support/score.h"

#define MAX_DEVICES 32

static lk_context *context;

static void check_list(void) {
    lk_device_info devices[MAX_DEVICES];
    int count = -1, cpus = 0, seen[LK_BACKEND_OPENCL + 1] = {0};
    CHECK(lk_context_devices(context, NULL, 0, &count) == LK_OK && count >= 3, "%d devices", count);
    int all = count;
    REQUIRE(
        lk_context_devices(context, devices, MAX_DEVICES, &count) == LK_OK && count == all, "%d, then %d", all, count);
    for (int i = 0; i < count && i < MAX_DEVICES; i++) {
        const lk_device_info *d = &devices[i];
        printf(
            "%s %d: %s, %s\n", lk_backend_string(d->backend), d->index, d->usable ? d->name : "not usable", d->reason);
        REQUIRE(d->backend >= LK_BACKEND_CPU && d->backend <= LK_BACKEND_OPENCL, "backend %d", (int)d->backend);
        CHECK(d->index == seen[d->backend]++, "device %d of %s", d->index, lk_backend_string(d->backend));
        CHECK(d->usable ? d->name[0] && !d->reason[0] : d->reason[0] != 0, "name \"%s\", reason \"%s\"", d->name,
            d->reason);
        cpus += d->backend == LK_BACKEND_CPU && d->usable;
    }
    CHECK(cpus == 1 && devices[count - 1].backend == LK_BACKEND_CPU, "%d CPUs", cpus);
    for (int backend = LK_BACKEND_CPU; backend <= LK_BACKEND_OPENCL; backend++) {
        CHECK(seen[backend] > 0, "nothing about %s", lk_backend_string((lk_backend)backend));
    }
    lk_device_info one = {.index = 99};
    CHECK(lk_context_devices(context, &one, 1, &count) == LK_OK && count == all && one.index == 0, "%d", count);
    CHECK(lk_context_devices(NULL, devices, MAX_DEVICES, &count) == LK_ERROR_ARGUMENT, "no context");
    CHECK(lk_context_devices(context, NULL, 1, &count) == LK_ERROR_ARGUMENT, "no room");
    CHECK(lk_context_devices(context, devices, -1, &count) == LK_ERROR_ARGUMENT, "less than no room");
    CHECK(lk_context_devices(context, devices, 1, NULL) == LK_ERROR_ARGUMENT, "no count");
}

/* A backend by name: the one that was asked for, or a refusal that says why; never another. */
static void check_by_name(const test_picture *a, const test_picture *b) {
    for (int backend = LK_BACKEND_AUTO; backend <= LK_BACKEND_OPENCL; backend++) {
        static const int devices[] = {0, LK_DEVICE_ALL, 1000};
        for (int i = 0; i < 3; i++) {
            lk_scorer_params params = score_params(a, b);
            params.backend = (lk_backend)backend;
            params.device = devices[i];
            lk_scorer *scorer;
            lk_status status = lk_scorer_create(context, &params, &scorer);
            CHECK(status == LK_OK || (status == LK_ERROR_UNAVAILABLE && !scorer && lk_context_error(context)[0]),
                "%s, device %d: 0x%x, \"%s\"", lk_backend_string((lk_backend)backend), devices[i], (unsigned)status,
                lk_context_error(context));
            CHECK(backend > LK_BACKEND_CPU || (status == LK_OK) == (i < 2), "%s, device %d: 0x%x",
                lk_backend_string((lk_backend)backend), devices[i], (unsigned)status);
            if (status == LK_OK) {
                lk_scorer_info info;
                lk_scorer_get_info(scorer, &info);
                CHECK(backend == LK_BACKEND_AUTO ? info.backend != LK_BACKEND_AUTO : (int)info.backend == backend,
                    "asked for %s, got %s", lk_backend_string((lk_backend)backend), lk_backend_string(info.backend));
                CHECK(backend == LK_BACKEND_AUTO || !info.reason[0], "asked for by name, but \"%s\"", info.reason);
                CHECK(info.device[0] && info.in_flight > 0, "on \"%s\", %d in flight", info.device, info.in_flight);
            }
            lk_scorer_destroy(&scorer);
        }
    }
}

/* Memory of the scorer's own holds pictures as any other does. */
static void check_memory(const test_picture *a, const test_picture *b) {
    lk_scorer_params params = score_params(a, b);
    lk_scorer *scorer;
    REQUIRE(lk_scorer_create(context, &params, &scorer) == LK_OK, "%s", lk_context_error(context));
    size_t size = lk_format_row_bytes(&params.reference, 0, params.width) * (size_t)params.height;
    void *memory = NULL, *nothing = scorer;
    REQUIRE(lk_scorer_allocate(scorer, size, &memory) == LK_OK && memory, "%s", lk_scorer_error(scorer));
    CHECK((uintptr_t)memory % 256 == 0, "at %p", memory);
    memcpy(memory, b->picture.plane[0], size);
    lk_picture there = b->picture;
    there.plane[0] = memory;
    lk_result result;
    CHECK(lk_scorer_submit(scorer, &a->picture, &there, NULL) == LK_OK, "%s", lk_scorer_error(scorer));
    CHECK(lk_scorer_collect(scorer, &result, LK_WAIT) == LK_OK, "%s", lk_scorer_error(scorer));
    double want = score_simply(LK_PROFILE_LIBJXL, a, b).ssimulacra2;
    CHECK(score_bits(result.ssimulacra2) == score_bits(want), "%a, want %a", result.ssimulacra2, want);
    lk_scorer_release(scorer, memory);
    lk_scorer_release(scorer, NULL);
    if (!CHECK_SANITIZED) {
        CHECK(
            lk_scorer_allocate(scorer, (size_t)1 << 62, &nothing) == LK_ERROR_MEMORY && !nothing, "more than there is");
        CHECK(lk_scorer_error(scorer)[0], "no sentence");
    }
    CHECK(lk_scorer_allocate(NULL, 1, &nothing) == LK_ERROR_ARGUMENT, "no scorer");
    CHECK(lk_scorer_allocate(scorer, 1, NULL) == LK_ERROR_ARGUMENT, "no place");
    lk_scorer_destroy(&scorer);
}

int main(void) {
    test_picture a = picture_make(64, 48, format_gray(LK_LAYOUT_PLANAR, 8, 0), 0, 0);
    test_picture b = picture_make(64, 48, format_gray(LK_LAYOUT_PLANAR, 8, 0), 0, 0);
    picture_fill(&a, 1, 1, 0.1);
    picture_fill(&b, 1, 2, 0.2);
    REQUIRE(lk_context_create(&context) == LK_OK, "no context");
    check_list();
    check_by_name(&a, &b);
    check_memory(&a, &b);
    lk_context_destroy(&context);
    picture_free(&a);
    picture_free(&b);
    return check_end();
}
