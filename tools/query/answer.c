// SPDX-License-Identifier: MIT
#include "answer.h"

#include <stdlib.h>

static void write_vec3(json_writer *json, const char *key, kiln_vec3 v)
{
	const float values[3] = {v.x, v.y, v.z};
	json_key(json, key);
	json_floats(json, values, 3);
}

static void write_index(json_writer *json, const char *key, uint32_t index)
{
	json_key(json, key);
	if (index == KILN_NONE)
	{
		json_null(json);
	}
	else
	{
		json_uint(json, index);
	}
}

// Where in the asset and in the art, the same for everything that answers with a triangle.
static void write_place(
	json_writer *json, const kiln_asset *asset, uint32_t mesh, uint32_t source_mesh, uint32_t material, uint32_t node)
{
	write_index(json, "mesh", mesh);
	write_index(json, "source_mesh", source_mesh);
	json_key(json, "material");
	json_text(json, material < asset->material_count ? kiln_name(asset, asset->materials[material].name) : "");
	json_key(json, "node_name");
	json_text(json, node < asset->node_count ? kiln_name(asset, asset->nodes[node].name) : "");
}

// What kind of solid was met, and which face of a hull; nothing for triangles.
static void write_solid(json_writer *json, const kiln_asset *asset, uint32_t shape, uint32_t face)
{
	static const char *const kinds[KILN_SHAPE_KIND_END] = {"mesh", "hull", "sphere", "capsule", "box", "cylinder"};
	uint32_t kind = shape < asset->shape_count ? asset->shapes[shape].kind : KILN_SHAPE_MESH;
	if (kind == KILN_SHAPE_MESH)
	{
		return;
	}
	json_key(json, "solid");
	json_text(json, kinds[kind]);
	if (kind == KILN_SHAPE_HULL)
	{
		write_index(json, "face", face);
	}
}

static void write_hit(json_writer *json, const kiln_asset *asset, const kiln_hit *hit)
{
	json_object(json);
	json_key(json, "hit");
	json_bool(json, hit->hit);
	if (hit->hit)
	{
		json_key(json, "t");
		json_float(json, hit->t);
		write_vec3(json, "point", hit->point);
		write_vec3(json, "normal", hit->normal);
		write_index(json, "triangle", hit->triangle);
		write_index(json, "source", hit->source_face);
		write_index(json, "node", hit->node);
		write_solid(json, asset, hit->shape, hit->face);
		write_place(json, asset, hit->mesh, hit->source_mesh, hit->material, hit->node);
	}
	json_object_end(json);
}

uint32_t answer_hits(const kiln_asset *asset, const query_line *query, kiln_hit *hits, uint32_t capacity)
{
	return query->one_mesh ? kiln_mesh_ray_all(asset, query->mesh, &query->ray, hits, capacity)
						   : kiln_ray_all(asset, &query->ray, hits, capacity);
}

kiln_hit answer_first_hit(const kiln_asset *asset, const query_line *query)
{
	uint32_t mesh = query->mesh;
	bool one = query->one_mesh;
	switch (query->kind)
	{
	case QUERY_CAST_SPHERE:
		return one ? kiln_mesh_cast_sphere(asset, mesh, &query->sphere, &query->motion)
				   : kiln_cast_sphere(asset, &query->sphere, &query->motion);
	case QUERY_CAST_BOX:
		return one ? kiln_mesh_cast_box(asset, mesh, &query->box, &query->motion)
				   : kiln_cast_box(asset, &query->box, &query->motion);
	case QUERY_CAST_CAPSULE:
		return one ? kiln_mesh_cast_capsule(asset, mesh, &query->capsule, &query->motion)
				   : kiln_cast_capsule(asset, &query->capsule, &query->motion);
	default:
		return one ? kiln_mesh_ray_closest(asset, mesh, &query->ray) : kiln_ray_closest(asset, &query->ray);
	}
}

kiln_closest answer_closest_point(const kiln_asset *asset, const query_line *query)
{
	return query->one_mesh ? kiln_mesh_closest_point(asset, query->mesh, &query->closest)
						   : kiln_closest_point(asset, &query->closest);
}

kiln_inside answer_point_inside(const kiln_asset *asset, const query_line *query)
{
	return query->one_mesh ? kiln_mesh_point_inside(asset, query->mesh, query->point)
						   : kiln_point_inside(asset, query->point);
}

static answer_status answer_ray_all(
	json_writer *json, const kiln_asset *asset, const query_line *query, answer_scratch *scratch)
{
	uint32_t count = answer_hits(asset, query, scratch->hits, scratch->hit_capacity);
	if (count > scratch->hit_capacity)
	{
		kiln_hit *grown = realloc(scratch->hits, (size_t)count * sizeof *grown);
		if (grown == NULL)
		{
			return ANSWER_NO_MEMORY;
		}
		scratch->hits = grown;
		scratch->hit_capacity = count;
		count = answer_hits(asset, query, grown, count);
	}
	json_object(json);
	json_key(json, "hits");
	json_array(json);
	for (uint32_t i = 0; i < count; ++i)
	{
		write_hit(json, asset, &scratch->hits[i]);
	}
	json_array_end(json);
	json_object_end(json);
	return ANSWER_GIVEN;
}

static void answer_closest(json_writer *json, const kiln_asset *asset, const query_line *query)
{
	kiln_closest closest = answer_closest_point(asset, query);
	json_object(json);
	json_key(json, "found");
	json_bool(json, closest.found);
	if (closest.found)
	{
		json_key(json, "distance");
		json_float(json, closest.distance);
		write_vec3(json, "point", closest.point);
		write_index(json, "triangle", closest.triangle);
		write_index(json, "source", closest.source_face);
		write_index(json, "node", closest.node);
		write_solid(json, asset, closest.shape, KILN_NONE);
		write_place(json, asset, closest.mesh, closest.source_mesh, closest.material, closest.node);
	}
	json_object_end(json);
}

static answer_status answer_inside(json_writer *json, const kiln_asset *asset, const query_line *query)
{
	kiln_inside inside = answer_point_inside(asset, query);
	if (inside == KILN_INSIDE_UNKNOWN)
	{
		return ANSWER_NOT_CLOSED;
	}
	json_object(json);
	json_key(json, "inside");
	json_bool(json, inside == KILN_INSIDE);
	json_object_end(json);
	return ANSWER_GIVEN;
}

uint32_t answer_overlaps(const kiln_asset *asset, const query_line *query, kiln_overlap *overlaps, uint32_t capacity)
{
	uint32_t mesh = query->mesh;
	bool one = query->one_mesh;
	switch (query->kind)
	{
	case QUERY_SPHERE:
		return one ? kiln_mesh_overlap_sphere(asset, mesh, &query->sphere, overlaps, capacity)
				   : kiln_overlap_sphere(asset, &query->sphere, overlaps, capacity);
	case QUERY_BOX:
		return one ? kiln_mesh_overlap_box(asset, mesh, &query->box, overlaps, capacity)
				   : kiln_overlap_box(asset, &query->box, overlaps, capacity);
	default:
		return one ? kiln_mesh_overlap_capsule(asset, mesh, &query->capsule, overlaps, capacity)
				   : kiln_overlap_capsule(asset, &query->capsule, overlaps, capacity);
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

// The triangles of the overlaps, each once: several nodes may show the same one.
static bool collect_triangles(answer_scratch *scratch, uint32_t count, uint32_t *unique)
{
	if (count > scratch->triangle_capacity)
	{
		uint32_t *grown = realloc(scratch->triangles, (size_t)count * sizeof *grown);
		if (grown == NULL)
		{
			return false;
		}
		scratch->triangles = grown;
		scratch->triangle_capacity = count;
	}
	uint32_t found = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		if (scratch->overlaps[i].triangle != KILN_NONE)
		{
			scratch->triangles[found++] = scratch->overlaps[i].triangle;
		}
	}
	if (found > 0)
	{
		qsort(scratch->triangles, found, sizeof *scratch->triangles, compare_numbers);
	}
	*unique = 0;
	for (uint32_t i = 0; i < found; ++i)
	{
		if (i == 0 || scratch->triangles[i] != scratch->triangles[i - 1])
		{
			scratch->triangles[(*unique)++] = scratch->triangles[i];
		}
	}
	return true;
}

// Which node shows which triangle.
static void write_pairs(json_writer *json, const kiln_overlap *overlaps, uint32_t count)
{
	json_key(json, "pairs");
	json_array(json);
	for (uint32_t i = 0; i < count; ++i)
	{
		const uint32_t pair[2] = {overlaps[i].node, overlaps[i].triangle};
		if (pair[1] != KILN_NONE)
		{
			json_counts(json, pair, 2);
		}
	}
	json_array_end(json);
}

// The nodes whose hull or primitive is touched.
static void write_solids(json_writer *json, const kiln_overlap *overlaps, uint32_t count)
{
	json_key(json, "solids");
	json_array_inline(json);
	for (uint32_t i = 0; i < count; ++i)
	{
		if (overlaps[i].triangle == KILN_NONE)
		{
			json_uint(json, overlaps[i].node);
		}
	}
	json_array_end(json);
}

static answer_status answer_overlap(
	json_writer *json, const kiln_asset *asset, const query_line *query, answer_scratch *scratch)
{
	uint32_t count = answer_overlaps(asset, query, scratch->overlaps, scratch->overlap_capacity);
	if (count > scratch->overlap_capacity)
	{
		kiln_overlap *grown = realloc(scratch->overlaps, (size_t)count * sizeof *grown);
		if (grown == NULL)
		{
			return ANSWER_NO_MEMORY;
		}
		scratch->overlaps = grown;
		scratch->overlap_capacity = count;
		count = answer_overlaps(asset, query, grown, count);
	}
	uint32_t unique = 0;
	if (!collect_triangles(scratch, count, &unique))
	{
		return ANSWER_NO_MEMORY;
	}
	json_object(json);
	json_key(json, "triangles");
	json_counts(json, scratch->triangles, unique);
	if (asset->node_count > 1)
	{
		write_pairs(json, scratch->overlaps, count);
	}
	if (asset->shape_count > asset->mesh_count)
	{
		write_solids(json, scratch->overlaps, count);
	}
	json_object_end(json);
	return ANSWER_GIVEN;
}

answer_status answer_write(
	json_writer *json, const answer_assets *assets, const query_line *query, answer_scratch *scratch)
{
	const kiln_asset *asset = &assets->first;
	kiln_hit hit;
	switch (query->kind)
	{
	case QUERY_NOTHING:
		return ANSWER_GIVEN;
	case QUERY_RAY_ALL:
		return answer_ray_all(json, asset, query, scratch);
	case QUERY_CLOSEST:
		answer_closest(json, asset, query);
		return ANSWER_GIVEN;
	case QUERY_INSIDE:
		return answer_inside(json, asset, query);
	case QUERY_SPHERE:
	case QUERY_BOX:
	case QUERY_CAPSULE:
		return answer_overlap(json, asset, query, scratch);
	case QUERY_RAY:
	case QUERY_CAST_SPHERE:
	case QUERY_CAST_BOX:
	case QUERY_CAST_CAPSULE:
		hit = answer_first_hit(asset, query);
		write_hit(json, asset, &hit);
		return ANSWER_GIVEN;
	case QUERY_COLLIDE:
	case QUERY_CONTACTS:
	case QUERY_DISTANCE:
	case QUERY_WITHIN:
	case QUERY_DEPTH:
	case QUERY_MANIFOLD:
	case QUERY_TOI:
		return answer_pair(json, assets, query, scratch);
	}
	return ANSWER_GIVEN;
}

answer_status answer_query(FILE *out, const answer_assets *assets, const query_line *query, answer_scratch *scratch)
{
	json_writer json = json_begin(out, false);
	answer_status status = answer_write(&json, assets, query, scratch);
	if (status == ANSWER_GIVEN)
	{
		json_end(&json);
	}
	return status;
}

void answer_error(FILE *out, const char *error, uint64_t line)
{
	json_writer json = json_begin(out, false);
	json_object(&json);
	json_key(&json, "error");
	json_text(&json, error);
	json_key(&json, "line");
	json_uint(&json, line);
	json_object_end(&json);
	json_end(&json);
}

void answer_free(answer_scratch *scratch)
{
	free(scratch->hits);
	free(scratch->overlaps);
	free(scratch->triangles);
	free(scratch->pairs);
	free(scratch->manifolds);
	*scratch = (answer_scratch){0};
}
