// SPDX-License-Identifier: MIT
#include "boxes.h"

#include "convex/shape/polytope_views.h"

#include <math.h>

/// Edges whose angle is below this have no sure perpendicular.
#define PARALLEL 0x1p-26

/// An edge is level if its slope is below this: rounding decides which of its ends is farther out.
#define LEVEL 0x1p-40

/// The shortest way out so far.
typedef struct best_way
{
	double key; ///< its signed length times its size
	double overlap, length2;
	kiln_d3 axis; ///< of any length
	uint32_t number;
} best_way;

bool kilni_is_box(const kiln_polytope *p)
{
	return p->hull == &kilni_view_cube;
}

/// `reach` is the sum of both half extents along the axis, times the axis's length.
static inline void try_axis(const kiln_d3 *between, const kiln_d3 *axis, double reach, uint32_t number, best_way *best)
{
	const double away = kiln_d3_dot(*between, *axis), overlap = reach - fabs(away);
	const double length2 = kiln_d3_length2(*axis), key = overlap * fabs(overlap) / length2;
	if (key < best->key)
		*best = (best_way){key, overlap, length2, away >= 0 ? kiln_d3_scale(*axis, -1) : *axis, number};
}

static inline double extent(const kiln_polytope *p, uint32_t i, const kiln_d3 *axis)
{
	return fabs(kiln_d3_dot(p->column[i], *axis));
}

static void try_faces(
	const kiln_polytope *p, const kiln_polytope *other, const kiln_d3 *between, uint32_t number, best_way *best)
{
	for (uint32_t i = 0; i < 3; ++i)
	{
		const kiln_d3 *axis = &p->normal[i];
		const double far = extent(other, 0, axis) + extent(other, 1, axis) + extent(other, 2, axis);
		try_axis(between, axis, extent(p, i, axis) + far, number + i, best);
	}
}

void kilni_boxes_find_way(const kiln_polytope *a, const kiln_polytope *b, kiln_boxes_way *way)
{
	// The cube's middle is the origin of its coordinates.
	const kiln_d3 between = kiln_d3_sub(b->origin, a->origin);
	best_way best = {.key = HUGE_VAL, .length2 = 1, .axis = {1, 0, 0}};
	try_faces(a, b, &between, 0, &best);
	try_faces(b, a, &between, 3, &best);
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			const kiln_d3 axis = kiln_d3_cross(a->column[i], b->column[k]);
			const double lengths2 = kiln_d3_length2(a->column[i]) * kiln_d3_length2(b->column[k]);
			if (!(kiln_d3_length2(axis) > PARALLEL * PARALLEL * lengths2))
				continue;
			const double reach = extent(a, (i + 1) % 3, &axis) + extent(a, (i + 2) % 3, &axis) +
								 extent(b, (k + 1) % 3, &axis) + extent(b, (k + 2) % 3, &axis);
			try_axis(&between, &axis, reach, 6 + 3 * i + k, &best);
		}
	const double length = sqrt(best.length2);
	way->normal = kiln_d3_scale(best.axis, 1 / length);
	way->depth = best.overlap / length;
	way->number = best.number;
}

/// The vertex, or the middle of the edge along `free`, that is farthest along a direction. An edge or face that is level has
/// the point that is nearest to `aim`.
static kiln_d3 farthest(const kiln_polytope *p, kiln_d3 out, uint32_t free, const kiln_d3 *aim)
{
	kiln_d3 point = p->origin;
	uint32_t level = 0;
	for (uint32_t i = 0; i < 3; ++i)
	{
		const double slope = kiln_d3_dot(p->column[i], out);
		if (i == free)
			continue;
		if (slope * slope <= LEVEL * LEVEL * kiln_d3_length2(p->column[i]))
			level |= 1U << i;
		else
			point = kiln_d3_along(point, slope > 0 ? 1 : -1, p->column[i]);
	}
	for (uint32_t i = 0; aim && i < 3; ++i)
		if (level >> i & 1)
		{
			const double way = kiln_d3_dot(kiln_d3_sub(*aim, point), p->column[i]) / kiln_d3_length2(p->column[i]);
			point = kiln_d3_along(point, way > 1 ? 1 : way < -1 ? -1 : way, p->column[i]);
		}
	return point;
}

/// Whether a point is above the inside of a face along axis `i`.
static bool is_above(const kiln_polytope *p, uint32_t i, kiln_d3 point)
{
	const kiln_d3 from = kiln_d3_sub(point, p->origin);
	for (uint32_t k = 0; k < 3; ++k)
		if (k != i && !(fabs(kiln_d3_dot(from, p->normal[k])) <= fabs(kiln_d3_dot(p->column[k], p->normal[k]))))
			return false;
	return true;
}

bool kilni_boxes_face_each_other(
	const kiln_polytope *a, const kiln_polytope *b, const kiln_boxes_way *way, kiln_d3 *on_a)
{
	const kiln_d3 back = kiln_d3_scale(way->normal, -1);
	if (way->number < 3)
	{
		const kiln_d3 on_b = farthest(b, way->normal, 3, &a->origin);
		*on_a = kiln_d3_along(on_b, -way->depth, way->normal);
		return is_above(a, way->number, on_b);
	}
	if (way->number < 6)
	{
		*on_a = farthest(a, back, 3, &b->origin);
		return is_above(b, way->number - 3, *on_a);
	}
	const uint32_t i = (way->number - 6) / 3, k = (way->number - 6) % 3;
	const kiln_d3 p = farthest(a, back, i, NULL), between = kiln_d3_sub(farthest(b, way->normal, k, NULL), p);
	const kiln_d3 across = kiln_d3_cross(a->column[i], b->column[k]);
	const double length2 = kiln_d3_length2(across);
	const double s = kiln_d3_dot(kiln_d3_cross(between, b->column[k]), across) / length2;
	const double t = kiln_d3_dot(kiln_d3_cross(between, a->column[i]), across) / length2;
	*on_a = kiln_d3_along(p, s, a->column[i]);
	return fabs(s) <= 1 && fabs(t) <= 1;
}
