// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD4_NEON_H
#define KILN_SIMD4_NEON_H

#include <arm_neon.h>
#include <stdint.h>

typedef float32x4_t f4;
typedef uint32x4_t m4;

typedef struct d4
{
	float64x2_t lo, hi;
} d4;

typedef struct n4
{
	uint64x2_t lo, hi;
} n4;

typedef uint32x4_t u4;

static inline f4 f4_set1(float a)
{
	return vdupq_n_f32(a);
}

static inline f4 f4_load(const float *p)
{
	return vld1q_f32(p);
}

static inline f4 f4_from3(float x, float y, float z)
{
	const float lanes[4] = {x, y, z, 0};
	return vld1q_f32(lanes);
}

static inline f4 f4_pairs(const uint16_t *a, const uint16_t *b, const uint16_t *c, const uint16_t *d, f4 *second)
{
	const uint32_t first[4] = {a[0], b[0], c[0], d[0]}, next[4] = {a[1], b[1], c[1], d[1]};
	*second = vcvtq_f32_u32(vld1q_u32(next));
	return vcvtq_f32_u32(vld1q_u32(first));
}

static inline u4 u4_from3(uint32_t x, uint32_t y, uint32_t z)
{
	const uint32_t lanes[4] = {x, y, z, 0};
	return vld1q_u32(lanes);
}

static inline u4 u4_from_f4(f4 a)
{
	return vcvtq_u32_f32(a);
}

static inline f4 f4_from_u4(u4 a)
{
	return vcvtq_f32_u32(a);
}

static inline u4 u4_left(u4 a, uint32_t bits)
{
	return vshlq_u32(a, vdupq_n_s32((int32_t)bits));
}

static inline u4 u4_right(u4 a, uint32_t bits)
{
	return vshlq_u32(a, vdupq_n_s32(-(int32_t)bits));
}

static inline uint32_t u4_tops(u4 a)
{
	static const int32_t places[4] = {0, 1, 2, 3};
	return vaddvq_u32(vshlq_u32(vshrq_n_u32(a, 31), vld1q_s32(places)));
}

static inline uint32_t u4_dot(u4 a, u4 b)
{
	return vaddvq_u32(vmulq_u32(a, b));
}

static inline void f4_store(float *p, f4 a)
{
	vst1q_f32(p, a);
}

static inline f4 f4_add(f4 a, f4 b)
{
	return vaddq_f32(a, b);
}

static inline f4 f4_sub(f4 a, f4 b)
{
	return vsubq_f32(a, b);
}

static inline f4 f4_mul(f4 a, f4 b)
{
	return vmulq_f32(a, b);
}

// Not vminq and vmaxq: those return NaN for a NaN operand where the other backends return the second one.
static inline f4 f4_min(f4 a, f4 b)
{
	return vbslq_f32(vcltq_f32(a, b), a, b);
}

static inline f4 f4_max(f4 a, f4 b)
{
	return vbslq_f32(vcgtq_f32(a, b), a, b);
}

static inline f4 f4_abs(f4 a)
{
	return vabsq_f32(a);
}

static inline f4 f4_keep(m4 m, f4 a)
{
	return vreinterpretq_f32_u32(vandq_u32(m, vreinterpretq_u32_f32(a)));
}

static inline m4 m4_lt(f4 a, f4 b)
{
	return vcltq_f32(a, b);
}

static inline m4 m4_le(f4 a, f4 b)
{
	return vcleq_f32(a, b);
}

static inline m4 m4_gt(f4 a, f4 b)
{
	return vcgtq_f32(a, b);
}

static inline m4 m4_ge(f4 a, f4 b)
{
	return vcgeq_f32(a, b);
}

static inline m4 m4_and(m4 a, m4 b)
{
	return vandq_u32(a, b);
}

static inline m4 m4_or(m4 a, m4 b)
{
	return vorrq_u32(a, b);
}

static inline m4 m4_from_bits(uint32_t bits)
{
	static const uint32_t weights[4] = {1, 2, 4, 8};
	return vtstq_u32(vdupq_n_u32(bits), vld1q_u32(weights));
}

static inline uint32_t m4_bits(m4 m)
{
	static const uint32_t weights[4] = {1, 2, 4, 8};
	return vaddvq_u32(vandq_u32(m, vld1q_u32(weights)));
}

static inline m4 m4_from_n4(n4 m)
{
	return vcombine_u32(vmovn_u64(m.lo), vmovn_u64(m.hi));
}

static inline d4 d4_set1(double a)
{
	return (d4){vdupq_n_f64(a), vdupq_n_f64(a)};
}

static inline d4 d4_load(const double *p)
{
	return (d4){vld1q_f64(p), vld1q_f64(p + 2)};
}

static inline void d4_store(double *p, d4 a)
{
	vst1q_f64(p, a.lo);
	vst1q_f64(p + 2, a.hi);
}

static inline d4 d4_from_f4(f4 a)
{
	return (d4){vcvt_f64_f32(vget_low_f32(a)), vcvt_high_f64_f32(a)};
}

static inline d4 d4_add(d4 a, d4 b)
{
	return (d4){vaddq_f64(a.lo, b.lo), vaddq_f64(a.hi, b.hi)};
}

static inline d4 d4_sub(d4 a, d4 b)
{
	return (d4){vsubq_f64(a.lo, b.lo), vsubq_f64(a.hi, b.hi)};
}

static inline d4 d4_mul(d4 a, d4 b)
{
	return (d4){vmulq_f64(a.lo, b.lo), vmulq_f64(a.hi, b.hi)};
}

static inline d4 d4_div(d4 a, d4 b)
{
	return (d4){vdivq_f64(a.lo, b.lo), vdivq_f64(a.hi, b.hi)};
}

static inline d4 d4_sqrt(d4 a)
{
	return (d4){vsqrtq_f64(a.lo), vsqrtq_f64(a.hi)};
}

static inline d4 d4_abs(d4 a)
{
	return (d4){vabsq_f64(a.lo), vabsq_f64(a.hi)};
}

static inline n4 n4_lt(d4 a, d4 b)
{
	return (n4){vcltq_f64(a.lo, b.lo), vcltq_f64(a.hi, b.hi)};
}

static inline n4 n4_gt(d4 a, d4 b)
{
	return (n4){vcgtq_f64(a.lo, b.lo), vcgtq_f64(a.hi, b.hi)};
}

static inline n4 n4_eq(d4 a, d4 b)
{
	return (n4){vceqq_f64(a.lo, b.lo), vceqq_f64(a.hi, b.hi)};
}

static inline n4 n4_not(n4 m)
{
	uint64x2_t all = vdupq_n_u64(~(uint64_t)0);
	return (n4){veorq_u64(m.lo, all), veorq_u64(m.hi, all)};
}

static inline n4 n4_ne(d4 a, d4 b)
{
	return n4_not(n4_eq(a, b));
}

static inline n4 n4_and(n4 a, n4 b)
{
	return (n4){vandq_u64(a.lo, b.lo), vandq_u64(a.hi, b.hi)};
}

static inline n4 n4_or(n4 a, n4 b)
{
	return (n4){vorrq_u64(a.lo, b.lo), vorrq_u64(a.hi, b.hi)};
}

static inline uint32_t n4_bits(n4 m)
{
	return m4_bits(m4_from_n4(m));
}

static inline d4 d4_select(n4 m, d4 a, d4 b)
{
	return (d4){vbslq_f64(m.lo, a.lo, b.lo), vbslq_f64(m.hi, a.hi, b.hi)};
}

static inline d4 d4_min(d4 a, d4 b)
{
	return d4_select(n4_lt(a, b), a, b);
}

static inline d4 d4_max(d4 a, d4 b)
{
	return d4_select(n4_gt(a, b), a, b);
}

static inline f4 f4_nearest(d4 a)
{
	return vcvt_high_f32_f64(vcvt_f32_f64(a.lo), a.hi);
}

// The bits of floats >= 0, read as integers, order as the floats do. A true lane is -1.
static inline f4 f4_down(d4 a)
{
	f4 near = f4_nearest(a);
	m4 above = m4_from_n4(n4_gt(d4_from_f4(near), a));
	return vreinterpretq_f32_u32(vaddq_u32(vreinterpretq_u32_f32(near), above));
}

static inline f4 f4_up(d4 a)
{
	f4 near = f4_nearest(a);
	m4 below = m4_from_n4(n4_lt(d4_from_f4(near), a));
	return vreinterpretq_f32_u32(vsubq_u32(vreinterpretq_u32_f32(near), below));
}

#endif
