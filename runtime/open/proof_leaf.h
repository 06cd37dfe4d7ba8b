// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_PROOF_LEAF_H
#define KILN_OPEN_PROOF_LEAF_H

#include "proof.h"

/// The proof of one leaf record.

/// The next leaf in preorder, and the values that it must start with.
typedef struct kiln_leaf_cursor
{
	const uint8_t *leaves;	   ///< the mesh's first leaf
	uint64_t places;		   ///< units of all the mesh's leaves
	uint64_t place;			   ///< unit of the next leaf (scene: number of the next node)
	uint64_t triangle;		   ///< number of its first triangle
	bool compact;			   ///< the mesh may have compact leaves
	uint64_t leaf_count;	   ///< leaves proved so far
	uint64_t vertex_count;	   ///< their vertices
	const uint32_t *index;	   ///< next entry of the leaf index
	const uint32_t *index_end; ///< end of the mesh's leaf index, which has an entry
	uint64_t indexed;		   ///< the triangle to which `index` belongs
	uint64_t scanned;  ///< end of the bytes from `leaves` on that were tested together; UINT64_MAX: none ever are
	uint64_t in_range; ///< end of those that hold no component out of range
} kiln_leaf_cursor;

/// The first child of a sound node that is a leaf, but not the one at the cursor or not a sound one; the number of children if
/// there is none. Moves the cursor behind the leaves before.
uint32_t kilni_sound_leaves(kiln_leaf_cursor *cursor, const kiln_format_tree_node *node);

/// Which rule the leaf at the cursor breaks, and where.
kiln_result kilni_leaf_refuse(const kiln_blob *blob, const kiln_leaf_cursor *cursor);

#endif
