// SPDX-License-Identifier: MIT
#ifndef KILN_DEFORM_H
#define KILN_DEFORM_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A mesh whose vertices move (cooked with --deformable): its leaves and trees, fitted again, in the caller's memory
/// (refit, van den Bergen 1997). Give it to queries in kiln_object.deformed.
typedef struct kiln_deformed
{
	const kiln_asset *asset;
	uint32_t mesh;
	uint32_t trees; ///< bits 1 << kiln_tree_kind
	void *memory;
	size_t size;
} kiln_deformed;

/// Bytes that kiln_deformed_move needs for the AABBs and the trees in `trees` (bits 1 << kiln_tree_kind; those the asset lacks
/// are left out). 0 when the mesh was not cooked as deformable, or does not exist.
KILN_API size_t kiln_deformed_size(const kiln_asset *asset, uint32_t mesh, uint32_t trees);

/// Makes `memory` (aligned to 16 bytes, of `size` bytes) a deformed mesh at its rest position. KILN_E_ARGUMENT where a
/// pointer is NULL, or the mesh cannot be deformed or does not exist; KILN_E_ALIGNMENT for memory that is not aligned;
/// KILN_E_CAPACITY where `size` is less than kiln_deformed_size says. None of these changes anything.
KILN_API kiln_status kiln_deformed_init(
	kiln_deformed *deformed, const kiln_asset *asset, uint32_t mesh, uint32_t trees, void *memory, size_t size);

/// Moves the vertices: positions[i] (x, y, z; `stride` bytes apart, 0: 12) is that of source vertex i, `count` of them as
/// kiln_format_mesh.source_vertex_count says. KILN_E_ARGUMENT, and nothing changed, for NaN, infinity or coordinates
/// beyond KILN_COORDINATE_MAX. Every volume then contains its triangles, rounded outwards; cost linear in the mesh.
/// Triangles may become points and segments.
KILN_API kiln_status kiln_deformed_move(kiln_deformed *deformed, const float *positions, size_t stride, uint32_t count);

/// How good a tree still is: the sum of the surfaces of its volumes over the surface of the mesh's box, divided by what
/// it was at rest. That is in proportion to what a query costs (surface area heuristic, Goldsmith and Salmon 1987): 1 at
/// rest, moved or scaled alike; rebuilding pays from about 2 on. Where the box has no surface, because all vertices lie
/// on a line parallel to an axis, every volume counts as much as the box. At most FLT_MAX. 0 for a kind that it has not.
KILN_API float kiln_deformed_cost(const kiln_deformed *deformed, kiln_tree_kind kind);

#ifdef __cplusplus
}
#endif

#endif
