// SPDX-License-Identifier: MIT
#include "kiln/primitive/closest.h"
#include "primitive_point.h"
#include "support/asset_fixture.h"
#include "support/trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define CELLS 4
#define FACES_MAX (6 * CELLS * CELLS * CELLS)

/// A solid of the set cells of a grid, as the polyhedron of the squares between set and other cells: with holes, dents
/// and tunnels. Its coordinates are sheared by whole numbers, so that they and all tested points are exact.
typedef struct cells
{
	bool set[CELLS + 2][CELLS + 2][CELLS + 2]; ///< with a border of cells that are not set
	kiln_vec3 vertices[(CELLS + 1) * (CELLS + 1) * (CELLS + 1)];
	uint32_t first[2 * FACES_MAX + 1], corners[6 * FACES_MAX];
	kiln_polyhedron solid;
	kiln_d3 axis[3]; ///< of the grid
} cells;

static kiln_vec3 place(const cells *c, double x, double y, double z)
{
	kiln_d3 p = kiln_d3_scale(c->axis[0], x);
	return kiln_d3_to(kiln_d3_along(kiln_d3_along(p, y, c->axis[1]), z, c->axis[2]));
}

static void add_face(cells *c, const uint32_t *corners, uint32_t count)
{
	uint32_t at = c->first[c->solid.face_count];
	memcpy(&c->corners[at], corners, count * sizeof *corners);
	c->first[++c->solid.face_count] = at + count;
}

/// Adds the square beyond cell x, y, z along an axis, outwards along it or back.
static void add_square(cells *c, const int cell[3], int axis, bool outwards, bool cut)
{
	uint32_t square[4];
	for (uint32_t i = 0; i < 4; ++i)
	{
		int at[3] = {cell[0], cell[1], cell[2]};
		uint32_t turn = outwards ? i : 3 - i;
		at[axis] += 1;
		at[(axis + 1) % 3] += turn == 1 || turn == 2;
		at[(axis + 2) % 3] += turn == 2 || turn == 3;
		square[i] = (uint32_t)(at[0] + (CELLS + 1) * (at[1] + (CELLS + 1) * at[2]));
	}
	if (!cut)
	{
		add_face(c, square, 4);
		return;
	}
	const uint32_t half[2][3] = {{square[0], square[1], square[2]}, {square[0], square[2], square[3]}};
	add_face(c, half[0], 3);
	add_face(c, half[1], 3);
}

static bool is_set(const cells *c, int x, int y, int z)
{
	return c->set[x + 1][y + 1][z + 1];
}

static void make_cells(cells *c, uint64_t *random, uint32_t share)
{
	memset(c, 0, sizeof *c);
	for (int i = 0; i < CELLS * CELLS * CELLS; ++i)
		c->set[i % CELLS + 1][i / CELLS % CELLS + 1][i / CELLS / CELLS + 1] = point_below(random, 8) < share;
	c->set[1][1][1] = true;
	for (int i = 0; i < 3; ++i)
		c->axis[i] = kiln_d3_from(point_random3(random, POINT_LATTICE));
	if (kiln_d3_dot(c->axis[0], kiln_d3_cross(c->axis[1], c->axis[2])) == 0 || point_below(random, 4) == 0)
		for (int i = 0; i < 3; ++i)
			c->axis[i] = (kiln_d3){i == 0, i == 1, i == 2};
	c->solid = (kiln_polyhedron){c->vertices, (CELLS + 1) * (CELLS + 1) * (CELLS + 1), c->first, c->corners, 0};
	for (int i = 0; i < (CELLS + 1) * (CELLS + 1) * (CELLS + 1); ++i)
		c->vertices[i] = place(c, i % (CELLS + 1), i / (CELLS + 1) % (CELLS + 1), i / (CELLS + 1) / (CELLS + 1));
	for (int i = 0; i < (CELLS + 1) * (CELLS + 1) * (CELLS + 1); ++i)
		for (int axis = 0; axis < 3; ++axis)
		{
			int cell[3] = {i % (CELLS + 1) - 1, i / (CELLS + 1) % (CELLS + 1) - 1, i / (CELLS + 1) / (CELLS + 1) - 1};
			int next[3] = {cell[0], cell[1], cell[2]};
			++next[axis];
			bool here = is_set(c, cell[0], cell[1], cell[2]), there = is_set(c, next[0], next[1], next[2]);
			if (here != there)
				add_square(c, cell, axis, here, point_below(random, 2));
		}
}

/// Whether one of the cells that touch a point with half coordinates is set.
static bool in_cells(const cells *c, int x2, int y2, int z2)
{
	for (int i = 0; i < 8; ++i)
	{
		// On a border, the cells on both sides; otherwise the same cell twice.
		int x = x2 / 2 - ((i & 1) && x2 % 2 == 0), y = y2 / 2 - ((i & 2) && y2 % 2 == 0);
		int z = z2 / 2 - ((i & 4) && z2 % 2 == 0);
		if (is_set(c, x, y, z))
			return true;
	}
	return false;
}

static void solids_of_cells_contain_their_cells(void **state)
{
	(void)state;
	uint64_t random = 1, most = (trials_random(20000) + trials_near(10000)) / 64 + 1;
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		cells c;
		make_cells(&c, &random, 1 + (uint32_t)(trial % 7));
		for (int i = 0; i < 64; ++i)
		{
			int x = (int)point_below(&random, 2 * CELLS + 1), y = (int)point_below(&random, 2 * CELLS + 1);
			int z = (int)point_below(&random, 2 * CELLS + 1);
			kiln_vec3 p = place(&c, 0.5 * x, 0.5 * y, 0.5 * z);
			assert_int_equal(kiln_point_in_polyhedron(&p, &c.solid), in_cells(&c, x, y, z));
			kiln_vec3 out = place(&c, 0.5 * x, 0.5 * y, -0.25);
			assert_false(kiln_point_in_polyhedron(&out, &c.solid));
		}
	}
}

/// An octahedron's faces, each cut in four, with corners at random distances: a star about the origin.
typedef struct star
{
	kiln_vec3 vertices[18];
	uint32_t first[33], corners[96];
	kiln_polyhedron solid;
} star;

static const uint32_t star_faces[8][6] = {
	// Corners, and what is between: 0-5 are +x -x +y -y +z -z, 6 on the edges.
	{0, 2, 4, 6, 10, 8},
	{2, 1, 4, 12, 14, 10},
	{1, 3, 4, 13, 16, 14},
	{3, 0, 4, 7, 8, 16},
	{2, 0, 5, 6, 9, 11},
	{1, 2, 5, 12, 11, 15},
	{3, 1, 5, 13, 15, 17},
	{0, 3, 5, 7, 17, 9},
};

static void make_star(star *s, uint64_t *random, bool convex)
{
	static const kiln_d3 ends[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
	static const int edges[12][2] = {
		{0, 2}, {0, 3}, {0, 4}, {0, 5}, {2, 4}, {2, 5}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {3, 4}, {3, 5}};
	for (int i = 0; i < 18; ++i)
	{
		kiln_d3 out = i < 6 ? ends[i] : kiln_d3_add(ends[edges[i - 6][0]], ends[edges[i - 6][1]]);
		// On the unit sphere they are convex, and slightly inside it still.
		double length = i < 6 ? 1 : 0.6875 + (double)point_below(random, 8) / 256;
		s->vertices[i] = kiln_d3_to(kiln_d3_scale(out, convex ? length : 0.125 + (double)fixture_random_unit(random)));
	}
	s->solid = (kiln_polyhedron){s->vertices, 18, s->first, s->corners, 32};
	for (uint32_t i = 0; i < 8; ++i)
	{
		const uint32_t *f = star_faces[i];
		const uint32_t four[12] = {f[0], f[3], f[5], f[3], f[1], f[4], f[5], f[4], f[2], f[3], f[4], f[5]};
		memcpy(&s->corners[12 * i], four, sizeof four);
	}
	for (uint32_t i = 0; i <= 32; ++i)
		s->first[i] = 3 * i;
}

static kiln_vec3 corner_of(const star *s, uint32_t face, uint32_t i)
{
	return s->vertices[s->corners[3 * face + i % 3]];
}

static void stars_contain_the_tetrahedra_from_their_middle(void **state)
{
	(void)state;
	uint64_t random = 2, usual = trials_random(20000) / 4, most = usual + trials_near(10000) / 4;
	star s;
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		make_star(&s, &random, false);
		kiln_vec3 p = point_random3(&random, POINT_UNIT);
		uint32_t face = point_below(&random, 32);
		if (trial >= usual)
			p = point_between3(&random, corner_of(&s, face, 0),
				point_between3(&random, corner_of(&s, face, 1), corner_of(&s, face, 2)));
		bool in = false;
		for (uint32_t i = 0; i < 32 && !in; ++i)
		{
			kiln_vec3 four[4] = {{0, 0, 0}, corner_of(&s, i, 0), corner_of(&s, i, 1), corner_of(&s, i, 2)};
			in = point_in_tetrahedron_exactly(p, four);
		}
		assert_int_equal(kiln_point_in_polyhedron(&p, &s.solid), in);
		if (trial % 8 == 0)
			assert_int_equal(kiln_closest_point_polyhedron(&p, &s.solid).distance == 0, in);
		// Inside out, and with other corners first, it is the same.
		uint32_t turned[96];
		for (uint32_t i = 0; i < 96; ++i)
			turned[i] = s.corners[95 - i];
		kiln_polyhedron other = s.solid;
		other.face_vertices = turned;
		assert_int_equal(kiln_point_in_polyhedron(&p, &other), in);
	}
}

static void convex_ones_contain_what_is_behind_their_faces(void **state)
{
	(void)state;
	uint64_t random = 3, usual = trials_random(20000), most = usual + trials_near(10000), inside = 0;
	star s;
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		if (trial % 16 == 0)
			make_star(&s, &random, true);
		if (!kiln_polyhedron_is_convex(&s.solid))
			continue;
		kiln_vec3 p = point_random3(&random, POINT_UNIT);
		uint32_t face = point_below(&random, 32);
		if (trial >= usual)
			p = point_between3(&random, corner_of(&s, face, 0),
				point_between3(&random, corner_of(&s, face, 1), corner_of(&s, face, 2)));
		bool in = kiln_point_in_polyhedron(&p, &s.solid);
		inside += in;
		assert_int_equal(kiln_point_in_convex_polyhedron(&p, &s.solid), in);
	}
	assert_true(inside > most / 100);
}

static void boxes_of_squares_contain_their_corners_however_they_are_turned(void **state)
{
	(void)state;
	static const uint32_t first[7] = {0, 4, 8, 12, 16, 20, 24};
	static const uint32_t faces[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
	uint64_t random = 4, most = trials_random(20000);
	for (uint64_t trial = 0; trial < most; ++trial)
	{
		kiln_vec3 v[8];
		kiln_d3 e[3];
		for (int i = 0; i < 3; ++i)
			e[i] = kiln_d3_from(point_random3(&random, POINT_UNIT));
		double volume = kiln_d3_dot(e[0], kiln_d3_cross(e[1], e[2]));
		if (fabs(volume) < 1e-2)
			continue;
		for (uint32_t i = 0; i < 8; ++i)
		{
			kiln_d3 p = {0, 0, 0};
			for (int j = 0; j < 3; ++j)
				p = kiln_d3_along(p, i >> j & 1, e[volume < 0 ? 2 - j : j]);
			v[i] = kiln_d3_to(p);
		}
		kiln_polyhedron box = {v, 8, first, faces, 6};
		kiln_d3 at = {0, 0, 0};
		bool in = true, near = false;
		for (int j = 0; j < 3; ++j)
		{
			double share = (double)fixture_random_unit(&random) * 1.5 - 0.25;
			at = kiln_d3_along(at, share, e[j]);
			in &= share >= 0 && share <= 1;
			near |= fabs(share) < 1e-4 || fabs(share - 1) < 1e-4;
		}
		kiln_vec3 p = kiln_d3_to(at);
		assert_true(near || kiln_point_in_polyhedron(&p, &box) == in);
		assert_true(near || kiln_point_in_convex_polyhedron(&p, &box) == in);
		for (int i = 0; i < 8; ++i)
			assert_true(kiln_point_in_polyhedron(&v[i], &box) && kiln_point_in_convex_polyhedron(&v[i], &box));
	}
}

static void what_is_not_usable_is_not_in(void **state)
{
	(void)state;
	uint64_t random = 5;
	star s;
	make_star(&s, &random, true);
	kiln_vec3 p = {0, 0, 0}, off = {0, NAN, 0};
	assert_true(kiln_point_in_polyhedron(&p, &s.solid));
	assert_false(kiln_point_in_polyhedron(&off, &s.solid) || kiln_point_in_convex_polyhedron(&off, &s.solid));
	s.vertices[17].x = HUGE_VALF;
	assert_false(kiln_point_in_polyhedron(&p, &s.solid) || kiln_point_in_convex_polyhedron(&p, &s.solid));
	s.vertices[17].x = 0;
	s.corners[5] = 18;
	assert_false(kiln_point_in_polyhedron(&p, &s.solid) || kiln_point_in_convex_polyhedron(&p, &s.solid));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(solids_of_cells_contain_their_cells),
		cmocka_unit_test(stars_contain_the_tetrahedra_from_their_middle),
		cmocka_unit_test(convex_ones_contain_what_is_behind_their_faces),
		cmocka_unit_test(boxes_of_squares_contain_their_corners_however_they_are_turned),
		cmocka_unit_test(what_is_not_usable_is_not_in),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
