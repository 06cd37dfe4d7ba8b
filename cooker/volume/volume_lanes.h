// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_VOLUME_LANES_H
#define KILN_COOKER_VOLUME_LANES_H

#include <math.h>
#include <stddef.h>

/// Four doubles at a time: SSE2 where available, plain C elsewhere, with the same bits.

#define VOLUME_LANES 4

#if defined(__SSE2__) && !defined(KILN_ONLY_SCALAR)
#include <emmintrin.h>

typedef struct volume_lanes
{
	__m128d of[2];
} volume_lanes;

static inline volume_lanes lanes_all(double x)
{
	return (volume_lanes){{_mm_set1_pd(x), _mm_set1_pd(x)}};
}

static inline volume_lanes lanes_load(const double *x)
{
	return (volume_lanes){{_mm_loadu_pd(x), _mm_loadu_pd(x + 2)}};
}

static inline volume_lanes lanes_widen(const float *x)
{
	__m128 all = _mm_loadu_ps(x);
	return (volume_lanes){{_mm_cvtps_pd(all), _mm_cvtps_pd(_mm_movehl_ps(all, all))}};
}

static inline void lanes_store(volume_lanes x, double *to)
{
	_mm_storeu_pd(to, x.of[0]);
	_mm_storeu_pd(to + 2, x.of[1]);
}

static inline volume_lanes lanes_add(volume_lanes a, volume_lanes b)
{
	return (volume_lanes){{_mm_add_pd(a.of[0], b.of[0]), _mm_add_pd(a.of[1], b.of[1])}};
}

static inline volume_lanes lanes_sub(volume_lanes a, volume_lanes b)
{
	return (volume_lanes){{_mm_sub_pd(a.of[0], b.of[0]), _mm_sub_pd(a.of[1], b.of[1])}};
}

static inline volume_lanes lanes_mul(volume_lanes a, volume_lanes b)
{
	return (volume_lanes){{_mm_mul_pd(a.of[0], b.of[0]), _mm_mul_pd(a.of[1], b.of[1])}};
}

static inline volume_lanes lanes_min(volume_lanes a, volume_lanes b)
{
	return (volume_lanes){{_mm_min_pd(a.of[0], b.of[0]), _mm_min_pd(a.of[1], b.of[1])}};
}

static inline volume_lanes lanes_max(volume_lanes a, volume_lanes b)
{
	return (volume_lanes){{_mm_max_pd(a.of[0], b.of[0]), _mm_max_pd(a.of[1], b.of[1])}};
}

static inline volume_lanes lanes_abs(volume_lanes a)
{
	const __m128d sign = _mm_set1_pd(-0.0);
	return (volume_lanes){{_mm_andnot_pd(sign, a.of[0]), _mm_andnot_pd(sign, a.of[1])}};
}

#else

typedef struct volume_lanes
{
	double of[VOLUME_LANES];
} volume_lanes;

#define LANES_EACH(result, value)                                                                                      \
	volume_lanes result;                                                                                               \
	for (int i = 0; i < VOLUME_LANES; ++i)                                                                             \
		result.of[i] = value;                                                                                          \
	return result

static inline volume_lanes lanes_all(double x)
{
	LANES_EACH(r, x);
}

static inline volume_lanes lanes_load(const double *x)
{
	LANES_EACH(r, x[i]);
}

static inline volume_lanes lanes_widen(const float *x)
{
	LANES_EACH(r, (double)x[i]);
}

static inline void lanes_store(volume_lanes x, double *to)
{
	for (int i = 0; i < VOLUME_LANES; ++i)
		to[i] = x.of[i];
}

static inline volume_lanes lanes_add(volume_lanes a, volume_lanes b)
{
	LANES_EACH(r, a.of[i] + b.of[i]);
}

static inline volume_lanes lanes_sub(volume_lanes a, volume_lanes b)
{
	LANES_EACH(r, a.of[i] - b.of[i]);
}

static inline volume_lanes lanes_mul(volume_lanes a, volume_lanes b)
{
	LANES_EACH(r, a.of[i] * b.of[i]);
}

static inline volume_lanes lanes_min(volume_lanes a, volume_lanes b)
{
	LANES_EACH(r, a.of[i] < b.of[i] ? a.of[i] : b.of[i]);
}

static inline volume_lanes lanes_max(volume_lanes a, volume_lanes b)
{
	LANES_EACH(r, a.of[i] > b.of[i] ? a.of[i] : b.of[i]);
}

static inline volume_lanes lanes_abs(volume_lanes a)
{
	LANES_EACH(r, fabs(a.of[i]));
}

#undef LANES_EACH

#endif

/// Returns axis . (x, y, z), summed from left to right.
static inline volume_lanes lanes_dot(volume_lanes x, volume_lanes y, volume_lanes z, const double axis[3])
{
	return lanes_add(lanes_add(lanes_mul(x, lanes_all(axis[0])), lanes_mul(y, lanes_all(axis[1]))),
		lanes_mul(z, lanes_all(axis[2])));
}

static inline double lanes_least(volume_lanes a)
{
	double of[VOLUME_LANES];
	lanes_store(a, of);
	for (int i = 1; i < VOLUME_LANES; ++i)
		of[0] = of[i] < of[0] ? of[i] : of[0];
	return of[0];
}

static inline double lanes_most(volume_lanes a)
{
	double of[VOLUME_LANES];
	lanes_store(a, of);
	for (int i = 1; i < VOLUME_LANES; ++i)
		of[0] = of[i] > of[0] ? of[i] : of[0];
	return of[0];
}

#endif
