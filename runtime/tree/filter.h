// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_FILTER_H
#define KILN_TREE_FILTER_H

#include "kiln/asset.h"
#include "math/ieee.h"

/// What a query's filter makes of nodes and triangles. Without a filter a node costs one comparison.

/// What a filter leaves of a node's shape.
typedef enum kiln_filter_rest
{
	KILN_FILTER_ALL,
	KILN_FILTER_SOME, ///< kiln_filter_triangle decides; never of a hull or primitive
	KILN_FILTER_NONE,
} kiln_filter_rest;

/// Parts of a mesh that are looked at before its triangles are.
#define KILN_FILTER_PARTS 8u

/// Whether masks let a material of a node pass. `node` may be NULL.
static inline bool kiln_filter_masks(
	const kiln_filter *filter, const kiln_format_node *node, const kiln_format_material *material)
{
	const uint64_t layers = material->layers ? material->layers : node ? node->layers : KILN_LAYER_DEFAULT;
	const uint64_t collides = material->collides ? material->collides : node ? node->collides : ~(uint64_t)0;
	return (layers & ~filter->ignores) && (!filter->belongs || (collides & filter->belongs));
}

/// Whether a filter keeps triangle `triangle` of a mesh (its number in the mesh), of which some are left.
static inline bool kiln_filter_triangle(const kiln_asset *asset, uint32_t node, uint32_t mesh, uint32_t triangle)
{
	const kiln_filter *filter = asset->filter;
	const uint32_t material = kiln_triangle_source(asset, mesh, triangle).material;
	const kiln_format_node *at = node == KILN_NONE ? NULL : &asset->nodes[node];
	return kiln_filter_masks(filter, at, &asset->materials[material]) &&
		   (!filter->keep ||
			   filter->keep(filter->user, asset, node, asset->meshes[mesh].triangle_first + triangle, material));
}

/// What masks leave of a mesh of several materials.
static inline kiln_filter_rest kiln_filter_parts(
	const kiln_asset *asset, const kiln_format_node *node, const kiln_format_shape *shape, uint32_t most)
{
	uint32_t pass = 0;
	if (shape->part_count > most)
		return KILN_FILTER_SOME;
	for (uint32_t i = 0; i < shape->part_count; ++i)
		pass += kiln_filter_masks(asset->filter, node, &asset->materials[asset->parts[shape->part_first + i].material]);
	return pass == 0 ? KILN_FILTER_NONE : pass == shape->part_count ? KILN_FILTER_ALL : KILN_FILTER_SOME;
}

/// What a filter that is there leaves of a shape; `node` is KILN_NONE where it is not placed.
static inline kiln_filter_rest kiln_filter_given(
	const kiln_asset *asset, uint32_t node, uint32_t shape_number, uint32_t most)
{
	const kiln_filter *filter = asset->filter;
	const kiln_format_node *at = node == KILN_NONE ? NULL : &asset->nodes[node];
	const kiln_format_shape *shape = &asset->shapes[shape_number];
	const kiln_filter_flags flag =
		at && (at->flags & KILN_NODE_TRIGGER) ? KILN_FILTER_NO_TRIGGERS : KILN_FILTER_ONLY_TRIGGERS;
	kiln_filter_rest rest;
	if (filter->flags & flag)
		return KILN_FILTER_NONE;
	if (shape->kind != KILN_SHAPE_MESH)
		return kiln_filter_masks(filter, at, &asset->materials[shape->material]) &&
					   (!filter->keep || filter->keep(filter->user, asset, node, KILN_NONE, shape->material))
				   ? KILN_FILTER_ALL
				   : KILN_FILTER_NONE;
	if (shape->flags & KILN_SHAPE_MASKED)
		rest = kiln_filter_parts(asset, at, shape, most);
	else
		rest = kiln_filter_masks(filter, at, &asset->materials[asset->parts[shape->part_first].material])
				   ? KILN_FILTER_ALL
				   : KILN_FILTER_NONE;
	return filter->keep && rest == KILN_FILTER_ALL ? KILN_FILTER_SOME : rest;
}

/// What is left of a shape, decided by all its materials. `node` is KILN_NONE where it is not placed.
static inline kiln_filter_rest kiln_filter_whole(const kiln_asset *asset, uint32_t node, uint32_t shape)
{
	return asset->filter ? kiln_filter_given(asset, node, shape, UINT32_MAX) : KILN_FILTER_ALL;
}

/// What is left of a node.
static inline kiln_filter_rest kiln_filter_node(const kiln_asset *asset, uint32_t node)
{
	if (!asset->filter)
		return KILN_FILTER_ALL;
	return kiln_filter_given(asset, node, asset->nodes[node].shape, KILN_FILTER_PARTS);
}

/// What is left of a mesh, placed by `node` or, for KILN_NONE, alone.
static inline kiln_filter_rest kiln_filter_mesh(const kiln_asset *asset, uint32_t node, uint32_t mesh)
{
	if (!asset->filter)
		return KILN_FILTER_ALL;
	return kiln_filter_given(asset, node, mesh, KILN_FILTER_PARTS);
}

#endif
