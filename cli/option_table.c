/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "option_table.h"

#include "option_values.h"

#include <limits.h>

#define TO(field)          .offset = offsetof(options, field)
#define BOTH(field)        .offset = offsetof(input_options, field), .sided = 1
#define COLOR(field, list) .argument = "[SIDE:]NAME", .set = set_word, .words = list, BOTH(color.field)

const option_row option_table[] = {
    {.help = "What is measured"},
    {"metric", 'm', "LIST", "metrics, separated by commas", set_metrics, TO(metrics), .preset = "ssimulacra2"},
    {"profile", 0, "NAME", "the reference tool's digits, or the formulas' exact value", set_word, TO(profile),
        .words = word_profile, .preset = "libjxl"},
    {"norms", 0, NULL, "record the 108 norms of each frame in the outputs", set_flag, TO(norms)},

    {.help = "Where it is measured"},
    {"backend", 'b', "NAME", "what scores", set_backend, .low = 8, .high = 16, .words = word_backend, .preset = "auto"},
    {"device", 0, "N|all", "which device of the backend, or all of them", set_device, TO(device), .high = 1023,
        .preset = "0"},
    {"list-devices", 0, NULL, "list the devices of every backend, and exit", .action = ACTION_DEVICES},
    {"threads", 't', "N", "CPU threads", set_integer, TO(threads), .low = 1, .high = 1024, .preset = "one a processor"},
    {"cpu", 0, "LEVEL", "instruction set that the CPU scores with; its results do not depend on it", set_word,
        TO(cpu_level), .words = word_cpu_level, .preset = "best"},
    {"depth", 0, "N", "pairs in flight at most", set_integer, TO(depth), .low = 1, .high = 1024,
        .preset = "the backend chooses"},
    {"max-memory", 0, "SIZE", "memory that scoring may take, such as 512M or 1G", set_size, TO(max_memory),
        .preset = "no limit"},

    {.help = "Which frames"},
    {"raw", 0, "[SIDE:]WxH:FORMAT", "the input is headerless video of this size and FFmpeg pixel format", set_raw,
        BOTH(media), .high = 65535},
    {"raw-rate", 0, "[SIDE:]FPS", "frames a second of headerless video", set_rate, BOTH(media.raw_rate),
        .preset = "25"},
    {"skip-ref", 0, "N", "leave out the first N frames of the reference", set_integer, TO(input[REFERENCE].skip),
        .high = INT_MAX},
    {"skip-dist", 0, "N", "leave out the first N frames of the distorted video", set_integer, TO(input[DISTORTED].skip),
        .high = INT_MAX},
    {"frames", 0, "N", "stop after N pairs", set_integer, TO(frames), .low = 1, .high = INT_MAX},
    {"every", 0, "N", "score the first of every N pairs", set_integer, TO(every), .low = 1, .high = INT_MAX},
    {"shortest", 0, NULL, "stop where the shorter video ends instead of failing", set_flag, TO(shortest)},

    {.help = "Colour (replaces what the file says, or the default)"},
    {"matrix", .help = "YUV to RGB", COLOR(matrix, word_matrix)},
    {"range", .help = "black and white levels", COLOR(range, word_range)},
    {"transfer", .help = "transfer curve", COLOR(transfer, word_transfer)},
    {"primaries", .help = "colour primaries", COLOR(primaries, word_primaries)},
    {"chroma-location", .help = "where chroma samples lie", COLOR(chroma_location, word_chroma_location)},
    {"chroma", 0, "NAME", "how chroma is brought to luma's size", set_word, TO(upsampling), .words = word_upsampling,
        .preset = "bilinear"},

    {.help = "Results"},
    {"output", 'o', "[KIND:]FILE",
        "write all scores to FILE; its ending, .json, .jsonl, .csv or .xml (libvmaf's), or KIND tells how. FILE may be - with a KIND: "
        "standard output, instead of the table. May be given several times",
        set_output, TO(outputs)},
    {"plot", 0, NULL, "draw the scores over time under the table", set_flag, TO(plot)},
    {"resume", 0, "FILE.jsonl", "go on from the output of an interrupted run of the same inputs and settings", set_text,
        TO(resume)},
    {"report", 0, "FILE", "write a page of charts, worst frames and heatmaps, for a browser", set_report, .offset = 0},
    {"heatmap", 0, "FOLDER", "write PNG maps of where the worst frames lose their points", set_text, TO(heatmap)},
    {"quiet", 'q', NULL, "print just the mean of each metric, 8 decimals, one a line", set_flag, TO(quiet)},
    {"fail-under", 0, "[STAT=]N",
        "exit with status 1 if the mean is below N, or another statistic: p5=60. May be given several times",
        set_threshold, TO(fail_under)},
    {"no-progress", 0, NULL, "no progress line, even at a terminal", set_flag, TO(no_progress)},
    {"verbose", 'v', NULL, "say more about what is done", set_flag, TO(verbose)},

    {.help = "As in calls written for vmaf"},
    {"reference", 'r', "FILE", "the reference", set_text, TO(input[REFERENCE].path)},
    {"distorted", 'd', "FILE", "the distorted video", set_text, TO(input[DISTORTED].path)},
    {"width", 'w', "N", "headerless video: its width", set_integer, TO(width), .low = 1, .high = 65535},
    {"height", 'h', "N", "headerless video: its height", set_integer, TO(height), .low = 1, .high = 65535},
    {"pixel_format", 'p', "N", "headerless video: 420, 422, 444 or 400", set_sampling, TO(pixel_format)},
    {"bitdepth", 0, "N", "headerless video: bits of a sample; -b with a number is this", set_integer, TO(bit_depth),
        .low = 8, .high = 16},
    {"feature", 0, "NAME", "a metric", set_feature, TO(metrics)},
    {"subsample", 0, "N", "--every", set_integer, TO(every), .low = 1, .high = INT_MAX},
    {"xml", 0, NULL, "outputs without a KIND are libvmaf's XML", set_flag, TO(as_xml)},
    {"json", 0, NULL, "... its JSON", set_flag, TO(as_json)},
    {"csv", 0, NULL, "... its CSV", set_flag, TO(as_csv)},
    {"no_prediction", 'n', NULL, "nothing: there is no model", set_flag, TO(no_prediction)},

    {.help = "Other"},
    {"help", 0, NULL, "print this and exit", .action = ACTION_HELP},
    {"version", 0, NULL, "print versions and what is built in, and exit", .action = ACTION_VERSION},
};

const int option_count = sizeof option_table / sizeof option_table[0];
