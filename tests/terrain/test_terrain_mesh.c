// SPDX-License-Identifier: MIT
#include "terrain_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Meshes that are grids become fields of the same triangles; tiles of one file meet without a crack.

#define SIDE 12 ///< samples

/// What is wrong with a mesh.
typedef enum mesh_fault
{
	MESH_SOUND,
	MESH_VERTEX_OFF, ///< a vertex between two columns
	MESH_HALF,		 ///< a cell has one triangle
	MESH_TWICE,		 ///< a cell has the same triangle twice
	MESH_LARGE,		 ///< a face over two cells
	MESH_HEIGHTS,	 ///< two vertices at one sample differ
	MESH_MIXED,		 ///< the halves of a cell have two diagonals
	MESH_LINE,		 ///< all vertices in one row
	MESH_FAULTS,
	MESH_TWO_MATERIALS, ///< a cell has two: a warning
} mesh_fault;

static double height_at(uint32_t column, uint32_t row)
{
	return 0.25 * (double)((column * 7 + row * 13) % 11);
}

static uint32_t number(uint32_t column, uint32_t row)
{
	return row * SIDE + column + 1;
}

/// The two triangles of a cell, or one face; `turned` as the format counts diagonals. OBJ: y is up, fronts are up.
static void put_cell(FILE *file, uint32_t column, uint32_t row, mesh_fault fault)
{
	const bool other = fault == MESH_HEIGHTS && column == 1 && row == 0;
	const uint32_t at = number(column, row), a = other ? SIDE * SIDE + 1 : at, b = at + 1, c = at + SIDE, d = c + 1;
	const bool turned = (column + row) % 3 == 0, here = column == 4 && row == 5;
	if (column == 2 && row == 7)
		return;
	if (column == 9 && row == 9)
		fprintf(file, "usemtl two\nf %u %u %u %u\nusemtl one\n", a, c, d, b);
	else if (fault == MESH_LARGE && here)
		fprintf(file, "f %u %u %u\n", a, c + 1, a + 2);
	else if (turned)
	{
		fprintf(file, "f %u %u %u\n", a, c, b);
		if (fault == MESH_MIXED && here)
			fprintf(file, "f %u %u %u\n", a, d, b);
		else if (fault == MESH_TWICE && here)
			fprintf(file, "f %u %u %u\n", a, c, b);
		else if (fault != MESH_HALF || !here)
			fprintf(file, "f %u %u %u\n", b, c, d);
	}
	else
	{
		const bool two = fault == MESH_TWO_MATERIALS && column == 6 && row == 5;
		fprintf(file, "f %u %u %u\n%sf %u %u %u\nusemtl one\n", a, d, b, two ? "usemtl two\n" : "", a, c, d);
	}
}

static void write_mesh(terrain_case *it, mesh_fault fault)
{
	FILE *file = fopen(terrain_case_path(it, "a.obj"), "wb");
	assert_non_null(file);
	fputs("usemtl one\n", file);
	for (uint32_t row = 0; row < SIDE; ++row)
		for (uint32_t column = 0; column < SIDE; ++column)
		{
			const bool off = fault == MESH_VERTEX_OFF && column == 3 && row == 3;
			fprintf(file, "v %.9g %.9g %.9g\n", 10 + 0.5 * (double)column + (off ? 0.01 : 0), height_at(column, row),
				fault == MESH_LINE ? 1 : -3 + 0.75 * (double)row);
		}
	if (fault == MESH_HEIGHTS)
		fprintf(file, "v 10.5 %.9g -3\n", height_at(1, 0) + 1);
	for (uint32_t row = 0; row + 1 < SIDE; ++row)
		for (uint32_t column = 0; column + 1 < SIDE; ++column)
			put_cell(file, column, row, fault);
	assert_int_equal(fclose(file), 0);
}

static void a_grid_of_triangles_becomes_the_field_of_these(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	write_mesh(&it, MESH_SOUND);
	for (int apart = 0; apart < 2; ++apart)
	{
		it.how = (kilncook_heightfield_options){.mesh = true};
		it.options.isolate_import = apart;
		terrain_case_must(&it, "a.obj");
		assert_int_equal(it.report.columns, SIDE);
		assert_int_equal(it.report.rows, SIDE);
		assert_int_equal(it.report.holes, 1);
		assert_int_equal(it.report.material_count, 2);
		for (uint32_t cell = 0; cell < (SIDE - 1) * (SIDE - 1); ++cell)
		{
			const uint32_t column = cell % (SIDE - 1), row = cell / (SIDE - 1);
			kiln_vec3 c[3];
			const bool hole = column == 2 && row == 7, face = column == 9 && row == 9;
			assert_int_equal(kiln_heightfield_triangle(&it.field, 2 * cell, c), !hole);
			if (hole)
				continue;
			assert_int_equal(kiln_heightfield_material(&it.field, cell), face ? 1 : 0);
			for (int k = 0; k < 3; ++k)
			{
				const uint32_t i = (uint32_t)((double)(c[k].x - 10) / 0.5 + 0.5);
				const uint32_t j = (uint32_t)((double)(c[k].z + 3) / 0.75 + 0.5);
				assert_true(c[k].x == 10 + 0.5f * (float)i && c[k].z == -3 + 0.75f * (float)j);
				assert_true(fabs((double)c[k].y - height_at(i, j)) <= it.report.error);
			}
			// Where y is up, the second corner of a turned cell lies in the first column.
			const bool turned = !face && (column + row) % 3 == 0;
			assert_int_equal(c[1].x == c[0].x, turned);
		}
	}
	it.options.scale = 2;
	it.options.up = KILNCOOK_AXIS_Z;
	it.options.art_up = KILNCOOK_AXIS_Y;
	terrain_case_must(&it, "a.obj");
	assert_int_equal(it.report.up, KILNCOOK_AXIS_Z);
	assert_true(it.report.spacing[0] == 1 && it.report.spacing[1] == 1.5f);
	assert_true(fabs((double)it.report.high - 5) <= it.report.error);
	terrain_case_end(&it);
}

static void a_mesh_that_is_no_grid_is_refused(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	it.how.mesh = true;
	for (mesh_fault fault = MESH_VERTEX_OFF; fault < MESH_FAULTS; ++fault)
	{
		write_mesh(&it, fault);
		terrain_case_refused(&it, "a.obj", "heightfield-grid");
	}
	write_mesh(&it, MESH_TWO_MATERIALS);
	terrain_case_must(&it, "a.obj");
	assert_string_equal(it.memory.first_code, "heightfield-material");
	it.how.spacing[0] = 1;
	assert_int_equal(terrain_case_make(&it, "a.obj"), KILNCOOK_USAGE);
	terrain_case_end(&it);
}

#define WIDE 50
#define HIGH 40

/// Writes hills of floats.
static void write_hills(terrain_case *it)
{
	float heights[WIDE * HIGH];
	for (uint32_t i = 0; i < WIDE * HIGH; ++i)
		heights[i] =
			5 * sinf((float)(i % WIDE) * 0.3f) * cosf((float)(i / WIDE) * 0.21f) + (float)(i * 7919 % 13) * 0.1f;
	terrain_case_write(it, "a.raw", heights, sizeof heights);
}

static float cosine_of(const kiln_vec3 p[4], bool turned)
{
	const int halves[2][2][3] = {{{0, 1, 3}, {0, 3, 2}}, {{0, 1, 2}, {1, 3, 2}}};
	double n[2][3], length[2] = {0, 0}, dot = 0;
	for (int i = 0; i < 2; ++i)
	{
		const kiln_vec3 a = p[halves[turned][i][0]], b = p[halves[turned][i][1]], c = p[halves[turned][i][2]];
		const double u[3] = {b.x - a.x, b.y - a.y, b.z - a.z}, v[3] = {c.x - a.x, c.y - a.y, c.z - a.z};
		for (int k = 0; k < 3; ++k)
			n[i][k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
		for (int k = 0; k < 3; ++k)
			length[i] += n[i][k] * n[i][k];
	}
	for (int k = 0; k < 3; ++k)
		dot += n[0][k] * n[1][k];
	return (float)(dot / sqrt(length[0] * length[1]));
}

static void flat_diagonals_bend_least(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	write_hills(&it);
	it.how = (kilncook_heightfield_options){.raw_columns = WIDE,
		.raw_rows = HIGH,
		.raw_kind = KILNCOOK_RAW_F32LE,
		.spacing = {1, 0.5},
		.diagonal = KILNCOOK_DIAGONAL_FLAT};
	terrain_case_must(&it, "a.raw");
	assert_true(it.report.turned > 100 && it.report.turned < (WIDE - 1) * (HIGH - 1) - 100);
	for (uint32_t cell = 0; cell < (WIDE - 1) * (HIGH - 1); ++cell)
	{
		const uint32_t column = cell % (WIDE - 1), row = cell / (WIDE - 1);
		kiln_vec3 p[4], c[3];
		for (uint32_t i = 0; i < 4; ++i)
			assert_true(kiln_heightfield_sample(&it.field, column + i % 2, row + i / 2, &p[i]));
		assert_true(kiln_heightfield_triangle(&it.field, 2 * cell, c));
		// Of the first triangle of a turned cell, no corner is in the last column and the last row.
		bool turned = true;
		for (int k = 0; k < 3; ++k)
			turned = turned && !(c[k].x == p[3].x && c[k].z == p[3].z);
		assert_true(cosine_of(p, turned) >= cosine_of(p, !turned) - 1e-4f);
	}
	terrain_case_end(&it);
}

/// A tile, opened.
typedef struct opened_tile
{
	kilncook_blob blob;
	kiln_heightfield field;
} opened_tile;

#define TILE 16
#define ACROSS 4 ///< (WIDE - 1) / TILE, rounded up
#define ALONG 3

/// Makes tiles of TILE cells, ACROSS of them in a row, or as many in a row as along a column.
static void make_tiles(terrain_case *it, uint32_t across, opened_tile tiles[ALONG][ACROSS])
{
	uint32_t cells[2] = {0, 0};
	for (uint32_t row = 0; row < ALONG; ++row)
		for (uint32_t column = 0; column < across; ++column)
		{
			it->how.tile[0] = column;
			it->how.tile[1] = row;
			it->how.tile_side = across == ALONG ? 0 : TILE;
			it->how.tile_count = across == ALONG ? ALONG : 0;
			terrain_case_must(it, "a.raw");
			cells[0] += row == 0 ? it->field.columns - 1 : 0;
			cells[1] += column == 0 ? it->field.rows - 1 : 0;
			assert_int_equal(it->report.tile_columns, across);
			assert_int_equal(it->report.tile_rows, ALONG);
			tiles[row][column] = (opened_tile){it->blob, it->field};
			kilncook_heightfield_report_free(&it->context, &it->report);
			it->made = false;
		}
	assert_true(cells[0] == WIDE - 1 && cells[1] == HIGH - 1);
}

/// Compares the samples of two borders, bit for bit.
static void expect_border(const kiln_heightfield *a, const kiln_heightfield *b, bool across)
{
	const uint32_t count = across ? a->rows : a->columns;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 p, q;
		assert_true(kiln_heightfield_sample(a, across ? a->columns - 1 : i, across ? i : a->rows - 1, &p));
		assert_true(kiln_heightfield_sample(b, across ? 0 : i, across ? i : 0, &q));
		assert_memory_equal(&p, &q, sizeof p);
	}
}

static void tiles_share_their_borders_and_no_ray_falls_between(void **state)
{
	(void)state;
	static const double origins[3][3] = {{0, 0, 0}, {-1234.56, 7, 0.1}, {100000.3, -50, -99999.7}};
	terrain_case it;
	opened_tile tiles[ALONG][ACROSS];
	terrain_case_begin(&it);
	write_hills(&it);
	uint64_t random = 99;
	for (int i = 0; i < 6; ++i)
	{
		const uint32_t across = i < 3 ? ACROSS : ALONG;
		it.how = (kilncook_heightfield_options){.raw_columns = WIDE,
			.raw_rows = HIGH,
			.raw_kind = KILNCOOK_RAW_F32LE,
			.spacing = {i % 3 == 0 ? 1 : 1.0 / 3, i % 3 == 0 ? 1 : 0.7},
			.origin = {origins[i % 3][0], origins[i % 3][1], origins[i % 3][2]}};
		make_tiles(&it, across, tiles);
		for (uint32_t row = 0; row < ALONG; ++row)
			for (uint32_t column = 0; column < across; ++column)
			{
				if (column + 1 < across)
					expect_border(&tiles[row][column].field, &tiles[row][column + 1].field, true);
				if (row + 1 < ALONG)
					expect_border(&tiles[row][column].field, &tiles[row + 1][column].field, false);
			}
		// Rays from above through points on and at borders, slanted: each hits a tile.
		const kiln_heightfield *first = &tiles[0][0].field, *last = &tiles[ALONG - 1][across - 1].field;
		for (int k = 0; k < 4000; ++k)
		{
			kiln_vec3 on;
			random = random * 6364136223846793005u + 1442695040888963407u;
			const kiln_heightfield *some = &tiles[random >> 40 & 1][random >> 41 & 1].field;
			const uint32_t along =
				(uint32_t)(random >> 50) % TILE % (some->columns < some->rows ? some->columns : some->rows);
			const bool border = random >> 42 & 1;
			assert_true(kiln_heightfield_sample(
				some, border ? some->columns - 1 : along, border ? along : some->rows - 1, &on));
			const kiln_vec3 tilt = {
				(float)((int)(random >> 20 & 15) - 8) * 0.0625f, -20, (float)((int)(random >> 24 & 15) - 8) * 0.0625f};
			const kiln_ray ray = {.origin = {on.x - tilt.x, on.y - tilt.y, on.z - tilt.z}, .direction = tilt};
			// Not at the landscape's own border.
			if (on.x - 2 < first->min.x || on.z - 2 < first->min.z || on.x + 2 > last->max.x || on.z + 2 > last->max.z)
				continue;
			bool hit = false;
			for (uint32_t row = 0; row < ALONG; ++row)
				for (uint32_t column = 0; column < across; ++column)
					hit = hit || kiln_heightfield_ray_any(&tiles[row][column].field, &ray);
			assert_true(hit);
		}
		for (uint32_t k = 0; k < ALONG * across; ++k)
			kilncook_blob_free(&it.context, &tiles[k / across][k % across].blob);
	}
	it.how.tile_count = WIDE;
	it.how.tile[0] = 0;
	assert_int_equal(terrain_case_make(&it, "a.raw"), KILNCOOK_USAGE);
	it.how.tile_count = 3;
	it.how.tile[0] = 3;
	assert_int_equal(terrain_case_make(&it, "a.raw"), KILNCOOK_USAGE);
	it.how.tile_side = TILE;
	it.how.tile[0] = 0;
	assert_int_equal(terrain_case_make(&it, "a.raw"), KILNCOOK_USAGE);
	it.how.tile_count = 0;
	it.how.tile[0] = ACROSS;
	assert_int_equal(terrain_case_make(&it, "a.raw"), KILNCOOK_USAGE);
	terrain_case_end(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_grid_of_triangles_becomes_the_field_of_these),
		cmocka_unit_test(a_mesh_that_is_no_grid_is_refused),
		cmocka_unit_test(flat_diagonals_bend_least),
		cmocka_unit_test(tiles_share_their_borders_and_no_ray_falls_between),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
