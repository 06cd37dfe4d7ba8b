// SPDX-License-Identifier: MIT
#include "points.h"

#include "memory.h"

#include <math.h>
#include <stdlib.h>

enum
{
	LEAF = 8,
	LEVELS_MAX = 32,
	/// Rounds of a selection before the range is sorted instead: pivots that halve it take far fewer.
	ROUNDS = 96,
};

/// A point and its coordinate along the axis of a split.
typedef struct item
{
	float key;
	uint32_t point;
} item;

/// A total order.
static bool comes_before(const item *a, const item *b)
{
	return a->key != b->key ? a->key < b->key : a->point < b->point;
}

static int compare_items(const void *left, const void *right)
{
	return comes_before(left, right) ? -1 : comes_before(right, left);
}

/// The middle one of three places.
static uint32_t middle_of(const item *items, uint32_t a, uint32_t b, uint32_t c)
{
	if (comes_before(&items[a], &items[b]))
		return comes_before(&items[b], &items[c]) ? b : comes_before(&items[a], &items[c]) ? c : a;
	return comes_before(&items[a], &items[c]) ? a : comes_before(&items[b], &items[c]) ? c : b;
}

static void exchange(item *a, item *b)
{
	item kept = *a;
	*a = *b;
	*b = kept;
}

/// Divides the items from `low` to before `high`, two or more: items up to the returned place come before all others.
static uint32_t divide(item *items, uint32_t low, uint32_t high)
{
	exchange(&items[low], &items[middle_of(items, low, low + (high - low) / 2, high - 1)]);
	const item pivot = items[low];
	uint32_t i = low, k = high - 1;
	for (;;)
	{
		while (comes_before(&items[i], &pivot))
			++i;
		while (comes_before(&pivot, &items[k]))
			--k;
		if (i >= k)
			return k;
		exchange(&items[i++], &items[k--]);
	}
}

/// Moves the items so that the one that belongs at `place` stands there, all before it come before it, and all behind
/// come after (C. A. R. Hoare 1961, with a limit of rounds).
static void select_item(item *items, uint32_t count, uint32_t place)
{
	uint32_t low = 0, high = count;
	for (int round = 0; high - low > 1; ++round)
	{
		if (round == ROUNDS)
		{
			qsort(items + low, high - low, sizeof *items, compare_items);
			return;
		}
		uint32_t last = divide(items, low, high);
		if (place <= last)
			high = last + 1;
		else
			low = last + 1;
	}
}

static uint32_t longest_axis(const points_node *node)
{
	uint32_t axis = 0;
	for (uint32_t i = 1; i < 3; ++i)
		if (node->max[i] - node->min[i] > node->max[axis] - node->min[axis])
			axis = i;
	return axis;
}

static void fit_box(const points_tree *tree, uint32_t low, uint32_t high, points_node *node)
{
	*node = (points_node){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
	for (uint32_t i = low; i < high; ++i)
		for (int k = 0; k < 3; ++k)
		{
			float x = tree->points[tree->order[i]][k];
			node->min[k] = x < node->min[k] ? x : node->min[k];
			node->max[k] = x > node->max[k] ? x : node->max[k];
		}
}

static void build_node(points_tree *tree, uint32_t number, uint32_t low, uint32_t high, item *items)
{
	points_node *node = &tree->nodes[number];
	fit_box(tree, low, high, node);
	if (2 * (uint64_t)number + 2 >= tree->node_count)
		return;
	uint32_t axis = longest_axis(node), middle = low + (high - low) / 2;
	for (uint32_t i = low; i < high; ++i)
		items[i] = (item){tree->points[tree->order[i]][axis], tree->order[i]};
	if (high > low)
		select_item(items + low, high - low, middle - low);
	for (uint32_t i = low; i < high; ++i)
		tree->order[i] = items[i].point;
	build_node(tree, 2 * number + 1, low, middle, items);
	build_node(tree, 2 * number + 2, middle, high, items);
}

bool points_build(const kilncook_context *context, const float (*points)[3], uint32_t count, points_tree *tree)
{
	*tree = (points_tree){.points = points, .count = count, .node_count = 1};
	while ((count >> tree->levels) > LEAF)
		++tree->levels;
	tree->node_count = (2u << tree->levels) - 1;
	tree->order = cook_alloc(context, count, sizeof *tree->order);
	tree->nodes = cook_alloc(context, tree->node_count, sizeof *tree->nodes);
	item *items = cook_alloc(context, count, sizeof *items);
	bool done = tree->order && tree->nodes && items;
	if (done)
	{
		for (uint32_t i = 0; i < count; ++i)
			tree->order[i] = i;
		build_node(tree, 0, 0, count, items);
	}
	cook_free(context, items, count, sizeof *items);
	if (!done)
		points_free(context, tree);
	return done;
}

void points_free(const kilncook_context *context, points_tree *tree)
{
	cook_free(context, tree->order, tree->count, sizeof *tree->order);
	cook_free(context, tree->nodes, tree->node_count, sizeof *tree->nodes);
	*tree = (points_tree){0};
}

/// A query in the form that the tests of boxes use.
typedef struct prepared
{
	float min[3], max[3]; ///< the box around all that is near, rounded outwards
	double from[3];
	double share[3]; ///< 1 over the way along an axis; 0 where that is hardly any
	double reach;	 ///< with room for the rounding of clipping
	bool box;
} prepared;

static prepared prepare(const points_query *query)
{
	double size = 0;
	for (int k = 0; k < 3; ++k)
		size = fmax(size, fmax(fabs(query->a[k]), fabs(query->b[k])));
	prepared p = {.box = query->box, .reach = query->reach + 0x1p-44 * (size + query->reach)};
	for (int k = 0; k < 3; ++k)
	{
		double way = query->b[k] - query->a[k], more = query->box ? query->reach : p.reach;
		p.from[k] = query->a[k];
		p.share[k] = fabs(way) > p.reach ? 1 / way : 0;
		p.min[k] = nextafterf((float)((way < 0 ? query->b[k] : query->a[k]) - more), -INFINITY);
		p.max[k] = nextafterf((float)((way < 0 ? query->a[k] : query->b[k]) + more), INFINITY);
	}
	return p;
}

/// Whether the segment comes within reach of the box, along each axis.
static bool clips(const prepared *p, const points_node *node)
{
	double enter = 0, leave = 1;
	for (int k = 0; k < 3; ++k)
	{
		if (p->share[k] >= 0 && p->share[k] <= 0)
			continue;
		double t0 = ((double)node->min[k] - p->reach - p->from[k]) * p->share[k];
		double t1 = ((double)node->max[k] + p->reach - p->from[k]) * p->share[k];
		double first = t0 < t1 ? t0 : t1, last = t0 < t1 ? t1 : t0;
		enter = first > enter ? first : enter;
		leave = last < leave ? last : leave;
	}
	return enter <= leave;
}

static bool is_near(const prepared *p, const points_node *node)
{
	for (int k = 0; k < 3; ++k)
		if (node->min[k] > p->max[k] || node->max[k] < p->min[k])
			return false;
	return p->box || clips(p, node);
}

/// Whether a point is in the box around all that is near.
static bool holds(const prepared *p, const float point[3])
{
	for (int k = 0; k < 3; ++k)
		if (point[k] > p->max[k] || point[k] < p->min[k])
			return false;
	return true;
}

bool points_visit(const points_tree *tree, const points_query *query, bool (*visit)(void *user, uint32_t point),
	void *user, uint64_t *work)
{
	struct
	{
		uint32_t node, low, high;
	} stack[LEVELS_MAX + 1];
	const prepared p = prepare(query);
	uint32_t depth = 0;
	stack[depth].node = stack[depth].low = 0;
	stack[depth++].high = tree->count;
	while (depth > 0)
	{
		uint32_t node = stack[--depth].node, low = stack[depth].low, high = stack[depth].high;
		bool leaf = 2 * (uint64_t)node + 2 >= tree->node_count;
		uint64_t cost = 1 + (leaf ? high - low : 0);
		if (*work < cost)
			return *work = 0, false;
		*work -= cost;
		if (!is_near(&p, &tree->nodes[node]))
			continue;
		if (leaf)
		{
			for (uint32_t i = low; i < high; ++i)
				if (holds(&p, tree->points[tree->order[i]]) && !visit(user, tree->order[i]))
					return true;
			continue;
		}
		uint32_t middle = low + (high - low) / 2;
		stack[depth].node = 2 * node + 2;
		stack[depth].low = middle;
		stack[depth++].high = high;
		stack[depth].node = 2 * node + 1;
		stack[depth].low = low;
		stack[depth++].high = middle;
	}
	return true;
}
