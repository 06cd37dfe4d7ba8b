// SPDX-License-Identifier: MIT
#include "math/rounding.h"
#include "sap_kinetic.h"

/// The lists of kinetic sweep and prune, and the queue of their events.

/// The number of passes allowed per end in a list.
#define PASSES_AN_END 1u

/// PASSES_AN_END for sorting at time 0; merging costs about as much as this many.
#define SORT_PASSES_AN_END 8u

/// Covers rounding, both here and in the test that decides.
#define SHARE 0x1p-48

static double size_of(double x)
{
	return x < 0 ? -x : x;
}

static float way_along(const kiln_broadphase *broadphase, uint32_t proxy, uint32_t axis)
{
	const kiln_vec3 *way = &broadphase->ways[proxy];
	return axis == 0 ? way->x : axis == 1 ? way->y : way->z;
}

kiln_kinetic_span kilni_kinetic_span_of(const kiln_broadphase *broadphase, uint32_t proxy, uint32_t axis)
{
	const kiln_aabb *box = &broadphase->boxes[proxy];
	const double way = (double)way_along(broadphase, proxy, axis);
	kiln_kinetic_span span = {.min = kiln_box_low(box, axis), .max = kiln_box_high(box, axis)};
	// An infinite end stays in place. An end that only the displacement made infinite is beyond all numbers only at
	// time 1.
	if (way < 0 && span.min >= -FLT_MAX)
	{
		double slack = SHARE * (size_of((double)span.min) + size_of(way)), back = (double)span.min - way - slack;
		span.min = back < -(double)FLT_MAX ? -HUGE_VALF : back > (double)span.max ? span.max : kiln_float_down(back);
	}
	if (way > 0 && span.max <= FLT_MAX)
	{
		double slack = SHARE * (size_of((double)span.max) + size_of(way)), back = (double)span.max - way + slack;
		span.max = back > (double)FLT_MAX ? HUGE_VALF : back < (double)span.min ? span.min : kiln_float_up(back);
	}
	span.later_min = (double)span.min;
	span.later_max = (double)span.max;
	if (way != 0)
	{
		span.later_min += way - SHARE * (size_of(span.later_min) + size_of(way));
		span.later_max += way + SHARE * (size_of(span.later_max) + size_of(way));
	}
	return span;
}

/// The order at time 0 or 1. At equal places minima come first, because touching is overlap, then the index decides.
static inline bool is_before(const kiln_kinetic_end *a, const kiln_kinetic_end *b, uint32_t time)
{
	if (a->at[time] != b->at[time])
		return a->at[time] < b->at[time];
	uint32_t a_is_max = a->end & 1, b_is_max = b->end & 1;
	return a_is_max != b_is_max ? a_is_max < b_is_max : a->end < b->end;
}

// --- Order ------------------------------------------------------------------------------------------------------------

/// Sorts by insertion; returns false if this takes more than `passes`, with all ends still in the list.
static bool insertion_sort(kiln_kinetic_end *list, uint32_t count, uint32_t time, uint64_t passes)
{
	for (uint32_t i = 1; i < count; i++)
	{
		if (!is_before(&list[i], &list[i - 1], time))
			continue;
		kiln_kinetic_end moved = list[i];
		uint32_t to = i;
		for (; to > 0 && passes > 0 && is_before(&moved, &list[to - 1], time); to--, passes--)
			list[to] = list[to - 1];
		list[to] = moved;
		if (passes == 0)
			return false;
	}
	return true;
}

/// Merges runs of growing length, alternating between two arrays.
static void merge_sort(kiln_kinetic_end *list, kiln_kinetic_end *scratch, uint32_t count)
{
	kiln_kinetic_end *from = list, *to = scratch;
	for (uint64_t run = 1; run < count; run *= 2)
	{
		for (uint64_t begin = 0; begin < count; begin += 2 * run)
		{
			uint64_t middle = begin + run < count ? begin + run : count;
			uint64_t end = begin + 2 * run < count ? begin + 2 * run : count;
			for (uint64_t i = begin, j = middle, out = begin; out < end; out++)
				to[out] = j == end || (i < middle && !is_before(&from[j], &from[i], 0)) ? from[i++] : from[j++];
		}
		kiln_kinetic_end *swapped = from;
		from = to;
		to = swapped;
	}
	for (uint32_t i = 0; i < count && from != list; i++)
		list[i] = from[i];
}

/// Drops ends of removed proxies, and appends those of new ones.
static void renew_lists(kiln_broadphase *broadphase)
{
	kiln_kinetic *state = broadphase->state;
	uint32_t kept = 0;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		kept = 0;
		for (uint32_t i = 0; i < state->count; i++)
			if (broadphase->flags[state->lists[axis][i].end / 2] & KILN_PROXY_LIVE)
				state->lists[axis][kept++].end = state->lists[axis][i].end;
	}
	for (uint32_t i = 0; i < broadphase->end; i++)
		state->listed[i] &= broadphase->flags[i] & KILN_PROXY_LIVE;
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		uint32_t proxy = broadphase->live[i];
		if (state->listed[proxy])
			continue;
		state->listed[proxy] = KILN_PROXY_LIVE;
		for (uint32_t axis = 0; axis < 3; axis++)
		{
			state->lists[axis][kept].end = 2 * proxy;
			state->lists[axis][kept + 1].end = 2 * proxy + 1;
		}
		kept += 2;
	}
	state->count = kept;
}

/// Whether at most as many ends pass each other until time 1 as the queue can hold, determined by sorting a copy.
static bool few_pass(const kiln_kinetic *state, uint32_t axis)
{
	kiln_kinetic_end *copy = state->scratch;
	for (uint32_t i = 0; i < state->count; i++)
		copy[i] = state->lists[axis][i];
	return insertion_sort(copy, state->count, 1, PASSES_AN_END * (uint64_t)state->count + 64);
}

bool kilni_kinetic_begin(kiln_broadphase *broadphase)
{
	kiln_kinetic *state = broadphase->state;
	renew_lists(broadphase);
	bool few = true;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		kiln_kinetic_end *list = state->lists[axis];
		state->moves[axis] = false;
		for (uint32_t i = 0; i < state->count; i++)
		{
			kiln_kinetic_span span = kilni_kinetic_span_of(broadphase, list[i].end / 2, axis);
			list[i].at[0] = (double)(list[i].end & 1 ? span.max : span.min);
			list[i].at[1] = list[i].end & 1 ? span.later_max : span.later_min;
			state->moves[axis] |= list[i].at[0] != list[i].at[1];
		}
		if (!insertion_sort(list, state->count, 0, SORT_PASSES_AN_END * (uint64_t)state->count + 64))
			merge_sort(list, state->scratch, state->count);
		few = few && (!state->moves[axis] || few_pass(state, axis));
	}
	return few;
}

// --- The queue --------------------------------------------------------------------------------------------------------

static bool is_sooner(const kiln_kinetic_event *a, const kiln_kinetic_event *b)
{
	return a->time != b->time ? a->time < b->time : a->key < b->key;
}

static void put_at(kiln_kinetic *state, uint32_t place, kiln_kinetic_event event)
{
	state->queue[place] = event;
	state->queued[event.key] = place;
}

/// Moves an event to its place in the heap, up or down from `place`.
static void sift(kiln_kinetic *state, uint32_t place, kiln_kinetic_event event)
{
	for (; place > 0 && is_sooner(&event, &state->queue[(place - 1) / 2]); place = (place - 1) / 2)
		put_at(state, place, state->queue[(place - 1) / 2]);
	for (uint32_t child; (child = 2 * place + 1) < state->queue_count; place = child)
	{
		if (child + 1 < state->queue_count && is_sooner(&state->queue[child + 1], &state->queue[child]))
			child++;
		if (!is_sooner(&state->queue[child], &event))
			break;
		put_at(state, place, state->queue[child]);
	}
	put_at(state, place, event);
}

static void take_out(kiln_kinetic *state, uint32_t key)
{
	uint32_t place = state->queued[key];
	if (place == UINT32_MAX)
		return;
	state->queued[key] = UINT32_MAX;
	kiln_kinetic_event last = state->queue[--state->queue_count];
	if (place < state->queue_count)
		sift(state, place, last);
}

/// The certificate of an end and its neighbour: adds an event if they do not keep their order until time 1.
static void certify(kiln_kinetic *state, uint32_t axis, uint32_t rank)
{
	if (rank + 1 >= state->count)
		return;
	const kiln_kinetic_end *a = &state->lists[axis][rank], *b = a + 1;
	uint32_t key = axis * 2 * state->capacity + a->end;
	take_out(state, key);
	if (!is_before(b, a, 1))
		return;
	double gap = b->at[0] - a->at[0], passed = a->at[1] - b->at[1];
	// Two ends that start at one place and end at one place keep their order.
	kiln_kinetic_event event = {.time = gap > 0 ? gap / (gap + passed) : 0, .key = key};
	sift(state, state->queue_count++, event);
}

/// The time at which two boxes begin to overlap on an axis: 0, up to 1, or 2 for never.
static double begins(const kiln_broadphase *broadphase, uint32_t a, uint32_t b, uint32_t axis)
{
	kiln_kinetic_span low = kilni_kinetic_span_of(broadphase, a, axis),
					  high = kilni_kinetic_span_of(broadphase, b, axis);
	if (low.min > high.max)
	{
		kiln_kinetic_span swapped = low;
		low = high;
		high = swapped;
	}
	if (low.max >= high.min)
		return 0;
	double gap = (double)high.min - (double)low.max, passed = low.later_max - high.later_min;
	return passed >= 0 ? gap / (gap + passed) : 2;
}

/// Two boxes begin to overlap on an axis. They are reported if this is the last axis on which they begin to. The last
/// axis is computed from the boxes' own numbers, independently of the order of events: so rounding of that order
/// neither loses a pair nor reports it twice.
static void begin_overlap(
	const kiln_broadphase *broadphase, uint32_t a, uint32_t b, uint32_t axis, kiln_pair_sink *sink)
{
	double last = 0;
	uint32_t last_axis = 0;
	for (uint32_t i = 0; i < 3; i++)
	{
		double time = begins(broadphase, a, b, i);
		if (time > 1)
			return;
		if (time > last)
		{
			last = time;
			last_axis = i;
		}
	}
	// Moving ends are rounded, so that those of boxes that are barely apart may pass each other.
	if (last_axis == axis && kiln_boxes_overlap(&broadphase->boxes[a], &broadphase->boxes[b]))
		kilni_sink_pair(sink, a, b);
}

static void swap_neighbours(kiln_kinetic *state, uint32_t axis, uint32_t rank)
{
	kiln_kinetic_end *list = state->lists[axis], moved = list[rank];
	uint32_t *ranks = state->ranks + axis * 2 * (size_t)state->capacity;
	list[rank] = list[rank + 1];
	list[rank + 1] = moved;
	ranks[list[rank].end] = rank;
	ranks[list[rank + 1].end] = rank + 1;
	if (rank > 0)
		certify(state, axis, rank - 1);
	certify(state, axis, rank);
	certify(state, axis, rank + 1);
}

void kilni_kinetic_run(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	kiln_kinetic *state = broadphase->state;
	const uint32_t ends = 2 * state->capacity;
	state->queue_count = 0;
	for (uint32_t axis = 0; axis < 3; axis++)
		for (uint32_t i = 0; i < state->count && state->moves[axis]; i++)
		{
			state->queued[axis * ends + state->lists[axis][i].end] = UINT32_MAX;
			state->ranks[axis * (size_t)ends + state->lists[axis][i].end] = i;
		}
	for (uint32_t axis = 0; axis < 3; axis++)
		for (uint32_t i = 0; i < state->count && state->moves[axis]; i++)
			certify(state, axis, i);
	// Each two ends pass each other at most once: those whose order at time 1 differs from that at time 0.
	while (state->queue_count > 0 && !sink->ended)
	{
		uint32_t key = state->queue[0].key, axis = key / ends, rank = state->ranks[key];
		uint32_t a = state->lists[axis][rank].end, b = state->lists[axis][rank + 1].end;
		take_out(state, key);
		swap_neighbours(state, axis, rank);
		if ((a & 1) && !(b & 1))
			begin_overlap(broadphase, a / 2, b / 2, axis, sink);
	}
}
