// SPDX-License-Identifier: MIT
#include "penetration_case.h"

#include "bounds/posing.h"
#include "depth_oracle.h"
#include "primitive/convex/primitive_convex.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares the depth of convex objects by every method with closed forms and with the exact hull of all differences,
/// and checks the requirements of any answer.

static kiln_d3 unit(kiln_d3 v)
{
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

// --- What any answer has to keep --------------------------------------------------------------------------------------

/// Checks that the normal is unit, that the points are on the bodies and apart by the depth along it, and that the
/// motion by the depth just separates the bodies.
static void check_way(
	const kiln_convex_object *a, const kiln_convex_object *b, const kiln_convex_depth *found, double size)
{
	assert_true(fabs(penetration_dot(found->normal, found->normal) - 1) < 1e-6);
	assert_true(found->depth >= 0 && found->lower <= found->depth * 1.000001f);
	for (int i = 0; i < 3; ++i)
	{
		double on_a = (double)(&found->on_a.x)[i], on_b = (double)(&found->on_b.x)[i];
		double way = (double)found->depth * (double)(&found->normal.x)[i];
		assert_true(fabs(on_a + way - on_b) <= 1e-6 * size);
	}
	assert_true((double)penetration_away(found->on_a, a) <= 2e-6 * size);
	assert_true((double)penetration_away(found->on_b, b) <= 4e-6 * size);
	kiln_convex_object out = *a;
	kiln_d3 moved = kiln_d3_along(
		kiln_d3_from(a->pose.translation), (double)found->depth * 1.000001 + 2e-6 * size, kiln_d3_from(found->normal));
	out.pose.translation = kiln_d3_to(moved);
	assert_true((double)penetration_distance(&out, b) <= 1e-5 * size);
	kiln_convex_depth after = penetration_of(&out, b);
	assert_true((double)after.depth <= 1e-6 * size);
}

/// Returns how far b - a extends along a unit vector, by the shapes' definitions.
static double reach_of(const convex_sample *sample, const kiln_pose *pose, kiln_d3 n)
{
	kiln_posing posing = kiln_posing_of(pose);
	kiln_d3 own = {0, 0, 0};
	for (int i = 0; i < 3; ++i)
		own = kiln_d3_along(own, (&n.x)[i], posing.row[i]);
	double height = real_to(convex_sample_height(sample, real3_from_d3(own)));
	return height * posing.scale + kiln_d3_dot(posing.translation, n);
}

static void check_directions(uint64_t *random, const convex_sample sample[2], const kiln_pose pose[2],
	const kiln_convex_depth *found, double size)
{
	for (int i = 0; i < 60; ++i)
	{
		kiln_d3 n = kiln_d3_from(oracle_vector(random, 1));
		if (i % 2)
			n = kiln_d3_along(kiln_d3_from(found->normal), 0.1, n);
		n = unit(i == 0 ? kiln_d3_from(found->normal) : n);
		double reach = reach_of(&sample[0], &pose[0], kiln_d3_scale(n, -1)) + reach_of(&sample[1], &pose[1], n);
		assert_true(reach >= (double)found->depth - 1e-5 * size);
		assert_true(reach >= (double)found->lower - 1e-6 * size);
		assert_true(i > 0 || reach <= (double)found->depth + 2e-6 * size);
	}
}

static bool check_shapes(uint64_t *random, kiln_convex_kind kind_a, kiln_convex_kind kind_b, uint64_t n)
{
	convex_sample sample[2];
	kiln_pose pose[2] = {{.scale = 0}, penetration_pose(random, 0.3)};
	pose[1].scale = n % 3 == 0 ? 0.5f : 1;
	convex_sample_make(&sample[0], random, kind_a, 1, (kiln_d3){0, 0, 0});
	convex_sample_make(&sample[1], random, kind_b, 1, (kiln_d3){0, 0, 0});
	sample[0].shape.margin = n % 4 == 1 ? 0.2f : 0;
	kiln_convex_object a = {&sample[0].shape, pose[0]}, b = {&sample[1].shape, pose[1]};
	kiln_convex_depth found = penetration_of(&a, &b);
	// The oracle ignores the margin.
	kiln_convex_depth bare = found;
	double margin = (double)sample[0].shape.margin;
	bare.depth = (float)((double)found.depth - margin);
	bare.lower = (float)((double)found.lower - margin);
	if (found.touching)
	{
		check_way(&a, &b, &found, 4);
		check_directions(random, sample, pose, &bare, 4);
	}
	else
	{
		assert_true(found.depth == 0 && found.lower <= 0);
		assert_true(penetration_distance(&a, &b) >= -found.lower * 0.999999f);
	}
	kiln_convex_depth other = penetration_of(&b, &a);
	assert_true(other.touching == found.touching || (found.depth < 1e-6f && other.depth < 1e-6f));
	assert_true(!found.touching || fabs((double)other.depth - (double)found.depth) <= 4e-6);
	convex_sample_free(&sample[0]);
	convex_sample_free(&sample[1]);
	return found.touching;
}

static void way_out_of_any_two_shapes_leads_out_and_none_is_shorter(void **state)
{
	(void)state;
	uint64_t random = 1, touching = 0;
	for (int kind_a = 0; kind_a < CONVEX_KINDS; ++kind_a)
		for (int kind_b = 0; kind_b < CONVEX_KINDS; ++kind_b)
			for (uint64_t n = 0; n < 6; ++n)
				if (kind_a != KILN_CONVEX_LINE && kind_a != KILN_CONVEX_RAY && kind_b != KILN_CONVEX_LINE &&
					kind_b != KILN_CONVEX_RAY)
					touching += check_shapes(&random, (kiln_convex_kind)kind_a, (kiln_convex_kind)kind_b, n);
	assert_true(touching > 200);
}

// --- Closed forms -----------------------------------------------------------------------------------------------------

static void spheres_part_along_their_centres(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int n = 0; n < 500; ++n)
	{
		kiln_convex_shape a = {.kind = KILN_CONVEX_SPHERE}, b = a;
		a.sphere = (kiln_sphere){oracle_vector(&random, 1), 0.1f + fixture_random_unit(&random)};
		b.sphere = (kiln_sphere){oracle_vector(&random, 1), 0.1f + fixture_random_unit(&random)};
		if (n % 10 == 0)
			b.sphere.center = a.sphere.center;
		kiln_d3 between = kiln_d3_sub(kiln_d3_from(a.sphere.center), kiln_d3_from(b.sphere.center));
		double distance = sqrt(kiln_d3_length2(between));
		double depth = (double)a.sphere.radius + (double)b.sphere.radius - distance;
		kiln_convex_depth found = penetration_of_shapes(&a, &b);
		assert_int_equal(found.touching, depth >= 0);
		if (!found.touching)
			continue;
		assert_true(fabs((double)found.depth - depth) <= 2e-7 * depth);
		assert_true(fabs((double)found.lower - depth) <= 1e-6 * depth);
		assert_true(n % 10 == 0 || kiln_d3_dot(between, kiln_d3_from(found.normal)) >= distance * (1 - 1e-6));
	}
}

static void a_sphere_leaves_a_box_by_the_nearest_face_or_along_its_closest_point(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int n = 0; n < 1000; ++n)
	{
		kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -0.75f, -0.5f}, {1, 0.75f, 0.5f}}};
		kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE};
		ball.sphere = (kiln_sphere){oracle_vector(&random, 1.3), 0.3f};
		const double half[3] = {1, 0.75, 0.5};
		double inside = HUGE_VAL, outside2 = 0;
		for (int i = 0; i < 3; ++i)
		{
			double over = fabs((double)(&ball.sphere.center.x)[i]) - half[i];
			inside = fmin(inside, -over);
			outside2 += over > 0 ? over * over : 0;
		}
		double depth = (double)ball.sphere.radius + (inside >= 0 ? inside : -sqrt(outside2));
		kiln_convex_depth found = penetration_of_shapes(&ball, &box);
		assert_int_equal(found.touching, depth >= 0);
		if (found.touching)
			assert_true(fabs((double)found.depth - depth) <= 2e-7);
		else
			assert_true((double)found.lower >= depth - 1e-6);
	}
}

static void capsules_part_by_their_radii_less_the_distance_of_their_axes(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int n = 0; n < 1000; ++n)
	{
		kiln_convex_shape a = {.kind = KILN_CONVEX_CAPSULE}, b = a;
		a.capsule = (kiln_capsule){oracle_vector(&random, 1), oracle_vector(&random, 1), 0.25f};
		b.capsule = (kiln_capsule){oracle_vector(&random, 1), oracle_vector(&random, 1), 0.5f};
		kiln_segment s = {a.capsule.a, a.capsule.b}, t = {b.capsule.a, b.capsule.b};
		double distance = (double)kiln_closest_segment_segment(&s, &t).distance;
		kiln_convex_depth found = penetration_of_shapes(&a, &b);
		assert_true(found.touching == (distance <= 0.75) || fabs(distance - 0.75) < 1e-6);
		if (found.touching)
			assert_true(fabs((double)found.depth - (0.75 - distance)) <= 5e-7);
	}
}

static void capsules_whose_axes_cross_part_at_right_angles_to_both(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int n = 0; n < 500; ++n)
	{
		// On a lattice, so that they cross exactly.
		kiln_vec3 c = oracle_integer_vector(&random, 3), e = oracle_integer_vector(&random, 3);
		kiln_vec3 f = oracle_integer_vector(&random, 3);
		kiln_convex_shape a = {.kind = KILN_CONVEX_CAPSULE}, b = a;
		a.capsule =
			(kiln_capsule){{c.x - e.x, c.y - e.y, c.z - e.z}, {c.x + 2 * e.x, c.y + 2 * e.y, c.z + 2 * e.z}, 0.25f};
		b.capsule = (kiln_capsule){{c.x - f.x, c.y - f.y, c.z - f.z}, {c.x + f.x, c.y + f.y, c.z + f.z}, 0.5f};
		kiln_convex_depth found = penetration_of_shapes(&a, &b);
		assert_true(found.touching);
		assert_true(fabs((double)found.depth - 0.75) < 1e-6);
		assert_true(fabs(penetration_dot(found.normal, e)) < 1e-5 && fabs(penetration_dot(found.normal, f)) < 1e-5);
	}
}

static void an_ellipsoid_leaves_the_ground_by_its_lowest_point(void **state)
{
	(void)state;
	uint64_t random = 6;
	kiln_convex_shape ground = {.kind = KILN_CONVEX_AABB, .aabb = {{-100, -100, -50}, {100, 100, 0}}};
	for (int n = 0; n < 300; ++n)
	{
		convex_sample sample;
		convex_sample_make(&sample, &random, KILN_CONVEX_ELLIPSOID, 1, (kiln_d3){0, 0, 0});
		const kiln_ellipsoid *e = &sample.shape.ellipsoid;
		double low2 = 0;
		for (int i = 0; i < 3; ++i)
			low2 += pow((double)e->axes[i].z * (double)e->radii[i], 2);
		double depth = sqrt(low2) - (double)e->center.z;
		kiln_convex_depth found = penetration_of_shapes(&sample.shape, &ground);
		if (fabs(depth) > 1e-6)
			assert_int_equal(found.touching, depth > 0);
		if (depth <= 1e-6)
			continue;
		assert_true(fabs((double)found.depth - depth) <= 1e-6);
		assert_true((double)found.normal.z > 1 - 1e-6);
		convex_sample_free(&sample);
	}
}

// --- Polytopes, by every method ---------------------------------------------------------------------------------------

static void check_methods(const grid_hull *a, const grid_hull *b, kiln_vec3 by)
{
	kiln_vec3 moved[64];
	for (uint32_t i = 0; i < b->count; ++i)
		moved[i] = (kiln_vec3){b->points[i].x + by.x, b->points[i].y + by.y, b->points[i].z + by.z};
	depth_truth truth = depth_of_points(a->points, a->count, moved, b->count);
	kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a->cooked.view};
	kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = &b->cooked.view};
	kiln_convex_object object_a = {&shape_a, {.scale = 1}}, object_b = {&shape_b, {.translation = by}};
	for (int m = 0; m < PENETRATION_METHODS; ++m)
	{
		kiln_convex_depth found = penetration_by(penetration_methods[m], &object_a, &object_b, NULL);
		bool bounded = penetration_methods[m] == &kiln_penetration_mpr;
		assert_true(found.touching || !truth.inside);
		if (!truth.inside)
			continue;
		assert_true((double)found.depth >= truth.depth - 1e-6 * truth.size);
		assert_true(bounded || (double)found.depth <= truth.depth + 1e-6 * truth.size);
		assert_true((double)found.lower <= truth.depth * (1 + 1e-6));
		assert_true(bounded || (double)found.lower >= truth.depth - 1e-5 * truth.size);
		check_way(&object_a, &object_b, &found, truth.size);
	}
}

static void all_methods_tell_the_depth_of_the_exact_difference(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (uint64_t n = 0; n < trials_random(400); ++n)
	{
		grid_hull a, b;
		double flat = n % 4 == 3 ? 0.002 : 1;
		grid_hull_make(&a, &random, flat, 1);
		grid_hull_make(&b, &random, flat, n % 5 == 4 ? 0.01 : 1);
		kiln_vec3 by = oracle_integer_vector(&random, n % 3 == 0 ? 0 : 900);
		by = (kiln_vec3){by.x / 1024, n % 4 == 3 ? 0 : by.y / 1024, by.z / 1024};
		check_methods(&a, &b, by);
		hull_case_free(&a.cooked);
		hull_case_free(&b.cooked);
	}
}

static void a_hull_and_its_twin_part_by_their_least_width(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (int n = 0; n < 60; ++n)
	{
		grid_hull a;
		grid_hull_make(&a, &random, n % 3 == 2 ? 0.002 : 1, 1);
		check_methods(&a, &a, (kiln_vec3){0, 0, 0});
		hull_case_free(&a.cooked);
	}
}

static void depth_of_larger_hulls_is_the_same_by_all_methods(void **state)
{
	(void)state;
	uint64_t random = 9;
	for (int n = 0; n < 12; ++n)
	{
		hull_case a, b;
		hull_case_make(&a, CASE_ELLIPSOID, 100 + 20 * (uint32_t)n, 64);
		hull_case_make(&b, CASE_CONE, 60, 64);
		kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a.view};
		kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = n % 2 ? &b.view : &a.view};
		// The centres nearly coincide, where memory runs out.
		kiln_convex_object object_a = {&shape_a, {.scale = 1}},
						   object_b = {&shape_b, penetration_pose(&random, n % 3 ? 2 : 0.01)};
		kiln_convex_depth sat = penetration_by(&kiln_penetration_sat, &object_a, &object_b, NULL);
		kiln_convex_depth epa = penetration_by(NULL, &object_a, &object_b, NULL);
		assert_int_equal(sat.touching, epa.touching);
		assert_true(fabs((double)sat.depth - (double)epa.depth) <= 1e-5);
		assert_true(epa.lower <= sat.depth * 1.000001f);
		hull_case_free(&a);
		hull_case_free(&b);
	}
}

// --- Invariance -------------------------------------------------------------------------------------------------------

/// b is turned and moved relative to a, and both are turned and moved together.
static void depth_is_the_same_wherever_the_pair_stands(void **state)
{
	(void)state;
	uint64_t random = 10;
	for (int n = 0; n < 300; ++n)
	{
		grid_hull a, b;
		grid_hull_make(&a, &random, 1, 1);
		grid_hull_make(&b, &random, 1, 1);
		kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a.cooked.view};
		kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = &b.cooked.view};
		kiln_vec3 by = oracle_vector(&random, 1);
		kiln_convex_object object_a = {&shape_a, {.scale = 1}}, object_b = {&shape_b, {.translation = by}};
		kiln_convex_depth here = penetration_of(&object_a, &object_b);
		kiln_pose pose = penetration_pose(&random, n % 3 == 0 ? 1e7 : 10);
		kiln_posing posing = kiln_posing_of(&pose);
		kiln_d3 there = kiln_d3_add(kiln_posing_rotate(&posing, kiln_d3_from(by)), posing.translation);
		object_a.pose = object_b.pose = pose;
		object_b.pose.translation = kiln_d3_to(there);
		// Far away, b's place is rounded to the grid of floats there.
		double slack = n % 3 == 0 ? 2 : 4e-6;
		kiln_convex_depth moved = penetration_of(&object_a, &object_b);
		if (here.touching && (double)here.depth > slack)
		{
			assert_true(moved.touching);
			assert_true(fabs((double)moved.depth - (double)here.depth) <= slack);
		}
		hull_case_free(&a.cooked);
		hull_case_free(&b.cooked);
	}
}

static void depth_does_not_depend_on_the_order_of_points(void **state)
{
	(void)state;
	uint64_t random = 11;
	for (int n = 0; n < 500; ++n)
	{
		kiln_vec3 a[8], b[8], mixed[8];
		for (int i = 0; i < 8; ++i)
		{
			a[i] = oracle_vector(&random, 1);
			b[i] = oracle_vector(&random, 1);
			mixed[(3 * i + n) % 8] = b[i];
		}
		kiln_convex_shape shapes[3] = {{.kind = KILN_CONVEX_POINTS, .points = {a, 8}},
			{.kind = KILN_CONVEX_POINTS, .points = {b, 8}}, {.kind = KILN_CONVEX_POINTS, .points = {mixed, 8}}};
		kiln_convex_depth one = penetration_of_shapes(&shapes[0], &shapes[1]),
						  two = penetration_of_shapes(&shapes[0], &shapes[2]);
		assert_int_equal(one.touching, two.touching);
		assert_true(fabs((double)one.depth - (double)two.depth) <= 2e-7);
	}
}

static void ten_million_units_away_nothing_but_the_places_rounds(void **state)
{
	(void)state;
	kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -2, -3}, {1, 2, 3}}};
	kiln_convex_object a = {&box, {.translation = {1e7f, -1e7f, 1e7f}}},
					   b = {&box, {.translation = {1e7f + 1, -1e7f, 1e7f}}};
	for (int m = 0; m < PENETRATION_METHODS; ++m)
	{
		kiln_convex_depth found = penetration_by(penetration_methods[m], &a, &b, NULL);
		assert_true(found.touching && found.depth == 1);
		assert_true(found.normal.x == -1);
	}
}
int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(way_out_of_any_two_shapes_leads_out_and_none_is_shorter),
		cmocka_unit_test(spheres_part_along_their_centres),
		cmocka_unit_test(a_sphere_leaves_a_box_by_the_nearest_face_or_along_its_closest_point),
		cmocka_unit_test(capsules_part_by_their_radii_less_the_distance_of_their_axes),
		cmocka_unit_test(capsules_whose_axes_cross_part_at_right_angles_to_both),
		cmocka_unit_test(an_ellipsoid_leaves_the_ground_by_its_lowest_point),
		cmocka_unit_test(all_methods_tell_the_depth_of_the_exact_difference),
		cmocka_unit_test(a_hull_and_its_twin_part_by_their_least_width),
		cmocka_unit_test(depth_of_larger_hulls_is_the_same_by_all_methods),
		cmocka_unit_test(depth_is_the_same_wherever_the_pair_stands),
		cmocka_unit_test(depth_does_not_depend_on_the_order_of_points),
		cmocka_unit_test(ten_million_units_away_nothing_but_the_places_rounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
