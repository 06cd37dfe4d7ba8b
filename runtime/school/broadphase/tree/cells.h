// SPDX-License-Identifier: MIT
#ifndef KILN_BROADPHASE_CELLS_H
#define KILN_BROADPHASE_CELLS_H

#include "spread.h"

/// Cells of octrees in whole numbers. A root cube has 2^KILN_CELLS_DEPTH units per axis. A coordinate becomes the
/// number of its unit; everything outside the cube belongs to the units at its border. Rounding keeps order: boxes that
/// overlap have overlapping ranges of units, so that all decisions that octrees make by units are exact.

#define KILN_CELLS_DEPTH 19
#define KILN_CELLS_LAST ((1 << KILN_CELLS_DEPTH) - 1)

/// The units from low to high, inclusive, on each axis.
typedef struct kiln_units
{
	int32_t low[3], high[3];
} kiln_units;

/// A cube of 2^height units per axis: the units that become `at` when shifted down by its height. The root has height
/// KILN_CELLS_DEPTH.
typedef struct kiln_cell
{
	int32_t at[3];
	uint32_t height;
} kiln_cell;

/// The place of the root cube.
typedef struct kiln_cells
{
	double origin[3];
	double scale;		///< units per length
	kiln_spread spread; ///< the spread for which it was laid out
	bool made;
	bool extent_given; ///< given by the options: it stays
} kiln_cells;

/// Begins with the extent that the options give, or with a cube if there are no boxes yet.
void kilni_cells_begin(kiln_cells *cells, const kiln_aabb *extent);

/// Lays out the root cube again if boxes have left it. Returns true if so: all cells then change.
bool kilni_cells_follow(kiln_cells *cells, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes);

static inline int32_t kiln_unit_of(const kiln_cells *cells, unsigned axis, float x)
{
	double unit = ((double)x - cells->origin[axis]) * cells->scale;
	if (!(unit > 0))
		return 0;
	return unit < (double)KILN_CELLS_LAST ? (int32_t)unit : KILN_CELLS_LAST;
}

static inline kiln_units kiln_units_of(const kiln_cells *cells, const kiln_aabb *box)
{
	return (kiln_units){.low = {kiln_unit_of(cells, 0, box->min.x), kiln_unit_of(cells, 1, box->min.y),
							kiln_unit_of(cells, 2, box->min.z)},
		.high = {kiln_unit_of(cells, 0, box->max.x), kiln_unit_of(cells, 1, box->max.y),
			kiln_unit_of(cells, 2, box->max.z)}};
}

/// The number of bits without leading zeros; less than 2^32.
static inline uint32_t kiln_bit_length(uint32_t x)
{
	uint32_t length = 0;
	for (uint32_t step = 16; step > 0; step /= 2)
		if (x >> step)
		{
			x >>= step;
			length += step;
		}
	return length + x;
}

/// The lowest cell that contains the whole box: as high as the highest bit in which its ends differ (Ericson 2005,
/// 7.3.2).
static inline kiln_cell kiln_cell_around(const kiln_units *units)
{
	const int32_t *low = units->low, *high = units->high;
	uint32_t height = kiln_bit_length((uint32_t)((low[0] ^ high[0]) | (low[1] ^ high[1]) | (low[2] ^ high[2])));
	return (kiln_cell){.at = {low[0] >> height, low[1] >> height, low[2] >> height}, .height = height};
}

/// The cell that holds the middle of the box and is as large as the box, or twice as large: grown by half on each side,
/// it contains the box (Ulrich 2000).
static inline kiln_cell kiln_cell_by_size(const kiln_units *units)
{
	int32_t longest = 0;
	kiln_cell cell;
	for (unsigned i = 0; i < 3; i++)
	{
		int32_t length = units->high[i] - units->low[i];
		longest = length > longest ? length : longest;
		cell.at[i] = (units->low[i] + units->high[i]) / 2;
	}
	// For a box of two units, the farther one is a whole unit from the middle, and half of one unit is 0 units.
	cell.height = longest < 2 ? (uint32_t)longest : kiln_bit_length((uint32_t)longest - 1);
	for (unsigned i = 0; i < 3; i++)
		cell.at[i] >>= cell.height;
	return cell;
}

static inline kiln_units kiln_units_of_cell(const kiln_cell *cell, bool loose)
{
	kiln_units units;
	int32_t margin = loose ? (int32_t)(1u << cell->height >> 1) : 0;
	for (unsigned i = 0; i < 3; i++)
	{
		units.low[i] = cell->at[i] * (1 << cell->height) - margin;
		units.high[i] = (cell->at[i] + 1) * (1 << cell->height) - 1 + margin;
	}
	return units;
}

static inline bool kiln_units_overlap(const kiln_units *a, const kiln_units *b)
{
	return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] && b->low[1] <= a->high[1] &&
		   a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

/// A box that contains every box within these units, infinite where they reach the border.
kiln_aabb kilni_units_bounds(const kiln_cells *cells, const kiln_units *units);

/// Spreads 21 bits, each followed by two zeros.
static inline uint64_t kiln_morton_spread(uint32_t x)
{
	uint64_t bits = x & 0x1fffff;
	bits = (bits | bits << 32) & 0x001f00000000ffffull;
	bits = (bits | bits << 16) & 0x001f0000ff0000ffull;
	bits = (bits | bits << 8) & 0x100f00f00f00f00full;
	bits = (bits | bits << 4) & 0x10c30c30c30c30c3ull;
	return (bits | bits << 2) & 0x1249249249249249ull;
}

/// The bits of x, y and z alternating, x lowest (Morton 1966; Ericson 2005, 7.3.5).
static inline uint64_t kiln_morton(int32_t x, int32_t y, int32_t z)
{
	return kiln_morton_spread((uint32_t)x) | kiln_morton_spread((uint32_t)y) << 1 |
		   kiln_morton_spread((uint32_t)z) << 2;
}

#endif
