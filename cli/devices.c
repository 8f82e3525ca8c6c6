/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "devices.h"

#include "context.h"
#include "message.h"
#include "text.h"

#include <stdlib.h>

/* Columns; names, drivers and reasons are long, and get lines of their own in the last one. */
enum { BACKEND = 9, DEVICE = 8, MEMORY = 12, USABLE = 8, DETAILS = BACKEND + DEVICE + MEMORY + USABLE };

static const double gib = 1073741824;

/* All of them, which the caller frees; NULL when out of memory. */
static lk_device_info *list(lk_context *context, int *count) {
    int capacity = 0;
    lk_context_devices(context, NULL, 0, &capacity);
    lk_device_info *devices = calloc((size_t)capacity + 1, sizeof *devices);
    *count = 0;
    if (devices) {
        lk_context_devices(context, devices, capacity, count);
        *count = *count < capacity ? *count : capacity;
    }
    return devices;
}

static void print_device(FILE *stream, const lk_device_info *d) {
    char index[16] = "-"; /* without a device, the entry stands for the backend */
    char memory[24] = "-";
    if (d->name[0]) {
        snprintf(index, sizeof index, "%d", d->index);
    }
    if (d->memory) {
        snprintf(memory, sizeof memory, "%.1f GiB", (double)d->memory / gib);
    }
    fprintf(stream, "%-*s%-*s%-*s%-*s", BACKEND, lk_backend_string(d->backend), DEVICE, index, MEMORY, memory, USABLE,
        d->usable ? "yes" : "no");
    const char *const details[] = {d->name, d->driver, d->reason};
    int printed = 0;
    for (size_t i = 0; i < sizeof details / sizeof details[0]; i++) {
        if (details[i][0]) {
            char text[2 * sizeof d->reason];
            fprintf(stream, "%*s", printed++ ? DETAILS : 0, "");
            text_wrap(stream, DETAILS, text_printable(details[i], text, sizeof text));
        }
    }
    if (!printed) {
        fputc('\n', stream);
    }
}

int devices_print(const options *o, FILE *stream) {
    lk_context *context = NULL;
    int count;
    int outcome = context_open(o, &context);
    if (outcome != EXIT_FINE) {
        return outcome;
    }
    lk_device_info *devices = list(context, &count);
    if (devices) {
        fprintf(stream, "%-*s%-*s%-*s%-*s%s\n", BACKEND, "backend", DEVICE, "device", MEMORY, "memory", USABLE,
            "usable", "name, driver, why not");
        for (int i = 0; i < count; i++) {
            print_device(stream, &devices[i]);
        }
        outcome = text_flush_stdout();
    } else {
        outcome = message_internal("out of memory");
    }
    free(devices);
    lk_context_destroy(&context);
    return outcome;
}

int devices_before(lk_context *context, lk_backend backend) {
    int count;
    int found = 0;
    lk_device_info *devices = list(context, &count);
    for (int i = 0; devices && i < count && devices[i].backend != backend; i++) {
        found |= devices[i].is_gpu;
    }
    free(devices);
    return found;
}
