// SPDX-License-Identifier: MIT
#include "core.h"
#include "math/rounding.h"
#include <string.h>

/// Handles, and what is asked for between updates.

static void list_put(kiln_broadphase_core *core, uint32_t index, kiln_pending pending)
{
	kiln_pending_list *list = &core->lists[pending];
	core->pending[index] = (uint8_t)pending;
	core->places[index] = list->count;
	list->indices[list->count++] = index;
}

static void list_take(kiln_broadphase_core *core, uint32_t index)
{
	kiln_pending_list *list = &core->lists[core->pending[index]];
	uint32_t last = list->indices[--list->count];
	list->indices[core->places[index]] = last;
	core->places[last] = core->places[index];
	core->pending[index] = KILN_PENDING_NONE;
}

kiln_status kiln_broadphase_add(
	kiln_broadphase *broadphase, const kiln_aabb *box, const kiln_proxy_options *options, kiln_proxy *proxy)
{
	if (proxy)
		*proxy = (kiln_proxy){0};
	if (!broadphase || !box || !kiln_box_usable(box))
		return KILN_E_ARGUMENT;
	kiln_broadphase_core *core = broadphase->core;
	uint32_t index;
	if (core->freed_count > 0)
		index = core->freed[--core->freed_count];
	else if (broadphase->end < broadphase->options.capacity)
		index = broadphase->end++;
	else
		return KILN_E_CAPACITY;
	kiln_proxy_options made = options ? *options : (kiln_proxy_options){0};
	if (core->generations[index] == 0)
		core->generations[index] = 1;
	core->users[index] = made.user;
	core->categories[index] = (kiln_categories){.category = made.category ? made.category : 1, .ignores = made.ignores};
	core->ignoring += made.ignores != 0;
	core->next[index] = *box;
	core->next_ways[index] = (kiln_vec3){0};
	broadphase->flags[index] = KILN_PROXY_PENDING;
	list_put(core, index, KILN_PENDING_ADDED);
	core->count++;
	if (proxy)
		*proxy = (kiln_proxy){.index = index, .generation = core->generations[index]};
	return KILN_OK;
}

/// Whether a handle names something, and a box may be its.
static kiln_status check(const kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box)
{
	if (!broadphase || !box || !kiln_box_usable(box))
		return KILN_E_ARGUMENT;
	return kiln_proxy_is_there(broadphase, proxy.index) &&
				   broadphase->core->generations[proxy.index] == proxy.generation
			   ? KILN_OK
			   : KILN_E_HANDLE;
}

static void change(kiln_broadphase *broadphase, uint32_t index, const kiln_aabb *box, kiln_vec3 way)
{
	kiln_broadphase_core *core = broadphase->core;
	core->next[index] = *box;
	core->next_ways[index] = way;
	if (core->pending[index] == KILN_PENDING_NONE)
	{
		broadphase->flags[index] |= KILN_PROXY_PENDING;
		list_put(core, index, KILN_PENDING_MOVED);
	}
}

kiln_status kiln_broadphase_move(kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box)
{
	kiln_status status = check(broadphase, proxy, box);
	// What stays where it is costs nothing at the update.
	if (status == KILN_OK && !((broadphase->flags[proxy.index] & (KILN_PROXY_PENDING | KILN_PROXY_SWEPT)) == 0 &&
								 memcmp(&broadphase->boxes[proxy.index], box, sizeof *box) == 0))
		change(broadphase, proxy.index, box, (kiln_vec3){0});
	return status;
}

static void stretch(float *min, float *max, float way)
{
	if (way < 0 && *min > -HUGE_VALF)
		*min = kiln_float_down((double)*min + (double)way);
	if (way > 0 && *max < HUGE_VALF)
		*max = kiln_float_up((double)*max + (double)way);
}

kiln_aabb kiln_box_along(const kiln_aabb *box, kiln_vec3 way)
{
	kiln_aabb all = *box;
	stretch(&all.min.x, &all.max.x, way.x);
	stretch(&all.min.y, &all.max.y, way.y);
	stretch(&all.min.z, &all.max.z, way.z);
	return all;
}

kiln_status kiln_broadphase_move_swept(
	kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box, kiln_vec3 displacement)
{
	if (!kiln_float_finite(displacement.x) || !kiln_float_finite(displacement.y) || !kiln_float_finite(displacement.z))
		return KILN_E_ARGUMENT;
	if (displacement.x == 0 && displacement.y == 0 && displacement.z == 0)
		return kiln_broadphase_move(broadphase, proxy, box);
	kiln_status status = check(broadphase, proxy, box);
	if (status != KILN_OK)
		return status;
	kiln_aabb all = kiln_box_along(box, displacement);
	broadphase->core->starts[proxy.index] = *box;
	change(broadphase, proxy.index, &all, displacement);
	return KILN_OK;
}

static void free_index(kiln_broadphase *broadphase, uint32_t index)
{
	kiln_broadphase_core *core = broadphase->core;
	core->ignoring -= core->categories[index].ignores != 0;
	core->freed[core->freed_count++] = index;
}

kiln_status kiln_broadphase_remove(kiln_broadphase *broadphase, kiln_proxy proxy)
{
	if (!broadphase)
		return KILN_E_ARGUMENT;
	kiln_broadphase_core *core = broadphase->core;
	uint32_t index = proxy.index;
	if (!kiln_proxy_is_there(broadphase, index) || core->generations[index] != proxy.generation)
		return KILN_E_HANDLE;
	// The handle ends now; generation 0 would let {0} name something.
	core->generations[index] = proxy.generation == UINT32_MAX ? 1 : proxy.generation + 1;
	core->count--;
	kiln_pending before = core->pending[index];
	if (before != KILN_PENDING_NONE)
		list_take(core, index);
	if (before == KILN_PENDING_ADDED)
	{
		// The structure never saw it; pairs that are kept may know an earlier owner of the index.
		broadphase->flags[index] = KILN_PROXY_GONE;
		free_index(broadphase, index);
		return KILN_OK;
	}
	broadphase->flags[index] |= KILN_PROXY_PENDING;
	list_put(core, index, KILN_PENDING_REMOVED);
	return KILN_OK;
}

// --- At the update ----------------------------------------------------------------------------------------------------

static void take_out(kiln_broadphase *broadphase, uint32_t index)
{
	uint32_t last = broadphase->live[--broadphase->live_count];
	uint32_t place = broadphase->live_place[index];
	broadphase->live[place] = last;
	broadphase->live_place[last] = place;
	broadphase->flags[index] = KILN_PROXY_GONE;
	broadphase->ways[index] = (kiln_vec3){0};
}

/// Boxes, displacements and flags of those added or moved; `keep` are the flags that stay.
static void take_in(kiln_broadphase *broadphase, const kiln_pending_list *list, unsigned keep, unsigned set)
{
	kiln_broadphase_core *core = broadphase->core;
	for (uint32_t i = 0; i < list->count; i++)
	{
		uint32_t index = list->indices[i];
		kiln_vec3 way = core->next_ways[index];
		unsigned flags = (broadphase->flags[index] & keep) | set;
		broadphase->boxes[index] = core->next[index];
		broadphase->ways[index] = way;
		if (way.x != 0 || way.y != 0 || way.z != 0)
		{
			flags |= KILN_PROXY_SWEPT;
			if (!(flags & KILN_PROXY_LISTED))
				core->swept[core->swept_count++] = index;
			flags |= KILN_PROXY_LISTED;
		}
		broadphase->flags[index] = (uint8_t)flags;
	}
}

/// Drops from the list of swept proxies those that lack a flag.
static void keep_swept(kiln_broadphase *broadphase, unsigned flag)
{
	kiln_broadphase_core *core = broadphase->core;
	uint32_t count = 0;
	for (uint32_t i = 0; i < core->swept_count; i++)
	{
		uint32_t index = core->swept[i];
		if (broadphase->flags[index] & flag)
			core->swept[count++] = index;
		else
			broadphase->flags[index] &= (uint8_t)~KILN_PROXY_LISTED;
	}
	core->swept_count = count;
}

bool kiln_changes_apply(kiln_broadphase *broadphase)
{
	kiln_broadphase_core *core = broadphase->core;
	kiln_pending_list *added = &core->lists[KILN_PENDING_ADDED], *moved = &core->lists[KILN_PENDING_MOVED],
					  *removed = &core->lists[KILN_PENDING_REMOVED];
	if (added->count + moved->count + removed->count == 0)
		return false;
	kiln_broadphase_changes changes = {.removed = removed->indices,
		.removed_count = removed->count,
		.added = added->indices,
		.added_count = added->count,
		.moved = moved->indices,
		.moved_count = moved->count,
		.next = core->next};
	broadphase->ops->apply(broadphase, &changes);
	for (uint32_t i = 0; i < removed->count; i++)
		take_out(broadphase, removed->indices[i]);
	keep_swept(broadphase, KILN_PROXY_LIVE);
	for (uint32_t i = 0; i < added->count; i++)
	{
		broadphase->live_place[added->indices[i]] = broadphase->live_count;
		broadphase->live[broadphase->live_count++] = added->indices[i];
	}
	take_in(broadphase, added, 0, KILN_PROXY_LIVE | KILN_PROXY_CHANGED | KILN_PROXY_RENEWED);
	take_in(broadphase, moved, KILN_PROXY_LIVE | KILN_PROXY_RENEWED | KILN_PROXY_LISTED, KILN_PROXY_CHANGED);
	return true;
}

static void list_done(kiln_broadphase *broadphase, kiln_pending_list *list)
{
	for (uint32_t i = 0; i < list->count; i++)
	{
		broadphase->flags[list->indices[i]] &= (uint8_t)~KILN_PROXY_CHANGED;
		broadphase->core->pending[list->indices[i]] = KILN_PENDING_NONE;
	}
	list->count = 0;
}

void kiln_changes_done(kiln_broadphase *broadphase)
{
	kiln_broadphase_core *core = broadphase->core;
	kiln_pending_list *removed = &core->lists[KILN_PENDING_REMOVED];
	for (uint32_t i = 0; i < removed->count; i++)
		free_index(broadphase, removed->indices[i]);
	list_done(broadphase, &core->lists[KILN_PENDING_ADDED]);
	list_done(broadphase, &core->lists[KILN_PENDING_MOVED]);
	list_done(broadphase, removed);
	keep_swept(broadphase, KILN_PROXY_SWEPT);
}
