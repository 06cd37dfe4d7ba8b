// SPDX-License-Identifier: MIT
#include "pair_checks.h"
#include "support/asset_fixture.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Other inputs of queries between two objects: refusals, capacities and limits, counters, fronts, deformed meshes.

// --- Arguments --------------------------------------------------------------------------------------------------------

static void check_refused(const kiln_object *a, const kiln_object *b, const kiln_pair_options *options)
{
	bool touching = true, within = true;
	uint32_t count = 99;
	kiln_pair first = {0};
	kiln_pair_separation s = {.found = true};
	assert_int_equal(kiln_pair_collide(a, b, options, &touching, &first), KILN_E_ARGUMENT);
	assert_false(touching);
	assert_int_equal(first.node_a & first.node_b & first.triangle_a & first.triangle_b, KILN_NONE);
	assert_int_equal(kiln_pair_contacts(a, b, options, &first, 1, &count), KILN_E_ARGUMENT);
	assert_int_equal(count, 0);
	assert_int_equal(kiln_pair_distance(a, b, options, &s), KILN_E_ARGUMENT);
	assert_false(s.found);
	assert_int_equal(s.node_a & s.node_b & s.triangle_a & s.triangle_b, KILN_NONE);
	assert_int_equal(kiln_pair_within(a, b, 1, options, &within), KILN_E_ARGUMENT);
	assert_false(within);
}

static void what_is_no_object_is_refused_and_clears_the_results(void **state)
{
	(void)state;
	uint64_t random = 9;
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	const kiln_asset *asset = &c.cooked.asset;
	const kiln_object good = kiln_object_from_asset(asset, NULL);
	const kiln_pose bad[] = {{.scale = -1}, {.scale = NAN}, {.scale = INFINITY}, {.translation = {NAN, 0, 0}},
		{.translation = {0, -INFINITY, 0}}, {.translation = {0, 0, 2e12f}}, {.rotation = {0, NAN, 0, 1}},
		{.rotation = {0, 0, 0, INFINITY}}, {.scale = 1e30f}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		const kiln_object whole = kiln_object_from_asset(asset, &bad[i]);
		check_refused(&whole, &good, NULL);
		check_refused(&good, &whole, NULL);
		for (uint32_t shape = 0; shape < asset->shape_count; ++shape)
		{
			const kiln_object one = kiln_object_from_shape(asset, shape, &bad[i]);
			check_refused(&one, &good, NULL);
		}
	}
	kiln_object object = kiln_object_from_shape(asset, asset->shape_count, NULL);
	check_refused(&object, &good, NULL);
	object = good;
	object.trees = 1u << KILN_TREE_KIND_END;
	check_refused(&good, &object, NULL);
	object = kiln_object_from_asset(NULL, NULL);
	check_refused(&good, &object, NULL);
	check_refused(NULL, &good, NULL);
	check_refused(&good, NULL, NULL);
	const kiln_pair_options options[] = {{.lower = -1}, {.lower = NAN}, {.upper = NAN}, {.upper = -1}};
	for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
		check_refused(&good, &good, &options[i]);
	bool within = true;
	assert_int_equal(kiln_pair_within(&good, &good, NAN, NULL, &within), KILN_E_ARGUMENT);
	assert_false(within);
	assert_int_equal(kiln_pair_within(&good, &good, -1, NULL, &within), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_collide(&good, &good, NULL, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_distance(&good, &good, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_within(&good, &good, 1, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_contacts_visit(&good, &good, NULL, NULL, NULL, NULL), KILN_E_ARGUMENT);
	uint32_t count = 7;
	assert_int_equal(kiln_pair_contacts(&good, &good, NULL, NULL, 1, &count), KILN_E_ARGUMENT);
	assert_int_equal(count, 0);
	compound_free(&c);
}

typedef struct stopper
{
	uint32_t left, calls;
} stopper;

static bool stop_after(void *user, const kiln_pair *pair)
{
	stopper *s = user;
	(void)pair;
	++s->calls;
	return --s->left > 0;
}

static void too_small_a_capacity_gives_the_beginning_and_the_whole_count(void **state)
{
	(void)state;
	uint64_t random = 10;
	uint32_t count, part;
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	const kiln_pose pose = pair_random_pose(&random, 0.5, 0);
	const kiln_object a = kiln_object_from_asset(&c.cooked.asset, NULL),
					  b = kiln_object_from_asset(&c.cooked.asset, &pose);
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs), *few = pairs + PAIRS_MOST;
	assert_non_null(pairs);
	assert_int_equal(kiln_pair_contacts(&a, &b, NULL, pairs, PAIRS_MOST, &count), KILN_OK);
	assert_in_range(count, 20, PAIRS_MOST - 1);
	for (uint32_t capacity = 0; capacity < 20; ++capacity)
	{
		memset(few, 0xa5, 30 * sizeof *few);
		assert_int_equal(kiln_pair_contacts(&a, &b, NULL, capacity ? few : NULL, capacity, &part), KILN_OK);
		assert_int_equal(part, count);
		for (size_t i = 0; i < capacity; ++i)
			assert_true(compare_pairs(&few[i], &pairs[i]) == 0);
		assert_int_equal(((unsigned char *)&few[capacity])[0], 0xa5);
		stopper s = {.left = capacity + 1};
		assert_int_equal(kiln_pair_contacts_visit(&a, &b, NULL, stop_after, &s, &part), KILN_OK);
		assert_int_equal(part, capacity + 1);
		assert_int_equal(s.calls, capacity + 1);
	}
	free(pairs);
	compound_free(&c);
}

static void limits_of_distance_are_kept(void **state)
{
	(void)state;
	uint64_t random = 11;
	compound one, other;
	compound_make(&one, &random, &pair_plan_mixed);
	compound_make(&other, &random, &pair_plan_mixed);
	for (int trial = 0; trial < 12; ++trial)
	{
		kiln_pose pose = pair_random_pose(&random, 3, 0);
		pose.translation.x = 9;
		const kiln_object a = kiln_object_from_asset(&one.cooked.asset, NULL);
		const kiln_object b = kiln_object_from_asset(&other.cooked.asset, &pose);
		kiln_pair_separation s, limited;
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &s), KILN_OK);
		assert_true(s.found && s.distance > 0.1f);
		assert_int_equal(
			kiln_pair_distance(&a, &b, &(kiln_pair_options){.upper = s.distance * 0.999f}, &limited), KILN_OK);
		assert_false(limited.found);
		assert_int_equal(
			kiln_pair_distance(&a, &b, &(kiln_pair_options){.upper = s.distance * 1.001f}, &limited), KILN_OK);
		check_same_separations(&s, &limited);
		assert_int_equal(kiln_pair_distance(&a, &b, &(kiln_pair_options){.lower = s.distance * 2}, &limited), KILN_OK);
		assert_true(limited.found && limited.distance >= s.distance);
		assert_true(limited.distance == s.distance || limited.distance <= s.distance * 2);
	}
	compound_free(&one);
	compound_free(&other);
}

/// A map that changes lengths differently in different directions must not make the bounds useless.
static void distances_under_uneven_scales_are_found_with_little_work(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_sphere(24, 48, 1);
	const fixture_node node = {.placed = true, .to_asset = {0.9, 0, 0, 0, 0, 1.2, 0, 0, 0, 0.3, 1.9, 0}};
	fixture_blob blob;
	kiln_asset asset;
	assert_true(fixture_blob_make(&blob, &mesh, 1, &node, 1));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	uint64_t leaves = asset.meshes[0].leaf_count;
	const kiln_vec3 ways[] = {{16, 0, 0}, {0, 16, 0}, {0, 0, 16}, {9, -9, 9}};
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i)
	{
		const kiln_pose pose = {.rotation = {0.1f, 0.2f, 0.3f, 0.9f}, .translation = ways[i]};
		const kiln_object a = kiln_object_from_asset(&asset, NULL), b = kiln_object_from_asset(&asset, &pose);
		const kiln_object unscaled = kiln_object_from_shape(&asset, 0, &pose);
		kiln_pair_counters counters = {0}, other = {0};
		kiln_pair_separation s;
		assert_int_equal(kiln_pair_distance(&a, &b, &(kiln_pair_options){.counters = &counters}, &s), KILN_OK);
		assert_true(s.found && s.distance > 10);
		assert_true(counters.leaf_pairs * 100 < leaves * leaves);
		assert_int_equal(kiln_pair_distance(&a, &unscaled, &(kiln_pair_options){.counters = &other}, &s), KILN_OK);
		assert_true(other.leaf_pairs * 100 < leaves * leaves);
	}
	fixture_blob_free(&blob);
	fixture_mesh_free(&mesh);
}

static void counters_add_up_what_was_done(void **state)
{
	(void)state;
	uint64_t random = 12;
	uint32_t count;
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	const kiln_pose pose = pair_random_pose(&random, 0.5, 0);
	const kiln_object a = kiln_object_from_asset(&c.cooked.asset, NULL),
					  b = kiln_object_from_asset(&c.cooked.asset, &pose);
	kiln_pair_counters once = {0}, twice = {0};
	assert_int_equal(kiln_pair_contacts(&a, &b, &(kiln_pair_options){.counters = &once}, NULL, 0, &count), KILN_OK);
	for (int i = 0; i < 2; ++i)
		assert_int_equal(
			kiln_pair_contacts(&a, &b, &(kiln_pair_options){.counters = &twice}, NULL, 0, &count), KILN_OK);
	assert_true(
		once.shape_pairs > 0 && once.shape_pairs <= (uint64_t)c.cooked.asset.node_count * c.cooked.asset.node_count);
	assert_true(once.leaf_hits <= once.leaf_pairs && once.exact_tests <= once.triangle_tests);
	assert_true(once.volume_overlaps <= once.volume_tests && once.children <= once.volume_tests);
	const uint64_t *o = (const uint64_t *)(const void *)&once, *t = (const uint64_t *)(const void *)&twice;
	for (size_t i = 0; i < sizeof once / sizeof *o; ++i)
		assert_int_equal(2 * o[i], t[i]);
	compound_free(&c);
}

// --- Frames and deformation -------------------------------------------------------------------------------------------

/// Cooks a mesh unchanged and as deformable.
static void cook_mesh(cooked *c, const fixture_mesh *mesh, uint32_t trees)
{
	static const uint32_t number = 0;
	const kilncook_mesh source = {.name = "mesh",
		.positions = mesh->vertices[0],
		.vertex_count = mesh->vertex_count,
		.indices = mesh->triangles[0],
		.index_count = 3 * (uint64_t)mesh->triangle_count};
	const kilncook_node node = {.name = "node", .meshes = &number, .mesh_count = 1};
	const kilncook_scene scene = {.meshes = &source, .mesh_count = 1, .nodes = &node, .node_count = 1};
	const kilncook_options options = {.threads = 1, .trees = trees, .deformable = true};
	memset(c, 0, sizeof *c);
	bench_cook(c, &scene, &options);
	assert_int_equal(c->status, KILNCOOK_OK);
}

static void a_front_never_changes_an_answer(void **state)
{
	(void)state;
	uint64_t random = 13;
	fixture_mesh mesh = fixture_sphere(12, 16, 1);
	shape_asset ball = shape_asset_of(&mesh, KILN_ISA_AUTO);
	compound c;
	compound_make(&c, &random, &pair_plan_mixed);
	const size_t size = kiln_front_size(500);
	void *memory = fixture_memory(size);
	kiln_front front;
	kiln_front_init(&front, memory, size);
	kiln_pose pose = pair_random_pose(&random, 0.5, 0);
	for (int frame = 0; frame < 60; ++frame)
	{
		const kiln_pair_options with = {.front = &front};
		// In some frames it is used for other objects.
		bool odd = frame % 16 == 15;
		pose.translation.x = 2.2f - 0.01f * (float)frame;
		pose.translation.y = 0.02f * (float)frame;
		const kiln_object a = kiln_object_from_asset(odd ? &c.cooked.asset : &ball.asset, NULL);
		const kiln_object b = kiln_object_from_asset(&ball.asset, &pose);
		bool touching, cached;
		kiln_pair_separation s, near;
		assert_int_equal(kiln_pair_collide(&a, &b, NULL, &touching, NULL), KILN_OK);
		assert_int_equal(kiln_pair_collide(&a, &b, &with, &cached, NULL), KILN_OK);
		assert_int_equal(touching, cached);
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &s), KILN_OK);
		assert_int_equal(kiln_pair_distance(&a, &b, &with, &near), KILN_OK);
		assert_true(s.distance == near.distance);
	}
	free(memory);
	compound_free(&c);
	shape_asset_free(&ball);
}

/// Lists the pairs of an object and a single mesh by the mesh's source faces, which stay the same when the mesh is
/// cooked again.
static uint32_t contacts_by_face(const kiln_object *a, const kiln_object *mesh, kiln_pair *pairs)
{
	uint32_t count = sorted_contacts(a, mesh, NULL, pairs);
	for (uint64_t i = 0; i < count; ++i)
	{
		pairs[i].triangle_b = kiln_triangle_source(mesh->asset, 0, pairs[i].triangle_b).face;
		pairs[i].node_b = KILN_NONE;
	}
	qsort(pairs, count, sizeof *pairs, compare_pairs);
	return count;
}

static void a_deformed_mesh_answers_as_one_that_was_cooked_so(void **state)
{
	(void)state;
	uint64_t random = 14, total = 0;
	fixture_mesh mesh = fixture_sphere(9, 13, 2);
	compound c;
	cooked rest;
	compound_make(&c, &random, &pair_plan_mixed);
	cook_mesh(&rest, &mesh, (1u << KILN_TREE_KIND_END) - 1);
	const size_t size = kiln_deformed_size(&rest.asset, 0, (1u << KILN_TREE_KIND_END) - 1);
	void *memory = fixture_memory(size);
	kiln_pair *pairs = calloc(2 * PAIRS_MOST, sizeof *pairs), *again = pairs + PAIRS_MOST;
	kiln_deformed deformed;
	assert_true(pairs && size > 0);
	assert_int_equal(
		kiln_deformed_init(&deformed, &rest.asset, 0, (1u << KILN_TREE_KIND_END) - 1, memory, size), KILN_OK);
	for (int frame = 0; frame < 6; ++frame)
	{
		for (uint32_t i = 0; i < mesh.vertex_count; ++i)
			for (int k = 0; k < 3; ++k)
				mesh.vertices[i][k] += (float)(0.15 * oracle_signed(&random));
		assert_int_equal(kiln_deformed_move(&deformed, mesh.vertices[0], 0, mesh.vertex_count), KILN_OK);
		cooked now;
		cook_mesh(&now, &mesh, 1u << KILN_TREE_AABB);
		const kiln_pose pose = pair_random_pose(&random, 1.5, 0);
		const kiln_object a = kiln_object_from_asset(&c.cooked.asset, &pose);
		const kiln_object fresh = kiln_object_from_shape(&now.asset, 0, NULL);
		const uint32_t count = contacts_by_face(&a, &fresh, pairs);
		kiln_pair_separation s, near;
		assert_int_equal(kiln_pair_distance(&a, &fresh, NULL, &s), KILN_OK);
		for (uint32_t kind = 0; kind <= KILN_TREE_KIND_END; ++kind)
		{
			kiln_object moved = kiln_object_from_shape(&rest.asset, 0, NULL);
			moved.deformed = &deformed;
			moved.trees = kind < KILN_TREE_KIND_END ? 1u << kind : 0;
			assert_int_equal(contacts_by_face(&a, &moved, again), count);
			check_same_pairs(pairs, again, count, false);
			assert_int_equal(kiln_pair_distance(&a, &moved, NULL, &near), KILN_OK);
			assert_true(s.distance == near.distance);
		}
		total += count;
		bench_release(&now);
	}
	assert_true(total > 50);
	// It belongs to this mesh only, and not to a whole asset.
	const kiln_object good = kiln_object_from_asset(&rest.asset, NULL);
	kiln_object bad = good;
	bad.deformed = &deformed;
	check_refused(&good, &bad, NULL);
	for (uint32_t shape = 0; shape < c.cooked.asset.shape_count; ++shape)
	{
		bad = kiln_object_from_shape(&c.cooked.asset, shape, NULL);
		bad.deformed = &deformed;
		check_refused(&good, &bad, NULL);
	}
	memset(memory, 0xff, size);
	bad = kiln_object_from_shape(&rest.asset, 0, NULL);
	bad.deformed = &deformed;
	check_refused(&bad, &good, NULL);
	free(memory);
	free(pairs);
	fixture_mesh_free(&mesh);
	bench_release(&rest);
	compound_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_object_is_refused_and_clears_the_results),
		cmocka_unit_test(too_small_a_capacity_gives_the_beginning_and_the_whole_count),
		cmocka_unit_test(limits_of_distance_are_kept),
		cmocka_unit_test(distances_under_uneven_scales_are_found_with_little_work),
		cmocka_unit_test(counters_add_up_what_was_done),
		cmocka_unit_test(a_front_never_changes_an_answer),
		cmocka_unit_test(a_deformed_mesh_answers_as_one_that_was_cooked_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
