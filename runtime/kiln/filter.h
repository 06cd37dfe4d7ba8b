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

/// Layers and masks. Layers are the 64 bits of a mask; kiln_layer returns the bit of a name. The masks of a material and
/// of a node are `layers`, the layers that it is in, and `collides`, the layers that it collides with. A triangle has
/// the masks of its material, and so has a hull or primitive. Where a mask of the material is 0, the mask of the node
/// replaces it. Queries against one mesh, and objects that are one shape, know no node: `layers` and `collides` of the
/// filter replace it.
///
/// One rule judges masks everywhere: two things collide where each is in a layer that the other collides with. So
/// (a.layers & b.collides) != 0 and (b.layers & a.collides) != 0. In a query of one asset, the filter is one of the two:
/// the filter is in the layers `belongs`, and collides with all layers but `ignores`. Between two objects,
/// kiln_pair_filter.masks applies the rule to their pieces; between members of a world,
/// kiln_world_contact_options.masks does.

/// Selects what queries see of a cooked asset. A query behaves as if everything that the filter leaves out did not
/// exist: a ray passes through it to the surfaces behind. A filter of `{0}`, and no filter, leave out nothing.
///
/// The field kiln_asset.filter names the filter, for all queries of scenes and meshes, single or in batches, and for
/// the pair queries of objects that have this asset: each object has the filter of its own asset. What a filter leaves
/// out is in no answer, sets no distance and wins no tie. Bounds stay those of the whole asset, and so do numbers that
/// depend on these: the default tolerance and the steps of a time of impact. Contacts use the kinds of edges as they
/// were cooked, also where a filter leaves out the neighbour. A mesh is not closed (kiln_scene_point_inside) where a
/// filter leaves out some of its triangles, or has a `keep`. Any number of threads may use the same filter.
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
	/// Masks of what no node places. 0: the first layer, and all layers to collide with.
	uint64_t layers, collides;
} kiln_filter;

/// Decides whether two pieces make a pair, for pairs that masks and the filters of both assets let through: true keeps
/// the pair. The rules are those of kiln_keep; numbers are those of kiln_pair.
typedef bool kiln_keep_pair(void *user, uint32_t node_a, uint32_t triangle_a, uint32_t node_b, uint32_t triangle_b);

/// Selects the pairs of pieces that queries between two objects see; a piece is a triangle, a hull or a primitive. A
/// query behaves as if a pair that the filter leaves out did not touch, and had no distance. `{0}` leaves out nothing.
typedef struct kiln_pair_filter
{
	bool masks; ///< leaves out pieces that do not collide by their masks, see above
	/// With `masks`: layer i of b is layer `layers_of_b[i]` of a, see kiln_layer_map. KILN_LAYERS_MAX entries, each
	/// below KILN_LAYERS_MAX. NULL: equal numbers are one layer.
	const uint8_t *layers_of_b;
	kiln_keep_pair *keep; ///< or NULL
	void *user;			  ///< the first argument of `keep`
} kiln_pair_filter;

#ifdef __cplusplus
}
#endif

#endif
