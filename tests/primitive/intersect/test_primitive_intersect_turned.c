// SPDX-License-Identifier: MIT
#include "primitive_intersect.h"

#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// Turning space by any angle changes a ray's answer only by the rounding of the turned numbers.

typedef struct turning
{
	uint64_t state;
	kiln_d3 row[3];
} turning;

static double random_number(turning *t)
{
	return cloud_unit(&t->state);
}

static kiln_vec3 random_vector(turning *t, double size)
{
	double x = random_number(t), y = random_number(t), z = random_number(t);
	return kiln_d3_to((kiln_d3){size * x, size * y, size * z});
}

static float random_size(turning *t)
{
	return (float)(0.6 + 0.3 * random_number(t));
}

static kiln_d3 shortened(kiln_d3 v)
{
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

static void random_frame(turning *t, kiln_d3 axes[3])
{
	kiln_d3 a = {1, random_number(t), random_number(t)}, b = {random_number(t), 2, random_number(t)};
	axes[0] = shortened(a);
	axes[2] = shortened(kiln_d3_cross(a, b));
	axes[1] = kiln_d3_cross(axes[2], axes[0]);
}

static kiln_vec3 turned(const turning *t, kiln_vec3 v)
{
	kiln_d3 p = kiln_d3_from(v);
	return kiln_d3_to((kiln_d3){kiln_d3_dot(t->row[0], p), kiln_d3_dot(t->row[1], p), kiln_d3_dot(t->row[2], p)});
}

/// Compares two answers for solids of about unit size and a direction of about unit length. One may miss a shape that
/// the other touches.
static void assert_turned(const turning *t, kiln_intersection before, kiln_intersection after)
{
	if (!before.hit || !after.hit)
	{
		kiln_intersection met = before.hit ? before : after;
		assert_true(met.leave - met.t < 0.02f);
		return;
	}
	if (before.leave - before.t < 0.02f)
		return;
	assert_int_equal(before.inside, after.inside);
	assert_true(fabsf(before.t - after.t) < 1e-3f && fabsf(before.leave - after.leave) < 1e-3f);
	kiln_d3 point = kiln_d3_sub(kiln_d3_from(turned(t, before.point)), kiln_d3_from(after.point));
	assert_true(kiln_d3_largest(point) < 1e-3);
}

#define TRY(shape)                                                                                                     \
	assert_turned(&t, kiln_intersect_ray_##shape(&ray, &shape), kiln_intersect_ray_##shape(&ray2, &shape##2));

static void turning_space_changes_answers_by_rounding(void **state)
{
	(void)state;
	turning t = {.state = 0x2545f4914f6cdd1dull};
	for (uint64_t n = 0; n < trials_random(20000); ++n)
	{
		random_frame(&t, t.row);
		kiln_vec3 a = random_vector(&t, 0.8), b = {a.x + random_size(&t), a.y - random_size(&t), a.z + random_size(&t)};
		kiln_vec3 a2 = turned(&t, a), b2 = turned(&t, b), o = random_vector(&t, 3), to = random_vector(&t, 1.5);
		kiln_vec3 d = kiln_d3_to(shortened(kiln_d3_sub(kiln_d3_from(to), kiln_d3_from(o))));
		kiln_ray ray = {.origin = o, .direction = d}, ray2 = {.origin = turned(&t, o), .direction = turned(&t, d)};
		float r = random_size(&t);
		kiln_sphere sphere = {a, r}, sphere2 = {a2, r};
		kiln_capsule capsule = {a, b, r}, capsule2 = {a2, b2, r};
		kiln_cylinder cylinder = {a, b, r}, cylinder2 = {a2, b2, r};
		kiln_cone cone = {a, b, r}, cone2 = {a2, b2, r};
		kiln_obb obb = {.center = a, .half_extents = {r, random_size(&t), random_size(&t)}}, obb2 = obb;
		kiln_ellipsoid ellipsoid = {.center = a, .radii = {r, random_size(&t), random_size(&t)}},
					   ellipsoid2 = ellipsoid;
		kiln_d3 axes[3];
		random_frame(&t, axes);
		obb2.center = ellipsoid2.center = a2;
		for (int i = 0; i < 3; ++i)
		{
			obb.axes[i] = ellipsoid.axes[i] = kiln_d3_to(axes[i]);
			obb2.axes[i] = ellipsoid2.axes[i] = turned(&t, obb.axes[i]);
		}
		kiln_rss rss = {a, {obb.axes[0], obb.axes[1]}, r}, rss2 = {a2, {obb2.axes[0], obb2.axes[1]}, r};
		TRY(sphere)
		TRY(capsule)
		TRY(cylinder)
		TRY(cone)
		TRY(obb)
		TRY(ellipsoid)
		TRY(rss)
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turning_space_changes_answers_by_rounding),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
