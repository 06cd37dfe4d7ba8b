// SPDX-License-Identifier: MIT
#include "quick.h"

#include "bounds/core.h"
#include "shape/height.h"
#include "shape/usable.h"

#include <float.h>

/// Planes and half-spaces, by the path's height over the plane and its rate of change (Ericson 2005, 5.3.1), both with
/// exact signs.

/// A path over a plane; the unit is the normal's length.
typedef struct climb
{
	double height; ///< at time 0
	double rate;
	double end; ///< height at time 1, of a segment
	double t;	///< time on the plane, unless rate is 0
} climb;

static climb climb_of(const kiln_path *path, const kiln_plane *plane)
{
	kiln_vec3 n = plane->normal, end = kiln_d3_to(path->end);
	kiln_d3 d = path->direction;
	climb c = {.height = kiln_plane_height(plane, &path->begin)};
	if (path->segment)
	{
		c.end = kiln_plane_height(plane, &end);
		c.rate = c.end - c.height;
	}
	else
		c.rate = kiln_sum_of_four((double)n.x * d.x, (double)n.y * d.y, (double)n.z * d.z, 0);
	// Adding 0 turns -0 into 0.
	c.t = c.rate != 0 ? -c.height / c.rate + 0 : 0;
	return c;
}

/// Whether the path, whose rate is not 0, crosses the plane between its ends. For a segment, the heights of both ends
/// decide exactly.
static bool crosses(const kiln_path *path, const climb *c)
{
	if (path->segment)
		return c->height * c->end <= 0;
	return c->t >= path->low && c->t - 0x1p-48 * fabs(c->t) <= path->high;
}

/// The answer for the times first to last; the point is the path's position at t.
static kiln_intersection answer(const kiln_path *path, double first, double last, double t, kiln_d3 normal)
{
	kiln_intersection result = {0};
	if (fabs(t) > (double)FLT_MAX)
		return result;
	result.hit = true;
	result.t = (float)first;
	result.leave = (float)last;
	result.point = kiln_d3_to(kilni_path_at(path, t));
	result.normal = kilni_path_normal(path, normal);
	return result;
}

static kiln_intersection meet_plane(const kiln_path *path, const kiln_plane *b)
{
	if (!path->usable || !kilni_usable_plane(b))
		return (kiln_intersection){0};
	climb c = climb_of(path, b);
	kiln_d3 normal = kiln_d3_from(b->normal);
	if (c.rate == 0)
		return c.height == 0 ? answer(path, path->low, path->high, 0, normal) : (kiln_intersection){0};
	if (!crosses(path, &c))
		return (kiln_intersection){0};
	double t = kiln_double_min(c.t, path->high);
	kiln_intersection result = answer(path, t, t, t, normal);
	result.back = result.hit && c.rate > 0;
	return result;
}

/// A time beyond the range of float32 counts as never: infinity.
static double later(double t)
{
	return t > (double)FLT_MAX ? HUGE_VAL : t < -(double)FLT_MAX ? -HUGE_VAL : t;
}

static kiln_intersection meet_halfspace(const kiln_path *path, const kiln_plane *b)
{
	if (!path->usable || !kilni_usable_plane(b))
		return (kiln_intersection){0};
	climb c = climb_of(path, b);
	kiln_d3 normal = kiln_d3_from(b->normal), none = {0, 0, 0};
	bool begins = path->begins && c.height <= 0;
	// The time at which the path leaves, if it does.
	double last = c.rate > 0 ? kiln_double_min(later(c.t), path->high) : path->high;
	if (begins)
	{
		kiln_intersection result = answer(path, 0, kiln_double_max(last, 0), 0, none);
		result.inside = true;
		return result;
	}
	if (c.rate == 0)
		return c.height <= 0 ? answer(path, path->low, path->high, 0, none) : (kiln_intersection){0};
	if (c.rate > 0)
		// Only a line can have been inside before.
		return path->begins ? (kiln_intersection){0} : answer(path, path->low, last, c.t, normal);
	if (!crosses(path, &c))
		return (kiln_intersection){0};
	double t = kiln_double_min(c.t, path->high);
	return answer(path, t, path->high, t, normal);
}

/// Decides where height and rate are far from 0 relative to the terms of their sums. The products are exact, so t has a
/// relative error of some 2^-30.
static inline bool quick_plane(const kiln_quick_path *path, const kiln_plane *b, kiln_intersection *result)
{
	kiln_d3 n = kiln_d3_from(b->normal), o = path->origin, d = path->direction;
	double offset = (double)b->d, along = kiln_d3_dot(n, o), rate = kiln_d3_dot(n, d), height = along - offset;
	double size_o = kiln_path_size(o), size_d = kiln_path_size(d), size_n = kiln_path_size(n);
	double least = 0x1p-20 * (size_n * size_o + fabs(offset)), steep = fabs(rate), speed = size_n * size_d;
	// The signs are certain: a ray that leads away.
	bool sure = fabs(height) > least && steep > 0x1p-48 * speed;
	if (sure && path->low == 0 && (height > 0) == (rate > 0))
		return true;
	bool sound = size_o + size_d + size_n <= (double)KILN_COORDINATE_MAX &&
				 3 * fabs(offset) <= (double)KILN_COORDINATE_MAX * size_n;
	double t = -height / rate;
	if (!(sure && sound && steep > 0x1p-6 * speed && t > path->low * (1 - 0x1p-28) && t < path->high * (1 - 0x1p-28)))
		return false;
	result->hit = true;
	result->back = rate > 0;
	result->t = result->leave = (float)t;
	result->point = kiln_d3_to(kiln_d3_along(o, t, d));
	result->normal = kiln_d3_to(kiln_d3_scale(n, 1 / sqrt(kiln_d3_length2(n))));
	return true;
}

KILN_INTERSECT_QUICKLY(plane, kiln_plane)
KILN_INTERSECT(halfspace, kiln_plane)
