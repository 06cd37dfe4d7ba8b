// SPDX-License-Identifier: MIT
#include "convex/rounded_case.h"
#include "kiln/convex/distance.h"
#include "kiln/convex/manifold.h"
#include "manifold_case.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares the closed form for a vertex above a face with the search for any two objects, which a body takes to which a point
/// is added: it is the same body, with the same names.

static const kiln_convex_shape nothing = {.kind = KILN_CONVEX_POINT};

/// What the contacts were: faces met by a vertex, and others.
typedef struct tally
{
	uint32_t on_faces, others;
} tally;

/// Compares the manifold of `body` and `ball` with that of their sums, in both orders.
static void compare(
	const kiln_convex_object *body, const kiln_convex_object *ball, float skin, double most, tally *count)
{
	kiln_convex_shape sum = *body->shape;
	sum.plus = &nothing;
	const kiln_convex_object summed = {.shape = &sum, .pose = body->pose};
	const kiln_manifold_options options = {.skin = skin};
	for (int swap = 0; swap < 2; ++swap)
	{
		const kiln_convex_object *a = swap ? ball : body, *b = swap ? body : ball;
		kiln_manifold quick, searched;
		assert_int_equal(kiln_convex_manifold(a, b, &options, NULL, &quick), KILN_OK);
		assert_int_equal(
			kiln_convex_manifold(swap ? ball : &summed, swap ? &summed : ball, &options, NULL, &searched), KILN_OK);
		assert_int_equal(quick.count, searched.count);
		if (quick.count == 0)
			return;
		rounded_assert_near(quick.normal, searched.normal, 0x1p-20);
		for (uint32_t i = 0; i < quick.count; ++i)
		{
			const kiln_contact *p = &quick.contacts[i], *q = &searched.contacts[i];
			rounded_assert_near(p->on_a, q->on_a, most);
			rounded_assert_near(p->on_b, q->on_b, most);
			assert_true(fabs((double)p->depth - (double)q->depth) <= most);
			rounded_assert_same_feature(p->feature_a, q->feature_a);
			rounded_assert_same_feature(p->feature_b, q->feature_b);
		}
		const kiln_contact *first = &quick.contacts[0];
		const bool on_face = quick.count == 1 && (swap ? first->feature_b : first->feature_a).kind == KILN_FEATURE_FACE;
		*(on_face ? &count->on_faces : &count->others) += 1;
		kiln_contact contacts[KILN_CONTACTS_MAX];
		kiln_vec3 normal;
		uint32_t all;
		assert_int_equal(
			kiln_convex_contacts(a, b, &options, NULL, contacts, KILN_CONTACTS_MAX, &all, &normal), KILN_OK);
		assert_true(all >= quick.count);
		assert_memory_equal(&contacts[0], first, sizeof *first);
		rounded_assert_near(normal, quick.normal, 0);
	}
}

/// Places a ball or capsule so that its core is above the body by part of the radius, or by up to the skin more.
static void compare_near(
	const kiln_convex_object *body, uint64_t *random, float size, kiln_vec3 at, double most, tally *count)
{
	const kiln_vec3 end = {rounded_grid(random, size), rounded_grid(random, size), rounded_grid(random, size)};
	const float radius = 0.25f * size;
	kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, radius}};
	if (fixture_random(random) % 2)
		shape = (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, 0, 0}, end, radius}};
	kiln_convex_object ball = {.shape = &shape, .pose = manifold_pose(random, 1)};
	kiln_d3 way = {(double)rounded_grid(random, 1), (double)rounded_grid(random, 1), (double)rounded_grid(random, 1)};
	way = kiln_d3_scale(way, 4 * (double)size / (sqrt(kiln_d3_length2(way)) + 0x1p-20));
	const kiln_d3 from = kiln_d3_from(at);
	double low = 0, high = 1;
	for (int i = 0; i < 12; ++i)
	{
		kiln_convex_separation apart;
		const double middle = 0.5 * (low + high);
		ball.pose.translation = kiln_d3_to(kiln_d3_along(from, middle, way));
		assert_int_equal(kiln_convex_distance(body, &ball, NULL, NULL, &apart), KILN_OK);
		*(apart.distance > 0 ? &high : &low) = middle;
	}
	ball.pose.translation = kiln_d3_to(kiln_d3_along(from, high + 0.015 * (double)rounded_grid(random, 1), way));
	compare(body, &ball, 0.125f * size, most, count);
}

static void check(tally count, uint64_t trials)
{
	assert_true(count.on_faces > trials / 4);
	assert_true(count.others > trials / 20);
}

static void a_vertex_above_a_box_has_the_contact_of_the_search(void **state)
{
	(void)state;
	uint64_t random = 91;
	for (int exponent = -30; exponent <= 15; exponent += 15)
	{
		const float size = ldexpf(1, exponent);
		tally count = {0, 0};
		for (uint64_t i = 0; i < trials_random(4000); ++i)
		{
			kiln_convex_shape box = {.kind = KILN_CONVEX_OBB,
				.obb = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .half_extents = {size, 0.5f * size, 0.75f * size}}};
			box.margin = i % 5 ? 0 : 0.0625f * size;
			kiln_convex_object body = {.shape = &box, .pose = manifold_pose(&random, 1)};
			body.pose.translation = (kiln_vec3){0, 0, 0};
			body.pose.scale = i % 3 ? 0 : 0.75f;
			compare_near(&body, &random, size, (kiln_vec3){0, 0, 0}, 0x1p-20 * (double)size, &count);
		}
		check(count, trials_random(4000));
	}
}

static void a_vertex_above_a_hull_has_the_contact_of_the_search(void **state)
{
	(void)state;
	uint64_t random = 92;
	tally count = {0, 0};
	for (uint32_t k = 0; k < 10; ++k)
	{
		manifold_hull hull;
		manifold_hull_make(&hull, &random, 6 + 7 * k, 1);
		for (uint64_t i = 0; i < trials_random(1000); ++i)
		{
			const kiln_vec3 at = i % 4 ? (kiln_vec3){0, 0, 0} : (kiln_vec3){1024, -2048, 512};
			kiln_convex_object body = {.shape = &hull.shape, .pose = manifold_pose(&random, 1)};
			body.pose.translation = at;
			body.pose.scale = i % 3 ? 0 : 0.75f;
			compare_near(&body, &random, 1, at, i % 4 ? 0x1p-20 : 0x1p-11, &count);
		}
		manifold_hull_free(&hull);
	}
	check(count, 10 * trials_random(1000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_vertex_above_a_box_has_the_contact_of_the_search),
		cmocka_unit_test(a_vertex_above_a_hull_has_the_contact_of_the_search),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
