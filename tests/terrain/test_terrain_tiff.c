// SPDX-License-Identifier: MIT
#include "image/image.h"
#include "terrain_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <tiffio.h>

/// TIFF images that libtiff writes are read sample by sample; damaged ones are refused.

#define COLUMNS 37
#define ROWS 21

typedef struct tiff_kind
{
	uint16_t bits, format, compression, orientation, channels, planes;
	bool tiled, white_is_zero;
	const char *mode;
	const double *samples; ///< of COLUMNS x ROWS pixels; NULL: value_of chooses
	const char *nodata;	   ///< of GDAL's tag; NULL: none
	uint16_t photometric;  ///< 0: by `white_is_zero`
	bool clear;			   ///< some pixels have 0 behind the first channel, all others 1
	uint16_t extra;		   ///< kind of the last channel; 0: unspecified
} tiff_kind;

/// The sample of a pixel, which each kind of number can have.
static double value_of(const tiff_kind *kind, uint32_t column, uint32_t row)
{
	if (kind->samples)
		return column < COLUMNS && row < ROWS ? kind->samples[row * COLUMNS + column] : 0;
	const uint32_t random = (column * 2654435761u ^ row * 40503u) >> 5;
	return kind->bits < 8 ? random % (1u << kind->bits) : random % 120;
}

static void put_sample(const tiff_kind *kind, uint8_t *row, size_t i, double wide)
{
	const float number = (float)wide;
	const uint32_t value = kind->format == SAMPLEFORMAT_IEEEFP && kind->bits > 16 ? 0 : (uint32_t)(int64_t)wide;
	const uint16_t shorter = (uint16_t)value;
	if (kind->bits < 8)
		row[i * kind->bits / 8] |= (uint8_t)(value << (8 - kind->bits - i * kind->bits % 8));
	else if (kind->bits == 8)
		row[i] = (uint8_t)value;
	else if (kind->bits == 16)
		memcpy(row + 2 * i, &shorter, 2);
	else if (kind->bits == 32 && kind->format == SAMPLEFORMAT_IEEEFP)
		memcpy(row + 4 * i, &number, 4);
	else if (kind->bits == 32)
		memcpy(row + 4 * i, &value, 4);
	else
		memcpy(row + 8 * i, &wide, 8);
}

#define TAG_NODATA 42113 ///< of GDAL

static uint16_t photometric_of(const tiff_kind *kind)
{
	return kind->photometric	 ? kind->photometric
		   : kind->white_is_zero ? PHOTOMETRIC_MINISWHITE
								 : PHOTOMETRIC_MINISBLACK;
}

static void put_header(TIFF *tiff, const tiff_kind *kind, uint32_t width, uint32_t height)
{
	TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, COLUMNS);
	TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, ROWS);
	TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind->bits);
	TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind->format);
	TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, kind->channels);
	TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, kind->planes);
	TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind->compression);
	// Without it, the encoder takes a hundred megabytes an image.
	if (kind->compression == COMPRESSION_LZMA)
		TIFFSetField(tiff, TIFFTAG_LZMAPRESET, 0);
	TIFFSetField(tiff, TIFFTAG_ORIENTATION, kind->orientation);
	TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, photometric_of(kind));
	if (kind->tiled)
	{
		TIFFSetField(tiff, TIFFTAG_TILEWIDTH, width);
		TIFFSetField(tiff, TIFFTAG_TILELENGTH, height);
	}
	else
		TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, height);
	if (kind->photometric == PHOTOMETRIC_PALETTE)
	{
		uint16_t colours[3][256] = {{0}};
		TIFFSetField(tiff, TIFFTAG_COLORMAP, colours[0], colours[1], colours[2]);
	}
	if (kind->extra)
		TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind->extra);
	if (kind->nodata)
		TIFFSetField(tiff, TAG_NODATA, kind->nodata);
}

static bool is_clear(uint32_t column, uint32_t row)
{
	return (column * 7 + row * 3) % 11 == 0;
}

static double channel_of(const tiff_kind *kind, uint32_t channel, uint32_t column, uint32_t row)
{
	if (channel == 0)
		return value_of(kind, column, row);
	return kind->clear && is_clear(column, row) ? 0 : 1;
}

static uint8_t *write_tiff(terrain_case *it, const tiff_kind *kind, size_t *size)
{
	static const TIFFFieldInfo nodata = {
		TAG_NODATA, TIFF_VARIABLE, TIFF_VARIABLE, TIFF_ASCII, FIELD_CUSTOM, true, false, (char *)"nodata"};
	TIFF *tiff = TIFFOpen(terrain_case_path(it, "a.tif"), kind->mode);
	assert_non_null(tiff);
	const uint32_t width = kind->tiled ? 16 : COLUMNS, height = kind->tiled ? 16 : 5;
	TIFFMergeFieldInfo(tiff, &nodata, 1);
	put_header(tiff, kind, width, height);
	const uint32_t stride = kind->planes == PLANARCONFIG_CONTIG ? kind->channels : 1;
	const size_t row_size = (width * stride * kind->bits + 7) / 8;
	uint8_t block[37 * 16 * 16];
	assert_true(row_size * height <= sizeof block);
	for (uint16_t plane = 0; plane < (kind->planes == PLANARCONFIG_CONTIG ? 1 : kind->channels); ++plane)
		for (uint32_t y = 0; y < ROWS; y += height)
			for (uint32_t x = 0; x < COLUMNS; x += width)
			{
				memset(block, 0, sizeof block);
				for (uint32_t r = 0; r < height; ++r)
					for (uint32_t c = 0; c < width * stride; ++c)
						put_sample(
							kind, block + r * row_size, c, channel_of(kind, c % stride + plane, x + c / stride, y + r));
				const uint32_t rows = kind->tiled || ROWS - y > height ? height : ROWS - y;
				const uint32_t at =
					kind->tiled ? TIFFComputeTile(tiff, x, y, 0, plane) : TIFFComputeStrip(tiff, y, plane);
				assert_true((kind->tiled ? TIFFWriteEncodedTile(tiff, at, block, (tmsize_t)(row_size * height))
										 : TIFFWriteEncodedStrip(tiff, at, block, (tmsize_t)(row_size * rows))) > 0);
			}
	TIFFClose(tiff);
	return terrain_case_read(it, "a.tif", size);
}

/// The pixel of the file at a place of the image, by the words of TIFF 6.0 about the tag.
static void pixel_of(uint16_t orientation, uint32_t x, uint32_t y, uint32_t *column, uint32_t *row)
{
	const uint32_t right = COLUMNS - 1, bottom = ROWS - 1;
	const uint32_t columns[9] = {0, x, right - x, right - x, x, y, y, right - y, right - y};
	const uint32_t rows[9] = {0, y, y, bottom - y, bottom - y, x, bottom - x, bottom - x, x};
	*column = columns[orientation];
	*row = rows[orientation];
}

static void expect(terrain_case *it, const tiff_kind *kind)
{
	size_t size;
	uint8_t *bytes = write_tiff(it, kind, &size);
	art_image image = {0};
	assert_int_equal(image_read_tiff(&it->context, bytes, size, &(image_how){0}, &image), KILNCOOK_OK);
	assert_int_equal(image.columns, kind->orientation < 5 ? COLUMNS : ROWS);
	assert_int_equal(image.rows, kind->orientation < 5 ? ROWS : COLUMNS);
	for (uint32_t y = 0; y < image.rows; ++y)
		for (uint32_t x = 0; x < image.columns; ++x)
		{
			uint32_t column, row;
			pixel_of(kind->orientation, x, y, &column, &row);
			const double value = value_of(kind, column, row);
			const size_t i = (size_t)y * image.columns + x;
			if (image.levels)
				assert_true(image.levels[i] == (kind->white_is_zero ? image.white - value : value));
			else if (kind->format == SAMPLEFORMAT_IEEEFP && kind->bits == 16)
				assert_true(image.floats[i] == (float)value * 0x1p-24f);
			else
				assert_true(image.floats[i] == (float)value);
		}
	image_free(&it->context, &image);
	free(bytes);
}

static void all_numbers_layouts_and_compressions_are_read(void **state)
{
	(void)state;
	static const uint16_t numbers[][2] = {
		{1, 1}, {2, 1}, {4, 1}, {8, 1}, {16, 1}, {32, 1}, {8, 2}, {16, 2}, {32, 2}, {16, 3}, {32, 3}, {64, 3}};
	static const uint16_t packings[] = {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE,
		COMPRESSION_PACKBITS, COMPRESSION_ZSTD, COMPRESSION_LZMA};
	static const char *const modes[] = {"wl", "wb", "wl8", "wb8"};
	terrain_case it;
	terrain_case_begin(&it);
	for (size_t n = 0; n < sizeof numbers / sizeof *numbers; ++n)
		for (size_t p = 0; p < sizeof packings / sizeof *packings; ++p)
			for (size_t m = 0; m < 4; ++m)
				for (int tiled = 0; tiled < 2; ++tiled)
					expect(&it, &(tiff_kind){numbers[n][0], numbers[n][1], packings[p], ORIENTATION_TOPLEFT, 1,
									PLANARCONFIG_CONTIG, tiled, false, .mode = modes[m]});
	terrain_case_end(&it);
}

static void orientations_channels_and_white_are_read(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	for (uint16_t turn = 1; turn <= 8; ++turn)
		for (uint16_t planes = 1; planes <= 2; ++planes)
			for (int tiled = 0; tiled < 2; ++tiled)
				expect(&it, &(tiff_kind){16, 1, COMPRESSION_LZW, turn, 3, planes, tiled, turn % 2, .mode = "w"});
	for (uint16_t bits = 1; bits < 8; bits *= 2)
		expect(&it, &(tiff_kind){bits, 1, bits == 1 ? COMPRESSION_CCITTFAX4 : COMPRESSION_NONE, 1, 1, 1, false, true,
						.mode = "w"});
	terrain_case_end(&it);
}

static void damaged_images_are_refused_and_leave_nothing(void **state)
{
	(void)state;
	static const tiff_kind kinds[] = {{16, 1, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "wl"},
		{32, 3, COMPRESSION_LZW, 1, 1, 1, true, false, .mode = "wb8"},
		{8, 1, COMPRESSION_ADOBE_DEFLATE, 6, 2, 2, true, false, .mode = "wl"}};
	terrain_case it;
	terrain_case_begin(&it);
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
	{
		size_t size, read = 0;
		uint8_t *bytes = write_tiff(&it, &kinds[k], &size);
		for (size_t i = k; i < size; i += 3)
		{
			art_image image = {0};
			const size_t messages = it.memory.messages;
			uint8_t *cut = malloc(i + 1);
			assert_non_null(cut);
			memcpy(cut, bytes, i);
			assert_int_equal(image_read_tiff(&it.context, cut, i, &(image_how){0}, &image), KILNCOOK_REFUSED);
			assert_true(it.memory.messages > messages);
			image_free(&it.context, &image);
			free(cut);
			bytes[i] ^= 0xff;
			const kilncook_status status = image_read_tiff(&it.context, bytes, size, &(image_how){0}, &image);
			read += status == KILNCOOK_OK;
			image_free(&it.context, &image);
			bytes[i] ^= 0xff;
		}
		assert_true(read < size);
		free(bytes);
	}
	terrain_case_end(&it);
}

static void put_entry(uint8_t *at, uint16_t tag, uint16_t type, uint32_t count, uint32_t value)
{
	const uint16_t heads[2] = {tag, type};
	const uint32_t numbers[2] = {count, value};
	for (int i = 0; i < 2; ++i)
		for (int b = 0; b < 2; ++b)
			at[2 * i + b] = (uint8_t)(heads[i] >> 8 * b);
	for (int i = 0; i < 2; ++i)
		for (int b = 0; b < 4; ++b)
			at[4 + 4 * i + b] = (uint8_t)(numbers[i] >> 8 * b);
}

/// Claims of a few bytes take no memory.
static void huge_claims_are_refused_before_memory(void **state)
{
	(void)state;
	// Columns, rows, side of tiles (0: strips), channels.
	static const uint32_t sides[][4] = {{UINT32_MAX, UINT32_MAX, 0, 1}, {1u << 31, 1u << 31, 1u << 31, 1},
		{1000000, 1000000, 0, 1}, {10, 10, 1u << 31, 1}, {10, 10, UINT32_MAX - 15, 1}, {10, 10, 30000, 1}, {0, 5, 0, 1},
		{5, 0, 16, 1}, {16384, 16384, 0, 65535}, {16384, 16384, 16, 65535}, {1u << 28, 1, 16, 1}, {1, 1u << 28, 64, 1}};
	terrain_case it;
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof sides / sizeof *sides; ++i)
	{
		uint8_t bytes[8 + 2 + 9 * 12 + 4] = {'I', 'I', 42, 0, 8, 0, 0, 0, 9, 0};
		const uint32_t tile = sides[i][2];
		uint8_t *at = bytes + 10;
		put_entry(at, TIFFTAG_IMAGEWIDTH, 4, 1, sides[i][0]);
		put_entry(at + 12, TIFFTAG_IMAGELENGTH, 4, 1, sides[i][1]);
		put_entry(at + 24, TIFFTAG_BITSPERSAMPLE, 3, 1, 16);
		put_entry(at + 36, TIFFTAG_PHOTOMETRIC, 3, 1, 1);
		if (!tile)
			put_entry(at + 48, TIFFTAG_STRIPOFFSETS, 4, 1, 8);
		put_entry(at + (tile ? 48 : 60), TIFFTAG_SAMPLESPERPIXEL, 3, 1, sides[i][3]);
		put_entry(
			at + (tile ? 60 : 72), tile ? TIFFTAG_TILEWIDTH : TIFFTAG_ROWSPERSTRIP, 4, 1, tile ? tile : UINT32_MAX);
		put_entry(at + (tile ? 72 : 84), tile ? TIFFTAG_TILELENGTH : TIFFTAG_STRIPBYTECOUNTS, 4, 1, tile ? tile : 8);
		put_entry(at + 96, TIFFTAG_SAMPLEFORMAT, 3, 1, 1);
		if (tile)
		{
			put_entry(at + 84, TIFFTAG_TILEOFFSETS, 4, 1, 8);
			put_entry(at + 96, TIFFTAG_TILEBYTECOUNTS, 4, 1, 8);
		}
		art_image image = {0};
		assert_int_equal(image_read_tiff(&it.context, bytes, sizeof bytes, &(image_how){0}, &image), KILNCOOK_REFUSED);
		image_free(&it.context, &image);
	}
	assert_true(it.memory.peak < 100000);
	terrain_case_end(&it);
}

/// A slope with one other sample, away from the border.
#define ODD (5 * COLUMNS + 8)

static void make_slope(double samples[COLUMNS * ROWS], double odd)
{
	for (uint32_t i = 0; i < COLUMNS * ROWS; ++i)
		samples[i] = 10 + i % COLUMNS + 2 * (i / COLUMNS);
	samples[ODD] = odd;
}

/// The process that imports forbids what no import needs: every decoder can do without.
static void all_compressions_are_read_apart(void **state)
{
	(void)state;
	static const uint16_t packings[][3] = {{COMPRESSION_NONE, 16, 1}, {COMPRESSION_LZW, 16, 1},
		{COMPRESSION_ADOBE_DEFLATE, 64, 3}, {COMPRESSION_PACKBITS, 8, 1}, {COMPRESSION_ZSTD, 32, 3},
		{COMPRESSION_LZMA, 16, 2}, {COMPRESSION_JPEG, 8, 1}, {COMPRESSION_LERC, 32, 3}, {COMPRESSION_CCITTFAX3, 1, 1},
		{COMPRESSION_CCITTFAX4, 1, 1}};
	terrain_case it;
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof packings / sizeof *packings; ++i)
	{
		size_t size;
		if (!TIFFIsCODECConfigured(packings[i][0]))
			continue;
		free(write_tiff(&it,
			&(tiff_kind){packings[i][1], packings[i][2], packings[i][0], 1, 1, 1, packings[i][0] == COMPRESSION_JPEG,
				packings[i][1] == 1, .mode = "w"},
			&size));
		assert_int_equal(terrain_case_both_ways(&it, "a.tif"), KILNCOOK_OK);
	}
	terrain_case_end(&it);
}

static void samples_of_the_number_for_missing_ones_are_holes(void **state)
{
	(void)state;
	const double big = 1.7976931348623157e308, tiny = -3.4028234663852886e38, nan = (double)NAN;
	const struct
	{
		uint16_t bits, format;
		double sample;
		const char *nodata;
		uint64_t holes;
	} cases[] = {{64, 3, -big, "-1.7976931348623157e+308", 4}, {64, 3, big, "1.7976931348623157e+308", 4},
		{64, 3, -1e30, "-1e30", 4}, {64, 3, -9999.1, "-9999.1", 4}, {64, 3, -9999.1, "-9999.10001", 0},
		{32, 3, tiny, "-3.40282346638529e+38", 4}, {32, 3, -9999.1, "-9999.1", 4},
		{32, 3, 0, "2.2250738585072014e-308", 0}, {32, 3, 0, "1e-46", 0}, {32, 3, 0, "0", 4}, {32, 3, 0, "-0.0e9", 4},
		{32, 3, nan, "nan", 4}, {64, 3, nan, "NaN", 4}, {32, 3, 7, "none", 0}, {32, 3, 7, "", 0},
		{32, 3, -32768, " -32768 ", 4}, {16, 2, -32768, "-32768", 4}, {32, 2, -2147483648.0, "-2147483648", 4},
		{32, 1, 4294967295.0, "4294967295", 4}, {16, 1, 65535, "65535", 4}, {16, 1, 0, "0", 4}, {16, 1, 65535, "-1", 0},
		{8, 1, 255, "255", 4}};
	terrain_case it;
	double samples[COLUMNS * ROWS];
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
		for (int scaled = 0; scaled < 2; ++scaled)
		{
			size_t size;
			make_slope(samples, cases[i].sample);
			free(write_tiff(&it,
				&(tiff_kind){cases[i].bits, cases[i].format, COMPRESSION_NONE, 1, 1, 1, i % 2, false, .mode = "w",
					.samples = samples, .nodata = cases[i].nodata},
				&size));
			it.how = (kilncook_heightfield_options){.height = {0, scaled ? 0.1 : 0}};
			assert_int_equal(terrain_case_both_ways(&it, "a.tif"), KILNCOOK_OK);
			assert_int_equal(it.report.holes, cases[i].holes);
			// What is missing costs no exactness.
			assert_true(cases[i].holes == 0 || it.report.error < 0.001);
		}
	terrain_case_end(&it);
}

/// The channels behind the first one have 1 but at a few pixels.
static void transparent_pixels_are_holes(void **state)
{
	(void)state;
	terrain_case it;
	terrain_case_begin(&it);
	for (uint16_t extra = 0; extra < 3; ++extra)
		for (uint16_t planes = 1; planes < 3; ++planes)
			for (int tiled = 0; tiled < 2; ++tiled)
				for (int floats = 0; floats < 2; ++floats)
				{
					const tiff_kind kind = {.bits = floats ? 32 : 16,
						.format = floats ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT,
						.compression = COMPRESSION_LZW,
						.orientation = 6,
						.channels = 2,
						.planes = planes,
						.tiled = tiled,
						.mode = "w",
						.extra = extra,
						.clear = true};
					size_t size;
					art_image image = {0};
					uint8_t *bytes = write_tiff(&it, &kind, &size);
					assert_int_equal(image_read_tiff(&it.context, bytes, size, &(image_how){0}, &image), KILNCOOK_OK);
					assert_int_equal(image.clear != NULL, extra != 0);
					for (uint32_t y = 0; extra && y < image.rows; ++y)
						for (uint32_t x = 0; x < image.columns; ++x)
						{
							uint32_t column, row;
							pixel_of(kind.orientation, x, y, &column, &row);
							assert_int_equal(image.clear[y * image.columns + x] != 0, is_clear(column, row));
						}
					image_free(&it.context, &image);
					free(bytes);
				}
	terrain_case_end(&it);
}

static void a_value_for_holes_means_its_nearest_float(void **state)
{
	(void)state;
	static const struct
	{
		uint16_t bits;
		double sample, value;
		uint64_t holes;
	} cases[] = {{32, -9999.1, -9999.1, 4}, {64, -9999.1, -9999.1, 4}, {64, -1e30, -1e30, 4},
		{64, -1.7976931348623157e308, -1e300, 4}, {32, 0, 1e-300, 0}, {32, 0, 0, 4}, {32, -9999.1, -9999.2, 0}};
	terrain_case it;
	double samples[COLUMNS * ROWS];
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		size_t size;
		make_slope(samples, cases[i].sample);
		free(write_tiff(&it,
			&(tiff_kind){cases[i].bits, SAMPLEFORMAT_IEEEFP, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "w",
				.samples = samples},
			&size));
		it.how = (kilncook_heightfield_options){.holes_by_value = true, .hole_value = cases[i].value};
		assert_int_equal(terrain_case_both_ways(&it, "a.tif"), KILNCOOK_OK);
		assert_int_equal(it.report.holes, cases[i].holes);
		// What float32 rounds at holes is no error.
		assert_true(cases[i].holes == 0 || it.report.error < 0.001);
	}
	terrain_case_end(&it);
}

static void what_is_no_height_is_refused(void **state)
{
	(void)state;
	const struct
	{
		tiff_kind kind;
		double odd;
		const char *code;
	} cases[] = {{{32, 3, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "w"}, (double)NAN, "heightfield-sample"},
		{{64, 3, COMPRESSION_LZW, 1, 1, 1, true, false, .mode = "w", .nodata = "-9999"}, (double)INFINITY,
			"heightfield-sample"},
		{{64, 3, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "w"}, 1e300, "heightfield-sample"},
		{{8, 1, COMPRESSION_NONE, 1, 3, 1, false, false, .mode = "w", .photometric = PHOTOMETRIC_RGB}, 7, "image-kind"},
		{{8, 1, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "w", .photometric = PHOTOMETRIC_PALETTE}, 7,
			"image-kind"},
		{{64, 1, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "w"}, 7, "image-kind"},
		{{64, 2, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "w"}, 7, "image-kind"},
		{{8, 3, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "w"}, 7, "image-kind"}};
	terrain_case it;
	double samples[COLUMNS * ROWS];
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		size_t size;
		tiff_kind kind = cases[i].kind;
		make_slope(samples, cases[i].odd);
		kind.samples = samples;
		free(write_tiff(&it, &kind, &size));
		assert_int_equal(terrain_case_both_ways(&it, "a.tif"), KILNCOOK_REFUSED);
		assert_string_equal(it.memory.first_code, cases[i].code);
	}
	terrain_case_end(&it);
}

static void maps_are_tiff_too(void **state)
{
	(void)state;
	terrain_case it;
	double samples[COLUMNS * ROWS];
	char path[128];
	size_t size;
	terrain_case_begin(&it);
	make_slope(samples, 200);
	free(write_tiff(&it,
		&(tiff_kind){8, 1, COMPRESSION_LZW, 1, 1, 1, true, false, .mode = "w", .samples = samples,
			.photometric = PHOTOMETRIC_PALETTE},
		&size));
	snprintf(path, sizeof path, "%s/map.tif", it.folder);
	assert_int_equal(rename(terrain_case_path(&it, "a.tif"), path), 0);
	free(write_tiff(
		&it, &(tiff_kind){32, 3, COMPRESSION_LZW, 1, 1, 1, true, false, .mode = "w", .samples = samples}, &size));
	it.how.material_map = path;
	assert_int_equal(terrain_case_both_ways(&it, "a.tif"), KILNCOOK_OK);
	assert_int_equal(kiln_heightfield_material(&it.field, 5 * (COLUMNS - 1) + 8), 200);
	terrain_case_end(&it);
}

/// Doubles between floats move by up to 1 where float32 has only every second number, and so do steps.
static void rounding_to_float32_counts_in_the_error(void **state)
{
	(void)state;
	terrain_case it;
	double samples[COLUMNS * ROWS];
	size_t size;
	terrain_case_begin(&it);
	for (uint32_t i = 0; i < COLUMNS * ROWS; ++i)
		samples[i] = 0x1p24 + 2 * (i * 37 % 64) + 0.96875;
	free(write_tiff(
		&it, &(tiff_kind){64, 3, COMPRESSION_NONE, 1, 1, 1, false, false, .mode = "w", .samples = samples}, &size));
	for (int scaled = 0; scaled < 2; ++scaled)
	{
		const double scale = scaled ? 0.25 : 1;
		double worst = 0;
		it.how = (kilncook_heightfield_options){.height = {0, scaled ? 0.25 : 0}};
		assert_int_equal(terrain_case_both_ways(&it, "a.tif"), KILNCOOK_OK);
		for (uint32_t i = 0; i < COLUMNS * ROWS; ++i)
		{
			kiln_vec3 p;
			assert_true(kiln_heightfield_sample(&it.field, i % COLUMNS, i / COLUMNS, &p));
			worst = fmax(worst, fabs((double)p.y - scale * samples[i]));
		}
		assert_true(worst >= 0.96 * scale && worst <= it.report.error && it.report.error < 3.1 * scale);
	}
	terrain_case_end(&it);
}

/// Bytes that an image is sent as.
typedef struct sent_bytes
{
	uint8_t bytes[256];
	size_t size;
} sent_bytes;

static void put_bytes(void *user, const void *bytes, size_t size)
{
	sent_bytes *sent = user;
	assert_true(size <= sizeof sent->bytes - sent->size);
	memcpy(sent->bytes + sent->size, bytes, size);
	sent->size += size;
}

static void a_sent_rounding_is_a_number(void **state)
{
	(void)state;
	const double roundings[] = {0, 0.5, 1e300, -1, (double)INFINITY, (double)NAN};
	terrain_case it;
	float floats[6] = {1, 2, 3, 4, 5, 6};
	terrain_case_begin(&it);
	for (size_t i = 0; i < sizeof roundings / sizeof *roundings; ++i)
	{
		sent_bytes sent = {.size = 0};
		art_image received = {0};
		image_send(
			&(art_image){
				.columns = 3, .rows = 2, .kind = ART_SAMPLES_FLOATS, .floats = floats, .rounding = roundings[i]},
			put_bytes, &sent);
		const import_sent from = {.bytes = sent.bytes, .size = sent.size};
		assert_int_equal(image_receive(&it.context, &from, &received), i < 3 ? KILNCOOK_OK : KILNCOOK_REFUSED);
		assert_true(i >= 3 || (received.rounding == roundings[i] && received.floats[5] == 6));
		image_free(&it.context, &received);
	}
	terrain_case_end(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_numbers_layouts_and_compressions_are_read),
		cmocka_unit_test(orientations_channels_and_white_are_read),
		cmocka_unit_test(damaged_images_are_refused_and_leave_nothing),
		cmocka_unit_test(huge_claims_are_refused_before_memory),
		cmocka_unit_test(all_compressions_are_read_apart),
		cmocka_unit_test(samples_of_the_number_for_missing_ones_are_holes),
		cmocka_unit_test(transparent_pixels_are_holes),
		cmocka_unit_test(a_value_for_holes_means_its_nearest_float),
		cmocka_unit_test(what_is_no_height_is_refused),
		cmocka_unit_test(maps_are_tiff_too),
		cmocka_unit_test(rounding_to_float32_counts_in_the_error),
		cmocka_unit_test(a_sent_rounding_is_a_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
