// SPDX-License-Identifier: MIT
#ifndef KILN_DUMP_STATS_H
#define KILN_DUMP_STATS_H

#include "kiln.h"

/// Statistics of an AABB tree of a proved blob. Levels count from 1, the root's level.
typedef struct tree_stats
{
	uint64_t nodes;
	uint64_t leaves;
	uint64_t triangles;
	uint32_t depth;										  ///< levels of nodes
	uint32_t nodes_at[KILN_TREE_DEPTH_MAX + 1];			  ///< by level
	uint32_t leaves_at[KILN_TREE_DEPTH_MAX + 1];		  ///< by the level of the node that holds them
	uint32_t children[KILN_TREE_WIDTH + 1];				  ///< nodes by their number of children
	uint32_t leaf_triangles[KILN_LEAF_TRIANGLES_MAX + 1]; ///< leaves by their number of triangles; not for the scene
	uint32_t leaf_vertices[KILN_LEAF_VERTICES_MAX + 1];	  ///< leaves by their number of vertices; not for the scene
	uint32_t compact_leaves;							  ///< leaves of the compact layout
	uint8_t grid;										  ///< the exponent of their steps; 0 without such leaves
	double sah_cost; ///< cost of the decoded boxes: areas divided by the root's area; a node visit costs 1, a leaf
					 ///< visit 1
	double sah_at[KILN_TREE_DEPTH_MAX + 1]; ///< by level: areas of the boxes of its nodes' children, divided by the
											///< root's area; 0 for a root without area
} tree_stats;

/// Counts of a tree of other volumes than AABBs.
typedef struct volume_stats
{
	uint32_t leaves;
	uint32_t nodes_at[KILN_TREE_DEPTH_MAX + 1];
	uint32_t leaves_at[KILN_TREE_DEPTH_MAX + 1]; ///< by the level of the node that holds them
	uint32_t children[KILN_TREE_WIDTH + 1];		 ///< nodes by their number of children
} volume_stats;

/// The bytes of a mesh by their use.
typedef struct mesh_bytes
{
	uint64_t tree;
	uint64_t leaves;
	uint64_t sources;
	uint64_t leaf_index;
	uint64_t parts;		   ///< the mesh's record and its parts
	uint64_t volume_trees; ///< trees of volumes other than AABBs, with their records
	uint64_t vertices;	   ///< source vertices
	uint64_t edges;		   ///< kinds of edge
	uint64_t total;
} mesh_bytes;

tree_stats stats_of_mesh(const kiln_asset *asset, uint32_t mesh);
tree_stats stats_of_scene(const kiln_asset *asset);
volume_stats stats_of_volumes(const kiln_asset *asset, const kiln_format_volume_tree *tree);
/// Adds the counts of `more`; depth becomes the larger depth; sah_cost and sah_at do not change.
void stats_add(tree_stats *sum, const tree_stats *more);

/// The bytes of a tree's nodes.
static inline uint64_t stats_volume_node_bytes(const kiln_format_volume_tree *tree)
{
	return (uint64_t)tree->node_count * kiln_format_volume_node_size(tree->kind);
}

mesh_bytes stats_mesh_bytes(const kiln_asset *asset, uint32_t mesh);

#endif
