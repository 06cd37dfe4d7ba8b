// SPDX-License-Identifier: MIT
#include "broadphase/broadphase.h"

/// Every box against every other: the oracle of all methods, and the best choice for some dozens of boxes.
///
/// Costs: update nothing, all pairs n^2 / 2 tests, pairs of k changed ones k n, queries n; no memory.

static size_t brute_size(const kiln_broadphase_options *options)
{
	(void)options;
	return 0;
}

static void brute_begin(kiln_broadphase *broadphase, const kiln_broadphase_options *options)
{
	(void)broadphase;
	(void)options;
}

static void brute_apply(kiln_broadphase *broadphase, const kiln_broadphase_changes *changes)
{
	(void)broadphase;
	(void)changes;
}

static void brute_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const uint32_t *live = broadphase->live;
	const kiln_aabb *boxes = broadphase->boxes;
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		const kiln_aabb box = boxes[live[i]];
		for (uint32_t j = i + 1; j < broadphase->live_count; j++)
			if (kiln_boxes_overlap(&box, &boxes[live[j]]) && !kilni_sink_pair(sink, live[i], live[j]))
				return;
	}
}

static void brute_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const uint32_t *live = broadphase->live;
	const kiln_aabb *boxes = broadphase->boxes;
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		const kiln_aabb box = boxes[live[i]];
		if (!(broadphase->flags[live[i]] & KILN_PROXY_CHANGED))
			continue;
		for (uint32_t j = 0; j < broadphase->live_count; j++)
		{
			// A pair of two changed proxies is reported by the first of them.
			bool theirs = j <= i && (j == i || (broadphase->flags[live[j]] & KILN_PROXY_CHANGED));
			if (!theirs && kiln_boxes_overlap(&box, &boxes[live[j]]) && !kilni_sink_pair(sink, live[i], live[j]))
				return;
		}
	}
}

static void brute_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		uint32_t index = broadphase->live[i];
		if (kiln_boxes_overlap(box, &broadphase->boxes[index]) && !found(user, index))
			return;
	}
}

static void brute_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	for (uint32_t i = 0; i < broadphase->live_count; i++)
	{
		double t;
		uint32_t index = broadphase->live[i];
		if (kilni_sweep_meets(sweep, &broadphase->boxes[index], &t) && !found(user, sweep, index, t))
			return;
	}
}

const kiln_broadphase_method kiln_broadphase_brute_force = {
	.name = "brute-force",
	.size = brute_size,
	.begin = brute_begin,
	.apply = brute_apply,
	.fresh = brute_fresh,
	.all = brute_all,
	.box = brute_box,
	.sweep = brute_sweep,
	.fresh_is_complete = true,
};
