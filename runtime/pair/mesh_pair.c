// SPDX-License-Identifier: MIT
#include "mesh_pair.h"

#include "math/rounding.h"
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

// --- Triangles that touch -----------------------------------------------------------------------------------------------

/// Keeps the first pair and ends the walk.
static bool take_first(void *user, const kiln_mesh_touch *touch)
{
	kiln_mesh_touch *first = user;
	*first = *touch;
	return false;
}

/// Walks with the front where it helps. Returns what the walk does. Triangles that touch need no list, since they are
/// found again at once, so that one is begun when nothing touched in the last frame.
static bool touch_walk(kiln_pair_run *run, kiln_front_use *use, bool roots)
{
	const kiln_mesh_pair *pair = run->pair;
	if (kilni_front_has_triangles(use) || !kilni_front_open(use, pair, roots, true))
		return pair->kernels->touch(run);
	run->front = &use->list;
	bool more = pair->kernels->touch_front(run);
	kilni_front_take(use);
	return more;
}

/// Whether the triangles that the last frame ended with still touch.
static bool touch_again(kiln_pair_run *run, const kiln_front_use *use, kiln_mesh_touch *touch)
{
	if (!kilni_front_triangles(use, run->pair, &run->at, touch->triangle, touch->corner))
		return false;
	++run->count.triangle_tests;
	++run->count.exact_tests;
	return kilni_triangles_touch(touch->corner[0], touch->corner[1]);
}

bool kilni_mesh_pair_collide(const kiln_mesh_pair *pair, kiln_mesh_touch *touch)
{
	kiln_pair_run run = {.pair = pair, .visit = take_first, .user = touch};
	kiln_front_use use = kilni_front_begin(pair);
	bool found = touch_again(&run, &use, touch);
	if (!found && !(kilni_front_apart(&use) > 0))
		found = !touch_walk(&run, &use, false) && !kiln_budget_ended(pair->budget);
	kilni_front_end(&use, found ? &run.at : NULL);
	add_counters(&run);
	return found;
}

bool kilni_mesh_pair_contacts(const kiln_mesh_pair *pair, kiln_visit_mesh_touch *visit, void *user)
{
	kiln_pair_run run = {.pair = pair, .visit = visit, .user = user, .at = {{KILN_ROOT_REF, KILN_ROOT_REF}, {0, 0}}};
	kiln_front_use use = kilni_front_begin(pair);
	bool more = true;
	// A front would give them in another order than the roots, and so would a search that is not depth first.
	if (pair->descent == KILN_DESCENT_INFORMED && !(kilni_front_apart(&use) > 0))
		more = pair->kernels->touch(&run);
	else if (!(kilni_front_apart(&use) > 0))
		more = touch_walk(&run, &use, true);
	kilni_front_end(&use, &run.at);
	add_counters(&run);
	return more;
}

// --- Distances ----------------------------------------------------------------------------------------------------------

/// Looks first at the triangles that the last frame ended with: most often they are still the nearest, or nearly.
static void nearest_again(kiln_pair_run *run, const kiln_front_use *use)
{
	kiln_pair_place at;
	uint32_t triangle[2];
	kiln_d3 corner[2][3], point[2];
	if (!kilni_front_triangles(use, run->pair, &at, triangle, corner))
		return;
	++run->count.triangle_tests;
	++run->count.exact_tests;
	double distance = kiln_metric_distance(&run->pair->metric, corner[0], corner[1], point);
	const kiln_mesh_nearest again = {distance, {triangle[0], triangle[1]}, {point[0], point[1]}};
	if (kiln_pair_run_take(run, &again))
		run->at = at;
}

/// Exact tests in a row that find nothing nearer: where they are more, ties or distances that float32 cannot tell apart are
/// likely.
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
	kiln_front_use use = kilni_front_begin(pair);
	nearest_again(&run, &use);
	bool good = run.found && run.limit <= lower;
	if (!good && !(kilni_front_apart(&use) > (double)kiln_float_up((double)run.limit)))
	{
		// Without a good limit from the start a list would be long.
		bool limited = run.found || upper < FLT_MAX;
		if (limited && kilni_front_open(&use, pair, false, !run.found))
		{
			run.front = &use.list;
			pair->kernels->nearest_front(&run);
			kilni_front_take(&use);
		}
		else
			pair->kernels->nearest(&run);
		if (kiln_pair_is_tired(&run) && !kiln_budget_ended(pair->budget))
			kilni_pair_settle(&run);
	}
	kilni_front_end(&use, &run.at);
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
