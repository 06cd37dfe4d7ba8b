// SPDX-License-Identifier: MIT
#include "bounds/core.h"
#include "convex_couple.h"
#include "kiln/convex/distance.h"
#include "kiln/school.h"
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

/// Distances of convex objects: caches, limits, tolerances, order, motion, features, curved shapes and sums, bad input.
/// test_convex_exact.c compares polytopes with whole numbers.

static kiln_convex_separation ask(const kiln_convex_object *a, const kiln_convex_object *b,
	const kiln_distance_options *options, kiln_convex_cache *cache)
{
	kiln_convex_separation found;
	assert_int_equal(kiln_convex_distance(a, b, options, cache, &found), KILN_OK);
	return found;
}

static double away(kiln_vec3 a, kiln_vec3 b)
{
	return sqrt(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(a), kiln_d3_from(b))));
}

static kiln_convex_cache nonsense(uint64_t *random)
{
	kiln_convex_cache cache;
	uint32_t words[sizeof cache / sizeof(uint32_t)];
	for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
		words[i] =
			fixture_random(random) % 2 ? (uint32_t)fixture_random(random) : (uint32_t)(fixture_random(random) % 9);
	memcpy(&cache, words, sizeof cache);
	return cache;
}

static void caches_change_no_answer(void **state)
{
	(void)state;
	kiln_convex_cache stale = {.count = 0};
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 60 + (uint64_t)kind;
		for (uint64_t n = 0; n < trials_random(60); ++n)
		{
			couple c;
			couple_make(&c, &random, (couple_kind)kind, n % 8 ? 16 : 300);
			const kiln_convex_object *a = &c.objects[0], *b = &c.objects[1];
			kiln_convex_cache own = {.count = 0}, other = nonsense(&random);
			kiln_convex_separation cold = ask(a, b, NULL, NULL);
			double size = c.size + c.exact.distance, near = (kind == COUPLE_NEEDLES ? 0x1p-28 : 0x1p-33) * size;
			kiln_convex_cache *const caches[] = {&own, &own, &stale, &other, &other};
			for (int k = 0; k < 5; ++k)
			{
				kiln_convex_separation warm = ask(a, b, NULL, caches[k]);
				assert_true(fabs((double)warm.distance - (double)cold.distance) <= 0x1p-22 * size);
				assert_true((double)warm.lower <= c.exact.distance && warm.lower <= warm.distance);
				assert_true(!c.exact.overlap || warm.distance == 0);
				// The last simplex is the answer: the first step must find it.
				assert_true(k != 1 || warm.steps <= cold.steps + 1);
				bool overlapping = false;
				kiln_convex_cache copy = *caches[k];
				for (int m = 0; m < (int)KILN_SCHOOL_COLLIDES; ++m)
				{
					assert_int_equal(
						kiln_convex_collide(a, b, kiln_school_collide((uint32_t)m), &copy, &overlapping), KILN_OK);
					assert_true(overlapping || !c.exact.overlap);
					assert_true(!overlapping || c.exact.distance <= near);
				}
			}
			couple_free(&c);
		}
	}
}

static void frames_go_on_from_each_other(void **state)
{
	(void)state;
	uint64_t random = 70;
	uint64_t cold_steps = 0, warm_steps = 0;
	for (int n = 0; n < 40; ++n)
	{
		couple c;
		couple_make(&c, &random, COUPLE_RANDOM, n % 2 ? 20 : 300);
		kiln_convex_object b = c.objects[1];
		kiln_convex_cache cache = {.count = 0};
		kiln_vec3 way = oracle_vector(&random, 1);
		for (int frame = 0; frame < 40; ++frame)
		{
			float t = 0.02f * (float)frame * (float)c.size;
			b.pose.translation = (kiln_vec3){t * way.x, t * way.y, t * way.z};
			b.pose.rotation = (kiln_quat){0.01f * (float)frame, -0.005f * (float)frame, 0, 1};
			kiln_convex_separation cold = ask(&c.objects[0], &b, NULL, NULL);
			kiln_convex_separation warm = ask(&c.objects[0], &b, NULL, &cache);
			assert_true(fabs((double)warm.distance - (double)cold.distance) <= 0x1p-22 * c.size * 4);
			cold_steps += cold.steps;
			warm_steps += warm.steps;
		}
		couple_free(&c);
	}
	assert_true(2 * warm_steps < cold_steps);
}

static void limits_and_tolerances_keep_what_they_promise(void **state)
{
	(void)state;
	uint64_t random = 80;
	for (uint64_t n = 0; n < trials_random(600); ++n)
	{
		couple c;
		couple_make(&c, &random, n % 2 ? COUPLE_RANDOM : COUPLE_POSED, 24);
		const kiln_convex_object *a = &c.objects[0], *b = &c.objects[1];
		double exact = c.exact.distance, size = c.size + exact;
		for (int m = 0; m < (int)KILN_SCHOOL_DISTANCES; ++m)
		{
			float limit = (float)(exact * (0.5 + fabs(oracle_signed(&random))) + 1e-3 * size);
			kiln_distance_options options = {.method = kiln_school_distance((uint32_t)m), .limit = limit};
			kiln_convex_separation found = ask(a, b, &options, NULL);
			assert_true(found.found || exact > (double)limit * (1 - 0x1p-22));
			assert_true(!found.found || exact < (double)limit * (1 + 0x1p-20));
			assert_true((double)found.lower <= exact);
			if (!found.found)
				assert_true(found.lower >= limit * (1 - 0x1p-20f) && found.distance == 0);
			options = (kiln_distance_options){.method = kiln_school_distance((uint32_t)m), .tolerance = 0.1f};
			found = ask(a, b, &options, NULL);
			assert_true(found.found && (double)found.distance >= exact * (1 - 0x1p-20) - 0x1p-28 * size);
			assert_true((double)found.distance <= exact / 0.9 + 0x1p-24 * size);
			assert_true((double)found.lower >= 0.9 * (double)found.distance * (1 - 0x1p-20) - 0x1p-24 * size);
		}
		couple_free(&c);
	}
}

static void order_and_motion_of_both_change_nothing(void **state)
{
	(void)state;
	uint64_t random = 90;
	for (uint64_t n = 0; n < trials_random(600); ++n)
	{
		couple c;
		couple_make(&c, &random, (couple_kind)(n % COUPLE_KINDS), 24);
		kiln_convex_object a = c.objects[0], b = c.objects[1];
		double size = c.size + c.exact.distance;
		kiln_convex_separation here = ask(&a, &b, NULL, NULL), back = ask(&b, &a, NULL, NULL);
		assert_true(fabs((double)here.distance - (double)back.distance) <= 0x1p-22 * size);
		if ((double)here.distance > 1e-3 * size)
		{
			kiln_d3 both = kiln_d3_add(kiln_d3_from(here.normal), kiln_d3_from(back.normal));
			assert_true(kiln_d3_largest(both) <= 1e-5);
		}
		// A half turn around x, and a quarter, are exact on coordinates.
		if (a.pose.scale == 0 && b.pose.scale == 0)
		{
			a.pose.rotation = b.pose.rotation = n % 2 ? (kiln_quat){1, 0, 0, 0} : (kiln_quat){0, 0, 1, 1};
			kiln_convex_separation there = ask(&a, &b, NULL, NULL);
			assert_true(fabs((double)here.distance - (double)there.distance) <= 0x1p-22 * size);
		}
		couple_free(&c);
	}
}

/// Whether a feature contains a point, by the affine hull of its vertices.
static void check_feature(const couple *c, int side, kiln_feature feature, kiln_vec3 point)
{
	uint32_t corners[64];
	const kiln_polytope *p = &c->polytopes[side];
	uint32_t count = kilni_polytope_feature_vertices(p, feature, corners, 64);
	assert_true(count > 0);
	kiln_d3 at = kiln_d3_sub(kiln_d3_from(point), c->eye), first = kiln_polytope_vertex(p, corners[0]);
	kiln_d3 from = kiln_d3_sub(at, first);
	double off = sqrt(kiln_d3_length2(from)), slack = 1e-5 * c->size + 0x1p-22 * c->reach;
	if (feature.kind == KILN_FEATURE_EDGE)
	{
		kiln_d3 side_of = kilni_d3_unit(kiln_d3_sub(kiln_polytope_vertex(p, corners[1]), first));
		off = sqrt(kiln_d3_length2(kiln_d3_cross(from, side_of)));
	}
	if (feature.kind == KILN_FEATURE_FACE)
		off = fabs(kiln_d3_dot(from, kiln_polytope_normal(p, feature.index)));
	assert_true(off <= slack);
}

static void features_hold_the_closest_points(void **state)
{
	(void)state;
	static const couple_kind kinds[] = {COUPLE_RANDOM, COUPLE_POSED, COUPLE_LATTICE, COUPLE_BOXES, COUPLE_RATIO};
	uint64_t random = 100;
	uint32_t seen[4] = {0};
	for (uint64_t n = 0; n < trials_random(600); ++n)
	{
		couple c;
		couple_make(&c, &random, kinds[n % 5], n % 7 ? 16 : 300);
		kiln_convex_cache cache = {.count = 0};
		for (int k = 0; k < 2; ++k)
		{
			kiln_convex_separation found = ask(&c.objects[0], &c.objects[1], NULL, &cache);
			if ((double)found.distance <= 1e-3 * c.size)
			{
				assert_true(found.distance > 0 || found.feature_a.kind == KILN_FEATURE_NONE);
				continue;
			}
			++seen[found.feature_a.kind];
			check_feature(&c, 0, found.feature_a, found.on_a);
			check_feature(&c, 1, found.feature_b, found.on_b);
		}
		couple_free(&c);
	}
	assert_true(seen[KILN_FEATURE_VERTEX] > 20 && seen[KILN_FEATURE_EDGE] > 20 && seen[KILN_FEATURE_FACE] > 20);
	assert_int_equal(seen[KILN_FEATURE_NONE], 0);
}

static kiln_convex_kind bounded_kind(uint64_t *random)
{
	kiln_convex_kind kind;
	do
		kind = (kiln_convex_kind)(fixture_random(random) % (KILN_CONVEX_HULL + 1));
	while (kind == KILN_CONVEX_LINE || kind == KILN_CONVEX_RAY);
	return kind;
}

/// The highest point of a sum of samples along d, by definition.
static double height_of(const convex_sample *samples, uint32_t count, kiln_d3 d)
{
	double height = 0;
	for (uint32_t i = 0; i < count; ++i)
		height += real_to(convex_sample_height(&samples[i], real3_from_d3(d))) +
				  (double)samples[i].shape.margin * sqrt(kiln_d3_length2(d));
	return height;
}

/// Any shapes, also rounded and summed: the points are at the stated distance, and a plane proves it.
static void any_shapes_are_parted_by_a_plane_that_far(void **state)
{
	(void)state;
	uint64_t random = 110;
	uint32_t apart = 0, overlapping = 0;
	for (uint64_t n = 0; n < trials_random(1500); ++n)
	{
		convex_sample samples[2][2];
		kiln_convex_object objects[2] = {{NULL, {.scale = 0}}, {NULL, {.scale = 0}}};
		const uint32_t counts[2] = {1 + (uint32_t)(n % 2), 1 + (uint32_t)(n / 2 % 2)};
		double size = 0;
		for (int s = 0; s < 2; ++s)
			for (uint32_t i = 0; i < counts[s]; ++i)
			{
				convex_sample *sample = &samples[s][i];
				double far = s == 0 || i > 0 ? 0 : 3 * oracle_signed(&random);
				convex_sample_make(sample, &random, bounded_kind(&random), 1, (kiln_d3){far, -far, 0.5 * far});
				sample->shape.margin = fixture_random(&random) % 2 ? 0 : 0.25f;
				sample->shape.plus = i > 0 ? &samples[s][i - 1].shape : NULL;
				objects[s].shape = &sample->shape;
				size += sample->size + 0.25 + fabs(far);
			}
		kiln_convex_separation found = ask(&objects[0], &objects[1], NULL, NULL);
		double distance = (double)found.distance, slack = 0x1p-19 * size;
		assert_true(fabs(away(found.on_a, found.on_b) - distance) <= slack);
		bool overlaps = false;
		assert_int_equal(kiln_convex_collide(&objects[0], &objects[1], NULL, NULL, &overlaps), KILN_OK);
		assert_int_equal(overlaps, found.distance == 0);
		apart += found.distance > 0;
		overlapping += overlaps;
		if (distance > 0.01 * size)
		{
			kiln_d3 up = kiln_d3_from(found.normal), down = kiln_d3_scale(up, -1);
			double gap = -height_of(samples[0], counts[0], down) - height_of(samples[1], counts[1], up);
			assert_true(fabs(gap - distance) <= slack);
			assert_true((double)found.lower <= gap + slack);
		}
		for (int k = 0; k < 4; ++k)
		{
			// The points belong to the objects: no farther than the objects' supports.
			kiln_d3 d = kiln_d3_from(oracle_vector(&random, 1));
			assert_true(kiln_d3_dot(d, kiln_d3_from(found.on_a)) <= height_of(samples[0], counts[0], d) + slack);
			assert_true(kiln_d3_dot(d, kiln_d3_from(found.on_b)) <= height_of(samples[1], counts[1], d) + slack);
		}
		for (int s = 0; s < 2; ++s)
			for (uint32_t i = 0; i < counts[s]; ++i)
				convex_sample_free(&samples[s][i]);
	}
	assert_true(apart > 200 && overlapping > 200);
}

/// Balls at 2^-1 .. 2^-24 of contact, where the margins decide.
static void rounded_shapes_touch_to_their_rounding(void **state)
{
	(void)state;
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}};
	const kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}, .margin = 0.5f};
	for (int e = 1; e <= 20; ++e)
	{
		float gap = ldexpf(1, -e);
		const kiln_convex_object a = {&ball, {.scale = 0}};
		const kiln_convex_object apart = {&box, {.translation = {0.25f, 2.5f + gap, -0.125f}}};
		const kiln_convex_object deep = {&box, {.translation = {0.25f, 2.5f - gap, -0.125f}}};
		const kiln_convex_object touching = {&box, {.translation = {0.25f, 2.5f, -0.125f}}};
		kiln_convex_separation found = ask(&a, &apart, NULL, NULL);
		assert_true(found.distance == gap && found.normal.y == -1);
		assert_true(ask(&a, &deep, NULL, NULL).distance == 0 && ask(&a, &touching, NULL, NULL).distance == 0);
		// Separate cores still give a normal.
		assert_true(ask(&a, &deep, NULL, NULL).normal.y == -1);
	}
}

static void bad_input_is_refused(void **state)
{
	(void)state;
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}};
	const kiln_convex_shape bad = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, NAN, 0}, 1}};
	const kiln_convex_object a = {&ball, {.scale = 0}}, none = {&bad, {.scale = 0}}, turned = {&ball, {.scale = NAN}};
	const kiln_convex_object *const refused[] = {NULL, &none, &turned};
	kiln_convex_separation found, zero;
	bool overlapping;
	memset(&zero, 0, sizeof zero);
	for (int i = 0; i < 3; ++i)
		for (int back = 0; back < 2; ++back)
		{
			const kiln_convex_object *first = back ? refused[i] : &a, *second = back ? &a : refused[i];
			memset(&found, 1, sizeof found);
			assert_int_equal(kiln_convex_distance(first, second, NULL, NULL, &found), KILN_E_ARGUMENT);
			assert_true(!found.found && found.distance == 0 && found.lower == 0 && found.steps == 0);
			overlapping = true;
			assert_int_equal(kiln_convex_collide(first, second, NULL, NULL, &overlapping), KILN_E_ARGUMENT);
			assert_false(overlapping);
		}
	const kiln_distance_options options[] = {
		{.limit = -1}, {.limit = NAN}, {.tolerance = -1}, {.tolerance = 1}, {.tolerance = NAN}};
	for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
		assert_int_equal(kiln_convex_distance(&a, &a, &options[i], NULL, &found), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_distance(&a, &a, NULL, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_collide(&a, &a, NULL, NULL, NULL), KILN_E_ARGUMENT);
}

/// One inside the other, at the same place, and without extent.
static void shapes_in_each_other_overlap(void **state)
{
	(void)state;
	uint64_t random = 130;
	for (int n = 0; n < 400; ++n)
	{
		convex_sample sample;
		convex_sample_make(&sample, &random, bounded_kind(&random), 1, (kiln_d3){0, 0, 0});
		const kiln_convex_object one = {&sample.shape, {.scale = 0}};
		kiln_convex_separation found = ask(&one, &one, NULL, NULL);
		assert_true(found.found && found.distance == 0 && found.lower == 0);
		const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT, .point = convex_sample_anchor(&sample)};
		const kiln_convex_object at = {&point, {.scale = 0}};
		found = ask(&one, &at, NULL, NULL);
		assert_true((double)found.distance <= 0x1p-22 * sample.size);
		convex_sample_free(&sample);
	}
}

/// The cache has three collinear points of it, except for a millionth: Johnson's weights are useless then.
static void solvers_that_rounding_stops_are_helped(void **state)
{
	(void)state;
	const kiln_vec3 points[8] = {{-16384, -13.625f, 1.07288361e-06f},
		{2.86102295e-05f, 0.00329589844f, -2.09547579e-08f}, {8.86917114e-05f, 10240, -0.00128173828f},
		{-3584, -5.34057617e-05f, 1.78813934e-07f}, {0.625f, -0.515625f, -792},
		{2.23517418e-08f, 0.000457763672f, -5440}, {2.98023224e-08f, 1.07102096e-08f, -4.79631126e-08f},
		{0.000610351562f, -16384, -0.0712890625f}};
	kiln_convex_shape cloud = {.kind = KILN_CONVEX_POINTS, .points = {.points = points, .count = 8}};
	kiln_convex_shape segment = {.kind = KILN_CONVEX_SEGMENT,
		.segment = {{-12288, 5.24520874e-05f, -0.0732421875f}, {392, -0.00259399414f, -1280}},
		.margin = 0.0234375f};
	const kiln_convex_object a = {&cloud, {.rotation = {124, -1.43051147e-06f, 1.49011612e-08f, -1.8119812e-05f},
											  .translation = {9999980, -1088, -0.000869750977f},
											  .scale = 7.375f}};
	const kiln_convex_object b = {&segment, {.translation = {10000000, 0, 0}, .scale = 9.99999997e-07f}};
	for (int solver = 0; solver < (int)KILN_SCHOOL_SIMPLICES; ++solver)
	{
		const kiln_distance_options options = {.solver = kiln_school_simplex((uint32_t)solver)};
		kiln_convex_cache cache = {0};
		for (int i = 0; i < 3; ++i)
		{
			kiln_convex_separation found;
			assert_int_equal(kiln_convex_distance(&a, &b, &options, &cache, &found), KILN_OK);
			assert_true(fabs((double)found.distance - 19.9866) < 1e-3);
			assert_true(found.distance - found.lower < 1e-3f);
		}
	}
}

/// For a needle, ended early: the normal is that of a plane that separates the two by the proved bound.
static void the_normal_parts_by_the_lower_bound(void **state)
{
	(void)state;
	uint64_t random = 77;
	for (uint64_t i = 0; i < trials_random(3000); ++i)
	{
		kiln_convex_shape shapes[2] = {{.kind = KILN_CONVEX_TRIANGLE}, {.kind = KILN_CONVEX_TETRAHEDRON}};
		for (int k = 0; k < 7; ++k)
		{
			kiln_vec3 p = {(float)(oracle_signed(&random) * 1e5), (float)oracle_signed(&random),
				(float)oracle_signed(&random) + (k < 3 ? 3 : 0)};
			*(k < 3 ? &shapes[0].triangle.corners[k] : &shapes[1].tetrahedron.corners[k - 3]) = p;
		}
		const kiln_convex_object a = {&shapes[0], {.scale = 1}}, b = {&shapes[1], {.scale = 1}};
		const kiln_distance_options options = {.tolerance = i % 2 ? 0.25f : 0};
		kiln_convex_separation found;
		assert_int_equal(kiln_convex_distance(&a, &b, &options, NULL, &found), KILN_OK);
		if (!(found.lower > 0))
			continue;
		const kiln_vec3 n = found.normal, back = {-n.x, -n.y, -n.z};
		kiln_d3 low = kiln_d3_from(kiln_convex_object_support(&a, back, NULL));
		kiln_d3 high = kiln_d3_from(kiln_convex_object_support(&b, n, NULL));
		// The normal is rounded to float32, over 1e5.
		assert_true(kiln_d3_dot(kiln_d3_from(n), kiln_d3_sub(low, high)) >= (double)found.lower - 2e5 * 0x1p-23);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(caches_change_no_answer),
		cmocka_unit_test(frames_go_on_from_each_other),
		cmocka_unit_test(limits_and_tolerances_keep_what_they_promise),
		cmocka_unit_test(order_and_motion_of_both_change_nothing),
		cmocka_unit_test(features_hold_the_closest_points),
		cmocka_unit_test(any_shapes_are_parted_by_a_plane_that_far),
		cmocka_unit_test(rounded_shapes_touch_to_their_rounding),
		cmocka_unit_test(bad_input_is_refused),
		cmocka_unit_test(shapes_in_each_other_overlap),
		cmocka_unit_test(solvers_that_rounding_stops_are_helped),
		cmocka_unit_test(the_normal_parts_by_the_lower_bound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
