// SPDX-License-Identifier: MIT
#include "image.h"
#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <OpenEXR/openexr.h>

/// OpenEXR images through the C core of OpenEXR: one flat part, the samples of its data window.

#define CHANNELS 3 ///< of heights: one, or red, green and blue that are equal

typedef struct exr_work
{
	const kilncook_context *context;
	const uint8_t *bytes;
	size_t size;
	const image_how *how;
	art_image *image;
	exr_context_t file;
	int part;
	bool tiled;
	const exr_attr_chlist_t *channels;
	int heights[CHANNELS], height_count; ///< the channels of heights
	int alpha;							 ///< the channel of transparency; -1: none
	exr_compression_t compression;
	exr_attr_box2i_t window;
	uint32_t columns, rows;
	uint32_t width, height; ///< of a chunk: a tile, or some rows
	uint32_t pixel;			///< bytes of all channels
	uint64_t packed;		///< bytes of the chunks up to now
	char text[160];			///< of the library's first error
} exr_work;

static int64_t size_of(exr_const_context_t file, void *user)
{
	(void)file;
	return (int64_t)((const exr_work *)user)->size;
}

static int64_t take_bytes(
	exr_const_context_t file, void *user, void *to, uint64_t size, uint64_t offset, exr_stream_error_func_ptr_t report)
{
	const exr_work *work = user;
	(void)file, (void)report;
	const uint64_t left = offset < work->size ? work->size - offset : 0;
	const uint64_t count = size < left ? size : left;
	if (count > 0)
		memcpy(to, work->bytes + offset, (size_t)count);
	return (int64_t)count;
}

static void keep_error(exr_const_context_t file, exr_result_t code, const char *text)
{
	void *user = NULL;
	(void)code;
	if (!file || exr_get_user_data(file, &user) != EXR_ERR_SUCCESS || !user)
		return;
	exr_work *work = user;
	if (!work->text[0] && text)
		snprintf(work->text, sizeof work->text, "%s", text);
}

/// Decoders leave parts of damaged chunks as they are: the samples must not depend on what was in memory before.
static void *take_cleared(exr_transcoding_pipeline_buffer_id_t buffer, size_t size)
{
	(void)buffer;
	return calloc(1, size);
}

static void give_back(exr_transcoding_pipeline_buffer_id_t buffer, void *block)
{
	(void)buffer;
	free(block);
}

/// Finds the only flat part.
static kilncook_status find_part(exr_work *work)
{
	int parts = 0, flat = 0;
	if (exr_get_count(work->file, &parts) != EXR_ERR_SUCCESS)
		return image_damaged(work->context, "OpenEXR", work->text);
	for (int i = 0; i < parts; ++i)
	{
		exr_storage_t storage;
		if (exr_get_storage(work->file, i, &storage) != EXR_ERR_SUCCESS)
			return image_damaged(work->context, "OpenEXR", work->text);
		if (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)
			continue;
		work->part = i;
		work->tiled = storage == EXR_STORAGE_TILED;
		++flat;
	}
	if (flat == 1)
		return KILNCOOK_OK;
	return image_refuse_kind(
		work->context, flat == 0 ? "the image has deep samples only: write a flat part, with one sample a pixel"
								 : "the image has several flat parts: write the part with the heights alone");
}

static const char *name_of(const exr_work *work, int channel)
{
	return work->channels->entries[channel].name.str;
}

/// The end of a channel's name, after the layers: `R` of `left.diffuse.R`.
static const char *end_of(const char *name)
{
	const char *dot = strrchr(name, '.');
	return dot ? dot + 1 : name;
}

/// Whether two channels are of one layer.
static bool same_layer(const char *a, const char *b)
{
	const size_t size = (size_t)(end_of(a) - a);
	return size == (size_t)(end_of(b) - b) && memcmp(a, b, size) == 0;
}

/// Whether the channels of heights are the colours of one layer.
static bool are_colours(const exr_work *work)
{
	static const char *const names[CHANNELS] = {"B", "G", "R"}; // by name, as OpenEXR keeps channels
	for (int i = 0; i < CHANNELS; ++i)
		if (strcmp(end_of(name_of(work, work->heights[i])), names[i]) != 0 ||
			!same_layer(name_of(work, work->heights[i]), name_of(work, work->heights[0])))
			return false;
	return true;
}

/// Names the channels of an image, when it is not certain which one has the heights.
static kilncook_status refuse_channels(const exr_work *work)
{
	char names[160] = "";
	for (int i = 0; i < work->channels->num_channels && strlen(names) + 1 < sizeof names; ++i)
	{
		const size_t used = strlen(names);
		snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", name_of(work, i));
	}
	cook_message(work->context, KILNCOOK_ERROR, "", "image-kind",
		"the channels of the image are %s: none is %s; name the channel of heights (--channel)", names,
		work->how->channel ? work->how->channel : "certain to be heights");
	return KILNCOOK_REFUSED;
}

static bool is_alpha(const exr_work *work, int channel)
{
	return strcmp(end_of(name_of(work, channel)), "A") == 0;
}

/// Finds the channels of heights: the one of a name, or the only one besides transparency, or colours. Returns how many.
static int find_heights(exr_work *work)
{
	const int count = work->channels->num_channels;
	const char *wanted = work->how->channel;
	int found = 0;
	for (int i = 0; i < count; ++i)
		if (wanted ? strcmp(name_of(work, i), wanted) == 0 : count == 1 || !is_alpha(work, i))
		{
			if (found < CHANNELS)
				work->heights[found] = i;
			++found;
		}
	return found;
}

/// Chooses the channels of heights and of transparency.
static kilncook_status choose_channels(exr_work *work)
{
	if (exr_get_channels(work->file, work->part, &work->channels) != EXR_ERR_SUCCESS || !work->channels ||
		work->channels->num_channels < 1)
		return image_damaged(work->context, "OpenEXR", work->text);
	for (int i = 0; i < work->channels->num_channels; ++i)
		if (work->channels->entries[i].x_sampling != 1 || work->channels->entries[i].y_sampling != 1)
			return image_refuse_kind(
				work->context, "the image has channels with fewer samples than pixels, which are colours");
	work->height_count = find_heights(work);
	if (work->height_count != 1 && (work->height_count != CHANNELS || !are_colours(work)))
		return refuse_channels(work);
	work->alpha = -1;
	for (int i = 0; i < work->channels->num_channels; ++i)
		if (is_alpha(work, i) && i != work->heights[0])
		{
			const bool same = same_layer(name_of(work, i), name_of(work, work->heights[0]));
			if (!same && !work->how->channel)
				return refuse_channels(work);
			work->alpha = same ? i : work->alpha;
		}
	return KILNCOOK_OK;
}

/// Whether the compression changes the samples of the channel of heights.
static bool is_lossy(const exr_work *work)
{
	const exr_pixel_type_t type = work->channels->entries[work->heights[0]].pixel_type;
	if (work->compression == EXR_COMPRESSION_PXR24)
		return type == EXR_PIXEL_FLOAT;
	return (work->compression == EXR_COMPRESSION_B44 || work->compression == EXR_COMPRESSION_B44A) &&
		   type == EXR_PIXEL_HALF;
}

/// Refuses compressions that not every version of the core can undo: DWA, which was made for colours.
static kilncook_status check_compression(exr_work *work)
{
	if (exr_get_compression(work->file, work->part, &work->compression) != EXR_ERR_SUCCESS)
		return image_damaged(work->context, "OpenEXR", work->text);
	if (work->compression <= EXR_COMPRESSION_B44A)
		return KILNCOOK_OK;
	return image_refuse_kind(
		work->context, "the image's compression is not read: write it without compression, or with ZIP or PIZ");
}

/// Finds the size of the image and of its chunks, and checks them before there is memory for them.
static kilncook_status measure(exr_work *work)
{
	int32_t width = 0, height = 0;
	uint64_t block = 0;
	if (exr_get_data_window(work->file, work->part, &work->window) != EXR_ERR_SUCCESS)
		return image_damaged(work->context, "OpenEXR", work->text);
	const exr_attr_box2i_t *window = &work->window;
	const int64_t columns = (int64_t)window->max.x - window->min.x + 1,
				  rows = (int64_t)window->max.y - window->min.y + 1;
	if (columns < 1 || rows < 1 || columns > UINT32_MAX || rows > UINT32_MAX)
		return image_damaged(work->context, "OpenEXR", work->text);
	work->columns = (uint32_t)columns;
	work->rows = (uint32_t)rows;
	const kilncook_status status = image_check_size(work->context, work->columns, work->rows);
	if (status != KILNCOOK_OK)
		return status;
	const exr_result_t found = work->tiled ? exr_get_tile_sizes(work->file, work->part, 0, 0, &width, &height)
										   : exr_get_scanlines_per_chunk(work->file, work->part, &height);
	if (found != EXR_ERR_SUCCESS || height < 1 || (work->tiled && width < 1) ||
		exr_get_chunk_unpacked_size(work->file, work->part, &block) != EXR_ERR_SUCCESS)
		return image_damaged(work->context, "OpenEXR", work->text);
	work->width = work->tiled ? (uint32_t)width : work->columns;
	work->height = (uint32_t)height;
	for (int i = 0; i < work->channels->num_channels; ++i)
		work->pixel += work->channels->entries[i].pixel_type == EXR_PIXEL_HALF ? 2 : 4;
	if (block / work->width / work->height != work->pixel)
		return image_damaged(work->context, "OpenEXR", work->text);
	return image_check_unpacked(work->context, block, ((uint64_t)columns + work->width - 1) / work->width,
		((uint64_t)rows + work->height - 1) / work->height, work->pixel * (uint64_t)columns * (uint64_t)rows);
}

static uint32_t bits_of(const uint8_t *at, size_t size)
{
	const uint32_t low = at[0] | (uint32_t)at[1] << 8;
	return size == 2 ? low : low | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/// The sample with these bits.
static double sample_of(exr_pixel_type_t type, uint32_t bits)
{
	float number;
	if (type == EXR_PIXEL_HALF)
		return image_half((uint16_t)bits);
	if (type == EXR_PIXEL_UINT)
		return bits;
	memcpy(&number, &bits, sizeof number);
	return (double)number;
}

/// A channel of an unpacked chunk, row by row behind those before it.
typedef struct exr_plane
{
	size_t first; ///< bytes of a row in front
	size_t size;  ///< bytes of a sample
	exr_pixel_type_t type;
} exr_plane;

static exr_plane plane_of(const exr_work *work, int channel, uint32_t width)
{
	exr_plane plane = {.first = 0};
	for (int i = 0; i <= channel; ++i)
	{
		plane.first += plane.size * width;
		plane.type = work->channels->entries[i].pixel_type;
		plane.size = plane.type == EXR_PIXEL_HALF ? 2 : 4;
	}
	return plane;
}

/// Stores the samples of a chunk whose first pixel is at a column and row of the image.
static kilncook_status store_chunk(
	const exr_work *work, const exr_chunk_info_t *chunk, const uint8_t *unpacked, uint32_t column, uint32_t row)
{
	const uint32_t width = (uint32_t)chunk->width, height = (uint32_t)chunk->height;
	const size_t row_size = (size_t)(chunk->unpacked_size / height);
	exr_plane planes[CHANNELS], alpha = {.first = 0};
	for (int i = 0; i < work->height_count; ++i)
		planes[i] = plane_of(work, work->heights[i], width);
	if (work->alpha >= 0)
		alpha = plane_of(work, work->alpha, width);
	for (uint32_t y = 0; y < height; ++y, unpacked += row_size)
		for (uint32_t x = 0; x < width; ++x)
		{
			const uint32_t bits = bits_of(unpacked + planes[0].first + x * planes[0].size, planes[0].size);
			const double sample = sample_of(planes[0].type, bits);
			for (int i = 1; i < work->height_count; ++i)
				if (planes[i].type != planes[0].type ||
					bits_of(unpacked + planes[i].first + x * planes[i].size, planes[i].size) != bits)
				{
					cook_message(work->context, KILNCOOK_ERROR, "", "image-kind",
						"the image has colours: red, green and blue differ at column %u, row %u; convert it to greys",
						(unsigned)(column + x), (unsigned)(row + y));
					return KILNCOOK_REFUSED;
				}
			const bool missing =
				work->alpha >= 0 &&
				!(sample_of(alpha.type, bits_of(unpacked + alpha.first + x * alpha.size, alpha.size)) != 0);
			image_set_float(work->how, work->image, (size_t)(row + y) * work->columns + column + x, sample, missing);
		}
	return KILNCOOK_OK;
}

/// Stands for the library's unpacking, which store_chunk does.
static exr_result_t leave_packed(exr_decode_pipeline_t *pipeline)
{
	(void)pipeline;
	return EXR_ERR_SUCCESS;
}

/// Whether the chunk is the one that is wanted, and no larger than the file and the image say.
static bool is_expected(exr_work *work, const exr_chunk_info_t *chunk, uint32_t column, uint32_t row)
{
	const uint32_t wide = work->columns - column < work->width ? work->columns - column : work->width;
	const uint32_t high = work->rows - row < work->height ? work->rows - row : work->height;
	// Chunks that share bytes would cost more time than the file's size explains.
	work->packed += chunk->packed_size;
	return chunk->packed_size > 0 && chunk->packed_size <= chunk->unpacked_size && chunk->packed_size <= work->size &&
		   work->packed <= 16 * (uint64_t)work->size && chunk->width == (int32_t)wide &&
		   chunk->height == (int32_t)high && chunk->unpacked_size == (uint64_t)work->pixel * wide * high &&
		   (work->compression != EXR_COMPRESSION_NONE || chunk->packed_size == chunk->unpacked_size);
}

/// Reads the tile or the rows whose first pixel is at a column and row of the image.
static kilncook_status read_chunk(exr_work *work, uint32_t column, uint32_t row)
{
	exr_chunk_info_t chunk;
	exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
	const exr_result_t found =
		work->tiled ? exr_read_tile_chunk_info(
						  work->file, work->part, (int)(column / work->width), (int)(row / work->height), 0, 0, &chunk)
					: exr_read_scanline_chunk_info(work->file, work->part, work->window.min.y + (int)row, &chunk);
	if (found != EXR_ERR_SUCCESS || !is_expected(work, &chunk, column, row) ||
		exr_decoding_initialize(work->file, work->part, &chunk, &pipeline) != EXR_ERR_SUCCESS)
		return image_damaged_at(work->context, "OpenEXR", work->text, column, row);
	pipeline.alloc_fn = take_cleared;
	pipeline.free_fn = give_back;
	exr_result_t done = exr_decoding_choose_default_routines(work->file, work->part, &pipeline);
	pipeline.unpack_and_convert_fn = leave_packed;
	if (done == EXR_ERR_SUCCESS)
		done = exr_decoding_run(work->file, work->part, &pipeline);
	kilncook_status status;
	if (done == EXR_ERR_OUT_OF_MEMORY)
	{
		cook_message(work->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for a tile or rows of an image");
		status = KILNCOOK_INTERNAL;
	}
	else if (done != EXR_ERR_SUCCESS || work->text[0] || !pipeline.unpacked_buffer)
		status = image_damaged_at(work->context, "OpenEXR", work->text, column, row);
	else
		status = store_chunk(work, &chunk, pipeline.unpacked_buffer, column, row);
	exr_decoding_destroy(work->file, &pipeline);
	return status;
}

/// Reads the header, and makes the image.
static kilncook_status begin(exr_work *work)
{
	kilncook_status status = find_part(work);
	if (status == KILNCOOK_OK)
		status = choose_channels(work);
	if (status == KILNCOOK_OK)
		status = check_compression(work);
	if (status == KILNCOOK_OK)
		status = measure(work);
	if (status == KILNCOOK_OK)
		status =
			image_begin(work->context, work->columns, work->rows, ART_SAMPLES_FLOATS, work->alpha >= 0, work->image);
	if (status == KILNCOOK_OK && is_lossy(work))
		cook_message(work->context, KILNCOOK_WARNING, "", "image-lossy",
			"the image's compression has changed its samples: write it without compression, or with ZIP or PIZ");
	return status;
}

kilncook_status image_read_exr(
	const kilncook_context *context, const uint8_t *bytes, size_t size, const image_how *how, art_image *image)
{
	exr_work work = {.context = context, .bytes = bytes, .size = size, .how = how, .image = image};
	exr_context_initializer_t start = EXR_DEFAULT_CONTEXT_INITIALIZER;
	start.error_handler_fn = keep_error;
	start.user_data = &work;
	start.read_fn = take_bytes;
	start.size_fn = size_of;
	start.flags = EXR_CONTEXT_FLAG_DISABLE_CHUNK_RECONSTRUCTION;
	const exr_result_t opened = exr_start_read(&work.file, "image", &start);
	kilncook_status status =
		opened == EXR_ERR_SUCCESS && work.file ? begin(&work) : image_damaged(context, "OpenEXR", work.text);
	for (uint64_t row = 0; status == KILNCOOK_OK && row < work.rows; row += work.height)
		for (uint64_t column = 0; status == KILNCOOK_OK && column < work.columns; column += work.width)
			status = read_chunk(&work, (uint32_t)column, (uint32_t)row);
	if (work.file)
		exr_finish(&work.file);
	return status;
}
