// SPDX-License-Identifier: MIT
#include "flush.h"
#include "memory.h"
#include "methods.h"
#include "obb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Lengths below this share of the longest length count as flat: volumes in the search would be rounding errors.
#define FLAT 1e-9

/// About how often each point is projected while a box turns to a local minimum.
#define REFINEMENT 40

/// Rounds that add a few corners each. If the two boxes still differ after these rounds, as they do for round bodies, a
/// round adds many corners.
#define PATIENCE 4
#define GAP 1e-4

/// The number of boxes in a round that choose corners to add.
#define ASKED 8

/// A hull, the vertices that the search has chosen so far, and the best box around the whole hull.
typedef struct best_state
{
	const kilncook_context *context;
	const obb_cloud *cloud;
	obb_work work;
	obb_frame frame; ///< the best box around the whole hull
	double cost;	 ///< its volume
	bool *chosen;	 ///< of the cloud's points
	uint32_t *order; ///< the chosen ones
	uint32_t chosen_count;
	float (*gathered)[3];
	double least; ///< volume of the least box around the chosen ones
	uint64_t effort;
} best_state;

static void choose(best_state *s, uint32_t point)
{
	if (!s->chosen[point])
		s->order[s->chosen_count++] = point;
	s->chosen[point] = true;
}

/// Chooses the extreme points along an axis of any length.
static void choose_along(best_state *s, const double axis[3])
{
	uint32_t low = 0, high = 0;
	double least = obb_dot(s->cloud->points[0], axis), most = least;
	for (uint32_t i = 1; i < s->cloud->count; ++i)
	{
		double d = obb_dot(s->cloud->points[i], axis);
		low = d < least ? i : low;
		least = d < least ? d : least;
		high = d > most ? i : high;
		most = d > most ? d : most;
	}
	s->work.spent += s->cloud->count;
	choose(s, low);
	choose(s, high);
}

/// Chooses extreme points in the directions to the surface of a cube of (2 reach + 1)^3 lattice points in the frame of
/// the best box; chooses all points where the extreme points would be nearly all. Does nothing where the work would use
/// much of the effort.
static void choose_lattice(best_state *s, int reach)
{
	const int side = 2 * reach + 1;
	uint64_t directions = 12 * (uint64_t)reach * (uint64_t)reach + 1;
	bool all = 2 * directions >= s->cloud->count;
	for (uint32_t i = 0; i < s->cloud->count && all; ++i)
		choose(s, i);
	if (all || s->work.spent + directions * s->cloud->count > s->effort / 2)
		return;
	obb_extents e = obb_measure((const double(*)[3])s->cloud->points, s->cloud->count, &s->frame);
	// Half of the lattice is enough: the other half has the opposite directions.
	for (int n = 0; n < side * side * side / 2; ++n)
	{
		const int at[3] = {n % side - reach, n / side % side - reach, n / side / side - reach};
		if (abs(at[0]) != reach && abs(at[1]) != reach && abs(at[2]) != reach)
			continue;
		double axis[3] = {0};
		for (uint32_t i = 0; i < 3; ++i)
			for (uint32_t k = 0; k < 3; ++k)
				axis[k] += at[i] / (e.high[i] - e.low[i]) * s->frame.axes[i][k];
		choose_along(s, axis);
	}
}

/// Measures a box around all points.
static void offer(best_state *s, const obb_frame *frame)
{
	double cost = obb_cost((const double(*)[3])s->cloud->points, s->cloud->count, frame);
	s->work.spent += s->cloud->count;
	if (cost < s->cost)
	{
		s->cost = cost;
		s->frame = *frame;
	}
}

/// Measures a box after it has been turned to a local minimum, if the effort allows.
static void offer_refined(best_state *s, obb_frame frame)
{
	if (REFINEMENT * (uint64_t)s->cloud->count < s->effort / 4)
		obb_refine((const double(*)[3])s->cloud->points, s->cloud->count, &s->work, &frame);
	offer(s, &frame);
}

/// Measures boxes that are turned to a local minimum around the few points, as a first bound.
static void offer_first(best_state *s, const obb_cloud *few)
{
	obb_frame frames[2] = {s->frame, obb_frame_identity()};
	for (uint32_t i = 0; i < 2; ++i)
	{
		obb_refine((const double(*)[3])few->points, few->count, &s->work, &frames[i]);
		offer(s, &frames[i]);
	}
}

/// Chooses the extreme points along the axes of the smaller boxes, and measures these boxes around all points.
static void learn(best_state *s, const obb_flush *flush)
{
	for (uint32_t i = 0; i < flush->trail_count && i < ASKED; ++i)
	{
		const obb_frame *frame = &flush->trail[flush->trail_count - 1 - i];
		for (uint32_t k = 0; k < 3; ++k)
			choose_along(s, frame->axes[k]);
		if (i == 0)
			offer_refined(s, *frame);
		else
			offer(s, frame);
	}
}

/// Finds the least box around the chosen points. `*done` when this box is no smaller than the best box around all
/// points.
static kilncook_status search_round(best_state *s, double tolerance, bool first, bool *done)
{
	for (uint32_t i = 0; i < s->chosen_count; ++i)
		memcpy(s->gathered[i], s->cloud->input.hull->vertices[s->order[i]], sizeof *s->gathered);
	bound_input input = {.points = (const float(*)[3])s->gathered, .count = s->chosen_count};
	obb_cloud few;
	kilncook_status status = obb_cloud_make(s->context, &input, &few);
	if (status != KILNCOOK_OK)
		return status;
	if (first)
		offer_first(s, &few);
	uint32_t chosen = s->chosen_count;
	double cost = s->cost, zoom = few.scale / s->cloud->scale;
	obb_flush flush = {.volume = cost * zoom * zoom * zoom,
		.tolerance = tolerance,
		.budget = s->work.spent < s->effort ? s->effort - s->work.spent : 0};
	if (few.input.hull->dimension == 3 && !obb_flush_search(s->context, &few, &flush))
		status = KILNCOOK_INTERNAL;
	obb_cloud_free(s->context, &few);
	s->work.spent += flush.spent;
	s->least = flush.volume / (zoom * zoom * zoom);
	if (status == KILNCOOK_OK)
		learn(s, &flush);
	*done = s->chosen_count == chosen && !(s->cost < cost);
	return status;
}

static kilncook_status search_all(best_state *s, double tolerance)
{
	uint32_t count = s->cloud->count;
	s->chosen = cook_alloc_zero(s->context, count, sizeof *s->chosen);
	s->order = cook_alloc(s->context, count, sizeof *s->order);
	s->gathered = cook_alloc(s->context, count, sizeof *s->gathered);
	kilncook_status status = s->chosen && s->order && s->gathered ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	// Chooses at least six points, whatever the effort.
	for (uint32_t k = 0; k < 3 && status == KILNCOOK_OK; ++k)
		choose_along(s, s->frame.axes[k]);
	if (status == KILNCOOK_OK)
		choose_lattice(s, 62 * (uint64_t)count < s->effort / 4 ? 2 : 1);
	bool done = false;
	int reach = 2;
	for (uint32_t round = 0; status == KILNCOOK_OK && !done && s->work.spent < s->effort; ++round)
	{
		status = search_round(s, tolerance, round == 0, &done);
		if (status == KILNCOOK_OK && !done && round % PATIENCE == PATIENCE - 1 && s->least < s->cost * (1.0 - GAP))
			choose_lattice(s, reach *= 2);
	}
	cook_free(s->context, s->chosen, count, sizeof *s->chosen);
	cook_free(s->context, s->order, count, sizeof *s->order);
	cook_free(s->context, s->gathered, count, sizeof *s->gathered);
	return status;
}

static bool is_flat(const obb_cloud *cloud, const obb_frame *frame)
{
	obb_extents e = obb_measure((const double(*)[3])cloud->points, cloud->count, frame);
	bool flat = cloud->input.hull->dimension < 3;
	for (uint32_t k = 0; k < 3; ++k)
		flat |= e.high[k] - e.low[k] < FLAT;
	return flat;
}

kilncook_status obb_least(
	const kilncook_context *context, const obb_cloud *cloud, uint64_t effort, double tolerance, obb_frame *frame)
{
	best_state s = {.context = context, .cloud = cloud, .effort = effort, .frame = obb_surface_covariance(cloud)};
	if (!obb_work_make(context, cloud->count, &s.work))
		return KILNCOOK_INTERNAL;
	const double(*points)[3] = (const double(*)[3])cloud->points;
	obb_frame straight = obb_frame_identity();
	s.cost = obb_cost(points, cloud->count, &s.frame);
	kilncook_status status = KILNCOOK_OK;
	if (is_flat(cloud, &s.frame))
	{
		obb_refine(points, cloud->count, &s.work, &s.frame);
		s.cost = obb_cost(points, cloud->count, &s.frame);
	}
	else
		status = search_all(&s, tolerance);
	offer(&s, &straight);
	offer_refined(&s, s.frame);
	obb_work_free(context, &s.work);
	*frame = s.frame;
	return status;
}
