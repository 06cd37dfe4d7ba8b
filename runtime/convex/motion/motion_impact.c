// SPDX-License-Identifier: MIT
#include "advance.h"
#include "bounds/outward.h"
#include "convex/distance/penetration_feature.h"
#include "convex/method.h"
#include "kiln/convex/penetration.h"

/// Answers for bodies that share a point at the start: the shortest way out, and the point.
static kiln_status answer_inside(const kiln_convex_object *a, const kiln_convex_object *b, kiln_convex_impact *impact)
{
	kiln_convex_depth penetration;
	kiln_status status = kiln_convex_penetration(a, b, NULL, NULL, &penetration);
	if (status != KILN_OK)
		return status;
	impact->hit = impact->inside = true;
	impact->normal = penetration.normal;
	impact->point =
		kiln_d3_to(kiln_d3_scale(kiln_d3_add(kiln_d3_from(penetration.on_a), kiln_d3_from(penetration.on_b)), 0.5));
	impact->feature_a = penetration.feature_a;
	impact->feature_b = penetration.feature_b;
	return KILN_OK;
}

/// The feature of a body that holds the corners of the simplex. The corners are in the body's own coordinates, scaled,
/// relative to the center.
static kiln_feature feature_of(
	const kiln_advance *advance, int body, const kiln_convex_shape *shape, const kiln_sweep *sweep)
{
	const kiln_simplex *simplex = &advance->simplex;
	const kiln_mover *mover = advance->mover[body];
	// A body that does not turn already has the rotation of its pose.
	kiln_convex_object object = {shape, {.scale = sweep->from.scale}};
	if (!(mover->course.bend > 0))
		object.pose.rotation = sweep->from.rotation;
	const kiln_convex_pair seen = {.eye = mover->center, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
	return kilni_penetration_feature(&object, mover->rest, &seen, body == 0 ? simplex->a : simplex->b,
		body == 0 ? simplex->number_a : simplex->number_b, simplex->count);
}

/// Computes the contact at the reported time, which is a little earlier than the one found.
static void answer_contact(kiln_advance *advance, const kiln_arrival *arrival, kiln_convex_impact *impact)
{
	float t = kiln_tight_down(arrival->time);
	kiln_gap gap;
	kilni_advance_measure(advance, (double)t, false, &gap);
	kiln_d3 normal = kiln_d3_scale(arrival->axis, -1);
	// Below this the direction is mostly rounding.
	if (gap.upper > 0x1p12 * gap.rounding && gap.lower > 0.5 * gap.upper)
		normal = kiln_d3_scale(gap.between, -1 / gap.upper);
	// Midway between both surfaces.
	double margin_a = advance->mover[0]->rest[0].margin, margin_b = advance->mover[1]->rest[0].margin;
	kiln_d3 on_a = kiln_d3_along(gap.on_a, -margin_a, normal), on_b = kiln_d3_along(gap.on_b, margin_b, normal);
	kiln_d3 center = kiln_course_center(&advance->mover[1]->course, (double)t);
	impact->hit = true;
	impact->t = t;
	impact->gap = kiln_float_up(kiln_double_max(gap.upper - advance->margin, 0) + advance->slack);
	impact->normal = kiln_d3_to(normal);
	impact->point = kiln_d3_to(kiln_d3_add(center, kiln_d3_scale(kiln_d3_add(on_a, on_b), 0.5)));
}

kiln_status kiln_convex_time_of_impact(const kiln_convex_shape *a, const kiln_sweep *sweep_a,
	const kiln_convex_shape *b, const kiln_sweep *sweep_b, float tolerance, const kiln_time_of_impact_method *method,
	kiln_convex_impact *impact)
{
	kiln_mover movers[2];
	if (!impact)
		return KILN_E_ARGUMENT;
	memset(impact, 0, sizeof *impact);
	if (!(tolerance >= 0 && tolerance <= KILN_COORDINATE_MAX) || !kilni_mover_of(a, sweep_a, &movers[0]) ||
		!kilni_mover_of(b, sweep_b, &movers[1]))
		return KILN_E_ARGUMENT;
	kiln_advance advance;
	kilni_advance_begin(&advance, &movers[0], &movers[1], (double)tolerance);
	const kiln_arrival arrival = kilni_advance(&advance, method ? method->go_on : kilni_advance_bilateral);
	impact->steps = arrival.steps;
	if (!arrival.hit)
		return KILN_OK;
	if (!arrival.inside)
	{
		answer_contact(&advance, &arrival, impact);
		impact->feature_a = feature_of(&advance, 0, a, sweep_a);
		impact->feature_b = feature_of(&advance, 1, b, sweep_b);
		return KILN_OK;
	}
	const kiln_convex_object at_start[2] = {{a, sweep_a->from}, {b, sweep_b->from}};
	return answer_inside(&at_start[0], &at_start[1], impact);
}
