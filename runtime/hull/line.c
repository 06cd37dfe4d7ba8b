// SPDX-License-Identifier: MIT
#include "line.h"

#include "extreme.h"
#include "math/rounding.h"

/// The line, and the part of it that is left.
typedef struct clip
{
	const kiln_hull *hull;
	kiln_d3 origin, direction;
	double origin_size, direction_size; ///< sums of the components' magnitudes
	kiln_hull_line left;
} clip;

static double size_of(kiln_d3 a)
{
	return kiln_double_abs(a.x) + kiln_double_abs(a.y) + kiln_double_abs(a.z);
}

/// Sum of the magnitudes of a dot product's terms, times a factor that bounds their rounding and that of the normal.
static double slack_of(kiln_d3 normal, kiln_d3 a)
{
	return 0x1p-50 * kiln_d3_dot(kiln_d3_abs(normal), kiln_d3_abs(a));
}

/// Cuts away the part of the line in front of the plane normal . p = offset. The offset is wrong by less than
/// `offset_slack`. A line that is parallel within rounding is kept or lost whole. Returns false if nothing is left.
static bool cut(clip *c, kiln_d3 normal, double offset, double offset_slack, uint32_t face)
{
	double gap = offset - kiln_d3_dot(normal, c->origin), speed = kiln_d3_dot(normal, c->direction);
	double gap_slack = slack_of(normal, c->origin) + offset_slack, slack = slack_of(normal, c->direction);
	double rate = kiln_double_abs(speed);
	if (rate <= slack)
		return gap >= -gap_slack;
	double t = gap / speed, error = (gap_slack + kiln_double_abs(t) * slack) / (rate - slack);
	if (speed < 0)
	{
		if (t > c->left.enter)
		{
			c->left.enter = t;
			c->left.enter_face = face;
		}
		c->left.least = kiln_double_max(c->left.least, t - error);
	}
	else
	{
		if (t < c->left.leave)
		{
			c->left.leave = t;
			c->left.leave_face = face;
		}
		c->left.most = kiln_double_min(c->left.most, t + error);
	}
	return c->left.least <= c->left.most;
}

static bool cut_by_faces(clip *c)
{
	const kiln_hull *hull = c->hull;
	for (uint32_t i = 0; i < hull->face_count; ++i)
	{
		kiln_d3 normal = kiln_d3_from(kiln_hull_normal(hull, i));
		double offset = (double)hull->d[i];
		if (!cut(c, normal, offset, 0x1p-50 * kiln_double_abs(offset), i))
			return false;
	}
	return true;
}

/// Where the line meets a face's plane. Computes the normal again from all corners, in double, because the plane in the
/// blob is rounded and moved outwards.
static double meet_face(const clip *c, uint32_t face, double t)
{
	uint32_t count, first = kiln_hull_face(c->hull, face, &count);
	kiln_d3 apex = kiln_hull_point(c->hull, kiln_hull_origin(c->hull, first));
	kiln_d3 normal = {0, 0, 0}, before = {0, 0, 0};
	for (uint32_t i = 1; i < count; ++i)
	{
		kiln_d3 arm = kiln_d3_sub(kiln_hull_point(c->hull, kiln_hull_origin(c->hull, first + i)), apex);
		normal = kiln_d3_add(normal, kiln_d3_cross(before, arm));
		before = arm;
	}
	double stored = kiln_d3_dot(kiln_d3_from(kiln_hull_normal(c->hull, face)), c->direction);
	double speed = kiln_d3_dot(normal, c->direction);
	// Where the two normals disagree, the line is almost parallel to the plane.
	double better = stored * speed > 0 ? kiln_d3_dot(normal, kiln_d3_sub(apex, c->origin)) / speed : t;
	return better >= c->left.least && better <= c->left.most ? better : t;
}

/// Cuts by the sides of a flat hull: planes through its edges, perpendicular to the hull.
static bool cut_by_sides(clip *c)
{
	uint32_t count, first = kiln_hull_face(c->hull, 0, &count);
	kiln_d3 up = kiln_d3_from(kiln_hull_normal(c->hull, 0));
	for (uint32_t i = 0; i < count; ++i)
	{
		kiln_d3 a = kiln_hull_point(c->hull, kiln_hull_origin(c->hull, first + i));
		kiln_d3 b = kiln_hull_point(c->hull, kiln_hull_origin(c->hull, first + (i + 1 < count ? i + 1 : 0)));
		kiln_d3 along = kiln_d3_sub(b, a), out = kiln_d3_cross(along, up);
		if (!cut(c, out, kiln_d3_dot(out, a), 0x1p-49 * size_of(along) * (size_of(a) + c->origin_size), 0))
			return false;
	}
	return true;
}

/// Cuts by the hull's box. This serves a line that is parallel to every plane on one side, as along a slab whose faces
/// lean by less than rounding. The first face stands for the sides of the box.
static bool cut_by_box(clip *c)
{
	static const kiln_d3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
	const double low[3] = {(double)c->hull->low.x, (double)c->hull->low.y, (double)c->hull->low.z};
	const double high[3] = {(double)c->hull->high.x, (double)c->hull->high.y, (double)c->hull->high.z};
	for (int i = 0; i < 3; ++i)
		if (!cut(c, axes[i], high[i], 0, 0) || !cut(c, kiln_d3_scale(axes[i], -1), -low[i], 0, 0))
			return false;
	return true;
}

/// Whether the point lies on the line, within rounding. Clips the line to the point.
static bool cut_to_point(clip *c, kiln_d3 point)
{
	kiln_d3 way = kiln_d3_sub(point, c->origin), off = kiln_d3_cross(way, c->direction);
	double slack = 0x1p-48 * (size_of(point) + c->origin_size) * c->direction_size;
	if (kiln_d3_largest(off) > slack)
		return false;
	double t = kiln_d3_dot(way, c->direction) / kiln_d3_length2(c->direction);
	double error = 0x1p-48 * (size_of(point) + c->origin_size) / kiln_d3_largest(c->direction);
	c->left = (kiln_hull_line){t, t, t - error, t + error, KILN_NONE, KILN_NONE};
	return true;
}

/// Clips to a segment. For a parallel line, two planes perpendicular to the segment cut out the part. Any other line
/// meets the segment's line in one point or passes it: at the closest points (Ericson 2005, 5.1.8) both must be the
/// same.
static bool cut_to_segment(clip *c)
{
	kiln_d3 a = kiln_hull_point(c->hull, 0), b = kiln_hull_point(c->hull, 1);
	kiln_d3 along = kiln_d3_sub(b, a), across = kiln_d3_cross(along, c->direction);
	double parallel = 0x1p-48 * size_of(along) * c->direction_size;
	if (kiln_d3_largest(across) <= parallel)
	{
		clip ends[2] = {*c, *c};
		if (!cut_to_point(&ends[0], a) || !cut_to_point(&ends[1], b))
			return false;
		const kiln_hull_line *low = &ends[ends[0].left.enter > ends[1].left.enter].left;
		const kiln_hull_line *high = &ends[ends[0].left.enter <= ends[1].left.enter].left;
		c->left = (kiln_hull_line){low->enter, high->leave, low->least, high->most, KILN_NONE, KILN_NONE};
		return true;
	}
	double s = kiln_d3_dot(kiln_d3_cross(kiln_d3_sub(c->origin, a), c->direction), across) / kiln_d3_length2(across);
	s = s < 0 ? 0 : s > 1 ? 1 : s;
	return cut_to_point(c, kiln_d3_along(a, s, along));
}

static bool cut_by_hull(clip *c)
{
	switch (c->hull->dimension)
	{
	case 3:
		if (!cut_by_faces(c))
			return false;
		break;
	case 2:
		if (!cut_by_faces(c) || !cut_by_sides(c))
			return false;
		break;
	case 1:
		return cut_to_segment(c);
	default:
		return cut_to_point(c, kiln_hull_point(c->hull, 0));
	}
	return c->left.enter_face != KILN_NONE && c->left.leave_face != KILN_NONE ? true : cut_by_box(c);
}

bool kilni_hull_clip_line(const kiln_hull *hull, kiln_d3 origin, kiln_d3 direction, kiln_hull_line *line)
{
	clip c = {.hull = hull, .origin = origin, .direction = direction};
	c.origin_size = size_of(origin);
	c.direction_size = size_of(direction);
	if (!(c.direction_size > 0))
		return false;
	c.left = (kiln_hull_line){-HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, KILN_NONE, KILN_NONE};
	if (!cut_by_hull(&c))
		return false;
	if (c.left.enter_face != c.left.leave_face)
	{
		c.left.enter = meet_face(&c, c.left.enter_face, c.left.enter);
		c.left.leave = meet_face(&c, c.left.leave_face, c.left.leave);
	}
	if (c.left.enter > c.left.leave)
		c.left.enter = c.left.leave = 0.5 * c.left.enter + 0.5 * c.left.leave;
	c.left.least = kiln_double_min(c.left.least, c.left.enter);
	c.left.most = kiln_double_max(c.left.most, c.left.leave);
	*line = c.left;
	return true;
}

static bool in_range(kiln_vec3 point, float limit)
{
	// Written so that NaN fails.
	return point.x >= -limit && point.x <= limit && point.y >= -limit && point.y <= limit && point.z >= -limit &&
		   point.z <= limit;
}

kiln_hull_span kiln_hull_ray(const kiln_hull *view, const kiln_ray *ray)
{
	kiln_hull_span span = {0};
	kiln_hull_line line;
	if (!in_range(ray->origin, KILN_COORDINATE_MAX) || !in_range(ray->direction, FLT_MAX) || !(ray->t_max >= 0))
		return span;
	if (!kilni_hull_clip_line(view, kiln_d3_from(ray->origin), kiln_d3_from(ray->direction), &line))
		return span;
	double end = ray->t_max > 0 ? (double)ray->t_max : (double)FLT_MAX;
	if (line.most < 0 || line.least > end)
		return span;
	span.hit = true;
	span.enter = (float)line.enter;
	span.leave = (float)line.leave;
	span.enter_face = line.enter_face;
	span.leave_face = line.leave_face;
	return span;
}
