// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "clean/clean_shapes.h"
#include "mass/mass.h"

#include <float.h>

#define MOST_VERTICES 40000
#define MOST_TRIANGLES 80000

static const double pi = 3.14159265358979323846;

typedef struct surface
{
	float vertices[MOST_VERTICES][3];
	uint32_t triangles[MOST_TRIANGLES][3];
	uint32_t vertex_count;
	uint32_t triangle_count;
} surface;

static surface s;

static uint32_t vertex(double x, double y, double z)
{
	s.vertices[s.vertex_count][0] = (float)x;
	s.vertices[s.vertex_count][1] = (float)y;
	s.vertices[s.vertex_count][2] = (float)z;
	return s.vertex_count++;
}

static void triangle(uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t *t = s.triangles[s.triangle_count++];
	t[0] = a;
	t[1] = b;
	t[2] = c;
}

static void quad(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	triangle(a, b, c);
	triangle(a, c, d);
}

static void begin(void)
{
	s.vertex_count = s.triangle_count = 0;
}

static mass_properties of_surface(bool closed)
{
	return mass_of_triangles(
		(const float(*)[3])s.vertices, s.vertex_count, (const uint32_t(*)[3])s.triangles, s.triangle_count, closed);
}

static void box(const double low[3], const double high[3])
{
	uint32_t v[8];
	for (uint32_t i = 0; i < 8; ++i)
		v[i] = vertex(i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]);
	quad(v[0], v[2], v[3], v[1]);
	quad(v[4], v[5], v[7], v[6]);
	quad(v[0], v[1], v[5], v[4]);
	quad(v[2], v[6], v[7], v[3]);
	quad(v[0], v[4], v[6], v[2]);
	quad(v[1], v[3], v[7], v[5]);
}

static void tetrahedron(const double v[4][3])
{
	uint32_t n[4];
	for (uint32_t i = 0; i < 4; ++i)
		n[i] = vertex(v[i][0], v[i][1], v[i][2]);
	triangle(n[0], n[2], n[1]);
	triangle(n[0], n[1], n[3]);
	triangle(n[1], n[2], n[3]);
	triangle(n[2], n[0], n[3]);
}

/// A ball of 2 n x n facets with these half axes, bumpy by up to `bump`.
static void ball(uint32_t n, const double axes[3], double bump, shape_random *random)
{
	uint32_t top = vertex(0, 0, axes[2]), bottom = vertex(0, 0, -axes[2]), first = s.vertex_count, around = 2 * n;
	for (uint32_t i = 1; i < n; ++i)
		for (uint32_t j = 0; j < around; ++j)
		{
			double theta = pi * i / n, phi = 2 * pi * j / around;
			double radius = bump > 0.0 ? 1.0 - bump * shape_share(random) : 1.0;
			vertex(radius * axes[0] * sin(theta) * cos(phi), radius * axes[1] * sin(theta) * sin(phi),
				radius * axes[2] * cos(theta));
		}
	for (uint32_t j = 0; j < around; ++j)
	{
		uint32_t k = (j + 1) % around, last = first + (n - 2) * around;
		triangle(top, first + j, first + k);
		triangle(bottom, last + k, last + j);
		for (uint32_t i = 0; i + 2 < n; ++i)
			quad(first + i * around + j, first + (i + 1) * around + j, first + (i + 1) * around + k,
				first + i * around + k);
	}
}

static void torus(uint32_t n, double large, double small)
{
	for (uint32_t i = 0; i < n; ++i)
		for (uint32_t j = 0; j < n; ++j)
		{
			double u = 2 * pi * i / n, v = 2 * pi * j / n, r = large + small * cos(v);
			vertex(r * cos(u), r * sin(u), small * sin(v));
		}
	for (uint32_t i = 0; i < n; ++i)
		for (uint32_t j = 0; j < n; ++j)
		{
			uint32_t i1 = (i + 1) % n, j1 = (j + 1) % n;
			quad(i * n + j, i1 * n + j, i1 * n + j1, i * n + j1);
		}
}

static void assert_near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.17g is not within %g of %.17g", value, tolerance, expected);
}

static void assert_same(const mass_properties *a, const mass_properties *b, double tolerance)
{
	double length = sqrt(a->area), i = fabs(a->volume) * a->area;
	assert_near(b->volume, a->volume, tolerance * fabs(a->volume));
	assert_near(b->area, a->area, tolerance * a->area);
	for (uint32_t k = 0; k < 3; ++k)
	{
		assert_near(b->center[k], a->center[k], tolerance * length);
		assert_near(b->moments[k], a->moments[k], tolerance * i);
	}
	for (uint32_t k = 0; k < 6; ++k)
		assert_near(b->inertia[k], a->inertia[k], tolerance * i);
}

static void a_box_has_its_closed_form(void **state)
{
	(void)state;
	begin();
	box((double[3]){1, -2, 3}, (double[3]){3, 1, 8});
	mass_properties m = of_surface(true);
	assert_true(m.closed);
	assert_near(m.volume, 30, 1e-13);
	assert_near(m.area, 2 * (6 + 10 + 15), 1e-13);
	const double center[3] = {2, -0.5, 5.5}, inertia[6] = {30 * 34 / 12.0, 30 * 29 / 12.0, 30 * 13 / 12.0, 0, 0, 0};
	for (uint32_t k = 0; k < 3; ++k)
	{
		assert_near(m.center[k], center[k], 1e-14);
		assert_near(m.moments[k], inertia[2 - k], 1e-12);
		assert_near(fabs(m.axes[k][2 - k]), 1, 1e-14);
	}
	for (uint32_t k = 0; k < 6; ++k)
		assert_near(m.inertia[k], inertia[k], 1e-12);
}

static void the_corner_tetrahedron_has_its_closed_form(void **state)
{
	(void)state;
	begin();
	const double v[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	tetrahedron(v);
	mass_properties m = of_surface(true);
	// The integral of xx is 1/60, that of xy 1/120; the centre is at 1/4.
	double same = 1 / 60.0 - 1 / 96.0, mixed = 1 / 120.0 - 1 / 96.0;
	assert_near(m.volume, 1 / 6.0, 1e-16);
	assert_near(m.area, 1.5 + sqrt(3) / 2, 1e-15);
	for (uint32_t k = 0; k < 3; ++k)
	{
		assert_near(m.center[k], 0.25, 1e-15);
		assert_near(m.inertia[k], 2 * same, 1e-16);
		assert_near(m.inertia[3 + k], -mixed, 1e-16);
	}
}

static void a_cube_has_the_coordinate_axes(void **state)
{
	(void)state;
	begin();
	box((double[3]){-1, -1, -1}, (double[3]){1, 1, 1});
	mass_properties m = of_surface(true);
	for (uint32_t i = 0; i < 3; ++i)
		for (uint32_t j = 0; j < 3; ++j)
			assert_true(m.axes[i][j] == (i == j ? 1.0 : 0.0));
}

static void an_ellipsoid_is_approached_quadratically(void **state)
{
	(void)state;
	const double axes[3] = {1, 2, 3};
	double volume = 4 * pi / 3 * 6, errors[2], inertia_errors[2];
	for (uint32_t round = 0; round < 2; ++round)
	{
		begin();
		ball(40u << round, axes, 0, NULL);
		mass_properties m = of_surface(true);
		errors[round] = fabs(m.volume - volume) / volume;
		inertia_errors[round] = 0;
		for (uint32_t k = 0; k < 3; ++k)
		{
			double a = axes[(k + 1) % 3], b = axes[(k + 2) % 3], expected = volume * (a * a + b * b) / 5;
			inertia_errors[round] = fmax(inertia_errors[round], fabs(m.inertia[k] - expected) / expected);
			assert_near(m.inertia[3 + k], 0, 1e-5);
			assert_near(m.center[k], 0, 1e-6);
		}
	}
	assert_true(errors[1] < 2e-3 && inertia_errors[1] < 4e-3);
	assert_near(errors[0] / errors[1], 4, 0.1);
	assert_near(inertia_errors[0] / inertia_errors[1], 4, 0.1);
}

static void a_torus_is_approached(void **state)
{
	(void)state;
	begin();
	double large = 3, small = 0.75;
	torus(190, large, small);
	mass_properties m = of_surface(true);
	double volume = 2 * pi * pi * large * small * small;
	double around = volume * (large * large + 0.75 * small * small);
	double across = volume * (4 * large * large + 5 * small * small) / 8;
	assert_near(m.volume / volume, 1, 1e-3);
	assert_near(m.area / (4 * pi * pi * large * small), 1, 1e-3);
	assert_near(m.inertia[0] / across, 1, 2e-3);
	assert_near(m.inertia[1] / across, 1, 2e-3);
	assert_near(m.inertia[2] / around, 1, 2e-3);
	assert_near(m.axes[2][2], 1, 1e-6);
}

/// A bumpy ball whose vertices lie on a lattice, so that moving and turning it is exact.
static void lattice_ball(void)
{
	shape_random random = {0xabcdu};
	begin();
	ball(12, (double[3]){900, 600, 400}, 0.4, &random);
	for (uint32_t i = 0; i < s.vertex_count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			s.vertices[i][k] = 5 * roundf(s.vertices[i][k] / 5 + (k == 0 ? 40 : 0));
}

static void moving_far_away_changes_nothing(void **state)
{
	(void)state;
	lattice_ball();
	mass_properties near = of_surface(true);
	const double move[3] = {1e7, -1.2e7, 1.5e7};
	for (uint32_t i = 0; i < s.vertex_count; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			s.vertices[i][k] = (float)((double)s.vertices[i][k] + move[k]);
	mass_properties far = of_surface(true);
	assert_true(near.volume == far.volume && near.area == far.area);
	assert_memory_equal(near.inertia, far.inertia, sizeof near.inertia);
	assert_memory_equal(near.axes, far.axes, sizeof near.axes);
	for (uint32_t k = 0; k < 3; ++k)
		assert_near(far.center[k] - move[k], near.center[k], 1e-8);
}

static void inertia_turns_with_the_solid(void **state)
{
	(void)state;
	lattice_ball();
	mass_properties before = of_surface(true);
	// Rows of a rotation by the angle of the triangle 3, 4, 5 and by a permutation of axes.
	const double turn[3][3] = {{0, 0.6, -0.8}, {0, 0.8, 0.6}, {1, 0, 0}};
	for (uint32_t i = 0; i < s.vertex_count; ++i)
	{
		double p[3] = {(double)s.vertices[i][0], (double)s.vertices[i][1], (double)s.vertices[i][2]};
		for (uint32_t k = 0; k < 3; ++k)
			s.vertices[i][k] = (float)round(turn[k][0] * p[0] + turn[k][1] * p[1] + turn[k][2] * p[2]);
	}
	mass_properties after = of_surface(true), expected = after;
	static const uint32_t place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
	expected.volume = before.volume;
	expected.area = before.area;
	memcpy(expected.moments, before.moments, sizeof expected.moments);
	for (uint32_t i = 0; i < 3; ++i)
	{
		expected.center[i] = 0;
		for (uint32_t k = 0; k < 3; ++k)
			expected.center[i] += turn[i][k] * before.center[k];
		for (uint32_t j = i; j < 3; ++j)
		{
			double sum = 0;
			for (uint32_t k = 0; k < 3; ++k)
				for (uint32_t l = 0; l < 3; ++l)
					sum += turn[i][k] * before.inertia[place[k][l]] * turn[j][l];
			expected.inertia[place[i][j]] = sum;
		}
	}
	assert_same(&expected, &after, 1e-13);
	for (uint32_t i = 0; i < 3; ++i)
	{
		double dot = 0;
		for (uint32_t k = 0; k < 3; ++k)
			dot += after.axes[i][k] *
				   (turn[k][0] * before.axes[i][0] + turn[k][1] * before.axes[i][1] + turn[k][2] * before.axes[i][2]);
		assert_near(fabs(dot), 1, 1e-12);
	}
}

static void winding_inside_out_negates_the_volume_only(void **state)
{
	(void)state;
	lattice_ball();
	mass_properties m = of_surface(true);
	for (uint32_t i = 0; i < s.triangle_count; ++i)
	{
		uint32_t a = s.triangles[i][0];
		s.triangles[i][0] = s.triangles[i][1];
		s.triangles[i][1] = a;
	}
	mass_properties turned = of_surface(true);
	assert_true(m.volume > 0 && turned.volume < 0);
	turned.volume = -turned.volume;
	assert_same(&m, &turned, 1e-14);
	for (uint32_t i = 0; i < s.vertex_count; ++i)
		s.vertices[i][1] = -s.vertices[i][1];
	mass_properties mirrored = of_surface(true);
	assert_true(mirrored.volume > 0);
	assert_near(mirrored.inertia[3], -m.inertia[3], 1e-14 * m.moments[2]);
	assert_near(mirrored.inertia[4], m.inertia[4], 1e-14 * m.moments[2]);
}

static void the_order_of_triangles_does_not_matter(void **state)
{
	(void)state;
	lattice_ball();
	mass_properties m = of_surface(true);
	for (uint32_t i = 0, j = s.triangle_count - 1; i < j; ++i, --j)
	{
		uint32_t swap[3];
		memcpy(swap, s.triangles[i], sizeof swap);
		memcpy(s.triangles[i], s.triangles[j], sizeof swap);
		memcpy(s.triangles[j], swap, sizeof swap);
	}
	mass_properties turned = of_surface(true);
	assert_same(&m, &turned, 1e-15);
}

/// Whether a vertical line down from p crosses an odd number of triangles, that is, whether p is inside.
static bool is_inside(const double p[3])
{
	bool inside = false;
	for (uint32_t i = 0; i < s.triangle_count; ++i)
	{
		const float *v[3];
		double area[3];
		for (uint32_t k = 0; k < 3; ++k)
			v[k] = s.vertices[s.triangles[i][k]];
		for (uint32_t k = 0; k < 3; ++k)
		{
			const float *a = v[(k + 1) % 3], *b = v[(k + 2) % 3];
			area[k] = ((double)a[0] - p[0]) * ((double)b[1] - p[1]) - ((double)a[1] - p[1]) * ((double)b[0] - p[0]);
		}
		if ((area[0] > 0) != (area[1] > 0) || (area[1] > 0) != (area[2] > 0))
			continue;
		double z = 0;
		for (uint32_t k = 0; k < 3; ++k)
			z += area[k] * (double)v[k][2];
		inside ^= z / (area[0] + area[1] + area[2]) < p[2];
	}
	return inside;
}

static void monte_carlo_agrees(void **state)
{
	(void)state;
	shape_random random = {0x7777u};
	begin();
	ball(5, (double[3]){1, 0.7, 0.5}, 0.6, &random);
	mass_properties m = of_surface(true);
	uint32_t count = 400000;
	double hits = 0, first[3] = {0}, second[6] = {0};
	static const uint32_t pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
	for (uint32_t i = 0; i < count; ++i)
	{
		double p[3];
		for (uint32_t k = 0; k < 3; ++k)
			p[k] = 2 * shape_share(&random) - 1;
		if (!is_inside(p))
			continue;
		hits += 1;
		for (uint32_t k = 0; k < 3; ++k)
			first[k] += p[k];
		for (uint32_t k = 0; k < 6; ++k)
			second[k] += (p[pair[k][0]] - m.center[pair[k][0]]) * (p[pair[k][1]] - m.center[pair[k][1]]);
	}
	double cell = 8.0 / count, share = hits / count, sigma = 8 * sqrt(share * (1 - share) / count);
	assert_near(m.volume, hits * cell, 4 * sigma);
	for (uint32_t k = 0; k < 3; ++k)
	{
		assert_near(m.center[k], first[k] / hits, 4 * 0.4 / sqrt(hits));
		assert_near(m.inertia[k], (second[(k + 1) % 3] + second[(k + 2) % 3]) * cell, 4 * sigma);
		assert_near(m.inertia[3 + k], -second[3 + k] * cell, 4 * sigma);
	}
}

/// Computes integrals about the world's origin, which can be added.
static void world_integrals(const mass_properties *m, double out[10])
{
	static const uint32_t pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
	double square = 0;
	for (uint32_t k = 0; k < 3; ++k)
		square += m->center[k] * m->center[k];
	out[0] += m->volume;
	for (uint32_t k = 0; k < 3; ++k)
	{
		out[1 + k] += m->volume * m->center[k];
		out[4 + k] += m->inertia[k] + m->volume * (square - m->center[k] * m->center[k]);
		out[7 + k] += m->inertia[3 + k] - m->volume * m->center[pair[k][0]] * m->center[pair[k][1]];
	}
}

static void the_parts_of_a_split_solid_add_up(void **state)
{
	(void)state;
	shape_random random = {0x4242u};
	for (uint32_t round = 0; round < 200; ++round)
	{
		double v[4][3], parts[2][4][3], whole_sum[10] = {0}, part_sum[10] = {0};
		for (uint32_t i = 0; i < 12; ++i)
			v[i / 3][i % 3] = (double)shape_below(&random, 2000) * 2 - 2000;
		memcpy(parts[0], v, sizeof v);
		memcpy(parts[1], v, sizeof v);
		for (uint32_t k = 0; k < 3; ++k)
			parts[0][1][k] = parts[1][0][k] = (v[0][k] + v[1][k]) / 2;
		begin();
		tetrahedron((const double(*)[3])v);
		mass_properties whole = of_surface(true);
		world_integrals(&whole, whole_sum);
		for (uint32_t part = 0; part < 2; ++part)
		{
			begin();
			tetrahedron((const double(*)[3])parts[part]);
			mass_properties m = of_surface(true);
			// The inertia is the solid's in both windings; signed integrals need the winding's sign.
			if (m.volume < 0)
				for (uint32_t k = 0; k < 6; ++k)
					m.inertia[k] = -m.inertia[k];
			world_integrals(&m, part_sum);
		}
		if (whole.volume < 0)
		{
			memset(whole_sum, 0, sizeof whole_sum);
			for (uint32_t k = 0; k < 6; ++k)
				whole.inertia[k] = -whole.inertia[k];
			world_integrals(&whole, whole_sum);
		}
		const double size[10] = {1e10, 1e13, 1e13, 1e13, 1e16, 1e16, 1e16, 1e16, 1e16, 1e16};
		for (uint32_t k = 0; k < 10; ++k)
			assert_near(part_sum[k], whole_sum[k], 1e-13 * size[k]);
	}
}

static void scale_of_any_magnitude_is_kept(void **state)
{
	(void)state;
	lattice_ball();
	mass_properties m = of_surface(true);
	for (int e = -120; e <= 100; e += 20)
	{
		lattice_ball();
		double scale = ldexp(1, e);
		for (uint32_t i = 0; i < s.vertex_count; ++i)
			for (uint32_t k = 0; k < 3; ++k)
				s.vertices[i][k] = (float)((double)s.vertices[i][k] * scale);
		mass_properties scaled = of_surface(true);
		assert_true(scaled.volume == m.volume * scale * scale * scale);
		for (uint32_t k = 0; k < 3; ++k)
			assert_near(scaled.moments[k] / m.moments[k] / ldexp(1, 5 * e), 1, 1e-14);
		assert_memory_equal(scaled.axes, m.axes, sizeof m.axes);
	}
}

static void an_open_surface_says_so(void **state)
{
	(void)state;
	begin();
	box((double[3]){0, 0, 0}, (double[3]){2, 2, 2});
	s.triangle_count -= 2;
	mass_properties m = of_surface(false), nothing = {0};
	assert_false(m.closed);
	assert_near(m.area, 20, 1e-13);
	assert_near(m.center[0], (4 * 1 * 4 + 4 * 0) / 20.0, 1e-14);
	assert_near(m.center[1], 1, 1e-14);
	assert_true(m.volume == 0);
	assert_memory_equal(m.inertia, nothing.inertia, sizeof m.inertia);
	assert_memory_equal(m.axes, nothing.axes, sizeof m.axes);
}

static void a_surface_folded_back_on_itself_has_no_volume(void **state)
{
	(void)state;
	shape_random random = {0x99u};
	for (uint32_t round = 0; round < 1000; ++round)
	{
		begin();
		for (uint32_t i = 0; i < 3; ++i)
			vertex(shape_share(&random) + 7, shape_share(&random), 1000 * shape_share(&random));
		triangle(0, 1, 2);
		triangle(1, 0, 2);
		mass_properties m = of_surface(true);
		assert_true(m.closed && m.volume == 0 && m.moments[2] == 0 && m.axes[1][1] == 1);
		for (uint32_t k = 0; k < 3; ++k)
		{
			double mean = ((double)s.vertices[0][k] + (double)s.vertices[1][k] + (double)s.vertices[2][k]) / 3;
			assert_near(m.center[k], mean, 1e-12);
		}
	}
}

static void no_triangles_have_no_mass(void **state)
{
	(void)state;
	begin();
	mass_properties m = of_surface(true);
	assert_true(m.volume == 0 && m.area == 0 && m.center[0] == 0);
}

static void a_hull_is_its_faces(void **state)
{
	(void)state;
	float vertices[8][3];
	uint32_t face_first[7] = {0, 4, 8, 12, 16, 20, 24};
	uint32_t origins[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
	begin();
	box((double[3]){1, 2, 3}, (double[3]){2, 4, 7});
	memcpy(vertices, s.vertices, sizeof vertices);
	convex_hull h = {.dimension = 3,
		.vertices = vertices,
		.vertex_count = 8,
		.face_first = face_first,
		.face_count = 6,
		.origins = origins,
		.half_edge_count = 24};
	mass_properties m = mass_of_hull(&h), expected = of_surface(true);
	assert_true(m.closed);
	assert_same(&expected, &m, 1e-15);
}

static void flat_hulls_have_area_and_centre_only(void **state)
{
	(void)state;
	float vertices[4][3] = {{0, 0, 5}, {4, 0, 5}, {2, 2, 5}, {0, 2, 5}};
	uint32_t face_first[3] = {0, 4, 8}, origins[8] = {0, 1, 2, 3, 3, 2, 1, 0};
	convex_hull h = {.dimension = 2,
		.vertices = vertices,
		.vertex_count = 4,
		.face_first = face_first,
		.face_count = 2,
		.origins = origins,
		.half_edge_count = 8};
	mass_properties m = mass_of_hull(&h);
	assert_true(m.closed && m.volume == 0 && m.moments[0] == 0 && m.axes[2][2] == 1);
	assert_near(m.area, 12, 1e-14);
	assert_near(m.center[0], (4 * 1 + 2 * (8 / 3.0)) / 6, 1e-14);
	assert_near(m.center[1], (4 * 1 + 2 * (2 / 3.0)) / 6, 1e-14);
	assert_near(m.center[2], 5, 1e-14);
	convex_hull segment = {.dimension = 1, .vertices = vertices + 1, .vertex_count = 2};
	m = mass_of_hull(&segment);
	assert_true(m.area == 0 && m.center[0] == 3 && m.center[1] == 1 && m.center[2] == 5);
	convex_hull point = {.dimension = 0, .vertices = vertices + 2, .vertex_count = 1};
	m = mass_of_hull(&point);
	assert_true(m.area == 0 && m.center[0] == 2 && m.center[1] == 2 && m.center[2] == 5);
}

/// A tetrahedron of volume 1/6, however long: its edges from the first corner have the determinant 1.
static void a_needle_loses_nothing(void **state)
{
	(void)state;
	for (float n = 2; n <= 0x1p23f; n *= 2)
		for (uint32_t first = 0; first < 4; ++first)
		{
			const float corners[4][3] = {{0, 0, 0}, {n, n + 1, 0}, {n - 1, n, 0}, {n, n, 1}};
			const uint32_t faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
			float vertices[4][3];
			uint32_t face_first[5] = {0, 3, 6, 9, 12}, origins[12];
			double mean[3] = {0}, second[3][3] = {{0}};
			begin();
			for (uint32_t i = 0; i < 4; ++i)
				for (uint32_t k = 0; k < 3; ++k)
				{
					vertices[(i + first) % 4][k] = corners[i][k];
					mean[k] += (double)corners[i][k] / 4;
					origins[3 * i + k] = (faces[i][k] + first) % 4;
				}
			for (uint32_t i = 0; i < 4; ++i)
			{
				vertex((double)vertices[i][0], (double)vertices[i][1], (double)vertices[i][2]);
				triangle(origins[3 * i], origins[3 * i + 1], origins[3 * i + 2]);
				for (uint32_t k = 0; k < 9; ++k)
					second[k / 3][k % 3] +=
						((double)corners[i][k / 3] - mean[k / 3]) * ((double)corners[i][k % 3] - mean[k % 3]) / 120;
			}
			convex_hull h = {.dimension = 3,
				.vertices = vertices,
				.vertex_count = 4,
				.face_first = face_first,
				.face_count = 4,
				.origins = origins,
				.half_edge_count = 12};
			mass_properties both[2] = {of_surface(true), mass_of_hull(&h)};
			for (int i = 0; i < 2; ++i)
			{
				const mass_properties *m = &both[i];
				assert_near(m->volume, 1 / 6.0, 1e-7);
				for (uint32_t k = 0; k < 3; ++k)
					assert_near(m->center[k], mean[k], 1e-7 * (double)n);
				assert_near(m->inertia[0], second[1][1] + second[2][2], 1e-6 * (double)n * (double)n);
				assert_near(m->inertia[3], -second[0][1], 1e-6 * (double)n * (double)n);
				assert_true(mass_fits_float(m));
			}
		}
}

static void a_speck_does_not_fit_float(void **state)
{
	(void)state;
	for (int exponent = -149; exponent < 100; ++exponent)
	{
		double side = ldexp(1, exponent);
		begin();
		box((double[3]){0, 0, 0}, (double[3]){side, side, side});
		mass_properties m = of_surface(true);
		assert_int_equal(mass_fits_float(&m), side * side * side * side * side / 6 >= (double)FLT_MIN &&
												  side * side * side * side * side / 6 <= (double)FLT_MAX);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_box_has_its_closed_form),
		cmocka_unit_test(the_corner_tetrahedron_has_its_closed_form),
		cmocka_unit_test(a_cube_has_the_coordinate_axes),
		cmocka_unit_test(an_ellipsoid_is_approached_quadratically),
		cmocka_unit_test(a_torus_is_approached),
		cmocka_unit_test(moving_far_away_changes_nothing),
		cmocka_unit_test(inertia_turns_with_the_solid),
		cmocka_unit_test(winding_inside_out_negates_the_volume_only),
		cmocka_unit_test(the_order_of_triangles_does_not_matter),
		cmocka_unit_test(monte_carlo_agrees),
		cmocka_unit_test(the_parts_of_a_split_solid_add_up),
		cmocka_unit_test(scale_of_any_magnitude_is_kept),
		cmocka_unit_test(an_open_surface_says_so),
		cmocka_unit_test(a_surface_folded_back_on_itself_has_no_volume),
		cmocka_unit_test(no_triangles_have_no_mass),
		cmocka_unit_test(a_hull_is_its_faces),
		cmocka_unit_test(flat_hulls_have_area_and_centre_only),
		cmocka_unit_test(a_needle_loses_nothing),
		cmocka_unit_test(a_speck_does_not_fit_float),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
