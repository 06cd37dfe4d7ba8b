// SPDX-License-Identifier: MIT
#include "shape_oracle.h"

#include <math.h>

double oracle_signed(uint64_t *random)
{
	return 2 * (double)fixture_random_unit(random) - 1;
}

kiln_vec3 oracle_vector(uint64_t *random, double size)
{
	double x = oracle_signed(random), y = oracle_signed(random), z = oracle_signed(random);
	return (kiln_vec3){(float)(size * x), (float)(size * y), (float)(size * z)};
}

kiln_vec3 oracle_integer_vector(uint64_t *random, int most)
{
	int values[3];
	for (int i = 0; i < 3; ++i)
		values[i] = (int)(fixture_random(random) % (uint64_t)(2 * most + 1)) - most;
	return (kiln_vec3){(float)values[0], (float)values[1], (float)values[2]};
}

kiln_quat oracle_rotation(uint64_t *random)
{
	kiln_vec3 v = oracle_vector(random, 1);
	return (kiln_quat){v.x, v.y, v.z, (float)oracle_signed(random) + 0.01f};
}

static kiln_vec3 mixed(kiln_vec3 a, double t, kiln_vec3 b)
{
	kiln_d3 p = kiln_d3_from(a), q = kiln_d3_from(b);
	return kiln_d3_to(kiln_d3_along(p, t, kiln_d3_sub(q, p)));
}

void oracle_corners(uint64_t *random, oracle_triangle kind, kiln_vec3 center, double size, kiln_vec3 corners[3])
{
	for (int i = 0; i < 3; ++i)
	{
		kiln_vec3 off = kind == ORACLE_INTEGER ? oracle_integer_vector(random, 3) : oracle_vector(random, size);
		corners[i] = kiln_d3_to(kiln_d3_add(kiln_d3_from(center), kiln_d3_from(off)));
	}
	double t = 3 * oracle_signed(random);
	if (kind == ORACLE_NEEDLE)
	{
		kiln_vec3 off = oracle_vector(random, size * 1e-6);
		corners[2] = mixed(corners[0], t, corners[1]);
		corners[2] = kiln_d3_to(kiln_d3_add(kiln_d3_from(corners[2]), kiln_d3_from(off)));
	}
	if (kind == ORACLE_SEGMENT)
	{
		// Exactly collinear: repeats a corner, uses the middle, or puts all along an axis.
		int way = (int)(fixture_random(random) % 3);
		if (way == 0)
			corners[2] = corners[fixture_random(random) % 2];
		else if (way == 1)
			corners[2].y = corners[1].y = corners[0].y, corners[2].z = corners[1].z = corners[0].z;
		else
			corners[0] = corners[1];
	}
	if (kind == ORACLE_POINT)
		corners[2] = corners[1] = corners[0];
}

/// Returns the error of the distance with respect to a corner of the first hull: how much moving x towards the corner
/// by the best amount shortens the distance.
static double shortens(kiln_d3 x, kiln_d3 y, kiln_d3 corner)
{
	kiln_d3 towards = kiln_d3_sub(corner, x), gap = kiln_d3_sub(y, x);
	double t = kiln_ratio01(kiln_d3_dot(gap, towards), kiln_d3_length2(towards));
	kiln_d3 better = kiln_d3_sub(gap, kiln_d3_scale(towards, t));
	return sqrt(kiln_d3_length2(gap)) - sqrt(kiln_d3_length2(better));
}

double oracle_pair_error(kiln_d3 x, const kiln_d3 *x_hull, int x_count, kiln_d3 y, const kiln_d3 *y_hull, int y_count)
{
	double worst = 0;
	for (int i = 0; i < x_count; ++i)
		worst = fmax(worst, shortens(x, y, x_hull[i]));
	for (int i = 0; i < y_count; ++i)
		worst = fmax(worst, shortens(y, x, y_hull[i]));
	return worst;
}

typedef struct oracle_point
{
	long double x, y, z;
} oracle_point;

static oracle_point point_of(kiln_vec3 v)
{
	return (oracle_point){(long double)v.x, (long double)v.y, (long double)v.z};
}

static oracle_point combine(oracle_point a, long double s, oracle_point b)
{
	return (oracle_point){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static long double dot(oracle_point a, oracle_point b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static oracle_point cross(oracle_point a, oracle_point b)
{
	return (oracle_point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Distance of segments p, p + d and q, q + e: the least over their four ends and, unless parallel, the lines' own
/// pair.
static long double segments_apart(oracle_point p, oracle_point d, oracle_point q, oracle_point e)
{
	oracle_point r = combine(q, -1, p);
	long double best = HUGE_VALL;
	const long double dd = dot(d, d), ee = dot(e, e), de = dot(d, e);
	oracle_point n = cross(d, e);
	const long double nn = dot(n, n);
	for (int candidate = 0; candidate < 5; ++candidate)
	{
		long double s = candidate & 1, t = candidate & 1;
		if (candidate < 2)
			t = ee > 0 ? (s * de - dot(r, e)) / ee : 0;
		else if (candidate < 4)
			s = dd > 0 ? (t * de + dot(r, d)) / dd : 0;
		else if (nn > 0)
		{
			s = dot(cross(r, e), n) / nn;
			t = dot(cross(r, d), n) / nn;
			if (s < 0 || s > 1 || t < 0 || t > 1)
				continue;
		}
		s = fminl(fmaxl(s, 0), 1);
		t = fminl(fmaxl(t, 0), 1);
		oracle_point gap = combine(combine(r, t, e), -s, d);
		best = fminl(best, sqrtl(dot(gap, gap)));
	}
	return best;
}

/// Distance of point p from the plane of a triangle when it projects inside, else infinite; `height` signed.
static bool over_face(const oracle_point c[3], oracle_point p, long double *height)
{
	oracle_point e = combine(c[1], -1, c[0]), f = combine(c[2], -1, c[0]), from = combine(p, -1, c[0]);
	oracle_point n = cross(e, f);
	long double nn = dot(n, n);
	if (!(nn > 0))
		return false;
	long double v = dot(cross(from, f), n) / nn, w = dot(cross(e, from), n) / nn;
	*height = dot(n, from) / sqrtl(nn);
	return v >= 0 && w >= 0 && v + w <= 1;
}

/// Distance of segment p, p + d from a triangle.
static long double segment_apart(const oracle_point c[3], oracle_point p, oracle_point d)
{
	long double best = HUGE_VALL, low, high;
	for (int i = 0; i < 3; ++i)
		best = fminl(best, segments_apart(p, d, c[i], combine(c[(i + 1) % 3], -1, c[i])));
	oracle_point end = combine(p, 1, d);
	if (over_face(c, p, &low))
		best = fminl(best, fabsl(low));
	if (over_face(c, end, &high))
		best = fminl(best, fabsl(high));
	// Does the segment pass through the face?
	oracle_point e = combine(c[1], -1, c[0]), f = combine(c[2], -1, c[0]);
	oracle_point n = cross(e, f);
	low = dot(n, combine(p, -1, c[0]));
	high = dot(n, combine(end, -1, c[0]));
	if ((low < 0) != (high < 0) && over_face(c, combine(p, low / (low - high), d), &high))
		best = 0;
	return best;
}

/// Returns the largest gap between box and triangle over the thirteen axes, in the box's own axes.
static long double box_apart(const oracle_point c[3], const long double half[3])
{
	const oracle_point sides[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	oracle_point axes[13];
	int count = 0;
	for (int i = 0; i < 3; ++i)
		axes[count++] = sides[i];
	axes[count++] = cross(combine(c[1], -1, c[0]), combine(c[2], -1, c[0]));
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			axes[count++] = cross(sides[i], combine(c[(j + 1) % 3], -1, c[j]));
	long double worst = -HUGE_VALL;
	for (int i = 0; i < count; ++i)
	{
		long double length = sqrtl(dot(axes[i], axes[i]));
		if (!(length > 0))
			continue;
		long double low = HUGE_VALL, high = -HUGE_VALL;
		for (int k = 0; k < 3; ++k)
		{
			low = fminl(low, dot(axes[i], c[k]));
			high = fmaxl(high, dot(axes[i], c[k]));
		}
		long double r = half[0] * fabsl(axes[i].x) + half[1] * fabsl(axes[i].y) + half[2] * fabsl(axes[i].z);
		worst = fmaxl(worst, fmaxl(low - r, -high - r) / length);
	}
	return worst;
}

static oracle_point from_d3(kiln_d3 v)
{
	return (oracle_point){(long double)v.x, (long double)v.y, (long double)v.z};
}

/// Computes the corners relative to the displaced center, in the box's own axes.
static void see(const kiln_solid *solid, kiln_d3 offset, const kiln_vec3 corners[3], oracle_point seen[3])
{
	for (int i = 0; i < 3; ++i)
	{
		oracle_point p = combine(combine(point_of(corners[i]), -1, from_d3(solid->center)), -1, from_d3(offset));
		seen[i] = p;
		if (solid->kind == KILN_SOLID_BOX)
			seen[i] = (oracle_point){
				dot(p, from_d3(solid->side[0])), dot(p, from_d3(solid->side[1])), dot(p, from_d3(solid->side[2]))};
	}
}

long double oracle_separation(const kiln_solid *solid, kiln_d3 offset, const kiln_vec3 corners[3])
{
	oracle_point c[3];
	see(solid, offset, corners, c);
	if (solid->kind == KILN_SOLID_BOX)
	{
		const long double half[3] = {
			(long double)solid->half.x, (long double)solid->half.y, (long double)solid->half.z};
		return box_apart(c, half);
	}
	oracle_point axis = from_d3(solid->axis);
	oracle_point start = combine((oracle_point){0, 0, 0}, -1, axis);
	return segment_apart(c, start, combine(axis, 1, axis)) - (long double)solid->radius;
}

/// Clips a polygon at sign * coordinate <= bound; returns the number of remaining corners.
static int cut(oracle_point *polygon, int count, int axis, long double sign, long double bound)
{
	oracle_point out[16];
	int kept = 0;
	for (int i = 0; i < count; ++i)
	{
		oracle_point a = polygon[i], b = polygon[(i + 1) % count];
		const long double at[3] = {a.x, a.y, a.z}, bt[3] = {b.x, b.y, b.z};
		long double da = bound - sign * at[axis], db = bound - sign * bt[axis];
		if (da >= 0)
			out[kept++] = a;
		if ((da > 0 && db < 0) || (da < 0 && db > 0))
			out[kept++] = combine(a, da / (da - db), combine(b, -1, a));
	}
	for (int i = 0; i < kept; ++i)
		polygon[i] = out[i];
	return kept;
}

bool oracle_box_clips(const kiln_solid *box, double grow, const kiln_vec3 corners[3])
{
	oracle_point polygon[16];
	const double half[3] = {box->half.x + grow, box->half.y + grow, box->half.z + grow};
	see(box, (kiln_d3){0, 0, 0}, corners, polygon);
	int count = 3;
	for (int axis = 0; axis < 3 && count; ++axis)
		for (int sign = -1; sign <= 1 && count; sign += 2)
			count = cut(polygon, count, axis, sign, (long double)half[axis]);
	return count > 0;
}

bool oracle_solid(const oracle_any *shape, kiln_solid *solid)
{
	return shape->kind == KILN_SOLID_SPHERE ? kilni_solid_from_sphere(solid, &shape->sphere)
		   : shape->kind == KILN_SOLID_BOX	? kilni_solid_from_box(solid, &shape->box)
											: kilni_solid_from_capsule(solid, &shape->capsule);
}

oracle_any oracle_shape(uint64_t *random, kiln_vec3 center, double size, uint32_t points)
{
	oracle_any shape = {.kind = (int)(fixture_random(random) % 3)};
	kiln_vec3 off = oracle_vector(random, size);
	float radius = (float)size * 0.5f * fixture_random_unit(random);
	radius = fixture_random(random) % points ? radius : 0;
	shape.sphere = (kiln_sphere){center, radius};
	shape.box = (kiln_box){center, {fabsf(off.x), fabsf(off.y), fabsf(off.z)}, oracle_rotation(random)};
	if (fixture_random(random) % 3 == 0)
		shape.box.rotation = (kiln_quat){0, 0, 0, 0};
	shape.capsule = (kiln_capsule){center, {center.x + off.x, center.y + off.y, center.z + off.z}, radius};
	return shape;
}
