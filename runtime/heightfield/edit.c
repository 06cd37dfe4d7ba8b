// SPDX-License-Identifier: MIT
#include "field.h"
#include "math/rounding.h"
#include "ranges.h"

/// Edits of a region: the blocks that have a sample of the region are read, changed and written as a whole, then the ranges
/// above them. A first pass finds what is refused.

#define SIDE KILN_FIELD_BLOCK
#define SAMPLES KILN_HEIGHTFIELD_BLOCK_SAMPLES

/// Nodes of one level of the pyramid: first and last column and row.
typedef struct edit_nodes
{
	uint32_t column, row, last_column, last_row;
} edit_nodes;

typedef struct edit_work
{
	const kiln_heightfield *field;
	uint8_t *data;
	const kiln_heightfield_region *region;
	edit_nodes blocks;
} edit_work;

static kiln_result refused(kiln_status status, uint64_t offset, const char *reason)
{
	return (kiln_result){status, offset, reason};
}

static kiln_result passed(void)
{
	return (kiln_result){KILN_OK, 0, "the region is changed"};
}

/// Counts a height in steps, as the cooker does. Returns false where no step is near.
static bool count_steps(const kiln_heightfield *field, float height, uint32_t *steps)
{
	const double origin = (double)field->header->origin[field->header->up];
	const double count = ((double)height - origin) / (double)field->header->step + 0.5;
	if (!(count >= 0 && count < (double)KILN_HEIGHTFIELD_STEPS_MAX + 1))
		return false;
	*steps = (uint32_t)count;
	return true;
}

/// Checks the heights, and widens `*error` to their greatest difference from what is stored.
static kiln_result check_heights(const edit_work *work, float *error)
{
	const kiln_heightfield_region *region = work->region;
	const uint64_t count = (uint64_t)region->columns * region->rows;
	double worst = 0;
	for (uint64_t i = 0; region->heights && i < count; ++i)
	{
		const float height = region->heights[i];
		uint32_t steps;
		if (!kiln_float_finite(height))
			return refused(KILN_E_NUMBER, i, "a height is not finite");
		if (!count_steps(work->field, height, &steps))
			return refused(KILN_E_RANGE, i, "a height is below the origin of the field, or too high for its steps");
		const double away = (double)kiln_field_height(work->field, steps) - (double)height;
		worst = away > worst ? away : -away > worst ? -away : worst;
	}
	if (worst > (double)*error)
		*error = kiln_float_up(worst);
	return passed();
}

/// Index in the region of a sample of a block, with samples outside the grid moved to the nearest one. Returns false outside
/// the region.
static bool find_in_region(const edit_work *work, uint32_t block_column, uint32_t block_row, uint32_t i, uint64_t *at)
{
	const kiln_heightfield *field = work->field;
	const kiln_heightfield_region *region = work->region;
	uint32_t column = block_column * SIDE + i % SAMPLES, row = block_row * SIDE + i / SAMPLES;
	column = column < field->columns ? column : field->columns - 1;
	row = row < field->rows ? row : field->rows - 1;
	if (column < region->column || column - region->column >= region->columns || row < region->row ||
		row - region->row >= region->rows)
		return false;
	*at = (uint64_t)(row - region->row) * region->columns + (column - region->column);
	return true;
}

/// What a block becomes.
typedef struct edit_block
{
	uint32_t steps[SAMPLES * SAMPLES];
	uint32_t low, high;
	uint64_t first; ///< index of its first height in the region
} edit_block;

static void read_block(const edit_work *work, uint32_t column, uint32_t row, edit_block *to)
{
	const kiln_field_block block = kiln_field_block_at(work->field, row * work->field->block_columns + column);
	to->low = UINT32_MAX;
	to->high = 0;
	to->first = UINT64_MAX;
	for (uint32_t i = 0; i < SAMPLES * SAMPLES; ++i)
	{
		uint32_t steps = block.head->base + kiln_field_offset(&block, i % SAMPLES, i / SAMPLES);
		uint64_t at;
		if (find_in_region(work, column, row, i, &at))
		{
			(void)count_steps(work->field, work->region->heights[at], &steps);
			to->first = at < to->first ? at : to->first;
		}
		to->steps[i] = steps;
		to->low = steps < to->low ? steps : to->low;
		to->high = steps > to->high ? steps : to->high;
	}
}

/// Checks the blocks: each can store its heights, and has the arrays that change.
static kiln_result check_blocks(const edit_work *work)
{
	const kiln_heightfield_region *region = work->region;
	const uint32_t needed = (region->holes ? (uint32_t)KILN_HEIGHTFIELD_HOLES : 0) |
							(region->diagonals ? (uint32_t)KILN_HEIGHTFIELD_DIAGONALS : 0) |
							(region->materials ? (uint32_t)KILN_HEIGHTFIELD_MATERIALS : 0);
	for (uint32_t row = work->blocks.row; row <= work->blocks.last_row; ++row)
		for (uint32_t column = work->blocks.column; column <= work->blocks.last_column; ++column)
		{
			const kiln_format_heightfield_block *head = &work->field->blocks[row * work->field->block_columns + column];
			if (needed & ~(uint32_t)head->flags)
				return refused(KILN_E_FEATURE, 0, "a block of the field has no room for holes, diagonals or materials");
			if (!region->heights)
				continue;
			edit_block block;
			read_block(work, column, row, &block);
			if ((block.high - block.low) >> head->bits)
				return refused(KILN_E_RANGE, block.first, "a block would get more steps of height than its bits count");
		}
	return passed();
}

static void write_samples(const edit_work *work, uint32_t column, uint32_t row)
{
	const uint32_t index = row * work->field->block_columns + column;
	kiln_format_heightfield_block *head = (void *)(work->data + sizeof *work->field->header + index * sizeof *head);
	uint8_t *to = work->data + work->field->header->data_offset + (uint64_t)head->data * KILN_HEIGHTFIELD_DATA_UNIT;
	edit_block block;
	read_block(work, column, row, &block);
	head->base = block.low;
	head->range = (uint16_t)(block.high - block.low);
	uint64_t word = 0;
	uint32_t filled = 0;
	for (uint32_t i = 0; i < SAMPLES * SAMPLES; ++i)
	{
		word |= (uint64_t)(block.steps[i] - block.low) << filled;
		for (filled += head->bits; filled >= 8; filled -= 8, word >>= 8)
			*to++ = (uint8_t)word;
	}
	if (filled > 0)
		*to = (uint8_t)word;
}

static void set_bit(uint8_t *bits, uint32_t i, bool value)
{
	bits[i / 8] = (uint8_t)((bits[i / 8] & ~(1u << i % 8)) | (uint32_t)value << i % 8);
}

/// Changes a cell of a block; `at` is its index in the region.
static void write_cell(const edit_work *work, const kiln_field_block *block, uint32_t cell, uint64_t at)
{
	const kiln_heightfield_region *region = work->region;
	// The block's arrays, writable.
	uint8_t *samples = work->data + (block->samples - work->field->data);
	const bool hole = region->holes ? region->holes[at] != 0 : kiln_field_is_hole(block, cell);
	if (region->holes)
		set_bit(samples + (block->holes - block->samples), cell, hole);
	if (block->diagonals && (hole || region->diagonals))
		set_bit(samples + (block->diagonals - block->samples), cell, !hole && region->diagonals[at] != 0);
	if (block->materials && (hole || region->materials))
		samples[(uint64_t)(block->materials - block->samples) + cell] = hole ? 0 : region->materials[at];
}

/// Changes the cells of a block.
static void write_cells(const edit_work *work, uint32_t block_column, uint32_t block_row)
{
	const kiln_heightfield_region *region = work->region;
	const kiln_field_block block =
		kiln_field_block_at(work->field, block_row * work->field->block_columns + block_column);
	for (uint32_t cell = 0; cell < SIDE * SIDE; ++cell)
	{
		const uint32_t column = block_column * SIDE + cell % SIDE, row = block_row * SIDE + cell / SIDE;
		if (column >= region->column && column - region->column < region->columns - 1 && row >= region->row &&
			row - region->row < region->rows - 1)
			write_cell(
				work, &block, cell, (uint64_t)(row - region->row) * (region->columns - 1) + (column - region->column));
	}
}

/// Computes the ranges above the blocks, level by level.
static void write_ranges(const edit_work *work)
{
	const kiln_heightfield *field = work->field;
	edit_nodes nodes = work->blocks;
	kiln_format_heightfield_range *ranges = (void *)(work->data + ((const uint8_t *)field->ranges - field->data));
	for (uint32_t level = 1; level <= field->level_count; ++level)
	{
		nodes.column /= KILN_HEIGHTFIELD_FAN;
		nodes.row /= KILN_HEIGHTFIELD_FAN;
		nodes.last_column /= KILN_HEIGHTFIELD_FAN;
		nodes.last_row /= KILN_HEIGHTFIELD_FAN;
		for (uint32_t row = nodes.row; row <= nodes.last_row; ++row)
			for (uint32_t column = nodes.column; column <= nodes.last_column; ++column)
				ranges[field->level_first[level - 1] + row * field->level_columns[level - 1] + column] =
					kilni_heightfield_range_below(field, level, column, row);
	}
}

/// The number of materials that a region needs.
static uint32_t count_materials(const kiln_heightfield_region *region)
{
	const uint64_t cells = (uint64_t)(region->columns - 1) * (region->rows - 1);
	uint32_t most = 0;
	for (uint64_t i = 0; region->materials && i < cells; ++i)
		most = region->materials[i] > most ? region->materials[i] : most;
	return most + 1;
}

/// The blocks that have one of the samples first .. first + count - 1 along a side.
static void find_blocks(uint32_t first, uint32_t count, uint32_t blocks, uint32_t *from, uint32_t *to)
{
	// Neighbours share a sample, which is the last one of the block before.
	*from = first > 0 ? (first - 1) / SIDE : 0;
	*to = (first + count - 1) / SIDE;
	*to = *to < blocks ? *to : blocks - 1;
}

static kiln_result check_call(const kiln_heightfield *field, const void *data, const kiln_heightfield_region *region)
{
	if (!kiln_field_is_open(field) || !data || !region)
		return refused(KILN_E_ARGUMENT, 0, "the field, its data or the region is NULL");
	if (data != field->data)
		return refused(KILN_E_ARGUMENT, 0, "the data are not those of the field");
	if (region->columns < 1 || region->rows < 1 || region->column >= field->columns || region->row >= field->rows ||
		region->columns > field->columns - region->column || region->rows > field->rows - region->row)
		return refused(KILN_E_ARGUMENT, 0, "the region has no sample, or leads outside the field");
	if (!(field->header->required_features & KILN_HEIGHTFIELD_ROOM))
		return refused(KILN_E_FEATURE, 0, "the field has no room for edits: cook it with --edits");
	return passed();
}

kiln_result kiln_heightfield_edit(kiln_heightfield *field, void *data, const kiln_heightfield_region *region)
{
	kiln_result result = check_call(field, data, region);
	if (result.status != KILN_OK)
		return result;
	edit_work work = {field, data, region, {0}};
	find_blocks(region->column, region->columns, field->block_columns, &work.blocks.column, &work.blocks.last_column);
	find_blocks(region->row, region->rows, field->block_rows, &work.blocks.row, &work.blocks.last_row);
	kiln_format_heightfield_header *header = data;
	float error = header->error;
	result = check_heights(&work, &error);
	if (result.status == KILN_OK)
		result = check_blocks(&work);
	if (result.status != KILN_OK)
		return result;
	const uint32_t materials = count_materials(region);
	header->error = error;
	header->material_count = materials > header->material_count ? materials : header->material_count;
	for (uint32_t row = work.blocks.row; row <= work.blocks.last_row; ++row)
		for (uint32_t column = work.blocks.column; column <= work.blocks.last_column; ++column)
		{
			if (region->heights)
				write_samples(&work, column, row);
			write_cells(&work, column, row);
		}
	if (region->heights)
		write_ranges(&work);
	kilni_heightfield_set_box(field);
	return result;
}
