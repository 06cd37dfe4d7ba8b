// SPDX-License-Identifier: MIT

/// The fuzzer's seeds have the required contents, and queries accept them.

#include "mutate_field.h"
#include "query_trial.h"
#include "solid_seeds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kiln/hull.h"

static void seeds_have_hulls_of_all_dimensions_and_all_primitives(void **state)
{
	(void)state;
	uint32_t kinds = 0, dimensions = 0, levels = 0, fields = 0;
	for (size_t i = 0; i < SOLID_SEEDS; ++i)
	{
		fixture_blob blob;
		kiln_asset asset;
		assert_true(solid_seed_make(i, &blob));
		assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
		for (uint32_t k = 0; k < asset.shape_count; ++k)
		{
			kiln_sdf sdf;
			kinds |= 1u << asset.shapes[k].kind;
			fields |= kiln_sdf_open(&sdf, &asset, k).status == KILN_OK ? 1u << asset.shapes[k].kind : 0;
		}
		for (uint32_t k = 0; k < asset.hull_count; ++k)
		{
			dimensions |= 1u << asset.hulls[k].dimension;
			levels = asset.hulls[k].level_count > levels ? asset.hulls[k].level_count : levels;
		}
		for (uint64_t random = 0; random < 200; ++random)
			query_trial(&asset, random);
		fixture_blob_free(&blob);
	}
	assert_int_equal(kinds, (1u << KILN_SHAPE_KIND_END) - 1);
	assert_int_equal(dimensions, 15);
	assert_int_equal(fields, 1u << KILN_SHAPE_MESH | 1u << KILN_SHAPE_HULL);
	assert_true(levels >= 3);
	fixture_blob none;
	assert_false(solid_seed_make(SOLID_SEEDS, &none));
}

/// Opens mutants of 1 to `most` allowed changes each. Returns how many of them differ from the seed.
static int count_changed(const fixture_blob *blob, uint32_t rounds, uint32_t most, void (*change)(mutant *))
{
	mutate_seed seed;
	kiln_asset asset;
	assert_true(mutate_seed_make(&seed, blob->data, blob->size));
	uint8_t *room = fixture_memory(blob->size);
	assert_non_null(room);
	int changed = 0;
	for (uint32_t round = 0; round < rounds; ++round)
	{
		mutant m = {.data = room, .size = blob->size, .capacity = blob->size, .random = round, .seed = &seed};
		memcpy(room, blob->data, blob->size);
		for (uint32_t n = 0; n < 1 + round % most; ++n)
			change(&m);
		kiln_result result = kiln_open(&asset, room, blob->size, NULL);
		if (result.status != KILN_OK)
			fail_msg("round %u, byte %llu: %s", round, (unsigned long long)result.offset, result.reason);
		changed += memcmp(room, blob->data, blob->size) != 0;
	}
	free(room);
	mutate_seed_free(&seed);
	return changed;
}

static void allowed_mutations_of_solids_are_allowed(void **state)
{
	(void)state;
	for (size_t i = 0; i < SOLID_SEEDS; ++i)
	{
		fixture_blob blob;
		assert_true(solid_seed_make(i, &blob));
		assert_true(count_changed(&blob, 1000, 4, mutate_solid_allowed) > 500);
		fixture_blob_free(&blob);
	}
}

static void seeds_have_several_nodes_in_volume_trees_of_all_kinds(void **state)
{
	(void)state;
	uint32_t mesh_kinds = 0, scene_kinds = 0;
	uint64_t vertices = 0;
	for (size_t i = 0; i < SOLID_SEEDS; ++i)
	{
		fixture_blob blob;
		kiln_asset asset;
		assert_true(solid_seed_make(i, &blob));
		assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
		for (uint32_t k = 0; k < asset.volume_tree_count; ++k)
		{
			const kiln_format_volume_tree *tree = &asset.volume_trees[k];
			if (tree->node_count >= 4 && tree->depth >= 2)
				*(tree->mesh == KILN_NONE ? &scene_kinds : &mesh_kinds) |= 1u << tree->kind;
		}
		vertices += asset.vertex_count;
		fixture_blob_free(&blob);
	}
	assert_int_equal(mesh_kinds, (1u << KILN_TREE_KIND_END) - 2);
	assert_int_equal(scene_kinds, (1u << KILN_TREE_KIND_END) - 2);
	assert_true(vertices > 100);
}

/// The seed with the most volume nodes.
static void make_forest(fixture_blob *blob)
{
	assert_true(solid_seed_make(SOLID_SEEDS - 1, blob));
}

static void change_volumes(mutant *m)
{
	assert_true(mutate_volume_allowed(m));
}

static void allowed_mutations_of_volume_trees_are_allowed(void **state)
{
	(void)state;
	fixture_blob blob;
	make_forest(&blob);
	assert_true(count_changed(&blob, 5000, 6, change_volumes) > 4000);
	fixture_blob_free(&blob);
}

/// Every field of the trees' records, and nearly every word of nodes and VERTICES, must change in some mutant.
static void mutations_reach_volume_trees_everywhere(void **state)
{
	(void)state;
	fixture_blob blob;
	mutate_seed seed;
	make_forest(&blob);
	assert_true(mutate_seed_make(&seed, blob.data, blob.size));
	size_t capacity = mutate_capacity(&seed, 1), words = blob.size / 4;
	uint8_t *room = fixture_memory(capacity);
	bool *reached = calloc(words, sizeof *reached), fields[sizeof(kiln_format_volume_tree) / 4] = {false};
	assert_true(room && reached);
	size_t first = seed.section[KILN_SECTION_VOLUME_TREES].offset / 4;
	size_t end = (seed.section[KILN_SECTION_VERTICES].offset + seed.section[KILN_SECTION_VERTICES].size) / 4;
	for (uint64_t round = 0; round < 75000; ++round)
	{
		size_t size = mutate(&seed, 1, round, room, capacity);
		// Where bytes were shifted, all later bytes differ.
		for (size_t at = first; size == blob.size && at < end; ++at)
			reached[at] = reached[at] || memcmp(room + at * 4, blob.data + at * 4, 4) != 0;
	}
	size_t missed = 0, trees = seed.section[KILN_SECTION_VOLUME_TREES].size / 4;
	for (size_t at = first; at < end; ++at)
		missed += !reached[at];
	for (size_t at = 0; at < trees; ++at)
		fields[at % (sizeof fields / sizeof *fields)] |= reached[first + at];
	for (size_t at = 0; at < sizeof fields / sizeof *fields; ++at)
		assert_true(fields[at]);
	if (missed * 20 > end - first)
		fail_msg("%zu of %zu words are never changed", missed, end - first);
	free(reached);
	free(room);
	mutate_seed_free(&seed);
	fixture_blob_free(&blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seeds_have_hulls_of_all_dimensions_and_all_primitives),
		cmocka_unit_test(allowed_mutations_of_solids_are_allowed),
		cmocka_unit_test(seeds_have_several_nodes_in_volume_trees_of_all_kinds),
		cmocka_unit_test(allowed_mutations_of_volume_trees_are_allowed),
		cmocka_unit_test(mutations_reach_volume_trees_everywhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
