// SPDX-License-Identifier: MIT
#include "cell_octree.h"

#define NONE CELL_OCTREE_NONE
/// At most seven siblings wait on each level of the way.
#define STACK (7 * KILN_CELLS_DEPTH + 8)

/// A walk of the nodes whose units overlap given ones, parents first.
typedef struct node_walk
{
	const kiln_cell_octree *octree;
	kiln_units units;
	uint32_t stack[STACK];
	uint32_t depth;
} node_walk;

static void walk_from_root(node_walk *walk, const kiln_cell_octree *octree, const kiln_aabb *box)
{
	walk->octree = octree;
	walk->units = kiln_units_of(&octree->cells, box);
	walk->stack[0] = 0;
	walk->depth = 1;
}

/// The next node; NULL at the end.
static const kiln_cell_octree_node *walk_on(node_walk *walk)
{
	if (walk->depth == 0)
		return NULL;
	const kiln_cell_octree_node *node = &walk->octree->nodes[walk->stack[--walk->depth]];
	if (node->child_count == 0)
		return node;
	for (unsigned i = 8; i-- > 0;)
	{
		uint32_t child = node->children[i];
		if (child == NONE)
			continue;
		kiln_units units = kiln_cell_octree_units(walk->octree, &walk->octree->nodes[child]);
		if (kiln_units_overlap(&units, &walk->units))
			walk->stack[walk->depth++] = child;
	}
	return node;
}

void kilni_cell_octree_box(const kiln_broadphase *broadphase, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	const kiln_cell_octree *octree = (const kiln_cell_octree *)broadphase->state;
	if (octree->flat_is_current)
	{
		kilni_flat_box(&octree->flat, box, found, user);
		return;
	}
	node_walk walk;
	walk_from_root(&walk, octree, box);
	for (const kiln_cell_octree_node *node = walk_on(&walk); node; node = walk_on(&walk))
		for (uint32_t i = node->head; i != NONE; i = octree->next[i])
			if (kiln_boxes_overlap(box, &broadphase->boxes[i]) && !found(user, i))
				return;
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

/// Pairs of one changed box; a pair of two changed boxes is reported for the lower index.
static bool fresh_of(const kiln_broadphase *broadphase, uint32_t index, kiln_pair_sink *sink)
{
	const kiln_cell_octree *octree = (const kiln_cell_octree *)broadphase->state;
	const kiln_aabb box = broadphase->boxes[index];
	node_walk walk;
	walk_from_root(&walk, octree, &box);
	for (const kiln_cell_octree_node *node = walk_on(&walk); node; node = walk_on(&walk))
		for (uint32_t i = node->head; i != NONE; i = octree->next[i])
		{
			bool theirs = i <= index && (i == index || (broadphase->flags[i] & KILN_PROXY_CHANGED));
			if (!theirs && kiln_boxes_overlap(&box, &broadphase->boxes[i]) && !kilni_sink_pair(sink, index, i))
				return false;
		}
	return true;
}

static void put_boxes(kiln_cell_octree *octree, const kiln_cell_octree_node *node, const kiln_aabb *boxes)
{
	const kiln_box_source source = {.boxes = boxes};
	uint32_t count = 0;
	for (uint32_t i = node->head; i != NONE; i = octree->next[i])
		octree->run[count++] = i;
	kilni_flat_put(&octree->flat, &source, octree->run, count);
}

typedef struct flattened
{
	uint32_t node; ///< NONE: an open node ends
	uint32_t close;
} flattened;

static void flatten(kiln_cell_octree *octree, const kiln_aabb *boxes)
{
	flattened stack[8 * KILN_CELLS_DEPTH + 9];
	uint32_t depth = 0;
	if (octree->flat_is_current)
		return;
	octree->flat_is_current = true;
	kilni_flat_begin(&octree->flat);
	stack[depth++] = (flattened){.node = 0};
	while (depth > 0)
	{
		flattened next = stack[--depth];
		if (next.node == NONE)
		{
			kilni_flat_close(&octree->flat, next.close);
			continue;
		}
		const kiln_cell_octree_node *node = &octree->nodes[next.node];
		if (node->child_count > 1 || (node->child_count > 0 && node->count > 0))
			stack[depth++] = (flattened){.node = NONE, .close = kilni_flat_open(&octree->flat)};
		put_boxes(octree, node, boxes);
		for (unsigned i = 8; i-- > 0;)
			if (node->children[i] != NONE)
				stack[depth++] = (flattened){.node = node->children[i]};
	}
}

void kilni_cell_octree_fresh(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	kiln_cell_octree *octree = (kiln_cell_octree *)broadphase->state;
	// The copy takes the time of this many searches; of fewer searches if they test all boxes across the middles.
	if (octree->changed_count > broadphase->live_count / (octree->loose ? 64 : 1024))
	{
		flatten(octree, broadphase->boxes);
		kilni_flat_fresh(&octree->flat, sink);
		return;
	}
	for (uint32_t i = 0; i < broadphase->live_count; i++)
		if ((broadphase->flags[broadphase->live[i]] & KILN_PROXY_CHANGED) &&
			!fresh_of(broadphase, broadphase->live[i], sink))
			return;
}

void kilni_cell_octree_all(kiln_broadphase *broadphase, kiln_pair_sink *sink)
{
	kiln_cell_octree *octree = (kiln_cell_octree *)broadphase->state;
	flatten(octree, broadphase->boxes);
	kilni_flat_pairs(&octree->flat, sink);
}

// --- Sweeps -----------------------------------------------------------------------------------------------------------

typedef struct met
{
	double t;
	uint32_t node;
} met;

/// Pushes the children that the sweep meets, the nearest last; among equally near ones the first last.
static uint32_t push_children(const kiln_cell_octree *octree, const kiln_box_sweep *sweep,
	const kiln_cell_octree_node *node, met *stack, uint32_t depth)
{
	uint32_t base = depth;
	for (unsigned i = 0; i < 8 && node->child_count > 0; i++)
	{
		if (node->children[i] == NONE)
			continue;
		double t;
		kiln_units units = kiln_cell_octree_units(octree, &octree->nodes[node->children[i]]);
		kiln_aabb bounds = kilni_units_bounds(&octree->cells, &units);
		if (!kilni_sweep_meets(sweep, &bounds, &t))
			continue;
		uint32_t to = depth++;
		for (; to > base && stack[to - 1].t <= t; to--)
			stack[to] = stack[to - 1];
		stack[to] = (met){.t = t, .node = node->children[i]};
	}
	return depth;
}

void kilni_cell_octree_sweep(
	const kiln_broadphase *broadphase, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	const kiln_cell_octree *octree = (const kiln_cell_octree *)broadphase->state;
	if (octree->flat_is_current)
	{
		kilni_flat_sweep(&octree->flat, sweep, found, user);
		return;
	}
	met stack[STACK];
	uint32_t depth = 0;
	stack[depth++] = (met){.node = 0};
	while (depth > 0)
	{
		met next = stack[--depth];
		const kiln_cell_octree_node *node = &octree->nodes[next.node];
		if (next.t > sweep->t_max)
			continue;
		depth = push_children(octree, sweep, node, stack, depth);
		for (uint32_t i = node->head; i != NONE; i = octree->next[i])
		{
			double t;
			if (kilni_sweep_meets(sweep, &broadphase->boxes[i], &t) && !found(user, sweep, i, t))
				return;
		}
	}
}
