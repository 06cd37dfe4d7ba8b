// SPDX-License-Identifier: MIT
#include "penetration_case.h"

#include "kiln/convex/distance.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

kiln_convex_depth penetration_by(const kiln_penetration_method *method, const kiln_convex_object *a,
	const kiln_convex_object *b, kiln_convex_cache *cache)
{
	kiln_convex_depth found;
	assert_int_equal(kiln_convex_penetration(a, b, method, cache, &found), KILN_OK);
	return found;
}

kiln_convex_depth penetration_of(const kiln_convex_object *a, const kiln_convex_object *b)
{
	return penetration_by(NULL, a, b, NULL);
}

kiln_convex_depth penetration_of_shapes(const kiln_convex_shape *a, const kiln_convex_shape *b)
{
	return penetration_of(&(kiln_convex_object){a, {.scale = 0}}, &(kiln_convex_object){b, {.scale = 0}});
}

float penetration_distance(const kiln_convex_object *a, const kiln_convex_object *b)
{
	kiln_convex_separation separation;
	assert_int_equal(kiln_convex_distance(a, b, NULL, NULL, &separation), KILN_OK);
	return separation.distance;
}

float penetration_away(kiln_vec3 point, const kiln_convex_object *b)
{
	kiln_convex_shape shape = {.kind = KILN_CONVEX_POINT, .point = point};
	return penetration_distance(&(kiln_convex_object){&shape, {.scale = 0}}, b);
}

kiln_pose penetration_pose(uint64_t *random, double away)
{
	return (kiln_pose){.rotation = oracle_rotation(random), .translation = oracle_vector(random, away)};
}

double penetration_dot(kiln_vec3 a, kiln_vec3 b)
{
	return kiln_d3_dot(kiln_d3_from(a), kiln_d3_from(b));
}

#define CLOUD 14

void grid_hull_make(grid_hull *hull, uint64_t *random, double flat, double size)
{
	float points[CLOUD][3];
	uint32_t count = 4 + (uint32_t)(fixture_random(random) % (CLOUD - 3));
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = (float)(floor(oracle_signed(random) * 1024 * size * (k == 1 ? flat : 1)) / 1024);
	hull_case_make_of(&hull->cooked, (const float(*)[3])points, count, UINT32_MAX);
	hull->count = hull->cooked.view.vertex_count;
	for (uint32_t i = 0; i < hull->count; ++i)
		hull->points[i] = kiln_hull_vertex(&hull->cooked.view, i);
}
