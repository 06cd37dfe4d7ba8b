// SPDX-License-Identifier: MIT
#include "multi_sap.h"
#include <float.h>

/// The layout of multi-SAP's cells: over the middle nine tenths of a sample of the boxes, so that a few boxes far away
/// do not count; about BOXES_A_CELL in each cell, and cells several times as large as most of the boxes.

#define BOXES_A_CELL 24u
#define SAMPLES 256u
#define SIZES_A_CELL 3.0

static uint32_t limit_of(uint32_t capacity)
{
	uint32_t most = KILN_MULTI_SAP_AXIS * KILN_MULTI_SAP_AXIS * KILN_MULTI_SAP_AXIS;
	uint32_t limit = capacity / 8 > 64 ? capacity / 8 : 64;
	return limit < most ? limit : most;
}

uint32_t kilni_multi_sap_resolution(const kiln_broadphase_options *options)
{
	uint32_t limit = limit_of(options->capacity);
	uint32_t each = options->resolution < KILN_MULTI_SAP_AXIS ? options->resolution : KILN_MULTI_SAP_AXIS;
	while (each > 1 && each * each * each > limit)
		each--;
	return each;
}

uint32_t kilni_multi_sap_limit(const kiln_broadphase_options *options)
{
	uint32_t each = kilni_multi_sap_resolution(options), limit = options->capacity / BOXES_A_CELL;
	if (each > 0)
		return each * each * each;
	return limit < 1 ? 1 : limit < limit_of(options->capacity) ? limit : limit_of(options->capacity);
}

static void set_cells(kiln_multi_sap_grid *grid, uint32_t axis, double low, double high, uint32_t cells)
{
	double size = (high - low) / (double)cells;
	// No size, or a size so small that its inverse is infinite.
	if (!(size > 1e-300) || cells <= 1)
	{
		grid->cells[axis] = 1;
		grid->origin[axis] = low;
		grid->size[axis] = grid->inverse[axis] = 0;
		return;
	}
	grid->cells[axis] = cells;
	grid->origin[axis] = low;
	grid->size[axis] = size;
	grid->inverse[axis] = 1 / size;
}

/// The axis with the longest cells, on which each box overlaps the fewest others.
static void choose_axis(kiln_multi_sap_grid *grid, const double low[3], const double high[3])
{
	grid->axis = 0;
	for (uint32_t i = 1; i < 3; i++)
		if ((high[i] - low[i]) / (double)grid->cells[i] >
			(high[grid->axis] - low[grid->axis]) / (double)grid->cells[grid->axis])
			grid->axis = i;
}

kiln_multi_sap_grid kilni_multi_sap_grid_over(const double low[3], const double high[3], uint32_t each)
{
	kiln_multi_sap_grid grid = {0};
	for (uint32_t i = 0; i < 3; i++)
		set_cells(&grid, i, low[i], high[i], each);
	choose_axis(&grid, low, high);
	return grid;
}

// --- Samples ----------------------------------------------------------------------------------------------------------

/// Sorted numbers of the sampled boxes.
typedef struct sample
{
	float middles[3][SAMPLES];
	float sizes[3][SAMPLES];
	uint32_t count;
} sample;

static void insert(float *sorted, uint32_t count, float x)
{
	uint32_t i = count;
	for (; i > 0 && sorted[i - 1] > x; i--)
		sorted[i] = sorted[i - 1];
	sorted[i] = x;
}

static void look_at(sample *taken, const kiln_aabb *box)
{
	for (uint32_t i = 0; i < 3; i++)
		if (!(kiln_box_low(box, i) >= -FLT_MAX && kiln_box_high(box, i) <= FLT_MAX))
			return;
	for (uint32_t i = 0; i < 3; i++)
	{
		float low = kiln_box_low(box, i), high = kiln_box_high(box, i), size = high / 2 - low / 2;
		insert(taken->middles[i], taken->count, low / 2 + high / 2);
		insert(taken->sizes[i], taken->count, size > FLT_MAX / 2 ? FLT_MAX : 2 * size);
	}
	taken->count++;
}

/// Samples the boxes after the changes; moved and added ones are counted first.
static void take(const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, sample *taken)
{
	const kiln_multi_sap *state = broadphase->state;
	uint64_t all = (uint64_t)broadphase->live_count + changes->added_count;
	uint32_t wanted = all < SAMPLES ? (uint32_t)all : SAMPLES;
	taken->count = 0;
	for (uint32_t i = 0; i < wanted; i++)
	{
		uint64_t at = i * all / wanted;
		if (at >= broadphase->live_count)
		{
			look_at(taken, &changes->next[changes->added[at - broadphase->live_count]]);
			continue;
		}
		uint32_t index = broadphase->live[at];
		if (state->places[index].kind != KILN_MULTI_SAP_NONE)
			look_at(taken,
				kiln_pruning_changed(&state->pruning, index) ? &changes->next[index] : &broadphase->boxes[index]);
	}
}

/// The number of cells of this size, limited so that no cell is much smaller than the boxes.
static uint64_t cells_of_size(double size, const double span[3], const double least[3], uint32_t cells[3])
{
	uint64_t product = 1;
	for (uint32_t i = 0; i < 3; i++)
	{
		double each = size > least[i] ? size : least[i];
		double count = each > 0 ? span[i] / each : 1;
		cells[i] = count >= (double)KILN_MULTI_SAP_AXIS ? KILN_MULTI_SAP_AXIS : count >= 1 ? (uint32_t)count : 1;
		product *= cells[i];
	}
	return product;
}

static kiln_multi_sap_grid choose(
	const kiln_multi_sap *state, const kiln_broadphase_options *options, const sample *taken, uint32_t count)
{
	double low[3], high[3], span[3], least[3], longest = 0;
	for (uint32_t i = 0; i < 3; i++)
	{
		low[i] = (double)(state->fixed ? kiln_box_low(&options->extent, i) : taken->middles[i][taken->count / 16]);
		high[i] = (double)(state->fixed ? kiln_box_high(&options->extent, i)
										: taken->middles[i][taken->count - 1 - taken->count / 16]);
		// The part of evenly spread boxes that the quantiles leave out.
		double margin = state->fixed ? 0 : (high[i] - low[i]) / 14;
		low[i] -= margin;
		high[i] += margin;
		span[i] = high[i] - low[i];
		least[i] = SIZES_A_CELL * (double)taken->sizes[i][taken->count - 1 - taken->count / 4];
		longest = span[i] > longest ? span[i] : longest;
	}
	if (kilni_multi_sap_resolution(options) > 0)
		return kilni_multi_sap_grid_over(low, high, kilni_multi_sap_resolution(options));
	uint32_t wanted = count / BOXES_A_CELL, cells[3];
	wanted = wanted < 1 ? 1 : wanted < state->cell_limit ? wanted : state->cell_limit;
	double size = longest / (double)KILN_MULTI_SAP_AXIS;
	// 64 / 1.125^36 < 1: then there is a single cell.
	for (uint32_t i = 0; i < 40 && cells_of_size(size, span, least, cells) > wanted; i++)
		size *= 1.125;
	kiln_multi_sap_grid grid = {0};
	for (uint32_t i = 0; i < 3; i++)
		set_cells(&grid, i, low[i], high[i], cells[i]);
	choose_axis(&grid, low, high);
	return grid;
}

/// Whether cells are much larger, smaller or elsewhere.
static bool differ(const kiln_multi_sap_grid *old, const kiln_multi_sap_grid *new)
{
	for (uint32_t i = 0; i < 3; i++)
	{
		if (old->cells[i] > 2 * new->cells[i] || new->cells[i] > 2 * old->cells[i])
			return true;
		double span = old->size[i] * (double)old->cells[i], moved = new->origin[i] - old->origin[i];
		double other = new->size[i] * (double)new->cells[i];
		moved = moved < 0 ? -moved : moved;
		if (new->cells[i] > 1 && old->cells[i] > 1 &&
			(moved > span / 4 || moved > other / 4 || span > 2 * other || other > 2 * span))
			return true;
	}
	return false;
}

bool kilni_multi_sap_outgrown(
	const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, kiln_multi_sap_grid *grid)
{
	kiln_multi_sap *state = broadphase->state;
	uint32_t count = broadphase->live_count - changes->removed_count + changes->added_count;
	if (count == 0 || (state->fixed && kilni_multi_sap_resolution(&broadphase->options) > 0))
		return false;
	state->moved += (uint64_t)changes->added_count + changes->moved_count + changes->removed_count;
	bool first = state->laid_count == 0;
	bool resized = count / 2 > state->laid_count || state->laid_count / 4 > count;
	if (!first && !resized && state->moved < 2 * (uint64_t)count + 64)
		return false;
	sample taken;
	state->moved = 0;
	take(broadphase, changes, &taken);
	if (taken.count == 0)
		return false;
	*grid = choose(state, &broadphase->options, &taken, count);
	if (!first && !resized && !differ(&state->grid, grid))
		return false;
	state->laid_count = count;
	return true;
}
