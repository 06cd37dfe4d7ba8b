// SPDX-License-Identifier: MIT
#include "grid.h"

#include "math/double3.h"

#include <float.h>

#define SAMPLES 256

/// Measurements of the sampled boxes.
typedef struct samples
{
	double edge[SAMPLES];
	double low[3][SAMPLES];
	double high[3][SAMPLES];
	uint32_t count;
} samples;

/// Records `changed` changes; returns whether the layout should be checked. `boxes` is the current number of boxes,
/// `outside` the number of those for which the layout has no room.
static bool due(kiln_grid_layout *layout, uint32_t boxes, uint32_t changed, uint32_t outside)
{
	uint64_t changes = (uint64_t)layout->changes + changed;
	layout->changes = changes < UINT32_MAX ? (uint32_t)changes : UINT32_MAX;
	if (boxes == 0 || changed == 0)
		return false;
	return layout->count[0] == 0 || layout->changes >= layout->boxes + 64 || boxes / 2 > layout->boxes ||
		   (outside > 64 + layout->boxes / 8 && layout->changes >= layout->boxes / 8);
}

static void sample(samples *all, const kiln_aabb *box)
{
	double low[3] = {(double)box->min.x, (double)box->min.y, (double)box->min.z};
	double high[3] = {(double)box->max.x, (double)box->max.y, (double)box->max.z};
	double edge = 0;
	for (int i = 0; i < 3; i++)
	{
		if (!(low[i] >= -(double)FLT_MAX && high[i] <= (double)FLT_MAX))
			return;
		edge = kiln_double_max(edge, high[i] - low[i]);
	}
	all->edge[all->count] = edge;
	for (int i = 0; i < 3; i++)
	{
		all->low[i][all->count] = low[i];
		all->high[i][all->count] = high[i];
	}
	all->count++;
}

/// Samples at equal steps the proxies that stay, those that moved and those that were added.
static void gather(samples *all, const kiln_grid_question *question)
{
	const kiln_broadphase *broadphase = question->broadphase;
	const kiln_broadphase_changes *changes = question->changes;
	uint64_t live = broadphase->live_count, moved = changes->moved_count;
	uint64_t total = live + moved + changes->added_count;
	uint64_t count = total < SAMPLES ? total : SAMPLES;
	for (uint64_t i = 0; i < count; i++)
	{
		uint64_t at = i * total / count;
		if (at >= live + moved)
			sample(all, &changes->next[changes->added[at - live - moved]]);
		else if (at >= live)
			sample(all, &changes->next[changes->moved[at - live]]);
		else if (question->place[broadphase->live[at]] != KILN_GRID_NONE &&
				 !kiln_flags_has(question->changed, broadphase->live[at]))
			sample(all, &broadphase->boxes[broadphase->live[at]]);
	}
}

/// Shell sort (Shell 1959) with the gaps of Ciura 2001.
static void sort(double *values, uint32_t count)
{
	static const uint32_t gaps[] = {132, 57, 23, 10, 4, 1};
	for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
	{
		uint32_t gap = gaps[g];
		for (uint32_t i = gap; i < count; i++)
		{
			double value = values[i];
			uint32_t at = i;
			for (; at >= gap && values[at - gap] > value; at -= gap)
				values[at] = values[at - gap];
			values[at] = value;
		}
	}
}

/// Whether the caller gave an extent, and at least half of the boxes begin in it.
static bool given_extent(const samples *all, const kiln_aabb *extent, double low[3], double high[3])
{
	uint32_t within = 0;
	low[0] = (double)extent->min.x;
	low[1] = (double)extent->min.y;
	low[2] = (double)extent->min.z;
	high[0] = (double)extent->max.x;
	high[1] = (double)extent->max.y;
	high[2] = (double)extent->max.z;
	bool any = high[0] > low[0] || high[1] > low[1] || high[2] > low[2];
	for (uint32_t i = 0; i < all->count && any; i++)
	{
		bool inside = true;
		for (int k = 0; k < 3; k++)
			inside &= all->low[k][i] >= low[k] && all->low[k][i] <= high[k];
		within += inside;
	}
	return any && within >= all->count / 2;
}

/// Sets the bounds of most boxes: all but those beyond the outermost twentieth by more than the width of the rest.
static void bounds(kiln_grid_layout *layout, samples *all, const kiln_grid_wishes *wishes)
{
	uint32_t trimmed = all->count / 20;
	double low[3], high[3];
	bool given = given_extent(all, &wishes->extent, low, high);
	for (int i = 0; i < 3; i++)
	{
		sort(all->low[i], all->count);
		sort(all->high[i], all->count);
		double least = all->low[i][trimmed], greatest = all->high[i][all->count - 1 - trimmed];
		double span = greatest - least;
		layout->low[i] = given ? low[i] : kiln_double_max(all->low[i][0], least - span);
		layout->high[i] = given ? high[i] : kiln_double_min(all->high[i][all->count - 1], greatest + span);
	}
}

/// The distance of boxes if they are spread evenly over the bounds, to a factor of 2.
static double spacing(const kiln_grid_layout *layout)
{
	double widest = 0;
	for (int i = 0; i < 3; i++)
		widest = kiln_double_max(widest, layout->high[i] - layout->low[i]);
	for (double width = widest;; width /= 2)
	{
		double cells = 1;
		for (int i = 0; i < 3; i++)
			cells *= kiln_double_max((layout->high[i] - layout->low[i]) / width, 1);
		if (!(cells < (double)layout->boxes))
			return width;
		if (width == 0)
			return 0;
	}
}

/// Places the cells of `width` over the bounds; returns their number.
static double place_cells(kiln_grid_layout *layout, const double width[3])
{
	double cells = 1;
	for (int i = 0; i < 3; i++)
	{
		double span = layout->high[i] - layout->low[i], margin = span / 8 + width[i];
		layout->origin[i] = layout->low[i] - margin;
		layout->inverse[i] = 1 / width[i];
		layout->count[i] = (int32_t)((span + 2 * margin) / width[i]) + 1;
		cells *= (double)layout->count[i];
	}
	return cells;
}

/// The least width of cells: limited by the number of cells along a span, and by the resolution of float32.
static double width_least(const kiln_grid_layout *layout, int axis, double cells)
{
	double span = layout->high[axis] - layout->low[axis];
	double magnitude = kiln_double_max(kiln_double_abs(layout->low[axis]), kiln_double_abs(layout->high[axis]));
	// Of `cells`, three are a margin that does not grow with the span, and the others hold an eighth on each side, too.
	double width = kiln_double_max(span * 1.25 / (cells - 3), magnitude * 0x1p-24);
	return kiln_double_max(width, 0x1p-100);
}

/// Chooses a layout for the boxes after the changes. Returns false, without a layout, if no sampled box is finite.
static bool choose(kiln_grid_layout *layout, const kiln_grid_wishes *wishes, const kiln_grid_question *question)
{
	samples all;
	all.count = 0;
	*layout = (kiln_grid_layout){0};
	gather(&all, question);
	layout->boxes = kiln_grid_total(question->broadphase, question->changes);
	if (all.count == 0)
		return false;
	bounds(layout, &all, wishes);
	sort(all.edge, all.count);
	// If more than a few boxes are much larger than the median, they decide the cell size: else they would cover too
	// many cells.
	layout->typical = kiln_double_max(all.edge[all.count / 2], all.edge[all.count - 1 - all.count / 32] / 4);
	if (wishes->small)
		layout->typical = all.edge[all.count / 16];
	if (layout->typical == 0)
		layout->typical = spacing(layout);

	uint32_t most = wishes->axis_most;
	if (wishes->resolution > 0 && wishes->resolution < most)
		most = wishes->resolution;
	double cells = kiln_double_max((double)most, 4);
	double width[3], widest = 0;
	for (int i = 0; i < 3; i++)
	{
		width[i] = width_least(layout, i, cells);
		if (wishes->resolution == 0)
			width[i] = kiln_double_max(width[i], wishes->widths * layout->typical);
		widest = kiln_double_max(widest, width[i]);
	}
	for (int i = 0; i < 3 && !wishes->each_axis; i++)
		width[i] = widest;
	while (place_cells(layout, width) > wishes->cells_most)
		for (int i = 0; i < 3; i++)
			width[i] *= 1.125;
	return true;
}

/// Whether sizes, bounds or numbers differ by more than a factor of two. Bounds that shrink must differ by more than
/// four, because the outermost boxes may be sampled by chance.
static bool differs(const kiln_grid_layout *now, const kiln_grid_layout *then)
{
	if (then->count[0] == 0 || now->boxes / 2 > then->boxes || then->boxes / 4 > now->boxes)
		return true;
	if (now->typical > 2 * then->typical || then->typical > 2 * now->typical)
		return true;
	for (int i = 0; i < 3; i++)
	{
		double then_width = 1 / then->inverse[i], now_span = now->high[i] - now->low[i];
		double then_end = then->origin[i] + then_width * (double)then->count[i];
		bool beyond = now->low[i] < then->origin[i] || now->high[i] > then_end;
		if (beyond || then->high[i] - then->low[i] > 4 * now_span + 4 * then_width)
			return true;
	}
	return false;
}

bool kilni_grid_lay_out(kiln_grid_layout *layout, const kiln_grid_wishes *wishes, const kiln_grid_question *question)
{
	uint32_t changed = question->changed->marked_count + question->changes->removed_count;
	kiln_grid_layout chosen;
	if (!due(layout, kiln_grid_total(question->broadphase, question->changes), changed, question->outside))
		return false;
	layout->changes = 0;
	if (!choose(&chosen, wishes, question) || !differs(&chosen, layout))
		return false;
	*layout = chosen;
	return true;
}

bool kilni_grid_restart(
	kiln_grid_layout *layout, const kiln_grid_wishes *wishes, const kiln_grid_question *question, uint32_t *unsorted)
{
	const kiln_broadphase_changes *changes = question->changes;
	uint64_t sum = (uint64_t)*unsorted + question->changed->marked_count + changes->removed_count;
	sum += 3 * (uint64_t)changes->added_count;
	*unsorted = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
	bool disordered = layout->count[0] > 0 && *unsorted / 8 > kiln_grid_total(question->broadphase, changes);
	return kilni_grid_lay_out(layout, wishes, question) || disordered;
}

void kilni_grid_walk_sweep(kiln_grid_walk *walk, const kiln_grid_layout *layout, const kiln_box_sweep *sweep)
{
	double from[3], way[3], half[3];
	for (int i = 0; i < 3; i++)
	{
		// Boxes are met from some 2^-50 of their coordinates farther away than `half` and `slack`; these are large far
		// from the world's origin, but not from the grid's.
		double magnitude = kiln_double_abs(sweep->from[i]) + kiln_double_abs(layout->origin[i]) + sweep->half[i];
		magnitude += (double)layout->count[i] / layout->inverse[i];
		from[i] = (sweep->from[i] - layout->origin[i]) * layout->inverse[i];
		way[i] = sweep->way[i] * layout->inverse[i];
		half[i] = (sweep->half[i] + sweep->slack[i] + magnitude * 0x1p-46) * layout->inverse[i];
	}
	kilni_grid_walk_begin(walk, from, way, half, layout->count, sweep->t_max);
}
