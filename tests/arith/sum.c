/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Exact sums against a sum in plain binary, one bit a byte; any order, and the ends of the range. */

#include "arith/sum.h"

#include "support/check.h"

#include <float.h>

/* A number as bits, from 2^lowest up. */
typedef struct binary {
    uint8_t bit[400];
    int lowest;
} binary;

static void binary_add(binary *b, double v) {
    int exponent;
    double fraction = frexp(v, &exponent);
    uint64_t digits = (uint64_t)ldexp(fraction, 53);
    for (int i = 0; i < 53; i++) {
        int at = exponent - 53 + i - b->lowest;
        if (digits >> i & 1 && at >= 0) { /* what lies below is cut off */
            while (b->bit[at]) {
                b->bit[at++] = 0;
            }
            b->bit[at] = 1;
        }
    }
}

/* Rounded towards 0. */
static double binary_value(const binary *b) {
    int top = (int)sizeof b->bit - 1;
    while (top >= 0 && !b->bit[top]) {
        top--;
    }
    double value = 0;
    for (int i = top; i >= 0 && i > top - 53; i--) {
        value += b->bit[i] ? ldexp(1, i + b->lowest) : 0;
    }
    return value;
}

typedef struct limbs {
    lk_u64 limb[LK_SUM_LIMBS];
} limbs;

static double limbs_value(limbs sum, int lowest) {
    lk_u64 bits = lk_sum_double_bits(sum.limb, lowest);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#define COUNT 1000

/* The sum of floats or doubles, in the order given, then shuffled, and in two parts added up limb by limb. */
static void check_sum(const char *what, const double *values, int count, int doubles, uint64_t *state) {
    int lowest = doubles ? LK_SUM_LOWEST_DOUBLE : LK_SUM_LOWEST_FLOAT;
    double shuffled[COUNT];
    binary exact = {.lowest = lowest};
    limbs forwards = {{0}}, mixed = {{0}}, part = {{0}};
    for (int i = 0; i < count; i++) {
        int j = (int)(check_random(state) % (uint64_t)(i + 1));
        shuffled[i] = shuffled[j];
        shuffled[j] = values[i];
        binary_add(&exact, values[i]);
        lk_sum_add(forwards.limb, doubles ? lk_sum_term_double(values[i]) : lk_sum_term_float((float)values[i]));
    }
    for (int i = 0; i < count; i++) {
        lk_sum_term term = doubles ? lk_sum_term_double(shuffled[i]) : lk_sum_term_float((float)shuffled[i]);
        lk_sum_add(i % 3 ? mixed.limb : part.limb, term);
    }
    for (int i = 0; i < LK_SUM_LIMBS; i++) {
        mixed.limb[i] += part.limb[i];
    }
    double want = binary_value(&exact), got = limbs_value(forwards, lowest), other = limbs_value(mixed, lowest);
    CHECK(got == want, "%s, %d %s: %a, want %a", what, count, doubles ? "doubles" : "floats", got, want);
    CHECK(other == want, "%s, %d %s, shuffled: %a, want %a", what, count, doubles ? "doubles" : "floats", other, want);
}

/* Values within a window of exponents, which wanders over the whole range of single precision. */
static void check_windows(void) {
    static const int widths[] = {1, 10, 60, 200};
    uint64_t state = 1;
    double values[COUNT];
    for (int from = -149; from < 127; from += 3) {
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            int doubles = from % 2 != 0, count = 1 + (int)(check_random(&state) % COUNT);
            for (int i = 0; i < count; i++) {
                int exponent = from + (int)(check_random(&state) % (uint64_t)widths[w]);
                exponent = exponent > (doubles ? 80 : 127) ? from < 80 ? from : 80 : exponent;
                double v = ldexp(1 + check_uniform(&state), exponent);
                values[i] = doubles ? v : (double)(float)fmin(v, (double)FLT_MAX);
            }
            check_sum("a window", values, count, doubles, &state);
        }
    }
}

static void check_ends(void) {
    uint64_t state = 1;
    double values[COUNT] = {0};
    check_sum("zeros", values, 5, 0, &state);
    check_sum("zeros", values, 5, 1, &state);
    for (int i = 0; i < COUNT; i++) {
        values[i] = (double)FLT_MAX;
    }
    check_sum("largest floats", values, COUNT, 0, &state);
    for (int i = 0; i < COUNT; i++) {
        values[i] = (double)FLT_TRUE_MIN * (double)(i % 7);
    }
    check_sum("denormals", values, COUNT, 0, &state);
    const double far[] = {(double)FLT_MAX, (double)FLT_TRUE_MIN, 1, (double)FLT_MIN, (double)FLT_MAX};
    check_sum("far apart", far, 5, 0, &state);
    const double small[] = {0x1p-192, 0x1.8p-192, 0x1.fffffffffffffp-190, 0x1p-193, 0x1p-300, DBL_TRUE_MIN};
    check_sum("at the cut", small, 6, 1, &state);
    const double large[] = {0x1.fffffffffffffp95, 1, 0x1p-192};
    check_sum("large doubles", large, 3, 1, &state);
}

/* 2^32 terms that fill each limb: the most that a sum may hold. */
static void check_full(void) {
    limbs full;
    for (int i = 0; i < LK_SUM_LIMBS; i++) {
        full.limb[i] = (lk_u64)0xFFFFFFFFu << 32;
    }
    double got = limbs_value(full, LK_SUM_LOWEST_FLOAT),
           want = ldexp(0x1.fffffffffffffp-1, 32 * LK_SUM_LIMBS + 32 - 149);
    CHECK(got == want, "%a, want %a", got, want);
}

/* Doubles that have no room must neither vanish nor reach outside the limbs. */
static void check_beyond(void) {
    const double beyond[] = {0x1p96, 0x1p200, DBL_MAX, HUGE_VAL};
    for (int i = 0; i < 4; i++) {
        struct {
            limbs before, sum, after;
        } s = {0};
        lk_sum_add(s.sum.limb, lk_sum_term_double(beyond[i]));
        double got = limbs_value(s.sum, LK_SUM_LOWEST_DOUBLE);
        CHECK(got >= 0x1p95, "%a counts %a", beyond[i], got);
        for (int j = 0; j < LK_SUM_LIMBS; j++) {
            CHECK(s.before.limb[j] == 0 && s.after.limb[j] == 0, "%a reaches outside", beyond[i]);
        }
    }
}

static void check_columns(void) {
    uint64_t state = 3;
    worst w = {0}, wide = {0};
    for (int i = 0; i < 1000; i++) {
        float one = 0, four = 0;
        double one_double = 0, four_double = 0;
        long double true_one = 0, true_four = 0;
        for (int y = 0; y < LK_BLOCK_HEIGHT; y++) {
            float d = (float)(i % 3 ? check_uniform(&state) : 1e-4 * check_uniform(&state));
            lk_column_add(&one, &four, d);
            lk_column_add_double(&one_double, &four_double, (double)d);
            true_one += d;
            true_four += (long double)d * d * d * d;
        }
        worst_add(&w, check_ulps(one, (double)true_one), "case %d: sum of d", i);
        worst_add(&w, check_ulps(four, (double)true_four), "case %d: sum of d^4", i);
        worst_add(&wide, (double)fabsl((one_double - true_one) / true_one), "case %d: sum of d", i);
        worst_add(&wide, (double)fabsl((four_double - true_four) / true_four), "case %d: sum of d^4", i);
    }
    worst_end(&w, "lk_column_add, a block's height, ulp", 2.5);
    worst_end(&wide, "lk_column_add_double, relative", 5e-16);
}

int main(void) {
    check_windows();
    check_ends();
    check_full();
    check_beyond();
    check_columns();
    return check_end();
}
