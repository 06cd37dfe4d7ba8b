// SPDX-License-Identifier: MIT
// Merging within a tolerance: no point of either surface is farther from the other than the tolerance says.

#include "merge_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>
#include <kiln_format.h>

static const kilncook_context context;

/// Art of one mesh of triangles.
typedef struct rough_art
{
	float (*positions)[3];
	uint32_t *corners;
	uint32_t *firsts;
	uint32_t vertex_count;
	uint32_t triangle_count;
} rough_art;

static void begin(rough_art *art, uint32_t vertices, uint32_t triangles)
{
	*art = (rough_art){0};
	art->positions = malloc(vertices * sizeof *art->positions);
	art->corners = malloc(3 * (size_t)triangles * sizeof *art->corners);
	art->firsts = malloc(((size_t)triangles + 1) * sizeof *art->firsts);
	assert_true(art->positions && art->corners && art->firsts);
}

static void end(rough_art *art)
{
	free(art->positions);
	free(art->corners);
	free(art->firsts);
}

static void clean(rough_art *art, clean_mesh *mesh)
{
	char name[] = "mesh";
	for (uint32_t i = 0; i <= art->triangle_count; ++i)
		art->firsts[i] = 3 * i;
	art_mesh source = {.name = name,
		.positions = art->positions,
		.vertex_count = art->vertex_count,
		.face_first = art->firsts,
		.corners = art->corners,
		.face_count = art->triangle_count};
	const art_scene scene = {.meshes = &source, .mesh_count = 1};
	const uint32_t all[1] = {0};
	const clean_options options = {0};
	assert_int_equal(clean_build(&context, &scene, all, 1, NULL, &options, mesh), KILNCOOK_OK);
}

/// Squared distance of a point from a segment.
static double segment_distance2(const double p[3], const double a[3], const double b[3])
{
	double along = 0, length = 0, sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		along += (p[k] - a[k]) * (b[k] - a[k]);
		length += (b[k] - a[k]) * (b[k] - a[k]);
	}
	double t = length > 0 ? along / length : 0;
	t = t < 0 ? 0 : t > 1 ? 1 : t;
	for (int k = 0; k < 3; ++k)
		sum += pow(p[k] - (a[k] + t * (b[k] - a[k])), 2);
	return sum;
}

/// Squared distance of a point from a triangle: from its plane if the foot is inside, else from its edges.
static double triangle_distance2(const double p[3], double t[3][3])
{
	double n[3], height = 0, length = 0, least = (double)INFINITY;
	for (int k = 0; k < 3; ++k)
	{
		int i = (k + 1) % 3, j = (k + 2) % 3;
		n[k] = (t[1][i] - t[0][i]) * (t[2][j] - t[0][j]) - (t[1][j] - t[0][j]) * (t[2][i] - t[0][i]);
	}
	bool inside = true;
	for (int i = 0; i < 3; ++i)
	{
		const double *a = t[i], *b = t[(i + 1) % 3];
		double side = 0, distance = segment_distance2(p, a, b);
		for (int k = 0; k < 3; ++k)
		{
			int u = (k + 1) % 3, v = (k + 2) % 3;
			side += n[k] * ((b[u] - a[u]) * (p[v] - a[v]) - (b[v] - a[v]) * (p[u] - a[u]));
		}
		inside &= side >= 0;
		least = distance < least ? distance : least;
	}
	for (int k = 0; k < 3; ++k)
	{
		height += n[k] * (p[k] - t[0][k]);
		length += n[k] * n[k];
	}
	return inside && height * height / length < least ? height * height / length : least;
}

static double mesh_distance(const clean_mesh *mesh, const double p[3])
{
	double least = (double)INFINITY;
	for (uint32_t i = 0; i < mesh->triangle_count; ++i)
	{
		double t[3][3];
		for (int k = 0; k < 9; ++k)
			t[k / 3][k % 3] = (double)mesh->vertices[mesh->triangles[i][k / 3]][k % 3];
		double distance = triangle_distance2(p, t);
		least = distance < least ? distance : least;
	}
	return sqrt(least);
}

/// The largest distance of corners, middles of edges and random points of a mesh from another.
static double sampled_distance(const clean_mesh *from, const clean_mesh *to, shape_random *random)
{
	double most = 0;
	for (uint32_t i = 0; i < from->triangle_count; ++i)
		for (int sample = 0; sample < 7; ++sample)
		{
			static const double weights[6][3] = {
				{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {.5, .5, 0}, {0, .5, .5}, {.5, 0, .5}};
			double w[3], p[3] = {0}, sum = 0;
			for (int k = 0; k < 3; ++k)
				sum += w[k] = sample < 6 ? weights[sample][k] : 0.01 + shape_share(random);
			for (int k = 0; k < 9; ++k)
				p[k % 3] += w[k / 3] / sum * (double)from->vertices[from->triangles[i][k / 3]][k % 3];
			double distance = mesh_distance(to, p);
			most = distance > most ? distance : most;
		}
	return most;
}

/// Cleans and merges; checks verdicts and distances.
static void check(rough_art *art, double tolerance, shape_random *random, clean_mesh *after, merge_counts *counts)
{
	clean_mesh before;
	const merge_options options = {tolerance};
	clean(art, &before);
	clean(art, after);
	assert_int_equal(merge_build(&context, &options, after, counts), KILNCOOK_OK);
	assert_int_equal(before.flags, after->flags);
	assert_int_equal(before.euler_characteristic, after->euler_characteristic);
	assert_true(counts->moved <= tolerance);
	// The oracle's own rounding is far below the bound.
	double slack = 1e-12;
	assert_true(sampled_distance(&before, after, random) <= counts->moved + slack);
	assert_true(sampled_distance(after, &before, random) <= counts->moved + slack);
	clean_mesh_free(&context, &before);
}

/// A box of n x n squares a side, turned and shaken by up to `noise`.
static void make_box(rough_art *art, uint32_t n, double noise, shape_random *random)
{
	begin(art, 6 * (n + 1) * (n + 1), 12 * n * n);
	double shake[3];
	for (int axis = 0; axis < 3; ++axis)
		for (int up = 0; up < 2; ++up)
		{
			uint32_t first = art->vertex_count;
			for (uint32_t v = 0; v <= n; ++v)
				for (uint32_t u = 0; u <= n; ++u)
				{
					double p[3], q[3];
					p[axis] = up;
					p[(axis + 1) % 3] = (double)u / n;
					p[(axis + 2) % 3] = (double)v / n;
					// Equal points of two sides are shaken alike, so that cleaning welds them.
					shape_random own = {0x1234567u + (uint64_t)lround(p[0] * n) * 7919 +
										(uint64_t)lround(p[1] * n) * 104729 + (uint64_t)lround(p[2] * n) * 1299709};
					for (int k = 0; k < 12; ++k)
						shake[k % 3] = noise * (2 * shape_share(&own) - 1);
					for (int k = 0; k < 3; ++k)
						p[k] += shake[k];
					q[0] = 0.8 * p[0] - 0.6 * p[1];
					q[1] = 0.6 * p[0] + 0.8 * p[1];
					q[2] = p[2] + 0.25 * q[0];
					for (int k = 0; k < 3; ++k)
						art->positions[art->vertex_count][k] = (float)q[k];
					++art->vertex_count;
				}
			for (uint32_t v = 0; v < n; ++v)
				for (uint32_t u = 0; u < n; ++u)
				{
					uint32_t a = first + v * (n + 1) + u, q[4] = {a, a + 1, a + n + 2, a + n + 1};
					uint32_t from = shape_below(random, 2);
					for (uint32_t i = 0; i < 4; i += 2)
						for (uint32_t k = 0; k < 3; ++k)
							art->corners[3 * art->triangle_count + k + (i ? 3 : 0)] =
								q[(from + i + (up ? k : 2 - k)) % 4];
					art->triangle_count += 2;
				}
		}
}

static void a_rough_box_becomes_twelve_triangles(void **state)
{
	(void)state;
	shape_random random = {0x51u};
	const double noises[] = {0, 1e-6, 1e-4, 1e-3};
	for (int i = 0; i < 4; ++i)
	{
		rough_art art;
		clean_mesh after;
		merge_counts counts;
		make_box(&art, 5, noises[i], &random);
		check(&art, 10 * noises[i] + 1e-5, &random, &after, &counts);
		assert_int_equal(after.triangle_count, 12);
		assert_true(after.flags & KILN_MESH_CLOSED);
		clean_mesh_free(&context, &after);
		end(&art);
	}
}

/// More noise than the tolerance allows: what merges stays within the tolerance.
static void a_tolerance_is_kept_where_not_all_fits(void **state)
{
	(void)state;
	shape_random random = {0x52u};
	for (int i = 0; i < 8; ++i)
	{
		rough_art art;
		clean_mesh after;
		merge_counts counts;
		make_box(&art, 5, 0.01, &random);
		double tolerance = 0.002 * (i + 1);
		check(&art, tolerance, &random, &after, &counts);
		assert_true(after.triangle_count > 12);
		assert_true(i < 4 || after.triangle_count < counts.before);
		clean_mesh_free(&context, &after);
		end(&art);
	}
}

/// A smooth cap: every pair of triangles is nearly flat, the whole is not.
static void a_bend_does_not_add_up(void **state)
{
	(void)state;
	shape_random random = {0x53u};
	const uint32_t n = 14;
	const double tolerances[] = {0.1, 0.05, 0.03};
	for (int i = 0; i < 3; ++i)
	{
		rough_art art;
		clean_mesh after;
		merge_counts counts;
		begin(&art, (n + 1) * (n + 1), 2 * n * n);
		for (uint32_t v = 0; v <= n; ++v)
			for (uint32_t u = 0; u <= n; ++u)
			{
				double x = (double)u / n - 0.5, y = (double)v / n - 0.5;
				const double p[3] = {x, y, sqrt(1 - x * x - y * y)};
				for (int k = 0; k < 3; ++k)
					art.positions[art.vertex_count][k] = (float)p[k];
				++art.vertex_count;
			}
		for (uint32_t v = 0; v < n; ++v)
			for (uint32_t u = 0; u < n; ++u)
			{
				uint32_t a = v * (n + 1) + u, b = a + n + 1;
				const uint32_t corners[6] = {a, a + 1, b + 1, a, b + 1, b};
				memcpy(art.corners + 3 * (size_t)art.triangle_count, corners, sizeof corners);
				art.triangle_count += 2;
			}
		check(&art, tolerances[i], &random, &after, &counts);
		assert_true(after.triangle_count < counts.before);
		clean_mesh_free(&context, &after);
		end(&art);
	}
}

/// Any order of the faces gives the same number of triangles and the same vertices.
static void the_order_of_faces_decides_nothing(void **state)
{
	(void)state;
	shape_random random = {0x54u};
	rough_art art;
	clean_mesh first;
	merge_counts counts;
	make_box(&art, 5, 0.004, &random);
	check(&art, 0.01, &random, &first, &counts);
	for (int round = 0; round < 3; ++round)
	{
		for (uint32_t i = art.triangle_count; i > 1; --i)
		{
			uint32_t k = shape_below(&random, i), held[3];
			memcpy(held, art.corners + 3 * (size_t)(i - 1), sizeof held);
			memcpy(art.corners + 3 * (size_t)(i - 1), art.corners + 3 * (size_t)k, sizeof held);
			for (uint32_t j = 0; j < 3; ++j)
				art.corners[3 * (size_t)k + j] = held[(j + (uint32_t)round) % 3];
		}
		clean_mesh other;
		check(&art, 0.01, &random, &other, &counts);
		assert_int_equal(other.triangle_count, first.triangle_count);
		assert_int_equal(other.vertex_count, first.vertex_count);
		uint32_t found = 0;
		for (uint32_t i = 0; i < other.vertex_count; ++i)
			for (uint32_t k = 0; k < first.vertex_count; ++k)
				found += memcmp(other.vertices[i], first.vertices[k], sizeof *other.vertices) == 0;
		assert_int_equal(found, first.vertex_count);
		clean_mesh_free(&context, &other);
	}
	clean_mesh_free(&context, &first);
	end(&art);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rough_box_becomes_twelve_triangles),
		cmocka_unit_test(a_tolerance_is_kept_where_not_all_fits),
		cmocka_unit_test(a_bend_does_not_add_up),
		cmocka_unit_test(the_order_of_faces_decides_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
