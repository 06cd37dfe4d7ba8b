// SPDX-License-Identifier: MIT
#include "convex/convex_exact.h"
#include "manifold_case.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Contacts of objects that touch exactly, proved in whole numbers: vertices are whole numbers, or whole multiples of a
/// float, and normals mostly irrational, so that depths are zero except for rounding.

enum
{
	POINTS = 7,
};

/// A small polytope with vertices on a lattice.
typedef struct lattice_object
{
	kiln_vec3 points[POINTS];
	hull_case cooked;
	kiln_convex_shape shape;
	kiln_convex_object object;
	kiln_d3 vertices[EXACT_VERTICES];
	uint32_t vertex_count;
} lattice_object;

static void make_lattice(lattice_object *o, uint64_t *random, double spacing)
{
	memset(o, 0, sizeof *o);
	uint32_t count = 4 + (uint32_t)(fixture_random(random) % (POINTS - 3));
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_vec3 p = oracle_integer_vector(random, 3);
		o->points[i] = kiln_d3_to(kiln_d3_scale(kiln_d3_from(p), spacing));
	}
	switch (fixture_random(random) % 4)
	{
	case 0:
		hull_case_make_of(&o->cooked, (const float(*)[3])(const void *)o->points, count, UINT32_MAX);
		o->shape = (kiln_convex_shape){.kind = KILN_CONVEX_HULL, .hull = &o->cooked.view};
		break;
	case 1:
		o->shape = (kiln_convex_shape){.kind = KILN_CONVEX_POINTS, .points = {o->points, count}};
		break;
	case 2:
		o->shape.kind = KILN_CONVEX_TETRAHEDRON;
		memcpy(o->shape.tetrahedron.corners, o->points, sizeof o->shape.tetrahedron.corners);
		break;
	default:
		o->shape.kind = KILN_CONVEX_TRIANGLE;
		memcpy(o->shape.triangle.corners, o->points, sizeof o->shape.triangle.corners);
		break;
	}
	o->object.shape = &o->shape;
	o->object.pose.translation = kiln_d3_to(kiln_d3_scale(kiln_d3_from(oracle_integer_vector(random, 4)), spacing));
}

static void see_lattice(lattice_object *o)
{
	double margin;
	o->vertex_count = convex_exact_vertices(&o->object, o->vertices, &margin);
	assert_true(o->vertex_count > 0 && margin == 0);
}

static void free_lattice(lattice_object *o)
{
	if (o->shape.kind == KILN_CONVEX_HULL)
		hull_case_free(&o->cooked);
}

/// Checks that all three kinds of contacts exist, and lie above the objects by rounding at most.
static void check_touching(const kiln_convex_object *a, const kiln_convex_object *b, double rounding)
{
	kiln_manifold manifold;
	kiln_lasting_manifold lasting = {.count = 0};
	assert_int_equal(kiln_convex_manifold(a, b, NULL, NULL, &manifold), KILN_OK);
	assert_int_equal(kiln_convex_manifold_update(&lasting, a, b, NULL), KILN_OK);
	manifold_contacts all = manifold_find(a, b, 0);
	assert_true(manifold.count > 0 && all.count > 0 && lasting.count > 0);
	for (uint32_t i = 0; i < all.count; ++i)
		assert_true((double)all.contacts[i].depth >= -rounding);
	for (uint32_t i = 0; i < lasting.count; ++i)
		assert_true((double)lasting.contacts[i].contact.depth >= -rounding);
}

/// Checks that they have no contacts, but some with a skin that just reaches.
static void check_apart(const kiln_convex_object *a, const kiln_convex_object *b, double distance)
{
	kiln_manifold manifold;
	kiln_lasting_manifold lasting = {.count = 0};
	assert_int_equal(kiln_convex_manifold(a, b, NULL, NULL, &manifold), KILN_OK);
	assert_int_equal(kiln_convex_manifold_update(&lasting, a, b, NULL), KILN_OK);
	assert_int_equal(manifold.count, 0);
	assert_int_equal(manifold_find(a, b, 0).count, 0);
	assert_int_equal(lasting.count, 0);
	const kiln_manifold_options options = {.skin = nextafterf((float)distance, INFINITY)};
	assert_int_equal(kiln_convex_manifold(a, b, &options, NULL, &manifold), KILN_OK);
	assert_int_equal(kiln_convex_manifold_update(&lasting, a, b, &options), KILN_OK);
	assert_true(manifold.count > 0 && lasting.count > 0);
}

static void check_lattice(uint64_t seed, double spacing, uint64_t trials, uint64_t *touching)
{
	lattice_object *o = calloc(2, sizeof *o);
	uint64_t random = seed;
	assert_non_null(o);
	for (uint64_t n = 0; n < trials; ++n)
	{
		exact_gap gap;
		kiln_convex_depth depth;
		make_lattice(&o[0], &random, spacing);
		make_lattice(&o[1], &random, spacing);
		see_lattice(&o[0]);
		see_lattice(&o[1]);
		convex_exact_gap(o[0].vertices, o[0].vertex_count, o[1].vertices, o[1].vertex_count, &gap);
		assert_int_equal(kiln_convex_penetration(&o[0].object, &o[1].object, NULL, NULL, &depth), KILN_OK);
		*touching += gap.overlap && (double)depth.depth < 1e-6 * spacing;
		if (gap.overlap)
			check_touching(&o[0].object, &o[1].object, 1e-5 * spacing);
		else if (gap.distance > 1e-5 * spacing)
			check_apart(&o[0].object, &o[1].object, gap.distance);
		free_lattice(&o[0]);
		free_lattice(&o[1]);
	}
	free(o);
}

static void whole_numbers_that_touch_have_contacts(void **state)
{
	(void)state;
	uint64_t touching = 0;
	check_lattice(1, 1, trials_random(4000), &touching);
	assert_true(touching > 50);
}

static void multiples_of_a_float_that_touch_have_contacts(void **state)
{
	(void)state;
	uint64_t touching = 0;
	check_lattice(2, 0.3, trials_random(2000), &touching);
	check_lattice(3, 0.1 * 0x1p-30, trials_random(2000), &touching);
	check_lattice(4, 0.7 * 0x1p20, trials_random(2000), &touching);
	assert_true(touching > 30);
}

/// Two tetrahedra on opposite sides of a lattice plane: one triangle of each lies in the plane, and both share a
/// hexagon whose corners are on the lattice.
typedef struct couple
{
	kiln_convex_shape shapes[2];
	kiln_convex_object a, b;
	kiln_vec3 normal; ///< of any length
	kiln_vec3 corners[6];
} couple;

static bool make_couple(couple *c, uint64_t *random)
{
	static const double places[3][6][2] = {
		{{0, 0}, {3, 0}, {0, 3}}, {{2, 2}, {2, -1}, {-1, 2}}, {{1, 0}, {2, 0}, {2, 1}, {1, 2}, {0, 2}, {0, 1}}};
	kiln_d3 from = kiln_d3_from(oracle_integer_vector(random, 6)), u = kiln_d3_from(oracle_integer_vector(random, 5)),
			v = kiln_d3_from(oracle_integer_vector(random, 5)), up = kiln_d3_cross(u, v), at[3][6];
	double across = sqrt(kiln_d3_length2(up));
	// No edge is close enough to parallel to another edge to count as parallel.
	if (across < 0.5 * sqrt(kiln_d3_length2(u) * kiln_d3_length2(v)) || across == 0)
		return false;
	for (int k = 0; k < 3; ++k)
		for (int i = 0; i < (k < 2 ? 3 : 6); ++i)
			at[k][i] = kiln_d3_along(kiln_d3_along(from, places[k][i][0], u), places[k][i][1], v);
	for (int s = 0; s < 2; ++s)
	{
		kiln_d3 middle = kiln_d3_scale(kiln_d3_add(kiln_d3_add(at[s][0], at[s][1]), at[s][2]), 1.0 / 3);
		c->shapes[s] = (kiln_convex_shape){.kind = KILN_CONVEX_TETRAHEDRON};
		for (int i = 0; i < 3; ++i)
			c->shapes[s].tetrahedron.corners[i] = kiln_d3_to(at[s][i]);
		c->shapes[s].tetrahedron.corners[3] = kiln_d3_to(kiln_d3_along(middle, (s ? -8 : 8) / sqrt(across), up));
	}
	for (int i = 0; i < 6; ++i)
		c->corners[i] = kiln_d3_to(at[2][i]);
	c->a = (kiln_convex_object){.shape = &c->shapes[0]};
	c->b = (kiln_convex_object){.shape = &c->shapes[1]};
	c->normal = kiln_d3_to(up);
	return true;
}

static void faces_that_touch_have_all_their_corners(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (uint64_t n = 0, trials = trials_random(3000); n < trials; ++n)
	{
		couple c;
		if (!make_couple(&c, &random))
			continue;
		kiln_contact contacts[KILN_CONTACTS_MAX];
		uint32_t count = 0;
		assert_int_equal(manifold_find(&c.a, &c.b, 0).count, 6);
		assert_int_equal(
			kiln_convex_contacts_along(&c.a, &c.b, c.normal, NULL, contacts, KILN_CONTACTS_MAX, &count), KILN_OK);
		assert_int_equal(count, 6);
	}
}

static void contacts_at_rest_are_carried(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (uint64_t n = 0, trials = trials_random(1000); n < trials; ++n)
	{
		couple c;
		if (!make_couple(&c, &random))
			continue;
		kiln_lasting_manifold lasting = {.count = 3};
		// Three of the corners, as a rocking body would have collected them.
		for (int i = 0; i < 3; ++i)
		{
			kiln_lasting_contact *one = &lasting.contacts[i];
			one->age = 7;
			one->own_a = one->own_b = one->contact.on_a = one->contact.on_b = c.corners[2 * i];
			one->contact.feature_a = one->contact.feature_b = (kiln_feature){KILN_FEATURE_EDGE, (uint32_t)i};
		}
		assert_int_equal(kiln_convex_manifold_update(&lasting, &c.a, &c.b, NULL), KILN_OK);
		uint32_t carried = 0;
		for (uint32_t i = 0; i < lasting.count; ++i)
			carried += lasting.contacts[i].age == 8;
		assert_int_equal(carried, 3);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_numbers_that_touch_have_contacts),
		cmocka_unit_test(multiples_of_a_float_that_touch_have_contacts),
		cmocka_unit_test(faces_that_touch_have_all_their_corners),
		cmocka_unit_test(contacts_at_rest_are_carried),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
