// SPDX-License-Identifier: MIT
#include "world.h"

#include "convex/convex.h"
#include "convex/shape.h"
#include "kiln/convex/distance.h"
#include "scene/overlap_convex.h"

/// What a convex object touches in a world.

typedef struct overlap_search
{
	const kiln_world *world;
	const kiln_convex_object *object;
	const kiln_world_choice *choice;
	kiln_world_overlap *overlaps;
	uint32_t capacity, count;
	uint32_t member; ///< that is being looked at
} overlap_search;

static void store(void *user, kiln_overlap overlap)
{
	overlap_search *search = user;
	if (search->count < search->capacity)
		search->overlaps[search->count] = (kiln_world_overlap){.member = search->member, .of = overlap};
	search->count += search->count < UINT32_MAX;
}

static bool look_at(void *user, uint32_t index)
{
	overlap_search *search = user;
	const kiln_placed_member *placed = &search->world->members[index];
	search->member = index;
	if (!kiln_world_chooses(search->world, search->choice, index))
		return true;
	if (placed->is_convex)
	{
		const kiln_convex_object other = kiln_member_object(placed);
		bool touches = false;
		if (kiln_convex_overlap(search->object, &other, KILN_OVERLAP_GJK, NULL, &touches) == KILN_OK && touches)
			store(search, (kiln_overlap){KILN_NONE, KILN_NONE});
		return true;
	}
	const kiln_convex_object local = {
		.shape = search->object->shape, .pose = kiln_member_pose(placed, &search->object->pose)};
	kiln_overlap_convex_visit(placed->member.asset, placed->mesh, &local, store, search);
	return true;
}

static bool before(const kiln_world_overlap *x, const kiln_world_overlap *y)
{
	if (x->member != y->member)
		return x->member < y->member;
	return x->of.node != y->of.node ? x->of.node < y->of.node : x->of.triangle < y->of.triangle;
}

static void sift(kiln_world_overlap *heap, uint32_t root, uint32_t count)
{
	kiln_world_overlap sinking = heap[root];
	for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1)
	{
		child += child + 1 < count && before(&heap[child], &heap[child + 1]);
		if (!before(&sinking, &heap[child]))
			break;
		heap[root] = heap[child];
		root = child;
	}
	heap[root] = sinking;
}

uint32_t kiln_world_overlap_convex(const kiln_world *world, const kiln_convex_object *object,
	const kiln_world_choice *choice, kiln_world_overlap *overlaps, uint32_t capacity)
{
	overlap_search search = {
		.world = world, .object = object, .choice = choice, .overlaps = overlaps, .capacity = overlaps ? capacity : 0};
	if (!world || !object || !kiln_convex_object_usable(object))
		return 0;
	const kiln_aabb box = kiln_object_box(object);
	kiln_broadphase_visit_box(world->broadphase, &box, look_at, &search);
	const uint32_t stored = search.count < search.capacity ? search.count : search.capacity;
	for (uint32_t i = stored / 2; i-- > 0;)
		sift(overlaps, i, stored);
	for (uint32_t end = stored; end-- > 1;)
	{
		kiln_world_overlap last = overlaps[end];
		overlaps[end] = overlaps[0];
		overlaps[0] = last;
		sift(overlaps, 0, end);
	}
	return search.count;
}
