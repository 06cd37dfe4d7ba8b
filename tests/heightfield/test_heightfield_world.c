// SPDX-License-Identifier: MIT
#include "heightfield_case.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Height fields as members of a world: a world with the same triangles as a mesh is the oracle.

#define MOST 4096

/// Two worlds that differ in one member, and have a ball beside it.
typedef struct pair_of_worlds
{
	heightfield_case it;
	kiln_world *field, *mesh;
	void *memory[2];
	kiln_proxy terrain[2];
	kiln_convex_shape ball;
	kiln_world_query_options query;
	double size; ///< of coordinates, for what rounds
} pair_of_worlds;

static kiln_world *make_world(void **memory, const kiln_member *terrain, const kiln_member *ball, kiln_proxy *proxy)
{
	const kiln_world_options options = {.broadphase = {.capacity = 8, .pair_capacity = 16}, .origin = terrain->origin};
	const size_t size = kiln_world_size(&options);
	kiln_world *world = NULL;
	*memory = aligned_alloc(64, (size + 63) / 64 * 64);
	assert_non_null(*memory);
	assert_int_equal(kiln_world_create(&world, *memory, size, &options), KILN_OK);
	assert_int_equal(kiln_world_add(world, ball, NULL), KILN_OK);
	assert_int_equal(kiln_world_add(world, terrain, proxy), KILN_OK);
	assert_int_equal(kiln_world_update(world, NULL), KILN_OK);
	return world;
}

static void make_worlds(pair_of_worlds *w, const heightfield_recipe *recipe, const kiln_pose *pose, double origin)
{
	memset(w, 0, sizeof *w);
	heightfield_case_make_cooked(&w->it, recipe);
	const kiln_vec3 low = w->it.field.min, high = w->it.field.max;
	w->ball = (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = {{high.x + 3, high.y, high.z}, 2}};
	kiln_member terrain = {.shape = KILN_NONE, .pose = *pose, .fixed = true, .user = 5, .origin = {origin, 0, -origin}};
	const kiln_member ball = {.convex = &w->ball, .pose = *pose, .user = 6, .origin = terrain.origin};
	terrain.asset = &w->it.asset;
	w->mesh = make_world(&w->memory[0], &terrain, &ball, &w->terrain[0]);
	terrain.asset = NULL;
	terrain.surface = kiln_heightfield_surface(&w->it.field);
	w->field = make_world(&w->memory[1], &terrain, &ball, &w->terrain[1]);
	w->query.origin = terrain.origin;
	w->size = fmax(fabs((double)low.x), fmax(fabs((double)high.z), fabs((double)high.y))) + (double)(high.x - low.x);
}

static void free_worlds(pair_of_worlds *w)
{
	free(w->memory[0]);
	free(w->memory[1]);
	heightfield_case_free(&w->it);
}

static kiln_vec3 place(const kiln_pose *pose, kiln_vec3 p)
{
	const kiln_sphere local = {p, 0};
	return kiln_sphere_transform(&local, pose).center;
}

static uint32_t number_of(const pair_of_worlds *w, uint32_t member, uint32_t triangle)
{
	return member == w->terrain[0].index ? heightfield_case_number(&w->it, triangle) : triangle;
}

/// Whether both worlds have the same hit. Ties go to the lowest triangle, whose number is another one.
static bool check_hit(const pair_of_worlds *w, const kiln_world_hit *field, const kiln_world_hit *mesh)
{
	assert_int_equal(field->hit.hit, mesh->hit.hit);
	assert_int_equal(field->member, mesh->member);
	if (!field->hit.hit)
		return false;
	assert_true(field->hit.t == mesh->hit.t && field->user == mesh->user);
	const uint32_t number = number_of(w, mesh->member, mesh->hit.triangle);
	if (field->hit.triangle == number)
	{
		assert_memory_equal(&field->hit.point, &mesh->hit.point, sizeof mesh->hit.point);
		assert_memory_equal(&field->hit.normal, &mesh->hit.normal, sizeof mesh->hit.normal);
	}
	else
		assert_true(field->hit.triangle < number);
	return field->member == w->terrain[0].index;
}

static uint32_t check_rays(const pair_of_worlds *w, const kiln_ray *ray)
{
	static kiln_hit hits[2][MOST];
	static uint32_t members[2][MOST];
	const kiln_world_hit field = kiln_world_ray_closest(w->field, ray, &w->query);
	const kiln_world_hit mesh = kiln_world_ray_closest(w->mesh, ray, &w->query);
	const bool met = check_hit(w, &field, &mesh);
	assert_int_equal(kiln_world_ray_any(w->field, ray, &w->query), field.hit.hit);
	const uint32_t count = kiln_world_ray_all(w->field, ray, &w->query, hits[0], members[0], MOST);
	assert_int_equal(count, kiln_world_ray_all(w->mesh, ray, &w->query, hits[1], members[1], MOST));
	for (uint32_t i = 0; i < count; ++i)
	{
		assert_true(hits[0][i].t == hits[1][i].t);
		assert_int_equal(members[0][i], members[1][i]);
		assert_int_equal(hits[0][i].shape, KILN_NONE);
	}
	// An array without room for all has the first.
	static kiln_hit some[2];
	uint32_t of[2];
	assert_int_equal(kiln_world_ray_all(w->field, ray, &w->query, some, of, 2), count);
	for (uint32_t i = 0; i < count && i < 2; ++i)
		assert_true(some[i].t == hits[0][i].t && some[i].triangle == hits[0][i].triangle);
	return met;
}

static uint32_t check_object(const pair_of_worlds *w, const kiln_convex_object *object, const kiln_motion *motion)
{
	static kiln_world_hit hits[2][MOST];
	static kiln_world_overlap overlaps[2][MOST];
	static kiln_mesh_manifold manifolds[MOST];
	static uint32_t members[MOST];
	const kiln_world_hit field = kiln_world_cast_convex(w->field, object, motion, &w->query);
	const kiln_world_hit mesh = kiln_world_cast_convex(w->mesh, object, motion, &w->query);
	const bool met = check_hit(w, &field, &mesh);
	const uint32_t casts = kiln_world_cast_convex_all(w->field, object, motion, &w->query, hits[0], MOST);
	assert_int_equal(casts, kiln_world_cast_convex_all(w->mesh, object, motion, &w->query, hits[1], MOST));
	for (uint32_t i = 0; i < casts; ++i)
		assert_true(hits[0][i].hit.t == hits[1][i].hit.t && hits[0][i].member == hits[1][i].member);
	assert_int_equal(kiln_world_overlap_convex(w->field, object, &w->query, overlaps[0], MOST),
		kiln_world_overlap_convex(w->mesh, object, &w->query, overlaps[1], MOST));
	const kiln_mesh_contact_options options = {.skin = 0.01f};
	uint32_t counts[2] = {0, 0}, welded = 0;
	double deepest[2] = {-INFINITY, -INFINITY};
	for (int i = 0; i < 2; ++i)
	{
		// Which of equal contacts welding keeps depends on the numbers of triangles: counts are those before welding.
		const kiln_world *world = i ? w->mesh : w->field;
		assert_int_equal(kiln_world_manifolds(world, object, &w->query, &options, NULL, NULL, 0, &counts[i]), KILN_OK);
		assert_int_equal(
			kiln_world_manifolds(world, object, &w->query, &options, manifolds, members, MOST, &welded), KILN_OK);
		for (uint32_t n = 0; n < welded; ++n)
			deepest[i] = fmax(deepest[i], (double)manifolds[n].manifold.contacts[0].depth);
	}
	assert_int_equal(counts[0], counts[1]);
	assert_true(deepest[0] == deepest[1] || fabs(deepest[0] - deepest[1]) <= 1e-5 * w->size);
	return met;
}

static void check_points(const pair_of_worlds *w, kiln_vec3 at, float most)
{
	const kiln_point_query query = {.point = at, .max_distance = most};
	const kiln_world_closest field = kiln_world_closest_point(w->field, &query, &w->query);
	const kiln_world_closest mesh = kiln_world_closest_point(w->mesh, &query, &w->query);
	assert_int_equal(field.member, mesh.member);
	assert_true(field.closest.distance == mesh.closest.distance);
	assert_int_equal(
		kiln_world_point_inside(w->field, &at, &w->query), kiln_world_point_inside(w->mesh, &at, &w->query));
}

static void check_turning(const pair_of_worlds *w, const kiln_convex_object *object, kiln_vec3 to, uint64_t *random)
{
	kiln_sweep sweep = {.from = object->pose, .to = object->pose};
	sweep.to.translation = to;
	sweep.to.rotation = (kiln_quat){heightfield_random(random, -1, 1), 1, 0, 0.5f};
	const kiln_world_hit field = kiln_world_cast_sweep(w->field, object->shape, &sweep, 0, &w->query);
	const kiln_world_hit mesh = kiln_world_cast_sweep(w->mesh, object->shape, &sweep, 0, &w->query);
	check_hit(w, &field, &mesh);
}

static void check_worlds(const heightfield_recipe *recipe, const kiln_pose *pose, double origin, uint64_t seed)
{
	pair_of_worlds w;
	uint64_t random = seed, rays = 0, casts = 0;
	const uint64_t count = trials_random(TRIALS_SLOW ? 20 : 120);
	make_worlds(&w, recipe, pose, origin);
	const float unit = recipe->spacing[0];
	for (uint64_t n = 0; n < count; ++n)
	{
		const kiln_vec3 from = place(pose, heightfield_random_point(&w.it.field, &random, 0.3f));
		const kiln_vec3 to = place(pose, heightfield_case_near(&w.it, &random, unit));
		const kiln_vec3 way = {to.x - from.x, to.y - from.y, to.z - from.z};
		const kiln_ray ray = {.origin = from, .direction = way};
		const float size = unit * heightfield_random(&random, 0.1f, 2);
		const kiln_convex_shape box = {
			.kind = KILN_CONVEX_AABB, .aabb = {{-size, -size, -size}, {size, size, size / 2}}};
		const kiln_convex_object object = {&box, {.translation = n % 2 ? from : to, .rotation = {0.1f, 0.2f, 0.3f, 1}}};
		const kiln_motion motion = {.direction = n % 2 ? way : (kiln_vec3){0, -size, size}, .t_max = n % 3 ? 0 : 0.9f};
		rays += check_rays(&w, &ray);
		casts += check_object(&w, &object, &motion);
		check_points(&w, n % 2 ? from : to, n % 4 ? 0 : size);
		check_turning(&w, &object, n % 2 ? to : from, &random);
	}
	assert_true(rays > count / 4 && casts > count / 4);
	free_worlds(&w);
}

static void worlds_see_fields_as_the_same_mesh(void **state)
{
	(void)state;
	const kiln_pose poses[] = {
		{.scale = 0}, {.rotation = {0.3f, 0.1f, -0.2f, 0.9f}, .translation = {10, -4, 7}, .scale = 2}};
	heightfield_recipe recipe;
	for (uint32_t i = 0; heightfield_case_recipe(i, &recipe); ++i)
		for (uint32_t k = 0; k < 2 && (i < 4 || i == 10); ++k)
		{
			check_worlds(&recipe, &poses[k], 0, 95 + i);
			check_worlds(&recipe, &poses[k], 1e9, 105 + i);
		}
}

/// Counts contacts of a world.
static bool count_contact(void *user, const kiln_world_contact *contact)
{
	*(uint32_t *)user += contact->manifold.count > 0;
	return true;
}

static void pairs_masks_and_filters_see_fields(void **state)
{
	(void)state;
	static kiln_mesh_manifold room[64];
	heightfield_recipe recipe;
	pair_of_worlds w;
	assert_true(heightfield_case_recipe(3, &recipe));
	make_worlds(&w, &recipe, &(kiln_pose){.scale = 0}, 0);
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}};
	kiln_world *worlds[2] = {w.field, w.mesh};
	kiln_vec3 at;
	assert_true(kiln_heightfield_sample(&w.it.field, 33, 20, &at));
	uint32_t contacts[2] = {0, 0}, seen;
	for (int i = 0; i < 2; ++i)
	{
		const kiln_member member = {.convex = &ball, .pose = {.translation = at}, .layers = 2, .collides = 1};
		assert_int_equal(kiln_world_add(worlds[i], &member, NULL), KILN_OK);
		assert_int_equal(kiln_world_update(worlds[i], NULL), KILN_OK);
		kiln_world_contact_options options = {.mesh_room = room, .mesh_room_capacity = 64};
		assert_int_equal(kiln_world_contacts_visit(worlds[i], &options, count_contact, &contacts[i]), KILN_OK);
	}
	assert_true(contacts[0] > 0);
	assert_int_equal(contacts[0], contacts[1]);
	// Masks: the field is in layer 1 and collides with all by default, then with none of layer 2.
	const kiln_world_contact_options masked = {.mesh_room = room, .mesh_room_capacity = 64, .masks = true};
	seen = 0;
	assert_int_equal(kiln_world_contacts_visit(w.field, &masked, count_contact, &seen), KILN_OK);
	assert_int_equal(seen, contacts[0]);
	assert_int_equal(kiln_world_set_masks(w.field, w.terrain[1], &(kiln_member){.layers = 4, .collides = 1}), KILN_OK);
	seen = 0;
	assert_int_equal(kiln_world_contacts_visit(w.field, &masked, count_contact, &seen), KILN_OK);
	assert_int_equal(seen, 0);
	const kiln_ray down = {.origin = {33, 100, 60}, .direction = {0, -1, 0}};
	const kiln_filter not_four = {.ignores = 4};
	assert_true(kiln_world_ray_any(w.field, &down, NULL));
	assert_false(kiln_world_ray_any(w.field, &down, &(kiln_world_query_options){.filter = &not_four}));
	kiln_budget budget = {.work = 2};
	const kiln_point_query above = {.point = {33, 100, 60}};
	assert_int_not_equal(
		kiln_world_closest_point(w.field, &above, &(kiln_world_query_options){.budget = &budget}).member,
		w.terrain[1].index);
	assert_true(budget.ended);
	free_worlds(&w);
}

static void members_that_are_two_things_or_no_field_are_refused(void **state)
{
	(void)state;
	heightfield_recipe recipe;
	pair_of_worlds w;
	assert_true(heightfield_case_recipe(0, &recipe));
	make_worlds(&w, &recipe, &(kiln_pose){.scale = 0}, 0);
	const kiln_surface surface = kiln_heightfield_surface(&w.it.field);
	const kiln_heightfield closed = {.data = NULL};
	const kiln_member wrong[] = {{.shape = KILN_NONE}, {.surface = surface, .convex = &w.ball},
		{.surface = surface, .shape = KILN_NONE, .asset = &w.it.asset}, {.surface = {&closed, surface.operations}},
		{.surface = surface, .pose = {.scale = NAN}}, {.surface = surface, .pose = {.translation = {2e12f, 0, 0}}}};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
		assert_int_equal(kiln_world_add(w.field, &wrong[i], NULL), KILN_E_ARGUMENT);
	free_worlds(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(worlds_see_fields_as_the_same_mesh),
		cmocka_unit_test(pairs_masks_and_filters_see_fields),
		cmocka_unit_test(members_that_are_two_things_or_no_field_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
