// SPDX-License-Identifier: MIT
#include "convex/rounded_case.h"
#include "kiln/convex/distance.h"
#include "kiln/convex/manifold.h"
#include "manifold_case.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares the closed form for spheres and capsules with the search for any two objects, which lozenges without width
/// take: they are the same bodies.

/// Compares the manifold of both bodies with that of their lozenges, and kiln_convex_contacts with both. `size` is that
/// of the bodies, `far` that of their coordinates. Returns the number of contacts.
static uint32_t compare(const kiln_convex_object *a, const kiln_convex_object *b, float skin, double size, double far)
{
	const kiln_convex_shape shapes[2] = {rounded_lozenge(a->shape), rounded_lozenge(b->shape)};
	const kiln_convex_object p = {.shape = &shapes[0], .pose = a->pose}, q = {.shape = &shapes[1], .pose = b->pose};
	const kiln_manifold_options options = {.skin = skin};
	kiln_manifold quick, searched;
	kiln_contact contacts[KILN_CONTACTS_MAX];
	uint32_t count;
	kiln_vec3 normal;
	assert_int_equal(kiln_convex_manifold(a, b, &options, NULL, &quick), KILN_OK);
	assert_int_equal(kiln_convex_manifold(&p, &q, &options, NULL, &searched), KILN_OK);
	assert_int_equal(quick.count, searched.count);
	assert_int_equal(kiln_convex_contacts(a, b, &options, NULL, contacts, KILN_CONTACTS_MAX, &count, &normal), KILN_OK);
	assert_int_equal(count, quick.count);
	if (count == 0)
		return 0;
	const double most = 0x1p-23 * far + 0x1p-24 * size;
	rounded_assert_near(quick.normal, searched.normal, 0x1p-20);
	rounded_assert_near(normal, quick.normal, 0);
	for (uint32_t i = 0; i < count; ++i)
	{
		rounded_assert_near(quick.contacts[i].on_a, searched.contacts[i].on_a, most);
		rounded_assert_near(quick.contacts[i].on_b, searched.contacts[i].on_b, most);
		assert_true(fabs((double)quick.contacts[i].depth - (double)searched.contacts[i].depth) <= 0x1p-22 * size);
		rounded_assert_same_feature(quick.contacts[i].feature_a, searched.contacts[i].feature_a);
		rounded_assert_same_feature(quick.contacts[i].feature_b, searched.contacts[i].feature_b);
		assert_memory_equal(&contacts[i], &quick.contacts[i], sizeof contacts[i]);
	}
	return count;
}

static void closed_forms_give_the_contacts_of_the_search(void **state)
{
	(void)state;
	uint64_t random = 71;
	uint32_t found = 0;
	for (uint64_t i = 0; i < trials_random(20000); ++i)
	{
		const float size = (float)ldexp(1, (int)(fixture_random(&random) % 61) - 30);
		const kiln_convex_shape p = rounded_random(&random, size), q = rounded_random(&random, size);
		kiln_convex_object a = {.shape = &p, .pose = manifold_pose(&random, (double)size)}, b = {.shape = &q};
		a.pose.scale = i % 3 ? 0 : 0.5f;
		b.pose.scale = i % 5 ? 0 : 0.25f;
		found += compare(&a, &b, i % 2 ? 0 : 0.25f * size, (double)size, 4 * (double)size) > 0;
	}
	assert_true(20 * found > trials_random(20000));
}

/// Far away the coordinates are coarse, but both bodies move together.
static void closed_forms_hold_far_from_the_origin(void **state)
{
	(void)state;
	uint64_t random = 72;
	for (uint64_t i = 0; i < trials_random(2000); ++i)
	{
		const kiln_convex_shape p = rounded_random(&random, 1), q = rounded_random(&random, 1);
		const kiln_vec3 away = {65536, -131072, 262144};
		const kiln_convex_object a = {.shape = &p, .pose = {.translation = away}};
		kiln_convex_object b = {.shape = &q, .pose = {.translation = away}};
		b.pose.translation.x += rounded_grid(&random, 2);
		b.pose.translation.y += rounded_grid(&random, 2);
		compare(&a, &b, 0.125f, 2, 262144);
	}
}

/// Parallel, crossing at right angles, end on, through each other, in one place, without length, touching exactly.
static void closed_forms_leave_special_places_to_the_search(void **state)
{
	(void)state;
	static const kiln_vec3 ways[] = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0.03125f, 0}, {2, 0.125f, 0}, {0, 0, 0}};
	static const float places[] = {-2, -1, 0, 0.001953125f, 0.5f, 1, 2};
	const uint32_t way_count = sizeof ways / sizeof *ways, place_count = sizeof places / sizeof *places;
	uint32_t one = 0, two = 0;
	for (uint32_t n = 0; n < way_count * way_count * place_count * place_count * place_count; ++n)
	{
		const kiln_vec3 d = ways[n % way_count], e = ways[n / way_count % way_count];
		uint32_t left = n / way_count / way_count;
		const float x = places[left % place_count], y = places[left / place_count % place_count];
		const float z = places[left / place_count / place_count];
		const kiln_convex_shape p = {.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, 0, 0}, d, 0.5f}};
		const kiln_convex_shape q = {
			.kind = KILN_CONVEX_CAPSULE, .capsule = {{x, y, z}, {x + e.x, y + e.y, z + e.z}, 0.5f}};
		const kiln_convex_object a = {.shape = &p}, b = {.shape = &q};
		// Segments that meet have no sure direction: the search may take any for either form.
		kiln_convex_shape cores[2] = {p, q};
		cores[0].capsule.radius = cores[1].capsule.radius = 0;
		const kiln_convex_object core_a = {.shape = &cores[0]}, core_b = {.shape = &cores[1]};
		kiln_convex_separation apart;
		assert_int_equal(kiln_convex_distance(&core_a, &core_b, NULL, NULL, &apart), KILN_OK);
		const uint32_t count = apart.distance > 0 ? compare(&a, &b, n % 2 ? 0 : 0.5f, 2, 4) : 0;
		one += count == 1;
		two += count == 2;
	}
	assert_true(one > 1000 && two > 100);
}

static void a_rounded_object_out_of_range_is_refused(void **state)
{
	(void)state;
	const kiln_convex_shape good = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}};
	const kiln_convex_shape bad[] = {{.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, -1}},
		{.kind = KILN_CONVEX_SPHERE, .sphere = {{NAN, 0, 0}, 1}},
		{.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, 0, 0}, {0, INFINITY, 0}, 1}},
		{.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, 0, 0}, {1, 0, 0}, NAN}}};
	kiln_manifold manifold;
	for (uint32_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		const kiln_convex_object a = {.shape = &good}, b = {.shape = &bad[i]};
		manifold.count = 1;
		assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &manifold), KILN_E_ARGUMENT);
		assert_int_equal(manifold.count, 0);
		assert_int_equal(kiln_convex_manifold(&b, &a, NULL, NULL, &manifold), KILN_E_ARGUMENT);
	}
	const kiln_convex_object a = {.shape = &good}, b = {.shape = &good, .pose.scale = -1};
	assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &manifold), KILN_E_ARGUMENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_forms_give_the_contacts_of_the_search),
		cmocka_unit_test(closed_forms_hold_far_from_the_origin),
		cmocka_unit_test(closed_forms_leave_special_places_to_the_search),
		cmocka_unit_test(a_rounded_object_out_of_range_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
