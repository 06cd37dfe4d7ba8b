// SPDX-License-Identifier: MIT
#include "kiln/walk.h"
#include "math/rounding.h"
#include "math/slab.h"

/// Rays and segments through k-d trees.

/// At most eight cells meet at a point; for each of their ancestors one child may wait.
#define WAITING_MOST (8 * (KILN_KD_DEPTH_MAX + 1))

typedef struct waiting
{
	kiln_span time;
	uint32_t node;
} waiting;

typedef struct kd_walk
{
	const kiln_kd_tree *tree;
	double from[3], way[3];
	double t_max;				 ///< decreases as the caller answers
	waiting queue[WAITING_MOST]; ///< the earliest last
	uint32_t count;
} kd_walk;

static bool put(kd_walk *walk, uint32_t node, kiln_span time)
{
	if (!(time.enter <= time.leave))
		return true;
	if (walk->count == WAITING_MOST)
		return false;
	uint32_t to = walk->count++;
	for (; to > 0 && walk->queue[to - 1].time.enter < time.enter; to--)
		walk->queue[to] = walk->queue[to - 1];
	walk->queue[to] = (waiting){.time = time, .node = node};
	return true;
}

static bool is_node(const kiln_kd_tree *tree, uint32_t number)
{
	const kiln_kd_node *node = &tree->nodes[number];
	return node->axis == KILN_KD_LEAF || (node->axis < KILN_KD_LEAF && node->child > number &&
											 node->child < tree->node_count - 1 && kiln_float_finite(node->split));
}

/// Queues the sides of a node's plane that the ray touches; the near side is taken first.
static bool put_sides(kd_walk *walk, const waiting *at)
{
	const kiln_kd_node *node = &walk->tree->nodes[at->node];
	const double way = walk->way[node->axis], gap = (double)node->split - walk->from[node->axis];
	if (way == 0)
		return (gap > 0 || put(walk, node->child + 1, at->time)) && (gap < 0 || put(walk, node->child, at->time));
	// The difference and the quotient each have a relative error of 2^-53.
	const double t = gap / way, margin = 0x1p-50 * kiln_double_abs(t);
	const kiln_span near = {.enter = at->time.enter, .leave = kiln_double_min(at->time.leave, t + margin)};
	const kiln_span far = {.enter = kiln_double_max(at->time.enter, t - margin), .leave = at->time.leave};
	return put(walk, node->child + (way > 0), far) && put(walk, node->child + (way < 0), near);
}

static kiln_status walk_on(kd_walk *walk, kiln_visit_kd_leaf *visit, void *user)
{
	// If nodes share children, the walk would take more nodes than the tree has.
	uint32_t taken = 0;
	while (walk->count > 0)
	{
		const waiting next = walk->queue[--walk->count];
		if (next.time.enter > walk->t_max)
			break;
		if (!is_node(walk->tree, next.node) || taken++ == walk->tree->node_count)
			return KILN_E_TREE;
		if (walk->tree->nodes[next.node].axis != KILN_KD_LEAF)
		{
			if (!put_sides(walk, &next))
				return KILN_E_CAPACITY;
			continue;
		}
		const float enter = kiln_float_down(next.time.enter);
		const kiln_walk_leaf leaf = {
			.node = next.node, .enter = enter > 0 ? enter : 0, .leave = kiln_float_up(next.time.leave)};
		const float more = visit(user, &leaf);
		if (!(more >= 0))
			break;
		walk->t_max = kiln_double_min(walk->t_max, (double)more);
	}
	return KILN_OK;
}

/// Begins with the time in the tree's bounds.
static kiln_status begin(kd_walk *walk, const kiln_kd_tree *tree, kiln_visit_kd_leaf *visit, void *user)
{
	const float *min = &tree->bounds.min.x, *max = &tree->bounds.max.x;
	kiln_span time = {.enter = 0, .leave = walk->t_max};
	walk->tree = tree;
	walk->count = 0;
	if (tree->node_count == 0)
		return KILN_OK;
	for (unsigned i = 0; i < 3; i++)
		if (!kiln_span_clip(&time, (double)min[i] - walk->from[i], (double)max[i] - walk->from[i], walk->way[i]))
			return KILN_OK;
	put(walk, 0, time);
	return walk_on(walk, visit, user);
}

static bool usable(const kiln_kd_tree *tree)
{
	const kiln_aabb *bounds = &tree->bounds;
	return (tree->nodes || tree->node_count == 0) && bounds->min.x <= bounds->max.x && bounds->min.y <= bounds->max.y &&
		   bounds->min.z <= bounds->max.z;
}

static bool is_finite(const kiln_vec3 *v)
{
	return kiln_float_finite(v->x) && kiln_float_finite(v->y) && kiln_float_finite(v->z);
}

kiln_status kiln_walk_kd(const kiln_kd_tree *tree, const kiln_ray *ray, kiln_visit_kd_leaf *visit, void *user)
{
	if (!tree || !ray || !visit || !usable(tree))
		return KILN_E_ARGUMENT;
	const kiln_vec3 o = ray->origin, d = ray->direction;
	if (!is_finite(&o) || !is_finite(&d) || (d.x == 0 && d.y == 0 && d.z == 0) || !(ray->t_max >= 0))
		return KILN_OK;
	kd_walk walk;
	walk.t_max = ray->t_max > 0 && ray->t_max < FLT_MAX ? (double)ray->t_max : (double)FLT_MAX;
	walk.from[0] = (double)o.x, walk.from[1] = (double)o.y, walk.from[2] = (double)o.z;
	walk.way[0] = (double)d.x, walk.way[1] = (double)d.y, walk.way[2] = (double)d.z;
	return begin(&walk, tree, visit, user);
}

kiln_status kiln_walk_kd_segment(
	const kiln_kd_tree *tree, kiln_vec3 a, kiln_vec3 b, kiln_visit_kd_leaf *visit, void *user)
{
	if (!tree || !visit || !usable(tree))
		return KILN_E_ARGUMENT;
	if (!is_finite(&a) || !is_finite(&b))
		return KILN_OK;
	kd_walk walk;
	walk.t_max = 1;
	walk.from[0] = (double)a.x, walk.from[1] = (double)a.y, walk.from[2] = (double)a.z;
	walk.way[0] = (double)b.x - (double)a.x;
	walk.way[1] = (double)b.y - (double)a.y;
	walk.way[2] = (double)b.z - (double)a.z;
	return begin(&walk, tree, visit, user);
}
