// SPDX-License-Identifier: MIT
#include "distances.h"

#include "primitive/triangle/pair.h"

#include <math.h>
#include <meshoptimizer.h>

hausdorff_surface distance_surface(const clean_mesh *mesh)
{
	return (hausdorff_surface){(const float(*)[3])mesh->vertices, (const uint32_t(*)[3])mesh->triangles,
		mesh->vertex_count, mesh->triangle_count};
}

static hausdorff_result measure(const hausdorff_surface *a, const hausdorff_surface *b, double limit)
{
	const kilncook_context context = bench_context();
	const hausdorff_options options = {.limit = limit};
	hausdorff_result result = {.upper = (double)INFINITY};
	if (a->triangle_count > 0 && b->triangle_count > 0 &&
		hausdorff_measure(&context, a, b, &options, &result) != KILNCOOK_OK)
		result = (hausdorff_result){.upper = (double)INFINITY};
	return result;
}

hausdorff_result distance_measure(const hausdorff_surface *a, const hausdorff_surface *b)
{
	return measure(a, b, -1);
}

bool distance_within(const hausdorff_surface *a, const hausdorff_surface *b, double limit)
{
	return measure(a, b, limit).upper <= limit;
}

static void corners_of(const hausdorff_surface *surface, uint32_t triangle, kiln_d3 out[3])
{
	for (int k = 0; k < 3; ++k)
	{
		const float *v = surface->vertices[surface->triangles[triangle][k]];
		out[k] = (kiln_d3){(double)v[0], (double)v[1], (double)v[2]};
	}
}

/// The distance of a point from a surface, by each triangle.
static double brute_distance(const hausdorff_surface *surface, kiln_d3 at)
{
	const kiln_d3 point[3] = {at, at, at};
	double least = (double)INFINITY;
	for (uint32_t i = 0; i < surface->triangle_count; ++i)
	{
		kiln_d3 triangle[3];
		corners_of(surface, i, triangle);
		least = fmin(least, kilni_triangles_distance2(point, triangle, NULL, NULL));
	}
	return sqrt(least);
}

uint32_t distance_wrong(
	const hausdorff_surface *a, const hausdorff_surface *b, const hausdorff_result *result, uint64_t seed)
{
	const hausdorff_surface *const sides[2] = {a, b};
	const kiln_d3 at = {result->at[0], result->at[1], result->at[2]};
	bench_random random = bench_random_make(seed);
	const double most = result->upper * (1 + 1e-9);
	const double far = fmax(brute_distance(a, at), brute_distance(b, at));
	uint32_t wrong = result->finished ? 0 : 1;
	wrong += far < result->lower * (1 - 1e-9) || far > most ? 1u : 0u;
	for (int i = 0; i < 2 * DISTANCE_POINTS; ++i)
	{
		const hausdorff_surface *from = sides[i % 2];
		const double pick = bench_random_unit(&random);
		double u = bench_random_unit(&random), v = bench_random_unit(&random);
		kiln_d3 t[3];
		corners_of(from, (uint32_t)(pick * from->triangle_count), t);
		if (u + v > 1)
		{
			u = 1 - u;
			v = 1 - v;
		}
		const kiln_d3 on = kiln_d3_along(kiln_d3_along(t[0], u, kiln_d3_sub(t[1], t[0])), v, kiln_d3_sub(t[2], t[0]));
		wrong += brute_distance(sides[1 - i % 2], on) > most;
	}
	return wrong;
}

uint32_t distance_meshoptimizer(
	const clean_mesh *mesh, uint32_t target, double error, bool borders_stay, uint32_t (*out)[3])
{
	const size_t corners = 3 * (size_t)mesh->triangle_count;
	return (uint32_t)(meshopt_simplify(out[0], mesh->triangles[0], corners, mesh->vertices[0], mesh->vertex_count,
						  sizeof *mesh->vertices, 3 * (size_t)target, (float)error,
						  borders_stay ? meshopt_SimplifyLockBorder : 0, NULL) /
					  3);
}
