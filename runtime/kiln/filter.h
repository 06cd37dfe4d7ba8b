// SPDX-License-Identifier: MIT
#ifndef KILN_FILTER_H
#define KILN_FILTER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kiln_asset;

/// Flags of a filter.
typedef uint32_t kiln_filter_flags;
enum kiln_filter_flags_values
{
	KILN_FILTER_NO_TRIGGERS = 1,   ///< leaves out nodes that are triggers
	KILN_FILTER_ONLY_TRIGGERS = 2, ///< leaves out nodes that are not triggers
};

/// Decides whether a query sees a triangle, or the hull or primitive of a node, that masks and flags let through: true
/// keeps it. A query may call the function for the same triangle several times, in any order, and for triangles that do
/// not become part of the answer. The same arguments must get the same result until the query returns.
///   - node: index in the asset's nodes; KILN_NONE for queries against one mesh
///   - triangle: number in the asset; KILN_NONE: the hull or primitive of the node
///   - material: index in the asset's materials
typedef bool kiln_keep(void *user, const struct kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material);

/// Selects what queries see of a cooked asset. A query behaves as if everything that the filter leaves out did not
/// exist: a ray passes through it to the surfaces behind. A filter of `{0}`, and no filter, leave out nothing.
///
/// Layers are 64 bits, and the layers to collide with are another 64 bits (kiln_layer names them). A triangle has the
/// masks of its material, and so has a hull or primitive. Where a mask of the material is 0, the mask of the node
/// replaces it. Queries against one mesh know no node: they take the first layer, all layers to collide with, and no
/// trigger.
///
/// The field kiln_asset.filter names the filter, for all queries of scenes and meshes, single or in batches. Pair
/// queries do not use the filter. Queries of worlds use only the filters of members that are scenes or meshes. Contacts
/// use the kinds of edges as they were cooked, also where a filter leaves out the neighbour. A mesh is not closed
/// (kiln_scene_point_inside) where a filter leaves out some of its triangles, or has a `keep`. Any number of threads
/// may use the same filter.
typedef struct kiln_filter
{
	/// Leaves out everything that is in these layers and in no other. `~mask` sees only what is in the layers of
	/// `mask`.
	uint64_t ignores;
	/// Layers of the caller: the filter leaves out everything that collides with none of these layers. 0: the filter
	/// does not use this field.
	uint64_t belongs;
	kiln_filter_flags flags;
	kiln_keep *keep; ///< or NULL
	void *user;		 ///< the first argument of `keep`
} kiln_filter;

#ifdef __cplusplus
}
#endif

#endif
