// SPDX-License-Identifier: MIT
#include "outline.h"

#include "memory.h"

#include <string.h>

kiln_d3 obb_face_normal(const obb_cloud *cloud, uint32_t face)
{
	const convex_hull *h = cloud->input.hull;
	const uint32_t *corner = h->origins + h->face_first[face];
	const double *p = cloud->points[corner[0]];
	double sum[3] = {0};
	for (uint32_t i = 2; i < h->face_first[face + 1] - h->face_first[face]; ++i)
	{
		double u[3], v[3], n[3];
		for (uint32_t k = 0; k < 3; ++k)
		{
			u[k] = cloud->points[corner[i - 1]][k] - p[k];
			v[k] = cloud->points[corner[i]][k] - p[k];
		}
		obb_cross(u, v, n);
		for (uint32_t k = 0; k < 3; ++k)
			sum[k] += n[k];
	}
	return (kiln_d3){sum[0], sum[1], sum[2]};
}

static void gather(const convex_hull *h, obb_outline *outline)
{
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t e = h->face_first[f], end = h->face_first[f + 1]; e < end; ++e)
			outline->halves[e] =
				(obb_outline_half){h->origins[e], h->twins[e], e + 1 < end ? e + 1 : h->face_first[f], f};
}

bool obb_outline_make(const kilncook_context *context, const obb_cloud *cloud, obb_outline *outline)
{
	const convex_hull *h = cloud->input.hull;
	*outline = (obb_outline){.half_count = h->half_edge_count};
	bool made = bound_lanes_make(context, h->face_count, &outline->normals);
	outline->along = cook_alloc(context, outline->normals.capacity, sizeof *outline->along);
	outline->halves = cook_alloc(context, h->half_edge_count, sizeof *outline->halves);
	if (!made || !outline->along || !outline->halves)
	{
		obb_outline_free(context, outline);
		return false;
	}
	for (uint32_t f = 0; f < h->face_count; ++f)
		bound_lanes_add(&outline->normals, obb_face_normal(cloud, f));
	gather(h, outline);
	return true;
}

void obb_outline_free(const kilncook_context *context, obb_outline *outline)
{
	cook_free(context, outline->along, outline->normals.capacity, sizeof *outline->along);
	cook_free(context, outline->halves, outline->half_count, sizeof *outline->halves);
	bound_lanes_free(context, &outline->normals);
	*outline = (obb_outline){0};
}

/// Marks the faces that look along the axis.
static void mark_faces(obb_outline *outline, const double axis[3])
{
	static const uint8_t marks[16][BOUND_LANES] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0},
		{1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1},
		{1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
	const bound_lanes_d3 direction = bound_lanes_all((kiln_d3){axis[0], axis[1], axis[2]});
	for (uint32_t i = 0; i < outline->normals.count; i += BOUND_LANES)
	{
		uint32_t bits = n4_bits(n4_gt(bound_lanes_dot(bound_lanes_at(&outline->normals, i), direction), d4_set1(0)));
		memcpy(outline->along + i, marks[bits], BOUND_LANES);
	}
}

/// Whether a half-edge goes between a face that looks along the axis, its own, and one that does not.
static inline bool is_between(const obb_outline *outline, const obb_outline_half *half)
{
	return outline->along[half->face] && !outline->along[outline->halves[half->twin].face];
}

uint32_t obb_outline_of(obb_outline *outline, const double axis[3], uint32_t *vertices)
{
	mark_faces(outline, axis);
	const obb_outline_half *halves = outline->halves, *start = halves, *end = halves + outline->half_count;
	while (start < end && !is_between(outline, start))
		++start;
	if (start == end)
		return 0;
	uint32_t count = 0;
	const obb_outline_half *half = start;
	do
	{
		vertices[count++] = half->origin;
		// From face to face about the vertex where this one ends, as long as they look along the axis.
		half = halves + half->next;
		while (outline->along[halves[half->twin].face])
			half = halves + halves[half->twin].next;
	} while (half != start);
	return count;
}

uint32_t obb_outline_all(const obb_outline *outline, uint32_t *vertices)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < outline->half_count; ++i)
		if (is_between(outline, outline->halves + i))
			vertices[count++] = outline->halves[i].origin;
	return count;
}
