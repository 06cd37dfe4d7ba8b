// SPDX-License-Identifier: MIT
#include "pair/kernel/volume_kernels.h"
#include "volume_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define TREES 40
#define TRIALS 12

/// The relation between the two trees.
typedef enum map_look
{
	MAP_REST,
	MAP_MOVED,
	MAP_ALIGNED, ///< by right angles
	MAP_NEARLY,	 ///< turned by a tiny angle
	MAP_TURNED,
	MAP_MIRRORED,
	MAP_SHEARED, ///< also scaled non-uniformly
	MAP_COUNT,
} map_look;

/// The linear part of b_to_a.
static kiln_affine random_map(uint64_t *state, map_look look, double scale)
{
	kiln_affine map = kiln_affine_identity();
	kiln_quat q = {0, 0, 0, 1};
	if (look == MAP_REST || look == MAP_MOVED)
		return map;
	if (look == MAP_ALIGNED)
		q = (kiln_quat){0, volume_below(state, 2) ? 1 : 0, 0, 1};
	else if (look == MAP_NEARLY)
		q = (kiln_quat){(float)(volume_random(state) * 1e-6), (float)(volume_random(state) * 1e-4), 0, 1};
	else
		q = (kiln_quat){(float)volume_random(state), (float)volume_random(state), (float)volume_random(state),
			(float)volume_random(state)};
	kiln_quat_axes(q, map.column);
	for (int k = 0; k < 3; ++k)
	{
		double along = look == MAP_MIRRORED && k == 0 ? -scale : scale;
		if (look == MAP_SHEARED)
			along *= exp2(3 * volume_random(state));
		map.column[k] = kiln_d3_scale(map.column[k], along);
	}
	if (look == MAP_SHEARED)
		map.column[1] = kiln_d3_along(map.column[1], volume_random(state), map.column[0]);
	return map;
}

/// Two nodes and the map between them, with which two of their volumes are exactly `gap` apart along `normal`.
typedef struct pair_case
{
	volume_case a, b;
	volume_solid in_a, in_b;
	uint32_t slot_a, slot_b;
	kiln_affine b_to_a, a_to_b;
	kiln_pair_link links[2];
	map_look look;
	kiln_d3 normal; ///< unit, from a to b
	kiln_d3 aim;	///< another normal, along which the bounds test
	double metric;
	double gap;
} pair_case;

static kiln_d3 d3_unit(kiln_d3 v)
{
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

/// Converts a normal of b to a's coordinates.
static kiln_d3 normal_in_a(const pair_case *pair, kiln_d3 normal)
{
	kiln_d3 row[3];
	kiln_affine_inverse_rows(&pair->b_to_a, row);
	kiln_d3 v = kiln_d3_scale(row[0], normal.x);
	return kiln_d3_along(kiln_d3_along(v, normal.y, row[1]), normal.z, row[2]);
}

/// Converts a normal of a's coordinates to b's.
static kiln_d3 normal_in_b(const pair_case *pair, kiln_d3 n)
{
	const kiln_d3 *c = pair->b_to_a.column;
	return (kiln_d3){kiln_d3_dot(c[0], n), kiln_d3_dot(c[1], n), kiln_d3_dot(c[2], n)};
}

/// Kinds of directions.
typedef enum normal_look
{
	NORMAL_ANY,
	NORMAL_FACE,
	NORMAL_CROSS, ///< cross product of two edges that are far from parallel
} normal_look;

static kiln_d3 random_normal(const pair_case *pair, uint64_t *state, normal_look *look)
{
	uint32_t choice = volume_below(state, 5);
	int i = (int)volume_below(state, 3), j = (int)volume_below(state, 3);
	double sign = volume_below(state, 2) ? 1 : -1;
	*look = choice < 2 ? NORMAL_FACE : NORMAL_ANY;
	kiln_d3 normal = {volume_random(state), volume_random(state), volume_random(state)};
	if (choice == 0)
		normal = kiln_d3_scale(pair->in_a.normal[i], sign);
	else if (choice == 1)
		normal = kiln_d3_scale(normal_in_a(pair, pair->in_b.normal[i]), sign);
	else if (choice == 2)
	{
		kiln_d3 edge_a = pair->in_a.edge[i], edge_b = kiln_affine_vector(&pair->b_to_a, pair->in_b.edge[j]);
		kiln_d3 cross = kiln_d3_cross(edge_a, edge_b);
		double sine2 = kiln_d3_length2(cross) / (kiln_d3_length2(edge_a) * kiln_d3_length2(edge_b));
		normal = kiln_d3_length2(cross) > 0 ? kiln_d3_scale(cross, sign) : normal;
		*look = sine2 > 0.0625 ? NORMAL_CROSS : NORMAL_ANY;
	}
	return d3_unit(normal);
}

/// Moves b so that its point `on_b` coincides with `on_a`.
static void place_points(pair_case *pair, kiln_d3 on_a, kiln_d3 on_b)
{
	pair->b_to_a.origin = kiln_d3_sub(on_a, kiln_affine_vector(&pair->b_to_a, on_b));
	pair->a_to_b = kiln_affine_inverse(&pair->b_to_a);
	kilni_pair_link_make(pair->links, &pair->a.tree, &pair->b.tree, &pair->a_to_b, &pair->b_to_a, pair->metric);
}

/// Moves b so that its volume is `gap` beyond a's along the normal.
static void place_pair(pair_case *pair)
{
	kiln_d3 n = pair->normal, back = kiln_d3_scale(normal_in_b(pair, n), -1);
	kiln_d3 on_a = kiln_d3_along(volume_support(&pair->in_a, n), pair->gap, n);
	place_points(pair, on_a, volume_support(&pair->in_b, back));
}

/// Returns a point of a volume: a mean of four points of its surface.
static kiln_d3 point_in(const volume_solid *solid, uint64_t *state)
{
	kiln_d3 point = {0, 0, 0};
	for (int i = 0; i < 4; ++i)
	{
		kiln_d3 direction = {volume_random(state), volume_random(state), volume_random(state)};
		point = kiln_d3_along(point, 0.25, volume_support(solid, direction));
	}
	return point;
}

/// False where a k-DOP is empty.
static bool make_pair(pair_case *pair, uint64_t *state, kiln_tree_kind kind_a, kiln_tree_kind kind_b)
{
	static const double places[4] = {0, 1, 100, 1e7};
	double extent = exp2(20 * volume_random(state)), size = exp2(20 * volume_random(state));
	double far_a = places[volume_below(state, 4)], far_b = places[volume_below(state, 4)];
	double middle_a[3], middle_b[3];
	for (int k = 0; k < 3; ++k)
	{
		middle_a[k] = volume_random(state) * far_a;
		middle_b[k] = volume_random(state) * far_b;
	}
	pair->look = (map_look)volume_below(state, MAP_COUNT);
	if (pair->look <= MAP_MOVED)
		size = extent;
	volume_case_make(&pair->a, state, kind_a, (volume_look)volume_below(state, LOOK_COUNT), extent, middle_a);
	volume_case_make(&pair->b, state, kind_b, (volume_look)volume_below(state, LOOK_COUNT), size, middle_b);
	pair->slot_a = volume_below(state, pair->a.count);
	pair->slot_b = volume_below(state, pair->b.count);
	pair->metric = volume_below(state, 2) ? 1 : exp2(volume_random(state) * 10);
	pair->b_to_a = random_map(state, pair->look, extent / size * exp2(2 * volume_random(state)));
	bool any = volume_solid_of(&pair->a, pair->slot_a, &pair->in_a);
	return volume_solid_of(&pair->b, pair->slot_b, &pair->in_b) && any;
}

static void free_pair(pair_case *pair)
{
	volume_solid_free(&pair->in_a);
	volume_solid_free(&pair->in_b);
}

/// Side 0: tests a's volume with b's node; 1: b's with a's.
static void ask(const pair_case *pair, const volume_kernels *kernels, int side, float limit, volume_answer *answer)
{
	memset(answer, 0, sizeof *answer);
	kiln_d3 way = d3_unit(side == 0 ? normal_in_b(pair, pair->aim) : pair->aim);
	const float aim[4] = {(float)way.x, (float)way.y, (float)way.z, 0};
	if (side == 0)
		kernels->test(&pair->a.tree, pair->slot_a, &pair->b.tree, &pair->links[0], aim, limit, answer);
	else
		kernels->test(&pair->b.tree, pair->slot_b, &pair->a.tree, &pair->links[1], aim, limit, answer);
}

static void assert_same_bits(const volume_answer *one, const volume_answer *other, uint32_t count)
{
	assert_int_equal(one->overlaps, other->overlaps);
	assert_int_equal(one->near, other->near);
	assert_memory_equal(&one->slack, &other->slack, sizeof one->slack);
	assert_memory_equal(&one->volume_size, &other->volume_size, sizeof one->volume_size);
	assert_memory_equal(one->size, other->size, count * sizeof *one->size);
	assert_memory_equal(one->size, other->near_size, count * sizeof *one->size);
	assert_memory_equal(one->lower, other->lower, count * sizeof *one->lower);
	assert_int_equal(one->aimed_near, other->aimed_near);
	assert_memory_equal(one->aimed, other->aimed, count * sizeof *one->aimed);
}

/// Tests every instruction set; their answers must be the same.
static void ask_all(const pair_case *pair, int side, float limit, volume_answer *answer)
{
	const volume_kernels *all[3];
	uint32_t sets = volume_kernels_all(all);
	uint32_t count = side == 0 ? pair->b.count : pair->a.count;
	ask(pair, all[0], side, limit, answer);
	for (uint32_t i = 1; i < sets; ++i)
	{
		volume_answer other;
		ask(pair, all[i], side, limit, &other);
		assert_same_bits(answer, &other, count);
	}
	assert_int_equal((answer->overlaps | answer->near) >> count, 0);
	// Another axis never decreases a bound.
	assert_int_equal(answer->aimed_near & ~answer->near, 0);
	for (uint32_t i = 0; i < count; ++i)
		assert_true(answer->aimed[i] >= answer->lower[i]);
}

static uint32_t target_slot(const pair_case *pair, int side)
{
	return side == 0 ? pair->slot_b : pair->slot_a;
}

typedef void pair_claim(pair_case *pair, uint64_t *state, normal_look look);

/// Runs a claim for all pairs of kinds, with a new normal each time.
static void for_all_pairs(uint64_t seed, pair_claim *claim)
{
	uint64_t state = seed;
	for (int kinds = 0; kinds < KILN_TREE_KIND_END * KILN_TREE_KIND_END; ++kinds)
		for (int tree = 0; tree < TREES; ++tree)
		{
			pair_case pair;
			kiln_tree_kind kind_a = (kiln_tree_kind)(kinds / KILN_TREE_KIND_END);
			kiln_tree_kind kind_b = (kiln_tree_kind)(kinds % KILN_TREE_KIND_END);
			bool any = make_pair(&pair, &state, kind_a, kind_b);
			for (int trial = 0; any && trial < TRIALS; ++trial)
			{
				normal_look look;
				pair.normal = random_normal(&pair, &state, &look);
				const kiln_d3 other = {volume_random(&state), volume_random(&state), volume_random(&state)};
				pair.aim = volume_below(&state, 4) ? pair.normal : d3_unit(other);
				claim(&pair, &state, look);
			}
			free_pair(&pair);
		}
}

static void claim_touching(pair_case *pair, uint64_t *state, normal_look look)
{
	(void)look;
	pair->gap = 0;
	if (volume_below(state, 4))
		place_pair(pair);
	else
		place_points(pair, point_in(&pair->in_a, state), point_in(&pair->in_b, state));
	for (int side = 0; side < 2; ++side)
	{
		volume_answer answer;
		uint32_t slot = target_slot(pair, side);
		ask_all(pair, side, 0, &answer);
		assert_true(answer.overlaps >> slot & 1);
		assert_true(answer.near >> slot & 1);
		assert_true(answer.lower[slot] == 0);
		assert_true(answer.aimed_near >> slot & 1);
		assert_true(answer.aimed[slot] == 0);
	}
}

static void volumes_with_a_point_in_common_are_never_apart(void **unused)
{
	(void)unused;
	for_all_pairs(1, claim_touching);
}

static double gap_of(uint64_t *state, const pair_case *pair)
{
	return pair->a.extent * exp2(12 * volume_random(state) - 8);
}

static void claim_lower(pair_case *pair, uint64_t *state, normal_look look)
{
	(void)look;
	pair->gap = gap_of(state, pair);
	place_pair(pair);
	// The distance of two of their points.
	double distance = pair->gap * pair->metric;
	for (int side = 0; side < 2; ++side)
	{
		volume_answer answer;
		uint32_t slot = target_slot(pair, side);
		ask_all(pair, side, (float)(distance * (1 + 0x1p-22)), &answer);
		assert_true(answer.near >> slot & 1);
		assert_true((double)answer.lower[slot] <= distance);
		assert_true(answer.aimed_near >> slot & 1);
		assert_true((double)answer.aimed[slot] <= distance);
		ask_all(pair, side, 0, &answer);
		assert_true((double)answer.lower[slot] <= distance);
		assert_true((answer.near >> slot & 1) == (answer.lower[slot] <= 0));
	}
}

static void lower_bounds_exceed_no_distance(void **unused)
{
	(void)unused;
	for_all_pairs(2, claim_lower);
}

static bool is_kdop(kiln_tree_kind kind)
{
	return kiln_format_kdop_slabs((uint32_t)kind) > 0;
}

static bool is_box(const volume_solid *solid)
{
	return solid->kind == KILN_TREE_AABB || solid->kind == KILN_TREE_OBB;
}

static void claim_tight(pair_case *pair, uint64_t *state, normal_look look)
{
	// Sums of three slabs bound a turned k-DOP only from outside; the box around a round volume does the same where the
	// map makes it non-round. Crossed edges are tested for similarities only.
	bool boxes = is_box(&pair->in_a) && is_box(&pair->in_b), sheared = pair->look == MAP_SHEARED;
	bool round = pair->in_a.radius > 0 || pair->in_b.radius > 0;
	if (look == NORMAL_ANY || is_kdop(pair->in_a.kind) || is_kdop(pair->in_b.kind) || (sheared && round))
		return;
	if (look == NORMAL_CROSS && (!boxes || sheared))
		return;
	pair->gap = gap_of(state, pair);
	place_pair(pair);
	for (int side = 0; side < 2; ++side)
	{
		volume_answer answer;
		uint32_t slot = target_slot(pair, side);
		const kiln_pair_link *link = &pair->links[side];
		// In the target's lengths, a lower bound.
		double gap = side == 0 ? pair->gap * (double)link->least : pair->gap;
		ask_all(pair, side, 0, &answer);
		// The slack of the volume, and of the lanes, divided by the sine of a cross product; rounding may add as much
		// again.
		double sizes = ((double)answer.size[slot] + (double)answer.volume_size) / (double)link->measure;
		double slack = (double)answer.slack + 0x1p-16 * (sizes + gap);
		slack *= look == NORMAL_CROSS ? 8 : 2;
		if (gap <= slack)
			continue;
		assert_false(answer.overlaps >> slot & 1);
		if (look == NORMAL_FACE && !sheared)
			assert_true((double)answer.lower[slot] >= (gap * (1 - 0x1p-14) - slack) * (double)link->length);
	}
}

static void gaps_along_separating_axes_are_found_but_for_the_slack(void **unused)
{
	(void)unused;
	for_all_pairs(3, claim_tight);
}

static void claim_aimed(pair_case *pair, uint64_t *state, normal_look look)
{
	(void)look;
	bool round = pair->in_a.radius > 0 || pair->in_b.radius > 0;
	if (is_kdop(pair->in_a.kind) || is_kdop(pair->in_b.kind) || (pair->look == MAP_SHEARED && round))
		return;
	pair->aim = pair->normal;
	pair->gap = gap_of(state, pair);
	place_pair(pair);
	for (int side = 0; side < 2; ++side)
	{
		volume_answer answer;
		uint32_t slot = target_slot(pair, side);
		const kiln_pair_link *link = &pair->links[side];
		double gap = side == 0 ? pair->gap * (double)link->least : pair->gap;
		ask_all(pair, side, 0, &answer);
		double sizes = ((double)answer.size[slot] + (double)answer.volume_size) / (double)link->measure;
		double slack = 2 * ((double)answer.slack + 0x1p-16 * (sizes + gap));
		// Spheres test only the direction between the middles, which suffices for two spheres.
		bool spheres = pair->in_a.kind == KILN_TREE_SPHERE && pair->in_b.kind == KILN_TREE_SPHERE;
		bool sphere = (side == 0 ? pair->in_b.kind : pair->in_a.kind) == KILN_TREE_SPHERE;
		if (gap > slack && (spheres || !sphere))
			assert_true((double)answer.aimed[slot] >= (gap * (1 - 0x1p-14) - slack) * (double)link->length);
	}
}

static void gaps_along_the_aim_are_found_but_for_the_slack(void **unused)
{
	(void)unused;
	for_all_pairs(6, claim_aimed);
}

static void spoil(pair_case *pair, double by, bool origin)
{
	for (int k = 0; k < 3; ++k)
		pair->b_to_a.column[k] = kiln_d3_scale(pair->b_to_a.column[k], by);
	if (origin)
		pair->b_to_a.origin.x = HUGE_VAL - HUGE_VAL;
	pair->a_to_b = kiln_affine_inverse(&pair->b_to_a);
	kilni_pair_link_make(pair->links, &pair->a.tree, &pair->b.tree, &pair->a_to_b, &pair->b_to_a, 1);
}

static void claim_spoiled(pair_case *pair, uint64_t *state, normal_look look)
{
	(void)look;
	static const double by[4] = {HUGE_VAL - HUGE_VAL, HUGE_VAL, 0, 1};
	uint32_t choice = volume_below(state, 4);
	kiln_affine sound = pair->b_to_a;
	pair->gap = pair->a.extent * 4;
	place_pair(pair);
	spoil(pair, by[choice], choice == 3);
	// A map that collapses everything to a point still gives its place, but has no inverse.
	for (int side = 0; side < (choice == 2 ? 1 : 2); ++side)
	{
		volume_answer answer;
		uint32_t count = side == 0 ? pair->b.count : pair->a.count;
		const volume_kernels *all[3];
		uint32_t sets = volume_kernels_all(all);
		for (uint32_t set = 0; set < sets; ++set)
		{
			ask(pair, all[set], side, 0, &answer);
			assert_int_equal(answer.overlaps, (1u << count) - 1);
			assert_int_equal(answer.near, (1u << count) - 1);
			for (uint32_t i = 0; i < count; ++i)
				assert_true(answer.lower[i] == 0 && answer.aimed[i] == 0);
		}
	}
	pair->b_to_a = sound;
}

static void numbers_that_are_none_prove_nothing_apart(void **unused)
{
	(void)unused;
	for_all_pairs(4, claim_spoiled);
}

/// Makes a node of random numbers, to test the lanes with each.
static void lanes_do_as_one_by_one(void **unused)
{
	(void)unused;
	const volume_kernels *all[3];
	uint32_t sets = volume_kernels_all(all);
	uint64_t state = 5;
	for (int round = 0; round < 2000; ++round)
	{
		volume_case box;
		const double middle[3] = {0, 0, 0};
		uint8_t exponents[8];
		volume_case_make(&box, &state, KILN_TREE_OBB, (volume_look)volume_below(&state, LOOK_COUNT), 1, middle);
		const kiln_format_oriented_node *node = (const kiln_format_oriented_node *)(const void *)box.node;
		for (uint32_t i = 0; i < 8; ++i)
			exponents[i] = (uint8_t)(round == 0 ? i * 36 : volume_below(&state, 255));
		for (uint32_t set = 0; set < sets; ++set)
		{
			volume_lanes lanes;
			all[set]->lanes(node, exponents, &lanes);
			for (uint32_t i = 0; i < 8; ++i)
			{
				float axes[3][3], power = exponents[i] ? ldexpf(1, exponents[i] - 127) : 0;
				float root = sqrtf(fabsf((float)node->rotation[0][i]));
				assert_true(lanes.shorts[i] == (float)node->rotation[0][i]);
				assert_memory_equal(&lanes.powers[i], &power, sizeof power);
				assert_memory_equal(&lanes.roots[i], &root, sizeof root);
				if (i >= box.count)
					continue;
				kiln_format_axes((float)node->rotation[0][i], (float)node->rotation[1][i], (float)node->rotation[2][i],
					(float)node->rotation[3][i], axes);
				for (int j = 0; j < 3; ++j)
					for (int k = 0; k < 3; ++k)
						assert_memory_equal(&lanes.axes[j][k][i], &axes[j][k], sizeof(float));
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(volumes_with_a_point_in_common_are_never_apart),
		cmocka_unit_test(lower_bounds_exceed_no_distance),
		cmocka_unit_test(gaps_along_separating_axes_are_found_but_for_the_slack),
		cmocka_unit_test(gaps_along_the_aim_are_found_but_for_the_slack),
		cmocka_unit_test(numbers_that_are_none_prove_nothing_apart),
		cmocka_unit_test(lanes_do_as_one_by_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
