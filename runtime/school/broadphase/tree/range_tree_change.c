// SPDX-License-Identifier: MIT
#include "range_tree.h"

#include <string.h>

/// Changes of a range tree's lists. A node with few changes has them made one by one: an entry is found by its sort
/// key, and shifted past its neighbours to its place. For other nodes one pass updates all entries, and insertion,
/// which is the same shifting for all, sorts them; if this takes too long, merging does.

#define FEW 8u

static bool comes_before(kiln_range_entry a, kiln_range_entry b)
{
	return a.min < b.min || (a.min == b.min && a.proxy < b.proxy);
}

/// The place of an entry, or the place where it would be.
static uint32_t find(const kiln_range_entry *entries, uint32_t count, kiln_range_entry sought)
{
	uint32_t low = 0;
	while (count > 0)
	{
		uint32_t half = count / 2;
		bool before = comes_before(entries[low + half], sought);
		low += before ? half + 1 : 0;
		count = before ? count - half - 1 : half;
	}
	return low;
}

static double length_of(const kiln_aabb *box, int list)
{
	return ((double)kiln_range_max(box, list) - (double)kiln_range_min(box, list)) * (1 + 0x1p-50);
}

static void reach_out(kiln_range_list *list, uint32_t node, double length)
{
	list->reach[node] = length > list->reach[node] ? length : list->reach[node];
}

static void touch(kiln_range_tree *tree, uint32_t node)
{
	if (tree->steps[node]++)
		return;
	tree->touched[tree->touched_count++] = node;
	tree->grown[node] = tree->own[node];
}

/// Records at a box's old and new nodes the changes to make, and where the box will be.
static void note(kiln_range_tree *tree, uint32_t proxy, kiln_span next)
{
	kiln_span before = tree->spans[proxy];
	uint32_t nodes[KILN_SEGMENT_COVER], count = 0;
	if (before.first <= before.last)
		count = kilni_segment_cover(tree->leaves, &before, nodes);
	for (uint32_t i = 0; i < count; ++i)
	{
		touch(tree, nodes[i]);
		if (next.first > next.last || !kiln_segment_keeps(tree->leaves, next, nodes[i]))
			--tree->grown[nodes[i]];
	}
	count = next.first <= next.last ? kilni_segment_cover(tree->leaves, &next, nodes) : 0;
	for (uint32_t i = 0; i < count; ++i)
		if (before.first > before.last || !kiln_segment_keeps(tree->leaves, before, nodes[i]))
		{
			touch(tree, nodes[i]);
			++tree->grown[nodes[i]];
		}
	tree->spans[proxy] = next;
}

static void erase(kiln_range_tree *tree, uint32_t node, uint32_t proxy, const kiln_aabb *box)
{
	for (int l = 0; l < KILN_RANGE_LISTS; ++l)
	{
		kiln_range_entry *entries = tree->lists[l].entries + tree->starts[node];
		uint32_t at = find(entries, tree->own[node], (kiln_range_entry){kiln_range_min(box, l), proxy});
		memmove(entries + at, entries + at + 1, (tree->own[node] - at - 1) * sizeof *entries);
	}
	kiln_segment_count(tree->own, tree->below, node, UINT32_MAX);
}

static void insert(kiln_range_tree *tree, uint32_t node, uint32_t proxy, const kiln_aabb *box)
{
	for (int l = 0; l < KILN_RANGE_LISTS; ++l)
	{
		kiln_range_entry *entries = tree->lists[l].entries + tree->starts[node];
		kiln_range_entry entry = {kiln_range_min(box, l), proxy};
		uint32_t at = find(entries, tree->own[node], entry);
		memmove(entries + at + 1, entries + at, (tree->own[node] - at) * sizeof *entries);
		entries[at] = entry;
		reach_out(&tree->lists[l], node, length_of(box, l));
	}
	kiln_segment_count(tree->own, tree->below, node, 1);
}

/// Shifts an entry past its neighbours to its new place.
static void shift(kiln_range_tree *tree, uint32_t node, uint32_t proxy, const kiln_aabb *before, const kiln_aabb *box)
{
	for (int l = 0; l < KILN_RANGE_LISTS; ++l)
	{
		kiln_range_entry *entries = tree->lists[l].entries + tree->starts[node];
		kiln_range_entry entry = {kiln_range_min(box, l), proxy};
		uint32_t last = tree->own[node] - 1;
		uint32_t at = find(entries, last + 1, (kiln_range_entry){kiln_range_min(before, l), proxy});
		for (; at > 0 && comes_before(entry, entries[at - 1]); --at)
			entries[at] = entries[at - 1];
		for (; at < last && comes_before(entries[at + 1], entry); ++at)
			entries[at] = entries[at + 1];
		entries[at] = entry;
		reach_out(&tree->lists[l], node, length_of(box, l));
	}
}

/// Makes the changes of an existing box at its nodes of few changes.
static void change_few(kiln_range_tree *tree, const kiln_aabb *before, uint32_t proxy, const kiln_aabb *box)
{
	kiln_span span = kiln_range_span(tree, before);
	uint32_t nodes[KILN_SEGMENT_COVER], count = kilni_segment_cover(tree->leaves, &span, nodes);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (tree->steps[nodes[i]] > FEW)
			continue;
		if (box && kiln_segment_keeps(tree->leaves, tree->spans[proxy], nodes[i]))
			shift(tree, nodes[i], proxy, before, box);
		else
			erase(tree, nodes[i], proxy, before);
	}
}

/// Makes the changes of all boxes of a node of many changes: drops those that leave, and sets the new minimum of those
/// that move, still unsorted.
static void renew_many(kiln_range_tree *tree, uint32_t node, const kiln_aabb *next)
{
	uint32_t kept = 0;
	for (int l = 0; l < KILN_RANGE_LISTS; ++l)
	{
		kiln_range_entry *entries = tree->lists[l].entries + tree->starts[node];
		kept = 0;
		for (uint32_t i = 0; i < tree->own[node]; ++i)
		{
			kiln_range_entry entry = entries[i];
			uint8_t fate = tree->fates[entry.proxy];
			if (fate == KILN_RANGE_GOES ||
				(fate == KILN_RANGE_MOVES && !kiln_segment_keeps(tree->leaves, tree->spans[entry.proxy], node)))
				continue;
			entry.min = fate == KILN_RANGE_MOVES ? kiln_range_min(&next[entry.proxy], l) : entry.min;
			entries[kept++] = entry;
		}
	}
	kiln_segment_count(tree->own, tree->below, node, kept - tree->own[node]);
}

/// Makes room at every node for its future entries and some more, after all leaving entries are gone: first moves
/// everything to the left, then, from the right, to its place.
static void make_room(kiln_range_tree *tree)
{
	uint32_t nodes = 2 * tree->leaves;
	size_t left = 0, right = 0;
	for (uint32_t node = 1; node < nodes; ++node)
	{
		for (int l = 0; l < KILN_RANGE_LISTS; ++l)
			memmove(tree->lists[l].entries + left, tree->lists[l].entries + tree->starts[node],
				tree->own[node] * sizeof(kiln_range_entry));
		tree->starts[node] = left;
		left += tree->own[node];
		uint32_t count = tree->steps[node] ? tree->grown[node] : tree->own[node];
		tree->rooms[node] = count + count / 4 + 4;
		right += tree->rooms[node];
	}
	for (uint32_t node = nodes - 1; node >= 1; --node)
	{
		right -= tree->rooms[node];
		for (int l = 0; l < KILN_RANGE_LISTS; ++l)
			memmove(tree->lists[l].entries + right, tree->lists[l].entries + tree->starts[node],
				tree->own[node] * sizeof(kiln_range_entry));
		tree->starts[node] = right;
	}
}

static void arrive(kiln_range_tree *tree, uint32_t proxy, const kiln_aabb *before, const kiln_aabb *box)
{
	kiln_span old = before ? kiln_range_span(tree, before) : (kiln_span){1, 0}, span = tree->spans[proxy];
	uint32_t nodes[KILN_SEGMENT_COVER], count = kilni_segment_cover(tree->leaves, &span, nodes);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (before && kiln_segment_keeps(tree->leaves, old, nodes[i]))
			continue;
		if (tree->steps[nodes[i]] <= FEW)
		{
			insert(tree, nodes[i], proxy, box);
			continue;
		}
		for (int l = 0; l < KILN_RANGE_LISTS; ++l)
			tree->lists[l].entries[tree->starts[nodes[i]] + tree->own[nodes[i]]] =
				(kiln_range_entry){kiln_range_min(box, l), proxy};
		kiln_segment_count(tree->own, tree->below, nodes[i], 1);
	}
}

/// Bottom-up, alternating between the list and the scratch.
static void merge_sort(kiln_range_entry *entries, kiln_range_entry *scratch, uint32_t count)
{
	kiln_range_entry *from = entries, *to = scratch;
	for (size_t width = 1; width < count; width *= 2)
	{
		for (size_t start = 0; start < count; start += 2 * width)
		{
			size_t a = start, a_end = start + width < count ? start + width : count;
			size_t b = a_end, b_end = start + 2 * width < count ? start + 2 * width : count;
			for (size_t out = start; out < b_end; ++out)
				to[out] = a < a_end && (b == b_end || !comes_before(from[b], from[a])) ? from[a++] : from[b++];
		}
		kiln_range_entry *swapped = from;
		from = to;
		to = swapped;
	}
	if (from != entries)
		memcpy(entries, from, count * sizeof *entries);
}

/// Returns false if it gave up: all entries are still there, but not sorted.
static bool insertion_sort(kiln_range_entry *entries, uint32_t count)
{
	uint64_t steps = 16 * (uint64_t)count;
	for (uint32_t i = 1; i < count; ++i)
	{
		kiln_range_entry moving = entries[i];
		uint32_t to = i;
		for (; to > 0 && comes_before(moving, entries[to - 1]); --to)
			entries[to] = entries[to - 1];
		entries[to] = moving;
		if (i - to > steps)
			return false;
		steps -= i - to;
	}
	return true;
}

static void sort_many(kiln_range_tree *tree, uint32_t node, const kiln_broadphase *broadphase, const kiln_aabb *next)
{
	for (int l = 0; l < KILN_RANGE_LISTS; ++l)
	{
		kiln_range_entry *entries = tree->lists[l].entries + tree->starts[node];
		if (!insertion_sort(entries, tree->own[node]))
			merge_sort(entries, tree->scratch, tree->own[node]);
		tree->lists[l].reach[node] = 0;
		for (uint32_t i = 0; i < tree->own[node]; ++i)
		{
			uint32_t proxy = entries[i].proxy;
			bool moves = tree->fates[proxy] == KILN_RANGE_MOVES;
			reach_out(&tree->lists[l], node, length_of(moves ? &next[proxy] : &broadphase->boxes[proxy], l));
		}
	}
}

static void note_all(kiln_range_tree *tree, const kiln_broadphase_changes *changes)
{
	for (uint32_t i = 0; i < changes->removed_count; ++i)
	{
		note(tree, changes->removed[i], (kiln_span){1, 0});
		tree->fates[changes->removed[i]] = KILN_RANGE_GOES;
	}
	for (uint32_t i = 0; i < changes->moved_count; ++i)
	{
		note(tree, changes->moved[i], kiln_range_span(tree, &changes->next[changes->moved[i]]));
		tree->fates[changes->moved[i]] = KILN_RANGE_MOVES;
	}
	for (uint32_t i = 0; i < changes->added_count; ++i)
	{
		note(tree, changes->added[i], kiln_range_span(tree, &changes->next[changes->added[i]]));
		tree->fates[changes->added[i]] = KILN_RANGE_MOVES;
	}
}

static void forget(kiln_range_tree *tree, const kiln_broadphase_changes *changes)
{
	for (uint32_t i = 0; i < changes->removed_count; ++i)
		tree->fates[changes->removed[i]] = KILN_RANGE_STAYS;
	for (uint32_t i = 0; i < changes->moved_count; ++i)
		tree->fates[changes->moved[i]] = KILN_RANGE_STAYS;
	for (uint32_t i = 0; i < changes->added_count; ++i)
		tree->fates[changes->added[i]] = KILN_RANGE_STAYS;
	for (uint32_t i = 0; i < tree->touched_count; ++i)
		tree->steps[tree->touched[i]] = 0;
	tree->touched_count = 0;
}

void kilni_range_change(
	kiln_range_tree *tree, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	note_all(tree, changes);
	for (uint32_t i = 0; i < changes->removed_count; ++i)
		change_few(tree, &broadphase->boxes[changes->removed[i]], changes->removed[i], NULL);
	for (uint32_t i = 0; i < changes->moved_count; ++i)
	{
		uint32_t proxy = changes->moved[i];
		change_few(tree, &broadphase->boxes[proxy], proxy, &changes->next[proxy]);
	}
	bool full = false;
	for (uint32_t i = 0; i < tree->touched_count; ++i)
	{
		uint32_t node = tree->touched[i];
		if (tree->steps[node] > FEW)
			renew_many(tree, node, changes->next);
		full = full || tree->grown[node] > tree->rooms[node];
	}
	if (full)
		make_room(tree);
	for (uint32_t i = 0; i < changes->moved_count; ++i)
	{
		uint32_t proxy = changes->moved[i];
		arrive(tree, proxy, &broadphase->boxes[proxy], &changes->next[proxy]);
	}
	for (uint32_t i = 0; i < changes->added_count; ++i)
		arrive(tree, changes->added[i], NULL, &changes->next[changes->added[i]]);
	for (uint32_t i = 0; i < tree->touched_count; ++i)
		if (tree->steps[tree->touched[i]] > FEW)
			sort_many(tree, tree->touched[i], broadphase, changes->next);
	forget(tree, changes);
}
