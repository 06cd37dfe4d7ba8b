// SPDX-License-Identifier: MIT
#include "aabb_tree.h"

/// Walks of the dynamic tree. Fat boxes lead the way; the boxes themselves decide.

#define MANY 4

void kilni_aabb_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_aabb_tree *tree = broadphase->state;
	uint32_t stack[KILN_AABB_HEIGHT + 2], depth = 0;
	if (tree->root != KILN_AABB_NONE)
		stack[depth++] = tree->root;
	while (depth)
	{
		const kiln_aabb_node *node = &tree->nodes[stack[--depth]];
		if (!kiln_boxes_overlap(&node->box, box))
			continue;
		if (node->height > 0)
		{
			stack[depth++] = node->child[1];
			stack[depth++] = node->child[0];
		}
		else if (kiln_boxes_overlap(&broadphase->boxes[node->child[0]], box) && !found(user, node->child[0]))
			return;
	}
}

typedef struct couple
{
	uint32_t a, b;
} couple;

/// Pairs of a leaf below one node with a leaf below another. Opens the higher node: so each step down adds one couple
/// to the stack, which has at most as many as the sum of both heights.
static bool join(const kiln_broadphase *broadphase, uint32_t a, uint32_t b, kiln_pair_sink *sink)
{
	const kiln_aabb_node *nodes = ((const kiln_aabb_tree *)broadphase->state)->nodes;
	couple stack[2 * KILN_AABB_HEIGHT + 2];
	uint32_t depth = 0;
	stack[depth++] = (couple){a, b};
	while (depth)
	{
		couple at = stack[--depth];
		const kiln_aabb_node *left = &nodes[at.a], *right = &nodes[at.b];
		if (!kiln_boxes_overlap(&left->box, &right->box))
			continue;
		if (left->height == 0 && right->height == 0)
		{
			uint32_t i = left->child[0], k = right->child[0];
			if (kiln_boxes_overlap(&broadphase->boxes[i], &broadphase->boxes[k]) && !kilni_sink_pair(sink, i, k))
				return false;
			continue;
		}
		for (int i = 2; i-- > 0;)
			stack[depth++] =
				left->height > right->height ? (couple){left->child[i], at.b} : (couple){at.a, right->child[i]};
	}
	return true;
}

void kilni_aabb_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_aabb_tree *tree = broadphase->state;
	uint32_t stack[KILN_AABB_HEIGHT + 2], depth = 0;
	if (tree->root != KILN_AABB_NONE)
		stack[depth++] = tree->root;
	while (depth)
	{
		const kiln_aabb_node *node = &tree->nodes[stack[--depth]];
		if (node->height == 0)
			continue;
		if (!join(broadphase, node->child[0], node->child[1], sink))
			return;
		stack[depth++] = node->child[1];
		stack[depth++] = node->child[0];
	}
}

typedef struct fresh_search
{
	const kiln_broadphase *broadphase;
	kiln_pair_sink *sink;
	uint32_t proxy;
} fresh_search;

/// A pair of two changed boxes is reported by the lower one.
static bool found_fresh(void *user, uint32_t index)
{
	fresh_search *it = user;
	if (index == it->proxy || ((it->broadphase->flags[index] & KILN_PROXY_CHANGED) && index < it->proxy))
		return true;
	return kilni_sink_pair(it->sink, it->proxy, index);
}

void kilni_aabb_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	const kiln_aabb_tree *tree = broadphase->state;
	// A walk of the whole tree costs as much as queries for this part of the boxes.
	if (tree->changed > broadphase->live_count / MANY)
	{
		kilni_aabb_all(broadphase, sink);
		return;
	}
	for (uint32_t i = 0; i < broadphase->live_count && !sink->ended; ++i)
	{
		fresh_search it = {broadphase, sink, broadphase->live[i]};
		if (broadphase->flags[it.proxy] & KILN_PROXY_CHANGED)
			kilni_aabb_box(broadphase, &broadphase->boxes[it.proxy], found_fresh, &it);
	}
}

typedef struct ahead
{
	uint32_t node;
	double t;
} ahead;

void kilni_aabb_sweep(const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_aabb_tree *tree = broadphase->state;
	ahead stack[KILN_AABB_HEIGHT + 2];
	uint32_t depth = 0;
	double t;
	if (tree->root != KILN_AABB_NONE && kilni_sweep_meets(sweep, &tree->nodes[tree->root].box, &t))
		stack[depth++] = (ahead){tree->root, t};
	while (depth)
	{
		ahead at = stack[--depth];
		const kiln_aabb_node *node = &tree->nodes[at.node];
		if (at.t > sweep->t_max)
			continue;
		if (node->height == 0)
		{
			if (kilni_sweep_meets(sweep, &broadphase->boxes[node->child[0]], &t) &&
				!found(user, sweep, node->child[0], t))
				return;
			continue;
		}
		ahead next[2];
		bool meets[2];
		for (int i = 0; i < 2; ++i)
		{
			next[i].node = node->child[i];
			meets[i] = kilni_sweep_meets(sweep, &tree->nodes[node->child[i]].box, &next[i].t);
		}
		// The nearer one is on top.
		int near = meets[0] && meets[1] && next[1].t < next[0].t;
		if (meets[1 - near])
			stack[depth++] = next[1 - near];
		if (meets[near])
			stack[depth++] = next[near];
	}
}
