/* SPDX-License-Identifier: BSD-2-Clause */
/* SPDX-FileCopyrightText: the liken authors */

/* What C11, CUDA C (and HIP) and OpenCL C 1.2 call differently. The headers of this folder use these names and nothing
 * else from a library, so that every processor computes with the same text.
 *
 * Contract of every function in arith/: IEEE 754 single precision, round to nearest even, one rounding an operation,
 * lk_fma() one fused operation, denormals kept. Nothing is contracted: build with -ffp-contract=off, --fmad=false. */

#ifndef LK_ARITH_TARGET_H
#define LK_ARITH_TARGET_H

#if defined(__OPENCL_C_VERSION__)

#pragma OPENCL FP_CONTRACT OFF
#if defined(cl_khr_fp64) && !defined(LK_NO_FP64) /* LK_NO_FP64: tests do without it */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define LK_HAS_FP64 1
#else
#define LK_HAS_FP64 0
#endif

typedef uchar lk_u8;
typedef ushort lk_u16;
typedef uint lk_u32;
typedef ulong lk_u64;

/* Always: a function that is called with one local array alone may otherwise come to refer to it by itself, which not
 * every compiler (PoCL 3.1) gets right. */
#define LK_FN     static inline __attribute__((always_inline))
#define LK_CONST  __constant
#define LK_GLOBAL __global
#define LK_LOCAL  __local

#define lk_fma(a, b, c)     fma((float)(a), (float)(b), (float)(c))
#define lk_abs(x)           fabs(x)
#define lk_float_bits(x)    as_uint(x)
#define lk_bits_float(x)    as_float(x)
#define lk_double_bits(x)   as_ulong(x)
#define lk_leading_zeros(x) ((int)clz((lk_u64)(x)))

/* Which reciprocal is good enough was found out by lk_probe() when the device was opened. */
#if defined(LK_NATIVE_RECIPROCAL)
#define LK_RECIPROCAL(x) native_recip(x)
#elif defined(LK_SOFT_DIVIDE)
#define LK_RECIPROCAL(x) (1.0f / (x))
#endif

#elif defined(__CUDACC__) || defined(__HIPCC__)

#define LK_HAS_FP64 1

typedef unsigned char lk_u8;
typedef unsigned short lk_u16;
typedef unsigned int lk_u32;
typedef unsigned long long lk_u64;

#define LK_FN    static __device__ __forceinline__
#define LK_CONST static __device__ const
#define LK_GLOBAL
#define LK_LOCAL

#define lk_fma(a, b, c)     __fmaf_rn((a), (b), (c))
#define lk_abs(x)           fabsf(x)
#define lk_float_bits(x)    ((lk_u32)__float_as_uint(x))
#define lk_bits_float(x)    __uint_as_float(x)
#define lk_double_bits(x)   ((lk_u64)__double_as_longlong(x))
#define lk_leading_zeros(x) __clzll((long long)(x))

#if defined(__CUDA_ARCH__)
LK_FN float lk_reciprocal_seed(float x) {
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}
#define LK_RECIPROCAL(x)        lk_reciprocal_seed(x)

LK_FN double lk_reciprocal_seed_double(double x) {
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
    return r;
}
#define LK_RECIPROCAL_DOUBLE(x) lk_reciprocal_seed_double(x)
#define lk_fma_double(a, b, c)  __fma_rn((a), (b), (c))
#endif

#else

#include <stdint.h>

#define LK_HAS_FP64 1

typedef uint8_t lk_u8;
typedef uint16_t lk_u16;
typedef uint32_t lk_u32;
typedef uint64_t lk_u64;

/* Always: loops around these functions are to become vectors. */
#define LK_FN       static inline __attribute__((always_inline))
#define LK_CONST    static const
#define LK_GLOBAL
#define LK_LOCAL

#define lk_abs(x)           __builtin_fabsf(x)
#define lk_leading_zeros(x) __builtin_clzll(x)

LK_FN lk_u32 lk_float_bits(float x) {
    lk_u32 bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

LK_FN float lk_bits_float(lk_u32 bits) {
    float x;
    __builtin_memcpy(&x, &bits, sizeof x);
    return x;
}

LK_FN lk_u64 lk_double_bits(double x) {
    lk_u64 bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    return bits;
}

#if defined(__x86_64__) && !defined(__FMA__)
/* Without the instruction: the product is exact in double, the sum there is rounded to odd (Boldo and Melquiond 2008),
 * so that rounding it again to single precision rounds the exact value. Finite arguments. */
LK_FN float lk_fma(float a, float b, float c) {
    double product = (double)a * (double)b;
    double sum = product + (double)c;
    double from_c = sum - product;
    double error = (product - (sum - from_c)) + ((double)c - from_c);
    lk_u64 bits = lk_double_bits(sum);
    lk_u64 away = (error > 0.0) == (sum > 0.0) ? 1 : ~(lk_u64)0; /* to the neighbour on the exact value's side */
    bits += error != 0.0 && (bits & 1) == 0 ? away : 0;
    __builtin_memcpy(&sum, &bits, sizeof sum);
    return (float)sum;
}
#else
#define lk_fma(a, b, c) __builtin_fmaf((a), (b), (c))
#endif

#endif

/* Correctly rounded a / b, for a normal b and a quotient that is 0 or far from the ends of the range (true wherever the
 * metric divides). Processors that have a good approximate reciprocal (LK_RECIPROCAL: within 1 unit in the last place)
 * get by without the branches of a full division: a Newton step makes the reciprocal correctly rounded, one correction
 * makes the quotient faithful, a second one correctly rounded (Markstein 1990). */
#ifdef LK_RECIPROCAL
LK_FN float lk_div(float a, float b) {
    float r = LK_RECIPROCAL(b);
    r = lk_fma(r, lk_fma(-b, r, 1.0f), r);
    float q = a * r;
    q = lk_fma(lk_fma(-b, q, a), r, q);
    return lk_fma(lk_fma(-b, q, a), r, q);
}
#else
LK_FN float lk_div(float a, float b) {
    return a / b;
}
#endif

#if LK_HAS_FP64
/* The same in double precision. LK_RECIPROCAL_DOUBLE is good to 20 bits: a cubic step and a Newton step make 53. */
LK_FN double lk_div_double(double a, double b) {
#ifdef LK_RECIPROCAL_DOUBLE
    double r = LK_RECIPROCAL_DOUBLE(b);
    double e = lk_fma_double(-b, r, 1.0);
    r = lk_fma_double(r, lk_fma_double(e, e, e), r);
    r = lk_fma_double(r, lk_fma_double(-b, r, 1.0), r);
    double q = a * r;
    return lk_fma_double(lk_fma_double(-b, q, a), r, q);
#else
    return a / b;
#endif
}
#endif

/* x where it is above 0, else +0 (also for -0 and NaN). */
LK_FN float lk_positive(float x) {
    return x > 0.0f ? x : 0.0f;
}

#endif
