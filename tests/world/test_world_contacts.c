// SPDX-License-Identifier: MIT

/// Contacts of a world: those of its pairs one by one, in the world's coordinates, and the lasting manifolds.

#include "world_case.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 4096

typedef struct contact_list
{
	kiln_world_contact contacts[ROOM];
	uint32_t count;
} contact_list;

static bool list_contact(void *user, const kiln_world_contact *contact)
{
	contact_list *list = user;
	assert_true(list->count < ROOM && contact->manifold.count > 0 && contact->a < contact->b);
	list->contacts[list->count++] = *contact;
	return true;
}

static void assert_near(kiln_vec3 x, kiln_vec3 y, float slack)
{
	assert_true(fabsf(x.x - y.x) <= slack && fabsf(x.y - y.y) <= slack && fabsf(x.z - y.z) <= slack);
}

static kiln_convex_object object_of(const kiln_member *member)
{
	return (kiln_convex_object){.shape = member->convex, .pose = member->pose};
}

static void contacts_of_convex_members_are_their_manifolds(void **state)
{
	(void)state;
	static population p;
	static contact_list list;
	population_make(&p, 7, 60);
	for (uint32_t frame = 0; frame < 5; frame++)
	{
		kiln_broadphase_pairs pairs;
		assert_int_equal(kiln_world_update(p.all.world, &pairs), KILN_OK);
		list.count = 0;
		assert_int_equal(kiln_world_contacts_visit(p.all.world, NULL, list_contact, &list), KILN_OK);
		uint32_t at = 0;
		for (uint32_t a = 0; a < p.count; a++)
			for (uint32_t b = a + 1; b < p.count; b++)
			{
				kiln_manifold manifold;
				const kiln_convex_object object_a = object_of(&p.members[a]), object_b = object_of(&p.members[b]);
				if (!object_a.shape || !object_b.shape ||
					kiln_convex_manifold(&object_a, &object_b, NULL, NULL, &manifold) != KILN_OK || manifold.count == 0)
					continue;
				// The other entries of the list are of cooked solids.
				while (at < list.count && (list.contacts[at].a != a || list.contacts[at].b != b))
					at++;
				assert_true(at < list.count);
				assert_memory_equal(&list.contacts[at].manifold.normal, &manifold.normal, sizeof manifold.normal);
				assert_int_equal(list.contacts[at].manifold.count, manifold.count);
			}
		population_change(&p);
	}
	population_free(&p);
}

static void contacts_with_a_scene_are_the_scenes_manifolds(void **state)
{
	(void)state;
	static contact_list list;
	static kiln_mesh_manifold room[ROOM], expected[ROOM];
	uint64_t random = 8;
	shape_asset meshes = shape_asset_mixed(KILN_ISA_AUTO);
	static const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	uint32_t touching = 0;
	for (uint32_t trial = 0; trial < 200; trial++)
	{
		// The scene comes first or last, with the identity or placed.
		const bool last = trial & 1, placed = trial & 2;
		kiln_world_options options = world_room(2);
		world_case made = world_make(&options);
		kiln_vec3 at = world_near_a_triangle(&meshes, &random);
		const kiln_member scene = {.asset = &meshes.asset,
			.shape = KILN_NONE,
			.fixed = true,
			.pose = placed ? world_any_pose(&random, 5) : (kiln_pose){.scale = 0}};
		float scale = scene.pose.scale > 0 ? scene.pose.scale : 1;
		kiln_member body = {.convex = &ball, .pose = {.translation = at, .scale = scale}};
		body.pose.translation = kiln_d3_to(world_carried(&scene.pose, at));
		assert_int_equal(kiln_world_add(made.world, last ? &body : &scene, NULL), KILN_OK);
		assert_int_equal(kiln_world_add(made.world, last ? &scene : &body, NULL), KILN_OK);
		assert_int_equal(kiln_world_update(made.world, NULL), KILN_OK);
		const kiln_world_contact_options contact = {
			.contact = {.both_sides = true}, .mesh_room = room, .mesh_room_capacity = ROOM};
		list.count = 0;
		assert_int_equal(kiln_world_contacts_visit(made.world, &contact, list_contact, &list), KILN_OK);
		const kiln_convex_object own = {.shape = &ball, .pose = {.translation = at}};
		uint32_t count = 0;
		kiln_scene_manifolds(&meshes.asset, &own, &contact.contact, expected, ROOM, &count);
		if (!placed)
			assert_int_equal(count, list.count);
		for (uint32_t i = 0; i < count && i < list.count; i++)
		{
			const kiln_world_contact *told = &list.contacts[i];
			const kiln_contact *first = &told->manifold.contacts[0], *own_first = &expected[i].manifold.contacts[0];
			if (told->triangle_a != (last ? KILN_NONE : expected[i].triangle) ||
				told->triangle_b != (last ? expected[i].triangle : KILN_NONE))
			{
				assert_true(placed);
				continue;
			}
			touching++;
			kiln_vec3 on_ball = kiln_d3_to(world_carried(&scene.pose, own_first->on_a));
			assert_near(last ? first->on_a : first->on_b, on_ball, 2e-4f);
			assert_true(fabsf(first->depth - own_first->depth * scale) < 1e-4f);
			// on_b = on_a + depth normal, in either order.
			const kiln_vec3 n = told->manifold.normal;
			assert_near(first->on_b,
				(kiln_vec3){first->on_a.x + first->depth * n.x, first->on_a.y + first->depth * n.y,
					first->on_a.z + first->depth * n.z},
				2e-4f);
		}
		free(made.memory);
	}
	assert_true(touching > 40);
	shape_asset_free(&meshes);
}

static void what_is_kept_of_a_pair_lasts_as_long_as_it(void **state)
{
	(void)state;
	static contact_list list;
	static const kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	kiln_world_options options = world_room(20);
	options.margin = 0.05f;
	kiln_lasting_manifold lasting[201];
	memset(lasting, 0, sizeof lasting);
	world_case made = world_make(&options);
	kiln_proxy handles[10];
	for (uint32_t i = 0; i < 10; i++)
	{
		const kiln_member member = {.convex = &box, .pose = {.translation = {0, 1.99f * (float)i, 0}}};
		assert_int_equal(kiln_world_add(made.world, &member, &handles[i]), KILN_OK);
	}
	const kiln_world_contact_options contact = {.contact = {.skin = 0.1f}, .lasting = lasting};
	for (uint32_t frame = 0; frame < 12; frame++)
	{
		list.count = 0;
		assert_int_equal(kiln_world_update(made.world, NULL), KILN_OK);
		assert_int_equal(kiln_world_contacts_visit(made.world, &contact, list_contact, &list), KILN_OK);
		assert_int_equal(list.count, 9);
		for (uint32_t i = 0; i < 9; i++)
		{
			const kiln_world_contact *told = &list.contacts[i];
			assert_ptr_equal(told->lasting, &lasting[told->slot]);
			// The fourth box was replaced in the sixth frame: both its pairs are new, all others are older.
			bool young = frame >= 6 && (i == 2 || i == 3);
			assert_int_equal(told->lasting->contacts[0].age <= frame - (young ? 6 : 0), 1);
			told->lasting->contacts[0].user[0] += 1;
			float sum = 0;
			for (uint32_t k = 0; k < told->lasting->count; k++)
				sum += told->lasting->contacts[k].user[0];
			assert_true(sum <= (float)(frame + 1 - (young ? 6 : 0)));
		}
		if (frame == 5)
		{
			assert_int_equal(kiln_world_remove(made.world, handles[3]), KILN_OK);
			assert_int_equal(kiln_world_update(made.world, NULL), KILN_OK);
			const kiln_member member = {.convex = &box, .pose = {.translation = {0, 1.99f * 3, 0}}};
			assert_int_equal(kiln_world_add(made.world, &member, &handles[3]), KILN_OK);
			assert_int_equal(handles[3].index, 3);
		}
	}
	free(made.memory);
}

static bool pass_over(void *user, const kiln_world_contact *contact)
{
	(void)user;
	return contact->manifold.count > 0;
}

/// A large box, and on it another or a small one.
static kiln_proxy put_on(kiln_world *world, const kiln_convex_shape *shape)
{
	kiln_proxy handle;
	const kiln_member member = {.convex = shape, .pose = {.translation = {0, 1.99f, 0}}};
	assert_int_equal(kiln_world_add(world, &member, &handle), KILN_OK);
	assert_int_equal(kiln_world_update(world, NULL), KILN_OK);
	return handle;
}

static void an_entry_begins_at_zero_whatever_was_asked_before(void **state)
{
	(void)state;
	static const kiln_convex_shape large = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}},
								   small = {.kind = KILN_CONVEX_AABB, .aabb = {{-0.2f, -1, -0.2f}, {0.2f, 1, 0.2f}}};
	const kiln_world_options options = {.broadphase = {.capacity = 2, .pair_capacity = 1}, .margin = 0.05f};
	// The bits choose the calls before: without options, with caches, with lasting manifolds.
	for (uint32_t first = 0; first < 8; first++)
	{
		kiln_lasting_manifold lasting[1], lasting_again[1];
		kiln_convex_cache caches[1], caches_again[1];
		memset(lasting, 0, sizeof lasting);
		memset(caches, 0, sizeof caches);
		memset(lasting_again, 0, sizeof lasting_again);
		memset(caches_again, 0, sizeof caches_again);
		const kiln_world_contact_options keep = {.contact = {.skin = 0.05f}, .lasting = lasting},
										 cache = {.contact = {.skin = 0.05f}, .caches = caches};
		const kiln_world_contact_options keep_again = {.contact = {.skin = 0.05f}, .lasting = lasting_again},
										 cache_again = {.contact = {.skin = 0.05f}, .caches = caches_again};
		world_case made = world_make(&options), again = world_make(&options);
		const kiln_member floor = {.convex = &large, .fixed = true};
		kiln_world_add(made.world, &floor, NULL);
		kiln_world_add(again.world, &floor, NULL);
		const kiln_proxy earlier = put_on(made.world, &large);
		for (uint32_t frame = 0; frame < 5; frame++)
		{
			assert_int_equal(kiln_world_contacts_visit(made.world, &keep, pass_over, NULL), KILN_OK);
			assert_int_equal(kiln_world_contacts_visit(made.world, &cache, pass_over, NULL), KILN_OK);
		}
		assert_int_equal(kiln_world_remove(made.world, earlier), KILN_OK);
		assert_int_equal(kiln_world_update(made.world, NULL), KILN_OK);
		put_on(made.world, &small);
		put_on(again.world, &small);
		if (first & 1)
			kiln_world_contacts_visit(made.world, NULL, pass_over, NULL);
		for (uint32_t i = 0; i < 2; i++)
		{
			const bool kept = (i == 0) == !(first & 4);
			if (!(first & 2) || kept)
				kiln_world_contacts_visit(made.world, kept ? &keep : &cache, pass_over, NULL);
			if (!(first & 2) || kept)
				kiln_world_contacts_visit(again.world, kept ? &keep_again : &cache_again, pass_over, NULL);
		}
		kiln_world_contacts_visit(made.world, &cache, pass_over, NULL);
		kiln_world_contacts_visit(again.world, &cache_again, pass_over, NULL);
		assert_true(lasting_again[0].count > 0);
		assert_memory_equal(lasting, lasting_again, sizeof lasting);
		assert_memory_equal(caches, caches_again, sizeof caches);
		free(made.memory);
		free(again.memory);
	}
}

static void a_pair_that_cannot_be_asked_about_is_told(void **state)
{
	(void)state;
	static contact_list list;
	static kiln_mesh_manifold room[ROOM];
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1000}};
	for (uint32_t i = 0; i < 3; i++)
	{
		// The ball against a scene of scale 1, and against a scene with which the ball, or the skin, is out of range.
		kiln_world_options options = world_room(3);
		world_case made = world_make(&options);
		const kiln_member large = {.asset = &cube.asset, .shape = KILN_NONE, .pose = {.translation = {0, 1000.5f, 0}}},
						  tiny = {.asset = &cube.asset,
							  .shape = i ? 0 : KILN_NONE,
							  .pose = {.translation = {1000, 0, 0}, .scale = i < 2 ? 1e-10f : 1e-5f}};
		kiln_world_add(made.world, &tiny, NULL);
		kiln_world_add(made.world, &(kiln_member){.convex = &ball}, NULL);
		kiln_world_add(made.world, &large, NULL);
		kiln_world_update(made.world, NULL);
		kiln_world_contact_options contact = {.mesh_room = room, .mesh_room_capacity = ROOM};
		contact.contact.skin = i < 2 ? 0 : 1e8f;
		list.count = 0;
		assert_int_equal(kiln_world_contacts_visit(made.world, &contact, list_contact, &list), KILN_E_ARGUMENT);
		assert_true(list.count > 0);
		for (uint32_t k = 0; k < list.count; k++)
			assert_true(list.contacts[k].a == 1 && list.contacts[k].b == 2);
		free(made.memory);
	}
	shape_asset_free(&cube);
}

static void cooked_members_touch_piece_by_piece(void **state)
{
	(void)state;
	static contact_list list;
	static kiln_pair_manifold room[ROOM];
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	kiln_world_options options = world_room(4);
	world_case made = world_make(&options);
	const kiln_member one = {.asset = &cube.asset, .shape = KILN_NONE},
					  other = {.asset = &cube.asset, .pose = {.translation = {1.5f, 0.25f, 0.25f}}},
					  fixed = {.asset = &cube.asset, .fixed = true};
	kiln_world_add(made.world, &one, NULL);
	kiln_world_add(made.world, &other, NULL);
	kiln_world_add(made.world, &fixed, NULL);
	kiln_world_add(made.world, &fixed, NULL);
	kiln_broadphase_pairs pairs;
	assert_int_equal(kiln_world_update(made.world, &pairs), KILN_OK);
	// All pairs except the pair of the two fixed members.
	assert_int_equal(pairs.count, 5);
	const kiln_world_contact_options contact = {.pair_room = room, .pair_room_capacity = ROOM};
	list.count = 0;
	assert_int_equal(kiln_world_contacts_visit(made.world, &contact, list_contact, &list), KILN_OK);
	uint32_t expected = 0;
	const kiln_object a = kiln_object_from_asset(&cube.asset, NULL),
					  b = kiln_object_from_shape(&cube.asset, 0, &other.pose);
	assert_int_equal(kiln_pair_manifolds(&a, &b, NULL, NULL, room, ROOM, &expected), KILN_OK);
	assert_true(expected > 0);
	uint32_t told = 0;
	for (uint32_t i = 0; i < list.count; i++)
		told += list.contacts[i].a == 0 && list.contacts[i].b == 1;
	assert_int_equal(told, expected);
	// Too little room is reported.
	const kiln_world_contact_options tight = {.pair_room = room, .pair_room_capacity = 1};
	list.count = 0;
	assert_int_equal(kiln_world_contacts_visit(made.world, &tight, list_contact, &list), KILN_E_CAPACITY);
	assert_int_equal(list.count, 5);
	free(made.memory);
	shape_asset_free(&cube);
}

static void a_skin_is_as_thick_in_a_scaled_scene(void **state)
{
	(void)state;
	static contact_list list;
	static kiln_mesh_manifold room[ROOM];
	static const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	for (uint32_t shape = 0; shape < 2; shape++)
	{
		kiln_world_options options = world_room(2);
		options.margin = 0.2f;
		world_case made = world_make(&options);
		// The cube's top is at 4, the ball's bottom at 4.3.
		const kiln_member scene = {
			.asset = &cube.asset, .shape = shape ? 0 : KILN_NONE, .pose = {.translation = {0, 0, 0}, .scale = 4}};
		const kiln_member body = {.convex = &ball, .pose = {.translation = {0.5f, 4.8f, 0.75f}}};
		kiln_world_add(made.world, &scene, NULL);
		kiln_world_add(made.world, &body, NULL);
		kiln_world_update(made.world, NULL);
		for (uint32_t i = 0; i < 2; i++)
		{
			const kiln_world_contact_options contact = {
				.contact = {.skin = i ? 0.4f : 0.2f}, .mesh_room = room, .mesh_room_capacity = ROOM};
			list.count = 0;
			assert_int_equal(kiln_world_contacts_visit(made.world, &contact, list_contact, &list), KILN_OK);
			assert_int_equal(list.count, i);
		}
		assert_true(fabsf(list.contacts[0].manifold.contacts[0].depth + 0.3f) < 1e-5f);
		free(made.memory);
	}
	shape_asset_free(&cube);
}

static void contacts_of_too_many_pairs_are_those_known_before(void **state)
{
	(void)state;
	static contact_list list;
	static const kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	const kiln_world_options options = {.broadphase = {.capacity = 20, .pair_capacity = 3}};
	kiln_convex_cache caches[3];
	memset(caches, 0, sizeof caches);
	const kiln_world_contact_options contact = {.caches = caches};
	world_case made = world_make(&options);
	kiln_proxy handles[10];
	// Three in a heap, then seven more, then six of those removed.
	for (uint32_t round = 0; round < 3; round++)
	{
		for (uint32_t i = round == 0 ? 0 : 3; round < 2 && i < (round == 0 ? 3 : 10); i++)
		{
			const kiln_member member = {.convex = &box, .pose = {.translation = {0.1f * (float)i, 0, 0}}};
			assert_int_equal(kiln_world_add(made.world, &member, &handles[i]), KILN_OK);
		}
		if (round == 1)
			assert_int_equal(kiln_world_remove(made.world, handles[0]), KILN_OK);
		for (uint32_t i = 4; round == 2 && i < 10; i++)
			assert_int_equal(kiln_world_remove(made.world, handles[i]), KILN_OK);
		assert_int_equal(kiln_world_update(made.world, NULL), round == 1 ? KILN_E_CAPACITY : KILN_OK);
		list.count = 0;
		assert_int_equal(kiln_world_contacts_visit(made.world, &contact, list_contact, &list), KILN_OK);
		assert_int_equal(list.count, round == 1 ? 1 : 3);
		for (uint32_t i = 0; i < list.count; i++)
			for (uint32_t k = 0; k < i; k++)
				assert_true(list.contacts[i].slot != list.contacts[k].slot && list.contacts[i].slot < 3);
	}
	free(made.memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(contacts_of_convex_members_are_their_manifolds),
		cmocka_unit_test(contacts_with_a_scene_are_the_scenes_manifolds),
		cmocka_unit_test(what_is_kept_of_a_pair_lasts_as_long_as_it),
		cmocka_unit_test(contacts_of_too_many_pairs_are_those_known_before),
		cmocka_unit_test(an_entry_begins_at_zero_whatever_was_asked_before),
		cmocka_unit_test(a_pair_that_cannot_be_asked_about_is_told),
		cmocka_unit_test(cooked_members_touch_piece_by_piece),
		cmocka_unit_test(a_skin_is_as_thick_in_a_scaled_scene),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
