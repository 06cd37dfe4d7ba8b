// SPDX-License-Identifier: MIT
#include "field_cells.h"

// Where y is up, the second corner of the first triangle of a turned cell is the one in the next row, else the third; of a plain cell it
// is the corner in the next column and row.
bool field_turned(const kiln_heightfield *field, uint32_t cell)
{
	kiln_vec3 c[3];
	if (!kiln_heightfield_triangle(field, 2 * cell, c))
		return false;
	const int far = field->header->up == KILN_HEIGHTFIELD_UP_Z ? 2 : 1;
	return c[far].x == c[0].x;
}

void field_corners(const kiln_heightfield *field, uint32_t cell, uint32_t corners[2][3])
{
	const uint32_t across = field->columns - 1;
	const uint32_t a = cell / across * field->columns + cell % across, b = a + 1, c = a + field->columns, d = c + 1;
	const bool turned = field_turned(field, cell), z_up = field->header->up == KILN_HEIGHTFIELD_UP_Z;
	const uint32_t faces[2][3] = {{a, turned ? c : d, b}, {turned ? b : a, c, d}};
	// Where z is up the corners turn the other way.
	for (int i = 0; i < 2; ++i)
		for (int k = 0; k < 3; ++k)
			corners[i][k] = faces[i][z_up ? (3 - k) % 3 : k];
}
