// SPDX-License-Identifier: MIT
#include "core.h"
#include "math/rounding.h"
#include <string.h>

/// Handles, and the changes that the caller makes between updates.

static void list_put(kiln_broadphase_core *core, uint32_t index, kiln_pending pending)
{
	kiln_pending_list *list = &core->lists[pending];
	core->slots[index].pending = (uint8_t)pending;
	core->slots[index].place = list->count;
	list->indices[list->count++] = index;
}

static void list_take(kiln_broadphase_core *core, uint32_t index)
{
	kiln_slot *slot = &core->slots[index];
	kiln_pending_list *list = &core->lists[slot->pending];
	uint32_t last = list->indices[--list->count];
	list->indices[slot->place] = last;
	core->slots[last].place = slot->place;
	slot->pending = KILN_PENDING_NONE;
}

static void take_options(kiln_broadphase_core *core, uint32_t index, const kiln_proxy_options *options)
{
	const kiln_proxy_options made = options ? *options : (kiln_proxy_options){0};
	kiln_slot *slot = &core->slots[index];
	core->ignoring += (uint32_t)(made.ignores != 0) - (uint32_t)(slot->ignores != 0);
	slot->category = made.category ? made.category : 1;
	slot->ignores = made.ignores;
	core->users[index] = made.user;
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
	kiln_slot *slot = &core->slots[index];
	*slot = (kiln_slot){.generation = slot->generation ? slot->generation : 1, .there = true};
	take_options(core, index, options);
	core->next[index] = *box;
	list_put(core, index, KILN_PENDING_ADDED);
	core->count++;
	if (proxy)
		*proxy = (kiln_proxy){.index = index, .generation = slot->generation};
	return KILN_OK;
}

/// Whether a handle is valid, and a box may be the proxy's box.
static kiln_status check(const kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box)
{
	if (!broadphase || !box || !kiln_box_usable(box))
		return KILN_E_ARGUMENT;
	return kiln_proxy_is_there(broadphase, proxy) ? KILN_OK : KILN_E_HANDLE;
}

static void change(kiln_broadphase *broadphase, uint32_t index, const kiln_aabb *box, kiln_vec3 way)
{
	kiln_broadphase_core *core = broadphase->core;
	core->next[index] = *box;
	core->slots[index].way = way;
	if (core->slots[index].pending == KILN_PENDING_NONE)
		list_put(core, index, KILN_PENDING_MOVED);
}

kiln_status kiln_broadphase_move(kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_aabb *box)
{
	kiln_status status = check(broadphase, proxy, box);
	if (status == KILN_OK)
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

kiln_aabb kilni_box_along(const kiln_aabb *box, kiln_vec3 way)
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
	kiln_aabb all = kilni_box_along(box, displacement);
	broadphase->core->starts[proxy.index] = *box;
	change(broadphase, proxy.index, &all, displacement);
	return KILN_OK;
}

kiln_status kiln_broadphase_set_options(
	kiln_broadphase *broadphase, kiln_proxy proxy, const kiln_proxy_options *options)
{
	if (!broadphase)
		return KILN_E_ARGUMENT;
	if (!kiln_proxy_is_there(broadphase, proxy))
		return KILN_E_HANDLE;
	take_options(broadphase->core, proxy.index, options);
	// Pairs that were known may end, and boxes that overlapped before may make new ones.
	broadphase->core->stale = true;
	return KILN_OK;
}

static void free_index(kiln_broadphase_core *core, uint32_t index)
{
	core->ignoring -= core->slots[index].ignores != 0;
	core->freed[core->freed_count++] = index;
}

kiln_status kiln_broadphase_remove(kiln_broadphase *broadphase, kiln_proxy proxy)
{
	if (!broadphase)
		return KILN_E_ARGUMENT;
	if (!kiln_proxy_is_there(broadphase, proxy))
		return KILN_E_HANDLE;
	kiln_broadphase_core *core = broadphase->core;
	uint32_t index = proxy.index;
	kiln_slot *slot = &core->slots[index];
	// The handle ends now. Generation 0 would make {0} a valid handle.
	slot->generation = slot->generation == UINT32_MAX ? 1 : slot->generation + 1;
	slot->there = false;
	core->count--;
	kiln_pending before = slot->pending;
	if (before != KILN_PENDING_NONE)
		list_take(core, index);
	// A proxy that the structure never held is gone at once.
	if (before == KILN_PENDING_ADDED)
		free_index(core, index);
	else
		list_put(core, index, KILN_PENDING_REMOVED);
	return KILN_OK;
}

// --- At the update ----------------------------------------------------------------------------------------------------

/// Sorts the moved proxies by number if they are many, so that each pass goes through memory from end to end; drops
/// proxies that did not move.
static void settle_moved(kiln_broadphase *broadphase)
{
	kiln_broadphase_core *core = broadphase->core;
	kiln_pending_list *moved = &core->lists[KILN_PENDING_MOVED];
	if (moved->count >= broadphase->end / 8)
	{
		moved->count = 0;
		for (uint32_t i = 0; i < broadphase->end; i++)
			if (core->slots[i].pending == KILN_PENDING_MOVED)
				moved->indices[moved->count++] = i;
	}
	uint32_t count = 0;
	for (uint32_t i = 0; i < moved->count; i++)
	{
		uint32_t index = moved->indices[i];
		kiln_slot *slot = &core->slots[index];
		bool displaced = slot->way.x != 0 || slot->way.y != 0 || slot->way.z != 0;
		if (displaced || (broadphase->flags[index] & KILN_PROXY_SWEPT) ||
			memcmp(&broadphase->boxes[index], &core->next[index], sizeof *core->next) != 0)
			moved->indices[count++] = index;
		else
			slot->pending = KILN_PENDING_NONE;
	}
	moved->count = count;
}

static void take_out(kiln_broadphase *broadphase, uint32_t index)
{
	uint32_t last = broadphase->live[--broadphase->live_count];
	uint32_t place = broadphase->live_place[index];
	broadphase->live[place] = last;
	broadphase->live_place[last] = place;
	broadphase->flags[index] = KILN_PROXY_GONE;
	broadphase->ways[index] = (kiln_vec3){0};
	broadphase->core->slots[index].pending = KILN_PENDING_NONE;
}

static void touch(kiln_broadphase_core *core, uint32_t index)
{
	core->touched[index / 64] |= (uint64_t)1 << index % 64;
}

/// Sets boxes, displacements and flags of added or moved proxies; `keep` are the flags that stay.
static void take_in(kiln_broadphase *broadphase, const kiln_pending_list *list, unsigned keep, unsigned set)
{
	kiln_broadphase_core *core = broadphase->core;
	for (uint32_t i = 0; i < list->count; i++)
	{
		uint32_t index = list->indices[i];
		kiln_slot *slot = &core->slots[index];
		unsigned before = broadphase->flags[index], flags = (before & keep) | set;
		bool displaced = slot->way.x != 0 || slot->way.y != 0 || slot->way.z != 0;
		broadphase->boxes[index] = core->next[index];
		slot->pending = KILN_PENDING_NONE;
		touch(core, index);
		if (displaced || (before & KILN_PROXY_SWEPT))
			broadphase->ways[index] = slot->way;
		if (displaced)
		{
			if (!(flags & KILN_PROXY_LISTED))
				core->swept[core->swept_count++] = index;
			flags |= KILN_PROXY_SWEPT | KILN_PROXY_LISTED;
		}
		broadphase->flags[index] = (uint8_t)flags;
	}
}

/// Drops proxies without a flag from the list of swept proxies.
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

bool kilni_changes_apply(kiln_broadphase *broadphase)
{
	kiln_broadphase_core *core = broadphase->core;
	kiln_pending_list *added = &core->lists[KILN_PENDING_ADDED], *moved = &core->lists[KILN_PENDING_MOVED],
					  *removed = &core->lists[KILN_PENDING_REMOVED];
	settle_moved(broadphase);
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
	{
		touch(core, removed->indices[i]);
		take_out(broadphase, removed->indices[i]);
	}
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
		uint32_t index = list->indices[i];
		broadphase->flags[index] &= (uint8_t)~KILN_PROXY_CHANGED;
		broadphase->core->touched[index / 64] = 0;
	}
	list->count = 0;
}

void kilni_changes_done(kiln_broadphase *broadphase)
{
	kiln_broadphase_core *core = broadphase->core;
	kiln_pending_list *removed = &core->lists[KILN_PENDING_REMOVED];
	for (uint32_t i = 0; i < removed->count; i++)
		free_index(core, removed->indices[i]);
	list_done(broadphase, &core->lists[KILN_PENDING_ADDED]);
	list_done(broadphase, &core->lists[KILN_PENDING_MOVED]);
	list_done(broadphase, removed);
	keep_swept(broadphase, KILN_PROXY_SWEPT);
}
