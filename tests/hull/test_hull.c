// SPDX-License-Identifier: MIT
#include "hull_oracle.h"
#include "support/clean_memory.h"
#include "support/hull_clouds.h"
#include "support/trials.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const kilncook_context quiet = {0};

static hull_points points_of(const float (*points)[3], uint32_t count)
{
	return (hull_points){.positions = points[0], .count = count};
}

/// Builds a hull and checks it.
static convex_hull sound_hull(const float (*points)[3], uint32_t count)
{
	convex_hull h;
	uint32_t where = 0;
	hull_points input = points_of(points, count);
	assert_int_equal(hull_build(&quiet, &input, &h), KILNCOOK_OK);
	hull_fault fault = hull_check(&quiet, &h, &input, &where);
	if (fault != HULL_SOUND)
		fail_msg("%s at %u", hull_fault_name(fault), where);
	for (uint32_t v = 0; v < h.vertex_count; ++v)
		for (int k = 0; k < 3; ++k)
			assert_true(h.vertices[v][k] == points[h.sources[v]][k]);
	return h;
}

static void expect_counts(const float (*points)[3], uint32_t count, uint32_t dimension, uint32_t vertices,
	uint32_t faces, uint32_t half_edges)
{
	convex_hull h = sound_hull(points, count);
	assert_int_equal(h.dimension, dimension);
	assert_int_equal(h.vertex_count, vertices);
	assert_int_equal(h.face_count, faces);
	assert_int_equal(h.half_edge_count, half_edges);
	hull_free(&quiet, &h);
	assert_null(h.block);
}

static void nothing_has_no_hull(void **state)
{
	(void)state;
	counted_memory memory;
	kilncook_context context = counted_context(&memory);
	convex_hull h = {.dimension = 77};
	assert_int_equal(hull_build(&context, &(hull_points){0}, &h), KILNCOOK_REFUSED);
	assert_string_equal(memory.last_code, "hull-empty");
	assert_int_equal(h.dimension, 77);
}

static void one_two_and_three_points_are_point_segment_and_triangle(void **state)
{
	(void)state;
	static const float points[4][3] = {{1, 2, 3}, {4, 4, 4}, {-1, 0, 7}, {9, 1, 1}};
	expect_counts(points, 1, 0, 1, 0, 0);
	expect_counts(points, 2, 1, 2, 0, 0);
	expect_counts(points, 3, 2, 3, 2, 6);
	expect_counts(points, 4, 3, 4, 4, 12);
}

static void coincident_points_are_one(void **state)
{
	(void)state;
	float points[9000][3];
	hull_cloud_fill(CLOUD_POINT, 1, points, 9000);
	expect_counts((const float(*)[3])points, 2, 0, 1, 0, 0);
	expect_counts((const float(*)[3])points, 9000, 0, 1, 0, 0);
}

static void collinear_points_are_a_segment(void **state)
{
	(void)state;
	float points[9000][3];
	hull_cloud_fill(CLOUD_LINE, 2, points, 9000);
	expect_counts((const float(*)[3])points, 9000, 1, 2, 0, 0);
	// An ulp beside a line of length 1e38.
	static const float almost[4][3] = {{0, 0, 0}, {1e38f, 1e38f, 1e38f}, {5e37f, 5e37f, 5e37f}, {1, 1, 1.0000001f}};
	expect_counts(almost, 3, 1, 2, 0, 0);
	expect_counts(almost, 4, 2, 3, 2, 6);
	// Beside it by less than double's precision for such lengths.
	static const float hidden[4][3] = {{-1e38f, -1e38f, -1e38f}, {1e38f, 1e38f, 1e38f}, {0, 0, 0}, {1e-30f, 0, 1e-30f}};
	expect_counts(hidden, 3, 1, 2, 0, 0);
	expect_counts(hidden, 4, 2, 3, 2, 6);
}

static void coplanar_points_are_a_polygon(void **state)
{
	(void)state;
	static float points[20000][3];
	hull_cloud_fill(CLOUD_PLANE, 3, points, 20000);
	convex_hull h = sound_hull((const float(*)[3])points, 20000);
	assert_int_equal(h.dimension, 2);
	hull_free(&quiet, &h);
	// A square with points on its sides and inside.
	float square[25][3];
	for (int i = 0; i < 25; ++i)
	{
		square[i][0] = (float)(i % 5);
		square[i][1] = 3;
		square[i][2] = (float)(i / 5);
	}
	expect_counts((const float(*)[3])square, 25, 2, 4, 2, 8);
	// An ulp off the plane.
	square[12][1] = nextafterf(3, 4);
	expect_counts((const float(*)[3])square, 25, 3, 5, 5, 16);
}

static void lattice_of(float (*points)[3], uint32_t side)
{
	for (uint32_t i = 0; i < side * side * side; ++i)
	{
		points[i][0] = (float)(i % side);
		points[i][1] = (float)(i / side % side);
		points[i][2] = (float)(i / side / side);
	}
}

static void hull_of_a_lattice_has_six_faces_and_eight_vertices(void **state)
{
	(void)state;
	uint32_t side = TRIALS_SLOW ? 30 : 100;
	float(*points)[3] = malloc((size_t)side * side * side * sizeof *points);
	assert_non_null(points);
	lattice_of(points, side);
	expect_counts((const float(*)[3])points, side * side * side, 3, 8, 6, 24);
	lattice_of(points, 7);
	expect_counts((const float(*)[3])points, 343, 3, 8, 6, 24);
	// Coordinates that no longer fit into 16 bits, nor differences into float.
	for (uint32_t i = 0; i < 343; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = points[i][k] * 16777213.0f + 0.0009765625f;
	convex_hull h = sound_hull((const float(*)[3])points, 343);
	assert_int_equal(h.dimension, 3);
	hull_free(&quiet, &h);
	free(points);
}

static void hull_of_an_octahedrons_lattice_has_eight_faces(void **state)
{
	(void)state;
	static float points[20000][3];
	hull_cloud_fill(CLOUD_OCTAHEDRON, 4, points, 20000);
	expect_counts((const float(*)[3])points, 20000, 3, 6, 8, 24);
}

static void every_point_of_a_sphere_is_a_vertex(void **state)
{
	(void)state;
	uint32_t count = TRIALS_SLOW ? 10000 : 100000;
	float(*points)[3] = malloc(count * sizeof *points);
	assert_non_null(points);
	hull_cloud_fill(CLOUD_SPHERE, 5, points, count);
	convex_hull h = sound_hull((const float(*)[3])points, count);
	// Except for points that rounding or chance put slightly below their neighbours.
	assert_true(h.vertex_count > count - count / 100);
	assert_true(h.vertex_count <= count);
	hull_free(&quiet, &h);
	free(points);
}

static void exactly_cospherical_points_are_all_vertices(void **state)
{
	(void)state;
	// Integers with x x + y y + z z = 1105 squared: many faces have more than three corners.
	static float points[20000][3];
	uint32_t count = 0;
	const int64_t r = 1105;
	for (int64_t x = -r; x <= r; ++x)
		for (int64_t y = -r; y <= r; y += 5)
		{
			int64_t square = r * r - x * x - y * y;
			int64_t z = square < 0 ? -1 : (int64_t)(sqrt((double)square) + 0.5);
			if (z < 0 || z * z != square)
				continue;
			for (int sign = -1; sign <= (z ? 1 : -1); sign += 2, ++count)
			{
				points[count][0] = (float)x;
				points[count][1] = (float)y;
				points[count][2] = (float)(sign * z);
			}
		}
	assert_in_range(count, 1000, 19990);
	convex_hull h = sound_hull((const float(*)[3])points, count);
	assert_int_equal(h.vertex_count, count);
	assert_true(h.face_count < 2 * count - 4);
	hull_free(&quiet, &h);
}

static void thin_far_tiny_and_huge_clouds_have_sound_hulls(void **state)
{
	(void)state;
	static float points[6000][3];
	for (int kind = 0; kind < CLOUD_KIND_COUNT; ++kind)
		for (uint32_t count = 4; count <= 6000; count = count * 5 / 2)
			for (uint64_t seed = 0; seed < (TRIALS_SLOW ? 2 : 6); ++seed)
			{
				hull_cloud_fill((hull_cloud_kind)kind, seed, points, count);
				convex_hull h = sound_hull((const float(*)[3])points, count);
				hull_free(&quiet, &h);
			}
}

static void a_thin_slab_is_a_polyhedron(void **state)
{
	(void)state;
	float slab[8][3];
	lattice_of(slab, 2);
	for (int i = 0; i < 8; ++i)
		slab[i][2] *= 1e-30f;
	expect_counts((const float(*)[3])slab, 8, 3, 8, 6, 24);
	for (int i = 0; i < 8; ++i)
		for (int k = 0; k < 3; ++k)
			slab[i][k] = i >> k & 1 ? FLT_MAX : k == 2 ? FLT_MAX * 0.9999999f : -FLT_MAX;
	expect_counts((const float(*)[3])slab, 8, 3, 8, 6, 24);
	for (int i = 0; i < 8; ++i)
		for (int k = 0; k < 3; ++k)
			slab[i][k] = i >> k & 1 ? FLT_TRUE_MIN : 0;
	expect_counts((const float(*)[3])slab, 8, 3, 8, 6, 24);
	for (int i = 0; i < 8; ++i)
		for (int k = 0; k < 3; ++k)
			slab[i][k] = 1e4f + (i >> k & 1 ? 1e-3f : 0);
	expect_counts((const float(*)[3])slab, 8, 3, 8, 6, 24);
}

/// So flat that the mean of its corners, in double, is not inside: hull_check decides without a centre.
static void a_hull_without_a_centre_is_sound(void **state)
{
	(void)state;
	float points[27][3];
	for (int i = 0; i < 27; ++i)
		hull_cloud_flatten((const int[3]){i % 3, i / 3 % 3, i / 9}, points[i]);
	expect_counts((const float(*)[3])points, 27, 3, 8, 6, 24);
	convex_hull h = sound_hull((const float(*)[3])points, 8);
	assert_true(hull_oracle_agrees(&h, (const float(*)[3])points, 8));
	hull_free(&quiet, &h);
}

static void few_points_agree_with_the_definition(void **state)
{
	(void)state;
	float points[10][3];
	uint32_t of_dimension[4] = {0};
	for (uint64_t seed = 0; seed < (TRIALS_SLOW ? 40 : 300); ++seed)
		for (int kind = 0; kind < CLOUD_KIND_COUNT; ++kind)
		{
			uint32_t count = 1 + (uint32_t)(seed % 10);
			hull_cloud_fill((hull_cloud_kind)kind, seed, points, count);
			convex_hull h = sound_hull((const float(*)[3])points, count);
			++of_dimension[h.dimension];
			if (!hull_oracle_agrees(&h, (const float(*)[3])points, count))
				fail_msg("kind %d seed %u", kind, (unsigned)seed);
			hull_free(&quiet, &h);
		}
	for (int i = 0; i < 4; ++i)
		assert_true(of_dimension[i] > 10);
}

static void repeated_points_give_the_first_of_them(void **state)
{
	(void)state;
	static float points[9000][3];
	for (uint32_t count = 300; count <= 9000; count += 8700)
	{
		hull_cloud_fill(CLOUD_SPHERE, count, points, count / 3);
		for (uint32_t i = count / 3; i < count; ++i)
			memcpy(points[i], points[i * 7 % (count / 3)], sizeof points[i]);
		convex_hull h = sound_hull((const float(*)[3])points, count);
		for (uint32_t v = 0; v < h.vertex_count; ++v)
			assert_true(h.sources[v] < count / 3);
		hull_free(&quiet, &h);
	}
}

static void negative_zero_is_stored_as_zero(void **state)
{
	(void)state;
	static const float points[5][3] = {
		{-0.0f, -0.0f, -0.0f}, {1, -0.0f, 0}, {-0.0f, 1, -0.0f}, {0, -0.0f, 1}, {0, 0, 0}};
	convex_hull h;
	hull_points input = points_of(points, 5);
	for (uint32_t count = 1; count <= 5; ++count)
	{
		input.count = count;
		assert_int_equal(hull_build(&quiet, &input, &h), KILNCOOK_OK);
		assert_int_equal(hull_check(&quiet, &h, &input, NULL), HULL_SOUND);
		for (uint32_t v = 0; v < h.vertex_count; ++v)
			for (int k = 0; k < 3; ++k)
				assert_false(signbit(h.vertices[v][k]));
		hull_free(&quiet, &h);
	}
}

typedef struct heard
{
	char code[32], text[128];
} heard;

static void hear(void *user, kilncook_severity severity, const char *where, const char *code, const char *text)
{
	heard *h = user;
	assert_int_equal(severity, KILNCOOK_ERROR);
	assert_string_equal(where, "");
	(void)snprintf(h->code, sizeof h->code, "%s", code);
	(void)snprintf(h->text, sizeof h->text, "%s", text);
}

static void numbers_that_are_none_are_refused_with_their_place(void **state)
{
	(void)state;
	static float points[9001][3];
	heard heard_last;
	const kilncook_context context = {.log = {hear, &heard_last}};
	static const uint32_t places[] = {0, 1, 2, 3, 4, 7, 8998, 8999, 9000};
	for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i)
		for (int k = 0; k < 3; ++k)
		{
			hull_cloud_fill(CLOUD_BALL, i, points, 9001);
			points[places[i]][k] = k == 0 ? NAN : k == 1 ? INFINITY : -INFINITY;
			points[9000][1] = NAN;
			convex_hull h = {.dimension = 9};
			hull_points input = points_of((const float(*)[3])points, 9001);
			assert_int_equal(hull_build(&context, &input, &h), KILNCOOK_REFUSED);
			assert_string_equal(heard_last.code, "hull-not-finite");
			char expected[32];
			(void)snprintf(expected, sizeof expected, "point %u is (", places[i]);
			assert_memory_equal(heard_last.text, expected, strlen(expected));
			assert_int_equal(h.dimension, 9);
		}
}

/// Each element in turn becomes the first.
static void shuffle(float (*points)[3], uint32_t count, uint32_t step)
{
	float(*copy)[3] = malloc(count * sizeof *copy);
	assert_non_null(copy);
	memcpy(copy, points, count * sizeof *copy);
	for (uint32_t i = 0; i < count; ++i)
		memcpy(points[i], copy[((uint64_t)i * step + step / 3) % count], sizeof *copy);
	free(copy);
}

static void order_of_points_changes_nothing(void **state)
{
	(void)state;
	static float points[9973][3];
	// Prime counts, so that every step visits every point.
	static const uint32_t counts[] = {7, 97, 997, 9973};
	for (int kind = 0; kind < CLOUD_KIND_COUNT; ++kind)
		for (int n = 0; n < 4; ++n)
		{
			hull_cloud_fill((hull_cloud_kind)kind, (uint64_t)n, points, counts[n]);
			convex_hull first = sound_hull((const float(*)[3])points, counts[n]);
			for (uint32_t step = 2; step < 7; step += 2)
			{
				shuffle(points, counts[n], step);
				convex_hull other = sound_hull((const float(*)[3])points, counts[n]);
				assert_true(hull_oracle_same(&first, &other));
				hull_free(&quiet, &other);
			}
			hull_free(&quiet, &first);
		}
}

/// Only the bytes between points may differ.
static void points_may_stand_apart(void **state)
{
	(void)state;
	static float points[12001][3], apart[12001][7];
	hull_cloud_fill(CLOUD_BALL, 8, points, 12001);
	for (uint32_t i = 0; i < 12001; ++i)
	{
		for (int k = 3; k < 7; ++k)
			apart[i][k] = NAN;
		memcpy(apart[i], points[i], sizeof points[i]);
	}
	convex_hull a = sound_hull((const float(*)[3])points, 12001), b;
	hull_points input = {.positions = apart[0], .stride = sizeof apart[0], .count = 12001};
	assert_int_equal(hull_build(&quiet, &input, &b), KILNCOOK_OK);
	assert_int_equal(hull_check(&quiet, &b, &input, NULL), HULL_SOUND);
	assert_int_equal(a.block_size, b.block_size);
	assert_memory_equal(a.block, b.block, a.block_size);
	hull_free(&quiet, &a);
	hull_free(&quiet, &b);
}

/// Enough points inside for a second round of culling.
static void a_ball_of_many_points_is_sound(void **state)
{
	(void)state;
	uint32_t count = 300000;
	float(*points)[3] = malloc(count * sizeof *points);
	assert_non_null(points);
	hull_cloud_fill(CLOUD_BALL, 2, points, count);
	convex_hull h = sound_hull((const float(*)[3])points, count);
	assert_int_equal(h.face_count, 2 * h.vertex_count - 4);
	hull_free(&quiet, &h);
	free(points);
}

/// Points that culling drops must be inside: large clouds of every kind, at unusual places and angles.
static void culling_drops_no_vertex(void **state)
{
	(void)state;
	uint32_t count = TRIALS_SLOW ? 15000 : 70000;
	float(*points)[3] = malloc(count * sizeof *points);
	assert_non_null(points);
	for (int kind = 0; kind < CLOUD_KIND_COUNT; ++kind)
		for (int place = 0; place < 3; ++place)
		{
			// Most kinds have a plane or sphere that keeps every point: fill it.
			hull_cloud_fill((hull_cloud_kind)kind, 9, points, count);
			for (uint32_t i = count / 8; kind != CLOUD_PLANE && kind != CLOUD_LINE && i < count; ++i)
				for (int k = 0; k < 3; ++k)
					points[i][k] = points[i][k] * 0.5f + points[i / 9][k] * 0.5f;
			for (uint32_t i = 0; place && i < count; ++i)
			{
				points[i][2] = 0.25f * points[i][2] + 0.5f * points[i][place - 1];
				points[i][0] = 0.5f * points[i][0] + (place == 2 && kind < CLOUD_SLAB ? 1000.0f : 0.0f);
			}
			convex_hull h = sound_hull((const float(*)[3])points, count);
			hull_free(&quiet, &h);
		}
	free(points);
}

static void memory_may_run_out_anywhere(void **state)
{
	(void)state;
	static float points[20000][3];
	static const struct
	{
		hull_cloud_kind kind;
		uint32_t count;
	} cases[] = {{CLOUD_POINT, 3}, {CLOUD_LINE, 9}, {CLOUD_PLANE, 50}, {CLOUD_SPHERE, 3000}, {CLOUD_BALL, 20000}};
	for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c)
	{
		hull_cloud_fill(cases[c].kind, 1, points, cases[c].count);
		hull_points input = points_of((const float(*)[3])points, cases[c].count);
		kilncook_status status = KILNCOOK_INTERNAL;
		for (size_t fail_at = 1; status != KILNCOOK_OK; ++fail_at)
		{
			counted_memory memory;
			kilncook_context context = counted_context(&memory);
			memory.fail_at = fail_at;
			convex_hull h = {.dimension = 9};
			status = hull_build(&context, &input, &h);
			if (status == KILNCOOK_OK)
			{
				assert_true(fail_at > 2);
				assert_int_equal(memory.live, h.block_size);
				memory.fail_at = memory.calls + 1;
				assert_int_equal(hull_check(&context, &h, &input, NULL), HULL_UNCHECKED);
				memory.fail_at = memory.calls + 2;
				assert_int_equal(hull_check(&context, &h, &input, NULL), HULL_UNCHECKED);
				hull_free(&context, &h);
			}
			else
			{
				assert_int_equal(status, KILNCOOK_INTERNAL);
				assert_string_equal(memory.last_code, "out-of-memory");
				assert_int_equal(memory.messages, 1);
				assert_int_equal(h.dimension, 9);
			}
			assert_int_equal(memory.live, 0);
			assert_int_equal(memory.wrong_size, 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_has_no_hull),
		cmocka_unit_test(one_two_and_three_points_are_point_segment_and_triangle),
		cmocka_unit_test(coincident_points_are_one),
		cmocka_unit_test(collinear_points_are_a_segment),
		cmocka_unit_test(coplanar_points_are_a_polygon),
		cmocka_unit_test(hull_of_a_lattice_has_six_faces_and_eight_vertices),
		cmocka_unit_test(hull_of_an_octahedrons_lattice_has_eight_faces),
		cmocka_unit_test(every_point_of_a_sphere_is_a_vertex),
		cmocka_unit_test(exactly_cospherical_points_are_all_vertices),
		cmocka_unit_test(thin_far_tiny_and_huge_clouds_have_sound_hulls),
		cmocka_unit_test(a_thin_slab_is_a_polyhedron),
		cmocka_unit_test(a_hull_without_a_centre_is_sound),
		cmocka_unit_test(few_points_agree_with_the_definition),
		cmocka_unit_test(repeated_points_give_the_first_of_them),
		cmocka_unit_test(negative_zero_is_stored_as_zero),
		cmocka_unit_test(numbers_that_are_none_are_refused_with_their_place),
		cmocka_unit_test(order_of_points_changes_nothing),
		cmocka_unit_test(points_may_stand_apart),
		cmocka_unit_test(a_ball_of_many_points_is_sound),
		cmocka_unit_test(culling_drops_no_vertex),
		cmocka_unit_test(memory_may_run_out_anywhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
