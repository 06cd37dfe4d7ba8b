// SPDX-License-Identifier: MIT
#include "primitive/convex/primitive_convex.h"
#include "primitive_point.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Points in solids, by the definition of each solid, in 256 bits: how far outside a point is, as a length, at most 0
/// inside.

/// The distance of p from the segment ab, or from its line.
static real away_from(kiln_vec3 p, kiln_vec3 a, kiln_vec3 b, bool line, real *share)
{
	real3 from = real3_sub(real3_from(p), real3_from(a)), axis = real3_sub(real3_from(b), real3_from(a));
	real length2 = real3_length2(axis);
	*share = real_from_int(0);
	if (real_sign(length2) == 0)
		return real3_length(from);
	*share = real_div(real3_dot(from, axis), length2);
	real at = line ? *share : real_clamp(*share, real_from_int(0), real_from_int(1));
	return real3_length(real3_sub(from, real3_scale(axis, at)));
}

/// Coordinates along axes that are not quite at right angles (Cramer).
static void coordinates(const kiln_vec3 axes[3], real3 v, real r[3])
{
	real3 a[3] = {real3_from(axes[0]), real3_from(axes[1]), real3_from(axes[2])};
	for (int i = 0; i < 3; ++i)
	{
		real3 normal = real3_cross(a[(i + 1) % 3], a[(i + 2) % 3]);
		r[i] = real_div(real3_dot(v, normal), real3_dot(a[i], normal));
	}
}

static real out_of_obb(kiln_vec3 p, const kiln_obb *obb)
{
	real r[3], out = real_from_int(-1);
	coordinates(obb->axes, real3_sub(real3_from(p), real3_from(obb->center)), r);
	for (int i = 0; i < 3; ++i)
	{
		real beyond = real_sub(real_abs(r[i]), real_from((double)obb->half_extents[i]));
		out = i ? real_max(out, beyond) : beyond;
	}
	return out;
}

static real out_of_cylinder(kiln_vec3 p, const kiln_cylinder *c)
{
	real share, away = away_from(p, c->a, c->b, true, &share), radius = real_from((double)c->radius);
	real length = real3_length(real3_sub(real3_from(c->b), real3_from(c->a)));
	real ends = real_max(real_neg(share), real_sub(share, real_from_int(1)));
	real out = real_sub(away, radius);
	return real_sign(length) ? real_max(out, real_mul(ends, length)) : out;
}

static real out_of_cone(kiln_vec3 p, const kiln_cone *c)
{
	real share, away = away_from(p, c->apex, c->base, true, &share), radius = real_from((double)c->radius);
	real length = real3_length(real3_sub(real3_from(c->base), real3_from(c->apex)));
	if (real_sign(length) == 0)
		return real_sub(away, radius);
	// From the slant, whose length is at least the others.
	real slant = real_sqrt(real_add(real_mul(length, length), real_mul(radius, radius)));
	real out = real_div(real_mul(real_sub(away, real_mul(share, radius)), length), slant);
	real ends = real_mul(real_max(real_neg(share), real_sub(share, real_from_int(1))), length);
	return real_max(out, ends);
}

/// Of the ellipsoid that is wider by `slack` all around.
static bool in_ellipsoid(kiln_vec3 p, const kiln_ellipsoid *e, double slack)
{
	real r[3], sum = real_from_int(0);
	coordinates(e->axes, real3_sub(real3_from(p), real3_from(e->center)), r);
	for (int i = 0; i < 3; ++i)
	{
		real radius = real_from((double)e->radii[i] + slack);
		if (real_sign(radius) == 0)
		{
			if (real_sign(r[i]) != 0)
				return false;
			continue;
		}
		real share = real_div(r[i], radius);
		sum = real_add(sum, real_mul(share, share));
	}
	return real_compare(sum, real_from_int(1)) <= 0;
}

/// Whether p is in the shape, or with `slack` above 0 may count as inside.
static bool is_in(const convex_sample *sample, kiln_vec3 p, double slack)
{
	const kiln_convex_shape *s = &sample->shape;
	real limit = real_from(slack), share;
	switch (s->kind)
	{
	case KILN_CONVEX_SPHERE:
		return real_compare(away_from(p, s->sphere.center, s->sphere.center, false, &share),
				   real_add(limit, real_from((double)s->sphere.radius))) <= 0;
	case KILN_CONVEX_CAPSULE:
		return real_compare(away_from(p, s->capsule.a, s->capsule.b, false, &share),
				   real_add(limit, real_from((double)s->capsule.radius))) <= 0;
	case KILN_CONVEX_OBB:
		return real_compare(out_of_obb(p, &s->obb), limit) <= 0;
	case KILN_CONVEX_CYLINDER:
		return real_compare(out_of_cylinder(p, &s->cylinder), limit) <= 0;
	case KILN_CONVEX_CONE:
		return real_compare(out_of_cone(p, &s->cone), limit) <= 0;
	case KILN_CONVEX_ELLIPSOID:
		return in_ellipsoid(p, &s->ellipsoid, slack);
	default:
		return p.x >= s->aabb.min.x && p.x <= s->aabb.max.x && p.y >= s->aabb.min.y && p.y <= s->aabb.max.y &&
			   p.z >= s->aabb.min.z && p.z <= s->aabb.max.z;
	}
}

static bool point_in(const convex_sample *sample, kiln_vec3 p)
{
	const kiln_convex_shape *s = &sample->shape;
	switch (s->kind)
	{
	case KILN_CONVEX_SPHERE:
		return kiln_point_in_sphere(&p, &s->sphere);
	case KILN_CONVEX_CAPSULE:
		return kiln_point_in_capsule(&p, &s->capsule);
	case KILN_CONVEX_AABB:
		return kiln_point_in_aabb(&p, &s->aabb);
	case KILN_CONVEX_OBB:
		return kiln_point_in_obb(&p, &s->obb);
	case KILN_CONVEX_CYLINDER:
		return kiln_point_in_cylinder(&p, &s->cylinder);
	case KILN_CONVEX_CONE:
		return kiln_point_in_cone(&p, &s->cone);
	case KILN_CONVEX_ELLIPSOID:
		return kiln_point_in_ellipsoid(&p, &s->ellipsoid);
	default:
		return kiln_point_in_rss(&p, &s->rss);
	}
}

static const kiln_convex_kind solids[] = {KILN_CONVEX_SPHERE, KILN_CONVEX_CAPSULE, KILN_CONVEX_AABB, KILN_CONVEX_OBB,
	KILN_CONVEX_CYLINDER, KILN_CONVEX_CONE, KILN_CONVEX_ELLIPSOID, KILN_CONVEX_RSS};

#define SOLIDS (sizeof solids / sizeof *solids)

static void solids_contain_what_their_definitions_say(void **state)
{
	(void)state;
	static const double sizes[] = {1, 1e-25, 0x1p30, 1e3};
	uint64_t random = 1, usual = trials_random(20000), most = usual + trials_near(10000), inside = 0;
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		convex_sample sample;
		double size = sizes[trial >> 4 & 3], scale = size == 1 && (trial >> 6 & 1) ? 1e4 : 0;
		kiln_d3 center = {scale, -scale, scale};
		convex_sample_make(&sample, &random, solids[trial % SOLIDS], size, center);
		kiln_vec3 p = kiln_d3_to(kiln_d3_along(center, size, kiln_d3_from(point_random3(&random, POINT_UNIT))));
		convex_sample point = {.shape = {.kind = KILN_CONVEX_POINT, .point = p}};
		// On the surface, and a few units beside it.
		if (trial >= usual || trial % 4 == 0)
			p = kiln_closest_convex_convex(&sample.shape, &point.shape).on_a;
		if (trial >= usual)
			p.y = point_nudge(&random, p.y);
		bool in = point_in(&sample, p);
		inside += in;
		assert_int_equal(convex_sample_away(&sample, p) == 0, in);
		if (sample.shape.kind == KILN_CONVEX_RSS)
		{
			// A box of balls: the distance is tested with the closest points.
			assert_true(kiln_point_in_rss(&sample.shape.rss.origin, &sample.shape.rss));
			continue;
		}
		double reach = 4 * size;
		assert_true(in || !is_in(&sample, p, 0));
		assert_true(!in || is_in(&sample, p, 0x1p-44 * reach));
	}
	assert_true(inside > most / 16);
}

static void half_spaces_contain_what_is_not_above_them(void **state)
{
	(void)state;
	uint64_t random = 2, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		point_family family = trial % POINT_FAMILIES;
		kiln_plane plane = {point_random3(&random, family), point_random(&random, family)};
		if (kiln_d3_largest(kiln_d3_from(plane.normal)) == 0)
			plane.normal.x = 1;
		kiln_vec3 p = point_random3(&random, family);
		if (trial & 1)
			plane.d = (float)kiln_d3_dot(kiln_d3_from(plane.normal), kiln_d3_from(p));
		while (fabs((double)plane.d) > 0x1p40 * kiln_d3_largest(kiln_d3_from(plane.normal)))
			plane.d *= 0x1p-10f;
		real height = real_sub(real3_dot(real3_from(plane.normal), real3_from(p)), real_from((double)plane.d));
		assert_int_equal(kiln_point_in_halfspace(&p, &plane), real_sign(height) <= 0);
		assert_int_equal(kiln_closest_point_halfspace(&p, &plane).distance == 0, real_sign(height) <= 0);
	}
}

static void what_is_not_usable_is_not_in(void **state)
{
	(void)state;
	uint64_t random = 3;
	static const float bad[] = {NAN, HUGE_VALF, -HUGE_VALF, 1.2e12f};
	for (size_t kind = 0; kind < SOLIDS; ++kind)
		for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
		{
			convex_sample sample;
			convex_sample_make(&sample, &random, solids[kind], 1, (kiln_d3){0, 0, 0});
			kiln_vec3 p = convex_sample_anchor(&sample), off = {p.x, p.y, bad[i]};
			assert_true(point_in(&sample, p));
			assert_false(point_in(&sample, off));
			sample.shape.point.y = bad[i];
			assert_false(point_in(&sample, p));
		}
	const kiln_plane plane = {{0, 0, 1}, 0}, none = {{0, 0, 0}, 0};
	const kiln_vec3 p = {0, 0, 0}, off = {NAN, 0, -1};
	assert_true(kiln_point_in_halfspace(&p, &plane));
	assert_false(kiln_point_in_halfspace(&off, &plane));
	assert_false(kiln_point_in_halfspace(&p, &none));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(solids_contain_what_their_definitions_say),
		cmocka_unit_test(half_spaces_contain_what_is_not_above_them),
		cmocka_unit_test(what_is_not_usable_is_not_in),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
