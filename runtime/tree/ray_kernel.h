// SPDX-License-Identifier: MIT
#ifndef KILN_TREE_RAY_KERNEL_H
#define KILN_TREE_RAY_KERNEL_H

#include "kernels.h"
#include "kiln/ray.h"
#include "math/budget.h"
#include "node_test.h"
#include "record.h"
#include "simd/simd8.h"

#include <math.h>

/// Intersects rays with a mesh's tree. Boxes are culled with slack. Triangles are decided by the signs of edge
/// functions of sheared coordinates (Woop, Benthin, Wald 2013). The products of an edge function are rounded
/// monotonically, so its sign is never wrong, and two triangles compute exactly opposite values for a shared edge: a
/// ray cannot pass between them. Only an exact zero may hide a tiny value; then the function is evaluated again in
/// double, where the products are exact.

/// Below this determinant the products may have lost bits to underflow.
#define KILN_RAY_DETERMINANT_MIN 1e-28f

/// Decides a triangle again, in double, from the same sheared float coordinates.
static inline bool kiln_ray_triangle_exact(
	const float x[3], const float y[3], const float z[3], float shear, uint32_t flags, float limit, kiln_ray_meet *meet)
{
	double ax = (double)x[0], ay = (double)y[0], bx = (double)x[1], by = (double)y[1], cx = (double)x[2],
		   cy = (double)y[2];
	double u = cx * by - cy * bx;
	double v = ax * cy - ay * cx;
	double w = bx * ay - by * ax;
	if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0))
		return false;
	double det = u + v + w;
	if (det == 0 || ((flags & KILN_RAY_CULL_BACK) && det < 0))
		return false;
	double t = (u * (double)z[0] + v * (double)z[1] + w * (double)z[2]) / det * (double)shear;
	// Compares t as it will be reported: else a tie would be lost to the hit that was found first.
	float rounded = (float)t;
	if (!(t >= 0 && rounded <= limit))
		return false;
	meet->t = rounded;
	meet->u = (float)(v / det);
	meet->v = (float)(w / det);
	meet->back = det < 0;
	return true;
}

/// A leaf's vertices relative to the ray's origin, sheared along it, corner by corner of each triangle.
typedef struct kiln_ray_corners
{
	f8 x[3], y[3], z[3];
} kiln_ray_corners;

/// The decisions of the eight lanes.
typedef struct kiln_ray_lanes
{
	f8 u, v, w, det, t;
	uint32_t met;	///< lanes that hold a hit
	uint32_t doubt; ///< lanes to be decided in double
} kiln_ray_lanes;

/// Shears eight vertices, from number `from` on.
static inline void kiln_ray_shear(const kiln_leaf *leaf, const kiln_walk_ray *ray, uint32_t from, f8 sheared[3])
{
	const float *first = leaf->x + from;
	const uint8_t *axis = ray->axis;
	uint32_t count = leaf->vertex_count;
	f8 x = f8_sub(f8_load(first + axis[0] * count), f8_set1(ray->origin[axis[0]]));
	f8 y = f8_sub(f8_load(first + axis[1] * count), f8_set1(ray->origin[axis[1]]));
	f8 z = f8_sub(f8_load(first + axis[2] * count), f8_set1(ray->origin[axis[2]]));
	sheared[0] = f8_sub(x, f8_mul(f8_set1(ray->shear[0]), z));
	sheared[1] = f8_sub(y, f8_mul(f8_set1(ray->shear[1]), z));
	sheared[2] = z;
}

static inline void kiln_ray_gather(const kiln_leaf *leaf, const kiln_walk_ray *ray, kiln_ray_corners *corners)
{
	f8 low[3], high[3];
	i8 triples = i8_corners(leaf->corners);
	kiln_ray_shear(leaf, ray, 0, low);
	if (leaf->vertex_count <= 8)
	{
		f8_corners8(low[0], triples, corners->x);
		f8_corners8(low[1], triples, corners->y);
		f8_corners8(low[2], triples, corners->z);
		return;
	}
	kiln_ray_shear(leaf, ray, 8, high);
	f8_corners(low[0], high[0], triples, corners->x);
	f8_corners(low[1], high[1], triples, corners->y);
	f8_corners(low[2], high[2], triples, corners->z);
}

/// Computes the edge functions, then determinant and t where the edge functions leave a candidate among the `count`
/// real lanes.
static inline void kiln_ray_decide(const kiln_ray_corners *c, const kiln_walk_ray *ray, uint32_t count, uint32_t flags,
	float limit, kiln_ray_lanes *lanes)
{
	f8 zero = f8_set1(0);
	f8 u = f8_sub(f8_mul(c->x[2], c->y[1]), f8_mul(c->y[2], c->x[1]));
	f8 v = f8_sub(f8_mul(c->x[0], c->y[2]), f8_mul(c->y[0], c->x[2]));
	f8 w = f8_sub(f8_mul(c->x[1], c->y[0]), f8_mul(c->y[1], c->x[0]));
	m8 front = m8_ge(f8_min(f8_min(u, v), w), zero);
	m8 back = m8_le(f8_max(f8_max(u, v), w), zero);
	uint32_t candidates = m8_bits(flags & KILN_RAY_CULL_BACK ? front : m8_or(front, back)) & ((1u << count) - 1);
	lanes->met = 0;
	lanes->doubt = 0;
	if (!candidates)
		return;
	f8 det = f8_add(f8_add(u, v), w);
	f8 depth = f8_add(f8_add(f8_mul(u, c->z[0]), f8_mul(v, c->z[1])), f8_mul(w, c->z[2]));
	f8 t = f8_mul(f8_div(depth, det), f8_set1(ray->shear[2]));
	m8 range = m8_and(m8_ge(t, zero), m8_le(t, f8_set1(limit)));
	f8 smallest = f8_min(f8_min(f8_abs(u), f8_abs(v)), f8_abs(w));
	m8 doubt = m8_or(m8_eq(smallest, zero), m8_lt(f8_abs(det), f8_set1(KILN_RAY_DETERMINANT_MIN)));
	lanes->doubt = m8_bits(doubt) & candidates;
	lanes->met = m8_bits(range) & candidates & ~lanes->doubt;
	lanes->u = u;
	lanes->v = v;
	lanes->w = w;
	lanes->det = det;
	lanes->t = t;
}

/// Decides the doubtful lanes; kept apart because it is almost never needed.
static uint32_t kiln_ray_decide_exact(const kiln_ray_corners *corners, const kiln_walk_ray *ray, uint32_t doubt,
	uint32_t flags, float limit, kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX])
{
	float x[3][8], y[3][8], z[3][8];
	uint32_t met = 0;
	for (int k = 0; k < 3; ++k)
	{
		f8_store(x[k], corners->x[k]);
		f8_store(y[k], corners->y[k]);
		f8_store(z[k], corners->z[k]);
	}
	for (uint32_t lane = 0; lane < 8; ++lane)
	{
		const float tx[3] = {x[0][lane], x[1][lane], x[2][lane]};
		const float ty[3] = {y[0][lane], y[1][lane], y[2][lane]};
		const float tz[3] = {z[0][lane], z[1][lane], z[2][lane]};
		if ((doubt >> lane & 1) && kiln_ray_triangle_exact(tx, ty, tz, ray->shear[2], flags, limit, &meets[lane]))
			met |= 1u << lane;
	}
	return met;
}

/// The lanes that the ray meets, with the values of each hit in `meets[lane]`.
static inline uint32_t kiln_ray_collect(const kiln_ray_corners *corners, const kiln_walk_ray *ray,
	const kiln_ray_lanes *lanes, uint32_t flags, float limit, kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX])
{
	uint32_t met = lanes->met;
	float det[8], t[8], v[8], w[8];
	f8_store(det, lanes->det);
	f8_store(t, lanes->t);
	f8_store(v, lanes->v);
	f8_store(w, lanes->w);
	for (uint32_t left = met; left; left &= left - 1)
	{
		uint32_t lane = kiln_lowest_bit(left);
		meets[lane] = (kiln_ray_meet){t[lane], 0, lane, v[lane] / det[lane], w[lane] / det[lane], det[lane] < 0};
	}
	if (lanes->doubt)
		met |= kiln_ray_decide_exact(corners, ray, lanes->doubt, flags, limit, meets);
	return met;
}

static uint32_t kiln_ray_leaf_body(const kiln_leaf *leaf, const kiln_walk_ray *ray, uint32_t flags, float limit,
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX])
{
	kiln_ray_corners corners;
	kiln_ray_lanes lanes;
	kiln_ray_meet all[KILN_LEAF_TRIANGLES_MAX];
	uint32_t count = 0;
	kiln_ray_gather(leaf, ray, &corners);
	kiln_ray_decide(&corners, ray, leaf->triangle_count, flags, limit, &lanes);
	if (!(lanes.met | lanes.doubt))
		return 0;
	for (uint32_t met = kiln_ray_collect(&corners, ray, &lanes, flags, limit, all); met; met &= met - 1)
	{
		uint32_t lane = kiln_lowest_bit(met);
		meets[count] = all[lane];
		meets[count].triangle = leaf->triangle + lane;
		meets[count++].lane = lane;
	}
	return count;
}

/// Reads a leaf and decides its triangles. The place of the vertices depends on the leaf's head, which may still be on
/// its way from memory; meanwhile the other cache lines are fetched.
KILN_ALWAYS_INLINE kiln_leaf kiln_ray_decide_leaf(const uint8_t *leaves, uint32_t unit, const kiln_walk_ray *ray,
	uint32_t flags, float limit, kiln_ray_corners *corners, kiln_ray_lanes *lanes)
{
	const uint8_t *record = leaves + (uint64_t)unit * KILN_LEAF_UNIT;
	kiln_prefetch(record + 64);
	kiln_prefetch(record + 128);
	kiln_leaf leaf = kiln_leaf_at(leaves, unit);
	kiln_ray_gather(&leaf, ray, corners);
	kiln_ray_decide(corners, ray, leaf.triangle_count, flags, limit, lanes);
	return leaf;
}

static inline void kiln_ray_closest_leaf(
	const uint8_t *leaves, uint32_t unit, const kiln_walk_ray *ray, uint32_t flags, kiln_ray_best *best)
{
	kiln_ray_corners corners;
	kiln_ray_lanes lanes;
	kiln_leaf leaf = kiln_ray_decide_leaf(leaves, unit, ray, flags, best->t, &corners, &lanes);
	if (!(lanes.met | lanes.doubt))
		return;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	uint32_t met = kiln_ray_collect(&corners, ray, &lanes, flags, best->t, meets);
	for (; met; met &= met - 1)
	{
		uint32_t lane = kiln_lowest_bit(met);
		const kiln_ray_meet *meet = &meets[lane];
		uint32_t triangle = leaf.triangle + lane;
		if (meet->t < best->t || (meet->t == best->t && triangle < best->triangle))
			*best = (kiln_ray_best){meet->t, triangle, unit, lane, meet->u, meet->v, meet->back};
	}
}

static inline bool kiln_ray_any_leaf(
	const uint8_t *leaves, uint32_t unit, const kiln_walk_ray *ray, uint32_t flags, float limit)
{
	kiln_ray_corners corners;
	kiln_ray_lanes lanes;
	kiln_ray_meet meets[KILN_LEAF_TRIANGLES_MAX];
	kiln_ray_decide_leaf(leaves, unit, ray, flags, limit, &corners, &lanes);
	return lanes.met || (lanes.doubt && kiln_ray_decide_exact(&corners, ray, lanes.doubt, flags, limit, meets));
}

/// The state of a ray: the subtrees still to visit, each as its parent's number times KILN_TREE_WIDTH plus its slot
/// there, and the t at which the ray enters their boxes. Storing whole vectors needs room for seven more.
typedef struct kiln_ray_stack
{
	uint32_t place[KILN_TREE_STACK + KILN_TREE_WIDTH];
	float entry[KILN_TREE_STACK + KILN_TREE_WIDTH];
} kiln_ray_stack;

/// Tests a node's children. The slot of the nearest child that the ray meets goes to `nearest`, the slots of the others
/// go on the stack in slot order. Sorting the others, too, costs more in mispredicted branches than their order saves.
/// Returns false if the ray meets no child.
static inline bool kiln_ray_visit(const kiln_tree *tree, uint32_t at, const kiln_walk_ray *ray, float limit,
	kiln_ray_stack *stack, uint32_t *height, uint32_t *nearest)
{
	f8 entry;
	m8 missed = kiln_ray_node(&tree->nodes[at], ray, limit, &entry);
	uint32_t met = ~m8_bits(missed) & 0xffu;
	KILN_RECORD_LANES(tree, at, limit, met, entry);
	if (!met)
		return false;
	*nearest = f8_nearest(entry, missed);
	uint32_t others = met & ~(1u << *nearest);
	u8_pack_lanes(stack->place + *height, at * KILN_TREE_WIDTH, others);
	f8_pack_store(stack->entry + *height, entry, others);
	*height += kiln_bit_count(others);
	return true;
}

/// The next subtree on the stack that the ray enters within the limit; KILN_NONE when the stack has no such subtree.
static inline uint32_t kiln_ray_pop(const kiln_tree *tree, float limit, const kiln_ray_stack *stack, uint32_t *height)
{
	while (*height)
	{
		uint32_t top = --*height;
		if (stack->entry[top] <= limit)
		{
			uint32_t place = stack->place[top];
			return kiln_node_child(&tree->nodes[place / KILN_TREE_WIDTH], place % KILN_TREE_WIDTH);
		}
		KILN_RECORD_CULLED(tree,
			kiln_node_child(&tree->nodes[stack->place[top] / KILN_TREE_WIDTH], stack->place[top] % KILN_TREE_WIDTH),
			limit, stack->entry[top]);
	}
	return KILN_NONE;
}

/// Prefetches all children of a node, inner ones and leaves, before the planes are tested: the chain from a node's
/// planes to the nearest child's address is longer than the way to the second-level cache. Lines that hold no child
/// cost little.
KILN_ALWAYS_INLINE void kiln_ray_fetch_children(const kiln_tree *tree, uint32_t at)
{
	const kiln_format_tree_node *node = &tree->nodes[at];
	const uint8_t *inner = (const uint8_t *)(const void *)(tree->nodes + node->child_base);
	const uint8_t *leaves = tree->leaves + (uint64_t)node->leaf_base * KILN_LEAF_UNIT;
	for (uint32_t line = 0; line < 10; ++line)
		kiln_prefetch(inner + 64 * line);
	for (uint32_t line = 0; line < 12; ++line)
		kiln_prefetch(leaves + 64 * line);
}

/// The unit of the next leaf that the ray enters within the limit, from the subtree `at` on; KILN_NONE at the end.
static inline uint32_t kiln_ray_next_leaf(
	const kiln_tree *tree, uint32_t at, const kiln_walk_ray *ray, float limit, kiln_ray_stack *stack, uint32_t *height)
{
	while (!(at & KILN_LEAF_BIT))
	{
		const kiln_format_tree_node *node = &tree->nodes[at];
		uint32_t nearest;
		kiln_ray_fetch_children(tree, at);
		// Counts every node none of whose children the ray meets, and every leaf. Between two counts lie at most as
		// many nodes as the tree has levels.
		if (!kiln_ray_visit(tree, at, ray, limit, stack, height, &nearest))
			at = kiln_budget_take(tree->budget, 1) ? kiln_ray_pop(tree, limit, stack, height) : KILN_NONE;
		// A branch rather than kiln_node_child: the next node's address must not wait for leaf_offset.
		else if (nearest < kiln_node_inner_count(node))
			at = node->child_base + nearest;
		else
			return node->leaf_base + node->leaf_offset[nearest];
	}
	return at == KILN_NONE ? KILN_NONE : at & ~KILN_LEAF_BIT;
}

static void kiln_ray_closest_body(const kiln_tree *tree, const kiln_walk_ray *ray, uint32_t flags, kiln_ray_best *best)
{
	kiln_ray_stack stack;
	uint32_t height = 0;
	uint32_t leaf = kiln_ray_next_leaf(tree, 0, ray, best->t, &stack, &height);
	while (leaf != KILN_NONE && kiln_budget_take(tree->budget, 1))
	{
		KILN_RECORD_LEAF(tree, leaf, best->t);
		kiln_ray_closest_leaf(tree->leaves, leaf, ray, flags, best);
		leaf = kiln_ray_next_leaf(tree, kiln_ray_pop(tree, best->t, &stack, &height), ray, best->t, &stack, &height);
	}
}

static bool kiln_ray_any_body(const kiln_tree *tree, const kiln_walk_ray *ray, uint32_t flags, float limit)
{
	kiln_ray_stack stack;
	uint32_t height = 0;
	uint32_t unit = kiln_ray_next_leaf(tree, 0, ray, limit, &stack, &height);
	while (unit != KILN_NONE && kiln_budget_take(tree->budget, 1))
	{
		KILN_RECORD_LEAF(tree, unit, limit);
		if (kiln_ray_any_leaf(tree->leaves, unit, ray, flags, limit))
			return true;
		unit = kiln_ray_next_leaf(tree, kiln_ray_pop(tree, limit, &stack, &height), ray, limit, &stack, &height);
	}
	return false;
}

#endif
