// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "internal.h"
#include "memory.h"

/// parts_hull_error, parts_hull_depth: one hull around all of the art.

/// The bound need not be better than this share of what is allowed.
#define FINE (1.0 / 4)

/// The most exact signs that is_boundary takes.
#define SIGNS_MOST (1u << 23)

/// Whether a closed, consistently wound surface is the boundary of its hull, exactly: no corner of the hull is in front of a triangle. Then all triangles lie on the
/// boundary and face outwards; a cycle of such triangles leaves nothing of a sphere out.
static bool is_boundary(const parts_body *body, const convex_hull *h)
{
	const parts_art *art = &body->art;
	if (!body->closed || h->dimension < 3 || (uint64_t)art->triangle_count * h->vertex_count > SIGNS_MOST)
		return false;
	for (uint32_t i = 0; i < art->triangle_count; ++i)
	{
		double c[3][3];
		for (int k = 0; k < 9; ++k)
			c[k / 3][k % 3] = (double)art->vertices[art->triangles[i][k / 3]][k % 3];
		for (uint32_t v = 0; v < h->vertex_count; ++v)
		{
			const double p[3] = {(double)h->vertices[v][0], (double)h->vertices[v][1], (double)h->vertices[v][2]};
			if (exact_orient3d(c[0], c[1], c[2], p) > 0)
				return false;
		}
	}
	return true;
}

/// Deciding takes less work than bounding where the hull is far from the art.
static double bound(parts_body *body, const convex_hull *h, double most)
{
	if (is_boundary(body, h))
		return 0;
	double decided = parts_error(body, h, most, true);
	double fine = decided <= most ? parts_error(body, h, most * FINE, false) : decided;
	return fine < decided ? fine : decided;
}

kilncook_status parts_hull_error(const kilncook_context *context, const parts_art *art, const convex_hull *h,
	double most, uint32_t threads, double *error, bool *closed, uint32_t *undecided)
{
	const parts_options options = {.error = most, .most = 1, .threads = threads};
	parts_job job = {.context = context, .art = art, .options = &options};
	kilncook_status status = parts_bodies_begin(&job);
	*error = (double)INFINITY;
	*closed = false;
	*undecided = 0;
	if (status == KILNCOOK_OK)
	{
		*closed = job.bodies[0].closed;
		*error = bound(&job.bodies[0], h, most);
		*undecided = job.bodies[0].undecided;
	}
	else
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to measure a hull");
	parts_bodies_free(&job);
	return status;
}

kilncook_status parts_hull_depth(const kilncook_context *context, const parts_art *art, const parts_options *options,
	const convex_hull *h, kilncook_status (*step)(void *user, uint64_t done, uint64_t total), void *user, double *depth)
{
	parts_job job = {.context = context, .art = art, .options = options};
	kilncook_status status = parts_bodies_begin(&job);
	*depth = options->clear;
	if (status == KILNCOOK_OK)
		status =
			clearance_begin(context, &job.whole.tree, job.whole.low, job.whole.high, options, step, user, &job.space);
	if (status == KILNCOOK_OK)
		*depth = clearance_hull_depth(&job.space, h, CLEARANCE_SHARE * options->clear / 2, false);
	else if (status == KILNCOOK_INTERNAL)
		cook_message(context, KILNCOOK_ERROR, "", "out-of-memory", "no memory to measure a hull");
	clearance_free(context, &job.space);
	parts_bodies_free(&job);
	return status;
}
