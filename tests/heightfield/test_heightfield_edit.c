// SPDX-License-Identifier: MIT
#include "heightfield_case.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Edits of regions. The oracle cooks the edited grid: the bytes of both fields are the same, so that all answers are, too;
/// a mesh of the same triangles answers some queries again.

static const kilncook_context context;

/// A field with room, in memory that the test writes, and the grid that it should be.
typedef struct edit_case
{
	heightfield_case it;
	uint8_t *data;
	kiln_heightfield field;
	float low, high; ///< heights that edits may need
	float *given;	 ///< heights of a region, and its cells
	uint8_t *holes, *diagonals, *materials;
} edit_case;

static edit_case begin(const heightfield_recipe *recipe)
{
	edit_case e = {.low = -3 * recipe->height - 40, .high = 6 * recipe->height + 90};
	const size_t samples = (size_t)recipe->columns * recipe->rows;
	heightfield_case_make_field(&e.it, recipe);
	// What a hole has is lost, for edits that end the hole.
	for (size_t i = 0; i < (size_t)(recipe->columns - 1) * (recipe->rows - 1); ++i)
		if (e.it.holes[i])
			e.it.diagonals[i] = e.it.materials[i] = 0;
	e.it.grid.editable = true;
	e.it.grid.lowest = e.low;
	e.it.grid.highest = e.high;
	kilncook_blob_free(&context, &e.it.blob);
	assert_int_equal(kilncook_heightfield_make(&context, &e.it.grid, &e.it.blob), KILNCOOK_OK);
	assert_int_equal(kiln_heightfield_open(&e.it.field, e.it.blob.data, e.it.blob.size).status, KILN_OK);
	e.data = fixture_memory(e.it.blob.size);
	e.given = malloc(samples * sizeof *e.given);
	e.holes = malloc(samples);
	e.diagonals = malloc(samples);
	e.materials = malloc(samples);
	assert_true(e.data && e.given && e.holes && e.diagonals && e.materials);
	memcpy(e.data, e.it.blob.data, e.it.blob.size);
	assert_int_equal(kiln_heightfield_open(&e.field, e.data, e.it.blob.size).status, KILN_OK);
	return e;
}

static void end(edit_case *e)
{
	heightfield_case_free(&e->it);
	free(e->data);
	free(e->given);
	free(e->holes);
	free(e->diagonals);
	free(e->materials);
}

static float up_of(const kiln_heightfield *field, kiln_vec3 p)
{
	return field->header->up == KILN_HEIGHTFIELD_UP_Y ? p.y : p.z;
}

/// Changes the region of the grid as the edit should: cells that become holes lose what they had.
static void change_grid(edit_case *e, const kiln_heightfield_region *region)
{
	heightfield_case *it = &e->it;
	const size_t columns = it->grid.columns, cells = columns - 1;
	for (uint32_t row = 0; region->heights && row < region->rows; ++row)
		memcpy(&it->heights[(region->row + row) * columns + region->column],
			&region->heights[(size_t)row * region->columns], region->columns * sizeof *it->heights);
	for (uint32_t row = 0; row + 1 < region->rows; ++row)
		for (uint32_t column = 0; column + 1 < region->columns; ++column)
		{
			const size_t from = (size_t)row * (region->columns - 1) + column;
			const size_t to = (region->row + row) * cells + region->column + column;
			if (region->holes)
				it->holes[to] = region->holes[from];
			if (region->diagonals)
				it->diagonals[to] = region->diagonals[from];
			if (region->materials)
				it->materials[to] = region->materials[from];
			if (it->holes[to])
				it->diagonals[to] = it->materials[to] = 0;
		}
}

/// Cooks the changed grid, and compares its bytes with those of the edited field.
static void compare(edit_case *e, uint32_t materials)
{
	kilncook_blob cooked;
	kiln_heightfield opened, oracle;
	const kiln_result result = kiln_heightfield_open(&opened, e->data, e->it.blob.size);
	if (result.status != KILN_OK)
		fail_msg("byte %llu: %s", (unsigned long long)result.offset, result.reason);
	assert_memory_equal(&opened, &e->field, sizeof opened);
	assert_int_equal(kilncook_heightfield_make(&context, &e->it.grid, &cooked), KILNCOOK_OK);
	assert_int_equal(kiln_heightfield_open(&oracle, cooked.data, cooked.size).status, KILN_OK);
	assert_int_equal(cooked.size, e->it.blob.size);
	// The error is that of all heights so far, the number of materials that of all materials.
	assert_true(opened.header->error >= oracle.header->error && opened.header->error < opened.header->step);
	assert_true(opened.header->material_count >= oracle.header->material_count);
	assert_true(opened.header->material_count <= materials);
	kiln_format_heightfield_header *header = (void *)cooked.data;
	header->error = opened.header->error;
	header->material_count = opened.header->material_count;
	assert_memory_equal(cooked.data, e->data, cooked.size);
	kilncook_blob_free(&context, &cooked);
}

/// Fills a region with random contents; some arrays are left out.
static kiln_heightfield_region random_region(edit_case *e, uint64_t *random)
{
	const uint32_t columns = e->field.columns, rows = e->field.rows;
	kiln_heightfield_region region = {
		.column = (uint32_t)(fixture_random(random) % columns), .row = (uint32_t)(fixture_random(random) % rows)};
	const uint64_t kind = fixture_random(random);
	if (kind % 8 == 0)
		region.column = region.row = 0;
	region.columns = kind % 8 == 0 ? columns : 1 + (uint32_t)(fixture_random(random) % (columns - region.column));
	region.rows = kind % 8 == 0 ? rows : 1 + (uint32_t)(fixture_random(random) % (rows - region.row));
	if (kind % 8 == 1)
		region.columns = 1;
	if (kind % 8 == 2)
		region.rows = 1;
	if (kind % 8 == 3)
		region.columns = region.rows = 1;
	const float middle = heightfield_random(random, e->low, e->high),
				size = heightfield_random(random, 0, e->high - middle);
	for (size_t i = 0; i < (size_t)region.columns * region.rows; ++i)
	{
		e->given[i] = fixture_random(random) % 16 ? middle + size * fixture_random_unit(random) : e->low;
		e->holes[i] = fixture_random(random) % 5 == 0;
		e->diagonals[i] = fixture_random(random) % 3 == 0 ? 7 : 0;
		e->materials[i] = (uint8_t)(fixture_random(random) % 230);
	}
	region.heights = kind & 16 ? NULL : e->given;
	region.holes = kind & 32 ? NULL : e->holes;
	region.diagonals = kind & 64 ? NULL : e->diagonals;
	region.materials = kind & 128 ? NULL : e->materials;
	return region;
}

static void edited_fields_have_the_bytes_of_cooked_ones(void **state)
{
	(void)state;
	uint64_t random = 7;
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		// Heights are given to the cooker without the origin, to edits with it.
		recipe.origin[recipe.z_up ? 2 : 1] = 0;
		recipe.error = 0;
		edit_case e = begin(&recipe);
		for (int trial = 0; trial < 24; ++trial)
		{
			const kiln_heightfield_region region = random_region(&e, &random);
			const kiln_result result = kiln_heightfield_edit(&e.field, e.data, &region);
			if (result.status != KILN_OK)
				fail_msg("field %u, edit %d: %s", i, trial, result.reason);
			change_grid(&e, &region);
			compare(&e, 230);
		}
		end(&e);
	}
}

static void queries_see_the_edit(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(1, &recipe));
	recipe.origin[recipe.z_up ? 2 : 1] = 0;
	recipe.error = 0;
	recipe.holes = false;
	edit_case e = begin(&recipe);
	const float crater[9] = {-20, -21, -20, -21, -30, -21, -20, -21, -20};
	const uint8_t hole[4] = {0, 1, 0, 0};
	kiln_heightfield_region region = {
		.column = 15, .row = 15, .columns = 3, .rows = 3, .heights = crater, .holes = hole};
	assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &region).status, KILN_OK);
	assert_true(up_of(&e.field, e.field.min) <= -29.9f);
	for (uint32_t i = 0; i < 9; ++i)
	{
		kiln_vec3 p;
		assert_true(kiln_heightfield_sample(&e.field, 15 + i % 3, 15 + i / 3, &p));
		assert_true(fabsf(up_of(&e.field, p) - crater[i]) <= e.field.header->error);
		// What a sample has can be given back.
		const kiln_heightfield_region same = {
			.column = 15 + i % 3, .row = 15 + i / 3, .columns = 1, .rows = 1, .heights = (float[]){up_of(&e.field, p)}};
		kiln_vec3 again;
		assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &same).status, KILN_OK);
		assert_true(kiln_heightfield_sample(&e.field, 15 + i % 3, 15 + i / 3, &again));
		assert_memory_equal(&p, &again, sizeof p);
	}
	assert_int_equal(kiln_heightfield_material(&e.field, 15 * (recipe.columns - 1) + 16), KILN_NONE);
	kiln_vec3 at;
	assert_true(kiln_heightfield_sample(&e.field, 16, 16, &at));
	kiln_ray down = {.origin = at, .direction = {0, recipe.z_up ? 0 : -1.0f, recipe.z_up ? -1.0f : 0}};
	down.origin.y += recipe.z_up ? 0 : 100;
	down.origin.z += recipe.z_up ? 100.0f : 0;
	const kiln_hit hit = kiln_heightfield_ray_closest(&e.field, &down);
	assert_true(hit.hit && fabsf(hit.t - 100) < 1e-3f);
	end(&e);
}

typedef struct bad_edit
{
	kiln_status status;
	uint64_t offset;
	kiln_heightfield_region region;
} bad_edit;

static void refused_edits_change_nothing(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(1, &recipe));
	recipe.origin[recipe.z_up ? 2 : 1] = 0;
	recipe.error = 0;
	edit_case e = begin(&recipe);
	const uint32_t columns = e.field.columns, rows = e.field.rows;
	uint8_t *before = malloc(e.it.blob.size);
	assert_non_null(before);
	memcpy(before, e.data, e.it.blob.size);
	const kiln_heightfield field = e.field;
	const float range = e.high - e.low;
	const float deep[4] = {e.low - 1, 2, 3, 1}, steep[4] = {1, 1, 1, e.low + range * 1.5f};
	static const float nans[4] = {1, 2, NAN, 3}, infinite[4] = {1, -INFINITY, 2, 3}, huge[4] = {1, 2, 3, FLT_MAX};
	const bad_edit bad[] = {
		{KILN_E_NUMBER, 2, {.columns = 2, .rows = 2, .heights = nans}},
		{KILN_E_NUMBER, 1, {.columns = 4, .rows = 1, .heights = infinite}},
		{KILN_E_RANGE, 3, {.columns = 1, .rows = 4, .heights = huge}},
		{KILN_E_RANGE, 0, {.columns = 2, .rows = 2, .heights = deep}},
		{KILN_E_RANGE, 0, {.column = columns - 2, .row = rows - 2, .columns = 2, .rows = 2, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.columns = 0, .rows = 2, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.columns = 2, .rows = 0, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.column = columns, .columns = 1, .rows = 1, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.row = rows - 1, .columns = 1, .rows = 2, .heights = steep}},
		{KILN_E_ARGUMENT, 0, {.column = 1, .columns = UINT32_MAX, .rows = 1, .heights = steep}},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		const kiln_result result = kiln_heightfield_edit(&e.field, e.data, &bad[i].region);
		if (result.status != bad[i].status || result.offset != bad[i].offset)
			fail_msg("edit %zu: %s at %llu: %s", i, kiln_status_name(result.status), (unsigned long long)result.offset,
				result.reason);
		assert_memory_equal(before, e.data, e.it.blob.size);
		assert_memory_equal(&field, &e.field, sizeof field);
	}
	const kiln_heightfield_region good = {.columns = 1, .rows = 1, .heights = nans};
	assert_int_equal(kiln_heightfield_edit(NULL, e.data, &good).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_edit(&e.field, NULL, &good).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_edit(&e.field, e.data, NULL).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_edit(&e.field, before, &good).status, KILN_E_ARGUMENT);
	assert_int_equal(kiln_heightfield_edit(&(kiln_heightfield){0}, e.data, &good).status, KILN_E_ARGUMENT);
	assert_memory_equal(before, e.data, e.it.blob.size);
	// A field without room.
	heightfield_case plain;
	heightfield_case_make_field(&plain, &recipe);
	memcpy(before, plain.blob.data, plain.blob.size);
	assert_int_equal(kiln_heightfield_edit(&plain.field, plain.blob.data, &good).status, KILN_E_FEATURE);
	assert_memory_equal(before, plain.blob.data, plain.blob.size);
	heightfield_case_free(&plain);
	free(before);
	end(&e);
}

static void all_cells_can_become_holes_and_return(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	assert_true(heightfield_case_recipe(1, &recipe));
	recipe.origin[recipe.z_up ? 2 : 1] = 0;
	recipe.error = 0;
	edit_case e = begin(&recipe);
	kiln_heightfield_region whole = {.columns = e.field.columns, .rows = e.field.rows, .holes = e.holes};
	memset(e.holes, 1, (size_t)whole.columns * whole.rows);
	assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &whole).status, KILN_OK);
	kiln_heightfield opened;
	assert_int_equal(kiln_heightfield_open(&opened, e.data, e.it.blob.size).status, KILN_OK);
	const kiln_point_query near = {.point = e.field.min};
	assert_false(kiln_heightfield_closest_point(&e.field, &near).found);
	change_grid(&e, &whole);
	memset(e.holes, 0, (size_t)whole.columns * whole.rows);
	assert_int_equal(kiln_heightfield_edit(&e.field, e.data, &whole).status, KILN_OK);
	change_grid(&e, &whole);
	compare(&e, 230);
	assert_true(kiln_heightfield_closest_point(&e.field, &near).found);
	end(&e);
}

static void levels_of_images_keep_their_range(void **state)
{
	(void)state;
	static uint16_t levels[40 * 40];
	kilncook_heightfield grid = {
		.columns = 40, .rows = 40, .levels = levels, .level_height = 0.25f, .origin = {0, -100, 0}, .spacing = {1, 1}};
	grid.editable = true;
	levels[5] = 999;
	kilncook_blob blob;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_OK);
	kiln_heightfield field;
	assert_int_equal(kiln_heightfield_open(&field, blob.data, blob.size).status, KILN_OK);
	assert_true(blob.size < 40 * 40 * 6);
	const float ends[2] = {-100, -100 + 0.25f * 65535};
	const kiln_heightfield_region region = {.column = 38, .row = 39, .columns = 2, .rows = 1, .heights = ends};
	assert_int_equal(kiln_heightfield_edit(&field, blob.data, &region).status, KILN_OK);
	assert_true(field.min.y == ends[0] && field.max.y == ends[1] && field.header->error == 0);
	kilncook_blob_free(&context, &blob);
	grid.lowest = -101;
	grid.highest = 0;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_USAGE);
	grid.lowest = -100;
	grid.highest = 20000;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_USAGE);
	grid.highest = NAN;
	assert_int_equal(kilncook_heightfield_make(&context, &grid, &blob), KILNCOOK_USAGE);
	// An error that 65535 steps between both ends cannot keep.
	static float heights[40 * 40];
	kilncook_heightfield fine = {.columns = 40, .rows = 40, .heights = heights, .error = 1e-4f, .spacing = {1, 1}};
	fine.editable = true;
	fine.lowest = -50;
	fine.highest = 50;
	assert_int_equal(kilncook_heightfield_make(&context, &fine, &blob), KILNCOOK_REFUSED);
	fine.error = 1e-3f;
	assert_int_equal(kilncook_heightfield_make(&context, &fine, &blob), KILNCOOK_OK);
	kilncook_blob_free(&context, &blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edited_fields_have_the_bytes_of_cooked_ones),
		cmocka_unit_test(queries_see_the_edit),
		cmocka_unit_test(refused_edits_change_nothing),
		cmocka_unit_test(all_cells_can_become_holes_and_return),
		cmocka_unit_test(levels_of_images_keep_their_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
