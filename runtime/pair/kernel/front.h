// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_FRONT_H
#define KILN_PAIR_FRONT_H

#include "kernels.h"

/// What stands in the memory of a kiln_front.
///
/// The pairs at which a walk ended form a cut through all pairs: whatever touches lies below one of them. Each comes with
/// a lower bound of its distance. As long as nothing has moved farther than that, the pair needs no test (Lin and Canny
/// 1991 bound motion in this way; the list is that of Li and Chen 1998). How far anything can have moved between two
/// frames is the most that a corner of b's box moves as a sees it.
///
/// Nothing can tell whether a list of pairs is complete but that the walk which wrote it was, so checksums over the list,
/// the trees it was made for and the poses decide whether the memory still is what was written.

/// The head of the memory. The bounds of the list follow, then its pairs.
typedef struct kiln_front_head
{
	uint64_t magic;
	uint64_t sum;	   ///< over the rest of the head
	uint64_t list_sum; ///< over the list
	uint64_t identity[2];
	uint32_t node_count[2];
	uint32_t kind[2];
	uint32_t descent;
	uint32_t similar;
	double scale;
	kiln_affine b_to_a;	   ///< of the last frame
	double travel;		   ///< how far anything may have moved since the front was begun at the roots
	double motion;		   ///< how far since the frame before
	double least;		   ///< least bound of the list
	uint32_t count;		   ///< its pairs; 0: there is none
	uint32_t fresh;		   ///< pairs when it was begun
	uint32_t rest;		   ///< frames that will not try to keep one, since the last ones did not fit
	uint32_t frames;	   ///< that it was asked with, up to 2
	kiln_pair_place place; ///< the triangles that the last walk ended with; ref[0] KILN_ROOT_REF: none
} kiln_front_head;

/// A front during one query.
typedef struct kiln_front_use
{
	kiln_front_head *head; ///< NULL: there is no room even for it
	kiln_front_list list;
	bool bounded; ///< bounds of distances hold from frame to frame
} kiln_front_use;

/// Opens the front of a pair, or an empty one where the memory holds anything else.
kiln_front_use kilni_front_begin(const kiln_mesh_pair *pair);

/// Whether the last walk ended with two triangles.
bool kilni_front_has_triangles(const kiln_front_use *use);

/// The triangles that the last walk ended with. False when there are none.
bool kilni_front_triangles(const kiln_front_use *use, const kiln_mesh_pair *pair, kiln_pair_place *place,
	uint32_t triangle[2], kiln_d3 corner[2][3]);

/// How far apart all triangles are at least, by what the front knows without a test; 0 or less: nothing is known.
double kilni_front_apart(const kiln_front_use *use);

/// Makes the list of a walk, in use->list. False when this walk shall keep none. `roots`: it begins there.
/// `lasting`: some more work now may spare some in the next frames.
bool kilni_front_open(kiln_front_use *use, const kiln_mesh_pair *pair, bool roots, bool lasting);

/// Takes what the walk left in use->list.
void kilni_front_take(kiln_front_use *use);

/// Ends the query: the memory is valid again. `place` as kiln_front_head's, NULL: no triangles.
void kilni_front_end(const kiln_front_use *use, const kiln_pair_place *place);

#endif
