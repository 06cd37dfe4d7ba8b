// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "support/asset_fixture.h"
#include "support/cook_bench.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Distances of scenes in which many pairs of nodes have the least distance, or nearly: the answers, and their work.

#define TURN 0.7
#define SHAPES 6

// --- Scenes -----------------------------------------------------------------------------------------------------------

/// Building blocks of scenes: boxes, round meshes, hulls, and three primitives.
typedef struct kit
{
	fixture_mesh owned[3];
	kilncook_mesh meshes[3];
	kilncook_primitive primitives[3];
	uint32_t numbers[3];
} kit;

static void kit_make(kit *k)
{
	memset(k, 0, sizeof *k);
	k->owned[0] = fixture_box(1, 1, 1);
	k->owned[1] = fixture_sphere(6, 8, 1);
	k->owned[2] = fixture_sphere(5, 5, 1);
	for (uint32_t i = 0; i < 3; ++i)
	{
		k->numbers[i] = i;
		k->meshes[i] = (kilncook_mesh){.positions = k->owned[i].vertices[0],
			.vertex_count = k->owned[i].vertex_count,
			.indices = k->owned[i].triangles[0],
			.index_count = (uint64_t)k->owned[i].triangle_count * 3};
	}
	k->primitives[0] = (kilncook_primitive){.shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0, 0, 0, 1}};
	k->primitives[1] = (kilncook_primitive){.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1}};
	k->primitives[2] = (kilncook_primitive){.shape = KILNCOOK_SHAPE_CYLINDER, .parameters = {0, 0, -1, 0, 0, 1, 1}};
}

static void kit_free(kit *k)
{
	for (int i = 0; i < 3; ++i)
		fixture_mesh_free(&k->owned[i]);
}

/// Nodes in a grid, three units apart, turned about y as a whole.
typedef struct plan
{
	uint32_t count[3];
	uint32_t shape; ///< the shape of all nodes; SHAPES: each in turn
	double turn;
	double scale; ///< scale of the last axis of nodes; non-uniform if not 1
	uint32_t trees;
} plan;

static uint32_t node_count(const plan *p)
{
	return p->count[0] * p->count[1] * p->count[2];
}

static void set_matrix(double m[12], const plan *p, uint32_t i)
{
	const double at[3] = {
		3.0 * (i % p->count[0]), 3.0 * (i / p->count[0] % p->count[1]), 3.0 * (i / (p->count[0] * p->count[1]))};
	double c = cos(p->turn), s = sin(p->turn);
	const double turned[12] = {
		c, 0, s * p->scale, c * at[0] + s * at[2], 0, 1, 0, at[1], -s, 0, c * p->scale, -s * at[0] + c * at[2]};
	memcpy(m, turned, sizeof turned);
}

static kilncook_node node_of(const kit *k, const plan *p, uint32_t i, const double *matrix)
{
	uint32_t shape = p->shape < SHAPES ? p->shape : i % SHAPES;
	kilncook_node node = {.to_asset = matrix, .tag = i};
	if (shape >= 3)
		node.primitive = &k->primitives[shape - 3];
	else
	{
		node.meshes = &k->numbers[shape];
		node.mesh_count = 1;
		node.shape = shape == 2 ? KILNCOOK_SHAPE_HULL : KILNCOOK_SHAPE_MESH;
	}
	return node;
}

/// Cooks the nodes from `first` on.
static void cook(cooked *made, const kit *k, const plan *p, uint32_t first, uint32_t count)
{
	kilncook_node *nodes = calloc(count, sizeof *nodes);
	double(*matrices)[12] = calloc(count, sizeof *matrices);
	assert_true(nodes && matrices);
	for (uint32_t i = 0; i < count; ++i)
	{
		set_matrix(matrices[i], p, first + i);
		nodes[i] = node_of(k, p, first + i, matrices[i]);
	}
	const kilncook_scene scene = {.meshes = k->meshes, .mesh_count = 3, .nodes = nodes, .node_count = count};
	const kilncook_options options = {.trees = p->trees};
	memset(made, 0, sizeof *made);
	bench_cook(made, &scene, &options);
	assert_int_equal(made->status, KILNCOOK_OK);
	assert_int_equal(made->asset.node_count, count);
	free(nodes);
	free(matrices);
}

// --- Answers ----------------------------------------------------------------------------------------------------------

/// A scene, and each of its nodes as a separate asset, by the node's number in the scene.
typedef struct taken_apart
{
	cooked whole;
	cooked *one;
	uint32_t count;
} taken_apart;

static void apart_make(taken_apart *t, const kit *k, const plan *p)
{
	t->count = node_count(p);
	t->one = calloc(t->count, sizeof *t->one);
	assert_non_null(t->one);
	cook(&t->whole, k, p, 0, t->count);
	for (uint32_t i = 0; i < t->count; ++i)
		cook(&t->one[i], k, p, t->whole.asset.nodes[i].tag, 1);
}

static void apart_free(taken_apart *t)
{
	for (uint32_t i = 0; i < t->count; ++i)
		bench_release(&t->one[i]);
	bench_release(&t->whole);
	free(t->one);
}

/// Returns the number of a triangle in its mesh.
static uint32_t in_mesh(const kiln_asset *asset, uint32_t node, uint32_t triangle)
{
	return triangle == KILN_NONE ? KILN_NONE : triangle - asset->meshes[asset->nodes[node].mesh].triangle_first;
}

/// Returns the nearest pair of all nodes, of ties the first.
static kiln_pair_separation brute(
	const taken_apart *a, const taken_apart *b, const kiln_pose *pose_a, const kiln_pose *pose_b)
{
	kiln_pair_separation best = {.found = false};
	for (uint32_t i = 0; i < a->count; ++i)
		for (uint32_t j = 0; j < b->count; ++j)
		{
			const kiln_object one = kiln_object_from_asset(&a->one[i].asset, pose_a);
			const kiln_object other = kiln_object_from_asset(&b->one[j].asset, pose_b);
			kiln_pair_separation apart;
			assert_int_equal(kiln_pair_distance(&one, &other, NULL, &apart), KILN_OK);
			if (best.found && apart.distance >= best.distance)
				continue;
			best = apart;
			best.node_a = i;
			best.node_b = j;
		}
	return best;
}

static void check_answer(const taken_apart *a, const taken_apart *b, const kiln_pose *pose_a, const kiln_pose *pose_b)
{
	const kiln_pair_separation right = brute(a, b, pose_a, pose_b);
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		for (uint32_t descent = 0; descent < KILN_SCHOOL_DESCENTS; ++descent)
		{
			kiln_object one = kiln_object_from_asset(&a->whole.asset, pose_a);
			kiln_object other = kiln_object_from_asset(&b->whole.asset, pose_b);
			one.trees = 1u << kind;
			other.trees = 1u << (kind + kind % 2) % KILN_TREE_KIND_END;
			const kiln_pair_options options = {.descent = kiln_school_descent(descent)};
			kiln_pair_separation found;
			bool within;
			assert_int_equal(kiln_pair_distance(&one, &other, &options, &found), KILN_OK);
			assert_true(found.distance == right.distance);
			if (!(right.distance > 0))
				return;
			assert_int_equal(found.node_a, right.node_a);
			assert_int_equal(found.node_b, right.node_b);
			assert_int_equal(in_mesh(&a->whole.asset, found.node_a, found.triangle_a), right.triangle_a);
			assert_int_equal(in_mesh(&b->whole.asset, found.node_b, found.triangle_b), right.triangle_b);
			assert_int_equal(kiln_pair_within(&one, &other, right.distance, &options, &within), KILN_OK);
			assert_true(within);
			float less = nextafterf(right.distance, 0);
			assert_int_equal(kiln_pair_within(&one, &other, less, &options, &within), KILN_OK);
			assert_false(within);
		}
}

static kiln_pose pose_at(double x, double y, double z)
{
	return (kiln_pose){.translation = {(float)x, (float)y, (float)z}};
}

static void nearest_nodes_are_the_first_of_all_that_tie(void **state)
{
	(void)state;
	kit k;
	kit_make(&k);
	static const double gaps[] = {2.001, 3, 30, 1e4, 1e5, 1e6};
	const plan plans[5] = {{{5, 4, 1}, 0, 0, 1, 127}, {{4, 4, 1}, 1, TURN, 1, 127}, {{3, 3, 2}, SHAPES, 0, 1, 127},
		{{3, 5, 1}, SHAPES, TURN, 0.5, 127}, {{1, 1, 1}, 3, 0, 1, 127}};
	taken_apart made[5];
	for (int i = 0; i < 5; ++i)
		apart_make(&made[i], &k, &plans[i]);
	for (int i = 0; i < 5; ++i)
		for (int gap = 0; gap < 6; ++gap)
		{
			const taken_apart *other = &made[gap % 2 ? i : (i + 1 + gap / 2) % 5];
			double z = 2 + (gap % 2 ? 3.0 * plans[i].count[2] : 12) + gaps[gap], shift = gap == 2 ? 1.5 : 0;
			const kiln_pose turned = pose_at(z * sin(plans[i].turn), shift, z * cos(plans[i].turn));
			check_answer(&made[i], other, NULL, &turned);
			kiln_pose from = {.translation = {1000, -20, 3}, .rotation = {0.5f, 0.5f, -0.5f, 0.5f}, .scale = 1.5f};
			kiln_pose to = from;
			to.translation.x += (float)(20 + gaps[gap]);
			check_answer(other, &made[i], &from, &to);
		}
	for (int i = 0; i < 5; ++i)
		apart_free(&made[i]);
	kit_free(&k);
}

// --- Work -------------------------------------------------------------------------------------------------------------

static uint64_t work_of(const kiln_pair_counters *c)
{
	return c->volume_tests + c->triangle_tests + c->exact_tests + c->updates + c->shape_pairs;
}

static double limit_of(uint64_t nodes)
{
	return 80 * (double)nodes * log2((double)nodes);
}

/// Checks the distance, also with the objects exchanged, and whether it is less than a float32 below the distance.
static void check_work(const cooked *a, const cooked *b, const kiln_pose *pose)
{
	const kiln_object one = kiln_object_from_asset(&a->asset, NULL), other = kiln_object_from_asset(&b->asset, pose);
	double most = limit_of((uint64_t)a->asset.node_count + b->asset.node_count);
	kiln_pair_counters work = {0};
	const kiln_pair_options options = {.counters = &work};
	kiln_pair_separation apart, swapped;
	bool within;
	assert_int_equal(kiln_pair_distance(&one, &other, &options, &apart), KILN_OK);
	assert_true((double)work_of(&work) <= most);
	work = (kiln_pair_counters){0};
	assert_int_equal(kiln_pair_within(&one, &other, nextafterf(apart.distance, 0), &options, &within), KILN_OK);
	assert_false(within);
	assert_true((double)work_of(&work) <= most);
	work = (kiln_pair_counters){0};
	assert_int_equal(kiln_pair_distance(&other, &one, &options, &swapped), KILN_OK);
	assert_true((double)work_of(&work) <= most);
	assert_true(fabs((double)swapped.distance - (double)apart.distance) <= 1e-6 * (double)apart.distance);
}

static void check_far_and_flat(const kit *k, const plan *p)
{
	static const double gaps[] = {1, 98, 1e3, 1e4, 1e5, 1e6};
	cooked made;
	cook(&made, k, p, 0, node_count(p));
	for (int i = 0; i < 6; ++i)
	{
		// Layers that face each other, aligned and shifted, and scenes that are not separate along any axis.
		double s = sin(p->turn), c = cos(p->turn), z = 3.0 * p->count[2] - 1 + gaps[i];
		const kiln_pose poses[3] = {pose_at(z * s, 0, z * c), pose_at(z * s, 1.5, z * c),
			pose_at(100 + 0.6 * gaps[i], 0.64 * gaps[i], 100 + 0.48 * gaps[i])};
		for (int j = 0; j < 3; ++j)
			check_work(&made, &made, &poses[j]);
	}
	bench_release(&made);
}

static void scenes_of_900_to_10000_boxes_take_n_log_n(void **state)
{
	(void)state;
	kit k;
	kit_make(&k);
	const plan plans[] = {{{30, 30, 1}, 0, 0, 1, 0}, {{30, 30, 1}, 0, TURN, 1, 0}, {{50, 50, 1}, 0, 0, 1, 0},
		{{50, 50, 1}, 0, TURN, 1, 0}, {{10, 10, 10}, 0, 0, 1, 0}, {{10, 10, 10}, 0, TURN, 1, 0},
		{{100, 100, 1}, 0, 0, 1, 0}};
	for (size_t i = 0; i < trials_size(sizeof plans / sizeof *plans, 2); ++i)
		check_far_and_flat(&k, &plans[i]);
	kit_free(&k);
}

static void scenes_of_every_shape_take_n_log_n(void **state)
{
	(void)state;
	kit k;
	kit_make(&k);
	for (uint32_t shape = 0; shape <= SHAPES; ++shape)
	{
		const plan layers = {{20, 20, 1}, shape, 0, 1, 0};
		check_far_and_flat(&k, &layers);
	}
	kit_free(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nearest_nodes_are_the_first_of_all_that_tie),
		cmocka_unit_test(scenes_of_900_to_10000_boxes_take_n_log_n),
		cmocka_unit_test(scenes_of_every_shape_take_n_log_n),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
