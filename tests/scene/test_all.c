// SPDX-License-Identifier: MIT

/// All hits of rays and of moving shapes. Lists of casts are judged by a cast against each piece alone, and what visitors
/// receive by these lists.

#include "support/asset_fixture.h"
#include "support/filter_case.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

static float spread(uint64_t *random, float low, float high)
{
	return low + (high - low) * fixture_random_unit(random);
}

static kiln_vec3 place_near(uint64_t *random)
{
	return (kiln_vec3){spread(random, -1.5f, 6.5f), spread(random, -1.5f, 4.5f), spread(random, -1.5f, 4.5f)};
}

/// A shape on its way, of a kind by number.
typedef struct moving
{
	uint32_t kind;
	kiln_sphere sphere;
	kiln_box box;
	kiln_capsule capsule;
	kiln_convex_shape shape;
	kiln_convex_object object;
	kiln_motion motion;
} moving;

static void choose(moving *m, uint64_t *random)
{
	const kiln_vec3 from = place_near(random), to = place_near(random);
	const float size = spread(random, 0.05f, 0.7f);
	m->kind = (uint32_t)(fixture_random(random) % 4);
	m->sphere = (kiln_sphere){from, size};
	m->box = (kiln_box){from, {size, 0.5f * size, 0.25f}, {0.6f, 0, 0, 0.8f}};
	m->capsule = (kiln_capsule){from, {from.x + size, from.y, from.z - size}, 0.25f};
	m->shape = (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = m->sphere};
	m->object = (kiln_convex_object){.shape = &m->shape};
	m->motion = (kiln_motion){
		.direction = {to.x - from.x, to.y - from.y, to.z - from.z}, .t_max = fixture_random(random) % 2 ? 1 : 0};
}

static kiln_hit cast(const kiln_asset *asset, const moving *m)
{
	switch (m->kind)
	{
	case 0:
		return kiln_scene_cast_sphere(asset, &m->sphere, &m->motion);
	case 1:
		return kiln_scene_cast_box(asset, &m->box, &m->motion);
	case 2:
		return kiln_scene_cast_capsule(asset, &m->capsule, &m->motion);
	default:
		return kiln_scene_cast_convex(asset, &m->object, &m->motion);
	}
}

static uint32_t cast_all(const kiln_asset *asset, const moving *m, kiln_hit *hits)
{
	switch (m->kind)
	{
	case 0:
		return kiln_scene_cast_sphere_all(asset, &m->sphere, &m->motion, hits, MOST);
	case 1:
		return kiln_scene_cast_box_all(asset, &m->box, &m->motion, hits, MOST);
	case 2:
		return kiln_scene_cast_capsule_all(asset, &m->capsule, &m->motion, hits, MOST);
	default:
		return kiln_scene_cast_convex_all(asset, &m->object, &m->motion, hits, MOST);
	}
}

static void cast_visit(const kiln_asset *asset, const moving *m, kiln_visit_hit *visit, void *user)
{
	switch (m->kind)
	{
	case 0:
		kiln_scene_cast_sphere_all_visit(asset, &m->sphere, &m->motion, visit, user);
		break;
	case 1:
		kiln_scene_cast_box_all_visit(asset, &m->box, &m->motion, visit, user);
		break;
	case 2:
		kiln_scene_cast_capsule_all_visit(asset, &m->capsule, &m->motion, visit, user);
		break;
	default:
		kiln_scene_cast_convex_all_visit(asset, &m->object, &m->motion, visit, user);
	}
}

static int by_order(const void *a, const void *b)
{
	const kiln_hit *x = a, *y = b;
	if (x->t != y->t)
		return x->t < y->t ? -1 : 1;
	if (x->node != y->node)
		return x->node < y->node ? -1 : 1;
	return x->triangle < y->triangle ? -1 : x->triangle > y->triangle;
}

static bool keep_one(void *user, const kiln_asset *asset, uint32_t node, uint32_t triangle, uint32_t material)
{
	const uint32_t *one = user;
	(void)asset, (void)material;
	return one[0] == node && one[1] == triangle;
}

static kiln_hit list[MOST], alone[MOST], seen[MOST];

/// A cast against every piece alone.
static uint32_t cast_each(const kiln_asset *asset, const moving *m)
{
	uint32_t one[2], count = 0;
	const kiln_filter filter = {.keep = keep_one, .user = one};
	kiln_asset part = *asset;
	part.filter = &filter;
	for (one[0] = 0; one[0] < asset->node_count; ++one[0])
	{
		const uint32_t mesh = asset->nodes[one[0]].mesh;
		const uint32_t pieces = mesh == KILN_NONE ? 1 : asset->meshes[mesh].triangle_count;
		for (uint32_t i = 0; i < pieces; ++i)
		{
			one[1] = mesh == KILN_NONE ? KILN_NONE : asset->meshes[mesh].triangle_first + i;
			alone[count] = cast(&part, m);
			count += alone[count].hit;
		}
	}
	qsort(alone, count, sizeof *alone, by_order);
	return count;
}

static void casts_for_all_list_the_cast_against_every_piece_alone(void **state)
{
	(void)state;
	uint32_t hits = 0;
	uint64_t random = 3;
	filter_case c;
	filter_case_begin(&c, 51);
	for (uint32_t k = 0; k < 40; ++k)
	{
		moving m;
		choose(&m, &random);
		m.kind = k % 4;
		const uint32_t count = cast_all(&c.asset, &m, list);
		assert_true(count <= MOST);
		assert_int_equal(count, cast_each(&c.asset, &m));
		assert_memory_equal(list, alone, count * sizeof *list);
		const kiln_hit first = cast(&c.asset, &m), none = {0};
		assert_memory_equal(&first, count ? &list[0] : &none, sizeof first);
		hits += count;
	}
	filter_case_end(&c);
	assert_true(hits > 500);
}

// --- Visitors ---------------------------------------------------------------------------------------------------------

typedef struct collector
{
	uint32_t count;
	uint32_t end_at; ///< ends the query at so many; 0: never
	float most;		 ///< what is answered
	bool nearest;	 ///< answers the t of the nearest so far
} collector;

static float collect(void *user, const kiln_hit *hit)
{
	collector *c = user;
	assert_true(c->count < MOST && hit->hit);
	seen[c->count++] = *hit;
	if (c->end_at && c->count == c->end_at)
		return c->count % 2 ? -1 : NAN;
	if (c->nearest && hit->t < c->most)
		c->most = hit->t;
	return c->most;
}

/// What a visitor receives of a list.
static void judge_visitors(
	uint32_t count, uint64_t *random, const kiln_asset *asset, const kiln_ray *ray, const moving *m)
{
	for (uint32_t way = 0; way < 4; ++way)
	{
		collector c = {.most = FLT_MAX};
		if (way == 1)
			c.end_at = 1 + (uint32_t)(fixture_random(random) % 4);
		if (way == 2 && count)
			c.most = list[fixture_random(random) % count].t;
		c.nearest = way == 3;
		if (ray)
			kiln_scene_ray_all_visit(asset, ray, collect, &c);
		else
			cast_visit(asset, m, collect, &c);
		if (way == 0)
		{
			// Hits of one solid or of a ray that is moved may tie in t.
			assert_int_equal(c.count, count);
			qsort(seen, count, sizeof *seen, by_order);
			qsort(list, count, sizeof *list, by_order);
			assert_memory_equal(seen, list, count * sizeof *seen);
		}
		if (way == 1)
			assert_int_equal(c.count, count < c.end_at ? count : c.end_at);
		if (way == 2 && count)
		{
			uint32_t within = 0, found = 0;
			for (uint32_t i = 0; i < count; ++i)
				within += list[i].t <= c.most;
			for (uint32_t i = 0; i < c.count; ++i)
			{
				found += seen[i].t <= c.most;
				assert_true(i == 0 || seen[i].t <= c.most);
			}
			assert_int_equal(found, within);
		}
		if (way == 3 && count)
		{
			assert_true(c.most == list[0].t);
			for (uint32_t i = 1; i < c.count; ++i)
				assert_true(seen[i].t <= seen[i - 1].t);
		}
	}
}

static void visitors_receive_the_list_and_shorten_or_end_the_query(void **state)
{
	(void)state;
	uint32_t rays = 0, casts = 0;
	for (uint64_t seed = 61; seed <= 64; ++seed)
	{
		uint64_t random = seed;
		filter_case c;
		filter_case_begin(&c, seed);
		for (uint32_t k = 0; k < 150; ++k)
		{
			uint32_t salt;
			const kiln_filter filter = filter_case_filter(&random, &salt);
			const kiln_vec3 from = place_near(&random), to = place_near(&random);
			// Some rays come from far away, and some are long.
			const float far = k % 5 == 0 ? 1e6f : 1;
			const kiln_ray ray = {.origin = {from.x - far * (to.x - from.x), from.y - far * (to.y - from.y),
									  from.z - far * (to.z - from.z)},
				.direction = {to.x - from.x, to.y - from.y, to.z - from.z},
				.t_max = k % 3 ? 0 : far + 1};
			kiln_asset asset = c.asset;
			moving m;
			asset.filter = k % 2 ? &filter : NULL;
			uint32_t count = kiln_scene_ray_all(&asset, &ray, list, MOST);
			rays += count;
			judge_visitors(count, &random, &asset, &ray, NULL);
			choose(&m, &random);
			count = cast_all(&asset, &m, list);
			casts += count;
			judge_visitors(count, &random, &asset, NULL, &m);
		}
		filter_case_end(&c);
	}
	assert_true(rays > 800 && casts > 5000);
}

static void visitors_of_one_mesh_receive_its_list(void **state)
{
	(void)state;
	uint64_t random = 71;
	uint32_t hits = 0;
	filter_case c;
	filter_case_begin(&c, 71);
	for (uint32_t k = 0; k < 60; ++k)
	{
		const uint32_t mesh = k % c.asset.mesh_count;
		moving m;
		collector all = {.most = FLT_MAX};
		choose(&m, &random);
		m.object.pose.translation = (kiln_vec3){-2, -1.5f, -1.5f};
		const kiln_ray ray = {.origin = {-2, 0.1f, 0}, .direction = {1, spread(&random, -0.2f, 0.2f), 0.05f}};
		uint32_t count = kiln_mesh_ray_all(&c.asset, mesh, &ray, list, MOST);
		kiln_mesh_ray_all_visit(&c.asset, mesh, &ray, collect, &all);
		assert_int_equal(all.count, count);
		qsort(seen, count, sizeof *seen, by_order);
		qsort(list, count, sizeof *list, by_order);
		assert_memory_equal(seen, list, count * sizeof *seen);
		hits += count;
		all.count = 0;
		count = kiln_mesh_cast_convex_all(&c.asset, mesh, &m.object, &m.motion, list, MOST);
		kiln_mesh_cast_convex_all_visit(&c.asset, mesh, &m.object, &m.motion, collect, &all);
		assert_int_equal(all.count, count);
		qsort(seen, count, sizeof *seen, by_order);
		assert_memory_equal(seen, list, count * sizeof *seen);
		const kiln_hit first = kiln_mesh_cast_convex(&c.asset, mesh, &m.object, &m.motion), none = {0};
		assert_memory_equal(&first, count ? &list[0] : &none, sizeof first);
		hits += count;
	}
	filter_case_end(&c);
	assert_true(hits > 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(casts_for_all_list_the_cast_against_every_piece_alone),
		cmocka_unit_test(visitors_receive_the_list_and_shorten_or_end_the_query),
		cmocka_unit_test(visitors_of_one_mesh_receive_its_list),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
