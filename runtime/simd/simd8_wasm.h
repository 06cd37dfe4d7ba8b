// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_WASM_H
#define KILN_SIMD8_WASM_H

#include <wasm_simd128.h>

typedef struct f8
{
	v128_t lo, hi;
} f8;

typedef struct m8
{
	v128_t lo, hi;
} m8;

typedef v128_t f3;

// Not wasm_f32x4_min and _max: those return NaN for a NaN operand where the other backends return the second one. The
// instructions compare their second operand with the first one.
static inline v128_t f4_min(v128_t a, v128_t b)
{
	return wasm_f32x4_pmin(b, a);
}

static inline v128_t f4_max(v128_t a, v128_t b)
{
	return wasm_f32x4_pmax(b, a);
}

static inline v128_t f4_abs(v128_t a)
{
	return wasm_f32x4_abs(a);
}

static inline v128_t f4_xor_sign(v128_t a, v128_t sign)
{
	return wasm_v128_xor(a, wasm_v128_and(sign, wasm_f32x4_splat(-0.0f)));
}

static inline uint32_t f4_bits(v128_t m)
{
	return (uint32_t)wasm_i32x4_bitmask(m);
}

static inline f8 f8_set1(float a)
{
	return (f8){wasm_f32x4_splat(a), wasm_f32x4_splat(a)};
}

static inline f8 f8_load(const float *p)
{
	return (f8){wasm_v128_load(p), wasm_v128_load(p + 4)};
}

static inline f8 f8_load3(const float *p)
{
	return (f8){wasm_f32x4_make(p[0], p[1], p[2], 0), wasm_f32x4_splat(0)};
}

static inline void f8_store4(float *p, f8 a)
{
	wasm_v128_store(p, a.lo);
}

static inline void f8_store(float *p, f8 a)
{
	wasm_v128_store(p, a.lo);
	wasm_v128_store(p + 4, a.hi);
}

static inline void f4_points(const float *p, v128_t *x, v128_t *y, v128_t *z)
{
	// xyzx yzxy zxyz
	const v128_t a = wasm_v128_load(p), b = wasm_v128_load(p + 4), c = wasm_v128_load(p + 8);
	const v128_t last = wasm_i32x4_shuffle(b, c, 2, 3, 5, 6);  // x and y of points 2 and 3
	const v128_t first = wasm_i32x4_shuffle(a, b, 1, 2, 4, 5); // y and z of points 0 and 1
	*x = wasm_i32x4_shuffle(a, last, 0, 3, 4, 6);
	*y = wasm_i32x4_shuffle(first, last, 0, 2, 5, 7);
	*z = wasm_i32x4_shuffle(first, c, 1, 3, 4, 7);
}

static inline void f8_points(const float *p, f8 c[3])
{
	f4_points(p, &c[0].lo, &c[1].lo, &c[2].lo);
	f4_points(p + 12, &c[0].hi, &c[1].hi, &c[2].hi);
}

static inline f8 f8_from_u8(const uint8_t *p)
{
	v128_t words = wasm_u16x8_load8x8(p);
	return (f8){wasm_f32x4_convert_u32x4(wasm_u32x4_extend_low_u16x8(words)),
		wasm_f32x4_convert_u32x4(wasm_u32x4_extend_high_u16x8(words))};
}

static inline f8 f8_from_i16(const int16_t *p)
{
	v128_t words = wasm_v128_load(p);
	return (f8){wasm_f32x4_convert_i32x4(wasm_i32x4_extend_low_i16x8(words)),
		wasm_f32x4_convert_i32x4(wasm_i32x4_extend_high_i16x8(words))};
}

static inline f8 f8_powers(const uint8_t *p)
{
	v128_t words = wasm_u16x8_load8x8(p);
	return (f8){wasm_i32x4_shl(wasm_u32x4_extend_low_u16x8(words), 23),
		wasm_i32x4_shl(wasm_u32x4_extend_high_u16x8(words), 23)};
}

static inline f8 f8_add(f8 a, f8 b)
{
	return (f8){wasm_f32x4_add(a.lo, b.lo), wasm_f32x4_add(a.hi, b.hi)};
}

static inline f8 f8_sub(f8 a, f8 b)
{
	return (f8){wasm_f32x4_sub(a.lo, b.lo), wasm_f32x4_sub(a.hi, b.hi)};
}

static inline f8 f8_mul(f8 a, f8 b)
{
	return (f8){wasm_f32x4_mul(a.lo, b.lo), wasm_f32x4_mul(a.hi, b.hi)};
}

static inline f8 f8_div(f8 a, f8 b)
{
	return (f8){wasm_f32x4_div(a.lo, b.lo), wasm_f32x4_div(a.hi, b.hi)};
}

static inline f8 f8_min(f8 a, f8 b)
{
	return (f8){f4_min(a.lo, b.lo), f4_min(a.hi, b.hi)};
}

static inline f8 f8_max(f8 a, f8 b)
{
	return (f8){f4_max(a.lo, b.lo), f4_max(a.hi, b.hi)};
}

static inline f8 f8_abs(f8 a)
{
	return (f8){f4_abs(a.lo), f4_abs(a.hi)};
}

static inline f8 f8_larger(f8 most, f8 a)
{
	return (f8){wasm_u32x4_max(most.lo, f4_abs(a.lo)), wasm_u32x4_max(most.hi, f4_abs(a.hi))};
}

static inline f8 f8_sqrt(f8 a)
{
	return (f8){wasm_f32x4_sqrt(a.lo), wasm_f32x4_sqrt(a.hi)};
}

static inline f8 f8_xor_sign(f8 a, f8 sign)
{
	return (f8){f4_xor_sign(a.lo, sign.lo), f4_xor_sign(a.hi, sign.hi)};
}

static inline float f8_largest3(f8 a)
{
	float x = wasm_f32x4_extract_lane(a.lo, 0), y = wasm_f32x4_extract_lane(a.lo, 1),
		  z = wasm_f32x4_extract_lane(a.lo, 2);
	float larger = x > y ? x : y;
	return larger > z ? larger : z;
}

static inline float f8_largest(f8 a)
{
	v128_t four = f4_max(a.lo, a.hi), two = f4_max(four, wasm_i64x2_shuffle(four, four, 1, 1));
	return wasm_f32x4_extract_lane(f4_max(two, wasm_i32x4_shuffle(two, two, 1, 1, 1, 1)), 0);
}

static inline m8 m8_le(f8 a, f8 b)
{
	return (m8){wasm_f32x4_le(a.lo, b.lo), wasm_f32x4_le(a.hi, b.hi)};
}

static inline m8 m8_lt(f8 a, f8 b)
{
	return (m8){wasm_f32x4_lt(a.lo, b.lo), wasm_f32x4_lt(a.hi, b.hi)};
}

static inline m8 m8_ge(f8 a, f8 b)
{
	return (m8){wasm_f32x4_ge(a.lo, b.lo), wasm_f32x4_ge(a.hi, b.hi)};
}

static inline m8 m8_eq(f8 a, f8 b)
{
	return (m8){wasm_f32x4_eq(a.lo, b.lo), wasm_f32x4_eq(a.hi, b.hi)};
}

static inline m8 m8_and(m8 a, m8 b)
{
	return (m8){wasm_v128_and(a.lo, b.lo), wasm_v128_and(a.hi, b.hi)};
}

static inline m8 m8_or(m8 a, m8 b)
{
	return (m8){wasm_v128_or(a.lo, b.lo), wasm_v128_or(a.hi, b.hi)};
}

static inline f8 f8_select(m8 m, f8 a, f8 b)
{
	return (f8){wasm_v128_bitselect(a.lo, b.lo, m.lo), wasm_v128_bitselect(a.hi, b.hi, m.hi)};
}

static inline uint32_t m8_bits(m8 m)
{
	return f4_bits(m.lo) | f4_bits(m.hi) << 4;
}

static inline m8 m8_gt(f8 a, f8 b)
{
	return (m8){wasm_f32x4_gt(a.lo, b.lo), wasm_f32x4_gt(a.hi, b.hi)};
}

static inline m8 m8_from(uint32_t n)
{
	v128_t first = wasm_i32x4_splat((int32_t)n);
	return (m8){wasm_i32x4_ge(wasm_i32x4_const(0, 1, 2, 3), first), wasm_i32x4_ge(wasm_i32x4_const(4, 5, 6, 7), first)};
}

static inline void f8_store_bits(uint32_t *p, f8 a)
{
	wasm_v128_store(p, a.lo);
	wasm_v128_store(p + 4, a.hi);
}

static inline f3 f3_load(const float *p)
{
	return wasm_v128_load(p);
}

static inline f3 f3_from3(float x, float y, float z)
{
	return wasm_f32x4_make(x, y, z, 0);
}

static inline f3 f3_set1(float a)
{
	return wasm_f32x4_splat(a);
}

static inline void f3_store(float *p, f3 a)
{
	wasm_v128_store(p, a);
}

static inline f3 f3_add(f3 a, f3 b)
{
	return wasm_f32x4_add(a, b);
}

static inline f3 f3_abs(f3 a)
{
	return f4_abs(a);
}

static inline f3 f3_sub(f3 a, f3 b)
{
	return wasm_f32x4_sub(a, b);
}

static inline f3 f3_mul(f3 a, f3 b)
{
	return wasm_f32x4_mul(a, b);
}

static inline f3 f3_powers(const uint8_t *p)
{
	v128_t words = wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(p));
	return wasm_i32x4_shl(wasm_u32x4_extend_low_u16x8(words), 23);
}

static inline f8 f8_splat(f3 a, int lane)
{
	v128_t all = lane == 0	 ? wasm_i32x4_shuffle(a, a, 0, 0, 0, 0)
				 : lane == 1 ? wasm_i32x4_shuffle(a, a, 1, 1, 1, 1)
							 : wasm_i32x4_shuffle(a, a, 2, 2, 2, 2);
	return (f8){all, all};
}

#include "simd8_lookup.h"

#endif
