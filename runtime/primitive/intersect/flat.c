// SPDX-License-Identifier: MIT
#include "triangle.h"

#include "bounds/core.h"
#include "kiln/primitive/closest.h"
#include "shape/polygon.h"
#include "shape/usable.h"

/// Rectangles and polygons: by the point where a line crosses their plane, or by the part of the line in their plane.

/// The chord of a box without height; `normals` are those of the sides and of the plane.
static bool chord_rectangle(
	const kiln_path *path, const kiln_rectangle *rectangle, kiln_d3 normals[3], kiln_chord *chord)
{
	kiln_d3 a = kiln_d3_from(rectangle->axes[0]), b = kiln_d3_from(rectangle->axes[1]), across = kiln_d3_cross(a, b);
	double scale = 1 / kiln_d3_length2(across);
	normals[0] = kiln_d3_scale(kiln_d3_cross(b, across), scale);
	normals[1] = kiln_d3_scale(kiln_d3_cross(across, a), scale);
	normals[2] = across;
	double half[3] = {(double)rectangle->half_extents[0], (double)rectangle->half_extents[1], 0};
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(rectangle->center));
	double from = kiln_path_nearest(path, seen), slack = KILN_PATH_SLACK * (kiln_path_size(seen) + half[0] + half[1]);
	kiln_d3 near = kiln_d3_along(seen, from, path->direction);
	*chord = kilni_chord_whole();
	for (int i = 2; i >= 0; --i)
	{
		double at = kiln_d3_dot(near, normals[i]), speed = kiln_path_rate(path, normals[i]);
		if (!kilni_chord_clip(chord, normals[i], -half[i], half[i], at, speed, slack, 0))
			return false;
	}
	kilni_chord_tidy(chord, from);
	return true;
}

static float coordinate(kiln_d3 p, kiln_d3 normal, float half)
{
	float at = (float)kiln_d3_dot(p, normal);
	return at > half ? half : at < -half ? -half : at;
}

static kiln_intersection meet_rectangle(const kiln_path *path, const kiln_rectangle *b)
{
	kiln_chord chord;
	kiln_d3 normals[3];
	kiln_intersection result = {0};
	if (!path->usable || !kilni_usable_rectangle(b))
		return result;
	if (kiln_path_is_point(path))
	{
		kiln_closest_points closest = kiln_closest_point_rectangle(&path->begin, b);
		if (closest.distance > 0)
			return result;
		kiln_d3 normal = kiln_d3_cross(kiln_d3_from(b->axes[0]), kiln_d3_from(b->axes[1]));
		result = (kiln_intersection){.hit = true, .point = path->begin, .normal = kilni_path_normal(path, normal)};
		result.u = closest.at_b[0];
		result.v = closest.at_b[1];
		return result;
	}
	if (!chord_rectangle(path, b, normals, &chord))
		return result;
	result = kilni_path_meets_chord(path, &chord, false);
	if (!result.hit)
		return result;
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(b->center));
	double t = kiln_double_min(kiln_double_max(chord.enter.t, path->low), path->high);
	kiln_d3 point = kiln_d3_along(seen, t, path->direction);
	result.back = kiln_path_rate(path, normals[2]) > 0;
	result.normal = kilni_path_normal(path, normals[2]);
	result.face = 0;
	result.u = coordinate(point, normals[0], b->half_extents[0]);
	result.v = coordinate(point, normals[1], b->half_extents[1]);
	return result;
}

/// A polygon and a path, relative to a point of the polygon's plane, projected along the axis on which the polygon is
/// largest.
typedef struct flat
{
	const kiln_path *path;
	kiln_polygon_frame frame;
	double from;  ///< the time at which the path is near
	kiln_d3 near; ///< the path's position at that time, relative to the frame's origin
	kiln_d2 at, speed;
	double slack; ///< a point of the plane within this distance is on an edge
	double reach; ///< greatest distance of the polygon from `near`
} flat;

static flat flat_of(const kiln_path *path, const kiln_polygon *polygon)
{
	flat f = {.path = path, .frame = kilni_polygon_frame_of(polygon)};
	kiln_d3 seen = kiln_d3_sub(path->origin, f.frame.origin);
	f.from = kiln_path_nearest(path, seen);
	f.near = kiln_d3_along(seen, f.from, path->direction);
	f.at = kiln_d3_seen_along(f.near, f.frame.axis);
	f.speed = kiln_d3_seen_along(path->direction, f.frame.axis);
	double size = kiln_path_size(seen) + kiln_path_size(f.frame.origin);
	for (uint32_t i = 0; i < polygon->count; ++i)
		size = kiln_double_max(size, kiln_path_size(kiln_d3_sub(kiln_d3_from(polygon->corners[i]), path->origin)));
	f.slack = KILN_PATH_SLACK * size;
	f.reach = 2 * size;
	return f;
}

/// A corner relative to the frame's origin, projected.
static kiln_d2 corner_of(const flat *f, uint32_t i)
{
	kiln_d3 corner = kiln_d3_from(f->frame.polygon->corners[i]);
	return kiln_d3_seen_along(kiln_d3_sub(corner, f->frame.origin), f->frame.axis);
}

static bool near_edge(kiln_d2 p, kiln_d2 a, kiln_d2 b, double slack)
{
	kiln_d2 ab = {b.x - a.x, b.y - a.y}, ap = {p.x - a.x, p.y - a.y};
	double s = kiln_ratio01(ap.x * ab.x + ap.y * ab.y, ab.x * ab.x + ab.y * ab.y);
	double x = ap.x - s * ab.x, y = ap.y - s * ab.y;
	return x * x + y * y <= slack * slack;
}

/// Whether the path, which is in the plane at time t, is then in the polygon or within the slack of its boundary.
static bool in_polygon(const flat *f, double t, double slack)
{
	kiln_d3 point = kiln_d3_along(f->near, t, f->path->direction);
	if (kilni_polygon_frame_contains(&f->frame, kiln_d3_add(f->frame.origin, point)))
		return true;
	kiln_d2 p = kiln_d3_seen_along(point, f->frame.axis);
	uint32_t count = f->frame.polygon->count;
	for (uint32_t i = 0; i < count; ++i)
		if (near_edge(p, corner_of(f, i), corner_of(f, i + 1 < count ? i + 1 : 0), slack))
			return true;
	return false;
}

/// Times at which a path is in a polygon.
typedef struct stay
{
	double first, last;
	double wanted, nearest; ///< a time, and the path's time in the polygon that is nearest to it
} stay;

static stay stay_near(double wanted)
{
	return (stay){HUGE_VAL, -HUGE_VAL, wanted, HUGE_VAL};
}

/// Adds a time at which the path is in the polygon.
static void take(const flat *f, double t, double error, stay *times)
{
	if (t + error < f->path->low || t - error > f->path->high)
		return;
	times->first = kiln_double_min(times->first, t);
	times->last = kiln_double_max(times->last, t);
	if (fabs(t - times->wanted) < fabs(times->nearest - times->wanted))
		times->nearest = t;
}

/// A path in the polygon's plane. It may begin and end inside; else the first and last edge that it crosses count.
static bool slide(const flat *f, stay *times)
{
	uint32_t count = f->frame.polygon->count;
	double length2 = f->speed.x * f->speed.x + f->speed.y * f->speed.y, length = sqrt(length2);
	double error = f->slack / length, touching = f->slack * length;
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d2 a = corner_of(f, i), b = corner_of(f, i + 1 < count ? i + 1 : 0);
		kiln_d2 pa = {a.x - f->at.x, a.y - f->at.y}, pb = {b.x - f->at.x, b.y - f->at.y};
		double side_a = f->speed.x * pa.y - f->speed.y * pa.x, side_b = f->speed.x * pb.y - f->speed.y * pb.x;
		double time_a = f->from + (pa.x * f->speed.x + pa.y * f->speed.y) / length2;
		double time_b = f->from + (pb.x * f->speed.x + pb.y * f->speed.y) / length2;
		if (fabs(side_a) <= touching)
			take(f, time_a, error, times);
		if ((side_a < 0) != (side_b < 0))
			take(f, time_a + side_a / (side_a - side_b) * (time_b - time_a), error, times);
	}
	const double ends[2] = {f->path->low, f->path->high};
	for (int i = 0; i < 2; ++i)
		if (fabs(ends[i]) < HUGE_VAL && in_polygon(f, ends[i] - f->from, f->slack))
			take(f, ends[i], 0, times);
	return times->first <= times->last;
}

/// A path so nearly parallel to the plane that rounding moves the time of crossing by up to `error`. If the path is not
/// over the polygon at that time, the nearest time at which it is counts.
static bool graze(const flat *f, double error, stay *times)
{
	double t = times->wanted;
	if (!in_polygon(f, t - f->from, f->slack) || t < f->path->low || t > f->path->high)
	{
		if (!slide(f, times) || fabs(times->nearest - t) > error)
			return false;
		t = times->nearest;
	}
	times->first = times->last = t;
	return true;
}

/// A polygon without area consists of its edges.
static bool meet_edges(const kiln_path *path, const kiln_polygon *polygon, stay *times)
{
	for (uint32_t i = 0; i < polygon->count; ++i)
	{
		kiln_vec3 to = polygon->corners[i + 1 < polygon->count ? i + 1 : 0];
		kiln_vec3 edge[3] = {polygon->corners[i], to, to};
		kiln_pierce pierce = kilni_path_pierce(path, edge);
		if (!pierce.met)
			continue;
		times->first = kiln_double_min(times->first, pierce.first);
		times->last = kiln_double_max(times->last, pierce.last);
	}
	return times->first <= times->last;
}

/// The times at which the path is in the polygon.
static bool meet_flat(const flat *f, stay *times)
{
	const kiln_polygon_frame *frame = &f->frame;
	*times = stay_near(0);
	if (!kiln_polygon_frame_has_area(frame))
		return meet_edges(f->path, frame->polygon, times);
	double rate = kiln_d3_dot(frame->normal, f->path->direction), height = kiln_d3_dot(frame->normal, f->near);
	double size = kiln_path_size(frame->normal), speed = kiln_path_size(f->path->direction);
	// The angle by which rounding may turn the plane. Over the polygon, heights then change by this times its reach.
	double turn = frame->error + 0x1p-50 * size;
	if (fabs(rate) <= turn * speed)
		return fabs(height) <= f->slack * size + turn * f->reach && slide(f, times);
	// Along a slanting path, an error in height moves the point in the plane farther.
	double t = f->from - height / rate, slant = kiln_double_max(1, size * speed / fabs(rate));
	double slack = f->slack * slant, error = slack / speed + (slant >= 16 ? turn * f->reach / fabs(rate) : 0);
	if (t + error < f->path->low || t - error > f->path->high)
		return false;
	*times = stay_near(t);
	if (slant >= 16)
		return graze(f, error, times);
	times->first = times->last = t;
	return in_polygon(f, -height / rate, slack);
}

/// A path that is a point.
static kiln_intersection stand_in_polygon(const kiln_path *path, const kiln_polygon *b)
{
	kiln_polygon_frame frame = kilni_polygon_frame_of(b);
	stay times = stay_near(0);
	// The point must lie in the polygon's plane, too, which kiln_point_in_polygon does not require.
	bool in = kiln_polygon_frame_has_area(&frame) ? kiln_closest_point_polygon(&path->begin, b).distance == 0
												  : meet_edges(path, b, &times);
	kiln_intersection result = kilni_path_meets_point(path, in);
	result.inside = false;
	if (in)
		result.normal = kilni_path_normal(path, frame.normal);
	return result;
}

static kiln_intersection meet_polygon(const kiln_path *path, const kiln_polygon *b)
{
	stay times;
	if (!path->usable || !kilni_usable_polygon(b))
		return (kiln_intersection){0};
	if (kiln_path_is_point(path))
		return stand_in_polygon(path, b);
	flat f = flat_of(path, b);
	if (!meet_flat(&f, &times))
		return (kiln_intersection){0};
	kiln_chord chord = {{times.first, f.frame.normal, 0}, {times.last, f.frame.normal, 0}, -HUGE_VAL, HUGE_VAL};
	kiln_intersection result = kilni_path_meets_chord(path, &chord, false);
	result.back = result.hit && kiln_d3_dot(f.frame.normal, path->direction) > 0;
	return result;
}

KILN_INTERSECT(rectangle, kiln_rectangle)
KILN_INTERSECT(polygon, kiln_polygon)
