// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD4_H
#define KILN_SIMD4_H

/// Four numbers at a time, for the primitive tests in batches; simd8.h is the same for trees. Each backend defines f4
/// (four floats), m4 (four truth values of an f4), u4 (four whole numbers), d4 (four doubles) and n4 (four truth values of a d4), and the same
/// functions with the same bits:
///
///     f4_set1 f4_load f4_from3 (the last 0) f4_store f4_add f4_sub f4_mul f4_abs
///     f4_pairs(a, b, c, d, &second)   the whole numbers a[0] .. d[0]; second: a[1] .. d[1]
///     u4_from3 (the last 0) u4_left(a, bits) u4_right(a, bits)   four whole numbers, shifted by fewer than 32 bits
///     u4_from_f4(a)              rounded towards 0, for 0 .. 2^31 - 1
///     f4_from_u4(a)              for at most 2^24
///     u4_tops(a)                 the top bit of lane i in bit i
///     u4_dot(a, b)               the sum of the products of numbers below 2^15
///     f4_min f4_max              as a < b ? a : b and a > b ? a : b: the second operand wins against NaN and ties
///     f4_keep(m, a)              a where m is true, else 0
///     m4_lt m4_le m4_gt m4_ge m4_and m4_or m4_bits (lane i in bit i)
///     m4_from_n4 m4_from_bits
///     d4_set1 d4_load d4_store d4_from_f4 d4_add d4_sub d4_mul d4_div d4_sqrt d4_abs
///     d4_min d4_max d4_select(m, a, b)     as those of f4; a where m is true, else b
///     n4_lt n4_gt n4_eq n4_ne n4_and n4_or n4_not n4_bits
///     f4_nearest(a)              rounded to float
///     f4_down(a)                 the greatest float that is at most a, for finite a >= 0
///     f4_up(a)                   the least float that is at least a, for a >= 0, infinity too
///
/// The translation unit selects a backend by KILN_BACKEND_SSE2, _NEON or _SIMD128. KILN_BACKEND_BASE selects the backend that
/// every machine of the target has. The scalar backend works everywhere.

#include <stdint.h>

#if defined(KILN_BACKEND_BASE) && !defined(KILN_ONLY_SCALAR)
#if defined(__x86_64__) || defined(_M_X64)
#define KILN_BACKEND_SSE2
#elif defined(__aarch64__)
#define KILN_BACKEND_NEON
#elif defined(__wasm_simd128__)
#define KILN_BACKEND_SIMD128
#endif
#endif

#if defined(KILN_BACKEND_SSE2)
#include "simd4_sse2.h"
#elif defined(KILN_BACKEND_NEON)
#include "simd4_neon.h"
#elif defined(KILN_BACKEND_SIMD128)
#include "simd4_wasm.h"
#else
#include "simd4_scalar.h"
#endif

#endif
