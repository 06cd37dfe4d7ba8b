// SPDX-License-Identifier: MIT
#include "wide.h"

#include "memory.h"

#include <string.h>

/// Returns the area that determines a node's cost.
static float area_of(const build_tree *tree, const wide_rules *rules, uint32_t index)
{
	if (rules->areas)
		return rules->areas[index];
	const build_box *box = &tree->nodes[index].box;
	float x = box->max[0] - box->min[0];
	float y = box->max[1] - box->min[1];
	float z = box->max[2] - box->min[2];
	return x * y + y * z + z * x;
}

uint32_t wide_collect(const build_tree *tree, uint32_t root, uint32_t *primitives, uint32_t capacity)
{
	uint32_t stack[BUILD_MAX_DEPTH + 1];
	uint32_t depth = 0, count = 0;
	stack[depth++] = root;
	while (depth)
	{
		const build_node *node = &tree->nodes[stack[--depth]];
		if (node->count == 0)
		{
			stack[depth++] = node->first + 1;
			stack[depth++] = node->first;
			continue;
		}
		for (uint32_t i = 0; i < node->count; ++i, ++count)
			if (count < capacity)
				primitives[count] = tree->order[node->first + i];
	}
	return count;
}

uint32_t wide_number_vertices(const uint32_t (*triangles)[3], const uint32_t *primitives, uint32_t count,
	uint32_t *vertices, uint8_t (*corners)[3])
{
	// Neighbours' numbers are close to each other, so that their lowest bits nearly always differ.
	uint8_t slots[64] = {0}; // number + 1 of the last vertex with these bits
	uint32_t found = 0;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t vertex = triangles[primitives[i]][k];
			uint8_t *slot = &slots[vertex % 64];
			// Written unconditionally: a branch on whether a vertex is new would be mispredicted.
			vertices[found] = vertex;
			uint32_t number = *slot ? *slot - 1u : found;
			if (vertices[number] != vertex)
				for (number = 0; vertices[number] != vertex;)
					++number;
			*slot = (uint8_t)(number + 1);
			found += number == found;
			corners[i][k] = (uint8_t)number;
		}
	return found;
}

uint32_t wide_distinct_vertices(
	const uint32_t (*triangles)[3], const uint32_t *primitives, uint32_t count, uint32_t *vertices)
{
	uint32_t local[3 * KILN_LEAF_TRIANGLES_MAX];
	uint8_t corners[KILN_LEAF_TRIANGLES_MAX][3];
	return wide_number_vertices(triangles, primitives, count, vertices ? vertices : local, corners);
}

/// Whether the subtree's primitives, `count` of them, may share one leaf.
static bool fits_leaf(const build_tree *tree, const wide_rules *rules, uint32_t root, uint32_t count)
{
	if (count > rules->leaf_max)
		return false;
	if (!rules->triangles || 3 * count <= KILN_LEAF_VERTICES_MAX)
		return true;
	uint32_t primitives[KILN_LEAF_TRIANGLES_MAX];
	wide_collect(tree, root, primitives, KILN_LEAF_TRIANGLES_MAX);
	return wide_distinct_vertices(rules->triangles, primitives, count, NULL) <= KILN_LEAF_VERTICES_MAX;
}

enum
{
	/// A subtree is cut into at most so many roots, of nodes of full width.
	ROOTS = KILN_TREE_WIDTH - 1,
	/// The distance, in nodes, of prefetches.
	PREFETCH = 32,
};

/// The results for a subtree.
typedef struct cut_costs
{
	float cost[ROOTS]; ///< cut into at most i + 1 roots
	uint16_t count;	   ///< primitives, up to the limit that matters
	uint16_t roots;	   ///< the most roots that the subtree can be cut into, up to the limit that matters; allowing more
					   ///< costs the same
} cut_costs;

static inline uint16_t at_most(uint32_t value, uint32_t limit)
{
	return (uint16_t)(value < limit ? value : limit);
}

/// Finds the cheapest way to divide `roots` roots between two subtrees; `left_share` gets the left one's number.
static inline float best_share(const cut_costs *left, const cut_costs *right, uint32_t roots, uint8_t *left_share)
{
	uint32_t share = 1;
	uint32_t last = left->roots < roots - 1 ? left->roots : roots - 1;
	float best = left->cost[share - 1] + right->cost[roots - share - 1];
	for (uint32_t k = share + 1; k <= last; ++k)
	{
		float cost = left->cost[k - 1] + right->cost[roots - k - 1];
		share = cost < best ? k : share;
		best = cost < best ? cost : best;
	}
	*left_share = (uint8_t)share;
	return best;
}

static void plan_inner(const wide_plan *plan, const wide_rules *rules, uint32_t index, cut_costs *costs)
{
	const build_node *node = &plan->tree->nodes[index];
	const cut_costs *left = &costs[node->first];
	const cut_costs *right = &costs[node->first + 1];
	cut_costs own;
	uint8_t *choice = plan->choice[index];
	uint32_t count = (uint32_t)left->count + right->count;
	own.count = at_most(count, KILN_LEAF_TRIANGLES_MAX + 1);
	own.roots = at_most((uint32_t)left->roots + right->roots, ROOTS);
	float area = area_of(plan->tree, rules, index);
	float inner = area + best_share(left, right, plan->width, &choice[KILN_TREE_WIDTH - 1]);
	choice[0] = WIDE_INNER;
	own.cost[0] = inner;
	if (fits_leaf(plan->tree, rules, index, count))
	{
		float leaf = area * (rules->leaf_cost + (float)count * rules->primitive_cost);
		if (leaf <= inner)
		{
			choice[0] = WIDE_LEAF;
			own.cost[0] = leaf;
		}
	}
	for (uint32_t roots = 2; roots <= ROOTS; ++roots)
	{
		float before = own.cost[roots - 2];
		float cost = roots > own.roots ? before : best_share(left, right, roots, &choice[roots - 1]);
		own.cost[roots - 1] = cost < before ? cost : before;
		choice[roots - 1] = cost < before ? choice[roots - 1] : 0;
	}
	costs[index] = own;
}

static void plan_leaf(const wide_plan *plan, const wide_rules *rules, uint32_t index, cut_costs *costs)
{
	const build_node *node = &plan->tree->nodes[index];
	float visit = rules->leaf_cost + (float)node->count * rules->primitive_cost;
	float cost = area_of(plan->tree, rules, index) * visit;
	for (uint32_t roots = 1; roots <= ROOTS; ++roots)
		costs[index].cost[roots - 1] = cost;
	costs[index].count = at_most(node->count, KILN_LEAF_TRIANGLES_MAX + 1);
	costs[index].roots = 1;
	memset(plan->choice[index], 0, sizeof plan->choice[index]);
	plan->choice[index][0] = WIDE_LEAF;
}

/// Prefetches the triangles of a later leaf, whose ancestors will compare its vertices.
static void prefetch_triangles(const build_tree *tree, const wide_rules *rules, uint32_t index)
{
	const build_node *node = &tree->nodes[index];
	for (uint32_t i = 0; i < node->count; ++i)
		cook_prefetch(rules->triangles[tree->order[node->first + i]]);
}

kilncook_status wide_plan_make(
	const kilncook_context *context, const build_tree *tree, const wide_rules *rules, wide_plan *plan)
{
	uint32_t nodes = tree->node_count;
	wide_plan made = {.tree = tree, .width = rules->width ? rules->width : KILN_TREE_WIDTH};
	made.choice = cook_alloc(context, nodes, sizeof *made.choice);
	cut_costs *costs = cook_alloc_whole(context, nodes, sizeof *costs);
	if (!made.choice || !costs)
	{
		cook_free(context, made.choice, nodes, sizeof *made.choice);
		cook_free(context, costs, nodes, sizeof *costs);
		return KILNCOOK_INTERNAL;
	}
	// Children follow their parent, so backwards is bottom-up.
	for (uint32_t i = nodes; i-- > 0;)
	{
		if (rules->triangles && i >= PREFETCH)
			prefetch_triangles(tree, rules, i - PREFETCH);
		if (tree->nodes[i].count == 0)
			plan_inner(&made, rules, i, costs);
		else
			plan_leaf(&made, rules, i, costs);
	}
	cook_free(context, costs, nodes, sizeof *costs);
	*plan = made;
	return KILNCOOK_OK;
}

void wide_plan_free(const kilncook_context *context, wide_plan *plan)
{
	if (plan->choice)
		cook_free(context, plan->choice, plan->tree->node_count, sizeof *plan->choice);
	*plan = (wide_plan){0};
}

uint32_t wide_children(const wide_plan *plan, uint32_t root, uint32_t children[KILN_TREE_WIDTH])
{
	typedef struct request
	{
		uint32_t node;
		uint32_t roots;
	} request;
	const build_node *nodes = plan->tree->nodes;
	if (plan->choice[root][0] == WIDE_LEAF)
	{
		children[0] = root;
		return 1;
	}
	request stack[KILN_TREE_WIDTH];
	uint32_t depth = 0, count = 0;
	uint32_t left = plan->choice[root][KILN_TREE_WIDTH - 1];
	stack[depth++] = (request){nodes[root].first + 1, plan->width - left};
	stack[depth++] = (request){nodes[root].first, left};
	while (depth)
	{
		request r = stack[--depth];
		while (r.roots > 1 && plan->choice[r.node][r.roots - 1] == 0)
			--r.roots;
		if (r.roots == 1)
		{
			children[count++] = r.node;
			continue;
		}
		left = plan->choice[r.node][r.roots - 1];
		stack[depth++] = (request){nodes[r.node].first + 1, r.roots - left};
		stack[depth++] = (request){nodes[r.node].first, left};
	}
	return count;
}
