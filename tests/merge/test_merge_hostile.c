// SPDX-License-Identifier: MIT
// Exact merging of surfaces that are no surfaces of solids: soups, folds, copies, fans that overlap, fans of many triangles.

#include "merge_case.h"

#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

/// Adds a triangle cut into 4^depth by the middles of its edges. Corners are even that many times.
static void add_fragments(merge_case *c, const int32_t a[3], const int32_t b[3], const int32_t d[3], int depth)
{
	if (depth == 0)
	{
		merge_case_triangle(c, merge_case_point(c, a[0], a[1], a[2]), merge_case_point(c, b[0], b[1], b[2]),
			merge_case_point(c, d[0], d[1], d[2]), 0);
		return;
	}
	int32_t ab[3], bd[3], da[3];
	for (int k = 0; k < 3; ++k)
	{
		ab[k] = (a[k] + b[k]) / 2;
		bd[k] = (b[k] + d[k]) / 2;
		da[k] = (d[k] + a[k]) / 2;
	}
	add_fragments(c, a, ab, da, depth - 1);
	add_fragments(c, ab, b, bd, depth - 1);
	add_fragments(c, da, bd, d, depth - 1);
	add_fragments(c, bd, da, ab, depth - 1);
}

static void random_corner(shape_random *random, uint32_t wide, bool flat, int32_t out[3])
{
	out[0] = 4 * (int32_t)shape_below(random, wide);
	out[1] = 4 * (int32_t)shape_below(random, wide);
	out[2] = flat ? 0 : 4 * (int32_t)shape_below(random, wide);
}

/// Triangles that cross, overlap and face any way, many of them in one plane.
static void soups_keep_their_points_and_verdicts(void **state)
{
	(void)state;
	shape_random random = {0x41u};
	uint32_t merged = 0;
	for (int round = 0; round < 300; ++round)
	{
		merge_case c;
		merge_case_begin(&c);
		uint32_t count = 1 + shape_below(&random, 20), wide = 2 + shape_below(&random, 3);
		for (uint32_t i = 0; i < count; ++i)
		{
			int32_t corners[3][3];
			for (int k = 0; k < 3; ++k)
				random_corner(&random, wide, round % 2 == 0, corners[k]);
			add_fragments(&c, corners[0], corners[1], corners[2], (int)shape_below(&random, 3));
		}
		merge_case_run(&c);
		merge_case_check(&c);
		merge_case_check_same(&c, &random);
		merged += c.counts.regions;
		merge_case_end(&c);
	}
	assert_true(merged > 300);
}

/// Strips and rings of squares that are glued straight or twisted, all in one plane or strewn.
static void glued_strips_keep_their_verdicts(void **state)
{
	(void)state;
	shape_random random = {0x42u};
	for (int round = 0; round < 100; ++round)
	{
		merge_case c;
		merge_case_begin(&c);
		int32_t corners[7][7][3];
		uint32_t m = 3 + shape_below(&random, 5), n = 2 + shape_below(&random, 4);
		bool mirror = shape_below(&random, 2), flat = shape_below(&random, 4) != 0;
		for (uint32_t i = 0; i < m && i < 7; ++i)
			for (uint32_t k = 0; k < n; ++k)
				random_corner(&random, 4, flat, corners[i][k]);
		for (uint32_t i = 0; i < m && m < 8; ++i)
			for (uint32_t k = 0; k + 1 < n; ++k)
			{
				bool over = i + 1 == m;
				const int32_t *a = corners[i % 7][k], *b = corners[i % 7][k + 1];
				const int32_t *d = corners[over ? 0 : (i + 1) % 7][over && mirror ? n - 1 - k : k];
				const int32_t *e = corners[over ? 0 : (i + 1) % 7][over && mirror ? n - 2 - k : k + 1];
				add_fragments(&c, a, b, e, 1);
				add_fragments(&c, a, e, d, 1);
			}
		merge_case_run(&c);
		merge_case_check(&c);
		merge_case_check_same(&c, &random);
		merge_case_end(&c);
	}
}

/// A fan that goes around its middle twice, all counter-clockwise: no polygon has these triangles.
static void a_fan_that_goes_around_twice_stays(void **state)
{
	(void)state;
	static const int32_t around[8][2] = {{4, 0}, {0, 5}, {-5, 0}, {0, -6}, {6, 1}, {1, 7}, {-7, -1}, {-1, -8}};
	shape_random random = {0x43u};
	merge_case c;
	merge_case_begin(&c);
	uint32_t middle = merge_case_point(&c, 0, 0, 3), corners[8];
	for (int i = 0; i < 8; ++i)
		corners[i] = merge_case_point(&c, around[i][0], around[i][1], 3);
	for (int i = 0; i < 8; ++i)
		merge_case_triangle(&c, middle, corners[i], corners[(i + 1) % 8], 0);
	merge_case_run(&c);
	merge_case_check(&c);
	merge_case_check_same(&c, &random);
	assert_int_equal(c.after.triangle_count, 8);
	assert_int_equal(c.counts.regions, 0);
	merge_case_end(&c);
}

/// A square of both sides, fragments of which become the same triangles but for their winding: a triangle must not stand
/// twice, and the plate stays closed.
static void a_plate_of_two_sides_stays_closed(void **state)
{
	(void)state;
	shape_random random = {0x44u};
	for (int32_t corners = 3; corners <= 4; ++corners)
	{
		merge_case c;
		merge_case_begin(&c);
		const int32_t at[4][3] = {{0, 0, 0}, {16, 0, 0}, {16, 16, 0}, {0, 16, 0}};
		// The inner vertices of the two sides differ.
		const int32_t front[3] = {8, 4, 0}, back[3] = {10, 8, 0};
		for (int i = 0; i < corners; ++i)
		{
			const int32_t *a = at[i], *b = at[(i + 1) % corners];
			add_fragments(&c, a, b, front, 1);
			add_fragments(&c, b, a, back, 1);
		}
		merge_case_run(&c);
		assert_true(c.before.flags & KILN_MESH_CLOSED);
		merge_case_check(&c);
		merge_case_check_same(&c, &random);
		assert_true(c.after.triangle_count < c.before.triangle_count / 2);
		// Of three corners, one side keeps its inner vertex; of four, the sides have different diagonals.
		assert_int_equal(c.counts.kept, corners == 3);
		merge_case_end(&c);
	}
}

/// The ridge of a tent stands on the diagonal of its floor: the floor must not get the edge that the tent has.
static void an_edge_of_another_region_is_not_made_twice(void **state)
{
	(void)state;
	shape_random random = {0x45u};
	merge_case c;
	merge_case_begin(&c);
	const int32_t a[3] = {0, 0, 0}, b[3] = {16, 0, 0}, d[3] = {16, 24, 0}, e[3] = {0, 16, 0}, tip[3] = {8, 8, 8};
	add_fragments(&c, a, d, tip, 0);
	const int32_t middle[3] = {4, 8, 0};
	add_fragments(&c, a, b, middle, 0);
	add_fragments(&c, b, d, middle, 0);
	add_fragments(&c, d, e, middle, 0);
	add_fragments(&c, e, a, middle, 0);
	merge_case_run(&c);
	merge_case_check(&c);
	merge_case_check_same(&c, &random);
	assert_int_equal(c.after.triangle_count, 3);
	assert_int_equal(c.after.nonmanifold_edges, 0);
	merge_case_end(&c);
}

/// All corners on one circle, or strewn around it.
static void polygons_of_many_corners_take_bounded_work(void **state)
{
	(void)state;
	shape_random random = {0x46u};
	const int32_t count = 20000;
	for (int round = 0; round < 2; ++round)
	{
		merge_case c;
		merge_case_begin(&c);
		c.scale = 0x1p-10;
		uint32_t middle = merge_case_point(&c, 0, 0, 0);
		for (int32_t i = 0; i < count; ++i)
		{
			double angle = 6.283185307179586 * i / count, radius = 1e6;
			radius *= round ? 0.5 + 0.5 * shape_share(&random) : 1.0;
			merge_case_point(&c, (int32_t)lround(radius * cos(angle)), (int32_t)lround(radius * sin(angle)), 0);
		}
		for (int32_t i = 0; i < count; ++i)
			merge_case_triangle(&c, middle, 1 + (uint32_t)i, 1 + (uint32_t)((i + 1) % count), 0);
		merge_case_run(&c);
		merge_case_check(&c);
		assert_int_equal(c.counts.regions, 1);
		assert_int_equal(c.after.triangle_count, c.after.vertex_count - 2);
		assert_true(c.after.vertex_count <= (uint32_t)count);
		assert_false(c.counts.limited);
		merge_case_end(&c);
	}
}

static void without_memory_the_mesh_stays_as_it_is(void **state)
{
	(void)state;
	for (int round = 0; round < 2; ++round)
	{
		merge_case c;
		merge_case_begin(&c);
		const int32_t at[4][3] = {{0, 0, 0}, {64, 0, 0}, {64, 64, 0}, {0, 64, 0}}, tip[3] = {32, 32, 32};
		for (int i = 0; i < 4; ++i)
			add_fragments(&c, at[i], at[(i + 1) % 4], tip, 3);
		merge_case_run(&c);
		merge_options options = {round * 1.0};
		for (size_t fail = 1;; ++fail)
		{
			counted_memory memory;
			const kilncook_context counted = counted_context(&memory);
			clean_mesh mesh = c.before;
			merge_counts counts;
			mesh.triangles = counted.allocator.resize(&memory, NULL, 0, mesh.triangle_count * sizeof *mesh.triangles);
			mesh.faces = counted.allocator.resize(&memory, NULL, 0, mesh.triangle_count * sizeof *mesh.faces);
			mesh.vertices = counted.allocator.resize(&memory, NULL, 0, mesh.vertex_count * sizeof *mesh.vertices);
			mesh.vertex_sources =
				counted.allocator.resize(&memory, NULL, 0, mesh.vertex_count * sizeof *mesh.vertex_sources);
			memcpy(mesh.triangles, c.before.triangles, mesh.triangle_count * sizeof *mesh.triangles);
			memcpy(mesh.faces, c.before.faces, mesh.triangle_count * sizeof *mesh.faces);
			memcpy(mesh.vertices, c.before.vertices, mesh.vertex_count * sizeof *mesh.vertices);
			memcpy(mesh.vertex_sources, c.before.vertex_sources, mesh.vertex_count * sizeof *mesh.vertex_sources);
			mesh.parts = NULL;
			mesh.dropped = NULL;
			mesh.copies = NULL;
			mesh.parts = c.before.parts;
			memory.fail_at = memory.calls + fail;
			kilncook_status status = merge_build(&counted, &options, &mesh, &counts);
			bool done = status == KILNCOOK_OK;
			if (!done)
			{
				assert_int_equal(status, KILNCOOK_INTERNAL);
				assert_string_equal(memory.first_code, "out-of-memory");
				assert_int_equal(mesh.triangle_count, c.before.triangle_count);
				assert_memory_equal(mesh.triangles, c.before.triangles, mesh.triangle_count * sizeof *mesh.triangles);
			}
			memory.fail_at = 0;
			mesh.parts = NULL;
			mesh.part_count = mesh.dropped_count = mesh.copy_count = 0;
			clean_mesh_free(&counted, &mesh);
			assert_int_equal(memory.live, 0);
			assert_int_equal(memory.wrong_size, 0);
			if (done)
			{
				assert_true(fail > 10);
				break;
			}
		}
		merge_case_end(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(soups_keep_their_points_and_verdicts),
		cmocka_unit_test(glued_strips_keep_their_verdicts),
		cmocka_unit_test(a_fan_that_goes_around_twice_stays),
		cmocka_unit_test(a_plate_of_two_sides_stays_closed),
		cmocka_unit_test(an_edge_of_another_region_is_not_made_twice),
		cmocka_unit_test(polygons_of_many_corners_take_bounded_work),
		cmocka_unit_test(without_memory_the_mesh_stays_as_it_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
