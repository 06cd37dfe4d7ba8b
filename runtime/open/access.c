// SPDX-License-Identifier: MIT
#include "math/bits.h"
#include "tree/layout.h"

const char *kiln_name(const kiln_asset *asset, uint32_t name)
{
	if (!asset)
		return "";
	return name < asset->names_size ? asset->names + name : "";
}

const char *kiln_layer_name(const kiln_asset *asset, uint32_t layer)
{
	if (!asset)
		return "";
	return layer < asset->layer_count ? kiln_name(asset, asset->layers[layer]) : "";
}

uint64_t kiln_layer(const kiln_asset *asset, const char *name)
{
	for (uint32_t i = 0; asset && name && *name && i < asset->layer_count; ++i)
	{
		const char *have = kiln_layer_name(asset, i), *want = name;
		while (*have && *have == *want)
			++have, ++want;
		if (*have == *want)
			return (uint64_t)1 << i;
	}
	return 0;
}

/// Gives the layers of b in `todo` the lowest numbers of `*free`. False where these are too few.
static bool map_layers(uint64_t todo, uint64_t *free, uint8_t map[KILN_LAYERS_MAX])
{
	for (; todo && *free; todo &= todo - 1)
	{
		map[kiln_lowest_bit64(todo)] = (uint8_t)kiln_lowest_bit64(*free);
		*free &= *free - 1;
	}
	return !todo;
}

bool kiln_layer_map(const kiln_asset *a, const kiln_asset *b, uint8_t map[KILN_LAYERS_MAX])
{
	uint64_t named = 0, single = 0, rest = 0, taken = 0;
	if (!map)
		return false;
	for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
	{
		const uint64_t bit = (uint64_t)1 << i, match = kiln_layer(a, kiln_layer_name(b, i)) & ~taken;
		map[i] = (uint8_t)(match ? kiln_lowest_bit64(match) : i);
		taken |= match;
		named |= *kiln_layer_name(a, i) ? bit : 0;
		if (!match)
			*(*kiln_layer_name(b, i) ? &single : &rest) |= bit;
	}
	uint64_t free = ~(named | taken);
	if (a && b && map_layers(single, &free, map))
	{
		free |= named & ~taken;
		return map_layers(rest, &free, map);
	}
	for (uint32_t i = 0; i < KILN_LAYERS_MAX; ++i)
		map[i] = (uint8_t)i;
	return false;
}

const kiln_format_body *kiln_node_body(const kiln_asset *asset, uint32_t node)
{
	if (!asset || node >= asset->node_body_count || asset->node_bodies[node] >= asset->body_count)
		return NULL;
	return &asset->bodies[asset->node_bodies[node]];
}

const kiln_format_surface *kiln_material_surface(const kiln_asset *asset, uint32_t material)
{
	if (!asset || material >= asset->surface_count || !asset->surfaces[material].given)
		return NULL;
	return &asset->surfaces[material];
}

/// The part that holds a face: the last of the mesh's parts that starts at or before the face. An empty part starts
/// where the next part starts, so the last such part has the face.
static uint32_t part_of_face(const kiln_asset *asset, const kiln_format_mesh *mesh, uint32_t face)
{
	uint32_t low = 0, high = mesh->part_count;
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		if (asset->parts[mesh->part_first + middle].first_face <= face)
			low = middle;
		else
			high = middle;
	}
	return mesh->part_first + low;
}

kiln_source kiln_triangle_source(const kiln_asset *asset, uint32_t mesh, uint32_t triangle)
{
	if (!asset)
		return (kiln_source){KILN_NONE, KILN_NONE, KILN_NONE, KILN_NONE};
	if (mesh >= asset->mesh_count || triangle >= asset->meshes[mesh].triangle_count)
		return (kiln_source){KILN_NONE, KILN_NONE, KILN_NONE, KILN_NONE};
	const kiln_format_mesh *m = &asset->meshes[mesh];
	const uint64_t at = (uint64_t)m->triangle_first + triangle;
	uint32_t face = asset->source_size == 4 ? ((const uint32_t *)(const void *)asset->sources)[at]
											: kiln_bytes_number(asset->sources + 3 * at, 3);
	uint32_t part = part_of_face(asset, m, face);
	const kiln_format_part *p = &asset->parts[part];
	return (kiln_source){p->source_mesh, face - p->first_face, p->material, part};
}

bool kiln_triangle_corners(const kiln_asset *asset, uint32_t mesh, uint32_t triangle, kiln_vec3 corners[3])
{
	if (!asset || asset->lazy || !corners)
		return false;
	if (mesh >= asset->mesh_count || triangle >= asset->meshes[mesh].triangle_count)
		return false;
	const kiln_format_mesh *m = &asset->meshes[mesh];
	const uint8_t *leaves = kiln_mesh_tree(asset, mesh).leaves;
	uint32_t unit = asset->leaf_index[(uint64_t)m->leaf_index_first + triangle / KILN_LEAF_INDEX_STEP];
	kiln_leaf_room room;
	// The index entry's triangle is at most 15 before this one, so at most 15 leaves are skipped.
	for (const kiln_format_leaf *head;
		 head = kiln_leaf_head(leaves, unit), triangle - head->triangle >= head->triangle_count;)
		unit += kiln_format_leaf_units(head);
	kiln_leaf leaf = kiln_leaf_at(leaves, unit, &room);
	kiln_leaf_triangle(&leaf, triangle - leaf.triangle, corners);
	return true;
}

uint32_t kiln_triangle_edges(const kiln_asset *asset, uint32_t mesh, uint32_t triangle)
{
	if (!asset)
		return KILN_NONE;
	if (mesh >= asset->mesh_count || triangle >= asset->meshes[mesh].triangle_count)
		return KILN_NONE;
	const uint64_t at = (uint64_t)asset->meshes[mesh].triangle_first + triangle;
	return asset->edge_size == 1 ? kiln_format_edges_of(asset->edges[at]) : kiln_bytes_number(asset->edges + 2 * at, 2);
}

uint32_t kiln_triangle_twin(const kiln_asset *asset, uint32_t mesh, uint32_t triangle, uint32_t side)
{
	if (!asset || !asset->adjacency || mesh >= asset->mesh_count)
		return KILN_NONE;
	if (triangle >= asset->meshes[mesh].triangle_count || side > 2)
		return KILN_NONE;
	return asset->adjacency[3 * ((uint64_t)asset->meshes[mesh].triangle_first + triangle) + side];
}

uint32_t kiln_triangle_mesh(const kiln_asset *asset, uint32_t asset_triangle, uint32_t *mesh_triangle)
{
	if (!asset || asset_triangle >= asset->triangle_count)
	{
		if (mesh_triangle)
			*mesh_triangle = KILN_NONE;
		return KILN_NONE;
	}
	uint32_t low = 0, high = asset->mesh_count;
	while (high - low > 1)
	{
		uint32_t middle = low + (high - low) / 2;
		if (asset->meshes[middle].triangle_first <= asset_triangle)
			low = middle;
		else
			high = middle;
	}
	if (mesh_triangle)
		*mesh_triangle = asset_triangle - asset->meshes[low].triangle_first;
	return low;
}
