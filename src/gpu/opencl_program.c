/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* The kernels as an OpenCL program: compiled by the driver from the embedded source, which takes seconds, and kept in
 * the context's cache directory. */

#include "gpu/cache.h"
#include "gpu/embedded.h"
#include "gpu/opencl.h"

#include <stdlib.h>
#include <string.h>

/* Lines of a build log that are passed on. */
#define LOG_LINES 20

/* Everything that the compiled program depends on. */
static uint64_t program_key(cl_device_id device, const char *options) {
    static const cl_device_info device_texts[] = {
        CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DEVICE_VERSION, CL_DRIVER_VERSION};
    char text[1024];
    uint64_t key = lk_cache_hash(LK_CACHE_SEED, lk_opencl_source, lk_opencl_source_size + 1);
    key = lk_cache_hash(key, options, strlen(options) + 1);
    for (size_t i = 0; i < sizeof device_texts / sizeof *device_texts; i++) {
        lk_cl_device_text(device, device_texts[i], text, sizeof text);
        key = lk_cache_hash(key, text, strlen(text) + 1);
    }
    cl_platform_id platform;
    if (lk_cl.GetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) == CL_SUCCESS &&
        lk_cl.GetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof text, text, NULL) == CL_SUCCESS) {
        key = lk_cache_hash(key, text, strlen(text) + 1);
    }
    return key;
}

static void pass_log_on(lk_context *context, cl_program program, cl_device_id device) {
    size_t size = 0;
    lk_cl.GetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
    char *text = malloc(size + 1);
    if (text && lk_cl.GetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, text, NULL) == CL_SUCCESS) {
        text[size] = 0;
        char *rest = text;
        for (int i = 0; i < LOG_LINES && rest; i++) {
            char *line = rest;
            rest = strchr(line, '\n');
            if (rest) {
                *rest++ = 0;
            }
            if (line[0]) {
                lk_log(context, LK_LOG_DEBUG, "OpenCL build: %s", line);
            }
        }
    }
    free(text);
}

static cl_program from_cache(
    lk_context *context, cl_context cl, cl_device_id device, const char *options, uint64_t key) {
    const char *directory = lk_context_cache_directory(context);
    size_t size;
    unsigned char *binary = directory ? lk_cache_read(directory, key, &size) : NULL;
    if (!binary) {
        return NULL;
    }
    const unsigned char *data = binary;
    cl_int loaded = CL_SUCCESS, code;
    cl_program program = lk_cl.CreateProgramWithBinary(cl, 1, &device, &size, &data, &loaded, &code);
    free(binary);
    if (program && (loaded != CL_SUCCESS || lk_cl.BuildProgram(program, 1, &device, options, NULL, NULL))) {
        lk_cl.ReleaseProgram(program);
        program = NULL;
    }
    lk_log(context, LK_LOG_DEBUG, "OpenCL: kernels %s from %s", program ? "loaded" : "could not be loaded", directory);
    return program;
}

/* The program has a binary for each device of its context; the one of our device is kept. */
static void to_cache(lk_context *context, cl_program program, cl_device_id device, uint64_t key) {
    const char *directory = lk_context_cache_directory(context);
    cl_uint count = 0;
    if (!directory || lk_cl.GetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL) || count == 0) {
        return;
    }
    cl_device_id *devices = calloc(count, sizeof *devices);
    size_t *sizes = calloc(count, sizeof *sizes);
    unsigned char **binaries = calloc(count, sizeof *binaries);
    cl_uint ours = count;
    if (devices && sizes && binaries &&
        !lk_cl.GetProgramInfo(program, CL_PROGRAM_DEVICES, count * sizeof *devices, devices, NULL) &&
        !lk_cl.GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof *sizes, sizes, NULL)) {
        for (ours = 0; ours < count && devices[ours] != device; ours++) {
        }
    }
    if (ours < count && sizes[ours] > 0) {
        binaries[ours] = malloc(sizes[ours]);
        int written = binaries[ours] &&
                      !lk_cl.GetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof *binaries, binaries, NULL) &&
                      lk_cache_write(directory, key, binaries[ours], sizes[ours]);
        lk_log(context, LK_LOG_DEBUG, "OpenCL: kernels %s in %s", written ? "kept" : "could not be kept", directory);
        free(binaries[ours]);
    }
    free(devices);
    free(sizes);
    free(binaries);
}

lk_status lk_cl_program_create(lk_context *context, cl_context cl, cl_device_id device, const char *options,
    cl_program *program, lk_error *error) {
    uint64_t key = program_key(device, options);
    *program = from_cache(context, cl, device, options, key);
    if (*program) {
        return LK_OK;
    }
    const char *source = lk_opencl_source;
    cl_int code;
    cl_program created = lk_cl.CreateProgramWithSource(cl, 1, &source, &lk_opencl_source_size, &code);
    if (!created) {
        return lk_cl_check(code, "clCreateProgramWithSource", error);
    }
    code = lk_cl.BuildProgram(created, 1, &device, options, NULL, NULL);
    if (code != CL_SUCCESS) {
        char name[96];
        lk_cl_device_text(device, CL_DEVICE_NAME, name, sizeof name);
        pass_log_on(context, created, device);
        lk_cl.ReleaseProgram(created);
        return lk_fail(error, lk_cl_status(code),
            "the OpenCL kernels could not be compiled for %s: %s (the log has the compiler's words at debug level)",
            name, lk_cl_error_name(code));
    }
    to_cache(context, created, device, key);
    *program = created;
    return LK_OK;
}
