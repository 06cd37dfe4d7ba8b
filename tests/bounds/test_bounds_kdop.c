// SPDX-License-Identifier: MIT
#include "bounds_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROUNDS 2000

static const uint32_t all_k[] = {6, 8, 12, 14, 18, 20, 24, 26};

static const int axes[13][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {-1, 1, 1},
	{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

/// Whether an axis belongs to a k.
static bool has_axis(uint32_t k, int axis)
{
	if (axis < 3)
		return k == 6 || k == 14 || k == 18 || k == 24 || k == 26;
	if (axis < 7)
		return k == 8 || k == 14 || k == 20 || k == 26 || (k == 24 && axis < 6);
	return k == 12 || k == 18 || k == 20 || k == 24 || k == 26;
}

static oracle3 axis_of(int axis)
{
	return (oracle3){{axes[axis][0], axes[axis][1], axes[axis][2]}};
}

static const kiln_pose identity;

/// Exact extents of posed points on an axis.
static void extents_of(
	const kiln_vec3 *points, int count, const kiln_pose *pose, int axis, long double *low, long double *high)
{
	*low = HUGE_VALL;
	*high = -HUGE_VALL;
	for (int i = 0; i < count; ++i)
	{
		long double at = oracle3_dot(axis_of(axis), oracle_posed(pose, oracle3_of(points[i])));
		*low = at < *low ? at : *low;
		*high = at > *high ? at : *high;
	}
}

/// Makes a cloud of points, sometimes with whole numbers, tiny, or far away.
static int cloud(uint64_t *random, kiln_vec3 points[32])
{
	static const double sizes[] = {1, 1, 1e-6, 1e6, 1e-35};
	double size = sizes[fixture_random(random) % 5], away = fixture_random(random) % 3 ? size : 1e3 * size;
	int count = 1 + (int)(fixture_random(random) % 32);
	bool whole = fixture_random(random) % 4 == 0;
	kiln_vec3 center = oracle_vector(random, away);
	for (int i = 0; i < count; ++i)
	{
		kiln_vec3 off = oracle_vector(random, size);
		points[i] = whole ? oracle_integer_vector(random, 3)
						  : (kiln_vec3){center.x + off.x, center.y + off.y, center.z + off.z};
	}
	return count;
}

static void kdop_of_points_is_the_least_in_float32(void **state)
{
	(void)state;
	uint64_t random = 51;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_vec3 points[32];
		int count = cloud(&random, points);
		uint32_t k = all_k[round % 8];
		kiln_kdop kdop = kiln_kdop_from_points(points, (uint32_t)count, 0, &identity, k);
		for (int axis = 0; axis < 13; ++axis)
		{
			long double low, high;
			extents_of(points, count, &identity, axis, &low, &high);
			if (!has_axis(k, axis))
			{
				assert_true(kdop.min[axis] > kdop.max[axis]);
				continue;
			}
			assert_true(kdop.min[axis] <= low && kdop.max[axis] >= high);
			assert_true(nextafterf(kdop.min[axis], INFINITY) > low && nextafterf(kdop.max[axis], -INFINITY) < high);
		}
	}
}

static void realigned_kdop_contains_the_turned_points_and_little_more(void **state)
{
	(void)state;
	uint64_t random = 52;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_vec3 points[32];
		int count = cloud(&random, points);
		kiln_pose pose = oracle_pose_random(&random);
		float margin = round % 2 ? 0 : 0.01f;
		kiln_kdop kdop = kiln_kdop_from_points(points, (uint32_t)count, margin, &pose, 26);
		long double scale = pose.scale == 0 ? 1 : pose.scale;
		for (int axis = 0; axis < 13; ++axis)
		{
			long double low, high, wider = margin * scale * oracle3_length(axis_of(axis));
			extents_of(points, count, &pose, axis, &low, &high);
			low -= wider;
			high += wider;
			long double size = fabsl(low) + fabsl(high) + oracle3_length(oracle3_of(pose.translation));
			for (int i = 0; i < count; ++i)
				size += scale * oracle3_length(oracle3_of(points[i])) * 1e-7L;
			assert_true(kdop.min[axis] <= low + 1e-18L * size && kdop.max[axis] >= high - 1e-18L * size);
			assert_true(kdop.min[axis] >= low - 3e-7L * size - 1e-44L);
			assert_true(kdop.max[axis] <= high + 3e-7L * size + 1e-44L);
		}
	}
}

/// Turns by 2 atan(3/4) about an axis map multiples of 25 to whole numbers, which float32 represents: the rounding
/// errors of double must not cut them off.
static void turned_points_that_end_on_whole_numbers_are_not_cut_short(void **state)
{
	(void)state;
	uint64_t random = 58;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_vec3 points[4];
		for (int i = 0; i < 4; ++i)
		{
			kiln_vec3 p = oracle_integer_vector(&random, 9);
			points[i] = (kiln_vec3){25 * p.x, 25 * p.y, 25 * p.z};
		}
		kiln_pose pose = {.rotation = {0, 0, 0, 4}};
		float *about = round % 3 == 0 ? &pose.rotation.x : round % 3 == 1 ? &pose.rotation.y : &pose.rotation.z;
		*about = 3;
		kiln_kdop kdop = kiln_kdop_from_points(points, 4, 0, &pose, 26);
		for (int axis = 0; axis < 13; ++axis)
		{
			long double low, high;
			extents_of(points, 4, &pose, axis, &low, &high);
			low = roundl(low);
			high = roundl(high);
			assert_true(kdop.min[axis] <= low && kdop.max[axis] >= high);
		}
	}
}

static bool inside(const kiln_kdop *kdop, uint32_t k, oracle3 p, long double room)
{
	for (int axis = 0; axis < 13; ++axis)
	{
		long double at = oracle3_dot(axis_of(axis), p);
		if (has_axis(k, axis) && (at < kdop->min[axis] - room || at > kdop->max[axis] + room))
			return false;
	}
	return true;
}

/// Makes a k-DOP around random points, sometimes with planes moved so that they touch nothing or meet in unusual
/// corners.
static kiln_kdop kdop_random(uint64_t *random, uint32_t k)
{
	kiln_vec3 points[32];
	int count = cloud(random, points);
	kiln_kdop kdop = kiln_kdop_from_points(points, (uint32_t)count, 0, &identity, k);
	for (int axis = 0; axis < 13 && count % 3 == 0; ++axis)
		if (has_axis(k, axis))
		{
			float width = kdop.max[axis] - kdop.min[axis];
			kdop.max[axis] += width * fixture_random_unit(random);
			kdop.min[axis] -= width * fixture_random_unit(random);
		}
	return kdop;
}

static void vertices_span_the_kdop(void **state)
{
	(void)state;
	uint64_t random = 54;
	for (int round = 0; round < ROUNDS / 4; ++round)
	{
		uint32_t k = all_k[round % 8];
		kiln_kdop kdop = kdop_random(&random, k);
		kiln_vec3 vertices[KILN_KDOP_VERTICES_MAX];
		float slack;
		uint32_t count = kiln_kdop_vertices(&kdop, k, vertices, &slack);
		assert_true(count > 0 && count <= 2 * k - 4);
		long double size = 0;
		for (uint32_t i = 0; i < count; ++i)
			size = fmaxl(size, oracle3_length(oracle3_of(vertices[i])));
		assert_true(slack <= 4e-7L * size + 1e-44L);
		for (uint32_t i = 0; i < count; ++i)
			assert_true(inside(&kdop, k, oracle3_of(vertices[i]), 2 * (long double)slack));
		// The posed k-DOP must contain every point of the k-DOP: corners of the exact polytope, computed as long double
		// intersections of three planes.
		kiln_pose pose = oracle_pose_random(&random);
		kiln_kdop turned = kiln_kdop_from_points(vertices, count, slack, &pose, 26);
		for (int a = 0; a < 13; ++a)
			for (int b = a + 1; b < 13; ++b)
				for (int c = b + 1; c < 13; ++c)
				{
					oracle3 n[3] = {axis_of(a), axis_of(b), axis_of(c)};
					oracle3 across = oracle3_cross(n[1], n[2]);
					long double determinant = oracle3_dot(n[0], across);
					if (!has_axis(k, a) || !has_axis(k, b) || !has_axis(k, c) || determinant == 0)
						continue;
					for (int way = 0; way < 8; ++way)
					{
						long double d[3] = {(way & 1 ? kdop.max : kdop.min)[a], (way & 2 ? kdop.max : kdop.min)[b],
							(way & 4 ? kdop.max : kdop.min)[c]};
						oracle3 p = {{0, 0, 0}};
						p = oracle3_along(p, d[0] / determinant, across);
						p = oracle3_along(p, d[1] / determinant, oracle3_cross(n[2], n[0]));
						p = oracle3_along(p, d[2] / determinant, oracle3_cross(n[0], n[1]));
						if (!inside(&kdop, k, p, 0))
							continue;
						oracle3 q = oracle_posed(&pose, p);
						assert_true(inside(&turned, 26, q, 1e-18L * oracle3_length(q)));
					}
				}
	}
}

static void box_as_kdop_has_eight_vertices(void **state)
{
	(void)state;
	const kiln_vec3 corners[2] = {{-1, -2, -3}, {1, 2, 3}};
	kiln_kdop box = kiln_kdop_from_points(corners, 2, 0, &identity, 6);
	kiln_vec3 vertices[KILN_KDOP_VERTICES_MAX];
	float slack;
	assert_int_equal(kiln_kdop_vertices(&box, 6, vertices, &slack), 8);
	assert_true(slack < 1e-12f);
	// All 26 planes around a cube touch it: still eight vertices, each found many times.
	for (int axis = 0; axis < 13; ++axis)
	{
		box.max[axis] = (float)(abs(axes[axis][0]) + abs(axes[axis][1]) + abs(axes[axis][2]));
		box.min[axis] = -box.max[axis];
	}
	assert_int_equal(kiln_kdop_vertices(&box, 26, vertices, &slack), 8);
	// An octahedron, and a k-DOP whose planes leave nothing.
	for (int axis = 3; axis < 7; ++axis)
	{
		box.max[axis] = 1;
		box.min[axis] = -1;
	}
	assert_int_equal(kiln_kdop_vertices(&box, 8, vertices, &slack), 6);
	box.min[0] = 5;
	box.max[0] = 6;
	assert_int_equal(kiln_kdop_vertices(&box, 14, vertices, &slack), 0);
	box.min[0] = NAN;
	assert_int_equal(kiln_kdop_vertices(&box, 14, vertices, &slack), 0);
	assert_int_equal(kiln_kdop_vertices(&box, 15, vertices, &slack), 0);
}

static void kdops_overlap_unless_an_interval_separates(void **state)
{
	(void)state;
	uint64_t random = 55;
	int apart = 0;
	for (int round = 0; round < 10 * ROUNDS; ++round)
	{
		uint32_t k = all_k[round % 8];
		kiln_vec3 points[2][4];
		kiln_kdop kdop[2];
		for (int i = 0; i < 2; ++i)
		{
			for (int j = 0; j < 4; ++j)
				points[i][j] = oracle_integer_vector(&random, 4);
			kdop[i] = kiln_kdop_from_points(points[i], 4, 0, &identity, k);
		}
		bool expected = true;
		for (int axis = 0; axis < 13; ++axis)
			if (has_axis(k, axis) && (kdop[0].min[axis] > kdop[1].max[axis] || kdop[1].min[axis] > kdop[0].max[axis]))
				expected = false;
		// The contents of other slots do not matter.
		for (int axis = 0; axis < 13; ++axis)
			if (!has_axis(k, axis))
				kdop[0].min[axis] = NAN;
		assert_int_equal(kiln_overlaps_kdop_kdop(&kdop[0], &kdop[1], k), expected);
		apart += !expected;
	}
	assert_true(apart > ROUNDS);
	kiln_kdop here = kdop_random(&random, 26), wrong = kiln_kdop_translate(&here, (kiln_vec3){1e30f, 0, 0}, 26);
	assert_false(kiln_overlaps_kdop_kdop(&here, &wrong, 26));
	assert_true(kiln_overlaps_kdop_kdop(&here, &wrong, 16));
	wrong.min[12] = NAN;
	assert_true(kiln_overlaps_kdop_kdop(&here, &wrong, 26));
	assert_false(kiln_overlaps_kdop_kdop(&here, &wrong, 14));
	wrong.min[12] = wrong.max[12];
	wrong.max[12] = -INFINITY;
	assert_true(kiln_overlaps_kdop_kdop(&here, &wrong, 26));
}

static void sphere_and_box_against_kdop_agree_with_their_extents(void **state)
{
	(void)state;
	uint64_t random = 56;
	int answers[2] = {0, 0};
	for (int round = 0; round < 5 * ROUNDS; ++round)
	{
		uint32_t k = all_k[round % 8];
		kiln_kdop kdop = kdop_random(&random, k);
		// A random place around the k-DOP.
		kiln_vec3 vertices[KILN_KDOP_VERTICES_MAX];
		float slack;
		uint32_t count = round % 16 ? 0 : kiln_kdop_vertices(&kdop, k, vertices, &slack);
		float width = kdop.max[10] > kdop.min[10] ? kdop.max[10] - kdop.min[10] : 1;
		kiln_vec3 at = count ? vertices[0] : oracle_vector(&random, (double)width);
		oracle_volume sphere = oracle_volume_random(&random, ORACLE_SPHERE, at, (double)width);
		oracle_volume box = oracle_volume_random(&random, ORACLE_AABB, at, (double)width);
		oracle_body ball = oracle_body_of(&sphere), brick = oracle_body_of(&box);
		long double gaps[2] = {-HUGE_VALL, -HUGE_VALL}, scale = 0;
		for (int axis = 0; axis < 13; ++axis)
		{
			if (!has_axis(k, axis))
				continue;
			oracle3 n = axis_of(axis);
			long double centers[2] = {
				oracle3_dot(n, ball.anchor), oracle3_dot(n, brick.anchor) + oracle3_dot(n, brick.center)};
			long double reaches[2] = {ball.radius * oracle3_length(n), 0};
			for (int i = 0; i < 3; ++i)
				reaches[1] += fabsl(oracle3_dot(brick.side[i], n));
			for (int i = 0; i < 2; ++i)
			{
				long double above = centers[i] - reaches[i] - kdop.max[axis];
				long double below = kdop.min[axis] - centers[i] - reaches[i];
				gaps[i] = fmaxl(gaps[i], fmaxl(above, below));
				scale += fabsl(centers[i]) + reaches[i] + fabsl((long double)kdop.max[axis]);
			}
		}
		bool said[2] = {
			kiln_overlaps_sphere_kdop(&sphere.sphere, &kdop, k), kiln_overlaps_aabb_kdop(&box.aabb, &kdop, k)};
		for (int i = 0; i < 2; ++i)
		{
			if (gaps[i] <= 0)
				assert_true(said[i]);
			else if (gaps[i] > 1e-14L * scale)
				assert_false(said[i]);
			++answers[said[i]];
		}
	}
	assert_true(answers[0] > ROUNDS && answers[1] > ROUNDS);
}

static void merged_and_moved_kdops_contain_what_they_come_from(void **state)
{
	(void)state;
	uint64_t random = 57;
	for (int round = 0; round < ROUNDS; ++round)
	{
		uint32_t k = all_k[round % 8];
		kiln_kdop a = kdop_random(&random, k), b = kdop_random(&random, k), merged = kiln_kdop_merge(&a, &b, k);
		kiln_vec3 shift = oracle_vector(&random, round % 2 ? 1 : 1e5);
		kiln_kdop moved = kiln_kdop_translate(&a, shift, k);
		for (int axis = 0; axis < 13; ++axis)
		{
			if (!has_axis(k, axis))
			{
				assert_true(merged.min[axis] > merged.max[axis] && moved.min[axis] > moved.max[axis]);
				continue;
			}
			assert_true(merged.min[axis] == (a.min[axis] < b.min[axis] ? a.min[axis] : b.min[axis]));
			assert_true(merged.max[axis] == (a.max[axis] > b.max[axis] ? a.max[axis] : b.max[axis]));
			long double by = oracle3_dot(axis_of(axis), oracle3_of(shift));
			long double size = fabsl(by) + fabsl((long double)a.min[axis]) + fabsl((long double)a.max[axis]);
			assert_true(moved.min[axis] <= a.min[axis] + by + 1e-19L * size);
			assert_true(moved.max[axis] >= a.max[axis] + by - 1e-19L * size);
			assert_true(moved.min[axis] >= a.min[axis] + by - 1.3e-7L * size - 1e-44L);
			assert_true(moved.max[axis] <= a.max[axis] + by + 1.3e-7L * size + 1e-44L);
		}
	}
	kiln_kdop a = kdop_random(&random, 26), bad = a;
	bad.min[4] = NAN;
	kiln_kdop merged = kiln_kdop_merge(&a, &bad, 26);
	assert_true(isnan(merged.min[4]));
	merged = kiln_kdop_merge(&bad, &a, 26);
	assert_true(isnan(merged.min[4]));
	kiln_vec3 points[2] = {{NAN, 0, 0}, {0, 0, 0}};
	kiln_vec3 far_away = {1e6f, 0, 0};
	a = kiln_kdop_from_points(points, 2, 0, &identity, 26);
	bad = kiln_kdop_from_points(&far_away, 1, 0, &identity, 26);
	assert_true(kiln_overlaps_kdop_kdop(&a, &bad, 26));
	const kiln_pose broken[] = {
		{.rotation = {NAN, 0, 0, 1}}, {.rotation = {0, 0, 0, NAN}}, {.translation = {0, NAN, 0}}, {.scale = NAN}};
	for (int i = 0; i < 4; ++i)
	{
		a = kiln_kdop_from_points(points + 1, 1, 0, &broken[i], 26);
		assert_true(kiln_overlaps_kdop_kdop(&a, &bad, 26));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kdop_of_points_is_the_least_in_float32),
		cmocka_unit_test(realigned_kdop_contains_the_turned_points_and_little_more),
		cmocka_unit_test(turned_points_that_end_on_whole_numbers_are_not_cut_short),
		cmocka_unit_test(vertices_span_the_kdop),
		cmocka_unit_test(box_as_kdop_has_eight_vertices),
		cmocka_unit_test(kdops_overlap_unless_an_interval_separates),
		cmocka_unit_test(sphere_and_box_against_kdop_agree_with_their_extents),
		cmocka_unit_test(merged_and_moved_kdops_contain_what_they_come_from),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
