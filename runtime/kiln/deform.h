// SPDX-License-Identifier: MIT
#ifndef KILN_DEFORM_H
#define KILN_DEFORM_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A mesh whose vertices move (cooked with --deformable): its leaves and trees, refitted in the caller's memory (refit,
/// van den Bergen 1997). Queries take a deformed mesh through kiln_object.deformed.
typedef struct kiln_deformed
{
	const kiln_asset *asset;
	uint32_t mesh;
	uint32_t trees; ///< bits 1 << kiln_tree_kind
	void *memory;
	size_t size;
} kiln_deformed;

/// Returns the bytes that kiln_deformed_move needs for the AABBs and the trees in `trees` (bits 1 << kiln_tree_kind;
/// kinds that the asset lacks are left out). Returns 0 where the mesh was not cooked as deformable, or does not exist.
KILN_API size_t kiln_deformed_size(const kiln_asset *asset, uint32_t mesh, uint32_t trees);

/// Makes a deformed mesh at its rest position in `memory`, of `size` bytes, aligned to 16 bytes. KILN_E_ARGUMENT where
/// a pointer is NULL, and where the mesh does not exist or is not deformable; KILN_E_ALIGNMENT for memory that is not
/// aligned; KILN_E_CAPACITY where `size` is less than kiln_deformed_size returns. An error changes nothing.
KILN_API kiln_status kiln_deformed_init(
	kiln_deformed *deformed, const kiln_asset *asset, uint32_t mesh, uint32_t trees, void *memory, size_t size);

/// Moves the vertices of a deformed mesh, and refits its volumes. positions[i] (x, y, z; `stride` bytes apart, 0: 12)
/// is the position of source vertex i. `count` is kiln_format_mesh.source_vertex_count. KILN_E_ARGUMENT, with nothing
/// changed, for NaN, infinity, or coordinates beyond KILN_COORDINATE_MAX. Every volume then contains its triangles,
/// rounded outwards. The cost is linear in the mesh. Triangles may become points and segments.
KILN_API kiln_status kiln_deformed_move(kiln_deformed *deformed, const float *positions, size_t stride, uint32_t count);

/// Makes `*asset` an asset that holds the deformed mesh alone, as mesh 0 and shape 0, placed by a copy of node `node` of
/// kiln_deformed.asset as node 0; KILN_NONE places the mesh in its own coordinates, in KILN_LAYER_DEFAULT. Every query
/// takes this asset: rays, casts, overlaps, closest points, manifolds, pairs, worlds, drawing. The triangles are counted
/// from 0; materials, parts, layers and names keep their numbers. There are no volumes, mass, bodies, metadata and
/// coarser levels, and neither budget nor filter. Kinds of edges are those at rest: the manifold of an edge that bent
/// since may lack a contact.
///
/// The asset points into the memory of the deformed mesh and stays valid while that memory and kiln_deformed.asset do.
/// kiln_deformed_move and the next kiln_deformed_asset change what it holds; kiln_world_move then takes the new box of a
/// member. Queries must not run meanwhile. Coordinates beyond twice KILN_COORDINATE_MAX under the node may be missed.
///
/// KILN_E_ARGUMENT, with `*asset` unchanged, where a pointer is NULL, where `deformed` was not made by
/// kiln_deformed_init, and where the node does not exist or does not place this mesh. The cost is constant.
KILN_API kiln_status kiln_deformed_asset(kiln_deformed *deformed, uint32_t node, kiln_asset *asset);

/// Returns the quality of a tree: the sum of the surfaces of its volumes over the surface of the mesh's box, divided by
/// the same number at rest. The result is proportional to the cost of a query (surface area heuristic, Goldsmith and
/// Salmon 1987). It is 1 at rest, and after a move or scaling of the whole mesh. Rebuilding pays from about 2 on. Where
/// the box has no surface, because all vertices lie on a line parallel to an axis, every volume counts as much as the
/// box. At most FLT_MAX. 0 for a kind that the deformed mesh lacks.
KILN_API float kiln_deformed_cost(const kiln_deformed *deformed, kiln_tree_kind kind);

#ifdef __cplusplus
}
#endif

#endif
