// SPDX-License-Identifier: MIT
#include "image/image.h"
#include "memory.h"
#include "terrain.h"

#include <string.h>

/// Maps: images beside the heights, with a value for each cell or for each sample.

/// A log that names a map's file.
typedef struct map_log
{
	const kilncook_context *outer;
	const char *path;
} map_log;

static void pass(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	const map_log *log = user;
	(void)where;
	if (log->outer->log.message)
		log->outer->log.message(log->outer->log.user, severity, log->path, code, text);
}

static bool is_of_samples(const terrain *it, const art_image *map)
{
	return map->columns == it->grid.columns && map->rows == it->grid.rows;
}

/// Refuses a map of another size.
static kilncook_status check_size(const terrain *it, const kilncook_context *context, const art_image *map)
{
	const uint32_t columns = it->grid.columns, rows = it->grid.rows;
	if (is_of_samples(it, map) || (map->columns == columns - 1 && map->rows == rows - 1))
		return KILNCOOK_OK;
	cook_message(context, KILNCOOK_ERROR, "", "image-size",
		"the map has %u x %u values, but the field has %u x %u samples and %u x %u cells", (unsigned)map->columns,
		(unsigned)map->rows, (unsigned)columns, (unsigned)rows, (unsigned)(columns - 1), (unsigned)(rows - 1));
	return KILNCOOK_REFUSED;
}

static kilncook_status check_kind(const kilncook_context *context, const art_image *map)
{
	if (map->levels && map->white <= 255)
		return KILNCOOK_OK;
	cook_message(
		context, KILNCOOK_ERROR, "", "image-kind", "a map has 8 bits a value: greys, or the indices of a palette");
	return KILNCOOK_REFUSED;
}

static void take_materials(terrain *it, const art_image *map)
{
	const size_t columns = it->grid.columns - 1;
	for (size_t row = 0; row + 1 < it->grid.rows; ++row)
		for (size_t column = 0; column < columns; ++column)
			it->materials[row * columns + column] = (uint8_t)map->levels[row * map->columns + column];
}

static bool is_hole(const art_image *map, size_t at)
{
	return map->levels[at] > 0;
}

static void take_holes(terrain *it, const art_image *map)
{
	const size_t columns = it->grid.columns - 1, wide = map->columns;
	const bool of_samples = is_of_samples(it, map);
	for (size_t row = 0; row + 1 < it->grid.rows; ++row)
		for (size_t column = 0; column < columns; ++column)
		{
			const size_t at = row * wide + column;
			bool hole = is_hole(map, at);
			if (of_samples)
				hole = hole || is_hole(map, at + 1) || is_hole(map, at + wide) || is_hole(map, at + wide + 1);
			if (hole)
				it->holes[row * columns + column] = 1;
		}
}

/// Reads a map, and lets `take` store its values in `*cells`.
static kilncook_status read_map(
	terrain *it, const char *path, uint8_t **cells, void (*take)(terrain *it, const art_image *map))
{
	map_log log = {it->context, path};
	kilncook_context context = *it->context;
	context.log = (kilncook_log){pass, &log};
	art_image map = {0};
	kilncook_status status = terrain_add_file(it, path);
	if (status == KILNCOOK_OK)
		status = image_read(&context, path, &it->limits, it->options->isolate_import, NULL, &map);
	if (status == KILNCOOK_OK)
		status = check_kind(&context, &map);
	if (status == KILNCOOK_OK)
		status = check_size(it, &context, &map);
	if (status == KILNCOOK_OK)
		status = terrain_need_cells(it, cells);
	if (status == KILNCOOK_OK)
		take(it, &map);
	image_free(&context, &map);
	return status;
}

kilncook_status terrain_read_maps(terrain *it)
{
	kilncook_status status = KILNCOOK_OK;
	if (it->how->material_map)
		status = read_map(it, it->how->material_map, &it->materials, take_materials);
	if (status == KILNCOOK_OK && it->how->hole_map)
		status = read_map(it, it->how->hole_map, &it->holes, take_holes);
	return status;
}
