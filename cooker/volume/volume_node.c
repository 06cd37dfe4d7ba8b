// SPDX-License-Identifier: MIT
#include "volume_node.h"

#include "bound/proof/slabs.h"
#include "memory.h"
#include "tree/quantize.h"

#include <string.h>

void volume_node_store(kiln_tree_kind kind, uint8_t *node, uint32_t slot, const volume_body *body)
{
	if (kind == KILN_TREE_SPHERE)
	{
		kiln_format_sphere_node *spheres = (kiln_format_sphere_node *)(void *)node;
		for (int k = 0; k < 3; ++k)
			spheres->center[k][slot] = body->center[k];
		spheres->radius[slot] = body->size[0];
		return;
	}
	kiln_format_oriented_node *oriented = (kiln_format_oriented_node *)(void *)node;
	for (int k = 0; k < 3; ++k)
	{
		oriented->center[k][slot] = body->center[k];
		oriented->size[k][slot] = body->size[k];
	}
	for (int k = 0; k < 4; ++k)
		oriented->rotation[k][slot] = body->rotation.q[k];
}

volume_body volume_node_body(kiln_tree_kind kind, const uint8_t *node, uint32_t slot)
{
	volume_body body = {.size = {0, 0, 0}};
	if (kind == KILN_TREE_SPHERE)
	{
		const kiln_format_sphere_node *spheres = (const kiln_format_sphere_node *)(const void *)node;
		for (int k = 0; k < 3; ++k)
			body.center[k] = spheres->center[k][slot];
		body.size[0] = spheres->radius[slot];
		return body;
	}
	const kiln_format_oriented_node *oriented = (const kiln_format_oriented_node *)(const void *)node;
	for (int k = 0; k < 3; ++k)
	{
		body.center[k] = oriented->center[k][slot];
		body.size[k] = oriented->size[k][slot];
	}
	for (int k = 0; k < 4; ++k)
		body.rotation.q[k] = oriented->rotation[k][slot];
	return body;
}

kiln_kdop volume_node_slabs(kiln_tree_kind kind, const uint8_t *node, uint32_t slot)
{
	kiln_kdop slabs = {{0}, {0}};
	uint32_t count = kiln_format_kdop_slabs(kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(count);
	for (uint32_t s = 0; s < count; ++s)
	{
		float origin;
		uint8_t exponent = node[at.exponent + s];
		uint32_t axis = kiln_format_kdop_axis(kind, s);
		memcpy(&origin, node + at.origin + 4 * (size_t)s, sizeof origin);
		slabs.min[axis] = quantize_plane(origin, exponent, node[at.lo + KILN_TREE_WIDTH * s + slot]);
		slabs.max[axis] = quantize_plane(origin, exponent, node[at.hi + KILN_TREE_WIDTH * s + slot]);
	}
	return slabs;
}

uint32_t volume_kind_axes(kiln_tree_kind kind)
{
	uint32_t mask = 0;
	for (uint32_t s = 0; s < kiln_format_kdop_slabs(kind); ++s)
		mask |= 1u << kiln_format_kdop_axis(kind, s);
	return mask;
}

/// Writes the slabs of a node's children and returns the slabs around all of them.
static kiln_kdop store_slabs(kiln_tree_kind kind, uint8_t *node, const kiln_kdop *children, uint32_t count)
{
	kiln_kdop all = children[0];
	uint32_t slabs = kiln_format_kdop_slabs(kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	for (uint32_t s = 0; s < slabs; ++s)
	{
		uint32_t axis = kiln_format_kdop_axis(kind, s);
		for (uint32_t i = 1; i < count; ++i)
		{
			all.min[axis] = children[i].min[axis] < all.min[axis] ? children[i].min[axis] : all.min[axis];
			all.max[axis] = children[i].max[axis] > all.max[axis] ? children[i].max[axis] : all.max[axis];
		}
		float origin;
		uint8_t exponent = quantize_frame(all.min[axis], all.max[axis], &origin);
		memcpy(node + at.origin + 4 * (size_t)s, &origin, sizeof origin);
		node[at.exponent + s] = exponent;
		for (uint32_t i = 0; i < count; ++i)
			quantize_range(origin, exponent, children[i].min[axis], children[i].max[axis],
				&node[at.lo + KILN_TREE_WIDTH * s + i], &node[at.hi + KILN_TREE_WIDTH * s + i]);
	}
	return all;
}

bool volume_node_fill_slabs(const kilncook_context *context, const volume_leaves *leaves, const volume_tree *tree)
{
	kiln_kdop *around = cook_alloc(context, tree->node_count, sizeof *around);
	if (!around)
		return false;
	uint32_t axes = volume_kind_axes(tree->kind), size = kiln_format_volume_node_size(tree->kind);
	// Children follow their parent, so backwards is bottom-up.
	for (uint32_t number = tree->node_count; number-- > 0;)
	{
		uint8_t *node = tree->nodes + (size_t)number * size;
		const kiln_format_volume_head *head = volume_node_head(node);
		kiln_kdop children[KILN_TREE_WIDTH];
		for (uint32_t i = 0; i < head->count; ++i)
		{
			uint32_t child = head->child[i];
			if (!(child & KILN_VOLUME_LEAF))
			{
				children[i] = around[child];
				continue;
			}
			uint32_t leaf = volume_leaf_of_item(leaves, child & ~KILN_VOLUME_LEAF);
			uint64_t first = leaves->point_first[leaf], count = leaves->point_first[leaf + 1] - first;
			bound_slabs_enclose(leaves->points + first, (uint32_t)count, axes, &children[i]);
		}
		around[number] = store_slabs(tree->kind, node, children, head->count);
	}
	cook_free(context, around, tree->node_count, sizeof *around);
	return true;
}

uint32_t volume_leaf_of_item(const volume_leaves *leaves, uint32_t item)
{
	uint32_t low = 0, high = leaves->count;
	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		if (leaves->items[middle] < item)
			low = middle + 1;
		else
			high = middle;
	}
	return low < leaves->count && leaves->items[low] == item ? low : leaves->count;
}
