// SPDX-License-Identifier: MIT
#include "kiln/convex/distance.h"
#include "kiln/convex/manifold.h"
#include "kiln/convex/penetration.h"
#include "manifold_case.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Compares the closed form for two boxes with the search for any two objects, which boxes that are added to a point take:
/// they are the same bodies, with the same names.

static const kiln_convex_shape nothing = {.kind = KILN_CONVEX_POINT};

static kiln_convex_shape box_of(uint64_t *random, float size, bool flat)
{
	kiln_convex_shape box = {.kind = KILN_CONVEX_OBB,
		.obb = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .half_extents = {size, size, size}}};
	for (int i = 0; i < 3; ++i)
		box.obb.half_extents[i] *= (float)(1 + fixture_random(random) % 8) / 8;
	if (flat)
		box.obb.half_extents[fixture_random(random) % 3] *= 0x1p-10f;
	return box;
}

static double dot(kiln_vec3 a, kiln_vec3 b)
{
	return kiln_d3_dot(kiln_d3_from(a), kiln_d3_from(b));
}

static bool same_name(kiln_feature a, kiln_feature b)
{
	return a.kind == b.kind && a.index == b.index;
}

static const kiln_contact *find_contact(const kiln_manifold *manifold, const kiln_contact *like)
{
	for (uint32_t i = 0; i < manifold->count; ++i)
		if (same_name(manifold->contacts[i].feature_a, like->feature_a) &&
			same_name(manifold->contacts[i].feature_b, like->feature_b))
			return &manifold->contacts[i];
	return NULL;
}

static double away(kiln_vec3 a, kiln_vec3 b)
{
	return kiln_d3_largest(kiln_d3_sub(kiln_d3_from(a), kiln_d3_from(b)));
}

typedef struct tally
{
	uint32_t touching, overlapping, ties, other;
} tally;

/// Compares both manifolds. `most` bounds the rounding of lengths. Ways out of the same length are ties; contacts at the edge of the
/// tolerance or of the area may differ in number and name.
static void compare(const kiln_convex_object *a, const kiln_convex_object *b, float skin, double most, tally *count)
{
	kiln_convex_shape p = *a->shape, q = *b->shape;
	p.plus = q.plus = &nothing;
	const kiln_convex_object sum_a = {.shape = &p, .pose = a->pose}, sum_b = {.shape = &q, .pose = b->pose};
	const kiln_manifold_options options = {.skin = skin};
	kiln_manifold quick, searched;
	assert_int_equal(kiln_convex_manifold(a, b, &options, NULL, &quick), KILN_OK);
	assert_int_equal(kiln_convex_manifold(&sum_a, &sum_b, &options, NULL, &searched), KILN_OK);
	assert_int_equal(quick.count > 0, searched.count > 0);
	if (quick.count == 0)
		return;
	++count->touching;
	count->overlapping += quick.contacts[0].depth > 0;
	const double depth = (double)searched.contacts[0].depth, more = fabs((double)quick.contacts[0].depth - depth);
	if (!(dot(quick.normal, searched.normal) > 0.999))
	{
		// Either may prefer a face.
		assert_true(more <= most + 0x1p-6 * fabs(depth));
		++count->ties;
		return;
	}
	assert_true(more <= most);
	bool same = quick.count == searched.count;
	for (uint32_t i = 0; i < quick.count && same; ++i)
	{
		const kiln_contact *contact = &quick.contacts[i], *other = find_contact(&searched, contact);
		same = other && away(contact->on_a, other->on_a) <= most && away(contact->on_b, other->on_b) <= most;
	}
	count->other += !same;
}

static kiln_quat small_turn(uint64_t *random, float most)
{
	kiln_quat turn = {0, 0, 0, 1};
	float *const parts[3] = {&turn.x, &turn.y, &turn.z};
	for (int i = 0; i < 3; ++i)
		*parts[i] = most * ((float)(fixture_random(random) % 1025) / 512 - 1);
	return turn;
}

/// A pose of b so that its box is about as deep in a's, or as far from it, as `depth` says, along a random direction.
static void bring_together(const kiln_convex_object *a, kiln_convex_object *b, kiln_vec3 way, float depth)
{
	float low = 0, high = 4;
	kiln_convex_separation apart;
	for (int i = 0; i < 30; ++i)
	{
		const float middle = 0.5f * (low + high);
		const kiln_vec3 from = a->pose.translation;
		b->pose.translation = (kiln_vec3){from.x + middle * way.x, from.y + middle * way.y, from.z + middle * way.z};
		assert_int_equal(kiln_convex_distance(a, b, NULL, NULL, &apart), KILN_OK);
		*(apart.distance > 0 ? &high : &low) = middle;
	}
	const float middle = high - depth;
	const kiln_vec3 from = a->pose.translation;
	b->pose.translation = (kiln_vec3){from.x + middle * way.x, from.y + middle * way.y, from.z + middle * way.z};
}

/// Boxes of a size, turned in any way, or nearly parallel, or parallel, from half through each other to a gap.
static tally compare_many(uint64_t seed, uint32_t trials, float size, kiln_vec3 at, double most)
{
	static const float depths[] = {0.5f, 0.03125f, 0x1p-9f, 0, -0x1p-9f, -0.03125f, -0.25f};
	static const float turns[] = {1, 1, 0x1p-4f, 0x1p-9f, 0x1p-18f, 0};
	tally count = {0, 0, 0, 0};
	for (uint32_t i = 0; i < trials; ++i)
	{
		const kiln_convex_shape p = box_of(&seed, size, i % 11 == 0), q = box_of(&seed, size, i % 13 == 0);
		kiln_convex_object a = {.shape = &p, .pose = manifold_pose(&seed, 1)}, b = {.shape = &q};
		const float turn = turns[i % 6];
		if (turn < 1)
		{
			a.pose.rotation = i % 2 ? (kiln_quat){0, 0, 0, 1} : (kiln_quat){0, 0.70710677f, 0, 0.70710677f};
			b.pose.rotation = small_turn(&seed, turn);
		}
		else
			b.pose.rotation = manifold_pose(&seed, 1).rotation;
		a.pose.translation = at;
		const kiln_quat r = small_turn(&seed, 1);
		kiln_d3 way = {(double)r.x, (double)r.y, (double)r.z};
		if (i % 3 == 0)
			way = (kiln_d3){0, i % 2 ? 1 : -1, 0};
		const double length = sqrt(kiln_d3_length2(way)) + 0x1p-20;
		bring_together(&a, &b, kiln_d3_to(kiln_d3_scale(way, (double)size / length)), depths[i % 7]);
		compare(&a, &b, i % 5 ? 0.125f * size : 0, most, &count);
	}
	return count;
}

static void check(tally count, uint32_t trials)
{
	assert_true(count.touching > trials / 2);
	assert_true(count.overlapping > trials / 8);
	assert_true(count.ties <= count.touching / 50);
	assert_true(count.other <= count.touching / 50);
}

static void boxes_have_the_contacts_of_the_search(void **state)
{
	(void)state;
	const uint32_t trials = (uint32_t)trials_random(20000);
	check(compare_many(81, trials, 1, (kiln_vec3){0, 0, 0}, 0x1p-20), trials);
}

static void boxes_of_any_size_have_the_contacts_of_the_search(void **state)
{
	(void)state;
	const uint32_t trials = (uint32_t)trials_random(2000);
	for (int exponent = -60; exponent <= 20; exponent += 20)
	{
		const float size = ldexpf(1, exponent);
		check(compare_many(82, trials, size, (kiln_vec3){0, 0, 0}, 0x1p-20 * (double)size), trials);
	}
}

static void boxes_far_from_the_origin_have_the_contacts_of_the_search(void **state)
{
	(void)state;
	const uint32_t trials = (uint32_t)trials_random(4000);
	check(compare_many(83, trials, 1, (kiln_vec3){4096, -8192, 16384}, 0x1p-8), trials);
}

/// The depth is that of kiln_convex_penetration, but for what the preference for a face adds.
static void the_depth_of_boxes_is_their_penetration(void **state)
{
	(void)state;
	uint64_t random = 84;
	uint32_t overlapping = 0;
	const uint32_t trials = (uint32_t)trials_random(20000);
	for (uint32_t i = 0; i < trials; ++i)
	{
		const kiln_convex_shape p = box_of(&random, 1, i % 11 == 0), q = box_of(&random, 1, i % 13 == 0);
		kiln_convex_object a = {.shape = &p, .pose = manifold_pose(&random, 0.75)};
		kiln_convex_object b = {.shape = &q, .pose = manifold_pose(&random, 0.75)};
		if (i % 4 == 0)
			b.pose.rotation = a.pose.rotation;
		kiln_convex_depth depth;
		kiln_manifold manifold;
		assert_int_equal(kiln_convex_penetration(&a, &b, NULL, NULL, &depth), KILN_OK);
		assert_int_equal(kiln_convex_manifold(&a, &b, NULL, NULL, &manifold), KILN_OK);
		assert_int_equal(depth.touching, manifold.count > 0);
		if (!depth.touching)
			continue;
		++overlapping;
		const double found = (double)manifold.contacts[0].depth, least = (double)depth.depth;
		assert_true(found >= least - 0x1p-20 && found <= least * (1 + 0x1p-6) + 0x1p-18);
	}
	assert_true(overlapping > trials / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_have_the_contacts_of_the_search),
		cmocka_unit_test(boxes_of_any_size_have_the_contacts_of_the_search),
		cmocka_unit_test(boxes_far_from_the_origin_have_the_contacts_of_the_search),
		cmocka_unit_test(the_depth_of_boxes_is_their_penetration),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
