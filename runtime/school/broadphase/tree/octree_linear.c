// SPDX-License-Identifier: MIT
#include "cells.h"
#include "flat_tree.h"
#include "keys.h"
#include "school/broadphase/marks.h"

/// Octree without pointers (Gargantini 1982; Ericson 2005, 7.3.4): proxies sorted by the location code of the lowest
/// cell that contains their box. This is the cell's Morton code, then its level, so that a cell comes before everything
/// in it.
///
/// Changed proxies are sorted alone and merged into the others; if there are many, all are sorted. One pass over the
/// sorted codes, with a stack of open cells, writes the tree in preorder (flat_tree.h). Cells that are empty or have
/// one child are skipped; a cell of a few boxes is one leaf. Boxes that stay high up, because they lie across a cell's
/// middle, become leaves by the Morton codes of their own middles. Bounds are those of the boxes, not of the cells.
///
/// Costs: update O(n + k log k) with a small factor, even for one change; pairs O(n log n) as long as boxes overlap few
/// others; queries O(log n + answers). About 170 bytes a proxy. Weak at few changes among many boxes: the whole tree is
/// written again each time.

#define LEVEL_BITS 5

typedef struct octree_linear
{
	kiln_cells cells;
	kiln_flat_tree tree;
	kiln_flags changed; ///< empty except during `apply`
	kiln_keyed *sorted; ///< all proxies
	kiln_keyed *other;	///< destination of merges and sorts
	uint32_t *run;		///< proxies of one cell
	uint32_t count;
} octree_linear;

static octree_linear *lay_out(kiln_room *room, uint32_t capacity)
{
	octree_linear counted;
	octree_linear *octree = (octree_linear *)kiln_room_take(room, 1, sizeof *octree);
	octree_linear *to = octree ? octree : &counted;
	kilni_flat_place(&to->tree, room, capacity);
	kiln_flags_place(&to->changed, room, capacity);
	to->sorted = (kiln_keyed *)kiln_room_take(room, capacity, sizeof *to->sorted);
	to->other = (kiln_keyed *)kiln_room_take(room, capacity, sizeof *to->other);
	to->run = (uint32_t *)kiln_room_take(room, capacity, sizeof *to->run);
	return octree;
}

static size_t linear_size(const kiln_broadphase_options *options)
{
	kiln_room room = {0};
	lay_out(&room, options->capacity);
	return room.used;
}

static void linear_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_room room = {.base = broadphase->state};
	octree_linear *octree = lay_out(&room, options->capacity);
	kilni_cells_begin(&octree->cells, &options->extent);
}

// --- Location codes ---------------------------------------------------------------------------------------------------

static uint64_t code_of(const kiln_cells *cells, const kiln_aabb *box)
{
	kiln_units units = kiln_units_of(cells, box);
	kiln_cell cell = kiln_cell_around(&units);
	uint64_t morton = kiln_morton(cell.at[0], cell.at[1], cell.at[2]) << 3 * cell.height;
	return morton << LEVEL_BITS | (KILN_CELLS_DEPTH - cell.height);
}

static uint32_t level_of(uint64_t code)
{
	return (uint32_t)code & ((1u << LEVEL_BITS) - 1);
}

/// The number of the child of a cell at this level, on the way down to the code.
static uint32_t octant_of(uint64_t code, uint32_t level)
{
	return (uint32_t)(code >> (LEVEL_BITS + 3 * (KILN_CELLS_DEPTH - 1 - level))) & 7;
}

/// The level of the lowest cell that contains both; `first` comes first in order.
static uint32_t level_of_both(uint64_t first, uint64_t last)
{
	uint64_t differ = (first ^ last) >> LEVEL_BITS;
	uint32_t level = level_of(first);
	uint32_t bits = differ >> 32 ? 32 + kiln_bit_length((uint32_t)(differ >> 32)) : kiln_bit_length((uint32_t)differ);
	uint32_t common = KILN_CELLS_DEPTH - (bits + 2) / 3;
	return common < level ? common : level;
}

// --- Writing the tree -------------------------------------------------------------------------------------------------

typedef struct range
{
	uint32_t first, count; ///< of the sorted proxies
	uint32_t close;		   ///< if count is 0: the node that ends here
} range;

static void put_run(octree_linear *octree, const kiln_box_source *source, uint32_t first, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		octree->run[i] = octree->sorted[first + i].value;
	kilni_flat_put(&octree->tree, source, octree->run, count);
}

/// Adds the boxes of a range's lowest common cell, and pushes its children on the stack, the last one first.
static uint32_t divide(octree_linear *octree, const kiln_box_source *source, range cell, range *stack, uint32_t depth)
{
	const kiln_keyed *sorted = octree->sorted;
	const uint32_t end = cell.first + cell.count;
	const uint32_t level = level_of_both(sorted[cell.first].key, sorted[end - 1].key);
	uint32_t own = cell.first;
	while (own < end && level_of(sorted[own].key) == level)
		own++;
	if (own == end)
	{
		put_run(octree, source, cell.first, cell.count);
		return depth;
	}
	stack[depth++] = (range){.close = kilni_flat_open(&octree->tree)};
	put_run(octree, source, cell.first, own - cell.first);
	for (uint32_t i = end; i > own;)
	{
		const uint32_t last = i, octant = octant_of(sorted[i - 1].key, level);
		// Finds the first proxy of the octant by bisection, because ranges are long at the top.
		uint32_t low = own;
		while (low < i)
		{
			uint32_t middle = low + (i - low) / 2;
			if (octant_of(sorted[middle].key, level) < octant)
				low = middle + 1;
			else
				i = middle;
		}
		stack[depth++] = (range){.first = i, .count = last - i};
	}
	return depth;
}

static void write_tree(octree_linear *octree, const kiln_box_source *source)
{
	range stack[9 * (KILN_CELLS_DEPTH + 2)];
	uint32_t depth = 0;
	kilni_flat_begin(&octree->tree);
	if (octree->count > 0)
		stack[depth++] = (range){.count = octree->count};
	while (depth > 0)
	{
		range next = stack[--depth];
		if (next.count == 0)
			kilni_flat_close(&octree->tree, next.close);
		else if (next.count <= KILN_FLAT_LEAF)
			put_run(octree, source, next.first, next.count);
		else
			depth = divide(octree, source, next, stack, depth);
	}
}

// --- Changes ----------------------------------------------------------------------------------------------------------

static void mark(kiln_flags *flags, const uint32_t *indices, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		kiln_flags_mark(flags, indices[i]);
}

static uint32_t put_codes(
	const octree_linear *octree, kiln_keyed *to, const kiln_aabb *boxes, const uint32_t *indices, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		to[i] = (kiln_keyed){.key = code_of(&octree->cells, &boxes[indices[i]]), .value = indices[i]};
	return count;
}

static void linear_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	octree_linear *octree = (octree_linear *)broadphase->state;
	const bool again = kilni_cells_follow(&octree->cells, broadphase, changes);
	mark(&octree->changed, changes->removed, changes->removed_count);
	mark(&octree->changed, changes->moved, changes->moved_count);
	// Remaining proxies move up; behind them is room for the others, which are at most as many as the capacity.
	kiln_keyed *sorted = octree->sorted;
	uint32_t stay = 0;
	for (uint32_t i = 0; i < octree->count; i++)
		if (!kiln_flags_has(&octree->changed, sorted[i].value))
			sorted[stay++] = sorted[i];
	if (again)
		for (uint32_t i = 0; i < stay; i++)
			sorted[i].key = code_of(&octree->cells, &broadphase->boxes[sorted[i].value]);
	uint32_t come = put_codes(octree, sorted + stay, changes->next, changes->moved, changes->moved_count);
	come += put_codes(octree, sorted + stay + come, changes->next, changes->added, changes->added_count);
	octree->count = stay + come;
	if (again || come > stay / 2)
		kilni_keys_sort(sorted, octree->other, octree->count);
	else
	{
		kilni_keys_sort(sorted + stay, octree->other, come);
		kilni_keys_merge(sorted, stay, sorted + stay, come, octree->other);
		octree->sorted = octree->other;
		octree->other = sorted;
	}
	mark(&octree->changed, changes->added, changes->added_count);
	const kiln_box_source source = {.boxes = broadphase->boxes, .next = changes->next, .changed = &octree->changed};
	write_tree(octree, &source);
	kiln_flags_clear(&octree->changed);
}

// --- Answers ----------------------------------------------------------------------------------------------------------

static void linear_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const octree_linear *octree = (const octree_linear *)broadphase->state;
	kilni_flat_fresh(&octree->tree, sink);
}

static void linear_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const octree_linear *octree = (const octree_linear *)broadphase->state;
	kilni_flat_pairs(&octree->tree, sink);
}

static void linear_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const octree_linear *octree = (const octree_linear *)broadphase->state;
	kilni_flat_box(&octree->tree, box, found, user);
}

static void linear_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const octree_linear *octree = (const octree_linear *)broadphase->state;
	kilni_flat_sweep(&octree->tree, sweep, found, user);
}

const kiln_broadphase_method kiln_broadphase_octree_linear = {
	.name = "octree-linear",
	.size = linear_size,
	.begin = linear_begin,
	.apply = linear_apply,
	.fresh = linear_fresh,
	.all = linear_all,
	.box = linear_box,
	.sweep = linear_sweep,
	.fresh_is_complete = true,
};
