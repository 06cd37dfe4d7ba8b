// SPDX-License-Identifier: MIT
#include "kiln.h"
#include "scene/instance.h"
#include "shape/triangle_point.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const kiln_isa isas[] = {KILN_ISA_AUTO, KILN_ISA_SCALAR, KILN_ISA_SSE2};

/// Winding number by the solid angles of all triangles (van Oosterom and Strackee 1983), over 4 pi.
static double solid_angle_winding(const shape_asset *shapes, uint32_t mesh, kiln_d3 p)
{
	const shape_triangle *triangles;
	uint32_t count = shape_triangles(shapes, mesh, &triangles);
	double sum = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 v[3];
		double l[3];
		for (int k = 0; k < 3; ++k)
		{
			v[k] = kiln_d3_sub(kiln_d3_from(triangles[i].corners[k]), p);
			l[k] = sqrt(kiln_d3_length2(v[k]));
		}
		double above = kiln_d3_dot(v[0], kiln_d3_cross(v[1], v[2]));
		double below = l[0] * l[1] * l[2] + kiln_d3_dot(v[0], v[1]) * l[2] + kiln_d3_dot(v[1], v[2]) * l[0] +
					   kiln_d3_dot(v[2], v[0]) * l[1];
		sum += 2 * atan2(above, below);
	}
	return sum / (4 * 3.14159265358979323846);
}

/// Returns the distance from the surface of a mesh, to exclude points on it.
static double surface_distance(const shape_asset *shapes, uint32_t mesh, kiln_vec3 point)
{
	const kiln_point_query query = {point, 0};
	return (double)kiln_mesh_closest_point(&shapes->asset, mesh, &query).distance;
}

/// Makes a sphere with waves in all directions; two of its vertices share a coordinate only by chance.
static fixture_mesh bumpy_sphere(uint32_t seed)
{
	fixture_mesh mesh = fixture_sphere(12, 17, 1);
	uint64_t random = seed;
	for (uint32_t i = 0; i < mesh.vertex_count; ++i)
	{
		float scale = 0.6f + 0.5f * fixture_random_unit(&random);
		for (int k = 0; k < 3; ++k)
			mesh.vertices[i][k] *= scale;
	}
	return mesh;
}

/// A closed box whose faces are nets of `n` x `n` cells on whole coordinates: points with whole coordinates lie
/// straight below vertices and edges.
static fixture_mesh gridded_box(uint32_t n)
{
	fixture_mesh mesh = {.flags = KILN_MESH_FLAGS_KNOWN};
	uint32_t row = n + 1, *number = calloc((size_t)row * row * row, sizeof *number);
	mesh.vertices = malloc((size_t)row * row * row * sizeof *mesh.vertices);
	mesh.triangles = malloc((size_t)12 * n * n * sizeof *mesh.triangles);
	if (!number || !mesh.vertices || !mesh.triangles)
		abort();
	for (uint32_t i = 0; i < row * row * row; ++i)
	{
		uint32_t at[3] = {i % row, i / row % row, i / row / row};
		bool surface = false;
		for (int k = 0; k < 3; ++k)
			surface = surface || at[k] == 0 || at[k] == n;
		if (!surface)
			continue;
		number[i] = mesh.vertex_count++;
		for (int k = 0; k < 3; ++k)
			mesh.vertices[number[i]][k] = (float)at[k];
	}
	const uint32_t step[3] = {1, row, row * row};
	for (int axis = 0; axis < 3; ++axis)
		for (uint32_t side = 0; side < 2; ++side)
			for (uint32_t cell = 0; cell < n * n; ++cell)
			{
				uint32_t e = step[(axis + 1) % 3], f = step[(axis + 2) % 3];
				uint32_t a = side * n * step[axis] + cell % n * e + cell / n * f;
				uint32_t quad[4] = {number[a], number[a + e], number[a + e + f], number[a + f]};
				uint32_t *t = mesh.triangles[mesh.triangle_count];
				mesh.triangle_count += 2;
				t[0] = t[3] = quad[0];
				t[1] = side ? quad[1] : quad[2];
				t[2] = side ? quad[2] : quad[1];
				t[4] = side ? quad[2] : quad[3];
				t[5] = side ? quad[3] : quad[2];
			}
	free(number);
	return mesh;
}

static void inside_agrees_with_solid_angles(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (uint32_t i = 0; i < 12; ++i)
	{
		fixture_mesh mesh = i % 3 ? bumpy_sphere(i) : fixture_sphere(8, 11, 1);
		shape_asset shapes = shape_asset_of(&mesh, isas[i % 3]);
		int inside = 0;
		for (int k = 0; k < 1500; ++k)
		{
			kiln_vec3 p = shape_point(&shapes, 0, &random);
			if (surface_distance(&shapes, 0, p) < 1e-4)
				continue;
			bool expected = fabs(solid_angle_winding(&shapes, 0, kiln_d3_from(p))) > 0.5;
			assert_int_equal(kiln_mesh_point_inside(&shapes.asset, 0, p), expected ? KILN_INSIDE_YES : KILN_INSIDE_NO);
			assert_int_equal(kiln_scene_point_inside(&shapes.asset, p), expected ? KILN_INSIDE_YES : KILN_INSIDE_NO);
			inside += expected;
		}
		assert_in_range(inside, 50, 1000);
		shape_asset_free(&shapes);
	}
}

static void points_below_vertices_and_edges_count_once(void **state)
{
	(void)state;
	fixture_mesh mesh = gridded_box(4);
	shape_asset shapes = shape_asset_of(&mesh, KILN_ISA_AUTO);
	// All multiples of a quarter in a box twice as large: below vertices, edges, diagonals and in the planes of the
	// sides.
	for (int x = -8; x <= 24; ++x)
		for (int y = -8; y <= 24; ++y)
			for (int z = -8; z <= 24; ++z)
			{
				kiln_vec3 p = {0.25f * (float)x, 0.25f * (float)y, 0.25f * (float)z};
				bool in = x > 0 && x < 16 && y > 0 && y < 16 && z > 0 && z < 16;
				bool out = x < 0 || x > 16 || y < 0 || y > 16 || z < 0 || z > 16;
				kiln_inside got = kiln_scene_point_inside(&shapes.asset, p);
				assert_true(got == KILN_INSIDE_YES ? !out : !in);
			}
	shape_asset_free(&shapes);
}

static void steep_needles_far_above_and_below_don_t_leak(void **state)
{
	(void)state;
	// A tall sphere with nearly vertical sides, queried at points exactly in line with its vertices.
	for (uint32_t seed = 0; seed < 4; ++seed)
	{
		fixture_mesh mesh = bumpy_sphere(seed);
		for (uint32_t i = 0; i < mesh.vertex_count; ++i)
			mesh.vertices[i][2] *= 1e7f;
		shape_asset shapes = shape_asset_of(&mesh, KILN_ISA_AUTO);
		uint64_t random = seed;
		const shape_triangle *triangles;
		uint32_t count = shape_triangles(&shapes, 0, &triangles);
		for (int k = 0; k < 3000; ++k)
		{
			const kiln_vec3 *corners = triangles[fixture_random(&random) % count].corners;
			kiln_vec3 p = corners[0];
			p.z = 1e7f * (1.4f * fixture_random_unit(&random) - 0.7f);
			if (k % 2)
				p.x = nextafterf(p.x, corners[1].x);
			double winding = solid_angle_winding(&shapes, 0, kiln_d3_from(p));
			// On a side parallel to the line of sight, the solid angle is uncertain.
			if (fabs(winding - round(winding)) > 1e-3 || surface_distance(&shapes, 0, p) < 1e-3)
				continue;
			assert_int_equal(
				kiln_scene_point_inside(&shapes.asset, p), fabs(winding) > 0.5 ? KILN_INSIDE_YES : KILN_INSIDE_NO);
		}
		shape_asset_free(&shapes);
	}
}

static void instances_answer_as_their_mesh_does(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof isas / sizeof *isas; ++k)
	{
		shape_asset shapes = shape_asset_mixed(isas[k]);
		const kiln_asset *asset = &shapes.asset;
		uint64_t random = 2;
		int counts[3] = {0};
		for (int i = 0; i < 4000; ++i)
		{
			kiln_vec3 p = shape_point(&shapes, KILN_NONE, &random);
			bool inside = false, open = false, doubtful = false;
			for (uint32_t node = 0; node < asset->node_count; ++node)
			{
				const kiln_format_node *at = &asset->nodes[node];
				kiln_vec3 q = kiln_transform_point(at->to_mesh, p);
				bool bounds = p.x >= at->bounds_min[0] && p.x <= at->bounds_max[0] && p.y >= at->bounds_min[1] &&
							  p.y <= at->bounds_max[1] && p.z >= at->bounds_min[2] && p.z <= at->bounds_max[2];
				bool closed = (asset->meshes[at->mesh].flags & KILN_MESH_CLOSED) != 0;
				open = open || (!closed && bounds);
				if (!closed)
					continue;
				doubtful = doubtful || surface_distance(&shapes, at->mesh, q) < 1e-4;
				inside = inside || fabs(solid_angle_winding(&shapes, at->mesh, kiln_d3_from(q))) > 0.5;
			}
			if (doubtful)
				continue;
			kiln_inside got = kiln_scene_point_inside(asset, p);
			assert_int_equal(got, inside ? KILN_INSIDE_YES : open ? KILN_INSIDE_UNKNOWN : KILN_INSIDE_NO);
			++counts[got];
		}
		assert_true(counts[0] > 500 && counts[1] > 100 && counts[2] > 100);
		shape_asset_free(&shapes);
	}
}

static void an_asset_without_closed_meshes_does_not_know(void **state)
{
	(void)state;
	fixture_mesh ground = fixture_ground(3, 1);
	shape_asset shapes = shape_asset_of(&ground, KILN_ISA_AUTO);
	const kiln_vec3 points[] = {{1, 1, 0.5f}, {100, 100, 100}};
	for (int i = 0; i < 2; ++i)
	{
		assert_int_equal(kiln_scene_point_inside(&shapes.asset, points[i]), KILN_INSIDE_UNKNOWN);
		assert_int_equal(kiln_mesh_point_inside(&shapes.asset, 0, points[i]), KILN_INSIDE_UNKNOWN);
	}
	shape_asset_free(&shapes);
}

static void nan_infinity_and_missing_meshes_are_outside(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset shapes = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_vec3 bad[] = {
		{NAN, 0, 0}, {0, NAN, 0}, {0, 0, INFINITY}, {-INFINITY, 0, 0}, {3e38f, 0, 0}, {0, 0, -3e38f}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		assert_int_equal(kiln_scene_point_inside(&shapes.asset, bad[i]), KILN_INSIDE_NO);
		assert_int_equal(kiln_mesh_point_inside(&shapes.asset, 0, bad[i]), KILN_INSIDE_NO);
	}
	const kiln_vec3 middle = {0, 0, 0};
	assert_int_equal(kiln_mesh_point_inside(&shapes.asset, 0, middle), KILN_INSIDE_YES);
	assert_int_equal(kiln_mesh_point_inside(&shapes.asset, 1, middle), KILN_INSIDE_NO);
	assert_int_equal(kiln_mesh_point_inside(&shapes.asset, KILN_NONE, middle), KILN_INSIDE_NO);
	shape_asset_free(&shapes);
}

static void a_batch_answers_what_single_calls_do(void **state)
{
	(void)state;
	shape_asset shapes = shape_asset_mixed(KILN_ISA_AUTO);
	kiln_vec3 points[200];
	kiln_inside answers[200];
	uint64_t random = 3;
	for (int i = 0; i < 200; ++i)
		points[i] = shape_point(&shapes, KILN_NONE, &random);
	kiln_scene_point_inside_batch(&shapes.asset, points, 200, answers);
	for (int i = 0; i < 200; ++i)
		assert_int_equal(answers[i], kiln_scene_point_inside(&shapes.asset, points[i]));
	shape_asset_free(&shapes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(inside_agrees_with_solid_angles),
		cmocka_unit_test(points_below_vertices_and_edges_count_once),
		cmocka_unit_test(steep_needles_far_above_and_below_don_t_leak),
		cmocka_unit_test(instances_answer_as_their_mesh_does),
		cmocka_unit_test(an_asset_without_closed_meshes_does_not_know),
		cmocka_unit_test(nan_infinity_and_missing_meshes_are_outside),
		cmocka_unit_test(a_batch_answers_what_single_calls_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
