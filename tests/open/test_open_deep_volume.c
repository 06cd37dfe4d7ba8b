// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "open_case.h"

/// For volume trees that the proof accepts, no query between two objects overflows its stack or its time. Meant for the
/// sanitizers.

#define FRONT_PAIRS 200
/// Kinds except AABB: the scene of boxes has an ordinary tree of AABBs.
#define KINDS (KILN_TREE_KIND_END - 1)

/// The deepest, fullest trees, of a scene or of a mesh.
typedef struct deep
{
	fixture_blob blob;
	kiln_asset asset;
	uint64_t leaves;
} deep;

static void begin(deep *d, bool scene, uint32_t order)
{
	assert_true(fixture_blob_deep_volumes(&d->blob, scene, (fixture_deep_order)order));
	kiln_result result = kiln_open(&d->asset, d->blob.data, d->blob.size, NULL);
	assert_string_equal(result.reason, "every rule holds");
	assert_int_equal(d->asset.volume_tree_count, KILN_TREE_KIND_END - 1);
	for (uint32_t i = 0; i < d->asset.volume_tree_count; ++i)
		assert_int_equal(d->asset.volume_trees[i].depth, KILN_TREE_DEPTH_MAX);
	d->leaves = scene ? d->asset.node_count : d->asset.meshes[0].leaf_count;
}

/// Makes an object of the scene (shape KILN_NONE) or the mesh (0), with one kind of tree, moved.
static kiln_object object_of(const deep *d, uint32_t shape, uint32_t kind, const kiln_vec3 *move)
{
	kiln_pose pose = {.rotation = {0, 0, 0, 1}, .scale = 1};
	if (move)
		pose.translation = *move;
	kiln_object object = kiln_object_from_shape(&d->asset, shape, &pose);
	object.trees = 1u << kind;
	return object;
}

static const kiln_descent *descent_of(uint32_t i)
{
	return kiln_school_descent(i % KILN_SCHOOL_DESCENTS);
}

static void meshes_of_every_two_kinds_are_walked_to_the_last_leaf(void **state)
{
	(void)state;
	static const kiln_vec3 move = {0.75f, 0.5f, -0.625f};
	for (uint32_t order = 0; order < FIXTURE_DEEP_ORDERS; ++order)
	{
		deep d;
		begin(&d, false, order);
		uint64_t most = 0;
		// Tests every two kinds in one of the orders.
		for (uint32_t i = order; i < KILN_TREE_KIND_END * KILN_TREE_KIND_END; i += FIXTURE_DEEP_ORDERS)
		{
			kiln_object a = object_of(&d, 0, i % KILN_TREE_KIND_END, NULL);
			kiln_object b = object_of(&d, 0, i / KILN_TREE_KIND_END, &move);
			kiln_pair_counters counters = {0};
			kiln_pair_options options = {.descent = descent_of(i / 3), .counters = &counters};
			uint32_t count = 0;
			assert_int_equal(kiln_pair_contacts(&a, &b, &options, NULL, 0, &count), KILN_OK);
			assert_int_equal(counters.leaf_pairs, d.leaves * d.leaves);
			assert_int_equal(counters.volume_tests, 1 + counters.children);
			most = most ? most : count;
			assert_int_equal(count, most);
			assert_true(count > 0);
		}
		fixture_blob_free(&d.blob);
	}
}

static void distances_of_every_kind_are_found_in_bounded_time(void **state)
{
	(void)state;
	// Separate, but the boxes alone do not show it.
	static const kiln_vec3 move = {1.25f, 0.25f, 1.125f};
	deep d;
	begin(&d, false, FIXTURE_DEEP_LAST);
	float least = -1;
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		for (uint32_t descent = 0; descent < KILN_SCHOOL_DESCENTS; descent += 1 + kind % 3)
		{
			kiln_object a = object_of(&d, 0, kind, NULL);
			kiln_object b = object_of(&d, 0, (kind + descent) % KILN_TREE_KIND_END, &move);
			kiln_pair_counters counters = {0};
			kiln_pair_options options = {.descent = kiln_school_descent(descent), .counters = &counters};
			kiln_pair_separation s;
			assert_int_equal(kiln_pair_distance(&a, &b, &options, &s), KILN_OK);
			assert_true(s.found && s.distance > 0);
			least = least < 0 ? s.distance : least;
			assert_true(s.distance == least);
			assert_true(counters.leaf_pairs <= d.leaves * d.leaves);
		}
	fixture_blob_free(&d.blob);
}

static void scenes_of_every_kind_are_walked_to_the_last_node(void **state)
{
	(void)state;
	// Between the other scene's boxes, which form a grid of three units.
	static const kiln_vec3 move = {1.5f, 1.5f, 1.5f};
	for (uint32_t order = 0; order < FIXTURE_DEEP_ORDERS; order += 3)
	{
		deep d;
		begin(&d, true, order);
		// Tests each kind once on each side.
		for (uint32_t i = order; i < KINDS * KINDS; i += KINDS + 1)
		{
			kiln_object a = object_of(&d, KILN_NONE, 1 + i % KINDS, NULL);
			kiln_object b = object_of(&d, KILN_NONE, 1 + i / KINDS, &move);
			kiln_pair_counters counters = {0};
			kiln_pair_options options = {.descent = descent_of(i / 3), .counters = &counters};
			uint32_t count = 1;
			bool within = true;
			assert_int_equal(kiln_pair_contacts(&a, &b, &options, NULL, 0, &count), KILN_OK);
			assert_int_equal(count, 0);
			assert_int_equal(counters.shape_pairs, d.leaves * d.leaves);
			if (order == 0)
			{
				assert_int_equal(kiln_pair_within(&a, &b, 0.125f, &options, &within), KILN_OK);
				assert_false(within);
			}
		}
		fixture_blob_free(&d.blob);
	}
}

static void a_scene_against_a_mesh_reaches_the_one_that_it_touches(void **state)
{
	(void)state;
	static const kiln_vec3 move = {3.25f, 6.5f, 9.25f};
	deep d;
	begin(&d, true, FIXTURE_DEEP_SMALL);
	uint64_t most = 0;
	for (uint32_t i = 0; i < KILN_TREE_KIND_END * KILN_TREE_KIND_END; i += KILN_TREE_KIND_END + 1)
	{
		kiln_object scene = object_of(&d, KILN_NONE, i % KILN_TREE_KIND_END, NULL);
		kiln_object mesh = object_of(&d, 0, i / KILN_TREE_KIND_END, &move);
		kiln_pair_options options = {.descent = descent_of(i)};
		uint32_t count = 0;
		assert_int_equal(kiln_pair_contacts(&mesh, &scene, &options, NULL, 0, &count), KILN_OK);
		most = most ? most : count;
		assert_true(count > 0);
		assert_int_equal(count, most);
	}
	fixture_blob_free(&d.blob);
}

static void a_front_that_overflows_changes_nothing(void **state)
{
	(void)state;
	static const kiln_vec3 move = {0.875f, 0.875f, -0.875f};
	deep d;
	begin(&d, false, 0);
	size_t size = kiln_front_size(FRONT_PAIRS);
	void *memory = fixture_memory(size);
	assert_non_null(memory);
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		kiln_object a = object_of(&d, 0, kind, NULL);
		kiln_object b = object_of(&d, 0, (kind + 3) % KILN_TREE_KIND_END, &move);
		kiln_front front;
		kiln_front_init(&front, memory, size);
		kiln_pair_options options = {.descent = descent_of(kind)};
		uint32_t plain = 0, count = 0;
		assert_int_equal(kiln_pair_contacts(&a, &b, &options, NULL, 0, &plain), KILN_OK);
		options.front = &front;
		for (int frame = 0; frame < 3; ++frame)
		{
			assert_int_equal(kiln_pair_contacts(&a, &b, &options, NULL, 0, &count), KILN_OK);
			assert_int_equal(count, plain);
		}
	}
	free(memory);
	fixture_blob_free(&d.blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(meshes_of_every_two_kinds_are_walked_to_the_last_leaf),
		cmocka_unit_test(distances_of_every_kind_are_found_in_bounded_time),
		cmocka_unit_test(scenes_of_every_kind_are_walked_to_the_last_node),
		cmocka_unit_test(a_scene_against_a_mesh_reaches_the_one_that_it_touches),
		cmocka_unit_test(a_front_that_overflows_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
