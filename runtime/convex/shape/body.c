// SPDX-License-Identifier: MIT
#include "body.h"

#include "hull/extreme.h"
#include "math/orient_double.h"
#include "math/quaternion.h"
#include "shape/triangle_point.h"

#include <math.h>

static kiln_d3 vector_at(const float *p)
{
	return (kiln_d3){(double)p[0], (double)p[1], (double)p[2]};
}

static void set_box(kiln_body *body, const float *p)
{
	body->center = vector_at(p);
	body->half = vector_at(p + 3);
	kiln_quat_axes((kiln_quat){p[6], p[7], p[8], p[9]}, body->side);
}

/// Sets the axis of a capsule or cylinder.
static void set_axis(kiln_body *body, const float *p)
{
	kiln_d3 a = vector_at(p), b = vector_at(p + 3);
	body->center = kiln_d3_scale(kiln_d3_add(a, b), 0.5);
	body->axis = kiln_d3_scale(kiln_d3_sub(b, a), 0.5);
	body->length = sqrt(kiln_d3_length2(body->axis));
	body->radius = (double)p[6];
	if (body->length > 0)
		body->along = kiln_d3_scale(body->axis, 1 / body->length);
}

kiln_body kilni_body_of(const kiln_asset *asset, const kiln_format_shape *shape)
{
	kiln_body body = {.kind = (kiln_shape_kind)shape->kind};
	switch (body.kind)
	{
	case KILN_SHAPE_HULL:
		kiln_hull_from_asset(asset, shape->index, &body.hull);
		break;
	case KILN_SHAPE_BOX:
		set_box(&body, shape->parameters);
		break;
	case KILN_SHAPE_CAPSULE:
	case KILN_SHAPE_CYLINDER:
		set_axis(&body, shape->parameters);
		break;
	default:
		body.center = vector_at(shape->parameters);
		body.radius = (double)shape->parameters[3];
		break;
	}
	return body;
}

kiln_place kilni_place_of(const kiln_format_node *node)
{
	const float *m = node->to_asset;
	kiln_place place = {.moved = !(node->flags & KILN_NODE_IDENTITY)};
	if (!place.moved)
		return place;
	for (int i = 0; i < 3; ++i)
		place.column[i] = (kiln_d3){(double)m[i], (double)m[4 + i], (double)m[8 + i]};
	place.origin = (kiln_d3){(double)m[3], (double)m[7], (double)m[11]};
	const kiln_d3 *c = place.column;
	kiln_d3 across = kiln_d3_cross(c[1], c[2]);
	double determinant = kiln_d3_dot(c[0], across);
	double inverse = 1 / determinant;
	place.flat = !(kiln_double_abs(inverse) <= 0x1p1000);
	if (place.flat)
		return place;
	place.inverse[0] = kiln_d3_scale(across, inverse);
	place.inverse[1] = kiln_d3_scale(kiln_d3_cross(c[2], c[0]), inverse);
	place.inverse[2] = kiln_d3_scale(kiln_d3_cross(c[0], c[1]), inverse);
	return place;
}

static kiln_d3 plane_of(const kiln_hull *hull, uint32_t face)
{
	return kiln_d3_from(kiln_hull_normal(hull, face));
}

/// The plane through edge `i` of a flat hull's first face, perpendicular to the face and facing outwards.
static double side_plane(const kiln_hull *hull, uint32_t i, kiln_d3 *normal)
{
	uint32_t count, first = kiln_hull_face(hull, 0, &count);
	kiln_d3 from = kiln_hull_point(hull, kiln_hull_origin(hull, first + i));
	kiln_d3 to = kiln_hull_point(hull, kiln_hull_origin(hull, i + 1 < count ? first + i + 1 : first));
	*normal = kiln_d3_cross(kiln_d3_sub(to, from), plane_of(hull, 0));
	return kiln_d3_dot(*normal, from);
}

static uint32_t side_count(const kiln_hull *hull)
{
	uint32_t count = 0;
	if (hull->dimension == 2 && hull->face_count > 0)
		kiln_hull_face(hull, 0, &count);
	return count;
}

/// The exact side of a face on which a point lies: the corners of a face are coplanar to the bit.
static double side_of(const kiln_hull *hull, uint32_t face, const kiln_d3 *p)
{
	uint32_t count, first = kiln_hull_face(hull, face, &count);
	const kiln_d3 o = kiln_hull_point(hull, kiln_hull_origin(hull, first));
	const kiln_d3 a = kiln_hull_point(hull, kiln_hull_origin(hull, first + 1));
	const kiln_d3 b = kiln_hull_point(hull, kiln_hull_origin(hull, first + 2));
	return kilni_orient3_sign(&o, &a, &b, p);
}

/// The planes in the blob are rounded. They decide where the point is farther from them than the rounding, else the
/// corners decide.
static bool hull_contains(const kiln_hull *hull, kiln_d3 p)
{
	const kiln_vec3 stored = kiln_d3_to(p);
	if ((double)stored.x == p.x && (double)stored.y == p.y && (double)stored.z == p.z)
		return kiln_hull_contains(hull, stored);
	if (hull->dimension < 2 || hull->face_count == 0)
		return false;
	const double slack = 0x1p-17 * ((double)hull->reach + kiln_d3_largest(p)) + 0x1p-140;
	for (uint32_t face = 0; face < hull->face_count; ++face)
	{
		const double above = kiln_d3_dot(plane_of(hull, face), p) - (double)hull->d[face];
		if (!(above <= slack))
			return false;
		if (above >= -slack && side_of(hull, face, &p) > 0)
			return false;
	}
	for (uint32_t i = 0; i < side_count(hull); ++i)
	{
		kiln_d3 normal;
		double d = side_plane(hull, i, &normal);
		if (kiln_d3_dot(normal, p) > d)
			return false;
	}
	return true;
}

bool kilni_body_contains(const kiln_body *body, kiln_d3 point)
{
	if (body->kind == KILN_SHAPE_HULL)
		return hull_contains(&body->hull, point);
	kiln_d3 p = kiln_d3_sub(point, body->center);
	if (body->kind == KILN_SHAPE_BOX)
		return kiln_double_abs(kiln_d3_dot(p, body->side[0])) <= body->half.x &&
			   kiln_double_abs(kiln_d3_dot(p, body->side[1])) <= body->half.y &&
			   kiln_double_abs(kiln_d3_dot(p, body->side[2])) <= body->half.z;
	double s = kiln_d3_dot(p, body->along), length = body->length;
	if (body->kind == KILN_SHAPE_CYLINDER && kiln_double_abs(s) > length)
		return false;
	s = kiln_double_max(-length, kiln_double_min(s, length));
	return kiln_d3_length2(kiln_d3_along(p, -s, body->along)) <= body->radius * body->radius;
}

kiln_d3 kilni_body_face_point(const kiln_hull *hull, uint32_t face, kiln_d3 near)
{
	uint32_t count, first = kiln_hull_face(hull, face, &count);
	kiln_d3 fan[3], best = {0, 0, 0};
	double least = HUGE_VAL;
	fan[0] = kiln_d3_sub(kiln_hull_point(hull, kiln_hull_origin(hull, first)), near);
	fan[2] = kiln_d3_sub(kiln_hull_point(hull, kiln_hull_origin(hull, first + 1)), near);
	for (uint32_t i = 2; i < count; ++i)
	{
		fan[1] = fan[2];
		fan[2] = kiln_d3_sub(kiln_hull_point(hull, kiln_hull_origin(hull, first + i)), near);
		kiln_d3 way = kilni_triangle_closest(fan);
		double length2 = kiln_d3_length2(way);
		if (length2 < least)
		{
			least = length2;
			best = way;
		}
	}
	return kiln_d3_add(near, best);
}

/// A span of the line with its bounding surfaces. Times count from the time at which the line is nearest to the body's
/// center.
typedef struct line_span
{
	kiln_crossing enter, leave;
} line_span;

static line_span whole_line(void)
{
	return (line_span){{.t = -HUGE_VAL, .face = KILN_NONE}, {.t = HUGE_VAL, .face = KILN_NONE}};
}

/// Keeps the part where normal . p <= height; `p` is the line's position at time 0. Returns false when nothing is left.
/// The side of the span's end decides whether a plane cuts anything off, so few planes cost a division.
static bool clip(line_span *span, kiln_d3 normal, double height, kiln_d3 p, kiln_d3 direction, uint32_t face)
{
	double above = kiln_d3_dot(normal, p) - height, speed = kiln_d3_dot(normal, direction);
	if (speed == 0)
		return above <= 0;
	kiln_crossing *end = speed < 0 ? &span->enter : &span->leave;
	if (above + speed * end->t > 0)
		*end = (kiln_crossing){.t = -above / speed, .normal = normal, .face = face};
	return span->enter.t <= span->leave.t;
}

static bool cross_hull(const kiln_hull *hull, kiln_d3 p, kiln_d3 direction, line_span *span)
{
	if (hull->dimension < 2)
		return false;
	for (uint32_t face = 0; face < hull->face_count; ++face)
		if (!clip(span, plane_of(hull, face), (double)hull->d[face], p, direction, face))
			return false;
	for (uint32_t i = 0; i < side_count(hull); ++i)
	{
		kiln_d3 normal;
		double d = side_plane(hull, i, &normal);
		if (!clip(span, normal, d, p, direction, 0))
			return false;
	}
	return true;
}

static bool cross_box(const kiln_body *body, kiln_d3 p, kiln_d3 direction, line_span *span)
{
	const double half[3] = {body->half.x, body->half.y, body->half.z};
	for (int i = 0; i < 3; ++i)
		if (!clip(span, body->side[i], half[i], p, direction, KILN_NONE) ||
			!clip(span, kiln_d3_scale(body->side[i], -1), half[i], p, direction, KILN_NONE))
			return false;
	return true;
}

/// Intersects a line with a ball (`along` is zero) or with an endless cylinder around the axis through the origin.
/// Returns false when the line misses.
static bool cross_round(kiln_d3 p, kiln_d3 direction, kiln_d3 along, double radius, double *enter, double *leave)
{
	kiln_d3 d = kiln_d3_along(direction, -kiln_d3_dot(direction, along), along);
	kiln_d3 m = kiln_d3_along(p, -kiln_d3_dot(p, along), along);
	double length2 = kiln_d3_length2(d);
	// Parallel to the axis: the rest of the direction is rounding.
	if (!(length2 > 0x1p-96 * kiln_d3_length2(direction)))
	{
		*enter = -HUGE_VAL;
		*leave = HUGE_VAL;
		return kiln_d3_length2(m) <= radius * radius;
	}
	double middle = -kiln_d3_dot(m, d) / length2;
	double rest = radius * radius - kiln_d3_length2(kiln_d3_along(m, middle, d));
	if (!(rest >= 0))
		return false;
	double half = sqrt(rest / length2);
	*enter = middle - half;
	*leave = middle + half;
	return true;
}

static bool cross_cylinder(const kiln_body *body, kiln_d3 p, kiln_d3 direction, line_span *span)
{
	if (!cross_round(p, direction, body->along, body->radius, &span->enter.t, &span->leave.t))
		return false;
	for (int i = 0; i < 2; ++i)
	{
		kiln_crossing *end = i ? &span->leave : &span->enter;
		if (!(kiln_double_abs(end->t) < HUGE_VAL))
			continue;
		kiln_d3 at = kiln_d3_along(p, end->t, direction);
		end->normal = kiln_d3_along(at, -kiln_d3_dot(at, body->along), body->along);
	}
	return clip(span, body->along, body->length, p, direction, KILN_NONE) &&
		   clip(span, kiln_d3_scale(body->along, -1), body->length, p, direction, KILN_NONE);
}

/// Where the line enters or leaves a capsule, computed from its endless cylinder: at the cylinder's crossing, or,
/// beyond an end, on the ball at that end. Returns false when the line misses this ball, and so the capsule.
static bool cross_capsule_end(const kiln_body *body, kiln_d3 p, kiln_d3 direction, bool leave, kiln_crossing *end)
{
	double speed = kiln_d3_dot(direction, body->along), s = kiln_d3_dot(p, body->along);
	// For a line along the axis, the crossing is infinitely far away on one side.
	s = kiln_double_abs(end->t) < HUGE_VAL ? s + end->t * speed : (leave == (speed > 0) ? HUGE_VAL : -HUGE_VAL);
	kiln_d3 inner = kiln_d3_scale(body->along, s);
	if (!(kiln_double_abs(s) <= body->length))
	{
		double span[2];
		inner = kiln_d3_scale(body->axis, s > 0 ? 1 : -1);
		if (!cross_round(kiln_d3_sub(p, inner), direction, (kiln_d3){0, 0, 0}, body->radius, &span[0], &span[1]))
			return false;
		end->t = span[leave];
	}
	end->normal = kiln_d3_sub(kiln_d3_along(p, end->t, direction), inner);
	return true;
}

static bool cross_capsule(const kiln_body *body, kiln_d3 p, kiln_d3 direction, line_span *span)
{
	return cross_round(p, direction, body->along, body->radius, &span->enter.t, &span->leave.t) &&
		   cross_capsule_end(body, p, direction, false, &span->enter) &&
		   cross_capsule_end(body, p, direction, true, &span->leave);
}

bool kilni_body_cross(const kiln_body *body, kiln_d3 origin, kiln_d3 direction, kiln_crossing cross[2])
{
	double length2 = kiln_d3_length2(direction);
	if (!(length2 > 0))
		return false;
	// Hulls are moved near the line only to find where the line passes; their planes stay in place.
	bool hull = body->kind == KILN_SHAPE_HULL;
	kiln_d3 seen = kiln_d3_sub(origin, hull ? kiln_hull_point(&body->hull, 0) : body->center);
	double from = -kiln_d3_dot(seen, direction) / length2;
	kiln_d3 p = kiln_d3_along(hull ? origin : seen, from, direction);
	line_span span = whole_line();
	bool met = false;
	switch (body->kind)
	{
	case KILN_SHAPE_HULL:
		met = cross_hull(&body->hull, p, direction, &span);
		break;
	case KILN_SHAPE_BOX:
		met = cross_box(body, p, direction, &span);
		break;
	case KILN_SHAPE_CYLINDER:
		met = cross_cylinder(body, p, direction, &span);
		break;
	case KILN_SHAPE_CAPSULE:
		met = cross_capsule(body, p, direction, &span);
		break;
	default:
		met = cross_round(p, direction, (kiln_d3){0, 0, 0}, body->radius, &span.enter.t, &span.leave.t);
		span.enter.normal = kiln_d3_along(p, span.enter.t, direction);
		span.leave.normal = kiln_d3_along(p, span.leave.t, direction);
		break;
	}
	// The planes of a hull that no cooker wrote may not close, and then bound the line on one side only.
	if (!met || !(span.enter.t > -HUGE_VAL && span.leave.t < HUGE_VAL))
		return false;
	cross[0] = span.enter;
	cross[1] = span.leave;
	for (int i = 0; i < 2; ++i)
	{
		kiln_d3 at = kiln_d3_along(p, cross[i].t, direction);
		cross[i].point = hull ? kilni_body_face_point(&body->hull, cross[i].face, at) : kiln_d3_add(at, body->center);
		cross[i].t += from;
	}
	return true;
}

/// A search for the nearest surface.
typedef struct foot_search
{
	const kiln_place *place;
	kiln_d3 point; ///< in the placed body's coordinates
	double best;
	kiln_body_foot foot;
} foot_search;

/// Considers a surface with an outward normal in the body's coordinates, at the distance `away` along the normal from
/// the point.
static void consider(foot_search *search, kiln_d3 normal, double away, uint32_t face)
{
	kiln_d3 turned = kiln_place_normal(search->place, normal);
	double length = sqrt(kiln_d3_length2(turned));
	if (!(length > 0) || !(away / length < search->best))
		return;
	search->best = away / length;
	search->foot.normal = kiln_d3_scale(turned, 1 / length);
	search->foot.point = kiln_d3_along(search->point, search->best, search->foot.normal);
	search->foot.face = face;
}

/// Considers the round part of a primitive's surface, straight out from `inner`, a point of the primitive's center or
/// axis.
static void consider_round(foot_search *search, const kiln_body *body, kiln_d3 inner, kiln_d3 own)
{
	kiln_d3 out = kiln_d3_sub(own, inner);
	double length = sqrt(kiln_d3_length2(out));
	if (length > 0)
		out = kiln_d3_scale(out, 1 / length);
	else
	{
		// On the axis every direction out is equally good; takes one perpendicular to the axis.
		kiln_d3 size = kiln_d3_abs(body->along);
		kiln_d3 other = {size.x <= size.z, 0, size.z < size.x};
		out = kiln_d3_along(other, -kiln_d3_dot(other, body->along), body->along);
		out = kiln_d3_scale(out, 1 / sqrt(kiln_d3_length2(out)));
	}
	double before = search->best;
	consider(search, out, body->radius - length, KILN_NONE);
	if (search->best < before)
		search->foot.point = kiln_place_point(search->place, kiln_d3_along(inner, body->radius, out));
}

/// Moves the foot from the nearest plane onto its face. Planes are stored rounded: among faces that are nearly in one plane, the nearest
/// face may be another one. Then the nearest of all faces is taken.
static void settle_on_face(foot_search *search, const kiln_hull *hull, kiln_d3 own)
{
	kiln_d3 near = kiln_place_point_back(search->place, search->foot.point);
	search->foot.point = kiln_place_point(search->place, kilni_body_face_point(hull, search->foot.face, near));
	double reach = sqrt(kiln_d3_length2(kiln_d3_sub(search->foot.point, search->point)));
	const double plane = kiln_double_max(search->best, -search->best);
	if (reach - plane <= 0x1p-17 * (reach + plane))
		return;
	uint32_t nearest = search->foot.face;
	for (uint32_t face = 0; face < hull->face_count; ++face)
	{
		near = kiln_place_point(search->place, kilni_body_face_point(hull, face, own));
		double distance = sqrt(kiln_d3_length2(kiln_d3_sub(near, search->point)));
		if (!(distance < reach))
			continue;
		reach = distance;
		nearest = face;
		search->foot.point = near;
	}
	near = search->foot.point;
	search->best = HUGE_VAL;
	consider(search, plane_of(hull, nearest), 0, nearest);
	search->foot.point = near;
}

kiln_body_foot kilni_body_nearest(const kiln_body *body, const kiln_place *place, kiln_d3 point)
{
	foot_search search = {.place = place, .point = point, .best = HUGE_VAL};
	search.foot = (kiln_body_foot){point, {0, 0, 1}, KILN_NONE};
	kiln_d3 own = kiln_place_point_back(place, point);
	kiln_d3 p = kiln_d3_sub(own, body->center);
	const double half[3] = {body->half.x, body->half.y, body->half.z};
	double s = kiln_d3_dot(p, body->along);
	double within = kiln_double_max(-body->length, kiln_double_min(s, body->length));
	switch (body->kind)
	{
	case KILN_SHAPE_HULL:
		for (uint32_t face = 0; face < body->hull.face_count; ++face)
		{
			kiln_d3 normal = plane_of(&body->hull, face);
			consider(&search, normal, (double)body->hull.d[face] - kiln_d3_dot(normal, own), face);
		}
		break;
	case KILN_SHAPE_BOX:
		for (int i = 0; i < 3; ++i)
		{
			double side = kiln_d3_dot(p, body->side[i]);
			consider(&search, body->side[i], half[i] - side, KILN_NONE);
			consider(&search, kiln_d3_scale(body->side[i], -1), half[i] + side, KILN_NONE);
		}
		break;
	case KILN_SHAPE_CYLINDER:
		consider(&search, body->along, body->length - s, KILN_NONE);
		consider(&search, kiln_d3_scale(body->along, -1), body->length + s, KILN_NONE);
		consider_round(&search, body, kiln_d3_along(body->center, s, body->along), own);
		break;
	default:
		consider_round(&search, body, kiln_d3_along(body->center, within, body->along), own);
		break;
	}
	if (search.foot.face != KILN_NONE)
		settle_on_face(&search, &body->hull, own);
	return search.foot;
}
