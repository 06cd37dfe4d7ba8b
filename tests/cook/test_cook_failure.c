// SPDX-License-Identifier: MIT
#include "support/cook_bench.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void dropped_faces_are_listed_by_the_arts_own_numbers(void **state)
{
	(void)state;
	static const uint32_t sick[15] = {0, 1, 2, 0, 1, 1, 0, 1, 99, 2, 3, 0, 1, 2, 0};
	kilncook_mesh meshes[2] = {bench_cube(), bench_cube()};
	meshes[1].indices = sick;
	meshes[1].index_count = 15;
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = meshes, .mesh_count = 2}, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.report.row_count, 1);
	assert_int_equal(c.report.counts.invalid, 1);
	bool degenerate = false, index = false;
	for (uint64_t i = 0; i < c.report.dropped_count; ++i)
	{
		const kilncook_dropped *dropped = &c.report.dropped[i];
		assert_int_equal(dropped->source_mesh, 1);
		assert_true(dropped->face < 5);
		degenerate = degenerate || dropped->face == 1;
		index = index || dropped->face == 2;
	}
	assert_true(degenerate && index);
	assert_int_equal(c.asset.provenance->invalid_faces, 1);
	bench_release(&c);
}

static void what_leaves_no_triangle_is_refused_by_name(void **state)
{
	(void)state;
	static const uint32_t sizes[3] = {1, 2, 1};
	static const uint32_t corners[4] = {0, 1, 2, 3};
	kilncook_mesh mesh = bench_cube();
	mesh.indices = corners;
	mesh.index_count = 4;
	mesh.face_sizes = sizes;
	mesh.face_count = 3;
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, NULL);
	assert_int_equal(c.status, KILNCOOK_REFUSED);
	assert_string_equal(c.bench.code, "cook-empty");
	assert_non_null(strstr(c.bench.text, "only 2 points, 1 line"));
	bench_release(&c);
	bench_cook(&c, &(kilncook_scene){0}, NULL);
	assert_int_equal(c.status, KILNCOOK_REFUSED);
	assert_string_equal(c.bench.code, "cook-empty");
	bench_release(&c);
	kilncook_mesh broken = bench_cube();
	static const float nowhere[8][3] = {{NAN, 0, 0}, {NAN, 0, 0}, {NAN, 0, 0}, {NAN, 0, 0}, {NAN, 0, 0}, {NAN, 0, 0}};
	broken.positions = nowhere[0];
	bench_cook(&c, &(kilncook_scene){.meshes = &broken, .mesh_count = 1}, NULL);
	assert_int_equal(c.status, KILNCOOK_REFUSED);
	assert_non_null(strstr(c.bench.text, "bad index or coordinate"));
	bench_release(&c);
}

static void contradictions_are_usage_errors(void **state)
{
	(void)state;
	static const uint32_t sizes[1] = {5}, list[1] = {3};
	kilncook_mesh meshes[6];
	for (int i = 0; i < 6; ++i)
		meshes[i] = bench_cube();
	meshes[0].index_size = 3;
	meshes[1].index_count = 35;
	meshes[2].material = 1;
	meshes[3].position_stride = 8;
	meshes[4].face_sizes = sizes;
	meshes[4].face_count = 1;
	meshes[5].positions = NULL;
	cooked c;
	for (int i = 0; i < 6; ++i)
	{
		bench_cook(&c, &(kilncook_scene){.meshes = &meshes[i], .mesh_count = 1}, NULL);
		assert_int_equal(c.status, KILNCOOK_USAGE);
		assert_string_equal(c.bench.code, "usage");
		bench_release(&c);
	}
	kilncook_mesh mesh = bench_cube();
	const kilncook_node node = {.meshes = list, .mesh_count = 1};
	bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1}, NULL);
	assert_int_equal(c.status, KILNCOOK_USAGE);
	bench_release(&c);
	const kilncook_options wrong[] = {{.weld = -1}, {.weld = NAN}, {.weld = 0.2}, {.unit = -1}, {.unit = INFINITY},
		{.scale = 1e-20}, {.up = (kilncook_axis)4}, {.art_up = (kilncook_axis)-1}, {.parts_error = NAN},
		{.parts_clear = NAN}, {.parts_clear_from = {.count = 9}},
		{.parts_clear_from = {.count = 1, .at = {{0, (double)INFINITY, 0}}}}, {.parts_max = 5000}, {.parts_quality = 3},
		{.hull_vertices = 3}, {.hull_faces = 1}, {.hull_error = -1}, {.hull_error = 2}, {.shape = (kilncook_shape)10},
		{.trees = 1u << KILNCOOK_TREE_END}, {.trees = 1u << 20}, {.tree_width = 1}, {.tree_width = 9}, {.rotate = 65},
		{.method = KILNCOOK_METHOD_END}, {.split = KILNCOOK_SPLIT_END}, {.split = (kilncook_split)77},
		{.split_axis = (kilncook_split_axis)3}, {.leaf_size = 9}, {.optimize = 1000}, {.wrap = NAN}, {.wrap = 1e-12},
		{.wrap = -INFINITY}, {.wrap = 0.1, .wrap_offset = -1e10}};
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
	{
		bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &wrong[i]);
		assert_int_equal(c.status, KILNCOOK_USAGE);
		bench_release(&c);
	}
}

/// A scene with every feature: parts, instances, twins, one baked and two dropped nodes, dropped faces.
typedef struct rich_scene
{
	kilncook_mesh meshes[4];
	uint32_t lists[6];
	double matrices[6][12];
	kilncook_node nodes[6];
	kilncook_material materials[2];
	kilncook_scene scene;
} rich_scene;

static void make_rich(rich_scene *r)
{
	static const uint32_t sick[9] = {0, 1, 2, 0, 1, 1, 0, 1, 99};
	for (int i = 0; i < 4; ++i)
		r->meshes[i] = bench_cube();
	r->meshes[1].name = "twin";
	r->meshes[2].indices = sick;
	r->meshes[2].index_count = 9;
	r->meshes[3].index_count = 0;
	const uint32_t lists[6] = {0, 1, 2, 0, 0, 3};
	memcpy(r->lists, lists, sizeof lists);
	for (int i = 0; i < 6; ++i)
	{
		const double m[12] = {1, 0, 0, 3.0 * i, 0, i == 3 ? 0 : 1, 0, 0, 0, 0, i == 4 ? NAN : 1, 0};
		memcpy(r->matrices[i], m, sizeof m);
		r->nodes[i] = (kilncook_node){
			.name = i % 2 ? "odd" : "even", .to_asset = r->matrices[i], .meshes = &r->lists[i], .mesh_count = 1};
	}
	r->nodes[0].mesh_count = 3;
	r->materials[0] = (kilncook_material){.name = "stone", .tag = 1};
	r->materials[1] = (kilncook_material){.name = "stone", .tag = 2};
	r->scene = (kilncook_scene){.name = "rich",
		.meshes = r->meshes,
		.mesh_count = 4,
		.nodes = r->nodes,
		.node_count = 6,
		.materials = r->materials,
		.material_count = 2};
}

/// Cooks the rich scene once for each allocation, and refuses that one.
static void refuse_each_allocation(const kilncook_options *options)
{
	rich_scene rich;
	make_rich(&rich);
	cooked whole;
	bench_cook(&whole, &rich.scene, options);
	assert_int_equal(whole.status, KILNCOOK_OK);
	assert_true(whole.bench.allocations > 50);
	// Slow builds refuse one of seven.
	for (uint64_t i = 1; i <= whole.bench.allocations; i += TRIALS_SLOW ? 7 : 1)
	{
		bench b = {.refuse_at = i};
		kilncook_context context = bench_context(&b);
		kilncook_blob blob = {.size = 12345};
		kilncook_report report = {.bytes = 12345};
		kilncook_status status = kilncook_cook_memory(&context, &rich.scene, options, &blob, &report);
		if (status == KILNCOOK_OK)
		{
			// Shrinking a block may fail without harm; the result is the same then.
			assert_int_equal(blob.size, whole.blob.size);
			assert_memory_equal(blob.data, whole.blob.data, blob.size);
			kilncook_blob_free(&context, &blob);
			kilncook_report_free(&context, &report);
		}
		else
		{
			assert_int_equal(status, KILNCOOK_INTERNAL);
			assert_string_equal(b.code, "out-of-memory");
			assert_int_equal(blob.size, 12345);
			assert_int_equal(report.bytes, 12345);
		}
		assert_int_equal(b.blocks, 0);
	}
	bench_release(&whole);
}

static void memory_may_run_out_anywhere(void **state)
{
	(void)state;
	const kilncook_options wrap = {.wrap = 0.5, .wrap_offset = 0.1};
	refuse_each_allocation(NULL);
	refuse_each_allocation(&wrap);
}

static void a_cook_can_be_cancelled_at_every_step(void **state)
{
	(void)state;
	rich_scene rich;
	make_rich(&rich);
	cooked whole;
	bench_cook(&whole, &rich.scene, NULL);
	for (uint64_t i = 1; i <= whole.bench.steps; ++i)
	{
		bench b = {.cancel_at = i};
		kilncook_context context = bench_context(&b);
		kilncook_blob blob;
		kilncook_report report;
		assert_int_equal(kilncook_cook_memory(&context, &rich.scene, NULL, &blob, &report), KILNCOOK_CANCELLED);
		assert_int_equal(b.blocks, 0);
	}
	assert_true(whole.bench.steps >= 4);
	bench_release(&whole);
}

static void a_rich_scene_is_told_in_full(void **state)
{
	(void)state;
	rich_scene rich;
	make_rich(&rich);
	cooked c;
	bench_cook(&c, &rich.scene, NULL);
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.node_count, 4);
	assert_int_equal(c.report.dropped_node_count, 2);
	assert_int_equal(c.report.nodes, 4);
	uint64_t placed = 0, sum = 0;
	for (uint64_t i = 0; i < c.report.row_count; ++i)
	{
		placed += c.report.rows[i].nodes;
		sum += c.report.rows[i].dropped_count;
		assert_true(
			c.report.rows[i].counts.triangulated ==
			c.report.rows[i].triangles + c.report.rows[i].counts.degenerate + c.report.rows[i].counts.duplicates);
	}
	assert_int_equal(placed, 5);
	assert_int_equal(sum, c.report.dropped_count);
	kilncook_blob text;
	assert_int_equal(kilncook_report_text(&c.context, &c.report, &text), KILNCOOK_OK);
	assert_non_null(strstr((const char *)text.data, "bounds in metres: "));
	assert_non_null(strstr((const char *)text.data, "node 4 \"even\" dropped: transform-not-finite"));
	assert_int_equal(strlen((const char *)text.data), text.size);
	kilncook_blob_free(&c.context, &text);
	assert_int_equal(kilncook_report_json(&c.context, &c.report, &text), KILNCOOK_OK);
	assert_non_null(strstr((const char *)text.data, "\"schema\": \"kiln-cook-report/1\""));
	assert_non_null(strstr((const char *)text.data, "\"reason\": \"invalid"));
	kilncook_blob_free(&c.context, &text);
	bench_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dropped_faces_are_listed_by_the_arts_own_numbers),
		cmocka_unit_test(what_leaves_no_triangle_is_refused_by_name),
		cmocka_unit_test(contradictions_are_usage_errors),
		cmocka_unit_test(memory_may_run_out_anywhere),
		cmocka_unit_test(a_cook_can_be_cancelled_at_every_step),
		cmocka_unit_test(a_rich_scene_is_told_in_full),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
