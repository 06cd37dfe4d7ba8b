// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_CLUSTER_H
#define KILN_COOKER_TREE_BUILD_CLUSTER_H

#include "rules.h"

#include <stddef.h>

/// What the builders that join clusters share: a tree grown from its leaves, and how it becomes a build_tree.

/// A primitive, or two clusters joined. 32 bytes.
typedef struct cluster_node
{
	float min[3];
	uint32_t left; ///< child; of a primitive its own number
	float max[3];
	uint32_t right;
} cluster_node;

/// Clusters 0 .. count - 1 are the primitives, the others, up to 2 count - 2, are in whatever order they were made.
typedef struct cluster_tree
{
	cluster_node *nodes;
	uint32_t count;
	uint32_t root;
	box4 centroids; ///< around the primitives' doubled centroids
} cluster_tree;

/// Joins all primitives into one root. The boxes are small enough for areas not to overflow. `count` is at least 2.
/// KILNCOOK_INTERNAL when out of memory.
typedef kilncook_status (*cluster_method)(
	const kilncook_context *context, const build_options *options, cluster_tree *tree);

/// True greedy clustering: always joins the two clusters whose union has least surface. Ties are decided as
/// neighbours_before does, where the k-th cluster made has number count + k, and the lower number becomes the left
/// child. After Walter, Bala, Kulkarni and Pingali, Fast Agglomerative Clustering for Rendering (2008), with another
/// search. O(n log n) where boxes don't all overlap.
kilncook_status cluster_agglomerate(const kilncook_context *context, const build_options *options, cluster_tree *tree);

/// Parallel locally-ordered clustering: in Morton order each cluster picks the one of the ploc_radius to either side with
/// which it makes the least surface; pairs that pick each other are joined, all at once, until one is left. After
/// Meister and Bittner, Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy Construction (2018).
/// O(n ploc_radius), and O(n log n) for the worst input.
kilncook_status cluster_locally(const kilncook_context *context, const build_options *options, cluster_tree *tree);

/// Insertion: one primitive after the other, in an order shuffled once and for all, becomes the sibling of the node
/// where the surfaces in the tree grow least. After Goldsmith and Salmon, Automatic Creation of Object Hierarchies for
/// Ray Tracing (1987), with the search of Bittner, Hapala and Havran (2013). Keeps BUILD_MAX_DEPTH. O(n log n)
/// typically; a search looks into a bounded number of nodes, so never more than O(n) searches.
kilncook_status cluster_insert(const kilncook_context *context, const build_options *options, cluster_tree *tree);

/// Builds with one of the methods above: joins, makes leaves where that is cheaper, by leaf_size and block, rebuilds top
/// down what is too deep, and lays the nodes out depth-first.
kilncook_status build_by_clusters(
	const kilncook_context *context, const build_input *input, const build_options *options, build_tree *tree);

static inline box4 cluster_box(const cluster_node *c)
{
	return (box4){vec4_xyz(vec4_load(c->min)), vec4_xyz(vec4_load(c->max))};
}

static inline void cluster_store(cluster_node *c, box4 box, uint32_t left, uint32_t right)
{
	// The stores take lane 3 with them, what belongs there comes after.
	vec4_store(c, box.min);
	c->left = left;
	vec4_store((char *)c + offsetof(cluster_node, max), box.max);
	c->right = right;
}

/// Half the surface of the union: never less than that of either, in float too, as each rounding is monotonic.
static inline float cluster_distance(box4 a, box4 b)
{
	return box4_half_area(box4_union(a, b));
}

#endif
