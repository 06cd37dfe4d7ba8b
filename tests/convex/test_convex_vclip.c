// SPDX-License-Identifier: MIT
#include "convex_couple.h"
#include "school/convex/vclip.h"
#include "support/asset_fixture.h"
#include "support/convex_case.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/// Compares closest features by Voronoi clipping with the exact distance of all vertices.

static const kiln_feature nothing = {KILN_FEATURE_NONE, 0};

/// Two polytopes, their vertices, and the exact distance.
typedef struct question
{
	const kiln_polytope *polytopes[2];
	const kiln_d3 *vertices[2]; ///< not relative to the eye
	uint32_t counts[2];
	kiln_d3 eye;
	const exact_gap *exact;
	double slack; ///< error of distances
} question;

typedef struct tally
{
	uint32_t count, by_gjk, steps, most;
} tally;

static void need(bool condition, const question *q, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "distance %.17g, slack %.9g\n", q->exact->distance, q->slack);
	for (int s = 0; s < 2; ++s)
		for (uint32_t i = 0; i < q->counts[s]; ++i)
			fprintf(stderr, "%c {%.17g, %.17g, %.17g}\n", 'a' + s, q->vertices[s][i].x, q->vertices[s][i].y,
				q->vertices[s][i].z);
	fail_msg("%s", what);
}

/// Coordinates are those of the vertices relative to the eye.
static double slack_of(const question *q)
{
	double size = 0;
	for (int s = 0; s < 2; ++s)
		for (uint32_t i = 0; i < q->counts[s]; ++i)
			size = fmax(size, kiln_d3_largest(kiln_d3_sub(q->vertices[s][i], q->eye)));
	return 0x1p-38 * size + 0x1p-50 * kiln_d3_largest(q->eye);
}

static double away(kiln_d3 point, const kiln_d3 *vertices, uint32_t count)
{
	exact_gap gap;
	convex_exact_gap(&point, 1, vertices, count, &gap);
	return gap.distance;
}

/// A closest point is on its feature.
static void check_point(const question *q, int s, kiln_d3 on, kiln_feature feature)
{
	uint32_t numbers[256];
	kiln_d3 corners[256];
	uint32_t count = kilni_polytope_feature_vertices(q->polytopes[s], feature, numbers, 256);
	need(count > 0, q, "no such feature");
	for (uint32_t i = 0; i < count; ++i)
		corners[i] = kiln_polytope_vertex(q->polytopes[s], numbers[i]);
	need(away(on, corners, count) <= q->slack, q, "a closest point is not on its feature");
}

static void check_answer(const question *q, const kiln_vclip *v)
{
	const kiln_gap *gap = &v->gap;
	double exact = q->exact->distance;
	// GJK is least accurate for touching bodies with nearly flat simplices.
	double slack = v->by_gjk ? 0x1p16 * q->slack : q->slack;
	need(fabs(gap->upper - exact) <= slack, q, "not the distance");
	need(gap->lower <= exact * (1 + 0x1p-50), q, "more than the distance is proved");
	need(gap->lower == 0 || !q->exact->overlap, q, "a distance of what overlaps");
	need(gap->lower > 0 || exact <= slack, q, "an overlap of what is apart");
	need(v->steps <= KILN_VCLIP_STEPS, q, "too many steps");
	for (int s = 0; s < 2; ++s)
	{
		kiln_d3 on = s ? gap->on_b : gap->on_a;
		need(away(kiln_d3_add(on, q->eye), q->vertices[s], q->counts[s]) <= slack, q, "a point is off its polytope");
		if (!v->by_gjk && gap->upper > 0)
			check_point(q, s, on, s ? v->feature_b : v->feature_a);
	}
}

static void add(tally *t, const kiln_vclip *v)
{
	++t->count;
	t->by_gjk += v->by_gjk;
	t->steps += v->steps;
	t->most = v->steps > t->most ? v->steps : t->most;
}

static kiln_feature any_feature(uint64_t *random)
{
	static const uint32_t bounds[4] = {4, 32, 1024, UINT32_MAX};
	kiln_feature feature;
	feature.kind = (kiln_feature_kind)(fixture_random(random) % 4);
	feature.index = (uint32_t)fixture_random(random) % bounds[fixture_random(random) % 4];
	return feature;
}

/// Starts from nothing, from the answer, from any features, and in the other order.
static void check_question(question *q, uint64_t *random, tally *cold, tally *warm)
{
	q->slack = slack_of(q);
	const kiln_polytope *a = q->polytopes[0], *b = q->polytopes[1];
	kiln_vclip v = kilni_vclip_distance(a, b, nothing, nothing);
	check_answer(q, &v);
	add(cold, &v);
	if (!v.by_gjk)
	{
		kiln_vclip again = kilni_vclip_distance(a, b, v.feature_a, v.feature_b);
		check_answer(q, &again);
		add(warm, &again);
	}
	for (int i = 0; i < 2; ++i)
	{
		kiln_vclip other = kilni_vclip_distance(a, b, any_feature(random), any_feature(random));
		check_answer(q, &other);
	}
	kiln_vclip turned = kilni_vclip_distance(b, a, nothing, nothing);
	double slack = turned.by_gjk || v.by_gjk ? 0x1p16 * q->slack : q->slack;
	need(fabs(turned.gap.upper - v.gap.upper) <= slack, q, "another distance the other way round");
}

static question question_of(const couple *c)
{
	return (question){.polytopes = {&c->polytopes[0], &c->polytopes[1]},
		.vertices = {c->vertices[0], c->vertices[1]},
		.counts = {c->counts[0], c->counts[1]},
		.eye = c->eye,
		.exact = &c->exact};
}

static void features_of_hulls_are_the_closest_ones(void **state)
{
	(void)state;
	uint64_t count = trials_random(150);
	for (int kind = 0; kind < COUPLE_KINDS; ++kind)
	{
		uint64_t random = 70 + (uint64_t)kind;
		tally cold = {0}, warm = {0};
		for (uint64_t n = 0; n < count; ++n)
		{
			couple c;
			couple_make(&c, &random, (couple_kind)kind, n % 16 ? 16 : 120);
			question q = question_of(&c);
			check_question(&q, &random, &cold, &warm);
			couple_free(&c);
		}
		// Exact touching is often left to GJK; other cases hardly ever are.
		bool touching = kind == COUPLE_LATTICE || kind == COUPLE_NEARLY_LATTICE || kind == COUPLE_BOXES ||
						kind == COUPLE_FLAT || kind == COUPLE_MIRRORED || kind == COUPLE_SAME;
		if (!touching)
			assert_true(cold.by_gjk <= 1 + count / 50);
		assert_true(warm.steps <= 2 * warm.count);
	}
}

// --- Shapes in memory -------------------------------------------------------------------------------------------------

static kiln_vec3 some_point(uint64_t *random, double size)
{
	kiln_vec3 p = hull_case_direction(random);
	double scale = size * hull_case_unit(random);
	return (kiln_vec3){(float)(scale * (double)p.x), (float)(scale * (double)p.y), (float)(scale * (double)p.z)};
}

static kiln_convex_shape small_shape(uint64_t *random, uint32_t kind, double size)
{
	kiln_convex_shape shape = {.kind = KILN_CONVEX_POINT};
	kiln_vec3 p[4];
	for (int i = 0; i < 4; ++i)
		p[i] = some_point(random, size);
	switch (kind)
	{
	case 0:
		shape.point = p[0];
		break;
	case 1:
		shape.kind = KILN_CONVEX_SEGMENT;
		shape.segment = (kiln_segment){p[0], p[1]};
		break;
	case 2:
		shape.kind = KILN_CONVEX_TRIANGLE;
		memcpy(shape.triangle.corners, p, sizeof shape.triangle.corners);
		break;
	case 3:
		shape.kind = KILN_CONVEX_TETRAHEDRON;
		memcpy(shape.tetrahedron.corners, p, sizeof shape.tetrahedron.corners);
		break;
	default:
		shape.kind = KILN_CONVEX_AABB;
		for (int k = 0; k < 3; ++k)
		{
			float *low = &shape.aabb.min.x + k, *high = &shape.aabb.max.x + k;
			const float one = *(&p[0].x + k), two = *(&p[1].x + k);
			*low = one < two ? one : two;
			*high = one < two ? two : one;
		}
		break;
	}
	return shape;
}

static kiln_pose some_pose(uint64_t *random, double far)
{
	kiln_vec3 turn = hull_case_direction(random), way = some_point(random, far);
	return (kiln_pose){.rotation = {turn.x, turn.y, turn.z, (float)(hull_case_unit(random) - 0.5)},
		.translation = way,
		.scale = (float)(0.5 + hull_case_unit(random))};
}

static void features_of_small_shapes_are_the_closest_ones(void **state)
{
	(void)state;
	uint64_t random = 5;
	tally cold = {0}, warm = {0};
	static kiln_d3 vertices[2][EXACT_VERTICES];
	for (uint64_t n = 0; n < trials_random(2000); ++n)
	{
		kiln_convex_shape shapes[2];
		kiln_convex_object objects[2];
		kiln_polytope_room rooms[2];
		kiln_polytope polytopes[2];
		question q = {.eye = {0, 0, 0}};
		for (int s = 0; s < 2; ++s)
		{
			shapes[s] = small_shape(&random, s ? (uint32_t)(n / 5 % 5) : (uint32_t)(n % 5), n % 7 && s ? 1 : 1e-3);
			objects[s] = (kiln_convex_object){&shapes[s], some_pose(&random, s ? 0.5 + (double)(n % 3) : 0)};
			double margin;
			q.counts[s] = convex_exact_vertices(&objects[s], vertices[s], &margin);
			q.vertices[s] = vertices[s];
			q.polytopes[s] = &polytopes[s];
			assert_true(kilni_polytope_of_object(&objects[s], q.eye, &rooms[s], &polytopes[s]));
		}
		exact_gap exact;
		convex_exact_gap(vertices[0], q.counts[0], vertices[1], q.counts[1], &exact);
		q.exact = &exact;
		check_question(&q, &random, &cold, &warm);
	}
	assert_true(cold.by_gjk <= cold.count / 50);
}

// --- Maps -------------------------------------------------------------------------------------------------------------

/// Sheared and mirrored by nodes; compared with GJK, which uses no faces.
static void mirrored_and_sheared_hulls_are_as_far_apart_as_gjk_says(void **state)
{
	(void)state;
	uint64_t random = 31;
	uint32_t by_gjk = 0;
	const kiln_d3 origin = {0, 0, 0};
	for (uint64_t n = 0; n < trials_random(1000); ++n)
	{
		convex_case c[2];
		kiln_polytope p[2];
		kiln_d3 eye = {0, 0, 0};
		for (int s = 0; s < 2; ++s)
		{
			convex_case_make(
				&c[s], &random, KILN_SHAPE_HULL, (convex_map)((n / (s ? 5 : 1)) % CONVEX_MAPS), s ? 1 : 0.5);
			assert_true(kilni_polytope_of_hull(&c[s].body.hull, &c[s].place, eye, &p[s]));
		}
		// One is moved along, so that both cases are common.
		kiln_d3 way = kiln_d3_scale(kiln_d3_from(hull_case_direction(&random)), 3 * hull_case_unit(&random));
		p[1].origin = kiln_d3_add(p[1].origin, way);
		c[1].convex.center = kiln_d3_add(c[1].convex.center, way);
		kiln_simplex simplex = {.count = 0};
		kiln_gap gap;
		kilni_gjk(&c[0].convex, origin, &c[1].convex, (kiln_enough){0, HUGE_VAL, 0, 0}, &simplex, &gap);
		kiln_vclip v = kilni_vclip_distance(&p[0], &p[1], nothing, nothing);
		assert_true(fabs(v.gap.upper - gap.upper) <= 0x1p-33 * (c[0].size + c[1].size + 3));
		by_gjk += v.by_gjk;
		for (int s = 0; s < 2; ++s)
			convex_case_free(&c[s]);
	}
	assert_true(by_gjk <= 20);
}

/// A small turn and a small move from one frame to the next.
static void walks_of_moving_hulls_are_short(void **state)
{
	(void)state;
	uint64_t random = 8;
	hull_case hulls[2];
	uint32_t steps = 0, frames = 0;
	for (int s = 0; s < 2; ++s)
		hull_case_make(&hulls[s], s ? CASE_ELLIPSOID : CASE_BALL, 200, UINT32_MAX);
	for (int run = 0; run < 20; ++run)
	{
		kiln_feature feature_a = nothing, feature_b = nothing;
		kiln_vec3 way = hull_case_direction(&random);
		for (int frame = 0; frame < 50; ++frame, ++frames)
		{
			double turn = 0.01 * frame, length = 3 - 0.01 * frame;
			kiln_convex_shape shapes[2];
			kiln_convex_object objects[2];
			kiln_polytope_room rooms[2];
			kiln_polytope p[2];
			for (int s = 0; s < 2; ++s)
			{
				shapes[s] = (kiln_convex_shape){.kind = KILN_CONVEX_HULL, .hull = &hulls[s].view};
				objects[s] = (kiln_convex_object){&shapes[s], {.scale = 1, .rotation = {0, 0, 0, 1}}};
			}
			objects[1].pose.rotation.x = (float)turn;
			objects[1].pose.translation = (kiln_vec3){
				(float)(length * (double)way.x), (float)(length * (double)way.y), (float)(length * (double)way.z)};
			for (int s = 0; s < 2; ++s)
				assert_true(kilni_polytope_of_object(&objects[s], (kiln_d3){0, 0, 0}, &rooms[s], &p[s]));
			kiln_vclip v = kilni_vclip_distance(&p[0], &p[1], feature_a, feature_b);
			assert_false(v.by_gjk);
			feature_a = v.feature_a;
			feature_b = v.feature_b;
			steps += frame > 0 ? v.steps : 0;
		}
	}
	assert_true(steps < 2 * frames);
	for (int s = 0; s < 2; ++s)
		hull_case_free(&hulls[s]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(features_of_hulls_are_the_closest_ones),
		cmocka_unit_test(features_of_small_shapes_are_the_closest_ones),
		cmocka_unit_test(mirrored_and_sheared_hulls_are_as_far_apart_as_gjk_says),
		cmocka_unit_test(walks_of_moving_hulls_are_short),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
