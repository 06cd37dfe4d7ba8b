// SPDX-License-Identifier: MIT
#include "volume_fit.h"

#include "bound/obb/methods.h"
#include "volume_lanes.h"

#include <math.h>
#include <string.h>

enum
{
	/// Turns about single axes.
	TURNS = 8,
	/// Corners of a polygon, with the first one again at the end.
	POLYGON_MAX = VOLUME_SAMPLE_MAX + VOLUME_LANES,
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
	d4 low = lanes_dot(d4_load(x), d4_load(y), d4_load(z), axis), high = low;
	for (size_t i = VOLUME_LANES; i < s->sample.count; i += VOLUME_LANES)
	{
		d4 at = lanes_dot(d4_load(x + i), d4_load(y + i), d4_load(z + i), axis);
		low = d4_min(at, low);
		high = d4_max(at, high);
	}
	return lanes_most(high) - lanes_least(low);
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

static void project(const search *s, const double u[3], const double v[3], shadow *points)
{
	const double *x = s->sample.local[0], *y = s->sample.local[1], *z = s->sample.local[2];
	points->count = (uint32_t)s->sample.count;
	for (uint32_t i = 0; i < points->count; i += VOLUME_LANES)
	{
		const d4 px = d4_load(x + i), py = d4_load(y + i), pz = d4_load(z + i);
		d4_store(points->x + i, lanes_dot(px, py, pz, u));
		d4_store(points->y + i, lanes_dot(px, py, pz, v));
	}
}

/// Sorts by x, then y: insertion, because there are few points.
static void sort_points(shadow *points)
{
	for (uint32_t i = 1; i < points->count; ++i)
	{
		double x = points->x[i], y = points->y[i];
		uint32_t at = i;
		for (; at > 0 && (points->x[at - 1] > x || (points->x[at - 1] == x && points->y[at - 1] > y)); --at)
		{
			points->x[at] = points->x[at - 1];
			points->y[at] = points->y[at - 1];
		}
		points->x[at] = x;
		points->y[at] = y;
	}
}

/// Appends a corner; removes corners after `least` that are no corners of the polygon with the new one.
static void add_corner(shadow *polygon, uint32_t least, double x, double y)
{
	while (polygon->count > least + 1)
	{
		const double *px = polygon->x + polygon->count - 2, *py = polygon->y + polygon->count - 2;
		if ((px[1] - px[0]) * (y - py[0]) - (py[1] - py[0]) * (x - px[0]) > 0)
			break;
		--polygon->count;
	}
	polygon->x[polygon->count] = x;
	polygon->y[polygon->count++] = y;
}

/// Lists the corners of the convex polygon around the points, counter-clockwise (Andrew 1979), and sorts the points.
/// Points that differ only by rounding may be missing or included. The last corners repeat the first, up to a multiple
/// of VOLUME_LANES; returns the number of different ones.
static uint32_t wrap(shadow *points, shadow *polygon)
{
	sort_points(points);
	polygon->count = 0;
	for (uint32_t i = 0; i < points->count; ++i)
		add_corner(polygon, 0, points->x[i], points->y[i]);
	uint32_t right = polygon->count - 1;
	for (uint32_t i = points->count - 1; i-- > 0;)
		add_corner(polygon, right, points->x[i], points->y[i]);
	// The last corner is the first one again.
	uint32_t corners = polygon->count > 1 ? polygon->count - 1 : 1;
	for (polygon->count = corners; polygon->count % VOLUME_LANES; ++polygon->count)
	{
		polygon->x[polygon->count] = polygon->x[0];
		polygon->y[polygon->count] = polygon->y[0];
	}
	return corners;
}

/// Returns the lengths of the polygon's rectangle along a direction and across it.
static void rectangle(const shadow *polygon, double x, double y, double *wide, double *deep)
{
	const d4 ax = d4_set1(x), ay = d4_set1(y);
	d4 px = d4_load(polygon->x), py = d4_load(polygon->y);
	d4 left = d4_add(d4_mul(px, ax), d4_mul(py, ay)), right = left;
	d4 low = d4_sub(d4_mul(py, ax), d4_mul(px, ay)), high = low;
	for (size_t i = VOLUME_LANES; i < polygon->count; i += VOLUME_LANES)
	{
		px = d4_load(polygon->x + i);
		py = d4_load(polygon->y + i);
		const d4 along = d4_add(d4_mul(px, ax), d4_mul(py, ay));
		const d4 across = d4_sub(d4_mul(py, ax), d4_mul(px, ay));
		left = d4_min(along, left);
		right = d4_max(along, right);
		low = d4_min(across, low);
		high = d4_max(across, high);
	}
	*wide = lanes_most(right) - lanes_least(left);
	*deep = lanes_most(high) - lanes_least(low);
}

/// Turns the best box about its axis k so that a side lies along an edge of the projection, where this reduces the
/// surface.
static bool turn(search *s, int k)
{
	const double *u = s->best.axes[(k + 1) % 3], *v = s->best.axes[(k + 2) % 3];
	shadow points, polygon;
	double height = length_along(s, s->best.axes[k]), least = s->least * (1 - GAIN), best[2] = {0, 0};
	project(s, u, v, &points);
	uint32_t corners = wrap(&points, &polygon);
	for (uint32_t i = 0; i < corners; ++i)
	{
		uint32_t next = i + 1 < corners ? i + 1 : 0;
		double x = polygon.x[next] - polygon.x[i], y = polygon.y[next] - polygon.y[i], length = sqrt(x * x + y * y);
		if (!(length > 0))
			continue;
		x /= length;
		y /= length;
		double wide, deep;
		rectangle(&polygon, x, y, &wide, &deep);
		double area = wide * deep + height * (wide + deep);
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

/// Searches the sample's box.
static void seek(search *s, const volume_middle *middle)
{
	s->best = obb_frame_identity();
	s->least = 4 * half_area(middle->half);
	offer_triangles(s);
	offer_principal(s);
	refine(s);
}

double volume_frame_area(const volume_sample *sample, const volume_middle *middle)
{
	search s = {.sample = *sample};
	seek(&s, middle);
	return 2 * s.least;
}

obb_frame volume_frame_fit(const volume_run *run, const volume_middle *middle)
{
	search s;
	volume_sample_make(run, middle, &s.sample);
	seek(&s, middle);
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
