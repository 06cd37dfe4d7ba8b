// SPDX-License-Identifier: MIT
#ifndef KILN_PAIR_TEST_ORIENTED_H
#define KILN_PAIR_TEST_ORIENTED_H

#include "test_lanes.h"

/// Tests a mapped volume against the children of a kiln_format_oriented_node, OBBs or RSSs, by separating axes
/// (Gottschalk, Lin and Manocha 1996): three axes of the child, three of the volume, and the nine cross products if the
/// volume is a box. Every lane has its own axes.

typedef struct kiln_oriented_lanes
{
	f8 offset[3];  ///< centers relative to the volume's center
	f8 axis[3][3]; ///< axis[j]: x, y, z
	f8 half[3];	   ///< of the core: a box, or the rectangle of an RSS
	f8 local[3];   ///< offset along the axes
	f8 turn[3][3]; ///< for a box: axis j . its axis k
	f8 slack;
	f8 radii; ///< of child and volume
	uint32_t count;
} kiln_oriented_lanes;

/// kiln_format_axes for eight nodes: the same operations in the same order.
static inline void kiln_oriented_axes(const kiln_format_oriented_node *node, f8 axis[3][3])
{
	f8 x = f8_from_i16(node->rotation[0]), y = f8_from_i16(node->rotation[1]);
	f8 z = f8_from_i16(node->rotation[2]), w = f8_from_i16(node->rotation[3]);
	f8 xx = f8_mul(x, x), yy = f8_mul(y, y), zz = f8_mul(z, z), xy = f8_mul(x, y), xz = f8_mul(x, z);
	f8 yz = f8_mul(y, z), xw = f8_mul(x, w), yw = f8_mul(y, w), zw = f8_mul(z, w), one = f8_set1(1);
	f8 s = f8_div(f8_set1(2), f8_add(f8_add(xx, yy), f8_add(zz, f8_mul(w, w))));
	axis[0][0] = f8_sub(one, f8_mul(s, f8_add(yy, zz)));
	axis[0][1] = f8_mul(s, f8_add(xy, zw));
	axis[0][2] = f8_mul(s, f8_sub(xz, yw));
	axis[1][0] = f8_mul(s, f8_sub(xy, zw));
	axis[1][1] = f8_sub(one, f8_mul(s, f8_add(xx, zz)));
	axis[1][2] = f8_mul(s, f8_add(yz, xw));
	axis[2][0] = f8_mul(s, f8_add(xz, yw));
	axis[2][1] = f8_mul(s, f8_sub(yz, xw));
	axis[2][2] = f8_sub(one, f8_mul(s, f8_add(xx, yy)));
}

/// Adds the lanes' own share of the slack. With u = 2^-24, the axes' error of 22 u counts twice in the extent of an
/// OBB's edges, see KILN_VOLUME_TURNED_SLACK, and in the offset along cross products. Products, sums and comparisons
/// add less than 20 u of the half sizes and 16 u of the offset. Each is less than 80 u of their sum.
static inline void kiln_oriented_lanes_of(kiln_oriented_lanes *lanes, const kiln_pair_tree *tree, uint32_t number,
	const kiln_pair_volume *volume, const kiln_pair_link *link, bool swept, float size[8])
{
	const kiln_format_oriented_node *node =
		(const kiln_format_oriented_node *)(const void *)kiln_volume_node(tree, number);
	f8 radius = swept ? f8_load(node->size[2]) : f8_set1(0);
	f8 sizes = f8_add(f8_load(node->size[0]), f8_load(node->size[1])), spread;
	sizes = f8_add(sizes, swept ? f8_mul(radius, f8_set1(3)) : f8_load(node->size[2]));
	f8_store(size, f8_mul(sizes, f8_set1(link->measure)));
	spread = sizes;
	kiln_oriented_axes(node, lanes->axis);
	for (int k = 0; k < 3; ++k)
	{
		f8 place = f8_sub(f8_load(node->center[k]), f8_set1(tree->middle[k]));
		lanes->offset[k] = f8_sub(place, f8_set1(volume->center[k]));
		spread = f8_add(spread, f8_abs(lanes->offset[k]));
		lanes->half[k] = swept && k == 2 ? f8_set1(0) : f8_load(node->size[k]);
	}
	for (int j = 0; j < 3; ++j)
	{
		f8 along = f8_add(f8_mul(lanes->axis[j][0], lanes->offset[0]), f8_mul(lanes->axis[j][1], lanes->offset[1]));
		lanes->local[j] = f8_add(along, f8_mul(lanes->axis[j][2], lanes->offset[2]));
	}
	lanes->slack = f8_add(f8_mul(spread, f8_set1(0x1.4p-18f)), f8_set1(volume->slack));
	lanes->radii = f8_add(radius, f8_set1(volume->radius));
	lanes->count = node->head.count;
}

/// The gap of the cores along the child's axis j. Fills `turn` if the volume is a box; for other parallelepipeds adds
/// the extent of each edge.
static inline f8 kiln_oriented_own_gap(kiln_oriented_lanes *lanes, const kiln_pair_volume *volume, bool box, int j)
{
	f8 room = lanes->half[j];
	for (int k = 0; k < 3; ++k)
	{
		if (box)
		{
			lanes->turn[j][k] = kiln_lanes_dot(lanes->axis[j], volume->axis[k]);
			room = f8_add(room, f8_mul(f8_abs(lanes->turn[j][k]), f8_set1(volume->half[k])));
		}
		else
			room = f8_add(room, f8_abs(kiln_lanes_dot(lanes->axis[j], volume->edge[k])));
	}
	return f8_sub(f8_abs(lanes->local[j]), room);
}

/// The gap along the volume's axis k.
static inline f8 kiln_oriented_other_gap(
	const kiln_oriented_lanes *lanes, const kiln_pair_volume *volume, bool box, int k)
{
	f8 room = f8_set1(volume->half[k]);
	for (int j = 0; j < 3; ++j)
	{
		f8 turn = box ? lanes->turn[j][k] : kiln_lanes_dot(lanes->axis[j], volume->axis[k]);
		room = f8_add(room, f8_mul(f8_abs(turn), lanes->half[j]));
	}
	return f8_sub(f8_abs(kiln_lanes_dot(lanes->offset, volume->axis[k])), room);
}

/// The gap along the cross product of the child's axis j and the box's axis k, multiplied by the length of this
/// product, whose square is 1 - turn[j][k]^2.
static inline f8 kiln_oriented_cross_gap(const kiln_oriented_lanes *lanes, const kiln_pair_volume *volume, int j, int k)
{
	int p = (j + 1) % 3, q = (j + 2) % 3, m = (k + 1) % 3, n = (k + 2) % 3;
	f8 along = f8_sub(f8_mul(lanes->local[q], lanes->turn[p][k]), f8_mul(lanes->local[p], lanes->turn[q][k]));
	f8 own =
		f8_add(f8_mul(lanes->half[p], f8_abs(lanes->turn[q][k])), f8_mul(lanes->half[q], f8_abs(lanes->turn[p][k])));
	f8 other = f8_add(f8_mul(f8_set1(volume->half[m]), f8_abs(lanes->turn[j][n])),
		f8_mul(f8_set1(volume->half[n]), f8_abs(lanes->turn[j][m])));
	return f8_sub(f8_abs(along), f8_add(own, other));
}

/// Tests two boxes without radius.
static inline uint32_t kiln_oriented_boxes(kiln_oriented_lanes *lanes, const kiln_pair_volume *volume, bool box)
{
	m8 apart = m8_from(8);
	for (int j = 0; j < 3; ++j)
		apart = m8_or(apart, m8_gt(kiln_oriented_own_gap(lanes, volume, box, j), lanes->slack));
	for (int k = 0; k < 3; ++k)
		apart = m8_or(apart, m8_gt(kiln_oriented_other_gap(lanes, volume, box, k), lanes->slack));
	uint32_t kept = kiln_lanes_kept(apart, lanes->count);
	if (!box || !kept)
		return kept;
	for (int j = 0; j < 3; ++j)
		for (int k = 0; k < 3; ++k)
			apart = m8_or(apart, m8_gt(kiln_oriented_cross_gap(lanes, volume, j, k), lanes->slack));
	return kept & ~m8_bits(apart);
}

/// The squares of the cores' gaps, summed along perpendicular axes: those of the child, and those of the volume if it
/// is a box.
static inline f8 kiln_oriented_gaps2(kiln_oriented_lanes *lanes, const kiln_pair_volume *volume, bool box)
{
	f8 own2 = f8_set1(0), other2 = f8_set1(0);
	for (int j = 0; j < 3; ++j)
		own2 = kiln_lanes_add_gap(own2, kiln_oriented_own_gap(lanes, volume, box, j));
	for (int k = 0; k < 3; ++k)
	{
		f8 gap2 = kiln_lanes_add_gap(f8_set1(0), kiln_oriented_other_gap(lanes, volume, box, k));
		other2 = box ? f8_add(other2, gap2) : f8_max(other2, gap2);
	}
	return f8_max(own2, other2);
}

/// Tests cores with radii: they are apart where a gap exceeds the radii. Along a cross product the radii are multiplied
/// by its length, which is overestimated by 2^-16 of its square, more than its error.
static inline uint32_t kiln_oriented_rounds(kiln_oriented_lanes *lanes, const kiln_pair_volume *volume, bool box)
{
	f8 reach = f8_add(lanes->radii, lanes->slack);
	f8 gaps2 = f8_mul(kiln_oriented_gaps2(lanes, volume, box), f8_set1(1 - 0x1p-17f));
	m8 apart = m8_gt(gaps2, f8_mul(reach, reach));
	uint32_t kept = kiln_lanes_kept(apart, lanes->count);
	if (!box || !kept)
		return kept;
	f8 radii2 = f8_mul(lanes->radii, lanes->radii), zero = f8_set1(0), unit = f8_set1(1 + 0x1p-16f);
	for (int j = 0; j < 3; ++j)
		for (int k = 0; k < 3; ++k)
		{
			f8 gap = f8_max(f8_sub(kiln_oriented_cross_gap(lanes, volume, j, k), lanes->slack), zero);
			f8 length2 = f8_sub(unit, f8_mul(lanes->turn[j][k], lanes->turn[j][k]));
			// A gap of 0 proves nothing, even if the other side underflows.
			apart = m8_or(apart, m8_and(m8_gt(f8_mul(gap, gap), f8_mul(radii2, length2)), m8_gt(gap, zero)));
		}
	return kept & ~m8_bits(apart);
}

/// kiln_volume_overlaps for OBBs.
static inline uint32_t kiln_obb_overlaps(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, float size[8])
{
	kiln_oriented_lanes lanes;
	kiln_oriented_lanes_of(&lanes, tree, number, volume, link, false, size);
	if (!link->similar)
		return kiln_oriented_boxes(&lanes, volume, false);
	return volume->radius > 0 ? kiln_oriented_rounds(&lanes, volume, true) : kiln_oriented_boxes(&lanes, volume, true);
}

/// kiln_volume_overlaps for RSSs.
static inline uint32_t kiln_rss_overlaps(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, float size[8])
{
	kiln_oriented_lanes lanes;
	kiln_oriented_lanes_of(&lanes, tree, number, volume, link, true, size);
	return link->similar ? kiln_oriented_rounds(&lanes, volume, true) : kiln_oriented_rounds(&lanes, volume, false);
}

/// Half widths of the cores along a direction.
static inline f8 kiln_oriented_span(const kiln_oriented_lanes *lanes, const float direction[4])
{
	f8 sum = f8_mul(f8_abs(kiln_lanes_dot(lanes->axis[0], direction)), lanes->half[0]);
	sum = f8_add(sum, f8_mul(f8_abs(kiln_lanes_dot(lanes->axis[1], direction)), lanes->half[1]));
	return f8_add(sum, f8_mul(f8_abs(kiln_lanes_dot(lanes->axis[2], direction)), lanes->half[2]));
}

static inline uint32_t kiln_oriented_near(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, bool swept, float limit, float lower[8], float size[8])
{
	kiln_oriented_lanes lanes;
	kiln_oriented_lanes_of(&lanes, tree, number, volume, link, swept, size);
	f8 gaps2 = link->similar ? kiln_oriented_gaps2(&lanes, volume, true) : kiln_oriented_gaps2(&lanes, volume, false);
	f8 reach = f8_add(lanes.radii, lanes.slack);
	if (volume->aimed)
		gaps2 = kiln_lanes_aimed(gaps2, volume, lanes.offset, kiln_oriented_span(&lanes, volume->aim), reach);
	return kiln_lanes_near(gaps2, reach, link, limit, lanes.count, lower);
}

/// kiln_volume_near for OBBs.
static inline uint32_t kiln_obb_near(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, float limit, float lower[8], float size[8])
{
	return kiln_oriented_near(tree, number, volume, link, false, limit, lower, size);
}

/// kiln_volume_near for RSSs.
static inline uint32_t kiln_rss_near(const kiln_pair_tree *tree, uint32_t number, const kiln_pair_volume *volume,
	const kiln_pair_link *link, float limit, float lower[8], float size[8])
{
	return kiln_oriented_near(tree, number, volume, link, true, limit, lower, size);
}

#endif
