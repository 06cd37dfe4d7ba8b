// SPDX-License-Identifier: MIT
#include "kd_tree.h"

// --- Boxes ------------------------------------------------------------------------------------------------------------

/// A walk of the nodes whose cells contain points of a box, parents first.
typedef struct node_walk
{
	const kd_tree *tree;
	const kiln_aabb *box;
	uint32_t stack[KD_DEPTH + 2];
	uint32_t depth;
} node_walk;

static void walk_below(node_walk *walk, const kd_node *node)
{
	if (node->child == 0)
		return;
	if (kd_is_above(walk->box, node))
		walk->stack[walk->depth++] = node->child + 1;
	if (kd_is_below(walk->box, node))
		walk->stack[walk->depth++] = node->child;
}

/// The next node; NULL at the end.
static const kd_node *walk_on(node_walk *walk)
{
	if (walk->depth == 0)
		return NULL;
	const kd_node *node = &walk->tree->nodes[walk->stack[--walk->depth]];
	walk_below(walk, node);
	return node;
}

void kilni_kd_tree_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kd_tree *tree = (const kd_tree *)broadphase->state;
	node_walk walk = {.tree = tree, .box = box, .depth = 1};
	for (const kd_node *node = walk_on(&walk); node; node = walk_on(&walk))
		for (uint32_t i = node->head; i != KD_NONE; i = tree->references[i].next)
		{
			const kiln_aabb *other = &broadphase->boxes[kd_proxy_of(i)];
			if (kiln_boxes_overlap(box, other) && kd_is_home(node, box, other) && !found(user, kd_proxy_of(i)))
				return;
		}
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// Pairs of one changed box; a pair of two changed boxes is reported for the lower index.
static bool fresh_of(const kiln_broadphase *broadphase, uint32_t index, kiln_pair_sink *sink)
{
	const kd_tree *tree = (const kd_tree *)broadphase->state;
	const kiln_aabb box = broadphase->boxes[index];
	node_walk walk = {.tree = tree, .box = &box, .depth = 1};
	for (const kd_node *node = walk_on(&walk); node; node = walk_on(&walk))
		for (uint32_t i = node->head; i != KD_NONE; i = tree->references[i].next)
		{
			uint32_t other = kd_proxy_of(i);
			bool theirs = other <= index && (other == index || (broadphase->flags[other] & KILN_PROXY_CHANGED));
			if (!theirs && kiln_boxes_overlap(&box, &broadphase->boxes[other]) &&
				kd_is_home(node, &box, &broadphase->boxes[other]) && !kilni_sink_pair(sink, index, other))
				return false;
		}
	return true;
}

void kilni_kd_tree_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kd_tree *tree = (const kd_tree *)broadphase->state;
	if (tree->changed_count > broadphase->live_count / 4)
	{
		kilni_kd_tree_all(broadphase, sink);
		return;
	}
	for (uint32_t i = 0; i < broadphase->live_count; i++)
		if ((broadphase->flags[broadphase->live[i]] & KILN_PROXY_CHANGED) &&
			!fresh_of(broadphase, broadphase->live[i], sink))
			return;
}

#define TOGETHER 32u

/// Boxes of a list side by side, a few at a time.
typedef struct chunk
{
	kiln_aabb boxes[TOGETHER];
	uint32_t proxies[TOGETHER];
	uint32_t count;
	uint32_t next; ///< the first reference behind the chunk
} chunk;

static void take_chunk(chunk *to, const kiln_broadphase *broadphase, uint32_t reference)
{
	const kd_tree *tree = (const kd_tree *)broadphase->state;
	to->count = 0;
	for (; reference != KD_NONE && to->count < TOGETHER; reference = tree->references[reference].next)
	{
		to->proxies[to->count] = kd_proxy_of(reference);
		to->boxes[to->count++] = broadphase->boxes[kd_proxy_of(reference)];
	}
	to->next = reference;
}

/// Pairs of one box with the boxes of a chunk from `first` on.
static bool pairs_with(kiln_pair_sink *sink, const kd_node *node, const kiln_aabb *box, uint32_t proxy,
	const chunk *others, uint32_t first)
{
	for (uint32_t j = first; j < others->count; j++)
		if (kiln_boxes_overlap(box, &others->boxes[j]) && kd_is_home(node, box, &others->boxes[j]) &&
			!kilni_sink_pair(sink, proxy, others->proxies[j]))
			return false;
	return true;
}

static bool pairs_within(const kiln_broadphase *broadphase, const kd_node *node, kiln_pair_sink *sink)
{
	chunk these, those;
	for (uint32_t from = node->head; from != KD_NONE; from = these.next)
	{
		take_chunk(&these, broadphase, from);
		for (uint32_t i = 0; i < these.count; i++)
			if (!pairs_with(sink, node, &these.boxes[i], these.proxies[i], &these, i + 1))
				return false;
		for (uint32_t at = these.next; at != KD_NONE; at = those.next)
		{
			take_chunk(&those, broadphase, at);
			for (uint32_t i = 0; i < these.count; i++)
				if (!pairs_with(sink, node, &these.boxes[i], these.proxies[i], &those, 0))
					return false;
		}
	}
	return true;
}

/// Pairs of the boxes of an inner node with the boxes below it.
static bool pairs_below(const kiln_broadphase *broadphase, const kd_node *above, kiln_pair_sink *sink)
{
	const kd_tree *tree = (const kd_tree *)broadphase->state;
	for (uint32_t i = above->head; i != KD_NONE; i = tree->references[i].next)
	{
		const uint32_t proxy = kd_proxy_of(i);
		const kiln_aabb box = broadphase->boxes[proxy];
		node_walk walk = {.tree = tree, .box = &box};
		walk_below(&walk, above);
		for (const kd_node *node = walk_on(&walk); node; node = walk_on(&walk))
			for (uint32_t j = node->head; j != KD_NONE; j = tree->references[j].next)
			{
				const kiln_aabb *other = &broadphase->boxes[kd_proxy_of(j)];
				if (kiln_boxes_overlap(&box, other) && kd_is_home(node, &box, other) &&
					!kilni_sink_pair(sink, proxy, kd_proxy_of(j)))
					return false;
			}
	}
	return true;
}

void kilni_kd_tree_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kd_tree *tree = (const kd_tree *)broadphase->state;
	for (uint32_t i = 0; i < tree->node_end; i++)
	{
		const kd_node *node = &tree->nodes[i];
		if (!node->used || node->count == 0)
			continue;
		if (!pairs_within(broadphase, node, sink) || (node->child != 0 && !pairs_below(broadphase, node, sink)))
			return;
	}
}

// --- Sweeps -----------------------------------------------------------------------------------------------------------

static double size_of(double x)
{
	return x < 0 ? -x : x;
}

/// A node and the times at which the sweep may be in its cell.
typedef struct met
{
	uint32_t node;
	double enter, leave;
} met;

/// The parts of a node's time in which the sweep touches the lower and the upper side of its plane; pushes the near one
/// last. The margins are far greater than the rounding of times, and of the sweep's place at these times.
static uint32_t push_sides(const kd_node *node, const kiln_box_sweep *sweep, const met *at, met *stack, uint32_t depth)
{
	const unsigned axis = node->axis;
	const double from = sweep->from[axis], way = sweep->way[axis], split = (double)node->split;
	const double half = sweep->half[axis] + sweep->slack[axis];
	const double grown = half + 0x1p-44 * (size_of(from) + half + size_of(split));
	met lower = {.node = node->child, .enter = at->enter, .leave = at->leave};
	met upper = {.node = node->child + 1, .enter = at->enter, .leave = at->leave};
	if (way == 0)
	{
		if (from + grown >= split)
			stack[depth++] = upper;
		if (from - grown <= split)
			stack[depth++] = lower;
		return depth;
	}
	const double t_lower = (split - from + grown) * sweep->inverse[axis];
	const double t_upper = (split - from - grown) * sweep->inverse[axis];
	met *near = way > 0 ? &lower : &upper, *far = way > 0 ? &upper : &lower;
	const double last = way > 0 ? t_lower : t_upper, first = way > 0 ? t_upper : t_lower;
	near->leave = last < near->leave ? last : near->leave;
	far->enter = first > far->enter ? first : far->enter;
	if (far->enter <= far->leave)
		stack[depth++] = *far;
	if (near->enter <= near->leave)
		stack[depth++] = *near;
	return depth;
}

/// Whether the lowest corner of the common part of the sweep and a box at a time is in a node's cell.
static bool is_home_at(const kd_node *node, const kiln_box_sweep *sweep, const kiln_aabb *box, double t)
{
	const float *min = &box->min.x, *max = &box->max.x;
	for (unsigned i = 0; i < 3; i++)
	{
		double corner = sweep->from[i] + t * sweep->way[i] - sweep->half[i];
		corner = corner > (double)max[i] ? (double)max[i] : corner;
		corner = corner < (double)min[i] ? (double)min[i] : corner;
		if (corner < (double)node->low[i] || (corner >= (double)node->high[i] && node->high[i] < HUGE_VALF))
			return false;
	}
	return true;
}

void kilni_kd_tree_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kd_tree *tree = (const kd_tree *)broadphase->state;
	// The node that reports a box must not depend on how far the sweep still goes.
	const kiln_box_sweep whole = *sweep;
	met stack[KD_DEPTH + 2];
	uint32_t depth = 0;
	stack[depth++] = (met){.leave = sweep->t_max};
	while (depth > 0)
	{
		const met at = stack[--depth];
		const kd_node *node = &tree->nodes[at.node];
		if (at.enter > sweep->t_max)
			continue;
		if (node->child != 0)
			depth = push_sides(node, sweep, &at, stack, depth);
		for (uint32_t i = node->head; i != KD_NONE; i = tree->references[i].next)
		{
			double t, t_whole;
			const kiln_aabb *box = &broadphase->boxes[kd_proxy_of(i)];
			if (kilni_sweep_meets(sweep, box, &t) && kilni_sweep_meets(&whole, box, &t_whole) &&
				is_home_at(node, sweep, box, t_whole) && !found(user, sweep, kd_proxy_of(i), t))
				return;
		}
	}
}
