/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "devices.h"
#include "message.h"
#include "options.h"
#include "run.h"
#include "text.h"
#include "version.h"

#include <stdio.h>

int main(int argc, char **argv) {
    options o;
    switch (options_parse(argc, argv, &o)) {
    case ACTION_HELP: options_help(stdout); return text_flush_stdout();
    case ACTION_VERSION: version_print(stdout); return text_flush_stdout();
    case ACTION_DEVICES: return devices_print(&o, stdout);
    case ACTION_SCORE: return run(&o);
    case ACTION_FAIL: break;
    }
    return EXIT_INPUT;
}
