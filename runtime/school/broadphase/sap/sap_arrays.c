// SPDX-License-Identifier: MIT
#include "sap_arrays.h"

static size_t place(kiln_sap_arrays *arrays, const kiln_broadphase_options *options, uint8_t *base)
{
	kiln_room room = {.base = base};
	kiln_room_take(&room, 1, sizeof *arrays);
	kilni_sap_place(&arrays->sap, &room, options->capacity);
	for (int axis = 0; axis < 3; axis++)
		arrays->ends[axis] = kiln_room_take(&room, options->capacity, 2 * sizeof *arrays->ends[axis]);
	arrays->batch = kiln_room_take(&room, options->capacity, 2 * sizeof *arrays->batch);
	arrays->other = kiln_room_take(&room, options->capacity, 2 * sizeof *arrays->other);
	arrays->spare = kiln_room_take(&room, options->capacity, 2 * sizeof *arrays->spare);
	kilni_sap_reaches_place(&arrays->reaches, &room, options->capacity);
	return room.used;
}

size_t kilni_sap_arrays_size(const kiln_broadphase_options *options)
{
	kiln_sap_arrays arrays = {0};
	return place(&arrays, options, NULL);
}

static uint32_t stream(const void *state, uint32_t axis, uint64_t *cursor, uint32_t *ends, uint32_t capacity)
{
	const kiln_sap_arrays *arrays = state;
	const kiln_sap_end *from = arrays->ends[axis] + *cursor;
	const uint32_t left = arrays->count - (uint32_t)*cursor, count = left < capacity ? left : capacity;
	for (uint32_t i = 0; i < count; i++)
		ends[i] = (uint32_t)from[i];
	*cursor += count;
	return count;
}

void kilni_sap_arrays_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	kiln_sap_arrays *arrays = broadphase->state;
	place(arrays, options, broadphase->state);
	arrays->sap.stream = stream;
}

void kilni_sap_arrays_apply(
	kiln_broadphase *broadphase, const kiln_broadphase_changes *changes, kiln_sap_arrays_move *move)
{
	kiln_sap_arrays *arrays = broadphase->state;
	kilni_sap_start(&arrays->sap, broadphase, changes);
	const uint32_t gone = 2 * changes->removed_count, come = 2 * changes->added_count;
	for (uint32_t axis = 0; axis < 3; axis++)
	{
		kiln_sap_end *ends = arrays->ends[axis];
		kilni_sap_batch_of(
			arrays->batch, broadphase->boxes, axis, changes->removed, changes->removed_count, arrays->spare);
		kilni_sap_take_out(ends, arrays->count, arrays->batch, gone);
		const uint32_t count = arrays->count - gone;
		move(arrays, axis, count, changes);
		kilni_sap_batch_of(arrays->batch, changes->next, axis, changes->added, changes->added_count, arrays->spare);
		kilni_sap_merge_in(ends, count, arrays->batch, come);
	}
	arrays->count += come - gone;
	kilni_sap_reaches_update(&arrays->reaches, &arrays->sap, broadphase, changes);
}

/// The number of ends in a stretch of an axis: from the returned one on, up to `last`.
static uint32_t ends_in(const kiln_sap_arrays *arrays, uint32_t axis, kiln_sap_stretch stretch, uint32_t *last)
{
	const kiln_sap_end *ends = arrays->ends[axis];
	const uint32_t first = kilni_sap_find(ends, arrays->count, (uint64_t)stretch.first << 32);
	*last = first + kilni_sap_find(ends + first, arrays->count - first, (uint64_t)stretch.last << 32 | KILN_SAP_UPPER);
	return first;
}

/// The ends that a query visits.
typedef struct looked_at
{
	uint32_t axis, first, last;
} looked_at;

/// The ends on the axis with the fewest, among the ends that a query covers on each axis.
static looked_at fewest(const kiln_sap_arrays *arrays, const kiln_sap_stretch queried[3])
{
	looked_at best = {0};
	uint32_t least = UINT32_MAX;
	for (uint32_t i = 0; i < 3; i++)
	{
		uint32_t to = 0;
		const uint32_t from = ends_in(arrays, i, queried[i], &to);
		const uint32_t cost = to - from + arrays->reaches.axes[i].wide_count;
		if (cost < least)
		{
			least = cost;
			best = (looked_at){.axis = i, .first = from, .last = to};
		}
	}
	return best;
}

void kilni_sap_arrays_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_sap_arrays *arrays = broadphase->state;
	kiln_sap_stretch queried[3];
	for (uint32_t i = 0; i < 3; i++)
		queried[i] = kilni_sap_stretch_of_box(&arrays->reaches, box, i);
	const looked_at at = fewest(arrays, queried);
	if (!kilni_sap_wide_box(&arrays->reaches, broadphase, at.axis, box, found, user))
		return;
	const kiln_sap_end *ends = arrays->ends[at.axis];
	for (uint32_t i = at.first; i < at.last; i++)
	{
		const uint32_t index = kiln_sap_index(ends[i]);
		if (!kiln_sap_is_upper(ends[i]) && kiln_boxes_overlap(box, &broadphase->boxes[index]) &&
			!kiln_sap_is_wide(&arrays->reaches, at.axis, index) && !found(user, index))
			return;
	}
}

/// Visits one lower end. A hit may shorten the sweep: then ends beyond it are not visited. Returns false to end the
/// query.
static bool look_at(const kiln_broadphase *broadphase, uint32_t axis, kiln_sap_end end, kiln_sap_stretch *stretch,
	kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_sap_arrays *arrays = broadphase->state;
	const uint32_t index = kiln_sap_index(end), key = (uint32_t)(end >> 32);
	if (key < stretch->first || key > stretch->last)
		return false;
	double t = 0;
	if (kiln_sap_is_upper(end) || !kilni_sweep_meets(sweep, &broadphase->boxes[index], &t) ||
		kiln_sap_is_wide(&arrays->reaches, axis, index))
		return true;
	const double before = sweep->t_max;
	if (!found(user, sweep, index, t))
		return false;
	if (sweep->t_max < before)
		*stretch = kilni_sap_stretch_of_sweep(&arrays->reaches, sweep, axis);
	return true;
}

void kilni_sap_arrays_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_sap_arrays *arrays = broadphase->state;
	kiln_sap_stretch queried[3];
	for (uint32_t i = 0; i < 3; i++)
		queried[i] = kilni_sap_stretch_of_sweep(&arrays->reaches, sweep, i);
	const looked_at at = fewest(arrays, queried);
	if (!kilni_sap_wide_sweep(&arrays->reaches, broadphase, at.axis, sweep, found, user))
		return;
	kiln_sap_stretch stretch = kilni_sap_stretch_of_sweep(&arrays->reaches, sweep, at.axis);
	const bool back = sweep->way[at.axis] < 0;
	for (uint32_t i = at.first; i < at.last; i++)
		if (!look_at(broadphase, at.axis, arrays->ends[at.axis][back ? at.last - 1 - (i - at.first) : i], &stretch,
				sweep, found, user))
			return;
}
