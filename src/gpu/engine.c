/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "gpu/engine.h"

#include "gpu/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A batch of pairs that go through the device together. Slots are used in turn; one is free again once the results of
 * all its pairs were taken. */
typedef struct slot {
    lk_gpu_queue *queue;
    lk_gpu_event *uploaded, *done;
    lk_gpu_buffer samples, offsets, rgb, planes, tile_sums, sums;
    unsigned char *staging; /* pinned: samples on their way to the device */
    lk_u64 *results;        /* pinned: the bits of LK_NORMS doubles a pair */
    lk_u64 *plane_at;       /* pinned: LK_PAIR_PLANES a pair, on its way to offsets */
    int count;              /* pairs taken */
    int collected;          /* of those, results taken */
    int launched;
    lk_status failed; /* of the launch */
    lk_error error;

    /* What all pairs of the batch share, and each one's places. */
    lk_memory memory[2];
    lk_plane_strides strides;
    void *foreign[6]; /* OpenCL buffers of a picture that is in device memory */
} slot;

/* A launch between two events. */
typedef struct timed_launch {
    lk_gpu_event *before, *after;
    lk_kernel kernel;
    int scale;
} timed_launch;

#define MAX_TIMED 64

struct lk_engine {
    lk_context *context;
    const lk_gpu_table *table;
    lk_gpu *gpu;
    lk_setup *setup;
    lk_gpu_layout layout;
    lk_gpu_device_info device;
    lk_gpu_queue *copies;
    slot *slots;
    int slot_count;
    int current; /* slot that takes the next pair */
    int cancelled;

    int extras; /* LK_GPU_* */
    lk_gpu_buffer tap_xyb[LK_MAX_SCALES], tap_blurred[LK_MAX_SCALES];
    timed_launch timed[MAX_TIMED];
    int timed_count;
};

/* ------------------------------------------------------------------------------------------------ launching --- */

typedef struct arguments {
    lk_gpu_argument list[24];
    int count;
} arguments;

static void add_buffer(arguments *a, void *const *handle) {
    a->list[a->count++] = (lk_gpu_argument){handle, 0};
}

static void add_value(arguments *a, const void *value, size_t size) {
    a->list[a->count++] = (lk_gpu_argument){value, size};
}

static lk_status launch(lk_engine *e, slot *s, lk_kernel kernel, int scale, const int groups[3], int threads,
    const arguments *a, lk_error *error) {
    timed_launch *timed = e->extras & LK_GPU_TIMING && e->timed_count < MAX_TIMED ? &e->timed[e->timed_count++] : NULL;
    lk_status status = LK_OK;
    if (timed) {
        timed->kernel = kernel;
        timed->scale = scale;
        status = e->table->event_record(e->gpu, s->queue, timed->before, error);
    }
    if (status == LK_OK) {
        status = e->table->launch(e->gpu, s->queue, kernel, groups, threads, a->list, a->count, error);
    }
    if (timed && status == LK_OK) {
        status = e->table->event_record(e->gpu, s->queue, timed->after, error);
    }
    return status;
}

/* The planes of both pictures, wherever they are. */
static void add_samples(lk_engine *e, slot *s, void *handles[6], arguments *a) {
    for (int i = 0; i < 6; i++) {
        switch (s->memory[i / 3]) {
        case LK_MEMORY_HOST: handles[i] = s->samples.handle; break;
        case LK_MEMORY_CUDA: handles[i] = NULL; break; /* the offsets are addresses */
        case LK_MEMORY_OPENCL: handles[i] = s->foreign[i]; break;
        }
        add_buffer(a, &handles[i]);
    }
    add_buffer(a, &s->offsets.handle);
    add_value(a, &s->strides, sizeof s->strides);
    add_value(a, &e->setup->reference, sizeof(lk_input));
    add_value(a, &e->setup->distorted, sizeof(lk_input));
}

/* A thread a column and role of kernels/exact_variant.h. */
static int exact_threads(const lk_engine *e, int scale) {
    return e->device.tile_width * (scale == 0 && e->layout.pruned ? 2 : 3);
}

static lk_status launch_exact(lk_engine *e, slot *s, int scale, lk_error *error) {
    const lk_gpu_layout *l = &e->layout;
    lk_kernel kernel = scale == 0 ? l->first : l->later;
    arguments a = {.count = 0};
    void *handles[6];
    if (scale == 0) {
        add_samples(e, s, handles, &a);
    } else {
        add_buffer(&a, &s->rgb.handle);
    }
    add_buffer(&a, &s->rgb.handle);
    add_buffer(&a, &s->tile_sums.handle);
    add_value(&a, &l->scale[scale], sizeof(lk_scale));
    if (e->extras & LK_GPU_TAPS) {
        add_buffer(&a, &e->tap_xyb[scale].handle);
        add_buffer(&a, &e->tap_blurred[scale].handle);
    }
    int groups[3] = {l->tiles_x[scale], l->tiles_y[scale], s->count};
    return launch(e, s, kernel, scale, groups, exact_threads(e, scale), &a, error);
}

static lk_status launch_libjxl(lk_engine *e, slot *s, int scale, lk_error *error) {
    const lk_gpu_layout *l = &e->layout;
    const lk_scale *size = &l->scale[scale];
    arguments a = {.count = 0};
    void *handles[6];
    if (scale == 0) {
        add_samples(e, s, handles, &a);
    } else {
        add_buffer(&a, &s->rgb.handle);
    }
    add_buffer(&a, &s->rgb.handle);
    add_buffer(&a, &s->planes.handle);
    add_value(&a, size, sizeof *size);
    add_value(&a, &l->phase[scale][0].planes, sizeof(lk_libjxl_planes));
    int quads = (size->width + 1) / 2;
    int quad_groups[3] = {(quads + LK_QUAD_THREADS - 1) / LK_QUAD_THREADS, (size->height + 1) / 2, 2 * s->count};
    lk_status status = launch(e, s, scale == 0 ? l->first : l->later, scale, quad_groups, LK_QUAD_THREADS, &a, error);

    for (int i = 0; i < l->phases[scale] && status == LK_OK; i++) {
        const lk_libjxl_phase *phase = &l->phase[scale][i];
        a.count = 0;
        add_buffer(&a, &s->planes.handle);
        add_value(&a, size, sizeof *size);
        add_value(&a, &phase->planes, sizeof phase->planes);
        int row_groups[3] = {(size->height + LK_WALK_ROWS - 1) / LK_WALK_ROWS, phase->channels, s->count};
        status = launch(e, s, LK_KERNEL_LIBJXL_ROWS, scale, row_groups, LK_WALK_THREADS, &a, error);
        if (status != LK_OK) {
            break;
        }
        a.count = 0;
        add_buffer(&a, &s->planes.handle);
        add_buffer(&a, &s->tile_sums.handle);
        add_value(&a, size, sizeof *size);
        add_value(&a, &phase->planes, sizeof phase->planes);
        if (e->extras & LK_GPU_TAPS) {
            add_buffer(&a, &e->tap_xyb[scale].handle);
            add_buffer(&a, &e->tap_blurred[scale].handle);
        }
        int column_groups[3] = {(size->width + LK_BLOCK_WIDTH - 1) / LK_BLOCK_WIDTH, phase->channels, s->count};
        status = launch(e, s, LK_KERNEL_LIBJXL_COLUMNS, scale, column_groups, LK_COLUMN_THREADS, &a, error);
    }
    return status;
}

/* Put the kernels of a batch into its queue, and the copy of its sums to results. */
static lk_status launch_pass(lk_engine *e, slot *s, lk_u64 *results, lk_error *error) {
    lk_status status = LK_OK;
    for (int scale = 0; scale < e->setup->plan.scales && status == LK_OK; scale++) {
        status = e->setup->params.profile == LK_PROFILE_EXACT ? launch_exact(e, s, scale, error)
                                                              : launch_libjxl(e, s, scale, error);
    }
    if (status == LK_OK) {
        arguments a = {.count = 0};
        add_buffer(&a, &s->tile_sums.handle);
        add_buffer(&a, &s->sums.handle);
        add_value(&a, &e->layout.finish, sizeof e->layout.finish);
        int groups[3] = {18 * e->setup->plan.scales, 1, s->count};
        status = launch(e, s, LK_KERNEL_FINISH, 0, groups, LK_FINISH_THREADS, &a, error);
    }
    if (status == LK_OK) {
        size_t bytes = (size_t)s->count * LK_SUMS_PAIR * sizeof(lk_u64);
        status = e->table->download(e->gpu, s->queue, results, &s->sums, 0, bytes, error);
    }
    return status;
}

/* Put the whole chain of a batch into its queue. */
static lk_status launch_chain(lk_engine *e, slot *s, lk_error *error) {
    const lk_gpu_table *t = e->table;
    size_t bytes = (size_t)(s->count * LK_PAIR_PLANES) * sizeof *s->plane_at;
    lk_status status = t->upload(e->gpu, e->copies, &s->offsets, 0, s->plane_at, bytes, error);
    if (status == LK_OK) {
        status = t->event_record(e->gpu, e->copies, s->uploaded, error);
    }
    if (status == LK_OK) {
        status = t->event_wait(e->gpu, s->queue, s->uploaded, error);
    }
    for (int pass = 0; pass < e->setup->passes && status == LK_OK; pass++) {
        e->setup->reference.background = e->setup->distorted.background = e->setup->background[pass];
        status = launch_pass(e, s, s->results + pass * LK_SUMS_PAIR, error);
    }
    if (status == LK_OK) {
        status = t->event_record(e->gpu, s->queue, s->done, error);
    }
    if (status == LK_OK) {
        status = t->flush(e->gpu, s->queue, error);
    }
    return status;
}

/* A launch that fails is told to each pair of the batch by finish. */
static void launch_slot(lk_engine *e, slot *s) {
    s->launched = 1;
    e->timed_count = 0;
    s->failed = launch_chain(e, s, &s->error);
    if (s == &e->slots[e->current]) {
        e->current = (e->current + 1) % e->slot_count;
    }
}

/* ------------------------------------------------------------------------------------------------- submitting --- */

/* The stride that a host plane keeps on the device: its own if it can be copied in one piece. */
static int device_stride(const lk_gpu_layout *l, const lk_picture *picture, int plane, int i) {
    size_t row = l->row_bytes[plane];
    ptrdiff_t stride = picture->stride[i];
    if (picture->memory != LK_MEMORY_HOST) {
        return (int)stride;
    }
    return stride >= (ptrdiff_t)row && (size_t)stride <= row + LK_STRIDE_SLACK ? (int)stride : (int)row;
}

static lk_plane_strides strides_of(const lk_engine *e, const lk_job *job) {
    lk_plane_strides strides = {{0}};
    for (int plane = 0; plane < 6; plane++) {
        if (e->layout.plane_rows[plane] > 0) {
            const lk_picture *picture = plane < 3 ? &job->reference : &job->distorted;
            strides.of[plane] = device_stride(&e->layout, picture, plane, plane % 3);
        }
    }
    return strides;
}

/* Is the picture where the slot's other ones are? OpenCL pictures must lie in the same buffers, since a launch is given
 * one buffer a plane. */
static int lies_with(const slot *s, const lk_picture *picture, int which) {
    if (s->memory[which] != picture->memory) {
        return 0;
    }
    for (int i = 0; i < lk_format_planes(&picture->format) && picture->memory == LK_MEMORY_OPENCL; i++) {
        if (s->foreign[which * 3 + i] != picture->plane[i]) {
            return 0;
        }
    }
    return 1;
}

/* Can the pair share a launch with those that the slot holds? */
static int fits(const slot *s, const lk_job *job, const lk_plane_strides *strides) {
    return lies_with(s, &job->reference, 0) && lies_with(s, &job->distorted, 1) &&
           memcmp(&s->strides, strides, sizeof *strides) == 0;
}

static void copy_plane(unsigned char *to, int stride, const lk_picture *picture, int i, size_t row_bytes, int rows) {
    const unsigned char *from = picture->plane[i];
    if (picture->stride[i] == stride) {
        memcpy(to, from, (size_t)stride * (size_t)(rows - 1) + row_bytes);
        return;
    }
    for (int y = 0; y < rows; y++) {
        memcpy(to + (size_t)y * (size_t)stride, from + y * picture->stride[i], row_bytes);
    }
}

/* Bring a picture's samples to the device, or note where they are. */
static lk_status take_picture(lk_engine *e, slot *s, const lk_picture *picture, int which, lk_error *error) {
    const lk_gpu_layout *l = &e->layout;
    const size_t pair_at = (size_t)s->count * l->samples;
    const int planes = lk_format_planes(&picture->format);
    lk_u64 *plane_at = s->plane_at + s->count * LK_PAIR_PLANES;
    for (int i = 0; i < planes; i++) {
        int plane = which * 3 + i;
        size_t at = pair_at + l->plane_at[plane];
        if (picture->memory == LK_MEMORY_CUDA) {
            plane_at[plane] = (lk_u64)(uintptr_t)picture->plane[i];
            continue;
        }
        if (picture->memory == LK_MEMORY_OPENCL) {
            s->foreign[plane] = (void *)(uintptr_t)picture->plane[i];
            plane_at[plane] = picture->offset[i];
            continue;
        }
        plane_at[plane] = at;
        size_t bytes = (size_t)s->strides.of[plane] * (size_t)(l->plane_rows[plane] - 1) + l->row_bytes[plane];
        if (picture->stride[i] == s->strides.of[plane] && e->table->is_pinned(e->gpu, picture->plane[i], bytes)) {
            lk_status status = e->table->upload(e->gpu, e->copies, &s->samples, at, picture->plane[i], bytes, error);
            if (status != LK_OK) {
                return status;
            }
            continue;
        }
        copy_plane(s->staging + at, s->strides.of[plane], picture, i, l->row_bytes[plane], l->plane_rows[plane]);
        lk_status status = e->table->upload(e->gpu, e->copies, &s->samples, at, s->staging + at, bytes, error);
        if (status != LK_OK) {
            return status;
        }
    }
    if (picture->memory == LK_MEMORY_HOST) {
        return LK_OK;
    }
    return e->table->foreign_wait(e->gpu, s->queue, picture->ready_kind, picture->ready, error);
}

static lk_status check_memory(const lk_engine *e, const lk_picture *picture, lk_error *error) {
    lk_memory own = e->table->backend == LK_BACKEND_CUDA ? LK_MEMORY_CUDA : LK_MEMORY_OPENCL;
    if (picture->memory != LK_MEMORY_HOST && picture->memory != own) {
        return lk_fail(error, LK_ERROR_ARGUMENT, "a picture is in %s memory, but the scorer runs on %s",
            picture->memory == LK_MEMORY_CUDA ? "CUDA" : "OpenCL", lk_backend_string(e->table->backend));
    }
    return LK_OK;
}

static lk_status gpu_submit(lk_engine *e, lk_job *job) {
    lk_status status = check_memory(e, &job->reference, &job->error);
    if (status == LK_OK) {
        status = check_memory(e, &job->distorted, &job->error);
    }
    if (status != LK_OK) {
        return status;
    }
    lk_plane_strides strides = strides_of(e, job);
    slot *s = &e->slots[e->current];
    if (!s->launched && s->count > 0 && !fits(s, job, &strides)) {
        launch_slot(e, s);
        s = &e->slots[e->current];
    }
    if (s->launched) {
        return LK_FULL;
    }
    if (s->count == 0) {
        s->memory[0] = job->reference.memory;
        s->memory[1] = job->distorted.memory;
        s->strides = strides;
    }
    status = take_picture(e, s, &job->reference, 0, &job->error);
    if (status == LK_OK) {
        status = take_picture(e, s, &job->distorted, 1, &job->error);
    }
    if (status != LK_OK) {
        return status;
    }
    job->slot = s;
    job->place = s->count++;
    if (s->count == e->layout.batch) {
        launch_slot(e, s);
    }
    return LK_OK;
}

/* -------------------------------------------------------------------------------------------------- collecting --- */

/* A slot holds several pairs, or one of several passes. */
static void take_sums(const lk_engine *e, const slot *s, lk_job *job) {
    for (int pass = 0; pass < e->setup->passes; pass++) {
        memcpy(job->sums[pass], s->results + (size_t)(job->place + pass) * LK_SUMS_PAIR,
            (size_t)(18 * e->setup->plan.scales) * sizeof(double));
    }
}

/* Wait for the copies of a batch that will not be launched: its pictures are the caller's again afterwards. */
static void settle_uploads(lk_engine *e, slot *s) {
    lk_error ignored;
    if (e->table->event_record(e->gpu, e->copies, s->uploaded, &ignored) == LK_OK) {
        e->table->event_finish(e->gpu, s->uploaded, LK_WAIT, &ignored);
    }
}

static lk_status gpu_finish(lk_engine *e, lk_job *job, lk_wait wait) {
    slot *s = job->slot;
    int cancelled = __atomic_load_n(&e->cancelled, __ATOMIC_RELAXED);
    if (!s->launched && !cancelled) {
        launch_slot(e, s);
    }
    if (!s->launched) {
        settle_uploads(e, s);
        job->status = LK_CANCELLED;
    } else if (s->failed != LK_OK) {
        job->status = s->failed;
        job->error = s->error;
    } else {
        job->status = e->table->event_finish(e->gpu, s->done, wait, &job->error);
        if (job->status == LK_PENDING) {
            return LK_PENDING;
        }
        if (job->status == LK_OK) {
            take_sums(e, s, job);
        }
    }
    job->done = 1;
    if (++s->collected == s->count) {
        s->count = s->collected = s->launched = 0;
        s->failed = LK_OK;
    }
    return LK_OK;
}

static void gpu_cancel(lk_engine *e) {
    __atomic_store_n(&e->cancelled, 1, __ATOMIC_RELAXED);
}

/* ------------------------------------------------------------------------------------- creating and releasing --- */

static void release_slot(lk_engine *e, slot *s) {
    const lk_gpu_table *t = e->table;
    if (s->launched && s->failed == LK_OK) {
        lk_error ignored;
        t->event_finish(e->gpu, s->done, LK_WAIT, &ignored);
    } else if (s->count > 0) {
        settle_uploads(e, s);
    }
    lk_gpu_buffer *buffers[] = {&s->samples, &s->offsets, &s->rgb, &s->planes, &s->tile_sums, &s->sums};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) {
        if (buffers[i]->handle) {
            t->release(e->gpu, buffers[i]);
        }
    }
    if (s->staging) {
        t->release_pinned(e->gpu, s->staging);
    }
    if (s->results) {
        t->release_pinned(e->gpu, s->results);
    }
    if (s->plane_at) {
        t->release_pinned(e->gpu, s->plane_at);
    }
    if (s->uploaded) {
        t->event_destroy(e->gpu, s->uploaded);
    }
    if (s->done) {
        t->event_destroy(e->gpu, s->done);
    }
    if (s->queue) {
        t->queue_destroy(e->gpu, s->queue);
    }
    *s = (slot){0};
}

static lk_status make_slot(lk_engine *e, slot *s, lk_error *error) {
    const lk_gpu_table *t = e->table;
    const lk_gpu_layout *l = &e->layout;
    const size_t batch = (size_t)l->batch;
    const struct {
        lk_gpu_buffer *buffer;
        size_t size;
    } buffers[] = {
        {&s->samples, batch * l->samples},
        {&s->offsets, batch * LK_PAIR_PLANES * sizeof(lk_u64)},
        {&s->rgb, batch * l->rgb * sizeof(float)},
        {&s->planes, batch * l->planes * sizeof(float)},
        {&s->tile_sums, batch * l->tile_sums * sizeof(lk_u64)},
        {&s->sums, batch * LK_SUMS_PAIR * sizeof(lk_u64)},
    };
    lk_status status = LK_OK;
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0] && status == LK_OK; i++) {
        if (buffers[i].size > 0) {
            status = t->allocate(e->gpu, buffers[i].size, buffers[i].buffer, error);
        }
    }
    void *memory = NULL;
    if (status == LK_OK) {
        status = t->allocate_pinned(e->gpu, batch * l->samples, &memory, error);
        s->staging = memory;
    }
    if (status == LK_OK) {
        size_t results = batch > (size_t)e->setup->passes ? batch : (size_t)e->setup->passes;
        status = t->allocate_pinned(e->gpu, results * LK_SUMS_PAIR * sizeof(lk_u64), &memory, error);
        s->results = status == LK_OK ? memory : NULL;
    }
    if (status == LK_OK) {
        status = t->allocate_pinned(e->gpu, batch * LK_PAIR_PLANES * sizeof(lk_u64), &memory, error);
        s->plane_at = status == LK_OK ? memory : NULL;
        if (s->plane_at) {
            memset(s->plane_at, 0, batch * LK_PAIR_PLANES * sizeof(lk_u64)); /* planes that a format lacks */
        }
    }
    if (status == LK_OK) {
        status = t->queue_create(e->gpu, &s->queue, error);
    }
    if (status == LK_OK) {
        status = t->event_create(e->gpu, 0, &s->uploaded, error);
    }
    if (status == LK_OK) {
        status = t->event_create(e->gpu, 0, &s->done, error);
    }
    if (status != LK_OK) {
        release_slot(e, s);
    }
    return status;
}

static void gpu_destroy(lk_engine *e) {
    if (!e) {
        return;
    }
    for (int i = 0; i < e->slot_count; i++) {
        release_slot(e, &e->slots[i]);
    }
    for (int i = 0; i < LK_MAX_SCALES; i++) {
        if (e->tap_xyb[i].handle) {
            e->table->release(e->gpu, &e->tap_xyb[i]);
        }
        if (e->tap_blurred[i].handle) {
            e->table->release(e->gpu, &e->tap_blurred[i]);
        }
    }
    for (int i = 0; i < MAX_TIMED; i++) {
        if (e->timed[i].before) {
            e->table->event_destroy(e->gpu, e->timed[i].before);
        }
        if (e->timed[i].after) {
            e->table->event_destroy(e->gpu, e->timed[i].after);
        }
    }
    if (e->copies) {
        e->table->queue_destroy(e->gpu, e->copies);
    }
    if (e->gpu) {
        e->table->close(e->gpu);
    }
    free(e->slots);
    free(e);
}

static int has_fourth_plane(const lk_input *input) {
    return input->alpha && input->channel[3].plane > 2;
}

const char *lk_gpu_supports(const lk_setup *setup) {
    if (has_fourth_plane(&setup->reference) || has_fourth_plane(&setup->distorted)) {
        return "pictures with alpha in a fourth plane are scored on the CPU";
    }
    /* Offsets inside a pair's planes are computed with 32 bits in places: 21 planes of them. */
    if ((lk_u64)setup->plan.width[0] * (lk_u64)setup->plan.height[0] > 150000000) {
        return "pictures of more than 150 million pixels are scored on the CPU";
    }
    return NULL;
}

/* Batches that keep the device busy while others are filled and collected: more of small pictures, and of the profile
 * whose kernels fill the device less. */
static int default_slots(const lk_engine *e) {
    const int enough = e->setup->params.profile == LK_PROFILE_LIBJXL ? 1 << 27 : 1 << 26; /* pixels on their way */
    int slots = enough / (e->setup->params.width * e->setup->params.height * e->layout.batch);
    return slots < 2 ? 2 : slots > 4 ? 4 : slots;
}

/* Pairs in flight that the caller wants, or enough to keep the device busy; as many as max_memory allows. */
static lk_status choose_slots(lk_engine *e, int *slots, lk_error *error) {
    lk_scorer_params *p = &e->setup->params;
    if (e->extras) {
        p->in_flight = 1;
    }
    lk_gpu_layout_init(&e->layout, e->setup, p->in_flight, e->device.tile_width);
    *slots = p->in_flight > 0 ? (p->in_flight + e->layout.batch - 1) / e->layout.batch : default_slots(e);
    /* Without a limit, half of the device is left to others. */
    size_t limit = p->max_memory > 0 ? p->max_memory : e->device.memory / 2;
    size_t pairs = limit / lk_gpu_layout_bytes(&e->layout);
    if (pairs == 0) {
        return lk_fail(error, LK_ERROR_DEVICE_MEMORY,
            "a pair of %dx%d takes %.3f MB of device memory, but the limit is %.3f MB", p->width, p->height,
            (double)lk_gpu_layout_bytes(&e->layout) / 1e6, (double)limit / 1e6);
    }
    if (pairs < (size_t)(*slots * e->layout.batch)) {
        lk_gpu_layout_init(&e->layout, e->setup, (int)pairs, e->device.tile_width);
        *slots = (int)(pairs / (size_t)e->layout.batch);
    }
    return LK_OK;
}

/* Device memory may end before the wished number of slots does: fewer pairs in flight serve too. */
static lk_status make_slots(lk_engine *e, int slots, lk_error *error) {
    e->slots = calloc((size_t)slots, sizeof *e->slots);
    if (!e->slots) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    while (e->slot_count < slots) {
        lk_status status = make_slot(e, &e->slots[e->slot_count], error);
        if (status == LK_OK) {
            e->slot_count++;
        } else if (status == LK_ERROR_DEVICE_MEMORY && e->slot_count > 0) {
            lk_log(e->context, LK_LOG_INFO, "device memory for %d pairs in flight instead of %d",
                e->slot_count * e->layout.batch, slots * e->layout.batch);
            break;
        } else {
            return status;
        }
    }
    return LK_OK;
}

static lk_status make_timing(lk_engine *e, lk_error *error) {
    lk_status status = LK_OK;
    for (int i = 0; i < MAX_TIMED && status == LK_OK; i++) {
        status = e->table->event_create(e->gpu, 1, &e->timed[i].before, error);
        if (status == LK_OK) {
            status = e->table->event_create(e->gpu, 1, &e->timed[i].after, error);
        }
    }
    return status;
}

void lk_gpu_read_timing(const lk_engine *e, lk_gpu_timing *timing) {
    *timing = (lk_gpu_timing){{{0}}};
    for (int i = 0; i < e->timed_count; i++) {
        const timed_launch *t = &e->timed[i];
        double ms = 0;
        lk_error ignored;
        if (e->table->event_elapsed(e->gpu, t->before, t->after, &ms, &ignored) == LK_OK) {
            timing->ms[t->kernel][t->scale] += ms;
        }
    }
}

static lk_status make_taps(lk_engine *e, lk_error *error) {
    lk_status status = LK_OK;
    for (int i = 0; i < e->setup->plan.scales && status == LK_OK; i++) {
        size_t plane = (size_t)e->setup->plan.width[i] * (size_t)e->setup->plan.height[i] * sizeof(float);
        status = e->table->allocate(e->gpu, 6 * plane, &e->tap_xyb[i], error);
        if (status == LK_OK) {
            status = e->table->allocate(e->gpu, 15 * plane, &e->tap_blurred[i], error);
        }
    }
    return status;
}

/* What can be said without opening the device, which compiles kernels. A native context names a device of its own. */
static lk_status check_device(const lk_gpu_table *table, const lk_setup *setup, int device, lk_error *error) {
    lk_gpu_device_info info;
    if (setup->params.native_context) {
        return LK_OK;
    }
    lk_status status = table->describe(device, &info, error);
    if (status != LK_OK) {
        return status;
    }
    if (setup->params.backend == LK_BACKEND_AUTO && !info.is_gpu) {
        return lk_fail(error, LK_ERROR_UNAVAILABLE, "%s is not a GPU", info.name);
    }
    return LK_OK;
}

lk_status lk_gpu_engine_create(lk_context *context, const lk_gpu_table *table, lk_setup *setup, int device, int extras,
    lk_engine **out, lk_error *error) {
    lk_engine *e = calloc(1, sizeof *e);
    if (!e) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    e->context = context;
    e->table = table;
    e->setup = setup;
    e->extras = extras;
    int slots = 0;
    lk_status status = check_device(table, setup, device, error);
    if (status == LK_OK) {
        status = table->open(context, device, setup->params.native_context, extras, &e->gpu, error);
    }
    if (status == LK_OK) {
        table->info(e->gpu, &e->device);
    }
    if (status == LK_OK) {
        status = table->queue_create(e->gpu, &e->copies, error);
    }
    if (status == LK_OK) {
        status = choose_slots(e, &slots, error);
    }
    if (status == LK_OK) {
        status = make_slots(e, slots, error);
    }
    if (status == LK_OK && extras & LK_GPU_TAPS) {
        status = make_taps(e, error);
    }
    if (status == LK_OK && extras & LK_GPU_TIMING) {
        status = make_timing(e, error);
    }
    if (status != LK_OK) {
        gpu_destroy(e);
        return status;
    }
    int most = e->slot_count * e->layout.batch;
    if (setup->params.in_flight == 0 || setup->params.in_flight > most) {
        setup->params.in_flight = most;
    }
    *out = e;
    return LK_OK;
}

static void gpu_info(const lk_engine *e, lk_scorer_info *info) {
    snprintf(info->device, sizeof info->device, "%s", e->device.name);
    info->memory = (size_t)(e->slot_count * e->layout.batch) * lk_gpu_layout_bytes(&e->layout);
}

/* Copy floats of the last pair back and wait for them. at, count: in floats. */
static lk_status read_back(
    lk_engine *e, const lk_gpu_buffer *from, size_t at, size_t count, float *to, lk_error *error) {
    slot *s = &e->slots[0];
    lk_status status = e->table->download(e->gpu, s->queue, to, from, at * sizeof(float), count * sizeof(float), error);
    if (status == LK_OK) {
        status = e->table->event_record(e->gpu, s->queue, s->done, error);
    }
    return status == LK_OK ? e->table->event_finish(e->gpu, s->done, LK_WAIT, error) : status;
}

lk_status lk_gpu_read_tap(lk_engine *e, int what, int scale, int plane, float *to, lk_error *error) {
    const lk_scale *size = &e->layout.scale[scale];
    const size_t width = (size_t)size->width, height = (size_t)size->height, stride = (size_t)size->stride;
    if (what != 2) {
        const lk_gpu_buffer *from = what == 0 ? &e->tap_xyb[scale] : &e->tap_blurred[scale];
        return read_back(e, from, (size_t)plane * width * height, width * height, to, error);
    }
    /* Planes of linear RGB have padded rows. */
    float *rows = malloc(stride * height * sizeof *rows);
    if (!rows) {
        return lk_fail(error, LK_ERROR_MEMORY, "out of memory");
    }
    lk_status status = read_back(
        e, &e->slots[0].rgb, (size_t)size->rgb + (size_t)plane * stride * height, stride * height, rows, error);
    for (size_t y = 0; y < height && status == LK_OK; y++) {
        memcpy(to + y * width, rows + y * stride, width * sizeof *to);
    }
    free(rows);
    return status;
}

/* -------------------------------------------------------------------------------------------------- the tables --- */

static lk_status describe(const lk_gpu_table *table, int index, lk_device_info *info, lk_error *error) {
    lk_gpu_device_info gpu;
    lk_status status = table->describe(index, &gpu, error);
    if (status != LK_OK) {
        return status;
    }
    *info = (lk_device_info){.backend = table->backend, .index = index, .memory = gpu.memory};
    snprintf(info->name, sizeof info->name, "%s", gpu.name);
    snprintf(info->driver, sizeof info->driver, "%s", gpu.driver);
    info->is_gpu = gpu.is_gpu;
    info->usable = !gpu.unsuitable;
    snprintf(info->reason, sizeof info->reason, "%s", gpu.unsuitable ? gpu.unsuitable : "");
    return LK_OK;
}

static lk_status gpu_allocate(lk_engine *e, size_t size, void **memory, lk_error *error) {
    return e->table->allocate_pinned(e->gpu, size, memory, error);
}

static void gpu_release(lk_engine *e, void *memory) {
    e->table->release_pinned(e->gpu, memory);
}

/* The table of a backend, over that of its programming interface. */
#define BACKEND(name, id)                                                                                              \
    static lk_status name##_count(int *count, lk_error *error) {                                                       \
        return lk_gpu_##name.count(count, error);                                                                      \
    }                                                                                                                  \
    static lk_status name##_describe(int index, lk_device_info *info, lk_error *error) {                               \
        return describe(&lk_gpu_##name, index, info, error);                                                           \
    }                                                                                                                  \
    static lk_status name##_create(                                                                                    \
        lk_context *context, lk_setup *setup, int device, lk_engine **engine, lk_error *error) {                       \
        return lk_gpu_engine_create(context, &lk_gpu_##name, setup, device, 0, engine, error);                         \
    }                                                                                                                  \
    const lk_backend_table lk_backend_##name = {                                                                       \
        .backend = id,                                                                                                 \
        .supports = lk_gpu_supports,                                                                                   \
        .count = name##_count,                                                                                         \
        .describe = name##_describe,                                                                                   \
        .create = name##_create,                                                                                       \
        .submit = gpu_submit,                                                                                          \
        .finish = gpu_finish,                                                                                          \
        .cancel = gpu_cancel,                                                                                          \
        .destroy = gpu_destroy,                                                                                        \
        .info = gpu_info,                                                                                              \
        .allocate = gpu_allocate,                                                                                      \
        .release = gpu_release,                                                                                        \
    };

BACKEND(cuda, LK_BACKEND_CUDA)
BACKEND(opencl, LK_BACKEND_OPENCL)
