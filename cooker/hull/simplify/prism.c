// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <string.h>

/// Upright prisms around a hull: the outer polygon of the hull's shadow along a coordinate axis, extruded from one end
/// to the other. Many man-made shapes are prisms. A prism is also the only round body whose faces with many corners
/// stay flat with float32 corners, which matters for budgets of few faces.

/// Writes both ends of every corner of a polygon perpendicular to the axis, as 2 x vertex_count corners.
static void extrude(
	const convex_hull *polygon, int axis, const double low[3], const double high[3], float (*corners)[3])
{
	for (uint32_t i = 0; i < polygon->vertex_count; ++i)
		for (int end = 0; end < 2; ++end)
		{
			memcpy(corners[2 * i + (uint32_t)end], polygon->vertices[i], sizeof *corners);
			corners[2 * i + (uint32_t)end][axis] = (float)(end ? high[axis] : low[axis]);
		}
}

/// Builds the hull of the vertices without one of their coordinates.
static kilncook_status cast_shadow(
	const kilncook_context *context, const convex_hull *exact, int axis, convex_hull *out)
{
	float(*flat)[3] = cook_alloc(context, exact->vertex_count, sizeof *flat);
	if (!flat)
		return KILNCOOK_INTERNAL;
	memcpy(flat, exact->vertices, exact->vertex_count * sizeof *flat);
	for (uint32_t i = 0; i < exact->vertex_count; ++i)
		flat[i][axis] = 0;
	kilncook_status status =
		hull_build(context, &(hull_points){.positions = flat[0], .count = exact->vertex_count}, out);
	cook_free(context, flat, exact->vertex_count, sizeof *flat);
	return status;
}

bool simplify_prism_is_hopeless(const simplify_body *body, int axis, double distance)
{
	double low[3], high[3];
	simplify_box(body->exact, low, high);
	for (int side = 0; side < 4; ++side)
	{
		int along = (axis + 1 + side / 2) % 3;
		double direction[3] = {0, 0, 0}, q[3];
		direction[along] = side % 2 ? 1 : -1;
		uint32_t i = body_support(body, direction, 0), face = body->surface.corner[i];
		for (int end = 0; end < 2; ++end)
		{
			double p[3] = {body->points[i][0], body->points[i][1], body->points[i][2]};
			p[axis] = ((end ? high : low)[axis] - body->center[axis]) * body->scale;
			if (shell_closest(&body->surface, p, &face, q) > distance * body->scale)
				return true;
		}
	}
	return false;
}

/// Whether the prism over the whole shadow is nearer than `distance`. Every other prism along the axis contains this
/// prism.
static bool is_promising(const simplify_body *body, const convex_hull *shadow, int axis, double distance)
{
	double low[3], high[3];
	uint32_t face = 0;
	simplify_box(body->exact, low, high);
	for (uint32_t i = 0; i < 2 * shadow->vertex_count; ++i)
	{
		double p[3], q[3];
		for (int k = 0; k < 3; ++k)
		{
			p[k] = k == axis ? (i & 1u ? high[k] : low[k]) : (double)shadow->vertices[i / 2][k];
			p[k] = (p[k] - body->center[k]) * body->scale;
		}
		if (shell_closest(&body->surface, p, &face, q) >= distance * body->scale)
			return false;
	}
	return true;
}

static kilncook_status build_prism(
	const kilncook_context *context, const convex_hull *exact, const convex_hull *polygon, int axis, convex_hull *out)
{
	double low[3], high[3];
	uint32_t count = 2 * polygon->vertex_count;
	float(*corners)[3] = cook_alloc(context, count, sizeof *corners);
	if (!corners)
		return KILNCOOK_INTERNAL;
	simplify_box(exact, low, high);
	extrude(polygon, axis, low, high, corners);
	kilncook_status status = simplify_hull_around(context, (const float(*)[3])corners, count, exact, out);
	cook_free(context, corners, count, sizeof *corners);
	return status;
}

kilncook_status simplify_prism(const kilncook_context *context, const simplify_body *body, int axis,
	simplify_counts counts, double distance, convex_hull *out)
{
	uint32_t most = counts.faces - 2 < counts.vertices / 2 ? counts.faces - 2 : counts.vertices / 2;
	if (counts.faces < 6 || most < 4 || simplify_prism_is_hopeless(body, axis, distance))
		return KILNCOOK_REFUSED;
	convex_hull shadow, polygon;
	double error;
	kilncook_status status = cast_shadow(context, body->exact, axis, &shadow);
	if (status != KILNCOOK_OK)
		return status;
	if (shadow.dimension != 2 || !is_promising(body, &shadow, axis, distance))
		status = KILNCOOK_REFUSED;
	else if (shadow.vertex_count <= most)
		status = build_prism(context, body->exact, &shadow, axis, out);
	else
	{
		status = simplify_flat(context, &shadow, most, false, &polygon, &error);
		if (status == KILNCOOK_OK)
		{
			status = error < distance ? build_prism(context, body->exact, &polygon, axis, out) : KILNCOOK_REFUSED;
			hull_free(context, &polygon);
		}
	}
	hull_free(context, &shadow);
	return status;
}
