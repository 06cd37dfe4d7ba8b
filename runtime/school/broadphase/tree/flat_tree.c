// SPDX-License-Identifier: MIT
#include "flat_tree.h"
#include <float.h>

#define PARTS 8u		 ///< children of a node of items that have no cells
#define PLACES (1 << 19) ///< places per axis, for Morton codes

void kilni_flat_place(kiln_flat_tree *tree, kiln_room *room, uint32_t capacity)
{
	// Every node is a leaf or has at least two children, except open nodes: at most one per level.
	tree->nodes = (kiln_flat_node *)kiln_room_take(room, 2 * (size_t)capacity + 64, sizeof *tree->nodes);
	tree->boxes = (kiln_aabb *)kiln_room_take(room, capacity, sizeof *tree->boxes);
	tree->items = (uint32_t *)kiln_room_take(room, capacity, sizeof *tree->items);
	for (unsigned i = 0; i < 2; i++)
		tree->sorting[i] = (kiln_keyed *)kiln_room_take(room, capacity, sizeof *tree->sorting[i]);
	kilni_flat_begin(tree);
}

// --- Writing ----------------------------------------------------------------------------------------------------------

void kilni_flat_begin(kiln_flat_tree *tree)
{
	tree->node_count = 0;
	tree->item_count = 0;
}

static void write_leaf(kiln_flat_tree *tree, uint32_t node, uint32_t first, uint32_t count)
{
	kiln_aabb bounds = tree->boxes[first];
	for (uint32_t i = 1; i < count; i++)
		kiln_boxes_grow(&bounds, &tree->boxes[first + i]);
	tree->nodes[node] = (kiln_flat_node){.bounds = bounds, .end = node + 1, .first = first, .count = count};
	tree->node_count = node + 1;
}

uint32_t kilni_flat_open(kiln_flat_tree *tree)
{
	tree->nodes[tree->node_count].first = tree->item_count;
	return tree->node_count++;
}

void kilni_flat_close(kiln_flat_tree *tree, uint32_t node)
{
	kiln_flat_node *nodes = tree->nodes;
	uint32_t first = nodes[node].first, end = tree->node_count;
	if (end == node + 1)
	{
		tree->node_count = node;
		return;
	}
	// Items that were added last may lie behind those of the node: the node's last leaf gives the count.
	uint32_t last = nodes[end - 1].first + nodes[end - 1].count;
	if (last - first <= KILN_FLAT_LEAF)
	{
		write_leaf(tree, node, first, last - first);
		return;
	}
	if (nodes[node + 1].end == end)
	{
		for (uint32_t i = node + 1; i < end; i++)
		{
			nodes[i - 1] = nodes[i];
			nodes[i - 1].end--;
		}
		tree->node_count--;
		return;
	}
	nodes[node].bounds = nodes[node + 1].bounds;
	for (uint32_t child = nodes[node + 1].end; child < end; child = nodes[child].end)
		kiln_boxes_grow(&nodes[node].bounds, &nodes[child].bounds);
	nodes[node].end = end;
	nodes[node].count = 0;
}

static double middle_of(const kiln_aabb *box, unsigned axis)
{
	float min = (&box->min.x)[axis], max = (&box->max.x)[axis];
	double low = min < -FLT_MAX ? -(double)FLT_MAX : (double)min, high = max > FLT_MAX ? (double)FLT_MAX : (double)max;
	return 0.5 * (low + high);
}

/// Where the middles of most boxes are on an axis: within four times their mean distance from their mean. So a few
/// boxes far away do not squeeze all others into one place.
static void measure(const kiln_aabb *boxes, uint32_t count, unsigned axis, double *low, double *scale)
{
	double first = middle_of(&boxes[0], axis), last = first, mean = 0, apart = 0;
	for (uint32_t i = 0; i < count; i++)
	{
		double middle = middle_of(&boxes[i], axis);
		first = middle < first ? middle : first;
		last = middle > last ? middle : last;
		mean += middle;
	}
	mean /= count;
	for (uint32_t i = 0; i < count; i++)
	{
		double middle = middle_of(&boxes[i], axis);
		apart += middle < mean ? mean - middle : middle - mean;
	}
	apart = 4 * apart / count;
	*low = first > mean - apart ? first : mean - apart;
	double width = (last < mean + apart ? last : mean + apart) - *low;
	*scale = width > (double)FLT_MIN ? PLACES / width : 0;
}

static int32_t place_of(double middle, double low, double scale)
{
	double place = (middle - low) * scale;
	return !(place > 0) ? 0 : place < PLACES - 1 ? (int32_t)place : PLACES - 1;
}

/// Sorts proxies by the Morton codes of their boxes' middles.
static void sort_by_middles(kiln_flat_tree *tree, const kiln_aabb *boxes, uint32_t *proxies, uint32_t count)
{
	double low[3], scale[3];
	for (unsigned axis = 0; axis < 3; axis++)
		measure(boxes, count, axis, &low[axis], &scale[axis]);
	kiln_keyed *keyed = tree->sorting[0];
	for (uint32_t i = 0; i < count; i++)
	{
		int32_t at[3];
		for (unsigned axis = 0; axis < 3; axis++)
			at[axis] = place_of(middle_of(&boxes[i], axis), low[axis], scale[axis]);
		keyed[i] = (kiln_keyed){.key = kiln_morton(at[0], at[1], at[2]), .value = proxies[i]};
	}
	kilni_keys_sort(keyed, tree->sorting[1], count);
	for (uint32_t i = 0; i < count; i++)
		proxies[i] = keyed[i].value;
}

static void put_items(kiln_flat_tree *tree, const kiln_box_source *source, const uint32_t *proxies, uint32_t count)
{
	uint32_t *items = tree->items + tree->item_count;
	kiln_aabb *boxes = tree->boxes + tree->item_count;
	tree->item_count += count;
	for (uint32_t i = 0; i < count; i++)
	{
		items[i] = proxies[i];
		boxes[i] = *kiln_source_box(source, proxies[i]);
	}
	if (count <= KILN_FLAT_LEAF)
		return;
	sort_by_middles(tree, boxes, items, count);
	for (uint32_t i = 0; i < count; i++)
		boxes[i] = *kiln_source_box(source, items[i]);
}

typedef struct part
{
	uint32_t first, count;
	uint32_t close; ///< if count is 0: the node that ends here
} part;

void kilni_flat_put(kiln_flat_tree *tree, const kiln_box_source *source, const uint32_t *proxies, uint32_t count)
{
	if (count == 0)
		return;
	// Parts are multiples of a leaf, an eighth each, of at most 2^26 items: eight levels of nine entries.
	part stack[96];
	uint32_t depth = 0;
	stack[depth++] = (part){.first = tree->item_count, .count = count};
	put_items(tree, source, proxies, count);
	while (depth > 0)
	{
		part next = stack[--depth];
		if (next.count == 0)
		{
			kilni_flat_close(tree, next.close);
			continue;
		}
		if (next.count <= KILN_FLAT_LEAF)
		{
			write_leaf(tree, tree->node_count, next.first, next.count);
			continue;
		}
		uint32_t node = kilni_flat_open(tree), leaves = (next.count + KILN_FLAT_LEAF - 1) / KILN_FLAT_LEAF;
		uint32_t size = (leaves + PARTS - 1) / PARTS * KILN_FLAT_LEAF;
		tree->nodes[node].first = next.first;
		stack[depth++] = (part){.close = node};
		for (uint32_t i = (next.count - 1) / size + 1; i-- > 0;)
		{
			uint32_t left = next.count - i * size;
			stack[depth++] = (part){.first = next.first + i * size, .count = left < size ? left : size};
		}
	}
}

// --- Pairs ------------------------------------------------------------------------------------------------------------

static bool pairs_within(const kiln_flat_tree *tree, const kiln_flat_node *leaf, kiln_pair_sink *sink)
{
	for (uint32_t i = leaf->first; i < leaf->first + leaf->count; i++)
		for (uint32_t j = i + 1; j < leaf->first + leaf->count; j++)
			if (kiln_boxes_overlap(&tree->boxes[i], &tree->boxes[j]) &&
				!kilni_sink_pair(sink, tree->items[i], tree->items[j]))
				return false;
	return true;
}

static bool pairs_across(
	const kiln_flat_tree *tree, const kiln_flat_node *leaf, const kiln_flat_node *other, kiln_pair_sink *sink)
{
	for (uint32_t i = leaf->first; i < leaf->first + leaf->count; i++)
	{
		const kiln_aabb box = tree->boxes[i];
		if (!kiln_boxes_overlap(&box, &other->bounds))
			continue;
		for (uint32_t j = other->first; j < other->first + other->count; j++)
			if (kiln_boxes_overlap(&box, &tree->boxes[j]) && !kilni_sink_pair(sink, tree->items[i], tree->items[j]))
				return false;
	}
	return true;
}

void kilni_flat_pairs(const kiln_flat_tree *tree, kiln_pair_sink *sink)
{
	for (uint32_t i = 0; i < tree->node_count; i++)
	{
		const kiln_flat_node *leaf = &tree->nodes[i];
		if (leaf->count == 0)
			continue;
		if (!pairs_within(tree, leaf, sink))
			return;
		const kiln_aabb bounds = leaf->bounds;
		for (uint32_t next = i + 1; next < tree->node_count;)
		{
			const kiln_flat_node *node = &tree->nodes[next];
			if (!kiln_boxes_overlap(&bounds, &node->bounds))
			{
				next = node->end;
				continue;
			}
			if (node->count > 0 && !pairs_across(tree, leaf, node, sink))
				return;
			next++;
		}
	}
}

/// Pairs of one changed item. A pair of two changed items is reported for the one that comes first.
static bool fresh_of(const kiln_flat_tree *tree, uint32_t item, kiln_pair_sink *sink)
{
	const uint8_t *flags = sink->broadphase->flags;
	const kiln_aabb box = tree->boxes[item];
	for (uint32_t next = 0; next < tree->node_count;)
	{
		const kiln_flat_node *node = &tree->nodes[next];
		if (!kiln_boxes_overlap(&box, &node->bounds))
		{
			next = node->end;
			continue;
		}
		for (uint32_t i = node->first; i < node->first + node->count; i++)
		{
			bool theirs = i <= item && (i == item || (flags[tree->items[i]] & KILN_PROXY_CHANGED));
			if (!theirs && kiln_boxes_overlap(&box, &tree->boxes[i]) &&
				!kilni_sink_pair(sink, tree->items[item], tree->items[i]))
				return false;
		}
		next++;
	}
	return true;
}

void kilni_flat_fresh(const kiln_flat_tree *tree, kiln_pair_sink *sink)
{
	const uint8_t *flags = sink->broadphase->flags;
	uint32_t changed = 0;
	for (uint32_t i = 0; i < tree->item_count; i++)
		changed += (flags[tree->items[i]] & KILN_PROXY_CHANGED) != 0;
	if (changed > tree->item_count / 4)
	{
		kilni_flat_pairs(tree, sink);
		return;
	}
	for (uint32_t i = 0; i < tree->item_count; i++)
		if ((flags[tree->items[i]] & KILN_PROXY_CHANGED) && !fresh_of(tree, i, sink))
			return;
}

// --- Queries ----------------------------------------------------------------------------------------------------------

void kilni_flat_box(const kiln_flat_tree *tree, const kiln_aabb *box, kiln_found_proxy *found, void *user)
{
	for (uint32_t next = 0; next < tree->node_count;)
	{
		const kiln_flat_node *node = &tree->nodes[next];
		if (!kiln_boxes_overlap(box, &node->bounds))
		{
			next = node->end;
			continue;
		}
		for (uint32_t i = node->first; i < node->first + node->count; i++)
			if (kiln_boxes_overlap(box, &tree->boxes[i]) && !found(user, tree->items[i]))
				return;
		next++;
	}
}

typedef struct met
{
	double t;
	uint32_t node;
} met;

/// Pushes the children that the sweep meets, the nearest last; among equally near ones the first last.
static uint32_t push_children(
	const kiln_flat_tree *tree, const kiln_box_sweep *sweep, uint32_t parent, met *stack, uint32_t depth)
{
	uint32_t base = depth;
	for (uint32_t child = parent + 1; child < tree->nodes[parent].end; child = tree->nodes[child].end)
	{
		double t;
		if (!kilni_sweep_meets(sweep, &tree->nodes[child].bounds, &t))
			continue;
		uint32_t to = depth++;
		for (; to > base && stack[to - 1].t <= t; to--)
			stack[to] = stack[to - 1];
		stack[to] = (met){.t = t, .node = child};
	}
	return depth;
}

void kilni_flat_sweep(const kiln_flat_tree *tree, kiln_box_sweep *sweep, kiln_found_hit *found, void *user)
{
	// A node has at most nine children, eight of them cells; the number of levels is at most that of cells plus that of
	// parts.
	met stack[9 * (KILN_CELLS_DEPTH + 13)];
	uint32_t depth = 0;
	if (tree->node_count > 0 && kilni_sweep_meets(sweep, &tree->nodes[0].bounds, &stack[0].t))
		stack[depth++].node = 0;
	while (depth > 0)
	{
		met next = stack[--depth];
		const kiln_flat_node *node = &tree->nodes[next.node];
		if (next.t > sweep->t_max)
			continue;
		if (node->count == 0)
			depth = push_children(tree, sweep, next.node, stack, depth);
		for (uint32_t i = node->first; i < node->first + node->count; i++)
		{
			double t;
			if (kilni_sweep_meets(sweep, &tree->boxes[i], &t) && !found(user, sweep, tree->items[i], t))
				return;
		}
	}
}
