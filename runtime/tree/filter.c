// SPDX-License-Identifier: MIT
#include "filter.h"

/// How much of a shape `keep` may leave of what masks keep.
KILN_APART static kiln_filter_rest keep(const kiln_asset *asset, uint32_t node, const kiln_format_shape *shape)
{
	const kiln_filter *filter = asset->filter;
	if (shape->kind == KILN_SHAPE_MESH)
		return KILN_FILTER_SOME;
	return filter->keep(filter->user, asset, node, KILN_NONE, shape->material) ? KILN_FILTER_ALL : KILN_FILTER_NONE;
}

/// How much the masks keep of a mesh of several parts.
KILN_APART static kiln_filter_rest parts(
	const kiln_asset *asset, const kiln_format_node *node, const kiln_format_shape *shape, uint32_t most)
{
	const uint32_t count = shape->part_count;
	uint32_t pass = 0;
	if (count > most)
		return KILN_FILTER_SOME;
	for (uint32_t i = 0; i < count; ++i)
		pass += kiln_filter_masks(asset->filter, node, &asset->materials[asset->parts[shape->part_first + i].material]);
	return pass == 0 ? KILN_FILTER_NONE : pass < count || asset->filter->keep ? KILN_FILTER_SOME : KILN_FILTER_ALL;
}

kiln_filter_rest kilni_filter_rest(const kiln_asset *asset, uint32_t node, uint32_t number, uint32_t most)
{
	static const kiln_format_material none = {.layers = 0};
	const kiln_filter *filter = asset->filter;
	const kiln_format_shape *shape = &asset->shapes[number];
	const kiln_format_node *at = node == KILN_NONE ? NULL : &asset->nodes[node];
	// Where no material has a mask, the masks of the node are those of every piece.
	const kiln_format_material *material = &none;
	if (filter->flags)
	{
		const bool trigger = at && (at->flags & KILN_NODE_TRIGGER);
		if (filter->flags & (trigger ? KILN_FILTER_NO_TRIGGERS : KILN_FILTER_ONLY_TRIGGERS))
			return KILN_FILTER_NONE;
	}
	if (shape->flags & KILN_SHAPE_MASKED)
	{
		if (shape->kind != KILN_SHAPE_MESH)
			material = &asset->materials[shape->material];
		else if (shape->part_count == 1)
			material = &asset->materials[asset->parts[shape->part_first].material];
		else
			return parts(asset, at, shape, most);
	}
	if (!kiln_filter_masks(filter, at, material))
		return KILN_FILTER_NONE;
	return filter->keep ? keep(asset, node, shape) : KILN_FILTER_ALL;
}
