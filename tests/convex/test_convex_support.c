// SPDX-License-Identifier: MIT
#include "convex/shape/shape.h"
#include "convex/shape/support_hull.h"
#include "kiln/convex/shape.h"
#include "primitive/convex/primitive_convex.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares support mappings of objects with heights by definition, in 256 bits.

static kiln_pose any_pose(uint64_t *random, double far)
{
	kiln_vec3 q = oracle_vector(random, 1), t = oracle_vector(random, 1);
	float scale = (float)ldexp(1 + fabs(oracle_signed(random)), (int)(fixture_random(random) % 7) - 3);
	return (kiln_pose){.rotation = {q.x, q.y, q.z, (float)oracle_signed(random)},
		.translation = {(float)(far * (double)t.x), (float)(far * (double)t.y), (float)(far * (double)t.z)},
		.scale = fixture_random(random) % 3 ? scale : 0};
}

/// Applies the pose's rotation, exact to rounding in double, for comparison with heights in float32.
static kiln_d3 turned_back(const kiln_pose *pose, kiln_d3 v)
{
	kiln_d3 axes[3];
	double x = (double)pose->rotation.x, y = (double)pose->rotation.y, z = (double)pose->rotation.z,
		   w = (double)pose->rotation.w, length2 = x * x + y * y + z * z + w * w, s = length2 > 0 ? 2 / length2 : 0;
	axes[0] = (kiln_d3){1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)};
	axes[1] = (kiln_d3){s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)};
	axes[2] = (kiln_d3){s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)};
	return (kiln_d3){kiln_d3_dot(axes[0], v), kiln_d3_dot(axes[1], v), kiln_d3_dot(axes[2], v)};
}

/// Returns the greatest height of the posed sum along d.
static double height_of(const convex_sample *samples, uint32_t count, const kiln_pose *pose, kiln_d3 d)
{
	double scale = pose->scale == 0 ? 1 : (double)pose->scale;
	kiln_d3 own = turned_back(pose, d);
	real height = real_from(0);
	for (uint32_t i = 0; i < count; ++i)
	{
		height = real_add(height, convex_sample_height(&samples[i], real3_from_d3(own)));
		height = real_add(height, real_from((double)samples[i].shape.margin * sqrt(kiln_d3_length2(own))));
	}
	return scale * real_to(height) + kiln_d3_dot(kiln_d3_from(pose->translation), d);
}

static kiln_convex_kind bounded_kind(uint64_t *random)
{
	kiln_convex_kind kind;
	do
		kind = (kiln_convex_kind)(fixture_random(random) % (KILN_CONVEX_HULL + 1));
	while (kind == KILN_CONVEX_LINE || kind == KILN_CONVEX_RAY);
	return kind;
}

static void check_object(uint64_t *random, uint32_t count, double far)
{
	convex_sample samples[KILN_CONVEX_TERMS_MAX];
	double size = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		convex_sample_make(&samples[i], random, bounded_kind(random), 1, (kiln_d3){0.5, -0.25, 0.125});
		samples[i].shape.margin = fixture_random(random) % 2 ? 0 : (float)fabs(oracle_signed(random));
		samples[i].shape.plus = i > 0 ? &samples[i - 1].shape : NULL;
		size += samples[i].size + (double)samples[i].shape.margin + 1;
	}
	const kiln_convex_object object = {&samples[count - 1].shape, any_pose(random, far)};
	assert_true(kilni_convex_object_usable(&object));
	double scale = object.pose.scale == 0 ? 1 : (double)object.pose.scale;
	double slack = 0x1p-20 * (scale * size + far);
	uint32_t seed = 0;
	for (int n = 0; n < 8; ++n)
	{
		kiln_vec3 direction = oracle_vector(random, 1);
		kiln_d3 d = kiln_d3_from(direction);
		double height = height_of(samples, count, &object.pose, d);
		kiln_vec3 top = kiln_convex_object_support(&object, direction, n % 2 ? &seed : NULL);
		assert_true(fabs(kiln_d3_dot(kiln_d3_from(top), d) - height) <= slack);
		// The point belongs to the object: along any other direction it is not higher than the support.
		kiln_d3 other = kiln_d3_from(oracle_vector(random, 1));
		assert_true(kiln_d3_dot(kiln_d3_from(top), other) <= height_of(samples, count, &object.pose, other) + slack);
		if (n == 3)
			seed = (uint32_t)fixture_random(random);
	}
	const kiln_vec3 none[] = {{0, 0, 0}, {NAN, 0, 1}, {HUGE_VALF, 0, 0}};
	for (int n = 0; n < 3; ++n)
	{
		kiln_vec3 some = kiln_convex_object_support(&object, none[n], &seed);
		kiln_d3 other = kiln_d3_from(oracle_vector(random, 1));
		assert_true(kiln_d3_dot(kiln_d3_from(some), other) <= height_of(samples, count, &object.pose, other) + slack);
	}
	for (uint32_t i = 0; i < count; ++i)
		convex_sample_free(&samples[i]);
}

static void supports_are_the_highest_points(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (uint64_t n = 0; n < trials_random(1200); ++n)
		check_object(&random, 1, n % 3 ? 1 : 0);
}

static void supports_of_sums_are_sums_of_supports(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (uint64_t n = 0; n < trials_random(600); ++n)
		check_object(&random, 2 + (uint32_t)(n % (KILN_CONVEX_TERMS_MAX - 1)), n % 3 ? 1 : 0);
}

static void supports_far_away_lose_their_rounding_only(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (uint64_t n = 0; n < trials_random(400); ++n)
		check_object(&random, 1 + (uint32_t)(n % 2), 1e7);
}

/// Hulls of all sizes, by scan and walk, from every seed.
static void supports_of_hulls_are_those_of_all_vertices(void **state)
{
	(void)state;
	static const uint32_t sizes[] = {4, 8, 9, 16, 17, 30, 64, 65, 200, 256, 257, 600};
	uint64_t random = 6;
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
		for (int kind = 0; kind < CASE_KIND_COUNT; ++kind)
		{
			hull_case c;
			hull_case_make(&c, (hull_case_kind)kind, sizes[k], 32);
			const kiln_hull *hull = &c.view;
			const kiln_convex_shape shape = {.kind = KILN_CONVEX_HULL, .hull = hull};
			kiln_convex terms[KILN_CONVEX_TERMS_MAX];
			kilni_convex_of_shape(&shape, kilni_convex_anchor(&shape), terms);
			for (int n = 0; n < 12; ++n)
			{
				kiln_d3 d = kiln_d3_from(n % 3 ? hull_case_direction(&random) : oracle_integer_vector(&random, 1));
				uint32_t seed = n % 2 ? KILN_NONE : (uint32_t)(fixture_random(&random) % hull->vertex_count);
				kiln_d3 top = kilni_convex_support(terms, d, &seed), corner;
				assert_true(seed < hull->vertex_count && kilni_convex_vertex(terms, seed, &corner));
				assert_memory_equal(&top, &corner, sizeof top);
				double most = -HUGE_VAL, size = 0;
				for (uint32_t i = 0; i < hull->vertex_count; ++i)
				{
					assert_true(kilni_convex_vertex(terms, i, &corner));
					most = kiln_double_max(most, kiln_d3_dot(corner, d));
					size = kiln_double_max(size, kiln_d3_largest(corner));
				}
				assert_true(kiln_d3_dot(top, d) >= most - 0x1p-49 * size);
			}
			assert_false(kilni_convex_vertex(terms, hull->vertex_count, &(kiln_d3){0, 0, 0}));
			hull_case_free(&c);
		}
}

/// Returns the width of a term along a direction.
static double width_of(const kiln_convex *term, kiln_d3 d)
{
	uint32_t seed_a = KILN_NONE, seed_b = KILN_NONE;
	kiln_d3 high = kilni_convex_support(term, d, &seed_a);
	kiln_d3 low = kilni_convex_support(term, kiln_d3_scale(d, -1), &seed_b);
	return kiln_d3_dot(kiln_d3_sub(high, low), d);
}

/// A shape that is shorter than an ulp of its distance from the eye gets its direction from its own two points.
static void shapes_are_as_wide_from_wherever_they_are_seen(void **state)
{
	(void)state;
	const kiln_vec3 a = {0, 0, 0}, b = {5.3e-43f, 1.4e-44f, 0};
	kiln_convex_shape shapes[4] = {{.kind = KILN_CONVEX_CYLINDER, .cylinder = {a, b, 7.5e-27f}},
		{.kind = KILN_CONVEX_CONE, .cone = {a, b, 7.5e-27f}}, {.kind = KILN_CONVEX_SEGMENT, .segment = {a, b}},
		{.kind = KILN_CONVEX_TRIANGLE, .triangle = {{a, b, {1.4e-44f, 3e-43f, 0}}}}};
	const kiln_d3 eyes[2] = {{0, 0, 0}, {7.5e-27, -3e-27, 1e-27}};
	uint64_t random = 9;
	for (int k = 0; k < 4; ++k)
		for (int n = 0; n < 100; ++n)
		{
			kiln_convex near[KILN_CONVEX_TERMS_MAX], far[KILN_CONVEX_TERMS_MAX];
			kilni_convex_of_shape(&shapes[k], eyes[0], near);
			kilni_convex_of_shape(&shapes[k], eyes[1], far);
			kiln_d3 d = kiln_d3_from(hull_case_direction(&random));
			// The points themselves are rounded at their place.
			assert_true(fabs(width_of(near, d) - width_of(far, d)) <= 0x1p-48 * 1e-26);
			for (uint32_t i = 0; i < near->round_count; ++i)
				assert_memory_equal(&near->rounds[i], &far->rounds[i], sizeof near->rounds[i]);
			assert_int_equal(near->round_count, far->round_count);
		}
}

/// Returns the direction perpendicular to a face, by its corners: to double's rounding.
static kiln_d3 across_face(const kiln_hull *hull, uint32_t face)
{
	uint32_t count, first = kiln_hull_face(hull, face, &count);
	kiln_d3 p = kiln_hull_point(hull, kiln_hull_origin(hull, first));
	kiln_d3 e = kiln_d3_sub(kiln_hull_point(hull, kiln_hull_origin(hull, first + 1)), p);
	kiln_d3 f = kiln_d3_sub(kiln_hull_point(hull, kiln_hull_origin(hull, first + count - 1)), p);
	return kiln_d3_cross(e, f);
}

/// Climbs along a direction from vertices all over the hull.
static void check_climbs(const kiln_convex *convex, kiln_d3 d)
{
	const kiln_hull *hull = convex->hull;
	double most = -HUGE_VAL, size = fabs(d.x) + fabs(d.y) + fabs(d.z);
	for (uint32_t i = 0; i < hull->vertex_count; ++i)
		most = kiln_double_max(most, kiln_d3_dot(kiln_support_vertex(convex, i), d));
	for (uint32_t from = 0; from < hull->vertex_count; from += 1 + hull->vertex_count / 40)
	{
		uint32_t top = kiln_support_climb(convex, &d, from);
		assert_true(top < hull->vertex_count);
		assert_true(kiln_d3_dot(kiln_support_vertex(convex, top), d) >= most - 0x1p-49 * size * (double)hull->reach);
	}
}

static void check_hull_climbs(const kiln_hull *hull, uint64_t *random)
{
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_HULL, .hull = hull};
	kiln_convex terms[KILN_CONVEX_TERMS_MAX];
	kilni_convex_of_shape(&shape, kilni_convex_anchor(&shape), terms);
	for (uint32_t i = 0; hull->edge_count > 0 && i < hull->face_count; i += 1 + hull->face_count / 40)
	{
		check_climbs(terms, kiln_d3_from(kiln_hull_normal(hull, i)));
		check_climbs(terms, across_face(hull, i));
		check_climbs(terms, kiln_d3_from(hull_case_direction(random)));
	}
}

/// On a face that rounding makes slightly uneven, many vertices are as high as their neighbours, but only some are the
/// top: a climb may arrive at any of them, and must continue.
static void climbs_end_at_the_top_however_many_are_as_high(void **state)
{
	(void)state;
	static const uint32_t sizes[] = {30, 120, 400};
	uint64_t random = 7;
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k)
		for (int kind = 0; kind < CASE_KIND_COUNT; ++kind)
		{
			hull_case c;
			hull_case_make(&c, (hull_case_kind)kind, sizes[k], UINT32_MAX);
			check_hull_climbs(&c.view, &random);
			hull_case_free(&c);
		}
}

/// A corner that is blunted so little that heights in double cannot distinguish its vertices: inside it all neighbours
/// have the same height, and the top is across the whole hull.
static void climbs_leave_corners_that_rounding_hides(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (uint32_t blunt = 1; blunt < 80; blunt += 3)
	{
		float points[84][3] = {{1e6f, 2e4f, -3e4f}, {5e4f, 7e5f, 1e4f}, {-2e4f, 3e4f, 4e5f}, {3e5f, 3e5f, 3e5f}};
		for (uint32_t i = 0; i < blunt; ++i)
		{
			kiln_vec3 p = hull_case_direction(&random);
			points[4 + i][0] = 1e-12f * p.x;
			points[4 + i][1] = 1e-12f * p.y;
			points[4 + i][2] = 1e-12f * p.z;
		}
		hull_case c;
		hull_case_make_of(&c, (const float(*)[3])points, 4 + blunt, UINT32_MAX);
		check_hull_climbs(&c.view, &random);
		hull_case_free(&c);
	}
}

static void objects_that_are_none_are_refused(void **state)
{
	(void)state;
	kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{1, 2, 3}, 1}};
	kiln_convex_object object = {&shape, {.scale = 0}};
	assert_true(kilni_convex_object_usable(&object));
	assert_false(kilni_convex_object_usable(NULL));
	const kiln_pose poses[] = {{.scale = -1}, {.scale = NAN}, {.scale = HUGE_VALF}, {.scale = 1e13f},
		{.translation = {NAN, 0, 0}}, {.translation = {0, 2e12f, 0}}, {.rotation = {0, 0, NAN, 1}},
		{.rotation = {HUGE_VALF, 0, 0, 0}}};
	for (size_t i = 0; i < sizeof poses / sizeof *poses; ++i)
	{
		object.pose = poses[i];
		assert_false(kilni_convex_object_usable(&object));
		kiln_vec3 zero = kiln_convex_object_support(&object, (kiln_vec3){1, 0, 0}, NULL);
		assert_true(zero.x == 0 && zero.y == 0 && zero.z == 0);
	}
	object.pose = (kiln_pose){.scale = 0};
	const float margins[] = {-1, NAN, HUGE_VALF, 2e12f};
	for (size_t i = 0; i < 4; ++i)
	{
		shape.margin = margins[i];
		assert_false(kilni_convex_object_usable(&object));
	}
	shape.margin = 0;
	// A sum without end, and a sum with too many terms.
	shape.plus = &shape;
	assert_false(kilni_convex_object_usable(&object));
	kiln_convex_shape chain[KILN_CONVEX_TERMS_MAX + 1];
	for (int i = 0; i <= KILN_CONVEX_TERMS_MAX; ++i)
		chain[i] = (kiln_convex_shape){.kind = KILN_CONVEX_POINT, .plus = i > 0 ? &chain[i - 1] : NULL};
	object.shape = &chain[KILN_CONVEX_TERMS_MAX];
	assert_false(kilni_convex_object_usable(&object));
	object.shape = &chain[KILN_CONVEX_TERMS_MAX - 1];
	assert_true(kilni_convex_object_usable(&object));
	chain[0] = (kiln_convex_shape){.kind = KILN_CONVEX_LINE, .line = {{0, 0, 0}, {1, 0, 0}}};
	assert_false(kilni_convex_object_usable(&object));
	object.shape = &chain[0];
	assert_false(kilni_convex_object_usable(&object));
	chain[0] = (kiln_convex_shape){.kind = KILN_CONVEX_HULL};
	assert_false(kilni_convex_object_usable(&object));
	object.shape = NULL;
	assert_false(kilni_convex_object_usable(&object));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(supports_are_the_highest_points),
		cmocka_unit_test(supports_of_sums_are_sums_of_supports),
		cmocka_unit_test(supports_far_away_lose_their_rounding_only),
		cmocka_unit_test(supports_of_hulls_are_those_of_all_vertices),
		cmocka_unit_test(shapes_are_as_wide_from_wherever_they_are_seen),
		cmocka_unit_test(climbs_end_at_the_top_however_many_are_as_high),
		cmocka_unit_test(climbs_leave_corners_that_rounding_hides),
		cmocka_unit_test(objects_that_are_none_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
