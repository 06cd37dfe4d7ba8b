// SPDX-License-Identifier: MIT
#include "primitive_deforming.h"

#include "bounds/outward.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// A configuration made by hand and its first contact; t above 1: none.
typedef struct by_hand
{
	four q;
	float t;
	bool inside;
} by_hand;

#define FLOOR                                                                                                          \
	{-1, -1, 0}, {3, -1, 0},                                                                                           \
	{                                                                                                                  \
		-1, 3, 0                                                                                                       \
	}

/// Vertex against face.
static const by_hand faces[] = {
	// Onto the inside, a corner and an edge; in the middle of the motion, at its end, and one float before it.
	{{{{0, 0, 1}, FLOOR}, {{0, 0, -1}, FLOOR}, false}, 0.5f, false},
	{{{{0, 0, 1}, FLOOR}, {{0, 0, 0}, FLOOR}, false}, 1, false},
	{{{{0, 0, 1}, FLOOR}, {{0, 0, 0x1p-20f}, FLOOR}, false}, 2, false},
	{{{{3, -1, 1}, FLOOR}, {{3, -1, 0}, FLOOR}, false}, 1, false},
	{{{{1, 1, 1}, FLOOR}, {{1, 1, 0}, FLOOR}, false}, 1, false},
	{{{{1, 1.0000001f, 1}, FLOOR}, {{1, 1.0000001f, 0}, FLOOR}, false}, 2, false},
	{{{{-1.0000001f, 0, 1}, FLOOR}, {{-1.0000001f, 0, -1}, FLOOR}, false}, 2, false},
	{{{{2, 2, 1}, FLOOR}, {{-2, -2, -1}, FLOOR}, false}, 0.5f, false},
	// Starting in contact, with and without motion.
	{{{{0, 0, 0}, FLOOR}, {{0, 0, 1}, FLOOR}, false}, 0, true},
	{{{{0, 0, 0}, FLOOR}, {{0, 0, 0}, FLOOR}, false}, 0, true},
	{{{{3, -1, 0}, FLOOR}, {{5, 5, 5}, FLOOR}, false}, 0, true},
	{{{{0, 0, 1}, FLOOR}, {{0, 0, 1}, FLOOR}, false}, 2, false},
	// Slightly off at the start: moving away, along an axis, and obliquely, where rounding makes it a hit that is not
	// inside.
	{{{{0, 0, 0x1p-60f}, FLOOR}, {{0, 0, 1}, FLOOR}, false}, 2, false},
	{{{{0x1p-60f, 0, 0}, {1, 0, -1}, {-1, 1, 0}, {0, -1, 1}}, {{1, 1, 1}, {1, 0, -1}, {-1, 1, 0}, {0, -1, 1}}, false},
		0, false},
	// In the plane: into the triangle over an edge, past a corner, and through one.
	{{{{-2, 0, 0}, FLOOR}, {{0, 0, 0}, FLOOR}, false}, 0.5f, false},
	{{{{-2, -2, 0}, FLOOR}, {{0, 0, 0}, FLOOR}, false}, 0.5f, false},
	{{{{-2, 0, 0}, FLOOR}, {{0, -2.001f, 0}, FLOOR}, false}, 2, false},
	{{{{-2, 0, 0}, FLOOR}, {{-2, 5, 0}, FLOOR}, false}, 2, false},
	{{{{-2, 0, 0}, FLOOR}, {{-3, 5, 0}, FLOOR}, false}, 2, false},
	// A point, a segment, and a triangle that shrinks to the point.
	{{{{0, 0, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, -1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, false}, 0.5f, false},
	{{{{0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {{0, 0, -1}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, false}, 2, false},
	{{{{0, 0, 1}, {-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {{0, 0, -1}, {-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, false}, 0.5f,
		false},
	{{{{0, 0, 0}, {-1, -1, 1}, {1, -1, 1}, {0, 1, 1}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, false}, 1, false},
	{{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, false}, 0, true},
	{{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}}, false}, 0, true},
	// A triangle turned inside out about the point: contact at every time.
	{{{{0, 0, 0}, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}, {{0, 0, 0}, {1, 1, 0}, {-1, 1, 0}, {0, -1, 0}}, false}, 0, true},
	// Turned over its base, which shrinks to a point and grows again: momentarily a segment that ends at the point.
	{{{{0, 2, 0}, {-1, 1, 0}, {1, 1, 0}, {0, 4, 1}}, {{0, 2, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, -1}}, false}, 0.5f,
		false},
	// Corner and point exchange places along one line, in which the triangle lies.
	{{{{0, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}, {{2, 0, 0}, {0, 0, 0}, {3, 0, 0}, {4, 0, 0}}, false}, 0.5f, false},
	// Huge and tiny.
	{{{{0, 0, 0x1p40f}, {-0x1p40f, -0x1p40f, 0}, {0x1p40f, 0, 0}, {0, 0x1p40f, 0}},
		 {{0, 0, -0x1p40f}, {-0x1p40f, -0x1p40f, 0}, {0x1p40f, 0, 0}, {0, 0x1p40f, 0}}, false},
		0.5f, false},
	{{{{0, 0, 0x1p-149f}, {-0x1p-149f, -0x1p-149f, 0}, {0x1p-149f, 0, 0}, {0, 0x1p-149f, 0}},
		 {{0, 0, -0x1p-149f}, {-0x1p-149f, -0x1p-149f, 0}, {0x1p-149f, 0, 0}, {0, 0x1p-149f, 0}}, false},
		0.5f, false},
	{{{{0, 0, 1e-30f}, {-1, -1, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, -1}, {-1, -1, 0}, {1, 0, 0}, {0, 1, 0}}, false}, 0,
		false},
};

/// Edge against edge.
static const by_hand edges[] = {
	// They cross inside both, at ends, just beside them.
	{{{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}, {{-1, 0, -1}, {1, 0, -1}, {0, -1, 0}, {0, 1, 0}}, true}, 0.5f,
		false},
	{{{{0, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}, {{0, 0, -1}, {1, 0, -1}, {0, -1, 0}, {0, 1, 0}}, true}, 0.5f,
		false},
	{{{{0, 1, 1}, {1, 1, 1}, {0, -1, 0}, {0, 1, 0}}, {{0, 1, -1}, {1, 1, -1}, {0, -1, 0}, {0, 1, 0}}, true}, 0.5f,
		false},
	{{{{1e-7f, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}, {{1e-7f, 0, -1}, {1, 0, -1}, {0, -1, 0}, {0, 1, 0}}, true}, 2,
		false},
	{{{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}, {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}}, true}, 1, false},
	{{{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}}, {{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}, true}, 0, true},
	{{{{-1, 0, 0x1p-60f}, {1, 0, 0x1p-60f}, {0, -1, 0}, {0, 1, 0}}, {{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}},
		 true},
		2, false},
	{{{{-1, 1, 0}, {1, -1, 0}, {0x1p-60f, -1, 1}, {0x1p-60f, 1, -1}},
		 {{-3, -1, -2}, {-1, -3, -2}, {0, -1, 1}, {0, 1, -1}}, true},
		0, false},
	// Parallel: side against side, past each other, on one line, and one within the other.
	{{{{-1, 0, 1}, {1, 0, 1}, {0, 0, 0}, {3, 0, 0}}, {{-1, 0, -1}, {1, 0, -1}, {0, 0, 0}, {3, 0, 0}}, true}, 0.5f,
		false},
	{{{{-1, 0, 1}, {1, 0, 1}, {2, 0, 0}, {3, 0, 0}}, {{-1, 0, -1}, {1, 0, -1}, {2, 0, 0}, {3, 0, 0}}, true}, 2, false},
	{{{{-1, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, {{1, 0, 0}, {3, 0, 0}, {2, 0, 0}, {3, 0, 0}}, true}, 0.5f, false},
	{{{{-1, 0, 0}, {1, 0, 0}, {0, 0, 0}, {3, 0, 0}}, {{-1, 0, 1}, {1, 0, 1}, {0, 0, 0}, {3, 0, 0}}, true}, 0, true},
	{{{{-1, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, {{-1, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, true}, 2, false},
	// A common end that stays, and one that is left.
	{{{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}}, {{1, 1, 1}, {2, 3, 4}, {1, 1, 1}, {5, 6, 0}}, true}, 0, true},
	{{{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}}, {{1, 1, 1}, {2, 3, 4}, {1, 1, 2}, {5, 6, 0}}, true}, 0, true},
	// Points.
	{{{{-1, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {{1, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {-1, 0, 0}}, true}, 0.5f,
		false},
	{{{{-1, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {{1, 0, 0}, {1, 0, 0}, {-1, 1, 0}, {-1, 1, 0}}, true}, 2, false},
	{{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, true}, 0, true},
	{{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, true}, 0, true},
	{{{{0, 0, 1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}, {{0, 0, -1}, {0, 0, -1}, {-1, 0, 0}, {1, 0, 0}}, true}, 0.5f,
		false},
	// In one plane, turning about each other: a double root, and none.
	{{{{-1, -1, 0}, {1, 1, 0}, {0, 2, 0}, {0, 3, 0}}, {{1, -1, 0}, {-1, 1, 0}, {0, 2, 0}, {0, 3, 0}}, true}, 2, false},
	{{{{-1, -1, 0}, {1, 1, 0}, {0, 1, 0}, {0, 3, 0}}, {{1, -1, 0}, {-1, 1, 0}, {0, 1, 0}, {0, 3, 0}}, true}, 0.5f,
		false},
	// Collapsing as they touch.
	{{{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, true}, 1, false},
};

static void check(const by_hand *table, size_t count)
{
	for (size_t i = 0; i < count; ++i)
	{
		const by_hand *c = &table[i];
		const truth true_touch = four_truth(&c->q);
		const kiln_impact impact = four_impact(&c->q);
		bool near_start = c->t == 0 && !c->inside;
		if (true_touch.touch != (c->t <= 1) && !near_start)
			fail_msg("case %zu: the truth disagrees", i);
		if (impact.hit != (c->t <= 1) || impact.inside != c->inside)
			fail_msg("case %zu: hit %d inside %d", i, impact.hit, impact.inside);
		if (impact.hit && !(impact.t <= c->t && impact.t >= c->t - 2e-4f))
			fail_msg("case %zu: at %g, not %g", i, (double)impact.t, (double)c->t);
	}
}

static void points_meet_triangles_when_they_do_by_hand(void **state)
{
	(void)state;
	check(faces, sizeof faces / sizeof *faces);
}

static void edges_meet_when_they_do_by_hand(void **state)
{
	(void)state;
	check(edges, sizeof edges / sizeof *edges);
}

static void normals_lead_from_b_to_a(void **state)
{
	(void)state;
	four q = faces[0].q;
	kiln_impact impact = four_impact(&q);
	assert_float_equal(impact.normal.z, 1, 1e-6f);
	assert_int_equal(impact.feature_b, 6);
	assert_float_equal(impact.point.z, 0, 1e-6f);
	for (int i = 0; i < 4; ++i)
	{
		q.from[i].z = -q.from[i].z;
		q.to[i].z = -q.to[i].z;
	}
	assert_float_equal(four_impact(&q).normal.z, -1, 1e-6f);
	q = faces[8].q; // leaving upwards
	assert_float_equal(four_impact(&q).normal.z, -1, 1e-6f);
	q.to[0].z = -1;
	assert_float_equal(four_impact(&q).normal.z, 1, 1e-6f);
	q = faces[14].q; // over an edge in the plane
	impact = four_impact(&q);
	assert_float_equal(impact.normal.x, -1, 1e-6f);
	assert_int_equal(impact.feature_b, 5);
	q = edges[0].q;
	assert_float_equal(four_impact(&q).normal.z, 1, 1e-6f);
	q = edges[8].q; // side against side
	assert_float_equal(four_impact(&q).normal.z, 1, 1e-6f);
	q = edges[11].q; // on one line
	assert_float_equal(four_impact(&q).normal.x, 0, 1e-6f);
}

static void what_is_not_usable_is_not_hit(void **state)
{
	(void)state;
	const float bad[] = {NAN, INFINITY, -INFINITY, 1.2e12f, -1.2e12f};
	for (int kind = 0; kind < 2; ++kind)
		for (int i = 0; i < 24 * 5; ++i)
		{
			four q = kind ? edges[0].q : faces[0].q;
			kiln_vec3 *v = i / 5 / 3 < 4 ? &q.from[i / 5 / 3] : &q.to[i / 5 / 3 - 4];
			*(i / 5 % 3 == 0 ? &v->x : i / 5 % 3 == 1 ? &v->y : &v->z) = bad[i % 5];
			const kiln_impact impact = four_impact(&q), none = {0};
			assert_true(same_impact(&impact, &none));
		}
	const kiln_vec3 p = {0, 0, 0};
	const kiln_segment s = {p, p};
	const kiln_triangle t = {{p, p, p}};
	assert_true(kiln_deforming_point_triangle(&p, &p, &t, &t).hit);
	assert_false(kiln_deforming_point_triangle(NULL, &p, &t, &t).hit);
	assert_false(kiln_deforming_point_triangle(&p, NULL, &t, &t).hit);
	assert_false(kiln_deforming_point_triangle(&p, &p, NULL, &t).hit);
	assert_false(kiln_deforming_point_triangle(&p, &p, &t, NULL).hit);
	assert_false(kiln_deforming_segment_segment(NULL, &s, &s, &s).hit);
	assert_false(kiln_deforming_segment_segment(&s, NULL, &s, &s).hit);
	assert_false(kiln_deforming_segment_segment(&s, &s, NULL, &s).hit);
	assert_false(kiln_deforming_segment_segment(&s, &s, &s, NULL).hit);
}

static bool same_vector(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Corner i becomes corner order[i].
static four renumbered(const four *q, const int order[4])
{
	four r = {.edges = q->edges};
	for (int i = 0; i < 4; ++i)
	{
		r.from[order[i]] = q->from[i];
		r.to[order[i]] = q->to[i];
	}
	return r;
}

static void numbering_changes_nothing(void **state)
{
	static const int of_faces[][4] = {{0, 2, 3, 1}, {0, 3, 1, 2}, {0, 1, 3, 2}, {0, 3, 2, 1}, {0, 2, 1, 3}};
	static const int of_edges[][4] = {{1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}};
	(void)state;
	uint32_t random = 5;
	for (uint64_t i = 0; i < trials_random(20000) / 4; ++i)
	{
		bool is_edges = i % 2;
		four q = four_random(&random, (int)(i % FOUR_KINDS), is_edges);
		const kiln_impact a = four_impact(&q);
		for (int k = 0; k < (is_edges ? 3 : 5); ++k)
		{
			four r = renumbered(&q, is_edges ? of_edges[k] : of_faces[k]);
			const kiln_impact b = four_impact(&r);
			assert_true(a.hit == b.hit && a.inside == b.inside && a.t == b.t && same_vector(a.point, b.point) &&
						same_vector(a.normal, b.normal));
			assert_true((a.feature_b == 6) == (b.feature_b == 6) && (a.feature_b < 3) == (b.feature_b < 3));
		}
	}
}

/// To the left by 90 degrees about x, y and z, or mirrored.
static four turned(const four *q, int way)
{
	four r = *q;
	for (int i = 0; i < 8; ++i)
	{
		kiln_vec3 v = i < 4 ? q->from[i] : q->to[i - 4];
		const kiln_vec3 image[] = {{v.y, v.z, v.x}, {-v.y, v.x, v.z}, {v.x, -v.z, v.y}, {-v.x, v.y, v.z}};
		*(i < 4 ? &r.from[i] : &r.to[i - 4]) = image[way];
	}
	return r;
}

static void turning_changes_no_more_than_rounding_does(void **state)
{
	(void)state;
	uint32_t random = 6;
	for (uint64_t i = 0; i < trials_random(20000) / 4; ++i)
	{
		four q = four_random(&random, (int)(i % FOUR_NEAR), i / FOUR_NEAR % 2);
		const kiln_impact a = four_impact(&q);
		for (int way = 0; way < 4; ++way)
		{
			four r = turned(&q, way);
			const kiln_impact b = four_impact(&r);
			assert_int_equal(a.hit, b.hit);
			if (four_size(&q) < 10)
				assert_float_equal(a.t, b.t, 2e-4f);
		}
	}
}

/// Turns in double by quaternions of small integers, which are rotations to rounding, and rounds to floats: coordinates
/// change by at most 2^-23 of their size.
static four turned_askew(const four *q, uint32_t *random)
{
	double w = 1 + random_below(random, 4), x = random_below(random, 4), y = random_below(random, 4), z = 1;
	double n = w * w + x * x + y * y + z * z;
	const kiln_d3 rows[3] = {
		{(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n},
		{2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n},
		{2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n},
	};
	four r = *q;
	for (int i = 0; i < 8; ++i)
	{
		kiln_d3 v = kiln_d3_from(i < 4 ? q->from[i] : q->to[i - 4]);
		const kiln_d3 image = {kiln_d3_dot(rows[0], v), kiln_d3_dot(rows[1], v), kiln_d3_dot(rows[2], v)};
		*(i < 4 ? &r.from[i] : &r.to[i - 4]) = kiln_vec3_stored(image);
	}
	return r;
}

/// No hit for one where the other stays away by more than rounding moved it, and no earlier hit.
static void any_rotation_changes_no_more_than_rounding_does(void **state)
{
	(void)state;
	uint32_t random = 8;
	for (uint64_t i = 0; i < trials_random(20000) / 4; ++i)
	{
		four q = four_random(&random, i / 2 % 2 ? FOUR_ANY : FOUR_CLOTH, i % 2);
		const four r = turned_askew(&q, &random);
		const kiln_impact a = four_impact(&q), b = four_impact(&r);
		const double near = 0x1p-19 * four_size(&q);
		if (a.hit)
			assert_true(four_distance(&r, (double)a.t) <= near && (!b.hit || four_distance(&q, (double)b.t) <= near));
		if (b.hit)
			assert_true(four_distance(&q, (double)b.t) <= near);
	}
}

static void the_point_of_contact_is_on_the_part_that_is_named(void **state)
{
	(void)state;
	uint32_t random = 7;
	uint32_t seen[7] = {0};
	for (uint64_t i = 0; i < trials_random(20000) / 4; ++i)
	{
		four q = four_random(&random, i % 2 ? FOUR_AIMED : FOUR_LATTICE, false);
		const kiln_impact impact = four_impact(&q);
		if (!impact.hit)
			continue;
		const uint32_t part = impact.feature_b;
		four named = {.edges = true};
		named.from[0] = named.from[1] = q.from[0];
		named.to[0] = named.to[1] = q.to[0];
		const uint32_t from = part % 3, to = part < 3 ? from : (from + 1) % 3;
		assert_true(part <= 6);
		++seen[part];
		for (int k = 0; k < 2; ++k)
		{
			named.from[2 + k] = q.from[1 + (k ? to : from)];
			named.to[2 + k] = q.to[1 + (k ? to : from)];
		}
		if (part < 6)
			assert_true(four_distance(&named, (double)impact.t) <= 1e-5 * four_size(&q));
		kiln_d3 at = kiln_d3_along(
			kiln_d3_scale(kiln_d3_from(q.from[0]), 1 - (double)impact.t), (double)impact.t, kiln_d3_from(q.to[0]));
		assert_true(kiln_d3_largest(kiln_d3_sub(at, kiln_d3_from(impact.point))) < 1e-5 * (1 + four_size(&q)));
	}
	for (int part = 0; part < 7; ++part)
		assert_true(seen[part] > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(points_meet_triangles_when_they_do_by_hand),
		cmocka_unit_test(edges_meet_when_they_do_by_hand),
		cmocka_unit_test(normals_lead_from_b_to_a),
		cmocka_unit_test(what_is_not_usable_is_not_hit),
		cmocka_unit_test(numbering_changes_nothing),
		cmocka_unit_test(turning_changes_no_more_than_rounding_does),
		cmocka_unit_test(any_rotation_changes_no_more_than_rounding_does),
		cmocka_unit_test(the_point_of_contact_is_on_the_part_that_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
