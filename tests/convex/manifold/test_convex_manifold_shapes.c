// SPDX-License-Identifier: MIT
#include "kiln/convex/penetration.h"
#include "manifold_case.h"
#include "primitive/convex/primitive_convex.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares manifolds of random shapes of every kind with their depths and with each other.

static void any_two_shapes_keep_the_claims(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (uint64_t n = 0, trials = trials_random(3000); n < trials; ++n)
	{
		convex_sample p, q;
		double size = ldexp(1, (int)(fixture_random(&random) % 41) - 20);
		double other = n % 3 ? size : ldexp(size, -(int)(fixture_random(&random) % 21));
		convex_sample_make(&p, &random, (kiln_convex_kind)(n % CONVEX_KINDS), size, (kiln_d3){0, 0, 0});
		convex_sample_make(&q, &random, (kiln_convex_kind)(n / CONVEX_KINDS % CONVEX_KINDS), other, (kiln_d3){0, 0, 0});
		if (!convex_sample_is_line(&p) && !convex_sample_is_line(&q))
		{
			double larger = fmax(size, other);
			kiln_convex_object a = {.shape = &p.shape, .pose = manifold_pose(&random, larger)}, b = {.shape = &q.shape};
			manifold_check(&a, &b, (float)(0.1 * larger), 4e-6 * larger);
			manifold_check(&a, &b, 0, 4e-6 * larger);
		}
		convex_sample_free(&p);
		convex_sample_free(&q);
	}
}

/// Without curved surfaces, both orders of the objects give contacts of the same features, with the same names.
static void contacts_of_any_two_shapes_are_mirrored(void **state)
{
	(void)state;
	static const kiln_convex_kind kinds[] = {KILN_CONVEX_POINT, KILN_CONVEX_SEGMENT, KILN_CONVEX_SPHERE,
		KILN_CONVEX_CAPSULE, KILN_CONVEX_AABB, KILN_CONVEX_OBB, KILN_CONVEX_RECTANGLE, KILN_CONVEX_TRIANGLE,
		KILN_CONVEX_TETRAHEDRON, KILN_CONVEX_RSS, KILN_CONVEX_POINTS, KILN_CONVEX_HULL};
	const uint64_t count = sizeof kinds / sizeof *kinds;
	uint64_t random = 6;
	for (uint64_t n = 0, trials = trials_random(6000); n < trials; ++n)
	{
		convex_sample p, q;
		double other = n % 3 ? 1 : ldexp(1, -(int)(fixture_random(&random) % 11));
		convex_sample_make(&p, &random, kinds[n % count], 1, (kiln_d3){0, 0, 0});
		convex_sample_make(&q, &random, kinds[n / count % count], other, (kiln_d3){0, 0, 0});
		p.shape.margin = n % 5 ? 0 : (float)ldexp(1, -(int)(fixture_random(&random) % 11));
		q.shape.margin = n % 7 ? 0 : (float)ldexp(1, -(int)(fixture_random(&random) % 11));
		const kiln_convex_object a = {.shape = &p.shape, .pose = manifold_pose(&random, 1)}, b = {.shape = &q.shape};
		manifold_check_swap(&a, &b, 0.1f, 1e-4);
		convex_sample_free(&p);
		convex_sample_free(&q);
	}
}

/// Needles whose margins overlap: GJK's direction between them is not the shortest.
static void contacts_of_needles_are_as_deep_as_the_way_out(void **state)
{
	(void)state;
	uint64_t random = 61;
	for (uint64_t i = 0; i < trials_random(3000); ++i)
	{
		kiln_convex_shape shapes[2] = {{.kind = KILN_CONVEX_TRIANGLE}, {.kind = KILN_CONVEX_SEGMENT}};
		for (int k = 0; k < 5; ++k)
		{
			kiln_vec3 p = oracle_vector(&random, 1);
			p.x *= 1e5f;
			p.z += k < 3 ? 3 : 0;
			*(k < 3 ? &shapes[0].triangle.corners[k] : k < 4 ? &shapes[1].segment.a : &shapes[1].segment.b) = p;
		}
		shapes[0].margin = shapes[1].margin = 2;
		const kiln_convex_object a = {&shapes[0], {.scale = 1}}, b = {&shapes[1], {.scale = 1}};
		kiln_manifold manifold;
		kiln_convex_depth way;
		assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &manifold), KILN_OK);
		assert_int_equal(kiln_convex_penetration(&a, &b, NULL, NULL, &way), KILN_OK);
		if (!way.touching || manifold.count == 0)
			continue;
		// Slack for a face's preference, also for its rounding, and for normals rounded to float32, over 1e5.
		double slack = fabs((double)way.depth) / 32 + 2e5 * (0x1p-19 + 0x1p-22);
		assert_true((double)manifold.contacts[0].depth <= (double)way.depth + slack);
		assert_true((double)manifold.contacts[0].depth >= (double)way.lower - slack);
	}
}

/// Nearly parallel triangles with margins wider than their depth or distance.
static void a_preferred_face_costs_rounded_objects_a_64th_of_their_depth(void **state)
{
	(void)state;
	uint64_t random = 62;
	for (uint64_t i = 0; i < trials_random(3000); ++i)
	{
		kiln_convex_shape shapes[2] = {{.kind = KILN_CONVEX_TRIANGLE}, {.kind = KILN_CONVEX_TRIANGLE}};
		for (int k = 0; k < 6; ++k)
		{
			kiln_vec3 p = oracle_vector(&random, 1);
			p.z = p.z * 0.03f + (k < 3 ? 2.25f : 0);
			shapes[k / 3].triangle.corners[k % 3] = p;
		}
		shapes[0].margin = shapes[1].margin = 1.125f;
		const kiln_convex_object a = {.shape = &shapes[0]}, b = {.shape = &shapes[1]};
		kiln_manifold manifold;
		kiln_convex_depth way;
		kiln_convex_separation gap;
		assert_int_equal(kiln_convex_penetration(&a, &b, NULL, NULL, &way), KILN_OK);
		assert_int_equal(kiln_convex_distance(&a, &b, NULL, NULL, &gap), KILN_OK);
		assert_int_equal(kiln_convex_manifold(&a, &b, &(kiln_manifold_options){.skin = 1}, NULL, &manifold), KILN_OK);
		double depth = way.touching ? (double)way.depth : -(double)gap.distance;
		assert_true(manifold.count > 0);
		assert_true(fabs((double)manifold.contacts[0].depth - depth) <= fabs(depth) / 64 + 4e-6);
	}
}

/// Plates thinner than the precision of heights, down to the least float32: their support may be found on the wrong
/// side.
static void faces_of_the_thinnest_plates_are_found(void **state)
{
	(void)state;
	uint64_t random = 7;
	// Here the normal tilts by a bit of double, so that far corners of the wrong side are the farthest.
	const kiln_convex_shape leaning[2] = {{.kind = KILN_CONVEX_AABB,
											  .aabb = {{-0.5f, -0.5f, 2}, {1.40129846e-45f, 1.87500012f, 3.74999976f}},
											  .margin = 1.49999988f},
		{.kind = KILN_CONVEX_AABB,
			.aabb = {{-2.375f, -2.99999976f, -1.40129846e-45f}, {2.50000024f, 3.375f, 1.40129846e-45f}},
			.margin = 1.875f}};
	for (int order = 0; order < 2; ++order)
	{
		kiln_convex_object a = {.shape = &leaning[order]}, b = {.shape = &leaning[!order]};
		kiln_manifold manifold;
		assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &manifold), KILN_OK);
		assert_int_equal(manifold.count, 4);
	}
	for (uint64_t n = 0, trials = trials_random(600); n < trials; ++n)
	{
		float half = ldexpf(1, -(int)(n % 150)), y = fixture_random_unit(&random), z = 1 + fixture_random_unit(&random);
		kiln_convex_shape plate = {.kind = KILN_CONVEX_AABB,
			.aabb = {{-3 - y, -3, -half}, {3, 3 + z, half}},
			.margin = fixture_random_unit(&random)};
		kiln_convex_shape block = {
			.kind = KILN_CONVEX_AABB, .aabb = {{-y, -0.5f, 0}, {1, z, 2}}, .margin = fixture_random_unit(&random)};
		// They touch, or overlap by less than their margins, so that the shortest separation is along z.
		float gap = (plate.margin + block.margin) * fixture_random_unit(&random);
		kiln_convex_object a = {.shape = &plate}, b = {&block, {.translation = {0, 0, half + gap}}};
		for (int order = 0; order < 2; ++order)
		{
			kiln_manifold manifold;
			assert_int_equal(kiln_convex_manifold(order ? &b : &a, order ? &a : &b, NULL, NULL, &manifold), KILN_OK);
			assert_int_equal(manifold.count, 4);
			for (uint32_t i = 0; i < 4; ++i)
				assert_true(fabsf(manifold.contacts[i].depth - (plate.margin + block.margin - gap)) < 1e-5f);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_two_shapes_keep_the_claims),
		cmocka_unit_test(contacts_of_any_two_shapes_are_mirrored),
		cmocka_unit_test(contacts_of_needles_are_as_deep_as_the_way_out),
		cmocka_unit_test(a_preferred_face_costs_rounded_objects_a_64th_of_their_depth),
		cmocka_unit_test(faces_of_the_thinnest_plates_are_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
