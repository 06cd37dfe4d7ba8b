// SPDX-License-Identifier: MIT
#include "touch.h"

/// A coordinate of the triangle has a few roundings of 2^-53 from the subtraction of the center and the rotation. Each
/// product of a projection adds one, and the axis's own components add some. Together they are less than 2^-49 times
/// the axis's largest possible component times the size.
#define MARGIN 0x1p-49

kiln_box_view kilni_box_see(const kiln_solid *box, const kiln_d3 seen[3])
{
	kiln_box_view view = {.half = box->half};
	double size = 0;
	for (int i = 0; i < 3; ++i)
	{
		view.corner[i] = kiln_box_turn(box, seen[i]);
		size = kiln_double_max(size, kiln_d3_largest(view.corner[i]));
	}
	view.size = size + kiln_d3_largest(box->half);
	return view;
}

static kiln_box_axis span(kiln_d3 direction, double a, double b, double c, double radius, double scale2)
{
	return (kiln_box_axis){direction, kiln_double_min(a, kiln_double_min(b, c)),
		kiln_double_max(a, kiln_double_max(b, c)), radius, scale2};
}

void kilni_box_face_axes(const kiln_box_view *view, kiln_box_axis axes[4])
{
	const kiln_d3 *c = view->corner;
	double margin = MARGIN * view->size;
	axes[0] = span((kiln_d3){1, 0, 0}, c[0].x, c[1].x, c[2].x, view->half.x + margin, 1);
	axes[1] = span((kiln_d3){0, 1, 0}, c[0].y, c[1].y, c[2].y, view->half.y + margin, 1);
	axes[2] = span((kiln_d3){0, 0, 1}, c[0].z, c[1].z, c[2].z, view->half.z + margin, 1);
	kiln_d3 e = kiln_d3_sub(c[1], c[0]), f = kiln_d3_sub(c[2], c[0]);
	kiln_d3 normal = kiln_d3_cross(e, f);
	double radius = kiln_d3_dot(kiln_d3_abs(normal), view->half) + 2 * kiln_d3_largest(e) * kiln_d3_largest(f) * margin;
	axes[3] = span(normal, kiln_d3_dot(normal, c[0]), kiln_d3_dot(normal, c[1]), kiln_d3_dot(normal, c[2]), radius,
		kiln_d3_length2(e) * kiln_d3_length2(f));
}

void kilni_box_edge_axes(const kiln_box_view *view, int edge, kiln_box_axis axes[3])
{
	// Both ends of the edge project on the same point, so one end is enough.
	kiln_d3 a = view->corner[edge], b = view->corner[(edge + 2) % 3], half = view->half;
	kiln_d3 e = kiln_d3_sub(view->corner[(edge + 1) % 3], a), size = kiln_d3_abs(e);
	double margin = MARGIN * view->size * kiln_d3_largest(e), length2 = kiln_d3_length2(e);
	double first = a.z * e.y - a.y * e.z, second = b.z * e.y - b.y * e.z;
	axes[0] = span((kiln_d3){0, -e.z, e.y}, first, first, second, half.y * size.z + half.z * size.y + margin, length2);
	first = a.x * e.z - a.z * e.x;
	second = b.x * e.z - b.z * e.x;
	axes[1] = span((kiln_d3){e.z, 0, -e.x}, first, first, second, half.x * size.z + half.z * size.x + margin, length2);
	first = a.y * e.x - a.x * e.y;
	second = b.y * e.x - b.x * e.y;
	axes[2] = span((kiln_d3){-e.y, e.x, 0}, first, first, second, half.x * size.y + half.y * size.x + margin, length2);
}

static bool apart(const kiln_box_axis *axes, int count)
{
	for (int i = 0; i < count; ++i)
		if (!(axes[i].least <= axes[i].radius && axes[i].most >= -axes[i].radius))
			return true;
	return false;
}

bool kilni_touch_box(const kiln_solid *box, const kiln_d3 seen[3])
{
	kiln_box_view view = kilni_box_see(box, seen);
	kiln_box_axis axes[4];
	kilni_box_face_axes(&view, axes);
	if (apart(axes, 4))
		return false;
	for (int edge = 0; edge < 3; ++edge)
	{
		kilni_box_edge_axes(&view, edge, axes);
		if (apart(axes, 3))
			return false;
	}
	return true;
}
