// SPDX-License-Identifier: MIT
#include "hull_internal.h"
#include "simplify_internal.h"

#include <math.h>

/// Distances between hulls, rounded up.
///
/// Whatever point of the inner hull is found as the nearest, its distance is an upper bound; so every such point is made
/// as a convex combination of the hull's corners, which rounding moves by a few units in the last place of its size only,
/// and that much is added. Coordinates are scaled by a power of two first, so that no product overflows or vanishes.

/// More than rounding can move a distance, as a share of the longest coordinate difference in it: differences, a sum
/// of three products, a length; each a few 2^-53.
#define DISTANCE_ROUNDING 0x1p-47

typedef struct distance_query
{
	const convex_hull *inner;
	double scale;
	double p[3];
	double best; ///< squared
} distance_query;

static void corner(const distance_query *query, uint32_t v, double r[3])
{
	for (int k = 0; k < 3; ++k)
		r[k] = ((double)query->inner->vertices[v][k] - query->p[k]) * query->scale;
}

/// The segment a b, seen from the point.
static void near_segment(distance_query *query, const double a[3], const double b[3])
{
	double ab[3], q[3];
	simplify_sub(b, a, ab);
	double along = -simplify_dot(a, ab), length = simplify_dot(ab, ab);
	double t = along <= 0 || !(length > 0) ? 0 : along >= length ? 1 : along / length;
	for (int k = 0; k < 3; ++k)
		q[k] = t >= 1 ? b[k] : a[k] + t * ab[k];
	double d = simplify_dot(q, q);
	query->best = d < query->best ? d : query->best;
}

/// The triangle a b c, if the foot of the point lies inside it.
static void near_triangle(distance_query *query, const double a[3], const double b[3], const double c[3])
{
	double ab[3], ac[3], n[3], r[3], w[3];
	simplify_sub(b, a, ab);
	simplify_sub(c, a, ac);
	simplify_cross(ab, ac, n);
	simplify_cross(b, c, r);
	w[0] = simplify_dot(r, n);
	simplify_cross(c, a, r);
	w[1] = simplify_dot(r, n);
	simplify_cross(a, b, r);
	w[2] = simplify_dot(r, n);
	double sum = w[0] + w[1] + w[2];
	if (w[0] < 0 || w[1] < 0 || w[2] < 0 || !(sum > 0))
		return;
	double q[3];
	for (int k = 0; k < 3; ++k)
		q[k] = (w[0] * a[k] + w[1] * b[k] + w[2] * c[k]) / sum;
	double d = simplify_dot(q, q);
	query->best = d < query->best ? d : query->best;
}

/// A face's plane: its first corner, and its unit normal after Newell; 0 without an area.
typedef struct distance_plane
{
	double corner[3];
	double normal[3];
} distance_plane;

static void plane_of(const convex_hull *h, uint32_t f, double scale, distance_plane *plane)
{
	uint32_t first = h->face_first[f], end = h->face_first[f + 1];
	double to[3], ab[3] = {0, 0, 0}, ac[3], n[3] = {0, 0, 0}, r[3];
	hull_widen(h->vertices[h->origins[first]], plane->corner);
	for (uint32_t e = first + 1; e < end; ++e)
	{
		hull_widen(h->vertices[h->origins[e]], to);
		for (int k = 0; k < 3; ++k)
			ac[k] = (to[k] - plane->corner[k]) * scale;
		simplify_cross(ab, ac, r);
		for (int k = 0; k < 3; ++k)
			n[k] += r[k], ab[k] = ac[k];
	}
	double length = sqrt(simplify_dot(n, n));
	for (int k = 0; k < 3; ++k)
		plane->normal[k] = length > 0 ? n[k] / length : 0;
}

/// How far the point is before the plane, in scaled units; negative behind it.
static double before_plane(const distance_query *query, const distance_plane *plane)
{
	double d[3];
	simplify_sub(query->p, plane->corner, d);
	return simplify_dot(d, plane->normal) * query->scale;
}

static void near_face(distance_query *query, uint32_t f)
{
	const convex_hull *h = query->inner;
	uint32_t first = h->face_first[f], end = h->face_first[f + 1];
	double a[3], b[3], c[3];
	corner(query, h->origins[first], a);
	corner(query, h->origins[first + 1], b);
	near_segment(query, a, b);
	for (uint32_t e = first + 2; e < end; ++e)
	{
		corner(query, h->origins[e], c);
		near_triangle(query, a, b, c);
		near_segment(query, b, c);
		for (int k = 0; k < 3; ++k)
			b[k] = c[k];
	}
	near_segment(query, b, a);
}

/// Points that share the work on the planes.
#define BLOCK_MOST 64

typedef struct distance_block
{
	distance_query queries[BLOCK_MOST];
	double most[BLOCK_MOST]; ///< how far before the plane of `front`
	uint32_t front[BLOCK_MOST];
	uint32_t count;
} distance_block;

/// The nearest face is among those that a point is before, or nearly so where rounding decides; a flat hull may have
/// none. Of a face whose plane is farther off than the best so far, nothing is nearer.
static void near_faces(distance_block *block, const convex_hull *inner, double scale)
{
	distance_plane plane;
	for (uint32_t i = 0; i < block->count; ++i)
		block->most[i] = -1e300;
	for (uint32_t f = 0; f < inner->face_count; ++f)
	{
		plane_of(inner, f, scale, &plane);
		for (uint32_t i = 0; i < block->count; ++i)
		{
			double before = before_plane(&block->queries[i], &plane);
			if (before > block->most[i])
				block->most[i] = before, block->front[i] = f;
		}
	}
	for (uint32_t i = 0; i < block->count; ++i)
		near_face(&block->queries[i], block->front[i]);
	for (uint32_t f = 0; f < inner->face_count; ++f)
	{
		plane_of(inner, f, scale, &plane);
		for (uint32_t i = 0; i < block->count; ++i)
		{
			double before = before_plane(&block->queries[i], &plane);
			if (f != block->front[i] && before >= -DISTANCE_ROUNDING &&
				before * (before - DISTANCE_ROUNDING) <= block->queries[i].best)
				near_face(&block->queries[i], f);
		}
	}
}

/// The largest squared distance in a block, in scaled units.
static double near_hull(distance_block *block, const convex_hull *inner, double scale)
{
	double largest = 0;
	if (inner->dimension >= 2)
		near_faces(block, inner, scale);
	for (uint32_t i = 0; i < block->count; ++i)
	{
		distance_query *query = &block->queries[i];
		if (inner->dimension < 2)
		{
			double a[3], b[3];
			corner(query, 0, a);
			corner(query, inner->vertex_count - 1, b);
			near_segment(query, a, b);
		}
		largest = query->best > largest ? query->best : largest;
	}
	return largest;
}

static bool is_corner(const convex_hull *h, const float p[3])
{
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		if (h->vertices[i][0] == p[0] && h->vertices[i][1] == p[1] && h->vertices[i][2] == p[2])
			return true;
	return false;
}

double hull_distance(const convex_hull *outer, const convex_hull *inner)
{
	double reach = simplify_longest(outer, inner), largest = 0, scale = 1;
	bool any = false;
	if (!(reach > 0))
		return 0;
	while (reach * scale > 1)
		scale *= 0.5;
	while (reach * scale <= 0.5)
		scale *= 2;
	for (uint32_t next = 0; next < outer->vertex_count;)
	{
		distance_block block = {.count = 0};
		for (; next < outer->vertex_count && block.count < BLOCK_MOST; ++next)
		{
			if (is_corner(inner, outer->vertices[next]))
				continue;
			distance_query *query = &block.queries[block.count++];
			*query = (distance_query){.inner = inner, .scale = scale, .best = 1e300};
			hull_widen(outer->vertices[next], query->p);
		}
		any = any || block.count;
		double farthest = near_hull(&block, inner, scale);
		largest = farthest > largest ? farthest : largest;
	}
	return any ? (sqrt(largest) + DISTANCE_ROUNDING) / scale : 0;
}
