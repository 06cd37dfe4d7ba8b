// SPDX-License-Identifier: MIT
#include "primitive_closest.h"

#include "kiln_format.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

uint64_t cloud_next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state * 2685821657736338717ull;
}

double cloud_unit(uint64_t *state)
{
	return (double)(int64_t)(cloud_next(state) >> 11) * 0x1p-52 - 1;
}

static uint64_t below(cloud *c, uint64_t n)
{
	return (cloud_next(c->state) >> 20) % n;
}

cloud cloud_begin(uint64_t *state, uint64_t n, bool near)
{
	static const double scales[] = {1, 1, 1, 0x1p38, 0x1p-100, 0x1p-140, 0x1p20};
	cloud c = {.state = state, .scale = scales[n % 7], .near = near, .kind = (int)(n / 7 % 4)};
	if (c.kind == 2)
		c.offset = (kiln_vec3){(float)(below(&c, 3) * 1000), (float)(below(&c, 2) * 1000), 0};
	if (c.scale >= 0x1p38)
		c.offset = (kiln_vec3){0, 0, 0};
	return c;
}

void cloud_run(void (*trial)(cloud *c), uint64_t random, uint64_t near)
{
	uint64_t state = 0x9e3779b97f4a7c15ull;
	for (uint64_t n = 0; n < trials_random(random); ++n)
	{
		cloud c = cloud_begin(&state, n, false);
		trial(&c);
	}
	for (uint64_t n = 0; n < trials_near(near); ++n)
	{
		cloud c = cloud_begin(&state, n, true);
		trial(&c);
	}
}

static double number(cloud *c)
{
	double x = cloud_unit(c->state);
	if (c->kind == 0)
		return (double)(int)(x * 3.5);
	return c->kind == 3 ? ldexp(x, -(int)below(c, 24)) : x;
}

static double jitter(cloud *c)
{
	return below(c, 2) ? 0 : cloud_unit(c->state) * ldexp(1, -(int)below(c, 30));
}

static float in_range(float x)
{
	return fmaxf(-KILN_COORDINATE_MAX, fminf(x, KILN_COORDINATE_MAX));
}

kiln_vec3 cloud_point(cloud *c)
{
	double s = c->scale;
	kiln_vec3 p = {(float)(s * ((double)c->offset.x + number(c))), (float)(s * ((double)c->offset.y + number(c))),
		(float)(s * ((double)c->offset.z + number(c)))};
	if (c->near && c->count > 0 && below(c, 3))
	{
		// On the line of two others, or equal to one, with ever smaller offsets.
		kiln_vec3 q = c->points[below(c, c->count)], r = c->points[below(c, c->count)];
		kiln_vec3 o = c->points[below(c, c->count)];
		double t = (double)(int)(cloud_unit(c->state) * 3) * 0.5;
		p.x = (float)((double)o.x + t * ((double)r.x - (double)q.x) + s * jitter(c));
		p.y = (float)((double)o.y + t * ((double)r.y - (double)q.y) + s * jitter(c));
		p.z = (float)((double)o.z + t * ((double)r.z - (double)q.z) + s * jitter(c));
	}
	p = (kiln_vec3){in_range(p.x), in_range(p.y), in_range(p.z)};
	c->points[c->count++ & 7] = p;
	c->count = c->count > 7 ? 7 : c->count;
	return p;
}

kiln_vec3 cloud_direction(cloud *c)
{
	kiln_vec3 d = {0, 0, 0};
	while (d.x == 0 && d.y == 0 && d.z == 0)
	{
		double s = below(c, 4) ? 1 : c->scale;
		d = (kiln_vec3){(float)(s * number(c)), (float)(s * number(c)), (float)(s * number(c))};
		if (c->near && c->count > 1 && below(c, 2))
		{
			kiln_vec3 p = c->points[below(c, c->count)], q = c->points[below(c, c->count)];
			s = c->scale * ldexp(1, -(int)below(c, 30)) * (double)below(c, 2);
			d = (kiln_vec3){in_range(p.x - q.x + (float)(s * number(c))), in_range(p.y - q.y), in_range(p.z - q.z)};
		}
	}
	return d;
}

float cloud_size(cloud *c)
{
	if (c->count > 1 && below(c, 3) == 0)
	{
		kiln_d3 p = kiln_d3_from(c->points[below(c, c->count)]), q = kiln_d3_from(c->points[below(c, c->count)]);
		return in_range((float)sqrt(kiln_d3_length2(kiln_d3_sub(p, q))));
	}
	return (float)fabs(c->scale * number(c));
}

void cloud_axes(cloud *c, double skew, kiln_vec3 axes[3])
{
	kiln_d3 x = {cloud_unit(c->state), cloud_unit(c->state), cloud_unit(c->state)};
	kiln_d3 y = {cloud_unit(c->state), cloud_unit(c->state), cloud_unit(c->state)};
	if (below(c, 4) == 0)
	{
		x = (kiln_d3){0, 1, 0};
		y = (kiln_d3){0, 0, -1};
	}
	x = kiln_d3_scale(x, 1 / sqrt(kiln_d3_length2(x)));
	y = kiln_d3_along(y, -kiln_d3_dot(x, y), x);
	y = kiln_d3_scale(y, 1 / sqrt(kiln_d3_length2(y)));
	kiln_d3 z = kiln_d3_cross(x, y);
	if (below(c, 3) == 0)
	{
		y = kiln_d3_along(y, skew * cloud_unit(c->state), x);
		z = kiln_d3_along(z, skew * cloud_unit(c->state), x);
	}
	axes[0] = kiln_d3_to(x);
	axes[1] = kiln_d3_to(y);
	axes[2] = kiln_d3_to(z);
}

expected nearer_of(expected a, expected b)
{
	return real_compare(b.distance2, a.distance2) < 0 ? b : a;
}

expected expected_at(real3 p, real3 on)
{
	return (expected){real3_length2(real3_sub(p, on)), p, on};
}

/// Computes the stationary point in up to three directions; false where they are dependent.
static bool stationary(real3 to, const real3 *sides[3], int count, real s[3])
{
	real3 zero = real3_from((kiln_vec3){0, 0, 0});
	real3 d[3] = {count > 0 ? *sides[0] : zero, count > 1 ? *sides[1] : zero, count > 2 ? *sides[2] : zero};
	if (count == 0)
		return true;
	if (count == 1)
	{
		real length2 = real3_length2(d[0]);
		if (real_sign(length2) == 0)
			return false;
		s[0] = real_div(real3_dot(to, d[0]), length2);
		return true;
	}
	real3 third = count == 3 ? d[2] : real3_cross(d[0], d[1]);
	real determinant = real3_dot(real3_cross(d[0], d[1]), third);
	if (real_sign(determinant) == 0)
		return false;
	s[0] = real_div(real3_dot(real3_cross(to, d[1]), third), determinant);
	s[1] = real_div(real3_dot(real3_cross(d[0], to), third), determinant);
	s[2] = real_div(real3_dot(real3_cross(d[0], d[1]), to), determinant);
	return true;
}

expected nearest_of_box(
	real3 p, real3 base, const real3 sides[], const real low[], const real high[], int count, unsigned int open)
{
	expected best;
	bool found = false;
	int faces = count == 1 ? 3 : count == 2 ? 9 : 27;
	for (int face = 0; face < faces; ++face)
	{
		int digits[3] = {face % 3, face / 3 % 3, face / 9}, moving = 0;
		const real3 *free_sides[3];
		real3 corner = base;
		bool valid = true;
		for (int i = 0; i < count; ++i)
		{
			if (digits[i] == 2)
				free_sides[moving++] = &sides[i];
			else if (open >> (2 * i + digits[i]) & 1)
				valid = false;
			else
				corner = real3_along(corner, digits[i] ? high[i] : low[i], sides[i]);
		}
		real s[3];
		if (!valid || !stationary(real3_sub(p, corner), free_sides, moving, s))
			continue;
		for (int i = 0, k = 0; i < count; ++i)
			if (digits[i] == 2)
			{
				valid = valid && (open >> (2 * i) & 1 || real_compare(s[k], low[i]) >= 0) &&
						(open >> (2 * i + 1) & 1 || real_compare(s[k], high[i]) <= 0);
				corner = real3_along(corner, s[k++], sides[i]);
			}
		if (!valid)
			continue;
		expected here = expected_at(p, corner);
		best = found ? nearer_of(best, here) : here;
		found = true;
	}
	assert_true(found);
	return best;
}

expected nearest_of_triangle(real3 p, const real3 corners[3])
{
	real zero = real_from(0), one = real_from(1);
	expected best = expected_at(p, corners[0]);
	for (int i = 0; i < 3; ++i)
	{
		real3 edge = real3_sub(corners[(i + 1) % 3], corners[i]);
		best = nearer_of(best, nearest_of_box(p, corners[i], &edge, &zero, &one, 1, 0));
	}
	real3 sides[2] = {real3_sub(corners[1], corners[0]), real3_sub(corners[2], corners[0])};
	const real3 *both[3] = {&sides[0], &sides[1]};
	real s[3];
	if (!stationary(real3_sub(p, corners[0]), both, 2, s) || real_sign(s[0]) < 0 || real_sign(s[1]) < 0 ||
		real_compare(real_add(s[0], s[1]), one) > 0)
		return best;
	return nearer_of(best, expected_at(p, real3_along(real3_along(corners[0], s[0], sides[0]), s[1], sides[1])));
}

static real3 at(const track *t, real s)
{
	return real3_along(t->base, s, t->side);
}

static bool on_track(const track *t, real s)
{
	return (t->open & 1 || real_sign(s) >= 0) && (t->open & 2 || real_compare(s, t->end) <= 0);
}

static expected point_track(real3 p, const track *t)
{
	real zero = real_from(0);
	return nearest_of_box(p, t->base, &t->side, &zero, &t->end, 1, t->open);
}

expected nearest_of_tracks(const track *a, const track *b)
{
	real zero = real_from(0);
	real3 normal = real3_cross(a->side, b->side), to = real3_sub(b->base, a->base);
	real length2 = real3_length2(normal);
	// Parallel lines have no ends: all points of one are equally near to the other.
	expected best = point_track(a->base, b);
	if (real_sign(length2) != 0)
	{
		real s = real_div(real3_dot(real3_cross(to, b->side), normal), length2);
		real t = real_div(real3_dot(real3_cross(to, a->side), normal), length2);
		if (on_track(a, s) && on_track(b, t))
			return expected_at(at(a, s), at(b, t));
	}
	for (int end = 0; end < 2; ++end)
	{
		if (!(b->open >> end & 1))
		{
			expected here = point_track(at(b, end ? b->end : zero), a);
			best = nearer_of(best, (expected){here.distance2, here.on_b, here.on_a});
		}
		if (!(a->open >> end & 1))
			best = nearer_of(best, point_track(at(a, end ? a->end : zero), b));
	}
	return best;
}

/// Where a track goes through the inside of a triangle.
static bool crosses(const track *a, const real3 corners[3], real3 *point)
{
	real3 u = real3_sub(corners[1], corners[0]), v = real3_sub(corners[2], corners[0]);
	real3 back = real3_scale(a->side, real_from(-1));
	const real3 *sides[3] = {&u, &v, &back};
	real s[3];
	if (!stationary(real3_sub(a->base, corners[0]), sides, 3, s) || real_sign(s[0]) < 0 || real_sign(s[1]) < 0 ||
		real_compare(real_add(s[0], s[1]), real_from(1)) > 0 || !on_track(a, s[2]))
		return false;
	*point = at(a, s[2]);
	return true;
}

expected nearest_of_track_triangle(const track *a, const real3 corners[3])
{
	real3 point;
	if (crosses(a, corners, &point))
		return expected_at(point, point);
	expected best = {.distance2 = real_from(1e300)};
	for (int i = 0; i < 3; ++i)
	{
		track edge = {corners[i], real3_sub(corners[(i + 1) % 3], corners[i]), 0, real_from(1)};
		best = nearer_of(best, nearest_of_tracks(a, &edge));
	}
	for (int end = 0; end < 2; ++end)
		if (!(a->open >> end & 1))
			best = nearer_of(best, nearest_of_triangle(at(a, end ? a->end : real_from(0)), corners));
	return best;
}

expected nearest_of_triangles(const real3 a[3], const real3 b[3])
{
	expected best = {.distance2 = real_from(1e300)};
	for (int i = 0; i < 3; ++i)
	{
		track of_a = {a[i], real3_sub(a[(i + 1) % 3], a[i]), 0, real_from(1)};
		track of_b = {b[i], real3_sub(b[(i + 1) % 3], b[i]), 0, real_from(1)};
		best = nearer_of(best, nearest_of_track_triangle(&of_a, b));
		expected here = nearest_of_track_triangle(&of_b, a);
		best = nearer_of(best, (expected){here.distance2, here.on_b, here.on_a});
	}
	return best;
}

double reach_of(const kiln_vec3 *points, uint32_t count)
{
	double reach = 0;
	for (uint32_t i = 0; i < count; ++i)
		reach = kiln_double_max(reach, kiln_d3_largest(kiln_d3_from(points[i])));
	return reach;
}

double spread_of(const kiln_vec3 *points, uint32_t count)
{
	double spread = 0;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t j = 0; j < i; ++j)
		{
			kiln_d3 to = kiln_d3_sub(kiln_d3_from(points[i]), kiln_d3_from(points[j]));
			spread = kiln_double_max(spread, kiln_d3_largest(to));
		}
	return spread;
}

bool touches_to_256_bits(const expected *want, double size)
{
	return real_to(real_sqrt(want->distance2)) <= 0x1p-200 * size;
}

static double apart(real3 a, real3 b)
{
	return real_to(real3_length(real3_sub(a, b)));
}

void assert_closest(
	const kiln_closest_points *got, const expected *want, double size, double reach, double ulps, bool unique)
{
	assert_true(got->found);
	double distance = real_to(real_sqrt(want->distance2));
	size = kiln_double_max(size, distance);
	double room = ulps * 0x1p-24 * size + 0x1p-149;
	double rounding = room + 0x1p-23 * reach;
	if (!(fabs((double)got->distance - distance) <= room))
		fail_msg("distance %.9g instead of %.17g, size %g", (double)got->distance, distance, size);
	// Touching is a distance within the rounding of double, and nothing else.
	if (got->distance == 0)
		assert_true(distance <= 0x1p-44 * size);
	else
		assert_false(touches_to_256_bits(want, size));
	real3 on_a = real3_from(got->on_a), on_b = real3_from(got->on_b);
	assert_true(fabs(apart(on_a, on_b) - (double)got->distance) <= 2 * rounding);
	if (unique)
	{
		assert_true(apart(on_a, want->on_a) <= rounding);
		assert_true(apart(on_b, want->on_b) <= rounding);
	}
}

void assert_at(kiln_vec3 on, const float *place, real3 base, const real3 *sides, int count, double size, double reach)
{
	for (int i = 0; i < count; ++i)
		base = real3_along(base, real_from((double)place[i]), sides[i]);
	assert_true(apart(real3_from(on), base) <= 0x1p-21 * size + 0x1p-22 * reach + 0x1p-148);
}

void assert_refused(kiln_closest_points got)
{
	static const kiln_closest_points none;
	assert_false(got.found);
	assert_memory_equal(&got.distance, &none.distance, sizeof got - offsetof(kiln_closest_points, distance));
}

bool spoil(void *shape, const void *good, size_t bytes, uint32_t step)
{
	static const float bad[] = {NAN, INFINITY, -INFINITY, 0x1p41f};
	float *number = (float *)shape + step / 4;
	memcpy(shape, good, bytes);
	if (step / 4 >= bytes / sizeof *number)
		return false;
	*number = bad[step % 4];
	return true;
}
