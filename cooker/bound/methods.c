// SPDX-License-Identifier: MIT
#include "aabb.h"
#include "kdop.h"
#include "sphere.h"

#include <string.h>

static const bound_method *const methods[] = {
	&bound_aabb,
	&bound_sphere_box,
	&bound_sphere_ritter,
	&bound_sphere_ritter_eigen,
	&bound_sphere_iterative,
	&bound_sphere_minimum,
	&bound_kdop6,
	&bound_kdop8,
	&bound_kdop12,
	&bound_kdop14,
	&bound_kdop18,
	&bound_kdop20,
	&bound_kdop24,
	&bound_kdop26,
};

const bound_method *const *bound_methods(uint32_t *count)
{
	*count = (uint32_t)(sizeof methods / sizeof *methods);
	return methods;
}

const bound_method *bound_method_named(const char *name)
{
	uint32_t count;
	const bound_method *const *all = bound_methods(&count);
	for (uint32_t i = 0; i < count; ++i)
		if (strcmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

const char *bound_kind_name(bound_kind kind)
{
	static const char *const names[BOUND_KIND_COUNT] = {
		"aabb", "sphere", "obb", "kdop", "capsule", "rss", "cylinder", "cone", "ellipsoid"};
	return (unsigned)kind < BOUND_KIND_COUNT ? names[kind] : "unknown";
}
