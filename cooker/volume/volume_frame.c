// SPDX-License-Identifier: MIT
#include "volume_fit.h"

#include "bound/obb/methods.h"

#include <math.h>
#include <string.h>

enum
{
	/// Turns about single axes.
	TURNS = 6,
	/// Corners of a polygon.
	POLYGON_MAX = VOLUME_SAMPLE_MAX,
	/// How often points outside the best box join the sample.
	ROUNDS = 2,
};

/// The share by which a turn must reduce the surface; less is rounding.
#define GAIN 1e-4

/// A search on a sample.
typedef struct search
{
	volume_sample sample;
	obb_frame best;
	double least; ///< half the surface of the best box
} search;

static double half_area(const double lengths[3])
{
	return lengths[0] * lengths[1] + lengths[1] * lengths[2] + lengths[2] * lengths[0];
}

static double length_along(const search *s, const double axis[3])
{
	const double *x = s->sample.local[0], *y = s->sample.local[1], *z = s->sample.local[2];
	double ax = axis[0], ay = axis[1], az = axis[2], low[VOLUME_LANES], high[VOLUME_LANES];
	for (int j = 0; j < VOLUME_LANES; ++j)
		low[j] = high[j] = x[j] * ax + y[j] * ay + z[j] * az;
	for (size_t i = VOLUME_LANES; i < s->sample.count; i += VOLUME_LANES)
		for (size_t j = 0; j < VOLUME_LANES; ++j)
		{
			double at = x[i + j] * ax + y[i + j] * ay + z[i + j] * az;
			low[j] = at < low[j] ? at : low[j];
			high[j] = at > high[j] ? at : high[j];
		}
	for (int j = 1; j < VOLUME_LANES; ++j)
	{
		low[0] = low[j] < low[0] ? low[j] : low[0];
		high[0] = high[j] > high[0] ? high[j] : high[0];
	}
	return high[0] - low[0];
}

static void point(const search *s, size_t i, double p[3])
{
	for (int k = 0; k < 3; ++k)
		p[k] = s->sample.local[k][i];
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

/// Tries boxes along a triangle's plane and one of its edges. False for a triangle without a plane.
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
	// The first edge is the longest, or nearly. Slivers do not define a direction.
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

/// Finds a pair of points that are far apart.
static void far_pair(const search *s, double a[3], double b[3])
{
	const double *x = s->sample.local[0], *y = s->sample.local[1], *z = s->sample.local[2];
	double most = -1;
	size_t first = 0, second = 0;
	for (size_t i = 0; i < s->sample.count; ++i)
		for (size_t j = 0; j < i; ++j)
		{
			double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i], distance2 = dx * dx + dy * dy + dz * dz;
			first = distance2 > most ? i : first;
			second = distance2 > most ? j : second;
			most = distance2 > most ? distance2 : most;
		}
	point(s, first, a);
	point(s, second, b);
}

/// The point farthest from the line through a.
static void far_from_line(const search *s, const double a[3], const double direction[3], double c[3])
{
	double most = -1;
	for (size_t i = 0; i < s->sample.count; ++i)
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
	for (size_t i = 0; i < s->sample.count; ++i)
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

/// Tries the boxes of Larsson and Kallberg 2011, with all points of the sample.
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
		// All points lie on a line, to rounding.
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
	uint32_t count = (uint32_t)s->sample.count;
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = s->sample.at[k][i];
	obb_frame frame = obb_point_covariance((const float(*)[3])points, count);
	double lengths[3];
	for (int k = 0; k < 3; ++k)
		lengths[k] = length_along(s, frame.axes[k]);
	offer(s, frame.axes[0], frame.axes[1], frame.axes[2], lengths);
}

/// Points projected along an axis.
typedef struct shadow
{
	double x[POLYGON_MAX];
	double y[POLYGON_MAX];
	uint32_t count;
} shadow;

/// Lists the corners of the convex polygon around the points, in order (Jarvis 1973: few of few points are corners).
/// Points that differ only by rounding may be missing or included.
static void wrap(const shadow *all, shadow *polygon)
{
	uint32_t first = 0, count = all->count;
	const double *x = all->x, *y = all->y;
	for (uint32_t i = 1; i < count; ++i)
		first = x[i] < x[first] || (x[i] == x[first] && y[i] < y[first]) ? i : first;
	uint32_t from = first;
	polygon->count = 0;
	while (polygon->count < count)
	{
		polygon->x[polygon->count] = x[from];
		polygon->y[polygon->count++] = y[from];
		uint32_t to = from;
		double ex = 0, ey = 0;
		for (uint32_t i = 0; i < count; ++i)
		{
			double px = x[i] - x[from], py = y[i] - y[from], side = ex * py - ey * px;
			bool farther = px * px + py * py > ex * ex + ey * ey;
			if (!((side < 0) | ((side == 0) & farther)))
				continue;
			to = i;
			ex = px;
			ey = py;
		}
		from = to;
		if (from == first)
			break;
	}
}

/// Turns the best box about its axis k so that a side lies along an edge of the projection, where this reduces the
/// surface.
static bool turn(search *s, int k)
{
	const double *u = s->best.axes[(k + 1) % 3], *v = s->best.axes[(k + 2) % 3];
	shadow points, polygon;
	double height = length_along(s, s->best.axes[k]), least = s->least * (1 - GAIN), best[2] = {0, 0};
	points.count = (uint32_t)s->sample.count;
	for (uint32_t i = 0; i < points.count; ++i)
	{
		double p[3];
		point(s, i, p);
		points.x[i] = obb_dot(p, u);
		points.y[i] = obb_dot(p, v);
	}
	wrap(&points, &polygon);
	for (uint32_t i = 0; i < polygon.count; ++i)
	{
		uint32_t next = i + 1 < polygon.count ? i + 1 : 0;
		double x = polygon.x[next] - polygon.x[i], y = polygon.y[next] - polygon.y[i], length = sqrt(x * x + y * y);
		if (!(length > 0))
			continue;
		x /= length;
		y /= length;
		double left = 0, right = 0, low = 0, high = 0;
		for (uint32_t j = 0; j < polygon.count; ++j)
		{
			double px = polygon.x[j] - polygon.x[i], py = polygon.y[j] - polygon.y[i];
			double along = px * x + py * y, across = py * x - px * y;
			left = along < left ? along : left;
			right = along > right ? along : right;
			low = across < low ? across : low;
			high = across > high ? across : high;
		}
		double wide = right - left, deep = high - low, area = wide * deep + height * (wide + deep);
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

/// Turns the box to a local minimum.
static void refine(search *s)
{
	for (int turns = 0, idle = 0; turns < TURNS && idle < 3; ++turns)
		idle = turn(s, turns % 3) ? 1 : idle + 1;
}

obb_frame volume_frame_fit(const volume_run *run, const volume_middle *middle)
{
	search s;
	s.best = obb_frame_identity();
	s.least = 4 * half_area(middle->half);
	volume_sample_make(run, middle, &s.sample);
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
		double known[3];
		for (int k = 0; k < 3; ++k)
			known[k] = length_along(&s, s.best.axes[k]);
		s.least = half_area(known);
		refine(&s);
	}
	return best;
}
