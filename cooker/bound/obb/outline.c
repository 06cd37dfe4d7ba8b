// SPDX-License-Identifier: MIT
#include "outline.h"

#include "memory.h"

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

/// Lists the edges; `face_of` gets the face of each half-edge.
static void gather(const convex_hull *h, obb_outline *outline, uint32_t *face_of)
{
	for (uint32_t f = 0; f < h->face_count; ++f)
		for (uint32_t e = h->face_first[f]; e < h->face_first[f + 1]; ++e)
			face_of[e] = f;
	for (uint32_t e = 0; e < h->half_edge_count; ++e)
		if (h->twins[e] > e)
			outline->edges[outline->edge_count++] =
				(obb_outline_edge){{face_of[e], face_of[h->twins[e]]}, {h->origins[e], h->origins[h->twins[e]]}};
}

bool obb_outline_make(const kilncook_context *context, const obb_cloud *cloud, obb_outline *outline)
{
	const convex_hull *h = cloud->input.hull;
	*outline = (obb_outline){0};
	bool made = bound_lanes_make(context, h->face_count, &outline->normals);
	uint32_t *face_of = cook_alloc(context, h->half_edge_count, sizeof *face_of);
	outline->along = cook_alloc(context, outline->normals.capacity, sizeof *outline->along);
	outline->edges = cook_alloc(context, h->half_edge_count / 2, sizeof *outline->edges);
	made = made && face_of && outline->along && outline->edges;
	if (made)
	{
		for (uint32_t f = 0; f < h->face_count; ++f)
			bound_lanes_add(&outline->normals, obb_face_normal(cloud, f));
		gather(h, outline, face_of);
	}
	cook_free(context, face_of, h->half_edge_count, sizeof *face_of);
	outline->edge_count = h->half_edge_count / 2;
	if (!made)
		obb_outline_free(context, outline);
	return made;
}

void obb_outline_free(const kilncook_context *context, obb_outline *outline)
{
	cook_free(context, outline->along, outline->normals.capacity, sizeof *outline->along);
	cook_free(context, outline->edges, outline->edge_count, sizeof *outline->edges);
	bound_lanes_free(context, &outline->normals);
	*outline = (obb_outline){0};
}

uint32_t obb_outline_of(obb_outline *outline, const double axis[3], uint32_t *vertices)
{
	const bound_lanes_d3 direction = bound_lanes_all((kiln_d3){axis[0], axis[1], axis[2]});
	for (uint32_t i = 0; i < outline->normals.count; i += BOUND_LANES)
	{
		uint32_t bits = n4_bits(n4_gt(bound_lanes_dot(bound_lanes_at(&outline->normals, i), direction), d4_set1(0)));
		for (uint32_t lane = 0; lane < BOUND_LANES; ++lane)
			outline->along[i + lane] = (uint8_t)(bits >> lane & 1);
	}
	uint32_t count = 0;
	for (uint32_t i = 0; i < outline->edge_count; ++i)
	{
		const obb_outline_edge *e = &outline->edges[i];
		uint32_t first = outline->along[e->faces[0]], second = outline->along[e->faces[1]];
		vertices[count] = e->origins[second];
		count += first ^ second;
	}
	return count;
}
