// SPDX-License-Identifier: MIT
#include "support/asset_fixture.h"
#include "support/compound_case.h"
#include "support/shape_oracle.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Hulls as nodes of an asset.

// --- A hull and the same as a mesh ------------------------------------------------------------------------------------

static void a_hull_and_its_triangles_answer_alike(void **state)
{
	(void)state;
	uint64_t random = 5;
	uint32_t met = 0;
	for (int n = 0; n < 12; ++n)
	{
		double m[12], size = n % 3 == 2 ? 1e-3 : 1;
		compound hull, mesh;
		convex_case_matrix(&random, (convex_map)(n % CONVEX_MAPS), m);
		for (int i = 3; i < 12; i += 4)
			m[i] *= size;
		compound_of_points(&hull, 77 + (uint64_t)n, 4, KILNCOOK_SHAPE_HULL, m, size);
		compound_of_points(&mesh, 77 + (uint64_t)n, 4, KILNCOOK_SHAPE_MESH, m, size);
		assert_true(hull.cooked.asset.hull_count == 1 && mesh.cooked.asset.mesh_count == 1);
		kiln_d3 middle = {m[3], m[7], m[11]};
		for (int i = 0; i < 400; ++i)
		{
			kiln_d3 o = kiln_d3_along(middle, 3 * size, kiln_d3_from(oracle_vector(&random, 1)));
			kiln_d3 to = kiln_d3_along(middle, size, kiln_d3_from(oracle_vector(&random, 1)));
			kiln_ray ray = {.origin = kiln_d3_to(o), .direction = kiln_d3_to(kiln_d3_sub(to, o))};
			kiln_hit a[8], b[8];
			uint32_t count = kiln_scene_ray_all(&hull.cooked.asset, &ray, a, 8);
			uint32_t other = kiln_scene_ray_all(&mesh.cooked.asset, &ray, b, 8);
			// Rays through edges or close to them may differ by a hit.
			if (other == 2 && count == 2)
			{
				++met;
				for (int k = 0; k < 2; ++k)
				{
					double facing = (double)(a[k].normal.x * b[k].normal.x + a[k].normal.y * b[k].normal.y +
											 a[k].normal.z * b[k].normal.z);
					// The difference along the normal; along a ray that grazes the face, it is larger. A few float32
					// steps of a distance that is up to seven sizes long.
					kiln_d3 d = kiln_d3_from(ray.direction);
					double off = ((double)a[k].t - (double)b[k].t) * kiln_d3_dot(d, kiln_d3_from(a[k].normal));
					assert_true(fabs(off) <= 2e-6 * size);
					assert_int_equal(a[k].back, b[k].back);
					assert_true(facing > 0.99999 || fabsf(b[0].t - b[1].t) < 1e-3f);
				}
			}
			kiln_point_query query = {.point = ray.origin};
			kiln_closest p = kiln_scene_closest_point(&hull.cooked.asset, &query);
			kiln_closest q = kiln_scene_closest_point(&mesh.cooked.asset, &query);
			kiln_inside inside = kiln_scene_point_inside(&mesh.cooked.asset, query.point);
			assert_true(p.found && q.found);
			if (q.distance > 1e-5f * (float)size)
				assert_int_equal(kiln_scene_point_inside(&hull.cooked.asset, query.point), inside);
			if (inside == KILN_INSIDE_NO)
				assert_true(fabsf(p.distance - q.distance) <= 2e-6f * (float)size + 2e-7f * (1 + q.distance));
			else if (q.distance > 1e-5f * (float)size)
				assert_true(p.distance == 0 && p.point.x == query.point.x);
		}
		compound_free(&hull);
		compound_free(&mesh);
	}
	assert_true(met > 1000);
}

enum
{
	LENS_SIDE = 9,
	LENS_RIM = 4 * (LENS_SIDE - 1),
};

/// A pyramid on its tip, whose square base is bent so little that its faces differ by few roundings, in any place.
static void lens(cooked *c, kilncook_shape shape, const double m[12])
{
	float corners[LENS_SIDE * LENS_SIDE + 1][3] = {{0}};
	uint32_t faces[2 * (LENS_SIDE - 1) * (LENS_SIDE - 1) + LENS_RIM][3], count = 0;
	const uint32_t tip = LENS_SIDE * LENS_SIDE, last = LENS_SIDE - 1;
	for (uint32_t i = 0; i < tip; ++i)
	{
		const double x = i % LENS_SIDE * 2.0 / last - 1, y = i / LENS_SIDE * 2.0 / last - 1;
		memcpy(corners[i], (const float[3]){(float)x, (float)y, (float)(-4e-7 * (x * x + 1.3 * y * y))},
			sizeof corners[i]);
	}
	corners[tip][2] = -1;
	for (uint32_t y = 0; y < last; ++y)
		for (uint32_t x = 0; x < last; ++x)
		{
			const uint32_t at = y * LENS_SIDE + x;
			memcpy(faces[count++], (const uint32_t[3]){at, at + 1, at + LENS_SIDE}, sizeof faces[0]);
			memcpy(faces[count++], (const uint32_t[3]){at + 1, at + LENS_SIDE + 1, at + LENS_SIDE}, sizeof faces[0]);
		}
	for (uint32_t i = 0; i < last; ++i)
	{
		const uint32_t high = LENS_SIDE * last, from[4] = {i + 1, i * LENS_SIDE, high + i, (i + 1) * LENS_SIDE + last};
		const uint32_t to[4] = {i, (i + 1) * LENS_SIDE, high + i + 1, i * LENS_SIDE + last};
		for (int k = 0; k < 4; ++k)
			memcpy(faces[count++], (const uint32_t[3]){from[k], to[k], tip}, sizeof faces[0]);
	}
	const kilncook_mesh mesh = {
		.positions = corners[0], .vertex_count = tip + 1, .indices = faces[0], .index_count = 3 * (uint64_t)count};
	const uint32_t number = 0;
	const kilncook_node node = {.meshes = &number, .mesh_count = 1, .shape = shape, .to_asset = m};
	const kilncook_options options = {.threads = 1};
	bench_cook(c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1}, &options);
	assert_int_equal(c->status, KILNCOOK_OK);
}

static void casts_that_start_inside_touch_the_nearest_face(void **state)
{
	(void)state;
	uint64_t random = 31;
	uint32_t asked = 0;
	for (int n = 0; n < 4; ++n)
	{
		cooked hull, mesh;
		const double size = n == 3 ? 1e-3 : n + 1;
		const double m[12] = {size, 0, 0, 0.3 * n, 0, size, 0, -n, 0, 0, size, 0.1 * n};
		lens(&hull, KILNCOOK_SHAPE_HULL, m);
		lens(&mesh, KILNCOOK_SHAPE_MESH, m);
		assert_true(hull.asset.hulls[0].face_count > LENS_RIM + 8);
		for (int i = 0; i < 500; ++i)
		{
			// Below the base, within the pyramid.
			const kiln_vec3 own = oracle_vector(&random, 1);
			const double low = -0.2 * fabs((double)own.z) * (1 - fmax(fabs((double)own.x), fabs((double)own.y)));
			const kiln_vec3 at = {(float)(size * (double)own.x + m[3]), (float)(size * (double)own.y + m[7]),
				(float)(size * low + m[11])};
			const kiln_point_query query = {.point = at};
			const kiln_closest nearest = kiln_scene_closest_point(&mesh.asset, &query);
			const kiln_motion motion = {.direction = {1, 0, 0}, .t_max = 1};
			const kiln_sphere sphere = {at, (float)(0.3 * size)};
			const kiln_hit hit = kiln_scene_cast_sphere(&hull.asset, &sphere, &motion);
			if (kiln_scene_point_inside(&hull.asset, at) != KILN_INSIDE_YES || nearest.distance > sphere.radius)
				continue;
			++asked;
			assert_true(hit.hit && hit.t == 0);
			assert_true(kiln_d3_length2(kiln_d3_sub(kiln_d3_from(hit.point), kiln_d3_from(at))) <=
						pow((double)nearest.distance * (1 + 1e-5) + 2e-6 * (size + n), 2));
		}
		bench_release(&hull);
		bench_release(&mesh);
	}
	assert_true(asked > 1000);
}

// --- Flat hulls -------------------------------------------------------------------------------------------------------

/// A disc of 40 corners in the plane z = 1, as its hull and placed by a matrix.
static void flat_hull(cooked *c, const double m[12])
{
	float corners[41][3] = {{0, 0, 1}};
	uint32_t fan[40][3];
	for (uint32_t i = 0; i < 40; ++i)
	{
		corners[1 + i][0] = (float)cos(i * 0.15707963);
		corners[1 + i][1] = (float)sin(i * 0.15707963);
		corners[1 + i][2] = 1;
		memcpy(fan[i], (const uint32_t[3]){0, 1 + i, 1 + (i + 1) % 40}, sizeof fan[i]);
	}
	const kilncook_mesh mesh = {.positions = corners[0], .vertex_count = 41, .indices = fan, .index_count = 120};
	const uint32_t number = 0;
	const kilncook_node node = {.meshes = &number, .mesh_count = 1, .shape = KILNCOOK_SHAPE_HULL, .to_asset = m};
	const kilncook_options options = {.threads = 1};
	bench_cook(c, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1, .nodes = &node, .node_count = 1}, &options);
	assert_int_equal(c->status, KILNCOOK_OK);
	assert_int_equal(c->asset.hulls[0].dimension, 2);
}

static void a_flat_hull_answers_as_the_polygon_that_it_is(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (int n = 0; n < CONVEX_MAPS; ++n)
	{
		double m[12];
		cooked c;
		convex_case_matrix(&random, (convex_map)n, m);
		flat_hull(&c, m);
		const kiln_place place = kilni_place_of(&c.asset.nodes[0]);
		uint32_t met = 0;
		for (int i = 0; i < 500; ++i)
		{
			// In the hull's own coordinates the ray passes z = 1 at (x, y).
			kiln_d3 at = kiln_d3_from(oracle_vector(&random, 1.5)), from = kiln_d3_from(oracle_vector(&random, 2));
			at.z = 1;
			from.z = 1.5 + fabs(from.z);
			double radius = sqrt(at.x * at.x + at.y * at.y);
			kiln_vec3 a = kiln_d3_to(kiln_place_point(&place, from)), b = kiln_d3_to(kiln_place_point(&place, at));
			kiln_ray ray = {.origin = a, .direction = {b.x - a.x, b.y - a.y, b.z - a.z}};
			kiln_hit hit = kiln_scene_ray_closest(&c.asset, &ray);
			if (radius < 0.996 || radius > 1.0001)
				assert_int_equal(hit.hit, radius < 1);
			met += hit.hit;
			if (hit.hit)
				assert_true(fabs((double)hit.t - 1) < 1e-5 && !hit.back && hit.shape == 0 && hit.face < 2);
			kiln_closest closest = kiln_scene_closest_point(&c.asset, &(kiln_point_query){.point = a});
			assert_true(closest.found && closest.distance > 0);
			kiln_d3 foot = kiln_place_point_back(&place, kiln_d3_from(closest.point));
			assert_true(fabs(foot.z - 1) < 1e-5 && foot.x * foot.x + foot.y * foot.y < 1.00001);
			assert_int_equal(kiln_scene_point_inside(&c.asset, a), KILN_INSIDE_NO);
			// A ball that just reaches the closest point, and one that does not reach it.
			assert_int_equal(
				kiln_scene_overlap_sphere(&c.asset, &(kiln_sphere){a, closest.distance * 1.00001f}, NULL, 0), 1);
			assert_int_equal(
				kiln_scene_overlap_sphere(&c.asset, &(kiln_sphere){a, closest.distance * 0.9999f}, NULL, 0), 0);
			kiln_hit cast =
				kiln_scene_cast_sphere(&c.asset, &(kiln_sphere){a, 1e-4f}, &(kiln_motion){ray.direction, 0});
			if (radius < 0.99 || radius > 1.01)
				assert_true(cast.hit == (radius < 1) && (!cast.hit || fabs((double)cast.t - 1) < 1e-2));
		}
		assert_true(met > 100);
		bench_release(&c);
	}
	// Points exactly in the plane belong to the flat hull.
	cooked c;
	flat_hull(&c, (const double[12]){1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
	assert_int_equal(kiln_scene_point_inside(&c.asset, (kiln_vec3){0.5f, 0.25f, 1}), KILN_INSIDE_YES);
	assert_int_equal(kiln_scene_point_inside(&c.asset, (kiln_vec3){0.5f, 0.25f, nextafterf(1, 2)}), KILN_INSIDE_NO);
	assert_int_equal(kiln_scene_point_inside(&c.asset, (kiln_vec3){1.5f, 0.25f, 1}), KILN_INSIDE_NO);
	assert_true(kiln_scene_closest_point(&c.asset, &(kiln_point_query){.point = {0.5f, 0.25f, 1}}).distance == 0);
	kiln_ray along = {.origin = {-3, 0.25f, 1}, .direction = {1, 0, 0}};
	kiln_hit hit = kiln_scene_ray_closest(&c.asset, &along);
	assert_true(hit.hit && fabs((double)hit.t - (3 - sqrt(1 - 0.0625))) < 1e-2 && hit.normal.x < 0);
	kiln_hit start = kiln_scene_cast_sphere(&c.asset, &(kiln_sphere){{0, 0, 1}, 0.5f}, &(kiln_motion){{1, 0, 0}, 0});
	assert_true(start.hit && start.t == 0 && fabsf(start.normal.z) == 1);
	bench_release(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hull_and_its_triangles_answer_alike),
		cmocka_unit_test(casts_that_start_inside_touch_the_nearest_face),
		cmocka_unit_test(a_flat_hull_answers_as_the_polygon_that_it_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
