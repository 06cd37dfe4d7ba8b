// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CHOOSE_TREE_H
#define KILN_COOKER_CHOOSE_TREE_H

#include "pair/kernel/link.h"

/// Which tree of a mesh does least work: counted in sample queries of the mesh against itself, so that the answer is the
/// same on every machine.

/// Queries that are asked of a sample.
typedef enum tree_sample_query
{
	TREE_SAMPLE_COLLIDE_NEAR, ///< touching? with the surfaces apart by 0.001 or 0.01 of the radius
	TREE_SAMPLE_COLLIDE,	  ///< touching? where they do
	TREE_SAMPLE_CONTACTS,	  ///< all pairs that touch
	TREE_SAMPLE_DISTANCE,	  ///< how far apart, near
	TREE_SAMPLE_QUERIES,
} tree_sample_query;

#define TREE_SAMPLE_POSES 12

/// Seeded poses of a mesh against itself, half of them near, half touching.
typedef struct tree_samples
{
	kiln_affine near[TREE_SAMPLE_POSES];
	kiln_affine touching[TREE_SAMPLE_POSES];
	uint32_t count;		///< of each
	double search;		///< work of finding them, in about nanoseconds
	double sample_most; ///< work that one sample's queries take at most of the tree that they were found with
} tree_samples;

/// Work of a tree by query, in about nanoseconds: T = Nv Cv + Np Cp + Nu Cu (Gottschalk 2000), with fixed costs.
typedef struct tree_work
{
	double of[TREE_SAMPLE_QUERIES];
} tree_work;

/// Finds poses with any tree of the mesh. With c the middle of its box and r half its diagonal, the second mesh stands at
/// p' = c + R (p - c) + s u for seeded rotations R and directions u; s falls from 2.1 r by the distance of the two, less
/// the gap that is wanted, until that is reached (conservative advancement, Mirtich 1996). Touching ones are half as far
/// again to as far in. The work of the search is bounded by a share of what cooking so many triangles takes, and samples
/// that take too much work are left out; there may be none.
void tree_samples_find(const kiln_pair_tree *tree, uint32_t triangles, tree_samples *samples);

/// Asks all queries of all samples. Those of a tree that takes far more than any that was asked before end early.
tree_work tree_work_count(const kiln_pair_tree *tree, const tree_samples *samples);

/// Mean over the queries of the work over that of another tree: below 1 it is the better one.
double tree_work_ratio(const tree_work *work, const tree_work *other);

#endif
