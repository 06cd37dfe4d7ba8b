// SPDX-License-Identifier: MIT
#include "answer_json.h"

#include <stdlib.h>

static void write_index(json_writer *json, const char *key, uint32_t index)
{
	json_key(json, key);
	if (index == KILN_NONE)
		json_null(json);
	else
		json_uint(json, index);
}

// Writes the place in the asset and in the art; equal for every answer with a triangle.
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

// Writes the kind of solid, and the face of a hull; nothing for triangles.
static void write_solid(json_writer *json, const kiln_asset *asset, uint32_t shape, uint32_t face)
{
	static const char *const kinds[KILN_SHAPE_KIND_END] = {"mesh", "hull", "sphere", "capsule", "box", "cylinder"};
	uint32_t kind = shape < asset->shape_count ? asset->shapes[shape].kind : KILN_SHAPE_MESH;
	if (kind == KILN_SHAPE_MESH)
		return;
	json_key(json, "solid");
	json_text(json, kinds[kind]);
	if (kind == KILN_SHAPE_HULL)
		write_index(json, "face", face);
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
		answer_vec3(json, "point", hit->point);
		answer_vec3(json, "normal", hit->normal);
		write_index(json, "triangle", hit->triangle);
		write_index(json, "source", hit->source_face);
		write_index(json, "node", hit->node);
		write_solid(json, asset, hit->shape, hit->face);
		write_place(json, asset, hit->mesh, hit->source_mesh, hit->material, hit->node);
	}
	json_object_end(json);
}

static void write_hits(json_writer *json, const kiln_asset *asset, const kiln_hit *hits, size_t count)
{
	json_object(json);
	json_key(json, "hits");
	json_array(json);
	for (size_t i = 0; i < count; ++i)
		write_hit(json, asset, &hits[i]);
	json_array_end(json);
	json_object_end(json);
}

static void write_verdict(json_writer *json, const char *key, bool yes)
{
	json_object(json);
	json_key(json, key);
	json_bool(json, yes);
	json_object_end(json);
}

static void write_closest(json_writer *json, const kiln_asset *asset, const kiln_closest *closest)
{
	json_object(json);
	json_key(json, "found");
	json_bool(json, closest->found);
	if (closest->found)
	{
		json_key(json, "distance");
		json_float(json, closest->distance);
		answer_vec3(json, "point", closest->point);
		write_index(json, "triangle", closest->triangle);
		write_index(json, "source", closest->source_face);
		write_index(json, "node", closest->node);
		write_solid(json, asset, closest->shape, KILN_NONE);
		write_place(json, asset, closest->mesh, closest->source_mesh, closest->material, closest->node);
	}
	json_object_end(json);
}

// Writes pairs of node and triangle.
static void write_pairs(json_writer *json, const kiln_overlap *overlaps, size_t count)
{
	json_key(json, "pairs");
	json_array(json);
	for (size_t i = 0; i < count; ++i)
	{
		const uint32_t pair[2] = {overlaps[i].node, overlaps[i].triangle};
		if (pair[1] != KILN_NONE)
			json_counts(json, pair, 2);
	}
	json_array_end(json);
}

// Writes the nodes whose hull or primitive is touched.
static void write_solids(json_writer *json, const kiln_overlap *overlaps, size_t count)
{
	json_key(json, "solids");
	json_array_inline(json);
	for (size_t i = 0; i < count; ++i)
		if (overlaps[i].triangle == KILN_NONE)
			json_uint(json, overlaps[i].node);
	json_array_end(json);
}

static void write_overlaps(
	json_writer *json, const kiln_asset *asset, const answer_given *given, const answer_scratch *scratch)
{
	json_object(json);
	json_key(json, "triangles");
	json_counts(json, scratch->triangles, given->triangle_count);
	if (asset->node_count > 1)
		write_pairs(json, scratch->overlaps, given->count);
	if (asset->shape_count > asset->mesh_count)
		write_solids(json, scratch->overlaps, given->count);
	json_object_end(json);
}

void answer_write(json_writer *json, const answer_assets *assets, const query_line *query, const answer_given *given,
	const answer_scratch *scratch)
{
	const kiln_asset *asset = &assets->first;
	switch (query->kind)
	{
	case QUERY_RAY_ANY:
		write_verdict(json, "any", given->yes);
		break;
	case QUERY_RAY_ALL:
		write_hits(json, asset, scratch->hits, given->count);
		break;
	case QUERY_CLOSEST:
		write_closest(json, asset, &given->closest);
		break;
	case QUERY_INSIDE:
		write_verdict(json, "inside", given->inside == KILN_INSIDE_YES);
		break;
	case QUERY_SPHERE:
	case QUERY_BOX:
	case QUERY_CAPSULE:
	case QUERY_CONVEX:
		write_overlaps(json, asset, given, scratch);
		break;
	case QUERY_NOTHING:
	case QUERY_FILTER:
	case QUERY_SDF:
	case QUERY_SDF_SPHERE:
	case QUERY_SDF_CAPSULE:
	case QUERY_ORIGIN:
	case QUERY_RAY:
	case QUERY_CAST_SPHERE:
	case QUERY_CAST_BOX:
	case QUERY_CAST_CAPSULE:
	case QUERY_CAST_CONVEX:
		write_hit(json, asset, &given->hit);
		break;
	case QUERY_COLLIDE:
	case QUERY_CONTACTS:
	case QUERY_DISTANCE:
	case QUERY_WITHIN:
	case QUERY_DEPTH:
	case QUERY_MANIFOLD:
	case QUERY_TOI:
		answer_write_pair(json, assets, query, given, scratch);
		break;
	}
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
