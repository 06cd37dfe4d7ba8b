// SPDX-License-Identifier: MIT
#include "hull/simplify/simplify.h"
#include "simplify_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/// Hulls within budgets.

static void results_contain_or_are_contained_exactly_at_every_budget(void **state)
{
	(void)state;
	static const uint32_t budgets[] = {4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 48, 64};
	kilncook_context context = {0};
	for (simplify_case_kind kind = 0; kind < SIMPLIFY_KIND_COUNT; ++kind)
	{
		convex_hull exact;
		simplify_case_hull(&context, kind, &exact);
		double before[2] = {1e300, 1e300};
		for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
			for (int inner = 0; inner < 2; ++inner)
			{
				// Where a corner is at the limit of coordinates, only the whole hull fits.
				if (kind == SIMPLIFY_LIMIT && !inner && budgets[i] < 8)
					continue;
				double d = simplify_case_check(&context, &exact,
					(hull_budget){.vertices = budgets[i], .inner = inner != 0, .effort = SIMPLIFY_CASE_EFFORT}, NULL);
				if (d > before[inner])
					print_error("%s: %u vertices %s: %g after %g\n", simplify_case_names[kind], budgets[i],
						inner ? "inner" : "outer", d, before[inner]);
				assert_true(d <= before[inner]);
				before[inner] = d;
			}
		hull_free(&context, &exact);
	}
}

static void faces_are_kept_within_their_budget(void **state)
{
	(void)state;
	static const uint32_t budgets[] = {4, 5, 8, 20, 64};
	static const simplify_case_kind kinds[] = {SIMPLIFY_BOX, SIMPLIFY_LATTICE, SIMPLIFY_CYLINDER};
	kilncook_context context = {0};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
	{
		convex_hull exact;
		simplify_case_hull(&context, kinds[k], &exact);
		for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
			for (int inner = 0; inner < 2; ++inner)
			{
				hull_budget budget = {.faces = budgets[i], .inner = inner != 0, .effort = SIMPLIFY_CASE_EFFORT};
				simplify_case_check(&context, &exact, budget, NULL);
				budget.vertices = 9;
				simplify_case_check(&context, &exact, budget, NULL);
			}
		hull_free(&context, &exact);
	}
}

static void a_prism_keeps_its_caps_whole(void **state)
{
	(void)state;
	kilncook_context context = {0};
	convex_hull exact, h;
	double distance;
	simplify_case_hull(&context, SIMPLIFY_CYLINDER, &exact);
	// Two caps and eighteen sides; triangles would leave twelve corners.
	hull_budget budget = {.faces = 20, .effort = SIMPLIFY_CASE_EFFORT};
	assert_int_equal(hull_simplify(&context, &exact, &budget, &h, &distance), KILNCOOK_OK);
	assert_true(h.face_count <= 20 && h.vertex_count > 2 * 12);
	assert_true(simplify_case_contains(&h, &exact));
	assert_true(distance < 0.02 * simplify_case_diagonal(&exact));
	hull_free(&context, &h);
	hull_free(&context, &exact);
}

static void an_error_alone_gives_few_vertices_within_it(void **state)
{
	(void)state;
	static const double errors[] = {0.2, 0.03, 0.01};
	static const simplify_case_kind kinds[] = {SIMPLIFY_BOX, SIMPLIFY_SPHERE, SIMPLIFY_CYLINDER, SIMPLIFY_SPARSE};
	kilncook_context context = {0};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
	{
		convex_hull exact;
		simplify_case_hull(&context, kinds[k], &exact);
		for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i)
			for (int inner = 0; inner < 2; ++inner)
			{
				hull_budget budget = {.error = errors[i], .inner = inner != 0, .effort = SIMPLIFY_CASE_EFFORT};
				uint32_t count;
				double target = errors[i] * simplify_case_diagonal(&exact);
				assert_true(simplify_case_check(&context, &exact, budget, &count) <= target);
				assert_true(count <= exact.vertex_count);
				// Fewer vertices do not suffice, according to the same search: one less, or, as an outer hull improves
				// little by little, as many less as the search's resolution of one in 64 allows.
				uint32_t fewer = count - 1 - (inner ? 0 : count / 64);
				if (fewer < 4)
					continue;
				budget = (hull_budget){.vertices = fewer, .inner = inner != 0, .effort = SIMPLIFY_CASE_EFFORT};
				assert_true(simplify_case_check(&context, &exact, budget, NULL) > target);
			}
		hull_free(&context, &exact);
	}
}

static void an_error_out_of_reach_gives_way_to_the_counts(void **state)
{
	(void)state;
	kilncook_context context = {0};
	convex_hull exact;
	simplify_case_hull(&context, SIMPLIFY_SPHERE, &exact);
	for (int inner = 0; inner < 2; ++inner)
	{
		uint32_t count;
		hull_budget budget = {.vertices = 40, .error = 0.1, .inner = inner != 0, .effort = SIMPLIFY_CASE_EFFORT};
		double near = simplify_case_check(&context, &exact, budget, &count);
		assert_true(near <= 0.1 * simplify_case_diagonal(&exact) && count < 40);
		budget.error = 1e-6;
		double far = simplify_case_check(&context, &exact, budget, &count);
		assert_true(far > 1e-6 * simplify_case_diagonal(&exact) && count <= 40);
		budget.error = 0;
		assert_true(far <= simplify_case_check(&context, &exact, budget, NULL));
	}
	hull_free(&context, &exact);
}

static void a_hull_within_its_budget_is_copied(void **state)
{
	(void)state;
	kilncook_context context = {0};
	convex_hull exact, copy;
	double distance;
	simplify_case_hull(&context, SIMPLIFY_SPARSE, &exact);
	const hull_budget budgets[] = {{0}, {.vertices = 12}, {.vertices = 64, .inner = true}, {.faces = 64},
		{.vertices = 12, .faces = 20, .error = 1e-9}};
	for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
	{
		assert_int_equal(hull_simplify(&context, &exact, &budgets[i], &copy, &distance), KILNCOOK_OK);
		assert_true(distance == 0);
		assert_int_equal(copy.vertex_count, exact.vertex_count);
		assert_memory_equal(copy.vertices, exact.vertices, exact.vertex_count * sizeof *exact.vertices);
		assert_memory_equal(copy.sources, exact.sources, exact.vertex_count * sizeof *exact.sources);
		assert_memory_equal(copy.twins, exact.twins, exact.half_edge_count * sizeof *exact.twins);
		assert_int_equal(hull_check(&context, &copy, NULL, NULL), HULL_SOUND);
		hull_free(&context, &copy);
	}
	hull_free(&context, &exact);
}

static void inner_vertices_name_their_input_points(void **state)
{
	(void)state;
	kilncook_context context = {0};
	simplify_cloud c;
	convex_hull exact, h;
	double distance;
	simplify_case_cloud(&c, SIMPLIFY_BOX);
	simplify_case_hull_of(&context, &c, &exact);
	assert_int_equal(
		hull_simplify(&context, &exact, &(hull_budget){.vertices = 20, .inner = true}, &h, &distance), KILNCOOK_OK);
	for (uint32_t i = 0; i < h.vertex_count; ++i)
		assert_memory_equal(c.points[h.sources[i]], h.vertices[i], sizeof h.vertices[i]);
	hull_free(&context, &h);
	hull_free(&context, &exact);
}

static void budgets_that_no_solid_has_are_refused(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	convex_hull exact, h = {.dimension = 9};
	double distance = -7;
	simplify_case_hull(&context, SIMPLIFY_BOX, &exact);
	const hull_budget budgets[] = {{.vertices = 1}, {.vertices = 2}, {.vertices = 3}, {.faces = 1}, {.faces = 2},
		{.faces = 3, .vertices = 50}, {.error = -1}, {.error = (double)NAN}, {.error = (double)INFINITY}};
	for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
	{
		memory.messages = 0;
		assert_int_equal(hull_simplify(&context, &exact, &budgets[i], &h, &distance), KILNCOOK_USAGE);
		assert_int_equal(memory.messages, 1);
		assert_string_equal(memory.last_code, "hull-budget");
		assert_int_equal(h.dimension, 9);
		assert_true(distance == -7);
	}
	hull_free(&context, &exact);
	assert_int_equal(memory.live, 0);
}

/// A regular polygon, near enough, spanned by two directions.
static void fill_polygon(simplify_cloud *c, const double u[3], const double v[3])
{
	for (int i = 0; i < 100; ++i)
	{
		double t = (i % 50) / 25.0 - 1, s = 2 * t / (1 + t * t), k = (1 - t * t) / (1 + t * t) * (i < 50 ? 1 : -1);
		simplify_case_add(c, u[0] * s + v[0] * k, u[1] * s + v[1] * k, u[2] * s + v[2] * k);
	}
}

static void polygons_are_simplified_in_their_plane_where_that_is_possible(void **state)
{
	(void)state;
	kilncook_context context = {0};
	static const double sides[3][2][3] = {{{1, 0, 0}, {0, 2, 0}}, {{0, 3, 0}, {0, 0, 1}}, {{0, 0, 1}, {0.5, 0, 0}}};
	for (int plane = 0; plane < 3; ++plane)
	{
		simplify_cloud c = {0};
		convex_hull exact, h;
		fill_polygon(&c, sides[plane][0], sides[plane][1]);
		for (uint32_t i = 0; i < c.count; ++i)
			c.points[i][(plane + 2) % 3] = 0.1f;
		simplify_case_hull_of(&context, &c, &exact);
		assert_int_equal(exact.dimension, 2);
		double before[2] = {1e300, 1e300};
		for (uint32_t budget = 4; budget <= 32; budget += 4)
			for (int inner = 0; inner < 2; ++inner)
			{
				double d, brute;
				assert_int_equal(
					hull_simplify(&context, &exact, &(hull_budget){.vertices = budget, .inner = inner != 0}, &h, &d),
					KILNCOOK_OK);
				assert_int_equal(h.dimension, 2);
				assert_true(h.vertex_count <= budget);
				assert_int_equal(
					hull_check(&context, &h,
						inner ? NULL : &(hull_points){.positions = exact.vertices[0], .count = exact.vertex_count},
						NULL),
					HULL_SOUND);
				brute = inner ? simplify_case_distance(&exact, &h) : simplify_case_distance(&h, &exact);
				assert_true(fabs(d - brute) <= 1e-9 * brute);
				assert_true(d <= before[inner]);
				before[inner] = d;
				hull_free(&context, &h);
			}
		hull_free(&context, &exact);
	}
}

static void polygons_across_the_axes_get_a_thin_solid(void **state)
{
	(void)state;
	kilncook_context context = {0};
	simplify_cloud c = {0};
	convex_hull exact;
	// An exact plane: x + y = z, with coordinates on a grid.
	for (int i = 0; i < 100; ++i)
	{
		double t = (i % 50) / 25.0 - 1, s = 2 * t / (1 + t * t), k = (1 - t * t) / (1 + t * t) * (i < 50 ? 1 : -1);
		s = floor(s * 4096) / 4096;
		k = floor(k * 4096) / 4096;
		simplify_case_add(&c, s, k, s + k);
	}
	simplify_case_hull_of(&context, &c, &exact);
	assert_int_equal(exact.dimension, 2);
	for (uint32_t budget = 4; budget <= 32; budget *= 2)
	{
		double d = simplify_case_check(
			&context, &exact, (hull_budget){.vertices = budget, .effort = SIMPLIFY_CASE_EFFORT}, NULL);
		assert_true(budget < 16 || d < 0.1);
		simplify_case_check(&context, &exact, (hull_budget){.vertices = budget, .inner = true}, NULL);
	}
	hull_free(&context, &exact);
}

static void points_and_segments_are_copied(void **state)
{
	(void)state;
	kilncook_context context = {0};
	for (uint32_t count = 1; count <= 2; ++count)
	{
		static const float ends[2][3] = {{1, 2, 3}, {4, 5, 7}};
		convex_hull exact, h;
		double distance;
		assert_int_equal(
			hull_build(&context, &(hull_points){.positions = ends[0], .count = count}, &exact), KILNCOOK_OK);
		assert_int_equal(
			hull_simplify(&context, &exact, &(hull_budget){.vertices = 4, .error = 0.5}, &h, &distance), KILNCOOK_OK);
		assert_int_equal(h.dimension, count - 1);
		assert_memory_equal(h.vertices, exact.vertices, count * sizeof *h.vertices);
		assert_true(distance == 0);
		hull_free(&context, &h);
		hull_free(&context, &exact);
	}
}

static void distance_of_known_boxes_is_exact(void **state)
{
	(void)state;
	kilncook_context context = {0};
	for (int power = -120; power <= 120; power += 40)
	{
		float corners[2][8][3], size = (float)ldexp(1, power);
		for (int i = 0; i < 8; ++i)
			for (int k = 0; k < 3; ++k)
			{
				corners[0][i][k] = i >> k & 1 ? size : -size;
				corners[1][i][k] = 4 * corners[0][i][k];
			}
		convex_hull inner, outer;
		assert_int_equal(
			hull_build(&context, &(hull_points){.positions = corners[0][0], .count = 8}, &inner), KILNCOOK_OK);
		assert_int_equal(
			hull_build(&context, &(hull_points){.positions = corners[1][0], .count = 8}, &outer), KILNCOOK_OK);
		double d = hull_distance(&outer, &inner), want = 3 * sqrt(3.0) * (double)size;
		assert_true(d >= want && d <= want * (1 + 1e-13));
		assert_true(hull_distance(&inner, &inner) == 0);
		hull_free(&context, &inner);
		hull_free(&context, &outer);
	}
}

static void the_same_input_gives_the_same_bytes(void **state)
{
	(void)state;
	kilncook_context context = {0};
	for (int inner = 0; inner < 2; ++inner)
	{
		convex_hull exact, a, b;
		double da, db;
		hull_budget budget = {.vertices = 24, .inner = inner != 0};
		simplify_case_hull(&context, SIMPLIFY_SPHERE, &exact);
		assert_int_equal(hull_simplify(&context, &exact, &budget, &a, &da), KILNCOOK_OK);
		assert_int_equal(hull_simplify(&context, &exact, &budget, &b, &db), KILNCOOK_OK);
		assert_memory_equal(&da, &db, sizeof da);
		assert_int_equal(a.block_size, b.block_size);
		assert_memory_equal(a.block, b.block, a.block_size);
		hull_free(&context, &a);
		hull_free(&context, &b);
		hull_free(&context, &exact);
	}
}

/// So many that the search, and also the distance, walk from face to face.
#define BIG_COUNT 3000

static void big_budgets_hold_the_hull_and_tell_its_distance(void **state)
{
	(void)state;
	static const hull_budget budgets[] = {{.vertices = 800}, {.vertices = 800, .inner = true}};
	static float points[BIG_COUNT][3];
	kilncook_context context = {0};
	uint32_t seed = 5;
	for (int i = 0; i < BIG_COUNT; ++i)
	{
		double p[3], length = 0;
		for (int k = 0; k < 3; ++k)
		{
			seed = seed * 1664525u + 1013904223u;
			p[k] = (double)(seed >> 8) / 8388608.0 - 1;
			length += p[k] * p[k];
		}
		for (int k = 0; k < 3; ++k)
			points[i][k] = (float)((k + 1) * p[k] / sqrt(length > 0 ? length : 1));
	}
	convex_hull exact, h;
	assert_int_equal(
		hull_build(&context, &(hull_points){.positions = points[0], .count = BIG_COUNT}, &exact), KILNCOOK_OK);
	for (int i = 0; i < 2; ++i)
	{
		double distance = -1;
		assert_int_equal(hull_simplify(&context, &exact, &budgets[i], &h, &distance), KILNCOOK_OK);
		const convex_hull *outer = i ? &exact : &h, *inner = i ? &h : &exact;
		assert_true(h.vertex_count <= 800);
		assert_true(simplify_case_contains(outer, inner));
		double brute = simplify_case_distance(outer, inner);
		assert_true(distance >= brute * (1 - 1e-9) && distance <= brute * (1 + 1e-9) + 1e-12);
		assert_true(distance < 0.05);
		hull_free(&context, &h);
	}
	hull_free(&context, &exact);
}

static void running_out_of_memory_leaks_nothing(void **state)
{
	(void)state;
	static const hull_budget budgets[] = {
		{.vertices = 8, .effort = 10}, {.vertices = 8, .inner = true, .effort = 10}, {.error = 0.2, .effort = 10}, {0}};
	counted_memory memory;
	kilncook_context context = counted_context(&memory), plain = {0};
	for (int flat = 0; flat < 2; ++flat)
		for (size_t i = 0; i < sizeof budgets / sizeof *budgets; ++i)
		{
			simplify_cloud c;
			convex_hull exact, h;
			double distance = -7;
			simplify_case_cloud(&c, SIMPLIFY_SPARSE);
			for (uint32_t k = 0; k < c.count && flat; ++k)
				c.points[k][2] = c.points[k][0] * 0.5f;
			simplify_case_hull_of(&plain, &c, &exact);
			kilncook_status status = KILNCOOK_INTERNAL;
			for (size_t fail = 1; status != KILNCOOK_OK; ++fail)
			{
				context = counted_context(&memory);
				memory.fail_at = fail;
				h = (convex_hull){.dimension = 9};
				status = hull_simplify(&context, &exact, &budgets[i], &h, &distance);
				assert_true(status == KILNCOOK_OK || status == KILNCOOK_INTERNAL);
				assert_true(status == KILNCOOK_OK || h.dimension == 9);
				if (status == KILNCOOK_OK)
					hull_free(&context, &h);
				assert_int_equal(memory.live, 0);
				assert_int_equal(memory.wrong_size, 0);
			}
			hull_free(&plain, &exact);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_contain_or_are_contained_exactly_at_every_budget),
		cmocka_unit_test(faces_are_kept_within_their_budget),
		cmocka_unit_test(a_prism_keeps_its_caps_whole),
		cmocka_unit_test(an_error_alone_gives_few_vertices_within_it),
		cmocka_unit_test(an_error_out_of_reach_gives_way_to_the_counts),
		cmocka_unit_test(a_hull_within_its_budget_is_copied),
		cmocka_unit_test(inner_vertices_name_their_input_points),
		cmocka_unit_test(budgets_that_no_solid_has_are_refused),
		cmocka_unit_test(polygons_are_simplified_in_their_plane_where_that_is_possible),
		cmocka_unit_test(polygons_across_the_axes_get_a_thin_solid),
		cmocka_unit_test(points_and_segments_are_copied),
		cmocka_unit_test(distance_of_known_boxes_is_exact),
		cmocka_unit_test(the_same_input_gives_the_same_bytes),
		cmocka_unit_test(big_budgets_hold_the_hull_and_tell_its_distance),
		cmocka_unit_test(running_out_of_memory_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
