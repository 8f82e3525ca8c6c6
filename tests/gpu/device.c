/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Every entry of the GPU tables, on every device found.
 *
 *     device [cuda|opencl]
 *
 * A backend that is named and has no device is a failure; without one, exit status 77 says that there is none at all.
 */

#include "gpu/device.h"
#include "gpu/kernels/kernel.h"
#include "support/check.h"

#include <time.h>

static const lk_gpu_table *const tables[] = {&lk_gpu_cuda, &lk_gpu_opencl};

/* What the tests of one device share. */
typedef struct bench {
    const lk_gpu_table *table;
    lk_gpu *gpu;
    lk_gpu_queue *queue[2];
    const char *name;
} bench;

#define GOOD(call)                                                                                                     \
    do {                                                                                                               \
        lk_error error = {""};                                                                                         \
        lk_status status = (call);                                                                                     \
        CHECK(status == LK_OK, "%s: %s: %s", b->name, lk_status_string(status), error.text);                           \
    } while (0)

#define REFUSED(call, wanted)                                                                                          \
    do {                                                                                                               \
        lk_error error = {""};                                                                                         \
        lk_status status = (call);                                                                                     \
        CHECK(status == (wanted) && error.text[0], "%s: %s: %s", b->name, lk_status_string(status), error.text);       \
    } while (0)

static void print_log(void *opaque, lk_log_level level, const char *line) {
    (void)opaque;
    (void)level;
    printf("  log: %s\n", line);
}

static void drain(const bench *b, lk_gpu_queue *queue) {
    lk_gpu_event *end;
    GOOD(b->table->event_create(b->gpu, 0, &end, &error));
    GOOD(b->table->event_record(b->gpu, queue, end, &error));
    GOOD(b->table->event_finish(b->gpu, end, LK_WAIT, &error));
    b->table->event_destroy(b->gpu, end);
}

/* Bytes go up and come back, at offsets, from pinned and from plain memory. */
static void test_copies(const bench *b) {
    enum { SIZE = 1 << 20, OFFSET = 12345, PART = 54321 };
    lk_gpu_buffer buffer;
    void *pinned_memory;
    unsigned char *plain = malloc(SIZE), *pinned;
    uint64_t seed = 1;
    REQUIRE(plain, "out of memory");
    GOOD(b->table->allocate(b->gpu, SIZE, &buffer, &error));
    GOOD(b->table->allocate_pinned(b->gpu, SIZE, &pinned_memory, &error));
    REQUIRE(buffer.handle && buffer.size == SIZE && pinned_memory, "%s: nothing allocated", b->name);
    CHECK((uintptr_t)pinned_memory % 64 == 0, "%s: pinned memory at %p", b->name, pinned_memory);
    pinned = pinned_memory;
    for (int i = 0; i < SIZE; i++) {
        pinned[i] = (unsigned char)check_random(&seed);
    }
    GOOD(b->table->upload(b->gpu, b->queue[0], &buffer, 0, pinned, SIZE, &error));
    GOOD(b->table->download(b->gpu, b->queue[0], plain, &buffer, 0, SIZE, &error));
    GOOD(b->table->flush(b->gpu, b->queue[0], &error));
    drain(b, b->queue[0]);
    CHECK(memcmp(plain, pinned, SIZE) == 0, "%s: a buffer changed on its way", b->name);

    for (int i = 0; i < PART; i++) {
        plain[OFFSET + i] ^= 0xA5;
    }
    GOOD(b->table->upload(b->gpu, b->queue[0], &buffer, OFFSET, plain + OFFSET, PART, &error));
    GOOD(b->table->download(b->gpu, b->queue[0], pinned, &buffer, 0, SIZE, &error));
    drain(b, b->queue[0]);
    CHECK(memcmp(plain, pinned, SIZE) == 0, "%s: a part went to the wrong place", b->name);
    memset(pinned, 0, SIZE);
    GOOD(b->table->download(b->gpu, b->queue[0], pinned, &buffer, OFFSET, PART, &error));
    drain(b, b->queue[0]);
    CHECK(memcmp(plain + OFFSET, pinned, PART) == 0 && pinned[PART] == 0, "%s: the wrong part came back", b->name);

    b->table->release(b->gpu, &buffer);
    CHECK(!buffer.handle, "%s: a released buffer keeps its handle", b->name);
    b->table->release(b->gpu, &buffer); /* harmless */
    b->table->release_pinned(b->gpu, pinned_memory);
    b->table->release_pinned(b->gpu, NULL);
    free(plain);
}

/* Several pieces of pinned memory, released in another order. */
static void test_pinned(const bench *b) {
    void *memory[3];
    for (int i = 0; i < 3; i++) {
        GOOD(b->table->allocate_pinned(b->gpu, 4096u << i, &memory[i], &error));
        memset(memory[i], i + 1, 4096u << i);
    }
    b->table->release_pinned(b->gpu, memory[1]);
    CHECK(*(char *)memory[0] == 1 && *(char *)memory[2] == 3, "%s: pinned memory overlaps", b->name);
    b->table->release_pinned(b->gpu, memory[0]);
    b->table->release_pinned(b->gpu, memory[2]);
}

/* A value goes from queue to queue, each of which waits for the other: any wait that does not hold shows as an old
 * value. */
static void test_order(const bench *b) {
    enum { ROUNDS = 200, SIZE = 1 << 16 };
    lk_gpu_buffer buffer;
    lk_gpu_event *event[2];
    void *memory;
    unsigned char *at;
    GOOD(b->table->allocate(b->gpu, SIZE, &buffer, &error));
    GOOD(b->table->allocate_pinned(b->gpu, (size_t)SIZE * (ROUNDS + 1), &memory, &error));
    for (int i = 0; i < 2; i++) {
        GOOD(b->table->event_create(b->gpu, 0, &event[i], &error));
        /* An event that was not recorded holds up nothing. */
        GOOD(b->table->event_wait(b->gpu, b->queue[i], event[i], &error));
        GOOD(b->table->event_finish(b->gpu, event[i], LK_WAIT, &error));
    }
    at = memory;
    memset(at, 1, SIZE);
    memset(at + SIZE, 0, (size_t)SIZE * ROUNDS);
    /* Round i writes what round i - 1 read, by the other queue. */
    for (int i = 0; i < ROUNDS; i++) {
        lk_gpu_queue *queue = b->queue[i & 1];
        GOOD(b->table->event_wait(b->gpu, queue, event[1 - (i & 1)], &error));
        GOOD(b->table->upload(b->gpu, queue, &buffer, 0, at + (size_t)i * SIZE, SIZE, &error));
        GOOD(b->table->download(b->gpu, queue, at + (size_t)(i + 1) * SIZE, &buffer, 0, SIZE, &error));
        GOOD(b->table->event_record(b->gpu, queue, event[i & 1], &error));
    }
    GOOD(b->table->flush(b->gpu, b->queue[(ROUNDS - 1) & 1], &error));

    /* Polling ends. */
    lk_status status;
    lk_error error = {""};
    time_t start = time(NULL);
    do {
        status = b->table->event_finish(b->gpu, event[(ROUNDS - 1) & 1], LK_NO_WAIT, &error);
    } while (status == LK_PENDING && time(NULL) - start < 60);
    CHECK(status == LK_OK, "%s: polling ended with %s: %s", b->name, lk_status_string(status), error.text);
    int wrong = 0;
    for (size_t i = 0; i < (size_t)SIZE * (ROUNDS + 1); i++) {
        wrong += at[i] != 1;
    }
    CHECK(wrong == 0, "%s: %d bytes were read before they were written", b->name, wrong);

    for (int i = 0; i < 2; i++) {
        b->table->event_destroy(b->gpu, event[i]);
    }
    b->table->event_destroy(b->gpu, NULL);
    b->table->release(b->gpu, &buffer);
    b->table->release_pinned(b->gpu, memory);
}

/* lk_probe runs, and finds the device exact; events time it. */
static void test_launch(const bench *b) {
    const int groups[3] = {LK_PROBE_GROUPS, 1, 1};
    uint32_t counts[LK_PROBE_GROUPS * LK_PROBE_COUNTS];
    lk_gpu_buffer buffer;
    lk_gpu_event *event[2];
    double ms = -1.0;
    memset(counts, 0xFF, sizeof counts);
    GOOD(b->table->allocate(b->gpu, sizeof counts, &buffer, &error));
    GOOD(b->table->event_create(b->gpu, 1, &event[0], &error));
    GOOD(b->table->event_create(b->gpu, 1, &event[1], &error));
    GOOD(b->table->upload(b->gpu, b->queue[0], &buffer, 0, counts, sizeof counts, &error));
    GOOD(b->table->event_record(b->gpu, b->queue[0], event[0], &error));
    const lk_gpu_argument argument = {&buffer, 0};
    GOOD(b->table->launch(b->gpu, b->queue[0], LK_KERNEL_PROBE, groups, LK_PROBE_THREADS, &argument, 1, &error));
    GOOD(b->table->event_record(b->gpu, b->queue[0], event[1], &error));
    GOOD(b->table->download(b->gpu, b->queue[0], counts, &buffer, 0, sizeof counts, &error));
    drain(b, b->queue[0]);
    for (int i = 0; i < LK_PROBE_GROUPS * LK_PROBE_COUNTS; i++) {
        CHECK(counts[i] == 0, "%s: group %d counts %u of kind %d", b->name, i / LK_PROBE_COUNTS, (unsigned)counts[i],
            i % LK_PROBE_COUNTS);
    }
    GOOD(b->table->event_finish(b->gpu, event[1], LK_WAIT, &error));
    GOOD(b->table->event_elapsed(b->gpu, event[0], event[1], &ms, &error));
    CHECK(ms > 0.0 && ms < 60000.0, "%s: lk_probe took %g ms", b->name, ms);
    printf("  lk_probe takes %.3f ms\n", ms);

    /* An event can be recorded again, also one with time. */
    GOOD(b->table->event_record(b->gpu, b->queue[1], event[0], &error));
    GOOD(b->table->event_record(b->gpu, b->queue[1], event[1], &error));
    GOOD(b->table->event_finish(b->gpu, event[1], LK_WAIT, &error));
    GOOD(b->table->event_elapsed(b->gpu, event[0], event[1], &ms, &error));
    CHECK(ms >= 0.0 && ms < 1000.0, "%s: nothing took %g ms", b->name, ms);
    for (int i = 0; i < 2; i++) {
        b->table->event_destroy(b->gpu, event[i]);
    }
    b->table->release(b->gpu, &buffer);
}

/* Too much memory is refused as such, and the device works on. */
static void test_out_of_memory(const bench *b) {
    enum { CHUNKS = 64 };
    lk_gpu_device_info info;
    lk_gpu_buffer chunk[CHUNKS], whole;
    b->table->info(b->gpu, &info);
    REFUSED(b->table->allocate(b->gpu, info.memory + info.memory / 2, &whole, &error), LK_ERROR_DEVICE_MEMORY);
    CHECK(!whole.handle, "%s: a refused buffer has a handle", b->name);
    /* A CPU's memory is everyone's. */
    if (!info.is_gpu) {
        return;
    }
    lk_status status = LK_OK;
    lk_error error = {""};
    int count = 0;
    while (count < CHUNKS && status == LK_OK) {
        status = b->table->allocate(b->gpu, info.memory / 8, &chunk[count], &error);
        count += status == LK_OK;
    }
    CHECK(status == LK_ERROR_DEVICE_MEMORY, "%s: %d eighths of the memory, then %s: %s", b->name, count,
        lk_status_string(status), error.text);
    printf("  out of memory: %s\n", error.text);
    while (count > 0) {
        b->table->release(b->gpu, &chunk[--count]);
    }
}

static void test_waits_for_pictures(const bench *b) {
    GOOD(b->table->foreign_wait(b->gpu, b->queue[0], LK_READY_NOW, NULL, &error));
    if (b->table->backend == LK_BACKEND_OPENCL) {
        REFUSED(b->table->foreign_wait(b->gpu, b->queue[0], LK_READY_STREAM, NULL, &error), LK_ERROR_ARGUMENT);
        REFUSED(b->table->foreign_wait(b->gpu, b->queue[0], LK_READY_EVENT, NULL, &error), LK_ERROR_ARGUMENT);
    } else {
        /* The default stream, and one of the table's own, which is a CUstream. */
        GOOD(b->table->foreign_wait(b->gpu, b->queue[0], LK_READY_STREAM, NULL, &error));
        GOOD(b->table->foreign_wait(b->gpu, b->queue[0], LK_READY_STREAM, b->queue[1], &error));
    }
    drain(b, b->queue[0]);
}

static void test_device(lk_context *context, const lk_gpu_table *table, int index) {
    lk_gpu_device_info info;
    bench bench_of_device = {.table = table, .name = info.name}, *b = &bench_of_device;
    GOOD(table->describe(index, &info, &error));
    printf("%s %d: %s, %s, %.1f GiB, %s, %s fp64, tiles of %d\n", lk_backend_string(table->backend), index, info.name,
        info.driver, (double)info.memory / 0x1p30, info.is_gpu ? "GPU" : "no GPU", info.has_fp64 ? "with" : "no",
        info.tile_width);
    CHECK(info.name[0] && info.driver[0] && info.memory > 0 && info.tile_width > 0, "%s: a gap above", info.name);
    lk_error refusal = {""};
    lk_status opened = table->open(context, index, NULL, 0, &b->gpu, &refusal);
    if (info.unsuitable) {
        CHECK(opened == LK_ERROR_UNAVAILABLE && check_contains(refusal.text, info.unsuitable), "%s", refusal.text);
        printf("  %s\n", refusal.text);
        return;
    }
    if (!CHECK(opened == LK_OK, "%s: %s: %s", info.name, lk_status_string(opened), refusal.text)) {
        return;
    }
    lk_gpu_device_info again;
    table->info(b->gpu, &again);
    CHECK(strcmp(again.name, info.name) == 0 && again.memory == info.memory, "%s is %s", info.name, again.name);
    for (int i = 0; i < 2; i++) {
        GOOD(table->queue_create(b->gpu, &b->queue[i], &error));
    }
    test_copies(b);
    test_pinned(b);
    test_order(b);
    test_launch(b);
    test_order(b); /* now on queues with time */
    test_waits_for_pictures(b);
    test_out_of_memory(b);
    test_launch(b);
    for (int i = 0; i < 2; i++) {
        table->queue_destroy(b->gpu, b->queue[i]);
    }
    table->close(b->gpu);
}

int main(int argc, char **argv) {
    lk_context *context;
    int devices = 0;
    REQUIRE(lk_context_create(&context) == LK_OK, "out of memory");
    lk_context_set_log(context, print_log, NULL);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const lk_gpu_table *table = tables[i];
        const char *name = lk_backend_string(table->backend);
        if (argc > 1 && strcmp(argv[1], name) != 0) {
            continue;
        }
        int count;
        lk_error error = {""};
        lk_gpu *gpu;
        lk_gpu_device_info info;
        lk_status status = table->count(&count, &error);
        if (status != LK_OK) {
            printf("%s: %s\n", name, error.text);
            CHECK(status == LK_ERROR_UNAVAILABLE && count == 0 && error.text[0], "%s", lk_status_string(status));
            CHECK(argc == 1, "the backend asked for has no device");
            CHECK(table->open(context, 0, NULL, 0, &gpu, &error) == status && !gpu, "%s: opened all the same", name);
        }
        CHECK(table->describe(count, &info, &error) == LK_ERROR_UNAVAILABLE, "%s: one device too many", name);
        CHECK(table->describe(-1, &info, &error) == LK_ERROR_UNAVAILABLE, "%s: device -1", name);
        CHECK(table->open(context, count, NULL, 0, &gpu, &error) == LK_ERROR_UNAVAILABLE, "%s: no such device", name);
        for (int d = 0; d < count; d++) {
            test_device(context, table, d);
        }
        devices += count;
    }
    lk_context_destroy(&context);
    int failed = check_end();
    if (!failed && devices == 0) {
        printf("skipped: no GPU interface has a device here\n");
        return CHECK_SKIPPED;
    }
    return failed;
}
