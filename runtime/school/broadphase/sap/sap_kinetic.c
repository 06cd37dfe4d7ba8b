// SPDX-License-Identifier: MIT
#include "sap_kinetic.h"
#include <float.h>
#include <math.h>

/// Kinetic sweep and prune (Coming and Staadt 2006): the ends of boxes that are displaced are linear functions of time,
/// and the lists of ends of each axis are kept sorted from time 0 to 1.
///
/// The lists are sorted by insertion from the order at the end of the last frame, which is nearly the order at the
/// begin of this frame. A sweep of one list gives the pairs at time 0. Each two neighbours then have a certificate:
/// that they keep their order until time 1, or the time at which they pass each other. These times are in a queue, a
/// heap ordered by time, then axis and end. Each event swaps two neighbours and makes certificates with their new
/// neighbours. When a minimum passes below a maximum, two boxes begin to overlap on that axis: they are reported if
/// this is the last axis on which they begin to. The core decides whether they really meet, as for every method.
///
/// Costs: O(n), plus an event of O(log n) for each two ends that pass each other; the sweep at time 0 as in other
/// sorted lists, n^(5/3) for boxes that fill a cube. With more events than ends on an axis, and without displacements,
/// pairs are found from a single list of the boxes around whole ways. That list also serves box and sweep queries,
/// O(boxes that overlap the query on one axis). About 335 bytes a proxy. Weak if many boxes move far in a frame and, as
/// all sweeps, if many overlap on an axis. Its use is for few fast movers, whose ways as boxes would meet too many
/// others.

static size_t lay_out(const kiln_broadphase_options *options, kiln_kinetic *state, void *base)
{
	kiln_room room = {.base = base};
	const size_t ends = 2 * (size_t)options->capacity;
	kiln_room_take(&room, 1, sizeof *state);
	kilni_pruning_place(&state->pruning, &room, 1, options->capacity);
	for (uint32_t i = 0; i < 3; i++)
		state->lists[i] = kiln_room_take(&room, ends, sizeof *state->lists[i]);
	state->ranks = kiln_room_take(&room, 3 * ends, sizeof *state->ranks);
	state->queued = kiln_room_take(&room, 3 * ends, sizeof *state->queued);
	state->queue = kiln_room_take(&room, 3 * ends, sizeof *state->queue);
	state->scratch = state->queue;
	state->listed = kiln_room_take(&room, options->capacity, sizeof *state->listed);
	return room.used;
}

_Static_assert(3 * sizeof(kiln_kinetic_event) >= sizeof(kiln_kinetic_end), "a list has room in the queue's memory");
_Static_assert(6 * sizeof(kiln_kinetic_event) >= sizeof(kiln_pruned_box), "and boxes at time 0 have");

static size_t size_of(const kiln_broadphase_options *options)
{
	kiln_kinetic measured = {0};
	return lay_out(options, &measured, NULL);
}

static void begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_kinetic *state = broadphase->state;
	lay_out(options, state, state);
	state->capacity = options->capacity;
	kilni_pruning_clear(&state->pruning, 1);
}

// --- Update -----------------------------------------------------------------------------------------------------------

static bool holds(const void *owner, uint32_t set, uint32_t proxy)
{
	const kiln_kinetic *state = owner;
	(void)set;
	return state->pruning.first[proxy] == 0;
}

/// The axis along which the middle half of a sample is longest.
static uint32_t choose_axis(const kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	enum
	{
		SAMPLES = 128
	};
	const uint64_t all = (uint64_t)broadphase->live_count + changes->added_count;
	const uint32_t wanted = all < SAMPLES ? (uint32_t)all : SAMPLES;
	double longest = 0;
	uint32_t longest_axis = 0;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		float middles[SAMPLES];
		uint32_t count = 0;
		for (uint32_t i = 0; i < wanted; i++)
		{
			const uint64_t at = i * all / wanted;
			const kiln_aabb *box = at < broadphase->live_count
									   ? &broadphase->boxes[broadphase->live[at]]
									   : &changes->next[changes->added[at - broadphase->live_count]];
			float x = kiln_box_low(box, axis) / 2 + kiln_box_high(box, axis) / 2;
			uint32_t to = count;
			if (!(x >= -FLT_MAX && x <= FLT_MAX))
				continue;
			for (; to > 0 && middles[to - 1] > x; to--)
				middles[to] = middles[to - 1];
			middles[to] = x;
			count++;
		}
		double length = count > 0 ? (double)middles[count - 1 - count / 4] - (double)middles[count / 4] : 0;
		longest_axis = length > longest ? axis : longest_axis;
		longest = length > longest ? length : longest;
	}
	return longest_axis;
}

static void apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	kiln_kinetic *state = broadphase->state;
	kiln_pruning *pruning = &state->pruning;
	const kiln_pruning_rule rule = {.owner = state, .holds = holds};
	const uint32_t count = broadphase->live_count + changes->added_count;
	const uint32_t set = 0;
	kilni_pruning_begin(pruning, changes);
	if (count / 2 > state->laid_count || state->laid_count / 4 > count)
	{
		pruning->sets[set].axis = (uint8_t)choose_axis(broadphase, changes);
		state->laid_count = count;
	}
	kiln_pruning_touch(pruning, set);
	// A proxy that is removed may be in another set than the current one.
	for (uint32_t i = 0; i < changes->removed_count; i++)
		pruning->first[changes->removed[i]] = 1;
	if (changes->removed_count > 0)
		kiln_pruning_leave(pruning, set);
	kilni_pruning_expel(pruning, &rule);
	for (uint32_t i = 0; i < changes->added_count; i++)
	{
		pruning->first[changes->added[i]] = 0;
		kilni_pruning_reserve(pruning, &set, 1);
	}
	kilni_pruning_make_room(pruning);
	for (uint32_t i = 0; i < changes->added_count; i++)
		kilni_pruning_put(pruning, set, changes->added[i]);
	kilni_pruning_settle(pruning, changes->next, broadphase->boxes);
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// The boxes at time 0, in the order of a list.
static kiln_pruned_box *boxes_at_start(kiln_broadphase *broadphase, uint32_t axis, uint32_t *count)
{
	kiln_kinetic *state = broadphase->state;
	kiln_pruned_box *boxes = state->scratch;
	*count = 0;
	for (uint32_t i = 0; i < state->count; i++)
	{
		uint32_t end = state->lists[axis][i].end, proxy = end / 2;
		if (end & 1)
			continue;
		kiln_pruned_box *box = &boxes[(*count)++];
		*box = (kiln_pruned_box){.proxy = proxy, .stamp = state->pruning.stamps[proxy]};
		for (uint32_t j = 0; j < 3; j++)
		{
			kiln_kinetic_span span = kilni_kinetic_span_of(broadphase, proxy, j);
			box->min[j] = span.min;
			box->max[j] = span.max;
		}
	}
	return boxes;
}

static void find(kiln_broadphase *broadphase, bool fresh, kiln_pair_sink *sink)
{
	kiln_kinetic *state = broadphase->state;
	kiln_pruning *pruning = &state->pruning;
	const kiln_pruning_rule rule = {.owner = state, .holds = holds};
	const uint32_t set = 0;
	bool moves = false;
	for (uint32_t i = 0; i < broadphase->live_count && !moves; i++)
		moves = (broadphase->flags[broadphase->live[i]] & KILN_PROXY_SWEPT) != 0;
	if (!moves || !kilni_kinetic_begin(broadphase))
	{
		if (fresh)
			kilni_pruning_fresh(pruning, set, &rule, sink);
		else
			kilni_pruning_all(pruning, set, &rule, sink);
		return;
	}
	uint32_t count;
	const kiln_pruned_box *boxes = boxes_at_start(broadphase, pruning->sets[set].axis, &count);
	const kiln_pruned_list list = {.boxes = boxes, .count = count, .axis = pruning->sets[set].axis};
	if (fresh)
		kilni_pruning_sweep_fresh(pruning, &list, sink);
	else
		kilni_pruning_sweep_all(&list, sink);
	kilni_kinetic_run(broadphase, sink);
}

static void find_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	find(broadphase, false, sink);
}

static void find_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	find(broadphase, true, sink);
}

// --- Queries ----------------------------------------------------------------------------------------------------------

static void find_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_kinetic *state = broadphase->state;
	kilni_pruning_box(&state->pruning, 0, box, NULL, NULL, found, user);
}

static void find_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_kinetic *state = broadphase->state;
	kilni_pruning_sweep(&state->pruning, 0, sweep, found, user);
}

const kiln_broadphase_method kiln_broadphase_sap_kinetic = {
	.name = "sap-kinetic",
	.size = size_of,
	.begin = begin,
	.apply = apply,
	.fresh = find_fresh,
	.all = find_all,
	.box = find_box,
	.sweep = find_sweep,
	.fresh_is_complete = true,
};
