// SPDX-License-Identifier: MIT
#include "intersect.h"

#include "bounds/core.h"
#include "shape/usable.h"

#include <float.h>

kiln_path kilni_path_of_line(const kiln_line *line)
{
	kiln_path path = {.low = -HUGE_VAL, .high = HUGE_VAL, .usable = kilni_usable_line(line)};
	if (!path.usable)
		return path;
	path.origin = kiln_d3_from(line->point);
	path.direction = kiln_d3_from(line->direction);
	path.begin = line->point;
	return path;
}

kiln_path kilni_path_of_ray(const kiln_ray *ray)
{
	kiln_path path = {.begins = true, .usable = kilni_usable_ray(ray)};
	if (!path.usable)
		return path;
	path.origin = kiln_d3_from(ray->origin);
	path.direction = kiln_d3_from(ray->direction);
	path.begin = ray->origin;
	path.high = ray->t_max > 0 ? (double)ray->t_max : HUGE_VAL;
	return path;
}

kiln_path kilni_path_of_segment(const kiln_segment *segment)
{
	kiln_path path = {.high = 1, .segment = true, .begins = true, .usable = kilni_usable_segment(segment)};
	if (!path.usable)
		return path;
	path.origin = kiln_d3_from(segment->a);
	path.end = kiln_d3_from(segment->b);
	path.direction = kiln_d3_sub(path.end, path.origin);
	path.begin = segment->a;
	return path;
}

kiln_d3 kilni_path_at(const kiln_path *path, double t)
{
	return path->segment && t == 1 ? path->end : kiln_d3_along(path->origin, t, path->direction);
}

kiln_vec3 kilni_path_normal(const kiln_path *path, kiln_d3 v)
{
	kiln_d3 unit = kilni_d3_unit(v);
	if (kiln_d3_length2(unit) == 0)
		unit = kilni_d3_unit(kiln_d3_scale(path->direction, -1));
	return kiln_d3_to(unit);
}

void kilni_path_frame(const kiln_vec3 axes[3], kiln_d3 normals[3])
{
	kiln_d3 a = kiln_d3_from(axes[0]), b = kiln_d3_from(axes[1]), c = kiln_d3_from(axes[2]);
	kiln_d3 across = kiln_d3_cross(b, c);
	double scale = 1 / kiln_d3_dot(a, across);
	normals[0] = kiln_d3_scale(across, scale);
	normals[1] = kiln_d3_scale(kiln_d3_cross(c, a), scale);
	normals[2] = kiln_d3_scale(kiln_d3_cross(a, b), scale);
}

kiln_chord kilni_chord_whole(void)
{
	return (kiln_chord){{-HUGE_VAL, {0, 0, 0}, 0}, {HUGE_VAL, {0, 0, 0}, 0}, -HUGE_VAL, HUGE_VAL};
}

bool kilni_chord_clip(
	kiln_chord *chord, kiln_d3 normal, double low, double high, double at, double speed, double slack, uint32_t face)
{
	if (speed == 0)
		return at >= low - slack && at <= high + slack;
	bool up = speed > 0;
	double first = ((up ? low : high) - at) / speed, last = ((up ? high : low) - at) / speed;
	double error = slack / fabs(speed);
	kiln_d3 down = kiln_d3_scale(normal, -1);
	if (first > chord->enter.t)
		chord->enter = (kiln_chord_end){first, up ? down : normal, up ? face : face + 1};
	if (last < chord->leave.t)
		chord->leave = (kiln_chord_end){last, up ? normal : down, up ? face + 1 : face};
	// A difference and a division round by 2^-53 each, and so does a segment's direction.
	chord->least = kiln_double_max(chord->least, first - (error + 0x1p-50 * fabs(first)));
	chord->most = kiln_double_min(chord->most, last + (error + 0x1p-50 * fabs(last)));
	return chord->least <= chord->most;
}

void kilni_chord_tidy(kiln_chord *chord, double shift)
{
	if (chord->enter.t > chord->leave.t)
		chord->enter.t = chord->leave.t = 0.5 * (chord->least + chord->most);
	chord->least = kiln_double_min(chord->least, chord->enter.t) + shift;
	chord->most = kiln_double_max(chord->most, chord->leave.t) + shift;
	chord->enter.t += shift;
	chord->leave.t += shift;
}

kiln_intersection kilni_path_meets_point(const kiln_path *path, bool begins)
{
	kiln_intersection result = {0};
	if (!begins)
		return result;
	result.hit = result.inside = true;
	result.point = path->begin;
	return result;
}

kiln_intersection kilni_path_meets_chord(const kiln_path *path, const kiln_chord *chord, bool begins)
{
	kiln_intersection result = {0};
	if (chord->most < path->low || chord->least > path->high)
		return result;
	double t = kiln_double_min(kiln_double_max(chord->enter.t, path->low), path->high);
	double leave = kiln_double_max(kiln_double_min(chord->leave.t, path->high), t);
	if (fabs(t) > (double)FLT_MAX)
		return result;
	result.hit = true;
	result.inside = begins;
	if (begins)
	{
		result.point = path->begin;
		result.normal = kilni_path_normal(path, (kiln_d3){0, 0, 0});
		t = 0;
	}
	else
	{
		// A path that begins beyond the exit by rounding only touches at the exit.
		bool behind = path->low - chord->enter.t > fabs(chord->leave.t - path->low);
		const kiln_chord_end *end = behind ? &chord->leave : &chord->enter;
		result.point = kiln_d3_to(kilni_path_at(path, t));
		result.normal = kilni_path_normal(path, end->normal);
		result.face = end->face;
	}
	result.t = (float)t;
	result.leave = (float)kiln_double_min(kiln_double_max(leave, t), (double)FLT_MAX);
	return result;
}
