// SPDX-License-Identifier: MIT
#include "rotate.h"

#include "memory.h"
#include "optimize.h"

/// A tree whose children follow their parents when a pass begins. A rotation at a node moves only nodes below it, which
/// the pass has already visited. So visiting the nodes from last to first goes from the leaves up despite the changes.
typedef struct rotator
{
	build_node *nodes;
	uint32_t count;
	uint8_t *depth;	 ///< before the pass reaches the node, its level, from 1
	uint8_t *height; ///< levels of the subtree, 1 for a leaf
} rotator;

/// Two slots that may exchange their contents.
typedef struct rotation
{
	double gain; ///< half areas of the node's children before the rotation, minus those after it
	uint32_t a;
	uint32_t b;
} rotation;

static build_box united(const build_box *a, const build_box *b)
{
	build_box box;
	for (int axis = 0; axis < 3; ++axis)
	{
		box.min[axis] = a->min[axis] < b->min[axis] ? a->min[axis] : b->min[axis];
		box.max[axis] = a->max[axis] > b->max[axis] ? a->max[axis] : b->max[axis];
	}
	return box;
}

static double area_of_union(const rotator *r, uint32_t a, uint32_t b)
{
	build_box box = united(&r->nodes[a].box, &r->nodes[b].box);
	return build_box_half_area(&box);
}

static uint32_t higher(const rotator *r, uint32_t a, uint32_t b)
{
	return r->height[a] > r->height[b] ? r->height[a] : r->height[b];
}

/// Keeps a rotation if it is the best so far and the node's children, which then have `height` levels, stay within the
/// depth limit.
static void consider(rotation *best, uint32_t room, uint32_t height, double gain, uint32_t a, uint32_t b)
{
	if (height <= room && gain > best->gain)
		*best = (rotation){gain, a, b};
}

/// Considers exchanging child `outer` with either child of its sibling `inner`.
static void consider_child(const rotator *r, uint32_t outer, uint32_t inner, uint32_t room, rotation *best)
{
	if (r->nodes[inner].count)
		return;
	uint32_t first = r->nodes[inner].first;
	double before = build_box_half_area(&r->nodes[inner].box);
	for (uint32_t goes = first; goes < first + 2; ++goes)
	{
		uint32_t stays = 2 * first + 1 - goes, below = higher(r, outer, stays);
		uint32_t height = below + 1 > r->height[goes] ? below + 1 : r->height[goes];
		consider(best, room, height, before - area_of_union(r, outer, stays), outer, goes);
	}
}

/// Considers exchanging children of one child with those of the other.
static void consider_grandchildren(const rotator *r, uint32_t left, uint32_t right, uint32_t room, rotation *best)
{
	if (r->nodes[left].count || r->nodes[right].count)
		return;
	uint32_t a = r->nodes[left].first, b = r->nodes[right].first;
	double before = build_box_half_area(&r->nodes[left].box) + build_box_half_area(&r->nodes[right].box);
	for (uint32_t goes = b; goes < b + 2; ++goes)
	{
		uint32_t stays = 2 * b + 1 - goes;
		double after = area_of_union(r, goes, a + 1) + area_of_union(r, a, stays);
		uint32_t left_height = higher(r, goes, a + 1), right_height = higher(r, a, stays);
		consider(best, room, 1 + (left_height > right_height ? left_height : right_height), before - after, a, goes);
	}
}

/// Recomputes an inner node's box.
static void refit(rotator *r, uint32_t at)
{
	build_node *node = &r->nodes[at];
	if (node->count)
		return;
	node->box = united(&r->nodes[node->first].box, &r->nodes[node->first + 1].box);
	r->height[at] = (uint8_t)(1 + higher(r, node->first, node->first + 1));
}

static bool rotate_at(rotator *r, uint32_t at)
{
	build_node *node = &r->nodes[at];
	uint32_t left = node->first, right = left + 1;
	// The most levels that the subtrees of this node's children may have.
	uint32_t room = (uint32_t)BUILD_MAX_DEPTH - r->depth[at];
	// Sums in double have enough precision; a gain below this limit may be a rounding error.
	rotation best = {1e-12 * build_box_half_area(&node->box), 0, 0};
	consider_child(r, left, right, room, &best);
	consider_child(r, right, left, room, &best);
	consider_grandchildren(r, left, right, room, &best);
	bool found = best.b != 0;
	if (found)
	{
		build_node moved = r->nodes[best.a];
		uint8_t height = r->height[best.a];
		r->nodes[best.a] = r->nodes[best.b];
		r->height[best.a] = r->height[best.b];
		r->nodes[best.b] = moved;
		r->height[best.b] = height;
		refit(r, left);
		refit(r, right);
	}
	r->height[at] = (uint8_t)(1 + higher(r, left, right));
	return found;
}

/// Makes one pass over all nodes; returns whether it changed anything.
static bool run_pass(rotator *r)
{
	bool changed = false;
	r->depth[0] = 1;
	for (uint32_t i = 0; i < r->count; ++i)
		if (r->nodes[i].count == 0)
			r->depth[r->nodes[i].first] = r->depth[r->nodes[i].first + 1] = (uint8_t)(r->depth[i] + 1);
	for (uint32_t i = r->count; i-- > 0;)
	{
		r->height[i] = 1;
		if (r->nodes[i].count == 0)
			changed = rotate_at(r, i) || changed;
	}
	return changed;
}

kilncook_status build_tree_rotate(const kilncook_context *context, build_tree *tree, uint32_t passes)
{
	if (passes == 0 || tree->node_count < 5)
		return KILNCOOK_OK;
	kilncook_status status = KILNCOOK_INTERNAL;
	uint32_t count = tree->node_count;
	uint8_t *depth = cook_alloc(context, count, sizeof *depth);
	uint8_t *height = cook_alloc(context, count, sizeof *height);
	if (depth && height)
	{
		bool changed = true;
		status = KILNCOOK_OK;
		for (uint32_t pass = 0; status == KILNCOOK_OK && changed && pass < passes; ++pass)
		{
			rotator r = {tree->nodes, count, depth, height};
			changed = run_pass(&r);
			if (changed)
				status = build_tree_lay_out(context, tree, tree);
		}
	}
	cook_free(context, depth, count, sizeof *depth);
	cook_free(context, height, count, sizeof *height);
	return status;
}
