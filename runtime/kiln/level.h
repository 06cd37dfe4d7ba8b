// SPDX-License-Identifier: MIT
#ifndef KILN_LEVEL_H
#define KILN_LEVEL_H

#include "asset.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Levels of detail: coarser meshes that kiln-cook keeps beside a mesh (--levels). Each level has a certain bound of its two-sided
/// Hausdorff distance from the full mesh: no point of either surface is farther from the other surface. Level 0 is the full mesh.
/// From level to level the distance grows and the number of triangles falls. Queries see levels only through
/// kiln_asset_at_error, or where a function of one mesh (kiln_mesh_*) gets the mesh of a level.

/// Returns the number of levels of mesh `mesh`, the full mesh included: 1 without coarser meshes, 0 out of range.
KILN_API uint32_t kiln_level_count(const kiln_asset *asset, uint32_t mesh);

/// Returns the mesh of level `level` of mesh `mesh`: an index in the asset's meshes, `mesh` itself for level 0. Returns
/// KILN_NONE out of range.
KILN_API uint32_t kiln_level_mesh(const kiln_asset *asset, uint32_t mesh, uint32_t level);

/// Returns the distance of level `level` from the full mesh in mesh coordinates, an upper bound; 0 for level 0. Returns -1 out of
/// range.
KILN_API float kiln_level_distance(const kiln_asset *asset, uint32_t mesh, uint32_t level);

/// Returns the coarsest level of mesh `mesh` whose distance, in mesh coordinates, is at most `max_error`. Returns 0, the full
/// mesh, where no coarser level is near enough, for a NaN, and out of range.
KILN_API uint32_t kiln_level_for_error(const kiln_asset *asset, uint32_t mesh, float max_error);

/// Makes a handle whose nodes place coarser meshes, for any query: rays, casts, overlaps, closest points, contacts, pairs, worlds.
/// Each node gets the coarsest level of its mesh whose distance in asset coordinates is at most `max_error`: the distance in mesh
/// coordinates times an upper bound of the largest factor by which the node stretches lengths, which is exact to rounding where
/// the node's axes stay at right angles. Hits name the mesh and triangle of the level. Nodes, boxes, materials and filter are
/// those of `asset`. INFINITY selects the coarsest levels; a NaN and negative numbers select the full meshes.
///
/// `nodes` has room for `room` nodes, of which asset->node_count are written. It and the asset's blob must outlive `at_error`,
/// which owns no mapping. `at_error` may not be `asset`. Make it from a handle with full meshes: a level has no levels.
/// KILN_E_ARGUMENT for NULL, KILN_E_CAPACITY for too little room; `at_error` then stays as it is. The time grows with the number of
/// nodes.
KILN_API kiln_status kiln_asset_at_error(
	const kiln_asset *asset, float max_error, kiln_format_node *nodes, uint32_t room, kiln_asset *at_error);

#ifdef __cplusplus
}
#endif

#endif
