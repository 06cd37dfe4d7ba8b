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

typedef struct i8
{
	uint16_t v[8];
} i8;

// Not vminq and vmaxq: those return NaN for a NaN operand where the other backends return the second one.
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

static inline float32x4_t f4_select(uint32x4_t m, float32x4_t a, float32x4_t b)
{
	return vbslq_f32(m, a, b);
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

static inline void f8_store(float *p, f8 a)
{
	vst1q_f32(p, a.lo);
	vst1q_f32(p + 4, a.hi);
}

static inline f8 f8_from_u8(const uint8_t *p)
{
	uint16x8_t words = vmovl_u8(vld1_u8(p));
	return (f8){vcvtq_f32_u32(vmovl_u16(vget_low_u16(words))), vcvtq_f32_u32(vmovl_u16(vget_high_u16(words)))};
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

static inline f8 f8_sqrt(f8 a)
{
	return (f8){vsqrtq_f32(a.lo), vsqrtq_f32(a.hi)};
}

static inline f8 f8_abs(f8 a)
{
	return (f8){vabsq_f32(a.lo), vabsq_f32(a.hi)};
}

static inline f8 f8_xor_sign(f8 a, f8 sign)
{
	return (f8){f4_xor_sign(a.lo, sign.lo), f4_xor_sign(a.hi, sign.hi)};
}

static inline f8 f8_select(m8 m, f8 a, f8 b)
{
	return (f8){f4_select(m.lo, a.lo, b.lo), f4_select(m.hi, a.hi, b.hi)};
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

static inline uint32_t m8_bits(m8 m)
{
	return f4_bits(m.lo) | f4_bits(m.hi) << 4;
}

static inline i8 i8_corners(const uint16_t *p)
{
	i8 r;
	memcpy(r.v, p, sizeof r.v);
	return r;
}

static inline f8 f8_corner(const float *table, i8 triples, int which)
{
	float r[8];
	for (int i = 0; i < 8; ++i)
		r[i] = table[triples.v[i] >> (4 * which) & 15];
	return f8_load(r);
}

static inline f8 f8_corner_small(const float *table, i8 triples, int which)
{
	return f8_corner(table, triples, which);
}

#endif
