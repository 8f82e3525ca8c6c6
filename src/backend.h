/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The table that every backend fills. A backend turns pairs of pictures into sums (metric/ssimulacra2.h); order,
 * results and scores are the scorer's. */

#ifndef LIKEN_BACKEND_H
#define LIKEN_BACKEND_H

#include "context.h"
#include "metric/input.h"
#include "metric/ssimulacra2.h"

/* What an engine is made for: checked parameters and all that follows from them. */
typedef struct lk_setup {
    lk_scorer_params params; /* colours resolved */
    lk_plan plan;
    lk_input reference;
    lk_input distorted;
    int passes;          /* 2 if the reference has alpha: the pair is scored over two backgrounds */
    float background[2]; /* encoded value of each pass; only read where a picture has alpha */
} lk_setup;

/* A pair on its way through an engine. Lives in the scorer; the engine fills the second half. */
typedef struct lk_job {
    lk_picture reference;
    lk_picture distorted;
    uint64_t index; /* submission order */
    void *tag;

    const struct lk_backend_table *backend; /* whose engine has it */
    struct lk_engine *engine;

    lk_status status;
    lk_error error;  /* where status is an error */
    lk_sums sums[2]; /* one a pass */
    int done;        /* the engine's: status and sums are final */
    int place;       /* the engine's: which of the pairs in a slot */
    void *slot;      /* the engine's: where the pair is at work */
} lk_job;

typedef struct lk_engine lk_engine;

typedef struct lk_backend_table {
    lk_backend backend;

    /* NULL if the backend can take such pictures, else the reason why it cannot (a phrase that ends a sentence "...
     * :"). Needs no device. */
    const char *(*supports)(const lk_setup *setup);

    /* Devices of this machine. Fails with a reason where the backend cannot run at all. */
    lk_status (*count)(int *count, lk_error *error);
    lk_status (*describe)(int index, lk_device_info *info, lk_error *error);

    /* Make an engine on one device. May lower setup->params.in_flight and sets it if it is 0. */
    lk_status (*create)(lk_context *context, lk_setup *setup, int device, lk_engine **engine, lk_error *error);

    /* Begin a pair without waiting. The caller never has more than in_flight pairs begun and not finished. */
    lk_status (*submit)(lk_engine *engine, lk_job *job);

    /* LK_OK once the job is done (its status may still be an error); LK_PENDING only without wait. */
    lk_status (*finish)(lk_engine *engine, lk_job *job, lk_wait wait);

    /* Give up what is not begun. From any thread. */
    void (*cancel)(lk_engine *engine);

    /* Wait for what is at work, and release the engine. */
    void (*destroy)(lk_engine *engine);

    /* Device, threads and memory. */
    void (*info)(const lk_engine *engine, lk_scorer_info *info);

    /* Memory that the engine reads pictures from at full speed. */
    lk_status (*allocate)(lk_engine *engine, size_t size, void **memory, lk_error *error);
    void (*release)(lk_engine *engine, void *memory);
} lk_backend_table;

extern const lk_backend_table lk_backend_cpu;
extern const lk_backend_table lk_backend_cuda;
extern const lk_backend_table lk_backend_opencl;

#endif
