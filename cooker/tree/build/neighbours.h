// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_TREE_BUILD_NEIGHBOURS_H
#define KILN_COOKER_TREE_BUILD_NEIGHBOURS_H

#include "morton.h"

/// Finds the cluster that makes the least union with a given one, among clusters that come and go: a complete binary
/// tree over them in Morton order, with bounds on every cluster below a node.

#define NEIGHBOUR_NONE UINT32_MAX

enum
{
	NEIGHBOUR_BUCKET = 4, ///< slots below a leaf of the tree
};

/// A place for a cluster. Without one the box is so large that no union with it is ever the least.
typedef struct neighbour_slot
{
	float min[3];
	uint32_t count; ///< primitives
	float max[3];
	uint32_t cluster;
} neighbour_slot;

/// What all clusters below a node have in common: each reaches at least from `min`, the highest of their minima, to
/// `max`, the lowest of their maxima, or from `max` to `min`, whichever is further; none has fewer primitives, a smaller
/// half area, or a number out of range.
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

/// What a cluster would be joined with, and how good that is. Pairs are compared by the half area of the union, then by
/// its primitives, then by the smaller of both half areas, and last by their numbers: the closest together come first,
/// of those the pair whose lower number is even, then the lower one. That lets equal boxes pair off two by two, where the
/// lowest numbers first would have all of them search again after every union.
typedef struct neighbour_pair
{
	float area;
	uint32_t count;
	float least;
	uint32_t cluster;
	uint32_t other; ///< NEIGHBOUR_NONE: there is nobody else
} neighbour_pair;

/// Whether one pair comes before another: a total order but for the two ways to write a pair.
bool neighbours_before(const neighbour_pair *a, const neighbour_pair *b);

/// Room for the tree of `count` clusters; KILNCOOK_INTERNAL when out of memory, and then free it all the same.
kilncook_status neighbours_begin(const kilncook_context *context, neighbour_tree *all, uint32_t count);
void neighbours_free(const kilncook_context *context, neighbour_tree *all, uint32_t count);

/// Sorts again: the first `alive` of all->keys name the clusters that there are, `counts` their primitives.
void neighbours_sort(neighbour_tree *all, const cluster_tree *tree, const uint32_t *counts);

/// The best partner for a cluster. Exact: ties are decided as said above.
neighbour_pair neighbours_find(const neighbour_tree *all, uint32_t cluster);

/// Puts `made` into the slot of one cluster and takes another out.
void neighbours_join(
	neighbour_tree *all, uint32_t stays, uint32_t goes, uint32_t made, const cluster_node *as, uint32_t count);

#endif
