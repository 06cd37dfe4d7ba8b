// SPDX-License-Identifier: MIT
#include "simplify.h"

#include "hull/hull_internal.h"
#include "internal.h"
#include "memory.h"

#include <math.h>
#include <string.h>

/// hull_simplify: chooses the counts to try, and which result to keep.

/// A larger effort would overflow the counters of its parts.
#define EFFORT_MOST 100000000

/// The search finds the fewest vertices for an error to within one in this many.
#define RESOLUTION 64
/// See hull_looks_most.
#define LOOKS_LEAST ((uint64_t)1 << 29)
#define LOOKS_A_VERTEX 1024
/// A remaining share of one in so many looks is not worth another attempt.
#define SHARE_LEAST 16
/// An outer hull is suspect when its distance is more than this factor times the inner hull's.
#define ASTRAY 2
/// With at most so many vertices, an inner hull with one vertex less may be nearer.
#define FEW_VERTICES 7
/// With so many vertices, trying more and more of them takes long.
#define MANY_VERTICES 4096
/// With so many vertices, the remaining distance predicts the number that is needed.
#define SURE_VERTICES 64

/// Returns the most vertices and faces.
static simplify_counts counts_of(const hull_budget *budget)
{
	return (simplify_counts){
		budget->vertices ? budget->vertices : 0xffffffffu, budget->faces ? budget->faces : 0xffffffffu};
}

static bool is_within(const convex_hull *h, simplify_counts counts)
{
	return h->vertex_count <= counts.vertices && h->face_count <= counts.faces;
}

/// Copies a hull.
static kilncook_status copy_hull(const kilncook_context *context, const convex_hull *from, convex_hull *out)
{
	convex_hull to;
	kilncook_status status =
		hull_allocate(context, from->dimension, from->vertex_count, from->face_count, from->half_edge_count, &to);
	if (status != KILNCOOK_OK)
		return status;
	memcpy(to.vertices, from->vertices, from->vertex_count * sizeof *to.vertices);
	memcpy(to.sources, from->sources, from->vertex_count * sizeof *to.sources);
	if (from->face_count)
	{
		memcpy(to.face_first, from->face_first, ((size_t)from->face_count + 1) * sizeof *to.face_first);
		memcpy(to.origins, from->origins, from->half_edge_count * sizeof *to.origins);
		memcpy(to.twins, from->twins, from->half_edge_count * sizeof *to.twins);
	}
	*out = to;
	return KILNCOOK_OK;
}

/// Makes a box or a tetrahedron around the true hull, whichever is within `vertices` and `faces`: the result that
/// always exists. KILNCOOK_REFUSED with `hull-range` when it is out of range.
static kilncook_status enclose(
	const kilncook_context *context, const convex_hull *exact, uint32_t vertices, uint32_t faces, convex_hull *out)
{
	double low[3], high[3], side[3], longest = simplify_longest(exact, exact), limit = simplify_limit(exact);
	simplify_box(exact, low, high);
	// A flat hull's box gets some thickness, so that the result around it is a solid.
	for (int k = 0; k < 3; ++k)
		side[k] = high[k] > low[k] ? high[k] - low[k] : longest * 0x1p-20;
	bool box = vertices >= 8 && faces >= 6;
	float corners[8][3];
	uint32_t count = box ? 8 : 4;
	for (uint32_t i = 0; i < count; ++i)
		for (int k = 0; k < 3; ++k)
		{
			// The tetrahedron has its right corner at the end of the box that is farther from the origin.
			bool up = low[k] + 0.5 * side[k] < 0;
			double x = up ? low[k] : low[k] + side[k];
			if (box)
				x = i >> k & 1u ? low[k] + side[k] : low[k];
			else if (i == (uint32_t)k + 1)
				x += up ? 4 * side[k] : -4 * side[k];
			if (x > limit || x < -limit)
				return KILNCOOK_REFUSED;
			corners[i][k] = (float)x;
		}
	return simplify_hull_around(context, (const float(*)[3])corners, count, exact, out);
}

/// Keeps the nearer of two results; the first exists only when `*status` is KILNCOOK_OK.
static void keep_nearer(const kilncook_context *context, convex_hull *candidate, double error, simplify_counts counts,
	kilncook_status *status, convex_hull *out, double *distance)
{
	if (is_within(candidate, counts) && (*status != KILNCOOK_OK || error < *distance))
	{
		if (*status == KILNCOOK_OK)
			hull_free(context, out);
		*out = *candidate;
		*distance = error;
		*status = KILNCOOK_OK;
		return;
	}
	hull_free(context, candidate);
}

static kilncook_status build_inner(const kilncook_context *context, const simplify_body *body, const uint32_t *chosen,
	uint32_t count, convex_hull *out, double *distance)
{
	const convex_hull *exact = body->exact;
	float(*corners)[3] = cook_alloc(context, count, sizeof *corners);
	if (!corners)
		return KILNCOOK_INTERNAL;
	for (uint32_t i = 0; i < count; ++i)
		memcpy(corners[i], exact->vertices[chosen[i]], sizeof corners[i]);
	convex_hull h;
	kilncook_status status = hull_build(context, &(hull_points){.positions = corners[0], .count = count}, &h);
	if (status == KILNCOOK_OK)
	{
		for (uint32_t i = 0; i < h.vertex_count; ++i)
			h.sources[i] = exact->sources[chosen[h.sources[i]]];
		*out = h;
		*distance = simplify_distance(exact, out, body->steps);
	}
	cook_free(context, corners, count, sizeof *corners);
	return status;
}

static kilncook_status build_outer(const kilncook_context *context, const simplify_body *body, const uint32_t *chosen,
	simplify_counts counts, uint32_t count, double error, convex_hull *out, double *distance)
{
	kilncook_status found = KILNCOOK_REFUSED;
	convex_hull h;
	const uint32_t room = count;
	double(*points)[3] = cook_alloc(context, room, sizeof *points);
	bool ok = points && simplify_outer(context, body, chosen, &count, points, &error);
	kilncook_status status = KILNCOOK_INTERNAL;
	if (ok)
		status = count ? simplify_round(context, body, (const double(*)[3])points, count, &h) : KILNCOOK_REFUSED;
	cook_free(context, points, room, sizeof *points);
	if (status == KILNCOOK_OK)
		keep_nearer(context, &h, simplify_distance(&h, body->exact, body->steps), counts, &found, out, distance);
	// What encloses the body's box contains the prisms.
	bool enclosing = found != KILNCOOK_OK || !simplify_prism_is_hopeless(body, 0, *distance);
	if (enclosing && (status == KILNCOOK_OK || status == KILNCOOK_REFUSED))
		status = enclose(context, body->exact, counts.vertices, counts.faces, &h);
	if (enclosing && status == KILNCOOK_OK)
		keep_nearer(context, &h, simplify_distance(&h, body->exact, body->steps), counts, &found, out, distance);
	for (int axis = 0; axis < 3 && status != KILNCOOK_INTERNAL; ++axis)
	{
		double enough = found == KILNCOOK_OK ? *distance : 1e300;
		status = simplify_prism(context, body, axis, counts, enough, &h);
		if (status == KILNCOOK_OK)
			keep_nearer(context, &h, simplify_distance(&h, body->exact, body->steps), counts, &found, out, distance);
	}
	if (status == KILNCOOK_INTERNAL && found == KILNCOOK_OK)
		hull_free(context, out);
	return status == KILNCOOK_INTERNAL ? status : found;
}

/// Chooses again from the vertices nearest to those of an outer hull, which are distributed more evenly.
static bool reseed(
	const kilncook_context *context, const simplify_body *body, uint32_t count, uint32_t *chosen, double *error)
{
	uint32_t seed_count = count;
	double outer = *error, again;
	double(*points)[3] = cook_alloc(context, count, sizeof *points);
	uint32_t *seed = cook_alloc(context, count, sizeof *seed);
	bool ok = points && seed && simplify_outer(context, body, chosen, &seed_count, points, &outer);
	for (uint32_t i = 0; ok && i < seed_count; ++i)
		seed[i] = body_nearest(body, points[i], body_support(body, points[i], 0));
	uint32_t *other = cook_alloc(context, count, sizeof *other);
	ok = ok && other && simplify_inner(context, body, seed, seed_count, count, false, other, &again);
	if (ok && again < *error)
	{
		*error = again;
		memcpy(chosen, other, count * sizeof *chosen);
	}
	cook_free(context, points, count, sizeof *points);
	cook_free(context, seed, count, sizeof *seed);
	cook_free(context, other, count, sizeof *other);
	return ok;
}

/// Finds the nearest result for a solid with `count` vertices; `*ratio` gets its distance as a share of the distance of
/// an inner hull with as many vertices.
static kilncook_status solve_count(const kilncook_context *context, const simplify_body *body, simplify_counts counts,
	uint32_t count, bool inner, convex_hull *out, double *distance, double *ratio)
{
	uint32_t *chosen = cook_alloc(context, count, sizeof *chosen);
	double error;
	kilncook_status status = KILNCOOK_INTERNAL;
	if (chosen && simplify_inner(context, body, NULL, 0, count, !inner, chosen, &error) &&
		(!inner || reseed(context, body, count, chosen, &error)))
		status = inner ? build_inner(context, body, chosen, count, out, distance)
					   : build_outer(context, body, chosen, counts, count, error, out, distance);
	if (status == KILNCOOK_OK)
		*ratio = error > 0 ? *distance * body->scale / error : 0;
	cook_free(context, chosen, count, sizeof *chosen);
	return status;
}

/// Returns the next smaller count in the sequence 4, 5, 6, 7 and then roughly four to every doubling: 8, 10, 12, 16,
/// 20, 24, 32 ...
static uint32_t count_below(uint32_t count)
{
	uint32_t power = 4;
	if (count <= 8)
		return count - 1;
	while (2 * power < count)
		power *= 2;
	return count > power + power / 2 ? power + power / 2 : count > power + power / 4 ? power + power / 4 : power;
}

static bool is_enough(const simplify_body *body, double distance)
{
	return distance * body->scale <= body->enough;
}

/// Gives the next attempt half of the remaining `limit`, so that an attempt with fewer vertices can follow. True when
/// almost nothing remains.
static bool take_share(simplify_body *body, uint64_t limit)
{
	uint64_t spent = *body->looks + *body->steps, left = spent < limit ? limit - spent : 0;
	body->limit = limit == UINT64_MAX ? limit : spent + left / 2;
	return left <= limit / SHARE_LEAST;
}

/// Finds the nearest result for a solid that exceeds the counts. An outer hull is usually nearer than an inner one.
/// Where it is much farther away, as around needles and plates, the search failed, and fewer vertices may be better.
/// The same holds for an inner hull of very few vertices.
static kilncook_status solve_solid(const kilncook_context *context, simplify_body *body, simplify_counts counts,
	bool inner, convex_hull *out, double *distance)
{
	// A solid of V vertices has 2 V - 4 faces at most.
	uint32_t count = counts.faces < 0xffffffffu ? counts.faces / 2 + 2 : counts.vertices;
	count = count < counts.vertices ? count : counts.vertices;
	count = count < body->count ? count : body->count - 1;
	uint64_t limit = body->limit;
	double ratio;
	bool ended = take_share(body, limit);
	kilncook_status status = solve_count(context, body, counts, count, inner, out, distance, &ratio);
	ended = ended || body_is_spent(body);
	while (status == KILNCOOK_OK && count > 4 && !is_enough(body, *distance) &&
		   (inner ? count <= FEW_VERTICES : ratio > ASTRAY))
	{
		convex_hull h;
		double error;
		kilncook_status found = KILNCOOK_OK;
		body->cut_short = body->cut_short || ended;
		// An attempt that took too long takes as long with slightly fewer vertices.
		count = !ended || count < 16 ? count_below(count) : count / 4;
		if (take_share(body, limit))
			break;
		status = solve_count(context, body, counts, count, inner, &h, &error, &ratio);
		ended = body_is_spent(body);
		if (status == KILNCOOK_OK)
			keep_nearer(context, &h, error, counts, &found, out, distance);
		else
			hull_free(context, out);
	}
	body->cut_short = body->cut_short || ended;
	body->limit = limit;
	return status;
}

/// The input and the state of a simplification.
typedef struct simplify_task
{
	const kilncook_context *context;
	const convex_hull *exact;
	bool inner;
	simplify_body body; ///< the body of a solid, or of the slab around a polygon
	convex_hull slab;	///< the slab
	uint64_t looks;		///< the body's looks
	uint64_t steps;		///< the body's steps
	uint64_t limit;		///< limit of both together; 0: hull_looks_most
} simplify_task;

/// Whether a polygon is simplified in its plane, which float32 corners allow; the other polygons need `slab`.
static bool is_in_plane(const simplify_task *task)
{
	return task->exact->dimension == 2 && (task->inner || simplify_constant_axis(task->exact) >= 0);
}

/// Finds the nearest result within counts that the true hull exceeds.
static kilncook_status solve(simplify_task *task, simplify_counts counts, convex_hull *out, double *distance)
{
	if (is_in_plane(task))
		return simplify_flat(task->context, task->exact, counts.vertices, task->inner, out, distance);
	kilncook_status status = solve_solid(task->context, &task->body, counts, task->inner, out, distance);
	if (status == KILNCOOK_OK && task->exact->dimension == 2)
		*distance = hull_distance(out, task->exact);
	return status;
}

static bool is_spent(const simplify_task *task)
{
	uint64_t spent = task->looks + task->steps;
	return task->body.limit && spent >= task->body.limit - task->body.limit / SHARE_LEAST;
}

/// The state of a search for the fewest vertices.
typedef struct simplify_search
{
	simplify_counts counts;
	double target;
	uint32_t most;	  ///< the most vertices to try: with this number, the nearest result counts if no result reaches
					  ///< the target
	convex_hull best; ///< `block` is NULL until a result exists
	double distance;
} simplify_search;

/// Solves for `vertices`, and replaces the best result if that is farther than the target or has more vertices.
/// `*error` gets the distance.
static kilncook_status attempt(simplify_task *task, simplify_search *search, uint32_t vertices, double *error)
{
	convex_hull h, *best = &search->best;
	simplify_counts counts = search->counts;
	counts.vertices = vertices;
	*error = 1e300;
	task->body.enough = task->inner ? 0 : search->target * task->body.scale;
	task->body.give_up = !task->inner && search->target > 0 && vertices < search->most;
	kilncook_status status = solve(task, counts, &h, error);
	if (status != KILNCOOK_OK)
		return status == KILNCOOK_REFUSED ? KILNCOOK_OK : status;
	bool reached = search->distance <= search->target;
	bool fewer = *error <= search->target && h.vertex_count < best->vertex_count;
	if (!best->block || (reached ? fewer : *error < search->distance))
	{
		hull_free(task->context, best);
		*best = h;
		search->distance = *error;
	}
	else
		hull_free(task->context, &h);
	return KILNCOOK_OK;
}

/// Estimates how many vertices reach the target if `count` have the distance `error`: distances decrease with the
/// number, nearly in proportion (Gruber 1993, for smooth bodies).
static uint32_t estimate(uint32_t count, double error, double target, uint32_t least, uint32_t most)
{
	double guess = count * (error / target);
	return guess < least ? least : guess > most ? most : (uint32_t)guess;
}

/// Computes the logarithm to base 2, digit by digit, so that all machines agree.
static double log_of(double x)
{
	double value = 0;
	for (; x >= 2; x *= 0.5)
		value += 1;
	for (; x < 1; x *= 2)
		value -= 1;
	for (double digit = 0.5; digit > 0x1p-24; digit *= 0.5)
	{
		x *= x;
		if (x >= 2)
			x *= 0.5, value += digit;
	}
	return value;
}

/// An end of the range that contains the fewest vertices: a number, and its distance.
typedef struct search_end
{
	uint32_t count;
	double error;
} search_end;

/// Estimates how many vertices reach the target, between a number that does not and one that does: distances decrease
/// as a power of the number.
static uint32_t interpolate(search_end low, search_end high, double target)
{
	double floor = target * 0x1p-40, error = high.error > floor ? high.error : floor;
	double fall = log_of(low.error / target), share = fall / (fall + log_of(target / error));
	double from = log_of(low.count), aim = from + share * (log_of(high.count) - from);
	uint32_t first = low.count, last = high.count, least = (high.count - low.count) / 16;
	while (last - first > 1)
	{
		uint32_t middle = first + (last - first) / 2;
		if (log_of(middle) < aim)
			first = middle;
		else
			last = middle;
	}
	least = least ? least : 1;
	return last < low.count + least ? low.count + least : last > high.count - least ? high.count - least : last;
}

/// Chooses the next number to try: first the interpolated number, then a number next to an end, which may end the
/// search, then the middle.
static uint32_t next_try(search_end low, search_end high, double target, uint32_t step, bool reached)
{
	uint32_t near = 1 + high.count / RESOLUTION;
	if (step % 3 == 0 && low.count > 3)
		return interpolate(low, high, target);
	if (step % 3 == 1 && low.count > 3)
		return reached ? high.count - near : low.count + near;
	return low.count + (high.count - low.count) / 2;
}

/// Searches between `low`, which does not reach the target, and the best, which does, until no number between is worth
/// an attempt.
static kilncook_status narrow(simplify_task *task, simplify_search *search, search_end low)
{
	search_end high = {search->best.vertex_count, search->distance};
	kilncook_status status = KILNCOOK_OK;
	bool reached = true;
	for (uint32_t step = 0;
		 status == KILNCOOK_OK && high.count > low.count + 1 + high.count / RESOLUTION && !is_spent(task); ++step)
	{
		double error;
		search_end middle = {next_try(low, high, search->target, step, reached), 0};
		status = attempt(task, search, middle.count, &error);
		reached = search->best.vertex_count <= middle.count;
		if (reached)
			high = (search_end){search->best.vertex_count, search->distance};
		else
			low = (search_end){middle.count, error};
	}
	return status;
}

/// Finds the fewest vertices within the target, up to `most`: increases the number until it reaches the target, then
/// searches between.
static kilncook_status search_fewest(simplify_task *task, simplify_search *search)
{
	uint32_t low = 3, high = 4, most = search->most;
	double low_error = 1e300, error;
	kilncook_status status = attempt(task, search, high, &error);
	while (status == KILNCOOK_OK && high < most && error > search->target && !is_spent(task))
	{
		low = high;
		low_error = error;
		uint32_t least = high + high / 2 < most ? high + high / 2 : most;
		uint32_t next = estimate(high, error, search->target, least, most);
		// A target that even very many vertices cannot reach is recognised at once.
		if (next < most || most < MANY_VERTICES || high < SURE_VERTICES)
			next = estimate(high, error, search->target, least, 4 * high < most ? 4 * high : most);
		high = next;
		status = attempt(task, search, high, &error);
	}
	if (status != KILNCOOK_OK || !search->best.block || search->distance > search->target)
		return status;
	return narrow(task, search, (search_end){low, low_error});
}

uint64_t hull_looks_most(uint32_t vertices, uint32_t effort)
{
	uint64_t log = 1, times = effort / HULL_EFFORT;
	while (vertices >> log)
		++log;
	return (LOOKS_LEAST + LOOKS_A_VERTEX * vertices * log) * (times > 1 ? times : 1);
}

static kilncook_status usage(const kilncook_context *context, const hull_budget *budget)
{
	if (budget->vertices - 1 < 3 || budget->faces - 1 < 3)
	{
		cook_message(context, KILNCOOK_ERROR, "", "hull-budget", "no solid has %u %s; four is the least",
			budget->vertices - 1 < 3 ? budget->vertices : budget->faces,
			budget->vertices - 1 < 3 ? "vertices" : "faces");
		return KILNCOOK_USAGE;
	}
	if (!(budget->error >= 0 && budget->error <= 1e300))
	{
		cook_message(context, KILNCOOK_ERROR, "", "hull-budget", "an error of %g is not allowed", budget->error);
		return KILNCOOK_USAGE;
	}
	return KILNCOOK_OK;
}

static kilncook_status prepare(simplify_task *task, uint32_t effort)
{
	if (is_in_plane(task))
		return KILNCOOK_OK;
	const convex_hull *solid = task->exact;
	if (solid->dimension == 2)
	{
		kilncook_status status = simplify_thicken(task->context, task->exact, &task->slab);
		if (status != KILNCOOK_OK)
			return status;
		solid = &task->slab;
	}
	if (!body_create(task->context, solid, &task->looks, &task->steps, &task->body))
		return KILNCOOK_INTERNAL;
	uint32_t usual = solid->vertex_count < 50 ? solid->vertex_count * (HULL_EFFORT / 50) : HULL_EFFORT;
	task->body.effort = effort ? effort : usual;
	task->body.effort = task->body.effort < EFFORT_MOST ? task->body.effort : EFFORT_MOST;
	task->body.limit = task->limit ? task->limit : hull_looks_most(solid->vertex_count, task->body.effort);
	return KILNCOOK_OK;
}

/// Returns the diagonal of the true hull's box.
static double diagonal_of(const convex_hull *exact)
{
	double low[3], high[3], side[3];
	simplify_box(exact, low, high);
	simplify_sub(high, low, side);
	return sqrt(simplify_dot(side, side));
}

/// Returns the most vertices that are worth an attempt: a true hull within the counts is copied instead.
static uint32_t most_vertices(const convex_hull *exact, simplify_counts counts)
{
	uint32_t most = counts.vertices < exact->vertex_count ? counts.vertices : exact->vertex_count - 1;
	if (exact->dimension == 3 && counts.faces < exact->face_count && most > counts.faces / 2 + 2)
		most = counts.faces / 2 + 2;
	return most;
}

static kilncook_status run(simplify_task *task, const hull_budget *budget, convex_hull *out, double *distance)
{
	const convex_hull *exact = task->exact;
	simplify_search search = {.counts = counts_of(budget), .target = budget->error * diagonal_of(exact)};
	bool within = is_within(exact, search.counts);
	search.most = most_vertices(exact, search.counts);
	double error;
	kilncook_status status = prepare(task, budget->effort);
	if (status == KILNCOOK_OK && budget->error > 0)
		status = search_fewest(task, &search);
	else if (status == KILNCOOK_OK)
		status = attempt(task, &search, search.counts.vertices, &error);
	bool reached = search.best.block && (budget->error == 0 || search.distance <= search.target);
	if (status == KILNCOOK_OK && within && !reached)
	{
		hull_free(task->context, &search.best);
		search.distance = 0;
		status = copy_hull(task->context, exact, &search.best);
	}
	if (status == KILNCOOK_OK && !search.best.block)
	{
		cook_message(task->context, KILNCOOK_ERROR, "", "hull-range", "no hull of so few vertices is within range");
		status = KILNCOOK_REFUSED;
	}
	if (status == KILNCOOK_OK && (task->body.cut_short || is_spent(task)))
		cook_message(task->context, KILNCOOK_NOTE, "", "hull-effort",
			"the search for a hull ended after %llu looks; fewer vertices or a smaller error may be possible",
			(unsigned long long)(task->looks + task->steps));
	if (status == KILNCOOK_OK)
	{
		*out = search.best;
		*distance = search.distance;
	}
	else
		hull_free(task->context, &search.best);
	if (task->body.exact)
		body_free(task->context, &task->body);
	hull_free(task->context, &task->slab);
	return status;
}

kilncook_status simplify_within(const kilncook_context *context, const convex_hull *exact, const hull_budget *budget,
	uint64_t limit, convex_hull *out, double *distance, uint64_t *looked)
{
	*looked = 0;
	kilncook_status status = usage(context, budget);
	if (status != KILNCOOK_OK)
		return status;
	bool copied = exact->dimension < 2 || exact->vertex_count <= 4;
	copied = copied || (budget->error == 0 && is_within(exact, counts_of(budget)));
	if (copied)
	{
		convex_hull copy;
		status = copy_hull(context, exact, &copy);
		if (status != KILNCOOK_OK)
			return status;
		*out = copy;
		*distance = 0;
		return KILNCOOK_OK;
	}
	simplify_task task = {.context = context, .exact = exact, .inner = budget->inner, .limit = limit};
	status = run(&task, budget, out, distance);
	*looked = task.looks + task.steps;
	return status;
}

kilncook_status hull_simplify(const kilncook_context *context, const convex_hull *exact, const hull_budget *budget,
	convex_hull *out, double *distance)
{
	uint64_t looked;
	return simplify_within(context, exact, budget, 0, out, distance, &looked);
}
