// SPDX-License-Identifier: MIT
#include "image.h"
#include "import/common/import_number.h"
#include "memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <tiffio.h>

/// TIFF images through libtiff: the first channel of the first page.

#define TAG_NODATA 42113 ///< of GDAL: the number of samples without a value, as text

typedef struct tiff_work
{
	const kilncook_context *context;
	const uint8_t *bytes;
	uint64_t size, at;
	const image_how *how;
	art_image *image;
	TIFF *tiff;
	uint32_t columns, rows;		   ///< of the file, before the orientation
	uint32_t width, height;		   ///< of a strip or tile
	uint16_t bits, format, stride; ///< stride: samples from pixel to pixel
	uint16_t photometric, orientation;
	uint16_t alpha;				  ///< the channel of transparency; 0: none
	uint8_t *block, *alpha_block; ///< one block, unless the channels are apart
	size_t block_size;
	bool has_hole;
	double hole;
	char text[160]; ///< of libtiff's first error
} tiff_work;

static tmsize_t take_bytes(thandle_t user, void *to, tmsize_t size)
{
	tiff_work *work = user;
	const uint64_t left = work->at < work->size ? work->size - work->at : 0;
	const uint64_t count = size < 0 ? 0 : (uint64_t)size < left ? (uint64_t)size : left;
	if (count > 0)
		memcpy(to, work->bytes + work->at, (size_t)count);
	work->at += count;
	return (tmsize_t)count;
}

static tmsize_t write_nothing(thandle_t user, void *from, tmsize_t size)
{
	(void)user, (void)from, (void)size;
	return 0;
}

static toff_t seek(thandle_t user, toff_t offset, int from)
{
	tiff_work *work = user;
	const uint64_t base = from == SEEK_CUR ? work->at : from == SEEK_END ? work->size : 0;
	work->at = base + offset;
	return work->at;
}

static int close_nothing(thandle_t user)
{
	(void)user;
	return 0;
}

static toff_t size_of(thandle_t user)
{
	return ((const tiff_work *)user)->size;
}

#if defined(__GNUC__)
__attribute__((format(printf, 4, 0)))
#endif
static int
keep_error(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments)
{
	tiff_work *work = user;
	(void)tiff, (void)module;
	if (!work->text[0])
		vsnprintf(work->text, sizeof work->text, format, arguments);
	return 1;
}

#if defined(__GNUC__)
__attribute__((format(printf, 4, 0)))
#endif
static int
drop_warning(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments)
{
	(void)tiff, (void)user, (void)module, (void)format, (void)arguments;
	return 1;
}

static bool has_levels(const tiff_work *work)
{
	return work->format == SAMPLEFORMAT_UINT && work->bits <= 16;
}

/// Refuses samples that are no heights.
static kilncook_status check_kind(const tiff_work *work)
{
	const uint16_t bits = work->bits, format = work->format;
	const bool whole = bits == 8 || bits == 16 || bits == 32;
	if (work->photometric != PHOTOMETRIC_MINISBLACK && work->photometric != PHOTOMETRIC_MINISWHITE &&
		work->photometric != PHOTOMETRIC_PALETTE)
		return image_refuse_kind(work->context, "the image has colours: convert it to greys");
	if (format == SAMPLEFORMAT_UINT	 ? whole || bits == 1 || bits == 2 || bits == 4
		: format == SAMPLEFORMAT_INT ? whole
									 : format == SAMPLEFORMAT_IEEEFP && (bits == 16 || bits == 32 || bits == 64))
		return work->photometric != PHOTOMETRIC_PALETTE || has_levels(work)
				   ? KILNCOOK_OK
				   : image_refuse_kind(
						 work->context, "the indices of the image's palette are no whole numbers of 1 to 16 bits");
	return image_refuse_kind(work->context,
		"samples of a TIFF image are whole numbers of 1, 2, 4, 8, 16 or 32 bits, or floats of 16, 32 or 64");
}

/// Whether a number's text has a digit other than 0 before its exponent.
static bool has_other_digit(const char *text, size_t size)
{
	for (size_t i = 0; i < size && (text[i] | 0x20) != 'e'; ++i)
		if (text[i] >= '1' && text[i] <= '9')
			return true;
	return false;
}

/// Reads the number that stands for samples without a value.
static void find_hole(tiff_work *work)
{
	uint32_t count = 0;
	const char *text = NULL;
	import_real number;
	const TIFFField *field = TIFFFindField(work->tiff, TAG_NODATA, TIFF_ANY);
	if (!field || TIFFFieldDataType(field) != TIFF_ASCII || !TIFFFieldPassCount(field) ||
		TIFFFieldReadCount(field) != TIFF_VARIABLE2 || !TIFFGetField(work->tiff, TAG_NODATA, &count, &text) || !text)
		return;
	while (count > 0 && *text == ' ')
		++text, --count;
	const size_t length = import_real_read(text, count, true, &number);
	// What reads as 0 only for being small would make holes of the samples at 0.
	work->has_hole = length > 0 && (number.exact != 0 || !has_other_digit(text, length));
	work->hole = work->has_hole ? number.exact : 0;
}

/// Finds the first of the extra channels that is transparency.
static void find_alpha(tiff_work *work, uint16_t channels)
{
	uint16_t count = 0;
	const uint16_t *kinds = NULL;
	if (!TIFFGetField(work->tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || !kinds || count >= channels)
		return;
	for (uint16_t i = 0; i < count && !work->alpha; ++i)
		if (kinds[i] == EXTRASAMPLE_ASSOCALPHA || kinds[i] == EXTRASAMPLE_UNASSALPHA)
			work->alpha = (uint16_t)(channels - count + i);
}

/// Finds the size of strips or tiles, before there is memory for them.
static kilncook_status measure_block(tiff_work *work)
{
	TIFF *tiff = work->tiff;
	const bool tiled = TIFFIsTiled(tiff);
	work->width = work->columns;
	if (!tiled)
		TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &work->height);
	else if (!TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &work->width) ||
			 !TIFFGetField(tiff, TIFFTAG_TILELENGTH, &work->height))
		return image_damaged(work->context, "TIFF", work->text);
	if (!tiled && work->height > work->rows)
		work->height = work->rows;
	const uint64_t bytes = tiled ? TIFFTileSize64(tiff) : TIFFVStripSize64(tiff, work->height);
	const uint64_t row = ((uint64_t)work->width * work->stride * work->bits + 7) / 8;
	const uint64_t image = ((uint64_t)work->columns * work->stride * work->bits + 7) / 8 * work->rows;
	if (work->width < 1 || work->height < 1 || work->stride < 1 || bytes / work->height < row)
		return image_damaged(work->context, "TIFF", work->text);
	work->block_size = (size_t)bytes;
	return image_check_unpacked(work->context, bytes, ((uint64_t)work->columns + work->width - 1) / work->width,
		((uint64_t)work->rows + work->height - 1) / work->height, image);
}

/// Reads the header, and makes the image.
static kilncook_status begin(tiff_work *work)
{
	TIFF *tiff = work->tiff;
	uint16_t channels = 1, planes = PLANARCONFIG_CONTIG;
	if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &work->columns) ||
		!TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &work->rows))
		return image_damaged(work->context, "TIFF", work->text);
	TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &work->bits);
	TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &work->format);
	TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
	TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
	TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &work->orientation);
	if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &work->photometric))
		work->photometric = PHOTOMETRIC_MINISBLACK;
	if (work->format == SAMPLEFORMAT_VOID)
		work->format = SAMPLEFORMAT_UINT;
	work->stride = planes == PLANARCONFIG_CONTIG ? channels : 1;
	kilncook_status status = check_kind(work);
	if (status == KILNCOOK_OK)
		status = image_check_size(work->context, work->columns, work->rows);
	if (status == KILNCOOK_OK)
		status = measure_block(work);
	if (status != KILNCOOK_OK)
		return status;
	find_hole(work);
	find_alpha(work, channels);
	const bool turned = work->orientation >= ORIENTATION_LEFTTOP && work->orientation <= ORIENTATION_LEFTBOT;
	const art_samples kind = !has_levels(work)							? ART_SAMPLES_FLOATS
							 : work->photometric == PHOTOMETRIC_PALETTE ? ART_SAMPLES_PALETTE
																		: ART_SAMPLES_LEVELS;
	status = image_begin(work->context, turned ? work->rows : work->columns, turned ? work->columns : work->rows, kind,
		work->has_hole || work->alpha, work->image);
	if (status != KILNCOOK_OK)
		return status;
	work->image->white = has_levels(work) ? (1u << work->bits) - 1 : 0;
	work->block = cook_alloc_zero(work->context, work->block_size, 1);
	work->alpha_block = work->block;
	if (work->alpha && planes != PLANARCONFIG_CONTIG)
		work->alpha_block = cook_alloc_zero(work->context, work->block_size, 1);
	if (work->block && work->alpha_block)
		return KILNCOOK_OK;
	cook_message(work->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for a strip of an image");
	return KILNCOOK_INTERNAL;
}

/// Returns the sample at index `i` of a row. libtiff has put its bytes into this machine's order.
static double sample_of(const tiff_work *work, const uint8_t *row, size_t i)
{
	const uint8_t *at = row + i * (work->bits / 8u);
	const bool is_signed = work->format == SAMPLEFORMAT_INT;
	uint16_t short_bits;
	uint32_t bits;
	float number;
	double wide;
	switch (work->bits)
	{
	case 8:
		return is_signed ? (int8_t)*at : *at;
	case 16:
		memcpy(&short_bits, at, 2);
		if (work->format == SAMPLEFORMAT_IEEEFP)
			return image_half(short_bits);
		return is_signed ? (double)(int16_t)short_bits : (double)short_bits;
	case 32:
		memcpy(&bits, at, 4);
		memcpy(&number, at, 4);
		if (work->format == SAMPLEFORMAT_IEEEFP)
			return (double)number;
		return is_signed ? (double)(int32_t)bits : (double)bits;
	case 64:
		memcpy(&wide, at, 8);
		return wide;
	default:
		return row[i * work->bits / 8] >> (8 - work->bits - i * work->bits % 8) & ((1 << work->bits) - 1);
	}
}

/// The index in the image of a pixel of the file: the orientation says where its first row and column are.
static size_t place_of(const tiff_work *work, uint32_t column, uint32_t row)
{
	const uint16_t turn = work->orientation;
	const bool right = turn == ORIENTATION_TOPRIGHT || turn == ORIENTATION_BOTRIGHT || turn == ORIENTATION_RIGHTBOT ||
					   turn == ORIENTATION_LEFTBOT;
	const bool bottom = turn == ORIENTATION_BOTRIGHT || turn == ORIENTATION_BOTLEFT || turn == ORIENTATION_RIGHTTOP ||
						turn == ORIENTATION_RIGHTBOT;
	const size_t x = right ? work->columns - 1 - column : column, y = bottom ? work->rows - 1 - row : row;
	if (turn >= ORIENTATION_LEFTTOP && turn <= ORIENTATION_LEFTBOT)
		return x * work->image->columns + y;
	return y * work->image->columns + x;
}

/// Whether a sample has the number that stands for missing ones. GDAL's text of a float's number is rounded, and the lowest double is
/// beyond the numbers that import_real_read reads.
static bool is_missing(const tiff_work *work, double sample)
{
	if (!work->has_hole)
		return false;
	if ((work->format == SAMPLEFORMAT_IEEEFP && work->bits == 32) || !isfinite((float)work->hole))
		return image_is_hole((float)sample, work->hole);
	return sample == work->hole;
}

static void store(const tiff_work *work, size_t place, double sample, bool clear)
{
	art_image *image = work->image;
	const bool missing = clear || is_missing(work, sample);
	if (image->floats)
	{
		image_set_float(work->how, image, place, sample, missing);
		return;
	}
	const uint32_t level = (uint32_t)sample;
	image->levels[place] = (uint16_t)(work->photometric == PHOTOMETRIC_MINISWHITE ? image->white - level : level);
	if (missing)
		image->clear[place] = 1;
}

static void store_block(const tiff_work *work, uint32_t column, uint32_t row)
{
	const uint32_t wide = work->columns - column, high = work->rows - row;
	const size_t row_size = work->block_size / work->height, alpha = work->alpha_block == work->block ? work->alpha : 0;
	for (uint32_t y = 0; y < work->height && y < high; ++y)
		for (uint32_t x = 0; x < work->width && x < wide; ++x)
		{
			const size_t at = (size_t)x * work->stride;
			const bool clear = work->alpha && sample_of(work, work->alpha_block + y * row_size, at + alpha) == 0;
			store(work, place_of(work, column + x, row + y), sample_of(work, work->block + y * row_size, at), clear);
		}
}

/// Reads the strip or tile of a channel whose first pixel is at a column and row.
static kilncook_status read_block(
	const tiff_work *work, uint32_t column, uint32_t row, uint16_t channel, uint8_t *to, uint64_t *packed)
{
	TIFF *tiff = work->tiff;
	const bool tiled = TIFFIsTiled(tiff);
	const uint32_t block =
		tiled ? TIFFComputeTile(tiff, column, row, 0, channel) : TIFFComputeStrip(tiff, row, channel);
	const uint32_t left = work->rows - row;
	const size_t wanted = tiled || left >= work->height ? work->block_size : work->block_size / work->height * left;
	// Strips that share bytes would cost more time than the file's size explains.
	*packed += TIFFGetStrileByteCount(tiff, block);
	if (*packed > 16 * work->size)
		return image_damaged_at(work->context, "TIFF", work->text, column, row);
	const tmsize_t got = tiled ? TIFFReadEncodedTile(tiff, block, to, (tmsize_t)wanted)
							   : TIFFReadEncodedStrip(tiff, block, to, (tmsize_t)wanted);
	if (got < 0 || (size_t)got < wanted || work->text[0])
		return image_damaged_at(work->context, "TIFF", work->text, column, row);
	return KILNCOOK_OK;
}

/// Reads the strips or tiles of the first channel, and of transparency.
static kilncook_status read_blocks(tiff_work *work)
{
	uint64_t packed = 0;
	for (uint64_t row = 0; row < work->rows; row += work->height)
		for (uint64_t column = 0; column < work->columns; column += work->width)
		{
			const uint32_t x = (uint32_t)column, y = (uint32_t)row;
			kilncook_status status = read_block(work, x, y, 0, work->block, &packed);
			if (status == KILNCOOK_OK && work->alpha_block != work->block)
				status = read_block(work, x, y, work->alpha, work->alpha_block, &packed);
			if (status != KILNCOOK_OK)
				return status;
			store_block(work, x, y);
		}
	return KILNCOOK_OK;
}

kilncook_status image_read_tiff(
	const kilncook_context *context, const uint8_t *bytes, size_t size, const image_how *how, art_image *image)
{
	tiff_work work = {.context = context, .bytes = bytes, .size = size, .how = how, .image = image};
	TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
	if (!options)
	{
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to read an image");
		return KILNCOOK_INTERNAL;
	}
	TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)1 << 30);
	TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, &work);
	TIFFOpenOptionsSetWarningHandlerExtR(options, drop_warning, &work);
	work.tiff = TIFFClientOpenExt(
		"image", "rm", &work, take_bytes, write_nothing, seek, close_nothing, size_of, NULL, NULL, options);
	TIFFOpenOptionsFree(options);
	kilncook_status status = work.tiff ? begin(&work) : image_damaged(context, "TIFF", work.text);
	if (status == KILNCOOK_OK)
		status = read_blocks(&work);
	if (work.tiff)
		TIFFClose(work.tiff);
	if (work.alpha_block != work.block)
		cook_free(context, work.alpha_block, work.block_size, 1);
	cook_free(context, work.block, work.block_size, 1);
	return status;
}
