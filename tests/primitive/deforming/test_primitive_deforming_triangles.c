// SPDX-License-Identifier: MIT
#include "primitive_deforming.h"
#include "support/trials.h"

#include "bounds/outward.h"
#include "primitive/triangle/pair.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Two moving triangles; corners of the same vertex of a mesh have the same number.
typedef struct two
{
	kiln_triangle a0, a1, b0, b1;
	uint32_t of_a[3], of_b[3];
} two;

static void print_two(const two *p)
{
	const kiln_triangle *from[] = {&p->a0, &p->b0}, *to[] = {&p->a1, &p->b1};
	for (int i = 0; i < 6; ++i)
	{
		kiln_vec3 u = from[i / 3]->corners[i % 3], v = to[i / 3]->corners[i % 3];
		print_message("%d: {%a, %a, %a} -> {%a, %a, %a}\n", i < 3 ? p->of_a[i] : p->of_b[i - 3], (double)u.x,
			(double)u.y, (double)u.z, (double)v.x, (double)v.y, (double)v.z);
	}
}

#define HOLDS(condition, p)                                                                                            \
	do                                                                                                                 \
	{                                                                                                                  \
		if (!(condition))                                                                                              \
		{                                                                                                              \
			print_two(p);                                                                                              \
			fail_msg("%s", #condition);                                                                                \
		}                                                                                                              \
	} while (0)

static four corner_and_face(
	const kiln_triangle *c0, const kiln_triangle *c1, int i, const kiln_triangle *f0, const kiln_triangle *f1)
{
	four q = {.edges = false};
	q.from[0] = c0->corners[i];
	q.to[0] = c1->corners[i];
	for (int k = 0; k < 3; ++k)
	{
		q.from[k + 1] = f0->corners[k];
		q.to[k + 1] = f1->corners[k];
	}
	return q;
}

static four edge_and_edge(const two *p, int i, int j)
{
	const int in = (i + 1) % 3, jn = (j + 1) % 3;
	return (four){{p->a0.corners[i], p->a0.corners[in], p->b0.corners[j], p->b0.corners[jn]},
		{p->a1.corners[i], p->a1.corners[in], p->b1.corners[j], p->b1.corners[jn]}, true};
}

static bool named_in(uint32_t name, const uint32_t others[3])
{
	return name == others[0] || name == others[1] || name == others[2];
}

/// The first contact of all features without a common vertex.
static truth two_truth(const two *p, double *size)
{
	truth first = {false, 2, 2};
	*size = 0;
	for (int i = 0; i < 15; ++i)
	{
		four q;
		bool common;
		if (i < 3)
		{
			q = corner_and_face(&p->a0, &p->a1, i, &p->b0, &p->b1);
			common = named_in(p->of_a[i], p->of_b);
		}
		else if (i < 6)
		{
			q = corner_and_face(&p->b0, &p->b1, i - 3, &p->a0, &p->a1);
			common = named_in(p->of_b[i - 3], p->of_a);
		}
		else
		{
			const int j = (i - 6) / 3, k = i % 3;
			const uint32_t ends[3] = {p->of_b[k], p->of_b[(k + 1) % 3], p->of_b[k]};
			q = edge_and_edge(p, j, k);
			common = named_in(p->of_a[j], ends) || named_in(p->of_a[(j + 1) % 3], ends);
		}
		*size = kiln_double_max(*size, four_size(&q));
		if (common)
			continue;
		truth found = four_truth(&q);
		if (found.touch && found.high < first.high)
			first = found;
	}
	return first;
}

static void triangle_at(const kiln_triangle *from, const kiln_triangle *to, double t, kiln_d3 corner[3])
{
	for (int i = 0; i < 3; ++i)
		corner[i] =
			kiln_d3_along(kiln_d3_scale(kiln_d3_from(from->corners[i]), 1 - t), t, kiln_d3_from(to->corners[i]));
}

static void in_double(const kiln_triangle *triangle, kiln_d3 corner[3])
{
	triangle_at(triangle, triangle, 0, corner);
}

/// Whether edge i of a triangle intersects another triangle at the start; by the exact test of triangles, one of them
/// narrow.
static bool pierces(const kiln_triangle *of, int i, const kiln_triangle *other)
{
	kiln_d3 p[3], q[3];
	in_double(of, p);
	in_double(other, q);
	const kiln_d3 edge[3] = {p[i], p[(i + 1) % 3], p[i]};
	return kilni_triangles_touch(edge, q);
}

static bool two_inside(const two *p)
{
	bool inside = false;
	for (int i = 0; i < 3; ++i)
	{
		const int n = (i + 1) % 3;
		if (!named_in(p->of_a[i], p->of_b) && !named_in(p->of_a[n], p->of_b))
			inside = inside || pierces(&p->a0, i, &p->b0);
		if (!named_in(p->of_b[i], p->of_a) && !named_in(p->of_b[n], p->of_a))
			inside = inside || pierces(&p->b0, i, &p->a0);
	}
	return inside;
}

static kiln_impact impact_of(const two *p)
{
	return kiln_deforming_neighbours(&p->a0, &p->a1, p->of_a, &p->b0, &p->b1, p->of_b);
}

typedef struct tally
{
	uint64_t hits, inside, false_hits, early;
} tally;

static void check_inside(const two *p, const kiln_impact *impact, double size)
{
	// After a motion by the depth along the normal, a is past b: their depth along any axis is no less.
	kiln_d3 a[3], b[3], normal = kiln_d3_from(impact->normal);
	in_double(&p->a0, a);
	in_double(&p->b0, b);
	double depth = -HUGE_VAL;
	for (int i = 0; i < 9; ++i)
		depth = kiln_double_max(depth, kiln_d3_dot(kiln_d3_sub(b[i % 3], a[i / 3]), normal));
	HOLDS(depth >= -1e-6 * size && depth <= 1.8 * size, p);
	HOLDS(impact->t == 0 && impact->feature_a == 6 && impact->feature_b == 6, p);
}

static void check(const two *p, tally *count)
{
	double size;
	const truth true_touch = two_truth(p, &size);
	const kiln_impact impact = impact_of(p);
	bool inside = two_inside(p) || (true_touch.touch && true_touch.low == 0 && impact.inside);
	count->hits += impact.hit;
	count->inside += inside;
	HOLDS(!true_touch.touch || impact.hit, p);
	HOLDS(!inside || impact.inside, p);
	HOLDS(!impact.inside || inside, p);
	if (!impact.hit)
		return;
	double t = (double)impact.t;
	HOLDS(!true_touch.touch || t <= true_touch.high, p);
	HOLDS(fabs(kiln_d3_length2(kiln_d3_from(impact.normal)) - 1) < 1e-6, p);
	if (impact.inside)
	{
		check_inside(p, &impact, size);
		return;
	}
	count->false_hits += !true_touch.touch;
	kiln_d3 a[3], b[3], on_a, on_b;
	triangle_at(&p->a0, &p->a1, t, a);
	triangle_at(&p->b0, &p->b1, t, b);
	double distance = sqrt(kilni_triangles_distance2(a, b, &on_a, &on_b)), last = 4 * size * 0x1p-23 * t;
	HOLDS(distance <= 0x1p-20 * size + last, p);
	count->early += distance > 0x1p-38 * size + last;
}

static kiln_vec3 between(const kiln_vec3 *a, const kiln_vec3 *b, double t)
{
	return kiln_vec3_stored(kiln_d3_along(kiln_d3_scale(kiln_d3_from(*a), 1 - t), t, kiln_d3_from(*b)));
}

/// Largest coordinate.
static double four_reach(const four *q)
{
	double reach = 0;
	for (int i = 0; i < 4; ++i)
		reach = kiln_double_max(
			reach, kiln_double_max(kiln_d3_largest(kiln_d3_from(q->from[i])), kiln_d3_largest(kiln_d3_from(q->to[i]))));
	return reach;
}

/// Makes features of about the size of others: 256 bits cannot distinguish features 2^60 times as large or small from
/// touching.
static four four_beside(uint32_t *state, int kind, const four *other)
{
	bool edges = other->edges;
	double reach = four_reach(other), ratio;
	four q;
	do
	{
		q = four_random(state, kind, edges);
		ratio = four_reach(&q) / reach;
	} while (reach > 0 && (ratio > 0x1p60 || (ratio > 0 && ratio < 0x1p-60)));
	return q;
}

/// Two triangles around two features, and up to two corners in common.
static two two_random(uint32_t *state, int kind, int common)
{
	bool edges = random_below(state, 2);
	four q = four_random(state, kind, edges), more = four_beside(state, kind, &q);
	two p = {.of_a = {0, 1, 2}, .of_b = {3, 4, 5}};
	for (int i = 0; i < 3; ++i)
	{
		// The features' corners, then others; for small motions these are near them.
		int in_a = edges ? (i < 2 ? i : -1) : i == 0 ? 0 : -1, in_b = edges ? (i < 2 ? i + 2 : -1) : i + 1;
		double t = random_below(state, 3) - 0.5;
		p.a0.corners[i] = in_a >= 0 ? q.from[in_a] : between(&q.from[0], &more.from[i], t);
		p.a1.corners[i] = in_a >= 0 ? q.to[in_a] : between(&q.to[0], &more.to[i], t);
		p.b0.corners[i] = in_b >= 0 ? q.from[in_b] : between(&q.from[2], &more.from[i], t);
		p.b1.corners[i] = in_b >= 0 ? q.to[in_b] : between(&q.to[2], &more.to[i], t);
	}
	for (int i = 0; i < common; ++i)
	{
		p.a0.corners[2 - i] = p.b0.corners[i];
		p.a1.corners[2 - i] = p.b1.corners[i];
		p.of_a[2 - i] = p.of_b[i];
	}
	return p;
}

static void check_kinds(int first, int last, uint64_t trials, uint32_t seed)
{
	const uint64_t each = trials / (uint64_t)(3 * (last - first)) + 1;
	for (int kind = first; kind < last; ++kind)
		for (int common = 0; common < 3; ++common)
		{
			uint32_t state = seed + (uint32_t)(3 * kind + common) * 7919;
			tally count = {.hits = 0};
			for (uint64_t i = 0; i < each; ++i)
			{
				two p = two_random(&state, kind, common);
				check(&p, &count);
			}
			assert_true(count.early <= each / 50);
			print_message(
				"kind %2d, %d in common: of %llu %llu hit, %llu of these inside; %llu do not touch, %llu are early\n",
				kind, common, (unsigned long long)each, (unsigned long long)count.hits,
				(unsigned long long)count.inside, (unsigned long long)count.false_hits,
				(unsigned long long)count.early);
		}
}

/// Each pair has fifteen pairs of features.
static void no_contact_of_random_triangles_is_missed(void **state)
{
	(void)state;
	check_kinds(0, FOUR_NEAR, trials_random(9000) / 15, 1);
}

static void no_contact_of_triangles_that_are_nearly_degenerate_is_missed(void **state)
{
	(void)state;
	check_kinds(FOUR_NEAR, FOUR_KINDS, trials_near(7500) / 15, 2);
}

static void triangles_without_common_vertices_agree_with_overlap(void **state)
{
	(void)state;
	uint32_t random = 3;
	for (uint64_t i = 0; i < trials_random(20000) / 4; ++i)
	{
		two p = two_random(&random, (int)(i % FOUR_KINDS), 0);
		const kiln_impact one = impact_of(&p);
		const kiln_impact other = kiln_deforming_triangle_triangle(&p.a0, &p.a1, &p.b0, &p.b1);
		assert_true(same_impact(&one, &other));
		kiln_d3 a[3], b[3];
		in_double(&p.a0, a);
		in_double(&p.b0, b);
		assert_int_equal(one.inside, kilni_triangles_touch(a, b));
	}
}

/// Corner i becomes corner order[i] of each.
static two renumbered(const two *p, const int order_a[3], const int order_b[3])
{
	two r = *p;
	for (int i = 0; i < 3; ++i)
	{
		r.a0.corners[order_a[i]] = p->a0.corners[i];
		r.a1.corners[order_a[i]] = p->a1.corners[i];
		r.of_a[order_a[i]] = p->of_a[i];
		r.b0.corners[order_b[i]] = p->b0.corners[i];
		r.b1.corners[order_b[i]] = p->b1.corners[i];
		r.of_b[order_b[i]] = p->of_b[i];
	}
	return r;
}

static void numbering_changes_nothing(void **state)
{
	static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
	(void)state;
	uint32_t random = 4;
	for (uint64_t i = 0; i < trials_random(20000) / 10; ++i)
	{
		two p = two_random(&random, (int)(i % FOUR_KINDS), (int)(i / FOUR_KINDS % 3));
		const kiln_impact a = impact_of(&p);
		for (int k = 1; k < 36; k += 5)
		{
			two r = renumbered(&p, orders[k % 6], orders[k / 6]);
			const kiln_impact b = impact_of(&r);
			HOLDS(a.hit == b.hit && a.inside == b.inside && a.t == b.t, &p);
		}
	}
}

/// Scenes like those in benchmarks of continuous collision: spikes, wedges and cliffs that meet tip to tip, edge to
/// edge and tip to edge, at rest on each other, or sliding over a common edge of two faces.
static kiln_vec3 tent(int kind, int i, float height)
{
	static const kiln_vec3 shapes[3][4] = {
		{{0, 0, 0}, {-1, -1, 1}, {1, -1, 1}, {0, 1, 1}},   // a spike
		{{-1, 0, 0}, {1, 0, 0}, {0, 1, 1}, {0, -1, 1}},	   // a wedge
		{{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, -4}}, // a cliff, or a step
	};
	kiln_vec3 v = shapes[kind][i];
	v.z *= height;
	return v;
}

static kiln_triangle face_of(int kind, int face, float height, kiln_vec3 shift)
{
	static const uint8_t faces[2][3] = {{0, 1, 2}, {0, 1, 3}};
	kiln_triangle triangle;
	for (int i = 0; i < 3; ++i)
	{
		kiln_vec3 v = tent(kind, faces[face][i], height);
		triangle.corners[i] = (kiln_vec3){v.x + shift.x, v.y + shift.y, v.z + shift.z};
	}
	return triangle;
}

static void spikes_wedges_and_cliffs_that_meet_do_not_pass(void **state)
{
	(void)state;
	static const kiln_vec3 shifts[] = {{0, 0, 0}, {0.5f, 0, 0}, {0, 0.25f, 0}, {1, 0, 0}, {0.1f, 0.1f, 0}};
	static const kiln_vec3 moves[] = {{0, 0, 0}, {0, 0, -2}, {1, 0, -2}, {0, 0, -1}, {0.3f, 0.7f, -1.1f}, {-1, 1, 0}};
	tally count = {.hits = 0};
	uint64_t tried = 0;
	for (int upper = 0; upper < 3; ++upper)
		for (int lower = 0; lower < 3; ++lower)
			for (int faces = 0; faces < 4; ++faces)
				for (size_t shift = 0; shift < 5; ++shift)
					for (size_t move = 0; move < 6; ++move)
						for (int gap = 0; gap < 2; ++gap)
						{
							kiln_vec3 at = shifts[shift], by = moves[move];
							at.z = (float)gap;
							const kiln_vec3 to = {at.x + by.x, at.y + by.y, at.z + by.z}, zero = {0, 0, 0};
							two p = {face_of(upper, faces & 1, 1, at), face_of(upper, faces & 1, 1, to),
								face_of(lower, faces >> 1, -1, zero), face_of(lower, faces >> 1, -1, zero), {0, 1, 2},
								{3, 4, 5}};
							check(&p, &count);
							++tried;
						}
	assert_true(count.hits > tried / 10);
	assert_true(count.false_hits == 0 && count.early == 0);
}

/// A mesh of 6 by 6 vertices falls, waving, onto a ball of triangles, or onto itself, folded: tests every pair of
/// triangles.
#define SIDE 6

static kiln_vec3 cloth(int i, int j, float t, bool folded)
{
	float x = (float)i / (SIDE - 1) - 0.5f, y = (float)j / (SIDE - 1) - 0.5f;
	float wave = 0.1f * (float)((i * 3 + j * 5) % 7 - 3) * t;
	if (folded && x > 0)
		return (kiln_vec3){-x * (1 - t) + x * x * t, y, 0.2f * x - t * x * 0.5f + wave};
	return (kiln_vec3){x, y, (folded ? 0 : 0.3f) - (folded ? 0 : t) + wave};
}

static kiln_triangle cloth_triangle(int k, float t, bool folded, uint32_t vertices[3])
{
	static const uint8_t offsets[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
	const int cell = k / 2, i = cell % (SIDE - 1), j = cell / (SIDE - 1);
	kiln_triangle triangle;
	for (int c = 0; c < 3; ++c)
	{
		int x = i + offsets[k % 2][c][0], y = j + offsets[k % 2][c][1];
		triangle.corners[c] = cloth(x, y, t, folded);
		vertices[c] = (uint32_t)(x + y * SIDE);
	}
	return triangle;
}

static void folded_cloth_meets_itself_but_not_its_neighbours_at_rest(void **state)
{
	(void)state;
	const int triangles = 2 * (SIDE - 1) * (SIDE - 1);
	tally moving = {.hits = 0};
	uint64_t tried = 0;
	for (int i = 0; i < triangles; ++i)
		for (int j = 0; j < i; ++j)
		{
			two p;
			p.a0 = cloth_triangle(i, 0, true, p.of_a);
			p.b0 = cloth_triangle(j, 0, true, p.of_b);
			p.a1 = cloth_triangle(i, 1, true, p.of_a);
			p.b1 = cloth_triangle(j, 1, true, p.of_b);
			if ((i + j) % 16 == 0)
				check(&p, &moving);
			++tried;
			// Flat and at rest: two triangles of a mesh touch only where they share vertices.
			p.a0 = p.a1 = cloth_triangle(i, 0, false, p.of_a);
			p.b0 = p.b1 = cloth_triangle(j, 0, false, p.of_b);
			const kiln_impact impact = impact_of(&p);
			HOLDS(!impact.hit, &p);
		}
	assert_true(moving.hits > 0 && moving.hits < tried);
}

static void what_lies_on_one_line_is_parted_across_it(void **state)
{
	(void)state;
	const kiln_triangle point = {{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}};
	const kiln_triangle segment = {{{0, 1, 2}, {2, 3, 4}, {1, 2, 3}}}, longer = {{{0, 1, 2}, {1, 2, 3}, {-3, -2, -1}}};
	const kiln_triangle *const shapes[] = {&point, &segment, &longer};
	for (int i = 0; i < 9; ++i)
	{
		const kiln_triangle *a = shapes[i / 3], *b = shapes[i % 3];
		const kiln_impact impact = kiln_deforming_triangle_triangle(a, b, b, a);
		assert_true(impact.inside && impact.t == 0);
		float along = impact.normal.x + impact.normal.y + impact.normal.z;
		assert_float_equal(along, i == 0 ? 1 : 0, 1e-6f);
	}
}

static void triangles_that_are_not_usable_are_not_hit(void **state)
{
	(void)state;
	const kiln_triangle good = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
	const uint32_t of_a[3] = {0, 1, 2}, of_b[3] = {3, 4, 5};
	assert_true(kiln_deforming_triangle_triangle(&good, &good, &good, &good).inside);
	assert_true(kiln_deforming_neighbours(&good, &good, of_a, &good, &good, of_b).inside);
	assert_false(kiln_deforming_neighbours(&good, &good, of_a, &good, &good, of_a).hit);
	assert_false(kiln_deforming_neighbours(&good, &good, NULL, &good, &good, of_b).hit);
	assert_false(kiln_deforming_neighbours(&good, &good, of_a, &good, &good, NULL).hit);
	for (int i = 0; i < 4; ++i)
		for (int k = 0; k < 4; ++k)
		{
			kiln_triangle bad = good;
			bad.corners[k % 3].y = (const float[]){NAN, INFINITY, -2e12f, 0}[k];
			const kiln_triangle *use = k == 3 ? NULL : &bad;
			const kiln_triangle *t[4] = {&good, &good, &good, &good};
			t[i] = use;
			const kiln_impact one = kiln_deforming_triangle_triangle(t[0], t[1], t[2], t[3]), none = {0};
			const kiln_impact other = kiln_deforming_neighbours(t[0], t[1], of_a, t[2], t[3], of_b);
			assert_true(same_impact(&one, &none));
			assert_true(same_impact(&other, &none));
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_contact_of_random_triangles_is_missed),
		cmocka_unit_test(no_contact_of_triangles_that_are_nearly_degenerate_is_missed),
		cmocka_unit_test(triangles_without_common_vertices_agree_with_overlap),
		cmocka_unit_test(numbering_changes_nothing),
		cmocka_unit_test(spikes_wedges_and_cliffs_that_meet_do_not_pass),
		cmocka_unit_test(folded_cloth_meets_itself_but_not_its_neighbours_at_rest),
		cmocka_unit_test(what_lies_on_one_line_is_parted_across_it),
		cmocka_unit_test(triangles_that_are_not_usable_are_not_hit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
