// SPDX-License-Identifier: MIT
#include "field.h"
#include "math/rounding.h"
#include "proof.h"
#include "ranges.h"

static kiln_result call_failed(kiln_status status, const char *reason)
{
	return (kiln_result){status, 0, reason};
}

#define REFUSE_HEADER(rule, field)                                                                                     \
	return kilni_heightfield_refused(KILN_HEIGHTFIELD_RULE_##rule, offsetof(kiln_format_heightfield_header, field))

static kiln_result prove_identity(const kiln_format_heightfield_header *header, uint64_t size)
{
	if (memcmp(header->magic, KILN_HEIGHTFIELD_FORMAT_MAGIC, KILN_HEIGHTFIELD_FORMAT_MAGIC_SIZE) != 0)
		REFUSE_HEADER(MAGIC, magic);
	if (header->endian != KILN_FORMAT_ENDIAN_MARK)
		REFUSE_HEADER(ENDIAN, endian);
	if (header->version_major != KILN_HEIGHTFIELD_FORMAT_MAJOR)
		REFUSE_HEADER(VERSION, version_major);
	if (header->size > size)
		return kilni_heightfield_refused(KILN_HEIGHTFIELD_RULE_SIZE_TRUNCATED, size);
	if (header->size < size)
		return kilni_heightfield_refused(KILN_HEIGHTFIELD_RULE_SIZE_TRAILING, header->size);
	if (header->required_features & ~(uint64_t)KILN_HEIGHTFIELD_FEATURES_KNOWN)
		REFUSE_HEADER(FEATURE, required_features);
	return kiln_heightfield_passed();
}

static bool is_positive(float x)
{
	return x > 0 && kiln_float_finite(x);
}

/// Whether all samples, of all heights, lie within the coordinates, whose greatest magnitude along each side goes to
/// `reach`.
static bool is_in_range(const kiln_format_heightfield_header *header, double reach[2])
{
	const uint32_t row_axis = 3 - header->up;
	const double counts[3] = {
		(double)header->columns - 1, (double)header->rows - 1, (double)KILN_HEIGHTFIELD_STEPS_MAX};
	const float sides[3] = {header->spacing[0], header->spacing[1], header->step};
	const uint32_t axes[3] = {0, row_axis, header->up};
	for (int i = 0; i < 3; ++i)
	{
		if (!is_positive(sides[i]) || !kiln_float_finite(header->origin[axes[i]]))
			return false;
		const double low = (double)header->origin[axes[i]], high = low + counts[i] * (double)sides[i];
		const double most = -low > high ? -low : high;
		if (!(low >= -(double)KILN_COORDINATE_MAX && most <= (double)KILN_COORDINATE_MAX))
			return false;
		if (i < 2)
			reach[i] = low > most ? low : most;
	}
	return true;
}

static kiln_result prove_numbers(const kiln_format_heightfield_header *header)
{
	double reach[2];
	if (header->columns < 2 || header->rows < 2 || header->columns > KILN_HEIGHTFIELD_SIDE_MAX ||
		header->rows > KILN_HEIGHTFIELD_SIDE_MAX ||
		(uint64_t)(header->columns - 1) * (header->rows - 1) > KILN_HEIGHTFIELD_CELLS_MAX)
		REFUSE_HEADER(GRID, columns);
	if (header->up != KILN_HEIGHTFIELD_UP_Y && header->up != KILN_HEIGHTFIELD_UP_Z)
		REFUSE_HEADER(UP, up);
	if (!is_in_range(header, reach))
		REFUSE_HEADER(PLACE, origin);
	for (int i = 0; i < 2; ++i)
		if ((double)header->spacing[i] < reach[i] * 0x1p-20)
			REFUSE_HEADER(SPACING, spacing[i]);
	if (header->material_count < 1 || header->material_count > 256)
		REFUSE_HEADER(MATERIAL_COUNT, material_count);
	if (!(header->error >= 0 && kiln_float_finite(header->error)))
		REFUSE_HEADER(ERROR, error);
	for (size_t i = 0; i < sizeof header->reserved / sizeof *header->reserved; ++i)
		if (header->reserved[i] != 0)
			REFUSE_HEADER(HEADER_RESERVED, reserved[i]);
	return kiln_heightfield_passed();
}

static uint32_t ceil_div(uint32_t a, uint32_t b)
{
	return (a + b - 1) / b;
}

/// Sets the arrays of the field from the grid. Returns the number of ranges.
static uint32_t lay_out_levels(kiln_heightfield *field)
{
	uint32_t columns = field->block_columns, rows = field->block_rows, first = 0;
	while (columns > 1 || rows > 1)
	{
		columns = ceil_div(columns, KILN_HEIGHTFIELD_FAN);
		rows = ceil_div(rows, KILN_HEIGHTFIELD_FAN);
		field->level_first[field->level_count] = first;
		field->level_columns[field->level_count] = columns;
		field->level_rows[field->level_count++] = rows;
		first += columns * rows;
	}
	return first;
}

static kiln_result lay_out(kiln_heightfield *field)
{
	const kiln_format_heightfield_header *header = field->header;
	field->columns = header->columns;
	field->rows = header->rows;
	field->block_columns = ceil_div(header->columns - 1, KILN_FIELD_BLOCK);
	field->block_rows = ceil_div(header->rows - 1, KILN_FIELD_BLOCK);
	const uint64_t range_count = lay_out_levels(field);
	if (header->level_count != field->level_count)
		REFUSE_HEADER(LEVELS, level_count);
	// Fewer than 2^24 blocks, by the limit of cells and of sides: no sum overflows.
	const uint64_t ranges = sizeof *header + (uint64_t)field->block_columns * field->block_rows * sizeof *field->blocks;
	const uint64_t end = ranges + range_count * sizeof *field->ranges;
	const uint64_t data = (end + KILN_FORMAT_ALIGNMENT - 1) / KILN_FORMAT_ALIGNMENT * KILN_FORMAT_ALIGNMENT;
	if (header->data_offset != data || data > field->size || field->size - data < KILN_HEIGHTFIELD_TAIL)
		REFUSE_HEADER(DATA_OFFSET, data_offset);
	for (uint64_t at = end; at < data; ++at)
		if (field->data[at] != 0)
			return kilni_heightfield_refused(KILN_HEIGHTFIELD_RULE_GAP, at);
	field->blocks = (const void *)(field->data + sizeof *header);
	field->ranges = (const void *)(field->data + ranges);
	field->samples = field->data + data;
	return kiln_heightfield_passed();
}

kiln_result kiln_heightfield_open(kiln_heightfield *field, const void *data, size_t size)
{
	if (!field || !data)
		return call_failed(KILN_E_ARGUMENT, "field or data is NULL");
	if ((uintptr_t)data % KILN_FORMAT_ALIGNMENT != 0)
		return call_failed(KILN_E_ALIGNMENT, "the height field is not aligned to 64 bytes");
	if (size < sizeof(kiln_format_heightfield_header))
		return kilni_heightfield_refused(KILN_HEIGHTFIELD_RULE_HEADER_TRUNCATED, size);
	kiln_heightfield opened = {.data = data, .size = size, .header = data};
	kiln_result result = prove_identity(opened.header, size);
	if (result.status == KILN_OK)
		result = prove_numbers(opened.header);
	if (result.status == KILN_OK)
		result = lay_out(&opened);
	if (result.status == KILN_OK)
		result = kilni_heightfield_prove_blocks(&opened);
	if (result.status != KILN_OK)
		return result;
	kilni_heightfield_set_box(&opened);
	*field = opened;
	return result;
}
