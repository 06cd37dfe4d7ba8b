// SPDX-License-Identifier: MIT
#include "support/asset_fixture.h"
#include "support/compound_case.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

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
	assert_int_equal(kiln_pair_time_of_impact(a, sweep_a, b, sweep_b, 0, NULL, &impact), KILN_OK);
	return impact;
}

/// Returns the distance of the objects at t, placed by the sweeps in float32.
static double apart_at(
	const kiln_object *a, const kiln_sweep *sweep_a, const kiln_object *b, const kiln_sweep *sweep_b, double t)
{
	kiln_object first = *a, second = *b;
	kiln_pair_separation separation;
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

/// `slack` covers the rounding of poses to float32.
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
	kiln_object a = kiln_object_from_asset(&first.asset, NULL), b = kiln_object_from_asset(&second.asset, NULL);
	for (int i = 0; i < 150; ++i)
	{
		kiln_sweep along = sweep_of(&random, 2.5, i % 3 ? 1 : 0.05), over = sweep_of(&random, 2, i % 2);
		kiln_pair_impact impact = ask(&a, &along, &b, i % 4 ? &over : NULL);
		check(&a, &along, &b, i % 4 ? &over : NULL, &impact, 4e-6, 30);
		hits += impact.hit && !impact.inside;
		misses += !impact.hit;
		assert_true(impact.steps <= 512);
		// Farther apart than the tolerance only where the steps ran out.
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
	kiln_object a = kiln_object_from_asset(&first.asset, NULL), b = kiln_object_from_asset(&second.asset, NULL);
	for (int i = 0; i < 2; ++i)
	{
		// Straight down, 4.5 from face to face; also far away.
		float away = i ? 1e6f : 0;
		kiln_sweep down = {.from.translation = {away, 6, 0}, .to.translation = {away, -3, 0}};
		b.pose.translation.x = away;
		kiln_pair_impact impact = ask(&a, &down, &b, NULL);
		assert_true(impact.hit && !impact.inside && impact.t <= 0.5f && impact.t > 0.499999f);
		assert_true(impact.gap > 0 && impact.gap < 2e-5f);
		assert_true(impact.normal.y > 0.999999f && fabsf(impact.point.y - 0.5f) < 1e-5f);
		assert_true(impact.node_a == 0 && impact.node_b == 0 && impact.triangle_a != KILN_NONE);
	}
	// It turns by an eighth around z and comes down with its edge first: the edge arrives at 1 + (h - sqrt(2)).
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
	kiln_object a = kiln_object_from_asset(&first.asset, NULL), b = kiln_object_from_asset(&second.asset, NULL);
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
		kiln_object a = kiln_object_from_asset(&c.cooked.asset, NULL);
		kiln_object b = kiln_object_from_asset(&d.cooked.asset, NULL);
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
			kiln_object one = kiln_object_from_shape(
				&c.cooked.asset, (uint32_t)(fixture_random(&random) % c.cooked.asset.shape_count), NULL);
			kiln_object other = kiln_object_from_shape(
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

// --- Far away, and a long way -----------------------------------------------------------------------------------------

static void a_center_means_nothing_without_rotation(void **state)
{
	(void)state;
	uint64_t random = 6;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset first = shape_asset_of(&box, KILN_ISA_AUTO);
	compound solids;
	compound_make(&solids, &random, &(compound_plan){.spheres = 1, .boxes = 1, .hulls = 1, .spread = 1});
	kiln_object a = kiln_object_from_asset(&first.asset, NULL);
	kiln_object b = kiln_object_from_asset(&solids.cooked.asset, NULL);
	int apart = 0, hits = 0;
	for (int i = 0; i < 60; ++i)
	{
		kiln_sweep over = sweep_of(&random, 4, 0);
		over.to.rotation = over.from.rotation;
		over.center = (kiln_vec3){0, 0, 0};
		a.pose.translation = oracle_vector(&random, 1);
		const kiln_pair_impact expected = ask(&a, NULL, &b, &over);
		const double before = apart_at(&a, NULL, &b, &over, 0);
		assert_int_equal(expected.inside, before == 0);
		apart += before > 0.01;
		hits += expected.hit && !expected.inside;
		for (float away = 1; away < 2e12f; away *= 1e4f)
		{
			kiln_sweep still = {.from = a.pose, .to = a.pose, .center = {0, -away / 3, away / 2}};
			over.center = (kiln_vec3){away / 2, away / 3, -away / 2};
			const kiln_pair_impact impact = ask(&a, &still, &b, &over);
			assert_memory_equal(&impact, &expected, sizeof impact);
		}
	}
	assert_true(apart > 20 && hits > 10);
	compound_free(&solids);
	shape_asset_free(&first);
}

/// Returns the distance of two boxes with sides along the axes; exact for numbers of a few digits.
static double boxes_apart(kiln_d3 between, kiln_d3 halves)
{
	const kiln_d3 gap = kiln_d3_max(kiln_d3_sub(kiln_d3_abs(between), halves), (kiln_d3){0, 0, 0});
	return sqrt(kiln_d3_length2(gap));
}

/// Returns when a box that moves along `way` from `between` first touches the other; beyond 1: never.
static long double boxes_meet(kiln_d3 between, kiln_d3 way, kiln_d3 halves)
{
	const double *p = &between.x, *v = &way.x, *h = &halves.x;
	long double enter = 0, leave = 2;
	for (int i = 0; i < 3; ++i)
	{
		if (v[i] == 0)
		{
			if (fabs(p[i]) > h[i])
				return 2;
			continue;
		}
		long double s = (-(long double)h[i] - p[i]) / v[i], t = ((long double)h[i] - p[i]) / v[i];
		enter = fmaxl(enter, fminl(s, t));
		leave = fminl(leave, fmaxl(s, t));
	}
	return enter <= leave ? enter : 2;
}

/// A multiple of 2^-6, so that sums and differences are exact.
static float coarse(uint64_t *random, float size)
{
	return floorf((fixture_random_unit(random) * 2 - 1) * size * 64) / 64;
}

static void long_ways_end_where_boxes_meet(void **state)
{
	(void)state;
	uint64_t random = 8;
	fixture_mesh cube = fixture_box(1, 1, 1);
	shape_asset first = shape_asset_of(&cube, KILN_ISA_AUTO);
	compound solid;
	const kilncook_primitive primitive = {.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 2, 1, 0.5f, 0, 0, 0, 1}};
	compound_of_primitive(&solid, &primitive, NULL);
	const kiln_d3 halves = {3, 2, 1.5};
	kiln_object a = kiln_object_from_asset(&first.asset, NULL);
	kiln_object b = kiln_object_from_asset(&solid.cooked.asset, NULL);
	int hits = 0, misses = 0, inside = 0;
	for (int i = 0; i < 2000; ++i)
	{
		static const float sizes[] = {8, 1e3f, 1e6f, 1e9f, 5e11f};
		const float size = sizes[i % 5];
		// Near at the start and far at the end, the reverse, or far at both.
		kiln_vec3 near = {coarse(&random, 5), coarse(&random, 4), coarse(&random, 4)};
		kiln_vec3 far = {coarse(&random, size), coarse(&random, size), i % 4 ? coarse(&random, size) : near.z};
		kiln_sweep over = {.from.translation = i % 3 ? near : far, .to.translation = i % 3 ? far : near};
		const kiln_d3 start = kiln_d3_from(over.from.translation);
		const kiln_d3 way = kiln_d3_sub(kiln_d3_from(over.to.translation), start);
		const double speed = sqrt(kiln_d3_length2(way)), rounding = 0x1p-43 * (double)size;
		const long double enter = boxes_meet(start, way, halves);
		const kiln_pair_impact impact = ask(&a, NULL, &b, &over);
		const double before = boxes_apart(start, halves);
		assert_int_equal(impact.inside, before == 0);
		inside += impact.inside;
		if (enter <= 1)
		{
			// The distance at t is as reported, and not much more than necessary: a float32 of time, and the tolerance.
			const double t = (double)impact.t, left = boxes_apart(kiln_d3_along(start, t, way), halves);
			assert_true(impact.hit && (long double)impact.t <= enter);
			assert_true(left <= (double)impact.gap + rounding);
			assert_true((double)impact.gap <= left * (1 + 0x1p-20) + rounding + 1e-6);
			assert_true(left <= 8e-6 + 8 * rounding + speed * t * 0x1p-22);
			hits += !impact.inside;
		}
		else if (boxes_meet(start, way,
					 kiln_d3_add(halves, (kiln_d3){1e-4 + 16 * rounding, 1e-4 + 16 * rounding, 1e-4 + 16 * rounding})) >
				 1)
		{
			assert_false(impact.hit);
			misses++;
		}
	}
	assert_true(hits > 300 && misses > 300 && inside > 100);
	compound_free(&solid);
	shape_asset_free(&first);
}

/// Returns how far along x the corners of a cube of half extent 1 are when a sweep turns it around z.
static long double front_at(const kiln_sweep *sweep, long double t)
{
	const long double turn = 2 * atan2l((long double)sweep->to.rotation.z, (long double)sweep->to.rotation.w);
	const long double bend = tanl(turn / 4), angle = 2 * (atanl(bend) + atanl((2 * t - 1) * bend));
	const long double cx = (long double)sweep->center.x, cy = (long double)sweep->center.y;
	const long double way = (long double)sweep->to.translation.x + cosl(turn) * cx - sinl(turn) * cy - cx;
	long double front = -HUGE_VALL;
	for (int i = 0; i < 4; ++i)
	{
		long double x = (i & 1 ? 1 : -1) - cx, y = (i & 2 ? 1 : -1) - cy;
		front = fmaxl(front, cx + t * way + cosl(angle) * x - sinl(angle) * y);
	}
	return front;
}

static void what_turns_around_a_far_center_is_met_in_time(void **state)
{
	(void)state;
	fixture_mesh cube = fixture_box(1, 1, 1), wall = fixture_box(0.5f, 100, 100);
	shape_asset first = shape_asset_of(&cube, KILN_ISA_AUTO), second = shape_asset_of(&wall, KILN_ISA_AUTO);
	kiln_object a = kiln_object_from_asset(&first.asset, NULL);
	// Its face is at 3; the cube's starts at 1.
	const kiln_pose there = {.translation = {3.5f, 0, 0}};
	kiln_object b = kiln_object_from_asset(&second.asset, &there);
	for (int i = 4; i < 28; ++i)
	{
		const float arm = ldexpf(1, i), turn = 5 / arm;
		kiln_sweep swing = {.from.rotation = {0, 0, 0, 1}, .center = {0, arm, 0}};
		swing.to.rotation = (kiln_quat){0, 0, sinf(turn / 2), cosf(turn / 2)};
		swing.to.translation = (kiln_vec3){arm * sinf(turn), arm * (1 - cosf(turn)), 0};
		long double low = 0, high = 1;
		assert_true(front_at(&swing, 1) > 3.5L);
		for (int step = 0; step < 80; ++step)
		{
			const long double middle = (low + high) / 2;
			*(front_at(&swing, middle) < 3 ? &low : &high) = middle;
		}
		const kiln_pair_impact impact = ask(&a, &swing, &b, NULL);
		assert_true(impact.hit && !impact.inside && (long double)impact.t <= high + 1e-15L * (long double)arm);
		assert_true((long double)impact.t > high - 2e-4L && impact.gap < 1e-4f);
		assert_true(front_at(&swing, (long double)impact.t) + (long double)impact.gap >= 3 - 1e-15L * (long double)arm);
	}
	shape_asset_free(&first);
	shape_asset_free(&second);
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	kiln_object a = kiln_object_from_asset(&shapes.asset, NULL), none = a, bad = a;
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
		assert_int_equal(kiln_pair_time_of_impact(&a, &sweeps[i], &a, NULL, 0, NULL, &impact), KILN_E_ARGUMENT);
		assert_memory_equal(&impact, &zero, sizeof zero);
		assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, &sweeps[i], 0, NULL, &impact), KILN_E_ARGUMENT);
	}
	const kiln_object *objects[] = {NULL, &none, &bad};
	for (int i = 0; i < 3; ++i)
	{
		assert_int_equal(kiln_pair_time_of_impact(objects[i], &still, &a, NULL, 0, NULL, &impact), KILN_E_ARGUMENT);
		assert_int_equal(kiln_pair_time_of_impact(&a, &still, objects[i], NULL, 0, NULL, &impact), KILN_E_ARGUMENT);
	}
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, NULL, -1, NULL, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, NULL, NAN, NULL, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, NULL, 0, NULL, NULL), KILN_E_ARGUMENT);
	// At the same place from the start.
	assert_int_equal(kiln_pair_time_of_impact(&a, NULL, &a, NULL, 0, NULL, &impact), KILN_OK);
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
		cmocka_unit_test(a_center_means_nothing_without_rotation),
		cmocka_unit_test(long_ways_end_where_boxes_meet),
		cmocka_unit_test(what_turns_around_a_far_center_is_met_in_time),
		cmocka_unit_test(what_is_not_usable_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
