// SPDX-License-Identifier: MIT
#include "optimize.h"

#include "memory.h"
#include "rules.h"

#include <stddef.h>

/// Reinsertion: removes a subtree from the tree and inserts it where it adds the least area, found by branch and bound;
/// after Bittner, Hapala and Havran, Fast Insertion-Based Optimization of Bounding Volume Hierarchies (2013), with the
/// search order of Meister and Bittner, Parallel Reinsertion for Bounding Volume Hierarchy Optimization (2018). Each
/// move is applied before the next search, so that moves cannot conflict.

enum
{
	MAX_STEPS = 256, ///< limit of one search: few searches need so many steps, but where all boxes overlap a search
					 ///< would visit all nodes
};

/// A tree that is being changed. Siblings are adjacent throughout: nodes 1 and 2, 3 and 4, ...
typedef struct reinserter
{
	build_node *nodes;
	uint32_t node_count;
	uint32_t *parent;
	uint8_t *height; ///< levels of the subtree, 1 for a leaf
	uint8_t *stale;	 ///< whether a node nearby has changed since the last attempt
} reinserter;

/// The best new place of a subtree: beside `target`. A gain of 0 means no target.
typedef struct insertion
{
	float gain;
	uint32_t target;
} insertion;

static inline uint32_t sibling_of(uint32_t node)
{
	return ((node - 1) ^ 1) + 1;
}

/// A node's box; lane 3 has other contents.
static inline box4 box_of(const build_node *node)
{
	return (box4){vec4_load((const char *)node + offsetof(build_node, box.min)),
		vec4_load((const char *)node + offsetof(build_node, box.max))};
}

static inline float area_of(box4 box)
{
	return vec4_half_area(vec4_xyz(vec4_sub(box.max, box.min)));
}

/// Half area in double, to prove that a move reduces the cost.
static double exact_area(box4 box)
{
	float low[4], high[4];
	double extent[3];
	vec4_store(low, box.min);
	vec4_store(high, box.max);
	for (int axis = 0; axis < 3; ++axis)
		extent[axis] = (double)high[axis] - (double)low[axis];
	return extent[0] * extent[1] + extent[1] * extent[2] + extent[2] * extent[0];
}

/// A search for a place.
typedef struct search
{
	box4 box;		///< of the subtree to move
	float area;		///< of that box
	uint32_t steps; ///< remaining number of nodes that the search may visit
	insertion best;
} search;

/// A node whose children the search will visit.
typedef struct opening
{
	uint32_t node;
	float gain; ///< area that the move saves, before the area of the new parent is subtracted
} opening;

/// Tries a node as the target, reached with some gain; true if a node below it could be better, with `*gain` at that
/// node.
static inline bool try_target(search *s, const build_node *node, uint32_t index, float *gain)
{
	box4 own = box_of(node);
	float united = area_of(box4_union(own, s->box));
	if (*gain - united > s->best.gain)
		s->best = (insertion){*gain - united, index};
	*gain -= united - area_of(own);
	// The new parent is at least as large as the subtree.
	return node->count == 0 && *gain - s->area > s->best.gain;
}

/// Searches the subtree `root`, reached with some gain, for a better place; visits the more promising child first.
static void search_below(const reinserter *r, search *s, uint32_t root, float gain)
{
	opening stack[BUILD_MAX_DEPTH + 1];
	uint32_t top = 0;
	if (gain - s->area <= s->best.gain)
		return;
	if (try_target(s, &r->nodes[root], root, &gain))
		stack[top++] = (opening){root, gain};
	while (top > 0)
	{
		opening at = stack[--top];
		if (at.gain - s->area <= s->best.gain)
			continue;
		if (s->steps == 0)
			return;
		--s->steps;
		uint32_t first = r->nodes[at.node].first;
		opening left = {first, at.gain}, right = {first + 1, at.gain};
		bool into_left = try_target(s, &r->nodes[first], first, &left.gain);
		bool into_right = try_target(s, &r->nodes[first + 1], first + 1, &right.gain);
		bool left_first = left.gain > right.gain;
		if (into_left && !left_first)
			stack[top++] = left;
		if (into_right)
			stack[top++] = right;
		if (into_left && left_first)
			stack[top++] = left;
	}
}

/// Climbs from the subtree to the root; searches the sibling of each ancestor.
static insertion find_place(const reinserter *r, uint32_t node)
{
	search s = {.box = box_of(&r->nodes[node]), .steps = MAX_STEPS};
	s.area = area_of(s.box);
	uint32_t beside = sibling_of(node), above = r->parent[node];
	box4 shrunk = box_of(&r->nodes[beside]);
	// Removing the subtree saves its parent's area, and the area by which the ancestors shrink.
	float gain = area_of(box_of(&r->nodes[above]));
	search_below(r, &s, beside, gain);
	while (above != 0)
	{
		beside = sibling_of(above);
		above = r->parent[above];
		box4 own = box_of(&r->nodes[above]);
		search_below(r, &s, beside, gain);
		shrunk = box4_union(shrunk, box_of(&r->nodes[beside]));
		float before = area_of(own);
		float after = area_of(shrunk);
		gain += before - after;
		// Insertion beside an ancestor: the new parent has the ancestor's old box.
		if (gain - before > s.best.gain)
			s.best = (insertion){gain - before, above};
		// When an ancestor does not shrink, the ancestors above it do not shrink, either: nothing more can be saved.
		if (after >= before && gain - s.area <= s.best.gain)
			break;
	}
	return s.best;
}

/// The nodes from a node up to the root, the node itself first.
typedef struct climb
{
	uint32_t node[BUILD_MAX_DEPTH];
	uint32_t count;
} climb;

static void climb_from(const reinserter *r, uint32_t node, climb *path)
{
	path->count = 0;
	for (;; node = r->parent[node])
	{
		path->node[path->count++] = node;
		if (node == 0)
			return;
	}
}

/// Whether a move reduces the sum of areas, in double, and keeps the depth limit. Sums in float, as in the search, lose
/// small gains among large areas.
static bool proves_gain(const reinserter *r, uint32_t node, uint32_t target)
{
	climb out, in;
	climb_from(r, r->parent[node], &out);
	climb_from(r, target, &in);
	uint32_t levels = r->height[node] > r->height[target] ? r->height[node] : r->height[target];
	if (in.count + levels > BUILD_MAX_DEPTH)
		return false;
	uint32_t shared = 0;
	while (
		shared < out.count && shared < in.count && out.node[out.count - 1 - shared] == in.node[in.count - 1 - shared])
		++shared;
	box4 box = box_of(&r->nodes[node]);
	box4 shrunk = box_of(&r->nodes[sibling_of(node)]);
	double gain = exact_area(box_of(&r->nodes[out.node[0]]));
	// Ancestors that lose the subtree; includes the target if the target is one of them.
	uint32_t losing = out.count - shared + (shared == in.count);
	for (uint32_t i = 1; i < losing; ++i)
	{
		box4 own = box_of(&r->nodes[out.node[i]]);
		shrunk = box4_union(shrunk, box_of(&r->nodes[sibling_of(out.node[i - 1])]));
		gain += exact_area(own) - exact_area(shrunk);
	}
	gain -= exact_area(box4_union(box_of(&r->nodes[target]), box));
	for (uint32_t i = 1; i + shared < in.count; ++i)
	{
		box4 own = box_of(&r->nodes[in.node[i]]);
		gain -= exact_area(box4_union(own, box)) - exact_area(own);
	}
	return gain > 1e-12 * exact_area(box_of(&r->nodes[in.node[in.count - shared]]));
}

/// Updates the parent of the children of a node that moved to `slot`.
static void adopt_children(reinserter *r, uint32_t slot)
{
	const build_node *node = &r->nodes[slot];
	if (node->count == 0)
		r->parent[node->first] = r->parent[node->first + 1] = slot;
}

/// Moves a node from one slot to another.
static void move_node(reinserter *r, uint32_t from, uint32_t to)
{
	r->nodes[to] = r->nodes[from];
	r->height[to] = r->height[from];
	r->stale[to] = 1;
	adopt_children(r, to);
}

/// The saving of a removal depends on the boxes of parent and grandparent, so that the children must be tried again.
static void mark_children(reinserter *r, uint32_t at)
{
	const build_node *node = &r->nodes[at];
	if (node->count == 0)
		r->stale[node->first] = r->stale[node->first + 1] = 1;
}

/// Recomputes an inner node's box; false if nothing changed.
static bool refit_node(reinserter *r, uint32_t at)
{
	build_node *node = &r->nodes[at];
	build_node old = *node;
	uint8_t old_height = r->height[at];
	uint32_t first = node->first;
	uint8_t below = r->height[first] > r->height[first + 1] ? r->height[first] : r->height[first + 1];
	build_node_store(node, box4_union(box_of(&r->nodes[first]), box_of(&r->nodes[first + 1])), first, 0);
	r->height[at] = (uint8_t)(below + 1);
	bool changed = memcmp(&old.box, &node->box, sizeof old.box) != 0;
	if (changed)
	{
		mark_children(r, at);
		mark_children(r, first);
		mark_children(r, first + 1);
	}
	return changed || below + 1 != old_height;
}

/// Recomputes the ancestors of a changed node until one does not change.
static void refit_above(reinserter *r, uint32_t at)
{
	while (at != 0)
	{
		at = r->parent[at];
		if (!refit_node(r, at))
			return;
	}
}

/// Removes `node` and inserts it beside `target`. The sibling moves to the parent's slot, the target to the sibling's
/// slot, and the new parent of the two to the target's slot: siblings stay adjacent without a free list.
static void reinsert(reinserter *r, uint32_t node, uint32_t target)
{
	uint32_t above = r->parent[node], beside = sibling_of(node);
	move_node(r, beside, above);
	move_node(r, target, beside);
	r->nodes[target].first = node < beside ? node : beside;
	r->nodes[target].count = 0;
	r->parent[node] = r->parent[beside] = target;
	refit_above(r, above);
	refit_node(r, target);
	refit_above(r, target);
}

/// Tries every node whose neighbours have changed since its last attempt. Array order is depth-first order, so that
/// neighbours in the tree are neighbours in the cache. The loop runs backwards, which improves small subtrees before
/// large ones move.
static uint32_t run_pass(reinserter *r)
{
	uint32_t moved = 0;
	for (uint32_t node = r->node_count; node-- > 1;)
	{
		if (!r->stale[node])
			continue;
		r->stale[node] = 0;
		insertion place = find_place(r, node);
		if (place.gain > 0.0f && proves_gain(r, node, place.target))
		{
			reinsert(r, node, place.target);
			++moved;
		}
	}
	return moved;
}

/// Computes parents and heights from the leaves up; marks every node for an attempt.
static void start(reinserter *r)
{
	r->parent[0] = 0;
	for (uint32_t i = r->node_count; i-- > 0;)
	{
		uint32_t first = r->nodes[i].first;
		r->height[i] = 1;
		if (r->nodes[i].count == 0)
			r->height[i] =
				(uint8_t)(1 + (r->height[first] > r->height[first + 1] ? r->height[first] : r->height[first + 1]));
		adopt_children(r, i);
	}
}

kilncook_status build_tree_optimize(const kilncook_context *context, build_tree *tree, uint32_t passes)
{
	// With fewer than three leaves no move exists.
	if (passes == 0 || tree->node_count < 5)
		return KILNCOOK_OK;
	kilncook_status status = KILNCOOK_INTERNAL;
	uint32_t count = tree->node_count;
	reinserter r = {.nodes = tree->nodes, .node_count = count};
	r.parent = cook_alloc(context, count, sizeof *r.parent);
	r.height = cook_alloc(context, count, sizeof *r.height);
	r.stale = cook_alloc(context, count, sizeof *r.stale);
	if (r.parent && r.height && r.stale)
	{
		start(&r);
		memset(r.stale, 1, count);
		for (uint32_t pass = 0; pass < passes && run_pass(&r) > 0; ++pass)
			continue;
		status = build_tree_lay_out(context, tree, tree);
	}
	cook_free(context, r.parent, count, sizeof *r.parent);
	cook_free(context, r.height, count, sizeof *r.height);
	cook_free(context, r.stale, count, sizeof *r.stale);
	return status;
}
