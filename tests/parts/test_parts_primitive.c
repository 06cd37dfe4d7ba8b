// SPDX-License-Identifier: MIT
// How far primitives and single hulls stick out, against samples of their surfaces and brute force.

#include "parts/internal.h"

#include "clean/clean_shapes.h"
#include "memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

static const kilncook_context quiet;

#define SAMPLES 500

static void corner_of(const convex_hull *h, uint32_t half_edge, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = (double)h->vertices[h->origins[half_edge]][k];
}

static double dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Distance from a triangle: from its inside where the foot is there, else from the nearest edge.
static double triangle_distance(const double c[3][3], const double p[3])
{
	double n[3], w[3], best = (double)INFINITY;
	bool over = true;
	for (int k = 0; k < 3; ++k)
	{
		int a = (k + 1) % 3, b = (k + 2) % 3;
		n[k] = (c[1][a] - c[0][a]) * (c[2][b] - c[0][b]) - (c[1][b] - c[0][b]) * (c[2][a] - c[0][a]);
		w[k] = p[k] - c[0][k];
	}
	for (int k = 0; k < 3; ++k)
	{
		double e[3], r[3], turn = 0, sum = 0;
		for (int i = 0; i < 3; ++i)
		{
			e[i] = c[(k + 1) % 3][i] - c[k][i];
			r[i] = p[i] - c[k][i];
		}
		for (int i = 0; i < 3; ++i)
			turn += (e[(i + 1) % 3] * r[(i + 2) % 3] - e[(i + 2) % 3] * r[(i + 1) % 3]) * n[i];
		double t = dot(e, r) / dot(e, e);
		t = t < 0 ? 0 : t > 1 ? 1 : t;
		for (int i = 0; i < 3; ++i)
			sum += (r[i] - t * e[i]) * (r[i] - t * e[i]);
		over &= turn >= 0;
		best = sqrt(sum) < best ? sqrt(sum) : best;
	}
	double height = fabs(dot(w, n)) / sqrt(dot(n, n));
	return over && height < best ? height : best;
}

/// Distance from a hull: 0 behind all faces, else from the nearest triangle.
static double hull_distance(const convex_hull *h, const double p[3])
{
	double best = (double)INFINITY;
	bool inside = h->dimension == 3;
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1]; ++i)
		{
			double c[3][3], n[3], w[3];
			corner_of(h, h->face_first[f], c[0]);
			corner_of(h, i - 1, c[1]);
			corner_of(h, i, c[2]);
			for (int k = 0; k < 3; ++k)
			{
				int a = (k + 1) % 3, b = (k + 2) % 3;
				n[k] = (c[1][a] - c[0][a]) * (c[2][b] - c[0][b]) - (c[1][b] - c[0][b]) * (c[2][a] - c[0][a]);
				w[k] = p[k] - c[0][k];
			}
			inside &= dot(n, w) <= 0;
			double d = triangle_distance((const double(*)[3])c, p);
			best = d < best ? d : best;
		}
	return inside ? 0 : best;
}

static double number(shape_random *random)
{
	return 2 * shape_share(random) - 1;
}

static void direction(shape_random *random, double out[3])
{
	double length = 0;
	while (!(length > 0.1 && length <= 1))
	{
		for (int k = 0; k < 3; ++k)
			out[k] = number(random);
		length = sqrt(dot(out, out));
	}
	for (int k = 0; k < 3; ++k)
		out[k] /= length;
}

/// A random hull about `centre`; `thickness` 0 makes a polygon.
static convex_hull random_hull(shape_random *random, const double centre[3], double size, double thickness)
{
	float points[40][3];
	uint32_t count = 4 + shape_below(random, 36);
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
			points[i][k] = (float)(centre[k] + size * (k == 2 ? thickness : 1) * number(random));
	convex_hull h;
	assert_int_equal(hull_build(&quiet, &(hull_points){points[0], 0, count}, &h), KILNCOOK_OK);
	return h;
}

/// Random numbers of a primitive near the hull, whose sizes are those of the hull or smaller.
static void random_primitive(
	shape_random *random, kilncook_shape shape, const double centre[3], double size, float p[12])
{
	memset(p, 0, 12 * sizeof *p);
	for (int k = 0; k < 3; ++k)
	{
		p[k] = (float)(centre[k] + size * number(random));
		p[3 + k] = (float)(centre[k] + size * number(random));
	}
	if (shape == KILNCOOK_SHAPE_SPHERE)
		p[3] = (float)(size * shape_share(random));
	else if (shape == KILNCOOK_SHAPE_BOX)
	{
		double q[4], length = 0;
		for (int k = 0; k < 3; ++k)
			p[3 + k] = (float)(size * shape_share(random));
		for (int k = 0; k < 4; ++k)
		{
			q[k] = number(random);
			length += q[k] * q[k];
		}
		for (int k = 0; k < 4; ++k)
			p[6 + k] = (float)(q[k] / sqrt(length));
	}
	else
		p[6] = (float)(size * shape_share(random));
	for (int k = 4; k < 6 && shape == KILNCOOK_SHAPE_SPHERE; ++k)
		p[k] = 0;
}

/// A random point of the surface or of the inside, mostly where it is farthest out.
static void sample(shape_random *random, kilncook_shape shape, const float p[12], double out[3])
{
	double d[3], radius = (double)p[shape == KILNCOOK_SHAPE_SPHERE ? 3 : 6];
	uint32_t end = shape_below(random, 2);
	direction(random, d);
	if (shape == KILNCOOK_SHAPE_BOX)
	{
		double v[3], t[3], q[4];
		for (int k = 0; k < 4; ++k)
			q[k] = (double)p[6 + k];
		for (int k = 0; k < 3; ++k)
			v[k] = (double)p[3 + k] * (shape_below(random, 2) ? 1 : shape_below(random, 2) ? -1 : number(random));
		for (int k = 0; k < 3; ++k)
			t[k] = 2 * (q[(k + 1) % 3] * v[(k + 2) % 3] - q[(k + 2) % 3] * v[(k + 1) % 3]);
		for (int k = 0; k < 3; ++k)
			out[k] =
				(double)p[k] + v[k] + q[3] * t[k] + q[(k + 1) % 3] * t[(k + 2) % 3] - q[(k + 2) % 3] * t[(k + 1) % 3];
		return;
	}
	const float *from = shape == KILNCOOK_SHAPE_SPHERE ? p : p + 3 * end;
	if (shape == KILNCOOK_SHAPE_CYLINDER)
	{
		double axis[3], along;
		for (int k = 0; k < 3; ++k)
			axis[k] = (double)p[3 + k] - (double)p[k];
		along = dot(d, axis) / dot(axis, axis);
		for (int k = 0; k < 3; ++k)
			d[k] -= along * axis[k];
		double length = sqrt(dot(d, d));
		for (int k = 0; k < 3; ++k)
			d[k] /= length;
	}
	for (int k = 0; k < 3; ++k)
		out[k] = (double)from[k] + radius * d[k];
}

static void primitives_reach_as_far_as_said(void **state)
{
	(void)state;
	static const double centres[4][3] = {{0, 0, 0}, {1e4, -3e3, 70}, {0, 0, 0}, {0, 0, 0}};
	static const double sizes[4] = {1, 2, 1e-4, 1e6}, thicknesses[4] = {1, 0.3, 0.01, 0};
	shape_random random = {0xba11};
	for (uint32_t i = 0; i < 24; ++i)
	{
		const double *centre = centres[i % 4], size = sizes[i % 4];
		convex_hull h = random_hull(&random, centre, size, thicknesses[i / 4 % 4]);
		for (kilncook_shape shape = KILNCOOK_SHAPE_SPHERE; shape <= KILNCOOK_SHAPE_CYLINDER; ++shape)
		{
			float p[12];
			double error, most = 0;
			random_primitive(&random, shape, centre, i % 3 ? size : 0.2 * size, p);
			assert_int_equal(parts_primitive_error(&quiet, &h, shape, p, &error), KILNCOOK_OK);
			for (uint32_t k = 0; k < SAMPLES; ++k)
			{
				double at[3];
				sample(&random, shape, p, at);
				double distance = hull_distance(&h, at);
				most = distance > most ? distance : most;
			}
			assert_true(most <= error * (1 + 1e-12) + 1e-6 * size);
			// Samples nearly reach the bound: those of a sphere are a tenth of the radius apart.
			assert_true(error <= most + 0.03 * size);
		}
		hull_free(&quiet, &h);
	}
}

static void a_ball_in_a_cube_reaches_exactly(void **state)
{
	(void)state;
	static const float corners[8][3] = {
		{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {2, 2, 0}, {0, 0, 2}, {2, 0, 2}, {0, 2, 2}, {2, 2, 2}};
	convex_hull h;
	double error;
	assert_int_equal(hull_build(&quiet, &(hull_points){corners[0], 0, 8}, &h), KILNCOOK_OK);
	// From 0.5 below the surface, a ball of 0.75 reaches 0.25 out; one of 0.5 touches the surface.
	float ball[12] = {1, 1, 1.5f, 0.75f};
	assert_int_equal(parts_primitive_error(&quiet, &h, KILNCOOK_SHAPE_SPHERE, ball, &error), KILNCOOK_OK);
	assert_true(fabs(error - 0.25) < 1e-11);
	ball[3] = 0.5f;
	assert_int_equal(parts_primitive_error(&quiet, &h, KILNCOOK_SHAPE_SPHERE, ball, &error), KILNCOOK_OK);
	assert_true(error < 1e-11);
	const float box[12] = {1, 1, 1, 1, 1, 1, 0, 0, 0, 1}, post[12] = {1, 1, 0, 1, 1, 2, 1};
	assert_int_equal(parts_primitive_error(&quiet, &h, KILNCOOK_SHAPE_BOX, box, &error), KILNCOOK_OK);
	assert_true(error < 1e-11);
	assert_int_equal(parts_primitive_error(&quiet, &h, KILNCOOK_SHAPE_CYLINDER, post, &error), KILNCOOK_OK);
	assert_true(error < 1e-4);
	hull_free(&quiet, &h);
}

static void the_hull_of_an_ell_sticks_out_by_half_a_diagonal(void **state)
{
	(void)state;
	// A prism over an L of six unit squares, cut out of 2 x 2. The hull's slanted side runs from (2 1) to (1 2); its middle is farthest from the art.
	static const float outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
	static const uint32_t cuts[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}};
	float vertices[12][3];
	uint32_t triangles[20][3], count = 0;
	for (uint32_t i = 0; i < 12; ++i)
	{
		vertices[i][0] = outline[i % 6][0];
		vertices[i][1] = outline[i % 6][1];
		vertices[i][2] = i < 6 ? 0 : 8;
	}
	for (uint32_t i = 0; i < 4; ++i)
		for (uint32_t k = 0; k < 3; ++k)
		{
			triangles[count + i][k] = cuts[i][2 - k];
			triangles[count + 4 + i][k] = 6 + cuts[i][k];
		}
	count = 8;
	for (uint32_t i = 0; i < 6; ++i)
	{
		uint32_t b = (i + 1) % 6;
		memcpy(triangles[count++], (const uint32_t[3]){i, b, b + 6}, sizeof *triangles);
		memcpy(triangles[count++], (const uint32_t[3]){i, b + 6, i + 6}, sizeof *triangles);
	}
	const parts_art art = {(const float(*)[3])vertices, (const uint32_t(*)[3])triangles, 12, 20};
	convex_hull h;
	double error;
	bool closed;
	uint32_t undecided;
	assert_int_equal(hull_build(&quiet, &(hull_points){vertices[0], 0, 12}, &h), KILNCOOK_OK);
	assert_int_equal(parts_hull_error(&quiet, &art, &h, 2, 1, &error, &closed, &undecided), KILNCOOK_OK);
	assert_true(closed);
	assert_true(error >= 0.5 && error <= 0.5 * 1.11);
	assert_int_equal(parts_hull_error(&quiet, &art, &h, 0.4, 1, &error, &closed, &undecided), KILNCOOK_OK);
	assert_true(error > 1e30 && closed);
	// Open art has no inside: the hull is as far from it where it was solid.
	const parts_art open = {(const float(*)[3])vertices, (const uint32_t(*)[3])triangles, 12, 18};
	assert_int_equal(parts_hull_error(&quiet, &open, &h, 2, 1, &error, &closed, &undecided), KILNCOOK_OK);
	assert_true(!closed && error >= 0.5);
	hull_free(&quiet, &h);
}

static void convex_art_is_its_hull(void **state)
{
	(void)state;
	// An octahedron; the same inside out; and with one face folded: two triangles back to back leave a hole in the boundary.
	static const float vertices[6][3] = {{4, 0, 0}, {-4, 0, 0}, {0, 4, 0}, {0, -4, 0}, {0, 0, 4}, {0, 0, -4}};
	static const uint32_t outward[8][3] = {
		{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
	uint32_t inward[8][3];
	for (uint32_t i = 0; i < 8; ++i)
		for (uint32_t k = 0; k < 3; ++k)
			inward[i][k] = outward[i][2 - k];
	static const uint32_t folded[2][3] = {{0, 2, 4}, {0, 4, 2}};
	const parts_art arts[3] = {
		{vertices, outward, 6, 8}, {vertices, (const uint32_t(*)[3])inward, 6, 8}, {vertices, folded, 6, 2}};
	convex_hull h;
	assert_int_equal(hull_build(&quiet, &(hull_points){vertices[0], 0, 6}, &h), KILNCOOK_OK);
	for (uint32_t i = 0; i < 3; ++i)
	{
		double error;
		bool closed;
		uint32_t undecided;
		assert_int_equal(parts_hull_error(&quiet, &arts[i], &h, 0.5, 1, &error, &closed, &undecided), KILNCOOK_OK);
		assert_true(closed);
		assert_true(i == 0 ? error <= 0 : i == 1 ? error <= 0.5 : error > 1);
	}
	hull_free(&quiet, &h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(primitives_reach_as_far_as_said),
		cmocka_unit_test(a_ball_in_a_cube_reaches_exactly),
		cmocka_unit_test(the_hull_of_an_ell_sticks_out_by_half_a_diagonal),
		cmocka_unit_test(convex_art_is_its_hull),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
