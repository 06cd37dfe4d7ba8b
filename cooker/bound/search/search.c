// SPDX-License-Identifier: MIT
#include "search.h"

#include "bound/obb/methods.h"
#include "bound/obb/outline.h"
#include "bound/proof/slabs.h"
#include "fit.h"
#include "memory.h"

#include <math.h>
#include <string.h>

uint32_t bound_evaluations(uint64_t effort, uint32_t count)
{
	uint64_t affordable = (effort ? effort : BOUND_SEARCH_EFFORT) / (count ? count : 1);
	return affordable < 50 ? 50 : affordable > 4000 ? 4000 : (uint32_t)affordable;
}

/// Marsaglia's xorshift (2003), mapped to -1 .. 1.
static double random_number(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) * 0x1p-52 - 1;
}

/// The state of one descent.
typedef struct descent
{
	bound_cost cost;
	void *user;
	int dimensions;
	uint32_t left; ///< evaluations
	uint64_t random;
	double least;
} descent;

/// Chooses steps along + and - each axis first, then in random directions.
static void choose_step(int turn, int dimensions, uint64_t *random, double step[BOUND_DIMENSIONS_MAX])
{
	for (int i = 0; i < dimensions; ++i)
		step[i] = turn >= 2 * dimensions ? random_number(random) : turn / 2 != i ? 0 : turn % 2 ? -1 : 1;
}

/// Continues in this direction with ever longer steps while the cost falls. Returns whether any step helped.
static bool follow(descent *d, double *x, const double *direction, double reach)
{
	bool better = false;
	for (; d->left > 0; reach *= 2)
	{
		double tried[BOUND_DIMENSIONS_MAX];
		for (int i = 0; i < d->dimensions; ++i)
			tried[i] = x[i] + reach * direction[i];
		double at = d->cost(d->user, tried, d->least);
		--d->left;
		if (!(at < d->least))
			break;
		d->least = at;
		better = true;
		memcpy(x, tried, (size_t)d->dimensions * sizeof *x);
	}
	return better;
}

/// Tries one round of steps of this size, then the sum of all successful steps (Hooke and Jeeves 1961). Returns whether
/// any step helped.
static bool step_round(descent *d, double *x, double step)
{
	bool better = false;
	double direction[BOUND_DIMENSIONS_MAX], before[BOUND_DIMENSIONS_MAX];
	memcpy(before, x, (size_t)d->dimensions * sizeof *x);
	for (int turn = 0; turn < 4 * d->dimensions && d->left > 0; ++turn)
	{
		choose_step(turn, d->dimensions, &d->random, direction);
		better |= follow(d, x, direction, step);
	}
	for (int i = 0; i < d->dimensions; ++i)
		direction[i] = x[i] - before[i];
	if (better)
		follow(d, x, direction, 1);
	return better;
}

double bound_descend(
	bound_cost cost, void *user, double *x, int dimensions, double step, double least_step, uint32_t evaluations)
{
	descent d = {cost, user, dimensions, evaluations, 88172645463325252u, cost(user, x, HUGE_VAL)};
	bool won = true;
	// A descent that ends in a crease of the cost continues from there with other random steps.
	for (double first = step; won && d.left > 0; first *= 0.5)
	{
		double before = d.least;
		for (double size = first; size >= least_step && d.left > 0;)
			if (!step_round(&d, x, size))
				size *= 0.5;
		won = d.least < before * (1 - 1e-5);
	}
	return d.least;
}

/// Sorts walks by cost; walks of equal cost keep their order.
static void sort_walks(bound_walk *walks, int count)
{
	for (int i = 1; i < count; ++i)
	{
		bound_walk moving = walks[i];
		int at = i;
		for (; at > 0 && moving.cost < walks[at - 1].cost; --at)
			walks[at] = walks[at - 1];
		walks[at] = moving;
	}
}

void bound_compete(const bound_contest *contest, bound_walk *walks, int count)
{
	double step = contest->step;
	uint32_t evaluations = contest->evaluations;
	for (; count > 1; count = (count + 1) / 2, evaluations *= 2, step *= 0.125)
	{
		for (int i = 0; i < count; ++i)
			walks[i].cost = bound_descend(
				contest->cost, walks[i].user, walks[i].x, contest->dimensions, step, 0.125 * step, evaluations);
		for (int i = 0; i < count && contest->learn; ++i)
			contest->learn(walks[i].user, walks[i].x);
		for (int i = 0; i < count && contest->learn; ++i)
			walks[i].cost = contest->cost(walks[i].user, walks[i].x, HUGE_VAL);
		sort_walks(walks, count);
	}
	walks[0].cost = bound_descend(
		contest->cost, walks[0].user, walks[0].x, contest->dimensions, step, contest->least_step, evaluations);
}

/// Directions by their cost, the best first.
typedef struct shortlist
{
	kiln_d3 directions[BOUND_LISTED];
	double costs[BOUND_LISTED];
	int count;
	bound_cost cost;
	void *user;
	bool opposite;
} shortlist;

/// Directions whose cosine is above this limit count as the same.
#define SAME (1 - 1e-6)

static bool is_listed(const shortlist *list, kiln_d3 direction)
{
	for (int i = 0; i < list->count; ++i)
	{
		double cosine = kiln_d3_dot(list->directions[i], direction);
		if (cosine > SAME || (cosine < -SAME && !list->opposite))
			return true;
	}
	return false;
}

static void try_one(shortlist *list, kiln_d3 direction)
{
	if (is_listed(list, direction))
		return;
	const double x[3] = {direction.x, direction.y, direction.z};
	double cost = list->cost(list->user, x, HUGE_VAL);
	int at = list->count;
	while (at > 0 && cost < list->costs[at - 1])
		--at;
	if (at == BOUND_LISTED)
		return;
	for (int i = list->count < BOUND_LISTED ? list->count++ : BOUND_LISTED - 1; i > at; --i)
	{
		list->costs[i] = list->costs[i - 1];
		list->directions[i] = list->directions[i - 1];
	}
	list->costs[at] = cost;
	list->directions[at] = direction;
}

static void try_direction(shortlist *list, kiln_d3 direction)
{
	direction = bound_unit(direction);
	try_one(list, direction);
	if (list->opposite)
		try_one(list, kiln_d3_scale(direction, -1));
}

static void try_frame(shortlist *list, const obb_frame *frame)
{
	for (int i = 0; i < 3; ++i)
		try_direction(list, bound_vector(frame->axes[i]));
}

static kiln_d3 edge_vector(const obb_cloud *cloud, uint32_t edge)
{
	const convex_hull *h = cloud->input.hull;
	kiln_d3 from = bound_local(cloud, h->origins[edge]);
	return kiln_d3_sub(bound_local(cloud, h->origins[h->twins[edge]]), from);
}

#define LARGEST 16

/// Tries the longest vectors among the faces' normals or the edges. Each vector that is longer than the shortest kept
/// one replaces it.
static void try_largest(
	shortlist *list, const obb_cloud *cloud, kiln_d3 (*vector)(const obb_cloud *, uint32_t), uint32_t count)
{
	kiln_d3 largest[LARGEST];
	double lengths[LARGEST];
	int kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 v = vector(cloud, i);
		double length = kiln_d3_length2(v);
		if (kept == LARGEST && length <= lengths[LARGEST - 1])
			continue;
		int at = kept < LARGEST ? kept++ : LARGEST - 1;
		for (; at > 0 && length > lengths[at - 1]; --at)
		{
			largest[at] = largest[at - 1];
			lengths[at] = lengths[at - 1];
		}
		largest[at] = v;
		lengths[at] = length;
	}
	for (int i = 0; i < kept; ++i)
		try_direction(list, largest[i]);
}

kiln_d3 bound_grid_direction(int cells, int i)
{
	int face = i / (cells * cells), cell = i % (cells * cells);
	double s = (2.0 * (cell % cells) + 1) / cells - 1, t = (2.0 * (cell / cells) + 1) / cells - 1;
	return face == 0 ? (kiln_d3){1, s, t} : face == 1 ? (kiln_d3){t, 1, s} : (kiln_d3){s, t, 1};
}

static void try_grid(shortlist *list)
{
	const int cells = 5;
	for (int i = 0; i < 3 * cells * cells; ++i)
		try_direction(list, bound_grid_direction(cells, i));
}

/// A direction near another one, by coordinates in the plane perpendicular to it.
typedef struct tilt
{
	kiln_d3 middle, u, v;
	bound_cost cost;
	void *user;
} tilt;

static kiln_d3 tilted(const tilt *t, const double *x)
{
	return bound_unit_near(kiln_d3_along(kiln_d3_along(t->middle, x[0], t->u), x[1], t->v));
}

static double tilted_cost(void *user, const double *x, double limit)
{
	const tilt *t = user;
	kiln_d3 d = tilted(t, x);
	const double direction[3] = {d.x, d.y, d.z};
	return t->cost(t->user, direction, limit);
}

kiln_d3 bound_tilt_direction(
	bound_cost cost, void *user, kiln_d3 direction, double step, double least_step, uint32_t evaluations, double *least)
{
	tilt t = {.middle = direction, .cost = cost, .user = user};
	bound_across(t.middle, &t.u, &t.v);
	double x[2] = {0, 0};
	*least = bound_descend(tilted_cost, &t, x, 2, step, least_step, evaluations);
	return tilted(&t, x);
}

/// Lists the best few of many directions, the cheapest first. The candidates are the principal axes of the cloud's
/// hull, the axes of a k-DOP, normals of the largest faces, the longest edges, and a grid. Both a direction and its
/// opposite are tried when `opposite` says that they differ. The cost's `x` is a unit direction. Returns the number of
/// directions, at least one.
static int list_directions(
	const obb_cloud *cloud, bound_cost cost, void *user, bool opposite, kiln_d3 directions[BOUND_LISTED])
{
	shortlist list = {.cost = cost, .user = user, .opposite = opposite};
	const obb_frame frames[3] = {obb_surface_covariance(cloud), obb_inertia(cloud), obb_extremal(cloud)};
	for (int i = 0; i < 3; ++i)
		try_frame(&list, &frames[i]);
	for (int i = 0; i < KILN_KDOP_AXES; ++i)
	{
		const signed char *axis = bound_kdop_axes[i];
		try_direction(&list, (kiln_d3){axis[0], axis[1], axis[2]});
	}
	try_largest(&list, cloud, obb_face_normal, cloud->input.hull->face_count);
	try_largest(&list, cloud, edge_vector, cloud->input.hull->half_edge_count);
	try_grid(&list);
	memcpy(directions, list.directions, sizeof list.directions);
	return list.count;
}

kiln_d3 bound_search_direction(const obb_cloud *cloud, bound_cost cost, void *user, bool opposite, uint32_t evaluations)
{
	kiln_d3 directions[BOUND_LISTED];
	int count = list_directions(cloud, cost, user, opposite, directions);
	tilt tilts[BOUND_LISTED];
	bound_walk walks[BOUND_LISTED] = {0};
	for (int i = 0; i < count; ++i)
	{
		tilts[i] = (tilt){.middle = directions[i], .cost = cost, .user = user};
		bound_across(tilts[i].middle, &tilts[i].u, &tilts[i].v);
		walks[i].user = &tilts[i];
	}
	const bound_contest contest = {
		.cost = tilted_cost, .dimensions = 2, .step = 0.1, .least_step = 1e-5, .evaluations = evaluations};
	bound_compete(&contest, walks, count);
	return tilted(walks[0].user, walks[0].x);
}

#define SEEN_CELLS 12
#define FEW (2 * 3 * SEEN_CELLS * SEEN_CELLS)

/// Marks both extreme points along each direction of the grid.
static uint32_t mark_extremes(const obb_cloud *cloud, uint8_t *marks)
{
	uint32_t marked = 0;
	for (int i = 0; i < 3 * SEEN_CELLS * SEEN_CELLS; ++i)
	{
		kiln_d3 direction = bound_grid_direction(SEEN_CELLS, i);
		uint32_t ends[2] = {0, 0};
		double low = HUGE_VAL, high = -HUGE_VAL;
		for (uint32_t p = 0; p < cloud->count; ++p)
		{
			double at = kiln_d3_dot(direction, bound_local(cloud, p));
			ends[0] = at < low ? p : ends[0];
			ends[1] = at > high ? p : ends[1];
			low = at < low ? at : low;
			high = at > high ? at : high;
		}
		for (int end = 0; end < 2; ++end)
		{
			marked += !marks[ends[end]];
			marks[ends[end]] = 1;
		}
	}
	return marked;
}

kilncook_status bound_reduce(const kilncook_context *context, const obb_cloud *cloud, obb_cloud *few)
{
	*few = *cloud;
	if (cloud->count <= FEW)
		return KILNCOOK_OK;
	kilncook_status status = KILNCOOK_INTERNAL;
	uint8_t *marks = cook_alloc_zero(context, cloud->count, sizeof *marks);
	if (marks)
	{
		few->count = mark_extremes(cloud, marks);
		few->points = cook_alloc(context, few->count, sizeof *few->points);
		status = few->points ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	}
	for (uint32_t i = 0, kept = 0; status == KILNCOOK_OK && i < cloud->count; ++i)
		if (marks[i])
			memcpy(few->points[kept++], cloud->points[i], sizeof *few->points);
	cook_free(context, marks, cloud->count, sizeof *marks);
	return status;
}

void bound_reduced_free(const kilncook_context *context, const obb_cloud *cloud, obb_cloud *few)
{
	if (few->points != cloud->points)
		cook_free(context, few->points, few->count, sizeof *few->points);
	*few = (obb_cloud){0};
}
