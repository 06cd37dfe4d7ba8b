// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_NEIGHBOURS_H
#define KILN_COOKER_TREE_BUILD_NEIGHBOURS_H

#include "morton.h"

/// Finds the cluster that makes the least union with a given one, among changing clusters: a complete binary tree over
/// the clusters in Morton order, with bounds on every cluster below a node.

#define NEIGHBOUR_NONE UINT32_MAX

enum
{
	NEIGHBOUR_BUCKET = 4, ///< slots below a leaf of the tree
};

/// A place for a cluster. The box of an empty slot is so large that a union with it is never the least.
typedef struct neighbour_slot
{
	float min[3];
	uint32_t count; ///< primitives
	float max[3];
	uint32_t cluster;
} neighbour_slot;

/// Common properties of all clusters below a node. Each cluster extends at least from `min`, the highest of their
/// minima, to `max`, the lowest of their maxima, or from `max` to `min` if `max` is lower. None has fewer primitives, a
/// smaller half area, or a number out of range.
typedef struct neighbour_bound
{
	float min[3];
	uint32_t count;
	float max[3];
	uint32_t first;
	uint32_t last;
	float area;
} neighbour_bound;

typedef struct neighbour_tree
{
	neighbour_slot *slots;
	neighbour_bound *bounds; ///< [1] is the root, the children of k are 2 k and 2 k + 1
	uint32_t *slot_of;		 ///< by cluster
	morton_key *keys;
	morton_key *scratch;
	uint32_t leaves;	 ///< of the tree, a power of two
	uint32_t alive;		 ///< clusters
	uint32_t slot_count; ///< slots in use since the last sorting
} neighbour_tree;

/// A cluster, its partner and the quality of the pair. Pairs are compared by the half area of the union, then by its
/// primitives, then by the smaller of both half areas, and last by their numbers: numbers that are closest together
/// come first, then the pair whose lower number is even, then the lower one. So equal boxes pair off two by two; with
/// the lowest numbers first, all of them would search again after every union.
typedef struct neighbour_pair
{
	float area;
	uint32_t count;
	float least;
	uint32_t cluster;
	uint32_t other; ///< NEIGHBOUR_NONE: no other cluster exists
} neighbour_pair;

/// Whether one pair comes before another: a total order, except that both ways to write a pair are equal.
bool neighbours_before(const neighbour_pair *a, const neighbour_pair *b);

/// Allocates the tree of `count` clusters; KILNCOOK_INTERNAL when out of memory, and the caller frees the tree in this
/// case, too.
kilncook_status neighbours_begin(const kilncook_context *context, neighbour_tree *all, uint32_t count);
void neighbours_free(const kilncook_context *context, neighbour_tree *all, uint32_t count);

/// Sorts again: the first `alive` of all->keys name the existing clusters, `counts` their primitives.
void neighbours_sort(neighbour_tree *all, const cluster_tree *tree, const uint32_t *counts);

/// Finds the best partner of a cluster, exactly, with the order of ties above.
neighbour_pair neighbours_find(const neighbour_tree *all, uint32_t cluster);

/// Stores `made` in the slot of one cluster and removes another cluster.
void neighbours_join(
	neighbour_tree *all, uint32_t stays, uint32_t goes, uint32_t made, const cluster_node *as, uint32_t count);

#endif
