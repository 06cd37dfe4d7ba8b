// SPDX-License-Identifier: MIT
#include "support/compound_case.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Pair queries of assets whose nodes have unusable maps: finite numbers of any size, whose inverses do not match. Such
/// blobs can be opened with trust only. Answers then mean nothing, but each query ends, with finite work, within its
/// memory, which the sanitized build checks.

#define STEPS_MOST 512

static float some_entry(uint64_t *random)
{
	static const float entries[] = {
		0, 1, -1, 0x1p-126f, 0x1p-149f, 0x1p126f, -0x1.fffffep127f, 0x1p40f, 0x1p-60f, 0x1p64f};
	uint64_t r = fixture_random(random) % 16;
	return r < 10 ? entries[r] : 2 * fixture_random_unit(random) - 1;
}

/// Nearly dependent rows, with large and small scales.
static void some_map(uint64_t *random, float map[12])
{
	int kind = (int)(fixture_random(random) % 3);
	for (int i = 0; i < 12; ++i)
		map[i] = kind == 0 ? some_entry(random) : 2 * fixture_random_unit(random) - 1;
	if (kind == 0)
		return;
	float scale = ldexpf(1, (int)(fixture_random(random) % 200) - 100);
	for (int k = 0; k < 3; ++k)
	{
		map[4 + k] = map[k] * (1 + ldexpf(fixture_random_unit(random), -20));
		map[8 + k] = kind == 1 ? map[k] + map[4 + k] : map[8 + k];
		map[k] *= scale;
	}
}

static void ask_all(const kiln_object *a, const kiln_object *b, uint64_t *random)
{
	bool yes;
	uint32_t count;
	kiln_pair_separation separation;
	kiln_pair_depth depth;
	kiln_pair_impact impact;
	kiln_pair_manifold manifolds[4];
	const kiln_sweep sweep = {.from = {oracle_rotation(random), oracle_vector(random, 3), 1},
		.to = {oracle_rotation(random), oracle_vector(random, 3), 1}};
	assert_int_equal(kiln_pair_collide(a, b, NULL, &yes, NULL), KILN_OK);
	assert_int_equal(kiln_pair_contacts(a, b, NULL, NULL, 0, &count), KILN_OK);
	assert_int_equal(kiln_pair_distance(a, b, NULL, &separation), KILN_OK);
	assert_int_equal(kiln_pair_within(a, b, 1, NULL, &yes), KILN_OK);
	assert_int_equal(kiln_pair_penetration(a, b, NULL, &depth), KILN_OK);
	assert_int_equal(kiln_pair_manifolds(a, b, NULL, NULL, manifolds, 4, &count), KILN_OK);
	assert_int_equal(kiln_pair_time_of_impact(a, NULL, b, &sweep, 0, NULL, &impact), KILN_OK);
	assert_true(impact.steps <= STEPS_MOST && impact.t >= 0 && impact.t <= 1);
}

/// Queries a blob of `size` bytes, `first`, in writable memory.
static void ask_with_hostile_maps(const uint8_t *first, size_t size, uint64_t *random)
{
	kiln_asset asset;
	uint8_t *data = fixture_memory(size);
	const kiln_open_options trusting = {.trust = true};
	assert_non_null(data);
	memcpy(data, first, size);
	assert_int_equal(kiln_open(&asset, data, size, &trusting).status, KILN_OK);
	kiln_format_node *node = (kiln_format_node *)(void *)(data + ((const uint8_t *)asset.nodes - asset.data));
	for (int trial = 0; trial < 60; ++trial)
	{
		memcpy(data, first, size);
		for (uint32_t i = 0; i < asset.node_count; ++i)
		{
			if (fixture_random(random) % 4 == 0)
				continue;
			some_map(random, node[i].to_asset);
			if (trial % 2)
				some_map(random, node[i].to_mesh);
			node[i].flags &= ~(uint32_t)KILN_NODE_IDENTITY;
		}
		const kiln_object a = kiln_object_from_asset(&asset, NULL);
		const kiln_pose pose = {oracle_rotation(random), oracle_vector(random, 1), 1};
		const kiln_object b = trial % 3 ? kiln_object_from_shape(&asset, (uint32_t)trial % asset.shape_count, &pose)
										: kiln_object_from_asset(&asset, &pose);
		ask_all(&a, &b, random);
		ask_all(&b, &a, random);
	}
	free(data);
}

static void maps_of_any_numbers_end_within_memory_and_steps(void **state)
{
	(void)state;
	fixture_blob blob;
	uint64_t random = 5;
	assert_true(fixture_blob_small(&blob));
	ask_with_hostile_maps(blob.data, blob.size, &random);
	fixture_blob_free(&blob);
}

static void maps_of_hulls_and_primitives_do_so_too(void **state)
{
	(void)state;
	uint64_t random = 6;
	compound c;
	const compound_plan plan = {.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 3, .grounds = 1};
	compound_make(&c, &random, &plan);
	ask_with_hostile_maps(c.cooked.asset.data, c.cooked.asset.size, &random);
	compound_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(maps_of_any_numbers_end_within_memory_and_steps),
		cmocka_unit_test(maps_of_hulls_and_primitives_do_so_too),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
