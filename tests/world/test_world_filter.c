// SPDX-License-Identifier: MIT

/// Filters, masks and triggers in worlds. Answers are those of a world without filters, sifted by a second rule.

#include "support/filter_case.h"
#include "world_case.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEMBERS 14
#define MOST 8192

/// Two worlds of the same members: in one the assets have filters of their own.
typedef struct filter_world
{
	filter_case c[2];
	kiln_asset own[2];
	kiln_filter filters[2];
	uint32_t salts[2];
	kiln_convex_shape shapes[2];
	kiln_member members[MEMBERS]; ///< of the world with filters
	world_case whole, part;
	kiln_proxy handles[MEMBERS];
	uint64_t random;
} filter_world;

static uint32_t solid_of(const kiln_asset *asset)
{
	for (uint32_t i = 0; i < asset->shape_count; ++i)
		if (asset->shapes[i].kind != KILN_SHAPE_MESH)
			return i;
	return KILN_NONE;
}

static void choose_masks(filter_world *w, kiln_member *member)
{
	member->layers = filter_case_mask(&w->random);
	member->collides = filter_case_mask(&w->random);
	member->trigger = fixture_random(&w->random) % 5 == 0;
	member->category = 1u << fixture_random(&w->random) % 3;
	member->ignores = (uint32_t)(fixture_random(&w->random) & fixture_random(&w->random) & 7);
}

static kiln_member member_of(filter_world *w, uint32_t i)
{
	const kiln_asset *asset = &w->own[i % 2];
	kiln_member member = {.pose = world_any_pose(&w->random, 2.5f), .user = i, .fixed = i % 7 == 0};
	choose_masks(w, &member);
	if (i % 4 == 3)
		member.convex = &w->shapes[i / 4 % 2];
	else
	{
		member.asset = asset;
		member.shape = i % 4 == 0 ? KILN_NONE : i % 4 == 1 ? solid_of(asset) : i % asset->mesh_count;
	}
	return member;
}

static void begin(filter_world *w, uint64_t seed, bool own)
{
	memset(w, 0, sizeof *w);
	w->random = seed;
	for (uint32_t i = 0; i < 2; ++i)
	{
		filter_case_begin(&w->c[i], seed + 50 * i);
		w->own[i] = w->c[i].asset;
		w->filters[i] = filter_case_filter(&w->random, &w->salts[i]);
		w->filters[i].ignores &= filter_case_mask(&w->random);
		w->own[i].filter = own && i ? &w->filters[i] : NULL;
	}
	w->shapes[0] = (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 1}};
	w->shapes[1] = (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {{-1, 0, 0}, {1, 0.5f, 0}, 0.5f}};
	const kiln_world_options options = world_room(MEMBERS);
	w->whole = world_make(&options);
	w->part = world_make(&options);
	for (uint32_t i = 0; i < MEMBERS; ++i)
	{
		w->members[i] = member_of(w, i);
		kiln_member plain = w->members[i];
		if (plain.asset)
			plain.asset = &w->c[plain.asset - w->own].asset;
		assert_int_equal(kiln_world_add(w->whole.world, &plain, NULL), KILN_OK);
		assert_int_equal(kiln_world_add(w->part.world, &w->members[i], &w->handles[i]), KILN_OK);
		assert_int_equal(w->handles[i].index, i);
	}
	assert_int_equal(kiln_world_update(w->whole.world, NULL), KILN_OK);
	assert_int_equal(kiln_world_update(w->part.world, NULL), KILN_OK);
}

static void end(filter_world *w)
{
	for (uint32_t i = 0; i < 2; ++i)
		filter_case_end(&w->c[i]);
	free(w->whole.memory);
	free(w->part.memory);
}

// --- The rule a second time -------------------------------------------------------------------------------------------

static uint32_t material_of(const kiln_member *member, uint32_t node, uint32_t triangle)
{
	const kiln_asset *asset = member->asset;
	uint32_t number;
	if (triangle == KILN_NONE)
		return asset->shapes[node == KILN_NONE ? member->shape : asset->nodes[node].shape].material;
	const uint32_t mesh = kiln_triangle_mesh(asset, triangle, &number);
	return kiln_triangle_source(asset, mesh, number).material;
}

static void masks_of(const kiln_member *member, uint32_t node, uint32_t triangle, uint64_t masks[2])
{
	masks[0] = masks[1] = 0;
	if (member->asset)
	{
		const kiln_format_material *m = &member->asset->materials[material_of(member, node, triangle)];
		masks[0] = m->layers;
		masks[1] = m->collides;
	}
	const kiln_format_node *at = node == KILN_NONE ? NULL : &member->asset->nodes[node];
	if (masks[0] == 0)
		masks[0] = at ? at->layers : member->layers ? member->layers : 1;
	if (masks[1] == 0)
		masks[1] = at ? at->collides : member->collides ? member->collides : UINT64_MAX;
}

static bool is_trigger(const kiln_member *member, uint32_t node)
{
	return member->trigger || (node != KILN_NONE && (member->asset->nodes[node].flags & KILN_NODE_TRIGGER));
}

static bool lets(const kiln_member *member, const kiln_filter *filter, uint32_t node, uint32_t triangle)
{
	uint64_t masks[2];
	masks_of(member, node, triangle, masks);
	if (!filter)
		return true;
	if (filter->flags & (is_trigger(member, node) ? KILN_FILTER_NO_TRIGGERS : KILN_FILTER_ONLY_TRIGGERS))
		return false;
	if (!(masks[0] & ~filter->ignores) || (filter->belongs && !(masks[1] & filter->belongs)))
		return false;
	return !member->asset || !filter->keep ||
		   filter->keep(filter->user, member->asset, node, triangle, material_of(member, node, triangle));
}

static bool left(const filter_world *w, const kiln_filter *filter, uint32_t member, uint32_t node, uint32_t triangle)
{
	const kiln_member *m = &w->members[member];
	return lets(m, filter, node, triangle) && (!m->asset || lets(m, m->asset->filter, node, triangle));
}

// --- Queries ----------------------------------------------------------------------------------------------------------

typedef struct counts
{
	uint32_t some, none, gone;
} counts;

static kiln_hit wide[MOST], narrow[MOST];
static uint32_t wide_members[MOST], narrow_members[MOST];

static void judge_ray(filter_world *w, const kiln_world_query_options *options, counts *seen)
{
	const kiln_vec3 from = world_point_in(&w->random, 7), to = world_point_in(&w->random, 4);
	const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
	const uint32_t all = kiln_world_ray_all(w->whole.world, &ray, NULL, wide, wide_members, MOST);
	uint32_t expected = 0;
	assert_true(all <= MOST);
	for (uint32_t i = 0; i < all; ++i)
		if (left(w, options ? options->filter : NULL, wide_members[i], wide[i].node, wide[i].triangle))
		{
			wide[expected] = wide[i];
			wide_members[expected++] = wide_members[i];
		}
	seen->some += expected > 0;
	seen->none += all > 0 && expected == 0;
	seen->gone += all - expected;
	assert_int_equal(kiln_world_ray_all(w->part.world, &ray, options, narrow, narrow_members, MOST), expected);
	assert_memory_equal(narrow, wide, expected * sizeof *wide);
	assert_memory_equal(narrow_members, wide_members, expected * sizeof *wide_members);
	const kiln_world_hit first = kiln_world_ray_closest(w->part.world, &ray, options);
	assert_int_equal(first.member, expected ? wide_members[0] : KILN_NONE);
	assert_true(!expected || first.hit.t == wide[0].t);
	assert_int_equal(kiln_world_ray_any(w->part.world, &ray, options), expected > 0);
}

static kiln_world_overlap touched[MOST], expected_touched[MOST];

static uint32_t touching(const filter_world *w, const kiln_sphere *ball, const kiln_world_query_options *options)
{
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = *ball};
	const kiln_convex_object object = {.shape = &shape};
	return kiln_world_overlap_convex(w->part.world, &object, options, touched, MOST);
}

static void judge_overlaps(filter_world *w, const kiln_sphere *ball, const kiln_world_query_options *options)
{
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = *ball};
	const kiln_convex_object object = {.shape = &shape};
	const uint32_t all = kiln_world_overlap_convex(w->whole.world, &object, NULL, expected_touched, MOST);
	uint32_t expected = 0;
	for (uint32_t i = 0; i < all; ++i)
		if (left(w, options ? options->filter : NULL, expected_touched[i].member, expected_touched[i].of.node,
				expected_touched[i].of.triangle))
			expected_touched[expected++] = expected_touched[i];
	assert_int_equal(touching(w, ball, options), expected);
	assert_memory_equal(touched, expected_touched, expected * sizeof *touched);
}

/// Overlaps, which are judged above, judge closest points and casts.
static void judge_closest(filter_world *w, const kiln_sphere *ball, const kiln_world_query_options *options)
{
	const kiln_world_closest found =
		kiln_world_closest_point(w->part.world, &(kiln_point_query){.point = ball->center}, options);
	const float distance = found.member == KILN_NONE ? 100 : found.closest.distance;
	const kiln_sphere less = {ball->center, distance * (1 - 0x1p-12f)},
					  more = {ball->center, distance * (1 + 0x1p-12f)};
	if (distance > 0x1p-8f)
		assert_int_equal(touching(w, &less, options), 0);
	if (found.member == KILN_NONE)
		return;
	assert_true(distance <= 0x1p-8f || touching(w, &more, options) > 0);
	assert_true(left(w, options ? options->filter : NULL, found.member, found.closest.node, found.closest.triangle));
}

static void judge_cast(filter_world *w, const kiln_sphere *ball, const kiln_world_query_options *options, counts *seen)
{
	const kiln_convex_shape shape = {.kind = KILN_CONVEX_SPHERE, .sphere = *ball};
	const kiln_convex_object object = {.shape = &shape};
	const kiln_vec3 to = world_point_in(&w->random, 4), from = ball->center;
	const kiln_motion motion = {.direction = {to.x - from.x, to.y - from.y, to.z - from.z}, .t_max = 1};
	const kiln_world_hit hit = kiln_world_cast_convex(w->part.world, &object, &motion, options);
	const bool met = hit.member != KILN_NONE;
	seen->some += met && hit.hit.t > 0;
	for (int k = 0; k < 2; ++k)
	{
		// What touches at the start may move away.
		const float later = hit.hit.t > 0 ? hit.hit.t + 0x1p-10f : 0, t = !met ? 1 : k ? later : hit.hit.t - 0x1p-10f;
		const kiln_sphere there = {
			{from.x + t * motion.direction.x, from.y + t * motion.direction.y, from.z + t * motion.direction.z},
			ball->radius * (k ? 1 + 0x1p-8f : 1 - 0x1p-8f)};
		if ((k == 0 && !(t > 0)) || (k == 1 && !met))
			continue;
		assert_true((touching(w, &there, options) > 0) == (k == 1));
	}
	if (met)
		assert_true(left(w, options ? options->filter : NULL, hit.member, hit.hit.node, hit.hit.triangle));
}

static void queries_see_what_filters_leave_of_members(void **state)
{
	(void)state;
	static filter_world w;
	counts rays = {0}, casts = {0};
	for (uint64_t seed = 1; seed <= 4; ++seed)
	{
		begin(&w, seed, seed % 2);
		for (uint32_t k = 0; k < 40; ++k)
		{
			uint32_t salt;
			const kiln_filter filter = filter_case_filter(&w.random, &salt);
			const kiln_world_query_options options = {.filter = fixture_random(&w.random) % 5 ? &filter : NULL};
			for (uint32_t i = 0; i < 8; ++i)
			{
				const kiln_sphere ball = {world_point_in(&w.random, 5), world_between(&w.random, 0.05f, 1)};
				judge_ray(&w, i % 4 ? &options : NULL, &rays);
				judge_overlaps(&w, &ball, i % 4 ? &options : NULL);
				judge_closest(&w, &ball, i % 4 ? &options : NULL);
				judge_cast(&w, &ball, i % 4 ? &options : NULL, &casts);
			}
		}
		end(&w);
	}
	assert_true(rays.some > 400 && rays.none > 60 && rays.gone > 1000 && casts.some > 150);
}

// --- All hits ---------------------------------------------------------------------------------------------------------

typedef struct collector
{
	kiln_world_hit hits[MOST];
	uint32_t count;
	uint32_t end_at; ///< ends the query at so many; 0: never
	float most;		 ///< what is answered
} collector;

static float collect(void *user, const kiln_world_hit *hit)
{
	collector *c = user;
	assert_true(c->count < MOST);
	c->hits[c->count++] = *hit;
	return c->count == c->end_at ? -1 : c->most;
}

static int by_order(const void *a, const void *b)
{
	const kiln_world_hit *x = a, *y = b;
	if (x->hit.t != y->hit.t)
		return x->hit.t < y->hit.t ? -1 : 1;
	if (x->member != y->member)
		return x->member < y->member ? -1 : 1;
	if (x->hit.node != y->hit.node)
		return x->hit.node < y->hit.node ? -1 : 1;
	return x->hit.triangle < y->hit.triangle ? -1 : x->hit.triangle > y->hit.triangle;
}

static void assert_same_hits(const kiln_world_hit *one, const kiln_world_hit *other, uint32_t count)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		assert_memory_equal(&one[i].hit, &other[i].hit, sizeof one[i].hit);
		assert_true(one[i].member == other[i].member && one[i].user == other[i].user);
	}
}

static bool accept_one(void *user, uint32_t index)
{
	return index == *(const uint32_t *)user;
}

static kiln_world_hit listed[MOST], expected_hits[MOST];
static collector collected;

/// What a visitor receives of a list.
static void judge_visit(const filter_world *w, uint32_t count, const kiln_ray *ray, const kiln_convex_object *object,
	const kiln_motion *motion, const kiln_world_query_options *options)
{
	for (uint32_t way = 0; way < 3; ++way)
	{
		collected.count = 0;
		collected.end_at = way == 1 ? 2 : 0;
		collected.most = way == 2 && count ? listed[count / 2].hit.t : FLT_MAX;
		if (ray)
			kiln_world_ray_all_visit(w->part.world, ray, options, collect, &collected);
		else
			kiln_world_cast_convex_all_visit(w->part.world, object, motion, options, collect, &collected);
		if (way == 1)
			assert_int_equal(collected.count, count < 2 ? count : 2);
		if (way == 0)
		{
			assert_int_equal(collected.count, count);
			qsort(collected.hits, count, sizeof *listed, by_order);
			qsort(listed, count, sizeof *listed, by_order);
			assert_same_hits(collected.hits, listed, count);
		}
		uint32_t within = 0, received = 0;
		for (uint32_t i = 0; way == 2 && i < count; ++i)
			within += listed[i].hit.t <= collected.most;
		for (uint32_t i = 0; way == 2 && i < collected.count; ++i)
		{
			received += collected.hits[i].hit.t <= collected.most;
			assert_true(i == 0 || collected.hits[i].hit.t <= collected.most);
		}
		assert_int_equal(received, within);
	}
}

static void judge_all(filter_world *w, kiln_world_query_options options, counts *seen)
{
	const kiln_vec3 from = world_point_in(&w->random, 7), to = world_point_in(&w->random, 4);
	const kiln_vec3 way = {to.x - from.x, to.y - from.y, to.z - from.z};
	const kiln_ray ray = {.origin = from, .direction = way, .t_max = fixture_random(&w->random) % 2 ? 1 : 0};
	const kiln_motion motion = {.direction = way, .t_max = ray.t_max};
	const kiln_convex_shape shape = {
		.kind = KILN_CONVEX_SPHERE, .sphere = {from, world_between(&w->random, 0.05f, 0.8f)}};
	const kiln_convex_object object = {.shape = &shape};
	uint32_t count = kiln_world_ray_all(w->part.world, &ray, &options, narrow, narrow_members, MOST), each = 0, only;
	for (uint32_t i = 0; i < count; ++i)
		listed[i] = (kiln_world_hit){narrow[i], narrow_members[i], narrow_members[i]};
	judge_visit(w, count, &ray, NULL, NULL, &options);
	seen->some += count;
	count = kiln_world_cast_convex_all(w->part.world, &object, &motion, &options, listed, MOST);
	const kiln_world_hit first = kiln_world_cast_convex(w->part.world, &object, &motion, &options);
	assert_int_equal(first.member, count ? listed[0].member : KILN_NONE);
	assert_true(!count || (first.hit.t == listed[0].hit.t && first.hit.triangle == listed[0].hit.triangle));
	seen->gone += count;
	// Each member by itself.
	kiln_world_query_options one = options;
	one.accepts = accept_one;
	one.user = &only;
	for (only = 0; only < MEMBERS; ++only)
		each += kiln_world_cast_convex_all(w->part.world, &object, &motion, &one, expected_hits + each, MOST - each);
	assert_int_equal(count, each);
	qsort(expected_hits, each, sizeof *expected_hits, by_order);
	assert_same_hits(listed, expected_hits, count);
	judge_visit(w, count, NULL, &object, &motion, &options);
}

static void visitors_and_casts_for_all_list_what_the_members_do(void **state)
{
	(void)state;
	static filter_world w;
	counts seen = {0};
	for (uint64_t seed = 81; seed <= 83; ++seed)
	{
		begin(&w, seed, seed % 2);
		for (uint32_t k = 0; k < 60; ++k)
		{
			uint32_t salt;
			const kiln_filter filter = filter_case_filter(&w.random, &salt);
			judge_all(&w, (kiln_world_query_options){.filter = k % 2 ? &filter : NULL}, &seen);
		}
		end(&w);
	}
	assert_true(seen.some > 300 && seen.gone > 2000);
}

// --- Contacts ---------------------------------------------------------------------------------------------------------

typedef struct contact_list
{
	kiln_world_contact contacts[MOST];
	uint32_t count;
} contact_list;

static bool list_contact(void *user, const kiln_world_contact *contact)
{
	contact_list *list = user;
	assert_true(list->count < MOST);
	list->contacts[list->count++] = *contact;
	return true;
}

static void contacts_are_those_of_pieces_that_filters_and_masks_leave(void **state)
{
	(void)state;
	static filter_world w;
	static contact_list before, after;
	static kiln_mesh_manifold mesh_room[MOST];
	static kiln_pair_manifold pair_room[MOST];
	uint32_t some = 0, gone = 0, triggers = 0;
	for (uint64_t seed = 31; seed <= 33; ++seed)
	{
		begin(&w, seed, seed % 2);
		for (uint32_t k = 0; k < 8; ++k)
		{
			uint32_t salt, expected = 0;
			const kiln_filter filter = filter_case_filter(&w.random, &salt);
			kiln_world_contact_options options = {.contact = {.every_edge = true, .both_sides = true},
				.mesh_room = mesh_room,
				.mesh_room_capacity = MOST,
				.pair_room = pair_room,
				.pair_room_capacity = MOST};
			before.count = after.count = 0;
			assert_int_equal(kiln_world_contacts_visit(w.whole.world, &options, list_contact, &before), KILN_OK);
			options.filter = k % 3 ? &filter : NULL;
			options.masks = k % 2;
			assert_int_equal(kiln_world_contacts_visit(w.part.world, &options, list_contact, &after), KILN_OK);
			for (uint32_t i = 0; i < before.count; ++i)
			{
				const kiln_world_contact *c = &before.contacts[i];
				uint64_t a[2], b[2];
				masks_of(&w.members[c->a], c->node_a, c->triangle_a, a);
				masks_of(&w.members[c->b], c->node_b, c->triangle_b, b);
				if (!left(&w, options.filter, c->a, c->node_a, c->triangle_a) ||
					!left(&w, options.filter, c->b, c->node_b, c->triangle_b) ||
					(options.masks && (!(a[0] & b[1]) || !(b[0] & a[1]))))
					continue;
				const kiln_world_contact *found = &after.contacts[expected++];
				assert_true(expected <= after.count);
				assert_true(found->a == c->a && found->b == c->b && found->slot == c->slot &&
							found->node_a == c->node_a && found->node_b == c->node_b &&
							found->triangle_a == c->triangle_a && found->triangle_b == c->triangle_b);
				assert_memory_equal(&found->manifold, &c->manifold, offsetof(kiln_manifold, contacts));
				assert_int_equal(
					found->trigger, is_trigger(&w.members[c->a], c->node_a) || is_trigger(&w.members[c->b], c->node_b));
				triggers += found->trigger;
			}
			assert_int_equal(after.count, expected);
			some += expected;
			gone += before.count - expected;
		}
		end(&w);
	}
	assert_true(some > 300 && gone > 300 && triggers > 30 && triggers < some);
}

// --- Masks in place ---------------------------------------------------------------------------------------------------

static void assert_same_pairs(const kiln_broadphase_pairs *one, const kiln_broadphase_pairs *other)
{
	assert_int_equal(one->count, other->count);
	assert_memory_equal(one->pairs, other->pairs, one->count * sizeof *one->pairs);
}

static void masks_changed_in_place_act_as_if_they_had_always_been(void **state)
{
	(void)state;
	static filter_world w;
	uint32_t added = 0, removed = 0;
	begin(&w, 61, false);
	for (uint32_t k = 0; k < 60; ++k)
	{
		const kiln_world_options room = world_room(MEMBERS);
		world_case fresh = world_make(&room);
		kiln_broadphase_pairs changed, again;
		for (uint32_t i = 0; i < MEMBERS; ++i)
		{
			const uint64_t what = fixture_random(&w.random) % 4;
			if (what == 0)
			{
				choose_masks(&w, &w.members[i]);
				assert_int_equal(kiln_world_set_masks(w.part.world, w.handles[i], &w.members[i]), KILN_OK);
			}
			if (what == 1 && k % 3 == 0)
			{
				w.members[i].pose = world_any_pose(&w.random, 2.5f);
				assert_int_equal(kiln_world_move(w.part.world, w.handles[i], &w.members[i].pose), KILN_OK);
			}
			assert_int_equal(kiln_world_add(fresh.world, &w.members[i], NULL), KILN_OK);
		}
		assert_int_equal(kiln_world_update(w.part.world, &changed), KILN_OK);
		assert_int_equal(kiln_world_update(fresh.world, &again), KILN_OK);
		assert_same_pairs(&changed, &again);
		added += changed.added_count;
		removed += changed.removed_count;
		for (uint32_t i = 0; i < 20; ++i)
		{
			uint32_t salt;
			const kiln_filter filter = filter_case_filter(&w.random, &salt);
			const kiln_world_query_options options = {.filter = &filter, .ignores = i % 3};
			const kiln_ray ray = {.origin = world_point_in(&w.random, 6), .direction = world_point_in(&w.random, 1)};
			const uint32_t count = kiln_world_ray_all(fresh.world, &ray, &options, wide, wide_members, MOST);
			assert_int_equal(kiln_world_ray_all(w.part.world, &ray, &options, narrow, narrow_members, MOST), count);
			assert_memory_equal(narrow, wide, count * sizeof *wide);
		}
		free(fresh.memory);
	}
	assert_true(added > 100 && removed > 100);
	const kiln_proxy gone = w.handles[3];
	assert_int_equal(kiln_world_remove(w.part.world, gone), KILN_OK);
	assert_int_equal(kiln_world_set_masks(w.part.world, gone, &w.members[3]), KILN_E_HANDLE);
	end(&w);
}

/// Every broadphase method reports the pairs that options of proxies add and remove.
static void options_of_proxies_change_in_place(void **state)
{
	(void)state;
	uint64_t random = 9;
	for (uint32_t method = 0; method < KILN_SCHOOL_BROADPHASES; ++method)
	{
		const kiln_broadphase_options room = {
			.capacity = 40, .pair_capacity = 800, .method = kiln_school_broadphase(method)};
		const size_t size = kiln_broadphase_size(&room);
		void *memory[2] = {aligned_alloc(64, (size + 63) / 64 * 64), aligned_alloc(64, (size + 63) / 64 * 64)};
		kiln_broadphase *kept, *fresh;
		kiln_proxy proxies[40];
		kiln_aabb boxes[40];
		kiln_proxy_options options[40] = {{0}};
		assert_true(memory[0] && memory[1]);
		assert_int_equal(kiln_broadphase_create(&kept, memory[0], size, &room), KILN_OK);
		for (uint32_t i = 0; i < 40; ++i)
		{
			const kiln_vec3 low = world_point_in(&random, 4);
			boxes[i] = (kiln_aabb){low, {low.x + 2, low.y + 2, low.z + 2}};
			assert_int_equal(kiln_broadphase_add(kept, &boxes[i], &options[i], &proxies[i]), KILN_OK);
		}
		for (uint32_t k = 0; k < 20; ++k)
		{
			kiln_broadphase_pairs one, other;
			assert_int_equal(kiln_broadphase_create(&fresh, memory[1], size, &room), KILN_OK);
			for (uint32_t i = 0; i < 40; ++i)
			{
				if (k && fixture_random(&random) % 4 == 0)
				{
					options[i] = (kiln_proxy_options){.user = k,
						.category = 1u << fixture_random(&random) % 3,
						.ignores = (uint32_t)(fixture_random(&random) & 7)};
					assert_int_equal(kiln_broadphase_set_options(kept, proxies[i], &options[i]), KILN_OK);
				}
				assert_int_equal(kiln_broadphase_user(kept, proxies[i].index), options[i].user);
				assert_int_equal(kiln_broadphase_add(fresh, &boxes[i], &options[i], NULL), KILN_OK);
			}
			assert_int_equal(kiln_broadphase_update(kept, &one), KILN_OK);
			assert_int_equal(kiln_broadphase_update(fresh, &other), KILN_OK);
			assert_same_pairs(&one, &other);
			if (k)
				continue;
			// One that was removed takes its options along.
			assert_int_equal(kiln_broadphase_remove(kept, proxies[7]), KILN_OK);
			assert_int_equal(kiln_broadphase_set_options(kept, proxies[7], NULL), KILN_E_HANDLE);
			assert_int_equal(kiln_broadphase_update(kept, NULL), KILN_OK);
			assert_int_equal(kiln_broadphase_add(kept, &boxes[7], NULL, &proxies[7]), KILN_OK);
			assert_int_equal(proxies[7].index, 7);
		}
		free(memory[0]);
		free(memory[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queries_see_what_filters_leave_of_members),
		cmocka_unit_test(visitors_and_casts_for_all_list_what_the_members_do),
		cmocka_unit_test(contacts_are_those_of_pieces_that_filters_and_masks_leave),
		cmocka_unit_test(masks_changed_in_place_act_as_if_they_had_always_been),
		cmocka_unit_test(options_of_proxies_change_in_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
