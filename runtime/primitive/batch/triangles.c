// SPDX-License-Identifier: MIT
#include "batch.h"
#include "d4.h"
#include "shape/usable.h"

#include <float.h>
#include <string.h>

// Every operation below is one of kiln_intersect_ray_triangle's (runtime/primitive/intersect/triangle.c) where double
// decides, in the same order, for four at a time. So the results are the same to the bit.

/// Four vectors in float32.
typedef struct floats3
{
	f4 v[3];
} floats3;

static inline floats3 floats3_load(const float x[4], const float y[4], const float z[4])
{
	return (floats3){{f4_load(x), f4_load(y), f4_load(z)}};
}

static inline floats3 floats3_same(kiln_vec3 p)
{
	return (floats3){{f4_set1(p.x), f4_set1(p.y), f4_set1(p.z)}};
}

static inline floats3 floats3_sub(const floats3 *a, const floats3 *b)
{
	return (floats3){{f4_sub(a->v[0], b->v[0]), f4_sub(a->v[1], b->v[1]), f4_sub(a->v[2], b->v[2])}};
}

static inline f4 floats3_dot(const floats3 *a, const floats3 *b)
{
	return f4_add(f4_add(f4_mul(a->v[0], b->v[0]), f4_mul(a->v[1], b->v[1])), f4_mul(a->v[2], b->v[2]));
}

static inline f4 floats3_size(const floats3 *a)
{
	return f4_add(f4_add(f4_abs(a->v[0]), f4_abs(a->v[1])), f4_abs(a->v[2]));
}

static inline floats3 floats3_cross(const floats3 *a, const floats3 *b)
{
	return (floats3){{f4_sub(f4_mul(a->v[1], b->v[2]), f4_mul(a->v[2], b->v[1])),
		f4_sub(f4_mul(a->v[2], b->v[0]), f4_mul(a->v[0], b->v[2])),
		f4_sub(f4_mul(a->v[0], b->v[1]), f4_mul(a->v[1], b->v[0]))}};
}

/// Whether all lanes certainly miss. The bound is the one for double, with roundings of 2^-24: each of the three
/// numbers has an error of 9 of them, relative to the product of the sizes, which is at most a third of size_d size
/// size. Where both sizes are at least 2^-40, denormal products lose less than this; an overflow proves nothing.
static inline bool all_miss(const kiln_ray4 *rays, const floats3 *a, const floats3 *b, const floats3 *c)
{
	floats3 origin = floats3_load(rays->from[0], rays->from[1], rays->from[2]);
	floats3 along = floats3_load(rays->along[0], rays->along[1], rays->along[2]);
	floats3 ab = floats3_sub(b, a), ac = floats3_sub(c, a), way = floats3_sub(&origin, a);
	floats3 across = floats3_cross(&along, &ac), turned = floats3_cross(&way, &ab);
	f4 v = floats3_dot(&way, &across), w = floats3_dot(&along, &turned);
	f4 u = f4_sub(f4_sub(floats3_dot(&ab, &across), v), w);
	f4 size = f4_add(f4_add(floats3_size(&ab), floats3_size(&ac)), floats3_size(&way)), size_d = floats3_size(&along);
	f4 error = f4_mul(f4_mul(f4_mul(f4_set1(0x1p-20f), size_d), size), size);
	f4 least = f4_min(u, f4_min(v, w)), most = f4_max(u, f4_max(v, w));
	m4 parted = m4_and(m4_lt(least, f4_sub(f4_set1(0), error)), m4_gt(most, error));
	m4 sure = m4_and(parted, m4_ge(f4_min(size, size_d), f4_set1(0x1p-40f)));
	return ((m4_bits(sure) | ~rays->usable) & 15) == 15;
}

/// Triangles in double.
typedef struct triangles
{
	lanes3 a, ab, ac;
} triangles;

/// The lanes whose ray pierces the triangle, and the numbers for their answers.
typedef struct pierced
{
	kiln_batch lanes;
	d4 t, v, w, whole;
	d4 inverse, share; ///< 1 / |normal|, 1 / whole
	lanes3 normal;
} pierced;

/// The lanes of `asked` that hit. Bounds and order are those of the single function. A lane is in doubt where the
/// single function would not decide in double either, and where the time may not be a float.
static inline pierced pierce(const kiln_ray4 *rays, const triangles *b, uint32_t lanes)
{
	const d4 zero = d4_set1(0);
	lanes3 origin = lanes3_load(rays->origin), along = lanes3_load(rays->direction), way = lanes3_sub(&origin, &b->a);
	lanes3 across = lanes3_cross(&along, &b->ac), turned = lanes3_cross(&way, &b->ab);
	d4 whole = lanes3_dot(&b->ab, &across), v = lanes3_dot(&way, &across), w = lanes3_dot(&along, &turned);
	d4 u = d4_sub(d4_sub(whole, v), w);
	d4 size_ab = lanes3_size(&b->ab), size_ac = lanes3_size(&b->ac), size_d = lanes3_size(&along);
	d4 size = d4_add(d4_add(size_ab, size_ac), lanes3_size(&way));
	d4 error = d4_mul(d4_mul(d4_mul(d4_set1(0x1p-49), size_d), size), size);
	d4 least = d4_min(u, d4_min(v, w)), most = d4_max(u, d4_max(v, w)), back = d4_sub(zero, error);
	uint32_t left = lanes & ~n4_bits(n4_and(n4_lt(least, back), n4_gt(most, error)));
	pierced p = {.v = v, .w = w, .whole = whole};
	if (!left)
		return p;
	n4 inside = n4_or(n4_gt(least, error), n4_lt(most, back));
	d4 steepness = d4_mul(d4_mul(d4_mul(d4_set1(0x1p-16), size_d), size_ab), size_ac);
	p.normal = lanes3_cross(&b->ab, &b->ac);
	d4 length = d4_sqrt(lanes3_dot(&p.normal, &p.normal));
	p.inverse = d4_div(d4_set1(1), length);
	p.share = d4_div(d4_set1(1), whole);
	p.t = d4_mul(lanes3_dot(&b->ac, &turned), p.share);
	d4 range = d4_add(d4_add(lanes3_size(&origin), size_d), lanes3_size(&b->a));
	range = d4_add(d4_add(range, size_ab), size_ac);
	n4 sound = n4_and(n4_lt(range, d4_set1((double)KILN_COORDINATE_MAX)),
		n4_gt(length, d4_mul(d4_mul(d4_set1(0x1p-20), size_ab), size_ac)));
	n4 sure = n4_and(n4_and(inside, n4_gt(d4_abs(whole), steepness)), sound);
	// How far before the ray's begin and behind its end the triangle is, and the bound of the rounding.
	d4 late = d4_mul(d4_set1(0x1p-32), size), never = d4_sub(zero, late), t_max = d4_load(rays->t_max);
	d4 before = d4_mul(p.t, size_d), high = d4_min(t_max, d4_set1((double)FLT_MAX));
	n4 within = n4_and(n4_gt(before, late), n4_gt(d4_mul(d4_sub(high, p.t), size_d), late));
	n4 beyond = n4_or(n4_lt(before, never), n4_lt(d4_mul(d4_sub(t_max, p.t), size_d), never));
	p.lanes.yes = left & n4_bits(n4_and(sure, within));
	p.lanes.doubt = left & ~p.lanes.yes & ~n4_bits(n4_and(sure, beyond));
	return p;
}

/// Writes the answers of the lanes that hit; clears the others.
static inline void answer(const kiln_ray4 *rays, const pierced *p, kiln_intersection4 *result)
{
	const m4 hit = m4_from_bits(p->lanes.yes);
	f4 t = f4_keep(hit, f4_nearest(p->t));
	f4_store(result->t, t);
	f4_store(result->leave, t);
	for (int i = 0; i < 3; ++i)
	{
		d4 at = d4_add(d4_load(rays->origin[i]), d4_mul(p->t, d4_load(rays->direction[i])));
		f4_store(result->point[i], f4_keep(hit, f4_nearest(at)));
		f4_store(result->normal[i], f4_keep(hit, f4_nearest(d4_mul(p->normal.v[i], p->inverse))));
	}
	f4_store(result->u, f4_keep(hit, f4_nearest(d4_mul(p->v, p->share))));
	f4_store(result->v, f4_keep(hit, f4_nearest(d4_mul(p->w, p->share))));
	result->hit = p->lanes.yes;
	result->inside = 0;
	result->back = p->lanes.yes & n4_bits(n4_lt(p->whole, d4_set1(0)));
	memset(result->face, 0, sizeof result->face);
}

/// Clears the answer where no lane hits.
static inline uint32_t nothing(kiln_intersection4 *result)
{
	if (result)
		memset(result, 0, sizeof *result);
	return 0;
}

/// Finishes the answer of the lanes that are not in doubt.
static inline uint32_t finish(const kiln_ray4 *rays, const pierced *p, kiln_intersection4 *result)
{
	if (!p->lanes.yes)
		return nothing(result);
	if (result)
		answer(rays, p, result);
	return p->lanes.yes;
}

uint32_t kiln_intersect_ray4_triangle(const kiln_ray4 *rays, const kiln_triangle *triangle, kiln_intersection4 *result)
{
	const kiln_vec3 *c = triangle->corners;
	const floats3 rough[3] = {floats3_same(c[0]), floats3_same(c[1]), floats3_same(c[2])};
	if (all_miss(rays, &rough[0], &rough[1], &rough[2]))
		return nothing(result);
	kiln_d3 a = kiln_d3_from(c[0]), ab = kiln_d3_sub(kiln_d3_from(c[1]), a), ac = kiln_d3_sub(kiln_d3_from(c[2]), a);
	const triangles same = {lanes3_same(a), lanes3_same(ab), lanes3_same(ac)};
	pierced p = pierce(rays, &same, kilni_usable_triangle(triangle) ? rays->usable : 0);
	uint32_t hit = finish(rays, &p, result);
	return p.lanes.doubt ? kilni_settle_ray4_triangle(rays, triangle, p.lanes, result) : hit;
}

static inline m4 in_range(const float x[4])
{
	return m4_le(f4_abs(f4_load(x)), f4_set1(KILN_COORDINATE_MAX));
}

/// kilni_usable_triangle for four lanes.
static inline uint32_t usable_lanes(const kiln_triangle4 *four)
{
	m4 good = in_range(four->x[0]);
	for (int i = 0; i < 3; ++i)
		good = m4_and(good, m4_and(in_range(four->x[i]), m4_and(in_range(four->y[i]), in_range(four->z[i]))));
	return m4_bits(good);
}

uint32_t kiln_intersect_ray4_triangle4(const kiln_ray4 *rays, const kiln_triangle4 *four, kiln_intersection4 *result)
{
	floats3 rough[3];
	lanes3 corner[3];
	for (int i = 0; i < 3; ++i)
		rough[i] = floats3_load(four->x[i], four->y[i], four->z[i]);
	if (all_miss(rays, &rough[0], &rough[1], &rough[2]))
		return nothing(result);
	for (int i = 0; i < 3; ++i)
		corner[i] = lanes3_from(four->x[i], four->y[i], four->z[i]);
	const triangles each = {corner[0], lanes3_sub(&corner[1], &corner[0]), lanes3_sub(&corner[2], &corner[0])};
	pierced p = pierce(rays, &each, rays->usable & usable_lanes(four));
	uint32_t hit = finish(rays, &p, result);
	return p.lanes.doubt ? kilni_settle_ray4_triangle4(rays, four, p.lanes, result) : hit;
}
