// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "memory.h"
#include "polygon.h"

#include <math.h>

/// The largest magnitude of a coordinate.
#define MOST 0x1p40f

/// At least ten roundings, as a share of the sum of all terms.
#define ROUNDING 0x1p-49

static kilncook_status usage(const kilncook_context *context, const char *reason)
{
	cook_message(context, KILNCOOK_ERROR, "", "usage", "%s", reason);
	return KILNCOOK_USAGE;
}

/// Adds the outline's area vector, twice, relative to its first corner (M. E. Newell).
static void add_normal(const polygon_view *view, double normal[3])
{
	const float *origin = polygon_at(view, 0);
	double last[3] = {0};
	normal[0] = normal[1] = normal[2] = 0.0;
	for (uint32_t i = 1; i < view->given->contour_ends[0]; ++i)
	{
		double p[3];
		for (int k = 0; k < 3; ++k)
			p[k] = (double)polygon_at(view, i)[k] - (double)origin[k];
		for (int k = 0; k < 3; ++k)
			normal[k] += last[(k + 1) % 3] * p[(k + 2) % 3] - last[(k + 2) % 3] * p[(k + 1) % 3];
		for (int k = 0; k < 3; ++k)
			last[k] = p[k];
	}
}

int polygon_turn(const polygon_view *view, uint32_t a, uint32_t b, uint32_t c)
{
	const float *p = polygon_at(view, a), *q = polygon_at(view, b), *r = polygon_at(view, c);
	uint8_t u = view->axes[0], v = view->axes[1];
	const double at[3][2] = {{(double)p[u], (double)p[v]}, {(double)q[u], (double)q[v]}, {(double)r[u], (double)r[v]}};
	return exact_orient2d(at[0], at[1], at[2]);
}

kilncook_status polygon_view_of(const kilncook_context *context, const kilncook_polygon *given, polygon_view *view)
{
	if (given->contour_count == 0 || !given->contour_ends || !given->positions)
		return usage(context, "a polygon without contours or positions");
	*view = (polygon_view){.given = given, .count = given->contour_ends[given->contour_count - 1]};
	for (uint32_t i = 0; i < given->contour_count; ++i)
	{
		uint32_t begin = polygon_begin(view, i);
		if (given->contour_ends[i] < begin || given->contour_ends[i] - begin < 3)
			return usage(context, "a contour of less than 3 corners");
	}
	for (uint32_t i = 0; i < view->count; ++i)
	{
		if ((given->corners ? given->corners[i] : i) >= given->vertex_count)
			return usage(context, "a corner names a vertex that is not there");
		const float *p = polygon_at(view, i);
		for (int k = 0; k < 3; ++k)
			if (!(p[k] >= -MOST && p[k] <= MOST))
				return usage(context, "a corner is not finite or beyond 2^40");
	}
	double normal[3];
	add_normal(view, normal);
	int w = fabs(normal[1]) > fabs(normal[0]) ? 1 : 0;
	w = fabs(normal[2]) > fabs(normal[w]) ? 2 : w;
	bool turned = normal[w] < 0.0;
	view->axes[0] = (uint8_t)((w + (turned ? 2 : 1)) % 3);
	view->axes[1] = (uint8_t)((w + (turned ? 1 : 2)) % 3);
	view->axes[2] = (uint8_t)w;
	return KILNCOOK_OK;
}

/// The corners of one polygon, then those of another.
typedef struct corner_list
{
	const polygon_view *views[2];
	uint32_t count;
} corner_list;

static const float *corner_of(const corner_list *list, uint32_t i)
{
	uint32_t first = list->views[0]->count;
	return i < first ? polygon_at(list->views[0], i) : polygon_at(list->views[1], i - first);
}

static void load(const float *p, double out[3])
{
	for (int k = 0; k < 3; ++k)
		out[k] = (double)p[k];
}

/// Whether all corners lie in one plane, exactly. `plane` gets three corners that are not on one line; *spans says whether the
/// polygon has any.
static bool exactly_planar(const corner_list *list, uint32_t plane[3], bool *spans)
{
	const float *first = corner_of(list, 0), *second = first;
	double a[3], b[3], c[3], d[3];
	uint32_t i = 1;
	*spans = false;
	for (; i < list->count && second == first; ++i)
	{
		const float *p = corner_of(list, i);
		if (p[0] != first[0] || p[1] != first[1] || p[2] != first[2])
			second = p;
	}
	plane[0] = 0;
	plane[1] = i - 1;
	for (; i < list->count && !*spans; ++i)
		*spans = !exact_collinear(first, second, corner_of(list, i));
	if (!*spans)
		return true;
	plane[2] = i - 1;
	load(first, a);
	load(second, b);
	load(corner_of(list, plane[2]), c);
	for (; i < list->count; ++i)
	{
		load(corner_of(list, i), d);
		if (exact_orient3d(a, b, c, d) != 0)
			return false;
	}
	return true;
}

/// The largest distance of the corners from the plane with a normal, in their middle, rounded up; INFINITY for a normal of zero.
static double distance_from_plane(const corner_list *list, const double normal[3])
{
	const float *origin = corner_of(list, 0);
	double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
	double low = 0.0, high = 0.0, size = 0.0;
	if (!(length > 0.0))
		return (double)INFINITY;
	for (uint32_t i = 0; i < list->count; ++i)
	{
		double height = 0.0, sum = 0.0;
		for (int k = 0; k < 3; ++k)
		{
			double term = normal[k] / length * ((double)corner_of(list, i)[k] - (double)origin[k]);
			height += term;
			sum += fabs(term);
		}
		low = height < low ? height : low;
		high = height > high ? height : high;
		size = sum > size ? sum : size;
	}
	return 0.5 * (high - low) * (1.0 + ROUNDING) + ROUNDING * size;
}

kilncook_status kilncook_polygon_planar(
	const kilncook_context *context, const kilncook_polygon *polygon, double tolerance, bool *planar, double *distance)
{
	polygon_view view;
	if (!(tolerance >= 0))
		return usage(context, "a tolerance below 0");
	kilncook_status status = polygon_view_of(context, polygon, &view);
	if (status != KILNCOOK_OK)
		return status;
	const corner_list list = {{&view, NULL}, view.count};
	uint32_t plane[3];
	bool spans, exact = exactly_planar(&list, plane, &spans);
	double normal[3], from = 0.0;
	if (!exact)
	{
		add_normal(&view, normal);
		from = distance_from_plane(&list, normal);
	}
	*planar = exact || (tolerance > 0 && from <= tolerance);
	if (distance)
		*distance = from;
	return KILNCOOK_OK;
}

/// The sign of the product of two outlines' normals; 0 where it is not certain.
static int facing(const double a[3], const double b[3])
{
	double product = 0.0, size = 0.0;
	for (int k = 0; k < 3; ++k)
	{
		product += a[k] * b[k];
		size += fabs(a[k] * b[k]);
	}
	return product > 0x1p-20 * size ? 1 : product < -0x1p-20 * size ? -1 : 0;
}

kilncook_status kilncook_polygon_coplanar(const kilncook_context *context, const kilncook_polygon *a,
	const kilncook_polygon *b, double tolerance, kilncook_coplanarity *coplanarity)
{
	polygon_view views[2];
	if (!(tolerance >= 0))
		return usage(context, "a tolerance below 0");
	kilncook_status status = polygon_view_of(context, a, &views[0]);
	if (status == KILNCOOK_OK)
		status = polygon_view_of(context, b, &views[1]);
	if (status != KILNCOOK_OK)
		return status;
	if (UINT32_MAX - views[0].count < views[1].count)
		return usage(context, "too many corners");
	const corner_list list = {{&views[0], &views[1]}, views[0].count + views[1].count};
	uint32_t plane[3];
	bool spans;
	double normals[2][3], lengths[2];
	for (int i = 0; i < 2; ++i)
	{
		const double *n = normals[i];
		add_normal(&views[i], normals[i]);
		lengths[i] = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
	}
	bool flat = exactly_planar(&list, plane, &spans);
	if (!flat && tolerance > 0)
		flat = distance_from_plane(&list, normals[lengths[1] > lengths[0]]) <= tolerance;
	int same = facing(normals[0], normals[1]);
	*coplanarity = !flat	  ? KILNCOOK_COPLANAR_NOT
				   : same > 0 ? KILNCOOK_COPLANAR_SAME
				   : same < 0 ? KILNCOOK_COPLANAR_OPPOSITE
							  : KILNCOOK_COPLANAR_FLAT;
	return KILNCOOK_OK;
}
