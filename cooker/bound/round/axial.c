// SPDX-License-Identifier: MIT
#include "axial.h"

#include "bound/search/fit.h"
#include "memory.h"

#include <math.h>

/// Returns the part of w that is perpendicular to the unit vector.
static kiln_d3 perpendicular_part(kiln_d3 w, kiln_d3 direction)
{
	return kiln_d3_along(w, -kiln_d3_dot(w, direction), direction);
}

/// A point projected along an axis.
typedef struct seen
{
	double x, y;
} seen;

/// A circle, and the points that determine it.
typedef struct circle
{
	seen support[3];
	int count;
	seen center;
	double radius2;
} circle;

static double distance2(seen a, seen b)
{
	double x = a.x - b.x, y = a.y - b.y;
	return x * x + y * y;
}

/// The factor by which rounding may place a point of the circle outside it.
#define ROUNDING (1 + 1e-12)

/// Accepts the offered circle, which passes through the new point, its first support point, if it contains the old
/// support and is the smallest so far.
static void offer_circle(const circle *old, circle *best, const circle *offered)
{
	double radius2 = distance2(offered->center, offered->support[0]);
	for (int i = 0; i < old->count; ++i)
		if (!(distance2(offered->center, old->support[i]) <= radius2 * ROUNDING))
			return;
	if (best->count == 0 || radius2 < best->radius2)
	{
		*best = *offered;
		best->radius2 = radius2;
	}
}

/// Finds the least circle around the support and a point outside the circle; it passes through that point and one or
/// two others. False, and no change, when rounding keeps the circle from growing.
static bool circle_add(circle *c, seen p)
{
	circle best = {.count = 0};
	for (int i = 0; i < c->count; ++i)
	{
		seen a = c->support[i];
		circle two = {{p, a}, 2, {0.5 * (p.x + a.x), 0.5 * (p.y + a.y)}, 0};
		offer_circle(c, &best, &two);
		for (int j = 0; j < i; ++j)
		{
			seen b = c->support[j], u = {a.x - p.x, a.y - p.y}, v = {b.x - p.x, b.y - p.y};
			double twice = 2 * (u.x * v.y - u.y * v.x), uu = u.x * u.x + u.y * u.y, vv = v.x * v.x + v.y * v.y;
			if (twice == 0)
				continue;
			seen center = {p.x + (v.y * uu - u.y * vv) / twice, p.y + (u.x * vv - v.x * uu) / twice};
			circle three = {{p, a, b}, 3, center, 0};
			offer_circle(c, &best, &three);
		}
	}
	bool grown = best.count > 0 && best.radius2 > c->radius2;
	*c = grown ? best : *c;
	return grown;
}

/// Pivots: the farthest point joins the circle's support until no point is outside. The circle grows each time, so the
/// loop ends.
bound_axis bound_least_axis(const obb_cloud *cloud, kiln_d3 direction, double *radius)
{
	kiln_d3 u, v, first = bound_local(cloud, 0);
	bound_across(direction, &u, &v);
	circle c = {.count = 1};
	c.center = c.support[0] = (seen){kiln_d3_dot(first, u), kiln_d3_dot(first, v)};
	for (;;)
	{
		double largest = -1;
		seen far = c.center;
		for (uint32_t i = 0; i < cloud->count; ++i)
		{
			kiln_d3 p = bound_local(cloud, i);
			seen at = {kiln_d3_dot(p, u), kiln_d3_dot(p, v)};
			double off2 = distance2(at, c.center);
			far = off2 > largest ? at : far;
			largest = off2 > largest ? off2 : largest;
		}
		*radius = sqrt(largest);
		if (largest <= c.radius2 || !circle_add(&c, far))
			return (bound_axis){kiln_d3_along(kiln_d3_scale(u, c.center.x), c.center.y, v), direction};
	}
}

void bound_axis_extent(const obb_cloud *cloud, const bound_axis *axis, double *min, double *max, double *radius)
{
	double low = HUGE_VAL, high = -HUGE_VAL, far = 0;
	for (uint32_t i = 0; i < cloud->count; ++i)
	{
		kiln_d3 w = kiln_d3_sub(bound_local(cloud, i), axis->point);
		double at = kiln_d3_dot(w, axis->direction), off = kiln_d3_length2(perpendicular_part(w, axis->direction));
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

kilncook_status bound_place_ends(const kilncook_context *context, const obb_cloud *cloud, const bound_axis *axis,
	double from, double to, bound_volume *volume)
{
	kiln_d3 start = bound_world(cloud, kiln_d3_along(axis->point, from, axis->direction));
	kiln_d3 end = bound_world(cloud, kiln_d3_along(axis->point, to, axis->direction));
	double unit = kiln_double_max(kiln_d3_largest(start), kiln_d3_largest(end)) * 0x1p-24 + 0x1p-149;
	bound_volume best = *volume;
	bool placed = false;
	// Steps double up to the size of the coordinates themselves. A direction that float32 represents badly needs more
	// room.
	for (double margin = 0; margin <= unit * 0x1p25; margin = margin > 0 ? 2 * margin : unit)
	{
		bound_volume tried = *volume;
		kiln_vec3 a = kiln_d3_to(kiln_d3_along(start, -margin, axis->direction));
		kiln_vec3 b = kiln_d3_to(kiln_d3_along(end, margin, axis->direction));
		set_ends(&tried, a, b);
		// Equal ends make a ball, which suits only a single point.
		if ((same(a, b) && cloud->count > 1) || !bound_enclose(&cloud->input, &tried))
			continue;
		bool better = !placed || bound_volume_of(&tried) < bound_volume_of(&best);
		best = better ? tried : best;
		// When wider ends increase the volume, still wider ends do, too.
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
