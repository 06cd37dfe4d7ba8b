// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "memory.h"
#include "simplify_internal.h"

#include <string.h>

/// Which vertices of the hull to keep: the farthest is taken again and again (Gonzalez 1985), then vertices are
/// exchanged while that brings the farthest nearer.
///
/// A distance stays an upper bound while the triangle in which its nearest point lies keeps its corners, so that only
/// the greatest bounds are ever computed anew.

#define UNKNOWN 1e300
/// Vertices that may be tried for an exchange, cheapest first.
#define EXCHANGE_TRIES 12

typedef struct inner_state
{
	shell hull;
	double *bound;		 ///< per vertex of the body: at most this far from the shell
	uint32_t (*base)[3]; ///< the corners of the triangle that proves it
	uint32_t *face;		 ///< where to start looking
} inner_state;

typedef struct inner_work
{
	const simplify_body *body;
	uint32_t count;
	uint32_t most;
	inner_state now, kept;
	double *height;
	uint32_t *order;
} inner_work;

static bool create_state(const kilncook_context *context, const inner_work *work, inner_state *state)
{
	uint32_t n = work->body->count;
	state->bound = cook_alloc(context, n, sizeof *state->bound);
	state->base = cook_alloc(context, n, sizeof *state->base);
	state->face = cook_alloc_zero(context, n, sizeof *state->face);
	bool made = shell_create(context, (const double(*)[3])work->body->points, n, work->most, &state->hull);
	return made && state->bound && state->base && state->face;
}

static void free_state(const kilncook_context *context, const inner_work *work, inner_state *state)
{
	uint32_t n = work->body->count;
	cook_free(context, state->bound, n, sizeof *state->bound);
	cook_free(context, state->base, n, sizeof *state->base);
	cook_free(context, state->face, n, sizeof *state->face);
	shell_free(context, &state->hull);
}

static void copy_state(const inner_work *work, inner_state *to, const inner_state *from)
{
	uint32_t n = work->body->count;
	memcpy(to->bound, from->bound, n * sizeof *to->bound);
	memcpy(to->base, from->base, n * sizeof *to->base);
	memcpy(to->face, from->face, n * sizeof *to->face);
	shell_copy(&to->hull, &from->hull);
}

static void measure(const inner_work *work, inner_state *state, uint32_t i)
{
	double q[3];
	state->bound[i] = 0;
	if (state->hull.corner[i] != SHELL_NONE)
	{
		state->base[i][0] = state->base[i][1] = state->base[i][2] = i;
		return;
	}
	state->bound[i] = shell_closest(&state->hull, work->body->points[i], &state->face[i], q);
	memcpy(state->base[i], state->hull.faces[state->face[i]].v, sizeof state->base[i]);
}

/// The vertex farthest from the shell. It stops early, with what it has, once that is at least `enough`.
static uint32_t farthest(const inner_work *work, inner_state *state, double enough, double *distance)
{
	for (;;)
	{
		uint32_t worst = 0;
		for (uint32_t i = 1; i < work->body->count; ++i)
			worst = state->bound[i] > state->bound[worst] ? i : worst;
		double before = state->bound[worst];
		measure(work, state, worst);
		*distance = state->bound[worst];
		if (*distance >= enough || *distance >= before)
			return worst;
	}
}

static bool take_away(const inner_work *work, inner_state *state, uint32_t i)
{
	if (!shell_remove(&state->hull, i))
		return false;
	for (uint32_t p = 0; p < work->body->count; ++p)
	{
		const uint32_t *base = state->base[p];
		if (base[0] == i || base[1] == i || base[2] == i)
			state->bound[p] = UNKNOWN;
	}
	return true;
}

/// Four vertices that span much: the farthest from the box's centre, from that, from their line and from their plane.
static void choose_four(const simplify_body *body, uint32_t four[4])
{
	const double(*x)[3] = (const double(*)[3])body->points;
	double best[4] = {-1, -1, -1, -1}, d[3], e[3], n[3], r[3];
	for (uint32_t i = 0; i < body->count; ++i)
		if (simplify_dot(x[i], x[i]) > best[0])
			best[0] = simplify_dot(x[i], x[i]), four[0] = i;
	for (uint32_t i = 0; i < body->count; ++i)
	{
		simplify_sub(x[i], x[four[0]], d);
		if (simplify_dot(d, d) > best[1])
			best[1] = simplify_dot(d, d), four[1] = i;
	}
	simplify_sub(x[four[1]], x[four[0]], e);
	for (uint32_t i = 0; i < body->count; ++i)
	{
		simplify_sub(x[i], x[four[0]], d);
		simplify_cross(e, d, r);
		if (i != four[0] && i != four[1] && simplify_dot(r, r) > best[2])
			best[2] = simplify_dot(r, r), four[2] = i;
	}
	simplify_sub(x[four[2]], x[four[0]], d);
	simplify_cross(e, d, n);
	for (uint32_t i = 0; i < body->count; ++i)
	{
		simplify_sub(x[i], x[four[0]], d);
		double value = simplify_dot(n, d);
		value = value < 0 ? -value : value;
		if (value > best[3] && exact_orient3d(x[four[0]], x[four[1]], x[four[2]], x[i]) != 0)
			best[3] = value, four[3] = i;
	}
}

/// Vertices in the order in which they are given up most easily: by their distance from the hull of the others.
static uint32_t order_by_height(inner_work *work)
{
	inner_state *state = &work->now;
	uint32_t count = 0;
	for (uint32_t i = 0; i < work->body->count; ++i)
	{
		if (state->hull.corner[i] == SHELL_NONE)
			continue;
		double height = shell_height(&state->hull, i);
		uint32_t at = count++;
		for (; at > 0 && height < work->height[at - 1]; --at)
		{
			work->height[at] = work->height[at - 1];
			work->order[at] = work->order[at - 1];
		}
		work->height[at] = height;
		work->order[at] = i;
	}
	return count;
}

/// Takes the farthest vertex in and the best other one out. False, and nothing is changed, when the error does not fall.
static bool exchange(inner_work *work, double *error)
{
	double distance;
	uint32_t in = farthest(work, &work->now, UNKNOWN, &distance);
	copy_state(work, &work->kept, &work->now);
	shell_insert(&work->now.hull, in);
	measure(work, &work->now, in);
	uint32_t count = order_by_height(work), tries = 0;
	inner_state before = work->kept;
	for (uint32_t k = 0; k < count && tries < EXCHANGE_TRIES && work->height[k] < *error; ++k)
	{
		if (work->order[k] == in)
			continue;
		++tries;
		if (take_away(work, &work->now, work->order[k]))
		{
			farthest(work, &work->now, *error, &distance);
			if (distance < *error)
			{
				*error = distance;
				return true;
			}
		}
		copy_state(work, &work->now, &before);
		shell_insert(&work->now.hull, in);
		measure(work, &work->now, in);
	}
	copy_state(work, &work->now, &before);
	return false;
}

static void select_vertices(inner_work *work, uint32_t *chosen, double *error)
{
	uint32_t four[4];
	choose_four(work->body, four);
	shell_start(&work->now.hull, four);
	for (uint32_t i = 0; i < work->body->count; ++i)
		work->now.bound[i] = UNKNOWN;
	for (uint32_t k = 4; k < work->count; ++k)
	{
		uint32_t next = farthest(work, &work->now, UNKNOWN, error);
		shell_insert(&work->now.hull, next);
		measure(work, &work->now, next);
	}
	farthest(work, &work->now, UNKNOWN, error);
	for (uint32_t round = 0; round < 4 * work->count && exchange(work, error); ++round)
		;
	uint32_t count = 0;
	for (uint32_t i = 0; i < work->body->count; ++i)
		if (work->now.hull.corner[i] != SHELL_NONE)
			chosen[count++] = i;
}

bool simplify_inner(
	const kilncook_context *context, const simplify_body *body, uint32_t count, uint32_t *chosen, double *error)
{
	inner_work work = {.body = body, .count = count, .most = 2 * count + 2};
	bool ok = create_state(context, &work, &work.now);
	ok = create_state(context, &work, &work.kept) && ok;
	work.height = cook_alloc(context, work.most, sizeof *work.height);
	work.order = cook_alloc(context, work.most, sizeof *work.order);
	ok = ok && work.height && work.order;
	if (ok)
		select_vertices(&work, chosen, error);
	free_state(context, &work, &work.now);
	free_state(context, &work, &work.kept);
	cook_free(context, work.height, work.most, sizeof *work.height);
	cook_free(context, work.order, work.most, sizeof *work.order);
	return ok;
}
