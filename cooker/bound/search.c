// SPDX-License-Identifier: MIT
#include "search.h"

#include "fit.h"
#include "obb_methods.h"
#include "slabs.h"

#include <math.h>
#include <string.h>

uint32_t bound_evaluations(uint64_t effort, uint32_t count)
{
	uint64_t affordable = (effort ? effort : BOUND_SEARCH_EFFORT) / (count ? count : 1);
	return affordable < 200 ? 200 : affordable > 4000 ? 4000 : (uint32_t)affordable;
}

/// Marsaglia's xorshift (2003), mapped to -1 .. 1.
static double random_number(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return (double)(*state >> 11) * 0x1p-52 - 1;
}

/// Steps along +-each axis first, then in random directions.
static void choose_step(int turn, int dimensions, uint64_t *random, double step[BOUND_DIMENSIONS_MAX])
{
	for (int i = 0; i < dimensions; ++i)
		step[i] = turn >= 2 * dimensions ? random_number(random) : turn / 2 != i ? 0 : turn % 2 ? -1 : 1;
}

double bound_descend(
	bound_cost cost, void *user, double *x, int dimensions, double step, double least_step, uint32_t evaluations)
{
	uint64_t random = 88172645463325252u;
	double least = cost(user, x);
	uint32_t spent = 1;
	while (step >= least_step && spent < evaluations)
	{
		bool better = false;
		for (int turn = 0; turn < 4 * dimensions && spent < evaluations; ++turn)
		{
			double direction[BOUND_DIMENSIONS_MAX], tried[BOUND_DIMENSIONS_MAX];
			choose_step(turn, dimensions, &random, direction);
			for (double reach = step; spent < evaluations; reach *= 2)
			{
				for (int i = 0; i < dimensions; ++i)
					tried[i] = x[i] + reach * direction[i];
				double at = cost(user, tried);
				++spent;
				if (!(at < least))
					break;
				least = at;
				better = true;
				memcpy(x, tried, (size_t)dimensions * sizeof *x);
			}
		}
		step = better ? step : step / 2;
	}
	return least;
}

/// Directions by their cost, the best first.
#define KEPT 4

typedef struct shortlist
{
	kiln_d3 directions[KEPT];
	double costs[KEPT];
	int count;
	bound_cost cost;
	void *user;
	bool opposite;
} shortlist;

static void try_one(shortlist *list, kiln_d3 direction)
{
	const double x[3] = {direction.x, direction.y, direction.z};
	double cost = list->cost(list->user, x);
	int at = list->count;
	while (at > 0 && cost < list->costs[at - 1])
		--at;
	if (at == KEPT)
		return;
	for (int i = list->count < KEPT ? list->count++ : KEPT - 1; i > at; --i)
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
		try_direction(list, (kiln_d3){frame->axes[i][0], frame->axes[i][1], frame->axes[i][2]});
}

/// Twice a face's area along its normal.
static kiln_d3 face_normal(const obb_cloud *cloud, uint32_t face)
{
	const hull *h = cloud->hull;
	kiln_d3 first = bound_local(cloud, h->origins[h->face_first[face]]), sum = {0, 0, 0};
	for (uint32_t e = h->face_first[face] + 1; e + 1 < h->face_first[face + 1]; ++e)
	{
		kiln_d3 u = kiln_d3_sub(bound_local(cloud, h->origins[e]), first);
		kiln_d3 v = kiln_d3_sub(bound_local(cloud, h->origins[e + 1]), first);
		sum = kiln_d3_add(sum, kiln_d3_cross(u, v));
	}
	return sum;
}

static kiln_d3 edge_vector(const obb_cloud *cloud, uint32_t edge)
{
	const hull *h = cloud->hull;
	kiln_d3 from = bound_local(cloud, h->origins[edge]);
	return kiln_d3_sub(bound_local(cloud, h->origins[h->twins[edge]]), from);
}

#define LARGEST 16

/// The vectors of greatest length among faces' normals or edges, each longer than what went before it is put in place of
/// the shortest.
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

/// Directions through the cells of the faces of a cube.
static void try_grid(shortlist *list)
{
	const int cells = 5;
	for (int face = 0; face < 3; ++face)
		for (int i = 0; i < cells * cells; ++i)
		{
			double s = (2.0 * (i % cells) + 1) / cells - 1, t = (2.0 * (i / cells) + 1) / cells - 1;
			try_direction(list, face == 0 ? (kiln_d3){1, s, t} : face == 1 ? (kiln_d3){t, 1, s} : (kiln_d3){s, t, 1});
		}
}

/// A direction about another, by coordinates in the plane across it.
typedef struct tilt
{
	kiln_d3 middle, u, v;
	bound_cost cost;
	void *user;
} tilt;

static kiln_d3 tilted(const tilt *t, const double *x)
{
	return bound_unit(kiln_d3_along(kiln_d3_along(t->middle, x[0], t->u), x[1], t->v));
}

static double tilted_cost(void *user, const double *x)
{
	const tilt *t = user;
	kiln_d3 d = tilted(t, x);
	const double direction[3] = {d.x, d.y, d.z};
	return t->cost(t->user, direction);
}

kiln_d3 bound_search_direction(const obb_cloud *cloud, bound_cost cost, void *user, bool opposite, uint64_t effort)
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
	try_largest(&list, cloud, face_normal, cloud->hull->face_count);
	try_largest(&list, cloud, edge_vector, cloud->hull->half_edge_count);
	try_grid(&list);
	uint32_t evaluations = bound_evaluations(effort, cloud->count) / KEPT;
	kiln_d3 best = list.directions[0];
	double least = list.costs[0];
	for (int i = 0; i < list.count; ++i)
	{
		tilt t = {.middle = list.directions[i], .cost = cost, .user = user};
		bound_across(t.middle, &t.u, &t.v);
		double x[2] = {0, 0};
		double at = bound_descend(tilted_cost, &t, x, 2, 0.1, 1e-7, evaluations);
		best = at < least ? tilted(&t, x) : best;
		least = at < least ? at : least;
	}
	return best;
}
