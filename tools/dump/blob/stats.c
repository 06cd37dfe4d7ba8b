// SPDX-License-Identifier: MIT
#include "stats.h"

#include "tree/layout.h"

// A node to visit.
typedef struct visit
{
	uint32_t node;
	uint32_t level;
} visit;

static double box_area(const double size[3])
{
	return 2.0 * (size[0] * size[1] + size[1] * size[2] + size[2] * size[0]);
}

static double child_area(const kiln_format_tree_node *node, uint32_t child)
{
	double size[3];
	for (int axis = 0; axis < 3; ++axis)
	{
		size[axis] =
			(node->hi[axis][child] - node->lo[axis][child]) * (double)kiln_exponent_scale(node->exponent[axis]);
	}
	return box_area(size);
}

static double bounds_area(const float min[3], const float max[3])
{
	const double size[3] = {
		(double)max[0] - (double)min[0], (double)max[1] - (double)min[1], (double)max[2] - (double)min[2]};
	return box_area(size);
}

static void count_leaf(tree_stats *stats, const uint8_t *leaves, uint32_t item)
{
	++stats->leaves;
	if (leaves != NULL)
	{
		const kiln_format_leaf *leaf = kiln_leaf_head(leaves, item & ~KILN_LEAF_BIT);
		++stats->leaf_triangles[leaf->triangle_count];
		++stats->leaf_vertices[leaf->vertex_count];
		stats->triangles += leaf->triangle_count;
		stats->compact_leaves += leaf->planes != 0;
		stats->grid = leaf->planes ? leaf->exponent : stats->grid;
	}
}

static tree_stats walk(const kiln_tree *tree, double root_area)
{
	tree_stats stats = {0};
	visit stack[KILN_TREE_STACK];
	uint32_t top = 0;
	stack[top++] = (visit){0, 1};
	double area = 0.0;
	while (top > 0)
	{
		visit at = stack[--top];
		const kiln_format_tree_node *node = &tree->nodes[at.node];
		uint32_t children = kiln_node_child_count(node);
		++stats.nodes;
		++stats.nodes_at[at.level];
		++stats.children[children];
		stats.depth = at.level > stats.depth ? at.level : stats.depth;
		for (uint32_t i = 0; i < children; ++i)
		{
			uint32_t child = kiln_node_child(node, i);
			const double own = child_area(node, i);
			area += own;
			stats.sah_at[at.level] += root_area > 0.0 ? own / root_area : 0.0;
			if (child & KILN_LEAF_BIT)
			{
				++stats.leaves_at[at.level];
				count_leaf(&stats, tree->leaves, child);
			}
			else
			{
				stack[top++] = (visit){child, at.level + 1};
			}
		}
	}
	// If the root has no area, every box counts as if it had the root's area.
	stats.sah_cost = root_area > 0.0 ? 1.0 + area / root_area : (double)(stats.nodes + stats.leaves);
	return stats;
}

tree_stats stats_of_mesh(const kiln_asset *asset, uint32_t mesh)
{
	kiln_tree tree = kiln_mesh_tree(asset, mesh);
	return walk(&tree, bounds_area(asset->meshes[mesh].bounds_min, asset->meshes[mesh].bounds_max));
}

tree_stats stats_of_scene(const kiln_asset *asset)
{
	kiln_tree tree = kiln_scene_tree(asset);
	return walk(&tree, bounds_area(asset->scene->bounds_min, asset->scene->bounds_max));
}

volume_stats stats_of_volumes(const kiln_asset *asset, const kiln_format_volume_tree *tree)
{
	volume_stats stats = {0};
	visit stack[KILN_TREE_DEPTH_MAX * (KILN_TREE_WIDTH - 1) + 1];
	uint32_t top = 0, size = kiln_format_volume_node_size(tree->kind);
	stack[top++] = (visit){0, 1};
	while (top > 0)
	{
		visit at = stack[--top];
		const void *node = asset->volume_nodes + tree->nodes + (uint64_t)at.node * size;
		const kiln_format_volume_head *head = node;
		++stats.nodes_at[at.level];
		++stats.children[head->count];
		for (uint32_t i = 0; i < head->count; ++i)
		{
			if (head->child[i] & KILN_VOLUME_LEAF)
			{
				++stats.leaves;
				++stats.leaves_at[at.level];
			}
			else
			{
				stack[top++] = (visit){head->child[i], at.level + 1};
			}
		}
	}
	return stats;
}

static void add_counts(uint32_t *sum, const uint32_t *more, size_t count)
{
	for (size_t i = 0; i < count; ++i)
		sum[i] += more[i];
}

void stats_add(tree_stats *sum, const tree_stats *more)
{
	sum->nodes += more->nodes;
	sum->leaves += more->leaves;
	sum->triangles += more->triangles;
	sum->depth = more->depth > sum->depth ? more->depth : sum->depth;
	add_counts(sum->nodes_at, more->nodes_at, KILN_TREE_DEPTH_MAX + 1);
	add_counts(sum->leaves_at, more->leaves_at, KILN_TREE_DEPTH_MAX + 1);
	add_counts(sum->children, more->children, KILN_TREE_WIDTH + 1);
	add_counts(sum->leaf_triangles, more->leaf_triangles, KILN_LEAF_TRIANGLES_MAX + 1);
	add_counts(sum->leaf_vertices, more->leaf_vertices, KILN_LEAF_VERTICES_MAX + 1);
}

// The bytes of the other trees of a mesh, their records included.
static uint64_t volume_tree_bytes(const kiln_asset *asset, uint32_t mesh)
{
	uint64_t bytes = 0;
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
		if (asset->volume_trees[i].mesh == mesh)
			bytes += sizeof *asset->volume_trees + stats_volume_node_bytes(&asset->volume_trees[i]);
	return bytes;
}

mesh_bytes stats_mesh_bytes(const kiln_asset *asset, uint32_t mesh)
{
	const kiln_format_mesh *m = &asset->meshes[mesh];
	uint64_t entries = ((uint64_t)m->triangle_count + KILN_LEAF_INDEX_STEP - 1) / KILN_LEAF_INDEX_STEP;
	mesh_bytes bytes = {
		.tree = (uint64_t)m->tree_count * sizeof(kiln_format_tree_node),
		.leaves = (uint64_t)m->leaf_units * KILN_LEAF_UNIT,
		.sources = (uint64_t)m->triangle_count * asset->source_size,
		.leaf_index = entries * sizeof(uint32_t),
		.edges = (uint64_t)m->triangle_count * asset->edge_size,
		.parts = sizeof *m + (uint64_t)m->part_count * sizeof(kiln_format_part),
	};
	bytes.volume_trees = volume_tree_bytes(asset, mesh);
	bytes.vertices = m->vertex_first == KILN_NONE ? 0 : (uint64_t)m->leaf_vertex_count * sizeof(uint32_t);
	bytes.total = bytes.tree + bytes.leaves + bytes.sources + bytes.leaf_index + bytes.parts + bytes.volume_trees +
				  bytes.vertices + bytes.edges;
	return bytes;
}
