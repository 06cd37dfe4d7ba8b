// SPDX-License-Identifier: MIT
#include "exr_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Bytes that grow where the library writes.
typedef struct written_bytes
{
	uint8_t *bytes;
	size_t size, capacity;
} written_bytes;

static void must(bool done)
{
	if (!done)
		abort();
}

static int64_t write_bytes(exr_const_context_t file, void *user, const void *from, uint64_t size, uint64_t offset,
	exr_stream_error_func_ptr_t report)
{
	written_bytes *to = user;
	(void)file, (void)report;
	const size_t end = (size_t)(offset + size);
	if (end > to->capacity)
	{
		to->bytes = realloc(to->bytes, 2 * end);
		must(to->bytes != NULL);
		memset(to->bytes + to->capacity, 0, 2 * end - to->capacity);
		to->capacity = 2 * end;
	}
	memcpy(to->bytes + offset, from, (size_t)size);
	to->size = end > to->size ? end : to->size;
	return (int64_t)size;
}

static uint16_t half_of(double sample)
{
	const uint16_t sign = signbit(sample) ? 0x8000 : 0;
	if (isnan(sample))
		return 0x7e00;
	if (isinf(sample))
		return sign | 0x7c00;
	int exponent = 0;
	const double part = frexp(fabs(sample), &exponent); // from 0.5 up to 1
	if (sample == 0 || exponent < -13)
		return (uint16_t)(sign | (int)ldexp(fabs(sample), 24));
	return (uint16_t)(sign | (exponent + 14) << 10 | ((int)ldexp(part, 11) - 1024));
}

uint32_t exr_file_bits(exr_pixel_type_t type, double sample)
{
	const float number = (float)sample;
	uint32_t bits;
	memcpy(&bits, &number, sizeof bits);
	return type == EXR_PIXEL_HALF ? half_of(sample) : type == EXR_PIXEL_UINT ? (uint32_t)sample : bits;
}

static int channel_count(const exr_file *file)
{
	int count = 0;
	while (count < EXR_FILE_CHANNELS && file->names[count])
		++count;
	return count;
}

static bool is_deep(const exr_file *file)
{
	return file->storage == EXR_STORAGE_DEEP_SCANLINE || file->storage == EXR_STORAGE_DEEP_TILED;
}

/// Writes one chunk of a level whose first pixel is at a column and row.
static void write_chunk(const exr_file *file, exr_context_t to, int part, const exr_chunk_info_t *chunk, bool smaller,
	int32_t column, int32_t row)
{
	const size_t size = file->type == EXR_PIXEL_HALF ? 2 : 4, count = (size_t)chunk->width * (size_t)chunk->height;
	exr_encode_pipeline_t pipeline = EXR_ENCODE_PIPELINE_INITIALIZER;
	must(exr_encoding_initialize(to, part, chunk, &pipeline) == EXR_ERR_SUCCESS);
	uint8_t *samples = calloc(count * (size_t)pipeline.channel_count, size);
	must(samples != NULL);
	for (int c = 0; c < pipeline.channel_count; ++c)
	{
		uint8_t *plane = samples + (size_t)c * count * size;
		for (int32_t y = 0; y < chunk->height; ++y)
			for (int32_t x = 0; x < chunk->width; ++x)
			{
				const double sample = smaller ? 99 : file->sample(file->user, c, column + x, row + y);
				const uint32_t bits = exr_file_bits(file->type, sample);
				const uint16_t half = (uint16_t)bits;
				uint8_t *at = plane + ((size_t)y * (size_t)chunk->width + (size_t)x) * size;
				if (size == 2)
					memcpy(at, &half, size);
				else
					memcpy(at, &bits, size);
			}
		pipeline.channels[c].user_pixel_stride = (int32_t)size;
		pipeline.channels[c].user_line_stride = (int32_t)size * chunk->width;
		pipeline.channels[c].encode_from_ptr = plane;
	}
	must(exr_encoding_choose_default_routines(to, part, &pipeline) == EXR_ERR_SUCCESS);
	must(exr_encoding_run(to, part, &pipeline) == EXR_ERR_SUCCESS);
	exr_encoding_destroy(to, &pipeline);
	free(samples);
}

static void write_tiles(const exr_file *file, exr_context_t to, int part)
{
	int32_t levels_x = 1, levels_y = 1;
	must(exr_get_tile_levels(to, part, &levels_x, &levels_y) == EXR_ERR_SUCCESS);
	for (int level = 0; level < levels_x; ++level)
	{
		int32_t columns, rows;
		const int32_t tile = (int32_t)file->tile;
		must(exr_get_level_sizes(to, part, level, level, &columns, &rows) == EXR_ERR_SUCCESS);
		for (int32_t y = 0; y * tile < rows; ++y)
			for (int32_t x = 0; x * tile < columns; ++x)
			{
				exr_chunk_info_t chunk;
				must(exr_write_tile_chunk_info(to, part, x, y, level, level, &chunk) == EXR_ERR_SUCCESS);
				write_chunk(file, to, part, &chunk, level > 0, x * tile, y * tile);
			}
	}
}

static void write_rows(const exr_file *file, exr_context_t to, int part)
{
	int32_t rows;
	must(exr_get_scanlines_per_chunk(to, part, &rows) == EXR_ERR_SUCCESS);
	for (int32_t y = 0; y < file->rows; y += rows)
	{
		exr_chunk_info_t chunk;
		must(exr_write_scanline_chunk_info(to, part, file->top + y, &chunk) == EXR_ERR_SUCCESS);
		write_chunk(file, to, part, &chunk, false, 0, y);
	}
}

/// Writes rows of deep samples, which are all 0, without compression.
static void write_deep(const exr_file *file, exr_context_t to, int part)
{
	const size_t columns = (size_t)file->columns, bytes = columns * 4 * (size_t)channel_count(file);
	uint8_t *samples = calloc(bytes, 1);
	int32_t *counts = calloc(columns, sizeof *counts);
	must(samples && counts);
	for (size_t i = 0; i < columns; ++i)
		counts[i] = (int32_t)i + 1;
	for (int32_t y = 0; y < file->rows; ++y)
		must(exr_write_deep_scanline_chunk(
				 to, part, file->top + y, samples, bytes, bytes, counts, columns * sizeof *counts) == EXR_ERR_SUCCESS);
	free(counts);
	free(samples);
}

static void add_part(const exr_file *file, exr_context_t to, int number)
{
	const char name[] = {(char)('a' + number), 0};
	const exr_attr_box2i_t display = {{{{0, 0}}}, {{{file->columns - 1, file->rows - 1}}}};
	const exr_attr_box2i_t window = {
		{{{file->left, file->top}}}, {{{file->left + file->columns - 1, file->top + file->rows - 1}}}};
	const exr_attr_v2f_t centre = {{{0, 0}}};
	const int count = channel_count(file);
	int part;
	must(exr_add_part(to, name, file->storage, &part) == EXR_ERR_SUCCESS);
	must(exr_initialize_required_attr(to, part, &display, &window, 1, &centre, 1, EXR_LINEORDER_INCREASING_Y,
			 file->compression) == EXR_ERR_SUCCESS);
	for (int c = 0; c < count; ++c)
	{
		const int32_t sampling = file->sampling && c == count - 1 ? file->sampling : 1;
		must(exr_add_channel(to, part, file->names[c], file->type, EXR_PERCEPTUALLY_LOGARITHMIC, sampling, sampling) ==
			 EXR_ERR_SUCCESS);
	}
	if (file->storage == EXR_STORAGE_TILED)
		must(exr_set_tile_descriptor(to, part, file->tile, file->tile,
				 file->levels ? EXR_TILE_MIPMAP_LEVELS : EXR_TILE_ONE_LEVEL, EXR_TILE_ROUND_DOWN) == EXR_ERR_SUCCESS);
	if (is_deep(file) || file->deep_last)
		must(exr_set_version(to, part, 1) == EXR_ERR_SUCCESS);
}

static void write_part(const exr_file *file, exr_context_t to, int part)
{
	if (is_deep(file))
		write_deep(file, to, part);
	else if (file->storage == EXR_STORAGE_TILED)
		write_tiles(file, to, part);
	else
		write_rows(file, to, part);
}

uint8_t *exr_file_write(const exr_file *file, size_t *size)
{
	const int parts = file->parts ? file->parts : 1;
	written_bytes written = {.bytes = NULL};
	exr_context_t to = NULL;
	exr_context_initializer_t how = EXR_DEFAULT_CONTEXT_INITIALIZER;
	how.user_data = &written;
	how.write_fn = write_bytes;
	must(exr_start_write(&to, "image", EXR_WRITE_FILE_DIRECTLY, &how) == EXR_ERR_SUCCESS);
	exr_file last = *file;
	if (file->deep_last)
	{
		last.storage = EXR_STORAGE_DEEP_SCANLINE;
		last.compression = EXR_COMPRESSION_NONE;
	}
	for (int part = 0; part < parts; ++part)
		add_part(part + 1 < parts ? file : &last, to, part);
	must(exr_write_header(to) == EXR_ERR_SUCCESS);
	for (int part = 0; part < parts; ++part)
		write_part(part + 1 < parts ? file : &last, to, part);
	must(exr_finish(&to) == EXR_ERR_SUCCESS);
	*size = written.size;
	return written.bytes;
}
