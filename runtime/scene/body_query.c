// SPDX-License-Identifier: MIT
#include "placed_body.h"

#include "convex/motion/cast.h"

#include <math.h>

bool kilni_body_has(const kiln_placed_body *placed, kiln_d3 point)
{
	return !placed->place.flat && kilni_body_contains(&placed->body, kiln_place_point_back(&placed->place, point));
}

bool kilni_body_closest(const kiln_placed_body *placed, kiln_d3 point, double limit, kiln_d3 *way)
{
	*way = (kiln_d3){0, 0, 0};
	if (kilni_body_has(placed, point))
		return true;
	const kiln_convex eye = {.margin = 0};
	const kiln_convex body = kilni_convex_of(&placed->body, &placed->place, point);
	kiln_simplex simplex = {.count = 0};
	kiln_gap distance;
	kilni_gjk(
		&eye, (kiln_d3){0, 0, 0}, &body, (kiln_enough){body.margin, limit + body.margin, 0, 0}, &simplex, &distance);
	if (distance.lower - distance.rounding > limit + body.margin)
		return false;
	if (distance.upper > body.margin)
		*way = kiln_d3_scale(distance.between, (distance.upper - body.margin) / distance.upper);
	// Outside, but nearer than GJK can distinguish from touching: returns the least normal float32.
	if (kiln_d3_largest(*way) < (double)FLT_MIN)
		*way = (kiln_d3){0, 0, (double)FLT_MIN};
	return true;
}

bool kilni_body_touches(const kiln_placed_body *placed, const kiln_solid *solid)
{
	// For a point, containment decides.
	if (solid->radius == 0 && kiln_d3_largest(solid->half) == 0 && kiln_d3_largest(solid->axis) == 0)
		return kilni_body_has(placed, solid->center);
	const kiln_convex moving = kilni_convex_of_solid(solid);
	const kiln_convex body = kilni_convex_of(&placed->body, &placed->place, solid->center);
	double radius = (moving.margin + body.margin) * (1 + 0x1p-48);
	kiln_simplex simplex = {.count = 0};
	kiln_gap distance;
	kilni_gjk(&moving, (kiln_d3){0, 0, 0}, &body, (kiln_enough){radius, radius, 0, 0}, &simplex, &distance);
	return !(distance.lower - distance.rounding > radius);
}

bool kilni_body_sweep(const kiln_placed_body *placed, const kiln_solid *solid, const kiln_path *path, double limit,
	kiln_body_contact *contact)
{
	const kiln_d3 eye = kiln_body_eye(placed);
	const kiln_convex moving = kilni_convex_of_solid(solid);
	const kiln_convex body = kilni_convex_of(&placed->body, &placed->place, eye);
	kiln_d3 offset = kiln_d3_sub(solid->center, eye);
	kiln_meeting meeting;
	if (!kilni_cast_from(kilni_gjk_cast, &moving, offset, offset, path->direction, limit, &body, &meeting))
		return false;
	*contact = (kiln_body_contact){.from_start = meeting.from_start};
	if (meeting.from_start)
		return true;
	contact->time = meeting.time;
	contact->normal = meeting.normal;
	contact->point = kiln_d3_add(eye, meeting.point);
	return true;
}

/// Contact at the start. The normal leads from the closest point of the body to the solid's center or axis; if that
/// lies in the body, it is the normal of the body's nearest surface.
static void finish_start(const kiln_placed_body *placed, const kiln_solid *solid, kiln_body_contact *contact)
{
	kiln_convex inner = {.margin = 0};
	if (solid->kind == KILN_SOLID_CAPSULE)
		inner = kilni_convex_of_solid(solid);
	const kiln_convex body = kilni_convex_of(&placed->body, &placed->place, solid->center);
	kiln_simplex simplex = {.count = 0};
	kiln_gap distance;
	kilni_gjk(&inner, (kiln_d3){0, 0, 0}, &body, (kiln_enough){body.margin, HUGE_VAL, 0, 0}, &simplex, &distance);
	// Nearer than this the direction is mostly rounding.
	if (distance.upper - body.margin > 0x1p12 * distance.rounding)
	{
		contact->normal = kiln_d3_scale(distance.between, -1 / distance.upper);
		contact->point = kiln_d3_add(solid->center, kiln_d3_along(distance.on_b, body.margin, contact->normal));
		return;
	}
	kiln_body_foot foot = kilni_body_nearest(&placed->body, &placed->place, solid->center);
	contact->normal = foot.normal;
	contact->point = foot.point;
}

void kilni_body_contact_finish(const kiln_placed_body *placed, const kiln_solid *solid, kiln_body_contact *contact)
{
	contact->back = kilni_body_has(placed, solid->center);
	if (contact->from_start)
		finish_start(placed, solid, contact);
}
