// SPDX-License-Identifier: MIT

/// The compact layout is watertight: across leaves, and across meshes of one asset that share a grid.

#include "support/cook_bench.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum
{
	AROUND = 48,
	HIGH = 24, ///< rows of quads from pole to pole
	ROWS = HIGH + 1,
	HALF = HIGH / 2,
	TARGETS = 5, ///< of each side of each triangle
};

/// A ball, as a grid whose first and last rows are single points: triangles without area drop out.
typedef struct ball
{
	float at[ROWS][AROUND][3];
	uint32_t of[2 * HIGH * AROUND][3];
} ball;

static ball shape;

static void make_ball(double size, double offset)
{
	const double pi = 3.14159265358979;
	uint32_t count = 0;
	for (uint32_t i = 0; i < ROWS; ++i)
		for (uint32_t k = 0; k < AROUND; ++k)
		{
			const double down = pi * i / HIGH, turn = 2 * pi * k / AROUND;
			const double flat = i % HIGH ? sin(down) * (1 + 0.15 * sin(7 * turn) * sin(down)) : 0;
			shape.at[i][k][0] = (float)(offset + size * flat * cos(turn));
			shape.at[i][k][1] = (float)(offset + size * flat * sin(turn));
			shape.at[i][k][2] = (float)(offset + size * cos(down));
		}
	for (uint32_t i = 0; i < HIGH; ++i)
		for (uint32_t k = 0; k < AROUND; ++k)
		{
			const uint32_t here = i * AROUND, below = here + AROUND, l = (k + 1) % AROUND;
			memcpy(shape.of[count++], (uint32_t[3]){here + k, below + k, below + l}, sizeof shape.of[0]);
			memcpy(shape.of[count++], (uint32_t[3]){here + k, below + l, here + l}, sizeof shape.of[0]);
		}
}

/// Some whole rows of quads of the ball.
static kilncook_mesh rows(const char *name, uint32_t from, uint32_t to)
{
	return (kilncook_mesh){.name = name,
		.positions = shape.at[0][0],
		.vertex_count = ROWS * AROUND,
		.indices = shape.of[2 * from * AROUND],
		.index_count = 3 * 2 * (to - from) * AROUND};
}

/// Rays from inside at all corners and at places on all sides of all triangles end there, near t = 1, and do not leave.
static uint32_t leaks(const kiln_asset *asset, kiln_vec3 from, uint32_t *rays)
{
	uint32_t leaks = 0;
	for (uint32_t mesh = 0; mesh < asset->mesh_count; ++mesh)
		for (uint32_t i = 0; i < asset->meshes[mesh].triangle_count; ++i)
		{
			kiln_vec3 p[3];
			assert_true(kiln_triangle_corners(asset, mesh, i, p));
			for (uint32_t k = 0; k < 3 * TARGETS; ++k)
			{
				const kiln_vec3 a = p[k / TARGETS], b = p[(k / TARGETS + 1) % 3];
				const float s = (float)(k % TARGETS) / TARGETS;
				const kiln_vec3 to = {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.z + s * (b.z - a.z)};
				const kiln_ray ray = {.origin = from, .direction = {to.x - from.x, to.y - from.y, to.z - from.z}};
				const kiln_hit hit = kiln_scene_ray_closest(asset, &ray);
				kiln_hit batch;
				kiln_scene_ray_closest_batch(asset, &ray, 1, &batch);
				assert_memory_equal(&hit, &batch, sizeof hit);
				assert_int_equal(kiln_scene_ray_any(asset, &ray), hit.hit);
				leaks += !hit.hit || fabsf(hit.t - 1) > 0.001f || !hit.back;
				++*rays;
			}
		}
	return leaks;
}

static void check(const kilncook_scene *scene, double layout, double size, double offset, uint32_t meshes)
{
	cooked c = {0};
	bench_cook(&c, scene, &(kilncook_options){.layout = layout});
	assert_int_equal(c.status, KILNCOOK_OK);
	assert_int_equal(c.asset.header->required_features & KILN_FEATURE_COMPACT, KILN_FEATURE_COMPACT);
	assert_int_equal(c.asset.mesh_count, meshes);
	uint32_t rays = 0;
	for (int i = 0; i < 3; ++i)
	{
		const double away[3] = {0, 0.21, -0.33};
		const kiln_vec3 from = {(float)(offset + size * away[i]), (float)(offset - size * 0.7 * away[i]),
			(float)(offset + size * away[(i + 1) % 3])};
		assert_int_equal(leaks(&c.asset, from, &rays), 0);
	}
	assert_true(rays > 90000);
	bench_release(&c);
}

static void no_ray_leaks_between_the_leaves_of_a_mesh(void **state)
{
	(void)state;
	const double sizes[][2] = {{1, 0}, {1e-5, 0}, {2e5, 0}, {3, 500}};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
	{
		make_ball(sizes[i][0], sizes[i][1]);
		const kilncook_mesh mesh = rows("ball", 0, HIGH);
		check(&(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, 16, sizes[i][0], sizes[i][1], 1);
	}
}

/// The halves differ in size, so that 16 bits of each would be other grids; an error in units gives one.
static void no_ray_leaks_between_two_meshes_that_share_a_grid(void **state)
{
	(void)state;
	static const double still[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	static const uint32_t numbers[2] = {0, 1};
	make_ball(1, 0);
	const kilncook_mesh meshes[2] = {rows("upper", 0, HALF - 6), rows("lower", HALF - 6, HIGH)};
	const kilncook_node nodes[2] = {
		{.name = "upper", .to_asset = still, .meshes = &numbers[0], .mesh_count = 1},
		{.name = "lower", .to_asset = still, .meshes = &numbers[1], .mesh_count = 1},
	};
	const kilncook_scene scene = {.meshes = meshes, .mesh_count = 2, .nodes = nodes, .node_count = 2};
	for (double error = 0.00005; error < 0.004; error *= 4)
		check(&scene, -error, 1, 0, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_ray_leaks_between_the_leaves_of_a_mesh),
		cmocka_unit_test(no_ray_leaks_between_two_meshes_that_share_a_grid),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
