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

static answer_status answer_ray_all(
	json_writer *json, const kiln_asset *asset, const kiln_ray *ray, answer_scratch *scratch)
{
	uint32_t count = kiln_ray_all(asset, ray, scratch->hits, scratch->hit_capacity);
	if (count > scratch->hit_capacity)
	{
		kiln_hit *grown = realloc(scratch->hits, (size_t)count * sizeof *grown);
		if (grown == NULL)
		{
			return ANSWER_NO_MEMORY;
		}
		scratch->hits = grown;
		scratch->hit_capacity = count;
		count = kiln_ray_all(asset, ray, grown, count);
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

static void answer_closest(json_writer *json, const kiln_asset *asset, const kiln_point_query *query)
{
	kiln_closest closest = kiln_closest_point(asset, query);
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

static answer_status answer_inside(json_writer *json, const kiln_asset *asset, kiln_vec3 point)
{
	kiln_inside inside = kiln_point_inside(asset, point);
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

static uint32_t overlaps_of(const kiln_asset *asset, const query_line *query, kiln_overlap *overlaps, uint32_t capacity)
{
	switch (query->kind)
	{
	case QUERY_SPHERE:
		return kiln_overlap_sphere(asset, &query->sphere, overlaps, capacity);
	case QUERY_BOX:
		return kiln_overlap_box(asset, &query->box, overlaps, capacity);
	default:
		return kiln_overlap_capsule(asset, &query->capsule, overlaps, capacity);
	}
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
	uint32_t count = overlaps_of(asset, query, scratch->overlaps, scratch->overlap_capacity);
	if (count > scratch->overlap_capacity)
	{
		kiln_overlap *grown = realloc(scratch->overlaps, (size_t)count * sizeof *grown);
		if (grown == NULL)
		{
			return ANSWER_NO_MEMORY;
		}
		scratch->overlaps = grown;
		scratch->overlap_capacity = count;
		count = overlaps_of(asset, query, grown, count);
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

answer_status answer_query(FILE *out, const answer_assets *assets, const query_line *query, answer_scratch *scratch)
{
	const kiln_asset *asset = &assets->first;
	json_writer json = json_begin(out, false);
	answer_status status = ANSWER_GIVEN;
	kiln_hit hit;
	switch (query->kind)
	{
	case QUERY_NOTHING:
		return ANSWER_GIVEN;
	case QUERY_RAY_ALL:
		status = answer_ray_all(&json, asset, &query->ray, scratch);
		break;
	case QUERY_CLOSEST:
		answer_closest(&json, asset, &query->closest);
		break;
	case QUERY_INSIDE:
		status = answer_inside(&json, asset, query->point);
		break;
	case QUERY_SPHERE:
	case QUERY_BOX:
	case QUERY_CAPSULE:
		status = answer_overlap(&json, asset, query, scratch);
		break;
	case QUERY_RAY:
		hit = kiln_ray_closest(asset, &query->ray);
		write_hit(&json, asset, &hit);
		break;
	case QUERY_CAST_SPHERE:
		hit = kiln_cast_sphere(asset, &query->sphere, &query->motion);
		write_hit(&json, asset, &hit);
		break;
	case QUERY_CAST_BOX:
		hit = kiln_cast_box(asset, &query->box, &query->motion);
		write_hit(&json, asset, &hit);
		break;
	case QUERY_CAST_CAPSULE:
		hit = kiln_cast_capsule(asset, &query->capsule, &query->motion);
		write_hit(&json, asset, &hit);
		break;
	case QUERY_COLLIDE:
	case QUERY_CONTACTS:
	case QUERY_DISTANCE:
	case QUERY_WITHIN:
	case QUERY_DEPTH:
	case QUERY_MANIFOLD:
	case QUERY_TOI:
		status = answer_pair(&json, assets, query, scratch);
		break;
	}
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
