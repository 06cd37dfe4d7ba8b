// SPDX-License-Identifier: MIT
#include "sap_linked.h"

/// The axis on which a query visits the fewest ends, estimated from the fences, and the fences around its stretch.
typedef struct sap_choice
{
	kiln_sap_stretch stretch;
	uint32_t axis;
	uint32_t first, last; ///< fences
} sap_choice;

static void consider(
	const kiln_sap_linked *linked, uint32_t axis, kiln_sap_stretch stretch, uint64_t *least, sap_choice *choice)
{
	const uint32_t first = kilni_sap_fence_before(linked, axis, (uint64_t)stretch.first << 32);
	const uint32_t last = kilni_sap_fence_before(linked, axis, (uint64_t)stretch.last << 32 | KILN_SAP_UPPER) + 1;
	const uint64_t ends = 2 * (uint64_t)linked->fenced;
	const uint64_t cost = (last - first) * ends / linked->fences + linked->reaches.axes[axis].wide_count;
	if (cost < *least)
	{
		*least = cost;
		*choice = (sap_choice){.stretch = stretch, .axis = axis, .first = first, .last = last};
	}
}

void kilni_sap_linked_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_sap_linked *linked = broadphase->state;
	sap_choice choice = {0};
	uint64_t least = UINT64_MAX;
	for (uint32_t axis = 0; axis < 3; axis++)
		consider(linked, axis, kilni_sap_stretch_of_box(&linked->reaches, box, axis), &least, &choice);
	const uint32_t axis = choice.axis;
	const kiln_sap_node *nodes = linked->nodes[axis];
	const kiln_sap_end low = (uint64_t)choice.stretch.first << 32,
					   high = (uint64_t)choice.stretch.last << 32 | KILN_SAP_UPPER;
	if (!kilni_sap_wide_box(&linked->reaches, broadphase, axis, box, found, user))
		return;
	uint32_t node = nodes[kiln_sap_fence(linked, choice.first)].next;
	for (; nodes[node].end < high; node = nodes[node].next)
	{
		const kiln_sap_end end = nodes[node].end;
		const uint32_t index = kiln_sap_index(end);
		if (end >= low && !kiln_sap_is_upper(end) && index < linked->capacity &&
			kiln_boxes_overlap(box, &broadphase->boxes[index]) && !kiln_sap_is_wide(&linked->reaches, axis, index) &&
			!found(user, index))
			return;
	}
}

/// Visits one end. A hit may shorten the sweep and its stretch. Returns false if no more are wanted.
static bool look_at(const kiln_broadphase *broadphase, uint32_t axis, kiln_sap_end end, kiln_sap_stretch *stretch,
	kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_sap_linked *linked = broadphase->state;
	const uint32_t index = kiln_sap_index(end);
	double t = 0;
	if (kiln_sap_is_upper(end) || index >= linked->capacity ||
		!kilni_sweep_meets(sweep, &broadphase->boxes[index], &t) || kiln_sap_is_wide(&linked->reaches, axis, index))
		return true;
	const double before = sweep->t_max;
	if (!found(user, sweep, index, t))
		return false;
	if (sweep->t_max < before)
		*stretch = kilni_sap_stretch_of_sweep(&linked->reaches, sweep, axis);
	return true;
}

void kilni_sap_linked_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_sap_linked *linked = broadphase->state;
	sap_choice choice = {0};
	uint64_t least = UINT64_MAX;
	for (uint32_t axis = 0; axis < 3; axis++)
		consider(linked, axis, kilni_sap_stretch_of_sweep(&linked->reaches, sweep, axis), &least, &choice);
	const uint32_t axis = choice.axis;
	const kiln_sap_node *nodes = linked->nodes[axis];
	if (!kilni_sap_wide_sweep(&linked->reaches, broadphase, axis, sweep, found, user))
		return;
	kiln_sap_stretch stretch = kilni_sap_stretch_of_sweep(&linked->reaches, sweep, axis);
	// In the opposite direction, from the far end.
	const bool back = sweep->way[axis] < 0;
	const uint32_t stop = kiln_sap_fence(linked, back ? 0 : linked->fences - 1);
	uint32_t node = kiln_sap_fence(linked, back ? choice.last : choice.first);
	while (node != stop)
	{
		node = back ? nodes[node].previous : nodes[node].next;
		const kiln_sap_end end = nodes[node].end;
		const uint32_t key = (uint32_t)(end >> 32);
		if (back ? key < stretch.first : key > stretch.last)
			return;
		if (key >= stretch.first && key <= stretch.last &&
			!look_at(broadphase, axis, end, &stretch, sweep, found, user))
			return;
	}
}
