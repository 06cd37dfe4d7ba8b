// SPDX-License-Identifier: MIT
// Simplified meshes: the bound holds, topology and borders stay, and meshoptimizer alone is not better.

#include "simplify_mesh_case.h"

#include "repair/repair_case.h"
#include "simplify/simplify_mesh.h"
#include "support/clean_memory.h"

#include <math.h>
#include <meshoptimizer.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

/// A bumpy torus of n x n cells.
static void make_torus(survey_case *c, uint32_t n, uint64_t seed)
{
	shape_random random = {seed};
	survey_case_begin(c);
	c->options.pairs = false;
	survey_case_torus(c, n, n);
	for (uint32_t i = 0; i < c->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
			c->positions[i][k] += (float)(0.02 * shape_share(&random)) + 0.1f * sinf(3 * c->positions[i][(k + 1) % 3]);
	survey_case_run(c);
}

static void stays_within_the_error_and_closed(void **state)
{
	(void)state;
	uint32_t last = 0xffffffffu;
	for (double error = 0.01; error < 0.5; error *= 3)
	{
		survey_case c;
		make_torus(&c, 40, 1);
		simplify_mesh_counts counts = simplify_mesh_case_run(&c, error, 0);
		assert_true(c.mesh.flags & KILN_MESH_CLOSED);
		assert_true(counts.after < counts.before && counts.after <= last);
		last = counts.after;
		survey_case_end(&c);
	}
	assert_true(last < 200);
}

/// What meshoptimizer gives alone: the fewest triangles within the error by bisection, or the distance at a number.
static uint32_t alone(const kept_mesh *mesh, uint32_t triangles, float error, double *distance)
{
	uint32_t(*out)[3] = malloc(mesh->triangle_count * sizeof *out);
	assert_non_null(out);
	uint32_t count =
		(uint32_t)(meshopt_simplify(out[0], mesh->triangles[0], 3 * (size_t)mesh->triangle_count, mesh->vertices[0],
					   mesh->vertex_count, sizeof *mesh->vertices, 3 * (size_t)triangles, error, 0, NULL) /
				   3);
	*distance = (double)INFINITY;
	if (count)
		*distance = simplify_mesh_case_distance(
			mesh, (const float(*)[3])mesh->vertices, mesh->vertex_count, (const uint32_t(*)[3])out, count)
						.upper;
	free(out);
	return count;
}

static void is_no_worse_than_meshoptimizer_alone(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 3; ++seed)
	{
		survey_case c;
		make_torus(&c, 32, seed);
		kept_mesh before = simplify_mesh_case_copy(&c.mesh);
		double error;
		uint32_t count = alone(&before, before.triangle_count / 6, 1e3f, &error);
		simplify_mesh_counts by_count = simplify_mesh_case_run(&c, 0, count);
		assert_true(by_count.after <= count && by_count.lower <= 1.05 * error);
		survey_case_end(&c);
		// At its own error, no more triangles than it has.
		make_torus(&c, 32, seed);
		double low = 0, high = 1, at = 0;
		uint32_t fewest = before.triangle_count;
		for (int i = 0; i < 30; ++i)
		{
			double middle = (low + high) / 2;
			uint32_t some = alone(&before, 0, (float)middle, &at);
			if (at <= error)
				fewest = some < fewest ? some : fewest;
			*(at <= error ? &low : &high) = middle;
		}
		simplify_mesh_counts by_error = simplify_mesh_case_run(&c, error, 0);
		print_message("%u triangles: error %.4g (alone %.4g); within it %u triangles (alone %u)\n", count,
			by_count.upper, error, by_error.after, fewest);
		assert_true(by_error.after <= fewest + fewest / 20);
		survey_case_end(&c);
		simplify_mesh_case_free(&before);
	}
}

static void make_terrain(survey_case *c, uint32_t n, double height)
{
	shape_random random = {7};
	survey_case_begin(c);
	c->options.pairs = false;
	for (uint32_t i = 0; i < n * n; ++i)
	{
		double z = height * shape_share(&random);
		survey_case_vertex(c, i % n, i / n, z);
	}
	for (uint32_t y = 0; y + 1 < n; ++y)
		for (uint32_t x = 0; x + 1 < n; ++x)
		{
			uint32_t a = y * n + x;
			survey_case_triangle(c, a, a + 1, a + n + 1);
			survey_case_triangle(c, a, a + n + 1, a + n);
		}
	survey_case_run(c);
}

static void borders_stay(void **state)
{
	(void)state;
	survey_case c;
	make_terrain(&c, 30, 0.1);
	simplify_mesh_counts counts = simplify_mesh_case_run(&c, 0.2, 0);
	assert_true(counts.after < 400);
	assert_int_equal(c.mesh.boundary_edges, 4 * 29);
	survey_case_end(&c);
	// No number can take the border.
	make_terrain(&c, 10, 0.1);
	counts = simplify_mesh_case_run(&c, 0, 1);
	assert_true(counts.after >= 34 && counts.after < 60);
	survey_case_end(&c);
}

static void more_triangles_than_there_are_change_nothing(void **state)
{
	(void)state;
	survey_case c;
	make_terrain(&c, 10, 0.1);
	kept_mesh before = simplify_mesh_case_copy(&c.mesh);
	simplify_mesh_counts counts = simplify_mesh_case_run(&c, 0, 1000);
	assert_int_equal(counts.trials, 0);
	assert_int_equal(counts.after, 162);
	assert_memory_equal(before.triangles, c.mesh.triangles, before.triangle_count * sizeof *before.triangles);
	counts = simplify_mesh_case_run(&c, 1e-9, 0);
	assert_int_equal(counts.after, 162);
	assert_memory_equal(before.triangles, c.mesh.triangles, before.triangle_count * sizeof *before.triangles);
	simplify_mesh_case_free(&before);
	survey_case_end(&c);
}

static void hostile_meshes_keep_their_verdicts(void **state)
{
	(void)state;
	shape_random random = {9};
	for (int kind = 0; kind < 8; ++kind)
	{
		survey_case c;
		survey_case_begin(&c);
		c.options.pairs = false;
		if (kind == 0)
			survey_case_glued(&c, 24, 7, false, true); // a Moebius strip
		if (kind == 1)
			survey_case_glued(&c, 16, 16, true, true); // a Klein bottle
		if (kind == 2 || kind == 3)
			for (int i = 0; i < 300; ++i)
			{
				uint32_t v[3];
				for (int k = 0; k < 3; ++k)
				{
					double x = shape_share(&random), y = shape_share(&random), z = shape_share(&random);
					v[k] = kind == 2 ? survey_case_vertex(&c, x, y, z)
									 : survey_case_vertex(&c, floor(4 * x), floor(4 * y), floor(4 * z));
				}
				survey_case_triangle(&c, v[0], v[1], v[2]);
			}
		if (kind == 4 || kind == 5)
			survey_case_torus(&c, 20, 20);
		for (uint32_t i = 0; kind == 4 && i < c.vertex_count; ++i)
			for (int k = 0; k < 3; ++k)
				c.positions[i][k] *= k == 0 ? 0x1p-30f : 1; // needles
		for (uint32_t i = 0; kind == 5 && i < c.vertex_count; ++i)
			for (int k = 0; k < 3; ++k)
				c.positions[i][k] = 1e11f * c.positions[i][k];
		if (kind == 6)
			for (uint32_t i = 0; i < 3; ++i)
				survey_case_vertex(&c, i == 1, i == 2, 0);
		if (kind == 6)
			survey_case_triangle(&c, 0, 1, 2);
		if (kind == 7)
		{
			const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
			for (int i = 0; i < 3; ++i)
				survey_case_box(&c, low, high, i == 1);
		}
		survey_case_run(&c);
		double size = 0;
		for (uint32_t i = 0; i < c.mesh.vertex_count; ++i)
			for (int k = 0; k < 3; ++k)
				size = fmax(size, fabs((double)c.mesh.vertices[i][k]));
		simplify_mesh_case_run(&c, 0.05 * size, 0);
		simplify_mesh_case_run(&c, 0, 1);
		survey_case_end(&c);
	}
}

static void edges_between_art_meshes_stay(void **state)
{
	(void)state;
	survey_case c;
	make_terrain(&c, 20, 0.01);
	clean_mesh *mesh = &c.mesh;
	uint32_t half = mesh->triangle_count / 2;
	const clean_part halves[2] = {{0, 0, half}, {1, half, mesh->triangle_count - half}};
	// Faces are numbered by rows: the first half of them is below the middle row of edges, but for that row itself.
	clean_part parts[2];
	memcpy(parts, halves, sizeof halves);
	clean_part *old = mesh->parts;
	uint32_t old_count = mesh->part_count;
	mesh->parts = parts;
	mesh->part_count = 2;
	simplify_mesh_counts counts = simplify_mesh_case_run(&c, 1, 0);
	assert_true(counts.after < counts.before);
	// Each half has the border that it had: 19 sides below, and those of the row of faces that is shared.
	for (uint32_t part = 0; part < 2; ++part)
	{
		double area = 0;
		for (uint32_t i = 0; i < mesh->triangle_count; ++i)
		{
			if ((mesh->faces[i] >= half) != (part == 1))
				continue;
			const uint32_t *t = mesh->triangles[i];
			const float *p = mesh->vertices[t[0]], *q = mesh->vertices[t[1]], *r = mesh->vertices[t[2]];
			area += ((double)(q[0] - p[0]) * (double)(r[1] - p[1]) - (double)(q[1] - p[1]) * (double)(r[0] - p[0])) / 2;
		}
		assert_true(fabs(area - 180.5) < 1e-3);
	}
	mesh->parts = old;
	mesh->part_count = old_count;
	survey_case_end(&c);
}

static void sides_are_kept(void **state)
{
	(void)state;
	const double centre[3] = {0, 0, 0};
	for (kilncook_simplify_side side = KILNCOOK_SIMPLIFY_OUTER; side <= KILNCOOK_SIMPLIFY_INNER; ++side)
	{
		survey_case c;
		make_torus(&c, 24, side);
		simplify_mesh_counts counts = simplify_mesh_case_side(&c, 0.6, 0, side);
		print_message("%u -> %u triangles\n", counts.before, counts.after);
		assert_true(counts.after < counts.before / 2);
		survey_case_end(&c);
		make_torus(&c, 24, 5);
		counts = simplify_mesh_case_side(&c, 0, 500, side);
		assert_true(counts.after <= 500);
		survey_case_end(&c);
		// A ball with a cavity: the cavity of an outer surface is smaller.
		survey_case_begin(&c);
		c.options.pairs = false;
		survey_case_sphere(&c, 12, 24, centre, 2);
		uint32_t first = c.triangle_count;
		survey_case_sphere(&c, 12, 24, centre, 1);
		for (uint32_t i = first; i < c.triangle_count; ++i)
		{
			uint32_t swap = c.corners[3 * i];
			c.corners[3 * i] = c.corners[3 * i + 1];
			c.corners[3 * i + 1] = swap;
		}
		survey_case_run(&c);
		counts = simplify_mesh_case_side(&c, 0.2, 0, side);
		assert_true(counts.after < counts.before);
		survey_case_end(&c);
	}
}

static void a_side_that_cannot_be_proved_is_refused(void **state)
{
	(void)state;
	survey_case c;
	const double centre[3] = {0, 0, 0}, low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
	make_terrain(&c, 12, 0.1);
	simplify_mesh_counts counts = simplify_mesh_case_side(&c, 0.5, 0, KILNCOOK_SIMPLIFY_OUTER);
	assert_int_equal(counts.unsided, SIMPLIFY_OPEN);
	survey_case_end(&c);
	// Inside out: nothing contains its solid.
	survey_case_begin(&c);
	c.options.pairs = false;
	survey_case_sphere(&c, 12, 24, centre, 1);
	for (uint32_t i = 0; i < c.triangle_count; ++i)
	{
		uint32_t swap = c.corners[3 * i];
		c.corners[3 * i] = c.corners[3 * i + 1];
		c.corners[3 * i + 1] = swap;
	}
	survey_case_run(&c);
	counts = simplify_mesh_case_side(&c, 0.1, 0, KILNCOOK_SIMPLIFY_OUTER);
	assert_int_equal(counts.unsided, SIMPLIFY_UNPROVED);
	survey_case_end(&c);
	// A box has no triangle to lose: it stays, which is on either side.
	survey_case_begin(&c);
	survey_case_box(&c, low, high, false);
	survey_case_run(&c);
	counts = simplify_mesh_case_side(&c, 0.01, 0, KILNCOOK_SIMPLIFY_INNER);
	assert_int_equal(counts.after, 12);
	survey_case_end(&c);
}

static void memory_that_runs_out_changes_nothing(void **state)
{
	(void)state;
	kilncook_status status = KILNCOOK_INTERNAL;
	survey_case c;
	make_torus(&c, 8, 3);
	for (size_t at = 1; at < 4000 && status != KILNCOOK_OK; at += 1 + at / 16)
	{
		counted_memory memory;
		kilncook_context counted = counted_context(&memory);
		clean_mesh mesh = c.mesh;
		size_t triangles = mesh.triangle_count, vertices = mesh.vertex_count;
		mesh.triangles = counted_resize(&memory, NULL, 0, triangles * sizeof *mesh.triangles);
		mesh.faces = counted_resize(&memory, NULL, 0, triangles * sizeof *mesh.faces);
		mesh.vertices = counted_resize(&memory, NULL, 0, vertices * sizeof *mesh.vertices);
		mesh.vertex_sources = counted_resize(&memory, NULL, 0, vertices * sizeof *mesh.vertex_sources);
		memcpy(mesh.triangles, c.mesh.triangles, triangles * sizeof *mesh.triangles);
		memcpy(mesh.faces, c.mesh.faces, triangles * sizeof *mesh.faces);
		memcpy(mesh.vertices, c.mesh.vertices, vertices * sizeof *mesh.vertices);
		memcpy(mesh.vertex_sources, c.mesh.vertex_sources, vertices * sizeof *mesh.vertex_sources);
		const simplify_mesh_options options = {.error = 0.4, .side = KILNCOOK_SIMPLIFY_OUTER};
		simplify_mesh_counts counts;
		memory.calls = 0;
		memory.fail_at = at;
		status = simplify_mesh(&counted, &options, &mesh, &counts);
		if (status != KILNCOOK_OK)
		{
			assert_int_equal(status, KILNCOOK_INTERNAL);
			assert_int_equal(mesh.triangle_count, triangles);
			assert_memory_equal(mesh.triangles, c.mesh.triangles, triangles * sizeof *mesh.triangles);
		}
		counted_resize(&memory, mesh.triangles, mesh.triangle_count * sizeof *mesh.triangles, 0);
		counted_resize(&memory, mesh.faces, mesh.triangle_count * sizeof *mesh.faces, 0);
		counted_resize(&memory, mesh.vertices, mesh.vertex_count * sizeof *mesh.vertices, 0);
		counted_resize(&memory, mesh.vertex_sources, mesh.vertex_count * sizeof *mesh.vertex_sources, 0);
		assert_int_equal(memory.live, 0);
		assert_int_equal(memory.wrong_size, 0);
	}
	assert_int_equal(status, KILNCOOK_OK);
	survey_case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stays_within_the_error_and_closed),
		cmocka_unit_test(is_no_worse_than_meshoptimizer_alone),
		cmocka_unit_test(borders_stay),
		cmocka_unit_test(more_triangles_than_there_are_change_nothing),
		cmocka_unit_test(hostile_meshes_keep_their_verdicts),
		cmocka_unit_test(edges_between_art_meshes_stay),
		cmocka_unit_test(sides_are_kept),
		cmocka_unit_test(a_side_that_cannot_be_proved_is_refused),
		cmocka_unit_test(memory_that_runs_out_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
