// SPDX-License-Identifier: MIT
#include "view.h"

#include "dump/stats.h"

// The AABB tree of the scene or of a mesh.
static tree_stats boxes_of(const kiln_asset *asset, uint32_t mesh)
{
	return mesh == KILN_NONE ? stats_of_scene(asset) : stats_of_mesh(asset, mesh);
}

static uint32_t pair_tree_of(const kiln_asset *asset, uint32_t mesh)
{
	return mesh == KILN_NONE ? asset->scene->pair_tree : asset->meshes[mesh].pair_tree;
}

static view_tree box_tree(const kiln_asset *asset, uint32_t mesh)
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

static view_tree volume_tree(const kiln_asset *asset, uint32_t number)
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
	{
		trees[0] = box_tree(asset, mesh);
	}
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
	{
		if (asset->volume_trees[i].mesh == mesh && count++ < capacity)
		{
			trees[count - 1] = volume_tree(asset, i);
		}
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

uint32_t view_tree_levels(
	const kiln_asset *asset, uint32_t mesh, kiln_tree_kind kind, view_level levels[KILN_TREE_DEPTH_MAX])
{
	if (mesh != KILN_NONE && mesh >= asset->mesh_count)
	{
		return 0;
	}
	if (kind == KILN_TREE_AABB)
	{
		return box_levels(asset, mesh, levels);
	}
	for (uint32_t i = 0; i < asset->volume_tree_count; ++i)
	{
		const kiln_format_volume_tree *tree = &asset->volume_trees[i];
		if (tree->mesh != mesh || tree->kind != (uint32_t)kind)
		{
			continue;
		}
		const volume_stats stats = stats_of_volumes(asset, tree);
		for (uint32_t k = 0; k < tree->depth; ++k)
		{
			levels[k] = (view_level){stats.nodes_at[k + 1], stats.leaves_at[k + 1], 0};
		}
		return tree->depth;
	}
	return 0;
}
