// SPDX-License-Identifier: MIT
#ifndef KILN_SIMD8_NEON_H
#define KILN_SIMD8_NEON_H

#include <arm_neon.h>
#include <string.h>

typedef struct f8
{
	float32x4_t lo, hi;
} f8;

typedef struct m8
{
	uint32x4_t lo, hi;
} m8;

// Not vminq and vmaxq: those return NaN for a NaN operand where the other backends return the second one.
typedef float32x4_t f3;

static inline float32x4_t f4_min(float32x4_t a, float32x4_t b)
{
	return vbslq_f32(vcltq_f32(a, b), a, b);
}

static inline float32x4_t f4_max(float32x4_t a, float32x4_t b)
{
	return vbslq_f32(vcgtq_f32(a, b), a, b);
}

static inline float32x4_t f4_xor_sign(float32x4_t a, float32x4_t sign)
{
	uint32x4_t bit = vandq_u32(vreinterpretq_u32_f32(sign), vdupq_n_u32(0x80000000u));
	return vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(a), bit));
}

static inline uint32_t f4_bits(uint32x4_t m)
{
	static const uint32_t weights[4] = {1, 2, 4, 8};
	return vaddvq_u32(vandq_u32(m, vld1q_u32(weights)));
}

static inline f8 f8_set1(float a)
{
	return (f8){vdupq_n_f32(a), vdupq_n_f32(a)};
}

static inline f8 f8_load(const float *p)
{
	return (f8){vld1q_f32(p), vld1q_f32(p + 4)};
}

static inline f8 f8_load3(const float *p)
{
	const float lanes[8] = {p[0], p[1], p[2], 0, 0, 0, 0, 0};
	return f8_load(lanes);
}

static inline void f8_store4(float *p, f8 a)
{
	vst1q_f32(p, a.lo);
}

static inline void f8_store(float *p, f8 a)
{
	vst1q_f32(p, a.lo);
	vst1q_f32(p + 4, a.hi);
}

static inline void f8_points(const float *p, f8 c[3])
{
	const float32x4x3_t lo = vld3q_f32(p), hi = vld3q_f32(p + 12);
	for (int i = 0; i < 3; ++i)
		c[i] = (f8){lo.val[i], hi.val[i]};
}

static inline f8 f8_from_u8(const uint8_t *p)
{
	uint16x8_t words = vmovl_u8(vld1_u8(p));
	return (f8){vcvtq_f32_u32(vmovl_u16(vget_low_u16(words))), vcvtq_f32_u32(vmovl_u16(vget_high_u16(words)))};
}

static inline f8 f8_from_i16(const int16_t *p)
{
	int16x8_t words = vld1q_s16(p);
	return (f8){vcvtq_f32_s32(vmovl_s16(vget_low_s16(words))), vcvtq_f32_s32(vmovl_s16(vget_high_s16(words)))};
}

static inline f8 f8_powers(const uint8_t *p)
{
	uint16x8_t words = vmovl_u8(vld1_u8(p));
	return (f8){vreinterpretq_f32_u32(vshlq_n_u32(vmovl_u16(vget_low_u16(words)), 23)),
		vreinterpretq_f32_u32(vshlq_n_u32(vmovl_u16(vget_high_u16(words)), 23))};
}

static inline f8 f8_add(f8 a, f8 b)
{
	return (f8){vaddq_f32(a.lo, b.lo), vaddq_f32(a.hi, b.hi)};
}

static inline f8 f8_sub(f8 a, f8 b)
{
	return (f8){vsubq_f32(a.lo, b.lo), vsubq_f32(a.hi, b.hi)};
}

static inline f8 f8_mul(f8 a, f8 b)
{
	return (f8){vmulq_f32(a.lo, b.lo), vmulq_f32(a.hi, b.hi)};
}

static inline f8 f8_div(f8 a, f8 b)
{
	return (f8){vdivq_f32(a.lo, b.lo), vdivq_f32(a.hi, b.hi)};
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
	return (f8){vabsq_f32(a.lo), vabsq_f32(a.hi)};
}

static inline float32x4_t f4_larger(float32x4_t most, float32x4_t a)
{
	return vreinterpretq_f32_u32(vmaxq_u32(vreinterpretq_u32_f32(most), vreinterpretq_u32_f32(vabsq_f32(a))));
}

static inline f8 f8_larger(f8 most, f8 a)
{
	return (f8){f4_larger(most.lo, a.lo), f4_larger(most.hi, a.hi)};
}

static inline f8 f8_sqrt(f8 a)
{
	return (f8){vsqrtq_f32(a.lo), vsqrtq_f32(a.hi)};
}

static inline f8 f8_xor_sign(f8 a, f8 sign)
{
	return (f8){f4_xor_sign(a.lo, sign.lo), f4_xor_sign(a.hi, sign.hi)};
}

static inline float f8_largest3(f8 a)
{
	float x = vgetq_lane_f32(a.lo, 0), y = vgetq_lane_f32(a.lo, 1), z = vgetq_lane_f32(a.lo, 2);
	float larger = x > y ? x : y;
	return larger > z ? larger : z;
}

static inline float f8_largest(f8 a)
{
	return vmaxvq_f32(vmaxq_f32(a.lo, a.hi));
}

static inline m8 m8_le(f8 a, f8 b)
{
	return (m8){vcleq_f32(a.lo, b.lo), vcleq_f32(a.hi, b.hi)};
}

static inline m8 m8_lt(f8 a, f8 b)
{
	return (m8){vcltq_f32(a.lo, b.lo), vcltq_f32(a.hi, b.hi)};
}

static inline m8 m8_ge(f8 a, f8 b)
{
	return (m8){vcgeq_f32(a.lo, b.lo), vcgeq_f32(a.hi, b.hi)};
}

static inline m8 m8_eq(f8 a, f8 b)
{
	return (m8){vceqq_f32(a.lo, b.lo), vceqq_f32(a.hi, b.hi)};
}

static inline m8 m8_and(m8 a, m8 b)
{
	return (m8){vandq_u32(a.lo, b.lo), vandq_u32(a.hi, b.hi)};
}

static inline m8 m8_or(m8 a, m8 b)
{
	return (m8){vorrq_u32(a.lo, b.lo), vorrq_u32(a.hi, b.hi)};
}

static inline f8 f8_select(m8 m, f8 a, f8 b)
{
	return (f8){vbslq_f32(m.lo, a.lo, b.lo), vbslq_f32(m.hi, a.hi, b.hi)};
}

static inline uint32_t m8_bits(m8 m)
{
	return f4_bits(m.lo) | f4_bits(m.hi) << 4;
}

static inline m8 m8_gt(f8 a, f8 b)
{
	return (m8){vcgtq_f32(a.lo, b.lo), vcgtq_f32(a.hi, b.hi)};
}

static inline m8 m8_from(uint32_t n)
{
	static const uint32_t lanes[8] = {0, 1, 2, 3, 4, 5, 6, 7};
	return (m8){vcgeq_u32(vld1q_u32(lanes), vdupq_n_u32(n)), vcgeq_u32(vld1q_u32(lanes + 4), vdupq_n_u32(n))};
}

static inline void f8_store_bits(uint32_t *p, f8 a)
{
	vst1q_u32(p, vreinterpretq_u32_f32(a.lo));
	vst1q_u32(p + 4, vreinterpretq_u32_f32(a.hi));
}

static inline f3 f3_load(const float *p)
{
	return vld1q_f32(p);
}

static inline f3 f3_from3(float x, float y, float z)
{
	const float lanes[4] = {x, y, z, 0};
	return vld1q_f32(lanes);
}

static inline f3 f3_set1(float a)
{
	return vdupq_n_f32(a);
}

static inline void f3_store(float *p, f3 a)
{
	vst1q_f32(p, a);
}

static inline f3 f3_add(f3 a, f3 b)
{
	return vaddq_f32(a, b);
}

static inline f3 f3_abs(f3 a)
{
	return vabsq_f32(a);
}

static inline f3 f3_sub(f3 a, f3 b)
{
	return vsubq_f32(a, b);
}

static inline f3 f3_mul(f3 a, f3 b)
{
	return vmulq_f32(a, b);
}

static inline f3 f3_powers(const uint8_t *p)
{
	uint32_t bytes;
	memcpy(&bytes, p, sizeof bytes);
	uint16x8_t words = vmovl_u8(vreinterpret_u8_u32(vdup_n_u32(bytes)));
	return vreinterpretq_f32_u32(vshlq_n_u32(vmovl_u16(vget_low_u16(words)), 23));
}

static inline f8 f8_splat(f3 a, int lane)
{
	float32x4_t all = lane == 0 ? vdupq_laneq_f32(a, 0) : lane == 1 ? vdupq_laneq_f32(a, 1) : vdupq_laneq_f32(a, 2);
	return (f8){all, all};
}

#include "simd8_lookup.h"

#endif
