// SPDX-License-Identifier: MIT
#include "rounded_case.h"

#include "support/asset_fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

float rounded_grid(uint64_t *random, float size)
{
	return size * (float)((int)(fixture_random(random) % 33) - 16) / 16;
}

static kiln_vec3 grid_point(uint64_t *random, float size)
{
	float x = rounded_grid(random, size), y = rounded_grid(random, size);
	return (kiln_vec3){x, y, rounded_grid(random, size)};
}

kiln_convex_shape rounded_random(uint64_t *random, float size)
{
	kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {grid_point(random, size), 0}};
	float radius = size * (float)(fixture_random(random) % 5) / 8;
	shape.sphere.radius = radius;
	if (fixture_random(random) % 3)
		shape = (kiln_convex_shape){
			.kind = KILN_CONVEX_CAPSULE, .capsule = {grid_point(random, size), grid_point(random, size), radius}};
	shape.margin = fixture_random(random) % 4 ? 0 : size / 16;
	return shape;
}

kiln_convex_shape rounded_lozenge(const kiln_convex_shape *rounded)
{
	kiln_convex_shape shape = {.kind = KILN_CONVEX_RSS, .margin = rounded->margin};
	if (rounded->kind == KILN_CONVEX_SPHERE)
	{
		shape.rss = (kiln_rss){.origin = rounded->sphere.center, .radius = rounded->sphere.radius};
		return shape;
	}
	const kiln_capsule *c = &rounded->capsule;
	shape.rss = (kiln_rss){.origin = c->a, .radius = c->radius};
	shape.rss.edges[0] = (kiln_vec3){c->b.x - c->a.x, c->b.y - c->a.y, c->b.z - c->a.z};
	return shape;
}

void rounded_assert_near(kiln_vec3 p, kiln_vec3 q, double most)
{
	assert_true(fabs((double)p.x - (double)q.x) <= most);
	assert_true(fabs((double)p.y - (double)q.y) <= most);
	assert_true(fabs((double)p.z - (double)q.z) <= most);
}

void rounded_assert_same_feature(kiln_feature p, kiln_feature q)
{
	assert_int_equal(p.kind, q.kind);
	assert_int_equal(p.index, q.index);
}
