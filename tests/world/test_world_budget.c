// SPDX-License-Identifier: MIT
#include "world_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Budgets of queries of one asset, by the asset's handle, and of a world, by its options.

#define ROOM 512

typedef enum question
{
	ASK_RAY,
	ASK_RAY_ANY,
	ASK_RAY_ALL,
	ASK_CAST,
	ASK_CLOSEST,
	ASK_OVERLAP,
	ASK_OVERLAP_CONVEX,
	ASK_INSIDE,
	ASK_MANIFOLDS,
	ASK_KINDS,
} question;

/// The compared parts of an answer.
typedef struct answer
{
	kiln_status status;
	bool found;
	float measure; ///< t, or a distance
	uint32_t count;
	uint32_t numbers[2 * ROOM]; ///< members or nodes, triangles
	kiln_inside inside;
} answer;

typedef struct asked
{
	kiln_ray ray;
	kiln_sphere ball;
	kiln_convex_shape shape;
	kiln_pose pose;
} asked;

static void put(answer *to, uint32_t i, uint32_t first, uint32_t second)
{
	assert_true(i < ROOM);
	to->numbers[2 * i] = first;
	to->numbers[2 * i + 1] = second;
}

static void put_hit(answer *to, const kiln_hit *hit, uint32_t node)
{
	to->found = hit->hit;
	to->measure = hit->t;
	to->count = hit->hit;
	put(to, 0, node, hit->triangle);
}

static void ask_lists(const kiln_asset *asset, const asked *q, question kind, answer *to)
{
	static kiln_hit hits[ROOM];
	static kiln_overlap overlaps[ROOM];
	static kiln_mesh_manifold manifolds[ROOM];
	const kiln_convex_object object = {.shape = &q->shape, .pose = q->pose};
	const kiln_mesh_contact_options options = {.both_sides = true, .every_edge = true};
	if (kind == ASK_RAY_ALL)
		to->count = kiln_scene_ray_all(asset, &q->ray, hits, ROOM);
	else if (kind == ASK_MANIFOLDS)
		to->status = kiln_scene_manifolds(asset, &object, &options, manifolds, ROOM, &to->count);
	else if (kind == ASK_OVERLAP)
		to->count = kiln_scene_overlap_sphere(asset, &q->ball, overlaps, ROOM);
	else
		to->count = kiln_scene_overlap_convex(asset, &object, overlaps, ROOM);
	for (uint32_t i = 0; i < to->count; ++i)
		if (kind == ASK_RAY_ALL)
			put(to, i, hits[i].node, hits[i].triangle);
		else if (kind == ASK_MANIFOLDS)
			put(to, i, manifolds[i].node, manifolds[i].triangle);
		else
			put(to, i, overlaps[i].node, overlaps[i].triangle);
}

static answer ask(const kiln_asset *asset, const asked *q, question kind)
{
	answer to;
	memset(&to, 0, sizeof to);
	const kiln_motion motion = {.direction = q->ray.direction};
	const kiln_point_query near = {.point = q->ball.center};
	kiln_hit hit;
	kiln_closest closest;
	switch (kind)
	{
	case ASK_RAY:
		hit = kiln_scene_ray_closest(asset, &q->ray);
		put_hit(&to, &hit, hit.node);
		break;
	case ASK_RAY_ANY:
		to.found = kiln_scene_ray_any(asset, &q->ray);
		break;
	case ASK_CAST:
		hit = kiln_scene_cast_sphere(asset, &q->ball, &motion);
		put_hit(&to, &hit, hit.node);
		break;
	case ASK_CLOSEST:
		closest = kiln_scene_closest_point(asset, &near);
		to.found = closest.found;
		to.measure = closest.distance;
		break;
	case ASK_INSIDE:
		to.inside = kiln_scene_point_inside(asset, q->ball.center);
		break;
	default:
		ask_lists(asset, q, kind, &to);
	}
	return to;
}

static void assert_same(const answer *one, const answer *other)
{
	assert_memory_equal(one, other, sizeof *one);
}

static bool lists(const answer *whole, const uint32_t pair[2])
{
	for (uint32_t i = 0; i < whole->count; ++i)
		if (memcmp(&whole->numbers[2 * i], pair, 2 * sizeof *pair) == 0)
			return true;
	return false;
}

static void check_part(question kind, const answer *part, const answer *whole)
{
	if (kind == ASK_RAY || kind == ASK_CAST || kind == ASK_CLOSEST)
		assert_true(!part->found || (whole->found && part->measure >= whole->measure));
	else if (kind == ASK_RAY_ANY)
		assert_true(!part->found || whole->found);
	else if (kind == ASK_INSIDE)
		assert_int_equal(part->inside, KILN_INSIDE_UNKNOWN);
	else
		for (uint32_t i = 0; i < part->count; ++i)
			assert_true(lists(whole, &part->numbers[2 * i]));
	assert_int_equal(part->status, kind == ASK_MANIFOLDS ? KILN_E_BUDGET : KILN_OK);
}

static asked some_question(uint64_t *random, const kiln_asset *asset)
{
	asked q;
	memset(&q, 0, sizeof q);
	const float *low = asset->scene->bounds_min, *high = asset->scene->bounds_max;
	q.ball.center = (kiln_vec3){world_between(random, low[0], high[0]), world_between(random, low[1], high[1]),
		world_between(random, low[2], high[2])};
	q.ball.radius = 0.3f;
	const kiln_vec3 to = {world_between(random, low[0], high[0]), world_between(random, low[1], high[1]),
		world_between(random, low[2], high[2])};
	q.ray.origin = q.ball.center;
	q.ray.direction = (kiln_vec3){to.x - q.ball.center.x, to.y - q.ball.center.y, to.z - q.ball.center.z};
	q.shape = (kiln_convex_shape){.kind = KILN_CONVEX_AABB, .aabb = {{-0.5f, -0.4f, -0.3f}, {0.5f, 0.4f, 0.3f}}};
	q.pose = world_any_pose(random, 1);
	q.pose.translation = q.ball.center;
	q.pose.scale = 1;
	return q;
}

static bool cancel(void *user)
{
	++*(uint64_t *)user;
	return false;
}

static void check(const kiln_asset *asset, const asked *q, question kind)
{
	uint64_t calls = 0;
	kiln_budget all = {.work = UINT64_MAX, .cancel = cancel, .user = &calls};
	kiln_asset limited = *asset;
	const answer whole = ask(asset, q, kind);
	limited.budget = &all;
	answer got = ask(&limited, q, kind);
	assert_same(&got, &whole);
	assert_int_equal(calls, all.used / KILN_BUDGET_STRIDE);
	const uint64_t need = all.used, step = need / 40 + 1;
	for (uint64_t work = 0; work < need; work += step)
	{
		kiln_budget budget = {.work = work};
		limited.budget = &budget;
		got = ask(&limited, q, kind);
		assert_true(budget.ended && budget.used <= work);
		check_part(kind, &got, &whole);
	}
	kiln_budget enough = {.work = need};
	limited.budget = &enough;
	got = ask(&limited, q, kind);
	assert_true(!enough.ended && enough.used == need);
	assert_same(&got, &whole);
}

static void queries_of_an_asset_answer_within_its_budget_or_end(void **state)
{
	(void)state;
	uint64_t random = 4;
	shape_asset meshes = shape_asset_mixed(KILN_ISA_AUTO);
	for (int trial = 0; trial < 25; ++trial)
	{
		const asked q = some_question(&random, &meshes.asset);
		for (question kind = 0; kind < ASK_KINDS; ++kind)
			check(&meshes.asset, &q, kind);
	}
	shape_asset_free(&meshes);
}

static void every_instruction_set_counts_the_same_work(void **state)
{
	(void)state;
	uint64_t random = 6;
	shape_asset scalar = shape_asset_mixed(KILN_ISA_SCALAR), widest = shape_asset_mixed(KILN_ISA_AUTO);
	for (int trial = 0; trial < 100; ++trial)
	{
		const asked q = some_question(&random, &scalar.asset);
		for (question kind = 0; kind < ASK_KINDS; ++kind)
		{
			kiln_budget counts[2] = {{.work = UINT64_MAX}, {.work = UINT64_MAX}};
			kiln_asset one = scalar.asset, other = widest.asset;
			one.budget = &counts[0];
			other.budget = &counts[1];
			const answer first = ask(&one, &q, kind), second = ask(&other, &q, kind);
			assert_same(&first, &second);
			assert_int_equal(counts[0].used, counts[1].used);
		}
	}
	shape_asset_free(&scalar);
	shape_asset_free(&widest);
}

/// Many instances at one place: the high cost of a small asset, and a budget that limits it.
static void instances_in_one_place_end_with_the_budget(void **state)
{
	(void)state;
	enum
	{
		COUNT = 200
	};
	static fixture_node nodes[COUNT];
	fixture_mesh mesh = fixture_ground(10, 3);
	fixture_blob blob;
	kiln_asset asset;
	uint32_t count = 0;
	assert_true(fixture_blob_make(&blob, &mesh, 1, nodes, COUNT));
	assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
	const kiln_object a = kiln_object_from_asset(&asset, NULL);
	kiln_pair_counters work = {0};
	kiln_budget budget = {.work = 5000};
	const kiln_pair_options options = {.budget = &budget, .counters = &work};
	assert_int_equal(kiln_pair_contacts(&a, &a, &options, NULL, 0, &count), KILN_E_BUDGET);
	// A node has eight children, a pair of leaves 64 pairs of triangles.
	assert_true(work.volume_tests <= 8 * budget.work && work.triangle_tests <= 64 * budget.work && count > 0);
	budget = (kiln_budget){.work = 5000};
	asset.budget = &budget;
	const kiln_sphere ball = {.center = {5, 5, 0}, .radius = 20};
	assert_true(kiln_scene_overlap_sphere(&asset, &ball, NULL, 0) > 0 && budget.ended);
	fixture_mesh_free(&mesh);
	fixture_blob_free(&blob);
}

// --- Worlds -----------------------------------------------------------------------------------------------------------

typedef struct contact_count
{
	uint64_t pairs[2000];
	uint32_t count;
} contact_count;

static bool list_contact(void *user, const kiln_world_contact *contact)
{
	contact_count *list = user;
	assert_true(list->count < 2000);
	list->pairs[list->count++] = (uint64_t)contact->a << 32 | contact->b;
	return true;
}

static void a_world_takes_budgets_in_its_options(void **state)
{
	(void)state;
	static population p;
	static kiln_mesh_manifold mesh_room[ROOM];
	static kiln_pair_manifold pair_room[ROOM];
	static contact_count whole, part;
	population_make(&p, 7, 40);
	assert_int_equal(kiln_world_update(p.all.world, NULL), KILN_OK);
	kiln_budget budget = {.work = UINT64_MAX};
	kiln_world_contact_options options = {
		.mesh_room = mesh_room, .mesh_room_capacity = ROOM, .pair_room = pair_room, .pair_room_capacity = ROOM};
	whole.count = 0;
	const kiln_status status = kiln_world_contacts_visit(p.all.world, &options, list_contact, &whole);
	options.budget = &budget;
	part.count = 0;
	assert_int_equal(kiln_world_contacts_visit(p.all.world, &options, list_contact, &part), status);
	assert_int_equal(part.count, whole.count);
	const uint64_t need = budget.used;
	for (uint64_t work = 0; work < need; work += need / 60 + 1)
	{
		budget = (kiln_budget){.work = work};
		part.count = 0;
		assert_int_equal(kiln_world_contacts_visit(p.all.world, &options, list_contact, &part), KILN_E_BUDGET);
		assert_true(part.count <= whole.count);
		assert_memory_equal(part.pairs, whole.pairs, part.count * sizeof *part.pairs);
	}
	for (int trial = 0; trial < 60; ++trial)
	{
		const kiln_ray ray = {
			.origin = world_point_in(&p.random, 20), .direction = world_point_in(&p.random, 1), .t_max = 0};
		const kiln_world_hit first = kiln_world_ray_closest(p.all.world, &ray, NULL);
		kiln_world_query_options choice = {.budget = &budget};
		budget = (kiln_budget){.work = UINT64_MAX};
		kiln_world_hit got = kiln_world_ray_closest(p.all.world, &ray, &choice);
		assert_true(got.member == first.member && got.hit.t == first.hit.t && !budget.ended);
		const uint64_t most = budget.used;
		for (uint64_t work = 0; work < most; ++work)
		{
			budget = (kiln_budget){.work = work};
			got = kiln_world_ray_closest(p.all.world, &ray, &choice);
			assert_true(budget.ended);
			assert_true(got.member == KILN_NONE || (first.member != KILN_NONE && got.hit.t >= first.hit.t));
			budget = (kiln_budget){.work = work};
			assert_true(!kiln_world_ray_any(p.all.world, &ray, &choice) || first.member != KILN_NONE);
		}
	}
	population_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queries_of_an_asset_answer_within_its_budget_or_end),
		cmocka_unit_test(every_instruction_set_counts_the_same_work),
		cmocka_unit_test(instances_in_one_place_end_with_the_budget),
		cmocka_unit_test(a_world_takes_budgets_in_its_options),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
