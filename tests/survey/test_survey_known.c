// SPDX-License-Identifier: MIT
// Surfaces of which everything is known.

#include "survey_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

#define ALL_FLAGS KILN_MESH_FLAGS_KNOWN
/// What surfaces of vertices without order have besides.
#define TANGLED                                                                                                        \
	(1u << KILNCOOK_FAULT_CROSSING | 1u << KILNCOOK_FAULT_TOUCHING | 1u << KILNCOOK_FAULT_SLIVER |                     \
		1u << KILNCOOK_FAULT_INVERTED)

static const double origin[3] = {0, 0, 0};

static void a_sphere_has_genus_0_and_no_fault(void **state)
{
	(void)state;
	survey_case c;
	survey_case_begin(&c);
	survey_case_sphere(&c, 16, 24, origin, 2);
	survey_case_run(&c);
	assert_true(survey_case_nothing_but(&c, 0));
	assert_int_equal(c.s.adjacency.component_count, 1);
	const kilncook_component *part = &c.s.components[0];
	assert_int_equal(part->flags, ALL_FLAGS);
	assert_int_equal(part->euler_characteristic, 2);
	assert_int_equal(part->genus, 0);
	assert_int_equal(part->depth, 0);
	assert_true(part->volume > 0.9 * 4.18879 * 8 && part->volume < 4.18879 * 8);
	assert_true(part->area > 0.9 * 12.56637 * 4 && part->area < 12.56637 * 4);
	survey_case_end(&c);
}

static void glued_grids_have_the_genus_of_their_surface(void **state)
{
	(void)state;
	static const struct
	{
		bool wrap, mirror;
		uint32_t loops;
		int genus;
		uint32_t flags;
	} known[] = {
		{true, false, 0, 1, ALL_FLAGS},													   // torus
		{true, true, 0, 2, KILN_MESH_CLOSED | KILN_MESH_MANIFOLD},						   // Klein bottle
		{false, false, 2, 0, KILN_MESH_MANIFOLD | KILN_MESH_ORIENTABLE | KILN_MESH_WOUND}, // cylinder
		{false, true, 1, 1, KILN_MESH_MANIFOLD},										   // Moebius strip
	};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
	{
		survey_case c;
		survey_case_begin(&c);
		c.options.tolerance = 0;
		survey_case_glued(&c, 12, 9, known[i].wrap, known[i].mirror);
		survey_case_run(&c);
		assert_int_equal(c.s.adjacency.component_count, 1);
		const kilncook_component *part = &c.s.components[0];
		assert_int_equal(part->euler_characteristic, 0);
		assert_int_equal(part->boundary_loops, known[i].loops);
		assert_int_equal(part->genus, known[i].genus);
		assert_int_equal(part->flags, known[i].flags);
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_HOLE] + c.s.counts[KILNCOOK_FAULT_GAP], known[i].loops);
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_WINDING] > 0, known[i].mirror);
		assert_true(survey_case_nothing_but(
			&c, TANGLED | 1u << KILNCOOK_FAULT_HOLE | 1u << KILNCOOK_FAULT_GAP | 1u << KILNCOOK_FAULT_WINDING));
		survey_case_end(&c);
	}
}

/// The projective plane of six vertices.
static void the_projective_plane_has_one_crosscap(void **state)
{
	(void)state;
	static const uint32_t faces[10][3] = {
		{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 1}, {1, 2, 4}, {2, 3, 5}, {3, 4, 1}, {4, 5, 2}, {5, 1, 3}};
	survey_case c;
	survey_case_begin(&c);
	for (int i = 0; i < 6; ++i)
		survey_case_vertex(&c, i, i * i, i * i * i);
	for (int i = 0; i < 10; ++i)
		survey_case_triangle(&c, faces[i][0], faces[i][1], faces[i][2]);
	survey_case_run(&c);
	assert_int_equal(c.s.components[0].euler_characteristic, 1);
	assert_int_equal(c.s.components[0].genus, 1);
	assert_int_equal(c.s.components[0].flags, KILN_MESH_CLOSED | KILN_MESH_MANIFOLD);
	survey_case_end(&c);
}

static void box_at(survey_case *c, double center, double half, bool inside_out)
{
	const double low[3] = {center - half, -half, -half}, high[3] = {center + half, half, half};
	survey_case_box(c, low, high, inside_out);
}

static void shells_in_shells_know_their_depth(void **state)
{
	(void)state;
	survey_case c;
	survey_case_begin(&c);
	for (int i = 0; i < 40; ++i)
		box_at(&c, 0, 40 - i, i % 2 == 1);
	box_at(&c, 100, 1, false);
	survey_case_run(&c);
	for (uint32_t i = 0; i < 40; ++i)
		assert_int_equal(c.s.components[i].depth, i);
	assert_int_equal(c.s.components[40].depth, 0);
	assert_int_equal(c.s.counts[KILNCOOK_FAULT_INVERTED], 0);
	// The odd ones bound cavities; what lies in these is out of reach.
	assert_int_equal(c.s.counts[KILNCOOK_FAULT_INNER], 19);
	assert_true(survey_case_nothing_but(&c, 1u << KILNCOOK_FAULT_INNER));
	survey_case_end(&c);
}

static void a_part_that_is_wound_inside_out_is_inverted_unless_it_bounds_a_cavity(void **state)
{
	(void)state;
	for (int which = 0; which < 4; ++which)
	{
		bool outer = which & 1, inner = which & 2;
		survey_case c;
		survey_case_begin(&c);
		box_at(&c, 0, 2, outer);
		box_at(&c, 0, 1, inner);
		survey_case_run(&c);
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_INVERTED], outer);
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_INNER], !inner);
		if (outer)
			assert_int_equal(survey_case_only(&c, KILNCOOK_FAULT_INVERTED)->component, 0);
		if (!inner)
			assert_int_equal(survey_case_only(&c, KILNCOOK_FAULT_INNER)->component, 1);
		assert_true(c.s.components[0].volume > 0 ? !outer : outer);
		assert_true(fabs(c.s.components[0].volume) == 64);
		assert_true(fabs(c.s.components[1].volume) == 8);
		survey_case_end(&c);
	}
}

static void boxes_that_overlap_cross_and_those_that_touch_share_an_area(void **state)
{
	(void)state;
	survey_case c;
	survey_case_begin(&c);
	box_at(&c, 0, 2, false);
	box_at(&c, 2.5, 1.25, false);
	survey_case_run(&c);
	assert_true(c.s.counts[KILNCOOK_FAULT_CROSSING] > 0);
	assert_int_equal(survey_case_only(&c, KILNCOOK_FAULT_OVERLAPPING)->component, 0);
	assert_int_equal(survey_case_only(&c, KILNCOOK_FAULT_OVERLAPPING)->other_component, 1);
	assert_int_equal(survey_case_only(&c, KILNCOOK_FAULT_OVERLAPPING)->count, c.s.counts[KILNCOOK_FAULT_CROSSING]);
	survey_case_end(&c);
	survey_case_begin(&c);
	box_at(&c, 0, 2, false);
	box_at(&c, 3, 1, false);
	survey_case_run(&c);
	assert_int_equal(c.s.counts[KILNCOOK_FAULT_CROSSING], 0);
	assert_true(c.s.counts[KILNCOOK_FAULT_COPLANAR] > 0);
	assert_int_equal(c.s.counts[KILNCOOK_FAULT_OVERLAPPING], 1);
	survey_case_end(&c);
}

static void two_parts_at_one_vertex_are_one_part_with_a_nonmanifold_vertex(void **state)
{
	(void)state;
	survey_case c;
	survey_case_begin(&c);
	const double low[3] = {0, 0, 0}, middle[3] = {1, 1, 1}, high[3] = {2, 2, 2};
	survey_case_box(&c, low, middle, false);
	survey_case_box(&c, middle, high, false);
	survey_case_run(&c);
	assert_int_equal(c.s.adjacency.component_count, 1);
	const kilncook_fault *fault = survey_case_only(&c, KILNCOOK_FAULT_NONMANIFOLD_VERTEX);
	assert_int_equal(fault->count, 2);
	for (int i = 0; i < 3; ++i)
		assert_true(fault->place[i] == 1);
	assert_int_equal(c.s.components[0].genus, KILNCOOK_NO_GENUS);
	assert_true(survey_case_nothing_but(&c, 1u << KILNCOOK_FAULT_NONMANIFOLD_VERTEX));
	survey_case_end(&c);
}

static void no_triangles_are_no_parts(void **state)
{
	(void)state;
	survey_case c;
	survey_case_begin(&c);
	survey_case_run(&c);
	assert_int_equal(c.s.adjacency.component_count, 0);
	assert_int_equal(c.s.fault_count, 0);
	survey_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sphere_has_genus_0_and_no_fault),
		cmocka_unit_test(glued_grids_have_the_genus_of_their_surface),
		cmocka_unit_test(the_projective_plane_has_one_crosscap),
		cmocka_unit_test(shells_in_shells_know_their_depth),
		cmocka_unit_test(a_part_that_is_wound_inside_out_is_inverted_unless_it_bounds_a_cavity),
		cmocka_unit_test(boxes_that_overlap_cross_and_those_that_touch_share_an_area),
		cmocka_unit_test(two_parts_at_one_vertex_are_one_part_with_a_nonmanifold_vertex),
		cmocka_unit_test(no_triangles_are_no_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
