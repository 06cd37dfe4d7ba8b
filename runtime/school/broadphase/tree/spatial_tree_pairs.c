// SPDX-License-Identifier: MIT
#include "spatial_tree.h"

/// Pairs of a regular spatial tree.

/// A search for pairs. A pair of two searched boxes is reported by the lesser index, or by the large box.
typedef struct pair_walk
{
	const kiln_broadphase *broadphase;
	kiln_spatial_tree *state;
	kiln_pair_sink *sink;
	kiln_aabb box;
	uint32_t proxy;
	uint8_t flag; ///< flag of the boxes whose pairs are searched
} pair_walk;

/// Searches by the cells of a box: tests each box listed there once.
static bool report_cells(pair_walk *walk)
{
	kiln_spatial_tree *state = walk->state;
	const kiln_broadphase *broadphase = walk->broadphase;
	kiln_spatial_range cells = kiln_spatial_range_of(state, walk->proxy);
	uint32_t links = (uint32_t)kiln_spatial_count(&cells);
	kiln_stamps_next(&state->stamps);
	kiln_stamps_mark(&state->stamps, walk->proxy);
	for (uint32_t i = 0; i < links; ++i)
	{
		uint32_t node = state->links[walk->proxy * KILN_SPATIAL_LINKS + i].node;
		for (uint32_t at = state->cells.nodes[node].entries; at; at = state->links[at - 1].next)
		{
			uint32_t other = (at - 1) / KILN_SPATIAL_LINKS;
			if (!kiln_stamps_mark(&state->stamps, other) ||
				(other < walk->proxy && (broadphase->flags[other] & walk->flag)))
				continue;
			if (kiln_boxes_overlap(&walk->box, &broadphase->boxes[other]) &&
				!kilni_sink_pair(walk->sink, walk->proxy, other))
				return false;
		}
	}
	return true;
}

static bool comes_before(const kiln_spatial_box *a, const kiln_spatial_box *b)
{
	return a->box.min.x < b->box.min.x || (a->box.min.x == b->box.min.x && a->proxy < b->proxy);
}

/// Sinks a box to its place in a heap with the last on top.
static void sink_box(kiln_spatial_box *boxes, uint32_t at, uint32_t count)
{
	const kiln_spatial_box sinking = boxes[at];
	for (uint32_t below = 2 * at + 1; below < count; below = 2 * at + 1)
	{
		below += below + 1 < count && comes_before(&boxes[below], &boxes[below + 1]);
		if (!comes_before(&sinking, &boxes[below]))
			break;
		boxes[at] = boxes[below];
		at = below;
	}
	boxes[at] = sinking;
}

/// Heapsort (Williams 1964) by the minimum on x: no extra memory, and no bad worst case.
static void sort_boxes(kiln_spatial_box *boxes, uint32_t count)
{
	for (uint32_t at = count / 2; at > 0; --at)
		sink_box(boxes, at - 1, count);
	for (uint32_t end = count; end > 1; --end)
	{
		const kiln_spatial_box last = boxes[0];
		boxes[0] = boxes[end - 1];
		boxes[end - 1] = last;
		sink_box(boxes, 0, end - 1);
	}
}

/// Lists up to this length are compared pair by pair; longer lists are sorted and swept.
#define SHORT 24u

/// A cell's boxes against each other; a pair is reported in the first cell that both touch.
static bool report_cell(pair_walk *walk, kiln_cell_key key, kiln_spatial_box *boxes, uint32_t count)
{
	const kiln_spatial_tree *state = walk->state;
	bool sorted = count > SHORT;
	if (sorted)
		sort_boxes(boxes, count);
	for (uint32_t i = 0; i + 1 < count; ++i)
	{
		const kiln_spatial_box one = boxes[i];
		for (uint32_t j = i + 1; j < count && !(sorted && boxes[j].box.min.x > one.box.max.x); ++j)
		{
			if (!kiln_boxes_overlap(&one.box, &boxes[j].box) || !(one.searched || boxes[j].searched))
				continue;
			kiln_spatial_range cells = kiln_spatial_range_of(state, one.proxy);
			if (kiln_spatial_home(key, &cells, state->corners[boxes[j].proxy][0]) &&
				!kilni_sink_pair(walk->sink, one.proxy, boxes[j].proxy))
				return false;
		}
	}
	return true;
}

/// Searches all cells one by one, with their boxes side by side: for when most boxes are searched.
static bool report_by_cells(pair_walk *walk)
{
	kiln_spatial_tree *state = walk->state;
	const kiln_broadphase *broadphase = walk->broadphase;
	for (uint32_t node = 1; node < state->cells.end; ++node)
	{
		uint32_t first = state->cells.nodes[node].entries, count = 0;
		if (!first || !state->links[first - 1].next)
			continue;
		for (uint32_t at = first; at; at = state->links[at - 1].next)
		{
			uint32_t proxy = (at - 1) / KILN_SPATIAL_LINKS;
			bool searched = broadphase->flags[proxy] & walk->flag;
			state->gathered[count++] = (kiln_spatial_box){broadphase->boxes[proxy], proxy, searched};
		}
		if (!report_cell(walk, state->cells.nodes[node].key, state->gathered, count))
			return false;
	}
	return true;
}

/// Pairs with the large boxes that are not searched.
static bool report_unsearched(pair_walk *walk)
{
	const kiln_broadphase *broadphase = walk->broadphase;
	for (uint32_t i = 0; i < walk->state->large_count; ++i)
	{
		uint32_t other = walk->state->large[i];
		if (!(broadphase->flags[other] & walk->flag) && kiln_boxes_overlap(&walk->box, &broadphase->boxes[other]) &&
			!kilni_sink_pair(walk->sink, walk->proxy, other))
			return false;
	}
	return true;
}

/// Pairs of a large box with all others.
static bool report_large(pair_walk *walk)
{
	const kiln_broadphase *broadphase = walk->broadphase;
	for (uint32_t i = 0; i < broadphase->live_count; ++i)
	{
		uint32_t other = broadphase->live[i];
		if (!kiln_boxes_overlap(&walk->box, &broadphase->boxes[other]) || other == walk->proxy)
			continue;
		if (other < walk->proxy && walk->state->large_places[other] != 0 && (broadphase->flags[other] & walk->flag))
			continue;
		if (!kilni_sink_pair(walk->sink, walk->proxy, other))
			return false;
	}
	return true;
}

static void walk_all(kiln_broadphase *broadphase, kiln_pair_sink *sink, uint8_t flag, bool by_cells)
{
	pair_walk walk = {.broadphase = broadphase, .state = broadphase->state, .sink = sink, .flag = flag};
	bool more = !by_cells || report_by_cells(&walk);
	for (uint32_t proxy = 0; proxy < broadphase->end && more; ++proxy)
	{
		if (!(broadphase->flags[proxy] & flag))
			continue;
		walk.proxy = proxy;
		walk.box = broadphase->boxes[proxy];
		if (walk.state->large_places[proxy] != 0)
			more = report_large(&walk);
		else
			more = (by_cells || report_cells(&walk)) && (flag == KILN_PROXY_LIVE || report_unsearched(&walk));
	}
}

void kilni_spatial_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_spatial_tree *state = broadphase->state;
	walk_all(broadphase, sink, KILN_PROXY_CHANGED, state->changed > broadphase->live_count / 4);
}

void kilni_spatial_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	walk_all(broadphase, sink, KILN_PROXY_LIVE, true);
}
