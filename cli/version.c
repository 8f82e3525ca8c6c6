/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "version.h"

#include <jansson.h>
#include <libavutil/avutil.h>
#include <liken/liken.h>
#include <png.h>

/* What the build says, without asking drivers, which may take their time. */
#ifdef LK_NO_CUDA
static const char cuda[] = "";
#else
static const char cuda[] = ", cuda";
#endif
#ifdef LK_NO_OPENCL
static const char opencl[] = "";
#else
static const char opencl[] = ", opencl";
#endif

/* The libraries as they are now, which may be newer than those that the program was built with. */
void version_print(FILE *stream) {
    fprintf(stream, "liken %s\n", lk_version_string());
    fprintf(stream, "backends: cpu%s%s\n", cuda, opencl);
    fprintf(stream, "libraries: FFmpeg %s, libpng %s, jansson %s\n", av_version_info(), png_get_libpng_ver(NULL),
        jansson_version_str());
}
