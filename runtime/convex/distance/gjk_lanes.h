// SPDX-License-Identifier: MIT
#ifndef KILN_CONVEX_GJK_LANES_H
#define KILN_CONVEX_GJK_LANES_H

#include "convex/shape/few.h"
#include "gjk_loop.h"
#include "simd/double3.h"

#ifdef KILN_BACKEND_AVX2

#include <immintrin.h>

/// The loop of gjk_loop.h with AVX2: the same operations, but several at a time, so that the bits are equal. The points of
/// the simplex have a lane each; the newest point and v are in all lanes, so that nothing moves between lanes. Most of the
/// time goes to the chain of operations from one direction to the next.

/// Three coordinates of four points, or four times those of one.
typedef struct kiln_lanes
{
	__m256d x, y, z;
} kiln_lanes;

KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_splat(const kiln_d3 *p)
{
	return (kiln_lanes){_mm256_set1_pd(p->x), _mm256_set1_pd(p->y), _mm256_set1_pd(p->z)};
}

KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_sub(kiln_lanes a, kiln_lanes b)
{
	return (kiln_lanes){_mm256_sub_pd(a.x, b.x), _mm256_sub_pd(a.y, b.y), _mm256_sub_pd(a.z, b.z)};
}

KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_scale(kiln_lanes a, __m256d s)
{
	return (kiln_lanes){_mm256_mul_pd(a.x, s), _mm256_mul_pd(a.y, s), _mm256_mul_pd(a.z, s)};
}

KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_along(kiln_lanes a, __m256d s, kiln_lanes b)
{
	return (kiln_lanes){_mm256_add_pd(a.x, _mm256_mul_pd(s, b.x)), _mm256_add_pd(a.y, _mm256_mul_pd(s, b.y)),
		_mm256_add_pd(a.z, _mm256_mul_pd(s, b.z))};
}

KILN_ALWAYS_INLINE __m256d kiln_lanes_dot(kiln_lanes a, kiln_lanes b)
{
	return _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(a.x, b.x), _mm256_mul_pd(a.y, b.y)), _mm256_mul_pd(a.z, b.z));
}

KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_cross(kiln_lanes a, kiln_lanes b)
{
	return (kiln_lanes){_mm256_sub_pd(_mm256_mul_pd(a.y, b.z), _mm256_mul_pd(a.z, b.y)),
		_mm256_sub_pd(_mm256_mul_pd(a.z, b.x), _mm256_mul_pd(a.x, b.z)),
		_mm256_sub_pd(_mm256_mul_pd(a.x, b.y), _mm256_mul_pd(a.y, b.x))};
}

/// The same operation on each coordinate.
#define KILN_LANES_MAP(f, a, ...) ((kiln_lanes){f((a).x, __VA_ARGS__), f((a).y, __VA_ARGS__), f((a).z, __VA_ARGS__)})

KILN_ALWAYS_INLINE __m256d kiln_lanes_first_of(__m256d a)
{
	return _mm256_broadcastsd_pd(_mm256_castpd256_pd128(a));
}

KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_first(kiln_lanes a)
{
	return (kiln_lanes){kiln_lanes_first_of(a.x), kiln_lanes_first_of(a.y), kiln_lanes_first_of(a.z)};
}

/// The lanes in the order of a table's entry.
KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_order(kiln_lanes a, __m256i order)
{
	return (kiln_lanes){_mm256_castsi256_pd(_mm256_permutevar8x32_epi32(_mm256_castpd_si256(a.x), order)),
		_mm256_castsi256_pd(_mm256_permutevar8x32_epi32(_mm256_castpd_si256(a.y), order)),
		_mm256_castsi256_pd(_mm256_permutevar8x32_epi32(_mm256_castpd_si256(a.z), order))};
}

KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_load(const double from[3][KILN_SUPPORT_FEW], uint32_t i)
{
	return (kiln_lanes){_mm256_loadu_pd(from[0] + i), _mm256_loadu_pd(from[1] + i), _mm256_loadu_pd(from[2] + i)};
}

KILN_ALWAYS_INLINE __m256d kiln_lanes_most(__m256d a, __m256d b, bool lowest)
{
	return lowest ? _mm256_min_pd(a, b) : _mm256_max_pd(a, b);
}

KILN_ALWAYS_INLINE uint32_t kiln_lanes_at(__m256d heights, __m256d most)
{
	return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(heights, most, _CMP_EQ_OQ));
}

/// The number of the highest or lowest vertex along a direction before the map; of equally high ones the lowest number.
/// So the support of kiln_support_number is the same, whose float32 heights only leave out vertices that are lower.
KILN_ALWAYS_INLINE uint32_t kiln_lanes_extreme(const kiln_few *few, kiln_lanes along, bool lowest)
{
	const __m256d first = kiln_lanes_dot(kiln_lanes_load(few->own, 0), along);
	const __m256d second = kiln_lanes_dot(kiln_lanes_load(few->own, 4), along);
	__m256d third = first, fourth = first, most = kiln_lanes_most(first, second, lowest);
	if (few->many)
	{
		third = kiln_lanes_dot(kiln_lanes_load(few->own, 8), along);
		fourth = kiln_lanes_dot(kiln_lanes_load(few->own, 12), along);
		most = kiln_lanes_most(most, kiln_lanes_most(third, fourth, lowest), lowest);
	}
	most = kiln_lanes_most(most, _mm256_permute2f128_pd(most, most, 1), lowest);
	most = kiln_lanes_most(most, _mm256_permute_pd(most, 5), lowest);
	uint32_t bits = kiln_lanes_at(first, most) | kiln_lanes_at(second, most) << 4;
	if (few->many)
		bits |= kiln_lanes_at(third, most) << 8 | kiln_lanes_at(fourth, most) << 12;
	return kiln_lowest_bit(bits);
}

/// The number of the vertex of a box that is farthest along a direction, or along its opposite.
KILN_ALWAYS_INLINE uint32_t kiln_lanes_end(const kiln_few *few, kiln_lanes along, bool lowest)
{
	const kiln_lanes bars = {_mm256_load_pd(few->bars[0]), _mm256_load_pd(few->bars[1]), _mm256_load_pd(few->bars[2])};
	const __m256d heights = kiln_lanes_dot(bars, along), zero = _mm256_setzero_pd();
	const __m256d back = lowest ? _mm256_cmp_pd(heights, zero, _CMP_GT_OQ) : _mm256_cmp_pd(heights, zero, _CMP_LT_OQ);
	return ~(uint32_t)_mm256_movemask_pd(back) & few->ends;
}

/// The segments from the newest point to each other point: the closest point of each.
typedef struct kiln_lanes_segments
{
	_Alignas(32) double part[4]; ///< of the way to the other end
	_Alignas(32) double v[3][4];
	_Alignas(32) double length2[4];
	uint32_t sure;	///< bit i: the other end is not the closest point
	uint32_t inner; ///< bit i: the closest point is between the ends
} kiln_lanes_segments;

/// kiln_quick_segment for all lanes.
KILN_ALWAYS_INLINE void kiln_lanes_find_segments(kiln_lanes newest, kiln_lanes side, kiln_lanes_segments *found)
{
	const __m256d minus = _mm256_set1_pd(-0.0), side2 = kiln_lanes_dot(side, side);
	const __m256d part = _mm256_xor_pd(kiln_lanes_dot(newest, side), minus);
	const __m256d inner = _mm256_cmp_pd(part, _mm256_setzero_pd(), _CMP_GT_OQ);
	const __m256d t = _mm256_and_pd(_mm256_div_pd(part, side2), inner);
	kiln_lanes v = kiln_lanes_along(newest, t, side);
	__m256d length2 = kiln_lanes_dot(v, v);
	__m256d near =
		_mm256_and_pd(inner, _mm256_cmp_pd(length2, _mm256_mul_pd(_mm256_set1_pd(0x1p-8), side2), _CMP_LT_OQ));
	if (_mm256_movemask_pd(near))
	{
		const __m256d back = _mm256_div_pd(_mm256_xor_pd(kiln_lanes_dot(v, side), minus), side2);
		const kiln_lanes nearer = kiln_lanes_along(v, back, side);
		v = (kiln_lanes){_mm256_blendv_pd(v.x, nearer.x, near), _mm256_blendv_pd(v.y, nearer.y, near),
			_mm256_blendv_pd(v.z, nearer.z, near)};
		length2 = kiln_lanes_dot(v, v);
	}
	found->sure = (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(part, side2, _CMP_LT_OQ));
	found->inner = (uint32_t)_mm256_movemask_pd(inner);
	_mm256_storeu_pd(found->part, t);
	_mm256_storeu_pd(found->v[0], v.x);
	_mm256_storeu_pd(found->v[1], v.y);
	_mm256_storeu_pd(found->v[2], v.z);
	_mm256_storeu_pd(found->length2, length2);
}

/// As kiln_quick.
typedef struct kiln_lanes_quick
{
	uint32_t count;
	uint32_t kept[2]; ///< numbers less 1
	double weight[4];
	kiln_lanes v;
	double length2;
} kiln_lanes_quick;

/// Takes the closest point of a segment. Returns false if the other end is the closest point.
KILN_ALWAYS_INLINE bool kiln_lanes_segment(
	const kiln_lanes_segments *found, uint32_t i, uint32_t other, kiln_lanes_quick *quick)
{
	if (!(found->sure >> i & 1))
		return false;
	if (!(found->length2[i] < quick->length2))
		return true;
	quick->count = 1 + (found->inner >> i & 1);
	quick->kept[0] = other;
	quick->weight[0] = 1 - found->part[i];
	quick->weight[1] = found->part[i];
	quick->v =
		(kiln_lanes){_mm256_set1_pd(found->v[0][i]), _mm256_set1_pd(found->v[1][i]), _mm256_set1_pd(found->v[2][i])};
	quick->length2 = found->length2[i];
	return true;
}

/// What a face spans with the origin: whole, first and second area, and height over the origin, as in simplex_quick.h.
typedef struct kiln_lanes_face
{
	kiln_lanes normal; ///< in all lanes
	__m256d shares;
	double whole, first, second;
} kiln_lanes_face;

/// The first two lanes of `side` are the face's sides.
KILN_ALWAYS_INLINE kiln_lanes_face kiln_lanes_face_of(kiln_lanes newest, kiln_lanes side)
{
	const kiln_lanes three = {_mm256_blend_pd(side.x, newest.x, 4), _mm256_blend_pd(side.y, newest.y, 4),
		_mm256_blend_pd(side.z, newest.z, 4)};
	// The normal, and the products of the sides with the newest point.
	kiln_lanes cross = kiln_lanes_cross(three, KILN_LANES_MAP(_mm256_permute4x64_pd, three, 0xc9));
	kiln_lanes_face face;
	face.normal = kiln_lanes_first(cross);
	cross = (kiln_lanes){_mm256_blend_pd(cross.x, newest.x, 8), _mm256_blend_pd(cross.y, newest.y, 8),
		_mm256_blend_pd(cross.z, newest.z, 8)};
	face.shares = kiln_lanes_dot(face.normal, cross);
	const __m128d low = _mm256_castpd256_pd128(face.shares);
	face.whole = _mm_cvtsd_f64(low);
	face.first = _mm_cvtsd_f64(_mm_unpackhi_pd(low, low));
	face.second = _mm_cvtsd_f64(_mm256_extractf128_pd(face.shares, 1));
	return face;
}

/// kiln_quick_inner.
KILN_ALWAYS_INLINE void kiln_lanes_inner(
	const kiln_lanes_face *face, kiln_lanes newest, kiln_lanes side, const uint32_t other[2], kiln_lanes_quick *quick)
{
	const __m128d high = _mm256_extractf128_pd(face->shares, 1);
	const __m128d side2 = _mm256_castpd256_pd128(kiln_lanes_dot(side, side));
	double height = _mm_cvtsd_f64(_mm_unpackhi_pd(high, high)), whole = face->whole, inverse = 1 / whole;
	double wide2 = _mm_cvtsd_f64(_mm_add_sd(side2, _mm_unpackhi_pd(side2, side2)));
	double s = face->first * inverse, t = face->second * inverse;
	kiln_lanes v = kiln_lanes_scale(face->normal, _mm256_set1_pd(height * inverse));
	if (!(whole * whole > 8 * wide2 * height * height))
	{
		const kiln_lanes second = KILN_LANES_MAP(_mm256_permute4x64_pd, side, 0x55);
		v = kiln_lanes_along(newest, _mm256_set1_pd(s), kiln_lanes_first(side));
		v = kiln_lanes_along(v, _mm256_set1_pd(t), second);
	}
	double length2 = _mm256_cvtsd_f64(kiln_lanes_dot(v, v));
	if (!(length2 < quick->length2))
		return;
	quick->count = 3;
	quick->kept[0] = other[0];
	quick->kept[1] = other[1];
	quick->weight[0] = 1 - s - t;
	quick->weight[1] = s;
	quick->weight[2] = t;
	quick->v = v;
	quick->length2 = length2;
}

/// Four volumes as in kiln_quick_four. `faces` gets the faces of the newest point that have the origin outside, none if
/// the origin is inside. Returns false if a condition does not hold.
KILN_ALWAYS_INLINE bool kiln_lanes_volumes(
	kiln_lanes newest, kiln_lanes side, double limit, kiln_lanes_quick *quick, uint32_t *faces)
{
	const kiln_lanes normal = kiln_lanes_cross(
		KILN_LANES_MAP(_mm256_permute4x64_pd, side, 0xc9), KILN_LANES_MAP(_mm256_permute4x64_pd, side, 0xd2));
	// Volumes get the opposite of the sign of the whole, without a branch: every other one would be guessed wrong.
	const __m256d minus = _mm256_set1_pd(-0.0), wholes = kiln_lanes_first_of(kiln_lanes_dot(normal, side));
	const __m256d heights = kiln_lanes_dot(normal, newest), sizes = _mm256_andnot_pd(minus, heights);
	const __m256d volumes = _mm256_xor_pd(heights, _mm256_andnot_pd(wholes, minus));
	const double whole = _mm256_cvtsd_f64(_mm256_andnot_pd(minus, wholes));
	if (!(whole > limit) || (_mm256_movemask_pd(_mm256_cmp_pd(sizes, _mm256_set1_pd(limit), _CMP_GT_OQ)) & 7) != 7)
		return false;
	*faces = ~(uint32_t)_mm256_movemask_pd(_mm256_cmp_pd(volumes, _mm256_setzero_pd(), _CMP_GT_OQ)) & 7;
	if (*faces)
		return true;
	double volume[4];
	_mm256_storeu_pd(volume, volumes);
	double sum = volume[0] + volume[1] + volume[2], inverse = 1 / whole;
	if (!(sum < (1 - 0x1p-30) * whole))
		return false;
	quick->count = 4;
	quick->v = (kiln_lanes){_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd()};
	quick->length2 = 0;
	quick->weight[0] = (whole - sum) * inverse;
	quick->weight[1] = volume[0] * inverse;
	quick->weight[2] = volume[1] * inverse;
	quick->weight[3] = volume[2] * inverse;
	return true;
}

/// An order of lanes, each a pair of 32-bit numbers.
#define KILN_LANES_OF(a, b, c)                                                                                         \
	{                                                                                                                  \
		2 * (a), 2 * (a) + 1, 2 * (b), 2 * (b) + 1, 2 * (c), 2 * (c) + 1, 6, 7                                         \
	}

KILN_ALWAYS_INLINE __m256i kiln_lanes_entry(const uint8_t order[8])
{
	return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)order));
}

/// The closest point of the simplex and the newest point, as kiln_gjk_find_quickly.
KILN_ALWAYS_INLINE bool kiln_lanes_find(
	kiln_lanes newest, kiln_lanes w, uint32_t count, kiln_quick_limits limits, kiln_lanes_quick *quick)
{
	// The sides of each face. A triangle is the last one.
	static const uint8_t orders[3][8] = {KILN_LANES_OF(1, 2, 0), KILN_LANES_OF(2, 0, 1), KILN_LANES_OF(0, 1, 2)};
	static const uint32_t others[3][2] = {{1, 2}, {2, 0}, {0, 1}};
	const kiln_lanes sides = kiln_lanes_sub(w, newest);
	kiln_lanes side = sides;
	uint32_t faces = 4;
	if (count == 3 && !kiln_lanes_volumes(newest, sides, limits.volume, quick, &faces))
		return false;
	for (; faces; faces &= faces - 1)
	{
		uint32_t face = kiln_lowest_bit(faces), first = 0, last = 0;
		const uint32_t *other = others[face];
		if (count == 3)
			side = kiln_lanes_order(sides, kiln_lanes_entry(orders[face]));
		if (count > 1)
		{
			const kiln_lanes_face spanned = kiln_lanes_face_of(newest, side);
			if (!(spanned.whole > limits.area2) || !(spanned.first + spanned.second < spanned.whole))
				return false;
			if (spanned.first > 0 && spanned.second > 0)
			{
				kiln_lanes_inner(&spanned, newest, side, other, quick);
				return true;
			}
			first = spanned.second > 0;
			last = first || !(spanned.first > 0);
		}
		kiln_lanes_segments segments;
		kiln_lanes_find_segments(newest, side, &segments);
		if (!kiln_lanes_segment(&segments, first, other[first], quick) ||
			(first != last && !kiln_lanes_segment(&segments, last, other[last], quick)))
			return false;
	}
	return true;
}

/// Moves a point to the place of another, but for the lanes.
static inline void kiln_lanes_move_point(kiln_simplex *simplex, uint32_t to, uint32_t from)
{
	kiln_gjk_copy(&simplex->a[to], &simplex->a[from]);
	kiln_gjk_copy(&simplex->b[to], &simplex->b[from]);
	simplex->number_a[to] = simplex->number_a[from];
	simplex->number_b[to] = simplex->number_b[from];
}

/// Drops the points that are not needed, as kiln_gjk_keep_quick. Returns the lanes of the others.
KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_keep(
	kiln_simplex *simplex, uint32_t count, const kiln_lanes_quick *quick, kiln_lanes w, kiln_lanes newest)
{
	// The newest point in the place of another; behind another in front; alone.
	static const uint8_t orders[7][8] = {KILN_LANES_OF(3, 1, 2), KILN_LANES_OF(0, 3, 2), KILN_LANES_OF(0, 1, 3),
		KILN_LANES_OF(0, 3, 3), KILN_LANES_OF(1, 3, 3), KILN_LANES_OF(2, 3, 3), KILN_LANES_OF(3, 3, 3)};
	double *weight = simplex->weight;
	uint32_t place = quick->count - 1, order = 6;
	if (quick->count == 3)
	{
		order = place = 3 - quick->kept[0] - quick->kept[1];
		weight[quick->kept[0]] = quick->weight[1];
		weight[quick->kept[1]] = quick->weight[2];
	}
	else if (quick->count == 2)
	{
		order = 3 + quick->kept[0];
		weight[0] = quick->weight[1];
		if (quick->kept[0] != 0)
			kiln_lanes_move_point(simplex, 0, quick->kept[0]);
	}
	else if (quick->count == 4)
	{
		weight[0] = quick->weight[1];
		weight[1] = quick->weight[2];
		weight[2] = quick->weight[3];
	}
	weight[place] = quick->weight[0];
	if (place != count)
		kiln_lanes_move_point(simplex, place, count);
	w = (kiln_lanes){
		_mm256_blend_pd(w.x, newest.x, 8), _mm256_blend_pd(w.y, newest.y, 8), _mm256_blend_pd(w.z, newest.z, 8)};
	return kiln_lanes_order(w, kiln_lanes_entry(orders[order]));
}

/// Up to three differences of the simplex, as lanes.
KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_take(const kiln_gjk_work *work)
{
	const kiln_d3 *p = work->count > 0 ? work->w : &work->v;
	const kiln_d3 *q = work->count > 1 ? p + 1 : p, *r = work->count > 2 ? p + 2 : p;
	return (kiln_lanes){
		_mm256_setr_pd(p->x, q->x, r->x, 0), _mm256_setr_pd(p->y, q->y, r->y, 0), _mm256_setr_pd(p->z, q->z, r->z, 0)};
}

/// The lanes, and the newest point behind them, as differences of the simplex.
static inline void kiln_lanes_give(kiln_lanes w, const kiln_d3 *newest, kiln_gjk_work *work)
{
	double x[4], y[4], z[4];
	_mm256_storeu_pd(x, w.x);
	_mm256_storeu_pd(y, w.y);
	_mm256_storeu_pd(z, w.z);
	for (uint32_t i = 0; i < work->count; ++i)
		work->w[i] = (kiln_d3){x[i], y[i], z[i]};
	work->w[work->count] = *newest;
}

/// Two boxes or hulls of a few vertices. Of hulls, the first is not turned and the second is rigid.
typedef struct kiln_lanes_few
{
	bool are;
	bool moved; ///< the offset is not zero
	kiln_few a, b;
	__m256d row[3]; ///< of b's map, if it is a hull
} kiln_lanes_few;

/// `ready`: whether a hull's map suits.
static inline bool kiln_lanes_suits(const kiln_convex *convex, bool ready)
{
	if (!convex->hull)
		return kiln_convex_is_box(convex);
	return ready && convex->form == KILN_FORM_SUM && !convex->plus && convex->hull->vertex_count <= KILN_SUPPORT_FEW &&
		   convex->slack > 0;
}

/// How many vertices must be prepared one by one.
static inline uint32_t kiln_lanes_cost(const kiln_convex *convex)
{
	return convex->hull ? convex->hull->vertex_count : 0;
}

/// kilni_gjk_size of two hulls, of which the second is turned.
KILN_ALWAYS_INLINE double kiln_lanes_size(
	const kiln_convex *a, const kiln_convex *b, const __m256d row[3], const kiln_d3 *offset)
{
	const __m256d minus = _mm256_set1_pd(-0.0), half = _mm256_set1_pd(0.5);
	const __m256d most = _mm256_max_pd(_mm256_andnot_pd(minus, row[0]),
		_mm256_max_pd(_mm256_andnot_pd(minus, row[1]), _mm256_andnot_pd(minus, row[2])));
	const __m256d wide_a = _mm256_sub_pd(d3_floats(&a->hull->high.x), d3_floats(&a->hull->low.x));
	const __m256d wide_b = _mm256_sub_pd(d3_floats(&b->hull->high.x), d3_floats(&b->hull->low.x));
	double of_a[4], of_b[4];
	_mm256_storeu_pd(of_a, _mm256_mul_pd(wide_a, half));
	_mm256_storeu_pd(of_b, _mm256_mul_pd(_mm256_mul_pd(wide_b, half), most));
	const double reach_a = kiln_gjk_largest(a->center) + kiln_gjk_largest((kiln_d3){of_a[0], of_a[1], of_a[2]});
	const double reach_b = kiln_gjk_largest(b->center) + of_b[0] + of_b[1] + of_b[2];
	return reach_a + reach_b + kiln_gjk_largest(*offset);
}

/// Sets the size of the work, begins it, and prepares hulls of a few vertices. Their supports test no range of directions:
/// but for the first one, which may be any, directions are longer than 2^-47 of the size, and a rigid map changes their
/// length by at most 4.
static inline void kiln_lanes_begin(kiln_gjk_work *work, kiln_lanes_few *few)
{
	const kiln_convex *a = work->a, *b = work->b;
	const kiln_d3 *c = b->column;
	few->are = !work->solve && kiln_lanes_suits(a, !a->turned) && kiln_lanes_suits(b, b->rigid);
	few->moved = work->offset->x != 0 || work->offset->y != 0 || work->offset->z != 0;
	few->row[0] = few->row[1] = few->row[2] = _mm256_setzero_pd();
	if (few->are && b->hull)
	{
		few->row[0] = _mm256_setr_pd(c[0].x, c[1].x, c[2].x, 0);
		few->row[1] = _mm256_setr_pd(c[0].y, c[1].y, c[2].y, 0);
		few->row[2] = _mm256_setr_pd(c[0].z, c[1].z, c[2].z, 0);
	}
	if (few->are && a->hull && b->hull)
		work->size = kiln_lanes_size(a, b, few->row, work->offset);
	else
		work->size = kilni_gjk_size(a, b, work->offset);
	if (few->are && work->simplex->count == 0)
		kiln_gjk_begin_cold(work);
	else
		kilni_gjk_begin(work);
	// A search that starts from a simplex mostly takes one step, for which more vertices are not worth the preparation.
	few->are =
		few->are && work->size >= 0x1p-10 && work->size <= 0x1p40 && work->length2 <= 0x1p100 &&
		(work->count > 0 ? kiln_lanes_cost(a) + kiln_lanes_cost(b) <= KILN_SUPPORT_FEW : work->length2 >= 0x1p-100);
	if (!few->are)
		return;
	kilni_few_prepare(a, &few->a);
	kilni_few_prepare(b, &few->b);
}

/// A direction in the coordinates of the second hull.
KILN_ALWAYS_INLINE kiln_lanes kiln_lanes_back(const kiln_lanes_few *few, kiln_lanes v)
{
	const __m256d back = _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(v.x, few->row[0]), _mm256_mul_pd(v.y, few->row[1])),
		_mm256_mul_pd(v.z, few->row[2]));
	return (kiln_lanes){
		_mm256_permute4x64_pd(back, 0), _mm256_permute4x64_pd(back, 0x55), _mm256_permute4x64_pd(back, 0xaa)};
}

/// Sets the point behind the simplex to the difference farthest along -v, and returns the difference.
KILN_ALWAYS_INLINE kiln_d3 kiln_lanes_extend(
	kiln_gjk_work *work, const kiln_lanes_few *few, uint32_t next, kiln_lanes v)
{
	kiln_simplex *simplex = work->simplex;
	uint32_t a = work->start_a, b = work->start_b;
	kiln_d3 on_a, on_b;
	if (few->are)
	{
		a = few->a.box ? kiln_lanes_end(&few->a, v, false) : kiln_lanes_extreme(&few->a, v, false);
		b = few->b.box ? kiln_lanes_end(&few->b, v, true) : kiln_lanes_extreme(&few->b, kiln_lanes_back(few, v), true);
		on_a = (kiln_d3){few->a.placed[0][a], few->a.placed[1][a], few->a.placed[2][a]};
		on_b = (kiln_d3){few->b.placed[0][b], few->b.placed[1][b], few->b.placed[2][b]};
	}
	else
	{
		const kiln_d3 along = {_mm256_cvtsd_f64(v.x), _mm256_cvtsd_f64(v.y), _mm256_cvtsd_f64(v.z)};
		const kiln_d3 back = kiln_d3_scale(along, -1);
		kiln_d3 found[2];
		kiln_gjk_support(work->a, &along, &a, &found[0]);
		kiln_gjk_support(work->b, &back, &b, &found[1]);
		kiln_gjk_copy(&on_a, &found[0]);
		kiln_gjk_copy(&on_b, &found[1]);
	}
	work->start_a = work->far_a ? a : KILN_NONE;
	work->start_b = work->far_b ? b : KILN_NONE;
	simplex->number_a[next] = work->last_a = a;
	simplex->number_b[next] = work->last_b = b;
	kiln_gjk_copy(&simplex->a[next], &on_a);
	kiln_gjk_copy(&simplex->b[next], &on_b);
	const kiln_d3 w = kiln_d3_sub(on_b, on_a);
	return few->moved ? kiln_d3_sub(w, *work->offset) : w;
}

/// The best bound so far. Every axis is stored beside the best one, and then perhaps made the best, without a branch.
typedef struct kiln_lanes_bound
{
	double lower;
	uint32_t kept;
	kiln_lanes axis[2]; ///< not unit
	double length[2];	///< of the axes
} kiln_lanes_bound;

/// kiln_gjk_loop.
static inline void kiln_lanes_loop(kiln_simplex_solve *solve, const kiln_convex *a, const kiln_d3 *offset,
	const kiln_convex *b, const kiln_enough *enough, kiln_simplex *simplex, kiln_gap *distance)
{
	kiln_gjk_work work;
	kiln_lanes_few few;
	kiln_lanes_bound bound;
	work.a = a;
	work.b = b;
	work.offset = offset;
	work.simplex = simplex;
	work.solve = solve;
	kiln_lanes_begin(&work, &few);
	const double rounding = 0x1p-49 * work.size;
	const double nothing = kiln_double_max(enough->near, 4 * rounding);
	kiln_lanes v = kiln_lanes_splat(&work.v), w = kiln_lanes_take(&work);
	double length2 = work.length2;
	uint32_t count = work.count, step = 0;
	bound.lower = 0;
	bound.kept = 0;
	bound.axis[0] = (kiln_lanes){_mm256_setzero_pd(), _mm256_setzero_pd(), _mm256_setzero_pd()};
	bound.length[0] = 1;
	while (step < KILN_GJK_STEPS)
	{
		// Before the first point, v is only a direction.
		double upper = sqrt(length2);
		if (!(upper > nothing) && count > 0)
			break;
		const kiln_d3 point = kiln_lanes_extend(&work, &few, count, v);
		const kiln_lanes newest = kiln_lanes_splat(&point);
		++step;
		// The distance from the origin to the plane perpendicular to v through the new difference.
		double height = _mm256_cvtsd_f64(kiln_lanes_dot(v, newest)), lower = height / upper - rounding;
		const uint32_t other = bound.kept ^ 1;
		bound.axis[other] = v;
		bound.length[other] = upper;
		bound.kept ^= lower > bound.lower;
		// Not kiln_double_max, which the compiler would join to the comparison as a branch.
		bound.lower = _mm_cvtsd_f64(_mm_max_sd(_mm_set_sd(lower), _mm_set_sd(bound.lower)));
		if (count == 0)
		{
			count = 1;
			simplex->weight[0] = 1;
			w = v = newest;
			length2 = _mm256_cvtsd_f64(kiln_lanes_dot(v, v));
			if (lower - 4 * rounding > enough->far)
				break;
			continue;
		}
		if (few.are && kiln_gjk_is_repeated(&work, count))
			break;
		if (kiln_gjk_is_enough(&work, bound.lower, upper, enough) || !(length2 - height > 8 * rounding * upper))
			break;
		kiln_lanes_quick quick;
		quick.count = quick.kept[0] = quick.kept[1] = 0;
		_mm256_storeu_pd(quick.weight, _mm256_setzero_pd());
		quick.length2 = length2;
		if (!work.solve && kiln_lanes_find(newest, w, count, work.limits, &quick) && quick.count > 0)
		{
			w = kiln_lanes_keep(simplex, count, &quick, w, newest);
			count = quick.count;
			v = quick.v;
			length2 = quick.length2;
			// They overlap, which is known before the length is.
			if (count == 4)
				break;
			continue;
		}
		work.count = count;
		work.length2 = length2;
		work.v = (kiln_d3){_mm256_cvtsd_f64(v.x), _mm256_cvtsd_f64(v.y), _mm256_cvtsd_f64(v.z)};
		kiln_lanes_give(w, &point, &work);
		if (!kiln_gjk_go_on(&work))
			break;
		w = kiln_lanes_take(&work);
		v = kiln_lanes_splat(&work.v);
		length2 = work.length2;
		count = work.count;
	}
	const kiln_lanes *axis = &bound.axis[bound.kept];
	const double inverse = 1 / bound.length[bound.kept];
	distance->lower = bound.lower;
	distance->axis = (kiln_d3){
		_mm256_cvtsd_f64(axis->x) * inverse, _mm256_cvtsd_f64(axis->y) * inverse, _mm256_cvtsd_f64(axis->z) * inverse};
	distance->steps = step;
	work.count = count;
	work.length2 = length2;
	work.v = (kiln_d3){_mm256_cvtsd_f64(v.x), _mm256_cvtsd_f64(v.y), _mm256_cvtsd_f64(v.z)};
	kiln_gjk_finish(&work, distance);
}

#endif

#endif
