// SPDX-License-Identifier: MIT

/// The twins of sides and the T-junctions that the cooker keeps, beside a search through all sides of the asset.

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

enum
{
	LENGTH = 32, ///< of the line on which two strips meet
	STRIP_MOST = 4 * LENGTH + 8
};

/// A strip of triangles beside the line y = 0, with vertices at some whole x of the line, always at 0 and LENGTH.
static void add_strip(float (*positions)[3], uint32_t *vertices, uint32_t (*corners)[3], uint32_t *triangles, float y,
	float offset, shape_random *random)
{
	uint32_t before = KILN_NONE;
	for (uint32_t x = 0; x <= LENGTH; ++x)
	{
		if (x > 0 && x < LENGTH && shape_below(random, 4) > 0)
			continue;
		const uint32_t at = *vertices;
		const float pair[2][3] = {{(float)x, offset, 0}, {(float)x, offset + y, 0}};
		memcpy(positions[at], pair, sizeof pair);
		*vertices += 2;
		if (before != KILN_NONE)
		{
			const uint32_t quad[2][3] = {{before, at, at + 1}, {before, at + 1, before + 1}};
			memcpy(corners[*triangles], quad, sizeof quad);
			*triangles += 2;
		}
		before = at;
	}
}

/// Whether a side lies on the line of a strip, which is that far from y = 0; `ends` receives its x, the lower one first.
static bool on_line(const kiln_asset *asset, uint32_t side, float offset, float ends[2])
{
	kiln_vec3 at[2];
	ends_of(asset, 0, side, at);
	ends[0] = at[0].x < at[1].x ? at[0].x : at[1].x;
	ends[1] = at[0].x < at[1].x ? at[1].x : at[0].x;
	return !(at[0].y < offset || at[0].y > offset || at[1].y < offset || at[1].y > offset);
}

/// Compares the T-junctions with all pairs of sides on the line that share more than a point and not both ends. Returns their number.
static uint32_t check_line(const kiln_asset *asset, float offset)
{
	const uint32_t sides = 3 * asset->meshes[0].triangle_count;
	kiln_junctions junctions;
	uint32_t expected = 0;
	assert_int_equal(kiln_junctions_open(&junctions, asset, 0).status, KILN_OK);
	for (uint32_t i = 0; i < sides; ++i)
	{
		uint32_t count, own = 0;
		const kiln_format_junction *found = kiln_junctions_at(&junctions, i / 3, i % 3, &count);
		for (uint32_t k = 0; k < sides; ++k)
		{
			float a[2], b[2];
			const bool below = on_line(asset, i, 0, a);
			const bool beside =
				(below && on_line(asset, k, offset, b)) || (on_line(asset, i, offset, a) && on_line(asset, k, 0, b));
			if (i == k || !beside || a[0] >= b[1] || b[0] >= a[1] ||
				(a[0] >= b[0] && a[0] <= b[0] && a[1] >= b[1] && a[1] <= b[1]))
				continue;
			assert_true(own < count);
			assert_int_equal(found[own].other, k);
			assert_true(found[own].distance >= offset && found[own++].distance <= offset);
		}
		assert_int_equal(own, count);
		expected += own;
	}
	assert_int_equal(junctions.count, expected);
	return expected;
}

static void t_junctions_of_strips_are_those_of_a_search(void **state)
{
	(void)state;
	shape_random random = {20261128};
	uint32_t found = 0;
	for (int round = 0; round < 40; ++round)
	{
		float positions[STRIP_MOST][3];
		uint32_t corners[STRIP_MOST][3], vertices = 0, triangles = 0;
		// The strips share vertices where both have one; or they are apart by less than the tolerance.
		const float offset = round & 1 ? 0x1p-9f : 0;
		add_strip(positions, &vertices, corners, &triangles, -1, 0, &random);
		add_strip(positions, &vertices, corners, &triangles, 1, offset, &random);
		const kilncook_mesh mesh = {
			.positions = positions[0], .vertex_count = vertices, .indices = corners[0], .index_count = 3 * triangles};
		const uint32_t number = 0;
		const kilncook_node node = {.meshes = &number, .mesh_count = 1};
		const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1};
		kilncook_options options = keep;
		options.layout = round & 2 ? 16 : 0;
		options.keep_survey = round & 4;
		cooked c = {0};
		bench_cook(&c, &scene, &options);
		assert_int_equal(c.status, KILNCOOK_OK);
		found += check_line(&c.asset, offset);
		bench_release(&c);
	}
	assert_true(found > 500);
}

static void memory_may_run_out_while_t_junctions_and_holes_are_kept(void **state)
{
	(void)state;
	shape_random random = {20261129};
	float positions[STRIP_MOST][3];
	uint32_t corners[STRIP_MOST][3], vertices = 0, triangles = 0;
	add_strip(positions, &vertices, corners, &triangles, -1, 0, &random);
	add_strip(positions, &vertices, corners, &triangles, 1, 0, &random);
	const kilncook_mesh mesh = {
		.positions = positions[0], .vertex_count = vertices, .indices = corners[0], .index_count = 3 * triangles};
	const uint32_t number = 0;
	const kilncook_node node = {.meshes = &number, .mesh_count = 1};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1};
	kilncook_options options = keep;
	options.repair = 1u << KILNCOOK_REPAIR_HOLES | 1u << KILNCOOK_REPAIR_NON_MANIFOLD;
	options.hole_size = 1;
	options.keep_survey = true;
	cooked whole = {0};
	bench_cook(&whole, &scene, &options);
	assert_int_equal(whole.status, KILNCOOK_OK);
	assert_true(check_line(&whole.asset, 0) > 0);
	for (uint64_t i = 1; i <= whole.bench.allocations; ++i)
	{
		bench b = {.refuse_at = i};
		kilncook_context context = bench_context(&b);
		kilncook_blob blob = {0};
		kilncook_report report = {0};
		const kilncook_status status = kilncook_cook_memory(&context, &scene, &options, &blob, &report);
		assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
		if (status == KILNCOOK_OK)
		{
			assert_int_equal(blob.size, whole.blob.size);
			assert_memory_equal(blob.data, whole.blob.data, blob.size);
			kilncook_blob_free(&context, &blob);
			kilncook_report_free(&context, &report);
		}
		assert_int_equal(b.blocks, 0);
	}
	bench_release(&whole);
}

static void without_t_junctions_no_section_is_there(void **state)
{
	(void)state;
	const kilncook_mesh mesh = bench_cube();
	const uint32_t number = 0;
	const kilncook_node node = {.meshes = &number, .mesh_count = 1};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1};
	cooked c = {0};
	bench_cook(&c, &scene, &keep);
	assert_int_equal(c.asset.header->section_count, KILN_SECTION_KIND_END);
	kiln_junctions junctions;
	assert_int_equal(kiln_junctions_open(&junctions, &c.asset, 0).status, KILN_OK);
	assert_int_equal(junctions.count, 0);
	bench_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_junctions_of_strips_are_those_of_a_search),
		cmocka_unit_test(memory_may_run_out_while_t_junctions_and_holes_are_kept),
		cmocka_unit_test(without_t_junctions_no_section_is_there),
		cmocka_unit_test(twins_of_a_cube_are_those_of_a_search),
		cmocka_unit_test(twins_of_soups_are_those_of_a_search),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
