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
	double adds;			///< size of the hull of both, less both sizes; of all images
	uint32_t fewer;			///< parts after merging: 1, or more with images
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

/// Two parts and their mirror images, which are merged at once. Pairs that have a part in common become one.
typedef struct orbit
{
	uint32_t items[2 * PARTS_IMAGES_MOST]; ///< increasing
	uint32_t leads[2 * PARTS_IMAGES_MOST]; ///< per item: the lowest item of those that become one part with it
	uint32_t count;
	uint32_t lead_count; ///< parts that the items become
} orbit;

typedef struct merger
{
	parts_job *job;
	merging *items;
	uint32_t (*images)[3]; ///< per item and axis of `axes`: its mirror image
	uint32_t axes;		   ///< of the symmetry that merging keeps
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

/// Places the lead of an item at the lower lead of both.
static void unite(orbit *o, uint32_t a, uint32_t b)
{
	const uint32_t from = o->leads[a] > o->leads[b] ? o->leads[a] : o->leads[b];
	const uint32_t to = o->leads[a] > o->leads[b] ? o->leads[b] : o->leads[a];
	for (uint32_t i = 0; i < o->count; ++i)
		o->leads[i] = o->leads[i] == from ? to : o->leads[i];
	o->lead_count -= from != to;
}

static uint32_t place_of(const orbit *o, uint32_t item)
{
	uint32_t place = 0;
	while (place < o->count && o->items[place] != item)
		++place;
	return place;
}

/// Appends the images of an item.
static void add_images(const merger *m, uint32_t item, orbit *o)
{
	uint32_t list[PARTS_IMAGES_MOST];
	const uint32_t count = parts_symmetry_images(m->axes, (const uint32_t(*)[3])m->images, item, list);
	for (uint32_t i = 0; i < count; ++i)
	{
		uint32_t place = o->count;
		if (place_of(o, list[i]) < o->count)
			continue;
		for (; place > 0 && o->items[place - 1] > list[i]; --place)
			o->items[place] = o->items[place - 1];
		o->items[place] = list[i];
		++o->count;
	}
}

/// Replaces a pair by its image across planes.
static void mirror(const merger *m, uint32_t axes, uint32_t ends[2])
{
	for (uint32_t axis = 0; axis < 3; ++axis)
		for (int k = 0; k < 2; ++k)
			ends[k] = axes >> axis & 1 ? m->images[ends[k]][axis] : ends[k];
}

/// Finds what is merged with a pair.
static void find_orbit(const merger *m, uint32_t first, uint32_t second, orbit *o)
{
	o->count = 0;
	add_images(m, first, o);
	add_images(m, second, o);
	memcpy(o->leads, o->items, sizeof o->leads);
	o->lead_count = o->count;
	for (uint32_t axes = 0; axes < PARTS_IMAGES_MOST; ++axes)
	{
		uint32_t ends[2] = {first, second};
		if (axes & ~m->axes)
			continue;
		mirror(m, axes, ends);
		unite(o, place_of(o, ends[0]), place_of(o, ends[1]));
	}
}

/// Whether a pair is the first of its mirror images, which stand for each other.
static bool is_first(const merger *m, uint32_t first, uint32_t second)
{
	for (uint32_t axes = 1; axes < PARTS_IMAGES_MOST; ++axes)
	{
		uint32_t ends[2] = {first, second};
		if (axes & ~m->axes)
			continue;
		mirror(m, axes, ends);
		const uint32_t low = ends[0] < ends[1] ? ends[0] : ends[1], high = ends[0] < ends[1] ? ends[1] : ends[0];
		if (low < first || (low == first && high < second))
			return false;
	}
	return true;
}

/// Builds the hull of the parts that have this lead.
static kilncook_status join(merger *m, const orbit *o, uint32_t lead, convex_hull *out)
{
	const kilncook_context *context = m->job->context;
	parts_points *points = &m->job->points;
	points->count = 0;
	for (uint32_t i = 0; i < o->count; ++i)
	{
		const convex_hull *h = &m->items[o->items[i]].hull;
		for (uint32_t v = 0; v < h->vertex_count && o->leads[i] == lead; ++v)
			if (!parts_point(context, points, h->vertices[v]))
				return KILNCOOK_INTERNAL;
	}
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
	orbit o;
	find_orbit(m, first, second, &o);
	kilncook_status status = join(m, &o, o.leads[0], &both);
	if (status != KILNCOOK_OK)
		return status;
	double adds = parts_size(&both, m->job->flatness) * o.lead_count;
	for (uint32_t i = 0; i < o.count; ++i)
		adds -= m->items[o.items[i]].size;
	m->pairs[m->pair_count++] = (pair){first, second, adds, o.count - o.lead_count, false};
	hull_free(m->job->context, &both);
	return KILNCOOK_OK;
}

/// Adds the pairs of a part with near parts from `from` on, without those of `done`, which have their pairs.
static kilncook_status add_near(merger *m, uint32_t part, uint32_t from, const orbit *done)
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = from; i < m->count && status == KILNCOOK_OK; ++i)
	{
		const uint32_t low = part < i ? part : i, high = part < i ? i : part;
		if (i != part && m->items[i].into == i && are_near(m, &m->items[part], &m->items[i]) &&
			is_first(m, low, high) && !(done && i < part && place_of(done, i) < done->count))
			status = add_pair(m, low, high);
	}
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

/// What a pair adds for each part that it saves, of those that are too many; without such, of all.
static double price_of(const merger *m, const pair *p, uint32_t most)
{
	const uint32_t needed = m->alive > most ? m->alive - most : p->fewer;
	return p->adds / (p->fewer < needed ? p->fewer : needed);
}

/// The pair that adds the least; pair_count when there is none.
static uint32_t best_pair(const merger *m, uint32_t most)
{
	uint32_t best = m->pair_count;
	for (uint32_t i = 0; i < m->pair_count; ++i)
		if (!m->pairs[i].refused &&
			(best == m->pair_count || price_of(m, &m->pairs[i], most) < price_of(m, &m->pairs[best], most)))
			best = i;
	return best;
}

/// Drops the pairs of parts of an orbit.
static void drop_pairs(merger *m, const orbit *o)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < m->pair_count; ++i)
	{
		const pair *p = &m->pairs[i];
		if (place_of(o, p->first) == o->count && place_of(o, p->second) == o->count)
			m->pairs[kept++] = *p;
	}
	m->pair_count = kept;
}

/// Puts hulls in the place of the parts of an orbit. `hulls` are in the order of the leads.
static kilncook_status replace_parts(merger *m, const orbit *o, convex_hull *hulls)
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0, made = 0; i < o->count; ++i)
	{
		merging *item = &m->items[o->items[i]], *lead = &m->items[o->leads[i]];
		hull_free(m->job->context, &item->hull);
		item->into = o->leads[i];
		lead->body = lead->body == item->body ? lead->body : m->job->body_count;
		for (uint32_t axis = 0; axis < 3 && item == lead; ++axis)
			if (m->axes >> axis & 1)
				m->images[o->items[i]][axis] = o->leads[place_of(o, m->images[o->items[i]][axis])];
		if (item != lead)
			continue;
		item->hull = hulls[made++];
		item->size = parts_size(&item->hull, m->job->flatness);
		find_box(item);
	}
	m->alive -= o->count - o->lead_count;
	drop_pairs(m, o);
	for (uint32_t i = 0; i < o->count && status == KILNCOOK_OK; ++i)
		if (o->leads[i] == o->items[i])
			status = add_near(m, o->items[i], 0, o);
	return status;
}

/// Builds the hulls of the images of a pair, whose own is the first.
static kilncook_status join_images(merger *m, const orbit *o, convex_hull hulls[PARTS_IMAGES_MOST], uint32_t *made)
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 1; i < o->count && status == KILNCOOK_OK; ++i)
		if (o->leads[i] == o->items[i])
		{
			status = join(m, o, o->leads[i], &hulls[*made]);
			*made += status == KILNCOOK_OK;
		}
	return status;
}

/// Takes back that pairs were refused.
static void accept(merger *m)
{
	for (uint32_t i = 0; i < m->pair_count; ++i)
		m->pairs[i].refused = false;
}

/// The body that the parts of a lead are of.
static parts_body *common_body(const merger *m, const orbit *o)
{
	const uint32_t body = m->items[o->items[0]].body;
	bool same = body < m->job->body_count;
	for (uint32_t i = 1; i < o->count; ++i)
		same &= o->leads[i] != o->leads[0] || m->items[o->items[i]].body == body;
	return same ? &m->job->bodies[body] : &m->job->whole;
}

/// Merges one pair with its images, or refuses it. `forced`: there are too many parts.
static kilncook_status merge_pair(merger *m, uint32_t number, bool forced)
{
	convex_hull hulls[PARTS_IMAGES_MOST];
	orbit o;
	uint32_t made = 1;
	find_orbit(m, m->pairs[number].first, m->pairs[number].second, &o);
	kilncook_status status = join(m, &o, o.leads[0], &hulls[0]);
	if (status != KILNCOOK_OK)
		return status;
	double error = m->job->options->error;
	bool refused = !m->yields && parts_enters(m->job, &hulls[0]);
	refused = refused || (!forced && parts_error(common_body(m, &o), &hulls[0], error, true) > error);
	if (!refused)
		status = join_images(m, &o, hulls, &made);
	for (uint32_t i = 1; i < made && status == KILNCOOK_OK && !refused; ++i)
		refused = !m->yields && parts_enters(m->job, &hulls[i]);
	if (status == KILNCOOK_OK && !refused)
		return replace_parts(m, &o, hulls);
	m->pairs[number].refused = true;
	for (uint32_t i = 0; i < made; ++i)
		hull_free(m->job->context, &hulls[i]);
	return status;
}

static kilncook_status run(merger *m, uint32_t most, bool gently)
{
	kilncook_status status = KILNCOOK_OK;
	for (uint32_t i = 0; i < m->count && status == KILNCOOK_OK; ++i)
		status = add_near(m, i, i + 1, NULL);
	while (status == KILNCOOK_OK)
	{
		bool forced = m->alive > most && !gently;
		m->yields = m->yields && forced;
		uint32_t best = best_pair(m, most);
		if (best == m->pair_count && gently && m->alive > most)
		{
			gently = false;
			accept(m);
			continue;
		}
		if (best == m->pair_count && forced && m->pair_count > 0)
		{
			m->yields = true;
			accept(m);
			best = best_pair(m, most);
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

kilncook_status parts_merge(parts_job *job, uint32_t most, bool gently, parts_set *set)
{
	merger m = {.job = job, .count = job->cell_count, .alive = job->cell_count};
	m.axes = job->symmetry ? job->symmetry->axes : 0;
	m.items = cook_alloc_zero(job->context, m.count, sizeof *m.items);
	m.images = m.axes ? cook_alloc(job->context, m.count, sizeof *m.images) : NULL;
	if (!m.items || (m.axes && !m.images))
	{
		cook_free(job->context, m.items, m.count, sizeof *m.items);
		return KILNCOOK_INTERNAL;
	}
	for (uint32_t i = 0; i < m.count; ++i)
	{
		if (m.images)
			memcpy(m.images[i], job->symmetry->cells[i], sizeof m.images[i]);
		m.items[i] =
			(merging){.hull = job->cells[i].hull, .size = job->cells[i].size, .body = job->cells[i].body, .into = i};
		job->cells[i].hull = (convex_hull){0};
		find_box(&m.items[i]);
	}
	kilncook_status status = run(&m, most, gently);
	if (status == KILNCOOK_OK)
		status = finish(&m, set);
	set->counts.merges = job->cell_count - m.alive;
	for (uint32_t i = 0; i < m.count; ++i)
		hull_free(job->context, &m.items[i].hull);
	cook_free(job->context, m.items, m.count, sizeof *m.items);
	cook_free(job->context, m.images, m.count, sizeof *m.images);
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
