// SPDX-License-Identifier: MIT

/// The tables of surveyed meshes, beside searches through all sides, and beside the faults that the survey lists.

#include "clean/clean_shapes.h"
#include "import/import_case.h"
#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void ends_of(const kilncook_tables *t, uint32_t side, uint32_t ends[2])
{
	const uint32_t a = t->triangles[side / 3][side % 3], b = t->triangles[side / 3][(side % 3 + 1) % 3];
	ends[0] = a < b ? a : b;
	ends[1] = a < b ? b : a;
}

/// Whether two sides are on one edge.
static bool joined(const kilncook_tables *t, uint32_t a, uint32_t b)
{
	uint32_t p[2], q[2];
	ends_of(t, a, p);
	ends_of(t, b, q);
	return p[0] == q[0] && p[1] == q[1];
}

/// Each side is in the table once, with all sides on its edge and no others.
static void check_edges(const kilncook_tables *t)
{
	const uint32_t count = 3 * t->triangle_count;
	uint8_t *seen = calloc(count, 1);
	assert_non_null(seen);
	assert_int_equal(t->edge_first[0], 0);
	assert_int_equal(t->edge_first[t->edge_count], count);
	for (uint32_t e = 0; e < t->edge_count; ++e)
	{
		const uint32_t first = t->edge_first[e], end = t->edge_first[e + 1];
		uint32_t found = 0;
		assert_true(end > first);
		for (uint32_t side = 0; side < count; ++side)
			found += joined(t, side, t->sides[first]);
		assert_int_equal(found, end - first);
		for (uint32_t i = first; i < end; ++i)
		{
			assert_true(joined(t, t->sides[i], t->sides[first]) && !seen[t->sides[i]]++);
			assert_true(i == first || t->sides[i] > t->sides[i - 1]);
		}
	}
	free(seen);
}

static void check_vertices(const kilncook_tables *t)
{
	for (uint32_t v = 0; v < t->vertex_count; ++v)
	{
		uint32_t next = t->vertex_first[v];
		for (uint32_t i = 0; i < t->triangle_count; ++i)
			if (t->triangles[i][0] == v || t->triangles[i][1] == v || t->triangles[i][2] == v)
				assert_int_equal(t->vertex_triangles[next++], i);
		assert_int_equal(next, t->vertex_first[v + 1]);
	}
}

/// Triangles with a vertex in common are in one part, and each part hangs together.
static void check_components(const kilncook_tables *t)
{
	uint32_t *marks = calloc(t->vertex_count, sizeof *marks), next = 0;
	assert_non_null(marks);
	for (uint32_t v = 0; v < t->vertex_count; ++v)
		marks[v] = v;
	for (bool again = true; again;)
	{
		again = false;
		for (uint32_t i = 0; i < 3 * t->triangle_count; ++i)
		{
			uint32_t *a = &marks[t->triangles[i / 3][i % 3]], *b = &marks[t->triangles[i / 3][(i % 3 + 1) % 3]];
			again |= *a != *b;
			*a = *b = *a < *b ? *a : *b;
		}
	}
	for (uint32_t i = 0; i < t->triangle_count; ++i)
	{
		assert_true(t->components[i] <= next);
		next += t->components[i] == next;
		for (uint32_t k = 0; k < i; ++k)
			assert_int_equal(
				t->components[i] == t->components[k], marks[t->triangles[i][0]] == marks[t->triangles[k][0]]);
	}
	assert_int_equal(next, t->component_count);
	free(marks);
}

/// The middles of edges that the survey lists are the middles of such edges of their triangles.
static void check_faults(const kilncook_tables *t, const kilncook_report *report, const kilncook_mesh_row *row)
{
	uint64_t edges = 0;
	for (uint64_t i = row->fault_first; i < row->fault_first + row->fault_count; ++i)
	{
		const kilncook_fault *f = &report->faults[i];
		bool found = false;
		if (f->kind != KILNCOOK_FAULT_NONMANIFOLD_EDGE)
			continue;
		++edges;
		for (uint32_t e = 0; e < t->edge_count; ++e)
		{
			uint32_t ends[2];
			const uint32_t side = t->sides[t->edge_first[e]];
			ends_of(t, side, ends);
			double apart = 0, size = 0;
			for (int k = 0; k < 3; ++k)
			{
				const double a = (double)t->vertices[ends[0]][k], b = (double)t->vertices[ends[1]][k];
				apart = fmax(apart, fabs((a + b) / 2 - (double)f->place[k]));
				size = fmax(size, fabs(a) + fabs(b));
			}
			found |= side / 3 == f->triangle && t->edge_first[e + 1] - t->edge_first[e] == f->count &&
					 apart <= 0x1p-22 * size;
		}
		assert_true(found);
		assert_int_equal(t->components[f->triangle], f->component);
		assert_int_equal(t->source_meshes[f->triangle], f->source_mesh);
		assert_int_equal(t->faces[f->triangle], f->face);
	}
	assert_int_equal(edges, row->faults[KILNCOOK_FAULT_NONMANIFOLD_EDGE]);
}

static void check_row(const kilncook_tables *t, const kilncook_report *report, uint64_t number)
{
	const kilncook_mesh_row *row = &report->rows[number];
	assert_int_equal(t->triangle_count, row->triangles);
	assert_int_equal(t->vertex_count, row->vertices);
	assert_int_equal(t->edge_count, row->edges);
	assert_int_equal(t->component_count, row->components);
	check_edges(t);
	check_vertices(t);
	check_components(t);
	check_faults(t, report, row);
}

static const uint32_t zero = 0, both[2] = {0, 1};

/// Surveys a scene and compares the tables of every row.
static uint32_t check_scene(const kilncook_scene *scene)
{
	bench b = {0};
	kilncook_context context = bench_context(&b);
	kilncook_report report;
	const kilncook_options options = {.threads = 1, .listed = 10000};
	if (kilncook_survey_memory(&context, scene, &options, &report) != KILNCOOK_OK)
		return 0;
	uint32_t fins = 0;
	for (uint64_t row = 0; row < report.row_count; ++row)
	{
		kilncook_tables tables;
		assert_int_equal(kilncook_tables_memory(&context, scene, &options, row, &tables), KILNCOOK_OK);
		check_row(&tables, &report, row);
		fins += (uint32_t)report.rows[row].faults[KILNCOOK_FAULT_NONMANIFOLD_EDGE];
		kilncook_tables_free(&context, &tables);
		assert_null(tables.sides);
	}
	kilncook_report_free(&context, &report);
	assert_int_equal(b.blocks, 0);
	return fins;
}

static void tables_of_soups_are_those_of_a_search(void **state)
{
	(void)state;
	shape_random random = {20261124};
	uint32_t fins = 0;
	for (int round = 0; round < 40; ++round)
	{
		enum
		{
			MOST = 30,
			VERTICES = 8
		};
		float positions[2][VERTICES][3];
		uint32_t corners[2][MOST][3], counts[2];
		kilncook_mesh meshes[2];
		for (int m = 0; m < 2; ++m)
		{
			counts[m] = 1 + shape_below(&random, MOST);
			for (int i = 0; i < 3 * VERTICES; ++i)
				positions[m][i / 3][i % 3] = (float)shape_below(&random, 50) * (round % 3 ? 1 : 1e9f);
			for (uint32_t i = 0; i < 3 * counts[m]; ++i)
				corners[m][i / 3][i % 3] = shape_below(&random, VERTICES);
			meshes[m] = (kilncook_mesh){.positions = positions[m][0],
				.vertex_count = VERTICES,
				.indices = corners[m][0],
				.index_count = 3 * counts[m]};
		}
		// Both meshes in one node, or in one node each.
		const kilncook_node nodes[2] = {
			{.meshes = both, .mesh_count = round % 2 ? 2 : 1}, {.meshes = &both[1], .mesh_count = 1}};
		const kilncook_scene scene = {
			.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = round % 2 ? 1 : 2};
		fins += check_scene(&scene);
	}
	assert_true(fins > 100);
}

static void a_row_that_is_not_there_has_no_tables(void **state)
{
	(void)state;
	bench b = {0};
	kilncook_context context = bench_context(&b);
	const kilncook_mesh mesh = bench_cube();
	const kilncook_node node = {.meshes = &zero, .mesh_count = 1};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1};
	kilncook_tables tables = {.edge_count = 77};
	assert_int_equal(kilncook_tables_memory(&context, &scene, NULL, 1, &tables), KILNCOOK_USAGE);
	assert_string_equal(b.code, "usage");
	assert_int_equal(tables.edge_count, 77);
	assert_int_equal(kilncook_tables_file(&context, "missing.obj", NULL, 0, &tables), KILNCOOK_IO);
	assert_int_equal(tables.edge_count, 77);
	assert_int_equal(b.blocks, 0);
}

static void running_out_of_memory_loses_none(void **state)
{
	(void)state;
	const kilncook_mesh mesh = bench_cube();
	const kilncook_node node = {.meshes = &zero, .mesh_count = 1};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1};
	kilncook_status status = KILNCOOK_INTERNAL;
	uint64_t refused = 0;
	while (status != KILNCOOK_OK)
	{
		bench b = {.refuse_at = ++refused};
		kilncook_context context = bench_context(&b);
		kilncook_tables tables;
		status = kilncook_tables_memory(&context, &scene, NULL, 0, &tables);
		assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
		if (status == KILNCOOK_OK)
			kilncook_tables_free(&context, &tables);
		assert_int_equal(b.blocks, 0);
	}
	assert_true(refused > 20);
}

static void a_file_has_the_tables_of_its_meshes(void **state)
{
	(void)state;
	bench b = {0};
	kilncook_context context = bench_context(&b);
	// A cut box whose faces have four corners, with a fin.
	static const char text[] = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 2 1\nv 0 2 1\nv 3 3 3\n"
							   "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 7 8 9\n";
	import_case files;
	char path[128];
	assert_true(import_case_begin(&files));
	import_case_write(&files, "box.obj", text, sizeof text - 1);
	(void)snprintf(path, sizeof path, "%s/box.obj", files.folder);
	kilncook_report report;
	kilncook_tables tables;
	const kilncook_options options = {.threads = 1, .listed = 10000};
	assert_int_equal(kilncook_survey_file(&context, path, &options, &report), KILNCOOK_OK);
	assert_int_equal(kilncook_tables_file(&context, path, &options, 0, &tables), KILNCOOK_OK);
	check_row(&tables, &report, 0);
	assert_int_equal(tables.faces[tables.triangle_count - 1], 5);
	kilncook_tables_free(&context, &tables);
	kilncook_report_free(&context, &report);
	import_case_end(&files);
	assert_int_equal(b.blocks, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_of_soups_are_those_of_a_search),
		cmocka_unit_test(a_row_that_is_not_there_has_no_tables),
		cmocka_unit_test(running_out_of_memory_loses_none),
		cmocka_unit_test(a_file_has_the_tables_of_its_meshes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
