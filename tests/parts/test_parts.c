// SPDX-License-Identifier: MIT
// Convex parts: that their union contains every triangle and the solid, by recursion over exact points; how far they stick out, by samples;
// and the parts of art that is made of boxes.

#include "parts_check.h"
#include "support/trials.h"

#include "exact/exact.h"
#include "memory.h"
#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

static parts_set build(const parts_surface *s, double error, uint32_t most, kilncook_parts_quality quality)
{
	parts_set set = {0};
	const parts_art art = parts_surface_art(s);
	const parts_options options = {.error = error, .most = most, .quality = quality};
	assert_int_equal(parts_build(&quiet, &art, &options, NULL, NULL, &set), KILNCOOK_OK);
	assert_true(set.count >= 1 && set.count <= most);
	assert_int_equal(set.counts.parts, set.count);
	return set;
}

static const double ell[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
static const uint32_t ell_cuts[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}};

static void prism_comes_back_as_its_boxes(void **state)
{
	(void)state;
	for (kilncook_parts_quality quality = 0; quality < KILNCOOK_PARTS_QUALITY_END; ++quality)
	{
		parts_surface *s = parts_surface_new();
		parts_surface_prism(s, ell, 6, ell_cuts);
		parts_set set = build(s, 0.03, 16, quality);
		assert_int_equal(set.count, 2);
		assert_true(set.counts.volume >= 4 && set.counts.volume <= 4);
		assert_true(set.counts.art >= 4 && set.counts.art <= 4);
		for (uint32_t i = 0; i < 2; ++i)
			assert_int_equal(set.hulls[i].vertex_count, 8);
		parts_check_covered(s, &set, 6);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void house_of_boxes_comes_back_as_its_boxes(void **state)
{
	(void)state;
	// A floor, four walls that overlap at the corners, of which one has a gap, a lintel over the gap, and a table that stands free.
	static const double boxes[8][2][3] = {{{0, 0, 0}, {8, 6, 0.25}}, {{0, 0, 0.25}, {0.25, 6, 3}},
		{{7.75, 0, 0.25}, {8, 6, 3}}, {{0, 5.75, 0.25}, {8, 6, 3}}, {{0, 0, 0.25}, {3, 0.25, 3}},
		{{4, 0, 0.25}, {8, 0.25, 3}}, {{3, 0, 2.25}, {4, 0.25, 3}}, {{5, 3, 0.25}, {6, 4, 1}}};
	parts_surface *s = parts_surface_new();
	double volume = 0;
	for (uint32_t i = 0; i < 8; ++i)
	{
		parts_surface_box(s, boxes[i][0], boxes[i][1]);
		volume +=
			(boxes[i][1][0] - boxes[i][0][0]) * (boxes[i][1][1] - boxes[i][0][1]) * (boxes[i][1][2] - boxes[i][0][2]);
	}
	parts_set set = build(s, 0.01, 32, KILNCOOK_PARTS_GOOD);
	// The two halves of the wall and the lintel are one wall but for the door.
	assert_true(set.count <= 8);
	assert_true(fabs(set.counts.volume - volume) < 1e-6);
	assert_true(set.counts.error < 0.01);
	// The door is passable: its middle is in no part.
	assert_false(parts_check_has(&set, (const double[3]){3.5, 0.125, 1}));
	parts_check_covered(s, &set, 5);
	parts_free(&quiet, &set);
	free(s);
}

static void torus_is_contained_and_near(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	parts_surface_torus(s, 24, 8);
	for (kilncook_parts_quality quality = 0; quality < KILNCOOK_PARTS_QUALITY_END; ++quality)
	{
		parts_set set = build(s, 0.05, 40, quality);
		assert_true(set.count > 4);
		assert_true(set.counts.error <= 0.05);
		assert_true(set.counts.volume < 1.15 * set.counts.art);
		parts_check_covered(s, &set, 5);
		parts_check_filled(s, &set, (const double[3]){-1.4, -1.4, -0.4}, (const double[3]){1.4, 1.4, 0.4});
		parts_check_near(s, &set, true);
		parts_free(&quiet, &set);
	}
	free(s);
}

static void inner_corners_of_a_solid_are_filled(void **state)
{
	(void)state;
	// So many cells of a ball with bumps that corners of their boxes are deep inside.
	parts_surface *s = parts_surface_new();
	parts_surface_bumpy_ball(s, 12, 16);
	parts_set set = build(s, 0.02, 48, KILNCOOK_PARTS_FAST);
	assert_true(set.count > 8);
	parts_check_covered(s, &set, 3);
	parts_check_filled(s, &set, (const double[3]){-1.5, -1.5, -1.5}, (const double[3]){1.5, 1.5, 1.5});
	parts_free(&quiet, &set);
	free(s);
}

static void best_is_never_worse_than_good(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	parts_surface_bumpy_ball(s, 6, 8);
	parts_surface_torus(s, 10, 5);
	for (uint32_t most = 4; most <= (TRIALS_SLOW ? 4 : 16); most *= 4)
	{
		parts_set good = build(s, 0.05, most, KILNCOOK_PARTS_GOOD), best = build(s, 0.05, most, KILNCOOK_PARTS_BEST);
		if (good.counts.error <= 0.05)
			assert_true(best.counts.error <= 0.05 && best.count <= good.count);
		else
			assert_true(best.counts.error <= 0.05 || best.counts.volume <= good.counts.volume * (1 + 1e-6));
		parts_free(&quiet, &good);
		parts_free(&quiet, &best);
	}
	free(s);
}

static void parts_are_left_only_where_the_error_is_kept(void **state)
{
	(void)state;
	// A shell with gaps: what cuts give fits badly, and merges of other pieces fit well.
	parts_surface *s = parts_surface_new();
	parts_surface_bumpy_ball(s, 8, 12);
	uint32_t kept = 0, spent = 0;
	for (uint32_t i = 0; i < s->triangle_count; ++i)
		if (i % 5 != 2)
			memmove(s->triangles[kept++], s->triangles[i], sizeof s->triangles[i]);
	s->triangle_count = kept;
	for (uint32_t most = 8; most <= 56; most += TRIALS_SLOW ? 24 : 12)
	{
		parts_set set = build(s, 0.12, most, KILNCOOK_PARTS_GOOD);
		assert_true(set.count == most || set.counts.error <= 0.12);
		spent += set.count == most;
		parts_free(&quiet, &set);
	}
	assert_in_range(spent, 1, 12);
	free(s);
}

static void soups_are_contained(void **state)
{
	(void)state;
	shape_random random = {0x50ff};
	for (uint32_t trial = 0; trial < 24; ++trial)
	{
		parts_surface *s = parts_surface_new();
		double thickness = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 0.001 : 0;
		parts_surface_soup(s, &random, 1 + shape_below(&random, 40), thickness);
		uint32_t most = 1 + shape_below(&random, 12);
		double error = 0.002 + shape_share(&random) * 0.3;
		parts_set set = build(s, error, most, trial % 3);
		parts_check_covered(s, &set, 5);
		parts_check_near(s, &set, false);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void far_from_the_origin_is_contained(void **state)
{
	(void)state;
	shape_random random = {0xfa5};
	for (uint32_t trial = 0; trial < 9; ++trial)
	{
		parts_surface *s = parts_surface_new();
		parts_surface_soup(s, &random, 12, 1);
		// A float has a step of 1/8 here: triangles become steps.
		for (uint32_t i = 0; i < s->vertex_count; ++i)
			for (int k = 0; k < 3; ++k)
				s->vertices[i][k] = (float)((double)s->vertices[i][k] * 8 + (trial % 2 ? 1 << 20 : -(1 << 20)));
		uint32_t kept = 0;
		for (uint32_t i = 0; i < s->triangle_count; ++i)
			if (!exact_collinear(
					s->vertices[s->triangles[i][0]], s->vertices[s->triangles[i][1]], s->vertices[s->triangles[i][2]]))
				memmove(s->triangles[kept++], s->triangles[i], sizeof s->triangles[i]);
		s->triangle_count = kept;
		parts_set set = build(s, 0.5, 10, trial % 3);
		parts_check_covered(s, &set, 5);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void needles_are_contained(void **state)
{
	(void)state;
	shape_random random = {0x1ead};
	for (uint32_t trial = 0; trial < 9; ++trial)
	{
		parts_surface *s = parts_surface_new();
		for (uint32_t i = 0; i < 8; ++i)
		{
			double at[3], to[3];
			for (int k = 0; k < 3; ++k)
				at[k] = parts_surface_on_grid(shape_share(&random) * 4);
			for (int k = 0; k < 3; ++k)
				to[k] = parts_surface_on_grid(shape_share(&random) * 4);
			uint32_t a = parts_surface_vertex(s, at[0], at[1], at[2]), b = parts_surface_vertex(s, to[0], to[1], to[2]);
			uint32_t c = parts_surface_vertex(s, at[0], at[1], at[2] + 0x1p-14);
			if (exact_collinear(s->vertices[a], s->vertices[b], s->vertices[c]))
				s->vertex_count -= 3;
			else
				parts_surface_triangle(s, a, b, c);
		}
		parts_set set = build(s, 0.001, 20, trial % 3);
		parts_check_covered(s, &set, 6);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void plates_stay_flat(void **state)
{
	(void)state;
	// Two squares that share an edge, at a right angle.
	parts_surface *s = parts_surface_new();
	for (uint32_t i = 0; i < 6; ++i)
		parts_surface_vertex(s, i < 4 ? 0 : 1, i % 2, i < 2 ? 1 : 0);
	for (uint32_t i = 0; i < 2; ++i)
	{
		parts_surface_triangle(s, 2 * i, 2 * i + 1, 2 * i + 3);
		parts_surface_triangle(s, 2 * i, 2 * i + 3, 2 * i + 2);
	}
	parts_set set = build(s, 0.01, 8, KILNCOOK_PARTS_GOOD);
	assert_int_equal(set.count, 2);
	assert_int_equal(set.hulls[0].dimension, 2);
	assert_int_equal(set.hulls[1].dimension, 2);
	parts_check_covered(s, &set, 5);
	parts_free(&quiet, &set);
	free(s);
}

static void one_triangle_and_one_part(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	for (uint32_t i = 0; i < 3; ++i)
		parts_surface_vertex(s, i == 1, i == 2, 0.3);
	parts_surface_triangle(s, 0, 1, 2);
	parts_set set = build(s, 0.01, 8, KILNCOOK_PARTS_GOOD);
	assert_int_equal(set.count, 1);
	assert_int_equal(set.hulls[0].vertex_count, 3);
	parts_free(&quiet, &set);
	parts_surface_torus(s, 16, 8);
	set = build(s, 0.01, 1, KILNCOOK_PARTS_BEST);
	assert_int_equal(set.count, 1);
	assert_true(set.counts.error > 0.1);
	parts_check_covered(s, &set, 0);
	parts_free(&quiet, &set);
	free(s);
}

static void crossing_solids_are_contained(void **state)
{
	(void)state;
	shape_random random = {0xc805};
	for (uint32_t trial = 0; trial < (TRIALS_SLOW ? 2 : 4); ++trial)
	{
		parts_surface *s = parts_surface_new();
		parts_surface_torus(s, 12, 8);
		for (uint32_t i = 0; i < 3; ++i)
		{
			double low[3], high[3];
			for (int k = 0; k < 3; ++k)
				low[k] = parts_surface_on_grid(2 * shape_share(&random) - 1.5);
			for (int k = 0; k < 3; ++k)
				high[k] = low[k] + parts_surface_on_grid(0.1 + shape_share(&random));
			parts_surface_box(s, low, high);
		}
		parts_set set = build(s, 0.03, trial % 2 ? 3 : 24, trial % 3);
		parts_check_covered(s, &set, 4);
		parts_check_filled(s, &set, (const double[3]){-1.5, -1.5, -1.5}, (const double[3]){2, 2, 2});
		parts_check_near(s, &set, true);
		parts_free(&quiet, &set);
		free(s);
	}
}

static void threads_change_nothing(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	parts_surface_torus(s, 24, 10);
	const parts_art art = parts_surface_art(s);
	parts_set sets[2];
	for (uint32_t i = 0; i < 2; ++i)
	{
		const parts_options options = {.error = 0.05, .most = 12, .threads = 1 + 3 * i};
		assert_int_equal(parts_build(&quiet, &art, &options, NULL, NULL, &sets[i]), KILNCOOK_OK);
	}
	assert_int_equal(sets[0].count, sets[1].count);
	for (uint32_t i = 0; i < sets[0].count; ++i)
	{
		assert_int_equal(sets[0].hulls[i].vertex_count, sets[1].hulls[i].vertex_count);
		assert_memory_equal(sets[0].hulls[i].vertices, sets[1].hulls[i].vertices,
			sets[0].hulls[i].vertex_count * sizeof *sets[0].hulls[i].vertices);
	}
	parts_free(&quiet, &sets[0]);
	parts_free(&quiet, &sets[1]);
	free(s);
}

static void ends_without_memory_and_when_cancelled(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	parts_surface_prism(s, ell, 6, ell_cuts);
	parts_surface_box(s, (const double[3]){3, 3, 3}, (const double[3]){4, 4, 4});
	const parts_art art = parts_surface_art(s);
	const parts_options options = {.error = 0.03, .most = 4};
	assert_true(parts_check_ends(&art, &options, &(parts_check_failures){.spread = SIZE_MAX}) > 4);
	free(s);
}

static void sampled_search_ends_without_memory_and_when_cancelled(void **state)
{
	(void)state;
	// A wavy sheet of 8 320 triangles: more than choose a cut.
	enum
	{
		ROWS = 65,
		COLUMNS = 66,
	};
	float(*vertices)[3] = malloc(sizeof *vertices * ROWS * COLUMNS);
	uint32_t(*triangles)[3] = malloc(sizeof *triangles * 2 * (ROWS - 1) * (COLUMNS - 1)), count = 0;
	assert_true(vertices && triangles);
	for (uint32_t i = 0; i < ROWS * COLUMNS; ++i)
	{
		const double x = (double)(i % COLUMNS), y = (double)(i / COLUMNS);
		const float at[3] = {(float)x, (float)y, (float)(4 * fabs(x / 16 - 2) + fabs(y / 32 - 1))};
		memcpy(vertices[i], at, sizeof at);
	}
	for (uint32_t i = 0; i < (ROWS - 1) * COLUMNS; ++i)
		for (uint32_t k = 0; k < 2 && i % COLUMNS + 1 < COLUMNS; ++k)
		{
			const uint32_t corners[3] = {i + k, i + 1 + k * COLUMNS, i + COLUMNS};
			memcpy(triangles[count++], corners, sizeof corners);
		}
	const parts_art art = {(const float(*)[3])vertices, (const uint32_t(*)[3])triangles, ROWS * COLUMNS, count};
	assert_true(count > 8192);
	const parts_options options = {.error = 0.03, .most = 2, .quality = KILNCOOK_PARTS_FAST};
	parts_check_ends(&art, &options, &(parts_check_failures){.spread = TRIALS_SLOW ? 10 : 40});
	free(vertices);
	free(triangles);
}

static void proof_finds_a_part_that_is_too_small(void **state)
{
	(void)state;
	parts_surface *s = parts_surface_new();
	parts_surface_box(s, (const double[3]){0, 0, 0}, (const double[3]){1, 1, 1});
	const parts_art art = parts_surface_art(s);
	const parts_options options = {.error = 0.03, .most = 1};
	counted_memory memory;
	const kilncook_context context = counted_context(&memory);
	parts_job job = {.context = &context, .art = &art, .options = &options};
	assert_int_equal(parts_bodies_begin(&job), KILNCOOK_OK);
	assert_int_equal(parts_cells_begin(&job), KILNCOOK_OK);
	assert_int_equal(job.cell_count, 1);
	parts_set set = {.hulls = &job.cells[0].hull, .count = 1};
	assert_int_equal(parts_prove(&job, &set), KILNCOOK_OK);
	convex_hull smaller;
	const hull_points points = {&s->vertices[0][0], 0, 7};
	assert_int_equal(hull_build(&context, &points, &smaller), KILNCOOK_OK);
	set.hulls = &smaller;
	assert_int_equal(parts_prove(&job, &set), KILNCOOK_REFUSED);
	assert_string_equal(memory.last_code, "parts-proof");
	hull_free(&context, &smaller);
	parts_cells_free(&job);
	parts_bodies_free(&job);
	cook_free(&context, job.points.at, job.points.capacity, sizeof *job.points.at);
	assert_int_equal(memory.live, 0);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prism_comes_back_as_its_boxes),
		cmocka_unit_test(house_of_boxes_comes_back_as_its_boxes),
		cmocka_unit_test(torus_is_contained_and_near),
		cmocka_unit_test(inner_corners_of_a_solid_are_filled),
		cmocka_unit_test(best_is_never_worse_than_good),
		cmocka_unit_test(parts_are_left_only_where_the_error_is_kept),
		cmocka_unit_test(soups_are_contained),
		cmocka_unit_test(far_from_the_origin_is_contained),
		cmocka_unit_test(needles_are_contained),
		cmocka_unit_test(plates_stay_flat),
		cmocka_unit_test(one_triangle_and_one_part),
		cmocka_unit_test(crossing_solids_are_contained),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(ends_without_memory_and_when_cancelled),
		cmocka_unit_test(sampled_search_ends_without_memory_and_when_cancelled),
		cmocka_unit_test(proof_finds_a_part_that_is_too_small),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
