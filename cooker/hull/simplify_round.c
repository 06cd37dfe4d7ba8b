// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "hull_internal.h"
#include "kiln_format.h"
#include "memory.h"
#include "simplify_internal.h"

#include <string.h>

/// From points in double to a float32 hull that contains the true one, decided by exact signs.

/// A push doubles every time, from half a unit in the last place: after this many it is beyond any use.
#define PUSHES_MOST 48

/// More than rounding moves (b - a) x (c - a) . (h - a), as a share of the cube of the longest coordinate difference.
#define SIDE_ROUNDING 0x1p-46

/// Whether all vertices of `exact` are behind face `f` of `outer` or on it.
static bool is_behind(const hull *outer, uint32_t f, const hull *exact, double longest)
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

bool simplify_contains(const hull *outer, const hull *exact, uint32_t *where)
{
	double longest = simplify_longest(outer, exact);
	for (uint32_t f = 0; f < outer->face_count; ++f)
		if (!is_behind(outer, f, exact, longest))
		{
			*where = f;
			return false;
		}
	return true;
}

typedef struct round_work
{
	const simplify_body *body;
	uint32_t count;
	const double (*points)[3];
	float (*rounded)[3];
	double *push;		  ///< per point, in input units
	double (*outward)[3]; ///< unit direction of the push
	double limit;		  ///< largest magnitude allowed
} round_work;

/// Writes the pushed points; false when one is out of range.
static bool round_points(round_work *work)
{
	for (uint32_t i = 0; i < work->count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			double x = work->points[i][k] / work->body->scale + work->body->center[k];
			x += work->push[i] * work->outward[i][k];
			if (!(x <= work->limit && x >= -work->limit))
				return false;
			work->rounded[i][k] = (float)x;
		}
	return true;
}

/// Unit sum of the unit normals of the faces around each vertex.
static void choose_outward(const round_work *work, const hull *h)
{
	memset(work->outward, 0, work->count * sizeof *work->outward);
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		const uint32_t *at = &h->origins[h->face_first[f]];
		double a[3], b[3], c[3], ab[3], ac[3], n[3];
		hull_widen(h->vertices[at[0]], a);
		hull_widen(h->vertices[at[1]], b);
		hull_widen(h->vertices[at[2]], c);
		simplify_sub(b, a, ab);
		simplify_sub(c, a, ac);
		simplify_cross(ab, ac, n);
		double length = __builtin_sqrt(simplify_dot(n, n));
		for (uint32_t e = h->face_first[f]; e < h->face_first[f + 1] && length > 0; ++e)
			for (int k = 0; k < 3; ++k)
				work->outward[h->sources[h->origins[e]]][k] += n[k] / length;
	}
	for (uint32_t i = 0; i < work->count; ++i)
	{
		double *n = work->outward[i], length = __builtin_sqrt(simplify_dot(n, n));
		for (int k = 0; k < 3; ++k)
			n[k] = length > 0 ? n[k] / length : 0;
	}
}

/// Pushes the corners of every face that something sticks out of. False when there is none.
static bool push_faces(const round_work *work, const hull *h)
{
	const hull *exact = work->body->exact;
	double longest = simplify_longest(h, exact);
	bool any = false;
	for (uint32_t f = 0; f < h->face_count; ++f)
	{
		if (is_behind(h, f, exact, longest))
			continue;
		any = true;
		for (uint32_t e = h->face_first[f]; e < h->face_first[f + 1]; ++e)
		{
			uint32_t i = h->sources[h->origins[e]];
			double size = 0;
			for (int k = 0; k < 3; ++k)
			{
				double x = (double)work->rounded[i][k];
				x = x < 0 ? -x : x;
				size = x > size ? x : size;
			}
			double least = size * 0x1p-25 > 0x1p-150 ? size * 0x1p-25 : 0x1p-150;
			// Negative marks a point that has its push of this round.
			if (work->push[i] >= 0)
				work->push[i] = -(work->push[i] > 0 ? 2 * work->push[i] : least);
		}
	}
	for (uint32_t i = 0; i < work->count; ++i)
		work->push[i] = work->push[i] < 0 ? -work->push[i] : work->push[i];
	return any;
}

static kilncook_status round_and_push(const kilncook_context *context, round_work *work, hull *out)
{
	for (uint32_t round = 0; round < PUSHES_MOST; ++round)
	{
		if (!round_points(work))
			return KILNCOOK_REFUSED;
		hull h;
		kilncook_status status =
			hull_build(context, &(hull_points){.positions = work->rounded[0], .count = work->count}, &h);
		if (status != KILNCOOK_OK)
			return status;
		bool solid = h.dimension == 3;
		if (solid && round == 0)
			choose_outward(work, &h);
		if (solid && !push_faces(work, &h))
		{
			*out = h;
			return KILNCOOK_OK;
		}
		hull_free(context, &h);
		if (!solid)
			return KILNCOOK_REFUSED;
	}
	return KILNCOOK_REFUSED;
}

kilncook_status simplify_round(
	const kilncook_context *context, const simplify_body *body, const double (*points)[3], uint32_t count, hull *out)
{
	round_work work = {.body = body, .count = count, .points = points, .limit = simplify_limit(body->exact)};
	work.rounded = cook_alloc(context, count, sizeof *work.rounded);
	work.push = cook_alloc_zero(context, count, sizeof *work.push);
	work.outward = cook_alloc_zero(context, count, sizeof *work.outward);
	kilncook_status status = KILNCOOK_INTERNAL;
	if (work.rounded && work.push && work.outward)
		status = round_and_push(context, &work, out);
	cook_free(context, work.rounded, count, sizeof *work.rounded);
	cook_free(context, work.push, count, sizeof *work.push);
	cook_free(context, work.outward, count, sizeof *work.outward);
	return status;
}

double simplify_limit(const hull *exact)
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
