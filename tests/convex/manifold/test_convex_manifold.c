// SPDX-License-Identifier: MIT
#include "manifold_case.h"
#include "primitive/convex/primitive_convex.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Manifolds of pairs of objects, shape by shape.

static const kiln_convex_shape cube = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
static const kiln_convex_shape rod = {.kind = KILN_CONVEX_CAPSULE, .capsule = {{-1, 0, 0}, {1, 0, 0}, 0.25f}};
static const kiln_convex_shape can = {.kind = KILN_CONVEX_CYLINDER, .cylinder = {{0, 0, -1}, {0, 0, 1}, 0.5f}};
static const kiln_convex_shape hat = {.kind = KILN_CONVEX_CONE, .cone = {{0, 0, 1}, {0, 0, -1}, 0.5f}};
static const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};

static kiln_convex_object at(const kiln_convex_shape *shape, float x, float y, float z)
{
	return (kiln_convex_object){.shape = shape, .pose = {.translation = {x, y, z}}};
}

/// Turned about a unit axis.
static kiln_convex_object turned(kiln_convex_object object, kiln_vec3 axis, double angle)
{
	float s = (float)sin(angle / 2);
	object.pose.rotation = (kiln_quat){s * axis.x, s * axis.y, s * axis.z, (float)cos(angle / 2)};
	return object;
}

static const kiln_vec3 x_axis = {1, 0, 0}, z_axis = {0, 0, 1};

static kiln_manifold manifold_of(const kiln_convex_object *a, const kiln_convex_object *b, float skin)
{
	const kiln_manifold_options options = {.skin = skin};
	kiln_manifold manifold;
	assert_int_equal(kiln_convex_manifold(a, b, &options, NULL, &manifold), KILN_OK);
	manifold_check(a, b, skin, 1e-5);
	manifold_check_swap(a, b, skin, 1e-5);
	return manifold;
}

static void check_depths(const kiln_manifold *manifold, double depth, double error)
{
	for (uint32_t i = 0; i < manifold->count; ++i)
		assert_true(fabs((double)manifold->contacts[i].depth - depth) <= error);
}

static bool same_feature(kiln_feature p, kiln_feature q)
{
	return p.kind == q.kind && p.index == q.index;
}

/// Whether both have the same names, in any order.
static bool same_names(const kiln_manifold *p, const kiln_manifold *q)
{
	for (uint32_t i = 0; i < p->count; ++i)
	{
		uint32_t k = 0;
		while (k < q->count && !(same_feature(p->contacts[i].feature_a, q->contacts[k].feature_a) &&
								   same_feature(p->contacts[i].feature_b, q->contacts[k].feature_b)))
			++k;
		if (k == q->count)
			return false;
	}
	return p->count == q->count;
}

static double area_of(const kiln_manifold *manifold)
{
	return manifold_area(manifold->contacts, manifold->count, manifold->normal);
}

// --- Boxes ------------------------------------------------------------------------------------------------------------

static void a_box_at_rest_on_a_box_has_its_four_corners(void **state)
{
	(void)state;
	kiln_convex_object a = at(&cube, 0.25f, -0.125f, 1.99f), b = at(&cube, 0, 0, 0);
	kiln_manifold manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 4);
	assert_true(fabs((double)manifold.normal.z - 1) < 1e-6);
	check_depths(&manifold, 0.01, 1e-6);
	assert_true(fabs(area_of(&manifold) - 1.75 * 1.875) < 1e-5);
	// A gap within the skin gives the same contacts as no gap.
	a.pose.translation.z = 2.01f;
	manifold = manifold_of(&a, &b, 0.02f);
	assert_int_equal(manifold.count, 4);
	check_depths(&manifold, -0.01, 1e-6);
	assert_int_equal(manifold_of(&a, &b, 0).count, 0);
	// Touching is contact.
	a.pose.translation.z = 2;
	assert_int_equal(manifold_of(&a, &b, 0).count, 4);
}

static void names_of_a_box_at_rest_stay_while_it_trembles(void **state)
{
	(void)state;
	uint64_t random = 1;
	static const float places[4][2] = {{0, 0}, {0.25f, -0.125f}, {0.25f, 0}, {1.5f, 1.5f}};
	kiln_convex_object b = at(&cube, 0, 0, 0);
	for (int place = 0; place < 4; ++place)
	{
		kiln_convex_object a = at(&cube, places[place][0], places[place][1], 1.995f);
		kiln_manifold first = manifold_of(&a, &b, 0.02f);
		assert_int_equal(first.count, 4);
		for (int frame = 0; frame < 400; ++frame)
		{
			kiln_convex_object now = a;
			kiln_vec3 shift = oracle_vector(&random, 1e-4), turn = oracle_vector(&random, 1e-4);
			now.pose.translation.x += shift.x;
			now.pose.translation.y += shift.y;
			now.pose.translation.z += shift.z;
			now.pose.rotation = (kiln_quat){turn.x, turn.y, turn.z, 1};
			kiln_manifold next = manifold_of(&now, &b, 0.02f);
			assert_true(same_names(&first, &next));
			assert_true(fabs(area_of(&next) - area_of(&first)) < 1e-2);
		}
	}
}

static void a_box_turned_on_a_box_has_four_of_eight_contacts(void **state)
{
	(void)state;
	kiln_convex_object b = at(&cube, 0, 0, 0), a = turned(at(&cube, 0, 0, 1.99f), z_axis, acos(-1) / 4);
	manifold_contacts all = manifold_find(&a, &b, 0);
	assert_int_equal(all.count, 8);
	// A regular octagon around the unit circle's square; four of its corners span 1 / sqrt(2) of it at best.
	double octagon = 8 * (sqrt(2) - 1);
	assert_true(fabs(manifold_area(all.contacts, all.count, all.normal) - octagon) < 1e-5);
	kiln_manifold manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 4);
	assert_true(area_of(&manifold) > 0.7 * octagon);
}

static void an_edge_on_a_face_has_two_contacts_and_a_vertex_one(void **state)
{
	(void)state;
	kiln_convex_object b = at(&cube, 0, 0, 0);
	kiln_convex_object edge = turned(at(&cube, 0, 0, (float)(1 + sqrt(2) - 0.01)), x_axis, acos(-1) / 4);
	kiln_manifold manifold = manifold_of(&edge, &b, 0);
	assert_int_equal(manifold.count, 2);
	check_depths(&manifold, 0.01, 1e-6);
	kiln_convex_object vertex = at(&cube, 0, 0, (float)(1 + sqrt(3) - 0.01));
	vertex.pose.rotation = manifold_turn((kiln_d3){1 / sqrt(3), 1 / sqrt(3), 1 / sqrt(3)}, (kiln_d3){0, 0, -1});
	manifold = manifold_of(&vertex, &b, 0);
	assert_int_equal(manifold.count, 1);
	check_depths(&manifold, 0.01, 1e-6);
	assert_int_equal(manifold.contacts[0].feature_a.kind, KILN_FEATURE_VERTEX);
	assert_int_equal(manifold.contacts[0].feature_a.index, 7);
	assert_int_equal(manifold.contacts[0].feature_b.kind, KILN_FEATURE_FACE);
	assert_int_equal(manifold.contacts[0].feature_b.index, 5);
}

static void two_crossed_edges_have_one_contact_of_both(void **state)
{
	(void)state;
	// An edge of either along x and y, face to face at a slant of 45 degrees.
	kiln_convex_object b = turned(at(&cube, 0, 0, 0), x_axis, acos(-1) / 4);
	kiln_convex_object a =
		turned(at(&cube, 0.3f, 0.2f, (float)(2 * sqrt(2) - 0.01)), (kiln_vec3){0, 1, 0}, acos(-1) / 4);
	kiln_manifold manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 1);
	check_depths(&manifold, 0.01, 1e-6);
	assert_int_equal(manifold.contacts[0].feature_a.kind, KILN_FEATURE_EDGE);
	assert_int_equal(manifold.contacts[0].feature_b.kind, KILN_FEATURE_EDGE);
	assert_true(fabs((double)manifold.contacts[0].on_a.x - 0.3) < 1e-5);
	assert_true(fabs((double)manifold.contacts[0].on_a.y) < 1e-5);
}

static void a_face_decides_the_normal_of_boxes_nearly_at_rest(void **state)
{
	(void)state;
	uint64_t random = 2;
	kiln_convex_object b = at(&cube, 0, 0, 0);
	for (int n = 0; n < 300; ++n)
	{
		kiln_convex_object a = at(&cube, 0.4f, 0.3f, 1.98f);
		kiln_vec3 turn = oracle_vector(&random, 1e-4);
		a.pose.rotation = (kiln_quat){turn.x, turn.y, 0.2f, 1};
		kiln_manifold manifold = manifold_of(&a, &b, 0.01f);
		assert_int_equal(manifold.count, 4);
		assert_true((double)manifold.normal.z > 1 - 1e-6);
	}
}

// --- Round shapes -----------------------------------------------------------------------------------------------------

static void a_sphere_has_one_contact_with_anything(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (uint64_t n = 0, trials = trials_random(600); n < trials; ++n)
	{
		convex_sample sample;
		kiln_convex_kind kind = (kiln_convex_kind)(n % CONVEX_KINDS);
		convex_sample_make(&sample, &random, kind, 1, (kiln_d3){0, 0, 0});
		if (!convex_sample_is_line(&sample))
		{
			kiln_convex_object a = at(&ball, 0, 0, 0), b = {.shape = &sample.shape};
			a.pose.translation = oracle_vector(&random, 1.5);
			const kiln_manifold_options options = {.skin = 0.1f};
			kiln_manifold manifold;
			assert_int_equal(kiln_convex_manifold(&a, &b, &options, NULL, &manifold), KILN_OK);
			manifold_check(&a, &b, 0.1f, 1e-5);
			assert_in_range(manifold.count, 0, 1);
			// For hulls and points only a bound.
			double away = kind >= KILN_CONVEX_POINTS ? -1 : convex_sample_away(&sample, a.pose.translation) - 0.5;
			if (away > 1e-4)
				assert_int_equal(manifold.count, away < 0.1 - 1e-4 ? 1 : away > 0.1 + 1e-4 ? 0 : manifold.count);
			if (manifold.count > 0 && away > -0.49)
			{
				check_depths(&manifold, -away, 2e-5);
				manifold_check_swap(&a, &b, 0.1f, 1e-4);
			}
		}
		convex_sample_free(&sample);
	}
}

static void capsules_side_by_side_have_two_contacts_and_crossed_ones_one(void **state)
{
	(void)state;
	kiln_convex_object b = at(&rod, 0, 0, 0), a = at(&rod, 0.3f, 0, 0.49f);
	kiln_manifold manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 2);
	check_depths(&manifold, 0.01, 1e-6);
	double length = fabs((double)manifold.contacts[0].on_a.x - (double)manifold.contacts[1].on_a.x);
	assert_true(fabs(length - 1.7) < 1e-5);
	a = turned(a, z_axis, 0.5);
	manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 1);
	// End to end, they touch at their caps.
	a = at(&rod, 2.49f, 0, 0);
	manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 1);
	check_depths(&manifold, 0.01, 1e-6);
	// Nearly parallel capsules have two contacts at their ends, on both surfaces, and one where they cross.
	a = turned(at(&rod, 0, 0, 0.49f), z_axis, 0.01);
	manifold = manifold_of(&a, &b, 0);
	assert_in_range(manifold.count, 2, 3);
	check_depths(&manifold, 0.01, 1e-3);
}

static void a_capsule_on_a_box_has_two_contacts_cut_at_its_sides(void **state)
{
	(void)state;
	kiln_convex_object b = at(&cube, 0, 0, 0), a = at(&rod, 0.5f, 0.1f, 1.24f);
	for (int deep = 0; deep < 2; ++deep)
	{
		a.pose.translation.z = deep ? 0.9f : 1.24f;
		kiln_manifold manifold = manifold_of(&a, &b, 0);
		assert_int_equal(manifold.count, 2);
		check_depths(&manifold, deep ? 0.35 : 0.01, 1e-6);
		double length = fabs((double)manifold.contacts[0].on_a.x - (double)manifold.contacts[1].on_a.x);
		assert_true(fabs(length - 1.5) < 1e-5);
	}
	// Upright, it stands on one point.
	kiln_convex_object upright = turned(at(&rod, 0, 0, 2.24f), (kiln_vec3){0, 1, 0}, acos(-1) / 2);
	assert_int_equal(manifold_of(&upright, &b, 0).count, 1);
}

static void a_cylinder_stands_on_four_points_and_lies_on_two(void **state)
{
	(void)state;
	kiln_convex_object b = at(&cube, 0, 0, 0), standing = at(&can, 0.1f, 0.2f, 1.99f);
	kiln_manifold manifold = manifold_of(&standing, &b, 0);
	assert_int_equal(manifold.count, 4);
	check_depths(&manifold, 0.01, 1e-6);
	assert_true(area_of(&manifold) > 0.499);
	kiln_convex_object lying = turned(at(&can, 0.1f, 0.2f, 1.49f), x_axis, acos(-1) / 2);
	manifold = manifold_of(&lying, &b, 0);
	assert_int_equal(manifold.count, 2);
	check_depths(&manifold, 0.01, 1e-6);
	// Side by side.
	kiln_convex_object other = at(&can, 0, 0, 0), beside = at(&can, 0.99f, 0, 0.5f);
	manifold = manifold_of(&beside, &other, 0);
	assert_int_equal(manifold.count, 2);
	// Tilted far from both orientations, it touches with its rim.
	kiln_convex_object tilted = turned(at(&can, 0, 0, 2), x_axis, 0.5);
	tilted.pose.translation.z = (float)(1 + cos(0.5) + 0.5 * sin(0.5) - 0.01);
	assert_int_equal(manifold_of(&tilted, &b, 0).count, 1);
	// On its cap, slightly tilted, it keeps an area, and the deepest point of the rim is one of its contacts.
	tilted = turned(at(&can, 0, 0, 1.995f), (kiln_vec3){0.6f, 0.8f, 0}, 0.01);
	manifold = manifold_of(&tilted, &b, 0.05f);
	assert_int_equal(manifold.count, 4);
	assert_true(fabs((double)manifold.contacts[0].depth - (1 - 1.995 + cos(0.01) + 0.5 * sin(0.01))) < 1e-5);
}

static void a_cone_stands_on_its_base_and_lies_on_its_side(void **state)
{
	(void)state;
	kiln_convex_object b = at(&cube, 0, 0, 0), standing = at(&hat, 0, 0, 1.99f);
	kiln_manifold manifold = manifold_of(&standing, &b, 0);
	assert_int_equal(manifold.count, 4);
	assert_true(area_of(&manifold) > 0.499);
	kiln_convex_object upside = turned(at(&hat, 0, 0, 1.99f), x_axis, acos(-1));
	assert_int_equal(manifold_of(&upside, &b, 0).count, 1);
	// Its side is inclined by atan(1 / 4): turned by a quarter turn minus this angle, it lies on its side.
	double slant = atan2(0.5, 2);
	kiln_convex_object lying = turned(at(&hat, 0, 0, 0), x_axis, acos(-1) / 2 + slant);
	kiln_vec3 down = {0, 0, -1};
	kiln_vec3 lowest = kiln_convex_object_support(&lying, down, NULL);
	lying.pose.translation = (kiln_vec3){0, -0.2f, 1 - lowest.z - 0.01f};
	manifold = manifold_of(&lying, &b, 0);
	assert_int_equal(manifold.count, 2);
}

static void an_ellipsoid_has_one_contact(void **state)
{
	(void)state;
	const kiln_convex_shape egg = {
		.kind = KILN_CONVEX_ELLIPSOID, .ellipsoid = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 0.7f, 0.5f}}};
	kiln_convex_object b = at(&cube, 0, 0, 0), a = at(&egg, 0.3f, 0.2f, 1.49f);
	kiln_manifold manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 1);
	check_depths(&manifold, 0.01, 1e-5);
}

/// A segment that rises from a curved surface by less than the angle: contact is at its end, in either order of the
/// objects, although the surface's normal is known only to rounding.
static void an_end_that_a_curved_surface_meets_is_that_vertex(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (int n = 0; n < 2000; ++n)
	{
		convex_sample sample;
		convex_sample_make(
			&sample, &random, n % 2 ? KILN_CONVEX_ELLIPSOID : KILN_CONVEX_CYLINDER, 1, (kiln_d3){0, 0, 0});
		const kiln_convex_object b = {.shape = &sample.shape};
		kiln_d3 normal = kiln_d3_from(oracle_vector(&random, 1)), other = kiln_d3_from(oracle_vector(&random, 1));
		normal = kiln_d3_scale(normal, 1 / sqrt(kiln_d3_length2(normal)));
		kiln_d3 top = kiln_d3_from(kiln_convex_object_support(&b, kiln_d3_to(normal), NULL));
		kiln_d3 from = kiln_d3_along(top, 0.01, normal), along = kiln_d3_cross(normal, other);
		kiln_convex_shape line = {.kind = KILN_CONVEX_SEGMENT};
		line.segment.a = kiln_d3_to(from);
		line.segment.b =
			kiln_d3_to(kiln_d3_add(from, kiln_d3_along(along, 0.01 * sqrt(kiln_d3_length2(along)), normal)));
		const kiln_convex_object a = {.shape = &line};
		for (int swap = 0; swap < 2; ++swap)
		{
			manifold_contacts found = manifold_find(swap ? &b : &a, swap ? &a : &b, 0.02f);
			assert_true(found.count > 0);
			kiln_feature met = swap ? found.contacts[0].feature_b : found.contacts[0].feature_a;
			assert_true(met.kind == KILN_FEATURE_VERTEX && met.index == 0);
		}
		convex_sample_free(&sample);
	}
}

static void a_rounded_box_rests_as_the_box_in_it(void **state)
{
	(void)state;
	kiln_convex_shape rounded = cube;
	rounded.margin = 0.1f;
	kiln_convex_object b = at(&cube, 0, 0, 0), a = at(&rounded, 0.25f, 0, 2.09f);
	kiln_manifold manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 4);
	check_depths(&manifold, 0.01, 1e-6);
	assert_true(fabs(area_of(&manifold) - 1.75 * 2) < 1e-5);
	// Deeper than the margin.
	a.pose.translation.z = 1.9f;
	manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 4);
	check_depths(&manifold, 0.2, 1e-6);
}

static void a_sum_has_the_sum_of_its_areas(void **state)
{
	(void)state;
	// A box that is swept along a segment, and one whose sides are rounded about z by a disc.
	const kiln_convex_shape sweep = {.kind = KILN_CONVEX_SEGMENT, .segment = {{0, 0, 0}, {1, 0, 0}}};
	kiln_convex_shape swept = cube;
	swept.plus = &sweep;
	const kiln_convex_shape ground = {.kind = KILN_CONVEX_AABB, .aabb = {{-9, -9, -2}, {9, 9, 0}}};
	kiln_convex_object b = at(&ground, 0, 0, 0), a = at(&swept, 0.3f, 0.2f, 0.99f);
	kiln_manifold manifold = manifold_of(&a, &b, 0);
	assert_int_equal(manifold.count, 4);
	check_depths(&manifold, 0.01, 1e-6);
	assert_true(fabs(area_of(&manifold) - 6) < 1e-5);
	const kiln_convex_shape flat_can = {.kind = KILN_CONVEX_CYLINDER, .cylinder = {{0, 0, -0.1f}, {0, 0, 0.1f}, 0.5f}};
	kiln_convex_shape round_sided = cube;
	round_sided.plus = &flat_can;
	a = at(&round_sided, 0, 0, 1.09f);
	manifold_contacts all = manifold_find(&a, &b, 0);
	double area = manifold_area(all.contacts, all.count, all.normal), exact = 4 + 4 * 2 * 0.5 + acos(-1) / 4;
	assert_true(area < exact && area > 0.98 * exact);
	assert_true(manifold_of(&a, &b, 0).count == 4);
}

static void a_triangle_is_met_on_either_side(void **state)
{
	(void)state;
	const kiln_convex_shape triangle = {
		.kind = KILN_CONVEX_TRIANGLE, .triangle = {{{-4, -4, 1}, {4, -4, 1}, {0, 4, 1}}}};
	kiln_convex_object b = at(&triangle, 0, 0, 0);
	for (int side = -1; side <= 1; side += 2)
	{
		kiln_convex_object a = at(&cube, 0, 0, 1 + 0.95f * (float)side);
		kiln_manifold manifold = manifold_of(&a, &b, 0);
		assert_int_equal(manifold.count, 4);
		check_depths(&manifold, 0.05, 1e-6);
		assert_true((float)side * manifold.normal.z > 0.999f);
		assert_int_equal(manifold.contacts[0].feature_b.kind, KILN_FEATURE_FACE);
		assert_int_equal(manifold.contacts[0].feature_b.index, side > 0 ? 0 : 1);
	}
}

static void contacts_along_a_given_normal_are_measured_along_it(void **state)
{
	(void)state;
	kiln_convex_object b = at(&cube, 0, 0, 0), a = at(&cube, 1.9f, 0, 1.5f);
	kiln_contact contacts[8];
	uint32_t count;
	// The shortest separation is along x; along z it is half a unit.
	assert_int_equal(kiln_convex_contacts_along(&a, &b, (kiln_vec3){0, 0, 3}, NULL, contacts, 8, &count), KILN_OK);
	assert_int_equal(count, 4);
	for (uint32_t i = 0; i < count; ++i)
		assert_true(fabs((double)contacts[i].depth - 0.5) < 1e-6);
	a.pose.translation.x = 2.1f;
	assert_int_equal(kiln_convex_contacts_along(&a, &b, (kiln_vec3){0, 0, 1}, NULL, contacts, 8, &count), KILN_OK);
	assert_int_equal(count, 0);
	assert_int_equal(
		kiln_convex_contacts_along(&a, &b, (kiln_vec3){0, 0, 0}, NULL, contacts, 8, &count), KILN_E_ARGUMENT);
	assert_int_equal(
		kiln_convex_contacts_along(&a, &b, (kiln_vec3){NAN, 0, 0}, NULL, contacts, 8, &count), KILN_E_ARGUMENT);
}

// --- Numbers ----------------------------------------------------------------------------------------------------------

static void far_from_the_origin_only_the_points_lose_digits(void **state)
{
	(void)state;
	kiln_convex_object b = at(&cube, 1e7f, -1e7f, 1e7f), a = at(&cube, 1e7f, -1e7f, 1e7f + 2);
	kiln_manifold manifold;
	assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &manifold), KILN_OK);
	assert_int_equal(manifold.count, 4);
	assert_true(manifold.normal.z == 1);
	for (uint32_t i = 0; i < 4; ++i)
		assert_true(manifold.contacts[i].depth == 0);
	a.pose.translation.z -= 1;
	assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &manifold), KILN_OK);
	assert_int_equal(manifold.count, 4);
	for (uint32_t i = 0; i < 4; ++i)
		assert_true(manifold.contacts[i].depth == 1);
}

static void a_pebble_on_a_plain_a_million_times_as_wide_rests(void **state)
{
	(void)state;
	const kiln_convex_shape plain = {.kind = KILN_CONVEX_AABB, .aabb = {{-1e6f, -1e6f, -1}, {1e6f, 1e6f, 0}}};
	kiln_convex_object b = at(&plain, 0, 0, 0), a = at(&cube, 12345, -54321, 0.99f);
	kiln_manifold manifold;
	assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &manifold), KILN_OK);
	assert_int_equal(manifold.count, 4);
	check_depths(&manifold, 0.01, 1e-6);
	assert_true(fabs(area_of(&manifold) - 4) < 0.02);
}

static void coincident_objects_have_contacts(void **state)
{
	(void)state;
	const kiln_convex_shape *const shapes[] = {&cube, &rod, &can, &hat, &ball};
	for (int i = 0; i < 5; ++i)
		for (int j = 0; j < 5; ++j)
		{
			kiln_convex_object a = at(shapes[i], 0, 0, 0), b = at(shapes[j], 0, 0, 0);
			manifold_check(&a, &b, 0, 1e-5);
			assert_true(manifold_find(&a, &b, 0).count > 0);
		}
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	kiln_convex_object a = at(&cube, 0, 0, 1.9f), b = at(&cube, 0, 0, 0), bad = at(&cube, NAN, 0, 0);
	const kiln_convex_shape line = {.kind = KILN_CONVEX_LINE, .line = {{0, 0, 0}, {0, 0, 1}}};
	const kiln_convex_object endless = at(&line, 0, 0, 0), none = {.shape = NULL};
	const kiln_convex_object *const refused[] = {&bad, &endless, &none, NULL};
	const kiln_manifold zero = {.count = 0};
	kiln_manifold manifold;
	for (int i = 0; i < 4; ++i)
	{
		memset(&manifold, 0xff, sizeof manifold);
		assert_int_equal(kiln_convex_manifold(&a, refused[i], NULL, NULL, &manifold), KILN_E_ARGUMENT);
		assert_memory_equal(&manifold, &zero, sizeof zero);
		memset(&manifold, 0xff, sizeof manifold);
		assert_int_equal(kiln_convex_manifold(refused[i], &b, NULL, NULL, &manifold), KILN_E_ARGUMENT);
		assert_memory_equal(&manifold, &zero, sizeof zero);
	}
	const kiln_manifold_options wrong[] = {{.skin = -1}, {.skin = NAN}, {.tolerance = NAN}, {.tolerance = 2}};
	for (int i = 0; i < 4; ++i)
		assert_int_equal(kiln_convex_manifold(&a, &b, &wrong[i], NULL, &manifold), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, NULL), KILN_E_ARGUMENT);
}

static void any_cache_will_do(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (int n = 0; n < 300; ++n)
	{
		kiln_convex_object b = at(&cube, 0, 0, 0), a = {.shape = n % 2 ? &cube : &rod};
		a.pose = manifold_pose(&random, 1.2);
		kiln_manifold first, second;
		kiln_convex_cache cache;
		uint32_t words[sizeof cache / 4];
		for (size_t i = 0; i < sizeof words / 4; ++i)
			words[i] = (uint32_t)fixture_random(&random) >> (n % 32);
		memcpy(&cache, words, sizeof cache);
		assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &first), KILN_OK);
		assert_int_equal(kiln_convex_manifold(&a, &b, NULL, &cache, &second), KILN_OK);
		assert_int_equal(first.count, second.count);
		if (first.count > 0)
			assert_true(fabs((double)first.contacts[0].depth - (double)second.contacts[0].depth) < 2e-2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_box_at_rest_on_a_box_has_its_four_corners),
		cmocka_unit_test(names_of_a_box_at_rest_stay_while_it_trembles),
		cmocka_unit_test(a_box_turned_on_a_box_has_four_of_eight_contacts),
		cmocka_unit_test(an_edge_on_a_face_has_two_contacts_and_a_vertex_one),
		cmocka_unit_test(two_crossed_edges_have_one_contact_of_both),
		cmocka_unit_test(a_face_decides_the_normal_of_boxes_nearly_at_rest),
		cmocka_unit_test(a_sphere_has_one_contact_with_anything),
		cmocka_unit_test(capsules_side_by_side_have_two_contacts_and_crossed_ones_one),
		cmocka_unit_test(a_capsule_on_a_box_has_two_contacts_cut_at_its_sides),
		cmocka_unit_test(a_cylinder_stands_on_four_points_and_lies_on_two),
		cmocka_unit_test(a_cone_stands_on_its_base_and_lies_on_its_side),
		cmocka_unit_test(an_ellipsoid_has_one_contact),
		cmocka_unit_test(an_end_that_a_curved_surface_meets_is_that_vertex),
		cmocka_unit_test(a_rounded_box_rests_as_the_box_in_it),
		cmocka_unit_test(a_sum_has_the_sum_of_its_areas),
		cmocka_unit_test(a_triangle_is_met_on_either_side),
		cmocka_unit_test(contacts_along_a_given_normal_are_measured_along_it),
		cmocka_unit_test(far_from_the_origin_only_the_points_lose_digits),
		cmocka_unit_test(a_pebble_on_a_plain_a_million_times_as_wide_rests),
		cmocka_unit_test(coincident_objects_have_contacts),
		cmocka_unit_test(what_is_not_usable_is_refused),
		cmocka_unit_test(any_cache_will_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
