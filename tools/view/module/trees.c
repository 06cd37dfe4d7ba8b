// SPDX-License-Identifier: MIT
#include "view.h"

#include "dump/blob/stats.h"
#include "volume/volume_node.h"
#include "volume/volume_slabs.h"

// The AABB tree of the scene or of a mesh.
static tree_stats boxes_of(const kiln_asset *asset, uint32_t mesh)
{
	return mesh == KILN_NONE ? stats_of_scene(asset) : stats_of_mesh(asset, mesh);
}

static uint32_t pair_tree_of(const kiln_asset *asset, uint32_t mesh)
{
	return mesh == KILN_NONE ? asset->scene->pair_tree : asset->meshes[mesh].pair_tree;
}

static view_tree tree_of_boxes(const kiln_asset *asset, uint32_t mesh)
{
	const tree_stats stats = boxes_of(asset, mesh);
	return (view_tree){.mesh = mesh,
		.kind = KILN_TREE_AABB,
		.nodes = (uint32_t)stats.nodes,
		.leaves = (uint32_t)stats.leaves,
		.depth = stats.depth,
		.pair = pair_tree_of(asset, mesh) == KILN_NONE,
		.rule = KILN_NONE,
		.sah_cost = (float)stats.sah_cost};
}

static view_tree tree_of_volumes(const kiln_asset *asset, uint32_t number)
{
	const kiln_format_volume_tree *tree = &asset->volume_trees[number];
	const volume_stats stats = stats_of_volumes(asset, tree);
	return (view_tree){.mesh = tree->mesh,
		.kind = tree->kind,
		.nodes = tree->node_count,
		.leaves = stats.leaves,
		.depth = tree->depth,
		.pair = pair_tree_of(asset, tree->mesh) == number,
		.rule = tree->rule,
		.sah_cost = tree->sah_cost};
}

static uint32_t trees_of(const kiln_asset *asset, uint32_t mesh, view_tree *trees, uint32_t capacity)
{
	uint32_t count = 0;
	if (count++ < capacity)
		trees[0] = tree_of_boxes(asset, mesh);
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
	{
		if (asset->volume_trees[i].mesh == mesh && count++ < capacity)
			trees[count - 1] = tree_of_volumes(asset, i);
	}
	return count;
}

uint32_t view_trees(const kiln_asset *asset, view_tree *trees, uint32_t capacity)
{
	uint32_t count = trees_of(asset, KILN_NONE, trees, capacity);
	for (uint32_t mesh = 0; mesh < asset->mesh_count; ++mesh)
	{
		const uint32_t room = count < capacity ? capacity - count : 0;
		count += trees_of(asset, mesh, room > 0 ? trees + count : NULL, room);
	}
	return count;
}

static uint32_t box_levels(const kiln_asset *asset, uint32_t mesh, view_level levels[KILN_TREE_DEPTH_MAX])
{
	const tree_stats stats = boxes_of(asset, mesh);
	for (uint32_t i = 0; i < stats.depth; ++i)
	{
		levels[i] = (view_level){stats.nodes_at[i + 1], stats.leaves_at[i + 1], (float)stats.sah_at[i + 1]};
	}
	return stats.depth;
}

// The area that figures of trees are shares of: that of the box around a mesh or the scene.
static double root_area(const kiln_asset *asset, uint32_t mesh)
{
	const float *min = mesh == KILN_NONE ? asset->scene->bounds_min : asset->meshes[mesh].bounds_min;
	const float *max = mesh == KILN_NONE ? asset->scene->bounds_max : asset->meshes[mesh].bounds_max;
	const double x = (double)max[0] - (double)min[0], y = (double)max[1] - (double)min[1];
	const double z = (double)max[2] - (double)min[2];
	return 2 * (x * y + y * z + z * x);
}

static double child_area(
	const kiln_format_volume_tree *tree, const volume_slab_plan *plan, const void *node, uint32_t i)
{
	double volume, area;
	if (kiln_format_kdop_slabs(tree->kind) == 0)
		return volume_body_area(tree->kind, volume_node_body(tree->kind, node, i).size);
	const kiln_kdop slabs = volume_node_slabs(tree->kind, node, i);
	volume_slab_measure(plan, &slabs, &volume, &area);
	return area;
}

// Adds the areas of the volumes in each node, by level. Children follow their parent.
static void add_areas(const kiln_asset *asset, const kiln_format_volume_tree *tree, view_level *levels)
{
	struct
	{
		uint32_t node, level;
	} stack[KILN_TREE_DEPTH_MAX * (KILN_TREE_WIDTH - 1) + 1] = {{0, 0}};
	const uint32_t size = kiln_format_volume_node_size(tree->kind);
	double areas[KILN_TREE_DEPTH_MAX] = {0}, sum = 0;
	uint32_t counts[KILN_TREE_DEPTH_MAX] = {0};
	volume_slab_plan plan;
	volume_slab_plan_make(tree->kind, &plan);
	for (uint32_t top = 1; top > 0;)
	{
		const uint32_t level = stack[--top].level;
		const void *node = asset->volume_nodes + tree->nodes + (uint64_t)stack[top].node * size;
		const kiln_format_volume_head *head = node;
		for (uint32_t i = 0; i < head->count; ++i)
		{
			areas[level] += child_area(tree, &plan, node, i);
			++counts[level];
			if (head->child[i] & KILN_VOLUME_LEAF)
				continue;
			stack[top].node = head->child[i];
			stack[top++].level = level + 1;
		}
	}
	for (uint32_t i = 0; i < tree->depth; ++i)
		sum += areas[i];
	// The cost is the sum of the areas, divided by the area of a box that the cooker knew; of a flat box, their number.
	const bool flat = !(root_area(asset, tree->mesh) > 0) || !(sum > 0);
	for (uint32_t i = 0; i < tree->depth; ++i)
		levels[i].sah = flat ? (float)counts[i] : (float)(areas[i] / sum * (double)tree->sah_cost);
}

uint32_t view_tree_levels(
	const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, view_level levels[KILN_TREE_DEPTH_MAX])
{
	if (mesh != KILN_NONE && mesh >= asset->mesh_count)
		return 0;
	if (kind == KILN_TREE_AABB)
		return box_levels(asset, mesh, levels);
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
	{
		const kiln_format_volume_tree *tree = &asset->volume_trees[i];
		if (tree->mesh != mesh || tree->kind != (uint32_t)kind)
			continue;
		const volume_stats stats = stats_of_volumes(asset, tree);
		for (uint32_t k = 0; k < tree->depth; ++k)
			levels[k] = (view_level){stats.nodes_at[k + 1], stats.leaves_at[k + 1], 0};
		add_areas(asset, tree, levels);
		return tree->depth;
	}
	return 0;
}
