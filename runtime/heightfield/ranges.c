// SPDX-License-Identifier: MIT
#include "ranges.h"

static uint32_t at_most(uint32_t a, uint32_t most)
{
	return a < most ? a : most;
}

kiln_format_heightfield_range kilni_heightfield_range_below(
	const kiln_heightfield *field, uint32_t level, uint32_t column, uint32_t row)
{
	const uint32_t columns = kiln_field_node_columns(field, level - 1), rows = kiln_field_node_rows(field, level - 1);
	kiln_format_heightfield_range all = {UINT32_MAX, 0};
	for (uint32_t j = row * KILN_HEIGHTFIELD_FAN; j < at_most((row + 1) * KILN_HEIGHTFIELD_FAN, rows); ++j)
		for (uint32_t i = column * KILN_HEIGHTFIELD_FAN; i < at_most((column + 1) * KILN_HEIGHTFIELD_FAN, columns); ++i)
		{
			const kiln_format_heightfield_range child = kiln_field_node_range(field, level - 1, i, j);
			all.low = at_most(all.low, child.low);
			all.high = child.high > all.high ? child.high : all.high;
		}
	return all;
}

void kilni_heightfield_set_box(kiln_heightfield *field)
{
	const kiln_format_heightfield_range whole = kiln_field_node_range(field, field->level_count, 0, 0);
	const uint32_t up = field->header->up, across = kiln_field_row_axis(field);
	float min[3], max[3];
	min[0] = kiln_field_across(field, 0, 0);
	max[0] = kiln_field_across(field, 0, field->columns - 1);
	min[across] = kiln_field_across(field, 1, 0);
	max[across] = kiln_field_across(field, 1, field->rows - 1);
	min[up] = kiln_field_height(field, whole.low);
	max[up] = kiln_field_height(field, whole.high);
	field->min = (kiln_vec3){min[0], min[1], min[2]};
	field->max = (kiln_vec3){max[0], max[1], max[2]};
}
