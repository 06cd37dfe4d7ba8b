// SPDX-License-Identifier: MIT
#include "placed.h"

#include "math/rounding.h"
#include "math/slab.h"

#include <math.h>

static double row(const float m[12], int i, kiln_d3 p)
{
	return (double)m[4 * i] * p.x + (double)m[4 * i + 1] * p.y + (double)m[4 * i + 2] * p.z;
}

/// Applies the matrix without its translation.
static kiln_d3 turn(const float m[12], kiln_d3 v)
{
	return (kiln_d3){row(m, 0, v), row(m, 1, v), row(m, 2, v)};
}

static kiln_d3 translation(const float m[12])
{
	return (kiln_d3){(double)m[3], (double)m[7], (double)m[11]};
}

/// Applies the absolute values of the matrix without its translation to a vector without negative components.
static kiln_d3 turn_reach(const float m[12], kiln_d3 v)
{
	double sums[3];
	for (int i = 0; i < 3; ++i)
		sums[i] = kiln_double_abs((double)m[4 * i]) * v.x + kiln_double_abs((double)m[4 * i + 1]) * v.y +
				  kiln_double_abs((double)m[4 * i + 2]) * v.z;
	return (kiln_d3){sums[0], sums[1], sums[2]};
}

/// Largest absolute coordinates of a box.
static kiln_d3 farthest(const float min[3], const float max[3])
{
	kiln_d3 low = {(double)min[0], (double)min[1], (double)min[2]};
	kiln_d3 high = {(double)max[0], (double)max[1], (double)max[2]};
	return kiln_d3_max(kiln_d3_abs(low), kiln_d3_abs(high));
}

/// kiln_placed.stray. With T = to_asset and M = to_mesh, a vertex v becomes T v + e, and M maps this to v + (M T - 1) v
/// + M e. e is the float32 error of three products and three sums, at most 8 roundings of 2^-24 of the sum of the
/// absolute terms. M T is computed here in double; the ninth rounding covers the error of this.
static kiln_d3 stray_of(const kiln_format_node *node, const kiln_format_mesh *mesh)
{
	const float *there = node->to_asset, *back = node->to_mesh;
	kiln_d3 bounds = farthest(mesh->bounds_min, mesh->bounds_max);
	kiln_d3 size = kiln_d3_add(turn_reach(there, bounds), kiln_d3_abs(translation(there)));
	kiln_d3 error = kiln_d3_along((kiln_d3){0x1p-140, 0x1p-140, 0x1p-140}, 9 * 0x1p-24, size);
	kiln_d3 stray = turn_reach(back, error);
	for (int k = 0; k < 3; ++k)
	{
		// Column k of M T - 1, times the largest coordinate k.
		kiln_d3 column = {(double)there[k], (double)there[4 + k], (double)there[8 + k]};
		kiln_d3 product = turn(back, column);
		kiln_d3 unit = {k == 0, k == 1, k == 2};
		double coordinate = k == 0 ? bounds.x : k == 1 ? bounds.y : bounds.z;
		stray = kiln_d3_along(stray, coordinate, kiln_d3_abs(kiln_d3_sub(product, unit)));
	}
	kiln_d3 offset = kiln_d3_add(turn(back, translation(there)), translation(back));
	return kiln_d3_add(stray, kiln_d3_abs(offset));
}

kiln_placed kilni_place_mesh(const kiln_asset *asset, uint32_t mesh)
{
	return (kiln_placed){.asset = asset,
		.mesh = mesh,
		.node = KILN_NONE,
		.rest = kiln_filter_mesh(asset, KILN_NONE, mesh),
		.tree = kiln_mesh_tree(asset, mesh)};
}

kiln_placed kilni_place_surface(const kiln_asset *asset, const kiln_surface *surface)
{
	return (kiln_placed){.asset = asset, .mesh = KILN_NONE, .node = KILN_NONE, .surface = surface};
}

kiln_placed kilni_place_node(const kiln_asset *asset, uint32_t node)
{
	const kiln_format_node *at = &asset->nodes[node];
	kiln_placed placed = {.asset = asset, .mesh = at->mesh, .node = node, .rest = kiln_filter_node(asset, node)};
	if (placed.rest == KILN_FILTER_NONE)
		return placed;
	placed.tree = kiln_mesh_tree(asset, at->mesh);
	placed.mirrored = (at->flags & KILN_NODE_MIRRORED) != 0;
	if (!(at->flags & KILN_NODE_IDENTITY))
	{
		placed.moved = at;
		placed.stray = stray_of(at, &asset->meshes[at->mesh]);
	}
	return placed;
}

/// Transforms a point of the query's coordinates to the mesh's, and computes its error there: from double's rounding of
/// a point whose coordinates, on the way to the triangle, are at most |point| + reach, and from `stray`.
static kiln_d3 transform_point(const kiln_placed *placed, kiln_d3 point, kiln_d3 reach, kiln_d3 *off)
{
	const float *m = placed->moved->to_mesh;
	kiln_d3 size = turn_reach(m, kiln_d3_add(kiln_d3_abs(point), reach));
	size = kiln_d3_add(size, kiln_d3_abs(translation(m)));
	*off = kiln_d3_along(placed->stray, 0x1p-48, size);
	return kiln_d3_add(turn(m, point), translation(m));
}

void kilni_placed_box(const kiln_placed *placed, kiln_d3 center, kiln_d3 reach, float min[3], float max[3])
{
	if (placed->moved)
	{
		kiln_d3 off;
		center = transform_point(placed, center, reach, &off);
		reach = kiln_d3_add(turn_reach(placed->moved->to_mesh, reach), off);
	}
	kiln_d3 low = kiln_d3_sub(center, reach), high = kiln_d3_add(center, reach);
	min[0] = kiln_float_down(low.x);
	min[1] = kiln_float_down(low.y);
	min[2] = kiln_float_down(low.z);
	max[0] = kiln_float_up(high.x);
	max[1] = kiln_float_up(high.y);
	max[2] = kiln_float_up(high.z);
}

/// An upper bound of the matrix's stretch. Its largest singular value squared is the largest eigenvalue of M M^t and of
/// M^t M, which is at most the largest absolute row sum of either (Gershgorin 1931). Exact when rows or columns are
/// perpendicular: rotation and scale in either order.
static double stretch_of(const float m[12])
{
	double best = HUGE_VAL;
	for (int transposed = 0; transposed < 2; ++transposed)
	{
		int along = transposed ? 4 : 1, across = transposed ? 1 : 4;
		double most = 0;
		for (int i = 0; i < 3; ++i)
		{
			double sum = 0;
			for (int j = 0; j < 3; ++j)
			{
				double dot = 0;
				for (int k = 0; k < 3; ++k)
					dot += (double)m[across * i + along * k] * (double)m[across * j + along * k];
				sum += kiln_double_abs(dot);
			}
			most = kiln_double_max(most, sum);
		}
		best = kiln_double_min(best, most);
	}
	return sqrt(best) * (1 + 0x1p-40);
}

kiln_placed_ball kilni_placed_ball_at(const kiln_placed *placed, kiln_d3 point)
{
	kiln_placed_ball ball = {.stretch = 1, .stray = 0};
	if (placed->moved)
	{
		kiln_d3 off;
		point = transform_point(placed, point, (kiln_d3){0, 0, 0}, &off);
		// The point itself is rounded to float32.
		off = kiln_d3_along(off, 0x1p-23, kiln_d3_abs(point));
		ball.stretch = stretch_of(placed->moved->to_mesh);
		ball.stray = sqrt(kiln_d3_length2(off));
	}
	// So far away, squares would overflow float32: everything counts as near.
	if (!(kiln_d3_largest(point) < 0x1p60))
		return (kiln_placed_ball){.stretch = 1, .stray = HUGE_VAL};
	ball.point[0] = (float)point.x;
	ball.point[1] = (float)point.y;
	ball.point[2] = (float)point.z;
	return ball;
}

float kilni_placed_ball_limit(const kiln_placed_ball *ball, double distance)
{
	double radius = ball->stretch * distance + ball->stray;
	return kiln_float_up(radius * radius);
}

/// Sets one axis of the walk. All coordinates are within `size` of 0 on this axis, and within `most` on any axis.
///
/// The walk computes (plane - origin) / direction in float32 with about ten roundings of 2^-24, each of at most 3 size
/// / |direction|: the node's own origin may lie as far out again as the bounds. Moving the origin by 2^-17 size covers
/// them. A direction below 2^-60 of the largest is replaced by 2^-60. The walk lasts at most 2 most, so the point is
/// off by at most 2^-59 most, and another 2^-58 most keeps the interval open for the whole walk.
static void set_axis(kiln_walk_ray *walk, int axis, double origin, double direction, double size, double most)
{
	bool turned = direction < 0;
	double steep = kiln_double_max(kiln_double_abs(direction), 0x1p-60);
	uint8_t lo = (uint8_t)(offsetof(kiln_format_tree_node, lo) + 8 * (size_t)axis);
	uint8_t hi = (uint8_t)(offsetof(kiln_format_tree_node, hi) + 8 * (size_t)axis);
	double shift = 0x1p-17 * size + 0x1p-56 * most + (double)FLT_MIN;
	// Farther out, products of the walk might overflow: then the axis constrains nothing.
	if (!(most < 0x1p60))
	{
		origin = 0;
		shift = HUGE_VAL;
	}
	walk->origin[axis] = (float)origin;
	walk->near_origin[axis] = (float)(turned ? origin - shift : origin + shift);
	walk->far_origin[axis] = (float)(turned ? origin + shift : origin - shift);
	walk->direction[axis] = (float)direction;
	walk->inverse[axis] = (float)((turned ? -1 : 1) / steep);
	walk->planes[axis] = turned ? hi : lo;
	walk->planes[3 + axis] = turned ? lo : hi;
}

bool kilni_sweep_over(kiln_placed_sweep *sweep, kiln_d3 center, kiln_d3 reach, kiln_d3 direction, double limit,
	const float bounds_min[3], const float bounds_max[3])
{
	kiln_d3 low = {(double)bounds_min[0], (double)bounds_min[1], (double)bounds_min[2]};
	kiln_d3 high = {(double)bounds_max[0], (double)bounds_max[1], (double)bounds_max[2]};
	kiln_d3 size = kiln_d3_add(farthest(bounds_min, bounds_max), reach);
	// Covers the rounding of the difference with the center, which may be far away.
	kiln_d3 room = kiln_d3_along(reach, 0x1p-48, kiln_d3_add(size, kiln_d3_abs(center)));
	kiln_span span = {0, limit};
	if (!kiln_span_clip_box(&span, kiln_d3_sub(kiln_d3_sub(low, center), room),
			kiln_d3_add(kiln_d3_sub(high, center), room), direction))
		return false;
	kiln_d3 origin = kiln_d3_along(center, span.enter, direction);
	size = kiln_d3_add(size, room);
	sweep->from = span.enter;
	sweep->unit = kiln_power_below(kiln_d3_largest(direction));
	// A node's matrix without an inverse may map the motion to zero.
	sweep->unit = sweep->unit > 0 ? sweep->unit : 1;
	direction = kiln_d3_scale(direction, 1 / sweep->unit);
	double most = kiln_d3_largest(size);
	sweep->walk = (kiln_walk_ray){.scale = 1};
	set_axis(&sweep->walk, 0, origin.x, direction.x, size.x, most);
	set_axis(&sweep->walk, 1, origin.y, direction.y, size.y, most);
	set_axis(&sweep->walk, 2, origin.z, direction.z, size.z, most);
	sweep->extents[0] = kiln_float_up(room.x);
	sweep->extents[1] = kiln_float_up(room.y);
	sweep->extents[2] = kiln_float_up(room.z);
	return true;
}

bool kilni_placed_sweep_over(
	const kiln_placed *placed, kiln_placed_sweep *sweep, kiln_d3 center, kiln_d3 reach, kiln_d3 direction, double limit)
{
	const kiln_format_mesh *mesh = &placed->asset->meshes[placed->mesh];
	if (placed->moved)
	{
		// On the way to the node's box, no coordinate exceeds the sum of the box's farthest one, the center's and the
		// reach.
		const kiln_format_node *node = placed->moved;
		kiln_d3 way = kiln_d3_add(farthest(node->bounds_min, node->bounds_max), kiln_d3_scale(reach, 2)), off;
		center = transform_point(placed, center, kiln_d3_add(way, kiln_d3_abs(center)), &off);
		reach = kiln_d3_add(turn_reach(node->to_mesh, reach), off);
		direction = turn(node->to_mesh, direction);
	}
	return kilni_sweep_over(sweep, center, reach, direction, limit, mesh->bounds_min, mesh->bounds_max);
}

float kilni_placed_sweep_limit(const kiln_placed_sweep *sweep, double time)
{
	double t = (time - sweep->from) * sweep->unit;
	return kiln_float_up(t + 0x1p-40 * (time + sweep->from) * sweep->unit);
}
