// SPDX-License-Identifier: MIT
#include "hull_clouds.h"

#include "asset_fixture.h"

#include <float.h>
#include <math.h>
#include <string.h>

static uint32_t below(uint64_t *random, uint32_t limit)
{
	return (uint32_t)((fixture_random(random) >> 32) % limit);
}

/// -1 .. 1
static float share(uint64_t *random)
{
	return (float)((double)(fixture_random(random) >> 11) * 0x1p-52 - 1.0);
}

float hull_cloud_nudge(float value, int steps)
{
	int32_t bits;
	memcpy(&bits, &value, sizeof bits);
	// Treats floats as integers in order.
	int64_t place = (bits < 0 ? (int64_t)INT32_MIN - bits : (int64_t)bits) + steps;
	place = place > 0x7f7fffff ? 0x7f7fffff : place < -0x7f7fffff ? -0x7f7fffff : place;
	bits = (int32_t)(place < 0 ? INT32_MIN - place : place);
	memcpy(&value, &bits, sizeof value);
	return value;
}

void hull_cloud_flatten(const int from[3], float point[3])
{
	// The columns (K, 1, 0), (0, K, 1) and (1, 0, 0) have the determinant 1.
	const int k = 1 << 20, offset = 1 << 23;
	point[0] = (float)(offset + k * from[0] + from[2]);
	point[1] = (float)(offset + from[0] + k * from[1]);
	point[2] = (float)(offset + from[1]);
}

static float any_finite(uint64_t *random)
{
	uint32_t bits = (uint32_t)(fixture_random(random) >> 32);
	if ((bits & 0x7f800000u) == 0x7f800000u)
		bits ^= 0x00800000u;
	float value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static void in_ball(uint64_t *random, float p[3])
{
	do
		for (int k = 0; k < 3; ++k)
			p[k] = share(random);
	while (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] > 1.0f);
}

static void on_sphere(uint64_t *random, float p[3])
{
	double length;
	do
	{
		in_ball(random, p);
		length = sqrt((double)p[0] * (double)p[0] + (double)p[1] * (double)p[1] + (double)p[2] * (double)p[2]);
	} while (length < 0.01);
	for (int k = 0; k < 3; ++k)
		p[k] = (float)((double)p[k] / length);
}

/// Numbers whose sums of three still fit into 24 bits.
static void on_plane(uint64_t *random, float p[3])
{
	p[0] = (float)below(random, 2000) - 1000.0f;
	p[1] = (float)below(random, 2000) - 1000.0f;
	p[2] = 2.0f * p[0] - p[1] + 5.0f;
}

static void nudge_some(uint64_t *random, float p[3])
{
	for (int k = 0; k < 3; ++k)
		if (below(random, 4) == 0)
			p[k] = hull_cloud_nudge(p[k], (int)below(random, 3) - 1);
}

static void scatter(uint64_t *random, float p[3], float x, float y, float z)
{
	const float scale[3] = {x, y, z};
	for (int k = 0; k < 3; ++k)
		p[k] = share(random) * scale[k];
}

static void on_lattice(uint64_t *random, float p[3])
{
	for (int k = 0; k < 3; ++k)
		p[k] = (float)below(random, 5) * 0.1f;
}

static void in_octahedron(uint64_t *random, float p[3])
{
	do
		for (int k = 0; k < 3; ++k)
			p[k] = (float)below(random, 13) - 6.0f;
	while (fabsf(p[0]) + fabsf(p[1]) + fabsf(p[2]) > 6.0f);
}

/// Makes the kinds that combine other kinds.
static void fill_odd(hull_cloud_kind kind, uint64_t *random, float p[3])
{
	float t = (float)below(random, 100);
	switch (kind)
	{
	case CLOUD_SLAB:
		scatter(random, p, 1.0f, 1.0f, 0.0f);
		p[2] = below(random, 2) ? 1e-30f : below(random, 2) ? 0.0f : 5e-31f;
		break;
	case CLOUD_CLUSTERS:
		scatter(random, p, 1e-4f, 1e-4f, 1e-4f);
		p[below(random, 3)] += (float)below(random, 3) * 50.0f;
		break;
	case CLOUD_FAR:
		for (int k = 0; k < 3; ++k)
			p[k] = hull_cloud_nudge(1e7f, (int)below(random, 9));
		break;
	case CLOUD_MAGNITUDES:
		scatter(random, p, 1.0f, 1.0f, 1.0f);
		for (int k = 0; k < 3; ++k)
			p[k] = ldexpf(p[k], (int)below(random, 60) - 30);
		break;
	case CLOUD_DENORMAL:
		for (int k = 0; k < 3; ++k)
			p[k] = hull_cloud_nudge(0.0f, (int)below(random, 40) - 20);
		break;
	case CLOUD_HUGE:
		scatter(random, p, FLT_MAX, FLT_MAX, FLT_MAX);
		if (below(random, 3) == 0)
			p[below(random, 3)] = below(random, 2) ? FLT_MAX : -FLT_MAX;
		break;
	case CLOUD_LINE:
	case CLOUD_NEARLY_LINE:
		p[0] = 3.0f * t;
		p[1] = 1.0f - t;
		p[2] = 7.0f * t + 2.0f;
		if (kind == CLOUD_NEARLY_LINE)
			nudge_some(random, p);
		break;
	default:
		for (int k = 0; k < 3; ++k)
			p[k] = any_finite(random);
		break;
	}
}

static void fill_one(hull_cloud_kind kind, uint64_t *random, float p[3])
{
	switch (kind)
	{
	case CLOUD_BALL:
		in_ball(random, p);
		break;
	case CLOUD_CUBE:
		scatter(random, p, 1.0f, 2.0f, 3.0f);
		break;
	case CLOUD_SPHERE:
		on_sphere(random, p);
		break;
	case CLOUD_NEARLY_SPHERE:
		on_sphere(random, p);
		nudge_some(random, p);
		break;
	case CLOUD_LATTICE:
		on_lattice(random, p);
		break;
	case CLOUD_NEARLY_LATTICE:
		on_lattice(random, p);
		nudge_some(random, p);
		break;
	case CLOUD_OCTAHEDRON:
		in_octahedron(random, p);
		break;
	case CLOUD_TILTED:
		scatter(random, p, 1.0f, 1.0f, 0.0f);
		p[2] = 0.3f * p[0] + 0.7f * p[1];
		break;
	case CLOUD_PLANE:
		on_plane(random, p);
		break;
	case CLOUD_POINT:
		p[0] = 0.1f;
		p[1] = -2.0f;
		p[2] = 1e20f;
		break;
	case CLOUD_NEEDLE:
		scatter(random, p, 1e-6f, 1e-7f, 1.0f);
		p[0] += 0.6f * p[2];
		break;
	default:
		fill_odd(kind, random, p);
		break;
	}
}

void hull_cloud_fill(hull_cloud_kind kind, uint64_t seed, float (*points)[3], uint32_t count)
{
	uint64_t random = seed * 0x9e3779b97f4a7c15u + kind;
	for (uint32_t i = 0; i < count; ++i)
		if (kind == CLOUD_REPEATED && i >= 6)
			memcpy(points[i], points[below(&random, i)], sizeof points[i]);
		else
			fill_one(kind == CLOUD_REPEATED ? CLOUD_BALL : kind, &random, points[i]);
}
