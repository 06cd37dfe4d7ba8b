// SPDX-License-Identifier: MIT
#include "wide.h"

#include "memory.h"

#include <float.h>

static float half_area(const build_box *box)
{
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

uint32_t wide_distinct_vertices(
	const uint32_t (*triangles)[3], const uint32_t *primitives, uint32_t count, uint32_t *vertices)
{
	uint32_t local[3 * KILN_LEAF_MAX_TRIANGLES];
	uint32_t *found = vertices ? vertices : local;
	uint32_t found_count = 0;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t vertex = triangles[primitives[i]][k];
			uint32_t j = 0;
			while (j < found_count && found[j] != vertex)
				++j;
			if (j == found_count)
				found[found_count++] = vertex;
		}
	return found_count;
}

/// Whether the subtree's primitives, `count` of them, may share one leaf.
static bool fits_leaf(const build_tree *tree, const wide_rules *rules, uint32_t root, uint32_t count)
{
	if (count > rules->leaf_max)
		return false;
	if (!rules->triangles || 3 * count <= KILN_LEAF_MAX_VERTICES)
		return true;
	uint32_t primitives[KILN_LEAF_MAX_TRIANGLES];
	wide_collect(tree, root, primitives, KILN_LEAF_MAX_TRIANGLES);
	return wide_distinct_vertices(rules->triangles, primitives, count, NULL) <= KILN_LEAF_MAX_VERTICES;
}

/// Costs of a subtree cut into at most i + 1 roots.
typedef struct cut_costs
{
	float cost[KILN_TREE_WIDTH - 1];
} cut_costs;

/// The cheapest way to share `roots` roots between two subtrees; its left share into `left_share`.
static float best_share(const cut_costs *left, const cut_costs *right, uint32_t roots, uint8_t *left_share)
{
	float best = FLT_MAX;
	*left_share = 1;
	for (uint32_t k = 1; k < roots; ++k)
	{
		if (k > KILN_TREE_WIDTH - 1 || roots - k > KILN_TREE_WIDTH - 1)
			continue;
		float cost = left->cost[k - 1] + right->cost[roots - k - 1];
		if (cost < best)
		{
			best = cost;
			*left_share = (uint8_t)k;
		}
	}
	return best;
}

static void plan_inner(wide_plan *plan, const wide_rules *rules, uint32_t index, uint32_t count, cut_costs *costs)
{
	const build_node *node = &plan->tree->nodes[index];
	const cut_costs *left = &costs[node->first];
	const cut_costs *right = &costs[node->first + 1];
	uint8_t *choice = plan->choice[index];
	float area = half_area(&node->box);
	float inner = area + best_share(left, right, KILN_TREE_WIDTH, &choice[KILN_TREE_WIDTH - 1]);
	choice[0] = WIDE_INNER;
	costs[index].cost[0] = inner;
	if (fits_leaf(plan->tree, rules, index, count))
	{
		float leaf = area * (rules->leaf_cost + (float)count * rules->primitive_cost);
		if (leaf <= inner)
		{
			choice[0] = WIDE_LEAF;
			costs[index].cost[0] = leaf;
		}
	}
	for (uint32_t roots = 2; roots < KILN_TREE_WIDTH; ++roots)
	{
		float cost = best_share(left, right, roots, &choice[roots - 1]);
		if (cost < costs[index].cost[roots - 2])
			costs[index].cost[roots - 1] = cost;
		else
		{
			costs[index].cost[roots - 1] = costs[index].cost[roots - 2];
			choice[roots - 1] = 0;
		}
	}
}

kilncook_status wide_plan_make(
	const kilncook_context *context, const build_tree *tree, const wide_rules *rules, wide_plan *plan)
{
	kilncook_status status = KILNCOOK_INTERNAL;
	uint32_t nodes = tree->node_count;
	wide_plan made = {tree, cook_alloc(context, nodes, sizeof *made.choice)};
	cut_costs *costs = cook_alloc(context, nodes, sizeof *costs);
	uint32_t *counts = cook_alloc(context, nodes, sizeof *counts);
	if (made.choice && costs && counts)
	{
		// Children stand behind their parent, so backwards is bottom-up.
		for (uint32_t i = nodes; i-- > 0;)
		{
			const build_node *node = &tree->nodes[i];
			if (node->count == 0)
			{
				counts[i] = counts[node->first] + counts[node->first + 1];
				plan_inner(&made, rules, i, counts[i], costs);
				continue;
			}
			counts[i] = node->count;
			float cost = half_area(&node->box) * (rules->leaf_cost + (float)node->count * rules->primitive_cost);
			for (uint32_t roots = 1; roots < KILN_TREE_WIDTH; ++roots)
				costs[i].cost[roots - 1] = cost;
			for (uint32_t roots = 2; roots <= KILN_TREE_WIDTH; ++roots)
				made.choice[i][roots - 1] = 0;
			made.choice[i][0] = WIDE_LEAF;
		}
		status = KILNCOOK_OK;
	}
	cook_free(context, counts, nodes, sizeof *counts);
	cook_free(context, costs, nodes, sizeof *costs);
	if (status == KILNCOOK_OK)
		*plan = made;
	else
		cook_free(context, made.choice, nodes, sizeof *made.choice);
	return status;
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
	stack[depth++] = (request){nodes[root].first + 1, KILN_TREE_WIDTH - left};
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
