// SPDX-License-Identifier: MIT
#if !defined(KILN_ONLY_SCALAR) && defined(__x86_64__) && defined(__GNUC__)

// Enables AVX2 for all that follows, as the build's flags do for kernels.c. This file has one function, which is called
// only on machines that have AVX2. AVX2 does not include fused multiply-add.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#define KILN_BACKEND_AVX2
#include "few.h"

#include <immintrin.h>

uint32_t kilni_support_scan_wide(const kiln_convex *convex, const kiln_d3 *own, double size)
{
	return convex->hull->vertex_count <= 8 * KILN_SUPPORT_CHUNK ? kiln_support_scan(convex, own, size)
																: kiln_support_scan_many(convex, own, size);
}

static inline void store3(double to[3][KILN_SUPPORT_FEW], uint32_t i, __m256d x, __m256d y, __m256d z)
{
	_mm256_store_pd(to[0] + i, x);
	_mm256_store_pd(to[1] + i, y);
	_mm256_store_pd(to[2] + i, z);
}

/// One coordinate as in kiln_support_placed, from its numbers in the columns and the center.
static inline __m256d map_row(
	const double *a, const double *b, const double *c, const double *center, __m256d x, __m256d y, __m256d z)
{
	__m256d there = _mm256_mul_pd(_mm256_broadcast_sd(a), x);
	there = _mm256_add_pd(there, _mm256_mul_pd(_mm256_broadcast_sd(b), y));
	there = _mm256_add_pd(there, _mm256_mul_pd(_mm256_broadcast_sd(c), z));
	return _mm256_add_pd(_mm256_broadcast_sd(center), there);
}

/// One coordinate of the vertices of a box, from its center and bars: the far ends are added in the order of the bits.
static inline void place_ends(double center, double first, double second, double third, double placed[KILN_SUPPORT_FEW])
{
	__m256d two = _mm256_add_pd(_mm256_set1_pd(center), _mm256_setr_pd(-first, first, -first, first));
	two = _mm256_add_pd(two, _mm256_setr_pd(-second, -second, second, second));
	_mm256_store_pd(placed, _mm256_sub_pd(two, _mm256_set1_pd(third)));
	_mm256_store_pd(placed + 4, _mm256_add_pd(two, _mm256_set1_pd(third)));
}

KILN_NEVER_INLINE static void prepare_box(const kiln_convex *convex, kiln_few *few)
{
	const uint32_t count = convex->bar_count;
	kiln_d3 bar[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
	for (uint32_t i = 0; i < count; ++i)
		bar[i] = convex->bars[i];
	few->box = true;
	few->ends = (1U << count) - 1;
	_mm256_store_pd(few->bars[0], _mm256_setr_pd(bar[0].x, bar[1].x, bar[2].x, 0));
	_mm256_store_pd(few->bars[1], _mm256_setr_pd(bar[0].y, bar[1].y, bar[2].y, 0));
	_mm256_store_pd(few->bars[2], _mm256_setr_pd(bar[0].z, bar[1].z, bar[2].z, 0));
	place_ends(convex->center.x, bar[0].x, bar[1].x, bar[2].x, few->placed[0]);
	place_ends(convex->center.y, bar[0].y, bar[1].y, bar[2].y, few->placed[1]);
	place_ends(convex->center.z, bar[0].z, bar[1].z, bar[2].z, few->placed[2]);
}

static void prepare_hull(const kiln_convex *convex, kiln_few *few)
{
	few->box = false;
	const kiln_hull *hull = convex->hull;
	const kiln_d3 *c = convex->column, *o = &convex->center;
	const __m256d from_x = _mm256_set1_pd(convex->from.x), from_y = _mm256_set1_pd(convex->from.y);
	const __m256d from_z = _mm256_set1_pd(convex->from.z);
	few->many = hull->vertex_count > 8;
	const uint32_t end = few->many ? 16 : 8;
	for (uint32_t i = 0; i < end; i += 4)
	{
		const __m256d x = _mm256_sub_pd(_mm256_cvtps_pd(_mm_loadu_ps(hull->x + i)), from_x);
		const __m256d y = _mm256_sub_pd(_mm256_cvtps_pd(_mm_loadu_ps(hull->y + i)), from_y);
		const __m256d z = _mm256_sub_pd(_mm256_cvtps_pd(_mm_loadu_ps(hull->z + i)), from_z);
		store3(few->own, i, x, y, z);
		if (convex->turned)
			store3(few->placed, i, map_row(&c[0].x, &c[1].x, &c[2].x, &o->x, x, y, z),
				map_row(&c[0].y, &c[1].y, &c[2].y, &o->y, x, y, z), map_row(&c[0].z, &c[1].z, &c[2].z, &o->z, x, y, z));
		else
			store3(few->placed, i, _mm256_add_pd(_mm256_broadcast_sd(&o->x), x),
				_mm256_add_pd(_mm256_broadcast_sd(&o->y), y), _mm256_add_pd(_mm256_broadcast_sd(&o->z), z));
	}
}

void kilni_few_prepare(const kiln_convex *convex, kiln_few *few)
{
	if (convex->hull)
		prepare_hull(convex, few);
	else
		prepare_box(convex, few);
}

#if defined(__clang__)
#pragma clang attribute pop
#endif

#else

// An empty translation unit is not C.
typedef int kiln_support_not_wide;

#endif
