// SPDX-License-Identifier: MIT

/// Kinds of edges: compares the cooker's tables with every pair of triangles in 256 bits, and blobs with their
/// triangles.

#include "clean/edge_kinds.h"
#include "clean_shapes.h"
#include "kiln.h"
#include "support/asset_fixture.h"
#include "support/clean_memory.h"
#include "support/real256.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define NEAR_THRESHOLD 1e-12

typedef struct edge_soup
{
	float vertices[512][3];
	uint32_t triangles[512][3];
	uint32_t vertex_count;
	uint32_t triangle_count;
} edge_soup;

static real3 point(const float p[3])
{
	return real3_from((kiln_vec3){p[0], p[1], p[2]});
}

static bool has_side(const uint32_t t[3], uint32_t from, uint32_t to, bool *same_way)
{
	for (int k = 0; k < 3; ++k)
	{
		uint32_t a = t[k], b = t[(k + 1) % 3];
		if ((a == from && b == to) || (a == to && b == from))
		{
			*same_way = a == from;
			return true;
		}
	}
	return false;
}

/// Returns the kind of a side with one other triangle, as seen from this triangle's front; KILN_EDGE_KIND_END when too
/// close to the threshold.
static uint32_t kind_of_pair(
	const float (*vertices)[3], const uint32_t t[3], const uint32_t other[3], uint32_t from, uint32_t to, double flat)
{
	real3 a = point(vertices[t[0]]), b = point(vertices[t[1]]), c = point(vertices[t[2]]);
	uint32_t own_far = t[0] ^ t[1] ^ t[2] ^ from ^ to, far = other[0] ^ other[1] ^ other[2] ^ from ^ to;
	real3 e = real3_sub(point(vertices[to]), point(vertices[from]));
	real3 u = real3_sub(point(vertices[own_far]), point(vertices[from]));
	real3 v = real3_sub(point(vertices[far]), point(vertices[from]));
	real3 n = real3_cross(real3_sub(b, a), real3_sub(c, a)), own = real3_cross(e, u), others = real3_cross(e, v);
	real height = real3_dot(n, real3_sub(point(vertices[far]), a));
	if (real_sign(real3_dot(own, others)) < 0)
	{
		real lengths = real_mul(real3_length(own), real3_length(others));
		double sine = real_to(real_div(real3_length(real3_cross(own, others)), lengths));
		if (real_sign(height) == 0 || sine < flat * (1 - NEAR_THRESHOLD))
			return KILN_EDGE_FLAT;
		if (sine <= flat * (1 + NEAR_THRESHOLD))
			return KILN_EDGE_KIND_END;
	}
	return real_sign(height) > 0 ? KILN_EDGE_CONCAVE : KILN_EDGE_CONVEX;
}

/// Tests all triangles.
static uint32_t brute_kind(
	const float (*vertices)[3], const uint32_t (*triangles)[3], uint32_t count, uint32_t i, uint32_t side, double flat)
{
	uint32_t from = triangles[i][side], to = triangles[i][(side + 1) % 3], others = 0, other = 0;
	bool same_way;
	for (uint32_t k = 0; k < count; ++k)
		if (k != i && has_side(triangles[k], from, to, &same_way))
		{
			++others;
			other = k;
		}
	if (others != 1)
		return others == 0 ? KILN_EDGE_BOUNDARY : KILN_EDGE_NONMANIFOLD;
	return kind_of_pair(vertices, triangles[i], triangles[other], from, to, flat);
}

static void assert_kinds(
	const float (*vertices)[3], uint32_t vertex_count, const uint32_t (*triangles)[3], uint32_t count, double flat)
{
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	uint16_t *kinds = malloc(count * sizeof *kinds);
	assert_true(clean_edge_kinds(&context, vertices, vertex_count, triangles, count, flat, kinds));
	assert_int_equal(memory.live, 0);
	for (uint32_t i = 0; i < count; ++i)
	{
		assert_int_equal(kinds[i] & ~KILN_EDGE_BITS, 0);
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t expected = brute_kind(vertices, triangles, count, i, k, flat);
			if (expected != KILN_EDGE_KIND_END)
				assert_int_equal(kiln_format_edge_kind(kinds[i], k), expected);
		}
	}
	free(kinds);
}

static void assert_fixture(fixture_mesh mesh, double flat)
{
	assert_kinds((const float(*)[3])mesh.vertices, mesh.vertex_count, (const uint32_t(*)[3])mesh.triangles,
		mesh.triangle_count, flat);
	fixture_mesh_free(&mesh);
}

static clean_side_counts count_fixture(fixture_mesh mesh, double flat)
{
	kilncook_context context = {0};
	uint16_t *kinds = malloc(mesh.triangle_count * sizeof *kinds);
	assert_true(clean_edge_kinds(&context, (const float(*)[3])mesh.vertices, mesh.vertex_count,
		(const uint32_t(*)[3])mesh.triangles, mesh.triangle_count, flat, kinds));
	clean_side_counts counts = clean_count_sides(kinds, mesh.triangle_count);
	free(kinds);
	fixture_mesh_free(&mesh);
	return counts;
}

static void a_cube_has_twelve_convex_edges_and_six_flat_ones(void **state)
{
	(void)state;
	clean_side_counts counts = count_fixture(fixture_box(1, 2, 3), 0);
	assert_int_equal(counts.of[KILN_EDGE_CONVEX], 24);
	assert_int_equal(counts.of[KILN_EDGE_FLAT], 12);
	fixture_mesh inside = fixture_box(1, 2, 3);
	for (uint32_t i = 0; i < inside.triangle_count; ++i)
	{
		uint32_t kept = inside.triangles[i][1];
		inside.triangles[i][1] = inside.triangles[i][2];
		inside.triangles[i][2] = kept;
	}
	counts = count_fixture(inside, 0);
	assert_int_equal(counts.of[KILN_EDGE_CONCAVE], 24);
	assert_int_equal(counts.of[KILN_EDGE_FLAT], 12);
}

static void closed_and_open_meshes_agree_with_all_pairs(void **state)
{
	(void)state;
	const double flats[] = {0, 0.025, 0.1, 0.5};
	for (size_t i = 0; i < 4; ++i)
	{
		assert_fixture(fixture_box(1, 2, 3), flats[i]);
		assert_fixture(fixture_sphere(7, 9, 2.5f), flats[i]);
		assert_fixture(fixture_ground(9, 5), flats[i]);
		assert_fixture(fixture_soup(20, 0.5f, 3), flats[i]);
	}
}

/// Returns the kinds of two triangles over the edge (0 0 0) (0 1 0); the second one's far corner is `far`, with the
/// same winding or not.
static uint32_t kinds_of_two(const float far[3], bool same_way, double flat)
{
	const float vertices[4][3] = {{0, 0, 0}, {0, 1, 0}, {-1, 0.25f, 0}, {far[0], far[1], far[2]}};
	const uint32_t triangles[2][3] = {{0, 1, 2}, {same_way ? 0 : 1, same_way ? 1 : 0, 3}};
	kilncook_context context = {0};
	uint16_t kinds[2];
	assert_true(clean_edge_kinds(&context, vertices, 4, triangles, 2, flat, kinds));
	assert_kinds(vertices, 4, triangles, 2, flat);
	return kiln_format_edge_kind(kinds[0], 0) | kiln_format_edge_kind(kinds[1], 0) << 3;
}

static uint32_t both(uint32_t kind)
{
	return kind | kind << 3;
}

static void kinds_of_a_hinge_follow_its_angle(void **state)
{
	(void)state;
	// Its front is z > 0.
	assert_int_equal(kinds_of_two((float[3]){1, 0, 0}, false, 0), both(KILN_EDGE_FLAT));
	assert_int_equal(kinds_of_two((float[3]){1, 0, 1}, false, 0), both(KILN_EDGE_CONCAVE));
	assert_int_equal(kinds_of_two((float[3]){1, 0, -1}, false, 0), both(KILN_EDGE_CONVEX));
	assert_int_equal(kinds_of_two((float[3]){-1, 0, 1}, false, 0.5), both(KILN_EDGE_CONCAVE));
	assert_int_equal(kinds_of_two((float[3]){-1, 0, -1e-3f}, false, 0.5), both(KILN_EDGE_CONVEX));
	assert_int_equal(kinds_of_two((float[3]){-1, 0, 1e-3f}, false, 0.5), both(KILN_EDGE_CONCAVE));
	// Folded back exactly flat.
	assert_int_equal(kinds_of_two((float[3]){-1, 0.5f, 0}, false, 0.5), both(KILN_EDGE_CONVEX));
	// At the threshold: 3-4-5.
	assert_int_equal(kinds_of_two((float[3]){12, 0, -5}, false, 0.38461538462), both(KILN_EDGE_FLAT));
	assert_int_equal(kinds_of_two((float[3]){12, 0, -5}, false, 0.38461538461), both(KILN_EDGE_CONVEX));
	// The smallest angle that is not coplanar.
	assert_int_equal(kinds_of_two((float[3]){1, 0, 1e-45f}, false, 0), both(KILN_EDGE_CONCAVE));
	assert_int_equal(kinds_of_two((float[3]){1, 0, -1e-45f}, false, 0), both(KILN_EDGE_CONVEX));
	assert_int_equal(kinds_of_two((float[3]){1, 0, -1e-45f}, false, 1e-12), both(KILN_EDGE_FLAT));
}

static void each_triangle_sees_an_edge_of_two_windings_from_its_own_front(void **state)
{
	(void)state;
	assert_int_equal(kinds_of_two((float[3]){1, 0, 1}, true, 0), KILN_EDGE_CONCAVE | KILN_EDGE_CONVEX << 3);
	assert_int_equal(kinds_of_two((float[3]){1, 0, -1}, true, 0), KILN_EDGE_CONVEX | KILN_EDGE_CONCAVE << 3);
	assert_int_equal(kinds_of_two((float[3]){1, 0, 0}, true, 0), both(KILN_EDGE_FLAT));
	assert_int_equal(kinds_of_two((float[3]){-1, 0, 0}, true, 0), both(KILN_EDGE_CONVEX));
}

static void a_fin_makes_an_edge_non_manifold(void **state)
{
	(void)state;
	const float vertices[5][3] = {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 0, 1}};
	const uint32_t triangles[3][3] = {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
	kilncook_context context = {0};
	uint16_t kinds[3];
	assert_true(clean_edge_kinds(&context, vertices, 5, triangles, 3, 0.1, kinds));
	for (int i = 0; i < 3; ++i)
		assert_int_equal(kinds[i], KILN_EDGE_NONMANIFOLD);
}

/// Makes random corners on a small lattice, so that edges are shared, folded, coplanar and crossed; scaled and moved by
/// powers of two and far away.
static void random_soup(shape_random *random, edge_soup *soup)
{
	float scale = ldexpf(1, (int)shape_below(random, 60) - 30);
	float shift = shape_below(random, 3) ? 0 : scale * 4096;
	soup->vertex_count = 4 + shape_below(random, 24);
	for (uint32_t i = 0; i < soup->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			soup->vertices[i][k] = shift + scale * ((float)(int)shape_below(random, 7) + 1e-3f * (float)(i * (k == 2)));
	soup->triangle_count = 0;
	uint32_t wanted = 2 + shape_below(random, 30);
	for (uint32_t tries = 0; tries < 200 && soup->triangle_count < wanted; ++tries)
	{
		uint32_t *t = soup->triangles[soup->triangle_count];
		for (int k = 0; k < 3; ++k)
			t[k] = shape_below(random, soup->vertex_count);
		real3 a = point(soup->vertices[t[0]]), b = point(soup->vertices[t[1]]), c = point(soup->vertices[t[2]]);
		if (real_sign(real3_length2(real3_cross(real3_sub(b, a), real3_sub(c, a)))))
			++soup->triangle_count;
	}
}

static void random_soups_agree_with_all_pairs(void **state)
{
	(void)state;
	shape_random random = {77};
	edge_soup soup;
	for (int round = 0; round < 300; ++round)
	{
		random_soup(&random, &soup);
		if (soup.triangle_count)
			assert_kinds((const float(*)[3])soup.vertices, soup.vertex_count, (const uint32_t(*)[3])soup.triangles,
				soup.triangle_count, round % 2 ? 0.05 : 0);
	}
}

/// Reverses the order of triangles, rotates corners, and numbers vertices backwards.
static void kinds_do_not_depend_on_any_order(void **state)
{
	(void)state;
	shape_random random = {5};
	edge_soup soup, other;
	kilncook_context context = {0};
	uint16_t kinds[512], turned[512];
	for (int round = 0; round < 200; ++round)
	{
		random_soup(&random, &soup);
		uint32_t n = soup.triangle_count, v = soup.vertex_count;
		for (uint32_t i = 0; i < v; ++i)
			memcpy(other.vertices[v - 1 - i], soup.vertices[i], sizeof soup.vertices[i]);
		for (uint32_t i = 0; i < n; ++i)
			for (uint32_t k = 0; k < 3; ++k)
				other.triangles[n - 1 - i][k] = v - 1 - soup.triangles[i][(k + 1) % 3];
		if (n == 0)
			continue;
		assert_true(clean_edge_kinds(
			&context, (const float(*)[3])soup.vertices, v, (const uint32_t(*)[3])soup.triangles, n, 0.05, kinds));
		assert_true(clean_edge_kinds(
			&context, (const float(*)[3])other.vertices, v, (const uint32_t(*)[3])other.triangles, n, 0.05, turned));
		for (uint32_t i = 0; i < n; ++i)
			for (uint32_t k = 0; k < 3; ++k)
				assert_int_equal(
					kiln_format_edge_kind(turned[n - 1 - i], k), kiln_format_edge_kind(kinds[i], (k + 1) % 3));
	}
}

static void memory_that_runs_out_leaves_nothing_behind(void **state)
{
	(void)state;
	fixture_mesh mesh = fixture_sphere(5, 6, 1);
	uint16_t kinds[128];
	for (size_t fail_at = 1;; ++fail_at)
	{
		counted_memory memory;
		kilncook_context context = counted_context(&memory);
		memory.fail_at = fail_at;
		bool done = clean_edge_kinds(&context, (const float(*)[3])mesh.vertices, mesh.vertex_count,
			(const uint32_t(*)[3])mesh.triangles, mesh.triangle_count, 0, kinds);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
		if (done)
			break;
		assert_true(fail_at < 100);
	}
	fixture_mesh_free(&mesh);
}

/// Compares every triangle of an asset with all others of its mesh; compares corners by position.
static void assert_asset(const kiln_asset *asset)
{
	for (uint32_t mesh = 0; mesh < asset->mesh_count; ++mesh)
	{
		uint32_t count = asset->meshes[mesh].triangle_count, vertices = 0;
		float(*positions)[3] = malloc((size_t)count * 3 * sizeof *positions);
		uint32_t(*triangles)[3] = malloc(count * sizeof *triangles);
		for (uint32_t i = 0; i < count; ++i)
		{
			kiln_vec3 corners[3];
			assert_true(kiln_triangle_corners(asset, mesh, i, corners));
			for (int k = 0; k < 3; ++k)
			{
				const float at[3] = {corners[k].x, corners[k].y, corners[k].z};
				uint32_t v = 0;
				while (v < vertices && memcmp(positions[v], at, sizeof at) != 0)
					++v;
				memcpy(positions[v], at, sizeof at);
				vertices += v == vertices;
				triangles[i][k] = v;
			}
		}
		for (uint32_t i = 0; i < count; ++i)
			for (uint32_t k = 0; k < 3; ++k)
			{
				uint32_t expected = brute_kind((const float(*)[3])positions, (const uint32_t(*)[3])triangles, count, i,
					k, asset->provenance->flat_edge);
				if (expected != KILN_EDGE_KIND_END)
					assert_int_equal(kiln_format_edge_kind(kiln_triangle_edges(asset, mesh, i), k), expected);
			}
		assert_int_equal(kiln_triangle_edges(asset, mesh, count), KILN_NONE);
		free(positions);
		free(triangles);
	}
	assert_int_equal(kiln_triangle_edges(asset, asset->mesh_count, 0), KILN_NONE);
}

static void cooked_meshes_hold_the_kinds_of_their_triangles(void **state)
{
	(void)state;
	fixture_mesh shapes[3] = {fixture_sphere(6, 9, 2), fixture_ground(6, 9), fixture_soup(30, 0.3f, 4)};
	kilncook_mesh meshes[3];
	uint32_t numbers[3] = {0, 1, 2};
	kilncook_node nodes[3];
	for (uint32_t i = 0; i < 3; ++i)
	{
		meshes[i] = (kilncook_mesh){.positions = shapes[i].vertices[0],
			.vertex_count = shapes[i].vertex_count,
			.indices = shapes[i].triangles,
			.index_count = 3ull * shapes[i].triangle_count};
		nodes[i] = (kilncook_node){.meshes = &numbers[i], .mesh_count = 1};
	}
	const kilncook_scene scene = {.meshes = meshes, .mesh_count = 3, .nodes = nodes, .node_count = 3};
	const double given[3] = {0, KILNCOOK_FLAT_EDGE_EXACT, 0.3}, taken[3] = {KILNCOOK_FLAT_EDGE_DEFAULT, 0, 0.3};
	for (int i = 0; i < 3; ++i)
	{
		const kilncook_options options = {.flat_edge = given[i]};
		kilncook_context context = {0};
		kilncook_blob blob;
		kiln_asset asset;
		assert_int_equal(kilncook_cook_memory(&context, &scene, &options, &blob, NULL), KILNCOOK_OK);
		assert_int_equal(kiln_open(&asset, blob.data, blob.size, NULL).status, KILN_OK);
		assert_true(asset.provenance->flat_edge >= taken[i] && asset.provenance->flat_edge <= taken[i]);
		assert_asset(&asset);
		kilncook_blob_free(&context, &blob);
	}
	for (int i = 0; i < 3; ++i)
		fixture_mesh_free(&shapes[i]);
}

static void thresholds_outside_their_range_are_refused(void **state)
{
	(void)state;
	fixture_mesh shape = fixture_box(1, 1, 1);
	const kilncook_mesh mesh = {.positions = shape.vertices[0],
		.vertex_count = shape.vertex_count,
		.indices = shape.triangles,
		.index_count = 3ull * shape.triangle_count};
	const kilncook_scene scene = {.meshes = &mesh, .mesh_count = 1};
	const double bad[] = {-0.5, 0.51, (double)NAN, (double)INFINITY, -(double)INFINITY};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
	{
		const kilncook_options options = {.flat_edge = bad[i]};
		kilncook_context context = {0};
		kilncook_blob blob;
		assert_int_equal(kilncook_cook_memory(&context, &scene, &options, &blob, NULL), KILNCOOK_USAGE);
	}
	fixture_mesh_free(&shape);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cube_has_twelve_convex_edges_and_six_flat_ones),
		cmocka_unit_test(closed_and_open_meshes_agree_with_all_pairs),
		cmocka_unit_test(kinds_of_a_hinge_follow_its_angle),
		cmocka_unit_test(each_triangle_sees_an_edge_of_two_windings_from_its_own_front),
		cmocka_unit_test(a_fin_makes_an_edge_non_manifold),
		cmocka_unit_test(random_soups_agree_with_all_pairs),
		cmocka_unit_test(kinds_do_not_depend_on_any_order),
		cmocka_unit_test(memory_that_runs_out_leaves_nothing_behind),
		cmocka_unit_test(cooked_meshes_hold_the_kinds_of_their_triangles),
		cmocka_unit_test(thresholds_outside_their_range_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
