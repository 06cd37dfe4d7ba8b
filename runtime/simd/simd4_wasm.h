// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD4_WASM_H
#define KILN_SIMD4_WASM_H

#include <stdint.h>
#include <wasm_simd128.h>

typedef v128_t f4;
typedef v128_t m4;

typedef struct d4
{
	v128_t lo, hi;
} d4;

typedef d4 n4;

typedef v128_t u4;

static inline f4 f4_set1(float a)
{
	return wasm_f32x4_splat(a);
}

static inline f4 f4_load(const float *p)
{
	return wasm_v128_load(p);
}

static inline f4 f4_from3(float x, float y, float z)
{
	return wasm_f32x4_make(x, y, z, 0);
}

static inline f4 f4_pairs(const uint16_t *a, const uint16_t *b, const uint16_t *c, const uint16_t *d, f4 *second)
{
	*second = wasm_f32x4_convert_i32x4(wasm_i32x4_make(a[1], b[1], c[1], d[1]));
	return wasm_f32x4_convert_i32x4(wasm_i32x4_make(a[0], b[0], c[0], d[0]));
}

static inline u4 u4_from3(uint32_t x, uint32_t y, uint32_t z)
{
	return wasm_u32x4_make(x, y, z, 0);
}

static inline u4 u4_from_f4(f4 a)
{
	return wasm_i32x4_trunc_sat_f32x4(a);
}

static inline f4 f4_from_u4(u4 a)
{
	return wasm_f32x4_convert_i32x4(a);
}

static inline u4 u4_left(u4 a, uint32_t bits)
{
	return wasm_i32x4_shl(a, bits);
}

static inline u4 u4_right(u4 a, uint32_t bits)
{
	return wasm_u32x4_shr(a, bits);
}

static inline uint32_t u4_tops(u4 a)
{
	return wasm_i32x4_bitmask(a);
}

static inline uint32_t u4_dot(u4 a, u4 b)
{
	const v128_t each = wasm_i32x4_dot_i16x8(a, b),
				 two = wasm_i32x4_add(each, wasm_i32x4_shuffle(each, each, 2, 3, 0, 1));
	return (uint32_t)(wasm_i32x4_extract_lane(two, 0) + wasm_i32x4_extract_lane(two, 1));
}

static inline void f4_store(float *p, f4 a)
{
	wasm_v128_store(p, a);
}

static inline f4 f4_add(f4 a, f4 b)
{
	return wasm_f32x4_add(a, b);
}

static inline f4 f4_sub(f4 a, f4 b)
{
	return wasm_f32x4_sub(a, b);
}

static inline f4 f4_mul(f4 a, f4 b)
{
	return wasm_f32x4_mul(a, b);
}

static inline f4 f4_min(f4 a, f4 b)
{
	return wasm_f32x4_pmin(b, a);
}

static inline f4 f4_max(f4 a, f4 b)
{
	return wasm_f32x4_pmax(b, a);
}

static inline f4 f4_abs(f4 a)
{
	return wasm_f32x4_abs(a);
}

static inline f4 f4_keep(m4 m, f4 a)
{
	return wasm_v128_and(m, a);
}

static inline m4 m4_lt(f4 a, f4 b)
{
	return wasm_f32x4_lt(a, b);
}

static inline m4 m4_le(f4 a, f4 b)
{
	return wasm_f32x4_le(a, b);
}

static inline m4 m4_gt(f4 a, f4 b)
{
	return wasm_f32x4_gt(a, b);
}

static inline m4 m4_ge(f4 a, f4 b)
{
	return wasm_f32x4_ge(a, b);
}

static inline m4 m4_and(m4 a, m4 b)
{
	return wasm_v128_and(a, b);
}

static inline m4 m4_or(m4 a, m4 b)
{
	return wasm_v128_or(a, b);
}

static inline m4 m4_from_bits(uint32_t bits)
{
	v128_t lanes = wasm_i32x4_const(1, 2, 4, 8);
	return wasm_i32x4_eq(wasm_v128_and(wasm_i32x4_splat((int32_t)bits), lanes), lanes);
}

static inline uint32_t m4_bits(m4 m)
{
	return (uint32_t)wasm_i32x4_bitmask(m);
}

static inline m4 m4_from_n4(n4 m)
{
	return wasm_i32x4_shuffle(m.lo, m.hi, 0, 2, 4, 6);
}

static inline d4 d4_set1(double a)
{
	return (d4){wasm_f64x2_splat(a), wasm_f64x2_splat(a)};
}

static inline d4 d4_load(const double *p)
{
	return (d4){wasm_v128_load(p), wasm_v128_load(p + 2)};
}

static inline void d4_store(double *p, d4 a)
{
	wasm_v128_store(p, a.lo);
	wasm_v128_store(p + 2, a.hi);
}

static inline d4 d4_from_f4(f4 a)
{
	return (d4){wasm_f64x2_promote_low_f32x4(a), wasm_f64x2_promote_low_f32x4(wasm_i64x2_shuffle(a, a, 1, 1))};
}

static inline d4 d4_add(d4 a, d4 b)
{
	return (d4){wasm_f64x2_add(a.lo, b.lo), wasm_f64x2_add(a.hi, b.hi)};
}

static inline d4 d4_sub(d4 a, d4 b)
{
	return (d4){wasm_f64x2_sub(a.lo, b.lo), wasm_f64x2_sub(a.hi, b.hi)};
}

static inline d4 d4_mul(d4 a, d4 b)
{
	return (d4){wasm_f64x2_mul(a.lo, b.lo), wasm_f64x2_mul(a.hi, b.hi)};
}

static inline d4 d4_div(d4 a, d4 b)
{
	return (d4){wasm_f64x2_div(a.lo, b.lo), wasm_f64x2_div(a.hi, b.hi)};
}

static inline d4 d4_min(d4 a, d4 b)
{
	return (d4){wasm_f64x2_pmin(b.lo, a.lo), wasm_f64x2_pmin(b.hi, a.hi)};
}

static inline d4 d4_max(d4 a, d4 b)
{
	return (d4){wasm_f64x2_pmax(b.lo, a.lo), wasm_f64x2_pmax(b.hi, a.hi)};
}

static inline d4 d4_sqrt(d4 a)
{
	return (d4){wasm_f64x2_sqrt(a.lo), wasm_f64x2_sqrt(a.hi)};
}

static inline d4 d4_abs(d4 a)
{
	return (d4){wasm_f64x2_abs(a.lo), wasm_f64x2_abs(a.hi)};
}

static inline n4 n4_lt(d4 a, d4 b)
{
	return (n4){wasm_f64x2_lt(a.lo, b.lo), wasm_f64x2_lt(a.hi, b.hi)};
}

static inline n4 n4_gt(d4 a, d4 b)
{
	return (n4){wasm_f64x2_gt(a.lo, b.lo), wasm_f64x2_gt(a.hi, b.hi)};
}

static inline n4 n4_eq(d4 a, d4 b)
{
	return (n4){wasm_f64x2_eq(a.lo, b.lo), wasm_f64x2_eq(a.hi, b.hi)};
}

static inline n4 n4_ne(d4 a, d4 b)
{
	return (n4){wasm_f64x2_ne(a.lo, b.lo), wasm_f64x2_ne(a.hi, b.hi)};
}

static inline n4 n4_and(n4 a, n4 b)
{
	return (n4){wasm_v128_and(a.lo, b.lo), wasm_v128_and(a.hi, b.hi)};
}

static inline n4 n4_or(n4 a, n4 b)
{
	return (n4){wasm_v128_or(a.lo, b.lo), wasm_v128_or(a.hi, b.hi)};
}

static inline n4 n4_not(n4 m)
{
	return (n4){wasm_v128_not(m.lo), wasm_v128_not(m.hi)};
}

static inline uint32_t n4_bits(n4 m)
{
	return (uint32_t)wasm_i64x2_bitmask(m.lo) | (uint32_t)wasm_i64x2_bitmask(m.hi) << 2;
}

static inline d4 d4_select(n4 m, d4 a, d4 b)
{
	return (d4){wasm_v128_bitselect(a.lo, b.lo, m.lo), wasm_v128_bitselect(a.hi, b.hi, m.hi)};
}

static inline f4 f4_nearest(d4 a)
{
	return wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(a.lo), wasm_f32x4_demote_f64x2_zero(a.hi), 0, 2);
}

// The bits of floats >= 0, read as integers, order as the floats do. A true lane is -1.
static inline f4 f4_down(d4 a)
{
	f4 near = f4_nearest(a);
	v128_t above = m4_from_n4(n4_gt(d4_from_f4(near), a));
	return wasm_i32x4_add(near, above);
}

static inline f4 f4_up(d4 a)
{
	f4 near = f4_nearest(a);
	v128_t below = m4_from_n4(n4_lt(d4_from_f4(near), a));
	return wasm_i32x4_sub(near, below);
}

#endif
