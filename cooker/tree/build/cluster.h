// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_CLUSTER_H
#define KILN_COOKER_TREE_BUILD_CLUSTER_H

#include "rules.h"

#include <stddef.h>

/// Functions that the builders by clusters share: a tree that grows from its leaves, and its conversion to a
/// build_tree.

/// A primitive, or two clusters joined. 32 bytes.
typedef struct cluster_node
{
	float min[3];
	uint32_t left; ///< child; of a primitive its own number
	float max[3];
	uint32_t right;
} cluster_node;

/// Clusters 0 .. count - 1 are the primitives; the others, up to 2 count - 2, are in the order in which they were made.
typedef struct cluster_tree
{
	cluster_node *nodes;
	uint32_t count;
	uint32_t root;
	box4 centroids; ///< around the primitives' doubled centroids
} cluster_tree;

/// Joins all primitives into one root. The boxes are small enough that areas do not overflow. `count` is at least 2.
/// KILNCOOK_INTERNAL when out of memory.
typedef kilncook_status (*cluster_method)(
	const kilncook_context *context, const build_options *options, cluster_tree *tree);

/// True greedy clustering: always joins the two clusters whose union has the least surface. neighbours_before decides
/// ties; the k-th new cluster has number count + k, and the lower number becomes the left child. After Walter, Bala,
/// Kulkarni and Pingali, Fast Agglomerative Clustering for Rendering (2008), with another search. O(n log n) unless all
/// boxes overlap.
kilncook_status cluster_agglomerate(const kilncook_context *context, const build_options *options, cluster_tree *tree);

/// Parallel locally-ordered clustering: in Morton order, each cluster chooses the partner with the least joint surface
/// among ploc_radius clusters on either side. Pairs that choose each other are joined at the same time; rounds repeat
/// until one cluster is left. After Meister and Bittner, Parallel Locally-Ordered Clustering for Bounding Volume
/// Hierarchy Construction (2018). O(n ploc_radius), and O(n log n) for the worst input.
kilncook_status cluster_locally(const kilncook_context *context, const build_options *options, cluster_tree *tree);

/// Insertion: takes the primitives in a fixed shuffled order. Each becomes the sibling of the node where the surfaces
/// in the tree grow least. After Goldsmith and Salmon, Automatic Creation of Object Hierarchies for Ray Tracing (1987),
/// with the search of Bittner, Hapala and Havran (2013). Keeps BUILD_MAX_DEPTH. O(n log n) typically; each search opens
/// a bounded number of nodes, so the total is never more than O(n) searches.
kilncook_status cluster_insert(const kilncook_context *context, const build_options *options, cluster_tree *tree);

/// Builds with one of the methods above: joins clusters, makes leaves where a leaf is cheaper, by leaf_size and block,
/// rebuilds subtrees that are too deep top-down, and lays the nodes out depth-first.
kilncook_status build_by_clusters(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree);

static inline box4 cluster_box(const cluster_node *c)
{
	return (box4){vec4_xyz(vec4_load(c->min)), vec4_xyz(vec4_load(c->max))};
}

static inline void cluster_store(cluster_node *c, box4 box, uint32_t left, uint32_t right)
{
	// The stores overwrite lane 3, so its contents are written afterwards.
	vec4_store(c, box.min);
	c->left = left;
	vec4_store((char *)c + offsetof(cluster_node, max), box.max);
	c->right = right;
}

/// Half the surface of the union: never less than the half surface of either box, in float too, because each rounding
/// is monotonic.
static inline float cluster_distance(box4 a, box4 b)
{
	return box4_half_area(box4_union(a, b));
}

#endif
