// SPDX-License-Identifier: MIT
#include "math/rounding.h"
#include "pruning.h"

/// The uses of a set's order: its pairs, and the boxes that a query meets.

/// The two axes that prune a sweep along the third.
typedef struct pruned_axes
{
	uint32_t along, one, other;
} pruned_axes;

static pruned_axes axes_of(uint32_t axis)
{
	return (pruned_axes){axis, (axis + 1) % 3, (axis + 2) % 3};
}

/// Without branches: which of the four sides separates two boxes is unpredictable.
static inline bool overlap(const kiln_pruned_box *a, const kiln_pruned_box *b, pruned_axes axes)
{
	return ((a->min[axes.one] <= b->max[axes.one]) & (b->min[axes.one] <= a->max[axes.one]) &
			   (a->min[axes.other] <= b->max[axes.other]) & (b->min[axes.other] <= a->max[axes.other])) != 0;
}

/// The reporting side of a sweep.
typedef struct pruned_pairs
{
	const kiln_pruning_rule *rule;
	kiln_pair_sink *sink;
	uint32_t set;
} pruned_pairs;

static bool report(const pruned_pairs *pairs, const kiln_pruned_box *a, const kiln_pruned_box *b)
{
	if ((a->proxy & b->proxy & KILN_PRUNED_SEVERAL) && !pairs->rule->reports(pairs->rule->owner, pairs->set, a, b))
		return true;
	return kilni_sink_pair(pairs->sink, a->proxy & KILN_PRUNED_INDEX, b->proxy & KILN_PRUNED_INDEX);
}

static void sweep_all(const kiln_pruned_list *list, const pruned_pairs *pairs)
{
	const kiln_pruned_box *boxes = list->boxes;
	const uint32_t count = list->count;
	const pruned_axes axes = axes_of(list->axis);
	for (uint32_t i = 0; i < count; i++)
	{
		const float end = boxes[i].max[axes.along];
		for (uint32_t j = i + 1; j < count && boxes[j].min[axes.along] <= end; j++)
			if (overlap(&boxes[i], &boxes[j], axes) && !report(pairs, &boxes[i], &boxes[j]))
				return;
	}
}

/// Tests the changed boxes against all behind them, and the others against changed boxes only: an unchanged box costs
/// only its visit.
static void sweep_fresh(const kiln_pruning *pruning, const kiln_pruned_list *list, const pruned_pairs *pairs)
{
	const kiln_pruned_box *boxes = list->boxes;
	const uint32_t count = list->count, now = pruning->now;
	const pruned_axes axes = axes_of(list->axis);
	uint32_t *changed = pruning->changed, changed_count = 0;
	for (uint32_t i = 0; i < count; i++)
	{
		changed[changed_count] = i;
		changed_count += boxes[i].stamp == now;
	}
	if (changed_count == count)
	{
		sweep_all(list, pairs);
		return;
	}
	for (uint32_t i = 0, next = 0; i < count && changed_count > 0; i++)
	{
		const float end = boxes[i].max[axes.along];
		if (next < changed_count && changed[next] == i)
		{
			next++;
			for (uint32_t j = i + 1; j < count && boxes[j].min[axes.along] <= end; j++)
				if (overlap(&boxes[i], &boxes[j], axes) && !report(pairs, &boxes[i], &boxes[j]))
					return;
			continue;
		}
		for (uint32_t k = next; k < changed_count && boxes[changed[k]].min[axes.along] <= end; k++)
			if (overlap(&boxes[i], &boxes[changed[k]], axes) && !report(pairs, &boxes[i], &boxes[changed[k]]))
				return;
	}
}

void kilni_pruning_sweep_all(const kiln_pruned_list *list, kiln_pair_sink *sink)
{
	sweep_all(list, &(pruned_pairs){.sink = sink});
}

void kilni_pruning_sweep_fresh(const kiln_pruning *pruning, const kiln_pruned_list *list, kiln_pair_sink *sink)
{
	sweep_fresh(pruning, list, &(pruned_pairs){.sink = sink});
}

static kiln_pruned_list list_of(const kiln_pruning *pruning, uint32_t set)
{
	return (kiln_pruned_list){
		.boxes = kiln_pruned_boxes(pruning, set), .count = pruning->sets[set].count, .axis = pruning->sets[set].axis};
}

void kilni_pruning_all(const kiln_pruning *pruning, uint32_t set, const kiln_pruning_rule *rule, kiln_pair_sink *sink)
{
	const kiln_pruned_list list = list_of(pruning, set);
	sweep_all(&list, &(pruned_pairs){rule, sink, set});
}

void kilni_pruning_fresh(const kiln_pruning *pruning, uint32_t set, const kiln_pruning_rule *rule, kiln_pair_sink *sink)
{
	const kiln_pruned_list list = list_of(pruning, set);
	sweep_fresh(pruning, &list, &(pruned_pairs){rule, sink, set});
}

void kilni_pruning_all_sets(const kiln_pruning *pruning, const kiln_pruning_rule *rule, kiln_pair_sink *sink)
{
	for (uint32_t i = 0; i < pruning->set_count && !sink->ended; i++)
		kilni_pruning_all(pruning, i, rule, sink);
}

void kilni_pruning_fresh_sets(const kiln_pruning *pruning, const kiln_pruning_rule *rule, kiln_pair_sink *sink)
{
	for (uint32_t i = 0; i < pruning->touched_count && !sink->ended; i++)
		kilni_pruning_fresh(pruning, pruning->touched[i], rule, sink);
}

/// The place from which on boxes may reach `from`: all boxes in earlier blocks end before it.
static uint32_t first_that_reaches(const kiln_pruning *pruning, const kiln_pruned_set *set, float from)
{
	const float *reach = pruning->reach + set->first;
	uint32_t low = 0, high = (set->count + KILN_PRUNED_BLOCK - 1) / KILN_PRUNED_BLOCK;
	while (low < high)
	{
		uint32_t middle = (low + high) / 2;
		if (reach[middle] < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low * KILN_PRUNED_BLOCK;
}

void kilni_pruning_against(const kiln_pruning *pruning, uint32_t set, const kiln_pruned_box *box, bool changed_only,
	const kiln_pruning_rule *rule, kiln_pair_sink *sink)
{
	const kiln_pruned_set *held = &pruning->sets[set];
	const kiln_pruned_box *boxes = kiln_pruned_boxes(pruning, set);
	const pruned_axes axes = axes_of(held->axis);
	const pruned_pairs pairs = {rule, sink, set};
	kiln_pruned_box queried = *box;
	queried.proxy |= KILN_PRUNED_SEVERAL;
	const float begin = box->min[axes.along], end = box->max[axes.along];
	for (uint32_t i = first_that_reaches(pruning, held, begin); i < held->count && boxes[i].min[axes.along] <= end; i++)
		if ((!changed_only || boxes[i].stamp == pruning->now) && boxes[i].max[axes.along] >= begin &&
			overlap(&boxes[i], box, axes) && !report(&pairs, &queried, &boxes[i]))
			return;
}

bool kilni_pruning_box(const kiln_pruning *pruning, uint32_t set, const kiln_aabb *box, kiln_pruning_accepts *accepts,
	const void *query, kiln_found_proxy *found, void *user)
{
	const kiln_pruned_set *held = &pruning->sets[set];
	const kiln_pruned_box *boxes = kiln_pruned_boxes(pruning, set);
	const float begin = kiln_box_low(box, held->axis), end = kiln_box_high(box, held->axis);
	for (uint32_t i = first_that_reaches(pruning, held, begin); i < held->count && boxes[i].min[held->axis] <= end; i++)
	{
		const kiln_aabb here = kiln_pruned_aabb(&boxes[i]);
		const uint32_t index = boxes[i].proxy & KILN_PRUNED_INDEX;
		if (!kiln_boxes_overlap(&here, box) || ((boxes[i].proxy & KILN_PRUNED_SEVERAL) && !accepts(query, set, index)))
			continue;
		if (!found(user, index))
			return false;
	}
	return true;
}

/// The stretch of an axis that a sweep covers, slightly widened.
static void stretch_of(const kiln_box_sweep *sweep, uint32_t axis, double *low, double *high)
{
	double from = sweep->from[axis], grow = sweep->half[axis] + sweep->slack[axis];
	double way = sweep->way[axis] == 0 ? 0 : sweep->way[axis] * sweep->t_max;
	double size = (from < 0 ? -from : from) + (way < 0 ? -way : way) + grow;
	*low = from + (way < 0 ? way : 0) - grow - 0x1p-40 * size;
	*high = from + (way > 0 ? way : 0) + grow + 0x1p-40 * size;
	// An unbounded sweep; infinity minus infinity is NaN.
	if (!(size < (double)FLT_MAX))
	{
		*low = way < 0 || !(grow < (double)FLT_MAX) ? -HUGE_VAL : *low;
		*high = way > 0 || !(grow < (double)FLT_MAX) ? HUGE_VAL : *high;
	}
}

bool kilni_pruning_sweep(
	const kiln_pruning *pruning, uint32_t set, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_pruned_set *held = &pruning->sets[set];
	const kiln_pruned_box *boxes = kiln_pruned_boxes(pruning, set);
	double low, high, t;
	stretch_of(sweep, held->axis, &low, &high);
	// Rounds to float, without overflow.
	float begin = low < -(double)FLT_MAX ? -HUGE_VALF : kiln_float_down(low);
	for (uint32_t i = first_that_reaches(pruning, held, begin);
		 i < held->count && (double)boxes[i].min[held->axis] <= high; i++)
	{
		if (boxes[i].proxy & KILN_PRUNED_COPY)
			continue;
		const kiln_aabb here = kiln_pruned_aabb(&boxes[i]);
		if (kilni_sweep_meets(sweep, &here, &t) && !found(user, sweep, boxes[i].proxy & KILN_PRUNED_INDEX, t))
			return false;
	}
	return true;
}
