// SPDX-License-Identifier: MIT

/// Signed distance fields of hulls beside the exact distance.

#include "math/double3.h"
#include "sdf_case.h"
#include "sdf_hull.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static sdf_hull hulls[SDF_HULLS];

/// Errors of plates and needles are of the order of their thickness.
static double error_of(int number)
{
	return number == SDF_HULL_PLATE || number == SDF_HULL_NEEDLE ? 0.003 : 0.01;
}

static int set_up(void **state)
{
	(void)state;
	for (int number = 0; number < SDF_HULLS; ++number)
		sdf_hull_make(&hulls[number], number, error_of(number));
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	for (int number = 0; number < SDF_HULLS; ++number)
		sdf_hull_free(&hulls[number]);
	return 0;
}

/// The rounding of the brute force.
static double rounding_at(const sdf_hull *c, kiln_vec3 p, double distance)
{
	return 0x1p-40 * (c->size + fabs(distance) + fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z));
}

/// How a field did.
typedef struct tally
{
	uint64_t points, sure;
	double largest; ///< share of a certified error that was needed
} tally;

static void compare(const sdf_hull *c, int number, kiln_vec3 p, tally *t)
{
	const kiln_sdf_sample sample = kiln_sdf_distance(&c->sdf, p);
	const double exact = sdf_hull_exact(c, p), off = fabs((double)sample.distance - exact);
	if (!(off <= (double)sample.error + rounding_at(c, p, exact)))
		fail_msg("case %d at %.9g %.9g %.9g: the field says %.9g within %.9g, the hull %.17g", number, (double)p.x,
			(double)p.y, (double)p.z, (double)sample.distance, (double)sample.error, exact);
	if (fabsf(sample.distance) > sample.error)
	{
		assert_true((sample.distance < 0) == (exact < 0));
		++t->sure;
	}
	++t->points;
	t->largest = fmax(t->largest, off / (double)sample.error);
}

/// 2 x 10^5 points by default.
static void certified_errors_hold_at_random_points(void **state)
{
	(void)state;
	const uint64_t usual = TRIALS_SLOW ? 1000 : 20000, count = trials_random(usual);
	uint64_t random = 20261129;
	for (int number = 0; number < SDF_HULLS; ++number)
	{
		const sdf_hull *c = &hulls[number];
		tally t = {0};
		for (uint64_t i = 0; i < count; ++i)
			compare(c, number, sdf_hull_point(c, &random, i % 16 ? 0.06 : 3), &t);
		// The bounds are not idle.
		assert_true(t.largest > 0.2);
		assert_true(t.sure > t.points / 2);
	}
}

/// Errors are largest near corners, edges and the surface.
static void certified_errors_hold_near_the_surface(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int number = 0; number < SDF_HULLS; ++number)
	{
		const sdf_hull *c = &hulls[number];
		tally t = {0};
		for (int i = 0; i < (TRIALS_SLOW ? 500 : 4000); ++i)
		{
			kiln_vec3 p = sdf_hull_surface(c, &random);
			for (int k = 0; k < 3 && i % 3; ++k)
				(&p.x)[k] +=
					(float)((i % 3 == 1 ? 2 : 0.01) * (double)c->sdf.head->error * (2 * sdf_case_share(&random) - 1));
			compare(c, number, p, &t);
		}
	}
}

static void exact_answers_are_those_of_the_hull(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int number = 0; number < SDF_HULLS; ++number)
	{
		const sdf_hull *c = &hulls[number];
		for (int i = 0; i < (TRIALS_SLOW ? 300 : 3000); ++i)
		{
			const kiln_vec3 p = i % 4 ? sdf_hull_point(c, &random, i % 8 ? 0 : 0.5) : sdf_hull_surface(c, &random);
			const kiln_sdf_sample field = kiln_sdf_distance(&c->sdf, p);
			const kiln_sdf_sample exact = kiln_sdf_distance_exact(&c->sdf, &c->cooked.asset, p, -1);
			const double wanted = sdf_hull_exact(c, p);
			if (!(fabs((double)exact.distance - wanted) <= (double)exact.error))
				fail_msg("case %d at %.9g %.9g %.9g: %.9g within %.9g, not %.17g", number, (double)p.x, (double)p.y,
					(double)p.z, (double)exact.distance, (double)exact.error, wanted);
			assert_true((double)exact.error < 1e-5 * (c->size + (double)c->hull.reach));
			const kiln_sdf_sample content = kiln_sdf_distance_exact(&c->sdf, &c->cooked.asset, p, field.error);
			assert_memory_equal(&content, &field, sizeof field);
		}
		// The field answers where no hull does.
		const kiln_vec3 beyond = {2e12f, 0, 0};
		const kiln_sdf_sample far = kiln_sdf_distance_exact(&c->sdf, &c->cooked.asset, beyond, -1);
		assert_true((double)far.distance > 1e12 && far.error >= 0);
	}
}

/// A moving sphere or capsule.
typedef struct trial
{
	kiln_capsule capsule;
	bool round; ///< a sphere
	kiln_motion motion;
} trial;

static trial trial_make(const sdf_hull *c, uint64_t *random, int i)
{
	const kiln_vec3 a = sdf_hull_point(c, random, 1), b = sdf_hull_point(c, random, 1);
	const kiln_vec3 to = sdf_hull_point(c, random, 0.3);
	trial t = {.capsule = {a, a, i % 3 ? (float)(0.2 * c->size * sdf_case_share(random)) : 0}, .round = i % 2};
	if (!t.round)
		t.capsule.b = (kiln_vec3){a.x + 0.3f * (b.x - a.x), a.y + 0.3f * (b.y - a.y), a.z + 0.3f * (b.z - a.z)};
	const float speed = i % 7 ? 1 : 1e6f;
	t.motion = (kiln_motion){.direction = {speed * (to.x - a.x), speed * (to.y - a.y), speed * (to.z - a.z)},
		.t_max = i % 4 ? 0 : 1.5f / speed};
	return t;
}

/// The least distance of the axis from the hull at a time, at some points of the axis.
static double clearance_at(const sdf_hull *c, const trial *t, double time)
{
	double least = DBL_MAX;
	for (int i = 0; i <= (t->round ? 0 : 16); ++i)
	{
		const kiln_d3 a = kiln_d3_from(t->capsule.a), axis = kiln_d3_sub(kiln_d3_from(t->capsule.b), a);
		const kiln_d3 p = kiln_d3_along(kiln_d3_along(a, i / 16.0, axis), time, kiln_d3_from(t->motion.direction));
		least = fmin(least, sdf_hull_exact(c, kiln_d3_to(p)));
	}
	return least;
}

static void judge(const sdf_hull *c, int number, const trial *t)
{
	const kiln_asset *asset = &c->cooked.asset;
	const kiln_sphere sphere = {t->capsule.a, t->capsule.radius};
	const kiln_sdf_hit hit = t->round ? kiln_sdf_cast_sphere(&c->sdf, &sphere, &t->motion)
									  : kiln_sdf_cast_capsule(&c->sdf, &t->capsule, &t->motion);
	const kiln_hit both = t->round ? kiln_sdf_cast_sphere_exact(&c->sdf, asset, &sphere, &t->motion)
								   : kiln_sdf_cast_capsule_exact(&c->sdf, asset, &t->capsule, &t->motion);
	kiln_hit exact = t->round ? kiln_scene_cast_sphere(asset, &sphere, &t->motion)
							  : kiln_scene_cast_capsule(asset, &t->capsule, &t->motion);
	// The only node has the identity.
	exact.node = exact.hit ? KILN_NONE : exact.node;
	assert_memory_equal(&both, &exact, sizeof both);
	assert_true(hit.hit || !exact.hit);
	const kiln_vec3 *d = &t->motion.direction;
	const double speed = sqrt(kiln_d3_length2(kiln_d3_from(*d)));
	const double most = t->motion.t_max > 0 ? (double)t->motion.t_max : 6 * c->size / speed;
	const double end = hit.hit ? (double)hit.t : most;
	if (exact.hit && !((double)hit.t <= (double)exact.t * (1 + 1e-6) + 1e-6 * c->size / speed))
		fail_msg(
			"case %d: the field is free until %.9g, the contact is at %.9g", number, (double)hit.t, (double)exact.t);
	// Nothing touches the hull before; places are rounded to float.
	for (int i = 0; i <= 40 && end > 0; ++i)
	{
		const double least = clearance_at(c, t, end * i / 40);
		if (!(least >= (double)t->capsule.radius - 1e-6 * (c->size + (double)c->hull.reach)))
			fail_msg("case %d: before %.9g the axis is %.9g from the hull, the radius is %.9g", number, end, least,
				(double)t->capsule.radius);
	}
}

static void casts_never_pass(void **state)
{
	(void)state;
	uint64_t random = 77;
	for (int number = 0; number < SDF_HULLS; ++number)
	{
		const sdf_hull *c = &hulls[number];
		for (int i = 0; i < (TRIALS_SLOW ? 40 : 300); ++i)
		{
			const trial t = trial_make(c, &random, i);
			judge(c, number, &t);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(certified_errors_hold_at_random_points),
		cmocka_unit_test(certified_errors_hold_near_the_surface),
		cmocka_unit_test(exact_answers_are_those_of_the_hull),
		cmocka_unit_test(casts_never_pass),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
