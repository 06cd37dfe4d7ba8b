// SPDX-License-Identifier: MIT
#include "field.h"
#include "proof.h"
#include "ranges.h"

/// The proof of blocks and ranges. Every byte behind the header is read once, those of shared samples twice.

#define REFUSE(rule, at)                                                                                               \
	return kilni_heightfield_refused(KILN_HEIGHTFIELD_RULE_##rule, (uint64_t)((const uint8_t *)(at)-field->data))

static kiln_result prove_head(const kiln_heightfield *field, const kiln_format_heightfield_block *block)
{
	const uint32_t flags = block->flags;
	const bool empty = flags & KILN_HEIGHTFIELD_EMPTY;
	if ((flags & ~(uint32_t)KILN_HEIGHTFIELD_FLAGS_KNOWN) != 0 || (empty && flags != KILN_HEIGHTFIELD_EMPTY) ||
		((flags & KILN_HEIGHTFIELD_DIAGONALS) && (flags & KILN_HEIGHTFIELD_TURNED)))
		REFUSE(BLOCK_FLAGS, &block->flags);
	for (size_t i = 0; i < sizeof block->reserved; ++i)
		if (block->reserved[i] != 0)
			REFUSE(BLOCK_RESERVED, &block->reserved[i]);
	const uint32_t needed = kiln_format_heightfield_bits(block->range);
	const bool room = field->header->required_features & KILN_HEIGHTFIELD_ROOM;
	if (room ? block->bits < needed || block->bits > 16 : block->bits != needed)
		REFUSE(BLOCK_BITS, &block->bits);
	if (block->base > KILN_HEIGHTFIELD_STEPS_MAX || block->base + block->range > KILN_HEIGHTFIELD_STEPS_MAX)
		REFUSE(BLOCK_HEIGHT, &block->base);
	if (block->material >= field->header->material_count ||
		(block->material != 0 && (flags & (KILN_HEIGHTFIELD_MATERIALS | KILN_HEIGHTFIELD_EMPTY))))
		REFUSE(BLOCK_MATERIAL, &block->material);
	return kiln_heightfield_passed();
}

/// Cells of the grid in a block, on each side.
typedef struct block_extent
{
	uint32_t columns, rows;
} block_extent;

static uint32_t at_most(uint32_t a, uint32_t most)
{
	return a < most ? a : most;
}

static kiln_result prove_samples(const kiln_heightfield *field, const kiln_field_block *block, block_extent extent)
{
	uint32_t low = UINT32_MAX, high = 0;
	for (uint32_t row = 0; row < KILN_HEIGHTFIELD_BLOCK_SAMPLES; ++row)
		for (uint32_t column = 0; column < KILN_HEIGHTFIELD_BLOCK_SAMPLES; ++column)
		{
			const uint32_t offset = kiln_field_offset(block, column, row);
			low = at_most(low, offset);
			high = offset > high ? offset : high;
			if ((column > extent.columns || row > extent.rows) &&
				offset != kiln_field_offset(block, at_most(column, extent.columns), at_most(row, extent.rows)))
				REFUSE(SAMPLE_OUTSIDE, block->samples);
		}
	if (low != 0 || high != block->head->range)
		REFUSE(SAMPLE_RANGE, block->samples);
	const uint32_t used = KILN_HEIGHTFIELD_BLOCK_SAMPLES * KILN_HEIGHTFIELD_BLOCK_SAMPLES * block->head->bits;
	const uint32_t end = kiln_format_heightfield_place(block->head->bits, 0).size;
	for (uint32_t at = used / 8; at < end; ++at)
		if (block->samples[at] >> (at == used / 8 ? used % 8 : 0) != 0)
			REFUSE(SAMPLE_PADDING, block->samples + at);
	return kiln_heightfield_passed();
}

/// Proves the bits and bytes of cells, any of which may be missing.
static kiln_result prove_cells(const kiln_heightfield *field, const kiln_field_block *block, block_extent extent)
{
	for (uint32_t cell = 0; cell < KILN_FIELD_BLOCK * KILN_FIELD_BLOCK; ++cell)
	{
		const bool outside = cell % KILN_FIELD_BLOCK >= extent.columns || cell / KILN_FIELD_BLOCK >= extent.rows;
		if (outside && block->holes && (block->holes[cell / 8] >> cell % 8 & 1))
			REFUSE(CELL_BITS, block->holes + cell / 8);
		if (outside && block->diagonals && (block->diagonals[cell / 8] >> cell % 8 & 1))
			REFUSE(CELL_BITS, block->diagonals + cell / 8);
		if (block->materials && block->materials[cell] >= (outside ? 1 : field->header->material_count))
			REFUSE(CELL_MATERIAL, block->materials + cell);
	}
	return kiln_heightfield_passed();
}

/// Proves that a block has the samples of the blocks to its left and below its first row, which are proved.
static kiln_result prove_shared(
	const kiln_heightfield *field, const kiln_field_block *block, uint32_t column, uint32_t row)
{
	const uint32_t index = row * field->block_columns + column, last = KILN_FIELD_BLOCK;
	for (uint32_t side = 0; side < 2; ++side)
	{
		if (side ? row == 0 : column == 0)
			continue;
		const kiln_field_block other = kiln_field_block_at(field, side ? index - field->block_columns : index - 1);
		for (uint32_t i = 0; i <= last; ++i)
		{
			const uint32_t own = side ? kiln_field_offset(block, i, 0) : kiln_field_offset(block, 0, i);
			const uint32_t its = side ? kiln_field_offset(&other, i, last) : kiln_field_offset(&other, last, i);
			if (block->head->base + own != other.head->base + its)
				REFUSE(SHARED, block->samples);
		}
	}
	return kiln_heightfield_passed();
}

static kiln_result prove_block(const kiln_heightfield *field, uint32_t column, uint32_t row, uint64_t *end)
{
	const uint32_t index = row * field->block_columns + column;
	const kiln_format_heightfield_block *head = &field->blocks[index];
	kiln_result result = prove_head(field, head);
	if (result.status != KILN_OK)
		return result;
	const uint64_t size = kiln_format_heightfield_place(head->bits, head->flags).size;
	if ((uint64_t)head->data * KILN_HEIGHTFIELD_DATA_UNIT != *end)
		REFUSE(BLOCK_PLACE, &head->data);
	// The tail lies behind the last block.
	if (size > field->size - field->header->data_offset - KILN_HEIGHTFIELD_TAIL - *end)
		REFUSE(BLOCK_END, &head->data);
	*end += size;
	const kiln_field_block block = kiln_field_block_at(field, index);
	const block_extent extent = {at_most(field->columns - 1 - column * KILN_FIELD_BLOCK, KILN_FIELD_BLOCK),
		at_most(field->rows - 1 - row * KILN_FIELD_BLOCK, KILN_FIELD_BLOCK)};
	result = prove_samples(field, &block, extent);
	if (result.status == KILN_OK)
		result = prove_cells(field, &block, extent);
	return result.status == KILN_OK ? prove_shared(field, &block, column, row) : result;
}

static kiln_result prove_ranges(const kiln_heightfield *field)
{
	for (uint32_t level = 1; level <= field->level_count; ++level)
		for (uint32_t row = 0; row < kiln_field_node_rows(field, level); ++row)
			for (uint32_t column = 0; column < kiln_field_node_columns(field, level); ++column)
			{
				const uint32_t at = row * kiln_field_node_columns(field, level) + column;
				const kiln_format_heightfield_range *range = &field->ranges[field->level_first[level - 1] + at];
				const kiln_format_heightfield_range below = kilni_heightfield_range_below(field, level, column, row);
				if (range->low != below.low || range->high != below.high)
					REFUSE(RANGES, range);
			}
	return kiln_heightfield_passed();
}

kiln_result kilni_heightfield_prove_blocks(const kiln_heightfield *field)
{
	uint64_t end = 0;
	for (uint32_t row = 0; row < field->block_rows; ++row)
		for (uint32_t column = 0; column < field->block_columns; ++column)
		{
			const kiln_result result = prove_block(field, column, row, &end);
			if (result.status != KILN_OK)
				return result;
		}
	end += field->header->data_offset;
	for (uint64_t at = end; at < field->size; ++at)
		if (field->data[at] != 0)
			return kilni_heightfield_refused(KILN_HEIGHTFIELD_RULE_GAP, at);
	end += KILN_HEIGHTFIELD_TAIL;
	if ((end + KILN_FORMAT_ALIGNMENT - 1) / KILN_FORMAT_ALIGNMENT * KILN_FORMAT_ALIGNMENT != field->size)
		return kilni_heightfield_refused(KILN_HEIGHTFIELD_RULE_END, offsetof(kiln_format_heightfield_header, size));
	return prove_ranges(field);
}
