// SPDX-License-Identifier: MIT
#ifndef KILN_JUNCTION_H
#define KILN_JUNCTION_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// T-junctions: where a vertex lies on the edge of a triangle that does not have the vertex, the triangles on both sides share no edge,
/// and their sides have no twin (kiln_triangle_twin). kiln-cook --adjacency lists the sides that run along each other there, so that a
/// game can walk on, and tell such a side from a true border. No query reads the list: contacts cross T-junctions by borders
/// (kiln/convex/border.h), or kiln-cook --repair t-junctions cuts them.

/// The T-junctions of a mesh of a proved blob. A kiln_junctions owns nothing; copy a kiln_junctions freely. `{0}` has none.
typedef struct kiln_junctions
{
	const kiln_format_junction *list; ///< `count`, by increasing side, then other side; NULL where there are none
	uint32_t count;
} kiln_junctions;

/// Opens the T-junctions of a mesh, and proves them: one pass over the meshes of all entries, and the whole proof of this mesh's.
/// kiln_open alone proves no more than the size of the section, so that programs without T-junctions carry nothing of them. An asset
/// without T-junctions, or cooked without --adjacency, has none: `count` becomes 0. `asset` must outlive `junctions`, its blob too. On
/// failure `junctions` is unchanged. KILN_E_ARGUMENT for NULL and for a mesh out of range; else the status of the broken rule,
/// with its place in the blob (FORMAT.md).
KILN_API kiln_result kiln_junctions_open(kiln_junctions *junctions, const kiln_asset *asset, uint32_t mesh);

/// Returns the entries of side `side` (0, 1, 2) of a triangle of the mesh: each `other` is a side that runs along this one, as 3 times
/// its triangle plus its number, and `distance` how far apart the two are there, in the mesh's coordinates. Stores in `*count` how many there are; they follow each other. Returns NULL and 0 where there are
/// none, for NULL and out of range. `count` may be NULL. O(log n).
KILN_API const kiln_format_junction *kiln_junctions_at(
	const kiln_junctions *junctions, uint32_t triangle, uint32_t side, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
