// SPDX-License-Identifier: MIT
// Faults planted in closed models: the survey finds each at its place, and nothing else.

#include "survey_case.h"

#include "clean/clean_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

#define ROUNDS 200
#define BIT(kind) (1u << KILNCOOK_FAULT_##kind)

static const double origin[3] = {0, 0, 0};

/// Models that faults are planted in. In an open model, a cavity would be a part of its own, wound inside out.
typedef enum model
{
	TORUS,
	PLATE,
	SPHERE,
	TWO_HANDLES,
	THREE_HANDLES,
	LINKS,		///< two toruses, each through the hole of the other one
	CAVITY,		///< a sphere within a sphere
	RING_CAVITY ///< a torus within a torus
} model;

/// A closed model with a fault yet to come, and a triangle of its outer surfaces. With `cavities`, also models with a cavity.
static uint32_t begin(survey_case *c, shape_random *random, bool cavities)
{
	const model chosen = (model)shape_below(random, cavities ? RING_CAVITY + 1 : CAVITY);
	survey_case_begin(c);
	if (chosen == TORUS || chosen == LINKS || chosen == RING_CAVITY)
		survey_case_torus(c, 8 + shape_below(random, 12), 6 + shape_below(random, 8));
	else if (chosen == TWO_HANDLES || chosen == THREE_HANDLES)
		survey_case_slab(c, chosen == TWO_HANDLES ? 2 : 3);
	else
		survey_case_sphere(c, 8 + shape_below(random, 12), 8 + shape_below(random, 12), origin, 3);
	if (chosen == LINKS)
		survey_case_link(c, 12 + shape_below(random, 8), 6 + shape_below(random, 4));
	const uint32_t count = c->triangle_count;
	for (uint32_t i = 0; chosen == PLATE && i < c->vertex_count; ++i)
		c->positions[i][2] *= 0.05f;
	if (chosen == CAVITY)
	{
		survey_case_sphere(c, 6, 8, origin, 1);
		survey_case_turn_from(c, count);
	}
	else if (chosen == RING_CAVITY)
		survey_case_torus_cavity(c, 14, 5);
	return shape_below(random, count);
}

/// Boundary loops of all connected parts.
static uint64_t loops_of(const survey_case *c)
{
	uint64_t sum = 0;
	for (uint32_t i = 0; i < c->s.adjacency.component_count; ++i)
		sum += c->s.components[i].boundary_loops;
	return sum;
}

static uint32_t *corners_of(survey_case *c, uint32_t triangle)
{
	return c->corners + 3 * (size_t)triangle;
}

static bool at(const kilncook_fault *fault, const double place[3])
{
	double sum = 0;
	for (int i = 0; i < 3; ++i)
		sum += ((double)fault->place[i] - place[i]) * ((double)fault->place[i] - place[i]);
	return sum < 1e-10;
}

static void middle_of(const survey_case *c, const uint32_t *vertices, int count, double middle[3])
{
	for (int i = 0; i < 3; ++i)
	{
		middle[i] = 0;
		for (int k = 0; k < count; ++k)
			middle[i] += (double)c->positions[vertices[k]][i] / count;
	}
}

static void a_dropped_face_is_a_hole(void **state)
{
	(void)state;
	shape_random random = {0x61u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		survey_case c;
		double middle[3];
		uint32_t triangle = begin(&c, &random, false);
		middle_of(&c, corners_of(&c, triangle), 3, middle);
		const uint32_t vertices = c.vertex_count, triangles = c.triangle_count;
		survey_case_drop(&c, triangle);
		survey_case_run(&c);
		// A narrow hole is a gap.
		const bool narrow = c.s.counts[KILNCOOK_FAULT_GAP] > 0;
		assert_true(survey_case_nothing_but(&c, narrow ? BIT(GAP) : BIT(HOLE)));
		const kilncook_fault *hole = survey_case_only(&c, narrow ? KILNCOOK_FAULT_GAP : KILNCOOK_FAULT_HOLE);
		assert_int_equal(hole->count, 3);
		assert_true(at(hole, middle));
		assert_true((double)hole->distance < 1e-6);
		// Euler: of closed parts with V vertices and F triangles, 2 parts - 2 genus = V - F / 2.
		const int64_t parts = c.s.adjacency.component_count;
		assert_int_equal(2 * (parts - survey_case_genus(&c)), (int64_t)vertices - triangles / 2);
		assert_int_equal(loops_of(&c), 1);
		survey_case_end(&c);
	}
}

/// Whether a triangle at a vertex shares an edge at this vertex with a triangle that moved.
static bool joins(const survey_case *c, uint32_t triangle, uint32_t vertex, const bool *moved)
{
	const uint32_t *t = c->corners + 3 * (size_t)triangle;
	for (uint32_t other = 0; other < c->triangle_count; ++other)
	{
		const uint32_t *u = c->corners + 3 * (size_t)other;
		for (int i = 0; i < 3 && moved[other]; ++i)
			for (int k = 0; k < 3; ++k)
				if (t[i] == u[k] && t[i] != vertex)
					return true;
	}
	return false;
}

/// Part of the triangles at a vertex get a vertex of their own close by: two edges open.
static void a_split_vertex_is_two_cracks(void **state)
{
	(void)state;
	shape_random random = {0x62u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		survey_case c;
		bool moved[1024] = {false};
		uint32_t triangle = begin(&c, &random, false), vertex = corners_of(&c, triangle)[0], all = 0, wanted;
		for (uint32_t t = 0; t < c.triangle_count; ++t)
			for (int k = 0; k < 3; ++k)
				all += corners_of(&c, t)[k] == vertex;
		const float *old = c.positions[vertex];
		uint32_t split = survey_case_vertex(
			&c, (double)old[0] + 1e-4 * (0.2 + shape_share(&random)), (double)old[1] + 2e-5, (double)old[2] - 3e-5);
		wanted = 1 + shape_below(&random, all - 1);
		for (uint32_t count = 0; count < wanted;)
			for (uint32_t t = 0; t < c.triangle_count && count < wanted; ++t)
				for (int k = 0; k < 3; ++k)
					if (corners_of(&c, t)[k] == vertex && !moved[t] && (count == 0 || joins(&c, t, vertex, moved)))
					{
						moved[t] = true;
						corners_of(&c, t)[k] = split;
						++count;
						break;
					}
		survey_case_run(&c);
		// The two sides may overlap instead of opening.
		assert_true(survey_case_nothing_but(&c, BIT(CRACK) | BIT(CROSSING) | BIT(TOUCHING) | BIT(COPLANAR)));
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_CRACK], 2);
		for (uint64_t i = 0; i < 2; ++i)
		{
			assert_int_equal(c.s.faults[i].kind, KILNCOOK_FAULT_CRACK);
			assert_true((double)c.s.faults[i].distance < 1.3e-4);
			// One of the two faces moved, and the edge leads to the vertex.
			assert_true(moved[c.s.faults[i].face] != moved[c.s.faults[i].other_face]);
		}
		assert_int_equal(loops_of(&c), 1);
		survey_case_end(&c);
	}
}

/// One of the two triangles at an edge becomes two, at a vertex in the middle of the edge.
static void a_vertex_on_an_edge_is_a_t_junction(void **state)
{
	(void)state;
	shape_random random = {0x63u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		survey_case c;
		double middle[3];
		uint32_t triangle = begin(&c, &random, false), *t = corners_of(&c, triangle), a = t[0], b = t[1], d = t[2];
		middle_of(&c, t, 2, middle);
		uint32_t vertex = survey_case_vertex(&c, middle[0], middle[1], middle[2]);
		t[1] = vertex;
		survey_case_triangle(&c, vertex, b, d);
		(void)a;
		survey_case_run(&c);
		// Rounding may put the vertex on the neighbour, where both touch, or through it.
		assert_true(survey_case_nothing_but(&c, BIT(T_JUNCTION) | BIT(TOUCHING) | BIT(CROSSING) | BIT(COPLANAR)));
		const kilncook_fault *fault = survey_case_only(&c, KILNCOOK_FAULT_T_JUNCTION);
		assert_true(at(fault, middle));
		assert_true(fault->face == triangle || fault->face == c.triangle_count - 1);
		survey_case_end(&c);
	}
}

static void a_turned_face_disagrees_with_its_neighbours(void **state)
{
	(void)state;
	shape_random random = {0x64u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		survey_case c;
		uint32_t triangle = begin(&c, &random, true);
		survey_case_turn(&c, triangle);
		survey_case_run(&c);
		assert_true(survey_case_nothing_but(&c, BIT(WINDING)));
		assert_int_equal(c.s.counts[KILNCOOK_FAULT_WINDING], 3);
		for (uint64_t i = 0; i < 3; ++i)
			assert_true(c.s.faults[i].face == triangle || c.s.faults[i].other_face == triangle);
		const uint32_t flags = c.s.components[c.s.adjacency.components[triangle]].flags;
		assert_true(!(flags & KILN_MESH_WOUND) && (flags & KILN_MESH_ORIENTABLE));
		survey_case_end(&c);
	}
}

static void a_model_turned_inside_out_is_inverted(void **state)
{
	(void)state;
	shape_random random = {0x65u};
	for (int round = 0; round < 20; ++round)
	{
		survey_case c;
		(void)begin(&c, &random, true);
		survey_case_turn_from(&c, 0);
		survey_case_run(&c);
		// A cavity that was turned, too, is a closed part within an inverted one.
		assert_true(survey_case_nothing_but(&c, BIT(INVERTED) | BIT(INNER)));
		assert_true(c.s.counts[KILNCOOK_FAULT_INVERTED] > 0);
		survey_case_end(&c);
	}
}

/// A vertex beside the middle of an edge divides one of its two triangles in three, one of which is flat.
static void a_vertex_beside_an_edge_makes_a_sliver(void **state)
{
	(void)state;
	shape_random random = {0x69u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		survey_case c;
		double place[3];
		const uint32_t triangle = begin(&c, &random, true);
		uint32_t t[3];
		memcpy(t, corners_of(&c, triangle), sizeof t);
		middle_of(&c, t, 2, place);
		// The height is 2e-5 of the edge.
		double edge = 0, along = 0, way = 0;
		for (int k = 0; k < 3; ++k)
		{
			const double side = (double)c.positions[t[1]][k] - (double)c.positions[t[0]][k];
			const double up = (double)c.positions[t[2]][k] - place[k];
			edge += side * side;
			along += side * up;
			way += up * up;
		}
		const double share = 2e-5 * sqrt(edge / (way - along * along / edge));
		for (int k = 0; k < 3; ++k)
			place[k] += share * ((double)c.positions[t[2]][k] - place[k]);
		const uint32_t vertex = survey_case_vertex(&c, place[0], place[1], place[2]);
		corners_of(&c, triangle)[2] = vertex;
		survey_case_triangle(&c, t[1], t[2], vertex);
		survey_case_triangle(&c, t[2], t[0], vertex);
		survey_case_run(&c);
		// Rounding may put the vertex on the other triangle of the edge, or through it.
		assert_true(survey_case_nothing_but(&c, BIT(SLIVER) | BIT(TOUCHING) | BIT(CROSSING) | BIT(COPLANAR)));
		const kilncook_fault *fault = survey_case_only(&c, KILNCOOK_FAULT_SLIVER);
		assert_int_equal(fault->face, triangle);
		survey_case_end(&c);
	}
}

/// Two models that share one vertex.
static void models_that_meet_at_a_vertex_make_it_nonmanifold(void **state)
{
	(void)state;
	shape_random random = {0x6au};
	for (int round = 0; round < ROUNDS; ++round)
	{
		survey_case c;
		(void)begin(&c, &random, true);
		// The vertex that is farthest along x, and a tetrahedron beyond.
		uint32_t far = 0;
		for (uint32_t i = 1; i < c.vertex_count; ++i)
			far = c.positions[i][0] > c.positions[far][0] ? i : far;
		const double p[3] = {(double)c.positions[far][0], (double)c.positions[far][1], (double)c.positions[far][2]};
		const uint32_t a = survey_case_vertex(&c, p[0] + 1, p[1] - 0.5, p[2] - 0.25);
		const uint32_t b = survey_case_vertex(&c, p[0] + 1, p[1] + 0.5, p[2] - 0.25);
		const uint32_t d = survey_case_vertex(&c, p[0] + 1, p[1], p[2] + 0.5);
		survey_case_triangle(&c, a, b, d);
		survey_case_triangle(&c, far, b, a);
		survey_case_triangle(&c, far, d, b);
		survey_case_triangle(&c, far, a, d);
		survey_case_run(&c);
		assert_true(survey_case_nothing_but(&c, BIT(NONMANIFOLD_VERTEX)));
		assert_true(at(survey_case_only(&c, KILNCOOK_FAULT_NONMANIFOLD_VERTEX), p));
		survey_case_end(&c);
	}
}

/// A second model that the first one crosses.
static void models_that_cross_overlap(void **state)
{
	(void)state;
	shape_random random = {0x6bu};
	for (int round = 0; round < 50; ++round)
	{
		survey_case c;
		(void)begin(&c, &random, true);
		const uint32_t count = c.triangle_count;
		double center[3] = {0, 0.1 * shape_share(&random), 0.01};
		for (uint32_t i = 0; i < c.vertex_count; ++i)
			center[0] = fmax(center[0], (double)c.positions[i][0]);
		survey_case_sphere(&c, 7, 9, center, 0.4 + 0.2 * shape_share(&random));
		survey_case_run(&c);
		assert_true(survey_case_nothing_but(&c, BIT(CROSSING) | BIT(TOUCHING) | BIT(OVERLAPPING)));
		assert_true(c.s.counts[KILNCOOK_FAULT_CROSSING] > 0);
		(void)survey_case_only(&c, KILNCOOK_FAULT_OVERLAPPING);
		for (uint64_t i = 0; i < c.s.pair_count; ++i)
			assert_true((c.s.pairs[i].a < count) != (c.s.pairs[i].b < count));
		survey_case_end(&c);
	}
}

static void copies_of_a_face_are_found_either_way_round(void **state)
{
	(void)state;
	shape_random random = {0x66u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		survey_case c;
		uint32_t triangle = begin(&c, &random, true), t[3];
		memcpy(t, corners_of(&c, triangle), sizeof t);
		bool opposite = round % 2;
		uint32_t k = shape_below(&random, 3);
		survey_case_triangle(&c, t[k], t[(k + (opposite ? 2 : 1)) % 3], t[(k + (opposite ? 1 : 2)) % 3]);
		survey_case_run(&c);
		kilncook_fault_kind kind = opposite ? KILNCOOK_FAULT_OPPOSITE : KILNCOOK_FAULT_DUPLICATE;
		assert_true(survey_case_nothing_but(&c, 1u << kind));
		assert_int_equal(survey_case_only(&c, kind)->face, c.triangle_count - 1);
		assert_int_equal(survey_case_only(&c, kind)->other_face, triangle);
		survey_case_end(&c);
	}
}

static void a_fin_is_a_nonmanifold_edge(void **state)
{
	(void)state;
	shape_random random = {0x67u};
	for (int round = 0; round < ROUNDS; ++round)
	{
		survey_case c;
		double middle[3];
		uint32_t triangle = begin(&c, &random, false), *t = corners_of(&c, triangle), a = t[0], b = t[1];
		middle_of(&c, t, 2, middle);
		double normal[3], length = 0;
		for (int k = 0; k < 3; ++k)
		{
			const int u = (k + 1) % 3, v = (k + 2) % 3;
			const float *p = c.positions[a], *q = c.positions[b], *r = c.positions[t[2]];
			normal[k] = ((double)q[u] - (double)p[u]) * ((double)r[v] - (double)p[v]) -
						((double)q[v] - (double)p[v]) * ((double)r[u] - (double)p[u]);
			length += normal[k] * normal[k];
		}
		length = 5 * sqrt(length);
		uint32_t tip = survey_case_vertex(
			&c, middle[0] + normal[0] / length, middle[1] + normal[1] / length, middle[2] + normal[2] / length);
		survey_case_triangle(&c, a, b, tip);
		survey_case_run(&c);
		// The fin's other two edges are a boundary that ends at the edge.
		assert_true(survey_case_nothing_but(&c, BIT(NONMANIFOLD_EDGE) | BIT(HOLE) | BIT(GAP)));
		const kilncook_fault *fault = survey_case_only(&c, KILNCOOK_FAULT_NONMANIFOLD_EDGE);
		assert_int_equal(fault->count, 3);
		assert_true(at(fault, middle));
		survey_case_end(&c);
	}
}

/// Triangles that meet at one vertex only go: two holes that share it.
static void holes_that_share_a_vertex_are_two(void **state)
{
	(void)state;
	survey_case c;
	shape_random random = {0x68u};
	(void)begin(&c, &random, false);
	uint32_t first = KILN_NONE, second = KILN_NONE;
	for (uint32_t a = 0; a < c.triangle_count && first == KILN_NONE; ++a)
		for (uint32_t b = a + 1; b < c.triangle_count && first == KILN_NONE; ++b)
		{
			uint32_t shared = 0;
			for (int i = 0; i < 9; ++i)
				shared += corners_of(&c, a)[i / 3] == corners_of(&c, b)[i % 3];
			if (shared == 1)
			{
				first = a;
				second = b;
			}
		}
	survey_case_drop(&c, second);
	survey_case_drop(&c, first);
	survey_case_run(&c);
	assert_int_equal(c.s.counts[KILNCOOK_FAULT_HOLE] + c.s.counts[KILNCOOK_FAULT_GAP], 2);
	assert_int_equal(c.s.counts[KILNCOOK_FAULT_NONMANIFOLD_VERTEX], 1);
	assert_int_equal(c.s.loop_count, 2);
	assert_int_equal(c.s.loops[0].count, 3);
	assert_int_equal(c.s.loops[1].count, 3);
	survey_case_end(&c);
}

/// Two strips of quads that share the first and last `joined` of the seven vertices along their common line, and
/// leave a slit between the others.
static void strips(survey_case *c, uint32_t joined)
{
	uint32_t rows[4][7];
	survey_case_begin(c);
	for (uint32_t i = 0; i < 7; ++i)
	{
		bool one = i < joined || i + joined > 6;
		rows[0][i] = survey_case_vertex(c, i, -1, 0);
		rows[1][i] = survey_case_vertex(c, i, 0, 0);
		rows[2][i] = one ? rows[1][i] : survey_case_vertex(c, i, 0.02, 0);
		rows[3][i] = survey_case_vertex(c, i, 1, 0);
	}
	for (uint32_t k = 0; k < 3; k += 2)
		for (uint32_t i = 0; i < 6; ++i)
		{
			survey_case_triangle(c, rows[k][i], rows[k][i + 1], rows[k + 1][i + 1]);
			survey_case_triangle(c, rows[k][i], rows[k + 1][i + 1], rows[k + 1][i]);
		}
	survey_case_run(c);
}

static void a_narrow_slit_is_a_gap(void **state)
{
	(void)state;
	survey_case c;
	strips(&c, 2);
	assert_true(survey_case_nothing_but(&c, BIT(HOLE) | BIT(GAP)));
	assert_int_equal(survey_case_only(&c, KILNCOOK_FAULT_GAP)->count, 8);
	assert_int_equal(survey_case_only(&c, KILNCOOK_FAULT_HOLE)->count, 16);
	survey_case_end(&c);
}

static void surfaces_that_meet_at_vertices_have_borders_of_their_own(void **state)
{
	(void)state;
	survey_case c;
	strips(&c, 1);
	assert_true(survey_case_nothing_but(&c, BIT(HOLE) | BIT(NONMANIFOLD_VERTEX)));
	assert_int_equal(c.s.loop_count, 2);
	for (uint32_t i = 0; i < 2; ++i)
		for (uint32_t k = 0; k < c.s.loops[i].count; ++k)
		{
			uint32_t side = c.s.boundary[c.s.loop_sides[c.s.loops[i].first + k] / 2];
			uint32_t first = c.s.boundary[c.s.loop_sides[c.s.loops[i].first] / 2];
			assert_true((side / 3 < 12) == (first / 3 < 12));
		}
	survey_case_end(&c);
}

/// The models without a fault are what the tests take them for.
static void sound_models_have_their_genus_and_no_fault(void **state)
{
	(void)state;
	for (uint32_t handles = 0; handles < 6; ++handles)
	{
		survey_case c;
		survey_case_begin(&c);
		survey_case_slab(&c, handles);
		survey_case_run(&c);
		assert_true(survey_case_nothing_but(&c, 0));
		assert_int_equal(c.s.adjacency.component_count, 1);
		assert_int_equal(c.s.components[0].flags, KILN_MESH_FLAGS_KNOWN);
		assert_int_equal(c.s.components[0].genus, handles);
		assert_true(c.s.components[0].volume > 0);
		survey_case_end(&c);
	}
	survey_case c;
	survey_case_begin(&c);
	survey_case_torus(&c, 12, 8);
	survey_case_link(&c, 12, 7);
	survey_case_torus_cavity(&c, 14, 5);
	survey_case_run(&c);
	assert_true(survey_case_nothing_but(&c, 0));
	assert_int_equal(c.s.adjacency.component_count, 3);
	assert_int_equal(survey_case_genus(&c), 3);
	assert_int_equal(c.s.components[2].depth, 1);
	assert_true(c.s.components[1].volume > 0 && c.s.components[2].volume < 0);
	survey_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sound_models_have_their_genus_and_no_fault),
		cmocka_unit_test(a_dropped_face_is_a_hole),
		cmocka_unit_test(a_split_vertex_is_two_cracks),
		cmocka_unit_test(a_vertex_on_an_edge_is_a_t_junction),
		cmocka_unit_test(a_turned_face_disagrees_with_its_neighbours),
		cmocka_unit_test(a_model_turned_inside_out_is_inverted),
		cmocka_unit_test(copies_of_a_face_are_found_either_way_round),
		cmocka_unit_test(a_fin_is_a_nonmanifold_edge),
		cmocka_unit_test(a_vertex_beside_an_edge_makes_a_sliver),
		cmocka_unit_test(models_that_meet_at_a_vertex_make_it_nonmanifold),
		cmocka_unit_test(models_that_cross_overlap),
		cmocka_unit_test(holes_that_share_a_vertex_are_two),
		cmocka_unit_test(a_narrow_slit_is_a_gap),
		cmocka_unit_test(surfaces_that_meet_at_vertices_have_borders_of_their_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
