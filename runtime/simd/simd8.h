// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_H
#define KILN_SIMD8_H

/// Operations on eight floats at a time. Kernels call these functions and use no instruction set directly. Each backend
/// defines f8 (eight floats), m8 (eight truth values), i8 (eight corner triples) and f3 (x, y, z and a lane without
/// meaning), and the same functions with the same bits:
///
///     f8_set1 f8_load3 (the rest zero) f8_load f8_store f8_store4 (the first four)
///     f8_points(p, c)            eight packed points: c[0] gets the x, c[1] the y, c[2] the z
///     f8_from_u8 (of eight bytes) f8_from_i16 f8_powers(p) (2^(p[i] - 127) of eight bytes)
///     f8_add f8_sub f8_mul f8_div f8_abs f8_sqrt f8_xor_sign
///     f8_min f8_max              as a < b ? a : b and a > b ? a : b: the second operand wins against NaN and ties
///     f8_larger(most, a)         the upper 16 bits of the larger of most >= 0 and |a| by their bits, so that NaN is above
///                                infinity, and 16 other bits
///     f8_select(m, a, b)         a where m is true, else b
///     f8_largest3(a)             the largest of the first three lanes, compared as by f8_max
///     f8_largest(a)              the largest lane; no lane is NaN; either of 0 and -0
///     m8_le m8_lt m8_gt m8_ge m8_eq m8_and m8_or m8_bits (lane i in bit i) m8_from(n) (lanes n and above)
///     f8_nearest(a, missed)      the lane with the least upper 16 bits of a >= 0 among those not missed, the lowest
///                                of equals
///     f8_pack_store(p, a, bits)  the lanes that bits selects, packed; may write eight floats
///     u8_pack_lanes(p, n, bits)  n + i for each lane i that bits selects, packed, as uint32_t
///     f3_load f3_store (16 bytes) f3_set1 f3_from3 f3_add f3_sub f3_mul f3_abs
///     f3_powers(p) (2^(p[i] - 127), reads four bytes) f8_splat(f3, lane)
///     i8_corners(p)              loads eight packed corner triples (kiln_format_leaf)
///     f8_corners(low, high, triples, corners)  corner 0, 1, 2 of each triple, from the sixteen floats low, high
///     f8_corners8(table, triples, corners)     the same when no vertex number is above 7
///
/// The translation unit selects a backend by KILN_BACKEND_AVX2, _SSE2, _NEON or _SIMD128. KILN_BACKEND_BASE selects the widest
/// backend that every machine of the target has. The scalar backend works everywhere.

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

#if defined(KILN_BACKEND_AVX2)
#include "simd8_avx2.h"
#elif defined(KILN_BACKEND_SSE2)
#include "simd8_sse2.h"
#elif defined(KILN_BACKEND_NEON)
#include "simd8_neon.h"
#elif defined(KILN_BACKEND_SIMD128)
#include "simd8_wasm.h"
#else
#include "simd8_scalar.h"
#endif

#endif
