// SPDX-License-Identifier: MIT
#include "volume_tree.h"

#include "memory.h"
#include "volume_hold.h"

/// A node on the current path, its next slot, and the volume of the child that the walk is in.
typedef struct level
{
	uint32_t node;
	uint32_t slot;
	volume_held volume;
} level;

typedef struct prover
{
	const kilncook_context *context;
	const volume_leaves *leaves;
	const volume_tree *tree;
	uint8_t *seen; ///< per leaf
	uint32_t visited;
	uint32_t leaf_count;
	uint32_t deepest;
	level levels[KILN_TREE_DEPTH_MAX];
} prover;

static bool refuse(const prover *p, uint32_t node, const char *rule)
{
	cook_message(p->context, KILNCOOK_ERROR, "", "volume-proof", "volume node %u: %s", node, rule);
	return false;
}

static bool zero(const uint8_t *bytes, size_t count)
{
	uint8_t any = 0;
	for (size_t i = 0; i < count; ++i)
		any |= bytes[i];
	return any == 0;
}

/// Whether the elements after the first `used` of each row's eight are zero.
static bool rows_clear(const uint8_t *rows, size_t count, size_t element, size_t used)
{
	for (size_t row = 0; row < count; ++row)
		if (!zero(rows + (row * KILN_TREE_WIDTH + used) * element, (KILN_TREE_WIDTH - used) * element))
			return false;
	return true;
}

/// Whether all unused bytes of a node are zero.
static bool unused_clear(kiln_tree_kind kind, const uint8_t *node, uint32_t used)
{
	if (kind == KILN_TREE_SPHERE)
		return rows_clear(node + offsetof(kiln_format_sphere_node, center), 4, sizeof(float), used);
	if (kind == KILN_TREE_OBB || kind == KILN_TREE_RSS)
		return rows_clear(node + offsetof(kiln_format_oriented_node, center), 6, sizeof(float), used) &&
			   rows_clear(node + offsetof(kiln_format_oriented_node, rotation), 4, sizeof(int16_t), used);
	uint32_t slabs = kiln_format_kdop_slabs(kind);
	kiln_format_kdop_layout at = kiln_format_kdop_place_arrays(slabs);
	uint32_t end = at.hi + KILN_TREE_WIDTH * slabs;
	return zero(node + at.exponent + slabs, at.lo - at.exponent - slabs) &&
		   rows_clear(node + at.lo, 2 * (size_t)slabs, 1, used) && zero(node + end, at.size - end);
}

static const kiln_format_volume_head *head_at(const prover *p, uint32_t number)
{
	return (const kiln_format_volume_head *)(const void *)volume_node_at(p->tree, number);
}

/// Proves a node by itself.
static bool prove_node(const prover *p, uint32_t number)
{
	const kiln_format_volume_head *head = head_at(p, number);
	if (head->count < 1 || head->count > p->tree->width)
		return refuse(p, number, "the node has no children, or more than the width");
	for (uint32_t i = head->count; i < KILN_TREE_WIDTH; ++i)
		if (head->child[i] != KILN_NONE)
			return refuse(p, number, "an unused slot has a child");
	if (!zero((const uint8_t *)head->reserved, sizeof head->reserved) ||
		!unused_clear(p->tree->kind, volume_node_at(p->tree, number), head->count))
		return refuse(p, number, "unused bytes are not zero");
	return true;
}

/// Proves a leaf: it must exist and occur once, and every volume on the path must contain all its points.
static bool prove_leaf(prover *p, uint32_t depth, uint32_t item)
{
	const volume_leaves *leaves = p->leaves;
	uint32_t node = p->levels[depth].node, leaf = volume_leaf_of_item(leaves, item);
	if (leaf == leaves->count)
		return refuse(p, node, "a leaf is not one of the tree's leaves");
	if (p->seen[leaf])
		return refuse(p, node, "a leaf occurs twice");
	p->seen[leaf] = 1;
	++p->leaf_count;
	uint64_t first = leaves->point_first[leaf], count = leaves->point_first[leaf + 1] - first;
	for (uint32_t i = 0; i <= depth; ++i)
		if (!volume_holds(&p->levels[i].volume, leaves->points + first, (uint32_t)count))
			return refuse(p, p->levels[i].node, "a point lies outside a volume");
	return true;
}

/// Proves the next child of the node at `*depth`; an inner child opens another level.
static bool prove_child(prover *p, uint32_t *depth)
{
	level *at = &p->levels[*depth];
	uint32_t slot = at->slot++, child = head_at(p, at->node)->child[slot];
	if (!volume_held_read(p->tree->kind, volume_node_at(p->tree, at->node), slot, &at->volume))
		return refuse(p, at->node, "a volume's numbers are out of range");
	if (child & KILN_VOLUME_LEAF)
		return prove_leaf(p, *depth, child & ~KILN_VOLUME_LEAF);
	if (child != p->visited || child >= p->tree->node_count)
		return refuse(p, at->node, "a child is not the next node in preorder");
	if (*depth + 1 >= KILN_TREE_DEPTH_MAX)
		return refuse(p, at->node, "the tree is too deep");
	++p->visited;
	p->levels[++*depth] = (level){.node = child};
	p->deepest = *depth + 1 > p->deepest ? *depth + 1 : p->deepest;
	return prove_node(p, child);
}

static bool prove_walk(prover *p)
{
	uint32_t depth = 0;
	p->visited = p->deepest = 1;
	p->levels[0] = (level){.node = 0};
	if (!prove_node(p, 0))
		return false;
	for (;;)
	{
		if (p->levels[depth].slot < head_at(p, p->levels[depth].node)->count)
		{
			if (!prove_child(p, &depth))
				return false;
			continue;
		}
		if (depth-- == 0)
			return true;
	}
}

static bool prove_whole(prover *p)
{
	const volume_tree *tree = p->tree;
	if (kiln_format_volume_node_size(tree->kind) == 0 || tree->width < 2 || tree->width > KILN_TREE_WIDTH ||
		tree->node_count < 1 || tree->node_count > KILN_TREE_NODES_MAX)
		return refuse(p, 0, "kind, width or number of nodes are out of range");
	for (uint32_t i = 1; i < p->leaves->count; ++i)
		if (p->leaves->items[i - 1] >= p->leaves->items[i])
			return refuse(p, 0, "the leaves are not in order");
	if (!prove_walk(p))
		return false;
	if (p->visited != tree->node_count || p->leaf_count != p->leaves->count)
		return refuse(p, 0, "a node or a leaf is missing");
	return p->deepest == tree->depth || refuse(p, 0, "the depth is wrong");
}

kilncook_status volume_tree_prove(const kilncook_context *context, const volume_leaves *leaves, const volume_tree *tree)
{
	prover p = {.context = context, .leaves = leaves, .tree = tree};
	volume_figures figures;
	p.seen = cook_alloc_zero(context, leaves->count, 1);
	if (!p.seen)
		return KILNCOOK_INTERNAL;
	bool proved = prove_whole(&p);
	cook_free(context, p.seen, leaves->count, 1);
	kilncook_status status = proved ? volume_figures_of(context, leaves, tree, &figures) : KILNCOOK_INTERNAL;
	if (status != KILNCOOK_OK)
		return status;
	proved = figures.sah_cost == tree->figures.sah_cost && figures.volume == tree->figures.volume &&
			 figures.overlap == tree->figures.overlap;
	return proved || refuse(&p, 0, "the figures are not those of the tree") ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}
