// SPDX-License-Identifier: MIT

/// Origins of assets: art far from zero, cooked as if it were near.

#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A cube of two units around a point.
static void cube_at(double x, double y, double z, double positions[8][3])
{
	for (int i = 0; i < 8; ++i)
	{
		positions[i][0] = x + (double)bench_cube_positions[i][0];
		positions[i][1] = y + (double)bench_cube_positions[i][1];
		positions[i][2] = z + (double)bench_cube_positions[i][2];
	}
}

static kilncook_mesh exact_cube(const double positions[8][3])
{
	kilncook_mesh mesh = bench_cube();
	mesh.positions = NULL;
	mesh.exact = positions[0];
	return mesh;
}

static void assert_same_geometry(const kiln_asset *a, const kiln_asset *b)
{
	assert_int_equal(a->mesh_count, 1);
	assert_int_equal(b->mesh_count, 1);
	for (uint32_t i = 0; i < a->meshes[0].triangle_count; ++i)
	{
		kiln_vec3 corners[2][3];
		assert_true(kiln_triangle_corners(a, 0, i, corners[0]) && kiln_triangle_corners(b, 0, i, corners[1]));
		assert_memory_equal(corners[0], corners[1], sizeof corners[0]);
	}
	assert_memory_equal(a->nodes, b->nodes, sizeof *a->nodes);
}

static kiln_origin origin_of(const kiln_asset *asset)
{
	kiln_origin origin;
	assert_int_equal(kiln_asset_origin(asset, &origin).status, KILN_OK);
	return origin;
}

static void a_cube_anywhere_has_the_geometry_of_a_cube_near_zero(void **state)
{
	(void)state;
	const double places[][3] = {
		{1e9, -1e9, 1e9}, {0x1p53 - 2, 0, 4 - 0x1p53}, {6371000.5, 0.25, -3}, {1e15, 1e15, 1e15}};
	const kilncook_mesh near_mesh = bench_cube();
	cooked near, far;
	bench_cook(&near, &(kilncook_scene){.meshes = &near_mesh, .mesh_count = 1}, NULL);
	for (size_t i = 0; i < sizeof places / sizeof *places; ++i)
	{
		double positions[8][3];
		cube_at(places[i][0], places[i][1], places[i][2], positions);
		const kilncook_mesh mesh = exact_cube((const double(*)[3])positions);
		kilncook_options options = {.origin = KILNCOOK_ORIGIN_GIVEN};
		memcpy(options.origin_at, places[i], sizeof options.origin_at);
		bench_cook(&far, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &options);
		assert_int_equal(far.status, KILNCOOK_OK);
		assert_same_geometry(&near.asset, &far.asset);
		const kiln_origin origin = origin_of(&far.asset);
		assert_true(origin.x == places[i][0] && origin.y == places[i][1] && origin.z == places[i][2]);
		assert_true(far.report.rows[0].baked && far.report.origin[0] == places[i][0]);
		bench_release(&far);
	}
	bench_release(&near);
}

static void a_node_far_out_keeps_its_mesh(void **state)
{
	(void)state;
	const double places[2][12] = {
		{1, 0, 0, 1e9 + 0.5, 0, 1, 0, 3, 0, 0, 1, -1e9}, {0, 0, 1, 1e9 + 40, 0, 1, 0, 3, -1, 0, 0, -1e9 - 0.25}};
	static const uint32_t first = 0;
	const kilncook_mesh mesh = bench_cube();
	const kilncook_node nodes[2] = {{.to_asset = places[0], .meshes = &first, .mesh_count = 1},
		{.to_asset = places[1], .meshes = &first, .mesh_count = 1}};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1, .nodes = nodes, .node_count = 2};
	for (int snap = 0; snap < 2; ++snap)
	{
		cooked c;
		bench_cook(&c, &scene, &(kilncook_options){.origin = KILNCOOK_ORIGIN_AUTO, .snap = snap ? 0.001 : 0});
		assert_int_equal(c.status, KILNCOOK_OK);
		assert_int_equal(c.asset.mesh_count, 1);
		assert_int_equal(c.asset.node_count, 2);
		const kiln_origin origin = origin_of(&c.asset);
		for (uint32_t i = 0; i < 2; ++i)
		{
			const kiln_format_node *node = &c.asset.nodes[i];
			const double *to = places[node->source_node];
			assert_true((double)node->to_asset[3] == to[3] - origin.x &&
						(double)node->to_asset[7] == to[7] - origin.y &&
						(double)node->to_asset[11] == to[11] - origin.z);
		}
		bench_release(&c);
	}
}

/// The step is the largest power of two that is not above the number; all vertices are on it, none moved by more than half.
static void vertices_move_to_the_grid_of_the_large_world(void **state)
{
	(void)state;
	const double snaps[][2] = {{0.001, 0x1p-10}, {0x1p-10, 0x1p-10}, {1, 1}, {1.9, 1}, {0.0003, 0x1p-12}};
	for (size_t i = 0; i < sizeof snaps / sizeof *snaps; ++i)
	{
		double positions[8][3];
		cooked c;
		cube_at(1e9 + 0.123456, -5e8 - 0.03, 77.7, positions);
		const kilncook_mesh mesh = exact_cube((const double(*)[3])positions);
		bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1},
			&(kilncook_options){.origin = KILNCOOK_ORIGIN_AUTO, .snap = snaps[i][0]});
		assert_int_equal(c.status, KILNCOOK_OK);
		assert_true(c.report.step == snaps[i][1]);
		const double origin[3] = {origin_of(&c.asset).x, origin_of(&c.asset).y, origin_of(&c.asset).z};
		for (uint32_t t = 0; t < c.asset.meshes[0].triangle_count; ++t)
		{
			kiln_vec3 corners[3];
			assert_true(kiln_triangle_corners(&c.asset, 0, t, corners));
			for (int k = 0; k < 9; ++k)
			{
				const double at = (double)(&corners[0].x)[k] + origin[k % 3], steps = at / snaps[i][1];
				assert_true(rint(steps) == steps);
				double least = HUGE_VAL;
				for (int v = 0; v < 8; ++v)
					least = fmin(least, fabs(positions[v][k % 3] - at));
				assert_true(least <= snaps[i][1] / 2);
			}
		}
		bench_release(&c);
	}
}

static void auto_leaves_art_near_zero_alone(void **state)
{
	(void)state;
	for (double away = 0; away < 40; away += 1)
	{
		double positions[8][3];
		cooked c;
		cube_at(away, 0, 0, positions);
		const kilncook_mesh mesh = exact_cube((const double(*)[3])positions);
		bench_cook(&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1},
			&(kilncook_options){.origin = KILNCOOK_ORIGIN_AUTO});
		assert_int_equal(c.status, KILNCOOK_OK);
		// Two wide, so that four sides are 8, of which the cube itself takes one.
		const kiln_origin origin = origin_of(&c.asset);
		assert_true(away <= 7 ? origin.x == 0 : fabs(origin.x - away) <= 0.125);
		assert_true(origin.y == 0 && origin.z == 0);
		bench_release(&c);
	}
}

static void assert_refused(
	const kilncook_mesh *mesh, const kilncook_options *options, kilncook_status status, const char *code)
{
	cooked c;
	bench_cook(&c, &(kilncook_scene){.meshes = mesh, .mesh_count = 1}, options);
	assert_int_equal(c.status, status);
	assert_string_equal(c.bench.code, code);
	bench_release(&c);
}

static void origins_and_grids_out_of_range_are_refused(void **state)
{
	(void)state;
	const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0x1p53 + 2, -1e300};
	const kilncook_mesh cube = bench_cube();
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		for (int k = 0; k < 3; ++k)
		{
			kilncook_options options = {.origin = KILNCOOK_ORIGIN_GIVEN};
			options.origin_at[k] = bad[i];
			assert_refused(&cube, &options, KILNCOOK_USAGE, "usage");
		}
	assert_refused(&cube, &(kilncook_options){.origin = KILNCOOK_ORIGIN_END}, KILNCOOK_USAGE, "usage");
	const double steps[] = {(double)NAN, (double)INFINITY, -1, 1e-31, 1e10};
	for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i)
		assert_refused(&cube, &(kilncook_options){.snap = steps[i]}, KILNCOOK_USAGE, "usage");
	double far[8][3];
	cube_at(1e17, 0, 0, far);
	far[0][1] = 0.5;
	kilncook_mesh mesh = exact_cube((const double(*)[3])far);
	assert_refused(&mesh, &(kilncook_options){.origin = KILNCOOK_ORIGIN_AUTO}, KILNCOOK_REFUSED, "origin-range");
	assert_refused(&cube, &(kilncook_options){.origin = KILNCOOK_ORIGIN_GIVEN, .origin_at = {0.5}, .snap = 1},
		KILNCOOK_REFUSED, "origin-grid");
	assert_refused(&cube, &(kilncook_options){.snap = 1e-9}, KILNCOOK_REFUSED, "origin-grid");
}

/// Art with vertices that are no numbers has an origin all the same, and its other faces.
static void vertices_that_are_no_numbers_have_no_say(void **state)
{
	(void)state;
	double positions[8][3];
	cooked c;
	cube_at(1e9, 0, 0, positions);
	positions[7][0] = (double)NAN;
	positions[6][1] = (double)INFINITY;
	const kilncook_mesh mesh = exact_cube((const double(*)[3])positions);
	bench_cook(
		&c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &(kilncook_options){.origin = KILNCOOK_ORIGIN_AUTO});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_true(fabs(origin_of(&c.asset).x - 1e9) <= 1);
	assert_true(c.report.counts.invalid > 0 && c.asset.meshes[0].triangle_count > 0);
	bench_release(&c);
}

static void every_failed_allocation_is_reported(void **state)
{
	(void)state;
	double positions[8][3];
	cube_at(1e9, 0, 0, positions);
	const kilncook_mesh mesh = exact_cube((const double(*)[3])positions);
	kilncook_status status = KILNCOOK_INTERNAL;
	uint64_t refused = 0;
	while (status == KILNCOOK_INTERNAL)
	{
		cooked c = {.bench = {.refuse_at = ++refused}};
		c.context = bench_context(&c.bench);
		status = kilncook_cook_memory(&c.context, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1},
			&(kilncook_options){.origin = KILNCOOK_ORIGIN_AUTO, .snap = 0.001}, &c.blob, NULL);
		kilncook_blob_free(&c.context, &c.blob);
		assert_int_equal(c.bench.blocks, 0);
	}
	assert_int_equal(status, KILNCOOK_OK);
	assert_true(refused > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cube_anywhere_has_the_geometry_of_a_cube_near_zero),
		cmocka_unit_test(a_node_far_out_keeps_its_mesh),
		cmocka_unit_test(vertices_move_to_the_grid_of_the_large_world),
		cmocka_unit_test(auto_leaves_art_near_zero_alone),
		cmocka_unit_test(origins_and_grids_out_of_range_are_refused),
		cmocka_unit_test(vertices_that_are_no_numbers_have_no_say),
		cmocka_unit_test(every_failed_allocation_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
