// SPDX-License-Identifier: MIT
#include "answer.h"

#include <stdlib.h>

// Queries one asset: the whole asset, or one of its meshes.

static uint32_t find_hits(const kiln_asset *asset, const query_line *query, kiln_hit *hits, uint32_t capacity)
{
	return query->one_mesh ? kiln_mesh_ray_all(asset, query->mesh, &query->ray, hits, capacity)
						   : kiln_scene_ray_all(asset, &query->ray, hits, capacity);
}

static kiln_hit find_first_hit(const kiln_asset *asset, const query_line *query)
{
	uint32_t mesh = query->mesh;
	bool one = query->one_mesh;
	kiln_convex_shape shape;
	kiln_convex_object object;
	switch (query->kind)
	{
	case QUERY_CAST_CONVEX:
		object = answer_object(query, &shape);
		return one ? kiln_mesh_cast_convex(asset, mesh, &object, &query->motion)
				   : kiln_scene_cast_convex(asset, &object, &query->motion);
	case QUERY_CAST_SPHERE:
		return one ? kiln_mesh_cast_sphere(asset, mesh, &query->sphere, &query->motion)
				   : kiln_scene_cast_sphere(asset, &query->sphere, &query->motion);
	case QUERY_CAST_BOX:
		return one ? kiln_mesh_cast_box(asset, mesh, &query->box, &query->motion)
				   : kiln_scene_cast_box(asset, &query->box, &query->motion);
	case QUERY_CAST_CAPSULE:
		return one ? kiln_mesh_cast_capsule(asset, mesh, &query->capsule, &query->motion)
				   : kiln_scene_cast_capsule(asset, &query->capsule, &query->motion);
	default:
		return one ? kiln_mesh_ray_closest(asset, mesh, &query->ray) : kiln_scene_ray_closest(asset, &query->ray);
	}
}

static bool find_any(const kiln_asset *asset, const query_line *query)
{
	return query->one_mesh ? kiln_mesh_ray_any(asset, query->mesh, &query->ray)
						   : kiln_scene_ray_any(asset, &query->ray);
}

static kiln_closest find_closest_point(const kiln_asset *asset, const query_line *query)
{
	return query->one_mesh ? kiln_mesh_closest_point(asset, query->mesh, &query->closest)
						   : kiln_scene_closest_point(asset, &query->closest);
}

static kiln_inside find_point_inside(const kiln_asset *asset, const query_line *query)
{
	return query->one_mesh ? kiln_mesh_point_inside(asset, query->mesh, query->point)
						   : kiln_scene_point_inside(asset, query->point);
}

static uint32_t find_overlaps(
	const kiln_asset *asset, const query_line *query, kiln_overlap *overlaps, uint32_t capacity)
{
	uint32_t mesh = query->mesh;
	bool one = query->one_mesh;
	kiln_convex_shape shape;
	kiln_convex_object object;
	switch (query->kind)
	{
	case QUERY_CONVEX:
		object = answer_object(query, &shape);
		return one ? kiln_mesh_overlap_convex(asset, mesh, &object, overlaps, capacity)
				   : kiln_scene_overlap_convex(asset, &object, overlaps, capacity);
	case QUERY_SPHERE:
		return one ? kiln_mesh_overlap_sphere(asset, mesh, &query->sphere, overlaps, capacity)
				   : kiln_scene_overlap_sphere(asset, &query->sphere, overlaps, capacity);
	case QUERY_BOX:
		return one ? kiln_mesh_overlap_box(asset, mesh, &query->box, overlaps, capacity)
				   : kiln_scene_overlap_box(asset, &query->box, overlaps, capacity);
	default:
		return one ? kiln_mesh_overlap_capsule(asset, mesh, &query->capsule, overlaps, capacity)
				   : kiln_scene_overlap_capsule(asset, &query->capsule, overlaps, capacity);
	}
}

kiln_convex_object answer_object(const query_line *query, kiln_convex_shape *shape)
{
	*shape = (kiln_convex_shape){0};
	kiln_convex_object object = {.shape = shape};
	switch (query->kind)
	{
	case QUERY_SPHERE:
	case QUERY_CAST_SPHERE:
		shape->kind = KILN_CONVEX_SPHERE;
		shape->sphere = query->sphere;
		break;
	case QUERY_BOX:
	case QUERY_CAST_BOX:
	{
		kiln_vec3 h = query->box.half_extents;
		shape->kind = KILN_CONVEX_AABB;
		shape->aabb = (kiln_aabb){{-h.x, -h.y, -h.z}, h};
		object.pose = (kiln_pose){query->box.rotation, query->box.center, 1};
		break;
	}
	case QUERY_CONVEX:
	case QUERY_CAST_CONVEX:
		*shape = query->convex.shape;
		object.pose = query->convex.pose;
		break;
	default:
		shape->kind = KILN_CONVEX_CAPSULE;
		shape->capsule = query->capsule;
		break;
	}
	return object;
}

static int compare_numbers(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left;
	uint32_t b = *(const uint32_t *)right;
	return (a > b) - (a < b);
}

// Several nodes may show the same triangle.
bool answer_collect_triangles(answer_scratch *scratch, uint32_t count, size_t *unique)
{
	if (count > scratch->triangle_capacity)
	{
		uint32_t *grown = realloc(scratch->triangles, (size_t)count * sizeof *grown);
		if (grown == NULL)
			return false;
		scratch->triangles = grown;
		scratch->triangle_capacity = count;
	}
	uint32_t found = 0;
	for (uint32_t i = 0; i < count; ++i)
		if (scratch->overlaps[i].triangle != KILN_NONE)
			scratch->triangles[found++] = scratch->overlaps[i].triangle;
	if (found > 0)
		qsort(scratch->triangles, found, sizeof *scratch->triangles, compare_numbers);
	*unique = 0;
	for (uint32_t i = 0; i < found; ++i)
		if (i == 0 || scratch->triangles[i] != scratch->triangles[i - 1])
			scratch->triangles[(*unique)++] = scratch->triangles[i];
	return true;
}

static answer_given no_memory(void)
{
	return (answer_given){.status = ANSWER_NO_MEMORY};
}

static answer_given find_ray_all(const kiln_asset *asset, const query_line *query, answer_scratch *scratch)
{
	uint32_t count = find_hits(asset, query, scratch->hits, scratch->hit_capacity);
	if (count > scratch->hit_capacity)
	{
		kiln_hit *grown = realloc(scratch->hits, (size_t)count * sizeof *grown);
		if (grown == NULL)
			return no_memory();
		scratch->hits = grown;
		scratch->hit_capacity = count;
		count = find_hits(asset, query, grown, count);
	}
	return (answer_given){.count = count};
}

static answer_given answer_overlap(const kiln_asset *asset, const query_line *query, answer_scratch *scratch)
{
	uint32_t count = find_overlaps(asset, query, scratch->overlaps, scratch->overlap_capacity);
	if (count > scratch->overlap_capacity)
	{
		kiln_overlap *grown = realloc(scratch->overlaps, (size_t)count * sizeof *grown);
		if (grown == NULL)
			return no_memory();
		scratch->overlaps = grown;
		scratch->overlap_capacity = count;
		count = find_overlaps(asset, query, grown, count);
	}
	answer_given given = {.count = count};
	return answer_collect_triangles(scratch, count, &given.triangle_count) ? given : no_memory();
}

answer_given answer_query(const answer_assets *assets, const query_line *query, answer_scratch *scratch)
{
	const kiln_asset *asset = &assets->first;
	answer_given given = {.status = ANSWER_GIVEN};
	if (query_is_pair(query->kind))
		return answer_pair_query(assets, query, scratch);
	switch (query->kind)
	{
	case QUERY_RAY_ANY:
		given.yes = find_any(asset, query);
		return given;
	case QUERY_RAY_ALL:
		return find_ray_all(asset, query, scratch);
	case QUERY_CLOSEST:
		given.closest = find_closest_point(asset, query);
		return given;
	case QUERY_INSIDE:
		given.inside = find_point_inside(asset, query);
		given.status = given.inside == KILN_INSIDE_UNKNOWN ? ANSWER_NOT_CLOSED : ANSWER_GIVEN;
		return given;
	case QUERY_SDF:
	case QUERY_SDF_SPHERE:
	case QUERY_SDF_CAPSULE:
		given.status = ANSWER_NO_FIELD;
		return given;
	case QUERY_SPHERE:
	case QUERY_BOX:
	case QUERY_CAPSULE:
	case QUERY_CONVEX:
		return answer_overlap(asset, query, scratch);
	default:
		given.hit = find_first_hit(asset, query);
		return given;
	}
}
