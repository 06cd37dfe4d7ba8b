// SPDX-License-Identifier: MIT
#include "sap_linked.h"

/// Sweep and prune with linked lists (Baraff 1992; Cohen et al. 1995; Ericson 2005, 7.5.1): the ends of all boxes on
/// each axis in a doubly linked list, kept in order by insertion. Where a lower end passes an upper end, two boxes
/// begin to overlap on an axis; they are tested on all, and reported if they overlap.
///
/// Update: the swaps, as in sap_array.c, but each at a random place in memory. A box that moves alone is found without
/// a search. If it moves far, it walks to its place from the nearest of up to 1024 fences in each list; so does an
/// added box. If more than 1 box in 16 is new, all ends are sorted by digits (radix) and linked again, so that 100 k
/// boxes added at once cost one sort; likewise beyond 8 swaps per end. A removed box is unlinked. All pairs:
/// sap_prune.h. Queries walk from a fence on: they visit up to 2 n / 1000 ends more than in arrays (sap_arrays.h), each
/// a cache miss. 220 bytes a proxy. Weak where sap_array.c is, and everywhere slow in memory: its use is for few boxes,
/// and for few changes among many.

#define FENCES 1024u
/// If this many times fewer boxes move than exist, each walks by itself; else one pass visits the list.
#define MOVING_ALONE 4u
/// The limit of swaps on an axis, per end and update: each is a cache miss.
#define SWAPS 8u
/// An end that moves alone past more fences than this leaves the list and is added again.
#define FAR 8u

static size_t place(kiln_sap_linked *linked, const kiln_broadphase_options *options, uint8_t *base)
{
	kiln_room room = {.base = base};
	const uint32_t capacity = options->capacity;
	kiln_room_take(&room, 1, sizeof *linked);
	kilni_sap_place(&linked->sap, &room, capacity);
	linked->capacity = capacity;
	linked->fences = capacity / 16 + 2 < FENCES ? capacity / 16 + 2 : FENCES;
	for (int axis = 0; axis < 3; axis++)
		linked->nodes[axis] = kiln_room_take(&room, (size_t)capacity + linked->fences, 2 * sizeof *linked->nodes[axis]);
	linked->batch = kiln_room_take(&room, capacity, 2 * sizeof *linked->batch);
	linked->spare = kiln_room_take(&room, capacity, 2 * sizeof *linked->spare);
	kilni_sap_reaches_place(&linked->reaches, &room, capacity);
	return room.used;
}

static size_t size(const kiln_broadphase_options *options)
{
	kiln_sap_linked linked = {0};
	return place(&linked, options, NULL);
}

// --- Lists ------------------------------------------------------------------------------------------------------------

static inline void link_after(kiln_sap_node *nodes, uint32_t node, uint32_t previous)
{
	const uint32_t next = nodes[previous].next;
	nodes[node].previous = previous;
	nodes[node].next = next;
	nodes[previous].next = nodes[next].previous = node;
}

static inline void unlink_node(kiln_sap_node *nodes, uint32_t node)
{
	nodes[nodes[node].previous].next = nodes[node].next;
	nodes[nodes[node].next].previous = nodes[node].previous;
}

uint32_t kilni_sap_fence_before(const kiln_sap_linked *linked, uint32_t axis, kiln_sap_end end)
{
	uint32_t first = 0, count = linked->fences - 1;
	while (count > 1)
	{
		const uint32_t half = count / 2;
		const bool before = linked->nodes[axis][kiln_sap_fence(linked, first + half)].end < end;
		first = before ? first + half : first;
		count = before ? count - half : half;
	}
	return first;
}

static inline uint32_t append(kiln_sap_node *nodes, uint32_t tail, uint32_t node, kiln_sap_end end)
{
	nodes[node].end = end;
	nodes[node].previous = tail;
	nodes[tail].next = node;
	return node;
}

/// Links sorted ends, with fences at equal distances among them, which get the keys of the ends there.
static void link_all(kiln_sap_linked *linked, uint32_t axis, const kiln_sap_end *ends, uint32_t count)
{
	kiln_sap_node *nodes = linked->nodes[axis];
	const uint32_t last = linked->fences - 1, first = kiln_sap_fence(linked, 0);
	nodes[first].end = linked->capacity;
	uint32_t tail = first, number = 1;
	for (uint32_t i = 0; i <= count; i++)
	{
		for (; number < last; number++)
		{
			const uint64_t key = count > 0 ? ends[(uint64_t)number * count / last] >> 32 : kiln_sap_key(0);
			const kiln_sap_end end = key << 32 | (linked->capacity + number);
			if (i < count && ends[i] < end)
				break;
			tail = append(nodes, tail, kiln_sap_fence(linked, number), end);
		}
		if (i < count)
			tail = append(nodes, tail, kiln_sap_node_of(ends[i]), ends[i]);
	}
	append(nodes, tail, kiln_sap_fence(linked, last), UINT64_MAX);
}

/// Sorts the ends of all remaining and new boxes again.
static void sort_all(
	kiln_sap_linked *linked, uint32_t axis, const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	const kiln_sap *sap = &linked->sap;
	uint32_t count = 0;
	for (uint32_t i = 0; i < broadphase->live_count + changes->added_count; i++)
	{
		const uint32_t index =
			i < broadphase->live_count ? broadphase->live[i] : changes->added[i - broadphase->live_count];
		if (!(sap->marks[index] & KILN_SAP_REMOVED))
		{
			const kiln_aabb *box = kiln_sap_final(sap, index);
			linked->batch[count++] = kiln_sap_lower(box, axis, index);
			linked->batch[count++] = kiln_sap_upper(box, axis, index);
		}
	}
	kilni_sap_sort(linked->batch, count, linked->spare);
	link_all(linked, axis, linked->batch, count);
}

/// Places the fences again in a sorted list.
static void fence_again(kiln_sap_linked *linked, uint32_t axis)
{
	const kiln_sap_node *nodes = linked->nodes[axis];
	const uint32_t last = kiln_sap_fence(linked, linked->fences - 1);
	uint32_t count = 0;
	for (uint32_t node = nodes[kiln_sap_fence(linked, 0)].next; node != last; node = nodes[node].next)
	{
		linked->batch[count] = nodes[node].end;
		count += kiln_sap_index(nodes[node].end) < linked->capacity;
	}
	link_all(linked, axis, linked->batch, count);
}

/// Links an end that is greater than the end of node `after`; returns its node.
static uint32_t add_behind(kiln_sap_linked *linked, uint32_t axis, uint32_t after, kiln_sap_end end)
{
	kiln_sap_node *nodes = linked->nodes[axis];
	const uint32_t fence = kiln_sap_fence(linked, kilni_sap_fence_before(linked, axis, end));
	after = nodes[fence].end > nodes[after].end ? fence : after;
	while (nodes[nodes[after].next].end < end)
		after = nodes[after].next;
	const uint32_t node = kiln_sap_node_of(end);
	nodes[node].end = end;
	link_after(nodes, node, after);
	return node;
}

/// Links the ends of new boxes in their order, each from the last one on: many ends at one place are passed once.
static void add_all(kiln_sap_linked *linked, uint32_t axis, const kiln_broadphase_changes *changes)
{
	uint32_t after = kiln_sap_fence(linked, 0);
	kilni_sap_batch_of(linked->batch, changes->next, axis, changes->added, changes->added_count, linked->spare);
	for (uint32_t i = 0; i < 2 * changes->added_count; i++)
		after = add_behind(linked, axis, after, linked->batch[i]);
}

// --- Insertion --------------------------------------------------------------------------------------------------------

/// Moves an end or fence down to its place, and stores the pairs that it meets. Returns false if swaps run out.
static bool walk_down(kiln_sap_linked *linked, uint32_t axis, uint32_t node)
{
	kiln_sap *sap = &linked->sap;
	kiln_sap_node *nodes = linked->nodes[axis];
	const kiln_sap_end end = nodes[node].end;
	const uint32_t index = kiln_sap_index(end);
	const bool notes = !kiln_sap_is_upper(end) && index < linked->capacity && !sap->lost;
	const kiln_aabb box = notes ? *kiln_sap_final(sap, index) : (kiln_aabb){0};
	uint32_t after = nodes[node].previous;
	unlink_node(nodes, node);
	for (; nodes[after].end > end && sap->swaps > 0; after = nodes[after].previous, sap->swaps--)
		if (notes && kiln_sap_is_upper(nodes[after].end))
			kiln_sap_note(sap, &box, index, kiln_sap_index(nodes[after].end));
	link_after(nodes, node, after);
	return nodes[after].end < end;
}

/// walk_down in the opposite direction. The last fence is an upper end, too.
static bool walk_up(kiln_sap_linked *linked, uint32_t axis, uint32_t node)
{
	kiln_sap *sap = &linked->sap;
	kiln_sap_node *nodes = linked->nodes[axis];
	const kiln_sap_end end = nodes[node].end;
	const uint32_t index = kiln_sap_index(end);
	const bool notes = kiln_sap_is_upper(end) && !sap->lost;
	const kiln_aabb box = *kiln_sap_final(sap, index);
	uint32_t before = nodes[node].next;
	unlink_node(nodes, node);
	for (; nodes[before].end < end && sap->swaps > 0; before = nodes[before].next, sap->swaps--)
	{
		const uint32_t other = kiln_sap_index(nodes[before].end);
		if (notes && !kiln_sap_is_upper(nodes[before].end) && other < linked->capacity)
			kiln_sap_note(sap, &box, index, other);
	}
	link_after(nodes, node, nodes[before].previous);
	return nodes[before].end > end;
}

/// The leading end moves first, so that a box is never inverted.
static bool move_alone(kiln_sap_linked *linked, uint32_t axis, uint32_t index)
{
	const kiln_aabb *next = &linked->sap.next[index];
	kiln_sap_node *nodes = linked->nodes[axis];
	const uint32_t first = kiln_sap_upper(next, axis, index) > nodes[2 * index + 1].end;
	for (uint32_t i = 0; i < 2; i++)
	{
		const uint32_t node = 2 * index + (first ^ i);
		const kiln_sap_end old = nodes[node].end, end = kiln_sap_end_of(next, axis, index, first ^ i);
		const uint32_t from = kilni_sap_fence_before(linked, axis, old), to = kilni_sap_fence_before(linked, axis, end);
		if (from > to + FAR || to > from + FAR)
		{
			kilni_sap_set_apart(&linked->sap, index);
			unlink_node(nodes, node);
			add_behind(linked, axis, kiln_sap_fence(linked, 0), end);
			continue;
		}
		nodes[node].end = end;
		if ((end < old && !walk_down(linked, axis, node)) || (end > old && !walk_up(linked, axis, node)))
			return false;
	}
	return true;
}

/// Sorts by swaps, after ends have got new values.
static bool settle(kiln_sap_linked *linked, uint32_t axis)
{
	kiln_sap_node *nodes = linked->nodes[axis];
	const uint32_t last = kiln_sap_fence(linked, linked->fences - 1);
	uint32_t next = 0;
	for (uint32_t node = nodes[kiln_sap_fence(linked, 0)].next; node != last; node = next)
	{
		next = nodes[node].next;
		if (nodes[nodes[node].previous].end > nodes[node].end && !walk_down(linked, axis, node))
			return false;
	}
	return true;
}

/// Returns false if swaps run out: then all ends must be sorted.
static bool move(kiln_sap_linked *linked, uint32_t axis, const kiln_broadphase_changes *changes, uint32_t count)
{
	kiln_sap_node *nodes = linked->nodes[axis];
	linked->sap.swaps = (uint64_t)SWAPS * 2 * count;
	const bool alone = changes->moved_count < count / MOVING_ALONE;
	for (uint32_t i = 0; i < changes->moved_count; i++)
	{
		const uint32_t index = changes->moved[i];
		if (!alone)
		{
			nodes[2 * index].end = kiln_sap_lower(&changes->next[index], axis, index);
			nodes[2 * index + 1].end = kiln_sap_upper(&changes->next[index], axis, index);
		}
		else if (!move_alone(linked, axis, index))
		{
			return false;
		}
	}
	return alone || changes->moved_count == 0 || settle(linked, axis);
}

// --- Updates ----------------------------------------------------------------------------------------------------------

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_sap_linked *linked = broadphase->state;
	kilni_sap_start(&linked->sap, broadphase, changes);
	const uint32_t stay = broadphase->live_count - changes->removed_count, count = stay + changes->added_count;
	linked->changes += changes->moved_count + changes->added_count + changes->removed_count;
	const bool many = changes->added_count > count / 16;
	const bool fences = linked->changes > 16 * (uint64_t)count + 64 || count > 2 * (uint64_t)linked->fenced;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		for (uint32_t i = 0; i < changes->removed_count; i++)
		{
			unlink_node(linked->nodes[axis], 2 * changes->removed[i]);
			unlink_node(linked->nodes[axis], 2 * changes->removed[i] + 1);
		}
		const bool moved = move(linked, axis, changes, stay);
		linked->sap.lost |= !moved;
		if (!moved || many)
		{
			sort_all(linked, axis, broadphase, changes);
			continue;
		}
		add_all(linked, axis, changes);
		if (fences)
			fence_again(linked, axis);
	}
	if (fences || many)
	{
		linked->fenced = count;
		linked->changes = 0;
	}
	kilni_sap_reaches_update(&linked->reaches, &linked->sap, broadphase, changes);
}

static uint32_t stream(const void *state, uint32_t axis, uint64_t *cursor, uint32_t *ends, uint32_t capacity)
{
	const kiln_sap_linked *linked = state;
	const kiln_sap_node *nodes = linked->nodes[axis];
	const uint32_t last = kiln_sap_fence(linked, linked->fences - 1);
	// The node behind which to continue, + 1.
	uint32_t node = nodes[*cursor > 0 ? (uint32_t)*cursor - 1 : kiln_sap_fence(linked, 0)].next, count = 0;
	for (; node != last && count < capacity; node = nodes[node].next)
	{
		ends[count] = (uint32_t)nodes[node].end;
		count += kiln_sap_index(nodes[node].end) < linked->capacity;
	}
	*cursor = (uint64_t)nodes[node].previous + 1;
	return count;
}

static void begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_sap_linked *linked = broadphase->state;
	place(linked, options, broadphase->state);
	linked->sap.stream = stream;
	for (uint32_t axis = 0; axis < 3; axis++)
		link_all(linked, axis, NULL, 0);
}

const kiln_broadphase_method kiln_broadphase_sap_linked = {
	.name = "sap-linked",
	.size = size,
	.begin = begin,
	.apply = apply,
	.fresh = kilni_sap_fresh,
	.all = kilni_sap_all,
	.box = kilni_sap_linked_box,
	.sweep = kilni_sap_linked_sweep,
};
