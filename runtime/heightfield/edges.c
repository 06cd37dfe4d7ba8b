// SPDX-License-Identifier: MIT
#include "edges.h"

#include "math/orient.h"
#include "shape/flat_edge.h"

/// The kinds of edges, by the rules of the cooker: from the triangle and its neighbour across the edge.

typedef struct edge_cell
{
	kiln_field_cell cell;
	float at[4][3];
} edge_cell;

/// Reads the cell beside a cell; false for a hole, and outside the field.
static bool read_cell(const kiln_heightfield *field, int64_t column, int64_t row, edge_cell *cell)
{
	if (column < 0 || row < 0 || column >= (int64_t)field->columns - 1 || row >= (int64_t)field->rows - 1 ||
		!kiln_field_find_cell(field, (uint32_t)column, (uint32_t)row, &cell->cell))
		return false;
	kiln_field_corners(field, &cell->cell, (uint32_t)column, (uint32_t)row, cell->at);
	return true;
}

static kiln_vec3 corner_of(const edge_cell *cell, uint32_t i)
{
	return (kiln_vec3){cell->at[i][0], cell->at[i][1], cell->at[i][2]};
}

/// The corner of the triangle with two corners of a cell that is neither; of the first triangle, or of the other one.
static kiln_vec3 far_corner(
	const kiln_heightfield *field, const edge_cell *cell, uint32_t a, uint32_t b, uint32_t first)
{
	for (uint32_t n = 0; n < 2; ++n)
	{
		const uint8_t *of = kiln_field_triangle(field, cell->cell.turned, n ^ first);
		uint32_t shared = 0, other = 0;
		for (uint32_t i = 0; i < 3; ++i)
		{
			const bool own = of[i] == a || of[i] == b;
			shared += own;
			other += own ? 0 : of[i];
		}
		if (shared == 2)
			return corner_of(cell, other);
	}
	return corner_of(cell, a);
}

/// The far corner of the triangle across the side from corner a to corner b of triangle k. False at a boundary.
static bool find_across(const kiln_heightfield *field, const edge_cell *cell, uint32_t column, uint32_t row, uint32_t k,
	uint32_t a, uint32_t b, kiln_vec3 *far)
{
	edge_cell next;
	// Both corners of the diagonal differ in column and row. Bit 0 of a corner is its column, bit 1 its row.
	if ((a ^ b) == 3)
	{
		*far = far_corner(field, cell, a, b, 1 - k);
		return true;
	}
	const uint32_t across = 3 - (a ^ b);
	const int64_t away = a & across ? 1 : -1;
	if (!read_cell(field, (int64_t)column + (across == 1 ? away : 0), (int64_t)row + (across == 2 ? away : 0), &next))
		return false;
	*far = far_corner(field, &next, a ^ across, b ^ across, 0);
	return true;
}

uint32_t kilni_heightfield_edges(const kiln_heightfield *field, uint32_t triangle)
{
	const uint32_t column = triangle / 2 % (field->columns - 1), row = triangle / 2 / (field->columns - 1);
	edge_cell cell;
	kiln_vec3 corners[3], far;
	uint32_t kinds = 0;
	if (!read_cell(field, column, row, &cell))
		return 0;
	const uint8_t *of = kiln_field_triangle(field, cell.cell.turned, triangle & 1);
	kiln_field_triangle_corners(field, &cell.cell, cell.at, triangle & 1, corners);
	for (uint32_t side = 0; side < 3; ++side)
	{
		const uint32_t next = (side + 1) % 3;
		uint32_t kind = KILN_EDGE_BOUNDARY;
		if (find_across(field, &cell, column, row, triangle & 1, of[side], of[next], &far))
		{
			const int sign = kilni_orient3(corners, far);
			const bool flat = kiln_edge_is_flat(kiln_d3_from(corners[side]), kiln_d3_from(corners[next]),
				kiln_d3_from(corners[(side + 2) % 3]), kiln_d3_from(far), sign == 0, KILN_FIELD_FLAT_EDGE);
			kind = flat ? KILN_EDGE_FLAT : sign > 0 ? KILN_EDGE_CONCAVE : KILN_EDGE_CONVEX;
		}
		kinds |= kind << 3 * side;
	}
	return kinds;
}
