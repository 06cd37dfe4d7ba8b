// SPDX-License-Identifier: MIT
#include "primitive/triangle/pair.h"
#include "shape/usable.h"
#include "span.h"

static void corners_of(const kiln_triangle *triangle, kiln_d3 corners[3])
{
	for (int i = 0; i < 3; ++i)
		corners[i] = kiln_d3_from(triangle->corners[i]);
}

/// Clamps a weight that rounding made negative.
static float weight_of(double weight)
{
	return kiln_near_float(kiln_double_max(weight, 0));
}

/// Weights of corners 1 and 2 at a point of the triangle.
static void weigh(const kiln_d3 corners[3], kiln_d3 point, float at[2])
{
	kiln_d3 seen[3];
	for (int i = 0; i < 3; ++i)
		seen[i] = kiln_d3_sub(corners[i], point);
	kiln_near_triangle near;
	if (!kilni_nearest_on_plain_triangle(seen, &near))
		near = kilni_nearest_on_triangle(seen);
	at[0] = weight_of(near.weights[1]);
	at[1] = weight_of(near.weights[2]);
}

/// The answer for points of two triangles, which touch where the distance is 0.
static kiln_closest_points answer_of(double distance, kiln_d3 on_a, kiln_d3 on_b)
{
	return (kiln_closest_points){
		.found = true,
		.distance = kiln_near_float_distance(distance),
		.on_a = kiln_near_vec3(on_a),
		.on_b = kiln_near_vec3(distance > 0 ? on_b : on_a),
	};
}

kiln_closest_points kiln_closest_triangle_triangle(const kiln_triangle *a, const kiln_triangle *b)
{
	if (!kilni_usable_triangle(a) || !kilni_usable_triangle(b))
		return (kiln_closest_points){0};
	kiln_d3 first[3], second[3];
	corners_of(a, first);
	corners_of(b, second);
	kiln_triangles_near near = kilni_triangles_nearest(first, second);
	kiln_closest_points answer = answer_of(sqrt(near.distance2), near.on_a, near.on_b);
	if (near.distance2 == 0)
	{
		weigh(first, near.on_a, answer.at_a);
		weigh(second, near.on_b, answer.at_b);
		return answer;
	}
	for (int i = 0; i < 2; ++i)
	{
		answer.at_a[i] = weight_of(near.at_a[i]);
		answer.at_b[i] = weight_of(near.at_b[i]);
	}
	return answer;
}

/// The part of a line or ray beside a triangle: from the least to the greatest projection of the corners, extended by
/// as much again on both sides. So its ends are clear of any point where the line passes through the triangle.
static kiln_span stretch_beside(const kiln_span *span, const kiln_d3 corners[3])
{
	double low = HUGE_VAL, high = -HUGE_VAL, size = 0;
	for (int i = 0; i < 3; ++i)
	{
		double foot = kiln_span_foot(span, corners[i]);
		low = kiln_double_min(low, foot);
		high = kiln_double_max(high, foot);
		size = kiln_double_max(size, kiln_d3_largest(kiln_d3_sub(corners[i], span->point)));
	}
	size /= kiln_d3_largest(span->direction);
	low = kiln_span_clamp(span, low - size);
	high = kiln_span_clamp(span, high + size);
	return (kiln_span){span->point, span->direction, low, high, false};
}

/// The triangle's point nearest to the span's point at `t`.
typedef struct beside
{
	double distance, t;
	kiln_d3 on;
} beside;

/// For a triangle that the span does not pass through: computed from the triangle's edges and the span's ends.
static beside nearest_beside(const kiln_span *span, const kiln_span *stretch, const kiln_triangle *b)
{
	beside best = {.distance = HUGE_VAL};
	for (int i = 0; i < 3; ++i)
	{
		kiln_span edge = kiln_span_of_segment(&(kiln_segment){b->corners[i], b->corners[(i + 1) % 3]});
		kiln_near_spans near = kilni_nearest_on_spans(span, &edge);
		if (near.distance < best.distance)
			best = (beside){near.distance, near.at_a, kiln_span_at(&edge, near.at_b)};
	}
	for (int end = 0; end < 2; ++end)
	{
		double t = end ? stretch->high : stretch->low, size = 0;
		if (t != (end ? span->high : span->low))
			continue;
		kiln_d3 seen[3], from = kiln_span_at(span, t), on = from;
		for (int i = 0; i < 3; ++i)
		{
			seen[i] = kiln_d3_sub(kiln_d3_from(b->corners[i]), from);
			size = kiln_double_max(size, kiln_d3_largest(seen[i]));
		}
		kiln_near_triangle near = kilni_nearest_on_triangle(seen);
		double distance = kiln_near_distance(near.distance, size);
		for (int i = 0; i < 3; ++i)
			on = kiln_d3_along(on, near.weights[i], seen[i]);
		if (distance < best.distance)
			best = (beside){distance, t, on};
	}
	return best;
}

static kiln_closest_points span_triangle(const kiln_span *a, const kiln_triangle *b)
{
	kiln_d3 corners[3], common[2];
	bool coplanar;
	corners_of(b, corners);
	kiln_span stretch = stretch_beside(a, corners);
	kiln_d3 last = kiln_span_at(a, stretch.high);
	const kiln_d3 segment[3] = {kiln_span_at(a, stretch.low), last, last};
	beside near = {0};
	if (kilni_triangles_contact(segment, corners, common, &coplanar))
		near = (beside){0, kiln_span_foot(a, common[0]), common[0]};
	else
		near = nearest_beside(a, &stretch, b);
	kiln_closest_points answer = answer_of(near.distance, kiln_span_at(a, near.t), near.on);
	answer.at_a[0] = kiln_span_place(a, near.t);
	weigh(corners, near.on, answer.at_b);
	return answer;
}

kiln_closest_points kiln_closest_line_triangle(const kiln_line *a, const kiln_triangle *b)
{
	if (!kilni_usable_line(a) || !kilni_usable_triangle(b))
		return (kiln_closest_points){0};
	kiln_span span = kiln_span_of_line(a);
	return span_triangle(&span, b);
}

kiln_closest_points kiln_closest_ray_triangle(const kiln_ray *a, const kiln_triangle *b)
{
	if (!kilni_usable_ray(a) || !kilni_usable_triangle(b))
		return (kiln_closest_points){0};
	kiln_span span = kiln_span_of_ray(a);
	return span_triangle(&span, b);
}

kiln_closest_points kiln_closest_segment_triangle(const kiln_segment *a, const kiln_triangle *b)
{
	if (!kilni_usable_segment(a) || !kilni_usable_triangle(b))
		return (kiln_closest_points){0};
	// A triangle without area: an exact test decides whether they touch.
	const kiln_triangle flat = {{a->a, a->b, a->b}};
	kiln_closest_points answer = kiln_closest_triangle_triangle(&flat, b);
	answer.at_a[0] = (float)kiln_double_min((double)answer.at_a[0] + (double)answer.at_a[1], 1);
	answer.at_a[1] = 0;
	return answer;
}
