// SPDX-License-Identifier: MIT
// Self-intersections are cut: afterwards triangles meet only in whole sides and corners, by a check of all pairs that shares no code
// with the search; the surface is where it was, whatever the order of the triangles.

#include "exact/exact.h"
#include "repair_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

/// A triangle's corners in doubles.
typedef struct corners
{
	double at[3][3];
} corners;

static corners take(const clean_mesh *mesh, uint32_t triangle)
{
	corners c;
	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < 3; ++i)
			c.at[k][i] = (double)mesh->vertices[mesh->triangles[triangle][k]][i];
	return c;
}

static bool same(const double a[3], const double b[3])
{
	return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool is_corner(const corners *t, const double p[3])
{
	return same(t->at[0], p) || same(t->at[1], p) || same(t->at[2], p);
}

/// A point off the triangle's plane, for signs within the plane.
static void lift(const corners *t, double out[3])
{
	// One of the three ways off the corner is off the plane.
	for (int i = 0; i < 3; ++i)
	{
		memcpy(out, t->at[0], sizeof t->at[0]);
		out[i] += 64;
		if (exact_orient3d(t->at[0], t->at[1], t->at[2], out) != 0)
			return;
	}
}

/// Whether a point of the triangle's plane is in the triangle.
static bool holds(const corners *t, const double p[3])
{
	double top[3];
	lift(t, top);
	int most = 0, least = 0;
	for (int k = 0; k < 3; ++k)
	{
		int side = exact_orient3d(t->at[k], t->at[(k + 1) % 3], top, p);
		most = side > most ? side : most;
		least = side < least ? side : least;
	}
	return most == 0 || least == 0;
}

/// Whether the side ab meets the triangle anywhere but in corners of the triangle that are its own ends, or along a side.
static bool side_meets(const double a[3], const double b[3], const corners *t)
{
	const double(*c)[3] = (const double(*)[3])t->at;
	int from = exact_orient3d(c[0], c[1], c[2], a), to = exact_orient3d(c[0], c[1], c[2], b);
	if (from == 0 && !is_corner(t, a) && holds(t, a))
		return true;
	if (to == 0 && !is_corner(t, b) && holds(t, b))
		return true;
	if (from * to < 0)
	{
		int most = 0, least = 0;
		for (int k = 0; k < 3; ++k)
		{
			int side = exact_orient3d(a, b, c[k], c[(k + 1) % 3]);
			most = side > most ? side : most;
			least = side < least ? side : least;
		}
		return most == 0 || least == 0;
	}
	if (from != 0 || to != 0)
		return false;
	double top[3];
	lift(t, top);
	for (int k = 0; k < 3; ++k)
	{
		const double *p = c[k], *q = c[(k + 1) % 3];
		if (exact_orient3d(a, b, top, p) * exact_orient3d(a, b, top, q) < 0 &&
			exact_orient3d(p, q, top, a) * exact_orient3d(p, q, top, b) < 0)
			return true;
	}
	return false;
}

/// Whether two triangles have the same corners.
static bool same_triangle(const corners *a, const corners *b)
{
	return is_corner(a, b->at[0]) && is_corner(a, b->at[1]) && is_corner(a, b->at[2]);
}

/// Counts the pairs of triangles that meet in something else than common sides and corners.
static uint32_t count_meeting(const clean_mesh *mesh)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		for (uint32_t k = i + 1; k < mesh->triangle_count; ++k)
		{
			corners a = take(mesh, i), b = take(mesh, k);
			bool meet = same_triangle(&a, &b);
			for (int n = 0; n < 3 && !meet; ++n)
				meet = side_meets(a.at[n], a.at[(n + 1) % 3], &b) || side_meets(b.at[n], b.at[(n + 1) % 3], &a);
			count += meet;
		}
	return count;
}

static const kilncook_repair_row *row_of(const repair_case *c)
{
	return &c->rows[KILNCOOK_REPAIR_SELF_INTERSECTIONS];
}

/// Runs the step, and expects that no two triangles cross or overlap afterwards.
static void cut_all(repair_case *c)
{
	repair_case_run(c, STEP(SELF_INTERSECTIONS));
	assert_true(count_meeting(&c->copy.mesh) > 0);
	assert_true(row_of(c)->changed > 0);
	assert_false(row_of(c)->undone);
	assert_int_equal(row_of(c)->left, 0);
	assert_int_equal(count_meeting(&c->art.mesh), 0);
}

static void crossing_boxes_meet_in_edges(void **state)
{
	(void)state;
	const double offsets[][3] = {{1.1, 0.9, 0.7}, {0.3, 0.3, 1.5}, {1, 0.5, 0.25}, {-0.7, 1.3, 1.9}};
	for (int i = 0; i < 4; ++i)
		for (int far = 0; far < 2; ++far)
		{
			repair_case c;
			repair_case_begin(&c);
			double base = far ? 4096 : 0, low[3], high[3], low_other[3], high_other[3];
			for (int k = 0; k < 3; ++k)
			{
				low[k] = base;
				high[k] = base + 2;
				low_other[k] = base + offsets[i][k];
				high_other[k] = base + offsets[i][k] + (k == 1 ? 2.3 : 2.6);
			}
			survey_case_box(&c.art, low, high, false);
			survey_case_box(&c.art, low_other, high_other, false);
			cut_all(&c);
			double volume = repair_case_volume(&c.copy);
			assert_true(fabs(repair_case_volume(&c.art) - volume) < 1e-3);
			// Closed and wound, with edges of four triangles.
			assert_true(c.art.s.counts[KILNCOOK_FAULT_NONMANIFOLD_EDGE] > 0);
			assert_int_equal(c.art.s.components[0].flags, KILN_MESH_FLAGS_KNOWN & ~KILN_MESH_MANIFOLD);
			repair_case_end(&c);
		}
}

static void the_outside_and_the_inside_of_crossing_boxes_come_apart(void **state)
{
	(void)state;
	repair_case c;
	repair_case_begin(&c);
	survey_case_box(&c.art, (const double[3]){0, 0, 0}, (const double[3]){2, 2, 2}, false);
	survey_case_box(&c.art, (const double[3]){1, 1, 1}, (const double[3]){3, 3, 3}, false);
	repair_case_run(&c, STEP(SELF_INTERSECTIONS) | STEP(NON_MANIFOLD));
	assert_true(row_of(&c)->changed > 0);
	for (uint32_t i = 0; i < c.art.s.adjacency.component_count; ++i)
		assert_int_equal(c.art.s.components[i].flags, KILN_MESH_FLAGS_KNOWN);
	assert_true(fabs(repair_case_volume(&c.art) - 16) < 1e-6);
	repair_case_end(&c);
}

static void spheres_and_tori_are_cut(void **state)
{
	(void)state;
	for (int round = 0; round < 4; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		const double centers[2][3] = {{0.1, 0.2, 0.3}, {0.9, 0.55, round ? 0.4 : 0.9}};
		if (round < 3)
			for (int i = 0; i < 2; ++i)
				survey_case_sphere(&c.art, 6, 7 + (uint32_t)round, centers[i], 1 - 0.1 * i);
		else
			survey_case_torus(&c.art, 15, 7);
		// A tube that runs around twice, and crosses itself once a round.
		for (uint32_t v = 0; round == 3 && v < c.art.vertex_count; ++v)
		{
			const double pi = 3.141592653589793;
			double u = 4 * pi * (v / 7) / 15, around = 2 * pi * (v % 7) / 7;
			double radius = 3 + 0.8 * cos(u / 2) + 0.6 * cos(around);
			c.art.positions[v][0] = (float)(radius * cos(u));
			c.art.positions[v][1] = (float)(radius * sin(u));
			c.art.positions[v][2] = (float)(0.6 * sin(around));
		}
		cut_all(&c);
		repair_case_end(&c);
	}
}

/// Adds a grid of cells on a plane.
static void add_sheet(
	survey_case *art, const double at[3], const double u[3], const double v[3], uint32_t m, uint32_t n)
{
	uint32_t first = art->vertex_count;
	for (uint32_t i = 0; i <= m; ++i)
		for (uint32_t k = 0; k <= n; ++k)
		{
			double p[3];
			for (int a = 0; a < 3; ++a)
				p[a] = at[a] + u[a] * i + v[a] * k;
			survey_case_vertex(art, p[0], p[1], p[2]);
		}
	for (uint32_t i = 0; i < m; ++i)
		for (uint32_t k = 0; k < n; ++k)
		{
			uint32_t a = first + i * (n + 1) + k, b = a + n + 1;
			survey_case_triangle(art, a, b, b + 1);
			survey_case_triangle(art, a, b + 1, a + 1);
		}
}

static double area_of(const clean_mesh *mesh)
{
	double sum = 0;
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
	{
		corners c = take(mesh, t);
		double n[3];
		for (int i = 0; i < 3; ++i)
		{
			int p = (i + 1) % 3, q = (i + 2) % 3;
			n[i] = (c.at[1][p] - c.at[0][p]) * (c.at[2][q] - c.at[0][q]) -
				   (c.at[1][q] - c.at[0][q]) * (c.at[2][p] - c.at[0][p]);
		}
		sum += sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
	}
	return sum;
}

static void overlaps_of_one_plane_become_one_surface(void **state)
{
	(void)state;
	const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, slant[3] = {1, 0, 0.5}, back[3] = {0.25, 1, 0.125};
	for (int round = 0; round < 2; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		add_sheet(&c.art, (const double[3]){0, 0, 0}, round ? slant : x, round ? back : y, 2, 2);
		add_sheet(&c.art, (const double[3]){0.5, 0.25, round ? 0.25 : 0}, round ? slant : x, round ? back : y, 2, 2);
		cut_all(&c);
		// Two sheets of four cells, of which 1.5 x 1.75 or less lie on each other.
		double before = area_of(&c.copy.mesh), after = area_of(&c.art.mesh);
		assert_true(after < before * 0.8 && after > before * 0.6);
		repair_case_end(&c);
	}
}

static void sheets_that_stand_on_sheets_stay(void **state)
{
	(void)state;
	repair_case c;
	repair_case_begin(&c);
	add_sheet(&c.art, (const double[3]){0, 0, 0}, (const double[3]){1, 0, 0}, (const double[3]){0, 1, 0}, 3, 3);
	add_sheet(
		&c.art, (const double[3]){0.25, 0.5, 0}, (const double[3]){0.75, 0.5, 0}, (const double[3]){0, 0, 1}, 3, 1);
	// Nothing crosses. An edge of three triangles would make the surface one that can't be wound.
	repair_case_run(&c, STEP(SELF_INTERSECTIONS));
	assert_int_equal(row_of(&c)->left, 0);
	assert_int_equal(row_of(&c)->changed, 0);
	repair_case_end(&c);
}

/// Adds triangles at random places: on a coarse lattice, which makes contacts of all kinds, or with needles among them.
static void add_soup(survey_case *art, shape_random *random, uint32_t count, int kind)
{
	for (uint32_t t = 0; t < count; ++t)
	{
		uint32_t corner[3];
		double middle[3], at[3];
		for (int i = 0; i < 3; ++i)
			middle[i] = shape_share(random);
		for (int k = 0; k < 3; ++k)
		{
			for (int i = 0; i < 3; ++i)
			{
				double reach = kind == 2 && k == 1 ? 1e-4 : 0.5, share = shape_share(random) - 0.5;
				at[i] = middle[i] + reach * share;
				if (kind == 1)
					at[i] = (double)shape_below(random, 4);
				if (kind == 3)
					at[i] += 1000;
			}
			if (kind == 2 && k == 1)
				for (int i = 0; i < 3; ++i)
					at[i] += (double)art->positions[corner[0]][i] - middle[i];
			corner[k] = survey_case_vertex(art, at[0], at[1], at[2]);
		}
		survey_case_triangle(art, corner[0], corner[1], corner[2]);
	}
}

static void soups_are_cut_or_stay(void **state)
{
	(void)state;
	shape_random random = {0x5e1fu};
	uint32_t clean[4] = {0};
	for (uint32_t round = 0; round < 48; ++round)
	{
		repair_case c;
		repair_case_begin(&c);
		add_soup(&c.art, &random, 6 + round / 2, (int)(round % 4));
		repair_case_run(&c, STEP(SELF_INTERSECTIONS));
		if (row_of(&c)->left == 0 && !row_of(&c)->undone)
		{
			++clean[round % 4];
			assert_int_equal(count_meeting(&c.art.mesh), 0);
		}
		repair_case_end(&c);
	}
	print_message("soups without a crossing left: %u %u %u %u of 12\n", clean[0], clean[1], clean[2], clean[3]);
	assert_true(clean[0] >= 10 && clean[3] >= 6);
}

static int compare_rows(const void *left, const void *right)
{
	return memcmp(left, right, 9 * sizeof(float));
}

/// Lists the triangles by the positions of their corners, each from its lowest corner on.
static float (*list_positions(const clean_mesh *mesh))[9]
{
	float(*rows)[9] = calloc(mesh->triangle_count, sizeof *rows);
	assert_non_null(rows);
	for (uint32_t t = 0; t < mesh->triangle_count; ++t)
	{
		const uint32_t *c = mesh->triangles[t];
		uint32_t low = 0;
		for (uint32_t k = 1; k < 3; ++k)
			if (survey_compare_positions(mesh->vertices[c[k]], mesh->vertices[c[low]]) < 0)
				low = k;
		for (uint32_t k = 0; k < 3; ++k)
			for (int i = 0; i < 3; ++i)
				rows[t][3 * k + (uint32_t)i] = mesh->vertices[c[(low + k) % 3]][i] + 0.0f;
	}
	qsort(rows, mesh->triangle_count, sizeof *rows, compare_rows);
	return rows;
}

static void the_order_of_triangles_does_not_matter(void **state)
{
	(void)state;
	for (uint32_t round = 0; round < 12; ++round)
	{
		repair_case c, d;
		shape_random random = {0xacedu + round}, again = random, shuffle = {0x77u + round};
		repair_case_begin(&c);
		repair_case_begin(&d);
		add_soup(&c.art, &random, 20, (int)(round % 4));
		add_soup(&d.art, &again, 20, (int)(round % 4));
		survey_case_permute(&d.art, &shuffle);
		repair_case_run(&c, STEP(SELF_INTERSECTIONS));
		repair_case_run(&d, STEP(SELF_INTERSECTIONS));
		assert_int_equal(c.art.mesh.triangle_count, d.art.mesh.triangle_count);
		float(*first)[9] = list_positions(&c.art.mesh), (*second)[9] = list_positions(&d.art.mesh);
		assert_memory_equal(first, second, c.art.mesh.triangle_count * sizeof *first);
		free(first);
		free(second);
		repair_case_end(&c);
		repair_case_end(&d);
	}
}

static void sound_surfaces_stay(void **state)
{
	(void)state;
	repair_case c;
	repair_case_begin(&c);
	survey_case_sphere(&c.art, 6, 7, (const double[3]){0, 0, 0}, 1);
	survey_case_sphere(&c.art, 6, 7, (const double[3]){0, 0, 0}, 0.5);
	repair_case_run(&c, STEP(SELF_INTERSECTIONS));
	assert_int_equal(row_of(&c)->changed, 0);
	repair_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crossing_boxes_meet_in_edges),
		cmocka_unit_test(the_outside_and_the_inside_of_crossing_boxes_come_apart),
		cmocka_unit_test(spheres_and_tori_are_cut),
		cmocka_unit_test(overlaps_of_one_plane_become_one_surface),
		cmocka_unit_test(sheets_that_stand_on_sheets_stay),
		cmocka_unit_test(soups_are_cut_or_stay),
		cmocka_unit_test(the_order_of_triangles_does_not_matter),
		cmocka_unit_test(sound_surfaces_stay),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
