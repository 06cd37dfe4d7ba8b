// SPDX-License-Identifier: MIT
#include "cooked.h"

#include "scene/ray_all.h"

#include "convex/convex.h"
#include "convex/shape/shape.h"

/// Rays through a world.

static bool way_of_ray(const kiln_placed_member *placed, const kiln_ray *ray, float t_max, kiln_member_way *way)
{
	const kiln_member_mover point = {.origin = ray->origin, .center = kiln_d3_from(ray->origin)};
	return kilni_member_way_of(placed, &point, ray->direction, t_max, way);
}

static kiln_ray ray_along(const kiln_member_way *way, uint32_t flags)
{
	return (kiln_ray){.origin = way->origin, .direction = way->direction, .t_max = way->t_max, .flags = flags};
}

/// Where the ray enters the member: the first contact of a point that moves along the ray.
static bool enters(const kiln_convex_object *object, const kiln_ray *ray, kiln_convex_impact *impact)
{
	const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT, .point = ray->origin};
	const kiln_convex_object start = {.shape = &point};
	const kiln_motion motion = {.direction = ray->direction, .t_max = ray->t_max};
	return kiln_convex_cast(&start, &motion, object, NULL, impact) == KILN_OK && impact->hit;
}

/// Where a ray that starts in the member leaves it: the entry of the reversed ray from beyond its box.
static bool leaves(const kiln_convex_object *object, const kiln_ray *ray, kiln_convex_impact *impact)
{
	const kiln_aabb box = kilni_object_box(object);
	const double from[3] = {(double)ray->origin.x, (double)ray->origin.y, (double)ray->origin.z};
	const double way[3] = {(double)ray->direction.x, (double)ray->direction.y, (double)ray->direction.z};
	const double low[3] = {(double)box.min.x, (double)box.min.y, (double)box.min.z};
	const double high[3] = {(double)box.max.x, (double)box.max.y, (double)box.max.z};
	double out = HUGE_VAL;
	for (unsigned i = 0; i < 3; i++)
	{
		double t = way[i] > 0 ? (high[i] - from[i]) / way[i] : way[i] < 0 ? (low[i] - from[i]) / way[i] : HUGE_VAL;
		out = t < out ? t : out;
	}
	out = kiln_double_max(out, 0) * (1 + 0x1p-20);
	const kiln_ray back = {
		.origin = kiln_vec3_stored((kiln_d3){from[0] + out * way[0], from[1] + out * way[1], from[2] + out * way[2]}),
		.direction = {-ray->direction.x, -ray->direction.y, -ray->direction.z}};
	if (!(out < HUGE_VAL) || !enters(object, &back, impact))
		return false;
	double t = kiln_double_max(out - (double)impact->t, 0);
	impact->t = (float)t;
	return t <= (ray->t_max > 0 ? (double)ray->t_max : (double)FLT_MAX);
}

/// The entry and the exit of a ray, if they count, `most` of them; one hit where both have the same t.
static uint32_t meet_convex(const kiln_placed_member *placed, const kiln_ray *ray, uint32_t most, kiln_hit hits[2])
{
	const kiln_convex_object object = kiln_member_object(placed);
	kiln_convex_impact impacts[2];
	if (!enters(&object, ray, &impacts[0]))
		return 0;
	const uint32_t in = impacts[0].inside ? 0 : 1;
	uint32_t count = in;
	if (count < most && !(ray->flags & KILN_RAY_CULL_BACK) && leaves(&object, ray, &impacts[in]) &&
		(in == 0 || impacts[1].t > impacts[0].t))
		count++;
	for (uint32_t i = 0; i < count; i++)
	{
		hits[i] = kilni_member_hit(placed);
		hits[i].back = i >= in;
		hits[i].t = impacts[i].t;
		hits[i].point = impacts[i].point;
		hits[i].normal = impacts[i].normal;
	}
	return count;
}

static bool meet_first(const kiln_placed_member *placed, const kiln_ray *ray, float t_max,
	const kiln_world_query_options *options, kiln_hit *hit)
{
	kiln_hit hits[2];
	if (placed->is_convex)
	{
		kiln_ray shorter = *ray;
		shorter.t_max = t_max;
		if (meet_convex(placed, &shorter, 1, hits) == 0)
			return false;
		*hit = hits[0];
		return true;
	}
	kiln_member_way way;
	if (!way_of_ray(placed, ray, t_max, &way))
		return false;
	const kiln_ray local = ray_along(&way, ray->flags);
	*hit = kilni_cooked_ray_closest(placed, options, &local);
	if (hit->hit)
		kilni_hit_to_world(placed, &way, hit);
	return hit->hit;
}

/// Shared by all rays through a world.
typedef struct world_ray
{
	const kiln_world *world;
	const kiln_ray *ray;
	const kiln_world_query_options *options;
} world_ray;

/// The member that a box belongs to, as the ray sees it, or NULL where the ray skips the member.
static const kiln_placed_member *chosen(const world_ray *query, uint32_t member, kiln_placed_member *room)
{
	return kiln_world_chooses(query->world, query->options, member)
			   ? kiln_world_sees(query->world, query->options, member, room)
			   : NULL;
}

// --- The closest ------------------------------------------------------------------------------------------------------

typedef struct closest_ray
{
	world_ray query;
	kiln_world_hit best;
} closest_ray;

static float try_closest(void *user, kiln_proxy_hit met)
{
	closest_ray *search = user;
	kiln_placed_member copy;
	const kiln_placed_member *placed = chosen(&search->query, met.index, &copy);
	const bool found = search->best.member != KILN_NONE;
	const float t_max = found ? kiln_world_behind(search->best.hit.t) : search->query.ray->t_max;
	kiln_hit hit;
	if (!placed)
		return FLT_MAX;
	if (meet_first(placed, search->query.ray, t_max, search->query.options, &hit) &&
		(!found || hit.t < search->best.hit.t || (hit.t == search->best.hit.t && met.index < search->best.member)))
		search->best = (kiln_world_hit){.hit = hit, .member = met.index, .user = placed->member.user};
	return search->best.member != KILN_NONE ? kiln_world_behind(search->best.hit.t) : FLT_MAX;
}

kiln_world_hit kiln_world_ray_closest(
	const kiln_world *world, const kiln_ray *ray, const kiln_world_query_options *options)
{
	closest_ray search = {.query = {world, ray, options}, .best = {.member = KILN_NONE}};
	if (world && ray && kiln_world_begin(world, options))
		kilni_world_walk_ray(world, options, ray, try_closest, &search);
	return search.best;
}

// --- Any --------------------------------------------------------------------------------------------------------------

typedef struct any_ray
{
	world_ray query;
	bool met;
} any_ray;

static float try_any(void *user, kiln_proxy_hit met)
{
	any_ray *search = user;
	const kiln_ray *ray = search->query.ray;
	kiln_placed_member copy;
	const kiln_placed_member *placed = chosen(&search->query, met.index, &copy);
	kiln_hit hits[2];
	kiln_member_way way;
	if (!placed)
		return FLT_MAX;
	if (placed->is_convex)
		search->met = meet_convex(placed, ray, 1, hits) > 0;
	else if (way_of_ray(placed, ray, ray->t_max, &way))
	{
		const kiln_ray local = ray_along(&way, ray->flags);
		search->met = kilni_cooked_ray_any(placed, search->query.options, &local);
	}
	return search->met ? -1 : FLT_MAX;
}

bool kiln_world_ray_any(const kiln_world *world, const kiln_ray *ray, const kiln_world_query_options *options)
{
	any_ray search = {.query = {world, ray, options}};
	if (world && ray && kiln_world_begin(world, options))
		kilni_world_walk_ray(world, options, ray, try_any, &search);
	return search.met;
}

// --- All --------------------------------------------------------------------------------------------------------------

typedef struct all_ray
{
	world_ray query;
	kiln_hit *hits;
	uint32_t *members;
	uint32_t capacity;
	uint32_t stored; ///< number of entries of the arrays in use
	uint32_t count;
} all_ray;

/// Orders by t, then member, then by the member's own order, whose t may be finer.
static bool before(void *items, uint32_t i, uint32_t j)
{
	const all_ray *all = items;
	const kiln_hit *x = &all->hits[i], *y = &all->hits[j];
	if (x->t != y->t)
		return x->t < y->t;
	if (all->members[i] != all->members[j])
		return all->members[i] < all->members[j];
	return x->shape < y->shape;
}

static void swap(void *items, uint32_t i, uint32_t j)
{
	const all_ray *all = items;
	kiln_hit hit = all->hits[i];
	uint32_t member = all->members[i];
	all->hits[i] = all->hits[j];
	all->members[i] = all->members[j];
	all->hits[j] = hit;
	all->members[j] = member;
}

/// Adds a hit to the arrays: hit number `place` of its member. Stores `place` in `shape` for `before`; name_shapes
/// restores the shape. Full arrays are a heap with the last hit on top. Returns false if this hit, and all later hits
/// of its member, come too late.
static bool put(all_ray *search, kiln_hit hit, uint32_t member, uint32_t place)
{
	const kiln_world_order order = {before, swap, search};
	uint32_t at = search->stored;
	hit.shape = place;
	if (at == search->capacity)
	{
		const kiln_hit *last = &search->hits[0];
		const uint32_t of = search->members[0];
		if (hit.t > last->t || (hit.t == last->t && (member > of || (member == of && place > last->shape))))
			return false;
		at = 0;
	}
	search->hits[at] = hit;
	search->members[at] = member;
	if (at < search->stored)
		kilni_world_sift(&order, 0, search->capacity);
	else if (++search->stored == search->capacity)
		kilni_world_heap(&order, search->capacity);
	return true;
}

/// Merges the hits of a member that do not all fit behind the existing ones.
static void merge(all_ray *search, const kiln_placed_member *placed, const kiln_asset *asset,
	const kiln_member_way *way, uint32_t member)
{
	const kiln_ray local = ray_along(way, search->query.ray->flags);
	kiln_ray_page page;
	uint32_t found = KILN_RAY_PAGE;
	page.begun = false;
	for (uint32_t first = 0; found == KILN_RAY_PAGE; first += KILN_RAY_PAGE)
	{
		found = kilni_ray_all_page(asset, placed->mesh, &local, &page);
		for (uint32_t i = 0; i < found; i++)
		{
			kilni_hit_to_world(placed, way, &page.hits[i]);
			if (!put(search, page.hits[i], member, first + i))
				return;
		}
	}
}

/// A hit of a surface, for the arrays.
typedef struct surface_ray
{
	all_ray *search;
	const kiln_placed_member *placed;
	const kiln_member_way *way;
	uint32_t member, count;
} surface_ray;

/// Surfaces visit their hits in any order: their place among the hits with the same t is the number of the triangle.
static float put_hit(void *user, const kiln_hit *hit)
{
	surface_ray *ray = user;
	kiln_hit found = *hit;
	kilni_hit_to_world(ray->placed, ray->way, &found);
	ray->count += ray->count < UINT32_MAX;
	if (ray->search->capacity > 0)
		(void)put(ray->search, found, ray->member, found.triangle);
	return FLT_MAX;
}

static float collect(void *user, kiln_proxy_hit met)
{
	all_ray *search = user;
	const kiln_ray *ray = search->query.ray;
	kiln_placed_member copy;
	const kiln_placed_member *placed = chosen(&search->query, met.index, &copy);
	const uint32_t room = search->capacity - search->stored;
	kiln_hit *next = room > 0 ? search->hits + search->stored : NULL, two[2];
	uint32_t found = 0;
	kiln_member_way way;
	if (!placed)
		return FLT_MAX;
	if (placed->is_convex)
	{
		found = meet_convex(placed, ray, 2, two);
		for (uint32_t i = 0; i < found && search->capacity > 0; i++)
			put(search, two[i], met.index, i);
	}
	else if (way_of_ray(placed, ray, ray->t_max, &way))
	{
		const kiln_ray local = ray_along(&way, ray->flags);
		kiln_member_view view;
		if (placed->member.surface.operations)
		{
			surface_ray all = {search, placed, &way, met.index, 0};
			kilni_cooked_ray_all_visit(placed, search->query.options, &local, put_hit, &all);
			search->count = all.count < UINT32_MAX - search->count ? search->count + all.count : UINT32_MAX;
			return FLT_MAX;
		}
		const kiln_asset *asset = kiln_world_query_asset(placed, search->query.options, &view);
		found = placed->mesh == KILN_NONE ? kiln_scene_ray_all(asset, &local, next, room)
										  : kiln_mesh_ray_all(asset, placed->mesh, &local, next, room);
		if (found > room && search->capacity > 0)
			merge(search, placed, asset, &way, met.index);
		for (uint32_t i = 0; i < found && found <= room; i++)
		{
			kilni_hit_to_world(placed, &way, &next[i]);
			put(search, next[i], met.index, i);
		}
	}
	search->count = found < UINT32_MAX - search->count ? search->count + found : UINT32_MAX;
	return FLT_MAX;
}

// --- All, for a visitor -----------------------------------------------------------------------------------------------

typedef struct ray_visit
{
	kiln_world_visit visit;
	const kiln_ray *ray;
} ray_visit;

static float visit_member(void *user, kiln_proxy_hit met)
{
	ray_visit *search = user;
	kiln_world_visit *visit = &search->visit;
	const kiln_ray *ray = search->ray;
	const float most = visit->most < FLT_MAX ? kiln_world_behind(visit->most) : ray->t_max;
	kiln_placed_member copy;
	kiln_member_way way;
	kiln_hit hits[2];
	if (!kiln_world_chooses(visit->world, visit->options, met.index))
		return kiln_world_visit_rest(visit);
	const kiln_placed_member *placed = visit->placed = kiln_world_sees(visit->world, visit->options, met.index, &copy);
	visit->member = met.index;
	visit->way = NULL;
	if (placed->is_convex)
	{
		const uint32_t found = meet_convex(placed, ray, 2, hits);
		for (uint32_t i = 0; i < found && !visit->ended; i++)
			kilni_world_visit_hit(visit, &hits[i]);
	}
	else if (way_of_ray(placed, ray, ray->t_max > 0 && ray->t_max < most ? ray->t_max : most, &way))
	{
		const kiln_ray local = ray_along(&way, ray->flags);
		visit->way = &way;
		kilni_cooked_ray_all_visit(placed, visit->options, &local, kilni_world_visit_hit, visit);
	}
	return kiln_world_visit_rest(visit);
}

void kiln_world_ray_all_visit(const kiln_world *world, const kiln_ray *ray, const kiln_world_query_options *options,
	kiln_visit_world_hit *visit, void *user)
{
	ray_visit search = {
		.visit = {.world = world, .options = options, .visit = visit, .user = user, .most = HUGE_VALF}, .ray = ray};
	if (!world || !ray || !visit)
		return;
	if (kiln_world_begin(world, options))
		kilni_world_walk_ray(world, options, ray, visit_member, &search);
}

// --- All, in an array -------------------------------------------------------------------------------------------------

static void name_shapes(const all_ray *all, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
	{
		kiln_hit *hit = &all->hits[i];
		const kiln_placed_member *placed = &all->query.world->members[all->members[i]];
		if (hit->mesh != KILN_NONE)
			hit->shape = hit->mesh;
		else
			hit->shape = placed->is_convex || !placed->member.asset ? kiln_member_shape(placed)
																	: placed->member.asset->nodes[hit->node].shape;
	}
}

uint32_t kiln_world_ray_all(const kiln_world *world, const kiln_ray *ray, const kiln_world_query_options *options,
	kiln_hit *hits, uint32_t *members, uint32_t capacity)
{
	all_ray all = {
		.query = {world, ray, options}, .hits = hits, .members = members, .capacity = hits && members ? capacity : 0};
	if (!world || !ray)
		return 0;
	if (kiln_world_begin(world, options))
		kilni_world_walk_ray(world, options, ray, collect, &all);
	const kiln_world_order order = {before, swap, &all};
	kilni_world_sort(&order, all.stored);
	name_shapes(&all, all.stored);
	return all.count;
}
