// SPDX-License-Identifier: MIT
#include "heightfield_case.h"
#include "pair/kernel/placing.h"
#include "pair/pair_checks.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Pair queries of height fields with assets: the same triangles as a mesh are the oracle.

#define MOST 400000

/// A field and its mesh beside an asset with solids, meshes and placed nodes.
typedef struct field_pair
{
	heightfield_case it;
	compound other;
	kiln_object field, mesh, object;
	uint64_t random;
	float size; ///< of the field
} field_pair;

static kiln_object object_of(const kiln_heightfield *field, const kiln_pose *pose)
{
	const kiln_surface surface = kiln_heightfield_surface(field);
	return kiln_object_from_surface(&surface, pose);
}

static void make(field_pair *pair, const heightfield_recipe *recipe, uint64_t seed)
{
	pair->random = seed;
	heightfield_case_make(&pair->it, recipe);
	compound_make(&pair->other, &pair->random, &pair_plan_mixed);
	pair->field = object_of(&pair->it.field, NULL);
	pair->mesh = kiln_object_from_asset(&pair->it.asset, NULL);
	pair->object = kiln_object_from_asset(&pair->other.cooked.asset, NULL);
	const kiln_vec3 low = pair->it.field.min, high = pair->it.field.max;
	pair->size = fmaxf(high.x - low.x, fmaxf(high.y - low.y, high.z - low.z));
}

static void free_pair(field_pair *pair)
{
	compound_free(&pair->other);
	heightfield_case_free(&pair->it);
}

/// The pose `inner` followed by `outer`.
static kiln_pose join(const kiln_pose *outer, const kiln_pose *inner)
{
	const kiln_quat p = outer->rotation, q = inner->rotation;
	const kiln_place place = kiln_place_of_pose(outer);
	return (kiln_pose){
		.rotation = {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
			p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z},
		.translation = kiln_d3_to(kiln_place_point(&place, kiln_d3_from(inner->translation))),
		.scale = outer->scale * inner->scale};
}

/// Places the asset near the field, and both anywhere.
static void place(field_pair *pair, uint32_t trial)
{
	const kiln_pose pose =
		trial % 3 ? pair_random_pose(&pair->random, (double)pair->size, heightfield_random(&pair->random, 0.5f, 2))
				  : (kiln_pose){.scale = 0};
	const float part = trial % 5 == 0 ? 0.3f : heightfield_random(&pair->random, 0.005f, 0.1f);
	kiln_pose own = pair_random_pose(&pair->random, 0, part * pair->size);
	own.translation =
		heightfield_case_near(&pair->it, &pair->random, trial % 4 ? 0.05f * pair->size : 0.5f * pair->size);
	pair->field.pose = pair->mesh.pose = pose;
	pair->object.pose = own;
	if (trial % 3)
		pair->object.pose = join(&pose, &own);
}

/// Gives the mesh's triangles the numbers that they have in the field.
static void rename_triangle(const field_pair *pair, uint32_t *node, uint32_t *triangle)
{
	*node = KILN_NONE;
	if (*triangle != KILN_NONE)
		*triangle = heightfield_case_number(&pair->it, *triangle);
}

static uint32_t contacts_of(const field_pair *pair, const kiln_object *terrain, bool turned, kiln_pair *pairs)
{
	const kiln_object *a = turned ? &pair->object : terrain, *b = turned ? terrain : &pair->object;
	uint32_t count = 0;
	assert_int_equal(kiln_pair_contacts(a, b, NULL, pairs, MOST, &count), KILN_OK);
	assert_true(count <= MOST);
	for (uint32_t i = 0; terrain == &pair->mesh && i < count; ++i)
		rename_triangle(
			pair, turned ? &pairs[i].node_b : &pairs[i].node_a, turned ? &pairs[i].triangle_b : &pairs[i].triangle_a);
	qsort(pairs, count, sizeof *pairs, compare_pairs);
	return count;
}

static uint32_t check_contacts(const field_pair *pair, bool turned)
{
	kiln_pair *field = malloc(MOST * sizeof *field), *mesh = malloc(MOST * sizeof *mesh), first;
	assert_true(field && mesh);
	const uint32_t count = contacts_of(pair, &pair->field, turned, field);
	const kiln_object *a = turned ? &pair->object : &pair->field, *b = turned ? &pair->field : &pair->object;
	assert_int_equal(count, contacts_of(pair, &pair->mesh, turned, mesh));
	for (uint32_t i = 0; i < count; ++i)
	{
		assert_int_equal(compare_pairs(&field[i], &mesh[i]), 0);
		assert_int_equal(field[i].coplanar, mesh[i].coplanar);
	}
	bool touching = false;
	assert_int_equal(kiln_pair_collide(a, b, NULL, &touching, &first), KILN_OK);
	assert_int_equal(touching, count > 0);
	if (touching)
		assert_non_null(bsearch(&first, field, count, sizeof first, compare_pairs));
	free(field);
	free(mesh);
	return count;
}

/// Keeps the pairs with lower triangles of the field.
typedef struct below
{
	uint32_t triangle;
	bool turned;
} below;

static bool keep_below(void *user, uint32_t node_a, uint32_t triangle_a, uint32_t node_b, uint32_t triangle_b)
{
	const below *limit = user;
	(void)node_a;
	(void)node_b;
	return (limit->turned ? triangle_b : triangle_a) < limit->triangle;
}

/// Returns the distance.
static float check_distance(const field_pair *pair, bool turned)
{
	kiln_pair_separation field, mesh;
	const kiln_object *a = turned ? &pair->object : &pair->field, *b = turned ? &pair->field : &pair->object;
	assert_int_equal(kiln_pair_distance(a, b, NULL, &field), KILN_OK);
	assert_int_equal(kiln_pair_distance(turned ? a : &pair->mesh, turned ? &pair->mesh : b, NULL, &mesh), KILN_OK);
	assert_true(field.found && mesh.found);
	assert_true(field.distance == mesh.distance);
	bool within = false;
	assert_int_equal(kiln_pair_within(a, b, field.distance, NULL, &within), KILN_OK);
	assert_true(within);
	if (field.distance == 0)
		return 0;
	assert_int_equal(kiln_pair_within(a, b, nextafterf(field.distance, 0), NULL, &within), KILN_OK);
	assert_false(within);
	// Of equal distances the lowest triangle of the field wins, after the node of the asset.
	below limit = {turned ? field.triangle_b : field.triangle_a, turned};
	const kiln_pair_filter filter = {.keep = keep_below, .user = &limit};
	const kiln_pair_options options = {.filter = &filter, .upper = field.distance};
	kiln_pair_separation other;
	assert_int_equal(kiln_pair_distance(a, b, &options, &other), KILN_OK);
	assert_true(!other.found || other.node_a > field.node_a || other.node_b > field.node_b ||
				(turned && other.triangle_a > field.triangle_a));
	return field.distance;
}

static void a_field_meets_assets_as_its_mesh_does(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	uint32_t touching = 0, apart = 0;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
	{
		field_pair pair;
		make(&pair, &recipe, 40 + i);
		for (uint32_t trial = 0; trial < trials_size(40, 12); ++trial)
		{
			place(&pair, trial);
			touching += check_contacts(&pair, trial % 2) > 0;
			apart += check_distance(&pair, trial % 2) > 0;
		}
		free_pair(&pair);
	}
	assert_true(touching > 10 && apart > 10);
}

static void depths_and_manifolds_are_those_of_the_mesh(void **state)
{
	(void)state;
	enum
	{
		MANIFOLDS = 4096
	};
	kiln_pair_manifold *field = malloc(MANIFOLDS * sizeof *field), *mesh = malloc(MANIFOLDS * sizeof *mesh);
	heightfield_recipe recipe;
	uint32_t touching = 0;
	assert_true(field && mesh);
	for (uint32_t i = 0; i < 3 && heightfield_case_recipe(i, &recipe); ++i)
	{
		field_pair pair;
		make(&pair, &recipe, 70 + i);
		for (uint32_t trial = 0; trial < trials_size(24, 8); ++trial)
		{
			kiln_pair_depth deep, oracle;
			uint32_t count = 0, other = 0;
			place(&pair, trial + 1);
			assert_int_equal(kiln_pair_penetration(&pair.field, &pair.object, NULL, &deep), KILN_OK);
			assert_int_equal(kiln_pair_penetration(&pair.mesh, &pair.object, NULL, &oracle), KILN_OK);
			assert_int_equal(deep.touching, oracle.touching);
			assert_true(fabsf(deep.depth - oracle.depth) <= 1e-5f * pair.size);
			touching += deep.touching;
			assert_int_equal(
				kiln_pair_manifolds(&pair.field, &pair.object, NULL, NULL, field, MANIFOLDS, &count), KILN_OK);
			assert_int_equal(
				kiln_pair_manifolds(&pair.mesh, &pair.object, NULL, NULL, mesh, MANIFOLDS, &other), KILN_OK);
			assert_int_equal(count, other);
			assert_true(count <= MANIFOLDS);
			for (uint32_t k = 0; k < count; ++k)
			{
				uint32_t at = 0;
				for (; at < count; ++at)
					if (heightfield_case_number(&pair.it, mesh[at].triangle_a) == field[k].triangle_a &&
						mesh[at].node_b == field[k].node_b && mesh[at].triangle_b == field[k].triangle_b)
						break;
				assert_true(at < count);
				assert_true(field[k].node_a == KILN_NONE && field[k].manifold.count > 0);
				assert_true(k == 0 || field[k - 1].triangle_a <= field[k].triangle_a);
			}
		}
		free_pair(&pair);
	}
	assert_true(touching > 2);
	free(field);
	free(mesh);
}

static void a_moving_asset_reaches_the_field_when_it_reaches_the_mesh(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	uint32_t hits = 0;
	for (uint32_t i = 0; i < 3 && heightfield_case_recipe(i, &recipe); ++i)
	{
		field_pair pair;
		make(&pair, &recipe, 90 + i);
		for (uint32_t trial = 0; trial < trials_size(20, 6); ++trial)
		{
			kiln_pair_impact field, mesh;
			place(&pair, 3 * trial);
			kiln_sweep sweep = {
				.from = pair.object.pose, .to = pair_random_pose(&pair.random, 0, pair.object.pose.scale)};
			// From above to below the field.
			sweep.to.translation = heightfield_case_near(&pair.it, &pair.random, 0.1f * pair.size);
			float *high = recipe.z_up ? &sweep.from.translation.z : &sweep.from.translation.y;
			float *low = recipe.z_up ? &sweep.to.translation.z : &sweep.to.translation.y;
			*high += pair.size;
			*low -= pair.size;
			const float tolerance = 1e-4f * pair.size;
			assert_int_equal(
				kiln_pair_time_of_impact(&pair.field, NULL, &pair.object, &sweep, tolerance, NULL, &field), KILN_OK);
			assert_int_equal(
				kiln_pair_time_of_impact(&pair.mesh, NULL, &pair.object, &sweep, tolerance, NULL, &mesh), KILN_OK);
			assert_int_equal(field.hit, mesh.hit);
			assert_int_equal(field.inside, mesh.inside);
			assert_true(fabsf(field.t - mesh.t) <= 1e-2f);
			assert_true(!field.hit || field.gap <= 1.01f * tolerance);
			hits += field.hit && !field.inside;
		}
		free_pair(&pair);
	}
	assert_true(hits > 3);
}

static void two_fields_meet_as_their_meshes_do(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	heightfield_case a, b;
	uint32_t touching = 0;
	uint64_t random = 3;
	assert_true(heightfield_case_recipe(1, &recipe));
	heightfield_case_make(&a, &recipe);
	assert_true(heightfield_case_recipe(0, &recipe));
	heightfield_case_make(&b, &recipe);
	for (uint32_t trial = 0; trial < trials_size(30, 8); ++trial)
	{
		kiln_pose pose = pair_random_pose(&random, 0, 1);
		pose.translation = heightfield_case_near(&a, &random, 6);
		const kiln_object field[2] = {object_of(&a.field, NULL), object_of(&b.field, &pose)};
		const kiln_object mesh[2] = {kiln_object_from_asset(&a.asset, NULL), kiln_object_from_asset(&b.asset, &pose)};
		uint32_t count = 0, other = 0;
		kiln_pair_separation near, oracle;
		assert_int_equal(kiln_pair_contacts(&field[0], &field[1], NULL, NULL, 0, &count), KILN_OK);
		assert_int_equal(kiln_pair_contacts(&mesh[0], &mesh[1], NULL, NULL, 0, &other), KILN_OK);
		assert_int_equal(count, other);
		touching += count > 0;
		assert_int_equal(kiln_pair_distance(&field[0], &field[1], NULL, &near), KILN_OK);
		assert_int_equal(kiln_pair_distance(&mesh[0], &mesh[1], NULL, &oracle), KILN_OK);
		assert_true(near.found && near.distance == oracle.distance);
	}
	assert_true(touching > 3);
	heightfield_case_free(&a);
	heightfield_case_free(&b);
}

static void groups_answer_as_single_queries_of_fields(void **state)
{
	(void)state;
	enum
	{
		OTHERS = 20
	};
	heightfield_recipe recipe;
	field_pair pair;
	kiln_object others[OTHERS];
	bool touching[OTHERS];
	uint32_t counts[OTHERS], index = KILN_NONE, seen = 0;
	assert_true(heightfield_case_recipe(1, &recipe));
	make(&pair, &recipe, 7);
	for (uint32_t i = 0; i < OTHERS; ++i)
	{
		place(&pair, 3 * i + 3);
		others[i] = pair.object;
	}
	float least = HUGE_VALF;
	kiln_pair_separation nearest;
	for (int swapped = 0; swapped < 2; ++swapped)
	{
		// The field as the single object, and as one of the others.
		const kiln_object one = swapped ? others[0] : pair.field;
		if (swapped)
			others[0] = pair.field;
		assert_int_equal(kiln_pair_collide_group(&one, others, OTHERS, NULL, touching, NULL, NULL), KILN_OK);
		assert_int_equal(kiln_pair_contacts_visit_group(&one, others, OTHERS, NULL, NULL, NULL, counts, NULL), KILN_OK);
		assert_int_equal(kiln_pair_distance_group(&one, others, OTHERS, NULL, &nearest, &index, NULL), KILN_OK);
		least = HUGE_VALF;
		for (uint32_t i = 0; i < OTHERS; ++i)
		{
			bool alone = false;
			uint32_t count = 0;
			kiln_pair_separation separation;
			assert_int_equal(kiln_pair_collide(&one, &others[i], NULL, &alone, NULL), KILN_OK);
			assert_int_equal(kiln_pair_contacts(&one, &others[i], NULL, NULL, 0, &count), KILN_OK);
			assert_int_equal(kiln_pair_distance(&one, &others[i], NULL, &separation), KILN_OK);
			assert_int_equal(touching[i], alone);
			assert_int_equal(counts[i], count);
			least = fminf(least, separation.distance);
			seen += alone;
		}
		assert_true(nearest.found && nearest.distance == least);
	}
	assert_true(seen > 2);
	free_pair(&pair);
}

static void a_budget_ends_pairs_of_fields(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	field_pair pair;
	uint32_t ended = 0;
	assert_true(heightfield_case_recipe(3, &recipe));
	make(&pair, &recipe, 9);
	place(&pair, 0);
	bool touching = false;
	uint32_t all = 0;
	kiln_pair_separation whole;
	assert_int_equal(kiln_pair_contacts(&pair.field, &pair.object, NULL, NULL, 0, &all), KILN_OK);
	assert_int_equal(kiln_pair_distance(&pair.field, &pair.object, NULL, &whole), KILN_OK);
	for (uint64_t work = 0; work < 60000; work = work * 3 + 1)
	{
		kiln_budget budget = {.work = work};
		const kiln_pair_options options = {.budget = &budget};
		kiln_pair_separation part;
		uint32_t count = 0;
		kiln_status status = kiln_pair_contacts(&pair.field, &pair.object, &options, NULL, 0, &count);
		assert_true(budget.used <= work);
		assert_true(status == KILN_OK ? count == all : status == KILN_E_BUDGET && count <= all);
		ended += status == KILN_E_BUDGET;
		budget = (kiln_budget){.work = work};
		status = kiln_pair_distance(&pair.field, &pair.object, &options, &part);
		assert_true(status == KILN_OK || status == KILN_E_BUDGET);
		assert_true(!part.found || part.distance >= whole.distance);
		budget = (kiln_budget){.work = work};
		status = kiln_pair_collide(&pair.field, &pair.object, &options, &touching, NULL);
		assert_true(!touching || all > 0);
	}
	assert_true(ended > 0);
	free_pair(&pair);
}

/// The contacts of two members of a world.
typedef struct world_contacts
{
	const kiln_pair_manifold *expected;
	uint32_t count;
} world_contacts;

static bool visit_contact(void *user, const kiln_world_contact *contact)
{
	world_contacts *contacts = user;
	if (contacts->expected)
	{
		const kiln_pair_manifold *expected = &contacts->expected[contacts->count];
		assert_int_equal(contact->triangle_a, expected->triangle_a);
		assert_int_equal(contact->node_b, expected->node_b);
		assert_int_equal(contact->triangle_b, expected->triangle_b);
		assert_int_equal(contact->manifold.count, expected->manifold.count);
	}
	++contacts->count;
	return true;
}

static void an_asset_in_a_world_rests_on_a_field(void **state)
{
	(void)state;
	enum
	{
		ROOM = 4096
	};
	heightfield_recipe recipe;
	field_pair pair;
	uint32_t count = 0;
	kiln_pair_manifold *expected = malloc(2 * ROOM * sizeof *expected);
	assert_non_null(expected);
	assert_true(heightfield_case_recipe(0, &recipe));
	make(&pair, &recipe, 13);
	for (uint32_t trial = 0; count == 0; ++trial)
	{
		assert_true(trial < 100);
		place(&pair, trial);
		assert_int_equal(kiln_pair_manifolds(&pair.field, &pair.object, NULL, NULL, expected, ROOM, &count), KILN_OK);
	}
	const kiln_world_options sizes = {.broadphase = {.capacity = 4, .pair_capacity = 4}};
	const size_t size = kiln_world_size(&sizes);
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
	kiln_world *world = NULL;
	kiln_proxy terrain;
	assert_non_null(memory);
	assert_int_equal(kiln_world_create(&world, memory, size, &sizes), KILN_OK);
	kiln_member member = {.shape = KILN_NONE, .pose = pair.field.pose, .fixed = true, .surface = pair.field.surface};
	assert_int_equal(kiln_world_add(world, &member, &terrain), KILN_OK);
	member = (kiln_member){.asset = pair.object.asset, .shape = KILN_NONE, .pose = pair.object.pose};
	assert_int_equal(kiln_world_add(world, &member, NULL), KILN_OK);
	assert_int_equal(kiln_world_update(world, NULL), KILN_OK);
	kiln_world_contact_options options = {.pair_room = expected + ROOM, .pair_room_capacity = ROOM, .masks = true};
	world_contacts contacts = {.expected = expected};
	assert_int_equal(kiln_world_contacts_visit(world, &options, visit_contact, &contacts), KILN_OK);
	assert_int_equal(contacts.count, count);
	// The asset's nodes are of the first layer.
	assert_int_equal(kiln_world_set_masks(world, terrain, &(kiln_member){.layers = 1, .collides = 2}), KILN_OK);
	contacts = (world_contacts){.count = 0};
	assert_int_equal(kiln_world_contacts_visit(world, &options, visit_contact, &contacts), KILN_OK);
	assert_int_equal(contacts.count, 0);
	options.masks = false;
	assert_int_equal(kiln_world_contacts_visit(world, &options, visit_contact, &contacts), KILN_OK);
	assert_int_equal(contacts.count, count);
	free(memory);
	free(expected);
	free_pair(&pair);
}

static void what_is_no_surface_is_refused(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	field_pair pair;
	bool touching = true;
	const kiln_heightfield closed = {0};
	assert_true(heightfield_case_recipe(0, &recipe));
	make(&pair, &recipe, 11);
	const kiln_object none = kiln_object_from_surface(NULL, NULL);
	const kiln_object zeroed = object_of(&closed, NULL);
	assert_int_equal(kiln_pair_collide(&none, &pair.object, NULL, &touching, NULL), KILN_E_ARGUMENT);
	assert_false(touching);
	assert_int_equal(kiln_pair_collide(&pair.object, &zeroed, NULL, &touching, NULL), KILN_E_ARGUMENT);
	kiln_object bad = pair.field;
	bad.pose.translation.y = NAN;
	assert_int_equal(kiln_pair_collide(&bad, &pair.object, NULL, &touching, NULL), KILN_E_ARGUMENT);
	bad.pose = (kiln_pose){.translation = {2e12f, 0, 0}};
	assert_int_equal(kiln_pair_collide(&bad, &pair.object, NULL, &touching, NULL), KILN_E_ARGUMENT);
	free_pair(&pair);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_field_meets_assets_as_its_mesh_does),
		cmocka_unit_test(depths_and_manifolds_are_those_of_the_mesh),
		cmocka_unit_test(a_moving_asset_reaches_the_field_when_it_reaches_the_mesh),
		cmocka_unit_test(two_fields_meet_as_their_meshes_do),
		cmocka_unit_test(groups_answer_as_single_queries_of_fields),
		cmocka_unit_test(a_budget_ends_pairs_of_fields),
		cmocka_unit_test(an_asset_in_a_world_rests_on_a_field),
		cmocka_unit_test(what_is_no_surface_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
