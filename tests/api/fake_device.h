/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Made-up devices, which score on a CPU thread each and fail as they are told to. fake_device.c has the tables of CUDA
 * and OpenCL, so that a program which links it leaves the library's own in the archive.
 * What a test sets and reads here belongs to the thread that uses the scorer. */

#ifndef TESTS_FAKE_DEVICE_H
#define TESTS_FAKE_DEVICE_H

#include "backend.h"

#define FAKE_DEVICES 3
#define FAKE_NEVER   UINT64_MAX
#define FAKE_LOST    "the made-up device fell off"

typedef struct fake_device {
    /* What it does. */
    lk_status opens;         /* not LK_OK: it cannot be opened */
    const char *unusable;    /* listed as not usable, for this reason */
    lk_status described;     /* not LK_OK: it cannot even be described */
    int most;                /* pairs in flight that it has room for */
    int milliseconds;        /* a pair takes at least so long */
    int held;                /* no pair is finished; only for LK_NO_WAIT */
    int full;                /* so many calls of submit are told LK_FULL */
    lk_status out_of_memory; /* of allocate */

    /* What was done to it. */
    int opened, closed, taken;
    int allocated, released;
    int misused; /* calls against the rules of backend.h */
    lk_engine *engine;
} fake_device;

typedef struct fake_backend {
    lk_backend backend;
    const char *unsupported; /* NULL: any picture will do */
    const char *absent;      /* not NULL: it has no devices to count, for this reason */
    int devices;
    fake_device device[FAKE_DEVICES];
    uint64_t lost_from;    /* pairs from this index on fail while they are at work, */
    uint64_t lost_only;    /* or this one alone, */
    uint64_t refused_from; /* or when they are submitted */
    int cancelled;         /* calls of cancel, from any thread */
} fake_backend;

extern fake_backend fake_cuda, fake_opencl;

/* Both with FAKE_DEVICES devices of 4 pairs each that never fail. */
void fake_reset(void);

/* Wait until a device has the scores of all its pairs, whether or not they may be finished yet. */
void fake_let_work(const fake_device *device);

#endif
