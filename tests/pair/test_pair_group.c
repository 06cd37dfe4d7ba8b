// SPDX-License-Identifier: MIT
#include "kiln/school.h"
#include "pair/group.h"
#include "support/asset_fixture.h"
#include "support/compound_case.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares queries of many objects against one with the single queries.

#define MOST 80
#define PAIRS_MOST 30000
#define ALL_TREES ((1u << KILN_TREE_KIND_END) - 1u)

static const compound_plan mixed = {
	.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 1, .grounds = 2, .copies = 2, .spread = 1.5};

static kiln_pose random_pose(uint64_t *random, kiln_vec3 around, double spread, float scale)
{
	kiln_vec3 at = oracle_vector(random, spread);
	return (kiln_pose){oracle_rotation(random), {around.x + at.x, around.y + at.y, around.z + at.z}, scale};
}

static bool same_bits(const kiln_vec3 *a, const kiln_vec3 *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

static void check_pair(const kiln_pair *a, const kiln_pair *b)
{
	assert_int_equal(a->node_a, b->node_a);
	assert_int_equal(a->node_b, b->node_b);
	assert_int_equal(a->triangle_a, b->triangle_a);
	assert_int_equal(a->triangle_b, b->triangle_b);
	assert_int_equal(a->coplanar, b->coplanar);
	assert_true(same_bits(&a->ends[0], &b->ends[0]) && same_bits(&a->ends[1], &b->ends[1]));
}

/// The answers of the single queries.
typedef struct singles
{
	kiln_status status[MOST];
	bool touching[MOST];
	kiln_pair first[MOST];
	kiln_pair_separation separation[MOST];
	uint32_t count[MOST];
	uint32_t total;
} singles;

static singles *singles_of(
	const kiln_object *a, const kiln_object *others, uint32_t count, const kiln_pair_options *options)
{
	singles *s = calloc(1, sizeof *s);
	assert_non_null(s);
	assert_in_range(count, 0, MOST);
	for (size_t i = 0; i < count; ++i)
	{
		s->status[i] = kiln_pair_collide(a, &others[i], options, &s->touching[i], &s->first[i]);
		assert_int_equal(kiln_pair_distance(a, &others[i], options, &s->separation[i]), s->status[i]);
		assert_int_equal(kiln_pair_contacts(a, &others[i], options, NULL, 0, &s->count[i]), s->status[i]);
		s->total += s->count[i];
	}
	return s;
}

// --- Each question ----------------------------------------------------------------------------------------------------

static kiln_status first_bad(const singles *s, uint32_t count)
{
	for (size_t i = 0; i < count; ++i)
		if (s->status[i])
			return s->status[i];
	return KILN_OK;
}

static void check_collide(
	const singles *s, const kiln_object *a, const kiln_object *others, uint32_t count, const kiln_pair_options *options)
{
	bool touching[MOST + 1];
	kiln_pair firsts[MOST + 1];
	kiln_status statuses[MOST + 1];
	memset(touching, 1, sizeof touching);
	statuses[count] = KILN_E_HASH;
	firsts[count].node_a = 12345;
	assert_int_equal(
		kiln_pair_collide_group(a, others, count, options, touching, firsts, statuses), first_bad(s, count));
	for (size_t i = 0; i < count; ++i)
	{
		assert_int_equal(statuses[i], s->status[i]);
		assert_int_equal(touching[i], s->touching[i]);
		check_pair(&firsts[i], &s->first[i]);
	}
	assert_true(touching[count] && statuses[count] == KILN_E_HASH && firsts[count].node_a == 12345);
	memset(touching, 1, sizeof touching);
	kiln_pair_collide_group(a, others, count, options, touching, NULL, NULL);
	assert_memory_equal(touching, s->touching, count);
}

/// Contacts in the order of the visits.
typedef struct contact_list
{
	kiln_pair *pairs;
	uint32_t *index;
	uint32_t count, most;
} contact_list;

static bool take_contact(void *user, uint32_t index, const kiln_pair *pair)
{
	contact_list *list = user;
	assert_true(list->count < PAIRS_MOST);
	list->pairs[list->count] = *pair;
	list->index[list->count] = index;
	return ++list->count < list->most;
}

static bool take_single(void *user, const kiln_pair *pair)
{
	contact_list *list = user;
	list->pairs[list->count++] = *pair;
	return true;
}

static void check_contacts(
	const singles *s, const kiln_object *a, const kiln_object *others, uint32_t count, const kiln_pair_options *options)
{
	if (s->total >= PAIRS_MOST)
		return;
	contact_list list = {
		.pairs = calloc(PAIRS_MOST, sizeof *list.pairs), .index = calloc(PAIRS_MOST, sizeof(uint32_t))};
	contact_list wanted = {.pairs = calloc(PAIRS_MOST, sizeof *wanted.pairs)};
	assert_true(list.pairs && list.index && wanted.pairs);
	list.most = UINT32_MAX;
	uint32_t counts[MOST] = {0}, calls = 0;
	kiln_status statuses[MOST], bad = first_bad(s, count);
	assert_int_equal(
		kiln_pair_contacts_visit_group(a, others, count, options, take_contact, &list, counts, statuses), bad);
	assert_int_equal(list.count, s->total);
	for (size_t i = 0; i < count; ++i)
	{
		assert_int_equal(counts[i], s->count[i]);
		assert_int_equal(statuses[i], s->status[i]);
		wanted.count = 0;
		assert_int_equal(kiln_pair_contacts_visit(a, &others[i], options, take_single, &wanted, NULL), s->status[i]);
		for (uint64_t k = 0; k < wanted.count; ++k, ++calls)
		{
			assert_int_equal(list.index[calls], i);
			check_pair(&list.pairs[calls], &wanted.pairs[k]);
		}
	}
	memset(counts, 0xff, sizeof counts);
	assert_int_equal(kiln_pair_contacts_visit_group(a, others, count, options, NULL, NULL, counts, NULL), bad);
	assert_memory_equal(counts, s->count, count * sizeof *counts);
	if (s->total > 1)
	{
		list.count = 0;
		list.most = s->total / 2;
		assert_int_equal(
			kiln_pair_contacts_visit_group(a, others, count, options, take_contact, &list, counts, statuses), bad);
		assert_int_equal(list.count, list.most);
		uint64_t sum = 0;
		for (size_t i = 0; i < count; sum += counts[i++])
			assert_int_equal(statuses[i], s->status[i]);
		assert_int_equal(sum, list.most);
	}
	free(list.pairs);
	free(list.index);
	free(wanted.pairs);
}

/// Returns the first of the nearest, or of those that are close enough.
static uint32_t nearest_of(const singles *s, uint32_t count, const kiln_pair_options *options)
{
	uint32_t best = KILN_NONE;
	for (uint32_t i = 0; i < count; ++i)
	{
		if (!s->separation[i].found)
			continue;
		if (best == KILN_NONE || s->separation[i].distance < s->separation[best].distance)
			best = i;
		if (s->separation[i].distance <= (options ? options->lower : 0))
			return i;
	}
	return best;
}

static void check_distance(
	const singles *s, const kiln_object *a, const kiln_object *others, uint32_t count, const kiln_pair_options *options)
{
	kiln_pair_separation near = {.found = true};
	kiln_status statuses[MOST];
	uint32_t index = 77, wanted = nearest_of(s, count, options);
	assert_int_equal(kiln_pair_distance_group(a, others, count, options, &near, &index, statuses), first_bad(s, count));
	assert_memory_equal(statuses, s->status, count * sizeof *statuses);
	assert_int_equal(index, wanted);
	if (wanted == KILN_NONE)
	{
		assert_false(near.found);
		assert_int_equal(near.node_a & near.node_b & near.triangle_a & near.triangle_b, KILN_NONE);
		return;
	}
	const kiln_pair_separation *single = &s->separation[wanted];
	assert_true(near.found && near.distance == single->distance);
	assert_true(same_bits(&near.on_a, &single->on_a) && same_bits(&near.on_b, &single->on_b));
	assert_int_equal(near.node_a, single->node_a);
	assert_int_equal(near.node_b, single->node_b);
	assert_int_equal(near.triangle_a, single->triangle_a);
	assert_int_equal(near.triangle_b, single->triangle_b);
}

/// Checks that objects that are left out are farther away, and that work is counted.
static void check_left_out(
	const singles *s, const kiln_object *a, const kiln_object *others, uint32_t count, const kiln_pair_options *options)
{
	kiln_group_one one;
	assert_true(kilni_group_one_of(&one, a));
	kiln_pair_counters wanted = {0}, counted = {0};
	kiln_pair_options counting = options ? *options : (kiln_pair_options){.descent = NULL};
	for (size_t i = 0; i < count; i += KILN_GROUP_RUN)
	{
		kiln_pair_side side;
		kiln_group_box boxes[KILN_GROUP_RUN];
		uint32_t members = 0;
		for (uint32_t k = 0; k < KILN_GROUP_RUN && i + k < count; ++k)
			if (kilni_pair_side_of(&side, &others[i + k]))
			{
				boxes[k] = kilni_group_box_of(&one, &side);
				members |= 1u << k;
				++wanted.updates;
			}
		uint32_t met = kilni_group_in_question(&one, boxes, members, 0, &wanted);
		for (uint32_t k = 0; k < KILN_GROUP_RUN && i + k < count; ++k)
		{
			if (!(members >> k & 1u))
				continue;
			const kiln_pair_separation *near = &s->separation[i + k];
			if (near->found && near->distance > 0)
				for (int part = 1; part <= 2; ++part)
				{
					double distance = (double)near->distance * (part == 1 ? 1 + 0x1p-20 : 1.5);
					assert_int_equal(kilni_group_in_question(&one, boxes, 1u << k, distance, NULL), 1u << k);
				}
			bool touching;
			counting.counters = &wanted;
			if (met >> k & 1u)
				kiln_pair_collide(a, &others[i + k], &counting, &touching, NULL);
			else
				assert_false(s->touching[i + k]);
		}
	}
	bool touching[MOST];
	counting.counters = &counted;
	kiln_pair_collide_group(a, others, count, &counting, touching, NULL, NULL);
	assert_memory_equal(&counted, &wanted, sizeof wanted);
}

/// Checks all queries. Returns how many objects touch a.
static size_t check_group(
	const kiln_object *a, const kiln_object *others, uint32_t count, const kiln_pair_options *options)
{
	singles *s = singles_of(a, others, count, options);
	check_collide(s, a, others, count, options);
	check_contacts(s, a, others, count, options);
	check_distance(s, a, others, count, options);
	check_left_out(s, a, others, count, options);
	size_t touching = 0;
	for (size_t i = 0; i < count; ++i)
		touching += s->touching[i];
	free(s);
	return touching;
}

// --- Claims -----------------------------------------------------------------------------------------------------------

static void members_that_are_assets_meshes_and_solids_are_answered_as_alone(void **state)
{
	(void)state;
	uint64_t random = 1;
	size_t touching = 0, all = 0;
	kiln_object others[MOST];
	for (int trial = 0; trial < 12; ++trial)
	{
		compound one, other;
		compound_make(&one, &random, &mixed);
		compound_make(&other, &random, &mixed);
		const float scales[4] = {0, 0.3f, 2, 1};
		const kiln_vec3 origin = {0, 0, 0};
		const kiln_pose pose = random_pose(&random, origin, 2, scales[trial % 4]);
		const uint32_t shapes = one.cooked.asset.shape_count;
		kiln_object a = kiln_object_from_asset(&one.cooked.asset, trial % 3 ? &pose : NULL);
		if (trial % 2)
			a.shape = (uint32_t)trial / 2 % shapes;
		uint32_t count = 1 + (uint32_t)(fixture_random(&random) % MOST);
		kiln_vec3 around = {0, 0, 0};
		for (size_t i = 0; i < count; ++i)
		{
			// Clusters of a dozen, or distributed uniformly.
			if (i % 12 == 0)
				around = oracle_vector(&random, trial % 2 ? 1.5 : 4);
			const kiln_pose at = random_pose(&random, around, trial % 3 ? 0.5 : 3, i % 3 ? 0.2f : 1);
			others[i] = kiln_object_from_asset(&other.cooked.asset, &at);
			if (i % 4)
				others[i].shape = (uint32_t)(fixture_random(&random) % other.cooked.asset.shape_count);
		}
		const kiln_pair_options options = {.descent = kiln_school_descent((uint32_t)trial % KILN_SCHOOL_DESCENTS)};
		touching += check_group(&a, others, count, &options);
		all += count;
		compound_free(&one);
		compound_free(&other);
	}
	assert_true(touching > 40 && touching < all - 40);
}

static void meshes_near_a_large_surface_are_answered_as_alone_by_every_tree(void **state)
{
	(void)state;
	uint64_t random = 2;
	size_t touching = 0, all = 0;
	compound c;
	compound_plan plan = {.grounds = 2, .spread = 0.5, .trees = ALL_TREES};
	compound_make(&c, &random, &plan);
	fixture_mesh ground = fixture_ground(40, 5), sphere = fixture_sphere(6, 9, 0.6f);
	shape_asset wide = shape_asset_of(&ground, KILN_ISA_AUTO), ball = shape_asset_of(&sphere, KILN_ISA_AUTO);
	kiln_object others[MOST];
	for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
	{
		for (size_t i = 0; i < MOST; ++i)
		{
			const kiln_vec3 at = {40 * fixture_random_unit(&random), 40 * fixture_random_unit(&random),
				6 * fixture_random_unit(&random) - 3};
			const kiln_pose pose = random_pose(&random, at, 0.1, 0);
			others[i] = kiln_object_from_asset(i % 2 ? &ball.asset : &c.cooked.asset, &pose);
			others[i].trees = 1u << kind;
		}
		const kiln_object flat = kiln_object_from_asset(&wide.asset, NULL);
		touching += check_group(&flat, others, MOST, NULL);
		kiln_object a = kiln_object_from_asset(&c.cooked.asset, NULL);
		a.trees = 1u << kind;
		for (size_t i = 0; i < MOST; ++i)
			others[i].pose.translation = oracle_vector(&random, 4);
		touching += check_group(&a, others, MOST, NULL);
		a.shape = 0;
		touching += check_group(&a, others, MOST, NULL);
		all += 3 * MOST;
	}
	assert_true(touching > 100 && touching < all - 100);
	compound_free(&c);
	shape_asset_free(&wide);
	shape_asset_free(&ball);
}

static void meshes_under_every_transform_far_and_scaled_are_answered_as_alone(void **state)
{
	(void)state;
	uint64_t random = 3;
	size_t touching = 0;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	kiln_object others[MOST];
	const double away[4] = {0, 1e3, 1e6, 1e9};
	for (int trial = 0; trial < 8; ++trial)
	{
		const kiln_vec3 place = oracle_vector(&random, away[trial % 4]);
		const float scale = trial < 4 ? 0 : trial % 2 ? 1e-4f : 1e4f;
		const double size = scale > 0 ? (double)scale : 1;
		const kiln_pose pose = random_pose(&random, place, 1, scale);
		kiln_object a = kiln_object_from_asset(&shapes.asset, &pose);
		for (size_t i = 0; i < 30; ++i)
		{
			const kiln_pose at = random_pose(&random, place, 8 * size, (float)size * (i % 2 ? 0.5f : 1));
			others[i] = kiln_object_from_asset(&shapes.asset, &at);
			if (i % 3)
				others[i].shape = (uint32_t)(i % shapes.asset.shape_count);
		}
		touching += check_group(&a, others, 30, NULL);
		a.shape = (uint32_t)trial % shapes.asset.shape_count;
		touching += check_group(&a, others, 30, NULL);
	}
	assert_true(touching > 40);
	shape_asset_free(&shapes);
}

static void boxes_that_share_a_face_an_edge_or_a_corner_touch_and_a_gap_parts_them(void **state)
{
	(void)state;
	const double place[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	const kilncook_primitive solid = {.shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}};
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset box = shape_asset_of(&mesh, KILN_ISA_AUTO);
	compound c;
	compound_of_primitive(&c, &solid, place);
	kiln_object others[28];
	for (int k = 0; k < 28; ++k)
	{
		int i = k % 14 / 2 + 1;
		float over = k % 2 ? 2 + 0x1p-22f : 2;
		const kiln_pose pose = {.translation = {i & 1 ? over : 0.3f, i & 2 ? over : 0.2f, i & 4 ? over : 0.1f}};
		others[k] = kiln_object_from_asset(k < 14 ? &box.asset : &c.cooked.asset, &pose);
	}
	const kiln_object a = kiln_object_from_asset(&box.asset, NULL), b = kiln_object_from_asset(&c.cooked.asset, NULL);
	assert_int_equal(check_group(&a, others, 14, NULL), 7);
	assert_true(check_group(&a, others, 28, NULL) >= 14);
	assert_true(check_group(&b, others, 28, NULL) >= 14);
	// Of equally near ones the first.
	kiln_pair_separation near;
	uint32_t index;
	for (int k = 0; k < 28; ++k)
		others[k].pose.translation = (kiln_vec3){k % 5 == 3 ? -3 : 4, 0.25f, 0};
	assert_int_equal(kiln_pair_distance_group(&a, others, 28, NULL, &near, &index, NULL), KILN_OK);
	assert_true(near.distance == 1 && index == 3);
	compound_free(&c);
	shape_asset_free(&box);
}

static void bounds_of_distance_are_kept(void **state)
{
	(void)state;
	uint64_t random = 4;
	compound c;
	compound_make(&c, &random, &mixed);
	const kiln_object a = kiln_object_from_asset(&c.cooked.asset, NULL);
	kiln_object others[40];
	const kiln_vec3 beside = {25, 0, 0};
	for (size_t i = 0; i < 40; ++i)
	{
		const kiln_pose pose = random_pose(&random, beside, 12, 0.5f);
		others[i] = kiln_object_from_asset(&c.cooked.asset, &pose);
	}
	// Two at the same place: the first counts.
	others[39] = others[20];
	kiln_pair_separation near;
	uint32_t index;
	assert_int_equal(kiln_pair_distance_group(&a, others, 40, NULL, &near, &index, NULL), KILN_OK);
	assert_true(near.found && near.distance > 0);
	kiln_object swapped = others[0];
	others[0] = others[index];
	others[index] = swapped;
	others[30] = others[0];
	const float d = near.distance;
	const kiln_pair_options options[] = {{.upper = d}, {.upper = 0.999f * d}, {.upper = 4 * d}, {.lower = d},
		{.lower = 3 * d}, {.lower = 2 * d, .upper = 5 * d}};
	for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
	{
		singles *s = singles_of(&a, others, 40, &options[i]);
		check_distance(s, &a, others, 40, &options[i]);
		free(s);
	}
	assert_int_equal(kiln_pair_distance_group(&a, others, 40, NULL, &near, &index, NULL), KILN_OK);
	assert_int_equal(index, 0);
	assert_int_equal(kiln_pair_distance_group(&a, others, 40, &options[1], &near, NULL, NULL), KILN_OK);
	assert_false(near.found);
	compound_free(&c);
}

static void a_bad_member_is_told_and_spoils_no_other(void **state)
{
	(void)state;
	uint64_t random = 5;
	compound c;
	compound_make(&c, &random, &mixed);
	const kiln_object a = kiln_object_from_asset(&c.cooked.asset, NULL);
	const kiln_vec3 origin = {0, 0, 0};
	kiln_object others[50];
	for (size_t bad = 0; bad < 12; ++bad)
	{
		for (size_t i = 0; i < 50; ++i)
		{
			const kiln_pose pose = random_pose(&random, origin, 6, 0.5f);
			others[i] = kiln_object_from_asset(&c.cooked.asset, &pose);
		}
		others[bad].pose.translation.x = NAN;
		others[49 - bad].pose.scale = -1;
		others[20 + bad].pose.rotation.y = INFINITY;
		others[16].shape = c.cooked.asset.shape_count;
		others[17].asset = NULL;
		check_group(&a, others, 50, NULL);
		check_group(&a, &others[bad], 1, NULL);
	}
	compound_free(&c);
}

static void none_and_one_are_groups_and_bad_arguments_clear_all_answers(void **state)
{
	(void)state;
	uint64_t random = 6;
	compound c;
	compound_make(&c, &random, &mixed);
	const kiln_object a = kiln_object_from_asset(&c.cooked.asset, NULL);
	kiln_object others[2] = {a, a}, bad = a;
	assert_int_equal(kiln_pair_collide_group(&a, NULL, 0, NULL, NULL, NULL, NULL), KILN_OK);
	assert_int_equal(kiln_pair_contacts_visit_group(&a, NULL, 0, NULL, NULL, NULL, NULL, NULL), KILN_OK);
	check_group(&a, others, 0, NULL);
	assert_int_equal(check_group(&a, others, 1, NULL), 1);
	assert_int_equal(check_group(&a, others, 2, NULL), 2);
	bad.pose.translation.z = NAN;
	const kiln_pair_options options[2] = {{.upper = -1}, {.lower = NAN}};
	for (int i = 0; i < 5; ++i)
	{
		const kiln_object *one = i == 0 ? &bad : i == 1 ? NULL : &a, *many = i == 2 ? NULL : others;
		const kiln_pair_options *how = i < 3 ? NULL : &options[i - 3];
		bool touching[2] = {true, true};
		kiln_pair firsts[2] = {{.node_a = 1}, {.node_a = 1}};
		kiln_status statuses[2] = {KILN_OK, KILN_OK};
		kiln_pair_separation near = {.found = true};
		uint32_t index = 0;
		uint32_t counts[2] = {7, 7};
		assert_int_equal(kiln_pair_collide_group(one, many, 2, how, touching, firsts, statuses), KILN_E_ARGUMENT);
		assert_false(touching[0] || touching[1]);
		assert_int_equal(firsts[0].node_a & firsts[1].triangle_b, KILN_NONE);
		assert_true(statuses[0] == KILN_E_ARGUMENT && statuses[1] == KILN_E_ARGUMENT);
		assert_int_equal(kiln_pair_contacts_visit_group(one, many, 2, how, NULL, NULL, counts, NULL), KILN_E_ARGUMENT);
		assert_true(counts[0] == 0 && counts[1] == 0);
		assert_int_equal(kiln_pair_distance_group(one, many, 2, how, &near, &index, NULL), KILN_E_ARGUMENT);
		assert_true(!near.found && index == KILN_NONE);
	}
	assert_int_equal(kiln_pair_collide_group(&a, others, 2, NULL, NULL, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_contacts_visit_group(&a, others, 2, NULL, NULL, NULL, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_distance_group(&a, others, 2, NULL, NULL, NULL, NULL), KILN_E_ARGUMENT);
	compound_free(&c);
}

static void members_far_away_cost_one_test_each(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_sphere(20, 30, 2);
	shape_asset ball = shape_asset_of(&mesh, KILN_ISA_AUTO);
	kiln_object others[50];
	for (size_t i = 0; i < 50; ++i)
	{
		const kiln_pose pose = {.translation = {5, (float)i, 0}};
		others[i] = kiln_object_from_asset(&ball.asset, &pose);
	}
	const kiln_object a = kiln_object_from_asset(&ball.asset, NULL);
	kiln_pair_counters count = {0};
	const kiln_pair_counters wanted = {.volume_tests = 50, .updates = 50};
	const kiln_pair_options options = {.counters = &count};
	bool touching[50];
	assert_int_equal(kiln_pair_collide_group(&a, others, 50, &options, touching, NULL, NULL), KILN_OK);
	assert_memory_equal(&count, &wanted, sizeof wanted);
	shape_asset_free(&ball);
}

static void the_deepest_tree_that_culls_nothing_is_walked(void **state)
{
	(void)state;
	shape_asset deep = {.placed = NULL};
	assert_true(fixture_blob_deep(&deep.blob));
	assert_int_equal(kiln_open(&deep.asset, deep.blob.data, deep.blob.size, NULL).status, KILN_OK);
	fixture_mesh mesh = fixture_sphere(3, 3, 1e-3f);
	shape_asset speck = shape_asset_of(&mesh, KILN_ISA_AUTO);
	kiln_object others[20];
	const float *min = deep.asset.scene->bounds_min, *max = deep.asset.scene->bounds_max;
	for (size_t i = 0; i < 20; ++i)
	{
		kiln_pose pose = {.scale = 1e-3f};
		float at = (float)i / 20;
		pose.translation = (kiln_vec3){
			min[0] + at * (max[0] - min[0]), min[1] + at * (max[1] - min[1]), min[2] + at * (max[2] - min[2])};
		others[i] = kiln_object_from_shape(&speck.asset, 0, &pose);
	}
	const kiln_object a = kiln_object_from_shape(&deep.asset, 0, NULL);
	check_group(&a, others, 20, NULL);
	shape_asset_free(&deep);
	shape_asset_free(&speck);
}

static void deformed_objects_are_answered_as_alone(void **state)
{
	(void)state;
	static const uint32_t number = 0;
	uint64_t random = 7;
	size_t touching = 0;
	fixture_mesh mesh = fixture_sphere(9, 13, 2);
	const kilncook_mesh source = {.name = "mesh",
		.positions = mesh.vertices[0],
		.vertex_count = mesh.vertex_count,
		.indices = mesh.triangles[0],
		.index_count = 3 * (uint64_t)mesh.triangle_count};
	const kilncook_node node = {.name = "node", .meshes = &number, .mesh_count = 1};
	const kilncook_scene scene = {.meshes = &source, .mesh_count = 1, .nodes = &node, .node_count = 1};
	const kilncook_options how = {.threads = 1, .trees = ALL_TREES, .deformable = true};
	cooked rest = {.status = KILNCOOK_OK};
	bench_cook(&rest, &scene, &how);
	const size_t size = kiln_deformed_size(&rest.asset, 0, ALL_TREES);
	void *memory = fixture_memory(size);
	kiln_deformed deformed;
	assert_int_equal(kiln_deformed_init(&deformed, &rest.asset, 0, ALL_TREES, memory, size), KILN_OK);
	// The mesh becomes larger and moves.
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			mesh.vertices[i][k] = 1.5f * mesh.vertices[i][k] + (float)(0.2 * oracle_signed(&random)) + (k ? 0 : 4);
	assert_int_equal(kiln_deformed_move(&deformed, mesh.vertices[0], 0, mesh.vertex_count), KILN_OK);
	kiln_object a = kiln_object_from_shape(&rest.asset, 0, NULL), others[40];
	a.deformed = &deformed;
	for (size_t i = 0; i < 40; ++i)
	{
		const kiln_vec3 around = {i % 2 ? 4.0f : 0.0f, 0, 0};
		const kiln_pose pose = random_pose(&random, around, 4, 0.3f);
		others[i] = kiln_object_from_shape(&rest.asset, 0, &pose);
		others[i].deformed = i % 2 ? NULL : &deformed;
		others[i].trees = i % 8 ? 1u << i % 8 % KILN_TREE_KIND_END : 0;
	}
	for (uint32_t kind = 0; kind <= KILN_TREE_KIND_END; ++kind)
	{
		a.trees = kind < KILN_TREE_KIND_END ? 1u << kind : 0;
		touching += check_group(&a, others, 40, NULL);
	}
	assert_true(touching > 30);
	free(memory);
	fixture_mesh_free(&mesh);
	bench_release(&rest);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_that_are_assets_meshes_and_solids_are_answered_as_alone),
		cmocka_unit_test(meshes_near_a_large_surface_are_answered_as_alone_by_every_tree),
		cmocka_unit_test(meshes_under_every_transform_far_and_scaled_are_answered_as_alone),
		cmocka_unit_test(boxes_that_share_a_face_an_edge_or_a_corner_touch_and_a_gap_parts_them),
		cmocka_unit_test(bounds_of_distance_are_kept),
		cmocka_unit_test(a_bad_member_is_told_and_spoils_no_other),
		cmocka_unit_test(none_and_one_are_groups_and_bad_arguments_clear_all_answers),
		cmocka_unit_test(deformed_objects_are_answered_as_alone),
		cmocka_unit_test(members_far_away_cost_one_test_each),
		cmocka_unit_test(the_deepest_tree_that_culls_nothing_is_walked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
