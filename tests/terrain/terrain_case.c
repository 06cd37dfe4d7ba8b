// SPDX-License-Identifier: MIT
// mkdtemp is no part of C17.
#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "terrain_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

void terrain_case_begin(terrain_case *it)
{
	memset(it, 0, sizeof *it);
	it->context = counted_context(&it->memory);
	snprintf(it->folder, sizeof it->folder, "/tmp/kiln-terrain-XXXXXX");
	assert_non_null(mkdtemp(it->folder));
}

static void free_field(terrain_case *it)
{
	if (!it->made)
		return;
	kilncook_blob_free(&it->context, &it->blob);
	kilncook_heightfield_report_free(&it->context, &it->report);
	it->made = false;
}

void terrain_case_end(terrain_case *it)
{
	char command[128];
	free_field(it);
	assert_int_equal(it->memory.live, 0);
	assert_int_equal(it->memory.wrong_size, 0);
	snprintf(command, sizeof command, "rm -rf '%s'", it->folder);
	assert_int_equal(system(command), 0);
}

const char *terrain_case_path(terrain_case *it, const char *name)
{
	snprintf(it->path, sizeof it->path, "%s/%s", it->folder, name);
	return it->path;
}

void terrain_case_write(terrain_case *it, const char *name, const void *bytes, size_t size)
{
	FILE *file = fopen(terrain_case_path(it, name), "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

uint8_t *terrain_case_read(terrain_case *it, const char *name, size_t *size)
{
	uint8_t *bytes = malloc(1u << 20);
	FILE *file = fopen(terrain_case_path(it, name), "rb");
	assert_non_null(file);
	assert_non_null(bytes);
	*size = fread(bytes, 1, 1u << 20, file);
	fclose(file);
	return bytes;
}

/// Writes the channels of a pixel at `at` of a row of packed bits.
static void put_pixel(const terrain_png *png, size_t i, uint8_t *row, uint32_t at)
{
	const int channels = png->colour == PNG_COLOR_TYPE_RGB ? 3 : png->colour == PNG_COLOR_TYPE_GRAY_ALPHA ? 2 : 1;
	const uint32_t level = png->levels[i];
	for (int k = 0; k < channels; ++k)
	{
		const uint32_t whole = 0xffff, alpha = png->clear && png->clear[i] ? 0 : whole;
		const uint32_t value = channels == 2 && k == 1 ? alpha : level;
		const size_t n = (size_t)at * (size_t)channels + (size_t)k;
		if (png->depth == 16)
		{
			row[2 * n] = (uint8_t)(value >> 8);
			row[2 * n + 1] = (uint8_t)value;
		}
		else if (png->depth == 8)
			row[n] = (uint8_t)value;
		else
			row[n * (size_t)png->depth / 8] |= (uint8_t)(value << (8 - png->depth - (int)(n * (size_t)png->depth % 8)));
	}
}

void terrain_case_png(terrain_case *it, const char *name, const terrain_png *from)
{
	FILE *file = fopen(terrain_case_path(it, name), "wb");
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
	png_infop info = png_create_info_struct(png);
	assert_non_null(file);
	png_init_io(png, file);
	png_set_IHDR(png, info, from->columns, from->rows, from->depth, from->colour,
		from->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
		PNG_FILTER_TYPE_DEFAULT);
	const png_color palette[256] = {{1, 2, 3}};
	if (from->colour == PNG_COLOR_TYPE_PALETTE)
		png_set_PLTE(png, info, palette, 1 << from->depth);
	const png_color_16 key = {.gray = (png_uint_16)(from->clear_level > 0 ? from->clear_level : 0)};
	uint8_t alphas[256];
	memset(alphas, 255, sizeof alphas);
	if (from->clear_level >= 0)
		alphas[from->clear_level & 255] = 0;
	if (from->clear_level >= 0)
		png_set_tRNS(png, info, alphas, 1 << from->depth > 256 ? 256 : 1 << from->depth, &key);
	png_write_info(png, info);
	uint8_t *rows = calloc(from->rows, (size_t)from->columns * 8);
	png_bytep *lines = calloc(from->rows, sizeof *lines);
	assert_non_null(rows);
	assert_non_null(lines);
	for (uint32_t r = 0; r < from->rows; ++r)
	{
		lines[r] = rows + (size_t)r * from->columns * 8;
		for (uint32_t c = 0; c < from->columns; ++c)
			put_pixel(from, (size_t)r * from->columns + c, lines[r], c);
	}
	png_write_image(png, lines);
	png_write_end(png, NULL);
	png_destroy_write_struct(&png, &info);
	free(lines);
	free(rows);
	assert_int_equal(fclose(file), 0);
}

kilncook_status terrain_case_make(terrain_case *it, const char *name)
{
	free_field(it);
	it->memory.first_code[0] = 0;
	it->memory.messages = 0;
	const kilncook_status status = kilncook_heightfield_file(
		&it->context, terrain_case_path(it, name), &it->options, &it->how, &it->blob, &it->report);
	it->made = status == KILNCOOK_OK;
	if (it->made)
		assert_int_equal(kiln_heightfield_open(&it->field, it->blob.data, it->blob.size).status, KILN_OK);
	return status;
}

void terrain_case_must(terrain_case *it, const char *name)
{
	assert_int_equal(terrain_case_make(it, name), KILNCOOK_OK);
}

void terrain_case_refused(terrain_case *it, const char *name, const char *code)
{
	assert_int_equal(terrain_case_make(it, name), KILNCOOK_REFUSED);
	assert_string_equal(it->memory.first_code, code);
}

kilncook_status terrain_case_both_ways(terrain_case *it, const char *name)
{
	size_t size = 0;
	uint8_t *bytes = NULL;
	char code[sizeof it->memory.first_code];
	it->options.isolate_import = true;
	const kilncook_status status = terrain_case_make(it, name);
	memcpy(code, it->memory.first_code, sizeof code);
	if (status == KILNCOOK_OK)
	{
		size = it->blob.size;
		bytes = malloc(size);
		assert_non_null(bytes);
		memcpy(bytes, it->blob.data, size);
	}
	it->options.isolate_import = false;
	assert_int_equal(terrain_case_make(it, name), status);
	if (status == KILNCOOK_OK)
	{
		assert_int_equal(it->blob.size, size);
		assert_memory_equal(it->blob.data, bytes, size);
	}
	else
		assert_string_equal(it->memory.first_code, code);
	free(bytes);
	return status;
}
