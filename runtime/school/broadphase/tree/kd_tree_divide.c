// SPDX-License-Identifier: MIT
#include "kd_tree.h"
#include <float.h>
#include <string.h>

/// The k-d tree's nodes: where they are divided, and when they are joined.

#define SAMPLE 16u

void kilni_kd_link(kd_tree *tree, uint32_t reference, uint32_t number)
{
	kd_node *node = &tree->nodes[number];
	tree->references[reference] = (kd_reference){.node = number, .next = node->head, .previous = KD_NONE};
	if (node->head != KD_NONE)
		tree->references[node->head].previous = reference;
	node->head = reference;
	node->count++;
	tree->total++;
}

void kilni_kd_unlink(kd_tree *tree, uint32_t reference)
{
	const kd_reference *link = &tree->references[reference];
	kd_node *node = &tree->nodes[link->node];
	if (link->previous == KD_NONE)
		node->head = link->next;
	else
		tree->references[link->previous].next = link->next;
	if (link->next != KD_NONE)
		tree->references[link->next].previous = link->previous;
	node->count--;
	tree->total--;
	tree->unlinked++;
}

// --- The plane --------------------------------------------------------------------------------------------------------

typedef struct sample
{
	float min[3][SAMPLE], max[3][SAMPLE];
	double low[3], high[3]; ///< bounds of all boxes within the cell; finite
	uint32_t count;
	bool flat; ///< without a surface: measured by edges
} sample;

static double clamped(float x)
{
	return x > FLT_MAX ? (double)FLT_MAX : x < -FLT_MAX ? -(double)FLT_MAX : (double)x;
}

static double measure(const sample *from, unsigned axis, double low, double high)
{
	double edges[3] = {from->high[0] - from->low[0], from->high[1] - from->low[1], from->high[2] - from->low[2]};
	edges[axis] = high > low ? high - low : 0;
	return from->flat ? edges[0] + edges[1] + edges[2]
					  : edges[0] * edges[1] + edges[1] * edges[2] + edges[2] * edges[0];
}

static void take_sample(const kd_tree *tree, const kd_node *node, const kiln_box_source *source, sample *to)
{
	*to = (sample){.count = 0};
	uint32_t step = (node->count + SAMPLE - 1) / SAMPLE, left = 0;
	for (uint32_t i = node->head; i != KD_NONE; i = tree->references[i].next)
	{
		if (left-- > 0)
			continue;
		left = step - 1;
		const kiln_aabb *box = kiln_source_box(source, kd_proxy_of(i));
		for (unsigned axis = 0; axis < 3; axis++)
		{
			float min = (&box->min.x)[axis], max = (&box->max.x)[axis];
			double low = clamped(min > node->low[axis] ? min : node->low[axis]);
			double high = clamped(max < node->high[axis] ? max : node->high[axis]);
			to->low[axis] = to->count == 0 || low < to->low[axis] ? low : to->low[axis];
			to->high[axis] = to->count == 0 || high > to->high[axis] ? high : to->high[axis];
			to->min[axis][to->count] = min;
			to->max[axis][to->count] = max;
		}
		to->count++;
	}
	to->flat = false;
	to->flat = !(measure(to, 0, to->low[0], to->high[0]) > 0);
}

typedef struct plane
{
	float split;
	uint8_t axis;
	double cost;
} plane;

static void try_plane(const sample *from, const kd_node *node, unsigned axis, float split, plane *best)
{
	if (!(split > node->low[axis] && split < node->high[axis]))
		return;
	uint32_t below = 0, above = 0;
	for (uint32_t i = 0; i < from->count; i++)
	{
		below += from->min[axis][i] < split;
		above += from->max[axis][i] >= split;
	}
	// At most a third of the boxes may be in both sides, and each side must have fewer boxes than the node.
	if (below == from->count || above == from->count || below + above > from->count + from->count / 2)
		return;
	double at = (double)split;
	double cost = below * measure(from, axis, from->low[axis], at) + above * measure(from, axis, at, from->high[axis]);
	if (cost < best->cost)
		*best = (plane){.split = split, .axis = (uint8_t)axis, .cost = cost};
}

/// The next float above.
static float next_above(float x)
{
	int32_t bits;
	if (x == 0)
		return 0x1p-149f;
	memcpy(&bits, &x, sizeof bits);
	bits += x > 0 ? 1 : -1;
	memcpy(&x, &bits, sizeof x);
	return x;
}

/// Chooses a plane by the boxes' sides; the cost is the number of boxes on each side times the side's surface. Returns
/// false if no plane is better than none.
static bool choose_plane(const kd_tree *tree, const kd_node *node, const kiln_box_source *source, plane *best)
{
	sample from;
	take_sample(tree, node, source, &from);
	const double whole = from.count * measure(&from, 0, from.low[0], from.high[0]);
	best->cost = whole;
	for (unsigned axis = 0; axis < 3; axis++)
		for (uint32_t i = 0; i < from.count; i++)
		{
			try_plane(&from, node, axis, from.min[axis][i], best);
			if (from.max[axis][i] < FLT_MAX)
				try_plane(&from, node, axis, next_above(from.max[axis][i]), best);
		}
	return best->cost < whole;
}

// --- Dividing ---------------------------------------------------------------------------------------------------------

/// Makes two children without boxes; returns the lower one, or 0 if the pool is empty.
static uint32_t make_children(kd_tree *tree, uint32_t parent, const plane *at)
{
	uint32_t child = tree->node_free;
	if (child != KD_NONE)
		tree->node_free = tree->nodes[child].child;
	else if (tree->node_capacity - tree->node_end >= 2)
	{
		child = tree->node_end;
		tree->node_end += 2;
	}
	else
		return 0;
	kd_node *node = &tree->nodes[parent];
	node->axis = at->axis;
	node->split = at->split;
	for (uint32_t i = 0; i < 2; i++)
	{
		kd_node *made = &tree->nodes[child + i];
		*made = *node;
		made->child = 0;
		made->head = KD_NONE;
		made->count = 0;
		made->try_at = 0;
		made->depth++;
	}
	tree->nodes[child].high[at->axis] = at->split;
	tree->nodes[child + 1].low[at->axis] = at->split;
	node->child = child;
	return child;
}

/// Moves the boxes of a node to its new children. A box that is on both sides and already in the most possible nodes
/// stays.
static void send_down(kd_tree *tree, uint32_t number, const kiln_box_source *source)
{
	const kd_node *node = &tree->nodes[number];
	const uint32_t unlinked = tree->unlinked;
	for (uint32_t reference = node->head; reference != KD_NONE;)
	{
		uint32_t next = tree->references[reference].next, index = kd_proxy_of(reference);
		const kiln_aabb *box = kiln_source_box(source, index);
		bool below = kd_is_below(box, node), above = kd_is_above(box, node);
		if (!below || !above || tree->reference_counts[index] < KD_REFERENCES)
		{
			kilni_kd_unlink(tree, reference);
			kilni_kd_link(tree, reference, node->child + !below);
			if (below && above)
				kilni_kd_link(tree, index * KD_REFERENCES + tree->reference_counts[index]++, node->child + 1);
		}
		reference = next;
	}
	tree->unlinked = unlinked;
}

void kilni_kd_divide(kd_tree *tree, uint32_t leaf, const kiln_box_source *source)
{
	uint32_t stack[KD_DEPTH + 2], depth = 0;
	stack[depth++] = leaf;
	while (depth > 0)
	{
		uint32_t number = stack[--depth];
		kd_node *node = &tree->nodes[number];
		plane best = {0};
		if (node->count <= KD_LEAF || node->depth >= KD_DEPTH)
			continue;
		uint32_t child = choose_plane(tree, node, source, &best) ? make_children(tree, number, &best) : 0;
		if (child == 0)
		{
			node->try_at = 2 * node->count;
			continue;
		}
		send_down(tree, number, source);
		stack[depth++] = child + 1;
		stack[depth++] = child;
	}
}

// --- Joining ----------------------------------------------------------------------------------------------------------

/// Replaces a reference that ends by the proxy's last one.
static void drop_reference(kd_tree *tree, uint32_t reference)
{
	uint32_t index = kd_proxy_of(reference);
	uint32_t last = index * KD_REFERENCES + --tree->reference_counts[index];
	kilni_kd_unlink(tree, reference);
	if (last == reference)
		return;
	uint32_t node = tree->references[last].node;
	kilni_kd_unlink(tree, last);
	kilni_kd_link(tree, reference, node);
}

static bool is_in(const kd_tree *tree, uint32_t index, uint32_t node)
{
	for (uint32_t i = 0; i < tree->reference_counts[index]; i++)
		if (tree->references[index * KD_REFERENCES + i].node == node)
			return true;
	return false;
}

static void take_up(kd_tree *tree, uint32_t parent, uint32_t child)
{
	while (tree->nodes[child].head != KD_NONE)
	{
		uint32_t reference = tree->nodes[child].head;
		if (is_in(tree, kd_proxy_of(reference), parent))
			drop_reference(tree, reference);
		else
		{
			kilni_kd_unlink(tree, reference);
			kilni_kd_link(tree, reference, parent);
		}
	}
}

void kilni_kd_join(kd_tree *tree)
{
	// Children mostly lie behind their parents: going from the end joins whole branches at once.
	for (uint32_t i = tree->node_end; i-- > 0;)
	{
		kd_node *node = &tree->nodes[i];
		uint32_t child = node->child;
		if (!node->used || child == 0 || tree->nodes[child].child != 0 || tree->nodes[child + 1].child != 0 ||
			node->count + tree->nodes[child].count + tree->nodes[child + 1].count > KD_LEAF / 2)
			continue;
		take_up(tree, i, child);
		take_up(tree, i, child + 1);
		node->child = 0;
		node->try_at = 0;
		tree->nodes[child].used = tree->nodes[child + 1].used = false;
		tree->nodes[child].child = tree->node_free;
		tree->node_free = child;
	}
	tree->unlinked = 0;
}
