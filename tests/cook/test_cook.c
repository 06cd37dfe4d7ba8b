// SPDX-License-Identifier: MIT
#include "scene/instance.h"
#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool same_bytes(const cooked *a, const cooked *b)
{
	return a->blob.size == b->blob.size && memcmp(a->blob.data, b->blob.data, a->blob.size) == 0;
}

static void a_cube_becomes_one_closed_mesh(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	cooked c;
	bench_cook(&c, &(kilncook_scene){.name = "box", .meshes = &mesh, .mesh_count = 1}, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.mesh_count, 1);
	assert_int_equal(c.asset.node_count, 1);
	assert_int_equal(c.asset.triangle_count, 12);
	assert_int_equal(c.asset.meshes[0].flags, KILN_MESH_FLAGS_KNOWN);
	assert_int_equal(c.asset.nodes[0].flags, KILN_NODE_IDENTITY);
	assert_string_equal(kiln_name(&c.asset, c.asset.meshes[0].name), "cube");
	assert_string_equal(kiln_name(&c.asset, c.asset.nodes[0].name), "box");
	assert_string_equal(kiln_name(&c.asset, c.asset.provenance->source_name), "box");
	assert_true(c.asset.nodes[0].bounds_min[0] == -1 && c.asset.nodes[0].bounds_max[2] == 1);
	assert_int_equal((uintptr_t)c.blob.data % KILN_FORMAT_ALIGNMENT, 0);
	assert_int_equal(c.report.row_count, 1);
	assert_int_equal(c.report.triangles, 12);
	assert_int_equal(c.bench.warnings + c.bench.errors, 0);
	bench_release(&c);
}

static void cooking_twice_gives_the_same_bytes(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	cooked a, b;
	bench_cook(&a, &scene, NULL);
	bench_cook(&b, &scene, NULL);
	assert_true(same_bytes(&a, &b));
	bench_release(&a);
	bench_release(&b);
}

static void strides_and_index_sizes_change_nothing(void **state)
{
	(void)state;
	uint8_t interleaved[8 * 19 + 1];
	uint16_t narrow[36];
	for (int i = 0; i < 8; ++i)
		memcpy(interleaved + 1 + i * 19, bench_cube_positions[i], 12);
	for (int i = 0; i < 36; ++i)
		narrow[i] = (uint16_t)bench_cube_indices[i];
	kilncook_mesh plain = bench_cube(), odd = bench_cube();
	odd.positions = (const float *)(const void *)(interleaved + 1);
	odd.position_stride = 19;
	odd.indices = narrow;
	odd.index_size = 2;
	cooked a, b;
	bench_cook(&a, &(kilncook_scene){.meshes = &plain, .mesh_count = 1}, NULL);
	bench_cook(&b, &(kilncook_scene){.meshes = &odd, .mesh_count = 1}, NULL);
	assert_int_equal(b.status, KILNCOOK_OK);
	assert_true(same_bytes(&a, &b));
	bench_release(&a);
	bench_release(&b);
}

static void vertices_without_indices_and_faces_of_four_are_taken(void **state)
{
	(void)state;
	static const float square[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
	static const uint32_t sizes[1] = {4};
	kilncook_mesh mesh = {.positions = square[0], .vertex_count = 4, .face_sizes = sizes, .face_count = 1};
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.triangle_count, 2);
	assert_int_equal(kiln_triangle_source(&c.asset, 0, 1).face, 0);
	bench_release(&c);
}

static void a_crate_split_by_material_stays_closed(void **state)
{
	(void)state;
	kilncook_mesh halves[2] = {bench_cube(), bench_cube()};
	halves[0].name = "wood";
	halves[0].index_count = 18;
	halves[1].name = "iron";
	halves[1].indices = bench_cube_indices + 18;
	halves[1].index_count = 18;
	halves[1].material = 1;
	const uint32_t both[2] = {1, 0};
	const kilncook_node node = {.name = "crate", .meshes = both, .mesh_count = 2, .tag = 77};
	const kilncook_material materials[2] = {{.name = "oak", .tag = 5}, {.name = "steel", .tag = 6}};
	cooked c;
	bench_cook(&c,
		&(kilncook_scene){.meshes = halves,
			.mesh_count = 2,
			.nodes = &node,
			.node_count = 1,
			.materials = materials,
			.material_count = 2},
		NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.mesh_count, 1);
	assert_true(c.asset.meshes[0].flags & KILN_MESH_CLOSED);
	assert_string_equal(kiln_name(&c.asset, c.asset.meshes[0].name), "crate");
	assert_int_equal(c.asset.nodes[0].tag, 77);
	assert_int_equal(c.asset.materials[1].tag, 6);
	int wood = 0;
	for (uint32_t i = 0; i < 12; ++i)
	{
		kiln_source source = kiln_triangle_source(&c.asset, 0, i);
		assert_int_equal(source.material, source.mesh);
		assert_true(source.face < 6);
		wood += source.mesh == 0;
	}
	assert_int_equal(wood, 6);
	bench_release(&c);
}

static void a_mesh_on_several_nodes_is_stored_once(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	const uint32_t list[1] = {0};
	kilncook_node nodes[5];
	double matrices[5][12];
	for (int i = 0; i < 5; ++i)
	{
		const double m[12] = {1, 0, 0, 10.0 * i, 0, 1, 0, 0, 0, 0, 1, 0};
		memcpy(matrices[i], m, sizeof m);
		nodes[i] = (kilncook_node){.to_asset = matrices[i], .meshes = list, .mesh_count = 1};
	}
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = nodes, .node_count = 5}, NULL);
	assert_int_equal(c.asset.mesh_count, 1);
	assert_int_equal(c.asset.node_count, 5);
	assert_int_equal(c.asset.triangle_count, 12);
	uint32_t seen = 0;
	for (uint32_t i = 0; i < 5; ++i)
		seen |= 1u << c.asset.nodes[i].source_node;
	assert_int_equal(seen, 31);
	assert_true(c.asset.scene->bounds_max[0] >= 41 && c.asset.scene->bounds_max[0] < 41.001f);
	bench_release(&c);
}

/// Cooks two equal cubes as two meshes on two nodes; the second cube has the given material.
static uint32_t meshes_of_twins(uint32_t material)
{
	kilncook_mesh twins[2] = {bench_cube(), bench_cube()};
	twins[1].name = "twin";
	twins[1].material = material;
	const uint32_t lists[2] = {0, 1};
	const kilncook_node nodes[2] = {{.meshes = &lists[0], .mesh_count = 1}, {.meshes = &lists[1], .mesh_count = 1}};
	const kilncook_material materials[2] = {{.name = "a", .tag = 0}, {.name = "b", .tag = 0}};
	cooked c;
	bench_cook(&c,
		&(kilncook_scene){.meshes = twins,
			.mesh_count = 2,
			.nodes = nodes,
			.node_count = 2,
			.materials = materials,
			.material_count = 2},
		NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.node_count, 2);
	assert_int_equal(c.report.row_count, 2);
	assert_int_equal(c.report.rows[1].shared, material == 0);
	uint32_t count = c.asset.mesh_count;
	bench_release(&c);
	return count;
}

static void equal_meshes_are_stored_once_and_other_materials_are_not_equal(void **state)
{
	(void)state;
	assert_int_equal(meshes_of_twins(0), 1);
	assert_int_equal(meshes_of_twins(1), 2);
}

/// Cooks a cube under one transform.
static void cook_placed(cooked *c, const double matrix[12], const kilncook_options *options)
{
	static const uint32_t list[1] = {0};
	kilncook_mesh mesh = bench_cube();
	const kilncook_node node = {.name = "placed", .to_asset = matrix, .meshes = list, .mesh_count = 1};
	bench_cook(c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1}, options);
}

static void a_mirroring_transform_is_flagged(void **state)
{
	(void)state;
	cooked c;
	cook_placed(&c, (const double[12]){-2, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 0}, NULL);
	assert_int_equal(c.asset.nodes[0].flags, KILN_NODE_MIRRORED);
	assert_true(c.asset.nodes[0].to_mesh[0] == -0.5f && c.asset.nodes[0].to_mesh[3] == 1.5f);
	bench_release(&c);
	cook_placed(&c, (const double[12]){-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0}, NULL);
	assert_int_equal(c.asset.nodes[0].flags, 0);
	bench_release(&c);
	cook_placed(&c, (const double[12]){1, 0, 0, -0.0, 0, 1, 0, 0, 0, 0, 1, 0}, NULL);
	assert_int_equal(c.asset.nodes[0].flags, KILN_NODE_IDENTITY);
	assert_false(signbit(c.asset.nodes[0].to_asset[3]));
	bench_release(&c);
}

static void a_flattening_transform_is_baked(void **state)
{
	(void)state;
	cooked c;
	cook_placed(&c, (const double[12]){2, 0, 0, 5, 0, 0, 0, 1, 0, 0, 2, 0}, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.nodes[0].flags, KILN_NODE_IDENTITY);
	assert_true(c.report.rows[0].baked);
	assert_true(c.asset.meshes[0].bounds_min[0] == 3 && c.asset.meshes[0].bounds_max[0] == 7);
	assert_true(c.asset.meshes[0].bounds_min[1] == 1 && c.asset.meshes[0].bounds_max[1] == 1);
	// The diagonals of top and bottom cross.
	assert_int_equal(c.asset.triangle_count, 4);
	bench_release(&c);
	// A ratio of one to ten million is not usable in float32, either, at any scale.
	cook_placed(&c, (const double[12]){1e-3, 0, 0, 0, 0, 1e4, 0, 0, 0, 0, 1e4, 0}, NULL);
	assert_true(c.report.rows[0].baked);
	bench_release(&c);
	cook_placed(&c, (const double[12]){1e-10, 0, 0, 0, 0, 1e-10, 0, 0, 0, 0, 1e-10, 0}, NULL);
	assert_false(c.report.rows[0].baked);
	bench_release(&c);
}

static void transforms_that_are_no_numbers_drop_their_node(void **state)
{
	(void)state;
	const double bad[3][12] = {{NAN, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, {1, 0, 0, INFINITY, 0, 1, 0, 0, 0, 0, 1, 0},
		{1e300, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
	static const char *const codes[3] = {"transform-not-finite", "transform-not-finite", "transform-overflow"};
	for (int i = 0; i < 3; ++i)
	{
		static const uint32_t list[1] = {0};
		kilncook_mesh mesh = bench_cube();
		const kilncook_node nodes[2] = {{.name = "good", .meshes = list, .mesh_count = 1},
			{.name = "bad", .to_asset = bad[i], .meshes = list, .mesh_count = 1}};
		cooked c;
		bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = nodes, .node_count = 2}, NULL);
		assert_int_equal(c.status, KILNCOOK_OK);
		assert_int_equal(c.asset.node_count, 1);
		assert_string_equal(c.bench.code, codes[i]);
		assert_string_equal(c.bench.where, "bad");
		assert_int_equal(c.report.dropped_node_count, 1);
		assert_string_equal(c.report.dropped_nodes[0].name, "bad");
		assert_string_equal(c.report.dropped_nodes[0].reason, codes[i]);
		bench_release(&c);
		cook_placed(&c, bad[i], NULL);
		assert_int_equal(c.status, KILNCOOK_REFUSED);
		assert_string_equal(c.bench.code, "cook-empty");
		bench_release(&c);
	}
	cooked c;
	cook_placed(&c, (const double[12]){1, 0, 0, 1e30, 0, 1, 0, 0, 0, 0, 1, 0}, NULL);
	assert_int_equal(c.status, KILNCOOK_REFUSED);
	bench_release(&c);
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

static double random_between(uint32_t *seed, double low, double high)
{
	return low + (high - low) * (double)next_random(seed) / 16777216.0;
}

static void node_boxes_hold_every_vertex_both_ways(void **state)
{
	(void)state;
	uint32_t seed = 7;
	for (int round = 0; round < 300; ++round)
	{
		double m[12];
		double size = pow(10, random_between(&seed, -6, 6)), far = pow(10, random_between(&seed, -6, 6));
		for (int i = 0; i < 12; ++i)
			m[i] = i % 4 == 3 ? random_between(&seed, -far, far) : random_between(&seed, -size, size);
		cooked c;
		cook_placed(&c, m, NULL);
		assert_int_equal(c.status, KILNCOOK_OK);
		const kiln_format_node *node = &c.asset.nodes[0];
		for (uint32_t t = 0; t < c.asset.meshes[0].triangle_count; ++t)
		{
			kiln_vec3 corners[3];
			assert_true(kiln_triangle_corners(&c.asset, 0, t, corners));
			for (int k = 0; k < 3; ++k)
			{
				kiln_vec3 p = kiln_transform_point(node->to_asset, corners[k]);
				assert_true(p.x >= node->bounds_min[0] && p.x <= node->bounds_max[0]);
				assert_true(p.y >= node->bounds_min[1] && p.y <= node->bounds_max[1]);
				assert_true(p.z >= node->bounds_min[2] && p.z <= node->bounds_max[2]);
			}
		}
		bench_release(&c);
	}
}

static void unit_scale_and_up_axis_turn_art_into_metres(void **state)
{
	(void)state;
	static const float flat[3][3] = {{0, 0, 0}, {100, 0, 0}, {0, 300, 200}};
	kilncook_mesh mesh = {.positions = flat[0], .vertex_count = 3};
	kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .up = KILNCOOK_AXIS_Y, .unit = 0.01};
	cooked c;
	bench_cook(&c, &scene, &(kilncook_options){.up = KILNCOOK_AXIS_Z, .scale = 2});
	assert_int_equal(c.status, KILNCOOK_OK);
	// y goes to z and z to -y.
	assert_float_equal(c.report.bounds_max_metres[0], 2, 1e-5);
	assert_float_equal(c.report.bounds_min_metres[1], -4, 1e-5);
	assert_float_equal(c.report.bounds_max_metres[2], 6, 1e-5);
	assert_int_equal(c.asset.provenance->up_axis, 1);
	assert_true(c.asset.provenance->unit == 0.01 && c.asset.provenance->scale == 2);
	assert_true(c.asset.header->metres_per_unit == 1);
	bench_release(&c);
	bench_cook(&c, &scene, &(kilncook_options){.unit = 1});
	assert_float_equal(c.report.bounds_max_metres[1], 300, 1e-3);
	bench_release(&c);
	// Every turn keeps the handedness and the third axis.
	for (int from = 1; from <= 3; ++from)
		for (int to = 1; to <= 3; ++to)
		{
			bench_cook(&c, &scene, &(kilncook_options){.up = (kilncook_axis)to, .art_up = (kilncook_axis)from});
			assert_int_equal(c.asset.nodes[0].flags & KILN_NODE_MIRRORED, 0);
			const float *m = c.asset.nodes[0].to_asset;
			assert_true(m[(to - 1) * 4 + from - 1] == 0.01f);
			if (from != to)
				assert_true(m[(5 - from - to) * 5] == 0.01f);
			bench_release(&c);
		}
}

static void sizes_outside_a_millimetre_and_ten_kilometres_are_warned_about(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	const double units[4] = {1e-4, 1e-3, 1e3, 1e4};
	for (int i = 0; i < 4; ++i)
	{
		cooked c;
		bench_cook(&c, &scene, &(kilncook_options){.unit = units[i]});
		assert_int_equal(c.status, KILNCOOK_OK);
		assert_int_equal(c.bench.warnings, i == 0 || i == 3);
		assert_int_equal(c.report.warnings, c.bench.warnings);
		if (c.bench.warnings)
			assert_string_equal(c.bench.code, "bounds-size");
		bench_release(&c);
	}
}

/// Six times the signed volume of the first mesh.
static double volume(const kiln_asset *asset)
{
	double sum = 0;
	for (uint32_t t = 0; t < asset->meshes[0].triangle_count; ++t)
	{
		kiln_vec3 p[3];
		assert_true(kiln_triangle_corners(asset, 0, t, p));
		sum += (double)p[0].x * ((double)p[1].y * (double)p[2].z - (double)p[1].z * (double)p[2].y) +
			   (double)p[0].y * ((double)p[1].z * (double)p[2].x - (double)p[1].x * (double)p[2].z) +
			   (double)p[0].z * ((double)p[1].x * (double)p[2].y - (double)p[1].y * (double)p[2].x);
	}
	return sum;
}

static void flip_turns_the_surface_inside_out(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	cooked a, b;
	bench_cook(&a, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, NULL);
	bench_cook(&b, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &(kilncook_options){.flip = true});
	assert_true(volume(&a.asset) == 48);
	assert_true(volume(&b.asset) == -48);
	assert_memory_not_equal(a.asset.header->options_hash, b.asset.header->options_hash, 16);
	assert_memory_equal(a.asset.header->source_hash, b.asset.header->source_hash, 16);
	bench_release(&a);
	bench_release(&b);
}

static void what_a_scene_in_memory_says_is_in_its_source_hash(void **state)
{
	(void)state;
	const uint32_t list[2] = {0, 0};
	kilncook_mesh mesh = bench_cube();
	kilncook_node nodes[2] = {{.name = "a", .meshes = list, .mesh_count = 1}, {.name = "b", .meshes = list}};
	kilncook_material material = {.name = "oak", .tag = 1};
	kilncook_scene scenes[6];
	kilncook_node tagged[2] = {nodes[0], nodes[1]}, twice[2] = {nodes[0], nodes[1]};
	const kilncook_material other = {.name = "oak", .tag = 2};
	tagged[0].tag = 9;
	twice[0].mesh_count = 2;
	for (int i = 0; i < 6; ++i)
		scenes[i] = (kilncook_scene){.meshes = &mesh,
			.mesh_count = 1,
			.nodes = nodes,
			.node_count = 2,
			.materials = &material,
			.material_count = 1};
	scenes[1].unit = 0.01;
	scenes[2].up = KILNCOOK_AXIS_Z;
	scenes[3].nodes = tagged;
	scenes[4].materials = &other;
	scenes[5].nodes = twice;
	cooked c[6];
	for (int i = 0; i < 6; ++i)
	{
		bench_cook(&c[i], &scenes[i], NULL);
		assert_int_equal(c[i].status, KILNCOOK_OK);
		for (int k = 0; k < i; ++k)
			assert_memory_not_equal(c[i].asset.header->source_hash, c[k].asset.header->source_hash, 16);
	}
	for (int i = 0; i < 6; ++i)
		bench_release(&c[i]);
}

static void names_keep_their_text_and_stand_once(void **state)
{
	(void)state;
	kilncook_mesh mesh = bench_cube();
	mesh.name = "K\xc3\xa4se \xff\n";
	const uint32_t list[1] = {0};
	kilncook_node nodes[100];
	char names[100][8];
	for (int i = 0; i < 100; ++i)
	{
		snprintf(names[i], sizeof names[i], "n%d", i % 50);
		nodes[i] = (kilncook_node){.name = names[i], .meshes = list, .mesh_count = 1};
	}
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = nodes, .node_count = 100}, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(kiln_name(&c.asset, c.asset.meshes[0].name), "K\xc3\xa4se ??");
	uint32_t strings = 0;
	for (uint64_t i = 0; i < c.asset.names_size; ++i)
		strings += c.asset.names[i] == 0;
	// Options, importer, the default layer, mesh, fifty nodes.
	assert_int_equal(strings, 54);
	for (uint32_t i = 0; i < 100; ++i)
		assert_string_equal(kiln_name(&c.asset, c.asset.nodes[i].name), names[c.asset.nodes[i].source_node]);
	bench_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cube_becomes_one_closed_mesh),
		cmocka_unit_test(cooking_twice_gives_the_same_bytes),
		cmocka_unit_test(strides_and_index_sizes_change_nothing),
		cmocka_unit_test(vertices_without_indices_and_faces_of_four_are_taken),
		cmocka_unit_test(a_crate_split_by_material_stays_closed),
		cmocka_unit_test(a_mesh_on_several_nodes_is_stored_once),
		cmocka_unit_test(equal_meshes_are_stored_once_and_other_materials_are_not_equal),
		cmocka_unit_test(a_mirroring_transform_is_flagged),
		cmocka_unit_test(a_flattening_transform_is_baked),
		cmocka_unit_test(transforms_that_are_no_numbers_drop_their_node),
		cmocka_unit_test(node_boxes_hold_every_vertex_both_ways),
		cmocka_unit_test(unit_scale_and_up_axis_turn_art_into_metres),
		cmocka_unit_test(sizes_outside_a_millimetre_and_ten_kilometres_are_warned_about),
		cmocka_unit_test(flip_turns_the_surface_inside_out),
		cmocka_unit_test(what_a_scene_in_memory_says_is_in_its_source_hash),
		cmocka_unit_test(names_keep_their_text_and_stand_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
