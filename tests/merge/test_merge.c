// SPDX-License-Identifier: MIT
// Exact merging: the surface stays the same set of points, with the fewest triangles.

#include "merge_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

static const int32_t straight[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
/// Leans every face out of the axes; all planes stay exact.
static const int32_t leaning[3][3] = {{3, 1, -2}, {-1, 4, 1}, {2, -1, 5}};
/// Makes slivers of all faces.
static const int32_t thin[3][3] = {{900, 0, 1}, {1, 1, 0}, {0, -1, 2}};

static void even_planes(merge_solid *solid, int32_t step)
{
	for (int axis = 0; axis < 3; ++axis)
		for (int i = 0; i < MERGE_CELLS + 3; ++i)
			solid->at[axis][i] = (i - MERGE_CELLS / 2) * step;
}

static void random_planes(merge_solid *solid, shape_random *random)
{
	for (int axis = 0; axis < 3; ++axis)
		for (int i = 0, at = -20; i < MERGE_CELLS + 3; ++i)
			solid->at[axis][i] = at += 1 + (int)shape_below(random, 9);
}

static void fill(merge_solid *solid, const int low[3], const int high[3], bool value)
{
	for (int z = low[2]; z < high[2]; ++z)
		for (int y = low[1]; y < high[1]; ++y)
			for (int x = low[0]; x < high[0]; ++x)
				solid->filled[z][y][x] = value;
}

/// A house with walls, floors, doors and windows.
static void build_house(merge_solid *solid)
{
	memset(solid->filled, 0, sizeof solid->filled);
	fill(solid, (const int[]){1, 1, 1}, (const int[]){12, 12, 10}, true);
	fill(solid, (const int[]){2, 2, 2}, (const int[]){11, 11, 5}, false);  // ground floor
	fill(solid, (const int[]){2, 2, 6}, (const int[]){11, 11, 9}, false);  // upper floor
	fill(solid, (const int[]){6, 2, 2}, (const int[]){7, 11, 9}, true);	   // inner wall
	fill(solid, (const int[]){3, 1, 2}, (const int[]){4, 2, 4}, false);	   // door
	fill(solid, (const int[]){6, 4, 2}, (const int[]){7, 5, 4}, false);	   // inner door
	fill(solid, (const int[]){8, 1, 3}, (const int[]){10, 2, 4}, false);   // window
	fill(solid, (const int[]){8, 11, 7}, (const int[]){10, 12, 8}, false); // window
	fill(solid, (const int[]){3, 8, 5}, (const int[]){5, 10, 6}, false);   // stairwell
	fill(solid, (const int[]){4, 4, 10}, (const int[]){5, 5, 12}, true);   // chimney
}

static void random_cells(merge_solid *solid, shape_random *random)
{
	uint32_t share = 1 + shape_below(random, 5);
	for (int z = 0; z < MERGE_CELLS + 2; ++z)
		for (int y = 0; y < MERGE_CELLS + 2; ++y)
			for (int x = 0; x < MERGE_CELLS + 2; ++x)
			{
				bool inside = x > 0 && y > 0 && z > 0 && x <= 5 && y <= 5 && z <= 5;
				solid->filled[z][y][x] = inside && shape_below(random, 6) < share;
			}
}

static double volume_of(const clean_mesh *mesh)
{
	double volume = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		const uint32_t *t = mesh->triangles[i];
		double normal[3];
		shape_normal(mesh->vertices[t[0]], mesh->vertices[t[1]], mesh->vertices[t[2]], normal);
		for (int k = 0; k < 3; ++k)
			volume += normal[k] * (double)mesh->vertices[t[0]][k];
	}
	return volume;
}

/// Whole numbers make the volume exact.
static void check_solid(merge_case *c, const merge_solid *solid, shape_random *random)
{
	merge_case_run(c);
	merge_case_check(c);
	merge_case_check_same(c, random);
	assert_true(volume_of(&c->before) == volume_of(&c->after));
	assert_int_equal(c->after.triangle_count, merge_solid_fewest(solid));
	assert_int_equal(c->counts.kept, 0);
	assert_true(c->counts.moved == 0);
	assert_false(c->counts.limited);
}

static void a_house_becomes_its_fewest_triangles(void **state)
{
	(void)state;
	shape_random random = {0x31u};
	static merge_solid solid;
	build_house(&solid);
	const int32_t(*const matrices[])[3] = {straight, leaning, thin};
	for (int i = 0; i < 6; ++i)
	{
		merge_case c;
		merge_case_begin(&c);
		even_planes(&solid, 4);
		merge_case_add_solid(&c, &solid, matrices[i % 3], i >= 3, &random);
		check_solid(&c, &solid, &random);
		assert_true(c.after.flags & KILN_MESH_CLOSED);
		assert_true(c.after.triangle_count * 3 < c.before.triangle_count);
		merge_case_check_delaunay(&c);
		merge_case_end(&c);
	}
}

static void a_box_of_many_fragments_becomes_twelve_triangles(void **state)
{
	(void)state;
	shape_random random = {0x32u};
	static merge_solid solid;
	memset(&solid, 0, sizeof solid);
	fill(&solid, (const int[]){1, 1, 1}, (const int[]){12, 12, 12}, true);
	random_planes(&solid, &random);
	merge_case c;
	merge_case_begin(&c);
	merge_case_add_solid(&c, &solid, leaning, true, &random);
	check_solid(&c, &solid, &random);
	assert_int_equal(c.after.triangle_count, 12);
	assert_int_equal(c.after.vertex_count, 8);
	assert_int_equal(c.counts.regions, 6);
	merge_case_end(&c);
}

static void random_solids_become_their_fewest_triangles(void **state)
{
	(void)state;
	shape_random random = {0x33u};
	static merge_solid solid;
	for (int round = 0; round < 60; ++round)
	{
		merge_case c;
		merge_case_begin(&c);
		random_cells(&solid, &random);
		random_planes(&solid, &random);
		merge_case_add_solid(&c, &solid, round % 2 ? straight : leaning, round % 3 == 0, &random);
		check_solid(&c, &solid, &random);
		merge_case_check_delaunay(&c);
		merge_case_end(&c);
	}
}

/// Scales of 2^-100 and 2^15, and solids 2^19 away from the origin.
static void size_and_place_change_nothing(void **state)
{
	(void)state;
	static merge_solid solid;
	const double scales[] = {0x1p-100, 0x1p15, 1};
	for (int i = 0; i < 3; ++i)
	{
		shape_random random = {0x34u};
		merge_case c;
		merge_case_begin(&c);
		c.scale = scales[i];
		build_house(&solid);
		random_planes(&solid, &random);
		merge_case_add_solid(&c, &solid, leaning, false, &random);
		for (uint32_t k = 0; k < c.point_count && i == 2; ++k)
			for (int axis = 0; axis < 3; ++axis)
				c.points[k][axis] += 1 << 19;
		merge_case_run(&c);
		merge_case_check(&c);
		merge_case_check_same(&c, &random);
		assert_int_equal(c.after.triangle_count, merge_solid_fewest(&solid));
		merge_case_end(&c);
	}
}

/// The corners of a triangle, the smallest first.
typedef float corners[3][3];

static int compare_corners(const void *left, const void *right)
{
	return memcmp(left, right, sizeof(corners));
}

static corners *sorted_corners(const clean_mesh *mesh)
{
	corners *all = malloc((mesh->triangle_count + 1) * sizeof *all);
	assert_non_null(all);
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		const uint32_t *t = mesh->triangles[i];
		int first = 0;
		for (int k = 1; k < 3; ++k)
			if (memcmp(mesh->vertices[t[k]], mesh->vertices[t[first]], sizeof mesh->vertices[0]) < 0)
				first = k;
		for (int k = 0; k < 3; ++k)
			memcpy(all[i][k], mesh->vertices[t[(first + k) % 3]], sizeof all[i][k]);
	}
	qsort(all, mesh->triangle_count, sizeof *all, compare_corners);
	return all;
}

static void the_order_of_faces_changes_no_position(void **state)
{
	(void)state;
	shape_random random = {0x35u};
	static merge_solid solid;
	for (int round = 0; round < 20; ++round)
	{
		merge_case c;
		merge_case_begin(&c);
		if (round < 2)
			build_house(&solid);
		else
			random_cells(&solid, &random);
		random_planes(&solid, &random);
		merge_case_add_solid(&c, &solid, round % 2 ? straight : leaning, true, &random);
		merge_case_run(&c);
		corners *expected = sorted_corners(&c.after);
		uint32_t count = c.after.triangle_count;
		for (int i = 0; i < 3; ++i)
		{
			merge_case_shuffle(&c, &random);
			merge_case_run(&c);
			corners *found = sorted_corners(&c.after);
			assert_int_equal(c.after.triangle_count, count);
			assert_memory_equal(found, expected, count * sizeof *found);
			free(found);
		}
		free(expected);
		merge_case_end(&c);
	}
}

/// Two parts side by side in one plane keep their common border, and its vertices only where either needs them.
static void parts_stay_apart(void **state)
{
	(void)state;
	shape_random random = {0x36u};
	merge_case c;
	merge_case_begin(&c);
	for (int32_t y = 0; y < 6; ++y)
		for (int32_t x = 0; x < 8; ++x)
		{
			uint32_t p[4] = {merge_case_point(&c, x, y, 0), merge_case_point(&c, x + 1, y, 0),
				merge_case_point(&c, x + 1, y + 1, 0), merge_case_point(&c, x, y + 1, 0)};
			for (uint32_t i = 0; i < 4; i += 2)
				merge_case_triangle(&c, p[i], p[i + 1], p[(i + 2) % 4], x >= 4);
		}
	merge_case_run(&c);
	merge_case_check(&c);
	merge_case_check_same(&c, &random);
	assert_int_equal(c.after.triangle_count, 4);
	assert_int_equal(c.after.vertex_count, 6);
	for (uint32_t i = 0; i < 4; ++i)
		assert_int_equal(c.after.faces[i], i < 2 ? 0 : c.after.parts[1].first_face);
	merge_case_end(&c);
}

static void a_merged_triangle_names_the_lowest_face_of_its_region(void **state)
{
	(void)state;
	merge_case c;
	merge_case_begin(&c);
	// A floor of four squares, a wall between the first and the second one in the list.
	const int32_t at[9][3] = {
		{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}};
	for (int i = 0; i < 9; ++i)
		merge_case_point(&c, at[i][0], at[i][1], at[i][2]);
	const uint32_t triangles[6][4] = {
		{0, 1, 4, 0}, {0, 6, 7, 0}, {1, 2, 5, 0}, {0, 4, 3, 0}, {0, 7, 1, 0}, {1, 5, 4, 0}};
	for (int i = 0; i < 6; ++i)
		merge_case_triangle(&c, triangles[i][0], triangles[i][1], triangles[i][2], 0);
	merge_case_run(&c);
	merge_case_check(&c);
	// The floor keeps its vertex 1, where the wall ends.
	assert_int_equal(c.counts.regions, 1);
	const uint32_t faces[5] = {0, 0, 0, 1, 4};
	assert_int_equal(c.after.triangle_count, 5);
	assert_memory_equal(c.after.faces, faces, sizeof faces);
	merge_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_house_becomes_its_fewest_triangles),
		cmocka_unit_test(a_box_of_many_fragments_becomes_twelve_triangles),
		cmocka_unit_test(random_solids_become_their_fewest_triangles),
		cmocka_unit_test(size_and_place_change_nothing),
		cmocka_unit_test(the_order_of_faces_changes_no_position),
		cmocka_unit_test(parts_stay_apart),
		cmocka_unit_test(a_merged_triangle_names_the_lowest_face_of_its_region),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
