// SPDX-License-Identifier: MIT
#include "image.h"
#include "memory.h"

#include <math.h>

/// What the readers of images share: room for samples, and their numbers.

void image_free(const kilncook_context *context, art_image *image)
{
	const size_t count = (size_t)image->columns * image->rows;
	cook_free(context, image->levels, count, sizeof *image->levels);
	cook_free(context, image->floats, count, sizeof *image->floats);
	cook_free(context, image->clear, count, sizeof *image->clear);
	*image = (art_image){0};
}

kilncook_status image_check_size(const kilncook_context *context, uint32_t columns, uint32_t rows)
{
	if (columns >= 1 && rows >= 1 && (uint64_t)columns * rows <= KILNCOOK_HEIGHTFIELD_SAMPLES_MAX)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "image-size",
		"the image has %u x %u samples, but from 1 to 2^28 samples are read", (unsigned)columns, (unsigned)rows);
	return KILNCOOK_REFUSED;
}

kilncook_status image_begin(
	const kilncook_context *context, uint32_t columns, uint32_t rows, art_samples kind, bool clear, art_image *image)
{
	const size_t count = (size_t)columns * rows;
	const kilncook_status status = image_check_size(context, columns, rows);
	if (status != KILNCOOK_OK)
		return status;
	*image = (art_image){.columns = columns, .rows = rows, .kind = kind};
	if (kind == ART_SAMPLES_FLOATS)
		image->floats = cook_alloc(context, count, sizeof *image->floats);
	else
		image->levels = cook_alloc(context, count, sizeof *image->levels);
	if (clear)
		image->clear = cook_alloc_zero(context, count, sizeof *image->clear);
	if ((image->levels || image->floats) && (image->clear || !clear))
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for an image of %u x %u samples",
		(unsigned)columns, (unsigned)rows);
	return KILNCOOK_INTERNAL;
}

bool image_is_hole(float sample, double hole)
{
	const float near = (float)hole;
	if (isnan(hole))
		return isnan(sample);
	return sample == near && (near != 0 || hole == 0);
}

kilncook_status image_refuse_kind(const kilncook_context *context, const char *reason)
{
	cook_message(context, KILNCOOK_ERROR, "", "image-kind", "%s", reason);
	return KILNCOOK_REFUSED;
}

kilncook_status image_damaged(const kilncook_context *context, const char *format, const char *text)
{
	cook_message(context, KILNCOOK_ERROR, "", "import-failed", "the %s image is damaged: %s", format,
		*text ? text : "its numbers contradict each other");
	return KILNCOOK_REFUSED;
}

kilncook_status image_damaged_at(
	const kilncook_context *context, const char *format, const char *text, uint32_t column, uint32_t row)
{
	cook_message(context, KILNCOOK_ERROR, "", "import-failed", "the %s image is damaged at column %u, row %u: %s",
		format, (unsigned)column, (unsigned)row, *text ? text : "bytes are missing");
	return KILNCOOK_REFUSED;
}

double image_half(uint16_t half)
{
	const int exponent = half >> 10 & 31;
	const double part = half & 1023;
	const double size = exponent == 31	? (part > 0 ? (double)NAN : (double)INFINITY)
						: exponent == 0 ? ldexp(part, -24)
										: ldexp(part + 1024, exponent - 25);
	return half >> 15 ? -size : size;
}

void image_set_float(const image_how *how, art_image *image, size_t place, double sample, bool missing)
{
	image->floats[place] = (float)sample;
	if (missing)
		image->clear[place] = 1;
	// A number beyond float32 is no height: who makes the field refuses it.
	if (missing || !isfinite(image->floats[place]) || (how->has_hole && image_is_hole(image->floats[place], how->hole)))
		return;
	const double away = fabs((double)image->floats[place] - sample);
	image->rounding = away > image->rounding ? away : image->rounding;
}

kilncook_status image_check_unpacked(
	const kilncook_context *context, uint64_t block, uint64_t across, uint64_t down, uint64_t whole)
{
	if (block >= 1 && block <= IMAGE_BLOCK_MAX && (block <= IMAGE_BLOCK_BEYOND || block / 4 <= whole) &&
		across * down <= IMAGE_UNPACKED_MAX / block)
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "image-size",
		"the image has %llu x %llu strips or tiles of %llu bytes, with all its channels: more than are read",
		(unsigned long long)across, (unsigned long long)down, (unsigned long long)block);
	return KILNCOOK_REFUSED;
}
