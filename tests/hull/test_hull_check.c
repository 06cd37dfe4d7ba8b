// SPDX-License-Identifier: MIT
#include "hull/hull.h"
#include "support/hull_clouds.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// The faults that hull_check finds in damaged hulls.

static const kilncook_context quiet = {0};

/// A cube of 2 with its corners at odd numbers: 6 faces of four.
static convex_hull make_cube(void)
{
	float points[8][3];
	for (int i = 0; i < 8; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = i >> k & 1 ? 1 : -1;
	convex_hull h;
	assert_int_equal(hull_build(&quiet, &(hull_points){points[0], 0, 8}, &h), KILNCOOK_OK);
	return h;
}

static convex_hull make_ball(uint32_t count)
{
	float(*points)[3] = malloc(count * sizeof *points);
	assert_non_null(points);
	hull_cloud_fill(CLOUD_SPHERE, 1, points, count);
	convex_hull h;
	assert_int_equal(hull_build(&quiet, &(hull_points){points[0], 0, count}, &h), KILNCOOK_OK);
	free(points);
	return h;
}

static convex_hull make_hull(const float (*points)[3], uint32_t count)
{
	convex_hull h;
	assert_int_equal(hull_build(&quiet, &(hull_points){points[0], 0, count}, &h), KILNCOOK_OK);
	return h;
}

static void expect(const convex_hull *h, hull_fault fault)
{
	uint32_t where = 0;
	assert_string_equal(hull_fault_name(hull_check(&quiet, h, NULL, &where)), hull_fault_name(fault));
	assert_int_equal(hull_check(&quiet, h, NULL, NULL), fault);
}

/// Checks that setting a number to a value is detected, and restores the old value.
static void expect_word(const convex_hull *h, uint32_t *word, uint32_t value, hull_fault fault)
{
	uint32_t old = *word;
	*word = value;
	expect(h, fault);
	*word = old;
}

static void numbers_out_of_range_are_found(void **state)
{
	(void)state;
	convex_hull h = make_cube();
	expect(&h, HULL_SOUND);
	expect_word(&h, &h.origins[3], 8, HULL_RANGE);
	expect_word(&h, &h.origins[23], UINT32_MAX, HULL_RANGE);
	expect_word(&h, &h.twins[0], 24, HULL_RANGE);
	expect_word(&h, &h.twins[7], UINT32_MAX, HULL_RANGE);
	expect_word(&h, &h.face_first[0], 1, HULL_RANGE);
	expect_word(&h, &h.face_first[2], 3, HULL_RANGE);
	expect_word(&h, &h.face_first[2], 6, HULL_RANGE);
	expect_word(&h, &h.face_first[6], 23, HULL_RANGE);
	expect_word(&h, &h.face_first[3], UINT32_MAX, HULL_RANGE);
	expect_word(&h, &h.vertex_count, 0, HULL_RANGE);
	expect_word(&h, &h.vertex_count, 7, HULL_RANGE);
	expect_word(&h, &h.face_count, 3, HULL_RANGE);
	expect_word(&h, &h.face_count, 5, HULL_RANGE);
	expect_word(&h, &h.half_edge_count, 22, HULL_RANGE);
	for (uint32_t dimension = 0; dimension < 6; ++dimension)
		expect_word(&h, &h.dimension, dimension, dimension == 3 ? HULL_SOUND : HULL_RANGE);
	h.vertices[5][1] = NAN;
	expect(&h, HULL_RANGE);
	h.vertices[5][1] = -INFINITY;
	expect(&h, HULL_RANGE);
	hull_free(&quiet, &h);
	expect(&h, HULL_RANGE);
}

static void counts_of_lower_dimensions_are_checked(void **state)
{
	(void)state;
	static const float points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
	for (uint32_t count = 1; count <= 4; ++count)
	{
		convex_hull h = make_hull(points, count);
		expect(&h, HULL_SOUND);
		expect_word(&h, &h.vertex_count, h.vertex_count - 1, HULL_RANGE);
		if (h.dimension < 2)
			expect_word(&h, &h.vertex_count, h.vertex_count + 1, HULL_RANGE);
		expect_word(&h, &h.face_count, h.face_count + 1, HULL_RANGE);
		expect_word(&h, &h.half_edge_count, h.half_edge_count + 2, HULL_RANGE);
		for (uint32_t dimension = 0; dimension <= 4; ++dimension)
			expect_word(&h, &h.dimension, dimension, dimension == h.dimension ? HULL_SOUND : HULL_RANGE);
		hull_free(&quiet, &h);
	}
}

static void twins_that_do_not_pair_up_are_found(void **state)
{
	(void)state;
	convex_hull h = make_cube();
	for (uint32_t e = 0; e < h.half_edge_count; ++e)
	{
		expect_word(&h, &h.twins[e], e, HULL_OPEN);
		expect_word(&h, &h.twins[e], (h.twins[e] + 1) % h.half_edge_count, HULL_OPEN);
	}
	// Two edges that exchange their twins still pair up.
	uint32_t a = h.twins[0], b = h.twins[1];
	h.twins[0] = b;
	h.twins[b] = 0;
	h.twins[1] = a;
	h.twins[a] = 1;
	expect(&h, HULL_OPEN);
	hull_free(&quiet, &h);
}

/// Reverses all polygons.
static void turn_inside_out(convex_hull *h)
{
	uint32_t *origins = malloc(h->half_edge_count * sizeof *origins);
	uint32_t *twins = malloc(h->half_edge_count * sizeof *twins);
	assert_non_null(origins);
	assert_non_null(twins);
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t e = h->face_first[f]; e < h->face_first[f + 1]; ++e)
		{
			// Half-edge e becomes the half-edge in the opposite direction.
			uint32_t next = e + 1 == h->face_first[f + 1] ? h->face_first[f] : e + 1;
			uint32_t mirrored = h->face_first[f] + h->face_first[f + 1] - 1 - e;
			origins[mirrored] = h->origins[next];
			uint32_t g = 0, twin = h->twins[e];
			while (h->face_first[g + 1] <= twin)
				++g;
			twins[mirrored] = h->face_first[g] + h->face_first[g + 1] - 1 - twin;
		}
	memcpy(h->origins, origins, h->half_edge_count * sizeof *origins);
	memcpy(h->twins, twins, h->half_edge_count * sizeof *twins);
	free(origins);
	free(twins);
}

static void a_hull_turned_inside_out_is_concave(void **state)
{
	(void)state;
	convex_hull h = make_cube();
	turn_inside_out(&h);
	expect(&h, HULL_CONCAVE);
	turn_inside_out(&h);
	expect(&h, HULL_SOUND);
	hull_free(&quiet, &h);
	// Either side of a polygon may be the front.
	static const float points[5][3] = {{0, 0, 0}, {4, 0, 1}, {4, 4, 2}, {2, 5, 1.75f}, {0, 4, 1}};
	h = make_hull(points, 5);
	assert_int_equal(h.dimension, 2);
	turn_inside_out(&h);
	expect(&h, HULL_SOUND);
	hull_free(&quiet, &h);
}

/// Two hulls side by side in one.
static convex_hull join(const convex_hull *a, const convex_hull *b)
{
	convex_hull h = {.dimension = 3,
		.vertex_count = a->vertex_count + b->vertex_count,
		.face_count = a->face_count + b->face_count,
		.half_edge_count = a->half_edge_count + b->half_edge_count};
	h.vertices = malloc(h.vertex_count * sizeof *h.vertices);
	h.face_first = malloc((h.face_count + 1) * sizeof *h.face_first);
	h.origins = malloc(h.half_edge_count * sizeof *h.origins);
	h.twins = malloc(h.half_edge_count * sizeof *h.twins);
	assert_true(h.vertices && h.face_first && h.origins && h.twins);
	for (uint32_t v = 0; v < h.vertex_count; ++v)
		for (int k = 0; k < 3; ++k)
			h.vertices[v][k] = v < a->vertex_count ? a->vertices[v][k] : b->vertices[v - a->vertex_count][k] + 100.0f;
	for (uint32_t f = 0; f <= h.face_count; ++f)
		h.face_first[f] = f <= a->face_count ? a->face_first[f] : b->face_first[f - a->face_count] + a->half_edge_count;
	for (uint32_t e = 0; e < h.half_edge_count; ++e)
	{
		bool first = e < a->half_edge_count;
		h.origins[e] = first ? a->origins[e] : b->origins[e - a->half_edge_count] + a->vertex_count;
		h.twins[e] = first ? a->twins[e] : b->twins[e - a->half_edge_count] + a->half_edge_count;
	}
	return h;
}

static void free_joined(convex_hull *h)
{
	free(h->vertices);
	free(h->face_first);
	free(h->origins);
	free(h->twins);
}

static void more_than_one_piece_is_found(void **state)
{
	(void)state;
	convex_hull cube = make_cube(), ball = make_ball(30);
	convex_hull both = join(&cube, &ball);
	expect(&both, HULL_EULER);
	// A vertex shared by both pieces lowers the sum by one, another one lowers it to the correct value.
	for (uint32_t e = 0; e < both.half_edge_count; ++e)
		for (uint32_t shared = 0; shared < 2; ++shared)
			if (both.origins[e] == cube.vertex_count + shared)
				both.origins[e] = shared;
	expect(&both, HULL_EULER);
	memmove(both.vertices + cube.vertex_count, both.vertices + cube.vertex_count + 2,
		(ball.vertex_count - 2) * sizeof *both.vertices);
	both.vertex_count -= 2;
	for (uint32_t e = 0; e < both.half_edge_count; ++e)
		both.origins[e] -= both.origins[e] >= cube.vertex_count ? 2 : 0;
	expect(&both, HULL_EULER);
	free_joined(&both);
	hull_free(&quiet, &cube);
	hull_free(&quiet, &ball);
}

/// A ring of twelve quadrilaterals around a hole, three to a corner.
static void a_ring_is_found(void **state)
{
	(void)state;
	convex_hull cube = make_cube();
	convex_hull ring = join(&cube, &cube);
	ring.vertex_count = 9;
	ring.face_count = 9;
	ring.half_edge_count = 36;
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t j = 0; j < 3; ++j)
		{
			uint32_t f = i * 3 + j, right = (i + 1) % 3, up = (j + 1) % 3;
			const uint32_t corners[4] = {i * 3 + j, right * 3 + j, right * 3 + up, i * 3 + up};
			const uint32_t neighbours[4] = {i * 3 + (j + 2) % 3, right * 3 + j, i * 3 + up, (i + 2) % 3 * 3 + j};
			for (uint32_t k = 0; k < 4; ++k)
			{
				ring.origins[4 * f + k] = corners[k];
				ring.twins[4 * f + k] = 4 * neighbours[k] + (k + 2) % 4;
			}
			ring.face_first[f + 1] = 4 * f + 4;
			ring.vertices[f][0] = (float)i;
			ring.vertices[f][1] = (float)(j * j);
			ring.vertices[f][2] = (float)(i * j);
		}
	expect(&ring, HULL_EULER);
	// Two unused vertices make the sum that of a sphere.
	ring.vertex_count = 11;
	ring.vertices[9][0] = 50;
	ring.vertices[10][0] = 60;
	expect(&ring, HULL_EULER);
	free_joined(&ring);
	hull_free(&quiet, &cube);
}

static void faces_that_are_not_flat_or_not_convex_are_found(void **state)
{
	(void)state;
	convex_hull h = make_cube();
	for (uint32_t v = 0; v < 8; ++v)
		for (int k = 0; k < 3; ++k)
		{
			float old = h.vertices[v][k];
			h.vertices[v][k] = hull_cloud_nudge(old, 1);
			expect(&h, HULL_FLAT);
			h.vertices[v][k] = hull_cloud_nudge(old, -1);
			expect(&h, HULL_FLAT);
			h.vertices[v][k] = old;
		}
	hull_free(&quiet, &h);
	// A corner in the middle of a side, a concave corner, and a star that always turns left.
	static const float square[5][3] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 5, 0}, {0, 4, 0}};
	h = make_hull(square, 5);
	expect(&h, HULL_SOUND);
	uint32_t v = 0;
	while (h.sources[v] != 3)
		++v;
	h.vertices[v][1] = 4;
	expect(&h, HULL_FLAT);
	h.vertices[v][1] = 3;
	expect(&h, HULL_FLAT);
	static const float star[5][2] = {{0, 3}, {-2, -3}, {3, 1}, {-3, 1}, {2, -3}};
	for (uint32_t e = 0; e < 5; ++e)
		memcpy(h.vertices[h.origins[e]], star[e], sizeof star[e]);
	expect(&h, HULL_FLAT);
	hull_free(&quiet, &h);
	// A triangle whose corners are on one line.
	h = make_hull(square, 3);
	h.vertices[0][0] = 1;
	h.vertices[0][1] = 1;
	h.vertices[1][0] = 2;
	h.vertices[1][1] = 2;
	h.vertices[2][0] = 3;
	h.vertices[2][1] = 3;
	expect(&h, HULL_FLAT);
	hull_free(&quiet, &h);
}

/// The centre must move as far as the surface and no farther.
static void vertices_that_are_moved_too_far_are_found(void **state)
{
	(void)state;
	convex_hull h = make_ball(200);
	expect(&h, HULL_SOUND);
	for (uint32_t v = 0; v < h.vertex_count; v += 17)
		for (int way = 0; way < 3; ++way)
		{
			const float factor[3] = {0.5f, -1.0f, 3.0f};
			float old[3];
			memcpy(old, h.vertices[v], sizeof old);
			for (int k = 0; k < 3; ++k)
				h.vertices[v][k] *= factor[way];
			expect(&h, HULL_CONCAVE);
			memcpy(h.vertices[v], old, sizeof old);
		}
	hull_free(&quiet, &h);
	static const float flat[6][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 1}, {1, 1, -1}};
	h = make_hull(flat, 6);
	expect(&h, HULL_SOUND);
	// An edge that is flat, to the last bit.
	for (uint32_t v = 0; v < 6; ++v)
		if (h.vertices[v][2] == 1)
			h.vertices[v][2] = 0;
	expect(&h, HULL_CONCAVE);
	hull_free(&quiet, &h);
}

/// The great icosahedron: closed, Euler's sum 2, every edge convex, and wound seven times around its centre. Its
/// corners are near those of an icosahedron, (0, 1, g), (0, 1, -g) ... with 1 - g in place of g, and its faces are the
/// same. `place` maps corners of small whole numbers to points.
static void expect_winding(void (*place)(const int from[3], float to[3]))
{
	float points[12][3];
	int conjugate[12][3];
	for (int i = 0; i < 12; ++i)
	{
		int from[3], axis = i / 4;
		from[axis] = conjugate[i][axis] = 0;
		from[(axis + 1) % 3] = i & 1 ? 3 : -3;
		from[(axis + 2) % 3] = i & 2 ? 5 : -5;
		conjugate[i][(axis + 1) % 3] = i & 1 ? 5 : -5;
		conjugate[i][(axis + 2) % 3] = i & 2 ? -3 : 3;
		place(from, points[i]);
	}
	convex_hull h = make_hull((const float(*)[3])points, 12);
	assert_int_equal(h.vertex_count, 12);
	assert_int_equal(h.face_count, 20);
	expect(&h, HULL_SOUND);
	for (uint32_t v = 0; v < 12; ++v)
		place(conjugate[h.sources[v]], h.vertices[v]);
	// One of the two faces outwards.
	expect(&h, HULL_CONCAVE);
	turn_inside_out(&h);
	expect(&h, HULL_CONCAVE);
	hull_free(&quiet, &h);
}

static void leave(const int from[3], float to[3])
{
	for (int k = 0; k < 3; ++k)
		to[k] = (float)from[k];
}

static void a_surface_that_winds_round_seven_times_is_found(void **state)
{
	(void)state;
	expect_winding(leave);
	// Without a centre.
	expect_winding(hull_cloud_flatten);
}

static void points_outside_a_hull_without_a_centre_are_found(void **state)
{
	(void)state;
	float points[28][3];
	for (int i = 0; i < 27; ++i)
		hull_cloud_flatten((const int[3]){i % 3, i / 3 % 3, i / 9}, points[i]);
	convex_hull h = make_hull((const float(*)[3])points, 27);
	assert_int_equal(h.vertex_count, 8);
	hull_points input = {points[0], 0, 28};
	hull_cloud_flatten((const int[3]){1, 1, 1}, points[27]);
	assert_int_equal(hull_check(&quiet, &h, &input, NULL), HULL_SOUND);
	uint32_t where = 0;
	hull_cloud_flatten((const int[3]){1, 1, 3}, points[27]);
	assert_int_equal(hull_check(&quiet, &h, &input, &where), HULL_OUTSIDE);
	assert_int_equal(where, 27);
	hull_free(&quiet, &h);
}

static void points_outside_are_found_to_the_last_bit(void **state)
{
	(void)state;
	static float points[3000][3];
	for (int kind = 0; kind < CLOUD_KIND_COUNT; ++kind)
	{
		hull_cloud_fill((hull_cloud_kind)kind, 3, points, 3000);
		convex_hull h = make_hull((const float(*)[3])points, 3000);
		hull_points input = {points[0], 0, 3000};
		assert_int_equal(hull_check(&quiet, &h, &input, NULL), HULL_SOUND);
		// The first point in the order of positions ends the test at once.
		uint32_t first = 0;
		for (uint32_t i = 1; i < 3000; ++i)
			if (points[i][0] < points[first][0])
				first = i;
		points[first][0] = hull_cloud_nudge(points[first][0], -1);
		uint32_t where = 0;
		if (points[first][0] > -FLT_MAX)
		{
			assert_int_equal(hull_check(&quiet, &h, &input, &where), HULL_OUTSIDE);
			assert_int_equal(where, first);
		}
		points[2999][2] = NAN;
		points[first][0] = hull_cloud_nudge(points[first][0], 1);
		if (first != 2999)
		{
			assert_int_equal(hull_check(&quiet, &h, &input, &where), HULL_OUTSIDE);
			assert_int_equal(where, 2999);
		}
		hull_free(&quiet, &h);
	}
}

/// Also in the plane, and on the line.
static void points_beside_flat_hulls_are_found(void **state)
{
	(void)state;
	static const float corners[6][3] = {
		{0, 0, 0}, {4, 0, 1}, {6, 3, 2.25f}, {4, 6, 2.5f}, {0, 6, 1.5f}, {-2, 3, 0.25f}};
	static const float inside[7][3] = {
		{0, 0, 0}, {2, 0, 0.5f}, {5, 1.5f, 1.625f}, {2, 3, 1.25f}, {-1, 1.5f, 0.125f}, {-2, 3, 0.25f}, {2, 6, 2}};
	static const float outside[6][3] = {
		{-4, 0, -1}, {8, 0, 2}, {6, 0, 1.5f}, {2, -3, -0.25f}, {2, 3, 1.2500001f}, {2, 9, 2.75f}};
	convex_hull h = make_hull(corners, 6);
	assert_int_equal(h.dimension, 2);
	assert_int_equal(h.vertex_count, 6);
	assert_int_equal(hull_check(&quiet, &h, &(hull_points){inside[0], 0, 7}, NULL), HULL_SOUND);
	for (int i = 0; i < 6; ++i)
		assert_int_equal(hull_check(&quiet, &h, &(hull_points){outside[i], 0, 1}, NULL), HULL_OUTSIDE);
	hull_free(&quiet, &h);
	static const float line[6][3] = {{0, 0, 0}, {4, 8, 12}, {1, 2, 3}, {-1, -2, -3}, {5, 10, 15}, {1, 2, 3.0000002f}};
	h = make_hull(line, 2);
	assert_int_equal(hull_check(&quiet, &h, &(hull_points){line[0], 0, 3}, NULL), HULL_SOUND);
	for (int i = 3; i < 6; ++i)
		assert_int_equal(hull_check(&quiet, &h, &(hull_points){line[i], 0, 1}, NULL), HULL_OUTSIDE);
	hull_free(&quiet, &h);
	h = make_hull(line + 1, 1);
	assert_int_equal(hull_check(&quiet, &h, &(hull_points){line[1], 0, 1}, NULL), HULL_SOUND);
	assert_int_equal(hull_check(&quiet, &h, &(hull_points){line[2], 0, 1}, NULL), HULL_OUTSIDE);
	hull_free(&quiet, &h);
}

static void vertices_that_are_equal_are_found(void **state)
{
	(void)state;
	convex_hull h = make_ball(100);
	memcpy(h.vertices[13], h.vertices[57], sizeof h.vertices[13]);
	uint32_t where = 0;
	assert_int_equal(hull_check(&quiet, &h, NULL, &where), HULL_REPEATED);
	assert_int_equal(where, 57);
	hull_free(&quiet, &h);
	static const float line[2][3] = {{0, 0, 0}, {4, 8, 12}};
	h = make_hull(line, 2);
	memset(h.vertices[1], 0, sizeof h.vertices[1]);
	memset(h.vertices[0], 0, sizeof h.vertices[0]);
	h.vertices[1][2] = -0.0f;
	expect(&h, HULL_REPEATED);
	hull_free(&quiet, &h);
}

static void every_damaged_word_is_found(void **state)
{
	(void)state;
	convex_hull h = make_ball(40);
	for (uint32_t value = 0; value < 40; ++value)
	{
		for (uint32_t e = 0; e < h.half_edge_count; ++e)
			if (h.origins[e] != value)
			{
				uint32_t old = h.origins[e];
				h.origins[e] = value;
				assert_int_not_equal(hull_check(&quiet, &h, NULL, NULL), HULL_SOUND);
				h.origins[e] = old;
			}
		for (uint32_t f = 0; f < h.face_count; ++f)
			if (h.face_first[f] != value)
				expect_word(&h, &h.face_first[f], value, HULL_RANGE);
	}
	expect(&h, HULL_SOUND);
	hull_free(&quiet, &h);
}

static void faults_have_names(void **state)
{
	(void)state;
	static const char *const names[] = {
		"sound", "range", "open", "euler", "flat", "concave", "outside", "repeated", "unchecked"};
	for (int i = 0; i <= HULL_UNCHECKED; ++i)
		assert_string_equal(hull_fault_name((hull_fault)i), names[i]);
	assert_string_equal(hull_fault_name((hull_fault)99), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_out_of_range_are_found),
		cmocka_unit_test(counts_of_lower_dimensions_are_checked),
		cmocka_unit_test(twins_that_do_not_pair_up_are_found),
		cmocka_unit_test(a_hull_turned_inside_out_is_concave),
		cmocka_unit_test(more_than_one_piece_is_found),
		cmocka_unit_test(a_ring_is_found),
		cmocka_unit_test(faces_that_are_not_flat_or_not_convex_are_found),
		cmocka_unit_test(vertices_that_are_moved_too_far_are_found),
		cmocka_unit_test(a_surface_that_winds_round_seven_times_is_found),
		cmocka_unit_test(points_outside_a_hull_without_a_centre_are_found),
		cmocka_unit_test(points_outside_are_found_to_the_last_bit),
		cmocka_unit_test(points_beside_flat_hulls_are_found),
		cmocka_unit_test(vertices_that_are_equal_are_found),
		cmocka_unit_test(every_damaged_word_is_found),
		cmocka_unit_test(faults_have_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
