// SPDX-License-Identifier: MIT
#include "extreme.h"

#include "math/orient.h"
#include "tree/layout.h"

#define KILN_BACKEND_BASE
#include "simd/simd8.h"

/// The vertex at which a half-edge begins.
static kiln_vec3 corner(const kiln_hull *hull, uint32_t half)
{
	return kiln_hull_vertex(hull, kiln_hull_origin(hull, half));
}

/// Whether a point lies behind a face or in its plane, exactly: the corners of a face are coplanar to the bit.
static bool behind_face(const kiln_hull *hull, uint32_t face, kiln_vec3 point)
{
	uint32_t count, first = kiln_hull_face(hull, face, &count);
	const kiln_vec3 corners[3] = {corner(hull, first), corner(hull, first + 1), corner(hull, first + 2)};
	return kilni_orient3(corners, point) <= 0;
}

/// Planes in float32 reject points that are clearly outside. Where a plane is close to the point, the exact sign
/// decides. The computed height over a plane has errors from its own roundings (six of 2^-24 of the coordinates' sizes)
/// and from the plane's rounded normal and offset (as much again over the hull's extent).
static bool in_polyhedron(const kiln_hull *hull, kiln_vec3 point)
{
	const f8 x = f8_set1(point.x), y = f8_set1(point.y), z = f8_set1(point.z);
	float slack = 0x1p-17f * hull->reach + 0x1p-140f;
	const f8 outside = f8_set1(slack), near = f8_set1(-slack);
	for (uint32_t i = 0; i < hull->face_count; i += KILN_HULL_BLOCK)
	{
		f8 along = f8_add(f8_mul(f8_load(hull->nx + i), x), f8_mul(f8_load(hull->ny + i), y));
		f8 height = f8_sub(f8_add(along, f8_mul(f8_load(hull->nz + i), z)), f8_load(hull->d + i));
		uint32_t bits = m8_bits(m8_ge(height, near));
		if (!bits)
			continue;
		if (m8_bits(m8_gt(height, outside)))
			return false;
		for (; bits; bits &= bits - 1)
		{
			uint32_t face = i + kiln_lowest_bit(bits);
			if (face < hull->face_count && !behind_face(hull, face, point))
				return false;
		}
	}
	return true;
}

/// A point without the coordinate on `axis`.
static void flatten(kiln_vec3 point, int axis, float flat[2])
{
	flat[0] = axis == 0 ? point.y : point.x;
	flat[1] = axis == 2 ? point.y : point.z;
}

/// Side of the line ab on which the point lies, in the projection along an axis.
static int side(kiln_vec3 a, kiln_vec3 b, kiln_vec3 point, int axis)
{
	float flat[3][2];
	flatten(a, axis, flat[0]);
	flatten(b, axis, flat[1]);
	flatten(point, axis, flat[2]);
	return kilni_orient2(flat[0][0], flat[0][1], flat[1][0], flat[1][1], flat[2][0], flat[2][1]);
}

static bool in_polygon(const kiln_hull *hull, kiln_vec3 point)
{
	uint32_t count, first = kiln_hull_face(hull, 0, &count);
	const kiln_vec3 corners[3] = {corner(hull, first), corner(hull, first + 1), corner(hull, first + 2)};
	if (kilni_orient3(corners, point) != 0)
		return false;
	int axis = 0, turn;
	while ((turn = side(corners[0], corners[1], corners[2], axis)) == 0 && axis < 2)
		++axis;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 a = corner(hull, first + i), b = corner(hull, first + (i + 1 < count ? i + 1 : 0));
		if (turn * side(a, b, point, axis) < 0)
			return false;
	}
	return true;
}

static bool on_segment(const kiln_hull *hull, kiln_vec3 point)
{
	kiln_vec3 a = kiln_hull_vertex(hull, 0), b = kiln_hull_vertex(hull, 1);
	return side(a, b, point, 0) == 0 && side(a, b, point, 1) == 0 && side(a, b, point, 2) == 0;
}

bool kiln_hull_contains(const kiln_hull *view, kiln_vec3 point)
{
	// Tests the box first. The box is exact, reduces lines to their segments, and bounds the numbers below. NaN fails
	// the test.
	if (!(point.x >= view->low.x && point.x <= view->high.x && point.y >= view->low.y && point.y <= view->high.y &&
			point.z >= view->low.z && point.z <= view->high.z))
		return false;
	switch (view->dimension)
	{
	case 3:
		return in_polyhedron(view, point);
	case 2:
		return in_polygon(view, point);
	case 1:
		return on_segment(view, point);
	default:
		return true;
	}
}
