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

/// The tile's origin is the place that the runtime computes for the last sample of the tile before: the border of two tiles has the
/// same bits in both.
static void move_origin(const terrain *whole, kilncook_heightfield *grid)
{
	const uint32_t up = heightfield_up(grid), axes[2] = {0, 3 - up};
	for (int i = 0; i < 2; ++i)
		for (uint32_t k = 0; k < whole->how->tile[i]; ++k)
			grid->origin[axes[i]] += grid->spacing[i] * (float)whole->how->tile_side;
}

kilncook_status terrain_cut(
	const terrain *whole, const heightfield_steps *steps, terrain *tile, heightfield_steps *tile_steps)
{
	const uint32_t side = whole->how->tile_side, cells[2] = {whole->grid.columns - 1, whole->grid.rows - 1};
	tile_cut at = {.columns = cells[0]};
	*tile = *whole;
	tile->heights = NULL;
	tile->levels = NULL;
	tile->unknown = tile->holes = tile->turned = tile->materials = NULL;
	*tile_steps = *steps;
	tile_steps->steps = NULL;
	for (int i = 0; i < 2; ++i)
	{
		const uint64_t first = (uint64_t)whole->how->tile[i] * side;
		if (first >= cells[i])
		{
			cook_message(whole->context, KILNCOOK_ERROR, "", "usage",
				"there is no tile %u,%u: %u x %u cells make %u x %u tiles of %u cells on a side",
				(unsigned)whole->how->tile[0], (unsigned)whole->how->tile[1], (unsigned)cells[0], (unsigned)cells[1],
				(unsigned)((cells[0] - 1) / side + 1), (unsigned)((cells[1] - 1) / side + 1), (unsigned)side);
			return KILNCOOK_USAGE;
		}
		at.first[i] = (size_t)first;
		at.count[i] = cells[i] - at.first[i] < side ? cells[i] - at.first[i] : side;
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
