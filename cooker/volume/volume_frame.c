// SPDX-License-Identifier: MIT
#include "volume_fit.h"

#include "bound/obb_methods.h"

#include <math.h>
#include <string.h>

enum
{
	/// Turns about single axes.
	TURNS = 9,
	/// Corners of a polygon.
	POLYGON_MAX = VOLUME_SAMPLE_MAX,
	/// How often points that stand out of the best box join the sample.
	ROUNDS = 2,
};

/// A turn has to win this share to count: less is rounding.
#define GAIN 1e-9

/// A search on a sample.
typedef struct search
{
	volume_sample sample;
	volume_run run; ///< of the sample
	const volume_middle *middle;
	obb_frame best;
	double least; ///< half the surface of the best box
} search;

static double half_area(const double lengths[3])
{
	return lengths[0] * lengths[1] + lengths[1] * lengths[2] + lengths[2] * lengths[0];
}

static double length_along(const search *s, const double axis[3])
{
	double low, high;
	volume_run_extent(&s->run, s->middle->at, axis, &low, &high);
	return high - low;
}

static void point(const search *s, size_t i, double p[3])
{
	volume_run_point(&s->run, i, s->middle->at, p);
}

static void offer(search *s, const double u[3], const double v[3], const double w[3], const double lengths[3])
{
	double area = half_area(lengths);
	if (area >= s->least)
		return;
	s->least = area;
	memcpy(s->best.axes[0], u, sizeof s->best.axes[0]);
	memcpy(s->best.axes[1], v, sizeof s->best.axes[1]);
	memcpy(s->best.axes[2], w, sizeof s->best.axes[2]);
}

static bool unit(double v[3])
{
	double length = sqrt(obb_dot(v, v));
	if (!(length > 0))
		return false;
	for (int k = 0; k < 3; ++k)
		v[k] /= length;
	return true;
}

/// Boxes that have a triangle's plane and one of its edges. False for a triangle without a plane.
static bool offer_triangle(search *s, const double a[3], const double b[3], const double c[3], double normal[3])
{
	double edges[3][3], lengths[3];
	for (int k = 0; k < 3; ++k)
	{
		edges[0][k] = b[k] - a[k];
		edges[1][k] = c[k] - b[k];
		edges[2][k] = a[k] - c[k];
	}
	obb_cross(edges[0], edges[1], normal);
	double area2 = obb_dot(normal, normal), size2 = obb_dot(edges[0], edges[0]);
	// The first edge is the longest, or nearly so. Slivers have no direction of their own.
	if (!(area2 > 1e-20 * size2 * size2) || !unit(normal))
		return false;
	lengths[0] = length_along(s, normal);
	for (int i = 0; i < 3; ++i)
	{
		double across[3];
		if (!unit(edges[i]))
			continue;
		obb_cross(normal, edges[i], across);
		lengths[1] = length_along(s, edges[i]);
		lengths[2] = length_along(s, across);
		offer(s, normal, edges[i], across, lengths);
	}
	return true;
}

/// The pair of points farthest apart among those that are extreme along a direction: points 2 i and 2 i + 1 of a sample
/// that is not the whole run, else all pairs.
static void far_pair(const search *s, double a[3], double b[3])
{
	double most = -1;
	point(s, 0, a);
	point(s, 0, b);
	for (size_t i = 0; i < s->run.count; ++i)
	{
		size_t end = s->sample.whole ? s->run.count : i + 2;
		for (size_t j = i + 1; j < end && j < s->run.count; ++j)
		{
			double p[3], q[3], gap[3];
			point(s, i, p);
			point(s, j, q);
			for (int k = 0; k < 3; ++k)
				gap[k] = q[k] - p[k];
			double distance2 = obb_dot(gap, gap);
			if (distance2 <= most)
				continue;
			most = distance2;
			memcpy(a, p, sizeof p);
			memcpy(b, q, sizeof q);
		}
		i += !s->sample.whole;
	}
}

/// The point farthest from the line through a.
static void far_from_line(const search *s, const double a[3], const double direction[3], double c[3])
{
	double most = -1;
	for (size_t i = 0; i < s->run.count; ++i)
	{
		double p[3], off[3], cross[3];
		point(s, i, p);
		for (int k = 0; k < 3; ++k)
			off[k] = p[k] - a[k];
		obb_cross(off, direction, cross);
		double distance2 = obb_dot(cross, cross);
		if (distance2 <= most)
			continue;
		most = distance2;
		memcpy(c, p, sizeof p);
	}
}

/// The lowest (sign -1) or highest (1) point along a direction.
static void far_along(const search *s, const double direction[3], double sign, double far[3])
{
	double most = -HUGE_VAL;
	for (size_t i = 0; i < s->run.count; ++i)
	{
		double p[3];
		point(s, i, p);
		double at = sign * obb_dot(p, direction);
		if (at <= most)
			continue;
		most = at;
		memcpy(far, p, sizeof p);
	}
}

/// Larsson and Kallberg 2011, on all points of the sample.
static void offer_triangles(search *s)
{
	double a[3], b[3], c[3], direction[3], normal[3], side[3];
	far_pair(s, a, b);
	for (int k = 0; k < 3; ++k)
		direction[k] = b[k] - a[k];
	if (!unit(direction))
		return;
	far_from_line(s, a, direction, c);
	if (!offer_triangle(s, a, b, c, normal))
	{
		// All in a line, to rounding.
		double across[3];
		obb_perpendicular(direction, normal);
		obb_cross(direction, normal, across);
		double lengths[3] = {length_along(s, direction), length_along(s, normal), length_along(s, across)};
		offer(s, direction, normal, across, lengths);
		return;
	}
	for (int i = 0; i < 2; ++i)
	{
		double top[3];
		far_along(s, normal, i ? 1 : -1, top);
		offer_triangle(s, a, b, top, side);
		offer_triangle(s, b, c, top, side);
		offer_triangle(s, c, a, top, side);
	}
}

static void offer_principal(search *s)
{
	float points[VOLUME_SAMPLE_MAX][3];
	uint32_t count = (uint32_t)s->run.count;
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = s->run.at[k][i];
	obb_frame frame = obb_point_covariance((const float(*)[3])points, count);
	double lengths[3];
	for (int k = 0; k < 3; ++k)
		lengths[k] = length_along(s, frame.axes[k]);
	offer(s, frame.axes[0], frame.axes[1], frame.axes[2], lengths);
}

/// Points as seen along an axis.
typedef struct shadow
{
	double at[POLYGON_MAX][2];
	uint32_t count;
} shadow;

/// Keeps the corners of the convex polygon around the points, in order (Jarvis 1973: few of few points are corners).
/// Points that rounding does not tell apart may be lost or stay.
static void wrap(shadow *all)
{
	shadow kept = {.count = 0};
	uint32_t first = 0;
	for (uint32_t i = 1; i < all->count; ++i)
		if (all->at[i][0] < all->at[first][0] ||
			(all->at[i][0] == all->at[first][0] && all->at[i][1] < all->at[first][1]))
			first = i;
	uint32_t from = first;
	do
	{
		memcpy(kept.at[kept.count++], all->at[from], sizeof *kept.at);
		uint32_t to = from == 0 && all->count > 1 ? 1 : 0;
		double ex = all->at[to][0] - all->at[from][0], ey = all->at[to][1] - all->at[from][1];
		for (uint32_t i = 0; i < all->count; ++i)
		{
			double x = all->at[i][0] - all->at[from][0], y = all->at[i][1] - all->at[from][1];
			double turn = ex * y - ey * x;
			if (turn > 0 || (turn == 0 && x * x + y * y <= ex * ex + ey * ey))
				continue;
			to = i;
			ex = x;
			ey = y;
		}
		from = to;
	} while (from != first && kept.count < all->count);
	*all = kept;
}

/// Turns the best box about its axis k so that a side lies along an edge of its shadow, where that wins.
static bool turn(search *s, int k)
{
	const double *u = s->best.axes[(k + 1) % 3], *v = s->best.axes[(k + 2) % 3];
	shadow points = {.count = (uint32_t)s->run.count};
	double height = length_along(s, s->best.axes[k]);
	for (uint32_t i = 0; i < points.count; ++i)
	{
		double p[3];
		point(s, i, p);
		points.at[i][0] = obb_dot(p, u);
		points.at[i][1] = obb_dot(p, v);
	}
	wrap(&points);
	double least = s->least * (1 - GAIN), best[2] = {0, 0};
	for (uint32_t i = 0; i < points.count; ++i)
	{
		const double *from = points.at[i], *to = points.at[(i + 1) % points.count];
		double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);
		if (!(length > 0))
			continue;
		x /= length;
		y /= length;
		double left = 0, right = 0, deep = 0;
		for (uint32_t j = 0; j < points.count; ++j)
		{
			double px = points.at[j][0] - from[0], py = points.at[j][1] - from[1];
			double along = px * x + py * y, across = py * x - px * y;
			left = along < left ? along : left;
			right = along > right ? along : right;
			deep = fabs(across) > deep ? fabs(across) : deep;
		}
		double wide = right - left, area = wide * deep + height * (wide + deep);
		if (area >= least)
			continue;
		least = area;
		best[0] = x;
		best[1] = y;
	}
	if (best[0] == 0 && best[1] == 0)
		return false;
	double across[3], along[3];
	for (int i = 0; i < 3; ++i)
		along[i] = best[0] * u[i] + best[1] * v[i];
	if (!unit(along))
		return false;
	obb_cross(s->best.axes[k], along, across);
	memcpy(s->best.axes[(k + 1) % 3], along, sizeof along);
	memcpy(s->best.axes[(k + 2) % 3], across, sizeof across);
	s->least = least;
	return true;
}

/// A local minimum.
static void refine(search *s)
{
	for (int turns = 0, idle = 0; turns < TURNS && idle < 3; ++turns)
		idle = turn(s, turns % 3) ? 1 : idle + 1;
}

obb_frame volume_frame_fit(const volume_run *run, const volume_middle *middle)
{
	search s = {.middle = middle, .best = obb_frame_identity(), .least = half_area(middle->half) * 4};
	volume_sample_make(run, middle, &s.sample);
	s.run = volume_sample_run(&s.sample);
	offer_triangles(&s);
	offer_principal(&s);
	refine(&s);
	obb_frame best = s.best;
	double least = s.least;
	for (int round = 0; round <= ROUNDS && !s.sample.whole; ++round)
	{
		obb_extents e = volume_run_measure(run, middle->at, (const double(*)[3])s.best.axes);
		double lengths[3] = {e.high[0] - e.low[0], e.high[1] - e.low[1], e.high[2] - e.low[2]};
		double area = half_area(lengths);
		if (round == 0 || area < least)
		{
			best = s.best;
			least = area;
		}
		if (round == ROUNDS || area <= s.least * (1 + 1e-3))
			break;
		volume_sample_learn(run, middle->at, (const double(*)[3])s.best.axes, &s.sample);
		s.run = volume_sample_run(&s.sample);
		double known[3];
		for (int k = 0; k < 3; ++k)
			known[k] = length_along(&s, s.best.axes[k]);
		s.least = half_area(known);
		refine(&s);
	}
	return best;
}
