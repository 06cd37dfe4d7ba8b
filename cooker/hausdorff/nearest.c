// SPDX-License-Identifier: MIT
#include "nearest.h"

#include "memory.h"
#include "point_triangle.h"

#include <math.h>
#include <string.h>

#define LEAF 4

/// Nodes wait for each level of the tree.
#define STACK (BUILD_MAX_DEPTH + 2)

bool nearest_build(
	const kilncook_context *context, const hausdorff_surface *surface, uint32_t threads, nearest_tree *out)
{
	const build_input input = {
		.count = surface->triangle_count, .triangles = surface->triangles, .vertices = surface->vertices};
	const build_options options = {.leaf_size = LEAF, .block = 1, .threads = threads};
	*out = (nearest_tree){.count = surface->triangle_count};
	if (build_tree_build(context, &input, &options, &out->tree) != KILNCOOK_OK)
		return false;
	out->corners = cook_alloc(context, out->count, sizeof *out->corners);
	out->numbers = cook_alloc(context, out->count, sizeof *out->numbers);
	if (!out->corners || !out->numbers)
	{
		nearest_free(context, out);
		return false;
	}
	for (uint32_t i = 0; i < out->count; ++i)
	{
		uint32_t number = out->tree.order[i];
		out->numbers[number] = i;
		for (int k = 0; k < 3; ++k)
			memcpy(out->corners[i][k], surface->vertices[surface->triangles[number][k]], sizeof out->corners[i][k]);
	}
	return true;
}

void nearest_free(const kilncook_context *context, nearest_tree *tree)
{
	build_tree_free(context, &tree->tree);
	cook_free(context, tree->corners, tree->count, sizeof *tree->corners);
	cook_free(context, tree->numbers, tree->count, sizeof *tree->numbers);
	*tree = (nearest_tree){0};
}

double nearest_corners2(const float corners[3][3], const double p[3])
{
	const hausdorff_edges e = hausdorff_edges_of(corners);
	double a[3];
	hausdorff_way(corners, p, a);
	return hausdorff_distance2(&e, a);
}

double nearest_triangle2(const nearest_tree *tree, uint32_t triangle, const double p[3])
{
	return nearest_corners2((const float(*)[3])tree->corners[triangle], p);
}

static double box2(const build_box *box, const double p[3])
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = (double)box->min[k] - p[k], high = p[k] - (double)box->max[k];
		double d = low > high ? low : high;
		sum += d > 0 ? d * d : 0;
	}
	return sum;
}

/// A node that waits, with the squared distance of its box.
typedef struct waiting
{
	double distance2;
	uint32_t node;
} waiting;

/// Replaces an inner node by its children, the nearer one on top.
static uint32_t push_children(
	const nearest_tree *tree, const build_node *node, const double p[3], double best2, waiting *stack, uint32_t depth)
{
	waiting near = {box2(&tree->tree.nodes[node->first].box, p), node->first};
	waiting far = {box2(&tree->tree.nodes[node->first + 1].box, p), node->first + 1};
	if (far.distance2 < near.distance2)
	{
		waiting swap = near;
		near = far;
		far = swap;
	}
	if (far.distance2 < best2)
		stack[depth++] = far;
	if (near.distance2 < best2)
		stack[depth++] = near;
	return depth;
}

/// Searches below one node. `*best2` is the squared distance of `*triangle`.
static void find_below(nearest_tree *tree, waiting from, const double p[3], double *best2, uint32_t *triangle)
{
	waiting stack[STACK];
	uint32_t depth = 0;
	stack[depth++] = from;
	while (depth > 0 && *best2 > 0 && tree->visits > 0)
	{
		waiting next = stack[--depth];
		const build_node *node = &tree->tree.nodes[next.node];
		--tree->visits;
		if (next.distance2 >= *best2)
			continue;
		if (!node->count)
		{
			depth = push_children(tree, node, p, *best2, stack, depth);
			continue;
		}
		for (uint32_t i = node->first; i < node->first + node->count; ++i)
		{
			double d2 = nearest_triangle2(tree, i, p);
			if (d2 < *best2)
			{
				*best2 = d2;
				*triangle = i;
			}
		}
	}
}

double nearest_find(nearest_tree *tree, const double p[3], uint32_t *triangle)
{
	double best2 = nearest_triangle2(tree, *triangle, p);
	find_below(tree, (waiting){0, 0}, p, &best2, triangle);
	return best2;
}

double nearest_find_below(nearest_tree *tree, const nearest_front *front, const double p[3], uint32_t *triangle)
{
	double best2 = nearest_triangle2(tree, *triangle, p);
	for (uint32_t i = 0; i < front->count; ++i)
	{
		const waiting from = {box2(&tree->tree.nodes[front->nodes[i]].box, p), front->nodes[i]};
		if (from.distance2 < best2)
			find_below(tree, from, p, &best2, triangle);
	}
	return best2;
}

void nearest_front_all(nearest_front *front)
{
	front->nodes[0] = 0;
	front->count = 1;
}

static bool is_longer(const build_box *box, double size)
{
	return (double)box->max[0] - (double)box->min[0] > size || (double)box->max[1] - (double)box->min[1] > size ||
		   (double)box->max[2] - (double)box->min[2] > size;
}

void nearest_front_near(const nearest_tree *tree, const nearest_front *from, const double p[3], double reach,
	double size, nearest_front *front)
{
	const build_node *nodes = tree->tree.nodes;
	const double reach2 = reach * reach * (1 + 0x1p-40);
	front->count = 0;
	for (uint32_t i = 0; i < from->count; ++i)
	{
		// What has not been seen yet and what waits fill at most the front: each node may need its place there.
		const uint32_t most = NEAREST_FRONT_MAX - front->count - (from->count - 1 - i);
		uint32_t stack[NEAREST_FRONT_MAX], depth = 0;
		stack[depth++] = from->nodes[i];
		for (uint32_t kept = 0; depth > 0;)
		{
			const build_node *node = &nodes[stack[--depth]];
			if (box2(&node->box, p) > reach2)
				continue;
			if (!node->count && kept + depth + 2 <= most && is_longer(&node->box, size))
			{
				stack[depth++] = node->first + 1;
				stack[depth++] = node->first;
				continue;
			}
			front->nodes[front->count++] = (uint32_t)(node - nodes);
			++kept;
		}
	}
}

/// What the rounding of hausdorff_distance2 depends on.
typedef struct flatness
{
	double longest; ///< edge
	double height;	///< over the longest edge, at least
	double flat;	///< longest edge by height, at least
} flatness;

static flatness flatness_of(const hausdorff_edges *e)
{
	double n[3] = {e->ab[1] * e->ac[2] - e->ab[2] * e->ac[1], e->ab[2] * e->ac[0] - e->ab[0] * e->ac[2],
		e->ab[0] * e->ac[1] - e->ab[1] * e->ac[0]};
	double area = sqrt(hausdorff_dot(n, n)), longest2 = e->bb > e->cc ? e->bb : e->cc;
	double other2 = hausdorff_length2(e->ab, -1, e->ac, 0, e->ac);
	longest2 = other2 > longest2 ? other2 : longest2;
	double longest = sqrt(longest2);
	return (flatness){longest, (area + 0x1p-50 * longest2) / longest, area > 0 ? longest2 / area : 0x1p60};
}

/// How far rounding moves the foot of a point that is within `reach` of the first corner.
static double excess_within(const flatness *f, double reach)
{
	return 0x1p-46 * (reach + f->longest) * ((reach + f->longest) / f->longest) * f->flat * f->flat;
}

/// Bounds how far the distance that hausdorff_distance2 computes exceeds the true one. The foot's shares are wrong by the rounding of the
/// plane's normal; but no point of the triangle is farther from its longest edge than the height.
static double excess(const hausdorff_edges *e, const double a[3])
{
	const flatness f = flatness_of(e);
	const double wrong = excess_within(&f, sqrt(hausdorff_dot(a, a)));
	return wrong < f.height ? wrong : f.height;
}

double nearest_excess(const nearest_tree *tree, double reach)
{
	double most = 0;
	for (uint32_t i = 0; i < tree->count; ++i)
	{
		const hausdorff_edges e = hausdorff_edges_of((const float(*)[3])tree->corners[i]);
		const flatness f = flatness_of(&e);
		// A wrong region, which edges do not make good here, may be as far as the foot's shares are wrong; not only as the height.
		const double wrong = excess_within(&f, reach);
		most = wrong > most ? wrong : most;
	}
	return most;
}

/// The distance of the nearest edge or corner, or of the foot, whatever rounding says about regions.
static double least2(const hausdorff_edges *e, const double a[3])
{
	double foot = hausdorff_distance2(e, a), edges = hausdorff_edges2(e, a);
	return edges < foot ? edges : foot;
}

double nearest_certain(nearest_tree *tree, const double p[3], double distance)
{
	waiting stack[STACK];
	uint32_t depth = 0;
	double least = distance;
	stack[depth++] = (waiting){0, 0};
	while (depth > 0 && least > 0)
	{
		waiting next = stack[--depth];
		const build_node *node = &tree->tree.nodes[next.node];
		if (tree->visits == 0)
			return 0;
		--tree->visits;
		if (next.distance2 >= least * least)
			continue;
		if (!node->count)
		{
			depth = push_children(tree, node, p, (double)INFINITY, stack, depth);
			continue;
		}
		for (uint32_t i = node->first; i < node->first + node->count; ++i)
		{
			const hausdorff_edges e = hausdorff_edges_of((const float(*)[3])tree->corners[i]);
			double a[3];
			hausdorff_way((const float(*)[3])tree->corners[i], p, a);
			double d = sqrt(least2(&e, a)) - excess(&e, a);
			least = d < least ? d : least;
		}
	}
	return least > 0 ? least : 0;
}

/// Whether a ray upwards from a point meets a box.
static bool is_above(const build_box *box, const double p[3])
{
	for (int k = 0; k < 2; ++k)
		if (p[k] < (double)box->min[k] || p[k] > (double)box->max[k])
			return false;
	return p[2] <= (double)box->max[2];
}

int64_t nearest_winding(const nearest_tree *tree, const double p[3], nearest_crossing *crossing, const void *user)
{
	uint32_t stack[STACK], depth = 0;
	int64_t winding = 0;
	stack[depth++] = 0;
	while (depth > 0)
	{
		const build_node *node = &tree->tree.nodes[stack[--depth]];
		if (!is_above(&node->box, p))
			continue;
		if (!node->count)
		{
			stack[depth++] = node->first;
			stack[depth++] = node->first + 1;
			continue;
		}
		for (uint32_t i = node->first; i < node->first + node->count; ++i)
			winding += crossing((const float(*)[3])tree->corners[i], p, user);
	}
	return winding;
}
