// SPDX-License-Identifier: MIT
#include "closest_span.h"
#include "triangle_pair.h"
#include "usable.h"

static void corners_of(const kiln_triangle *triangle, kiln_d3 corners[3])
{
	for (int i = 0; i < 3; ++i)
		corners[i] = kiln_d3_from(triangle->corners[i]);
}

/// Weights of corners 1 and 2 at a point of the triangle.
static void weigh(const kiln_d3 corners[3], kiln_d3 point, float at[2])
{
	kiln_d3 seen[3];
	for (int i = 0; i < 3; ++i)
		seen[i] = kiln_d3_sub(corners[i], point);
	kiln_near_triangle near = kiln_nearest_on_triangle(seen);
	at[0] = kiln_near_float(near.weights[1]);
	at[1] = kiln_near_float(near.weights[2]);
}

/// Points of two triangles, which touch where their distance is 0.
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
	if (!kiln_usable_triangle(a) || !kiln_usable_triangle(b))
		return (kiln_closest_points){0};
	kiln_d3 first[3], second[3], on_a, on_b;
	corners_of(a, first);
	corners_of(b, second);
	double distance = sqrt(kiln_triangles_distance2(first, second, &on_a, &on_b));
	kiln_closest_points answer = answer_of(distance, on_a, on_b);
	weigh(first, on_a, answer.at_a);
	weigh(second, on_b, answer.at_b);
	return answer;
}

/// The stretch of a line or ray that the triangle's corners project on, as far as it has that: the nearest point is on it.
static kiln_span stretch_beside(const kiln_span *span, const kiln_d3 corners[3])
{
	double low = kiln_span_foot(span, corners[0]), high = low;
	for (int i = 1; i < 3; ++i)
	{
		double foot = kiln_span_foot(span, corners[i]);
		low = kiln_double_min(low, foot);
		high = kiln_double_max(high, foot);
	}
	return (kiln_span){span->point, span->direction, low, high, span->turned};
}

/// A segment is a triangle without area. Of the span that it is of, `slack` is the distance that counts as touching.
static kiln_closest_points segment_triangle(
	const kiln_span *span, const kiln_d3 ends[2], const kiln_triangle *b, double slack)
{
	kiln_d3 corners[3], on_a, on_b;
	corners_of(b, corners);
	const kiln_d3 flat[3] = {ends[0], ends[1], ends[1]};
	double distance = sqrt(kiln_triangles_distance2(flat, corners, &on_a, &on_b));
	kiln_closest_points answer = answer_of(distance > slack ? distance : 0, on_a, on_b);
	answer.at_a[0] = kiln_span_place(span, kiln_span_foot(span, on_a));
	weigh(corners, on_b, answer.at_b);
	return answer;
}

static kiln_closest_points open_triangle(const kiln_span *a, const kiln_triangle *b)
{
	kiln_d3 corners[3];
	corners_of(b, corners);
	kiln_span stretch = stretch_beside(a, corners);
	double size = kiln_double_max(fabs(stretch.low), fabs(stretch.high)) * kiln_d3_largest(a->direction);
	for (int i = 0; i < 3; ++i)
		size = kiln_double_max(size, kiln_d3_largest(kiln_d3_sub(corners[i], a->point)));
	const kiln_d3 ends[2] = {kiln_span_at(a, stretch.low), kiln_span_at(a, stretch.high)};
	return segment_triangle(&stretch, ends, b, KILN_NEAR_TOUCHES * size);
}

kiln_closest_points kiln_closest_line_triangle(const kiln_line *a, const kiln_triangle *b)
{
	if (!kiln_usable_line(a) || !kiln_usable_triangle(b))
		return (kiln_closest_points){0};
	kiln_span span = kiln_span_of_line(a);
	return open_triangle(&span, b);
}

kiln_closest_points kiln_closest_ray_triangle(const kiln_ray *a, const kiln_triangle *b)
{
	if (!kiln_usable_ray(a) || !kiln_usable_triangle(b))
		return (kiln_closest_points){0};
	kiln_span span = kiln_span_of_ray(a);
	return open_triangle(&span, b);
}

kiln_closest_points kiln_closest_segment_triangle(const kiln_segment *a, const kiln_triangle *b)
{
	if (!kiln_usable_segment(a) || !kiln_usable_triangle(b))
		return (kiln_closest_points){0};
	kiln_span span = kiln_span_of_segment(a);
	const kiln_d3 ends[2] = {kiln_d3_from(a->a), kiln_d3_from(a->b)};
	return segment_triangle(&span, ends, b, 0);
}
