// SPDX-License-Identifier: MIT
#include "field_cells.h"

#include "heightfield/field.h"

bool field_turned(const kiln_heightfield *field, uint32_t cell)
{
	const uint32_t across = field->columns - 1;
	kiln_field_cell found;
	return kiln_field_find_cell(field, cell % across, cell / across, &found) && found.turned;
}

void field_corners(const kiln_heightfield *field, uint32_t cell, uint32_t corners[2][3])
{
	const uint32_t across = field->columns - 1;
	const uint32_t first = cell / across * field->columns + cell % across;
	const bool turned = field_turned(field, cell);
	for (uint32_t i = 0; i < 2; ++i)
	{
		const uint8_t *of = kiln_field_triangle(field, turned, i);
		for (int k = 0; k < 3; ++k)
			corners[i][k] = first + (of[k] & 1u) + (of[k] >> 1) * field->columns;
	}
}
