// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "pair_rules.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Queries between two meshes, by the public functions only: for every rule to build trees, every kind of tree and
/// every descent, the answers are those of all pairs of triangles of the original art.

#define TREES_ALL ((1u << KILNCOOK_TREE_END) - 1u)

static const kilncook_options rules[] = {
	{.split = KILNCOOK_SPLIT_SAH, .split_axis = KILNCOOK_SPLIT_AXIS_LONGEST},
	{.split = KILNCOOK_SPLIT_SAH, .split_axis = KILNCOOK_SPLIT_AXIS_VARIANCE},
	{.split = KILNCOOK_SPLIT_SAH, .split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE},
	{.split = KILNCOOK_SPLIT_MEAN, .split_axis = KILNCOOK_SPLIT_AXIS_LONGEST},
	{.split = KILNCOOK_SPLIT_MEAN, .split_axis = KILNCOOK_SPLIT_AXIS_VARIANCE},
	{.split = KILNCOOK_SPLIT_MEAN, .split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE},
	{.split = KILNCOOK_SPLIT_MEDIAN, .split_axis = KILNCOOK_SPLIT_AXIS_LONGEST},
	{.split = KILNCOOK_SPLIT_MEDIAN, .split_axis = KILNCOOK_SPLIT_AXIS_VARIANCE},
	{.split = KILNCOOK_SPLIT_MEDIAN, .split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE},
	{.split = KILNCOOK_SPLIT_OBJECT_MEDIAN, .split_axis = KILNCOOK_SPLIT_AXIS_LONGEST},
	{.split = KILNCOOK_SPLIT_OBJECT_MEDIAN, .split_axis = KILNCOOK_SPLIT_AXIS_VARIANCE},
	{.split = KILNCOOK_SPLIT_OBJECT_MEDIAN, .split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE},
	{.split = KILNCOOK_SPLIT_MIDPOINT, .split_axis = KILNCOOK_SPLIT_AXIS_LONGEST},
	{.split = KILNCOOK_SPLIT_MIDPOINT, .split_axis = KILNCOOK_SPLIT_AXIS_VARIANCE},
	{.split = KILNCOOK_SPLIT_MIDPOINT, .split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE},
	{.split = KILNCOOK_SPLIT_SPATIAL, .split_axis = KILNCOOK_SPLIT_AXIS_LONGEST},
	{.split = KILNCOOK_SPLIT_SPATIAL, .split_axis = KILNCOOK_SPLIT_AXIS_VARIANCE},
	{.split = KILNCOOK_SPLIT_SPATIAL, .split_axis = KILNCOOK_SPLIT_AXIS_COVARIANCE},
	{.method = KILNCOOK_METHOD_AGGLOMERATIVE},
	{.method = KILNCOOK_METHOD_PLOC},
	{.method = KILNCOOK_METHOD_INSERTION},
	{.rotate = 3},
	{.optimize = 3},
	{.method = KILNCOOK_METHOD_INSERTION, .rotate = 2, .optimize = 2},
	{.leaf_size = 1},
};
#define RULES (sizeof rules / sizeof *rules)

static const uint32_t widths[3] = {2, 3, 8};

/// Every shape, cooked by one rule.
typedef struct batch
{
	cooked cooked[RULES_SHAPES];
	uint32_t width[RULES_SHAPES];
} batch;

/// `width` 0: all widths in turn.
static void batch_make(batch *made, const rules_shape *shapes, size_t rule, uint32_t width)
{
	for (size_t i = 0; i < RULES_SHAPES; ++i)
	{
		const fixture_mesh *mesh = &shapes[i].mesh;
		const kilncook_mesh cook_mesh = {.positions = mesh->vertices[0],
			.vertex_count = mesh->vertex_count,
			.indices = mesh->triangles[0],
			.index_count = (uint64_t)mesh->triangle_count * 3};
		const kilncook_scene scene = {.meshes = &cook_mesh, .mesh_count = 1};
		kilncook_options options = rules[rule];
		options.trees = TREES_ALL;
		options.threads = 1;
		options.tree_width = made->width[i] = width ? width : widths[(rule + i) % 3];
		bench_cook(&made->cooked[i], &scene, &options);
		assert_int_equal(made->cooked[i].status, KILNCOOK_OK);
		// No triangle was dropped or duplicated.
		assert_int_equal(made->cooked[i].asset.triangle_count, mesh->triangle_count);
		assert_int_equal(made->cooked[i].asset.volume_tree_count, KILN_TREE_KIND_END - 1);
	}
}

static void batch_free(batch *made)
{
	for (size_t i = 0; i < RULES_SHAPES; ++i)
		bench_release(&made->cooked[i]);
}

// --- One question in one way ------------------------------------------------------------------------------------------

typedef struct asked
{
	const rules_trial *trial;
	kiln_object a, b;
	kiln_pair_options options;
	bool binary; ///< all nodes of both trees have two children
} asked;

static uint32_t face_of(const kiln_object *object, uint32_t triangle)
{
	uint32_t number, mesh = kiln_triangle_mesh(object->asset, triangle, &number);
	assert_int_equal(mesh, 0);
	return kiln_triangle_source(object->asset, mesh, number).face;
}

typedef struct seen
{
	const asked *of;
	uint8_t *pairs;
	uint32_t count;
} seen;

static bool see(void *user, const kiln_pair *pair)
{
	seen *s = user;
	const rules_trial *trial = s->of->trial;
	uint32_t i = face_of(&s->of->a, pair->triangle_a), j = face_of(&s->of->b, pair->triangle_b);
	assert_true(i < trial->count_a && j < trial->count_b);
	assert_true(trial->touching[(size_t)i * trial->count_b + j]);
	// Each pair once.
	assert_false(s->pairs[(size_t)i * trial->count_b + j]);
	s->pairs[(size_t)i * trial->count_b + j] = 1;
	++s->count;
	return true;
}

static void check_contacts(const asked *way)
{
	const rules_trial *trial = way->trial;
	kiln_pair_counters work = {0};
	kiln_pair_options options = way->options;
	options.counters = &work;
	seen s = {.of = way, .pairs = calloc((size_t)trial->count_a * trial->count_b, 1)};
	uint32_t count, again;
	assert_non_null(s.pairs);
	assert_int_equal(kiln_pair_contacts_visit(&way->a, &way->b, &options, see, &s, &count), KILN_OK);
	assert_int_equal(count, trial->touching_count);
	assert_int_equal(s.count, count);
	assert_int_equal(work.volume_tests, 1 + work.children);
	assert_true(work.leaf_hits <= work.leaf_pairs);
	if (way->binary)
		assert_int_equal(work.volume_tests - work.volume_overlaps + 2 * work.leaf_pairs, 1 + work.volume_overlaps);
	assert_int_equal(kiln_pair_contacts(&way->a, &way->b, &way->options, NULL, 0, &again), KILN_OK);
	assert_int_equal(again, count);
	free(s.pairs);

	bool touching;
	kiln_pair first;
	assert_int_equal(kiln_pair_collide(&way->a, &way->b, &way->options, &touching, &first), KILN_OK);
	assert_int_equal(touching, count > 0);
	if (touching)
		assert_true(trial->touching[(size_t)face_of(&way->a, first.triangle_a) * trial->count_b +
									face_of(&way->b, first.triangle_b)]);
}

static bool is_within(const asked *way, double distance)
{
	bool within;
	assert_int_equal(kiln_pair_within(&way->a, &way->b, (float)distance, &way->options, &within), KILN_OK);
	return within;
}

static void check_distance(const asked *way)
{
	const rules_trial *trial = way->trial;
	kiln_pair_separation s;
	assert_int_equal(kiln_pair_distance(&way->a, &way->b, &way->options, &s), KILN_OK);
	assert_true(s.found);
	double distance = (double)s.distance, slack = 1e-6 * trial->least + 0x1p-40 * trial->size;
	assert_true(fabs(distance - trial->least) <= slack);
	assert_int_equal(is_within(way, 0), trial->touching_count > 0);
	assert_int_equal(distance > 0, trial->touching_count == 0);
	assert_true(is_within(way, distance * (1 + 1e-6) + 0x1p-140));
	assert_true(is_within(way, 2 * trial->least + 0x1p-39 * trial->size));
	if (trial->least > 0x1p-20 * trial->size)
	{
		assert_false(is_within(way, distance * (1 - 1e-6)));
		assert_false(is_within(way, 0.5 * trial->least));
		const uint32_t i = face_of(&way->a, s.triangle_a), j = face_of(&way->b, s.triangle_b);
		assert_true(fabs(rules_distance(trial, i, j) - trial->least) <= slack);
	}
}

/// Returns whether the walk was through two binary trees.
static bool check(
	const rules_trial *trial, const batch *of_a, const batch *of_b, uint32_t kind_a, uint32_t kind_b, uint32_t descent)
{
	const uint32_t shape_a = trial->shape_a, shape_b = trial->shape_b;
	const kiln_asset *one = &of_a->cooked[shape_a].asset, *other = &of_b->cooked[shape_b].asset;
	asked way = {.trial = trial,
		.a = kiln_object_from_asset(one, &trial->pose_a),
		.b = kiln_object_from_asset(other, &trial->pose_b),
		.options = {.descent = kiln_school_descent(descent)}};
	way.a.trees = 1u << kind_a;
	way.b.trees = 1u << kind_b;
	// AABB trees are always wide; a tree with one leaf has one child.
	way.binary = kind_a && kind_b && of_a->width[shape_a] == 2 && of_b->width[shape_b] == 2 &&
				 trial->count_a > KILNCOOK_LEAF_SIZE_MAX && trial->count_b > KILNCOOK_LEAF_SIZE_MAX;
	check_contacts(&way);
	check_distance(&way);
	return way.binary;
}

// --- All of them ------------------------------------------------------------------------------------------------------

/// Data that the tests share, because cooking and finding the truth take most of their time.
typedef struct ground
{
	rules_shape shapes[RULES_SHAPES];
	rules_trials trials;
} ground;

static int set_up(void **state)
{
	ground *g = calloc(1, sizeof *g);
	assert_non_null(g);
	rules_shapes_make(g->shapes);
	rules_trials_make(&g->trials, g->shapes);
	*state = g;
	return 0;
}

static int tear_down(void **state)
{
	ground *g = *state;
	rules_trials_free(&g->trials);
	rules_shapes_free(g->shapes);
	free(g);
	return 0;
}

static void trials_are_of_all_sorts(void **state)
{
	const ground *g = *state;
	uint32_t apart = 0, few = 0, many = 0, near = 0, lattice = 0;
	for (uint32_t i = 0; i < g->trials.count; ++i)
	{
		const rules_trial *trial = &g->trials.trial[i];
		apart += trial->least > 0.01 * trial->size;
		near += trial->least > 0 && trial->least < 1e-4 * trial->size;
		few += trial->touching_count > 0 && trial->touching_count < 5;
		many += trial->touching_count > 50;
		lattice += trial->lattice;
		// Decisions by another map, or by integers, are the same.
		assert_int_equal(trial->differing, 0);
	}
	assert_true(apart > 10 && near > 5 && few > 5 && many > 10 && lattice > 10);
}

/// Each side is built by another rule, with other kinds.
static void no_rule_changes_an_answer(void **state)
{
	const ground *g = *state;
	uint64_t binary = 0;
	batch made[2];
	batch_make(&made[1], g->shapes, RULES - 1, 0);
	for (size_t rule = 0; rule < RULES; ++rule)
	{
		batch *now = &made[rule % 2], *before = &made[1 - rule % 2];
		batch_make(now, g->shapes, rule, 0);
		for (uint32_t i = 0; i < g->trials.count; ++i)
			for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
			{
				uint32_t other = (kind + i + (uint32_t)rule) % KILN_TREE_KIND_END;
				uint32_t descent = (2 * kind + i + 3 * (uint32_t)rule) % KILN_SCHOOL_DESCENTS;
				if ((i + kind + rule) % (TRIALS_SLOW ? 13 : 5))
					continue;
				binary += check(&g->trials.trial[i], i % 2 ? now : before, i % 3 ? now : before, kind, other, descent);
			}
		batch_free(before);
	}
	assert_true(binary > 20);
	batch_free(&made[(RULES - 1) % 2]);
}

/// Tests every descent through every two kinds.
static void no_kind_or_descent_changes_an_answer(void **state)
{
	const ground *g = *state;
	uint64_t binary = 0;
	batch made;
	batch_make(&made, g->shapes, 0, 2);
	for (uint32_t i = 0; i < g->trials.count; i += TRIALS_SLOW ? 19 : 7)
		for (uint32_t kinds = 0; kinds < KILN_TREE_KIND_END * KILN_TREE_KIND_END; ++kinds)
			for (uint32_t descent = 0; descent < KILN_SCHOOL_DESCENTS; ++descent)
				binary += check(
					&g->trials.trial[i], &made, &made, kinds % KILN_TREE_KIND_END, kinds / KILN_TREE_KIND_END, descent);
	assert_true(binary > 20);
	batch_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trials_are_of_all_sorts),
		cmocka_unit_test(no_rule_changes_an_answer),
		cmocka_unit_test(no_kind_or_descent_changes_an_answer),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
