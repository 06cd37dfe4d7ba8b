// SPDX-License-Identifier: MIT
#ifndef KILN_COOKER_HAUSDORFF_POINT_TRIANGLE_H
#define KILN_COOKER_HAUSDORFF_POINT_TRIANGLE_H

#include "math/ieee.h"

/// The squared distance of a point from a triangle, in double.

static inline double hausdorff_dot(const double a[3], const double b[3])
{
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Squared length of from + s u + t v.
static inline double hausdorff_length2(const double from[3], double s, const double u[3], double t, const double v[3])
{
	double x = from[0] + s * u[0] + t * v[0], y = from[1] + s * u[1] + t * v[1], z = from[2] + s * u[2] + t * v[2];
	return x * x + y * y + z * z;
}

static inline double hausdorff_share(double part, double whole)
{
	double t = whole > 0 ? part / whole : 0;
	return t < 0 ? 0 : t > 1 ? 1 : t;
}

/// The edges of a triangle from its first corner, and their products.
typedef struct hausdorff_edges
{
	double ab[3], ac[3];
	double bb, bc, cc;
} hausdorff_edges;

static inline hausdorff_edges hausdorff_edges_of(const float corners[3][3])
{
	hausdorff_edges e;
	for (int k = 0; k < 3; ++k)
	{
		e.ab[k] = (double)corners[1][k] - (double)corners[0][k];
		e.ac[k] = (double)corners[2][k] - (double)corners[0][k];
	}
	e.bb = hausdorff_dot(e.ab, e.ab);
	e.bc = hausdorff_dot(e.ab, e.ac);
	e.cc = hausdorff_dot(e.ac, e.ac);
	return e;
}

/// The way from a point to the first corner.
static inline void hausdorff_way(const float corners[3][3], const double p[3], double a[3])
{
	for (int k = 0; k < 3; ++k)
		a[k] = (double)corners[0][k] - p[k];
}

/// The squared distance of the nearest edge or corner. `a` is the way from the point to the first corner.
static inline double hausdorff_edges2(const hausdorff_edges *e, const double a[3])
{
	double b[3], c[3], third[3], least = hausdorff_dot(a, a);
	for (int k = 0; k < 3; ++k)
	{
		b[k] = a[k] + e->ab[k];
		c[k] = a[k] + e->ac[k];
		third[k] = e->ac[k] - e->ab[k];
	}
	double ab = hausdorff_length2(a, hausdorff_share(-hausdorff_dot(a, e->ab), e->bb), e->ab, 0, e->ab);
	double ac = hausdorff_length2(a, hausdorff_share(-hausdorff_dot(a, e->ac), e->cc), e->ac, 0, e->ac);
	double bc =
		hausdorff_length2(b, hausdorff_share(-hausdorff_dot(b, third), hausdorff_dot(third, third)), third, 0, third);
	double corner = hausdorff_dot(c, c);
	least = ab < least ? ab : least;
	least = ac < least ? ac : least;
	least = bc < least ? bc : least;
	return corner < least ? corner : least;
}

/// By the region of the plane in which the foot of the point lies (Ericson 2005, 5.1.5). The shares are clamped, so that the
/// point that is taken lies in the triangle however the regions are rounded.
static inline double hausdorff_regions2(const hausdorff_edges *e, const double a[3])
{
	double d1 = -hausdorff_dot(a, e->ab), d2 = -hausdorff_dot(a, e->ac);
	double d3 = d1 - e->bb, d4 = d2 - e->bc, d5 = d1 - e->bc, d6 = d2 - e->cc;
	if (d1 <= 0 && d2 <= 0)
		return hausdorff_dot(a, a);
	if (d3 >= 0 && d4 <= d3)
		return hausdorff_length2(a, 1, e->ab, 0, e->ac);
	double vc = d1 * d4 - d3 * d2;
	if (vc <= 0 && d1 >= 0 && d3 <= 0)
		return hausdorff_length2(a, hausdorff_share(d1, d1 - d3), e->ab, 0, e->ac);
	if (d6 >= 0 && d5 <= d6)
		return hausdorff_length2(a, 0, e->ab, 1, e->ac);
	double vb = d5 * d2 - d1 * d6;
	if (vb <= 0 && d2 >= 0 && d6 <= 0)
		return hausdorff_length2(a, 0, e->ab, hausdorff_share(d2, d2 - d6), e->ac);
	double va = d3 * d6 - d5 * d4;
	if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
	{
		double t = hausdorff_share(d4 - d3, (d4 - d3) + (d5 - d6));
		return hausdorff_length2(a, 1 - t, e->ab, t, e->ac);
	}
	double sum = va + vb + vc, v = hausdorff_share(vb, sum), w = hausdorff_share(vc, sum);
	return hausdorff_length2(a, v, e->ab, w > 1 - v ? 1 - v : w, e->ac);
}

/// Where the angle at the first corner has a smaller squared sine, rounding may choose a region that is far from the foot.
#define HAUSDORFF_FLAT 0x1p-40

/// Squared distance from a point of the triangle that is nearest but for rounding.
static inline double hausdorff_distance2(const hausdorff_edges *e, const double a[3])
{
	double least = hausdorff_regions2(e, a);
	if (e->bb * e->cc - e->bc * e->bc > HAUSDORFF_FLAT * e->bb * e->cc)
		return least;
	double edges = hausdorff_edges2(e, a);
	return edges < least ? edges : least;
}

#endif
