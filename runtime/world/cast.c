// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "convex/convex.h"
#include "convex/shape/shape.h"
#include "scene/cast_shape.h"

/// Casts a convex object through a world.

typedef struct cast_search
{
	const kiln_world *world;
	const kiln_convex_object *object;
	const kiln_motion *motion;
	const kiln_world_query_options *options;
	kiln_member_mover mover; ///< the object
	kiln_world_hit best;
} cast_search;

static bool meet_convex(
	const cast_search *search, const kiln_placed_member *placed, const kiln_motion *motion, kiln_hit *hit)
{
	const kiln_convex_object other = kiln_member_object(placed);
	kiln_convex_impact impact;
	if (kiln_convex_cast(search->object, motion, &other, NULL, &impact) != KILN_OK || !impact.hit)
		return false;
	*hit = kilni_member_hit(placed);
	hit->back = impact.inside;
	hit->t = impact.t;
	hit->point = impact.point;
	hit->normal = impact.normal;
	return true;
}

/// Converts the object and its motion to the coordinates of a member that is not convex. Returns false where the object
/// does not come near.
static bool see(const cast_search *search, const kiln_placed_member *placed, float t_max, kiln_member_way *way,
	kiln_convex_object *local, kiln_motion *motion)
{
	if (!kilni_member_way_of(placed, &search->mover, search->motion->direction, t_max, way))
		return false;
	*local =
		(kiln_convex_object){.shape = search->object->shape, .pose = kilni_member_pose(placed, &search->object->pose)};
	local->pose.translation = way->origin;
	*motion = (kiln_motion){.direction = way->direction, .t_max = way->t_max};
	return true;
}

static bool meet(const cast_search *search, const kiln_placed_member *placed, float t_max, kiln_hit *hit)
{
	kiln_motion motion = {.direction = search->motion->direction, .t_max = t_max};
	if (placed->is_convex)
		return meet_convex(search, placed, &motion, hit);
	kiln_member_way way;
	kiln_convex_object local;
	if (!see(search, placed, t_max, &way, &local, &motion))
		return false;
	*hit = kilni_cooked_cast(placed, search->options, &local, &motion);
	if (hit->hit)
		kilni_hit_to_world(placed, &way, hit);
	return hit->hit;
}

static float try_member(void *user, kiln_proxy_hit met)
{
	cast_search *search = user;
	const bool found = search->best.member != KILN_NONE;
	kiln_placed_member copy;
	if (!kiln_world_chooses(search->world, search->options, met.index))
		return FLT_MAX;
	const kiln_placed_member *placed = kiln_world_sees(search->world, search->options, met.index, &copy);
	kiln_hit hit;
	if (meet(search, placed, found ? kiln_world_behind(search->best.hit.t) : search->motion->t_max, &hit) &&
		(!found || hit.t < search->best.hit.t || (hit.t == search->best.hit.t && met.index < search->best.member)))
		search->best = (kiln_world_hit){.hit = hit, .member = met.index, .user = placed->member.user};
	return search->best.member != KILN_NONE ? kiln_world_behind(search->best.hit.t) : FLT_MAX;
}

/// Calls `visit` with the search for every member that the object may meet.
static void walk(cast_search *search, kiln_visit_proxy_hit *visit)
{
	const kiln_convex_object *object = search->object;
	if (!search->world || !object || !search->motion || !kilni_convex_object_usable(object))
		return;
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	const kiln_cast_shape shape = kilni_cast_shape_of_object(object, terms);
	search->mover = (kiln_member_mover){
		.origin = object->pose.translation, .center = shape.center, .radius = sqrt(kiln_d3_length2(shape.reach))};
	const kiln_aabb box = kilni_object_box(object);
	if (kiln_world_begin(search->world, search->options))
		kilni_world_walk_box(search->world, search->options, &box, search->motion, visit, search);
}

kiln_world_hit kiln_world_cast_convex(const kiln_world *world, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options)
{
	cast_search search = {
		.world = world, .object = object, .motion = motion, .options = options, .best = {.member = KILN_NONE}};
	walk(&search, try_member);
	return search.best;
}

// --- All --------------------------------------------------------------------------------------------------------------

typedef struct cast_visit
{
	cast_search search;
	kiln_world_visit visit;
} cast_visit;

static float visit_member(void *user, kiln_proxy_hit met)
{
	cast_visit *all = user;
	cast_search *search = &all->search;
	kiln_world_visit *visit = &all->visit;
	const float limit = search->motion->t_max, most = visit->most < FLT_MAX ? kiln_world_behind(visit->most) : limit;
	const float t_max = limit > 0 && limit < most ? limit : most;
	kiln_placed_member copy;
	kiln_motion motion = {.direction = search->motion->direction, .t_max = t_max};
	kiln_member_way way;
	kiln_convex_object local;
	kiln_hit hit;
	if (!kiln_world_chooses(search->world, search->options, met.index))
		return kiln_world_visit_rest(visit);
	const kiln_placed_member *placed = visit->placed =
		kiln_world_sees(search->world, search->options, met.index, &copy);
	visit->member = met.index;
	visit->way = NULL;
	if (placed->is_convex)
	{
		if (meet_convex(search, placed, &motion, &hit))
			kilni_world_visit_hit(visit, &hit);
	}
	else if (see(search, placed, t_max, &way, &local, &motion))
	{
		visit->way = &way;
		kilni_cooked_cast_all_visit(placed, search->options, &local, &motion, kilni_world_visit_hit, visit);
		visit->way = NULL;
	}
	return kiln_world_visit_rest(visit);
}

void kiln_world_cast_convex_all_visit(const kiln_world *world, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options, kiln_visit_world_hit *visit, void *user)
{
	cast_visit all = {.search = {.world = world, .object = object, .motion = motion, .options = options},
		.visit = {.visit = visit, .user = user, .most = HUGE_VALF}};
	if (visit)
		walk(&all.search, visit_member);
}

/// An array of the caller: a heap with the last hit on top, until it is sorted.
typedef struct cast_list
{
	kiln_world_hit *hits;
	uint32_t capacity, count;
} cast_list;

static bool comes_before(const kiln_world_hit *x, const kiln_world_hit *y)
{
	if (x->hit.t != y->hit.t)
		return x->hit.t < y->hit.t;
	if (x->member != y->member)
		return x->member < y->member;
	return x->hit.node != y->hit.node ? x->hit.node < y->hit.node : x->hit.triangle < y->hit.triangle;
}

static bool before(void *items, uint32_t i, uint32_t j)
{
	const kiln_world_hit *hits = items;
	return comes_before(&hits[i], &hits[j]);
}

static void swap(void *items, uint32_t i, uint32_t j)
{
	kiln_world_hit *hits = items, hit = hits[i];
	hits[i] = hits[j];
	hits[j] = hit;
}

static float list_hit(void *user, const kiln_world_hit *hit)
{
	cast_list *list = user;
	const kiln_world_order order = {before, swap, list->hits};
	if (list->count < list->capacity)
	{
		list->hits[list->count] = *hit;
		if (list->count + 1 == list->capacity)
			kilni_world_heap(&order, list->capacity);
	}
	else if (list->capacity > 0 && comes_before(hit, &list->hits[0]))
	{
		list->hits[0] = *hit;
		kilni_world_sift(&order, 0, list->capacity);
	}
	list->count += list->count < UINT32_MAX;
	return FLT_MAX;
}

uint32_t kiln_world_cast_convex_all(const kiln_world *world, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options, kiln_world_hit *hits, uint32_t capacity)
{
	cast_list list = {.hits = hits, .capacity = hits ? capacity : 0};
	kiln_world_cast_convex_all_visit(world, object, motion, options, list_hit, &list);
	const kiln_world_order order = {before, swap, hits};
	kilni_world_sort(&order, list.count < list.capacity ? list.count : list.capacity);
	return list.count;
}
