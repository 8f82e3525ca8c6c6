/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct media_input {
    char *name;
    const uint8_t *memory; /* NULL: a file */
    int fd;
    bool owned;    /* fd is ours to close */
    bool seekable; /* false: a pipe, a terminal, a device */
    int64_t base;  /* where standard input stood when it was handed to us */
    int64_t size;  /* -1: not known */
    int64_t position;
    uint8_t head[INPUT_PEEK]; /* of a pipe: the first bytes, kept for input_peek() */
    size_t head_size;
    int wake[2]; /* a pipe that input_cancel() writes to, so that a waiting read returns */
    atomic_bool cancelled;
};

static media_input *input_create(const char *name, media_failure *failure) {
    media_input *in = calloc(1, sizeof *in);
    if (in) {
        in->name = strdup(name);
        in->fd = in->wake[0] = in->wake[1] = -1;
    }
    if (!in || !in->name) {
        free(in);
        failure_set_memory(failure, name);
        return NULL;
    }
    return in;
}

static void explain_open(const char *path, int error, media_failure *failure) {
    if (error == ENOENT && strstr(path, "://")) {
        failure_set(failure, "%s: no such file; addresses are not opened: download it first, or pipe it in", path);
    } else if (error == ENOENT) {
        failure_set(failure, "%s: no such file", path);
    } else if (error == EACCES || error == EPERM) {
        failure_set(failure, "%s: no permission to read it", path);
    } else {
        failure_set(failure, "%s: cannot be opened: %s", path, strerror(error));
    }
}

/* Find out what kind of file it is. */
static bool examine(media_input *in, media_failure *failure) {
    struct stat status;
    if (fstat(in->fd, &status) != 0) {
        failure_set(failure, "%s: cannot be examined: %s", in->name, strerror(errno));
        return false;
    }
    if (S_ISDIR(status.st_mode)) {
        failure_set(failure, "%s: is a directory; give a file, or a pattern such as frame%%04d.png", in->name);
        return false;
    }
    in->size = -1;
    if (!S_ISREG(status.st_mode)) {
        if (isatty(in->fd)) {
            failure_set(failure, "%s: is a terminal; pipe y4m into it, or give a file", in->name);
            return false;
        }
        if (pipe(in->wake) != 0) {
            failure_set(failure, "%s: cannot be opened: %s", in->name, strerror(errno));
            return false;
        }
        return true;
    }
    in->seekable = true;
    if (!in->owned) {
        int64_t offset = lseek(in->fd, 0, SEEK_CUR);
        in->base = offset > 0 ? offset : 0;
    }
    in->size = status.st_size > in->base ? status.st_size - in->base : 0;
    if (in->size == 0) {
        failure_set(failure, "%s: is empty", in->name);
        return false;
    }
    return true;
}

media_input *input_open(const char *path, media_failure *failure) {
    bool standard = strcmp(path, "-") == 0;
    media_input *in = input_create(standard ? "standard input" : path, failure);
    if (!in) {
        return NULL;
    }
    in->owned = !standard;
    in->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (in->fd < 0) {
        explain_open(path, errno, failure);
    } else if (examine(in, failure)) {
        return in;
    }
    input_close(in);
    return NULL;
}

media_input *input_memory(const char *name, const void *data, size_t size, media_failure *failure) {
    media_input *in = input_create(name, failure);
    if (in) {
        in->memory = data ? data : in->head;
        in->size = (int64_t)size;
        in->seekable = true;
    }
    return in;
}

const char *input_name(const media_input *in) {
    return in->name;
}

int64_t input_size(const media_input *in) {
    return in->size;
}

/* One read of what is there; waits on pipes. */
static ptrdiff_t read_once(media_input *in, void *buffer, size_t size) {
    if (in->seekable) {
        return pread(in->fd, buffer, size, (off_t)(in->base + in->position));
    }
    struct pollfd wait[2] = {{.fd = in->fd, .events = POLLIN}, {.fd = in->wake[0], .events = POLLIN}};
    if (poll(wait, 2, -1) < 0) {
        return -1;
    }
    if (wait[1].revents) {
        errno = ECANCELED;
        return -1;
    }
    return read(in->fd, buffer, size);
}

static ptrdiff_t read_file(media_input *in, void *buffer, size_t size) {
    ptrdiff_t got;
    do {
        if (atomic_load(&in->cancelled)) {
            errno = ECANCELED;
            return -1;
        }
        got = read_once(in, buffer, size);
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    in->position += got > 0 ? got : 0;
    return got;
}

/* Copy out of a block of total bytes that holds the input from its start; 0 beyond its end. */
static size_t copy_from(media_input *in, const uint8_t *block, int64_t total, void *buffer, size_t size) {
    size_t left = in->position < total ? (size_t)(total - in->position) : 0;
    size_t count = size < left ? size : left;
    memcpy(buffer, block + (left ? in->position : 0), count);
    in->position += (int64_t)count;
    return count;
}

ptrdiff_t input_read_some(media_input *in, void *buffer, size_t size) {
    if (in->memory) {
        return (ptrdiff_t)copy_from(in, in->memory, in->size, buffer, size);
    }
    size_t kept = copy_from(in, in->head, (int64_t)in->head_size, buffer, size);
    return kept > 0 ? (ptrdiff_t)kept : read_file(in, buffer, size);
}

ptrdiff_t input_read(media_input *in, void *buffer, size_t size) {
    size_t done = 0;
    while (done < size) {
        ptrdiff_t got = input_read_some(in, (uint8_t *)buffer + done, size - done);
        if (got < 0) {
            return -1;
        }
        if (got == 0) {
            break;
        }
        done += (size_t)got;
    }
    return (ptrdiff_t)done;
}

int64_t input_seek(media_input *in, int64_t position) {
    if (!in->seekable || position < 0) {
        return -1;
    }
    return in->position = position;
}

int64_t input_tell(const media_input *in) {
    return in->position;
}

size_t input_peek(media_input *in, void *buffer, size_t size) {
    if (size > INPUT_PEEK) {
        size = INPUT_PEEK;
    }
    int64_t position = in->position;
    if (!in->seekable && position == 0 && in->head_size == 0) {
        ptrdiff_t kept = input_read(in, in->head, INPUT_PEEK);
        in->head_size = kept > 0 ? (size_t)kept : 0;
    }
    in->position = 0;
    ptrdiff_t got = in->seekable ? input_read(in, buffer, size)
                                 : (ptrdiff_t)copy_from(in, in->head, (int64_t)in->head_size, buffer, size);
    in->position = position;
    return got > 0 ? (size_t)got : 0;
}

void input_cancel(media_input *in) {
    atomic_store(&in->cancelled, true);
    if (in->wake[1] >= 0) {
        ssize_t ignored = write(in->wake[1], "", 1);
        (void)ignored; /* a full pipe wakes the reader as well */
    }
}

void input_close(media_input *in) {
    if (!in) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (in->wake[i] >= 0) {
            close(in->wake[i]);
        }
    }
    if (in->owned && in->fd >= 0) {
        close(in->fd);
    }
    free(in->name);
    free(in);
}
