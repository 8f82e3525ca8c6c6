/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "bench.h"

#include <stdio.h>
#include <string.h>

static const char *const sources[] = {"device", "pinned", "host"};

/* "AMD EPYC ..., gcc 12.2.0" */
static const char *machine(void) {
    static char text[256];
    char line[256], model[128] = "unknown processor";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon) {
            snprintf(model, sizeof model, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file) {
        fclose(file);
    }
#if defined(__clang__)
    const char *compiler = "clang " __clang_version__;
#else
    const char *compiler = "gcc " __VERSION__;
#endif
    snprintf(text, sizeof text, "%s, %s, liken %s", model, compiler, lk_version_string());
    return text;
}

void bench_print_head(void) {
    printf("%s; ms a pair, 4:2:0 8-bit, median of the runs [fastest, slowest]\n", machine());
    printf("%-7s %-7s %-10s %-8s %7s %6s  %10s %22s %9s %10s\n", "backend", "profile", "size", "from", "threads",
        "flight", "ms", "", "fps", "MB a pair");
}

void bench_print_row(const bench_row *r) {
    char size[32];
    snprintf(size, sizeof size, "%dx%d", r->width, r->height);
    printf("%-7s %-7s %-10s %-8s %7d %6d  %10.4f [%9.4f, %9.4f] %9.1f %10.1f  %s\n", lk_backend_string(r->backend),
        lk_profile_string(r->profile), size, sources[r->source], r->threads, r->in_flight, r->ms, r->ms_fastest,
        r->ms_slowest, 1000.0 / r->ms, r->memory, r->device);
    fflush(stdout);
}

/* A string as JSON: the names here hold no control characters, but may hold quotes. */
static void print_string(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') {
            putchar('\\');
        }
        putchar(*text);
    }
    putchar('"');
}

void bench_print_json(const bench_row *rows, int count) {
    printf("{\"machine\": ");
    print_string(machine());
    printf(", \"results\": [");
    for (int i = 0; i < count; i++) {
        const bench_row *r = &rows[i];
        printf("%s\n  {\"metric\": \"ssimulacra2\", \"profile\": \"%s\", \"backend\": \"%s\", \"device\": ",
            i ? "," : "", lk_profile_string(r->profile), lk_backend_string(r->backend));
        print_string(r->device);
        printf(", \"source\": \"%s\", \"width\": %d, \"height\": %d, \"threads\": %d, \"in_flight\": %d, "
               "\"ms_per_frame\": %.6f, \"ms_fastest\": %.6f, \"ms_slowest\": %.6f, \"mb_per_pair\": %.3f}",
            sources[r->source], r->width, r->height, r->threads, r->in_flight, r->ms, r->ms_fastest, r->ms_slowest,
            r->memory);
    }
    printf("\n]}\n");
}
