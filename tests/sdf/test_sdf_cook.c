// SPDX-License-Identifier: MIT

/// Fields in the cooker: what is refused, what is limited, and equal bits.

#include "sdf_case.h"
#include "sdf_hull.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void cook(cooked *c, const kilncook_mesh *mesh, const kilncook_options *options)
{
	bench_cook(c, &(kilncook_scene){.meshes = mesh, .mesh_count = 1}, options);
}

static void a_mesh_without_inside_is_refused_and_wraps_are_offered(void **state)
{
	(void)state;
	for (int open = 0; open < 2; ++open)
	{
		kilncook_mesh mesh = bench_cube();
		uint32_t indices[36];
		memcpy(indices, bench_cube_indices, sizeof indices);
		mesh.indices = indices;
		if (open)
			mesh.index_count = 33;
		else
		{
			indices[0] = bench_cube_indices[1];
			indices[1] = bench_cube_indices[0];
		}
		cooked c;
		cook(&c, &mesh, &(kilncook_options){.sdf = 0.05});
		assert_int_equal(c.status, KILNCOOK_REFUSED);
		assert_string_equal(c.bench.code, "sdf-open");
		assert_non_null(strstr(c.bench.text, "--wrap"));
		assert_non_null(strstr(c.bench.text, open ? "is open" : "not consistently wound"));
		bench_release(&c);
		// The wrap of the same mesh has a field.
		cook(&c, &mesh, &(kilncook_options){.sdf = 0.05, .wrap = 0.2});
		assert_int_equal(c.status, KILNCOOK_OK);
		kiln_sdf sdf;
		assert_int_equal(kiln_sdf_open(&sdf, &c.asset, 0).status, KILN_OK);
		assert_true(kiln_sdf_distance(&sdf, (kiln_vec3){0, 0, 3}).distance > 1);
		bench_release(&c);
	}
}

static void a_limit_of_blocks_is_kept_and_told_with_the_error_that_is_left(void **state)
{
	(void)state;
	const kilncook_mesh mesh = sdf_case_mesh(SDF_CASE_BUMPY);
	cooked c;
	cook(&c, &mesh, &(kilncook_options){.sdf = 0.002, .sdf_blocks = 100});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_string_equal(c.bench.code, "sdf-limit");
	kiln_sdf sdf;
	assert_int_equal(kiln_sdf_open(&sdf, &c.asset, 0).status, KILN_OK);
	assert_true(sdf.head->block_count <= 100);
	assert_true((double)sdf.head->error > c.report.rows[0].sdf.wanted);
	assert_true(fabs((double)sdf.head->error - c.report.rows[0].sdf.error) <= 0);
	bench_release(&c);
	const double bad[] = {(double)NAN, (double)INFINITY, 1e-12, -1e-12, 1e12};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		cook(&c, &mesh, &(kilncook_options){.sdf = bad[i]});
		assert_int_equal(c.status, KILNCOOK_USAGE);
		bench_release(&c);
	}
	cook(&c, &mesh, &(kilncook_options){.sdf = 0.1, .sdf_blocks = 63});
	assert_int_equal(c.status, KILNCOOK_USAGE);
	bench_release(&c);
}

static void threads_and_lengths_give_the_same_bits(void **state)
{
	(void)state;
	const kilncook_mesh mesh = sdf_case_mesh(SDF_CASE_CAVITY);
	cooked one, more;
	cook(&one, &mesh, &(kilncook_options){.sdf = -0.0625, .threads = 1});
	cook(&more, &mesh, &(kilncook_options){.sdf = -0.0625, .threads = 3});
	assert_int_equal(one.status, KILNCOOK_OK);
	assert_true(fabs(one.report.rows[0].sdf.wanted - 0.0625) <= 0);
	assert_int_equal(one.blob.size, more.blob.size);
	assert_memory_equal(one.blob.data, more.blob.data, one.blob.size);
	bench_release(&more);
	bench_release(&one);
}

/// The hull of a cube, flat or not.
static void cook_hulls(
	cooked *c, uint32_t index_count, const kilncook_node *nodes, uint32_t node_count, const kilncook_options *options)
{
	kilncook_mesh meshes[2] = {bench_cube(), bench_cube()};
	meshes[1].name = "other";
	meshes[0].index_count = meshes[1].index_count = index_count;
	bench_cook(
		c, &(kilncook_scene){.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = node_count}, options);
}

static void equal_hulls_share_a_field_where_their_settings_agree(void **state)
{
	(void)state;
	static const uint32_t numbers[2] = {0, 1};
	const kilncook_node nodes[2] = {
		{.name = "first", .meshes = &numbers[0], .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL},
		{.name = "second", .meshes = &numbers[1], .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL}};
	// The second node has the same field, none, another error, the same error as a length, fewer blocks.
	const struct
	{
		kilncook_key key;
		kilncook_options values;
		uint32_t hulls, fields;
	} cases[] = {{KILNCOOK_KEY_SDF, {.sdf = 0.1}, 1, 1}, {KILNCOOK_KEY_SDF, {.sdf = 0}, 2, 1},
		{KILNCOOK_KEY_SDF, {.sdf = 0.05}, 2, 2}, {KILNCOOK_KEY_SDF_BLOCKS, {.sdf_blocks = 100}, 2, 2}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		const kilncook_rule rule = {
			KILNCOOK_RULE_NODE, "second", (uint64_t)1 << cases[i].key, &cases[i].values, NULL, NULL};
		cooked c;
		uint32_t fields = 0;
		cook_hulls(&c, 36, nodes, 2, &(kilncook_options){.sdf = 0.1, .rules = &rule, .rule_count = 1});
		assert_int_equal(c.status, KILNCOOK_OK);
		assert_int_equal(c.asset.hull_count, cases[i].hulls);
		for (uint32_t k = 0; k < c.asset.shape_count; ++k)
		{
			kiln_sdf sdf;
			fields += kiln_sdf_open(&sdf, &c.asset, k).status == KILN_OK;
		}
		assert_int_equal(fields, cases[i].fields);
		assert_true(c.report.rows[0].sdf.blocks > 0 && c.report.rows[0].sdf.bytes > 0);
		bench_release(&c);
	}
}

static void a_flat_hull_is_refused(void **state)
{
	(void)state;
	static const uint32_t number = 0;
	const kilncook_node node = {.name = "flat", .meshes = &number, .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL};
	cooked c;
	cook_hulls(&c, 6, &node, 1, &(kilncook_options){.sdf = 0.1});
	assert_int_equal(c.status, KILNCOOK_REFUSED);
	assert_string_equal(c.bench.code, "sdf-open");
	assert_non_null(strstr(c.bench.text, "flat"));
	bench_release(&c);
}

/// Two boxes that overlap become several hulls.
static void parts_have_a_field_each(void **state)
{
	(void)state;
	const kilncook_mesh mesh = sdf_case_mesh(SDF_CASE_OVERLAPPING);
	cooked c;
	cook(&c, &mesh, &(kilncook_options){.shape = KILNCOOK_SHAPE_PARTS, .sdf = 0.02});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_true(c.asset.hull_count > 1 && c.report.rows[0].parts.parts == c.asset.hull_count);
	assert_int_equal(c.report.rows[0].sdf.blocks, 0);
	for (uint32_t i = 0; i < c.asset.hull_count; ++i)
	{
		kiln_sdf sdf;
		const kilncook_sdf_row *row = &c.report.parts[i].sdf;
		assert_int_equal(kiln_sdf_open(&sdf, &c.asset, i).status, KILN_OK);
		const kiln_format_shape *shape = &c.asset.shapes[i];
		const kiln_vec3 center = {shape->center[0], shape->center[1], shape->center[2]};
		assert_true(kiln_sdf_distance(&sdf, center).distance < 0);
		assert_int_equal(row->blocks, sdf.head->block_count);
		assert_true((double)sdf.head->error <= row->wanted);
		// All parts have the error of the whole.
		assert_true(fabs(row->wanted - c.report.parts[0].sdf.wanted) <= 0);
	}
	bench_release(&c);
}

/// Bytes of the sections of fields.
static uint64_t field_bytes(const kilncook_report *report)
{
	uint64_t bytes = 0;
	for (uint32_t i = 0; i < report->section_count; ++i)
		bytes += strncmp(report->sections[i].name, "sdf", 3) == 0 ? report->sections[i].bytes : 0;
	return bytes;
}

static void the_bytes_of_parts_that_are_not_shared_are_those_of_the_asset(void **state)
{
	(void)state;
	static const uint32_t numbers[2] = {0, 1};
	const kilncook_node nodes[2] = {{.name = "first", .meshes = &numbers[0], .mesh_count = 1},
		{.name = "second", .meshes = &numbers[1], .mesh_count = 1}};
	kilncook_mesh meshes[2] = {sdf_case_mesh(SDF_CASE_OVERLAPPING), sdf_case_mesh(SDF_CASE_OVERLAPPING)};
	meshes[1].name = "other";
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = 2},
		&(kilncook_options){.shape = KILNCOOK_SHAPE_PARTS, .sdf = 0.02});
	assert_int_equal(c.status, KILNCOOK_OK);
	const uint32_t parts = c.report.rows[0].parts.parts;
	uint64_t bytes = 0;
	assert_true(parts > 1 && c.report.row_count == 2 && c.report.part_count == 2 * parts);
	assert_int_equal(c.asset.hull_count, parts);
	for (uint32_t i = 0; i < 2 * parts; ++i)
	{
		const kilncook_part_row *part = &c.report.parts[i];
		assert_int_equal(part->shared, i >= parts);
		assert_int_equal(part->sdf.blocks, c.report.parts[i % parts].sdf.blocks);
		bytes += part->shared ? 0 : part->sdf.bytes;
	}
	assert_true(bytes > 0 && bytes == field_bytes(&c.report));
	bench_release(&c);
}

static void the_field_of_a_hull_does_not_depend_on_threads_or_the_order_of_points(void **state)
{
	(void)state;
	kilncook_mesh mesh = sdf_hull_mesh(SDF_HULL_CLOUD);
	float turned[200][3];
	cooked one, more;
	const kilncook_options options = {.shape = KILNCOOK_SHAPE_HULL, .sdf = 0.02, .threads = 1};
	cook(&one, &mesh, &options);
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		memcpy(turned[i], mesh.positions + 3 * (mesh.vertex_count - 1 - i), sizeof turned[i]);
	mesh.positions = turned[0];
	cook(&more, &mesh, &(kilncook_options){.shape = KILNCOOK_SHAPE_HULL, .sdf = 0.02, .threads = 3});
	assert_int_equal(one.status, KILNCOOK_OK);
	assert_int_equal(more.status, KILNCOOK_OK);
	kiln_sdf a, b;
	assert_int_equal(kiln_sdf_open(&a, &one.asset, 0).status, KILN_OK);
	assert_int_equal(kiln_sdf_open(&b, &more.asset, 0).status, KILN_OK);
	assert_memory_equal(a.head, b.head, sizeof *a.head);
	assert_memory_equal(a.cells, b.cells, a.head->cell_count * sizeof *a.cells);
	assert_memory_equal(a.blocks, b.blocks, a.head->block_count * sizeof *a.blocks);
	bench_release(&more);
	bench_release(&one);
}

static void each_failed_allocation_ends_the_cook_without_a_leak(void **state)
{
	(void)state;
	const kilncook_mesh mesh = bench_cube();
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	const kilncook_shape shapes[] = {KILNCOOK_SHAPE_MESH, KILNCOOK_SHAPE_HULL};
	for (int i = 0; i < 2; ++i)
		for (uint64_t at = 1;; ++at)
		{
			const kilncook_options options = {.shape = shapes[i], .sdf = 0.1, .threads = 1};
			cooked c = {0};
			c.context = bench_context(&c.bench);
			c.bench.refuse_at = at;
			c.status = kilncook_cook_memory(&c.context, &scene, &options, &c.blob, &c.report);
			const bool done = c.status == KILNCOOK_OK;
			bench_release(&c);
			if (done)
				break;
			assert_int_equal(c.status, KILNCOOK_INTERNAL);
			assert_true(at < 1000);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mesh_without_inside_is_refused_and_wraps_are_offered),
		cmocka_unit_test(a_limit_of_blocks_is_kept_and_told_with_the_error_that_is_left),
		cmocka_unit_test(threads_and_lengths_give_the_same_bits),
		cmocka_unit_test(equal_hulls_share_a_field_where_their_settings_agree),
		cmocka_unit_test(a_flat_hull_is_refused),
		cmocka_unit_test(parts_have_a_field_each),
		cmocka_unit_test(the_bytes_of_parts_that_are_not_shared_are_those_of_the_asset),
		cmocka_unit_test(the_field_of_a_hull_does_not_depend_on_threads_or_the_order_of_points),
		cmocka_unit_test(each_failed_allocation_ends_the_cook_without_a_leak),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
