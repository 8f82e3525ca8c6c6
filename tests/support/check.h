/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Checks for test programs. A failing one prints where it is and what it saw, and the program goes on; main() ends with
 * return check_end(). Used from one thread. */

#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a test says that it cannot run here. */
#define CHECK_SKIPPED 77

/* Sanitizers end a program that asks for more memory than there can be. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CHECK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CHECK_SANITIZED 1
#endif
#endif
#ifndef CHECK_SANITIZED
#define CHECK_SANITIZED 0
#endif

static unsigned long check_done, check_failures;

/* More than this is noise. */
#define CHECK_SHOWN 20

__attribute__((format(printf, 5, 6))) static inline int check_that(
    int good, const char *file, int line, const char *what, const char *format, ...) {
    check_done++;
    if (!good && check_failures++ < CHECK_SHOWN) {
        va_list arguments;
        va_start(arguments, format);
        printf("%s:%d: %s: ", file, line, what);
        vprintf(format, arguments);
        printf("\n");
        va_end(arguments);
    }
    return good;
}

/* CHECK(condition, "format", ...): the text is what to print on failure: parameters and what was seen. 1 if good. */
#define CHECK(condition, ...) check_that((condition) ? 1 : 0, __FILE__, __LINE__, #condition, __VA_ARGS__)

/* For what the rest cannot do without: a failure ends the program. */
#define REQUIRE(condition, ...)                                                                                        \
    do {                                                                                                               \
        if (!CHECK(condition, __VA_ARGS__)) {                                                                          \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* Is part in text? */
static inline int check_contains(const char *text, const char *part) {
    return strstr(text, part) != NULL;
}

/* The largest error of many, and where it was. */
typedef struct worst {
    double error;
    char where[200];
} worst;

__attribute__((format(printf, 3, 4))) static inline void worst_add(worst *w, double error, const char *format, ...) {
    if (!(error <= w->error)) { /* also for NaN */
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(w->where, sizeof w->where, format, arguments);
        va_end(arguments);
        w->error = error;
    }
}

/* State the worst error and hold it below a bound. */
static inline void worst_end(const worst *w, const char *what, double bound) {
    printf("  %-44s worst %-9.3g bound %-9.3g %s\n", what, w->error, bound, w->where);
    check_that(w->error <= bound, __FILE__, __LINE__, what, "worst error %g above %g at %s", w->error, bound, w->where);
}

/* The distance of a float from the true value, in units in its last place. */
static inline double check_ulps(float got, double want) {
    int exponent;
    frexp(want, &exponent);
    if (exponent < -125) {
        exponent = -125; /* denormals share the unit of the smallest normal numbers */
    }
    return fabs((double)got - want) / ldexp(1.0, exponent - 24);
}

/* A small generator of its own, so that every machine sees the same cases (xorshift64*). */
static inline uint64_t check_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545F4914F6CDD1Du;
}

/* In [0, 1). */
static inline double check_uniform(uint64_t *state) {
    return (double)(check_random(state) >> 11) * 0x1p-53;
}

static inline int check_end(void) {
    if (check_failures > CHECK_SHOWN) {
        printf("(%lu more failures not shown)\n", check_failures - CHECK_SHOWN);
    }
    printf("%lu checks, %lu failed\n", check_done, check_failures);
    return check_failures > 0 || check_done == 0;
}

#endif
