// SPDX-License-Identifier: MIT
#include "primitive_closest.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/// Lines, rays, segments and triangles against each other.

/// Two of any kind: 0 segment, 1 ray, 2 line.
typedef struct pair
{
	kiln_segment segments[2];
	kiln_ray rays[2];
	kiln_line lines[2];
	track tracks[2][3];
} pair;

static real3 minus(kiln_vec3 a, kiln_vec3 b)
{
	return real3_sub(real3_from(a), real3_from(b));
}

static pair random_pair(cloud *c)
{
	pair p;
	const float limits[] = {0, (float)fabs(cloud_unit(c->state)), INFINITY, 1, 3};
	for (int i = 0; i < 2; ++i)
	{
		kiln_vec3 a = cloud_point(c), b = cloud_point(c), d = cloud_direction(c);
		if (i && c->near && cloud_next(c->state) % 4 == 0)
			d = p.lines[0].direction;
		p.segments[i] = (kiln_segment){a, b};
		p.lines[i] = (kiln_line){a, d};
		p.rays[i] = (kiln_ray){a, d, limits[cloud_next(c->state) % 5], 0};
		bool ends = p.rays[i].t_max > 0 && p.rays[i].t_max < INFINITY;
		real one = real_from(1);
		p.tracks[i][0] = (track){real3_from(a), minus(b, a), 0, one};
		p.tracks[i][1] =
			(track){real3_from(a), real3_from(d), ends ? 0 : 2, ends ? real_from((double)p.rays[i].t_max) : one};
		p.tracks[i][2] = (track){real3_from(a), real3_from(d), 3, one};
	}
	return p;
}

static kiln_closest_points ask(const pair *p, int kind_a, int kind_b)
{
	switch (3 * kind_a + kind_b)
	{
	case 0:
		return kiln_closest_segment_segment(&p->segments[0], &p->segments[1]);
	case 3:
		return kiln_closest_ray_segment(&p->rays[0], &p->segments[1]);
	case 4:
		return kiln_closest_ray_ray(&p->rays[0], &p->rays[1]);
	case 6:
		return kiln_closest_line_segment(&p->lines[0], &p->segments[1]);
	case 7:
		return kiln_closest_line_ray(&p->lines[0], &p->rays[1]);
	default:
		return kiln_closest_line_line(&p->lines[0], &p->lines[1]);
	}
}

/// Returns the largest coordinate difference of the inputs and of the nearest points.
static double size_of(const pair *p, const kiln_closest_points *got, bool segments)
{
	const kiln_vec3 all[6] = {
		p->segments[0].a, p->segments[1].a, got->on_a, got->on_b, p->segments[0].b, p->segments[1].b};
	return spread_of(all, segments ? 6 : 4);
}

/// The squared sine of the angle between two tracks.
static double bend(const track *a, const track *b)
{
	real both = real_mul(real3_length2(a->side), real3_length2(b->side));
	return real_sign(both) ? real_to(real_div(real3_length2(real3_cross(a->side, b->side)), both)) : 0;
}

static void pair_trial(cloud *c)
{
	pair p = random_pair(c);
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j <= i; ++j)
		{
			const track *a = &p.tracks[0][i], *b = &p.tracks[1][j];
			expected want = nearest_of_tracks(a, b);
			kiln_closest_points got = ask(&p, i, j);
			double size = size_of(&p, &got, j == 0);
			double reach = kiln_double_max(reach_of(&got.on_a, 1), reach_of(&got.on_b, 1));
			if (reach < 0x1p100)
				assert_closest(
					&got, &want, size, kiln_double_max(reach, reach_of(&p.lines[0].point, 1)), 2, bend(a, b) > 0.01);
			const float room = 1 + 0x1p-23f;
			assert_true(
				i == 2 || (got.at_a[0] >= 0 && (a->open || (double)got.at_a[0] <= real_to(a->end) * (double)room)));
			assert_true(
				j == 2 || (got.at_b[0] >= 0 && (b->open || (double)got.at_b[0] <= real_to(b->end) * (double)room)));
		}
}

static void lines_rays_and_segments_are_as_near_as_their_features(void **state)
{
	(void)state;
	cloud_run(pair_trial, 6000, 3000);
}

/// Zeros of either sign are equal.
static bool same_point(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void segment_ends_may_change_places(void **state)
{
	(void)state;
	uint64_t random = 0x2545f4914f6cdd1dull;
	for (uint64_t n = 0; n < 5000; ++n)
	{
		cloud c = cloud_begin(&random, n, true);
		pair p = random_pair(&c);
		kiln_segment a = {p.segments[0].b, p.segments[0].a}, b = {p.segments[1].b, p.segments[1].a};
		kiln_closest_points got = ask(&p, 0, 0), turned = kiln_closest_segment_segment(&a, &b);
		assert_true(got.distance == turned.distance);
		assert_true(same_point(got.on_a, turned.on_a) && same_point(got.on_b, turned.on_b));
		assert_true(fabsf(got.at_a[0] + turned.at_a[0] - 1) <= 0x1p-23f || p.segments[0].a.x == p.segments[0].b.x);
	}
}

static void corners_of(const kiln_triangle *t, real3 corners[3])
{
	for (int i = 0; i < 3; ++i)
		corners[i] = real3_from(t->corners[i]);
}

static void assert_weights(const kiln_triangle *t, kiln_vec3 on, const float *weights, double reach)
{
	const real3 sides[2] = {minus(t->corners[1], t->corners[0]), minus(t->corners[2], t->corners[0])};
	assert_at(on, weights, real3_from(t->corners[0]), sides, 2, spread_of(t->corners, 3), reach);
	assert_true(weights[0] >= 0 && weights[1] >= 0 && (double)weights[0] + (double)weights[1] <= 1 + 0x1p-22);
}

static void triangle_trial(cloud *c)
{
	kiln_triangle b = {{cloud_point(c), cloud_point(c), cloud_point(c)}};
	pair p = random_pair(c);
	real3 corners[3];
	corners_of(&b, corners);
	const kiln_closest_points all[3] = {kiln_closest_segment_triangle(&p.segments[0], &b),
		kiln_closest_ray_triangle(&p.rays[0], &b), kiln_closest_line_triangle(&p.lines[0], &b)};
	for (int i = 0; i < 3; ++i)
	{
		const kiln_vec3 points[7] = {
			b.corners[0], b.corners[1], b.corners[2], all[i].on_a, all[i].on_b, p.segments[0].a, p.segments[0].b};
		expected want = nearest_of_track_triangle(&p.tracks[0][i], corners);
		double size = spread_of(points, i ? 6 : 7), reach = reach_of(points, i ? 6 : 7);
		assert_closest(&all[i], &want, size, reach, 2, false);
		assert_weights(&b, all[i].on_b, all[i].at_b, reach);
		if (i == 0)
		{
			real3 side = p.tracks[0][0].side;
			assert_at(all[0].on_a, all[0].at_a, p.tracks[0][0].base, &side, 1, size, reach);
		}
	}
	// Segments are exact.
	const kiln_vec3 points[5] = {b.corners[0], b.corners[1], b.corners[2], p.segments[0].a, p.segments[0].b};
	double size = spread_of(points, 5);
	expected want = nearest_of_track_triangle(&p.tracks[0][0], corners);
	assert_int_equal(all[0].distance == 0, touches_to_256_bits(&want, size));
}

static void triangles_are_as_near_to_lines_as_their_features(void **state)
{
	(void)state;
	cloud_run(triangle_trial, 3000, 1500);
}

static void triangle_pair_trial(cloud *c)
{
	kiln_triangle a = {{cloud_point(c), cloud_point(c), cloud_point(c)}};
	kiln_triangle b = {{cloud_point(c), cloud_point(c), cloud_point(c)}};
	real3 first[3], second[3];
	corners_of(&a, first);
	corners_of(&b, second);
	kiln_vec3 all[6];
	memcpy(all, a.corners, sizeof a.corners);
	memcpy(all + 3, b.corners, sizeof b.corners);
	double size = spread_of(all, 6), reach = reach_of(all, 6);
	expected want = nearest_of_triangles(first, second);
	kiln_closest_points got = kiln_closest_triangle_triangle(&a, &b);
	assert_closest(&got, &want, size, reach, 2, false);
	assert_int_equal(got.distance == 0, touches_to_256_bits(&want, size));
	assert_weights(&a, got.on_a, got.at_a, reach);
	assert_weights(&b, got.on_b, got.at_b, reach);
	kiln_triangle turned = {{b.corners[2], b.corners[0], b.corners[1]}};
	kiln_closest_points other = kiln_closest_triangle_triangle(&turned, &a);
	assert_int_equal(got.distance == 0, other.distance == 0);
	assert_true(fabs((double)got.distance - (double)other.distance) <= 0x1p-23 * size + 0x1p-149);
}

static void triangles_are_as_near_as_their_features(void **state)
{
	(void)state;
	cloud_run(triangle_pair_trial, 1500, 800);
}

static void parallels_keep_their_distance(void **state)
{
	(void)state;
	const kiln_line a = {{0, 0, 0}, {1, 0, 0}}, b = {{5, 3, 4}, {-2, 0, 0}};
	assert_true(kiln_closest_line_line(&a, &b).distance == 5);
	const kiln_ray away = {{-1, 3, 4}, {-1, 0, 0}, 0, 0}, from = {{0, 0, 0}, {1, 0, 0}, 0, 0};
	kiln_closest_points got = kiln_closest_ray_ray(&from, &away);
	assert_true(got.at_a[0] == 0 && got.at_b[0] == 0 && fabsf(got.distance - sqrtf(26)) < 1e-6f);
	const kiln_segment s = {{0, 0, 0}, {4, 0, 0}}, t = {{3, 1, 0}, {9, 1, 0}}, u = {{7, 4, 0}, {9, 4, 0}};
	assert_true(kiln_closest_segment_segment(&s, &t).distance == 1);
	assert_true(kiln_closest_segment_segment(&s, &u).distance == 5);
	// Nearly parallel lines meet, far away.
	const kiln_line slow = {{0, 1, 0}, {1, -0x1p-40f, 0}}, slower = {{0, 1, 0}, {1, -0x1p-149f, 0}};
	got = kiln_closest_line_line(&a, &slow);
	assert_true(got.distance == 0 && got.at_a[0] == 0x1p40f && got.on_a.x == 0x1p40f);
	got = kiln_closest_line_line(&a, &slower);
	assert_true(got.distance == 0 && got.at_a[0] == 0x1.fffffep127f && got.on_b.x == 0x1.fffffep127f);
}

static void a_ray_that_begins_beside_a_nearly_parallel_line_does_not_touch_it(void **state)
{
	(void)state;
	// Extended backwards it would touch; the line's place nearest to its origin leads back to the origin, except for
	// rounding.
	const kiln_line a = {{0x1.35d9p-3f, -0x1.3267a2p-4f, 0x1.017f6ap+4f}, {0x1.4df9ap-7f, 0, -0x1.34cd86p+3f}};
	const kiln_ray b = {{0x1.20f966p-3f, -0x1.3267a2p-4f, 0x1.9be62cp+4f}, {-0x1.4df9ap-6f, 0, 0x1.34cd84p+4f}, 0, 0};
	assert_true(fabsf(kiln_closest_line_ray(&a, &b).distance - 1.00724e-9f) < 1e-12f);
}

/// Three times a rotation: whole numbers stay whole, and distances become three times as long.
static kiln_vec3 turned_by(kiln_vec3 v)
{
	return (kiln_vec3){2 * v.x - v.y + 2 * v.z, 2 * v.x + 2 * v.y - v.z, -v.x + 2 * v.y + 2 * v.z};
}

static void assert_thrice(const kiln_closest_points *got, const kiln_closest_points *turned, bool points)
{
	double room = 0x1p-22 * 9;
	assert_int_equal(got->distance == 0, turned->distance == 0);
	assert_true(fabs(3 * (double)got->distance - (double)turned->distance) <= room);
	kiln_vec3 on = turned_by(got->on_b);
	assert_true(!points || kiln_d3_largest(kiln_d3_sub(kiln_d3_from(on), kiln_d3_from(turned->on_b))) <= 4 * room);
}

static void rotations_turn_the_answers(void **state)
{
	(void)state;
	uint64_t random = 0xda942042e4dd58b5ull;
	for (int n = 0; n < 5000; ++n)
	{
		cloud c = cloud_begin(&random, 0, n % 2);
		kiln_vec3 p[6], q[6];
		for (int i = 0; i < 6; ++i)
		{
			p[i] = cloud_point(&c);
			p[i] = (kiln_vec3){rintf(p[i].x), rintf(p[i].y), rintf(p[i].z)};
			q[i] = turned_by(p[i]);
		}
		const kiln_triangle a = {{p[0], p[1], p[2]}}, b = {{p[3], p[4], p[5]}};
		const kiln_triangle ra = {{q[0], q[1], q[2]}}, rb = {{q[3], q[4], q[5]}};
		const kiln_segment s = {p[0], p[1]}, rs = {q[0], q[1]}, t = {p[2], p[3]}, rt = {q[2], q[3]};
		const kiln_tetrahedron solid = {{p[2], p[3], p[4], p[5]}}, rsolid = {{q[2], q[3], q[4], q[5]}};
		const kiln_cylinder round = {p[1], p[2], 2}, rround = {q[1], q[2], 6};
		const kiln_cone cone = {p[1], p[2], 2}, rcone = {q[1], q[2], 6};
		kiln_closest_points got = kiln_closest_triangle_triangle(&a, &b);
		kiln_closest_points turned = kiln_closest_triangle_triangle(&ra, &rb);
		assert_thrice(&got, &turned, false);
		got = kiln_closest_segment_segment(&s, &t);
		turned = kiln_closest_segment_segment(&rs, &rt);
		assert_thrice(&got, &turned, false);
		got = kiln_closest_segment_triangle(&s, &b);
		turned = kiln_closest_segment_triangle(&rs, &rb);
		assert_thrice(&got, &turned, false);
		got = kiln_closest_point_triangle(&p[0], &b);
		turned = kiln_closest_point_triangle(&q[0], &rb);
		assert_thrice(&got, &turned, true);
		got = kiln_closest_point_tetrahedron(&p[0], &solid);
		turned = kiln_closest_point_tetrahedron(&q[0], &rsolid);
		assert_thrice(&got, &turned, true);
		got = kiln_closest_point_cylinder(&p[0], &round);
		turned = kiln_closest_point_cylinder(&q[0], &rround);
		assert_thrice(&got, &turned, true);
		got = kiln_closest_point_cone(&p[0], &cone);
		turned = kiln_closest_point_cone(&q[0], &rcone);
		assert_thrice(&got, &turned, true);
	}
}

static kiln_closest_points with(int pair_number, const void *a, const void *b)
{
	switch (pair_number)
	{
	case 0:
		return kiln_closest_line_line(a, b);
	case 1:
		return kiln_closest_line_ray(a, b);
	case 2:
		return kiln_closest_line_segment(a, b);
	case 3:
		return kiln_closest_ray_ray(a, b);
	case 4:
		return kiln_closest_ray_segment(a, b);
	case 5:
		return kiln_closest_segment_segment(a, b);
	case 6:
		return kiln_closest_line_triangle(a, b);
	case 7:
		return kiln_closest_ray_triangle(a, b);
	case 8:
		return kiln_closest_segment_triangle(a, b);
	default:
		return kiln_closest_triangle_triangle(a, b);
	}
}

static void what_is_not_usable_is_refused(void **state)
{
	(void)state;
	const kiln_line line = {{0, 0, 0}, {1, 2, 3}};
	const kiln_ray ray = {{5, 0, 0}, {1, 0, 3}, 1, 0};
	const kiln_segment segment = {{0, 7, 0}, {1, 2, 3}};
	const kiln_triangle triangle = {{{4, 0, 0}, {4, 1, 0}, {4, 0, 1}}};
	const void *shapes[4] = {&line, &ray, &segment, &triangle};
	const size_t sizes[4] = {sizeof line, offsetof(kiln_ray, t_max), sizeof segment, sizeof triangle};
	static const int of[10][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}, {0, 3}, {1, 3}, {2, 3}, {3, 3}};
	for (int i = 0; i < 10; ++i)
	{
		const void *a = shapes[of[i][0]], *b = shapes[of[i][1]];
		union
		{
			kiln_triangle largest;
			kiln_ray ray;
		} bad;
		memset(&bad, 0, sizeof bad);
		assert_true(with(i, a, b).found);
		assert_refused(with(i, NULL, b));
		assert_refused(with(i, a, NULL));
		for (uint32_t step = 0; spoil(&bad, a, sizes[of[i][0]], step); ++step)
			assert_refused(with(i, &bad, b));
		for (uint32_t step = 0; spoil(&bad, b, sizes[of[i][1]], step); ++step)
			assert_refused(with(i, a, &bad));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_rays_and_segments_are_as_near_as_their_features),
		cmocka_unit_test(segment_ends_may_change_places),
		cmocka_unit_test(triangles_are_as_near_to_lines_as_their_features),
		cmocka_unit_test(triangles_are_as_near_as_their_features),
		cmocka_unit_test(rotations_turn_the_answers),
		cmocka_unit_test(parallels_keep_their_distance),
		cmocka_unit_test(a_ray_that_begins_beside_a_nearly_parallel_line_does_not_touch_it),
		cmocka_unit_test(what_is_not_usable_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
