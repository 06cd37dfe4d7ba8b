// SPDX-License-Identifier: MIT
#include "sweep.h"

#include "segment.h"
#include "sweep_feature.h"
#include "touch.h"
#include "triangle_point.h"

#include <math.h>

kiln_path kiln_path_along(kiln_d3 direction)
{
	return (kiln_path){direction, kiln_d3_length2(direction)};
}

/// When the solid's bounding box, moving, meets the span low .. high on one axis. False: never. `enter` and `leave` are
/// narrowed, by less than rounding.
static bool clip_axis(double low, double high, double reach, double speed, double *enter, double *leave)
{
	low -= reach + 0x1p-46 * kiln_double_abs(low);
	high += reach + 0x1p-46 * kiln_double_abs(high);
	if (speed == 0)
		return low <= 0 && high >= 0;
	double first = (speed > 0 ? low : high) / speed, last = (speed > 0 ? high : low) / speed;
	*enter = kiln_double_max(*enter, first - 0x1p-50 * kiln_double_abs(first));
	*leave = kiln_double_min(*leave, last + 0x1p-50 * kiln_double_abs(last));
	return *enter <= *leave;
}

/// The part of 0 .. limit in which bounding boxes meet. The limit is widened a little, too: callers compare times
/// rounded to float32.
static bool clip_boxes(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], double limit, double *enter)
{
	kiln_d3 low = kiln_d3_min(seen[0], kiln_d3_min(seen[1], seen[2]));
	kiln_d3 high = kiln_d3_max(seen[0], kiln_d3_max(seen[1], seen[2]));
	kiln_d3 d = path->direction;
	double leave = limit;
	*enter = 0;
	return clip_axis(low.x, high.x, solid->reach.x, d.x, enter, &leave) &&
		   clip_axis(low.y, high.y, solid->reach.y, d.y, enter, &leave) &&
		   clip_axis(low.z, high.z, solid->reach.z, d.z, enter, &leave);
}

bool kiln_sweep(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], double limit, kiln_contact *contact)
{
	double enter;
	*contact = (kiln_contact){0};
	if (!clip_boxes(solid, path, seen, limit, &enter))
		return false;
	if (enter <= 0 && kiln_touch(solid, seen))
		return true;
	if (!(path->length2 > 0))
		return false;
	// The point of the path that is closest to a corner.
	double from = kiln_d3_dot(seen[0], path->direction) / path->length2;
	kiln_d3 near[3];
	for (int i = 0; i < 3; ++i)
		near[i] = kiln_d3_along(seen[i], -from, path->direction);
	bool met = false;
	switch (solid->kind)
	{
	case KILN_SOLID_SPHERE:
		met = kiln_sweep_sphere(solid, path, near, from, limit, contact);
		break;
	case KILN_SOLID_BOX:
		met = kiln_sweep_box(solid, path, near, from, limit, contact);
		break;
	case KILN_SOLID_CAPSULE:
		met = kiln_sweep_capsule(solid, path, near, from, limit, contact);
		break;
	}
	contact->time = kiln_double_max(contact->time, 0);
	return met;
}

/// A sweep over 0 .. limit in the shifted time. It begins a little early: a contact at the very start, which the test
/// for touching has just missed, must not fall before it by rounding.
static kiln_ball_sweep ball_sweep(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 near[3], double from, double limit)
{
	double size = kiln_d3_largest(near[0]) + kiln_d3_largest(near[1]) + kiln_d3_largest(near[2]) +
				  kiln_d3_largest(solid->axis) + solid->radius;
	double early = 0x1p-40 * size / sqrt(path->length2) + 0x1p-50 * kiln_double_abs(from);
	return (kiln_ball_sweep){.direction = path->direction,
		.length2 = path->length2,
		.radius = solid->radius,
		.start = -from - early,
		.best = limit - from};
}

static bool finish_ball(const kiln_ball_sweep *sweep, double from, kiln_contact *contact)
{
	contact->time = from + sweep->best;
	contact->normal = sweep->normal;
	return sweep->met;
}

bool kiln_sweep_sphere(const kiln_solid *sphere, const kiln_path *path, const kiln_d3 near[3], double from,
	double limit, kiln_contact *contact)
{
	kiln_ball_sweep sweep = ball_sweep(sphere, path, near, from, limit);
	kiln_ball_face(&sweep, near[0], kiln_d3_sub(near[1], near[0]), kiln_d3_sub(near[2], near[0]), false);
	const bool face = sweep.met;
	// A contact inside the face is the first with the whole triangle.
	for (int i = 0; i < 3 && !face; ++i)
	{
		kiln_ball_edge(&sweep, near[i], kiln_d3_sub(near[(i + 1) % 3], near[i]));
		kiln_ball_corner(&sweep, near[i]);
	}
	return finish_ball(&sweep, from, contact);
}

bool kiln_sweep_capsule(const kiln_solid *capsule, const kiln_path *path, const kiln_d3 near[3], double from,
	double limit, kiln_contact *contact)
{
	// The capsule's axis goes over to the triangle: a sphere against the prism that the triangle sweeps along it.
	kiln_ball_sweep sweep = ball_sweep(capsule, path, near, from, limit);
	kiln_d3 axis = kiln_d3_scale(capsule->axis, 2);
	kiln_d3 low[3], high[3], edge[3];
	for (int i = 0; i < 3; ++i)
	{
		low[i] = kiln_d3_sub(near[i], capsule->axis);
		high[i] = kiln_d3_add(near[i], capsule->axis);
		edge[i] = kiln_d3_sub(near[(i + 1) % 3], near[i]);
	}
	kiln_ball_face(&sweep, low[0], edge[0], kiln_d3_scale(edge[2], -1), false);
	kiln_ball_face(&sweep, high[0], edge[0], kiln_d3_scale(edge[2], -1), false);
	for (int i = 0; i < 3; ++i)
		kiln_ball_face(&sweep, low[i], edge[i], axis, true);
	for (int i = 0; i < 3; ++i)
	{
		kiln_ball_edge(&sweep, low[i], edge[i]);
		kiln_ball_edge(&sweep, high[i], edge[i]);
		kiln_ball_edge(&sweep, low[i], axis);
		kiln_ball_corner(&sweep, low[i]);
		kiln_ball_corner(&sweep, high[i]);
	}
	return finish_ball(&sweep, from, contact);
}
