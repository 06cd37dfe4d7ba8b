// SPDX-License-Identifier: MIT
#include "primitive_overlaps.h"

#include <math.h>

scene scene_of(uint64_t seed)
{
	return (scene){.state = seed, .scale = 1};
}

static uint64_t next(scene *s)
{
	s->state ^= s->state << 13;
	s->state ^= s->state >> 7;
	s->state ^= s->state << 17;
	return s->state * 0x2545f4914f6cdd1dull >> 16;
}

uint32_t scene_below(scene *s, uint32_t count)
{
	return (uint32_t)(next(s) % count);
}

void scene_next(scene *s, bool near)
{
	s->near = near;
	uint32_t kind = scene_below(s, 8);
	s->scale = kind == 0 ? 0x1p34 : kind == 1 ? 0x1p-100 : kind == 2 ? 0x1p-130 : 1;
	s->offset = kind == 3 ? 1000 : kind == 4 ? 60000 : 0;
}

double scene_unit(scene *s)
{
	double x = (double)(next(s) & 0xffffffffffull) * 0x1p-39 - 1;
	if (!s->near)
		return x;
	double on = floor(x * 3 + 0.5) / 2;
	// Off the lattice by an amount between nothing and float32's precision.
	uint32_t off = scene_below(s, 12);
	return off == 0 ? on + x * ldexp(1, -(int)scene_below(s, 24)) : on;
}

static float placed(const scene *s, double x)
{
	return (float)((x + s->offset) * s->scale);
}

kiln_vec3 scene_point(scene *s)
{
	double x = scene_unit(s), y = scene_unit(s), z = scene_unit(s);
	return (kiln_vec3){placed(s, x), placed(s, y), placed(s, z)};
}

kiln_vec3 scene_direction(scene *s)
{
	for (;;)
	{
		double x = scene_unit(s), y = scene_unit(s), length = ldexp(1, (int)scene_below(s, 20) - 10);
		kiln_vec3 v = {(float)(x * length), (float)(y * length), (float)(scene_unit(s) * length)};
		if (v.x != 0 || v.y != 0 || v.z != 0)
			return v;
	}
}

float scene_size(scene *s)
{
	uint32_t kind = scene_below(s, 8);
	double x = fabs(scene_unit(s));
	return (float)(s->scale * (kind == 0 ? 0 : kind == 1 ? x * 0x1p-12 : x));
}

kiln_triangle scene_triangle(scene *s)
{
	kiln_triangle t;
	for (int i = 0; i < 3; ++i)
		t.corners[i] = scene_point(s);
	uint32_t kind = scene_below(s, 16);
	if (kind == 0)
		t.corners[2] = t.corners[1];
	if (kind == 1) // a needle
	{
		double along = scene_unit(s), thin = ldexp(1, -(int)scene_below(s, 30)) * s->scale;
		kiln_d3 a = kiln_d3_from(t.corners[0]), b = kiln_d3_from(t.corners[1]);
		kiln_d3 c = kiln_d3_along(a, along, kiln_d3_sub(b, a));
		t.corners[2] = kiln_d3_to(kiln_d3_along(c, thin, (kiln_d3){scene_unit(s), scene_unit(s), scene_unit(s)}));
	}
	return t;
}

void scene_axes(scene *s, kiln_vec3 axes[3])
{
	static const kiln_d3 square[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	if (s->near && scene_below(s, 3) == 0)
	{
		for (int i = 0; i < 3; ++i)
			axes[i] = kiln_d3_to(square[(i + 1) % 3]);
		return;
	}
	kiln_d3 x, y, z;
	double length2;
	do
	{
		x = kiln_d3_from(scene_direction(s));
		z = kiln_d3_cross(x, kiln_d3_from(scene_direction(s)));
		y = kiln_d3_cross(z, x);
		length2 = kiln_d3_length2(z);
	} while (!(length2 > 1e-12 * kiln_d3_length2(x)));
	// Sometimes slightly off perpendicular, as far as the box is valid.
	double off = scene_below(s, 4) == 0 ? 0x1p-12 : 0;
	kiln_d3 unit[3] = {x, y, z};
	for (int i = 0; i < 3; ++i)
	{
		unit[i] = kiln_d3_scale(unit[i], 1 / sqrt(kiln_d3_length2(unit[i])));
		unit[i] = kiln_d3_along(unit[i], off, (kiln_d3){scene_unit(s), 0.5 * scene_unit(s), 0});
		axes[i] = kiln_d3_to(unit[i]);
	}
}

kiln_obb scene_obb(scene *s)
{
	kiln_obb box = {.center = scene_point(s)};
	scene_axes(s, box.axes);
	for (int i = 0; i < 3; ++i)
		box.half_extents[i] = scene_size(s);
	return box;
}

kiln_aabb scene_aabb(scene *s)
{
	kiln_vec3 a = scene_point(s), b = scene_point(s);
	return (kiln_aabb){
		{fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)}, {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}};
}

uint32_t scene_polygon(scene *s, kiln_vec3 corners[8])
{
	static const double turn[8][2] = {
		{1, 0}, {0.75, 0.75}, {0, 1}, {-0.75, 0.75}, {-1, 0}, {-0.75, -0.75}, {0, -1}, {0.75, -0.75}};
	uint32_t count = 3 + scene_below(s, 6), skip = 0;
	kiln_vec3 axes[3];
	scene_axes(s, axes);
	double inner = scene_below(s, 2) ? 0.25 : 1, wide = 0.25 + fabs(scene_unit(s));
	kiln_d3 middle = {scene_unit(s), scene_unit(s), scene_unit(s)};
	for (uint32_t i = 0; i < count; ++i, ++skip)
	{
		// Eight directions; the first corners skip every other one while enough are left.
		uint32_t at = i + (count <= 4 ? skip : 0);
		double size = i % 2 ? inner : 1;
		kiln_d3 p = kiln_d3_along(middle, wide * size * turn[at][0], kiln_d3_from(axes[0]));
		p = kiln_d3_along(p, size * turn[at][1], kiln_d3_from(axes[1]));
		corners[i] = (kiln_vec3){placed(s, p.x), placed(s, p.y), placed(s, p.z)};
	}
	return count;
}

double vec3_largest_difference(const kiln_vec3 *points, int count)
{
	double most = 0;
	for (int i = 0; i < count; ++i)
		for (int j = 0; j < i; ++j)
			most = fmax(most, kiln_d3_largest(kiln_d3_sub(kiln_d3_from(points[i]), kiln_d3_from(points[j]))));
	return most;
}

real real_distance_to_segment(real3 p, real3 a, real3 b)
{
	real3 e = real3_sub(b, a), w = real3_sub(p, a);
	real length2 = real3_length2(e), along = real3_dot(w, e);
	if (real_sign(along) <= 0)
		return real3_length(w);
	if (real_compare(along, length2) >= 0)
		return real3_length(real3_sub(p, b));
	// The height of the parallelogram.
	return real_div(real3_length(real3_cross(w, e)), real_sqrt(length2));
}

real real_distance_to_triangle(real3 p, const real3 c[3])
{
	real3 n = real3_cross(real3_sub(c[1], c[0]), real3_sub(c[2], c[0]));
	bool over = real_sign(real3_length2(n)) > 0;
	real best = real_distance_to_segment(p, c[0], c[1]);
	for (int i = 0; i < 3; ++i)
	{
		real3 side = real3_cross(real3_sub(c[(i + 1) % 3], c[i]), real3_sub(p, c[i]));
		over = over && real_sign(real3_dot(side, n)) >= 0;
		best = real_min(best, real_distance_to_segment(p, c[i], c[(i + 1) % 3]));
	}
	return over ? real_div(real_abs(real3_dot(n, real3_sub(p, c[0]))), real3_length(n)) : best;
}

/// One of the ends, or the lines' common normal where its feet are on both.
real real_distance_of_segments(real3 a, real3 b, real3 c, real3 d)
{
	real best = real_min(real_min(real_distance_to_segment(a, c, d), real_distance_to_segment(b, c, d)),
		real_min(real_distance_to_segment(c, a, b), real_distance_to_segment(d, a, b)));
	real3 e = real3_sub(b, a), f = real3_sub(d, c), w = real3_sub(c, a), n = real3_cross(e, f);
	real length2 = real3_length2(n);
	if (real_sign(length2) == 0)
		return best;
	real s = real3_dot(real3_cross(w, f), n), t = real3_dot(real3_cross(w, e), n);
	bool within =
		real_sign(s) >= 0 && real_compare(s, length2) <= 0 && real_sign(t) >= 0 && real_compare(t, length2) <= 0;
	return within ? real_div(real_abs(real3_dot(w, n)), real_sqrt(length2)) : best;
}

static bool crosses(real3 a, real3 b, const real3 c[3])
{
	real3 n = real3_cross(real3_sub(c[1], c[0]), real3_sub(c[2], c[0])), d = real3_sub(b, a);
	int from = real_sign(real3_dot(n, real3_sub(a, c[0]))), to = real_sign(real3_dot(n, real3_sub(b, c[0])));
	bool left = false, right = false;
	for (int i = 0; i < 3; ++i)
	{
		int side = real_sign(real3_dot(d, real3_cross(real3_sub(c[i], a), real3_sub(c[(i + 1) % 3], a))));
		left = left || side > 0;
		right = right || side < 0;
	}
	return from * to < 0 && !(left && right);
}

real real_distance_segment_triangle(real3 a, real3 b, const real3 c[3])
{
	real best = real_min(real_distance_to_triangle(a, c), real_distance_to_triangle(b, c));
	for (int i = 0; i < 3; ++i)
		best = real_min(best, real_distance_of_segments(a, b, c[i], c[(i + 1) % 3]));
	return crosses(a, b, c) ? real_from_int(0) : best;
}

bool real_judges(bool answer, real distance, real reach, double size)
{
	real far = real_add(reach, real_mul(real_from(0x1p-45), real_from(size)));
	return answer ? real_compare(distance, far) <= 0 : real_compare(distance, reach) > 0;
}

float bad_number(uint32_t which)
{
	return which % 3 == 0 ? NAN : which % 3 == 1 ? INFINITY : -0x1p41f;
}
