// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

bool parts_vertex(
	const kilncook_context *context, parts_body *body, uint32_t vertex, uint32_t list, parts_points *points)
{
	if (body->stamps[vertex] == list)
		return true;
	body->stamps[vertex] = list;
	return parts_point(context, points, body->art.vertices[vertex]);
}

static bool is_in_box(const float p[3], const float low[3], const float high[3])
{
	return p[0] >= low[0] && p[0] <= high[0] && p[1] >= low[1] && p[1] <= high[1] && p[2] >= low[2] && p[2] <= high[2];
}

bool parts_gather(const kilncook_context *context, parts_body *body, const parts_cell *cell, parts_points *points)
{
	uint32_t list = ++body->stamp;
	for (uint32_t i = 0; i < cell->count; ++i)
	{
		const uint32_t *t = body->art.triangles[cell->triangles[i]];
		float corners[3][3];
		uint32_t inside = 0;
		for (int k = 0; k < 3; ++k)
		{
			memcpy(corners[k], body->art.vertices[t[k]], sizeof corners[k]);
			bool in = is_in_box(corners[k], cell->low, cell->high);
			if (in && !parts_vertex(context, body, t[k], list, points))
				return false;
			inside += in;
		}
		if (inside < 3 && !parts_clip(context, (const float(*)[3])corners, cell->low, cell->high, points))
			return false;
	}
	return parts_corners(context, body, cell->low, cell->high, points);
}

double parts_volume(const convex_hull *h)
{
	double sum = 0;
	const float *o = h->vertices ? h->vertices[0] : NULL;
	for (uint32_t f = 0; h->dimension == 3 && f < h->face_count; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1]; ++i)
		{
			double p[3][3];
			const uint32_t corners[3] = {h->origins[h->face_first[f]], h->origins[i - 1], h->origins[i]};
			for (int k = 0; k < 3; ++k)
				for (int axis = 0; axis < 3; ++axis)
					p[k][axis] = (double)h->vertices[corners[k]][axis] - (double)o[axis];
			sum += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
				   p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
				   p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
		}
	return sum > 0 ? sum / 6 : 0;
}

double parts_size(const convex_hull *h, double flatness)
{
	double area = 0;
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t i = h->face_first[f] + 2; i < h->face_first[f + 1]; ++i)
		{
			double u[3], v[3], square = 0;
			const float *a = h->vertices[h->origins[h->face_first[f]]];
			for (int k = 0; k < 3; ++k)
			{
				u[k] = (double)h->vertices[h->origins[i - 1]][k] - (double)a[k];
				v[k] = (double)h->vertices[h->origins[i]][k] - (double)a[k];
			}
			for (int k = 0; k < 3; ++k)
			{
				int n = (k + 1) % 3, m = (k + 2) % 3;
				double c = u[n] * v[m] - u[m] * v[n];
				square += c * c;
			}
			area += sqrt(square);
		}
	return parts_volume(h) + flatness * area / 2;
}

kilncook_status parts_hull(const kilncook_context *context, const parts_points *points, convex_hull *out)
{
	*out = (convex_hull){0};
	if (points->count == 0)
		return KILNCOOK_OK;
	const hull_points cloud = {&points->at[0][0], 0, points->count};
	return hull_build(context, &cloud, out);
}

void parts_cell_free(const kilncook_context *context, parts_cell *cell)
{
	cook_free(context, cell->triangles, cell->count, sizeof *cell->triangles);
	hull_free(context, &cell->hull);
	*cell = (parts_cell){0};
}

/// The sides of a plane on which a triangle belongs: bit 0 below, bit 1 above.
static uint32_t sides_of(const parts_body *body, uint32_t triangle, const parts_cut *cut)
{
	float corners[3][3];
	for (int k = 0; k < 3; ++k)
		memcpy(corners[k], body->art.vertices[body->art.triangles[triangle][k]], sizeof corners[k]);
	bool below = false, above = false;
	for (int k = 0; k < 3; ++k)
	{
		below |= corners[k][cut->axis] < cut->at;
		above |= corners[k][cut->axis] > cut->at;
	}
	if (below || above)
		return (below ? 1u : 0) | (above ? 2u : 0);
	int flat = cut->flat;
	if (flat == 0)
	{
		int u = (int)(cut->axis + 1) % 3, v = (int)(cut->axis + 2) % 3;
		double area =
			((double)corners[1][u] - (double)corners[0][u]) * ((double)corners[2][v] - (double)corners[0][v]) -
			((double)corners[1][v] - (double)corners[0][v]) * ((double)corners[2][u] - (double)corners[0][u]);
		flat = area < 0 ? -1 : 1;
	}
	return flat > 0 ? 1 : 2;
}

bool parts_divide(const parts_job *job, const parts_cell *cell, const parts_cut *cut, parts_cell sides[2])
{
	const parts_body *body = &job->bodies[cell->body];
	uint32_t counts[2] = {0};
	for (uint32_t i = 0; i < cell->count; ++i)
	{
		uint32_t on = sides_of(body, cell->triangles[i], cut);
		counts[0] += on & 1;
		counts[1] += on >> 1;
	}
	for (int k = 0; k < 2; ++k)
	{
		sides[k] = (parts_cell){.body = cell->body, .count = counts[k]};
		memcpy(sides[k].low, cell->low, sizeof cell->low);
		memcpy(sides[k].high, cell->high, sizeof cell->high);
		sides[k].triangles = cook_alloc(job->context, counts[k], sizeof *sides[k].triangles);
	}
	sides[0].high[cut->axis] = sides[1].low[cut->axis] = cut->at;
	if (!sides[0].triangles || !sides[1].triangles)
	{
		parts_cell_free(job->context, &sides[0]);
		parts_cell_free(job->context, &sides[1]);
		return false;
	}
	counts[0] = counts[1] = 0;
	for (uint32_t i = 0; i < cell->count; ++i)
	{
		uint32_t on = sides_of(body, cell->triangles[i], cut);
		if (on & 1)
			sides[0].triangles[counts[0]++] = cell->triangles[i];
		if (on & 2)
			sides[1].triangles[counts[1]++] = cell->triangles[i];
	}
	return true;
}
