// SPDX-License-Identifier: MIT
#include "primitive_point.h"

#include "support/asset_fixture.h"

#include <math.h>

uint32_t point_below(uint64_t *random, uint32_t limit)
{
	return (uint32_t)(fixture_random(random) >> 33) % limit;
}

float point_random(uint64_t *random, point_family family)
{
	float unit = 2 * fixture_random_unit(random) - 1;
	switch (family)
	{
	case POINT_LATTICE:
		return (float)point_below(random, 9) - 4;
	case POINT_HUGE:
		return unit * KILN_COORDINATE_MAX;
	case POINT_TINY:
		return unit * 1e-30f;
	case POINT_FAR:
		return 1e6f + unit;
	case POINT_MIXED:
		return ldexpf(unit, (int)point_below(random, 41) - 20);
	default:
		return unit;
	}
}

kiln_vec2 point_random2(uint64_t *random, point_family family)
{
	float x = point_random(random, family);
	return (kiln_vec2){x, point_random(random, family)};
}

kiln_vec3 point_random3(uint64_t *random, point_family family)
{
	kiln_vec2 p = point_random2(random, family);
	return (kiln_vec3){p.x, p.y, point_random(random, family)};
}

float point_nudge(uint64_t *random, float x)
{
	for (uint32_t i = point_below(random, 3); i > 0; --i)
		x = nextafterf(x, i & 1 ? 2e12f : -2e12f);
	return fminf(fmaxf(x, -KILN_COORDINATE_MAX), KILN_COORDINATE_MAX);
}

static double share(uint64_t *random)
{
	switch (point_below(random, 8))
	{
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
		return 0.5;
	default:
		return (double)fixture_random_unit(random) * 1.25 - 0.125;
	}
}

static float mixed(float a, float b, double t)
{
	double x = t == 1 ? (double)b : (double)a + t * ((double)b - (double)a);
	return (float)fmin(fmax(x, -0x1p40), 0x1p40);
}

kiln_vec2 point_between2(uint64_t *random, kiln_vec2 a, kiln_vec2 b)
{
	double t = share(random);
	return (kiln_vec2){mixed(a.x, b.x, t), mixed(a.y, b.y, t)};
}

kiln_vec3 point_between3(uint64_t *random, kiln_vec3 a, kiln_vec3 b)
{
	double t = share(random);
	return (kiln_vec3){mixed(a.x, b.x, t), mixed(a.y, b.y, t), mixed(a.z, b.z, t)};
}

static real difference(float a, float b)
{
	return real_sub(real_from((double)a), real_from((double)b));
}

real point_orient2(kiln_vec2 o, kiln_vec2 a, kiln_vec2 b)
{
	return real_sub(
		real_mul(difference(a.x, o.x), difference(b.y, o.y)), real_mul(difference(a.y, o.y), difference(b.x, o.x)));
}

real point_orient3(kiln_vec3 o, kiln_vec3 a, kiln_vec3 b, kiln_vec3 c)
{
	real3 from = real3_from(o);
	real3 u = real3_sub(real3_from(a), from), v = real3_sub(real3_from(b), from), w = real3_sub(real3_from(c), from);
	return real3_dot(u, real3_cross(v, w));
}

/// Finds on which sides of p the line y = p.y intersects the segment ab.
static void meet_line(kiln_vec2 p, kiln_vec2 a, kiln_vec2 b, bool *left, bool *right)
{
	if (a.y == p.y)
	{
		*left |= a.x <= p.x;
		*right |= a.x >= p.x;
	}
	if (!((a.y < p.y && b.y > p.y) || (a.y > p.y && b.y < p.y)))
		return;
	// x - p.x times the height of the segment.
	real height = difference(b.y, a.y);
	real away = real_add(real_mul(difference(a.x, p.x), height), real_mul(difference(p.y, a.y), difference(b.x, a.x)));
	int side = real_sign(away) * real_sign(height);
	*left |= side <= 0;
	*right |= side >= 0;
}

bool point_in_hull2(kiln_vec2 p, const kiln_vec2 *points, uint32_t count)
{
	bool left = false, right = false;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t j = 0; j < count; ++j)
			meet_line(p, points[i], points[j], &left, &right);
	return left && right;
}

bool point_in_flat_hull(kiln_vec3 p, const kiln_vec3 *points, uint32_t count)
{
	kiln_vec2 seen[3][8];
	for (uint32_t i = 0; i < count; ++i)
	{
		seen[0][i] = (kiln_vec2){points[i].y, points[i].z};
		seen[1][i] = (kiln_vec2){points[i].z, points[i].x};
		seen[2][i] = (kiln_vec2){points[i].x, points[i].y};
	}
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t j = 0; j < i; ++j)
			for (uint32_t k = 0; k < j; ++k)
				if (real_sign(point_orient3(points[i], points[j], points[k], p)) != 0)
					return false;
	return point_in_hull2((kiln_vec2){p.y, p.z}, seen[0], count) &&
		   point_in_hull2((kiln_vec2){p.z, p.x}, seen[1], count) &&
		   point_in_hull2((kiln_vec2){p.x, p.y}, seen[2], count);
}

bool point_in_tetrahedron_exactly(kiln_vec3 p, const kiln_vec3 corners[4])
{
	real3 o = real3_from(corners[0]), e[3], from = real3_sub(real3_from(p), o);
	for (int i = 0; i < 3; ++i)
		e[i] = real3_sub(real3_from(corners[i + 1]), o);
	real whole = real3_dot(e[0], real3_cross(e[1], e[2]));
	if (real_sign(whole) == 0)
		return point_in_flat_hull(p, corners, 4);
	real shares[3] = {real3_dot(from, real3_cross(e[1], e[2])), real3_dot(e[0], real3_cross(from, e[2])),
		real3_dot(e[0], real3_cross(e[1], from))};
	real sum = real_add(real_add(shares[0], shares[1]), shares[2]);
	bool in = real_sign(whole) * real_compare(sum, whole) <= 0;
	for (int i = 0; i < 3; ++i)
		in = in && real_sign(shares[i]) * real_sign(whole) >= 0;
	return in;
}
