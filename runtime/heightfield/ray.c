// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE
#include "hit.h"
#include "line.h"
#include "scene/hit_list.h"
#include "scene/ray_query.h"
#include "tree/ray_triangle.h"

#include <math.h>

/// Ray queries. The walk misses no triangle that the arithmetic of triangles meets.

/// A cell that a ray meets.
typedef struct ray_place
{
	kiln_field_cell cell;
	uint32_t column, row;
} ray_place;

typedef struct ray_walk
{
	kiln_field_line line;
	const kiln_walk_ray *ray;
	uint32_t flags;
	bool any; ///< the first triangle that is met ends the walk
	kiln_ray_best best;
	ray_place place; ///< of the best
} ray_walk;

/// Stores the sheared corners of the cell's triangles in the first two lanes. The third is empty, and so are all others,
/// which cost nothing where eight lanes are two registers.
static void gather(const ray_walk *walk, const kiln_field_cell *cell, const float at[4][3], kiln_ray_corners *corners)
{
	const kiln_walk_ray *ray = walk->ray;
	float x[3][3] = {{0}}, y[3][3] = {{0}}, z[3][3] = {{0}};
	for (uint32_t k = 0; k < 2; ++k)
	{
		const uint8_t *of = kiln_field_triangle(walk->line.field, cell->turned, k);
		for (int i = 0; i < 3; ++i)
		{
			const float *p = at[of[i]];
			const float px = p[ray->axis[0]] - ray->origin[ray->axis[0]];
			const float py = p[ray->axis[1]] - ray->origin[ray->axis[1]];
			const float pz = p[ray->axis[2]] - ray->origin[ray->axis[2]];
			x[i][k] = px - ray->shear[0] * pz;
			y[i][k] = py - ray->shear[1] * pz;
			z[i][k] = pz;
		}
	}
	for (int i = 0; i < 3; ++i)
	{
		corners->x[i] = f8_load3(x[i]);
		corners->y[i] = f8_load3(y[i]);
		corners->z[i] = f8_load3(z[i]);
	}
}

/// Decides the triangles of a cell. Returns those that the ray meets up to `limit`, as bits.
static uint32_t meet_triangles(const ray_walk *walk, const kiln_field_cell *cell, uint32_t column, uint32_t row,
	float limit, kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX])
{
	float at[4][3];
	kiln_ray_corners corners;
	kiln_ray_lanes lanes;
	kiln_field_corners(walk->line.field, cell, column, row, at);
	gather(walk, cell, at, &corners);
	kiln_ray_decide(&corners, walk->ray, 2, walk->flags, limit, &lanes);
	if (!(lanes.met | lanes.doubt))
		return 0;
	return kiln_ray_collect(&corners, walk->ray, &lanes, walk->flags, limit, meets);
}

static bool meet_cell(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	ray_walk *walk = user;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	kiln_ray_best *best = &walk->best;
	const uint32_t first = 2 * kiln_field_cell_number(walk->line.field, column, row);
	for (uint32_t met = meet_triangles(walk, cell, column, row, best->t, meets); met; met &= met - 1)
	{
		const uint32_t k = kiln_lowest_bit(met);
		const kiln_ray_meet *meet = &meets[k];
		if (meet->t < best->t || (meet->t == best->t && first + k < best->triangle))
		{
			*best = (kiln_ray_best){meet->t, first + k, 0, k, meet->u, meet->v, meet->back};
			walk->place = (ray_place){*cell, column, row};
		}
	}
	walk->line.limit = (double)best->t;
	return !(walk->any && best->triangle != KILN_NONE);
}

/// Brings the ray near, as for a mesh with the field's box.
static bool prepare(const kiln_heightfield *field, const kiln_ray *ray, kiln_local_ray *local)
{
	const kiln_format_mesh box = {.bounds_min = {field->min.x, field->min.y, field->min.z},
		.bounds_max = {field->max.x, field->max.y, field->max.z}};
	local->from = 0;
	local->last = HUGE_VALF;
	return kilni_walk_ray_init(&local->walk, &ray->origin, &ray->direction, ray->t_max, box.bounds_min, box.bounds_max,
			   &local->limit) &&
		   (!local->walk.far || kilni_ray_start_near(&box, NULL, ray, local));
}

/// `t` is that of the given ray.
static void fill(
	const kiln_heightfield *field, const ray_place *place, const kiln_ray_best *best, float t, kiln_hit *hit)
{
	float at[4][3];
	kiln_vec3 corners[3];
	kiln_field_corners(field, &place->cell, place->column, place->row, at);
	kiln_field_triangle_corners(field, &place->cell, at, best->lane, corners);
	const kiln_d3 corner = kiln_d3_from(corners[0]);
	const kiln_leaf_face face = {
		corner, kiln_d3_sub(kiln_d3_from(corners[1]), corner), kiln_d3_sub(kiln_d3_from(corners[2]), corner)};
	kiln_hit_begin(hit);
	hit->back = best->back;
	hit->t = t;
	hit->point = kiln_d3_to(kiln_leaf_point(&face, best->u, best->v));
	hit->normal = kiln_leaf_normal(&face);
	hit->u = best->u;
	hit->v = best->v;
	kiln_field_identify(best->triangle, kiln_field_material(field, place->column, place->row), hit);
}

/// Walks along a ray. `walk` has a line with field and visitor.
static void walk_ray(ray_walk *walk, const kiln_local_ray *local, uint32_t flags)
{
	static const double no_extents[3] = {0, 0, 0};
	const float *o = local->walk.origin, *d = local->walk.direction;
	const double origin[3] = {(double)o[0], (double)o[1], (double)o[2]};
	const double direction[3] = {(double)d[0], (double)d[1], (double)d[2]};
	walk->ray = &local->walk;
	walk->flags = flags;
	walk->best = (kiln_ray_best){.t = local->limit, .triangle = KILN_NONE};
	walk->line.limit = (double)local->limit;
	kilni_heightfield_walk_line(&walk->line, origin, direction, no_extents);
}

/// Finds the first triangle, or any. Sets the t of the given ray.
static bool meet(ray_walk *walk, const kiln_heightfield *field, const kiln_ray *ray, bool any, float *t)
{
	kiln_local_ray local;
	if (!kiln_field_is_open(field) || !ray || !prepare(field, ray, &local))
		return false;
	walk->line = (kiln_field_line){.field = field, .visit = meet_cell, .user = walk};
	walk->any = any && local.last > FLT_MAX;
	walk_ray(walk, &local, ray->flags);
	*t = kiln_local_t(&local, walk->best.t);
	return walk->best.triangle != KILN_NONE && *t <= local.last;
}

kiln_hit kiln_heightfield_ray_closest(const kiln_heightfield *field, const kiln_ray *ray)
{
	ray_walk walk;
	kiln_hit hit;
	float t = 0;
	if (!meet(&walk, field, ray, false, &t))
		return (kiln_hit){0};
	fill(field, &walk.place, &walk.best, t, &hit);
	return hit;
}

bool kiln_heightfield_ray_any(const kiln_heightfield *field, const kiln_ray *ray)
{
	ray_walk walk;
	float t = 0;
	return meet(&walk, field, ray, true, &t);
}

// --- All --------------------------------------------------------------------------------------------------------------

/// A walk for all triangles.
typedef struct all_walk
{
	ray_walk walk;
	const kiln_local_ray *local;
	kiln_hit *hits; ///< a heap with the last hit on top
	uint32_t capacity, stored, count;
	kiln_visit_hit *visit; ///< replaces the array; or NULL
	void *user;
	float most; ///< hits with a larger t are dropped
} all_walk;

/// Calls the visitor. Returns false to end the walk.
static bool report(all_walk *all, const kiln_hit *hit)
{
	const float most = all->visit(all->user, hit);
	if (most < all->most)
	{
		all->most = most;
		// Slightly more than `most`, because of rounding; `most` decides.
		const float limit = kiln_walk_limit(&all->local->walk, most + most * 0x1p-20f + 0x1p-149f);
		if (!(all->local->from > 0) && (double)limit < all->walk.line.limit)
			all->walk.line.limit = (double)limit;
	}
	return most >= 0;
}

/// Keeps a hit. Returns false to end the walk.
static bool keep(all_walk *all, const ray_place *place, const kiln_ray_best *found)
{
	const float t = kiln_local_t(all->local, found->t);
	kiln_hit hit;
	if (!(t <= all->local->last) || t > all->most)
		return true;
	all->count += all->count < UINT32_MAX;
	if (all->capacity == 0 && !all->visit)
		return true;
	kiln_hit_clear(&hit);
	fill(all->walk.line.field, place, found, t, &hit);
	if (all->visit)
		return report(all, &hit);
	kilni_hits_put(all->hits, all->capacity, &all->stored, &hit);
	return true;
}

static bool keep_cell(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	all_walk *all = user;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	const ray_place place = {*cell, column, row};
	const uint32_t first = 2 * kiln_field_cell_number(all->walk.line.field, column, row);
	for (uint32_t met = meet_triangles(&all->walk, cell, column, row, all->local->limit, meets); met; met &= met - 1)
	{
		const uint32_t k = kiln_lowest_bit(met);
		const kiln_ray_meet *meet = &meets[k];
		const kiln_ray_best found = {meet->t, first + k, 0, k, meet->u, meet->v, meet->back};
		if (!keep(all, &place, &found))
			return false;
	}
	return true;
}

static void walk_all(all_walk *all, const kiln_heightfield *field, const kiln_ray *ray)
{
	kiln_local_ray local;
	if (!kiln_field_is_open(field) || !ray || !prepare(field, ray, &local))
		return;
	all->local = &local;
	all->most = HUGE_VALF;
	all->walk.line = (kiln_field_line){.field = field, .visit = keep_cell, .user = all};
	walk_ray(&all->walk, &local, ray->flags);
}

uint32_t kiln_heightfield_ray_all(const kiln_heightfield *field, const kiln_ray *ray, kiln_hit *hits, uint32_t capacity)
{
	all_walk all = {.hits = hits, .capacity = hits ? capacity : 0};
	walk_all(&all, field, ray);
	kilni_hits_sort(hits, all.stored);
	return all.count;
}

void kiln_heightfield_ray_all_visit(
	const kiln_heightfield *field, const kiln_ray *ray, kiln_visit_hit *visit, void *user)
{
	all_walk all = {.visit = visit, .user = user};
	if (visit)
		walk_all(&all, field, ray);
}
