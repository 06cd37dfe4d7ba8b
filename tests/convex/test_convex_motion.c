// SPDX-License-Identifier: MIT
#include "convex/motion/advance.h"
#include "kiln/school.h"
#include "moving_case.h"
#include "primitive/convex/primitive_convex.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Times of impact of moving and turning convex shapes.

static kiln_convex_impact ask(
	const moving_case *a, const moving_case *b, const kiln_time_of_impact_method *method, float tolerance)
{
	kiln_convex_impact impact;
	memset(&impact, 0xff, sizeof impact);
	assert_int_equal(
		kiln_convex_time_of_impact(&a->shape, &a->sweep, &b->shape, &b->sweep, tolerance, method, &impact), KILN_OK);
	return impact;
}

/// The reported gap must be no less than the distance; for curved shapes, sampling knows the distance only to a
/// relative error.
static bool holds(const moving_gap *gap, const kiln_convex_impact *impact)
{
	return gap->lower <= (double)impact->gap && gap->upper <= (double)impact->gap * 1.01;
}

/// The reported time must not be later than the first time of sampling, and the shapes must not be farther apart there
/// than reported.
static void check(const moving_case *a, const moving_case *b, const kiln_convex_impact *impact, int count)
{
	double first = moving_case_first(a, b, count);
	assert_true(impact->steps <= KILN_ADVANCE_STEPS + 1);
	if (!impact->hit)
	{
		assert_true(first > 1);
		assert_true(impact->t == 0 && impact->gap == 0 && impact->normal.x == 0 && !impact->inside);
		return;
	}
	kiln_d3 normal = kiln_d3_from(impact->normal);
	assert_true(fabs(kiln_d3_length2(normal) - 1) < 1e-5);
	assert_true(impact->t >= 0 && impact->t <= 1);
	if (impact->inside)
	{
		assert_true(impact->t == 0 && moving_case_gap(a, b, 0).lower < 1e-9);
		return;
	}
	assert_true((double)impact->t <= first);
	moving_gap gap = moving_case_gap(a, b, (double)impact->t);
	assert_true(gap.lower > 0);
	assert_true(holds(&gap, impact));
}

// --- Against sampling -------------------------------------------------------------------------------------------------

static void try_random(uint64_t *random, int count, double turn, int *hits, uint64_t steps[2])
{
	moving_case pair[2];
	for (int k = 0; k < 2; ++k)
	{
		moving_kind kind = (moving_kind)(fixture_random(random) % MOVING_KINDS);
		moving_case_shape(&pair[k], random, kind, 1);
		moving_case_sweep(&pair[k], random, (kiln_vec3){0, 0, 0}, 2.5, turn);
	}
	kiln_convex_impact impact[KILN_SCHOOL_TIMES_OF_IMPACT];
	for (uint32_t m = 0; m < KILN_SCHOOL_TIMES_OF_IMPACT; ++m)
	{
		impact[m] = ask(&pair[0], &pair[1], kiln_school_time_of_impact(m), 0);
		check(&pair[0], &pair[1], &impact[m], count);
		steps[m] += impact[m].steps;
		// A gap beyond the tolerance occurs only when the steps ran out.
		if (impact[m].hit && impact[m].steps < KILN_ADVANCE_STEPS)
			assert_true(impact[m].gap < 1.1e-5f);
	}
	*hits += impact[0].hit && !impact[0].inside;
	if (impact[1].steps < KILN_ADVANCE_STEPS)
		assert_int_equal(impact[0].hit, impact[1].hit);
	assert_int_equal(impact[0].inside, impact[1].inside);
}

static void times_are_never_late_and_gaps_hold(void **state)
{
	(void)state;
	uint64_t random = 3, steps[2] = {0, 0}, rounds = trials_random(400);
	int hits = 0;
	const double turns[] = {1, 1, 0.3, 0.01, 0};
	for (uint64_t i = 0; i < rounds; ++i)
		try_random(&random, 300, turns[i % 5], &hits, steps);
	assert_true((uint64_t)hits > rounds / 10);
	// Bilateral advancement needs far fewer distances.
	assert_true(2 * steps[0] < steps[1]);
}

static void shapes_of_every_kind_and_no_size_are_answered(void **state)
{
	(void)state;
	uint64_t random = 12, rounds = trials_random(300);
	int hits = 0;
	for (uint64_t i = 0; i < rounds; ++i)
	{
		convex_sample samples[2];
		moving_case pair[2];
		const double turns[] = {1, 0.2, 0};
		for (int k = 0; k < 2; ++k)
		{
			kiln_convex_kind kind = (kiln_convex_kind)(fixture_random(&random) % CONVEX_KINDS);
			if (kind == KILN_CONVEX_LINE || kind == KILN_CONVEX_RAY)
				kind = KILN_CONVEX_HULL;
			convex_sample_make(&samples[k], &random, kind, i % 7 == 0 && k ? 1e3 : 1, (kiln_d3){0, 0, 0});
			pair[k] = (moving_case){.shape = samples[k].shape, .sweep = {.center = oracle_vector(&random, 0.3)}};
			moving_case_sweep(&pair[k], &random, (kiln_vec3){0, 0, 0}, i % 7 == 0 ? 1e3 : 2, turns[i % 3]);
			pair[k].sweep.from.scale = pair[k].sweep.to.scale = i % 2 ? 0 : 0.75f;
		}
		kiln_convex_impact impact[KILN_SCHOOL_TIMES_OF_IMPACT];
		for (uint32_t m = 0; m < KILN_SCHOOL_TIMES_OF_IMPACT; ++m)
		{
			impact[m] = ask(&pair[0], &pair[1], kiln_school_time_of_impact(m), 0);
			check(&pair[0], &pair[1], &impact[m], 60);
		}
		hits += impact[0].hit && !impact[0].inside;
		assert_int_equal(impact[0].inside, impact[1].inside);
		convex_sample_free(&samples[0]);
		convex_sample_free(&samples[1]);
	}
	assert_true((uint64_t)hits > rounds / 20);
}

static void every_pair_of_kinds_is_found_in_few_steps(void **state)
{
	(void)state;
	uint64_t random = 4, most = 0;
	for (int i = 0; i < MOVING_KINDS; ++i)
		for (int j = 0; j < MOVING_KINDS; ++j)
			for (int k = 0; k < 40; ++k)
			{
				moving_case a, b;
				moving_case_shape(&a, &random, (moving_kind)i, 1);
				moving_case_shape(&b, &random, (moving_kind)j, 1);
				moving_case_sweep(&a, &random, (kiln_vec3){0, 0, 0}, 3, 1);
				moving_case_sweep(&b, &random, (kiln_vec3){0, 0, 0}, 3, 1);
				kiln_convex_impact impact = ask(&a, &b, NULL, 0);
				most = impact.steps > most ? impact.steps : most;
			}
	assert_true(most < KILN_ADVANCE_STEPS);
}

static void the_order_of_the_shapes_does_not_matter(void **state)
{
	(void)state;
	uint64_t random = 5;
	int hits = 0;
	for (int i = 0; i < 1000; ++i)
	{
		moving_case pair[2];
		for (int k = 0; k < 2; ++k)
		{
			moving_case_shape(&pair[k], &random, (moving_kind)(fixture_random(&random) % MOVING_KINDS), 1);
			moving_case_sweep(&pair[k], &random, (kiln_vec3){0, 0, 0}, 2.5, 1);
		}
		kiln_convex_impact one = ask(&pair[0], &pair[1], NULL, 0);
		kiln_convex_impact other = ask(&pair[1], &pair[0], NULL, 0);
		assert_int_equal(one.inside, other.inside);
		// Pairs that pass at the distance of the tolerance may hit in one order only.
		if (one.hit != other.hit)
		{
			assert_true((one.hit ? one.gap : other.gap) > 5e-7f);
			continue;
		}
		if (!one.hit || one.inside)
			continue;
		++hits;
		moving_gap here = moving_case_gap(&pair[0], &pair[1], (double)other.t);
		assert_true(here.upper <= 1.1 * (double)other.gap + 1e-9 && here.lower > 0);
		assert_true(fabsf(one.t - other.t) < 0.02f);
	}
	assert_true(hits > 150);
}

// --- Closed forms -----------------------------------------------------------------------------------------------------

static void balls_meet_when_a_quadratic_says(void **state)
{
	(void)state;
	uint64_t random = 6;
	int hits = 0;
	for (int i = 0; i < 2000; ++i)
	{
		moving_case pair[2];
		for (int k = 0; k < 2; ++k)
		{
			moving_case_shape(&pair[k], &random, MOVING_SPHERE, 1);
			moving_case_sweep(&pair[k], &random, (kiln_vec3){0, 0, 0}, 3, i % 2);
			// Around its own center, a ball turns without moving.
			pair[k].sweep.center = pair[k].shape.sphere.center;
		}
		kiln_course course[2];
		assert_true(kilni_course_of(&pair[0].sweep, &course[0]) && kilni_course_of(&pair[1].sweep, &course[1]));
		kiln_d3 from = kiln_d3_sub(course[1].start, course[0].start);
		kiln_d3 way = kiln_d3_sub(course[1].way, course[0].way);
		double radius = (double)pair[0].shape.sphere.radius + (double)pair[1].shape.sphere.radius;
		double a = kiln_d3_length2(way), b = kiln_d3_dot(from, way), c = kiln_d3_length2(from) - radius * radius;
		double rest = b * b - a * c, time = c <= 0 ? 0 : rest < 0 ? 2 : (-b - sqrt(rest)) / a;
		time = time < 0 ? 2 : time;
		if (fabs(rest) < 1e-4 || fabs(time - 1) < 1e-4 || fabs(c) < 1e-6)
			continue;
		for (uint32_t m = 0; m < KILN_SCHOOL_TIMES_OF_IMPACT; ++m)
		{
			kiln_convex_impact impact = ask(&pair[0], &pair[1], kiln_school_time_of_impact(m), 0);
			assert_int_equal(impact.hit, time <= 1);
			if (!impact.hit)
				continue;
			++hits;
			assert_int_equal(impact.inside, c <= 0);
			double speed = sqrt(rest) / radius;
			assert_true((double)impact.t <= time && (double)impact.t >= time - 5e-6 / speed - 1e-6);
		}
	}
	assert_true(hits > 500);
}

/// A bar from the center outwards turns around the center by `angle` in the plane of x and y, starting at an angle to
/// x; the wall is the half space below `height`, a wide box. Returns when the tip reaches the wall.
static double bar_meets_wall(double length, double start, double angle, double height)
{
	double bend = tan(angle / 4), low = 0, high = 1;
	if (length * sin(start - angle) > height)
		return 2;
	for (int i = 0; i < 60; ++i)
	{
		double t = 0.5 * (low + high), turned = 2 * atan(bend) + 2 * atan((2 * t - 1) * bend);
		if (length * sin(start - turned) > height)
			low = t;
		else
			high = t;
	}
	return high;
}

static void a_turning_bar_meets_the_wall_when_its_tip_does(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (int i = 0; i < 500; ++i)
	{
		double start = 0.3 + 1.2 * (double)fixture_random_unit(&random);
		double angle = start + 0.1 + (3.0 - start) * (double)fixture_random_unit(&random);
		double length = 0.5 + (double)fixture_random_unit(&random), height = -0.2 * length;
		if (length * sin(start - angle) > height - 0.01 || angle > 3.14)
			continue;
		moving_case bar = {.shape = {.kind = KILN_CONVEX_SEGMENT}}, wall = {.shape = {.kind = KILN_CONVEX_AABB}};
		bar.shape.segment = (kiln_segment){{0, 0, 0}, {(float)length, 0, 0}};
		bar.sweep.from.rotation = (kiln_quat){0, 0, (float)sin(start / 2), (float)cos(start / 2)};
		bar.sweep.to.rotation = (kiln_quat){0, 0, (float)sin((start - angle) / 2), (float)cos((start - angle) / 2)};
		wall.shape.aabb = (kiln_aabb){{-5, -1, -5}, {5, (float)height, 5}};
		// As the numbers are stored.
		length = (double)(float)length;
		height = (double)(float)height;
		kiln_quat q = bar.sweep.from.rotation, r = bar.sweep.to.rotation;
		start = 2 * atan2((double)q.z, (double)q.w);
		angle = start - 2 * atan2((double)r.z, (double)r.w);
		double time = bar_meets_wall(length, start, angle, height);
		for (uint32_t m = 0; m < KILN_SCHOOL_TIMES_OF_IMPACT; ++m)
		{
			kiln_convex_impact impact = ask(&bar, &wall, kiln_school_time_of_impact(m), 0);
			assert_true(impact.hit && !impact.inside);
			assert_true((double)impact.t <= time + 1e-9 && (double)impact.t > time - 1e-4);
			assert_true(impact.normal.y > 0.9999f && fabs((double)impact.point.y - height) < 1e-4);
			assert_true(m == 1 || impact.steps < 10);
		}
	}
}

// --- What is hard -----------------------------------------------------------------------------------------------------

static void features_are_those_that_touch(void **state)
{
	(void)state;
	// A tetrahedron falls onto one corner, then onto one edge, and comes to rest on its face.
	const kiln_vec3 corners[3][4] = {{{0, 0, 0}, {1, 3, 0}, {-1, 3, 1}, {-1, 3, -1}},
		{{-1, 0, 0}, {1, 0, 0}, {0, 2, 1}, {0, 2, -1}}, {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}, {0, 2, 0}}};
	const kiln_feature_kind kinds[3] = {KILN_FEATURE_VERTEX, KILN_FEATURE_EDGE, KILN_FEATURE_FACE};
	for (int i = 0; i < 6; ++i)
	{
		moving_case a = {.shape = {.kind = KILN_CONVEX_TETRAHEDRON}}, b = {.shape = {.kind = KILN_CONVEX_TRIANGLE}};
		memcpy(a.shape.tetrahedron.corners, corners[i % 3], sizeof corners[0]);
		b.shape.triangle = (kiln_triangle){{{-20, 0, -20}, {20, 0, -20}, {0, 0, 30}}};
		a.sweep.from.translation.y = 5;
		a.sweep.to.translation.y = -5;
		// Turning around the vertical axis changes nothing.
		a.sweep.to.rotation = i < 3 ? a.sweep.from.rotation : (kiln_quat){0, 0.6f, 0, 0.8f};
		kiln_convex_impact impact = ask(&a, &b, NULL, 0);
		assert_true(impact.hit && fabsf(impact.t - 0.5f) < 1e-5f && impact.normal.y > 0.9999f);
		assert_true(i % 3 == 2 ? impact.feature_a.kind != KILN_FEATURE_NONE : impact.feature_a.kind == kinds[i % 3]);
		if (i % 3 == 0)
			assert_int_equal(impact.feature_a.index, 0);
		assert_true(i % 3 != 0 || impact.feature_b.kind == KILN_FEATURE_FACE);
	}
}

static void nothing_passes_through(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (int i = 0; i < 400; ++i)
	{
		// A plate as thin as paper, and a small turning bullet that moves a thousand times its size.
		moving_case plate = {.shape = {.kind = KILN_CONVEX_AABB}}, bullet;
		plate.shape.aabb = (kiln_aabb){{-1, -1, -1e-6f}, {1, 1, 1e-6f}};
		double size = i % 2 ? 0.01 : 1e-4;
		moving_case_shape(&bullet, &random, (moving_kind)(fixture_random(&random) % MOVING_KINDS), size);
		moving_case_sweep(&bullet, &random, (kiln_vec3){0, 0, 0}, 0.5, 1);
		bullet.sweep.from.translation.z += 20;
		bullet.sweep.to.translation.z -= 1000;
		plate.sweep.from.rotation = plate.sweep.to.rotation = (kiln_quat){0, 0, 0, 1};
		if (i % 3 == 0)
			plate.sweep.to.rotation = (kiln_quat){0, 0, 1, 0};
		kiln_convex_impact impact = ask(&bullet, &plate, kiln_school_time_of_impact((uint32_t)i / 4 % 2), 0);
		assert_true(impact.hit && !impact.inside);
		moving_gap gap = moving_case_gap(&bullet, &plate, (double)impact.t);
		assert_true(gap.lower > 0 && holds(&gap, &impact));
		assert_true(impact.normal.z > 0.999f && (double)impact.t < 0.05);
		// The error is at most the time to cover a thousandth of the bullet; float32 represents times near 0.02 to
		// 2^-30.
		assert_true((double)impact.gap < 1e-3 * size + 3e-6);
	}
}

static void a_needle_that_turns_half_around_is_caught(void **state)
{
	(void)state;
	uint64_t random = 9;
	for (int i = 0; i < 300; ++i)
	{
		// It passes over everything within its length; a small ball is somewhere there.
		moving_case needle = {.shape = {.kind = KILN_CONVEX_AABB}}, ball = {.shape = {.kind = KILN_CONVEX_SPHERE}};
		needle.shape.aabb = (kiln_aabb){{-1, -1e-4f, -1e-4f}, {1, 1e-4f, 1e-4f}};
		double angle = 0.1 + 2.9 * (double)fixture_random_unit(&random);
		double far = 0.1 + 0.85 * (double)fixture_random_unit(&random);
		ball.shape.sphere = (kiln_sphere){{(float)(far * cos(angle)), (float)(far * sin(angle)), 0}, 0.001f};
		needle.sweep.from.rotation = (kiln_quat){0, 0, 0, 1};
		needle.sweep.to.rotation = (kiln_quat){0, 0, 1, 0};
		kiln_convex_impact impact = ask(&needle, &ball, kiln_school_time_of_impact((uint32_t)i % 2), 0);
		assert_true(impact.hit && !impact.inside);
		check(&needle, &ball, &impact, 800);
		// Exactly half around, as far as the nearer of both ends.
		needle.sweep.to.rotation = (kiln_quat){0, 0, -1, 0};
		impact = ask(&needle, &ball, kiln_school_time_of_impact((uint32_t)i % 2), 0);
		assert_true(impact.hit);
		check(&needle, &ball, &impact, 800);
	}
}

static void shapes_that_roll_along_each_other_end_early(void **state)
{
	(void)state;
	// A prism of many sides turns just above a floor: no contact, although every corner nearly touches.
	kiln_vec3 corners[128];
	for (int i = 0; i < 64; ++i)
	{
		double angle = 2 * 3.14159265358979 * i / 64;
		corners[i] = (kiln_vec3){(float)cos(angle), (float)sin(angle), -1};
		corners[64 + i] = (kiln_vec3){(float)cos(angle), (float)sin(angle), 1};
	}
	moving_case prism = {.shape = {.kind = KILN_CONVEX_POINTS}}, floor = {.shape = {.kind = KILN_CONVEX_AABB}};
	prism.shape.points.points = corners;
	prism.shape.points.count = 128;
	prism.sweep.from.rotation = (kiln_quat){0, 0, 0, 1};
	prism.sweep.to.rotation = (kiln_quat){0, 0, 1, 0};
	const float gaps[] = {1e-1f, 1e-2f, 1e-3f, 1e-4f, 1e-5f};
	for (int i = 0; i < 5; ++i)
		for (uint32_t m = 0; m < KILN_SCHOOL_TIMES_OF_IMPACT; ++m)
		{
			floor.shape.aabb = (kiln_aabb){{-5, -2, -5}, {5, -1 - gaps[i], 5}};
			kiln_convex_impact impact = ask(&prism, &floor, kiln_school_time_of_impact(m), 0);
			assert_true(impact.steps <= KILN_ADVANCE_STEPS + 1);
			// It is free up to the reported time, and the gap shows that this is no contact.
			if (impact.hit)
				assert_true(impact.steps >= KILN_ADVANCE_STEPS && impact.gap > 0.9f * gaps[i]);
			if (i < 3)
				assert_false(impact.hit && m == 0);
		}
}

/// A sheet some hundreds across turns past a small cylinder, never nearer than a tenth: steps are short, and run out.
static void a_gap_above_the_tolerance_tells_that_the_distances_ran_out(void **state)
{
	(void)state;
	moving_case small = {.shape = {.kind = KILN_CONVEX_CYLINDER}}, sheet = {.shape = {.kind = KILN_CONVEX_RECTANGLE}};
	small.shape.cylinder = (kiln_cylinder){
		{-0.137572482f, -0.262534887f, -0.177091435f}, {-0.927718997f, -0.160192281f, -0.5538131f}, 0.270818919f};
	small.sweep = (kiln_sweep){
		{{0.226564243f, -0.906643152f, 0.355902821f, 0.313734889f}, {-3.02729249f, -0.268461883f, 2.14720941f}, 1},
		{{0.102717f, 0.454642f, -0.884732f, -0.0872173f}, {4.57575f, -0.718184f, -0.334414f}, 1},
		{0.326126f, 0.121926f, 0.645767f}};
	sheet.shape.rectangle = (kiln_rectangle){{0.126924857f, -0.11354053f, -0.1370202f},
		{{-0.601039231f, -0.505354166f, 0.619168043f}, {-0.392617732f, 0.861487865f, 0.322009236f}},
		{0.559106767f, 0.607367345f}};
	sheet.sweep = (kiln_sweep){{{0.477399081f, -0.256219894f, -0.840500712f, 0.438919783f}, {0, 0, 0}, 300},
		{{-0.0981477f, 0.0894216f, 0.991146f, -0.606433f}, {0, 0, 0}, 300}, {-0.988033f, -0.461094f, 0.0968048f}};
	double least = HUGE_VAL;
	for (int i = 0; i <= 4000; ++i)
		least = fmin(least, moving_case_gap(&small, &sheet, i / 4000.0).lower);
	assert_true(least > 0.1);
	for (uint32_t m = 0; m < KILN_SCHOOL_TIMES_OF_IMPACT; ++m)
	{
		kiln_convex_impact impact = ask(&small, &sheet, kiln_school_time_of_impact(m), 0);
		check(&small, &sheet, &impact, 400);
		assert_true(!impact.hit || (impact.steps >= KILN_ADVANCE_STEPS && (double)impact.gap > 0.1));
	}
}

static void a_start_inside_or_near_is_told_apart(void **state)
{
	(void)state;
	moving_case a = {.shape = {.kind = KILN_CONVEX_AABB}}, b = a;
	a.shape.aabb = b.shape.aabb = (kiln_aabb){{-1, -1, -1}, {1, 1, 1}};
	a.sweep.to.translation.x = -5;
	for (uint32_t m = 0; m < KILN_SCHOOL_TIMES_OF_IMPACT; ++m)
	{
		a.sweep.from.translation = (kiln_vec3){1.75f, 0.5f, 0.25f};
		kiln_convex_impact impact = ask(&a, &b, kiln_school_time_of_impact(m), 0);
		assert_true(impact.hit && impact.inside && impact.t == 0 && impact.gap == 0);
		assert_true(impact.normal.x > 0.999f);
		// Touching.
		a.sweep.from.translation.x = 2;
		impact = ask(&a, &b, kiln_school_time_of_impact(m), 0);
		assert_true(impact.hit && impact.inside && impact.t == 0);
		// Separate by less than the tolerance: a hit at once.
		a.sweep.from.translation.x = 2.01f;
		impact = ask(&a, &b, kiln_school_time_of_impact(m), 0.02f);
		assert_true(impact.hit && !impact.inside && impact.t == 0);
		assert_true(impact.normal.x == 1 && impact.gap > 0.00999f && impact.gap < 0.01002f);
		// No motion.
		moving_case still = a;
		still.sweep.to = still.sweep.from;
		impact = ask(&still, &b, kiln_school_time_of_impact(m), 0);
		assert_true(!impact.hit && impact.steps <= 2);
		still.sweep.from.translation.x = still.sweep.to.translation.x = 1;
		impact = ask(&still, &b, kiln_school_time_of_impact(m), 0);
		assert_true(impact.hit && impact.inside);
	}
}

static void far_from_the_origin_and_of_unlike_sizes_times_hold(void **state)
{
	(void)state;
	uint64_t random = 10;
	int hits = 0;
	for (int i = 0; i < 300; ++i)
	{
		moving_case a, b;
		double size = i % 3 == 0 ? 1e6 : 1, away = i % 2 ? 1e7 : 0;
		moving_case_shape(&a, &random, (moving_kind)(i % MOVING_KINDS), 1);
		moving_case_shape(&b, &random, (moving_kind)(i / MOVING_KINDS % MOVING_KINDS), size);
		kiln_vec3 place = {(float)away, (float)-away, (float)away};
		moving_case_sweep(&b, &random, place, 0.1 * size, i % 3 ? 1 : 1e-3);
		moving_case_sweep(&a, &random, place, 3 * size, 1);
		kiln_convex_impact impact = ask(&a, &b, NULL, 0);
		hits += impact.hit && !impact.inside;
		if (!impact.hit)
		{
			assert_true(moving_case_first(&a, &b, 200) > 1);
			continue;
		}
		if (impact.inside)
			continue;
		moving_gap gap = moving_case_gap(&a, &b, (double)impact.t);
		assert_true(gap.lower > -1e-8 * size && gap.upper <= (double)impact.gap * (1 + 1e-6) + 1e-8 * size);
		assert_true((double)impact.gap <= 1e-5 * size || impact.steps >= KILN_ADVANCE_STEPS);
		assert_true((double)impact.t <= moving_case_first(&a, &b, 200));
	}
	assert_true(hits > 40);
}

static void the_tolerance_is_kept(void **state)
{
	(void)state;
	uint64_t random = 11;
	const float tolerances[] = {0.1f, 1e-3f, 1e-6f, 1e-9f};
	for (int i = 0; i < 300; ++i)
	{
		moving_case a, b;
		moving_case_shape(&a, &random, MOVING_POINTS, 1);
		moving_case_shape(&b, &random, MOVING_BOX, 1);
		moving_case_sweep(&a, &random, (kiln_vec3){0, 0, 0}, 2, 1);
		moving_case_sweep(&b, &random, (kiln_vec3){0, 0, 0}, 2, 1);
		float last = 0;
		for (int k = 0; k < 4; ++k)
		{
			kiln_convex_impact impact = ask(&a, &b, NULL, tolerances[k]);
			if (!impact.hit)
				break;
			// Float32's rounding of t moves them on.
			assert_true(impact.inside || impact.gap <= tolerances[k] * 1.001f + 2e-6f);
			assert_true(impact.t >= last);
			last = impact.t;
		}
	}
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}};
	const kiln_convex_shape bad = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, NAN, 0}, 1}};
	const kiln_convex_shape line = {.kind = KILN_CONVEX_LINE, .line = {{0, 0, 0}, {1, 0, 0}}};
	const kiln_sweep still = {.center = {0, 0, 0}};
	kiln_sweep sweeps[6] = {still, still, still, still, still, still};
	sweeps[0].from.translation.x = NAN;
	sweeps[1].to.rotation.w = INFINITY;
	sweeps[2].to.scale = 2;
	sweeps[3].from.scale = -1;
	sweeps[4].center.y = INFINITY;
	sweeps[5].to.translation.z = 3e12f;
	kiln_convex_impact impact, zero;
	memset(&zero, 0, sizeof zero);
	for (int i = 0; i < 6; ++i)
	{
		memset(&impact, 1, sizeof impact);
		assert_int_equal(
			kiln_convex_time_of_impact(&ball, &sweeps[i], &ball, &still, 0, NULL, &impact), KILN_E_ARGUMENT);
		assert_memory_equal(&impact, &zero, sizeof zero);
		assert_int_equal(
			kiln_convex_time_of_impact(&ball, &still, &ball, &sweeps[i], 0, NULL, &impact), KILN_E_ARGUMENT);
		const kiln_pose none = {.scale = 0};
		kiln_pose pose = kiln_sweep_at(&sweeps[i], 0.5f);
		assert_memory_equal(&pose, &none, sizeof none);
	}
	const kiln_convex_shape *shapes[] = {NULL, &bad, &line};
	for (int i = 0; i < 3; ++i)
	{
		assert_int_equal(
			kiln_convex_time_of_impact(shapes[i], &still, &ball, &still, 0, NULL, &impact), KILN_E_ARGUMENT);
		assert_int_equal(
			kiln_convex_time_of_impact(&ball, &still, shapes[i], &still, 0, NULL, &impact), KILN_E_ARGUMENT);
	}
	assert_int_equal(kiln_convex_time_of_impact(&ball, NULL, &ball, &still, 0, NULL, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_time_of_impact(&ball, &still, &ball, &still, -1, NULL, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_time_of_impact(&ball, &still, &ball, &still, NAN, NULL, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_time_of_impact(&ball, &still, &ball, &still, 0, NULL, NULL), KILN_E_ARGUMENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_never_late_and_gaps_hold),
		cmocka_unit_test(shapes_of_every_kind_and_no_size_are_answered),
		cmocka_unit_test(every_pair_of_kinds_is_found_in_few_steps),
		cmocka_unit_test(the_order_of_the_shapes_does_not_matter),
		cmocka_unit_test(balls_meet_when_a_quadratic_says),
		cmocka_unit_test(a_turning_bar_meets_the_wall_when_its_tip_does),
		cmocka_unit_test(features_are_those_that_touch),
		cmocka_unit_test(nothing_passes_through),
		cmocka_unit_test(a_needle_that_turns_half_around_is_caught),
		cmocka_unit_test(shapes_that_roll_along_each_other_end_early),
		cmocka_unit_test(a_gap_above_the_tolerance_tells_that_the_distances_ran_out),
		cmocka_unit_test(a_start_inside_or_near_is_told_apart),
		cmocka_unit_test(far_from_the_origin_and_of_unlike_sizes_times_hold),
		cmocka_unit_test(the_tolerance_is_kept),
		cmocka_unit_test(what_is_not_usable_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
