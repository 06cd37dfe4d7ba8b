// SPDX-License-Identifier: MIT
#ifndef KILN_HEIGHTFIELD_FIELD_H
#define KILN_HEIGHTFIELD_FIELD_H

#include "kiln/heightfield.h"
#include "math/ieee.h"

#include <string.h>

/// Reads the structures of a height field. All functions here trust a proved field and numbers in range.

#define KILN_FIELD_BLOCK KILN_HEIGHTFIELD_BLOCK

/// Whether a field was opened: neither NULL nor zeroed.
static inline bool kiln_field_is_open(const kiln_heightfield *field)
{
	return field && field->header;
}

/// The data of a block.
typedef struct kiln_field_block
{
	const kiln_format_heightfield_block *head;
	const uint8_t *samples;
	const uint8_t *holes, *diagonals, *materials; ///< NULL: the same for all cells
} kiln_field_block;

static inline kiln_field_block kiln_field_block_at(const kiln_heightfield *field, uint32_t index)
{
	kiln_field_block block = {.head = &field->blocks[index]};
	const kiln_format_heightfield_layout at = kiln_format_heightfield_place(block.head->bits, block.head->flags);
	block.samples = field->samples + (uint64_t)block.head->data * KILN_HEIGHTFIELD_DATA_UNIT;
	block.holes = block.head->flags & KILN_HEIGHTFIELD_HOLES ? block.samples + at.holes : NULL;
	block.diagonals = block.head->flags & KILN_HEIGHTFIELD_DIAGONALS ? block.samples + at.diagonals : NULL;
	block.materials = block.head->flags & KILN_HEIGHTFIELD_MATERIALS ? block.samples + at.materials : NULL;
	return block;
}

/// A sample of a block, in steps above its base. `column` and `row` count from the block's first sample, to 16.
static inline uint32_t kiln_field_offset(const kiln_field_block *block, uint32_t column, uint32_t row)
{
	const uint32_t bits = block->head->bits;
	const uint32_t at = (row * KILN_HEIGHTFIELD_BLOCK_SAMPLES + column) * bits;
	uint32_t word;
	memcpy(&word, block->samples + at / 8, sizeof word);
	return word >> at % 8 & ((1u << bits) - 1);
}

/// Two neighbouring samples of a row, as kiln_field_offset; `column` is at most 15.
static inline void kiln_field_offsets(const kiln_field_block *block, uint32_t column, uint32_t row, uint32_t offsets[2])
{
	const uint32_t bits = block->head->bits, mask = (1u << bits) - 1;
	const uint32_t at = (row * KILN_HEIGHTFIELD_BLOCK_SAMPLES + column) * bits;
	uint64_t word;
	memcpy(&word, block->samples + at / 8, sizeof word);
	word >>= at % 8;
	offsets[0] = (uint32_t)word & mask;
	offsets[1] = (uint32_t)(word >> bits) & mask;
}

static inline bool kiln_field_is_hole(const kiln_field_block *block, uint32_t cell)
{
	return block->holes ? block->holes[cell / 8] >> cell % 8 & 1 : (block->head->flags & KILN_HEIGHTFIELD_EMPTY) != 0;
}

static inline bool kiln_field_is_turned(const kiln_field_block *block, uint32_t cell)
{
	return block->diagonals ? block->diagonals[cell / 8] >> cell % 8 & 1
							: (block->head->flags & KILN_HEIGHTFIELD_TURNED) != 0;
}

/// The axes of columns, rows and heights.
static inline uint32_t kiln_field_row_axis(const kiln_heightfield *field)
{
	return 3 - field->header->up;
}

/// The coordinate of a column (side 0) or row (side 1). Monotone.
static inline float kiln_field_across(const kiln_heightfield *field, uint32_t side, uint32_t index)
{
	const uint32_t axis = side ? kiln_field_row_axis(field) : 0;
	return field->header->origin[axis] + field->header->spacing[side] * (float)index;
}

/// The coordinate of a height in steps. Monotone.
static inline float kiln_field_height(const kiln_heightfield *field, uint32_t steps)
{
	return field->header->origin[field->header->up] + field->header->step * (float)steps;
}

/// Lowest and highest height, in steps.
static inline kiln_format_heightfield_range kiln_field_block_range(const kiln_format_heightfield_block *block)
{
	return (kiln_format_heightfield_range){block->base, block->base + block->range};
}

/// The heights at a cell's corners, in steps: at (column, row), (column + 1, row), (column, row + 1), and the last one.
typedef struct kiln_field_cell
{
	uint32_t steps[4];
	bool turned;
} kiln_field_cell;

/// Reads cell `column`, `row` of a block; false for a hole.
static inline bool kiln_field_cell_at(
	const kiln_field_block *block, uint32_t column, uint32_t row, kiln_field_cell *cell)
{
	const uint32_t number = row * KILN_FIELD_BLOCK + column;
	if (kiln_field_is_hole(block, number))
		return false;
	kiln_field_offsets(block, column, row, cell->steps);
	kiln_field_offsets(block, column, row + 1, cell->steps + 2);
	for (uint32_t i = 0; i < 4; ++i)
		cell->steps[i] += block->head->base;
	cell->turned = kiln_field_is_turned(block, number);
	return true;
}

static inline kiln_format_heightfield_range kiln_field_cell_range(const kiln_field_cell *cell)
{
	kiln_format_heightfield_range range = {cell->steps[0], cell->steps[0]};
	for (uint32_t i = 1; i < 4; ++i)
	{
		range.low = cell->steps[i] < range.low ? cell->steps[i] : range.low;
		range.high = cell->steps[i] > range.high ? cell->steps[i] : range.high;
	}
	return range;
}

/// The corners of cell `column`, `row` of the field, in the order of kiln_field_cell.steps.
static inline void kiln_field_corners(
	const kiln_heightfield *field, const kiln_field_cell *cell, uint32_t column, uint32_t row, float corners[4][3])
{
	const uint32_t up = field->header->up, across = kiln_field_row_axis(field);
	for (uint32_t i = 0; i < 4; ++i)
	{
		corners[i][0] = kiln_field_across(field, 0, column + (i & 1));
		corners[i][across] = kiln_field_across(field, 1, row + (i >> 1));
		corners[i][up] = kiln_field_height(field, cell->steps[i]);
	}
}

/// The corners of the cell that triangle `k` has, counterclockwise from above.
static inline const uint8_t *kiln_field_triangle(const kiln_heightfield *field, bool turned, uint32_t k)
{
	// x, z, y is a left-handed order, so the winding is reversed where y is up.
	static const uint8_t corners[2][2][2][3] = {
		{{{0, 3, 1}, {0, 2, 3}}, {{0, 2, 1}, {1, 2, 3}}},
		{{{0, 1, 3}, {0, 3, 2}}, {{0, 1, 2}, {1, 3, 2}}},
	};
	return corners[field->header->up - 1][turned][k];
}

static inline void kiln_field_triangle_corners(
	const kiln_heightfield *field, const kiln_field_cell *cell, const float at[4][3], uint32_t k, kiln_vec3 corners[3])
{
	const uint8_t *of = kiln_field_triangle(field, cell->turned, k);
	for (int i = 0; i < 3; ++i)
		corners[i] = (kiln_vec3){at[of[i]][0], at[of[i]][1], at[of[i]][2]};
}

/// Number of a cell in the field.
static inline uint32_t kiln_field_cell_number(const kiln_heightfield *field, uint32_t column, uint32_t row)
{
	return row * (field->columns - 1) + column;
}

/// The block that holds a cell.
static inline uint32_t kiln_field_block_of(const kiln_heightfield *field, uint32_t column, uint32_t row)
{
	return row / KILN_FIELD_BLOCK * field->block_columns + column / KILN_FIELD_BLOCK;
}

/// Nodes of the pyramid: the blocks are those of level 0, ranges those of the levels above.
static inline uint32_t kiln_field_node_columns(const kiln_heightfield *field, uint32_t level)
{
	return level ? field->level_columns[level - 1] : field->block_columns;
}

static inline uint32_t kiln_field_node_rows(const kiln_heightfield *field, uint32_t level)
{
	return level ? field->level_rows[level - 1] : field->block_rows;
}

static inline kiln_format_heightfield_range kiln_field_node_range(
	const kiln_heightfield *field, uint32_t level, uint32_t column, uint32_t row)
{
	const uint32_t at = row * kiln_field_node_columns(field, level) + column;
	return level ? field->ranges[field->level_first[level - 1] + at] : kiln_field_block_range(&field->blocks[at]);
}

/// Cells on a side of a node.
static inline uint32_t kiln_field_node_side(uint32_t level)
{
	return (uint32_t)KILN_FIELD_BLOCK << 3 * level;
}

/// The material of cell `column`, `row` of the field; KILN_NONE for a hole.
static inline uint32_t kiln_field_material(const kiln_heightfield *field, uint32_t column, uint32_t row)
{
	const kiln_field_block block = kiln_field_block_at(field, kiln_field_block_of(field, column, row));
	const uint32_t number = row % KILN_FIELD_BLOCK * KILN_FIELD_BLOCK + column % KILN_FIELD_BLOCK;
	if (kiln_field_is_hole(&block, number))
		return KILN_NONE;
	return block.materials ? block.materials[number] : block.head->material;
}

/// Reads a cell by its place in the field; false for a hole.
static inline bool kiln_field_find_cell(
	const kiln_heightfield *field, uint32_t column, uint32_t row, kiln_field_cell *cell)
{
	const kiln_field_block block = kiln_field_block_at(field, kiln_field_block_of(field, column, row));
	return kiln_field_cell_at(&block, column % KILN_FIELD_BLOCK, row % KILN_FIELD_BLOCK, cell);
}

/// The corners of a triangle by its number. The triangle exists.
void kilni_heightfield_corners(const kiln_heightfield *field, uint32_t triangle, kiln_vec3 corners[3]);

#endif
