// SPDX-License-Identifier: MIT
#include "layout_trees.h"

#include <string.h>

/// Counts the trees of one owner; returns the number of the tree of kind `pair_kind`.
static uint32_t count_trees(const volume_tree trees[KILN_TREE_KIND_END], uint32_t pair_kind, layout_trees_size *size)
{
	uint32_t pair_tree = KILN_NONE;
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		if (!trees[kind].nodes)
			continue;
		if (kind == pair_kind)
			pair_tree = (uint32_t)size->trees;
		++size->trees;
		size->nodes += trees[kind].node_count;
		size->bytes += (uint64_t)trees[kind].node_count * kiln_format_volume_node_size(kind);
	}
	return pair_tree;
}

layout_trees_size layout_trees_number(cook_job *job)
{
	layout_trees_size size = {0};
	job->scene_head.pair_tree = count_trees(job->scene_trees, job->scene_pair_kind, &size);
	for (uint32_t i = 0; i < job->mesh_count; ++i)
	{
		cook_mesh *mesh = &job->meshes[i];
		mesh->head.pair_tree = count_trees(mesh->trees, mesh->pair_kind, &size);
		mesh->head.choice = mesh->choice;
		mesh->head.vertex_first = mesh->vertices ? (uint32_t)size.vertices : KILN_NONE;
		size.vertices += mesh->vertices ? mesh->head.leaf_vertex_count : 0;
	}
	return size;
}

/// The position of the next tree.
typedef struct tree_cursor
{
	kiln_format_volume_tree *record;
	uint8_t *nodes;
	uint64_t at;
} tree_cursor;

static void write_trees(tree_cursor *cursor, const volume_tree trees[KILN_TREE_KIND_END], uint32_t owner, uint32_t rule)
{
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		const volume_tree *tree = &trees[kind];
		if (!tree->nodes)
			continue;
		*cursor->record++ = (kiln_format_volume_tree){
			.kind = kind,
			.mesh = owner,
			.nodes = cursor->at,
			.node_count = tree->node_count,
			.depth = tree->depth,
			.width = tree->width,
			.rule = rule,
			.sah_cost = tree->figures.sah_cost,
			.volume = tree->figures.volume,
			.overlap = tree->figures.overlap,
		};
		size_t bytes = (size_t)tree->node_count * kiln_format_volume_node_size(kind);
		memcpy(cursor->nodes + cursor->at, tree->nodes, bytes);
		cursor->at += bytes;
	}
}

void layout_trees_write(const cook_job *job, kiln_format_volume_tree *trees, uint8_t *nodes, uint32_t *vertices)
{
	tree_cursor cursor = {trees, nodes, 0};
	write_trees(&cursor, job->scene_trees, KILN_NONE, job->scene_rule);
	for (uint32_t i = 0; i < job->mesh_count; ++i)
	{
		const cook_mesh *mesh = &job->meshes[i];
		write_trees(&cursor, mesh->trees, i, mesh->rule);
		if (mesh->vertices)
			memcpy(vertices + mesh->head.vertex_first, mesh->vertices,
				mesh->head.leaf_vertex_count * sizeof *mesh->vertices);
	}
}
