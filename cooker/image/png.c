// SPDX-License-Identifier: MIT
#include "image.h"
#include "memory.h"

#include <setjmp.h>
#include <string.h>

#include <png.h>

/// PNG images of greys, with or without transparency, and of palettes, through libpng. Grey levels and indices are taken as they are:
/// no gamma, no colours.

typedef struct png_work
{
	const kilncook_context *context;
	const uint8_t *at, *end;
	art_image *image;
	png_structp png;
	png_infop info;
	uint8_t *row; ///< one row, or all rows of an interlaced image
	size_t row_size;
	png_bytep *rows; ///< of an interlaced image
	int depth, colour;
	bool has_alpha;
	kilncook_status status;
	jmp_buf failed;
} png_work;

/// Ends the reading after a message.
static void fail(png_structp png, png_const_charp text)
{
	png_work *work = png_get_error_ptr(png);
	cook_message(work->context, KILNCOOK_ERROR, "", "import-failed", "the PNG image is damaged: %s", text);
	work->status = KILNCOOK_REFUSED;
	longjmp(work->failed, 1);
}

static void warn(png_structp png, png_const_charp text)
{
	(void)png, (void)text;
}

static void take_bytes(png_structp png, png_bytep bytes, size_t size)
{
	png_work *work = png_get_io_ptr(png);
	if ((size_t)(work->end - work->at) < size)
		png_error(png, "the file ends early");
	memcpy(bytes, work->at, size);
	work->at += size;
}

/// Stores a row of pixels.
static void store_row(const png_work *work, const uint8_t *from, uint32_t row, const uint8_t *clear_levels)
{
	art_image *image = work->image;
	const size_t first = (size_t)row * image->columns, width = work->depth == 16 ? 2 : 1;
	for (uint32_t i = 0; i < image->columns; ++i)
	{
		const uint8_t *pixel = from + i * width * (work->has_alpha ? 2 : 1), *alpha = pixel + width;
		const uint32_t level = width == 2 ? (uint32_t)pixel[0] << 8 | pixel[1] : pixel[0];
		image->levels[first + i] = (uint16_t)(level > image->white ? image->white : level);
		if (work->has_alpha)
			image->clear[first + i] = alpha[0] == 0 && alpha[width - 1] == 0;
		else if (image->clear)
			image->clear[first + i] = clear_levels[level / 8] >> level % 8 & 1;
	}
}

/// Marks the levels or indices that the chunk tRNS makes transparent. Returns whether there are any.
static bool find_clear_levels(const png_work *work, uint8_t clear_levels[65536 / 8])
{
	png_bytep alphas = NULL;
	png_color_16p key = NULL;
	int count = 0;
	if (!png_get_tRNS(work->png, work->info, &alphas, &count, &key))
		return false;
	bool any = false;
	if (work->colour == PNG_COLOR_TYPE_PALETTE)
		for (int i = 0; i < count && i < 256; ++i)
		{
			clear_levels[i / 8] |= (uint8_t)((alphas[i] == 0) << i % 8);
			any |= alphas[i] == 0;
		}
	else if (key)
	{
		clear_levels[key->gray / 8] |= (uint8_t)(1 << key->gray % 8);
		any = true;
	}
	return any;
}

/// Reads the header, and makes the image.
static kilncook_status begin(png_work *work, uint8_t clear_levels[65536 / 8])
{
	png_uint_32 columns, rows;
	int interlace;
	png_read_info(work->png, work->info);
	png_get_IHDR(work->png, work->info, &columns, &rows, &work->depth, &work->colour, &interlace, NULL, NULL);
	if (work->colour & PNG_COLOR_MASK_COLOR && work->colour != PNG_COLOR_TYPE_PALETTE)
		return image_refuse_kind(
			work->context, "the image has colours (red, green, blue): convert it to greys of 8 or 16 bits");
	work->has_alpha = work->colour == PNG_COLOR_TYPE_GRAY_ALPHA;
	const bool clear = find_clear_levels(work, clear_levels) || work->has_alpha;
	if (work->depth < 8)
		png_set_packing(work->png);
	const art_samples kind = work->colour == PNG_COLOR_TYPE_PALETTE ? ART_SAMPLES_PALETTE : ART_SAMPLES_LEVELS;
	const kilncook_status status = image_begin(work->context, columns, rows, kind, clear, work->image);
	if (status != KILNCOOK_OK)
		return status;
	work->image->white = (1u << work->depth) - 1;
	const size_t bytes = (size_t)columns * (work->depth == 16 ? 2 : 1) * (work->has_alpha ? 2 : 1);
	work->row_size = interlace == PNG_INTERLACE_NONE ? bytes : bytes * rows;
	work->row = cook_alloc(work->context, work->row_size, 1);
	if (interlace != PNG_INTERLACE_NONE)
		work->rows = cook_alloc(work->context, rows, sizeof *work->rows);
	if (!work->row || (interlace != PNG_INTERLACE_NONE && !work->rows))
	{
		cook_message(work->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the rows of an image");
		return KILNCOOK_INTERNAL;
	}
	for (png_uint_32 i = 0; work->rows && i < rows; ++i)
		work->rows[i] = work->row + i * bytes;
	(void)png_set_interlace_handling(work->png);
	png_read_update_info(work->png, work->info);
	return KILNCOOK_OK;
}

/// Reads all rows. libpng's errors jump back to image_read_png.
static kilncook_status read_rows(png_work *work)
{
	uint8_t clear_levels[65536 / 8] = {0};
	const kilncook_status status = begin(work, clear_levels);
	if (status != KILNCOOK_OK)
		return status;
	if (work->rows)
		png_read_image(work->png, work->rows);
	for (uint32_t row = 0; row < work->image->rows; ++row)
	{
		if (!work->rows)
			png_read_row(work->png, work->row, NULL);
		store_row(work, work->rows ? work->rows[row] : work->row, row, clear_levels);
	}
	png_read_end(work->png, NULL);
	return KILNCOOK_OK;
}

/// Reads, or returns after the jump of an error.
static void run(png_work *work)
{
	if (setjmp(work->failed) == 0)
		work->status = read_rows(work);
}

kilncook_status image_read_png(
	const kilncook_context *context, const uint8_t *bytes, size_t size, const image_how *how, art_image *image)
{
	(void)how;
	png_work *work = cook_alloc_zero(context, 1, sizeof *work);
	if (work)
	{
		*work = (png_work){
			.context = context, .at = bytes, .end = bytes + size, .image = image, .status = KILNCOOK_INTERNAL};
		work->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, work, fail, warn);
		work->info = work->png ? png_create_info_struct(work->png) : NULL;
	}
	if (!work || !work->info)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to read an image");
	else
	{
		// Text and profiles are of no use here.
		png_set_keep_unknown_chunks(work->png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
		// image_begin counts samples before it makes room for them.
		png_set_user_limits(work->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
		png_set_chunk_malloc_max(work->png, 1u << 23);
		png_set_read_fn(work->png, work, take_bytes);
		run(work);
	}
	const kilncook_status status = work ? work->status : KILNCOOK_INTERNAL;
	if (work)
	{
		png_destroy_read_struct(&work->png, &work->info, NULL);
		cook_free(context, work->row, work->row_size, 1);
		cook_free(context, work->rows, image->rows, sizeof *work->rows);
	}
	cook_free(context, work, 1, sizeof *work);
	return status;
}
