// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "clean/adjacency.h"
#include "clean/duplicates.h"
#include "clean_shapes.h"
#include "kiln_format.h"
#include "support/clean_memory.h"

#define MOST 64

static const kilncook_context context;
static uint32_t soup[MOST][3];

/// Judges by the full table of edges, by the short one, and by the tables of the parts; all must agree.
static void judge(
	const uint32_t (*triangles)[3], uint32_t count, uint32_t vertex_count, clean_verdict *verdict, uint32_t *components)
{
	clean_edges edges;
	assert_true(clean_edges_build(&context, triangles, count, vertex_count, &edges));
	assert_true(clean_judge(&context, triangles, count, vertex_count, &edges, verdict, components));
	clean_edges_free(&context, &edges);
	clean_verdict again;
	uint32_t components_again;
	assert_true(clean_judge_surface(&context, triangles, count, vertex_count, &again, &components_again));
	assert_memory_equal(&again, verdict, sizeof again);
	assert_int_equal(components_again, *components);
	clean_adjacency adjacency;
	clean_mesh whole = {.unjudged = true}, parts = {.unjudged = true};
	assert_true(clean_judge_mesh(&context, triangles, count, vertex_count, &whole));
	assert_true(clean_adjacency_build(&context, triangles, count, vertex_count, &adjacency));
	clean_judge_parts(&adjacency, &parts);
	clean_adjacency_free(&context, &adjacency);
	assert_memory_equal(&parts.flags, &whole.flags,
		offsetof(clean_mesh, euler_characteristic) + sizeof parts.euler_characteristic - offsetof(clean_mesh, flags));
	assert_false(parts.unjudged);
}

static const uint32_t cube[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4}, {1, 2, 6},
	{1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

static void a_cube_is_closed_manifold_orientable_and_wound(void **state)
{
	(void)state;
	clean_verdict verdict;
	uint32_t components;
	judge(cube, 12, 8, &verdict, &components);
	assert_int_equal(verdict.flags, KILN_MESH_FLAGS_KNOWN);
	assert_int_equal(verdict.edge_count, 18);
	assert_int_equal(verdict.euler_characteristic, 2);
	assert_int_equal(components, 1);
}

static void an_open_cube_has_a_border_and_is_still_wound(void **state)
{
	(void)state;
	clean_verdict verdict;
	uint32_t components;
	judge(cube, 10, 8, &verdict, &components);
	assert_int_equal(verdict.flags, KILN_MESH_MANIFOLD | KILN_MESH_ORIENTABLE | KILN_MESH_WOUND);
	assert_int_equal(verdict.boundary_edges, 4);
	assert_int_equal(verdict.euler_characteristic, 1);
}

static void a_turned_triangle_unwinds_but_stays_orientable(void **state)
{
	(void)state;
	uint32_t turned[12][3];
	memcpy(turned, cube, sizeof turned);
	turned[5][1] = cube[5][2];
	turned[5][2] = cube[5][1];
	clean_verdict verdict;
	uint32_t components;
	judge((const uint32_t(*)[3])turned, 12, 8, &verdict, &components);
	assert_int_equal(verdict.flags, KILN_MESH_CLOSED | KILN_MESH_MANIFOLD | KILN_MESH_ORIENTABLE);
	assert_int_equal(verdict.inconsistent_edges, 3);
}

static void a_moebius_band_is_not_orientable(void **state)
{
	(void)state;
	const uint32_t band[5][3] = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 0, 4}, {4, 0, 1}};
	clean_verdict verdict;
	uint32_t components;
	judge(band, 5, 5, &verdict, &components);
	assert_int_equal(verdict.flags, KILN_MESH_MANIFOLD);
	assert_int_equal(verdict.euler_characteristic, 0);
	assert_int_equal(verdict.boundary_edges, 5);
}

static void no_turning_of_triangles_changes_what_is_orientable(void **state)
{
	(void)state;
	const uint32_t moebius[5][3] = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 0, 4}, {4, 0, 1}};
	const uint32_t ring[6][3] = {{0, 1, 3}, {1, 4, 3}, {1, 2, 4}, {2, 5, 4}, {2, 0, 5}, {0, 3, 5}};
	for (uint32_t turned = 0; turned < 64; ++turned)
	{
		uint32_t band[6][3], other[6][3];
		for (uint32_t i = 0; i < 6; ++i)
			for (uint32_t k = 0; k < 3; ++k)
			{
				band[i][k] = moebius[i % 5][turned >> i & 1 ? 2 - k : k];
				other[i][k] = ring[i][turned >> i & 1 ? 2 - k : k];
			}
		clean_verdict verdict;
		uint32_t components;
		judge((const uint32_t(*)[3])band, 5, 5, &verdict, &components);
		assert_false(verdict.flags & KILN_MESH_ORIENTABLE);
		judge((const uint32_t(*)[3])other, 6, 6, &verdict, &components);
		assert_true(verdict.flags & KILN_MESH_ORIENTABLE);
		assert_int_equal(!!(verdict.flags & KILN_MESH_WOUND), turned == 0 || turned == 63);
	}
}

static void cubes_that_share_an_edge_are_closed_and_wound_but_not_manifold(void **state)
{
	(void)state;
	// The second cube's vertices are 8 .. 13 and the first cube's edge 0-1, which it uses in the other direction.
	const uint32_t map[8] = {0, 1, 8, 9, 10, 11, 12, 13};
	uint32_t both[24][3];
	memcpy(both, cube, sizeof cube);
	for (uint32_t i = 0; i < 12; ++i)
		for (int k = 0; k < 3; ++k)
			both[12 + i][k] = map[cube[i][k]];
	clean_verdict verdict;
	uint32_t components;
	judge((const uint32_t(*)[3])both, 24, 14, &verdict, &components);
	assert_int_equal(verdict.flags, KILN_MESH_CLOSED | KILN_MESH_ORIENTABLE | KILN_MESH_WOUND);
	assert_int_equal(verdict.nonmanifold_edges, 1);
	assert_int_equal(components, 1);
}

static void a_fin_on_an_edge_rules_everything_out(void **state)
{
	(void)state;
	uint32_t finned[13][3] = {{0, 1, 8}};
	memcpy(finned + 1, cube, sizeof cube);
	clean_verdict verdict;
	uint32_t components;
	judge((const uint32_t(*)[3])finned, 13, 9, &verdict, &components);
	assert_int_equal(verdict.flags, 0);
	assert_int_equal(verdict.nonmanifold_edges, 1);
	assert_int_equal(verdict.boundary_edges, 2);
}

static void nothing_is_nothing(void **state)
{
	(void)state;
	clean_verdict verdict;
	uint32_t components = 7;
	judge(cube, 0, 0, &verdict, &components);
	assert_int_equal(verdict.flags, 0);
	assert_int_equal(verdict.edge_count, 0);
	assert_int_equal(components, 0);
	clean_adjacency adjacency;
	assert_true(clean_adjacency_build(&context, cube, 0, 0, &adjacency));
	assert_int_equal(adjacency.component_count, 0);
	clean_adjacency_free(&context, &adjacency);
}

static bool same_triangle(const uint32_t a[3], const uint32_t b[3])
{
	for (int k = 0; k < 3; ++k)
		if (a[k] != b[0] && a[k] != b[1] && a[k] != b[2])
			return false;
	return true;
}

/// Makes random triangles on a few vertices, duplicates included; vertices below the returned bound may be unused.
static uint32_t scatter(shape_random *random, uint32_t vertex_count, uint32_t wanted)
{
	uint32_t count = 0;
	while (count < wanted)
	{
		uint32_t *t = soup[count];
		for (int k = 0; k < 3; ++k)
			t[k] = shape_below(random, vertex_count);
		count += t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
	}
	return count;
}

static uint32_t drop_duplicates(uint32_t count)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		bool fresh = true;
		for (uint32_t j = 0; j < kept; ++j)
			fresh &= !same_triangle(soup[i], soup[j]);
		if (fresh)
			memmove(soup[kept++], soup[i], sizeof soup[0]);
	}
	return kept;
}

static void duplicates_are_those_of_brute_force(void **state)
{
	(void)state;
	shape_random random = {0x4444u};
	for (int round = 0; round < 300; ++round)
	{
		uint32_t vertices = 3 + shape_below(&random, 8);
		uint32_t count = scatter(&random, vertices, shape_below(&random, MOST));
		uint32_t originals[MOST + 1];
		assert_true(clean_find_duplicates(&context, (const uint32_t(*)[3])soup, count, vertices, originals));
		for (uint32_t i = 0; i < count; ++i)
		{
			uint32_t expected = 0;
			while (!same_triangle(soup[i], soup[expected]))
				++expected;
			assert_int_equal(originals[i], expected);
		}
	}
}

/// Counts how often triangle t has the edge from a to b.
static uint32_t runs(const uint32_t t[3], uint32_t a, uint32_t b)
{
	uint32_t count = 0;
	for (int k = 0; k < 3; ++k)
		count += t[k] == a && t[(k + 1) % 3] == b;
	return count;
}

/// Whether reversing the triangles of `turned` makes every edge of two triangles consistent, among those in `member`.
static bool winding_fits(uint32_t count, uint32_t vertices, uint32_t turned, const uint32_t *parts, uint32_t part)
{
	for (uint32_t a = 0; a < vertices; ++a)
		for (uint32_t b = a + 1; b < vertices; ++b)
		{
			uint32_t ways[2] = {0, 0};
			for (uint32_t i = 0; i < count; ++i)
				if (parts[i] == part)
				{
					uint32_t turn = turned >> i & 1;
					ways[turn] += runs(soup[i], a, b);
					ways[1 - turn] += runs(soup[i], b, a);
				}
			if (ways[0] + ways[1] == 2 && ways[0] != 1)
				return false;
		}
	return true;
}

/// Computes the verdict by trying every pair of vertices and every winding.
static void brute_force(
	uint32_t count, uint32_t vertices, const uint32_t *parts, uint32_t part, clean_verdict *expected)
{
	*expected = (clean_verdict){0};
	bool odd = false, odd_many = false, unbalanced = false, used[MOST] = {0};
	for (uint32_t i = 0; i < count; ++i)
		if (parts[i] == part)
		{
			++expected->triangle_count;
			used[soup[i][0]] = used[soup[i][1]] = used[soup[i][2]] = true;
		}
	for (uint32_t a = 0; a < vertices; ++a)
	{
		expected->vertex_count += used[a];
		for (uint32_t b = a + 1; b < vertices; ++b)
		{
			uint32_t up = 0, down = 0;
			for (uint32_t i = 0; i < count; ++i)
				if (parts[i] == part)
				{
					up += runs(soup[i], a, b);
					down += runs(soup[i], b, a);
				}
			uint32_t all = up + down;
			expected->edge_count += all > 0;
			expected->boundary_edges += all == 1;
			expected->nonmanifold_edges += all > 2;
			expected->inconsistent_edges += all == 2 && up != 1;
			odd |= all % 2 != 0;
			odd_many |= all > 2 && all % 2 != 0;
			unbalanced |= all > 1 && up != down;
		}
	}
	expected->euler_characteristic =
		(int32_t)expected->vertex_count - (int32_t)expected->edge_count + (int32_t)expected->triangle_count;
	bool orientable = false;
	for (uint32_t turned = 0; turned < 1u << count && !orientable; ++turned)
		orientable = winding_fits(count, vertices, turned, parts, part);
	expected->flags =
		(odd ? 0u : (uint32_t)KILN_MESH_CLOSED) | (expected->nonmanifold_edges ? 0u : (uint32_t)KILN_MESH_MANIFOLD) |
		(orientable && !odd_many ? (uint32_t)KILN_MESH_ORIENTABLE : 0u) | (unbalanced ? 0u : (uint32_t)KILN_MESH_WOUND);
}

static bool share_vertex(const uint32_t a[3], const uint32_t b[3])
{
	for (int k = 0; k < 3; ++k)
		if (a[k] == b[0] || a[k] == b[1] || a[k] == b[2])
			return true;
	return false;
}

/// Numbers connected parts by their first triangle, by spreading until nothing changes.
static uint32_t spread_parts(uint32_t count, uint32_t *parts)
{
	uint32_t number = 0;
	for (uint32_t i = 0; i < count; ++i)
		parts[i] = KILN_NONE;
	for (uint32_t i = 0; i < count; ++i)
	{
		if (parts[i] != KILN_NONE)
			continue;
		parts[i] = number;
		for (uint32_t again = 0; again < count; ++again)
			for (uint32_t j = 0; j < count; ++j)
				for (uint32_t k = 0; k < count; ++k)
					if (parts[j] == number && share_vertex(soup[j], soup[k]))
						parts[k] = number;
		++number;
	}
	return number;
}

static void tables_and_verdicts_are_those_of_brute_force(void **state)
{
	(void)state;
	shape_random random = {0x6666u};
	for (int round = 0; round < 200; ++round)
	{
		uint32_t vertices = 3 + shape_below(&random, 12);
		uint32_t count = drop_duplicates(scatter(&random, vertices, 1 + shape_below(&random, 8)));
		uint32_t parts[MOST];
		uint32_t part_count = spread_parts(count, parts);
		clean_adjacency adjacency;
		assert_true(clean_adjacency_build(&context, (const uint32_t(*)[3])soup, count, vertices, &adjacency));
		assert_int_equal(adjacency.component_count, part_count);
		assert_memory_equal(adjacency.components, parts, count * sizeof *parts);
		for (uint32_t part = 0; part < part_count; ++part)
		{
			clean_verdict expected;
			brute_force(count, vertices, parts, part, &expected);
			assert_memory_equal(&adjacency.verdicts[part], &expected, sizeof expected);
		}
		for (uint32_t v = 0; v < vertices; ++v)
		{
			uint32_t at = adjacency.vertex_first[v];
			for (uint32_t i = 0; i < count; ++i)
				if (soup[i][0] == v || soup[i][1] == v || soup[i][2] == v)
				{
					assert_true(at < adjacency.vertex_first[v + 1]);
					assert_int_equal(adjacency.vertex_triangles[at++], i);
				}
			assert_int_equal(at, adjacency.vertex_first[v + 1]);
		}
		clean_adjacency_free(&context, &adjacency);
	}
}

static void edges_hold_every_side_once_in_order(void **state)
{
	(void)state;
	shape_random random = {0x8888u};
	for (int round = 0; round < 200; ++round)
	{
		uint32_t vertices = 3 + shape_below(&random, 20);
		uint32_t count = drop_duplicates(scatter(&random, vertices, 1 + shape_below(&random, MOST - 1)));
		clean_edges edges;
		assert_true(clean_edges_build(&context, (const uint32_t(*)[3])soup, count, vertices, &edges));
		uint64_t last = 0;
		bool seen[3 * MOST] = {0};
		for (uint32_t e = 0; e < edges.edge_count; ++e)
			for (uint32_t i = edges.first[e]; i < edges.first[e + 1]; ++i)
			{
				uint32_t side = edges.sides[i];
				uint64_t a = soup[side / 3][side % 3], b = soup[side / 3][(side + 1 - side / 3 * 3) % 3];
				uint64_t key = a < b ? a * vertices + b : b * vertices + a;
				assert_true(i == edges.first[e] ? e == 0 || key > last : key == last && side > edges.sides[i - 1]);
				assert_false(seen[side]);
				seen[side] = true;
				last = key;
			}
		assert_int_equal(edges.first[edges.edge_count], 3 * count);
		clean_edges_free(&context, &edges);
	}
}

static void no_memory_is_reported_and_nothing_leaks(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context counted = counted_context(&memory);
	bool done = false;
	for (size_t fail = 1; !done; ++fail)
	{
		memory.calls = 0;
		memory.fail_at = fail;
		clean_adjacency adjacency;
		done = clean_adjacency_build(&counted, cube, 12, 8, &adjacency);
		if (done)
			clean_adjacency_free(&counted, &adjacency);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cube_is_closed_manifold_orientable_and_wound),
		cmocka_unit_test(an_open_cube_has_a_border_and_is_still_wound),
		cmocka_unit_test(a_turned_triangle_unwinds_but_stays_orientable),
		cmocka_unit_test(a_moebius_band_is_not_orientable),
		cmocka_unit_test(no_turning_of_triangles_changes_what_is_orientable),
		cmocka_unit_test(cubes_that_share_an_edge_are_closed_and_wound_but_not_manifold),
		cmocka_unit_test(a_fin_on_an_edge_rules_everything_out),
		cmocka_unit_test(nothing_is_nothing),
		cmocka_unit_test(duplicates_are_those_of_brute_force),
		cmocka_unit_test(tables_and_verdicts_are_those_of_brute_force),
		cmocka_unit_test(edges_hold_every_side_once_in_order),
		cmocka_unit_test(no_memory_is_reported_and_nothing_leaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
