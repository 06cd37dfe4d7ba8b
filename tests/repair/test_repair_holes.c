// SPDX-License-Identifier: MIT
// Holes that the repair leaves: each says why, and the row of the step counts those within the size.

#include "repair_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

#define HOLES (1u << KILNCOOK_FAULT_HOLE | 1u << KILNCOOK_FAULT_GAP)

static const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};

/// The options that repair_case_repair repairs with, but for the size of holes.
static repair_options options_of(const repair_case *c, uint32_t steps, double hole_size)
{
	return (repair_options){steps, c->art.options.tolerance, hole_size};
}

/// Repairs art, surveys it again and explains its holes. Returns the first fault that is a hole or a gap, or NULL.
static const kilncook_fault *explain(repair_case *c, uint32_t steps, double hole_size)
{
	const kilncook_context context = {0};
	const repair_options options = options_of(c, steps, hole_size);
	survey_case_run(&c->art);
	assert_int_equal(repair_run(&context, &options, &c->art.mesh, c->rows), KILNCOOK_OK);
	survey_free(&context, &c->art.s);
	assert_int_equal(survey_build(&context, &c->art.mesh, &c->art.options, &c->art.s), KILNCOOK_OK);
	assert_true(repair_explain_holes(&context, &options, &c->art.mesh, &c->art.s));
	const kilncook_fault *hole = NULL;
	for (uint64_t i = c->art.s.fault_count; i-- > 0;)
	{
		const kilncook_fault *fault = &c->art.s.faults[i];
		assert_true((HOLES >> fault->kind & 1) == (fault->stays != KILNCOOK_HOLE_NO_REASON));
		hole = HOLES >> fault->kind & 1 ? fault : hole;
	}
	return hole;
}

/// A box without the face at its highest x.
static void add_open_box(survey_case *art)
{
	survey_case_box(art, zero, one, false);
	survey_case_drop(art, art->triangle_count - 1);
	survey_case_drop(art, art->triangle_count - 1);
}

/// A disc of n sides around a vertex.
static void add_disc(survey_case *art, uint32_t n)
{
	uint32_t middle = survey_case_vertex(art, 0, 0, 0), first = 0, last = 0;
	for (uint32_t i = 0; i < n; ++i)
	{
		double angle = 6.28318530717958648 * i / n;
		uint32_t next = survey_case_vertex(art, cos(angle), sin(angle), 0);
		if (i > 0)
			survey_case_triangle(art, middle, last, next);
		first = i ? first : next;
		last = next;
	}
	survey_case_triangle(art, middle, last, first);
}

static void add_large(survey_case *art)
{
	add_open_box(art);
}

static void add_long(survey_case *art)
{
	add_disc(art, 257);
}

/// A tetrahedron without a face, one of whose others is turned.
static void add_turned(survey_case *art)
{
	uint32_t a = survey_case_vertex(art, 0, 0, 0), b = survey_case_vertex(art, 1, 0, 0);
	uint32_t c = survey_case_vertex(art, 0, 1, 0), d = survey_case_vertex(art, 0, 0, 1);
	survey_case_triangle(art, a, b, d);
	survey_case_triangle(art, b, c, d);
	survey_case_triangle(art, a, c, d);
}

static void add_lone(survey_case *art)
{
	uint32_t a = survey_case_vertex(art, 0, 0, 0), b = survey_case_vertex(art, 1, 0, 0);
	survey_case_triangle(art, a, b, survey_case_vertex(art, 0, 1, 0));
}

/// Two triangles of a square: each triangulation of their border has the edge that they share, or the other diagonal, which
/// makes triangles that lie on them.
static void add_covered(survey_case *art)
{
	uint32_t a = survey_case_vertex(art, 0, 0, 0), b = survey_case_vertex(art, 1, 0, 0);
	uint32_t c = survey_case_vertex(art, 1, 1, 0), d = survey_case_vertex(art, 0, 1, 0);
	survey_case_triangle(art, a, b, c);
	survey_case_triangle(art, a, c, d);
}

/// A square with one corner on the line of its neighbours: the other diagonal makes a triangle without area.
static void add_flat_corner(survey_case *art)
{
	uint32_t a = survey_case_vertex(art, 0, 0, 0), b = survey_case_vertex(art, 1, 0, 0);
	uint32_t c = survey_case_vertex(art, 2, 0, 0), d = survey_case_vertex(art, 1, 1, 0);
	survey_case_triangle(art, a, b, d);
	survey_case_triangle(art, b, c, d);
}

/// An open box with a spike through the middle of its hole.
static void add_pierced(survey_case *art)
{
	const double low[3] = {0.5, 0.45, 0.45}, high[3] = {1.5, 0.55, 0.55};
	add_open_box(art);
	survey_case_box(art, low, high, false);
}

/// Two pyramids without floors, which share two corners of their floors: both would be closed by triangles at the edge between these.
static void add_sharing(survey_case *art)
{
	uint32_t a = survey_case_vertex(art, 0.7, 0, 0), c = survey_case_vertex(art, 1.3, 0, 0);
	for (int side = -1; side <= 1; side += 2)
	{
		uint32_t b = survey_case_vertex(art, 1, -1, 0.5 * side), d = survey_case_vertex(art, 1, 1, 0.5 * side);
		uint32_t tip = survey_case_vertex(art, 1, 0, 3 * side);
		survey_case_triangle(art, a, b, tip);
		survey_case_triangle(art, b, c, tip);
		survey_case_triangle(art, c, d, tip);
		survey_case_triangle(art, d, a, tip);
	}
}

/// A sheet that ends on an edge of two other triangles: its border is no loop.
static void add_fin(survey_case *art)
{
	uint32_t a = survey_case_vertex(art, 0, 0, 0), b = survey_case_vertex(art, 0, 0, 1);
	survey_case_box(art, zero, one, false);
	survey_case_triangle(art, a, b, survey_case_vertex(art, -0.5, -0.5, 0.5));
}

static void holes_that_stay_say_why(void **state)
{
	(void)state;
	static const struct
	{
		void (*add)(survey_case *art);
		double size;
		kilncook_hole_reason reason;
		uint32_t left; ///< holes that count as ones that the step leaves
	} cases[] = {
		{add_large, 0.1, KILNCOOK_HOLE_LARGE, 0},
		{add_long, 1, KILNCOOK_HOLE_EDGES, 1},
		{add_turned, 1, KILNCOOK_HOLE_WINDING, 1},
		{add_lone, 1, KILNCOOK_HOLE_TRIANGLE, 1},
		{add_covered, 1, KILNCOOK_HOLE_CROSSING, 1},
		{add_flat_corner, 1, KILNCOOK_HOLE_NO_TRIANGLES, 1},
		{add_pierced, 1, KILNCOOK_HOLE_CROSSING, 1},
		{add_sharing, 1, KILNCOOK_HOLE_MANY, 2},
		{add_fin, 1, KILNCOOK_HOLE_OPEN, 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
	{
		repair_case c;
		repair_case_begin(&c);
		cases[i].add(&c.art);
		const kilncook_fault *hole = explain(&c, STEP(HOLES), cases[i].size);
		assert_non_null(hole);
		assert_int_equal(hole->stays, cases[i].reason);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_HOLES].left, cases[i].left);
		assert_int_equal(c.rows[KILNCOOK_REPAIR_HOLES].changed, 0);
		repair_case_end(&c);
	}
}

/// The border of a flat sheet cannot be closed: its triangles would lie on the sheet. They would cross those of the holes, too.
static void a_border_that_stays_keeps_no_hole_inside_open(void **state)
{
	(void)state;
	enum
	{
		SIDE = 8
	};
	repair_case c;
	repair_case_begin(&c);
	for (uint32_t i = 0; i < (SIDE + 1) * (SIDE + 1); ++i)
		survey_case_vertex(&c.art, i % (SIDE + 1), (double)(i / (SIDE + 1)), 0);
	for (uint32_t i = 0; i < SIDE * SIDE; ++i)
	{
		const uint32_t at = i / SIDE * (SIDE + 1) + i % SIDE, up = at + SIDE + 1;
		if (i == 2 * SIDE + 2 || i == 5 * SIDE + 4)
			continue;
		survey_case_triangle(&c.art, at, at + 1, up + 1);
		survey_case_triangle(&c.art, at, up + 1, up);
	}
	const kilncook_fault *hole = explain(&c, STEP(HOLES), 1);
	assert_non_null(hole);
	assert_int_equal(hole->count, 4 * SIDE);
	assert_int_equal(hole->stays, KILNCOOK_HOLE_CROSSING);
	assert_int_equal(c.rows[KILNCOOK_REPAIR_HOLES].changed, 2);
	assert_int_equal(c.rows[KILNCOOK_REPAIR_HOLES].left, 1);
	assert_int_equal(c.art.mesh.triangle_count, 2 * SIDE * SIDE);
	repair_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holes_that_stay_say_why),
		cmocka_unit_test(a_border_that_stays_keeps_no_hole_inside_open),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
