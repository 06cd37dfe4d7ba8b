// SPDX-License-Identifier: MIT
#define KILN_BACKEND_BASE
#include "leaf_cull.h"

#include "simd/simd8.h"
#include "tree/walk_bounds.h"

/// Boxes of a leaf's triangles. Lanes behind the last triangle have no meaning.
typedef struct leaf_boxes
{
	f8 low[3], high[3];
} leaf_boxes;

static leaf_boxes boxes_of(const kiln_leaf *leaf)
{
	leaf_boxes boxes;
	i8 triples = i8_corners(leaf->corners);
	const float *coordinates = leaf->x;
	for (int axis = 0; axis < 3; ++axis, coordinates += leaf->vertex_count)
	{
		f8 corners[3];
		if (leaf->vertex_count <= 8)
			f8_corners8(f8_load(coordinates), triples, corners);
		else
			f8_corners(f8_load(coordinates), f8_load(coordinates + 8), triples, corners);
		boxes.low[axis] = f8_min(f8_min(corners[0], corners[1]), corners[2]);
		boxes.high[axis] = f8_max(f8_max(corners[0], corners[1]), corners[2]);
	}
	return boxes;
}

static uint32_t used(const kiln_leaf *leaf)
{
	return (1u << leaf->triangle_count) - 1u;
}

uint32_t kilni_leaf_in_box(const kiln_leaf *leaf, const float min[3], const float max[3])
{
	leaf_boxes boxes = boxes_of(leaf);
	uint32_t bits = used(leaf);
	for (int axis = 0; axis < 3; ++axis)
	{
		m8 low = m8_le(boxes.low[axis], f8_set1(max[axis])), high = m8_ge(boxes.high[axis], f8_set1(min[axis]));
		bits &= m8_bits(m8_and(low, high));
	}
	return bits;
}

uint32_t kilni_leaf_near(const kiln_leaf *leaf, const float point[3], float limit)
{
	leaf_boxes boxes = boxes_of(leaf);
	f8 zero = f8_set1(0), distance2 = zero;
	for (int axis = 0; axis < 3; ++axis)
	{
		f8 p = f8_set1(point[axis]);
		f8 distance = f8_max(f8_max(f8_sub(boxes.low[axis], p), f8_sub(p, boxes.high[axis])), zero);
		distance2 = f8_add(distance2, f8_mul(distance, distance));
	}
	return m8_bits(m8_le(distance2, f8_set1(kiln_walk_reach2(limit)))) & used(leaf);
}

uint32_t kilni_leaf_on_path(const kiln_leaf *leaf, const kiln_placed_sweep *sweep, float limit)
{
	leaf_boxes boxes = boxes_of(leaf);
	const kiln_walk_ray *walk = &sweep->walk;
	f8 enter = f8_set1(0), leave = f8_set1(limit);
	for (int axis = 0; axis < 3; ++axis)
	{
		bool turned = walk->inverse[axis] < 0;
		float near, far;
		kiln_walk_grow(walk, axis, sweep->extents[axis], &near, &far);
		f8 inverse = f8_set1(walk->inverse[axis]);
		f8 first = turned ? boxes.high[axis] : boxes.low[axis], last = turned ? boxes.low[axis] : boxes.high[axis];
		enter = f8_max(f8_mul(f8_sub(first, f8_set1(near)), inverse), enter);
		leave = f8_min(f8_mul(f8_sub(last, f8_set1(far)), inverse), leave);
	}
	return ~m8_bits(m8_gt(enter, leave)) & used(leaf);
}
