// SPDX-License-Identifier: MIT
// Damage of closed models: the repair restores the verdicts and the volume, and moves nothing too far.

#include "repair_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

#define ROUNDS 12

static const double origin[3] = {0, 0, 0};

/// A sphere, a torus, a box in a box whose inner box is a cavity, a slab of two or three handles, two linked toruses, or a torus with a
/// cavity around its axis.
static void add_model(survey_case *art, shape_random *random)
{
	const double low[3] = {-2, -2, -2}, high[3] = {2, 3, 2}, near[3] = {-1, -1, -1}, far[3] = {1, 1, 1};
	uint32_t kind = shape_below(random, 6);
	if (kind == 0)
		survey_case_sphere(art, 4 + shape_below(random, 6), 5 + shape_below(random, 6), origin, 3);
	else if (kind == 1)
		survey_case_torus(art, 5 + shape_below(random, 6), 4 + shape_below(random, 5));
	else if (kind == 2)
	{
		survey_case_box(art, low, high, false);
		survey_case_box(art, near, far, true);
	}
	else if (kind == 3)
		survey_case_slab(art, 2 + shape_below(random, 2));
	else
	{
		survey_case_torus(art, 10 + shape_below(random, 4), 6 + shape_below(random, 4));
		if (kind == 4)
			survey_case_link(art, 10 + shape_below(random, 4), 6);
		else
			survey_case_torus_cavity(art, 14, 5);
	}
}

/// Volume and genus of a model without damage.
static double whole_volume(const survey_case *art, int64_t *genus)
{
	survey_case whole;
	survey_case_begin(&whole);
	survey_case_copy(&whole, art);
	survey_case_run(&whole);
	double volume = repair_case_volume(&whole);
	*genus = survey_case_genus(&whole);
	survey_case_end(&whole);
	return volume;
}

static void a_shattered_model_is_whole_again(void **state)
{
	(void)state;
	shape_random random = {0x71u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		add_model(&c.art, &random);
		int64_t genus;
		double volume = whole_volume(&c.art, &genus), reach = 0.45 * 1e-4 * 6;
		uint32_t triangles = c.art.triangle_count;
		repair_case_shatter(&c.art, &random, reach);
		repair_case_run(&c, STEP(CRACKS) | STEP(T_JUNCTIONS));
		assert_true(repair_case_sound(&c.art, 0));
		assert_int_equal(survey_case_genus(&c.art), genus);
		assert_int_equal(c.art.mesh.triangle_count, triangles);
		assert_true(c.rows[KILNCOOK_REPAIR_CRACKS].distance > reach);
		assert_true(c.rows[KILNCOOK_REPAIR_CRACKS].distance <= 2 * reach * 1.01);
		assert_true(fabs(repair_case_volume(&c.art) - volume) < 0.01 * volume);
		repair_case_end(&c);
	}
}

/// A sheet of parallelograms of many sizes, each cut into two triangles of exactly equal area, of which one is reversed.
static void add_tie(survey_case *art, shape_random *random)
{
	enum
	{
		COLUMNS = 9,
		ROWS = 7
	};
	double x[COLUMNS] = {0}, y[ROWS] = {0}, rise[COLUMNS] = {0}, lean[ROWS] = {0};
	for (int i = 1; i < COLUMNS; ++i)
	{
		x[i] = x[i - 1] + 1 + shape_below(random, i & 1 ? 3 : 3000);
		rise[i] = shape_below(random, 999);
	}
	for (int k = 1; k < ROWS; ++k)
	{
		y[k] = y[k - 1] + 1 + shape_below(random, k & 1 ? 5 : 700);
		lean[k] = shape_below(random, 777);
	}
	for (int i = 0; i < COLUMNS; ++i)
		for (int k = 0; k < ROWS; ++k)
			survey_case_vertex(art, x[i], y[k], rise[i] + lean[k]);
	for (uint32_t i = 0; i + 1 < COLUMNS; ++i)
		for (uint32_t k = 0; k + 1 < ROWS; ++k)
		{
			uint32_t a = i * ROWS + k, b = a + ROWS, c = b + 1, d = a + 1;
			// Both triangles run their common side in one direction.
			bool first = shape_below(random, 2);
			survey_case_triangle(art, a, first ? d : b, first ? b : d);
			survey_case_triangle(art, c, first ? d : b, first ? b : d);
		}
}

static void equal_areas_keep_the_winding_of_the_lowest_triangle(void **state)
{
	(void)state;
	shape_random random = {0x76u};
	for (int round = 0; round < 20; ++round)
	{
		repair_case c, other;
		repair_case_begin(&c);
		repair_case_begin(&other);
		add_tie(&c.art, &random);
		survey_case_copy(&other.art, &c.art);
		survey_case_permute(&other.art, &random);
		// The first triangle alone has the corner of lowest x, then y.
		bool up = c.art.corners[1] > c.art.corners[2];
		repair_case_run(&c, STEP(ORIENT));
		survey_case_run(&other.art);
		repair_case_repair(&other, STEP(ORIENT));
		assert_int_equal(c.rows[KILNCOOK_REPAIR_ORIENT].changed, c.art.triangle_count / 2);
		assert_true(repair_case_same_surface(&c.art.mesh, &other.art.mesh));
		for (uint32_t t = 0; t < c.art.mesh.triangle_count; ++t)
		{
			double p[3][2];
			for (int k = 0; k < 3; ++k)
				for (int i = 0; i < 2; ++i)
					p[k][i] = (double)c.art.mesh.vertices[c.art.mesh.triangles[t][k]][i];
			double turn = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
			assert_true(up ? turn > 0 : turn < 0);
		}
		repair_case_end(&c);
		repair_case_end(&other);
	}
}

static void triangles_reversed_at_random_face_outwards_again(void **state)
{
	(void)state;
	shape_random random = {0x72u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		add_model(&c.art, &random);
		int64_t genus;
		double volume = whole_volume(&c.art, &genus);
		repair_case_reverse(&c.art, &random);
		repair_case_run(&c, STEP(ORIENT));
		assert_true(repair_case_sound(&c.art, 0));
		assert_int_equal(survey_case_genus(&c.art), genus);
		assert_true(c.rows[KILNCOOK_REPAIR_ORIENT].changed > 0);
		assert_true(fabs(repair_case_volume(&c.art) - volume) < 1e-6 * volume);
		repair_case_end(&c);
	}
}

static void a_model_inside_out_turns_with_its_cavity(void **state)
{
	(void)state;
	const double low[3] = {-2, -2, -2}, high[3] = {2, 3, 2}, near[3] = {-1, -1, -1}, far[3] = {1, 1, 1};
	for (int both = 0; both < 2; ++both)
	{
		repair_case c;
		repair_case_begin(&c);
		survey_case_box(&c.art, low, high, true);
		survey_case_box(&c.art, near, far, both);
		repair_case_run(&c, STEP(ORIENT));
		// The inner box keeps its sense with regard to the outer one: a cavity, or a solid of its own.
		assert_true(fabs(repair_case_volume(&c.art) - (both ? 80 + 8 : 80 - 8)) < 1e-9);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_ORIENT].changed, 24);
		repair_case_end(&c);
	}
}

static void sides_cut_on_one_side_only_are_cut_on_both(void **state)
{
	(void)state;
	shape_random random = {0x73u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		survey_case_torus(&c.art, 6, 5);
		int64_t genus;
		double volume = whole_volume(&c.art, &genus);
		uint32_t cuts = 1 + shape_below(&random, 12);
		// Cuts of triangles that were cut before are T-junctions on T-junctions.
		for (uint32_t i = 0; i < cuts; ++i)
			repair_case_cut(&c.art, &random, 1e-4);
		repair_case_run(&c, STEP(T_JUNCTIONS) | STEP(CRACKS));
		assert_true(repair_case_sound(&c.art, 0));
		assert_int_equal(survey_case_genus(&c.art), genus);
		assert_true(c.rows[KILNCOOK_REPAIR_T_JUNCTIONS].made >= 1);
		assert_true(fabs(repair_case_volume(&c.art) - volume) < 0.01 * volume);
		repair_case_end(&c);
	}
}

static void all_damage_at_once_is_repaired(void **state)
{
	(void)state;
	shape_random random = {0x74u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		add_model(&c.art, &random);
		int64_t genus;
		double volume = whole_volume(&c.art, &genus);
		for (int i = 0; i < 4; ++i)
			repair_case_cut(&c.art, &random, 0);
		repair_case_shatter(&c.art, &random, 1e-4);
		repair_case_reverse(&c.art, &random);
		survey_case_permute(&c.art, &random);
		repair_case_run(&c, KILNCOOK_REPAIR_ALL);
		assert_true(repair_case_sound(&c.art, 0));
		assert_int_equal(survey_case_genus(&c.art), genus);
		assert_true(fabs(repair_case_volume(&c.art) - volume) < 0.01 * volume);
		repair_case_end(&c);
	}
}

static void the_order_of_the_faces_changes_nothing(void **state)
{
	(void)state;
	shape_random random = {0x75u};
	for (int round = 0; round < 4; ++round)
	{
		repair_case c, d;
		repair_case_begin(&c);
		add_model(&c.art, &random);
		repair_case_cut(&c.art, &random, 1e-4);
		repair_case_shatter(&c.art, &random, 2e-4);
		repair_case_reverse(&c.art, &random);
		repair_case_begin(&d);
		survey_case_copy(&d.art, &c.art);
		survey_case_permute(&d.art, &random);
		repair_case_run(&c, KILNCOOK_REPAIR_ALL);
		repair_case_run(&d, KILNCOOK_REPAIR_ALL);
		assert_memory_equal(c.rows, d.rows, sizeof c.rows);
		assert_true(repair_case_same_surface(&c.art.mesh, &d.art.mesh));
		repair_case_end(&c);
		repair_case_end(&d);
	}
}

static void dropped_faces_are_closed(void **state)
{
	(void)state;
	shape_random random = {0x76u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		survey_case_sphere(&c.art, 8, 10, origin, 3);
		int64_t genus;
		double volume = whole_volume(&c.art, &genus);
		uint32_t triangles = c.art.triangle_count, drops = 1 + shape_below(&random, 6);
		// Faces that are dropped side by side make a larger hole, or holes that share a vertex.
		for (uint32_t i = 0; i < drops; ++i)
			survey_case_drop(&c.art, shape_below(&random, c.art.triangle_count));
		if (round & 1)
			repair_case_reverse(&c.art, &random);
		repair_case_run(&c, KILNCOOK_REPAIR_ALL);
		assert_true(repair_case_sound(&c.art, 0));
		assert_int_equal(survey_case_genus(&c.art), genus);
		assert_int_equal(c.art.mesh.triangle_count, triangles);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_HOLES].made, drops);
		assert_true(fabs(repair_case_volume(&c.art) - volume) < 0.05 * volume);
		repair_case_end(&c);
	}
}

/// The triangulation of least area by trying all of them.
static double least_area(const double (*p)[3], uint32_t i, uint32_t k)
{
	double best = k - i < 2 ? 0 : (double)INFINITY;
	for (uint32_t m = i + 1; m < k; ++m)
	{
		double u[3], v[3], n = 0;
		for (int a = 0; a < 3; ++a)
		{
			u[a] = p[m][a] - p[i][a];
			v[a] = p[k][a] - p[i][a];
		}
		for (int a = 0; a < 3; ++a)
		{
			double x = u[(a + 1) % 3] * v[(a + 2) % 3] - u[(a + 2) % 3] * v[(a + 1) % 3];
			n += x * x;
		}
		best = fmin(best, sqrt(n) / 2 + least_area(p, i, m) + least_area(p, m, k));
	}
	return best;
}

static void a_hole_is_closed_by_the_least_area(void **state)
{
	(void)state;
	shape_random random = {0x77u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		// A cone below a wavy rim, whose fan is the only surface there is.
		repair_case c;
		double rim[9][3], area = 0;
		uint32_t corners = 4 + shape_below(&random, 6);
		repair_case_begin(&c);
		uint32_t tip = survey_case_vertex(&c.art, 0, 0, -9);
		for (uint32_t i = 0; i < corners; ++i)
		{
			double turn = 6.283185307179586 * i / corners;
			uint32_t v = survey_case_vertex(&c.art, cos(turn), sin(turn), shape_share(&random));
			for (int k = 0; k < 3; ++k)
				rim[i][k] = (double)c.art.positions[v][k];
		}
		for (uint32_t i = 0; i < corners; ++i)
			survey_case_triangle(&c.art, tip, 1 + (i + 1) % corners, 1 + i);
		repair_case_run(&c, STEP(HOLES) | STEP(ORIENT));
		assert_true(repair_case_sound(&c.art, 0));
		assert_true(repair_case_volume(&c.art) > 0);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_HOLES].made, corners - 2);
		area = c.art.s.components[0].area - c.copy.s.components[0].area;
		assert_true(fabs(area - least_area((const double(*)[3])rim, 0, corners - 1)) < 1e-5);
		repair_case_end(&c);
	}
}

static void a_tolerance_of_0_closes_holes_too(void **state)
{
	(void)state;
	repair_case c;
	repair_case_begin(&c);
	c.art.options.tolerance = 0;
	survey_case_torus(&c.art, 8, 6);
	c.art.triangle_count -= 1;
	repair_case_run(&c, STEP(HOLES));
	assert_int_equal(c.rows[KILNCOOK_REPAIR_HOLES].changed, 1);
	assert_true(repair_case_sound(&c.art, 0));
	repair_case_end(&c);
}

static void inner_parts_go_and_cavities_stay(void **state)
{
	(void)state;
	for (int sticks_out = 0; sticks_out < 2; ++sticks_out)
	{
		repair_case c;
		repair_case_begin(&c);
		survey_case_box(&c.art, (const double[3]){0, 0, 0}, (const double[3]){9, 9, 9}, false);
		survey_case_box(&c.art, (const double[3]){1, 1, 1}, (const double[3]){4, 4, 4}, true);
		survey_case_box(&c.art, (const double[3]){2, 2, 2}, (const double[3]){3, 3, 3}, false);
		survey_case_box(&c.art, (const double[3]){5, 5, 5}, (const double[3]){8, 8, 8}, false);
		survey_case_box(&c.art, (const double[3]){6, 6, 6}, (const double[3]){7, 7, 7}, true);
		if (sticks_out)
			survey_case_box(&c.art, (const double[3]){5, 1, 0}, (const double[3]){7, 3, 4}, false);
		repair_case_run(&c, STEP(INNER));
		// The solid in the cavity goes, and the other solid with its own cavity. A box that touches the outer one stays.
		assert_int_equal(c.rows[KILNCOOK_REPAIR_INNER].changed, 3);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_INNER].left, sticks_out);
		assert_true(fabs(repair_case_volume(&c.art) - (729 - 27 + (sticks_out ? 16 : 0))) < 1e-9);
		repair_case_end(&c);
	}
}

static void a_cavity_of_an_open_part_stays(void **state)
{
	(void)state;
	shape_random random = {0x77u};
	for (int round = 0; round < 8; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		survey_case_sphere(&c.art, 10, 14, origin, 3);
		const uint32_t outer = c.art.triangle_count;
		survey_case_sphere(&c.art, 6, 8, (const double[3]){0.5, 0, -0.25}, 1);
		survey_case_turn_from(&c.art, outer);
		int64_t genus;
		const double volume = whole_volume(&c.art, &genus);
		survey_case_drop(&c.art, shape_below(&random, outer));
		if (round & 1)
			repair_case_reverse(&c.art, &random);
		repair_case_run(&c, KILNCOOK_REPAIR_ALL);
		assert_int_equal(c.art.s.adjacency.component_count, 2);
		assert_true(repair_case_sound(&c.art, 0));
		assert_int_equal(survey_case_genus(&c.art), genus);
		assert_true(fabs(repair_case_volume(&c.art) - volume) < 0.02 * volume);
		repair_case_end(&c);
	}
}

static void a_sound_mesh_stays_byte_for_byte(void **state)
{
	(void)state;
	repair_case c;
	repair_case_begin(&c);
	survey_case_torus(&c.art, 8, 6);
	repair_case_run(&c, KILNCOOK_REPAIR_ALL);
	assert_int_equal(c.art.mesh.vertex_count, c.copy.mesh.vertex_count);
	assert_memory_equal(c.art.mesh.vertices, c.copy.mesh.vertices, c.copy.mesh.vertex_count * sizeof(float[3]));
	assert_memory_equal(c.art.mesh.triangles, c.copy.mesh.triangles, c.copy.mesh.triangle_count * sizeof(uint32_t[3]));
	repair_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_shattered_model_is_whole_again),
		cmocka_unit_test(equal_areas_keep_the_winding_of_the_lowest_triangle),
		cmocka_unit_test(triangles_reversed_at_random_face_outwards_again),
		cmocka_unit_test(a_model_inside_out_turns_with_its_cavity),
		cmocka_unit_test(sides_cut_on_one_side_only_are_cut_on_both),
		cmocka_unit_test(all_damage_at_once_is_repaired),
		cmocka_unit_test(the_order_of_the_faces_changes_nothing),
		cmocka_unit_test(dropped_faces_are_closed),
		cmocka_unit_test(a_hole_is_closed_by_the_least_area),
		cmocka_unit_test(a_tolerance_of_0_closes_holes_too),
		cmocka_unit_test(inner_parts_go_and_cavities_stay),
		cmocka_unit_test(a_cavity_of_an_open_part_stays),
		cmocka_unit_test(a_sound_mesh_stays_byte_for_byte),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
