// SPDX-License-Identifier: MIT
// Simplified meshes that are not manifold: verdicts stay, the bound holds, and most triangles go.

#include "simplify_mesh_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

/// Simplifies copies of a mesh by error and by number, with borders that stay and that move. Returns the fewest triangles left of
/// each kind in `least`, borders that stay first.
static void simplify_in_all_ways(const survey_case *from, uint32_t least[2])
{
	double size = 0;
	for (uint32_t i = 0; i < 3 * from->vertex_count; ++i)
		size = fmax(size, fabs((double)from->positions[i / 3][i % 3]));
	for (int i = 0; i < 6; ++i)
	{
		static const double errors[3] = {0.002, 0.05, 0};
		survey_case c;
		survey_case_begin(&c);
		survey_case_copy(&c, from);
		c.options.pairs = false;
		survey_case_run(&c);
		const simplify_mesh_options options = {.error = errors[i % 3] * size, .triangles = 1, .borders_move = i >= 3};
		uint32_t left = simplify_mesh_case_with(&c, &options).after;
		if (i % 3 == 0 || left < least[i / 3])
			least[i / 3] = left;
		survey_case_end(&c);
	}
}

/// A page of n x m cells from the spine x = y = 0 outwards, over an angle, wavy. The spine's vertices are 0 .. n.
static void add_page(survey_case *c, uint32_t n, uint32_t m, double angle)
{
	uint32_t first = c->vertex_count;
	for (uint32_t x = 1; x <= m; ++x)
		for (uint32_t z = 0; z <= n; ++z)
		{
			double bend = angle + 0.02 * sin(0.7 * x) * sin(0.5 * z);
			survey_case_vertex(c, x * cos(bend), x * sin(bend), z);
		}
	for (uint32_t x = 0; x < m; ++x)
		for (uint32_t z = 0; z < n; ++z)
		{
			uint32_t a = x == 0 ? z : first + (x - 1) * (n + 1) + z, b = first + x * (n + 1) + z;
			survey_case_triangle(c, a, b, b + 1);
			survey_case_triangle(c, a, b + 1, a + 1);
		}
}

static void books_keep_their_pages(void **state)
{
	(void)state;
	for (uint32_t pages = 3; pages <= 6; ++pages)
	{
		survey_case c;
		uint32_t least[2];
		survey_case_begin(&c);
		for (uint32_t z = 0; z <= 12; ++z)
			survey_case_vertex(&c, 0, 0, z);
		for (uint32_t i = 0; i < pages; ++i)
			add_page(&c, 12, 6, 6.283185307179586 * i / pages);
		simplify_in_all_ways(&c, least);
		// A page is a disc with a border of 6 + 12 + 6 edges, and a spine of which one edge is left.
		assert_true(least[0] >= 23 * pages && least[0] <= 24 * pages);
		assert_true(least[1] >= pages && least[1] <= 2 * pages);
		survey_case_end(&c);
	}
}

static void spheres_that_share_stay_apart(void **state)
{
	(void)state;
	// 0: a vertex; 1: an edge; 2: a meridian, along which both surfaces go.
	for (int shared = 0; shared < 3; ++shared)
	{
		survey_case c;
		uint32_t least[2];
		const double centre[3] = {0, 0, 0};
		survey_case_begin(&c);
		survey_case_sphere(&c, 12, 16, centre, 1);
		const uint32_t one = c.vertex_count, triangles = c.triangle_count;
		// The second sphere is the first one in a mirror that touches it at the largest x.
		double right = -1;
		for (uint32_t i = 0; i < one; ++i)
			right = fmax(right, (double)c.positions[i][0]);
		uint32_t ends[2] = {0, 0}, numbers[400];
		for (uint32_t i = 0; i < one; ++i)
			if ((double)c.positions[i][0] >= right)
				ends[0] = i;
		for (uint32_t i = 0; i < 3 * triangles; ++i)
			if (c.corners[i] == ends[0] && fabs((double)c.positions[c.corners[i / 3 * 3 + (i + 1) % 3]][1]) < 1e-6)
				ends[1] = c.corners[i / 3 * 3 + (i + 1) % 3];
		assert_true(one <= 400 && ends[1] != ends[0]);
		for (uint32_t i = 0; i < one; ++i)
		{
			bool same = i == ends[0] || (shared > 0 && i == ends[1]) ||
						(shared > 1 && c.positions[i][0] > 0 && fabs((double)c.positions[i][1]) < 1e-6 &&
							fabs((double)c.positions[i][2]) < 0.8);
			numbers[i] = same ? i
							  : survey_case_vertex(&c, 2 * right - (double)c.positions[i][0], (double)c.positions[i][1],
									(double)c.positions[i][2]);
		}
		for (uint32_t i = 0; i < triangles; ++i)
			survey_case_triangle(
				&c, numbers[c.corners[3 * i]], numbers[c.corners[3 * i + 2]], numbers[c.corners[3 * i + 1]]);
		simplify_in_all_ways(&c, least);
		assert_true(least[0] >= 8 && least[0] <= 40 && least[1] == least[0]);
		survey_case_end(&c);
	}
}

static void doubled_sheets_stay_two(void **state)
{
	(void)state;
	survey_case c;
	uint32_t least[2];
	survey_case_begin(&c);
	// Cells cut along one diagonal below, along the other one above: edges of the grid have four triangles.
	for (uint32_t i = 0; i < 15 * 15; ++i)
		survey_case_vertex(&c, i % 15, i / 15, sin(0.4 * (i % 15)) * sin(0.3 * (i / 15)));
	for (uint32_t i = 0; i < 14 * 14; ++i)
	{
		uint32_t a = i / 14 * 15 + i % 14, b = a + 1, d = a + 15, e = a + 16;
		survey_case_triangle(&c, a, b, e);
		survey_case_triangle(&c, a, e, d);
		survey_case_triangle(&c, b, a, d);
		survey_case_triangle(&c, b, d, e);
	}
	simplify_in_all_ways(&c, least);
	survey_case_end(&c);
}

static void flaps_go_where_borders_move(void **state)
{
	(void)state;
	survey_case c;
	uint32_t least[2];
	survey_case_begin(&c);
	survey_case_torus(&c, 24, 24);
	const uint32_t triangles = c.triangle_count;
	for (uint32_t i = 0; i < triangles; i += 20)
	{
		const uint32_t a = c.corners[3 * i], b = c.corners[3 * i + 1];
		const float *p = c.positions[a];
		uint32_t tip = survey_case_vertex(&c, 1.01 * (double)p[0], 1.01 * (double)p[1], 1.01 * (double)p[2] + 0.01);
		survey_case_triangle(&c, a, b, tip);
	}
	simplify_in_all_ways(&c, least);
	assert_true(least[0] < triangles / 3 && least[1] < least[0] / 2);
	survey_case_end(&c);
}

static void soups_and_damaged_solids_keep_their_verdicts(void **state)
{
	(void)state;
	shape_random random = {1804};
	for (int kind = 0; kind < 8; ++kind)
	{
		survey_case c;
		uint32_t least[2];
		survey_case_begin(&c);
		if (kind % 4 == 0)
			survey_case_glued(&c, 20, 6 + (uint32_t)kind / 4, kind % 8 == 4, true);
		if (kind % 4 == 1)
			survey_case_torus(&c, 14, 14);
		for (int i = 0; kind % 4 >= 2 && i < 250; ++i)
		{
			// On a coarse lattice triangles share vertices and edges.
			uint32_t v[3];
			double size = kind % 4 == 2 ? 4 : 6;
			for (int k = 0; k < 3; ++k)
			{
				double x = shape_share(&random), y = shape_share(&random), z = shape_share(&random);
				v[k] = survey_case_vertex(&c, floor(size * x), floor(size * y), kind % 4 == 2 ? floor(size * z) : 0);
			}
			survey_case_triangle(&c, v[0], v[1], v[2]);
		}
		// Damage: faces dropped, turned, and joined to vertices elsewhere.
		for (uint32_t i = 0; kind % 4 < 2 && i < 12; ++i)
		{
			uint32_t at = (uint32_t)(shape_share(&random) * c.triangle_count) % c.triangle_count;
			uint32_t far = (uint32_t)(shape_share(&random) * c.vertex_count) % c.vertex_count;
			if (i % 3 == 0)
				survey_case_drop(&c, at);
			else if (i % 3 == 1)
				survey_case_turn(&c, at);
			else
				survey_case_triangle(&c, c.corners[3 * at], c.corners[3 * at + 1], far);
		}
		simplify_in_all_ways(&c, least);
		survey_case_end(&c);
	}
}

static void fans_of_many_triangles_end_soon(void **state)
{
	(void)state;
	survey_case c;
	uint32_t least[2];
	survey_case_begin(&c);
	// A double pyramid over a circle, whose tips have more triangles than are searched.
	const uint32_t n = 1100, low = survey_case_vertex(&c, 0, 0, -1), high = survey_case_vertex(&c, 0, 0, 1);
	for (uint32_t i = 0; i < n; ++i)
		survey_case_vertex(&c, cos(6.283185307179586 * i / n), sin(6.283185307179586 * i / n), 0);
	for (uint32_t i = 0; i < n; ++i)
	{
		survey_case_triangle(&c, 2 + i, 2 + (i + 1) % n, high);
		survey_case_triangle(&c, 2 + (i + 1) % n, 2 + i, low);
	}
	simplify_in_all_ways(&c, least);
	assert_true(least[0] <= 40);
	survey_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(books_keep_their_pages),
		cmocka_unit_test(spheres_that_share_stay_apart),
		cmocka_unit_test(doubled_sheets_stay_two),
		cmocka_unit_test(flaps_go_where_borders_move),
		cmocka_unit_test(soups_and_damaged_solids_keep_their_verdicts),
		cmocka_unit_test(fans_of_many_triangles_end_soon),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
