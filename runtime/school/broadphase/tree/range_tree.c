// SPDX-License-Identifier: MIT
#include "range_tree.h"
#include "broadphase/room.h"
#include "pieces.h"

#include <string.h>

/// Range tree: a segment tree on x whose nodes have their boxes sorted by minimum on y and on z (Preparata and Shamos
/// 1985, 2.3.4; with lists in place of inner trees, updated by shifting past neighbours, as measured in 2006 against a
/// set of segment trees).
///
/// Corrections to the published method: it does not define which boxes a node's lists hold, and either misses pairs or
/// stores each box many times. Here a node's lists hold only the boxes stored at this node, and a query visits every
/// node that overlaps on x, including ancestors. The order by minimum gives the end of a scan; the length limit `reach`
/// of the list's boxes gives its begin. At each node the axis with the shorter scan is used. Lists are arrays, and
/// entries are found by their sort key. A list with many changes is updated as a whole, so that fast motion does not
/// make shifting quadratic. Boxes outside the range are in the outermost units of x.
///
/// Costs: a change takes O(log n) and its shift if the box keeps its nodes; otherwise all changes together take O(the
/// nodes' lists). A box's pairs take two searches at each node that overlaps on x, and a scan on the better of y and z.
/// Weak if one long box among short ones increases a node's reach, and under fast motion. Memory: 181 bytes a proxy,
/// 229 a unit.

static void place(kiln_range_tree *tree, kiln_room *room, const kiln_broadphase_options *options)
{
	uint32_t capacity = options->capacity;
	kilni_segment_begin(&tree->layout, options);
	tree->leaves = kiln_leaves_of(tree->layout.units);
	size_t nodes = 2 * (size_t)tree->leaves;
	size_t entries = (size_t)capacity * KILN_SEGMENT_COVER;
	tree->own = kiln_room_take(room, nodes, sizeof *tree->own);
	tree->below = kiln_room_take(room, nodes, sizeof *tree->below);
	tree->starts = kiln_room_take(room, nodes, sizeof *tree->starts);
	tree->rooms = kiln_room_take(room, nodes, sizeof *tree->rooms);
	tree->touched = kiln_room_take(room, nodes, sizeof *tree->touched);
	tree->steps = kiln_room_take(room, nodes, sizeof *tree->steps);
	tree->grown = kiln_room_take(room, nodes, sizeof *tree->grown);
	for (int l = 0; l < KILN_RANGE_LISTS; ++l)
	{
		tree->lists[l].entries =
			kiln_room_take(room, entries + entries / 4 + 4 * nodes, sizeof *tree->lists[l].entries);
		tree->lists[l].reach = kiln_room_take(room, nodes, sizeof *tree->lists[l].reach);
	}
	tree->spans = kiln_room_take(room, capacity, sizeof *tree->spans);
	tree->fates = kiln_room_take(room, capacity, sizeof *tree->fates);
	tree->all = kiln_room_take(room, capacity, sizeof *tree->all);
	tree->scratch = kiln_room_take(room, capacity, sizeof *tree->scratch);
}

static size_t range_tree_size(const kiln_broadphase_options *options)
{
	kiln_range_tree counted = {0};
	kiln_room room = {0};
	kiln_room_take(&room, 1, sizeof counted);
	place(&counted, &room, options);
	return room.used;
}

static void range_tree_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_room room = {broadphase->state, 0};
	kiln_range_tree *tree = kiln_room_take(&room, 1, sizeof *tree);
	place(tree, &room, options);
	for (uint32_t i = 0; i < options->capacity; ++i)
		tree->spans[i] = (kiln_span){1, 0};
	tree->units = kilni_segment_units(&tree->layout, 0);
}

/// Rebuilds everything over another range, with the boxes before the changes.
static void spread_out(kiln_broadphase *broadphase, kiln_range_tree *tree)
{
	size_t nodes = 2 * (size_t)tree->leaves;
	tree->units = kilni_segment_units(&tree->layout, 0);
	memset(tree->own, 0, nodes * sizeof *tree->own);
	memset(tree->below, 0, nodes * sizeof *tree->below);
	memset(tree->rooms, 0, nodes * sizeof *tree->rooms);
	for (int l = 0; l < KILN_RANGE_LISTS; ++l)
		memset(tree->lists[l].reach, 0, nodes * sizeof *tree->lists[l].reach);
	kiln_broadphase_changes again = {.added = tree->all, .next = broadphase->boxes};
	for (uint32_t i = 0; i < broadphase->live_count; ++i)
	{
		uint32_t proxy = broadphase->live[i];
		if (tree->spans[proxy].first > tree->spans[proxy].last)
			continue;
		tree->spans[proxy] = (kiln_span){1, 0};
		tree->all[again.added_count++] = proxy;
	}
	kilni_range_change(tree, broadphase, &again);
}

static void range_tree_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_range_tree *tree = broadphase->state;
	kiln_broadphase_changes rest = *changes;
	if (kilni_segment_look(&tree->layout, broadphase, changes))
	{
		// Finds them by the old units.
		kiln_broadphase_changes gone = {.removed = changes->removed, .removed_count = changes->removed_count};
		kilni_range_change(tree, broadphase, &gone);
		rest.removed_count = 0;
		spread_out(broadphase, tree);
	}
	kilni_range_change(tree, broadphase, &rest);
}

// --- Walks -----------------------------------------------------------------------------------------------------------

/// A walk for the boxes that overlap one box. A proxy stored at several nodes is reported at the node that holds the
/// first common unit of the proxy and the box. No marks are needed, so that several threads may query at once.
typedef struct range_walk
{
	const kiln_broadphase *broadphase;
	const kiln_range_tree *tree;
	kiln_span span; ///< of the box
	double low[KILN_RANGE_LISTS], high[KILN_RANGE_LISTS];
	kiln_aabb box;
	const kiln_sweep_piece *piece; ///< used instead of the box
	bool (*report)(const struct range_walk *walk, uint32_t proxy);
	kiln_pair_sink *sink;
	uint32_t proxy;
	uint8_t theirs; ///< proxies below this one with these flags report the pair themselves
	kiln_box_sweep *sweep;
	kiln_found_proxy *found;
	kiln_found_hit *hit;
	void *user;
} range_walk;

/// A range of entries of a list.
typedef struct window
{
	uint32_t first, end;
} window;

/// The number of entries at the front with a minimum below `limit` or, with `at`, not above it.
static uint32_t count_below(const kiln_range_entry *entries, uint32_t count, double limit, bool at)
{
	uint32_t low = 0;
	while (count > 0)
	{
		uint32_t half = count / 2;
		double min = (double)entries[low + half].min;
		bool before = min < limit || (at && min == limit);
		low += before ? half + 1 : 0;
		count = before ? count - half - 1 : half;
	}
	return low;
}

static window window_of(const range_walk *walk, int l, uint32_t node)
{
	const kiln_range_tree *tree = walk->tree;
	const kiln_range_entry *entries = tree->lists[l].entries + tree->starts[node];
	double begin = walk->low[l] - tree->lists[l].reach[node];
	begin -= (begin < 0 ? -begin : begin) * 0x1p-50;
	window between = {0, count_below(entries, tree->own[node], walk->high[l], true)};
	// NaN, from an infinite box of the list or of the query, skips this.
	if (begin > 0 || begin <= 0)
		between.first = count_below(entries, between.end, begin, false);
	return between;
}

/// Fewer entries than this are quicker to scan than to search.
#define SHORT 12u

static bool look(const range_walk *walk, uint32_t node)
{
	const kiln_range_tree *tree = walk->tree;
	uint32_t count = tree->own[node];
	if (count == 0)
		return true;
	int l = 0;
	window between = {0, count};
	if (count > SHORT)
		between = window_of(walk, 0, node);
	if (between.end - between.first > SHORT)
	{
		window other = window_of(walk, 1, node);
		if (other.end - other.first < between.end - between.first)
		{
			between = other;
			l = 1;
		}
	}
	const kiln_range_entry *entries = tree->lists[l].entries + tree->starts[node];
	const kiln_aabb *boxes = walk->broadphase->boxes;
	kiln_span own = kiln_span_of(tree->leaves, node);
	for (uint32_t i = between.first; i < between.end; ++i)
	{
		uint32_t proxy = entries[i].proxy;
		if (walk->piece ? !kiln_piece_overlaps(walk->piece, &boxes[proxy])
						: !kiln_boxes_overlap(&walk->box, &boxes[proxy]))
			continue;
		uint32_t common = tree->spans[proxy].first > walk->span.first ? tree->spans[proxy].first : walk->span.first;
		if (common >= own.first && common <= own.last && !walk->report(walk, proxy))
			return false;
	}
	return true;
}

static bool walk_nodes(const range_walk *walk)
{
	const kiln_range_tree *tree = walk->tree;
	kiln_segment_parts parts;
	kilni_segment_walk(tree->own, tree->below, kiln_segment_first(tree->leaves, walk->span),
		kiln_segment_last(tree->leaves, walk->span), &parts);
	for (uint32_t i = 0; i < parts.passed_count; ++i)
		if (!look(walk, parts.passed[i]))
			return false;
	for (uint32_t i = 0; i < parts.whole_count; ++i)
		for (uint32_t node = parts.whole[i]; node;
			 node = kiln_segment_next(tree->below, tree->leaves, parts.whole[i], node))
			if (!look(walk, node))
				return false;
	return true;
}

static void search_tree(range_walk *walk, const kiln_aabb *box)
{
	walk->box = *box;
	for (int l = 0; l < KILN_RANGE_LISTS; ++l)
	{
		walk->low[l] = (double)kiln_range_min(box, l);
		walk->high[l] = (double)kiln_range_max(box, l);
	}
}

static bool report_pair(const range_walk *walk, uint32_t proxy)
{
	if (proxy == walk->proxy || (proxy < walk->proxy && (walk->broadphase->flags[proxy] & walk->theirs)))
		return true;
	return kilni_sink_pair(walk->sink, walk->proxy, proxy);
}

static void walk_all(kiln_broadphase *broadphase, kiln_pair_sink *sink, uint8_t flag)
{
	range_walk walk = {
		.broadphase = broadphase, .tree = broadphase->state, .report = report_pair, .sink = sink, .theirs = flag};
	for (walk.proxy = 0; walk.proxy < broadphase->end; ++walk.proxy)
	{
		if (!(broadphase->flags[walk.proxy] & flag))
			continue;
		search_tree(&walk, &broadphase->boxes[walk.proxy]);
		walk.span = walk.tree->spans[walk.proxy];
		if (!walk_nodes(&walk))
			return;
	}
}

static void range_tree_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	walk_all(broadphase, sink, KILN_PROXY_CHANGED);
}

static void range_tree_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	walk_all(broadphase, sink, KILN_PROXY_LIVE);
}

static bool report_proxy(const range_walk *walk, uint32_t proxy)
{
	return walk->found(walk->user, proxy);
}

static void range_tree_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	range_walk walk = {
		.broadphase = broadphase, .tree = broadphase->state, .report = report_proxy, .found = found, .user = user};
	search_tree(&walk, box);
	walk.span = (kiln_span){
		kiln_unit_of(&walk.tree->units, (double)box->min.x), kiln_unit_of(&walk.tree->units, (double)box->max.x)};
	walk_nodes(&walk);
}

static bool report_hit(const range_walk *walk, uint32_t proxy)
{
	return kiln_piece_report(walk->broadphase, walk->piece, walk->sweep, proxy, walk->hit, walk->user);
}

/// More pieces shorten the scans on y and z, and need more searches.
#define PIECES 64

static void range_tree_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	range_walk walk = {.broadphase = broadphase,
		.tree = broadphase->state,
		.report = report_hit,
		.sweep = sweep,
		.hit = found,
		.user = user};
	const kiln_range_tree *tree = walk.tree;
	double scale[3];
	for (int axis = 0; axis < 3; ++axis)
		scale[axis] = 1 / (tree->layout.spread.high[axis] - tree->layout.spread.low[axis]);
	kiln_sweep_pieces pieces = kilni_sweep_cut(sweep, &tree->layout.spread, scale, 1.0 / PIECES, 2 * PIECES);
	for (uint32_t i = 0; i < pieces.count; ++i)
	{
		kiln_sweep_piece piece = kilni_sweep_piece_of(&pieces, sweep, i);
		if (piece.start > sweep->t_max)
			return;
		walk.piece = &piece;
		walk.span = (kiln_span){kiln_unit_of(&tree->units, piece.low[0]), kiln_unit_of(&tree->units, piece.high[0])};
		for (int l = 0; l < KILN_RANGE_LISTS; ++l)
		{
			walk.low[l] = piece.low[1 + l];
			walk.high[l] = piece.high[1 + l];
		}
		if (!walk_nodes(&walk))
			return;
	}
}

const kiln_broadphase_method kiln_broadphase_range_tree = {
	.name = "range-tree",
	.size = range_tree_size,
	.begin = range_tree_begin,
	.apply = range_tree_apply,
	.fresh = range_tree_fresh,
	.all = range_tree_all,
	.box = range_tree_box,
	.sweep = range_tree_sweep,
	.fresh_is_complete = true,
};
