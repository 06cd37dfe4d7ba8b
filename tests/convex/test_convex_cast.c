// SPDX-License-Identifier: MIT
#include "convex/motion/cast.h"
#include "kiln/school.h"
#include "moving_case.h"
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

/// Straight casts of convex objects at each other.

static kiln_convex_impact ask(
	const kiln_convex_object *a, const kiln_motion *motion, const kiln_convex_object *b, const kiln_cast_method *method)
{
	kiln_convex_impact impact;
	memset(&impact, 0xff, sizeof impact);
	assert_int_equal(kiln_convex_cast(a, motion, b, method, &impact), KILN_OK);
	return impact;
}

/// Distance of `a`, displaced, from b.
static moving_gap gap_at(const kiln_convex_object *a, const kiln_motion *motion, double t, const kiln_convex_object *b)
{
	kiln_convex terms[2][KILN_CONVEX_TERMS_MAX];
	kiln_d3 eye = kilni_convex_object_anchor(b);
	kilni_convex_of_object(a, eye, terms[0]);
	kilni_convex_of_object(b, eye, terms[1]);
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kilni_gjk(terms[0], kiln_d3_scale(kiln_d3_from(motion->direction), t), terms[1], (kiln_enough){0, HUGE_VAL, 0, 0},
		&simplex, &gap);
	double margin = terms[0][0].margin + terms[1][0].margin;
	return (moving_gap){gap.lower - margin, gap.upper - margin};
}

/// Returns the first of `count` times at which no plane separates them, bracketed; HUGE_VAL without such a time.
static double first_of(
	const kiln_convex_object *a, const kiln_motion *motion, double limit, const kiln_convex_object *b, int count)
{
	for (int i = 0; i <= count; ++i)
	{
		double high = limit * i / count, low = i ? limit * (i - 1) / count : 0;
		if (gap_at(a, motion, high, b).lower > 0)
			continue;
		for (int k = 0; k < 50 && i; ++k)
		{
			double middle = 0.5 * (low + high);
			if (gap_at(a, motion, middle, b).lower > 0)
				low = middle;
			else
				high = middle;
		}
		return high;
	}
	return HUGE_VAL;
}

static void check(const kiln_convex_object *a, const kiln_motion *motion, const kiln_convex_object *b,
	const kiln_convex_impact *impact, double size)
{
	double limit = motion->t_max > 0 ? (double)motion->t_max : 4;
	double first = first_of(a, motion, limit, b, 100);
	if (!impact->hit)
	{
		assert_true(first > limit);
		assert_true(impact->t == 0 && impact->normal.x == 0 && impact->gap == 0);
		return;
	}
	assert_true(fabs(kiln_d3_length2(kiln_d3_from(impact->normal)) - 1) < 1e-5);
	if (impact->inside)
	{
		assert_true(impact->t == 0 && gap_at(a, motion, 0, b).lower <= 1e-9 * size);
		return;
	}
	assert_true((double)impact->t <= first * (1 + 1e-15));
	moving_gap gap = gap_at(a, motion, (double)impact->t, b);
	assert_true(gap.lower <= (double)impact->gap && gap.upper <= (double)impact->gap * (1 + 1e-4) + 1e-12 * size);
	// Float32's rounding of t, and little more.
	double speed = sqrt(kiln_d3_length2(kiln_d3_from(motion->direction)));
	assert_true((double)impact->gap <= 0x1p-23 * (double)impact->t * speed + 1e-8 * size);
	assert_true(kiln_d3_dot(kiln_d3_from(impact->normal), kiln_d3_from(motion->direction)) <= 1e-4 * speed);
}

static void make(moving_case *c, uint64_t *random, kiln_vec3 near, double size, double way, kiln_convex_object *object)
{
	moving_case_shape(c, random, (moving_kind)(fixture_random(random) % MOVING_KINDS), size);
	moving_case_sweep(c, random, near, way, 1);
	*object = (kiln_convex_object){&c->shape, c->sweep.from};
}

static void times_are_never_late_and_both_ways_agree(void **state)
{
	(void)state;
	uint64_t random = 1, rounds = trials_random(1500);
	int hits = 0, misses = 0, starts = 0;
	for (uint64_t i = 0; i < rounds; ++i)
	{
		moving_case a, b;
		kiln_convex_object first, second;
		make(&a, &random, (kiln_vec3){0, 0, 0}, 1, 4, &first);
		make(&b, &random, (kiln_vec3){0, 0, 0}, 1, 1, &second);
		kiln_vec3 p = first.pose.translation, to = oracle_vector(&random, 1.5);
		const kiln_motion motion = {{to.x - p.x, to.y - p.y, to.z - p.z}, i % 3 ? 4 : 0};
		kiln_convex_impact ray = ask(&first, &motion, &second, &kiln_cast_gjk_ray);
		kiln_convex_impact step = ask(&first, &motion, &second, &kiln_cast_conservative);
		check(&first, &motion, &second, &ray, 4);
		check(&first, &motion, &second, &step, 4);
		assert_int_equal(ray.hit, step.hit);
		assert_int_equal(ray.inside, step.inside);
		// At grazing contact, reaching contact within 2^-28 of the coordinates takes many steps.
		assert_true(fabsf(ray.t - step.t) <= 1e-4f);
		hits += ray.hit && !ray.inside;
		misses += !ray.hit;
		starts += ray.inside;
		// The reverse motion.
		const kiln_motion back = {{-motion.direction.x, -motion.direction.y, -motion.direction.z}, motion.t_max};
		kiln_convex_impact other = ask(&second, &back, &first, &kiln_cast_gjk_ray);
		assert_int_equal(other.hit, ray.hit);
		assert_true(fabsf(ray.t - other.t) <= 1e-4f);
		if (ray.hit && !ray.inside && fabsf(ray.t - other.t) <= 0x1p-22f * ray.t && ray.gap > 1e-7f)
			assert_true(kiln_d3_dot(kiln_d3_from(ray.normal), kiln_d3_from(other.normal)) < 0);
	}
	assert_true((uint64_t)hits > rounds / 5 && (uint64_t)misses > rounds / 10 && starts > 2);
}

static void balls_meet_when_a_quadratic_says(void **state)
{
	(void)state;
	uint64_t random = 2;
	int hits = 0;
	for (int i = 0; i < 3000; ++i)
	{
		const kiln_convex_shape a = {
			.kind = KILN_CONVEX_SPHERE, .sphere = {oracle_vector(&random, 4), fixture_random_unit(&random)}};
		const kiln_convex_shape b = {
			.kind = KILN_CONVEX_SPHERE, .sphere = {oracle_vector(&random, 1), fixture_random_unit(&random)}};
		const kiln_convex_object first = {&a, {.scale = 0}}, second = {&b, {.scale = 0}};
		const kiln_motion motion = {oracle_vector(&random, 2), 0};
		kiln_d3 way = kiln_d3_from(motion.direction);
		kiln_d3 from = kiln_d3_sub(kiln_d3_from(b.sphere.center), kiln_d3_from(a.sphere.center));
		double radius = (double)a.sphere.radius + (double)b.sphere.radius;
		double aa = kiln_d3_length2(way), bb = kiln_d3_dot(from, way), c = kiln_d3_length2(from) - radius * radius;
		double rest = bb * bb - aa * c;
		if (fabs(rest) < 1e-6 || fabs(c) < 1e-6 || aa < 1e-4)
			continue;
		bool meet = c <= 0 || (rest > 0 && bb > 0);
		double time = c <= 0 ? 0 : (bb - sqrt(rest)) / aa;
		for (uint32_t m = 0; m < KILN_SCHOOL_CASTS; ++m)
		{
			kiln_convex_impact impact = ask(&first, &motion, &second, kiln_school_cast(m));
			assert_int_equal(impact.hit, meet);
			if (!meet)
				continue;
			++hits;
			assert_int_equal(impact.inside, c <= 0);
			assert_true((double)impact.t <= time && (double)impact.t >= time * (1 - 0x1p-22) - 1e-9);
		}
	}
	assert_true(hits > 100);
}

static void known_contacts_come_out(void **state)
{
	(void)state;
	const kiln_convex_shape cube = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	const kiln_convex_object at = {&cube, {.translation = {8, 0.25f, 0.5f}}}, still = {&cube, {.scale = 0}};
	const kiln_motion left = {{-2, 0, 0}, 0};
	for (uint32_t m = 0; m < KILN_SCHOOL_CASTS; ++m)
	{
		const kiln_cast_method *method = kiln_school_cast(m);
		kiln_convex_impact impact = ask(&at, &left, &still, method);
		assert_true(impact.hit && !impact.inside && impact.t <= 3 && impact.t > 2.999999f && impact.gap < 1e-6f);
		assert_true(impact.normal.x == 1 && fabsf(impact.point.x - 1) < 1e-6f);
		// The limit.
		assert_true(ask(&at, &(kiln_motion){{-2, 0, 0}, 3.000001f}, &still, method).hit);
		assert_false(ask(&at, &(kiln_motion){{-2, 0, 0}, 2.99999f}, &still, method).hit);
		assert_true(ask(&at, &(kiln_motion){{-2, 0, 0}, INFINITY}, &still, method).hit);
		assert_false(ask(&at, &(kiln_motion){{2, 0, 0}, 0}, &still, method).hit);
		assert_false(ask(&at, &(kiln_motion){{0, 0, 0}, 0}, &still, method).hit);
		// Any length of direction.
		const float scales[] = {1e-30f, 1e-20f, 1e20f, 1e37f, 1e-37f};
		for (int k = 0; k < 5; ++k)
		{
			impact = ask(&at, &(kiln_motion){{-scales[k], 0, 0}, 0}, &still, method);
			assert_true(impact.hit && fabsf(impact.t * scales[k] - 6) < 1e-5f);
		}
		// Inside, whatever the motion.
		const kiln_convex_object in = {&cube, {.translation = {1.75f, 0.5f, 0.25f}}};
		const kiln_motion motions[3] = {{{0, 0, 0}, 0}, {{1, 0, 0}, 0}, {{-1, 0, 0}, 1}};
		for (int k = 0; k < 3; ++k)
		{
			impact = ask(&in, &motions[k], &still, method);
			assert_true(impact.hit && impact.inside && impact.t == 0 && impact.normal.x > 0.999f);
		}
		// A scale and a turn.
		const kiln_convex_object big = {&cube, {{0, 0, 0.70710678f, 0.70710678f}, {0, 16, 0}, 2}};
		impact = ask(&big, &(kiln_motion){{0, -1, 0}, 0}, &still, method);
		assert_true(impact.hit && fabsf(impact.t - 13) < 1e-5f && impact.normal.y > 0.999999f);
	}
}

static void far_away_fast_and_of_unlike_sizes_times_hold(void **state)
{
	(void)state;
	uint64_t random = 3;
	int hits = 0;
	for (int i = 0; i < 600; ++i)
	{
		moving_case a, b;
		kiln_convex_object first, second;
		double size = i % 3 == 0 ? 1e6 : i % 3 == 1 ? 1 : 1e-4, away = i % 2 ? 1e7 : 0;
		kiln_vec3 place = {(float)away, (float)-away, (float)away};
		make(&a, &random, place, 1, 3 + 3 * size, &first);
		make(&b, &random, place, size, size, &second);
		kiln_vec3 p = first.pose.translation, q = second.pose.translation;
		const kiln_motion motion = {{q.x - p.x, q.y - p.y, q.z - p.z}, 4};
		for (uint32_t m = 0; m < KILN_SCHOOL_CASTS; ++m)
		{
			kiln_convex_impact impact = ask(&first, &motion, &second, kiln_school_cast(m));
			hits += impact.hit && !impact.inside;
			double first_time = first_of(&first, &motion, 4, &second, 50);
			if (!impact.hit)
			{
				assert_true(first_time > 4);
				continue;
			}
			assert_true((double)impact.t <= first_time * (1 + 1e-14) || impact.inside);
			moving_gap gap = gap_at(&first, &motion, (double)impact.t, &second);
			assert_true(gap.lower <= (double)impact.gap || impact.inside);
			assert_true((double)impact.gap < 1e-6 * (size + 3));
		}
	}
	assert_true(hits > 200);
}

static void nothing_passes_through_a_thin_sheet(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int i = 0; i < 500; ++i)
	{
		const kiln_convex_shape sheet = {
			.kind = KILN_CONVEX_TRIANGLE, .triangle = {{{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}}}};
		const kiln_convex_object wall = {&sheet, {.scale = 0}};
		moving_case a;
		kiln_convex_object bullet;
		make(&a, &random, (kiln_vec3){0, 0, 5000}, 1e-3, 0.2, &bullet);
		const kiln_motion motion = {{0, 0, -1e6f}, 1};
		for (uint32_t m = 0; m < KILN_SCHOOL_CASTS; ++m)
		{
			kiln_convex_impact impact = ask(&bullet, &motion, &wall, kiln_school_cast(m));
			assert_true(impact.hit && impact.normal.z == 1 && fabsf(impact.t - 0.005f) < 1e-6f);
			assert_true(gap_at(&bullet, &motion, (double)impact.t, &wall).lower > 0);
		}
	}
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	const kiln_convex_shape cube = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	const kiln_convex_shape bad = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, NAN, -1}, {1, 1, 1}}};
	const kiln_convex_object good = {&cube, {.translation = {5, 0, 0}}}, still = {&cube, {.scale = 0}};
	const kiln_convex_object none[] = {
		{&bad, {.scale = 0}}, {NULL, {.scale = 0}}, {&cube, {.scale = -1}}, {&cube, {.translation = {NAN, 0, 0}}}};
	const kiln_motion left = {{-1, 0, 0}, 0};
	const kiln_motion motions[] = {{{NAN, 0, 0}, 0}, {{-1, INFINITY, 0}, 0}, {{-1, 0, 0}, NAN}, {{-1, 0, 0}, -1}};
	kiln_convex_impact impact, zero;
	memset(&zero, 0, sizeof zero);
	for (int i = 0; i < 4; ++i)
	{
		memset(&impact, 1, sizeof impact);
		assert_int_equal(kiln_convex_cast(&none[i], &left, &still, NULL, &impact), KILN_E_ARGUMENT);
		assert_memory_equal(&impact, &zero, sizeof zero);
		assert_int_equal(kiln_convex_cast(&good, &left, &none[i], NULL, &impact), KILN_E_ARGUMENT);
		assert_int_equal(kiln_convex_cast(&good, &motions[i], &still, NULL, &impact), KILN_E_ARGUMENT);
	}
	assert_int_equal(kiln_convex_cast(NULL, &left, &still, NULL, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_cast(&good, NULL, &still, NULL, &impact), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_cast(&good, &left, &still, NULL, NULL), KILN_E_ARGUMENT);
}

/// A long segment whose tip is next to a point. The motion of its middle leaves a very small distance, and the time,
/// which has exactly this length, comes from a difference of large numbers.
static void a_hit_far_from_the_middle_is_neither_late_nor_beyond_the_limit(void **state)
{
	(void)state;
	uint64_t random = 21;
	const kiln_d3 direction = {1, 0, 0};
	kiln_cast_way *const ways[] = {kilni_gjk_cast, kilni_ray_cast, kilni_cast_quickest};
	int hits = 0;
	for (uint64_t n = 0; n < trials_random(4000); ++n)
	{
		float length = ldexpf(1 + fixture_random_unit(&random), (int)(fixture_random(&random) % 34));
		float gap = length * ldexpf(1 + fixture_random_unit(&random), -20 - (int)(fixture_random(&random) % 20));
		float limit = gap * (1 - ldexpf(fixture_random_unit(&random), -(int)(fixture_random(&random) % 24)));
		const kiln_convex_shape rod = {.kind = KILN_CONVEX_SEGMENT, .segment = {{-length, 0, 0}, {0, 0, 0}}};
		const kiln_convex_shape spot = {.kind = KILN_CONVEX_POINT, .point = {gap, 0, 0}};
		const kiln_convex_object a = {&rod, {.scale = 1}}, b = {&spot, {.scale = 1}};
		kiln_convex terms[2][KILN_CONVEX_TERMS_MAX];
		const kiln_d3 middle = {-0.5 * (double)length, 0, 0}, at = {(double)gap, 0, 0};
		const kiln_d3 away = kiln_d3_sub(middle, at);
		kilni_convex_of_object(&a, middle, terms[0]);
		kilni_convex_of_object(&b, at, terms[1]);
		for (uint32_t m = 0; m < KILN_SCHOOL_CASTS; ++m)
		{
			kiln_convex_impact impact = ask(&a, &(kiln_motion){{1, 0, 0}, limit}, &b, kiln_school_cast(m));
			assert_true(impact.t >= 0 && impact.t <= limit && impact.t <= gap);
			kiln_meeting meeting;
			bool met = kilni_cast_from(ways[m], terms[0], away, away, direction, (double)limit, terms[1], &meeting);
			assert_true(!met || (meeting.time >= 0 && meeting.time <= (double)limit));
			met = kilni_cast_from(ways[m], terms[0], away, away, direction, HUGE_VAL, terms[1], &meeting);
			assert_true(met && meeting.time >= 0 && meeting.time <= (double)gap);
			hits += impact.hit && impact.t > 0;
		}
	}
	assert_true(hits > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_are_never_late_and_both_ways_agree),
		cmocka_unit_test(balls_meet_when_a_quadratic_says),
		cmocka_unit_test(known_contacts_come_out),
		cmocka_unit_test(far_away_fast_and_of_unlike_sizes_times_hold),
		cmocka_unit_test(nothing_passes_through_a_thin_sheet),
		cmocka_unit_test(what_is_not_usable_is_refused),
		cmocka_unit_test(a_hit_far_from_the_middle_is_neither_late_nor_beyond_the_limit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
