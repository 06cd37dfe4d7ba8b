// SPDX-License-Identifier: MIT
#include "primitive/moving/sweep.h"
#include "shape/segment.h"
#include "shape/triangle_point.h"
#include "touch.h"

#include <math.h>

/// Closest points of a box (first) and a triangle (second), in the box's axes, by features: corners of either against
/// the other, then edges against edges. Among equally close pairs, the first one found.
typedef struct box_features
{
	const kiln_solid *box;
	kiln_nearest_pair best;
} box_features;

static void consider(box_features *features, kiln_d3 first, kiln_d3 second)
{
	double distance2 = kiln_d3_length2(kiln_d3_sub(first, second));
	if (distance2 < features->best.distance2)
		features->best = (kiln_nearest_pair){distance2, first, second};
}

static kiln_d3 clamp_to_box(const kiln_solid *box, kiln_d3 p)
{
	kiln_d3 low = kiln_d3_scale(box->half, -1);
	return kiln_d3_max(low, kiln_d3_min(box->half, p));
}

static kiln_d3 box_corner(const kiln_solid *box, int i)
{
	return (kiln_d3){
		i & 1 ? box->half.x : -box->half.x, i & 2 ? box->half.y : -box->half.y, i & 4 ? box->half.z : -box->half.z};
}

static void consider_edges(box_features *features, const kiln_d3 local[3])
{
	for (int corner = 0; corner < 8; ++corner)
		for (int axis = 0; axis < 3; ++axis)
		{
			if (corner >> axis & 1)
				continue;
			kiln_d3 start = box_corner(features->box, corner);
			kiln_d3 along = kiln_d3_sub(box_corner(features->box, corner | 1 << axis), start);
			for (int i = 0; i < 3; ++i)
			{
				kiln_d3 edge = kiln_d3_sub(local[(i + 1) % 3], local[i]);
				kiln_nearest_pair pair = kilni_segment_segment(start, along, local[i], edge);
				consider(features, pair.first, pair.second);
			}
		}
}

/// The point of a triangle closest to a box that it does not overlap, at most touches; all in the box's axes.
static kiln_d3 closest_to_box(const kiln_solid *box, const kiln_d3 local[3])
{
	box_features features = {box, {HUGE_VAL, {0, 0, 0}, {0, 0, 0}}};
	for (int i = 0; i < 3; ++i)
		consider(&features, clamp_to_box(box, local[i]), local[i]);
	for (int corner = 0; corner < 8; ++corner)
	{
		kiln_d3 at = box_corner(box, corner), shifted[3];
		for (int i = 0; i < 3; ++i)
			shifted[i] = kiln_d3_sub(local[i], at);
		consider(&features, at, kiln_d3_add(at, kilni_triangle_closest(shifted)));
	}
	consider_edges(&features, local);
	return features.best.second;
}

/// A point of contact, and the point of the solid's center or axis from which the normal leads.
static kiln_nearest_pair contact_pair(const kiln_solid *solid, const kiln_d3 corner[3], bool start)
{
	const kiln_d3 center = {0, 0, 0};
	if (solid->kind == KILN_SOLID_CAPSULE)
		return kilni_segment_triangle(kiln_d3_scale(solid->axis, -1), kiln_d3_scale(solid->axis, 2), corner);
	if (solid->kind == KILN_SOLID_SPHERE || start)
	{
		kiln_d3 point = kilni_triangle_closest(corner);
		return (kiln_nearest_pair){kiln_d3_length2(point), center, point};
	}
	kiln_box_view view = kilni_box_see(solid, corner);
	kiln_d3 point = closest_to_box(solid, view.corner);
	kiln_d3 back = kiln_d3_scale(solid->side[0], point.x);
	back = kiln_d3_along(kiln_d3_along(back, point.y, solid->side[1]), point.z, solid->side[2]);
	return (kiln_nearest_pair){kiln_d3_length2(back), center, back};
}

/// Scales `v` to length one; returns false if its length is negligible beside `size`.
static bool normalize(kiln_d3 *v, double size)
{
	double largest = kiln_d3_largest(*v);
	if (!(largest > size))
		return false;
	// Two steps, so that neither tiny nor huge components leave the range when squared.
	*v = kiln_d3_scale(*v, 1 / largest);
	*v = kiln_d3_scale(*v, 1 / sqrt(kiln_d3_length2(*v)));
	return true;
}

/// The triangle's own normal; against the path where there is one. Some unit vector for a triangle without a normal.
static kiln_d3 own_normal(const kiln_path *path, const kiln_d3 seen[3], bool start, bool mirrored)
{
	kiln_d3 normal = kiln_d3_cross(kiln_d3_sub(seen[1], seen[0]), kiln_d3_sub(seen[2], seen[0]));
	bool turn = start ? mirrored : kiln_d3_dot(normal, path->direction) > 0;
	normal = kiln_d3_scale(normal, turn ? -1 : 1);
	if (normalize(&normal, 0))
		return normal;
	normal = kiln_d3_scale(path->direction, -1);
	return normalize(&normal, 0) ? normal : (kiln_d3){0, 0, 1};
}

void kilni_contact_finish(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], bool mirrored, kiln_solid_contact *contact)
{
	bool start = !(contact->time > 0);
	kiln_d3 corner[3];
	double size = kiln_d3_largest(solid->axis);
	for (int i = 0; i < 3; ++i)
	{
		corner[i] = kiln_d3_along(seen[i], -contact->time, path->direction);
		size = kiln_double_max(size, kiln_d3_largest(seen[i]));
	}
	kiln_nearest_pair pair = contact_pair(solid, corner, start);
	contact->point = kiln_d3_along(pair.second, contact->time, path->direction);
	kiln_d3 normal = contact->normal;
	if (!normalize(&normal, 0))
	{
		normal = kiln_d3_sub(pair.first, pair.second);
		// A shorter vector is a rounding error.
		if (!normalize(&normal, 0x1p-46 * size))
			normal = own_normal(path, seen, start, mirrored);
	}
	contact->normal = normal;
}
