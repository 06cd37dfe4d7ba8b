// SPDX-License-Identifier: MIT
#include "convex/depth/epa.h"
#include "convex/depth/epa_polytope.h"
#include "depth_oracle.h"
#include "math/orient_double.h"
#include "primitive/convex/primitive_convex.h"
#include "support/shape_oracle.h"
#include "support/trials.h"

#include "convex/shape/shape.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// The expanding polytope: its surface after every point, and depths of cores.

#define POINTS_MOST 24

/// Two clouds of points.
typedef struct cloud_pair
{
	kiln_vec3 a[POINTS_MOST], b[POINTS_MOST];
	uint32_t a_count, b_count;
} cloud_pair;

static kiln_convex seen(const kiln_vec3 *points, uint32_t count)
{
	return kilni_convex_of_points(points, count, (kiln_d3){0, 0, 0});
}

/// False when the cores are separate.
static bool depth_of(const kiln_convex *a, const kiln_convex *b, kiln_epa_answer *answer)
{
	const kiln_enough exactly = {0, HUGE_VAL, 0, 0};
	kiln_simplex simplex = {.count = 0};
	kiln_gap gap;
	kilni_gjk(a, (kiln_d3){0, 0, 0}, b, exactly, &simplex, &gap);
	if (gap.lower > 0)
		return false;
	kilni_epa(a, b, &simplex, answer);
	return true;
}

// --- The polytope -----------------------------------------------------------------------------------------------------

/// Checks that the polytope is closed: every edge is shared by two faces in opposite directions, and every vertex is
/// below or on every face.
static void check_polytope(const kiln_epa_polytope *p)
{
	for (uint32_t f = 0; f < p->face_count; ++f)
	{
		const kiln_epa_face *face = &p->faces[f];
		for (uint32_t k = 0; k < 3; ++k)
		{
			uint32_t other = face->neighbours[k] / 4u, edge = face->neighbours[k] % 4u;
			assert_true(other < p->face_count && edge < 3);
			const kiln_epa_face *beyond = &p->faces[other];
			assert_int_equal(beyond->neighbours[edge], 4 * f + k);
			assert_int_equal(face->corner[k], beyond->corner[(edge + 1) % 3]);
			assert_int_equal(face->corner[(k + 1) % 3], beyond->corner[edge]);
		}
		const kiln_d3 *at[3];
		for (uint32_t k = 0; k < 3; ++k)
			at[k] = &p->vertices[face->corner[k]].w;
		for (uint32_t v = 0; v < p->vertex_count; ++v)
			assert_true(kilni_orient3_sign(at[0], at[1], at[2], &p->vertices[v].w) <= 0);
	}
}

static kiln_d3 some_point(uint64_t *random, int kind)
{
	kiln_d3 p = kiln_d3_from(kind % 2 ? oracle_vector(random, 1) : oracle_integer_vector(random, 2));
	if (kind == 3)
		// Nearly on a sphere and nearly coplanar.
		p = kiln_d3_scale(p, 1 / (sqrt(kiln_d3_length2(p)) + 0x1p-40));
	if (kind >= 4)
		p.z = p.z * 0x1p-45 + p.x * 0.3 + p.y * 0.1;
	return p;
}

/// Points are inserted in random order, each over a face that it is above.
static void polytope_is_the_exact_hull_of_its_points(void **state)
{
	(void)state;
	uint64_t random = 1;
	for (uint64_t n = 0; n < trials_random(400); ++n)
	{
		kiln_epa_polytope p = {.scale = 1, .vertex_count = 4};
		int kind = (int)(n % 6);
		for (int i = 0; i < 4; ++i)
			p.vertices[i].w = some_point(&random, kind);
		if (!kilni_epa_begin(&p))
			continue;
		check_polytope(&p);
		for (int i = 0; i < 60; ++i)
		{
			kiln_d3 *w = &p.vertices[p.vertex_count].w;
			*w = some_point(&random, kind);
			uint32_t face = 0;
			while (face < p.face_count && !kilni_epa_is_above(&p, face, w))
				++face;
			if (face == p.face_count)
				continue;
			assert_true(kilni_epa_insert(&p, face) > 0);
			check_polytope(&p);
		}
	}
}

static void nearest_face_is_that_of_the_least_key(void **state)
{
	(void)state;
	uint64_t random = 2;
	kiln_epa_polytope p = {.scale = 1};
	for (uint32_t count = 4; count <= KILN_EPA_FACES; count += 2)
	{
		uint32_t least = 0;
		p.face_count = count;
		for (uint32_t i = 0; i < KILN_EPA_FACES + 4; ++i)
			p.key[i] = i < count ? floor(8 * oracle_signed(&random)) : HUGE_VAL;
		for (uint32_t i = 1; i < count; ++i)
			least = p.key[i] < p.key[least] ? i : least;
		assert_int_equal(kilni_epa_nearest(&p), least);
	}
}

// --- Polytopes against the exact hull of all differences --------------------------------------------------------------

/// A whole number of 1024ths, so that differences are floats.
static float on_grid(double x)
{
	return (float)(floor(x * 1024) / 1024);
}

static void make_cloud(uint64_t *random, kiln_vec3 *points, uint32_t count, kiln_d3 size, bool round)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 p = kiln_d3_from(oracle_vector(random, 1));
		if (round)
			p = kiln_d3_scale(p, 1 / (sqrt(kiln_d3_length2(p)) + 1e-9));
		points[i] = (kiln_vec3){on_grid(p.x * size.x), on_grid(p.y * size.y), on_grid(p.z * size.z)};
	}
}

/// Every sixth pair is flat, every seventh has a large and a small body; in every third the centres nearly coincide.
static void make_pair(uint64_t *random, uint64_t n, cloud_pair *pair)
{
	kiln_d3 size = {1, n % 6 == 5 ? 0.002 : 1, 1};
	double part = n % 7 == 6 ? 0.01 : 1, away = n % 3 == 2 ? 0.01 : 1;
	pair->a_count = 4 + (uint32_t)(fixture_random(random) % (POINTS_MOST - 3));
	pair->b_count = 4 + (uint32_t)(fixture_random(random) % (POINTS_MOST - 3));
	make_cloud(random, pair->a, pair->a_count, size, n % 2);
	make_cloud(random, pair->b, pair->b_count, kiln_d3_scale(size, part), n % 2);
	kiln_vec3 by = oracle_vector(random, away);
	for (uint32_t i = 0; i < pair->b_count; ++i)
	{
		pair->b[i].x += on_grid((double)by.x);
		pair->b[i].y += on_grid((double)by.y * size.y);
		pair->b[i].z += on_grid((double)by.z);
	}
}

/// Returns whether they overlap. Bounds must hold to rounding; `on_a` must be in a, and its point at `upper` in b.
static bool check_pair(const cloud_pair *pair)
{
	kiln_convex a = seen(pair->a, pair->a_count), b = seen(pair->b, pair->b_count);
	depth_truth truth = depth_of_points(pair->a, pair->a_count, pair->b, pair->b_count);
	kiln_epa_answer e;
	bool inside = depth_of(&a, &b, &e);
	// Pairs that overlap exactly are never reported as separate; pairs separate by less than rounding may be reported
	// as touching.
	assert_true(inside || !truth.inside);
	if (!truth.inside)
		return false;
	assert_true(e.settled);
	assert_true(fabs(e.upper - truth.depth) <= 0x1p-44 * truth.size);
	assert_true(e.lower <= truth.depth + 0x1p-46 * truth.size);
	assert_true(e.lower >= truth.depth - 0x1p-34 * truth.size);
	assert_true(fabs(kiln_d3_length2(e.normal) - 1) < 0x1p-48);
	assert_in_range(e.count, 1, 3);
	uint32_t seed = KILN_NONE;
	double height = kiln_d3_dot(e.normal, kilni_convex_support(&b, e.normal, &seed)) -
					kiln_d3_dot(e.normal, kilni_convex_support(&a, kiln_d3_scale(e.normal, -1), &seed));
	assert_true(fabs(height - e.upper) <= 0x1p-46 * truth.size);
	const kiln_vec3 points[2] = {
		kiln_d3_to(e.on_a),
		kiln_d3_to(kiln_d3_along(e.on_a, e.upper, e.normal)),
	};
	for (int i = 0; i < 2; ++i)
	{
		const kiln_enough exactly = {0, HUGE_VAL, 0, 0};
		kiln_simplex simplex = {.count = 0};
		kiln_gap gap;
		kiln_convex point = seen(&points[i], 1);
		kilni_gjk(&point, (kiln_d3){0, 0, 0}, i ? &b : &a, exactly, &simplex, &gap);
		assert_true(gap.upper <= 0x1p-20 * truth.size);
	}
	return true;
}

static void depth_of_clouds_is_that_of_their_exact_difference(void **state)
{
	(void)state;
	uint64_t random = 3, overlapping = 0, count = trials_random(3000);
	for (uint64_t n = 0; n < count; ++n)
	{
		cloud_pair pair;
		make_pair(&random, n, &pair);
		overlapping += check_pair(&pair);
	}
	assert_true(overlapping > count / 2);
}

/// Small whole coordinates: ties, parallel faces and edges, coincident corners, flat differences.
static void depth_on_a_lattice_is_that_of_the_exact_difference(void **state)
{
	(void)state;
	uint64_t random = 4, overlapping = 0, count = trials_near(4000);
	for (uint64_t n = 0; n < count; ++n)
	{
		cloud_pair pair;
		pair.a_count = 1 + (uint32_t)(fixture_random(&random) % 10);
		pair.b_count = 1 + (uint32_t)(fixture_random(&random) % 10);
		for (uint32_t i = 0; i < pair.a_count; ++i)
			pair.a[i] = oracle_integer_vector(&random, 2);
		for (uint32_t i = 0; i < pair.b_count; ++i)
			pair.b[i] = oracle_integer_vector(&random, 2);
		// Some in one plane, some on one line.
		for (uint32_t i = 0; n % 4 == 1 && i < POINTS_MOST; ++i)
			pair.a[i].z = pair.b[i].z = 1;
		for (uint32_t i = 0; n % 8 == 3 && i < POINTS_MOST; ++i)
			pair.a[i].y = pair.b[i].y = pair.a[i].z = pair.b[i].z = 0;
		overlapping += check_pair(&pair);
	}
	assert_true(overlapping > count / 4);
}

static void coincident_clouds_part_by_their_least_width(void **state)
{
	(void)state;
	uint64_t random = 5;
	for (int n = 0; n < 200; ++n)
	{
		cloud_pair pair;
		make_pair(&random, 6 * (uint64_t)n + (n % 5 == 4 ? 5 : 0), &pair);
		for (uint32_t i = 0; i < pair.a_count; ++i)
			pair.b[i] = pair.a[i];
		pair.b_count = pair.a_count;
		assert_true(check_pair(&pair));
	}
}

static void needles_and_sheets_part_across_their_least_extent(void **state)
{
	(void)state;
	uint64_t random = 6, overlapping = 0;
	for (int n = 0; n < 1000; ++n)
	{
		cloud_pair pair = {.a_count = 8, .b_count = 8};
		kiln_d3 size = {1, n % 2 ? 1 : 0.001, 0.001};
		make_cloud(&random, pair.a, 8, size, false);
		make_cloud(&random, pair.b, 8, n % 3 ? size : (kiln_d3){0.001, 1, 0.001}, false);
		overlapping += check_pair(&pair);
	}
	assert_true(overlapping > 300);
}

/// A million times as large: near a corner of the large body, or deep inside.
static void depth_of_a_crumb_in_a_mountain_is_right_to_the_crumb(void **state)
{
	(void)state;
	uint64_t random = 7;
	for (int n = 0; n < 500; ++n)
	{
		cloud_pair pair = {.a_count = 8, .b_count = 8};
		for (int i = 0; i < 8; ++i)
		{
			kiln_vec3 far = oracle_integer_vector(&random, 7), near = oracle_integer_vector(&random, 7);
			pair.a[i] = (kiln_vec3){far.x * 65536 - 300000, far.y * 65536, far.z * 65536};
			pair.b[i] = (kiln_vec3){near.x * 0.0625f, near.y * 0.0625f, near.z * 0.0625f};
		}
		kiln_vec3 corner = pair.a[n % 8];
		for (int i = 0; n % 2 && i < 8; ++i)
		{
			pair.b[i].x += corner.x;
			pair.b[i].y += corner.y;
			pair.b[i].z += corner.z;
		}
		check_pair(&pair);
	}
}

// --- Flat differences -------------------------------------------------------------------------------------------------

static void segments_that_cross_part_at_right_angles_to_both(void **state)
{
	(void)state;
	uint64_t random = 8;
	for (int n = 0; n < 2000; ++n)
	{
		kiln_d3 center = kiln_d3_from(oracle_vector(&random, 1));
		kiln_d3 e = kiln_d3_from(oracle_vector(&random, 1)), f = kiln_d3_from(oracle_vector(&random, 1));
		kiln_convex a = kilni_convex_of_segment(kiln_d3_sub(center, e), kiln_d3_along(center, 0.7, e));
		kiln_convex b = kilni_convex_of_segment(kiln_d3_sub(center, f), kiln_d3_along(center, 0.4, f));
		kiln_epa_answer answer;
		assert_true(depth_of(&a, &b, &answer));
		assert_true(fabs(answer.upper) < 0x1p-40);
		kiln_d3 across = kiln_d3_cross(e, f);
		double sine = sqrt(kiln_d3_length2(across) / (kiln_d3_length2(e) * kiln_d3_length2(f)));
		// Where they cross at an acute angle, an approximate normal is sufficient.
		assert_true(fabs(kiln_d3_dot(answer.normal, e)) < 1e-9 / (sine + 1e-9));
		assert_true(fabs(kiln_d3_dot(answer.normal, f)) < 1e-9 / (sine + 1e-9));
	}
}

static void points_in_one_place_and_points_of_polygons_have_no_depth(void **state)
{
	(void)state;
	uint64_t random = 9;
	for (int n = 0; n < 500; ++n)
	{
		kiln_vec3 corners[4] = {oracle_vector(&random, 1), oracle_vector(&random, 1), oracle_vector(&random, 1)};
		kiln_d3 p = kiln_d3_from(corners[0]);
		p = kiln_d3_along(p, 0.25, kiln_d3_sub(kiln_d3_from(corners[1]), p));
		if (n % 2)
			p = kiln_d3_along(p, 0.25, kiln_d3_sub(kiln_d3_from(corners[2]), p));
		kiln_convex a = kilni_convex_of_segment(p, p), b = seen(corners, 3);
		kiln_epa_answer answer;
		if (depth_of(&a, &b, &answer))
			assert_true(fabs(answer.upper) < 0x1p-40);
		assert_true(depth_of(&a, &a, &answer));
		assert_true(answer.upper == 0 && fabs(kiln_d3_length2(answer.normal) - 1) < 0x1p-48);
	}
	kiln_convex origin = kilni_convex_of_segment((kiln_d3){0, 0, 0}, (kiln_d3){0, 0, 0});
	kiln_epa_answer answer;
	assert_true(depth_of(&origin, &origin, &answer));
	assert_true(answer.upper == 0 && fabs(kiln_d3_length2(answer.normal) - 1) < 0x1p-48);
}

// --- Curved cores -----------------------------------------------------------------------------------------------------

static kiln_convex ellipsoid(kiln_d3 center, kiln_d3 radii)
{
	return (kiln_convex){
		.center = center, .rounds = {{radii.x, 0, 0}, {0, radii.y, 0}, {0, 0, radii.z}}, .round_count = 3};
}

static void depth_of_balls_is_the_radii_less_the_distance(void **state)
{
	(void)state;
	uint64_t random = 10;
	for (int n = 0; n < 500; ++n)
	{
		double ra = 0.1 + fabs(oracle_signed(&random)), rb = 0.1 + fabs(oracle_signed(&random));
		kiln_d3 center = kiln_d3_scale(kiln_d3_from(oracle_vector(&random, 1)), n % 4 ? 1 : 0);
		kiln_convex a = ellipsoid((kiln_d3){0, 0, 0}, (kiln_d3){ra, ra, ra}),
					b = ellipsoid(center, (kiln_d3){rb, rb, rb});
		kiln_epa_answer e;
		double depth = ra + rb - sqrt(kiln_d3_length2(center));
		if (!depth_of(&a, &b, &e))
		{
			assert_true(depth < 1e-9);
			continue;
		}
		assert_true(e.upper >= depth - 1e-12);
		assert_true(e.upper <= depth + 1e-6);
		assert_true(e.lower <= depth + 1e-12);
	}
}

/// Two concentric ellipsoids with the same axes separate along the least sum of radii.
static void depth_of_ellipsoids_around_one_centre_is_the_least_sum_of_radii(void **state)
{
	(void)state;
	uint64_t random = 11;
	for (int n = 0; n < 300; ++n)
	{
		double spread = n % 3 == 0 ? 1 : n % 3 == 1 ? 0.1 : 1e-3;
		kiln_d3 r[2];
		for (int i = 0; i < 2; ++i)
			r[i] = (kiln_d3){1 + spread * oracle_signed(&random) / 2, 1 + spread * oracle_signed(&random) / 2,
				1 + spread * oracle_signed(&random) / 2};
		kiln_convex a = ellipsoid((kiln_d3){1, 2, 3}, r[0]), b = ellipsoid((kiln_d3){1, 2, 3}, r[1]);
		kiln_d3 sum = kiln_d3_add(r[0], r[1]);
		double depth = kiln_double_min(sum.x, kiln_double_min(sum.y, sum.z));
		kiln_epa_answer e;
		assert_true(depth_of(&a, &b, &e));
		assert_true(e.upper >= depth - 1e-12);
		assert_true(e.upper <= depth + 1e-5);
		assert_true(e.lower <= depth + 1e-12);
	}
}

/// Coaxial cylinders separate along the axis or radially.
static void depth_of_coaxial_cylinders_is_the_shorter_of_two_ways(void **state)
{
	(void)state;
	uint64_t random = 12;
	for (int n = 0; n < 300; ++n)
	{
		double ra = 0.05 + fabs(oracle_signed(&random)), rb = 0.05 + fabs(oracle_signed(&random));
		double ha = 0.05 + fabs(oracle_signed(&random)), hb = 0.05 + fabs(oracle_signed(&random));
		kiln_d3 along = kiln_d3_from(oracle_vector(&random, 1));
		along = kiln_d3_scale(along, 1 / sqrt(kiln_d3_length2(along)));
		double up = n % 2 ? 0 : 0.09 * oracle_signed(&random);
		kiln_d3 middle = kiln_d3_scale(along, up);
		kiln_convex a = kilni_convex_of_cylinder(kiln_d3_scale(along, -ha), kiln_d3_scale(along, ha), ra);
		kiln_convex b =
			kilni_convex_of_cylinder(kiln_d3_along(middle, -hb, along), kiln_d3_along(middle, hb, along), rb);
		double depth = kiln_double_min(ra + rb, ha + hb - fabs(up));
		kiln_epa_answer e;
		assert_true(depth_of(&a, &b, &e));
		assert_true(e.upper >= depth - 1e-9);
		assert_true(e.upper <= depth + 1e-5);
		assert_true(e.lower <= depth + 1e-9);
	}
}

// --- Everything -------------------------------------------------------------------------------------------------------

/// Returns how far b - a extends along a unit vector, by the shapes' definitions.
static double reach_of(const convex_sample *a, const convex_sample *b, kiln_d3 n)
{
	real3 along = real3_from_d3(n);
	real3 back = real3_from_d3(kiln_d3_scale(n, -1));
	return real_to(real_add(convex_sample_height(a, back), convex_sample_height(b, along)));
}

/// Of many directions, none separates earlier than the answer, and the answer's direction separates at the stated
/// depth.
static bool check_shapes(uint64_t *random, kiln_convex_kind kind_a, kiln_convex_kind kind_b)
{
	convex_sample sample[2];
	convex_sample_make(&sample[0], random, kind_a, 1, (kiln_d3){0, 0, 0});
	convex_sample_make(&sample[1], random, kind_b, 1, kiln_d3_from(oracle_vector(random, 0.1)));
	kiln_convex a[KILN_CONVEX_TERMS_MAX], b[KILN_CONVEX_TERMS_MAX];
	kiln_d3 eye = kiln_d3_from(convex_sample_anchor(&sample[0]));
	kilni_convex_of_shape(&sample[0].shape, eye, a);
	kilni_convex_of_shape(&sample[1].shape, eye, b);
	double margin = a[0].margin + b[0].margin;
	kiln_epa_answer e;
	bool inside = depth_of(a, b, &e);
	if (inside)
	{
		double depth = e.upper + margin;
		assert_true(fabs(reach_of(&sample[0], &sample[1], e.normal) - depth) < 2e-6);
		for (int i = 0; i < 200; ++i)
		{
			kiln_d3 n = kiln_d3_from(oracle_vector(random, 1));
			if (i % 2)
				n = kiln_d3_along(e.normal, i % 4 == 1 ? 0.3 : 0.01, n);
			n = kiln_d3_scale(n, 1 / sqrt(kiln_d3_length2(n)));
			double reach = reach_of(&sample[0], &sample[1], n);
			assert_true(reach > depth - 1e-5);
			assert_true(reach > e.lower + margin - 2e-6);
		}
	}
	convex_sample_free(&sample[0]);
	convex_sample_free(&sample[1]);
	return inside;
}

static void no_direction_is_a_shorter_way_out_of_any_two_shapes(void **state)
{
	(void)state;
	uint64_t random = 13, inside = 0;
	for (int kind_a = 0; kind_a < CONVEX_KINDS; ++kind_a)
		for (int kind_b = 0; kind_b < CONVEX_KINDS; ++kind_b)
			for (int n = 0; n < 6; ++n)
				if (kind_a != KILN_CONVEX_LINE && kind_a != KILN_CONVEX_RAY && kind_b != KILN_CONVEX_LINE &&
					kind_b != KILN_CONVEX_RAY)
					inside += check_shapes(&random, (kiln_convex_kind)kind_a, (kiln_convex_kind)kind_b);
	assert_true(inside > 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(polytope_is_the_exact_hull_of_its_points),
		cmocka_unit_test(nearest_face_is_that_of_the_least_key),
		cmocka_unit_test(depth_of_clouds_is_that_of_their_exact_difference),
		cmocka_unit_test(depth_on_a_lattice_is_that_of_the_exact_difference),
		cmocka_unit_test(coincident_clouds_part_by_their_least_width),
		cmocka_unit_test(needles_and_sheets_part_across_their_least_extent),
		cmocka_unit_test(depth_of_a_crumb_in_a_mountain_is_right_to_the_crumb),
		cmocka_unit_test(segments_that_cross_part_at_right_angles_to_both),
		cmocka_unit_test(points_in_one_place_and_points_of_polygons_have_no_depth),
		cmocka_unit_test(depth_of_balls_is_the_radii_less_the_distance),
		cmocka_unit_test(depth_of_ellipsoids_around_one_centre_is_the_least_sum_of_radii),
		cmocka_unit_test(depth_of_coaxial_cylinders_is_the_shorter_of_two_ways),
		cmocka_unit_test(no_direction_is_a_shorter_way_out_of_any_two_shapes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
