// SPDX-License-Identifier: MIT
#include "rounded.h"

#include "math/quaternion.h"
#include "shape.h"

static kiln_d3 turn(const kiln_d3 axes[3], double scale, kiln_d3 v)
{
	return kiln_d3_scale(kiln_d3_along(kiln_d3_along(kiln_d3_scale(axes[0], v.x), v.y, axes[1]), v.z, axes[2]), scale);
}

bool kilni_rounded_of_object(const kiln_convex_object *object, kiln_rounded *rounded)
{
	const kiln_convex_shape *shape = object ? object->shape : NULL;
	if (!shape || shape->plus || (shape->kind != KILN_CONVEX_SPHERE && shape->kind != KILN_CONVEX_CAPSULE) ||
		!kilni_convex_object_usable(object))
		return false;
	const double scale = object->pose.scale == 0 ? 1 : (double)object->pose.scale;
	kiln_d3 axes[3], start = kiln_d3_from(shape->sphere.center);
	double radius = (double)shape->sphere.radius;
	kiln_quat_axes(object->pose.rotation, axes);
	rounded->half = (kiln_d3){0, 0, 0};
	if (shape->kind == KILN_CONVEX_CAPSULE)
	{
		const kiln_d3 a = kiln_d3_from(shape->capsule.a), b = kiln_d3_from(shape->capsule.b);
		start = a;
		rounded->half = turn(axes, scale, kiln_d3_scale(kiln_d3_sub(b, a), 0.5));
		radius = (double)shape->capsule.radius;
	}
	rounded->start = kiln_d3_add(turn(axes, scale, start), kiln_d3_from(object->pose.translation));
	rounded->half2 = kiln_d3_length2(rounded->half);
	rounded->margin = (radius + (double)shape->margin) * scale;
	return true;
}

bool kilni_rounded_foot(const kiln_rounded *rounded, double t, double near, kiln_rounded_foot *foot)
{
	const double rest = 1 - kiln_double_abs(t);
	foot->point = kiln_d3_along(rounded->start, 1 + t, rounded->half);
	foot->feature = (kiln_feature){KILN_FEATURE_VERTEX, t > 0 ? 1U : 0U};
	if (rounded->half2 == 0 || rest == 0)
		return true;
	foot->feature = (kiln_feature){KILN_FEATURE_EDGE, 0};
	return rest > near;
}
