// SPDX-License-Identifier: MIT
#include "deform.h"

#include <float.h>

/// The start of the next array behind one that ends at `end`.
static uint64_t place(uint64_t *end, uint64_t size)
{
	uint64_t at = *end;
	*end = (at + size + 15) & ~(uint64_t)15;
	return at;
}

/// The mesh's volume tree of a kind, or NULL.
static const kiln_format_volume_tree *find_tree(const kiln_asset *asset, uint32_t mesh, uint32_t kind)
{
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
		if (asset->volume_trees[i].mesh == mesh && asset->volume_trees[i].kind == kind)
			return &asset->volume_trees[i];
	return NULL;
}

static const uint8_t *cooked_nodes(const kiln_asset *asset, uint32_t mesh, uint32_t kind)
{
	if (kind == KILN_TREE_AABB)
		return (const uint8_t *)(const void *)(asset->tree + asset->meshes[mesh].tree_first);
	return asset->volume_nodes + find_tree(asset, mesh, kind)->nodes;
}

/// Lays out the memory. Returns false for a mesh that cannot be deformed.
static bool lay_out(const kiln_asset *asset, uint32_t mesh, uint32_t trees, kiln_deformed_head *head)
{
	if (!asset || asset->lazy || mesh >= asset->mesh_count || asset->meshes[mesh].vertex_first == KILN_NONE)
		return false;
	const kiln_format_mesh *m = &asset->meshes[mesh];
	*head = (kiln_deformed_head){.mesh = mesh, .leaf_count = m->leaf_count};
	memcpy(head->asset, asset->header->content_hash, sizeof head->asset);
	uint64_t end = 0, scratch = 0;
	place(&end, sizeof *head);
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		const kiln_format_volume_tree *cooked = NULL;
		if (kind != KILN_TREE_AABB)
			cooked = trees >> kind & 1u ? find_tree(asset, mesh, kind) : NULL;
		if (kind != KILN_TREE_AABB && !cooked)
			continue;
		kiln_deformed_tree *tree = &head->tree[kind];
		tree->node_count = cooked ? cooked->node_count : m->tree_count;
		tree->node_size = cooked ? kiln_format_volume_node_size(kind) : (uint32_t)sizeof(kiln_format_tree_node);
		if (kind == KILN_TREE_AABB)
			place(&end, sizeof(kiln_format_tree_node));
		tree->nodes = place(&end, (uint64_t)tree->node_count * tree->node_size);
		uint64_t needed = (uint64_t)tree->node_count * kilni_refit_scratch(kind);
		scratch = needed > scratch ? needed : scratch;
		head->trees |= 1u << kind;
	}
	head->scratch = place(&end, scratch);
	head->leaves = place(&end, (uint64_t)m->leaf_units * KILN_LEAF_UNIT + KILN_LEAF_TAIL);
	head->size = end;
	return end <= SIZE_MAX;
}

size_t kiln_deformed_size(const kiln_asset *asset, uint32_t mesh, uint32_t trees)
{
	kiln_deformed_head head;
	return lay_out(asset, mesh, trees, &head) ? (size_t)head.size : 0;
}

/// The sum of the surfaces of a tree's volumes, divided by the surface of the mesh's box. If the box has no surface,
/// every volume counts 1.
static double relative_surface(const kiln_deformed_head *head, const kiln_deformed_tree *tree, double surfaces)
{
	double size[3];
	for (int axis = 0; axis < 3; ++axis)
		size[axis] = (double)head->bounds.max[axis] - (double)head->bounds.min[axis];
	double box = kiln_refit_box_surface(size[0], size[1], size[2]);
	// The slots of all nodes together hold every node but the root, and every leaf.
	return box > 0 ? surfaces / box : (double)tree->node_count - 1 + head->leaf_count;
}

/// Fits every tree to the vertices that the leaves hold.
static void refit_all(kiln_deformed_head *head)
{
	uint8_t *memory = (uint8_t *)(void *)head;
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		kiln_deformed_tree *tree = &head->tree[kind];
		if (!tree->nodes)
			continue;
		kiln_refit refit = {
			memory + head->leaves, memory + tree->nodes, tree->node_count, kind, memory + head->scratch};
		double surfaces;
		// The AABBs come first, because the other trees' surfaces are divided by the surface of their box.
		if (kind == KILN_TREE_AABB)
			surfaces = kilni_refit_boxes(&refit, &head->bounds);
		else
			surfaces = kiln_format_kdop_slabs(kind) ? kilni_refit_slabs(&refit) : kilni_refit_round(&refit);
		tree->now = relative_surface(head, tree, surfaces);
	}
}

/// Copies the cooked trees, whose volumes may be tighter than refitted ones.
static void copy_trees(const kiln_asset *asset, kiln_deformed_head *head)
{
	uint8_t *memory = (uint8_t *)(void *)head;
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		const kiln_deformed_tree *tree = &head->tree[kind];
		if (tree->nodes)
			memcpy(memory + tree->nodes, cooked_nodes(asset, head->mesh, kind),
				(size_t)tree->node_count * tree->node_size);
	}
}

kiln_status kiln_deformed_init(
	kiln_deformed *deformed, const kiln_asset *asset, uint32_t mesh, uint32_t trees, void *memory, size_t size)
{
	kiln_deformed_head head;
	if (!deformed || !memory || !lay_out(asset, mesh, trees, &head))
		return KILN_E_ARGUMENT;
	if ((uintptr_t)memory % 16)
		return KILN_E_ALIGNMENT;
	if (size < head.size)
		return KILN_E_CAPACITY;
	const kiln_format_mesh *m = &asset->meshes[mesh];
	kiln_deformed_head *placed = memory;
	*placed = head;
	uint64_t leaf_bytes = (uint64_t)m->leaf_units * KILN_LEAF_UNIT;
	uint8_t *leaves = (uint8_t *)memory + head.leaves;
	memcpy(leaves, asset->leaves + (uint64_t)m->leaf_first * KILN_LEAF_UNIT, (size_t)leaf_bytes);
	memset(leaves + leaf_bytes, 0, (size_t)(head.size - head.leaves - leaf_bytes));
	copy_trees(asset, placed);
	refit_all(placed);
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		placed->tree[kind].rest = placed->tree[kind].now;
	copy_trees(asset, placed);
	*deformed = (kiln_deformed){asset, mesh, head.trees, memory, (size_t)head.size};
	return KILN_OK;
}

const kiln_deformed_head *kilni_deformed_head_of(const kiln_deformed *deformed)
{
	if (!deformed || !deformed->asset || !deformed->memory || deformed->size < sizeof(kiln_deformed_head))
		return NULL;
	const kiln_deformed_head *head = deformed->memory;
	bool same = head->mesh == deformed->mesh && head->trees == deformed->trees && head->size == deformed->size &&
				memcmp(head->asset, deformed->asset->header->content_hash, sizeof head->asset) == 0;
	return same ? head : NULL;
}

bool kilni_deformed_pair_tree(const kiln_deformed *deformed, kiln_tree_kind kind, kiln_pair_tree *tree)
{
	const kiln_deformed_head *head = kilni_deformed_head_of(deformed);
	if (!head || (uint32_t)kind >= KILN_TREE_KIND_END || !head->tree[kind].nodes)
		return false;
	const uint8_t *memory = deformed->memory;
	*tree = (kiln_pair_tree){.kind = kind,
		.nodes = memory + head->tree[kind].nodes,
		.node_size = head->tree[kind].node_size,
		.leaves = memory + head->leaves};
	kilni_pair_tree_box(tree, head->bounds.min, head->bounds.max);
	return true;
}

static void read_position(const uint8_t *positions, size_t stride, uint64_t i, float position[3])
{
	memcpy(position, positions + i * stride, 3 * sizeof *position);
}

static bool positions_are_sound(const uint8_t *positions, size_t stride, uint32_t count)
{
	bool sound = true;
	for (size_t i = 0; i < count; ++i)
	{
		float position[3];
		read_position(positions, stride, i, position);
		for (int axis = 0; axis < 3; ++axis)
			sound &= position[axis] >= -KILN_COORDINATE_MAX && position[axis] <= KILN_COORDINATE_MAX;
	}
	return sound;
}

/// Sets every vertex of every leaf to the position of its source vertex.
static void move_leaves(const kiln_asset *asset, kiln_deformed_head *head, const uint8_t *positions, size_t stride)
{
	const kiln_format_mesh *m = &asset->meshes[head->mesh];
	const uint32_t *sources = asset->vertices + m->vertex_first;
	uint8_t *leaves = (uint8_t *)(void *)head + head->leaves;
	for (uint32_t unit = 0; unit < m->leaf_units;)
	{
		uint8_t *record = leaves + (uint64_t)unit * KILN_LEAF_UNIT;
		const kiln_format_leaf *leaf = (const kiln_format_leaf *)(const void *)record;
		uint32_t triangles = leaf->triangle_count, count = leaf->vertex_count;
		float *out = (float *)(void *)(record + kiln_format_leaf_vertices_offset(triangles));
		for (uint32_t i = 0; i < count; ++i)
		{
			float position[3];
			read_position(positions, stride, *sources++, position);
			// Adding +0 turns -0 into +0, as the cooker does.
			for (uint32_t axis = 0; axis < 3; ++axis)
				out[axis * count + i] = position[axis] + 0.0f;
		}
		unit += kiln_format_leaf_size(triangles, count) / KILN_LEAF_UNIT;
	}
}

kiln_status kiln_deformed_move(kiln_deformed *deformed, const float *positions, size_t stride, uint32_t count)
{
	if (!kilni_deformed_head_of(deformed) || !positions)
		return KILN_E_ARGUMENT;
	kiln_deformed_head *head = deformed->memory;
	const kiln_asset *asset = deformed->asset;
	stride = stride ? stride : 3 * sizeof *positions;
	const uint8_t *bytes = (const uint8_t *)(const void *)positions;
	if (count != asset->meshes[head->mesh].source_vertex_count || stride < 3 * sizeof *positions ||
		!positions_are_sound(bytes, stride, count))
		return KILN_E_ARGUMENT;
	move_leaves(asset, head, bytes, stride);
	refit_all(head);
	if (head->view.mesh.part_count > 0)
		kilni_deformed_view_fit(head);
	return KILN_OK;
}

float kiln_deformed_cost(const kiln_deformed *deformed, kiln_tree_kind kind)
{
	const kiln_deformed_head *head = kilni_deformed_head_of(deformed);
	if (!head || (uint32_t)kind >= KILN_TREE_KIND_END || !head->tree[kind].nodes)
		return 0;
	const kiln_deformed_tree *tree = &head->tree[kind];
	if (tree->now == tree->rest)
		return 1;
	double cost = tree->now / tree->rest;
	return cost < (double)FLT_MAX ? (float)cost : FLT_MAX;
}
