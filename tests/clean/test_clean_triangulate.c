// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "clean/triangulate.h"
#include "clean_shapes.h"
#include "exact/exact.h"

static const kilncook_context context;
static shape_polygon polygon;

static void cut(clean_triangulation *result)
{
	*result = (clean_triangulation){0};
	assert_true(clean_triangulate(
		&context, result, (const float(*)[3])polygon.positions, polygon.corners, polygon.ends, polygon.contour_count));
}

/// Twice the signed area of all contours.
static double polygon_area(void)
{
	double area = 0.0;
	uint32_t first = 0;
	for (uint32_t k = 0; k < polygon.contour_count; ++k)
	{
		for (uint32_t i = first; i < polygon.ends[k]; ++i)
		{
			uint32_t next = i + 1 == polygon.ends[k] ? first : i + 1;
			area += shape_cross(polygon.positions[first], polygon.positions[i], polygon.positions[next]);
		}
		first = polygon.ends[k];
	}
	return area;
}

static double triangles_area(const clean_triangulation *result)
{
	double area = 0.0;
	for (uint32_t i = 0; i < result->triangle_count; ++i)
	{
		const uint32_t *t = result->triangles[i];
		area += shape_cross(polygon.positions[t[0]], polygon.positions[t[1]], polygon.positions[t[2]]);
	}
	return area;
}

static uint32_t count_flat(const clean_triangulation *result)
{
	uint32_t flat = 0;
	for (uint32_t i = 0; i < result->triangle_count; ++i)
	{
		const uint32_t *t = result->triangles[i];
		flat += exact_collinear(polygon.positions[t[0]], polygon.positions[t[1]], polygon.positions[t[2]]);
	}
	return flat;
}

/// Checks that no triangle is inverted. Together with the correct sum of areas, and the cancelling of inner edges that
/// a cut guarantees, this proves that every point of the polygon is covered exactly once.
static void assert_none_inverted(const clean_triangulation *result)
{
	for (uint32_t i = 0; i < result->triangle_count; ++i)
	{
		const uint32_t *t = result->triangles[i];
		assert_true(shape_cross(polygon.positions[t[0]], polygon.positions[t[1]], polygon.positions[t[2]]) >= 0.0);
	}
}

static uint32_t cover_count(const clean_triangulation *result, float x, float y)
{
	const float p[3] = {x, y, 0.0f};
	uint32_t count = 0;
	for (uint32_t i = 0; i < result->triangle_count; ++i)
	{
		const uint32_t *t = result->triangles[i];
		const float *a = polygon.positions[t[0]], *b = polygon.positions[t[1]], *c = polygon.positions[t[2]];
		count += shape_cross(a, b, p) > 0.0 && shape_cross(b, c, p) > 0.0 && shape_cross(c, a, p) > 0.0;
	}
	return count;
}

static void add_lattice(shape_polygon *to, int x, int y)
{
	shape_add(to, (double)x, (double)y, 0.0);
}

static void squares_with_holes_and_touching_corners_are_covered_once(void **state)
{
	(void)state;
	shape_random random = {0x1234567u};
	uint32_t holes = 0;
	for (int round = 0; round < 400; ++round)
	{
		shape_cells cells;
		shape_grow(&random, 1 + shape_below(&random, 180), &cells);
		shape_trace(&cells, add_lattice, &polygon);
		holes += polygon.contour_count - 1;
		clean_triangulation result;
		cut(&result);
		assert_int_equal(result.triangle_count, polygon.count + 2 * (polygon.contour_count - 1) - 2);
		assert_int_equal(result.forced, 0);
		assert_true(triangles_area(&result) == 2.0 * cells.count);
		assert_true(polygon_area() == 2.0 * cells.count);
		assert_none_inverted(&result);
		assert_int_equal(count_flat(&result), 0);
		for (int i = 0; i < 40; ++i)
		{
			uint32_t x = shape_below(&random, SHAPE_GRID + 2), y = shape_below(&random, SHAPE_GRID + 2);
			float fx = (float)x + (float)(0.1 + 0.8 * shape_share(&random));
			float fy = (float)y + (float)(0.1 + 0.8 * shape_share(&random));
			uint32_t cover = cover_count(&result, fx, fy);
			// A sample on an inner edge is counted by no triangle.
			assert_true(cells.filled[y][x] ? cover <= 1 : cover == 0);
		}
		clean_triangulation_free(&context, &result);
	}
	assert_true(holes > 400);
}

/// Twice the area vector of a run of triangles or of the contours, whatever their shape.
static void area_vector_of_triangles(const clean_triangulation *result, double area[3])
{
	area[0] = area[1] = area[2] = 0.0;
	for (uint32_t i = 0; i < result->triangle_count; ++i)
	{
		const uint32_t *t = result->triangles[i];
		double normal[3];
		shape_normal(polygon.positions[t[0]], polygon.positions[t[1]], polygon.positions[t[2]], normal);
		for (int k = 0; k < 3; ++k)
			area[k] += normal[k];
	}
}

static void area_vector_of_contour(double area[3])
{
	area[0] = area[1] = area[2] = 0.0;
	for (uint32_t i = 1; i + 1 < polygon.count; ++i)
	{
		double normal[3];
		shape_normal(polygon.positions[0], polygon.positions[i], polygon.positions[i + 1], normal);
		for (int k = 0; k < 3; ++k)
			area[k] += normal[k];
	}
}

static void a_plane_in_space_is_cut_like_one_on_paper(void **state)
{
	(void)state;
	shape_random random = {0x77777u};
	for (int round = 0; round < 200; ++round)
	{
		shape_cells cells;
		shape_grow(&random, 2 + shape_below(&random, 100), &cells);
		shape_trace(&cells, add_lattice, &polygon);
		// Whole numbers keep the map exact; the normal is (-p, -q, 1) up to a rotation of the axes and a flip.
		double p = (double)shape_below(&random, 9) - 4.0, q = (double)shape_below(&random, 9) - 4.0;
		uint32_t turn = shape_below(&random, 3), flip = shape_below(&random, 2);
		for (uint32_t i = 0; i < polygon.count; ++i)
		{
			double x = (double)polygon.positions[i][flip], y = (double)polygon.positions[i][1 - flip];
			double out[3] = {x, y, p * x + q * y};
			for (uint32_t k = 0; k < 3; ++k)
				polygon.positions[i][(k + turn) % 3] = (float)out[k];
		}
		clean_triangulation result;
		cut(&result);
		double sign = flip ? -1.0 : 1.0, area[3];
		area_vector_of_triangles(&result, area);
		assert_true(area[(turn + 2) % 3] == sign * 2.0 * cells.count);
		assert_true(area[turn] == -p * sign * 2.0 * cells.count);
		assert_int_equal(result.forced, 0);
		assert_int_equal(count_flat(&result), 0);
		for (uint32_t i = 0; i < result.triangle_count; ++i)
		{
			double normal[3];
			const uint32_t *t = result.triangles[i];
			shape_normal(polygon.positions[t[0]], polygon.positions[t[1]], polygon.positions[t[2]], normal);
			assert_true(sign * normal[(turn + 2) % 3] > 0.0);
		}
		clean_triangulation_free(&context, &result);
	}
}

static bool segments_touch(const float a[3], const float b[3], const float c[3], const float d[3])
{
	double abc = shape_cross(a, b, c), abd = shape_cross(a, b, d);
	double cda = shape_cross(c, d, a), cdb = shape_cross(c, d, b);
	if (abc * abd > 0.0 || cda * cdb > 0.0)
		return false;
	for (int k = 0; k < 2; ++k)
		if (fmaxf(a[k], b[k]) < fminf(c[k], d[k]) || fmaxf(c[k], d[k]) < fminf(a[k], b[k]))
			return false;
	return true;
}

/// Whether edges i and j of the only contour intersect where they must not.
static bool edges_conflict(uint32_t i, uint32_t j)
{
	uint32_t n = polygon.count, i1 = (i + 1) % n, j1 = (j + 1) % n;
	if (i1 == j || j1 == i)
	{
		uint32_t shared = i1 == j ? j : i, before = i1 == j ? i : j, after = i1 == j ? j1 : i1;
		const float *a = polygon.positions[before], *b = polygon.positions[shared], *c = polygon.positions[after];
		double ahead = ((double)b[0] - (double)a[0]) * ((double)c[0] - (double)b[0]) +
					   ((double)b[1] - (double)a[1]) * ((double)c[1] - (double)b[1]);
		return shape_cross(a, b, c) == 0.0 && ahead <= 0.0;
	}
	return segments_touch(polygon.positions[i], polygon.positions[i1], polygon.positions[j], polygon.positions[j1]);
}

/// Makes random points; reverses their order between crossing edges until no edges cross. False when this does not end.
static bool make_simple(shape_random *random, uint32_t count, uint32_t range)
{
	polygon.count = polygon.contour_count = 0;
	for (uint32_t i = 0; i < count; ++i)
		shape_add(&polygon, (double)shape_below(random, range), (double)shape_below(random, range), 0.0);
	shape_end_contour(&polygon);
	for (int tries = 0; tries < 3000; ++tries)
	{
		bool conflict = false;
		for (uint32_t i = 0; i < count && !conflict; ++i)
			for (uint32_t j = i + 1; j < count && !conflict; ++j)
				if (edges_conflict(i, j))
				{
					conflict = true;
					for (uint32_t a = i + 1, b = j; a < b; ++a, --b)
						for (int k = 0; k < 3; ++k)
						{
							float swap = polygon.positions[a][k];
							polygon.positions[a][k] = polygon.positions[b][k];
							polygon.positions[b][k] = swap;
						}
				}
		if (!conflict)
			return true;
	}
	return false;
}

static void random_simple_polygons_are_covered_once(void **state)
{
	(void)state;
	shape_random random = {0xabcdefu};
	uint32_t made = 0;
	for (int round = 0; round < 1500; ++round)
	{
		// A small range makes many points collinear.
		uint32_t range = shape_below(&random, 2) ? 8 : 1000;
		if (!make_simple(&random, 3 + shape_below(&random, range == 8 ? 14 : 40), range))
			continue;
		double area = polygon_area();
		if (area <= 0.0)
			continue;
		++made;
		clean_triangulation result;
		cut(&result);
		assert_int_equal(result.triangle_count, polygon.count - 2);
		assert_int_equal(result.forced, 0);
		assert_true(triangles_area(&result) == area);
		assert_none_inverted(&result);
		assert_int_equal(count_flat(&result), 0);
		clean_triangulation_free(&context, &result);
	}
	assert_true(made > 400);
}

static void any_tangle_keeps_its_area_vector_and_ends(void **state)
{
	(void)state;
	shape_random random = {0x5eedu};
	for (int round = 0; round < 2000; ++round)
	{
		polygon.count = polygon.contour_count = 0;
		uint32_t count = 3 + shape_below(&random, 40), range = 1 + shape_below(&random, 12);
		bool flat = shape_below(&random, 2);
		for (uint32_t i = 0; i < count; ++i)
			shape_add(&polygon, (double)shape_below(&random, range), (double)shape_below(&random, range),
				flat ? 0.0 : (double)shape_below(&random, range));
		shape_end_contour(&polygon);
		clean_triangulation result;
		cut(&result);
		assert_int_equal(result.triangle_count, count - 2);
		double whole[3], parts[3];
		area_vector_of_contour(whole);
		area_vector_of_triangles(&result, parts);
		for (int k = 0; k < 3; ++k)
			assert_true(whole[k] == parts[k]);
		clean_triangulation_free(&context, &result);
	}
}

static void a_warped_polygon_is_looked_at_along_its_normal(void **state)
{
	(void)state;
	shape_random random = {0xdddu};
	uint32_t made = 0, simple = 0;
	for (int round = 0; round < 600; ++round)
	{
		if (!make_simple(&random, 12, 1000) || polygon_area() <= 400000.0)
			continue;
		// The corners are moved into the plane x + y + z = 0 and then displaced from it.
		for (uint32_t i = 0; i < polygon.count; ++i)
		{
			double x = (double)polygon.positions[i][0] * 1.7320508, y = (double)polygon.positions[i][1];
			double out[3] = {x + y, y - x, -2.0 * y}, h = (double)shape_below(&random, 400);
			for (int k = 0; k < 3; ++k)
				polygon.positions[i][k] = (float)(out[k] + h);
		}
		clean_triangulation result;
		cut(&result);
		++made;
		simple += result.forced == 0;
		clean_triangulation_free(&context, &result);
	}
	// Some are simple in no projection. With projections along the axes only, about half would be.
	assert_true(made > 100);
	assert_true(simple * 10 > made * 9);
}

static void load_quad(const double corners[4][3], uint32_t first)
{
	polygon.count = polygon.contour_count = 0;
	for (uint32_t i = 0; i < 4; ++i)
		shape_add(&polygon, corners[(i + first) % 4][0], corners[(i + first) % 4][1], corners[(i + first) % 4][2]);
	shape_end_contour(&polygon);
}

/// Whether some triangle has no corner at `corner`, that is, whether the cut does not start there.
static bool diagonal_avoids(const clean_triangulation *result, const double corner[3])
{
	for (uint32_t i = 0; i < 2; ++i)
	{
		bool found = false;
		for (int k = 0; k < 3; ++k)
		{
			const float *p = polygon.positions[result->triangles[i][k]];
			found |= (double)p[0] == corner[0] && (double)p[1] == corner[1] && (double)p[2] == corner[2];
		}
		if (!found)
			return true;
	}
	return false;
}

static void a_polygon_is_as_thick_as_its_corners_are_apart_along_its_normal(void **state)
{
	(void)state;
	shape_random random = {0x71c4u};
	for (int round = 0; round < 600; ++round)
	{
		polygon.count = polygon.contour_count = 0;
		uint32_t count = 4 + shape_below(&random, 5);
		for (uint32_t i = 0; i < count; ++i)
		{
			double p[3];
			for (int k = 0; k < 3; ++k)
				p[k] = (double)shape_below(&random, 1000) - 500.0;
			shape_add(&polygon, p[0], p[1], p[2]);
		}
		shape_end_contour(&polygon);
		// The area vector by a fan around the origin, instead of one around the first corner.
		double normal[3] = {0}, low = INFINITY, high = -INFINITY;
		for (uint32_t i = 0; i < count; ++i)
			for (int k = 0; k < 3; ++k)
			{
				const float *a = polygon.positions[i], *b = polygon.positions[(i + 1) % count];
				int l = (k + 1) % 3, m = (k + 2) % 3;
				normal[k] += (double)a[l] * (double)b[m] - (double)a[m] * (double)b[l];
			}
		double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
		for (uint32_t i = 0; i < count; ++i)
		{
			const float *p = polygon.positions[i];
			double height = ((double)p[0] * normal[0] + (double)p[1] * normal[1] + (double)p[2] * normal[2]) / length;
			low = height < low ? height : low;
			high = height > high ? height : high;
		}
		clean_triangulation result;
		cut(&result);
		assert_true(fabs(result.thickness - (length > 0.0 ? high - low : 0.0)) <= 1e-9);
		clean_triangulation_free(&context, &result);
	}
}

static void quads_that_cross_themselves_are_forced_and_lines_are_not(void **state)
{
	(void)state;
	static const double bow[4][3] = {{0, 0, 0}, {4, 4, 0}, {4, 0, 0}, {0, 3, 0}};
	static const double even_bow[4][3] = {{0, 0, 0}, {4, 4, 0}, {4, 0, 0}, {0, 4, 0}};
	static const double line[4][3] = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {2, 2, 2}};
	static const double folded[4][3] = {{0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {1, 1, 0}};
	const struct
	{
		const double (*corners)[3];
		bool forced;
	} cases[] = {{bow, true}, {even_bow, true}, {line, false}, {folded, false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
		for (uint32_t first = 0; first < 4; ++first)
		{
			clean_triangulation result;
			load_quad(cases[i].corners, first);
			cut(&result);
			assert_int_equal(result.forced > 0, cases[i].forced);
			clean_triangulation_free(&context, &result);
		}
}

static void a_concave_quad_is_cut_from_its_dent(void **state)
{
	(void)state;
	const double dart[4][3] = {{0, 0, 0}, {10, 0, 1}, {2, 2, 0.5}, {0, 10, 2}};
	for (uint32_t first = 0; first < 4; ++first)
	{
		load_quad(dart, first);
		clean_triangulation result;
		cut(&result);
		assert_int_equal(result.triangle_count, 2);
		assert_false(diagonal_avoids(&result, dart[2]));
		assert_none_inverted(&result);
		clean_triangulation_free(&context, &result);
	}
}

static void a_convex_quad_is_cut_along_its_shorter_diagonal(void **state)
{
	(void)state;
	const double kite[4][3] = {{0, 0, 0}, {10, -1, 0}, {20, 0, 3}, {10, 1, 0}};
	const double square[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
	for (uint32_t first = 0; first < 4; ++first)
	{
		clean_triangulation result;
		load_quad(kite, first);
		cut(&result);
		assert_true(diagonal_avoids(&result, kite[0]));
		clean_triangulation_free(&context, &result);
		load_quad(square, first);
		cut(&result);
		assert_false(diagonal_avoids(&result, square[0]));
		clean_triangulation_free(&context, &result);
	}
}

static void a_quad_with_three_corners_in_line_has_no_flat_triangle(void **state)
{
	(void)state;
	const double quad[4][3] = {{0, 0, 0}, {1, 0, 0}, {4, 0, 0}, {0, 9, 0}};
	for (uint32_t first = 0; first < 4; ++first)
	{
		load_quad(quad, first);
		clean_triangulation result;
		cut(&result);
		assert_int_equal(count_flat(&result), 0);
		clean_triangulation_free(&context, &result);
	}
}

static void a_keyhole_is_cut_around_its_hole(void **state)
{
	(void)state;
	// A square with a square hole in the form that files use: out along a bridge, round the hole, back along the
	// bridge.
	static const uint32_t keyhole[] = {0, 1, 2, 3, 0, 4, 7, 6, 5, 4};
	const double at[8][2] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {3, 3}, {6, 3}, {6, 6}, {3, 6}};
	polygon.count = polygon.contour_count = 0;
	for (int i = 0; i < 8; ++i)
		shape_add(&polygon, at[i][0], at[i][1], 1.0);
	const uint32_t end = 10;
	clean_triangulation result = {0};
	assert_true(clean_triangulate(&context, &result, (const float(*)[3])polygon.positions, keyhole, &end, 1));
	assert_int_equal(result.triangle_count, 8);
	assert_int_equal(result.forced, 0);
	assert_true(triangles_area(&result) == 2.0 * 72.0);
	assert_int_equal(count_flat(&result), 0);
	assert_none_inverted(&result);
	clean_triangulation_free(&context, &result);
}

static void size_and_place_do_not_matter(void **state)
{
	(void)state;
	const double scales[] = {1e-30, 1e-12, 1.0, 1e10};
	shape_random random = {0xf00du};
	for (int round = 0; round < 100; ++round)
	{
		shape_cells cells;
		shape_grow(&random, 60, &cells);
		shape_trace(&cells, add_lattice, &polygon);
		double scale = scales[round % 4];
		// Far away, one unit in the last place is the lattice's step.
		double offset = round % 4 == 2 ? 8388608.0 : 0.0;
		for (uint32_t i = 0; i < polygon.count; ++i)
			for (int k = 0; k < 2; ++k)
				polygon.positions[i][k] = (float)((double)polygon.positions[i][k] * scale + offset);
		clean_triangulation result;
		cut(&result);
		assert_int_equal(result.forced, 0);
		assert_int_equal(count_flat(&result), 0);
		assert_none_inverted(&result);
		clean_triangulation_free(&context, &result);
	}
}

static void a_long_comb_is_cut_in_time(void **state)
{
	(void)state;
	// Every tooth has reflex corners at its root, which is the worst case for the reflex test.
	polygon.count = polygon.contour_count = 0;
	uint32_t teeth = (SHAPE_MAX_CORNERS - 4) / 4;
	shape_add(&polygon, 0.0, -1.0, 0.0);
	shape_add(&polygon, 4.0 * teeth, -1.0, 0.0);
	for (uint32_t i = teeth; i > 0; --i)
	{
		double x = 4.0 * i;
		shape_add(&polygon, x, 100.0, 0.0);
		shape_add(&polygon, x - 1.0, 100.0, 0.0);
		shape_add(&polygon, x - 1.0, 0.0, 0.0);
		shape_add(&polygon, x - 4.0, 0.0, 0.0);
	}
	shape_end_contour(&polygon);
	clean_triangulation result;
	cut(&result);
	assert_int_equal(result.forced, 0);
	assert_true(triangles_area(&result) == polygon_area());
	assert_int_equal(count_flat(&result), 0);
	clean_triangulation_free(&context, &result);
}

static void the_exact_predicate_sees_the_last_bit(void **state)
{
	(void)state;
	// Products whose difference is less than their rounding errors.
	const double one = 1.0, tiny = 0x1p-52;
	const double a[2] = {0.0, 0.0}, b[2] = {one + tiny, one}, c[2] = {one, one - tiny};
	// (1 + e)(1 - e) - 1 = -e^2
	assert_int_equal(exact_orient2d(a, b, c), -1);
	assert_int_equal(exact_orient2d(a, c, b), 1);
	assert_int_equal(exact_orient2d(a, b, b), 0);
	// L. Kettner et al., Classroom Examples of Robustness Problems in Geometric Computations, 2008, figure 2.
	const double q12[2] = {12.0, 12.0}, r24[2] = {24.0, 24.0};
	for (int i = 0; i < 64; ++i)
		for (int j = 0; j < 64; ++j)
		{
			const double near[2] = {0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53};
			int side = near[1] > near[0] ? 1 : near[1] < near[0] ? -1 : 0;
			assert_int_equal(exact_orient2d(near, q12, r24), side);
			assert_int_equal(exact_orient2d(q12, r24, near), side);
			assert_int_equal(exact_orient2d(r24, near, q12), side);
			assert_int_equal(exact_orient2d(r24, q12, near), -side);
		}
	const float p[3] = {1e12f, 1e12f, 1e12f}, q[3] = {0.1f, 0.1f, 0.1f}, r[3] = {-7.3f, -7.3f, -7.3f};
	assert_true(exact_collinear(p, q, r));
	const float s[3] = {-7.3f, -7.3f, nextafterf(-7.3f, 0.0f)};
	assert_false(exact_collinear(p, q, s));
	const float smallest = 1.4e-45f;
	const float t[3] = {0.0f, 0.0f, 0.0f}, u[3] = {smallest, 0.0f, 0.0f}, v[3] = {0.0f, smallest, 0.0f};
	assert_false(exact_collinear(t, u, v));
	assert_true(exact_collinear(t, u, u));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(squares_with_holes_and_touching_corners_are_covered_once),
		cmocka_unit_test(a_plane_in_space_is_cut_like_one_on_paper),
		cmocka_unit_test(random_simple_polygons_are_covered_once),
		cmocka_unit_test(any_tangle_keeps_its_area_vector_and_ends),
		cmocka_unit_test(a_warped_polygon_is_looked_at_along_its_normal),
		cmocka_unit_test(a_polygon_is_as_thick_as_its_corners_are_apart_along_its_normal),
		cmocka_unit_test(quads_that_cross_themselves_are_forced_and_lines_are_not),
		cmocka_unit_test(a_concave_quad_is_cut_from_its_dent),
		cmocka_unit_test(a_convex_quad_is_cut_along_its_shorter_diagonal),
		cmocka_unit_test(a_quad_with_three_corners_in_line_has_no_flat_triangle),
		cmocka_unit_test(a_keyhole_is_cut_around_its_hole),
		cmocka_unit_test(size_and_place_do_not_matter),
		cmocka_unit_test(a_long_comb_is_cut_in_time),
		cmocka_unit_test(the_exact_predicate_sees_the_last_bit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
