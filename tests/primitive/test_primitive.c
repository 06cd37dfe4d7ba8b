// SPDX-License-Identifier: MIT
#include "primitive/moving/sweep.h"
#include "primitive/touch.h"
#include "shape/segment.h"
#include "shape/triangle_point.h"
#include "support/shape_oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROUNDS 20000

/// Sizes and places of the random configurations.
static const double sizes[] = {1, 1e-6, 1e6, 1e-20, 1e7};

static double pick_size(uint64_t *random, int round)
{
	return round % 8 == 0 ? sizes[fixture_random(random) % 5] : 1;
}

static void see(const kiln_vec3 corners[3], kiln_d3 seen[3])
{
	for (int i = 0; i < 3; ++i)
		seen[i] = kiln_d3_from(corners[i]);
}

static double size_of(const kiln_d3 seen[3])
{
	return kiln_d3_largest(seen[0]) + kiln_d3_largest(seen[1]) + kiln_d3_largest(seen[2]);
}

static oracle_triangle pick_kind(int round)
{
	return (oracle_triangle)(round % ORACLE_TRIANGLES);
}

static void closest_point_of_any_triangle_is_closest(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		double size = pick_size(&random, round);
		double away = round % 3 == 0 ? 0 : pow(10, 3 * oracle_signed(&random));
		oracle_corners(&random, pick_kind(round), oracle_vector(&random, size * away), size, corners);
		see(corners, seen);
		kiln_d3 q = kilni_triangle_closest(seen);
		const kiln_d3 origin = {0, 0, 0};
		double total = size_of(seen) + 1e-30;
		// The height of a needle is 1e-6 of its length: the point's error along it is larger by this factor.
		assert_true(oracle_pair_error(origin, &origin, 1, q, seen, 3) <= 1e-11 * total);
		const kiln_solid point = {.kind = KILN_SOLID_SPHERE, .center = q};
		assert_true(oracle_separation(&point, origin, corners) <= 1e-14L * (long double)total);
	}
}

static void closest_point_does_not_depend_on_the_order_of_corners(void **state)
{
	(void)state;
	uint64_t random = 2;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		oracle_corners(&random, pick_kind(round), oracle_vector(&random, 1), 1, corners);
		see(corners, seen);
		double distance = sqrt(kiln_d3_length2(kilni_triangle_closest(seen)));
		for (int i = 0; i < 3; ++i)
		{
			const kiln_d3 turned[3] = {seen[i], seen[(i + 1) % 3], seen[(i + 2) % 3]};
			const kiln_d3 mirrored[3] = {seen[i], seen[(i + 2) % 3], seen[(i + 1) % 3]};
			assert_true(fabs(sqrt(kiln_d3_length2(kilni_triangle_closest(turned))) - distance) <= 1e-11);
			assert_true(fabs(sqrt(kiln_d3_length2(kilni_triangle_closest(mirrored))) - distance) <= 1e-11);
		}
	}
}

static void corners_edges_and_face_of_a_triangle_are_met_exactly(void **state)
{
	(void)state;
	// The right triangle (0,0) (4,0) (0,4), seen from points whose closest point is known.
	static const double cases[][6] = {{-1, -1, 2, 0, 0, 0}, {5, -1, 0, 4, 0, 0}, {-1, 6, 1, 0, 4, 0},
		{1, -3, 4, 1, 0, 0}, {-3, 1, 4, 0, 1, 0}, {4, 4, 0, 2, 2, 0}, {1, 1, 7, 1, 1, 0}, {1, 1, 0, 1, 1, 0},
		{2, 2, 1, 2, 2, 0}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		const double *c = cases[i];
		const kiln_d3 p = {c[0], c[1], c[2]};
		const kiln_d3 seen[3] = {
			kiln_d3_sub((kiln_d3){0, 0, 0}, p), kiln_d3_sub((kiln_d3){4, 0, 0}, p), kiln_d3_sub((kiln_d3){0, 4, 0}, p)};
		kiln_d3 q = kiln_d3_add(p, kilni_triangle_closest(seen));
		assert_true(q.x == c[3] && q.y == c[4] && q.z == c[5]);
	}
}

/// A segment of a random kind: general, whole numbers, parallel to `other`, a point.
static void pick_segment(uint64_t *random, int round, kiln_d3 other, kiln_d3 *p, kiln_d3 *d)
{
	*p = kiln_d3_from(oracle_vector(random, 2));
	*d = kiln_d3_from(oracle_vector(random, 2));
	if (round % 5 == 1)
	{
		*p = kiln_d3_from(oracle_integer_vector(random, 2));
		*d = kiln_d3_from(oracle_integer_vector(random, 2));
	}
	else if (round % 5 == 2)
		*d = kiln_d3_scale(other, 3 * oracle_signed(random));
	else if (round % 5 == 3)
		*d = kiln_d3_along(kiln_d3_scale(other, 2), 1e-8, *d);
	else if (round % 15 == 4)
		*d = (kiln_d3){0, 0, 0};
}

static void closest_points_of_two_segments_are_closest(void **state)
{
	(void)state;
	uint64_t random = 3;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_d3 p, d, q, e;
		pick_segment(&random, round % 2, (kiln_d3){1, 0, 0}, &p, &d);
		pick_segment(&random, round, d, &q, &e);
		kiln_nearest_pair pair = kilni_segment_segment(p, d, q, e);
		const kiln_d3 first[2] = {p, kiln_d3_add(p, d)}, second[2] = {q, kiln_d3_add(q, e)};
		assert_true(oracle_pair_error(pair.first, first, 2, pair.second, second, 2) <= 1e-13);
		assert_true(fabs(sqrt(pair.distance2) - sqrt(kiln_d3_length2(kiln_d3_sub(pair.first, pair.second)))) <= 1e-14);
		// Both points must be on their segments.
		const kiln_d3 flat_first[3] = {first[0], first[1], first[1]},
					  flat_second[3] = {second[0], second[1], second[1]};
		const kiln_d3 *flats[2] = {flat_first, flat_second};
		const kiln_d3 points[2] = {pair.first, pair.second};
		for (int i = 0; i < 2; ++i)
		{
			kiln_d3 seen[3];
			for (int k = 0; k < 3; ++k)
				seen[k] = kiln_d3_sub(flats[i][k], points[i]);
			assert_true(kiln_d3_length2(kilni_triangle_closest(seen)) <= 1e-28);
		}
	}
}

static void closest_points_of_segment_and_triangle_are_closest(void **state)
{
	(void)state;
	uint64_t random = 4;
	int crossings = 0;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3], p, d;
		oracle_corners(&random, pick_kind(round), (kiln_vec3){0, 0, 0}, 1, corners);
		see(corners, seen);
		pick_segment(&random, round / 5, kiln_d3_sub(seen[1], seen[0]), &p, &d);
		kiln_nearest_pair pair = kilni_segment_triangle(p, d, seen);
		const kiln_d3 ends[2] = {p, kiln_d3_add(p, d)};
		assert_true(oracle_pair_error(pair.first, ends, 2, pair.second, seen, 3) <= 1e-11);
		crossings += pair.distance2 == 0;
	}
	assert_in_range(crossings, ROUNDS / 200, ROUNDS / 2);
}

static void a_segment_through_a_corner_or_an_edge_crosses_the_triangle(void **state)
{
	(void)state;
	const kiln_d3 triangle[3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
	static const double through[][2] = {{0, 0}, {4, 0}, {0, 4}, {1, 0}, {0, 3}, {2, 2}, {1, 1}};
	for (size_t i = 0; i < sizeof through / sizeof *through; ++i)
	{
		const kiln_d3 d = {2, -4, 6};
		const kiln_d3 p = {through[i][0] - 1, through[i][1] + 2, -3};
		assert_true(kilni_segment_triangle(p, d, triangle).distance2 == 0);
		// Starting or ending there.
		assert_true(kilni_segment_triangle(kiln_d3_along(p, 0.5, d), d, triangle).distance2 == 0);
		assert_true(kilni_segment_triangle(p, kiln_d3_scale(d, 0.5), triangle).distance2 == 0);
	}
	assert_true(kilni_segment_triangle((kiln_d3){-1, 1, 0}, (kiln_d3){6, 0, 0}, triangle).distance2 == 0);
	assert_true(kilni_segment_triangle((kiln_d3){1, 1, 0}, (kiln_d3){1, 0, 0}, triangle).distance2 == 0);
	assert_true(kilni_segment_triangle((kiln_d3){-1, 1, 1}, (kiln_d3){6, 0, 0}, triangle).distance2 == 1);
}

static bool pick_solid(uint64_t *random, int kind, double size, kiln_vec3 center, kiln_solid *solid)
{
	float radius = (float)(size * (double)fixture_random_unit(random));
	if (fixture_random(random) % 16 == 0)
		radius = 0;
	if (kind == KILN_SOLID_SPHERE)
		return kilni_solid_from_sphere(solid, &(kiln_sphere){center, radius});
	if (kind == KILN_SOLID_CAPSULE)
	{
		kiln_vec3 off = oracle_vector(random, size);
		kiln_capsule capsule = {center, {center.x + off.x, center.y + off.y, center.z + off.z}, radius};
		if (fixture_random(random) % 16 == 0)
			capsule.b = capsule.a;
		return kilni_solid_from_capsule(solid, &capsule);
	}
	kiln_vec3 half = oracle_vector(random, size);
	kiln_box box = {center, {fabsf(half.x), fabsf(half.y), fabsf(half.z)}, oracle_rotation(random)};
	if (fixture_random(random) % 4 == 0)
		box.rotation = (kiln_quat){0, 0, 0, 0};
	if (fixture_random(random) % 16 == 0)
		box.half_extents.y = 0;
	return kilni_solid_from_box(solid, &box);
}

static void touching_agrees_with_the_separation(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int kind = 0; kind < 3; ++kind)
	{
		int touching = 0;
		for (int round = 0; round < ROUNDS; ++round)
		{
			kiln_vec3 corners[3];
			kiln_d3 seen[3];
			kiln_solid solid;
			double size = pick_size(&random, round);
			kiln_vec3 place = oracle_vector(&random, round % 4 == 0 ? 1e4 * size : 0);
			oracle_corners(&random, pick_kind(round), place, size, corners);
			kiln_d3 near = kiln_d3_add(kiln_d3_from(place), kiln_d3_from(oracle_vector(&random, 1.5 * size)));
			assert_true(pick_solid(&random, kind, size, kiln_d3_to(near), &solid));
			kiln_solid_see(&solid, corners, seen);
			long double gap = oracle_separation(&solid, (kiln_d3){0, 0, 0}, corners);
			long double doubt = 1e-13L * (long double)(size_of(seen) + size);
			bool touches = kilni_touch(&solid, seen);
			touching += touches;
			if (gap > doubt)
				assert_false(touches);
			// A box that no axis separates by more than rounding may still be separated by an axis close to a null
			// axis.
			if (gap < -doubt)
				assert_true(touches);
		}
		assert_in_range(touching, ROUNDS / 20, ROUNDS * 9 / 10);
	}
}

static void a_box_touches_what_clipping_leaves_inside_it(void **state)
{
	(void)state;
	uint64_t random = 6;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_solid box;
		oracle_corners(&random, pick_kind(round), (kiln_vec3){0, 0, 0}, 1, corners);
		assert_true(pick_solid(&random, KILN_SOLID_BOX, 1, oracle_vector(&random, 1.5), &box));
		kiln_solid_see(&box, corners, seen);
		bool touches = kilni_touch_box(&box, seen);
		if (!oracle_box_clips(&box, 1e-9, corners))
			assert_false(touches);
		if (oracle_box_clips(&box, 0, corners))
			assert_true(touches);
	}
}

static void exact_contact_of_whole_numbers_is_touching(void **state)
{
	(void)state;
	uint64_t random = 7;
	int contacts = 0;
	for (int round = 0; round < ROUNDS; ++round)
	{
		kiln_vec3 corners[3];
		kiln_d3 seen[3];
		kiln_solid box;
		for (int i = 0; i < 3; ++i)
			corners[i] = oracle_integer_vector(&random, 4);
		kiln_vec3 center = oracle_integer_vector(&random, 4);
		kiln_vec3 half = oracle_integer_vector(&random, 2);
		kiln_box shape = {center, {fabsf(half.x), fabsf(half.y), fabsf(half.z)}, {0, 0, 0, 0}};
		assert_true(kilni_solid_from_box(&box, &shape));
		kiln_solid_see(&box, corners, seen);
		long double gap = oracle_separation(&box, (kiln_d3){0, 0, 0}, corners);
		contacts += fabsl(gap) < 1e-15L;
		if (gap <= 0)
			assert_true(kilni_touch_box(&box, seen));
		else if (gap > 1e-9L)
			assert_false(kilni_touch_box(&box, seen));
	}
	assert_true(contacts > ROUNDS / 20);
	// Pythagoras: a corner, an edge and a face at exactly the radius.
	const kiln_sphere sphere = {{0, 0, 0}, 5};
	kiln_solid ball;
	assert_true(kilni_solid_from_sphere(&ball, &sphere));
	const kiln_d3 corner[3] = {{3, 4, 0}, {13, 4, 0}, {3, 14, 0}};
	const kiln_d3 edge[3] = {{3, 4, -7}, {3, 4, 7}, {13, 14, 0}};
	const kiln_d3 face[3] = {{-9, -9, 5}, {9, -9, 5}, {0, 20, 5}};
	const kiln_d3 past[3] = {{3, 4.001, 0}, {13, 4.001, 0}, {3, 14, 0}};
	assert_true(kilni_touch(&ball, corner) && kilni_touch(&ball, edge) && kilni_touch(&ball, face));
	assert_false(kilni_touch(&ball, past));
}

/// A rotation whose matrix has whole numbers over 25: vectors of multiples of 25 become whole vectors.
static const kiln_quat turn25 = {1, 2, 2, 4};

static kiln_d3 turned25(kiln_d3 v)
{
	static const double rows[3][3] = {{9, -12, 20}, {20, 15, 0}, {-12, 16, 15}};
	const double x = v.x / 25, y = v.y / 25, z = v.z / 25;
	return (kiln_d3){rows[0][0] * x + rows[0][1] * y + rows[0][2] * z, rows[1][0] * x + rows[1][1] * y + rows[1][2] * z,
		rows[2][0] * x + rows[2][1] * y + rows[2][2] * z};
}

/// Returns a whole number times 25 in low .. high.
static double whole25(uint64_t *random, int low, int high)
{
	return 25.0 * (double)(low + (int)(fixture_random(random) % (uint64_t)(high - low + 1)));
}

static void exact_contact_is_touching_in_a_turned_frame_too(void **state)
{
	(void)state;
	uint64_t random = 13;
	for (int round = 0; round < ROUNDS; ++round)
	{
		// A triangle that touches the box's face x = half.x with a corner inside that face, or beyond an edge of it.
		const double half[3] = {whole25(&random, 1, 9), whole25(&random, 1, 9), whole25(&random, 1, 9)};
		int axis = round % 3, sign = round % 2 ? 1 : -1;
		kiln_d3 center = kiln_d3_from(oracle_integer_vector(&random, 1000)), seen[3];
		kiln_vec3 corners[3];
		for (int k = 0; k < 3; ++k)
		{
			double at[3];
			for (int i = 0; i < 3; ++i)
				at[i] =
					k == 0 ? whole25(&random, (int)(-half[i] / 25), (int)(half[i] / 25)) : whole25(&random, -20, 20);
			at[axis] = sign * (half[axis] + (k == 0 ? 0 : whole25(&random, 0, 20)));
			corners[k] = kiln_d3_to(kiln_d3_add(center, turned25((kiln_d3){at[0], at[1], at[2]})));
		}
		kiln_box box = {kiln_d3_to(center), {(float)half[0], (float)half[1], (float)half[2]}, turn25};
		kiln_solid solid;
		assert_true(kilni_solid_from_box(&solid, &box));
		kiln_solid_see(&solid, corners, seen);
		assert_true(kilni_touch(&solid, seen));
		// A capsule along the box's second axis that touches the same corner if its radius is the box's half extent.
		const double along[3] = {0, 25 * 40, 0};
		kiln_d3 off = turned25((kiln_d3){along[0], along[1], along[2]});
		kiln_capsule capsule = {
			kiln_d3_to(kiln_d3_sub(center, off)), kiln_d3_to(kiln_d3_add(center, off)), (float)half[0]};
		const double out[3] = {sign * half[0], whole25(&random, -40, 40), 0};
		corners[0] = kiln_d3_to(kiln_d3_add(center, turned25((kiln_d3){out[0], out[1], out[2]})));
		assert_true(kilni_solid_from_capsule(&solid, &capsule));
		kiln_solid_see(&solid, corners, seen);
		assert_true(kilni_touch(&solid, seen));
	}
}

/// Requirements of every sweep: no overlap before, contact at the time; without contact, never any overlap. `gap` is
/// convex in time, so ternary search finds its least value.
typedef struct sweep_case
{
	kiln_solid solid;
	kiln_path path;
	kiln_vec3 corners[3];
	double limit;
	double size; ///< size of all numbers, for errors
} sweep_case;

static long double gap_at(const sweep_case *c, double time)
{
	return oracle_separation(&c->solid, kiln_d3_scale(c->path.direction, time), c->corners);
}

static double time_of_least_gap(const sweep_case *c)
{
	double low = 0, high = c->limit;
	for (int i = 0; i < 80; ++i)
	{
		double a = low + (high - low) / 3, b = high - (high - low) / 3;
		if (gap_at(c, a) < gap_at(c, b))
			high = b;
		else
			low = a;
	}
	return low;
}

static void check_contact(const sweep_case *c, kiln_solid_contact *contact, const kiln_d3 seen[3])
{
	const long double error = 1e-9L * (long double)c->size;
	assert_true(contact->time >= 0 && contact->time <= c->limit * (1 + 1e-12));
	assert_true(fabsl(gap_at(c, contact->time)) <= error || contact->time == 0);
	for (int i = 0; i < 8; ++i)
		assert_true(gap_at(c, contact->time * i / 8) >= -error || contact->time == 0);
	kilni_contact_finish(&c->solid, &c->path, seen, false, contact);
	assert_true(fabs(kiln_d3_length2(contact->normal) - 1) <= 1e-12);
	kiln_d3 on_triangle[3];
	for (int i = 0; i < 3; ++i)
		on_triangle[i] = kiln_d3_sub(seen[i], contact->point);
	assert_true(sqrt(kiln_d3_length2(kilni_triangle_closest(on_triangle))) <= 1e-10 * c->size);
	if (contact->time > 0)
	{
		// The point is on the solid's surface there, and the solid moves into the surface that it hits, or along it.
		kiln_d3 p = kiln_d3_add(c->solid.center, contact->point);
		kiln_vec3 point = kiln_d3_to(p);
		const kiln_vec3 corners[3] = {point, point, point};
		double float_error = 1e-6 * (kiln_d3_largest(p) + c->size);
		long double at = oracle_separation(&c->solid, kiln_d3_scale(c->path.direction, contact->time), corners);
		assert_true(fabsl(at) <= (long double)float_error);
		assert_true(kiln_d3_dot(contact->normal, c->path.direction) <= 1e-6 * sqrt(c->path.length2));
	}
}

static void check_sweep(const sweep_case *c, int *contacts, int *misses)
{
	kiln_d3 seen[3];
	kiln_solid_contact contact;
	kiln_solid_see(&c->solid, c->corners, seen);
	bool touches = kilni_touch(&c->solid, seen);
	bool met = kilni_solid_sweep(&c->solid, &c->path, seen, c->limit, &contact);
	if (touches)
		assert_true(met && contact.time == 0);
	if (met)
	{
		++*contacts;
		check_contact(c, &contact, seen);
		return;
	}
	++*misses;
	assert_true(gap_at(c, time_of_least_gap(c)) >= -1e-9L * (long double)c->size);
}

static void check_sweeps(int kind, uint64_t seed)
{
	uint64_t random = seed;
	int contacts = 0, misses = 0;
	for (int round = 0; round < ROUNDS / 2; ++round)
	{
		sweep_case c;
		double size = pick_size(&random, round);
		double far = round % 6 == 0 ? 1000 : 2.5;
		oracle_corners(&random, pick_kind(round), (kiln_vec3){0, 0, 0}, size, c.corners);
		size = round % ORACLE_TRIANGLES == ORACLE_INTEGER ? 3 : size;
		kiln_vec3 center = oracle_vector(&random, far * size);
		assert_true(pick_solid(&random, kind, size, center, &c.solid));
		// Towards a point near the triangle, sometimes along an axis or in its plane.
		kiln_d3 target = kiln_d3_from(oracle_vector(&random, 1.5 * size));
		kiln_d3 direction = kiln_d3_sub(target, c.solid.center);
		if (round % 7 == 0)
			direction = kiln_d3_from(oracle_integer_vector(&random, 1));
		if (round % 11 == 0)
			direction = kiln_d3_sub(kiln_d3_from(c.corners[1]), kiln_d3_from(c.corners[0]));
		c.path = kilni_path_along(direction);
		c.limit = round % 13 == 0 ? 0.5 : 3;
		c.size = far * size + kiln_d3_largest(direction);
		check_sweep(&c, &contacts, &misses);
	}
	assert_true(contacts > ROUNDS / 20 && misses > ROUNDS / 20);
}

static void a_moving_sphere_stops_at_first_contact(void **state)
{
	(void)state;
	check_sweeps(KILN_SOLID_SPHERE, 8);
}

static void a_moving_box_stops_at_first_contact(void **state)
{
	(void)state;
	check_sweeps(KILN_SOLID_BOX, 9);
}

static void a_moving_capsule_stops_at_first_contact(void **state)
{
	(void)state;
	check_sweeps(KILN_SOLID_CAPSULE, 10);
}

static void sweeps_meet_faces_edges_and_corners_at_known_times(void **state)
{
	(void)state;
	const kiln_vec3 corners[3] = {{0, 0, 0}, {8, 0, 0}, {0, 8, 0}};
	// Center, direction, then time, point and normal for a sphere of radius 1 ...
	static const double balls[][13] = {{2, 2, 5, 0, 0, -2, 2, 2, 2, 0, 0, 0, 1}, // face from above
		{2, 2, -5, 0, 0, 1, 4, 2, 2, 0, 0, 0, -1},								 // and below
		{4, -6, 0, 0, 5, 0, 1, 4, 0, 0, 0, -1, 0},								 // edge, in the plane
		{-4, 0, 0, 3, 0, 0, 1, 0, 0, 0, -1, 0, 0},								 // corner
		{4, -9, 1, 0, 1, 0, 9, 4, 0, 0, 0, 0, 1},								 // grazing the face
		{2, 2, 0.5, 0, 0, -1, 0, 2, 2, 0, 0, 0, 1},								 // overlapping from the start
		{2, 2, 0, 0, 0, -1, 0, 2, 2, 0, 0, 0, 1},								 // with its center on the triangle
		{2, 2, 1, 0, 0, 1, 0, 2, 2, 0, 0, 0, 1}};								 // touching, moving away
	for (size_t i = 0; i < sizeof balls / sizeof *balls; ++i)
	{
		const double *b = balls[i];
		const kiln_sphere sphere = {{(float)b[0], (float)b[1], (float)b[2]}, 1};
		kiln_path path = kilni_path_along((kiln_d3){b[3], b[4], b[5]});
		kiln_solid solid;
		kiln_solid_contact contact;
		kiln_d3 seen[3];
		assert_true(kilni_solid_from_sphere(&solid, &sphere));
		kiln_solid_see(&solid, corners, seen);
		assert_true(kilni_solid_sweep(&solid, &path, seen, 100, &contact));
		kilni_contact_finish(&solid, &path, seen, false, &contact);
		kiln_d3 point = kiln_d3_add(solid.center, contact.point);
		const double got[7] = {
			contact.time, point.x, point.y, point.z, contact.normal.x, contact.normal.y, contact.normal.z};
		for (int k = 0; k < 7; ++k)
			assert_true(fabs(got[k] - b[6 + k]) <= 1e-12);
		assert_false(b[6] > 0 && kilni_solid_sweep(&solid, &path, seen, b[6] * 0.999, &contact));
	}
}

static void zero_sizes_and_no_motion_are_allowed(void **state)
{
	(void)state;
	const kiln_vec3 corners[3] = {{0, 0, 0}, {8, 0, 0}, {0, 8, 0}};
	kiln_solid solids[3];
	assert_true(kilni_solid_from_sphere(&solids[0], &(kiln_sphere){{1, 2, 3}, 0}));
	assert_true(kilni_solid_from_box(&solids[1], &(kiln_box){{1, 2, 3}, {0, 0, 0}, {0, 0, 0, 0}}));
	assert_true(kilni_solid_from_capsule(&solids[2], &(kiln_capsule){{1, 2, 3}, {1, 2, 3}, 0}));
	for (int i = 0; i < 3; ++i)
	{
		kiln_d3 seen[3];
		kiln_solid_contact contact;
		kiln_path down = kilni_path_along((kiln_d3){0, 0, -1}), still = kilni_path_along((kiln_d3){0, 0, 0});
		kiln_solid_see(&solids[i], corners, seen);
		assert_true(kilni_solid_sweep(&solids[i], &down, seen, 10, &contact));
		kilni_contact_finish(&solids[i], &down, seen, false, &contact);
		assert_true(fabs(contact.time - 3) <= 1e-12 && fabs(contact.normal.z - 1) <= 1e-12);
		assert_false(kilni_solid_sweep(&solids[i], &still, seen, 10, &contact));
	}
}

static void solids_of_no_meaning_are_refused(void **state)
{
	(void)state;
	const float bad[] = {NAN, INFINITY, -INFINITY, 2e12f, -2e12f};
	kiln_solid solid;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
	{
		float b = bad[i];
		assert_false(kilni_solid_from_sphere(&solid, &(kiln_sphere){{0, b, 0}, 1}));
		assert_false(kilni_solid_from_capsule(&solid, &(kiln_capsule){{0, 0, b}, {0, 0, 0}, 1}));
		assert_false(kilni_solid_from_capsule(&solid, &(kiln_capsule){{0, 0, 0}, {b, 0, 0}, 1}));
		assert_false(kilni_solid_from_box(&solid, &(kiln_box){{b, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}}));
		if (i >= 3)
			continue;
		assert_false(kilni_solid_from_sphere(&solid, &(kiln_sphere){{0, 0, 0}, b}));
		assert_false(kilni_solid_from_box(&solid, &(kiln_box){{0, 0, 0}, {1, b, 1}, {0, 0, 0, 1}}));
		assert_false(kilni_solid_from_box(&solid, &(kiln_box){{0, 0, 0}, {1, 1, 1}, {0, b, 0, 1}}));
	}
	assert_false(kilni_solid_from_sphere(&solid, &(kiln_sphere){{0, 0, 0}, -1}));
	assert_false(kilni_solid_from_box(&solid, &(kiln_box){{0, 0, 0}, {1, 1, -1}, {0, 0, 0, 1}}));
	assert_false(kilni_solid_from_sphere(&solid, NULL));
	assert_true(kilni_solid_from_sphere(&solid, &(kiln_sphere){{0, 0, 0}, 3e38f}));
	assert_true(kilni_solid_from_box(&solid, &(kiln_box){{0, 0, 0}, {1, 2, 3}, {0, 0, 0, -7}}));
	assert_true(solid.side[0].x == 1 && solid.side[1].y == 1 && solid.side[2].z == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closest_point_of_any_triangle_is_closest),
		cmocka_unit_test(closest_point_does_not_depend_on_the_order_of_corners),
		cmocka_unit_test(corners_edges_and_face_of_a_triangle_are_met_exactly),
		cmocka_unit_test(closest_points_of_two_segments_are_closest),
		cmocka_unit_test(closest_points_of_segment_and_triangle_are_closest),
		cmocka_unit_test(a_segment_through_a_corner_or_an_edge_crosses_the_triangle),
		cmocka_unit_test(touching_agrees_with_the_separation),
		cmocka_unit_test(a_box_touches_what_clipping_leaves_inside_it),
		cmocka_unit_test(exact_contact_of_whole_numbers_is_touching),
		cmocka_unit_test(exact_contact_is_touching_in_a_turned_frame_too),
		cmocka_unit_test(a_moving_sphere_stops_at_first_contact),
		cmocka_unit_test(a_moving_box_stops_at_first_contact),
		cmocka_unit_test(a_moving_capsule_stops_at_first_contact),
		cmocka_unit_test(sweeps_meet_faces_edges_and_corners_at_known_times),
		cmocka_unit_test(zero_sizes_and_no_motion_are_allowed),
		cmocka_unit_test(solids_of_no_meaning_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
