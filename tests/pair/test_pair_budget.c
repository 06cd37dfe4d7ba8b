// SPDX-License-Identifier: MIT
#include "kiln/school.h"
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

/// Budgets of pair queries: with a sufficient budget the answer equals that without one; with less, the query reports
/// it, and its partial answer is correct.

typedef enum question
{
	ASK_COLLIDE,
	ASK_CONTACTS,
	ASK_DISTANCE,
	ASK_WITHIN,
	ASK_IMPACT,
	ASK_DEPTH,
	ASK_MANIFOLDS,
	ASK_KINDS,
} question;

#define NUMBERS_MOST 400
#define ROOM 32

/// An answer as numbers, for comparison without the padding of structs.
typedef struct answer
{
	kiln_status status;
	bool yes;
	uint32_t count;
	float distance;
	uint32_t numbers[NUMBERS_MOST];
	uint32_t length;
} answer;

typedef struct asked
{
	kiln_object a, b;
	kiln_sweep sweep;
	float within;
} asked;

static void put(answer *to, uint32_t number)
{
	assert_true(to->length < NUMBERS_MOST);
	to->numbers[to->length++] = number;
}

static void put_float(answer *to, float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof bits);
	put(to, bits);
}

static void put_point(answer *to, kiln_vec3 p)
{
	put_float(to, p.x);
	put_float(to, p.y);
	put_float(to, p.z);
}

static void put_names(answer *to, uint32_t node_a, uint32_t node_b, uint32_t triangle_a, uint32_t triangle_b)
{
	put(to, node_a);
	put(to, node_b);
	put(to, triangle_a);
	put(to, triangle_b);
}

static void ask_pairs(const asked *q, question kind, const kiln_pair_options *options, answer *to)
{
	kiln_pair pairs[ROOM];
	if (kind == ASK_COLLIDE)
	{
		to->status = kiln_pair_collide(&q->a, &q->b, options, &to->yes, &pairs[0]);
		to->count = to->yes;
	}
	else
		to->status = kiln_pair_contacts(&q->a, &q->b, options, pairs, ROOM, &to->count);
	for (uint64_t i = 0; i < to->count && i < ROOM; ++i)
		put_names(to, pairs[i].node_a, pairs[i].node_b, pairs[i].triangle_a, pairs[i].triangle_b);
}

static void ask_manifolds(const asked *q, const kiln_pair_options *options, answer *to)
{
	kiln_pair_manifold manifolds[ROOM];
	to->status = kiln_pair_manifolds(&q->a, &q->b, options, NULL, manifolds, ROOM, &to->count);
	for (uint64_t i = 0; i < to->count && i < ROOM; ++i)
	{
		const kiln_pair_manifold *m = &manifolds[i];
		put_names(to, m->node_a, m->node_b, m->triangle_a, m->triangle_b);
		put_point(to, m->manifold.normal);
		put(to, m->manifold.count);
	}
}

static answer ask(const asked *q, question kind, const kiln_pair_options *options)
{
	answer to = {.status = KILN_OK};
	kiln_pair_separation s;
	kiln_pair_impact impact;
	kiln_pair_depth depth;
	switch (kind)
	{
	case ASK_COLLIDE:
	case ASK_CONTACTS:
		ask_pairs(q, kind, options, &to);
		break;
	case ASK_DISTANCE:
		to.status = kiln_pair_distance(&q->a, &q->b, options, &s);
		to.yes = s.found;
		to.distance = s.distance;
		put_float(&to, s.distance);
		put_point(&to, s.on_a);
		put_point(&to, s.on_b);
		put_names(&to, s.node_a, s.node_b, s.triangle_a, s.triangle_b);
		break;
	case ASK_WITHIN:
		to.status = kiln_pair_within(&q->a, &q->b, q->within, options, &to.yes);
		break;
	case ASK_IMPACT:
		to.status = kiln_pair_time_of_impact(&q->a, NULL, &q->b, &q->sweep, 0, options, &impact);
		to.yes = impact.hit;
		to.distance = impact.t;
		put_float(&to, impact.t);
		put_float(&to, impact.gap);
		put_point(&to, impact.point);
		put_point(&to, impact.normal);
		put_names(&to, impact.node_a, impact.node_b, impact.triangle_a, impact.triangle_b);
		break;
	case ASK_DEPTH:
		to.status = kiln_pair_penetration(&q->a, &q->b, options, &depth);
		to.yes = depth.touching;
		to.distance = depth.depth;
		put_float(&to, depth.depth);
		put_point(&to, depth.normal);
		put_point(&to, depth.on_a);
		put_names(&to, depth.node_a, depth.node_b, depth.triangle_a, depth.triangle_b);
		break;
	default:
		ask_manifolds(q, options, &to);
		break;
	}
	return to;
}

static void assert_same(const answer *one, const answer *other)
{
	assert_int_equal(one->status, other->status);
	assert_int_equal(one->yes, other->yes);
	assert_int_equal(one->count, other->count);
	assert_int_equal(one->length, other->length);
	assert_memory_equal(one->numbers, other->numbers, one->length * sizeof *one->numbers);
}

/// Manifolds are sorted after the search; the other lists are the beginning of the whole list.
static void check_list(question kind, const answer *part, const answer *whole)
{
	assert_true(part->count <= whole->count);
	if (kind == ASK_CONTACTS)
		assert_memory_equal(part->numbers, whole->numbers, part->length * sizeof *part->numbers);
	const uint32_t size = kind == ASK_MANIFOLDS ? 8 : 4;
	for (uint32_t i = 0; whole->count <= ROOM && i < part->length; i += size)
	{
		bool found = false;
		for (uint32_t k = 0; k < whole->length; k += size)
			found = found || memcmp(&part->numbers[i], &whole->numbers[k], size * sizeof(uint32_t)) == 0;
		assert_true(found);
	}
}

/// Checks the partial answer of a query that used up its budget.
static void check_part(question kind, const answer *part, const answer *whole)
{
	switch (kind)
	{
	case ASK_COLLIDE:
	case ASK_WITHIN:
		assert_false(part->yes);
		break;
	case ASK_DISTANCE:
		assert_true(!part->yes || (whole->yes && part->distance >= whole->distance));
		break;
	case ASK_IMPACT:
		assert_true(!part->yes && part->distance <= (whole->yes ? whole->distance : 1));
		break;
	case ASK_DEPTH:
		assert_true(!part->yes || (whole->yes && part->distance <= whole->distance));
		break;
	default:
		check_list(kind, part, whole);
	}
}

typedef struct cancelling
{
	uint64_t calls, from; ///< the call from which on it returns true
} cancelling;

static bool cancel(void *user)
{
	cancelling *c = user;
	return ++c->calls >= c->from;
}

/// Returns the work of the whole answer.
static uint64_t check_budgets(const asked *q, question kind, const kiln_pair_options *options, uint64_t tries)
{
	kiln_pair_options with = *options;
	const answer whole = ask(q, kind, options);
	assert_int_equal(whole.status, KILN_OK);
	kiln_budget all = {.work = UINT64_MAX};
	with.budget = &all;
	answer got = ask(q, kind, &with);
	assert_same(&got, &whole);
	assert_false(all.ended);
	const uint64_t need = all.used, step = need / tries + 1;
	for (uint64_t work = 0; work < need; work += work + step < need ? step : need - 1 - work ? need - 1 - work : 1)
	{
		kiln_budget budget = {.work = work};
		with.budget = &budget;
		got = ask(q, kind, &with);
		assert_int_equal(got.status, KILN_E_BUDGET);
		assert_true(budget.ended && budget.used <= work);
		check_part(kind, &got, &whole);
	}
	// Exactly the needed budget, remaining from a larger one; the flag of an earlier query is cleared.
	kiln_budget enough = {.work = need + 5, .used = 5, .ended = true};
	with.budget = &enough;
	got = ask(q, kind, &with);
	assert_same(&got, &whole);
	assert_true(!enough.ended && enough.used == need + 5);
	return need;
}

static void check_cancel(const asked *q, question kind, const kiln_pair_options *options, uint64_t need)
{
	kiln_pair_options with = *options;
	cancelling never = {.from = UINT64_MAX};
	kiln_budget budget = {.work = UINT64_MAX, .cancel = cancel, .user = &never};
	const answer whole = ask(q, kind, options);
	with.budget = &budget;
	answer got = ask(q, kind, &with);
	assert_same(&got, &whole);
	// A step of work may be larger than a unit, but not larger than the stride.
	assert_int_equal(never.calls, 1 + need / KILN_BUDGET_STRIDE);
	for (uint64_t from = 1; from <= never.calls && from < 6; ++from)
	{
		cancelling some = {.from = from};
		budget = (kiln_budget){.work = UINT64_MAX, .cancel = cancel, .user = &some};
		got = ask(q, kind, &with);
		assert_int_equal(got.status, KILN_E_BUDGET);
		assert_int_equal(some.calls, from);
		assert_true(budget.ended);
		check_part(kind, &got, &whole);
	}
}

static asked some_question(const kiln_asset *a, const kiln_asset *b, uint64_t *random, float size)
{
	asked q = {.a = kiln_object_from_asset(a, NULL), .within = size * (0.1f + fixture_random_unit(random))};
	const kiln_pose pose = {oracle_rotation(random), oracle_vector(random, (double)size), 1};
	q.b = kiln_object_from_asset(b, &pose);
	q.sweep.from = pose;
	q.sweep.to = (kiln_pose){oracle_rotation(random), oracle_vector(random, (double)size), 1};
	return q;
}

static void any_budget_gives_the_whole_answer_or_says_that_it_does_not(void **state)
{
	(void)state;
	fixture_blob blob;
	kiln_asset asset;
	uint64_t random = 3, longest = 0;
	assert_true(fixture_blob_small(&blob));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	for (int trial = 0; trial < 12; ++trial)
	{
		asked q = some_question(&asset, &asset, &random, trial % 3 ? 2 : 6);
		if (trial % 4 == 3)
		{
			q.a.shape = 0;
			q.b.shape = asset.shape_count - 1;
		}
		for (question kind = 0; kind < ASK_KINDS; ++kind)
			for (uint32_t descent = 0; descent < KILN_SCHOOL_DESCENTS; ++descent)
			{
				const kiln_pair_options options = {.descent = kiln_school_descent(descent)};
				uint64_t need = check_budgets(&q, kind, &options, descent ? 12 : 120);
				longest = need > longest ? need : longest;
				if (descent == 0)
					check_cancel(&q, kind, &options, need);
			}
	}
	assert_true(longest > 2 * KILN_BUDGET_STRIDE);
	fixture_blob_free(&blob);
}

static void solids_and_compounds_have_budgets_too(void **state)
{
	(void)state;
	uint64_t random = 21;
	compound c;
	const compound_plan plan = {
		.spheres = 1, .boxes = 1, .capsules = 1, .hulls = 3, .grounds = 1, .copies = 2, .spread = 1};
	compound_make(&c, &random, &plan);
	for (int trial = 0; trial < 10; ++trial)
	{
		asked q = some_question(&c.cooked.asset, &c.cooked.asset, &random, trial % 2 ? 1 : 5);
		if (trial > 5)
		{
			q.a.shape = (uint32_t)trial % c.cooked.asset.shape_count;
			q.b.shape = trial > 7 ? (uint32_t)(trial + 1) % c.cooked.asset.shape_count : KILN_NONE;
		}
		for (question kind = 0; kind < ASK_KINDS; ++kind)
		{
			const kiln_pair_options options = {.descent = NULL};
			check_cancel(&q, kind, &options, check_budgets(&q, kind, &options, 40));
		}
	}
	compound_free(&c);
}

static void every_instruction_set_counts_the_same_work(void **state)
{
	(void)state;
	shape_asset scalar = shape_asset_mixed(KILN_ISA_SCALAR), widest = shape_asset_mixed(KILN_ISA_AUTO);
	uint64_t random = 9;
	for (int trial = 0; trial < 6; ++trial)
	{
		const asked one = some_question(&scalar.asset, &scalar.asset, &random, 3);
		asked other = one;
		other.a.asset = other.b.asset = &widest.asset;
		for (question kind = 0; kind < ASK_KINDS; ++kind)
		{
			kiln_budget counts[2] = {{.work = UINT64_MAX}, {.work = UINT64_MAX}};
			kiln_pair_options options = {.budget = &counts[0]};
			const answer first = ask(&one, kind, &options);
			options.budget = &counts[1];
			const answer second = ask(&other, kind, &options);
			assert_same(&first, &second);
			assert_int_equal(counts[0].used, counts[1].used);
			assert_true(counts[0].used > 0);
			// Half of the budget ends both at the same place.
			for (int i = 0; i < 2; ++i)
				counts[i] = (kiln_budget){.work = counts[i].used / 2};
			options.budget = &counts[0];
			const answer part = ask(&one, kind, &options);
			options.budget = &counts[1];
			const answer same = ask(&other, kind, &options);
			assert_same(&part, &same);
		}
	}
	shape_asset_free(&scalar);
	shape_asset_free(&widest);
}

/// An ended query leaves the front valid for the next query.
static void a_front_outlives_what_ended_early(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_sphere(24, 32, 1), other = fixture_ground(12, 3);
	shape_asset ball = shape_asset_of(&mesh, KILN_ISA_AUTO), ground = shape_asset_of(&other, KILN_ISA_AUTO);
	uint64_t random = 31;
	size_t size = kiln_front_size(4000);
	void *memory = fixture_memory(size);
	kiln_front front;
	kiln_front_init(&front, memory, size);
	kiln_pose pose = {.translation = {6, 6, 3.5f}};
	int ended = 0;
	for (int frame = 0; frame < 600; ++frame)
	{
		pose.translation.x += 0.002f * (fixture_random_unit(&random) - 0.5f);
		pose.translation.z += 0.002f * (fixture_random_unit(&random) - 0.6f);
		if (frame % 100 == 99)
			kiln_front_clear(&front);
		asked q = {.a = kiln_object_from_asset(&ground.asset, NULL), .b = kiln_object_from_asset(&ball.asset, &pose)};
		q.within = 0.8f;
		const question kinds[] = {ASK_DISTANCE, ASK_WITHIN, ASK_COLLIDE, ASK_CONTACTS};
		const question kind = kinds[frame / 50 % 4];
		const kiln_pair_options plain = {.upper = 0};
		kiln_pair_options kept = {.front = &front};
		const answer whole = ask(&q, kind, &plain);
		kiln_budget budget = {.work = fixture_random(&random) % 40};
		kept.budget = frame % 3 ? &budget : NULL;
		const answer got = ask(&q, kind, &kept);
		if (got.status == KILN_OK)
		{
			assert_int_equal(got.yes, whole.yes);
			assert_int_equal(got.count, whole.count);
			assert_true(got.distance == whole.distance);
			continue;
		}
		++ended;
		assert_int_equal(got.status, KILN_E_BUDGET);
		check_part(kind == ASK_CONTACTS ? ASK_MANIFOLDS + 1 : kind, &got, &whole);
	}
	assert_true(ended > 50);
	free(memory);
	shape_asset_free(&ball);
	shape_asset_free(&ground);
}

// --- Groups -----------------------------------------------------------------------------------------------------------

#define MEMBERS 40

static bool count_pair(void *user, uint32_t index, const kiln_pair *pair)
{
	(void)pair;
	++((uint32_t *)user)[index];
	return true;
}

static void groups_say_of_which_objects_they_do_not_know(void **state)
{
	(void)state;
	fixture_blob blob;
	kiln_asset asset;
	uint64_t random = 17;
	kiln_object others[MEMBERS];
	bool all[MEMBERS], some[MEMBERS];
	uint32_t counts[2][MEMBERS], seen[MEMBERS];
	kiln_status statuses[MEMBERS];
	assert_true(fixture_blob_small(&blob));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	const kiln_object a = kiln_object_from_asset(&asset, NULL);
	for (size_t i = 0; i < MEMBERS; ++i)
	{
		const kiln_pose pose = {oracle_rotation(&random), oracle_vector(&random, 8), 1};
		others[i] = kiln_object_from_asset(&asset, &pose);
	}
	kiln_pair_separation nearest, near;
	kiln_budget budget = {.work = UINT64_MAX};
	kiln_pair_options options = {.budget = &budget};
	assert_int_equal(kiln_pair_collide_group(&a, others, MEMBERS, NULL, all, NULL, NULL), KILN_OK);
	assert_int_equal(kiln_pair_contacts_visit_group(&a, others, MEMBERS, NULL, NULL, NULL, counts[0], NULL), KILN_OK);
	assert_int_equal(kiln_pair_distance_group(&a, others, MEMBERS, NULL, &nearest, NULL, NULL), KILN_OK);
	assert_int_equal(kiln_pair_collide_group(&a, others, MEMBERS, &options, some, NULL, statuses), KILN_OK);
	const uint64_t need = budget.used;
	for (uint64_t work = 0; work <= need; work += need / 100 + 1)
	{
		budget = (kiln_budget){.work = work};
		kiln_status status = kiln_pair_collide_group(&a, others, MEMBERS, &options, some, NULL, statuses);
		assert_int_equal(status, work < need ? KILN_E_BUDGET : KILN_OK);
		for (int i = 0; i < MEMBERS; ++i)
			assert_true(statuses[i] == KILN_OK ? some[i] == all[i] : statuses[i] == KILN_E_BUDGET && !some[i]);
		budget = (kiln_budget){.work = work};
		memset(seen, 0, sizeof seen);
		status = kiln_pair_contacts_visit_group(&a, others, MEMBERS, &options, count_pair, seen, counts[1], statuses);
		for (int i = 0; i < MEMBERS; ++i)
		{
			assert_int_equal(seen[i], counts[1][i]);
			assert_true(statuses[i] == KILN_OK ? counts[1][i] == counts[0][i] : counts[1][i] <= counts[0][i]);
		}
		budget = (kiln_budget){.work = work};
		status = kiln_pair_distance_group(&a, others, MEMBERS, &options, &near, NULL, NULL);
		assert_true(status == KILN_OK ? near.distance == nearest.distance
									  : status == KILN_E_BUDGET && (!near.found || near.distance >= nearest.distance));
	}
	fixture_blob_free(&blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_budget_gives_the_whole_answer_or_says_that_it_does_not),
		cmocka_unit_test(solids_and_compounds_have_budgets_too),
		cmocka_unit_test(every_instruction_set_counts_the_same_work),
		cmocka_unit_test(a_front_outlives_what_ended_early),
		cmocka_unit_test(groups_say_of_which_objects_they_do_not_know),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
