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
	const uint32_t *index_end; ///< end of the mesh's leaf index
	uint64_t indexed;		   ///< the triangle to which `index` belongs
} kiln_leaf_cursor;

/// Whether the leaf at the cursor keeps every rule; if so, moves the cursor behind it. At least KILN_LEAF_TAIL readable
/// bytes follow the last unit.
bool kilni_leaf_is_sound(kiln_leaf_cursor *cursor);

/// Which rule the leaf at the cursor breaks, and where.
kiln_result kilni_leaf_refuse(const kiln_blob *blob, const kiln_leaf_cursor *cursor);

#endif
