// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_LINK_H
#define KILN_PAIR_LINK_H

#include "affine.h"
#include "tree/pair_tree.h"

/// Slots for the slabs of a k-DOP, KILN_KDOP_AXES of them used: two f8.
#define KILN_LINK_SLABS 16

/// What carries volumes of one tree, the source, into the coordinates of another, the target; both seen from their
/// middles. The numbers are those of a map in double, each rounded once.
typedef struct kiln_pair_link
{
	float column[3][4]; ///< of the linear part; a fourth lane of no meaning, here and below
	float origin[4];	///< where the source's middle lies
	/// Unit normals of the faces of what becomes of a box along the source's axes: rows of the inverse. Of a similarity
	/// they are the columns' directions.
	float axis[3][4];
	float along[4]; ///< what a unit of each of the source's axes adds along that normal
	bool similar;	///< rotation, mirroring and one scale, to 2^-22
	bool
		aligned; ///< the normals are the target's axes, to 2^-22 and up to order and sign: a box stays a box along them
	float least; ///< lengths grow at least so much, rounded down; 0 where that is not known
	float greatest; ///< and at most so much, rounded up; of a similarity both are its scale, to rounding
	float scale;	///< of a similarity, else `greatest`
	/// An absolute length in the target's coordinates. No point of the source's box is carried, in float32, farther than
	/// this from where the exact decision sees it; nor does any float32 of a test of the target's AABB or k-DOP nodes err
	/// by more, but for what comes from the size of the carried volume, which kiln_pair_volume.slack adds. link.c
	/// has the bound.
	float slack;
	float length;		  ///< the least length for the query of a unit of the target, rounded down
	float measure;		  ///< the usual one: makes sizes of both trees comparable
	float source_measure; ///< that of a unit of the source

	/// For targets that are k-DOPs, per slab in the order of its kind; other slots are zero.
	float slab_axis[3][KILN_LINK_SLABS];   ///< x, y and z of the slabs' axes
	float slab_length[KILN_LINK_SLABS];	   ///< of the axes, rounded up
	float slab_inverse[KILN_LINK_SLABS];   ///< 1 / slab_length, rounded down
	float slab_middle[2][KILN_LINK_SLABS]; ///< axis . middle of the target, as the sum of two floats
	/// For sources that are k-DOPs as well: row i holds the weight of the source's slab i in each of the target's.
	/// At most three of a column are not 0. The source's middle on its own slabs follows.
	uint32_t source_slabs; ///< 0: none
	float turn[KILN_KDOP_AXES][KILN_LINK_SLABS];
	float source_middle[2][KILN_LINK_SLABS];
} kiln_pair_link;

/// Makes both directions: links[0] carries a's volumes into b's coordinates, links[1] b's into a's. `b_to_a` is the map of
/// b's shape coordinates into a's by which the query decides, `a_to_b` its inverse to rounding: how much the two disagree
/// goes into the slack. `metric` is the least length for the query of a unit of a's coordinates. Numbers that are
/// infinite or NaN make links that prove nothing apart.
void kilni_pair_link_make(kiln_pair_link links[2], const kiln_pair_tree *a, const kiln_pair_tree *b,
	const kiln_affine *a_to_b, const kiln_affine *b_to_a, double metric);

#endif
