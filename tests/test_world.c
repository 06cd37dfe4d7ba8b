// SPDX-License-Identifier: MIT

/// Worlds: what they answer is what their members answer one by one, in the world's coordinates.

#include "compound_case.h"
#include "shape_assets.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 80
#define ROOM 4096

typedef struct world_case
{
	kiln_world *world;
	void *memory;
} world_case;

static world_case world_make(const kiln_world_options *options)
{
	world_case made;
	size_t size = kiln_world_size(options);
	assert_true(size > 0);
	made.memory = aligned_alloc(64, size);
	assert_non_null(made.memory);
	memset(made.memory, 0xa5, size);
	assert_int_equal(kiln_world_create(options, made.memory, size, &made.world), KILN_OK);
	return made;
}

static kiln_world_options room_for(uint32_t members)
{
	return (kiln_world_options){.broadphase = {.capacity = members, .pair_capacity = members * members / 2 + 1}};
}

/// A world of one member: what the member alone answers.
static world_case world_of_one(const kiln_member *member)
{
	kiln_world_options options = room_for(1);
	world_case made = world_make(&options);
	assert_int_equal(kiln_world_add(made.world, member, NULL), KILN_OK);
	return made;
}

static float between(uint64_t *random, float from, float to)
{
	return from + (to - from) * fixture_random_unit(random);
}

static kiln_vec3 point_in(uint64_t *random, float size)
{
	return (kiln_vec3){between(random, -size, size), between(random, -size, size), between(random, -size, size)};
}

static kiln_quat any_turn(uint64_t *random)
{
	return (kiln_quat){
		between(random, -1, 1), between(random, -1, 1), between(random, -1, 1), between(random, 0.1f, 1)};
}

static kiln_pose any_pose(uint64_t *random, float size)
{
	return (kiln_pose){.rotation = any_turn(random),
		.translation = point_in(random, size),
		.scale = fixture_random(random) % 3 ? between(random, 0.5f, 2) : 0};
}

// --- A population -----------------------------------------------------------------------------------------------------

/// Cooked scenes and shapes, and shapes in memory.
typedef struct population
{
	shape_asset meshes;
	compound solids;
	kiln_convex_shape shapes[6];
	kiln_vec3 points[12];
	kiln_member members[MOST];
	uint32_t count;
	world_case all, alone[MOST];
	kiln_proxy handles[MOST];
	uint64_t random;
} population;

static void population_shapes(population *p)
{
	for (uint32_t i = 0; i < 12; i++)
		p->points[i] = point_in(&p->random, 0.7f);
	p->shapes[0] = (kiln_convex_shape){.kind = KILN_CONVEX_SPHERE, .sphere = {{0, 0, 0}, 0.5f}};
	p->shapes[1] = (kiln_convex_shape){.kind = KILN_CONVEX_AABB, .aabb = {{-0.5f, -0.4f, -0.3f}, {0.5f, 0.4f, 0.3f}}};
	p->shapes[2] = (kiln_convex_shape){.kind = KILN_CONVEX_CAPSULE, .capsule = {{-1, 0, 0}, {1, 0.5f, 0}, 0.25f}};
	p->shapes[3] = (kiln_convex_shape){.kind = KILN_CONVEX_POINTS, .points = {p->points, 12}};
	p->shapes[4] = (kiln_convex_shape){.kind = KILN_CONVEX_CONE, .cone = {{0, 1, 0}, {0, 0, 0}, 0.5f}};
	p->shapes[5] = (kiln_convex_shape){
		.kind = KILN_CONVEX_TRIANGLE, .triangle = {{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}}, .margin = 0.1f};
}

static kiln_member any_member(population *p)
{
	kiln_member member = {.pose = any_pose(&p->random, 6), .user = fixture_random(&p->random)};
	uint64_t kind = fixture_random(&p->random) % 8;
	member.category = kind < 2 ? 2 : 0;
	if (kind == 0)
	{
		member.asset = &p->meshes.asset;
		member.shape = KILN_NONE;
		member.fixed = true;
	}
	else if (kind < 3)
	{
		const kiln_asset *asset = kind == 1 ? &p->meshes.asset : &p->solids.cooked.asset;
		member.asset = asset;
		member.shape = (uint32_t)(fixture_random(&p->random) % asset->shape_count);
	}
	else if (kind == 3)
	{
		member.asset = &p->solids.cooked.asset;
		member.shape = KILN_NONE;
	}
	else
		member.convex = &p->shapes[fixture_random(&p->random) % 6];
	return member;
}

static void population_make(population *p, uint64_t seed, uint32_t count)
{
	*p = (population){.random = seed, .count = count, .meshes = shape_asset_mixed(KILN_ISA_AUTO)};
	compound_make(&p->solids, &p->random,
		&(compound_plan){
			.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 2, .grounds = 1, .spread = 3});
	population_shapes(p);
	kiln_world_options options = room_for(count);
	options.broadphase.method = (kiln_broadphase_method)(seed * 5 % KILN_BROADPHASE_METHOD_COUNT);
	p->all = world_make(&options);
	for (uint32_t i = 0; i < count; i++)
	{
		p->members[i] = any_member(p);
		// Two at one place: ties.
		if (i % 9 == 8)
			p->members[i] = p->members[i - 1];
		assert_int_equal(kiln_world_add(p->all.world, &p->members[i], &p->handles[i]), KILN_OK);
		assert_int_equal(p->handles[i].index, i);
		p->alone[i] = world_of_one(&p->members[i]);
	}
}

static void population_free(population *p)
{
	for (uint32_t i = 0; i < p->count; i++)
		free(p->alone[i].memory);
	free(p->all.memory);
	compound_free(&p->solids);
	shape_asset_free(&p->meshes);
}

/// Some are elsewhere, some go and others come; as often as not the broadphase does not know yet.
static void population_change(population *p)
{
	for (uint32_t i = 0; i < p->count; i++)
	{
		uint64_t what = fixture_random(&p->random) % 4;
		if (what == 0)
		{
			p->members[i].pose = any_pose(&p->random, 6);
			assert_int_equal(kiln_world_move(p->all.world, p->handles[i], &p->members[i].pose), KILN_OK);
			free(p->alone[i].memory);
			p->alone[i] = world_of_one(&p->members[i]);
		}
	}
	if (fixture_random(&p->random) % 2)
		assert_int_equal(kiln_world_update(p->all.world, NULL), KILN_OK);
}

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
	kiln_vec3 to = point_in(random, 6), from = point_in(random, 12);
	return (kiln_ray){.origin = from,
		.direction = {to.x - from.x, to.y - from.y, to.z - from.z},
		.t_max = fixture_random(random) % 2 ? 0 : between(random, 0, 2),
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
		const kiln_world_choice choice = {.ignores = trial % 5 == 0 ? 2 : 0};
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
		kiln_convex_object object = {.shape = &p.shapes[trial % 6], .pose = any_pose(&p.random, 1)};
		object.pose.scale = 0.5f;
		object.pose.translation = ray.origin;
		kiln_world_hit best = {.member = KILN_NONE};
		for (uint32_t i = 0; i < p.count; i++)
		{
			kiln_world_hit one = kiln_world_cast(p.alone[i].world, &object, &motion, NULL);
			keep_sooner(&best, &one, i);
		}
		kiln_world_hit answer = kiln_world_cast(p.all.world, &object, &motion, NULL);
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
		const kiln_convex_object object = {.shape = &p.shapes[trial % 6], .pose = any_pose(&p.random, 7)};
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
		const kiln_point_query query = {.point = point_in(&p.random, trial % 10 == 0 ? 1e4f : 12),
			.max_distance = trial % 3 == 0 ? between(&p.random, 0, 3) : 0};
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
		kiln_hit hit = kiln_ray_closest(asset, &ray);
		kiln_world_hit answer = kiln_world_ray_closest(made.world, &ray, NULL);
		assert_true(same_hit(&hit, &answer.hit));
		hit = kiln_cast_convex(asset, &object, &motion);
		answer = kiln_world_cast(made.world, &object, &motion, NULL);
		assert_true(same_hit(&hit, &answer.hit));
		kiln_closest closest = kiln_closest_point(asset, &(kiln_point_query){.point = to});
		kiln_world_closest nearest = kiln_world_closest_point(made.world, &(kiln_point_query){.point = to}, NULL);
		assert_true(closest.distance == nearest.closest.distance && closest.triangle == nearest.closest.triangle);
		uint32_t count = kiln_overlap_convex(asset, &object, overlaps, ROOM);
		assert_int_equal(kiln_world_overlap_convex(made.world, &object, NULL, found, ROOM), count);
		for (uint32_t i = 0; i < count; i++)
			assert_memory_equal(&overlaps[i], &found[i].of, sizeof *overlaps);
		// As the sphere's own query, which knows nothing of convex objects.
		const kiln_sphere sphere = {.center = from, .radius = 0.4f};
		assert_int_equal(kiln_overlap_sphere(asset, &sphere, NULL, 0), count);
	}
	free(made.memory);
	shape_asset_free(&meshes);
}

static kiln_d3 carried(const kiln_pose *pose, kiln_vec3 point)
{
	const kiln_quat q = pose->rotation;
	double length = sqrt(
		(double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z + (double)q.w * (double)q.w);
	length = length > 0 ? length : 1;
	kiln_d3 v = kiln_d3_scale(kiln_d3_from((kiln_vec3){q.x, q.y, q.z}), 1 / length), p = kiln_d3_from(point);
	// p + 2 w (v x p) + 2 v x (v x p)
	kiln_d3 once = kiln_d3_cross(v, p), twice = kiln_d3_cross(v, once);
	p = kiln_d3_add(p, kiln_d3_add(kiln_d3_scale(once, 2 * (double)q.w / length), kiln_d3_scale(twice, 2)));
	double scale = pose->scale > 0 ? (double)pose->scale : 1;
	return kiln_d3_add(kiln_d3_scale(p, scale), kiln_d3_from(pose->translation));
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
		const kiln_member member = {.asset = &meshes.asset, .shape = KILN_NONE, .pose = any_pose(&random, 20)};
		world_case made = world_of_one(&member);
		for (uint32_t trial = 0; trial < 100; trial++)
		{
			const kiln_d3 from = carried(&member.pose, shape_point(&meshes, KILN_NONE, &random));
			const kiln_d3 to = carried(&member.pose, triangles[fixture_random(&random) % count].corners[0]);
			const kiln_ray ray = {.origin = kiln_d3_to(from), .direction = kiln_d3_to(kiln_d3_sub(to, from))};
			double nearest = HUGE_VAL;
			for (uint32_t i = 0; i < count; i++)
			{
				kiln_d3 corners[3];
				for (uint32_t k = 0; k < 3; k++)
					corners[k] = carried(&member.pose, triangles[i].corners[k]);
				nearest = fmin(nearest, meets_triangle(&ray, corners));
			}
			kiln_world_hit answer = kiln_world_ray_closest(made.world, &ray, NULL);
			// Rays along an edge may do as they like; there are few.
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

/// What stands at `own` in the coordinates that `pose` puts somewhere.
static kiln_pose composed(const kiln_pose *pose, const kiln_pose *own)
{
	const kiln_quat p = pose->rotation, q = own->rotation;
	float scale = (pose->scale > 0 ? pose->scale : 1) * (own->scale > 0 ? own->scale : 1);
	return (kiln_pose){
		.rotation = {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z,
			p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z},
		.translation = kiln_d3_to(carried(pose, own->translation)),
		.scale = scale};
}

/// Beside a corner of one that is not far away.
static kiln_vec3 near_a_triangle(const shape_asset *meshes, uint64_t *random)
{
	const shape_triangle *triangles;
	const uint32_t count = shape_triangles(meshes, KILN_NONE, &triangles);
	kiln_vec3 corner, aside = point_in(random, 0.4f);
	do
		corner = triangles[fixture_random(random) % count].corners[0];
	while (fabsf(corner.x) + fabsf(corner.y) + fabsf(corner.z) > 100);
	return (kiln_vec3){corner.x + aside.x, corner.y + aside.y, corner.z + aside.z};
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
		const kiln_member member = {.asset = asset, .shape = KILN_NONE, .pose = any_pose(&random, 9)};
		const double scale = member.pose.scale > 0 ? (double)member.pose.scale : 1;
		world_case made = world_of_one(&member);
		kiln_pose at = any_pose(&random, 1);
		at.translation = near_a_triangle(&meshes, &random);
		const kiln_convex_object own = {.shape = &box, .pose = at};
		const kiln_convex_object object = {.shape = &box, .pose = composed(&member.pose, &at)};
		const kiln_motion way = {.direction = point_in(&random, 1), .t_max = 20};
		const kiln_d3 zero = carried(&member.pose, (kiln_vec3){0, 0, 0});
		const kiln_motion motion = {
			.direction = kiln_d3_to(kiln_d3_sub(carried(&member.pose, way.direction), zero)), .t_max = 20};
		const kiln_hit hit = kiln_cast_convex(asset, &own, &way);
		const kiln_world_hit answer = kiln_world_cast(made.world, &object, &motion, NULL);
		if (hit.hit != answer.hit.hit || fabsf(hit.t - answer.hit.t) > 1e-3f)
			apart++;
		else if (hit.hit && hit.t > 0)
		{
			met++;
			const kiln_d3 point = carried(&member.pose, hit.point);
			apart += kiln_d3_largest(kiln_d3_sub(point, kiln_d3_from(answer.hit.point))) > 0.01;
			apart += kiln_d3_dot(kiln_d3_from(answer.hit.normal), kiln_d3_from(motion.direction)) > 0;
		}
		const uint32_t count = kiln_overlap_convex(asset, &own, NULL, 0);
		apart += kiln_world_overlap_convex(made.world, &object, NULL, NULL, 0) != count;
		touched += count > 0;
		const kiln_closest closest = kiln_closest_point(asset, &(kiln_point_query){.point = at.translation});
		const kiln_point_query query = {.point = object.pose.translation};
		const kiln_world_closest nearest = kiln_world_closest_point(made.world, &query, NULL);
		assert_true(fabs((double)closest.distance * scale - (double)nearest.closest.distance) < 1e-3);
		const kiln_d3 point = carried(&member.pose, closest.point);
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

// --- Contacts ---------------------------------------------------------------------------------------------------------

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
		assert_int_equal(kiln_world_contacts(p.all.world, NULL, list_contact, &list), KILN_OK);
		uint32_t at = 0;
		for (uint32_t a = 0; a < p.count; a++)
			for (uint32_t b = a + 1; b < p.count; b++)
			{
				kiln_manifold manifold;
				const kiln_convex_object object_a = object_of(&p.members[a]), object_b = object_of(&p.members[b]);
				if (!object_a.shape || !object_b.shape ||
					kiln_convex_manifold(&object_a, &object_b, NULL, NULL, &manifold) != KILN_OK || manifold.count == 0)
					continue;
				// Others of the list are of cooked solids.
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
		// The scene first or last, as it is or placed.
		const bool last = trial & 1, placed = trial & 2;
		kiln_world_options options = room_for(2);
		world_case made = world_make(&options);
		kiln_vec3 at = near_a_triangle(&meshes, &random);
		const kiln_member scene = {.asset = &meshes.asset,
			.shape = KILN_NONE,
			.fixed = true,
			.pose = placed ? any_pose(&random, 5) : (kiln_pose){.scale = 0}};
		float scale = scene.pose.scale > 0 ? scene.pose.scale : 1;
		kiln_member body = {.convex = &ball, .pose = {.translation = at, .scale = scale}};
		body.pose.translation = kiln_d3_to(carried(&scene.pose, at));
		assert_int_equal(kiln_world_add(made.world, last ? &body : &scene, NULL), KILN_OK);
		assert_int_equal(kiln_world_add(made.world, last ? &scene : &body, NULL), KILN_OK);
		assert_int_equal(kiln_world_update(made.world, NULL), KILN_OK);
		const kiln_world_contact_options contact = {
			.contact = {.both_sides = true}, .mesh_room = room, .mesh_room_count = ROOM};
		list.count = 0;
		assert_int_equal(kiln_world_contacts(made.world, &contact, list_contact, &list), KILN_OK);
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
			kiln_vec3 on_ball = kiln_d3_to(carried(&scene.pose, own_first->on_a));
			assert_near(last ? first->on_a : first->on_b, on_ball, 2e-4f);
			assert_true(fabsf(first->depth - own_first->depth * scale) < 1e-4f);
			// on_b = on_a + depth normal, whichever is which.
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
	kiln_world_options options = room_for(20);
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
		assert_int_equal(kiln_world_contacts(made.world, &contact, list_contact, &list), KILN_OK);
		assert_int_equal(list.count, 9);
		for (uint32_t i = 0; i < 9; i++)
		{
			const kiln_world_contact *told = &list.contacts[i];
			assert_ptr_equal(told->lasting, &lasting[told->slot]);
			// The fourth box is another since the sixth frame: both its pairs are new, all others older.
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

static void cooked_members_touch_piece_by_piece(void **state)
{
	(void)state;
	static contact_list list;
	static kiln_pair_manifold room[ROOM];
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	kiln_world_options options = room_for(4);
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
	// All but the one of the two fixed ones.
	assert_int_equal(pairs.count, 5);
	const kiln_world_contact_options contact = {.pair_room = room, .pair_room_count = ROOM};
	list.count = 0;
	assert_int_equal(kiln_world_contacts(made.world, &contact, list_contact, &list), KILN_OK);
	uint64_t expected = 0;
	const kiln_object a = kiln_object_of_asset(&cube.asset, NULL),
					  b = kiln_object_of_shape(&cube.asset, 0, &other.pose);
	assert_int_equal(kiln_pair_manifolds(&a, &b, NULL, NULL, room, ROOM, &expected), KILN_OK);
	assert_true(expected > 0);
	uint32_t told = 0;
	for (uint32_t i = 0; i < list.count; i++)
		told += list.contacts[i].a == 0 && list.contacts[i].b == 1;
	assert_int_equal(told, expected);
	// Too little room is told.
	const kiln_world_contact_options tight = {.pair_room = room, .pair_room_count = 1};
	list.count = 0;
	assert_int_equal(kiln_world_contacts(made.world, &tight, list_contact, &list), KILN_E_CAPACITY);
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
		kiln_world_options options = room_for(2);
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
				.contact = {.skin = i ? 0.4f : 0.2f}, .mesh_room = room, .mesh_room_count = ROOM};
			list.count = 0;
			assert_int_equal(kiln_world_contacts(made.world, &contact, list_contact, &list), KILN_OK);
			assert_int_equal(list.count, i);
		}
		assert_true(fabsf(list.contacts[0].manifold.contacts[0].depth + 0.3f) < 1e-5f);
		free(made.memory);
	}
	shape_asset_free(&cube);
}

static void equals_go_to_the_lowest_member(void **state)
{
	(void)state;
	static const kiln_convex_shape box = {.kind = KILN_CONVEX_AABB, .aabb = {{-1, -1, -1}, {1, 1, 1}}};
	for (uint32_t method = 0; method < KILN_BROADPHASE_METHOD_COUNT; method++)
	{
		kiln_world_options options = room_for(40);
		options.broadphase.method = (kiln_broadphase_method)method;
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
		// Once as the broadphase has them, once with the first as a late change.
		for (uint32_t late = 0; late < 2; late++)
		{
			const kiln_ray ray = {.direction = {1, 0.01f, 0.02f}};
			const kiln_motion motion = {.direction = ray.direction};
			const kiln_convex_object object = {.shape = &box, .pose = {.scale = 0.25f}};
			assert_int_equal(kiln_world_ray_closest(made.world, &ray, NULL).member, 0);
			assert_int_equal(kiln_world_cast(made.world, &object, &motion, NULL).member, 0);
			assert_int_equal(kiln_world_closest_point(made.world, &(kiln_point_query){{0, 0, 0}, 0}, NULL).member, 0);
			assert_int_equal(kiln_world_move(made.world, first, &(kiln_pose){.translation = {3, 0, 0}}), KILN_OK);
		}
		free(made.memory);
	}
}

// --- Coming and going -------------------------------------------------------------------------------------------------

static void scenes_come_and_go(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_box(1, 1, 1);
	shape_asset cube = shape_asset_of(&mesh, KILN_ISA_AUTO);
	kiln_world_options options = room_for(3);
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
		cmocka_unit_test(contacts_of_convex_members_are_their_manifolds),
		cmocka_unit_test(contacts_with_a_scene_are_the_scenes_manifolds),
		cmocka_unit_test(what_is_kept_of_a_pair_lasts_as_long_as_it),
		cmocka_unit_test(cooked_members_touch_piece_by_piece),
		cmocka_unit_test(a_skin_is_as_thick_in_a_scaled_scene),
		cmocka_unit_test(equals_go_to_the_lowest_member),
		cmocka_unit_test(scenes_come_and_go),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
