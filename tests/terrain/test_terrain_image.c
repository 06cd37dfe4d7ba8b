// SPDX-License-Identifier: MIT
#include "terrain_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

/// Images become the fields of their samples, or are refused.

#define COLUMNS 37
#define ROWS 21
#define SAMPLES (COLUMNS * ROWS)
#define CELLS ((COLUMNS - 1) * (ROWS - 1))

static void fill_levels(uint16_t levels[SAMPLES], uint32_t white)
{
	uint32_t random = 7;
	for (uint32_t i = 0; i < SAMPLES; ++i)
	{
		random = random * 1664525u + 1013904223u;
		levels[i] = (uint16_t)((random >> 8) % (white + 1));
	}
}

/// The bytes that a program gets for the same grid.
static void expect_grid(terrain_case *it, kilncook_heightfield grid)
{
	kilncook_blob blob;
	assert_int_equal(kilncook_heightfield_make(&it->context, &grid, &blob), KILNCOOK_OK);
	assert_int_equal(blob.size, it->blob.size);
	assert_memory_equal(blob.data, it->blob.data, blob.size);
	kilncook_blob_free(&it->context, &blob);
}

static kilncook_heightfield grid_of(const uint16_t *levels, uint32_t white)
{
	return (kilncook_heightfield){
		.columns = COLUMNS, .rows = ROWS, .levels = levels, .level_height = (float)(255.0 / white), .spacing = {1, 1}};
}

static void grey_images_of_all_depths_are_the_grids_of_their_levels(void **state)
{
	(void)state;
	terrain_case it;
	uint16_t levels[SAMPLES];
	terrain_case_begin(&it);
	for (int depth = 1; depth <= 16; depth *= 2)
		for (int interlaced = 0; interlaced < 2; ++interlaced)
			for (int alpha = 0; alpha < (depth >= 8 ? 2 : 1); ++alpha)
				for (int apart = 0; apart < 2; ++apart)
				{
					fill_levels(levels, (1u << depth) - 1);
					terrain_case_png(&it, "a.png",
						&(terrain_png){COLUMNS, ROWS, depth, alpha ? PNG_COLOR_TYPE_GRAY_ALPHA : PNG_COLOR_TYPE_GRAY,
							interlaced, levels, NULL, -1});
					it.options.isolate_import = apart;
					terrain_case_must(&it, "a.png");
					kilncook_heightfield grid = grid_of(levels, (1u << depth) - 1);
					const uint8_t no_holes[CELLS] = {0};
					grid.holes = alpha ? no_holes : NULL;
					expect_grid(&it, grid);
				}
	terrain_case_end(&it);
}

static void options_place_the_grid(void **state)
{
	(void)state;
	terrain_case it;
	uint16_t levels[SAMPLES];
	terrain_case_begin(&it);
	fill_levels(levels, 65535);
	terrain_case_png(&it, "a.png", &(terrain_png){COLUMNS, ROWS, 16, PNG_COLOR_TYPE_GRAY, false, levels, NULL, -1});
	it.how = (kilncook_heightfield_options){
		.size = {72, 10}, .origin = {5, 6, 7}, .height = {-3, 97}, .diagonal = KILNCOOK_DIAGONAL_TURNED};
	it.options.up = KILNCOOK_AXIS_Z;
	terrain_case_must(&it, "a.png");
	uint8_t turned[CELLS];
	memset(turned, 1, sizeof turned);
	kilncook_heightfield grid = grid_of(levels, 65535);
	grid.level_height = (float)(100.0 / 65535);
	grid.spacing[0] = 2;
	grid.spacing[1] = 0.5f;
	grid.up = KILNCOOK_AXIS_Z;
	memcpy(grid.origin, (const float[]){5, 6, 4}, sizeof grid.origin);
	grid.diagonals = turned;
	expect_grid(&it, grid);
	assert_int_equal(it.report.turned, CELLS);
	assert_int_equal(it.report.bytes, it.blob.size);
	// A lower height is not white.
	it.how.height[1] = -3;
	assert_int_equal(terrain_case_make(&it, "a.png"), KILNCOOK_USAGE);
	terrain_case_end(&it);
}

static void an_error_moves_heights_by_no_more(void **state)
{
	(void)state;
	terrain_case it;
	uint16_t levels[SAMPLES];
	terrain_case_begin(&it);
	fill_levels(levels, 65535);
	terrain_case_png(&it, "a.png", &(terrain_png){COLUMNS, ROWS, 16, PNG_COLOR_TYPE_GRAY, false, levels, NULL, -1});
	it.how = (kilncook_heightfield_options){.height = {100, 900}, .error = 0.5};
	terrain_case_must(&it, "a.png");
	double worst = 0;
	for (uint32_t i = 0; i < SAMPLES; ++i)
	{
		kiln_vec3 p;
		assert_true(kiln_heightfield_sample(&it.field, i % COLUMNS, i / COLUMNS, &p));
		worst = fmax(worst, fabs((double)p.y - (100 + 800.0 * levels[i] / 65535)));
	}
	assert_true(worst <= it.report.error);
	assert_true(it.report.error <= 0.5001 && worst > 0.3);
	terrain_case_end(&it);
}

/// The bytes of numbers, least significant byte first or last.
static void put_number(uint8_t *to, uint32_t bits, int width, bool big)
{
	for (int i = 0; i < width; ++i)
		to[big ? width - 1 - i : i] = (uint8_t)(bits >> 8 * i);
}

static void files_without_a_header_are_read_in_either_order(void **state)
{
	(void)state;
	static const int widths[KILNCOOK_RAW_END] = {1, 2, 2, 4, 4};
	terrain_case it;
	uint16_t levels[SAMPLES];
	float heights[SAMPLES];
	uint8_t bytes[SAMPLES * 4 + 3];
	terrain_case_begin(&it);
	for (kilncook_raw kind = 0; kind < KILNCOOK_RAW_END; ++kind)
	{
		const bool big = kind == KILNCOOK_RAW_U16BE || kind == KILNCOOK_RAW_F32BE,
				   is_float = kind >= KILNCOOK_RAW_F32LE;
		const uint32_t white = kind == KILNCOOK_RAW_U8 ? 255 : 65535;
		fill_levels(levels, white);
		for (uint32_t i = 0; i < SAMPLES; ++i)
		{
			uint32_t bits = levels[i];
			heights[i] = (float)levels[i] * 0.37f - 100;
			if (is_float)
				memcpy(&bits, &heights[i], sizeof bits);
			put_number(bytes + 3 + i * (size_t)widths[kind], bits, widths[kind], big);
		}
		terrain_case_write(&it, "a.raw", bytes, 3 + SAMPLES * (size_t)widths[kind]);
		it.how =
			(kilncook_heightfield_options){.raw_columns = COLUMNS, .raw_rows = ROWS, .raw_kind = kind, .raw_skip = 3};
		terrain_case_must(&it, "a.raw");
		kilncook_heightfield grid = grid_of(is_float ? NULL : levels, white);
		grid.heights = is_float ? heights : NULL;
		expect_grid(&it, grid);
		it.how.raw_skip = 2;
		terrain_case_refused(&it, "a.raw", "image-size");
	}
	terrain_case_end(&it);
}

static void transparent_pixels_and_a_value_are_holes(void **state)
{
	(void)state;
	terrain_case it;
	uint16_t levels[SAMPLES];
	uint8_t clear[SAMPLES] = {0};
	terrain_case_begin(&it);
	fill_levels(levels, 200);
	const uint32_t hole = 5 * COLUMNS + 8;
	clear[hole] = 1;
	levels[hole] = 255;
	const terrain_png images[3] = {{COLUMNS, ROWS, 8, PNG_COLOR_TYPE_GRAY_ALPHA, false, levels, clear, -1},
		{COLUMNS, ROWS, 8, PNG_COLOR_TYPE_GRAY, false, levels, NULL, 255},
		{COLUMNS, ROWS, 8, PNG_COLOR_TYPE_GRAY, true, levels, NULL, -1}};
	for (int i = 0; i < 3; ++i)
	{
		terrain_case_png(&it, "a.png", &images[i]);
		it.how = (kilncook_heightfield_options){.holes_by_value = i == 2, .hole_value = 255};
		terrain_case_must(&it, "a.png");
		assert_int_equal(it.report.holes, 4);
		// The sample at the hole took a neighbour's height: no bits for 255.
		assert_true(it.report.high <= 200);
		for (uint32_t cell = 0; cell < CELLS; ++cell)
		{
			const uint32_t column = cell % (COLUMNS - 1), row = cell / (COLUMNS - 1);
			const bool expected = (column == 7 || column == 8) && (row == 4 || row == 5);
			assert_int_equal(kiln_heightfield_material(&it.field, cell) == KILN_NONE, expected);
		}
	}
	// Only holes.
	memset(clear, 1, sizeof clear);
	terrain_case_png(&it, "a.png", &images[0]);
	it.how = (kilncook_heightfield_options){0};
	terrain_case_refused(&it, "a.png", "heightfield-empty");
	terrain_case_end(&it);
}

static void maps_have_a_value_for_each_cell_or_sample(void **state)
{
	(void)state;
	terrain_case it;
	uint16_t levels[SAMPLES], map[SAMPLES];
	char path[128], hole_path[128];
	terrain_case_begin(&it);
	fill_levels(levels, 255);
	fill_levels(map, 3);
	terrain_case_png(&it, "a.png", &(terrain_png){COLUMNS, ROWS, 8, PNG_COLOR_TYPE_GRAY, false, levels, NULL, -1});
	snprintf(path, sizeof path, "%s", terrain_case_path(&it, "map.png"));
	snprintf(hole_path, sizeof hole_path, "%s", terrain_case_path(&it, "holes.png"));
	it.how.material_map = path;
	it.how.hole_map = hole_path;
	for (uint32_t less = 0; less < 2; ++less)
	{
		const uint32_t columns = COLUMNS - less, rows = ROWS - less;
		uint16_t holes[SAMPLES] = {0};
		holes[3 * columns + 4] = 1;
		terrain_case_png(
			&it, "map.png", &(terrain_png){columns, rows, 2, PNG_COLOR_TYPE_PALETTE, false, map, NULL, -1});
		terrain_case_png(
			&it, "holes.png", &(terrain_png){columns, rows, 1, PNG_COLOR_TYPE_GRAY, false, holes, NULL, -1});
		terrain_case_must(&it, "a.png");
		assert_int_equal(it.report.material_count, 4);
		assert_int_equal(it.report.side_file_count, 2);
		uint32_t hole_count = 0;
		for (uint32_t cell = 0; cell < CELLS; ++cell)
		{
			const uint32_t column = cell % (COLUMNS - 1), row = cell / (COLUMNS - 1);
			const uint32_t material = kiln_heightfield_material(&it.field, cell);
			hole_count += material == KILN_NONE;
			assert_true(material == KILN_NONE || material == map[row * columns + column]);
		}
		assert_int_equal(hole_count, less ? 1 : 4);
	}
	terrain_case_png(&it, "map.png", &(terrain_png){COLUMNS, ROWS - 2, 2, PNG_COLOR_TYPE_GRAY, false, map, NULL, -1});
	terrain_case_refused(&it, "a.png", "image-size");
	terrain_case_png(&it, "map.png", &(terrain_png){COLUMNS, ROWS, 16, PNG_COLOR_TYPE_GRAY, false, map, NULL, -1});
	terrain_case_refused(&it, "a.png", "image-kind");
	it.how.material_map = "/nowhere/map.png";
	assert_int_equal(terrain_case_make(&it, "a.png"), KILNCOOK_IO);
	terrain_case_end(&it);
}

static void what_is_no_image_of_heights_is_refused(void **state)
{
	(void)state;
	terrain_case it;
	uint16_t levels[SAMPLES];
	terrain_case_begin(&it);
	fill_levels(levels, 15);
	const struct
	{
		terrain_png png;
		const char *code;
	} images[] = {
		{{COLUMNS, ROWS, 8, PNG_COLOR_TYPE_RGB, false, levels, NULL, -1}, "image-kind"},
		{{COLUMNS, ROWS, 4, PNG_COLOR_TYPE_PALETTE, false, levels, NULL, -1}, "image-kind"},
		{{1, ROWS, 8, PNG_COLOR_TYPE_GRAY, false, levels, NULL, -1}, "image-size"},
		{{COLUMNS, 1, 16, PNG_COLOR_TYPE_GRAY, true, levels, NULL, -1}, "image-size"},
		{{1, 1, 1, PNG_COLOR_TYPE_GRAY, false, levels, NULL, -1}, "image-size"},
	};
	for (size_t i = 0; i < sizeof images / sizeof *images; ++i)
	{
		terrain_case_png(&it, "a.png", &images[i].png);
		terrain_case_refused(&it, "a.png", images[i].code);
	}
	const char *const texts[] = {"II*\0and so on", "MM\0*", "\x76\x2f\x31\x01", "text", "\x89PNG\r\n\x1a\n"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
	{
		terrain_case_write(&it, "a.png", texts[i], i == 0 ? 12 : i == 1 ? 4 : strlen(texts[i]));
		terrain_case_refused(&it, "a.png", i == 3 ? "import-format" : "import-failed");
		assert_int_equal(kilncook_heightfield_is_image(terrain_case_path(&it, "a.png")), i != 3);
	}
	terrain_case_write(&it, "a.png", "", 0);
	terrain_case_refused(&it, "a.png", "import-empty");
	const uint32_t nan = 0x7fc00000;
	uint32_t floats[6] = {0, nan, 0, 0, 0, 0};
	terrain_case_write(&it, "a.raw", floats, sizeof floats);
	it.how = (kilncook_heightfield_options){.raw_columns = 3, .raw_rows = 2, .raw_kind = KILNCOOK_RAW_F32LE};
	terrain_case_refused(&it, "a.raw", "heightfield-sample");
	// The number of samples is counted before any memory.
	it.how = (kilncook_heightfield_options){.raw_columns = 16000000, .raw_rows = 1};
	terrain_case_refused(&it, "a.raw", "image-size");
	it.how = (kilncook_heightfield_options){.raw_columns = UINT32_MAX, .raw_rows = UINT32_MAX};
	terrain_case_refused(&it, "a.raw", "image-size");
	assert_true(it.memory.peak < 1000000);
	terrain_case_end(&it);
}

static void damaged_images_are_refused_and_leave_nothing(void **state)
{
	(void)state;
	terrain_case it;
	uint16_t levels[SAMPLES];
	terrain_case_begin(&it);
	fill_levels(levels, 65535);
	size_t size;
	for (int interlaced = 0; interlaced < 2; ++interlaced)
	{
		terrain_case_png(
			&it, "a.png", &(terrain_png){COLUMNS, ROWS, 16, PNG_COLOR_TYPE_GRAY, interlaced, levels, NULL, -1});
		uint8_t *bytes = terrain_case_read(&it, "a.png", &size);
		for (size_t i = 1; i < size; i += 13)
		{
			terrain_case_write(&it, "b.png", bytes, i);
			assert_int_equal(terrain_case_make(&it, "b.png"), KILNCOOK_REFUSED);
			bytes[i] ^= 0x55;
			terrain_case_write(&it, "b.png", bytes, size);
			assert_int_equal(terrain_case_make(&it, "b.png"), KILNCOOK_REFUSED);
			bytes[i] ^= 0x55;
		}
		free(bytes);
	}
	terrain_case_end(&it);
}

static void running_out_of_memory_leaves_nothing(void **state)
{
	(void)state;
	terrain_case it;
	uint16_t levels[SAMPLES];
	char path[128];
	terrain_case_begin(&it);
	fill_levels(levels, 255);
	terrain_case_png(&it, "a.png", &(terrain_png){COLUMNS, ROWS, 8, PNG_COLOR_TYPE_GRAY, true, levels, NULL, 7});
	snprintf(path, sizeof path, "%s", terrain_case_path(&it, "a.png"));
	it.how = (kilncook_heightfield_options){
		.material_map = path, .diagonal = KILNCOOK_DIAGONAL_FLAT, .tile = {1, 0}, .tile_side = 16};
	size_t failed = 0;
	for (size_t at = 1;; ++at)
	{
		it.memory.calls = 0;
		it.memory.fail_at = at;
		const kilncook_status status = terrain_case_make(&it, "a.png");
		it.memory.fail_at = 0;
		if (status == KILNCOOK_OK)
			break;
		assert_int_equal(status, KILNCOOK_INTERNAL);
		assert_int_equal(it.memory.live, 0);
		++failed;
	}
	assert_true(failed > 15);
	terrain_case_end(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grey_images_of_all_depths_are_the_grids_of_their_levels),
		cmocka_unit_test(options_place_the_grid),
		cmocka_unit_test(an_error_moves_heights_by_no_more),
		cmocka_unit_test(files_without_a_header_are_read_in_either_order),
		cmocka_unit_test(transparent_pixels_and_a_value_are_holes),
		cmocka_unit_test(maps_have_a_value_for_each_cell_or_sample),
		cmocka_unit_test(what_is_no_image_of_heights_is_refused),
		cmocka_unit_test(damaged_images_are_refused_and_leave_nothing),
		cmocka_unit_test(running_out_of_memory_leaves_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
