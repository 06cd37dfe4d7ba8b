// SPDX-License-Identifier: MIT
#include "world_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares turning casts with every triangle alone, with overlaps at many times, and with straight casts.

#define TOLERANCE 1e-3f

static bool same_bits(const kiln_hit *x, const kiln_hit *y)
{
	return x->hit == y->hit && x->t == y->t && x->triangle == y->triangle && x->node == y->node &&
		   memcmp(&x->point, &y->point, sizeof x->point) == 0 && memcmp(&x->normal, &y->normal, sizeof x->normal) == 0;
}

/// A sweep from one place to another, which turns by up to half a turn, around some point near the shape.
static kiln_sweep any_sweep(uint64_t *random, kiln_vec3 from, kiln_vec3 to)
{
	kiln_sweep sweep = {.from = world_any_pose(random, 1), .to = world_any_pose(random, 1)};
	sweep.from.translation = from;
	sweep.to.translation = to;
	sweep.from.scale = sweep.to.scale = 0;
	sweep.center = world_point_in(random, 0.3f);
	return sweep;
}

/// Overlaps of the shape, enlarged on all sides, at a time.
static uint32_t touches_at(
	const kiln_asset *asset, const kiln_convex_shape *shape, const kiln_sweep *sweep, float t, float more)
{
	kiln_convex_shape enlarged = *shape;
	enlarged.margin += more;
	const kiln_convex_object object = {&enlarged, kiln_sweep_at(sweep, t)};
	return kiln_scene_overlap_convex(asset, &object, NULL, 0);
}

/// Nothing is touched before the time of the hit, and something within the tolerance at that time.
static void check_by_overlaps(
	const kiln_asset *asset, const kiln_convex_shape *shape, const kiln_sweep *sweep, const kiln_hit *hit)
{
	const float end = hit->hit ? hit->t : 1;
	for (int i = 0; i < 24; i++)
	{
		const float t = end * (0.9999f - (float)i * (float)i / 576);
		assert_true(t <= 0 || touches_at(asset, shape, sweep, t, 0) == 0);
	}
	if (!hit->hit)
		assert_int_equal(touches_at(asset, shape, sweep, 1, 0), 0);
	else
		assert_true(touches_at(asset, shape, sweep, hit->t, 1.01f * TOLERANCE + 1e-5f) > 0);
	const kiln_vec3 n = hit->normal;
	if (hit->hit)
		assert_true(fabsf(n.x * n.x + n.y * n.y + n.z * n.z - 1) < 1e-5f);
}

/// The first of the times of all triangles, each alone.
static float first_alone(const shape_asset *meshes, const kiln_convex_shape *shape, const kiln_sweep *sweep)
{
	const shape_triangle *triangles;
	const uint32_t count = shape_triangles(meshes, KILN_NONE, &triangles);
	const kiln_sweep still = {.center = {0, 0, 0}};
	float first = INFINITY;
	for (uint32_t i = 0; i < count; i++)
	{
		kiln_convex_shape one = {.kind = KILN_CONVEX_TRIANGLE};
		kiln_convex_impact impact;
		memcpy(one.triangle.corners, triangles[i].corners, sizeof one.triangle.corners);
		assert_int_equal(kiln_convex_time_of_impact(shape, sweep, &one, &still, TOLERANCE, NULL, &impact), KILN_OK);
		first = impact.hit && impact.t < first ? impact.t : first;
	}
	return first;
}

static void turning_casts_hit_the_first_triangle(void **state)
{
	(void)state;
	static population p;
	uint32_t met = 0, started = 0;
	population_make(&p, 31, 1);
	const kiln_asset *asset = &p.meshes.asset;
	for (uint32_t trial = 0; trial < 150; trial++)
	{
		const kiln_convex_shape *shape = &p.shapes[trial % 6];
		const kiln_vec3 to = world_near_a_triangle(&p.meshes, &p.random);
		const kiln_vec3 aside = world_point_in(&p.random, trial % 3 ? 6 : 30);
		const kiln_vec3 from = {to.x + aside.x, to.y + aside.y, to.z + aside.z};
		const kiln_sweep sweep = any_sweep(&p.random, from, to);
		const kiln_hit hit = kiln_scene_cast_sweep(asset, shape, &sweep, TOLERANCE);
		const float first = first_alone(&p.meshes, shape, &sweep);
		assert_int_equal(hit.hit, first <= 1);
		assert_true(!hit.hit || fabsf(hit.t - first) <= 1e-4f);
		check_by_overlaps(asset, shape, &sweep, &hit);
		met += hit.hit;
		started += hit.hit && hit.t == 0;
	}
	assert_true(met > 60 && started < met);
	population_free(&p);
}

static void turning_casts_hit_solids(void **state)
{
	(void)state;
	static population p;
	uint32_t met = 0, missed = 0;
	for (uint64_t seed = 40; seed < 44; seed++)
	{
		population_make(&p, seed, 1);
		const kiln_asset *asset = &p.solids.cooked.asset;
		for (uint32_t trial = 0; trial < 150; trial++)
		{
			const kiln_convex_shape *shape = &p.shapes[trial % 6];
			const kiln_vec3 from = world_point_in(&p.random, 8), to = world_point_in(&p.random, 4);
			const kiln_sweep sweep = any_sweep(&p.random, from, to);
			const kiln_hit hit = kiln_scene_cast_sweep(asset, shape, &sweep, TOLERANCE);
			check_by_overlaps(asset, shape, &sweep, &hit);
			met += hit.hit;
			missed += !hit.hit;
		}
		population_free(&p);
	}
	assert_true(met > 150 && missed > 20);
}

static void without_a_turn_the_time_is_that_of_a_straight_cast(void **state)
{
	(void)state;
	static population p;
	uint32_t met = 0;
	population_make(&p, 51, 1);
	const kiln_asset *assets[2] = {&p.meshes.asset, &p.solids.cooked.asset};
	for (uint32_t trial = 0; trial < 400; trial++)
	{
		const kiln_asset *asset = assets[trial % 2];
		const kiln_convex_shape *shape = &p.shapes[trial % 6];
		const kiln_vec3 from = world_point_in(&p.random, 8), to = world_point_in(&p.random, 4);
		const kiln_vec3 way = {to.x - from.x, to.y - from.y, to.z - from.z};
		kiln_sweep sweep = any_sweep(&p.random, from, to);
		sweep.to.rotation = sweep.from.rotation;
		const kiln_convex_object object = {shape, sweep.from};
		const kiln_motion motion = {.direction = way, .t_max = 1};
		const kiln_hit straight = kiln_scene_cast_convex(asset, &object, &motion);
		const kiln_hit hit = kiln_scene_cast_sweep(asset, shape, &sweep, 0);
		// A graze may hit within the tolerance only.
		assert_true(hit.hit || !straight.hit);
		if (straight.hit)
			assert_true(hit.t <= straight.t + 1e-6f);
		if (straight.hit && straight.t == 0)
			assert_true(same_bits(&hit, &straight));
		met += straight.hit;
	}
	assert_true(met > 100);
	population_free(&p);
}

/// A blade that turns by almost half a turn crosses a small triangle only in the middle of its way.
static void a_thin_blade_does_not_pass_through(void **state)
{
	(void)state;
	const kiln_convex_shape blade = {.kind = KILN_CONVEX_AABB, .aabb = {{0, -1e-4f, -1e-4f}, {10, 1e-4f, 1e-4f}}};
	fixture_mesh ball = fixture_sphere(8, 12, 1);
	shape_asset mesh = shape_asset_of(&ball, KILN_ISA_AUTO);
	// The ball stands at the origin; the axis is 8 away from it.
	kiln_sweep sweep = {.from = {.rotation = {0, 0, -0.7f, 0.72f}, .translation = {-8, 0, 0}},
		.to = {.rotation = {0, 0, 0.7f, 0.72f}, .translation = {-8, 0, 0}}};
	const kiln_hit hit = kiln_scene_cast_sweep(&mesh.asset, &blade, &sweep, 0);
	assert_true(hit.hit && hit.t > 0.4f && hit.t < 0.5f && hit.normal.y < 0);
	assert_true(touches_at(&mesh.asset, &blade, &sweep, 0.5f, 0) > 0);
	sweep.to.rotation = sweep.from.rotation;
	assert_false(kiln_scene_cast_sweep(&mesh.asset, &blade, &sweep, 0).hit);
	shape_asset_free(&mesh);
}

static void the_first_member_of_a_world_is_hit(void **state)
{
	(void)state;
	static population p;
	uint32_t met = 0;
	population_make(&p, 61, 30);
	for (uint32_t trial = 0; trial < 150; trial++)
	{
		if (trial % 40 == 39)
			population_change(&p);
		const kiln_convex_shape *shape = &p.shapes[trial % 6];
		const kiln_vec3 from = world_point_in(&p.random, 12), to = world_point_in(&p.random, 6);
		const kiln_sweep sweep = any_sweep(&p.random, from, to);
		kiln_world_hit best = {.member = KILN_NONE};
		for (uint32_t i = 0; i < p.count; i++)
		{
			kiln_world_hit one = kiln_world_cast_sweep(p.alone[i].world, shape, &sweep, TOLERANCE, NULL);
			if (one.member == KILN_NONE || (best.member != KILN_NONE && best.hit.t <= one.hit.t))
				continue;
			best = one;
			best.member = i;
		}
		const kiln_world_hit answer = kiln_world_cast_sweep(p.all.world, shape, &sweep, TOLERANCE, NULL);
		assert_int_equal(answer.member, best.member);
		assert_true(same_bits(&answer.hit, &best.hit) && answer.user == best.user);
		for (uint32_t i = 0; i < 8; i++)
		{
			const float t = (best.member == KILN_NONE ? 1 : best.hit.t) * (0.999f - 0.12f * (float)i);
			const kiln_convex_object object = {shape, kiln_sweep_at(&sweep, t)};
			assert_true(t <= 0 || kiln_world_overlap_convex(p.all.world, &object, NULL, NULL, 0) == 0);
		}
		met += best.member != KILN_NONE;
	}
	assert_true(met > 50);
	population_free(&p);
}

static void what_is_not_usable_hits_nothing(void **state)
{
	(void)state;
	static population p;
	population_make(&p, 71, 5);
	const kiln_asset *asset = &p.meshes.asset;
	const kiln_convex_shape *ball = &p.shapes[0], bad = {.kind = KILN_CONVEX_SPHERE, .sphere = {.radius = -1}};
	const kiln_sweep good = {.from = {.scale = 1}, .to = {.scale = 1}};
	const kiln_sweep sweeps[4] = {{.to = {.translation = {NAN, 0, 0}}}, {.to = {.scale = 2}},
		{.center = {INFINITY, 0, 0}}, {.from = {.scale = -1}, .to = {.scale = -1}}};
	for (int i = 0; i < 4; i++)
	{
		assert_false(kiln_scene_cast_sweep(asset, ball, &sweeps[i], 0).hit);
		assert_int_equal(kiln_world_cast_sweep(p.all.world, ball, &sweeps[i], 0, NULL).member, KILN_NONE);
	}
	assert_false(kiln_scene_cast_sweep(NULL, ball, &good, 0).hit || kiln_scene_cast_sweep(asset, NULL, &good, 0).hit);
	assert_false(kiln_scene_cast_sweep(asset, ball, NULL, 0).hit || kiln_scene_cast_sweep(asset, &bad, &good, 0).hit);
	assert_false(
		kiln_scene_cast_sweep(asset, ball, &good, -1).hit || kiln_scene_cast_sweep(asset, ball, &good, NAN).hit);
	assert_false(kiln_mesh_cast_sweep(asset, asset->mesh_count, ball, &good, 0).hit);
	assert_int_equal(kiln_world_cast_sweep(NULL, ball, &good, 0, NULL).member, KILN_NONE);
	assert_int_equal(kiln_world_cast_sweep(p.all.world, NULL, &good, 0, NULL).member, KILN_NONE);
	population_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turning_casts_hit_the_first_triangle),
		cmocka_unit_test(turning_casts_hit_solids),
		cmocka_unit_test(without_a_turn_the_time_is_that_of_a_straight_cast),
		cmocka_unit_test(a_thin_blade_does_not_pass_through),
		cmocka_unit_test(the_first_member_of_a_world_is_hit),
		cmocka_unit_test(what_is_not_usable_hits_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
