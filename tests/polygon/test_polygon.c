// SPDX-License-Identifier: MIT
// Polygons of programs: planar, coplanar, cut into convex pieces, against brute force on whole numbers.

#include "clean/clean_shapes.h"
#include "kilncook.h"
#include "support/clean_memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

#define MOST 16

static const kilncook_context context;

/// A polygon of whole numbers in the plane.
typedef struct flat_polygon
{
	int64_t at[MOST][2];
	int count;
} flat_polygon;

static int64_t turn(const flat_polygon *p, int a, int b, int c)
{
	return (p->at[b][0] - p->at[a][0]) * (p->at[c][1] - p->at[a][1]) -
		   (p->at[b][1] - p->at[a][1]) * (p->at[c][0] - p->at[a][0]);
}

static bool on_segment(const flat_polygon *p, int a, int b, int c)
{
	for (int k = 0; k < 2; ++k)
		if ((p->at[c][k] < p->at[a][k] && p->at[c][k] < p->at[b][k]) ||
			(p->at[c][k] > p->at[a][k] && p->at[c][k] > p->at[b][k]))
			return false;
	return turn(p, a, b, c) == 0;
}

static bool meet(const flat_polygon *p, int a, int b, int c, int d)
{
	bool apart = (turn(p, a, b, c) > 0) != (turn(p, a, b, d) > 0) && (turn(p, c, d, a) > 0) != (turn(p, c, d, b) > 0);
	bool proper = turn(p, a, b, c) && turn(p, a, b, d) && turn(p, c, d, a) && turn(p, c, d, b);
	return (apart && proper) || on_segment(p, a, b, c) || on_segment(p, a, b, d) || on_segment(p, c, d, a) ||
		   on_segment(p, c, d, b);
}

static int64_t area(const flat_polygon *p)
{
	int64_t sum = 0;
	for (int i = 1; i + 1 < p->count; ++i)
		sum += turn(p, 0, i, i + 1);
	return sum;
}

static bool is_simple(const flat_polygon *p)
{
	int n = p->count;
	for (int i = 0; i < n; ++i)
		for (int k = 0; k < n; ++k)
		{
			int j = (i + 1) % n, l = (k + 1) % n;
			if (i == k)
				continue;
			if (k == j ? on_segment(p, i, j, l) || on_segment(p, k, l, i) : l != i && meet(p, i, j, k, l))
				return false;
		}
	return area(p) != 0;
}

static void random_polygon(shape_random *random, int count, uint32_t wide, flat_polygon *p)
{
	do
	{
		p->count = count;
		for (int i = 0; i < count; ++i)
			for (int k = 0; k < 2; ++k)
				p->at[i][k] = shape_below(random, wide);
		// Uncrossing pairs of edges makes most polygons simple.
		for (int round = 0; round < 40; ++round)
			for (int i = 0; i < count; ++i)
				for (int k = i + 2; k < count; ++k)
					if ((i || k + 1 < count) && meet(p, i, i + 1, k, (k + 1) % count))
						for (int a = i + 1, b = k; a < b; ++a, --b)
							for (int axis = 0; axis < 2; ++axis)
							{
								int64_t held = p->at[a][axis];
								p->at[a][axis] = p->at[b][axis];
								p->at[b][axis] = held;
							}
	} while (!is_simple(p));
}

/// Puts a polygon on a plane of whole numbers in space.
static void lift(const flat_polygon *p, float positions[MOST][3])
{
	for (int i = 0; i < p->count; ++i)
	{
		double x = (double)p->at[i][0], y = (double)p->at[i][1];
		positions[i][0] = (float)(x + 7);
		positions[i][1] = (float)(2 * x + 5 * y - 3);
		positions[i][2] = (float)(y - x);
	}
}

/// Whether the direction from corner a to b leads into the polygon, which is counter-clockwise.
static bool leads_in(const flat_polygon *p, int a, int b)
{
	int before = (a + p->count - 1) % p->count, after = (a + 1) % p->count;
	if (turn(p, before, a, after) > 0)
		return turn(p, a, after, b) > 0 && turn(p, before, a, b) > 0;
	return turn(p, a, after, b) > 0 || turn(p, before, a, b) > 0;
}

static bool is_diagonal(const flat_polygon *p, int a, int b)
{
	int n = p->count;
	if ((a + 1) % n == b || (b + 1) % n == a || !leads_in(p, a, b) || !leads_in(p, b, a))
		return false;
	for (int c = 0; c < n; ++c)
	{
		int d = (c + 1) % n;
		if (c != a && c != b && d != a && d != b && meet(p, a, b, c, d))
			return false;
	}
	return true;
}

/// Whether the chosen diagonals leave no angle above 180 degrees.
static bool all_convex(const flat_polygon *p, int (*chosen)[2], int count)
{
	int n = p->count;
	for (int v = 0; v < n; ++v)
	{
		// The ends of the edges at v, from the next corner to the one before, in the order of the corners.
		int last = (v + 1) % n;
		for (int step = 2; step < n; ++step)
		{
			int w = (v + step) % n;
			bool there = step == n - 1;
			for (int i = 0; i < count; ++i)
				there |= (chosen[i][0] == v && chosen[i][1] == w) || (chosen[i][0] == w && chosen[i][1] == v);
			if (!there)
				continue;
			// From `last` counter-clockwise to w: 180 degrees at most.
			if (turn(p, v, last, w) < 0)
				return false;
			last = w;
		}
	}
	return true;
}

/// Whether some `left` further diagonals, from number `from` on, make all pieces convex.
static bool can_do(const flat_polygon *p, int (*all)[2], int total, int from, int (*chosen)[2], int count, int left)
{
	if (left == 0)
		return all_convex(p, chosen, count);
	for (int i = from; i < total; ++i)
	{
		bool free = true;
		for (int k = 0; k < count && free; ++k)
			free = all[i][0] == chosen[k][0] || all[i][0] == chosen[k][1] || all[i][1] == chosen[k][0] ||
				   all[i][1] == chosen[k][1] || !meet(p, all[i][0], all[i][1], chosen[k][0], chosen[k][1]);
		if (!free)
			continue;
		memcpy(chosen[count], all[i], sizeof *all);
		if (can_do(p, all, total, i + 1, chosen, count + 1, left - 1))
			return true;
	}
	return false;
}

static uint32_t brute_fewest(const flat_polygon *p)
{
	int all[MOST * MOST][2], chosen[MOST][2], total = 0, diagonals = 0;
	for (int a = 0; a < p->count; ++a)
		for (int b = a + 1; b < p->count; ++b)
			if (is_diagonal(p, a, b))
			{
				all[total][0] = a;
				all[total++][1] = b;
			}
	while (!can_do(p, all, total, 0, chosen, 0, diagonals))
		++diagonals;
	return (uint32_t)diagonals + 1;
}

static void turn_around(flat_polygon *p)
{
	for (int a = 0, b = p->count - 1; a < b; ++a, --b)
		for (int k = 0; k < 2; ++k)
		{
			int64_t held = p->at[a][k];
			p->at[a][k] = p->at[b][k];
			p->at[b][k] = held;
		}
}

/// Fails the test unless the pieces are convex, and cover the polygon.
static void check_pieces(const flat_polygon *p, const kilncook_pieces *pieces)
{
	int64_t sum = 0, sign = area(p) > 0 ? 1 : -1;
	uint32_t first = 0;
	int edges[MOST][MOST] = {{0}};
	for (uint32_t i = 0; i < pieces->piece_count; first = pieces->piece_ends[i++])
	{
		flat_polygon piece = {.count = (int)(pieces->piece_ends[i] - first)};
		assert_true(piece.count >= 3);
		for (int k = 0; k < piece.count; ++k)
		{
			uint32_t corner = pieces->corners[first + (uint32_t)k];
			uint32_t next = pieces->corners[first + (uint32_t)((k + 1) % piece.count)];
			memcpy(piece.at[k], p->at[corner], sizeof piece.at[k]);
			assert_int_equal(edges[corner][next]++, 0);
		}
		for (int k = 0; k < piece.count; ++k)
			assert_true(sign * turn(&piece, k, (k + 1) % piece.count, (k + 2) % piece.count) >= 0);
		assert_true(sign * area(&piece) > 0);
		sum += area(&piece);
	}
	assert_int_equal(first, pieces->corner_count);
	// With the areas, and each edge once and each diagonal both ways, the pieces cover the polygon once.
	assert_true(sum == area(p));
	for (int a = 0; a < p->count; ++a)
		for (int b = 0; b < p->count; ++b)
			assert_int_equal(edges[a][b], (a + 1) % p->count == b ? 1 : edges[b][a] - ((b + 1) % p->count == a));
}

static void pieces_are_convex_and_the_fewest_are_the_fewest(void **state)
{
	(void)state;
	shape_random random = {0x61u};
	uint32_t less = 0;
	for (int round = 0; round < 400; ++round)
	{
		flat_polygon p;
		float positions[MOST][3];
		random_polygon(&random, 3 + (int)shape_below(&random, 7), 4 + shape_below(&random, 20), &p);
		if (area(&p) < 0 && round % 2)
			turn_around(&p);
		lift(&p, positions);
		uint32_t end = (uint32_t)p.count, counts[KILNCOOK_PARTITION_END];
		const kilncook_polygon polygon = {positions[0], end, NULL, &end, 1};
		for (kilncook_partition kind = 0; kind < KILNCOOK_PARTITION_END; ++kind)
		{
			kilncook_pieces pieces;
			assert_int_equal(kilncook_polygon_partition(&context, &polygon, kind, &pieces), KILNCOOK_OK);
			check_pieces(&p, &pieces);
			counts[kind] = pieces.piece_count;
			kilncook_pieces_free(&context, &pieces);
		}
		flat_polygon ccw = p;
		if (area(&ccw) < 0)
			turn_around(&ccw);
		assert_int_equal(counts[KILNCOOK_PARTITION_TRIANGLES], p.count - 2);
		assert_int_equal(counts[KILNCOOK_PARTITION_FEWEST], brute_fewest(&ccw));
		assert_true(counts[KILNCOOK_PARTITION_CONVEX] >= counts[KILNCOOK_PARTITION_FEWEST]);
		assert_true(counts[KILNCOOK_PARTITION_CONVEX] <= 4 * counts[KILNCOOK_PARTITION_FEWEST]);
		less += counts[KILNCOOK_PARTITION_CONVEX] > counts[KILNCOOK_PARTITION_FEWEST];
	}
	assert_true(less > 10);
}

static void add_corner(shape_polygon *polygon, int x, int y)
{
	shape_add(polygon, x, y, 0);
}

static void holes_are_left_out(void **state)
{
	(void)state;
	shape_random random = {0x62u};
	for (int round = 0; round < 100; ++round)
	{
		static shape_cells cells;
		static shape_polygon traced;
		shape_grow(&random, 5 + shape_below(&random, 120), &cells);
		shape_trace(&cells, add_corner, &traced);
		const kilncook_polygon polygon = {
			traced.positions[0], traced.count, traced.corners, traced.ends, traced.contour_count};
		kilncook_pieces pieces;
		assert_int_equal(
			kilncook_polygon_partition(&context, &polygon, KILNCOOK_PARTITION_CONVEX, &pieces), KILNCOOK_OK);
		double sum = 0;
		uint32_t first = 0;
		for (uint32_t i = 0; i < pieces.piece_count; first = pieces.piece_ends[i++])
		{
			uint32_t count = pieces.piece_ends[i] - first;
			const uint32_t *corners = pieces.corners + first;
			for (uint32_t k = 0; k < count; ++k)
			{
				const float *a = traced.positions[corners[k]], *b = traced.positions[corners[(k + 1) % count]];
				assert_true(shape_cross(a, b, traced.positions[corners[(k + 2) % count]]) >= 0);
				sum += shape_cross(traced.positions[corners[0]], a, b) / 2;
			}
		}
		assert_true(sum == (double)cells.count);
		assert_true(pieces.piece_count <= cells.count * 2);
		kilncook_pieces_free(&context, &pieces);
	}
}

static void planes_are_judged_exactly(void **state)
{
	(void)state;
	shape_random random = {0x63u};
	for (int round = 0; round < 300; ++round)
	{
		flat_polygon p;
		float positions[MOST][3];
		bool planar;
		double distance;
		random_polygon(&random, 4 + (int)shape_below(&random, 6), 1000, &p);
		lift(&p, positions);
		uint32_t end = (uint32_t)p.count;
		const kilncook_polygon polygon = {positions[0], end, NULL, &end, 1};
		assert_int_equal(kilncook_polygon_planar(&context, &polygon, 0, &planar, &distance), KILNCOOK_OK);
		assert_true(planar && distance == 0);
		// One unit in the last place of one coordinate.
		float *moved = &positions[shape_below(&random, end)][1];
		float before = *moved;
		*moved = nextafterf(*moved, 1e9f);
		float step = *moved - before;
		assert_int_equal(kilncook_polygon_planar(&context, &polygon, 0, &planar, &distance), KILNCOOK_OK);
		assert_false(planar);
		assert_true(distance > 0 && distance <= (double)step);
		assert_int_equal(kilncook_polygon_planar(&context, &polygon, (double)step, &planar, NULL), KILNCOOK_OK);
		assert_true(planar);
		assert_int_equal(kilncook_polygon_planar(&context, &polygon, 0.1 * distance, &planar, NULL), KILNCOOK_OK);
		assert_false(planar);
	}
}

static void two_polygons_are_coplanar_or_not(void **state)
{
	(void)state;
	const float ground[4][3] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
	const float above[4][3] = {{9, 0, 0}, {12, 0, 0}, {12, 4, 0}, {9, 4, 0.5f}};
	const float back[3][3] = {{20, 4, 0}, {22, 0, 0}, {20, 0, 0}};
	const float line[3][3] = {{30, 0, 0}, {31, 0, 0}, {33, 0, 0}};
	const uint32_t four = 4, three = 3;
	const kilncook_polygon a = {ground[0], 4, NULL, &four, 1}, b = {above[0], 4, NULL, &four, 1};
	const kilncook_polygon c = {back[0], 3, NULL, &three, 1}, d = {line[0], 3, NULL, &three, 1};
	const struct
	{
		const kilncook_polygon *a, *b;
		double tolerance;
		kilncook_coplanarity expected;
	} cases[] = {
		{&a, &a, 0, KILNCOOK_COPLANAR_SAME},
		{&a, &b, 0, KILNCOOK_COPLANAR_NOT},
		{&a, &b, 0.24, KILNCOOK_COPLANAR_NOT},
		{&a, &b, 0.26, KILNCOOK_COPLANAR_SAME},
		{&a, &c, 0, KILNCOOK_COPLANAR_OPPOSITE},
		{&c, &b, 0.6, KILNCOOK_COPLANAR_OPPOSITE},
		{&a, &d, 0, KILNCOOK_COPLANAR_FLAT},
		{&d, &d, 0, KILNCOOK_COPLANAR_FLAT},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		kilncook_coplanarity found[2];
		assert_int_equal(
			kilncook_polygon_coplanar(&context, cases[i].a, cases[i].b, cases[i].tolerance, &found[0]), KILNCOOK_OK);
		assert_int_equal(
			kilncook_polygon_coplanar(&context, cases[i].b, cases[i].a, cases[i].tolerance, &found[1]), KILNCOOK_OK);
		assert_int_equal(found[0], cases[i].expected);
		assert_int_equal(found[1], cases[i].expected);
	}
}

static void a_polygon_that_contradicts_itself_is_refused(void **state)
{
	(void)state;
	static const float square[5][3] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {NAN, 0, 0}};
	static const float tie[4][3] = {{0, 0, 0}, {4, 4, 0}, {4, 0, 0}, {0, 5, 0}};
	static const float line[4][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
	const uint32_t ends[3][2] = {{4, 8}, {2, 4}, {4, 3}}, wrong[4] = {0, 1, 2, 9}, nan[4] = {0, 1, 2, 4};
	const uint32_t pair[8] = {0, 1, 2, 3, 0, 1, 2, 3};
	const struct
	{
		kilncook_polygon polygon;
		kilncook_partition partition;
		kilncook_status expected;
	} cases[] = {
		{{square[0], 5, NULL, ends[0], 0}, 1, KILNCOOK_USAGE},
		{{NULL, 5, NULL, ends[0], 1}, 1, KILNCOOK_USAGE},
		{{square[0], 5, NULL, ends[1], 1}, 1, KILNCOOK_USAGE},
		{{square[0], 5, pair, ends[2], 2}, 1, KILNCOOK_USAGE},
		{{square[0], 5, wrong, ends[0], 1}, 1, KILNCOOK_USAGE},
		{{square[0], 5, nan, ends[0], 1}, 1, KILNCOOK_USAGE},
		{{square[0], 5, NULL, ends[0], 1}, KILNCOOK_PARTITION_END, KILNCOOK_USAGE},
		{{square[0], 5, pair, ends[0], 2}, KILNCOOK_PARTITION_FEWEST, KILNCOOK_USAGE},
		{{tie[0], 4, NULL, ends[0], 1}, KILNCOOK_PARTITION_TRIANGLES, KILNCOOK_REFUSED},
		{{tie[0], 4, NULL, ends[0], 1}, KILNCOOK_PARTITION_CONVEX, KILNCOOK_REFUSED},
		{{tie[0], 4, NULL, ends[0], 1}, KILNCOOK_PARTITION_FEWEST, KILNCOOK_REFUSED},
		{{line[0], 4, NULL, ends[0], 1}, KILNCOOK_PARTITION_CONVEX, KILNCOOK_REFUSED},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		counted_memory memory;
		const kilncook_context counted = counted_context(&memory);
		kilncook_pieces pieces = {0};
		assert_int_equal(
			kilncook_polygon_partition(&counted, &cases[i].polygon, cases[i].partition, &pieces), cases[i].expected);
		assert_string_equal(memory.first_code, cases[i].expected == KILNCOOK_REFUSED ? "polygon-crossed" : "usage");
		assert_int_equal(memory.live, 0);
		assert_null(pieces.corners);
	}
}

static void without_memory_nothing_is_kept(void **state)
{
	(void)state;
	shape_random random = {0x64u};
	flat_polygon p;
	float positions[MOST][3];
	random_polygon(&random, 10, 30, &p);
	lift(&p, positions);
	uint32_t end = (uint32_t)p.count;
	const kilncook_polygon polygon = {positions[0], end, NULL, &end, 1};
	for (kilncook_partition kind = 0; kind < KILNCOOK_PARTITION_END; ++kind)
		for (size_t fail = 1;; ++fail)
		{
			counted_memory memory;
			const kilncook_context counted = counted_context(&memory);
			kilncook_pieces pieces = {0};
			memory.fail_at = fail;
			kilncook_status status = kilncook_polygon_partition(&counted, &polygon, kind, &pieces);
			kilncook_pieces_free(&counted, &pieces);
			assert_int_equal(memory.live, 0);
			assert_int_equal(memory.wrong_size, 0);
			if (status == KILNCOOK_OK)
				break;
			assert_int_equal(status, KILNCOOK_INTERNAL);
			assert_true(fail < 100);
		}
}

/// The most corners that the search for the fewest takes: a comb, where each tooth needs a piece.
static void a_comb_of_many_corners_has_a_piece_for_each_tooth(void **state)
{
	(void)state;
	float positions[KILNCOOK_PARTITION_CORNERS_MAX][3];
	uint32_t count = 0, teeth = KILNCOOK_PARTITION_CORNERS_MAX / 4;
	for (uint32_t i = 0; i < teeth; ++i)
	{
		// From the right to the left along the top, then back along the bottom.
		float x = (float)(4 * (teeth - i));
		const float corners[4][2] = {{x, 9}, {x - 1, 9}, {x - 1, 1}, {x - 4, 1}};
		for (int k = 0; k < 4; ++k, ++count)
		{
			positions[count][0] = corners[k][0];
			positions[count][1] = corners[k][1];
			positions[count][2] = 5;
		}
	}
	// The bottom: below the last tooth, then below the first.
	positions[count - 2][1] = 0;
	positions[count - 1][0] = positions[0][0];
	positions[count - 1][1] = 0;
	const kilncook_polygon polygon = {positions[0], count, NULL, &count, 1};
	kilncook_pieces pieces;
	assert_int_equal(kilncook_polygon_partition(&context, &polygon, KILNCOOK_PARTITION_FEWEST, &pieces), KILNCOOK_OK);
	assert_int_equal(count, KILNCOOK_PARTITION_CORNERS_MAX);
	assert_true(pieces.piece_count >= teeth && pieces.piece_count <= teeth + 1);
	kilncook_pieces_free(&context, &pieces);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_convex_and_the_fewest_are_the_fewest),
		cmocka_unit_test(holes_are_left_out),
		cmocka_unit_test(planes_are_judged_exactly),
		cmocka_unit_test(two_polygons_are_coplanar_or_not),
		cmocka_unit_test(a_polygon_that_contradicts_itself_is_refused),
		cmocka_unit_test(without_memory_nothing_is_kept),
		cmocka_unit_test(a_comb_of_many_corners_has_a_piece_for_each_tooth),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
