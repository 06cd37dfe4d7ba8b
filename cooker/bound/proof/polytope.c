// SPDX-License-Identifier: MIT
#include "polytope.h"

#include "math/double3.h"
#include "slabs.h"

#include <math.h>

#define PLANES_MAX (2 * KILN_KDOP_AXES)
/// The most corners of a face: it starts as a square, and each other plane adds one corner at most.
#define CORNERS_MAX (4 + PLANES_MAX)

/// normal . p <= offset
typedef struct plane
{
	kiln_d3 normal;
	double offset;
} plane;

typedef struct polygon
{
	kiln_d3 corners[CORNERS_MAX];
	int count;
} polygon;

static kiln_d3 axis_of(int axis)
{
	const signed char *a = bound_kdop_axes[axis];
	return (kiln_d3){a[0], a[1], a[2]};
}

/// A point in the middle of the slabs. The axes to the corners, and also the axes to the edges, are balanced: their sum
/// of n n^T is 4 times the identity.
static kiln_d3 middle(const kiln_kdop *slabs, uint32_t mask)
{
	kiln_d3 sum = {0, 0, 0};
	uint32_t chosen = (mask & 7) == 7 ? 7 : (mask & 0x78) == 0x78 ? 0x78 : mask & 0x1f80;
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
		if (chosen >> axis & 1)
		{
			double at = 0.5 * ((double)slabs->min[axis] + (double)slabs->max[axis]);
			sum = kiln_d3_along(sum, chosen == 7 ? at : at / 4, axis_of(axis));
		}
	return sum;
}

/// Both planes of every slab about `origin`, with unit normals.
static int planes_of(const kiln_kdop *slabs, uint32_t mask, kiln_d3 origin, plane planes[PLANES_MAX])
{
	int count = 0;
	for (int axis = 0; axis < KILN_KDOP_AXES; ++axis)
	{
		if (!(mask >> axis & 1))
			continue;
		kiln_d3 normal = axis_of(axis);
		double at = kiln_d3_dot(normal, origin), shrink = 1 / sqrt(kiln_d3_length2(normal));
		kiln_d3 unit = kiln_d3_scale(normal, shrink);
		planes[count++] = (plane){unit, ((double)slabs->max[axis] - at) * shrink};
		planes[count++] = (plane){kiln_d3_scale(unit, -1), (at - (double)slabs->min[axis]) * shrink};
	}
	return count;
}

/// A square on the plane that extends by `size` in all directions.
static polygon square_on(const plane *p, double size)
{
	kiln_d3 least = kiln_double_abs(p->normal.x) < 0.6 ? (kiln_d3){1, 0, 0} : (kiln_d3){0, 1, 0};
	kiln_d3 u = kiln_d3_cross(p->normal, least);
	u = kiln_d3_scale(u, size / sqrt(kiln_d3_length2(u)));
	kiln_d3 v = kiln_d3_cross(p->normal, u), middle_point = kiln_d3_scale(p->normal, p->offset);
	polygon square;
	square.count = 4;
	for (int i = 0; i < 4; ++i)
		square.corners[i] = kiln_d3_along(kiln_d3_along(middle_point, i == 0 || i == 3 ? 1 : -1, u), i < 2 ? 1 : -1, v);
	return square;
}

/// Clips the polygon to the part behind the plane (Sutherland and Hodgman 1974). Corners within `margin` of the plane
/// count as behind.
static void clip(polygon *p, const plane *by, double margin)
{
	double at[CORNERS_MAX];
	bool cut = false;
	for (int i = 0; i < p->count; ++i)
	{
		at[i] = kiln_d3_dot(by->normal, p->corners[i]) - by->offset;
		cut = cut || at[i] > margin;
	}
	// Most planes miss most faces.
	if (!cut)
		return;
	kiln_d3 kept[CORNERS_MAX];
	int count = 0;
	for (int i = 0; i < p->count && count + 2 <= CORNERS_MAX; ++i)
	{
		int next = i + 1 < p->count ? i + 1 : 0;
		kiln_d3 a = p->corners[i], b = p->corners[next];
		if (at[i] <= margin)
			kept[count++] = a;
		if ((at[i] <= margin) != (at[next] <= margin))
			kept[count++] = kiln_d3_along(a, at[i] / (at[i] - at[next]), kiln_d3_sub(b, a));
	}
	for (int i = 0; i < count; ++i)
		p->corners[i] = kept[i];
	p->count = count;
}

static double area_of(const polygon *p)
{
	kiln_d3 sum = {0, 0, 0};
	for (int i = 2; i < p->count; ++i)
	{
		kiln_d3 u = kiln_d3_sub(p->corners[i - 1], p->corners[0]), v = kiln_d3_sub(p->corners[i], p->corners[0]);
		sum = kiln_d3_add(sum, kiln_d3_cross(u, v));
	}
	return 0.5 * sqrt(kiln_d3_length2(sum));
}

void bound_polytope_measure(const kiln_kdop *slabs, uint32_t mask, double *volume, double *area)
{
	*volume = *area = 0;
	plane planes[PLANES_MAX];
	int count = planes_of(slabs, mask, middle(slabs, mask), planes);
	double size = 0;
	for (int i = 0; i < count; ++i)
		size = kiln_double_max(size, kiln_double_abs(planes[i].offset));
	for (int i = 0; i < count && size > 0; ++i)
		planes[i].offset /= size; // all lengths are of the order of 1 from here on
	for (int i = 0; i < count && size > 0; ++i)
	{
		polygon face = square_on(&planes[i], 8);
		for (int j = 0; j < count && face.count > 0; ++j)
			if (j != i)
				clip(&face, &planes[j], 1e-13);
		double part = area_of(&face);
		*volume += part * planes[i].offset / 3 * size * size * size;
		*area += part * size * size;
	}
}
