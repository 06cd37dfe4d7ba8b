// SPDX-License-Identifier: MIT
#include "aabb.h"
#include "bound/obb/obb.h"
#include "bound/round/capsule.h"
#include "bound/round/cone.h"
#include "bound/round/cylinder.h"
#include "bound/round/ellipsoid.h"
#include "bound/round/rss.h"
#include "bound/round/sphere.h"
#include "kdop.h"

#include <string.h>

static const bound_method *const boxes[] = {&bound_aabb};
static const bound_method *const spheres[] = {&bound_sphere_box, &bound_sphere_ritter, &bound_sphere_ritter_eigen,
	&bound_sphere_iterative, &bound_sphere_minimum};
static const bound_method *const kdops[] = {&bound_kdop6, &bound_kdop8, &bound_kdop12, &bound_kdop14, &bound_kdop18,
	&bound_kdop20, &bound_kdop24, &bound_kdop26};
static const bound_method *const capsules[] = {&bound_capsule_principal, &bound_capsule_fast, &bound_capsule_best};
static const bound_method *const lozenges[] = {&bound_rss_principal, &bound_rss_fast, &bound_rss_best};
static const bound_method *const cylinders[] = {&bound_cylinder_principal, &bound_cylinder_best};
static const bound_method *const cones[] = {&bound_cone_principal, &bound_cone_best};
static const bound_method *const ellipsoids[] = {&bound_ellipsoid_principal, &bound_ellipsoid_minimum};

#define LIST(methods) (*count = sizeof methods / sizeof *methods, methods)

const bound_method *const *bound_methods(bound_kind kind, uint32_t *count)
{
	switch (kind)
	{
	case BOUND_AABB:
		return LIST(boxes);
	case BOUND_SPHERE:
		return LIST(spheres);
	case BOUND_OBB:
		*count = bound_obb_method_count;
		return bound_obb_methods;
	case BOUND_KDOP:
		return LIST(kdops);
	case BOUND_CAPSULE:
		return LIST(capsules);
	case BOUND_RSS:
		return LIST(lozenges);
	case BOUND_CYLINDER:
		return LIST(cylinders);
	case BOUND_CONE:
		return LIST(cones);
	case BOUND_ELLIPSOID:
		return LIST(ellipsoids);
	default:
		*count = 0;
		return NULL;
	}
}

const bound_method *bound_method_named(const char *name)
{
	for (bound_kind kind = BOUND_AABB; kind < BOUND_KIND_COUNT; ++kind)
	{
		uint32_t count;
		const bound_method *const *methods = bound_methods(kind, &count);
		for (uint32_t i = 0; i < count; ++i)
			if (strcmp(methods[i]->name, name) == 0)
				return methods[i];
	}
	return NULL;
}
