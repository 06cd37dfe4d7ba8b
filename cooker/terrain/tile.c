// SPDX-License-Identifier: MIT
#include "memory.h"
#include "terrain.h"

#include <string.h>

/// A rectangle of elements in rows of `columns`.
typedef struct tile_cut
{
	size_t columns;
	size_t first[2], count[2]; ///< columns, rows
} tile_cut;

/// Copies the elements of a rectangle. Leaves NULL as it is; false when memory runs out.
static bool cut(const terrain *it, const void *from, size_t size, const tile_cut *at, void **to)
{
	if (!from)
		return true;
	uint8_t *part = cook_alloc(it->context, at->count[0] * at->count[1], size);
	for (size_t row = 0; part && row < at->count[1]; ++row)
		memcpy(part + row * at->count[0] * size,
			(const uint8_t *)from + ((at->first[1] + row) * at->columns + at->first[0]) * size, at->count[0] * size);
	*to = part;
	return part != NULL;
}

static bool cut_bytes(const terrain *it, const uint8_t *from, const tile_cut *at, uint8_t **to)
{
	void *part = NULL;
	const bool good = cut(it, from, 1, at, &part);
	*to = part;
	return good;
}

uint32_t terrain_tiles(const kilncook_heightfield_options *how, uint32_t cells)
{
	return how->tile_count ? how->tile_count : how->tile_side ? (cells - 1) / how->tile_side + 1 : 0;
}

/// The first cell of a tile along an axis of `cells` cells; `cells` behind the last tile.
static uint32_t first_cell(const kilncook_heightfield_options *how, uint32_t cells, uint32_t tile)
{
	const uint64_t first = how->tile_count ? (uint64_t)cells * tile / how->tile_count : (uint64_t)tile * how->tile_side;
	return first < cells ? (uint32_t)first : cells;
}

/// The tile's origin is the place that the runtime computes for the last sample of the tile before: the border of two tiles has the
/// same bits in both.
static void move_origin(const terrain *whole, kilncook_heightfield *grid)
{
	const uint32_t up = heightfield_up(grid), axes[2] = {0, 3 - up};
	const uint32_t cells[2] = {whole->grid.columns - 1, whole->grid.rows - 1};
	for (int i = 0; i < 2; ++i)
		for (uint32_t k = 0; k < whole->how->tile[i]; ++k)
		{
			const uint32_t first = first_cell(whole->how, cells[i], k), next = first_cell(whole->how, cells[i], k + 1);
			grid->origin[axes[i]] += grid->spacing[i] * (float)(next - first);
		}
}

kilncook_status terrain_cut(
	const terrain *whole, const heightfield_steps *steps, terrain *tile, heightfield_steps *tile_steps)
{
	const kilncook_heightfield_options *how = whole->how;
	const uint32_t cells[2] = {whole->grid.columns - 1, whole->grid.rows - 1};
	tile_cut at = {.columns = cells[0]};
	*tile = *whole;
	tile->heights = NULL;
	tile->levels = NULL;
	tile->unknown = tile->holes = tile->turned = tile->materials = NULL;
	*tile_steps = *steps;
	tile_steps->steps = NULL;
	for (int i = 0; i < 2; ++i)
	{
		if (how->tile_count > cells[i])
		{
			cook_message(whole->context, KILNCOOK_ERROR, "", "usage", "%u x %u cells do not make %u x %u tiles",
				(unsigned)cells[0], (unsigned)cells[1], (unsigned)how->tile_count, (unsigned)how->tile_count);
			return KILNCOOK_USAGE;
		}
		at.first[i] = first_cell(how, cells[i], how->tile[i]);
		at.count[i] = first_cell(how, cells[i], how->tile[i] + 1) - at.first[i];
		if (at.count[i] == 0)
		{
			cook_message(whole->context, KILNCOOK_ERROR, "", "usage",
				"there is no tile %u,%u: %u x %u cells make %u x %u tiles", (unsigned)how->tile[0],
				(unsigned)how->tile[1], (unsigned)cells[0], (unsigned)cells[1], (unsigned)terrain_tiles(how, cells[0]),
				(unsigned)terrain_tiles(how, cells[1]));
			return KILNCOOK_USAGE;
		}
	}
	tile->grid.columns = (uint32_t)at.count[0] + 1;
	tile->grid.rows = (uint32_t)at.count[1] + 1;
	move_origin(whole, &tile->grid);
	bool good = cut_bytes(whole, whole->holes, &at, &tile->holes);
	good = cut_bytes(whole, whole->turned, &at, &tile->turned) && good;
	good = cut_bytes(whole, whole->materials, &at, &tile->materials) && good;
	const tile_cut samples = {at.columns + 1, {at.first[0], at.first[1]}, {at.count[0] + 1, at.count[1] + 1}};
	void *part = NULL;
	good = cut(whole, steps->steps, sizeof *steps->steps, &samples, &part) && good;
	tile_steps->steps = part;
	return good ? KILNCOOK_OK : terrain_no_memory(whole);
}
