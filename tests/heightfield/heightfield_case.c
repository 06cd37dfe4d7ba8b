// SPDX-License-Identifier: MIT
#include "heightfield_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const kilncook_context context;

float heightfield_random(uint64_t *random, float low, float high)
{
	return low + (high - low) * fixture_random_unit(random);
}

kiln_vec3 heightfield_random_point(const kiln_heightfield *field, uint64_t *random, float more)
{
	const float low[3] = {field->min.x, field->min.y, field->min.z},
				high[3] = {field->max.x, field->max.y, field->max.z};
	float at[3], size = 0;
	for (int i = 0; i < 3; ++i)
		size = fmaxf(size, high[i] - low[i]);
	for (int i = 0; i < 3; ++i)
		at[i] = heightfield_random(random, low[i] - size * more, high[i] + size * more);
	return (kiln_vec3){at[0], at[1], at[2]};
}

/// Hills of several sizes, with a little noise.
static float height_at(const heightfield_recipe *recipe, uint32_t column, uint32_t row, uint64_t *random)
{
	const float x = (float)column, y = (float)row;
	const float hills = sinf(x * 0.11f) * cosf(y * 0.07f) + 0.3f * sinf(x * 0.9f + y * 0.4f);
	return recipe->height * (hills + 0.1f * fixture_random_unit(random));
}

static void fill_cells(heightfield_case *it, const heightfield_recipe *recipe, uint64_t *random)
{
	const uint32_t columns = recipe->columns - 1, rows = recipe->rows - 1;
	for (uint32_t row = 0; row < rows; ++row)
		for (uint32_t column = 0; column < columns; ++column)
		{
			const size_t at = (size_t)row * columns + column;
			// The second block along both sides is whole, where there is one.
			const bool second = column / 16 == 1 && row / 16 == 1;
			it->holes[at] = recipe->holes && (second || fixture_random(random) % 7 == 0);
			it->diagonals[at] =
				recipe->diagonals && (column / 16 == 0 && row / 16 == 1 ? true : fixture_random(random) % 2 == 0);
			it->materials[at] = recipe->materials ? (uint8_t)(fixture_random(random) % 200) : 3;
		}
}

void heightfield_case_make_field(heightfield_case *it, const heightfield_recipe *recipe)
{
	uint64_t random = recipe->seed;
	const size_t samples = (size_t)recipe->columns * recipe->rows;
	const size_t cells = (size_t)(recipe->columns - 1) * (recipe->rows - 1);
	memset(it, 0, sizeof *it);
	it->heights = malloc(samples * sizeof *it->heights);
	it->holes = malloc(cells);
	it->diagonals = malloc(cells);
	it->materials = malloc(cells);
	assert_true(it->heights && it->holes && it->diagonals && it->materials);
	for (uint32_t row = 0; row < recipe->rows; ++row)
		for (uint32_t column = 0; column < recipe->columns; ++column)
			it->heights[(size_t)row * recipe->columns + column] = height_at(recipe, column, row, &random);
	fill_cells(it, recipe, &random);
	it->grid = (kilncook_heightfield){.columns = recipe->columns,
		.rows = recipe->rows,
		.heights = it->heights,
		.error = recipe->error,
		.origin = {recipe->origin[0], recipe->origin[1], recipe->origin[2]},
		.spacing = {recipe->spacing[0], recipe->spacing[1]},
		.up = recipe->z_up ? KILNCOOK_AXIS_Z : KILNCOOK_AXIS_DEFAULT,
		.holes = it->holes,
		.diagonals = it->diagonals,
		.materials = it->materials};
	assert_int_equal(kilncook_heightfield_make(&context, &it->grid, &it->blob), KILNCOOK_OK);
	assert_int_equal(kiln_heightfield_open(&it->field, it->blob.data, it->blob.size).status, KILN_OK);
}

/// The corner of a cell, 0 to 3, that has a triangle's corner.
static uint32_t sample_of(const kiln_heightfield *field, uint32_t cell, kiln_vec3 corner)
{
	const uint32_t column = cell % (field->columns - 1), row = cell / (field->columns - 1);
	for (uint32_t i = 0; i < 4; ++i)
	{
		kiln_vec3 at;
		assert_true(kiln_heightfield_sample(field, column + (i & 1), row + (i >> 1), &at));
		if (memcmp(&at, &corner, sizeof at) == 0)
			return (row + (i >> 1)) * field->columns + column + (i & 1);
	}
	fail_msg("a corner of a triangle is no sample of its cell");
	return 0;
}

static void make_mesh(heightfield_case *it)
{
	const kiln_heightfield *field = &it->field;
	const uint32_t samples = field->columns * field->rows, cells = (field->columns - 1) * (field->rows - 1);
	uint32_t *vertex = malloc(samples * sizeof *vertex);
	fixture_mesh mesh = {.vertices = malloc(samples * sizeof *mesh.vertices),
		.triangles = malloc(2 * (size_t)cells * sizeof *mesh.triangles)};
	it->numbers = malloc(2 * (size_t)cells * sizeof *it->numbers);
	assert_true(vertex && mesh.vertices && mesh.triangles && it->numbers);
	memset(vertex, 255, samples * sizeof *vertex);
	for (uint32_t number = 0; number < 2 * cells; ++number)
	{
		kiln_vec3 corners[3];
		if (!kiln_heightfield_triangle(field, number, corners))
			continue;
		for (int k = 0; k < 3; ++k)
		{
			const uint32_t sample = sample_of(field, number / 2, corners[k]);
			if (vertex[sample] == UINT32_MAX)
			{
				const float at[3] = {corners[k].x, corners[k].y, corners[k].z};
				vertex[sample] = mesh.vertex_count;
				memcpy(mesh.vertices[mesh.vertex_count++], at, sizeof at);
			}
			mesh.triangles[mesh.triangle_count][k] = vertex[sample];
		}
		it->numbers[mesh.triangle_count++] = number;
	}
	it->triangle_count = mesh.triangle_count;
	assert_true(fixture_blob_make(&it->mesh, &mesh, 1, &(fixture_node){.mesh = 0}, 1));
	assert_int_equal(kiln_open(&it->asset, it->mesh.data, it->mesh.size, NULL).status, KILN_OK);
	fixture_mesh_free(&mesh);
	free(vertex);
}

void heightfield_case_make(heightfield_case *it, const heightfield_recipe *recipe)
{
	heightfield_case_make_field(it, recipe);
	make_mesh(it);
}

void heightfield_case_free(heightfield_case *it)
{
	kilncook_blob_free(&context, &it->blob);
	if (it->mesh.data)
		fixture_blob_free(&it->mesh);
	free(it->numbers);
	free(it->heights);
	free(it->holes);
	free(it->diagonals);
	free(it->materials);
}

uint32_t heightfield_case_number(const heightfield_case *it, uint32_t mesh_triangle)
{
	assert_true(mesh_triangle < it->triangle_count);
	return it->numbers[kiln_triangle_source(&it->asset, 0, mesh_triangle).face];
}

kiln_vec3 heightfield_case_near(const heightfield_case *it, uint64_t *random, float size)
{
	kiln_vec3 at;
	const uint32_t column = (uint32_t)(fixture_random(random) % it->field.columns);
	const uint32_t row = (uint32_t)(fixture_random(random) % it->field.rows);
	assert_true(kiln_heightfield_sample(&it->field, column, row, &at));
	at.x += heightfield_random(random, -size, size);
	at.y += heightfield_random(random, -size, size);
	at.z += heightfield_random(random, -size, size);
	return at;
}

bool heightfield_case_recipe(uint32_t i, heightfield_recipe *recipe)
{
	static const heightfield_recipe recipes[] = {
		{.columns = 9, .rows = 12, .spacing = {1, 1}, .height = 2},
		{.columns = 40,
			.rows = 51,
			.spacing = {0.5f, 0.75f},
			.height = 3,
			.origin = {-7, 100, 4},
			.holes = true,
			.diagonals = true,
			.materials = true},
		{.columns = 40,
			.rows = 51,
			.z_up = true,
			.spacing = {0.3f, 0.1f},
			.height = 1,
			.origin = {3, -8, 1},
			.holes = true,
			.diagonals = true,
			.materials = true},
		{.columns = 180, .rows = 150, .spacing = {1, 1}, .height = 12, .error = 0.01f, .diagonals = true},
		{.columns = 2, .rows = 60, .spacing = {2, 1}, .height = 1},
		{.columns = 70, .rows = 2, .z_up = true, .spacing = {1, 3}, .height = 1, .holes = true},
		{.columns = 33, .rows = 17, .spacing = {1, 1}, .height = 0},
		{.columns = 50,
			.rows = 60,
			.spacing = {0.1f, 0.1f},
			.height = 2,
			.origin = {30000, 5000, -60000},
			.diagonals = true},
		{.columns = 30, .rows = 30, .spacing = {1e-6f, 2e-6f}, .height = 1e-6f, .holes = true},
		{.columns = 30, .rows = 30, .z_up = true, .spacing = {1e6f, 3e6f}, .height = 1e7f, .holes = true},
		{.columns = 60, .rows = 60, .spacing = {1, 1}, .height = 200, .materials = true},
	};
	if (i >= sizeof recipes / sizeof *recipes)
		return false;
	*recipe = recipes[i];
	recipe->seed = 100 + i;
	return true;
}
