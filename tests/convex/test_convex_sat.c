// SPDX-License-Identifier: MIT
#include "convex/depth/sat.h"
#include "convex_couple.h"
#include "school/convex/sat_brute.h"
#include "support/asset_fixture.h"
#include "support/convex_case.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Compares depths by separating axes with every axis that three vertices of one or two of each hull define, and
/// heights of all vertices: an oracle without faces, edges or neighbours. Compares verdicts with the exact distance.

#define MOST_VERTICES 1024

/// Two polytopes and their vertices, all relative to the eye.
typedef struct question
{
	kiln_polytope polytopes[2];
	kiln_d3 vertices[2][MOST_VERTICES];
	uint32_t counts[2];
	double size;  ///< sum of both sizes and their distance
	double reach; ///< the largest stored coordinate
	double distance;
} question;

static void need(bool condition, const question *q, const char *what)
{
	if (condition)
		return;
	for (int s = 0; s < 2; ++s)
		for (uint32_t i = 0; i < q->counts[s] && i < 16; ++i)
			fprintf(stderr, "%c {%.17g, %.17g, %.17g}\n", 'a' + s, q->vertices[s][i].x, q->vertices[s][i].y,
				q->vertices[s][i].z);
	fail_msg("%s", what);
}

static void set_vertices(question *q)
{
	double size = 0;
	q->reach = 0;
	for (int s = 0; s < 2; ++s)
	{
		const kiln_polytope *p = &q->polytopes[s];
		q->counts[s] = p->hull->vertex_count;
		assert_true(q->counts[s] <= MOST_VERTICES);
		for (uint32_t i = 0; i < q->counts[s]; ++i)
		{
			q->vertices[s][i] = kiln_polytope_vertex(p, i);
			size = fmax(size, sqrt(kiln_d3_length2(kiln_d3_sub(q->vertices[s][i], q->vertices[0][0]))));
			q->reach = fmax(q->reach, kiln_d3_largest(q->vertices[s][i]));
		}
	}
	q->size = size;
}

static void set_exact(question *q)
{
	exact_gap gap;
	set_vertices(q);
	convex_exact_gap(q->vertices[0], q->counts[0], q->vertices[1], q->counts[1], &gap);
	q->distance = gap.distance;
}

static void from_couple(question *q, const couple *c)
{
	for (int s = 0; s < 2; ++s)
		q->polytopes[s] = c->polytopes[s];
	set_vertices(q);
	q->reach = fmax(q->reach, c->reach);
	q->distance = c->exact.distance;
}

/// Returns how far a must move along a unit direction until they are separate, by all vertices.
static double depth_along(const question *q, kiln_d3 direction)
{
	double top = -HUGE_VAL, bottom = HUGE_VAL;
	for (uint32_t i = 0; i < q->counts[0]; ++i)
		bottom = fmin(bottom, kiln_d3_dot(direction, q->vertices[0][i]));
	for (uint32_t i = 0; i < q->counts[1]; ++i)
		top = fmax(top, kiln_d3_dot(direction, q->vertices[1][i]));
	return top - bottom;
}

static void try_axis(const question *q, kiln_d3 e, kiln_d3 f, double *best)
{
	kiln_d3 n = kiln_d3_cross(e, f);
	double length2 = kiln_d3_length2(n);
	if (!(length2 > 1e-24 * kiln_d3_length2(e) * kiln_d3_length2(f)))
		return;
	n = kiln_d3_scale(n, 1 / sqrt(length2));
	*best = fmin(*best, fmin(depth_along(q, n), depth_along(q, kiln_d3_scale(n, -1))));
}

static double oracle(const question *q)
{
	double best = HUGE_VAL;
	for (int s = 0; s < 2; ++s)
		for (uint32_t i = 0; i < q->counts[s]; ++i)
			for (uint32_t j = i + 1; j < q->counts[s]; ++j)
			{
				kiln_d3 e = kiln_d3_sub(q->vertices[s][j], q->vertices[s][i]);
				for (uint32_t k = j + 1; k < q->counts[s]; ++k)
					try_axis(q, e, kiln_d3_sub(q->vertices[s][k], q->vertices[s][i]), &best);
				for (uint32_t k = 0; s == 0 && k < q->counts[1]; ++k)
					for (uint32_t l = k + 1; l < q->counts[1]; ++l)
						try_axis(q, e, kiln_d3_sub(q->vertices[1][l], q->vertices[1][k]), &best);
			}
	return best;
}

static double away(kiln_d3 point, const kiln_d3 *vertices, uint32_t count)
{
	exact_gap gap;
	convex_exact_gap(&point, 1, vertices, count, &gap);
	return gap.distance;
}

/// Returns the size of rounding errors.
static double grain(const question *q)
{
	return 0x1p-42 * q->size + 0x1p-48 * q->reach;
}

static void check_verdict(const question *q, bool apart)
{
	if (q->distance == 0)
		need(!apart, q, "an overlap is taken for a gap");
	if (q->distance > 4 * grain(q))
		need(apart, q, "a gap is taken for an overlap");
}

/// A feature that is reported lies on its side's supporting plane.
static void check_feature(const question *q, int s, kiln_feature feature, kiln_d3 outward, double slack)
{
	uint32_t numbers[64], count = kilni_polytope_feature_vertices(&q->polytopes[s], feature, numbers, 64);
	double top = -HUGE_VAL;
	need(count > 0, q, "no such feature");
	for (uint32_t i = 0; i < q->counts[s]; ++i)
		top = fmax(top, kiln_d3_dot(outward, q->vertices[s][i]));
	for (uint32_t i = 0; i < count; ++i)
		need(kiln_d3_dot(outward, q->vertices[s][numbers[i]]) >= top - slack, q, "a feature is not where they touch");
}

/// Checks the properties of a single answer.
static void check_answer(const question *q, const kiln_sat_result *r, bool points)
{
	const double shallow = 0x1p-19 * q->size, fine = 4 * grain(q);
	double length = sqrt(kiln_d3_length2(r->normal)), along = depth_along(q, r->normal);
	check_verdict(q, r->apart);
	need(fabs(length - 1) < 1e-12, q, "a normal is not unit");
	if (r->apart)
	{
		need(along < 0 && r->depth < 0 && along <= r->depth + fine, q, "an axis does not separate");
		return;
	}
	need(fabs(along - r->depth) <= (r->depth < shallow ? shallow : fine), q, "depth is not that of the normal");
	kiln_d3 way = kiln_d3_sub(r->on_b, kiln_d3_along(r->on_a, r->depth, r->normal));
	need(kiln_d3_largest(way) <= fine, q, "points do not differ by the depth");
	if (points)
	{
		need(away(r->on_a, q->vertices[0], q->counts[0]) <= shallow, q, "a's point is not on a");
		need(away(r->on_b, q->vertices[1], q->counts[1]) <= shallow, q, "b's point is not on b");
	}
	if (r->feature_a.kind != KILN_FEATURE_NONE)
	{
		check_feature(q, 0, r->feature_a, kiln_d3_scale(r->normal, -1), shallow);
		check_feature(q, 1, r->feature_b, r->normal, shallow);
	}
}

/// Compares depths of different methods.
static void check_same(const question *q, const kiln_sat_result *r, const kiln_sat_result *s, double slack)
{
	if (q->distance == 0 || q->distance > 4 * grain(q))
		need(r->apart == s->apart, q, "two ways to a verdict differ");
	if (!r->apart && !s->apart)
		need(fabs(r->depth - s->depth) <= slack, q, "two ways to a depth differ");
}

static kiln_feature random_feature(uint64_t *random)
{
	uint32_t bits = (uint32_t)fixture_random(random);
	return (kiln_feature){(kiln_feature_kind)(bits % 5), bits >> 8 & 1 ? bits >> 9 : (bits >> 9) % 40};
}

static void check_caches(const question *q, const kiln_sat_result *r, uint64_t *random)
{
	const double slack = 0x1p-20 * q->size;
	kiln_convex_cache cache = {.axis_a = r->feature_a, .axis_b = r->feature_b};
	kiln_sat_result with;
	kilni_sat(&q->polytopes[0], &q->polytopes[1], &cache, &with);
	check_answer(q, &with, false);
	check_same(q, r, &with, slack);
	cache.axis_a = random_feature(random);
	cache.axis_b = random_feature(random);
	kilni_sat(&q->polytopes[0], &q->polytopes[1], &cache, &with);
	check_answer(q, &with, false);
	check_same(q, r, &with, slack);
	memset(&cache, (int)(fixture_random(random) & 0xff), sizeof cache);
	check_verdict(q, !kilni_sat_overlap(&q->polytopes[0], &q->polytopes[1], &cache));
	check_verdict(q, !kilni_sat_overlap(&q->polytopes[0], &q->polytopes[1], NULL));
}

static void check_swap(const question *q, const kiln_sat_result *r)
{
	question *other = malloc(sizeof *other);
	assert_non_null(other);
	*other = *q;
	for (int s = 0; s < 2; ++s)
	{
		other->polytopes[s] = q->polytopes[1 - s];
		other->counts[s] = q->counts[1 - s];
		memcpy(other->vertices[s], q->vertices[1 - s], sizeof q->vertices[0]);
	}
	kiln_sat_result swapped;
	kilni_sat(&other->polytopes[0], &other->polytopes[1], NULL, &swapped);
	check_answer(other, &swapped, false);
	check_same(q, r, &swapped, 0x1p-20 * q->size);
	free(other);
}

/// Runs all checks; `fine`: depths must equal those of the oracle to rounding, because no face is a sliver.
static void check(const question *q, uint64_t *random, bool points)
{
	kiln_sat_result r, brute;
	kilni_sat(&q->polytopes[0], &q->polytopes[1], NULL, &r);
	check_answer(q, &r, points);
	kilni_sat_brute(&q->polytopes[0], &q->polytopes[1], &brute);
	check_answer(q, &brute, false);
	check_same(q, &r, &brute, 0x1p-20 * q->size);
	if (q->distance == 0)
	{
		double exact = fmax(oracle(q), 0);
		// Two segments on a line, and points, have no such axis.
		need(exact == HUGE_VAL || r.depth >= exact - 4 * grain(q), q, "a depth is too small");
		need(r.depth <= exact + 0x1p-20 * q->size, q, "a depth is too great");
	}
	check_caches(q, &r, random);
	check_swap(q, &r);
}

static void couples(couple_kind kind, uint32_t most, uint64_t trials)
{
	uint64_t random = 1 + (uint64_t)kind;
	question *q = malloc(sizeof *q);
	assert_non_null(q);
	for (uint64_t i = 0; i < trials; ++i)
	{
		couple c;
		couple_make(&c, &random, kind, most);
		from_couple(q, &c);
		check(q, &random, i % 4 == 0);
		couple_free(&c);
	}
	free(q);
}

static void depth_of_asymmetric_hulls_is_the_least_over_all_axes(void **state)
{
	(void)state;
	couples(COUPLE_RANDOM, 10, trials_random(300));
	couples(COUPLE_POSED, 10, trials_random(200));
}

static void depth_of_concentric_hulls_is_the_least_over_all_axes(void **state)
{
	(void)state;
	couples(COUPLE_DEEP, 12, trials_random(100));
	couples(COUPLE_SAME, 10, trials_near(60));
}

static void touching_parallel_and_coplanar_hulls_overlap(void **state)
{
	(void)state;
	couples(COUPLE_LATTICE, 12, trials_near(200));
	couples(COUPLE_NEARLY_LATTICE, 12, trials_near(150));
	couples(COUPLE_BOXES, 8, trials_near(100));
	couples(COUPLE_MIRRORED, 10, trials_near(100));
}

static void flat_hulls_segments_and_points_have_depths_too(void **state)
{
	(void)state;
	couples(COUPLE_FLAT, 9, trials_near(300));
}

static void needles_and_ratios_of_a_million_are_told_apart(void **state)
{
	(void)state;
	couples(COUPLE_NEEDLES, 10, trials_near(150));
	couples(COUPLE_RATIO, 10, trials_near(150));
}

static void far_hulls_lose_no_more_than_their_coordinates(void **state)
{
	(void)state;
	couples(COUPLE_FAR, 10, trials_near(150));
}

/// Under maps that mirror, shear and scale non-uniformly, with the mapped vertices.
static void mirrored_and_sheared_hulls_have_normals_of_their_maps(void **state)
{
	(void)state;
	uint64_t random = 77;
	question *q = malloc(sizeof *q);
	assert_non_null(q);
	for (uint64_t i = 0; i < trials_random(200); ++i)
	{
		couple c;
		kiln_format_node nodes[2];
		kiln_place places[2];
		couple_make(&c, &random, i % 3 ? COUPLE_RANDOM : COUPLE_FLAT, 9);
		for (int s = 0; s < 2; ++s)
		{
			double to_asset[12];
			convex_case_matrix(&random, (convex_map)(CONVEX_SIMILAR + fixture_random(&random) % 4), to_asset);
			memset(&nodes[s], 0, sizeof nodes[s]);
			for (int k = 0; k < 12; ++k)
				nodes[s].to_asset[k] = (float)to_asset[k];
			places[s] = kilni_place_of(&nodes[s]);
			assert_true(kilni_polytope_of_hull(&c.hulls[s].view, &places[s], (kiln_d3){0, 0, 0}, &q->polytopes[s]));
		}
		set_exact(q);
		check(q, &random, i % 4 == 0);
		couple_free(&c);
	}
	free(q);
}

static kiln_vec3 some(uint64_t *random, float size)
{
	kiln_vec3 v = {fixture_random_unit(random), fixture_random_unit(random), fixture_random_unit(random)};
	return (kiln_vec3){size * (2 * v.x - 1), size * (2 * v.y - 1), size * (2 * v.z - 1)};
}

/// Makes a shape with faces, or a degenerate one; some coordinates are small whole numbers.
static void some_shape(uint64_t *random, kiln_convex_shape *shape)
{
	static const kiln_convex_kind kinds[] = {KILN_CONVEX_POINT, KILN_CONVEX_SEGMENT, KILN_CONVEX_AABB, KILN_CONVEX_OBB,
		KILN_CONVEX_RECTANGLE, KILN_CONVEX_TRIANGLE, KILN_CONVEX_TETRAHEDRON};
	const bool whole = fixture_random(random) % 2;
	kiln_vec3 corner[4];
	for (int i = 0; i < 4; ++i)
	{
		corner[i] = some(random, 1);
		if (whole)
			corner[i] = (kiln_vec3){floorf(3 * corner[i].x), floorf(3 * corner[i].y), floorf(3 * corner[i].z)};
	}
	const kiln_box box = {.center = corner[0],
		.half_extents = {fabsf(corner[1].x), fabsf(corner[1].y), fabsf(corner[1].z)},
		.rotation = {corner[2].x, corner[2].y, corner[2].z, corner[3].x}};
	const kiln_obb obb = kiln_obb_from_box(&box);
	*shape = (kiln_convex_shape){.kind = kinds[fixture_random(random) % 7]};
	switch (shape->kind)
	{
	case KILN_CONVEX_POINT:
		shape->point = corner[0];
		break;
	case KILN_CONVEX_SEGMENT:
		shape->segment = (kiln_segment){corner[0], corner[1]};
		break;
	case KILN_CONVEX_AABB:
		shape->aabb.min = (kiln_vec3){
			fminf(corner[0].x, corner[1].x), fminf(corner[0].y, corner[1].y), fminf(corner[0].z, corner[1].z)};
		shape->aabb.max = (kiln_vec3){
			fmaxf(corner[0].x, corner[1].x), fmaxf(corner[0].y, corner[1].y), fmaxf(corner[0].z, corner[1].z)};
		break;
	case KILN_CONVEX_OBB:
		shape->obb = obb;
		break;
	case KILN_CONVEX_RECTANGLE:
		shape->rectangle =
			(kiln_rectangle){obb.center, {obb.axes[0], obb.axes[1]}, {obb.half_extents[0], obb.half_extents[1]}};
		break;
	case KILN_CONVEX_TRIANGLE:
		memcpy(shape->triangle.corners, corner, sizeof shape->triangle.corners);
		break;
	default:
		memcpy(shape->tetrahedron.corners, corner, sizeof shape->tetrahedron.corners);
		break;
	}
}

static void small_shapes_are_polytopes_like_hulls(void **state)
{
	(void)state;
	uint64_t random = 5;
	question *q = malloc(sizeof *q);
	assert_non_null(q);
	for (uint64_t i = 0; i < trials_random(1500); ++i)
	{
		kiln_convex_shape shapes[2];
		kiln_polytope_room rooms[2];
		kiln_convex_object objects[2] = {{.shape = &shapes[0]}, {.shape = &shapes[1]}};
		for (int s = 0; s < 2; ++s)
		{
			some_shape(&random, &shapes[s]);
			if (i % 2)
			{
				kiln_vec3 axis = some(&random, 1);
				objects[s].pose = (kiln_pose){{axis.x, axis.y, axis.z, 0.5f}, some(&random, 1), 0.75f};
			}
			assert_true(kilni_polytope_of_object(&objects[s], (kiln_d3){0, 0, 0}, &rooms[s], &q->polytopes[s]));
		}
		set_exact(q);
		check(q, &random, i % 4 == 0);
	}
	free(q);
}

/// More faces than the bounds that are kept at a time.
static void large_hulls_are_searched_whole(void **state)
{
	(void)state;
	uint64_t random = 9;
	question *q = malloc(sizeof *q);
	assert_non_null(q);
	for (uint64_t i = 0; i < trials_near(12); ++i)
	{
		couple small;
		hull_case large;
		couple_make(&small, &random, COUPLE_DEEP, 8);
		hull_case_make(&large, i % 2 ? CASE_ELLIPSOID : CASE_BALL, 600, UINT32_MAX);
		kiln_convex_shape shape = {.kind = KILN_CONVEX_HULL, .hull = &large.view};
		kiln_convex_object object = {.shape = &shape};
		kiln_vec3 t = some(&random, 2 * large.view.reach);
		object.pose.translation = t;
		q->polytopes[0] = small.polytopes[0];
		assert_true(kilni_polytope_of_object(&object, small.eye, NULL, &q->polytopes[1]));
		set_exact(q);
		kiln_sat_result r, brute;
		kilni_sat(&q->polytopes[0], &q->polytopes[1], NULL, &r);
		check_answer(q, &r, true);
		kilni_sat_brute(&q->polytopes[0], &q->polytopes[1], &brute);
		check_same(q, &r, &brute, 0x1p-20 * q->size);
		check_swap(q, &r);
		couple_free(&small);
		hull_case_free(&large);
	}
	free(q);
}

/// Turned together, hulls stay as deep as they are.
static void depth_does_not_depend_on_rotation(void **state)
{
	(void)state;
	uint64_t random = 21;
	question *q = malloc(sizeof *q), *turned = malloc(sizeof *turned);
	assert_non_null(q);
	assert_non_null(turned);
	for (uint64_t i = 0; i < trials_random(200); ++i)
	{
		couple c;
		couple_make(&c, &random, COUPLE_DEEP, 40);
		kiln_convex_object objects[2] = {c.objects[0], c.objects[1]};
		kiln_sat_result before, after;
		kiln_vec3 axis = some(&random, 1);
		for (int s = 0; s < 2; ++s)
			objects[s].pose = (kiln_pose){{axis.x, axis.y, axis.z, 0.3f}, {1, 2, 3}, 0};
		from_couple(q, &c);
		kilni_sat(&q->polytopes[0], &q->polytopes[1], NULL, &before);
		for (int s = 0; s < 2; ++s)
			assert_true(kilni_polytope_of_object(&objects[s], (kiln_d3){1, 2, 3}, &c.rooms[s], &turned->polytopes[s]));
		set_vertices(turned);
		turned->distance = q->distance;
		kilni_sat(&turned->polytopes[0], &turned->polytopes[1], NULL, &after);
		check_answer(turned, &after, false);
		check_same(q, &before, &after, 0x1p-20 * q->size);
		couple_free(&c);
	}
	free(q);
	free(turned);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(depth_of_asymmetric_hulls_is_the_least_over_all_axes),
		cmocka_unit_test(depth_of_concentric_hulls_is_the_least_over_all_axes),
		cmocka_unit_test(touching_parallel_and_coplanar_hulls_overlap),
		cmocka_unit_test(flat_hulls_segments_and_points_have_depths_too),
		cmocka_unit_test(needles_and_ratios_of_a_million_are_told_apart),
		cmocka_unit_test(far_hulls_lose_no_more_than_their_coordinates),
		cmocka_unit_test(mirrored_and_sheared_hulls_have_normals_of_their_maps),
		cmocka_unit_test(small_shapes_are_polytopes_like_hulls),
		cmocka_unit_test(large_hulls_are_searched_whole),
		cmocka_unit_test(depth_does_not_depend_on_rotation),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
