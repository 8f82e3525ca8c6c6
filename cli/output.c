/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "output.h"

#include "message.h"
#include "signals.h"
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const writer *const writers[] = {
    &json_writer, &jsonl_writer, &csv_writer, &html_writer, &vmaf_xml_writer, &vmaf_json_writer, &vmaf_csv_writer};
enum { WRITERS = sizeof writers / sizeof writers[0] };

static const writer *find_writer(const char *kind, size_t length) {
    for (int i = 0; i < WRITERS; i++) {
        if (strlen(writers[i]->kind) == length && strncasecmp(writers[i]->kind, kind, length) == 0) {
            return writers[i];
        }
    }
    return NULL;
}

/* "KIND:FILE", or a FILE with an ending that is a kind. */
static int split(const char *value, const options *o, output *out) {
    size_t prefix = strcspn(value, ":");
    out->name = value;
    if (value[prefix] && (out->writer = find_writer(value, prefix))) {
        out->name += prefix + 1;
    } else if (o->as_xml || o->as_json || o->as_csv) {
        out->writer = o->as_xml ? &vmaf_xml_writer : o->as_json ? &vmaf_json_writer : &vmaf_csv_writer;
    } else {
        const char *slash = strrchr(value, '/');
        const char *dot = strrchr(slash ? slash : value, '.');
        out->writer = dot ? find_writer(dot + 1, strlen(dot + 1)) : NULL;
    }
    if (!out->writer) {
        return message_error(
            "--output: '%s' does not end in .json, .jsonl, .csv or .xml; KIND:FILE says the kind, as in "
            "json:%s",
            value, value);
    }
    if (!*out->name) {
        return message_error("--output: '%s' names no file", value);
    }
    return EXIT_FINE;
}

static int fail(const output *out, const char *what) {
    return message_error("%s: %s: %s", out->name, what, strerror(errno));
}

/* Is the file one of an image sequence's? pattern: as FFmpeg takes it, such as "frame%04d.png". */
static int in_sequence(const char *pattern, const char *name) {
    const char *slash = strrchr(pattern, '/'), *name_slash = strrchr(name, '/');
    size_t folder = slash ? (size_t)(slash - pattern) + 1 : 0,
           name_folder = name_slash ? (size_t)(name_slash - name) + 1 : 0;
    const char *number = strchr(pattern + folder, '%');
    const char *end = number ? strchr(number, 'd') : NULL;
    if (!end) {
        return 0;
    }
    char a[PATH_MAX], b[PATH_MAX];
    struct stat x, y;
    snprintf(a, sizeof a, "%.*s.", (int)folder, pattern);
    snprintf(b, sizeof b, "%.*s.", (int)name_folder, name);
    size_t before = (size_t)(number - pattern) - folder, after = strlen(end + 1), length = strlen(name + name_folder);
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino &&
           length > before + after && strncmp(name + name_folder, pattern + folder, before) == 0 &&
           strcmp(name + name_folder + length - after, end + 1) == 0 &&
           strspn(name + name_folder + before, "0123456789") == length - before - after;
}

static int is_input(const options *o, const char *name, const struct stat *file) {
    for (int side = 0; side < SIDES; side++) {
        struct stat input;
        int named = strcmp(o->input[side].path, "-") != 0;
        if (named && stat(o->input[side].path, &input) == 0 && input.st_dev == file->st_dev &&
            input.st_ino == file->st_ino) {
            return 1;
        }
        if (in_sequence(o->input[side].path, name)) {
            return 1;
        }
    }
    return 0;
}

/* Create a file that has no other name yet in the directory of the target. */
static int create_temporary(output *out, mode_t mode, int replaces) {
    const char *slash = strrchr(out->target, '/');
    int directory = (int)(slash - out->target) + 1;
    size_t size = (size_t)directory + 64;
    out->temporary = malloc(size);
    if (!out->temporary) {
        return message_internal("out of memory");
    }
    int descriptor = -1;
    for (int attempt = 0; attempt < 100 && descriptor < 0; attempt++) {
        snprintf(out->temporary, size, "%.*s.liken-%ld-%d.tmp", directory, out->target, (long)getpid(), attempt);
        descriptor = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) {
            break;
        }
    }
    if (descriptor < 0) {
        fail(out, "cannot create a file in its directory");
        free(out->temporary);
        out->temporary = NULL;
        return EXIT_INPUT;
    }
    signals_remove_file(out->temporary);
    if (replaces) {
        fchmod(descriptor, mode & 07777);
    }
    out->stream = fdopen(descriptor, "w");
    if (!out->stream) {
        close(descriptor);
        return message_internal("out of memory");
    }
    return EXIT_FINE;
}

/* The directory without its links, then the name: for a file that does not exist yet. */
static char *resolve_new(const char *name) {
    const char *slash = strrchr(name, '/');
    const char *base = slash ? slash + 1 : name;
    char directory[PATH_MAX];
    char real[PATH_MAX];
    size_t length = slash ? (size_t)(slash - name) + 1 : 1;
    if (length >= sizeof directory) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    memcpy(directory, slash ? name : ".", length);
    directory[length] = 0;
    if (!realpath(directory, real)) {
        return NULL;
    }
    size_t size = strlen(real) + strlen(base) + 2;
    char *path = malloc(size);
    if (path) {
        snprintf(path, size, "%s/%s", strcmp(real, "/") == 0 ? "" : real, base);
    }
    return path;
}

static int open_file(output *out, const options *o) {
    struct stat file = {0};
    int exists = stat(out->name, &file) == 0;
    if (!exists && errno != ENOENT) {
        return fail(out, "cannot write it");
    }
    if (exists && S_ISDIR(file.st_mode)) {
        return message_error("%s: is a directory; name a file to write", out->name);
    }
    if (exists && is_input(o, out->name, &file)) {
        return message_error("%s: is also an input; name another file to write", out->name);
    }
    if (exists && access(out->name, W_OK) != 0) {
        return fail(out, "cannot write it");
    }
    if (exists && !S_ISREG(file.st_mode)) {
        out->stream = tmpfile();
        return out->stream ? EXIT_FINE : message_error("cannot create a temporary file: %s", strerror(errno));
    }
    out->target = exists ? realpath(out->name, NULL) : resolve_new(out->name);
    if (!out->target) {
        return errno == ENOENT ? message_error("%s: its directory does not exist", out->name)
                               : fail(out, "cannot write it");
    }
    return create_temporary(out, file.st_mode, exists);
}

int outputs_open(outputs *all, const options *o) {
    *all = (outputs){0};
    int status = EXIT_FINE;
    for (int i = 0; i < o->outputs.count && status == EXIT_FINE; i++) {
        status = split(o->outputs.name[i], o, &all->item[i]);
    }
    for (int i = 0; i < o->outputs.count && status == EXIT_FINE; i++) {
        output *out = &all->item[i];
        all->count = i + 1;
        if (strcmp(out->name, "-") != 0) {
            status = open_file(out, o);
        } else if (o->quiet) {
            status = message_error("--quiet and an output on standard output exclude each other");
        } else {
            out->stream = tmpfile();
            status = out->stream ? EXIT_FINE : message_error("cannot create a temporary file: %s", strerror(errno));
        }
        for (int k = 0; k < i && status == EXIT_FINE; k++) {
            const output *other = &all->item[k];
            int both_files = out->target && other->target;
            if (strcmp(both_files ? out->target : out->name, both_files ? other->target : other->name) == 0) {
                status = message_error("--output: '%s' is given twice", out->name);
            }
        }
    }
    if (status != EXIT_FINE) {
        outputs_discard(all);
    }
    return status;
}

static int out_of_memory(void) {
    return message_internal("out of memory");
}

/* Write errors stop the run where they happen rather than at its end. */
static int check(const output *out) {
    if (!ferror(out->stream)) {
        return EXIT_FINE;
    }
    return fail(out, "cannot write it");
}

int outputs_frame(outputs *all, const run_result *r, const scored_frame *frame) {
    for (int i = 0; i < all->count; i++) {
        output *out = &all->item[i];
        int first = !all->begun;
        errno = 0;
        if ((first && out->writer->begin(out->stream, r, frame->result)) ||
            out->writer->frame(out->stream, r, frame, first)) {
            return out_of_memory();
        }
        if (check(out) != EXIT_FINE) {
            outputs_salvage(all);
            return EXIT_INPUT;
        }
        if (out->writer == &jsonl_writer) {
            out->whole = ftello(out->stream); /* it flushes every frame */
        }
    }
    all->begun = 1;
    return EXIT_FINE;
}

/* Everything on the disk, still under the temporary name. */
static int finish(output *out, const run_result *r) {
    errno = 0;
    if (out->writer->end(out->stream, r)) {
        return out_of_memory();
    }
    if (ferror(out->stream) || fflush(out->stream) != 0 || (out->target && fsync(fileno(out->stream)) != 0)) {
        return fail(out, "cannot write it");
    }
    return EXIT_FINE;
}

/* A device or a pipe. A named pipe that nobody reads is an error rather than a wait that nothing ends. */
static FILE *open_special(const char *name) {
    int descriptor = open(name, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return NULL;
    }
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    FILE *stream = fdopen(descriptor, "w");
    if (!stream) {
        close(descriptor);
    }
    return stream;
}

static int copy(output *out) {
    int to_stdout = strcmp(out->name, "-") == 0;
    FILE *to = to_stdout ? stdout : open_special(out->name);
    if (!to) {
        return fail(out, "cannot write it");
    }
    char buffer[65536];
    size_t got;
    errno = 0;
    rewind(out->stream);
    while ((got = fread(buffer, 1, sizeof buffer, out->stream)) > 0 && fwrite(buffer, 1, got, to) == got) {
    }
    int failed = ferror(out->stream) || ferror(to) || fflush(to) != 0;
    int reason = errno;
    if (!to_stdout && fclose(to) != 0 && !failed) {
        failed = 1;
        reason = errno;
    }
    if (failed) {
        return message_error("%s: %s", to_stdout ? "standard output" : out->name, strerror(reason));
    }
    return EXIT_FINE;
}

static int place(output *out) {
    if (rename(out->temporary, out->target) != 0) {
        return fail(out, "cannot rename the finished file to it");
    }
    signals_keep_file(out->temporary);
    free(out->temporary);
    out->temporary = NULL;
    return EXIT_FINE;
}

void outputs_salvage(outputs *all) {
    for (int i = 0; i < all->count; i++) {
        output *out = &all->item[i];
        if (out->temporary && out->whole > 0 && ftruncate(fileno(out->stream), out->whole) == 0 &&
            place(out) == EXIT_FINE) {
            message_note("%s: holds what was scored until then; --resume goes on from it", out->name);
        }
    }
}

/* Standard output comes last: nothing is there if anything failed. */
int outputs_commit(outputs *all, const run_result *r) {
    enum { FINISH, COPY, PLACE, COPY_STDOUT, STEPS };
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < all->count; i++) {
            output *out = &all->item[i];
            int to_stdout = strcmp(out->name, "-") == 0;
            int status = EXIT_FINE;
            if (step == FINISH) {
                status = finish(out, r);
            } else if (step == PLACE && out->target) {
                status = place(out);
            } else if ((step == COPY && !out->target && !to_stdout) || (step == COPY_STDOUT && to_stdout)) {
                status = copy(out);
            }
            if (status != EXIT_FINE) {
                if (step == FINISH) {
                    outputs_salvage(all);
                }
                return status;
            }
        }
    }
    return EXIT_FINE;
}

void outputs_discard(outputs *all) {
    for (int i = 0; i < all->count; i++) {
        output *out = &all->item[i];
        if (out->stream) {
            fclose(out->stream);
        }
        if (out->temporary) {
            unlink(out->temporary);
            signals_keep_file(out->temporary);
        }
        free(out->temporary);
        free(out->target);
    }
    *all = (outputs){0};
}

int outputs_use_stdout(const outputs *all) {
    for (int i = 0; i < all->count; i++) {
        if (strcmp(all->item[i].name, "-") == 0) {
            return 1;
        }
    }
    return 0;
}
