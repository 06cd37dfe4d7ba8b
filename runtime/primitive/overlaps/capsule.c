// SPDX-License-Identifier: MIT
#include "kiln/primitive/overlaps.h"

#include "bounds/core.h"
#include "shape/segment.h"
#include "shape/usable.h"

/// A capsule and the corners of a triangle, relative to the middle of its axis.
typedef struct capsule_view
{
	kiln_d3 corner[3];
	kiln_d3 half; ///< the axis runs from -half to half
	kiln_d3 size; ///< per coordinate, at least the largest of the corners and of the axis
	double radius;
} capsule_view;

static capsule_view view_of(const kiln_capsule *capsule, const kiln_triangle *triangle)
{
	kiln_d3 a = kiln_d3_from(capsule->a), half = kiln_d3_scale(kiln_d3_sub(kiln_d3_from(capsule->b), a), 0.5);
	capsule_view view = {.half = half, .size = {0, 0, 0}, .radius = (double)capsule->radius};
	for (int i = 0; i < 3; ++i)
	{
		view.corner[i] = kiln_d3_sub(kiln_d3_sub(kiln_d3_from(triangle->corners[i]), a), half);
		view.size = kiln_d3_max(view.size, kiln_d3_sizes(view.corner[i]));
	}
	view.size = kiln_d3_add(view.size, kiln_d3_sizes(half));
	return view;
}

/// Whether axis and triangle are proven farther apart than the radius along a direction of any length. However the
/// direction was rounded, the slack, as in kiln_core_gap, covers the projections on it.
static bool apart_along(const capsule_view *view, kiln_d3 direction)
{
	double largest = kiln_d3_largest(direction);
	if (largest == 0)
		return false;
	direction = (kiln_d3){direction.x / largest, direction.y / largest, direction.z / largest};
	double a = kiln_d3_dot(view->corner[0], direction), b = kiln_d3_dot(view->corner[1], direction),
		   c = kiln_d3_dot(view->corner[2], direction);
	double low = kiln_double_min(a, kiln_double_min(b, c)), high = kiln_double_max(a, kiln_double_max(b, c));
	double slack = 0x1p-48 * kiln_d3_dot(kiln_d3_sizes(direction), view->size);
	double gap = kiln_double_max(low, -high) - fabs(kiln_d3_dot(view->half, direction)) - slack;
	return gap > view->radius * sqrt(kiln_d3_length2(direction)) * (1 + 0x1p-50);
}

/// `v` made perpendicular to `along`; the second pass removes what the first leaves.
static kiln_d3 perpendicular_part(kiln_d3 v, kiln_d3 along)
{
	double length2 = kiln_d3_length2(along);
	for (int i = 0; i < 2 && length2 > 0; ++i)
		v = kiln_d3_along(v, -kiln_d3_dot(v, along) / length2, along);
	return v;
}

/// Tests the directions that may lead from the axis to the triangle at their closest points, for the case that rounding
/// turned the computed one: from edge to end, from axis to corner, or perpendicular to both.
static bool apart_by_features(const capsule_view *view)
{
	const kiln_d3 *c = view->corner;
	kiln_d3 half = view->half;
	if (apart_along(view, kiln_d3_cross(kiln_d3_sub(c[1], c[0]), kiln_d3_sub(c[2], c[0]))))
		return true;
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 edge = kiln_d3_sub(c[(i + 1) % 3], c[i]), low = kiln_d3_add(c[i], half), high = kiln_d3_sub(c[i], half);
		if (apart_along(view, perpendicular_part(low, edge)) || apart_along(view, perpendicular_part(high, edge)) ||
			apart_along(view, kiln_d3_cross(edge, half)) || apart_along(view, perpendicular_part(c[i], half)))
			return true;
	}
	return false;
}

bool kiln_overlaps_capsule_triangle(const kiln_capsule *a, const kiln_triangle *b)
{
	if (!kilni_usable_capsule(a) || !kilni_usable_triangle(b))
		return true;
	capsule_view view = view_of(a, b);
	kiln_d3 half = view.half;
	kiln_nearest_pair near = kilni_segment_triangle(kiln_d3_scale(half, -1), kiln_d3_scale(half, 2), view.corner);
	if (near.distance2 <= view.radius * view.radius)
		return true;
	return !apart_along(&view, kiln_d3_sub(near.second, near.first)) && !apart_by_features(&view);
}
