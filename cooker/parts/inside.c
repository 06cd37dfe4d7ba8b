// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "internal.h"

#include <math.h>
#include <string.h>

/// Where a closed surface has its inside: the winding number, counted along a ray upwards by exact signs. Ties are broken as if the point had
/// moved by something smaller than all numbers (H. Edelsbrunner, E. P. Muecke, Simulation of Simplicity, 1990).

static int sign_of(double x)
{
	return (x > 0) - (x < 0);
}

/// The side of the edge ab on which the moved point is, seen from above; 0 for an edge that is a point.
static int side_of_edge(const float a[3], const float b[3], const double point[3], const int towards[3])
{
	const double ends[2][2] = {{(double)a[0], (double)a[1]}, {(double)b[0], (double)b[1]}};
	int side = exact_orient2d(ends[0], ends[1], point);
	if (side == 0)
		side = -sign_of(ends[1][1] - ends[0][1]) * towards[0];
	return side ? side : sign_of(ends[1][0] - ends[0][0]) * towards[1];
}

/// Sign of the normal along an axis.
static int normal_sign(const float c[3][3], int axis)
{
	int u = (axis + 1) % 3, v = (axis + 2) % 3;
	double flat[3][2];
	for (int k = 0; k < 3; ++k)
	{
		flat[k][0] = (double)c[k][u];
		flat[k][1] = (double)c[k][v];
	}
	return exact_orient2d(flat[0], flat[1], flat[2]);
}

/// Whether the moved point is below the plane of a triangle whose normal points up or down.
static bool is_below(const float c[3][3], int up, const double point[3], const int towards[3])
{
	double wide[3][3];
	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < 3; ++i)
			wide[k][i] = (double)c[k][i];
	int side = exact_orient3d(wide[0], wide[1], wide[2], point);
	for (int axis = 0; axis < 3 && side == 0; ++axis)
		side = normal_sign(c, axis) * towards[axis];
	return side * up < 0;
}

/// What a triangle above the point adds to the winding number; the point is moved towards the signs in `user`.
static int crossing(const float c[3][3], const double point[3], const void *user)
{
	const int *towards = user;
	int up = normal_sign(c, 2);
	if (up == 0)
		return 0;
	for (int k = 0; k < 3; ++k)
		if (side_of_edge(c[k], c[(k + 1) % 3], point, towards) != up)
			return 0;
	return is_below(c, up, point, towards) ? up : 0;
}

bool parts_inside(const parts_body *body, const double point[3], const int towards[3])
{
	return nearest_winding(&body->tree, point, crossing, towards) != 0;
}

bool parts_corners(const kilncook_context *context, const parts_body *body, const float low[3], const float high[3],
	parts_points *points)
{
	for (uint32_t i = 0; i < 8 && body->closed; ++i)
	{
		float at[3];
		double point[3];
		int towards[3];
		for (int k = 0; k < 3; ++k)
		{
			at[k] = i >> k & 1 ? high[k] : low[k];
			point[k] = (double)at[k];
			towards[k] = i >> k & 1 ? -1 : 1;
		}
		if (parts_inside(body, point, towards) && !parts_point(context, points, at))
			return false;
	}
	return true;
}

/// A convex polygon: a triangle that planes have cut.
typedef struct polygon
{
	double at[10][3];
	uint32_t count;
} polygon;

/// Keeps what is on one side of a plane across an axis: above it for a sign of 1, below for -1.
static void cut_polygon(polygon *p, int axis, double at, double sign)
{
	polygon out = {.count = 0};
	for (uint32_t i = 0; i < p->count; ++i)
	{
		const double *a = p->at[i], *b = p->at[(i + 1) % p->count];
		double da = (a[axis] - at) * sign, db = (b[axis] - at) * sign;
		if (da >= 0)
			memcpy(out.at[out.count++], a, sizeof *out.at);
		if ((da > 0 && db < 0) || (da < 0 && db > 0))
		{
			double share = da / (da - db);
			for (int k = 0; k < 3; ++k)
				out.at[out.count][k] = k == axis ? at : a[k] + share * (b[k] - a[k]);
			++out.count;
		}
	}
	*p = out;
}

/// Volume between a polygon and the plane z = floor, or below a height of `most` for a polygon above that; signed as its normal.
static double volume_below(const polygon *p, double floor, double most)
{
	double sum = 0;
	for (uint32_t i = 2; i < p->count; ++i)
	{
		const double *a = p->at[0], *b = p->at[i - 1], *c = p->at[i];
		double area = ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
		double height = (a[2] + b[2] + c[2]) / 3 - floor;
		sum += area * (height < most ? height : most);
	}
	return sum;
}

/// Volume of the solid in a box that one triangle stands for: between the triangle and the floor of the box, signed as its normal.
static double volume_of(const float c[3][3], const float low[3], const float high[3])
{
	double tall = (double)high[2] - (double)low[2];
	polygon p = {.count = 3}, over;
	bool is_over = false;
	for (int k = 0; k < 3; ++k)
	{
		float least = c[0][k] < c[1][k] ? c[0][k] : c[1][k], most = c[0][k] > c[1][k] ? c[0][k] : c[1][k];
		least = c[2][k] < least ? c[2][k] : least;
		most = c[2][k] > most ? c[2][k] : most;
		if (most <= low[k] || (k < 2 && least >= high[k]))
			return 0;
		is_over = most > high[k];
		for (int m = 0; m < 3; ++m)
			p.at[m][k] = (double)c[m][k];
	}
	for (int k = 0; k < 2; ++k)
	{
		cut_polygon(&p, k, (double)low[k], 1);
		cut_polygon(&p, k, (double)high[k], -1);
	}
	cut_polygon(&p, 2, (double)low[2], 1);
	over = p;
	cut_polygon(&p, 2, (double)high[2], -1);
	double sum = volume_below(&p, (double)low[2], tall);
	if (!is_over)
		return sum;
	cut_polygon(&over, 2, (double)high[2], 1);
	return sum + volume_below(&over, (double)low[2], tall);
}

double parts_inside_volume(const parts_body *body, const float low[3], const float high[3])
{
	uint32_t stack[BUILD_MAX_DEPTH + 2], depth = 1;
	double sum = 0;
	stack[0] = 0;
	while (depth > 0 && body->closed)
	{
		const build_node *node = &body->tree.tree.nodes[stack[--depth]];
		if (node->box.min[0] >= high[0] || node->box.max[0] <= low[0] || node->box.min[1] >= high[1] ||
			node->box.max[1] <= low[1] || node->box.max[2] <= low[2])
			continue;
		if (!node->count)
		{
			stack[depth++] = node->first + 1;
			stack[depth++] = node->first;
			continue;
		}
		for (uint32_t i = node->first; i < node->first + node->count; ++i)
			sum += volume_of((const float(*)[3])body->tree.corners[i], low, high);
	}
	return fabs(sum);
}
