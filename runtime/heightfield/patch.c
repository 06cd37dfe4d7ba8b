// SPDX-License-Identifier: MIT
#include "patch.h"

#include "deform/refit.h"
#include "math/budget.h"
#include "search.h"

#include <math.h>

/// Cells of a leaf: a piece of a row.
#define PATCH_CELLS (KILN_LEAF_TRIANGLES_MAX / 2)
#define PATCH_LEAVES (KILN_FIELD_BLOCK * KILN_FIELD_BLOCK / PATCH_CELLS)
/// A root, and nodes with eight leaves each.
#define PATCH_NODES (1 + PATCH_LEAVES / KILN_TREE_WIDTH)
/// Bytes of a leaf of eight triangles and ten vertices.
#define PATCH_LEAF_SIZE 144
#define PATCH_TRIANGLES (PATCH_LEAVES * KILN_LEAF_TRIANGLES_MAX)

_Static_assert(PATCH_NODES - 1 <= KILN_TREE_WIDTH, "two levels hold all leaves");

/// A mesh of a part of a block. Leaves follow each other row by row, and so do the numbers of their triangles.
typedef struct field_patch
{
	kiln_format_tree_node nodes[PATCH_NODES];
	kiln_refit_box scratch[PATCH_NODES];
	uint32_t numbers[PATCH_TRIANGLES];
	uint32_t triangle_count;
	uint32_t leaf_count;
	uint32_t units;				 ///< of all leaves
	uint32_t unit[PATCH_LEAVES]; ///< of each leaf
	_Alignas(8) uint8_t leaves[PATCH_LEAVES * PATCH_LEAF_SIZE + KILN_LEAF_TAIL];
} field_patch;

typedef struct patch_walk
{
	kiln_surface_reach *reach;
	kiln_visit_patch *visit;
	void *user;
} patch_walk;

// --- Leaves -----------------------------------------------------------------------------------------------------------

/// Neighbouring cells of a row, of which some are missing.
typedef struct patch_strip
{
	uint32_t column, row, count;
	kiln_field_cell cell[PATCH_CELLS];
	bool kept[PATCH_CELLS];
} patch_strip;

/// The vertices of a strip: two rows of corners, of which only those of kept cells become vertices of the leaf.
typedef struct patch_vertices
{
	uint8_t number[2 * (PATCH_CELLS + 1)]; ///< of a corner, column by column; the lower row's first
	float at[3][2 * (PATCH_CELLS + 1)];
	uint32_t count;
} patch_vertices;

static void gather(const kiln_heightfield *field, const patch_strip *strip, patch_vertices *vertices)
{
	vertices->count = 0;
	for (uint32_t i = 0; i <= strip->count; ++i)
	{
		const bool before = i > 0 && strip->kept[i - 1], after = i < strip->count && strip->kept[i];
		const uint32_t cell = after ? i : i - 1;
		if (!before && !after)
			continue;
		float corners[4][3];
		kiln_field_corners(field, &strip->cell[cell], strip->column + cell, strip->row, corners);
		for (uint32_t k = 0; k < 2; ++k)
		{
			const float *corner = corners[2 * k + (after ? 0 : 1)];
			for (int axis = 0; axis < 3; ++axis)
				vertices->at[axis][vertices->count] = corner[axis];
			vertices->number[2 * i + k] = (uint8_t)vertices->count++;
		}
	}
}

/// Appends the leaf of a strip.
static void add_leaf(field_patch *patch, const kiln_heightfield *field, const patch_strip *strip)
{
	patch_vertices vertices;
	uint16_t corners[KILN_LEAF_TRIANGLES_MAX];
	kiln_format_leaf head = {.triangle = patch->triangle_count};
	gather(field, strip, &vertices);
	for (uint32_t i = 0; i < strip->count; ++i)
		for (uint32_t k = 0; strip->kept[i] && k < 2; ++k)
		{
			const uint8_t *of = kiln_field_triangle(field, strip->cell[i].turned, k);
			uint32_t packed = 0;
			for (uint32_t c = 0; c < 3; ++c)
				packed |= (uint32_t)vertices.number[2 * (i + (of[c] & 1u)) + (of[c] >> 1)] << 4 * c;
			corners[head.triangle_count++] = (uint16_t)packed;
			patch->numbers[patch->triangle_count++] =
				2 * kiln_field_cell_number(field, strip->column + i, strip->row) + k;
		}
	if (head.triangle_count == 0)
		return;
	head.vertex_count = (uint8_t)vertices.count;
	uint8_t *record = patch->leaves + (uint64_t)patch->units * KILN_LEAF_UNIT;
	memcpy(record, &head, sizeof head);
	memcpy(record + sizeof head, corners, head.triangle_count * sizeof *corners);
	record += kiln_format_leaf_vertices_offset(head.triangle_count);
	for (uint32_t axis = 0; axis < 3; ++axis, record += vertices.count * sizeof(float))
		memcpy(record, vertices.at[axis], vertices.count * sizeof(float));
	patch->unit[patch->leaf_count++] = patch->units;
	patch->units += kiln_format_leaf_size(head.triangle_count, vertices.count) / KILN_LEAF_UNIT;
}

// --- Nodes ------------------------------------------------------------------------------------------------------------

/// A node with the leaves from `first` on.
static void set_leaves(const field_patch *patch, uint32_t first, kiln_format_tree_node *node)
{
	const uint32_t left = patch->leaf_count - first, count = left < KILN_TREE_WIDTH ? left : KILN_TREE_WIDTH;
	node->counts = (uint8_t)count;
	node->leaf_base = patch->unit[first];
	for (uint32_t i = 0; i < count; ++i)
		node->leaf_offset[i] = (uint8_t)(patch->unit[first + i] - patch->unit[first]);
}

/// Makes the tree over the leaves, of which there is at least one.
static void make_tree(field_patch *patch, kiln_pair_tree *tree)
{
	const uint32_t inner = (patch->leaf_count + KILN_TREE_WIDTH - 1) / KILN_TREE_WIDTH;
	const uint32_t count = inner > 1 ? 1 + inner : 1;
	kiln_refit_box bounds;
	memset(patch->nodes, 0, count * sizeof *patch->nodes);
	for (uint32_t n = 0; n < count; ++n)
		memset(patch->nodes[n].lo, 255, sizeof patch->nodes[n].lo);
	if (inner > 1)
	{
		patch->nodes[0].counts = (uint8_t)(inner | inner << 4);
		patch->nodes[0].child_base = 1;
	}
	for (uint32_t i = 0; i < inner; ++i)
		set_leaves(patch, i * KILN_TREE_WIDTH, &patch->nodes[inner > 1 ? 1 + i : 0]);
	const kiln_refit refit = {.leaves = patch->leaves,
		.nodes = (uint8_t *)patch->nodes,
		.node_count = count,
		.kind = KILN_TREE_AABB,
		.scratch = patch->scratch};
	kilni_refit_boxes(&refit, &bounds);
	*tree = (kiln_pair_tree){.kind = KILN_TREE_AABB,
		.nodes = (const uint8_t *)patch->nodes,
		.node_size = sizeof(kiln_format_tree_node),
		.leaves = patch->leaves};
	kilni_pair_tree_box(tree, bounds.min, bounds.max);
}

// --- Walk -------------------------------------------------------------------------------------------------------------

/// Reads the cells of a strip that are near the box. Returns false where the budget has ended.
static bool read_strip(const kiln_field_search *search, const kiln_field_block *block, patch_strip *strip, bool *any)
{
	*any = false;
	for (uint32_t i = 0; i < strip->count; ++i)
	{
		const uint32_t first[2] = {strip->column + i, strip->row}, end[2] = {first[0] + 1, first[1] + 1};
		strip->kept[i] =
			kiln_field_cell_at(block, first[0] % KILN_FIELD_BLOCK, first[1] % KILN_FIELD_BLOCK, &strip->cell[i]) &&
			kilni_field_distance2(search, first, end, kiln_field_cell_range(&strip->cell[i])) <= search->distance2;
		*any |= strip->kept[i];
		if (strip->kept[i] && !kiln_budget_take(search->field->budget, 1))
			return false;
	}
	return true;
}

/// Makes the patch of a block. Returns false where the budget has ended.
static bool make_patch(
	const kiln_field_search *search, const uint32_t first[2], const uint32_t end[2], field_patch *patch)
{
	const kiln_heightfield *field = search->field;
	const kiln_field_block block = kiln_field_block_at(field, kiln_field_block_of(field, first[0], first[1]));
	patch->triangle_count = patch->leaf_count = patch->units = 0;
	if (block.head->flags & KILN_HEIGHTFIELD_EMPTY)
		return true;
	const kiln_format_heightfield_range range = kiln_field_block_range(block.head);
	uint32_t low[2] = {first[0], first[1]}, high[2] = {end[0], end[1]};
	if (!kilni_field_search_narrow(search, low, high))
		return true;
	for (uint32_t row = low[1]; row < high[1]; ++row)
	{
		const uint32_t from[2] = {low[0], row}, to[2] = {high[0], row + 1};
		if (kilni_field_distance2(search, from, to, range) > search->distance2)
			continue;
		for (uint32_t column = low[0]; column < high[0]; column += PATCH_CELLS)
		{
			patch_strip strip = {.column = column, .row = row};
			bool any;
			strip.count = high[0] - column < PATCH_CELLS ? high[0] - column : PATCH_CELLS;
			if (!read_strip(search, &block, &strip, &any))
				return false;
			if (any)
				add_leaf(patch, field, &strip);
		}
	}
	memset(patch->leaves + (uint64_t)patch->units * KILN_LEAF_UNIT, 0, KILN_LEAF_TAIL);
	return true;
}

static bool visit_block(kiln_field_search *search, const uint32_t first[2], const uint32_t end[2])
{
	patch_walk *walk = search->user;
	field_patch patch;
	kiln_surface_patch found;
	if (!make_patch(search, first, end, &patch))
		return false;
	if (patch.leaf_count == 0)
		return true;
	make_tree(&patch, &found.tree);
	found.triangle_count = patch.triangle_count;
	found.numbers = patch.numbers;
	const bool more = walk->visit(walk->user, &found);
	search->distance2 = walk->reach->limit * walk->reach->limit;
	return more;
}

/// The place of a number among the cells along an axis.
static uint32_t cell_across(const kiln_heightfield *field, uint32_t side, double at)
{
	const double origin = (double)field->header->origin[side ? kiln_field_row_axis(field) : 0];
	const double place = (at - origin) / (double)field->header->spacing[side];
	const uint32_t last = (side ? field->rows : field->columns) - 2;
	return !(place > 0) ? 0 : place < (double)last ? (uint32_t)place : last;
}

/// At least the squared distance from some triangle to everything in the box: from a corner of the cell below the box's middle to
/// the farthest corner of the box. Infinite where that cell is a hole.
static double farthest2(const kiln_field_search *search)
{
	const kiln_heightfield *field = search->field;
	const uint32_t up = kiln_field_row_axis(field);
	const uint32_t column = cell_across(field, 0, search->low[0] + 0.5 * (search->high[0] - search->low[0]));
	const uint32_t row = cell_across(field, 1, search->low[up] + 0.5 * (search->high[up] - search->low[up]));
	kiln_field_cell cell;
	float corners[4][3];
	double sum = 0;
	if (!kiln_field_find_cell(field, column, row, &cell))
		return HUGE_VAL;
	kiln_field_corners(field, &cell, column, row, corners);
	for (int axis = 0; axis < 3; ++axis)
	{
		const double at = (double)corners[0][axis];
		const double away = kiln_double_max(search->high[axis] - at, at - search->low[axis]);
		sum += away * away;
	}
	return sum * (1 + 0x1p-40);
}

bool kilni_heightfield_walk_patches(
	const kiln_heightfield *field, kiln_surface_reach *reach, kiln_visit_patch *visit, void *user)
{
	patch_walk walk = {reach, visit, user};
	kiln_field_search search = {.field = field,
		.low = {reach->low.x, reach->low.y, reach->low.z},
		.high = {reach->high.x, reach->high.y, reach->high.z},
		.distance2 = reach->limit * reach->limit,
		.visit = visit_block,
		.user = &walk};
	// Without a first bound, the first patch would be a whole block.
	if (reach->nearest)
		search.distance2 = kiln_double_min(search.distance2, farthest2(&search));
	return kilni_field_search_blocks(&search) && !kiln_budget_ended(field->budget);
}
