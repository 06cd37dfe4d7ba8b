// SPDX-License-Identifier: MIT
#include "axial.h"

#include "ball.h"
#include "fit.h"
#include "memory.h"

#include <math.h>

/// What is left of w across the unit vector.
static kiln_d3 across(kiln_d3 w, kiln_d3 direction)
{
	return kiln_d3_along(w, -kiln_d3_dot(w, direction), direction);
}

bound_axis bound_least_axis(const obb_cloud *cloud, kiln_d3 direction, double *radius)
{
	kiln_d3 first = across(bound_local(cloud, 0), direction);
	bound_support support = bound_support_of((bound_ball){first, 0});
	for (;;)
	{
		double largest = -1;
		kiln_d3 far = first;
		for (uint32_t i = 0; i < cloud->count; ++i)
		{
			kiln_d3 p = across(bound_local(cloud, i), direction);
			double at = kiln_d3_length2(kiln_d3_sub(p, support.around.center));
			far = at > largest ? p : far;
			largest = at > largest ? at : largest;
		}
		*radius = sqrt(largest);
		if (*radius <= support.around.radius || !bound_support_add(&support, (bound_ball){far, 0}))
			return (bound_axis){support.around.center, direction};
	}
}

void bound_axis_extent(const obb_cloud *cloud, const bound_axis *axis, double *min, double *max, double *radius)
{
	double low = HUGE_VAL, high = -HUGE_VAL, far = 0;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		kiln_d3 w = kiln_d3_sub(bound_local(cloud, i), axis->point);
		double at = kiln_d3_dot(w, axis->direction), off = kiln_d3_length2(across(w, axis->direction));
		low = at < low ? at : low;
		high = at > high ? at : high;
		far = off > far ? off : far;
	}
	*min = low;
	*max = high;
	*radius = sqrt(far);
}

static bool same(kiln_vec3 a, kiln_vec3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void set_ends(bound_volume *volume, kiln_vec3 start, kiln_vec3 end)
{
	if (volume->kind == BOUND_CYLINDER)
		volume->cylinder = (kiln_cylinder){start, end, 0};
	else
		volume->cone = (kiln_cone){start, end, 0};
}

kilncook_status bound_place_ends(const kilncook_context *context, const bound_input *input, const obb_cloud *cloud,
	const bound_axis *axis, double from, double to, bound_volume *volume)
{
	kiln_d3 start = bound_world(cloud, kiln_d3_along(axis->point, from, axis->direction));
	kiln_d3 end = bound_world(cloud, kiln_d3_along(axis->point, to, axis->direction));
	double unit = kiln_double_max(kiln_d3_largest(start), kiln_d3_largest(end)) * 0x1p-24 + 0x1p-149;
	bound_volume best = *volume;
	bool placed = false;
	// Steps double up to the size of the coordinates themselves. A direction that float32 hardly holds needs more room.
	for (double margin = 0; margin <= unit * 0x1p25; margin = margin > 0 ? 2 * margin : unit)
	{
		bound_volume tried = *volume;
		kiln_vec3 a = kiln_d3_to(kiln_d3_along(start, -margin, axis->direction));
		kiln_vec3 b = kiln_d3_to(kiln_d3_along(end, margin, axis->direction));
		set_ends(&tried, a, b);
		// Equal ends stand for a ball, which suits a single point alone.
		if ((same(a, b) && cloud->count > 1) || !bound_enclose(input, &tried))
			continue;
		bool better = !placed || bound_volume_of(&tried) < bound_volume_of(&best);
		best = better ? tried : best;
		// Once wider ends give more volume, still wider ones do.
		if (placed && !better)
			break;
		placed = true;
	}
	*volume = best;
	if (placed)
		return KILNCOOK_OK;
	cook_message(
		context, KILNCOOK_ERROR, "", "bound-proof", "no ends of the %s hold the points", bound_kind_name(volume->kind));
	return KILNCOOK_INTERNAL;
}
