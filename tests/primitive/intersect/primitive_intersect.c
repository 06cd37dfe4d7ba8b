// SPDX-License-Identifier: MIT
#include "primitive_intersect.h"

#include "kiln_format.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// No time in a test is larger.
static real endless(int sign)
{
	real r = real_from(1);
	r.exponent += 4000;
	r.sign = sign;
	return r;
}

static kiln_vec3 minus(kiln_vec3 a, kiln_vec3 b)
{
	return (kiln_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static float shorter(cloud *c, float x)
{
	return cloud_next(c->state) & 64 ? x : (float)((double)x * fabs(cloud_unit(c->state)));
}

track_case track_of(cloud *c)
{
	track_case t = {.kind = (int)((cloud_next(c->state) >> 20) % 3), .begin = cloud_point(c)};
	kiln_vec3 to = cloud_point(c), d = cloud_direction(c);
	uint64_t choice = cloud_next(c->state) >> 16;
	kiln_vec3 aim = minus(c->points[choice % c->count], t.begin);
	if ((choice >> 8) % 2 && (aim.x != 0 || aim.y != 0 || aim.z != 0) && fabsf(aim.x) <= KILN_COORDINATE_MAX &&
		fabsf(aim.y) <= KILN_COORDINATE_MAX && fabsf(aim.z) <= KILN_COORDINATE_MAX)
	{
		d = aim;
		to = c->points[choice % c->count];
	}
	t.line = (kiln_line){t.begin, d};
	t.ray = (kiln_ray){.origin = t.begin, .direction = d, .t_max = (choice >> 12) % 2 ? 0 : shorter(c, 1)};
	t.segment = (kiln_segment){t.begin, to};
	t.o = real3_from(t.begin);
	t.d = t.kind == 2 ? real3_sub(real3_from(to), t.o) : real3_from(d);
	t.point = real_sign(real3_length2(t.d)) == 0;
	t.low = t.kind == 0 ? endless(-1) : real_from(0);
	t.high = t.kind == 2 ? real_from(1) : t.kind == 1 && t.ray.t_max > 0 ? real_from((double)t.ray.t_max) : endless(1);
	return t;
}

stretch stretch_whole(void)
{
	return (stretch){true, endless(-1), endless(1)};
}

static void stretch_clip(stretch *s, real first, real last)
{
	s->first = real_max(s->first, first);
	s->last = real_min(s->last, last);
	s->some = s->some && real_compare(s->first, s->last) <= 0;
}

void stretch_slab(stretch *s, real at, real speed, real low, real high)
{
	if (real_sign(speed) == 0)
	{
		s->some = s->some && real_compare(low, at) <= 0 && real_compare(at, high) <= 0;
		return;
	}
	s->some = s->some && real_compare(low, high) <= 0;
	real a = real_div(real_sub(low, at), speed), b = real_div(real_sub(high, at), speed);
	stretch_clip(s, real_min(a, b), real_max(a, b));
}

void stretch_roots(real a, real b, real c, real *one, real *two)
{
	real root = real_sqrt(real_max(real_sub(real_mul(b, b), real_mul(a, c)), real_from(0)));
	real q = real_sign(b) > 0 ? real_neg(real_add(b, root)) : real_sub(root, b);
	*one = real_div(q, a);
	*two = real_sign(q) == 0 ? real_from(0) : real_div(c, q);
}

void stretch_quadric(stretch *s, real a, real b, real c)
{
	if (real_sign(a) == 0)
	{
		s->some = s->some && real_sign(c) <= 0;
		return;
	}
	real square = real_sub(real_mul(b, b), real_mul(a, c));
	if (real_sign(square) < 0)
	{
		s->some = false;
		return;
	}
	real one, two;
	stretch_roots(a, b, c, &one, &two);
	stretch_clip(s, real_min(one, two), real_max(one, two));
}

stretch stretch_join(stretch a, stretch b)
{
	if (!a.some || !b.some)
		return a.some ? a : b;
	return (stretch){true, real_min(a.first, b.first), real_max(a.last, b.last)};
}

static bool reaches(const track_case *t, const stretch *s, real slack)
{
	return s->some && real_compare(real_add(s->last, slack), t->low) >= 0 &&
		   real_compare(real_sub(s->first, slack), t->high) <= 0;
}

static real clipped(const track_case *t, real time)
{
	return real_min(real_max(time, t->low), t->high);
}

/// a <= b but for `slack`.
static bool ordered(real a, real b, real slack)
{
	return real_compare(a, real_add(b, slack)) <= 0;
}

static void assert_place(const track_case *t, kiln_intersection got, double size)
{
	real3 at = real3_along(t->o, real_from((double)got.t), t->d);
	kiln_d3 off = real3_to(real3_sub(real3_from(got.point), at)), d = real3_to(t->d);
	double coordinates = kiln_d3_largest(kiln_d3_from(got.point)) + size;
	double length = sqrt(kiln_d3_length2(d)), limit = 0x1p-23 * coordinates + 0x1p-23 * fabs((double)got.t) * length;
	assert_true(kiln_d3_largest(off) <= limit + 0x1p-149 * (1 + length));
	double unit = kiln_d3_length2(kiln_d3_from(got.normal));
	assert_true(fabs(unit - 1) < 1e-6);
}

static void assert_times(
	const track_case *t, kiln_intersection got, const stretch *large, const stretch *small, real slack)
{
	real first = real_from((double)got.t), last = real_from((double)got.leave);
	real early = real_add(slack, real_mul(real_abs(first), real_from(0x1p-23)));
	real late = real_add(slack, real_mul(real_abs(last), real_from(0x1p-23)));
	// Times outside float32's range.
	early = real_add(early, real_from(0x1p-149));
	late = real_add(late, real_from(0x1p-149));
	bool sure = reaches(t, small, real_from(0));
	assert_true(ordered(clipped(t, large->first), first, early));
	assert_true(ordered(first, clipped(t, sure ? small->first : large->last), early));
	assert_true(ordered(last, clipped(t, large->last), late));
	if (sure && (double)got.leave < 3e38)
		assert_true(ordered(clipped(t, small->last), last, late));
}

void assert_solid(const track_case *t, kiln_intersection got, stretch_of of, const void *shape, double size, bool in)
{
	bool begins = t->kind > 0 && in;
	if (t->point)
	{
		assert_int_equal(got.hit, begins);
		assert_int_equal(got.inside, begins);
		return;
	}
	real grow = real_from(0x1p-42 * size), length = real3_length(t->d), slack = real_div(grow, length);
	stretch exact = of(t, shape, real_from(0)), large = of(t, shape, grow), small = of(t, shape, real_neg(grow));
	if (!got.hit)
	{
		assert_false(begins);
		assert_true(!reaches(t, &exact, real_from(0)) || real_to(real_abs(exact.first)) > 3e38);
		assert_nothing(got);
		return;
	}
	assert_true(reaches(t, &large, slack));
	assert_int_equal(got.inside, begins);
	assert_false(got.back);
	assert_true(got.t <= got.leave);
	assert_place(t, got, size);
	if (got.inside)
		assert_true(got.t == 0);
	assert_times(t, got, &large, &small, slack);
}

kiln_d3 normal_of(kiln_intersection got)
{
	return kiln_d3_from(got.normal);
}

void assert_normal(kiln_intersection got, double reach, double size)
{
	double at = kiln_d3_dot(normal_of(got), kiln_d3_from(got.point));
	assert_true(fabs(reach - at) <= 1e-5 * size + 0x1p-147);
}

void assert_nothing(kiln_intersection got)
{
	static const kiln_intersection nothing = {0};
	assert_false(got.hit || got.inside || got.back);
	assert_true(got.t == 0 && got.leave == 0 && got.u == 0 && got.v == 0 && got.face == 0);
	assert_memory_equal(&got.point, &nothing.point, sizeof got.point);
	assert_memory_equal(&got.normal, &nothing.normal, sizeof got.normal);
}
