// SPDX-License-Identifier: MIT
#include "convex/manifold/manifold_case.h"
#include "depth_pieces.h"
#include "kiln/school.h"
#include "pair_checks.h"
#include "support/shape_assets.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Depth and manifolds of two objects, piece by piece.

#define MANIFOLDS_MOST 6000

static const compound_plan solids = {
	.spheres = 2, .capsules = 2, .boxes = 2, .cylinders = 2, .hulls = 3, .spread = 0.8};

static kiln_pair_depth depth_of(const kiln_object *a, const kiln_object *b)
{
	kiln_pair_depth depth;
	memset(&depth, 0xff, sizeof depth);
	assert_int_equal(kiln_pair_penetration(a, b, NULL, &depth), KILN_OK);
	return depth;
}

/// Lists all manifolds; the caller frees them.
static kiln_pair_manifold *manifolds_of(const kiln_object *a, const kiln_object *b, uint32_t *count)
{
	kiln_pair_manifold *manifolds = calloc(MANIFOLDS_MOST, sizeof *manifolds);
	assert_non_null(manifolds);
	assert_int_equal(kiln_pair_manifolds(a, b, NULL, NULL, manifolds, MANIFOLDS_MOST, count), KILN_OK);
	assert_in_range(*count, 0, MANIFOLDS_MOST);
	return manifolds;
}

static kiln_d3 d3(kiln_vec3 v)
{
	return kiln_d3_from(v);
}

static double apart(kiln_vec3 a, kiln_vec3 b)
{
	return sqrt(kiln_d3_length2(kiln_d3_sub(d3(a), d3(b))));
}

static void check_on_b(kiln_vec3 on_a, kiln_vec3 on_b, float depth, kiln_vec3 normal, double slack)
{
	kiln_vec3 there = kiln_d3_to(kiln_d3_along(d3(on_a), (double)depth, d3(normal)));
	assert_true(apart(there, on_b) <= slack);
}

// --- Against brute force ----------------------------------------------------------------------------------------------

/// Checks that a depth is that of the pair it names, and that no pair is deeper. `size` bounds the coordinates. Returns
/// the depth.
static double check_depth(const kiln_object *a, const kiln_object *b, double size, uint64_t *random)
{
	oracle_pieces one = pair_oracle_of(a), other = pair_oracle_of(b);
	const kiln_pair_depth found = depth_of(a, b);
	double most = -1, depth = (double)found.depth, slack = 2e-6 * size;
	for (uint32_t i = 0; i < one.count; ++i)
		for (uint32_t j = 0; j < other.count; ++j)
			if (pair_oracle_gap(&one.piece[i], &other.piece[j]) == 0)
				most = fmax(most, depth_searched(&one.piece[i], &other.piece[j], random));
	assert_int_equal(found.touching, most >= 0);
	if (found.touching)
	{
		const oracle_piece *p = depth_piece(&one, found.node_a, found.triangle_a);
		const oracle_piece *q = depth_piece(&other, found.node_b, found.triangle_b);
		assert_true(fabs(kiln_d3_length2(d3(found.normal)) - 1) < 1e-6);
		assert_true(fabs(depth_along(p, q, d3(found.normal)) - depth) <= slack);
		assert_true(depth_searched(p, q, random) >= depth - slack);
		assert_true(depth <= most + slack && depth >= most * 0.995 - slack);
		check_on_b(found.on_a, found.on_b, found.depth, found.normal, 1e-6 * size);
		const oracle_piece on_a = pair_oracle_point(found.on_a), on_b = pair_oracle_point(found.on_b);
		assert_true(pair_oracle_gap(&on_a, p) <= slack && pair_oracle_gap(&on_b, q) <= slack);
		assert_true(fabs(-depth_reach(p, kiln_d3_scale(d3(found.normal), -1)) -
						 kiln_d3_dot(d3(found.normal), d3(found.on_a))) <= slack);
	}
	else
		assert_int_equal(found.node_a & found.node_b & found.triangle_a & found.triangle_b, KILN_NONE);
	pair_oracle_free(&one);
	pair_oracle_free(&other);
	return most;
}

/// Checks one pair's manifold: its points are on its pieces, at the depth of their overlap.
static void check_manifold(
	const kiln_pair_manifold *m, const oracle_piece *p, const oracle_piece *q, double size, uint64_t *random)
{
	double slack = 3e-6 * size;
	assert_in_range(m->manifold.count, 1, KILN_MANIFOLD_POINTS_MAX);
	kiln_d3 normal = d3(m->manifold.normal);
	assert_true(fabs(kiln_d3_length2(normal) - 1) < 1e-6);
	double overlap = depth_along(p, q, normal), most = (double)m->manifold.contacts[0].depth;
	assert_true(fabs(most - overlap) <= slack + overlap / 32);
	assert_true(overlap <= depth_searched(p, q, random) * (1 + 0x1p-6) + slack);
	for (uint32_t i = 0; i < m->manifold.count; ++i)
	{
		const kiln_contact *c = &m->manifold.contacts[i];
		assert_true((double)c->depth <= most && (double)c->depth >= -1e-6 * size);
		check_on_b(c->on_a, c->on_b, c->depth, m->manifold.normal, 1e-6 * size);
		const oracle_piece on_a = pair_oracle_point(c->on_a), on_b = pair_oracle_point(c->on_b);
		// Areas of several faces may have gaps that the manifold bridges.
		assert_true(pair_oracle_gap(&on_a, p) <= slack && pair_oracle_gap(&on_b, q) <= slack);
	}
}

/// Checks that manifolds are those of the touching pairs, in order.
static uint64_t check_manifolds(const kiln_object *a, const kiln_object *b, double size, uint64_t *random)
{
	oracle_pieces one = pair_oracle_of(a), other = pair_oracle_of(b);
	uint32_t count;
	kiln_pair_manifold *manifolds = manifolds_of(a, b, &count);
	kiln_pair *pairs = calloc(PAIRS_MOST, sizeof *pairs);
	assert_non_null(pairs);
	assert_int_equal(sorted_contacts(a, b, NULL, pairs), count);
	for (uint64_t i = 0; i < count; ++i)
	{
		const kiln_pair_manifold *m = &manifolds[i];
		assert_true(m->node_a == pairs[i].node_a && m->node_b == pairs[i].node_b);
		assert_true(m->triangle_a == pairs[i].triangle_a && m->triangle_b == pairs[i].triangle_b);
		if (i % (1 + count / 40) == 0)
			check_manifold(m, depth_piece(&one, m->node_a, m->triangle_a),
				depth_piece(&other, m->node_b, m->triangle_b), size, random);
	}
	free(pairs);
	free(manifolds);
	pair_oracle_free(&one);
	pair_oracle_free(&other);
	return count;
}

static void compounds_are_as_deep_as_their_deepest_pair(void **state)
{
	(void)state;
	uint64_t random = 11;
	int touching = 0;
	for (int i = 0; i < 6; ++i)
	{
		compound first, second;
		compound_make(&first, &random, &solids);
		compound_make(&second, &random, &solids);
		for (int k = 0; k < 3; ++k)
		{
			kiln_pose one = pair_random_pose(&random, 1, k == 1 ? 2 : 0), other = pair_random_pose(&random, 3, 1);
			kiln_object a = kiln_object_from_asset(&first.cooked.asset, k ? &one : NULL);
			kiln_object b = kiln_object_from_asset(&second.cooked.asset, &other);
			touching += check_depth(&a, &b, 8, &random) >= 0;
			check_manifolds(&a, &b, 8, &random);
		}
		compound_free(&first);
		compound_free(&second);
	}
	assert_true(touching > 10);
}

static void meshes_are_as_deep_as_their_deepest_pair(void **state)
{
	(void)state;
	uint64_t random = 12, pairs = 0;
	const compound_plan plan = {.boxes = 2, .capsules = 1, .spheres = 1, .hulls = 2, .grounds = 1, .spread = 1};
	for (int i = 0; i < 3; ++i)
	{
		fixture_mesh soup = fixture_soup(30, 0.4f, (uint32_t)i), ball = fixture_sphere(4, 5, 0.6f);
		const double squeezed[12] = {1.5, 0.2, 0, 0.1, 0, -0.6, 0.1, 0, 0.3, 0, 0.9, -0.2};
		shape_asset first = shape_asset_placed(&soup, squeezed, KILN_ISA_AUTO);
		shape_asset second = shape_asset_of(&ball, KILN_ISA_AUTO);
		compound third;
		compound_make(&third, &random, &plan);
		const kiln_asset *assets[3] = {&first.asset, &second.asset, &third.cooked.asset};
		for (int k = 0; k < 6; ++k)
		{
			kiln_pose one = pair_random_pose(&random, 0.5, 1), other = pair_random_pose(&random, 0.7, 0);
			kiln_object a = kiln_object_from_asset(assets[k % 3], &one);
			kiln_object b = kiln_object_from_asset(assets[k / 2], &other);
			check_depth(&a, &b, 8, &random);
			pairs += check_manifolds(&a, &b, 8, &random);
		}
		shape_asset_free(&first);
		shape_asset_free(&second);
		compound_free(&third);
	}
	assert_true(pairs > 300);
}

static void round_solids_are_as_deep_in_meshes_as_in_their_deepest_triangle(void **state)
{
	(void)state;
	uint64_t random = 17;
	const kilncook_primitive solid[3] = {
		{.name = "sphere", .shape = KILNCOOK_SHAPE_SPHERE, .parameters = {0.1f, 0, 0, 0.4f}},
		{.name = "capsule", .shape = KILNCOOK_SHAPE_CAPSULE, .parameters = {-0.2f, 0, 0, 0.3f, 0.1f, 0, 0.3f}},
		{.name = "cylinder", .shape = KILNCOOK_SHAPE_CYLINDER, .parameters = {0, -0.2f, 0, 0.1f, 0.3f, 0, 0.35f}},
	};
	for (int i = 0; i < 9; ++i)
	{
		fixture_mesh soup = fixture_soup(60, 0.5f, (uint32_t)i);
		shape_asset mesh = shape_asset_of(&soup, KILN_ISA_AUTO);
		compound round;
		compound_of_primitive(&round, &solid[i % 3], NULL);
		kiln_pose pose = pair_random_pose(&random, 0.3, 0);
		pose.translation.x += 0.5f;
		pose.translation.y += 0.5f;
		pose.translation.z += 0.5f;
		kiln_object a = kiln_object_from_asset(&round.cooked.asset, &pose),
					b = kiln_object_from_asset(&mesh.asset, NULL);
		assert_true(check_depth(&a, &b, 2, &random) > 0.1);
		check_depth(&b, &a, 2, &random);
		assert_true(check_manifolds(&a, &b, 2, &random) > 5);
		shape_asset_free(&mesh);
		compound_free(&round);
	}
}

// --- Plain cases ------------------------------------------------------------------------------------------------------

static void boxes_of_triangles_and_solids_touch_with_a_depth_of_zero(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	const kilncook_primitive cube = {
		.name = "cube", .shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}};
	shape_asset mesh = shape_asset_of(&box, KILN_ISA_AUTO);
	compound solid;
	compound_of_primitive(&solid, &cube, NULL);
	const kiln_asset *assets[2] = {&mesh.asset, &solid.cooked.asset};
	for (int i = 0; i < 4; ++i)
	{
		// A quarter of their faces overlaps; elsewhere nothing does.
		kiln_pose above = {.translation = {1, 2, 1}};
		kiln_object a = kiln_object_from_asset(assets[i / 2], &above), b = kiln_object_from_asset(assets[i % 2], NULL);
		kiln_pair_depth depth = depth_of(&a, &b);
		uint32_t count;
		kiln_pair_manifold *manifolds = manifolds_of(&a, &b, &count);
		assert_true(depth.touching && depth.depth == 0 && count > 0);
		double area = 0;
		for (uint64_t k = 0; k < count; ++k)
		{
			const kiln_manifold *m = &manifolds[k].manifold;
			assert_true(m->count > 0 && fabsf(m->contacts[0].depth) <= 1e-6f);
			area = fmax(area, manifold_area(m->contacts, m->count, m->normal));
		}
		assert_true(area > (i == 3 ? 0.999 : 0.2));
		free(manifolds);
		a.pose.translation.y = 2.001f;
		depth = depth_of(&a, &b);
		const kiln_pair_depth none = {
			.node_a = KILN_NONE, .node_b = KILN_NONE, .triangle_a = KILN_NONE, .triangle_b = KILN_NONE};
		assert_memory_equal(&depth, &none, sizeof none);
		free(manifolds_of(&a, &b, &count));
		assert_int_equal(count, 0);
	}
	// The solid lies 0.25 deep in the mesh's upper face: it can be moved out upwards or downwards, but not sideways.
	kiln_pose above = {.translation = {0, 1.75f, 0}};
	kiln_object a = kiln_object_from_asset(assets[1], &above), b = kiln_object_from_asset(assets[0], NULL);
	kiln_pair_depth depth = depth_of(&a, &b);
	assert_true(depth.touching && depth.depth >= 0.25f && depth.node_a == 0 && depth.triangle_a == KILN_NONE);
	b = kiln_object_from_asset(assets[1], NULL);
	depth = depth_of(&a, &b);
	assert_true(depth.depth == 0.25f && depth.normal.y == 1 && depth.on_a.y == 0.75f && depth.on_b.y == 1);
	shape_asset_free(&mesh);
	compound_free(&solid);
}

static void what_only_touches_has_contacts_however_it_is_turned(void **state)
{
	(void)state;
	uint64_t random = 18;
	fixture_mesh ball = fixture_sphere(5, 7, 1);
	shape_asset mesh = shape_asset_of(&ball, KILN_ISA_AUTO);
	for (int i = 0; i < 8; ++i)
	{
		// The object with itself: it touches at shared corners and edges, and triangles have no volume.
		kiln_pose pose = pair_random_pose(&random, i < 4 ? 1 : 1000, 0);
		kiln_object a = kiln_object_from_asset(&mesh.asset, &pose);
		const kiln_pair_depth depth = depth_of(&a, &a);
		uint32_t count;
		kiln_pair_manifold *manifolds = manifolds_of(&a, &a, &count);
		assert_true(depth.touching && depth.depth <= 1e-12f && count > 400);
		for (uint64_t k = 0; k < count; ++k)
		{
			const kiln_manifold *m = &manifolds[k].manifold;
			assert_true(m->count > 0 && fabsf(m->contacts[0].depth) <= 1e-6f);
			assert_true(fabs(kiln_d3_length2(d3(m->normal)) - 1) < 1e-6);
			// A triangle coincides with itself at all its corners.
			if (manifolds[k].triangle_a == manifolds[k].triangle_b)
				assert_int_equal(m->count, 3);
		}
		free(manifolds);
	}
	shape_asset_free(&mesh);
}

static void a_box_on_another_keeps_its_corners_however_both_are_turned(void **state)
{
	(void)state;
	uint64_t random = 19;
	const double above[12] = {1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 1};
	const kilncook_primitive cube = {
		.name = "cube", .shape = KILNCOOK_SHAPE_BOX, .parameters = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1}};
	compound upper, lower;
	compound_of_primitive(&upper, &cube, above);
	compound_of_primitive(&lower, &cube, NULL);
	for (int i = 0; i < 40; ++i)
	{
		kiln_pose pose = pair_random_pose(&random, i % 2 ? 1 : 100, 0);
		kiln_object a = kiln_object_from_asset(&upper.cooked.asset, &pose);
		kiln_object b = kiln_object_from_asset(&lower.cooked.asset, &pose);
		uint32_t count;
		kiln_pair_manifold *manifolds = manifolds_of(&a, &b, &count);
		const kiln_manifold *m = &manifolds[0].manifold;
		assert_true(count == 1 && m->count == 4 && depth_of(&a, &b).depth <= 1e-12f);
		assert_true(fabs(manifold_area(m->contacts, m->count, m->normal) - 1) < 1e-4);
		free(manifolds);
	}
	compound_free(&upper);
	compound_free(&lower);
}

static void equally_deep_pairs_are_told_by_the_lowest_numbers(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1), ball = fixture_box(0.25f, 0.25f, 0.25f);
	shape_asset mesh = shape_asset_of(&box, KILN_ISA_AUTO), small = shape_asset_of(&ball, KILN_ISA_AUTO);
	kiln_pose side = {.translation = {1, 0, 0}};
	kiln_object a = kiln_object_from_asset(&mesh.asset, NULL), b = kiln_object_from_asset(&small.asset, &side);
	kiln_pair_depth least = depth_of(&a, &b);
	uint32_t count;
	kiln_pair_manifold *manifolds = manifolds_of(&a, &b, &count);
	assert_true(count > 4 && least.touching);
	for (uint32_t descent = 0; descent < KILN_SCHOOL_DESCENTS; ++descent)
	{
		const kiln_pair_options options = {.descent = kiln_school_descent(descent)};
		kiln_pair_depth depth;
		kiln_pair_manifold *again = calloc(count, sizeof *again);
		uint32_t found;
		assert_non_null(again);
		assert_int_equal(kiln_pair_penetration(&a, &b, &options, &depth), KILN_OK);
		assert_memory_equal(&depth, &least, sizeof depth);
		assert_int_equal(kiln_pair_manifolds(&a, &b, &options, NULL, again, count, &found), KILN_OK);
		assert_int_equal(found, count);
		assert_memory_equal(again, manifolds, count * sizeof *again);
		free(again);
	}
	free(manifolds);
	shape_asset_free(&mesh);
	shape_asset_free(&small);
}

static void swapped_objects_have_the_opposite_normal(void **state)
{
	(void)state;
	uint64_t random = 15;
	int touching = 0;
	compound first, second;
	compound_make(&first, &random, &pair_plan_mixed);
	compound_make(&second, &random, &solids);
	for (int i = 0; i < 40; ++i)
	{
		kiln_pose one = pair_random_pose(&random, 1, 0), other = pair_random_pose(&random, 2, 1);
		kiln_object a = kiln_object_from_asset(&first.cooked.asset, &one);
		kiln_object b = kiln_object_from_asset(&second.cooked.asset, &other);
		const kiln_pair_depth there = depth_of(&a, &b), back = depth_of(&b, &a);
		assert_int_equal(there.touching, back.touching);
		assert_true(fabsf(there.depth - back.depth) <= 4e-6f);
		if (there.node_a == back.node_b && there.node_b == back.node_a && there.triangle_a == back.triangle_b &&
			there.touching)
			touching += kiln_d3_dot(d3(there.normal), d3(back.normal)) < -0.9999;
		uint32_t count, swapped;
		free(manifolds_of(&a, &b, &count));
		free(manifolds_of(&b, &a, &swapped));
		assert_int_equal(count, swapped);
	}
	assert_true(touching > 20);
	compound_free(&first);
	compound_free(&second);
}

/// Rounds to numbers that stay exact when shifted by powers of two.
static void round_pose(kiln_pose *pose)
{
	float *t[3] = {&pose->translation.x, &pose->translation.y, &pose->translation.z};
	for (int i = 0; i < 3; ++i)
		*t[i] = (float)((int)(*t[i] * 16)) / 16;
}

static void depths_are_the_same_far_from_the_origin(void **state)
{
	(void)state;
	uint64_t random = 16;
	int touching = 0;
	compound first, second;
	compound_make(&first, &random, &pair_plan_mixed);
	compound_make(&second, &random, &pair_plan_mixed);
	for (int i = 0; i < 12; ++i)
	{
		kiln_pose one = pair_random_pose(&random, 1, 0), other = pair_random_pose(&random, 2, 1);
		round_pose(&one);
		round_pose(&other);
		kiln_object a = kiln_object_from_asset(&first.cooked.asset, &one);
		kiln_object b = kiln_object_from_asset(&second.cooked.asset, &other);
		const kiln_pair_depth near = depth_of(&a, &b);
		uint32_t near_count, far_count;
		kiln_pair_manifold *near_ones = manifolds_of(&a, &b, &near_count);
		a.pose.translation.x += 0x1p18f;
		b.pose.translation.x += 0x1p18f;
		a.pose.translation.z -= 0x1p19f;
		b.pose.translation.z -= 0x1p19f;
		const kiln_pair_depth far = depth_of(&a, &b);
		kiln_pair_manifold *far_ones = manifolds_of(&a, &b, &far_count);
		assert_int_equal(near.touching, far.touching);
		assert_true(fabsf(near.depth - far.depth) <= 1e-6f);
		assert_int_equal(near_count, far_count);
		for (uint64_t k = 0; k < near_count; ++k)
			assert_true(fabsf(near_ones[k].manifold.contacts[0].depth - far_ones[k].manifold.contacts[0].depth) <=
						1e-6f + near_ones[k].manifold.contacts[0].depth / 64);
		touching += near.touching;
		free(near_ones);
		free(far_ones);
	}
	assert_true(touching > 6);
	compound_free(&first);
	compound_free(&second);
}

// --- Calls ------------------------------------------------------------------------------------------------------------

static void what_does_not_fit_is_only_counted(void **state)
{
	(void)state;
	fixture_mesh soup = fixture_soup(200, 0.5f, 5), ball = fixture_sphere(6, 8, 0.9f);
	shape_asset first = shape_asset_of(&soup, KILN_ISA_AUTO), second = shape_asset_of(&ball, KILN_ISA_AUTO);
	kiln_object a = kiln_object_from_asset(&first.asset, NULL), b = kiln_object_from_asset(&second.asset, NULL);
	uint32_t count, again;
	kiln_pair_manifold *all = manifolds_of(&a, &b, &count);
	assert_true(count > 20);
	assert_int_equal(kiln_pair_manifolds(&a, &b, NULL, NULL, NULL, 0, &again), KILN_OK);
	assert_int_equal(again, count);
	kiln_pair_manifold some[8];
	memset(some, 0x5a, sizeof some);
	const kiln_pair_manifold untouched = some[7];
	assert_int_equal(kiln_pair_manifolds(&a, &b, NULL, NULL, some, 7, &again), KILN_OK);
	assert_int_equal(again, count);
	assert_memory_equal(&some[7], &untouched, sizeof untouched);
	assert_memory_equal(some, all, 7 * sizeof *all);
	free(all);
	shape_asset_free(&first);
	shape_asset_free(&second);
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	fixture_mesh box = fixture_box(1, 1, 1);
	shape_asset mesh = shape_asset_of(&box, KILN_ISA_AUTO);
	const kiln_object good = kiln_object_from_asset(&mesh.asset, NULL);
	kiln_object bad[4] = {good, good, good, good};
	bad[0].pose.translation.x = NAN;
	bad[1].shape = 99;
	bad[2].asset = NULL;
	bad[3].pose.scale = -1;
	kiln_pair_depth depth;
	kiln_pair_manifold manifold;
	uint32_t count;
	for (int i = 0; i < 8; ++i)
	{
		const kiln_object *a = i < 4 ? &bad[i] : &good, *b = i < 4 ? &good : &bad[i - 4];
		depth.touching = true;
		count = 5;
		assert_int_equal(kiln_pair_penetration(a, b, NULL, &depth), KILN_E_ARGUMENT);
		assert_true(!depth.touching && depth.node_a == KILN_NONE && depth.depth == 0);
		assert_int_equal(kiln_pair_manifolds(a, b, NULL, NULL, &manifold, 1, &count), KILN_E_ARGUMENT);
		assert_int_equal(count, 0);
	}
	const kiln_pair_options options = {.lower = NAN};
	const kiln_manifold_options contact[5] = {
		{.skin = 0.1f}, {.skin = NAN}, {.skin = -1}, {.tolerance = NAN}, {.tolerance = 0.6f}};
	assert_int_equal(kiln_pair_penetration(&good, &good, &options, &depth), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_penetration(&good, &good, NULL, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_penetration(NULL, &good, NULL, &depth), KILN_E_ARGUMENT);
	for (int i = 0; i < 5; ++i)
		assert_int_equal(kiln_pair_manifolds(&good, &good, NULL, &contact[i], &manifold, 1, &count), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_manifolds(&good, &good, NULL, NULL, &manifold, 1, NULL), KILN_E_ARGUMENT);
	assert_int_equal(kiln_pair_manifolds(&good, &good, NULL, NULL, NULL, 1, &count), KILN_E_ARGUMENT);
	shape_asset_free(&mesh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compounds_are_as_deep_as_their_deepest_pair),
		cmocka_unit_test(meshes_are_as_deep_as_their_deepest_pair),
		cmocka_unit_test(round_solids_are_as_deep_in_meshes_as_in_their_deepest_triangle),
		cmocka_unit_test(boxes_of_triangles_and_solids_touch_with_a_depth_of_zero),
		cmocka_unit_test(what_only_touches_has_contacts_however_it_is_turned),
		cmocka_unit_test(a_box_on_another_keeps_its_corners_however_both_are_turned),
		cmocka_unit_test(equally_deep_pairs_are_told_by_the_lowest_numbers),
		cmocka_unit_test(swapped_objects_have_the_opposite_normal),
		cmocka_unit_test(depths_are_the_same_far_from_the_origin),
		cmocka_unit_test(what_does_not_fit_is_only_counted),
		cmocka_unit_test(what_is_not_usable_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
