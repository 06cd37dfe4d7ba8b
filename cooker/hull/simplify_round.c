// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "hull_internal.h"
#include "kiln_format.h"
#include "memory.h"
#include "simplify_internal.h"

#include <string.h>

/// From points in double to a float32 hull that contains the true one, decided by exact signs.

/// The first stretch, when none is not enough: much less than one unit in the last place of a search coordinate.
#define OFFSET_LEAST 0x1p-44

/// More than rounding moves (b - a) x (c - a) . (h - a), as a share of the cube of the longest coordinate difference.
#define SIDE_ROUNDING 0x1p-46

/// Whether all vertices of `exact` are behind face `f` of `outer` or on it.
static bool is_behind(const convex_hull *outer, uint32_t f, const convex_hull *exact, double longest)
{
	const uint32_t *at = &outer->origins[outer->face_first[f]];
	double a[3], b[3], c[3], ab[3], ac[3], n[3];
	hull_widen(outer->vertices[at[0]], a);
	hull_widen(outer->vertices[at[1]], b);
	hull_widen(outer->vertices[at[2]], c);
	simplify_sub(b, a, ab);
	simplify_sub(c, a, ac);
	simplify_cross(ab, ac, n);
	double doubt = -SIDE_ROUNDING * longest * longest * longest;
	for (uint32_t i = 0; i < exact->vertex_count; ++i)
	{
		double h[3], ah[3];
		hull_widen(exact->vertices[i], h);
		simplify_sub(h, a, ah);
		if (!(simplify_dot(n, ah) < doubt) && exact_orient3d(a, b, c, h) > 0)
			return false;
	}
	return true;
}

/// Whether every vertex of `exact` lies in `outer`, a solid, by exact signs.
static bool contains(const convex_hull *outer, const convex_hull *exact)
{
	double longest = simplify_longest(outer, exact);
	for (uint32_t f = 0; f < outer->face_count; ++f)
		if (!is_behind(outer, f, exact, longest))
			return false;
	return true;
}

kilncook_status simplify_hull_around(const kilncook_context *context, const float (*points)[3], uint32_t count,
	const convex_hull *exact, convex_hull *out)
{
	convex_hull h;
	kilncook_status status = hull_build(context, &(hull_points){.positions = points[0], .count = count}, &h);
	if (status != KILNCOOK_OK)
		return status;
	if (h.dimension == 3 && contains(&h, exact))
	{
		*out = h;
		return KILNCOOK_OK;
	}
	hull_free(context, &h);
	return KILNCOOK_REFUSED;
}

/// Writes the points, stretched by `offset`, as float32; false when one is out of range.
static bool round_points(
	const simplify_body *body, const double (*points)[3], uint32_t count, double offset, float (*rounded)[3])
{
	double limit = simplify_limit(body->exact);
	for (uint32_t i = 0; i < count; ++i)
	{
		double p[3];
		body_stretch(body, points[i], offset, p);
		for (int k = 0; k < 3; ++k)
		{
			double x = p[k] / body->scale + body->center[k];
			if (!(x <= limit && x >= -limit))
				return false;
			rounded[i][k] = (float)x;
		}
	}
	return true;
}

kilncook_status simplify_round(const kilncook_context *context, const simplify_body *body, const double (*points)[3],
	uint32_t count, convex_hull *out)
{
	float(*rounded)[3] = cook_alloc(context, count, sizeof *rounded);
	if (!rounded)
		return KILNCOOK_INTERNAL;
	kilncook_status status = KILNCOOK_REFUSED;
	for (double offset = 0;
		 status == KILNCOOK_REFUSED && offset <= 1 && round_points(body, points, count, offset, rounded);
		 offset = offset > 0 ? 4 * offset : OFFSET_LEAST)
		status = simplify_hull_around(context, (const float(*)[3])rounded, count, body->exact, out);
	cook_free(context, rounded, count, sizeof *rounded);
	return status;
}

double simplify_limit(const convex_hull *exact)
{
	double limit = (double)KILN_COORDINATE_MAX;
	for (uint32_t i = 0; i < exact->vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double x = (double)exact->vertices[i][k];
			if (x > (double)KILN_COORDINATE_MAX || x < -(double)KILN_COORDINATE_MAX)
				limit = (double)FLT_MAX;
		}
	return limit;
}
