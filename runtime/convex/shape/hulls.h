// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_HULLS_H
#define KILN_CONVEX_HULLS_H

#include "convex/distance/distance_cache.h"
#include "shape.h"
#include "simd/double3.h"
#include "support_scan.h"

/// Places two shapes and the points of a cache of two hulls: the main work of a warm query, with the instructions that the
/// translation unit has selected for simd/double3.h.

#if !defined(KILN_ONLY_SCALAR) && defined(__x86_64__) && defined(__GNUC__)
#define KILN_HULLS_WIDE
/// The same with AVX2, for machines that have it; the bits are equal.
void kilni_hulls_place_wide(
	const kiln_pose *a, const kiln_pose *b, const kiln_hulls_anchors *of, kiln_convex_pair *pair);
void kilni_hulls_points_wide(const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex);
#endif

#ifdef KILN_BACKEND_SSE2

/// x, y, z of two objects, or of two vectors.
typedef struct kiln_hulls_two
{
	__m128d x, y, z;
} kiln_hulls_two;

KILN_ALWAYS_INLINE kiln_hulls_two kiln_hulls_floats(const kiln_vec3 *a, const kiln_vec3 *b)
{
	return (kiln_hulls_two){_mm_setr_pd((double)a->x, (double)b->x), _mm_setr_pd((double)a->y, (double)b->y),
		_mm_setr_pd((double)a->z, (double)b->z)};
}

KILN_ALWAYS_INLINE kiln_hulls_two kiln_hulls_scale(kiln_hulls_two a, __m128d s)
{
	return (kiln_hulls_two){_mm_mul_pd(a.x, s), _mm_mul_pd(a.y, s), _mm_mul_pd(a.z, s)};
}

KILN_ALWAYS_INLINE kiln_hulls_two kiln_hulls_add(kiln_hulls_two a, kiln_hulls_two b)
{
	return (kiln_hulls_two){_mm_add_pd(a.x, b.x), _mm_add_pd(a.y, b.y), _mm_add_pd(a.z, b.z)};
}

/// v.x c[0] + v.y c[1] + v.z c[2]
KILN_ALWAYS_INLINE kiln_hulls_two kiln_hulls_turn(const kiln_hulls_two c[3], kiln_hulls_two v)
{
	return kiln_hulls_add(
		kiln_hulls_add(kiln_hulls_scale(c[0], v.x), kiln_hulls_scale(c[1], v.y)), kiln_hulls_scale(c[2], v.z));
}

/// kiln_quat_axes of both.
KILN_ALWAYS_INLINE void kiln_hulls_axes(const kiln_quat *a, const kiln_quat *b, kiln_hulls_two c[3])
{
	const __m128 first = _mm_loadu_ps(&a->x), second = _mm_loadu_ps(&b->x), one_two = _mm_unpacklo_ps(first, second);
	const __m128 three_four = _mm_unpackhi_ps(first, second);
	const __m128d x = _mm_cvtps_pd(one_two), y = _mm_cvtps_pd(_mm_movehl_ps(one_two, one_two));
	const __m128d z = _mm_cvtps_pd(three_four), w = _mm_cvtps_pd(_mm_movehl_ps(three_four, three_four));
	const __m128d xx = _mm_mul_pd(x, x), yy = _mm_mul_pd(y, y), zz = _mm_mul_pd(z, z), one = _mm_set1_pd(1);
	const __m128d xy = _mm_mul_pd(x, y), xz = _mm_mul_pd(x, z), yz = _mm_mul_pd(y, z);
	const __m128d wx = _mm_mul_pd(w, x), wy = _mm_mul_pd(w, y), wz = _mm_mul_pd(w, z);
	const __m128d length2 = _mm_add_pd(_mm_add_pd(_mm_add_pd(xx, yy), zz), _mm_mul_pd(w, w));
	const __m128d s = _mm_and_pd(_mm_cmpneq_pd(length2, _mm_setzero_pd()), _mm_div_pd(_mm_set1_pd(2), length2));
	c[0] = (kiln_hulls_two){_mm_sub_pd(one, _mm_mul_pd(s, _mm_add_pd(yy, zz))), _mm_mul_pd(s, _mm_add_pd(xy, wz)),
		_mm_mul_pd(s, _mm_sub_pd(xz, wy))};
	c[1] = (kiln_hulls_two){_mm_mul_pd(s, _mm_sub_pd(xy, wz)), _mm_sub_pd(one, _mm_mul_pd(s, _mm_add_pd(xx, zz))),
		_mm_mul_pd(s, _mm_add_pd(yz, wx))};
	c[2] = (kiln_hulls_two){_mm_mul_pd(s, _mm_add_pd(xz, wy)), _mm_mul_pd(s, _mm_sub_pd(yz, wx)),
		_mm_sub_pd(one, _mm_mul_pd(s, _mm_add_pd(xx, yy)))};
}

/// Stores the first and the second of two vectors, in the parts of d3_store.
KILN_ALWAYS_INLINE void kiln_hulls_store_first(kiln_d3 *to, kiln_hulls_two a)
{
	_mm_storeu_pd(&to->x, _mm_unpacklo_pd(a.x, a.y));
	_mm_storel_pd(&to->z, a.z);
}

KILN_ALWAYS_INLINE void kiln_hulls_store_second(kiln_d3 *to, kiln_hulls_two a)
{
	_mm_storeu_pd(&to->x, _mm_unpackhi_pd(a.x, a.y));
	_mm_storeh_pd(&to->z, a.z);
}

/// Two vectors along the axes of the first object.
KILN_ALWAYS_INLINE kiln_hulls_two kiln_hulls_along(const kiln_hulls_two axis[3], kiln_hulls_two v)
{
	__m128d of[3];
	for (int i = 0; i < 3; ++i)
	{
		const __m128d x = _mm_mul_pd(v.x, _mm_unpacklo_pd(axis[i].x, axis[i].x));
		const __m128d y = _mm_mul_pd(v.y, _mm_unpacklo_pd(axis[i].y, axis[i].y));
		of[i] = _mm_add_pd(_mm_add_pd(x, y), _mm_mul_pd(v.z, _mm_unpacklo_pd(axis[i].z, axis[i].z)));
	}
	return (kiln_hulls_two){of[0], of[1], of[2]};
}

/// As below, with the same operations on both objects at a time.
KILN_ALWAYS_INLINE void kiln_hulls_place(
	const kiln_pose *a, const kiln_pose *b, const kiln_hulls_anchors *of, kiln_convex_pair *pair)
{
	const __m128d scale = _mm_setr_pd(1, b->scale == 0 ? 1 : (double)b->scale);
	kiln_hulls_two axis[3];
	kiln_hulls_axes(&a->rotation, &b->rotation, axis);
	for (int i = 0; i < 3; ++i)
		axis[i] = kiln_hulls_scale(axis[i], scale);
	kiln_hulls_two from;
	if (of->hull_a)
	{
		const kiln_hulls_two sums = kiln_hulls_add(kiln_hulls_floats(&of->hull_a->low, &of->hull_b->low),
			kiln_hulls_floats(&of->hull_a->high, &of->hull_b->high));
		from = kiln_hulls_scale(sums, _mm_set1_pd(0.5));
	}
	else
		from = (kiln_hulls_two){_mm_setr_pd(of->from_a.x, of->from_b.x), _mm_setr_pd(of->from_a.y, of->from_b.y),
			_mm_setr_pd(of->from_a.z, of->from_b.z)};
	const kiln_hulls_two at =
		kiln_hulls_add(kiln_hulls_turn(axis, from), kiln_hulls_floats(&a->translation, &b->translation));
	// The second vector of the last two is the way from the first object to the second.
	const kiln_hulls_two way = {_mm_sub_pd(_mm_unpackhi_pd(at.x, at.x), at.x),
		_mm_sub_pd(_mm_unpackhi_pd(at.y, at.y), at.y), _mm_sub_pd(_mm_unpackhi_pd(at.z, at.z), at.z)};
	const kiln_hulls_two first = {_mm_unpackhi_pd(axis[0].x, axis[1].x), _mm_unpackhi_pd(axis[0].y, axis[1].y),
		_mm_unpackhi_pd(axis[0].z, axis[1].z)};
	const kiln_hulls_two last = {
		_mm_shuffle_pd(axis[2].x, way.x, 1), _mm_shuffle_pd(axis[2].y, way.y, 1), _mm_shuffle_pd(axis[2].z, way.z, 1)};
	const kiln_hulls_two columns = kiln_hulls_along(axis, first), rest = kiln_hulls_along(axis, last);
	kiln_hulls_store_first(&pair->eye, at);
	kiln_hulls_store_first(&pair->axis[0], axis[0]);
	kiln_hulls_store_first(&pair->axis[1], axis[1]);
	kiln_hulls_store_first(&pair->axis[2], axis[2]);
	kiln_hulls_store_first(&pair->a[0].from, from);
	kiln_hulls_store_second(&pair->b[0].from, from);
	kiln_hulls_store_second(&pair->b[0].center, rest);
	kiln_hulls_store_first(&pair->b[0].column[0], columns);
	kiln_hulls_store_second(&pair->b[0].column[1], columns);
	kiln_hulls_store_first(&pair->b[0].column[2], rest);
}

#else

KILN_ALWAYS_INLINE d3 kiln_hulls_middle(const kiln_hull *hull)
{
	return d3_scale(d3_add(d3_floats(&hull->low.x), d3_floats(&hull->high.x)), 0.5);
}

/// Places two shapes, whose anchors are given: sets eye, axes, from, center and columns as in a pair. The scale of the first
/// one is left out.
KILN_ALWAYS_INLINE void kiln_hulls_place(
	const kiln_pose *a, const kiln_pose *b, const kiln_hulls_anchors *of, kiln_convex_pair *pair)
{
	const double scale = b->scale == 0 ? 1 : (double)b->scale;
	d3 axis[3], column[3], row[3];
	d3_axes(&a->rotation, axis);
	d3_axes(&b->rotation, column);
	// Not written as a loop: a compiler would turn it into operations on pairs, which have to wait for the stores of
	// single numbers.
	column[0] = d3_scale(column[0], scale);
	column[1] = d3_scale(column[1], scale);
	column[2] = d3_scale(column[2], scale);
	// The fourth lanes, loaded from behind low, high and the translation, are numbers, too.
	const d3 middle_a = of->hull_a ? kiln_hulls_middle(of->hull_a) : d3_pick(&of->from_a);
	const d3 middle_b = of->hull_a ? kiln_hulls_middle(of->hull_b) : d3_pick(&of->from_b);
	d3 eye = d3_add(d3_turn(axis, middle_a), d3_floats(&a->translation.x));
	d3 there = d3_sub(d3_add(d3_turn(column, middle_b), d3_floats(&b->translation.x)), eye);
	d3_rows(axis, row);
	d3_store(&pair->eye, eye);
	d3_store(&pair->axis[0], axis[0]);
	d3_store(&pair->axis[1], axis[1]);
	d3_store(&pair->axis[2], axis[2]);
	d3_store(&pair->a[0].from, middle_a);
	d3_store(&pair->b[0].from, middle_b);
	d3_store(&pair->b[0].center, d3_turn(row, there));
	d3_store(&pair->b[0].column[0], d3_turn(row, column[0]));
	d3_store(&pair->b[0].column[1], d3_turn(row, column[1]));
	d3_store(&pair->b[0].column[2], d3_turn(row, column[2]));
}

#endif

KILN_ALWAYS_INLINE d3 kiln_hulls_vertex(const kiln_hull *hull, uint32_t i, d3 from)
{
	return d3_sub(d3_from3(hull->x[i], hull->y[i], hull->z[i]), from);
}

/// The vertices of a cache, whose numbers are in range, as points of a simplex.
KILN_ALWAYS_INLINE void kiln_hulls_points(
	const kiln_convex_cache *cache, const kiln_convex_pair *pair, kiln_simplex *simplex)
{
	const kiln_convex *a = pair->a, *b = pair->b;
	const d3 from_a = d3_load(&a->from), from_b = d3_load(&b->from), center = d3_load(&b->center);
	const d3 column[3] = {d3_load(&b->column[0]), d3_load(&b->column[1]), d3_load(&b->column[2])};
	for (uint32_t i = 0; i < cache->count; ++i)
	{
		uint32_t number_a = cache->vertex_a[i], number_b = cache->vertex_b[i];
		simplex->number_a[i] = number_a;
		simplex->number_b[i] = number_b;
		d3_store(&simplex->a[i], kiln_hulls_vertex(a->hull, number_a, from_a));
		d3 there = d3_turn(column, kiln_hulls_vertex(b->hull, number_b, from_b));
		d3_store(&simplex->b[i], d3_add(center, there));
	}
}

#endif
