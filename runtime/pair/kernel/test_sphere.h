// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_TEST_SPHERE_H
#define KILN_PAIR_TEST_SPHERE_H

#include "test_lanes.h"

/// Tests a mapped volume against the children of a kiln_format_sphere_node.

typedef struct kiln_sphere_lanes
{
	f8 offset[3]; ///< of the centers relative to the volume's center
	f8 gaps2;	  ///< squared distance of the centers from the volume's parallelepiped, or less
	f8 reach;	  ///< radii and slack
	uint32_t count;
} kiln_sphere_lanes;

/// Roundings relative to the centers' distance or the radius are less than 16 u of their sum. This is added to the
/// volume's slack, because spheres need not lie in their tree's box.
static inline void kiln_sphere_lanes_of(kiln_sphere_lanes *lanes, const kiln_pair_tree *tree, uint32_t number,
	const kiln_pair_volume *volume, const kiln_pair_link *link, float size[8])
{
	const kiln_format_sphere_node *node = (const kiln_format_sphere_node *)(const void *)kiln_volume_node(tree, number);
	f8 *offset = lanes->offset, radius = f8_load(node->radius), spread = radius;
	f8_store(size, f8_mul(radius, f8_set1(3 * link->measure)));
	lanes->gaps2 = f8_set1(0);
	for (int k = 0; k < 3; ++k)
	{
		f8 place = f8_sub(f8_load(node->center[k]), f8_set1(tree->middle[k]));
		offset[k] = f8_sub(place, f8_set1(volume->center[k]));
		f8 apart = f8_abs(offset[k]);
		spread = f8_add(spread, apart);
		lanes->gaps2 = kiln_lanes_add_gap(lanes->gaps2, f8_sub(apart, f8_set1(volume->extent[k])));
	}
	f8 slack = f8_add(f8_mul(spread, f8_set1(0x1p-20f)), f8_set1(volume->slack));
	lanes->reach = f8_add(f8_add(radius, f8_set1(volume->radius)), slack);
	lanes->count = node->head.count;
	if (!volume->turned)
		return;
	f8 turned2 = f8_set1(0);
	for (int k = 0; k < 3; ++k)
	{
		f8 gap = f8_sub(f8_abs(kiln_lanes_dot(offset, volume->axis[k])), f8_set1(volume->half[k]));
		f8 gap2 = kiln_lanes_add_gap(f8_set1(0), gap);
		turned2 = link->similar ? f8_add(turned2, gap2) : f8_max(turned2, gap2);
	}
	lanes->gaps2 = f8_max(turned2, lanes->gaps2);
}

/// kiln_volume_overlaps for spheres.
static inline uint32_t kiln_sphere_overlaps(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, float size[8])
{
	kiln_sphere_lanes lanes;
	kiln_sphere_lanes_of(&lanes, tree, number, volume, link, size);
	f8 gaps2 = f8_mul(lanes.gaps2, f8_set1(1 - 0x1p-17f));
	return kiln_lanes_kept(m8_gt(gaps2, f8_mul(lanes.reach, lanes.reach)), lanes.count);
}

/// kiln_volume_near for spheres.
static inline uint32_t kiln_sphere_near(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, float limit, float lower[8], float size[8])
{
	kiln_sphere_lanes lanes;
	kiln_sphere_lanes_of(&lanes, tree, number, volume, link, size);
	// For a similarity, spheres already give their distance.
	if (volume->aimed && !link->similar)
		lanes.gaps2 = kiln_lanes_aimed(lanes.gaps2, volume, lanes.offset, f8_set1(0), lanes.reach);
	return kiln_lanes_near(lanes.gaps2, lanes.reach, link, limit, lanes.count, lower);
}

#endif
