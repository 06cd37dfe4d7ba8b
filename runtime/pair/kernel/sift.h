// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_SIFT_H
#define KILN_PAIR_SIFT_H

#include "pair/object.h"
#include "tree/filter.h"
#include "tree/layout.h"

/// The filters for the pairs of pieces of two parts: those of both assets, and that of the pair.
typedef struct kiln_pair_sift
{
	const kiln_pair_part *part[2];
	const kiln_pair_filter *rule; ///< or NULL
} kiln_pair_sift;

/// How many of all pairs the filters keep. For KILN_FILTER_SOME, kilni_pair_sift_keeps decides.
kiln_filter_rest kilni_pair_sift_parts(const kiln_pair_sift *sift);

/// Whether the filters keep a pair of pieces. Triangles are given by their numbers in the mesh; the number of a solid
/// is ignored.
bool kilni_pair_sift_keeps(const kiln_pair_sift *sift, uint32_t triangle_a, uint32_t triangle_b);

/// Blocks of the triangles of a mesh. The bit of a block is set if filters may keep a pair of one of its triangles.
typedef struct kiln_pair_left
{
	uint32_t size; ///< triangles per block
	uint64_t bits[16];
} kiln_pair_left;

/// Tests all triangles of mesh `side`. Returns false where the budget (NULL: none) has ended.
bool kilni_pair_sift_left(const kiln_pair_sift *sift, uint32_t side, kiln_budget *budget, kiln_pair_left *left);

/// Whether the bit of a block is set between triangle `first` and `last`.
bool kilni_pair_left_any(const kiln_pair_left *left, uint32_t first, uint32_t last);

/// Finds the first triangle of mesh `side` that the filter of the mesh's asset keeps, from the first of the mesh's `leaves` on.
/// False where nothing is left, or the budget (NULL: none) ended the search.
bool kilni_pair_sift_first(const kiln_pair_sift *sift, uint32_t side, const uint8_t *leaves, kiln_budget *budget,
	kiln_leaf *leaf, kiln_leaf_room *room, uint32_t *place);

#endif
