// SPDX-License-Identifier: MIT
#include "penetration_case.h"

#include "primitive/convex/primitive_convex.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Depth of rounded objects and sums, their features, caches, and difficult cases.

static kiln_d3 unit(kiln_d3 v)
{
	return kiln_d3_scale(v, 1 / sqrt(kiln_d3_length2(v)));
}

// --- Margins, sums, features, caches ----------------------------------------------------------------------------------

static void a_margin_adds_its_radius_to_the_depth(void **state)
{
	(void)state;
	uint64_t random = 12;
	for (int n = 0; n < 300; ++n)
	{
		grid_hull a, b;
		grid_hull_make(&a, &random, 1, 1);
		grid_hull_make(&b, &random, 1, 1);
		kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a.cooked.view};
		kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = &b.cooked.view}, round = shape_a;
		kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.25f}}, sum = shape_a;
		round.margin = 0.25f;
		sum.plus = &ball;
		kiln_convex_object object_b = {&shape_b, penetration_pose(&random, 1)};
		kiln_convex_object sharp = {&shape_a, {.scale = 1}}, rounded = {&round, {.scale = 1}},
						   added = {&sum, {.scale = 1}};
		for (int m = 0; m < PENETRATION_METHODS; ++m)
		{
			kiln_convex_depth bare = penetration_by(penetration_methods[m], &sharp, &object_b, NULL);
			kiln_convex_depth with = penetration_by(penetration_methods[m], &rounded, &object_b, NULL);
			kiln_convex_depth by_sum = penetration_by(penetration_methods[m], &added, &object_b, NULL);
			float more = penetration_methods[m] == &kiln_penetration_mpr ? 1 : 1e-5f;
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
	for (int m = 0; m < PENETRATION_METHODS; ++m)
	{
		kiln_convex_object a = {&spike, {.scale = 1}}, b = {&ground, {.scale = 1}};
		kiln_convex_depth found = penetration_by(penetration_methods[m], &a, &b, NULL);
		assert_true(found.touching && fabsf(found.depth - 0.25f) < 1e-6f);
		assert_true(found.normal.z > 0.999999f);
		if (penetration_methods[m] != &kiln_penetration_mpr)
		{
			assert_int_equal(found.feature_a.kind, KILN_FEATURE_VERTEX);
			assert_int_equal(found.feature_a.index, 0);
			assert_int_equal(found.feature_b.kind, KILN_FEATURE_FACE);
			assert_int_equal(found.feature_b.index, 5);
		}
		a.shape = &beam;
		b.shape = &ridge;
		found = penetration_by(penetration_methods[m], &a, &b, NULL);
		assert_true(found.touching);
		if (penetration_methods[m] != &kiln_penetration_mpr)
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
	kiln_convex_cache carried[PENETRATION_METHODS] = {{.count = 0}};
	for (int n = 0; n < 300; ++n)
	{
		grid_hull a, b;
		grid_hull_make(&a, &random, 1, 1);
		grid_hull_make(&b, &random, 1, 1);
		kiln_convex_shape shape_a = {.kind = KILN_CONVEX_HULL, .hull = &a.cooked.view};
		kiln_convex_shape shape_b = {.kind = KILN_CONVEX_HULL, .hull = &b.cooked.view};
		kiln_convex_object object_a = {&shape_a, {.scale = 1}}, object_b = {&shape_b, penetration_pose(&random, 1)};
		kiln_convex_depth fresh = penetration_of(&object_a, &object_b);
		for (int m = 0; m < PENETRATION_METHODS; ++m)
		{
			float more = penetration_methods[m] == &kiln_penetration_mpr ? 1 : 1e-5f;
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
			// Caches from another pair, from the same pair, and with random bits.
			kiln_convex_depth found = penetration_by(penetration_methods[m], &object_a, &object_b, &carried[m]);
			assert_int_equal(found.touching, fresh.touching);
			assert_true(fabsf(found.depth - fresh.depth) <= more);
			found = penetration_by(penetration_methods[m], &object_a, &object_b, &carried[m]);
			assert_int_equal(found.touching, fresh.touching);
			assert_true(fabsf(found.depth - fresh.depth) <= more);
			found = penetration_by(penetration_methods[m], &object_a, &object_b, &noise);
			assert_int_equal(found.touching, fresh.touching);
			assert_true(fabsf(found.depth - fresh.depth) <= more);
		}
		hull_case_free(&a.cooked);
		hull_case_free(&b.cooked);
	}
}

// --- Bad input --------------------------------------------------------------------------------------------------------

static void refuse(const kiln_convex_object *a, const kiln_convex_object *b, const kiln_penetration_method *method)
{
	const kiln_convex_depth zero = {0};
	kiln_convex_depth found;
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
	refuse(NULL, &good, NULL);
	refuse(&good, NULL, NULL);
	other.shape = &bad;
	refuse(&good, &other, NULL);
	other.shape = &line;
	refuse(&other, &good, NULL);
	other = (kiln_convex_object){&ball, {.translation = {NAN, 0, 0}}};
	refuse(&other, &good, &kiln_penetration_sat);
	other = (kiln_convex_object){&ball, {.scale = -1}};
	refuse(&good, &other, &kiln_penetration_mpr);
	assert_int_equal(kiln_convex_penetration(&good, &good, NULL, NULL, NULL), KILN_E_ARGUMENT);
}

static void a_crumb_in_a_mountain_has_its_own_depth(void **state)
{
	(void)state;
	kiln_convex_shape mountain = {.kind = KILN_CONVEX_AABB, .aabb = {{-1e6f, -1e6f, -1e6f}, {1e6f, 1e6f, 0}}};
	kiln_convex_shape crumb = {.kind = KILN_CONVEX_TETRAHEDRON};
	crumb.tetrahedron = (kiln_tetrahedron){{{0, 0, -0.25f}, {1, 0, 0.5f}, {0, 1, 0.625f}, {-1, -1, 0.75f}}};
	for (int m = 0; m < PENETRATION_METHODS; ++m)
	{
		kiln_convex_object a = {&crumb, {.scale = 1}}, b = {&mountain, {.scale = 1}};
		kiln_convex_depth found = penetration_by(penetration_methods[m], &a, &b, NULL);
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
		for (int m = 0; m < PENETRATION_METHODS; ++m)
		{
			kiln_convex_object a = {shapes[i / 4], {.scale = 1}}, b = {shapes[i % 4], {.scale = 1}};
			kiln_convex_depth found = penetration_by(penetration_methods[m], &a, &b, NULL);
			assert_true(found.touching && found.depth <= 1e-6f);
			assert_true(fabs(penetration_dot(found.normal, found.normal) - 1) < 1e-6);
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
		for (int m = 0; m < PENETRATION_METHODS; ++m)
		{
			float far = i / 2 ? 1e7f : 0;
			kiln_convex_object a = {shapes[i % 2][0], {.translation = {far, 0, 0}}};
			kiln_convex_object b = {shapes[i % 2][1], {.translation = {far, 0, 0}, .scale = 1e-6f}};
			kiln_convex_depth found = penetration_by(penetration_methods[m], &a, &b, NULL);
			assert_true(!found.touching || fabs(penetration_dot(found.normal, found.normal) - 1) < 1e-6);
			assert_true(i % 2 || found.touching);
		}
}

/// So many pairs of edges are nearly as good as the best that the memory for all of them does not suffice.
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
		kiln_convex_object a = {&shape, {.scale = 1}}, b = {&shape, penetration_pose(&random, 0.05 * size)};
		kiln_convex_depth epa = penetration_by(NULL, &a, &b, NULL);
		kiln_convex_depth sat = penetration_by(&kiln_penetration_sat, &a, &b, NULL);
		assert_true(fabs((double)epa.depth - (double)sat.depth) <= 1e-6 * size);
		assert_true(!epa.touching || (double)epa.depth - (double)epa.lower <= 1e-5 * size);
	}
	hull_case_free(&cone);
}

/// The depths all around the axis are nearly equal, and change sharply along it.
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
		kiln_convex_depth found = penetration_of_shapes(&cylinder, &other),
						  swapped = penetration_of_shapes(&other, &cylinder);
		assert_true(fabsf(found.depth - 2) < 4e-6f && fabsf(swapped.depth - 2) < 4e-6f);
	}
}

/// Of several locally shortest separations, the best is found in either order.
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
		kiln_convex_object a = {&ball, {.scale = 1}}, b = {&hull, penetration_pose(&random, 0)};
		b.pose.scale = 0x1p-9f;
		kiln_convex_depth found = penetration_of(&a, &b), swapped = penetration_of(&b, &a);
		assert_true(fabsf(found.depth - swapped.depth) < 6e-5f);
	}
	hull_case_free(&prism);
}

/// The closest points of both are far closer than the bodies' extents.
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
	// MPR's direction need not be the shortest.
	for (int m = 0; penetration_methods[m] != &kiln_penetration_mpr; ++m)
	{
		kiln_convex_depth found = penetration_by(penetration_methods[m], &a, &b, NULL),
						  swapped = penetration_by(penetration_methods[m], &b, &a, NULL);
		assert_true(found.depth < 1e-15f && swapped.depth < 1e-15f);
	}
}

/// Needles whose margins overlap: GJK's direction between them is not the shortest.
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
		for (int m = 0; m < PENETRATION_METHODS; ++m)
		{
			kiln_convex_depth found = penetration_by(penetration_methods[m], &a, &b, NULL);
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
static void check_points(
	const kiln_convex_object *a, const kiln_convex_object *b, const kiln_penetration_method *method, float size)
{
	kiln_convex_depth found = penetration_by(method, a, b, NULL);
	if (!found.touching)
		return;
	assert_true(penetration_away(found.on_a, a) <= 1e-5f * size);
	assert_true(penetration_away(found.on_b, b) <= 1e-5f * size);
}

/// Checks two shapes of different sizes and margins, chosen by a number.
static void check_points_of_shapes(uint64_t random, uint64_t n)
{
	convex_sample sample[2];
	double other = n % 3 ? 1 : ldexp(1, -(int)(fixture_random(&random) % 11));
	const kiln_convex_kind kind[2] = {
		(kiln_convex_kind)(n % CONVEX_KINDS), (kiln_convex_kind)(n / CONVEX_KINDS % CONVEX_KINDS)};
	for (int k = 0; k < 2; ++k)
		convex_sample_make(&sample[k], &random, kind[k], k ? other : 1, (kiln_d3){0, 0, 0});
	if (!convex_sample_is_line(&sample[0]) && !convex_sample_is_line(&sample[1]))
	{
		for (int k = 0; k < 2; ++k)
			if (n % (k ? 7 : 5) == 0)
				sample[k].shape.margin = (float)ldexp(1, -(int)(fixture_random(&random) % 11));
		const kiln_convex_object a = {.shape = &sample[0].shape, .pose = penetration_pose(&random, 1)};
		const kiln_convex_object b = {.shape = &sample[1].shape};
		check_points(&a, &b, NULL, 4);
	}
	for (int k = 0; k < 2; ++k)
		convex_sample_free(&sample[k]);
}

/// Where a line on a round body touches the other body, the faces of the expanding polytope lie nearly in one plane.
static void points_of_depth_are_on_both_bodies(void **state)
{
	(void)state;
	static const uint64_t thin[][2] = {{0xd2cad68119f495efU, 152216}, {0xc69979822bd34635U, 231424},
		{0xc4bb86152767c937U, 415763}, {0xbc579525009ad3d1U, 418692}, {0xa29640c5a2b89793U, 614527},
		{0x9081511cc3662213U, 633389}, {0x3bf02c1eb734a40bU, 874165}, {0xfed6992e1d5d0666U, 972649},
		{0x4e70ec73d3da056U, 1036773}, {0x48e19a22f3d2749eU, 1117540}};
	for (size_t i = 0; i < sizeof thin / sizeof *thin; ++i)
		check_points_of_shapes(thin[i][0], thin[i][1]);
	uint64_t random = 34;
	for (uint64_t n = 0; n < trials_random(3000); ++n)
		check_points_of_shapes(fixture_random(&random), n);
}

/// A flat body and a point of it: the origin is a corner of a face of their difference. Also boxes a million times as
/// large as the body that touches them, whose faces are nearly edges.
static void points_of_bodies_that_only_touch_are_on_both(void **state)
{
	(void)state;
	const float flat[4][3] = {{23552, -81920, -0.0625f}, {-0.224609375f, 0, 0}, {0, 0, 0}, {84992, -0.0576171875f, 0}};
	hull_case cooked;
	hull_case_make_of(&cooked, flat, 4, UINT32_MAX);
	const kiln_convex_shape hull = {.kind = KILN_CONVEX_HULL, .hull = &cooked.view};
	for (int i = 0; i < 4; ++i)
		for (int m = 0; penetration_methods[m] != &kiln_penetration_mpr; ++m)
		{
			const kiln_vec3 corner = {flat[i][0], flat[i][1], flat[i][2]};
			const kiln_convex_shape more = {.kind = KILN_CONVEX_POINT};
			const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT, .point = corner, .plus = &more};
			const kiln_convex_object a = {&hull, {.scale = 0}}, b = {&point, {.scale = 0}};
			check_points(&a, &b, penetration_methods[m], 1);
			check_points(&b, &a, penetration_methods[m], 1);
		}
	hull_case_free(&cooked);
}

/// A sheet thinner than the rounding of its size, and a body of a millionth of it: planes stored in float32 may
/// separate cores whose margins touch.
static void points_of_margins_that_touch_are_on_both(void **state)
{
	(void)state;
	hull_case cooked;
	hull_case_make(&cooked, CASE_NEARLY_FLAT, 12, UINT32_MAX);
	const kiln_convex_shape sheet = {.kind = KILN_CONVEX_HULL, .hull = &cooked.view};
	const kiln_convex_shape crumb = {
		.kind = KILN_CONVEX_RSS, .rss = {{1.1875f, 1.1875f, 1.1875f}, {{0, 1, 0}, {0, 0, 1}}, 1.1875f}};
	kiln_pose pose = {
		.rotation = {1.1875f, 1.1875f, 1.1875f, 1.1875f}, .translation = {1.1875f, 1.1875f, 1.1875f}, .scale = 1};
	const kiln_convex_object a = {&sheet, pose};
	pose.scale = 1e-6f;
	const kiln_convex_object b = {&crumb, pose};
	for (int m = 0; penetration_methods[m] != &kiln_penetration_mpr; ++m)
	{
		check_points(&a, &b, penetration_methods[m], 1);
		check_points(&b, &a, penetration_methods[m], 1);
	}
	hull_case_free(&cooked);
}

/// The faces of the polytope, limited by its memory, are far coarser than a crumb: tested by the crumb's place and by
/// the ellipsoid's equation.
static void points_of_a_crumb_deep_in_an_ellipsoid_are_on_both(void **state)
{
	(void)state;
	uint64_t random = 71;
	kiln_convex_shape crumb = {.kind = KILN_CONVEX_AABB, .aabb = {{-3e-6f, -2e-6f, -4e-6f}, {4e-6f, 3e-6f, 1e-6f}}};
	for (uint64_t n = 0; n < trials_random(800); ++n)
	{
		kiln_convex_shape shape = {.kind = KILN_CONVEX_ELLIPSOID,
			.ellipsoid = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
				.radii = {0.5f + 0.5f * fixture_random_unit(&random), 0.5f + 0.5f * fixture_random_unit(&random),
					0.5f + 0.5f * fixture_random_unit(&random)}}};
		kiln_convex_object a = {&shape, {.scale = 1}}, b = {&crumb, {.translation = oracle_vector(&random, 0.2)}};
		kiln_convex_depth found = penetration_of(&a, &b);
		const float radii[3] = {shape.ellipsoid.radii[0], shape.ellipsoid.radii[1], shape.ellipsoid.radii[2]};
		const float on_a[3] = {found.on_a.x, found.on_a.y, found.on_a.z};
		double inside = 0;
		for (int i = 0; i < 3; ++i)
			inside += pow((double)on_a[i] / (double)radii[i], 2);
		assert_true(found.touching && fabs(sqrt(inside) - 1) <= 2e-5);
		assert_true(kiln_d3_largest(kiln_d3_sub(kiln_d3_from(found.on_b), kiln_d3_from(b.pose.translation))) <= 5e-6);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
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
		cmocka_unit_test(points_of_depth_are_on_both_bodies),
		cmocka_unit_test(points_of_a_crumb_deep_in_an_ellipsoid_are_on_both),
		cmocka_unit_test(points_of_bodies_that_only_touch_are_on_both),
		cmocka_unit_test(points_of_margins_that_touch_are_on_both),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
