// SPDX-License-Identifier: MIT
#include "image/image.h"
#include "memory.h"
#include "terrain.h"

#include <string.h>

/// Heights of images: levels between the heights of black and white, or floats.

/// Heights of black and white.
typedef struct image_scale
{
	double low, high;
	bool given;
} image_scale;

static image_scale scale_of(const terrain *it)
{
	const double *height = it->how->height;
	const bool given = height[0] != 0 || height[1] != 0;
	return (image_scale){given ? height[0] : 0, given ? height[1] : 255, given};
}

/// Places the grid: origin and spacing.
static void place(terrain *it)
{
	const kilncook_heightfield_options *how = it->how;
	kilncook_heightfield *grid = &it->grid;
	const uint32_t cells[2] = {grid->columns - 1, grid->rows - 1};
	for (int i = 0; i < 3; ++i)
		grid->origin[i] = (float)how->origin[i];
	for (int i = 0; i < 2; ++i)
	{
		const double spacing = how->spacing[i] > 0 ? how->spacing[i] : 1;
		grid->spacing[i] = (float)(how->size[i] > 0 ? how->size[i] / (double)cells[i] : spacing);
	}
}

/// Takes the levels as they are.
static kilncook_status keep_levels(terrain *it, art_image *image)
{
	const image_scale scale = scale_of(it);
	const uint32_t up = heightfield_up(&it->grid);
	it->levels = image->levels;
	image->levels = NULL;
	it->grid.level_height = (float)((scale.high - scale.low) / (double)image->white);
	it->grid.origin[up] = (float)(it->how->origin[up] + scale.low);
	return KILNCOOK_OK;
}

/// Makes floats of levels, or of other floats.
static kilncook_status make_floats(terrain *it, const art_image *image)
{
	const image_scale scale = scale_of(it);
	const size_t count = terrain_samples(it);
	it->heights = cook_alloc(it->context, count, sizeof *it->heights);
	if (!it->heights)
		return terrain_no_memory(it);
	for (size_t i = 0; i < count; ++i)
		if (it->unknown && it->unknown[i])
			it->heights[i] = 0;
		else if (image->levels)
			terrain_set_height(
				it, i, scale.low + (scale.high - scale.low) * (double)image->levels[i] / (double)image->white);
		else if (scale.given)
			terrain_set_height(it, i, scale.low + (scale.high - scale.low) * (double)image->floats[i]);
		else
			it->heights[i] = image->floats[i];
	it->rounding += image->rounding * (scale.given ? scale.high - scale.low : 1);
	it->grid.error = (float)it->how->error;
	return KILNCOOK_OK;
}

/// Marks the samples that are holes: transparent ones, and those of the value that stands for holes.
static kilncook_status mark_unknown(terrain *it, art_image *image)
{
	const double hole = it->how->hole_value;
	it->unknown = image->clear;
	image->clear = NULL;
	if (!it->how->holes_by_value)
		return KILNCOOK_OK;
	const size_t count = terrain_samples(it);
	if (!it->unknown)
		it->unknown = cook_alloc_zero(it->context, count, 1);
	if (!it->unknown)
		return terrain_no_memory(it);
	for (size_t i = 0; i < count; ++i)
		if (image->levels ? (double)image->levels[i] == hole : image_is_hole(image->floats[i], hole))
			it->unknown[i] = 1;
	return KILNCOOK_OK;
}

/// Refuses what is no picture of heights.
static kilncook_status check(const terrain *it, const art_image *image)
{
	if (image->kind == ART_SAMPLES_PALETTE)
	{
		cook_message(it->context, KILNCOOK_ERROR, "", "image-kind",
			"the image has a palette: convert it to greys of 8 or 16 bits");
		return KILNCOOK_REFUSED;
	}
	if (image->columns < 2 || image->rows < 2)
	{
		cook_message(it->context, KILNCOOK_ERROR, "", "image-size",
			"the image has %u x %u samples, but a grid needs 2 or more on each side", (unsigned)image->columns,
			(unsigned)image->rows);
		return KILNCOOK_REFUSED;
	}
	return KILNCOOK_OK;
}

kilncook_status terrain_from_image(terrain *it)
{
	const kilncook_heightfield_options *how = it->how;
	const image_how reading = {.raw = {how->raw_columns, how->raw_rows, how->raw_kind, how->raw_skip},
		.channel = how->channel,
		.has_hole = how->holes_by_value,
		.hole = how->hole_value};
	art_image image = {0};
	kilncook_status status =
		image_read(it->context, it->path, &it->limits, it->options->isolate_import, &reading, &image);
	if (status == KILNCOOK_OK)
		status = check(it, &image);
	if (status == KILNCOOK_OK)
	{
		it->grid.columns = image.columns;
		it->grid.rows = image.rows;
		place(it);
		status = mark_unknown(it, &image);
	}
	if (status == KILNCOOK_OK)
		status = image.levels && !(how->error > 0) ? keep_levels(it, &image) : make_floats(it, &image);
	image_free(it->context, &image);
	return status;
}
