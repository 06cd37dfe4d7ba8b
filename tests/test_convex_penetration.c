// SPDX-License-Identifier: MIT
#include "kiln/convex/penetration.h"

#include "bounds/posing.h"
#include "depth_oracle.h"
#include "kiln/convex/distance.h"
#include "primitive_convex.h"
#include "shape_oracle.h"
#include "trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Depth of convex objects, by every method, against closed forms, the exact hull of all differences, and what any answer
/// has to keep.

static const kiln_penetration_method methods[] = {KILN_PENETRATION_AUTO, KILN_PENETRATION_EPA, KILN_PENETRATION_SAT,
	KILN_PENETRATION_SAT_BRUTE, KILN_PENETRATION_MPR};

#define METHODS ((int)(sizeof methods / sizeof methods[0]))

static kiln_penetration depth_by(
	kiln_penetration_method method, const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_cache *cache)
{
	kiln_penetration found;
	assert_int_equal(kiln_convex_penetration(a, b, method, cache, &found), KILN_OK);
	return found;
}

static kiln_penetration depth_of(const kiln_convex_object *a, const kiln_convex_object *b)
{
	return depth_by(KILN_PENETRATION_AUTO, a, b, NULL);
}

static kiln_penetration depth_of_shapes(const kiln_convex_shape *a, const kiln_convex_shape *b)
{
	return depth_of(&(kiln_convex_object){a, {.scale = 0}}, &(kiln_convex_object){b, {.scale = 0}});
}

static kiln_pose some_pose(uint64_t *random, double away)
{
	return (kiln_pose){.rotation = oracle_rotation(random), .translation = oracle_vector(random, away)};
}

static kiln_d3 unit(kiln_d3 v)
{
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

static double dot(kiln_vec3 a, kiln_vec3 b)
{
	return kiln_d3_dot(kiln_d3_from(a), kiln_d3_from(b));
}

// --- What any answer has to keep --------------------------------------------------------------------------------------

static float distance_of(const kiln_convex_object *a, const kiln_convex_object *b)
{
	kiln_convex_separation separation;
	assert_int_equal(kiln_convex_distance(a, b, NULL, NULL, &separation), KILN_OK);
	return separation.distance;
}

static float distance_of_point(kiln_vec3 point, const kiln_convex_object *b)
{
	kiln_convex_shape shape = {.kind = KILN_CONVEX_POINT, .point = point};
	return distance_of(&(kiln_convex_object){&shape, {.scale = 0}}, b);
}

/// Unit normal, points on the bodies and apart by the depth along it, and a way out that leads out and no farther.
static void check_way(
	const kiln_convex_object *a, const kiln_convex_object *b, const kiln_penetration *found, double size)
{
	assert_true(fabs(dot(found->normal, found->normal) - 1) < 1e-6);
	assert_true(found->depth >= 0 && found->lower <= found->depth * 1.000001f);
	for (int i = 0; i < 3; ++i)
	{
		double on_a = (double)(&found->on_a.x)[i], on_b = (double)(&found->on_b.x)[i];
		double way = (double)found->depth * (double)(&found->normal.x)[i];
		assert_true(fabs(on_a + way - on_b) <= 1e-6 * size);
	}
	assert_true((double)distance_of_point(found->on_a, a) <= 2e-6 * size);
	assert_true((double)distance_of_point(found->on_b, b) <= 4e-6 * size);
	kiln_convex_object out = *a;
	kiln_d3 moved = kiln_d3_along(
		kiln_d3_from(a->pose.translation), (double)found->depth * 1.000001 + 2e-6 * size, kiln_d3_from(found->normal));
	out.pose.translation = kiln_d3_to(moved);
	assert_true((double)distance_of(&out, b) <= 1e-5 * size);
	kiln_penetration after = depth_of(&out, b);
	assert_true((double)after.depth <= 1e-6 * size);
}

/// How far out b - a reaches along a unit vector, by the shapes' definitions.
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
	const kiln_penetration *found, double size)
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
	kiln_pose pose[2] = {{.scale = 0}, some_pose(random, 0.3)};
	pose[1].scale = n % 3 == 0 ? 0.5f : 1;
	convex_sample_make(&sample[0], random, kind_a, 1, (kiln_d3){0, 0, 0});
	convex_sample_make(&sample[1], random, kind_b, 1, (kiln_d3){0, 0, 0});
	sample[0].shape.margin = n % 4 == 1 ? 0.2f : 0;
	kiln_convex_object a = {&sample[0].shape, pose[0]}, b = {&sample[1].shape, pose[1]};
	kiln_penetration found = depth_of(&a, &b);
	// The oracle knows nothing of the margin.
	kiln_penetration bare = found;
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
		assert_true(distance_of(&a, &b) >= -found.lower * 0.999999f);
	}
	kiln_penetration other = depth_of(&b, &a);
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
		kiln_penetration found = depth_of_shapes(&a, &b);
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
		kiln_penetration found = depth_of_shapes(&ball, &box);
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
		kiln_penetration found = depth_of_shapes(&a, &b);
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
		kiln_penetration found = depth_of_shapes(&a, &b);
		assert_true(found.touching);
		assert_true(fabs((double)found.depth - 0.75) < 1e-6);
		assert_true(fabs(dot(found.normal, e)) < 1e-5 && fabs(dot(found.normal, f)) < 1e-5);
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
		kiln_penetration found = depth_of_shapes(&sample.shape, &ground);
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

#define CLOUD 14

/// A cooked hull of points on a grid, with a margin to keep them apart from what rounding may do.
typedef struct grid_hull
{
	hull_case cooked;
	kiln_vec3 points[64];
	uint32_t count;
} grid_hull;

static void make_hull(grid_hull *hull, uint64_t *random, double flat, double size)
{
	float points[CLOUD][3];
	uint32_t count = 4 + (uint32_t)(fixture_random(random) % (CLOUD - 3));
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = (float)(floor(oracle_signed(random) * 1024 * size * (k == 1 ? flat : 1)) / 1024);
	hull_case_make_of(&hull->cooked, (const float(*)[3])points, count, UINT32_MAX);
	hull->count = hull->cooked.view.vertex_count;
	for (uint32_t i = 0; i < hull->count; ++i)
		hull->points[i] = kiln_hull_vertex(&hull->cooked.view, i);
}

static void check_methods(const grid_hull *a, const grid_hull *b, kiln_vec3 by)
{
	kiln_vec3 moved[64];
	for (uint32_t i = 0; i < b->count; ++i)
		moved[i] = (kiln_vec3){b->points[i].x + by.x, b->points[i].y + by.y, b->points[i].z + by.z};
	depth_truth truth = depth_of_points(a->points, a->count, moved, b->count);
	kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a->cooked.view};
	kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = &b->cooked.view};
	kiln_convex_object object_a = {&shape_a, {.scale = 1}}, object_b = {&shape_b, {.translation = by}};
	for (int m = 0; m < METHODS; ++m)
	{
		kiln_penetration found = depth_by(methods[m], &object_a, &object_b, NULL);
		bool bounded = methods[m] == KILN_PENETRATION_MPR;
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
		make_hull(&a, &random, flat, 1);
		make_hull(&b, &random, flat, n % 5 == 4 ? 0.01 : 1);
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
		make_hull(&a, &random, n % 3 == 2 ? 0.002 : 1, 1);
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
		// Nearly centre in centre, where room runs out.
		kiln_convex_object object_a = {&shape_a, {.scale = 1}},
						   object_b = {&shape_b, some_pose(&random, n % 3 ? 2 : 0.01)};
		kiln_penetration sat = depth_by(KILN_PENETRATION_SAT, &object_a, &object_b, NULL);
		kiln_penetration epa = depth_by(KILN_PENETRATION_EPA, &object_a, &object_b, NULL);
		assert_int_equal(sat.touching, epa.touching);
		assert_true(fabs((double)sat.depth - (double)epa.depth) <= 1e-5);
		assert_true(epa.lower <= sat.depth * 1.000001f);
		hull_case_free(&a);
		hull_case_free(&b);
	}
}

// --- Invariance -------------------------------------------------------------------------------------------------------

/// b is turned and moved against a, and both are turned and moved together.
static void depth_is_the_same_wherever_the_pair_stands(void **state)
{
	(void)state;
	uint64_t random = 10;
	for (int n = 0; n < 300; ++n)
	{
		grid_hull a, b;
		make_hull(&a, &random, 1, 1);
		make_hull(&b, &random, 1, 1);
		kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a.cooked.view};
		kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = &b.cooked.view};
		kiln_vec3 by = oracle_vector(&random, 1);
		kiln_convex_object object_a = {&shape_a, {.scale = 1}}, object_b = {&shape_b, {.translation = by}};
		kiln_penetration here = depth_of(&object_a, &object_b);
		kiln_pose pose = some_pose(&random, n % 3 == 0 ? 1e7 : 10);
		kiln_posing posing = kiln_posing_of(&pose);
		kiln_d3 there = kiln_d3_add(kiln_posing_rotate(&posing, kiln_d3_from(by)), posing.translation);
		object_a.pose = object_b.pose = pose;
		object_b.pose.translation = kiln_d3_to(there);
		// Far away b's place is rounded to the grid of floats there.
		double slack = n % 3 == 0 ? 2 : 4e-6;
		kiln_penetration moved = depth_of(&object_a, &object_b);
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
		kiln_penetration one = depth_of_shapes(&shapes[0], &shapes[1]), two = depth_of_shapes(&shapes[0], &shapes[2]);
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
	for (int m = 0; m < METHODS; ++m)
	{
		kiln_penetration found = depth_by(methods[m], &a, &b, NULL);
		assert_true(found.touching && found.depth == 1);
		assert_true(found.normal.x == -1);
	}
}

// --- Margins, sums, features, caches ----------------------------------------------------------------------------------

static void a_margin_adds_its_radius_to_the_depth(void **state)
{
	(void)state;
	uint64_t random = 12;
	for (int n = 0; n < 300; ++n)
	{
		grid_hull a, b;
		make_hull(&a, &random, 1, 1);
		make_hull(&b, &random, 1, 1);
		kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a.cooked.view};
		kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = &b.cooked.view}, round = shape_a;
		kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.25f}}, sum = shape_a;
		round.margin = 0.25f;
		sum.plus = &ball;
		kiln_convex_object object_b = {&shape_b, some_pose(&random, 1)};
		kiln_convex_object sharp = {&shape_a, {.scale = 1}}, rounded = {&round, {.scale = 1}},
						   added = {&sum, {.scale = 1}};
		for (int m = 0; m < METHODS; ++m)
		{
			kiln_penetration bare = depth_by(methods[m], &sharp, &object_b, NULL);
			kiln_penetration with = depth_by(methods[m], &rounded, &object_b, NULL);
			kiln_penetration by_sum = depth_by(methods[m], &added, &object_b, NULL);
			float more = methods[m] == KILN_PENETRATION_MPR ? 1 : 1e-5f;
			if (bare.touching)
				assert_true(with.touching && fabsf(with.depth - bare.depth - 0.25f) <= more);
			assert_int_equal(with.touching, by_sum.touching);
			assert_true(fabsf(with.depth - by_sum.depth) <= more);
		}
		hull_case_free(&a.cooked);
		hull_case_free(&b.cooked);
	}
}

static void features_are_those_that_touch(void **state)
{
	(void)state;
	kiln_convex_shape ground = {.kind = KILN_CONVEX_AABB, .aabb = {{-10, -10, -5}, {10, 10, 0}}};
	kiln_convex_shape spike = {.kind = KILN_CONVEX_TETRAHEDRON};
	spike.tetrahedron = (kiln_tetrahedron){{{0, 0, -0.25f}, {1, 0, 1}, {-1, 1, 1}, {-1, -1, 1.5f}}};
	kiln_convex_shape beam = {.kind = KILN_CONVEX_SEGMENT, .segment = {{-0.5f, 0.25f, 0.5f}, {0.5f, -0.25f, 0.5f}}};
	kiln_convex_shape ridge = {.kind = KILN_CONVEX_TETRAHEDRON};
	ridge.tetrahedron = (kiln_tetrahedron){{{-1, -1, 0.75f}, {1, 1, 0.75f}, {1, -1, -2}, {-1, 1, -2}}};
	for (int m = 0; m < METHODS; ++m)
	{
		kiln_convex_object a = {&spike, {.scale = 1}}, b = {&ground, {.scale = 1}};
		kiln_penetration found = depth_by(methods[m], &a, &b, NULL);
		assert_true(found.touching && fabsf(found.depth - 0.25f) < 1e-6f);
		assert_true(found.normal.z > 0.999999f);
		if (methods[m] != KILN_PENETRATION_MPR)
		{
			assert_int_equal(found.feature_a.kind, KILN_FEATURE_VERTEX);
			assert_int_equal(found.feature_a.index, 0);
			assert_int_equal(found.feature_b.kind, KILN_FEATURE_FACE);
			assert_int_equal(found.feature_b.index, 5);
		}
		a.shape = &beam;
		b.shape = &ridge;
		found = depth_by(methods[m], &a, &b, NULL);
		assert_true(found.touching);
		if (methods[m] != KILN_PENETRATION_MPR)
		{
			assert_int_equal(found.feature_a.kind, KILN_FEATURE_EDGE);
			assert_int_equal(found.feature_b.kind, KILN_FEATURE_EDGE);
			assert_int_equal(found.feature_b.index, 5);
		}
	}
}

static void any_bits_in_the_cache_lead_to_the_same_depth(void **state)
{
	(void)state;
	uint64_t random = 13;
	kiln_convex_cache carried[METHODS] = {{.count = 0}};
	for (int n = 0; n < 300; ++n)
	{
		grid_hull a, b;
		make_hull(&a, &random, 1, 1);
		make_hull(&b, &random, 1, 1);
		kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a.cooked.view};
		kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = &b.cooked.view};
		kiln_convex_object object_a = {&shape_a, {.scale = 1}}, object_b = {&shape_b, some_pose(&random, 1)};
		kiln_penetration fresh = depth_of(&object_a, &object_b);
		for (int m = 0; m < METHODS; ++m)
		{
			float more = methods[m] == KILN_PENETRATION_MPR ? 1 : 1e-5f;
			kiln_convex_cache noise;
			for (size_t i = 0; i < sizeof noise / 4; ++i)
			{
				uint32_t bits = (uint32_t)fixture_random(&random);
				memcpy((char *)&noise + 4 * i, &bits, 4);
			}
			noise.count = n % 2 ? noise.count : (uint32_t)n % 5;
			for (int i = 0; n % 3 == 0 && i < 4; ++i)
			{
				noise.vertex_a[i] %= a.count;
				noise.vertex_b[i] %= b.count;
			}
			// From another pair, from the same, and nonsense.
			kiln_penetration found = depth_by(methods[m], &object_a, &object_b, &carried[m]);
			assert_int_equal(found.touching, fresh.touching);
			assert_true(fabsf(found.depth - fresh.depth) <= more);
			found = depth_by(methods[m], &object_a, &object_b, &carried[m]);
			assert_int_equal(found.touching, fresh.touching);
			assert_true(fabsf(found.depth - fresh.depth) <= more);
			found = depth_by(methods[m], &object_a, &object_b, &noise);
			assert_int_equal(found.touching, fresh.touching);
			assert_true(fabsf(found.depth - fresh.depth) <= more);
		}
		hull_case_free(&a.cooked);
		hull_case_free(&b.cooked);
	}
}

// --- Bad input --------------------------------------------------------------------------------------------------------

static void refuse(const kiln_convex_object *a, const kiln_convex_object *b, kiln_penetration_method method)
{
	const kiln_penetration zero = {0};
	kiln_penetration found;
	memset(&found, 0xff, sizeof found);
	assert_int_equal(kiln_convex_penetration(a, b, method, NULL, &found), KILN_E_ARGUMENT);
	assert_memory_equal(&found, &zero, sizeof found);
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}}, bad = ball, line = ball;
	kiln_convex_object good = {&ball, {.scale = 1}}, other = good;
	bad.sphere.radius = NAN;
	line.kind = KILN_CONVEX_LINE;
	line.line = (kiln_line){{0, 0, 0}, {1, 0, 0}};
	refuse(NULL, &good, KILN_PENETRATION_AUTO);
	refuse(&good, NULL, KILN_PENETRATION_AUTO);
	refuse(&good, &good, KILN_PENETRATION_METHOD_COUNT);
	other.shape = &bad;
	refuse(&good, &other, KILN_PENETRATION_EPA);
	other.shape = &line;
	refuse(&other, &good, KILN_PENETRATION_EPA);
	other = (kiln_convex_object){&ball, {.translation = {NAN, 0, 0}}};
	refuse(&other, &good, KILN_PENETRATION_SAT);
	other = (kiln_convex_object){&ball, {.scale = -1}};
	refuse(&good, &other, KILN_PENETRATION_MPR);
	assert_int_equal(kiln_convex_penetration(&good, &good, KILN_PENETRATION_AUTO, NULL, NULL), KILN_E_ARGUMENT);
}

static void a_crumb_in_a_mountain_has_its_own_depth(void **state)
{
	(void)state;
	kiln_convex_shape mountain = {.kind = KILN_CONVEX_AABB, .aabb = {{-1e6f, -1e6f, -1e6f}, {1e6f, 1e6f, 0}}};
	kiln_convex_shape crumb = {.kind = KILN_CONVEX_TETRAHEDRON};
	crumb.tetrahedron = (kiln_tetrahedron){{{0, 0, -0.25f}, {1, 0, 0.5f}, {0, 1, 0.625f}, {-1, -1, 0.75f}}};
	for (int m = 0; m < METHODS; ++m)
	{
		kiln_convex_object a = {&crumb, {.scale = 1}}, b = {&mountain, {.scale = 1}};
		kiln_penetration found = depth_by(methods[m], &a, &b, NULL);
		assert_true(found.touching && fabsf(found.depth - 0.25f) <= 1e-5f);
		assert_true(found.normal.z > 0.999999f);
	}
}

static void shapes_without_volume_that_touch_have_no_depth(void **state)
{
	(void)state;
	kiln_convex_shape point = {.kind = KILN_CONVEX_POINT, .point = {1, 2, 3}};
	kiln_convex_shape triangle = {.kind = KILN_CONVEX_TRIANGLE, .triangle = {{{0, 2, 3}, {3, 2, 3}, {1, 4, 3}}}};
	kiln_convex_shape segment = {.kind = KILN_CONVEX_SEGMENT, .segment = {{1, 2, 3}, {1, 2, 3}}};
	kiln_convex_shape rectangle = {
		.kind = KILN_CONVEX_RECTANGLE, .rectangle = {{1, 2, 3}, {{1, 0, 0}, {0, 1, 0}}, {1, 2}}};
	const kiln_convex_shape *const shapes[4] = {&point, &triangle, &segment, &rectangle};
	for (int i = 0; i < 16; ++i)
		for (int m = 0; m < METHODS; ++m)
		{
			kiln_convex_object a = {shapes[i / 4], {.scale = 1}}, b = {shapes[i % 4], {.scale = 1}};
			kiln_penetration found = depth_by(methods[m], &a, &b, NULL);
			assert_true(found.touching && found.depth <= 1e-6f);
			assert_true(fabs(dot(found.normal, found.normal) - 1) < 1e-6);
		}
}

static void bodies_that_touch_to_rounding_have_a_normal_by_all_methods(void **state)
{
	(void)state;
	const kiln_vec3 end = {-5.055028e-27f, 5.30139235e-41f, 0};
	kiln_convex_shape capsule = {.kind = KILN_CONVEX_CAPSULE, .capsule = {end, {5.52111595e-43f, 0, 0}, 0}};
	kiln_convex_shape sphere = {.kind = KILN_CONVEX_SPHERE, .sphere = {end, 0}};
	kiln_convex_shape rectangle = {.kind = KILN_CONVEX_RECTANGLE,
		.rectangle = {{3.51667404e-06f, -0.125f, 3.43322754e-05f}, {{-1, 0, -0.00247129728f}, {0, -1, 0}},
			{2.47955322e-05f, 44544}}};
	kiln_convex_shape crumb = {.kind = KILN_CONVEX_TETRAHEDRON,
		.tetrahedron = {{{8e-31f, -1e-30f, -5e-31f}, {-9e-31f, -1e-31f, -8e-31f}, {-2e-31f, 1e-30f, -1e-30f},
			{3e-31f, 1e-30f, 2e-30f}}}};
	const kiln_convex_shape *const shapes[2][2] = {{&capsule, &sphere}, {&rectangle, &crumb}};
	for (int i = 0; i < 4; ++i)
		for (int m = 0; m < METHODS; ++m)
		{
			float far = i / 2 ? 1e7f : 0;
			kiln_convex_object a = {shapes[i % 2][0], {.translation = {far, 0, 0}}};
			kiln_convex_object b = {shapes[i % 2][1], {.translation = {far, 0, 0}, .scale = 1e-6f}};
			kiln_penetration found = depth_by(methods[m], &a, &b, NULL);
			assert_true(!found.touching || fabs(dot(found.normal, found.normal) - 1) < 1e-6);
			assert_true(i % 2 || found.touching);
		}
}

/// So many pairs of edges are about as near as the nearest that the room for all over does not do.
static void depth_is_known_well_where_most_ways_out_are_about_as_long(void **state)
{
	(void)state;
	uint64_t random = 9;
	hull_case cone;
	hull_case_make(&cone, CASE_CONE, 60, UINT32_MAX);
	kiln_convex_shape shape = {.kind = KILN_CONVEX_HULL, .hull = &cone.view};
	double size = (double)cone.view.reach;
	for (int i = 0; i < 200; ++i)
	{
		kiln_convex_object a = {&shape, {.scale = 1}}, b = {&shape, some_pose(&random, 0.05 * size)};
		kiln_penetration epa = depth_by(KILN_PENETRATION_AUTO, &a, &b, NULL);
		kiln_penetration sat = depth_by(KILN_PENETRATION_SAT, &a, &b, NULL);
		assert_true(fabs((double)epa.depth - (double)sat.depth) <= 1e-6 * size);
		assert_true(!epa.touching || (double)epa.depth - (double)epa.lower <= 1e-5 * size);
	}
	hull_case_free(&cone);
}

/// Ways out all around the axis are about as long, and along it they turn sharply.
static void round_bodies_on_one_axis_part_across_it_by_their_radii(void **state)
{
	(void)state;
	uint64_t random = 31;
	for (int i = 0; i < 300; ++i)
	{
		kiln_vec3 along = oracle_vector(&random, 4), a = oracle_vector(&random, 3);
		kiln_d3 way = kiln_d3_scale(unit(kiln_d3_from(along)), 5);
		kiln_vec3 b = kiln_d3_to(kiln_d3_add(kiln_d3_from(a), way));
		kiln_convex_shape cylinder = {.kind = KILN_CONVEX_CYLINDER, .cylinder = {a, b, 1}}, other = cylinder;
		if (i % 2)
			other = (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {a, b, 1}};
		kiln_penetration found = depth_of_shapes(&cylinder, &other), swapped = depth_of_shapes(&other, &cylinder);
		assert_true(fabsf(found.depth - 2) < 4e-6f && fabsf(swapped.depth - 2) < 4e-6f);
	}
}

/// Of several ways out that are locally the shortest the best is found from either side.
static void a_crumb_in_the_middle_of_a_ball_parts_the_same_way_from_either_side(void **state)
{
	(void)state;
	uint64_t random = 32;
	hull_case prism;
	hull_case_make(&prism, CASE_PRISM, 12, UINT32_MAX);
	kiln_convex_shape hull = {.kind = KILN_CONVEX_HULL, .hull = &prism.view};
	kiln_convex_shape ball = {
		.kind = KILN_CONVEX_ELLIPSOID, .ellipsoid = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}}};
	for (int i = 0; i < 60; ++i)
	{
		kiln_convex_object a = {&ball, {.scale = 1}}, b = {&hull, some_pose(&random, 0)};
		b.pose.scale = 0x1p-9f;
		kiln_penetration found = depth_of(&a, &b), swapped = depth_of(&b, &a);
		assert_true(fabsf(found.depth - swapped.depth) < 6e-5f);
	}
	hull_case_free(&prism);
}

/// The closest points of both are far smaller than either reaches.
static void a_speck_on_a_sheet_parts_across_it(void **state)
{
	(void)state;
	const float least = 4.34646889e-31f;
	const kiln_d3 tilted[3] = {{0.00354477298, 0.999987364, -0.00355738332},
		{0.00355738332, 0.00354477298, 0.999987364}, {0.999987364, -0.00355738332, -0.00354477298}};
	kiln_convex_shape speck = {.kind = KILN_CONVEX_ELLIPSOID};
	speck.ellipsoid = (kiln_ellipsoid){{1.40228784e-30f, least, least},
		{kiln_d3_to(tilted[0]), kiln_d3_to(tilted[1]), kiln_d3_to(tilted[2])}, {least, least, least}};
	kiln_convex_shape sheet = {.kind = KILN_CONVEX_RSS};
	sheet.rss = (kiln_rss){{least, least, least},
		{{0.00022155109f, 0.99999994f, -0.000221502021f}, {-0.000221502021f, 0.00022155109f, 0.99999994f}}, least};
	const kiln_convex_object a = {&speck, {{least, least, least, least}, {1e7f, least, least}, least}};
	const kiln_convex_object b = {&sheet, {.translation = {1e7f, 0, 0}}};
	// MPR's way out need not be the shortest.
	for (int m = 0; methods[m] != KILN_PENETRATION_MPR; ++m)
	{
		kiln_penetration found = depth_by(methods[m], &a, &b, NULL), swapped = depth_by(methods[m], &b, &a, NULL);
		assert_true(found.depth < 1e-15f && swapped.depth < 1e-15f);
	}
}

/// Needles whose margins reach into each other: GJK's way between them ends short of the shortest.
static void normals_of_needles_lead_out_by_the_depth(void **state)
{
	(void)state;
	uint64_t random = 33;
	for (int i = 0; i < 4000; ++i)
	{
		kiln_convex_shape shapes[2] = {{.kind = KILN_CONVEX_TRIANGLE}, {.kind = KILN_CONVEX_TETRAHEDRON}};
		for (int k = 0; k < 7; ++k)
		{
			kiln_vec3 p = oracle_vector(&random, 1);
			p.x *= 1e5f;
			p.z += k < 3 ? 3 : 0;
			*(k < 3 ? &shapes[0].triangle.corners[k] : &shapes[1].tetrahedron.corners[k - 3]) = p;
		}
		shapes[0].margin = shapes[1].margin = 2;
		const kiln_convex_object a = {&shapes[0], {.scale = 1}}, b = {&shapes[1], {.scale = 1}};
		for (int m = 0; m < METHODS; ++m)
		{
			kiln_penetration found = depth_by(methods[m], &a, &b, NULL);
			const kiln_vec3 n = found.normal, back = {-n.x, -n.y, -n.z};
			if (!found.touching)
				continue;
			kiln_d3 low = kiln_d3_from(kiln_convex_object_support(&a, back, NULL));
			kiln_d3 high = kiln_d3_from(kiln_convex_object_support(&b, n, NULL));
			double out = kiln_d3_dot(kiln_d3_from(n), kiln_d3_sub(high, low));
			// The normal is rounded to float32, over 1e5.
			assert_true(out <= (double)found.depth + 4e5 * 0x1p-23);
		}
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
		cmocka_unit_test(a_margin_adds_its_radius_to_the_depth),
		cmocka_unit_test(features_are_those_that_touch),
		cmocka_unit_test(any_bits_in_the_cache_lead_to_the_same_depth),
		cmocka_unit_test(what_is_not_usable_is_refused),
		cmocka_unit_test(a_crumb_in_a_mountain_has_its_own_depth),
		cmocka_unit_test(shapes_without_volume_that_touch_have_no_depth),
		cmocka_unit_test(bodies_that_touch_to_rounding_have_a_normal_by_all_methods),
		cmocka_unit_test(depth_is_known_well_where_most_ways_out_are_about_as_long),
		cmocka_unit_test(round_bodies_on_one_axis_part_across_it_by_their_radii),
		cmocka_unit_test(a_crumb_in_the_middle_of_a_ball_parts_the_same_way_from_either_side),
		cmocka_unit_test(a_speck_on_a_sheet_parts_across_it),
		cmocka_unit_test(normals_of_needles_lead_out_by_the_depth),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
