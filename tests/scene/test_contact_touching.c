// SPDX-License-Identifier: MIT
#include "contact_ground.h"
#include "convex/convex_exact.h"
#include "math/double3.h"
#include "support/asset_fixture.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/// Contacts with meshes of whole coordinates, so that objects often touch exactly, and exact arithmetic decides which
/// triangles: each touched triangle must have a manifold, and judging and welding must leave one.

static void what_touches_exactly_is_not_lost(void **state)
{
	(void)state;
	uint64_t random = 14;
	uint32_t touching = 0;
	ground *g = ground_begin();
	for (uint32_t i = 0; i < 36; ++i)
	{
		kiln_vec3 p = oracle_integer_vector(&random, 5);
		ground_vertex(g, (double)p.x, (double)p.y, (double)p.z);
		if (i % 3 == 2)
			ground_triangle(g, i - 2, i - 1, i);
	}
	ground_cook(g, NULL, 0);
	kiln_mesh_manifold *manifolds = malloc(GROUND_MOST * sizeof *manifolds);
	for (uint64_t n = 0, trials = trials_random(1500); n < trials; ++n)
	{
		kiln_vec3 points[5];
		const kiln_convex_shape shape = {.kind = KILN_CONVEX_POINTS, .points = {points, 5}};
		const kiln_convex_object object = {.shape = &shape, .pose.translation = oracle_integer_vector(&random, 6)};
		for (int i = 0; i < 5; ++i)
			points[i] = oracle_integer_vector(&random, 2);
		kiln_d3 vertices[EXACT_VERTICES], corners[3];
		double margin;
		uint32_t count, at = 0, touched = 0, vertex_count = convex_exact_vertices(&object, vertices, &margin);
		kiln_mesh_contact_options options = {.both_sides = true, .every_edge = true};
		assert_int_equal(kiln_mesh_manifolds(&g->asset, 0, &object, &options, manifolds, GROUND_MOST, &count), KILN_OK);
		for (uint32_t t = 0; t < g->asset.meshes[0].triangle_count; ++t)
		{
			exact_gap gap;
			kiln_vec3 triangle[3];
			assert_true(kiln_triangle_corners(&g->asset, 0, t, triangle));
			for (int k = 0; k < 3; ++k)
				corners[k] = kiln_d3_from(triangle[k]);
			convex_exact_gap(vertices, vertex_count, corners, 3, &gap);
			assert_int_equal(at < count && manifolds[at].triangle == t, gap.overlap);
			at += gap.overlap;
			touched += gap.overlap;
		}
		assert_int_equal(count, touched);
		options.every_edge = false;
		assert_int_equal(kiln_mesh_manifolds(&g->asset, 0, &object, &options, manifolds, GROUND_MOST, &count), KILN_OK);
		assert_int_equal(count > 0, touched > 0);
		touching += touched > 0;
	}
	assert_true(touching > 200);
	free(manifolds);
	ground_end(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_touches_exactly_is_not_lost),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
