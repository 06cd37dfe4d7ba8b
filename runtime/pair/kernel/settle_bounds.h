// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SETTLE_BOUNDS_H
#define KILN_PAIR_SETTLE_BOUNDS_H

#include "kernels.h"

/// Lower bounds of distances in double, from the intervals of boxes and triangles along eight directions of the query's
/// lengths: its axes, b's axes made perpendicular, the vector between the nearest points, and one that a caller
/// chooses.

#define KILN_SETTLE_WAYS 8
#define KILN_SETTLE_BEST 6	 ///< the vector between the nearest points
#define KILN_SETTLE_CHOSEN 7 ///< a caller's own

/// The intervals along every direction.
typedef struct kiln_settle_span
{
	double low[KILN_SETTLE_WAYS], high[KILN_SETTLE_WAYS];
} kiln_settle_span;

/// The map from the coordinates of both meshes or scenes, relative to the middles of their boxes, to the directions.
typedef struct kiln_settle_ways
{
	const kiln_pair_tree *tree[2];
	kiln_d3 column[2][3];					  ///< of the linear maps to the query's lengths
	kiln_d3 between;						  ///< from a's middle to b's
	double number[2][3][KILN_SETTLE_WAYS];	  ///< by side, axis, direction
	double magnitude[2][3][KILN_SETTLE_WAYS]; ///< magnitudes of these
	double offset[2][KILN_SETTLE_WAYS];		  ///< of the middles
	double error;							  ///< greatest error of a bound
} kiln_settle_ways;

/// Makes the ways of two trees' boxes. Arguments: the linear map of a's coordinates to the query's lengths, and the map
/// of b's coordinates to a's.
void kilni_settle_ways_of(kiln_settle_ways *ways, const kiln_pair_tree *a, const kiln_pair_tree *b,
	const kiln_d3 to_query[3], const kiln_affine *b_to_a);

/// Makes the ways of a pair whose boxes are known.
void kilni_settle_ways_make(kiln_settle_ways *ways, const kiln_mesh_pair *pair);

/// Sets a direction of the query's lengths, of any length; zero proves nothing.
void kilni_settle_ways_set(kiln_settle_ways *ways, int way, kiln_d3 direction);

/// The span of a box in a side's coordinates.
void kilni_settle_span_box(
	kiln_settle_span *span, const kiln_settle_ways *ways, int side, const double low[3], const double high[3]);

/// The spans of the triangles of a leaf, and of all of them together.
void kilni_settle_span_leaf(
	kiln_settle_span *whole, kiln_settle_span *each, const kiln_settle_ways *ways, int side, const kiln_leaf *leaf);

/// kilni_settle_span_leaf along one direction.
void kilni_settle_span_leaf_along(kiln_settle_span *whole, kiln_settle_span *each, const kiln_settle_ways *ways,
	int side, const kiln_leaf *leaf, int way);

/// The span of all leaves from one unit to another, along the best and the chosen direction. Returns how many leaves
/// there are.
uint32_t kilni_settle_span_leaves(
	kiln_settle_span *span, const kiln_settle_ways *ways, int side, uint32_t first, uint32_t last);

/// A lower bound of the distance between the contents of two spans, by the directions before `count`.
double kilni_settle_apart(
	const kiln_settle_ways *ways, const kiln_settle_span *a, const kiln_settle_span *b, int count);

/// A lower bound by one direction.
double kilni_settle_apart_along(
	const kiln_settle_ways *ways, const kiln_settle_span *a, const kiln_settle_span *b, int way);

/// The vector from the middle of one span to that of the other, in the query's lengths.
kiln_d3 kilni_settle_between(const kiln_settle_span *a, const kiln_settle_span *b);

#endif
