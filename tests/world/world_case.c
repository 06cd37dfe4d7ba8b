// SPDX-License-Identifier: MIT
#include "world_case.h"
#include "kiln/school.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

world_case world_make(const kiln_world_options *options)
{
	world_case made;
	size_t size = kiln_world_size(options);
	assert_true(size > 0);
	made.memory = aligned_alloc(64, size);
	assert_non_null(made.memory);
	memset(made.memory, 0xa5, size);
	assert_int_equal(kiln_world_create(&made.world, made.memory, size, options), KILN_OK);
	return made;
}

kiln_world_options world_room(uint32_t members)
{
	return (kiln_world_options){.broadphase = {.capacity = members, .pair_capacity = members * members / 2 + 1}};
}

world_case world_of_one(const kiln_member *member)
{
	kiln_world_options options = world_room(1);
	world_case made = world_make(&options);
	assert_int_equal(kiln_world_add(made.world, member, NULL), KILN_OK);
	return made;
}

float world_between(uint64_t *random, float from, float to)
{
	return from + (to - from) * fixture_random_unit(random);
}

kiln_vec3 world_point_in(uint64_t *random, float size)
{
	return (kiln_vec3){
		world_between(random, -size, size), world_between(random, -size, size), world_between(random, -size, size)};
}

static kiln_quat any_turn(uint64_t *random)
{
	return (kiln_quat){world_between(random, -1, 1), world_between(random, -1, 1), world_between(random, -1, 1),
		world_between(random, 0.1f, 1)};
}

kiln_pose world_any_pose(uint64_t *random, float size)
{
	return (kiln_pose){.rotation = any_turn(random),
		.translation = world_point_in(random, size),
		.scale = fixture_random(random) % 3 ? world_between(random, 0.5f, 2) : 0};
}

// --- A population -----------------------------------------------------------------------------------------------------

static void population_shapes(population *p)
{
	for (uint32_t i = 0; i < 12; i++)
		p->points[i] = world_point_in(&p->random, 0.7f);
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
	kiln_member member = {.pose = world_any_pose(&p->random, 6), .user = fixture_random(&p->random)};
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

void population_make(population *p, uint64_t seed, uint32_t count)
{
	*p = (population){.random = seed, .count = count, .meshes = shape_asset_mixed(KILN_ISA_AUTO)};
	compound_make(&p->solids, &p->random,
		&(compound_plan){
			.spheres = 1, .capsules = 1, .boxes = 1, .cylinders = 1, .hulls = 2, .grounds = 1, .spread = 3});
	population_shapes(p);
	kiln_world_options options = world_room(count);
	options.broadphase.method = kiln_school_broadphase((uint32_t)(seed * 5 % KILN_SCHOOL_BROADPHASES));
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

void population_free(population *p)
{
	for (uint32_t i = 0; i < p->count; i++)
		free(p->alone[i].memory);
	free(p->all.memory);
	compound_free(&p->solids);
	shape_asset_free(&p->meshes);
}

void population_change(population *p)
{
	for (uint32_t i = 0; i < p->count; i++)
	{
		uint64_t what = fixture_random(&p->random) % 4;
		if (what == 0)
		{
			p->members[i].pose = world_any_pose(&p->random, 6);
			assert_int_equal(kiln_world_move(p->all.world, p->handles[i], &p->members[i].pose), KILN_OK);
			free(p->alone[i].memory);
			p->alone[i] = world_of_one(&p->members[i]);
		}
	}
	if (fixture_random(&p->random) % 2)
		assert_int_equal(kiln_world_update(p->all.world, NULL), KILN_OK);
}

kiln_d3 world_carried(const kiln_pose *pose, kiln_vec3 point)
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

kiln_vec3 world_near_a_triangle(const shape_asset *meshes, uint64_t *random)
{
	const shape_triangle *triangles;
	const uint32_t count = shape_triangles(meshes, KILN_NONE, &triangles);
	kiln_vec3 corner, aside = world_point_in(random, 0.4f);
	do
		corner = triangles[fixture_random(random) % count].corners[0];
	while (fabsf(corner.x) + fabsf(corner.y) + fabsf(corner.z) > 100);
	return (kiln_vec3){corner.x + aside.x, corner.y + aside.y, corner.z + aside.z};
}
