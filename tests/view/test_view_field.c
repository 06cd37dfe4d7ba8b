// SPDX-License-Identifier: MIT
#include "heightfield/heightfield_case.h"
#include "support/trials.h"
#include "view/module/ask.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const heightfield_recipe recipes[] = {
	{.columns = 2, .rows = 2, .height = 1, .spacing = {1, 1}},
	{.columns = 40, .rows = 2, .height = 3, .spacing = {1, 3}, .holes = true, .diagonals = true, .materials = true},
	{.columns = 37,
		.rows = 53,
		.height = 4,
		.spacing = {2, 1},
		.holes = true,
		.diagonals = true,
		.materials = true,
		.z_up = true},
	{.columns = 65, .rows = 34, .height = 2, .holes = true, .origin = {-1000, 5, 300}, .spacing = {0.5f, 2}},
};

#define RECIPES (sizeof recipes / sizeof *recipes)

/// The surface by squares of cells.
typedef struct surface
{
	float (*corners)[9];
	uint32_t (*records)[VIEW_TRIANGLE_RECORD];
	uint32_t count;
} surface;

static uint32_t squares_of(uint32_t samples, uint32_t stride)
{
	return (samples - 1 + stride - 1) / stride;
}

/// Takes the surface in steps of some squares.
static surface surface_take(const kiln_heightfield *field, uint32_t stride, uint32_t step)
{
	const uint32_t squares = squares_of(field->columns, stride) * squares_of(field->rows, stride);
	surface all = {calloc(2 * squares, sizeof *all.corners), calloc(2 * squares, sizeof *all.records), 0};
	for (uint32_t first = 0; first < squares; first += step)
		all.count += view_field_triangles(field, stride, first, squares - first < step ? squares - first : step,
			all.corners + all.count, all.records + all.count);
	assert_int_equal(view_field_triangles(field, stride, squares, 7, all.corners, all.records), 0);
	return all;
}

static void surface_free(surface *all)
{
	free(all->corners);
	free(all->records);
}

/// Whether two triangles have the same corners in the same turn.
static bool same_triangle(const float a[9], const kiln_vec3 b[3])
{
	for (int turn = 0; turn < 3; ++turn)
	{
		const kiln_vec3 turned[3] = {b[turn], b[(turn + 1) % 3], b[(turn + 2) % 3]};
		if (memcmp(a, turned, sizeof turned) == 0)
			return true;
	}
	return false;
}

static void with_stride_one_the_triangles_are_those_of_the_field(void **state)
{
	(void)state;
	for (size_t i = 0; i < RECIPES; ++i)
	{
		heightfield_case it;
		heightfield_case_make_field(&it, &recipes[i]);
		surface all = surface_take(&it.field, 1, 100);
		uint32_t at = 0;
		for (uint32_t cell = 0; cell < (it.field.columns - 1) * (it.field.rows - 1); ++cell)
		{
			kiln_vec3 corners[2][3];
			if (!kiln_heightfield_triangle(&it.field, 2 * cell, corners[0]))
				continue;
			assert_true(kiln_heightfield_triangle(&it.field, 2 * cell + 1, corners[1]));
			for (int k = 0; k < 2; ++k, ++at)
			{
				assert_true(at < all.count && same_triangle(all.corners[at], corners[k]));
				assert_int_equal(all.records[at][0], cell);
				assert_int_equal(all.records[at][2], kiln_heightfield_material(&it.field, cell));
			}
		}
		assert_int_equal(at, all.count);
		surface_free(&all);
		heightfield_case_free(&it);
	}
}

/// How many triangles have a side, from its end to its start.
static uint32_t sides_against(const surface *all, const float a[3], const float b[3])
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < all->count; ++i)
		for (int k = 0; k < 3; ++k)
			count += memcmp(all->corners[i] + 3 * k, b, 3 * sizeof(float)) == 0 &&
					 memcmp(all->corners[i] + (k + 1) % 3 * 3, a, 3 * sizeof(float)) == 0;
	return count;
}

static void open_sides_are_those_that_no_other_triangle_has(void **state)
{
	(void)state;
	for (size_t i = 0; i < RECIPES; ++i)
	{
		heightfield_case it;
		heightfield_case_make_field(&it, &recipes[i]);
		for (uint32_t stride = 1; stride < 4; stride += 2)
		{
			surface all = surface_take(&it.field, stride, 33);
			for (uint32_t at = 0; at < all.count; at += TRIALS_SLOW ? 7 : 1)
				for (uint32_t k = 0; k < 3; ++k)
				{
					const bool open = kiln_format_edge_kind(all.records[at][3], k) == KILN_EDGE_BOUNDARY;
					const uint32_t others =
						sides_against(&all, all.corners[at] + 3 * k, all.corners[at] + (k + 1) % 3 * 3);
					assert_int_equal(others, open ? 0 : 1);
				}
			surface_free(&all);
		}
		heightfield_case_free(&it);
	}
}

static void larger_squares_lie_between_samples_and_leave_out_every_hole(void **state)
{
	(void)state;
	for (size_t i = 0; i < RECIPES; ++i)
	{
		heightfield_case it;
		heightfield_case_make_field(&it, &recipes[i]);
		const kiln_heightfield *field = &it.field;
		for (uint32_t stride = 2; stride < 80; stride = stride * 2 + 1)
		{
			surface all = surface_take(field, stride, 1);
			uint32_t at = 0;
			for (uint32_t row = 0; row < field->rows - 1; row += stride)
				for (uint32_t column = 0; column < field->columns - 1; column += stride)
				{
					const uint32_t ends[2] = {column + stride < field->columns ? column + stride : field->columns - 1,
						row + stride < field->rows ? row + stride : field->rows - 1};
					bool hole = false;
					for (uint32_t r = row; r < ends[1]; ++r)
						for (uint32_t c = column; c < ends[0]; ++c)
							hole |= kiln_heightfield_material(field, r * (field->columns - 1) + c) == KILN_NONE;
					if (hole)
						continue;
					kiln_vec3 s[4];
					for (uint32_t k = 0; k < 4; ++k)
						assert_true(
							kiln_heightfield_sample(field, k & 1 ? ends[0] : column, k & 2 ? ends[1] : row, &s[k]));
					const bool z_up = recipes[i].z_up;
					const kiln_vec3 first[3] = {s[0], s[z_up ? 1 : 3], s[z_up ? 3 : 1]},
									second[3] = {s[0], s[z_up ? 3 : 2], s[z_up ? 2 : 3]};
					assert_true(at + 2 <= all.count && same_triangle(all.corners[at], first) &&
								same_triangle(all.corners[at + 1], second));
					assert_int_equal(all.records[at][0], row * (field->columns - 1) + column);
					at += 2;
				}
			assert_int_equal(at, all.count);
			surface_free(&all);
		}
		heightfield_case_free(&it);
	}
}

static void open_names_the_broken_rule_and_keeps_nothing(void **state)
{
	(void)state;
	heightfield_case it;
	heightfield_case_make_field(&it, &recipes[2]);
	kiln_result result;
	const kiln_heightfield *field;
	view_field_figures figures;
	view_field_open(&result, &field, &figures, it.blob.data, it.blob.size);
	assert_int_equal(result.status, KILN_OK);
	assert_int_equal(figures.columns, 37);
	assert_int_equal(figures.rows, 53);
	assert_memory_equal(figures.min, &it.field.min, sizeof figures.min);
	assert_memory_equal(figures.max, &it.field.max, sizeof figures.max);
	free((void *)(uintptr_t)field);
	for (size_t size = 0; size < it.blob.size; size += 64)
	{
		const kiln_result expected = kiln_heightfield_open(&it.field, it.blob.data, size);
		view_field_open(&result, &field, &figures, it.blob.data, size);
		assert_null(field);
		assert_int_equal(result.status, expected.status);
		assert_int_equal(result.offset, expected.offset);
	}
	heightfield_case_free(&it);
}

static void a_session_without_assets_draws_answers_of_a_field(void **state)
{
	(void)state;
	static const char *const lines[] = {"ray 10 50 10 0 -1 0", "rayall 10 50 10 0 -1 0", "closest 10 9 10",
		"sphere 10 2 10 3", "box 10 2 10 3 3 3", "capsule 10 2 10 14 2 10 3", "castsphere 10 50 10 1 0 -1 0",
		"castbox 10 50 10 1 1 1 0 -1 0", "castcapsule 10 50 10 12 50 10 1 0 -1 0"};
	heightfield_case it;
	heightfield_case_make_field(&it, &recipes[3]);
	const kiln_vec3 middle = {(it.field.min.x + it.field.max.x) / 2, 0, (it.field.min.z + it.field.max.z) / 2};
	query_session *session = view_session_new(NULL, NULL, false, false, 0);
	assert_non_null(session);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i)
	{
		view_lines question = {0}, answer = {0};
		assert_true(view_draw_field(&question, &answer, session, &it.field, lines[i], strlen(lines[i]), 100, 1));
		view_lines_free(&question);
		view_lines_free(&answer);
	}
	char line[100];
	snprintf(line, sizeof line, "sphere %.9g %.9g %.9g 20", (double)middle.x, 5.0, (double)middle.z);
	view_lines question = {0}, answer = {0};
	assert_true(view_draw_field(&question, &answer, session, &it.field, line, strlen(line), 100, 1));
	kiln_overlap overlap;
	const kiln_sphere sphere = {{middle.x, 5, middle.z}, 20};
	const uint32_t count = kiln_heightfield_overlap_sphere(&it.field, &sphere, &overlap, 1);
	assert_true(count > 10);
	assert_int_equal(answer.count, 3 * count);
	static const char *const others[] = {"inside 0 0 0", "collide 0 0 0 0 0 0 1", "filter ignore x", "nonsense", ""};
	for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
		assert_false(view_draw_field(&question, &answer, session, &it.field, others[i], strlen(others[i]), 100, 1));
	view_lines_free(&question);
	view_lines_free(&answer);
	view_session_end(session);
	heightfield_case_free(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(with_stride_one_the_triangles_are_those_of_the_field),
		cmocka_unit_test(open_sides_are_those_that_no_other_triangle_has),
		cmocka_unit_test(larger_squares_lie_between_samples_and_leave_out_every_hole),
		cmocka_unit_test(open_names_the_broken_rule_and_keeps_nothing),
		cmocka_unit_test(a_session_without_assets_draws_answers_of_a_field),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
