/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "version.h"

#include <jansson.h>
#include <libavutil/avutil.h>
#include <liken/liken.h>
#include <png.h>

/* The libraries as they are now, which may be newer than those that the program was built with. */
void version_print(FILE *stream) {
    fprintf(stream, "liken %s\n", lk_version_string());
    fprintf(stream, "backends: cpu\n");
    fprintf(stream, "libraries: FFmpeg %s, libpng %s, jansson %s\n", av_version_info(), png_get_libpng_ver(NULL),
        jansson_version_str());
}
