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

#define ROUNDS 8000

/// Checks that a body's corners under a pose, each with the body's radius, lie inside another body: convex bodies are
/// inside when their corners are.
static void assert_contains_posed(
	const oracle_body *body, const kiln_pose *pose, const oracle_volume *moved, long double *slack)
{
	oracle_body outer = oracle_body_of(moved);
	long double scale = pose->scale == 0 ? 1 : pose->scale, most = -HUGE_VALL;
	for (int corner = 0; corner < 1 << body->count; ++corner)
	{
		oracle3 p = oracle3_along(body->anchor, 1, body->center);
		for (int i = 0; i < body->count; ++i)
			p = oracle3_along(p, corner >> i & 1 ? 1 : -1, body->side[i]);
		oracle_body point = {.anchor = oracle_posed(pose, p)};
		long double out = oracle_core_distance(&point, &outer).high + scale * body->radius - outer.radius;
		long double size = oracle3_length(point.anchor) + oracle3_length(p) * scale + oracle_scale(&point, &outer);
		// The oracle rounds by 2^-64 of its terms.
		assert_true(out <= 1e-18L * size);
		most = out > most ? out : most;
	}
	*slack = -most;
}

static oracle_volume transform(const oracle_volume *volume, const kiln_pose *pose)
{
	oracle_volume moved = {.kind = volume->kind};
	switch (volume->kind)
	{
	case ORACLE_SPHERE:
		moved.sphere = kiln_sphere_transform(&volume->sphere, pose);
		break;
	case ORACLE_CAPSULE:
		moved.capsule = kiln_capsule_transform(&volume->capsule, pose);
		break;
	case ORACLE_RSS:
		moved.rss = kiln_rss_transform(&volume->rss, pose);
		break;
	default:
		moved.obb = kiln_obb_transform(&volume->obb, pose);
	}
	return moved;
}

static void posed_volumes_contain_every_posed_point(void **state)
{
	(void)state;
	static const oracle_kind kinds[] = {ORACLE_SPHERE, ORACLE_CAPSULE, ORACLE_RSS, ORACLE_OBB};
	static const double sizes[] = {1, 1e-6, 1e6, 1e-30};
	uint64_t random = 31;
	for (int round = 0; round < ROUNDS; ++round)
		for (int k = 0; k < 4; ++k)
		{
			double size = sizes[fixture_random(&random) % 4];
			oracle_volume volume =
				oracle_volume_random(&random, kinds[k], oracle_vector(&random, round % 3 ? size : 1000), size);
			kiln_pose pose = oracle_pose_random(&random);
			oracle_volume moved = transform(&volume, &pose);
			oracle_body body = oracle_body_of(&volume);
			long double slack;
			assert_contains_posed(&body, &pose, &moved, &slack);
			// And not much larger: only by float32's rounding of place and size.
			oracle_body after = oracle_body_of(&moved);
			long double place = oracle3_length(after.anchor) + oracle3_length(body.anchor);
			long double extent = after.radius;
			for (int i = 0; i < after.count; ++i)
				extent += oracle3_length(after.side[i]);
			assert_true(slack <= 1e-6L * (place + extent) + 1e-43L);
		}
}

/// Turns by 2 atan(3/4) about an axis map multiples of 25 to whole numbers, which float32 represents: the rounding
/// errors of double must not cut them off.
static void volumes_that_end_on_whole_numbers_are_not_cut_short(void **state)
{
	(void)state;
	static const oracle_kind kinds[] = {ORACLE_SPHERE, ORACLE_CAPSULE, ORACLE_RSS, ORACLE_OBB};
	uint64_t random = 37;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_pose pose = {.rotation = {0, 0, 0, 4}};
		float *about = round % 3 == 0 ? &pose.rotation.x : round % 3 == 1 ? &pose.rotation.y : &pose.rotation.z;
		*about = 3;
		oracle_volume volume = {.kind = kinds[round % 4]};
		kiln_vec3 whole[3];
		for (int i = 0; i < 3; ++i)
		{
			whole[i] = oracle_integer_vector(&random, 9);
			whole[i] = (kiln_vec3){25 * whole[i].x, 25 * whole[i].y, 25 * whole[i].z};
		}
		if (volume.kind == ORACLE_SPHERE)
			volume.sphere = (kiln_sphere){whole[0], 0};
		else if (volume.kind == ORACLE_CAPSULE)
			volume.capsule = (kiln_capsule){whole[0], whole[1], 0};
		else if (volume.kind == ORACLE_RSS)
			volume.rss = (kiln_rss){whole[0], {{whole[1].x, 0, 0}, {0, whole[1].y, 0}}, 0};
		else
			volume.obb = (kiln_obb){
				whole[0], {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {fabsf(whole[1].x), fabsf(whole[1].y), fabsf(whole[1].z)}};
		oracle_volume moved = transform(&volume, &pose);
		oracle_body body = oracle_body_of(&volume);
		long double slack;
		assert_contains_posed(&body, &pose, &moved, &slack);
	}
}

static void boxes_stay_boxes_however_often_they_turn(void **state)
{
	(void)state;
	kiln_obb box = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 2, 3}};
	uint64_t random = 32;
	for (int i = 0; i < 1000; ++i)
	{
		kiln_pose pose = {.rotation = oracle_rotation(&random)};
		box = kiln_obb_transform(&box, &pose);
	}
	for (int i = 0; i < 3; ++i)
	{
		oracle3 axis = oracle3_of(box.axes[i]), next = oracle3_of(box.axes[(i + 1) % 3]);
		assert_true(fabsl(oracle3_length(axis) - 1) < 1e-7L && fabsl(oracle3_dot(axis, next)) < 2e-7L);
		assert_true(box.half_extents[i] >= (float)(i + 1) && box.half_extents[i] < (float)(i + 1) + 2e-3f);
	}
}

static oracle3 by_matrix(const float m[12], oracle3 p)
{
	oracle3 q;
	for (int i = 0; i < 3; ++i)
		q.v[i] = (long double)m[4 * i] * p.v[0] + (long double)m[4 * i + 1] * p.v[1] +
				 (long double)m[4 * i + 2] * p.v[2] + m[4 * i + 3];
	return q;
}

static void matrix_random(uint64_t *random, float m[12])
{
	double size = fixture_random(random) % 2 ? 1 : 1e3;
	for (int i = 0; i < 12; ++i)
		m[i] = (float)(size * oracle_signed(random));
	if (fixture_random(random) % 4 == 0)
		for (int i = 0; i < 12; ++i)
			m[i] = (float)((int)(fixture_random(random) % 5) - 2);
}

/// Checks a float interval around an exact one, which is wider by at most so many ulps.
static void assert_bounds(float min, float max, long double low, long double high, int ulps)
{
	assert_true(min <= low && max >= high);
	for (int i = 0; i < ulps; ++i)
	{
		min = nextafterf(min, INFINITY);
		max = nextafterf(max, -INFINITY);
	}
	assert_true(min > low && max < high);
}

static void box_of_a_transformed_box_is_the_least(void **state)
{
	(void)state;
	uint64_t random = 33;
	for (int round = 0; round < ROUNDS; ++round)
	{
		float m[12];
		matrix_random(&random, m);
		oracle_volume volume = oracle_volume_random(&random, ORACLE_AABB, oracle_vector(&random, 10), 1);
		kiln_aabb moved = kiln_aabb_transform(&volume.aabb, m);
		const kiln_vec3 sides[2] = {volume.aabb.min, volume.aabb.max};
		long double low[3] = {HUGE_VALL, HUGE_VALL, HUGE_VALL}, high[3] = {-HUGE_VALL, -HUGE_VALL, -HUGE_VALL};
		for (int corner = 0; corner < 8; ++corner)
		{
			kiln_vec3 p = {sides[corner & 1].x, sides[corner >> 1 & 1].y, sides[corner >> 2].z};
			oracle3 q = by_matrix(m, oracle3_of(p));
			for (int k = 0; k < 3; ++k)
			{
				low[k] = q.v[k] < low[k] ? q.v[k] : low[k];
				high[k] = q.v[k] > high[k] ? q.v[k] : high[k];
			}
		}
		// Sums of products of floats are exact in 64 bits except for cancellation; two ulps at most.
		assert_bounds(moved.min.x, moved.max.x, low[0], high[0], 2);
		assert_bounds(moved.min.y, moved.max.y, low[1], high[1], 2);
		assert_bounds(moved.min.z, moved.max.z, low[2], high[2], 2);
	}
}

static void box_of_a_turned_box_is_the_least(void **state)
{
	(void)state;
	uint64_t random = 34;
	for (int round = 0; round < ROUNDS; ++round)
	{
		oracle_volume volume = oracle_volume_random(&random, ORACLE_OBB, oracle_vector(&random, 2), 1);
		kiln_aabb box = kiln_aabb_from_obb(&volume.obb);
		oracle_body body = oracle_body_of(&volume);
		long double half[3] = {0, 0, 0};
		for (int i = 0; i < 3; ++i)
			for (int k = 0; k < 3; ++k)
				half[k] += fabsl(body.side[i].v[k]);
		assert_bounds(box.min.x, box.max.x, body.anchor.v[0] - half[0], body.anchor.v[0] + half[0], 2);
		assert_bounds(box.min.y, box.max.y, body.anchor.v[1] - half[1], body.anchor.v[1] + half[1], 2);
		assert_bounds(box.min.z, box.max.z, body.anchor.v[2] - half[2], body.anchor.v[2] + half[2], 2);
	}
}

static void boxes_of_round_volumes_and_points_are_the_least(void **state)
{
	(void)state;
	uint64_t random = 35;
	for (int round = 0; round < ROUNDS; ++round)
	{
		double size = round % 2 ? 1 : 1e-5;
		oracle_volume volume = oracle_volume_random(&random, ORACLE_SPHERE, oracle_vector(&random, 2), size);
		kiln_aabb box = kiln_aabb_from_sphere(&volume.sphere);
		long double x = volume.sphere.center.x, r = volume.sphere.radius;
		assert_bounds(box.min.x, box.max.x, x - r, x + r, 1);
		volume = oracle_volume_random(&random, ORACLE_CAPSULE, oracle_vector(&random, 2), size);
		box = kiln_aabb_from_capsule(&volume.capsule);
		long double a = volume.capsule.a.z, b = volume.capsule.b.z;
		r = volume.capsule.radius;
		assert_bounds(box.min.z, box.max.z, (a < b ? a : b) - r, (a > b ? a : b) + r, 1);
	}
	const kiln_vec3 points[] = {{1, -5, 2}, {3, 4, -6}, {-1, 0, 0}};
	kiln_aabb box = kiln_aabb_from_points(points, 3), expected = {{-1, -5, -6}, {3, 4, 2}};
	assert_memory_equal(&box, &expected, sizeof box);
}

static void forms_of_a_box_contain_each_other(void **state)
{
	(void)state;
	uint64_t random = 36;
	for (int round = 0; round < ROUNDS; ++round)
	{
		double away = round % 3 ? 1 : 1e7;
		oracle_volume volume = oracle_volume_random(&random, ORACLE_AABB, oracle_vector(&random, away), 1);
		const kiln_aabb *box = &volume.aabb;
		kiln_aabb_center form = kiln_aabb_center_from_aabb(box);
		long double c = form.center.y, h = form.half_extents.y;
		assert_true(c - h <= box->min.y && c + h >= box->max.y);
		kiln_aabb back = kiln_aabb_from_aabb_center(&form);
		assert_bounds(back.min.y, back.max.y, c - h, c + h, 1);
		kiln_grid grid = {oracle_vector(&random, away), (float)away * (0.001f + fixture_random_unit(&random))};
		kiln_aabb_int cells = kiln_aabb_int_from_aabb(box, &grid);
		long double origin = grid.origin.z, cell = grid.cell;
		assert_true(origin + cells.min[2] * cell <= box->min.z && origin + (cells.min[2] + 1) * cell > box->min.z);
		assert_true(origin + cells.max[2] * cell >= box->max.z && origin + (cells.max[2] - 1) * cell < box->max.z);
		back = kiln_aabb_from_aabb_int(&cells, &grid);
		assert_bounds(back.min.z, back.max.z, origin + cells.min[2] * cell, origin + cells.max[2] * cell, 1);
	}
}

static void what_double_cannot_add_still_moves_a_side_outwards(void **state)
{
	(void)state;
	const kiln_aabb_center thin = {{1, -1, 3}, {1e-30f, 1e-30f, 1e-30f}};
	kiln_aabb box = kiln_aabb_from_aabb_center(&thin);
	assert_true(box.max.x == nextafterf(1, 2) && box.min.x == nextafterf(1, 0));
	assert_true(box.max.y == nextafterf(-1, 0) && box.min.y == nextafterf(-1, -2));
	kiln_aabb far_apart = {{1e-30f, -1e30f, 0}, {1e30f, 1e-30f, 0}};
	kiln_aabb_center center = kiln_aabb_center_from_aabb(&far_apart);
	box = kiln_aabb_from_aabb_center(&center);
	assert_true(box.min.x <= 1e-30f && box.max.x >= 1e30f && box.min.y <= -1e30f && box.max.y >= 1e-30f);
	// The two parts cancel, and only the third part remains.
	const float m[12] = {1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
	kiln_aabb point = {{1e20f, -1e20f, 1e-20f}, {1e20f, -1e20f, 1e-20f}};
	box = kiln_aabb_transform(&point, m);
	assert_true(box.min.x <= 1e-20f && box.max.x >= 1e-20f && box.max.x < 1e-19f);
}

static void whole_numbers_end_and_what_is_beyond_still_overlaps(void **state)
{
	(void)state;
	kiln_grid grid = {{0, 0, 0}, 1e-6f};
	kiln_aabb far_away = {{1e6f, -1e6f, 0}, {2e6f, -5e5f, 1}}, same = far_away;
	kiln_aabb_int a = kiln_aabb_int_from_aabb(&far_away, &grid), b = kiln_aabb_int_from_aabb(&same, &grid);
	assert_true(a.min[0] == INT32_MAX && a.max[0] == INT32_MAX && a.min[1] == INT32_MIN);
	assert_true(kiln_overlaps_aabb_int_aabb_int(&a, &b));
	kiln_aabb back = kiln_aabb_from_aabb_int(&a, &grid);
	assert_true(back.min.x <= far_away.min.x && back.max.x == FLT_MAX && back.min.y == -FLT_MAX);
	assert_true(back.max.y >= far_away.max.y);
	const float wrong[] = {0, -1, NAN, INFINITY};
	for (int i = 0; i < 4; ++i)
	{
		grid.cell = wrong[i];
		a = kiln_aabb_int_from_aabb(&far_away, &grid);
		assert_true(a.min[2] == INT32_MIN && a.max[2] == INT32_MAX);
	}
	kiln_aabb bad = {{NAN, 0, 0}, {1, 1, NAN}};
	grid.cell = 1;
	a = kiln_aabb_int_from_aabb(&bad, &grid);
	assert_true(a.min[0] == INT32_MIN && a.max[2] == INT32_MAX && a.min[1] == 0 && a.max[1] == 1);
}

static bool overlap(const oracle_volume *a, const oracle_volume *b)
{
	switch (a->kind)
	{
	case ORACLE_SPHERE:
		return kiln_overlaps_sphere_sphere(&a->sphere, &b->sphere);
	case ORACLE_CAPSULE:
		return kiln_overlaps_capsule_capsule(&a->capsule, &b->capsule);
	case ORACLE_RSS:
		return kiln_overlaps_rss_rss(&a->rss, &b->rss);
	case ORACLE_AABB:
		return kiln_overlaps_aabb_aabb(&a->aabb, &b->aabb);
	default:
		return kiln_overlaps_obb_obb(&a->obb, &b->obb);
	}
}

/// The number of floats in each kind.
static const size_t numbers_of[] = {
	[ORACLE_SPHERE] = 4, [ORACLE_CAPSULE] = 7, [ORACLE_RSS] = 10, [ORACLE_AABB] = 6, [ORACLE_OBB] = 15};

static kiln_aabb box_of(const oracle_volume *volume)
{
	const float identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	switch (volume->kind)
	{
	case ORACLE_SPHERE:
		return kiln_aabb_from_sphere(&volume->sphere);
	case ORACLE_CAPSULE:
		return kiln_aabb_from_capsule(&volume->capsule);
	case ORACLE_AABB:
		return kiln_aabb_transform(&volume->aabb, identity);
	default:
		return kiln_aabb_from_obb(&volume->obb);
	}
}

static void what_is_made_from_nan_overlaps_everything(void **state)
{
	(void)state;
	static const float broken[] = {NAN, INFINITY, -INFINITY};
	static const oracle_kind kinds[] = {ORACLE_SPHERE, ORACLE_CAPSULE, ORACLE_RSS, ORACLE_OBB};
	uint64_t random = 38;
	for (int round = 0; round < 4 * 8 * 3 * 20; ++round)
	{
		oracle_kind kind = kinds[round % 4];
		oracle_volume volume = oracle_volume_random(&random, kind, oracle_vector(&random, 1), 1);
		oracle_volume away = oracle_volume_random(&random, kind, (kiln_vec3){1e7f, 0, 0}, 1);
		assert_false(overlap(&volume, &away));
		kiln_pose pose = {.rotation = oracle_rotation(&random), .scale = 1};
		if (round % 5 == 0)
			pose.rotation = (kiln_quat){0, 0, 0, 0};
		float numbers[8];
		memcpy(numbers, &pose, sizeof pose);
		numbers[round / 4 % 8] = broken[round / 32 % 3];
		memcpy(&pose, numbers, sizeof pose);
		oracle_volume moved = transform(&volume, &pose);
		assert_true(overlap(&moved, &away));
	}
	for (int kind = 0; kind < ORACLE_KINDS; ++kind)
		for (size_t i = 0; i < numbers_of[kind]; ++i)
		{
			oracle_volume volume = oracle_volume_random(&random, (oracle_kind)kind, oracle_vector(&random, 1), 1);
			float numbers[15];
			memcpy(numbers, &volume.sphere, numbers_of[kind] * sizeof *numbers);
			numbers[i] = NAN;
			memcpy(&volume.sphere, numbers, numbers_of[kind] * sizeof *numbers);
			oracle_volume away = oracle_volume_random(&random, (oracle_kind)kind, (kiln_vec3){1e7f, 0, 0}, 1);
			const kiln_pose pose = {.rotation = oracle_rotation(&random)};
			if (kind != ORACLE_AABB)
			{
				oracle_volume moved = transform(&volume, &pose);
				assert_true(overlap(&moved, &away));
			}
			const kiln_aabb there = {{1e7f, 1e7f, 1e7f}, {2e7f, 2e7f, 2e7f}};
			if (kind != ORACLE_RSS)
			{
				kiln_aabb box = box_of(&volume);
				assert_true(kiln_overlaps_aabb_aabb(&box, &there));
			}
		}
}

/// Overlap in the three forms agrees with the intervals, touching included.
static void boxes_that_touch_overlap_in_every_form(void **state)
{
	(void)state;
	kiln_aabb a = {{0, 0, 0}, {1, 1, 1}};
	kiln_aabb_center c = {{0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}};
	kiln_aabb_int n = {{0, 0, 0}, {1, 1, 1}};
	for (int axis = 0; axis < 3; ++axis)
		for (int ulps = -1; ulps <= 1; ++ulps)
		{
			kiln_aabb b = a;
			kiln_aabb_center d = c;
			kiln_aabb_int m = n;
			float *min = axis == 0 ? &b.min.x : axis == 1 ? &b.min.y : &b.min.z;
			float *max = axis == 0 ? &b.max.x : axis == 1 ? &b.max.y : &b.max.z;
			float *center = axis == 0 ? &d.center.x : axis == 1 ? &d.center.y : &d.center.z;
			*min = ulps < 0 ? nextafterf(1, 0) : ulps > 0 ? nextafterf(1, 2) : 1;
			*max = 2;
			*center = ulps < 0 ? nextafterf(1.5f, 0) : ulps > 0 ? nextafterf(1.5f, 2) : 1.5f;
			m.min[axis] = 1 + ulps;
			m.max[axis] = 2;
			assert_int_equal(kiln_overlaps_aabb_aabb(&a, &b), ulps <= 0);
			assert_int_equal(kiln_overlaps_aabb_aabb(&b, &a), ulps <= 0);
			assert_int_equal(kiln_overlaps_aabb_center_aabb_center(&c, &d), ulps <= 0);
			assert_int_equal(kiln_overlaps_aabb_int_aabb_int(&n, &m), ulps <= 0);
		}
	kiln_aabb inverted = {{5, 5, 5}, {4, 6, 6}}, wrong = {{NAN, 9, 9}, {10, 10, 10}},
			  open = {{9, 9, 9}, {INFINITY, 10, 10}};
	assert_true(kiln_overlaps_aabb_aabb(&a, &inverted) && kiln_overlaps_aabb_aabb(&wrong, &a));
	assert_true(kiln_overlaps_aabb_aabb(&a, &open));
	kiln_aabb_center negative = {{5, 5, 5}, {1, -1, 1}}, no_number = {{9, NAN, 9}, {1, 1, 1}};
	assert_true(kiln_overlaps_aabb_center_aabb_center(&c, &negative));
	assert_true(kiln_overlaps_aabb_center_aabb_center(&c, &no_number));
	kiln_aabb_int backwards = {{5, 5, 5}, {4, 6, 6}};
	assert_true(kiln_overlaps_aabb_int_aabb_int(&n, &backwards));
}

static void a_pose_that_moves_nothing_changes_no_bit(void **state)
{
	(void)state;
	const kiln_pose poses[] = {{.scale = 0}, {.scale = 1}, {.rotation = {0, 0, 0, -3}}};
	const kiln_sphere sphere = {{0.1f, -3, 7e5f}, 0.3f};
	const kiln_capsule capsule = {{0.1f, -3, 7e5f}, {1, 2, 0.3f}, 0.7f};
	const kiln_obb obb = {{0.1f, 3, 1}, {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}}, {1, 0.1f, 0.3f}};
	const kiln_rss rss = {{0.1f, 3, 1}, {{0.6f, 0.8f, 0}, {0, 0, 0.1f}}, 0.3f};
	for (size_t i = 0; i < sizeof poses / sizeof poses[0]; ++i)
	{
		kiln_sphere s = kiln_sphere_transform(&sphere, &poses[i]);
		kiln_capsule c = kiln_capsule_transform(&capsule, &poses[i]);
		kiln_obb o = kiln_obb_transform(&obb, &poses[i]);
		kiln_rss r = kiln_rss_transform(&rss, &poses[i]);
		assert_memory_equal(&s, &sphere, sizeof s);
		assert_memory_equal(&c, &capsule, sizeof c);
		assert_memory_equal(&o, &obb, sizeof o);
		assert_memory_equal(&r, &rss, sizeof r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(posed_volumes_contain_every_posed_point),
		cmocka_unit_test(volumes_that_end_on_whole_numbers_are_not_cut_short),
		cmocka_unit_test(boxes_stay_boxes_however_often_they_turn),
		cmocka_unit_test(box_of_a_transformed_box_is_the_least),
		cmocka_unit_test(box_of_a_turned_box_is_the_least),
		cmocka_unit_test(boxes_of_round_volumes_and_points_are_the_least),
		cmocka_unit_test(forms_of_a_box_contain_each_other),
		cmocka_unit_test(what_double_cannot_add_still_moves_a_side_outwards),
		cmocka_unit_test(whole_numbers_end_and_what_is_beyond_still_overlaps),
		cmocka_unit_test(what_is_made_from_nan_overlaps_everything),
		cmocka_unit_test(boxes_that_touch_overlap_in_every_form),
		cmocka_unit_test(a_pose_that_moves_nothing_changes_no_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
