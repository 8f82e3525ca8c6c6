/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Milliseconds a pair, for backends, profiles, sizes, threads and pairs in flight. Pairs differ, and there are enough
 * of them that no cache holds them all. Each figure is the median of several runs. */

#include "bench.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS 256

static bench_row rows[MAX_ROWS];
static int row_count;

static const char usage[] =
    "usage: bench [options]\n"
    "  --backend LIST     of cpu, cuda, opencl (default: cpu and every GPU backend with a device)\n"
    "  --device N         of the backend (default: 0)\n"
    "  --profile NAME     libjxl or exact (default: both)\n"
    "  --size WxH         (default: 576x324, 1920x1080 and 3840x2160)\n"
    "  --threads N        CPU threads (default: 1)\n"
    "  --in-flight N      pairs in flight (default: CPU: what keeps the threads busy; GPU: 1 and several)\n"
    "  --source KIND      gpu: device, pinned or host memory that pictures come from (default: device and pinned)\n"
    "  --runs N           runs that the median is taken of (default: 5)\n"
    "  --stages           GPU: device time of each kernel, one pair at a time\n"
    "  --json             one JSON object on standard output\n";

static int parse_int(const char *text, const char *option) {
    char *end;
    long value = strtol(text, &end, 10);
    if (*text == 0 || *end != 0 || value < 1 || value > 100000) {
        fprintf(stderr, "bench: %s takes a number of 1 or more, not '%s'\n", option, text);
        exit(2);
    }
    return (int)value;
}

static int has_device(lk_backend backend) {
    lk_context *context;
    lk_device_info devices[64];
    int count = 0, found = 0;
    if (lk_context_create(&context) == LK_OK && lk_context_devices(context, devices, 64, &count) == LK_OK) {
        for (int i = 0; i < count && i < 64; i++) {
            found |= devices[i].backend == backend && devices[i].usable;
        }
    }
    lk_context_destroy(&context);
    return found;
}

static void run_row(const bench_options *o, lk_backend backend, lk_profile profile, int width, int height,
    int in_flight, bench_source source) {
    bench_row *row = &rows[row_count];
    *row = (bench_row){
        .backend = backend,
        .profile = profile,
        .width = width,
        .height = height,
        .threads = backend == LK_BACKEND_CPU ? o->threads : 0,
        .in_flight = in_flight,
        .source = source,
    };
    if (bench_run(o, row) == 0 && row_count + 1 < MAX_ROWS) {
        row_count++;
        if (!o->json) {
            bench_print_row(row);
        }
    }
}

static void run_backend(const bench_options *o, lk_backend backend, lk_profile profile, int width, int height) {
    if (backend == LK_BACKEND_CPU) {
        run_row(o, backend, profile, width, height, o->in_flight, BENCH_FROM_HOST);
        return;
    }
    for (int source = BENCH_FROM_DEVICE; source <= BENCH_FROM_HOST; source++) {
        if (o->source >= 0 ? source != o->source : source == BENCH_FROM_HOST) {
            continue;
        }
        if (o->in_flight > 0) {
            run_row(o, backend, profile, width, height, o->in_flight, (bench_source)source);
        } else {
            run_row(o, backend, profile, width, height, 1, (bench_source)source);
            run_row(o, backend, profile, width, height, 0, (bench_source)source);
        }
    }
    if (o->stages) {
        bench_stages(o, backend, profile, width, height);
    }
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"backend", required_argument, NULL, 'b'},
        {"device", required_argument, NULL, 'd'},
        {"profile", required_argument, NULL, 'p'},
        {"size", required_argument, NULL, 's'},
        {"threads", required_argument, NULL, 't'},
        {"in-flight", required_argument, NULL, 'i'},
        {"source", required_argument, NULL, 'm'},
        {"runs", required_argument, NULL, 'r'},
        {"stages", no_argument, NULL, 'g'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    static const int sizes[][2] = {{576, 324}, {1920, 1080}, {3840, 2160}};
    bench_options o = {.threads = 1, .runs = 5, .source = -1};
    const char *backends = NULL;
    int width = 0, height = 0, profile = -1, c;
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (c) {
        case 'b': backends = optarg; break;
        case 'd': o.device = strcmp(optarg, "0") == 0 ? 0 : parse_int(optarg, "--device"); break;
        case 'p':
            profile = strcmp(optarg, "libjxl") == 0  ? LK_PROFILE_LIBJXL
                      : strcmp(optarg, "exact") == 0 ? LK_PROFILE_EXACT
                                                     : -2;
            break;
        case 's':
            if (sscanf(optarg, "%dx%d", &width, &height) != 2 || width < 8 || height < 8) {
                fprintf(stderr, "bench: --size takes WxH, such as 1920x1080, not '%s'\n", optarg);
                return 2;
            }
            break;
        case 't': o.threads = parse_int(optarg, "--threads"); break;
        case 'i': o.in_flight = parse_int(optarg, "--in-flight"); break;
        case 'm':
            o.source = strcmp(optarg, "device") == 0   ? BENCH_FROM_DEVICE
                       : strcmp(optarg, "pinned") == 0 ? BENCH_FROM_PINNED
                       : strcmp(optarg, "host") == 0   ? BENCH_FROM_HOST
                                                       : -2;
            break;
        case 'r': o.runs = parse_int(optarg, "--runs"); break;
        case 'g': o.stages = 1; break;
        case 'j': o.json = 1; break;
        case 'h': fputs(usage, stdout); return 0;
        default: fputs(usage, stderr); return 2;
        }
    }
    if (profile == -2 || o.source == -2 || optind < argc) {
        fputs(usage, stderr);
        return 2;
    }
    if (!o.json) {
        bench_print_head();
    }
    for (int b = LK_BACKEND_CPU; b <= LK_BACKEND_OPENCL; b++) {
        lk_backend backend = (lk_backend)b;
        if (backends ? !strstr(backends, lk_backend_string(backend)) : !has_device(backend)) {
            continue;
        }
        for (int p = LK_PROFILE_LIBJXL; p <= LK_PROFILE_EXACT; p++) {
            if (profile >= 0 && p != profile) {
                continue;
            }
            for (int i = 0; i < 3; i++) {
                if (width == 0) {
                    run_backend(&o, backend, (lk_profile)p, sizes[i][0], sizes[i][1]);
                } else if (i == 0) {
                    run_backend(&o, backend, (lk_profile)p, width, height);
                }
            }
        }
    }
    if (o.json) {
        bench_print_json(rows, row_count);
    }
    return row_count > 0 ? 0 : 1;
}
