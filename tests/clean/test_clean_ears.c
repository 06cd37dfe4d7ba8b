// SPDX-License-Identifier: MIT
#include "clean/polygon.h"
#include "clean/triangulate.h"
#include "clean_shapes.h"
#include "memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/// Compares the search for ears with a test of every corner for every cut, and measures its work on growing polygons.

#define TAU 6.283185307179586

static const kilncook_context context;

/// A polygon of any size in the plane z = 0; corner i is position i.
typedef struct ring
{
	float (*positions)[3];
	uint32_t *corners;
	uint32_t count;
} ring;

static ring ring_make(uint32_t capacity)
{
	ring made = {calloc(capacity, sizeof *made.positions), calloc(capacity, sizeof *made.corners), 0};
	assert_non_null(made.positions);
	assert_non_null(made.corners);
	return made;
}

static void ring_free(ring *polygon)
{
	free(polygon->positions);
	free(polygon->corners);
}

static void add(ring *polygon, double x, double y)
{
	polygon->positions[polygon->count][0] = (float)x;
	polygon->positions[polygon->count][1] = (float)y;
	polygon->corners[polygon->count] = polygon->count;
	++polygon->count;
}

static void add_polar(ring *polygon, double radius, double turns)
{
	add(polygon, radius * cos(TAU * turns), radius * sin(TAU * turns));
}

// --- Families -----------------------------------------------------------------------------------------------------

static void star(ring *polygon, uint32_t n, shape_random *random)
{
	(void)random;
	for (uint32_t i = 0; i < n; ++i)
		add_polar(polygon, i % 2 ? 1000 : 500, (double)i / n);
}

static void thin_star(ring *polygon, uint32_t n, shape_random *random)
{
	(void)random;
	for (uint32_t i = 0; i < n; ++i)
		add_polar(polygon, i % 2 ? 1000 : 1, (double)i / n);
}

static void random_star(ring *polygon, uint32_t n, shape_random *random)
{
	for (uint32_t i = 0; i < n; ++i)
		add_polar(polygon, 1 + 999 * shape_share(random), (double)i / n);
}

/// Radii over twenty-four powers of ten.
static void wide_star(ring *polygon, uint32_t n, shape_random *random)
{
	for (uint32_t i = 0; i < n; ++i)
		add_polar(polygon, (i % 2 ? 1e12 : 1e-12) * (1 + shape_share(random)), (double)i / n);
}

static void comb(ring *polygon, uint32_t n, shape_random *random)
{
	(void)random;
	add(polygon, 0, -1);
	add(polygon, n, -1);
	for (uint32_t i = n / 4; i > 0; --i)
	{
		add(polygon, 4.0 * i, 1e6);
		add(polygon, 4.0 * i - 1, 1e6);
		add(polygon, 4.0 * i - 1, 0);
		add(polygon, 4.0 * i - 4, 0);
	}
}

/// Makes two interlocked combs, turned.
static void corridor(ring *polygon, uint32_t n, shape_random *random)
{
	(void)random;
	for (uint32_t i = 0; i < n / 4; ++i)
		for (uint32_t k = 0; k < 2; ++k)
		{
			double x = 2.0 * i + k, y = i % 2 ? 999 : 0;
			add(polygon, 3 * x - y, x + 3 * y);
		}
	for (uint32_t i = n / 4; i-- > 0;)
		for (uint32_t k = 2; k-- > 0;)
		{
			double x = 2.0 * i + k, y = i % 2 ? 1000 : 1;
			add(polygon, 3 * x - y, x + 3 * y);
		}
}

static void spiral(ring *polygon, uint32_t n, shape_random *random)
{
	(void)random;
	double turns = sqrt(n) / 3;
	for (uint32_t i = 0; i < n; ++i)
	{
		double share = (double)(i < n / 2 ? i : n - 1 - i) / (n / 2);
		add_polar(polygon, 1000 * (1 - 0.99 * share) - (i < n / 2 ? 0 : 300 / turns), turns * share);
	}
}

static void line(ring *polygon, uint32_t n, shape_random *random)
{
	(void)random;
	for (uint32_t i = 0; i < n; ++i)
		add(polygon, i < n / 2 ? 3.0 * i : 3.0 * (n - 1 - i) + 1, i < n / 2 ? 2.0 * i : 2.0 * (n - 1 - i) + 5);
}

/// Puts every third corner at one point.
static void petals(ring *polygon, uint32_t n, shape_random *random)
{
	(void)random;
	for (uint32_t i = 0; i < n / 3; ++i)
	{
		add(polygon, 0, 0);
		add_polar(polygon, 1000, 3.0 * i / n);
		add_polar(polygon, 1000, 3.0 * (i + 0.5) / n);
	}
}

static void tangle(ring *polygon, uint32_t n, shape_random *random)
{
	for (uint32_t i = 0; i < n; ++i)
		add(polygon, shape_below(random, 1000), shape_below(random, 1000));
}

/// Many corners at the same few places.
static void few_places(ring *polygon, uint32_t n, shape_random *random)
{
	for (uint32_t i = 0; i < n; ++i)
		add(polygon, shape_below(random, 6), shape_below(random, 6));
}

static void walk(ring *polygon, uint32_t n, shape_random *random)
{
	double x = 0, y = 0;
	for (uint32_t i = 0; i < n; ++i)
	{
		x += shape_share(random) - 0.5;
		y += shape_share(random) - 0.5;
		add(polygon, x, y);
	}
}

/// Winds round a circle seven times.
static void wound(ring *polygon, uint32_t n, shape_random *random)
{
	for (uint32_t i = 0; i < n; ++i)
		add_polar(polygon, 1e6 * (1 + 0.3 * shape_share(random)), 7.0 * i / n);
}

/// Makes oblique teeth whose roots lie anywhere on lines that are much longer than the teeth are wide: boxes cannot
/// separate them.
static void needles(ring *polygon, uint32_t n, shape_random *random)
{
	for (uint32_t i = n; i > 0; --i)
	{
		double y = i % 2 ? 900000 : (double)shape_below(random, 800000);
		add(polygon, y + i, y - i);
	}
	add(polygon, -1, -1);
	add(polygon, n, -2.0 - n);
}

static const struct
{
	void (*make)(ring *, uint32_t, shape_random *);
	bool simple;
} families[] = {{star, true}, {thin_star, true}, {random_star, true}, {comb, true}, {corridor, true}, {spiral, true},
	{line, true}, {petals, false}, {wide_star, true}, {tangle, false}, {few_places, false}, {walk, false},
	{wound, false}, {needles, false}};

#define FAMILIES (sizeof families / sizeof *families)

// --- By looking at every corner -----------------------------------------------------------------------------------

/// Makes the flat nodes of a polygon.
static void lay_flat(const ring *from, polygon_node *nodes)
{
	for (uint32_t i = 0; i < from->count; ++i)
		nodes[i] = (polygon_node){.p = {(double)from->positions[i][0], (double)from->positions[i][1]},
			.vertex = i,
			.prev = i == 0 ? from->count - 1 : i - 1,
			.next = i + 1 == from->count ? 0 : i + 1};
}

/// Tests an ear with each reflex corner.
static ear_block block_by_all(const clean_polygon *polygon, const uint32_t abc[3])
{
	ear_block worst = EAR_FREE;
	for (uint32_t i = 0; i < polygon->node_count; ++i)
	{
		int least = 1;
		if (!polygon->nodes[i].reflex)
			continue;
		for (int k = 0; k < 3; ++k)
		{
			int side =
				polygon_coincident(polygon, i, abc[k]) ? -1 : polygon_orient(polygon, abc[k], abc[(k + 1) % 3], i);
			least = side < least ? side : least;
		}
		ear_block block = least < 0 ? EAR_FREE : least == 0 ? EAR_GRAZED : EAR_BLOCKED;
		worst = block > worst ? block : worst;
	}
	return worst;
}

static void index_alloc(clean_polygon *polygon, uint32_t capacity)
{
	polygon->nodes = calloc(capacity, sizeof *polygon->nodes);
	polygon->reflex.place = calloc(capacity, sizeof *polygon->reflex.place);
	polygon->reflex.first = calloc(capacity, sizeof *polygon->reflex.first);
	polygon->reflex.reflex = calloc(capacity, sizeof *polygon->reflex.reflex);
	polygon->reflex.boxes = calloc(capacity, sizeof *polygon->reflex.boxes);
	polygon->reflex.items = calloc(capacity, sizeof *polygon->reflex.items);
	assert_true(polygon->nodes && polygon->reflex.place && polygon->reflex.first && polygon->reflex.reflex &&
				polygon->reflex.boxes && polygon->reflex.items);
}

static void index_free(clean_polygon *polygon)
{
	free(polygon->nodes);
	free(polygon->reflex.place);
	free(polygon->reflex.first);
	free(polygon->reflex.reflex);
	free(polygon->reflex.boxes);
	free(polygon->reflex.items);
}

static void the_index_finds_what_looking_at_every_corner_finds(void **state)
{
	(void)state;
	shape_random random = {0x1dea5u};
	uint32_t seen[3] = {0}, sorted = 0, listed = 0;
	for (uint32_t round = 0; round < 40 * FAMILIES; ++round)
	{
		uint32_t n = 8 + shape_below(&random, round % 3 ? 50 : 400);
		ring made = ring_make(n + 8);
		families[round % FAMILIES].make(&made, n, &random);
		clean_polygon polygon = {.node_count = made.count};
		index_alloc(&polygon, 512);
		lay_flat(&made, polygon.nodes);
		uint32_t share = 1 + shape_below(&random, 10);
		for (uint32_t i = 0; i < made.count; ++i)
			polygon.nodes[i].reflex = shape_below(&random, 10) < share;
		reflex_index_begin(&polygon, 0);
		for (uint32_t tries = 0; tries < 300; ++tries)
		{
			for (uint32_t k = 0; k < 4; ++k)
				reflex_index_set(&polygon, shape_below(&random, made.count), shape_below(&random, 10) < share);
			const uint32_t abc[3] = {
				shape_below(&random, made.count), shape_below(&random, made.count), shape_below(&random, made.count)};
			if (polygon_orient(&polygon, abc[0], abc[1], abc[2]) <= 0)
				continue;
			ear_block block = block_by_all(&polygon, abc);
			assert_int_equal(reflex_index_find(&polygon, abc), block);
			++seen[block];
			sorted += polygon.reflex.sorted;
			listed += !polygon.reflex.sorted;
		}
		index_free(&polygon);
		ring_free(&made);
	}
	assert_true(seen[EAR_FREE] > 1000 && seen[EAR_GRAZED] > 1000 && seen[EAR_BLOCKED] > 1000);
	assert_true(sorted > 1000 && listed > 1000);
}

/// 12 area^2 / (sum of squared edges)^2.
static double shape_of(const ring *polygon, uint32_t a, uint32_t b, uint32_t c)
{
	const float *p = polygon->positions[a], *q = polygon->positions[b], *r = polygon->positions[c];
	double u[2], v[2], edges = 0;
	for (int i = 0; i < 2; ++i)
	{
		u[i] = (double)q[i] - (double)p[i];
		v[i] = (double)r[i] - (double)p[i];
		edges += u[i] * u[i] + v[i] * v[i] + ((double)r[i] - (double)q[i]) * ((double)r[i] - (double)q[i]);
	}
	double area = u[0] * v[1] - u[1] * v[0];
	return edges * edges > 0 ? 12.0 * (area * area) / (edges * edges) : 0;
}

/// Finds the best corner of a simple polygon's ring to cut, with all corners judged again. -1 when none is clean.
static double best_ear(const ring *made, clean_polygon *polygon, uint32_t start, uint32_t *best)
{
	double best_rank = -1;
	uint32_t node = start;
	do
	{
		polygon_node *n = &polygon->nodes[node];
		n->reflex = polygon_orient(polygon, n->prev, node, n->next) <= 0;
		node = n->next;
	} while (node != start);
	do
	{
		const polygon_node *n = &polygon->nodes[node];
		const uint32_t abc[3] = {n->prev, node, n->next};
		double rank = n->reflex ? -1 : shape_of(made, abc[0], abc[1], abc[2]);
		if ((rank > best_rank || (rank == best_rank && node < *best)) && !n->reflex &&
			block_by_all(polygon, abc) == EAR_FREE && polygon_in_cone(polygon, abc[0], abc[2]) &&
			polygon_in_cone(polygon, abc[2], abc[0]))
		{
			best_rank = rank;
			*best = node;
		}
		node = n->next;
	} while (node != start);
	return best_rank;
}

/// Every cut of a simple polygon must be the cut that judging every corner again would choose.
static void simple_polygons_are_cut_as_by_looking_at_every_corner(void **state)
{
	(void)state;
	shape_random random = {0xea5u};
	uint32_t cuts = 0;
	for (uint32_t round = 0; round < 8 * FAMILIES; ++round)
	{
		if (!families[round % FAMILIES].simple)
			continue;
		ring made = ring_make(264);
		families[round % FAMILIES].make(&made, 12 + shape_below(&random, 240), &random);
		clean_triangulation result = {0};
		assert_true(
			clean_triangulate(&context, &result, (const float(*)[3])made.positions, made.corners, &made.count, 1));
		assert_int_equal(result.triangle_count, made.count - 2);
		clean_polygon polygon = {.node_count = made.count, .nodes = calloc(made.count, sizeof *polygon.nodes)};
		assert_non_null(polygon.nodes);
		lay_flat(&made, polygon.nodes);
		uint32_t start = 0, best = 0;
		for (uint32_t i = 0; i + 3 < made.count && best_ear(&made, &polygon, start, &best) >= 0; ++i, ++cuts)
		{
			polygon_node *n = &polygon.nodes[best];
			const uint32_t expected[3] = {n->prev, best, n->next};
			assert_memory_equal(result.triangles[i], expected, sizeof expected);
			polygon.nodes[n->prev].next = n->next;
			polygon.nodes[n->next].prev = n->prev;
			start = n->next;
			n->reflex = false;
		}
		free(polygon.nodes);
		clean_triangulation_free(&context, &result);
		ring_free(&made);
	}
	assert_true(cuts > 5000);
}

// --- Work -------------------------------------------------------------------------------------------------------------

static uint64_t work_of(uint32_t family, uint32_t n)
{
	shape_random random = {0x90u + family};
	ring made = ring_make(n + 8);
	families[family].make(&made, n, &random);
	clean_triangulation result = {0};
	assert_true(clean_triangulate(&context, &result, (const float(*)[3])made.positions, made.corners, &made.count, 1));
	assert_int_equal(result.triangle_count, made.count - 2);
	assert_false(result.limited);
	uint64_t work = result.work;
	clean_triangulation_free(&context, &result);
	ring_free(&made);
	return work;
}

/// Four times as many corners would take sixteen times the work if every ear tested every reflex corner.
static void work_grows_far_slower_than_the_square_of_the_corners(void **state)
{
	(void)state;
	for (uint32_t family = 0; family < FAMILIES; ++family)
	{
		if (families[family].make == needles)
			continue;
		uint64_t less = work_of(family, 4000), more = work_of(family, 16000);
		assert_true(more < 9 * less);
		assert_true(more < 16000ull * 500);
	}
}

/// Returns twice the area of the triangles minus that of the polygon, in whole numbers.
static int64_t area_lost(const ring *made, const clean_triangulation *result)
{
	int64_t area = 0;
	for (uint32_t i = 1; i + 1 < made->count; ++i)
		area += (int64_t)shape_cross(made->positions[0], made->positions[i], made->positions[i + 1]);
	for (uint32_t i = 0; i < result->triangle_count; ++i)
	{
		const uint32_t *t = result->triangles[i];
		area -= (int64_t)shape_cross(made->positions[t[0]], made->positions[t[1]], made->positions[t[2]]);
	}
	return area;
}

static void the_limit_of_work_keeps_the_area_and_is_told(void **state)
{
	(void)state;
	shape_random random = {0x11317u};
	ring made = ring_make(5008);
	needles(&made, 5000, &random);
	clean_triangulation result = {0};
	const uint32_t limits[] = {0, 200, 20, 1};
	uint64_t last = UINT64_MAX;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i)
	{
		result.work_most = limits[i];
		assert_true(
			clean_triangulate(&context, &result, (const float(*)[3])made.positions, made.corners, &made.count, 1));
		assert_int_equal(result.triangle_count, made.count - 2);
		assert_int_equal(area_lost(&made, &result), 0);
		assert_int_equal(result.limited, limits[i] != 0);
		assert_true(limits[i] ? result.forced > 0 : result.forced == 0);
		// One search may begin just below the limit; it visits every place and box at most once.
		assert_true(!limits[i] || result.work < ((uint64_t)limits[i] + 3) * made.count);
		assert_true(result.work < last);
		last = result.work;
	}
	clean_triangulation_free(&context, &result);
	ring_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_index_finds_what_looking_at_every_corner_finds),
		cmocka_unit_test(simple_polygons_are_cut_as_by_looking_at_every_corner),
		cmocka_unit_test(work_grows_far_slower_than_the_square_of_the_corners),
		cmocka_unit_test(the_limit_of_work_keeps_the_area_and_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
