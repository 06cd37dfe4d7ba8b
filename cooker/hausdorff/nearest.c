// SPDX-License-Identifier: MIT
#include "nearest.h"

#include "memory.h"

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

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Squared length of from + s u + t v.
static double length2(const double from[3], double s, const double u[3], double t, const double v[3])
{
	double x = from[0] + s * u[0] + t * v[0], y = from[1] + s * u[1] + t * v[1], z = from[2] + s * u[2] + t * v[2];
	return x * x + y * y + z * z;
}

static double share(double part, double whole)
{
	double t = whole > 0 ? part / whole : 0;
	return t < 0 ? 0 : t > 1 ? 1 : t;
}

/// The triangle seen from the point: its first corner, and its edges from there.
typedef struct seen
{
	double a[3], ab[3], ac[3];
} seen;

static seen look(const float corners[3][3], const double p[3])
{
	seen s;
	for (int k = 0; k < 3; ++k)
	{
		s.a[k] = (double)corners[0][k] - p[k];
		s.ab[k] = (double)corners[1][k] - (double)corners[0][k];
		s.ac[k] = (double)corners[2][k] - (double)corners[0][k];
	}
	return s;
}

/// The distance of the nearest edge or corner.
static double edges2(const seen *s)
{
	double b[3], c[3], bc[3], least = dot(s->a, s->a);
	for (int k = 0; k < 3; ++k)
	{
		b[k] = s->a[k] + s->ab[k];
		c[k] = s->a[k] + s->ac[k];
		bc[k] = s->ac[k] - s->ab[k];
	}
	double ab = length2(s->a, share(-dot(s->a, s->ab), dot(s->ab, s->ab)), s->ab, 0, s->ab);
	double ac = length2(s->a, share(-dot(s->a, s->ac), dot(s->ac, s->ac)), s->ac, 0, s->ac);
	double third = length2(b, share(-dot(b, bc), dot(bc, bc)), bc, 0, bc);
	double corner = dot(c, c);
	least = ab < least ? ab : least;
	least = ac < least ? ac : least;
	least = third < least ? third : least;
	return corner < least ? corner : least;
}

/// By the region of the plane in which the foot of the point lies (Ericson 2005, 5.1.5). The shares are clamped, so that the
/// point that is taken lies in the triangle however the regions are rounded.
static double regions2(const seen *s, double bb, double bc, double cc)
{
	double d1 = -dot(s->a, s->ab), d2 = -dot(s->a, s->ac);
	double d3 = d1 - bb, d4 = d2 - bc, d5 = d1 - bc, d6 = d2 - cc;
	if (d1 <= 0 && d2 <= 0)
		return dot(s->a, s->a);
	if (d3 >= 0 && d4 <= d3)
		return length2(s->a, 1, s->ab, 0, s->ac);
	double vc = d1 * d4 - d3 * d2;
	if (vc <= 0 && d1 >= 0 && d3 <= 0)
		return length2(s->a, share(d1, d1 - d3), s->ab, 0, s->ac);
	if (d6 >= 0 && d5 <= d6)
		return length2(s->a, 0, s->ab, 1, s->ac);
	double vb = d5 * d2 - d1 * d6;
	if (vb <= 0 && d2 >= 0 && d6 <= 0)
		return length2(s->a, 0, s->ab, share(d2, d2 - d6), s->ac);
	double va = d3 * d6 - d5 * d4;
	if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
	{
		double t = share(d4 - d3, (d4 - d3) + (d5 - d6));
		return length2(s->a, 1 - t, s->ab, t, s->ac);
	}
	double sum = va + vb + vc, v = share(vb, sum), w = share(vc, sum);
	return length2(s->a, v, s->ab, w > 1 - v ? 1 - v : w, s->ac);
}

/// Where the angle at the first corner has a smaller squared sine, rounding may choose a region that is far from the foot.
#define FLAT 0x1p-40

static double distance2(const seen *s)
{
	double bb = dot(s->ab, s->ab), bc = dot(s->ab, s->ac), cc = dot(s->ac, s->ac);
	double least = regions2(s, bb, bc, cc);
	if (bb * cc - bc * bc > FLAT * bb * cc)
		return least;
	double edges = edges2(s);
	return edges < least ? edges : least;
}

double nearest_corners2(const float corners[3][3], const double p[3])
{
	seen s = look(corners, p);
	return distance2(&s);
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

/// What the rounding of distance2 depends on.
typedef struct flatness
{
	double longest; ///< edge
	double height;	///< over the longest edge, at least
	double flat;	///< longest edge by height, at least
} flatness;

static flatness flatness_of(const seen *s)
{
	double n[3] = {s->ab[1] * s->ac[2] - s->ab[2] * s->ac[1], s->ab[2] * s->ac[0] - s->ab[0] * s->ac[2],
		s->ab[0] * s->ac[1] - s->ab[1] * s->ac[0]};
	double bb = dot(s->ab, s->ab), cc = dot(s->ac, s->ac), area = sqrt(dot(n, n));
	double longest2 = bb > cc ? bb : cc;
	double other2 = length2(s->ab, -1, s->ac, 0, s->ac);
	longest2 = other2 > longest2 ? other2 : longest2;
	double longest = sqrt(longest2);
	return (flatness){longest, (area + 0x1p-50 * longest2) / longest, area > 0 ? longest2 / area : 0x1p60};
}

/// How far rounding moves the foot of a point that is within `reach` of the first corner.
static double excess_within(const flatness *f, double reach)
{
	return 0x1p-46 * (reach + f->longest) * ((reach + f->longest) / f->longest) * f->flat * f->flat;
}

/// Bounds how far the distance that distance2 computes exceeds the true one. The foot's shares are wrong by the rounding of the
/// plane's normal; but no point of the triangle is farther from its longest edge than the height.
static double excess(const seen *s)
{
	const flatness f = flatness_of(s);
	const double wrong = excess_within(&f, sqrt(dot(s->a, s->a)));
	return wrong < f.height ? wrong : f.height;
}

double nearest_excess(const nearest_tree *tree, double reach)
{
	double most = 0;
	for (uint32_t i = 0; i < tree->count; ++i)
	{
		const double corner[3] = {
			(double)tree->corners[i][0][0], (double)tree->corners[i][0][1], (double)tree->corners[i][0][2]};
		const seen s = look((const float(*)[3])tree->corners[i], corner);
		const flatness f = flatness_of(&s);
		// A wrong region, which edges do not make good here, may be as far as the foot's shares are wrong; not only as the height.
		const double wrong = excess_within(&f, reach);
		most = wrong > most ? wrong : most;
	}
	return most;
}

/// The distance of the nearest edge or corner, or of the foot, whatever rounding says about regions.
static double least2(const seen *s)
{
	double foot = distance2(s), edges = edges2(s);
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
			seen s = look((const float(*)[3])tree->corners[i], p);
			double d = sqrt(least2(&s)) - excess(&s);
			least = d < least ? d : least;
		}
	}
	return least > 0 ? least : 0;
}
