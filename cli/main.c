/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "devices.h"
#include "message.h"
#include "options.h"
#include "run.h"
#include "text.h"
#include "version.h"

#include <fcntl.h>
#include <stdio.h>

/* A standard stream that is closed would give its number to the next file that is opened, which would then be read as
 * standard input or get our messages. In its place comes what fails as it would: read-only, or write-only. */
static void hold_standard_streams(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0) {
            (void)open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY); /* gets the lowest number: this one */
        }
    }
}

int main(int argc, char **argv) {
    options o;
    hold_standard_streams();
    switch (options_parse(argc, argv, &o)) {
    case ACTION_HELP: options_help(stdout); return text_flush_stdout();
    case ACTION_VERSION: version_print(stdout); return text_flush_stdout();
    case ACTION_DEVICES: return devices_print(&o, stdout);
    case ACTION_SCORE: return run(&o);
    case ACTION_FAIL: break;
    }
    return EXIT_INPUT;
}
