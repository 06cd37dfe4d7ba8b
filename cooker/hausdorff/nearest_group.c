// SPDX-License-Identifier: MIT
#include "nearest_group.h"

#include "point_triangle.h"

#define KILN_BACKEND_BASE
#include "simd/simd4.h"

#include <math.h>

/// Nodes wait for each level of the tree.
#define STACK (BUILD_MAX_DEPTH + 2)

/// Lanes of a register.
#define LANES 4
#define HALVES (NEAREST_GROUP / LANES)

/// In these units, no box nearer than the limit has a coordinate beyond 1, and rounding, three times each, moves a box by less.
#define WRONG 0x1p-20

/// A walk of the tree for a group. Boxes and points are relative to the middle of the group, in units of the largest distance.
typedef struct group_walk
{
	const nearest_tree *tree;
	nearest_group *group;
	double middle[3];
	double scale; ///< units in a length of 1
	double slack;
	double distances2[NEAREST_GROUP]; ///< squared distances so far
	d4 middles[2];					  ///< the middle's x, y, z, x and z, x, y, z
	d4 scales;
	f4 points[3][HALVES];		 ///< by axis
	float limits[NEAREST_GROUP]; ///< squared distances in units; boxes beyond have nothing nearer
} group_walk;

/// Takes the triangle for a point.
static void take(group_walk *walk, uint32_t i, uint32_t triangle, double distance2)
{
	walk->distances2[i] = distance2;
	walk->group->triangles[i] = triangle;
	walk->group->distances[i] = sqrt(distance2);
	const double rest = walk->group->distances[i] - walk->slack, limit = rest * walk->scale + WRONG;
	// The distance of a box is rounded by its squares and their sum, too.
	walk->limits[i] = rest > 0 ? (float)(limit * limit * (1 + 0x1p-20)) : 0;
}

/// Puts the middle of the group's box at the origin. Returns the sum of the box's sides.
static double put_middle(group_walk *walk)
{
	const nearest_group *group = walk->group;
	double size = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = group->points[0][k], high = low;
		for (int i = 1; i < NEAREST_GROUP; ++i)
		{
			const double at = group->points[i][k];
			low = at < low ? at : low;
			high = at > high ? at : high;
		}
		walk->middle[k] = 0.5 * (low + high);
		size += high - low;
	}
	return size;
}

/// False where all points are one point of the surface.
static bool start(group_walk *walk)
{
	nearest_group *group = walk->group;
	const double size = put_middle(walk);
	double most = 0;
	for (uint32_t i = 0; i < NEAREST_GROUP; ++i)
	{
		walk->distances2[i] = nearest_triangle2(walk->tree, group->triangles[i], group->points[i]);
		most = walk->distances2[i] > most ? walk->distances2[i] : most;
	}
	walk->scale = 1 / (sqrt(most) + size);
	const double *middle = walk->middle, middles[2][LANES] = {{middle[0], middle[1], middle[2], middle[0]},
											 {middle[2], middle[0], middle[1], middle[2]}};
	walk->middles[0] = d4_load(middles[0]);
	walk->middles[1] = d4_load(middles[1]);
	walk->scales = d4_set1(walk->scale);
	for (uint32_t i = 0; i < NEAREST_GROUP && walk->scale < (double)INFINITY; ++i)
		take(walk, i, group->triangles[i], walk->distances2[i]);
	for (int k = 0; k < 3; ++k)
	{
		float at[NEAREST_GROUP];
		for (int i = 0; i < NEAREST_GROUP; ++i)
			at[i] = (float)((group->points[i][k] - walk->middle[k]) * walk->scale);
		for (int h = 0; h < HALVES; ++h)
			walk->points[k][h] = f4_load(at + LANES * h);
	}
	return walk->scale < (double)INFINITY;
}

/// Returns the points, bit by bit, that a box may have something near for. `*far` receives the squared distance of the box from the middle.
static uint32_t near_box(const group_walk *walk, const build_box *box, float *far)
{
	f4 sum[HALVES];
	float sides[2][LANES], middle = 0;
	const float *all = (const float *)box;
	for (int i = 0; i < 2; ++i)
	{
		const d4 from_middle = d4_sub(d4_from_f4(f4_load(all + 2 * i)), walk->middles[i]);
		f4_store(sides[i], f4_nearest(d4_mul(from_middle, walk->scales)));
	}
	for (int k = 0; k < 3; ++k)
	{
		const float low = sides[0][k], high = sides[1][k + 1];
		const f4 lows = f4_set1(low), highs = f4_set1(high), zero = f4_set1(0);
		for (int h = 0; h < HALVES; ++h)
		{
			const f4 below = f4_sub(lows, walk->points[k][h]), above = f4_sub(walk->points[k][h], highs);
			const f4 off = f4_max(f4_max(below, above), zero), square = f4_mul(off, off);
			sum[h] = k ? f4_add(sum[h], square) : square;
		}
		const float off = low > -high ? low : -high;
		middle += off > 0 ? off * off : 0;
	}
	*far = middle;
	uint32_t bits = 0;
	for (int h = 0; h < HALVES; ++h)
		bits |= m4_bits(m4_lt(sum[h], f4_load(walk->limits + LANES * h))) << (LANES * h);
	return bits;
}

static void try_triangle(group_walk *walk, uint32_t triangle, uint32_t bits)
{
	nearest_group *group = walk->group;
	const float(*corners)[3] = (const float(*)[3])walk->tree->corners[triangle];
	const hausdorff_edges e = hausdorff_edges_of(corners);
	for (uint32_t i = 0; i < NEAREST_GROUP; ++i)
	{
		double a[3];
		if (!(bits >> i & 1))
			continue;
		hausdorff_way(corners, group->points[i], a);
		const double d2 = hausdorff_distance2(&e, a);
		if (d2 < walk->distances2[i])
			take(walk, i, triangle, d2);
	}
}

/// Searches below one node.
static void find_below(group_walk *walk, uint32_t node)
{
	const build_node *nodes = walk->tree->tree.nodes;
	uint32_t stack[STACK], depth = 0;
	float far[2];
	stack[depth++] = node;
	while (depth > 0)
	{
		node = stack[--depth];
		uint32_t bits = near_box(walk, &nodes[node].box, &far[0]);
		// Where one child remains, or the nearer one of two.
		while (bits && !nodes[node].count)
		{
			const uint32_t first = nodes[node].first;
			const uint32_t near[2] = {
				near_box(walk, &nodes[first].box, &far[0]), near_box(walk, &nodes[first + 1].box, &far[1])};
			const uint32_t next = near[0] && near[1] ? far[1] < far[0] : !near[0];
			if (near[0] && near[1])
				stack[depth++] = first + !next;
			node = first + next;
			bits = near[next];
		}
		for (uint32_t i = nodes[node].first; bits && i < nodes[node].first + nodes[node].count; ++i)
			try_triangle(walk, i, bits);
	}
}

void nearest_find_group(const nearest_tree *tree, const nearest_front *front, double slack, nearest_group *group)
{
	group_walk walk = {.tree = tree, .group = group, .slack = slack};
	if (!start(&walk))
	{
		for (uint32_t i = 0; i < NEAREST_GROUP; ++i)
			group->distances[i] = 0;
		return;
	}
	for (uint32_t i = 0; i < front->count; ++i)
		find_below(&walk, front->nodes[i]);
}
