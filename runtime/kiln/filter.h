// SPDX-License-Identifier: MIT
#ifndef KILN_FILTER_H
#define KILN_FILTER_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kiln_asset;

/// What a filter does besides its masks.
typedef uint32_t kiln_filter_flags;
enum kiln_filter_flags_values
{
	KILN_FILTER_NO_TRIGGERS = 1,   ///< leaves out nodes that are triggers
	KILN_FILTER_ONLY_TRIGGERS = 2, ///< leaves out all others
};

/// Decides about a triangle, or about a node's hull or primitive, where masks and flags leave it in: true keeps it. A
/// query may ask about the same triangle several times, in any order, and about triangles that do not become part of
/// the answer; the same arguments must get the same answer until the query returns.
///   - node: index in the asset's nodes; KILN_NONE for queries against one mesh
///   - triangle: number in the asset; KILN_NONE: the node's hull or primitive
///   - material: index in the asset's materials
typedef bool kiln_keep(void *user, const struct kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material);

/// What queries see of a cooked asset. What a filter leaves out is not there: a ray goes through it, to what lies behind.
/// Nothing is left out by `{0}`, nor where no filter is given.
///
/// Layers and the layers to collide with are 64 bits each (kiln_layer names them). A triangle has the masks of its
/// material, a hull or primitive likewise; where such a mask is 0, that of the node stands for it. Queries against one mesh know
/// no node: they take the first layer, and all layers to collide with, and no trigger.
///
/// The asset's handle names the filter (kiln_asset.filter), for all queries of scenes and meshes, single or in batches. Pair
/// queries do not look at the filter, and queries of worlds only at the filters of members that are scenes or meshes. Contacts take
/// the kinds of edges as they were cooked, also where a neighbour is left out. A mesh of which a filter leaves out triangles, or
/// asks about them, is not closed (kiln_scene_point_inside). The same filter may serve any number of threads.
typedef struct kiln_filter
{
	/// What is in these layers and in no other is left out. `~mask` sees only what is in the layers of `mask`.
	uint64_t ignores;
	/// Layers that the one who asks is in: what collides with none of them is left out. 0: this is not looked at.
	uint64_t belongs;
	kiln_filter_flags flags;
	kiln_keep *keep; ///< or NULL
	void *user;		 ///< the first argument of `keep`
} kiln_filter;

#ifdef __cplusplus
}
#endif

#endif
