/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

#include "signals.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

/* `timeout` and some terminals send a signal to the process and to its group: that is one wish, not two. */
static const double same_wish = 1; /* seconds */

static sigset_t awaited;
static atomic_int caught;
static atomic_int watched;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards what follows */
static const char *files[SIGNALS_FILES];
static void (*wake)(void *opaque);
static void *wake_opaque;

static void end_by(int number) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    raise(number); /* pending, as it is blocked, and then the default action */
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *wait_for_signals(void *unused) {
    (void)unused;
    double first = 0;
    for (;;) {
        int number;
        if (sigwait(&awaited, &number) != 0) {
            return NULL;
        }
        if (atomic_load(&watched) && !atomic_load(&caught)) {
            atomic_store(&caught, number);
            first = now();
            pthread_mutex_lock(&lock);
            if (wake) {
                wake(wake_opaque);
            }
            pthread_mutex_unlock(&lock);
        } else if (!atomic_load(&caught) || now() - first > same_wish) {
            pthread_mutex_lock(&lock); /* and never unlock: nothing new may appear */
            for (int i = 0; i < SIGNALS_FILES; i++) {
                if (files[i]) {
                    unlink(files[i]);
                }
            }
            end_by(number);
        }
    }
}

int signals_start(void) {
    static const int numbers[] = {SIGINT, SIGTERM};
    sigemptyset(&awaited);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action;
        sigaction(numbers[i], NULL, &action);
        if (action.sa_handler != SIG_IGN) { /* nohup, a script's background job: let it stay ignored */
            sigaddset(&awaited, numbers[i]);
        }
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    pthread_t thread;
    if (pthread_sigmask(SIG_BLOCK, &awaited, NULL) != 0 || pthread_create(&thread, NULL, wait_for_signals, NULL) != 0) {
        return -1;
    }
    pthread_detach(thread);
    return 0;
}

static void set_wake(void (*function)(void *), void *opaque) {
    pthread_mutex_lock(&lock);
    wake = function;
    wake_opaque = opaque;
    pthread_mutex_unlock(&lock);
}

void signals_watched(void (*function)(void *opaque), void *opaque) {
    set_wake(function, opaque);
    atomic_store(&watched, 1);
}

void signals_forget_wake(void) {
    set_wake(NULL, NULL);
}

int signals_caught(void) {
    return atomic_load(&caught);
}

int signals_caught_soon(void) {
    static const struct timespec step = {.tv_nsec = 10000000};
    for (int i = 0; i < 20 && !signals_caught(); i++) {
        nanosleep(&step, NULL);
    }
    return signals_caught();
}

void signals_raise(void) {
    end_by(atomic_load(&caught));
}

static void replace(const char *old, const char *new) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SIGNALS_FILES; i++) {
        if (files[i] == old) {
            files[i] = new;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

void signals_remove_file(const char *path) {
    replace(NULL, path);
}

void signals_keep_file(const char *path) {
    replace(path, NULL);
}
