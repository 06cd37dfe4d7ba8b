// SPDX-License-Identifier: MIT
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

/// The part that holds a face: the last of the mesh's parts that starts at it or before. Parts without faces start
/// where the next one does, so the last one has the face.
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
	uint32_t face = asset->sources[(uint64_t)m->triangle_first + triangle];
	uint32_t part = part_of_face(asset, m, face);
	const kiln_format_part *p = &asset->parts[part];
	return (kiln_source){p->source_mesh, face - p->first_face, p->material, part};
}

bool kiln_triangle_corners(const kiln_asset *asset, uint32_t mesh, uint32_t triangle, kiln_vec3 corners[3])
{
	if (!asset || !corners)
		return false;
	if (mesh >= asset->mesh_count || triangle >= asset->meshes[mesh].triangle_count)
		return false;
	const kiln_format_mesh *m = &asset->meshes[mesh];
	const uint8_t *leaves = kiln_mesh_tree(asset, mesh).leaves;
	uint32_t unit = asset->leaf_index[(uint64_t)m->leaf_index_first + triangle / KILN_LEAF_INDEX_STEP];
	kiln_leaf leaf = kiln_leaf_at(leaves, unit);
	// The index entry's triangle is at most 15 before this one, so at most 15 leaves are stepped over.
	while (triangle - leaf.triangle >= leaf.triangle_count)
	{
		unit += kiln_format_leaf_size(leaf.triangle_count, leaf.vertex_count) / KILN_LEAF_UNIT;
		leaf = kiln_leaf_at(leaves, unit);
	}
	kiln_leaf_triangle(&leaf, triangle - leaf.triangle, corners);
	return true;
}

uint32_t kiln_triangle_edges(const kiln_asset *asset, uint32_t mesh, uint32_t triangle)
{
	if (!asset)
		return KILN_NONE;
	if (mesh >= asset->mesh_count || triangle >= asset->meshes[mesh].triangle_count)
		return KILN_NONE;
	return asset->edges[(uint64_t)asset->meshes[mesh].triangle_first + triangle];
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
