// SPDX-License-Identifier: MIT

/// Levels of detail: queries at an error against every triangle of the levels, and against the full meshes.

#include "brute_force.h"
#include "clean/clean_shapes.h"
#include "hausdorff/hausdorff.h"
#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

enum
{
	AROUND = 32, ///< of a bumpy ball
	HIGH = 16,
	BALL_VERTICES = (HIGH - 1) * AROUND + 2,
	BALL_TRIANGLES = 2 * (HIGH - 1) * AROUND,
	SIDE = 24, ///< of hills
	HILL_VERTICES = (SIDE + 1) * (SIDE + 1),
	HILL_TRIANGLES = 2 * SIDE * SIDE,
	NODES = 6,
};

static float ball_at[BALL_VERTICES][3], hill_at[HILL_VERTICES][3];
static uint32_t ball_of[BALL_TRIANGLES][3], hill_of[HILL_TRIANGLES][3];

static void put(uint32_t (*triangles)[3], uint32_t *count, uint32_t a, uint32_t b, uint32_t c)
{
	triangles[*count][0] = a;
	triangles[*count][1] = b;
	triangles[(*count)++][2] = c;
}

static void make_ball(void)
{
	const double pi = 3.14159265358979;
	uint32_t count = 0;
	for (uint32_t i = 1; i < HIGH; ++i)
		for (uint32_t k = 0; k < AROUND; ++k)
		{
			double high = pi * i / HIGH, around = 2 * pi * k / AROUND;
			double radius = 1 + 0.1 * sin(5 * around) * sin(3 * high);
			float *at = ball_at[(i - 1) * AROUND + k];
			at[0] = (float)(radius * sin(high) * cos(around));
			at[1] = (float)(radius * sin(high) * sin(around));
			at[2] = (float)(radius * cos(high));
		}
	const uint32_t top = BALL_VERTICES - 2, low = BALL_VERTICES - 1;
	ball_at[top][2] = 1;
	ball_at[low][2] = -1;
	for (uint32_t k = 0; k < AROUND; ++k)
	{
		uint32_t l = (k + 1) % AROUND;
		put(ball_of, &count, top, k, l);
		put(ball_of, &count, low, (HIGH - 2) * AROUND + l, (HIGH - 2) * AROUND + k);
		for (uint32_t i = 0; i + 2 < HIGH; ++i)
		{
			put(ball_of, &count, i * AROUND + k, (i + 1) * AROUND + k, (i + 1) * AROUND + l);
			put(ball_of, &count, i * AROUND + k, (i + 1) * AROUND + l, i * AROUND + l);
		}
	}
	assert_int_equal(count, BALL_TRIANGLES);
}

static void make_hills(void)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < HILL_VERTICES; ++i)
	{
		uint32_t x = i % (SIDE + 1), y = i / (SIDE + 1);
		hill_at[i][0] = (float)x;
		hill_at[i][1] = (float)(2 * sin(x / 4.0) * cos(y / 5.0));
		hill_at[i][2] = (float)y;
		if (x == SIDE || y == SIDE)
			continue;
		put(hill_of, &count, i, i + SIDE + 1, i + SIDE + 2);
		put(hill_of, &count, i, i + SIDE + 2, i + 1);
	}
	assert_int_equal(count, HILL_TRIANGLES);
}

/// Balls placed as they are, turned and enlarged, stretched, and mirrored; and hills, unless levels have a side, for which
/// hills have no inside.
static void cook(cooked *c, const kilncook_options *options)
{
	static const double places[NODES][12] = {
		{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
		{0, -3, 0, 8, 3, 0, 0, 0, 0, 0, 3, 1},
		{0.5, 0.25, 0, -6, 0, 2, 0, 1, 0, 0, 1, 0},
		{-1.5, 0, 0, 0, 0, 1.2, 1.6, 9, 0, -1.6, 1.2, 0},
		{1, 0, 0, 20, 0, 1, 0, 0, 0, 0, 1, 0},
		{0.5, 0, 0, -8, 0, 0.5, 0, -9, 0, 0, 0.5, -7},
	};
	static const uint32_t numbers[2] = {0, 1};
	make_ball();
	make_hills();
	const kilncook_mesh meshes[2] = {
		{.name = "ball",
			.positions = ball_at[0],
			.vertex_count = BALL_VERTICES,
			.indices = ball_of[0],
			.index_count = 3 * BALL_TRIANGLES},
		{.name = "hills",
			.positions = hill_at[0],
			.vertex_count = HILL_VERTICES,
			.indices = hill_of[0],
			.index_count = 3 * HILL_TRIANGLES},
	};
	kilncook_node nodes[NODES];
	for (int i = 0; i < NODES; ++i)
		nodes[i] = (kilncook_node){.to_asset = places[i], .meshes = &numbers[i == 5], .mesh_count = 1};
	const kilncook_scene scene = {.meshes = meshes,
		.mesh_count = 2,
		.nodes = nodes,
		.node_count = options->simplify_side == KILNCOOK_SIMPLIFY_BOTH ? NODES : NODES - 1};
	*c = (cooked){0};
	bench_cook(c, &scene, options);
	assert_int_equal(c->status, KILNCOOK_OK);
}

static const kilncook_options plain = {.threads = 1, .levels = {0.05, 0.005, 300}};
static const kilncook_options outer = {.threads = 1,
	.levels = {0.05, 0.02},
	.simplify_side = KILNCOOK_SIMPLIFY_OUTER,
	.trees = 1u << KILNCOOK_TREE_OBB | 1u << KILNCOOK_TREE_SPHERE};

static uint32_t ball_mesh(const kiln_asset *asset)
{
	for (uint32_t i = 0; i < asset->node_count; ++i)
		if (asset->nodes[i].mesh != KILN_NONE && asset->meshes[asset->nodes[i].mesh].triangle_count == BALL_TRIANGLES)
			return asset->nodes[i].mesh;
	fail();
	return KILN_NONE;
}

/// The certain distance of two meshes.
static hausdorff_result measure(const kiln_asset *asset, uint32_t a, uint32_t b)
{
	static const kilncook_context context;
	const uint32_t mesh[2] = {a, b};
	hausdorff_surface surface[2];
	float(*at[2])[3];
	uint32_t(*of[2])[3];
	for (int s = 0; s < 2; ++s)
	{
		const uint32_t count = asset->meshes[mesh[s]].triangle_count;
		at[s] = malloc(3 * count * sizeof *at[s]);
		of[s] = malloc(count * sizeof *of[s]);
		assert_true(at[s] && of[s]);
		for (uint32_t i = 0; i < 3 * count; ++i)
		{
			kiln_vec3 corners[3];
			assert_true(kiln_triangle_corners(asset, mesh[s], i / 3, corners));
			memcpy(at[s][i], &corners[i % 3], sizeof *at[s]);
			of[s][i / 3][i % 3] = i;
		}
		surface[s] = (hausdorff_surface){(const float(*)[3])at[s], (const uint32_t(*)[3])of[s], 3 * count, count};
	}
	const hausdorff_options options = {.gap = 1e-3, .limit = -1};
	hausdorff_result result;
	assert_int_equal(hausdorff_measure(&context, &surface[0], &surface[1], &options, &result), KILNCOOK_OK);
	for (int s = 0; s < 2; ++s)
	{
		free(at[s]);
		free(of[s]);
	}
	return result;
}

static void levels_are_coarser_and_within_their_distance(void **state)
{
	(void)state;
	const kilncook_options *options[2] = {&plain, &outer};
	for (int round = 0; round < 2; ++round)
	{
		cooked c;
		cook(&c, options[round]);
		const kiln_asset *asset = &c.asset;
		const uint32_t mesh = ball_mesh(asset), count = kiln_level_count(asset, mesh);
		assert_int_equal(count, round ? 3 : 4);
		assert_int_equal(kiln_level_mesh(asset, mesh, 0), mesh);
		assert_true(kiln_level_distance(asset, mesh, 0) == 0);
		for (uint32_t level = 1; level < count; ++level)
		{
			const uint32_t coarse = kiln_level_mesh(asset, mesh, level), fine = kiln_level_mesh(asset, mesh, level - 1);
			const float distance = kiln_level_distance(asset, mesh, level);
			assert_true(asset->meshes[coarse].triangle_count < asset->meshes[fine].triangle_count);
			assert_true(distance > kiln_level_distance(asset, mesh, level - 1));
			assert_int_equal(asset->meshes[coarse].flags, asset->meshes[mesh].flags);
			const hausdorff_result measured = measure(asset, mesh, coarse);
			assert_true(measured.lower <= (double)distance);
			assert_true(measured.upper >= 0.98 * (double)distance);
			assert_int_equal(kiln_level_count(asset, coarse), 1);
			// The choice takes each level from its distance on.
			assert_int_equal(kiln_level_for_error(asset, mesh, distance), level);
			assert_int_equal(kiln_level_for_error(asset, mesh, nextafterf(distance, 0)), level - 1);
		}
		for (uint32_t i = 0; i < asset->node_count; ++i)
			for (uint32_t k = 0; k < asset->level_count; ++k)
				assert_true(asset->nodes[i].mesh != asset->levels[k].level_mesh);
		bench_release(&c);
	}
}

static void nothing_out_of_range_has_a_level(void **state)
{
	(void)state;
	cooked c;
	cook(&c, &plain);
	const kiln_asset *asset = &c.asset;
	const uint32_t mesh = ball_mesh(asset);
	kiln_format_node nodes[NODES];
	kiln_asset view = {.size = 7};
	assert_int_equal(kiln_level_count(asset, asset->mesh_count), 0);
	assert_int_equal(kiln_level_count(asset, KILN_NONE), 0);
	assert_int_equal(kiln_level_count(NULL, 0), 0);
	assert_int_equal(kiln_level_mesh(asset, mesh, 4), KILN_NONE);
	assert_int_equal(kiln_level_mesh(NULL, 0, 0), KILN_NONE);
	assert_true(kiln_level_distance(asset, mesh, 4) == -1);
	assert_true(kiln_level_distance(NULL, 0, 0) == -1);
	assert_int_equal(kiln_level_for_error(asset, mesh, NAN), 0);
	assert_int_equal(kiln_level_for_error(asset, mesh, -1), 0);
	assert_int_equal(kiln_level_for_error(asset, KILN_NONE, INFINITY), 0);
	assert_int_equal(kiln_level_for_error(asset, mesh, INFINITY), 3);
	assert_int_equal(kiln_asset_at_error(NULL, 1, nodes, NODES, &view), KILN_E_ARGUMENT);
	assert_int_equal(kiln_asset_at_error(asset, 1, NULL, NODES, &view), KILN_E_ARGUMENT);
	assert_int_equal(kiln_asset_at_error(asset, 1, nodes, NODES, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_asset_at_error(asset, 1, nodes, NODES, &c.asset), KILN_E_ARGUMENT);
	assert_int_equal(kiln_asset_at_error(asset, 1, nodes, asset->node_count - 1, &view), KILN_E_CAPACITY);
	assert_int_equal(view.size, 7);
	assert_int_equal(kiln_asset_at_error(asset, NAN, nodes, NODES, &view), KILN_OK);
	assert_memory_equal(nodes, asset->nodes, asset->node_count * sizeof *nodes);
	bench_release(&c);
}

static kiln_vec3 random_point(shape_random *random, double size)
{
	float p[3];
	for (int i = 0; i < 3; ++i)
		p[i] = (float)(size * (2 * shape_share(random) - 1));
	return (kiln_vec3){p[0], p[1], p[2]};
}

/// Compares rays, closest points and overlaps of a handle with every triangle that its nodes place.
static void compare_with_brute_force(const kiln_asset *asset, shape_random *random)
{
	static kiln_overlap overlaps[8 * (BALL_TRIANGLES + HILL_TRIANGLES)];
	brute_target target;
	uint32_t hits = 0;
	assert_true(brute_target_make(&target, asset, KILN_NONE));
	for (int i = 0; i < 300; ++i)
	{
		const kiln_vec3 origin = random_point(random, 16), to = random_point(random, 10);
		const kiln_ray ray = {.origin = origin, .direction = {to.x - origin.x, to.y - origin.y, to.z - origin.z}};
		uint32_t all;
		const kiln_hit hit = kiln_scene_ray_closest(asset, &ray), expected = brute_ray(&target, &ray, &all);
		assert_int_equal(hit.hit, expected.hit);
		hits += hit.hit;
		if (!hit.hit)
			continue;
		assert_true(!(hit.t < expected.t) && !(hit.t > expected.t));
		assert_int_equal(hit.node, expected.node);
		assert_int_equal(hit.mesh, asset->nodes[hit.node].mesh);
		assert_int_equal(hit.triangle, expected.triangle);
	}
	assert_true(hits > 10);
	for (int i = 0; i < 100; ++i)
	{
		const kiln_point_query query = {.point = random_point(random, 10)};
		const kiln_closest closest = kiln_scene_closest_point(asset, &query), expected = brute_closest(&target, &query);
		assert_true(!(closest.distance < expected.distance) && !(closest.distance > expected.distance));
		assert_int_equal(closest.node, expected.node);
	}
	for (int i = 0; i < 100; ++i)
	{
		const kiln_vec3 center = random_point(random, 10);
		const kiln_sphere sphere = {.center = center, .radius = (float)(2 * shape_share(random))};
		const uint32_t found = kiln_scene_overlap_sphere(asset, &sphere, overlaps, sizeof overlaps / sizeof *overlaps);
		kiln_solid solid;
		assert_true(kilni_solid_from_sphere(&solid, &sphere));
		assert_int_equal(brute_overlap_error(&target, &solid, overlaps, found, 8), KILN_NONE);
	}
	brute_target_free(&target);
}

/// By the definition of the Hausdorff distance, no distance from a point differs by more than the error.
static void compare_with_full_meshes(
	const kiln_asset *full, const kiln_asset *view, float max_error, shape_random *random, uint32_t *contacts)
{
	for (int i = 0; i < 300; ++i)
	{
		const kiln_point_query query = {.point = random_point(random, 12)};
		const double a = (double)kiln_scene_closest_point(full, &query).distance,
					 b = (double)kiln_scene_closest_point(view, &query).distance;
		assert_true(fabs(a - b) <= (double)max_error + 1e-5);
	}
	const kiln_convex_shape ball = {.kind = KILN_CONVEX_SPHERE, .sphere = {.radius = 0.3f}};
	for (int i = 0; i < 100; ++i)
	{
		const kiln_pose pose = {.translation = random_point(random, 10)};
		const kiln_object a = kiln_object_from_asset(full, NULL), b = kiln_object_from_asset(view, NULL),
						  probe = kiln_object_from_asset(view, &pose);
		kiln_pair_separation ab, cb;
		assert_int_equal(kiln_pair_distance(&a, &probe, NULL, &ab), KILN_OK);
		assert_int_equal(kiln_pair_distance(&b, &probe, NULL, &cb), KILN_OK);
		assert_true(fabs((double)ab.distance - (double)cb.distance) <= (double)max_error + 1e-5);
		// What a ball on a full mesh touches lies on the coarser meshes.
		const kiln_point_query from = {.point = pose.translation};
		const kiln_convex_object object = {&ball, {.translation = kiln_scene_closest_point(full, &from).point}};
		kiln_mesh_manifold found[32];
		uint32_t count;
		assert_int_equal(kiln_scene_manifolds(view, &object, NULL, found, 32, &count), KILN_OK);
		const kiln_point_query query = {.point = object.pose.translation};
		assert_true(count == 0 || kiln_scene_closest_point(view, &query).distance <= 0.3001f);
		for (uint32_t k = 0; k < count && k < 32; ++k)
			assert_int_equal(kiln_triangle_mesh(view, found[k].triangle, NULL), view->nodes[found[k].node].mesh);
		*contacts += count;
	}
}

static void queries_see_the_levels_of_their_handle_only(void **state)
{
	(void)state;
	const kilncook_options *options[2] = {&plain, &outer};
	const float errors[] = {0, 0.05f, 0.15f, 0.6f, INFINITY};
	shape_random random = {18};
	for (int round = 0; round < 2; ++round)
	{
		cooked c;
		cook(&c, options[round]);
		uint32_t coarser = 0, contacts = 0;
		for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i)
		{
			kiln_format_node nodes[NODES];
			kiln_asset view;
			assert_int_equal(kiln_asset_at_error(&c.asset, errors[i], nodes, NODES, &view), KILN_OK);
			for (uint32_t k = 0; k < c.asset.node_count; ++k)
				coarser += nodes[k].mesh != c.asset.nodes[k].mesh;
			compare_with_brute_force(&view, &random);
			compare_with_full_meshes(&c.asset, &view, errors[i], &random, &contacts);
		}
		assert_true(coarser > 8 && contacts > 20);
		compare_with_brute_force(&c.asset, &random);
		bench_release(&c);
	}
}

/// The largest stretch of a matrix by iteration of its transpose times itself.
static double stretch_of(const float m[12])
{
	double v[3] = {0.6, 0.5, 0.62}, length = 0;
	for (int round = 0; round < 2000; ++round)
	{
		double w[3], u[3];
		for (int i = 0; i < 3; ++i)
			w[i] = (double)m[4 * i] * v[0] + (double)m[4 * i + 1] * v[1] + (double)m[4 * i + 2] * v[2];
		for (int i = 0; i < 3; ++i)
			u[i] = (double)m[i] * w[0] + (double)m[4 + i] * w[1] + (double)m[8 + i] * w[2];
		length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
		for (int i = 0; i < 3; ++i)
			v[i] = u[i] / length;
	}
	return sqrt(length);
}

static void a_node_counts_its_levels_by_its_stretch(void **state)
{
	(void)state;
	cooked c;
	cook(&c, &plain);
	shape_random random = {180};
	const uint32_t mesh = ball_mesh(&c.asset);
	const double distance = (double)kiln_level_distance(&c.asset, mesh, 1);
	kiln_format_node node = c.asset.nodes[0], made;
	kiln_asset one = c.asset, view;
	one.nodes = &node;
	one.node_count = 1;
	node.mesh = node.shape = mesh;
	node.flags = 0;
	for (int i = 0; i < 300; ++i)
	{
		const double size = ldexp(1, (int)shape_below(&random, 100) - 50);
		for (int k = 0; k < 12; ++k)
			node.to_asset[k] = (float)(size * (2 * shape_share(&random) - 1));
		const double reach = distance * stretch_of(node.to_asset);
		// Below the placed distance the full mesh stays; Gershgorin's bound is at most the fourth root of three too large.
		assert_int_equal(kiln_asset_at_error(&one, (float)(reach * 0.999), &made, 1, &view), KILN_OK);
		assert_int_equal(view.nodes[0].mesh, mesh);
		assert_int_equal(kiln_asset_at_error(&one, (float)(reach * 1.3170), &made, 1, &view), KILN_OK);
		assert_true(view.nodes[0].mesh != mesh && view.nodes[0].shape == view.nodes[0].mesh);
		// Rotations with a scale are exact to rounding.
		double turn = 6 * shape_share(&random);
		const double cosine = size * cos(turn), sine = size * sin(turn);
		const double turned[12] = {cosine, -sine, 0, 0, sine, cosine, 0, 0, 0, 0, -size, 0};
		for (int k = 0; k < 12; ++k)
			node.to_asset[k] = (float)turned[k];
		assert_int_equal(kiln_asset_at_error(&one, (float)(distance * size * (1 - 1e-5)), &made, 1, &view), KILN_OK);
		assert_int_equal(view.nodes[0].mesh, mesh);
		assert_int_equal(kiln_asset_at_error(&one, (float)(distance * size * (1 + 1e-5)), &made, 1, &view), KILN_OK);
		assert_int_equal(view.nodes[0].mesh, kiln_level_mesh(&c.asset, mesh, 1));
	}
	node.mesh = KILN_NONE;
	assert_int_equal(kiln_asset_at_error(&one, INFINITY, &made, 1, &view), KILN_OK);
	assert_memory_equal(&made, &node, sizeof node);
	bench_release(&c);
}

static void equal_meshes_share_their_levels(void **state)
{
	(void)state;
	cooked c;
	cook(&c, &plain);
	// The ball with three levels, and the hills.
	uint32_t balls = 0;
	for (uint32_t i = 0; i < c.asset.mesh_count; ++i)
		balls += c.asset.meshes[i].triangle_count == BALL_TRIANGLES;
	assert_int_equal(balls, 1);
	for (uint32_t i = 1; i < c.asset.level_count; ++i)
		assert_true(c.asset.levels[i].mesh >= c.asset.levels[i - 1].mesh);
	for (uint64_t i = 0; i < c.report.row_count; ++i)
	{
		const kilncook_mesh_row *row = &c.report.rows[i];
		if (row->mesh == KILNCOOK_NO_MESH)
			continue;
		assert_int_equal(row->level_count + 1, kiln_level_count(&c.asset, row->mesh));
		for (uint32_t k = 0; k < row->level_count; ++k)
		{
			assert_int_equal(row->levels[k].mesh, kiln_level_mesh(&c.asset, row->mesh, k + 1));
			assert_true(row->levels[k].lower <= row->levels[k].upper);
		}
	}
	bench_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_are_coarser_and_within_their_distance),
		cmocka_unit_test(nothing_out_of_range_has_a_level),
		cmocka_unit_test(queries_see_the_levels_of_their_handle_only),
		cmocka_unit_test(a_node_counts_its_levels_by_its_stretch),
		cmocka_unit_test(equal_meshes_share_their_levels),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
