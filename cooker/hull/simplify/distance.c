// SPDX-License-Identifier: MIT
#include "hull/hull_internal.h"
#include "internal.h"

#include <math.h>

/// Distances between hulls, rounded up.
///
/// The distance to any point of the inner hull is an upper bound. So every candidate for the nearest point is computed
/// as a convex combination of the hull's corners; rounding moves such a point by a few units in the last place, and
/// this error is added to the distance. Coordinates are first scaled by a power of two, so that no product overflows or
/// underflows.

/// Exceeds the rounding error of a distance, as a share of its longest coordinate difference: differences, a sum of
/// three products and a length add a few 2^-53 each.
#define DISTANCE_ROUNDING 0x1p-47

#define NO_EDGE 0xffffffffu

typedef struct distance_query
{
	const convex_hull *inner;
	double scale;
	double p[3];
	double best;	 ///< squared
	uint32_t edge;	 ///< the half-edge with the nearest point, or NO_EDGE inside a face
	int end;		 ///< 0: the nearest point is where the edge starts, 1: where it ends, -1: between
	uint64_t *looks; ///< counts visited corners
} distance_query;

static void corner(const distance_query *query, uint32_t v, double r[3])
{
	for (int k = 0; k < 3; ++k)
		r[k] = ((double)query->inner->vertices[v][k] - query->p[k]) * query->scale;
}

/// Tests the segment a b, relative to the query point; `edge` is the half-edge at its start. Keeps the nearest point so
/// far.
static void near_segment(distance_query *query, uint32_t edge, const double a[3], const double b[3])
{
	double ab[3], q[3];
	simplify_sub(b, a, ab);
	double along = -simplify_dot(a, ab), length = simplify_dot(ab, ab);
	double t = along <= 0 || !(length > 0) ? 0 : along >= length ? 1 : along / length;
	for (int k = 0; k < 3; ++k)
		q[k] = t >= 1 ? b[k] : a[k] + t * ab[k];
	double d = simplify_dot(q, q);
	if (!(d < query->best))
		return;
	query->best = d;
	query->edge = edge;
	query->end = t <= 0 ? 0 : t >= 1 ? 1 : -1;
}

/// Tests the triangle a b c, if the foot of the query point lies inside it.
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
	if (!(d < query->best))
		return;
	query->best = d;
	query->edge = NO_EDGE;
}

/// A face's plane: its first corner, and its unit normal after Newell; the normal of a face without area is 0.
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

/// Returns how far the query point is in front of the plane, in scaled units; negative behind it.
static double before_plane(const distance_query *query, const distance_plane *plane)
{
	double d[3];
	simplify_sub(query->p, plane->corner, d);
	return simplify_dot(d, plane->normal) * query->scale;
}

static void near_all(distance_query *query, uint32_t f)
{
	const convex_hull *h = query->inner;
	uint32_t first = h->face_first[f], end = h->face_first[f + 1];
	double a[3], b[3], c[3];
	*query->looks += end - first;
	corner(query, h->origins[first], a);
	corner(query, h->origins[first + 1], b);
	near_segment(query, first, a, b);
	for (uint32_t e = first + 2; e < end; ++e)
	{
		corner(query, h->origins[e], c);
		near_triangle(query, a, b, c);
		near_segment(query, e - 1, b, c);
		for (int k = 0; k < 3; ++k)
			b[k] = c[k];
	}
	near_segment(query, end - 1, b, a);
}

/// Faces with at most so many corners are searched corner by corner.
#define CORNERS_MOST 64

/// Whether the edge from `q` to `to` decreases the distance to the query point, which is the origin.
static bool leads_nearer(const double q[3], const double to[3])
{
	double d[3];
	simplify_sub(to, q, d);
	return simplify_dot(q, d) < 0;
}

/// Whether a point of face `f` can be nearer than the nearest point found, which lies at half-edge `at`. Because the
/// face is convex, it is enough to test the two edges at a corner. For a point inside an edge, it is enough to test the
/// part of the next edge that is perpendicular to this edge.
static bool can_be_nearer(const distance_query *query, uint32_t f, uint32_t at)
{
	const convex_hull *h = query->inner;
	uint32_t first = h->face_first[f], end = h->face_first[f + 1];
	if (end - first <= CORNERS_MOST)
		return true;
	uint32_t after = at + 1 == end ? first : at + 1, last = after + 1 == end ? first : after + 1;
	double a[3], b[3], c[3];
	corner(query, h->origins[at], a);
	corner(query, h->origins[after], b);
	*query->looks += 3;
	if (query->end >= 0)
	{
		corner(query, h->origins[at == first ? end - 1 : at - 1], c);
		return leads_nearer(a, b) || leads_nearer(a, c);
	}
	double ab[3], bc[3], across[3];
	corner(query, h->origins[last], c);
	simplify_sub(b, a, ab);
	simplify_sub(c, b, bc);
	double share = simplify_dot(bc, ab) / simplify_dot(ab, ab);
	for (int k = 0; k < 3; ++k)
		across[k] = bc[k] - share * ab[k];
	return simplify_dot(a, across) < 0;
}

/// Returns the number of a corner. The triangle of the face's first corner, this corner and the next contains the foot
/// of the query point, or the ray from the first corner to the foot leaves the face through it.
static uint32_t find_wedge(distance_query *query, uint32_t f)
{
	const convex_hull *h = query->inner;
	uint32_t first = h->face_first[f], end = h->face_first[f + 1], low = first + 1, high = end - 1;
	double a[3], b[3], c[3], normal[3], across[3];
	corner(query, h->origins[first], a);
	corner(query, h->origins[first + (end - first) / 3], b);
	corner(query, h->origins[first + 2 * (end - first) / 3], c);
	simplify_sub(b, a, b);
	simplify_sub(c, a, c);
	simplify_cross(b, c, normal);
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		corner(query, h->origins[middle], b);
		++*query->looks;
		// The query point is the origin.
		simplify_cross(a, b, across);
		if (simplify_dot(across, normal) >= 0)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/// Walks along the rim of face `f` from `at` until no neighbouring corner is nearer, and returns the corner.
static uint32_t go_downhill(const distance_query *query, uint32_t f, uint32_t at)
{
	uint32_t first = query->inner->face_first[f], end = query->inner->face_first[f + 1];
	double a[3];
	corner(query, query->inner->origins[at], a);
	double best = simplify_dot(a, a);
	for (int way = 0; way < 2; ++way)
		for (uint32_t count = first; count < end; ++count)
		{
			uint32_t next = at + 1 == end ? first : at + 1, to = way ? (at == first ? end - 1 : at - 1) : next;
			corner(query, query->inner->origins[to], a);
			++*query->looks;
			if (!(simplify_dot(a, a) < best))
				break;
			best = simplify_dot(a, a);
			at = to;
		}
	return at;
}

/// Does the same for a face of many corners: tests the triangle that contains the foot of the query point, or walks
/// along the rim from there. Visits all corners only where the point found is not known to be the nearest.
static void near_rim(distance_query *query, uint32_t f)
{
	const convex_hull *h = query->inner;
	uint32_t first = h->face_first[f], end = h->face_first[f + 1];
	distance_query own = *query;
	double a[3], b[3], c[3];
	uint32_t wedge = find_wedge(query, f);
	own.best = 1e300;
	corner(query, h->origins[first], a);
	corner(query, h->origins[wedge], b);
	corner(query, h->origins[wedge + 1], c);
	near_triangle(&own, a, b, c);
	if (own.best == 1e300)
	{
		uint32_t at = go_downhill(query, f, wedge), before = at == first ? end - 1 : at - 1;
		corner(query, h->origins[before], a);
		corner(query, h->origins[at], b);
		corner(query, h->origins[at + 1 == end ? first : at + 1], c);
		near_segment(&own, before, a, b);
		near_segment(&own, at, b, c);
		if (own.end == 1)
			own.edge = own.edge + 1 == end ? first : own.edge + 1, own.end = 0;
		if (can_be_nearer(&own, f, own.edge))
		{
			near_all(query, f);
			return;
		}
	}
	if (own.best < query->best)
		*query = own;
}

static void near_face(distance_query *query, uint32_t f)
{
	if (query->inner->face_first[f + 1] - query->inner->face_first[f] > CORNERS_MOST)
		near_rim(query, f);
	else
		near_all(query, f);
}

/// The number of points that share the work on the planes.
#define BLOCK_MOST 64

typedef struct distance_block
{
	distance_query queries[BLOCK_MOST];
	double most[BLOCK_MOST]; ///< how far the point is in front of the plane of `front`
	uint32_t front[BLOCK_MOST];
	uint32_t count;
} distance_block;

/// Visits the faces that have the points farthest in front, whose nearest points are near.
static void near_fronts(distance_block *block, const convex_hull *inner, double scale)
{
	distance_plane plane;
	*block->queries[0].looks += inner->half_edge_count + (uint64_t)inner->face_count * block->count;
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
}

/// Finds the nearest face among those that have the point in front, or nearly in front where rounding decides; a flat
/// hull may have no such face. A face whose plane is farther away than the nearest point so far is skipped.
static void near_faces(distance_block *block, const convex_hull *inner, double scale)
{
	distance_plane plane;
	*block->queries[0].looks += inner->half_edge_count + (uint64_t)inner->face_count * block->count;
	// Walks have found near points.
	if (block->queries[0].best == 1e300)
		near_fronts(block, inner, scale);
	for (uint32_t f = 0; f < inner->face_count; ++f)
	{
		plane_of(inner, f, scale, &plane);
		for (uint32_t i = 0; i < block->count; ++i)
		{
			double before = before_plane(&block->queries[i], &plane);
			if (before >= -DISTANCE_ROUNDING && before * (before - DISTANCE_ROUNDING) <= block->queries[i].best)
				near_face(&block->queries[i], f);
		}
	}
}

/// Returns the largest squared distance in a block, in scaled units.
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
			near_segment(query, 0, a, b);
		}
		largest = query->best > largest ? query->best : largest;
	}
	return largest;
}

/// Returns the face of a half-edge.
static uint32_t face_of(const convex_hull *h, uint32_t edge)
{
	uint32_t low = 0, high = h->face_count;
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		if (h->face_first[middle] <= edge)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/// Searches the faces around a corner, or the face across an edge, for a nearer point; sets `*face` to the face of that
/// point.
static bool step(distance_query *query, uint32_t *face)
{
	const convex_hull *h = query->inner;
	uint32_t edge = query->edge, at = edge, around = *face;
	double best = query->best;
	// The half-edge that starts at the corner.
	if (query->end == 1)
		at = edge + 1 == h->face_first[around + 1] ? h->face_first[around] : edge + 1;
	edge = at;
	do
	{
		at = h->twins[at];
		around = face_of(h, at);
		++*query->looks;
		// Around a corner, the twin ends at the corner, and the next half-edge starts there.
		uint32_t next = at + 1 == h->face_first[around + 1] ? h->face_first[around] : at + 1;
		if (can_be_nearer(query, around, query->end >= 0 ? next : at))
			near_face(query, around);
		if (query->best < best)
		{
			*face = around;
			return true;
		}
		at = next;
	} while (query->end >= 0 && at != edge);
	return false;
}

/// Walks from face to face while the distance decreases (after Lin and Canny, 1991). Wherever the walk ends, the
/// distance is an upper bound.
static void walk(distance_query *query, uint32_t *face)
{
	query->best = 1e300;
	near_face(query, *face);
	while (query->edge != NO_EDGE && step(query, face))
		;
}

/// Directions along one side of a cube.
#define SIDE 16

/// The faces where earlier walks ended, by the direction of the query point from the middle of the inner hull's box.
typedef struct distance_starts
{
	double middle[3];
	uint32_t faces[6 * SIDE * SIDE];
} distance_starts;

static uint32_t *start_towards(distance_starts *starts, const double p[3])
{
	double d[3], length[3];
	int axis = 0;
	simplify_sub(p, starts->middle, d);
	for (int k = 0; k < 3; ++k)
	{
		length[k] = hull_magnitude(d[k]);
		axis = length[k] > length[axis] ? k : axis;
	}
	uint32_t at = 2 * (uint32_t)axis + (d[axis] > 0);
	for (int k = 1; k < 3; ++k)
	{
		double share = length[axis] > 0 ? d[(axis + k) % 3] / length[axis] : 0;
		uint32_t to = (uint32_t)((share + 1) * (0.5 * SIDE));
		at = at * SIDE + (to < SIDE ? to : SIDE - 1);
	}
	return &starts->faces[at];
}

static void begin_starts(const convex_hull *inner, distance_starts *starts)
{
	double low[3], high[3], corner_at[3];
	simplify_box(inner, low, high);
	for (int k = 0; k < 3; ++k)
		starts->middle[k] = low[k] + 0.5 * (high[k] - low[k]);
	for (int k = 0; k < 6 * SIDE * SIDE; ++k)
		starts->faces[k] = 0;
	for (uint32_t f = 0; f < inner->face_count; ++f)
	{
		hull_widen(inner->vertices[inner->origins[inner->face_first[f]]], corner_at);
		*start_towards(starts, corner_at) = f;
	}
}

static void begin_query(distance_query *query, const convex_hull *outer, uint32_t i)
{
	hull_widen(outer->vertices[i], query->p);
	query->best = 1e300;
}

/// Bounds the distance of vertex `i` of the outer hull by a walk. False when the vertex is a corner of the face where
/// the walk ends.
static bool bound_vertex(
	const convex_hull *outer, const convex_hull *inner, uint32_t i, distance_starts *starts, distance_query *query)
{
	begin_query(query, outer, i);
	uint32_t *face = start_towards(starts, query->p);
	walk(query, face);
	for (uint32_t e = inner->face_first[*face]; query->best == 0 && e < inner->face_first[*face + 1]; ++e)
		if (hull_equal(inner->vertices[inner->origins[e]], outer->vertices[i]))
			return false;
	return true;
}

static bool is_corner(const convex_hull *h, const float p[3])
{
	for (uint32_t i = 0; i < h->vertex_count; ++i)
		if (hull_equal(h->vertices[i], p))
			return true;
	return false;
}

/// Returns the largest squared distance, in scaled units. Walks bound all distances. All faces are visited only for
/// vertices whose bound is above the largest distance so far, beginning with the greatest bound. `*any` is set when
/// some vertex is not a vertex of the inner hull.
static double walk_all(const convex_hull *outer, const convex_hull *inner, double scale, uint64_t *looks, bool *any)
{
	distance_starts starts;
	distance_query query = {.inner = inner, .scale = scale, .looks = looks};
	distance_block block = {.count = 1, .queries = {query}};
	double most = -1, largest;
	begin_starts(inner, &starts);
	for (uint32_t i = 0; i < outer->vertex_count; ++i)
		if (bound_vertex(outer, inner, i, &starts, &query))
		{
			*looks += *any ? 0 : inner->vertex_count;
			*any = *any || !is_corner(inner, outer->vertices[i]);
			if (query.best > most)
				most = query.best, block.queries[0] = query;
		}
	if (!*any)
		return 0;
	largest = near_hull(&block, inner, scale);
	block.count = 0;
	for (uint32_t i = 0; i < outer->vertex_count; ++i)
	{
		if (bound_vertex(outer, inner, i, &starts, &query) && query.best > largest)
			block.queries[block.count++] = query;
		if (block.count == BLOCK_MOST || (block.count && i + 1 == outer->vertex_count))
		{
			double farthest = near_hull(&block, inner, scale);
			largest = farthest > largest ? farthest : largest;
			block.count = 0;
		}
	}
	return largest;
}

/// Does the same without walks, for hulls without faces.
static double look_all(const convex_hull *outer, const convex_hull *inner, double scale, uint64_t *looks, bool *any)
{
	double largest = 0;
	for (uint32_t i = 0; i < outer->vertex_count; ++i)
		if (!is_corner(inner, outer->vertices[i]))
		{
			distance_block block = {.count = 1, .queries = {{.inner = inner, .scale = scale, .looks = looks}}};
			begin_query(&block.queries[0], outer, i);
			double distance = near_hull(&block, inner, scale);
			largest = distance > largest ? distance : largest;
			*any = true;
		}
	return largest;
}

double simplify_distance(const convex_hull *outer, const convex_hull *inner, uint64_t *looks)
{
	double reach = simplify_longest(outer, inner), largest, scale = 1;
	bool any = false;
	if (!(reach > 0))
		return 0;
	while (reach * scale > 1)
		scale *= 0.5;
	while (reach * scale <= 0.5)
		scale *= 2;
	largest =
		inner->dimension >= 2 ? walk_all(outer, inner, scale, looks, &any) : look_all(outer, inner, scale, looks, &any);
	return any ? (sqrt(largest) + DISTANCE_ROUNDING) / scale : 0;
}

double hull_distance(const convex_hull *outer, const convex_hull *inner)
{
	uint64_t looks = 0;
	return simplify_distance(outer, inner, &looks);
}
