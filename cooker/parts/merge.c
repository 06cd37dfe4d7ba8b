// SPDX-License-Identifier: MIT
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// Merging from below: the pair of parts whose hull adds the least is merged.

/// The depth of a part in the space of the ball need not be known better than this share of the radius.
#define DEPTH_SHARE 0.125

typedef struct pair
{
	uint32_t first, second; ///< parts, the first with the lower number
	double adds;			///< size of the hull of both, less both sizes
	bool refused;			///< the hull would stick out farther than wanted, or enter the space of the ball
} pair;

/// A part while parts are merged.
typedef struct merging
{
	convex_hull hull;
	double size;
	uint32_t body; ///< or body_count: of several
	uint32_t into; ///< itself, or the part that has it
	float low[3], high[3];
} merging;

typedef struct merger
{
	parts_job *job;
	merging *items;
	uint32_t count;
	uint32_t alive;
	pair *pairs;
	uint32_t pair_count;
	uint32_t pair_capacity;
	bool yields; ///< all pairs enter the space of the ball, and there are too many parts
} merger;

static void find_box(merging *m)
{
	memcpy(m->low, m->hull.vertices[0], sizeof m->low);
	memcpy(m->high, m->hull.vertices[0], sizeof m->high);
	for (uint32_t i = 1; i < m->hull.vertex_count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			float x = m->hull.vertices[i][k];
			m->low[k] = x < m->low[k] ? x : m->low[k];
			m->high[k] = x > m->high[k] ? x : m->high[k];
		}
}

/// Builds the hull of two parts.
static kilncook_status join(merger *m, const merging *a, const merging *b, convex_hull *out)
{
	const kilncook_context *context = m->job->context;
	parts_points *points = &m->job->points;
	points->count = 0;
	for (uint32_t i = 0; i < a->hull.vertex_count; ++i)
		if (!parts_point(context, points, a->hull.vertices[i]))
			return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < b->hull.vertex_count; ++i)
		if (!parts_point(context, points, b->hull.vertices[i]))
			return KILNCOOK_INTERNAL;
	return parts_hull(context, points, out);
}

/// Whether the boxes of two parts are at most the wanted error apart.
static bool are_near(const merger *m, const merging *a, const merging *b)
{
	double error = m->job->options->error;
	for (int k = 0; k < 3; ++k)
		if ((double)a->low[k] > (double)b->high[k] + error || (double)b->low[k] > (double)a->high[k] + error)
			return false;
	return true;
}

static kilncook_status add_pair(merger *m, uint32_t first, uint32_t second)
{
	if (m->pair_count == m->pair_capacity)
	{
		uint32_t larger = m->pair_capacity * 2 + 64;
		void *grown = cook_resize(m->job->context, m->pairs, m->pair_capacity, larger, sizeof *m->pairs);
		if (!grown)
			return KILNCOOK_INTERNAL;
		m->pairs = grown;
		m->pair_capacity = larger;
	}
	convex_hull both;
	const merging *a = &m->items[first], *b = &m->items[second];
	kilncook_status status = join(m, a, b, &both);
	if (status != KILNCOOK_OK)
		return status;
	m->pairs[m->pair_count++] = (pair){first, second, parts_size(&both, m->job->flatness) - a->size - b->size, false};
	hull_free(m->job->context, &both);
	return KILNCOOK_OK;
}

/// Adds the pairs of a part with near parts from `from` on.
static kilncook_status add_near(merger *m, uint32_t part, uint32_t from)
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = from; i < m->count && status == KILNCOOK_OK; ++i)
		if (i != part && m->items[i].into == i && are_near(m, &m->items[part], &m->items[i]))
			status = add_pair(m, part < i ? part : i, part < i ? i : part);
	return status;
}

/// Growth of the box of two parts: a quick guess at what a pair adds.
static double box_growth(const merging *a, const merging *b)
{
	double sum = 0;
	for (int k = 0; k < 3; ++k)
	{
		double low = (double)(a->low[k] < b->low[k] ? a->low[k] : b->low[k]);
		double high = (double)(a->high[k] > b->high[k] ? a->high[k] : b->high[k]);
		sum += high - low;
	}
	return sum;
}

/// Adds the pair of parts far apart whose box is smallest, each part with the next four.
static kilncook_status add_far(merger *m)
{
	double least = (double)INFINITY;
	uint32_t best[2] = {0};
	for (uint32_t i = 0; i < m->count; ++i)
	{
		if (m->items[i].into != i)
			continue;
		for (uint32_t k = i + 1, seen = 0; k < m->count && (seen < 4 || m->alive <= 1024); ++k)
		{
			if (m->items[k].into != k)
				continue;
			++seen;
			double grown = box_growth(&m->items[i], &m->items[k]);
			if (grown < least)
			{
				least = grown;
				best[0] = i;
				best[1] = k;
			}
		}
	}
	return add_pair(m, best[0], best[1]);
}

/// The pair that adds the least; pair_count when there is none.
static uint32_t best_pair(const merger *m)
{
	uint32_t best = m->pair_count;
	for (uint32_t i = 0; i < m->pair_count; ++i)
		if (!m->pairs[i].refused && (best == m->pair_count || m->pairs[i].adds < m->pairs[best].adds))
			best = i;
	return best;
}

/// Puts a hull in the place of two parts.
static kilncook_status replace_pair(merger *m, uint32_t number, convex_hull *both)
{
	uint32_t first = m->pairs[number].first, second = m->pairs[number].second, kept = 0;
	merging *a = &m->items[first], *b = &m->items[second];
	hull_free(m->job->context, &a->hull);
	hull_free(m->job->context, &b->hull);
	a->hull = *both;
	a->size = parts_size(both, m->job->flatness);
	a->body = a->body == b->body ? a->body : m->job->body_count;
	b->into = first;
	--m->alive;
	find_box(a);
	for (uint32_t i = 0; i < m->pair_count; ++i)
	{
		const pair *p = &m->pairs[i];
		if (p->first != first && p->first != second && p->second != first && p->second != second)
			m->pairs[kept++] = *p;
	}
	m->pair_count = kept;
	return add_near(m, first, 0);
}

/// Takes back that pairs were refused: one of them must be merged.
static void yield(merger *m)
{
	m->yields = true;
	for (uint32_t i = 0; i < m->pair_count; ++i)
		m->pairs[i].refused = false;
}

/// Merges one pair, or refuses it. `forced`: there are too many parts.
static kilncook_status merge_pair(merger *m, uint32_t number, bool forced)
{
	convex_hull both;
	const merging *a = &m->items[m->pairs[number].first], *b = &m->items[m->pairs[number].second];
	kilncook_status status = join(m, a, b, &both);
	if (status != KILNCOOK_OK)
		return status;
	parts_body *body = a->body == b->body && a->body < m->job->body_count ? &m->job->bodies[a->body] : &m->job->whole;
	double error = m->job->options->error;
	bool refused = !m->yields && parts_enters(m->job, &both);
	if (refused || (!forced && parts_error(body, &both, error, true) > error))
	{
		m->pairs[number].refused = true;
		hull_free(m->job->context, &both);
		return KILNCOOK_OK;
	}
	return replace_pair(m, number, &both);
}

static kilncook_status run(merger *m, uint32_t most)
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < m->count && status == KILNCOOK_OK; ++i)
		status = add_near(m, i, i + 1);
	while (status == KILNCOOK_OK)
	{
		bool forced = m->alive > most;
		m->yields = m->yields && forced;
		uint32_t best = best_pair(m);
		if (best == m->pair_count && forced && m->pair_count > 0)
		{
			yield(m);
			best = best_pair(m);
		}
		if (best == m->pair_count && !forced)
			break;
		if (m->job->step)
			status = m->job->step(m->job->user, most, most);
		if (status == KILNCOOK_OK && best == m->pair_count)
		{
			m->pair_count = 0;
			status = add_far(m);
			best = 0;
			m->yields = true;
		}
		if (status == KILNCOOK_OK)
			status = merge_pair(m, best, forced);
	}
	return status;
}

/// The part that has a part.
static uint32_t root_of(const merger *m, uint32_t part)
{
	while (m->items[part].into != part)
		part = m->items[part].into;
	return part;
}

static parts_body *body_of(const merger *m, const merging *item)
{
	return item->body < m->job->body_count ? &m->job->bodies[item->body] : &m->job->whole;
}

/// Returns the farthest that any part is known to stick out, or a quarter of the wanted error. The error of all parts is at least that, so
/// that none needs a closer bound.
static double reach_most(const merger *m)
{
	double most = m->job->options->error / 4;
	for (uint32_t i = 0; i < m->count; ++i)
		if (m->items[i].into == i)
		{
			double reach = parts_reach(body_of(m, &m->items[i]), &m->items[i].hull);
			most = reach > most ? reach : most;
		}
	return most;
}

double parts_error_near(parts_body *body, const convex_hull *h, double enough, double wanted)
{
	double error = parts_error(body, h, enough, false);
	if (error <= wanted || enough > wanted)
		return error;
	double decided = parts_error(body, h, wanted, true);
	return decided < error ? decided : error;
}

/// Moves the hulls that are left to the set.
static kilncook_status finish(merger *m, parts_set *set)
{
	const kilncook_context *context = m->job->context;
	uint32_t *numbers = cook_alloc(context, m->count, sizeof *numbers);
	set->hulls = cook_alloc_zero(context, m->alive, sizeof *set->hulls);
	set->errors = cook_alloc_zero(context, m->alive, sizeof *set->errors);
	set->depths = cook_alloc_zero(context, m->alive, sizeof *set->depths);
	set->capacity = m->alive;
	bool good = numbers && set->hulls && set->errors && set->depths;
	double enough = good ? reach_most(m) : 0;
	for (uint32_t i = 0; i < m->count && good; ++i)
		if (m->items[i].into == i)
		{
			double *error = &set->errors[set->count];
			numbers[i] = set->count;
			set->hulls[set->count] = m->items[i].hull;
			m->items[i].hull = (convex_hull){0};
			*error =
				parts_error_near(body_of(m, &m->items[i]), &set->hulls[set->count], enough, m->job->options->error);
			enough = *error > enough ? *error : enough;
			if (m->job->space.cubes)
				set->depths[set->count] = clearance_hull_depth(
					&m->job->space, &set->hulls[set->count], DEPTH_SHARE * m->job->space.radius, false);
			++set->count;
		}
	for (uint32_t i = 0; i < m->count && good; ++i)
		m->job->cells[i].part = numbers[root_of(m, i)];
	cook_free(context, numbers, m->count, sizeof *numbers);
	return good ? KILNCOOK_OK : KILNCOOK_INTERNAL;
}

kilncook_status parts_merge(parts_job *job, uint32_t most, parts_set *set)
{
	merger m = {.job = job, .count = job->cell_count, .alive = job->cell_count};
	m.items = cook_alloc_zero(job->context, m.count, sizeof *m.items);
	if (!m.items)
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < m.count; ++i)
	{
		m.items[i] =
			(merging){.hull = job->cells[i].hull, .size = job->cells[i].size, .body = job->cells[i].body, .into = i};
		job->cells[i].hull = (convex_hull){0};
		find_box(&m.items[i]);
	}
	kilncook_status status = run(&m, most);
	if (status == KILNCOOK_OK)
		status = finish(&m, set);
	set->counts.merges = job->cell_count - m.alive;
	for (uint32_t i = 0; i < m.count; ++i)
		hull_free(job->context, &m.items[i].hull);
	cook_free(job->context, m.items, m.count, sizeof *m.items);
	cook_free(job->context, m.pairs, m.pair_capacity, sizeof *m.pairs);
	return status;
}

kilncook_status parts_prove(const parts_job *job, const parts_set *set)
{
	parts_points points = {0};
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < set->count && status == KILNCOOK_OK; ++i)
	{
		uint32_t where = 0;
		points.count = 0;
		for (uint32_t c = 0; c < job->cell_count && status == KILNCOOK_OK; ++c)
			if (job->cells[c].part == i &&
				!parts_gather(job->context, &job->bodies[job->cells[c].body], &job->cells[c], &points))
				status = KILNCOOK_INTERNAL;
		if (status != KILNCOOK_OK)
			break;
		const hull_points cloud = {&points.at[0][0], 0, points.count};
		hull_fault fault = hull_check(job->context, &set->hulls[i], &cloud, &where);
		if (fault == HULL_UNCHECKED)
			status = KILNCOOK_INTERNAL;
		else if (fault != HULL_SOUND)
		{
			cook_message(job->context, KILNCOOK_ERROR, "", "parts-proof", "part %u does not contain its art: %s", i,
				hull_fault_name(fault));
			status = KILNCOOK_REFUSED;
		}
	}
	cook_free(job->context, points.at, points.capacity, sizeof *points.at);
	return status;
}
