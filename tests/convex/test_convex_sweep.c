// SPDX-License-Identifier: MIT
#include "convex/motion/advance.h"
#include "moving_case.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Sweeps: places of moving and turning shapes, and their turning speed.

static void a_sweep_leads_from_one_pose_to_the_other(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int i = 0; i < 500; ++i)
	{
		moving_case c;
		moving_case_shape(&c, &random, MOVING_SPHERE, 1);
		moving_case_sweep(&c, &random, (kiln_vec3){0, 0, 0}, 5, i % 2);
		c.sweep.from.scale = c.sweep.to.scale = i % 3 ? 1 : 2.5f;
		const float ends[2] = {0, 1};
		const kiln_pose *poses[2] = {&c.sweep.from, &c.sweep.to};
		for (int k = 0; k < 2; ++k)
		{
			kiln_pose pose = kiln_sweep_at(&c.sweep, ends[k]);
			assert_memory_equal(&pose, poses[k], sizeof pose);
		}
		kiln_pose lost = kiln_sweep_at(&c.sweep, NAN);
		assert_memory_equal(&lost, &c.sweep.from, sizeof lost);
		// The center moves straight, at constant speed, and distances from it stay constant.
		double t = (double)fixture_random_unit(&random);
		kiln_vec3 at[3];
		for (int k = 0; k < 3; ++k)
		{
			kiln_pose pose = k == 2 ? kiln_sweep_at(&c.sweep, (float)t) : *poses[k];
			const kiln_convex_shape center = {.kind = KILN_CONVEX_POINT, .point = c.sweep.center};
			const kiln_convex_object object = {&center, pose};
			at[k] = kiln_convex_object_support(&object, (kiln_vec3){1, 0, 0}, NULL);
			double length2 = 0;
			const kiln_quat q = pose.rotation;
			length2 = (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z +
					  (double)q.w * (double)q.w;
			assert_true(k < 2 || fabs(length2 - 1) < 1e-6);
		}
		kiln_d3 mean = kiln_d3_add(
			kiln_d3_scale(kiln_d3_from(at[0]), 1 - t), kiln_d3_scale(kiln_d3_from(at[1]), (double)(float)t));
		assert_true(kiln_d3_largest(kiln_d3_sub(mean, kiln_d3_from(at[2]))) < 1e-5);
	}
}

static void no_sweep_turns_faster_than_it_says(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int i = 0; i < 300; ++i)
	{
		moving_case c;
		moving_case_shape(&c, &random, MOVING_SPHERE, 1);
		moving_case_sweep(&c, &random, (kiln_vec3){0, 0, 0}, 5, i % 4 ? 1 : 0.01);
		kiln_course course;
		assert_true(kilni_course_of(&c.sweep, &course));
		assert_true(course.bend > 0 && course.bend <= 1 + 1e-12);
		assert_true(fabs(kiln_d3_length2(course.axis) - 1) < 1e-12);
		double from = (double)fixture_random_unit(&random);
		double to = from + (1 - from) * (double)fixture_random_unit(&random);
		kiln_spin spin = kilni_course_spin(&course, from, to);
		kiln_d3 r = kiln_d3_from(oracle_vector(&random, 1)), before[3];
		kilni_course_axes(&course, 0, before);
		kiln_d3 along = kiln_turned_back(before, course.axis);
		r = kiln_d3_along(r, -kiln_d3_dot(r, along), along);
		double radius = sqrt(kiln_d3_length2(r)), h = 1e-4 * (to - from);
		for (int k = 1; k < 20; ++k)
		{
			double t = from + h + (to - from - 2 * h) * k / 20;
			kiln_d3 at[3];
			for (int j = 0; j < 3; ++j)
			{
				kiln_d3 axes[3];
				kilni_course_axes(&course, t + h * (j - 1), axes);
				at[j] = kiln_turned(axes, r);
				// Vectors perpendicular to the axis stay perpendicular.
				assert_true(fabs(kiln_d3_dot(at[j], course.axis)) < 1e-12);
			}
			double speed = sqrt(kiln_d3_length2(kiln_d3_sub(at[2], at[0]))) / (2 * h);
			kiln_d3 second = kiln_d3_sub(kiln_d3_add(at[0], at[2]), kiln_d3_scale(at[1], 2));
			assert_true(speed <= radius * spin.speed * (1 + 1e-6) + 1e-9);
			if (h > 1e-5)
				assert_true(sqrt(kiln_d3_length2(second)) / (h * h) <= radius * spin.force * (1 + 1e-4) + 1e-4);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sweep_leads_from_one_pose_to_the_other),
		cmocka_unit_test(no_sweep_turns_faster_than_it_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
