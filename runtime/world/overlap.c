// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "convex/convex.h"
#include "convex/shape/shape.h"
#include "kiln/convex/distance.h"

/// Finds the overlaps of a convex object in a world.

typedef struct overlap_search
{
	const kiln_world *world;
	const kiln_convex_object *object;
	const kiln_world_query_options *options;
	kiln_world_overlap *overlaps;
	uint32_t capacity, count;
	uint32_t member; ///< the current member
} overlap_search;

static bool comes_before(const kiln_world_overlap *x, const kiln_world_overlap *y)
{
	if (x->member != y->member)
		return x->member < y->member;
	return x->of.node != y->of.node ? x->of.node < y->of.node : x->of.triangle < y->of.triangle;
}

static bool before(void *items, uint32_t i, uint32_t j)
{
	const kiln_world_overlap *overlaps = items;
	return comes_before(&overlaps[i], &overlaps[j]);
}

static void swap(void *items, uint32_t i, uint32_t j)
{
	kiln_world_overlap *overlaps = items, last = overlaps[i];
	overlaps[i] = overlaps[j];
	overlaps[j] = last;
}

/// A full array is a heap with its last entry on top.
static void store(void *user, kiln_overlap overlap)
{
	overlap_search *search = user;
	const kiln_world_overlap found = {.member = search->member, .of = overlap};
	const kiln_world_order order = {before, swap, search->overlaps};
	if (search->count < search->capacity)
	{
		search->overlaps[search->count] = found;
		if (search->count + 1 == search->capacity)
			kilni_world_heap(&order, search->capacity);
	}
	else if (search->capacity > 0 && comes_before(&found, &search->overlaps[0]))
	{
		search->overlaps[0] = found;
		kilni_world_sift(&order, 0, search->capacity);
	}
	search->count += search->count < UINT32_MAX;
}

static bool look_at(void *user, uint32_t index)
{
	overlap_search *search = user;
	kiln_placed_member copy;
	search->member = index;
	if (!kiln_world_chooses(search->world, search->options, index))
		return true;
	const kiln_placed_member *placed = kiln_world_sees(search->world, search->options, index, &copy);
	if (placed->is_convex)
	{
		const kiln_convex_object other = kiln_member_object(placed);
		bool touches = false;
		if (kiln_convex_collide(search->object, &other, NULL, NULL, &touches) == KILN_OK && touches)
			store(search, (kiln_overlap){KILN_NONE, KILN_NONE});
		return true;
	}
	const kiln_convex_object local = {
		.shape = search->object->shape, .pose = kilni_member_pose(placed, &search->object->pose)};
	kilni_cooked_overlap_visit(placed, search->options, &local, store, search);
	return true;
}

uint32_t kiln_world_overlap_convex(const kiln_world *world, const kiln_convex_object *object,
	const kiln_world_query_options *options, kiln_world_overlap *overlaps, uint32_t capacity)
{
	overlap_search search = {.world = world,
		.object = object,
		.options = options,
		.overlaps = overlaps,
		.capacity = overlaps ? capacity : 0};
	if (!world || !object || !kilni_convex_object_usable(object))
		return 0;
	if (!kiln_world_begin(world, options))
		return 0;
	const kiln_origin origin = kiln_world_query_origin(options);
	const kiln_aabb about = kilni_object_box(object), box = kilni_world_box(world, &origin, &about);
	kiln_broadphase_overlap_aabb_visit(world->broadphase, &box, look_at, &search);
	const kiln_world_order order = {before, swap, overlaps};
	kilni_world_sort(&order, search.count < search.capacity ? search.count : search.capacity);
	return search.count;
}
