// SPDX-License-Identifier: MIT
#include "primitive_intersect.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// Lines, rays and segments against triangles: by the intersection with the plane and its coordinates, in 256 bits; and
/// against closed surfaces, which let nothing through.

/// The expected intersection: the point where the line crosses the plane, as weights of the corners.
typedef struct crossing
{
	bool parallel; ///< or a triangle without area
	bool hit;
	real t, weight[3], turn;
} crossing;

static crossing crossing_of(const track_case *t, const kiln_triangle *b)
{
	crossing x = {0};
	real3 a = real3_from(b->corners[0]), ab = real3_sub(real3_from(b->corners[1]), a);
	real3 ac = real3_sub(real3_from(b->corners[2]), a), n = real3_cross(ab, ac);
	x.turn = real3_dot(n, t->d);
	x.parallel = real_sign(x.turn) == 0;
	if (x.parallel)
		return x;
	x.t = real_div(real3_dot(n, real3_sub(a, t->o)), x.turn);
	real3 p = real3_sub(real3_along(t->o, x.t, t->d), a);
	real area = real3_length2(n);
	x.weight[1] = real_div(real3_dot(real3_cross(p, ac), n), area);
	x.weight[2] = real_div(real3_dot(real3_cross(ab, p), n), area);
	x.weight[0] = real_sub(real_from(1), real_add(x.weight[1], x.weight[2]));
	// Divided: a number that should be 0 may be 2^-250.
	real rounding = real_from(-0x1p-150);
	x.hit = true;
	for (int i = 0; i < 3; ++i)
		x.hit = x.hit && real_compare(x.weight[i], rounding) >= 0;
	return x;
}

static bool in_time(const track_case *t, real time)
{
	real slack = real_mul(real_from(0x1p-150), real_abs(time));
	return real_compare(real_add(time, slack), t->low) >= 0 && real_compare(real_sub(time, slack), t->high) <= 0;
}

static double size_of(const track_case *t, const kiln_triangle *b)
{
	double size = 0;
	for (int i = 0; i < 3; ++i)
		size = fmax(size, kiln_d3_largest(kiln_d3_sub(kiln_d3_from(b->corners[i]), kiln_d3_from(t->begin))));
	return size;
}

static void assert_pierced(const track_case *t, const crossing *x, const kiln_triangle *b, kiln_intersection got)
{
	double size = size_of(t, b), length = sqrt(kiln_d3_length2(real3_to(t->d)));
	double want = real_to(x->t);
	assert_true(fabs((double)got.t - want) <= 0x1p-23 * fabs(want) + 0x1p-30 * size / length + 0x1p-149);
	assert_true(got.t == got.leave);
	assert_false(got.inside);
	assert_int_equal(got.back, real_sign(x->turn) > 0);
	assert_true(fabs((double)got.u - real_to(x->weight[1])) <= 0x1p-22 && got.u >= 0);
	assert_true(fabs((double)got.v - real_to(x->weight[2])) <= 0x1p-22 && got.v >= 0);
	kiln_d3 n = kiln_d3_from(got.normal);
	assert_true(fabs(kiln_d3_length2(n) - 1) < 1e-6);
	real3 a = real3_from(b->corners[0]);
	real3 exact = real3_cross(real3_sub(real3_from(b->corners[1]), a), real3_sub(real3_from(b->corners[2]), a));
	real3 unit = real3_scale(exact, real_div(real_from(1), real3_length(exact)));
	assert_true(kiln_d3_largest(kiln_d3_sub(n, real3_to(unit))) <= 0x1p-22);
}

static kiln_triangle relabelled(const kiln_triangle *b, int order)
{
	static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
	const int *o = orders[order];
	return (kiln_triangle){{b->corners[o[0]], b->corners[o[1]], b->corners[o[2]]}};
}

static void assert_same_however_labelled(const track_case *t, const kiln_triangle *b, kiln_intersection got)
{
	double slack = 0x1p-30 * size_of(t, b) / sqrt(kiln_d3_length2(real3_to(t->d))) + 0x1p-148;
	for (int order = 1; order < 6; ++order)
	{
		kiln_triangle other = relabelled(b, order);
		kiln_intersection again = INTERSECT(triangle, t, &other);
		assert_int_equal(again.hit, got.hit);
		if (!t->point && got.t == got.leave && again.t == again.leave)
			assert_true(fabs((double)again.t - (double)got.t) <= 0x1p-22 * fabs((double)got.t) + slack);
	}
}

static void try_triangle(cloud *c)
{
	kiln_triangle b = {{cloud_point(c), cloud_point(c), cloud_point(c)}};
	track_case t = track_of(c);
	crossing x = crossing_of(&t, &b);
	kiln_intersection got = INTERSECT(triangle, &t, &b);
	assert_same_however_labelled(&t, &b, got);
	if (x.parallel)
	{
		// Paths that slide along the triangle or do not move are tested by kiln_closest_* and explicit cases.
		if (got.hit && t.kind == 2)
			assert_true(kiln_closest_segment_triangle(&t.segment, &b).distance == 0);
		return;
	}
	bool want = x.hit && in_time(&t, x.t) && fabs(real_to(x.t)) < 3e38;
	if (want != got.hit)
		// The end of a ray that is given by its length.
		assert_true(got.hit && x.hit && t.kind == 1 && t.ray.t_max > 0 &&
					fabs(real_to(x.t) - (double)t.ray.t_max) < 1e-6 * (double)t.ray.t_max + size_of(&t, &b) * 0x1p-40);
	else if (got.hit)
		assert_pierced(&t, &x, &b, got);
	else
		assert_nothing(got);
}

static void triangles_are_met_where_their_plane_is_in_them(void **state)
{
	(void)state;
	cloud_run(try_triangle, 4000, 4000);
}

// --- closed surfaces ---

#define ROUND 12

/// A closed surface of needles and fans: rings of corners about an axis, with a pole at each end.
typedef struct closed
{
	kiln_vec3 points[ROUND * 3 + 2];
	uint32_t corners[ROUND * 6][3];
	uint32_t count;
} closed;

static closed closed_of(uint64_t *state, double flat, double wide)
{
	closed s = {.count = 0};
	const uint32_t poles[2] = {ROUND * 3, ROUND * 3 + 1};
	for (uint32_t ring = 0; ring < 3; ++ring)
		for (uint32_t i = 0; i < ROUND; ++i)
		{
			double angle = 6.283185307 * (i + 0.3 * cloud_unit(state)) / ROUND, r = wide * (ring == 1 ? 2 : 1);
			s.points[ring * ROUND + i] = (kiln_vec3){(float)(r * cos(angle)), (float)(r * sin(angle)),
				(float)(flat * (ring - 1.0 + 0.1 * cloud_unit(state)))};
		}
	s.points[poles[0]] = (kiln_vec3){0, 0, (float)(-2 * flat)};
	s.points[poles[1]] = (kiln_vec3){0, 0, (float)(2 * flat)};
	for (uint32_t i = 0; i < ROUND; ++i)
	{
		uint32_t j = (i + 1) % ROUND;
		for (uint32_t ring = 0; ring < 2; ++ring)
		{
			uint32_t a = ring * ROUND + i, b = ring * ROUND + j, d = a + ROUND, e = b + ROUND;
			memcpy(s.corners[s.count++], (uint32_t[3]){a, b, e}, sizeof s.corners[0]);
			memcpy(s.corners[s.count++], (uint32_t[3]){e, d, a}, sizeof s.corners[0]);
		}
		memcpy(s.corners[s.count++], (uint32_t[3]){j, i, poles[0]}, sizeof s.corners[0]);
		memcpy(s.corners[s.count++], (uint32_t[3]){ROUND * 2 + i, ROUND * 2 + j, poles[1]}, sizeof s.corners[0]);
	}
	return s;
}

/// A point of a corner, of an edge or of the inside of a triangle of the surface.
static kiln_vec3 aim_at(uint64_t *state, const closed *s)
{
	const uint32_t *corner = s->corners[(cloud_next(state) >> 20) % s->count];
	kiln_d3 a = kiln_d3_from(s->points[corner[0]]), b = kiln_d3_from(s->points[corner[1]]);
	double u = fabs(cloud_unit(state)), v = fabs(cloud_unit(state)) * (1 - u);
	uint64_t choice = (cloud_next(state) >> 20) % 4;
	u = choice == 0 ? 0 : u;
	v = choice < 3 ? 0 : v;
	kiln_d3 p = kiln_d3_along(a, u, kiln_d3_sub(b, a));
	return kiln_d3_to(kiln_d3_along(p, v, kiln_d3_sub(kiln_d3_from(s->points[corner[2]]), a)));
}

static uint32_t surface_hits(const closed *s, const track_case *t)
{
	uint32_t hits = 0;
	for (uint32_t i = 0; i < s->count; ++i)
	{
		const uint32_t *c = s->corners[i];
		kiln_triangle triangle = {{s->points[c[0]], s->points[c[1]], s->points[c[2]]}};
		hits += INTERSECT(triangle, t, &triangle).hit;
	}
	return hits;
}

/// From outside through the surface towards the middle, or from inside out: the surface is hit.
static void nothing_slips_through_closed_surfaces(void **unused)
{
	static const double shapes[5][2] = {{1, 1}, {1e-3, 1}, {1, 1e-4}, {1e-6, 1e3}, {0x1p-100, 0x1p-100}};
	uint64_t state = 0x1234567;
	(void)unused;
	for (uint64_t n = 0; n < trials_random(3000) / 8 + trials_near(3000) / 8; ++n)
	{
		const double *shape = shapes[n % 5];
		closed s = closed_of(&state, shape[0], shape[1]);
		for (int i = 0; i < 8; ++i)
		{
			double reach = ldexp(shape[0] + shape[1], (i & 3) * 5 + 2);
			kiln_vec3 from = {0, 0, 0}, at = aim_at(&state, &s);
			if (i & 4)
				from = (kiln_vec3){(float)(reach * cloud_unit(&state)), (float)(reach * cloud_unit(&state)),
					(float)(reach * (2 + cloud_unit(&state)))};
			track_case t = {.kind = 1, .begin = from};
			t.ray = (kiln_ray){.origin = from};
			t.ray.direction = (kiln_vec3){at.x - from.x, at.y - from.y, at.z - from.z};
			if (i & 4)
				// Rounding may lead past the rim as seen from outside, but not past all triangles when aimed at the
				// middle.
				t.ray.direction =
					(kiln_vec3){at.x * 0x1p-2f - from.x, at.y * 0x1p-2f - from.y, at.z * 0x1p-2f - from.z};
			assert_true(surface_hits(&s, &t) > 0);
			t.kind = 2;
			t.segment = (kiln_segment){
				from, {at.x * (i & 4 ? 0.25f : 8), at.y * (i & 4 ? 0.25f : 8), at.z * (i & 4 ? 0.25f : 8)}};
			assert_true(surface_hits(&s, &t) > 0);
		}
	}
}

// --- by hand ---

static const kiln_triangle right_angle = {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

static kiln_intersection ray(kiln_vec3 from, kiln_vec3 direction, float t_max, const kiln_triangle *b)
{
	kiln_ray r = {.origin = from, .direction = direction, .t_max = t_max};
	return kiln_intersect_ray_triangle(&r, b);
}

static void assert_met(kiln_intersection got, float t, float t_leave, float u, float v)
{
	assert_true(got.hit && !got.inside);
	assert_true(got.t == t && got.leave == t_leave && got.u == u && got.v == v);
}

static void touching_counts(void **state)
{
	(void)state;
	kiln_vec3 down = {0, 0, -2};
	assert_met(ray((kiln_vec3){1, 1, 4}, down, 0, &right_angle), 2, 2, 0.25f, 0.25f);
	assert_met(ray((kiln_vec3){1, 1, 4}, down, 2, &right_angle), 2, 2, 0.25f, 0.25f);
	assert_nothing(ray((kiln_vec3){1, 1, 4}, down, 1.999f, &right_angle));
	assert_met(ray((kiln_vec3){2, 2, 4}, down, 0, &right_angle), 2, 2, 0.5f, 0.5f);
	assert_met(ray((kiln_vec3){4, 0, 0}, down, 0, &right_angle), 0, 0, 1, 0);
	assert_nothing(ray((kiln_vec3){1, 1, -1}, down, 0, &right_angle));
	kiln_intersection behind = ray((kiln_vec3){1, 1, -1}, (kiln_vec3){0, 0, 1}, 0, &right_angle);
	assert_true(behind.hit && behind.back && behind.normal.z == 1);
	kiln_segment s = {{1, 1, 1}, {1, 1, 0}};
	assert_met(kiln_intersect_segment_triangle(&s, &right_angle), 1, 1, 0.25f, 0.25f);
	s.b.z = 0x1p-149f;
	assert_nothing(kiln_intersect_segment_triangle(&s, &right_angle));
}

static void paths_in_the_plane_slide_from_edge_to_edge(void **state)
{
	(void)state;
	kiln_vec3 x = {2, 0, 0};
	assert_met(ray((kiln_vec3){-2, 1, 0}, x, 0, &right_angle), 1, 2.5f, 0, 0.25f);
	assert_met(ray((kiln_vec3){1, 1, 0}, x, 0, &right_angle), 0, 1, 0.25f, 0.25f);
	assert_met(ray((kiln_vec3){1, 1, 0}, x, 0.5f, &right_angle), 0, 0.5f, 0.25f, 0.25f);
	assert_met(ray((kiln_vec3){-2, 0, 0}, x, 0, &right_angle), 1, 3, 0, 0);
	assert_met(ray((kiln_vec3){-2, 4, 0}, x, 0, &right_angle), 1, 1, 0, 1);
	assert_nothing(ray((kiln_vec3){-2, 4.5f, 0}, x, 0, &right_angle));
	assert_nothing(ray((kiln_vec3){4, 1, 0}, x, 0, &right_angle));
	assert_nothing(ray((kiln_vec3){-2, 1, 0}, x, 0.5f, &right_angle));
	kiln_line line = {{100, 1, 0}, {2, 0, 0}};
	assert_met(kiln_intersect_line_triangle(&line, &right_angle), -50, -48.5f, 0, 0.25f);
	kiln_segment s = {{3, 3, 0}, {-1, -1, 0}};
	assert_met(kiln_intersect_segment_triangle(&s, &right_angle), 0.25f, 0.75f, 0.5f, 0.5f);
	assert_nothing(ray((kiln_vec3){0, 0, 1}, x, 0, &right_angle));
}

static void points_and_segments_are_triangles_too(void **state)
{
	(void)state;
	kiln_triangle point = {{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}}, needle = {{{0, 0, 0}, {3, 0, 0}, {1, 0, 0}}};
	kiln_intersection got = ray((kiln_vec3){0, 0, 0}, (kiln_vec3){1, 2, 3}, 0, &point);
	assert_true(got.hit && got.t == 1 && got.normal.z < 0);
	assert_nothing(ray((kiln_vec3){0, 0, 0}, (kiln_vec3){1, 2, 3.0000002f}, 0, &point));
	got = ray((kiln_vec3){2, 0, 5}, (kiln_vec3){0, 0, -1}, 0, &needle);
	assert_true(got.hit && got.t == 5);
	got = ray((kiln_vec3){-1, 0, 0}, (kiln_vec3){1, 0, 0}, 0, &needle);
	assert_true(got.hit && got.t == 1 && got.leave == 4);
	assert_nothing(ray((kiln_vec3){2, 0x1p-149f, 5}, (kiln_vec3){0, 0, -1}, 0, &needle));
	assert_nothing(ray((kiln_vec3){-2, 0, 5}, (kiln_vec3){0, 0, -1}, 0, &needle));
	kiln_segment still = {{1, 1, 0}, {1, 1, 0}};
	assert_met(kiln_intersect_segment_triangle(&still, &right_angle), 0, 0, 0.25f, 0.25f);
	still.a.z = still.b.z = 1;
	assert_nothing(kiln_intersect_segment_triangle(&still, &right_angle));
	kiln_segment through = {{2, 0, 1}, {2, 0, -1}};
	assert_true(kiln_intersect_segment_triangle(&through, &needle).t == 0.5f);
}

static void times_beyond_float32_are_no_hits(void **state)
{
	(void)state;
	assert_nothing(ray((kiln_vec3){1, 1, 0x1p39f}, (kiln_vec3){0, 0, -0x1p-120f}, 0, &right_angle));
	assert_nothing(ray((kiln_vec3){1, 1, 0x1p30f}, (kiln_vec3){0, 0, -0x1p-100f}, INFINITY, &right_angle));
	assert_true(ray((kiln_vec3){1, 1, 1}, (kiln_vec3){0, 0, -0x1p-120f}, 0, &right_angle).t == 0x1p120f);
	assert_true(ray((kiln_vec3){1, 1, 1}, (kiln_vec3){0, 0, -0x1p-120f}, INFINITY, &right_angle).t == 0x1p120f);
}

static void unusable_paths_and_triangles_are_refused(void **state)
{
	(void)state;
	kiln_ray good = {.origin = {1, 1, 1}, .direction = {0, 0, -1}, .t_max = 5}, bad;
	kiln_triangle wrong;
	assert_true(kiln_intersect_ray_triangle(&good, &right_angle).hit);
	// Seven floats; the last is t_max, for which infinity is good.
	for (uint32_t step = 0; step < 24 && spoil(&bad, &good, 28, step); ++step)
		assert_nothing(kiln_intersect_ray_triangle(&bad, &right_angle));
	for (uint32_t step = 0; spoil(&wrong, &right_angle, sizeof wrong, step); ++step)
		assert_nothing(kiln_intersect_ray_triangle(&good, &wrong));
	bad = good;
	bad.t_max = -1;
	assert_nothing(kiln_intersect_ray_triangle(&bad, &right_angle));
	bad.t_max = INFINITY;
	assert_true(kiln_intersect_ray_triangle(&bad, &right_angle).hit);
	bad.direction.z = 0;
	assert_nothing(kiln_intersect_ray_triangle(&bad, &right_angle));
	assert_nothing(kiln_intersect_ray_triangle(NULL, &right_angle));
	assert_nothing(kiln_intersect_ray_triangle(&good, NULL));
	assert_nothing(kiln_intersect_line_triangle(NULL, &right_angle));
	assert_nothing(kiln_intersect_segment_triangle(NULL, &right_angle));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(triangles_are_met_where_their_plane_is_in_them),
		cmocka_unit_test(nothing_slips_through_closed_surfaces),
		cmocka_unit_test(touching_counts),
		cmocka_unit_test(paths_in_the_plane_slide_from_edge_to_edge),
		cmocka_unit_test(points_and_segments_are_triangles_too),
		cmocka_unit_test(times_beyond_float32_are_no_hits),
		cmocka_unit_test(unusable_paths_and_triangles_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
