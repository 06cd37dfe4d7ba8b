// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_OBJECT_H
#define KILN_PAIR_OBJECT_H

#include "kiln/deform.h"
#include "kiln/pair.h"
#include "pair/kernel/placing.h"
#include "pair/kernel/volume.h"
#include "scene/surface.h"
#include "tree/filter.h"

/// The two prepared objects of a pair query: their shapes, the places of these, and the trees to walk.

/// The bits of kiln_object.trees.
#define KILN_PAIR_TREES_KNOWN ((1u << KILN_TREE_KIND_END) - 1u)

/// The tree of a mesh that kiln_object.trees chooses.
kiln_pair_tree kilni_pair_tree_of_mesh(const kiln_asset *asset, uint32_t mesh, uint32_t trees);

/// The tree over an asset's nodes that kiln_object.trees selects.
kiln_pair_tree kilni_pair_tree_of_scene(const kiln_asset *asset, uint32_t trees);

/// One shape as an object places it.
typedef struct kiln_pair_part
{
	const kiln_asset *asset;
	uint32_t node;		   ///< KILN_NONE: the object is this shape
	uint32_t shape;		   ///< index in the asset's shapes
	kiln_filter_rest rest; ///< how much of it the asset's filter keeps
	uint32_t mesh;		   ///< KILN_NONE: a solid
	/// A surface, whose triangles no tree holds: `asset` stands for it, and `tree` is a box around it. NULL for a patch of a surface,
	/// which is a mesh.
	const kiln_surface *surface;
	const uint32_t *numbers; ///< of a patch: its triangles in the surface; else NULL
	uint32_t triangle_first; ///< number of the mesh's first triangle in the asset
	kiln_place own;			 ///< the node's transform
	kiln_place place;		 ///< from the shape's coordinates to the query's
	kiln_pair_tree tree;	 ///< the mesh's; for a solid a box around it, whose only volume is KILN_ROOT_REF
	kiln_place local;		 ///< from the tree's coordinates to the object's
	kiln_place box;			 ///< from the tree's coordinates to the query's
	kiln_body body;			 ///< of a solid
} kiln_pair_part;

/// What an asset of one mesh without triangles points to, which stands for a surface. An asset must not point to a copy.
typedef struct kiln_surface_stand_in
{
	kiln_asset asset;
	kiln_format_mesh mesh;
	kiln_format_shape shape;
	kiln_format_material material;
} kiln_surface_stand_in;

/// One side of a query. A copy uses the stand-in of the side that kilni_pair_side_of made, which must stay in place.
typedef struct kiln_pair_side
{
	const kiln_object *object;
	kiln_place pose;
	bool single;		 ///< the side has one part
	kiln_pair_part part; ///< this part
	kiln_pair_tree tree; ///< else the tree over its nodes
	kiln_surface_stand_in stand_in;
} kiln_pair_side;

/// Returns false when the object is invalid, its numbers are out of range, or its pose moves it out of range.
bool kilni_pair_side_of(kiln_pair_side *side, const kiln_object *object);

/// The part that a node of an object places. Returns false where nothing can be met: for a node that the asset's filter
/// excludes, and for a transform without an inverse, which no cooker writes.
bool kilni_pair_part_of_node(kiln_pair_part *part, const kiln_pair_side *side, uint32_t node);

/// Whether all of a part has one material.
static inline bool kiln_pair_part_is_plain(const kiln_pair_part *part)
{
	return part->mesh == KILN_NONE || part->surface || part->numbers;
}

/// The number of a triangle of a mesh in its asset or surface.
static inline uint32_t kiln_pair_part_number(const kiln_pair_part *part, uint32_t triangle)
{
	return part->numbers ? part->numbers[triangle] : part->triangle_first + triangle;
}

#endif
