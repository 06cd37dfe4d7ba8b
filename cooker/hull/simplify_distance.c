// SPDX-License-Identifier: MIT
#include "hull_internal.h"
#include "simplify_internal.h"

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
	const hull *inner;
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

/// Newell's normal of the face, as seen from the point, and how far the point is before its plane; negative behind it.
static double before_face(const distance_query *query, uint32_t f)
{
	const hull *h = query->inner;
	uint32_t first = h->face_first[f], end = h->face_first[f + 1];
	double a[3], b[3], c[3], ab[3], ac[3], n[3] = {0, 0, 0}, r[3];
	corner(query, h->origins[first], a);
	corner(query, h->origins[first + 1], b);
	for (uint32_t e = first + 2; e < end; ++e)
	{
		corner(query, h->origins[e], c);
		simplify_sub(b, a, ab);
		simplify_sub(c, a, ac);
		simplify_cross(ab, ac, r);
		for (int k = 0; k < 3; ++k)
			n[k] += r[k], b[k] = c[k];
	}
	double length = __builtin_sqrt(simplify_dot(n, n));
	return length > 0 ? -simplify_dot(a, n) / length : 0;
}

static void near_face(distance_query *query, uint32_t f)
{
	const hull *h = query->inner;
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

/// Squared distance of query->p, in scaled units.
static void near_hull(distance_query *query)
{
	const hull *h = query->inner;
	query->best = 1e300;
	if (h->dimension < 2)
	{
		double a[3], b[3];
		corner(query, 0, a);
		corner(query, h->vertex_count - 1, b);
		near_segment(query, a, b);
		return;
	}
	// The nearest face is among those that the point is before, or nearly so where rounding decides; a flat hull may
	// have none. Of a face that lies farther off than the best so far, nothing is nearer.
	double most = -1e300;
	uint32_t front = 0;
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		double before = before_face(query, f);
		if (before > most)
			most = before, front = f;
	}
	near_face(query, front);
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		double before = before_face(query, f) + DISTANCE_ROUNDING;
		if (f != front && before >= 0 && (before - 2 * DISTANCE_ROUNDING) * before <= query->best)
			near_face(query, f);
	}
}

static bool is_corner(const hull *h, const float p[3])
{
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		if (h->vertices[i][0] == p[0] && h->vertices[i][1] == p[1] && h->vertices[i][2] == p[2])
			return true;
	return false;
}

double hull_distance(const hull *outer, const hull *inner)
{
	double reach = simplify_longest(outer, inner), largest = -1;
	distance_query query = {.inner = inner, .scale = 1};
	if (!(reach > 0))
		return 0;
	while (reach * query.scale > 1)
		query.scale *= 0.5;
	while (reach * query.scale <= 0.5)
		query.scale *= 2;
	for (uint32_t i = 0; i < outer->vertex_count; ++i)
	{
		if (is_corner(inner, outer->vertices[i]))
			continue;
		hull_widen(outer->vertices[i], query.p);
		near_hull(&query);
		largest = query.best > largest ? query.best : largest;
	}
	return largest < 0 ? 0 : (__builtin_sqrt(largest) + DISTANCE_ROUNDING) / query.scale;
}
