// SPDX-License-Identifier: MIT
#include "bounds_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define PAIRS 100000

static kiln_obb box_at(float x, float y, float z, float a, float b, float c)
{
	return (kiln_obb){{x, y, z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {a, b, c}};
}

static kiln_obb turned(kiln_obb box, kiln_quat q)
{
	kiln_pose pose = {.rotation = q};
	for (int i = 0; i < 3; ++i)
	{
		oracle3 axis = oracle_posed(&pose, oracle3_of(box.axes[i]));
		box.axes[i] = (kiln_vec3){(float)axis.v[0], (float)axis.v[1], (float)axis.v[2]};
	}
	return box;
}

/// Computes the corners relative to a's center.
static void corners_of(const oracle_body *body, oracle3 center, oracle3 corners[8])
{
	for (int i = 0; i < 8; ++i)
	{
		corners[i] = center;
		for (int k = 0; k < 3; ++k)
			corners[i] = oracle3_along(corners[i], i >> k & 1 ? 1 : -1, body->side[k]);
	}
}

/// Computes the gap between two sets of corners along an axis, in lengths; negative when they overlap.
static long double gap_on(oracle3 axis, const oracle3 a[8], const oracle3 b[8])
{
	long double length = oracle3_length(axis), low[2] = {HUGE_VALL, HUGE_VALL}, high[2] = {-HUGE_VALL, -HUGE_VALL};
	if (!(length > 0))
		return -HUGE_VALL;
	for (int i = 0; i < 16; ++i)
	{
		int which = i / 8;
		long double at = oracle3_dot(axis, which ? b[i % 8] : a[i]) / length;
		low[which] = at < low[which] ? at : low[which];
		high[which] = at > high[which] ? at : high[which];
	}
	return low[1] - high[0] > low[0] - high[1] ? low[1] - high[0] : low[0] - high[1];
}

/// Computes the largest gap on the fifteen axes, by projecting all corners on each; with `edges` false, on the first
/// six.
static long double brute_gap(const oracle_volume pair[2], bool edges)
{
	oracle3 corners[2][8], axes[2][3] = {{{{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}}}, zero = {{0, 0, 0}};
	oracle_body first = oracle_body_of(&pair[0]), second = oracle_body_of(&pair[1]);
	corners_of(&first, zero, corners[0]);
	corners_of(&second, oracle_between(&first, &second), corners[1]);
	for (int which = 0; which < 2; ++which)
		for (int i = 0; i < 3 && pair[which].kind == ORACLE_OBB; ++i)
			axes[which][i] = oracle3_of(pair[which].obb.axes[i]);
	long double best = -HUGE_VALL;
	for (int i = 0; i < 15; ++i)
	{
		const oracle3 *own = axes[i / 3 % 2];
		oracle3 axis = i < 6 ? oracle3_cross(own[(i + 1) % 3], own[(i + 2) % 3])
							 : oracle3_cross(axes[0][(i - 6) / 3], axes[1][(i - 6) % 3]);
		long double gap = i < 6 || edges ? gap_on(axis, corners[0], corners[1]) : best;
		best = gap > best ? gap : best;
	}
	return best;
}

/// Checks an answer against the exact gap. The fifteen axes are not conclusive for flat boxes whose axes are not
/// exactly perpendicular: then the exact distance decides.
static void check_answer(const oracle_volume pair[2], bool said, long double gap, bool edges)
{
	oracle_body first = oracle_body_of(&pair[0]), second = oracle_body_of(&pair[1]);
	if (gap > 1e-13L * oracle_scale(&first, &second))
		assert_false(said);
	else if (!said && gap <= 0)
		assert_true(edges && oracle_core_distance(&first, &second).low > 0);
}

static void boxes_overlap_as_their_corners_on_fifteen_axes(void **state)
{
	(void)state;
	uint64_t random = 7;
	int overlapping = 0, by_edges = 0;
	for (int i = 0; i < PAIRS; ++i)
	{
		oracle_volume pair[2];
		oracle_pair_random(&random, ORACLE_OBB, ORACLE_OBB, pair);
		bool said = kiln_overlaps_obb_obb(&pair[0].obb, &pair[1].obb);
		bool lite = kiln_overlaps_obb_obb_lite(&pair[0].obb, &pair[1].obb);
		check_answer(pair, said, brute_gap(pair, true), true);
		assert_int_equal(said, kiln_overlaps_obb_obb(&pair[1].obb, &pair[0].obb));
		assert_true(lite || !said);
		if (!said && lite)
		{
			oracle_body first = oracle_body_of(&pair[0]), second = oracle_body_of(&pair[1]);
			assert_true(brute_gap(pair, false) <= 1e-13L * oracle_scale(&first, &second));
			++by_edges;
		}
		overlapping += said;
	}
	assert_true(overlapping > PAIRS / 10 && overlapping < PAIRS * 9 / 10 && by_edges > PAIRS / 1000);
}

static void box_and_aabb_overlap_as_their_corners_on_fifteen_axes(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (int i = 0; i < PAIRS / 4; ++i)
	{
		oracle_volume pair[2];
		oracle_pair_random(&random, ORACLE_AABB, ORACLE_OBB, pair);
		check_answer(pair, kiln_overlaps_aabb_obb(&pair[0].aabb, &pair[1].obb), brute_gap(pair, true), true);
	}
}

static void boxes_that_only_edges_separate_are_apart(void **state)
{
	(void)state;
	// Two unit cubes, turned by 45 degrees about x and about y, whose edges cross one above the other.
	kiln_obb a = turned(box_at(0, 0, 0, 1, 1, 1), (kiln_quat){0.41421356f, 0, 0, 1});
	kiln_obb b = turned(box_at(0, 0, 2.83f, 1, 1, 1), (kiln_quat){0, 0.41421356f, 0, 1});
	assert_false(kiln_overlaps_obb_obb(&a, &b));
	assert_true(kiln_overlaps_obb_obb_lite(&a, &b) || !kiln_overlaps_obb_obb(&a, &b));
	b.center.z = 2.828f;
	assert_true(kiln_overlaps_obb_obb(&a, &b));
}

static void boxes_that_touch_overlap_and_one_ulp_parts_them(void **state)
{
	(void)state;
	for (int axis = 0; axis < 3; ++axis)
	{
		kiln_obb a = box_at(0, 0, 0, 1, 1, 1), b = box_at(0, 0, 0, 1, 1, 1);
		float *place = axis == 0 ? &b.center.x : axis == 1 ? &b.center.y : &b.center.z;
		*place = 2;
		assert_true(kiln_overlaps_obb_obb(&a, &b) && kiln_overlaps_obb_obb_lite(&a, &b));
		*place = nextafterf(2, 3);
		assert_false(kiln_overlaps_obb_obb(&a, &b) || kiln_overlaps_obb_obb_lite(&a, &b));
		*place = -2;
		assert_true(kiln_overlaps_obb_obb(&a, &b));
		*place = nextafterf(-2, -3);
		assert_false(kiln_overlaps_obb_obb(&a, &b));
	}
	// Corner to corner, and far from the origin, where an ulp is a whole unit.
	kiln_obb a = box_at(16777216, 0, 0, 2, 1, 1), b = box_at(16777220, 2, 2, 2, 1, 1);
	assert_true(kiln_overlaps_obb_obb(&a, &b));
	b.center.x = 16777222;
	assert_false(kiln_overlaps_obb_obb(&a, &b));
}

static void nearly_parallel_edges_neither_lose_nor_invent(void **state)
{
	(void)state;
	uint64_t random = 9;
	for (int i = 0; i < 20000; ++i)
	{
		// Two long bars, one turned very slightly, at a distance slightly above or below touching.
		float tilt = (float)pow(10, -8 + 6 * (double)fixture_random_unit(&random));
		kiln_obb a = turned(box_at(0, 0, 0, 100, 1, 0.5f), oracle_rotation(&random)), b = a;
		b = turned(b, (kiln_quat){tilt * (float)oracle_signed(&random), tilt * (float)oracle_signed(&random), tilt, 1});
		float away = 2 + 1e-3f * (float)oracle_signed(&random);
		b.center = (kiln_vec3){a.axes[1].x * away, a.axes[1].y * away, a.axes[1].z * away};
		// Axes that are not right-handed unit vectors give a parallelepiped, which must work, too.
		for (int k = 0; i % 4 == 0 && k < 3; ++k)
		{
			kiln_vec3 off = oracle_vector(&random, 0.5);
			b.axes[k] = (kiln_vec3){b.axes[k].x + off.x, b.axes[k].y + off.y, b.axes[k].z + off.z};
		}
		oracle_volume pair[2] = {{.kind = ORACLE_OBB}, {.kind = ORACLE_OBB}};
		pair[0].obb = a;
		pair[1].obb = b;
		check_answer(pair, kiln_overlaps_obb_obb(&a, &b), brute_gap(pair, true), true);
		// The same box twice: every axis of one is parallel to one of the other.
		assert_true(kiln_overlaps_obb_obb(&a, &a));
	}
}

static void box_without_axes_overlaps_no_more_than_its_center(void **state)
{
	(void)state;
	kiln_obb nothing = {{0.5f, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 0, 0}}, box = box_at(0, 0, 0, 1, 1, 1);
	assert_true(kiln_overlaps_obb_obb(&nothing, &box));
	nothing.center.x = 1.5f;
	assert_false(kiln_overlaps_obb_obb(&nothing, &box));
}

static void what_is_no_box_overlaps(void **state)
{
	(void)state;
	kiln_obb good = box_at(0, 0, 0, 1, 1, 1);
	const float wrong[] = {NAN, INFINITY, -INFINITY};
	for (int field = 0; field < 15; ++field)
		for (int i = 0; i < 3; ++i)
		{
			kiln_obb bad = box_at(100, 100, 100, 1, 1, 1);
			float *numbers = (float *)&bad;
			numbers[field] = wrong[i];
			kiln_aabb aabb = {{-1, -1, -1}, {1, 1, 1}};
			kiln_sphere sphere = {{0, 0, 0}, 1};
			kiln_capsule capsule = {{0, 0, 0}, {1, 0, 0}, 1};
			assert_true(kiln_overlaps_obb_obb(&good, &bad) && kiln_overlaps_obb_obb(&bad, &good));
			assert_true(kiln_overlaps_obb_obb_lite(&good, &bad) && kiln_overlaps_aabb_obb(&aabb, &bad));
			assert_true(kiln_overlaps_sphere_obb(&sphere, &bad) && kiln_overlaps_capsule_obb(&capsule, &bad));
		}
	kiln_obb bad = box_at(100, 0, 0, 1, -1, 1);
	assert_true(kiln_overlaps_obb_obb(&good, &bad));
}

static void layers_answer_as_the_boxes_where_the_spheres_meet(void **state)
{
	(void)state;
	kiln_layered a = {.sphere = {{0, 0, 0}, 2}, .obb = box_at(0, 0, 0, 1, 1, 1)}, b = a;
	assert_true(kiln_overlaps_layered(&a, &b));
	b.obb.center.x = b.sphere.center.x = 3;
	assert_false(kiln_overlaps_layered(&a, &b));
	assert_true(kiln_overlaps_sphere_sphere(&a.sphere, &b.sphere));
	b.obb.center.x = b.sphere.center.x = 5;
	assert_false(kiln_overlaps_layered(&a, &b));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_overlap_as_their_corners_on_fifteen_axes),
		cmocka_unit_test(box_and_aabb_overlap_as_their_corners_on_fifteen_axes),
		cmocka_unit_test(boxes_that_only_edges_separate_are_apart),
		cmocka_unit_test(boxes_that_touch_overlap_and_one_ulp_parts_them),
		cmocka_unit_test(nearly_parallel_edges_neither_lose_nor_invent),
		cmocka_unit_test(box_without_axes_overlaps_no_more_than_its_center),
		cmocka_unit_test(what_is_no_box_overlaps),
		cmocka_unit_test(layers_answer_as_the_boxes_where_the_spheres_meet),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
