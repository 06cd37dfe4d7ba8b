// SPDX-License-Identifier: MIT
#include "image/image.h"
#include "support/exr_file.h"
#include "terrain_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// OpenEXR images that the library writes are read sample by sample; damaged ones are refused.

#define COLUMNS 37
#define ROWS 43

static bool is_alpha(const char *name)
{
	const char *dot = strrchr(name, '.');
	return strcmp(dot ? dot + 1 : name, "A") == 0;
}

/// Numbers that halves have, which deflate packs well: the library writes what packs to just its own size so that nothing reads it. The
/// channel A is opaque.
static double value_of(const void *user, int channel, int32_t column, int32_t row)
{
	const exr_file *file = user;
	const uint32_t random = ((uint32_t)column * 2654435761u ^ (uint32_t)row * 40503u) >> 5;
	return file->names[1] && is_alpha(file->names[channel]) ? 1 : random % 16 * 64;
}

/// A slope, whose steps a lossy compression keeps.
static double slope_of(const void *user, int channel, int32_t column, int32_t row)
{
	(void)user, (void)channel;
	return 10 + column + 2 * row;
}

static exr_file file_of(exr_compression_t compression, exr_pixel_type_t type)
{
	return (exr_file){
		.compression = compression, .type = type, .names = {"Y"}, .columns = COLUMNS, .rows = ROWS, .sample = value_of};
}

/// Reads the image in this process.
static kilncook_status read_channel(terrain_case *it, const exr_file *file, const char *channel, art_image *image)
{
	size_t size;
	exr_file given = *file;
	given.user = file;
	uint8_t *bytes = exr_file_write(&given, &size);
	it->memory.messages = 0;
	it->memory.first_code[0] = 0;
	const kilncook_status status = image_read_exr(&it->context, bytes, size, &(image_how){.channel = channel}, image);
	free(bytes);
	return status;
}

static kilncook_status read_file(terrain_case *it, const exr_file *file, art_image *image)
{
	return read_channel(it, file, NULL, image);
}

static void expect(terrain_case *it, const exr_file *file, double most, bool warned)
{
	const int heights = file->names[1] ? 1 : 0;
	art_image image = {0};
	assert_int_equal(read_file(it, file, &image), KILNCOOK_OK);
	assert_int_equal(it->memory.messages, warned);
	assert_true(!warned || strcmp(it->memory.first_code, "image-lossy") == 0);
	assert_int_equal(image.columns, COLUMNS);
	assert_int_equal(image.rows, ROWS);
	assert_int_equal(image.kind, ART_SAMPLES_FLOATS);
	assert_true(image.rounding == 0);
	for (int32_t y = 0; y < ROWS; ++y)
		for (int32_t x = 0; x < COLUMNS; ++x)
			assert_true(fabs((double)image.floats[y * COLUMNS + x] - file->sample(file, heights, x, y)) <= most);
	image_free(&it->context, &image);
}

static void all_numbers_layouts_and_compressions_are_read(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	for (exr_compression_t packing = 0; packing <= EXR_COMPRESSION_B44A; ++packing)
		for (exr_pixel_type_t type = 0; type < EXR_PIXEL_LAST_TYPE; ++type)
			for (int layout = 0; layout < 4; ++layout)
			{
				const bool b44 = packing == EXR_COMPRESSION_B44 || packing == EXR_COMPRESSION_B44A;
				const bool lossy =
					(packing == EXR_COMPRESSION_PXR24 && type == EXR_PIXEL_FLOAT) || (b44 && type == EXR_PIXEL_HALF);
				exr_file file = file_of(packing, type);
				file.storage = layout > 1 ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE;
				file.tile = 16;
				file.levels = layout == 3;
				file.left = layout == 1 ? -7 : 0;
				file.top = layout == 1 ? 1000 : 0;
				file.sample = lossy ? slope_of : value_of;
				expect(&it, &file, lossy ? 8 : 0, lossy);
			}
	terrain_case_end(&it);
}

static void the_channel_of_heights_is_certain(void **state)
{
	(void)state;
	static const struct
	{
		const char *names[EXR_FILE_CHANNELS];
		bool read;
	} cases[] = {{{"Y"}, true}, {{"Z"}, true}, {{"height"}, true}, {{"A"}, true}, {{"R"}, true},
		{{"terrain.height"}, true}, {{"A", "Y"}, true}, {{"B", "G", "R"}, true}, {{"A", "B", "G", "R"}, true},
		{{"l.B", "l.G", "l.R"}, true}, {{"l.A", "l.B", "l.G", "l.R"}, true}, {{"Y", "Z"}, false},
		{{"B", "G", "R", "Z"}, false}, {{"B", "G"}, false}, {{"BY", "RY", "Y"}, false}, {{"a.B", "b.G", "b.R"}, false},
		{{"A", "l.Y"}, false}, {{"A", "l.A"}, false}};
	terrain_case it;
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		exr_file file = file_of(EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT);
		art_image image = {0};
		memcpy(file.names, cases[i].names, sizeof file.names);
		if (cases[i].read)
		{
			expect(&it, &file, 0, false);
			continue;
		}
		assert_int_equal(read_file(&it, &file, &image), KILNCOOK_REFUSED);
		assert_string_equal(it.memory.first_code, "image-kind");
	}
	terrain_case_end(&it);
}

/// The number of the channel, and 0 in its first row.
static double number_of(const void *user, int channel, int32_t column, int32_t row)
{
	(void)user, (void)column;
	return row == 0 ? 0 : channel + 1;
}

static void a_channel_is_read_by_its_name(void **state)
{
	(void)state;
	static const char *const names[EXR_FILE_CHANNELS] = {"A", "R", "high.A", "high.Y", "mask"};
	terrain_case it;
	terrain_case_begin(&it);
	exr_file file = file_of(EXR_COMPRESSION_ZIP, EXR_PIXEL_HALF);
	memcpy(file.names, names, sizeof file.names);
	file.sample = number_of;
	for (int i = 0; i < EXR_FILE_CHANNELS; ++i)
	{
		art_image image = {0};
		assert_int_equal(read_channel(&it, &file, names[i], &image), KILNCOOK_OK);
		assert_true((double)image.floats[COLUMNS] == i + 1);
		// The layers have an A each, whose first row is transparent; A itself has none beside it.
		assert_int_equal(image.clear != NULL, i == 1 || i > 2);
		assert_true(!image.clear || (image.clear[0] && !image.clear[COLUMNS]));
		image_free(&it.context, &image);
	}
	static const char *const others[] = {"", "r", "Y", "high", "high.", "high.Y2", "mas"};
	for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
	{
		art_image image = {0};
		assert_int_equal(read_channel(&it, &file, others[i], &image), KILNCOOK_REFUSED);
		assert_string_equal(it.memory.first_code, "image-kind");
	}
	terrain_case_end(&it);
}

/// One sample differs; of the channel A, it is 0.
static double odd_of(const void *user, int channel, int32_t column, int32_t row)
{
	const exr_file *file = user;
	const bool odd = column == 8 && row == 5;
	if (strcmp(file->names[channel], "A") == 0)
		return odd ? 0 : 0.5;
	return odd && channel == 1 && file->names[2] ? 3 : value_of(user, channel, column, row);
}

static void colours_are_refused_and_transparent_pixels_are_holes(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	for (exr_pixel_type_t type = 0; type < EXR_PIXEL_LAST_TYPE; ++type)
	{
		exr_file file = file_of(EXR_COMPRESSION_PIZ, type);
		art_image image = {0};
		memcpy(file.names, (const char *[]){"B", "G", "R"}, 3 * sizeof *file.names);
		file.sample = odd_of;
		assert_int_equal(read_file(&it, &file, &image), KILNCOOK_REFUSED);
		assert_string_equal(it.memory.first_code, "image-kind");
		image_free(&it.context, &image);
		if (type == EXR_PIXEL_UINT)
			continue;
		memcpy(file.names, (const char *[]){"A", "Y", NULL}, 3 * sizeof *file.names);
		file.storage = EXR_STORAGE_TILED;
		file.tile = 20;
		assert_int_equal(read_file(&it, &file, &image), KILNCOOK_OK);
		for (int32_t i = 0; i < COLUMNS * ROWS; ++i)
		{
			assert_int_equal(image.clear[i] != 0, i == 5 * COLUMNS + 8);
			assert_true((double)image.floats[i] == value_of(&file, 1, i % COLUMNS, i / COLUMNS));
		}
		image_free(&it.context, &image);
	}
	terrain_case_end(&it);
}

static void other_parts_and_samplings_are_refused(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	exr_file files[4];
	for (size_t i = 0; i < 4; ++i)
		files[i] = file_of(EXR_COMPRESSION_NONE, EXR_PIXEL_FLOAT);
	files[0].parts = 2;
	files[1].storage = EXR_STORAGE_DEEP_SCANLINE;
	files[2].sampling = 2;
	files[2].columns = files[2].rows = 40;
	memcpy(files[2].names, (const char *[]){"B", "G", "R"}, 3 * sizeof *files[2].names);
	files[3].storage = EXR_STORAGE_DEEP_SCANLINE;
	files[3].parts = 2;
	for (size_t i = 0; i < 4; ++i)
	{
		art_image image = {0};
		assert_int_equal(read_file(&it, &files[i], &image), KILNCOOK_REFUSED);
		assert_string_equal(it.memory.first_code, "image-kind");
	}
	// One flat part beside a deep one is certain.
	files[0].deep_last = true;
	expect(&it, &files[0], 0, false);
	files[0].parts = 3;
	art_image image = {0};
	assert_int_equal(read_file(&it, &files[0], &image), KILNCOOK_REFUSED);
	terrain_case_end(&it);
}

/// The place of some bytes, which must be there.
static uint8_t *find(uint8_t *bytes, size_t size, const char *what, size_t length)
{
	for (size_t i = 0; i + length <= size; ++i)
		if (memcmp(bytes + i, what, length) == 0)
			return bytes + i;
	fail();
	return NULL;
}

static void put_little(uint8_t *at, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; ++i)
		at[i] = (uint8_t)(value >> 8 * i);
}

static void other_compressions_are_refused(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	for (int packing = EXR_COMPRESSION_DWAA; packing < 256; packing += packing < 12 ? 1 : 61)
	{
		exr_file file = file_of(EXR_COMPRESSION_ZIP, EXR_PIXEL_HALF);
		art_image image = {0};
		size_t size;
		file.user = &file;
		uint8_t *bytes = exr_file_write(&file, &size);
		find(bytes, size, "compression\0compression\0\1\0\0\0", 28)[28] = (uint8_t)packing;
		it.memory.messages = 0;
		assert_int_equal(image_read_exr(&it.context, bytes, size, &(image_how){0}, &image), KILNCOOK_REFUSED);
		assert_string_equal(it.memory.first_code, packing < EXR_COMPRESSION_LAST_TYPE ? "image-kind" : "import-failed");
		image_free(&it.context, &image);
		free(bytes);
	}
	terrain_case_end(&it);
}

/// A slope with one other sample, away from the border.
typedef struct odd_slope
{
	double odd;
} odd_slope;

static double odd_slope_of(const void *user, int channel, int32_t column, int32_t row)
{
	return column == 8 && row == 5 ? ((const odd_slope *)user)->odd : slope_of(NULL, channel, column, row);
}

static void write_odd(terrain_case *it, exr_pixel_type_t type, double odd)
{
	size_t size;
	const odd_slope slope = {odd};
	exr_file file = file_of(EXR_COMPRESSION_ZIP, type);
	file.sample = odd_slope_of;
	file.user = &slope;
	uint8_t *bytes = exr_file_write(&file, &size);
	terrain_case_write(it, "a.exr", bytes, size);
	free(bytes);
}

static void samples_become_heights_or_holes(void **state)
{
	(void)state;
	const double infinity = (double)INFINITY, nan = (double)NAN;
	const struct
	{
		exr_pixel_type_t type;
		double odd, hole;
		const char *code; ///< NULL: read
		uint64_t holes;
	} cases[] = {{EXR_PIXEL_FLOAT, 7, nan, NULL, 0}, {EXR_PIXEL_FLOAT, nan, nan, NULL, 4},
		{EXR_PIXEL_FLOAT, nan, 7, "heightfield-sample", 0}, {EXR_PIXEL_HALF, nan, nan, NULL, 4},
		{EXR_PIXEL_HALF, infinity, nan, "heightfield-sample", 0},
		{EXR_PIXEL_FLOAT, -infinity, 7, "heightfield-sample", 0}, {EXR_PIXEL_FLOAT, -9999.1, -9999.1, NULL, 4},
		{EXR_PIXEL_UINT, 4000000001.0, 4e9, NULL, 4}, {EXR_PIXEL_HALF, 0x1p-24, 0, NULL, 0}};
	terrain_case it;
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		write_odd(&it, cases[i].type, cases[i].odd);
		it.how = (kilncook_heightfield_options){.holes_by_value = true, .hole_value = cases[i].hole};
		const kilncook_status status = terrain_case_both_ways(&it, "a.exr");
		assert_int_equal(status, cases[i].code ? KILNCOOK_REFUSED : KILNCOOK_OK);
		if (cases[i].code)
			assert_string_equal(it.memory.first_code, cases[i].code);
		else
			assert_int_equal(it.report.holes, cases[i].holes);
	}
	assert_true(kilncook_heightfield_is_image(terrain_case_path(&it, "a.exr")));
	terrain_case_end(&it);
}

static void rounding_to_float32_counts_in_the_error(void **state)
{
	(void)state;
	terrain_case it;
	kiln_vec3 p;
	terrain_case_begin(&it);
	write_odd(&it, EXR_PIXEL_UINT, 0x1p27 + 7);
	assert_int_equal(terrain_case_both_ways(&it, "a.exr"), KILNCOOK_OK);
	assert_true(kiln_heightfield_sample(&it.field, 8, 5, &p));
	assert_true(fabs((double)p.y - (0x1p27 + 7)) <= it.report.error);
	write_odd(&it, EXR_PIXEL_UINT, 0x1p27);
	const double error = it.report.error;
	assert_int_equal(terrain_case_both_ways(&it, "a.exr"), KILNCOOK_OK);
	assert_true(it.report.error <= error - 0.99);
	terrain_case_end(&it);
}

static void lossy_images_are_warned_of(void **state)
{
	(void)state;
	size_t size;
	terrain_case it;
	terrain_case_begin(&it);
	exr_file file = file_of(EXR_COMPRESSION_PXR24, EXR_PIXEL_FLOAT);
	file.sample = slope_of;
	uint8_t *bytes = exr_file_write(&file, &size);
	terrain_case_write(&it, "a.exr", bytes, size);
	free(bytes);
	assert_int_equal(terrain_case_both_ways(&it, "a.exr"), KILNCOOK_OK);
	assert_int_equal(it.report.warnings, 1);
	assert_string_equal(it.memory.first_code, "image-lossy");
	terrain_case_end(&it);
}

static void damaged_images_are_refused_and_leave_nothing(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	for (int layout = 0; layout < 4; ++layout)
	{
		static const exr_compression_t packings[] = {
			EXR_COMPRESSION_NONE, EXR_COMPRESSION_ZIP, EXR_COMPRESSION_PIZ, EXR_COMPRESSION_RLE};
		exr_file file = file_of(packings[layout], layout % 2 ? EXR_PIXEL_FLOAT : EXR_PIXEL_HALF);
		size_t size, read = 0, tried = 0;
		file.storage = layout > 1 ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE;
		file.tile = 16;
		file.user = &file;
		uint8_t *bytes = exr_file_write(&file, &size);
		for (size_t i = (size_t)layout; i < size; i += 5, ++tried)
		{
			art_image image = {0};
			const size_t messages = it.memory.messages;
			uint8_t *cut = malloc(i + 1);
			assert_non_null(cut);
			memcpy(cut, bytes, i);
			assert_int_equal(image_read_exr(&it.context, cut, i, &(image_how){0}, &image), KILNCOOK_REFUSED);
			assert_true(it.memory.messages > messages);
			image_free(&it.context, &image);
			free(cut);
			bytes[i] ^= 0xff;
			read += image_read_exr(&it.context, bytes, size, &(image_how){0}, &image) == KILNCOOK_OK;
			image_free(&it.context, &image);
			bytes[i] ^= 0xff;
		}
		assert_true(read < tried);
		free(bytes);
	}
	terrain_case_end(&it);
}

/// Claims of a few bytes take no memory.
static void huge_claims_are_refused_before_memory(void **state)
{
	(void)state;
	// Largest column and row, and the side of tiles; 0: rows.
	static const int64_t sides[][3] = {{INT32_MAX, INT32_MAX, 0}, {INT32_MAX - 1, INT32_MAX - 1, 0},
		{1000000, 1000000, 0}, {1000000, 1000000, 16}, {INT32_MAX - 1, 0, 0}, {0, INT32_MAX - 1, 0}, {36, 42, 30000},
		{36, 42, INT32_MAX}, {36, 42, UINT32_MAX}, {-2, -2, 0}, {(1 << 28) - 1, 0, 0}, {0, (1 << 28) - 1, 1}};
	terrain_case it;
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof sides / sizeof *sides; ++i)
	{
		exr_file file = file_of(EXR_COMPRESSION_ZIP, EXR_PIXEL_FLOAT);
		size_t size;
		file.storage = sides[i][2] ? EXR_STORAGE_TILED : EXR_STORAGE_SCANLINE;
		file.tile = 16;
		file.user = &file;
		uint8_t *bytes = exr_file_write(&file, &size);
		uint8_t *window = find(bytes, size, "dataWindow\0box2i\0\20\0\0\0", 21);
		put_little(window + 21 + 8, (uint64_t)sides[i][0], 4);
		put_little(window + 21 + 12, (uint64_t)sides[i][1], 4);
		if (sides[i][2])
		{
			uint8_t *tiles = find(bytes, size, "tiles\0tiledesc\0\11\0\0\0", 19);
			put_little(tiles + 19, (uint64_t)sides[i][2], 4);
			put_little(tiles + 23, (uint64_t)sides[i][2], 4);
		}
		art_image image = {0};
		it.memory.messages = 0;
		assert_int_equal(image_read_exr(&it.context, bytes, size, &(image_how){0}, &image), KILNCOOK_REFUSED);
		assert_int_equal(it.memory.messages, 1);
		image_free(&it.context, &image);
		free(bytes);
	}
	assert_true(it.memory.peak < ((size_t)1 << 30) + 100000);
	terrain_case_end(&it);
}

/// Rows without compression: the chunk of a row is its number, its bytes, and the samples.
static void chunks_that_contradict_the_image_are_refused(void **state)
{
	(void)state;
	static const uint32_t packed[] = {0, 1, COLUMNS * 4 - 4, COLUMNS * 4 + 4, INT32_MAX, UINT32_MAX};
	terrain_case it;
	terrain_case_begin(&it);
	for (int zip = 0; zip < 2; ++zip)
		for (size_t i = 0; i < sizeof packed / sizeof *packed; ++i)
		{
			exr_file file = file_of(zip ? EXR_COMPRESSION_ZIPS : EXR_COMPRESSION_NONE, EXR_PIXEL_FLOAT);
			size_t size;
			file.user = &file;
			uint8_t *bytes = exr_file_write(&file, &size);
			uint64_t last = 0;
			// The table of chunks is in front of the first one, whose place it begins with.
			for (size_t at = 8; at + 8 < size && !last; ++at)
			{
				uint64_t first;
				memcpy(&first, bytes + at, sizeof first);
				if (first == at + 8 * ROWS)
					memcpy(&last, bytes + at + 8 * (ROWS - 1), sizeof last);
			}
			assert_true(last > 0 && last + 8 < size);
			put_little(bytes + last + 4, packed[i], 4);
			art_image image = {0};
			it.memory.messages = 0;
			assert_int_equal(image_read_exr(&it.context, bytes, size, &(image_how){0}, &image), KILNCOOK_REFUSED);
			assert_string_equal(it.memory.last_code, "import-failed");
			assert_int_equal(it.memory.messages, 1);
			image_free(&it.context, &image);
			free(bytes);
		}
	terrain_case_end(&it);
}

static void running_out_of_memory_leaves_nothing(void **state)
{
	(void)state;
	terrain_case it;
	size_t failed = 0;
	terrain_case_begin(&it);
	write_odd(&it, EXR_PIXEL_FLOAT, (double)NAN);
	it.how = (kilncook_heightfield_options){.holes_by_value = true, .hole_value = (double)NAN};
	for (size_t at = 1;; ++at, ++failed)
	{
		it.memory.calls = 0;
		it.memory.fail_at = at;
		const kilncook_status status = terrain_case_make(&it, "a.exr");
		it.memory.fail_at = 0;
		if (status == KILNCOOK_OK)
			break;
		assert_int_equal(status, KILNCOOK_INTERNAL);
		assert_int_equal(it.memory.live, 0);
	}
	assert_true(failed > 5);
	terrain_case_end(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_numbers_layouts_and_compressions_are_read),
		cmocka_unit_test(the_channel_of_heights_is_certain),
		cmocka_unit_test(a_channel_is_read_by_its_name),
		cmocka_unit_test(colours_are_refused_and_transparent_pixels_are_holes),
		cmocka_unit_test(other_parts_and_samplings_are_refused),
		cmocka_unit_test(other_compressions_are_refused),
		cmocka_unit_test(samples_become_heights_or_holes),
		cmocka_unit_test(rounding_to_float32_counts_in_the_error),
		cmocka_unit_test(lossy_images_are_warned_of),
		cmocka_unit_test(damaged_images_are_refused_and_leave_nothing),
		cmocka_unit_test(huge_claims_are_refused_before_memory),
		cmocka_unit_test(chunks_that_contradict_the_image_are_refused),
		cmocka_unit_test(running_out_of_memory_leaves_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
