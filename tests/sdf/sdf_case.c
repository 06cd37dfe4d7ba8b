// SPDX-License-Identifier: MIT
#include "sdf_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum
{
	ROWS = 14,
	COLUMNS = 24,
	VERTICES = ROWS * COLUMNS + 2,
	TRIANGLES = 2 * ROWS * COLUMNS,
};

static float positions[VERTICES][3];
static uint32_t corners[TRIANGLES][3];
static uint32_t vertex_count, triangle_count;

static void add_triangle(uint32_t a, uint32_t b, uint32_t c)
{
	const uint32_t triangle[3] = {a, b, c};
	memcpy(corners[triangle_count++], triangle, sizeof triangle);
}

/// Adds a box from `low` to `high`, turned inside out or not.
static void add_box(const double low[3], const double high[3], bool inverted)
{
	for (uint32_t i = 0; i < 12; ++i)
	{
		const uint32_t *from = &bench_cube_indices[3 * i];
		add_triangle(
			vertex_count + from[0], vertex_count + from[inverted ? 2 : 1], vertex_count + from[inverted ? 1 : 2]);
	}
	for (uint32_t i = 0; i < 8; ++i, ++vertex_count)
		for (int k = 0; k < 3; ++k)
			positions[vertex_count][k] = (float)(bench_cube_positions[i][k] > 0 ? high[k] : low[k]);
}

static uint32_t grid_vertex(uint32_t row, uint32_t column)
{
	return row * COLUMNS + column % COLUMNS;
}

/// A sphere with bumps, of rows and columns between two poles.
static void add_bumpy(double scale, const double at[3])
{
	const double pi = 3.14159265358979;
	for (uint32_t row = 0; row < ROWS; ++row)
		for (uint32_t column = 0; column < COLUMNS; ++column)
		{
			const double t = pi * (row + 1) / (ROWS + 1), p = 2 * pi * column / COLUMNS;
			const double r = scale * (1 + 0.2 * sin(3 * t) * cos(4 * p));
			positions[vertex_count][0] = (float)(at[0] + r * sin(t) * cos(p));
			positions[vertex_count][1] = (float)(at[1] + r * sin(t) * sin(p));
			positions[vertex_count++][2] = (float)(at[2] + r * cos(t));
		}
	for (int pole = 0; pole < 2; ++pole, ++vertex_count)
	{
		positions[vertex_count][0] = (float)at[0];
		positions[vertex_count][1] = (float)at[1];
		positions[vertex_count][2] = (float)(at[2] + (pole ? -scale : scale));
	}
	for (uint32_t column = 0; column < COLUMNS; ++column)
	{
		add_triangle(ROWS * COLUMNS, grid_vertex(0, column), grid_vertex(0, column + 1));
		add_triangle(ROWS * COLUMNS + 1, grid_vertex(ROWS - 1, column + 1), grid_vertex(ROWS - 1, column));
		for (uint32_t row = 0; row + 1 < ROWS; ++row)
		{
			add_triangle(grid_vertex(row, column), grid_vertex(row + 1, column), grid_vertex(row + 1, column + 1));
			add_triangle(grid_vertex(row, column), grid_vertex(row + 1, column + 1), grid_vertex(row, column + 1));
		}
	}
}

/// Turns all vertices about an axis that no coordinate axis is near.
static void turn(void)
{
	for (uint32_t i = 0; i < vertex_count; ++i)
	{
		const double x = (double)positions[i][0], y = (double)positions[i][1], z = (double)positions[i][2];
		positions[i][0] = (float)(0.36 * x + 0.48 * y - 0.8 * z);
		positions[i][1] = (float)(-0.8 * x + 0.6 * y);
		positions[i][2] = (float)(0.48 * x + 0.64 * y + 0.6 * z);
	}
}

kilncook_mesh sdf_case_mesh(int number)
{
	static const double one[3] = {1, 1, 1}, minus[3] = {-1, -1, -1}, half[3] = {0.5, 0.25, 0.75},
						less[3] = {-0.5, -0.5, -0.5};
	static const double two[3] = {2, 1.5, 1.25}, zero[3] = {0, 0, 0}, far[3] = {30000, -20000, 10000};
	static const double thin[3] = {1, 1, -0.998}, long_low[3] = {0, 0, 0}, long_high[3] = {10, 0.01, 0.02};
	vertex_count = triangle_count = 0;
	if (number == SDF_CASE_PLATE)
		add_box(minus, thin, false);
	else if (number == SDF_CASE_SLIVERS)
		add_box(long_low, long_high, false);
	else if (number < SDF_CASE_PLATE)
		add_box(minus, one, number == SDF_CASE_INVERTED);
	else
		add_bumpy(number == SDF_CASE_TINY ? 1e-6 : 1, number == SDF_CASE_FAR ? far : zero);
	if (number == SDF_CASE_CAVITY)
		add_box(less, half, true);
	if (number == SDF_CASE_OVERLAPPING)
		add_box(zero, two, false);
	if (number == SDF_CASE_SLIVERS || number == SDF_CASE_PLATE)
		turn();
	return (kilncook_mesh){.name = "solid",
		.positions = positions[0],
		.vertex_count = vertex_count,
		.indices = corners[0],
		.index_count = 3 * triangle_count};
}

void sdf_case_make(sdf_case *c, int number, double error)
{
	const kilncook_mesh mesh = sdf_case_mesh(number);
	const kilncook_options options = {.sdf = error, .threads = 2};
	bench_cook(&c->cooked, &(kilncook_scene){.meshes = &mesh, .mesh_count = 1}, &options);
	assert_int_equal(c->cooked.status, KILNCOOK_OK);
	assert_int_equal(kiln_sdf_open(&c->sdf, &c->cooked.asset, 0).status, KILN_OK);
}

void sdf_case_free(sdf_case *c)
{
	bench_release(&c->cooked);
}

double sdf_case_share(uint64_t *random)
{
	*random ^= *random << 13;
	*random ^= *random >> 7;
	*random ^= *random << 17;
	return (double)(*random >> 11) * 0x1p-53;
}

kiln_vec3 sdf_case_point(const sdf_case *c, uint64_t *random, double more)
{
	const kiln_format_mesh *mesh = &c->cooked.asset.meshes[0];
	float p[3];
	for (int k = 0; k < 3; ++k)
	{
		const double low = (double)mesh->bounds_min[k], side = (double)mesh->bounds_max[k] - low;
		p[k] = (float)(low + side * (sdf_case_share(random) * (1 + 2 * more) - more));
	}
	return (kiln_vec3){p[0], p[1], p[2]};
}

double sdf_case_exact(const sdf_case *c, kiln_vec3 point)
{
	const kiln_point_query query = {.point = point};
	const kiln_closest closest = kiln_mesh_closest_point(&c->cooked.asset, 0, &query);
	assert_true(closest.found);
	const bool inside = kiln_mesh_point_inside(&c->cooked.asset, 0, point) == KILN_INSIDE_YES;
	return inside ? -(double)closest.distance : (double)closest.distance;
}

double sdf_case_rounding(const sdf_case *c, kiln_vec3 point)
{
	// The distance is rounded to float32 once; the triangles are where the blob has them.
	return 0x1p-22 * fabs(sdf_case_exact(c, point));
}
