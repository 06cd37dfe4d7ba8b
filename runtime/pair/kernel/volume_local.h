// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_VOLUME_LOCAL_H
#define KILN_PAIR_VOLUME_LOCAL_H

#include "link.h"
#include "simd/simd8.h"
#include "tree/layout.h"

#include <math.h>

/// A reference to a volume of a tree: 8 times the number of its node plus its slot; or to the volume of the whole tree.
typedef uint32_t kiln_volume_ref;
#define KILN_ROOT_REF 0xffffffffu

static inline kiln_volume_ref kiln_volume_ref_of(uint32_t node, uint32_t slot)
{
	return node * KILN_TREE_WIDTH + slot;
}

static inline const uint8_t *kiln_volume_node(const kiln_pair_tree *tree, uint32_t node)
{
	return tree->nodes + (uint64_t)node * tree->node_size;
}

/// The number of children of a node.
static inline uint32_t kiln_volume_count(const kiln_pair_tree *tree, uint32_t node)
{
	const uint8_t *bytes = kiln_volume_node(tree, node);
	if (tree->kind == KILN_TREE_AABB)
		return kiln_node_child_count((const kiln_format_tree_node *)(const void *)bytes);
	return ((const kiln_format_volume_head *)(const void *)bytes)->count;
}

/// The node or leaf that a volume is around: an inner node's number, or with KILN_LEAF_BIT a leaf's unit (mesh) or node
/// number (scene).
static inline uint32_t kiln_volume_under(const kiln_pair_tree *tree, kiln_volume_ref ref)
{
	if (ref == KILN_ROOT_REF)
		return 0;
	const uint8_t *bytes = kiln_volume_node(tree, ref / KILN_TREE_WIDTH);
	if (tree->kind == KILN_TREE_AABB)
		return kiln_node_child((const kiln_format_tree_node *)(const void *)bytes, ref % KILN_TREE_WIDTH);
	return ((const kiln_format_volume_head *)(const void *)bytes)->child[ref % KILN_TREE_WIDTH];
}

/// Size of the whole tree's volume in the tree's own lengths, as kiln_pair_volume.size: the sum of its half edges.
static inline float kiln_volume_root_size(const kiln_pair_tree *tree)
{
	return tree->half[0] + tree->half[1] + tree->half[2];
}

/// One volume, mapped to a tree's coordinates relative to its middle: the points within `radius` of a parallelepiped.
/// It holds the points of the original volume, except points less than `slack` outside.
typedef struct kiln_pair_volume
{
	float center[4];
	float edge[3][4]; ///< half edges of the parallelepiped
	float axis[3][4]; ///< unit normals of its faces; for a box under a similarity, along its edges
	float half[4];	  ///< extent of the edges along each of the normals
	float extent[4];  ///< extent along the target's axes
	float radius;
	float slack;
	/// A direction of one more test of a distance, see kiln_volume_aim; the extent of the edges along it; and how much
	/// its length exceeds 1.
	float aim[4];
	float aim_half;
	float aim_excess;
	float size;	 ///< sum of the half edges of a box around it, in the query's lengths, for comparing sizes
	bool turned; ///< its faces are oblique to the target's axes, and so worth a test
	bool aimed;	 ///< the volume has such a direction
	float slab_middle[KILN_LINK_SLABS]; ///< for a k-DOP target: middle along each of its slabs
	float slab_half[KILN_LINK_SLABS];	///< including radius and slack
	float slab_core[KILN_LINK_SLABS];	///< without them
} kiln_pair_volume;

/// Adds `direction` to the tests of distances: the direction between two near points separates all other pairs of
/// volumes by nearly their distance. It is a covector: direction . x is the extent of x along it, divided by the link's
/// `length`. So under a map that is not a similarity, which shortens different directions differently, the gap is still
/// in the query's lengths. Under a similarity it is a unit vector. The error of the edges' extent along it, relative to
/// its length, is at most that along the target's axes, which the slack covers.
static inline void kiln_volume_aim(kiln_pair_volume *volume, const float direction[4])
{
	float along = 0, length2 = 0;
	for (int k = 0; k < 3; ++k)
	{
		length2 += direction[k] * direction[k];
		const float *edge = volume->edge[k];
		along += fabsf(edge[0] * direction[0] + edge[1] * direction[1] + edge[2] * direction[2]);
		volume->aim[k] = direction[k];
	}
	volume->aim[3] = 0;
	float excess = sqrtf(length2) * (1 + 0x1p-20f) - 1;
	volume->aim_half = along;
	volume->aim_excess = excess > 0 ? excess : 0;
	volume->aimed = true;
}

/// A volume in its own tree, relative to the tree's middle.
typedef struct kiln_volume_local
{
	f3 center;
	float half[4];
	float radius;
	float axes[3][4]; ///< for oriented kinds
} kiln_volume_local;

#endif
