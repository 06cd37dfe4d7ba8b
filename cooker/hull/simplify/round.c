// SPDX-License-Identifier: MIT
#include "hull/hull_internal.h"
#include "internal.h"
#include "kiln_format.h"
#include "memory.h"

#include <string.h>

/// Converts points in double to a float32 hull that contains the true hull, decided by exact signs.

/// The first stretch after a stretch of 0: much less than one unit in the last place of a search coordinate.
#define OFFSET_LEAST 0x1p-44

kilncook_status simplify_hull_around(const kilncook_context *context, const float (*points)[3], uint32_t count,
	const convex_hull *exact, convex_hull *out)
{
	convex_hull h;
	kilncook_status status = hull_build(context, &(hull_points){.positions = points[0], .count = count}, &h);
	if (status != KILNCOOK_OK)
		return status;
	hull_points vertices = {.positions = exact->vertices[0], .count = exact->vertex_count};
	hull_fault fault = h.dimension == 3 ? hull_check(context, &h, &vertices, NULL) : HULL_OUTSIDE;
	if (fault == HULL_SOUND)
	{
		*out = h;
		return KILNCOOK_OK;
	}
	hull_free(context, &h);
	return fault == HULL_OUTSIDE ? KILNCOOK_REFUSED : KILNCOOK_INTERNAL;
}

/// Writes the points as float32, stretched by `offset`; false when one is out of range.
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
