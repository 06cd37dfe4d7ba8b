// SPDX-License-Identifier: MIT
#include "line.h"

#include "math/budget.h"

#include <float.h>

/// Walks along a line: from node to node and from cell to cell. Each node's children form strips across the axis on which
/// the line passes more of them; the walk takes strip by strip, clips the line to the strip, and takes the children of
/// the strip that the line then passes. What moves along the line reaches beyond it, as does what float32 loses on the way to
/// a triangle: both are the slack of an axis, by which all clipping, in double, keeps too much and never too little.

/// Half a unit in the last place of float32, relative.
#define ROUNDING 0x1p-24
/// The number of roundings on the way to a hit, as in the walks of trees.
#define SLACK_ROUNDINGS 64

/// The times at which the line may be in something.
typedef struct line_span
{
	double enter, leave;
} line_span;

/// Narrows the span to the times at which the axis is in low .. high. Returns false when nothing is left.
static bool clip(const kiln_field_axis *axis, double low, double high, line_span *span)
{
	low -= axis->slack + axis->start;
	high += axis->slack - axis->start;
	if (axis->speed == 0)
		return low <= 0 && high >= 0;
	const double a = low * axis->inverse, b = high * axis->inverse;
	const double enter = axis->speed > 0 ? a : b, leave = axis->speed > 0 ? b : a;
	span->enter = enter > span->enter ? enter : span->enter;
	span->leave = leave < span->leave ? leave : span->leave;
	return span->enter <= span->leave;
}

static bool clip_heights(const kiln_field_line *line, kiln_format_heightfield_range range, line_span *span)
{
	return clip(&line->height, (double)range.low, (double)range.high, span);
}

/// Whole numbers from first to last, taken upwards or downwards.
typedef struct index_run
{
	int64_t first, last;
} index_run;

/// The children low .. high - 1 between two places, in children.
static index_run clamp_run(double first, double last, uint32_t low, uint32_t high)
{
	index_run run;
	run.first = first > (double)low ? first < (double)high ? (int64_t)first : (int64_t)high : (int64_t)low;
	run.last = last < (double)high ? last >= (double)low ? (int64_t)last : (int64_t)low - 1 : (int64_t)high - 1;
	return run;
}

/// The children low .. high - 1, each 1 / `per_cell` cells wide, that the line may pass on an axis during the span.
static index_run run_of(
	const kiln_field_axis *axis, const line_span *span, double per_cell, uint32_t low, uint32_t high)
{
	const double a = axis->start + span->enter * axis->speed, b = axis->start + span->leave * axis->speed;
	const double least = (a < b ? a : b) - axis->slack, most = (a < b ? b : a) + axis->slack;
	return clamp_run(least * per_cell, most * per_cell, low, high);
}

/// The part of the field that a node's children cover.
typedef struct line_children
{
	uint32_t low[2], high[2]; ///< numbers of children, from low to high - 1
	uint32_t size;			  ///< cells on a side of a child
} line_children;

static line_children children_of(const kiln_heightfield *field, uint32_t level, const uint32_t node[2])
{
	const uint32_t fan = level ? KILN_HEIGHTFIELD_FAN : KILN_FIELD_BLOCK;
	const uint32_t counts[2] = {level ? kiln_field_node_columns(field, level - 1) : field->columns - 1,
		level ? kiln_field_node_rows(field, level - 1) : field->rows - 1};
	line_children children = {.size = level ? kiln_field_node_side(level - 1) : 1};
	for (int i = 0; i < 2; ++i)
	{
		children.low[i] = node[i] * fan;
		children.high[i] = children.low[i] + fan < counts[i] ? children.low[i] + fan : counts[i];
	}
	return children;
}

/// A coordinate of the line where it passes the border before strip k, as first + k * by, and how far it is from there
/// between the borders of a strip, slack of both axes included. The span that the line is in a block bounds it.
typedef struct strip_line
{
	double first, by, slack;
	double least, most;
} strip_line;

static strip_line strip_line_of(const kiln_field_axis *axis, const kiln_field_axis *major, const line_span *span)
{
	const double a = axis->start + span->enter * axis->speed, b = axis->start + span->leave * axis->speed;
	const double by = axis->speed * major->inverse;
	return (strip_line){axis->start - major->start * by, by, axis->slack + kiln_double_abs(by) * major->slack,
		(a < b ? a : b) - axis->slack, (a < b ? b : a) + axis->slack};
}

/// The least and the greatest coordinate in a strip. A line that stays in its strip has those of the whole span.
static inline void strip_bounds(const strip_line *line, bool stays, double strip, double bounds[2])
{
	const double a = line->first + strip * line->by, b = a + line->by;
	const double least = (a < b ? a : b) - line->slack, most = (a < b ? b : a) + line->slack;
	bounds[0] = stays || !(least > line->least) ? line->least : least;
	bounds[1] = stays || !(most < line->most) ? line->most : most;
}

/// Visits the cells of a block, strip by strip: those that the line passes within the strip are compared with its heights
/// there.
static bool visit_block(kiln_field_line *line, const uint32_t node[2], const line_span *span)
{
	const kiln_heightfield *field = line->field;
	const line_children children = children_of(field, 0, node);
	const kiln_field_block block = kiln_field_block_at(field, node[1] * field->block_columns + node[0]);
	const uint32_t major = line->major, minor = 1 - major;
	const kiln_field_axis *axis = &line->side[major];
	const bool down = axis->speed < 0, minor_down = line->side[minor].speed < 0, stays = axis->speed == 0;
	const strip_line side = strip_line_of(&line->side[minor], axis, span);
	const strip_line height = strip_line_of(&line->height, axis, span);
	if (block.head->flags & KILN_HEIGHTFIELD_EMPTY)
		return true;
	const index_run strips = run_of(axis, span, 1, children.low[major], children.high[major]);
	for (int64_t i = 0; i <= strips.last - strips.first; ++i)
	{
		const double strip = (double)(down ? strips.last - i : strips.first + i);
		double sides[2], heights[2];
		// The time of the border that the line passes first.
		const double enter = (strip + (down ? 1 + axis->slack : -axis->slack) - axis->start) * axis->inverse;
		if (!stays && enter > line->limit)
			break;
		strip_bounds(&side, stays, strip, sides);
		strip_bounds(&height, stays, strip, heights);
		const index_run run = clamp_run(sides[0], sides[1], children.low[minor], children.high[minor]);
		for (int64_t j = 0; j <= run.last - run.first; ++j)
		{
			uint32_t at[2];
			kiln_field_cell cell;
			at[major] = (uint32_t)strip;
			at[minor] = (uint32_t)(minor_down ? run.last - j : run.first + j);
			if (!kiln_field_cell_at(&block, at[0] % KILN_FIELD_BLOCK, at[1] % KILN_FIELD_BLOCK, &cell))
				continue;
			const kiln_format_heightfield_range range = kiln_field_cell_range(&cell);
			if ((double)range.low <= heights[1] && (double)range.high >= heights[0] &&
				!(kiln_budget_take(field->budget, 1) && line->visit(line->user, &cell, at[0], at[1])))
				return false;
		}
	}
	return true;
}

static bool visit_node(kiln_field_line *line, uint32_t level, const uint32_t node[2], line_span span);

/// Visits the nodes of one strip of a node.
static bool visit_nodes(
	kiln_field_line *line, uint32_t level, const line_children *children, uint32_t strip, const line_span *span)
{
	const kiln_heightfield *field = line->field;
	const uint32_t minor = 1 - line->major;
	const kiln_field_axis *axis = &line->side[minor];
	const double size = (double)children->size;
	const index_run run = run_of(axis, span, 1 / size, children->low[minor], children->high[minor]);
	const bool down = axis->speed < 0;
	for (int64_t i = 0; i <= run.last - run.first; ++i)
	{
		const uint32_t place = (uint32_t)(down ? run.last - i : run.first + i);
		line_span inside = *span;
		uint32_t at[2];
		at[line->major] = strip;
		at[minor] = place;
		if (clip(axis, (double)place * size, ((double)place + 1) * size, &inside) &&
			clip_heights(line, kiln_field_node_range(field, level - 1, at[0], at[1]), &inside) &&
			inside.enter <= line->limit &&
			!(level > 1 ? visit_node(line, level - 1, at, inside) : visit_block(line, at, &inside)))
			return false;
	}
	return true;
}

/// Visits a node above the blocks, whose range the line passes during the span. Recursion ends after
/// KILN_HEIGHTFIELD_LEVELS_MAX levels.
static bool visit_node(kiln_field_line *line, uint32_t level, const uint32_t node[2], line_span span)
{
	const kiln_heightfield *field = line->field;
	const line_children children = children_of(field, level, node);
	const uint32_t major = line->major;
	const kiln_field_axis *axis = &line->side[major];
	const double size = (double)children.size;
	const bool down = axis->speed < 0;
	const index_run run = run_of(axis, &span, 1 / size, children.low[major], children.high[major]);
	for (int64_t i = 0; i <= run.last - run.first; ++i)
	{
		const uint32_t strip = (uint32_t)(down ? run.last - i : run.first + i);
		line_span inside = span;
		if (!clip(axis, (double)strip * size, ((double)strip + 1) * size, &inside))
			continue;
		if (!(inside.enter <= line->limit))
			break;
		if (!visit_nodes(line, level, &children, strip, &inside))
			return false;
	}
	return true;
}

/// Prepares an axis. `unit` is the length that counts as one, `first` the coordinate that counts as 0, `most` the
/// greatest magnitude of these and of all coordinates of the field. What the inverse of the unit loses is far below the slack.
static kiln_field_axis axis_of(double origin, double direction, double first, double unit, double most, double slack)
{
	const double inverse = 1 / unit, speed = direction * inverse;
	// Adds a unit in the last place of the origin, and what rounding moves samples away from their exact places.
	const double away = slack + 2 * ROUNDING * (kiln_double_abs(origin) + 2 * most);
	return (kiln_field_axis){(origin - first) * inverse, speed, speed != 0 ? 1 / speed : 0, away * inverse};
}

static void set_axes(kiln_field_line *line, const double origin[3], const double direction[3], const double extents[3])
{
	const kiln_heightfield *field = line->field;
	const kiln_format_heightfield_header *header = field->header;
	const double least[3] = {(double)field->min.x, (double)field->min.y, (double)field->min.z};
	const double highest[3] = {(double)field->max.x, (double)field->max.y, (double)field->max.z};
	const uint32_t axes[3] = {0, kiln_field_row_axis(field), header->up};
	double reach = 0, most[3];
	for (int i = 0; i < 3; ++i)
	{
		const double low = least[axes[i]], high = highest[axes[i]], at = origin[axes[i]];
		most[i] = kiln_double_max(kiln_double_max(kiln_double_abs(low), kiln_double_abs(high)),
			kiln_double_abs((double)header->origin[axes[i]]));
		reach = kiln_double_max(reach, kiln_double_max(kiln_double_abs(low - at), kiln_double_abs(high - at)));
	}
	const double slack = SLACK_ROUNDINGS * ROUNDING * reach + (double)FLT_MIN;
	for (int i = 0; i < 3; ++i)
		*(i < 2 ? &line->side[i] : &line->height) =
			axis_of(origin[axes[i]], direction[axes[i]], (double)header->origin[axes[i]],
				(double)(i < 2 ? header->spacing[i] : header->step), most[i], slack + extents[axes[i]]);
	line->major = kiln_double_abs(line->side[1].speed) > kiln_double_abs(line->side[0].speed);
}

/// Cells from `first` to `last`, inclusive.
typedef struct line_cells
{
	uint32_t first[2], last[2];
} line_cells;

/// The cells that the line may pass during the span. Returns false where it passes none.
static bool cells_of(const kiln_field_line *line, const line_span *span, line_cells *cells)
{
	const uint32_t counts[2] = {line->field->columns - 1, line->field->rows - 1};
	for (int i = 0; i < 2; ++i)
	{
		const index_run run = run_of(&line->side[i], span, 1, 0, counts[i]);
		if (run.first > run.last)
			return false;
		cells->first[i] = (uint32_t)run.first;
		cells->last[i] = (uint32_t)run.last;
	}
	return true;
}

/// Visits the cells of a vertical or short line: one, or the two or four at a border that it passes.
static void visit_few(kiln_field_line *line, const line_cells *cells, const line_span *span)
{
	const kiln_heightfield *field = line->field;
	const kiln_field_axis *height = &line->height;
	const double a = height->start + span->enter * height->speed, b = height->start + span->leave * height->speed;
	const double least = (a < b ? a : b) - height->slack, most = (a < b ? b : a) + height->slack;
	for (uint32_t row = cells->first[1]; row <= cells->last[1]; ++row)
		for (uint32_t column = cells->first[0]; column <= cells->last[0]; ++column)
		{
			kiln_field_cell cell;
			if (!kiln_field_find_cell(field, column, row, &cell))
				continue;
			const kiln_format_heightfield_range range = kiln_field_cell_range(&cell);
			if ((double)range.low <= most && (double)range.high >= least &&
				!(kiln_budget_take(field->budget, 1) && line->visit(line->user, &cell, column, row)))
				return;
		}
}

/// Visits the cells from the lowest node on in which the line stays during the span.
static void visit_many(kiln_field_line *line, const line_cells *cells, line_span *span)
{
	const kiln_heightfield *field = line->field;
	const uint32_t *first = cells->first, *last = cells->last;
	uint32_t level = 0, side = KILN_FIELD_BLOCK;
	while (level < field->level_count && (first[0] / side != last[0] / side || first[1] / side != last[1] / side))
		side = kiln_field_node_side(++level);
	const uint32_t node[2] = {first[0] / side, first[1] / side};
	if (clip_heights(line, kiln_field_node_range(field, level, node[0], node[1]), span))
		(void)(level ? visit_node(line, level, node, *span) : visit_block(line, node, span));
}

void kilni_heightfield_walk_line(
	kiln_field_line *line, const double origin[3], const double direction[3], const double extents[3])
{
	const kiln_heightfield *field = line->field;
	line_span span = {0, line->limit};
	line_cells cells;
	set_axes(line, origin, direction, extents);
	if (!clip(&line->side[0], 0, (double)(field->columns - 1), &span) ||
		!clip(&line->side[1], 0, (double)(field->rows - 1), &span) ||
		!clip_heights(line, kiln_field_node_range(field, field->level_count, 0, 0), &span) ||
		!cells_of(line, &span, &cells))
		return;
	if (cells.last[0] - cells.first[0] <= 1 && cells.last[1] - cells.first[1] <= 1)
		visit_few(line, &cells, &span);
	else
		visit_many(line, &cells, &span);
}
