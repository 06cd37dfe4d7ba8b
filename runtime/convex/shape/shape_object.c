// SPDX-License-Identifier: MIT
#include "shape.h"

#include "math/quaternion.h"

#include <math.h>

/// A point of the format's parameters.
static kiln_vec3 point_at(const float *p)
{
	return (kiln_vec3){p[0], p[1], p[2]};
}

static kiln_obb box_of(const float *p)
{
	kiln_obb obb = {.center = point_at(p), .half_extents = {p[3], p[4], p[5]}};
	kiln_d3 axes[3];
	kiln_quat_axes((kiln_quat){p[6], p[7], p[8], p[9]}, axes);
	for (int i = 0; i < 3; ++i)
		obb.axes[i] = kiln_d3_to(axes[i]);
	return obb;
}

bool kiln_convex_from_asset(const kiln_asset *asset, uint32_t shape, kiln_hull *hull, kiln_convex_shape *convex)
{
	if (!asset || !hull || !convex || shape >= asset->shape_count)
		return false;
	const kiln_format_shape *stored = &asset->shapes[shape];
	const float *p = stored->parameters;
	kiln_convex_shape found = {.margin = 0};
	switch (stored->kind)
	{
	case KILN_SHAPE_HULL:
		if (!kiln_hull_from_asset(asset, stored->index, hull))
			return false;
		found.kind = KILN_CONVEX_HULL;
		found.hull = hull;
		break;
	case KILN_SHAPE_SPHERE:
		found.kind = KILN_CONVEX_SPHERE;
		found.sphere = (kiln_sphere){point_at(p), p[3]};
		break;
	case KILN_SHAPE_CAPSULE:
		found.kind = KILN_CONVEX_CAPSULE;
		found.capsule = (kiln_capsule){point_at(p), point_at(p + 3), p[6]};
		break;
	case KILN_SHAPE_CYLINDER:
		found.kind = KILN_CONVEX_CYLINDER;
		found.cylinder = (kiln_cylinder){point_at(p), point_at(p + 3), p[6]};
		break;
	case KILN_SHAPE_BOX:
		found.kind = KILN_CONVEX_OBB;
		found.obb = box_of(p);
		break;
	default:
		return false;
	}
	*convex = found;
	return true;
}

kiln_vec3 kiln_convex_object_support(const kiln_convex_object *object, kiln_vec3 direction, uint32_t *seed)
{
	if (!kilni_convex_object_usable(object))
		return (kiln_vec3){0, 0, 0};
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	kiln_d3 eye = kilni_convex_object_anchor(object), along = kiln_d3_from(direction);
	kilni_convex_of_object(object, eye, terms);
	// Directions that are NaN, infinite or zero have no support.
	double length2 = kiln_d3_length2(along);
	bool leads = length2 > 0 && length2 < HUGE_VAL;
	if (!leads)
		along = (kiln_d3){0, 0, 0};
	uint32_t at = seed ? *seed - 1 : KILN_NONE;
	kiln_d3 point = kilni_convex_support(terms, along, &at);
	if (seed)
		*seed = at + 1;
	if (leads)
		point = kiln_d3_along(point, terms[0].margin / sqrt(length2), along);
	return kiln_d3_to(kiln_d3_add(eye, point));
}
