// SPDX-License-Identifier: MIT
#include "bounds/core.h"
#include "bounds/outward.h"
#include "convex/motion/motion.h"
#include "math/budget.h"
#include "pair/kernel/query.h"
#include "pair/kernel/record.h"
#include "pair/kernel/sift.h"

#include <math.h>
#include <string.h>

/// The most distances that are computed.
#define STEPS_MOST 512

/// A moving object.
typedef struct pair_mover
{
	kiln_course course;
	kiln_d3 center;		///< center of the sweep, in the object's coordinates, scaled
	kiln_d3 middle;		///< middle of its box, likewise
	kiln_object object; ///< without a pose: its places define its position
	kiln_pair_side rest;
	double reach; ///< greatest distance of a point from its origin
	double swing; ///< and from the axis of rotation; 0 without rotation
	double extent;
	bool solid; ///< a hull or primitive takes part
} pair_mover;

/// Without rotation, moves the center into the object, so that the given center makes no coordinates large.
static void settle(pair_mover *mover, const kiln_sweep *sweep, kiln_d3 middle)
{
	kiln_course *course = &mover->course;
	mover->middle = kiln_d3_scale(middle, course->scale);
	mover->center = kiln_d3_scale(kiln_d3_from(sweep->center), course->scale);
	if (course->bend > 0)
		return;
	const kiln_posing from = kiln_posing_of(&sweep->from);
	mover->center = mover->middle;
	course->start = kiln_posing_point(&from, middle);
	course->way = kiln_d3_sub(kiln_d3_from(sweep->to.translation), kiln_d3_from(sweep->from.translation));
}

/// Computes reach, swing and extent from the corners of the object's box.
static void measure_box(pair_mover *mover, const kiln_sweep *sweep)
{
	const kiln_pair_side *side = &mover->rest;
	const kiln_pair_tree *tree = side->single ? &side->part.tree : &side->tree;
	const kiln_place *place = side->single ? &side->part.box : &side->pose;
	const kiln_course *course = &mover->course;
	kiln_d3 axes[3];
	settle(mover, sweep, kiln_place_point(place, kiln_d3_from_floats(tree->middle)));
	kilni_course_axes(course, 0, axes);
	kiln_d3 axis = kiln_turned_back(axes, course->axis);
	double reach2 = 0, swing2 = 0;
	for (int i = 0; i < 8; ++i)
	{
		double x = (double)tree->middle[0] + (i & 1 ? 1 : -1) * (double)tree->half[0];
		double y = (double)tree->middle[1] + (i & 2 ? 1 : -1) * (double)tree->half[1];
		double z = (double)tree->middle[2] + (i & 4 ? 1 : -1) * (double)tree->half[2];
		kiln_d3 corner = kiln_d3_scale(kiln_place_point(place, (kiln_d3){x, y, z}), course->scale);
		kiln_d3 away = kiln_d3_sub(corner, mover->center);
		reach2 = kiln_double_max(reach2, kiln_d3_length2(corner));
		swing2 = kiln_double_max(swing2, kiln_d3_length2(kiln_d3_cross(axis, away)));
	}
	mover->reach = sqrt(reach2) * (1 + 0x1p-20);
	mover->swing = course->bend > 0 ? sqrt(swing2) * (1 + 0x1p-20) : 0;
	const kiln_d3 wide = kiln_place_extent(place, kiln_d3_from_floats(tree->half));
	mover->extent = sqrt(kiln_d3_length2(wide)) * course->scale;
}

static bool has_solids(const kiln_object *object)
{
	const kiln_asset *asset = object->asset;
	if (!asset)
		return false;
	if (object->shape != KILN_NONE)
		return asset->shapes[object->shape].kind != KILN_SHAPE_MESH;
	for (uint32_t i = 0; i < asset->node_count; ++i)
		if (asset->nodes[i].mesh == KILN_NONE && kiln_filter_node(asset, i) != KILN_FILTER_NONE)
			return true;
	return false;
}

static bool begin(pair_mover *mover, const kiln_object *object, const kiln_sweep *sweep)
{
	if (!object)
		return false;
	const kiln_sweep still = {.from = object->pose, .to = object->pose};
	sweep = sweep ? sweep : &still;
	if (!kilni_course_of(sweep, &mover->course))
		return false;
	// As in any pair query, the first and the last pose must be in range.
	mover->object = *object;
	mover->object.pose = sweep->from;
	if (!kilni_pair_side_of(&mover->rest, &mover->object))
		return false;
	mover->object.pose = sweep->to;
	if (!kilni_pair_side_of(&mover->rest, &mover->object))
		return false;
	mover->object.pose = (kiln_pose){.scale = 0};
	if (!kilni_pair_side_of(&mover->rest, &mover->object))
		return false;
	// So that no two objects count as having one pose.
	mover->object.pose.scale = -HUGE_VALF + HUGE_VALF;
	mover->solid = has_solids(object);
	measure_box(mover, sweep);
	return true;
}

/// The middle of an object's box at a time.
static kiln_d3 middle_at(const pair_mover *mover, double t)
{
	kiln_d3 axes[3];
	kilni_course_axes(&mover->course, t, axes);
	return kiln_d3_add(
		kiln_course_center(&mover->course, t), kiln_turned(axes, kiln_d3_sub(mover->middle, mover->center)));
}

/// The side of a query at a time, relative to `eye`.
static void place_at(const pair_mover *mover, double t, kiln_d3 eye, kiln_pair_side *side)
{
	const kiln_course *course = &mover->course;
	kiln_d3 axes[3];
	kilni_course_axes(course, t, axes);
	*side = mover->rest;
	side->pose = (kiln_place){.moved = true};
	for (int i = 0; i < 3; ++i)
	{
		side->pose.column[i] = kiln_d3_scale(axes[i], course->scale);
		side->pose.inverse[i] = kiln_d3_scale(axes[i], 1 / course->scale);
	}
	kiln_d3 center = kiln_d3_sub(kiln_course_center(course, t), eye);
	side->pose.origin = kiln_d3_sub(center, kiln_turned(axes, mover->center));
	if (!side->single)
		return;
	side->part.place = kiln_place_join(&side->pose, &mover->rest.part.place);
	side->part.box = kiln_place_join(&side->pose, &mover->rest.part.box);
}

/// The state of a search.
typedef struct time_search
{
	pair_mover mover[2];
	kiln_pair_options options;
	double requested; ///< tolerance of the distance at arrival
	double rounding;  ///< of the positions

	// Of the last distance:
	double slack;	  ///< bound of its error, except for a share of itself
	double tolerance; ///< at least a multiple of `slack`
	kiln_d3 eye;	  ///< the eye of its computation
	kiln_pair_separation separation;
	uint32_t steps;
} time_search;

static double largest_of(const pair_mover *mover)
{
	return kiln_d3_largest(mover->course.start) + kiln_d3_largest(mover->course.way) + kiln_d3_largest(mover->center);
}

static void set_limits(time_search *search, double tolerance)
{
	const pair_mover *a = &search->mover[0], *b = &search->mover[1];
	search->requested = tolerance > 0 ? tolerance : 0x1p-20 * (a->extent + b->extent);
	search->rounding = 0x1p-48 * (largest_of(a) + largest_of(b));
}

/// Sets the error bound of distances while the objects are as far apart as at t: it is small where they meet, however
/// far they came.
static void set_slack(time_search *search, double t)
{
	const pair_mover *a = &search->mover[0], *b = &search->mover[1];
	double size = kiln_d3_largest(kiln_d3_sub(middle_at(b, t), middle_at(a, t))) + a->reach + b->reach;
	search->slack = (a->solid || b->solid ? 0x1p-27 : 0x1p-38) * size + search->rounding;
	search->tolerance = kiln_double_max(search->requested, 8 * search->slack);
}

/// An upper bound of the approach of two points of the objects per unit of time after `from`.
static double closing(const time_search *search, double from)
{
	const kiln_course *a = &search->mover[0].course, *b = &search->mover[1].course;
	double speed = sqrt(kiln_d3_length2(kiln_d3_sub(b->way, a->way)));
	speed += kilni_course_spin(a, from, 1).speed * search->mover[0].swing;
	speed += kilni_course_spin(b, from, 1).speed * search->mover[1].swing;
	return speed * (1 + 0x1p-40);
}

/// The distance at t, relative to `eye`; `proved` is a lower bound. Distances that cannot close before the end are not
/// computed exactly.
static double measure_from(time_search *search, kiln_d3 eye, double t, double speed, double *proved)
{
	kiln_pair_side side[2];
	search->eye = eye;
	place_at(&search->mover[0], t, eye, &side[0]);
	place_at(&search->mover[1], t, eye, &side[1]);
	set_slack(search, t);
	double far = (speed * (1 - t) + 4 * search->slack) * (1 + 0x1p-20) + search->tolerance;
	search->options.upper = kiln_float_up(far);
	search->options.lower = 0;
	++search->steps;
	KILN_RECORD_TIME(search->options.budget, t);
	kiln_pair_separation found = kilni_sides_distance(&side[0], &side[1], &search->options);
	if (found.found)
		search->separation = found;
	double distance = found.found ? (double)found.distance : far;
	*proved = distance * (1 - 0x1p-21) - search->slack;
	return distance;
}

/// Whether the work ran out, so that the last distance is unknown.
static bool has_ended(const time_search *search)
{
	return kiln_budget_ended(search->options.budget);
}

static double measure(time_search *search, double t, double speed, double *proved)
{
	return measure_from(search, middle_at(&search->mover[0], t), t, speed, proved);
}

/// Advances from a time at which `proved` is left. Tries to advance farther than the gap lasts at the greatest speed;
/// how far depends on the share of this speed in the last step. The time between two distances is free if their sum is
/// at least the greatest approach in between (Keinert 2014 uses this along rays). Returns true at the end, or within
/// the tolerance.
typedef struct time_step
{
	double t, proved, distance;
	double share; ///< share of the greatest speed at which they approach
} time_step;

static void advance(time_search *search, time_step *step, double speed)
{
	double sure = step->proved / speed, bold = sure * 1.96 / (1 + kiln_double_max(step->share, -0.02));
	for (int i = bold > sure ? 0 : 1; i < 2; ++i)
	{
		double next = kiln_double_min(step->t + (i == 0 ? bold : sure), 1), proved, way = next - step->t;
		double distance = measure(search, next, speed, &proved);
		if (has_ended(search))
			return;
		if (i == 0 && !(step->proved + proved >= speed * way))
			continue;
		step->share = way > 0 ? (step->proved - proved) / (speed * way) : 1;
		step->distance = distance;
		step->proved = proved;
		step->t = next;
		return;
	}
}

/// Whether the objects meet; `step` gets the end of the search.
static bool find(time_search *search, time_step *step)
{
	double speed = closing(search, 0);
	*step = (time_step){.share = 1};
	step->distance = measure(search, 0, speed, &step->proved);
	while (!has_ended(search) && step->distance > search->tolerance && search->steps < STEPS_MOST)
	{
		double before = step->t;
		speed = closing(search, before);
		// NaN proves nothing.
		if (speed * (1 - before) <= step->proved)
			return false;
		if (step->proved > 0)
			advance(search, step, speed);
		if (!(step->t > before))
			break;
	}
	return true;
}

static void answer(time_search *search, const time_step *step, kiln_pair_impact *impact)
{
	double proved, speed = closing(search, 0);
	impact->hit = true;
	impact->t = kiln_tight_down(step->t);
	// At the reported time; relative to the place of contact, so that the vector between both points is not rounded.
	double distance = measure(search, (double)impact->t, speed, &proved);
	const kiln_pair_separation *found = &search->separation;
	kiln_d3 middle = kiln_d3_add(kiln_d3_from(found->on_a), kiln_d3_from(found->on_b));
	kiln_d3 there = kiln_d3_along(search->eye, 0.5, middle);
	// Maps without any correct digits, which no proved blob has, may give no point.
	if (!(kiln_d3_length2(there) < HUGE_VAL))
		there = search->eye;
	double seen = measure_from(search, there, (double)impact->t, speed, &proved);
	search->steps -= 2;
	impact->inside = step->t == 0 && !(seen > 0);
	kiln_d3 on_a = kiln_d3_from(found->on_a), on_b = kiln_d3_from(found->on_b);
	impact->gap = impact->inside ? 0 : kiln_float_up(distance * (1 + 0x1p-21) + search->slack);
	impact->point = kiln_d3_to(kiln_d3_along(there, 0.5, kiln_d3_add(on_a, on_b)));
	if (!impact->inside)
		impact->normal = kiln_d3_to(kilni_d3_unit(kiln_d3_sub(on_a, on_b)));
	impact->node_a = found->node_a;
	impact->node_b = found->node_b;
	impact->triangle_a = found->triangle_a;
	impact->triangle_b = found->triangle_b;
}

// --- Two solids -------------------------------------------------------------------------------------------------------

static bool is_solid(const kiln_object *object)
{
	return object && object->asset && object->shape < object->asset->shape_count && !object->deformed &&
		   object->asset->shapes[object->shape].kind != KILN_SHAPE_MESH;
}

/// Two single hulls or primitives use a better method.
static kiln_status find_solids(
	const kiln_object *const objects[2], const kiln_sweep *const sweeps[2], float tolerance, kiln_pair_impact *impact)
{
	kiln_hull hulls[2];
	kiln_convex_shape shapes[2];
	kiln_convex_impact found;
	for (int i = 0; i < 2; ++i)
		if (!kiln_convex_from_asset(objects[i]->asset, objects[i]->shape, &hulls[i], &shapes[i]))
			return KILN_E_ARGUMENT;
	kiln_status status =
		kiln_convex_time_of_impact(&shapes[0], sweeps[0], &shapes[1], sweeps[1], tolerance, NULL, &found);
	impact->steps = found.steps;
	if (!found.hit)
		return status;
	impact->hit = true;
	impact->inside = found.inside;
	impact->t = found.t;
	impact->gap = found.gap;
	impact->point = found.point;
	impact->normal = found.normal;
	impact->node_a = impact->node_b = impact->triangle_a = impact->triangle_b = KILN_NONE;
	return status;
}

kiln_status kiln_pair_time_of_impact(const kiln_object *a, const kiln_sweep *sweep_a, const kiln_object *b,
	const kiln_sweep *sweep_b, float tolerance, const kiln_pair_options *options, kiln_pair_impact *impact)
{
	time_search search;
	if (!impact)
		return KILN_E_ARGUMENT;
	memset(impact, 0, sizeof *impact);
	if (!(tolerance >= 0 && tolerance <= KILN_COORDINATE_MAX) || !kilni_pair_options_of(&search.options, options) ||
		!begin(&search.mover[0], a, sweep_a) || !begin(&search.mover[1], b, sweep_b))
		return KILN_E_ARGUMENT;
	if (is_solid(a) && is_solid(b))
	{
		const kiln_sweep still[2] = {{.from = a->pose, .to = a->pose}, {.from = b->pose, .to = b->pose}};
		const kiln_object *const objects[2] = {a, b};
		const kiln_sweep *const sweeps[2] = {sweep_a ? sweep_a : &still[0], sweep_b ? sweep_b : &still[1]};
		kilni_budget_begin(search.options.budget);
		if (!kiln_budget_take(search.options.budget, KILN_BUDGET_CONVEX))
			return KILN_E_BUDGET;
		const kiln_pair_sift sift = {{&search.mover[0].rest.part, &search.mover[1].rest.part}, search.options.filter};
		if (kilni_pair_sift_parts(&sift) == KILN_FILTER_NONE)
			return KILN_OK;
		return find_solids(objects, sweeps, tolerance, impact);
	}
	search.steps = 0;
	set_limits(&search, (double)tolerance);
	time_step step;
	kilni_budget_begin(search.options.budget);
	if (find(&search, &step) && !has_ended(&search))
		answer(&search, &step, impact);
	if (has_ended(&search))
	{
		memset(impact, 0, sizeof *impact);
		impact->t = kiln_tight_down(step.t);
	}
	impact->steps = search.steps;
	return kiln_budget_status(search.options.budget);
}
