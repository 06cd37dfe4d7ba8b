// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_FRONT_H
#define KILN_PAIR_FRONT_H

#include "kernels.h"

/// The content of a kiln_front's memory.
///
/// The pairs at which a walk ended form a cut through all pairs: all touching triangles lie below these pairs. Each
/// pair has a lower bound of its distance. As long as nothing has moved farther than this bound, the pair needs no test
/// (Lin and Canny 1991 bound motion in this way; the list is that of Li and Chen 1998). The motion between two frames
/// is bounded by the greatest motion of a corner of b's box in a's coordinates.
///
/// A list of pairs is complete only if the walk that wrote it was complete, and the list itself does not show this. So
/// checksums over the list, its trees and the poses decide whether the memory is still as it was written.

/// The head of the memory. The bounds of the list follow, then its pairs.
typedef struct kiln_front_head
{
	uint64_t magic;
	uint64_t sum;	   ///< checksum of the rest of the head
	uint64_t list_sum; ///< checksum of the list
	uint64_t identity[2];
	uint32_t node_count[2];
	uint32_t kind[2];
	uint32_t descent;
	uint32_t similar;
	double scale;
	kiln_affine b_to_a; ///< in the last frame
	double travel;		///< how far anything may have moved since the front began at the roots
	double motion;		///< how far since the last frame
	double least;		///< least bound of the list
	uint32_t count;		///< number of its pairs; 0: no list
	uint32_t fresh;		///< number of pairs when the front began
	uint32_t rest;		///< number of coming frames that do not try to keep a list, because the last lists did not fit
	uint32_t frames;	///< number of frames with this front, up to 2
	kiln_pair_place place; ///< the last triangles of the last walk; ref[0] KILN_ROOT_REF: no triangles
} kiln_front_head;

/// A front during one query.
typedef struct kiln_front_use
{
	const struct kiln_front_method *method; ///< NULL: no front
	kiln_front_head *head;					///< NULL: no room even for the head
	kiln_front_list list;
	bool bounded; ///< bounds of distances are valid from frame to frame
} kiln_front_use;

/// Opens the front of a pair, or an empty one where the memory holds anything else.
kiln_front_use kilni_front_begin(const kiln_mesh_pair *pair);

/// Whether the last walk stored two triangles.
bool kilni_front_has_triangles(const kiln_front_use *use);

/// The triangles that the last walk stored. Returns false if the walk stored no triangle.
bool kilni_front_triangles(const kiln_front_use *use, const kiln_mesh_pair *pair, kiln_pair_place *place,
	uint32_t triangle[2], kiln_d3 corner[2][3]);

/// A lower bound of the distance of all triangles that the front knows without a test; 0 or less: unknown.
double kilni_front_apart(const kiln_front_use *use);

/// Makes the list of a walk, in use->list. Returns false if this walk should keep no list. `roots`: the walk begins at
/// the roots. `lasting`: more work now may save work in the next frames.
bool kilni_front_open(kiln_front_use *use, const kiln_mesh_pair *pair, bool roots, bool lasting);

/// Stores the pairs that the walk left in use->list.
void kilni_front_take(kiln_front_use *use);

/// Ends the query: the memory is valid again. `place` as in kiln_front_head; NULL: no triangles.
void kilni_front_end(const kiln_front_use *use, const kiln_pair_place *place);

/// The functions above and the kernels, to which a front points: only a program that makes a front links them.
struct kiln_front_method
{
	kiln_front_use (*begin)(const kiln_mesh_pair *pair);
	bool (*triangles)(const kiln_front_use *use, const kiln_mesh_pair *pair, kiln_pair_place *place,
		uint32_t triangle[2], kiln_d3 corner[2][3]);
	bool (*open)(kiln_front_use *use, const kiln_mesh_pair *pair, bool roots, bool lasting);
	void (*take)(kiln_front_use *use);
	void (*end)(const kiln_front_use *use, const kiln_pair_place *place);
	const kiln_front_kernels *(*kernels)(kiln_isa isa);
};

#endif
