// SPDX-License-Identifier: MIT
#include "segment_trees.h"
#include "pieces.h"
#include "tree/layout.h"

/// Set of segment trees: one for each axis over the boxes' projections in whole units (Gavrilova and Rokne 2003; as
/// measured in 2006 against a grid, a tree of cells and a range tree). The boxes that overlap a box on an axis are
/// found by walks from the first and the last node of its interval to the root; those found on all three axes are
/// tested as boxes.
///
/// Corrections to the published method: nodes passed on the way, and the root, also hold overlapping intervals, and are
/// read; no node is read twice. Coordinates map to units by a monotone function, and boxes decide in the end, so the
/// units lose no pair. Boxes outside the range are in the outermost units. Marks are stamps, which need no clearing.
/// Subtrees without entries are skipped by their counts. An axis with far more overlaps than the best one is skipped
/// and left to the box tests. Intervals of many nodes are rounded outwards, so that memory is bounded.
///
/// Costs: a change takes O(log units) on the axes on which the box changes units, else nothing. A box's pairs take as
/// many steps as there are boxes that overlap it on one axis, summed over the axes: n^2 units-of-a-box / units in all.
/// This is the weakness: clusters stay quadratic, with a small factor; rays and long sweeps test nearly all boxes.
/// Otherwise the spread and speed of boxes do not matter. Memory: 252 bytes a proxy, 552 a unit.

/// Marking on another axis is worth its cost if it finds at most this many times as many boxes as the best axis.
#define WORTH 4

/// A full chunk has 15 entries, and each node has at most one chunk that is not full.
static size_t most_chunks(uint32_t capacity, uint32_t leaves)
{
	size_t entries = (size_t)capacity * KILN_SEGMENT_SLOTS;
	size_t partial = (size_t)KILN_SEGMENT_AXES * 2 * leaves;
	return 1 + entries / KILN_SEGMENT_CHUNK + (partial < entries ? partial : entries);
}

static void place(kiln_segment_trees *state, kiln_room *room, const kiln_broadphase_options *options)
{
	uint32_t capacity = options->capacity;
	kilni_segment_begin(&state->layout, options);
	state->leaves = kiln_leaves_of(state->layout.units);
	size_t nodes = 2 * (size_t)state->leaves, chunks = most_chunks(capacity, state->leaves);
	for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
	{
		kiln_segment_tree *t = &state->trees[axis];
		t->chunks = kiln_room_take(room, nodes, sizeof *t->chunks);
		t->own = kiln_room_take(room, nodes, sizeof *t->own);
		t->below = kiln_room_take(room, nodes, sizeof *t->below);
	}
	state->intervals = kiln_room_take(room, capacity, sizeof *state->intervals);
	state->places = kiln_room_take(room, capacity, sizeof *state->places);
	state->chunks = kiln_room_take(room, chunks, sizeof *state->chunks);
	state->slots = kiln_room_take(room, chunks, sizeof *state->slots);
	kiln_stamps_place(&state->stamps, room, capacity);
}

static size_t segment_trees_size(const kiln_broadphase_options *options)
{
	kiln_segment_trees counted = {0};
	kiln_room room = {0};
	kiln_room_take(&room, 1, sizeof counted);
	place(&counted, &room, options);
	return room.used;
}

static void lay_out(kiln_segment_trees *state)
{
	for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
		state->trees[axis].units = kilni_segment_units(&state->layout, axis);
}

static void segment_trees_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_room room = {broadphase->state, 0};
	kiln_segment_trees *state = kiln_room_take(&room, 1, sizeof *state);
	place(state, &room, options);
	state->chunk_end = 1;
	lay_out(state);
}

// --- Entries ---------------------------------------------------------------------------------------------------------

static uint32_t take_chunk(kiln_segment_trees *state)
{
	uint32_t chunk = state->free_chunk;
	if (!chunk)
		return state->chunk_end++;
	state->free_chunk = state->chunks[chunk].next;
	return chunk;
}

static void enter(kiln_segment_trees *state, kiln_segment_tree *t, uint32_t node, uint32_t proxy, uint32_t slot)
{
	uint32_t at = t->own[node] % KILN_SEGMENT_CHUNK;
	if (at == 0)
	{
		uint32_t chunk = take_chunk(state);
		state->chunks[chunk].next = t->chunks[node];
		t->chunks[node] = chunk;
	}
	uint32_t chunk = t->chunks[node];
	state->chunks[chunk].proxies[at] = proxy;
	state->slots[chunk][at] = (uint8_t)slot;
	state->places[proxy][slot] = chunk * (KILN_SEGMENT_CHUNK + 1) + at;
	kiln_segment_count(t->own, t->below, node, 1);
}

/// Removes an entry; the last entry takes its place.
static void leave(kiln_segment_trees *state, kiln_segment_tree *t, uint32_t node, uint32_t proxy, uint32_t slot)
{
	uint32_t first = t->chunks[node], last = (t->own[node] - 1) % KILN_SEGMENT_CHUNK;
	uint32_t hole = state->places[proxy][slot];
	uint32_t moving = state->chunks[first].proxies[last];
	uint8_t moving_slot = state->slots[first][last];
	state->chunks[hole / (KILN_SEGMENT_CHUNK + 1)].proxies[hole % (KILN_SEGMENT_CHUNK + 1)] = moving;
	state->slots[hole / (KILN_SEGMENT_CHUNK + 1)][hole % (KILN_SEGMENT_CHUNK + 1)] = moving_slot;
	state->places[moving][moving_slot] = hole;
	if (last == 0)
	{
		t->chunks[node] = state->chunks[first].next;
		state->chunks[first].next = state->free_chunk;
		state->free_chunk = first;
	}
	kiln_segment_count(t->own, t->below, node, UINT32_MAX);
}

static kiln_span span_of(const kiln_segment_trees *state, kiln_segment_interval between)
{
	return (kiln_span){
		kiln_span_of(state->leaves, between.first).first, kiln_span_of(state->leaves, between.last).last};
}

static void enter_span(kiln_segment_trees *state, int axis, uint32_t proxy, kiln_span span)
{
	uint32_t nodes[KILN_SEGMENT_COVER], count = kilni_segment_cover(state->leaves, &span, nodes);
	for (uint32_t i = 0; i < count; ++i)
		enter(state, &state->trees[axis], nodes[i], proxy, (uint32_t)axis * KILN_SEGMENT_COVER + i);
	state->intervals[proxy][axis] =
		(kiln_segment_interval){kiln_segment_first(state->leaves, span), kiln_segment_last(state->leaves, span)};
}

static void leave_span(kiln_segment_trees *state, int axis, uint32_t proxy)
{
	kiln_span span = span_of(state, state->intervals[proxy][axis]);
	uint32_t nodes[KILN_SEGMENT_COVER], count = kilni_segment_cover(state->leaves, &span, nodes);
	for (uint32_t i = 0; i < count; ++i)
		leave(state, &state->trees[axis], nodes[i], proxy, (uint32_t)axis * KILN_SEGMENT_COVER + i);
	state->intervals[proxy][axis] = (kiln_segment_interval){0, 0};
}

static kiln_span units_of(const kiln_segment_trees *state, const kiln_aabb *box, int axis)
{
	const kiln_units *units = &state->trees[axis].units;
	return (kiln_span){
		kiln_unit_of(units, (double)(&box->min.x)[axis]), kiln_unit_of(units, (double)(&box->max.x)[axis])};
}

/// Moves a box; on axes on which its units are unchanged there is nothing to do.
static void move_box(kiln_segment_trees *state, uint32_t proxy, const kiln_aabb *box)
{
	for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
	{
		kiln_span span = units_of(state, box, axis);
		uint32_t nodes[KILN_SEGMENT_COVER];
		kilni_segment_cover(state->leaves, &span, nodes);
		if (state->intervals[proxy][axis].first)
		{
			kiln_span before = span_of(state, state->intervals[proxy][axis]);
			if (before.first == span.first && before.last == span.last)
				continue;
			leave_span(state, axis, proxy);
		}
		enter_span(state, axis, proxy, span);
	}
}

/// Rebuilds everything over another range.
static void spread_out(kiln_broadphase *broadphase, kiln_segment_trees *state)
{
	lay_out(state);
	for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
	{
		kiln_segment_tree *t = &state->trees[axis];
		size_t bytes = 2 * (size_t)state->leaves * sizeof *t->own;
		memset(t->chunks, 0, bytes);
		memset(t->own, 0, bytes);
		memset(t->below, 0, bytes);
	}
	state->free_chunk = 0;
	state->chunk_end = 1;
	for (uint32_t i = 0; i < broadphase->live_count; ++i)
	{
		uint32_t proxy = broadphase->live[i];
		if (!state->intervals[proxy][0].first)
			continue;
		memset(state->intervals[proxy], 0, sizeof state->intervals[proxy]);
		move_box(state, proxy, &broadphase->boxes[proxy]);
	}
}

static void segment_trees_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_segment_trees *state = broadphase->state;
	for (uint32_t i = 0; i < changes->removed_count; ++i)
		for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
			leave_span(state, axis, changes->removed[i]);
	if (kilni_segment_look(&state->layout, broadphase, changes))
		spread_out(broadphase, state);
	for (uint32_t i = 0; i < changes->moved_count; ++i)
		move_box(state, changes->moved[i], &changes->next[changes->moved[i]]);
	for (uint32_t i = 0; i < changes->added_count; ++i)
		move_box(state, changes->added[i], &changes->next[changes->added[i]]);
}

// --- Pairs -----------------------------------------------------------------------------------------------------------

/// A walk for the pairs of one box.
typedef struct pair_walk
{
	const kiln_broadphase *broadphase;
	kiln_segment_trees *state;
	kiln_pair_sink *sink;
	kiln_aabb box;
	uint32_t proxy;
	uint32_t round; ///< number of axes walked before
	uint32_t rounds;
	uint8_t theirs; ///< proxies below this one with these flags report the pair themselves
} pair_walk;

/// Found on the last axis, too: the boxes decide.
static bool decide(pair_walk *walk, uint32_t other)
{
	const kiln_broadphase *broadphase = walk->broadphase;
	if (!kiln_boxes_overlap(&walk->box, &broadphase->boxes[other]) || other == walk->proxy ||
		(other < walk->proxy && (broadphase->flags[other] & walk->theirs)))
		return true;
	return kilni_sink_pair(walk->sink, walk->proxy, other);
}

/// Marks the entries of a node: all on the first axis; on others only those marked on the axis before.
static bool mark_node(pair_walk *walk, const kiln_segment_tree *t, uint32_t node)
{
	uint32_t *stamps = walk->state->stamps.stamps, now = walk->state->stamps.now;
	uint32_t fill = (t->own[node] - 1) % KILN_SEGMENT_CHUNK + 1;
	for (uint32_t at = t->chunks[node]; at; fill = KILN_SEGMENT_CHUNK)
	{
		const kiln_segment_chunk *chunk = &walk->state->chunks[at];
		at = chunk->next;
		kiln_prefetch(&walk->state->chunks[at]);
		if (walk->round == 0 && walk->rounds > 1)
			for (uint32_t i = 0; i < fill; ++i)
				stamps[chunk->proxies[i]] = now;
		else
			for (uint32_t i = 0; i < fill; ++i)
			{
				uint32_t other = chunk->proxies[i], stamp = stamps[other];
				if (stamp == now || (walk->round > 0 && stamp != now - 1))
					continue;
				stamps[other] = now;
				if (walk->round + 1 == walk->rounds && !decide(walk, other))
					return false;
			}
	}
	return true;
}

static bool mark_axis(pair_walk *walk, const kiln_segment_tree *t, const kiln_segment_parts *parts)
{
	kiln_stamps_next(&walk->state->stamps);
	for (uint32_t i = 0; i < parts->passed_count; ++i)
		if (!mark_node(walk, t, parts->passed[i]))
			return false;
	for (uint32_t i = 0; i < parts->whole_count; ++i)
		for (uint32_t node = parts->whole[i]; node;
			 node = kiln_segment_next(t->below, walk->state->leaves, parts->whole[i], node))
			if (t->own[node] && !mark_node(walk, t, node))
				return false;
	return true;
}

/// Orders the axes by the number of overlapping entries.
static void order_axes(const kiln_segment_parts parts[KILN_SEGMENT_AXES], int order[KILN_SEGMENT_AXES])
{
	for (int i = 0; i < KILN_SEGMENT_AXES; ++i)
	{
		int to = i;
		for (; to > 0 && parts[order[to - 1]].total > parts[i].total; --to)
			order[to] = order[to - 1];
		order[to] = i;
	}
}

static bool report_pairs(pair_walk *walk)
{
	kiln_segment_trees *state = walk->state;
	kiln_segment_parts parts[KILN_SEGMENT_AXES];
	for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
	{
		const kiln_segment_tree *t = &state->trees[axis];
		kiln_segment_interval own = state->intervals[walk->proxy][axis];
		kilni_segment_walk(t->own, t->below, own.first, own.last, &parts[axis]);
	}
	int order[KILN_SEGMENT_AXES];
	order_axes(parts, order);
	walk->rounds = 1;
	while (walk->rounds < KILN_SEGMENT_AXES && parts[order[walk->rounds]].total <= WORTH * parts[order[0]].total)
		++walk->rounds;
	// If stamps restart between two axes, all boxes count as marked on the first: then only the boxes decide.
	for (walk->round = 0; walk->round < walk->rounds; ++walk->round)
		if (!mark_axis(walk, &state->trees[order[walk->round]], &parts[order[walk->round]]))
			return false;
	return true;
}

static void walk_all(kiln_broadphase *broadphase, kiln_pair_sink *sink, uint8_t flag)
{
	pair_walk walk = {.broadphase = broadphase, .state = broadphase->state, .sink = sink, .theirs = flag};
	for (uint32_t proxy = 0; proxy < broadphase->end; ++proxy)
	{
		if (!(broadphase->flags[proxy] & flag))
			continue;
		walk.proxy = proxy;
		walk.box = broadphase->boxes[proxy];
		if (!report_pairs(&walk))
			return;
	}
}

static void segment_trees_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	walk_all(broadphase, sink, KILN_PROXY_CHANGED);
}

static void segment_trees_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	walk_all(broadphase, sink, KILN_PROXY_LIVE);
}

// --- Queries: without marks, so that several threads may query at once
// ------------------------------------------------

/// A query's walk on one axis. A proxy that is stored at several nodes is reported at the node that holds the first
/// common unit of the proxy and the query.
typedef struct query_walk
{
	const kiln_broadphase *broadphase;
	const kiln_segment_trees *state;
	const kiln_aabb *box;
	const kiln_sweep_piece *piece; ///< for a sweep
	kiln_box_sweep *sweep;
	kiln_found_proxy *found;
	kiln_found_hit *hit;
	void *user;
	int axis;
	uint32_t first; ///< first unit of the query
} query_walk;

static bool is_home(const query_walk *walk, uint32_t proxy, kiln_span node)
{
	uint32_t own = kiln_span_of(walk->state->leaves, walk->state->intervals[proxy][walk->axis].first).first;
	uint32_t common = own > walk->first ? own : walk->first;
	return common >= node.first && common <= node.last;
}

static bool query_node(const query_walk *walk, uint32_t node)
{
	const kiln_broadphase *broadphase = walk->broadphase;
	const kiln_segment_tree *t = &walk->state->trees[walk->axis];
	kiln_span span = kiln_span_of(walk->state->leaves, node);
	uint32_t fill = t->own[node] ? (t->own[node] - 1) % KILN_SEGMENT_CHUNK + 1 : 0;
	for (uint32_t at = t->chunks[node]; at; fill = KILN_SEGMENT_CHUNK)
	{
		const kiln_segment_chunk *chunk = &walk->state->chunks[at];
		at = chunk->next;
		for (uint32_t i = 0; i < fill; ++i)
		{
			uint32_t proxy = chunk->proxies[i];
			if (walk->box && kiln_boxes_overlap(walk->box, &broadphase->boxes[proxy]) && is_home(walk, proxy, span) &&
				!walk->found(walk->user, proxy))
				return false;
			if (walk->piece && kiln_piece_overlaps(walk->piece, &broadphase->boxes[proxy]) &&
				is_home(walk, proxy, span) &&
				!kiln_piece_report(broadphase, walk->piece, walk->sweep, proxy, walk->hit, walk->user))
				return false;
		}
	}
	return true;
}

/// Queries on the axis with the fewest overlaps.
static bool query_spans(query_walk *walk, const kiln_span spans[KILN_SEGMENT_AXES])
{
	const kiln_segment_trees *state = walk->state;
	kiln_segment_parts parts[KILN_SEGMENT_AXES];
	walk->axis = 0;
	for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
	{
		const kiln_segment_tree *t = &state->trees[axis];
		kilni_segment_walk(t->own, t->below, kiln_segment_first(state->leaves, spans[axis]),
			kiln_segment_last(state->leaves, spans[axis]), &parts[axis]);
		if (parts[axis].total < parts[walk->axis].total)
			walk->axis = axis;
	}
	walk->first = spans[walk->axis].first;
	const kiln_segment_parts *least = &parts[walk->axis];
	const uint32_t *below = state->trees[walk->axis].below;
	for (uint32_t i = 0; i < least->passed_count; ++i)
		if (!query_node(walk, least->passed[i]))
			return false;
	for (uint32_t i = 0; i < least->whole_count; ++i)
		for (uint32_t node = least->whole[i]; node;
			 node = kiln_segment_next(below, state->leaves, least->whole[i], node))
			if (!query_node(walk, node))
				return false;
	return true;
}

static void segment_trees_box(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	query_walk walk = {.broadphase = broadphase, .state = broadphase->state, .box = box, .found = found, .user = user};
	kiln_span spans[KILN_SEGMENT_AXES];
	for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
		spans[axis] = units_of(walk.state, box, axis);
	query_spans(&walk, spans);
}

/// With more pieces, a query ends sooner after a hit, and tests more boxes twice.
#define PIECES 24

static void segment_trees_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	query_walk walk = {
		.broadphase = broadphase, .state = broadphase->state, .sweep = sweep, .hit = found, .user = user};
	double scale[KILN_SEGMENT_AXES];
	for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
		scale[axis] = walk.state->trees[axis].units.scale / walk.state->trees[axis].units.count;
	kiln_sweep_pieces pieces = kilni_sweep_cut(sweep, &walk.state->layout.spread, scale, 1.0 / PIECES, 2 * PIECES);
	for (uint32_t i = 0; i < pieces.count; ++i)
	{
		kiln_sweep_piece piece = kilni_sweep_piece_of(&pieces, sweep, i);
		if (piece.start > sweep->t_max)
			return;
		kiln_span spans[KILN_SEGMENT_AXES];
		for (int axis = 0; axis < KILN_SEGMENT_AXES; ++axis)
		{
			const kiln_units *units = &walk.state->trees[axis].units;
			spans[axis] = (kiln_span){kiln_unit_of(units, piece.low[axis]), kiln_unit_of(units, piece.high[axis])};
		}
		walk.piece = &piece;
		if (!query_spans(&walk, spans))
			return;
	}
}

const kiln_broadphase_method kiln_broadphase_segment_trees = {
	.name = "segment-trees",
	.size = segment_trees_size,
	.begin = segment_trees_begin,
	.apply = segment_trees_apply,
	.fresh = segment_trees_fresh,
	.all = segment_trees_all,
	.box = segment_trees_box,
	.sweep = segment_trees_sweep,
	.fresh_is_complete = true,
};
