// SPDX-License-Identifier: MIT
#include "sweep.h"

#include "math/slab.h"
#include "primitive/touch.h"
#include "sweep_feature.h"

#include <math.h>

kiln_path kilni_path_along(kiln_d3 direction)
{
	return (kiln_path){direction, kiln_d3_length2(direction)};
}

/// The first time within 0 .. limit at which the bounding boxes overlap. Rounding only widens the boxes.
static bool boxes_meet(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], double limit, double *enter)
{
	kiln_d3 low = kiln_d3_min(seen[0], kiln_d3_min(seen[1], seen[2]));
	kiln_d3 high = kiln_d3_max(seen[0], kiln_d3_max(seen[1], seen[2]));
	// Covers the rounding of the corners relative to the center.
	low = kiln_d3_along(low, -0x1p-50, kiln_d3_abs(low));
	high = kiln_d3_along(high, 0x1p-50, kiln_d3_abs(high));
	kiln_span span = {0, limit};
	bool meet =
		kiln_span_clip_box(&span, kiln_d3_sub(low, solid->reach), kiln_d3_add(high, solid->reach), path->direction);
	*enter = span.enter;
	return meet;
}

bool kilni_solid_sweep(
	const kiln_solid *solid, const kiln_path *path, const kiln_d3 seen[3], double limit, kiln_solid_contact *contact)
{
	double enter;
	*contact = (kiln_solid_contact){0};
	if (!boxes_meet(solid, path, seen, limit, &enter))
		return false;
	if (enter <= 0 && kilni_touch(solid, seen))
		return true;
	if (!(path->length2 > 0))
		return false;
	// The point of the path that is closest to a corner.
	double from = kiln_d3_dot(seen[0], path->direction) / path->length2;
	kiln_d3 near[3];
	for (int i = 0; i < 3; ++i)
		near[i] = kiln_d3_along(seen[i], -from, path->direction);
	bool met;
	if (solid->kind == KILN_SOLID_SPHERE)
		met = kilni_sweep_sphere(solid, path, near, from, limit, contact);
	else if (solid->kind == KILN_SOLID_BOX)
		met = kilni_sweep_box(solid, path, near, from, limit, contact);
	else
		met = kilni_sweep_capsule(solid, path, near, from, limit, contact);
	contact->time = kiln_double_max(contact->time, 0);
	return met;
}

/// A sweep over 0 .. limit in the shifted time. It begins a little early: rounding must not move a contact at the very
/// start, which the test for touching just missed, before the sweep.
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

/// Whether the solid reaches the triangle's plane during the sweep.
static bool meets_plane(const kiln_solid *solid, const kiln_ball_sweep *sweep, const kiln_d3 near[3])
{
	kiln_solid_plane plane = kilni_solid_on_plane(solid, near);
	kiln_span span = {sweep->start, sweep->best};
	double speed = kiln_d3_dot(plane.normal, sweep->direction);
	return kiln_span_clip(&span, plane.height - plane.reach, plane.height + plane.reach, speed);
}

static bool finish_ball(const kiln_ball_sweep *sweep, double from, kiln_solid_contact *contact)
{
	contact->time = from + sweep->best;
	contact->normal = sweep->normal;
	return sweep->met;
}

bool kilni_sweep_sphere(const kiln_solid *sphere, const kiln_path *path, const kiln_d3 near[3], double from,
	double limit, kiln_solid_contact *contact)
{
	kiln_ball_sweep sweep = ball_sweep(sphere, path, near, from, limit);
	if (!meets_plane(sphere, &sweep, near))
		return false;
	kilni_ball_face(&sweep, near[0], kiln_d3_sub(near[1], near[0]), kiln_d3_sub(near[2], near[0]), false);
	const bool face = sweep.met;
	// A contact inside the face is the first with the whole triangle.
	for (int i = 0; i < 3 && !face; ++i)
	{
		kilni_ball_edge(&sweep, near[i], kiln_d3_sub(near[(i + 1) % 3], near[i]));
		kilni_ball_corner(&sweep, near[i]);
	}
	return finish_ball(&sweep, from, contact);
}

bool kilni_sweep_capsule(const kiln_solid *capsule, const kiln_path *path, const kiln_d3 near[3], double from,
	double limit, kiln_solid_contact *contact)
{
	// Moves the capsule's axis over to the triangle: a sphere against the prism that the triangle sweeps along the
	// axis.
	kiln_ball_sweep sweep = ball_sweep(capsule, path, near, from, limit);
	if (!meets_plane(capsule, &sweep, near))
		return false;
	kiln_d3 axis = kiln_d3_scale(capsule->axis, 2);
	kiln_d3 low[3], high[3], edge[3];
	for (int i = 0; i < 3; ++i)
	{
		low[i] = kiln_d3_sub(near[i], capsule->axis);
		high[i] = kiln_d3_add(near[i], capsule->axis);
		edge[i] = kiln_d3_sub(near[(i + 1) % 3], near[i]);
	}
	kilni_ball_face(&sweep, low[0], edge[0], kiln_d3_scale(edge[2], -1), false);
	kilni_ball_face(&sweep, high[0], edge[0], kiln_d3_scale(edge[2], -1), false);
	for (int i = 0; i < 3; ++i)
		kilni_ball_face(&sweep, low[i], edge[i], axis, true);
	for (int i = 0; i < 3; ++i)
	{
		kilni_ball_edge(&sweep, low[i], edge[i]);
		kilni_ball_edge(&sweep, high[i], edge[i]);
		kilni_ball_edge(&sweep, low[i], axis);
		kilni_ball_corner(&sweep, low[i]);
		kilni_ball_corner(&sweep, high[i]);
	}
	return finish_ball(&sweep, from, contact);
}
