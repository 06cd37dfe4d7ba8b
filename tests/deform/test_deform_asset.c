// SPDX-License-Identifier: MIT

/// An asset of a deformed mesh: every query against all of its triangles, and against the same art cooked where it has moved.

#include "scene/brute_force.h"
#include "support/cook_bench.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

enum
{
	AROUND = 24,
	HIGH = 14,
	VERTICES = (HIGH - 1) * AROUND + 2,
	TRIANGLES = 2 * (HIGH - 1) * AROUND,
	PLACES = 6,
	WAYS = 3,
};

static const double places[PLACES][12] = {
	{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
	{0, -3, 0, 8, 3, 0, 0, 0, 0, 0, 3, 1},
	{0.5, 0.25, 0, -6, 0, 2, 0, 1, 0, 0, 1, 0},
	{-1.5, 0, 0, 0, 0, 1.2, 1.6, 9, 0, -1.6, 1.2, 0},
	{1, 0, 0, 70000, 0, 1, 0, -3000, 0, 0, 1, 1e5},
	{1e-3, 0, 0, 0, 0, 1e-3, 0, 5, 0, 0, 1e-3, 0},
};

/// A ball of quads and two caps.
typedef struct ball
{
	float at[VERTICES][3];
	uint32_t of[TRIANGLES][3];
} ball;

static void put(ball *b, uint32_t *count, uint32_t i, uint32_t j, uint32_t k)
{
	const uint32_t corners[3] = {i, j, k};
	memcpy(b->of[(*count)++], corners, sizeof corners);
}

static void make_ball(ball *b)
{
	const double pi = 3.14159265358979;
	const uint32_t top = VERTICES - 2, low = VERTICES - 1;
	uint32_t count = 0;
	memset(b, 0, sizeof *b);
	b->at[top][2] = 1;
	b->at[low][2] = -1;
	for (uint32_t i = 1; i < HIGH; ++i)
		for (uint32_t k = 0; k < AROUND; ++k)
		{
			double high = pi * i / HIGH, around = 2 * pi * k / AROUND;
			float *at = b->at[(i - 1) * AROUND + k];
			at[0] = (float)(sin(high) * cos(around));
			at[1] = (float)(sin(high) * sin(around));
			at[2] = (float)cos(high);
		}
	for (uint32_t k = 0; k < AROUND; ++k)
	{
		uint32_t l = (k + 1) % AROUND;
		put(b, &count, top, k, l);
		put(b, &count, low, (HIGH - 2) * AROUND + l, (HIGH - 2) * AROUND + k);
		for (uint32_t i = 0; i + 2 < HIGH; ++i)
		{
			put(b, &count, i * AROUND + k, (i + 1) * AROUND + k, (i + 1) * AROUND + l);
			put(b, &count, i * AROUND + k, (i + 1) * AROUND + l, i * AROUND + l);
		}
	}
	assert_int_equal(count, TRIANGLES);
}

/// Twists and bends a ball, makes it larger and moves it, or pulls single vertices out.
static void bend(const ball *rest, int way, ball *moved)
{
	uint64_t random = 5;
	*moved = *rest;
	for (uint32_t i = 0; i < VERTICES; ++i)
	{
		const double x = (double)rest->at[i][0], y = (double)rest->at[i][1], z = (double)rest->at[i][2];
		const double pull = way == 2 && fixture_random(&random) % 5 == 0 ? 3 : 1;
		moved->at[i][0] = (float)(way == 0 ? x * cos(z) - y * sin(z) + 0.5 * z * z : way == 1 ? 40 * x + 7 : pull * x);
		moved->at[i][1] = (float)(way == 0 ? x * sin(z) + y * cos(z) : way == 1 ? 2 * y - 9 : pull * y);
		moved->at[i][2] = (float)(way == 0 ? 2 * z : way == 1 ? z + 0.25 * x : pull * z);
	}
}

/// Cooks a ball at a place; `beside`: behind a cube, and deformable.
static void cook(cooked *c, const ball *b, const double place[12], bool beside)
{
	static const uint32_t numbers[2] = {0, 1};
	const kilncook_mesh meshes[2] = {
		{.name = "ball",
			.positions = b->at[0],
			.vertex_count = VERTICES,
			.indices = b->of[0],
			.index_count = 3 * TRIANGLES},
		bench_cube(),
	};
	const kilncook_node nodes[2] = {
		{.name = "ball", .to_asset = place, .meshes = &numbers[0], .mesh_count = 1},
		{.name = "cube", .to_asset = places[0], .meshes = &numbers[1], .mesh_count = 1},
	};
	const kilncook_scene scene = {
		.meshes = meshes, .mesh_count = beside ? 2 : 1, .nodes = nodes, .node_count = beside ? 2 : 1};
	const kilncook_options options = {
		.threads = 1, .deformable = beside, .trees = (1u << KILNCOOK_TREE_END) - 1u, .adjacency = beside};
	*c = (cooked){0};
	bench_cook(c, &scene, &options);
	assert_int_equal(c->status, KILNCOOK_OK);
}

static uint32_t node_of_ball(const kiln_asset *asset)
{
	uint32_t node = 0;
	while (node < asset->node_count && asset->meshes[asset->nodes[node].mesh].triangle_count != TRIANGLES)
		++node;
	assert_true(node < asset->node_count);
	return node;
}

/// A deformed ball, the asset of it, and the same ball cooked where it has moved.
typedef struct trial
{
	ball rest, moved;
	cooked source, still;
	kiln_deformed deformed;
	uint32_t node;
	kiln_asset asset;
} trial;

static trial *begin(int place)
{
	trial *t = calloc(1, sizeof *t);
	assert_non_null(t);
	make_ball(&t->rest);
	cook(&t->source, &t->rest, places[place], true);
	const kiln_asset *asset = &t->source.asset;
	t->node = node_of_ball(asset);
	const uint32_t mesh = asset->nodes[t->node].mesh;
	const size_t size = kiln_deformed_size(asset, mesh, ~0u);
	assert_int_equal(asset->meshes[mesh].source_vertex_count, VERTICES);
	assert_int_equal(kiln_deformed_init(&t->deformed, asset, mesh, ~0u, fixture_memory(size), size), KILN_OK);
	assert_int_equal(kiln_deformed_asset(&t->deformed, t->node, &t->asset), KILN_OK);
	return t;
}

/// Moves the ball; the trial's asset moves with it.
static void move(trial *t, int way, int place)
{
	bend(&t->rest, way, &t->moved);
	assert_int_equal(kiln_deformed_move(&t->deformed, t->moved.at[0], 0, VERTICES), KILN_OK);
	if (t->still.blob.data)
		bench_release(&t->still);
	cook(&t->still, &t->moved, places[place], false);
}

static void end(trial *t)
{
	free(t->deformed.memory);
	if (t->still.blob.data)
		bench_release(&t->still);
	bench_release(&t->source);
	free(t);
}

static kiln_vec3 point_around(const brute_target *target, uint64_t *random, double spread)
{
	const float *low = target->bounds_min, *high = target->bounds_max;
	kiln_vec3 at = oracle_vector(random, 0.5);
	float by = (float)spread;
	return (kiln_vec3){0.5f * (low[0] + high[0]) + by * at.x * (high[0] - low[0]),
		0.5f * (low[1] + high[1]) + by * at.y * (high[1] - low[1]),
		0.5f * (low[2] + high[2]) + by * at.z * (high[2] - low[2])};
}

static bool near(float a, float b, double size)
{
	return fabs((double)a - (double)b) <= 1e-5 * size + 1e-5 * fabs((double)b);
}

// --- Each query -------------------------------------------------------------------------------------------------------

static void check_rays(const trial *t, const brute_target *target, uint64_t random)
{
	uint32_t hits = 0;
	for (int i = 0; i < 300; ++i)
	{
		const kiln_vec3 from = point_around(target, &random, 4), to = point_around(target, &random, 0.9);
		const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
		uint32_t all = 0;
		const kiln_hit expected = brute_ray(target, &ray, &all), got = kiln_scene_ray_closest(&t->asset, &ray);
		const kiln_hit still = kiln_scene_ray_closest(&t->still.asset, &ray);
		assert_int_equal(got.hit, expected.hit);
		assert_int_equal(kiln_scene_ray_any(&t->asset, &ray), expected.hit);
		assert_int_equal(kiln_scene_ray_all(&t->asset, &ray, NULL, 0), all);
		assert_int_equal(got.hit, still.hit);
		if (!got.hit)
			continue;
		++hits;
		assert_true(got.t == expected.t && got.triangle == expected.triangle && got.back == expected.back);
		assert_true(near(got.t, still.t, 1));
		assert_int_equal(got.source_face, still.source_face);
		assert_int_equal(got.mesh, 0);
		assert_int_equal(got.node, 0);
		const kiln_source source = kiln_triangle_source(&t->asset, 0, got.triangle);
		assert_int_equal(source.face, got.source_face);
	}
	assert_true(hits > 50);
}

static void check_near(const trial *t, const brute_target *target, uint64_t random)
{
	for (int i = 0; i < 200; ++i)
	{
		const kiln_vec3 at = point_around(target, &random, 1.5);
		const kiln_point_query query = {.point = at};
		const kiln_closest expected = brute_closest(target, &query), got = kiln_scene_closest_point(&t->asset, &query);
		assert_true(got.found && expected.found && got.distance == expected.distance);
		assert_int_equal(got.triangle, expected.triangle);
		assert_true(near(got.distance, kiln_scene_closest_point(&t->still.asset, &query).distance, target->size));
		const kiln_inside in = kiln_scene_point_inside(&t->asset, at),
						  there = kiln_scene_point_inside(&t->still.asset, at);
		assert_memory_equal(&in, &there, sizeof in);
		const kiln_sphere sphere = {at, (float)(0.3 * target->size)};
		assert_int_equal(kiln_scene_overlap_sphere(&t->asset, &sphere, NULL, 0),
			kiln_scene_overlap_sphere(&t->still.asset, &sphere, NULL, 0));
	}
}

static void check_casts(const trial *t, const brute_target *target, uint64_t random)
{
	uint32_t hits = 0;
	for (int i = 0; i < 200; ++i)
	{
		const kiln_vec3 from = point_around(target, &random, 4), to = point_around(target, &random, 0.9);
		const kiln_sphere sphere = {from, (float)(0.02 * target->size)};
		const kiln_motion motion = {.direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
		const kiln_hit got = kiln_scene_cast_sphere(&t->asset, &sphere, &motion);
		const kiln_hit still = kiln_scene_cast_sphere(&t->still.asset, &sphere, &motion);
		assert_int_equal(got.hit, still.hit);
		assert_true(near(got.t, still.t, 1));
		hits += got.hit;
	}
	assert_true(hits > 50);
}

/// Spheres, boxes and capsules touch the triangles that every one of the deformed triangles is tested for, in that order.
static void check_touched(const trial *t, const brute_target *target, uint64_t random)
{
	static kiln_overlap listed[TRIANGLES];
	uint32_t touched = 0;
	for (int i = 0; i < 90; ++i)
	{
		const kiln_vec3 at = point_around(target, &random, 1), way = oracle_vector(&random, 0.2 * target->size);
		const float r = (float)(0.1 * target->size);
		const kiln_sphere sphere = {at, r};
		const kiln_box box = {at, {fabsf(way.x), fabsf(way.y), fabsf(way.z)}, oracle_rotation(&random)};
		const kiln_capsule capsule = {at, {at.x + way.x, at.y + way.y, at.z + way.z}, r};
		kiln_solid solid;
		uint32_t count;
		if (i % 3 == 0)
			count = kilni_solid_from_sphere(&solid, &sphere)
						? kiln_scene_overlap_sphere(&t->asset, &sphere, listed, TRIANGLES)
						: KILN_NONE;
		else if (i % 3 == 1)
			count = kilni_solid_from_box(&solid, &box) ? kiln_scene_overlap_box(&t->asset, &box, listed, TRIANGLES)
													   : KILN_NONE;
		else
			count = kilni_solid_from_capsule(&solid, &capsule)
						? kiln_scene_overlap_capsule(&t->asset, &capsule, listed, TRIANGLES)
						: KILN_NONE;
		assert_true(count <= TRIANGLES);
		assert_int_equal(brute_overlap_error(target, &solid, listed, count, 16), KILN_NONE);
		touched += count;
	}
	assert_true(touched > 200);
}

/// Boxes, capsules and convex objects, standing and moving, find what they find in the art that was cooked where it has moved.
static void check_shapes(const trial *t, const brute_target *target, uint64_t random)
{
	const float size = (float)target->size, r = 0.05f * size;
	uint32_t hits = 0;
	for (int i = 0; i < 100; ++i)
	{
		const kiln_vec3 from = point_around(target, &random, 4), to = point_around(target, &random, 0.9);
		const kiln_motion motion = {.direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
		const kiln_quat turn = {0.36f, 0.48f, 0, 0.8f};
		const kiln_box box = {from, {r, 2 * r, r}, turn}, there = {to, {r, 2 * r, r}, turn};
		const kiln_capsule capsule = {from, {from.x + r, from.y, from.z + r}, r};
		const kiln_capsule tube = {to, {to.x + r, to.y, to.z + r}, r};
		const kiln_convex_shape shape = {.kind = KILN_CONVEX_CYLINDER, .cylinder = {{0, -r, 0}, {0, r, 0}, r}};
		const kiln_convex_object start = {&shape, {.rotation = turn, .translation = from}};
		const kiln_convex_object end = {&shape, {.rotation = turn, .translation = to}};
		const kiln_asset *assets[2] = {&t->asset, &t->still.asset};
		kiln_hit found[2][3];
		uint32_t counts[2][4];
		for (int k = 0; k < 2; ++k)
		{
			found[k][0] = kiln_scene_cast_box(assets[k], &box, &motion);
			found[k][1] = kiln_scene_cast_capsule(assets[k], &capsule, &motion);
			found[k][2] = kiln_scene_cast_convex(assets[k], &start, &motion);
			counts[k][0] = kiln_scene_overlap_box(assets[k], &there, NULL, 0);
			counts[k][1] = kiln_scene_overlap_capsule(assets[k], &tube, NULL, 0);
			counts[k][2] = kiln_scene_overlap_convex(assets[k], &end, NULL, 0);
			counts[k][3] = kiln_scene_cast_box_all(assets[k], &box, &motion, NULL, 0);
		}
		assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
		for (int k = 0; k < 3; ++k)
		{
			assert_int_equal(found[0][k].hit, found[1][k].hit);
			assert_true(near(found[0][k].t, found[1][k].t, 1));
			hits += found[0][k].hit;
		}
	}
	assert_true(hits > 100);
}

static void every_query_answers_as_for_the_art_where_it_has_moved(void **state)
{
	(void)state;
	for (int place = 0; place < PLACES; ++place)
	{
		trial *t = begin(place);
		// Slow builds try each way at two places.
		for (int way = TRIALS_SLOW ? place % WAYS : 0; way < WAYS; way += TRIALS_SLOW ? WAYS : 1)
		{
			move(t, way, place);
			brute_target target;
			assert_true(brute_target_make(&target, &t->asset, KILN_NONE));
			assert_int_equal(target.count, TRIANGLES);
			check_rays(t, &target, 11);
			check_near(t, &target, 12);
			check_casts(t, &target, 13);
			check_shapes(t, &target, 14);
			check_touched(t, &target, 15);
			brute_target_free(&target);
		}
		end(t);
	}
}

static void pairs_answer_as_for_the_deformed_object(void **state)
{
	(void)state;
	trial *t = begin(0);
	cooked other;
	cook(&other, &t->rest, places[0], false);
	uint64_t random = 3;
	for (int i = 0; i < 60; ++i)
	{
		move(t, i % WAYS, 0);
		const kiln_pose pose = {oracle_rotation(&random), oracle_vector(&random, 3), 1};
		const kiln_object a = kiln_object_from_asset(&other.asset, &pose);
		for (uint32_t kind = 0; kind < KILN_TREE_KIND_END; ++kind)
		{
			kiln_object b = kiln_object_from_shape(&t->source.asset, t->deformed.mesh, NULL);
			kiln_object c = kiln_object_from_shape(&t->asset, 0, NULL);
			b.deformed = &t->deformed;
			b.trees = c.trees = 1u << kind;
			kiln_pair_separation from_object, from_asset;
			uint32_t contacts[2];
			assert_int_equal(kiln_pair_distance(&a, &b, NULL, &from_object), KILN_OK);
			assert_int_equal(kiln_pair_distance(&a, &c, NULL, &from_asset), KILN_OK);
			assert_true(from_object.distance == from_asset.distance);
			assert_int_equal(from_object.triangle_b - t->source.asset.meshes[t->deformed.mesh].triangle_first,
				from_asset.triangle_b);
			assert_int_equal(kiln_pair_contacts(&a, &b, NULL, NULL, 0, &contacts[0]), KILN_OK);
			assert_int_equal(kiln_pair_contacts(&a, &c, NULL, NULL, 0, &contacts[1]), KILN_OK);
			assert_int_equal(contacts[0], contacts[1]);
		}
	}
	bench_release(&other);
	end(t);
}

static void a_front_stays_right_while_vertices_move(void **state)
{
	(void)state;
	trial *t = begin(0);
	cooked other;
	cook(&other, &t->rest, places[0], false);
	const size_t size = kiln_front_size(20000);
	kiln_front front;
	assert_int_equal(kiln_front_init(&front, fixture_memory(size), size), KILN_OK);
	const kiln_pose pose = {{0, 0, 0, 1}, {3, 0.25f, 0.5f}, 1};
	const kiln_object a = kiln_object_from_asset(&other.asset, &pose);
	const kiln_object b = kiln_object_from_shape(&t->asset, 0, NULL);
	const kiln_pair_options with = {.front = &front};
	for (int i = 0; i < 30; ++i)
	{
		move(t, i * 7 % WAYS, 0);
		bool touching[2];
		kiln_pair_separation found[2];
		assert_int_equal(kiln_pair_collide(&a, &b, &with, &touching[0], NULL), KILN_OK);
		assert_int_equal(kiln_pair_collide(&a, &b, NULL, &touching[1], NULL), KILN_OK);
		assert_int_equal(touching[0], touching[1]);
		assert_int_equal(kiln_pair_distance(&a, &b, &with, &found[0]), KILN_OK);
		assert_int_equal(kiln_pair_distance(&a, &b, NULL, &found[1]), KILN_OK);
		assert_true(found[0].distance == found[1].distance);
	}
	free(front.memory);
	bench_release(&other);
	end(t);
}

static void a_member_of_a_world_moves_with_its_vertices(void **state)
{
	(void)state;
	trial *t = begin(3);
	const kiln_world_options options = {.broadphase = {.capacity = 4, .pair_capacity = 8}};
	const size_t size = kiln_world_size(&options);
	kiln_world *world;
	kiln_proxy proxy;
	void *memory = fixture_memory(size);
	const kiln_member member = {.asset = &t->asset, .shape = KILN_NONE, .pose = {{0, 0, 0, 1}, {0, 0, 0}, 1}};
	assert_int_equal(kiln_world_create(&world, memory, size, &options), KILN_OK);
	assert_int_equal(kiln_world_add(world, &member, &proxy), KILN_OK);
	uint64_t random = 31;
	for (int way = 0; way < WAYS; ++way)
	{
		move(t, way, 3);
		assert_int_equal(kiln_world_move(world, proxy, &member.pose), KILN_OK);
		brute_target target;
		assert_true(brute_target_make(&target, &t->asset, KILN_NONE));
		for (int i = 0; i < 200; ++i)
		{
			const kiln_vec3 from = point_around(&target, &random, 4), to = point_around(&target, &random, 0.9);
			const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
			uint32_t all;
			const kiln_hit expected = brute_ray(&target, &ray, &all);
			const kiln_world_hit got = kiln_world_ray_closest(world, &ray, NULL);
			assert_int_equal(got.hit.hit, expected.hit);
			assert_true(!expected.hit || (got.hit.t == expected.t && got.hit.triangle == expected.triangle));
		}
		brute_target_free(&target);
	}
	free(memory);
	end(t);
}

static void names_sources_and_twins_are_those_of_the_mesh(void **state)
{
	(void)state;
	trial *t = begin(1);
	const kiln_asset *source = &t->source.asset;
	const uint32_t mesh = t->deformed.mesh;
	assert_string_equal(kiln_name(&t->asset, t->asset.nodes[0].name), "ball");
	assert_int_equal(t->asset.triangle_count, TRIANGLES);
	for (uint32_t i = 0; i < TRIANGLES; ++i)
	{
		const kiln_source a = kiln_triangle_source(source, mesh, i), b = kiln_triangle_source(&t->asset, 0, i);
		assert_memory_equal(&a, &b, sizeof a);
		assert_int_equal(kiln_triangle_edges(source, mesh, i), kiln_triangle_edges(&t->asset, 0, i));
		for (uint32_t side = 0; side < 3; ++side)
			assert_int_equal(kiln_triangle_twin(source, mesh, i, side), kiln_triangle_twin(&t->asset, 0, i, side));
		kiln_vec3 corners[2][3];
		assert_true(kiln_triangle_corners(source, mesh, i, corners[0]));
		assert_true(kiln_triangle_corners(&t->asset, 0, i, corners[1]));
		assert_memory_equal(corners[0], corners[1], sizeof corners[0]);
	}
	kiln_volumes volumes;
	assert_false(kiln_shape_volumes(&t->asset, 0, &volumes));
	assert_false(kiln_shape_mass(&t->asset, 0).solid);
	end(t);
}

static void the_mesh_alone_lies_in_its_own_coordinates(void **state)
{
	(void)state;
	trial *t = begin(3);
	move(t, 0, 0);
	assert_int_equal(kiln_deformed_asset(&t->deformed, KILN_NONE, &t->asset), KILN_OK);
	brute_target target;
	assert_true(brute_target_make(&target, &t->asset, KILN_NONE));
	check_rays(t, &target, 21);
	check_near(t, &target, 22);
	brute_target_free(&target);
	end(t);
}

static void errors_change_nothing(void **state)
{
	(void)state;
	trial *t = begin(0);
	kiln_asset asset, before;
	memset(&asset, 0x5a, sizeof asset);
	before = asset;
	kiln_deformed broken = t->deformed;
	broken.size = 8;
	assert_int_equal(kiln_deformed_asset(NULL, 0, &asset), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_asset(&(kiln_deformed){0}, 0, &asset), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_asset(&broken, t->node, &asset), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_asset(&t->deformed, t->node, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_asset(&t->deformed, 1 - t->node, &asset), KILN_E_ARGUMENT);
	assert_int_equal(kiln_deformed_asset(&t->deformed, 2, &asset), KILN_E_ARGUMENT);
	assert_memory_equal(&asset, &before, sizeof asset);
	end(t);
}

static void vertices_at_the_ends_of_the_range_keep_the_boxes_in_range(void **state)
{
	(void)state;
	trial *t = begin(1);
	for (uint32_t i = 0; i < VERTICES; ++i)
		for (int k = 0; k < 3; ++k)
			t->moved.at[i][k] = t->rest.at[i][k] * KILN_COORDINATE_MAX;
	assert_int_equal(kiln_deformed_move(&t->deformed, t->moved.at[0], 0, VERTICES), KILN_OK);
	const kiln_format_node *node = t->asset.nodes;
	for (int k = 0; k < 3; ++k)
		assert_true(node->bounds_min[k] >= -3 * KILN_COORDINATE_MAX && node->bounds_max[k] <= 3 * KILN_COORDINATE_MAX &&
					node->bounds_min[k] <= node->bounds_max[k]);
	const kiln_ray ray = {.direction = {1, 0.25f, 0.125f}};
	assert_true(kiln_scene_ray_closest(&t->asset, &ray).hit);
	end(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_query_answers_as_for_the_art_where_it_has_moved),
		cmocka_unit_test(pairs_answer_as_for_the_deformed_object),
		cmocka_unit_test(a_front_stays_right_while_vertices_move),
		cmocka_unit_test(a_member_of_a_world_moves_with_its_vertices),
		cmocka_unit_test(names_sources_and_twins_are_those_of_the_mesh),
		cmocka_unit_test(the_mesh_alone_lies_in_its_own_coordinates),
		cmocka_unit_test(errors_change_nothing),
		cmocka_unit_test(vertices_at_the_ends_of_the_range_keep_the_boxes_in_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
