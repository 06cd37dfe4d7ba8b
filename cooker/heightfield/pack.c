// SPDX-License-Identifier: MIT
#include "heightfield.h"
#include "kiln/base.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

#define SIDE KILN_HEIGHTFIELD_BLOCK
#define SAMPLES KILN_HEIGHTFIELD_BLOCK_SAMPLES

/// A field in the making.
typedef struct pack_work
{
	const kilncook_context *context;
	const kilncook_heightfield *grid;
	const heightfield_steps *heights;
	uint32_t block_columns, block_rows;
	kiln_format_heightfield_block *blocks;
	size_t block_count;
	uint64_t data_size;
	uint32_t material_count;
	bool solid; ///< a cell is no hole
} pack_work;

static uint32_t at_most(uint32_t a, uint32_t most)
{
	return a < most ? a : most;
}

/// A sample of a block; outside the grid, the nearest one.
static uint32_t sample_of(const pack_work *work, uint32_t block_column, uint32_t block_row, uint32_t i)
{
	const uint32_t column = at_most(block_column * SIDE + i % SAMPLES, work->grid->columns - 1);
	const uint32_t row = at_most(block_row * SIDE + i / SAMPLES, work->grid->rows - 1);
	return work->heights->steps[(size_t)row * work->grid->columns + column];
}

/// What is known of a cell.
typedef struct pack_cell
{
	bool inside, hole, turned;
	uint8_t material;
} pack_cell;

static pack_cell cell_of(const pack_work *work, uint32_t block_column, uint32_t block_row, uint32_t i)
{
	const kilncook_heightfield *grid = work->grid;
	const uint32_t column = block_column * SIDE + i % SIDE, row = block_row * SIDE + i / SIDE;
	pack_cell cell = {.inside = column < grid->columns - 1 && row < grid->rows - 1};
	if (!cell.inside)
		return cell;
	const size_t at = (size_t)row * (grid->columns - 1) + column;
	cell.hole = grid->holes && grid->holes[at];
	// A hole has neither diagonal nor material, so that one field has one representation.
	cell.turned = !cell.hole && grid->diagonals && grid->diagonals[at];
	cell.material = !cell.hole && grid->materials ? grid->materials[at] : 0;
	return cell;
}

/// Gives a block all arrays, and bits for any range.
static void keep_room(kiln_format_heightfield_block *block)
{
	block->bits = (uint8_t)kiln_format_heightfield_bits(KILN_HEIGHTFIELD_RANGE_MAX);
	block->flags = KILN_HEIGHTFIELD_HOLES | KILN_HEIGHTFIELD_DIAGONALS | KILN_HEIGHTFIELD_MATERIALS;
	block->material = 0;
}

/// Sets flags and material of a block.
static void describe_cells(pack_work *work, uint32_t column, uint32_t row, kiln_format_heightfield_block *block)
{
	uint32_t inside = 0, holes = 0, turned = 0, least = 255, most = 0;
	for (uint32_t i = 0; i < SIDE * SIDE; ++i)
	{
		const pack_cell cell = cell_of(work, column, row, i);
		inside += cell.inside;
		holes += cell.hole;
		turned += cell.turned;
		if (!cell.inside || cell.hole)
			continue;
		least = at_most(least, cell.material);
		most = cell.material > most ? cell.material : most;
	}
	const uint32_t solid = inside - holes;
	if (solid == 0)
	{
		block->flags = KILN_HEIGHTFIELD_EMPTY;
		return;
	}
	work->solid = true;
	work->material_count = most + 1 > work->material_count ? most + 1 : work->material_count;
	block->flags = (uint8_t)((holes ? KILN_HEIGHTFIELD_HOLES : 0) |
							 (turned == solid ? KILN_HEIGHTFIELD_TURNED
								 : turned	  ? KILN_HEIGHTFIELD_DIAGONALS
											  : 0) |
							 (least != most ? KILN_HEIGHTFIELD_MATERIALS : 0));
	block->material = least == most ? (uint8_t)least : 0;
}

static kilncook_status describe_block(
	pack_work *work, uint32_t column, uint32_t row, kiln_format_heightfield_block *block)
{
	uint32_t low = UINT32_MAX, high = 0;
	for (uint32_t i = 0; i < SAMPLES * SAMPLES; ++i)
	{
		const uint32_t steps = sample_of(work, column, row, i);
		low = at_most(low, steps);
		high = steps > high ? steps : high;
	}
	if (high - low > KILN_HEIGHTFIELD_RANGE_MAX)
	{
		cook_message(work->context, KILNCOOK_ERROR, "", "heightfield-steps",
			"the 16 x 16 cells from column %u, row %u on have %u steps of height, but 65535 is the limit; an error of "
			"%g is possible there",
			(unsigned)(column * SIDE), (unsigned)(row * SIDE), (unsigned)(high - low),
			(double)(high - low) / KILN_HEIGHTFIELD_RANGE_MAX * (double)work->heights->step);
		return KILNCOOK_REFUSED;
	}
	*block = (kiln_format_heightfield_block){.data = (uint32_t)(work->data_size / KILN_HEIGHTFIELD_DATA_UNIT),
		.base = low,
		.range = (uint16_t)(high - low),
		.bits = (uint8_t)kiln_format_heightfield_bits(high - low)};
	describe_cells(work, column, row, block);
	if (work->grid->editable)
		keep_room(block);
	work->data_size += kiln_format_heightfield_place(block->bits, block->flags).size;
	return KILNCOOK_OK;
}

static void write_block(const pack_work *work, uint32_t column, uint32_t row, uint8_t *data)
{
	const kiln_format_heightfield_block *block = &work->blocks[(size_t)row * work->block_columns + column];
	const kiln_format_heightfield_layout at = kiln_format_heightfield_place(block->bits, block->flags);
	data += (uint64_t)block->data * KILN_HEIGHTFIELD_DATA_UNIT;
	for (uint32_t i = 0; i < SAMPLES * SAMPLES && block->bits; ++i)
	{
		const uint32_t offset = sample_of(work, column, row, i) - block->base, first = i * block->bits;
		for (uint32_t bit = 0; bit < block->bits; ++bit)
			data[(first + bit) / 8] |= (uint8_t)((offset >> bit & 1) << (first + bit) % 8);
	}
	for (uint32_t i = 0; i < SIDE * SIDE; ++i)
	{
		const pack_cell cell = cell_of(work, column, row, i);
		if (block->flags & KILN_HEIGHTFIELD_HOLES)
			data[at.holes + i / 8] |= (uint8_t)(cell.hole << i % 8);
		if (block->flags & KILN_HEIGHTFIELD_DIAGONALS)
			data[at.diagonals + i / 8] |= (uint8_t)(cell.turned << i % 8);
		if (block->flags & KILN_HEIGHTFIELD_MATERIALS)
			data[at.materials + i] = cell.material;
	}
}

/// The size of one level of ranges above a level.
static void go_up(uint32_t *columns, uint32_t *rows)
{
	*columns = (*columns + KILN_HEIGHTFIELD_FAN - 1) / KILN_HEIGHTFIELD_FAN;
	*rows = (*rows + KILN_HEIGHTFIELD_FAN - 1) / KILN_HEIGHTFIELD_FAN;
}

/// Counts the ranges of all levels.
static uint64_t count_ranges(const pack_work *work, uint32_t *levels)
{
	uint32_t columns = work->block_columns, rows = work->block_rows;
	uint64_t count = 0;
	for (*levels = 0; columns > 1 || rows > 1; ++*levels)
	{
		go_up(&columns, &rows);
		count += (uint64_t)columns * rows;
	}
	return count;
}

static void widen(kiln_format_heightfield_range *range, uint32_t low, uint32_t high)
{
	range->low = at_most(range->low, low);
	range->high = high > range->high ? high : range->high;
}

/// Writes the ranges: of the blocks, then of the ranges of each level.
static void write_ranges(const pack_work *work, kiln_format_heightfield_range *ranges)
{
	const kiln_format_heightfield_range *below = NULL;
	uint32_t below_columns = work->block_columns, below_rows = work->block_rows;
	while (below_columns > 1 || below_rows > 1)
	{
		uint32_t columns = below_columns, rows = below_rows;
		go_up(&columns, &rows);
		for (size_t i = 0; i < (size_t)columns * rows; ++i)
			ranges[i] = (kiln_format_heightfield_range){UINT32_MAX, 0};
		for (uint32_t row = 0; row < below_rows; ++row)
			for (uint32_t column = 0; column < below_columns; ++column)
			{
				kiln_format_heightfield_range *range =
					&ranges[(size_t)(row / KILN_HEIGHTFIELD_FAN) * columns + column / KILN_HEIGHTFIELD_FAN];
				const size_t at = (size_t)row * below_columns + column;
				if (below)
					widen(range, below[at].low, below[at].high);
				else
					widen(range, work->blocks[at].base, work->blocks[at].base + work->blocks[at].range);
			}
		below = ranges;
		ranges += (size_t)columns * rows;
		below_columns = columns;
		below_rows = rows;
	}
}

static kiln_format_heightfield_header header_of(const pack_work *work)
{
	const kilncook_heightfield *grid = work->grid;
	kiln_format_heightfield_header header = {.endian = KILN_FORMAT_ENDIAN_MARK,
		.version_major = KILN_HEIGHTFIELD_FORMAT_MAJOR,
		.version_minor = KILN_HEIGHTFIELD_FORMAT_MINOR,
		.required_features = grid->editable ? KILN_HEIGHTFIELD_ROOM : 0,
		.columns = grid->columns,
		.rows = grid->rows,
		.spacing = {grid->spacing[0], grid->spacing[1]},
		.step = work->heights->step,
		.up = heightfield_up(grid),
		.material_count = work->material_count,
		.error = work->heights->error,
		.tool_version = {KILN_VERSION_MAJOR, KILN_VERSION_MINOR, KILN_VERSION_PATCH, 0}};
	memcpy(header.magic, KILN_HEIGHTFIELD_FORMAT_MAGIC, KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE);
	memcpy(header.origin, grid->origin, sizeof header.origin);
	header.origin[header.up] = work->heights->base;
	return header;
}

static uint64_t aligned(uint64_t size)
{
	return (size + KILN_FORMAT_ALIGNMENT - 1) / KILN_FORMAT_ALIGNMENT * KILN_FORMAT_ALIGNMENT;
}

static kilncook_status write_field(const pack_work *work, kilncook_blob *blob)
{
	kiln_format_heightfield_header header = header_of(work);
	const uint64_t blocks = sizeof header, ranges = blocks + work->block_count * sizeof *work->blocks;
	const uint64_t range_count = count_ranges(work, &header.level_count);
	header.data_offset = aligned(ranges + range_count * sizeof(kiln_format_heightfield_range));
	header.size = aligned(header.data_offset + work->data_size + KILN_HEIGHTFIELD_TAIL);
	const size_t block_size = (size_t)header.size + KILN_FORMAT_ALIGNMENT;
	uint8_t *block = cook_alloc_zero(work->context, block_size, 1);
	if (!block)
	{
		cook_message(work->context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for a height field of %llu bytes",
			(unsigned long long)header.size);
		return KILNCOOK_INTERNAL;
	}
	uint8_t *data = block + (KILN_FORMAT_ALIGNMENT - (uintptr_t)block % KILN_FORMAT_ALIGNMENT) % KILN_FORMAT_ALIGNMENT;
	memcpy(data, &header, sizeof header);
	memcpy(data + blocks, work->blocks, work->block_count * sizeof *work->blocks);
	write_ranges(work, (void *)(data + ranges));
	for (uint32_t row = 0; row < work->block_rows; ++row)
		for (uint32_t column = 0; column < work->block_columns; ++column)
			write_block(work, column, row, data + header.data_offset);
	*blob = (kilncook_blob){.data = data, .size = (size_t)header.size, .block = block, .block_size = block_size};
	return KILNCOOK_OK;
}

static kilncook_status describe_blocks(pack_work *work)
{
	for (uint32_t row = 0; row < work->block_rows; ++row)
		for (uint32_t column = 0; column < work->block_columns; ++column)
		{
			const kilncook_status status =
				describe_block(work, column, row, &work->blocks[(size_t)row * work->block_columns + column]);
			if (status != KILNCOOK_OK)
				return status;
		}
	if (work->solid)
		return KILNCOOK_OK;
	cook_message(work->context, KILNCOOK_ERROR, "", "heightfield-empty", "every cell of the height field is a hole");
	return KILNCOOK_REFUSED;
}

kilncook_status heightfield_pack(const kilncook_context *context, const kilncook_heightfield *grid,
	const heightfield_steps *heights, kilncook_blob *blob)
{
	pack_work work = {.context = context,
		.grid = grid,
		.heights = heights,
		.block_columns = (grid->columns - 1 + SIDE - 1) / SIDE,
		.block_rows = (grid->rows - 1 + SIDE - 1) / SIDE,
		.material_count = 1};
	work.block_count = (size_t)work.block_columns * work.block_rows;
	work.blocks = cook_alloc_zero(context, work.block_count, sizeof *work.blocks);
	if (!work.blocks)
	{
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory for the blocks of a height field");
		return KILNCOOK_INTERNAL;
	}
	kilncook_status status = describe_blocks(&work);
	if (status == KILNCOOK_OK)
		status = write_field(&work, blob);
	cook_free(context, work.blocks, work.block_count, sizeof *work.blocks);
	return status;
}
