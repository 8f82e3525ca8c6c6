/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* A caller's own context, and pictures that are not ready yet: the GPU tables work in a CUcontext or cl_context that a
 * program made, wait on the device for what it names, and leave its current CUDA context as it was.
 *
 *     native [cuda|opencl] */

#include "gpu/device.h"
#include "support/check.h"

#include <dlfcn.h>
#include <unistd.h>

#define SIZE  65536
#define VALUE 0x5A

/* The driver's functions, with handles as plain pointers, so that no header is needed. */
static void *library;

static void find(void *function, const char *name) {
    void *found = dlsym(library, name);
    REQUIRE(found, "the driver has no %s", name);
    memcpy(function, &found, sizeof found);
}

static void good(lk_status status, const lk_error *error, const char *what) {
    REQUIRE(status == LK_OK, "%s: %s: %s", what, lk_status_string(status), error->text);
}

/* Wait as the picture says, then read the buffer back: it must hold VALUE, which the caller's work writes late. */
static void expect_value(const lk_gpu_table *table, lk_gpu *gpu, void *handle, lk_ready ready_kind, void *ready,
    void (*let_go)(void *opaque), void *opaque) {
    lk_error error = {""};
    lk_gpu_queue *queue;
    lk_gpu_event *end;
    lk_gpu_buffer buffer = {handle, SIZE};
    unsigned char got[SIZE];
    good(table->queue_create(gpu, &queue, &error), &error, "queue_create");
    good(table->event_create(gpu, 0, &end, &error), &error, "event_create");
    good(table->foreign_wait(gpu, queue, ready_kind, ready, &error), &error, "foreign_wait");
    good(table->download(gpu, queue, got, &buffer, 0, SIZE, &error), &error, "download");
    good(table->event_record(gpu, queue, end, &error), &error, "event_record");
    if (let_go) {
        good(table->flush(gpu, queue, &error), &error, "flush");
        usleep(20000);
        CHECK(table->event_finish(gpu, end, LK_NO_WAIT, &error) == LK_PENDING, "the queue did not wait");
        let_go(opaque);
    }
    good(table->event_finish(gpu, end, LK_WAIT, &error), &error, "event_finish");
    int wrong = 0;
    for (int i = 0; i < SIZE; i++) {
        wrong += got[i] != VALUE;
    }
    CHECK(wrong == 0, "%d of %d bytes were read before they were written", wrong, SIZE);
    table->event_destroy(gpu, end);
    table->queue_destroy(gpu, queue);
}

/* ------------------------------------------------------------------------------------------------------ CUDA --- */

static void sleep_a_little(void *opaque) {
    (void)opaque;
    usleep(50000);
}

static void test_cuda(lk_context *context) {
    int (*device_get)(int *, int);
    int (*context_create)(void **, unsigned, int);
    int (*context_destroy)(void *);
    int (*context_current)(void **);
    int (*stream_create)(void **, unsigned);
    int (*event_create)(void **, unsigned);
    int (*event_record)(void *, void *);
    int (*host_function)(void *, void (*)(void *), void *);
    int (*fill)(unsigned long long, unsigned char, size_t, void *);
    find(&device_get, "cuDeviceGet");
    find(&context_create, "cuCtxCreate_v2");
    find(&context_destroy, "cuCtxDestroy_v2");
    find(&context_current, "cuCtxGetCurrent");
    find(&stream_create, "cuStreamCreate");
    find(&event_create, "cuEventCreate");
    find(&event_record, "cuEventRecord");
    find(&host_function, "cuLaunchHostFunc");
    find(&fill, "cuMemsetD8Async");

    /* Index 7 does not matter: the context says which device it is. */
    int device;
    void *native, *current, *stream, *event;
    lk_error error = {""};
    lk_gpu *gpu;
    lk_gpu_buffer buffer;
    REQUIRE(!device_get(&device, 0) && !context_create(&native, 0, device), "no CUDA context");
    good(lk_gpu_cuda.open(context, 7, native, 0, &gpu, &error), &error, "open in a context");
    good(lk_gpu_cuda.allocate(gpu, SIZE, &buffer, &error), &error, "allocate");
    REQUIRE(!stream_create(&stream, 1) && !event_create(&event, 2), "no stream");
    const unsigned long long address = (unsigned long long)(uintptr_t)buffer.handle;
    for (int i = 0; i < 2; i++) {
        REQUIRE(!fill(address, 0, SIZE, stream) && !host_function(stream, sleep_a_little, NULL) &&
                    !fill(address, VALUE, SIZE, stream) && !event_record(event, stream),
            "the caller's work failed");
        expect_value(
            &lk_gpu_cuda, gpu, buffer.handle, i ? LK_READY_EVENT : LK_READY_STREAM, i ? event : stream, NULL, NULL);
    }
    lk_gpu_cuda.release(gpu, &buffer);
    lk_gpu_cuda.close(gpu);
    CHECK(!context_current(&current) && current == native, "another context is current than before");

    /* A device's primary context beside it. */
    good(lk_gpu_cuda.open(context, 0, NULL, 0, &gpu, &error), &error, "open");
    CHECK(!context_current(&current) && current == native, "another context is current than before");
    lk_gpu_cuda.close(gpu);
    CHECK(!context_current(&current) && current == native, "another context is current than before");
    context_destroy(native);
    CHECK(lk_gpu_cuda.open(context, 99, NULL, 0, &gpu, &error) == LK_ERROR_UNAVAILABLE, "device 99 was opened");
}

/* ---------------------------------------------------------------------------------------------------- OpenCL --- */

static int (*set_status)(void *, int);

static void complete(void *event) {
    CHECK(set_status(event, 0) == 0, "the event cannot be set");
}

static void test_opencl(lk_context *context) {
    int (*platforms)(unsigned, void **, unsigned *);
    int (*devices)(void *, unsigned long long, unsigned, void **, unsigned *);
    void *(*context_create)(const intptr_t *, unsigned, void *const *, void *, void *, int *);
    int (*context_release)(void *);
    void *(*queue_create)(void *, void *, unsigned long long, int *);
    int (*queue_release)(void *);
    void *(*user_event)(void *, int *);
    int (*event_release)(void *);
    int (*fill)(void *, void *, const void *, size_t, size_t, size_t, unsigned, void *const *, void **);
    find(&platforms, "clGetPlatformIDs");
    find(&devices, "clGetDeviceIDs");
    find(&context_create, "clCreateContext");
    find(&context_release, "clReleaseContext");
    find(&queue_create, "clCreateCommandQueue");
    find(&queue_release, "clReleaseCommandQueue");
    find(&user_event, "clCreateUserEvent");
    find(&set_status, "clSetUserEventStatus");
    find(&event_release, "clReleaseEvent");
    find(&fill, "clEnqueueFillBuffer");

    const unsigned long long all = 0xFFFFFFFF;
    const unsigned char value = VALUE;
    void *platform, *device, *written;
    lk_error error = {""};
    lk_gpu *gpu;
    lk_gpu_buffer buffer;
    REQUIRE(!platforms(1, &platform, NULL) && !devices(platform, all, 1, &device, NULL), "no OpenCL device");
    void *native = context_create(NULL, 1, &device, NULL, NULL, NULL);
    REQUIRE(native, "no OpenCL context");
    /* Index 7 does not matter: the context has one device. */
    good(lk_gpu_opencl.open(context, 7, native, 0, &gpu, &error), &error, "open in a context");
    good(lk_gpu_opencl.allocate(gpu, SIZE, &buffer, &error), &error, "allocate");

    /* The caller fills the buffer once a user event lets it, and has not flushed its queue. */
    void *queue = queue_create(native, device, 0, NULL);
    void *gate = user_event(native, NULL);
    REQUIRE(queue && gate, "no queue");
    REQUIRE(!fill(queue, buffer.handle, &value, 1, 0, SIZE, 1, &gate, &written), "the caller's work failed");
    expect_value(&lk_gpu_opencl, gpu, buffer.handle, LK_READY_EVENT, written, complete, gate);
    expect_value(&lk_gpu_opencl, gpu, buffer.handle, LK_READY_EVENT, gate, NULL, NULL);
    expect_value(&lk_gpu_opencl, gpu, buffer.handle, LK_READY_NOW, NULL, NULL, NULL);

    event_release(written);
    event_release(gate);
    queue_release(queue);
    lk_gpu_opencl.release(gpu, &buffer);
    lk_gpu_opencl.close(gpu);
    CHECK(context_release(native) == 0, "the caller's context is gone");
}

int main(int argc, char **argv) {
    static const struct {
        const lk_gpu_table *table;
        const char *library;
        void (*test)(lk_context *context);
    } backends[] = {{&lk_gpu_cuda, "libcuda.so.1", test_cuda}, {&lk_gpu_opencl, "libOpenCL.so.1", test_opencl}};
    lk_context *context;
    int tested = 0;
    REQUIRE(lk_context_create(&context) == LK_OK, "out of memory");
    for (int i = 0; i < 2; i++) {
        const char *name = lk_backend_string(backends[i].table->backend);
        int count;
        lk_error error;
        if (argc > 1 && strcmp(argv[1], name) != 0) {
            continue;
        }
        if (backends[i].table->count(&count, &error) != LK_OK) {
            printf("%s: %s\n", name, error.text);
            CHECK(argc == 1, "the backend asked for has no device");
            continue;
        }
        library = dlopen(backends[i].library, RTLD_NOW | RTLD_LOCAL);
        REQUIRE(library, "%s: %s", name, dlerror());
        backends[i].test(context);
        dlclose(library);
        printf("%s: done\n", name);
        tested++;
    }
    lk_context_destroy(&context);
    if (tested == 0 && argc == 1) {
        printf("skipped: no GPU interface has a device here\n");
        return CHECK_SKIPPED;
    }
    return check_end();
}
