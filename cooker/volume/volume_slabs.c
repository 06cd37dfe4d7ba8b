// SPDX-License-Identifier: MIT
#include "volume_slabs.h"

#include "bound/obb/frame.h"
#include "bound/proof/slabs.h"
#include "volume_node.h"

#include <math.h>

/// Lengths are of the order of 1; lengths that differ by less than this count as equal.
#define SAME 1e-13

/// Unit normal of a plane.
static void normal_of(const volume_slab_plan *plan, uint32_t number, double n[3])
{
	uint32_t axis = plan->axis[number];
	for (int k = 0; k < 3; ++k)
		n[k] = (number % 2 ? -1.0 : 1.0) * bound_kdop_axes[axis][k] / plan->length[axis];
}

/// Adds another plane to a face; a parallel plane does not bound the face.
static void face_add(
	volume_slab_face *face, uint32_t other, const double n[3], const double m[3], const double u[3], const double v[3])
{
	double across[2] = {obb_dot(m, u), obb_dot(m, v)};
	double sine = sqrt(across[0] * across[0] + across[1] * across[1]);
	if (sine < 1e-6)
		return;
	across[0] /= sine;
	across[1] /= sine;
	uint32_t edge = 0;
	while (edge < face->directions &&
		   fabs(face->direction[edge][0] - across[0]) + fabs(face->direction[edge][1] - across[1]) > 1e-9)
		++edge;
	face->direction[edge][0] = across[0];
	face->direction[edge][1] = across[1];
	face->directions += edge == face->directions;
	face->plane[face->planes] = (uint8_t)other;
	face->edge[face->planes] = (uint8_t)edge;
	face->own[face->planes] = 1 / sine;
	face->of_face[face->planes++] = obb_dot(n, m) / sine;
}

void volume_slab_plan_make(kiln_tree_kind kind, volume_slab_plan *plan)
{
	*plan = (volume_slab_plan){.axes = volume_kind_axes(kind)};
	for (uint32_t axis = 0; axis < KILN_KDOP_AXES; ++axis)
	{
		const signed char *a = bound_kdop_axes[axis];
		plan->length[axis] = sqrt((double)(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]));
		if (!(plan->axes >> axis & 1))
			continue;
		plan->axis[plan->count++] = axis;
		plan->axis[plan->count++] = axis;
	}
	for (uint32_t i = 0; i < plan->count; ++i)
	{
		double n[3], m[3], u[3], v[3];
		normal_of(plan, i, n);
		obb_perpendicular(n, u);
		obb_cross(n, u, v);
		for (uint32_t j = 0; j < plan->count; ++j)
		{
			normal_of(plan, j, m);
			face_add(&plan->faces[i], j, n, m, u, v);
		}
	}
}

/// A square that each direction cuts at most once.
typedef struct polygon
{
	double x[4 + VOLUME_PLANES_MAX];
	double y[4 + VOLUME_PLANES_MAX];
	uint32_t count;
} polygon;

/// Clips the polygon to the part with direction . p <= limit (Sutherland and Hodgman 1974).
static void clip(polygon *p, const double direction[2], double limit)
{
	double at[4 + VOLUME_PLANES_MAX];
	bool cut = false;
	for (uint32_t i = 0; i < p->count; ++i)
	{
		at[i] = direction[0] * p->x[i] + direction[1] * p->y[i] - limit;
		cut |= at[i] > SAME;
	}
	if (!cut)
		return;
	polygon kept;
	kept.count = 0;
	for (uint32_t i = 0; i < p->count && kept.count + 2 <= 4 + VOLUME_PLANES_MAX; ++i)
	{
		uint32_t next = i + 1 < p->count ? i + 1 : 0;
		if (at[i] <= SAME)
		{
			kept.x[kept.count] = p->x[i];
			kept.y[kept.count++] = p->y[i];
		}
		if ((at[i] <= SAME) == (at[next] <= SAME))
			continue;
		double share = at[i] / (at[i] - at[next]);
		kept.x[kept.count] = p->x[i] + share * (p->x[next] - p->x[i]);
		kept.y[kept.count++] = p->y[i] + share * (p->y[next] - p->y[i]);
	}
	for (uint32_t i = 0; i < kept.count; ++i)
	{
		p->x[i] = kept.x[i];
		p->y[i] = kept.y[i];
	}
	p->count = kept.count;
}

/// Area of the face of plane `number`.
static double face_area(const volume_slab_plan *plan, uint32_t number, const double *offsets)
{
	const volume_slab_face *face = &plan->faces[number];
	double limit[VOLUME_PLANES_MAX], area = 0;
	polygon p = {.count = 4};
	for (uint32_t i = 0; i < face->directions; ++i)
		limit[i] = HUGE_VAL;
	for (uint32_t i = 0; i < face->planes; ++i)
	{
		double at = offsets[face->plane[i]] * face->own[i] - offsets[number] * face->of_face[i];
		uint32_t edge = face->edge[i];
		limit[edge] = at < limit[edge] ? at : limit[edge];
	}
	for (int i = 0; i < 4; ++i)
	{
		p.x[i] = i == 0 || i == 3 ? 8 : -8;
		p.y[i] = i < 2 ? 8 : -8;
	}
	for (uint32_t i = 0; i < face->directions && p.count > 0; ++i)
		clip(&p, face->direction[i], limit[i]);
	for (uint32_t i = 2; i < p.count; ++i)
		area += (p.x[i - 1] - p.x[0]) * (p.y[i] - p.y[0]) - (p.x[i] - p.x[0]) * (p.y[i - 1] - p.y[0]);
	return 0.5 * fabs(area);
}

void volume_slab_measure(const volume_slab_plan *plan, const kiln_kdop *slabs, double *volume, double *area)
{
	double offsets[VOLUME_PLANES_MAX], middle[3], size = 0;
	*volume = *area = 0;
	// All kinds have the coordinate axes.
	for (int k = 0; k < 3; ++k)
		middle[k] = 0.5 * ((double)slabs->min[k] + (double)slabs->max[k]);
	for (uint32_t i = 0; i < plan->count; ++i)
	{
		uint32_t axis = plan->axis[i];
		const signed char *a = bound_kdop_axes[axis];
		double from = a[0] * middle[0] + a[1] * middle[1] + a[2] * middle[2];
		double at = i % 2 ? from - (double)slabs->min[axis] : (double)slabs->max[axis] - from;
		offsets[i] = at / plan->length[axis];
		size = fabs(offsets[i]) > size ? fabs(offsets[i]) : size;
	}
	if (!(size > 0))
		return;
	for (uint32_t i = 0; i < plan->count; ++i)
		offsets[i] /= size;
	for (uint32_t i = 0; i < plan->count; ++i)
	{
		double part = face_area(plan, i, offsets);
		*volume += part * offsets[i] / 3 * size * size * size;
		*area += part * size * size;
	}
}
