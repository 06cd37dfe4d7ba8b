// SPDX-License-Identifier: MIT
#include "solid.h"

#include "math/quaternion.h"
#include "math/rounding.h"

#include <math.h>

bool kilni_point_in_range(kiln_vec3 point)
{
	// Written so that NaN fails.
	return point.x >= -KILN_COORDINATE_MAX && point.x <= KILN_COORDINATE_MAX && point.y >= -KILN_COORDINATE_MAX &&
		   point.y <= KILN_COORDINATE_MAX && point.z >= -KILN_COORDINATE_MAX && point.z <= KILN_COORDINATE_MAX;
}

static bool size_valid(float size)
{
	return size >= 0 && kiln_float_finite(size);
}

/// The reach, widened for the rounding of center +- reach in double.
static kiln_d3 widen(kiln_d3 center, kiln_d3 reach)
{
	return kiln_d3_along(reach, 0x1p-46, kiln_d3_add(kiln_d3_abs(center), reach));
}

bool kilni_solid_from_sphere(kiln_solid *solid, const kiln_sphere *sphere)
{
	if (!solid || !sphere || !kilni_point_in_range(sphere->center) || !size_valid(sphere->radius))
		return false;
	double radius = (double)sphere->radius;
	*solid = (kiln_solid){.kind = KILN_SOLID_SPHERE, .center = kiln_d3_from(sphere->center), .radius = radius};
	solid->reach = widen(solid->center, (kiln_d3){radius, radius, radius});
	return true;
}

static bool rotation_valid(kiln_quat q)
{
	return kiln_float_finite(q.x) && kiln_float_finite(q.y) && kiln_float_finite(q.z) && kiln_float_finite(q.w);
}

bool kilni_solid_from_box(kiln_solid *solid, const kiln_box *box)
{
	if (!solid || !box || !kilni_point_in_range(box->center) || !size_valid(box->half_extents.x) ||
		!size_valid(box->half_extents.y) || !size_valid(box->half_extents.z) || !rotation_valid(box->rotation))
		return false;
	*solid = (kiln_solid){
		.kind = KILN_SOLID_BOX, .center = kiln_d3_from(box->center), .half = kiln_d3_from(box->half_extents)};
	kiln_quat_axes(box->rotation, solid->side);
	kiln_d3 reach = kiln_d3_scale(kiln_d3_abs(solid->side[0]), solid->half.x);
	reach = kiln_d3_along(reach, solid->half.y, kiln_d3_abs(solid->side[1]));
	reach = kiln_d3_along(reach, solid->half.z, kiln_d3_abs(solid->side[2]));
	solid->reach = widen(solid->center, reach);
	return true;
}

bool kilni_solid_from_capsule(kiln_solid *solid, const kiln_capsule *capsule)
{
	if (!solid || !capsule || !kilni_point_in_range(capsule->a) || !kilni_point_in_range(capsule->b) ||
		!size_valid(capsule->radius))
		return false;
	kiln_d3 a = kiln_d3_from(capsule->a), b = kiln_d3_from(capsule->b);
	double radius = (double)capsule->radius;
	*solid = (kiln_solid){.kind = KILN_SOLID_CAPSULE, .radius = radius};
	solid->center = kiln_d3_scale(kiln_d3_add(a, b), 0.5);
	solid->axis = kiln_d3_scale(kiln_d3_sub(b, a), 0.5);
	kiln_d3 reach = kiln_d3_add(kiln_d3_abs(solid->axis), (kiln_d3){radius, radius, radius});
	solid->reach = widen(solid->center, reach);
	return true;
}

kiln_solid_plane kilni_solid_on_plane(const kiln_solid *round, const kiln_d3 seen[3])
{
	kiln_d3 e = kiln_d3_sub(seen[1], seen[0]), f = kiln_d3_sub(seen[2], seen[0]);
	kiln_d3 normal = kiln_d3_cross(e, f);
	// Covers the error of the normal and of the products with it, and twice the touching distance of kilni_touch.
	double size = kiln_d3_largest(seen[0]) + kiln_d3_largest(e) + kiln_d3_largest(f) + kiln_d3_largest(round->axis);
	double margin = 0x1p-45 * kiln_d3_largest(e) * kiln_d3_largest(f) * (size + round->radius);
	double along = kiln_double_abs(kiln_d3_dot(normal, round->axis));
	double reach = round->radius * sqrt(kiln_d3_length2(normal)) + along + margin;
	return (kiln_solid_plane){normal, kiln_d3_dot(normal, seen[0]), reach};
}
