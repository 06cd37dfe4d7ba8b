// SPDX-License-Identifier: MIT
#include "primitive_moving.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static uint64_t next(moving_random *random)
{
	random->state += 0x9e3779b97f4a7c15u;
	uint64_t x = random->state;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

uint32_t moving_below(moving_random *random, uint32_t end)
{
	return (uint32_t)((next(random) >> 32) * end >> 32);
}

/// -1 .. 1
static double unit(moving_random *random)
{
	return (double)(next(random) >> 11) * 0x1p-52 - 1;
}

void moving_next(moving_random *random, uint64_t i, bool near)
{
	static const double factors[] = {1, 1, 1, 1, 0x1p34, 0x1p-99, 0x1p-20, 0x1p10};
	random->mode = near ? 1 + (int)(i & 1) : (int)(i % 5 == 4 ? 3 : 0);
	random->factor = random->mode == 3 ? 1 : factors[moving_below(random, 8)];
}

static double coordinate(moving_random *random)
{
	double lattice = ((double)moving_below(random, 9) - 4) / 2, small = 0x1p-21 * unit(random);
	switch (random->mode)
	{
	case 1:
		return lattice;
	case 2:
		return lattice + (moving_below(random, 2) ? small : 0);
	case 3:
		return 1000 + unit(random);
	default:
		return 2 * unit(random);
	}
}

kiln_vec3 moving_point(moving_random *random)
{
	kiln_d3 p = {coordinate(random), coordinate(random), coordinate(random)};
	return kiln_d3_to(kiln_d3_scale(p, random->factor));
}

float moving_size(moving_random *random)
{
	double size = 0.5 * fabs(unit(random)), lattice = (double)moving_below(random, 4) / 4;
	bool exact = random->mode == 1 || random->mode == 2 || moving_below(random, 16) == 0;
	return (float)((exact ? lattice : size) * random->factor);
}

kiln_sphere moving_sphere(moving_random *random)
{
	return (kiln_sphere){moving_point(random), moving_size(random)};
}

kiln_capsule moving_capsule(moving_random *random)
{
	return (kiln_capsule){moving_point(random), moving_point(random), moving_size(random)};
}

kiln_aabb moving_aabb(moving_random *random)
{
	kiln_vec3 p = moving_point(random), q = moving_point(random);
	return (kiln_aabb){
		{fminf(p.x, q.x), fminf(p.y, q.y), fminf(p.z, q.z)}, {fmaxf(p.x, q.x), fmaxf(p.y, q.y), fmaxf(p.z, q.z)}};
}

/// Makes axes of a rotation: any, by a quaternion; on a lattice, by quarter turns, by 3-4-5 triangles, or nearly these.
static void axes_of(moving_random *random, kiln_vec3 axes[3])
{
	kiln_d3 x = {1, 0, 0}, y = {0, 1, 0};
	if (random->mode == 0 || random->mode == 3)
	{
		do
			x = (kiln_d3){unit(random), unit(random), unit(random)};
		while (kiln_d3_length2(x) < 0.01);
		x = kiln_d3_scale(x, 1 / sqrt(kiln_d3_length2(x)));
		do
			y = kiln_d3_cross(x, (kiln_d3){unit(random), unit(random), unit(random)});
		while (kiln_d3_length2(y) < 0.01);
		y = kiln_d3_scale(y, 1 / sqrt(kiln_d3_length2(y)));
	}
	else if (moving_below(random, 2))
	{
		x = (kiln_d3){0.6, 0.8, 0};
		y = (kiln_d3){-0.8, 0.6, 0};
	}
	if (random->mode == 2 && moving_below(random, 2))
	{
		// Not perpendicular, by as much as is valid.
		x.z += 0x1p-12 * unit(random);
		y.z += 0x1p-24 * unit(random);
	}
	uint32_t turn = moving_below(random, 3);
	axes[turn] = kiln_d3_to(x);
	axes[(turn + 1) % 3] = kiln_d3_to(y);
	axes[(turn + 2) % 3] = kiln_d3_to(kiln_d3_cross(x, y));
}

kiln_obb moving_obb(moving_random *random)
{
	kiln_obb box = {.center = moving_point(random)};
	axes_of(random, box.axes);
	for (int i = 0; i < 3; ++i)
		box.half_extents[i] = moving_size(random);
	return box;
}

kiln_triangle moving_triangle(moving_random *random)
{
	kiln_triangle triangle = {{moving_point(random), moving_point(random), moving_point(random)}};
	uint32_t kind = moving_below(random, 24);
	if (kind == 0)
		triangle.corners[2] = triangle.corners[moving_below(random, 2)];
	if (kind == 1)
	{
		kiln_d3 a = kiln_d3_from(triangle.corners[0]), b = kiln_d3_from(triangle.corners[1]);
		triangle.corners[2] = kiln_d3_to(kiln_d3_along(a, unit(random), kiln_d3_sub(b, a)));
	}
	return triangle;
}

kiln_plane moving_plane(moving_random *random)
{
	kiln_plane plane;
	double factor = random->factor;
	random->factor = 1;
	int mode = random->mode;
	random->mode = mode == 3 ? 0 : mode;
	do
		plane.normal = moving_point(random);
	while (plane.normal.x == 0 && plane.normal.y == 0 && plane.normal.z == 0);
	random->factor = factor;
	random->mode = mode;
	kiln_vec3 on = moving_point(random);
	plane.d = (float)kiln_d3_dot(kiln_d3_from(plane.normal), kiln_d3_from(on));
	return plane;
}

kiln_vec3 moving_motion(moving_random *random, kiln_vec3 from, kiln_vec3 to)
{
	kiln_vec3 other = moving_point(random), another = moving_point(random);
	kiln_d3 way = kiln_d3_sub(kiln_d3_from(to), kiln_d3_from(from));
	kiln_d3 noise = kiln_d3_sub(kiln_d3_from(other), kiln_d3_from(another));
	switch (moving_below(random, 8))
	{
	case 0:
		return (kiln_vec3){0, 0, 0};
	case 1:
		return kiln_d3_to(noise);
	case 2:
		return kiln_d3_to(kiln_d3_scale(way, 1 + moving_below(random, random->factor > 1 ? 2 : 1000)));
	case 3:
		// Along one axis.
		noise = kiln_d3_scale(noise, 4);
		return (kiln_vec3){(float)noise.x, 0, 0};
	default:
		way = kiln_d3_scale(way, (double)(2 + moving_below(random, 5)) / 4);
		return kiln_d3_to(kiln_d3_along(way, 0.25 * (double)moving_below(random, 3), noise));
	}
}

void moving_try_many(moving_trial *one, uint64_t state, uint64_t usual)
{
	moving_random random = {.state = state};
	uint64_t count = trials_random(usual);
	for (uint64_t i = 0; i < count + trials_near(usual / 2); ++i)
	{
		moving_next(&random, i, i >= count);
		uint64_t before = random.state;
		if (!one(&random, i % 8 == 0))
		{
			fprintf(stderr, "trial %llu, mode %d, factor %g, state %llx\n", (unsigned long long)i, random.mode,
				random.factor, (unsigned long long)before);
			fail();
		}
	}
}
