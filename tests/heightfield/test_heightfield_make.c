// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#include "heightfield_case.h"
#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/// The making of height fields: what is stored, how well, and what is refused.

static float up_of(const kiln_heightfield *field, kiln_vec3 p)
{
	return field->header->up == KILN_HEIGHTFIELD_UP_Y ? p.y : p.z;
}

static void heights_are_within_the_stated_error(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		heightfield_case_make_field(&it, &recipe);
		double worst = 0;
		for (uint32_t row = 0; row < recipe.rows; ++row)
			for (uint32_t column = 0; column < recipe.columns; ++column)
			{
				kiln_vec3 p;
				assert_true(kiln_heightfield_sample(&it.field, column, row, &p));
				const double height = (double)it.heights[(size_t)row * recipe.columns + column] +
									  (double)it.grid.origin[it.field.header->up];
				worst = fmax(worst, fabs((double)up_of(&it.field, p) - height));
				assert_true(p.x == recipe.origin[0] + recipe.spacing[0] * (float)column);
			}
		assert_true(worst <= (double)it.field.header->error);
		assert_true(recipe.error == 0 || it.field.header->error <= recipe.error);
		assert_false(kiln_heightfield_sample(&it.field, recipe.columns, 0, &(kiln_vec3){0}));
		assert_false(kiln_heightfield_sample(&it.field, 0, recipe.rows, &(kiln_vec3){0}));
		heightfield_case_free(&it);
	}
}

/// Twice the signed area of a triangle seen from above, in double.
static double area_from_above(const kiln_heightfield *field, const kiln_vec3 c[3])
{
	const bool y = field->header->up == KILN_HEIGHTFIELD_UP_Y;
	double at[3][2];
	for (int i = 0; i < 3; ++i)
	{
		// z, x and x, y are right-handed about the axis of heights.
		at[i][0] = y ? (double)c[i].z : (double)c[i].x;
		at[i][1] = y ? (double)c[i].x : (double)c[i].y;
	}
	return (at[1][0] - at[0][0]) * (at[2][1] - at[0][1]) - (at[2][0] - at[0][0]) * (at[1][1] - at[0][1]);
}

static void check_cell(const heightfield_case *it, uint32_t cell)
{
	const uint32_t column = cell % (it->grid.columns - 1), row = cell / (it->grid.columns - 1);
	kiln_vec3 sample[4], c[2][3];
	for (uint32_t i = 0; i < 4; ++i)
		assert_true(kiln_heightfield_sample(&it->field, column + (i & 1), row + (i >> 1), &sample[i]));
	if (it->holes[cell])
	{
		assert_false(kiln_heightfield_triangle(&it->field, 2 * cell, c[0]));
		assert_false(kiln_heightfield_triangle(&it->field, 2 * cell + 1, c[1]));
		assert_int_equal(kiln_heightfield_material(&it->field, cell), KILN_NONE);
		return;
	}
	assert_int_equal(kiln_heightfield_material(&it->field, cell), it->materials[cell]);
	uint32_t has[2] = {0, 0};
	for (uint32_t k = 0; k < 2; ++k)
	{
		assert_true(kiln_heightfield_triangle(&it->field, 2 * cell + k, c[k]));
		assert_true(area_from_above(&it->field, c[k]) > 0);
		for (uint32_t i = 0; i < 3; ++i)
			for (uint32_t s = 0; s < 4; ++s)
				has[k] |= memcmp(&c[k][i], &sample[s], sizeof sample[s]) == 0 ? 1u << s : 0;
	}
	// The first has corner 1; both have the ends of the diagonal.
	assert_int_equal(has[0], it->diagonals[cell] ? 7 : 11);
	assert_int_equal(has[1], it->diagonals[cell] ? 14 : 13);
}

static void cells_have_their_triangles_holes_and_materials(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		heightfield_case it;
		const uint32_t cells = (recipe.columns - 1) * (recipe.rows - 1);
		heightfield_case_make_field(&it, &recipe);
		for (uint32_t cell = 0; cell < cells; ++cell)
			check_cell(&it, cell);
		assert_int_equal(kiln_heightfield_material(&it.field, cells), KILN_NONE);
		assert_int_equal(kiln_heightfield_material(NULL, 0), KILN_NONE);
		assert_false(kiln_heightfield_triangle(&it.field, 2 * cells, (kiln_vec3[3]){{0}}));
		assert_false(kiln_heightfield_triangle(&it.field, KILN_NONE, (kiln_vec3[3]){{0}}));
		heightfield_case_free(&it);
	}
}

static void levels_of_sixteen_bits_are_kept(void **state)
{
	(void)state;
	enum
	{
		SIDE = 70
	};
	static uint16_t levels[SIDE * SIDE];
	counted_memory memory;
	const kilncook_context context = counted_context(&memory);
	uint64_t random = 9;
	// The full range in every block, 65 535 steps.
	for (int i = 0; i < SIDE * SIDE; ++i)
		levels[i] = i % 7 == 0 ? 0 : i % 7 == 1 ? 65535 : (uint16_t)fixture_random(&random);
	const kilncook_heightfield grid = {.columns = SIDE,
		.rows = SIDE,
		.levels = levels,
		.level_height = 0.01f,
		.spacing = {1, 1},
		.origin = {0, -300, 0}};
	kilncook_blob blob, again;
	kiln_heightfield field;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_OK);
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &again), KILNCOOK_OK);
	assert_int_equal(blob.size, again.size);
	assert_memory_equal(blob.data, again.data, blob.size);
	assert_int_equal(kiln_heightfield_open(&field, blob.data, blob.size).status, KILN_OK);
	for (uint32_t i = 0; i < SIDE * SIDE; ++i)
	{
		kiln_vec3 p;
		assert_true(kiln_heightfield_sample(&field, i % SIDE, i / SIDE, &p));
		assert_true(p.y == -300 + 0.01f * (float)levels[i]);
	}
	kilncook_blob_free(&context, &blob);
	kilncook_blob_free(&context, &again);
	assert_int_equal(memory.live, 0);
	assert_int_equal(memory.wrong_size, 0);
}

static void a_large_field_takes_less_than_three_bytes_a_sample(void **state)
{
	(void)state;
	heightfield_case it;
	const heightfield_recipe recipe = {.columns = 1025,
		.rows = 1025,
		.seed = 4,
		.spacing = {1, 1},
		.height = 60,
		.error = 0.01f,
		.holes = false,
		.diagonals = true};
	heightfield_case_make_field(&it, &recipe);
	assert_in_range(it.blob.size, 1025 * 1025, 3 * 1025 * 1025);
	heightfield_case_free(&it);
}

static void expect(const kilncook_heightfield *grid, kilncook_status status, const char *code)
{
	counted_memory memory;
	const kilncook_context context = counted_context(&memory);
	kilncook_blob blob = {.size = 7};
	assert_int_equal(kilncook_heightfield_make(&context, grid, &blob), status);
	assert_string_equal(memory.first_code, code);
	assert_int_equal(memory.live, 0);
	assert_int_equal(blob.size, 7);
}

static void broken_grids_are_refused_with_a_reason(void **state)
{
	(void)state;
	static float heights[40 * 40];
	static uint8_t holes[39 * 39];
	static const uint16_t levels[40 * 40];
	const kilncook_heightfield good = {.columns = 40, .rows = 40, .heights = heights, .spacing = {1, 1}};
	kilncook_heightfield bad[16];
	for (int i = 0; i < 16; ++i)
		bad[i] = good;
	bad[0].columns = 1;
	bad[1].rows = 0;
	bad[2].heights = NULL;
	bad[3].levels = levels;
	bad[4].spacing[0] = 0;
	bad[5].spacing[1] = NAN;
	bad[6].origin[0] = INFINITY;
	bad[7].origin[1] = NAN;
	bad[8].up = KILNCOOK_AXIS_X;
	bad[9].error = -1;
	bad[10].error = NAN;
	bad[11].origin[0] = 1e9f;
	bad[12].columns = 3000000;
	bad[13].columns = bad[13].rows = 100000;
	bad[14].heights = NULL;
	bad[14].levels = levels;
	bad[15].origin[1] = 1e12f;
	for (int i = 0; i < 15; ++i)
		expect(&bad[i], KILNCOOK_USAGE, "usage");
	expect(&bad[15], KILNCOOK_REFUSED, "heightfield-sample");
	const float wrong[] = {NAN, INFINITY, -INFINITY, 1e12f};
	for (int i = 0; i < 4; ++i)
	{
		heights[777] = wrong[i];
		expect(&good, KILNCOOK_REFUSED, "heightfield-sample");
	}
	heights[777] = 0;
	kilncook_heightfield empty = good, fine = good;
	memset(holes, 1, sizeof holes);
	empty.holes = holes;
	expect(&empty, KILNCOOK_REFUSED, "heightfield-empty");
	// 65 536 steps and more in a block; more than 2^24 in the field; finer than float32.
	heights[777] = 1;
	fine.error = 1 / 1.75f / 65537;
	expect(&fine, KILNCOOK_REFUSED, "heightfield-steps");
	fine.error = 1e-8f;
	expect(&fine, KILNCOOK_REFUSED, "heightfield-steps");
	heights[777] = 0.3f;
	fine.error = 1e-4f;
	fine.origin[1] = 1e6f;
	expect(&fine, KILNCOOK_REFUSED, "heightfield-steps");
	heights[777] = 0;
}

static void a_field_is_mapped_from_its_file(void **state)
{
	(void)state;
	char path[] = "/tmp/kiln-field-XXXXXX";
	heightfield_recipe recipe;
	heightfield_case it;
	assert_true(heightfield_case_recipe(0, &recipe));
	heightfield_case_make_field(&it, &recipe);
	const int file = mkstemp(path);
	assert_int_equal(write(file, it.blob.data, it.blob.size), it.blob.size);
	kiln_heightfield field;
	assert_int_equal(kiln_heightfield_map(&field, path).status, KILN_OK);
	assert_non_null(field.mapping);
	assert_memory_equal(field.data, it.blob.data, it.blob.size);
	kiln_vec3 a, b;
	assert_true(kiln_heightfield_sample(&field, 1, 1, &a) && kiln_heightfield_sample(&it.field, 1, 1, &b));
	assert_memory_equal(&a, &b, sizeof a);
	kiln_heightfield_unmap(&field);
	assert_null(field.mapping);
	assert_null(field.header);
	kiln_heightfield_unmap(&field);
	kiln_heightfield_unmap(NULL);
	const kiln_heightfield before = it.field;
	assert_int_equal(ftruncate(file, 100), 0);
	assert_int_equal(kiln_heightfield_map(&it.field, path).status, KILN_E_TRUNCATED);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(kiln_heightfield_map(&it.field, path).status, KILN_E_IO);
	assert_int_equal(kiln_heightfield_map(NULL, path).status, KILN_E_ARGUMENT);
	assert_memory_equal(&before, &it.field, sizeof before);
	close(file);
	heightfield_case_free(&it);
}

static void memory_that_runs_out_is_reported(void **state)
{
	(void)state;
	static float heights[40 * 40];
	const kilncook_heightfield grid = {.columns = 40, .rows = 40, .heights = heights, .spacing = {1, 1}};
	for (size_t fail_at = 1;; ++fail_at)
	{
		counted_memory memory;
		const kilncook_context context = counted_context(&memory);
		kilncook_blob blob;
		memory.fail_at = fail_at;
		const kilncook_status status = kilncook_heightfield_make(&context, &grid, &blob);
		if (status == KILNCOOK_OK)
		{
			assert_true(fail_at > 3);
			kilncook_blob_free(&context, &blob);
			assert_int_equal(memory.live, 0);
			break;
		}
		assert_int_equal(status, KILNCOOK_INTERNAL);
		assert_string_equal(memory.first_code, "out-of-memory");
		assert_int_equal(memory.live, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heights_are_within_the_stated_error),
		cmocka_unit_test(cells_have_their_triangles_holes_and_materials),
		cmocka_unit_test(levels_of_sixteen_bits_are_kept),
		cmocka_unit_test(a_large_field_takes_less_than_three_bytes_a_sample),
		cmocka_unit_test(broken_grids_are_refused_with_a_reason),
		cmocka_unit_test(a_field_is_mapped_from_its_file),
		cmocka_unit_test(memory_that_runs_out_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
