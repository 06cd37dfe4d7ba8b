// SPDX-License-Identifier: MIT
#include "advance.h"

#include "advance_axis.h"

#include <math.h>

void kilni_advance_begin(kiln_advance *advance, const kiln_mover *a, const kiln_mover *b, double tolerance)
{
	const kiln_course *from = &a->course, *to = &b->course;
	*advance = (kiln_advance){.mover = {a, b}};
	advance->start = kiln_d3_sub(to->start, from->start);
	advance->way = kiln_d3_sub(to->way, from->way);
	advance->margin = a->rest[0].margin + b->rest[0].margin;
	double size = kiln_advance_distance(advance, 0, 1) + a->reach + b->reach + advance->margin;
	double world = kiln_d3_largest(from->start) + kiln_d3_largest(to->start) + kiln_d3_largest(from->way) +
				   kiln_d3_largest(to->way);
	advance->slack = 0x1p-45 * size + 0x1p-50 * world;
	advance->tolerance = tolerance > 0 ? tolerance : 0x1p-20 * (a->extent + b->extent);
	advance->tolerance = kiln_double_max(advance->tolerance, 8 * advance->slack);
}

/// Transforms points of a turning body from its own coordinates, or back.
static void move_points(const kiln_course *course, double t, bool back, kiln_d3 *points, uint32_t count)
{
	if (!(course->bend > 0))
		return;
	kiln_d3 c[3];
	kilni_course_axes(course, t, c);
	for (uint32_t i = 0; i < count; ++i)
		points[i] = back ? kiln_turned_back(c, points[i]) : kiln_turned(c, points[i]);
}

/// Moves the simplex with the bodies; its points stay fixed in them.
static void move_simplex(kiln_advance *advance, double t, bool back)
{
	kiln_simplex *simplex = &advance->simplex;
	move_points(&advance->mover[0]->course, t, back, simplex->a, simplex->count);
	move_points(&advance->mover[1]->course, t, back, simplex->b, simplex->count);
}

void kilni_advance_measure(kiln_advance *advance, double t, bool near, kiln_gap *gap)
{
	const kiln_mover *a = advance->mover[0], *b = advance->mover[1];
	kiln_convex terms[2][KILN_CONVEX_TERMS_MAX];
	const kiln_convex *seen[2] = {a->rest, b->rest};
	for (int i = 0; i < 2; ++i)
		if (advance->mover[i]->course.bend > 0)
		{
			kilni_mover_at(advance->mover[i], t, terms[i]);
			seen[i] = terms[i];
		}
	const double margin = advance->margin, arrived = margin + advance->tolerance;
	kiln_enough enough = {near ? arrived : 0, HUGE_VAL, near ? 0x1.f8p-1 : 0, margin};
	move_simplex(advance, t, false);
	kilni_gjk(seen[0], kiln_d3_scale(kiln_advance_between(advance, t), -1), seen[1], enough, &advance->simplex, gap);
	move_simplex(advance, t, true);
}

/// The proven distance of the bodies.
static double proved(const kiln_advance *advance, const kiln_gap *gap)
{
	return gap->lower - advance->margin - advance->slack;
}

double kilni_advance_closing(const kiln_advance *advance, kiln_d3 normal, double from)
{
	double closing = -kiln_d3_dot(normal, advance->way);
	for (int i = 0; i < 2; ++i)
	{
		const kiln_mover *mover = advance->mover[i];
		if (mover->course.bend > 0)
			closing += kilni_course_spin(&mover->course, from, 1).speed * mover->swing *
					   kiln_course_sine(&mover->course, normal);
	}
	// A sum of a few roundings may be too small.
	return closing + 0x1p-48 * sqrt(kiln_d3_length2(advance->way));
}

/// The distance at a time of the search. Returns false if the search ends there.
static bool look(kiln_advance *advance, double t, kiln_gap *gap, kiln_arrival *arrival)
{
	kilni_advance_measure(advance, t, true, gap);
	++arrival->steps;
	arrival->time = t;
	bool arrived = gap->upper - advance->margin <= advance->tolerance;
	if (arrived && arrival->steps == 1)
	{
		// Whether they touch at the start is computed to full accuracy.
		kilni_advance_measure(advance, t, false, gap);
		++arrival->steps;
	}
	bool apart = proved(advance, gap) > 0;
	if (apart)
		arrival->axis = gap->axis;
	arrival->inside = !apart && kiln_d3_length2(arrival->axis) == 0;
	arrival->hit = arrived || !apart;
	return !arrival->hit && arrival->steps < KILN_ADVANCE_STEPS;
}

bool kilni_advance_conservative(const kiln_advance *advance, const kiln_gap *gap, double *t)
{
	double closing = kilni_advance_closing(advance, gap->axis, *t);
	if (closing <= 0)
		return true;
	// NaN proves nothing, and ends the search here.
	*t += proved(advance, gap) / closing;
	return *t > 1;
}

/// Advances as far as the plane proves: by its speed, then along its axis while it turns with the nearest features,
/// then while it is fixed in the world.
bool kilni_advance_bilateral(const kiln_advance *advance, const kiln_gap *gap, double *t)
{
	const kiln_axis_carrier carriers[2] = {kilni_axis_suggested(advance), KILN_AXIS_OF_WORLD};
	double best = *t, from = *t;
	if (kilni_advance_conservative(advance, gap, &best))
		return true;
	for (int i = carriers[0] == KILN_AXIS_OF_WORLD; i < 2; ++i)
	{
		kiln_axis axis;
		double time = i == 0 ? from : kiln_double_max(from, best);
		if (!kilni_axis_begin(&axis, advance, carriers[i], gap->axis, from))
			continue;
		double left = kilni_axis_follow(&axis, &time);
		if (left > 0 && time >= 1)
			return true;
		best = kiln_double_max(best, time);
		// The step stopped because of contact along this axis, and not because of the bound on the axis's bend.
		if (left > 0 && left <= 0.5 * advance->tolerance)
			break;
	}
	*t = best;
	return false;
}

kiln_arrival kilni_advance(kiln_advance *advance, kiln_advance_step *go_on)
{
	kiln_arrival arrival = {.hit = false};
	kiln_gap gap;
	double t = 0;
	while (look(advance, t, &gap, &arrival))
	{
		double before = t;
		if (go_on(advance, &gap, &t))
			return (kiln_arrival){.steps = arrival.steps};
		if (!(t > before))
			break;
	}
	// The search no longer advances or has used its steps: this time is as near to contact as it comes.
	arrival.hit = true;
	return arrival;
}
