// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_H
#define KILN_SIMD8_H

/// Eight floats at a time: the only place that knows an instruction set. Each backend defines f8 (eight floats), m8 (eight
/// truths), i8 (eight indices) and the same functions with the same bits:
///
///     f8_set1 f8_load f8_store f8_from_u8 f8_add f8_sub f8_mul f8_div f8_sqrt
///     f8_min f8_max     as a < b ? a : b and a > b ? a : b, so that the second operand wins against NaN and ties
///     f8_abs f8_xor_sign f8_select(m, a, b)
///     m8_le m8_lt m8_ge m8_eq m8_and m8_or m8_bits (lane i in bit i)
///     i8_corners(const uint16_t *)  loads eight packed corner triples (kiln_format_leaf)
///     f8_corner(table, triples, which)  the table's entry for corner `which` (0, 1, 2) of each triple
///     f8_corner_small                   the same when no corner is above 7
///
/// The translation unit chooses by KILN_BACKEND_AVX2, _SSE2 or _NEON; the scalar one serves everywhere.

#include <stdint.h>

#if defined(KILN_BACKEND_AVX2)
#include "simd8_avx2.h"
#elif defined(KILN_BACKEND_SSE2)
#include "simd8_sse2.h"
#elif defined(KILN_BACKEND_NEON)
#include "simd8_neon.h"
#else
#include "simd8_scalar.h"
#endif

#endif
