// SPDX-License-Identifier: MIT
#include "primitive/touch.h"
#include "sweep.h"

#include <math.h>

/// The span of time in which a moving box and a triangle overlap on every axis tested so far (Ericson 2005, 5.5.2).
typedef struct box_sweep
{
	double enter;
	double leave;
	kiln_d3 normal; ///< of the last axis to overlap, towards the box, in the box's axes; zero: all overlapped before
	double tie;		///< an axis that overlaps within this time after the last one does not replace its normal
} box_sweep;

/// Narrows the span by one axis, along which the box moves at `speed`. Returns false if the two never meet.
static bool clip_axis(box_sweep *sweep, const kiln_box_axis *axis, double speed)
{
	double low = axis->least - axis->radius, high = axis->most + axis->radius;
	if (speed == 0)
		return low <= 0 && high >= 0;
	double enter = (speed > 0 ? low : high) / speed;
	double leave = (speed > 0 ? high : low) / speed;
	if (enter > sweep->enter)
	{
		// Edges that are nearly parallel to a face's give almost the face's axis; the face comes first and stays.
		if (enter > sweep->enter + sweep->tie)
			sweep->normal = kiln_d3_scale(axis->direction, speed > 0 ? -1 : 1);
		sweep->enter = enter;
	}
	sweep->leave = kiln_double_min(sweep->leave, leave);
	return sweep->enter <= sweep->leave;
}

/// Narrows the span by several axes.
static bool clip_axes(box_sweep *sweep, const kiln_box_axis *axes, int count, kiln_d3 direction)
{
	for (int i = 0; i < count; ++i)
	{
		// The direction of so short a product is rounding. Without this axis the time is too early by at most this
		// share of the triangle's size, which is less than float32's rounding.
		if (kiln_d3_length2(axes[i].direction) > 0x1p-52 * axes[i].scale2 &&
			!clip_axis(sweep, &axes[i], kiln_d3_dot(axes[i].direction, direction)))
			return false;
	}
	return true;
}

bool kilni_sweep_box(const kiln_solid *box, const kiln_path *path, const kiln_d3 near[3], double from, double limit,
	kiln_solid_contact *contact)
{
	kiln_box_view view = kilni_box_see(box, near);
	kiln_d3 direction = kiln_box_turn(box, path->direction);
	double tie = 0x1p-40 * view.size / sqrt(path->length2);
	box_sweep sweep = {-from - tie, limit - from, {0, 0, 0}, tie};
	kiln_box_axis axes[4];
	kilni_box_face_axes(&view, axes);
	if (!clip_axes(&sweep, axes, 4, direction))
		return false;
	for (int edge = 0; edge < 3; ++edge)
	{
		kilni_box_edge_axes(&view, edge, axes);
		if (!clip_axes(&sweep, axes, 3, direction))
			return false;
	}
	contact->time = from + sweep.enter;
	contact->normal = kiln_d3_scale(box->side[0], sweep.normal.x);
	contact->normal = kiln_d3_along(contact->normal, sweep.normal.y, box->side[1]);
	contact->normal = kiln_d3_along(contact->normal, sweep.normal.z, box->side[2]);
	return true;
}
