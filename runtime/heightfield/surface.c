// SPDX-License-Identifier: MIT
#include "scene/surface.h"

#include "box.h"
#include "edges.h"
#include "overlap_convex.h"
#include "pair/patches.h"
#include "patch.h"

/// Height fields as surfaces.

/// A field with the budget of a query. False for one that is not open.
static kiln_heightfield limited(const void *data, kiln_budget *budget)
{
	kiln_heightfield field = *(const kiln_heightfield *)data;
	field.budget = budget ? budget : field.budget;
	return field;
}

static bool bounds(const void *data, float min[3], float max[3])
{
	const kiln_heightfield *field = data;
	if (!kiln_field_is_open(field))
		return false;
	const float low[3] = {field->min.x, field->min.y, field->min.z};
	const float high[3] = {field->max.x, field->max.y, field->max.z};
	memcpy(min, low, sizeof low);
	memcpy(max, high, sizeof high);
	return true;
}

static kiln_hit ray_closest(const void *data, kiln_budget *budget, const kiln_ray *ray)
{
	const kiln_heightfield field = limited(data, budget);
	return kiln_heightfield_ray_closest(&field, ray);
}

static bool ray_any(const void *data, kiln_budget *budget, const kiln_ray *ray)
{
	const kiln_heightfield field = limited(data, budget);
	return kiln_heightfield_ray_any(&field, ray);
}

static void ray_all(const void *data, kiln_budget *budget, const kiln_ray *ray, kiln_visit_hit *visit, void *user)
{
	const kiln_heightfield field = limited(data, budget);
	kiln_heightfield_ray_all_visit(&field, ray, visit, user);
}

static kiln_hit cast(const void *data, kiln_budget *budget, const kiln_convex_object *object, const kiln_motion *motion)
{
	const kiln_heightfield field = limited(data, budget);
	return kiln_heightfield_cast_convex(&field, object, motion);
}

static void cast_all(const void *data, kiln_budget *budget, const kiln_convex_object *object, const kiln_motion *motion,
	kiln_visit_hit *visit, void *user)
{
	const kiln_heightfield field = limited(data, budget);
	kiln_heightfield_cast_convex_all_visit(&field, object, motion, visit, user);
}

static kiln_hit cast_sweep(
	const void *data, kiln_budget *budget, const kiln_convex_shape *shape, const kiln_sweep *sweep, float tolerance)
{
	const kiln_heightfield field = limited(data, budget);
	return kiln_heightfield_cast_sweep(&field, shape, sweep, tolerance);
}

static void overlap(
	const void *data, kiln_budget *budget, const kiln_convex_object *object, kiln_visit_overlap *visit, void *user)
{
	const kiln_heightfield field = limited(data, budget);
	kilni_heightfield_overlap_convex_visit(&field, object, visit, user);
}

static kiln_closest closest_point(const void *data, kiln_budget *budget, const kiln_point_query *query)
{
	const kiln_heightfield field = limited(data, budget);
	return kiln_heightfield_closest_point(&field, query);
}

// --- Contacts ---------------------------------------------------------------------------------------------------------

typedef struct leaf_walk
{
	const kiln_heightfield *field;
	kiln_visit_surface *visit;
	void *user;
} leaf_walk;

/// Passes a cell on as a leaf of two triangles.
static bool visit_cell(void *user, const kiln_field_cell *cell, uint32_t column, uint32_t row)
{
	const leaf_walk *walk = user;
	const kiln_heightfield *field = walk->field;
	float at[4][3], x[3][8];
	uint16_t corners[8] = {0};
	kiln_field_corners(field, cell, column, row, at);
	for (uint32_t i = 0; i < 8; ++i)
		for (uint32_t axis = 0; axis < 3; ++axis)
			x[axis][i] = at[i % 4][axis];
	for (uint32_t k = 0; k < 2; ++k)
	{
		const uint8_t *of = kiln_field_triangle(field, cell->turned, k);
		corners[k] = (uint16_t)(of[0] | of[1] << 4 | of[2] << 8);
	}
	const kiln_leaf leaf = {.triangle = 2 * kiln_field_cell_number(field, column, row),
		.triangle_count = 2,
		.vertex_count = 8,
		.corners = corners,
		.x = x[0],
		.y = x[1],
		.z = x[2]};
	return walk->visit(walk->user, &leaf);
}

static void walk_box(const void *data, kiln_budget *budget, const float min[3], const float max[3],
	kiln_visit_surface *visit, void *user)
{
	const kiln_heightfield field = limited(data, budget);
	leaf_walk walk = {&field, visit, user};
	const double low[3] = {(double)min[0], (double)min[1], (double)min[2]};
	const double high[3] = {(double)max[0], (double)max[1], (double)max[2]};
	kilni_heightfield_walk_box(&field, low, high, visit_cell, &walk);
}

static void corners(const void *data, uint32_t triangle, kiln_vec3 out[3])
{
	kilni_heightfield_corners(data, triangle, out);
}

static uint32_t edges(const void *data, uint32_t triangle)
{
	return kilni_heightfield_edges(data, triangle);
}

static void identify(const void *data, uint32_t triangle, uint32_t *material, uint32_t *source_face)
{
	*material = kiln_heightfield_material(data, triangle / 2);
	*source_face = triangle / 2;
}

static bool walk_patches(
	const void *data, kiln_budget *budget, kiln_surface_reach *reach, kiln_visit_patch *visit, void *user)
{
	const kiln_heightfield field = limited(data, budget);
	return kilni_heightfield_walk_patches(&field, reach, visit, user);
}

static kiln_status manifolds(const void *data, kiln_budget *budget, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *found, uint32_t capacity, uint32_t *count);

static const kiln_surface_operations operations = {.bounds = bounds,
	.ray_closest = ray_closest,
	.ray_any = ray_any,
	.ray_all = ray_all,
	.cast = cast,
	.cast_all = cast_all,
	.cast_sweep = cast_sweep,
	.overlap = overlap,
	.closest_point = closest_point,
	.manifolds = manifolds,
	.walk_box = walk_box,
	.corners = corners,
	.edges = edges,
	.identify = identify,
	.flat_edge = KILN_FIELD_FLAT_EDGE,
	.pair_side = kilni_pair_surface_side,
	.pair_patches = kilni_pair_patches,
	.walk_patches = walk_patches};

static kiln_status manifolds(const void *data, kiln_budget *budget, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *found, uint32_t capacity, uint32_t *count)
{
	const kiln_heightfield *field = data;
	const kiln_surface surface = {field, &operations};
	return kilni_surface_manifolds(&surface, budget ? budget : field->budget, object, options, found, capacity, count);
}

kiln_surface kiln_heightfield_surface(const kiln_heightfield *field)
{
	return kiln_field_is_open(field) ? (kiln_surface){field, &operations} : (kiln_surface){0};
}

kiln_status kiln_heightfield_manifolds(const kiln_heightfield *field, const kiln_convex_object *object,
	const kiln_mesh_contact_options *options, kiln_mesh_manifold *found, uint32_t capacity, uint32_t *count)
{
	if (count)
		*count = 0;
	return kiln_field_is_open(field) ? manifolds(field, NULL, object, options, found, capacity, count)
									 : KILN_E_ARGUMENT;
}
