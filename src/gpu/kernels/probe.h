/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* Does the device compute as the metric needs it to? Division, fused multiply-add and denormals are compared with what
 * integers say. */

#ifndef LK_GPU_PROBE_H
#define LK_GPU_PROBE_H

#include "gpu/kernels/kernel.h"

/* Well-mixed bits of an index (a multiplicative hash with xor-shifts). */
LK_FN lk_u32 lk_probe_bits(lk_u32 i) {
    i = (i ^ (i >> 16)) * 0x7FEB352Du;
    i = (i ^ (i >> 15)) * 0x846CA68Bu;
    return i ^ (i >> 16);
}

/* significand * 2^exponent, rounded to nearest even; significand > 0, the result normal. */
LK_FN float lk_probe_round(lk_u64 significand, int sticky, int exponent) {
    int drop = 40 - lk_leading_zeros(significand); /* to 24 bits */
    if (drop > 0) {
        lk_u64 rest = significand & (((lk_u64)1 << drop) - 1);
        lk_u64 half_unit = (lk_u64)1 << (drop - 1);
        significand >>= drop;
        if (rest > half_unit || (rest == half_unit && (sticky || (significand & 1)))) {
            significand += 1;
        }
    } else {
        significand <<= -drop;
    }
    if (significand >> 24) {
        significand >>= 1;
        drop += 1;
    }
    return lk_bits_float(((lk_u32)(exponent + drop + 150) << 23) | ((lk_u32)significand & 0x007FFFFFu));
}

LK_FN float lk_probe_number(lk_u32 significand, int exponent) {
    return lk_bits_float(((lk_u32)(exponent + 150) << 23) | (significand & 0x007FFFFFu));
}

/* failures[LK_PROBE_GROUPS][LK_PROBE_COUNTS]: wrong quotients, fused multiply-adds, denormals. Launch: LK_PROBE_GROUPS
 * groups of LK_PROBE_THREADS.
 * Every significand is a divisor once, under 1 and under another dividend. */
LK_KERNEL(LK_PROBE_THREADS)
lk_probe(LK_GLOBAL lk_u32 *failures) {
    LK_ARRAY(lk_u32, wrong, LK_PROBE_COUNTS * LK_PROBE_THREADS);
    const int thread = LK_THREAD;
    const lk_u32 self = (lk_u32)(LK_GROUP_X * LK_PROBE_THREADS + thread);
    const lk_u32 each = 0x00800000u / (LK_PROBE_THREADS * LK_PROBE_GROUPS);
    lk_u32 bad_quotients = 0, bad_sums = 0, bad_denormals = 0;
    for (lk_u32 i = 0; i < each; i++) {
        const lk_u64 divisor = 0x00800000u + self * each + i;
        const lk_u32 random = lk_probe_bits((lk_u32)divisor);
        for (int k = 0; k < 2; k++) {
            const lk_u64 dividend = k ? 0x00800000u | (random >> 9) : 0x00800000u;
            const lk_u64 quotient = (dividend << 32) / divisor;
            const int sticky = quotient * divisor != dividend << 32;
            const int exponent = k ? (int)(random & 31) - 40 : -23;
            const float truth = lk_probe_round(quotient, sticky, exponent - 32 + 23);
            const float got =
                lk_div(lk_probe_number((lk_u32)dividend, exponent), lk_probe_number((lk_u32)divisor, -23));
            bad_quotients += lk_float_bits(truth) != lk_float_bits(got);
        }
        /* a * b + c, c shifted by up to 15 places against the product; all above 0, so nothing cancels. */
        const lk_u32 other = lk_probe_bits(random);
        const lk_u64 a = divisor, b = 0x00800000u | (random >> 9), c = 0x00800000u | (other >> 9);
        const int shift = (int)(other & 15);
        const float truth = lk_probe_round(a * b + (c << shift), 0, -46);
        const float got = lk_fma(
            lk_probe_number((lk_u32)a, -23), lk_probe_number((lk_u32)b, -23), lk_probe_number((lk_u32)c, shift - 46));
        bad_sums += lk_float_bits(truth) != lk_float_bits(got);
        /* Half of a small normal number, which is denormal and exact where the last bit is 0. */
        const lk_u32 small = 0x00800000u | ((random >> 9) & 0x007FFFFEu);
        bad_denormals += lk_float_bits(lk_bits_float(small) * 0.5f) != small >> 1;
        bad_denormals += lk_float_bits(lk_bits_float(small >> 1) * 2.0f) != small;
    }
    wrong[thread] = bad_quotients;
    wrong[LK_PROBE_THREADS + thread] = bad_sums;
    wrong[2 * LK_PROBE_THREADS + thread] = bad_denormals;
    LK_BARRIER();
    /* One count a group and kind, so that nothing has to be atomic. */
    if (thread < LK_PROBE_COUNTS) {
        lk_u32 total = 0;
        for (int i = 0; i < LK_PROBE_THREADS; i++) {
            total += wrong[thread * LK_PROBE_THREADS + i];
        }
        failures[LK_GROUP_X * LK_PROBE_COUNTS + thread] = total;
    }
}

#endif
