// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"
#include "system.h"

#include <string.h>

/// Chooses which vertices of the hull to keep: adds the farthest vertex repeatedly (Gonzalez 1985), then exchanges
/// vertices while this decreases the largest distance.
///
/// A distance remains an upper bound while the corners of the triangle with its nearest point stay, so that only the
/// greatest bounds are recomputed.

#define UNKNOWN 1e300
#define FEW_VERTICES 16
#define STARTS_MOST 6
/// Distances whose relative difference is smaller count as equal.
#define TIE 1e-9
/// The most vertices that are tried in one exchange, cheapest first.
#define EXCHANGE_TRIES 12
/// The number of distances that cost about as much as one move of an outer vertex.
#define EFFORT_DISTANCES 12
/// The same for the start of an outer hull, which depends little on the inner hull's distance; more where no descent
/// follows.
#define START_DISTANCES 2
#define SWEEP_DISTANCES 6
/// The number of vertices that can be scanned in about the time of one distance.
#define LOOKED_THROUGH 4096
/// The number of vertices that share one peak.
#define BLOCK 64

typedef struct inner_state
{
	shell hull;
	double *bound;		 ///< per vertex of the body: upper bound of its distance from the shell
	uint32_t (*base)[3]; ///< the corners of the triangle that proves it
	uint32_t *face;		 ///< where a search for the nearest point starts
	double *peak;		 ///< per BLOCK vertices: an upper bound of their bounds
} inner_state;

typedef struct inner_work
{
	const simplify_body *body;
	uint32_t count;
	uint32_t most;
	inner_state now, kept;
	double *height;
	uint32_t *order;
	uint32_t *list;
	uint32_t *scattered;
	uint32_t effort; ///< distances that slides may still compute
} inner_work;

static uint32_t block_count(const inner_work *work)
{
	return (work->body->count + BLOCK - 1) / BLOCK;
}

static bool has_effort(const inner_work *work)
{
	return work->effort > 0 && !body_is_spent(work->body);
}

static bool create_state(const kilncook_context *context, const inner_work *work, inner_state *state)
{
	uint32_t n = work->body->count;
	state->bound = cook_alloc(context, n, sizeof *state->bound);
	state->base = cook_alloc(context, n, sizeof *state->base);
	state->face = cook_alloc_zero(context, n, sizeof *state->face);
	state->peak = cook_alloc(context, block_count(work), sizeof *state->peak);
	bool made = shell_create(context, (const double(*)[3])work->body->points, n, work->most, true, &state->hull);
	state->hull.looks = work->body->steps;
	return made && state->bound && state->base && state->face && state->peak;
}

static void free_state(const kilncook_context *context, const inner_work *work, inner_state *state)
{
	uint32_t n = work->body->count;
	cook_free(context, state->bound, n, sizeof *state->bound);
	cook_free(context, state->base, n, sizeof *state->base);
	cook_free(context, state->face, n, sizeof *state->face);
	cook_free(context, state->peak, block_count(work), sizeof *state->peak);
	shell_free(context, &state->hull);
}

static void copy_state(const inner_work *work, inner_state *to, const inner_state *from)
{
	uint32_t n = work->body->count;
	*work->body->steps += n;
	memcpy(to->bound, from->bound, n * sizeof *to->bound);
	memcpy(to->base, from->base, n * sizeof *to->base);
	memcpy(to->face, from->face, n * sizeof *to->face);
	memcpy(to->peak, from->peak, block_count(work) * sizeof *to->peak);
	shell_copy(&to->hull, &from->hull);
}

static void set_bound(inner_state *state, uint32_t i, double bound)
{
	state->bound[i] = bound;
	state->peak[i / BLOCK] = bound > state->peak[i / BLOCK] ? bound : state->peak[i / BLOCK];
}

static void measure(const inner_work *work, inner_state *state, uint32_t i)
{
	double q[3];
	const uint32_t *base = state->base[i];
	if (state->hull.corner[i] != SHELL_NONE)
	{
		state->bound[i] = 0;
		state->base[i][0] = state->base[i][1] = state->base[i][2] = i;
		return;
	}
	// The face's slot may have been reused for a distant face, but the corners of the old face stay in place.
	if (state->hull.face_end > SIMPLIFY_MANY && state->bound[i] < UNKNOWN && state->hull.corner[base[0]] != SHELL_NONE)
		state->face[i] = state->hull.corner[base[0]];
	set_bound(state, i, shell_closest(&state->hull, work->body->points[i], &state->face[i], q));
	memcpy(state->base[i], state->hull.faces[state->face[i]].v, sizeof state->base[i]);
}

/// Whether a vertex from `*i` on has a bound greater than `bound`; `*i` gets the first. Updates the peaks of the blocks
/// that it scans.
static bool next_above(const inner_work *work, inner_state *state, double bound, uint32_t *i)
{
	for (uint32_t at = *i; at < work->body->count;)
	{
		uint32_t begin = at / BLOCK * BLOCK, end = begin + BLOCK;
		end = end < work->body->count ? end : work->body->count;
		double peak = -1;
		++*work->body->steps;
		if (state->peak[at / BLOCK] > bound)
			for (uint32_t k = begin; k < end; ++k)
			{
				peak = state->bound[k] > peak ? state->bound[k] : peak;
				if (k >= at && state->bound[k] > bound)
				{
					*i = k;
					return true;
				}
			}
		if (peak >= 0)
			state->peak[at / BLOCK] = peak;
		at = end;
	}
	return false;
}

/// Returns the vertex farthest from the shell. Stops early with a vertex whose distance is at least `enough`.
static uint32_t farthest(const inner_work *work, inner_state *state, double enough, double *distance)
{
	uint32_t worst = 0;
	for (uint32_t i = 0; next_above(work, state, state->bound[worst], &i);)
		worst = i;
	measure(work, state, worst);
	// Vertices whose bound is not above the largest distance so far need no measurement.
	for (uint32_t i = 0; state->bound[worst] < enough && next_above(work, state, state->bound[worst], &i); ++i)
	{
		measure(work, state, i);
		worst = state->bound[i] > state->bound[worst] ? i : worst;
	}
	*distance = state->bound[worst];
	return worst;
}

static bool take_away(const inner_work *work, inner_state *state, uint32_t i)
{
	if (!shell_remove(&state->hull, i))
		return false;
	*work->body->steps += work->body->count;
	for (uint32_t p = 0; p < work->body->count; ++p)
	{
		const uint32_t *base = state->base[p];
		if (base[0] == i || base[1] == i || base[2] == i)
			set_bound(state, p, UNKNOWN);
	}
	return true;
}

/// Lists the vertices whose removal costs least, ordered by their distance from the hull of the others.
static uint32_t order_by_height(inner_work *work)
{
	inner_state *state = &work->now;
	uint32_t count = 0;
	for (uint32_t i = 0; i < work->body->count; ++i)
	{
		if (state->hull.corner[i] == SHELL_NONE || shell_is_hub(&state->hull, i))
			continue;
		double height = shell_height(&state->hull, i);
		if (count > EXCHANGE_TRIES && height >= work->height[count - 1])
			continue;
		uint32_t at = count > EXCHANGE_TRIES ? count - 1 : count++;
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

/// Counts the vertices whose distance equals `error`, the greatest distance.
static uint32_t count_tied(const inner_work *work, inner_state *state, double error)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < work->body->count; ++i)
		if (state->bound[i] >= error * (1 - TIE))
		{
			measure(work, state, i);
			count += state->bound[i] >= error * (1 - TIE);
		}
	return count;
}

/// Whether the state is better than a state with `error`, which `tied` vertices share. Symmetric hulls have many such
/// vertices, and one exchange helps only one of them.
static bool is_better(const inner_work *work, inner_state *state, double *error, uint32_t tied)
{
	double distance;
	farthest(work, state, *error * (1 + TIE), &distance);
	if (distance >= *error * (1 + TIE))
		return false;
	if (distance >= *error * (1 - TIE) && count_tied(work, state, *error) >= tied)
		return false;
	*error = distance;
	return true;
}

/// Adds the farthest vertex and removes the best other one. False, and no change, when this is no better.
static bool exchange(inner_work *work, double *error)
{
	double distance;
	uint32_t in = farthest(work, &work->now, UNKNOWN, &distance), tied = count_tied(work, &work->now, distance);
	copy_state(work, &work->kept, &work->now);
	shell_insert(&work->now.hull, in);
	measure(work, &work->now, in);
	uint32_t count = order_by_height(work), tries = 0;
	*error = distance;
	for (uint32_t k = 0; k < count && tries < EXCHANGE_TRIES && work->height[k] < *error; ++k)
	{
		if (work->order[k] == in)
			continue;
		++tries;
		if (take_away(work, &work->now, work->order[k]) && is_better(work, &work->now, error, tied))
			return true;
		copy_state(work, &work->now, &work->kept);
		shell_insert(&work->now.hull, in);
		measure(work, &work->now, in);
	}
	copy_state(work, &work->now, &work->kept);
	return false;
}

/// Replaces vertex `from` by `to` if this decreases the largest distance of the vertices beyond the faces around `from`
/// below `before`. `work->list` has these `count` vertices; the other state keeps their bounds.
static bool slide_to(inner_work *work, uint32_t from, uint32_t to, uint32_t count, double before)
{
	inner_state *state = &work->now;
	for (uint32_t k = 0; k < count; ++k)
	{
		uint32_t i = work->list[k];
		work->kept.bound[i] = state->bound[i];
		memcpy(work->kept.base[i], state->base[i], sizeof state->base[i]);
	}
	work->kept.bound[to] = state->bound[to];
	memcpy(work->kept.base[to], state->base[to], sizeof state->base[to]);
	shell_insert(&state->hull, to);
	bool better = shell_remove(&state->hull, from);
	if (better)
	{
		measure(work, state, to);
		measure(work, state, from);
		better = state->bound[from] < before;
		for (uint32_t k = 0; k < count && better; ++k)
		{
			measure(work, state, work->list[k]);
			better = state->bound[work->list[k]] < before;
		}
		if (better)
			return true;
		shell_insert(&state->hull, from);
	}
	shell_remove(&state->hull, to);
	measure(work, state, from);
	set_bound(state, to, work->kept.bound[to]);
	memcpy(state->base[to], work->kept.base[to], sizeof state->base[to]);
	for (uint32_t k = 0; k < count; ++k)
	{
		uint32_t i = work->list[k];
		set_bound(state, i, work->kept.bound[i]);
		memcpy(state->base[i], work->kept.base[i], sizeof state->base[i]);
	}
	return false;
}

/// Moves vertex `v` towards the farthest vertex beyond its faces, by ever smaller steps until a step helps.
static bool slide(inner_work *work, uint32_t v)
{
	inner_state *state = &work->now;
	uint32_t count = 0, worst = v, looked = work->body->count / LOOKED_THROUGH;
	if (shell_is_hub(&state->hull, v))
		return false;
	*work->body->steps += work->body->count;
	work->effort -= looked < work->effort ? looked : work->effort;
	for (uint32_t i = 0; i < work->body->count; ++i)
	{
		const uint32_t *base = state->base[i];
		if (i == v || (base[0] != v && base[1] != v && base[2] != v))
			continue;
		measure(work, state, i);
		work->list[count++] = i;
		worst = worst == v || state->bound[i] > state->bound[worst] ? i : worst;
	}
	if (worst == v)
		return false;
	work->effort -= count < work->effort ? count : work->effort;
	const double *from = work->body->points[v], *to = work->body->points[worst];
	uint32_t last = worst;
	for (double share = 0.5; share > 0.03; share *= 0.5)
	{
		double target[3];
		for (int k = 0; k < 3; ++k)
			target[k] = from[k] + share * (to[k] - from[k]);
		uint32_t candidate = body_nearest(work->body, target, v);
		if (candidate == v || candidate == last || state->hull.corner[candidate] != SHELL_NONE)
			continue;
		last = candidate;
		work->effort -= count < work->effort ? count : work->effort;
		if (slide_to(work, v, candidate, count, state->bound[worst]))
			return true;
	}
	return false;
}

/// Slides every vertex once; returns whether any vertex moved.
static bool slide_all(inner_work *work)
{
	uint32_t count = 0;
	bool any = false;
	for (uint32_t i = 0; i < work->body->count; ++i)
		if (work->now.hull.corner[i] != SHELL_NONE)
			work->order[count++] = i;
	for (uint32_t k = 0; k < count && has_effort(work); ++k)
		any = slide(work, work->order[k]) || any;
	return any;
}

/// Starts from the seed if it spans a solid, else from four vertices that do, and adds vertices up to the requested
/// number.
static void start_inner(inner_work *work, const uint32_t *seed, uint32_t seed_count, double *error)
{
	uint32_t four[4], chosen = 4;
	const double(*points)[3] = (const double(*)[3])work->body->points;
	inner_state *state = &work->now;
	if (seed_count < 4 || !shell_span(points, seed, seed_count, four) || !shell_start(&state->hull, four))
	{
		seed_count = 0;
		shell_span(points, NULL, work->body->count, four);
		shell_start(&state->hull, four);
	}
	for (uint32_t k = 0; k < seed_count && chosen < work->count; ++k)
		if (state->hull.corner[seed[k]] == SHELL_NONE && shell_insert(&state->hull, seed[k]))
			++chosen;
	for (uint32_t i = 0; i < work->body->count; ++i)
		state->bound[i] = UNKNOWN;
	for (uint32_t k = 0; k < block_count(work); ++k)
		state->peak[k] = UNKNOWN;
	for (; chosen < work->count; ++chosen)
	{
		uint32_t next = farthest(work, state, UNKNOWN, error);
		shell_insert(&state->hull, next);
		measure(work, state, next);
	}
	farthest(work, state, UNKNOWN, error);
}

static void select_vertices(inner_work *work, uint32_t *chosen, double *error)
{
	for (bool better = true; better && has_effort(work);)
	{
		double before = *error;
		while (has_effort(work) && exchange(work, error))
		{
			uint32_t cost = work->count + work->body->count / 16;
			work->effort -= cost < work->effort ? cost : work->effort;
		}
		while (has_effort(work) && slide_all(work))
			;
		farthest(work, &work->now, UNKNOWN, error);
		better = *error < before;
	}
	uint32_t count = 0;
	for (uint32_t i = 0; i < work->body->count; ++i)
		if (work->now.hull.corner[i] != SHELL_NONE)
			chosen[count++] = i;
}

/// Keeps the best of several starts. One start suffices for many vertices, where each vertex has little effect.
static void select_best(inner_work *work, const uint32_t *seed, uint32_t seed_count, uint32_t *chosen, double *error)
{
	uint32_t random = 1, effort = work->effort;
	start_inner(work, seed, seed_count, error);
	select_vertices(work, chosen, error);
	for (uint32_t start = 1; start < STARTS_MOST && work->count <= FEW_VERTICES && !body_is_spent(work->body); ++start)
	{
		double again;
		body_scatter(work->body, work->count, work->scattered, &random);
		work->effort = effort;
		start_inner(work, work->scattered, work->count, &again);
		select_vertices(work, work->scattered, &again);
		if (again < *error)
		{
			*error = again;
			memcpy(chosen, work->scattered, work->count * sizeof *chosen);
		}
	}
}

bool simplify_inner(const kilncook_context *context, const simplify_body *body, const uint32_t *seed,
	uint32_t seed_count, uint32_t count, bool start, uint32_t *chosen, double *error)
{
	inner_work work = {.body = body, .count = count, .most = 2 * count + 2};
	uint32_t distances = count <= SYSTEM_MOST ? START_DISTANCES : SWEEP_DISTANCES;
	work.effort = (start ? distances : EFFORT_DISTANCES) * body->effort;
	bool ok = create_state(context, &work, &work.now);
	ok = create_state(context, &work, &work.kept) && ok;
	work.height = cook_alloc(context, work.most, sizeof *work.height);
	work.order = cook_alloc(context, work.most, sizeof *work.order);
	work.list = cook_alloc(context, body->count, sizeof *work.list);
	work.scattered = cook_alloc(context, count, sizeof *work.scattered);
	ok = ok && work.height && work.order && work.list && work.scattered;
	if (ok)
	{
		select_best(&work, seed, seed_count, chosen, error);
	}
	free_state(context, &work, &work.now);
	free_state(context, &work, &work.kept);
	cook_free(context, work.height, work.most, sizeof *work.height);
	cook_free(context, work.order, work.most, sizeof *work.order);
	cook_free(context, work.list, body->count, sizeof *work.list);
	cook_free(context, work.scattered, count, sizeof *work.scattered);
	return ok;
}
