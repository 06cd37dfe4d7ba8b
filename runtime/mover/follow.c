// SPDX-License-Identifier: MIT
#include "mover.h"

#include <math.h>
#include <string.h>

/// Motion of a mover along a straight way, by casts.

typedef struct follow_search
{
	kiln_mover_run *run;
	kiln_world_hit best;
	bool found;
	bool overlaps;				///< hits at the start do not count
	const kiln_world_hit *only; ///< the piece that counts, or NULL for all
} follow_search;

static bool is_piece(const kiln_world_hit *a, const kiln_world_hit *b)
{
	return a->member == b->member && a->hit.node == b->hit.node && a->hit.triangle == b->hit.triangle;
}

static bool accepts(const kiln_mover_run *run, const kiln_world_hit *hit)
{
	if (!run->options->accepts)
		return true;
	kiln_mover_contact contact = {.normal = hit->hit.normal,
		.point = hit->hit.point,
		.member = hit->member,
		.node = hit->hit.node,
		.triangle = hit->hit.triangle,
		.material = hit->hit.material,
		.tag = hit->hit.tag};
	contact.walkable = kiln_d3_dot(kiln_d3_from(contact.normal), run->up) >= run->steepest;
	return run->options->accepts(run->options->user, &contact);
}

/// Keeps what stopped the body as a contact of the slide, where too many surfaces are near to see this one.
static void remember(kiln_mover_run *run, const kiln_world_hit *hit)
{
	if (!run->crowded)
		return;
	if (run->hit_count == KILN_MOVER_HITS)
		memmove(run->hits, run->hits + 1, --run->hit_count * sizeof *run->hits);
	run->hits[run->hit_count++] = (kiln_mover_contact){.normal = hit->hit.normal,
		.point = hit->hit.point,
		.gap = (float)run->padding,
		.member = hit->member,
		.node = hit->hit.node,
		.triangle = hit->hit.triangle,
		.material = hit->hit.material,
		.tag = hit->hit.tag,
		.walkable = kiln_d3_dot(kiln_d3_from(hit->hit.normal), run->up) >= run->steepest};
}

/// Of equal times the lowest piece wins, whatever the order of the visits.
static bool comes_before(const kiln_world_hit *a, const kiln_world_hit *b)
{
	if (a->hit.t != b->hit.t)
		return a->hit.t < b->hit.t;
	if (a->member != b->member)
		return a->member < b->member;
	return a->hit.node != b->hit.node ? a->hit.node < b->hit.node : a->hit.triangle < b->hit.triangle;
}

static float visit(void *user, const kiln_world_hit *hit)
{
	follow_search *search = user;
	const float most = search->found ? search->best.hit.t : INFINITY;
	if ((search->found && !comes_before(hit, &search->best)) || (search->overlaps && hit->hit.t == 0) ||
		(search->only && !is_piece(search->only, hit)) || !accepts(search->run, hit))
		return most;
	search->best = *hit;
	search->found = true;
	return hit->hit.t;
}

/// Casts that the budget ended prove nothing.
static void run_cast(follow_search *search, const kiln_convex_object *object, const kiln_motion *motion)
{
	const kiln_mover_space *space = search->run->space;
	space->cast(space, object, motion, visit, search);
	if (space->budget && space->budget->ended)
		search->run->status = KILN_E_BUDGET;
}

/// Casts the body with a margin of `more` around it.
static void cast(follow_search *search, double more, kiln_d3 way, float t_max)
{
	const kiln_mover_run *run = search->run;
	kiln_convex_shape shape = *run->body.shape;
	shape.margin = (float)((double)shape.margin + more / run->scale);
	const kiln_convex_object object = {.shape = &shape, .pose = run->body.pose};
	const kiln_motion motion = {.direction = kiln_d3_to(way), .t_max = t_max};
	run_cast(search, &object, &motion);
}

/// The share of the way after which the body is the padding away from what it hits, or half way to the hit.
static double stop_before(kiln_mover_run *run, const kiln_world_hit *hit, kiln_d3 way)
{
	follow_search again = {.run = run, .only = hit};
	if (!(hit->hit.t > 0))
		return 0;
	cast(&again, run->padding, way, hit->hit.t);
	const double early = again.found ? (double)again.best.hit.t : (double)hit->hit.t;
	return early > 0 ? kiln_double_min(early, (double)hit->hit.t) : (double)hit->hit.t / 2;
}

/// Finds what the body meets first on a way, thickened by half of its distance from what it does not overlap.
static bool find_first(kiln_mover_run *run, kiln_d3 way, kiln_world_hit *first)
{
	const bool overlaps = run->nearest <= 0;
	follow_search search = {.run = run, .overlaps = overlaps};
	double more = kiln_double_min(run->clear, run->padding) / 2;
	cast(&search, more, way, 1);
	// The body may overlap more when it is thickened: surfaces that only then count as overlaps stop it, too.
	if (overlaps)
		cast(&search, 0, way, 1);
	// A surface that the body does not see, because too many are near, may be nearer than those that it sees.
	for (int i = 0; i < 8 && run->crowded && search.found && search.best.hit.t == 0 && !overlaps; i++)
	{
		more = i < 7 ? more / 4 : 0;
		search = (follow_search){.run = run};
		cast(&search, more, way, 1);
	}
	*first = search.best;
	return search.found;
}

double kilni_mover_follow(kiln_mover_run *run, kiln_d3 way)
{
	const kiln_d3 rounded = kiln_d3_from(kiln_d3_to(way));
	kiln_world_hit first;
	double share = 1;
	if (run->status != KILN_OK || kiln_d3_largest(rounded) == 0)
		return 0;
	if (find_first(run, rounded, &first))
	{
		share = stop_before(run, &first, rounded);
		remember(run, &first);
	}
	// Smaller steps would only creep.
	if (run->status != KILN_OK || share * kiln_d3_largest(rounded) <= KILN_MOVER_LEAST * run->padding)
		return 0;
	const kiln_d3 from = kiln_d3_from(run->body.pose.translation);
	run->body.pose.translation = kiln_d3_to(kiln_d3_along(from, share, rounded));
	return share;
}

bool kilni_mover_fly(kiln_mover_run *run, kiln_d3 way)
{
	const kiln_d3 rounded = kiln_d3_from(kiln_d3_to(way));
	const kiln_d3 end = kiln_d3_add(kiln_d3_from(run->body.pose.translation), rounded);
	follow_search search = {.run = run};
	// Far away the coordinates of the end round by more than the padding of the start.
	cast(&search, 0x1p-18 * (kiln_d3_largest(kiln_d3_add(end, run->middle)) + run->size), rounded, 1);
	if (search.found || run->status != KILN_OK)
		return false;
	run->body.pose.translation = kiln_d3_to(end);
	return true;
}

bool kilni_mover_probe(kiln_mover_run *run, const kiln_mover_contact *contact)
{
	static const kiln_convex_shape point = {.kind = KILN_CONVEX_POINT};
	const kiln_d3 normal = kiln_d3_from(contact->normal);
	const kiln_d3 level = kiln_d3_along(normal, -kiln_d3_dot(normal, run->up), run->up);
	const double length = sqrt(kiln_d3_length2(level)), room = run->padding;
	if (!(length > 0))
		return false;
	const kiln_d3 behind = kiln_d3_along(kiln_d3_from(contact->point), -room / length, level);
	const kiln_convex_object probe = {
		.shape = &point, .pose = {.translation = kiln_d3_to(kiln_d3_along(behind, room, run->up))}};
	const kiln_motion down = {.direction = kiln_d3_to(kiln_d3_scale(run->up, -2 * room)), .t_max = 1};
	follow_search search = {.run = run};
	run_cast(&search, &probe, &down);
	const double rise = kiln_d3_dot(kiln_d3_from(search.best.hit.normal), run->up);
	return search.found && search.best.hit.t > 0 && rise >= run->steepest;
}
