// SPDX-License-Identifier: MIT
#include "asset_fixture.h"
#include "compound_case.h"
#include "shape_assets.h"
#include "shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Times of impact of whole assets.

static kiln_pair_impact ask(
	const kiln_object *a, const kiln_sweep *sweep_a, const kiln_object *b, const kiln_sweep *sweep_b)
{
	kiln_pair_impact impact;
	memset(&impact, 0xff, sizeof impact);
	assert_int_equal(kiln_pair_time_of_impact(a, sweep_a, b, sweep_b, NULL, 0, &impact), KILN_OK);
	return impact;
}

/// How far apart the objects are where the sweeps put them at t, as float32 holds that.
static double apart_at(
	const kiln_object *a, const kiln_sweep *sweep_a, const kiln_object *b, const kiln_sweep *sweep_b, double t)
{
	kiln_object first = *a, second = *b;
	kiln_separation separation;
	first.pose = sweep_a ? kiln_sweep_at(sweep_a, (float)t) : a->pose;
	second.pose = sweep_b ? kiln_sweep_at(sweep_b, (float)t) : b->pose;
	assert_int_equal(kiln_pair_distance(&first, &second, NULL, &separation), KILN_OK);
	return (double)separation.distance;
}

static kiln_sweep sweep_of(uint64_t *random, double way, double turn)
{
	kiln_sweep sweep = {.center = oracle_vector(random, 0.5)};
	kiln_quat q = oracle_rotation(random), r = oracle_rotation(random);
	float part = (float)turn;
	sweep.from = (kiln_pose){q, oracle_vector(random, way), 1};
	sweep.to.rotation =
		turn < 1 ? (kiln_quat){q.x + part * r.x, q.y + part * r.y, q.z + part * r.z, q.w + part * r.w} : r;
	sweep.to.translation = oracle_vector(random, way);
	return sweep;
}

/// `slack`: what poses lose in float32.
static void check(const kiln_object *a, const kiln_sweep *sweep_a, const kiln_object *b, const kiln_sweep *sweep_b,
	const kiln_pair_impact *impact, double slack, int count)
{
	double end = impact->hit ? (double)impact->t : 1;
	for (int i = 0; i < count; ++i)
	{
		double apart = apart_at(a, sweep_a, b, sweep_b, end * i / count);
		if (impact->inside)
			assert_true(apart <= slack);
		else
			assert_true(apart > 0 || end < 100 * slack);
	}
	if (!impact->hit)
	{
		assert_true(impact->t == 0 && impact->gap == 0 && impact->normal.x == 0 && !impact->inside);
		return;
	}
	assert_true(impact->t >= 0 && impact->t <= 1);
	double apart = apart_at(a, sweep_a, b, sweep_b, end);
	assert_true(apart <= (double)impact->gap + slack);
	if (impact->inside)
		return;
	assert_true(fabs(kiln_d3_length2(kiln_d3_from(impact->normal)) - 1) < 1e-5);
}

static void meshes_meet_as_dense_sampling_tells(void **state)
{
	(void)state;
	uint64_t random = 1;
	int hits = 0, misses = 0;
	fixture_mesh soup = fixture_soup(60, 0.3f, 4), ball = fixture_sphere(6, 9, 0.6f);
	shape_asset first = shape_asset_of(&soup, KILN_ISA_AUTO), second = shape_asset_of(&ball, KILN_ISA_AUTO);
	kiln_object a = kiln_object_of_asset(&first.asset, NULL), b = kiln_object_of_asset(&second.asset, NULL);
	for (int i = 0; i < 150; ++i)
	{
		kiln_sweep along = sweep_of(&random, 2.5, i % 3 ? 1 : 0.05), over = sweep_of(&random, 2, i % 2);
		kiln_pair_impact impact = ask(&a, &along, &b, i % 4 ? &over : NULL);
		check(&a, &along, &b, i % 4 ? &over : NULL, &impact, 4e-6, 30);
		hits += impact.hit && !impact.inside;
		misses += !impact.hit;
		assert_true(impact.steps <= 512);
		// Farther apart than the tolerance only where steps ran out.
		assert_true(!impact.hit || impact.gap < 1e-5f || impact.steps >= 512);
		kiln_pair_impact other = ask(&b, i % 4 ? &over : NULL, &a, &along);
		if (impact.steps < 512 && other.steps < 512)
			assert_true(other.hit == impact.hit && fabsf(other.t - impact.t) < 1e-3f);
	}
	assert_true(hits > 30 && misses > 30);
	shape_asset_free(&first);
	shape_asset_free(&second);
}

static void a_ball_of_triangles_meets_a_wall_when_its_corner_does(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1), ground = fixture_box(10, 0.5f, 10);
	shape_asset first = shape_asset_of(&box, KILN_ISA_AUTO), second = shape_asset_of(&ground, KILN_ISA_AUTO);
	kiln_object a = kiln_object_of_asset(&first.asset, NULL), b = kiln_object_of_asset(&second.asset, NULL);
	for (int i = 0; i < 2; ++i)
	{
		// Straight down, 4.5 from face to face; far away too.
		float away = i ? 1e6f : 0;
		kiln_sweep down = {.from.translation = {away, 6, 0}, .to.translation = {away, -3, 0}};
		b.pose.translation.x = away;
		kiln_pair_impact impact = ask(&a, &down, &b, NULL);
		assert_true(impact.hit && !impact.inside && impact.t <= 0.5f && impact.t > 0.499999f);
		assert_true(impact.gap > 0 && impact.gap < 2e-5f);
		assert_true(impact.normal.y > 0.999999f && fabsf(impact.point.y - 0.5f) < 1e-5f);
		assert_true(impact.node_a == 0 && impact.node_b == 0 && impact.triangle_a != KILN_NONE);
	}
	// It turns by an eighth around z and comes down with its edge first: 1 + (h - sqrt(2)) is when that is there.
	b.pose.translation.x = 0;
	kiln_quat eighth = {0, 0, 0.38268343f, 0.92387953f};
	kiln_sweep edge = {.from = {eighth, {0, 5, 0}, 0}, .to = {eighth, {0, 0, 0}, 0}};
	kiln_pair_impact impact = ask(&a, &edge, &b, NULL);
	double time = (5 - 0.5 - sqrt(2.0)) / 5;
	assert_true(impact.hit && fabs((double)impact.t - time) < 1e-5);
	shape_asset_free(&first);
	shape_asset_free(&second);
}

static void nothing_passes_through_a_sheet(void **state)
{
	(void)state;
	fixture_mesh sheet = fixture_ground(4, 3), bullet = fixture_box(1e-3f, 1e-3f, 1e-3f);
	shape_asset first = shape_asset_of(&sheet, KILN_ISA_AUTO), second = shape_asset_of(&bullet, KILN_ISA_AUTO);
	kiln_object a = kiln_object_of_asset(&first.asset, NULL), b = kiln_object_of_asset(&second.asset, NULL);
	uint64_t random = 3;
	for (int i = 0; i < 60; ++i)
	{
		kiln_sweep fall = sweep_of(&random, 0, 1);
		float x = 0.5f + 3 * fixture_random_unit(&random), y = 0.5f + 3 * fixture_random_unit(&random);
		fall.from.translation = (kiln_vec3){x, y, 300};
		fall.to.translation = (kiln_vec3){y, x, -500};
		fall.center = (kiln_vec3){0, 0, 0};
		kiln_pair_impact impact = ask(&a, NULL, &b, &fall);
		assert_true(impact.hit && !impact.inside && impact.gap < 1e-3f);
		assert_true(impact.normal.z < 0 && fabsf(impact.t - 0.375f) < 0.01f);
	}
	shape_asset_free(&first);
	shape_asset_free(&second);
}

static void compounds_and_solids_meet_too(void **state)
{
	(void)state;
	uint64_t random = 5;
	int hits = 0;
	const compound_plan plan = {
		.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 1, .grounds = 1, .copies = 1, .spread = 1};
	for (int n = 0; n < 3; ++n)
	{
		compound c, d;
		compound_make(&c, &random, &plan);
		compound_make(&d, &random, &plan);
		kiln_object a = kiln_object_of_asset(&c.cooked.asset, NULL);
		kiln_object b = kiln_object_of_asset(&d.cooked.asset, NULL);
		for (int i = 0; i < 12; ++i)
		{
			kiln_sweep along = sweep_of(&random, 8, 1), over = sweep_of(&random, 8, 0.2);
			kiln_pair_impact impact = ask(&a, &along, &b, &over);
			check(&a, &along, &b, &over, &impact, 2e-5, 12);
			hits += impact.hit && !impact.inside;
		}
		// Shapes of both, solids among them.
		for (int i = 0; i < 40; ++i)
		{
			kiln_object one = kiln_object_of_shape(
				&c.cooked.asset, (uint32_t)(fixture_random(&random) % c.cooked.asset.shape_count), NULL);
			kiln_object other = kiln_object_of_shape(
				&d.cooked.asset, (uint32_t)(fixture_random(&random) % d.cooked.asset.shape_count), NULL);
			kiln_sweep along = sweep_of(&random, 2, 1), over = sweep_of(&random, 2, 0.2);
			kiln_pair_impact impact = ask(&one, &along, &other, &over);
			check(&one, &along, &other, &over, &impact, 2e-5, 12);
			hits += impact.hit && !impact.inside;
		}
		compound_free(&c);
		compound_free(&d);
	}
	assert_true(hits > 20);
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	kiln_object a = kiln_object_of_asset(&shapes.asset, NULL), none = a, bad = a;
	none.asset = NULL;
	bad.shape = 7;
	const kiln_sweep still = {.center = {0, 0, 0}};
	kiln_sweep sweeps[3] = {still, still, still};
	sweeps[0].from.translation.x = NAN;
	sweeps[1].to.scale = 2;
	sweeps[2].center.y = INFINITY;
	kiln_pair_impact impact, zero;
	memset(&zero, 0, sizeof zero);
	for (int i = 0; i < 3; ++i)
	{
		memset(&impact, 1, sizeof impact);
		assert_int_equal(kiln_pair_time_of_impact(&a, &sweeps[i], &a, NULL, NULL, 0, &impact), KILN_E_ARGUMENT);
		assert_memory_equal(&impact, &zero, sizeof zero);
		assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, &sweeps[i], NULL, 0, &impact), KILN_E_ARGUMENT);
	}
	const kiln_object *objects[] = {NULL, &none, &bad};
	for (int i = 0; i < 3; ++i)
	{
		assert_int_equal(kiln_pair_time_of_impact(objects[i], &still, &a, NULL, NULL, 0, &impact), KILN_E_ARGUMENT);
		assert_int_equal(kiln_pair_time_of_impact(&a, &still, objects[i], NULL, NULL, 0, &impact), KILN_E_ARGUMENT);
	}
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, NULL, NULL, -1, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, NULL, NULL, NAN, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, NULL, NULL, 0, NULL), KILN_E_ARGUMENT);
	// In one place from the start.
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, NULL, NULL, 0, &impact), KILN_OK);
	assert_true(impact.hit && impact.inside && impact.t == 0);
	shape_asset_free(&shapes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(meshes_meet_as_dense_sampling_tells),
		cmocka_unit_test(a_ball_of_triangles_meets_a_wall_when_its_corner_does),
		cmocka_unit_test(nothing_passes_through_a_sheet),
		cmocka_unit_test(compounds_and_solids_meet_too),
		cmocka_unit_test(what_is_not_usable_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
