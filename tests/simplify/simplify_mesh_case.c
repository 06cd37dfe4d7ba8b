// SPDX-License-Identifier: MIT
#include "simplify_mesh_case.h"

#include "support/surface_near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs these first.
#include <cmocka.h>

/// Most triangles of a mesh whose distances are checked against all triangles.
#define BRUTE_MOST 1000u

static const kilncook_context context;

kept_mesh simplify_mesh_case_copy(const clean_mesh *mesh)
{
	kept_mesh copy = {.vertex_count = mesh->vertex_count, .triangle_count = mesh->triangle_count};
	copy.vertices = malloc((mesh->vertex_count + 1) * sizeof *copy.vertices);
	copy.triangles = malloc((mesh->triangle_count + 1) * sizeof *copy.triangles);
	assert_true(copy.vertices && copy.triangles);
	if (mesh->triangle_count)
	{
		memcpy(copy.vertices, mesh->vertices, mesh->vertex_count * sizeof *copy.vertices);
		memcpy(copy.triangles, mesh->triangles, mesh->triangle_count * sizeof *copy.triangles);
	}
	return copy;
}

void simplify_mesh_case_free(kept_mesh *copy)
{
	free(copy->vertices);
	free(copy->triangles);
}

hausdorff_result simplify_mesh_case_distance(const kept_mesh *a, const float (*vertices)[3], uint32_t vertex_count,
	const uint32_t (*triangles)[3], uint32_t triangle_count)
{
	const hausdorff_surface before = {(const float(*)[3])a->vertices, (const uint32_t(*)[3])a->triangles,
								a->vertex_count, a->triangle_count},
							after = {vertices, triangles, vertex_count, triangle_count};
	const hausdorff_options options = {.gap = 1e-2, .limit = -1};
	hausdorff_result r;
	assert_int_equal(hausdorff_measure(&context, &before, &after, &options, &r), KILNCOOK_OK);
	return r;
}

/// Whether each side that has no partner before has none after, and the other way round.
static void check_border(const kept_mesh *before, const clean_mesh *mesh)
{
	uint32_t found = 0, wanted = 0;
	clean_edges edges;
	assert_true(clean_edges_build(
		&context, (const uint32_t(*)[3])before->triangles, before->triangle_count, before->vertex_count, &edges));
	float(*ends)[2][3] = malloc((edges.edge_count + 1) * sizeof *ends);
	assert_non_null(ends);
	for (uint32_t i = 0; i < edges.edge_count; ++i)
		if (edges.first[i + 1] - edges.first[i] == 1)
		{
			uint32_t side = edges.sides[edges.first[i]];
			const uint32_t *t = before->triangles[side / 3];
			memcpy(ends[wanted][0], before->vertices[t[side % 3]], sizeof ends[0][0]);
			memcpy(ends[wanted++][1], before->vertices[t[(side % 3 + 1) % 3]], sizeof ends[0][1]);
		}
	clean_edges_free(&context, &edges);
	assert_true(clean_edges_build(
		&context, (const uint32_t(*)[3])mesh->triangles, mesh->triangle_count, mesh->vertex_count, &edges));
	for (uint32_t i = 0; i < edges.edge_count; ++i)
	{
		uint32_t side = edges.sides[edges.first[i]];
		const uint32_t *t = mesh->triangles[side / 3];
		bool known = edges.first[i + 1] - edges.first[i] != 1;
		for (uint32_t k = 0; k < wanted && !known; ++k)
			if (memcmp(ends[k][0], mesh->vertices[t[side % 3]], sizeof ends[0][0]) == 0 &&
				memcmp(ends[k][1], mesh->vertices[t[(side % 3 + 1) % 3]], sizeof ends[0][1]) == 0)
			{
				known = true;
				++found;
			}
		assert_true(known);
	}
	assert_int_equal(found, wanted);
	clean_edges_free(&context, &edges);
	free(ends);
}

/// Checks that corners, centroids and middles of sides of one surface are within a distance of the other one, by all triangles.
static void check_near(const float (*vertices)[3], const uint32_t (*triangles)[3], uint32_t count,
	const float (*to_vertices)[3], const uint32_t (*to_triangles)[3], uint32_t to_count, double most)
{
	surface_near near;
	double size = 0;
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 9; ++k)
			size = fmax(size, fabs((double)vertices[triangles[i][k / 3]][k % 3]));
	surface_near_begin(&near, to_vertices, to_triangles, to_count);
	for (uint32_t i = 0; i < count; ++i)
		assert_true(surface_near_triangle(&near, vertices, triangles[i], most + 1e-9 * size));
	surface_near_end(&near);
}

static void check_brute(const kept_mesh *before, const clean_mesh *mesh, double most)
{
	const float(*v)[3] = (const float(*)[3])before->vertices, (*w)[3] = (const float(*)[3])mesh->vertices;
	const uint32_t(*t)[3] = (const uint32_t(*)[3])before->triangles, (*u)[3] = (const uint32_t(*)[3])mesh->triangles;
	check_near(v, t, before->triangle_count, w, u, mesh->triangle_count, most);
	check_near(w, u, mesh->triangle_count, v, t, before->triangle_count, most);
}

simplify_mesh_counts simplify_mesh_case_with(survey_case *c, const simplify_mesh_options *options)
{
	clean_mesh *mesh = &c->mesh;
	const double error = options->error;
	const uint32_t flags = mesh->flags, nonmanifold = mesh->nonmanifold_edges, parts = mesh->component_count;
	const int32_t euler = mesh->euler_characteristic;
	simplify_mesh_counts counts;
	kept_mesh before = simplify_mesh_case_copy(mesh);
	assert_int_equal(simplify_mesh(&context, options, mesh, &counts), KILNCOOK_OK);
	assert_int_equal(counts.before, before.triangle_count);
	assert_int_equal(counts.after, mesh->triangle_count);
	assert_true(counts.after <= counts.before);
	assert_int_equal(mesh->flags, flags);
	assert_true(mesh->nonmanifold_edges <= nonmanifold && (mesh->nonmanifold_edges > 0) == (nonmanifold > 0));
	assert_int_equal(mesh->component_count, parts);
	assert_int_equal(mesh->euler_characteristic, euler);
	if (before.triangle_count)
	{
		hausdorff_result r = simplify_mesh_case_distance(&before, (const float(*)[3])mesh->vertices, mesh->vertex_count,
			(const uint32_t(*)[3])mesh->triangles, mesh->triangle_count);
		assert_true(counts.lower <= r.upper && counts.upper >= r.lower);
		assert_true(error <= 0 || r.lower <= error);
		assert_true(error <= 0 || counts.upper <= error);
		if (before.triangle_count < 20000 && !options->borders_move)
			check_border(&before, mesh);
		if (before.triangle_count <= BRUTE_MOST)
			check_brute(&before, mesh, counts.upper);
	}
	for (uint32_t i = 1; i < mesh->triangle_count; ++i)
		assert_true(mesh->faces[i - 1] <= mesh->faces[i]);
	simplify_mesh_case_free(&before);
	return counts;
}

simplify_mesh_counts simplify_mesh_case_run(survey_case *c, double error, uint32_t triangles)
{
	const simplify_mesh_options options = {.error = error, .triangles = triangles};
	return simplify_mesh_case_with(c, &options);
}

/// The winding number of a surface around a point, by solid angles (A. van Oosterom, J. Strackee, 1983).
static double winding_of(const float (*vertices)[3], const uint32_t (*triangles)[3], uint32_t count, const double p[3])
{
	double sum = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		double v[3][3], length[3], dots[3];
		for (int k = 0; k < 3; ++k)
		{
			length[k] = 0;
			for (int j = 0; j < 3; ++j)
			{
				v[k][j] = (double)vertices[triangles[i][k]][j] - p[j];
				length[k] += v[k][j] * v[k][j];
			}
			length[k] = sqrt(length[k]);
		}
		for (int k = 0; k < 3; ++k)
			dots[k] = v[k][0] * v[(k + 1) % 3][0] + v[k][1] * v[(k + 1) % 3][1] + v[k][2] * v[(k + 1) % 3][2];
		double volume = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
						v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
						v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
		sum += 2 * atan2(volume, length[0] * length[1] * length[2] + dots[0] * length[2] + dots[1] * length[0] +
									 dots[2] * length[1]);
	}
	return sum / (4 * 3.141592653589793);
}

/// Checks points of one surface against the inside of another.
static void check_points(const float (*vertices)[3], const uint32_t (*triangles)[3], uint32_t count,
	const float (*in_vertices)[3], const uint32_t (*in_triangles)[3], uint32_t in_count, bool inside)
{
	for (uint32_t i = 0; i < count; ++i)
	{
		static const double weights[4][3] = {{1, 0, 0}, {0.5, 0.5, 0}, {0, 0.5, 0.5}, {0.3, 0.3, 0.4}};
		for (int w = 0; w < 4; ++w)
		{
			double p[3] = {0, 0, 0};
			for (int k = 0; k < 3; ++k)
				for (int j = 0; j < 3; ++j)
					p[j] += weights[w][k] * (double)vertices[triangles[i][k]][j];
			double winding = winding_of(in_vertices, in_triangles, in_count, p);
			assert_true(fabs(winding - (inside ? 1 : 0)) < 1e-6);
		}
	}
}

simplify_mesh_counts simplify_mesh_case_side(
	survey_case *c, double error, uint32_t triangles, kilncook_simplify_side side)
{
	clean_mesh *mesh = &c->mesh;
	kept_mesh before = simplify_mesh_case_copy(mesh);
	const simplify_mesh_options options = {.error = error, .triangles = triangles, .side = side};
	const uint32_t flags = mesh->flags;
	simplify_mesh_counts counts;
	assert_int_equal(simplify_mesh(&context, &options, mesh, &counts), KILNCOOK_OK);
	assert_int_equal(mesh->flags & flags, flags);
	if (counts.after < counts.before)
	{
		const float(*v)[3] = (const float(*)[3])mesh->vertices, (*w)[3] = (const float(*)[3])before.vertices;
		const uint32_t(*t)[3] = (const uint32_t(*)[3])mesh->triangles, (*u)[3] = (const uint32_t(*)[3])before.triangles;
		bool outer = side == KILNCOOK_SIMPLIFY_OUTER;
		hausdorff_result r = simplify_mesh_case_distance(&before, v, mesh->vertex_count, t, mesh->triangle_count);
		assert_int_equal(counts.unsided, SIMPLIFY_SIDED);
		assert_true(r.lower <= counts.upper && counts.lower <= r.upper && (error <= 0 || counts.upper <= error));
		check_points(v, t, mesh->triangle_count, w, u, before.triangle_count, !outer);
		check_points(w, u, before.triangle_count, v, t, mesh->triangle_count, outer);
	}
	else
		assert_memory_equal(mesh->vertices, before.vertices, before.vertex_count * sizeof *before.vertices);
	simplify_mesh_case_free(&before);
	return counts;
}
