// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_CHOOSE_TREE_H
#define KILN_COOKER_CHOOSE_TREE_H

#include "pair/kernel/link.h"

/// Chooses the tree of a mesh that does the least work. The work is counted in sample queries of the mesh against
/// itself, so that every machine chooses the same tree.

/// Queries of a sample.
typedef enum tree_sample_query
{
	TREE_SAMPLE_COLLIDE_NEAR, ///< whether the surfaces touch, at a distance of 0.001 or 0.01 of the radius
	TREE_SAMPLE_COLLIDE,	  ///< whether the surfaces touch, when they do
	TREE_SAMPLE_CONTACTS,	  ///< all pairs that touch
	TREE_SAMPLE_DISTANCE,	  ///< the distance, when near
	TREE_SAMPLE_QUERIES,
} tree_sample_query;

#define TREE_SAMPLE_POSES 12

/// Seeded poses of a mesh against itself, half of them near, half touching.
typedef struct tree_samples
{
	kiln_affine near[TREE_SAMPLE_POSES];
	kiln_affine touching[TREE_SAMPLE_POSES];
	uint32_t count;		///< poses of each kind
	double search;		///< work of the search, in nanoseconds, about
	double sample_most; ///< most work of one sample's queries with the tree that the samples were found with
} tree_samples;

/// Work of a tree by query, in about nanoseconds: T = Nv Cv + Np Cp + Nu Cu (Gottschalk 2000), with fixed costs.
typedef struct tree_work
{
	double of[TREE_SAMPLE_QUERIES];
} tree_work;

/// Finds poses with any tree of the mesh. With c the middle of its box and r half its diagonal, the second mesh stands
/// at p' = c + R (p - c) + s u for seeded rotations R and directions u; s starts at 2.1 r and decreases by the distance
/// of the two meshes minus the wanted gap, until the gap is reached (conservative advancement, Mirtich 1996). For
/// touching samples, s is then multiplied by a factor between one half and one. A share of the work of cooking so many
/// triangles bounds the search. Samples that take too much work are left out; `count` may be 0.
void tree_samples_find(const kiln_pair_tree *tree, uint32_t triangles, tree_samples *samples);

/// Runs all queries of all samples. Queries end early with a tree that takes far more work than the trees before it.
tree_work tree_work_count(const kiln_pair_tree *tree, const tree_samples *samples);

/// Returns the mean over the queries of the ratio of two trees' work: below 1 the first tree is better.
double tree_work_ratio(const tree_work *work, const tree_work *other);

#endif
