// SPDX-License-Identifier: MIT
#include "core.h"
#include "room.h"
#include <string.h>

/// Creates and destroys broadphases: one block of memory, laid out in one place.

const char *kiln_broadphase_method_name(const kiln_broadphase_method *method)
{
	return method ? method->name : "default";
}

/// The method that the options select.
static const kiln_broadphase_method *method_of(const kiln_broadphase_options *options)
{
	return options->method ? options->method : &kiln_broadphase_packed_tree;
}

static bool finite_box(const kiln_aabb *box)
{
	return kiln_box_usable(box) && box->min.x > -HUGE_VALF && box->min.y > -HUGE_VALF && box->min.z > -HUGE_VALF &&
		   box->max.x < HUGE_VALF && box->max.y < HUGE_VALF && box->max.z < HUGE_VALF;
}

static bool usable(const kiln_broadphase_options *options)
{
	if (!options || options->capacity == 0 || options->capacity > KILN_BROADPHASE_PROXIES_MAX ||
		options->pair_capacity > 1u << 30 || options->region_count > KILN_BROADPHASE_REGIONS_MAX ||
		(options->region_count > 0 && !options->regions) || (unsigned)options->isa > KILN_ISA_NEON ||
		!finite_box(&options->extent))
		return false;
	for (uint32_t i = 0; i < options->region_count; i++)
		if (!kiln_box_usable(&options->regions[i]))
			return false;
	return true;
}

typedef struct layout
{
	kiln_broadphase *broadphase;
	uint8_t *state;
	size_t state_size;
	size_t size; ///< total size; SIZE_MAX on overflow
} layout;

static void lay_out_pairs(kiln_room *room, kiln_broadphase_core *core, size_t pair_capacity)
{
	// More room for repeated pairs means fewer sorts before all pairs are found.
	core->room = pair_capacity > 0 ? pair_capacity + pair_capacity / 8 + 256 : 0;
	for (uint32_t i = 0; i < 3; i++)
		core->buffers[i] = kiln_room_take(room, core->room, sizeof *core->buffers[i]);
	core->events = kiln_room_take(room, core->room, 2 * sizeof *core->events);
}

static void lay_out_proxies(kiln_room *room, kiln_broadphase *broadphase, kiln_broadphase_core *core, size_t capacity)
{
	broadphase->boxes = kiln_room_take(room, capacity, sizeof *broadphase->boxes);
	broadphase->flags = kiln_room_take(room, capacity, sizeof *broadphase->flags);
	broadphase->live = kiln_room_take(room, capacity, sizeof *broadphase->live);
	broadphase->live_place = kiln_room_take(room, capacity, sizeof *broadphase->live_place);
	broadphase->ways = kiln_room_take(room, capacity, sizeof *broadphase->ways);
	core->slots = kiln_room_take(room, capacity, sizeof *core->slots);
	core->next = kiln_room_take(room, capacity, sizeof *core->next);
	core->starts = kiln_room_take(room, capacity, sizeof *core->starts);
	core->users = kiln_room_take(room, capacity, sizeof *core->users);
	core->touched = kiln_room_take(room, (capacity + 63) / 64, sizeof *core->touched);
	for (uint32_t i = KILN_PENDING_ADDED; i <= KILN_PENDING_REMOVED; i++)
		core->lists[i].indices = kiln_room_take(room, capacity, sizeof *core->lists[i].indices);
	core->freed = kiln_room_take(room, capacity, sizeof *core->freed);
	core->swept = kiln_room_take(room, capacity, sizeof *core->swept);
}

/// Without a base, computes the size; with a base, places everything and zeroes the arrays that need it.
static layout lay_out(const kiln_broadphase_options *options, void *base)
{
	kiln_room room = {.base = base};
	layout result = {.state_size = method_of(options)->size(options)};
	kiln_broadphase measured = {0};
	kiln_broadphase_core measured_core = {0};
	result.broadphase = kiln_room_take(&room, 1, sizeof *result.broadphase);
	kiln_broadphase_core *core = kiln_room_take(&room, 1, sizeof *core);
	kiln_broadphase *broadphase = base ? result.broadphase : &measured;
	if (base)
	{
		memset(broadphase, 0, sizeof *broadphase);
		memset(core, 0, sizeof *core);
		broadphase->core = core;
	}
	else
		core = &measured_core;
	lay_out_proxies(&room, broadphase, core, options->capacity);
	lay_out_pairs(&room, core, options->pair_capacity);
	result.state = kiln_room_take(&room, result.state_size, 1);
	result.size = room.used;
	return result;
}

size_t kiln_broadphase_size(const kiln_broadphase_options *options)
{
	if (!usable(options))
		return 0;
	size_t size = lay_out(options, NULL).size;
	return size == SIZE_MAX ? 0 : size;
}

kiln_status kiln_broadphase_create(
	kiln_broadphase **broadphase, void *memory, size_t size, const kiln_broadphase_options *options)
{
	if (broadphase)
		*broadphase = NULL;
	size_t needed = kiln_broadphase_size(options);
	if (needed == 0 || !memory || !broadphase)
		return KILN_E_ARGUMENT;
	if ((uintptr_t)memory % 64 != 0)
		return KILN_E_ALIGNMENT;
	if (size < needed)
		return KILN_E_CAPACITY;
	layout place = lay_out(options, memory);
	kiln_broadphase *made = place.broadphase;
	size_t capacity = options->capacity;
	made->ops = method_of(options);
	made->options = *options;
	made->options.method = made->ops;
	made->options.regions = NULL;
	made->state = place.state;
	made->core->size = needed;
	memset(place.state, 0, place.state_size);
	memset(made->flags, 0, capacity * sizeof *made->flags);
	memset(made->ways, 0, capacity * sizeof *made->ways);
	memset(made->core->slots, 0, capacity * sizeof *made->core->slots);
	memset(made->core->touched, 0, (capacity + 63) / 64 * sizeof *made->core->touched);
	made->core->kept.pairs = made->core->reported.pairs = made->core->buffers[0];
	made->ops->begin(made, options);
	*broadphase = made;
	return KILN_OK;
}

kiln_status kiln_broadphase_create_with(
	kiln_broadphase **broadphase, const kiln_allocator *allocator, const kiln_broadphase_options *options)
{
	if (broadphase)
		*broadphase = NULL;
	size_t size = kiln_broadphase_size(options);
	if (size == 0 || !allocator || !allocator->allocate || !broadphase)
		return KILN_E_ARGUMENT;
	void *memory = allocator->allocate(allocator->user, size, 64);
	if (!memory)
		return KILN_E_CAPACITY;
	kiln_status status = kiln_broadphase_create(broadphase, memory, size, options);
	if (status == KILN_OK)
		(*broadphase)->core->allocator = *allocator;
	else if (allocator->release)
		allocator->release(allocator->user, memory, size);
	return status;
}

void kiln_broadphase_destroy(kiln_broadphase *broadphase)
{
	if (!broadphase)
		return;
	kiln_allocator allocator = broadphase->core->allocator;
	if (allocator.release)
		allocator.release(allocator.user, broadphase, broadphase->core->size);
}

kiln_status kiln_broadphase_bounds(const kiln_broadphase *broadphase, kiln_proxy proxy, kiln_aabb *box)
{
	if (!broadphase || !box)
		return KILN_E_ARGUMENT;
	if (!kiln_proxy_is_there(broadphase, proxy))
		return KILN_E_HANDLE;
	*box = kiln_proxy_is_pending(broadphase, proxy.index) ? broadphase->core->next[proxy.index]
														  : broadphase->boxes[proxy.index];
	return KILN_OK;
}

kiln_proxy kiln_broadphase_proxy(const kiln_broadphase *broadphase, uint32_t index)
{
	if (!broadphase || index >= broadphase->end || !broadphase->core->slots[index].there)
		return (kiln_proxy){0};
	return (kiln_proxy){.index = index, .generation = broadphase->core->slots[index].generation};
}

uint64_t kiln_broadphase_user(const kiln_broadphase *broadphase, uint32_t index)
{
	return broadphase && index < broadphase->end ? broadphase->core->users[index] : 0;
}

uint32_t kiln_broadphase_count(const kiln_broadphase *broadphase)
{
	return broadphase ? broadphase->core->count : 0;
}

const kiln_broadphase_method *kiln_broadphase_method_of(const kiln_broadphase *broadphase)
{
	return broadphase ? broadphase->ops : NULL;
}
