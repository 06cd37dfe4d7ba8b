// SPDX-License-Identifier: MIT
#include "bounds/bounds_oracle.h"
#include "support/hull_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/// Compares boxes and k-DOPs of posed hulls by climbing with all vertices.

#define SIZES 4
static const uint32_t sizes[SIZES] = {5, 24, 150, 2000};
#define HIERARCHY_FROM 40
#define SEEDS (2 * KILN_KDOP_AXES)

static const uint32_t all_k[] = {6, 8, 12, 14, 18, 20, 24, 26};

static const int axes[KILN_KDOP_AXES][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1},
	{-1, 1, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

static void on_all(hull_claim *claim)
{
	hull_case_on_all(claim, sizes, SIZES, HIERARCHY_FROM);
}

static oracle3 axis_of(int axis)
{
	return (oracle3){{axes[axis][0], axes[axis][1], axes[axis][2]}};
}

static void no_seeds(uint32_t *seeds, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
		seeds[i] = KILN_NONE;
}

static kiln_vec3 *vertices_of(const hull_case *c)
{
	kiln_vec3 *vertices = malloc(c->view.vertex_count * sizeof *vertices);
	assert_non_null(vertices);
	for (uint32_t i = 0; i < c->view.vertex_count; ++i)
		vertices[i] = kiln_hull_vertex(&c->view, i);
	return vertices;
}

/// Extents of all posed vertices, and the magnitude of the numbers in them.
typedef struct extents
{
	long double low[KILN_KDOP_AXES], high[KILN_KDOP_AXES];
	long double most;	///< of the turned vertices, before the translation
	long double rounds; ///< exceeds the error of long double
} extents;

static extents extents_of(const hull_case *c, const kiln_pose *pose)
{
	extents e = {.most = 0};
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
	{
		e.low[axis] = HUGE_VALL;
		e.high[axis] = -HUGE_VALL;
	}
	for (uint32_t i = 0; i < c->view.vertex_count; ++i)
	{
		oracle3 p = oracle3_of(kiln_hull_vertex(&c->view, i)), q = oracle_posed(pose, p);
		long double length = (pose->scale == 0 ? 1 : pose->scale) * oracle3_length(p);
		e.most = length > e.most ? length : e.most;
		for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
		{
			long double at = oracle3_dot(axis_of(axis), q);
			e.low[axis] = at < e.low[axis] ? at : e.low[axis];
			e.high[axis] = at > e.high[axis] ? at : e.high[axis];
		}
	}
	e.rounds = 2e-18L * (e.most + oracle3_length(oracle3_of(pose->translation)));
	return e;
}

/// Checks that the k-DOP contains all vertices, and is wider only by the last place of a float and the rounding of a
/// turn in double.
static void assert_tight(const kiln_kdop *kdop, const extents *e)
{
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
	{
		long double low = e->low[axis], high = e->high[axis];
		long double room = 0x1p-42L * e->most + 2 * e->rounds + 3e-45L;
		assert_true(kdop->min[axis] <= low + e->rounds && kdop->max[axis] >= high - e->rounds);
		assert_true(kdop->min[axis] >= low - 0x1p-23L * fabsl(low) - room);
		assert_true(kdop->max[axis] <= high + 0x1p-23L * fabsl(high) + room);
	}
}

/// Makes the next pose: turned slightly, by half a turn, or at random.
static void next_pose(kiln_pose *pose, uint64_t *random, int round, float size)
{
	kiln_quat *q = &pose->rotation;
	kiln_vec3 by = oracle_vector(random, 0.02);
	switch (round % 6)
	{
	case 4:
		*q = round % 4 ? (kiln_quat){-q->w, q->z, -q->y, q->x} : (kiln_quat){-q->z, -q->w, q->x, q->y};
		break;
	case 5:
		*pose = oracle_pose_random(random);
		break;
	default:
		*q = (kiln_quat){q->x + by.x, q->y + by.y, q->z + by.z, q->w == 0 ? 1 : q->w};
		pose->translation.x += size * by.y;
	}
}

/// Starts with the seeds of the previous pose, without seeds, and at random.
static void has_tight_kdops(const hull_case *c)
{
	uint64_t random = 71;
	uint32_t warm[SEEDS], cold[SEEDS], any[SEEDS], count = c->view.vertex_count;
	kiln_pose pose = {.rotation = {0, 0, 0, 1}};
	no_seeds(warm, SEEDS);
	for (int round = 0; round < (count > 500 ? 12 : 36); ++round)
	{
		no_seeds(cold, SEEDS);
		for (int i = 0; i < SEEDS; ++i)
			any[i] = (uint32_t)(fixture_random(&random) % (2 * count));
		extents e = extents_of(c, &pose);
		uint32_t *starts[] = {warm, cold, any, NULL};
		for (int way = 0; way < 4; ++way)
		{
			kiln_kdop kdop = kiln_hull_kdop(&c->view, &pose, 26, starts[way]);
			assert_tight(&kdop, &e);
			for (int i = 0; i < SEEDS && starts[way]; ++i)
				assert_true(starts[way][i] < count);
		}
		next_pose(&pose, &random, round, c->view.reach);
	}
}

static void kdops_of_posed_hulls_hold_every_vertex_tightly(void **state)
{
	(void)state;
	on_all(has_tight_kdops);
}

static void hulls_with_wide_indices_have_tight_kdops(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_ELLIPSOID, 10930, UINT32_MAX);
	assert_int_equal(c.view.index_size, 4);
	has_tight_kdops(&c);
	hull_case_free(&c);
}

/// Seeds are vertices that no vertex exceeds, at least in rounded numbers.
static void seeds_end_on_the_extremes(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_ELLIPSOID, 300, HIERARCHY_FROM);
	uint64_t random = 72;
	uint32_t seeds[SEEDS];
	no_seeds(seeds, SEEDS);
	for (int round = 0; round < 100; ++round)
	{
		kiln_pose pose = oracle_pose_random(&random);
		extents e = extents_of(&c, &pose);
		kiln_kdop kdop = kiln_hull_kdop(&c.view, &pose, 26, seeds);
		assert_tight(&kdop, &e);
		for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
			for (int side = 0; side < 2; ++side)
			{
				oracle3 at = oracle_posed(&pose, oracle3_of(kiln_hull_vertex(&c.view, seeds[2 * axis + side])));
				long double off = oracle3_dot(axis_of(axis), at) - (side ? e.high : e.low)[axis];
				assert_true(fabsl(off) <= 0x1p-44L * e.most + 2 * e.rounds);
			}
	}
	hull_case_free(&c);
}

/// Without rotation nothing is lost: no wider than from all vertices, whose k-DOP is the least in float32.
static void is_least_unturned(const hull_case *c)
{
	uint64_t random = 73;
	kiln_vec3 *vertices = vertices_of(c);
	for (int round = 0; round < 16; ++round)
	{
		uint32_t k = all_k[round % 8], seeds[SEEDS];
		kiln_pose pose = {.rotation = {0, 0, 0, (float)(round % 3)}, .scale = (float)(round % 2)};
		if (round >= 8)
			pose.translation = oracle_vector(&random, round % 2 ? 1e5 : 1);
		no_seeds(seeds, SEEDS);
		extents e = extents_of(c, &pose);
		kiln_kdop kdop = kiln_hull_kdop(&c->view, &pose, k, seeds);
		kiln_kdop all = kiln_kdop_from_points(vertices, c->view.vertex_count, 0, &pose, k);
		for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
		{
			assert_true(kdop.min[axis] >= all.min[axis] && kdop.max[axis] <= all.max[axis]);
			assert_int_equal(kdop.min[axis] <= kdop.max[axis], all.min[axis] <= all.max[axis]);
			assert_int_equal(seeds[2 * axis] == KILN_NONE, all.min[axis] > all.max[axis]);
			assert_int_equal(seeds[2 * axis + 1] == KILN_NONE, all.min[axis] > all.max[axis]);
			if (all.min[axis] <= all.max[axis])
				assert_true(kdop.min[axis] <= e.low[axis] + e.rounds && kdop.max[axis] >= e.high[axis] - e.rounds);
		}
	}
	free(vertices);
}

static void kdops_of_unturned_hulls_are_the_least_and_have_their_k_axes_only(void **state)
{
	(void)state;
	on_all(is_least_unturned);
}

/// Turns by 2 atan(3/4) about an axis map multiples of 25 to whole numbers, which float32 represents: the rounding
/// errors of double must not cut them off.
static void turned_hulls_that_end_on_whole_numbers_are_not_cut_short(void **state)
{
	(void)state;
	uint64_t random = 74;
	for (int round = 0; round < 600; ++round)
	{
		float points[12][3];
		uint32_t count = round % 2 ? 4 : 12;
		for (uint32_t i = 0; i < count; ++i)
		{
			kiln_vec3 p = oracle_integer_vector(&random, 9);
			points[i][0] = 25 * p.x;
			points[i][1] = 25 * p.y;
			points[i][2] = 25 * p.z;
		}
		kiln_pose pose = {.rotation = {0, 0, 0, 4}};
		float *about = round % 3 == 0 ? &pose.rotation.x : round % 3 == 1 ? &pose.rotation.y : &pose.rotation.z;
		*about = 3;
		hull_case c;
		hull_case_make_of(&c, (const float(*)[3])points, count, HIERARCHY_FROM);
		extents e = extents_of(&c, &pose);
		kiln_kdop kdop = kiln_hull_kdop(&c.view, &pose, 26, NULL);
		for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
			assert_true(kdop.min[axis] <= roundl(e.low[axis]) && kdop.max[axis] >= roundl(e.high[axis]));
		hull_case_free(&c);
	}
}

static void climbing_goes_to_what_is_higher_by_less_than_double_can_add(void **state)
{
	(void)state;
	// Along (1, 1, 1) the second point is higher than the first by 2^-70.
	static const float points[6][3] = {{1, 2, 0}, {2, 1, 0x1p-70f}, {0, 0, -1}, {-1, 0, 0}, {0, -1, 0}, {-1, -1, -2}};
	hull_case c;
	hull_case_make_of(&c, points, 6, HIERARCHY_FROM);
	uint32_t first = KILN_NONE, second = KILN_NONE;
	for (uint32_t i = 0; i < c.view.vertex_count; ++i)
	{
		first = c.view.y[i] == 2 ? i : first;
		second = c.view.x[i] == 2 ? i : second;
	}
	assert_true(c.view.vertex_count > 4 && first != KILN_NONE && second != KILN_NONE);
	// A quarter turn about z permutes coordinates exactly: (1, 1, 1) comes from (1, -1, 1), and (-1, 1, 1) from (1, 1,
	// 1).
	const kiln_pose poses[2] = {{.translation = {-1, -1, -1}}, {.rotation = {0, 0, 1, 1}}};
	for (uint32_t seed = 0; seed < c.view.vertex_count; ++seed)
		for (int turned = 0; turned < 2; ++turned)
		{
			int axis = turned ? 6 : 3;
			uint32_t seeds[SEEDS];
			for (int i = 0; i < SEEDS; ++i)
				seeds[i] = seed;
			kiln_kdop kdop = kiln_hull_kdop(&c.view, &poses[turned], 26, seeds);
			assert_int_equal(seeds[2 * axis + 1], second);
			assert_true(turned ? kdop.max[axis] > 3 : kdop.max[axis] >= 0x1p-70f);
			const float m[12] = {1, 1, 1, -3, -1, -1, -1, 3, 1, 1, 1, 0};
			uint32_t on_rows[6] = {seed, seed, seed, seed, seed, seed};
			kiln_aabb box = kiln_hull_aabb(&c.view, m, on_rows);
			assert_true(on_rows[1] == second && on_rows[2] == second && on_rows[5] == second);
			assert_true(box.max.x >= 0x1p-70f && box.min.y <= -0x1p-70f && box.max.z > 3);
		}
	hull_case_free(&c);
}

/// Least to rounding: no wider than around all vertices, each transformed separately.
static void has_least_boxes(const hull_case *c)
{
	uint64_t random = 75;
	uint32_t warm[6], count = c->view.vertex_count;
	no_seeds(warm, 6);
	for (int round = 0; round < (count > 500 ? 12 : 40); ++round)
	{
		float m[12];
		for (int i = 0; i < 12; ++i)
			m[i] = round % 4 ? (float)oracle_signed(&random) : (float)((int)(fixture_random(&random) % 3) - 1);
		uint32_t any[6] = {0, count - 1, count / 2, count, 1, KILN_NONE};
		uint32_t *starts[] = {warm, any, NULL};
		kiln_aabb expected = kiln_aabb_from_points(NULL, 0);
		long double low[3] = {HUGE_VALL, HUGE_VALL, HUGE_VALL}, high[3] = {-HUGE_VALL, -HUGE_VALL, -HUGE_VALL};
		for (uint32_t i = 0; i < count; ++i)
		{
			kiln_vec3 v = kiln_hull_vertex(&c->view, i);
			kiln_aabb point = {v, v};
			point = kiln_aabb_transform(&point, m);
			expected = kiln_aabb_merge(&expected, &point);
			for (int row = 0; row < 3; ++row)
			{
				const float *by = m + 4 * row;
				long double at = by[3] + (long double)by[0] * v.x + (long double)by[1] * v.y + (long double)by[2] * v.z;
				low[row] = at < low[row] ? at : low[row];
				high[row] = at > high[row] ? at : high[row];
			}
		}
		long double rounds = 1e-18L * (c->view.reach + 1);
		for (int way = 0; way < 3; ++way)
		{
			kiln_aabb box = kiln_hull_aabb(&c->view, m, starts[way]);
			assert_true(box.min.x >= expected.min.x && box.min.y >= expected.min.y && box.min.z >= expected.min.z);
			assert_true(box.max.x <= expected.max.x && box.max.y <= expected.max.y && box.max.z <= expected.max.z);
			assert_true(box.min.x <= low[0] + rounds && box.min.y <= low[1] + rounds && box.min.z <= low[2] + rounds);
			assert_true(
				box.max.x >= high[0] - rounds && box.max.y >= high[1] - rounds && box.max.z >= high[2] - rounds);
		}
	}
}

static void boxes_of_moved_hulls_are_those_of_all_vertices(void **state)
{
	(void)state;
	on_all(has_least_boxes);
}

static void the_three_ways_to_realign_contain_each_other(void **state)
{
	(void)state;
	static const hull_case_kind kinds[] = {CASE_TETRAHEDRON, CASE_ELLIPSOID, CASE_FAR, CASE_PRISM, CASE_POLYGON};
	uint64_t random = 76;
	for (size_t n = 0; n < sizeof kinds / sizeof *kinds; ++n)
	{
		hull_case c;
		hull_case_make(&c, kinds[n], 200, HIERARCHY_FROM);
		kiln_vec3 *vertices = vertices_of(&c), corners[KILN_KDOP_VERTICES_MAX];
		kiln_kdop rest = kiln_hull_kdop(&c.view, &(kiln_pose){0}, 26, NULL);
		float slack;
		uint32_t corner_count = kiln_kdop_vertices(&rest, 26, corners, &slack), seeds[SEEDS];
		assert_true(corner_count > 0);
		no_seeds(seeds, SEEDS);
		for (int round = 0; round < 100; ++round)
		{
			kiln_pose pose = oracle_pose_random(&random);
			extents e = extents_of(&c, &pose);
			kiln_kdop climbed = kiln_hull_kdop(&c.view, &pose, 26, seeds);
			kiln_kdop all = kiln_kdop_from_points(vertices, c.view.vertex_count, 0, &pose, 26);
			kiln_kdop stored = kiln_kdop_from_points(corners, corner_count, slack, &pose, 26);
			for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
			{
				long double room = 0x1p-42L * e.most + 0x1p-23L * (fabsl(e.low[axis]) + fabsl(e.high[axis])) + 3e-45L;
				assert_true(fabsl((long double)climbed.min[axis] - all.min[axis]) <= room);
				assert_true(fabsl((long double)climbed.max[axis] - all.max[axis]) <= room);
				assert_true(stored.min[axis] <= e.low[axis] + e.rounds && stored.max[axis] >= e.high[axis] - e.rounds);
			}
		}
		free(vertices);
		hull_case_free(&c);
	}
}

static void kdop_of_a_point_is_the_point(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_POINT, 1, HIERARCHY_FROM);
	assert_int_equal(c.view.dimension, 0);
	uint32_t seeds[SEEDS];
	no_seeds(seeds, SEEDS);
	kiln_kdop kdop = kiln_hull_kdop(&c.view, &(kiln_pose){0}, 26, seeds);
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
	{
		long double at = oracle3_dot(axis_of(axis), oracle3_of(kiln_hull_vertex(&c.view, 0)));
		assert_true(kdop.min[axis] == at && kdop.max[axis] == at);
		assert_true(seeds[2 * axis] == 0 && seeds[2 * axis + 1] == 0);
	}
	hull_case_free(&c);
}

/// Conservative answers, which culling must not drop.
static void broken_poses_make_kdops_that_overlap_everything(void **state)
{
	(void)state;
	hull_case c;
	hull_case_make(&c, CASE_BALL, 60, HIERARCHY_FROM);
	const kiln_pose broken[] = {{.rotation = {NAN, 0, 0, 1}}, {.rotation = {0, 0, 0, NAN}},
		{.rotation = {0, INFINITY, 0, 1}}, {.rotation = {0, INFINITY, -INFINITY, 1}}, {.translation = {0, NAN, 0}},
		{.translation = {0, 0, -INFINITY}}, {.scale = NAN}, {.scale = INFINITY}, {.scale = -1}};
	kiln_kdop away = kiln_hull_kdop(&c.view, &(kiln_pose){.translation = {1e6f, 0, 0}}, 14, NULL);
	kiln_kdop here = kiln_hull_kdop(&c.view, &(kiln_pose){0}, 14, NULL);
	assert_false(kiln_overlaps_kdop_kdop(&here, &away, 14));
	for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i)
	{
		uint32_t seeds[SEEDS], before[SEEDS];
		for (uint32_t k = 0; k < SEEDS; ++k)
			before[k] = seeds[k] = k % 2 ? KILN_NONE : k;
		kiln_kdop kdop = kiln_hull_kdop(&c.view, &broken[i], 14, seeds);
		assert_memory_equal(seeds, before, sizeof seeds);
		assert_true(kiln_overlaps_kdop_kdop(&kdop, &away, 14));
		for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
			if (axis < 7)
				assert_true(kdop.min[axis] == -INFINITY && kdop.max[axis] == INFINITY);
			else
				assert_true(kdop.min[axis] > kdop.max[axis]);
	}
	// Extreme numbers are no reason to fail, nor is an invalid k.
	const kiln_pose wild = {.rotation = {FLT_MAX, FLT_TRUE_MIN, -FLT_MAX, 1}, .scale = FLT_TRUE_MIN};
	extents e = extents_of(&c, &wild);
	kiln_kdop kdop = kiln_hull_kdop(&c.view, &wild, 26, NULL);
	assert_tight(&kdop, &e);
	kdop = kiln_hull_kdop(&c.view, &wild, 16, NULL);
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
		assert_true(kdop.min[axis] > kdop.max[axis]);
	hull_case_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kdops_of_posed_hulls_hold_every_vertex_tightly),
		cmocka_unit_test(hulls_with_wide_indices_have_tight_kdops),
		cmocka_unit_test(seeds_end_on_the_extremes),
		cmocka_unit_test(kdops_of_unturned_hulls_are_the_least_and_have_their_k_axes_only),
		cmocka_unit_test(turned_hulls_that_end_on_whole_numbers_are_not_cut_short),
		cmocka_unit_test(climbing_goes_to_what_is_higher_by_less_than_double_can_add),
		cmocka_unit_test(boxes_of_moved_hulls_are_those_of_all_vertices),
		cmocka_unit_test(the_three_ways_to_realign_contain_each_other),
		cmocka_unit_test(kdop_of_a_point_is_the_point),
		cmocka_unit_test(broken_poses_make_kdops_that_overlap_everything),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
