// SPDX-License-Identifier: MIT
#include "methods.h"

#include <math.h>
#include <string.h>

static double distance_square(const double a[3], const double b[3])
{
	double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
	return obb_dot(d, d);
}

/// The points with the least and the greatest projection on a direction.
static void extremes(const obb_cloud *cloud, const double direction[3], const double *ends[2])
{
	uint32_t low = 0, high = 0;
	double least = obb_dot(cloud->points[0], direction), greatest = least;
	for (uint32_t i = 1; i < cloud->count; ++i)
	{
		double d = obb_dot(cloud->points[i], direction);
		low = d < least ? i : low;
		least = d < least ? d : least;
		high = d > greatest ? i : high;
		greatest = d > greatest ? d : greatest;
	}
	ends[0] = cloud->points[low];
	ends[1] = cloud->points[high];
}

/// Of the pairs of extreme points along each of `count` directions, finds the pair that is farthest apart.
static void farthest_pair(const obb_cloud *cloud, const double (*directions)[3], uint32_t count, double out[3])
{
	double most = -1.0;
	for (uint32_t k = 0; k < count; ++k)
	{
		const double *ends[2];
		extremes(cloud, directions[k], ends);
		double span[3] = {ends[1][0] - ends[0][0], ends[1][1] - ends[0][1], ends[1][2] - ends[0][2]};
		if (obb_dot(span, span) > most)
		{
			most = obb_dot(span, span);
			memcpy(out, span, sizeof span);
		}
	}
}

obb_frame obb_far_pair(const obb_cloud *cloud)
{
	obb_frame frame = obb_frame_identity();
	double first[3], second[3], beside[3];
	farthest_pair(cloud, (const double(*)[3])frame.axes, 3, first);
	double length = sqrt(obb_dot(first, first));
	if (!(length > 0.0))
		return frame;
	for (uint32_t k = 0; k < 3; ++k)
		first[k] /= length;
	obb_perpendicular(first, beside);
	if (!obb_frame_from(first, beside, &frame))
		return obb_frame_identity();
	// The distance of a pair is measured perpendicular to the first axis.
	double most = 0.0;
	for (uint32_t k = 1; k < 3; ++k)
	{
		double pair[3];
		farthest_pair(cloud, (const double(*)[3])frame.axes + k, 1, pair);
		double along = obb_dot(pair, first);
		for (uint32_t i = 0; i < 3; ++i)
			pair[i] -= along * first[i];
		if (obb_dot(pair, pair) > most)
		{
			most = obb_dot(pair, pair);
			memcpy(second, pair, sizeof second);
		}
	}
	obb_frame turned;
	return most > 0.0 && obb_frame_from(first, second, &turned) ? turned : frame;
}

/// Half of the surface, which DiTO compares: it also distinguishes flat boxes.
static double half_area_of(const obb_extents *e)
{
	double l[3] = {e->high[0] - e->low[0], e->high[1] - e->low[1], e->high[2] - e->low[2]};
	return l[0] * l[1] + l[1] * l[2] + l[2] * l[0] + 1e-14 * (l[0] + l[1] + l[2]);
}

static double half_area(const obb_cloud *cloud, const obb_frame *frame)
{
	obb_extents e = obb_measure((const double(*)[3])cloud->points, cloud->count, frame);
	return half_area_of(&e);
}

/// Whether the box around the few extremal points already has no less surface.
static bool is_lost(const double *const extremal[14], const obb_frame *frame, double least)
{
	double few[14][3];
	for (uint32_t i = 0; i < 14; ++i)
		memcpy(few[i], extremal[i], sizeof few[i]);
	obb_extents e = obb_measure((const double(*)[3])few, 14, frame);
	return half_area_of(&e) >= least;
}

/// Compares the best frame so far with three frames, whose axes are the triangle's normal and one of its edges.
static void try_triangle(
	const obb_cloud *cloud, const double *const extremal[14], const double *const p[3], obb_frame *best, double *least)
{
	double edges[3][3], normal[3];
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			edges[i][k] = p[(i + 1) % 3][k] - p[i][k];
	obb_cross(edges[0], edges[1], normal);
	for (uint32_t i = 0; i < 3; ++i)
	{
		obb_frame frame;
		if (!obb_frame_from(edges[i], normal, &frame) || is_lost(extremal, &frame, *least))
			continue;
		double area = half_area(cloud, &frame);
		if (area < *least)
		{
			*least = area;
			*best = frame;
		}
	}
}

/// Finds the points with the least and greatest projections on the seven normals of the paper's DiTO-14.
static void extremal_points(const obb_cloud *cloud, const double *out[14])
{
	static const double normals[7][3] = {
		{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};
	for (uint32_t k = 0; k < 7; ++k)
		extremes(cloud, normals[k], out + 2 * k);
}

/// Returns the point farthest from the line through a and b.
static const double *farthest_from_line(const double *const *points, const double a[3], const double b[3])
{
	double along[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, most = -1.0;
	const double *farthest = a;
	for (uint32_t i = 0; i < 14; ++i)
	{
		double d[3] = {points[i][0] - a[0], points[i][1] - a[1], points[i][2] - a[2]}, across[3];
		obb_cross(along, d, across);
		if (obb_dot(across, across) > most)
		{
			most = obb_dot(across, across);
			farthest = points[i];
		}
	}
	return farthest;
}

/// Finds the points of least and greatest height over the plane of the base.
static void tops(const double *const *points, const double *const base[3], const double *out[2])
{
	double u[3], v[3], normal[3];
	for (uint32_t k = 0; k < 3; ++k)
	{
		u[k] = base[1][k] - base[0][k];
		v[k] = base[2][k] - base[0][k];
	}
	obb_cross(u, v, normal);
	out[0] = out[1] = base[0];
	for (uint32_t i = 0; i < 14; ++i)
	{
		out[0] = obb_dot(points[i], normal) < obb_dot(out[0], normal) ? points[i] : out[0];
		out[1] = obb_dot(points[i], normal) > obb_dot(out[1], normal) ? points[i] : out[1];
	}
}

static obb_frame extremal_frame(const obb_cloud *cloud)
{
	const double *points[14], *base[3], *top[2];
	obb_frame best = obb_frame_identity();
	double least = half_area(cloud, &best), most = -1.0;
	extremal_points(cloud, points);
	base[0] = base[1] = points[0];
	for (uint32_t k = 0; k < 7; ++k)
		if (distance_square(points[2 * k], points[2 * k + 1]) > most)
		{
			most = distance_square(points[2 * k], points[2 * k + 1]);
			base[0] = points[2 * k];
			base[1] = points[2 * k + 1];
		}
	base[2] = farthest_from_line(points, base[0], base[1]);
	obb_frame along;
	double beside[3], d[3] = {base[1][0] - base[0][0], base[1][1] - base[0][1], base[1][2] - base[0][2]};
	double length = sqrt(obb_dot(d, d));
	if (!(length > 0.0))
		return best;
	for (uint32_t k = 0; k < 3; ++k)
		d[k] /= length;
	obb_perpendicular(d, beside);
	if (obb_frame_from(d, beside, &along) && half_area(cloud, &along) < least)
	{
		least = half_area(cloud, &along);
		best = along;
	}
	try_triangle(cloud, points, base, &best, &least);
	tops(points, base, top);
	for (uint32_t i = 0; i < 2; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			const double *side[3] = {base[k], base[(k + 1) % 3], top[i]};
			try_triangle(cloud, points, side, &best, &least);
		}
	return best;
}

obb_frame obb_extremal(const obb_cloud *cloud)
{
	obb_shared *shared = cloud->shared;
	if (!shared)
		return extremal_frame(cloud);
	if (!shared->extremal_known)
		shared->extremal = extremal_frame(cloud);
	shared->extremal_known = true;
	return shared->extremal;
}
