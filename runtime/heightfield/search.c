// SPDX-License-Identifier: MIT
#include "search.h"

#include "box.h"
#include "math/budget.h"
#include "math/double3.h"

#include <math.h>

/// How far two intervals are apart.
static double excess(double low, double high, double from, double to)
{
	return kiln_double_max(kiln_double_max(low - to, from - high), 0);
}

double kilni_field_distance2(const kiln_field_search *search, const uint32_t first[2], const uint32_t end[2],
	kiln_format_heightfield_range range)
{
	const kiln_heightfield *field = search->field;
	const uint32_t axes[3] = {0, kiln_field_row_axis(field), field->header->up};
	double sum = 0;
	for (uint32_t i = 0; i < 3; ++i)
	{
		const float low = i < 2 ? kiln_field_across(field, i, first[i]) : kiln_field_height(field, range.low);
		const float high = i < 2 ? kiln_field_across(field, i, end[i]) : kiln_field_height(field, range.high);
		const double away = excess((double)low, (double)high, search->low[axes[i]], search->high[axes[i]]);
		sum += away * away;
	}
	// Below what rounding of the triangle's own distance may lose.
	return sum * (1 - 0x1p-40);
}

bool kilni_field_search_narrow(const kiln_field_search *search, uint32_t first[2], uint32_t end[2])
{
	const double reach = sqrt(search->distance2) * (1 + 0x1p-20);
	double low[3], high[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		low[axis] = search->low[axis] - reach;
		high[axis] = search->high[axis] + reach;
	}
	return kilni_field_narrow(search->field, low, high, first, end);
}

/// The cells of a node on both axes.
static void cells_of(
	const kiln_heightfield *field, uint32_t size, const uint32_t node[2], uint32_t first[2], uint32_t end[2])
{
	const uint32_t cells[2] = {field->columns - 1, field->rows - 1};
	for (int i = 0; i < 2; ++i)
	{
		first[i] = node[i] * size;
		end[i] = first[i] + size < cells[i] ? first[i] + size : cells[i];
	}
}

static double node_distance2(const kiln_field_search *search, uint32_t level, uint32_t column, uint32_t row)
{
	const uint32_t node[2] = {column, row};
	uint32_t first[2], end[2];
	cells_of(search->field, kiln_field_node_side(level), node, first, end);
	return kilni_field_distance2(search, first, end, kiln_field_node_range(search->field, level, column, row));
}

/// The children of a node that are below and above the box, and near enough. Returns false where there is none.
static bool children_of(
	const kiln_field_search *search, uint32_t level, const uint32_t node[2], uint32_t low[2], uint32_t high[2])
{
	const uint32_t size = kiln_field_node_side(level - 1);
	uint32_t first[2], end[2];
	cells_of(search->field, kiln_field_node_side(level), node, first, end);
	if (!kilni_field_search_narrow(search, first, end))
		return false;
	for (int i = 0; i < 2; ++i)
	{
		low[i] = first[i] / size;
		high[i] = (end[i] + size - 1) / size;
	}
	return true;
}

/// Searches a node: first its nearest child, then those that may still be near enough. Recursion ends after
/// KILN_HEIGHTFIELD_LEVELS_MAX levels.
static bool search_node(kiln_field_search *search, uint32_t level, const uint32_t node[2])
{
	uint32_t low[2], high[2], nearest[2];
	double least = HUGE_VAL;
	if (level == 0)
	{
		cells_of(search->field, KILN_FIELD_BLOCK, node, low, high);
		return search->visit(search, low, high);
	}
	if (!children_of(search, level, node, low, high))
		return true;
	nearest[0] = low[0];
	nearest[1] = low[1];
	for (uint32_t row = low[1]; row < high[1]; ++row)
		for (uint32_t column = low[0]; column < high[0]; ++column)
		{
			const double distance2 = node_distance2(search, level - 1, column, row);
			if (distance2 >= least)
				continue;
			least = distance2;
			nearest[0] = column;
			nearest[1] = row;
		}
	if (least > search->distance2 || kiln_budget_ended(search->field->budget))
		return true;
	if (!search_node(search, level - 1, nearest))
		return false;
	if (!children_of(search, level, node, low, high))
		return true;
	for (uint32_t row = low[1]; row < high[1]; ++row)
		for (uint32_t column = low[0]; column < high[0]; ++column)
		{
			const uint32_t child[2] = {column, row};
			if ((column != nearest[0] || row != nearest[1]) &&
				node_distance2(search, level - 1, column, row) <= search->distance2 &&
				!search_node(search, level - 1, child))
				return false;
		}
	return true;
}

bool kilni_field_search_blocks(kiln_field_search *search)
{
	const uint32_t root[2] = {0, 0};
	return search_node(search, search->field->level_count, root);
}
