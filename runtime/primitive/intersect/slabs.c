// SPDX-License-Identifier: MIT
#include "quick.h"

#include "bounds/core.h"
#include "bounds/kdop_axes.h"
#include "kiln/primitive/point.h"
#include "shape/usable.h"

/// Boxes and k-DOPs. A line is between the two planes of each slab for a span of time, and in the solid for the
/// intersection of these spans (Kay and Kajiya 1986; Ericson 2005, 5.3.3).

bool kilni_chord_aabb(const kiln_path *path, const kiln_aabb *aabb, kiln_chord *chord)
{
	kiln_d3 min = kiln_d3_from(aabb->min), max = kiln_d3_from(aabb->max), o = path->origin, d = path->direction;
	double slack = KILN_PATH_SLACK * (kiln_path_size(kiln_d3_sub(min, o)) + kiln_path_size(kiln_d3_sub(max, o)));
	*chord = kilni_chord_whole();
	// The path is not moved towards the box: a difference of two floats, and so a time, loses nothing however far away
	// the box is.
	if (!kilni_chord_clip(chord, (kiln_d3){1, 0, 0}, min.x, max.x, o.x, d.x, slack, 0) ||
		!kilni_chord_clip(chord, (kiln_d3){0, 1, 0}, min.y, max.y, o.y, d.y, slack, 2) ||
		!kilni_chord_clip(chord, (kiln_d3){0, 0, 1}, min.z, max.z, o.z, d.z, slack, 4))
		return false;
	kilni_chord_tidy(chord, 0);
	return true;
}

bool kilni_chord_obb(const kiln_path *path, const kiln_obb *obb, kiln_chord *chord)
{
	kiln_d3 normals[3];
	kiln_d3 seen = kiln_d3_sub(path->origin, kiln_d3_from(obb->center));
	double from = kiln_path_nearest(path, seen);
	kiln_d3 near = kiln_d3_along(seen, from, path->direction);
	double slack = kiln_path_size(seen);
	kilni_path_frame(obb->axes, normals);
	for (int i = 0; i < 3; ++i)
		slack += (double)obb->half_extents[i];
	slack *= KILN_PATH_SLACK;
	*chord = kilni_chord_whole();
	for (int i = 0; i < 3; ++i)
	{
		double half = (double)obb->half_extents[i], at = kiln_d3_dot(near, normals[i]);
		double speed = kiln_path_rate(path, normals[i]);
		if (!kilni_chord_clip(chord, normals[i], -half, half, at, speed, slack, 2 * (uint32_t)i))
			return false;
	}
	kilni_chord_tidy(chord, from);
	return true;
}

bool kilni_chord_kdop(const kiln_path *path, const kiln_kdop *kdop, uint32_t k, kiln_chord *chord)
{
	kiln_kdop_slots slots = {0};
	int list[KILN_KDOP_AXES];
	kiln_kdop_slots_of(k, &slots);
	*chord = kilni_chord_whole();
	for (int left = kiln_kdop_list(&slots, list) - 1; left >= 0; --left)
	{
		int axis = list[left];
		const signed char *n = kiln_kdop_axis[axis];
		double low = (double)kdop->min[axis], high = (double)kdop->max[axis];
		double at = kiln_kdop_along(axis, path->origin, 0).value;
		double slack = KILN_PATH_SLACK * (kiln_path_size(path->origin) + fabs(low) + fabs(high));
		// The terms are floats, so that sums in double cancel without loss unless the terms are very different in size.
		double speed = kiln_kdop_along(axis, path->direction, 0).value;
		kiln_d3 normal = {(double)n[0], (double)n[1], (double)n[2]};
		if (!kilni_chord_clip(chord, normal, low, high, at, speed, slack, 2 * (uint32_t)axis))
			return false;
	}
	kilni_chord_tidy(chord, 0);
	return true;
}

KILN_MEET_SOLID(aabb)
KILN_MEET_SOLID(obb)

/// Whether a path that begins at `seen`, relative to the middle of a box, plainly misses the box. An axis perpendicular
/// to the path and to a box axis separates the line (Gottschalk's separating axes for a line), or the path begins
/// beyond a side and leads away.
static inline bool passes_box(const kiln_quick_path *path, kiln_d3 seen, kiln_d3 d, kiln_d3 half)
{
	kiln_d3 size = kiln_d3_sizes(d), away = kiln_d3_sizes(seen), side = kiln_d3_cross(seen, d);
	double near = KILN_QUICK_MARGIN * (kiln_path_size(seen) + kiln_path_size(half));
	double error = near * (size.x + size.y + size.z);
	if (fabs(side.x) > half.y * size.z + half.z * size.y + error ||
		fabs(side.y) > half.z * size.x + half.x * size.z + error ||
		fabs(side.z) > half.x * size.y + half.y * size.x + error)
		return true;
	return path->low == 0 &&
		   ((away.x > half.x + near && seen.x * d.x >= 0) || (away.y > half.y + near && seen.y * d.y >= 0) ||
			   (away.z > half.z + near && seen.z * d.z >= 0));
}

/// The times between the planes of the slabs, with relative rounding errors, and the slab through which the path
/// enters.
typedef struct quick_span
{
	double enter, leave;
	uint32_t face;
} quick_span;

static inline void quick_clip(quick_span *span, double low, double high, double speed, uint32_t face)
{
	if (speed == 0)
	{
		// A path beside or on a plane is never a plain case.
		if (low >= 0 || high <= 0)
			span->leave = -HUGE_VAL;
		return;
	}
	double inverse = 1 / speed, first = (speed > 0 ? low : high) * inverse, last = (speed > 0 ? high : low) * inverse;
	if (first > span->enter)
	{
		span->enter = first;
		span->face = speed > 0 ? face : face + 1;
	}
	span->leave = kiln_double_min(span->leave, last);
}

/// Whether the path plainly enters from outside and leaves again afterwards.
static inline bool quick_enters(const kiln_quick_path *path, const quick_span *span)
{
	double margin = KILN_QUICK_MARGIN * (fabs(span->enter) + fabs(span->leave));
	return span->leave - span->enter > margin && span->enter - path->low > margin && path->high - span->enter > margin;
}

static inline void quick_answer(const kiln_quick_path *path, const quick_span *span, kiln_intersection *result)
{
	result->hit = true;
	result->t = (float)span->enter;
	result->leave = (float)kiln_double_min(span->leave, path->high);
	result->point = kiln_d3_to(kiln_d3_along(path->origin, span->enter, path->direction));
	result->face = span->face;
}

static inline bool quick_aabb(const kiln_quick_path *path, const kiln_aabb *b, kiln_intersection *result)
{
	kiln_d3 o = path->origin, d = path->direction;
	kiln_d3 low = kiln_d3_sub(kiln_d3_from(b->min), o), high = kiln_d3_sub(kiln_d3_from(b->max), o);
	kiln_d3 half = kiln_d3_scale(kiln_d3_sub(high, low), 0.5);
	if (passes_box(path, kiln_d3_scale(kiln_d3_add(low, high), -0.5), d, half))
		return true;
	double range = kiln_path_size(o) + kiln_path_size(d) + kiln_path_size(low) + kiln_path_size(high);
	bool sound = range <= (double)KILN_COORDINATE_MAX && half.x > 0 && half.y > 0 && half.z > 0;
	quick_span span = {-HUGE_VAL, HUGE_VAL, 0};
	quick_clip(&span, low.x, high.x, d.x, 0);
	quick_clip(&span, low.y, high.y, d.y, 2);
	quick_clip(&span, low.z, high.z, d.z, 4);
	if (!sound || !quick_enters(path, &span))
		return false;
	static const kiln_vec3 normals[6] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
	quick_answer(path, &span, result);
	result->normal = normals[span.face];
	return true;
}

/// Works in coordinates along the normals of the box's faces.
static inline bool quick_obb(const kiln_quick_path *path, const kiln_obb *b, kiln_intersection *result)
{
	kiln_d3 n[3], seen = kiln_d3_sub(path->origin, kiln_d3_from(b->center)), d = path->direction;
	kiln_d3 half = {(double)b->half_extents[0], (double)b->half_extents[1], (double)b->half_extents[2]};
	// The axes may deviate from right angles by 2^-10.
	if (kiln_quick_passes(path, seen, 1.01 * kiln_d3_length2(half)))
		return true;
	kilni_path_frame(b->axes, n);
	kiln_d3 at = {kiln_d3_dot(seen, n[0]), kiln_d3_dot(seen, n[1]), kiln_d3_dot(seen, n[2])};
	kiln_d3 speed = {kiln_d3_dot(d, n[0]), kiln_d3_dot(d, n[1]), kiln_d3_dot(d, n[2])};
	if (passes_box(path, at, speed, half))
		return true;
	// For a slab along which the path hardly moves, the times are rounding errors.
	kiln_d3 fast = kiln_d3_sizes(speed);
	double size_d = kiln_path_size(d), range = kiln_path_size(path->origin) + size_d + kiln_path_size(seen);
	bool sound = range <= (double)KILN_COORDINATE_MAX &&
				 kiln_double_min(fast.x, kiln_double_min(fast.y, fast.z)) > 0x1p-6 * size_d;
	quick_span span = {-HUGE_VAL, HUGE_VAL, 0};
	quick_clip(&span, -half.x - at.x, half.x - at.x, speed.x, 0);
	quick_clip(&span, -half.y - at.y, half.y - at.y, speed.y, 2);
	quick_clip(&span, -half.z - at.z, half.z - at.z, speed.z, 4);
	if (!sound || !quick_enters(path, &span) || !kilni_usable_obb(b))
		return false;
	kiln_d3 normal = n[span.face / 2];
	double length = sqrt(kiln_d3_length2(normal));
	quick_answer(path, &span, result);
	result->normal = kiln_d3_to(kiln_d3_scale(normal, (span.face % 2 ? 1 : -1) / length));
	return true;
}

KILN_INTERSECT_QUICKLY(aabb, kiln_aabb)
KILN_INTERSECT_QUICKLY(obb, kiln_obb)

static kiln_intersection meet_kdop(const kiln_path *path, const kiln_kdop *b, uint32_t k)
{
	kiln_chord chord;
	if (!path->usable || !kilni_usable_kdop(b, k))
		return (kiln_intersection){0};
	if (kiln_path_is_point(path))
		return kilni_path_meets_point(path, kiln_point_in_kdop(&path->begin, b, k));
	if (!kilni_chord_kdop(path, b, k, &chord))
		return (kiln_intersection){0};
	bool begins = kilni_chord_has_begin(path, &chord) && kiln_point_in_kdop(&path->begin, b, k);
	return kilni_path_meets_chord(path, &chord, begins);
}

kiln_intersection kiln_intersect_line_kdop(const kiln_line *a, const kiln_kdop *b, uint32_t k)
{
	kiln_path path = kilni_path_of_line(a);
	return meet_kdop(&path, b, k);
}

kiln_intersection kiln_intersect_ray_kdop(const kiln_ray *a, const kiln_kdop *b, uint32_t k)
{
	kiln_path path = kilni_path_of_ray(a);
	return meet_kdop(&path, b, k);
}

kiln_intersection kiln_intersect_segment_kdop(const kiln_segment *a, const kiln_kdop *b, uint32_t k)
{
	kiln_path path = kilni_path_of_segment(a);
	return meet_kdop(&path, b, k);
}
