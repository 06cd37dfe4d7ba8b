// SPDX-License-Identifier: MIT

/// Compares a world's answers with those of its members one by one, in the world's coordinates.

#include "kiln/school.h"
#include "world_case.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 4096

// --- All as each alone ------------------------------------------------------------------------------------------------

static bool same_hit(const kiln_hit *x, const kiln_hit *y)
{
	return x->hit == y->hit && x->back == y->back && x->t == y->t &&
		   memcmp(&x->point, &y->point, sizeof x->point) == 0 &&
		   memcmp(&x->normal, &y->normal, sizeof x->normal) == 0 && x->triangle == y->triangle && x->mesh == y->mesh &&
		   x->material == y->material && x->node == y->node && x->tag == y->tag && x->shape == y->shape &&
		   x->source_mesh == y->source_mesh && x->source_face == y->source_face && x->face == y->face;
}

static kiln_ray any_ray(uint64_t *random)
{
	kiln_vec3 to = world_point_in(random, 6), from = world_point_in(random, 12);
	return (kiln_ray){.origin = from,
		.direction = {to.x - from.x, to.y - from.y, to.z - from.z},
		.t_max = fixture_random(random) % 2 ? 0 : world_between(random, 0, 2),
		.flags = fixture_random(random) % 4 == 0 ? KILN_RAY_CULL_BACK : 0};
}

static void check_hit(const kiln_world_hit *answer, const kiln_world_hit *expected)
{
	assert_int_equal(answer->member, expected->member);
	assert_true(answer->user == expected->user);
	assert_true(same_hit(&answer->hit, &expected->hit));
}

static void keep_sooner(kiln_world_hit *best, const kiln_world_hit *one, uint32_t member)
{
	if (!one->hit.hit || (best->hit.hit && one->hit.t >= best->hit.t))
		return;
	*best = *one;
	best->member = member;
}

static void rays_meet_what_each_member_meets(void **state)
{
	(void)state;
	static population p;
	static kiln_hit hits[ROOM], one_hits[ROOM];
	static uint32_t owners[ROOM], one_owners[ROOM];
	population_make(&p, 1, 40);
	uint32_t met = 0;
	for (uint32_t trial = 0; trial < 600; trial++)
	{
		if (trial % 50 == 49)
			population_change(&p);
		const kiln_ray ray = any_ray(&p.random);
		const kiln_world_query_options choice = {.ignores = trial % 5 == 0 ? 2 : 0};
		kiln_world_hit best = {.member = KILN_NONE};
		uint32_t count = kiln_world_ray_all(p.all.world, &ray, &choice, hits, owners, ROOM), expected = 0;
		for (uint32_t i = 0; i < p.count; i++)
		{
			kiln_world_hit one = kiln_world_ray_closest(p.alone[i].world, &ray, &choice);
			keep_sooner(&best, &one, i);
			uint32_t ones = kiln_world_ray_all(p.alone[i].world, &ray, &choice, one_hits, one_owners, ROOM);
			for (uint32_t k = 0; k < ones; k++)
			{
				uint32_t at = 0;
				while (at < count && !(owners[at] == i && same_hit(&hits[at], &one_hits[k])))
					at++;
				assert_true(at < count);
			}
			expected += ones;
			assert_int_equal(ones > 0, one.hit.hit);
			if (one.hit.hit)
				assert_true(one.hit.t == one_hits[0].t);
		}
		assert_int_equal(count, expected);
		for (uint32_t k = 1; k < count; k++)
			assert_true(hits[k - 1].t < hits[k].t || (hits[k - 1].t == hits[k].t && owners[k - 1] <= owners[k]));
		kiln_world_hit answer = kiln_world_ray_closest(p.all.world, &ray, &choice);
		check_hit(&answer, &best);
		assert_int_equal(kiln_world_ray_any(p.all.world, &ray, &choice), best.hit.hit);
		assert_int_equal(kiln_world_ray_all(p.all.world, &ray, &choice, hits, owners, count / 2), count);
		met += best.hit.hit;
	}
	assert_true(met > 200);
	population_free(&p);
}

static void casts_meet_what_each_member_meets(void **state)
{
	(void)state;
	static population p;
	population_make(&p, 2, 40);
	uint32_t met = 0;
	for (uint32_t trial = 0; trial < 300; trial++)
	{
		if (trial % 50 == 49)
			population_change(&p);
		const kiln_ray ray = any_ray(&p.random);
		const kiln_motion motion = {.direction = ray.direction, .t_max = ray.t_max};
		kiln_convex_object object = {.shape = &p.shapes[trial % 6], .pose = world_any_pose(&p.random, 1)};
		object.pose.scale = 0.5f;
		object.pose.translation = ray.origin;
		kiln_world_hit best = {.member = KILN_NONE};
		for (uint32_t i = 0; i < p.count; i++)
		{
			kiln_world_hit one = kiln_world_cast_convex(p.alone[i].world, &object, &motion, NULL);
			keep_sooner(&best, &one, i);
		}
		kiln_world_hit answer = kiln_world_cast_convex(p.all.world, &object, &motion, NULL);
		check_hit(&answer, &best);
		met += best.hit.hit;
	}
	assert_true(met > 100);
	population_free(&p);
}

static void overlaps_are_those_of_each_member(void **state)
{
	(void)state;
	static population p;
	static kiln_world_overlap found[ROOM], ones[ROOM];
	population_make(&p, 3, 40);
	uint32_t touching = 0;
	for (uint32_t trial = 0; trial < 300; trial++)
	{
		if (trial % 50 == 49)
			population_change(&p);
		const kiln_convex_object object = {.shape = &p.shapes[trial % 6], .pose = world_any_pose(&p.random, 7)};
		uint32_t count = kiln_world_overlap_convex(p.all.world, &object, NULL, found, ROOM), at = 0;
		for (uint32_t i = 0; i < p.count; i++)
		{
			uint32_t of_one = kiln_world_overlap_convex(p.alone[i].world, &object, NULL, ones, ROOM);
			for (uint32_t k = 0; k < of_one; k++, at++)
			{
				assert_true(at < count && found[at].member == i);
				assert_memory_equal(&found[at].of, &ones[k].of, sizeof ones[k].of);
			}
		}
		assert_int_equal(at, count);
		touching += count > 0;
	}
	assert_true(touching > 60);
	population_free(&p);
}

static void the_closest_point_is_that_of_the_closest_member(void **state)
{
	(void)state;
	static population p;
	population_make(&p, 4, 40);
	for (uint32_t trial = 0; trial < 400; trial++)
	{
		if (trial % 50 == 49)
			population_change(&p);
		const kiln_point_query query = {.point = world_point_in(&p.random, trial % 10 == 0 ? 1e4f : 12),
			.max_distance = trial % 3 == 0 ? world_between(&p.random, 0, 3) : 0};
		kiln_world_closest best = {.member = KILN_NONE};
		for (uint32_t i = 0; i < p.count; i++)
		{
			kiln_world_closest one = kiln_world_closest_point(p.alone[i].world, &query, NULL);
			if (one.member == KILN_NONE || (best.member != KILN_NONE && best.closest.distance <= one.closest.distance))
				continue;
			best = one;
			best.member = i;
		}
		kiln_world_closest answer = kiln_world_closest_point(p.all.world, &query, NULL);
		assert_int_equal(answer.member, best.member);
		assert_true(answer.closest.distance == best.closest.distance && answer.user == best.user);
		assert_int_equal(answer.closest.triangle, best.closest.triangle);
		assert_int_equal(answer.closest.node, best.closest.node);
		assert_true(answer.closest.found == (best.member != KILN_NONE));
		assert_true(!answer.closest.found || query.max_distance == 0 || answer.closest.distance <= query.max_distance);
	}
	population_free(&p);
}

// --- A member as the single functions ---------------------------------------------------------------------------------

static void a_scene_at_the_identity_answers_to_the_bit(void **state)
{
	(void)state;
	static kiln_overlap overlaps[ROOM];
	static kiln_world_overlap found[ROOM];
	uint64_t random = 5;
	shape_asset meshes = shape_asset_mixed(KILN_ISA_AUTO);
	const kiln_asset *asset = &meshes.asset;
	const kiln_member member = {.asset = asset, .shape = KILN_NONE};
	world_case made = world_of_one(&member);
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.4f}};
	for (uint32_t trial = 0; trial < 400; trial++)
	{
		const kiln_vec3 from = shape_point(&meshes, KILN_NONE, &random), to = shape_point(&meshes, KILN_NONE, &random);
		const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
		const kiln_motion motion = {.direction = ray.direction};
		const kiln_convex_object object = {.shape = &ball, .pose = {.translation = from}};
		kiln_hit hit = kiln_scene_ray_closest(asset, &ray);
		kiln_world_hit answer = kiln_world_ray_closest(made.world, &ray, NULL);
		assert_true(same_hit(&hit, &answer.hit));
		hit = kiln_scene_cast_convex(asset, &object, &motion);
		answer = kiln_world_cast_convex(made.world, &object, &motion, NULL);
		assert_true(same_hit(&hit, &answer.hit));
		kiln_closest closest = kiln_scene_closest_point(asset, &(kiln_point_query){.point = to});
		kiln_world_closest nearest = kiln_world_closest_point(made.world, &(kiln_point_query){.point = to}, NULL);
		assert_true(closest.distance == nearest.closest.distance && closest.triangle == nearest.closest.triangle);
		uint32_t count = kiln_scene_overlap_convex(asset, &object, overlaps, ROOM);
		assert_int_equal(kiln_world_overlap_convex(made.world, &object, NULL, found, ROOM), count);
		for (uint32_t i = 0; i < count; i++)
			assert_memory_equal(&overlaps[i], &found[i].of, sizeof *overlaps);
		// Compared with the sphere's own query, which does not use convex objects.
		const kiln_sphere sphere = {.center = from, .radius = 0.4f};
		assert_int_equal(kiln_scene_overlap_sphere(asset, &sphere, NULL, 0), count);
	}
	free(made.memory);
	shape_asset_free(&meshes);
}

/// Moeller and Trumbore in double.
static double meets_triangle(const kiln_ray *ray, const kiln_d3 c[3])
{
	kiln_d3 e = kiln_d3_sub(c[1], c[0]), f = kiln_d3_sub(c[2], c[0]), d = kiln_d3_from(ray->direction);
	kiln_d3 p = kiln_d3_cross(d, f), s = kiln_d3_sub(kiln_d3_from(ray->origin), c[0]), q = kiln_d3_cross(s, e);
	double det = kiln_d3_dot(e, p), u = kiln_d3_dot(s, p) / det, v = kiln_d3_dot(d, q) / det;
	double t = kiln_d3_dot(f, q) / det;
	return det != 0 && u >= 0 && v >= 0 && u + v <= 1 && t >= 0 ? t : HUGE_VAL;
}

static void a_placed_scene_is_met_where_its_triangles_are_placed(void **state)
{
	(void)state;
	uint64_t random = 6;
	shape_asset meshes = shape_asset_mixed(KILN_ISA_AUTO);
	const shape_triangle *triangles;
	uint32_t count = shape_triangles(&meshes, KILN_NONE, &triangles), met = 0, apart = 0;
	for (uint32_t place = 0; place < 4; place++)
	{
		const kiln_member member = {.asset = &meshes.asset, .shape = KILN_NONE, .pose = world_any_pose(&random, 20)};
		world_case made = world_of_one(&member);
		for (uint32_t trial = 0; trial < 100; trial++)
		{
			const kiln_d3 from = world_carried(&member.pose, shape_point(&meshes, KILN_NONE, &random));
			const kiln_d3 to = world_carried(&member.pose, triangles[fixture_random(&random) % count].corners[0]);
			const kiln_ray ray = {.origin = kiln_d3_to(from), .direction = kiln_d3_to(kiln_d3_sub(to, from))};
			double nearest = HUGE_VAL;
			for (uint32_t i = 0; i < count; i++)
			{
				kiln_d3 corners[3];
				for (uint32_t k = 0; k < 3; k++)
					corners[k] = world_carried(&member.pose, triangles[i].corners[k]);
				nearest = fmin(nearest, meets_triangle(&ray, corners));
			}
			kiln_world_hit answer = kiln_world_ray_closest(made.world, &ray, NULL);
			// Rays along an edge may hit or miss; there are few of them.
			if (answer.hit.hit != (nearest < HUGE_VAL) ||
				(answer.hit.hit && fabs((double)answer.hit.t - nearest) > 1e-3))
				apart++;
			else if (answer.hit.hit)
			{
				met++;
				kiln_d3 there =
					kiln_d3_along(kiln_d3_from(ray.origin), (double)answer.hit.t, kiln_d3_from(ray.direction));
				assert_true(kiln_d3_largest(kiln_d3_sub(there, kiln_d3_from(answer.hit.point))) < 1e-2);
				double facing = kiln_d3_dot(kiln_d3_from(answer.hit.normal), kiln_d3_from(ray.direction));
				assert_int_equal(facing > 0, answer.hit.back);
			}
		}
		free(made.memory);
	}
	assert_true(met > 100 && apart < met / 10);
	shape_asset_free(&meshes);
}

/// Returns the pose of an object whose pose is `own` in the coordinates that `pose` places.
static kiln_pose composed(const kiln_pose *pose, const kiln_pose *own)
{
	const kiln_quat p = pose->rotation, q = own->rotation;
	float scale = (pose->scale > 0 ? pose->scale : 1) * (own->scale > 0 ? own->scale : 1);
	return (kiln_pose){
		.rotation = {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z,
			p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z},
		.translation = kiln_d3_to(world_carried(pose, own->translation)),
		.scale = scale};
}

static void a_placed_scene_answers_as_in_its_own_coordinates(void **state)
{
	(void)state;
	uint64_t random = 9;
	shape_asset meshes = shape_asset_mixed(KILN_ISA_AUTO);
	const kiln_asset *asset = &meshes.asset;
	static const kiln_convex_shape box = {
		.kind = KILN_CONVEX_AABB, .aabb = {{-0.6f, -0.2f, -0.1f}, {0.3f, 0.4f, 0.2f}}};
	uint32_t met = 0, touched = 0, apart = 0;
	for (uint32_t trial = 0; trial < 300; trial++)
	{
		const kiln_member member = {.asset = asset, .shape = KILN_NONE, .pose = world_any_pose(&random, 9)};
		const double scale = member.pose.scale > 0 ? (double)member.pose.scale : 1;
		world_case made = world_of_one(&member);
		kiln_pose at = world_any_pose(&random, 1);
		at.translation = world_near_a_triangle(&meshes, &random);
		const kiln_convex_object own = {.shape = &box, .pose = at};
		const kiln_convex_object object = {.shape = &box, .pose = composed(&member.pose, &at)};
		const kiln_motion way = {.direction = world_point_in(&random, 1), .t_max = 20};
		const kiln_d3 zero = world_carried(&member.pose, (kiln_vec3){0, 0, 0});
		const kiln_motion motion = {
			.direction = kiln_d3_to(kiln_d3_sub(world_carried(&member.pose, way.direction), zero)), .t_max = 20};
		const kiln_hit hit = kiln_scene_cast_convex(asset, &own, &way);
		const kiln_world_hit answer = kiln_world_cast_convex(made.world, &object, &motion, NULL);
		if (hit.hit != answer.hit.hit || fabsf(hit.t - answer.hit.t) > 1e-3f)
			apart++;
		else if (hit.hit && hit.t > 0)
		{
			met++;
			const kiln_d3 point = world_carried(&member.pose, hit.point);
			apart += kiln_d3_largest(kiln_d3_sub(point, kiln_d3_from(answer.hit.point))) > 0.01;
			apart += kiln_d3_dot(kiln_d3_from(answer.hit.normal), kiln_d3_from(motion.direction)) > 0;
		}
		const uint32_t count = kiln_scene_overlap_convex(asset, &own, NULL, 0);
		apart += kiln_world_overlap_convex(made.world, &object, NULL, NULL, 0) != count;
		touched += count > 0;
		const kiln_closest closest = kiln_scene_closest_point(asset, &(kiln_point_query){.point = at.translation});
		const kiln_point_query query = {.point = object.pose.translation};
		const kiln_world_closest nearest = kiln_world_closest_point(made.world, &query, NULL);
		assert_true(fabs((double)closest.distance * scale - (double)nearest.closest.distance) < 1e-3);
		const kiln_d3 point = world_carried(&member.pose, closest.point);
		apart += kiln_d3_largest(kiln_d3_sub(point, kiln_d3_from(nearest.closest.point))) > 0.01;
		free(made.memory);
	}
	assert_true(met > 20 && touched > 60 && apart < 12);
	shape_asset_free(&meshes);
}

static void a_ray_enters_and_leaves_a_box(void **state)
{
	(void)state;
	static const kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	const kiln_member member = {.convex = &box, .pose = {.translation = {10, 0, 0}}};
	world_case made = world_of_one(&member);
	kiln_ray ray = {.origin = {5, 0.25f, 0.5f}, .direction = {2, 0, 0}};
	kiln_hit hits[4];
	uint32_t owners[4];
	assert_int_equal(kiln_world_ray_all(made.world, &ray, NULL, hits, owners, 4), 2);
	assert_true(fabsf(hits[0].t - 2) < 1e-6f && fabsf(hits[1].t - 3) < 1e-6f);
	assert_true(!hits[0].back && hits[1].back && hits[0].normal.x < -0.99f && hits[1].normal.x > 0.99f);
	ray.origin.x = 10;
	kiln_world_hit hit = kiln_world_ray_closest(made.world, &ray, NULL);
	assert_true(hit.hit.hit && hit.hit.back && fabsf(hit.hit.t - 0.5f) < 1e-6f);
	ray.flags = KILN_RAY_CULL_BACK;
	assert_false(kiln_world_ray_any(made.world, &ray, NULL));
	ray.flags = 0;
	ray.t_max = 0.25f;
	assert_false(kiln_world_ray_any(made.world, &ray, NULL));
	free(made.memory);
}

// --- Equals, coming and going -------------------------------------------------------------------------------------------

static void equals_go_to_the_lowest_member(void **state)
{
	(void)state;
	static const kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	for (uint32_t method = 0; method < KILN_SCHOOL_BROADPHASES; method++)
	{
		kiln_world_options options = world_room(40);
		options.broadphase.method = kiln_school_broadphase(method);
		world_case made = world_make(&options);
		kiln_proxy first = {0};
		for (uint32_t i = 0; i < 40; i++)
		{
			const kiln_member member = {.convex = &box, .pose = {.translation = {i < 20 ? 3 : 40, 0, 0}}};
			kiln_proxy proxy;
			assert_int_equal(kiln_world_add(made.world, &member, &proxy), KILN_OK);
			first = i == 0 ? proxy : first;
		}
		kiln_world_update(made.world, NULL);
		// Once with both in the broadphase, once with the first as a late change.
		for (uint32_t late = 0; late < 2; late++)
		{
			const kiln_ray ray = {.direction = {1, 0.01f, 0.02f}};
			const kiln_motion motion = {.direction = ray.direction};
			const kiln_convex_object object = {.shape = &box, .pose = {.scale = 0.25f}};
			assert_int_equal(kiln_world_ray_closest(made.world, &ray, NULL).member, 0);
			assert_int_equal(kiln_world_cast_convex(made.world, &object, &motion, NULL).member, 0);
			assert_int_equal(kiln_world_closest_point(made.world, &(kiln_point_query){{0, 0, 0}, 0}, NULL).member, 0);
			assert_int_equal(kiln_world_move(made.world, first, &(kiln_pose){.translation = {3, 0, 0}}), KILN_OK);
		}
		free(made.memory);
	}
}

static void scenes_come_and_go(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	kiln_world_options options = world_room(3);
	world_case made = world_make(&options);
	const kiln_ray ray = {.origin = {0, 9, 0}, .direction = {0, -1, 0}};
	kiln_proxy low, high, more;
	kiln_member member = {.asset = &cube.asset, .shape = KILN_NONE};
	assert_int_equal(kiln_world_ray_closest(made.world, &ray, NULL).member, KILN_NONE);
	assert_int_equal(kiln_world_add(made.world, &member, &low), KILN_OK);
	assert_true(kiln_world_ray_closest(made.world, &ray, NULL).hit.t == 8);
	member.pose = (kiln_pose){.translation = {0, 4, 0}};
	assert_int_equal(kiln_world_add(made.world, &member, &high), KILN_OK);
	assert_true(kiln_world_ray_closest(made.world, &ray, NULL).hit.t == 4);
	assert_int_equal(kiln_world_remove(made.world, high), KILN_OK);
	assert_int_equal(kiln_world_remove(made.world, high), KILN_E_HANDLE);
	assert_null(kiln_world_member(made.world, high.index));
	assert_int_equal(kiln_world_move(made.world, high, &member.pose), KILN_E_HANDLE);
	assert_true(kiln_world_ray_closest(made.world, &ray, NULL).hit.t == 8);
	kiln_world_update(made.world, NULL);
	member.pose.translation.y = NAN;
	assert_int_equal(kiln_world_move(made.world, low, &member.pose), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_add(made.world, &member, &more), KILN_E_ARGUMENT);
	member.pose = (kiln_pose){.translation = {0, 1e13f, 0}};
	assert_int_equal(kiln_world_move(made.world, low, &member.pose), KILN_E_ARGUMENT);
	member.pose = (kiln_pose){.scale = -1};
	assert_int_equal(kiln_world_add(made.world, &member, &more), KILN_E_ARGUMENT);
	member = (kiln_member){.asset = &cube.asset, .shape = 7};
	assert_int_equal(kiln_world_add(made.world, &member, &more), KILN_E_ARGUMENT);
	assert_int_equal(kiln_world_add(made.world, &(kiln_member){.asset = NULL}, &more), KILN_E_ARGUMENT);
	const kiln_convex_shape line = {.kind = KILN_CONVEX_RAY, .ray = ray};
	assert_int_equal(kiln_world_add(made.world, &(kiln_member){.convex = &line}, &more), KILN_E_ARGUMENT);
	assert_true(kiln_world_ray_closest(made.world, &ray, NULL).hit.t == 8);
	assert_int_equal(kiln_broadphase_count(kiln_world_broadphase(made.world)), 1);
	free(made.memory);
	shape_asset_free(&cube);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rays_meet_what_each_member_meets),
		cmocka_unit_test(casts_meet_what_each_member_meets),
		cmocka_unit_test(overlaps_are_those_of_each_member),
		cmocka_unit_test(the_closest_point_is_that_of_the_closest_member),
		cmocka_unit_test(a_scene_at_the_identity_answers_to_the_bit),
		cmocka_unit_test(a_placed_scene_is_met_where_its_triangles_are_placed),
		cmocka_unit_test(a_placed_scene_answers_as_in_its_own_coordinates),
		cmocka_unit_test(a_ray_enters_and_leaves_a_box),
		cmocka_unit_test(equals_go_to_the_lowest_member),
		cmocka_unit_test(scenes_come_and_go),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
