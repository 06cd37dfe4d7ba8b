// SPDX-License-Identifier: MIT

/// The twins of sides that the cooker keeps, beside a search through all sides of the asset.

#include "clean/clean_shapes.h"
#include "support/cook_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const kilncook_options keep = {.threads = 1, .adjacency = true};

static bool same(kiln_vec3 a, kiln_vec3 b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

/// Stores the ends of a side, by its number in the mesh.
static void ends_of(const kiln_asset *asset, uint32_t mesh, uint32_t side, kiln_vec3 ends[2])
{
	kiln_vec3 corners[3];
	assert_true(kiln_triangle_corners(asset, mesh, side / 3, corners));
	ends[0] = corners[side % 3];
	ends[1] = corners[(side % 3 + 1) % 3];
}

/// Compares the twin of every side with the only other side on its edge, and returns the number of sides with a twin.
static uint32_t check(const kiln_asset *asset, uint32_t mesh)
{
	const uint32_t sides = 3 * asset->meshes[mesh].triangle_count;
	uint32_t twins = 0;
	for (uint32_t i = 0; i < sides; ++i)
	{
		kiln_vec3 own[2], others[2];
		ends_of(asset, mesh, i, own);
		uint32_t found = 0, last = KILN_NONE;
		for (uint32_t k = 0; k < sides; ++k)
		{
			ends_of(asset, mesh, k, others);
			const bool on = (same(own[0], others[0]) && same(own[1], others[1])) ||
							(same(own[0], others[1]) && same(own[1], others[0]));
			if (k == i || !on)
				continue;
			++found;
			last = k;
		}
		const uint32_t twin = kiln_triangle_twin(asset, mesh, i / 3, i % 3);
		assert_int_equal(twin, found == 1 ? last : KILN_NONE);
		twins += twin != KILN_NONE;
	}
	return twins;
}

static void twins_of_a_cube_are_those_of_a_search(void **state)
{
	(void)state;
	kilncook_mesh meshes[2] = {bench_cube(), bench_cube()};
	float wide[8][3];
	for (int i = 0; i < 24; ++i)
		wide[i / 3][i % 3] = 2 * bench_cube_positions[i / 3][i % 3];
	meshes[1].positions = wide[0];
	const uint32_t numbers[2] = {0, 1};
	const kilncook_node nodes[2] = {{.meshes = &numbers[0], .mesh_count = 1}, {.meshes = &numbers[1], .mesh_count = 1}};
	kilncook_scene scene = {.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = 2};
	cooked c = {0}, plain = {0};
	bench_cook(&c, &scene, &keep);
	assert_int_equal(c.asset.mesh_count, 2);
	for (uint32_t i = 0; i < 2; ++i)
		assert_int_equal(check(&c.asset, i), 3 * c.asset.meshes[i].triangle_count);
	assert_int_equal(kiln_triangle_twin(&c.asset, 0, 0, 3), KILN_NONE);
	assert_int_equal(kiln_triangle_twin(&c.asset, 0, c.asset.meshes[0].triangle_count, 0), KILN_NONE);
	assert_int_equal(kiln_triangle_twin(&c.asset, 2, 0, 0), KILN_NONE);
	assert_int_equal(kiln_triangle_twin(NULL, 0, 0, 0), KILN_NONE);
	bench_cook(&plain, &scene, &(kilncook_options){.threads = 1});
	assert_int_equal(plain.asset.header->section_count, KILN_SECTION_KIND_END - 1);
	assert_null(plain.asset.adjacency);
	assert_int_equal(kiln_triangle_twin(&plain.asset, 0, 0, 0), KILN_NONE);
	bench_release(&plain);
	bench_release(&c);
}

/// Soups on few vertices have borders, edges of three triangles and more, doubled faces, and all windings.
static void twins_of_soups_are_those_of_a_search(void **state)
{
	(void)state;
	shape_random random = {20261123};
	uint32_t with = 0, without = 0;
	for (int round = 0; round < 60; ++round)
	{
		enum
		{
			MOST = 40,
			VERTICES = 16
		};
		float positions[VERTICES][3];
		uint32_t corners[MOST][3];
		for (int i = 0; i < 3 * VERTICES; ++i)
			positions[i / 3][i % 3] = (float)shape_below(&random, 1000) * (round % 3 ? 1 : 1e6f);
		const uint32_t count = 1 + shape_below(&random, MOST);
		for (uint32_t i = 0; i < count; ++i)
			for (int k = 0; k < 3; ++k)
				corners[i][k] = shape_below(&random, VERTICES);
		const kilncook_mesh mesh = {
			.positions = positions[0], .vertex_count = VERTICES, .indices = corners[0], .index_count = 3 * count};
		const uint32_t number = 0;
		const kilncook_node node = {.meshes = &number, .mesh_count = 1};
		const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1};
		cooked c = {0};
		bench_cook(&c, &scene, &keep);
		if (c.status == KILNCOOK_OK)
		{
			const uint32_t twins = check(&c.asset, 0);
			with += twins;
			without += 3 * c.asset.meshes[0].triangle_count - twins;
		}
		bench_release(&c);
	}
	assert_true(with > 500 && without > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(twins_of_a_cube_are_those_of_a_search),
		cmocka_unit_test(twins_of_soups_are_those_of_a_search),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
