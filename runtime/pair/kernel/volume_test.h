// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_VOLUME_TEST_H
#define KILN_PAIR_VOLUME_TEST_H

#include "test_aabb.h"
#include "test_kdop.h"
#include "test_oriented.h"
#include "test_sphere.h"

/// Tests one mapped volume against the children of one node of any kind: the basic step of a walk of two trees. `link`
/// is the link that mapped the volume to the tree's coordinates. Unused slots are never reported; their sizes and
/// bounds have no meaning.

/// The bits of the children that were not proved apart from the volume. `size[i]` gets child i's size, as in
/// kiln_pair_volume.size.
KILN_NEVER_INLINE static uint32_t kiln_volume_overlaps(const kiln_pair_tree *tree, uint32_t node,
	const kiln_pair_volume *volume, const kiln_pair_link *link, float size[8])
{
	switch (tree->kind)
	{
	case KILN_TREE_OBB:
		return kiln_obb_overlaps(tree, node, volume, link, size);
	case KILN_TREE_RSS:
		return kiln_rss_overlaps(tree, node, volume, link, size);
	case KILN_TREE_SPHERE:
		return kiln_sphere_overlaps(tree, node, volume, link, size);
	case KILN_TREE_KDOP14:
		return kiln_kdop_overlaps(tree, node, volume, link, 7, size);
	case KILN_TREE_KDOP18:
		return kiln_kdop_overlaps(tree, node, volume, link, 9, size);
	case KILN_TREE_KDOP26:
		return kiln_kdop_overlaps(tree, node, volume, link, 13, size);
	default:
		return kiln_aabb_overlaps(tree, node, volume, link, size);
	}
}

/// The bits of the children that may be within `limit` of the volume, with lower bounds of their distances, both in the
/// query's lengths. A bound is at least 0, never NaN, and at most the distance of any two points of the volumes.
KILN_NEVER_INLINE static uint32_t kiln_volume_near(const kiln_pair_tree *tree, uint32_t node,
	const kiln_pair_volume *volume, const kiln_pair_link *link, float limit, float lower[8], float size[8])
{
	switch (tree->kind)
	{
	case KILN_TREE_OBB:
		return kiln_obb_near(tree, node, volume, link, limit, lower, size);
	case KILN_TREE_RSS:
		return kiln_rss_near(tree, node, volume, link, limit, lower, size);
	case KILN_TREE_SPHERE:
		return kiln_sphere_near(tree, node, volume, link, limit, lower, size);
	case KILN_TREE_KDOP14:
		return kiln_kdop_near(tree, node, volume, link, 7, limit, lower, size);
	case KILN_TREE_KDOP18:
		return kiln_kdop_near(tree, node, volume, link, 9, limit, lower, size);
	case KILN_TREE_KDOP26:
		return kiln_kdop_near(tree, node, volume, link, 13, limit, lower, size);
	default:
		return kiln_aabb_near(tree, node, volume, link, limit, lower, size);
	}
}

#endif
