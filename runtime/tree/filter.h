// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_FILTER_H
#define KILN_TREE_FILTER_H

#include "kiln/asset.h"
#include "layout.h"
#include "math/ieee.h"

/// Applies a query's filter to nodes and triangles. Without a filter a node costs one comparison.

/// How much of a node's shape a filter keeps.
typedef enum kiln_filter_rest
{
	KILN_FILTER_ALL,
	KILN_FILTER_SOME, ///< kiln_filter_triangle decides; never for a hull or primitive
	KILN_FILTER_NONE,
} kiln_filter_rest;

/// The masks of a mesh's parts decide for the whole mesh if there are at most this many. Else each triangle is tested.
#define KILN_FILTER_PARTS 8u

/// Masks of a piece.
typedef struct kiln_masks
{
	uint64_t layers, collides;
} kiln_masks;

/// The masks of a material of a node. Without a node (NULL), the masks of `filter`, which may then be NULL, replace the
/// node's.
static inline kiln_masks kiln_masks_of(
	const kiln_filter *filter, const kiln_format_node *node, const kiln_format_material *material)
{
	kiln_masks masks = {material->layers, material->collides};
	if (!masks.layers)
		masks.layers = node ? node->layers : filter && filter->layers ? filter->layers : KILN_LAYER_DEFAULT;
	if (!masks.collides)
		masks.collides = node ? node->collides : filter && filter->collides ? filter->collides : ~(uint64_t)0;
	return masks;
}

/// The rule of kiln/filter.h.
static inline bool kiln_masks_collide(const kiln_masks *a, const kiln_masks *b)
{
	return (a->layers & b->collides) && (b->layers & a->collides);
}

/// Whether the masks of a filter let masks pass.
static inline bool kiln_filter_lets(const kiln_filter *filter, const kiln_masks *masks)
{
	return (masks->layers & ~filter->ignores) && (!filter->belongs || (masks->collides & filter->belongs));
}

/// The same for a material of a node. `node` may be NULL.
static inline bool kiln_filter_masks(
	const kiln_filter *filter, const kiln_format_node *node, const kiln_format_material *material)
{
	const kiln_masks masks = kiln_masks_of(filter, node, material);
	return kiln_filter_lets(filter, &masks);
}

/// Whether a filter keeps triangle `triangle` of a mesh (its number in the mesh). Called where the filter keeps some
/// triangles of the mesh.
static inline bool kiln_filter_triangle(const kiln_asset *asset, uint32_t node, uint32_t mesh, uint32_t triangle)
{
	const kiln_filter *filter = asset->filter;
	const uint32_t material = kiln_triangle_source(asset, mesh, triangle).material;
	const kiln_format_node *at = node == KILN_NONE ? NULL : &asset->nodes[node];
	return kiln_filter_masks(filter, at, &asset->materials[material]) &&
		   (!filter->keep ||
			   filter->keep(filter->user, asset, node, asset->meshes[mesh].triangle_first + triangle, material));
}

/// How much of a shape a filter keeps, decided by the parts of a mesh where they are `most` or fewer. The asset has a
/// filter; `node` is KILN_NONE where no node places the shape.
kiln_filter_rest kilni_filter_rest(const kiln_asset *asset, uint32_t node, uint32_t shape, uint32_t most);

/// How much of a shape the filter keeps, decided by all its materials. `node` is KILN_NONE where no node places the
/// shape.
static inline kiln_filter_rest kiln_filter_whole(const kiln_asset *asset, uint32_t node, uint32_t shape)
{
	return asset->filter ? kilni_filter_rest(asset, node, shape, UINT32_MAX) : KILN_FILTER_ALL;
}

/// How much of a node the filter keeps.
static inline kiln_filter_rest kiln_filter_node(const kiln_asset *asset, uint32_t node)
{
	if (!asset->filter)
		return KILN_FILTER_ALL;
	return kilni_filter_rest(asset, node, asset->nodes[node].shape, KILN_FILTER_PARTS);
}

/// How much of a shape that no node places the filter keeps.
static inline kiln_filter_rest kiln_filter_shape(const kiln_asset *asset, uint32_t shape)
{
	return asset->filter ? kilni_filter_rest(asset, KILN_NONE, shape, KILN_FILTER_PARTS) : KILN_FILTER_ALL;
}

/// How much of a mesh the filter keeps. `node` places the mesh; KILN_NONE stands for a mesh alone.
static inline kiln_filter_rest kiln_filter_mesh(const kiln_asset *asset, uint32_t node, uint32_t mesh)
{
	if (!asset->filter)
		return KILN_FILTER_ALL;
	return kilni_filter_rest(asset, node, mesh, KILN_FILTER_PARTS);
}

#endif
