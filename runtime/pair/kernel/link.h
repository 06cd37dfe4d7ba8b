// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_LINK_H
#define KILN_PAIR_LINK_H

#include "affine.h"
#include "tree/pair_tree.h"

/// Room for the slabs of a k-DOP, KILN_KDOP_AXES of them used: two f8.
#define KILN_LINK_SLABS 16

/// The map of volumes of one tree, the source, to the coordinates of another, the target; both relative to their
/// middles. The numbers are those of a map in double, each rounded once.
typedef struct kiln_pair_link
{
	float column[3][4]; ///< of the linear part; a fourth lane without meaning, here and below
	float origin[4];	///< place of the source's middle
	/// Unit normals of the faces of a mapped box along the source's axes: rows of the inverse. For a similarity these
	/// are the columns' directions.
	float axis[3][4];
	float along[4]; ///< component along that normal of each mapped unit axis of the source
	bool similar;	///< rotation, reflection and one scale, to 2^-22
	bool aligned;	///< the normals are the target's axes, to 2^-22, up to order and sign: a box stays axis-aligned
	float least;	///< lower bound of the growth of lengths, rounded down; 0 if unknown
	float greatest; ///< upper bound, rounded up; for a similarity both are its scale, to rounding
	float scale;	///< of a similarity; else `greatest`
	/// An absolute length in the target's coordinates. It bounds, in float32, the distance of every mapped point of the
	/// source's box from its place in the exact decision. It also bounds the float32 errors of tests of the target's
	/// AABB or k-DOP nodes, except the part that comes from the size of the mapped volume, which kiln_pair_volume.slack
	/// adds. link.c derives the bound.
	float slack;
	float length;		  ///< least length in the query of a unit of the target, rounded down
	float measure;		  ///< typical length: makes sizes of both trees comparable
	float source_measure; ///< typical length in the query of a unit of the source

	/// For targets that are k-DOPs, per slab in the order of its kind; other slots are zero.
	float slab_axis[3][KILN_LINK_SLABS];   ///< x, y and z of the slabs' axes
	float slab_length[KILN_LINK_SLABS];	   ///< of the axes, rounded up
	float slab_inverse[KILN_LINK_SLABS];   ///< 1 / slab_length, rounded down
	float slab_middle[2][KILN_LINK_SLABS]; ///< axis . middle of the target, as the sum of two floats
	/// For sources that are k-DOPs, too: row i holds the weight of the source's slab i in each of the target's slabs.
	/// At most three weights of a column are not 0. Then follows the source's middle on its own slabs.
	uint32_t source_slabs; ///< 0: the source is not a k-DOP
	float turn[KILN_KDOP_AXES][KILN_LINK_SLABS];
	float source_middle[2][KILN_LINK_SLABS];
} kiln_pair_link;

/// Makes both directions: links[0] maps a's volumes to b's coordinates, links[1] b's to a's. `b_to_a` is the map of b's
/// shape coordinates to a's that the query's decisions use; `a_to_b` is its inverse within rounding, and their
/// disagreement is added to the slack. `metric` is the least length in the query of a unit of a's coordinates. Infinite
/// or NaN numbers make links that prove nothing apart.
void kilni_pair_link_make(kiln_pair_link links[2], const kiln_pair_tree *a, const kiln_pair_tree *b,
	const kiln_affine *a_to_b, const kiln_affine *b_to_a, double metric);

#endif
