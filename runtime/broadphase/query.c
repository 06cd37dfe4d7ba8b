// SPDX-License-Identifier: MIT
#include "bounds/outward.h"
#include "core.h"

/// Queries: the method's answers without the proxies that are out of date, then the pending proxies, one by one.

/// Offers a query the pending boxes, until the query returns false.
static void offer_pending(
	const kiln_broadphase *broadphase, bool (*offered)(void *query, uint32_t index, const kiln_aabb *box), void *query)
{
	const kiln_broadphase_core *core = broadphase->core;
	for (unsigned pending = KILN_PENDING_ADDED; pending <= KILN_PENDING_MOVED; pending++)
	{
		const kiln_pending_list *list = &core->lists[pending];
		for (uint32_t i = 0; i < list->count; i++)
			if (!offered(query, list->indices[i], &core->next[list->indices[i]]))
				return;
	}
}

// --- Boxes and balls --------------------------------------------------------------------------------------------------

/// Collects the first answers, as many as there is room for, and counts all.
typedef struct collection
{
	uint32_t *indices;
	uint32_t capacity, count;
} collection;

static bool collect(void *user, uint32_t index)
{
	collection *all = user;
	kilni_keep_index(all->indices, all->capacity, all->count++, index);
	return true;
}

typedef struct box_query
{
	const kiln_broadphase *broadphase;
	kiln_aabb box;
	const kiln_sphere *sphere; ///< or NULL
	kiln_visit_proxy *visit;
	void *user;
	bool ended;
} box_query;

static double beyond(double x, float min, float max)
{
	return x < (double)min ? (double)min - x : x > (double)max ? x - (double)max : 0;
}

static bool sphere_reaches(const kiln_sphere *sphere, const kiln_aabb *box)
{
	double x = beyond((double)sphere->center.x, box->min.x, box->max.x);
	double y = beyond((double)sphere->center.y, box->min.y, box->max.y);
	double z = beyond((double)sphere->center.z, box->min.z, box->max.z);
	return x * x + y * y + z * z <= (double)sphere->radius * (double)sphere->radius;
}

static bool offer(box_query *query, uint32_t index, const kiln_aabb *box)
{
	if (!query->sphere || sphere_reaches(query->sphere, box))
		query->ended = !query->visit(query->user, index);
	return !query->ended;
}

static bool box_found(void *user, uint32_t index)
{
	box_query *query = user;
	const kiln_broadphase *broadphase = query->broadphase;
	return kiln_proxy_is_pending(broadphase, index) || offer(query, index, &broadphase->boxes[index]);
}

static bool box_pending(void *user, uint32_t index, const kiln_aabb *box)
{
	box_query *query = user;
	return !kiln_boxes_overlap(&query->box, box) || offer(query, index, box);
}

static void run_box(box_query *query)
{
	const kiln_broadphase *broadphase = query->broadphase;
	broadphase->ops->box(broadphase, &query->box, box_found, query);
	if (!query->ended)
		offer_pending(broadphase, box_pending, query);
}

void kiln_broadphase_overlap_aabb_visit(
	const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_visit_proxy *visit, void *user)
{
	if (!broadphase || !box || !visit || !kiln_box_usable(box))
		return;
	box_query query = {.broadphase = broadphase, .box = *box, .visit = visit, .user = user};
	run_box(&query);
}

void kiln_broadphase_overlap_sphere_visit(
	const kiln_broadphase *broadphase, const kiln_sphere *sphere, kiln_visit_proxy *visit, void *user)
{
	if (!broadphase || !sphere || !visit || !(sphere->radius >= 0 && sphere->radius <= FLT_MAX) ||
		!kiln_float_finite(sphere->center.x) || !kiln_float_finite(sphere->center.y) ||
		!kiln_float_finite(sphere->center.z))
		return;
	box_query query = {.broadphase = broadphase,
		.box = kiln_aabb_of_ball(kiln_d3_from(sphere->center), (double)sphere->radius),
		.sphere = sphere,
		.visit = visit,
		.user = user};
	run_box(&query);
}

static uint32_t sorted(collection *all)
{
	kilni_sort_indices(all->indices, all->count < all->capacity ? all->count : all->capacity);
	return all->count;
}

uint32_t kiln_broadphase_overlap_aabb(
	const kiln_broadphase *broadphase, const kiln_aabb *box, uint32_t *indices, uint32_t capacity)
{
	collection all = {.indices = indices, .capacity = indices ? capacity : 0};
	kiln_broadphase_overlap_aabb_visit(broadphase, box, collect, &all);
	return sorted(&all);
}

uint32_t kiln_broadphase_overlap_sphere(
	const kiln_broadphase *broadphase, const kiln_sphere *sphere, uint32_t *indices, uint32_t capacity)
{
	collection all = {.indices = indices, .capacity = indices ? capacity : 0};
	kiln_broadphase_overlap_sphere_visit(broadphase, sphere, collect, &all);
	return sorted(&all);
}

// --- Rays and moving boxes --------------------------------------------------------------------------------------------

typedef struct hit_collection
{
	kiln_proxy_hit *hits;
	uint32_t capacity, count;
} hit_collection;

static float collect_hit(void *user, kiln_proxy_hit hit)
{
	hit_collection *all = user;
	kilni_keep_hit(all->hits, all->capacity, all->count++, hit);
	return FLT_MAX;
}

typedef struct sweep_query
{
	const kiln_broadphase *broadphase;
	kiln_box_sweep *sweep;
	kiln_visit_proxy_hit *visit;
	void *user;
	float limit; ///< how far the sweep still goes, in times as they are reported
	bool ended;
} sweep_query;

static bool offer_hit(sweep_query *query, uint32_t index, double t)
{
	// The walk continues while times round to the limit, so that it does not miss a hit that is reported as equal to
	// the limit.
	kiln_proxy_hit hit = {.t = (float)t, .index = index};
	if (hit.t > query->limit)
		return true;
	float reach = query->visit(query->user, hit);
	query->ended = !(reach >= 0);
	if (reach < query->limit)
	{
		query->limit = reach;
		double less = (double)kiln_float_up((double)reach);
		query->sweep->t_max = less < query->sweep->t_max ? less : query->sweep->t_max;
	}
	return !query->ended;
}

static bool hit_found(void *user, kiln_box_sweep *sweep, uint32_t index, double t)
{
	sweep_query *query = user;
	(void)sweep;
	return kiln_proxy_is_pending(query->broadphase, index) || offer_hit(query, index, t);
}

static bool hit_pending(void *user, uint32_t index, const kiln_aabb *box)
{
	sweep_query *query = user;
	double t;
	return !kilni_sweep_meets(query->sweep, box, &t) || offer_hit(query, index, t);
}

static void run_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_visit_proxy_hit *visit, void *user)
{
	sweep_query query = {
		.broadphase = broadphase, .sweep = sweep, .visit = visit, .user = user, .limit = (float)sweep->t_max};
	broadphase->ops->sweep(broadphase, sweep, hit_found, &query);
	if (!query.ended)
		offer_pending(broadphase, hit_pending, &query);
}

void kiln_broadphase_ray_all_visit(
	const kiln_broadphase *broadphase, const kiln_ray *ray, kiln_visit_proxy_hit *visit, void *user)
{
	kiln_box_sweep sweep;
	if (broadphase && ray && visit && kilni_sweep_of_ray(&sweep, ray))
		run_sweep(broadphase, &sweep, visit, user);
}

void kiln_broadphase_cast_aabb_all_visit(const kiln_broadphase *broadphase, const kiln_aabb *box,
	const kiln_motion *motion, kiln_visit_proxy_hit *visit, void *user)
{
	kiln_box_sweep sweep;
	if (broadphase && box && motion && visit && kilni_sweep_of_motion(&sweep, box, motion))
		run_sweep(broadphase, &sweep, visit, user);
}

static uint32_t sorted_hits(hit_collection *all)
{
	kilni_sort_hits(all->hits, all->count < all->capacity ? all->count : all->capacity);
	return all->count;
}

uint32_t kiln_broadphase_ray_all(
	const kiln_broadphase *broadphase, const kiln_ray *ray, kiln_proxy_hit *hits, uint32_t capacity)
{
	hit_collection all = {.hits = hits, .capacity = hits ? capacity : 0};
	kiln_broadphase_ray_all_visit(broadphase, ray, collect_hit, &all);
	return sorted_hits(&all);
}

uint32_t kiln_broadphase_cast_aabb_all(const kiln_broadphase *broadphase, const kiln_aabb *box,
	const kiln_motion *motion, kiln_proxy_hit *hits, uint32_t capacity)
{
	hit_collection all = {.hits = hits, .capacity = hits ? capacity : 0};
	kiln_broadphase_cast_aabb_all_visit(broadphase, box, motion, collect_hit, &all);
	return sorted_hits(&all);
}
