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

/// Rounds that add a few corners each. If the two boxes still differ after these rounds, as they do for round bodies, a
/// round adds many corners.
#define PATIENCE 4
#define GAP 1e-4

/// The number of boxes in a round that choose corners to add.
#define ASKED 8

/// The search starts from four frames that suit many hulls and, unless the points are few, from the rotations of a grid, so
/// many a side.
#define CELLS 2
#define STARTS (4 + CELLS * CELLS * CELLS)
#define STARTS_FROM 16

/// So many boxes turn to a local minimum. Those that come to the same cost, to rounding, count as one.
#define FINALISTS 6
#define SAME 1e-9

/// A search by pairs of edges is not begun with less effort than this for each pair of points: so small a part of it rarely
/// betters a box.
#define SEARCHED 3

/// A box whose cost is so many times the least is not turned to its local minimum.
#define LOST 1.1

/// The least cosine between axes of boxes that come to the same local minimum.
#define NEAR 0.999

static double cell_middle(int n)
{
	return OBB_REACH_ALL * ((2 * n + 1.0) / CELLS - 1);
}

/// A hull, the vertices that the search has chosen so far, and the best box around the whole hull.
typedef struct best_state
{
	const kilncook_context *context;
	const obb_cloud *cloud;
	obb_work work;
	obb_frame frame; ///< the best box around the whole hull
	double cost;	 ///< its volume
	bool refined;	 ///< whether no turn about one of its axes makes it smaller
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

/// Chooses the first of the points that are extreme along an axis of any length, to both sides.
static void choose_along(best_state *s, const double axis[3])
{
	uint32_t ends[2];
	bound_lanes_extremes(&s->work.lanes, (kiln_d3){axis[0], axis[1], axis[2]}, ends);
	choose(s, ends[0]);
	choose(s, ends[1]);
	s->work.spent += s->cloud->count;
}

/// Chooses extreme points in the directions to the surface of a cube of (2 reach + 1)^3 lattice points in the frame of
/// the best box; chooses all points where the extreme points would be nearly all. Chooses none where that would be too much work.
static void choose_lattice(best_state *s, int reach)
{
	const int side = 2 * reach + 1;
	uint64_t directions = 12 * (uint64_t)reach * (uint64_t)reach + 1;
	bool all = 2 * directions >= s->cloud->count;
	for (uint32_t i = 0; i < s->cloud->count && all; ++i)
		choose(s, i);
	if (all || s->work.spent + directions * s->cloud->count > s->effort)
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
	double cost = obb_work_cost(&s->work, frame);
	s->work.spent += s->cloud->count;
	if (cost < s->cost)
	{
		s->cost = cost;
		s->frame = *frame;
		s->refined = false;
	}
}

/// Turns the best box to a local minimum.
static void refine(best_state *s)
{
	if (!s->refined)
		s->cost = obb_refine(&s->work, &s->frame);
	s->refined = true;
}

/// Measures a box after it has been turned to a local minimum.
static void offer_refined(best_state *s, obb_frame frame)
{
	double cost = obb_refine(&s->work, &frame);
	if (cost < s->cost)
	{
		s->cost = cost;
		s->frame = frame;
		s->refined = true;
	}
}

/// Sorts boxes by cost, and drops those that have come to the same box as another. Returns how many are left.
static uint32_t sort_boxes(obb_turning *boxes, uint32_t count)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		obb_turning box = boxes[i];
		uint32_t at = kept;
		while (at > 0 && box.cost < boxes[at - 1].cost)
			--at;
		if (at > 0 && box.cost <= boxes[at - 1].cost * (1.0 + SAME))
			continue;
		memmove(boxes + at + 1, boxes + at, (kept++ - at) * sizeof *boxes);
		boxes[at] = box;
	}
	return kept;
}

/// Whether each axis of a box is about one of the other's.
static bool is_near(const obb_frame *a, const obb_frame *b)
{
	for (uint32_t i = 0; i < 3; ++i)
	{
		double most = 0;
		for (uint32_t k = 0; k < 3; ++k)
		{
			double cosine = fabs(obb_dot(a->axes[i], b->axes[k]));
			most = cosine > most ? cosine : most;
		}
		if (most < NEAR)
			return false;
	}
	return true;
}

/// Turns boxes to local minima, the best first; drops those that come near to one that has got there. Returns how many are left.
static uint32_t finish_turning(obb_work *work, obb_turning *boxes, uint32_t count)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < count; ++i)
	{
		obb_turning box = boxes[i];
		bool lost = false;
		for (uint32_t turns = 0; turns < OBB_TURNS_MAX && box.idle < 3 && !lost; turns += 3)
		{
			obb_turn_on(work, &box, 3);
			for (uint32_t k = 0; k < kept && !lost; ++k)
				lost = boxes[k].cost <= box.cost && is_near(&boxes[k].frame, &box.frame);
		}
		if (!lost)
			boxes[kept++] = box;
	}
	return kept;
}

/// Turns boxes around the few points from many starts: each of them about every axis once, the better half of them about
/// every axis once more, and so on. The best few turn to a local minimum. Measures the least of them around all points. None of
/// this counts as effort, except the measures around all points.
static void offer_first(best_state *s, obb_work *work)
{
	obb_frame frames[STARTS] = {s->frame, obb_frame_identity(), obb_extremal(s->cloud), obb_inertia(s->cloud)};
	obb_turning boxes[STARTS];
	uint64_t spent = work->spent;
	for (int n = 0; n < CELLS * CELLS * CELLS; ++n)
	{
		const double r[3] = {cell_middle(n % CELLS), cell_middle(n / CELLS % CELLS), cell_middle(n / CELLS / CELLS)};
		frames[STARTS - 1 - n] = obb_rotated(&s->frame, r);
	}
	// The exact search soon ends where there are very few points.
	uint32_t count = work->cloud->count > STARTS_FROM ? STARTS : STARTS - CELLS * CELLS * CELLS;
	for (uint32_t i = 0; i < count; ++i)
		boxes[i] = obb_turning_from(work, &frames[i]);
	for (; count > 0; count = (count + 1) / 2)
	{
		for (uint32_t i = 0; i < count; ++i)
			obb_turn_on(work, &boxes[i], 3);
		count = sort_boxes(boxes, count);
		if (count <= FINALISTS)
			break;
	}
	while (count > 1 && boxes[count - 1].cost > boxes[0].cost * LOST)
		--count;
	count = finish_turning(work, boxes, count);
	work->spent = spent;
	// A box around all points is at least as large as that around a few.
	double zoom = s->cloud->scale / work->cloud->scale, unit = zoom * zoom * zoom;
	for (uint32_t i = 0; i < count; ++i)
		if (boxes[i].cost * unit < s->cost)
			offer(s, &boxes[i].frame);
	refine(s);
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

/// Makes a cloud of the chosen points.
static kilncook_status gather(best_state *s, obb_cloud *few)
{
	for (uint32_t i = 0; i < s->chosen_count; ++i)
		memcpy(s->gathered[i], s->cloud->input.hull->vertices[s->order[i]], sizeof *s->gathered);
	bound_input input = {.points = (const float(*)[3])s->gathered, .count = s->chosen_count};
	return obb_cloud_make(s->context, &input, few);
}

/// Makes the first boxes around the chosen points, and improves the best box around all points.
static kilncook_status start(best_state *s, const obb_cloud *few)
{
	if (few == s->cloud)
	{
		offer_first(s, &s->work);
		return KILNCOOK_OK;
	}
	obb_work work;
	if (!obb_work_make(s->context, few, &work))
		return KILNCOOK_INTERNAL;
	offer_first(s, &work);
	obb_work_free(s->context, &work);
	return KILNCOOK_OK;
}

/// Finds the least box around the chosen points. `*done` when this box is no smaller than the best box around all points, and
/// when all points are chosen.
static kilncook_status search_round(best_state *s, double tolerance, bool first, bool *done)
{
	bool all = s->chosen_count == s->cloud->count;
	obb_cloud gathered;
	kilncook_status status = all ? KILNCOOK_OK : gather(s, &gathered);
	if (status != KILNCOOK_OK)
		return status;
	const obb_cloud *few = all ? s->cloud : &gathered;
	if (first)
		status = start(s, few);
	uint32_t chosen = s->chosen_count;
	double cost = s->cost, zoom = few->scale / s->cloud->scale;
	obb_flush flush = {.volume = cost * zoom * zoom * zoom,
		.tolerance = tolerance,
		.budget = s->work.spent < s->effort ? s->effort - s->work.spent : 0};
	bool begun = few->input.hull->dimension == 3 && (uint64_t)few->count * few->count * SEARCHED <= s->effort;
	if (status == KILNCOOK_OK && begun && !obb_flush_search(s->context, few, &flush))
		status = KILNCOOK_INTERNAL;
	if (!all)
		obb_cloud_free(s->context, &gathered);
	s->work.spent += flush.spent;
	s->least = flush.volume / (zoom * zoom * zoom);
	if (status == KILNCOOK_OK)
		learn(s, &flush);
	*done = all || (s->chosen_count == chosen && !(s->cost < cost));
	return status;
}

static kilncook_status search_all(best_state *s, double tolerance)
{
	uint32_t count = s->cloud->count;
	s->chosen = cook_alloc_zero(s->context, count, sizeof *s->chosen);
	s->order = cook_alloc(s->context, count, sizeof *s->order);
	s->gathered = cook_alloc(s->context, count, sizeof *s->gathered);
	kilncook_status status = s->chosen && s->order && s->gathered ? KILNCOOK_OK : KILNCOOK_INTERNAL;
	// The first points are chosen whatever the effort.
	uint64_t effort = s->effort;
	s->effort = UINT64_MAX;
	for (uint32_t k = 0; k < 3 && status == KILNCOOK_OK; ++k)
		choose_along(s, s->frame.axes[k]);
	if (status == KILNCOOK_OK)
		choose_lattice(s, 2);
	s->effort = effort;
	s->work.spent = 0;
	bool done = false;
	int reach = 2;
	for (uint32_t round = 0; status == KILNCOOK_OK && !done && (round == 0 || s->work.spent < s->effort); ++round)
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
	if (!obb_work_make(context, cloud, &s.work))
		return KILNCOOK_INTERNAL;
	obb_frame straight = obb_frame_identity();
	s.cost = obb_work_cost(&s.work, &s.frame);
	kilncook_status status = KILNCOOK_OK;
	if (is_flat(cloud, &s.frame))
		refine(&s);
	else
		status = search_all(&s, tolerance);
	offer(&s, &straight);
	refine(&s);
	obb_work_free(context, &s.work);
	*frame = s.frame;
	return status;
}
