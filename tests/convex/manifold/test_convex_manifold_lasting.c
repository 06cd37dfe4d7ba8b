// SPDX-License-Identifier: MIT
#include "manifold_case.h"
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

/// Tests which contacts are kept: of many at once, and from frame to frame.

// --- Reduction --------------------------------------------------------------------------------------------------------

static double quad_area(const kiln_contact *c, const uint32_t *which, uint32_t count)
{
	kiln_contact some[4];
	for (uint32_t i = 0; i < count; ++i)
		some[i] = c[which[i]];
	return manifold_area(some, count, (kiln_vec3){0, 0, 1});
}

/// The largest area of any four contacts, and of any four with contact `with`.
static void best_quads(const kiln_contact *c, uint32_t count, uint32_t with, double *any, double *with_it)
{
	*any = *with_it = 0;
	for (uint32_t i = 0; i < count; ++i)
		for (uint32_t j = i + 1; j < count; ++j)
			for (uint32_t k = j + 1; k < count; ++k)
				for (uint32_t l = k + 1; l < count; ++l)
				{
					const uint32_t which[4] = {i, j, k, l};
					double area = quad_area(c, which, 4);
					*any = fmax(*any, area);
					if (i == with || j == with || k == with || l == with)
						*with_it = fmax(*with_it, area);
				}
}

static bool holds(const kiln_contact *c, uint32_t count, const kiln_contact *one)
{
	for (uint32_t i = 0; i < count; ++i)
		if (memcmp(&c[i], one, sizeof *one) == 0)
			return true;
	return false;
}

static uint32_t deepest_of(const kiln_contact *c, uint32_t count)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < count; ++i)
		if (c[i].depth > c[best].depth)
			best = i;
	return best;
}

static void make_contacts(uint64_t *random, kiln_contact *c, uint32_t count, bool round)
{
	memset(c, 0, count * sizeof *c);
	for (uint32_t i = 0; i < count; ++i)
	{
		double angle = 2 * acos(-1) * (double)fixture_random_unit(random), far = round ? 1 : oracle_signed(random);
		c[i].on_a = (kiln_vec3){(float)(2 * far * cos(angle)), (float)(far * sin(angle)), 5};
		c[i].depth = fixture_random_unit(random);
		c[i].on_b = (kiln_vec3){c[i].on_a.x, c[i].on_a.y, 5 + c[i].depth};
		c[i].feature_a = (kiln_feature){KILN_FEATURE_VERTEX, i};
		c[i].feature_b = (kiln_feature){KILN_FEATURE_FACE, 3};
	}
}

static void four_of_many_keep_the_deepest_and_the_area(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (uint64_t n = 0, trials = trials_random(4000); n < trials; ++n)
	{
		kiln_contact c[12], four[4];
		uint32_t count = 5 + (uint32_t)(n % 8);
		bool round = n % 2;
		make_contacts(&random, c, count, round);
		uint32_t made = kiln_contacts_reduce(c, count, (kiln_vec3){0, 0, 1}, four), deepest = deepest_of(c, count);
		assert_in_range(made, 3, 4);
		assert_memory_equal(&four[0], &c[deepest], sizeof *c);
		for (uint32_t i = 0; i < made; ++i)
			assert_true(holds(c, count, &four[i]));
		double any, with_it, area = manifold_area(four, made, (kiln_vec3){0, 0, 1});
		best_quads(c, count, deepest, &any, &with_it);
		assert_true(area >= (round ? with_it * (1 - 0x1p-9) : with_it / 1.5) - 1e-12);
		// On a convex curve, a forced corner costs at most half of the area.
		assert_true(!round || area >= 0.5 * any);
	}
}

static void reduction_knows_no_order(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int n = 0; n < 2000; ++n)
	{
		kiln_contact c[10], four[4], again[4];
		make_contacts(&random, c, 10, n % 2);
		for (int i = 0; i < 10 && n % 4 == 0; ++i)
			c[i].depth = 0.25f;
		uint32_t made = kiln_contacts_reduce(c, 10, (kiln_vec3){0, 0, 1}, four);
		for (uint32_t i = 9; i > 0; --i)
		{
			uint32_t k = (uint32_t)(fixture_random(&random) % (i + 1));
			kiln_contact other = c[i];
			c[i] = c[k];
			c[k] = other;
		}
		assert_int_equal(kiln_contacts_reduce(c, 10, (kiln_vec3){0, 0, 1}, again), made);
		assert_memory_equal(four, again, made * sizeof *four);
		// In place.
		assert_int_equal(kiln_contacts_reduce(c, 10, (kiln_vec3){0, 0, 1}, c), made);
		assert_memory_equal(four, c, made * sizeof *four);
	}
}

static void of_a_line_the_ends_stay(void **state)
{
	(void)state;
	kiln_contact c[7], four[4];
	memset(c, 0, sizeof c);
	for (uint32_t i = 0; i < 7; ++i)
	{
		c[i].on_a = c[i].on_b = (kiln_vec3){(float)i, 0, 0};
		c[i].feature_a.index = i;
	}
	c[3].depth = 1;
	uint32_t made = kiln_contacts_reduce(c, 7, (kiln_vec3){0, 0, 1}, four);
	assert_int_equal(made, 3);
	assert_true(holds(four, made, &c[3]) && holds(four, made, &c[0]) && holds(four, made, &c[6]));
	assert_int_equal(kiln_contacts_reduce(c, 2, (kiln_vec3){0, 0, 1}, four), 2);
	assert_int_equal(kiln_contacts_reduce(c, 0, (kiln_vec3){0, 0, 1}, four), 0);
	assert_int_equal(kiln_contacts_reduce(NULL, 3, (kiln_vec3){0, 0, 1}, four), 0);
	for (int i = 0; i < 7; ++i)
		c[i].on_a = c[i].on_b = (kiln_vec3){1, 2, 3};
	assert_int_equal(kiln_contacts_reduce(c, 7, (kiln_vec3){NAN, 0, 0}, four), 1);
}

// --- From frame to frame ----------------------------------------------------------------------------------------------

static const kiln_convex_shape cube = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
static const kiln_convex_shape rod = {.kind = KILN_CONVEX_CAPSULE, .capsule = {{-1, 0, 0}, {1, 0, 0}, 0.25f}};

static kiln_convex_object at(const kiln_convex_shape *shape, float x, float y, float z)
{
	return (kiln_convex_object){.shape = shape, .pose = {.translation = {x, y, z}}};
}

static const kiln_manifold_options skin = {.skin = 0.02f};

static void check_lasting(
	const kiln_lasting_manifold *m, const kiln_convex_object *a, const kiln_convex_object *b, double drift)
{
	assert_in_range(m->count, 0, 4);
	for (uint32_t i = 0; i < m->count; ++i)
	{
		const kiln_contact *c = &m->contacts[i].contact;
		assert_true(c->depth >= -skin.skin);
		assert_true(i == 0 || c->depth <= m->contacts[i - 1].contact.depth);
		kiln_d3 there = kiln_d3_along(kiln_d3_from(c->on_a), (double)c->depth, kiln_d3_from(m->normal));
		assert_true(kiln_d3_length2(kiln_d3_sub(there, kiln_d3_from(c->on_b))) < 1e-10);
		kiln_d3 own_a = manifold_posed(&a->pose, kiln_d3_from(m->contacts[i].own_a));
		kiln_d3 own_b = manifold_posed(&b->pose, kiln_d3_from(m->contacts[i].own_b));
		assert_true(sqrt(kiln_d3_length2(kiln_d3_sub(own_a, kiln_d3_from(c->on_a)))) < drift);
		assert_true(sqrt(kiln_d3_length2(kiln_d3_sub(own_b, kiln_d3_from(c->on_b)))) < drift);
	}
}

static void a_rocking_box_gathers_four_contacts(void **state)
{
	(void)state;
	kiln_lasting_manifold m = {.count = 0};
	kiln_convex_object b = at(&cube, 0, 0, 0), a = at(&cube, 0.1f, 0.2f, 2.002f);
	uint32_t most = 0;
	for (int frame = 0; frame < 40; ++frame)
	{
		double angle = frame * 0.7;
		a.pose.rotation = (kiln_quat){(float)(1e-3 * cos(angle)), (float)(1e-3 * sin(angle)), 0, 1};
		assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, &skin), KILN_OK);
		check_lasting(&m, &a, &b, 0.02);
		assert_true(m.count > 0);
		most = m.count > most ? m.count : most;
		if (frame > 20)
		{
			kiln_contact c[4];
			for (uint32_t i = 0; i < m.count; ++i)
				c[i] = m.contacts[i].contact;
			assert_int_equal(m.count, 4);
			assert_true(manifold_area(c, 4, m.normal) > 3);
		}
	}
	assert_int_equal(most, 4);
}

static void contacts_carry_age_and_the_callers_data(void **state)
{
	(void)state;
	kiln_lasting_manifold m = {.count = 0};
	// On a corner, so that the contact is the same in every frame.
	kiln_convex_object b = at(&cube, 0, 0, 0), a = at(&cube, 0, 0, (float)(1 + sqrt(3)));
	a.pose.rotation = manifold_turn((kiln_d3){1 / sqrt(3), 1 / sqrt(3), 1 / sqrt(3)}, (kiln_d3){0, 0, -1});
	assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, &skin), KILN_OK);
	assert_int_equal(m.count, 1);
	assert_int_equal(m.contacts[0].age, 0);
	m.contacts[0].user[1] = 42;
	for (uint32_t frame = 1; frame < 5; ++frame)
	{
		a.pose.translation.x += 0.001f;
		assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, &skin), KILN_OK);
		assert_int_equal(m.count, 1);
		assert_int_equal(m.contacts[0].age, frame);
		assert_true(m.contacts[0].user[1] == 42);
	}
}

static void contacts_that_slid_or_parted_are_dropped(void **state)
{
	(void)state;
	kiln_lasting_manifold m = {.count = 0};
	kiln_convex_object b = at(&cube, 0, 0, 0), a = at(&rod, 0, 0, 1.25f);
	a.pose.rotation = (kiln_quat){0, 1e-3f, 0, 1};
	assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, &skin), KILN_OK);
	a.pose.rotation.y = -1e-3f;
	assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, &skin), KILN_OK);
	assert_int_equal(m.count, 2);
	// After a slide of much more than the drift, only new contacts remain.
	a.pose.translation.y = 0.5f;
	assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, &skin), KILN_OK);
	assert_int_equal(m.count, 1);
	assert_int_equal(m.contacts[0].age, 0);
	// Beyond the skin, no contact remains.
	a.pose.translation.z = 1.4f;
	assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, &skin), KILN_OK);
	assert_int_equal(m.count, 0);
	assert_true(m.normal.x == 0 && m.normal.y == 0 && m.normal.z == 0);
}

static void a_lasting_manifolds_deepest_contact_is_that_of_the_whole(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (uint64_t n = 0, trials = trials_random(150); n < trials; ++n)
	{
		manifold_hull p, q;
		manifold_hull_make(&p, &random, 5 + (uint32_t)(fixture_random(&random) % 40), 1);
		manifold_hull_make(&q, &random, 5 + (uint32_t)(fixture_random(&random) % 40), 1);
		kiln_lasting_manifold m = {.count = 0};
		p.object.pose = manifold_pose(&random, 1);
		q.object.pose = manifold_pose(&random, 1);
		for (int frame = 0; frame < 20; ++frame)
		{
			kiln_vec3 move = oracle_vector(&random, 0.01);
			p.object.pose.translation.x += move.x;
			p.object.pose.translation.y += move.y;
			p.object.pose.translation.z += move.z;
			p.object.pose.rotation.x += (float)(0.01 * oracle_signed(&random));
			assert_int_equal(kiln_convex_manifold_update(&m, &p.object, &q.object, &skin), KILN_OK);
			check_lasting(&m, &p.object, &q.object, 0.05);
			kiln_manifold whole;
			assert_int_equal(kiln_convex_manifold(&p.object, &q.object, &skin, NULL, &whole), KILN_OK);
			assert_int_equal(whole.count == 0, m.count == 0);
			if (m.count > 0)
			{
				double depth = (double)whole.contacts[0].depth, mine = (double)m.contacts[0].contact.depth;
				assert_true(fabs(mine - depth) <= fabs(depth) / 64 + 2e-3 * (p.size + q.size));
			}
		}
		manifold_hull_free(&p);
		manifold_hull_free(&q);
	}
}

static void whatever_is_carried_bounds_and_ends_hold(void **state)
{
	(void)state;
	uint64_t random = 4;
	for (int n = 0; n < 2000; ++n)
	{
		kiln_convex_object b = at(&cube, 0, 0, 0), a = at(&rod, 0, 0, 0);
		a.pose = manifold_pose(&random, 1.3);
		kiln_lasting_manifold m;
		uint32_t words[sizeof m / 4];
		for (size_t i = 0; i < sizeof words / 4; ++i)
			words[i] = n % 3 ? (uint32_t)fixture_random(&random) : 0x7fc00000;
		memcpy(&m, words, sizeof m);
		assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, &skin), KILN_OK);
		check_lasting(&m, &a, &b, 0.05);
		const kiln_manifold_options whole = {.skin = skin.skin};
		kiln_manifold other;
		assert_int_equal(kiln_convex_manifold(&a, &b, &whole, NULL, &other), KILN_OK);
		assert_int_equal(m.count == 0, other.count == 0);
	}
}

static void what_is_not_usable_empties_it(void **state)
{
	(void)state;
	kiln_convex_object a = at(&cube, 0, 0, 1.9f), b = at(&cube, 0, 0, 0), bad = at(&cube, 0, INFINITY, 0);
	kiln_lasting_manifold m = {.count = 0};
	const kiln_lasting_manifold zero = {.count = 0};
	assert_int_equal(kiln_convex_manifold_update(NULL, &a, &b, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_convex_manifold_update(&m, &a, &b, NULL), KILN_OK);
	assert_true(m.count > 0);
	assert_int_equal(kiln_convex_manifold_update(&m, &a, &bad, NULL), KILN_E_ARGUMENT);
	assert_memory_equal(&m, &zero, sizeof m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_of_many_keep_the_deepest_and_the_area),
		cmocka_unit_test(reduction_knows_no_order),
		cmocka_unit_test(of_a_line_the_ends_stay),
		cmocka_unit_test(a_rocking_box_gathers_four_contacts),
		cmocka_unit_test(contacts_carry_age_and_the_callers_data),
		cmocka_unit_test(contacts_that_slid_or_parted_are_dropped),
		cmocka_unit_test(a_lasting_manifolds_deepest_contact_is_that_of_the_whole),
		cmocka_unit_test(whatever_is_carried_bounds_and_ends_hold),
		cmocka_unit_test(what_is_not_usable_empties_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
