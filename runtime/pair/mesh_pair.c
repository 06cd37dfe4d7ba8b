// SPDX-License-Identifier: MIT
#include "mesh_pair.h"

#include "math/rounding.h"
#include "pair/kernel/descent.h"
#include "pair/kernel/front.h"
#include "pair/kernel/kernels.h"
#include "pair/kernel/settle.h"

#include <string.h>

static void add_counters(const kiln_pair_run *run)
{
	kiln_pair_counters *sum = run->pair->counters;
	const kiln_pair_counters *more = &run->count;
	if (!sum)
		return;
	sum->volume_tests += more->volume_tests;
	sum->volume_overlaps += more->volume_overlaps;
	sum->leaf_pairs += more->leaf_pairs;
	sum->leaf_hits += more->leaf_hits;
	sum->triangle_tests += more->triangle_tests;
	sum->exact_tests += more->exact_tests;
	sum->updates += more->updates;
	sum->children += more->children;
	sum->front_pairs += more->front_pairs;
}

// --- Fronts -------------------------------------------------------------------------------------------------------------

static kiln_front_use front_begin(const kiln_mesh_pair *pair)
{
	const struct kiln_front_method *method = pair->front ? pair->front->method : NULL;
	return method ? method->begin(pair) : (kiln_front_use){.method = NULL};
}

static bool front_triangles(const kiln_front_use *use, const kiln_mesh_pair *pair, kiln_pair_place *place,
	uint32_t triangle[2], kiln_d3 corner[2][3])
{
	return use->method && use->method->triangles(use, pair, place, triangle, corner);
}

static bool front_open(kiln_front_use *use, const kiln_mesh_pair *pair, bool roots, bool lasting)
{
	return use->method && use->method->open(use, pair, roots, lasting);
}

static void front_end(const kiln_front_use *use, const kiln_pair_place *place)
{
	if (use->method)
		use->method->end(use, place);
}

// --- Triangles that touch -----------------------------------------------------------------------------------------------

/// Stores the first pair and ends the walk.
static bool take_first(void *user, const kiln_mesh_touch *touch)
{
	kiln_mesh_touch *first = user;
	*first = *touch;
	return false;
}

/// Walks with the front where this helps. Returns the walk's result. Triangles that touch need no list, because they
/// are found again at once; so a list begins only if nothing touched in the last frame.
static bool touch_walk(kiln_pair_run *run, kiln_front_use *use, bool roots)
{
	const kiln_mesh_pair *pair = run->pair;
	if (kilni_front_has_triangles(use) || !front_open(use, pair, roots, true))
		return kilni_pair_kernels_choose(pair->isa)->touch(run);
	run->front = &use->list;
	bool more = use->method->kernels(pair->isa)->touch(run);
	use->method->take(use);
	return more;
}

/// Whether the last triangles of the last frame still touch.
static bool touch_again(kiln_pair_run *run, const kiln_front_use *use, kiln_mesh_touch *touch)
{
	if (!front_triangles(use, run->pair, &run->at, touch->triangle, touch->corner) ||
		!kiln_pair_run_keeps(run, touch->triangle[0], touch->triangle[1]))
		return false;
	++run->count.triangle_tests;
	++run->count.exact_tests;
	return kilni_triangles_touch(touch->corner[0], touch->corner[1]);
}

bool kilni_mesh_pair_collide(const kiln_mesh_pair *pair, kiln_mesh_touch *touch)
{
	kiln_pair_run run = {.pair = pair, .visit = take_first, .user = touch};
	kiln_front_use use = front_begin(pair);
	bool found = touch_again(&run, &use, touch);
	if (!found && !(kilni_front_apart(&use) > 0))
		found = !touch_walk(&run, &use, false) && !kiln_budget_ended(pair->budget);
	front_end(&use, found ? &run.at : NULL);
	add_counters(&run);
	return found;
}

bool kilni_mesh_pair_contacts(const kiln_mesh_pair *pair, kiln_visit_mesh_touch *visit, void *user)
{
	kiln_pair_run run = {.pair = pair, .visit = visit, .user = user, .at = {{KILN_ROOT_REF, KILN_ROOT_REF}, {0, 0}}};
	kiln_front_use use = front_begin(pair);
	bool more = true;
	// A front would report them in another order than the roots, and so would a search that is not depth first.
	if (pair->descent && pair->descent->best_first && !(kilni_front_apart(&use) > 0))
		more = kilni_pair_kernels_choose(pair->isa)->touch(&run);
	else if (!(kilni_front_apart(&use) > 0))
		more = touch_walk(&run, &use, true);
	front_end(&use, &run.at);
	add_counters(&run);
	return more;
}

// --- Distances ----------------------------------------------------------------------------------------------------------

/// Compares two triangles. Returns whether they are better than the best.
KILN_APART static bool compare(kiln_pair_run *run, const uint32_t triangle[2], const kiln_d3 corner[2][3])
{
	kiln_mesh_nearest pair = {.triangle = {triangle[0], triangle[1]}};
	++run->count.triangle_tests;
	++run->count.exact_tests;
	pair.distance = kiln_metric_distance(&run->pair->metric, corner[0], corner[1], pair.point);
	return kiln_pair_run_take(run, &pair);
}

/// First tests the last triangles of the last frame: most often they are still the nearest, or nearly.
static void nearest_again(kiln_pair_run *run, const kiln_front_use *use)
{
	kiln_pair_place at;
	uint32_t triangle[2];
	kiln_d3 corner[2][3];
	if (front_triangles(use, run->pair, &at, triangle, corner) && kiln_pair_run_keeps(run, triangle[0], triangle[1]) &&
		compare(run, triangle, (const kiln_d3(*)[3])corner))
		run->at = at;
}

/// Sets a limit for a search without one: if filters exclude many pairs, a search could meet all pairs before the first
/// that counts. Returns false where the filters keep nothing, or the work ran out.
static bool begin_sifted(kiln_pair_run *run)
{
	const kiln_mesh_pair *pair = run->pair;
	kiln_leaf leaf[2];
	kiln_leaf_room room[2];
	uint32_t place[2], triangle[2];
	kiln_d3 corner[2][3];
	for (uint32_t i = 0; i < 2; ++i)
	{
		const kiln_pair_tree *tree = i ? &pair->b : &pair->a;
		if (!kilni_pair_sift_first(pair->sift, i, tree->leaves, pair->budget, &leaf[i], &room[i], &place[i]))
			return false;
		triangle[i] = leaf[i].triangle + place[i];
	}
	if (!kiln_pair_run_keeps(run, triangle[0], triangle[1]))
		return true;
	kiln_leaf_corners(&leaf[0], place[0], corner[0]);
	kiln_leaf_corners_moved(&leaf[1], place[1], &pair->b_to_a, corner[1]);
	(void)compare(run, triangle, (const kiln_d3(*)[3])corner);
	return true;
}

/// The number of exact tests in a row that find nothing nearer after which ties, or distances that float32 cannot
/// distinguish, are likely.
#define PATIENCE 48

bool kilni_mesh_pair_distance(const kiln_mesh_pair *pair, float lower, float upper, kiln_mesh_nearest *nearest)
{
	kiln_pair_run run = {.pair = pair, .good = lower, .at = {{KILN_ROOT_REF, KILN_ROOT_REF}, {0, 0}}};
	run.limit = upper;
	if (pair->boxes[0].triangles && pair->boxes[1].triangles)
	{
		run.patience = PATIENCE;
		run.leaves = ((uint64_t)pair->boxes[0].triangles + pair->boxes[1].triangles) / 4 + 64;
	}
	kiln_front_use use = front_begin(pair);
	nearest_again(&run, &use);
	bool sought = !pair->sift || run.found || upper < FLT_MAX || begin_sifted(&run);
	bool good = run.found && run.limit <= lower;
	if (sought && !good && !(kilni_front_apart(&use) > (double)kiln_float_up((double)run.limit)))
	{
		// Without a good initial limit, a list would be long.
		bool limited = run.found || upper < FLT_MAX;
		if (limited && front_open(&use, pair, false, !run.found))
		{
			run.front = &use.list;
			use.method->kernels(pair->isa)->nearest(&run);
			use.method->take(&use);
		}
		else
			kilni_pair_kernels_choose(pair->isa)->nearest(&run);
		if (kiln_pair_is_tired(&run) && !kiln_budget_ended(pair->budget))
			kilni_pair_settle(&run);
	}
	front_end(&use, &run.at);
	add_counters(&run);
	if (run.found)
		*nearest = run.best;
	return run.found;
}

bool kilni_mesh_pair_within(const kiln_mesh_pair *pair, float distance)
{
	kiln_mesh_touch touch;
	kiln_mesh_nearest nearest;
	if (distance == 0)
		return kilni_mesh_pair_collide(pair, &touch);
	return kilni_mesh_pair_distance(pair, distance, distance, &nearest);
}
