// SPDX-License-Identifier: MIT
#include "merge_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

/// A side of a cell: the solid is behind it.
typedef struct cell_side
{
	int cell[3];
	int axis;
	int up;
} cell_side;

static bool filled(const merge_solid *solid, const int cell[3])
{
	return solid->filled[cell[2]][cell[1]][cell[0]];
}

static bool is_side(const merge_solid *solid, const cell_side *side)
{
	int other[3] = {side->cell[0], side->cell[1], side->cell[2]};
	other[side->axis] += side->up ? 1 : -1;
	return filled(solid, side->cell) && !filled(solid, other);
}

void merge_case_add_solid(
	merge_case *c, const merge_solid *solid, const int32_t matrix[3][3], bool strewn, shape_random *random)
{
	cell_side s;
	for (s.cell[2] = 1; s.cell[2] <= MERGE_CELLS; ++s.cell[2])
		for (s.cell[1] = 1; s.cell[1] <= MERGE_CELLS; ++s.cell[1])
			for (s.cell[0] = 1; s.cell[0] <= MERGE_CELLS; ++s.cell[0])
				for (s.axis = 0; s.axis < 3; ++s.axis)
					for (s.up = 0; s.up < 2; ++s.up)
					{
						if (!is_side(solid, &s))
							continue;
						int u = (s.axis + 1) % 3, v = (s.axis + 2) % 3;
						uint32_t corners[5];
						for (int i = 0; i < 5; ++i)
						{
							static const int turn[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
							const int *t = turn[s.up ? i : 4 - i];
							int32_t at[3], moved[3];
							at[s.axis] = solid->at[s.axis][s.cell[s.axis] + s.up];
							at[u] = solid->at[u][s.cell[u] + t[0]];
							at[v] = solid->at[v][s.cell[v] + t[1]];
							if (i == 4 && strewn)
							{
								// A lattice point inside the side, if there is one.
								int32_t wide = solid->at[u][s.cell[u] + 1] - solid->at[u][s.cell[u]];
								int32_t high = solid->at[v][s.cell[v] + 1] - solid->at[v][s.cell[v]];
								strewn = wide > 1 && high > 1;
								if (strewn)
								{
									at[u] =
										solid->at[u][s.cell[u]] + 1 + (int32_t)shape_below(random, (uint32_t)wide - 1);
									at[v] =
										solid->at[v][s.cell[v]] + 1 + (int32_t)shape_below(random, (uint32_t)high - 1);
								}
							}
							for (int row = 0; row < 3; ++row)
								moved[row] = matrix[row][0] * at[0] + matrix[row][1] * at[1] + matrix[row][2] * at[2];
							corners[i] = merge_case_point(c, moved[0], moved[1], moved[2]);
						}
						uint32_t from = shape_below(random, 2);
						for (uint32_t i = 0; i < 4 && strewn; ++i)
							merge_case_triangle(c, corners[i], corners[(i + 1) % 4], corners[4], 0);
						for (uint32_t i = 0; i < 4 && !strewn; i += 2)
							merge_case_triangle(
								c, corners[from + i], corners[(from + i + 1) % 4], corners[(from + i + 2) % 4], 0);
					}
}

/// The neighbour of a side across its edge in direction `step` (0 +u, 1 +v, 2 -u, 3 -v) where it lies in the same plane and the
/// edge has two sides only.
static bool neighbour(const merge_solid *solid, const cell_side *side, int step, cell_side *out)
{
	int axis = step % 2 == 0 ? (side->axis + 1) % 3 : (side->axis + 2) % 3, by = step < 2 ? 1 : -1;
	int over[3];
	*out = *side;
	out->cell[axis] += by;
	memcpy(over, out->cell, sizeof over);
	over[side->axis] += side->up ? 1 : -1;
	return filled(solid, out->cell) && !filled(solid, over);
}

static uint32_t number_of(const cell_side *s)
{
	uint32_t cells = MERGE_CELLS + 2;
	return (((uint32_t)s->cell[2] * cells + (uint32_t)s->cell[1]) * cells + (uint32_t)s->cell[0]) * 6 +
		   (uint32_t)(s->axis * 2 + s->up);
}

/// Whether the edge of unit length from a lattice point along an axis is a border: its four cells are neither all alike nor a
/// flat pair.
static bool is_border(const merge_solid *solid, const int at[3], int axis)
{
	int u = (axis + 1) % 3, v = (axis + 2) % 3, cell[3];
	bool in[2][2];
	for (int i = 0; i < 2; ++i)
		for (int k = 0; k < 2; ++k)
		{
			cell[axis] = at[axis];
			cell[u] = at[u] - 1 + i;
			cell[v] = at[v] - 1 + k;
			in[i][k] = filled(solid, cell);
		}
	int count = in[0][0] + in[0][1] + in[1][0] + in[1][1];
	return count == 1 || count == 3 || (count == 2 && in[0][0] == in[1][1]);
}

/// Whether all regions can do without the lattice point: no border edge ends there, or two that are one line.
static bool is_needed(const merge_solid *solid, const int at[3])
{
	int count = 0;
	bool ends[3][2];
	for (int axis = 0; axis < 3; ++axis)
		for (int up = 0; up < 2; ++up)
		{
			int from[3] = {at[0], at[1], at[2]};
			from[axis] -= 1 - up;
			ends[axis][up] = is_border(solid, from, axis);
			count += ends[axis][up];
		}
	if (count == 0)
		return false;
	for (int axis = 0; axis < 3; ++axis)
		if (count == 2 && ends[axis][0] && ends[axis][1])
			return false;
	return true;
}

/// Marks the sides of a region, and adds up n - 2 (V - E + F).
static int64_t visit_region(const merge_solid *solid, const cell_side *first, uint8_t *seen, cell_side *stack)
{
	uint32_t count = 0;
	int64_t corners = 0, edges = 0, faces = 0, vertices = 0;
	stack[count++] = *first;
	seen[number_of(first)] = 1;
	while (count > 0)
	{
		cell_side s = stack[--count], near;
		++faces;
		for (int step = 0; step < 4; ++step)
		{
			bool inner = neighbour(solid, &s, step, &near);
			// An inner edge is counted by both sides.
			edges += inner ? 1 : 2;
			if (inner && !seen[number_of(&near)])
			{
				seen[number_of(&near)] = 1;
				stack[count++] = near;
			}
			// The corner after this edge, turning left: a fan begins where its edge is a border. A fan without one is
			// counted by its side with the least number.
			int32_t u = (s.axis + 1) % 3, v = (s.axis + 2) % 3, at[3];
			at[s.axis] = s.cell[s.axis] + s.up;
			at[u] = s.cell[u] + (step == 0 || step == 3);
			at[v] = s.cell[v] + (step == 0 || step == 1);
			if (!inner)
			{
				++vertices;
				corners += is_needed(solid, at);
				continue;
			}
			cell_side around = s;
			bool least = true, closed = true;
			int turn = step;
			for (int i = 0; i < 4 && closed; ++i)
			{
				least &= number_of(&s) <= number_of(&around);
				closed = neighbour(solid, &around, turn, &near);
				around = near;
				turn = (turn + 1) % 4;
			}
			vertices += closed && least;
		}
	}
	return corners - 2 * (vertices - edges / 2 + faces);
}

uint32_t merge_solid_fewest(const merge_solid *solid)
{
	uint32_t cells = MERGE_CELLS + 2;
	uint8_t *seen = calloc((size_t)cells * cells * cells * 6, 1);
	cell_side *stack = malloc((size_t)cells * cells * cells * 6 * sizeof *stack), s;
	assert_true(seen && stack);
	int64_t sum = 0;
	for (s.cell[2] = 1; s.cell[2] <= MERGE_CELLS; ++s.cell[2])
		for (s.cell[1] = 1; s.cell[1] <= MERGE_CELLS; ++s.cell[1])
			for (s.cell[0] = 1; s.cell[0] <= MERGE_CELLS; ++s.cell[0])
				for (s.axis = 0; s.axis < 3; ++s.axis)
					for (s.up = 0; s.up < 2; ++s.up)
						if (is_side(solid, &s) && !seen[number_of(&s)])
							sum += visit_region(solid, &s, seen, stack);
	free(seen);
	free(stack);
	return (uint32_t)sum;
}
