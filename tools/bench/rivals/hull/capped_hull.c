// SPDX-License-Identifier: MIT
#include "capped_hull.h"

#include "bench/figures/timing.h"
#include "hull/hull_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A face's plane in double.
typedef struct face_plane
{
	double normal[3], offset;
} face_plane;

static face_plane plane_of(const convex_hull *h, uint32_t face)
{
	const uint32_t *corner = h->origins + h->face_first[face];
	const float *a = h->vertices[corner[0]], *b = h->vertices[corner[1]], *c = h->vertices[corner[2]];
	double u[3], v[3], length = 0;
	face_plane plane = {.offset = 0};
	for (int i = 0; i < 3; ++i)
	{
		u[i] = (double)b[i] - (double)a[i];
		v[i] = (double)c[i] - (double)a[i];
	}
	for (int i = 0; i < 3; ++i)
	{
		int j = (i + 1) % 3, k = (i + 2) % 3;
		plane.normal[i] = u[j] * v[k] - u[k] * v[j];
		length += plane.normal[i] * plane.normal[i];
	}
	for (int i = 0; i < 3; ++i)
	{
		plane.normal[i] /= sqrt(length);
		plane.offset += plane.normal[i] * (double)a[i];
	}
	return plane;
}

static double height(const face_plane *plane, const float p[3])
{
	return plane->normal[0] * (double)p[0] + plane->normal[1] * (double)p[1] + plane->normal[2] * (double)p[2] -
		   plane->offset;
}

/// Returns the vertex farthest in front of any face; KILN_NONE when no vertex is in front.
static uint32_t farthest_out(const convex_hull *h, const convex_hull *from)
{
	double most = 0;
	uint32_t farthest = UINT32_MAX;
	for (uint32_t face = 0; face < h->face_count; ++face)
	{
		face_plane plane = plane_of(h, face);
		for (uint32_t i = 0; i < from->vertex_count; ++i)
		{
			double out = height(&plane, from->vertices[i]);
			if (out > most)
			{
				most = out;
				farthest = i;
			}
		}
	}
	return farthest;
}

/// Chooses extreme vertices along the axes, and more until they span space.
static uint32_t start(const convex_hull *from, uint32_t limit, float (*chosen)[3])
{
	uint32_t count = 0;
	for (int axis = 0; axis < 3 && count + 2 <= limit; ++axis)
	{
		uint32_t low = 0, high = 0;
		for (uint32_t i = 1; i < from->vertex_count; ++i)
		{
			low = from->vertices[i][axis] < from->vertices[low][axis] ? i : low;
			high = from->vertices[i][axis] > from->vertices[high][axis] ? i : high;
		}
		memcpy(chosen[count++], from->vertices[low], sizeof *chosen);
		memcpy(chosen[count++], from->vertices[high], sizeof *chosen);
	}
	return count;
}

bool capped_hull(const kilncook_context *context, const convex_hull *from, uint32_t limit, convex_hull *out)
{
	float(*chosen)[3] = bench_memory(limit, sizeof *chosen);
	uint32_t count = start(from, limit, chosen), next = 0;
	convex_hull made = {0};
	bool built = true;
	for (;;)
	{
		hull_free(context, &made);
		built = hull_build(context, &(hull_points){chosen[0], 0, count}, &made) == KILNCOOK_OK;
		if (!built || count == limit)
			break;
		// Duplicates among the first vertices leave room; while the hull is flat, any vertex is added.
		uint32_t farthest = made.dimension == 3 ? farthest_out(&made, from) : next++ % from->vertex_count;
		if (farthest == UINT32_MAX)
			break;
		memcpy(chosen[count++], from->vertices[farthest], sizeof *chosen);
	}
	free(chosen);
	if (built)
		*out = made;
	return built;
}

uint32_t capped_hull_outside(const convex_hull *h, const hull_points *points)
{
	face_plane *planes = bench_memory(h->face_count + 1u, sizeof *planes);
	uint32_t outside = 0;
	double reach = 0;
	for (uint32_t face = 0; face < h->face_count; ++face)
		planes[face] = plane_of(h, face);
	for (uint32_t i = 0; i < points->count; ++i)
		for (int axis = 0; axis < 3; ++axis)
			reach = fmax(reach, fabs((double)points->positions[3 * (size_t)i + (size_t)axis]));
	for (uint32_t i = 0; i < points->count; ++i)
	{
		const float *p = points->positions + 3 * (size_t)i;
		bool out = false;
		for (uint32_t face = 0; face < h->face_count && !out; ++face)
		{
			double above = height(&planes[face], p);
			const uint32_t *corner = h->origins + h->face_first[face];
			if (above < -1e-6 * reach)
				continue;
			out = above > 1e-6 * reach ||
				  hull_side(h->vertices[corner[0]], h->vertices[corner[1]], h->vertices[corner[2]], p) > 0;
		}
		outside += out;
	}
	free(planes);
	return outside;
}
