// SPDX-License-Identifier: MIT
#include "pair.h"

#include "pair_signs.h"

/// The point where pq meets the plane of t. The ends do not lie on one side, nor both in the plane. The heights above
/// the plane have relative errors of 2^-46 and different signs, so nothing cancels however flat the angle is.
static kiln_d3 meet_plane(const kiln_d3 *p, const kiln_d3 *q, const kiln_d3 *const t[3])
{
	double from = fabs(kilni_orient3_value(t[0], t[1], t[2], p));
	double to = fabs(kilni_orient3_value(t[0], t[1], t[2], q));
	if (from == 0)
		return *p;
	// Measured from the nearer end, and exactly that end where it lies in the plane.
	bool near = from <= to;
	double share = (near ? from : to) / (from + to);
	return near ? kiln_d3_along(*p, share, kiln_d3_sub(*q, *p)) : kiln_d3_along(*q, share, kiln_d3_sub(*p, *q));
}

/// The later of the two beginnings and the earlier of the two ends, by exact signs.
static bool crossing_ends(const kiln_crossing *crossing, kiln_d3 ends[2])
{
	const kiln_d3 *const *p = crossing->p, *const *q = crossing->q;
	if (!kiln_crossing_touches(crossing))
		return false;
	ends[0] = kiln_crossing_order(crossing, 2, 1) > 0 ? meet_plane(q[0], q[1], p) : meet_plane(p[0], p[2], q);
	ends[1] = kiln_crossing_order(crossing, 1, 2) > 0 ? meet_plane(p[0], p[1], q) : meet_plane(q[0], q[2], p);
	return true;
}

static bool segment_ends(const kiln_d3 segment[3], const kiln_d3 t[3], kiln_d3 ends[2])
{
	const kiln_d3 *const corners[3] = {&t[0], &t[1], &t[2]};
	kiln_ends of = kilni_ends_of(segment);
	const kiln_d3 *p = &segment[of.low], *q = &segment[of.high];
	if (!kilni_segment_pierces(p, q, t))
		return false;
	ends[0] = ends[1] = meet_plane(p, q, corners);
	return true;
}

/// Points that two flat triangles share, of which only the two farthest apart are kept.
typedef struct shared_points
{
	kiln_d3 points[18];
	int count;
} shared_points;

static void share(shared_points *shared, kiln_d3 point)
{
	shared->points[shared->count++] = point;
}

/// Whether a point of the plane belongs to a triangle; `at` and `corners` are point and triangle in space.
static bool holds(const kiln_d2 t[3], double turn, const kiln_d3 corners[3], kiln_d2 point, const kiln_d3 *at)
{
	bool left = false, right = false;
	for (int i = 0; i < 3; ++i)
	{
		double side = kilni_orient2_sign(t[i], t[(i + 1) % 3], point);
		left |= side > 0;
		right |= side < 0;
	}
	if (turn != 0)
		return !(turn > 0 ? right : left);
	// The edges of a segment run both ways: a point beside the segment is on the left of one of them.
	kiln_ends of = kilni_ends_of(corners);
	return !left && !kilni_lexically_less(at, &corners[of.low]) && !kilni_lexically_less(&corners[of.high], at);
}

/// Adds the point where the insides of two edges cross.
static void share_crossing(shared_points *shared, const kiln_d2 *from, const kiln_d2 *to, const kiln_d2 edge[2],
	const kiln_d3 *at, const kiln_d3 *until)
{
	double start = kilni_orient2_value(edge[0], edge[1], *from), end = kilni_orient2_value(edge[0], edge[1], *to);
	if (!((start > 0 && end < 0) || (start < 0 && end > 0)))
		return;
	double first = kilni_orient2_sign(*from, *to, edge[0]), second = kilni_orient2_sign(*from, *to, edge[1]);
	if ((first > 0 && second < 0) || (first < 0 && second > 0))
		share(shared, kiln_d3_along(*at, start / (start - end), kiln_d3_sub(*until, *at)));
}

/// Adds the corners of each triangle that the other holds, and the crossings of edges: all corners of the shared area.
static void share_flat(const kiln_flat *flat, const kiln_d3 a[3], const kiln_d3 b[3], shared_points *shared)
{
	for (int i = 0; i < 3; ++i)
	{
		if (holds(flat->b, flat->turn_b, b, flat->a[i], &a[i]))
			share(shared, a[i]);
		if (holds(flat->a, flat->turn_a, a, flat->b[i], &b[i]))
			share(shared, b[i]);
	}
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
		{
			int i_next = (i + 1) % 3, j_next = (j + 1) % 3;
			const kiln_d2 edge[2] = {flat->b[j], flat->b[j_next]};
			share_crossing(shared, &flat->a[i], &flat->a[i_next], edge, &a[i], &a[i_next]);
		}
}

/// The two points with the greatest distance; the first such pair.
static void farthest(const shared_points *shared, kiln_d3 ends[2])
{
	double most = -1;
	for (int i = 0; i < shared->count; ++i)
		for (int j = i; j < shared->count; ++j)
		{
			double distance2 = kiln_d3_length2(kiln_d3_sub(shared->points[i], shared->points[j]));
			if (distance2 <= most)
				continue;
			most = distance2;
			ends[0] = shared->points[i];
			ends[1] = shared->points[j];
		}
}

static bool flat_ends(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 ends[2])
{
	kiln_flat flat;
	shared_points shared = {.count = 0};
	if (!kilni_flatten(a, b, &flat) || !kilni_flat_touches(&flat, a, b))
		return false;
	if (flat.line)
	{
		kiln_ends of_a = kilni_ends_of(a), of_b = kilni_ends_of(b);
		const kiln_d3 *low = &a[of_a.low], *high = &a[of_a.high];
		ends[0] = kilni_lexically_less(low, &b[of_b.low]) ? b[of_b.low] : *low;
		ends[1] = kilni_lexically_less(high, &b[of_b.high]) ? *high : b[of_b.high];
		return true;
	}
	share_flat(&flat, a, b, &shared);
	farthest(&shared, ends);
	return true;
}

static bool contact_of(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 ends[2], bool *coplanar)
{
	kiln_plane_signs of_b = kilni_signs_to_plane(a, b);
	if (kiln_signs_apart(of_b))
		return false;
	kiln_plane_signs of_a = kilni_signs_to_plane(b, a);
	if (kiln_signs_apart(of_a))
		return false;
	bool a_flat = kiln_signs_zero(of_a), b_flat = kiln_signs_zero(of_b), met;
	if (a_flat && b_flat)
		met = flat_ends(a, b, ends);
	// If a triangle has corners off the other's plane, but the other has none off its own plane, the triangle is a
	// segment.
	else if (b_flat)
		met = segment_ends(a, b, ends);
	else if (a_flat)
		met = segment_ends(b, a, ends);
	else
	{
		kiln_crossing crossing = kilni_cross_planes(a, of_a, b, of_b);
		met = crossing_ends(&crossing, ends);
	}
	if (met)
		*coplanar = a_flat && b_flat;
	return met;
}

/// Whether products of coordinates could underflow.
static bool tiny(const kiln_d3 t[3])
{
	kiln_d3 sum = kiln_d3_add(kiln_d3_magnitudes(t[0]), kiln_d3_magnitudes(t[1]));
	sum = kiln_d3_add(sum, kiln_d3_magnitudes(t[2]));
	return sum.x + sum.y + sum.z < 0x1p-100;
}

bool kilni_triangles_contact(const kiln_d3 a[3], const kiln_d3 b[3], kiln_d3 ends[2], bool *coplanar)
{
	const double scale = 0x1p200;
	kiln_d3 large[2][3];
	if (!tiny(a) || !tiny(b))
		return contact_of(a, b, ends, coplanar);
	for (int i = 0; i < 3; ++i)
	{
		large[0][i] = kiln_d3_scale(a[i], scale);
		large[1][i] = kiln_d3_scale(b[i], scale);
	}
	if (!contact_of(large[0], large[1], ends, coplanar))
		return false;
	for (int i = 0; i < 2; ++i)
		ends[i] = kiln_d3_scale(ends[i], 1 / scale);
	return true;
}
