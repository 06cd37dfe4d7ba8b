// SPDX-License-Identifier: MIT
#include "weld.h"

#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// A spatial hash of the representatives. Its cells are so wide that a ball with the tolerance as radius touches at
/// most two cells along an axis.
typedef struct near_grid
{
	const float (*positions)[3];
	double origin[3];
	double cells_per_unit;
	double reach;	 ///< the tolerance plus possible rounding
	double limit;	 ///< the tolerance squared
	uint32_t *heads; ///< per slot: its latest representative or KILN_NONE
	uint32_t *next;	 ///< per position: the previous position in the same slot
	uint32_t *ranks; ///< per position: its rank in the lexicographic order
	uint32_t slot_count;
} near_grid;

/// The result of a search.
typedef struct near_hit
{
	uint32_t position; ///< or KILN_NONE
	double distance;   ///< squared
} near_hit;

/// Converts the bits of a float to an integer with the same order.
static uint32_t sortable(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

/// One pass of a least-significant-digit radix sort: by 11 bits from `shift` on of one coordinate.
static void radix_pass(
	const float (*positions)[3], int axis, uint32_t shift, const uint32_t *from, uint32_t *to, uint32_t count)
{
	uint32_t starts[2048] = {0};
	for (uint32_t i = 0; i < count; ++i)
		++starts[sortable(positions[from[i]][axis]) >> shift & 2047u];
	uint32_t sum = 0;
	for (uint32_t digit = 0; digit < 2048; ++digit)
	{
		uint32_t start = sum;
		sum += starts[digit];
		starts[digit] = start;
	}
	for (uint32_t i = 0; i < count; ++i)
		to[starts[sortable(positions[from[i]][axis]) >> shift & 2047u]++] = from[i];
}

/// Fills `order` with the numbers of the positions in lexicographic order of x, y, z.
static void sort_positions(const float (*positions)[3], uint32_t count, uint32_t *order, uint32_t *scratch)
{
	uint32_t *from = scratch, *to = order;
	for (uint32_t i = 0; i < count; ++i)
		from[i] = i;
	// The number of passes, nine, is odd, so the result is in `order`.
	for (int axis = 2; axis >= 0; --axis)
		for (uint32_t shift = 0; shift < 33; shift += 11)
		{
			radix_pass(positions, axis, shift, from, to, count);
			uint32_t *last = to;
			to = from;
			from = last;
		}
}

static uint32_t cell_slot(const near_grid *grid, const int64_t cell[3])
{
	uint64_t h = (uint64_t)cell[0] * 0x9e3779b97f4a7c15ull;
	h = (h ^ h >> 32 ^ (uint64_t)cell[1]) * 0xff51afd7ed558ccdull;
	h = (h ^ h >> 32 ^ (uint64_t)cell[2]) * 0xc4ceb9fe1a85ec53ull;
	return (uint32_t)(h >> 32) & (grid->slot_count - 1);
}

/// Returns the cell along one axis; positions below the origin are in the first cell.
static int64_t cell_of(const near_grid *grid, double value, int axis)
{
	return (int64_t)((value - grid->origin[axis]) * grid->cells_per_unit);
}

static double distance_squared(const float a[3], const float b[3])
{
	double x = (double)a[0] - (double)b[0];
	double y = (double)a[1] - (double)b[1];
	double z = (double)a[2] - (double)b[2];
	return x * x + y * y + z * z;
}

static void search_cell(const near_grid *grid, uint32_t position, uint32_t slot, near_hit *hit)
{
	for (uint32_t other = grid->heads[slot]; other != KILN_NONE; other = grid->next[other])
	{
		double distance = distance_squared(grid->positions[position], grid->positions[other]);
		if (distance > grid->limit || (hit->position != KILN_NONE && distance > hit->distance))
			continue;
		if (hit->position == KILN_NONE || distance < hit->distance || grid->ranks[other] < grid->ranks[hit->position])
			*hit = (near_hit){other, distance};
	}
}

/// Finds the nearest representative within the tolerance.
static near_hit search(const near_grid *grid, uint32_t position)
{
	int64_t low[3], high[3], cell[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		double value = (double)grid->positions[position][axis];
		low[axis] = cell_of(grid, value - grid->reach, axis);
		high[axis] = cell_of(grid, value + grid->reach, axis);
	}
	near_hit hit = {KILN_NONE, 0.0};
	for (cell[0] = low[0]; cell[0] <= high[0]; ++cell[0])
		for (cell[1] = low[1]; cell[1] <= high[1]; ++cell[1])
			for (cell[2] = low[2]; cell[2] <= high[2]; ++cell[2])
				search_cell(grid, position, cell_slot(grid, cell), &hit);
	return hit;
}

static void insert(near_grid *grid, uint32_t position)
{
	int64_t cell[3];
	for (int axis = 0; axis < 3; ++axis)
		cell[axis] = cell_of(grid, (double)grid->positions[position][axis], axis);
	uint32_t slot = cell_slot(grid, cell);
	grid->next[position] = grid->heads[slot];
	grid->heads[slot] = position;
}

/// Sets the cells' size to four tolerances, so that most balls touch one or two cells. Cell numbers stay below 2^38, so
/// that rounding changes them by less than 2^-13.
static void size_cells(near_grid *grid, uint32_t count, double tolerance)
{
	double width = 4.0 * tolerance;
	grid->cells_per_unit = 1.0 / width;
	grid->reach = tolerance + width * 0x1p-10;
	grid->limit = tolerance * tolerance;
	for (int axis = 0; axis < 3; ++axis)
	{
		grid->origin[axis] = count ? (double)grid->positions[0][axis] : 0.0;
		for (uint32_t i = 1; i < count; ++i)
			if ((double)grid->positions[i][axis] < grid->origin[axis])
				grid->origin[axis] = (double)grid->positions[i][axis];
	}
}

/// Chooses the representatives, then assigns every other position to the nearest one.
static void cluster(near_grid *grid, const uint32_t *order, uint32_t count, uint32_t *representative)
{
	memset(grid->heads, 0xff, (size_t)grid->slot_count * sizeof *grid->heads);
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t position = order[i];
		bool near = search(grid, position).position != KILN_NONE;
		representative[position] = near ? KILN_NONE : position;
		if (!near)
			insert(grid, position);
	}
	for (uint32_t i = 0; i < count; ++i)
		if (representative[i] == KILN_NONE)
			representative[i] = search(grid, i).position;
}

bool clean_weld_near(const kilncook_context *context, const float (*positions)[3], uint32_t count, double tolerance,
	uint32_t *representative)
{
	near_grid grid = {.positions = positions, .slot_count = 16};
	while (grid.slot_count < count && grid.slot_count <= UINT32_MAX / 2)
		grid.slot_count *= 2;
	size_cells(&grid, count, tolerance);
	uint32_t *order = cook_alloc(context, count, sizeof *order);
	grid.heads = cook_alloc(context, grid.slot_count, sizeof *grid.heads);
	grid.next = cook_alloc(context, count, sizeof *grid.next);
	grid.ranks = cook_alloc(context, count, sizeof *grid.ranks);
	bool done = order && grid.heads && grid.next && grid.ranks;
	if (done)
	{
		sort_positions(positions, count, order, grid.ranks);
		for (uint32_t i = 0; i < count; ++i)
			grid.ranks[order[i]] = i;
		cluster(&grid, order, count, representative);
	}
	cook_free(context, order, count, sizeof *order);
	cook_free(context, grid.heads, grid.slot_count, sizeof *grid.heads);
	cook_free(context, grid.next, count, sizeof *grid.next);
	cook_free(context, grid.ranks, count, sizeof *grid.ranks);
	return done;
}
