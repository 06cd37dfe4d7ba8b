// SPDX-License-Identifier: MIT
#include "internal.h"

#include "exact/exact.h"
#include "hausdorff/point_triangle.h"
#include "shape/triangle_point.h"

#include <math.h>

/// The bounds of one cube. Let c be its centre, r the radius of the sphere around it, T the interpolation, d the unsigned distance.
///
/// Below: for each point p and each triangle or box B of the tree, a plane that supports B gives d_B(p) >= g (p - c) + s. T minus
/// a linear function is trilinear, so that its maximum is at a corner. A node whose bound is within the target needs no look at its
/// triangles.
///
/// Far: d(p)^2 - |p|^2 is the least of functions that are linear in p, one for each point of the surface, and so concave. With the
/// weights w of the interpolation, the edge h, and x the share of p along an edge, d(p)^2 is at least the sum of w d(corner)^2 less that of
/// h^2 x (1 - x) over the axes. The sum of w d^2 exceeds the square of the sum of w d by the variance of d, which is at least
/// the sum of x (1 - x) m^2, with m the least change of d along the edges of an axis where all have one sign.
///
/// Above: the distance from one triangle is a convex function, so that it is at most the interpolation of its values at the corners.
///
/// Flat: let all triangles in a ball around c lie in a slab of half the thickness s around a plane, L the signed distance from the
/// plane, and let one side of the ball be outside and the other inside. If the way from each p of the cube along the normal to beyond the
/// slab, both ways, is in the ball, there is surface on it on the side on which the sign of p requires it, no farther than |L(p)| + s
/// from p. If all that is as near as that is in the ball, too, the surface on the other side of p is no nearer than L(p) - s; so the
/// signed distance is within s of L. A ball of the radius r, the greatest |L| in the cube and s, together, has both.

#define STACK (BUILD_MAX_DEPTH + 2)

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double sdf_distance(sdf_work *work, const nearest_front *front, const double p[3], uint32_t *triangle)
{
	return sqrt(nearest_find_below(&work->near, front, p, triangle));
}

void sdf_front(const sdf_work *work, const nearest_front *from, const double center[3], double half, double distance,
	nearest_front *front)
{
	// What is nearest to a point of the cube is within `distance` and twice the point's way from the centre. Each part of the cube
	// may look as far.
	const double reach = distance + SDF_REACH * SDF_DIAGONAL * half + 4 * work->slack;
	// Larger nodes make the walks open more, smaller ones make each walk test more nodes of the front.
	nearest_front_near(&work->near, from, center, reach, 8 * half, front);
}

static int crossing(const float corners[3][3], const double p[3], const void *user)
{
	(void)user;
	return exact_crossing(corners, p);
}

int sdf_sign(const sdf_work *work, const double p[3])
{
	return nearest_winding(&work->near, p, crossing, NULL) ? -1 : 1;
}

/// A plane that supports something: no point x of it has direction (c - x) below `from`.
typedef struct support
{
	double direction[3]; ///< unit, or 0 where c is at the thing
	double from;
} support;

/// The way from the nearest point of a box to c; returns its squared length.
static double way_from_box(const build_box *box, const double c[3], double way[3])
{
	for (int k = 0; k < 3; ++k)
	{
		const double low = c[k] - (double)box->min[k], high = c[k] - (double)box->max[k];
		way[k] = low < 0 ? low : high > 0 ? high : 0;
	}
	return dot(way, way);
}

/// The plane that supports a box, from the way to it, whose squared length is above 0.
static support support_way(const double way[3], double length2)
{
	const double length = sqrt(length2), inverse = 1 / length;
	return (support){{way[0] * inverse, way[1] * inverse, way[2] * inverse}, length};
}

/// Any direction gives a plane that supports; the one to the nearest point gives the best one at c.
static support support_triangle(const float corners[3][3], const double c[3])
{
	kiln_d3 shifted[3];
	for (int i = 0; i < 3; ++i)
		shifted[i] =
			(kiln_d3){(double)corners[i][0] - c[0], (double)corners[i][1] - c[1], (double)corners[i][2] - c[2]};
	const kiln_d3 q = kilni_triangle_closest(shifted);
	const double length = sqrt(kiln_d3_length2(q));
	support s = {.from = 0};
	if (!(length > 0))
		return s;
	s.direction[0] = -q.x / length;
	s.direction[1] = -q.y / length;
	s.direction[2] = -q.z / length;
	s.from = (double)INFINITY;
	for (int i = 0; i < 3; ++i)
	{
		const double from =
			-(s.direction[0] * shifted[i].x + s.direction[1] * shifted[i].y + s.direction[2] * shifted[i].z);
		s.from = from < s.from ? from : s.from;
	}
	return s;
}

/// The largest difference between the interpolation, times `sign`, and the linear function of the plane: it is at a corner.
static double over_plane(const sdf_cube *cube, int sign, const support *s)
{
	double most = -(double)INFINITY;
	for (uint32_t i = 0; i < 8; ++i)
	{
		double value = sign * cube->at[i];
		for (uint32_t k = 0; k < 3; ++k)
			value -= i >> k & 1 ? cube->half * s->direction[k] : -cube->half * s->direction[k];
		most = value > most ? value : most;
	}
	return most - s->from;
}

/// A walk of sdf_bound_below.
typedef struct below_walk
{
	const sdf_work *work;
	const sdf_cube *cube;
	int sign;
	double apart; ///< the surface must be farther from the centre
	double reach; ///< what is farther is nearest to no point of the cube, or adds nothing to the bound
	double target;
	double bound; ///< so far
	uint32_t stack[STACK];
	uint32_t depth;
} below_walk;

/// Adds the bounds of a leaf's triangles. False where the surface may be near.
static bool below_leaf(below_walk *walk, const build_node *node)
{
	for (uint32_t i = node->first; i < node->first + node->count; ++i)
	{
		const support s = support_triangle((const float(*)[3])walk->work->near.corners[i], walk->cube->center);
		if (!(s.from > walk->apart))
			return false;
		if (s.from > walk->reach)
			continue;
		const double over = over_plane(walk->cube, walk->sign, &s);
		walk->bound = over > walk->bound ? over : walk->bound;
	}
	return true;
}

/// Whether the plane of a node's box suffices.
static bool below_box(below_walk *walk, const build_node *node)
{
	double way[3];
	const double length2 = way_from_box(&node->box, walk->cube->center, way);
	if (length2 > walk->reach * walk->reach)
		return true;
	if (!(length2 > walk->apart * walk->apart))
		return false;
	const support s = support_way(way, length2);
	const double over = over_plane(walk->cube, walk->sign, &s);
	if (over > walk->target && over > walk->bound)
		return false;
	walk->bound = over > walk->bound ? over : walk->bound;
	return true;
}

bool sdf_bound_below(const sdf_work *work, const sdf_cube *cube, int sign, double distance, double least, double target,
	bool whole, double *bound)
{
	double most = sign * cube->at[0];
	for (int i = 1; i < 8; ++i)
		most = sign * cube->at[i] > most ? sign * cube->at[i] : most;
	below_walk walk = {.work = work,
		.cube = cube,
		.sign = sign,
		.apart = cube->radius + work->slack,
		.reach = distance + 2 * cube->radius + work->slack,
		.target = target,
		.bound = least};
	// What is farther, and outside the sphere, is too far from all of the cube for a larger bound.
	const double enough = (most > least ? most - least : 0) + walk.apart;
	walk.reach = enough < walk.reach ? enough : walk.reach;
	for (uint32_t looks = 0, next = 0; walk.depth > 0 || next < cube->front->count; ++looks)
	{
		if (walk.depth == 0)
			walk.stack[walk.depth++] = cube->front->nodes[next++];
		const build_node *node = &work->near.tree.nodes[walk.stack[--walk.depth]];
		if (looks == SDF_LOOKS_MAX || (!whole && walk.bound > target))
			return false;
		if (below_box(&walk, node))
			continue;
		if (!node->count)
		{
			walk.stack[walk.depth++] = node->first;
			walk.stack[walk.depth++] = node->first + 1;
		}
		else if (!below_leaf(&walk, node))
			return false;
	}
	*bound = walk.bound;
	return whole || walk.bound <= target;
}

/// The least change of a function of the corners along the edges of an axis; 0 where it rises along some and falls along others.
static double least_change(const double at[8], uint32_t axis)
{
	double least = (double)INFINITY, most = -(double)INFINITY;
	for (uint32_t i = 0; i < 8; ++i)
	{
		if (i >> axis & 1)
			continue;
		const double change = at[i | 1u << axis] - at[i];
		least = change < least ? change : least;
		most = change > most ? change : most;
	}
	return least > 0 ? least : most < 0 ? -most : 0;
}

bool sdf_bound_far(const sdf_work *work, const sdf_cube *cube, int sign, const double exact[8], double *bound)
{
	const double edge = 2 * cube->half + work->slack, wrong = work->excess + work->slack;
	double least = (double)INFINITY, over = -(double)INFINITY, spread = 0;
	for (int i = 0; i < 8; ++i)
	{
		const double distance = sign * exact[i], more = sign * (cube->at[i] - exact[i]);
		least = distance < least ? distance : least;
		over = more > over ? more : over;
	}
	least -= wrong;
	// In the cube, the square of the distance is at least this.
	const double least2 = least * least - 0.75 * edge * edge;
	if (!(least > 0 && least2 > 0))
		return false;
	for (uint32_t k = 0; k < 3; ++k)
	{
		double change = least_change(exact, k) - 2 * wrong;
		change = change > 0 ? change : 0;
		spread += change < edge ? (edge - change) * (edge + change) : 0;
	}
	*bound = over + wrong + 0.25 * spread / (least + sqrt(least2));
	return true;
}

double sdf_bound_above(
	sdf_work *work, const sdf_cube *cube, int sign, double target, uint32_t triangle, const uint32_t *nearest)
{
	enum
	{
		TRIES = 3,
	};
	double least = (double)INFINITY;
	for (int tries = 0; tries < TRIES; ++tries)
	{
		double most = 0, corner[3], way[3];
		uint32_t worst = 0;
		const float(*corners)[3] = (const float(*)[3])work->near.corners[triangle];
		const hausdorff_edges edges = hausdorff_edges_of(corners);
		for (uint32_t i = 0; i < 8; ++i)
		{
			sdf_cube_corner(cube, i, corner);
			hausdorff_way(corners, corner, way);
			const double over = sqrt(hausdorff_distance2(&edges, way)) - sign * cube->at[i];
			if (over > most)
			{
				most = over;
				worst = i;
			}
		}
		least = most < least ? most : least;
		// The next try is the triangle nearest to the corner where this one is farthest.
		const uint32_t last = triangle;
		if (least <= target || tries == TRIES - 1)
			break;
		if (nearest)
			triangle = nearest[worst];
		else
		{
			sdf_cube_corner(cube, worst, corner);
			(void)sdf_distance(work, cube->front, corner, &triangle);
		}
		if (triangle == last)
			break;
	}
	return least;
}

/// The plane of a triangle: unit normal and distance from the origin, which is the centre of a cube.
static bool plane_of(const float corners[3][3], const double c[3], double normal[3], double *from)
{
	double a[3], u[3], v[3];
	for (int k = 0; k < 3; ++k)
	{
		a[k] = (double)corners[0][k] - c[k];
		u[k] = (double)corners[1][k] - (double)corners[0][k];
		v[k] = (double)corners[2][k] - (double)corners[0][k];
	}
	for (int k = 0; k < 3; ++k)
		normal[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
	const double length = sqrt(dot(normal, normal));
	if (!(length > 0))
		return false;
	for (int k = 0; k < 3; ++k)
		normal[k] /= length;
	*from = dot(normal, a);
	return true;
}

/// Half the thickness of the thinnest slab across `normal` with all triangles within `reach` of c, one of which is `*from` from c along the
/// normal; `*from` becomes the slab's middle. Infinity with more than `most`, or after SDF_LOOKS_MAX.
static double slab_of(
	const sdf_work *work, const sdf_cube *cube, double reach, const double normal[3], double most, double *from)
{
	const build_tree *tree = &work->near.tree;
	const double *c = cube->center;
	uint32_t stack[STACK], depth = 0;
	double low = *from, high = *from;
	for (uint32_t looks = 0, next = 0; depth > 0 || next < cube->front->count; ++looks)
	{
		if (depth == 0)
			stack[depth++] = cube->front->nodes[next++];
		const build_node *node = &tree->nodes[stack[--depth]];
		if (looks == SDF_LOOKS_MAX)
			return (double)INFINITY;
		double way[3];
		if (way_from_box(&node->box, c, way) > reach * reach)
			continue;
		if (!node->count)
		{
			stack[depth++] = node->first;
			stack[depth++] = node->first + 1;
			continue;
		}
		for (uint32_t i = node->first; i < node->first + node->count; ++i)
		{
			const float(*corners)[3] = (const float(*)[3])work->near.corners[i];
			double least = high, greatest = low;
			for (int k = 0; k < 3; ++k)
			{
				const double at[3] = {
					(double)corners[k][0] - c[0], (double)corners[k][1] - c[1], (double)corners[k][2] - c[2]};
				const double height = dot(normal, at);
				least = height < least ? height : least;
				greatest = height > greatest ? height : greatest;
			}
			if ((least >= low && greatest <= high) || support_triangle(corners, c).from > reach)
				continue;
			low = least < low ? least : low;
			high = greatest > high ? greatest : high;
			if (!(high - low <= 2 * most))
				return (double)INFINITY;
		}
	}
	*from = 0.5 * (low + high);
	return 0.5 * (high - low);
}

bool sdf_bound_flat(
	const sdf_work *work, const sdf_cube *cube, double distance, uint32_t triangle, double target, double *bound)
{
	double normal[3], from;
	if (!plane_of((const float(*)[3])work->near.corners[triangle], cube->center, normal, &from))
		return false;
	double height = fabs(from);
	for (int k = 0; k < 3; ++k)
		height += cube->half * fabs(normal[k]);
	// The cube's front has all of the ball. The middle of the slab moves the plane by no more than half the thickness.
	double room = distance + (SDF_REACH - 1) * cube->radius - height;
	room = room < 2 * target ? room : 2 * target;
	const double plane = from, slab = slab_of(work, cube, cube->radius + height + room, normal, target, &from);
	if (!(slab + fabs(from - plane) + work->slack <= room))
		return false;
	double front[3], back[3];
	for (int k = 0; k < 3; ++k)
	{
		front[k] = cube->center[k] + normal[k] * (from + slab + cube->radius / 8);
		back[k] = cube->center[k] + normal[k] * (from - slab - cube->radius / 8);
	}
	const int side = sdf_sign(work, front);
	if (sdf_sign(work, back) == side)
		return false;
	double off = 0;
	for (uint32_t i = 0; i < 8; ++i)
	{
		height = -from;
		for (uint32_t k = 0; k < 3; ++k)
			height += i >> k & 1 ? cube->half * normal[k] : -cube->half * normal[k];
		const double error = fabs(cube->at[i] - side * height);
		off = error > off ? error : off;
	}
	*bound = off + slab + work->slack;
	return *bound <= target;
}
