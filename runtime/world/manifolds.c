// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "convex/convex.h"
#include "convex/shape/shape.h"

/// Finds the contacts of a convex object that is no member of the world.

/// Members that one walk of the broadphase collects.
#define BATCH 64

typedef struct manifold_search
{
	const kiln_world *world;
	const kiln_convex_object *object;
	const kiln_world_query_options *options;
	const kiln_mesh_contact_options *contact;
	kiln_mesh_manifold *manifolds;
	uint32_t *members;
	uint32_t capacity, count;
	uint64_t first;		   ///< lowest member of the batch
	uint32_t batch[BATCH]; ///< the lowest members from `first` on, increasing
	uint32_t batch_count;
} manifold_search;

/// Keeps the lowest indices, so that answers come in their final order without a list of all members.
static bool collect(void *user, uint32_t index)
{
	manifold_search *search = user;
	uint32_t at = search->batch_count;
	if (index < search->first || (at == BATCH && index > search->batch[BATCH - 1]))
		return true;
	if (at == BATCH)
		at--;
	else
		search->batch_count++;
	for (; at > 0 && search->batch[at - 1] > index; at--)
		search->batch[at] = search->batch[at - 1];
	search->batch[at] = index;
	return true;
}

static kiln_status touch_convex(manifold_search *search, const kiln_placed_member *placed, kiln_mesh_manifold *room)
{
	const kiln_convex_object other = kiln_member_object(placed);
	const kiln_manifold_options own = {.skin = search->contact->skin, .tolerance = search->contact->tolerance};
	const kiln_hit known = kilni_member_hit(placed);
	kiln_manifold manifold;
	if (search->options && !kiln_budget_take(search->options->budget, KILN_BUDGET_CONVEX))
		return KILN_OK;
	const kiln_status status = kiln_convex_manifold(search->object, &other, &own, NULL, &manifold);
	if (status != KILN_OK || manifold.count == 0)
		return status;
	search->count += search->count < UINT32_MAX;
	if (room)
	{
		memset(room, 0, sizeof *room);
		room->manifold = manifold;
		room->triangle = known.triangle;
		room->mesh = known.mesh;
		room->source_mesh = known.source_mesh;
		room->source_face = known.source_face;
		room->material = known.material;
		room->node = known.node;
		room->tag = known.tag;
		room->shape = known.shape;
	}
	return KILN_OK;
}

static kiln_status touch_cooked(
	manifold_search *search, const kiln_placed_member *placed, kiln_mesh_manifold *manifolds, uint32_t room)
{
	const kiln_convex_object local = {
		.shape = search->object->shape, .pose = kilni_member_pose(placed, &search->object->pose)};
	kiln_mesh_contact_options own = *search->contact;
	kiln_borders borders;
	uint32_t count = 0;
	if (own.borders)
	{
		borders = *own.borders;
		borders.pose = placed->member.pose;
		own.borders = &borders;
	}
	if (!placed->rests)
		own.skin = (float)((double)own.skin / placed->posing.scale);
	kiln_budget *budget = search->options ? search->options->budget : NULL;
	const kiln_status status = kilni_cooked_manifolds(
		placed, budget, kiln_world_query_filters(search->options), &local, &own, manifolds, room, &count);
	for (uint32_t i = 0; i < count && i < room; i++)
		kilni_manifold_to_world(placed, &manifolds[i].manifold);
	search->count = count < UINT32_MAX - search->count ? search->count + count : UINT32_MAX;
	return status;
}

/// Adds the manifolds of one member.
static kiln_status touch(manifold_search *search, uint32_t index)
{
	const uint32_t before = search->count < search->capacity ? search->count : search->capacity;
	const uint32_t room = search->capacity - before;
	kiln_mesh_manifold *place = room > 0 ? &search->manifolds[before] : NULL;
	if (!kiln_world_chooses(search->world, search->options, index))
		return KILN_OK;
	kiln_placed_member copy;
	const kiln_placed_member *placed = kiln_world_sees(search->world, search->options, index, &copy);
	const kiln_status status =
		placed->is_convex ? touch_convex(search, placed, place) : touch_cooked(search, placed, place, room);
	for (uint32_t i = before; i < search->count && i < search->capacity; i++)
		search->members[i] = index;
	return status;
}

kiln_status kiln_world_manifolds(const kiln_world *world, const kiln_convex_object *object,
	const kiln_world_query_options *options, const kiln_mesh_contact_options *contact, kiln_mesh_manifold *manifolds,
	uint32_t *members, uint32_t capacity, uint32_t *count)
{
	static const kiln_mesh_contact_options none = {0};
	manifold_search search = {.world = world,
		.object = object,
		.options = options,
		.contact = contact ? contact : &none,
		.manifolds = manifolds,
		.members = members,
		.capacity = capacity};
	if (!count)
		return KILN_E_ARGUMENT;
	*count = 0;
	const float skin = search.contact->skin, tolerance = search.contact->tolerance;
	if (!world || !object || ((!manifolds || !members) && capacity > 0) ||
		!(skin >= 0 && skin <= KILN_COORDINATE_MAX) || !(tolerance >= 0 && tolerance <= 0.5F) ||
		!kilni_convex_object_usable(object))
		return KILN_E_ARGUMENT;
	const kiln_aabb around = kilni_object_box(object);
	kiln_status status = KILN_OK;
	if (!kiln_world_begin(world, options))
		return KILN_E_ARGUMENT;
	const kiln_origin origin = kiln_world_query_origin(options);
	const kiln_aabb enlarged = kilni_enlarged(&around, (double)skin * (1 + 0x1p-20));
	const kiln_aabb box = kilni_world_box(world, &origin, &enlarged);
	do
	{
		search.batch_count = 0;
		kiln_broadphase_overlap_aabb_visit(world->broadphase, &box, collect, &search);
		for (uint32_t i = 0; i < search.batch_count && status == KILN_OK; i++)
			status = touch(&search, search.batch[i]);
		search.first = search.batch_count > 0 ? (uint64_t)search.batch[search.batch_count - 1] + 1 : 0;
	} while (search.batch_count == BATCH && status == KILN_OK);
	if (options && kiln_budget_ended(options->budget))
		status = KILN_E_BUDGET;
	*count = status == KILN_E_ARGUMENT ? 0 : search.count;
	return status;
}
