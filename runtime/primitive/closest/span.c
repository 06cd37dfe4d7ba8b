// SPDX-License-Identifier: MIT
#include "span.h"

#include "shape/usable.h"

static kiln_closest_points point_span(const kiln_vec3 *a, const kiln_span *span)
{
	kiln_d3 first = kiln_d3_sub(span->point, kiln_d3_from(*a));
	double t = kiln_span_foot(span, kiln_d3_from(*a));
	kiln_d3 way = kiln_d3_scale(span->direction, t), seen = kiln_d3_add(first, way);
	double size = kiln_d3_largest(first) + kiln_d3_largest(way);
	kiln_near near = {
		.distance = kiln_near_distance(sqrt(kiln_d3_length2(seen)), size),
		.on = kiln_span_at(span, t),
	};
	kiln_closest_points answer = kiln_near_answer(a, &near);
	answer.at_b[0] = kiln_span_place(span, t);
	return answer;
}

/// Places of two spans' nearest points.
typedef struct places
{
	double a, b;
	bool between_ends; ///< neither place is an end
} places;

/// The places of the lines' nearest points. One place is clamped to its ends, the other becomes the nearest to it and
/// is clamped to its own ends, and then the first becomes the nearest to this one (Lumelsky 1985; Ericson 2005, 5.1.9).
/// For nearly parallel spans the start matters little, and the first place is inaccurate. The first place is on b,
/// which has as many ends as a or more. Both spans are relative to a's point.
static places places_on(kiln_span a, kiln_span b, kiln_d3 normal)
{
	b.point = kiln_d3_sub(b.point, a.point);
	a.point = (kiln_d3){0, 0, 0};
	double length2 = kiln_d3_length2(normal);
	double first = length2 > 0 ? kiln_d3_dot(kiln_d3_cross(b.point, a.direction), normal) / length2 : 0;
	places at = {.b = kiln_span_clamp(&b, first)};
	at.a = kiln_span_foot(&a, kiln_span_at(&b, at.b));
	at.b = kiln_span_foot(&b, kiln_span_at(&a, at.a));
	// Uses the first place as computed: a place that was clamped to an end may move off it by rounding.
	at.between_ends = length2 > 0 && first > b.low && first < b.high && at.a > a.low && at.a < a.high;
	return at;
}

/// Whether a span has no last point: then its direction is the given one.
static bool is_open(const kiln_span *span)
{
	return span->high == HUGE_VAL;
}

kiln_near_spans kilni_nearest_on_spans(const kiln_span *a, const kiln_span *b)
{
	kiln_d3 between = kiln_d3_sub(b->point, a->point), normal = kiln_d3_cross(a->direction, b->direction);
	places at = places_on(*a, *b, normal);
	double size = kiln_d3_largest(between), distance;
	// The normal of directions in float32 is right within rounding. So is the lines' distance along it, however far
	// away they are nearest.
	if (at.between_ends && is_open(a) && is_open(b))
		distance = fabs(kiln_d3_dot(between, normal)) / sqrt(kiln_d3_length2(normal));
	else
	{
		kiln_d3 way_a = kiln_d3_scale(a->direction, at.a), way_b = kiln_d3_scale(b->direction, at.b);
		distance = sqrt(kiln_d3_length2(kiln_d3_add(kiln_d3_sub(between, way_a), way_b)));
		size += kiln_d3_largest(way_a) + kiln_d3_largest(way_b);
	}
	return (kiln_near_spans){kiln_near_distance(distance, size), at.a, at.b};
}

static kiln_closest_points span_span(const kiln_span *a, const kiln_span *b)
{
	kiln_near_spans near = kilni_nearest_on_spans(a, b);
	kiln_vec3 on_a = kiln_near_vec3(kiln_span_at(a, near.at_a));
	return (kiln_closest_points){
		.found = true,
		.distance = kiln_near_float_distance(near.distance),
		.on_a = on_a,
		.on_b = near.distance > 0 ? kiln_near_vec3(kiln_span_at(b, near.at_b)) : on_a,
		.at_a = {kiln_span_place(a, near.at_a)},
		.at_b = {kiln_span_place(b, near.at_b)},
	};
}

kiln_closest_points kiln_closest_point_line(const kiln_vec3 *a, const kiln_line *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_line(b))
		return (kiln_closest_points){0};
	kiln_span span = kiln_span_of_line(b);
	return point_span(a, &span);
}

kiln_closest_points kiln_closest_point_ray(const kiln_vec3 *a, const kiln_ray *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_ray(b))
		return (kiln_closest_points){0};
	kiln_span span = kiln_span_of_ray(b);
	return point_span(a, &span);
}

kiln_closest_points kiln_closest_point_segment(const kiln_vec3 *a, const kiln_segment *b)
{
	if (!kilni_usable_point(a) || !kilni_usable_segment(b))
		return (kiln_closest_points){0};
	kiln_span span = kiln_span_of_segment(b);
	return point_span(a, &span);
}

kiln_closest_points kiln_closest_line_line(const kiln_line *a, const kiln_line *b)
{
	if (!kilni_usable_line(a) || !kilni_usable_line(b))
		return (kiln_closest_points){0};
	kiln_span first = kiln_span_of_line(a), second = kiln_span_of_line(b);
	return span_span(&first, &second);
}

kiln_closest_points kiln_closest_line_ray(const kiln_line *a, const kiln_ray *b)
{
	if (!kilni_usable_line(a) || !kilni_usable_ray(b))
		return (kiln_closest_points){0};
	kiln_span first = kiln_span_of_line(a), second = kiln_span_of_ray(b);
	return span_span(&first, &second);
}

kiln_closest_points kiln_closest_line_segment(const kiln_line *a, const kiln_segment *b)
{
	if (!kilni_usable_line(a) || !kilni_usable_segment(b))
		return (kiln_closest_points){0};
	kiln_span first = kiln_span_of_line(a), second = kiln_span_of_segment(b);
	return span_span(&first, &second);
}

kiln_closest_points kiln_closest_ray_ray(const kiln_ray *a, const kiln_ray *b)
{
	if (!kilni_usable_ray(a) || !kilni_usable_ray(b))
		return (kiln_closest_points){0};
	kiln_span first = kiln_span_of_ray(a), second = kiln_span_of_ray(b);
	return span_span(&first, &second);
}

kiln_closest_points kiln_closest_ray_segment(const kiln_ray *a, const kiln_segment *b)
{
	if (!kilni_usable_ray(a) || !kilni_usable_segment(b))
		return (kiln_closest_points){0};
	kiln_span first = kiln_span_of_ray(a), second = kiln_span_of_segment(b);
	return span_span(&first, &second);
}

static double within_one(double x)
{
	return kiln_double_max(-1, kiln_double_min(x, 1));
}

/// Decides segments that are neither nearly parallel nor points, nor so close that touching is in question (Ericson
/// 2005, 5.1.9); returns false for others. Where the squared sine of the angle is 2^-18 or more, places are right to
/// 2^-30 of the largest difference. Places run from -1 to 1 around the middles, so that the other order of the ends
/// changes signs only, and no rounding.
static bool plain_segments(const kiln_segment *a, const kiln_segment *b, kiln_closest_points *answer)
{
	kiln_d3 a0 = kiln_d3_from(a->a), a1 = kiln_d3_from(a->b), b0 = kiln_d3_from(b->a), b1 = kiln_d3_from(b->b);
	kiln_d3 p = kiln_d3_scale(kiln_d3_add(a0, a1), 0.5), d = kiln_d3_scale(kiln_d3_sub(a1, a0), 0.5);
	kiln_d3 q = kiln_d3_scale(kiln_d3_add(b0, b1), 0.5), e = kiln_d3_scale(kiln_d3_sub(b1, b0), 0.5);
	kiln_d3 r = kiln_d3_sub(p, q);
	double dd = kiln_d3_length2(d), ee = kiln_d3_length2(e), de = kiln_d3_dot(d, e);
	double dr = kiln_d3_dot(d, r), er = kiln_d3_dot(e, r), determinant = dd * ee - de * de;
	if (!(determinant > 0x1p-18 * dd * ee))
		return false;
	double s = within_one((de * er - dr * ee) / determinant);
	double t = within_one((de * s + er) / ee);
	s = within_one((de * t - dr) / dd);
	double distance2 = kiln_d3_length2(kiln_d3_along(kiln_d3_along(r, s, d), -t, e));
	if (!(distance2 > KILN_NEAR_PLAIN * KILN_NEAR_PLAIN * (kiln_d3_length2(r) + dd + ee)))
		return false;
	*answer = (kiln_closest_points){
		.found = true,
		.distance = kiln_near_float_distance(sqrt(distance2)),
		.on_a = kiln_d3_to(kiln_d3_along(p, s, d)),
		.on_b = kiln_d3_to(kiln_d3_along(q, t, e)),
		.at_a = {(float)(0.5 + 0.5 * s)},
		.at_b = {(float)(0.5 + 0.5 * t)},
	};
	return true;
}

kiln_closest_points kiln_closest_segment_segment(const kiln_segment *a, const kiln_segment *b)
{
	kiln_closest_points answer;
	if (!kilni_usable_segment(a) || !kilni_usable_segment(b))
		return (kiln_closest_points){0};
	if (plain_segments(a, b, &answer))
		return answer;
	kiln_span first = kiln_span_of_segment(a), second = kiln_span_of_segment(b);
	return span_span(&first, &second);
}
