// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

/// A tree over the vertices of a true hull, for supports that are slow to find by climbing from neighbour to neighbour:
/// around the tip of a cone, which is a neighbour of all other vertices, and along the rim of a drum, where each vertex
/// has two neighbours on the rim.

/// Vertices in a box of the lowest level.
#define LEAF 8

/// A node of the tree: box `at`, over the vertices `order[begin]` to `order[end - 1]`.
typedef struct tree_range
{
	uint32_t at;
	uint32_t begin;
	uint32_t end;
} tree_range;

static bool comes_behind(const simplify_tree *tree, uint32_t a, uint32_t b, int axis)
{
	double x = tree->points[a][axis], y = tree->points[b][axis];
	return x > y || (x == y && a > b);
}

static void swap(uint32_t *order, uint32_t a, uint32_t b)
{
	uint32_t item = order[a];
	order[a] = order[b];
	order[b] = item;
}

/// Moves the points that come first along an axis to the first `half` places (Hoare 1961, find).
static void divide(const simplify_tree *tree, uint32_t *order, uint32_t count, uint32_t half, int axis)
{
	uint32_t random = 1;
	for (uint32_t begin = 0, end = count; end - begin > 1;)
	{
		// Any other choice takes quadratic time for points in some order, as along a rim.
		random = random * 1664525u + 1013904223u;
		uint32_t pivot = order[begin + (random >> 8) % (end - begin)], low = begin, high = end - 1;
		while (low <= high)
		{
			while (comes_behind(tree, pivot, order[low], axis))
				++low;
			while (comes_behind(tree, order[high], pivot, axis))
				--high;
			if (low > high)
				break;
			swap(order, low++, high);
			if (high == 0)
				break;
			--high;
		}
		if (half <= high)
			end = high + 1;
		else if (half >= low)
			begin = low;
		else
			return;
	}
}

static simplify_tree_box bound(const simplify_tree *tree, tree_range range)
{
	simplify_tree_box box;
	for (uint32_t i = range.begin; i < range.end; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double x = tree->points[tree->order[i]][k];
			box.low[k] = i == range.begin || x < box.low[k] ? x : box.low[k];
			box.high[k] = i == range.begin || x > box.high[k] ? x : box.high[k];
		}
	return box;
}

static tree_range half_of(tree_range range, uint32_t half)
{
	uint32_t middle = range.begin + (range.end - range.begin) / 2;
	return (tree_range){2 * range.at + half, half ? middle : range.begin, half ? range.end : middle};
}

bool simplify_tree_create(
	const kilncook_context *context, const double (*points)[3], uint32_t count, uint64_t *looks, simplify_tree *tree)
{
	*tree = (simplify_tree){.points = points, .count = count, .looks = looks, .box_count = 2};
	for (uint32_t most = count; most > LEAF; most -= most / 2)
		tree->box_count *= 2;
	tree->order = cook_alloc(context, count, sizeof *tree->order);
	tree->boxes = cook_alloc(context, tree->box_count, sizeof *tree->boxes);
	if (!tree->order || !tree->boxes)
	{
		simplify_tree_free(context, tree);
		return false;
	}
	for (uint32_t i = 0; i < count; ++i)
		tree->order[i] = i;
	tree_range stack[SIMPLIFY_TREE_DEPTH];
	uint32_t depth = 0;
	stack[depth++] = (tree_range){1, 0, count};
	while (depth)
	{
		tree_range range = stack[--depth];
		simplify_tree_box box = bound(tree, range);
		tree->boxes[range.at] = box;
		if (range.end - range.begin <= LEAF)
			continue;
		int axis = 0;
		for (int k = 1; k < 3; ++k)
			axis = box.high[k] - box.low[k] > box.high[axis] - box.low[axis] ? k : axis;
		divide(tree, tree->order + range.begin, range.end - range.begin, (range.end - range.begin) / 2, axis);
		stack[depth++] = half_of(range, 0);
		stack[depth++] = half_of(range, 1);
	}
	return true;
}

void simplify_tree_free(const kilncook_context *context, simplify_tree *tree)
{
	cook_free(context, tree->order, tree->count, sizeof *tree->order);
	cook_free(context, tree->boxes, tree->box_count, sizeof *tree->boxes);
	*tree = (simplify_tree){0};
}

/// Returns an upper bound of the products of a box's vertices: rounding never reverses an order.
static double most_of(const simplify_tree_box *box, const double direction[3])
{
	double far[3];
	for (int k = 0; k < 3; ++k)
		far[k] = direction[k] > 0 ? box->high[k] : box->low[k];
	return simplify_dot(far, direction);
}

uint32_t simplify_tree_support(const simplify_tree *tree, const double direction[3], uint32_t start)
{
	double best = simplify_dot(tree->points[start], direction);
	tree_range stack[SIMPLIFY_TREE_DEPTH];
	uint32_t depth = 0;
	stack[depth++] = (tree_range){1, 0, tree->count};
	while (depth)
	{
		tree_range range = stack[--depth];
		++*tree->looks;
		if (!(most_of(&tree->boxes[range.at], direction) > best))
			continue;
		if (range.end - range.begin > LEAF)
		{
			// The half with the larger bound is visited first.
			tree_range halves[2] = {half_of(range, 0), half_of(range, 1)};
			bool swap = most_of(&tree->boxes[halves[0].at], direction) > most_of(&tree->boxes[halves[1].at], direction);
			stack[depth++] = halves[swap ? 1 : 0];
			stack[depth++] = halves[swap ? 0 : 1];
			continue;
		}
		*tree->looks += range.end - range.begin;
		for (uint32_t i = range.begin; i < range.end; ++i)
		{
			double value = simplify_dot(tree->points[tree->order[i]], direction);
			if (value > best)
				best = value, start = tree->order[i];
		}
	}
	return start;
}
