// SPDX-License-Identifier: MIT
#include "kiln/mover.h"
#include "world_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

/// Worlds far out. The same world stands about zero, with poses in float32, and far out, each member about an origin of
/// its own. Translations are multiples of 2^-8 and origins are integers, so that all differences are exact, and every
/// answer must be the same, bit for bit.

#define ROOM 2048
#define CONTACTS 32768

static const kiln_mesh_contact_options skinned = {.skin = 0.1f, .both_sides = true};

static float on_grid(float x)
{
	return rintf(x * 256) / 256;
}

static kiln_vec3 vec_on_grid(kiln_vec3 v)
{
	return (kiln_vec3){on_grid(v.x), on_grid(v.y), on_grid(v.z)};
}

static double whole_number(uint64_t *random, double size)
{
	return rint(size * (2 * (double)fixture_random_unit(random) - 1));
}

/// A member of the near world, about an origin near `center`.
static kiln_member carried_off(uint64_t *random, const kiln_member *member, kiln_origin center)
{
	kiln_member far = *member;
	const kiln_vec3 way = {
		(float)whole_number(random, 2000), (float)whole_number(random, 2000), (float)whole_number(random, 2000)};
	far.origin = (kiln_origin){center.x + (double)way.x, center.y + (double)way.y, center.z + (double)way.z};
	far.pose.translation.x -= way.x;
	far.pose.translation.y -= way.y;
	far.pose.translation.z -= way.z;
	return far;
}

typedef struct large_case
{
	population near;
	world_case far;
	kiln_origin center;
	kiln_proxy handles[WORLD_MOST];
	kiln_member members[WORLD_MOST];
} large_case;

static void make(large_case *c, uint64_t seed, kiln_origin center, kiln_origin base)
{
	population *p = &c->near;
	population_make(p, seed, 40);
	c->center = center;
	kiln_world_options options = world_room(p->count);
	options.origin = base;
	c->far = world_make(&options);
	for (uint32_t i = 0; i < p->count; i++)
	{
		p->members[i].pose.translation = vec_on_grid(p->members[i].pose.translation);
		assert_int_equal(kiln_world_move(p->all.world, p->handles[i], &p->members[i].pose), KILN_OK);
		c->members[i] = carried_off(&p->random, &p->members[i], center);
		assert_int_equal(kiln_world_add(c->far.world, &c->members[i], &c->handles[i]), KILN_OK);
		assert_int_equal(c->handles[i].index, i);
	}
	assert_int_equal(kiln_world_update(p->all.world, NULL), KILN_OK);
	assert_int_equal(kiln_world_update(c->far.world, NULL), KILN_OK);
}

static void unmake(large_case *c)
{
	free(c->far.memory);
	population_free(&c->near);
}

/// Places of the center and of the world's own origin.
static const kiln_origin places[][2] = {
	{{1e9, -1e9, 1e9}, {0, 0, 0}},
	{{1e9, -1e9, 1e9}, {1e9, -1e9, 1e9 + 7}},
	{{6371000, 12, -3}, {0, 0, 0}},
	{{-0x1p38, 0x1p38, 1}, {0, 0, 0}},
	{{0x1p53 - 4096, 4096 - 0x1p53, 0}, {0x1p53 - 4096, 3 - 0x1p53, 5}},
	{{0, 0, 0}, {1e9, 0, -50}},
};
#define PLACES (sizeof places / sizeof places[0])

static void assert_same_hit(const kiln_world_hit *a, const kiln_world_hit *b)
{
	assert_int_equal(a->member, b->member);
	assert_memory_equal(&a->hit, &b->hit, sizeof a->hit);
	assert_true(a->user == b->user);
}

static void compare_rays(large_case *c, const kiln_world_query_options *there)
{
	static kiln_hit hits[2][ROOM];
	static uint32_t members[2][ROOM];
	kiln_world *near = c->near.all.world, *far = c->far.world;
	uint64_t *random = &c->near.random;
	kiln_ray ray = {.origin = world_point_in(random, 8), .direction = world_point_in(random, 1)};
	ray.t_max = fixture_random(random) % 3 ? 0 : world_between(random, 0, 20);
	ray.flags = fixture_random(random) % 4 ? 0 : KILN_RAY_CULL_BACK;
	const kiln_world_hit a = kiln_world_ray_closest(near, &ray, NULL), b = kiln_world_ray_closest(far, &ray, there);
	assert_same_hit(&a, &b);
	assert_int_equal(kiln_world_ray_any(near, &ray, NULL), kiln_world_ray_any(far, &ray, there));
	const uint32_t count = kiln_world_ray_all(near, &ray, NULL, hits[0], members[0], ROOM);
	assert_int_equal(kiln_world_ray_all(far, &ray, there, hits[1], members[1], ROOM), count);
	assert_true(count < ROOM);
	assert_memory_equal(hits[0], hits[1], count * sizeof hits[0][0]);
	assert_memory_equal(members[0], members[1], count * sizeof members[0][0]);
}

static uint32_t compare_objects(large_case *c, const kiln_world_query_options *there)
{
	static kiln_world_overlap overlaps[2][ROOM];
	static kiln_mesh_manifold manifolds[2][ROOM];
	static uint32_t members[2][ROOM];
	kiln_world *near = c->near.all.world, *far = c->far.world;
	uint64_t *random = &c->near.random;
	const kiln_convex_object object = {&c->near.shapes[fixture_random(random) % 6], world_any_pose(random, 6)};
	const kiln_motion motion = {.direction = world_point_in(random, 2), .t_max = 5};
	kiln_world_hit a = kiln_world_cast_convex(near, &object, &motion, NULL);
	kiln_world_hit b = kiln_world_cast_convex(far, &object, &motion, there);
	assert_same_hit(&a, &b);
	const kiln_sweep sweep = {.from = object.pose, .to = world_any_pose(random, 6)};
	a = kiln_world_cast_sweep(near, object.shape, &sweep, 1e-3f, NULL);
	b = kiln_world_cast_sweep(far, object.shape, &sweep, 1e-3f, there);
	assert_same_hit(&a, &b);
	uint32_t count = kiln_world_overlap_convex(near, &object, NULL, overlaps[0], ROOM);
	assert_int_equal(kiln_world_overlap_convex(far, &object, there, overlaps[1], ROOM), count);
	assert_memory_equal(overlaps[0], overlaps[1], count * sizeof overlaps[0][0]);
	uint32_t found[2];
	assert_int_equal(
		kiln_world_manifolds(near, &object, NULL, &skinned, manifolds[0], members[0], ROOM, &found[0]), KILN_OK);
	assert_int_equal(
		kiln_world_manifolds(far, &object, there, &skinned, manifolds[1], members[1], ROOM, &found[1]), KILN_OK);
	assert_int_equal(found[0], found[1]);
	assert_memory_equal(manifolds[0], manifolds[1], found[0] * sizeof manifolds[0][0]);
	assert_memory_equal(members[0], members[1], found[0] * sizeof members[0][0]);
	return found[0];
}

static void compare_points(large_case *c, const kiln_world_query_options *there)
{
	kiln_world *near = c->near.all.world, *far = c->far.world;
	uint64_t *random = &c->near.random;
	const kiln_point_query query = {
		.point = world_point_in(random, 9), .max_distance = fixture_random(random) % 2 ? 0 : 3};
	const kiln_world_closest a = kiln_world_closest_point(near, &query, NULL);
	const kiln_world_closest b = kiln_world_closest_point(far, &query, there);
	assert_int_equal(a.member, b.member);
	assert_memory_equal(&a.closest, &b.closest, sizeof a.closest);
	assert_int_equal(
		kiln_world_point_inside(near, &query.point, NULL), kiln_world_point_inside(far, &query.point, there));
}

static void answers_far_out_are_those_at_the_origin(void **state)
{
	(void)state;
	static large_case c;
	uint32_t met = 0;
	for (uint32_t place = 0; place < PLACES; place++)
	{
		make(&c, place + 3, places[place][0], places[place][1]);
		const kiln_world_query_options there = {.origin = c.center};
		for (int i = 0; i < 60; i++)
		{
			compare_rays(&c, &there);
			met += compare_objects(&c, &there) > 0;
			compare_points(&c, &there);
		}
		unmake(&c);
	}
	assert_true(met > 60);
}

/// Where the query's origin is elsewhere, only rounding differs.
static void the_origin_of_a_query_changes_rounding_only(void **state)
{
	(void)state;
	static large_case c;
	uint32_t met = 0, differ = 0;
	make(&c, 5, places[0][0], places[0][1]);
	for (int i = 0; i < 400; i++)
	{
		uint64_t *random = &c.near.random;
		const kiln_vec3 way = {(float)whole_number(random, 50), (float)whole_number(random, 50), 3};
		const kiln_world_query_options one = {.origin = c.center};
		const kiln_world_query_options other = {
			.origin = {c.center.x + (double)way.x, c.center.y + (double)way.y, c.center.z + (double)way.z}};
		const kiln_vec3 p = vec_on_grid(world_point_in(random, 8));
		const kiln_ray ray = {.origin = p, .direction = world_point_in(random, 1)};
		const kiln_ray moved = {.origin = {p.x - way.x, p.y - way.y, p.z - way.z}, .direction = ray.direction};
		const kiln_world_hit a = kiln_world_ray_closest(c.far.world, &ray, &one);
		const kiln_world_hit b = kiln_world_ray_closest(c.far.world, &moved, &other);
		const kiln_point_query from = {.point = p}, from_moved = {.point = moved.origin};
		const kiln_world_closest d = kiln_world_closest_point(c.far.world, &from, &one);
		const kiln_world_closest e = kiln_world_closest_point(c.far.world, &from_moved, &other);
		assert_float_equal(d.closest.distance, e.closest.distance, 1e-4);
		// A ray past an edge may hit or miss by rounding; few do.
		if (a.member != b.member || (a.member != KILN_NONE && fabsf(a.hit.t - b.hit.t) > 1e-3f))
			differ++;
		else if (a.member != KILN_NONE)
		{
			assert_float_equal(a.hit.point.x, b.hit.point.x + way.x, 2e-3);
			met++;
		}
	}
	assert_true(met > 100 && differ < 4);
	unmake(&c);
}

// --- Contacts ---------------------------------------------------------------------------------------------------------

typedef struct contact_list
{
	kiln_world_contact contacts[CONTACTS];
	uint32_t count;
} contact_list;

static bool list_contact(void *user, const kiln_world_contact *contact)
{
	contact_list *list = user;
	assert_true(list->count < CONTACTS);
	list->contacts[list->count++] = *contact;
	return true;
}

static kiln_mesh_manifold mesh_room[CONTACTS];
static kiln_pair_manifold pair_room[CONTACTS];
static const kiln_world_contact_options touching = {.contact = {.skin = 0.05f},
	.mesh_room = mesh_room,
	.mesh_room_capacity = CONTACTS,
	.pair_room = pair_room,
	.pair_room_capacity = CONTACTS};

/// Finds the contacts of two members in a world of their own, with poses in float32 about the origin of the contacts.
static void contacts_of_two(large_case *c, uint32_t a, uint32_t b, contact_list *list)
{
	kiln_world_options options = world_room(2);
	world_case two = world_make(&options);
	const kiln_origin at = c->members[a].fixed && !c->members[b].fixed ? c->members[b].origin : c->members[a].origin;
	const uint32_t both[2] = {a, b};
	for (int i = 0; i < 2; i++)
	{
		kiln_member member = c->members[both[i]];
		member.pose.translation.x += (float)(member.origin.x - at.x);
		member.pose.translation.y += (float)(member.origin.y - at.y);
		member.pose.translation.z += (float)(member.origin.z - at.z);
		member.origin = (kiln_origin){0, 0, 0};
		assert_int_equal(kiln_world_add(two.world, &member, NULL), KILN_OK);
	}
	list->count = 0;
	assert_int_equal(kiln_world_update(two.world, NULL), KILN_OK);
	assert_int_equal(kiln_world_contacts_visit(two.world, &touching, list_contact, list), KILN_OK);
	free(two.memory);
}

static void contacts_far_out_are_those_of_the_two_members_alone(void **state)
{
	(void)state;
	static large_case c;
	static contact_list all, two;
	for (uint32_t place = 0; place < PLACES; place++)
	{
		uint32_t next = 0;
		make(&c, place + 11, places[place][0], places[place][1]);
		all.count = 0;
		assert_int_equal(kiln_world_contacts_visit(c.far.world, &touching, list_contact, &all), KILN_OK);
		for (uint32_t a = 0; a < c.near.count; a++)
			for (uint32_t b = a + 1; b < c.near.count; b++)
			{
				if (c.members[a].fixed && c.members[b].fixed)
					continue;
				contacts_of_two(&c, a, b, &two);
				for (uint32_t i = 0; i < two.count; i++, next++)
				{
					assert_true(next < all.count);
					const kiln_world_contact *x = &all.contacts[next], *y = &two.contacts[i];
					assert_true(x->a == a && x->b == b);
					assert_memory_equal(&x->manifold, &y->manifold, sizeof x->manifold);
					assert_true(x->node_a == y->node_a && x->triangle_b == y->triangle_b);
				}
			}
		assert_int_equal(next, all.count);
		assert_true(next > 20);
		unmake(&c);
	}
}

// --- Moving -----------------------------------------------------------------------------------------------------------

static void a_large_pose_places_a_member_where_it_says(void **state)
{
	(void)state;
	static large_case c;
	make(&c, 21, places[1][0], places[1][1]);
	for (uint32_t i = 0; i < c.near.count; i++)
	{
		const kiln_vec3 t = c.near.members[i].pose.translation;
		const kiln_large_pose pose = {.rotation = c.near.members[i].pose.rotation,
			.translation = {c.center.x + (double)t.x, c.center.y + (double)t.y, c.center.z + (double)t.z},
			.scale = c.near.members[i].pose.scale};
		assert_int_equal(kiln_world_move_large(c.far.world, c.handles[i], &pose), KILN_OK);
		const kiln_member *member = kiln_world_member(c.far.world, i);
		assert_true(member->origin.x == pose.translation.x && member->pose.translation.x == 0);
	}
	const kiln_world_query_options there = {.origin = c.center};
	for (int i = 0; i < 60; i++)
	{
		compare_rays(&c, &there);
		compare_objects(&c, &there);
		compare_points(&c, &there);
	}
	unmake(&c);
}

static void a_mover_walks_far_out_as_at_the_origin(void **state)
{
	(void)state;
	static large_case c;
	static const kiln_convex_shape body = {.kind = KILN_CONVEX_CAPSULE, .capsule = {{0, 0.3f, 0}, {0, 1, 0}, 0.3f}};
	uint32_t stopped = 0;
	for (uint32_t place = 0; place < 2; place++)
	{
		make(&c, place + 31, places[place][0], places[place][1]);
		kiln_mover_cache caches[2] = {{.count = 0}, {.count = 0}};
		kiln_convex_object near = {.shape = &body, .pose = {.translation = {0, 9, 0}}}, far = near;
		kiln_world_query_options there = {.origin = c.center};
		for (int i = 0; i < 200; i++)
		{
			const kiln_mover_options options[2] = {
				{.step_up = 0.3f, .cache = &caches[0]}, {.step_up = 0.3f, .cache = &caches[1]}};
			kiln_mover_result results[2];
			kiln_vec3 wanted = world_point_in(&c.near.random, 0.5f);
			wanted.y -= 0.3f;
			// In between, the query's origin and the body move together: the cache is of another place.
			if (i % 10 == 9)
			{
				kiln_mover_result other;
				const kiln_world_query_options elsewhere = {.origin = {c.center.x + 64, c.center.y, c.center.z}};
				assert_int_equal(
					kiln_world_mover_move(c.far.world, &far, wanted, &elsewhere, &options[1], &other), KILN_OK);
			}
			assert_int_equal(
				kiln_world_mover_move(c.near.all.world, &near, wanted, NULL, &options[0], &results[0]), KILN_OK);
			assert_int_equal(
				kiln_world_mover_move(c.far.world, &far, wanted, &there, &options[1], &results[1]), KILN_OK);
			assert_memory_equal(&results[0].position, &results[1].position, sizeof results[0].position);
			assert_int_equal(results[0].ground, results[1].ground);
			assert_int_equal(results[0].count, results[1].count);
			near.pose.translation = far.pose.translation = results[0].position;
			stopped += results[0].count > 0;
		}
		unmake(&c);
	}
	assert_true(stopped > 50);
}

// --- Range ------------------------------------------------------------------------------------------------------------

static void origins_out_of_range_are_refused(void **state)
{
	(void)state;
	static const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0x1.8p39, -0x1p53, 0x1p60, 1e300};
	kiln_world_options options = world_room(4);
	world_case one = world_make(&options);
	kiln_member member = {.convex = &ball};
	kiln_proxy proxy, ignored;
	assert_int_equal(kiln_world_add(one.world, &member, &proxy), KILN_OK);
	for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		for (int axis = 0; axis < 3; axis++)
		{
			kiln_origin far = {0, 0, 0};
			*(axis == 0 ? &far.x : axis == 1 ? &far.y : &far.z) = bad[i];
			const kiln_large_pose pose = {.translation = far};
			const kiln_world_query_options there = {.origin = far};
			const kiln_ray ray = {.origin = {0, 9, 0}, .direction = {0, -1, 0}};
			const kiln_convex_object object = {.shape = &ball};
			uint32_t count = 9;
			member.origin = far;
			assert_int_equal(kiln_world_add(one.world, &member, &ignored), KILN_E_ARGUMENT);
			assert_int_equal(kiln_world_move_large(one.world, proxy, &pose), KILN_E_ARGUMENT);
			assert_int_equal(kiln_world_ray_closest(one.world, &ray, &there).member, KILN_NONE);
			assert_false(kiln_world_ray_any(one.world, &ray, &there));
			assert_int_equal(kiln_world_overlap_convex(one.world, &object, &there, NULL, 0), 0);
			assert_int_equal(kiln_world_point_inside(one.world, &(kiln_vec3){0, 0, 0}, &there), KILN_INSIDE_NO);
			assert_int_equal(
				kiln_world_manifolds(one.world, &object, &there, NULL, NULL, NULL, 0, &count), KILN_E_ARGUMENT);
			assert_int_equal(count, 0);
			options.origin = far;
			assert_true((kiln_world_size(&options) == 0) == !(fabs(bad[i]) <= KILN_ORIGIN_MAX));
		}
	const kiln_large_pose pose = {.translation = {1, 2, 3}};
	assert_int_equal(kiln_world_move_large(one.world, (kiln_proxy){3, 3}, &pose), KILN_E_HANDLE);
	assert_int_equal(kiln_world_move_large(NULL, proxy, &pose), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_move_large(one.world, proxy, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_move_large(one.world, proxy, &pose), KILN_OK);
	free(one.memory);
}

static void a_pose_about_an_origin_is_the_rounded_difference(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int i = 0; i < 1000; i++)
	{
		// Integers, whose difference int64_t has exactly.
		const int64_t at = (int64_t)whole_number(&random, 0x1p52), way = (int64_t)whole_number(&random, 0x1p39);
		const kiln_origin origin = {(double)at, 0, -(double)at};
		const kiln_large_pose pose = {.rotation = {0, 1, 0, 0}, .translation = {(double)(at + way), 7, 0}, .scale = 2};
		const kiln_large_pose close = {.translation = {(double)(at + way), 7, -(double)at}};
		kiln_pose about;
		assert_int_equal(kiln_large_pose_about(&pose, &origin, &about), llabs(at) <= (int64_t)1 << 40);
		assert_true(kiln_large_pose_about(&close, &origin, &about));
		assert_true(about.translation.x == (float)way && about.translation.y == 7 && about.translation.z == 0);
	}
	kiln_pose about = {.scale = 3};
	const kiln_large_pose bad[] = {{.translation = {(double)NAN, 0, 0}}, {.translation = {0, 0x1p54, 0}}, {.scale = -1},
		{.rotation = {NAN, 0, 0, 0}}, {.translation = {0, 0, (double)INFINITY}}};
	for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
	{
		assert_false(kiln_large_pose_about(&bad[i], &(kiln_origin){0, 0, 0}, &about));
		assert_true(about.scale == 0);
	}
	assert_false(kiln_large_pose_about(NULL, &(kiln_origin){0, 0, 0}, &about));
	assert_false(kiln_large_pose_about(&bad[0], NULL, &about));
	assert_false(kiln_large_pose_about(&bad[0], &(kiln_origin){0, 0, 0}, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_far_out_are_those_at_the_origin),
		cmocka_unit_test(the_origin_of_a_query_changes_rounding_only),
		cmocka_unit_test(contacts_far_out_are_those_of_the_two_members_alone),
		cmocka_unit_test(a_large_pose_places_a_member_where_it_says),
		cmocka_unit_test(a_mover_walks_far_out_as_at_the_origin),
		cmocka_unit_test(origins_out_of_range_are_refused),
		cmocka_unit_test(a_pose_about_an_origin_is_the_rounded_difference),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
