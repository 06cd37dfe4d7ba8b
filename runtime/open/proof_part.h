// SPDX-License-Identifier: MIT
#ifndef KILN_OPEN_PROOF_PART_H
#define KILN_OPEN_PROOF_PART_H

#include "proof.h"
#include "tree/layout.h"

/// The proof in parts, for assets that are proved where they are used.

/// Proves header, section table and the small sections, and fills the asset. Left are the trees of meshes, LEAVES, SOURCES, EDGES,
/// and what no query of a lazy asset reads: LEAF_INDEX, VERTICES, ADJACENCY and volume trees. `isa` is known.
kiln_result kilni_open_part(kiln_asset *asset, const void *data, size_t size, kiln_isa isa);

/// Proves a node of a mesh's tree by its own bytes: its frame, its slots, and that its references lead to later nodes of
/// the tree and to units of the mesh. Then its leaves: each is sound, begins where the one before it ends, and has
/// triangles of the mesh, whose sources and edges are sound.
kiln_result kilni_prove_tree_node(const kiln_blob *blob, const kiln_format_mesh *mesh, uint32_t number);

#endif
